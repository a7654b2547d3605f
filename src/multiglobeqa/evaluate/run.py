"""Evaluate a model: ask what has not been asked yet, score it, write the results folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import inspect_ai
import pyarrow as pa
from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.log import EvalLog
from inspect_ai.model import Model
from inspect_ai.solver import TaskState

from multiglobeqa.dataset import Dataset
from multiglobeqa.errors import CheckFailed
from multiglobeqa.evaluate import registry
from multiglobeqa.evaluate.logs import SETTINGS, read_replies
from multiglobeqa.evaluate.model import open_model
from multiglobeqa.evaluate.output import LOGS, check_output, publish, scored_table
from multiglobeqa.evaluate.reply import Reply, told
from multiglobeqa.evaluate.tiers import get_tier
from multiglobeqa.files import checksum
from multiglobeqa.score import Names, signature

# A request is tried again for a minute and a half, then its question counts as a harness error.
RETRIES = 5
ATTEMPT_SECONDS = 600
# An evaluation in which more than this share, and this many, cannot be asked is given up.
FAILING, FAILURES = 0.1, 20

Progress = Callable[[str, int, int], None]


def evaluate(
    dataset: str | Path,
    output: str | Path,
    model: str | Model,
    *,
    base_url: str | None = None,
    tier: str = "T1",
    language: str = "eng",
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    max_tokens: int | None = None,
    max_connections: int | None = None,
    progress: Progress | None = None,
) -> pa.Table:
    """Ask a model a dataset's questions and write the results folder.

    Inspect's logs are kept in the folder `output` from the start. What they hold is not asked
    again: an evaluation that was interrupted, or is asked for more questions, goes on from there.

    Parameters
    ----------
    dataset : path-like
        The dataset folder.
    output : path-like
        The results folder.
    model : str or Model
        An Inspect model, or a name for `multiglobeqa.evaluate.model.open_model`.
    base_url : str, optional
        The address of the service, such as ``http://127.0.0.1:8000/v1``.
    tier : str
        The condition; one of `multiglobeqa.evaluate.tiers.TIERS`.
    language : str
        ISO 639-3.
    split : str, optional
        The dataset's first by default.
    limit : int, optional
        Only so many questions: a fair sample, and part of any larger one.
    seed : int
        Passed on to the model.
    max_tokens : int, optional
        The most that a reply may take; by default the tier's own, and less for the local model.
    max_connections : int, optional
        How many questions are asked at a time; Inspect adapts it by default.
    progress : callable, optional
        Called with what is done, the questions done, and all questions.

    Returns
    -------
    pyarrow.Table
        The rows of the results, of the schema `multiglobeqa.score.RESULTS`.

    Raises
    ------
    InputError
        When the dataset, tier, model or output folder will not do.
    CheckFailed
        When too many questions could not be asked; those that were are kept.
    KeyboardInterrupt
        When interrupted; those that were asked are kept.
    """
    dataset, output = Path(dataset), Path(output)
    opened, condition = Dataset(dataset), get_tier(tier)
    check_output(output)
    task = getattr(registry, condition.task)(str(dataset), language, split, seed)
    asked = {str(sample.id): sample for sample in list(task.dataset)[:limit]}
    with open_model(model, base_url) as answering:
        task.config.max_tokens = max_tokens or answering.max_tokens or condition.max_tokens
        run = {
            "task": f"multiglobeqa/{condition.task}",
            "model": str(answering.model),
            "language": language,
            **{name: getattr(task.config, name) for name in SETTINGS},
        }
        replies = read_replies(output / LOGS, run, asked, language)
        todo = [sample for id_, sample in asked.items() if not _done(replies.get(id_))]
        if todo:
            task.dataset = MemoryDataset(todo, name=dataset.name)
            if progress:
                task.cleanup = _counting(progress, len(asked) - len(todo), len(asked))
            connections = max_connections or answering.max_connections
            log = _ask(task, answering.model, output / LOGS, connections)
            replies = read_replies(output / LOGS, run, asked, language)
            _check(log, [replies.get(str(sample.id)) for sample in todo])

    questions = [one for one in opened.questions(language, split) if one.question_id in asked]
    table = scored_table(
        [replies[one.question_id] for one in questions],
        questions,
        Names(opened.aliases()),
        model=answering.label,
        tier=tier,
        seed=seed,
    )
    manifest = {
        **run,
        "tier": tier,
        "split": split,
        "limit": limit,
        "dataset": {"name": dataset.name, "manifest_sha256": checksum(dataset / "manifest.json")},
        "serving": answering.serving,
        "signature": signature(),
        "software": {name: version(name) for name in ("multiglobeqa", "inspect_ai")},
    }
    publish(output, table, manifest)
    return table


def _done(reply: Reply | None) -> bool:
    return reply is not None and reply.prediction.failure != "harness_error"


def _counting(progress: Progress, done: int, total: int) -> Callable[[TaskState], Awaitable[None]]:
    """Return what Inspect calls after each question, whatever came of it."""

    async def count(state: TaskState) -> None:
        nonlocal done
        done += 1
        progress(f"{done:,} of {total:,}", done, total)

    return count


def _ask(task: Task, model: Model, logs: Path, max_connections: int | None) -> EvalLog:
    """Have Inspect ask the questions of a task, and return the head of its log."""
    size = len(task.dataset)
    finished = inspect_ai.eval(
        task,
        model=model,
        log_dir=str(logs),
        display="none",
        # A flush rewrites the log: seldom enough to be cheap, often enough to lose little.
        log_buffer=max(10, size // 100),
        log_realtime=False,
        log_model_api=False,
        log_header_only=True,
        ctl_server=False,
        fail_on_error=max(FAILURES, int(FAILING * size)),
        max_retries=RETRIES,
        attempt_timeout=ATTEMPT_SECONDS,
        max_connections=max_connections,
    )
    if not finished or finished[0].status == "cancelled":
        raise KeyboardInterrupt
    return finished[0]


def _check(log: EvalLog, replies: Sequence[Reply | None]) -> None:
    """Raise when Inspect gave up, or not one of the questions could be asked."""
    if log.status == "success" and any(map(_done, replies)):
        return
    problems = [reply.problem for reply in replies if reply and not _done(reply)]
    first = problems[0] if problems else told(log.error) if log.error else log.status
    raise CheckFailed(
        f"{len(problems):,} questions could not be asked, the first because of: {first}. "
        "The replies so far are kept; the same command goes on from there."
    )
