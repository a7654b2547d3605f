"""The folder of an evaluation: results, and the logs that they come from."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from multiglobeqa.dataset import Question
from multiglobeqa.errors import InputError
from multiglobeqa.evaluate.reply import Cost, Reply
from multiglobeqa.score import RESULTS, Names, score_many, write_results
from multiglobeqa.score.results import FORMAT

LOGS = "logs"
PARTIAL = ".results."


def check_output(output: Path) -> None:
    """Raise when the folder holds anything but an evaluation.

    Raises
    ------
    InputError
        Before any model is asked.
    """
    if not output.exists():
        return
    if not output.is_dir():
        raise InputError("is not a folder", source=output, remedy="Choose another output.")
    manifest = output / "manifest.json"
    if manifest.is_file():
        try:
            known = json.loads(manifest.read_text("utf-8")).get("format") == FORMAT
        except (ValueError, AttributeError):
            known = False
    else:
        # One that was interrupted, at whatever moment.
        names = {path.name for path in output.iterdir() if not path.name.startswith(PARTIAL)}
        known = names <= {LOGS, "results.parquet"} and (LOGS in names or not names)
    if not known:
        raise InputError(
            "exists and does not hold the results of an evaluation",
            source=output,
            remedy="Choose another output, or remove the folder first.",
        )


def scored_table(
    replies: Sequence[Reply],
    questions: Sequence[Question],
    names: Names,
    *,
    model: str,
    tier: str,
    seed: int,
) -> pa.Table:
    """Return the scored replies with what they took, as a table of the schema `RESULTS`.

    Parameters
    ----------
    replies : sequence of Reply
        One for each question.
    questions, names, model, tier, seed
        As for `multiglobeqa.score.score_many`.
    """
    predictions = [reply.prediction for reply in replies]
    table = score_many(predictions, questions, names=names, model=model, tier=tier, seed=seed)
    columns = {name: [getattr(reply.cost, name) for reply in replies] for name in Cost._fields}
    columns["problem"] = [
        reply.problem or problem
        for reply, problem in zip(replies, table["problem"].to_pylist(), strict=True)
    ]
    for name, values in columns.items():
        field = RESULTS.field(name)
        table = table.set_column(
            table.schema.names.index(name), field, pa.array(values, field.type)
        )
    return table


def publish(output: Path, table: pa.Table, manifest: dict[str, Any]) -> None:
    """Write results into a folder that holds logs, and leave those alone.

    The manifest, without which results do not open, goes first and comes last.
    """
    for left_behind in output.glob(f"{PARTIAL}*"):
        shutil.rmtree(left_behind)
    with tempfile.TemporaryDirectory(prefix=PARTIAL, dir=output) as beside:
        fresh = Path(beside) / "results"
        write_results(fresh, table, manifest)
        (output / "manifest.json").unlink(missing_ok=True)
        for name in ("results.parquet", "manifest.json"):
            (fresh / name).replace(output / name)
