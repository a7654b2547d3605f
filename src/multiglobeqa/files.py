"""Outputs that appear whole or not at all: written beside their place, then renamed into it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from multiglobeqa.errors import InputError


@contextmanager
def new_file(path: str | Path) -> Iterator[Path]:
    """Yield a path to write to; on success it replaces `path`, on failure it is removed.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "a.txt"
    >>> with new_file(target) as beside:
    ...     _ = beside.write_text("whole")
    >>> target.read_text()
    'whole'
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    # The suffix stays last: some writers choose their format by it.
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=path.suffix, dir=path.parent)
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        beside.chmod(0o666 & ~_umask())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def new_folder(path: str | Path, *, marker: str = "manifest.json") -> Iterator[Path]:
    """Yield a folder to fill; on success it replaces the folder `path`, on failure it is removed.

    Parameters
    ----------
    path : path-like
        Where the folder shall be. An existing folder is replaced only when it holds `marker`
        or is empty, so that a slip of the finger never deletes anything else.
    marker : str
        The file that tells that an existing folder is an earlier output.

    Raises
    ------
    InputError
        When `path` is something that must not be replaced.
    """
    path = Path(path)
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise InputError("is not a folder", source=path, remedy="Choose another output.")
    if path.is_dir() and any(path.iterdir()) and not (path / marker).is_file():
        raise InputError(
            f"exists and is not an earlier output (it has no {marker})",
            source=path,
            remedy="Choose another output, or remove the folder first.",
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".partial", dir=path.parent))
    try:
        yield beside
        beside.chmod(0o777 & ~_umask())
        if path.exists():
            # The two renames are as close to one as a folder allows: killed between them, the
            # old output is still there under its set-aside name and nothing half-written opens.
            aside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".old", dir=path.parent))
            path.rename(aside / path.name)
            beside.rename(path)
            shutil.rmtree(aside)
        else:
            beside.rename(path)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def checksum(path: str | Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    digest = sha256()
    with Path(path).open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
