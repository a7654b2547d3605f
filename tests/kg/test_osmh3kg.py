"""The build of OSMH3KG over a made-up world."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pyarrow.parquet as pq
import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg import rdf
from multiglobeqa.kg.osmh3kg import build_osmh3kg
from multiglobeqa.kg.osmh3kg_tags import CELL_FRAMEWORK, RESOURCE, SCHEMA
from multiglobeqa.kg.snapshot import open_snapshot
from multiglobeqa.kg.store import Store

from .osm_xml import World

GEO = "http://www.opengis.net/ont/geosparql#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def admin(level, name, **tags):
    return {
        "type": "boundary",
        "boundary": "administrative",
        "admin_level": str(level),
        "name": name,
        **tags,
    }


@pytest.fixture(scope="module")
def world():
    world = World()
    # One number for a node, a way and a relation.
    world.node(1, 9.51, 47.11, name="Löwen", amenity="restaurant", name__de="Zum Löwen")
    world.square(1, 9.5, 47.1, 0.1)
    world.relation(1, [("way", 1, "outer")], **admin(8, "Dorf"))
    world.node(
        2, 9.52, 47.12, name="Dorf", place="village", population="1234", wikidata="Q42", image=""
    )
    world.square(2, 9.4, 47.0, 0.5)
    world.relation(
        2,
        [("way", 2, "outer"), ("relation", 1, "subarea")],
        **admin(2, "Land", ISO3166_1="LD"),
    )
    # A lake with an island, drawn as a relation.
    world.square(3, 9.6, 47.2, 0.04)
    world.square(4, 9.61, 47.21, 0.02)
    world.relation(
        3,
        [("way", 3, "outer"), ("way", 4, "inner")],
        type="multipolygon",
        natural="water",
        water="lake",
        name="See",
        wikimedia_commons="File:See im Land.jpg",
    )
    # A road of two ways, a river drawn from its mouth backwards, and a closed road.
    world.line(11, [(9.51, 47.13), (9.52, 47.13)], name="Gasse", highway="residential")
    world.line(12, [(9.52, 47.13), (9.53, 47.131)], name="Gasse", highway="residential")
    world.line(13, [(9.7, 47.3), (9.7, 47.2)], name="Bach", waterway="stream")
    world.line(14, [(9.7, 47.4), (9.7, 47.3)], name="Bach", waterway="stream", boundary="x")
    world.square(15, 9.55, 47.15, 0.001, name="Ring", highway="residential")
    # A building that crosses itself, a name without a class, a class without a name.
    world.line(
        16,
        [(9.8, 47.1), (9.801, 47.101), (9.801, 47.1), (9.8, 47.101), (9.8, 47.1)],
        name="Schiefer Bau",
        building="church",
    )
    world.node(3, 9.5, 47.2, name="Nichts")
    world.node(4, 9.5, 47.2, amenity="cafe")
    # A relation whose ring is open, a route that leads out of the file, and one that does not.
    world.relation(4, [("way", 11, "outer")], type="multipolygon", landuse="forest", name="Wald")
    gone = [("way", 999, ""), ("way", -7, "")]  # the second from an editor that never saved it
    world.relation(5, [("way", 11, ""), *gone], type="route", route="bus", name="Linie")
    world.relation(
        6, [("way", 11, ""), ("way", 12, ""), ("node", 1, "stop")],
        type="route", route="hiking", name="Weg",
    )  # fmt: skip
    # Names and keys as hostile as they come.
    world.node(
        5, 9.5, 47.25, name='\'); DROP TABLE "x" <b>\\n', shop="books", **{'a <b>"{}|^`\\%': "v\nw"}
    )
    return world


@pytest.fixture(scope="module")
def snapshot(world, tmp_path_factory):
    folder = tmp_path_factory.mktemp("osmh3kg")
    source = world.write(folder / "world.osm")
    build_osmh3kg([source], folder / "snapshot", threads=1)
    return folder / "snapshot"


@pytest.fixture(scope="module")
def rows(snapshot):
    rows = [
        row for file in open_snapshot(snapshot).entities for row in pq.read_table(file).to_pylist()
    ]
    return {row["id"].removeprefix(RESOURCE): row for row in rows}


@pytest.fixture(scope="module")
def triples(snapshot):
    files = open_snapshot(snapshot).triples
    rows = [row for file in files for row in pq.read_table(file).to_pylist()]
    return {(row["subject"], row["predicate"], row["object"]) for row in rows}


def test_what_becomes_an_entity(rows):
    assert set(rows) == {
        *("node1", "relation1", "relation2", "relation3", "road11", "waterway13"),
        *("way15", "way16", "relation6", "node5"),
    }
    assert {row["kg"] for row in rows.values()} == {"osmh3kg"}


def test_an_entity_of_a_node(rows):
    row = rows["node1"]
    assert row["name"] == "Löwen"
    assert dict(row["labels"]) == {"und": "Löwen", "de": "Zum Löwen"}
    assert row["class"] == SCHEMA + "restaurant"
    assert shapely.from_wkb(row["geometry"]).wkt == "POINT (9.51 47.11)"
    assert (row["lon"], row["lat"]) == (9.51, 47.11)
    assert row["parents"] == [RESOURCE + "relation1", RESOURCE + "relation2"]


def test_a_municipality_and_its_node_are_one_entity(rows, triples):
    row = rows["relation1"]
    assert row["class"] == SCHEMA + "village"
    assert row["categories"] == [SCHEMA + "village", SCHEMA + "administrative"]
    assert (row["admin_level"], row["population"]) == (8, 1234)
    assert row["parents"] == [RESOURCE + "relation2"]
    assert dict(row["attributes"])["wikidata"] == "Q42"
    same = (RESOURCE + "relation1", "http://www.w3.org/2002/07/owl#sameAs", RESOURCE + "node2")
    assert same in triples


def test_an_area_with_a_hole(rows):
    row = rows["relation3"]
    shape = shapely.from_wkb(row["geometry"])
    assert (shape.geom_type, len(shape.interiors)) == ("Polygon", 1)
    assert shape.area == pytest.approx(0.04**2 - 0.02**2)
    assert (row["lon"], row["lat"]) == pytest.approx((9.62, 47.22))
    assert row["class"] == SCHEMA + "lake"
    assert row["image"] == "https://commons.wikimedia.org/wiki/Special:FilePath/See_im_Land.jpg"


def test_a_road_is_its_ways(rows, triples):
    row = rows["road11"]
    assert (
        shapely.from_wkb(row["geometry"]).wkt == "LINESTRING (9.51 47.13, 9.52 47.13, 9.53 47.131)"
    )
    parts = {o for s, p, o in triples if s == row["id"] and p.endswith("hasPart")}
    assert parts == {RESOURCE + "way11", RESOURCE + "way12"}


def test_a_waterway_flows_as_it_was_drawn(rows):
    row = rows["waterway13"]
    assert shapely.from_wkb(row["geometry"]).wkt == "LINESTRING (9.7 47.4, 9.7 47.3, 9.7 47.2)"
    assert row["class"] == SCHEMA + "stream"


def test_closed_ways_are_areas_or_lines_by_their_tags(rows):
    assert shapely.from_wkb(rows["way15"]["geometry"]).geom_type == "LineString"
    assert shapely.from_wkb(rows["way16"]["geometry"]).geom_type == "MultiPolygon"


def test_a_route_is_its_ways(rows):
    assert shapely.from_wkb(rows["relation6"]["geometry"]).wkt == (
        "LINESTRING (9.51 47.13, 9.52 47.13, 9.53 47.131)"
    )


def test_the_manifest_counts_what_was_mended_and_left_out(snapshot):
    counts = open_snapshot(snapshot).manifest["counts"]
    assert counts["administrative_areas"] == {"2": 1, "8": 1}
    assert counts["rules"] == {
        "polygon_repaired": 1,
        "relation_not_assembled": 1,
        "relation_with_members_missing": 1,
    }


def test_cells_say_how_they_meet_features(rows, triples):
    cells = {
        (s.removeprefix(RESOURCE), p.removeprefix(GEO))
        for s, p, o in triples
        if o == RESOURCE + "node1" and p.startswith(GEO)
    }
    (cell,) = {cell for cell, _ in cells}
    assert cell == "881f8c6a1dfffff" or cell.startswith("88")
    assert {relation for _, relation in cells} == {"sfContains", "ehCovers", "sfIntersects"}
    names = {p.removeprefix(GEO) for s, p, o in triples if o == RESOURCE + "relation2"}
    assert {"sfWithin", "ehCoveredBy", "sfOverlaps", "sfIntersects"} <= names
    assert any(p == CELL_FRAMEWORK + "isAdjacentTo" for _, p, _ in triples)
    child = (RESOURCE + cell, CELL_FRAMEWORK + "isChildCellOf")
    (parent,) = {o for s, p, o in triples if (s, p) == child}
    assert (parent, CELL_FRAMEWORK + "isParentCellOf", RESOURCE + cell) in triples


def test_hostile_names_and_keys_are_only_text(rows):
    row = rows["node5"]
    assert row["name"] == '\'); DROP TABLE "x" <b>\\n'
    assert dict(row["attributes"])['a <b>"{}|^`\\%'] == "v\nw"


def files_of(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.parquet"))
    }


def test_n_triples_out_and_back(snapshot, tmp_path):
    rdf.write_triples(open_snapshot(snapshot), tmp_path / "graph.nt.gz")
    build_osmh3kg([tmp_path / "graph.nt.gz"], tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(snapshot)


def test_same_bytes_whatever_the_threads(snapshot, world, tmp_path):
    source = world.write(tmp_path / "world.osm")
    build_osmh3kg([source], tmp_path / "again", threads=3)
    assert files_of(tmp_path / "again") == files_of(snapshot)
    assert (tmp_path / "again/manifest.json").read_bytes() == (
        snapshot / "manifest.json"
    ).read_bytes()


def test_a_feature_in_two_files_is_one(snapshot, world, tmp_path):
    one, other = world.write(tmp_path / "a.osm"), world.write(tmp_path / "b.osm")
    build_osmh3kg([one, other], tmp_path / "both")
    assert files_of(tmp_path / "both") == files_of(snapshot)


def test_the_sources_cannot_be_mixed(tmp_path):
    with pytest.raises(InputError, match="cannot be mixed"):
        build_osmh3kg([tmp_path / "a.osm.pbf", tmp_path / "b.nt"], tmp_path / "out")
    with pytest.raises(InputError, match="none was given"):
        build_osmh3kg([], tmp_path / "out")


def test_a_file_with_nothing_to_say(tmp_path):
    world = World()
    world.node(1, 9, 47, amenity="bench")
    source = world.write(tmp_path / "dull.osm")
    with pytest.raises(InputError, match="nothing has both"):
        build_osmh3kg([source], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.shared_data
def test_an_unsorted_file_is_refused(shared_data, tmp_path):
    source = shared_data / "osm/extracts/unsorted-fiji-ferry.osm.pbf"
    with pytest.raises(InputError, match="not sorted by type and id") as error:
        build_osmh3kg([source], tmp_path / "out")
    assert "osmium sort" in str(error.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.shared_data
def test_a_file_cut_short_is_refused(shared_data, tmp_path):
    whole = (shared_data / "osm/extracts/monaco-2025-02.osm.pbf").read_bytes()
    (tmp_path / "cut.osm.pbf").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="damaged or cut short"):
        build_osmh3kg([tmp_path / "cut.osm.pbf"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.shared_data
def test_killed_it_leaves_no_half_output(shared_data, tmp_path):
    source = shared_data / "osm/extracts/monaco-2025-02.osm.pbf"
    code = (
        "import sys; from multiglobeqa.kg.osmh3kg import build_osmh3kg;"
        "build_osmh3kg([sys.argv[1]], sys.argv[2], threads=1)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(source), str(tmp_path / "out")])
    try:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob(".out.*.partial/scratch/build.duckdb")):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    assert not (tmp_path / "out").exists()


@pytest.mark.shared_data
def test_the_published_sample_is_reproduced(shared_data, tmp_path):
    """The one feature of the published sample gives the published triples."""
    (row,) = pq.read_table(shared_data / "osmh3kg/osm_data.parquet").to_pylist()
    points = [
        (round(x, 7), round(y, 7)) for x, y in shapely.from_wkb(row["geometry"]).exterior.coords
    ]
    world = World()
    tags = json.loads(row["all_tags"].replace("'", '"'))
    world.line(row["osm_id"], points, **tags)
    build_osmh3kg([world.write(tmp_path / "sample.osm")], tmp_path / "out")

    def short(text):
        for long, prefix in (
            (RESOURCE + "geoway", "geo"),
            (RESOURCE + "way", ""),
            (RESOURCE, ""),
            (CELL_FRAMEWORK, "hcf:"),
            (SCHEMA, ""),
            (GEO, "geo:"),
            (RDF_TYPE, "rdf:type"),
            ("http://www.w3.org/2000/01/rdf-schema#", "rdfs:"),
        ):
            if text.startswith(long):
                return prefix + text.removeprefix(long)
        return text

    (file,) = open_snapshot(tmp_path / "out").triples
    ours = {
        tuple(short(one[name]) for name in ("subject", "predicate", "object"))
        for one in pq.read_table(file).to_pylist()
    }
    with (shared_data / "osmh3kg/sample-quads.csv").open(encoding="utf-8") as stream:
        theirs = {
            (one["subject"], one["predicate"], one["object"])
            for one in csv.DictReader(stream)
            # The grid of the sample holds cells that nothing meets.
            if (
                one["predicate"] != "hcf:isAdjacentTo"
                and not (one["subject"].startswith(("88", "geoH3")))
            )
            or one["object"] == str(row["osm_id"])
        }
    assert len(theirs) == 13
    assert theirs <= ours


def test_it_opens_as_a_store(snapshot):
    with Store(snapshot) as store:
        found = store.connection.sql(
            "SELECT count(*), count(DISTINCT display_name), bool_and(ST_IsValid(geometry)) "
            "FROM entities"
        ).fetchone()
    assert found == (10, 10, True)
