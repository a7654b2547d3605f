"""The conditions under which a model is asked, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspect_ai.solver import Solver

from multiglobeqa.errors import InputError
from multiglobeqa.evaluate.ask import ask


@dataclass(frozen=True)
class Tier:
    """A condition: what the model is told, and what it may do before it answers.

    Attributes
    ----------
    id : str
        As the paper calls it.
    task : str
        The Inspect task, ``multiglobeqa/{task}``.
    prompt : str
        A file in ``prompts``, without ``.txt``.
    solver : callable
        Makes the Inspect solver.
    max_tokens : int
        The most that a reply may take, reasoning included.
    """

    id: str
    task: str
    prompt: str
    solver: Callable[[], Solver]
    max_tokens: int


TIERS = {tier.id: tier for tier in (Tier("T1", "t1", "t1", ask, max_tokens=2048),)}


def get_tier(tier_id: str) -> Tier:
    """Return the tier of an id.

    Raises
    ------
    InputError
        When there is no such tier.
    """
    try:
        return TIERS[tier_id]
    except KeyError:
        raise InputError(
            f"there is no tier {tier_id!r}", remedy=f"Use one of {', '.join(TIERS)}."
        ) from None
