"""Where the entities of a snapshot are: arrays on disk in which a place is found at once.

Entities lie in rows of latitude a hundredth of a degree high and, within a row, from west to
east. One number holds both, so that what lies in a box is a slice for each of its rows, found by
bisection; the same numbers lie once more class by class. The arrays are memory-mapped: opening
costs nothing, whatever the number of entities.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from hashlib import md5
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyproj import Geod

from multiglobeqa.kg.beside import Tell, index_folder, silent
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.snapshot import Snapshot

VERSION = 1

_GEOD = Geod(ellps="WGS84")
_ROWS_PER_DEGREE = 100
_SLACK = 1e-9  # of a key: 4e-7 degrees of longitude; the exact tests come after
_EARTH_KM = 6371.0088
# Distances on the ellipsoid are these parts of those on the sphere, at least and at most.
_LEAST, _MOST = 0.994, 1.005
_HAIR = 1e-6  # kilometres by which rounding may move a point
_BATCH = 1 << 16
_FARTHEST = 20_100.0  # kilometres between any two places
_FEW = 1 << 12  # members that bound the distance of the nearest
_MANY = 1 << 14  # candidates worth thinning out

COLUMNS = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("name", pa.string(), nullable=False),
        pa.field("display_name", pa.string()),
        pa.field("class", pa.string(), nullable=False),
        pa.field("country", pa.string()),
        pa.field("population", pa.int64()),
        pa.field("lon", pa.float64()),
        pa.field("lat", pa.float64()),
    ]
)


class PlaceIndex:
    """The entities of one snapshot by position, class and id.

    A *number* tells an entity's place in this index. All numbers come as integer arrays.
    """

    def __init__(self, snapshot: Snapshot, tell: Tell = silent) -> None:
        folder = index_folder(
            snapshot, "places", VERSION, lambda beside: _build(snapshot, beside), tell
        )
        arrays = {file.stem: np.load(file, mmap_mode="r") for file in sorted(folder.glob("*.npy"))}
        self._key, self._lon, self._lat = (arrays[name] for name in ("key", "lon", "lat"))
        self._digest, self._by_digest = arrays["digest"], arrays["by_digest"]
        self._class_key, self._by_class = arrays["class_key"], arrays["by_class"]
        self._placed = int(np.searchsorted(self._key, math.inf))
        #: Each class with the slice of its members; all that an entity belongs to count.
        self.classes: dict[str, tuple[int, int]] = {
            name: (start, end)
            for name, start, end in json.loads((folder / "classes.json").read_text("utf-8"))
        }
        self._records = pa.ipc.open_file(pa.memory_map(str(folder / "entities.arrow")))
        self._batches: dict[int, pa.RecordBatch] = {}  # opening one takes longer than a search

    def take(self, numbers: np.ndarray) -> pa.Table:
        """Return the entities of these numbers, in their order, with the columns `COLUMNS`."""
        if not len(numbers):
            return COLUMNS.empty_table()
        which, back = np.unique(numbers // _BATCH, return_inverse=True)
        order = np.argsort(back, kind="stable")
        parts = [
            self._batch(int(batch)).take(pa.array(numbers[back == at] % _BATCH))
            for at, batch in enumerate(which)
        ]
        return pa.Table.from_batches(parts).take(pa.array(np.argsort(order, kind="stable")))

    def number(self, entity: str) -> int | None:
        """Return the number of the entity with an IRI."""
        digest = np.uint64(int.from_bytes(md5(entity.encode(), usedforsecurity=False).digest()[:8]))
        at = int(np.searchsorted(self._digest, digest))
        while at < len(self._digest) and self._digest[at] == digest:
            number = int(self._by_digest[at])
            if self._batch(number // _BATCH).column(0)[number % _BATCH].as_py() == entity:
                return number
            at += 1
        return None

    def _batch(self, at: int) -> pa.RecordBatch:
        if at not in self._batches:
            self._batches[at] = self._records.get_batch(at)
        return self._batches[at]

    def members(self, class_: str | None) -> np.ndarray:
        """Return all entities of a class, or all that have a position."""
        if class_ is None:
            return np.arange(self._placed)
        start, end = self.classes.get(class_, (0, 0))
        return np.asarray(self._by_class[start:end])

    def in_box(
        self, west: float, south: float, east: float, north: float, class_: str | None = None
    ) -> np.ndarray:
        """Return the entities in a box, edges included; the other way round if west > east."""
        slices = self._slices(*_box(west, south, east, north), class_)
        numbers = self._numbers(_joined(*slices), class_)
        lon, lat = self._lon[numbers], self._lat[numbers]
        width = east - west if west <= east else east - west + 360
        inside = (south <= lat) & (lat <= north)
        inside &= (((lon - west) % 360) <= width) | (((east - lon) % 360) <= width) | (width >= 360)
        return numbers[inside]

    def near(
        self,
        lat: float,
        lon: float,
        km: float = math.inf,
        limit: int | None = None,
        class_: str | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the entities within a distance, or the nearest of them, and how far they are.

        Parameters
        ----------
        lat, lon : float
            Degrees.
        km : float
            Geodesic on WGS84.
        limit : int, optional
            How many; all if not given. Those as far as the last one come with it.
        class_ : str, optional
            The IRI of the class they belong to.

        Returns
        -------
        numbers, distances : ndarray
            In no order; kilometres.
        """
        numbers = self._around(lat, lon, km, limit, class_)
        sphere = self._sphere(lat, lon, numbers)
        reach = km / _LEAST + _HAIR
        if limit is not None and len(numbers) > limit:
            reach = min(reach, np.partition(sphere, limit - 1)[limit - 1] * _MOST / _LEAST + _HAIR)
        numbers = numbers[sphere <= reach]
        here = np.full(len(numbers), lon), np.full(len(numbers), lat)
        distance = _GEOD.inv(*here, self._lon[numbers], self._lat[numbers])[2] / 1000
        within = distance <= km
        if limit is not None and within.sum() > limit:
            within &= distance <= np.partition(distance, limit - 1)[limit - 1]
        return numbers[within], distance[within]

    def _around(
        self, lat: float, lon: float, km: float, limit: int | None, class_: str | None
    ) -> np.ndarray:
        """Return what may be within the distance; with a limit, at least the nearest of them."""
        offset, keys = self._keys(class_)
        size = int(np.searchsorted(keys, math.inf))
        reach = min(km, _FARTHEST)
        if limit is not None and size > limit:
            # The nearest of a few members bound how far the nearest of all can be.
            few = np.arange(0, size, max(1, size // max(_FEW, 4 * limit))) + offset
            reach = min(reach, self._last(lat, lon, self._numbers(few, class_), limit))
        starts, ends = self._slices(*_disc(lat, lon, reach), class_)
        if limit is None or (ends - starts).sum() <= _MANY:
            return self._numbers(_joined(starts, ends), class_)
        smaller = reach
        while (ends - starts).sum() > _MANY:
            closer = self._slices(*_disc(lat, lon, smaller / 2), class_)
            if (closer[1] - closer[0]).sum() < limit:
                break
            smaller, (starts, ends) = smaller / 2, closer
        numbers = self._numbers(_joined(starts, ends), class_)
        last = min(reach, self._last(lat, lon, numbers, limit))
        if last <= smaller:
            return numbers
        return self._numbers(_joined(*self._slices(*_disc(lat, lon, last), class_)), class_)

    def _last(self, lat: float, lon: float, numbers: np.ndarray, limit: int) -> float:
        """Return a distance within which as many of some entities lie."""
        return float(np.partition(self._sphere(lat, lon, numbers), limit - 1)[limit - 1]) * _MOST

    def _sphere(self, lat: float, lon: float, numbers: np.ndarray) -> np.ndarray:
        """Return distances on the sphere, which bound those on the ellipsoid."""
        there = np.radians(self._lat[numbers])
        half = np.sin((there - math.radians(lat)) / 2) ** 2
        turn = np.sin(np.radians(self._lon[numbers] - lon) / 2) ** 2
        chord = half + np.cos(there) * math.cos(math.radians(lat)) * turn
        return 2 * _EARTH_KM * np.arcsin(np.sqrt(np.clip(chord, 0, 1)))

    def _keys(self, class_: str | None) -> tuple[int, np.ndarray]:
        """Return the keys of a class's members, or of all entities, and where they start."""
        if class_ is None:
            return 0, self._key
        start, end = self.classes.get(class_, (0, 0))
        return start, self._class_key[start:end]

    def _numbers(self, places: np.ndarray, class_: str | None) -> np.ndarray:
        return places if class_ is None else np.asarray(self._by_class[places])

    def _slices(
        self, low: np.ndarray, high: np.ndarray, class_: str | None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return where the members with keys in some spans, in rising order, start and end."""
        offset, keys = self._keys(class_)
        starts = np.searchsorted(keys, low - _SLACK, "left")
        ends = np.searchsorted(keys, high + _SLACK, "right")
        # The slack must not make two slices overlap.
        starts[1:] = np.maximum(starts[1:], np.maximum.accumulate(ends)[:-1])
        return starts + offset, np.maximum(ends, starts) + offset


def _joined(starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return all whole numbers of some slices."""
    sizes = ends - starts
    return np.repeat(starts - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())


def _opened(file: Path) -> np.ndarray:
    try:
        return np.load(file, mmap_mode="r")
    except ValueError:  # nothing cannot be mapped
        return np.load(file)


def _rows(south: float, north: float) -> np.ndarray:
    first, last = (
        math.floor((max(-90.0, min(90.0, lat)) + 90) * _ROWS_PER_DEGREE) for lat in (south, north)
    )
    return np.arange(first, last + 1.0)


def _box(west: float, south: float, east: float, north: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and highest keys of a box in each row."""
    rows = _rows(south, north)
    width = east - west if west <= east else east - west + 360
    return _spans(rows, west, np.full(len(rows), width))


def _disc(lat: float, lon: float, km: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and highest keys in each row that a disc may reach."""
    angle = (km / _LEAST + _HAIR) / _EARTH_KM
    rows = _rows(lat - math.degrees(angle), lat + math.degrees(angle))
    # Who lies in the row and the disc is not farther than a row's height from its southern edge.
    edge = np.radians(rows / _ROWS_PER_DEGREE - 90)
    reach = math.cos(min(math.pi, angle + math.radians(1 / _ROWS_PER_DEGREE)))
    here = math.radians(lat)
    across = np.cos(edge) * math.cos(here)
    beside = (reach - np.sin(edge) * math.sin(here)) / np.maximum(across, 1e-12)
    half = np.degrees(np.arccos(np.clip(np.where(across < 1e-9, -1, beside), -1, 1)))
    return _spans(rows, lon - half, 2 * half)


def _spans(
    rows: np.ndarray, west: float | np.ndarray, width: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and highest keys in each row, in rising order, cut at the antimeridian."""
    left = np.where(width >= 360, 0, (np.asarray(west) + 180) % 360 / 360)
    right = left + np.minimum(width, 360) / 360
    over = right > 1
    # Of what crosses the antimeridian, the part beyond it comes first in its row.
    low = np.stack([rows, rows + left], axis=1).ravel()
    high = np.stack([rows + right - 1, rows + np.minimum(right, 1)], axis=1).ravel()
    kept = np.stack([over, np.ones_like(over)], axis=1).ravel()
    return low[kept], high[kept]


# A longitude of 180 degrees is that of -180.
_ENTITIES = """
SELECT
    id, name, display_name, class, country, population, lon, lat,
    coalesce(
        floor((lat + 90) * $rows) + (lon + 180 - 360 * floor((lon + 180) / 360)) / 360,
        'inf'::DOUBLE
    ) AS key,
    list_sort(list_distinct(list_append(categories, class))) AS classes
FROM entities
ORDER BY key, id
"""


def _build(snapshot: Snapshot, folder: Path) -> None:
    count = snapshot.manifest["counts"]["entities"]
    kinds = {"key": float, "lon": float, "lat": float, "digest": np.uint64}
    arrays = {
        name: np.lib.format.open_memmap(folder / f"{name}.npy", "w+", np.dtype(kind), (count,))
        for name, kind in kinds.items()
    }
    codes: dict[str, int] = {}
    members: list[np.ndarray] = []
    done = 0
    with (
        connect(temp=folder / "spill") as connection,
        pa.OSFile(str(folder / "entities.arrow"), "wb") as sink,
        pa.ipc.new_file(sink, COLUMNS) as writer,
    ):
        connection.read_parquet([str(file) for file in snapshot.entities]).create_view("entities")
        reader = connection.execute(_ENTITIES, {"rows": _ROWS_PER_DEGREE}).to_arrow_reader(_BATCH)
        for batch in _even(reader):
            here = slice(done, done + batch.num_rows)
            for name in ("key", "lon", "lat"):
                arrays[name][here] = batch.column(name).to_numpy(zero_copy_only=False)
            arrays["digest"][here] = _digests(batch.column("id"))
            members.append(_members(batch.column("classes"), codes, done))
            writer.write_batch(batch.select(COLUMNS.names).cast(COLUMNS))
            done = here.stop
    _write_digests(folder, arrays["digest"])
    _write_classes(folder, arrays["key"], codes, members)


def _even(reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
    """Cut batches anew, so that an entity's number tells its batch."""
    waiting: list[pa.RecordBatch] = []
    for batch in reader:
        waiting.append(batch)
        if sum(one.num_rows for one in waiting) >= _BATCH:
            table = pa.Table.from_batches(waiting).combine_chunks()
            whole = table.num_rows // _BATCH * _BATCH
            yield from table.slice(0, whole).to_batches(_BATCH)
            waiting = table.slice(whole).to_batches()
    if waiting:
        yield from pa.Table.from_batches(waiting).combine_chunks().to_batches(_BATCH)


def _digests(ids: pa.Array) -> np.ndarray:
    """Return the first eight bytes of the MD5 of each IRI: a hash that every machine shares."""
    digests = b"".join(md5(one.encode(), usedforsecurity=False).digest() for one in ids.to_pylist())
    return np.frombuffer(digests, ">u8")[::2]


def _members(classes: pa.Array, codes: dict[str, int], done: int) -> np.ndarray:
    """Return pairs of class code and entity number, giving new classes the next codes."""
    encoded = pc.dictionary_encode(pc.list_flatten(classes))
    code = np.array([codes.setdefault(name, len(codes)) for name in encoded.dictionary.to_pylist()])
    number = np.asarray(pc.list_parent_indices(classes)) + done
    if not len(number):
        return np.empty((2, 0), np.int64)
    return np.stack([code[np.asarray(encoded.indices)], number])


def _write_digests(folder: Path, digest: np.ndarray) -> None:
    order = np.argsort(digest, kind="stable")
    np.save(folder / "by_digest.npy", order)
    digest[:] = digest[order]


def _write_classes(
    folder: Path, key: np.ndarray, codes: dict[str, int], members: list[np.ndarray]
) -> None:
    code, number = np.concatenate([np.empty((2, 0), np.int64), *members], axis=1)
    order = np.argsort(code, kind="stable")
    by_class = number[order]
    np.save(folder / "by_class.npy", by_class)
    np.save(folder / "class_key.npy", key[by_class])
    ends = np.cumsum(np.bincount(code, minlength=len(codes))).tolist()
    slices = zip(codes, [0, *ends], ends, strict=False)
    (folder / "classes.json").write_text(json.dumps(sorted(slices)), "utf-8")


__all__ = ["COLUMNS", "PlaceIndex"]
