"""Language tags: which suffixes of a key such as ``name:pt-BR`` are languages, in one spelling."""

from __future__ import annotations

import re
from functools import cache

# Language, up to three extended languages, script, region, variants: RFC 5646, section 2.1.
_WELL_FORMED = re.compile(
    r"(?P<language>[a-z]{2,3}(?:-[a-z]{3}){0,3})(?:-(?P<script>[a-z]{4}))?"
    r"(?:-(?P<region>[a-z]{2}|\d{3}))?(?P<variants>(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*)",
    re.IGNORECASE,
)

# The two-letter codes of ISO 639-1: first letter, second letters.
_ISO_639_1 = {
    "a": "abefkmnrsvyz",
    "b": "aeghimnors",
    "c": "aehorsuvy",
    "d": "aevz",
    "e": "elnostu",
    "f": "afijory",
    "g": "adlnuv",
    "h": "aeiortuyz",
    "i": "adegikostu",
    "j": "av",
    "k": "agijklmnorsuvwy",
    "l": "abginotuv",
    "m": "ghiklnrsty",
    "n": "abdeglnorvy",
    "o": "cjmrs",
    "p": "ailst",
    "q": "u",
    "r": "mnouw",
    "s": "acdeghiklmnoqrstuvw",
    "t": "aeghiklnorstwy",
    "u": "gkrz",
    "v": "eio",
    "w": "ao",
    "x": "h",
    "y": "io",
    "z": "ahu",
}

# Words of mappers that only look like ISO 639-3 codes: the short, the old, the local name.
_NO_LANGUAGES = {
    *("abb", "alt", "int", "loc", "nat", "off", "old", "out"),
    *("pre", "ref", "reg", "sht", "tax", "uic", "via"),
}

# How OpenStreetMap writes transliterations, and how BCP 47 does.
_RENAMED = {
    "zh_pinyin": "zh-Latn-pinyin",
    "zh_zhuyin": "zh-Bopo",
    "ja_rm": "ja-Latn",
    "ja-rm": "ja-Latn",
    "ja_romaji": "ja-Latn",
    "ja_kana": "ja-Hrkt",
    "ja-hira": "ja-Hira",
    "ko_rm": "ko-Latn",
    "ko-rm": "ko-Latn",
}


@cache
def language_tag(text: str) -> str | None:
    """Return a language's BCP 47 tag in its usual case, or None when `text` is no language.

    Examples
    --------
    >>> [language_tag(text) for text in ("fr", "PT-br", "zh-hant", "ko_rm", "etymology", "left")]
    ['fr', 'pt-BR', 'zh-Hant', 'ko-Latn', None, None]
    """
    match = _WELL_FORMED.fullmatch(_RENAMED.get(text, text))
    if not match:
        return None
    primary = match["language"].lower().partition("-")[0]
    if len(primary) == 2 and primary[1] not in _ISO_639_1.get(primary[0], ""):
        return None
    if primary in _NO_LANGUAGES:
        return None
    return usual_case(match[0])


@cache
def usual_case(tag: str) -> str:
    """Return a BCP 47 tag in the case that the standard recommends; other text as it is.

    Examples
    --------
    >>> usual_case("zh-hant-tw")
    'zh-Hant-TW'
    """
    match = _WELL_FORMED.fullmatch(tag)
    if not match:
        return tag
    parts = [match["language"].lower()]
    if match["script"]:
        parts.append(match["script"].title())
    if match["region"]:
        parts.append(match["region"].upper())
    return "-".join(parts) + match["variants"].lower()


__all__ = ["language_tag", "usual_case"]
