"""The gold triples: what a question's query used, enough to answer it from nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from multiglobeqa.build.execute import Answered
from multiglobeqa.build.world import World
from multiglobeqa.dataset import Triple
from multiglobeqa.kg.facts import triples_of
from multiglobeqa.kg.vocabulary import PREF_LABEL
from multiglobeqa.taxonomy import Template

# A query may name an entity twice: it is stated once, with all facts that were asked of it.
_FACTS = """
SELECT
    gold.tuple_id,
    to_json(struct_pack(
        id := gold.entity,
        name := any_value(place.name),
        classes := any_value(place.classes),
        lon := any_value(place.lon),
        lat := any_value(place.lat),
        population := any_value(place.population),
        wkt := any_value(ST_AsText(place.geom)),
        admin_level := any_value(place.admin_level),
        parent := any_value(place.parents[1]),
        start := any_value(place.start),
        "end" := any_value(place."end"),
        radius := any_value(place.radius)
    )),
    list_sort(list_distinct(flatten(list(gold.facts))))
FROM ({query}) AS gold
JOIN place ON place.id = gold.entity
GROUP BY gold.tuple_id, gold.entity
ORDER BY gold.tuple_id, gold.entity
"""


def gold_triples(
    world: World, template: Template, chosen: Sequence[Answered]
) -> list[tuple[list[Triple], list[str]]]:
    """Return each tuple's gold triples and the entities that its query considered.

    The query reads `tuples`, with a column `perturbed` for those whose premise is false, and
    returns rows of `tuple_id`, `entity` and `facts`. Countries that fill a role are named.
    """
    connection = world.connection
    names = sorted({name for one in chosen for name in one.values})
    columns: dict[str, Any] = {"tuple_id": range(len(chosen))}
    columns |= {name: [one.values.get(name) for one in chosen] for name in names}
    columns["sub_template"] = [one.sub_template for one in chosen]
    columns["perturbed"] = [not one.premise_holds for one in chosen]
    connection.register("tuples", pa.table(columns))
    gold: list[tuple[list[Triple], list[str]]] = [([], []) for _ in chosen]
    for n, fields, facts in connection.execute(_FACTS.format(query=template.gold_sql)).fetchall():
        entity = json.loads(fields)
        entity["within"] = chosen[n].values[template.anchor]
        triples, candidates = gold[n]
        triples += triples_of(world.kg, entity, facts)
        candidates.append(entity["id"])
    countries = dict(connection.execute("SELECT id, name FROM country").fetchall())
    for one, (triples, _) in zip(chosen, gold, strict=True):
        for role in template.roles():
            if (iri := one.values[role]) in countries:
                triples.append(Triple(iri, PREF_LABEL, countries[iri], "literal"))
    return gold
