"""The command `kg query`."""

import json

import pyoxigraph as ox
import pytest
import typer
from typer.testing import CliRunner

from multiglobeqa.cli.kg_query import query
from multiglobeqa.errors import InputError
from tests.kg.small_snapshot import snapshot_of

TRIPLES = r"""
<http://www.worldkg.org/resource/1> <http://www.w3.org/2000/01/rdf-schema#label> "[red]\u0007" .
<http://www.worldkg.org/resource/1> <http://e/p> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://www.worldkg.org/resource/2> <http://www.w3.org/2000/01/rdf-schema#label> "Rot"@de .
<http://www.worldkg.org/resource/2> <http://e/p> _:b .
"""
app = typer.Typer()
app.command()(query)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    return str(snapshot_of(tmp_path_factory.mktemp("kg") / "s", TRIPLES))


def run(*arguments, **options):
    return CliRunner().invoke(app, arguments, catch_exceptions=False, **options)


def test_prints_a_table_that_names_cannot_disturb(snapshot):
    found = run(snapshot, "SELECT ?s ?l { ?s rdfs:label ?l } ORDER BY ?s")
    lines = [line.split() for line in found.stdout.splitlines()]
    assert lines == [["s", "l"], ["wkg:1", "[red]\ufffd"], ["wkg:2", "Rot", "@de"]]
    assert "2 rows from 2 triples" in found.stderr


def test_prints_json_as_the_engine_itself_does(snapshot):
    text = "SELECT ?s ?p ?o ?none { ?s ?p ?o } ORDER BY ?s ?p"
    found = json.loads(run(snapshot, text, "--json").stdout)
    graph = ox.Store()
    graph.load(TRIPLES.encode(), format=ox.RdfFormat.N_TRIPLES)
    expected = json.loads(graph.query(text).serialize(format=ox.QueryResultsFormat.JSON))
    for document in (found, expected):  # names of blank nodes mean nothing
        for binding in document["results"]["bindings"]:
            if binding["o"]["type"] == "bnode":
                binding["o"]["value"] = ""
    assert found == expected


def test_other_forms(snapshot):
    assert run(snapshot, "ASK { ?s <http://e/p> 7 }").stdout == "true\n"
    asked = run(snapshot, "ASK { ?s <http://e/p> 8 }", "--json").stdout
    assert json.loads(asked) == {"head": {}, "boolean": False}
    text = "CONSTRUCT { ?s <http://e/q> ?o } { ?s <http://e/p> ?o FILTER(isLiteral(?o)) }"
    turtle = run(snapshot, text).stdout
    assert "@prefix wkg:" in turtle and "@prefix gn:" not in turtle
    (quad,) = ox.parse(turtle.encode(), format=ox.RdfFormat.TURTLE)
    assert str(quad.triple.predicate) == "<http://e/q>" and quad.triple.object == ox.Literal(7)
    (node,) = json.loads(run(snapshot, text, "--json").stdout)
    assert node["@id"].endswith("resource/1")


def test_reads_a_query_from_standard_input(snapshot):
    assert run(snapshot, "-", input="ASK {\n ?s rdfs:label 'Rot'@de\n}").stdout == "true\n"


def test_says_why_functions_had_no_value(snapshot):
    found = run(snapshot, "SELECT (geof:centroid(?l) AS ?c) { ?s rdfs:label ?l }")
    assert "no value, 1 times: centroid: 'Rot' is no WKT" in found.stderr


def test_bad_input_is_one_message(snapshot, tmp_path):
    with pytest.raises(InputError, match="query, line 1, column"):
        run(snapshot, "SELECT nothing")
    with pytest.raises(InputError, match="is missing"):
        run(str(tmp_path / "none"), "ASK { ?s ?p ?o }")
    with pytest.raises(InputError, match="limit is 3"):
        run(snapshot, "ASK { ?s ?p ?o }", "--limit", "3")
