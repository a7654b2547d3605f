"""Puts names and parameters into a phrasing, in one pass: a name is never read as a placeholder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from multiglobeqa.taxonomy.template import PLACEHOLDER


def render(text: str, names: Mapping[str, str], parameters: Mapping[str, Any]) -> str:
    """Return the text with its placeholders filled.

    Parameters
    ----------
    text : str
        With ``{entity_A}``, ``{class_A:one}``, ``{class_A:many}`` or ``{parameter}``.
    names : mapping of role to str
        The unique names of the entities.
    parameters : mapping
        Numbers and words; a class is a mapping with ``singular`` and ``plural``.

    Examples
    --------
    >>> render("How far is {entity_A}?", {"entity_A": "{value} km"}, {"value": 5})
    'How far is {value} km?'
    """

    def fill(match: Any) -> str:
        name, form = match.groups()
        if name in names:
            return names[name]
        value = parameters[name]
        if form:
            return value["singular" if form == "one" else "plural"]
        return f"{value:g}" if isinstance(value, int | float) else str(value)

    return PLACEHOLDER.sub(fill, text)
