"""Progress on standard error, so that standard output stays the command's answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def steps(title: str) -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that is called with what is being done, the steps done, and all steps."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=None)

        def step(what: str, done: int, of: int) -> None:
            bar.update(task, description=f"{title} {what}", completed=done, total=of)

        yield step
