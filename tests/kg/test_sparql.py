"""SPARQL over snapshots, against rdflib as a second implementation."""

from collections import Counter

import pyarrow as pa
import pyoxigraph as ox
import pytest
import rdflib

from multiglobeqa.errors import InputError
from multiglobeqa.kg import sparql
from multiglobeqa.kg.model import TRIPLES as TRIPLES_SCHEMA
from multiglobeqa.kg.rdf import write_triples
from multiglobeqa.kg.snapshot import new_snapshot, open_snapshot
from multiglobeqa.kg.sparql import query
from multiglobeqa.kg.store import Store
from multiglobeqa.kg.worldkg import build_worldkg
from tests.kg.small_snapshot import snapshot_of

XSD = "http://www.w3.org/2001/XMLSchema#"
TRIPLES = f"""
<http://e/a> <http://e/type> <http://e/City> .
<http://e/a> <http://e/label> "A" .
<http://e/a> <http://e/label> "\\u00C4\\n\\"x\\""@de .
<http://e/a> <http://e/near> <http://e/b> .
<http://e/a> <http://e/people> "12"^^<{XSD}integer> .
<http://e/b> <http://e/type> <http://e/City> .
<http://e/b> <http://e/near> <http://e/c> .
<http://e/b> <http://e/near> _:n1 .
<http://e/b> <http://e/people> "30"^^<{XSD}integer> .
<http://e/c> <http://e/type> <http://e/Town> .
<http://e/Town> <http://e/sub> <http://e/Place> .
<http://e/City> <http://e/sub> <http://e/Place> .
_:n1 <http://e/label> "nowhere" .
"""
QUERIES = [
    "SELECT * { ?s ?p ?o }",
    "SELECT * { ?s :type :City ; :people ?n FILTER(?n > 20) }",
    "SELECT * { :b ?p ?o }",
    "SELECT * { ?s ?p :Place }",
    "SELECT ?t (COUNT(?s) AS ?n) { ?s :type ?t } GROUP BY ?t",
    "SELECT * { :a :near+ ?o }",
    "SELECT * { :a :near* ?o }",
    "SELECT * { ?s :near* ?o }",
    "SELECT * { ?s :type/:sub* ?t }",
    "SELECT * { ?s !(:type|:near) ?o }",
    "SELECT * { ?s :type :City OPTIONAL { ?s :label ?l } FILTER NOT EXISTS { ?s :near :c } }",
    "SELECT * { { SELECT ?s (MAX(?n) AS ?m) { ?s :people ?n } GROUP BY ?s } ?s :near ?o }",
    "SELECT * { ?s :label ?l FILTER(lang(?l) = 'de') }",
    "SELECT * { VALUES ?s { :a :c } ?s :type ?t MINUS { ?s :people 12 } }",
    "SELECT * { [ :label 'nowhere' ] ^:near ?s }",
]


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    return snapshot_of(tmp_path_factory.mktemp("kg") / "s", TRIPLES)


def ask(snapshot, text, **options):
    with Store(snapshot) as store:
        return query(store, f"PREFIX : <http://e/>\n{text}", **options)


def plain(term):
    if term is None:
        return None
    if isinstance(term, (ox.BlankNode, rdflib.BNode)):
        return "blank"
    if isinstance(term, (ox.NamedNode, rdflib.URIRef)):
        return f"<{getattr(term, 'value', term)}>"
    if isinstance(term, ox.Literal):
        return term.value, term.language, term.datatype.value if not term.language else None
    datatype = None if term.language else str(term.datatype or XSD + "string")
    return str(term), term.language, datatype


@pytest.mark.parametrize("text", QUERIES)
def test_answers_as_rdflib_does(snapshot, text):
    other = rdflib.Graph().parse(data=TRIPLES, format="nt")
    expected = other.query(f"PREFIX : <http://e/>\n{text}")
    found = ask(snapshot, text)
    order = [found.variables.index(str(name)) for name in expected.vars]
    assert sorted((tuple(plain(row[i]) for i in order) for row in found.rows), key=repr) == sorted(
        (tuple(plain(term) for term in row) for row in expected), key=repr
    )
    assert found.rows, "an empty answer proves nothing"


def test_loads_only_what_the_constants_select(snapshot):
    assert ask(snapshot, "SELECT * { ?s :type :City ; :people ?n }").loaded == 4
    assert ask(snapshot, "SELECT * { :a ?p ?o }").loaded == 5
    assert ask(snapshot, "SELECT * { ?s ?p ?o }").loaded == 13


def test_other_forms(snapshot):
    assert ask(snapshot, "ASK { :a :near :b }").value is True
    assert ask(snapshot, "ASK { :b :near :a }").value is False
    made = ask(snapshot, "CONSTRUCT { ?o :of ?s } { ?s :type ?o }")
    assert len(made.triples) == 3 and made.loaded == 3
    described = ask(snapshot, "DESCRIBE :b")
    assert described.loaded == 5  # its own four, and the blank node's
    assert {one.predicate.value[9:] for one in described.triples} >= {"type", "near", "people"}


def test_geosparql_functions_and_prefixes(tmp_path):
    lines = [
        f'<http://e/{name}> <http://www.opengis.net/ont/geosparql#asWKT> "{wkt}" .'
        for name, wkt in {
            "a": "Point(24.94 60.17)",
            "b": "POINT (24.75 59.44)",
            "c": "POLYGON((24 60, 26 60, 26 61, 24 61, 24 60))",
            "d": "rubbish",
        }.items()
    ]
    snapshot = snapshot_of(tmp_path / "s", "\n".join(lines))
    within = ask(
        snapshot,
        "SELECT ?s { :c geo:asWKT ?c . ?s geo:asWKT ?w FILTER(?s != :c && geof:sfWithin(?w, ?c)) }",
    )
    assert [row[0].value for row in within.rows] == ["http://e/a"]
    assert within.problems.total() == 1 and "rubbish" in next(iter(within.problems))
    near = ask(
        snapshot,
        "SELECT (geof:distance(?v, ?w, uom:kilometre) AS ?km) { :a geo:asWKT ?v . "
        ":b geo:asWKT ?w }",
    )
    assert float(near.rows[0][0].value) == pytest.approx(82.0247, abs=1e-3)
    box = ask(snapshot, "SELECT (geof:aggBoundingBox(?w) AS ?box) { ?s geo:asWKT ?w }")
    assert box.rows[0][0].value.startswith("POLYGON ((24 59.44")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SELECT * {\n  ?s ?p }", "line 3"),
        ("SELECT * {\n  ?s no:thing ?o }", "line 3, column 14: uses a prefix that is not declared"),
        ("SELECT * { ?s ?p ?o", "line 2"),
        ("", "line 2"),
        ("INSERT DATA { :a :b :c }", r"is an update \(INSERT\)"),
        ("DELETE WHERE { ?s ?p ?o }", "is an update"),
        ("LOAD <http://example.org/x>", r"is an update \(LOAD\)"),
        ("SELECT * { SERVICE <http://127.0.0.1/x> { ?s ?p ?o } }", "SERVICE"),
        ("SELECT * { \\u0053ERVICE <http://127.0.0.1/x> { ?s ?p ?o } }", "SERVICE"),
        ("SELECT * FROM <http://e/g> { ?s ?p ?o }", "names a graph"),
        ("SELECT * { GRAPH ?g { ?s ?p ?o } }", "names a graph"),
        ("SELECT * { ?s ?p ?o FILTER(geof:nearest(?o)) }", "geosparql/nearest> is not supported"),
    ],
)
def test_refuses_what_is_no_query_of_the_snapshot(snapshot, text, expected):
    with pytest.raises(InputError, match=expected) as caught:
        ask(snapshot, text)
    assert "\n" not in str(caught.value)


def test_says_when_a_snapshot_is_too_large(snapshot):
    with pytest.raises(InputError, match=r"all triples, which are 13; the limit is 12\..*QLever"):
        ask(snapshot, "SELECT * { ?s ?p ?o }", limit=12)
    assert ask(snapshot, "SELECT * { ?s :type ?o }", limit=3).loaded == 3
    with pytest.raises(InputError, match="triples that are 3; the limit is 2"):
        ask(snapshot, "SELECT * { ?s :type ?o }", limit=2)


def test_stops_a_query_that_takes_too_long(snapshot):
    crossed = " . ".join(f"?s{i} ?p{i} ?o{i}" for i in range(6))
    with pytest.raises(InputError, match=r"took more than 0\.2 seconds"):
        # Thirteen triples to the sixth power: five million rows, a little work left behind.
        ask(snapshot, f"SELECT (COUNT(*) AS ?n) {{ {crossed} }}", seconds=0.2)


@pytest.mark.shared_data
def test_answers_as_rdflib_does_on_a_real_graph(shared_data, tmp_path):
    build_worldkg([shared_data / "osm/extracts/monaco-2025-02.osm.pbf"], tmp_path / "monaco")
    text = (
        "SELECT ?type ?l { ?s a ?type ; rdfs:label ?l FILTER(lang(?l) = '') "
        "?s wkgs:spatialObject ?g . FILTER NOT EXISTS { ?s wkgs:bus ?bus } }"
    )
    with Store(tmp_path / "monaco") as store:
        found = query(store, text)
    write_triples(open_snapshot(tmp_path / "monaco"), tmp_path / "monaco.nt")
    other = rdflib.Graph().parse(tmp_path / "monaco.nt", format="nt")
    declared = "".join(f"PREFIX {name}: <{space}>\n" for name, space in sparql.PREFIXES.items())
    assert Counter(tuple(plain(term) for term in row) for row in found.rows) == Counter(
        tuple(plain(term) for term in row) for row in other.query(declared + text)
    )
    assert len(found.rows) > 500
    assert found.loaded < len(other)


def test_says_what_is_no_rdf(tmp_path):
    row = {"subject": "no IRI", "predicate": "http://e/p", "object": "x", "kind": "literal"}
    with new_snapshot(tmp_path / "s", "worldkg") as (writer, _):
        writer.write_triples([pa.RecordBatch.from_pylist([row], TRIPLES_SCHEMA)])
        writer.write_entities([])
    with pytest.raises(InputError, match="holds what is no RDF"):
        ask(tmp_path / "s", "SELECT * { ?s ?p ?o }")
