"""`multiglobeqa verify`: every answer of a dataset computed again from its gold triples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from multiglobeqa.errors import CheckFailed

if TYPE_CHECKING:
    from multiglobeqa.solve.verify import Verification

SHOWN = 20


def verify(
    dataset: Annotated[Path, typer.Argument(help="The dataset folder.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document, with all findings.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes to use; by default one per processor.")
    ] = None,
) -> None:
    """Compute every answer again from its gold triples and compare.

    Exits with 1 unless all answers agree.
    """
    import json

    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from multiglobeqa.solve.verify import verify as verify_dataset

    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed} answers verified"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        verification = verify_dataset(
            dataset, workers, advance=lambda number: progress.advance(task, number)
        )
    if as_json:
        typer.echo(json.dumps(verification.as_json(), indent=2, allow_nan=False))
    else:
        _print(verification)
    if not verification.ok:
        totals = verification.totals
        raise CheckFailed(
            f"{sum(totals.values()) - totals['agrees']} of {sum(totals.values())} answers do not "
            "agree"
        )


def _print(verification: Verification) -> None:
    from multiglobeqa.solve.verify import VERDICTS

    width = max(map(len, [*verification.counts, "sub-template"]))
    typer.echo("  ".join(["sub-template".ljust(width), *(f"{name:>12}" for name in VERDICTS)]))
    rows = [*verification.counts.items(), ("all", verification.totals)]
    for name, row in rows:
        figures = (f"{row[verdict]:>12}" for verdict in VERDICTS)
        typer.echo("  ".join([_printable(name).ljust(width), *figures]))
    for finding in verification.findings[:SHOWN]:
        typer.echo()
        typer.echo(_printable(f"{finding.sub_template} {finding.question_id}: {finding.question}"))
        typer.echo(_printable(f"  {finding.verdict}: {finding.reason}"))
        typer.echo(_printable(f"  gold {finding.gold!r}, solved {finding.solved!r}"))
    if (more := len(verification.findings) - SHOWN) > 0:
        typer.echo(f"\nand {more} more; --json prints them all")


def _printable(text: str) -> str:
    """Return text whose control characters, which a terminal would obey, are written out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
