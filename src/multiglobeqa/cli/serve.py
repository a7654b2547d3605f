"""`multiglobeqa serve-local`: a small language model on this machine."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Annotated

import typer


def serve_local(
    port: Annotated[int, typer.Option(min=0, max=65535, help="A free one by default.")] = 0,
    host: Annotated[str, typer.Option(help="Only this machine by default.")] = "127.0.0.1",
    threads: Annotated[int | None, typer.Option(min=1, help="By default one a core.")] = None,
) -> None:
    """Serve SmolLM2-135M-Instruct with OpenAI's endpoints until interrupted."""
    from multiglobeqa.evaluate.local import local_model

    stop = threading.Event()

    def stopping(signum: int, frame: FrameType | None) -> None:
        stop.set()

    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, stopping)
    with local_model(port, host, threads) as served:
        typer.echo(f"{served.name} answers at {served.base_url}")
        typer.echo("To evaluate it, in another terminal:")
        typer.echo(
            f"  multiglobeqa eval DATASET --model server/{served.name} "
            f"--base-url {served.base_url} --max-tokens {served.max_tokens} -o RESULTS"
        )
        typer.echo("Stop it with Ctrl-C.")
        stop.wait()
    typer.echo("stopped", err=True)
