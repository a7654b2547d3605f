"""Indexes kept beside a snapshot, made when first asked for and anew when the snapshot changes.

They never lie inside it: a snapshot's bytes stay those that its builder wrote.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from multiglobeqa.errors import InputError
from multiglobeqa.files import new_folder
from multiglobeqa.kg.snapshot import Snapshot

# The end of a Parquet file says where each column lies and what values it spans.
_TAIL = 1 << 16


#: Called with a line that says what takes a while.
Tell = Callable[[str], None]


def silent(_: str) -> None:
    """Tell nobody."""


def index_folder(
    snapshot: Snapshot,
    kind: str,
    version: int,
    build: Callable[[Path], None],
    tell: Tell = silent,
) -> Path:
    """Return the folder of an index of a snapshot, after building it if need be.

    Parameters
    ----------
    snapshot : Snapshot
        The graph. Its index lies at ``<path>.index/<kind>``.
    kind : str
        The index's name.
    version : int
        Of the index's layout; another one is built anew.
    build : callable
        Fills an empty folder. What it writes appears whole or not at all.
    tell : callable
        Told when the index is built.

    Raises
    ------
    InputError
        When nothing can be written there.
    """
    path = snapshot.path.resolve()
    folder = path.with_name(f"{path.name}.index") / kind
    stamp = {"format": f"multiglobeqa-{kind}", "version": version, "snapshot": _digest(snapshot)}
    if _stamp(folder) == stamp:
        return folder
    tell(f"indexing the {kind} of {snapshot.path}; the index stays beside it")
    try:
        with new_folder(folder) as beside:
            build(beside)
            (beside / "manifest.json").write_text(json.dumps(stamp), "utf-8")
    except PermissionError as error:
        raise InputError(
            f"cannot be written: {error.strerror}",
            source=folder,
            remedy="The index lies beside the snapshot; copy that to where you may write.",
        ) from None
    return folder


def _stamp(folder: Path) -> object:
    try:
        return json.loads((folder / "manifest.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _digest(snapshot: Snapshot) -> str:
    """Tell snapshots apart without reading them whole: by manifest, sizes and Parquet footers."""
    digest = sha256((snapshot.path / "manifest.json").read_bytes())
    for file in (*snapshot.entities, *snapshot.triples):
        size = file.stat().st_size
        digest.update(f"{file.name} {size}\n".encode())
        with file.open("rb") as stream:
            stream.seek(max(0, size - _TAIL))
            digest.update(stream.read())
    return digest.hexdigest()


__all__ = ["Tell", "index_folder", "silent"]
