"""Looking into graphs: entities by name, id, class and position, and what they are linked to.

Everything is found through indexes that lie beside the snapshots, made when first needed.
"""

from __future__ import annotations

import difflib
import math
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.beside import Tell, silent
from multiglobeqa.kg.link_index import LinkIndex
from multiglobeqa.kg.model import TRIPLES
from multiglobeqa.kg.place_index import COLUMNS, PlaceIndex
from multiglobeqa.kg.search import NameIndex
from multiglobeqa.kg.store import Store
from multiglobeqa.kg.vocabulary import RDF_TYPE

#: The columns of an answer in which each entity is so far away.
NEAR_COLUMNS = COLUMNS.append(pa.field("distance_km", pa.float64(), nullable=False))
NEIGHBOUR_COLUMNS = pa.schema(
    [
        pa.field("direction", pa.string(), nullable=False),  # out: the entity is the subject
        pa.field("predicate", pa.string(), nullable=False),
        pa.field("id", pa.string(), nullable=False),
        pa.field("name", pa.string(), nullable=False),
        pa.field("class", pa.string(), nullable=False),
    ]
)


class Hit(NamedTuple):
    """An entity found by name, with how the name was matched and how good that is (1: the same)."""

    id: str
    name: str
    display_name: str | None
    class_: str
    country: str | None
    population: int | None
    lon: float | None
    lat: float | None
    match: str
    score: float


class Lookup:
    """Finds entities in the snapshots of a store.

    Tables have the columns `multiglobeqa.kg.place_index.COLUMNS`, and those within a distance
    also ``distance_km``. A class is that of an entity's categories or its most specific one.

    Parameters
    ----------
    store : Store
        The snapshots, open as long as this is used.
    tell : callable
        Told in a line when an index has to be made first, which may take minutes.

    Examples
    --------
    >>> with Store("worldkg") as store:  # doctest: +SKIP
    ...     Lookup(store).near(60.17, 24.94, limit=3, class_="Lighthouse")
    """

    def __init__(self, store: Store, tell: Tell = silent) -> None:
        self.store = store
        self._tell = tell

    @cached_property
    def _places(self) -> list[PlaceIndex]:
        return [PlaceIndex(snapshot, self._tell) for snapshot in self.store.snapshots]

    @cached_property
    def _names(self) -> list[NameIndex]:
        return [NameIndex(snapshot, self._tell) for snapshot in self.store.snapshots]

    @cached_property
    def _links(self) -> list[LinkIndex]:
        return [LinkIndex(snapshot, self._tell) for snapshot in self.store.snapshots]

    def search(self, name: str, limit: int = 10) -> list[Hit]:
        """Return the entities that a name may mean: by falling score, population, then by id.

        Raises
        ------
        InputError
            When the name is blank.
        """
        matches = [match for index in self._names for match in index.search(name, limit)]
        rows = self._listed([match.id for match in matches]).rename_columns({"class": "class_"})
        hits = [
            Hit(**row, match=match.match, score=match.score)
            for row, match in zip(rows.to_pylist(), matches, strict=True)
        ]
        hits.sort(key=lambda hit: (-hit.score, -(hit.population or -1), hit.id))
        return hits[:limit]

    def entity(self, entity: str) -> dict[str, Any] | None:
        """Return all columns of an entity (`multiglobeqa.kg.model.ENTITIES`); None if unknown.

        The geometry is WKB, the maps are dictionaries.
        """
        row = self._row(entity)
        if row is None:
            return None
        # Its position tells which few rows of the files to look at.
        placed = "lon = $lon AND lat = $lat" if row["lon"] is not None else "lon IS NULL"
        place = {name: row[name] for name in ("lon", "lat") if row["lon"] is not None}
        found = self.store.connection.execute(
            f"""
            SELECT * REPLACE (ST_AsWKB(geometry) AS geometry)
            FROM entities
            WHERE {placed} AND id = $id
            """,  # noqa: S608 -- one of the two conditions above
            {"id": entity, **place},
        ).to_arrow_table()
        return found.to_pylist(maps_as_pydicts="strict")[0]

    def triples(self, entity: str) -> pa.Table:
        """Return the triples of an entity and of the nodes that are its alone, such as geometries.

        Returns
        -------
        pyarrow.Table
            With the columns `multiglobeqa.kg.model.TRIPLES`, the entity's own triples first.
        """
        own = self._about([entity])
        nodes = own.filter(pc.not_equal(own.column("kind"), "literal"))
        nodes = nodes.filter(pc.not_equal(nodes.column("predicate"), RDF_TYPE)).column("object")
        named = set(nodes.to_pylist())
        inner = named - set(self._listed(sorted(named)).column("id").to_pylist())
        return pa.concat_tables([own, self._about(sorted(inner))])

    def _about(self, subjects: list[str]) -> pa.Table:
        """Return the triples with these subjects; their order in the files makes that quick."""
        parts = [
            self.store.connection.execute(
                "FROM triples WHERE subject = ? ORDER BY predicate, object, language", [subject]
            ).to_arrow_table()
            for subject in subjects
        ]
        return pa.concat_tables([TRIPLES.empty_table(), *(part.cast(TRIPLES) for part in parts)])

    @cached_property
    def classes(self) -> dict[str, int]:
        """The classes with how many entities belong to each."""
        counts: dict[str, int] = {}
        for index in self._places:
            for name, (start, end) in index.classes.items():
                counts[name] = counts.get(name, 0) + end - start
        return dict(sorted(counts.items()))

    def class_iri(self, name: str) -> str:
        """Return the IRI of a class told by its IRI or by the last part of it, such as Lighthouse.

        Raises
        ------
        InputError
            When no class is called so, or several are.
        """
        known = self.classes
        if name in known:
            return name
        called: dict[str, list[str]] = {}
        for iri in known:
            called.setdefault(_last_part(iri), []).append(iri)
        fitting = called.get(name.casefold(), [])
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise InputError(
                f"several classes are called {name!r}",
                remedy=f"Give the whole of one: {', '.join(fitting)}.",
            )
        close = difflib.get_close_matches(name.casefold(), called, 3)
        raise InputError(
            f"no entity is of a class {name!r}",
            remedy=f"Close are {', '.join(called[one][0] for one in close)}." if close else None,
        )

    def of_class(self, class_: str, limit: int | None = None) -> pa.Table:
        """Return the members of a class, by id.

        Raises
        ------
        InputError
            As `class_iri` does.
        """
        iri = self.class_iri(class_)
        return self._sorted([index.take(index.members(iri)) for index in self._places], limit)

    def in_box(
        self,
        west: float,
        south: float,
        east: float,
        north: float,
        *,
        class_: str | None = None,
        limit: int | None = None,
    ) -> pa.Table:
        """Return the entities whose point lies in a box, by id.

        Parameters
        ----------
        west, south, east, north : float
            Degrees; the edges belong to the box. Where `west` > `east` it crosses the antimeridian.
        class_ : str, optional
            The class they belong to.
        limit : int, optional
            How many at most.

        Raises
        ------
        InputError
            When this is no box, and as `class_iri` does.
        """
        if south > north:
            raise InputError(f"the box's south, {south}, is north of its north, {north}")
        for lat, lon in ((south, west), (north, east)):
            _check_point(lat, lon)
        iri = class_ and self.class_iri(class_)
        return self._sorted(
            [index.take(index.in_box(west, south, east, north, iri)) for index in self._places],
            limit,
        )

    def near(
        self,
        lat: float,
        lon: float,
        km: float | None = None,
        limit: int | None = None,
        class_: str | None = None,
    ) -> pa.Table:
        """Return the entities within a distance of a point, the nearest of them, or both.

        Parameters
        ----------
        lat, lon : float
            Degrees.
        km : float, optional
            How far at most, geodesic on WGS84 from point to point.
        limit : int, optional
            How many at most: the nearest.
        class_ : str, optional
            The class they belong to.

        Returns
        -------
        pyarrow.Table
            By distance, then id.

        Raises
        ------
        InputError
            When a parameter makes no sense, and as `class_iri` does.
        """
        _check_point(lat, lon)
        if km is None and limit is None:
            raise InputError("neither a distance nor a number is given")
        if km is not None and not 0 <= km < math.inf:
            raise InputError(f"the distance is {km} km; it must be 0 or more")
        if limit is not None and limit < 1:
            raise InputError(f"the number of entities is {limit}; it must be at least 1")
        iri = class_ and self.class_iri(class_)
        parts = []
        for index in self._places:
            numbers, distances = index.near(lat, lon, math.inf if km is None else km, limit, iri)
            parts.append(index.take(numbers).append_column(NEAR_COLUMNS[-1], pa.array(distances)))
        table = pa.concat_tables(parts)
        table = table.sort_by([("distance_km", "ascending"), ("id", "ascending")])
        return table.slice(0, limit)

    def contained(self, entity: str, class_: str | None = None) -> pa.Table:
        """Return the entities whose point an entity's area covers, by id; itself left out.

        Raises
        ------
        InputError
            When the entity is unknown or no area, and as `class_iri` does.
        """
        area = self._shape(entity)
        if shapely.get_dimensions(area) != 2:
            raise InputError(f"<{entity}> is no area")
        iri = class_ and self.class_iri(class_)
        shapely.prepare(area)
        west, south, east, north = area.bounds
        parts = []
        for index in self._places:
            table = index.take(index.in_box(west, south, east, north, iri))
            lon, lat = (table.column(name).to_numpy() for name in ("lon", "lat"))
            inside = shapely.intersects_xy(area, lon, lat) & _others(table, entity)
            parts.append(table.filter(pa.array(inside)))
        return self._sorted(parts, None)

    def containing(self, lat: float, lon: float) -> pa.Table:
        """Return the areas that cover a point, the smallest first (in square degrees), then by id.

        Raises
        ------
        InputError
            When this is no point.
        """
        _check_point(lat, lon)
        found: list[tuple[float, str]] = []
        for links in self._links:
            for one in links.areas_around(lat, lon):
                area = self._shape(one)
                if shapely.intersects_xy(area, lon, lat):
                    found.append((area.area, one))
        return self._listed([one for _, one in sorted(found)])

    def parents(self, entity: str) -> pa.Table:
        """Return the administrative areas that an entity is part of, the nearest first.

        Raises
        ------
        InputError
            When the entity is unknown.
        """
        known = self.entity(entity)
        if known is None:
            raise _unknown(entity)
        return self._listed(known["parents"])

    def children(self, entity: str) -> pa.Table:
        """Return the entities directly below one in the administrative hierarchy, by id."""
        below = {child for links in self._links for child in links.children(entity)}
        return self._listed(sorted(below))

    def neighbours(self, entity: str, limit: int = 1000) -> pa.Table:
        """Return the entities that a triple links to one, either way: containment, adjacency, ...

        Parameters
        ----------
        entity : str
            Its IRI.
        limit : int
            How many links at most.

        Returns
        -------
        pyarrow.Table
            With the columns `NEIGHBOUR_COLUMNS`, ordered by them.
        """
        linked: set[tuple[Literal["in", "out"], str, str]] = set()
        own = self._about([entity])
        for predicate, other, kind in zip(
            *(own.column(name).to_pylist() for name in ("predicate", "object", "kind")), strict=True
        ):
            if kind == "iri":
                linked.add(("out", predicate, other))
        for links in self._links:
            linked.update(("in", predicate, other) for other, predicate in links.linking(entity))
        others = sorted({other for _, _, other in linked})
        rows = {row["id"]: row for row in self._listed(others).to_pylist()}
        neighbours = [
            {"direction": direction, "predicate": predicate, **_named(rows[other])}
            for direction, predicate, other in sorted(linked)
            if other in rows
        ]
        return pa.Table.from_pylist(neighbours[:limit], NEIGHBOUR_COLUMNS)

    def _row(self, entity: str) -> dict[str, Any] | None:
        """Return the short row of an entity, None if it is unknown."""
        rows: list[dict[str, Any]] = self._listed([entity]).to_pylist()
        return rows[0] if rows else None

    def _listed(self, entities: list[str]) -> pa.Table:
        """Return the short rows of entities, in the order given; unknown ones are left out."""
        parts, places = [], []
        for index in self._places:
            numbers = [index.number(entity) for entity in entities]
            known = [at for at, number in enumerate(numbers) if number is not None]
            parts.append(index.take(np.array([numbers[at] for at in known], int)))
            places.extend(known)
        return pa.concat_tables(parts).take(pa.array(np.argsort(places, kind="stable")))

    def _shape(self, entity: str) -> Any:
        known = self.entity(entity)
        if known is None:
            raise _unknown(entity)
        if known["geometry"] is None:
            raise InputError(f"<{entity}> has no geometry")
        return shapely.from_wkb(known["geometry"])

    def _sorted(self, parts: list[pa.Table], limit: int | None) -> pa.Table:
        return pa.concat_tables(parts).sort_by("id").slice(0, limit)


def _named(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("id", "name", "class")}


def _others(table: pa.Table, entity: str) -> np.ndarray:
    return pc.not_equal(table.column("id"), entity).to_numpy()


def _last_part(iri: str) -> str:
    return iri.rstrip("/#").replace("#", "/").rsplit("/", 1)[-1].casefold()


def _unknown(entity: str) -> InputError:
    return InputError(
        f"no entity is called <{entity}>", remedy="Find one with `multiglobeqa kg search`."
    )


def _check_point(lat: float, lon: float) -> None:
    if not -90 <= lat <= 90:
        raise InputError(f"the latitude is {lat}; it must be between -90 and 90")
    if not -180 <= lon <= 180:
        raise InputError(f"the longitude is {lon}; it must be between -180 and 180")


__all__ = ["NEAR_COLUMNS", "NEIGHBOUR_COLUMNS", "Hit", "Lookup"]
