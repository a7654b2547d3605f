"""The snapshot of a knowledge graph: a folder of Parquet files, written whole, checked on read.

The contract is documented in ``docs/formats.md``.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import shapely

from multiglobeqa import __version__
from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum, new_folder
from multiglobeqa.kg.model import ENTITIES, FORMAT, FORMAT_VERSION, TRIPLES

# Small row groups let a query about one place skip most of a file.
_GROUP = 1 << 16
_GROUPS_PER_FILE = 64
# The columns whose values come again and again; the others are smaller without a dictionary.
_REPEATING = [
    *("predicate", "kind", "datatype", "language"),
    *("kg", "class", "categories.list.element", "country", "income_tier", "density_tier"),
    *("labels.key_value.key", "attributes.key_value.key", "attributes.key_value.value"),
]
_AGAIN = "Build the snapshot again."


class SnapshotWriter:
    """Fills a snapshot's folder; `new_snapshot` makes one.

    Rows go to disk as they come, so memory stays bounded whatever their number. Their order is
    the caller's: entities along a Hilbert curve, triples by subject.
    """

    def __init__(self, folder: Path, kg: str) -> None:
        self.folder = folder
        self.kg = kg
        self._sources: list[dict[str, Any]] = []
        self._counts: dict[str, Any] = {}

    def add_source(self, path: str | Path, licence: str) -> None:
        """Record a file that the graph comes from, with its licence."""
        path = Path(path)
        if not path.is_file():
            raise InputError("is missing", source=path)
        self._sources.append(
            {
                "name": path.name,
                "sha256": checksum(path),
                "bytes": path.stat().st_size,
                "licence": licence,
            }
        )

    def write_triples(self, batches: Iterable[pa.RecordBatch]) -> None:
        """Write all triples, in the order in which they come."""
        with _Parts(self.folder / "triples", TRIPLES) as parts:
            for batch in batches:
                parts.write(batch)
        self._counts["triples"] = parts.rows

    def write_entities(self, batches: Iterable[pa.RecordBatch]) -> None:
        """Write all entities, in the order in which they come, and count their classes."""
        classes: Counter[str] = Counter()
        with _Parts(self.folder / "entities", ENTITIES, geometry="geometry") as parts:
            for batch in batches:
                for count in pc.value_counts(batch.column("class")).to_pylist():
                    classes[count["values"]] += count["counts"]
                parts.write(batch)
        self._counts["entities"] = parts.rows
        self._counts["classes"] = dict(sorted(classes.items()))

    def add_counts(self, **counts: Any) -> None:
        """Record what else a builder counted, such as the rules by which it left things out."""
        self._counts.update(counts)

    def write_manifest(self) -> None:
        """Write the manifest: the last file, and the one that makes the folder a snapshot."""
        manifest = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "kg": self.kg,
            "package_version": __version__,
            "sources": sorted(self._sources, key=lambda source: (source["name"], source["sha256"])),
            "counts": self._counts,
        }
        text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
        (self.folder / "manifest.json").write_text(text, "utf-8")


@contextmanager
def new_snapshot(out: str | Path, kg: str) -> Iterator[tuple[SnapshotWriter, Path]]:
    """Yield a writer and a scratch folder; the snapshot appears at `out` when all went well.

    The scratch folder lies beside the output, on the same disk, and goes away with it: killed at
    any moment, the process leaves the old snapshot or none.

    Parameters
    ----------
    out : path-like
        The folder to make; an earlier snapshot there is replaced.
    kg : str
        The graph's name.
    """
    with new_folder(out) as folder:
        writer = SnapshotWriter(folder, kg)
        scratch = folder / "scratch"
        scratch.mkdir()
        yield writer, scratch
        shutil.rmtree(scratch)
        writer.write_manifest()


class _Parts:
    """A folder of Parquet files whose bytes depend on the rows alone, not on their batches."""

    def __init__(self, folder: Path, schema: pa.Schema, geometry: str | None = None) -> None:
        folder.mkdir()
        self.rows = 0
        self._folder = folder
        self._schema = schema
        self._geometry = geometry
        self._pending: list[pa.RecordBatch] = []
        self._waiting = 0
        self._writer: pq.ParquetWriter | None = None
        self._files = 0
        self._groups = 0
        self._extent = _Extent()

    def __enter__(self) -> _Parts:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._flush()
            if self._files == 0:
                self._open()
        self._close()

    def write(self, batch: pa.RecordBatch) -> None:
        while batch.num_rows:
            head = batch.slice(0, _GROUP - self._waiting)
            self._pending.append(head)
            self._waiting += head.num_rows
            batch = batch.slice(head.num_rows)
            if self._waiting == _GROUP:
                self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        table = pa.Table.from_batches(self._pending).select(self._schema.names)
        table = table.combine_chunks().cast(self._schema)
        if self._writer is None:
            self._open()
        assert self._writer is not None
        self._writer.write_table(table, row_group_size=_GROUP)
        if self._geometry:
            self._extent.add(table.column(self._geometry))
        self.rows += self._waiting
        self._pending, self._waiting = [], 0
        self._groups += 1
        if self._groups == _GROUPS_PER_FILE:
            self._close()

    def _open(self) -> None:
        self._writer = pq.ParquetWriter(
            self._folder / f"part-{self._files:05}.parquet",
            self._schema,
            compression="zstd",
            use_dictionary=_REPEATING,
            # Arrow's own copy of the schema would hide the "geo" entry from those who read by it.
            store_schema=False,
        )
        self._files += 1
        self._groups = 0
        self._extent = _Extent()

    def _close(self) -> None:
        if self._writer is None:
            return
        if self._geometry:
            self._writer.add_key_value_metadata({"geo": self._extent.metadata(self._geometry)})
        self._writer.close()
        self._writer = None


class _Extent:
    """What GeoParquet wants to know of a file's geometries."""

    def __init__(self) -> None:
        self._types: set[str] = set()
        self._box: np.ndarray | None = None

    def add(self, column: pa.ChunkedArray) -> None:
        shapes = shapely.from_wkb(column.drop_null().to_numpy())
        if not len(shapes):
            return
        for code in np.unique(shapely.get_type_id(shapes)):
            self._types.add(shapely.GeometryType(code).name)
        box = shapely.total_bounds(shapes)
        if self._box is not None:
            box = shapely.total_bounds(shapely.box(*np.stack([self._box, box]).T))
        self._box = box

    def metadata(self, column: str) -> str:
        described: dict[str, Any] = {
            "encoding": "WKB",
            "geometry_types": sorted(_NAMES[name] for name in self._types),
        }
        if self._box is not None:
            described["bbox"] = [float(bound) for bound in self._box]
        # Without "crs" the specification's default holds: OGC:CRS84, longitude latitude.
        return json.dumps(
            {"version": "1.1.0", "primary_column": column, "columns": {column: described}}
        )


_NAMES = {
    "POINT": "Point",
    "LINESTRING": "LineString",
    "LINEARRING": "LineString",
    "POLYGON": "Polygon",
    "MULTIPOINT": "MultiPoint",
    "MULTILINESTRING": "MultiLineString",
    "MULTIPOLYGON": "MultiPolygon",
    "GEOMETRYCOLLECTION": "GeometryCollection",
}


@dataclass(frozen=True)
class Snapshot:
    """A snapshot that was found whole: its manifest and its files."""

    path: Path
    manifest: dict[str, Any]
    entities: tuple[Path, ...]
    triples: tuple[Path, ...]

    @property
    def kg(self) -> str:
        """The graph's name."""
        return str(self.manifest["kg"])


def open_snapshot(path: str | Path) -> Snapshot:
    """Check a snapshot's manifest and the footers of its files.

    Raises
    ------
    InputError
        When the folder is no snapshot, is of another format version, or when a file is missing,
        cut short, or lacks a column.
    """
    path = Path(path)
    manifest = _manifest(path)
    entities = _files(path / "entities", ENTITIES, manifest["counts"]["entities"])
    triples = _files(path / "triples", TRIPLES, manifest["counts"]["triples"])
    return Snapshot(path, manifest, entities, triples)


def _manifest(path: Path) -> dict[str, Any]:
    file = path / "manifest.json"
    if not file.is_file():
        raise InputError(
            "is not a snapshot (it has no manifest.json)" if path.exists() else "is missing",
            source=path,
            remedy="Make one with `multiglobeqa kg build`.",
        )
    try:
        manifest = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise InputError(f"is not JSON: {error}", source=file, remedy=_AGAIN) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise InputError(f"does not say that it is a {FORMAT}", source=file)
    version = manifest.get("format_version")
    if version != FORMAT_VERSION:
        raise InputError(
            f"has format version {version!r}; this release reads {FORMAT_VERSION}",
            source=file,
            remedy="Use the release that wrote it, or build the snapshot again.",
        )
    counts = manifest.get("counts")
    if (
        not isinstance(manifest.get("kg"), str)
        or not isinstance(manifest.get("sources"), list)
        or not isinstance(counts, dict)
        or not all(isinstance(counts.get(name), int) for name in ("entities", "triples"))
    ):
        raise InputError("lacks kg, sources or counts", source=file, remedy=_AGAIN)
    return manifest


def _files(folder: Path, schema: pa.Schema, expected: int) -> tuple[Path, ...]:
    files = tuple(sorted(folder.glob("*.parquet")))
    if not files:
        raise InputError("holds no Parquet file", source=folder, remedy=_AGAIN)
    rows = sum(_rows(file, schema) for file in files)
    if rows != expected:
        raise InputError(
            f"holds {rows} rows where the manifest says {expected}", source=folder, remedy=_AGAIN
        )
    return files


def _rows(file: Path, schema: pa.Schema) -> int:
    """Return the number of rows of a file whose columns are found right."""
    try:
        with pq.ParquetFile(file) as parquet:
            found, rows = parquet.schema_arrow, parquet.metadata.num_rows
    except (pa.ArrowInvalid, OSError) as error:
        raise InputError(
            f"is not readable as Parquet: {error}", source=file, remedy=_AGAIN
        ) from None
    missing = [name for name in schema.names if name not in found.names]
    if missing:
        raise InputError(f"lacks the columns {', '.join(missing)}", source=file, remedy=_AGAIN)
    for field in schema:
        if found.field(field.name).type != field.type:
            raise InputError(
                f"has {found.field(field.name).type} where {field.type} is due",
                source=file,
                place=f"column {field.name}",
                remedy=_AGAIN,
            )
    return int(rows)


__all__ = ["Snapshot", "SnapshotWriter", "new_snapshot", "open_snapshot"]
