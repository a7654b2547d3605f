"""`multiglobeqa kg map`: maps of graphs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Shows(StrEnum):
    """What a map shows."""

    DENSITY = "density"
    INCOME = "income"


def draw(
    snapshots: Annotated[list[Path], typer.Argument(metavar="SNAPSHOT...", help="Snapshots.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The .png file to write.")],
    show: Annotated[
        Shows, typer.Option(help="Geometries by density, a map each; or sites by income tier.")
    ] = Shows.DENSITY,
    width: Annotated[int, typer.Option(min=400, max=8000, help="In pixels.")] = 1800,
) -> None:
    """Draw where the entities of snapshots lie."""
    from multiglobeqa.errors import InputError
    from multiglobeqa.report.graph_map import draw_density, draw_income

    if output.suffix.lower() != ".png":
        raise InputError("is no .png file", source=output)
    paint = draw_density if show is Shows.DENSITY else draw_income
    paint(snapshots, output, width=width)
    typer.echo(f"{output}", err=True)
