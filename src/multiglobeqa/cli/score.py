"""The command `score`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiglobeqa.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from multiglobeqa.dataset import Dataset
    from multiglobeqa.score import Names
    from multiglobeqa.score.judge import Reading

HEADINGS = {"em": "EM", "ne": "NE", "cov": "Cov", "em_cov": "EM_cov", "frr": "FRR", "nrr": "NRR"}


def score(
    dataset: Annotated[Path, typer.Argument(help="The dataset folder.")],
    predictions: Annotated[
        Path,
        typer.Argument(
            help="A predictions file (JSONL), or a results folder to be scored again by this "
            "release."
        ),
    ],
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The results folder to write.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    reading: Annotated[
        Literal["strict", "free"],
        typer.Option(
            help="strict: an answer is the JSON value of its format; free: it may be text."
        ),
    ] = "strict",
    by: Annotated[
        list[str] | None,
        typer.Option(help="A dimension to tell apart, such as income_tier; may be repeated."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(help="A results folder to compare with, question by question."),
    ] = None,
    split: Annotated[str | None, typer.Option(help="The dataset's first by default.")] = None,
    model: Annotated[
        str | None, typer.Option(help="What the run is called; by default the file's name.")
    ] = None,
    tier: Annotated[str, typer.Option(help="The condition of the run, such as T1.")] = "",
    seed: Annotated[int, typer.Option(help="The seed of the run.")] = 0,
) -> None:
    """Score predictions, as Table 12 of the paper."""
    from multiglobeqa.cli.progress import steps
    from multiglobeqa.dataset import Dataset
    from multiglobeqa.files import checksum
    from multiglobeqa.score import Names, changes, compare, read_results, write_results
    from multiglobeqa.score.explanations import EXPLANATIONS
    from multiglobeqa.score.overview import overview

    with steps("Scoring") as step:
        opened = Dataset(dataset)
        names = Names(opened.aliases())
        step("the predictions", 0, 3)
        run = {"model": model or predictions.stem, "tier": tier, "seed": seed}
        how: dict[str, Any] = {"names": names, "reading": reading, "split": split}
        old = None
        if predictions.is_dir():
            results, questions, old = _again(opened, predictions, **how)
        else:
            results, questions = _first(opened, predictions, **how, run=run)
        step("the baselines", 1, 3)
        document = {
            "dataset": dataset.name,
            **overview(results, questions, names=names, reading=reading, by=by or ["sfid"]),
        }
        step("the rest", 2, 3)
        explanations = document.pop("explanations")
        if old is not None:
            document["changes"] = changes(old, results).to_pylist()
        if against is not None:
            other, _ = read_results(against)
            document["against"] = {
                "results": against.name,
                "overall": compare(results, other).to_pylist()[0],
            }
            explanations |= {name: EXPLANATIONS[name] for name in ("paired", "detectable")}
        document["explanations"] = explanations
        if output is not None:
            manifest = {
                "signature": document["signature"],
                "reading": reading,
                "dataset": {
                    "path": dataset.name,
                    "manifest_sha256": checksum(dataset / "manifest.json"),
                },
                "predictions": document["predictions"],
            }
            write_results(output, results, manifest)
    if as_json:
        print(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        _print(document)


def _first(
    dataset: Dataset,
    file: Path,
    *,
    names: Names,
    reading: Reading,
    split: str | None,
    run: dict[str, Any],
) -> tuple[pa.Table, pa.Table]:
    """Return the results of a predictions file, and the questions that were asked."""
    from multiglobeqa.score import score_file

    questions = _questions(dataset, set(dataset.languages), split)
    return score_file(file, questions, names=names, reading=reading, **run), questions


def _again(
    dataset: Dataset,
    folder: Path,
    *,
    names: Names,
    reading: Reading,
    split: str | None,
) -> tuple[pa.Table, pa.Table, pa.Table]:
    """Return the results of a results folder, the questions that were asked, and the old ones."""
    import pyarrow.compute as pc

    from multiglobeqa.score import read_results, rescore

    old, manifest = read_results(folder)
    if (before := manifest.get("reading", "strict")) != reading:
        raise InputError(
            f"was read {before}", source=folder, remedy=f"Score it with --reading {before}."
        )
    questions = _questions(dataset, set(pc.unique(old["language"]).to_pylist()), split)
    questions = questions.filter(pc.is_in(questions["question_id"], old["question_id"].unique()))
    return rescore(old, questions, names=names, reading=reading), questions, old


def _questions(dataset: Dataset, languages: set[str], split: str | None) -> pa.Table:
    """Return the questions of some languages, the golds once."""
    import pyarrow as pa

    first, *others = [name for name in dataset.languages if name in languages]
    tables = [dataset.questions_table(first, split)]
    # The same questions in another language differ by their text alone.
    text = ["question_id", "language", "question"]
    tables += [dataset.questions_table(name, split).select(text) for name in others]
    return pa.concat_tables(tables, promote_options="default")


def _print(document: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    given, overall = document["predictions"], document["overall"]
    console.print(
        f"{given['given']:,} predictions, {given['missing']:,} missing; "
        f"{overall['answerable']:,} answerable questions, "
        f"{overall['false_premise']:,} with a false premise"
    )
    table = Table("", "questions", *HEADINGS.values(), box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    _add(table, "all", overall)
    for name, rates in document["baselines"].items():
        _add(table, name.replace("_", " "), rates)
    for dimension, rows in document["by"].items():
        table.add_section()
        table.add_row(f"[bold]{escape(dimension)}[/bold]")
        for row in rows:
            _add(table, f"  {row[dimension]}", row)
    console.print(table)
    bounds = [
        f"[{_share(overall[f'em{kind}_low'])}, {_share(overall[f'em{kind}_high'])}]"
        for kind in ("", "_boot")
    ]
    console.print(escape(f"EM of all: 95 % interval {bounds[0]}, bootstrap {bounds[1]}"))
    _print_contrasts(console, document["by"])
    outcomes = {
        name.removeprefix("share_").replace("_", " "): share
        for name, share in overall.items()
        if name.startswith("share_") and share
    }
    console.print(
        "outcomes: " + ", ".join(f"{name} {100 * share:.1f}" for name, share in outcomes.items())
    )
    for problem in document["problems"][:3]:
        told = escape(f"{problem['answer_format']}: {problem['problem']}")
        console.print(f"format errors: {problem['count']:,} x {told}")
    if "changes" in document:
        console.print(f"scored again: {sum(row['count'] for row in document['changes']):,} changed")
        for row in document["changes"]:
            console.print(
                escape(
                    f"  {row['sub_template']}: {row['before']} -> {row['after']}, {row['count']:,} "
                    f"(such as {row['example']})"
                )
            )
    if "against" in document:
        _print_comparison(console, document["against"])
    console.print()
    for sentence in document["explanations"].values():
        console.print(escape(sentence), style="dim")
    console.print(escape(document["signature"]), style="dim")


def _add(table: Any, name: str, row: dict[str, Any]) -> None:
    from rich.markup import escape

    cells = [f"{row['rows']:,}"]
    for metric in HEADINGS:
        value, error = row[metric], row[f"{metric}_se"]
        cell = "–" if value is None else f"{100 * value:.1f}"
        if metric == "em" and error is not None:
            cell += f" ± {100 * error:.1f}"
        cells.append(cell)
    table.add_row(escape(name), *cells)


def _print_contrasts(console: Any, by: dict[str, list[dict[str, Any]]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    for dimension, rows in by.items():
        if "contrast" not in rows[0]:
            continue
        headings = ("standardised EM", "to the others", "p (Holm)", "q", "detectable")
        table = Table(escape(dimension), *headings, box=None, pad_edge=False)
        for column in table.columns[1:]:
            column.justify = "right"
        for row in rows:
            one = row["contrast"]
            table.add_row(
                escape(str(row[dimension])),
                _share(row["em_standardised"]),
                _share(one["difference"], sign=True) + f" ± {_share(one['se'])}",
                _probability(one["p_holm"]),
                _probability(one["q_bh"]),
                _share(one["detectable"]),
            )
        console.print(table)


def _print_comparison(console: Any, against: dict[str, Any]) -> None:
    from rich.markup import escape

    row = against["overall"]
    console.print(
        f"EM {_share(row['a'])} against {_share(row['b'])} of {escape(against['results'])} on "
        f"{row['pairs']:,} questions: {_share(row['difference'], sign=True)} ± "
        f"{_share(row['se'])} (p {_probability(row['p'])}, p_swap "
        f"{_probability(row['p_swap'])}; detectable {_share(row['detectable'])})"
    )


def _share(value: float | None, sign: bool = False) -> str:
    return "–" if value is None else f"{100 * value:{'+' if sign else ''}.1f}"


def _probability(value: float | None) -> str:
    if value is None:
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"
