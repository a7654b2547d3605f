"""The dataset folder: questions, gold triples and aliases, as every other part reads them.

The contract is documented in ``docs/formats.md``. A dataset is written once, by
`multiglobeqa.build`, and read by the solver, the scorer, the evaluation and the report.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from multiglobeqa.errors import InputError

FORMAT = "multiglobeqa-dataset"
FORMAT_VERSION = 1

QUESTIONS = pa.schema(
    [
        pa.field("question_id", pa.string(), nullable=False),  # content hash, same in all languages
        pa.field("language", pa.string(), nullable=False),  # ISO 639-3
        pa.field("tid", pa.string(), nullable=False),
        pa.field("sub_template", pa.string(), nullable=False),
        pa.field("variant", pa.int16(), nullable=False),  # index into the sub-template's phrasings
        pa.field("sfid", pa.string(), nullable=False),
        pa.field("kg", pa.string(), nullable=False),
        pa.field("question", pa.string(), nullable=False),
        pa.field("entities", pa.string(), nullable=False),  # JSON [{"role", "id", "name"}]
        pa.field("parameters", pa.string(), nullable=False),  # JSON object
        pa.field("country", pa.string()),  # ISO 3166 alpha-3 of the anchor
        pa.field("income_tier", pa.string()),
        pa.field("density_tier", pa.string()),
        pa.field("answer_format", pa.string(), nullable=False),
        pa.field("answer_options", pa.string(), nullable=False),  # JSON object
        pa.field("unit", pa.string()),
        pa.field("convention", pa.string()),  # what the answer depends on, told to the model
        pa.field("answer", pa.string()),  # JSON value; null where the premise is false
        pa.field("acceptable", pa.string(), nullable=False),  # JSON list of values, ties included
        pa.field("answer_entities", pa.list_(pa.string()), nullable=False),
        pa.field("candidates", pa.list_(pa.string()), nullable=False),
        pa.field("premise_holds", pa.bool_(), nullable=False),
        pa.field("premise", pa.string()),  # the premise that fails, named
        pa.field("modality", pa.string(), nullable=False),  # text or image
        pa.field("image", pa.string()),
        pa.field("measure", pa.string(), nullable=False),  # geodesic, planar, grid or attribute
    ]
)

TRIPLES = pa.schema(
    [
        pa.field("question_id", pa.string(), nullable=False),
        pa.field("subject", pa.string(), nullable=False),
        pa.field("predicate", pa.string(), nullable=False),
        pa.field("object", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),  # iri, blank or literal
        pa.field("datatype", pa.string()),
        pa.field("language", pa.string()),
    ]
)

ALIASES = pa.schema(
    [
        pa.field("entity", pa.string(), nullable=False),
        pa.field("alias", pa.string(), nullable=False),
        pa.field("language", pa.string()),
        pa.field("kind", pa.string(), nullable=False),  # display, label or alias
    ]
)


class Triple(NamedTuple):
    """One RDF statement; `kind` tells what `object` is: iri, blank or literal."""

    subject: str
    predicate: str
    object: str
    kind: str = "iri"
    datatype: str | None = None
    language: str | None = None


class Entity(NamedTuple):
    """An entity named in a question: its role in the template, its IRI and its unique name."""

    role: str
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its gold answer, JSON columns decoded.

    `answer` has the shape that the answer format's JSON schema asks of a model; entities are
    answered by name, and `answer_entities` holds their IRIs (for a single entity any of them is
    right, for a set all of them are the answer). `candidates` are the entities that the query
    considered: names in a prediction are resolved among them first.
    """

    question_id: str
    tid: str
    sub_template: str
    sfid: str
    kg: str
    question: str
    entities: tuple[Entity, ...]
    answer_format: str
    answer: Any
    variant: int = 0
    language: str = "eng"
    parameters: dict[str, Any] = field(default_factory=dict)
    country: str | None = None
    income_tier: str | None = None
    density_tier: str | None = None
    answer_options: dict[str, Any] = field(default_factory=dict)
    unit: str | None = None
    convention: str | None = None
    acceptable: tuple[Any, ...] = ()
    answer_entities: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    premise_holds: bool = True
    premise: str | None = None
    modality: str = "text"
    image: str | None = None
    measure: str = "geodesic"

    def entity(self, role: str) -> Entity:
        """Return the entity that fills `role`."""
        return next(entity for entity in self.entities if entity.role == role)

    def row(self) -> dict[str, Any]:
        """Return the question as a row of the `QUESTIONS` schema."""
        row = {name: getattr(self, name) for name in QUESTIONS.names}
        row["entities"] = _json([entity._asdict() for entity in self.entities])
        row["parameters"] = _json(self.parameters)
        row["answer_options"] = _json(self.answer_options)
        row["answer"] = None if self.answer is None else _json(self.answer)
        row["acceptable"] = _json(list(self.acceptable))
        return row

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Question:
        """Return the question of a row of the `QUESTIONS` schema."""
        decoded = dict(row)
        decoded["entities"] = tuple(Entity(**entity) for entity in json.loads(row["entities"]))
        decoded["parameters"] = json.loads(row["parameters"])
        decoded["answer_options"] = json.loads(row["answer_options"])
        decoded["answer"] = None if row["answer"] is None else json.loads(row["answer"])
        decoded["acceptable"] = tuple(json.loads(row["acceptable"]))
        decoded["answer_entities"] = tuple(row["answer_entities"])
        decoded["candidates"] = tuple(row["candidates"])
        return cls(**decoded)


class Dataset:
    """A dataset folder, opened for reading.

    Parameters
    ----------
    path : path-like
        The folder.

    Raises
    ------
    InputError
        When the folder is no dataset, is of a newer format version, or lacks a file.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        manifest = self.path / "manifest.json"
        if not manifest.is_file():
            raise InputError(
                "is not a dataset (it has no manifest.json)",
                source=path,
                remedy="Make one with `multiglobeqa build`.",
            )
        try:
            self.manifest: dict[str, Any] = json.loads(manifest.read_text("utf-8"))
        except ValueError as error:
            raise InputError(f"is not JSON: {error}", source=manifest) from None
        if not isinstance(self.manifest, dict) or self.manifest.get("format") != FORMAT:
            raise InputError(f"does not say that it is a {FORMAT}", source=manifest)
        version = self.manifest.get("format_version")
        if version != FORMAT_VERSION:
            raise InputError(
                f"has format version {version!r}; this release reads {FORMAT_VERSION}",
                source=manifest,
                remedy="Use the release that wrote it, or build the dataset again.",
            )

    @property
    def languages(self) -> list[str]:
        """The languages that the dataset holds, as ISO 639-3 codes."""
        return list(self.manifest["languages"])

    def questions_table(self, language: str = "eng", split: str | None = None) -> pa.Table:
        """Return the questions of a language as a table of the `QUESTIONS` schema."""
        if language not in self.languages:
            raise InputError(
                f"has no questions in {language!r}",
                source=self.path,
                remedy=f"It holds {', '.join(self.languages)}.",
            )
        split = split or self.manifest["splits"][0]
        if split not in self.manifest["splits"]:
            raise InputError(
                f"has no split {split!r}",
                source=self.path,
                remedy=f"It holds {', '.join(self.manifest['splits'])}.",
            )
        return read_parquet(self.path / "questions" / language / f"{split}.parquet", QUESTIONS)

    def questions(self, language: str = "eng", split: str | None = None) -> list[Question]:
        """Return the questions of a language."""
        table = self.questions_table(language, split)
        return [Question.from_row(row) for row in table.to_pylist()]

    @cached_property
    def gold_triples(self) -> pa.Table:
        """The gold triples of all questions, as a table of the `TRIPLES` schema."""
        files = sorted((self.path / "gold_triples").glob("*.parquet"))
        if not files:
            raise InputError("has no gold triples", source=self.path)
        return pa.concat_tables([read_parquet(file, TRIPLES) for file in files])

    def gold_triples_by_question(self) -> Iterator[tuple[str, list[Triple]]]:
        """Yield each question's id with its gold triples."""
        table = self.gold_triples.sort_by("question_id")
        ids = table.column("question_id")
        if not len(ids):
            return
        runs = pc.run_end_encode(ids.combine_chunks())
        start = 0
        for end, question_id in zip(
            runs.run_ends.to_pylist(), runs.values.to_pylist(), strict=True
        ):
            rows = table.slice(start, end - start).drop_columns("question_id").to_pylist()
            yield question_id, [Triple(**row) for row in rows]
            start = end

    def aliases(self) -> pa.Table:
        """Return the names of the entities, as a table of the `ALIASES` schema."""
        return read_parquet(self.path / "aliases.parquet", ALIASES)


def read_parquet(path: Path, schema: pa.Schema) -> pa.Table:
    """Read a Parquet file whose columns must be those of `schema`.

    Raises
    ------
    InputError
        When the file is missing, cut short, or has other columns or types.
    """
    if not path.is_file():
        raise InputError("is missing", source=path, remedy="Build the folder again.")
    try:
        # The footer first: only the columns that are asked for are read.
        found = pq.read_schema(path).names
        missing = [name for name in schema.names if name not in found]
        if missing:
            raise InputError(f"lacks the columns {', '.join(missing)}", source=path)
        table = pq.read_table(path, columns=schema.names, partitioning=None)
    except (pa.ArrowInvalid, OSError) as error:
        raise InputError(
            f"is not readable as Parquet: {error}", source=path, remedy="Build the folder again."
        ) from None
    try:
        return table.cast(schema)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, ValueError) as error:
        raise InputError(f"has a column of another type: {error}", source=path) from None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


__all__ = [
    "ALIASES",
    "QUESTIONS",
    "TRIPLES",
    "Dataset",
    "Entity",
    "Question",
    "Triple",
    "read_parquet",
]
