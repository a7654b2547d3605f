"""The figures of a graph, as the paper's Table 6 reports them, and where its entities lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from multiglobeqa.kg.store import Store
from multiglobeqa.kg.vocabulary import RDF_TYPE


@dataclass(frozen=True)
class Figures:
    """The rows of Table 6, which names them without defining them; here they mean the following.

    A *node* is a term in the place of a subject or of an object. Literals are nodes, one for each
    value with its datatype and language: two entities with the same label share its node. An
    *edge* is a triple. A node's out-degree is the number of triples with it as subject, its
    in-degree that of triples with it as object.

    Attributes
    ----------
    node_types : int
        Distinct objects of ``rdf:type``.
    nodes : int
        Distinct nodes.
    geographic_nodes : int
        Entities of the snapshot that have a geometry. Cells and geometries that are nodes of
        their own are not counted again.
    leaves : int
        Nodes of out-degree zero: all literals, and IRIs and blank nodes of which nothing is said.
    predicates : int
        Distinct predicates.
    edges : int
        Triples.
    mean_out_degree, mean_in_degree : float or None
        Over the nodes whose degree is not zero; None of an empty graph.
    max_out_degree, max_in_degree : int
        The largest of any node.
    """

    node_types: int
    nodes: int
    geographic_nodes: int
    leaves: int
    predicates: int
    edges: int
    mean_out_degree: float | None
    max_out_degree: int
    mean_in_degree: float | None
    max_in_degree: int


@dataclass(frozen=True)
class Spread:
    """Where a snapshot's entities lie.

    Attributes
    ----------
    strata : dict of dict
        Entities by income tier and density tier. Those of no stratum are not counted.
    no_stratum : int
        Entities that lack a country, an income tier or a density tier.
    countries : dict
        Entities by ISO 3166 alpha-3 code, most first.
    no_country : int
        Entities in no country.
    """

    strata: dict[str, dict[str, int]]
    no_stratum: int
    countries: dict[str, int]
    no_country: int


# Nodes are told apart by 128 bits of their text, so that a long geometry costs no more than a
# number. A literal's datatype or language goes first, between quotes that neither can hold.
_DEGREES = """
WITH ends AS (
    SELECT md5_number(subject) AS node, 1 AS leaving, 0 AS arriving FROM triples
    UNION ALL
    SELECT
        md5_number(
            CASE kind
                WHEN 'iri' THEN object
                WHEN 'blank' THEN '_:' || object
                ELSE concat('"', '@' || language, '^^' || datatype, '"', object)
            END
        ),
        0,
        1
    FROM triples
), degrees AS (
    SELECT sum(leaving)::BIGINT AS leaving, sum(arriving)::BIGINT AS arriving
    FROM ends GROUP BY node
)
SELECT
    count(*) AS nodes,
    count(*) FILTER (leaving = 0) AS leaves,
    sum(leaving)::BIGINT AS edges,
    avg(leaving) FILTER (leaving > 0) AS mean_out_degree,
    coalesce(max(leaving), 0) AS max_out_degree,
    avg(arriving) FILTER (arriving > 0) AS mean_in_degree,
    coalesce(max(arriving), 0) AS max_in_degree
FROM degrees
"""
_PREDICATES = "SELECT count(*) FROM (SELECT predicate FROM triples GROUP BY predicate)"
_TYPES = """
SELECT count(*) FROM (
    SELECT object FROM triples WHERE predicate = ? AND kind = 'iri' GROUP BY object
)
"""
_GEOGRAPHIC = "SELECT count(*) FROM entities WHERE geometry IS NOT NULL"
_STRATA = """
SELECT income_tier, density_tier, count(*) FROM entities
WHERE country IS NOT NULL AND income_tier IS NOT NULL AND density_tier IS NOT NULL
GROUP BY income_tier, density_tier ORDER BY
    list_position(['LIC', 'LMC', 'UMC', 'HIC'], income_tier),
    list_position(['low', 'medium', 'high'], density_tier)
"""
_COUNTRIES = """
SELECT country, count(*) AS entities FROM entities
WHERE country IS NOT NULL GROUP BY country ORDER BY entities DESC, country
"""


def figures(store: Store) -> Figures:
    """Count a graph's nodes and edges; what memory does not hold spills to disk."""
    row = store.connection.execute(_DEGREES)
    names = [column[0] for column in row.description or ()]
    counted: dict[str, Any] = dict(zip(names, row.fetchone() or (), strict=True))
    return Figures(
        node_types=_number(store, _TYPES, RDF_TYPE),
        geographic_nodes=_number(store, _GEOGRAPHIC),
        predicates=_number(store, _PREDICATES),
        **counted | {"edges": counted["edges"] or 0},
    )


def spread(store: Store) -> Spread:
    """Count a snapshot's entities by stratum and by country."""
    entities = _number(store, "SELECT count(*) FROM entities")
    strata: dict[str, dict[str, int]] = {}
    for income, density, count in store.connection.execute(_STRATA).fetchall():
        strata.setdefault(income, {})[density] = count
    countries = dict(store.connection.execute(_COUNTRIES).fetchall())
    return Spread(
        strata=strata,
        no_stratum=entities - sum(sum(one.values()) for one in strata.values()),
        countries=countries,
        no_country=entities - sum(countries.values()),
    )


def _number(store: Store, query: str, *values: str) -> int:
    row = store.connection.execute(query, list(values)).fetchone()
    assert row is not None
    return int(row[0])


__all__ = ["Figures", "Spread", "figures", "spread"]
