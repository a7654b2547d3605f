"""The command `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    results: Annotated[
        list[Path], typer.Argument(metavar="RESULTS...", help="Results folders, one or many.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write.")],
    dataset: Annotated[
        Path | None,
        typer.Option(help="The dataset that was asked: adds the majority baselines."),
    ] = None,
) -> None:
    """Write a report of results: one HTML page, and its numbers as JSON and CSV."""
    from multiglobeqa.report import write_report

    page = write_report(results, output, dataset=dataset)
    typer.echo(page)
