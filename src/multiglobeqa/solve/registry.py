"""Which function solves which template.

A solver is a function from a case to a solution, registered by the template's id in a module of
this package named by its spatial function: ``a_distance``, ``b_containment`` and so on. Such
modules are found by their names; adding one takes no change here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import multiglobeqa.solve
from multiglobeqa.dataset import Question, Triple
from multiglobeqa.geo import Unmeasurable
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.solution import Insufficient, MissingSolver, Solution

Solver = Callable[[Case], Solution]

_SOLVERS: dict[str, Solver] = {}
_MODULE = re.compile(r"[a-n]_\w+")


def solver(tid: str) -> Callable[[Solver], Solver]:
    """Register the decorated function as the solver of a template.

    Parameters
    ----------
    tid : str
        The template's id; one solver answers all its sub-templates.
    """

    def register(function: Solver) -> Solver:
        if tid in _SOLVERS:
            raise ValueError(f"{tid} has two solvers: {_SOLVERS[tid]} and {function}")
        _SOLVERS[tid] = function
        return function

    return register


@cache
def solvers() -> dict[str, Solver]:
    """Return the solver of each template, by its id."""
    for module in iter_modules(multiglobeqa.solve.__path__):
        if _MODULE.fullmatch(module.name):
            import_module(f"{multiglobeqa.solve.__name__}.{module.name}")
    return dict(sorted(_SOLVERS.items()))


def solve(question: Question, triples: Sequence[Triple]) -> Solution:
    """Answer a question from its gold triples alone.

    Parameters
    ----------
    question : Question
        Its entities, parameters and candidates are read, its answer is not.
    triples : sequence of Triple
        Its gold triples.

    Raises
    ------
    Insufficient
        When the triples or the parameters do not suffice.
    MissingSolver
        When there is no solver for the template.
    """
    function = solvers().get(question.tid)
    if function is None:
        raise MissingSolver(f"there is no solver for {question.tid}")
    try:
        return function(Case(question, triples))
    except Unmeasurable as error:
        raise Insufficient(f"the geometry {error}") from None
