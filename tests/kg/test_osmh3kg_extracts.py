"""OSMH3KG over real extracts, against what pyosmium and pyproj say on their own."""

from collections import Counter
from hashlib import sha256

import osmium
import pyarrow.parquet as pq
import pytest
import shapely
from pyproj import Geod

from multiglobeqa.kg.osmh3kg import build_osmh3kg
from multiglobeqa.kg.osmh3kg_tags import RESOURCE
from multiglobeqa.kg.snapshot import open_snapshot

pytestmark = pytest.mark.shared_data

GEOD = Geod(ellps="WGS84")
HAS_PART = "http://purl.org/dc/terms/hasPart"

# The table of administrative areas that assemble, by level.
LEVELS = {
    "liechtenstein-2015-07": {"2": 1, "6": 2, "8": 15},
    "andorra-2021-06": {"2": 1, "7": 7, "8": 3},
    "monaco-2025-02": {"2": 1, "8": 1, "10": 9},
    "malta-2018-08": {"2": 2, "4": 13, "7": 1, "8": 67},
}


class Built:
    """A snapshot of an extract, and the extract."""

    def __init__(self, source, out):
        build_osmh3kg([source], out)
        self.source = source
        self.snapshot = open_snapshot(out)
        self.counts = self.snapshot.manifest["counts"]
        columns = ["id", "name", "geometry", "admin_level", "parents", "lon", "lat"]
        self.entities = {
            row["id"].removeprefix(RESOURCE): row
            for file in self.snapshot.entities
            for row in pq.read_table(file, columns=columns).to_pylist()
        }
        self.parts = {}
        for file in self.snapshot.triples:
            for row in pq.read_table(
                file, columns=["subject", "object"], filters=[("predicate", "=", HAS_PART)]
            ).to_pylist():
                whole, part = (row[name].removeprefix(RESOURCE) for name in ("subject", "object"))
                self.parts.setdefault(whole, set()).add(part)


@pytest.fixture(scope="module", params=LEVELS)
def built(request, shared_data, tmp_path_factory):
    source = shared_data / "osm/extracts" / f"{request.param}.osm.pbf"
    return Built(source, tmp_path_factory.mktemp("extract") / "snapshot"), LEVELS[request.param]


def test_administrative_areas_are_those_that_assemble(built):
    graph, levels = built
    assert graph.counts["administrative_areas"] == levels
    unnamed = graph.counts["rules"].get("administrative_area_without_name", 0)
    found = Counter(row["admin_level"] for row in graph.entities.values() if row["admin_level"])
    assert sum(found.values()) == sum(levels.values()) - unnamed
    assert all(found[level] <= levels[str(level)] for level in found)


def test_parents_hold_their_children(built):
    graph, _ = built
    areas = {one: row for one, row in graph.entities.items() if row["admin_level"]}
    held = 0
    for row in areas.values():
        for parent in row["parents"]:
            if other := areas.get(parent.removeprefix(RESOURCE)):
                assert other["admin_level"] < row["admin_level"]
                inner, outer = (shapely.from_wkb(one["geometry"]) for one in (row, other))
                assert inner.intersection(outer).area > 0.5 * inner.area
                held += 1
    assert held >= 7


def test_areas_and_lengths_of_named_features(built):
    graph, _ = built
    geometries = {one: shapely.from_wkb(row["geometry"]) for one, row in graph.entities.items()}
    dimension = {one: shapely.get_dimensions(shape) for one, shape in geometries.items()}
    order = sorted(geometries, key=lambda one: sha256(one.encode()).digest())
    relations = [one for one in order if one.startswith("relation") and dimension[one] == 2][:5]
    ways = [one for one in order if one.startswith("way") and dimension[one] == 2][:5]
    lines = [one for one in order if one.startswith("way") and dimension[one] == 1][:4]
    wholes = [one for one in order if one in graph.parts and dimension[one] == 1][:6]
    chosen = [*relations, *ways, *lines, *wholes]
    assert len(chosen) == 20
    areas, lengths, drawn = measured(graph.source)
    for one in chosen:
        shape = geometries[one]
        if dimension[one] == 2:
            area, _ = GEOD.geometry_area_perimeter(shapely.orient_polygons(shape))
            perimeter = GEOD.geometry_length(shape.boundary)
            assert area == pytest.approx(areas[one][0], rel=1e-4), one
            assert perimeter == pytest.approx(areas[one][1], rel=1e-4), one
        else:
            parts = graph.parts.get(one, {one})
            expected = sum(lengths[part] for part in parts - drawn)
            assert GEOD.geometry_length(shape) == pytest.approx(expected, rel=1e-4), one


def measured(source):
    """Return areas with perimeters and lengths of ways, in m2 and m, and ways of water's areas."""
    areas, lengths, drawn = {}, {}, set()
    named = osmium.filter.KeyFilter("name", "name:en")
    for thing in osmium.FileProcessor(str(source)).with_areas().with_filter(named):
        if thing.is_way():
            if thing.tags.get("natural") == "water" or thing.tags.get("area") == "yes":
                drawn.add(f"way{thing.id}")
            places = [(node.lon, node.lat) for node in thing.nodes]
            lengths[f"way{thing.id}"] = GEOD.line_length(*zip(*places, strict=True))
        elif thing.is_area():
            area = around = 0.0
            for outer in thing.outer_rings():
                size, length = ring(outer)
                area, around = area + size, around + length
                for inner in thing.inner_rings(outer):
                    size, length = ring(inner)
                    area, around = area - size, around + length
            kind = "way" if thing.from_way() else "relation"
            areas[f"{kind}{thing.orig_id()}"] = area, around
    return areas, lengths, drawn


def ring(nodes):
    lon, lat = zip(*((node.lon, node.lat) for node in nodes), strict=True)
    area, length = GEOD.polygon_area_perimeter(lon, lat)
    return abs(area), length


def test_points_are_planar_centroids(built):
    graph, _ = built
    for row in list(graph.entities.values())[::97]:
        shape = shapely.from_wkb(row["geometry"])
        assert (row["lon"], row["lat"]) == (shape.centroid.x, shape.centroid.y)


def test_the_people_of_liechtenstein(shared_data, tmp_path):
    """Its eleven municipalities in its two electoral districts, as everyone there knows them."""
    graph = Built(shared_data / "osm/extracts/liechtenstein-2015-07.osm.pbf", tmp_path / "out")
    name = {row["id"]: row["name"] for row in graph.entities.values()}
    parents = {
        row["name"]: [name[parent] for parent in row["parents"]]
        for row in graph.entities.values()
        if row["admin_level"] == 8
    }
    upper = ["Balzers", "Planken", "Schaan", "Triesen", "Triesenberg", "Vaduz"]
    lower = ["Eschen", "Gamprin", "Mauren", "Ruggell", "Schellenberg"]
    assert parents == {
        **{one: ["Wahlkreis Oberland", "Liechtenstein"] for one in upper},
        **{one: ["Wahlkreis Unterland", "Liechtenstein"] for one in lower},
    }
    (rhine,) = (row for row in graph.entities.values() if row["name"] == "Rhine")
    course = shapely.from_wkb(rhine["geometry"])
    assert course.coords[0][1] < course.coords[-1][1]  # it flows north
