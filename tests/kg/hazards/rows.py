"""Rows as a file would give them, and facts by what they say."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import shapely

from multiglobeqa.dataset import Triple
from multiglobeqa.kg.hazards.feature import Row
from multiglobeqa.kg.knowwheregraph_terms import local


def row(shape: shapely.Geometry | None = None, where: str = "line 2", **fields: Any) -> Row:
    return Row(fields, shape, where)


def said(facts: Iterable[Triple], subject: str) -> dict[str, list[str]]:
    """Return what facts say of a subject, by the last part of the predicate."""
    found = defaultdict(list)
    for fact in facts:
        if fact.subject == subject:
            found[local(fact.predicate)].append(
                local(fact.object) if fact.kind == "iri" else fact.object
            )
    return dict(found)


def results(facts: Iterable[Triple]) -> dict[str, str]:
    """Return the simple results of observations by the property that they are of."""
    facts = list(facts)
    observed = {
        fact.subject: fact.object.rsplit(".", 1)[1]
        for fact in facts
        if local(fact.predicate) == "observedProperty"
    }
    return {
        observed[fact.subject]: fact.object
        for fact in facts
        if local(fact.predicate) == "hasSimpleResult"
    }
