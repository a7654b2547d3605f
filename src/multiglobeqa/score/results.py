"""The results folder: what was asked of a model, what it said, and how that scored.

The contract is documented in ``docs/formats.md``. A row carries its question's dimensions and
gold answer, so that a report needs nothing but the results.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from multiglobeqa.dataset import read_parquet
from multiglobeqa.errors import InputError
from multiglobeqa.files import new_folder

FORMAT = "multiglobeqa-results"
FORMAT_VERSION = 1

OUTCOMES = (
    "correct",
    "wrong",
    "refused",
    "format_error",
    "budget_exhausted",
    "context_overflow",
    "harness_error",
)

RESULTS = pa.schema(
    [
        pa.field("question_id", pa.string(), nullable=False),
        pa.field("language", pa.string(), nullable=False),
        pa.field("tier", pa.string(), nullable=False),
        pa.field("model", pa.string(), nullable=False),
        pa.field("seed", pa.int64(), nullable=False),
        # What was asked.
        pa.field("tid", pa.string(), nullable=False),
        pa.field("sub_template", pa.string(), nullable=False),
        pa.field("sfid", pa.string(), nullable=False),
        pa.field("kg", pa.string(), nullable=False),
        pa.field("answer_format", pa.string(), nullable=False),
        pa.field("modality", pa.string(), nullable=False),
        pa.field("premise_holds", pa.bool_(), nullable=False),
        pa.field("country", pa.string()),
        pa.field("income_tier", pa.string()),
        pa.field("density_tier", pa.string()),
        pa.field("tuple_id", pa.string(), nullable=False),  # the same entities, in any template
        pa.field("question", pa.string(), nullable=False),
        pa.field("gold", pa.string()),  # JSON value; null where the premise is false
        # What the model said.
        pa.field("raw", pa.string()),
        pa.field("answer", pa.string()),  # JSON value, as read; null when none could be
        pa.field("read_as", pa.string()),  # how `raw` was read
        pa.field("problem", pa.string()),  # why `raw` could not be read
        # How that scored.
        pa.field("outcome", pa.string(), nullable=False),  # one of OUTCOMES
        pa.field("em", pa.int8(), nullable=False),
        pa.field("ne", pa.float64(), nullable=False),
        # What it took; null when unknown.
        pa.field("input_tokens", pa.int64()),
        pa.field("output_tokens", pa.int64()),
        pa.field("tool_calls", pa.int64()),
        pa.field("seconds", pa.float64()),
        pa.field("cost", pa.float64()),  # US dollars
    ]
)


def write_results(path: str | Path, table: pa.Table, manifest: dict[str, Any]) -> None:
    """Write a results folder, whole or not at all.

    Parameters
    ----------
    path : path-like
        The folder to write; an earlier results folder is replaced.
    table : pyarrow.Table
        Rows of the `RESULTS` schema.
    manifest : dict
        What else to keep: dataset, signature, model and serving settings.
    """
    table = table.select(RESULTS.names).cast(RESULTS)
    order = [(name, "ascending") for name in ("model", "tier", "seed", "language", "question_id")]
    with new_folder(path) as folder:
        pq.write_table(table.sort_by(order), folder / "results.parquet", compression="zstd")
        head = {"format": FORMAT, "format_version": FORMAT_VERSION, "rows": table.num_rows}
        text = json.dumps(head | manifest, indent=2, ensure_ascii=False, allow_nan=False)
        (folder / "manifest.json").write_text(text + "\n", "utf-8")


def read_results(path: str | Path) -> tuple[pa.Table, dict[str, Any]]:
    """Return the rows and the manifest of a results folder.

    Raises
    ------
    InputError
        When the folder is no results folder, is of a newer version, or is damaged.
    """
    path = Path(path)
    file = path / "manifest.json"
    if not file.is_file():
        raise InputError(
            "is not a results folder (it has no manifest.json)",
            source=path,
            remedy="Make one with `multiglobeqa score` or `multiglobeqa eval`.",
        )
    try:
        manifest = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise InputError(f"is not JSON: {error}", source=file) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise InputError(f"does not say that it is {FORMAT}", source=file)
    if manifest.get("format_version") != FORMAT_VERSION:
        raise InputError(
            f"has format version {manifest.get('format_version')!r}; "
            f"this release reads {FORMAT_VERSION}",
            source=file,
            remedy="Score the predictions again with this release.",
        )
    return read_parquet(path / "results.parquet", RESULTS), manifest
