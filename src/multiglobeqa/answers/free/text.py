"""Text made ready to be read: one form for what is written in several ways."""

from __future__ import annotations

import re
import unicodedata

from multiglobeqa.answers.format import FormatError

LONGEST = 50_000  # characters

_SAME = str.maketrans(
    {
        **dict.fromkeys("º˚ᵒ", "°"),
        **dict.fromkeys("’‘ʼ′‵´`ʹ", "'"),
        **dict.fromkeys("”“„‟″‶ʺ«»", '"'),
        **dict.fromkeys("−–—‐‑‒﹣－", "-"),
        "٫": ".",  # the Arabic decimal separator
        "٬": "'",  # the Arabic thousands separator: as the apostrophe, it can be no other
        "،": ",",
        "؛": ";",
        "。": ". ",
        **dict.fromkeys("\u00a0\u2009\u202f\u2007", " "),
    }
)
_PAIR = re.compile(r"(\d\.\d+),(?=[-+]?\d)")
_QUOTES = "\"'*_`“”„«»「」『』 \t\r\n"
_FENCE = re.compile(r"```[a-zA-Z]*\n?(.*?)```", re.DOTALL)


def tidy(text: str) -> str:
    """Return text in NFKC with one kind of quote, dash, degree sign, space and digit.

    Raises
    ------
    FormatError
        When it is too long to be an answer, or not valid Unicode.

    Examples
    --------
    >>> tidy("٣٫٥ km² – 60º")
    '3.5 km2 - 60°'
    """
    # Before NFKC, which makes letters of degree signs and two primes of a double one.
    text = compatible(text.translate(_SAME)).translate(_SAME)
    if text.isascii():
        return text
    plain = []
    for letter in text:
        category = unicodedata.category(letter)
        if category == "Nd":
            plain.append(str(unicodedata.decimal(letter)))
        elif category != "Cf":  # marks of direction, joiners
            plain.append(letter)
    return "".join(plain).strip()


def compatible(text: str) -> str:
    """Return text in NFKC and otherwise as it is, for names.

    Raises
    ------
    FormatError
        As for `tidy`.
    """
    if len(text) > LONGEST:
        raise FormatError(f"the text has more than {LONGEST:,} characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise FormatError("the text is not valid Unicode") from None
    return unicodedata.normalize("NFKC", text).strip()


def bare(text: str) -> str:
    """Return text without the quotes, emphasis and full stop around it."""
    text = text.strip(_QUOTES)
    # A full stop ends the sentence, unless it ends an abbreviation (St., U.S.).
    if text.endswith(".") and not re.search(r"(?:^|[\s.])\w{1,3}\.$", text):
        text = text[:-1]
    return text.strip(_QUOTES)


def separated(text: str) -> str:
    """Return text with a space after each comma that can only stand between coordinates.

    Examples
    --------
    >>> separated("60.17,24.94")
    '60.17, 24.94'
    """
    return _PAIR.sub(r"\1, ", text)


def fenced(text: str) -> str:
    """Return what stands between code fences, or the text."""
    found = _FENCE.search(text)
    return found[1].strip() if found else text
