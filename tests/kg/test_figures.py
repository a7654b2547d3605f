"""The figures of a graph: counted by hand, and by rdflib."""

from collections import Counter

import pytest
import rdflib
import shapely

from multiglobeqa.kg.figures import Figures, Spread, figures, spread
from multiglobeqa.kg.rdf import write_triples
from multiglobeqa.kg.snapshot import open_snapshot
from multiglobeqa.kg.store import Store
from multiglobeqa.kg.worldkg import build_worldkg
from tests.kg.small_snapshot import snapshot_of

TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
TRIPLES = f"""
<http://e/a> {TYPE} <http://e/City> .
<http://e/a> <http://e/label> "x" .
<http://e/a> <http://e/label> "x"@de .
<http://e/a> <http://e/label> "x"^^<http://e/de> .
<http://e/a> <http://e/near> <http://e/b> .
<http://e/b> {TYPE} <http://e/City> .
<http://e/b> <http://e/label> "x" .
<http://e/b> <http://e/near> _:n .
_:n <http://e/label> "http://e/a" .
"""
ENTITIES = [
    {"id": "http://e/a", "geometry": shapely.to_wkb(shapely.Point(1, 2)), "country": "DEU",
     "income_tier": "HIC", "density_tier": "low"},
    {"id": "http://e/b", "geometry": shapely.to_wkb(shapely.Point(1, 2)), "country": "ETH",
     "density_tier": "high"},
    {"id": "http://e/c"},
    {"id": "http://e/d", "country": "DEU", "income_tier": "HIC", "density_tier": "high"},
]  # fmt: skip


def test_of_a_graph_counted_by_hand(tmp_path):
    with Store(snapshot_of(tmp_path / "s", TRIPLES, ENTITIES)) as store:
        assert figures(store) == Figures(
            node_types=1,
            # a, b, _:n, City, the three literals "x" of different kinds, and the text "http://e/a"
            nodes=8,
            geographic_nodes=2,
            leaves=5,
            predicates=3,
            edges=9,
            mean_out_degree=9 / 3,
            max_out_degree=5,
            # into City 2, "x" 2, and 1 each into "x"@de, "x"^^de, b, _:n, "http://e/a"
            mean_in_degree=9 / 7,
            max_in_degree=2,
        )
        assert spread(store) == Spread(
            strata={"HIC": {"low": 1, "high": 1}},
            no_stratum=2,
            countries={"DEU": 2, "ETH": 1},
            no_country=1,
        )


def test_of_an_empty_graph(tmp_path):
    with Store(snapshot_of(tmp_path / "s", "", [])) as store:
        empty = figures(store)
        assert (empty.nodes, empty.edges, empty.max_in_degree) == (0, 0, 0)
        assert empty.mean_out_degree is None
        assert spread(store) == Spread({}, 0, {}, 0)


@pytest.mark.shared_data
def test_of_a_real_graph_are_those_that_rdflib_counts(shared_data, tmp_path):
    build_worldkg([shared_data / "osm/extracts/monaco-2025-02.osm.pbf"], tmp_path / "monaco")
    write_triples(open_snapshot(tmp_path / "monaco"), tmp_path / "monaco.nt")
    graph = rdflib.Graph().parse(tmp_path / "monaco.nt", format="nt")
    leaving = Counter(subject for subject, _, _ in graph)
    arriving = Counter(term for _, _, term in graph)
    nodes = set(leaving) | set(arriving)
    with Store(tmp_path / "monaco", memory="500MB") as store:
        found = figures(store)
        assert spread(store).no_country == store.manifests[0]["counts"]["entities"]
    assert found == Figures(
        node_types=len(set(graph.objects(predicate=rdflib.RDF.type))),
        nodes=len(nodes),
        geographic_nodes=len(
            set(graph.subjects(rdflib.URIRef("http://www.worldkg.org/schema/spatialObject")))
        ),
        leaves=len(nodes - set(leaving)),
        predicates=len(set(graph.predicates())),
        edges=len(graph),
        mean_out_degree=pytest.approx(len(graph) / len(leaving)),
        max_out_degree=max(leaving.values()),
        mean_in_degree=pytest.approx(len(graph) / len(arriving)),
        max_in_degree=max(arriving.values()),
    )
    assert found.nodes > 5000
