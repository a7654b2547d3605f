"""What a model is told: a tier's prompt with a question's text and clauses put in."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files
from string import Template

from multiglobeqa.answers import get_format
from multiglobeqa.dataset import Question

# The formats that hold a distance, and so are told how it is measured.
MEASURES_DISTANCE = frozenset({"distance", "polar"})


def prompt(template: str, question: Question) -> str:
    """Return the prompt that asks a question.

    Names and texts are put in once and never read again, so that a name holding ``$question``
    or braces reaches the model as it is.

    Parameters
    ----------
    template : str
        The name of a file in ``prompts``, without ``.txt``. Its placeholders are ``$question``,
        ``$answer_type_description``, ``$unit_clause``, ``$distance_clause`` and
        ``$convention_clause``.
    question : Question
        What is asked.
    """
    answer_format = get_format(question.answer_format)
    straight = question.measure == "geodesic" and question.answer_format in MEASURES_DISTANCE
    return _template(template).substitute(
        question=question.question,
        answer_type_description=answer_format.describe(question.answer_options, question.unit),
        unit_clause=_clause("unit", unit=question.unit),
        distance_clause=_clause("distance") if straight else "",
        convention_clause=_clause("convention", convention=question.convention),
    )


@functools.cache
def _template(name: str) -> Template:
    return Template(_read(f"{name}.txt").rstrip("\n"))


@functools.cache
def _clauses() -> dict[str, Template]:
    return {name: Template(text) for name, text in tomllib.loads(_read("clauses.toml")).items()}


def _clause(name: str, **values: str | None) -> str:
    """Return a clause, or nothing when it has no value to tell."""
    if None in values.values():
        return ""
    return _clauses()[name].substitute(values)


def _read(name: str) -> str:
    return (files("multiglobeqa.evaluate") / "prompts" / name).read_text("utf-8")
