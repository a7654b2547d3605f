"""What a solver says of a question, and how it says that it cannot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer computed from gold triples, or the proof that there is none.

    Parameters
    ----------
    value : JSON value
        The answer, in the shape of its format; entities by name. None where the premise fails.
    acceptable : tuple of JSON values
        All values that are right, ties included, `value` the first.
    entities : frozenset of str
        The IRIs behind an answer that names entities: any of them answers a question for one
        entity, all of them together one for a set.
    proof : str, optional
        Why the question has no answer: the premise that fails, with the figures that show it.
    """

    value: Any
    acceptable: tuple[Any, ...] = ()
    entities: frozenset[str] = frozenset()
    proof: str | None = None

    @property
    def premise_holds(self) -> bool:
        """Whether the question has an answer."""
        return self.proof is None


class Insufficient(Exception):
    """The gold triples, or the question's parameters, do not suffice to compute the answer."""


class MissingSolver(Exception):
    """There is no solver for the template."""


def only(values: Iterable[_T], what: str) -> _T:
    """Return the one value there is, however often it is stated.

    Raises
    ------
    Insufficient
        When there is none, or more than one.
    """
    distinct = set(values)
    if not distinct:
        raise Insufficient(f"no {what} is stated")
    if len(distinct) > 1:
        raise Insufficient(f"more than one {what} is stated")
    return distinct.pop()


def answer(value: Any, *others: Any) -> Solution:
    """Return the solution with one value, or with several where they tie.

    Examples
    --------
    >>> answer(7).acceptable
    (7,)
    """
    return Solution(value, (value, *others))


def no_answer(proof: str) -> Solution:
    """Return the solution of a question whose premise fails.

    Examples
    --------
    >>> no_answer("A lies south of B").premise_holds
    False
    """
    return Solution(None, proof=proof)
