"""The predictions file: one JSON object on each line."""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Collection, Iterator
from json.scanner import make_scanner
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from multiglobeqa.errors import InputError
from multiglobeqa.score.collector import resting
from multiglobeqa.score.prediction import FAILURES, Prediction

DEEPEST = 50  # levels of nesting; no answer has more than three
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


class Span(NamedTuple):
    """A part of a file, from the start of a line to the end of one, in bytes."""

    start: int = 0
    end: int = sys.maxsize


def spans(path: Path, parts: int) -> list[Span]:
    """Return spans of nearly the same size that make up a file."""
    size = path.stat().st_size
    edges = [0]
    with path.open("rb") as stream:
        for part in range(1, parts):
            stream.seek(max(edges[-1], size * part // parts))
            stream.readline()
            edges.append(stream.tell())
    edges.append(size)
    return [Span(start, end) for start, end in itertools.pairwise(edges) if start < end]


@resting()
def read_predictions(
    path: str | Path,
    questions: Collection[str],
    languages: Collection[str] = ("eng",),
    *,
    span: Span | None = None,
) -> list[Prediction]:
    """Read a predictions file.

    Each line holds an object with the members "question_id" (a string), "answer" (a JSON value
    or null) and "refused" (true or false); "language" (English when it is left out) and
    "failure" are optional, and other members are ignored. Whether the answer is well-formed is
    not looked at here: that is for the score to say.

    Parameters
    ----------
    path : path-like
    questions : collection of str
        The ids that there are.
    languages : collection of str
        The languages that there are, as ISO 639-3 codes.
    span : Span, optional
        The part of the file to read; the lines are counted from its start.

    Raises
    ------
    InputError
        Naming the line, when the file is not of this form, a question or language is unknown,
        or a question is answered twice in one language.
    """
    path = Path(path)
    # One string object for each id and language, not for each line.
    ids = {question: question for question in questions}
    spoken: dict[str, tuple[str, set[str]]] = {name: (name, set()) for name in languages}
    predictions: list[Prediction] = []
    for number, line in _lines(path, span or Span()):
        try:
            question_id, answer, refused, language, failure = _members(line)
            if (known := ids.get(question_id)) is None:
                raise _Bad(f"there is no question {question_id!r} in the dataset")
            if language not in spoken:
                others = ", ".join(spoken)
                raise _Bad(f"the dataset has no language {language!r}, only {others}")
            language, answered = spoken[language]
            if known in answered:
                raise _Bad(f"the question {known!r} in {language!r} was answered before")
        except _Bad as bad:
            raise InputError(str(bad), source=path, place=f"line {number}") from None
        answered.add(known)
        predictions.append(Prediction(known, answer, refused, language, failure, line))
    if not predictions:
        raise InputError("holds no predictions", source=path)
    return predictions


class _Bad(ValueError):
    """What is wrong with a line."""


def _lines(path: Path, span: Span) -> Iterator[tuple[int, str]]:
    try:
        with path.open("rb") as stream:
            stream.seek(span.start)
            left = span.end - span.start
            for number, raw in enumerate(stream, start=1):
                try:
                    line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                except UnicodeDecodeError:
                    raise InputError(
                        "is not UTF-8 text", source=path, place=f"line {number}"
                    ) from None
                if line:
                    yield number, line
                left -= len(raw)
                if left <= 0:
                    return
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=path) from None


def _members(line: str) -> tuple[str, Any, bool, str, str | None]:
    try:
        row, end = _SCAN(line, 0)
    except (StopIteration, ValueError, RecursionError):
        row = _patiently(line)
    else:
        if end != len(line):
            row = _patiently(line)
    if type(row) is not dict:
        raise _Bad("a line holds one JSON object")
    try:
        question_id, answer, refused = row["question_id"], row["answer"], row["refused"]
    except KeyError as missing:
        raise _Bad(f"lacks the member {missing.args[0]!r}") from None
    language, failure = row.get("language", "eng"), row.get("failure")
    if type(question_id) is not str:
        raise _Bad("question_id is a string")
    if type(refused) is not bool:
        raise _Bad("refused is true or false")
    if type(language) is not str:
        raise _Bad("language is a string")
    if failure is not None and failure not in FAILURES:
        raise _Bad(f"failure is one of {', '.join(FAILURES)}, or left out")
    return question_id, answer, refused, language, failure


def _not_json(constant: str) -> NoReturn:
    raise _Bad(f"{constant} is not JSON; an answer is a finite number, or null")


def _bounded(digits: str) -> int | float:
    # Python refuses to read integers of more than 4,300 digits; as an answer any is too large.
    return int(digits) if len(digits) < 400 else float("inf")


# The scanner alone: half the time of `decode`, which looks for white space around the value.
_SCAN: Any = make_scanner(json.JSONDecoder(parse_constant=_not_json))  # type: ignore[arg-type]
_PATIENT = json.JSONDecoder(parse_constant=_not_json, parse_int=_bounded)


def _patiently(line: str) -> Any:
    """Decode a line that is not JSON, telling why, or that is too large or deep, cutting it."""
    try:
        return _PATIENT.decode(_shallow(line))
    except json.JSONDecodeError as error:
        raise _Bad(f"is not JSON: {error.msg} at column {error.colno}") from None


def _shallow(line: str) -> str:
    """Return JSON text with whatever is nested too deep for a decoder, and any answer, left out."""
    kept, depth, start = [], 0, 0
    for token in _STRUCTURE.finditer(line):
        if token[0] in "[{":
            depth += 1
            if depth == DEEPEST:
                kept.append(line[start : token.start()] + "null")
        elif token[0] in "]}":
            depth -= 1
            if depth == DEEPEST - 1:
                start = token.end()
    if depth >= DEEPEST:
        raise _Bad("is not JSON: a bracket is not closed")
    return "".join(kept) + line[start:]
