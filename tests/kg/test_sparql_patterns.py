"""What a query can touch."""

import pytest

from multiglobeqa.kg.sparql_patterns import BLANK, Pattern, keywords, patterns
from multiglobeqa.kg.vocabulary import RDF_TYPE

P = {"": "http://e/", "geof": "http://f/"}
A, B, C = "http://e/a", "http://e/b", "http://e/c"


def any_of(predicate, subject=None, object=None):
    return Pattern(subject, predicate, object)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT * { ?s :a ?o }", {any_of(A)}),
        ("SELECT * { :b :a ?o, 1, 'x'@en, \"\"\"y\"\"\"^^:c, -2.5 . }", {any_of(A, B)}),
        ("SELECT * { ?s a :b ; :a :c , ?x ; . ?x :c true }",
         {any_of(RDF_TYPE, object=B), any_of(A, object=C), any_of(A), any_of(C)}),
        ("SELECT * { :a ?p ?o }", {Pattern(A, None, None)}),
        ("SELECT * { ?s ?p :a FILTER(?p != :b) }", {Pattern(None, None, A)}),
        ("SELECT * { ?s (:a|^:b)/:c+ ?o }", {any_of(A), any_of(B), any_of(C)}),
        ("SELECT * { ?s ^:a :b }", {any_of(A), any_of(A, object=B)}),
        ("SELECT * { :b :a* ?o }", {any_of(A)}),
        ("SELECT * { ?s a/:a* ?o }", {any_of(RDF_TYPE), any_of(A)}),
        ("SELECT * { [ :a ?x ; :b [ :c 1 ] ] . ?y :a [] }", {any_of(A), any_of(B), any_of(C)}),
        ("SELECT * { [ :a 1 ] :b 2 }", {any_of(A), any_of(B)}),
        ("SELECT * { ?s :a ?o FILTER geof:x(?o, :b) ?s :b 1 FILTER NOT EXISTS { ?s :c 2 } }",
         {any_of(A), any_of(B), any_of(C)}),
        ("SELECT * { { ?s :a ?o } UNION { ?s :b ?o } OPTIONAL { ?o :c ?z } MINUS { ?s :a :c } }",
         {any_of(A), any_of(B), any_of(C), any_of(A, object=C)}),
        ("SELECT * { VALUES (?x ?y) { (:b :c) (UNDEF 1) } ?x :a ?y BIND(:c AS ?z) }",
         {any_of(A)}),
        ("SELECT (COUNT(?s) AS ?n) WHERE { { SELECT ?s (MAX(?o) AS ?m) { ?s :a ?o } GROUP BY ?s "
         "HAVING (EXISTS { ?s :b 1 }) ORDER BY DESC(?m) LIMIT 3 } ?s :c ?m } VALUES ?s { :a }",
         {any_of(A), any_of(B), any_of(C)}),
        ("PREFIX x: <http://e/> ASK { ?s x:a 'not } :b here' . # nor ?p ?q\n ?s <http://e/b> ?o }",
         {any_of(A), any_of(B)}),
        ("CONSTRUCT { ?s ?p 1 } WHERE { ?s :a ?p }", {any_of(A)}),
        ("CONSTRUCT WHERE { ?s :a ?o }", {any_of(A)}),
        ("DESCRIBE :a :b",
         {Pattern(A, None, None), Pattern(B, None, None), Pattern(BLANK, None, None)}),
        ("SELECT * { ?s :a ?o . FILTER(?o < 3 && ?s > 1) }", {any_of(A)}),
        ("SELECT * { }", set()),
    ],
)  # fmt: skip
def test_finds_the_patterns(query, expected):
    assert patterns(query, P) == expected


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?s ?p ?o }",
        "SELECT * { ?s :a* ?o }",
        "SELECT * { ?s :a?/:b* ?o }",
        "SELECT * { ?s !:a ?o }",
        "SELECT * { ?s !(:a|:b) ?o }",
        "SELECT * { ?s :a (1 2) }",
        "DESCRIBE ?s { ?s :a 1 }",
        "BASE <http://e/> SELECT * { ?s <a> 1 }",
        "SELECT * { ?s :a 1 FILTER EXISTS { ?x ?y ?z } }",
        "SELECT * { ?s :a '\\u0027' }",
        "SELECT (EXISTS { ?x ?y ?z } AS ?e) { ?s :a 1 }",
    ],
)
def test_gives_up_where_more_may_be_needed(query):
    assert patterns(query, P) is None


def test_sees_keywords_through_escapes_and_not_in_texts():
    assert "SERVICE" in keywords("SELECT * { \\u0053ERVICE <http://x/> { } }")
    assert "SERVICE" in keywords("SELECT * { ?s ?p 'a\\u0027' SERVICE <http://x/> { } } # '")
    assert "SERVICE" not in keywords("SELECT ('SERVICE' AS ?x) { ?s <SERVICE> ?y # SERVICE\n }")
