"""Writes a dataset folder: questions, gold triples, aliases, manifest and card."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from multiglobeqa import __version__
from multiglobeqa.build.card import dataset_card
from multiglobeqa.dataset import (
    ALIASES,
    FORMAT,
    FORMAT_VERSION,
    QUESTIONS,
    TRIPLES,
    Question,
    Triple,
)
from multiglobeqa.files import checksum, new_folder
from multiglobeqa.kg.store import Store

_ALIASES = """
WITH named AS (
    SELECT id, display_name, labels, aliases FROM entities WHERE id IN (SELECT id FROM asked)
)
SELECT id AS entity, display_name AS alias, 'en' AS language, 'display' AS kind
FROM named WHERE display_name IS NOT NULL
UNION
SELECT id, label.value, nullif(label.key, 'und'), 'label'
FROM (SELECT id, unnest(map_entries(labels)) AS label FROM named)
UNION
SELECT id, unnest(aliases), NULL, 'alias' FROM named
ORDER BY ALL
"""


@dataclass
class Tally:
    """What became of the tuples of a graph, by sub-template."""

    drawn: Counter[str] = field(default_factory=Counter)
    rejected: Counter[tuple[str, str]] = field(default_factory=Counter)  # with the reason
    disagreed: Counter[str] = field(default_factory=Counter)

    def report(self) -> dict[str, Any]:
        """Return the counts as they stand in the manifest."""
        return {
            sub: {
                "drawn": drawn,
                "disagreed": self.disagreed[sub],
                "rejected": {
                    reason: count
                    for (which, reason), count in sorted(self.rejected.items())
                    if which == sub
                },
            }
            for sub, drawn in sorted(self.drawn.items())
        }


@dataclass
class Release:
    """A benchmark in the making: what is kept, and what became of the rest."""

    seed: int
    per_cell: int
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    triples: dict[str, list[Triple]] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)
    doubles: int = 0
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def add(self, question: Question, triples: list[Triple]) -> None:
        """Keep a question, unless one with the same text and answer is kept already."""
        key = (question.question, json.dumps(question.answer, sort_keys=True))
        if key in self._seen:
            self.doubles += 1
            return
        self._seen.add(key)
        self.questions.append(question)
        self.triples[question.question_id] = triples


def write_dataset(out: str | Path, release: Release, store: Store) -> dict[str, Any]:
    """Write a dataset folder, whole or not at all, and return its manifest."""
    # By content hash: a run over the first thousand questions is a fair sample of them all.
    questions = sorted(release.questions, key=lambda question: question.question_id)
    with new_folder(out) as folder:
        (folder / "questions" / "eng").mkdir(parents=True)
        (folder / "gold_triples").mkdir()
        rows = [question.row() for question in questions]
        _write(
            pa.Table.from_pylist(rows, QUESTIONS),
            folder / "questions" / "eng" / "large.parquet",
        )
        _write(
            _triples_table(questions, release.triples),
            folder / "gold_triples" / "part-0.parquet",
        )
        _write(_aliases_table(questions, store), folder / "aliases.parquet")
        manifest = _manifest(release, questions) | {
            "files": {
                str(file.relative_to(folder)): checksum(file)
                for file in sorted(folder.rglob("*.parquet"))
            }
        }
        text = json.dumps(manifest, indent=2, ensure_ascii=False, allow_nan=False)
        (folder / "manifest.json").write_text(text + "\n", "utf-8")
        (folder / "README.md").write_text(dataset_card(manifest), "utf-8")
    return manifest


def _write(table: pa.Table, path: Path) -> None:
    pq.write_table(table, path, compression="zstd", row_group_size=100_000)


def _triples_table(questions: Sequence[Question], triples: dict[str, list[Triple]]) -> pa.Table:
    rows = [
        (question.question_id, *triple)
        for question in questions
        for triple in sorted(set(triples[question.question_id]), key=str)
    ]
    columns = zip(*rows, strict=True) if rows else [[] for _ in TRIPLES]
    return pa.Table.from_arrays(
        [pa.array(column, field.type) for column, field in zip(columns, TRIPLES, strict=True)],
        schema=TRIPLES,
    )


def _aliases_table(questions: Sequence[Question], store: Store) -> pa.Table:
    asked = {iri for question in questions for iri in question.candidates}
    asked |= {entity.id for question in questions for entity in question.entities}
    store.connection.register("asked", pa.table({"id": sorted(asked)}))
    return store.connection.execute(_ALIASES).to_arrow_table().cast(ALIASES)


def _manifest(release: Release, questions: Sequence[Question]) -> dict[str, Any]:
    def counts(name: str) -> dict[str, int]:
        values = (getattr(question, name) for question in questions)
        return dict(sorted(Counter(value for value in values if value is not None).items()))

    strata = Counter(f"{question.income_tier}/{question.density_tier}" for question in questions)
    cells = Counter(f"{question.kg}/{question.sfid}" for question in questions)
    false = sum(not question.premise_holds for question in questions)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "version": __version__,
        "seed": release.seed,
        "per_cell": release.per_cell,
        "languages": ["eng"],
        "splits": ["large"],
        "sources": release.snapshots,
        "counts": {
            "questions": len(questions),
            "false_premises": false,
            "countries": len(counts("country")),
            "sub_templates": len(counts("sub_template")),
            "by_stratum": dict(sorted(strata.items())),
            "by_kg_and_sfid": dict(sorted(cells.items())),
            "by_tid": counts("tid"),
            "by_sub_template": counts("sub_template"),
            "by_answer_format": counts("answer_format"),
            "by_country": counts("country"),
        },
        "doubles": release.doubles,
        "tuples": {kg: tally.report() for kg, tally in sorted(release.tallies.items())},
    }
