import numpy as np
import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.strata import DENSITY_TIERS, INCOME_TIERS, Strata

PLACES = {
    # name: (lon, lat, country), incl. what differs between points of view
    "Maseru, in the hole of South Africa": (27.48, -29.31, "LSO"),
    "San Marino": (12.447, 43.936, "SMR"),
    "Rome": (12.5, 41.89, "ITA"),
    "Vatican": (12.4534, 41.9033, "VAT"),
    "Suva": (178.44, -18.14, "FJI"),
    "Taveuni, across the antimeridian": (-179.97, -16.8, "FJI"),
    "Wrangel Island, west of the antimeridian": (179.0, 71.2, "RUS"),
    "Chukotka, east of it": (-175.0, 66.5, "RUS"),
    "on the antimeridian": (180.0, 68.9, "RUS"),
    "on the antimeridian, called otherwise": (-180.0, 68.9, "RUS"),
    "South Pole": (0.0, -90.0, "ATA"),
    "North Pole": (0.0, 90.0, None),
    "Aktau, at the Caspian Sea": (51.16, 43.65, "KAZ"),
    "middle of the Caspian Sea": (50.9, 42.3, None),
    "middle of the Pacific": (-140.0, 0.0, None),
    "Llivia, enclave of Spain": (1.98, 42.465, "ESP"),
    "Simferopol": (34.1, 44.95, "UKR"),
    "north of Nicosia": (33.36, 35.22, "CYP"),
    "Hargeisa": (44.06, 9.56, "SOM"),
    "Sukhumi": (41.02, 43.0, "GEO"),
    "Tiraspol": (29.62, 46.84, "MDA"),
    "Pristina": (21.16, 42.66, "XKX"),
    "Laayoune": (-13.2, 27.15, "ESH"),
    "Taipei": (121.5, 25.05, "TWN"),
    "Ramallah": (35.2, 31.9, "PSE"),
    "Golan Heights": (35.75, 33.0, None),
    "Abyei": (28.43, 9.6, None),
    "Bir Tawil": (33.75, 21.87, None),
    "Akrotiri": (32.97, 34.59, None),
    "Guantanamo Bay": (-75.14, 19.93, "CUB"),
    "Saint-Denis, Reunion": (55.45, -20.9, "FRA"),
    "Cayenne": (-52.3, 4.9, "FRA"),
    "Longyearbyen": (15.64, 78.22, "NOR"),
    "Kralendijk": (-68.27, 12.15, "NLD"),
    "Christmas Island": (105.65, -10.48, "AUS"),
    "Mariehamn": (19.93, 60.1, "ALA"),
    "Hong Kong": (114.17, 22.3, "HKG"),
    "a pier of Brighton": (-0.137, 50.815, "GBR"),
    "Male, an islet that the polygons do not know": (73.51, 4.175, "MDV"),
}


@pytest.mark.parametrize("name", PLACES)
def test_country(strata, name):
    lon, lat, country = PLACES[name]
    assert strata.locate([lon], [lat])[0].tolist() == [country]


def test_tiers(strata):
    cities = {
        "Ouagadougou": (-1.52, 12.37, "LIC", "high"),
        "Dhaka": (90.4, 23.8, "LMC", "high"),
        "Sao Paulo": (-46.63, -23.55, "UMC", "high"),
        "Tokyo": (139.7, 35.7, "HIC", "high"),
        "Agadez": (7.99, 16.97, "LIC", "medium"),
        "Djanet, Algeria": (9.48, 24.55, "UMC", "low"),
        "Alert, Canada": (-62.35, 82.5, "HIC", "low"),  # nobody lives in that cell
        "Addis Ababa": (38.75, 9.02, None, "high"),  # unclassified in FY2026
        "Caracas": (-66.9, 10.5, None, "high"),
    }
    lon, lat, income, density = zip(*cities.values(), strict=True)
    found = strata.locate(lon, lat)
    assert found[1].tolist() == list(income)
    assert found[2].tolist() == list(density)


def test_outside_every_country_there_is_no_stratum(strata):
    country, income, density = strata.locate([-140.0, 35.75], [0.0, 33.0])
    assert [*country, *income, *density] == [None] * 6


def test_no_points(strata):
    assert [len(tag) for tag in strata.locate([], [])] == [0, 0, 0]


@pytest.mark.parametrize(
    ("lon", "lat"), [([181.0], [0.0]), ([0.0], [90.1]), ([np.nan], [0.0]), ([0.0], [np.inf])]
)
def test_coordinates_off_the_earth_are_refused(strata, lon, lat):
    with pytest.raises(InputError, match="not on Earth"):
        strata.locate(lon, lat)


def test_as_many_longitudes_as_latitudes(strata):
    with pytest.raises(InputError, match="1 longitudes do not fit 2 latitudes"):
        strata.locate([0.0], [0.0, 1.0])


def test_countries(strata):
    rows = strata.countries().to_pylist()
    codes = [row["iso3"] for row in rows]
    assert len(rows) == 239
    assert codes == sorted(set(codes))
    assert all(len(code) == 3 and code.isupper() for code in codes)
    by_code = {row["iso3"]: row for row in rows}
    assert by_code["FRA"]["iri"] == "http://www.wikidata.org/entity/Q142"
    assert by_code["NOR"]["iri"] == "http://www.wikidata.org/entity/Q20"
    assert by_code["MLT"]["iri"] == "http://www.wikidata.org/entity/Q233"
    assert by_code["CHN"]["name"] == "China"
    assert dict(by_code["DEU"]["labels"])["sv"] == "Tyskland"
    assert dict(by_code["TWN"]["labels"])["zh-Hant"] != dict(by_code["TWN"]["labels"])["zh"]
    assert all(len(row["labels"]) == 26 for row in rows)
    assert len({row["iri"] for row in rows}) == len({row["name"] for row in rows}) == len(rows)
    assert {row["income_tier"] for row in rows} == {*INCOME_TIERS, None}
    assert {row["density_tier"] for row in rows} <= {*DENSITY_TIERS}
    assert by_code["ETH"]["income_tier"] is by_code["VEN"]["income_tier"] is None


def test_polygons_are_valid_and_disjoint(strata):
    shapes = shapely.from_wkb(strata._rows.column("geometry").to_pylist())
    assert shapely.is_valid(shapes).all()
    assert {shape.geom_type for shape in shapes} == {"Polygon", "MultiPolygon"}
    grid = shapely.get_coordinates(shapes) * 2**16
    np.testing.assert_array_equal(grid, np.round(grid))
    west, south, east, north = shapely.total_bounds(shapes)
    assert (west, south, east) == (-180, -90, 180)
    assert north < 84
    assert shapely.coverage_is_valid(shapes)


def test_centroid_of_a_country_across_the_antimeridian_is_near_its_middle(strata):
    centre = {
        row["iso3"]: (row["lon"], row["lat"])
        for row in strata.countries().select(["iso3", "lon", "lat"]).to_pylist()
    }
    assert centre["FJI"] == pytest.approx((178.5, -17.4), abs=0.3)
    assert centre["NZL"] == pytest.approx((172.7, -41.8), abs=0.5)
    assert centre["RUS"] == pytest.approx((99.6, 62), abs=0.5)
    assert centre["KIR"][0] == pytest.approx(-167, abs=1)


def test_names(strata):
    assert strata.country_name("CIV") == "Ivory Coast"
    names = strata.country_names()
    assert names >= {"Ivory Coast", "Côte d'Ivoire", "Elfenbeinküste", "Kosovo", "Holy See"}
    assert all(names)
    with pytest.raises(InputError, match="no country has the code 'XXX'"):
        strata.country_name("XXX")


def test_thresholds_are_percentiles_over_inhabited_cells(strata):
    low, high = strata.density_thresholds
    density = strata._people.column("density").to_numpy()
    inhabited = np.sort(density[strata._people.column("people").to_numpy() > 0])
    assert np.mean(inhabited < low) == pytest.approx(0.33, abs=1e-3)
    assert np.mean(inhabited < high) == pytest.approx(0.67, abs=1e-3)
    tiers = strata.cells_by_tier()
    assert sum(tiers.values()) == 41_162
    assert tiers["low"] + tiers["medium"] + tiers["high"] == len(inhabited)


def test_is_what_a_graph_asks_for(strata):
    from multiglobeqa.kg.model import Places

    places: Places = strata
    assert places.locate(np.array([27.48]), np.array([-29.31]))[0].tolist() == ["LSO"]


def test_another_folder_of_tables(tmp_path):
    (tmp_path / "income_tiers.csv").write_text("iso3,tier,economy\nLSO,HIC,LSO\n")
    country, income, density = Strata(tmp_path).locate([27.48, 12.5], [-29.31, 41.89])
    assert [country.tolist(), income.tolist()] == [["LSO", "ITA"], ["HIC", None]]
    assert density.tolist() == ["high", "high"]


def test_a_folder_of_bad_tables(tmp_path):
    (tmp_path / "income_tiers.csv").write_text("a,b\n")
    with pytest.raises(InputError, match="has other columns than iso3, tier, economy"):
        Strata(tmp_path).locate([27.48], [-29.31])
    (tmp_path / "people.parquet").write_text("PAR1")
    with pytest.raises(InputError, match=r"people\.parquet: is not readable"):
        _ = Strata(tmp_path).density_thresholds
