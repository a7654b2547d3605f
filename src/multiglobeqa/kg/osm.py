"""Nodes of OpenStreetMap files, streamed as Arrow batches.

The reading and filtering happen in libosmium, which hands the nodes over in its OPL text form
(one node to a line), and the text is taken apart by whole columns: no Python code runs for each
tag, which makes it ten times as fast as asking every node for its tags.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import osmium
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from multiglobeqa.errors import InputError

NODES = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("version", pa.int32(), nullable=False),
        pa.field("lon", pa.float64(), nullable=False),
        pa.field("lat", pa.float64(), nullable=False),
        pa.field("tags", pa.map_(pa.string(), pa.string()), nullable=False),
    ]
)

SUFFIXES = (".osm.pbf", ".pbf", ".osm", ".osm.gz", ".osm.bz2")

_LINES = ["id", "version", "visible", "tags", "lon", "lat"]
_BLOCK = 4 << 20  # bytes of text taken apart at once
_ESCAPE = re.compile("%([0-9a-f]+)%")


def is_osm(path: str | Path) -> bool:
    """Tell whether a file's name is that of an OpenStreetMap file."""
    return str(path).lower().endswith(SUFFIXES)


def nodes(
    source: str | Path, keys: Sequence[str] = (), *, scratch: str | Path | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the tagged nodes of a file, in the file's order, which may be any.

    Parameters
    ----------
    source : path-like
        A ``.osm.pbf``, ``.osm``, ``.osm.gz`` or ``.osm.bz2`` file.
    keys : sequence of str
        Keep only the nodes that carry at least one of these keys; all tagged nodes if empty.
    scratch : path-like, optional
        The folder for temporary files; the system's if not given.

    Yields
    ------
    pyarrow.RecordBatch
        Of the schema `NODES`; coordinates are degrees with OpenStreetMap's 7 decimals.

    Raises
    ------
    InputError
        When the file is missing, empty, cut short, or not what its name says.
    """
    source = Path(source)
    look_at(source)
    with TemporaryDirectory(dir=scratch) as folder:
        text = Path(folder) / "nodes.opl"
        _extract(source, keys, text)
        if not text.stat().st_size:
            return
        try:
            yield from _parse(text)
        except ValueError as error:
            raise InputError(
                f"holds text that is not UTF-8 ({error})",
                source=source,
                remedy="Download it again.",
            ) from None


def look_at(source: Path) -> None:
    """Refuse what is plainly no OpenStreetMap file, in clearer words than the parser's."""
    again = "Download it again."
    if not source.is_file():
        raise InputError("is missing", source=source)
    if not is_osm(source):
        raise InputError(
            "has a name of no known kind", source=source, remedy=f"Known are {', '.join(SUFFIXES)}."
        )
    with source.open("rb") as stream:
        head = stream.read(512)
    if not head:
        raise InputError("is empty", source=source, remedy=again)
    if source.name.lower().endswith(".pbf") and b"OSMHeader" not in head[:64]:
        what = "an HTML page" if head.lstrip()[:1] == b"<" else "something else"
        raise InputError(f"is not a PBF file but {what}", source=source, remedy=again)


def _extract(source: Path, keys: Sequence[str], text: Path) -> None:
    wanted = osmium.filter.KeyFilter(*keys) if keys else osmium.filter.EmptyTagFilter()
    writer = None
    try:
        reader = osmium.io.Reader(str(source), osmium.osm.NODE)
        writer = osmium.SimpleWriter(osmium.io.File(str(text), "opl,add_metadata=version"))
        osmium.apply(reader, wanted, writer)
        reader.close()
        writer.close()
    # libosmium's out_of_range comes as an IndexError.
    except (RuntimeError, ValueError, IndexError, OSError) as error:
        if writer is not None:
            _keep_for_ever(writer)
        raise InputError(
            f"is damaged or cut short ({error})", source=source, remedy="Download it again."
        ) from None


def _keep_for_ever(writer: object) -> None:
    """Never destroy a writer that failed: libosmium would end the process."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(writer))


def _parse(text: Path) -> Iterator[pa.RecordBatch]:
    batches = pyarrow.csv.open_csv(
        text,
        pyarrow.csv.ReadOptions(column_names=_LINES, block_size=_BLOCK),
        pyarrow.csv.ParseOptions(delimiter=" ", quote_char=False),
        pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(_LINES, pa.string())),
    )
    for batch in batches:
        # A deleted node of a history file, or one without a place, says nothing.
        known = pc.and_(
            pc.equal(batch["visible"], "dV"),
            pc.and_(pc.not_equal(batch["lon"], "x"), pc.not_equal(batch["lat"], "y")),
        )
        columns = {
            name: pc.utf8_slice_codeunits(column, 1)
            for name, column in zip(_LINES, batch.filter(known).columns, strict=True)
        }
        yield pa.RecordBatch.from_arrays(
            [
                columns["id"].cast(pa.int64()),
                columns["version"].cast(pa.int32()),
                columns["lon"].cast(pa.float64()),
                columns["lat"].cast(pa.float64()),
                _tags(columns["tags"]),
            ],
            schema=NODES,
        )


def _tags(column: pa.StringArray) -> pa.MapArray:
    """Take ``key=value,key=value`` apart; delimiters inside keys and values are escaped."""
    pairs = pc.split_pattern(column, ",")
    halves = pc.split_pattern(pairs.flatten(), "=", max_splits=1).flatten()
    odd = np.arange(0, len(halves), 2)
    keys = pc.dictionary_encode(halves.take(odd))
    names = pa.array([_unescape(key) for key in keys.dictionary.to_pylist()], pa.string())
    values = _unescaped(halves.take(odd + 1))
    return pa.MapArray.from_arrays(pairs.offsets, names.take(keys.indices), values)


def _unescaped(column: pa.StringArray) -> pa.StringArray:
    """Return texts with OPL's escapes resolved: most have none, or only blanks."""
    escaped = pc.match_substring(column, "%")
    blanks = pc.and_(escaped, pc.match_substring_regex(column, "^(?:[^%]|%20%)*$"))
    column = pc.if_else(blanks, pc.replace_substring(column, "%20%", " "), column)
    others = pc.and_not(escaped, blanks)
    if not pc.any(others).as_py():
        return column
    plain = [_unescape(text) for text in column.filter(others).to_pylist()]
    return pc.replace_with_mask(column, others, pa.array(plain, pa.string()))


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return "\N{REPLACEMENT CHARACTER}" if 0xD800 <= code < 0xE000 else chr(code)


__all__ = ["NODES", "SUFFIXES", "is_osm", "nodes"]
