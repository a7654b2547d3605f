"""`multiglobeqa dataset`: what a dataset holds."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True, help="Look into a dataset.")


@app.callback()
def _group() -> None:
    """Keep `info` a command of its own, also while it is the only one."""


@app.command()
def info(
    dataset: Annotated[Path, typer.Argument(help="The dataset folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Show counts by stratum, function, format and country, and why tuples were rejected."""
    from multiglobeqa.dataset import Dataset

    manifest = Dataset(dataset).manifest
    if as_json:
        print(json.dumps(manifest, indent=2, ensure_ascii=False))
        return
    from rich.console import Console

    console = Console()
    counts = manifest["counts"]
    console.print(
        f"{counts['questions']:,} questions, {counts['false_premises']:,} with a false premise; "
        f"{counts['sub_templates']} sub-templates; {counts['countries']} countries and territories",
        highlight=False,
    )
    for title, name in (
        ("stratum", "by_stratum"),
        ("graph and function", "by_kg_and_sfid"),
        ("answer format", "by_answer_format"),
    ):
        console.print(_counts(title, counts[name]))
    for kg, tally in manifest["tuples"].items():
        console.print(_rejections(kg, tally))


def _counts(title: str, counts: dict[str, int]) -> Any:
    from rich.table import Table

    table = Table(title, "questions", box=None)
    table.columns[1].justify = "right"
    for name, count in counts.items():
        table.add_row(name, f"{count:,}")
    return table


def _rejections(kg: str, tally: dict[str, Any]) -> Any:
    from rich.table import Table

    reasons: Counter[str] = Counter()
    for sub in tally.values():
        reasons.update(sub["rejected"])
        reasons["the reference solver disagreed"] += sub["disagreed"]
    drawn = sum(sub["drawn"] for sub in tally.values())
    table = Table(f"{kg}: of {drawn:,} tuples rejected because", "tuples", box=None)
    table.columns[1].justify = "right"
    for reason, count in reasons.most_common():
        table.add_row(reason, f"{count:,}")
    return table
