"""The replies in Inspect's logs: what a run has already been told."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, EvalSample, read_eval_log

from multiglobeqa.errors import InputError
from multiglobeqa.evaluate.reply import Reply, read_sample

# The parts of a logged sample that say nothing about the reply, and take long to read.
UNREAD = {"events", "events_data", "store", "attachments", "timelines"}
SETTINGS = ("temperature", "top_p", "seed", "max_tokens")


def read_replies(
    folder: Path, run: Mapping[str, Any], asked: Mapping[str, Sample], language: str
) -> dict[str, Reply]:
    """Return the replies to questions, from all the logs in a folder.

    A reply counts when the question was asked with the same prompt and schema. Of several the
    latest counts, but an error never replaces a reply.

    Parameters
    ----------
    folder : Path
        Where Inspect wrote its logs; need not exist.
    run : mapping
        What all logs must agree with, as `describe` returns it.
    asked : mapping
        The Inspect samples by id.
    language : str
        Of the questions, ISO 639-3.

    Raises
    ------
    InputError
        When a log is unreadable or of another run.
    """
    replies: dict[str, Reply] = {}
    for path in sorted(folder.glob("*.eval")):  # their names begin with the time
        log = _read(path)
        for name, value in describe(log).items():
            if run[name] != value:
                raise InputError(
                    f"was made with {name} {value!r}, not {run[name]!r}",
                    source=path,
                    remedy="Choose another output folder for this run.",
                )
        for sample in log.samples or ():
            if _same(sample, asked.get(str(sample.id))):
                reply = read_sample(sample, language)
                if reply.prediction.failure != "harness_error" or sample.id not in replies:
                    replies[str(sample.id)] = reply
    return replies


def describe(log: EvalLog) -> dict[str, Any]:
    """Return what makes the run of a log the same as another: task, model, settings."""
    settings = log.plan.config
    return {
        "task": log.eval.task,
        "model": log.eval.model,
        "language": log.eval.task_args.get("language", "eng"),
        **{name: getattr(settings, name) for name in SETTINGS},
    }


def _same(sample: EvalSample, asked: Sample | None) -> bool:
    return (
        asked is not None
        and sample.input == asked.input
        and sample.metadata.get("schema") == (asked.metadata or {}).get("schema")
    )


def _read(path: Path) -> EvalLog:
    try:
        return read_eval_log(path, exclude_fields=UNREAD)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise InputError(
            f"is not a log that Inspect can read: {error}",
            source=path,
            remedy="Remove it; the questions in it will be asked again.",
        ) from None
