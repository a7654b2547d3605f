"""Files of the public sources: CSV tables and what GDAL reads, told by their content."""

from __future__ import annotations

import csv
import gzip
import io
import json
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import duckdb
import pyproj
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards.feature import Row

_PEEK = 1 << 16
_SHAPEFILE = b"\x00\x00\x27\x0a"
_TAR = (257, b"ustar")


def peek(path: Path) -> bytes:
    """Return the beginning of a file, unpacked if it is gzipped."""
    try:
        with gzip.open(path) if _is_packed(path) else path.open("rb") as stream:
            return stream.read(_PEEK)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"is damaged or cut short ({error})", source=path) from None


def _is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def is_vector(path: Path, start: bytes) -> bool:
    """Tell whether a file holds features that GDAL reads: shapefile, GeoJSON, TopoJSON, KML."""
    head = start.lstrip(b"\xef\xbb\xbf \t\r\n")
    return (
        start.startswith((_SHAPEFILE, b"PK\x03\x04"))
        or start[_TAR[0] :].startswith(_TAR[1])
        or head.startswith(b"{")
        or b"<kml" in head[:1000]
    )


def columns(start: bytes) -> tuple[str, ...]:
    """Return the column names of a CSV table in lower case; none if it begins as no table does."""
    try:
        line = next(csv.reader([start.decode("utf-8-sig", "replace").splitlines()[0]], strict=True))
    except (IndexError, csv.Error):
        return ()
    return tuple(name.strip().lower() for name in line)


def read_csv(path: Path) -> Iterator[Row]:
    """Yield the rows of a CSV table, gzipped or not, whose first line names the columns.

    Raises
    ------
    InputError
        When it is damaged, or a line has more or fewer fields than columns.
    """
    with _lines(path) as lines:
        reader = csv.reader(lines, strict=True)
        header = tuple(name.strip().lower() for name in next(reader))
        for fields in reader:
            if not fields:
                continue
            place = f"line {reader.line_num}"
            if len(fields) != len(header):
                raise InputError(
                    f"has {len(fields)} fields where {len(header)} are due",
                    source=path,
                    place=place,
                )
            yield Row(dict(zip(header, fields, strict=True)), None, place)


def read_pairs(path: Path, names: tuple[str, str]) -> Iterator[Row]:
    """Yield the lines of a list without a header, each cut at its first comma."""
    for row in read_lines(path):
        fields = (part.strip() for part in row.fields["line"].partition(",")[::2])
        yield row._replace(fields=dict(zip(names, fields, strict=True)))


def read_lines(path: Path) -> Iterator[Row]:
    """Yield the lines of a text file that are not blank, each as the field ``line``."""
    with _lines(path) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield Row({"line": line.rstrip("\r\n")}, None, f"line {number}")


@contextmanager
def _lines(path: Path) -> Iterator[io.TextIOWrapper]:
    """Open a text file, gzipped or not, and say what is wrong with it."""
    try:
        with gzip.open(path) if _is_packed(path) else path.open("rb") as stream:
            yield io.TextIOWrapper(cast(IO[bytes], stream), "utf-8-sig", newline="")
    except (csv.Error, UnicodeDecodeError, OSError, EOFError, zlib.error) as error:
        raise InputError(f"is damaged or cut short ({error})", source=path) from None


def layers(
    connection: duckdb.DuckDBPyConnection, path: Path, scratch: Path
) -> Iterator[tuple[frozenset[str], Iterator[Row]]]:
    """Yield the layers of a file: the names of their fields in lower case, and their rows.

    A packed file is read where it is when GDAL can (``.gz``, ``.zip``); of a tar archive the
    TopoJSON files in degrees are read (us-atlas also carries them projected to the screen).
    """
    for name in _names(path, scratch):
        for layer in _layers(connection, path, name):
            fields, query, system = layer
            yield fields, _rows(connection, path, query, name, system)


def _names(path: Path, scratch: Path) -> list[str]:
    """Return what GDAL shall open."""
    start = peek(path)
    if start[_TAR[0] :].startswith(_TAR[1]):
        return _unpack(path, scratch)
    if start.startswith(b"PK\x03\x04"):
        return _in_zip(path)
    if start.startswith(_SHAPEFILE):
        _check_dbf(path)
        return [str(path)]
    if _is_packed(path):
        return [f"/vsigzip/{path.resolve()}"]
    return [str(path)]


def _unpack(path: Path, scratch: Path) -> list[str]:
    names: list[str] = []
    with tarfile.open(path) as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            if not member.isfile() or not member.name.endswith(".json") or "albers" in member.name:
                continue
            stream = archive.extractfile(member)
            content = stream.read() if stream else b""
            if json.loads(content).get("type") == "Topology":
                target = scratch / f"{len(names)}-{Path(member.name).name}"
                target.write_bytes(content)
                names.append(str(target))
    if not names:
        raise InputError("holds no TopoJSON file", source=path)
    return names


def _in_zip(path: Path) -> list[str]:
    try:
        with zipfile.ZipFile(path) as archive:
            inside = sorted(archive.namelist())
    except zipfile.BadZipFile as error:
        raise InputError(f"is damaged or cut short ({error})", source=path) from None
    wanted = [name for name in inside if name.lower().endswith((".shp", ".geojson", ".kml"))]
    if not wanted:
        raise InputError("holds no shapefile, GeoJSON or KML file", source=path)
    return [f"/vsizip/{path.resolve()}/{name}" for name in wanted]


def _check_dbf(path: Path) -> None:
    """Refuse a shapefile whose table is missing or damaged, which GDAL would read as garbage."""
    table = next(
        (path.with_suffix(end) for end in (".dbf", ".DBF") if path.with_suffix(end).exists()), None
    )
    if table is None:
        raise InputError(
            "has no .dbf file beside it", source=path, remedy="A shapefile is .shp, .shx and .dbf."
        )
    with table.open("rb") as stream:
        header = stream.read(32)
    rows, start, length = struct.unpack("<xxxxIHH", header[:12]) if len(header) == 32 else (0, 0, 0)
    expected = start + rows * length
    if not start or not expected <= table.stat().st_size <= expected + 1:
        raise InputError(
            f"is damaged: its header tells of {expected:,} bytes and it has "
            f"{table.stat().st_size:,}",
            source=table,
            remedy="Download it again, as a binary file.",
        )


def _layers(
    connection: duckdb.DuckDBPyConnection, path: Path, name: str
) -> list[tuple[frozenset[str], str, pyproj.CRS | None]]:
    try:
        # ST_Read refuses what ST_Read_Meta crashes at.
        connection.execute("SELECT * FROM ST_Read(?) LIMIT 0", [name])
        found = connection.execute("SELECT layers FROM ST_Read_Meta(?)", [name]).fetchone()
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise InputError(f"is not readable ({error})", source=path) from None
    described = []
    for layer in found[0] if found else ():
        geometry = layer["geometry_fields"]
        text = (geometry[0]["crs"] or {}).get("wkt") if geometry else None
        system = pyproj.CRS(text) if text else None
        fields = frozenset(field["name"].lower() for field in layer["fields"])
        described.append((fields, layer["name"], system))
    return described


def _rows(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    layer: str,
    name: str,
    system: pyproj.CRS | None,
) -> Iterator[Row]:
    to_degrees = None
    if system is not None and system.is_projected:
        to_degrees = pyproj.Transformer.from_crs(system, "OGC:CRS84", always_xy=True)
    try:
        cursor = connection.cursor().execute(
            "SELECT * EXCLUDE geom, ST_AsWKB(geom) AS geom FROM ST_Read(?, layer = ?)",
            [name, layer],
        )
        titles = [column[0].lower() for column in cursor.description]
        count = 0
        while found := cursor.fetchmany(1024):
            for values in found:
                fields: dict[str, Any] = dict(zip(titles, values, strict=True))
                raw = fields.pop("geom")
                shape = shapely.Polygon() if raw is None else shapely.from_wkb(bytes(raw))
                if to_degrees is not None:
                    shape = shapely.transform(shape, to_degrees.transform, interleaved=False)
                yield Row(fields, shape, f"{layer}, feature {count}")
                count += 1
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise InputError(f"is not readable ({error})", source=path) from None
