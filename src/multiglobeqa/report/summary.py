"""What a report says, as plain data: the page, the JSON and the CSV all come from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.dataset import Dataset
from multiglobeqa.errors import InputError
from multiglobeqa.report import baseline, labels
from multiglobeqa.report.collect import collect
from multiglobeqa.report.examples import Example, choose_examples
from multiglobeqa.score.aggregate import aggregate
from multiglobeqa.score.metrics import METRICS, OUTCOMES
from multiglobeqa.strata import Strata
from multiglobeqa.taxonomy.loader import templates

RUN = ("model", "tier", "language")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate, 0 to 1, with its 95 % interval, over `n` answers."""

    value: float
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Run:
    """A model at a tier in a language; several seeds are one run."""

    model: str
    tier: str
    language: str
    seeds: int
    questions: int
    metrics: dict[str, Estimate | None]  # by the names of `METRICS`
    outcomes: dict[str, int]  # how many answers to questions whose premise holds


@dataclass(frozen=True, slots=True)
class Group:
    """Answerable questions that have something in common; `em` has an entry for each run."""

    key: str
    label: str
    questions: int
    em: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The groups of one dimension of the results."""

    id: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Stratum:
    """EM in one income and density tier; None stands for all tiers."""

    income_tier: str | None
    density_tier: str | None
    em: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """All that a report says."""

    questions: int
    runs: tuple[Run, ...]
    breakdowns: tuple[Breakdown, ...]
    strata: tuple[Stratum, ...]
    examples: tuple[Example, ...]
    sources: tuple[dict[str, str], ...]

    @property
    def contenders(self) -> tuple[Run, ...]:
        """The runs that are no baseline; all, when there is nothing else."""
        return tuple(run for run in self.runs if run.model != baseline.MODEL) or self.runs

    @property
    def floor(self) -> float | None:
        """The EM of the majority baseline that knows the gold, where it is among the runs."""
        known = (run.metrics["em"] for run in self.runs if run.model == baseline.MODEL)
        return max((em.value for em in known if em is not None), default=None)

    @property
    def several_languages(self) -> bool:
        """Whether the language tells runs apart."""
        return len({run.language for run in self.runs}) > 1


def summarise(paths: Sequence[str | Path], dataset: str | Path | None = None) -> Summary:
    """Read results folders and add them up.

    Parameters
    ----------
    paths : sequence of path-like
        Results folders.
    dataset : path-like, optional
        The dataset that was asked; with it the majority baselines are among the runs.

    Raises
    ------
    InputError
        As `collect` and `baseline.baselines` do.
    """
    table, sources = collect(paths)
    if dataset is not None:
        table = pa.concat_tables([table, baseline.baselines(table, Dataset(dataset))])
    answerable = table.filter(table["premise_holds"])
    runs = _runs(table, answerable)
    places = {(run.model, run.tier, run.language): place for place, run in enumerate(runs)}
    contenders = {run: place for run, place in places.items() if run[0] != baseline.MODEL}
    return Summary(
        questions=pc.count_distinct(table["question_id"]).as_py(),
        runs=runs,
        breakdowns=tuple(_breakdowns(answerable, places)),
        strata=tuple(_strata(answerable, places)),
        examples=choose_examples(table, contenders or places),
        sources=sources,
    )


def _runs(table: pa.Table, answerable: pa.Table) -> tuple[Run, ...]:
    outcomes: dict[tuple[str, str, str], dict[str, int]] = {}
    for row in answerable.group_by([*RUN, "outcome"]).aggregate([([], "count_all")]).to_pylist():
        outcomes.setdefault(_run(row), {})[row["outcome"]] = row["count_all"]
    asked = table.group_by(RUN).aggregate([("question_id", "count_distinct")]).to_pylist()
    questions = {_run(row): row["question_id_count_distinct"] for row in asked}
    return tuple(
        Run(
            *(run := _run(row)),
            seeds=row["seeds"],
            questions=questions[run],
            metrics={name: _estimate(row, name) for name in METRICS},
            outcomes={name: outcomes.get(run, {}).get(name, 0) for name in OUTCOMES},
        )
        for row in sorted(aggregate(table, RUN).to_pylist(), key=_baselines_last)
    )


def _baselines_last(row: Mapping[str, Any]) -> tuple[bool, tuple[str, str, str]]:
    return row["model"] == baseline.MODEL, _run(row)


def _breakdowns(table: pa.Table, places: Mapping[Any, int]) -> Iterable[Breakdown]:
    strata, names = Strata(), {sub.id: one.name for one in templates() for sub in one.sub_templates}

    def country(iso3: str) -> str:
        try:
            return strata.country_name(iso3)
        except InputError:
            return iso3

    def sub_template(id_: str) -> str:
        return f"{id_} · {names[id_]}" if id_ in names else id_

    dimensions: dict[str, Callable[[str], str]] = {
        "sfid": lambda id_: f"{id_} · {labels.SPATIAL_FUNCTIONS.get(id_, id_)}",
        "answer_format": lambda id_: labels.ANSWER_FORMATS.get(id_, id_),
        "kg": lambda id_: labels.GRAPHS.get(id_, id_),
        "modality": str.capitalize,
        "country": country,
        "sub_template": sub_template,
    }
    for dimension, label in dimensions.items():
        known = table.filter(table[dimension].is_valid())
        if dimension == "modality" and pc.count_distinct(known[dimension]).as_py() < 2:
            continue
        counts = known.group_by(dimension).aggregate([("question_id", "count_distinct")])
        questions = dict(zip(*(column.to_pylist() for column in counts.columns), strict=True))
        em = _em_by(known, [dimension], places)
        groups = [Group(key, label(key), questions[key], found) for (key,), found in em.items()]
        yield Breakdown(dimension, tuple(sorted(groups, key=_order)))


def _strata(table: pa.Table, places: Mapping[Any, int]) -> Iterable[Stratum]:
    known = table.filter(pc.and_(table["income_tier"].is_valid(), table["density_tier"].is_valid()))
    for income, density in ((1, 1), (1, 0), (0, 1), (0, 0)):
        by = ["income_tier"] * income + ["density_tier"] * density
        for values, em in _em_by(known, by, places).items():
            tiers = dict(zip(by, values, strict=True))
            yield Stratum(tiers.get("income_tier"), tiers.get("density_tier"), em)


def _em_by(
    table: pa.Table, by: Sequence[str], places: Mapping[Any, int]
) -> dict[tuple[str, ...], tuple[Estimate | None, ...]]:
    """Return the EM of each run for each combination of values, in the order of the values."""
    found: dict[tuple[str, ...], list[Estimate | None]] = {}
    for row in aggregate(table, [*by, *RUN]).to_pylist() if table.num_rows else []:
        values = tuple(row[name] for name in by)
        found.setdefault(values, [None] * len(places))[places[_run(row)]] = _estimate(row, "em")
    return {values: tuple(em) for values, em in found.items()}


def _order(group: Group) -> list[str | int]:
    """Order labels as a reader does: C2 before C10."""
    parts = re.split(r"([0-9]+)", group.label)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)]


def _run(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["model"], row["tier"], row["language"]


def _estimate(row: Mapping[str, Any], name: str) -> Estimate | None:
    if row[name] is None:
        return None
    n = row["false_premise"] if name == "nrr" else row["answerable"]
    if name == "em_cov":
        n = round(row["cov"] * n)
    return Estimate(row[name], row[f"{name}_low"], row[f"{name}_high"], n)
