"""What a model answered to one question."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from multiglobeqa.answers import FormatError

FAILURES = ("budget_exhausted", "context_overflow", "harness_error")


class Prediction(NamedTuple):
    """An answer, a refusal, or the reason why there is neither.

    Parameters
    ----------
    question_id : str
        The question; may be left empty where one answer is scored against one gold.
    answer : JSON value
        In the shape that the question's format asks for; text, when it is to be read freely.
    refused : bool
        Whether the model declined. A refusal with an answer is a refusal.
    language : str
        Of the question, ISO 639-3.
    failure : str, optional
        Why there is no answer: one of "budget_exhausted", "context_overflow", "harness_error".
    raw : str, optional
        What the model wrote; by it the prediction can be scored again.
    """

    question_id: str = ""
    answer: Any = None
    refused: bool = False
    language: str = "eng"
    failure: str | None = None
    raw: str | None = None


def parse_reply(text: str) -> tuple[Any, bool]:
    """Return the answer and the refusal that a model wrote as one JSON object.

    Raises
    ------
    FormatError
        When the text is not a JSON object with the member "answer", and "refused", if it is
        there, true or false.

    Examples
    --------
    >>> parse_reply('{"answer": 12.5, "refused": false}')
    (12.5, False)
    """
    try:
        reply = json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError("the reply is not JSON") from None
    if not isinstance(reply, dict) or "answer" not in reply:
        raise FormatError('the reply is not an object with the member "answer"')
    refused = reply.get("refused", False)
    if not isinstance(refused, bool):
        raise FormatError('"refused" is true or false')
    return reply["answer"], refused
