"""Earthquakes and where they are felt."""

import numpy as np
import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.hazards import earthquakes
from multiglobeqa.kg.hazards.earthquakes import features, intensity, shaking_radius
from multiglobeqa.kg.hazards.table import layers, read_csv
from tests.kg.hazards.rows import results, row, said


@pytest.mark.parametrize(
    ("magnitude", "distance", "expected"),
    [(7.0, 10, 8.03), (7.0, 100, 5.66), (5.0, 20, 5.02), (6.0, 50, 5.16)],
)
def test_the_equation_gives_published_values(magnitude, distance, expected):
    # At 10 km of M 7: 2.085 + 9.996 - 1.402 ln(hypot(10, 14.8795)) = 12.081 - 4.0466.
    assert intensity(magnitude, np.array([distance]))[0] == pytest.approx(expected, abs=0.01)


def test_the_radius_is_where_the_intensity_falls_below_four():
    radius = shaking_radius(6.0, 15)
    at, beyond = np.hypot([radius, radius + 0.1], 15)
    assert intensity(6.0, np.array([at]))[0] >= 4 > intensity(6.0, np.array([beyond]))[0]
    assert shaking_radius(2.0, 10) == 0
    assert shaking_radius(5.0, 600) == 0  # too deep
    assert shaking_radius(9.0, 30) == 300  # as far as the equation holds


def test_a_quarry_blast_is_no_earthquake():
    shape = shapely.Point(-118, 34, 1.5)
    fields = {"mag": 1.2, "magtype": "ml", "place": "2km N of X", "time": 1517966773840}
    blast, quake = features(
        [
            row(shape, id="a1", type="quarry blast", **fields),
            row(shape, id="a2", type="earthquake", **fields),
        ]
    )
    assert said(blast.facts, blast.iri)["type"][0] == "Hazard"
    assert said(quake.facts, quake.iri)["type"][:2] == ["Earthquake", "Hazard"]
    assert said(quake.facts, quake.iri)["label"] == ["M 1.2 earthquake, 2km N of X (a2)"]
    assert results(quake.facts)["depth"] == "1.5"
    assert said(quake.facts, quake.iri)["hasTemporalScope"] == ["time.2018-02-07T01:26:13Z"]


@pytest.mark.parametrize("fields", [{"longitude": "inf"}, {"latitude": "91"}, {"mag": "x"}])
def test_a_bad_row_is_named(fields):
    good = {
        **{"mag": "5", "magtype": "mb", "place": "x", "time": "2021-02-10T17:53:00.116Z"},
        **{"id": "u1", "latitude": "1", "longitude": "2", "depth": "3"},
    }
    with pytest.raises(InputError, match="line 2"):
        list(features([row(**good | fields)]))


@pytest.mark.shared_data
def test_real_feeds(shared_data, tmp_path):
    rows = read_csv(shared_data / "hazards" / "usgs-earthquakes-2021-m4.5.csv")
    table = {one.iri: one for one in features(rows)}
    assert len(table) == 499
    path = shared_data / "hazards" / "usgs-earthquakes-2018-02.geojson"
    with connect() as connection:
        ((fields, rows),) = layers(connection, path, tmp_path)
        assert earthquakes.recognises(fields)
        found = {one.iri.rsplit(".", 1)[1]: one for one in features(rows)}
    assert len(found) == 1707
    # The Hualien earthquake of 6 February 2018: M 6.4, felt all over Taiwan, not in Manila.
    hualien = found["us1000chhc"]
    assert results(hualien.facts)["mag"] == "6.4"
    assert hualien.reach.covers(shapely.Point(121.56, 25.03))  # Taipei
    assert not hualien.reach.intersects(shapely.Point(120.98, 14.6))  # Manila
