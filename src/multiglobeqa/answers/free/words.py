"""The words of a language that answers are made of; the data is in ``data/<language>.toml``."""

from __future__ import annotations

import functools
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from multiglobeqa.answers.format import FormatError
from multiglobeqa.answers.free.text import tidy

MULTIPLES = {
    "thousand": 1e3,
    "ten_thousand": 1e4,
    "hundred_thousand": 1e5,
    "million": 1e6,
    "ten_million": 1e7,
    "hundred_million": 1e8,
    "billion": 1e9,
}
# Scripts that are written without spaces between words.
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


class Lexicon:
    """Words in a text, each standing for a meaning; of two at one place the longer one is found.

    Parameters
    ----------
    words : mapping
        The words of each meaning. ``*`` is the rest of a word, a hyphen may be a space or
        nothing, and a word that begins with ``=`` counts only as the whole text, as do those of
        one or two letters where `short` is false.
    """

    def __init__(self, words: Mapping[str, Iterable[str]], *, short: bool = False) -> None:
        self._whole: dict[str, str] = {}
        self._patterns: defaultdict[str, list[str]] = defaultdict(list)
        found: dict[bool, list[tuple[str, str]]] = {True: [], False: []}  # by: without spaces
        for meaning, spelt in words.items():
            for word in spelt:
                plain = tidy(word.removeprefix("="))
                self._whole.setdefault(plain.casefold(), meaning)
                unspaced = bool(_UNSPACED.search(plain))
                if not word.startswith("=") and (short or unspaced or len(plain) > 2):
                    pattern = _stemmed(plain) + ("" if unspaced else r"(?!\w)")
                    self._patterns[meaning].append(pattern)
                    found[unspaced].append((pattern, meaning))
        for patterns in found.values():
            patterns.sort(key=lambda pair: len(pair[0]), reverse=True)
        self._meanings = [meaning for patterns in found.values() for _, meaning in patterns]
        anywhere, within = (
            "|".join(f"({pattern})" for pattern, _ in found[unspaced]) or "(?!)"
            for unspaced in (True, False)
        )
        # Where a word may begin is asked once for all of them. A unit may follow its number
        # without a space.
        self.pattern = rf"{anywhere}|(?<![^\W\d_])(?:{within})"
        self._regex = re.compile(self.pattern, re.IGNORECASE)

    def patterns(self, meaning: str) -> list[str]:
        """Return the regular expressions of the words that stand for a meaning."""
        return self._patterns[meaning]

    def find(self, text: str) -> list[str]:
        """Return the meanings of all the words in a text, in their order."""
        if (whole := self._whole.get(text.casefold().rstrip(".。"))) is not None:
            return [whole]
        return [self._meaning(match) for match in self._regex.finditer(text)]

    def at_start(self, text: str) -> str | None:
        """Return the meaning of the word that a text begins with."""
        if (whole := self._whole.get(text.casefold().rstrip(".。!"))) is not None:
            return whole
        match = self._regex.match(text)
        return self._meaning(match) if match else None

    def match(self, text: str, place: int) -> tuple[str, int] | None:
        """Return the meaning of the word at a place in a text, and where the word ends."""
        match = self._regex.match(text, place)
        return (self._meaning(match), match.end()) if match else None

    def _meaning(self, match: re.Match[str]) -> str:
        assert match.lastindex is not None
        return self._meanings[match.lastindex - 1]


@dataclass(frozen=True)
class Words:
    """What a language says.

    Attributes
    ----------
    decimal : str
        The decimal separator that it is usual to write.
    date_order : str
        "dmy", "mdy" or "ymd"; empty where there are two.
    truth : Lexicon
        "true", "false" and "plausibly".
    choices : Lexicon
        The eight directions, left and right, upstream and downstream.
    letters : mapping
        The language's own letters and words for the four hemispheres.
    months : Lexicon
        "1" to "12".
    units : mapping
        A lexicon of the units of "length", and one of those of "area".
    multiples : Lexicon
        The keys of `MULTIPLES`.
    angles : Lexicon
        "degree", "minute" and "second".
    axes : Lexicon
        "latitude" and "longitude".
    refusals, none, conjunctions : Lexicon
        That one declines, that there is no such thing, and "and".
    marker : re.Pattern
        What comes before an answer: "the answer is".
    """

    language: str
    decimal: str
    date_order: str
    truth: Lexicon
    choices: Lexicon
    letters: Mapping[str, tuple[str, ...]]
    months: Lexicon
    units: Mapping[str, Lexicon]
    multiples: Lexicon
    angles: Lexicon
    axes: Lexicon
    refusals: Lexicon
    none: Lexicon
    conjunctions: Lexicon
    marker: re.Pattern[str]


@functools.cache
def words(language: str) -> Words:
    """Return the words of a language, with those of English after its own.

    Raises
    ------
    FormatError
        When there is no such language.
    """
    file = resources.files(__package__).joinpath(f"data/{language}.toml")
    if not re.fullmatch("[a-z]{3}", language) or not file.is_file():
        raise FormatError(f"free text in {language!r} cannot be read")
    own, english = (_load(name) for name in (language, "eng"))

    def both(*keys: str) -> dict[str, list[str]]:
        return {key: [*own.get(key, ()), *english.get(key, ())] for key in keys}

    def table(name: str) -> dict[str, list[str]]:
        return {key: [*own[name][key], *english[name][key]] for key in english[name]}

    units = _load("units")
    return Words(
        language=language,
        decimal=own["decimal"],
        date_order=own["date_order"],
        truth=Lexicon(
            {
                "true": own["yes"] + english["yes"],
                # In some languages no is how another says yes.
                "false": own["no"] + [word for word in english["no"] if word not in own["yes"]],
                "plausibly": own["plausibly"] + english["plausibly"],
            },
            short=True,
        ),
        choices=Lexicon(table("choices")),
        letters={key: tuple(value) for key, value in own["letters"].items()},
        months=Lexicon(
            {
                str(number): [*names, *english["months"][number - 1]]
                for number, names in enumerate(own["months"], start=1)
            }
        ),
        units={
            kind: Lexicon(
                {
                    unit: [*symbols, *own["units"][unit], *english["units"][unit]]
                    for unit, symbols in units[kind]["symbols"].items()
                },
                short=True,
            )
            for kind in units
        },
        multiples=Lexicon(both(*MULTIPLES), short=True),
        angles=Lexicon(both("degree", "minute", "second"), short=True),
        axes=Lexicon(both("latitude", "longitude")),
        refusals=Lexicon(both("refusals")),
        none=Lexicon(both("none")),
        conjunctions=Lexicon(both("and"), short=True),
        marker=_marker(own, english),
    )


def factors(kind: str) -> Mapping[str, float]:
    """Return how many km there are in each unit of length, or km2 in each unit of area."""
    return _load("units")[kind]["factors"]


def hemispheres(language: str) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """Return the letters and words for the four directions: a language's own, then English."""
    own, english = words(language).letters, words("eng").letters
    return (own,) if language == "eng" else (own, english)


@functools.cache
def _load(name: str) -> dict[str, Any]:
    file = resources.files(__package__).joinpath(f"data/{name}.toml")
    return tomllib.loads(file.read_text("utf-8"))


def _stemmed(word: str) -> str:
    pattern = ""
    for letter in word:
        if letter == "*":
            pattern += r"\w*"
        elif letter == "-":
            pattern += r"[-\s]?"
        elif letter == " ":
            pattern += r"\s+"
        else:
            pattern += re.escape(letter)
    return pattern


def _marker(own: Mapping[str, Any], english: Mapping[str, Any]) -> re.Pattern[str]:
    """Return what comes before an answer: "the answer is", "Answer:"."""
    alternatives = []
    for data in (own, english):
        named = "|".join(_stemmed(tidy(word)) for word in data["markers"])
        copulas = [
            re.escape(word) + ("" if _UNSPACED.search(word) else r"(?!\w)")
            for word in data["copulas"]
        ]
        copula = "|".join(copulas) or "(?!)"
        alternatives.append(rf"(?:{named})\W{{0,3}}\s*(?:[:=]|(?:{copula})\s*:?)")
    return re.compile(rf"(?:{'|'.join(alternatives)})[\s*]*", re.IGNORECASE)
