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

COUNTRY = "http://www.wikidata.org/entity/Q6256"

# Countries are stated as places are, with what borders them.
_STATED = """
CREATE OR REPLACE TEMP VIEW stated AS
SELECT place.* EXCLUDE (country), country.id AS country, [] AS neighbours
FROM place
LEFT JOIN country ON country.iso3 = place.country
UNION ALL BY NAME
SELECT id, name, ['{country}'] AS classes, lon, lat, geom, neighbours
FROM country
"""

# A query may name an entity twice: it is stated once, with all facts that were asked of it.
_FACTS = """
SELECT
    gold.tuple_id,
    to_json(struct_pack(
        id := gold.entity,
        name := any_value(stated.name),
        classes := any_value(stated.classes),
        lon := any_value(stated.lon),
        lat := any_value(stated.lat),
        population := any_value(stated.population),
        wkt := any_value(ST_AsText(stated.geom)),
        admin_level := any_value(stated.admin_level),
        parent := any_value(stated.parents[1]),
        country := any_value(stated.country),
        neighbours := any_value(stated.neighbours),
        start := any_value(stated.start),
        "end" := any_value(stated."end"),
        radius := any_value(stated.radius)
    )),
    list_sort(list_distinct(flatten(list(gold.facts))))
FROM ({query}) AS gold
JOIN stated ON stated.id = gold.entity
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
    connection.execute(_STATED.format(country=COUNTRY))
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
