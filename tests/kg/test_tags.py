import csv

import pytest

from multiglobeqa.kg import tags
from multiglobeqa.kg.classes import classes

WKGS = "http://www.worldkg.org/schema/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"


def said(*keys):
    return {(s.key, s.predicate, s.language) for s in tags.statements(keys)}


def test_names_and_other_names():
    assert said("name", "name:fr", "name:left", "alt_name", "alt_name:cs", "official_name:en") == {
        ("name", LABEL, None),
        ("name:fr", LABEL, "fr"),
        ("name:fr", WKGS + "nameFr", None),  # as the original graph has it
        ("name:left", WKGS + "nameLeft", None),
        ("alt_name", WKGS + "altName", None),
        ("alt_name:cs", WKGS + "altName", "cs"),
        ("official_name:en", WKGS + "officialName", "en"),
        ("official_name:en", WKGS + "officialNameEn", None),
    }


def test_keys_that_are_not_known_or_are_main_keys_say_nothing():
    assert said("no_such_key", "amenity", "place", "name:etymology:xyz") == set()


def test_links():
    forms = {
        s.key: s.form for s in tags.statements(["wikidata", "wikipedia", "ele", "brand:wikidata"])
    }
    assert forms == {
        "wikidata": "wikidata",
        "wikipedia": "wikipedia",
        "ele": "literal",
        "brand:wikidata": "literal",
    }


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("population", "population"),
        ("addr:city", "addrCity"),
        ("is_in:country_code", "isInCountryCode"),
        ("HU:hu-go:road", "HUHu-GoRoad"),
    ],
)
def test_predicates_are_in_camel_case(key, name):
    assert tags.predicate(key) == WKGS + name


def test_the_foremost_class_is_one_that_questions_can_name():
    rank = {(tag.key, tag.value): tag.rank for tag in tags.main_tags()}
    assert rank["highway", "bus_stop"] < rank["public_transport", "platform"]
    assert rank["natural", "reef"] < rank["tourism", "attraction"]
    assert rank["amenity", "place_of_worship"] < rank["building", "church"]
    assert rank["tourism", "attraction"] < rank["sport", "climbing"]
    assert rank["natural", "saddle"] < rank["place", "locality"]
    askable = {noun.id: noun.askable for noun in classes("worldkg")}
    flags = [askable[tag.iri] for tag in tags.main_tags()]
    assert flags == sorted(flags, reverse=True)


@pytest.mark.shared_data
def test_every_main_tag_has_its_published_class(shared_data):
    table = shared_data / "worldkg" / "OSM_Ontology_map_features.csv"
    with table.open(encoding="utf-8") as stream:
        published = {
            (row["key"], row["value"], WKGS + row["appendedClass"])
            for row in csv.DictReader(stream, delimiter="\t")
        }
    assert {tag[:3] for tag in tags.main_tags()} == published
