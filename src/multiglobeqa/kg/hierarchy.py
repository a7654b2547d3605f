"""Administrative areas: which lies in which, what lies in them, and the places they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa
import shapely

from multiglobeqa.kg.naming import key as name_key
from multiglobeqa.kg.osmh3kg_tags import PLACES, admin_level, name_of

# A child's greater part lies in its parent: borders of different levels seldom fit exactly, and
# two areas of one level cannot both hold more than half of it.
SHARE = 0.5

# From this level on an area is the place that bears its name; above, a city's name may be that of
# its province.
_MUNICIPAL = 7

_BATCH = 1 << 12


class Area(NamedTuple):
    """An administrative area."""

    id: str
    level: int
    key: str  # of its name
    label: str | None  # the node that stands for it
    within: dict[str, int]  # areas that name it as their part, with their levels
    shape: shapely.Geometry


class Hierarchy:
    """The administrative areas of a graph.

    Parameters
    ----------
    areas : list of Area
        In any order.

    Attributes
    ----------
    parents : dict of str to str
        By the id of an area or of a parent that did not assemble.
    """

    def __init__(self, areas: list[Area]) -> None:
        # Finest first: the first area found to hold a thing is the nearest.
        order = sorted(areas, key=lambda area: (-area.level, shapely.area(area.shape), area.id))
        self._areas = order
        self._known = {area.id for area in areas}
        self._shapes = np.array([area.shape for area in order], object)
        self._tree = shapely.STRtree(self._shapes)
        shapely.prepare(self._shapes)
        self.parents: dict[str, str] = {}
        for index in range(len(order)):
            self._find_parent(index)

    def __contains__(self, identity: object) -> bool:
        return identity in self._known

    def _find_parent(self, index: int) -> None:
        area = self._areas[index]
        size = shapely.area(area.shape)
        parent = None
        for other in sorted(self._tree.query(area.shape, predicate="intersects").tolist()):
            candidate = self._areas[other]
            if candidate.level < area.level and (
                shapely.covers(candidate.shape, area.shape)
                or shapely.area(shapely.intersection(candidate.shape, area.shape)) > SHARE * size
            ):
                parent = candidate
                break
        between = [
            (level, identity)
            for identity, level in area.within.items()
            if identity not in self._known and (parent.level if parent else 0) < level < area.level
        ]
        if between:
            _, declared = max(between)
            self.parents[area.id] = declared
            if parent:
                self.parents.setdefault(declared, parent.id)
        elif parent:
            self.parents[area.id] = parent.id

    def holding(self, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return places of shapes and of the areas that cover them, finest first for each."""
        near = np.unique(self._tree.query(shapely.box(*shapely.total_bounds(shapes))))
        tree = shapely.STRtree(shapes)
        area, shape = tree.query(self._shapes[near], predicate="covers")
        area = near[area]
        order = np.lexsort((area, shape))
        return shape[order], area[order]

    def nearest(self, shapes: np.ndarray) -> list[str | None]:
        """Return the id of the finest area that covers each shape, or None."""
        found: list[str | None] = [None] * len(shapes)
        shape, area = self.holding(shapes)
        for one, index in zip(shape[::-1], area[::-1], strict=True):
            found[one] = self._areas[index].id
        return found

    def area(self, index: int) -> Area:
        """Return the area at a place that `holding` gave."""
        return self._areas[index]


def read_hierarchy(connection: duckdb.DuckDBPyConnection) -> Hierarchy:
    """Return the administrative areas of the table `feature`."""
    reader = connection.cursor().execute(
        """
        SELECT id, tags, geometry, label, within FROM feature
        WHERE tags['boundary'] = 'administrative' AND id NOT LIKE 'node%'
        """
    )
    areas = []
    for batch in reader.to_arrow_reader(_BATCH):
        for row in batch.to_pylist():
            tags = dict(row["tags"])
            level, shape = admin_level(tags), shapely.from_wkb(row["geometry"])
            if level is not None and shapely.get_dimensions(shape) == 2:
                key = name_key(tags.get("name") or name_of(tags) or "")
                within = dict(row["within"] or {})
                areas.append(Area(row["id"], level, key, row["label"], within, shape))
    return Hierarchy(areas)


def merge_places(connection: duckdb.DuckDBPyConnection, hierarchy: Hierarchy) -> None:
    """Make one feature of an administrative area and the node that marks it as a place.

    A municipality is mapped twice: as an area and as a node with its name. Both are the same
    thing when the area's relation says so (the role `label`), or when the node lies in the area,
    has its name, and the area is municipal or smaller. The area takes over what only the node
    says, such as ``place=village`` or the population.
    """
    merged: dict[str, tuple[tuple[bool, int, int, str], dict[str, Any]]] = {}
    for row in _places(connection, hierarchy):
        tags = row["tags"]
        for index in row["areas"]:
            area = hierarchy.area(index)
            labelled = area.label == row["id"]
            named = area.key == name_key(tags.get("name") or name_of(tags) or "")
            if labelled or (named and area.level >= _MUNICIPAL):
                rank = (not labelled, -PLACES.get(tags["place"], 0), len(row["id"]), row["id"])
                if area.id not in merged or rank < merged[area.id][0]:
                    merged[area.id] = (rank, row)
                break
    rows = [
        {"id": area, "same": row["id"], "said": sorted(row["tags"].items())}
        for area, (_, row) in sorted(merged.items())
    ]
    if rows:
        connection.register("merged", pa.Table.from_pylist(rows, _MERGED))
        connection.execute(
            """
            UPDATE feature SET same = merged.same, tags = map_concat(merged.said, feature.tags)
            FROM merged WHERE feature.id = merged.id
            """
        )
        connection.execute("DELETE FROM feature WHERE id IN (SELECT same FROM merged)")
        connection.unregister("merged")


_MERGED = pa.schema(
    [
        ("id", pa.string()),
        ("same", pa.string()),
        ("said", pa.map_(pa.string(), pa.string())),
    ]
)


def _places(
    connection: duckdb.DuckDBPyConnection, hierarchy: Hierarchy
) -> Iterator[dict[str, Any]]:
    """Yield the nodes of places, with the areas that hold them, finest first."""
    reader = connection.cursor().execute(
        "SELECT id, tags, geometry FROM feature WHERE tags['place'] IS NOT NULL AND id LIKE 'node%'"
    )
    for batch in reader.to_arrow_reader(_BATCH):
        rows = batch.to_pylist()
        if not rows:
            continue
        points = shapely.from_wkb([row["geometry"] for row in rows])
        areas: list[list[int]] = [[] for _ in rows]
        for one, index in zip(*hierarchy.holding(points), strict=True):
            areas[one].append(int(index))
        for row, found in zip(rows, areas, strict=True):
            yield {"id": row["id"], "tags": dict(row["tags"]), "areas": found}


__all__ = ["SHARE", "Area", "Hierarchy", "merge_places", "read_hierarchy"]
