"""Cells and codes of grids in a text."""

from __future__ import annotations

import re
from collections.abc import Callable

from multiglobeqa.answers.cell import parse_h3, parse_s2
from multiglobeqa.answers.format import FormatError, Options
from multiglobeqa.answers.geohash import GEOHASH, MGRS

_TOKEN = re.compile(
    r"(?<![\w/])[0-5]/[0-3]{1,30}(?!\w)"  # an S2 face and path
    r"|(?<![\w/])(?:0x)?[0-9a-fA-F]{1,20}(?![\w/])"
    r"|(?<![\w.])-\d{15,20}(?![\w.])"  # a number with a sign
)
_CODE = re.compile(r"(?<!\w)[0-9A-Za-z]{1,12}(?!\w)")
_MGRS = re.compile(
    r"(?<!\w)(?:\d{1,2}[C-HJ-NP-X]|[ABYZ])\s?[A-HJ-NP-Z]{2}\s?(?:\d{2,10}|\d{1,5}\s\d{1,5})?(?!\w)"
)
_S2_PATH = re.compile("([0-5])/([0-3]{1,30})")


def read_cell(text: str, options: Options) -> tuple[str, str]:
    """Return an H3 cell or S2 cell: a token, a hexadecimal or a decimal number.

    The whole text is tried first, then whatever in it is such a cell; short S2 tokens, which
    any figure may be, count only as the whole text.
    """
    parse = parse_h3 if options["system"] == "h3" else parse_s2
    shortest = 15 if options["system"] == "h3" else 3
    return _one(text, _TOKEN, lambda token: _cell(token, parse), shortest, "cell")


def read_composite(text: str) -> tuple[dict[str, str], str]:
    """Return an H3 cell and an S2 cell, in either order."""
    h3_cell, how = _one(text, _TOKEN, lambda token: _cell(token, parse_h3), 15, "H3 cell")
    rest = re.sub(re.escape(h3_cell), " ", text, flags=re.IGNORECASE)
    named = re.search(r"s2\W", rest, re.IGNORECASE)
    rest = rest[named.end() :] if named else rest
    s2_cell, _ = _one(rest, _TOKEN, lambda token: _cell(token, parse_s2), 3, "S2 cell")
    return {"h3": h3_cell, "s2": s2_cell}, how


def read_code(text: str, options: Options) -> tuple[str, str]:
    """Return a geohash or an MGRS reference."""
    if options["system"] == "mgrs":
        return _one(text, _MGRS, _mgrs, 2, "MGRS reference")
    # A word may be a geohash too: it counts when nothing with a figure in it is one.
    length = options.get("precision") or 0
    try:
        return _one(text, _CODE, lambda code: _geohash(code, length, figures=True), 1, "geohash")
    except FormatError:
        return _one(text, _CODE, lambda code: _geohash(code, length, figures=False), 1, "geohash")


def _one(
    text: str,
    pattern: re.Pattern[str],
    read: Callable[[str], tuple[str, str]],
    shortest: int,
    what: str,
) -> tuple[str, str]:
    """Return the whole text read, or the only token in it that can be."""
    try:
        return read(text.strip())
    except FormatError:
        pass
    found = {}
    for match in pattern.finditer(text):
        if len(match[0]) >= shortest:
            try:
                value, how = read(match[0])
            except FormatError:
                continue
            found[value] = how
    if len(found) != 1:
        raise FormatError(f"the text holds {'no' if not found else 'more than one'} {what}")
    return next(iter(found.items()))


def _cell(token: str, parse: Callable[[object], str]) -> tuple[str, str]:
    """Read a cell in any of its spellings."""
    if path := _S2_PATH.fullmatch(token):
        return _from_path(path[1], path[2], parse)
    plain = token.lower().removeprefix("0x")
    try:
        return parse(plain), "token" if plain == token.lower() else "hexadecimal"
    except FormatError:
        if not re.fullmatch(r"-?\d{15,20}", token):
            raise
    return parse(f"{int(token) % 2**64:x}".rjust(15 if parse is parse_h3 else 16, "0")), "integer"


def _from_path(face: str, path: str, parse: Callable[[object], str]) -> tuple[str, str]:
    """Read an S2 cell given by its face and the positions below it."""
    bits = f"{int(face):03b}" + "".join(f"{int(step):02b}" for step in path) + "1"
    return parse(f"{int(bits.ljust(64, '0'), 2):016x}"), "path"


def _geohash(code: str, length: int, *, figures: bool) -> tuple[str, str]:
    if not GEOHASH.fullmatch(code.lower()) or (length and len(code) != length):
        raise FormatError(f"{code!a} is not a geohash of {length} characters")
    if figures and not any(letter.isdigit() for letter in code):
        raise FormatError(f"{code!a} may be a word")
    return code.lower(), "code"


def _mgrs(code: str) -> tuple[str, str]:
    plain = "".join(code.upper().split())
    if not MGRS.fullmatch(plain.removeprefix("0")):
        raise FormatError(f"{code!a} is not an MGRS reference")
    return plain, "code"
