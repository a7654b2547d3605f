"""KnowWhereGraph rebuilt from public sources, small but real, or made up where no sample is."""

import json

import pytest
import shapely

from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.rdf import write_triples
from multiglobeqa.strata import Strata
from tests.kg.test_knowwheregraph import ONTOLOGY, RESOURCE, built, by_id, digests, rows

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
AS_WKT = "http://www.opengis.net/ont/geosparql#asWKT"
IMPACTED = "http://stko-kwg.geog.ucsb.edu/lod/lite-ontology/hasImpacted"

STATES = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"STATEFP": code, "GEOID": code, "NAME": name, "POP20": people},
            "geometry": shapely.geometry.mapping(shapely.box(*bounds)),
        }
        for code, name, people, bounds in (
            ("06", "California", 39538223, (-120, 34, -118, 36)),
            ("32", "Nevada", 3104614, (-118, 34, -116, 36)),
        )
    ],
}
COUNTIES = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"STATEFP": "06", "GEOID": "06083", "NAME": "Santa Barbara"},
            "geometry": shapely.geometry.mapping(shapely.box(-120, 34, -119, 35)),
        }
    ],
}
ZIPS = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"ZCTA5CE20": "93101", "GEOID20": "93101"},
            "geometry": shapely.geometry.mapping(shapely.box(-119.7, 34.4, -119.6, 34.5)),
        }
    ],
}
QUAKES = """time,latitude,longitude,depth,mag,magType,place,type,id
2021-02-10T17:53:00.116Z,34.5,-119.5,10,5.0,mw,5km N of X,earthquake,us1
2021-02-11T17:53:00.116Z,34.5,-119.5,10,2.0,ml,5km N of X,earthquake,us2
2021-02-12T17:53:00.116Z,35,-118.1,10,5.0,mw,9km W of Y,earthquake,us3
2021-02-13T17:53:00.116Z,-18,179.999,600,6.0,mw,Fiji,earthquake,us4
"""
STORMS = """name,year,month,day,hour,lat,long,status,category,wind,pressure,\
tropicalstorm_force_diameter,hurricane_force_diameter
Ada,2021,8,1,0,34.5,-121,tropical storm,,45,990,60,0
Ada,2021,8,1,6,34.5,-117,tropical storm,,45,990,60,0
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sources")
    for name, content in (("states", STATES), ("counties", COUNTIES), ("zips", ZIPS)):
        (folder / f"{name}.geojson").write_text(json.dumps(content))
    (folder / "quakes.csv").write_text(QUAKES)
    (folder / "storms.csv").write_text(STORMS)
    with connect() as connection:
        # ESRI's format has no room for more than ten letters: as MTBS has them.
        for name, wkt in (
            ("fires", "POLYGON ((-118.2 34.9, -117.8 34.9, -118 35.2, -118.2 34.9))"),
        ):
            connection.execute(
                f"""
                COPY (SELECT 'CA1' AS "Event_ID", 'BIG ONE' AS "Incid_Name",
                    'Wildfire' AS "Incid_Type", 1200 AS "BurnBndAc",
                    DATE '2020-08-01' AS "Ig_Date", ST_GeomFromText('{wkt}') AS geom)
                TO '{folder / name}.shp' (FORMAT gdal, DRIVER 'ESRI Shapefile', SRS 'EPSG:4269')
                """
            )
    return sorted(path for path in folder.iterdir() if path.suffix in (".geojson", ".csv", ".shp"))


@pytest.fixture(scope="module")
def rebuilt(sources, tmp_path_factory):
    return built(tmp_path_factory.mktemp("rebuilt") / "kwg", *sources, places=Strata())


def related(snapshot, subject, predicate):
    return {
        row["object"].removeprefix(RESOURCE)
        for row in rows(snapshot, "triples")
        if row["subject"] == RESOURCE + subject and row["predicate"] == predicate
    }


def test_entities(rebuilt):
    found = by_id(rebuilt)
    quake = found["earthquake.us1"]
    assert quake["display_name"] == "M 5.0 earthquake, 5km N of X (us1)"
    assert dict(quake["attributes"])["magnitude"] == "5.0"
    assert (quake["start"], quake["end"]) == ("2021-02-10T17:53:00Z",) * 2
    fire = found["fire.CA1.BIG_ONE.2020"]
    assert (fire["name"], fire["class"]) == ("BIG ONE, 2020", ONTOLOGY + "Wildfire")
    assert dict(fire["attributes"])["acres"] == "1200" and fire["start"] == "2020-08-01"
    storm = found["storm.Ada.2021"]
    assert (storm["start"], storm["end"]) == ("2021-08-01T00:00:00Z", "2021-08-01T06:00:00Z")
    california = found["administrativeRegion.USA.06"]
    assert (california["population"], california["admin_level"]) == (39538223, 1)
    assert found["zipcodearea.93101"]["name"] == "ZIP code area 93101"


def test_what_events_hit(rebuilt):
    """Computed by hand from boxes: California to 118 W, Nevada from there, a county to 119 W."""
    county, california, nevada, area = (
        *("administrativeRegion.USA.06083", "administrativeRegion.USA.06"),
        *("administrativeRegion.USA.32", "zipcodearea.93101"),
    )
    # M 5.0 at 10 km is felt 40.2 km away: the ZIP code area lies 9 km off, Nevada 138 km.
    assert related(rebuilt, "earthquake.us1", IMPACTED) == {county, california, area}
    assert related(rebuilt, "earthquake.us1", ONTOLOGY + "sfWithin") >= {county, california}
    assert area not in related(rebuilt, "earthquake.us1", ONTOLOGY + "sfWithin")
    # M 2.0 is felt nowhere but where it is.
    assert related(rebuilt, "earthquake.us2", IMPACTED) == {county, california}
    # 9 km from Nevada, felt there and not in it.
    assert related(rebuilt, "earthquake.us3", IMPACTED) == {california, nevada}
    assert nevada not in related(rebuilt, "earthquake.us3", ONTOLOGY + "sfWithin")
    fire = "fire.CA1.BIG_ONE.2020"
    assert related(rebuilt, fire, IMPACTED) == {california, nevada}
    assert related(rebuilt, fire, ONTOLOGY + "sfOverlaps") >= {california, nevada}
    # 30 nautical miles (55.56 km) around 34.5 N: half a degree, over all of the ZIP code area.
    assert related(rebuilt, "storm.Ada.2021", IMPACTED) == {county, california, nevada, area}
    assert related(rebuilt, "storm.Ada.2021", ONTOLOGY + "sfContains") >= {area}


def test_hierarchy(rebuilt):
    found = by_id(rebuilt)
    parents = [one.removeprefix(RESOURCE) for one in found["zipcodearea.93101"]["parents"]]
    assert parents == [
        *("administrativeRegion.USA.06083", "administrativeRegion.USA.06"),
        "administrativeRegion.USA",
    ]
    assert found["earthquake.us1"]["parents"] == found["zipcodearea.93101"]["parents"]


def test_cells(rebuilt):
    found = by_id(rebuilt)
    within = related(rebuilt, "earthquake.us1", ONTOLOGY + "sfWithin")
    (cell,) = [one for one in within if one.startswith("s2.level13.")]
    shape = shapely.from_wkb(found[cell]["geometry"])
    assert shape.covers(shapely.Point(-119.5, 34.5))
    # Up to the face of the cube, each within the next.
    for level in range(12, -1, -1):
        (above,) = related(rebuilt, cell, ONTOLOGY + "sfWithin")
        assert above.startswith(f"s2.level{level}.")
        cell = above
    for row in found.values():
        if row["class"].startswith(ONTOLOGY + "S2Cell"):
            number = dict(row["attributes"])["cell_id"]
            assert row["id"].endswith(f".{number}")


def test_every_geometry_and_every_type_is_said(rebuilt):
    """What the shapes of GeoSPARQL ask of a graph: one text for a geometry, of the right type."""
    texts, typed, nodes = {}, set(), set()
    for row in rows(rebuilt, "triples"):
        if row["predicate"] == AS_WKT:
            assert row["subject"] not in texts
            assert row["datatype"] == "http://www.opengis.net/ont/geosparql#wktLiteral"
            texts[row["subject"]] = row["object"]
        elif row["predicate"] == TYPE:
            typed.add((row["subject"], row["object"]))
        elif row["predicate"].endswith(("#hasGeometry", "#hasDefaultGeometry")):
            nodes.add(row["object"])
    assert nodes == set(texts)
    for node, text in texts.items():
        kind = shapely.from_wkt(text).geom_type
        assert (node, f"http://www.opengis.net/ont/sf#{kind}") in typed


def test_the_same_whatever_the_order_and_the_threads(sources, rebuilt, tmp_path):
    again = built(tmp_path / "kwg", *reversed(sources), places=Strata(), threads=1)
    assert digests(again) == digests(rebuilt)


def test_an_export_builds_the_same_snapshot(rebuilt, tmp_path):
    write_triples(rebuilt, tmp_path / "kwg.nt")
    assert digests(built(tmp_path / "kwg", tmp_path / "kwg.nt", places=Strata())) == digests(
        rebuilt
    )
