"""Keeps what a benchmark needs of the answered tuples: quotas, balance, no doubles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from multiglobeqa.build.chance import salt
from multiglobeqa.build.execute import Answered

FALSE_PREMISES = 0.078  # of all questions (paper, section 3.4)


def identity(one: Answered) -> tuple[Any, ...]:
    """Return what makes two tuples the same question."""
    return (one.sub_template, *sorted((name, str(value)) for name, value in one.values.items()))


def select(answered: Iterable[Answered], per_cell: int) -> list[Answered]:
    """Return up to `per_cell` tuples of each sub-template and stratum.

    Yes/no and predefined answers are taken in turn, so that as many are of one kind as of the
    other where the draws allow it: a constant guess shall earn nothing.
    """
    chosen = []
    for cell in _cells(answered):
        ranks: dict[str, int] = defaultdict(int)
        order = []
        for one in cell:
            value = str(one.answer) if isinstance(one.answer, bool | str) else ""
            order.append((ranks[value], one.turn, one))
            ranks[value] += 1
        order.sort(key=lambda entry: entry[:2])
        chosen += [one for _, _, one in order[:per_cell]]
    return chosen


def select_false_premises(
    answered: Iterable[Answered], true_premises: int, share: float, seed: int
) -> list[Answered]:
    """Return as many tuples with a false premise as make up `share` of all questions.

    They are spread evenly over the sub-templates that have a premise and over the strata.
    """
    wanted = round(true_premises * share / (1 - share))
    queue = []
    for cell in _cells(answered):
        for rank, one in enumerate(cell):
            queue.append((rank, salt(seed, *identity(one)), one))
    queue.sort(key=lambda entry: entry[:2])
    return [one for _, _, one in queue[:wanted]]


def _cells(answered: Iterable[Answered]) -> list[list[Answered]]:
    """Return the tuples by sub-template and stratum, each once and in the order of the draw."""
    cells: dict[tuple[str, str], list[Answered]] = defaultdict(list)
    seen = set()
    for one in answered:
        key = identity(one)
        if key not in seen:
            seen.add(key)
            cells[one.sub_template, one.stratum].append(one)
    return [sorted(cells[cell], key=lambda one: one.turn) for cell in sorted(cells)]
