"""Regions of the Census Bureau, from every kind of file they come in."""

import json

import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.hazards import census
from multiglobeqa.kg.hazards.census import features
from multiglobeqa.kg.hazards.table import layers, read_csv
from tests.kg.hazards.rows import row, said

BOX = shapely.box(-120, 34, -119, 35)
USA = "administrativeRegion.USA"


@pytest.mark.parametrize(
    ("fields", "name", "types", "part_of"),
    [
        ({"geoid": "06", "name": "California"}, f"{USA}.06", "AdministrativeRegion_1", USA),
        (
            {"geoid": "06083", "name": "Santa Barbara", "namelsad": "Santa Barbara County"},
            *(f"{USA}.06083", "AdministrativeRegion_2", f"{USA}.06"),
        ),
        (
            {"geoid": "0608391708", "name": "Lompoc", "namelsad": "Lompoc CCD"},
            *(f"{USA}.0608391708", "AdministrativeRegion_3", f"{USA}.06083"),
        ),
        (
            {"geoid": "0669070", "placefp": "69070", "name": "Santa Barbara"},
            *("censusPlace.USA.0669070", "CensusPlace", f"{USA}.06"),
        ),
    ],
)
def test_regions_and_the_hierarchy_in_their_codes(fields, name, types, part_of):
    (region,) = features([row(BOX, **fields)])
    facts = said(region.facts, region.iri)
    assert region.iri.rsplit("/", 1)[1] == name
    assert types in facts["type"]
    assert facts["administrativePartOf"] == [part_of]
    assert facts["label"] == [fields.get("namelsad", fields["name"])]
    assert facts["hasFIPS"] == [fields["geoid"]]
    assert region.reach is None


# As TIGER/Line has them in NAMELSAD.
@pytest.mark.parametrize(
    ("code", "name", "full"),
    [
        ("39095", "Lucas", "Lucas County"), ("22071", "Orleans", "Orleans Parish"),
        ("51159", "Richmond", "Richmond County"), ("51760", "Richmond", "Richmond city"),
        ("29189", "St. Louis", "St. Louis County"), ("29510", "St. Louis", "St. Louis city"),
        ("09001", "Fairfield", "Fairfield County"), ("09110", "Capitol", "Capitol Planning Region"),
        ("72001", "Adjuntas", "Adjuntas Municipio"), ("32510", "Carson City", "Carson City"),
        ("11001", "District of Columbia", "District of Columbia"), ("66010", "Guam", "Guam"),
        ("02110", "Juneau", "Juneau"),
    ],
)  # fmt: skip
def test_counties_have_their_full_names(code, name, full):
    (region,) = features([row(BOX, geoid=code, name=name)])
    assert said(region.facts, region.iri)["label"] == [full]


def test_a_zip_code_area_with_its_population():
    (area,) = features([row(BOX, zcta5ce20="93101", geoid20="93101", pop20=30210)])
    facts = said(area.facts, area.iri)
    assert facts["hasZipCode"] == ["93101"] and facts["label"] == ["ZIP code area 93101"]
    assert facts["hasPopulation"] == ["30210"]


@pytest.mark.parametrize(
    ("header", "line", "iri"),
    [
        (
            "GEO_ID,NAME,P1_001N",
            '0500000US06083,"Santa Barbara County, California",448229',
            "06083",
        ),
        ("GEOID,POPULATION", "06083,448229", "06083"),
        ("SUMLEV,STATE,COUNTY,POPESTIMATE2022,POPESTIMATE2023", "050,6,83,1,448229", "06083"),
        ("SUMLEV,STATE,COUNTY,POPESTIMATE2023", "040,06,000,448229", "06"),
    ],
)
def test_tables_of_population(tmp_path, header, line, iri):
    path = tmp_path / "people.csv"
    path.write_text(f"{header}\n{line}\n")
    rows = list(read_csv(path))
    assert census.recognises(frozenset(rows[0].fields))
    (region,) = features(rows)
    assert region.iri.endswith(f"administrativeRegion.USA.{iri}")
    assert said(region.facts, region.iri) == {"hasPopulation": ["448229"]}


@pytest.mark.parametrize(
    "fields",
    [
        {"geoid": "6", "name": "x", "statefp": "06"},
        {"geoid": "0669070", "name": "no place code"},
        {"id": "", "name": "x"},
        {"geoid": "06", "name": "x", "pop20": "many"},
    ],
)
def test_a_bad_row_is_named(fields):
    with pytest.raises(InputError, match="line 2"):
        list(features([row(BOX, **fields)]))


def test_projected_coordinates_become_degrees(tmp_path):
    """500 km east of the false origin on the equator of UTM zone 11 is 117 W, 0 N."""
    path = tmp_path / "projected.geojson"
    ring = [[500000, 0], [600000, 0], [600000, 10000], [500000, 0]]
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32611"}}
    feature = {
        "type": "Feature",
        "properties": {"STATEFP": "06", "GEOID": "06", "NAME": "x"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [feature]}))
    with connect() as connection:
        ((_, rows),) = layers(connection, path, tmp_path)
        (found,) = features(rows)
    assert found.shape.bounds[:2] == pytest.approx((-117, 0), abs=1e-6)


@pytest.mark.shared_data
def test_the_real_atlas_and_zip_code_areas(shared_data, tmp_path):
    with connect() as connection:
        found = {}
        path = shared_data / "hazards" / "us-atlas-3.0.1.tgz"
        for fields, rows in layers(connection, path, tmp_path):
            assert census.recognises(fields)
            for one in features(rows):
                found.setdefault(one.iri.rsplit("USA", 1)[1], one)
        zips = {}
        path = shared_data / "hazards" / "zcta_dc_district_of_columbia.geojson.gz"
        for fields, rows in layers(connection, path, tmp_path):
            assert census.recognises(fields)
            zips |= {one.iri: one for one in features(rows)}
    # The country, 56 states and territories, 3,231 counties.
    assert [sum(len(code) == n for code in found) for n in (0, 3, 6)] == [1, 56, 3231]
    alabama = said(found[".01"].facts, found[".01"].iri)
    assert alabama["label"] == ["Alabama"]
    assert found[".51610"].shape is None  # Falls Church is too small at 1:10 million
    white_house = shapely.Point(-77.0365, 38.8977)
    assert found[".11"].shape.covers(white_house)
    (at,) = [one.iri for one in zips.values() if one.shape.covers(white_house)]
    assert at.endswith("zipcodearea.20006") or at.endswith("zipcodearea.20500")
