"""What came of asking a model one question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from inspect_ai.log import EvalError, EvalSample
from inspect_ai.model import ModelOutput, ModelUsage

from multiglobeqa.answers import FormatError
from multiglobeqa.score import Prediction, parse_reply

CAUSE = re.compile(r"^([\w.]+: .+)\n\nThe above exception was the direct cause", re.MULTILINE)
# Why a model stopped before it had finished, and what that counts as.
STOPS = {"max_tokens": "budget_exhausted", "model_length": "context_overflow"}


class Cost(NamedTuple):
    """What a reply took; None where it is not known.

    Attributes
    ----------
    input_tokens, output_tokens, tool_calls : int, optional
    seconds : float, optional
        Spent on the question, without waiting for a turn.
    cost : float, optional
        US dollars.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    tool_calls: int | None = None
    seconds: float | None = None
    cost: float | None = None


class Reply(NamedTuple):
    """A prediction, why it holds no answer, and what it took."""

    prediction: Prediction
    problem: str | None = None
    cost: Cost = Cost()


def read_output(question_id: str, language: str, output: ModelOutput) -> Reply:
    """Return the reply in a model's output.

    One that was cut off, by the limit on tokens or the length of the context, is no answer
    whatever it holds.
    """
    text = _storable(output.completion)
    prediction = Prediction(question_id, None, False, language, None, text)
    if output.empty:
        return Reply(prediction._replace(failure="harness_error"), "the model returned nothing")
    if failure := STOPS.get(output.stop_reason):
        return Reply(prediction._replace(failure=failure), output.error or output.stop_reason)
    try:
        answer, refused = parse_reply(text)
    except FormatError as error:
        return Reply(prediction, str(error))
    return Reply(prediction._replace(answer=answer, refused=refused))


def read_sample(sample: EvalSample, language: str) -> Reply:
    """Return the reply in a sample of an Inspect log."""
    reply = read_output(str(sample.id), language, sample.output)
    if sample.error is not None:
        failed = reply.prediction._replace(answer=None, refused=False, failure="harness_error")
        reply = Reply(failed, _storable(told(sample.error)))
    elif sample.limit is not None:
        spent = reply.prediction._replace(answer=None, refused=False, failure="budget_exhausted")
        reply = Reply(spent, f"stopped: {sample.limit.type} limit")
    calls = sum(len(getattr(message, "tool_calls", None) or ()) for message in sample.messages)
    cost = _usage(sample.model_usage.values())
    return reply._replace(cost=cost._replace(tool_calls=calls, seconds=sample.working_time))


def told(error: EvalError) -> str:
    """Return what an error says; of requests tried again in vain, what the service said."""
    if error.message.startswith("RetryError") and (cause := CAUSE.search(error.traceback)):
        return cause[1]
    return error.message.strip() or "error"


def _usage(usages: Iterable[ModelUsage]) -> Cost:
    usages = list(usages)
    if not usages:
        return Cost()
    read = sum(
        usage.input_tokens
        + (usage.input_tokens_cache_read or 0)
        + (usage.input_tokens_cache_write or 0)
        for usage in usages
    )
    costs = [usage.total_cost for usage in usages if usage.total_cost is not None]
    return Cost(
        input_tokens=read,
        output_tokens=sum(usage.output_tokens for usage in usages),
        cost=sum(costs) if costs else None,
    )


def _storable(text: str) -> str:
    """Return text that UTF-8 can hold: a lone surrogate becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
