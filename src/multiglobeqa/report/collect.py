"""Results folders put together: one table of all their rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.errors import InputError
from multiglobeqa.score import read_results

KEY = ["model", "tier", "language", "seed", "question_id"]


def collect(paths: Sequence[str | Path]) -> tuple[pa.Table, tuple[dict[str, str], ...]]:
    """Return the rows of all folders, and what each folder tells about itself.

    Raises
    ------
    InputError
        When a folder cannot be read or is empty, or two answer the same question for one run.
    """
    tables, sources = [], []
    for path in paths:
        table, manifest = read_results(path)
        if not table.num_rows:
            raise InputError(
                "holds no results", source=path, remedy="Score some predictions first."
            )
        tables.append(table)
        sources.append(dict(_told(manifest)))
    table = pa.concat_tables(tables)
    counts = table.group_by(KEY).aggregate([([], "count_all")])
    twice = counts.filter(pc.greater(counts["count_all"], 1))
    if twice.num_rows:
        row = twice.sort_by([(name, "ascending") for name in KEY]).slice(0, 1).to_pylist()[0]
        raise InputError(
            f"question {row['question_id']} was answered more than once by {row['model']!r} "
            f"({row['tier']}, {row['language']}, seed {row['seed']})",
            source=", ".join(str(path) for path in paths),
            remedy="Give each run once.",
        )
    return table, tuple(sources)


def _told(manifest: dict[str, Any], head: str = "") -> Iterator[tuple[str, str]]:
    """Yield the leaves of a manifest with their paths, as words."""
    for name, value in manifest.items():
        if name in ("format", "format_version"):
            continue
        words = f"{head} {name}".strip().replace("_", " ")
        if isinstance(value, dict):
            yield from _told(value, words)
        elif value is not None:
            yield words, ", ".join(map(str, value)) if isinstance(value, list) else str(value)
