"""The hand-written nouns, and the fidelity of the tables to WorldKG's own."""

import csv
import re
from collections import Counter, defaultdict
from importlib.resources import files

import pytest

COLUMNS = ["key", "value", "class", "parent", "kind", "singular", "plural", "askable"]
KINDS = {
    "poi",
    "settlement",
    "region",
    "area_label",
    "natural",
    "transport",
    "infrastructure",
    "other",
}
SAME_IN_PLURAL = {"military barracks", "preserved aircraft", "gallows"}
PROPER = {
    "American",
    "Australian",
    "BMX",
    "Basque",
    "Canadian",
    "Gaelic",
    "J-bar",
    "Kneipp",
    "T-bar",
}


def table(name):
    text = (files("multiglobeqa.kg") / name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


ROWS = table("worldkg_classes.csv")
ASKABLE = [row for row in ROWS if row["askable"] == "true"]


def row_of(key, value):
    (row,) = (row for row in ROWS if (row["key"], row["value"]) == (key, value))
    return row


def test_columns_and_vocabulary():
    assert list(ROWS[0]) == COLUMNS
    assert {row["kind"] for row in ROWS} == KINDS
    assert {row["askable"] for row in ROWS} == {"true", "false"}
    assert all(row[column] == row[column].strip() != "" for row in ROWS for column in COLUMNS)


def test_rows_are_sorted_and_unique():
    tags = [(row["key"], row["value"]) for row in ROWS]
    assert tags == sorted(set(tags))


def test_no_two_classes_share_a_noun():
    owners = defaultdict(set)
    for row in ROWS:
        owners[row["singular"].casefold()].add(row["class"])
        owners[row["plural"].casefold()].add(row["class"])
    assert {noun: classes for noun, classes in owners.items() if len(classes) > 1} == {}


def test_an_askable_class_has_one_tag_and_is_nobodys_parent():
    tags = Counter(row["class"] for row in ROWS)
    parents = {row["parent"] for row in ROWS}
    assert [row for row in ASKABLE if tags[row["class"]] > 1 or row["class"] in parents] == []


def test_area_labels_are_never_asked_for():
    labels = {row["class"] for row in ROWS if row["kind"] == "area_label"}
    assert {"Country", "Continent", "Ocean", "Sea", "Archipelago"} <= labels
    assert not labels & {row["class"] for row in ASKABLE}


def test_plurals_differ_from_singulars():
    same = {row["singular"] for row in ROWS if row["singular"] == row["plural"]}
    assert same == SAME_IN_PLURAL


@pytest.mark.parametrize("column", ["singular", "plural"])
def test_nouns_are_lower_case_words(column):
    for row in ROWS:
        assert re.fullmatch(r"[^\W\d_]+(?:'?[- ]?[^\W\d_]+)*'?(?: [^\W\d_]+)?", row[column]), row
        for word in row[column].split():
            stem = word.removesuffix("s") if word not in PROPER else word
            assert word == word.lower() or stem in PROPER, row


@pytest.mark.parametrize(
    ("key", "value", "kind", "singular", "plural"),
    [
        ("amenity", "place_of_worship", "poi", "place of worship", "places of worship"),
        ("amenity", "fast_food", "poi", "fast food restaurant", "fast food restaurants"),
        ("amenity", "pharmacy", "poi", "pharmacy", "pharmacies"),
        ("shop", "clothes", "poi", "clothes shop", "clothes shops"),
        ("shop", "butcher", "poi", "butcher", "butchers"),
        ("place", "city", "settlement", "city", "cities"),
        ("place", "neighbourhood", "settlement", "neighbourhood", "neighbourhoods"),
        ("place", "county", "region", "county", "counties"),
        ("natural", "volcano", "natural", "volcano", "volcanoes"),
        ("natural", "beach", "natural", "beach", "beaches"),
        ("healthcare", "midwife", "poi", "midwife", "midwives"),
        ("railway", "station", "transport", "railway station", "railway stations"),
    ],
)
def test_some_nouns_by_hand(key, value, kind, singular, plural):
    row = row_of(key, value)
    assert (row["kind"], row["singular"], row["plural"], row["askable"]) == (
        kind,
        singular,
        plural,
        "true",
    )


def test_keys_are_sorted_and_unique():
    keys = [row["key"] for row in table("worldkg_keys.csv")]
    assert keys == sorted(set(keys))
    assert {"population", "ele", "name:vi-Hani", "pyörä_väistää_aina_autoa"} <= set(keys)


@pytest.mark.shared_data
def test_tables_are_those_of_worldkg(shared_data):
    with (shared_data / "worldkg/OSM_Ontology_map_features.csv").open(encoding="utf-8") as stream:
        source = {
            (row["key"], row["value"], row["appendedClass"], row["keyCamel"])
            for row in csv.DictReader(stream, delimiter="\t")
        }
    assert {(row["key"], row["value"], row["class"], row["parent"]) for row in ROWS} == source
    lines = (shared_data / "worldkg/Key_List.csv").read_text("utf-8").splitlines()
    assert {row["key"] for row in table("worldkg_keys.csv")} == set(lines[1:])


@pytest.mark.shared_data
def test_readme_carries_the_licence(shared_data):
    readme = (files("multiglobeqa.kg") / "README-worldkg.md").read_text("utf-8")
    assert (shared_data / "worldkg/LICENSE").read_text("utf-8").strip() in readme
