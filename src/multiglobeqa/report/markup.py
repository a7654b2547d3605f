"""HTML built element by element, so that nothing reaches the page unescaped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

VOID = frozenset({"br", "meta", "wbr"})

# HTML forbids the control characters (but for tab, newline and return) even as references.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Markup(str):
    """Text that is HTML already. Only `tag` and `join` make it; plain text is escaped by them."""

    __slots__ = ()


def text(value: object) -> Markup:
    """Return `value` as escaped text; characters that HTML forbids become U+FFFD.

    Examples
    --------
    >>> text("<b> & 'c'")
    '&lt;b&gt; &amp; &#x27;c&#x27;'
    """
    if isinstance(value, Markup):
        return value
    return Markup(html.escape(_FORBIDDEN.sub("\ufffd", str(value)), quote=True))


def join(*children: object) -> Markup:
    """Return the children one after the other: text escaped, None left out, iterables unpacked."""
    parts: list[str] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, Iterable) and not isinstance(child, str):
            parts.append(join(*child))
        else:
            parts.append(text(child))
    return Markup("".join(parts))


def tag(name: str, /, *children: object, **attributes: object) -> Markup:
    """Return an element.

    Parameters
    ----------
    name : str
        The element's name.
    *children
        What it holds, as `join` takes it.
    **attributes
        An underscore stands for a hyphen, and one at the end is dropped (``class_``). None and
        False leave the attribute out, True gives one without a value.

    Examples
    --------
    >>> tag("td", "Côte <d'Ivoire>", class_="name", colspan=2)
    '<td class="name" colspan="2">Côte &lt;d&#x27;Ivoire&gt;</td>'
    """
    opening = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        name_ = key.removesuffix("_").replace("_", "-")
        opening.append(name_ if value is True else f'{name_}="{text(value)}"')
    start = f"<{' '.join(opening)}>"
    return Markup(start if name in VOID and not children else f"{start}{join(*children)}</{name}>")


def foreign(value: object) -> Markup:
    """Return text of unknown script and direction, kept from turning its neighbours around.

    Names from a map and what a model said may hold right-to-left marks; ``<bdi>`` isolates them.
    """
    return tag("bdi", str(value))
