"""`multiglobeqa build`: a dataset from snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def build(  # noqa: PLR0917
    snapshots: Annotated[list[Path], typer.Argument(help="Snapshot folders.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The dataset folder to write.")],
    seed: Annotated[int, typer.Option(help="Another seed draws other tuples.")] = 0,
    per_cell: Annotated[
        int, typer.Option(help="Tuples for each sub-template, graph and stratum.")
    ] = 30,
    false_premises: Annotated[
        float, typer.Option(help="The share of questions whose premise is false.")
    ] = 0.078,
    language: Annotated[
        list[str] | None, typer.Option(help="ISO 639-3 code; may be repeated.")
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Threads; the result is the same.")] = None,
    memory: Annotated[str | None, typer.Option(help='A limit such as "2GB".')] = None,
) -> None:
    """Build a dataset: draw, execute, prove and write questions."""
    from multiglobeqa.build import build as build_dataset
    from multiglobeqa.cli.progress import steps

    with steps("Building") as progress:
        manifest = build_dataset(
            snapshots,
            output,
            seed=seed,
            per_cell=per_cell,
            false_premises=false_premises,
            languages=language or ["eng"],
            threads=threads,
            memory=memory,
            progress=progress,
        )
    counts = manifest["counts"]
    dropped = sum(
        sub["disagreed"] for graph in manifest["tuples"].values() for sub in graph.values()
    )
    typer.echo(
        f"{counts['questions']:,} questions ({counts['false_premises']:,} with a false premise) in "
        f"{len(counts['by_stratum'])} of 12 strata and {counts['countries']} countries -> {output}"
    )
    typer.echo(f"{dropped:,} dropped because the reference solver disagreed.")
