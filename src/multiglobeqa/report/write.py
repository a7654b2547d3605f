"""The report folder: the page, and its numbers as JSON and CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from multiglobeqa.files import new_folder
from multiglobeqa.report.page import page
from multiglobeqa.report.summary import RUN, Estimate, Run, Summary, summarise

FORMAT = "multiglobeqa-report"
FORMAT_VERSION = 1

ESTIMATE = ("value", "low", "high", "n")


def write_report(
    results: Sequence[str | Path], output: str | Path, *, dataset: str | Path | None = None
) -> Path:
    """Write a report of results, whole or not at all, and return the path of its page.

    The same results give the same bytes.

    Parameters
    ----------
    results : sequence of path-like
        Results folders, as `multiglobeqa.score.write_results` makes them.
    output : path-like
        The folder to write; an earlier report is replaced.
    dataset : path-like, optional
        The dataset that was asked; with it the report shows the majority baselines too.

    Raises
    ------
    InputError
        When a folder is no results folder, is empty, of a newer version or damaged, when two
        hold the same run, when the dataset is another one, or when `output` is something that
        must not be replaced.
    """
    summary = summarise(results, dataset)
    with new_folder(output, marker="report.json") as folder:
        (folder / "index.html").write_bytes(page(summary).encode("utf-8"))
        (folder / "report.json").write_bytes(_json(summary).encode("utf-8"))
        _write_csv(folder / "headline.csv", (*RUN, "metric", *ESTIMATE), _headline(summary))
        _write_csv(folder / "outcomes.csv", (*RUN, "outcome", "questions"), _outcomes(summary))
        columns = ("dimension", "group", "questions", *RUN, *ESTIMATE)
        _write_csv(folder / "breakdown.csv", columns, _breakdown(summary))
    return Path(output) / "index.html"


def _json(summary: Summary) -> str:
    document = {"format": FORMAT, "format_version": FORMAT_VERSION} | asdict(summary)
    # Escaped to ASCII, so that no character of a hostile name can be unwritable.
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


def _headline(summary: Summary) -> Iterator[tuple[Any, ...]]:
    for run in summary.runs:
        for name, estimate in run.metrics.items():
            yield (*_run(run), name, *_estimate(estimate))


def _outcomes(summary: Summary) -> Iterator[tuple[Any, ...]]:
    for run in summary.runs:
        for outcome, count in run.outcomes.items():
            yield (*_run(run), outcome, count)


def _breakdown(summary: Summary) -> Iterator[tuple[Any, ...]]:
    for breakdown in summary.breakdowns:
        for group in breakdown.groups:
            for run, em in zip(summary.runs, group.em, strict=True):
                yield (breakdown.id, group.key, group.questions, *_run(run), *_estimate(em))


def _run(run: Run) -> tuple[str, str, str]:
    return run.model, run.tier, run.language


def _estimate(estimate: Estimate | None) -> tuple[str | int | None, ...]:
    if estimate is None:
        return (None, None, None, 0)
    return (_number(estimate.value), _number(estimate.low), _number(estimate.high), estimate.n)


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:.6f}"


def _write_csv(path: Path, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
