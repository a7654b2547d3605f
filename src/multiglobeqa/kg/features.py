"""Named features of OpenStreetMap files with their geometries, streamed as Arrow batches.

Areas of relations are assembled by libosmium. The places of nodes lie in a file beside the output
rather than in memory, so that memory does not grow with the input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import osmium
import pyarrow as pa
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg import shapes
from multiglobeqa.kg.osm import look_at
from multiglobeqa.kg.osmh3kg_tags import NAME_KEYS, admin_level, classes_of, name_of

FEATURES = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),  # node1, way1, relation1
        pa.field("version", pa.int32(), nullable=False),
        pa.field("tags", pa.map_(pa.string(), pa.string()), nullable=False),
        pa.field("geometry", pa.binary()),  # WKB; null: to be made of the members' geometries
        pa.field("members", pa.list_(pa.string()), nullable=False),  # ways of a relation of lines
        pa.field("label", pa.string()),  # the node that stands for an area
        # Administrative areas that name it as their part, with their levels.
        pa.field("within", pa.map_(pa.string(), pa.int8()), nullable=False),
    ]
)
PIECES = pa.schema([("id", pa.string()), ("geometry", pa.binary())])

_BATCH = 1 << 13
_OF_BORDERS = ("boundary", "admin_level")
_OF_AREAS = ("multipolygon", "boundary")
_OF_LINES = ("route", "waterway")
_BESIDE = ("platform", "stop")  # roles of members that are not on the way


class OsmFile:
    """One file, read in passes: first its features, then the pieces that relations are made of.

    Parameters
    ----------
    source : path-like
        An OpenStreetMap file, sorted by type and id as all published ones are.
    scratch : path-like
        The folder for temporary files.

    Attributes
    ----------
    counts : Counter
        How often each rule of `multiglobeqa.kg.shapes` was applied.
    levels : Counter
        Assembled administrative areas by level, with a name or without.

    Raises
    ------
    InputError
        When the file is missing, damaged or not sorted.
    """

    def __init__(self, source: str | Path, scratch: str | Path) -> None:
        look_at(Path(source))
        self.counts: Counter[str] = Counter()
        self.levels: Counter[str] = Counter()
        self._source = str(source)
        self._store = osmium.index.create_map(f"sparse_file_array,{Path(scratch) / 'locations'}")
        self._wkb = osmium.geom.WKBFactory()
        self._within: dict[int, list[tuple[str, int]]] = {}
        self._labels: dict[int, str] = {}
        self._wanted: set[int] = set()  # relations that shall become areas
        self._assembled: set[int] = set()
        self._pieces: set[int] = set()

    def features(self) -> Iterator[pa.RecordBatch]:
        """Yield the features that have a name and a class, as batches of the schema `FEATURES`.

        Coordinates are degrees with OpenStreetMap's 7 decimals.
        """
        with self._refusing():
            self._read_parts_of_areas()
            rows: list[dict[str, Any]] = []
            for row in self._rows():
                rows.append(row)
                if len(rows) == _BATCH:
                    yield self._batch(rows)
                    rows = []
            if rows:
                yield self._batch(rows)

    def pieces(self) -> Iterator[pa.RecordBatch]:
        """Yield the lines that relations are made of, as batches of the schema `PIECES`."""
        with self._refusing():
            parts = self._parts_of_unassembled()
            wanted = self._pieces.union(*parts.values())
            rows: list[tuple[str, bytes]] = []
            for way in self._ways(wanted):
                for ways in parts.values():
                    ways.discard(way.id)
                if way.id in self._pieces and (line := self._line(way)) is not None:
                    rows.append((f"way{way.id}", line))
            for ways in parts.values():
                self.counts[shapes.INCOMPLETE_RELATION if ways else shapes.NOT_ASSEMBLED] += 1
            for start in range(0, len(rows), _BATCH):
                columns = zip(*rows[start : start + _BATCH], strict=True)
                arrays = [pa.array(column) for column in columns]
                yield pa.RecordBatch.from_arrays(arrays, schema=PIECES)

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Say what is wrong with the file in words that tell what to do."""
        try:
            yield
        except (RuntimeError, ValueError, OSError) as error:
            if "out of order" in str(error):
                raise InputError(
                    f"is not sorted by type and id ({error})",
                    source=self._source,
                    remedy="Sort it with `osmium sort`.",
                ) from None
            raise InputError(
                f"is damaged or cut short ({error})",
                source=self._source,
                remedy="Download it again.",
            ) from None

    def _read_parts_of_areas(self) -> None:
        """Learn which areas are named as parts of others, and which nodes stand for them."""
        relations: Iterable[Any] = osmium.FileProcessor(
            self._source, osmium.osm.RELATION
        ).with_filter(osmium.filter.TagFilter(("boundary", "administrative")))
        for relation in relations:
            level = admin_level(dict(relation.tags))
            for member in relation.members:
                if member.role == "subarea" and member.type == "r" and level is not None:
                    whole = f"relation{relation.id}", level
                    self._within.setdefault(member.ref, []).append(whole)
                elif member.role == "label" and member.type == "n":
                    self._labels[relation.id] = f"node{member.ref}"

    def _rows(self) -> Iterator[dict[str, Any]]:
        wanted = osmium.filter.KeyFilter(*NAME_KEYS, "boundary")
        things: Iterable[Any] = (
            osmium.FileProcessor(self._source)
            .with_locations(self._store)  # type: ignore[arg-type]  # it takes either
            .with_areas(wanted)
            .with_filter(wanted)
        )
        for thing in things:
            tags = dict(thing.tags)
            if thing.is_node():
                row = self._node(thing, tags)
            elif thing.is_way():
                row = self._way(thing, tags)
            elif thing.is_relation():
                row = self._relation(thing, tags)
            else:
                row = self._area(thing, tags)
            if row:
                yield row

    def _node(self, node: Any, tags: dict[str, str]) -> dict[str, Any] | None:
        if not (node.location.valid() and _says_enough(tags)):
            return None
        return _row(node, f"node{node.id}", tags, self._wkb.create_point(node))

    def _way(self, way: Any, tags: dict[str, str]) -> dict[str, Any] | None:
        closed = len(way.nodes) > 3 and way.is_closed() and shapes.is_area(tags)
        if closed:
            self._count_level(tags)
        else:  # a river or a road on a border is no area of that level
            for key in _OF_BORDERS:
                tags.pop(key, None)
        if not _says_enough(tags):
            return None
        line = self._line(way)
        if line is None:
            return None
        if not closed:
            return _row(way, f"way{way.id}", tags, line)
        ring = shapely.get_coordinates(shapely.from_wkb(line))
        if len(ring) < 4:
            self.counts[shapes.NO_AREA] += 1
            return None
        return _row(way, f"way{way.id}", tags, shapely.Polygon(ring).wkb)

    def _relation(self, relation: Any, tags: dict[str, str]) -> dict[str, Any] | None:
        kind = tags.get("type")
        if kind in _OF_AREAS and _says_enough(tags):
            self._wanted.add(relation.id)
        if kind not in _OF_LINES or name_of(tags) is None:
            return None
        ways = [
            member.ref
            for member in relation.members
            if member.type == "w" and not member.role.startswith(_BESIDE)
        ]
        if not ways:
            return None
        if kind == "route":
            if not classes_of(tags):
                return None
            self._pieces.update(ways)
        members = [f"way{way}" for way in ways]
        return _row(relation, f"relation{relation.id}", tags, None, members=members)

    def _area(self, area: Any, tags: dict[str, str]) -> dict[str, Any] | None:
        # Those of ways are made in `_way`, where broken ones can be mended; one without rings is
        # how libosmium tells that a relation's do not close.
        if area.from_way() or area.num_rings()[0] == 0:
            return None
        relation = area.orig_id()
        self._count_level(tags)
        if not _says_enough(tags):
            return None
        self._assembled.add(relation)
        return _row(
            area,
            f"relation{relation}",
            tags,
            self._wkb.create_multipolygon(area),
            label=self._labels.get(relation),
            within=sorted(set(self._within.get(relation, []))),
        )

    def _line(self, way: Any) -> bytes | None:
        try:
            return bytes.fromhex(self._wkb.create_linestring(way))
        except osmium.InvalidLocationError:
            self.counts[shapes.INCOMPLETE_WAY] += 1
        except RuntimeError:  # fewer than two different places
            self.counts[shapes.SHORT] += 1
        return None

    def _count_level(self, tags: Mapping[str, str]) -> None:
        level = admin_level(tags)
        if level is not None:
            self.levels[str(level)] += 1
            if name_of(tags) is None:
                self.counts[shapes.UNNAMED_ADMIN] += 1

    def _parts_of_unassembled(self) -> dict[int, set[int]]:
        """Return the ways of the relations that became no area."""
        unassembled = {one for one in self._wanted - self._assembled if one > 0}
        if not unassembled:
            return {}
        relations: Iterable[Any] = osmium.FileProcessor(
            self._source, osmium.osm.RELATION
        ).with_filter(osmium.filter.IdFilter(unassembled))
        return {
            relation.id: {member.ref for member in relation.members if member.type == "w"}
            for relation in relations
        }

    def _ways(self, wanted: Iterable[int]) -> Iterator[Any]:
        locations = osmium.NodeLocationsForWays(self._store)
        locations.ignore_errors()
        # Ids below zero, of a file just edited, cannot be looked for. The iterator keeps no
        # reference to the filter: it must live as long.
        chosen = osmium.filter.IdFilter([way for way in wanted if way > 0])
        with osmium.io.Reader(self._source, osmium.osm.WAY) as reader:
            yield from osmium.OsmFileIterator(reader, locations, chosen)

    def _batch(self, rows: list[dict[str, Any]]) -> pa.RecordBatch:
        """Return the rows whose geometry is sound, or still to be made."""
        made = np.flatnonzero([row["geometry"] is not None for row in rows])
        found = shapely.from_wkb([rows[index]["geometry"] for index in made])
        for index, wkb in zip(made, shapely.to_wkb(shapes.sound(found, self.counts)), strict=True):
            rows[index]["geometry"] = wkb
        kept = [row for row in rows if row["geometry"] is not None or row["members"]]
        return pa.RecordBatch.from_pylist(kept, schema=FEATURES)


def _says_enough(tags: Mapping[str, str]) -> bool:
    return name_of(tags) is not None and bool(classes_of(tags))


def _row(
    thing: Any, identity: str, tags: dict[str, str], geometry: bytes | str | None, **more: Any
) -> dict[str, Any]:
    return {
        "id": identity,
        "version": thing.version,
        "tags": sorted(tags.items()),
        "geometry": bytes.fromhex(geometry) if isinstance(geometry, str) else geometry,
        "members": [],
        "label": None,
        "within": [],
        **more,
    }


__all__ = ["FEATURES", "PIECES", "OsmFile"]
