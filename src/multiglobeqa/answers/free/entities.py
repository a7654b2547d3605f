"""Names of entities, and lists of them, in a text."""

from __future__ import annotations

import re
from collections.abc import Callable

from multiglobeqa.answers.format import FormatError
from multiglobeqa.answers.free.text import bare
from multiglobeqa.answers.free.words import Words

Resolve = Callable[[str], str | None]

_EMPHASISED = re.compile('\\*\\*(.+?)\\*\\*|"([^"]+)"|[“„]([^“”]+)[“”]|«([^»]+)»|`([^`]+)`')
_BULLET = re.compile(r"^\s*(?:[-*•+·]|\(?\d{1,3}[.)])\s+(.+)$", re.MULTILINE)
_LONGEST_NAME = 12  # words
_MOST_SEPARATORS = 6  # parts of one name


def read_name(text: str, resolve: Resolve) -> tuple[str, str]:
    """Return the one name that a text is, emphasises or holds.

    Parameters
    ----------
    resolve : callable
        Which of the question's entities and candidates a name stands for, if any.
    """
    whole = text.strip()
    if not resolve(whole):
        whole = bare(text)
    if resolve(whole):
        return whole, "name"
    for kind, names in (
        (
            "emphasised name",
            [bare(next(filter(None, m.groups()))) for m in _EMPHASISED.finditer(text)],
        ),
        ("name in a sentence", _known_parts(text, resolve)),
    ):
        entities = {entity: name for name in names if (entity := resolve(name))}
        if len(entities) == 1:
            return next(iter(entities.values())), kind
        if entities:
            raise FormatError(f"the text names {len(entities)} entities")
    if "\n" in whole or len(whole.split()) > _LONGEST_NAME:
        raise FormatError("the text is not a name")
    return whole, "name"


def read_names(text: str, words: Words, resolve: Resolve) -> tuple[list[str], str]:
    """Return the names that a text lists, by lines, semicolons or commas.

    A comma within a name is told from one between names by whether the parts around it are,
    put together again, the name of a candidate.
    """
    if bullets := [bare(item) for item in _BULLET.findall(text)]:
        return [name for name in bullets if name], "list of lines"
    lines = [bare(line) for line in text.splitlines()]
    lines = [line for line in lines if line and not line.endswith(":")]
    if len(lines) > 1:
        return lines, "list of lines"
    line = lines[0] if lines else ""
    by_commas = _by_commas(line, words, resolve)
    by_semicolons = [name for part in re.split("[;؛]", line) if (name := bare(part))]
    known = [sum(bool(resolve(name)) for name in names) for names in (by_semicolons, by_commas)]
    if len(by_semicolons) > 1 and known[0] >= known[1]:
        return by_semicolons, "list by semicolons"
    return by_commas, "list by commas"


def _by_commas(line: str, words: Words, resolve: Resolve) -> list[str]:
    """Split "A, B and C", but neither "Springfield, Ohio" nor "Trinidad and Tobago" if known."""
    separator = re.compile(rf"\s*(?:([,、،;؛])\s*|{words.conjunctions.pattern})\s*", re.IGNORECASE)
    spans, part, start = [], 0, 0
    for match in [*separator.finditer(line), None]:
        end = match.start() if match else len(line)
        if line[start:end].strip():
            spans.append((start, end, part))
        if match:
            start, part = match.end(), part + bool(match[1])
    names, place = [], 0
    while place < len(spans):
        reach = next(
            (
                end
                for end in range(min(len(spans), place + _MOST_SEPARATORS), place, -1)
                if resolve(bare(line[spans[place][0] : spans[end - 1][1]]))
            ),
            None,
        )
        if reach is None:
            # Of the parts between commas only the last is split where it says "and", once.
            same = [at for at in range(place, len(spans)) if spans[at][2] == spans[place][2]]
            last = same[-1] == len(spans) - 1
            reach = place + 1 if last and len(same) <= 2 else same[-1] + 1
        names.append(bare(line[spans[place][0] : spans[reach - 1][1]]))
        place = reach
    return [name for name in names if name]


def _known_parts(text: str, resolve: Resolve) -> list[str]:
    """Return the longest runs of words that are names, from left to right."""
    tokens = list(re.finditer(r"\S+", text))
    if len(tokens) > 400:
        return []
    names, place = [], 0
    while place < len(tokens):
        for end in range(min(len(tokens), place + _LONGEST_NAME), place, -1):
            run = text[tokens[place].start() : tokens[end - 1].end()]
            name = run.strip(".,;:!?()[]\"'*_`")
            if name and resolve(name):
                names.append(name)
                place = end - 1
                break
        place += 1
    return names
