"""`multiglobeqa eval`: ask a model the questions of a dataset."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from multiglobeqa.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa


def evaluate(  # noqa: PLR0917
    dataset: Annotated[Path, typer.Argument(help="The dataset folder.")],
    model: Annotated[
        str,
        typer.Option(
            help="local, server/NAME (any OpenAI-compatible server; give --base-url), or "
            "PROVIDER/NAME as Inspect has it."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The results folder to write.")],
    tier: Annotated[str, typer.Option(help="The condition.")] = "T1",
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only so many questions, a fair sample.")
    ] = None,
    language: Annotated[str, typer.Option(help="ISO 639-3 code.")] = "eng",
    split: Annotated[str | None, typer.Option(help="The dataset's first by default.")] = None,
    seed: Annotated[int, typer.Option(help="Passed on to the model.")] = 0,
    base_url: Annotated[
        str | None, typer.Option(help="Address of the service: http://127.0.0.1:8000/v1")
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="The most that a reply may take.")
    ] = None,
    max_connections: Annotated[
        int | None, typer.Option(min=1, help="Questions asked at a time.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Evaluate a model; the same command, after an interruption, goes on from there."""
    try:
        from multiglobeqa.evaluate.run import evaluate as evaluate_model
        from multiglobeqa.evaluate.scorer import rates
    except ModuleNotFoundError as error:
        raise InputError(
            f"the package {error.name} is not installed",
            remedy="Install it with pip install 'multiglobeqa[eval]'.",
        ) from None
    from multiglobeqa.cli.progress import steps

    # Standard output is the command's answer; what Inspect says belongs beside it.
    with redirect_stdout(sys.stderr), steps(f"Evaluating {model}") as progress:
        table = evaluate_model(
            dataset,
            output,
            model,
            base_url=base_url,
            tier=tier,
            language=language,
            split=split,
            limit=limit,
            seed=seed,
            max_tokens=max_tokens,
            max_connections=max_connections,
            progress=progress,
        )
    found: dict[str, Any] = {
        "questions": table.num_rows,
        "rates": rates(table),
        "outcomes": _outcomes(table),
    }
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    for name, value in found["rates"].items():
        typer.echo(f"{name:<7}{value:7.1%}")
    counts = ", ".join(
        f"{count:,} {name.replace('_', ' ')}" for name, count in found["outcomes"].items()
    )
    typer.echo(f"{table.num_rows:,} questions: {counts} -> {output}")
    if failed := found["outcomes"].get("harness_error"):
        typer.echo(f"{failed:,} could not be asked; the same command asks them again.", err=True)


def _outcomes(table: pa.Table) -> dict[str, int]:
    counts: list[dict[str, Any]] = table["outcome"].value_counts().to_pylist()
    return {row["values"]: row["counts"] for row in sorted(counts, key=lambda row: -row["counts"])}
