"""What every public source gives: features, each with what the graph says of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.errors import InputError


class Row(NamedTuple):
    """A row of a file: its fields by their names in lower case, and its geometry."""

    fields: Mapping[str, Any]
    shape: shapely.Geometry | None
    place: str  # where in the file, for messages


class Feature(NamedTuple):
    """A region or an event, ready for the graph.

    A feature without a shape only adds facts to a region that another file holds.
    """

    iri: str
    facts: tuple[Triple, ...]
    shape: shapely.Geometry | None = None
    reach: shapely.Geometry | None = None  # where an event is felt; None for a region


def text(row: Row, *names: str) -> str | None:
    """Return the first of the fields that is not blank."""
    for name in names:
        value = row.fields.get(name)
        if value is not None and str(value).strip():
            return str(value).strip()
    return None


def number(row: Row, *names: str) -> float | None:
    """Return the first of the fields that is not blank, as a number.

    Raises
    ------
    InputError
        When it is no finite number.
    """
    found = text(row, *names)
    if found is None:
        return None
    try:
        value = float(found)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise InputError(f"has {found!r} where a number is due", place=f"{row.place}, {names[0]}")
    return value


def required(row: Row, *names: str) -> str:
    """Return the first of the fields that is not blank; an error if all are."""
    found = text(row, *names)
    if found is None:
        raise InputError(f"has no {names[0]}", place=row.place)
    return found


def day(row: Row, value: object) -> str:
    """Return an ISO 8601 date from a date, a text that begins with one, or Unix milliseconds."""
    if isinstance(value, (date, datetime)):
        return value.isoformat()[:10]
    said = str(value).strip()
    if said.lstrip("-").isdigit() and len(said) > 8:
        return instant(int(said) / 1000)[:10]
    try:
        return date.fromisoformat(said[:10].replace("/", "-")).isoformat()
    except ValueError:
        raise InputError(f"has {said!r} where a date is due", place=row.place) from None


def instant(seconds: float) -> str:
    """Return Unix seconds as an ISO 8601 time in UTC.

    Examples
    --------
    >>> instant(1517966773.84)
    '2018-02-07T01:26:13Z'
    """
    return datetime.fromtimestamp(int(seconds // 1), UTC).isoformat().replace("+00:00", "Z")
