"""Which questions the report shows whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pyarrow as pa

HOW_MANY = 30


@dataclass(frozen=True, slots=True)
class Reply:
    """What one run said to a question; `run` is its place among the runs."""

    run: int
    outcome: str
    right: bool
    answer: str | None  # JSON
    raw: str | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the replies of all runs."""

    question_id: str
    sub_template: str
    sfid: str
    answer_format: str
    country: str | None
    question: str
    gold: str | None  # JSON; None where the premise is false
    replies: tuple[Reply, ...]


def choose_examples(
    table: pa.Table, runs: Mapping[tuple[str, str, str], int], how_many: int = HOW_MANY
) -> tuple[Example, ...]:
    """Choose questions that show each outcome, each spatial function and each run.

    The outcomes take turns; within one, the spatial function shown least so far goes first, then
    the run shown least, then the smallest hash of the question's id. Of several seeds the first
    is shown.

    Parameters
    ----------
    table : pyarrow.Table
        Rows of the `RESULTS` schema.
    runs : mapping
        The place of each (model, tier, language) among the runs.
    how_many : int
        The questions to choose.
    """
    keys = table.select(["model", "tier", "language", "seed", "question_id", "outcome", "sfid"])
    first: dict[tuple[int, str], tuple[int, int]] = {}
    columns = keys.to_pydict()
    outcome, sfid, question = columns["outcome"], columns["sfid"], columns["question_id"]
    named = zip(columns["model"], columns["tier"], columns["language"], strict=True)
    for row, (run, seed) in enumerate(zip(map(runs.get, named), columns["seed"], strict=True)):
        if run is not None:
            place = (run, question[row])
            first[place] = min(first.get(place, (seed, row)), (seed, row))
    waiting: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for (run, _), (_, row) in first.items():
        waiting[outcome[row]].append((run, row))
    for rows in waiting.values():
        rows.sort(key=lambda pair: (_hash(question[pair[1]]), pair[0]))

    shown: defaultdict[Hashable, int] = defaultdict(int)
    chosen: dict[tuple[str, str], None] = {}
    languages = columns["language"]
    while waiting and len(chosen) < how_many:
        for name in sorted(waiting):
            rows = [
                pair
                for pair in waiting[name]
                if (languages[pair[1]], question[pair[1]]) not in chosen
            ]
            if not rows:
                del waiting[name]
                continue
            waiting[name] = rows
            run, row = min(rows, key=lambda pair: (shown[name, sfid[pair[1]]], shown[pair[0]]))
            shown[name, sfid[row]] += 1
            shown[run] += 1
            chosen[languages[row], question[row]] = None
            if len(chosen) == how_many:
                break
    replies: defaultdict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for (run, id_), (_, row) in first.items():
        if (languages[row], id_) in chosen:
            replies[languages[row], id_].append((run, row))
    return tuple(_example(table, sorted(replies[key])) for key in chosen)


def _example(table: pa.Table, replies: list[tuple[int, int]]) -> Example:
    rows: list[dict[str, Any]] = table.take([row for _, row in replies]).to_pylist()
    head = rows[0]
    return Example(
        **{name: head[name] for name in Example.__slots__ if name != "replies"},
        replies=tuple(
            Reply(run, row["outcome"], bool(row["em"]), row["answer"], row["raw"], row["problem"])
            for (run, _), row in zip(replies, rows, strict=True)
        ),
    )


def _hash(question_id: str) -> bytes:
    return sha256(question_id.encode()).digest()
