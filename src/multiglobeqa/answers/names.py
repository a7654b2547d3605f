"""When two spellings are the same name: letter case, accents, punctuation, alphabet."""

from __future__ import annotations

import functools
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib import resources
from typing import Any, NamedTuple

LONGEST = 500  # characters of a name

# Whatever changes the outcome of `fold` or `spellings` changes this, and with it the signature.
NORMALISER = "nfkc-fold-1"

# Accents on Latin, Greek and Cyrillic letters, and the optional vowel points and stretching of
# Hebrew and Arabic. Other marks make another letter (か and が).
_MARKS = frozenset(
    chr(code)
    for first, last in (
        (0x0300, 0x036F),
        (0x0591, 0x05BD),
        (0x05BF, 0x05BF),
        (0x05C1, 0x05C2),
        (0x0610, 0x061A),
        (0x0640, 0x0640),
        (0x064B, 0x065F),
        (0x0670, 0x0670),
    )
    for code in range(first, last + 1)
)
_ACCENTABLE = re.compile("[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f]")
_IDEOGRAPHIC = "\u3040-\u30ff\u3400-\u9fff"
_IDEOGRAPH_SPACE = re.compile(f"(?<=[{_IDEOGRAPHIC}]) +| +(?=[{_IDEOGRAPHIC}])")


def fold(name: str) -> str:
    """Return a name in NFKC, case-folded, its white space collapsed.

    Examples
    --------
    >>> fold("  Ｓaint  Louis ")
    'saint louis'
    """
    if name.isascii():
        return " ".join(name.casefold().split())
    name = unicodedata.normalize("NFKC", name).casefold()
    # Case folding can undo the normal form.
    return " ".join(unicodedata.normalize("NFKC", name).split())


def spellings(folded: str) -> frozenset[str]:
    """Return the plain spellings of a folded name, in Latin letters where an alphabet has them.

    Accents and punctuation go, umlauts are written in both usual ways, and Cyrillic, Greek and
    Georgian are romanised. Two names that share a spelling may be the same: whoever compares
    them must see to it that no other name in question shares it too.

    Examples
    --------
    >>> sorted(spellings("köln-mülheim"))
    ['koeln muelheim', 'koln mulheim']
    >>> sorted(spellings("пловдив"))
    ['plovdiv', 'plovdyv', 'пловдив']
    """
    if folded.isascii():
        return frozenset((folded if folded.isalnum() else _plain()(folded),))
    plain = _plain()(folded)
    found = {plain, _digraphs()(folded)}
    for script in _scripts():
        if script.letters.search(plain):
            found.update(system(folded) for system in script.systems)
    return frozenset(found)


class _Transliteration:
    """A way to spell plainly: what becomes of some letters, while the others lose their accents.

    Parameters
    ----------
    letters : mapping
        What to write for a letter, or for several at once; a space before them is the start of
        a word.
    """

    def __init__(self, letters: Mapping[str, str]) -> None:
        self._several = {key: value for key, value in letters.items() if len(key) > 1}
        longest_first = sorted(self._several, key=len, reverse=True)
        self._pattern = re.compile("|".join(longest_first)) if longest_first else None
        self._table = _PlainLetters(
            {ord(key): value for key, value in letters.items() if len(key) == 1}
        )

    def __call__(self, folded: str) -> str:
        if self._pattern:
            plain = f" {_plain()(folded)}"
            folded = self._pattern.sub(lambda match: self._several[match[0]], plain)
        text = " ".join(folded.translate(self._table).split())
        return text if text.isascii() else _IDEOGRAPH_SPACE.sub("", text)


class _PlainLetters(dict[int, str]):
    """A translation table that works out each letter when it first meets it."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        base = unicodedata.normalize("NFD", letter)[0]
        if letter in _MARKS or letter in _data()["punctuation"]["dropped"]:
            plain = ""
        elif unicodedata.category(letter).startswith("P"):
            plain = " "
        elif letter != base and _ACCENTABLE.match(base):
            plain = self[ord(base)]
        else:
            plain = _data()["letters"].get(letter, letter)
        self[code] = plain
        return plain


class _Script(NamedTuple):
    letters: re.Pattern[str]
    systems: tuple[_Transliteration, ...]


@functools.cache
def _data() -> dict[str, Any]:
    file = resources.files(__package__).joinpath("data/letters.toml")
    return tomllib.loads(file.read_text("utf-8"))


@functools.cache
def _plain() -> _Transliteration:
    return _Transliteration({})


@functools.cache
def _digraphs() -> _Transliteration:
    return _Transliteration(_data()["digraphs"])


@functools.cache
def _scripts() -> tuple[_Script, ...]:
    return tuple(
        _Script(
            re.compile("[" + "".join(map("".join, systems.values())).replace(" ", "") + "]"),
            tuple(_Transliteration(system) for system in systems.values()),
        )
        for systems in _data()["alphabets"].values()
    )
