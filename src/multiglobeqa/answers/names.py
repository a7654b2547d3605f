"""When two spellings are the same name."""

from __future__ import annotations

import unicodedata

LONGEST = 500  # characters of a name


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
