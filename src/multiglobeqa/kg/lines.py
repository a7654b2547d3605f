"""Roads, railways and waterways as people name them, joined from the ways they are mapped in.

Pieces of one kind with the same name belong together when they meet or lie within `GAP` metres of
each other (the two carriageways of a street, a roundabout, a culvert), or when a relation of a
waterway says so. A joined waterway keeps the direction in which it was drawn, which
is that of its flow, and its parts come in the order in which the water passes them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa
import shapely

from multiglobeqa.kg import shapes
from multiglobeqa.kg.naming import key as name_key
from multiglobeqa.kg.osmh3kg_tags import agreed, name_of, of_the_whole
from multiglobeqa.kg.tables import create, insert

GAP = 50.0  # metres

_ROADS = {
    *("motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential"),
    *("motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link", "track"),
    *("living_street", "service", "pedestrian", "road", "footway", "path", "cycleway", "steps"),
    *("bridleway", "busway", "bus_guideway", "escape", "raceway", "corridor", "via_ferrata"),
}
_RAILWAYS = {
    *("rail", "light_rail", "subway", "tram", "narrow_gauge", "funicular", "monorail"),
    *("preserved", "miniature", "disused", "abandoned"),
}
_WATERWAYS = {"river", "stream", "canal", "drain", "ditch", "tidal_channel", "fairway"}
_FAMILIES = (
    ("road", "highway", _ROADS),
    ("railway", "railway", _RAILWAYS),
    ("waterway", "waterway", _WATERWAYS | {"riverbank"}),
    ("waterway", "water", {"river", "canal", "stream"}),
)
_KEYS = {"road": "highway", "railway": "railway", "waterway": "waterway"}

_METRES_PER_DEGREE = 111_320.0
_BATCH = 1 << 12


class Whole(NamedTuple):
    """A thing joined from parts."""

    id: str
    parts: list[str]
    tags: dict[str, str]
    geometry: shapely.Geometry


def family(tags: Mapping[str, str]) -> str | None:
    """Return what a feature is a piece of: road, railway, waterway, or None."""
    if tags.get("type") == "waterway":
        return "waterway"
    for name, key, values in _FAMILIES:
        if tags.get(key) in values:
            return name
    return None


def join_lines(connection: duckdb.DuckDBPyConnection) -> None:
    """Replace the pieces in the table `feature` by the roads and waterways they make up."""
    create(connection, "piece_of", _PIECES_OF)
    reader = connection.cursor().execute(
        """
        SELECT id, tags FROM feature
        WHERE (tags['highway'] IS NOT NULL OR tags['railway'] IS NOT NULL
            OR tags['waterway'] IS NOT NULL OR tags['water'] IS NOT NULL
            OR tags['type'] = 'waterway')
            AND id NOT LIKE 'node%'
        """
    )
    for batch in reader.to_arrow_reader(_BATCH):
        found: list[dict[str, str]] = []
        for row in batch.to_pylist():
            tags = dict(row["tags"])
            name, kind = tags.get("name") or name_of(tags), family(tags)
            if kind and name:
                found.append({"id": row["id"], "family": kind, "key": name_key(name)})
        insert(connection, "piece_of", [pa.Table.from_pylist(found, _PIECES_OF)])
    create(connection, "part", _PARTS)
    joined: list[Whole] = []
    dissolved: list[str] = []
    for pieces in _groups(connection):
        wholes = join(pieces[0]["family"], pieces)
        joined += wholes
        dissolved += [part for whole in wholes for part in whole.parts]
        dissolved += [piece["id"] for piece in pieces if piece["geometry"] is None]
        if len(joined) >= _BATCH:
            _replace(connection, joined, dissolved)
            joined, dissolved = [], []
    _replace(connection, joined, dissolved)
    connection.execute("DELETE FROM feature WHERE id IN (FROM part)")
    # What remains of the relations of waterways had no pieces in the file.
    connection.execute("DELETE FROM feature WHERE geometry IS NULL AND tags['type'] = 'waterway'")
    connection.execute("DROP TABLE part; DROP TABLE piece_of")


def _groups(connection: duckdb.DuckDBPyConnection) -> Iterator[list[dict[str, Any]]]:
    """Yield the pieces of one kind and name, where there are several."""
    reader = connection.cursor().execute(
        """
        SELECT family, key, feature.id, tags, geometry, members
        FROM piece_of JOIN feature USING (id)
        ORDER BY family, key, length(feature.id), feature.id
        """
    )
    rows = (row for batch in reader.to_arrow_reader(_BATCH) for row in batch.to_pylist())
    for _, group in groupby(rows, key=itemgetter("family", "key")):
        pieces = list(group)
        if len(pieces) > 1:
            yield pieces


def join(kind: str, pieces: list[dict[str, Any]]) -> list[Whole]:
    """Join pieces of one kind and name.

    Parameters
    ----------
    kind : str
        road, railway or waterway.
    pieces : list of dict
        With ``id``, ``tags``, ``geometry`` (WKB; None for a relation) and ``members``.

    Returns
    -------
    list of Whole
        Those of more than one part; areas of water or of streets that a line runs through are
        parts without being in the geometry.
    """
    relations = [piece for piece in pieces if piece["geometry"] is None]
    drawn = [piece for piece in pieces if piece["geometry"] is not None]
    found = shapely.from_wkb([piece["geometry"] for piece in drawn])
    dimension = shapely.get_dimensions(found)
    lines, areas = np.flatnonzero(dimension == 1), np.flatnonzero(dimension == 2)
    if not len(lines):
        return []
    sets = _Sets(len(drawn))
    _by_relations(sets, drawn, relations)
    _by_distance(sets, found, lines, areas)
    members: dict[int, list[int]] = defaultdict(list)
    for index in range(len(drawn)):
        members[sets.find(index)].append(index)
    wholes = []
    for chosen in members.values():
        running = [index for index in chosen if dimension[index] == 1]
        if len(chosen) > 1 and running:
            parts = [drawn[index] for index in running]
            wholes.append(
                Whole(
                    kind + parts[0]["id"].removeprefix("way"),
                    sorted(drawn[index]["id"] for index in chosen),
                    _tags(kind, parts, found[running], relations),
                    _course(found[running]) if kind == "waterway" else _merged(found[running]),
                )
            )
    return wholes


class _Sets:
    """Disjoint sets of numbers."""

    def __init__(self, count: int) -> None:
        self._up = list(range(count))

    def find(self, one: int) -> int:
        while self._up[one] != one:
            self._up[one] = self._up[self._up[one]]
            one = self._up[one]
        return one

    def unite(self, one: int, other: int) -> None:
        low, high = sorted((self.find(one), self.find(other)))
        self._up[high] = low


def _by_relations(
    sets: _Sets, drawn: list[dict[str, Any]], relations: list[dict[str, Any]]
) -> None:
    place = {piece["id"]: index for index, piece in enumerate(drawn)}
    for relation in relations:
        known = [place[member] for member in relation["members"] if member in place]
        for index in known[1:]:
            sets.unite(known[0], index)


def _by_distance(sets: _Sets, found: np.ndarray, lines: np.ndarray, areas: np.ndarray) -> None:
    """Unite lines within the gap of each other, then each area with the first line it is near."""
    flat = shapely.transform(found, _mercator)
    south = np.radians(np.abs(shapely.bounds(found)[:, [1, 3]]).max(axis=1).clip(max=85))
    gap = GAP / (_METRES_PER_DEGREE * np.cos(south))
    tree = shapely.STRtree(flat[lines])
    for group in (lines, areas):
        near = tree.query(flat[group], predicate="dwithin", distance=gap[group])
        order = np.lexsort((near[1], near[0]))
        done = set()
        for one, other in near[:, order].T:
            if group is areas and one in done:
                continue
            done.add(one)
            sets.unite(int(group[one]), int(lines[other]))


def _mercator(points: np.ndarray) -> np.ndarray:
    """Return longitude and latitude on a plane that keeps shapes, in degrees of the equator."""
    latitude = np.radians(points[:, 1].clip(-85, 85))
    return np.column_stack([points[:, 0], np.degrees(np.arcsinh(np.tan(latitude)))])


def _tags(
    kind: str, parts: list[dict[str, Any]], found: np.ndarray, relations: list[dict[str, Any]]
) -> dict[str, str]:
    """Return the tags of the whole; it is of the class that most of its length is of."""
    key = _KEYS[kind]
    lengths: Counter[str] = Counter()
    for part, length in zip(parts, shapely.length(found), strict=True):
        lengths[dict(part["tags"]).get(key, "")] += length
    tags = agreed(dict(part["tags"]) for part in parts)
    tags[key] = min(lengths, key=lambda value: (-lengths[value], value))
    ids = {part["id"] for part in parts}
    for relation in relations:
        if ids & set(relation["members"]):
            for name, value in sorted(dict(relation["tags"]).items()):
                if of_the_whole(name):
                    tags.setdefault(name, value)
    return tags


def _merged(found: np.ndarray) -> shapely.Geometry:
    return shapely.line_merge(shapely.multilinestrings(_parts(found)))


def _course(found: np.ndarray) -> shapely.Geometry:
    """Return lines joined end to start, those upstream first."""
    merged = shapely.line_merge(shapely.multilinestrings(_parts(found)), directed=True)
    parts = list(shapely.get_parts(merged))
    if len(parts) == 1:
        return parts[0]
    starts: dict[tuple[float, ...], list[int]] = defaultdict(list)
    for index, part in enumerate(parts):
        starts[part.coords[0]].append(index)
    after = [starts[part.coords[-1]] for part in parts]
    feeding = Counter(index for following in after for index in following)
    # Kahn's order; where the water runs in a circle, the first that is left goes on.
    order: list[int] = []
    waiting = dict.fromkeys(range(len(parts)))
    while waiting:
        index = next((one for one in waiting if feeding[one] <= 0), next(iter(waiting)))
        del waiting[index]
        order.append(index)
        for following in after[index]:
            feeding[following] -= 1
    return shapely.multilinestrings([parts[index] for index in order])


def _parts(found: np.ndarray) -> np.ndarray:
    return shapely.get_parts(found)


def make_routes(connection: duckdb.DuckDBPyConnection, counts: Counter[str]) -> None:
    """Give the routes in the table `feature` the lines of their ways, or leave them out.

    A route that leads out of the file is left out: its length there would say nothing.
    """
    reader = connection.cursor().execute(
        """
        SELECT
            route.id,
            list(piece.geometry ORDER BY place) AS lines,
            count(*) = count(piece.id) AS whole
        FROM (
            SELECT id, unnest(members) AS way, generate_subscripts(members, 1) AS place
            FROM feature WHERE geometry IS NULL AND tags['type'] = 'route'
        ) AS route
        LEFT JOIN piece ON piece.id = route.way
        GROUP BY route.id
        ORDER BY route.id
        """
    )
    for batch in reader.to_arrow_reader(64):
        made = []
        for row in batch.to_pylist():
            if row["whole"]:
                merged = _merged(shapely.from_wkb(list(dict.fromkeys(row["lines"]))))
                checked = shapes.sound(np.array([merged], object), counts)[0]
                if checked is not None:
                    made.append((row["id"], shapely.to_wkb(checked)))
            else:
                counts[shapes.INCOMPLETE_RELATION] += 1
        if made:
            columns = [pa.array(column) for column in zip(*made, strict=True)]
            connection.register("made", pa.table(columns, ["id", "geometry"]))
            connection.execute(
                "UPDATE feature SET geometry = made.geometry FROM made WHERE feature.id = made.id"
            )
            connection.unregister("made")
    connection.execute("DELETE FROM feature WHERE geometry IS NULL AND tags['type'] = 'route'")


def _replace(
    connection: duckdb.DuckDBPyConnection, wholes: list[Whole], dissolved: list[str]
) -> None:
    """Add wholes to the table `feature`, and what they replace to the table `part`."""
    insert(connection, "part", [pa.table([pa.array(dissolved, pa.string())], _PARTS)])
    rows = [
        {
            "id": whole.id,
            "tags": sorted(whole.tags.items()),
            "geometry": shapely.to_wkb(whole.geometry),
            "parts": whole.parts,
        }
        for whole in wholes
    ]
    insert(connection, "feature", [pa.Table.from_pylist(rows, _WHOLES)])


_PIECES_OF = pa.schema([("id", pa.string()), ("family", pa.string()), ("key", pa.string())])
_PARTS = pa.schema([("id", pa.string())])
_WHOLES = pa.schema(
    [
        ("id", pa.string()),
        ("tags", pa.map_(pa.string(), pa.string())),
        ("geometry", pa.binary()),
        ("parts", pa.list_(pa.string())),
    ]
)

__all__ = ["GAP", "Whole", "family", "join", "join_lines", "make_routes"]
