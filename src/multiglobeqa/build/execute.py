"""Answers drawn tuples by executing the template's query over the whole graph."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from multiglobeqa.build.draw import Tuples
from multiglobeqa.build.world import World
from multiglobeqa.taxonomy import Template

_RESULT = ("answer", "entities", "premise_holds", "parameters", "reject")


@dataclass(slots=True)
class Answered:
    """A tuple with its answer, or with the reason why it was rejected."""

    sub_template: str
    stratum: str
    turn: int
    values: dict[str, Any]  # roles and parameters, as drawn
    answer: Any = None
    entities: list[str] = field(default_factory=list)
    premise_holds: bool = True
    reject: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)  # that the query found


def execute(world: World, template: Template, tuples: Tuples) -> list[Answered]:
    """Run the template's query over the tuples.

    The query reads the tables `tuples`, `place`, `member` and `country`, and returns a row for a
    `tuple_id` with some of the columns `answer`, `entities` (the IRIs of the answer),
    `premise_holds`, `parameters` and `reject` (the reason, or null). A tuple without a row has
    no answer.
    """
    connection = world.connection
    connection.register("tuples", tuples.table())
    # Through JSON: numbers, lists and structures alike come out as Python's own.
    query = f"SELECT to_json(result) FROM ({template.answer_sql}) AS result"  # noqa: S608
    results = [json.loads(row[0]) for row in connection.execute(query).fetchall()]
    found = {result["tuple_id"]: result for result in results}
    answered = []
    for n in range(len(tuples)):
        values = {name: column[n] for name, column in tuples.columns.items()}
        one = Answered(
            sub_template=values.pop("sub_template"),
            stratum=values.pop("stratum"),
            turn=values.pop("turn"),
            values={name: value for name, value in values.items() if value is not None},
        )
        result = found.get(n)
        if result is None:
            one.reject = "no answer"
        else:
            for name in _RESULT:
                if result.get(name) is not None:
                    setattr(one, name, result[name])
            one.reject = one.reject or degenerate(template, one)
        answered.append(one)
    return answered


def degenerate(template: Template, one: Answered) -> str | None:
    """Return what is wrong with a result whatever its template, or None."""
    format_id = next(
        template.answer_of(sub).format
        for sub in template.sub_templates
        if sub.id == one.sub_template
    )
    roles = [value for name, value in one.values.items() if name.startswith(("entity_", "event_"))]
    classes = [value for name, value in one.values.items() if name.startswith("class_")]
    if len(set(roles)) < len(roles) or len(set(classes)) < len(classes):
        return "the same entity or class twice"
    if not one.premise_holds:
        return None
    if format_id in {"entity", "set"}:
        return None if one.entities else "no answer"
    if one.answer is None:
        return "no answer"
    if format_id == "distance" and not 0 <= one.answer <= 20_004:
        return "longer than half of Earth's circumference"
    if format_id in {"area", "count", "ratio"} and one.answer <= 0:
        return "not above zero"
    return None
