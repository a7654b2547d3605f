"""`multiglobeqa kg search|get|near|within`: looking into a graph."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from multiglobeqa.errors import InputError

Snapshot = Annotated[Path, typer.Argument(help="A snapshot folder.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="How many at most.")]
OfClass = Annotated[
    str | None, typer.Option("--class", help="Only this class: its IRI or the last part of it.")
]
# A coordinate such as -33.9 is no option.
_NEGATIVE = {"ignore_unknown_options": True}
_LONGEST = 200  # characters of a value
_MOST = 25  # relatives of a kind


def register(app: typer.Typer) -> None:
    """Add the commands to a group."""
    app.command()(search)
    app.command()(get)
    app.command(context_settings=_NEGATIVE)(near)
    app.command(context_settings=_NEGATIVE)(within)


def search(
    snapshot: Snapshot,
    name: Annotated[str, typer.Argument(help="In any language and script, typos allowed.")],
    limit: Limit = 10,
    as_json: AsJson = False,
) -> None:
    """Find entities by name."""
    from multiglobeqa.kg.lookup import Lookup
    from multiglobeqa.kg.store import Store

    with Store(snapshot) as store:
        hits = [hit._asdict() for hit in Lookup(store, _tell).search(name, limit)]
    rows = [{"class" if key == "class_" else key: hit[key] for key in hit} for hit in hits]
    _print_rows(rows, as_json)


def get(
    snapshot: Snapshot,
    entity: Annotated[str, typer.Argument(help="The IRI of an entity.")],
    links: Annotated[bool, typer.Option("--links", help="Also what links to it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show all that a graph says of an entity."""
    from multiglobeqa.kg.lookup import Lookup
    from multiglobeqa.kg.store import Store

    with Store(snapshot) as store:
        lookup = Lookup(store, _tell)
        found = lookup.entity(entity)
        if found is None:
            raise InputError(f"holds no entity <{entity}>", source=snapshot)
        page = {
            **found,
            "geometry": _wkt(found["geometry"]),
            "map": _map(found["lat"], found["lon"]),
            "triples": lookup.triples(entity).to_pylist(),
        }
        if links:
            page["parents"] = lookup.parents(entity).to_pylist()
            page["children"] = lookup.children(entity).to_pylist()
            page["neighbours"] = lookup.neighbours(entity).to_pylist()
    if as_json:
        typer.echo(json.dumps(page))
    else:
        for line in _page(page):
            typer.echo(visible(line))


def near(
    snapshot: Snapshot,
    lat: Annotated[float, typer.Argument(help="Latitude, degrees.")],
    lon: Annotated[float, typer.Argument(help="Longitude, degrees.")],
    *,
    km: Annotated[float | None, typer.Option(help="How far at most, kilometres.")] = None,
    limit: Limit = 10,
    class_: OfClass = None,
    as_json: AsJson = False,
) -> None:
    """Find the entities nearest to a point."""
    from multiglobeqa.kg.lookup import Lookup
    from multiglobeqa.kg.store import Store

    with Store(snapshot) as store:
        table = Lookup(store, _tell).near(lat, lon, km, limit, class_)
    _print_rows(table.to_pylist(), as_json)


def within(
    snapshot: Snapshot,
    area: Annotated[
        list[str], typer.Argument(help="WEST SOUTH EAST NORTH in degrees, or an area's IRI.")
    ],
    limit: Limit = 1000,
    class_: OfClass = None,
    as_json: AsJson = False,
) -> None:
    """Find the entities in a box or in an area of the graph."""
    from multiglobeqa.kg.lookup import Lookup
    from multiglobeqa.kg.store import Store

    box = _box(area)
    with Store(snapshot) as store:
        lookup = Lookup(store, _tell)
        table = lookup.in_box(*box, class_=class_) if box else lookup.contained(area[0], class_)
    _print_rows(table.slice(0, limit).to_pylist(), as_json)
    if table.num_rows > limit:
        typer.echo(f"{table.num_rows - limit:,} more; see them with --limit", err=True)


def visible(text: str) -> str:
    r"""Return a text in which what would steer the terminal or turn the line is spelt out.

    Joiners stay, which many scripts are written with.

    Examples
    --------
    >>> visible("safe \x1b[31m \u202e")
    'safe <U+001B>[31m <U+202E>'
    """
    return "".join(
        f"<U+{ord(mark):04X}>"
        if unicodedata.category(mark) in _STEERING and mark not in "\u200c\u200d"
        else mark
        for mark in text
    )


_STEERING = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _box(area: list[str]) -> tuple[float, float, float, float] | None:
    if len(area) == 1:
        return None
    if len(area) != 4:
        raise InputError(
            f"{len(area)} values are neither a box nor an area",
            remedy="Give WEST SOUTH EAST NORTH, or one IRI.",
        )
    try:
        west, south, east, north = map(float, area)
    except ValueError as error:
        raise InputError(f"the box is no box: {error}") from None
    return west, south, east, north


def _print_rows(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for row in rows:
        typer.echo(visible(_line(row)))
    if not rows:
        typer.echo("nothing found", err=True)


def _line(row: dict[str, Any]) -> str:
    """Return what, where, and how near or how well matched, in one line."""
    parts = [row["display_name"] or row["name"], _last(row["class"])]
    if row["lat"] is not None:
        parts.append(f"{row['lat']:.5f}, {row['lon']:.5f}")
    if "distance_km" in row:
        parts.append(f"{row['distance_km']:.3f} km")
    if "match" in row:
        parts.append(row["match"])
    return f"{' | '.join(parts)} | <{row['id']}>"


def _page(page: dict[str, Any]) -> Iterator[str]:
    yield page["display_name"] or page["name"]
    yield f"  <{page['id']}>"
    yield f"  class       {', '.join(dict.fromkeys([page['class'], *page['categories']]))}"
    for language, label in sorted(page["labels"].items()):
        yield f"  label       {label} ({language})"
    for alias in page["aliases"]:
        yield f"  alias       {alias}"
    strata = (page[name] or "none" for name in ("country", "income_tier", "density_tier"))
    yield "  strata      country {}, income {}, density {}".format(*strata)
    for name in ("population", "admin_level", "start", "end", "image"):
        if page[name] is not None:
            yield f"  {name:<11} {page[name]}"
    if page["map"]:
        yield f"  point       {page['lat']:.6f}, {page['lon']:.6f}"
        yield f"  map         {page['map']}"
    if page["geometry"]:
        yield f"  geometry    {_short(page['geometry'])}"
    for relation in ("parents", "children", "neighbours"):
        others = page.get(relation, [])
        for other in others[:_MOST]:
            yield f"  {relation:<11} {_relative(other)}"
        if len(others) > _MOST:
            yield f"  {relation:<11} {len(others) - _MOST:,} more; see them with --json"
    yield f"  {len(page['triples'])} triples"
    for triple in page["triples"]:
        about = "" if triple["subject"] == page["id"] else f"{_term(triple['subject'])} "
        yield f"    {about}<{triple['predicate']}> {_object(triple)}"


def _relative(other: str | dict[str, Any]) -> str:
    if isinstance(other, str):
        return f"<{other}>"
    way = f"{other['direction']} <{other['predicate']}> " if "predicate" in other else ""
    return f"{way}{other['name']} <{other['id']}>"


def _object(triple: dict[str, Any]) -> str:
    if triple["kind"] != "literal":
        return _term(triple["object"])
    text = json.dumps(_short(triple["object"]), ensure_ascii=False)
    if triple["language"]:
        return f"{text}@{triple['language']}"
    return f"{text}^^<{triple['datatype']}>" if triple["datatype"] else text


def _term(term: str) -> str:
    return term if term.startswith("_:") else f"<{term}>"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text):,} characters)"


def _last(iri: str) -> str:
    return iri.rstrip("/#").replace("#", "/").rsplit("/", 1)[-1]


def _wkt(geometry: bytes | None) -> str | None:
    import shapely

    return None if geometry is None else shapely.to_wkt(shapely.from_wkb(geometry), -1)


def _map(lat: float | None, lon: float | None) -> str | None:
    if lat is None or lon is None:
        return None
    place = f"{lat:.6f}", f"{lon:.6f}"
    return "https://www.openstreetmap.org/?mlat={0}&mlon={1}#map=15/{0}/{1}".format(*place)


__all__ = ["get", "near", "register", "search", "visible", "within"]
