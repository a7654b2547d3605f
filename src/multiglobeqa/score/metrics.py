"""The rates that results add up to, each a sum over a sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.errors import InputError
from multiglobeqa.score.results import OUTCOMES, RESULTS
from multiglobeqa.score.uncertainty import Codes, Design, Floats

DIMENSIONS = (
    "model",
    "tier",
    "seed",
    "language",
    "tid",
    "sub_template",
    "sfid",
    "kg",
    "answer_format",
    "modality",
    "premise_holds",
    "country",
    "income_tier",
    "density_tier",
)


@dataclass(frozen=True)
class Rows:
    """Results as arrays, a row each."""

    table: pa.Table

    def __len__(self) -> int:
        return len(self.table)

    def take(self, places: Codes) -> Rows:
        """Return some of the rows."""
        return Rows(self.table.take(pa.array(places)))

    def floats(self, name: str) -> Floats:
        """Return a numeric or boolean column."""
        return self.table[name].cast(pa.float64()).to_numpy()

    def codes(self, name: str) -> Codes:
        """Return a column's values numbered."""
        return self.encoded(name)[0]

    def encoded(self, name: str) -> tuple[Codes, list[object]]:
        """Return a column's values numbered, with the values in their order."""
        if name not in RESULTS.names:
            raise InputError(
                f"results have no column {name!r}", remedy=f"Use one of {', '.join(DIMENSIONS)}."
            )
        column = self.table[name].combine_chunks()
        values = pc.unique(column)
        values = values.take(pc.array_sort_indices(values))
        codes = pc.index_in(column, values).to_numpy(zero_copy_only=False)
        return codes.astype(np.int64), values.to_pylist()

    @cached_property
    def design(self) -> Design:
        """How the rows hang together: by their entities, and by their sub-template."""
        return Design(
            (self.codes("tuple_id"), self.codes("sub_template")), seeds=self.codes("seed")
        )

    def design_within(self, over: str, mix: Mapping[Any, float] | None = None) -> Design:
        """Return the design for rates taken within the values of a dimension.

        `mix` is how much each value counts; by default its share of the answerable questions.
        """
        strata, kinds = self.encoded(over)
        weights = (
            np.bincount(strata, self.premise, minlength=len(kinds))
            if mix is None
            else np.array([float(mix.get(kind, 0.0)) for kind in kinds])
        )
        whole = weights.sum() if mix is None else sum(mix.values())
        return replace(self.design, strata=strata, mix=weights / whole)

    @cached_property
    def premise(self) -> Floats:
        """1 where the premise holds, else 0."""
        return self.floats("premise_holds")

    def is_outcome(self, *outcomes: str) -> Floats:
        """1 where the outcome is one of these, else 0."""
        found = pc.is_in(self.table["outcome"], pa.array(outcomes))
        return found.cast(pa.float64()).to_numpy()

    @cached_property
    def answered(self) -> Floats:
        """1 where an answer could be read, else 0."""
        return self.is_outcome("correct", "wrong")

    @cached_property
    def refused(self) -> Floats:
        """1 where the model declined, else 0."""
        return self.is_outcome("refused")


METRICS: Mapping[str, Callable[[Rows], tuple[Floats, Floats]]] = {
    "em": lambda rows: (rows.floats("em") * rows.premise, rows.premise),
    "ne": lambda rows: (rows.floats("ne") * rows.premise, rows.premise),
    "cov": lambda rows: (rows.answered * rows.premise, rows.premise),
    "em_cov": lambda rows: (rows.floats("em") * rows.premise, rows.answered * rows.premise),
    "frr": lambda rows: (rows.refused * rows.premise, rows.premise),
    "nrr": lambda rows: (rows.refused * (1.0 - rows.premise), 1.0 - rows.premise),
}

MEANINGS: Mapping[str, str] = {
    "em": "exact match: the share of answerable questions answered right",
    "ne": "normalized error: the mean error over answerable questions, 1 without an answer",
    "cov": "coverage: the share of answerable questions with an answer that could be read",
    "em_cov": "exact match over the covered questions, so that EM = Cov x EM_cov",
    "frr": "false refusals: the share of answerable questions that were declined",
    "nrr": "negative rejections: the share of false-premise questions that were declined",
}


def groups(rows: Rows, by: Sequence[str]) -> Iterable[tuple[dict[str, object], Codes]]:
    """Yield each combination of values of the dimensions that occurs, with its rows."""
    if not by:
        yield {}, np.arange(len(rows))
        return
    encoded = [rows.encoded(name) for name in by]
    codes, found = np.unique(np.stack([codes for codes, _ in encoded]), axis=1, return_inverse=True)
    order = np.argsort(found, kind="stable")
    edges = np.searchsorted(found[order], np.arange(codes.shape[1] + 1))
    for group in range(codes.shape[1]):
        values = {
            name: values[codes[place, group]]
            for place, (name, (_, values)) in enumerate(zip(by, encoded, strict=True))
        }
        yield values, order[edges[group] : edges[group + 1]]


__all__ = ["DIMENSIONS", "MEANINGS", "METRICS", "OUTCOMES", "Rows", "groups"]
