"""Every format at, just inside and just outside each of its tolerances, computed by hand."""

import pytest

from multiglobeqa.answers import FORMATS, FormatError, get_format
from multiglobeqa.errors import InputError

TERNARY = {"values": ["true", "plausibly", "false"]}
SIDES = {"values": ["left", "right"]}
H3 = {"system": "h3", "resolution": 5}
S2 = {"system": "s2", "resolution": 10}
GEOHASH = {"system": "geohash", "precision": 6}
MGRS = {"system": "mgrs", "precision": 3}
GRIDS = {"h3": 5, "s2": 10}
UTM = {"crs": "utm"}
MERCATOR = {"crs": "web_mercator"}
BOX = {"kind": "box"}
POLYGON = {"kind": "polygon"}


def at(lat, lon):
    return {"latitude": lat, "longitude": lon}


def polar(bearing, distance):
    return {"bearing": bearing, "distance": distance}


def box(west, south, east, north):
    return {"west": west, "south": south, "east": east, "north": north}


# Helsinki's cell at resolution 5, a child, a grandchild, its parent and a sibling.
CELL, CHILD, GRANDCHILD = "851126d3fffffff", "861126d07ffffff", "871126d00ffffff"
PARENT, SIBLING = "841126dffffffff", "851126c3fffffff"
# 0.0904369 degrees of a meridian are 10 km, by Helsinki and by the equator within 0.2 mm.
TEN_KM_60N, TEN_KM_0N = 59.91024267853095, -0.09043694695086246

# format, options, gold, prediction, E, e
CASES = [
    ("boolean", {}, True, True, 1, 0),
    ("boolean", {}, True, False, 0, 1),
    ("boolean", TERNARY, "plausibly", "plausibly", 1, 0),
    ("boolean", TERNARY, "plausibly", "true", 0, 1),
    ("entity", {}, "Saint-Louis", " saint-louis  ", 1, 0),
    ("entity", {}, "Saint-Louis", "Saint Louis", 0, 1),
    ("choice", SIDES, "left", "left", 1, 0),
    ("choice", SIDES, "left", "right", 0, 1),
    # Jaccard: 2 of 3, 1 of 3, 2 of 4; repetition and order do not count.
    ("set", {}, ["a", "b"], ["b", "a"], 1, 0),
    ("set", {}, ["a", "b"], ["a", "b", "A "], 1, 0),
    ("set", {}, ["a", "b"], ["a", "b", "c"], 0, 1 / 3),
    ("set", {}, ["a", "b"], ["a", "c"], 0, 2 / 3),
    ("set", {}, ["a", "b", "c"], ["b", "c", "d"], 0, 1 / 2),
    ("set", {}, ["a"], [], 0, 1),
    ("set", {}, [], [], 1, 0),
    ("set", {}, ["a"], ["b"], 0, 1),
    ("cell", H3, CELL, CELL, 1, 0),
    ("cell", H3, CELL, CELL.upper(), 1, 0),
    ("cell", H3, CELL, CHILD, 1, 0),
    ("cell", H3, CELL, GRANDCHILD, 1, 0),
    ("cell", H3, CELL, PARENT, 0, 1),
    ("cell", H3, CELL, SIBLING, 0, 1),
    ("cell", S2, "46920b", "46920b", 1, 0),
    ("cell", S2, "46920b", "46920B0000000000", 1, 0),
    ("cell", S2, "46920b", "46920a4", 0, 1),  # a child: S2 has no such allowance
    ("cell", S2, "46920b", "46920c", 0, 1),
    ("geohash", GEOHASH, "ud9wr9", "UD9WR9", 1, 0),
    ("geohash", GEOHASH, "ud9wr9", "ud9wr", 0, 1),
    ("geohash", GEOHASH, "ud9wr9", "ud9wr9x", 0, 1),
    ("geohash", GEOHASH, "ud9wr9", "ud9wr8", 0, 1),
    ("geohash", MGRS, "35VLG857721", "35V LG 857 721", 1, 0),
    ("geohash", MGRS, "05QKB798796", "5qkb798796", 1, 0),
    ("geohash", MGRS, "BAT964470", "BAT964470", 1, 0),
    ("geohash", MGRS, "35VLG857721", "35VLG858721", 0, 1),
    ("composite", GRIDS, {"h3": CELL, "s2": "46920b"}, {"h3": CELL, "s2": "46920b00"}, 1, 0),
    ("composite", GRIDS, {"h3": CELL, "s2": "46920b"}, {"h3": CHILD, "s2": "46920b"}, 1, 0),
    ("composite", GRIDS, {"h3": CELL, "s2": "46920b"}, {"h3": SIBLING, "s2": "46920b"}, 0, 1),
    ("composite", GRIDS, {"h3": CELL, "s2": "46920b"}, {"h3": CELL, "s2": "46920c"}, 0, 1),
    # Distances: at most 10 km the floor of 0.5 km counts, to 50 km 5 %.
    ("distance", {}, 0, 0, 1, 0),
    ("distance", {}, 0, 0.25, 1, 0.5),
    ("distance", {}, 0, 0.5, 0, 1),
    ("distance", {}, 10, 10.25, 1, 0.5),
    ("distance", {}, 10, 9.5, 0, 1),
    ("distance", {}, 10, 9.500001, 1, 0.999998),
    ("distance", {}, 40, 42, 0, 1),
    ("distance", {}, 40, 41.9, 1, 0.95),
    ("distance", {}, 49.99, 52.4894, 1, 2.4994 / 2.4995),
    ("distance", {}, 49.99, 52.4896, 0, 1),
    ("distance", {}, 49.99, 54, 0, 1),
    # From 50 km the floor is 5 km, and 5 % is more from 100 km on.
    ("distance", {}, 50, 54, 1, 0.8),
    ("distance", {}, 50, 55, 0, 1),
    ("distance", {}, 50, 45.001, 1, 4.999 / 5),
    ("distance", {}, 100, 105, 0, 1),
    ("distance", {}, 140, 147, 0, 1),  # 0.05 * 140 is 7.000000000000001 in floating point
    ("distance", {}, 140, 146.3, 1, 0.9),
    ("distance", {}, 499.99, 524.98, 1, 24.99 / 24.9995),
    ("distance", {}, 499.99, 525, 0, 1),
    ("distance", {}, 500, 524.999, 1, 24.999 / 25),
    ("distance", {}, 500, 525, 0, 1),
    ("distance", {}, 20_000, 21_000, 0, 1),
    ("distance", {}, 20_000, 20_500, 1, 0.5),
    # Areas: 0.25 km2, 5 % from 5 km2; 25 km2 from 2,500, where 5 % is already 125.
    ("area", {}, 1, 1.2, 1, 0.8),
    ("area", {}, 1, 1.25, 0, 1),
    ("area", {}, 5, 5.24, 1, 0.96),
    ("area", {}, 2499.99, 2624.98, 1, 124.99 / 124.9995),
    ("area", {}, 2499.99, 2625, 0, 1),
    ("area", {}, 2500, 2624, 1, 124 / 125),
    ("area", {}, 2500, 2625, 0, 1),
    ("area", {}, 250_000, 262_499, 1, 12_499 / 12_500),
    ("area", {}, 250_000, 262_500, 0, 1),
    # Counts: off by one is wrong to 20, and right from 21.
    ("count", {}, 1, 1, 1, 0),
    ("count", {}, 1, 2, 0, 1),
    ("count", {}, 0, 1, 0, 1),
    ("count", {}, 20, 21, 0, 1),
    ("count", {}, 20, 19, 0, 1),
    ("count", {}, 21, 22, 1, 1 / 1.05),
    ("count", {}, 21, 20, 1, 1 / 1.05),
    ("count", {}, 21, 23, 0, 1),
    ("count", {}, 1_000_000, 1_049_999, 1, 49_999 / 50_000),
    ("count", {}, 1_000_000, 1_050_000, 0, 1),
    ("ratio", {}, 2, 2.099, 1, 0.99),
    ("ratio", {}, 2, 2.1, 0, 1),
    ("ratio", {}, 2, 1.95, 1, 0.5),
    ("ratio", {}, 0.5, 0.5, 1, 0),
    ("ratio", {}, 0, 0, 0, 1),  # nothing is within 5 % of 0
    # Points: 10 km.
    ("point", {}, at(60, 24.94), at(60, 24.94), 1, 0),
    ("point", {}, at(60, 24.94), at(TEN_KM_60N, 24.94), 0, 1),
    ("point", {}, at(60, 24.94), at(TEN_KM_60N + 1e-6, 24.94), 1, 0.99999),
    ("point", {}, at(0, 24.94), at(TEN_KM_0N - 1e-6, 24.94), 0, 1),
    ("point", {}, at(0, 24.94), at(TEN_KM_0N / 2, 24.94), 1, 0.5),
    ("point", {}, at(0, 180), at(0, -179.95), 1, 0.5565974539664944),
    ("point", {}, at(0, 180), at(0, -180), 1, 0),
    ("point", {}, at(10, 179.99), at(10, -179.99), 1, 0.21927872810253743),
    ("point", {}, at(90, 0), at(90, 123), 1, 0),
    ("point", {}, at(-90, 0), at(-89.95, 123), 1, 0.5584697),
    ("point", {}, at(-90, 0), at(90, 0), 0, 1),
    (
        "point",
        UTM,
        {"zone": "35N", "easting": 385700.42138632183, "northing": 6672126.743133654},
        {"zone": "35N", "easting": 385700.42138632183, "northing": 6672126.743133654},
        1,
        0,
    ),
    (
        "point",
        UTM,
        # Two degrees west of the central meridian a map kilometre is 1.00024 km on the ground.
        {"zone": "35N", "easting": 385700.42138632183, "northing": 6672126.743133654},
        {"zone": "35N", "easting": 385700.42138632183, "northing": 6677126.743133654},
        1,
        0.5 / 0.99976,
    ),
    (
        "point",
        UTM,
        {"zone": "35N", "easting": 385700.42138632183, "northing": 6672126.743133654},
        {"zone": "34N", "easting": 385700.42138632183, "northing": 6672126.743133654},
        0,
        1,
    ),
    # In Web Mercator at 60.17 N a kilometre on the map is half a kilometre on the ground.
    ("point", MERCATOR, {"x": 2776308, "y": 8437684}, {"x": 2786308, "y": 8437684}, 1, 0.4987),
    ("point", MERCATOR, {"x": 2776308, "y": 8437684}, {"x": 2797308, "y": 8437684}, 0, 1),
    # Polar: 5 degrees, and the tolerance of the distance; the larger share is the error.
    ("polar", {}, polar(358, 100), polar(2, 100), 1, 0.8),
    ("polar", {}, polar(358, 100), polar(3, 100), 0, 1),
    ("polar", {}, polar(0, 100), polar(360, 100), 1, 0),
    ("polar", {}, polar(350, 100), polar(-10, 100), 1, 0),
    ("polar", {}, polar(45, 100), polar(49.9, 104.9), 1, 0.98),
    ("polar", {}, polar(45, 100), polar(46, 104), 1, 0.8),
    ("polar", {}, polar(45, 100), polar(45, 105), 0, 1),
    ("polar", {}, polar(45, 100), polar(225, 100), 0, 1),
    # Boxes: at 0.5 exactly the answer is right.
    ("polygon", BOX, box(0, 0, 2, 10), box(0, 0, 2, 10), 1, 0),
    ("polygon", BOX, box(0, 0, 2, 10), box(0, 0, 1, 10), 1, 0.5),
    ("polygon", BOX, box(0, 0, 2, 10), box(0, 0, 0.999, 10), 0, 1 - 0.999 / 2),
    ("polygon", BOX, box(0, 0, 2, 10), box(1, 0, 3, 10), 0, 2 / 3),
    ("polygon", BOX, box(0, 0, 2, 10), box(5, 0, 7, 10), 0, 1),
    ("polygon", BOX, box(179, 0, -179, 10), box(179, 0, -179, 10), 1, 0),
    ("polygon", BOX, box(179, 0, -179, 10), box(179, 0, 180, 10), 1, 0.5),
    ("polygon", BOX, box(179, 0, -179, 10), box(-180, 0, -179, 10), 1, 0.5),
    ("polygon", BOX, box(179, 0, -179, 10), box(-179, 0, 179, 10), 0, 1),
    ("polygon", BOX, box(-180, 60, 180, 90), box(-180, 60, 180, 90), 1, 0),
    ("polygon", BOX, box(-180, 60, 180, 90), box(-180, 60, 0, 90), 1, 0.5),
    (
        "polygon",
        POLYGON,
        "POLYGON ((0 0, 2 0, 2 10, 0 10, 0 0))",
        "polygon((2 10, 0 10, 0 0, 2 0, 2 10))",
        1,
        0,
    ),
    (
        "polygon",
        POLYGON,
        "POLYGON ((0 0, 2 0, 2 10, 0 10, 0 0))",
        "POLYGON ((0 0, 1 0, 1 10, 0 10, 0 0))",
        1,
        0.5,
    ),
    (
        "polygon",
        POLYGON,
        "POLYGON ((179 0, -179 0, -179 10, 179 10, 179 0))",
        "MULTIPOLYGON (((179 0, 180 0, 180 10, 179 10, 179 0)), "
        "((-180 0, -179 0, -179 10, -180 10, -180 0)))",
        1,
        0,
    ),
    (
        "polygon",
        POLYGON,
        "POLYGON ((179 0, 181 0, 181 10, 179 10, 179 0))",
        "POLYGON ((-181 0, -179 0, -179 10, -181 10, -181 0))",
        1,
        0,
    ),
    (
        "polygon",
        POLYGON,
        # A hole of a quarter of the area, by the equator.
        "POLYGON ((0 0, 4 0, 4 1, 0 1, 0 0), (1 0.25, 3 0.25, 3 0.75, 1 0.75, 1 0.25))",
        "POLYGON ((0 0, 4 0, 4 1, 0 1, 0 0))",
        1,
        0.25,
    ),
    # Dates: no other day, month or year is within its tolerance.
    ("date", {"precision": "day"}, "2024-02-29", "2024-02-29", 1, 0),
    ("date", {"precision": "day"}, "2024-02-29", "2024-03-01", 0, 1),
    ("date", {"precision": "month"}, "2024-02", "2024-02", 1, 0),
    ("date", {"precision": "month"}, "2024-02", "2024-03", 0, 1),
    ("date", {"precision": "year"}, "2023", "2023", 1, 0),
    ("date", {"precision": "year"}, "2023", "2024", 0, 1),
    ("date", {"precision": "year"}, "2024", "2025", 0, 1),
]


@pytest.mark.parametrize(("form", "options", "gold", "prediction", "exact", "error"), CASES)
def test_hand_computed(form, options, gold, prediction, exact, error):
    answers = get_format(form)
    found = answers.compare(
        answers.parse(prediction, options), answers.parse(gold, options), options
    )
    assert found.exact == bool(exact)
    assert found.error == pytest.approx(error, abs=1e-4 if form in ("point", "polygon") else 1e-9)


def test_every_format_has_cases():
    assert {case[0] for case in CASES} == set(FORMATS)
    assert len(FORMATS) == 15


MALFORMED = [
    ("boolean", {}, "true"),
    ("boolean", {}, 1),
    ("boolean", {}, None),
    ("boolean", TERNARY, True),
    ("boolean", TERNARY, "maybe"),
    ("entity", {}, ""),
    ("entity", {}, "  "),
    ("entity", {}, 12),
    ("entity", {}, ["a"]),
    ("entity", {}, "x" * 501),
    ("entity", {}, "\ud800"),
    ("choice", SIDES, "Left"),
    ("choice", SIDES, "up"),
    ("set", {}, "a"),
    ("set", {}, [1]),
    ("set", {}, ["a", None]),
    ("set", {}, ["a"] * 10_001),
    ("cell", H3, "8928308280fffff0"),
    ("cell", H3, 599280485851463679),
    ("cell", H3, "0x851126d3fffffff"),
    ("cell", H3, "851126d3ffffffe"),  # not an H3 cell: a used digit after an unused one
    ("cell", H3, "115283473fffffff"),  # an edge, not a cell
    ("cell", S2, ""),
    ("cell", S2, "0"),
    ("cell", S2, "46920b00000000000"),
    ("cell", S2, "f"),  # there is no seventh face
    ("cell", S2, "46920a"),  # the lowest bit is at an odd place
    ("cell", S2, "helsinki"),
    ("geohash", GEOHASH, "ud9wra"),  # a is none of its 32 letters
    ("geohash", GEOHASH, "ud9wr9ud9wr9u"),
    ("geohash", MGRS, "61VLG857721"),
    ("geohash", MGRS, "35ILG857721"),
    ("geohash", MGRS, "35VLG85772"),
    ("composite", GRIDS, {"h3": CELL}),
    ("composite", GRIDS, {"h3": CELL, "s2": "46920b", "s3": "1"}),
    ("composite", GRIDS, {"h3": CELL, "s2": 5}),
    ("composite", GRIDS, [CELL, "46920b"]),
    ("distance", {}, "12"),
    ("distance", {}, True),
    ("distance", {}, -1),
    ("distance", {}, float("nan")),
    ("distance", {}, float("inf")),
    ("distance", {}, 10**400),
    ("area", {}, [1]),
    ("count", {}, 1.5),
    ("count", {}, -1),
    ("ratio", {}, None),
    ("point", {}, at(90.001, 0)),
    ("point", {}, at(0, 180.001)),
    ("point", {}, [60, 24]),
    ("point", {}, {"latitude": 60}),
    ("point", {}, {"lat": 60, "lon": 24}),
    ("point", UTM, {"zone": "61N", "easting": 5e5, "northing": 1e6}),
    ("point", UTM, {"zone": "35V", "easting": 5e5, "northing": 1e6}),
    ("point", UTM, {"zone": 35, "easting": 5e5, "northing": 1e6}),
    ("point", MERCATOR, {"x": 2.1e7, "y": 0}),
    ("polar", {}, polar(361, 1)),
    ("polar", {}, polar(0, -1)),
    ("polygon", BOX, box(0, 10, 1, 0)),
    ("polygon", BOX, box(0, 0, 0, 1)),
    ("polygon", BOX, box(180, 0, -180, 1)),  # no width: the antimeridian is one line
    ("polygon", BOX, box(-181, 0, 1, 1)),
    ("polygon", BOX, [0, 0, 1, 1]),
    ("polygon", POLYGON, "POINT (0 0)"),
    ("polygon", POLYGON, "POLYGON EMPTY"),
    ("polygon", POLYGON, "POLYGON ((0 0, 1 0))"),
    ("polygon", POLYGON, "POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))"),  # crosses itself
    ("polygon", POLYGON, "POLYGON ((0 0, 1 0, 2 0, 0 0))"),  # has no area
    ("polygon", POLYGON, "POLYGON ((0 0, 1 0, 1 91, 0 0))"),
    ("polygon", POLYGON, "POLYGON Z ((0 0 1, 1 0 1, 1 1 1, 0 0 1))"),
    ("polygon", POLYGON, "POLYGON ((0 60, 120 60, -120 60, 0 60))"),  # round the pole
    ("polygon", POLYGON, "GEOMETRYCOLLECTION (" * 10_000),
    ("date", {"precision": "day"}, "2023-02-29"),
    ("date", {"precision": "day"}, "2023-02"),
    ("date", {"precision": "month"}, "2023-02-01"),
    ("date", {"precision": "month"}, "2023-13"),
    ("date", {"precision": "year"}, "0000"),
    ("date", {"precision": "year"}, 2023),
    ("date", {"precision": "day"}, "٢٠٢٣-٠٢-٠١"),
]


@pytest.mark.parametrize(("form", "options", "value"), MALFORMED)
def test_malformed(form, options, value):
    with pytest.raises(FormatError):
        get_format(form).parse(value, options)


def test_unknown_format():
    with pytest.raises(InputError, match="no answer format 'colour'"):
        get_format("colour")
