"""The classes of OSMH3KG and their nouns."""

import csv
import re
from collections import Counter, defaultdict
from importlib.resources import files

import pyarrow.parquet as pq
import pytest

from multiglobeqa.kg import osmh3kg_tags as tags
from multiglobeqa.kg.classes import classes

COLUMNS = ["key", "value", "class", "parent", "kind", "singular", "plural", "askable"]
KINDS = {
    *("poi", "settlement", "region", "natural", "transport", "infrastructure"),
    *("road", "waterway", "other"),
}


def table(name):
    text = (files("multiglobeqa.kg") / name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


ROWS = table("osmh3kg_classes.csv")


def test_columns_and_vocabulary():
    assert list(ROWS[0]) == COLUMNS
    assert {row["kind"] for row in ROWS} == KINDS
    assert {row["askable"] for row in ROWS} == {"true", "false"}
    assert all(row[column] == row[column].strip() != "" for row in ROWS for column in COLUMNS)
    assert all(row["parent"] == row["key"] for row in ROWS)


def test_rows_are_sorted_and_unique():
    found = [(row["key"], row["value"]) for row in ROWS]
    assert found == sorted(set(found))


def test_a_class_is_of_one_tag_and_has_its_own_noun():
    owners = defaultdict(set)
    for row in ROWS:
        owners[row["singular"].casefold()].add(row["class"])
        owners[row["plural"].casefold()].add(row["class"])
    assert {noun: some for noun, some in owners.items() if len(some) > 1} == {}
    shared = {name for name, count in Counter(row["class"] for row in ROWS).items() if count > 1}
    assert shared == {"railway_crossing"}
    assert not [row for row in ROWS if row["class"] in shared and row["askable"] == "true"]


def test_class_names_are_values_where_that_is_enough():
    for row in ROWS:
        assert row["class"] in (row["value"], f"{row['key']}_{row['value']}"), row
        assert re.fullmatch(r"[\w-]+", row["class"]), row


def test_nouns_agree_with_those_of_worldkg():
    ours = {(row["key"], row["value"]): row["singular"] for row in ROWS}
    theirs = {(row["key"], row["value"]): row["singular"] for row in table("worldkg_classes.csv")}
    both = ours.keys() & theirs.keys()
    assert len(both) > 1000
    assert {tag: ours[tag] for tag in both if ours[tag] != theirs[tag]} == {}


@pytest.mark.parametrize(
    ("key", "value", "name", "kind", "plural", "askable"),
    [
        ("amenity", "university", "university", "poi", "universities", "true"),
        ("building", "university", "building_university", "poi", "university buildings", "false"),
        ("boundary", "administrative", "administrative", "region", "administrative areas", "true"),
        ("boundary", "national_park", "national_park", "region", "national parks", "true"),
        ("highway", "primary", "primary", "road", "primary roads", "true"),
        ("highway", "bus_stop", "bus_stop", "transport", "bus stops", "true"),
        ("waterway", "river", "river", "waterway", "rivers", "true"),
        ("water", "lake", "lake", "natural", "lakes", "true"),
        ("place", "village", "village", "settlement", "villages", "true"),
    ],
)
def test_some_classes_by_hand(key, value, name, kind, plural, askable):
    (row,) = (row for row in ROWS if (row["key"], row["value"]) == (key, value))
    assert (row["class"], row["kind"], row["plural"], row["askable"]) == (
        name,
        kind,
        plural,
        askable,
    )


def test_the_graph_lists_its_classes():
    found = {noun.id.removeprefix(tags.SCHEMA): noun for noun in classes("osmh3kg")}
    assert found["river"].plural == "rivers"
    assert len(found) == len({row["class"] for row in ROWS})


def test_the_foremost_class_is_one_that_is_asked_for():
    def names(**said):
        return [tag.name for tag in tags.classes_of(said)]

    assert names(boundary="administrative", place="town") == ["town", "administrative"]
    assert names(natural="water", water="lake") == ["lake", "water"]
    assert names(tourism="attraction", historic="castle")[0] == "castle"
    assert names(building="yes") == []


@pytest.mark.shared_data
def test_tags_are_those_of_the_published_table(shared_data):
    published = pq.read_table(shared_data / "osmh3kg/osm_main_tags.parquet").to_pylist()
    known = {(row["Key"], row["Value"]) for row in published}
    # Two values stand in the remains of a wiki's template.
    known |= {(key, word) for key, value in known for word in re.findall(r"\|\s*(\w+)\s*\]", value)}
    assert {(row["key"], row["value"]) for row in ROWS} <= known
    keys = {row["key"] for row in ROWS}
    left = {
        (key, value)
        for key, value in known - {(row["key"], row["value"]) for row in ROWS}
        if key in keys and re.fullmatch(r"[\w-]+", value)
    }
    assert left == {("building", "yes")}
