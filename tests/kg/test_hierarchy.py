"""Administrative areas, what lies in them, and the places they are."""

import duckdb
import numpy as np
import pyarrow as pa
import pytest
import shapely

from multiglobeqa.kg.hierarchy import Area, Hierarchy, merge_places, read_hierarchy


def area(identity, level, west, south, east, north, within=None):
    return Area(
        identity, level, identity, None, within or {}, shapely.box(west, south, east, north)
    )


COUNTRY = area("country", 2, 0, 0, 10, 10)
STATE = area("state", 4, 0, 0, 5, 10)
TOWN = area("town", 8, 1, 1, 2, 2)


def test_the_parent_is_the_nearest_level_around():
    hierarchy = Hierarchy([TOWN, COUNTRY, STATE])
    assert hierarchy.parents == {"town": "state", "state": "country"}


def test_where_a_level_is_missing_the_next_one_takes_its_place():
    assert Hierarchy([TOWN, COUNTRY]).parents == {"town": "country"}


def test_a_parent_holds_the_greater_part():
    across = area("across", 8, 4.2, 1, 5.2, 2)  # eight tenths in the state
    outside = area("outside", 8, 4.8, 1, 5.8, 2)  # two tenths in the state
    hierarchy = Hierarchy([COUNTRY, STATE, across, outside])
    assert hierarchy.parents["across"] == "state"
    assert hierarchy.parents["outside"] == "country"


def test_areas_of_one_level_do_not_hold_each_other():
    inner = area("inner", 4, 1, 1, 2, 2)
    assert Hierarchy([COUNTRY, STATE, inner]).parents["inner"] == "country"


def test_an_area_that_did_not_assemble_is_still_between():
    town = area("town", 8, 1, 1, 2, 2, within={"county": 6, "country": 2})
    assert Hierarchy([COUNTRY, STATE, town]).parents == {
        "town": "county",
        "county": "state",
        "state": "country",
    }


def test_a_declared_area_above_a_known_one_does_not_come_between():
    town = area("town", 8, 1, 1, 2, 2, within={"realm": 3})
    assert Hierarchy([COUNTRY, STATE, town]).parents["town"] == "state"


def test_the_finest_area_that_covers():
    hierarchy = Hierarchy([COUNTRY, STATE, TOWN])
    shapes = shapely.from_wkt(
        [
            "POINT (1.5 1.5)",
            "LINESTRING (1.5 1.5, 3 3)",
            "LINESTRING (4 4, 6 6)",
            "POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))",
            "LINESTRING (9 9, 11 11)",
        ]
    )
    assert hierarchy.nearest(np.array(shapes)) == ["town", "state", "country", "town", None]


def test_no_areas():
    assert Hierarchy([]).nearest(shapely.points([[0, 0], [1, 1]])) == [None, None]


@pytest.fixture
def connection():
    with duckdb.connect() as connection:
        yield connection


def fill(connection, rows):
    schema = pa.schema(
        [
            ("id", pa.string()),
            ("tags", pa.map_(pa.string(), pa.string())),
            ("geometry", pa.binary()),
            ("label", pa.string()),
            ("within", pa.map_(pa.string(), pa.int8())),
            ("same", pa.string()),
        ]
    )
    table = pa.Table.from_pylist(
        [
            {
                "id": identity,
                "tags": list(tags.items()),
                "geometry": shape.wkb,
                "label": label,
                "within": [],
            }
            for identity, shape, label, tags in rows
        ],
        schema,
    )
    connection.register("given", table)
    connection.execute("CREATE TABLE feature AS FROM given")
    merge_places(connection, read_hierarchy(connection))
    found = connection.execute("SELECT id, same, tags FROM feature").fetchall()
    return {identity: (same, tags) for identity, same, tags in found}


def admin(level, name):
    return {"boundary": "administrative", "admin_level": str(level), "name": name}


def test_a_municipality_and_its_node_are_one(connection):
    found = fill(
        connection,
        [
            ("relation1", shapely.box(0, 0, 1, 1), None, admin(8, "Vaduz")),
            ("node7", shapely.Point(0.5, 0.5), None, {"place": "village", "name": "VADUZ"}),
            (
                "node8",
                shapely.Point(0.4, 0.4),
                None,
                {"place": "town", "name": "Vaduz", "population": "5000"},
            ),
            ("node9", shapely.Point(5, 5), None, {"place": "town", "name": "Vaduz"}),
        ],
    )
    assert set(found) == {"relation1", "node7", "node9"}
    same, tags = found["relation1"]
    assert same == "node8"
    assert tags == {**admin(8, "Vaduz"), "place": "town", "population": "5000"}


def test_a_province_is_not_the_city_it_is_named_after(connection):
    rows = [
        ("relation1", shapely.box(0, 0, 1, 1), None, admin(4, "Salta")),
        ("node7", shapely.Point(0.5, 0.5), None, {"place": "city", "name": "Salta"}),
    ]
    assert set(fill(connection, rows)) == {"relation1", "node7"}


def test_the_label_of_a_province_is_the_province(connection):
    rows = [
        ("relation1", shapely.box(0, 0, 1, 1), "node7", admin(4, "Salta")),
        ("node7", shapely.Point(0.5, 0.5), None, {"place": "state", "name": "Salta Province"}),
    ]
    found = fill(connection, rows)
    assert set(found) == {"relation1"}
    assert found["relation1"][1]["name"] == "Salta"
