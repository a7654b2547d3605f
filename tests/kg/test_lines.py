"""Roads and waterways joined by name and connectivity."""

import shapely

from multiglobeqa.kg.lines import family, join

DEGREE = 111_320.0  # metres at the equator


def piece(identity, points, **tags):
    shape = shapely.Polygon(points) if points[0] == points[-1] else shapely.LineString(points)
    return {
        "id": f"way{identity}",
        "tags": list(tags.items()),
        "geometry": shape.wkb,
        "members": [],
    }


def road(identity, points, highway="residential", **tags):
    return piece(identity, points, highway=highway, name="High Street", **tags)


def test_pieces_that_meet_are_one_road():
    (whole,) = join(
        "road",
        [
            road(3, [(0, 0), (0.01, 0)]),
            road(5, [(0.01, 0), (0.02, 0)], surface="asphalt"),
            road(9, [(0.5, 0), (0.51, 0)]),
        ],
    )
    assert (whole.id, whole.parts) == ("road3", ["way3", "way5"])
    assert whole.geometry.wkt == "LINESTRING (0 0, 0.01 0, 0.02 0)"
    assert whole.tags == {"name": "High Street", "highway": "residential"}


def test_a_crossing_in_the_middle_joins_too():
    (whole,) = join(
        "road",
        [road(1, [(0, 0), (1, 0), (2, 0)]), road(2, [(1, 0), (1, 1)])],
    )
    assert len(whole.parts) == 2


def test_carriageways_near_each_other_are_one_street_and_far_ones_are_not():
    near, far = 40 / DEGREE, 60 / DEGREE
    first = road(1, [(0, 0), (0.1, 0)])
    assert len(join("road", [first, road(2, [(0, near), (0.1, near)])])) == 1
    assert join("road", [first, road(2, [(0, far), (0.1, far)])]) == []


def test_the_gap_is_in_metres_at_any_latitude():
    for latitude in (0, 47, -65):
        step = 45 / DEGREE
        one = road(1, [(9, latitude), (9, latitude + 0.1)])
        other = road(2, [(9, latitude + 0.1 + step), (9, latitude + 0.2)])
        assert len(join("road", [one, other])) == 1


def test_a_road_is_of_the_class_of_most_of_its_length():
    (whole,) = join(
        "road",
        [
            road(1, [(0, 0), (0.01, 0)], "primary"),
            road(2, [(0.01, 0), (0.05, 0)], "secondary"),
            road(3, [(0.05, 0), (0.06, 0)], "primary"),
        ],
    )
    assert whole.tags["highway"] == "secondary"


def test_what_one_part_says_of_the_whole_holds_unless_contradicted():
    (whole,) = join(
        "road",
        [
            road(1, [(0, 0), (1, 0)], wikidata="Q1", oneway="yes", ref="A1"),
            road(2, [(1, 0), (2, 0)], ref="A2"),
        ],
    )
    assert whole.tags == {"name": "High Street", "highway": "residential", "wikidata": "Q1"}


def brook(identity, points):
    return piece(identity, points, waterway="stream", name="Brook")


def test_a_waterway_keeps_its_direction():
    (whole,) = join("waterway", [brook(1, [(1, 0), (2, 0)]), brook(2, [(0, 0), (1, 0)])])
    assert whole.geometry.wkt == "LINESTRING (0 0, 1 0, 2 0)"


def test_parts_of_a_waterway_come_from_upstream():
    (whole,) = join(
        "waterway",
        [
            brook(1, [(2, 0), (3, 0)]),
            brook(2, [(1, 0), (1.5, 1), (2, 0)]),
            brook(3, [(1, 0), (1.5, -1), (2, 0)]),
            brook(4, [(0, 0), (1, 0)]),
        ],
    )
    parts = [part.coords[0] for part in whole.geometry.geoms]
    assert parts[0] == (0, 0)
    assert parts[-1] == (2, 0)
    assert len(parts) == 4


def test_a_ring_of_water_ends():
    ring = [
        brook(1, [(0, 0), (1, 0)]),
        brook(2, [(1, 0), (1, 1)]),
        brook(3, [(1, 1), (0, 0)]),
        brook(4, [(1, 0), (2, 0)]),
    ]
    (whole,) = join("waterway", ring)
    assert shapely.length(whole.geometry) == sum(
        shapely.length(shapely.from_wkb(one["geometry"])) for one in ring
    )


def test_a_river_swallows_its_water_area_but_not_its_shape():
    bank = [(0.2, -0.1), (0.8, -0.1), (0.8, 0.1), (0.2, 0.1), (0.2, -0.1)]
    lake = [(5, 5), (6, 5), (6, 6), (5, 5)]
    (whole,) = join(
        "waterway",
        [
            brook(1, [(0, 0), (1, 0)]),
            piece(2, bank, name="Brook", natural="water", water="stream"),
            piece(3, lake, name="Brook", natural="water", water="stream"),
        ],
    )
    assert whole.parts == ["way1", "way2"]
    assert whole.geometry.wkt == "LINESTRING (0 0, 1 0)"


def test_a_relation_joins_what_lies_apart_and_adds_what_it_knows():
    relation = {
        "id": "relation7",
        "tags": [("name", "Brook"), ("type", "waterway"), ("wikidata", "Q5"), ("note", "x")],
        "geometry": None,
        "members": ["way1", "way2", "way99"],
    }
    apart = [brook(1, [(0, 0), (1, 0)]), brook(2, [(3, 0), (4, 0)])]
    assert join("waterway", apart) == []
    (whole,) = join("waterway", [*apart, relation])
    assert whole.parts == ["way1", "way2"]
    assert whole.tags == {"name": "Brook", "waterway": "stream", "wikidata": "Q5"}


def test_families():
    assert family({"highway": "primary"}) == "road"
    assert family({"highway": "bus_stop"}) is None
    assert family({"waterway": "dam"}) is None
    assert family({"natural": "water", "water": "river"}) == "waterway"
    assert family({"railway": "station"}) is None
