"""Tells what a template lacks before it is executed."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import pyarrow as pa

from multiglobeqa.answers import get_format
from multiglobeqa.build.world import layout
from multiglobeqa.errors import InputError
from multiglobeqa.kg.classes import TABLES
from multiglobeqa.kg.engine import connect
from multiglobeqa.solve.registry import solvers
from multiglobeqa.taxonomy import Template, templates
from multiglobeqa.taxonomy.template import PLACEHOLDER


def check_templates(found: Sequence[Template] | None = None) -> list[str]:
    """Return what is missing or wrong, a line each; empty when all is well.

    Every template needs an answer format that exists, a solver, graphs that exist, texts whose
    placeholders are filled, and two queries that the database accepts and that return the
    columns of the contract.
    """
    found = templates() if found is None else found
    problems = []
    with connect() as connection:
        layout(connection)
        for template in found:
            problems += [f"{template.tid}: {problem}" for problem in _check(template, connection)]
    return problems


def _check(template: Template, connection: duckdb.DuckDBPyConnection) -> list[str]:
    problems = []
    if template.tid not in solvers():
        problems.append("has no solver in multiglobeqa.solve")
    problems += [f"knows no graph {graph!r}" for graph in template.graphs if graph not in TABLES]
    for sub in template.sub_templates:
        try:
            get_format(template.answer_of(sub).format)
        except (InputError, KeyError) as error:
            problems.append(f"{sub.id} has no such answer format: {error}")
    for sub in template.sub_templates:
        columns: dict[str, pa.Array] = {"tuple_id": pa.array([], pa.int64())}
        for role in template.draws:
            choices = sub.choices.get(role, getattr(template.draws[role], "choices", ("",)))
            columns[role] = pa.array(choices).slice(0, 0)
        for name, value in sub.parameters.items():
            columns[name] = pa.array([value]).slice(0, 0)
        columns["perturbed"] = pa.array([], pa.bool_())
        connection.register("tuples", pa.table(columns))
        for query, needed in (
            (template.answer_sql, set()),
            (template.gold_sql, {"entity", "facts"}),
        ):
            try:
                relation = connection.sql(query)
            except duckdb.Error as error:
                problems.append(f"{sub.id}: the database refuses its query: {error}")
                continue
            lacking = {"tuple_id", *needed} - set(relation.columns)
            if not needed and not {"answer", "entities"} & set(relation.columns):
                lacking.add("answer or entities")
            problems += [f"{sub.id}: a query returns no {name}" for name in sorted(lacking)]
    return problems + _texts(template)


def _texts(template: Template) -> list[str]:
    """Check the texts beside the phrasings."""
    known = {*template.draws, *template.finds}
    known |= {name for sub in template.sub_templates for name in sub.parameters}
    texts = [template.convention or "", template.premise.text if template.premise else ""]
    return [
        f"{text!r} has a placeholder that nothing fills: {match.group(1)}"
        for text in texts
        for match in PLACEHOLDER.finditer(text)
        if match.group(1) not in known
    ]
