"""Smoke plumes, as shapefile and as KML."""

import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.hazards import smoke
from multiglobeqa.kg.hazards.smoke import features
from multiglobeqa.kg.hazards.table import is_vector, layers, peek
from tests.kg.hazards.rows import results, row, said

BOX = shapely.box(-120, 40, -119, 41)
KML = """<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>HMS</name>
<Folder><name>Smoke (Light)</name><Placemark><description>Start Time: 2021195 1200 UTC
End Time: 2021195 1830 UTC Density: Light Satellite: GOES-EAST</description>
<Polygon><outerBoundaryIs><LinearRing><coordinates>
-120,40,0 -119,40,0 -119,41,0 -120,41,0 -120,40,0
</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder></Document></kml>
"""


def test_columns():
    (plume,) = features(
        [row(BOX, start="2021195 1200", end="2021195 1830", density="Heavy", satellite="GOES-WEST")]
    )
    facts = said(plume.facts, plume.iri)
    assert facts["type"][:2] == ["SmokePlume", "Hazard"]
    # The 195th day of 2021 is 14 July.
    assert facts["hasTemporalScope"] == ["time.2021-07-14T12:00:00Z.2021-07-14T18:30:00Z"]
    assert results(plume.facts) == {"density": "Heavy", "satellite": "GOES-WEST"}


def test_old_densities():
    (plume,) = features([row(BOX, start="2013195 1200", end="2013195 1800", density="27.000")])
    assert results(plume.facts)["density"] == "Heavy"


def test_a_shapefile_and_a_kml_file_say_the_same(tmp_path):
    (tmp_path / "hms.kml").write_text(KML)
    with connect() as connection:
        connection.execute(
            """
            COPY (SELECT 'GOES-EAST' AS "Satellite", '2021195 1200' AS "Start",
                '2021195 1830' AS "End", 'Light' AS "Density",
                ST_MakeEnvelope(-120, 40, -119, 41) AS geom)
            TO ? (FORMAT gdal, DRIVER 'ESRI Shapefile')
            """.replace("?", f"'{tmp_path / 'hms.shp'}'")
        )
        found = []
        for name in ("hms.kml", "hms.shp"):
            path = tmp_path / name
            assert is_vector(path, peek(path))
            ((fields, rows),) = layers(connection, path, tmp_path)
            assert smoke.recognises(fields)
            found += features(rows)
    kml, shapefile = found
    assert shapely.equals(kml.shape, shapefile.shape) and shapely.equals(kml.shape, BOX)
    for one in (kml, shapefile):
        assert said(one.facts, one.iri)["hasTemporalScope"] == [
            "time.2021-07-14T12:00:00Z.2021-07-14T18:30:00Z"
        ]
        assert results(one.facts)["density"] == "Light"


@pytest.mark.parametrize("start", ["", "yesterday", "2021400 1200", "2021195 9900"])
def test_a_bad_time_is_named(start):
    with pytest.raises(InputError, match="line 2"):
        list(features([row(BOX, start=start, end="2021195 1830", density="Light")]))
