"""Fire perimeters."""

from datetime import date

import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.kg.hazards import fires
from multiglobeqa.kg.hazards.fires import features
from multiglobeqa.kg.hazards.table import read_csv
from tests.kg.hazards.rows import results, row, said

BOX = shapely.box(-111.6, 41.7, -111.5, 41.8)
MTBS = {
    "event_id": "UT4176411148820121004",
    "incid_name": "HELLS HOLLOW",
    "incid_type": "Prescribed Fire",
    "asmnt_type": "Extended",
    "burnbndac": 4758,
    "dnbr_offst": 47,
    "ig_date": date(2012, 10, 4),
}


def test_a_fire_has_the_iri_and_the_name_of_the_original_graph():
    (fire,) = features([row(BOX, **MTBS)])
    assert fire.iri == (
        "http://stko-kwg.geog.ucsb.edu/lod/resource/fire.UT4176411148820121004.HELLS_HOLLOW.2012"
    )
    facts = said(fire.facts, fire.iri)
    assert facts["label"] == ["HELLS HOLLOW, 2012"]
    assert facts["type"][:3] == ["PrescribedFire", "Fire", "Hazard"]
    assert facts["hasFireMappingAssessmentLabel"] == ["firemappingassessmentlabel.Extended"]
    assert facts["hasTemporalScope"] == ["time.2012-10-04"]
    assert results(fire.facts) == {"BurnBndAc": "4758", "dNBR_offst": "47"}
    assert shapely.equals(fire.shape, BOX)


@pytest.mark.parametrize(
    "when",
    [
        {"ig_date": "2012-10-04"},
        {"ig_date": "2012/10/04"},
        {"ig_date": 1349308800000},  # as ArcGIS writes it
        {"ig_date": None, "year": "2012", "startmonth": "10", "startday": "4"},
    ],
)
def test_dates_as_the_releases_have_them(when):
    (fire,) = features([row(BOX, **MTBS | when)])
    assert said(fire.facts, fire.iri)["hasTemporalScope"] == ["time.2012-10-04"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [({"ig_date": "4 October"}, "where a date is due"), ({"event_id": ""}, "has no event_id")],
)
def test_a_bad_row_is_named(fields, message):
    with pytest.raises(InputError, match=message):
        list(features([row(BOX, **MTBS | fields)]))
    with pytest.raises(InputError, match="no perimeter"):
        list(features([row(shapely.Polygon(), **MTBS)]))


@pytest.mark.shared_data
def test_the_graphs_own_table(shared_data):
    rows = list(read_csv(shared_data / "kwg" / "relief_map_fires.csv"))
    assert fires.recognises(frozenset(rows[0].fields))
    found = {one.iri: one for one in features(rows)}
    assert len(found) == 49
    tea = found[
        "http://stko-kwg.geog.ucsb.edu/lod/resource/mtbsfire.CA3445411967620081113.TEA.2008"
    ]
    facts = said(tea.facts, tea.iri)
    assert facts["hasGeometry"] == ["geometry.polygon.CA3445411967620081113.TEA.2008"]
    assert facts["hasTemporalScope"] == ["time.2008-11-13"]
