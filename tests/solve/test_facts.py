import random

import pytest

from multiglobeqa.dataset import Triple
from multiglobeqa.geo import Point
from multiglobeqa.solve.facts import Facts
from multiglobeqa.solve.solution import Insufficient

from .making import (
    BANK,
    FINLAND,
    GEO,
    PREF_LABEL,
    PUB,
    RDF_TYPE,
    WKGS,
    WKT,
    geonames_place,
    iri,
    place,
    world,
)


def test_both_graphs_are_understood():
    facts = Facts(
        world(
            place(1, 24.94, 60.17, PUB, name="The Pub", within=FINLAND, population=12),
            geonames_place(658225, 25.0, 60.5, 558457),
        )
    )
    city = "https://sws.geonames.org/658225/"
    assert facts.name(iri(1)) == "The Pub"
    assert (facts.point(iri(1)), facts.point(city)) == (Point(24.94, 60.17), Point(25.0, 60.5))
    assert (facts.population(iri(1)), facts.population(city)) == (12, 558457)
    assert facts.populated() == [iri(1), city]


OSMH3KG = "https://w3id.org/osmh3kg/schema/"
KWG = "http://stko-kwg.geog.ucsb.edu/lod/lite-ontology/"


@pytest.mark.parametrize("predicate", [OSMH3KG + "population", KWG + "hasPopulation"])
def test_population_of_the_other_graphs(predicate):
    facts = Facts([Triple("e", predicate, "12", "literal")])
    assert facts.population("e") == 12
    assert facts.populated() == ["e"]


def test_containers_of_containers():
    # A street in a town in a county in a country; of the street, town and country are stated.
    stated = [
        ("street", "town"), ("street", "country"), ("town", "county"), ("county", "country"),
        ("hamlet", "country"),
    ]  # fmt: skip
    facts = Facts(
        [Triple(inner, GEO + "sfWithin", outer) for inner, outer in stated]
        + [Triple("street", RDF_TYPE, "Street")]
    )
    assert facts.ancestors("street") == {"town", "county", "country"}
    assert facts.parents("street") == {"town"}
    assert facts.parents("hamlet") == {"country"}
    assert facts.parents("country") == facts.ancestors("nowhere") == set()
    assert facts.contained("county") == ["street", "town"]
    assert facts.members("Street", "county") == ["street"]


def test_areas_that_lie_in_each_other_are_not_followed_forever():
    facts = Facts([Triple(a, GEO + "sfWithin", b) for a, b in (("a", "b"), ("b", "a"))])
    assert facts.ancestors("a") == {"b"}


def test_admin_level():
    level = OSMH3KG + "admin_level"
    facts = Facts([Triple("a", level, "8", "literal"), Triple("b", level, "low", "literal")])
    assert [facts.admin_level(entity) for entity in "abc"] == [8, None, None]


def test_geometries():
    facts = Facts(
        [
            Triple("e", GEO + "hasGeometry", "g"),
            Triple("g", GEO + "asWKT", "LINESTRING (0 0, 2 0)", "literal", WKT),
            Triple("bow", GEO + "hasGeometry", "tie"),
            Triple("tie", GEO + "asWKT", "POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))", "literal", WKT),
        ]
    )
    assert facts.geometry("e").length == 2
    assert facts.located() == ["bow", "e"]
    with pytest.raises(Insufficient, match="geometry of bow is invalid: Self-intersection"):
        facts.geometry("bow")


def test_members_are_of_the_class_itself_and_in_the_container():
    facts = Facts(
        world(
            place(3, 0, 0, PUB, within=FINLAND),
            place(2, 0, 0, PUB, BANK),
            place(1, 0, 0, BANK, within=FINLAND),
        )
    )
    assert facts.members(PUB["id"]) == [iri(2), iri(3)]
    assert facts.members(PUB["id"], FINLAND) == [iri(3)]
    assert facts.members(PUB["id"] + "s") == []


def test_order_and_repetition_do_not_matter():
    triples = world(place(1, 1, 2, PUB, population=3), place(2, 3, 4, BANK)) * 2
    random.Random(1).shuffle(triples)
    facts = Facts(triples)
    assert facts.point(iri(1)) == (1, 2)
    assert facts.name(iri(2)) == "Place 2"
    assert facts.population(iri(1)) == 3


def test_the_default_geometry_counts():
    triples = [
        Triple("e", GEO + "hasGeometry", "outline"),
        Triple("e", GEO + "hasGeometry", "label"),
        Triple("e", GEO + "hasDefaultGeometry", "label"),
        Triple("outline", GEO + "asWKT", "POLYGON ((0 0, 1 0, 1 1, 0 0))", "literal", WKT),
        Triple("label", GEO + "asWKT", "POINT (5 5)", "literal", WKT),
    ]
    assert Facts(triples).point("e") == (5, 5)
    with pytest.raises(Insufficient, match="more than one geometry"):
        Facts([triple for triple in triples if "Default" not in triple.predicate]).point("e")


@pytest.mark.parametrize("text", ["12", " 12 ", "+12", "12.0", "0012"])
def test_a_population_is_a_whole_number(text):
    assert Facts([Triple("e", WKGS + "population", text, "literal")]).population("e") == 12


@pytest.mark.parametrize(
    "text", ["", "ca. 12", "1,200", "-12", "12.5", "12-15", "１２", "9" * 5000]
)
def test_what_is_no_population(text):
    facts = Facts([Triple("e", WKGS + "population", text, "literal")])
    assert facts.population("e") is None
    assert facts.populated() == []


@pytest.mark.parametrize(
    ("triples", "what"),
    [
        ([], "no geometry of e is stated"),
        ([Triple("e", GEO + "hasGeometry", "g")], "no geometry of e"),
        (
            [Triple("e", GEO + "hasGeometry", "g"), Triple("g", GEO + "asWKT", "nowhere")],
            "geometry of e is not WKT",
        ),
    ],
)
def test_what_is_not_stated_is_not_guessed(triples, what):
    with pytest.raises(Insufficient, match=what):
        Facts(triples).point("e")


def test_two_names_or_populations_are_as_good_as_none():
    facts = Facts(
        [Triple("e", PREF_LABEL, name) for name in "ab"]
        + [Triple("e", WKGS + "population", number) for number in "12"]
    )
    with pytest.raises(Insufficient, match="more than one name"):
        facts.name("e")
    with pytest.raises(Insufficient, match="more than one population"):
        facts.population("e")
    with pytest.raises(Insufficient, match="no name"):
        facts.name("f")
