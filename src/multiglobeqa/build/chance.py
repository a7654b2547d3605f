"""Chance that depends on the seed and on what is drawn, never on the order of arrival."""

from __future__ import annotations

from hashlib import sha256


def salt(*parts: object) -> int:
    """Return an unsigned 64-bit number that the parts determine.

    Examples
    --------
    >>> salt(7, "A1", "HIC/low") == salt(7, "A1", "HIC/low")
    True
    """
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
