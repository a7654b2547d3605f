import sys
from collections import defaultdict
from math import ceil

import h3
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import rasterio
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.strata.carried import DATA, PEOPLE_FILE, sources
from multiglobeqa.strata.population import read_people
from multiglobeqa.strata.tables import build_density

COUNT = "population/gpw_v4_population_count_rev11_2020_30_min.tif"
DENSITY = "population/gpw_v4_population_density_rev11_2020_15_min.tif"


@pytest.fixture
def raster(tmp_path):
    """Return a function that writes a GeoTIFF and returns its path."""

    def write(values, west, north, pixel, **profile):
        path = tmp_path / "people.tif"
        values = np.asarray(values, dtype=np.float32)
        settings = {
            "driver": "GTiff", "height": values.shape[-2], "width": values.shape[-1],
            "count": 1, "dtype": "float32", "crs": "EPSG:4326",
            "transform": rasterio.Affine(pixel, 0, west, 0, -pixel, north), "nodata": -99999,
        }  # fmt: skip
        with rasterio.open(path, "w", **settings | profile) as out:
            out.write(values, 1)
        return path

    return write


def inhabited(table):
    people = dict(
        zip(table.column("h3").to_pylist(), table.column("people").to_pylist(), strict=True)
    )
    return {h3.int_to_str(cell): count for cell, count in people.items() if count}


def test_worldpop_layout_counts_each_pixel_in_the_cell_of_its_centre(raster):
    """Pixels of 30", in tiles, with no data: against a sum pixel by pixel."""
    pixel, west, north = 1 / 120, 27.0, -28.0
    values = np.random.default_rng(0).integers(0, 500, (256, 320)).astype(float)
    values[40:90, 30:200] = -99999
    values[0, 0] = np.nan
    path = raster(
        values, west, north, pixel, tiled=True, blockxsize=128, blockysize=64, compress="deflate"
    )
    expected = defaultdict(float)
    for row in range(256):
        for column in range(320):
            if values[row, column] > 0:
                lat, lon = north - (row + 0.5) * pixel, west + (column + 0.5) * pixel
                expected[h3.latlng_to_cell(lat, lon, 3)] += values[row, column]
    table = read_people(path, "count", [])
    assert inhabited(table) == {cell: round(count) for cell, count in expected.items()}
    assert table.num_rows == 41_162
    assert table.column("h3").to_pylist() == sorted(table.column("h3").to_pylist())


def test_density_is_people_over_the_area_of_the_cell(raster):
    table = read_people(raster([[5000.0]], 27.0, -29.0, 1 / 120), "count", [])
    row = next(row for row in table.to_pylist() if row["people"])
    assert row["people"] == 5000
    assert row["density"] == pytest.approx(
        5000 / h3.cell_area(h3.int_to_str(row["h3"]), unit="km^2")
    )


def test_coarse_pixels_spread_over_their_land_and_keep_the_total(raster):
    """GPW layout: half a degree, one row a block; land is the left half of the second pixel."""
    land = [shapely.box(10.5, 0, 10.75, 0.5)]
    table = read_people(raster([[0, 80_000, -99999]], 10.0, 0.5, 0.5), "count", land)
    expected = defaultdict(float)
    for row in range(10):
        for column in range(5):
            lat, lon = 0.5 - (row + 0.5) * 0.05, 10.5 + (column + 0.5) * 0.05
            expected[h3.latlng_to_cell(lat, lon, 3)] += 80_000 / 50
    assert inhabited(table) == expected
    assert sum(expected.values()) == 80_000


def test_a_pixel_of_an_atoll_has_its_people_on_it(raster):
    # Land smaller than a part, away from every part's centre; then no land at all.
    atoll = shapely.box(10.901, 0.401, 10.902, 0.402)
    on_atoll = read_people(raster([[1000]], 10.5, 0.5, 0.5), "count", [atoll])
    assert inhabited(on_atoll) == {h3.latlng_to_cell(0.425, 10.925, 3): 1000}
    on_nothing = read_people(raster([[1000]], 10.5, 0.5, 0.5), "count", [shapely.box(0, 0, 1, 1)])
    assert inhabited(on_nothing) == {h3.latlng_to_cell(0.225, 10.775, 3): 1000}


@pytest.mark.parametrize("pixel", [0.25, 1 / 60])
def test_density_counts_land_only(raster, pixel):
    """People per km2 of land times the land, by pyproj's area of the ellipsoid.

    Where pixels are too fine to be split, the raster's own word is taken for what is land.
    """
    import pyproj

    land = shapely.box(10, 50.35, 10.4, 51)
    size = round(1 / pixel)
    values = np.full((size, size), 100.0)
    values[ceil(0.65 / pixel - 1e-6) :] = -99999
    values[:, ceil(0.4 / pixel - 1e-6) :] = -99999
    table = read_people(raster(values, 10, 51, pixel), "density", [land])
    area, _ = pyproj.Geod(ellps="WGS84").geometry_area_perimeter(shapely.segmentize(land, 0.01))
    # The sphere of h3 differs from the ellipsoid by half a per cent.
    assert sum(inhabited(table).values()) == pytest.approx(abs(area) / 1e4, rel=0.005)


def test_people_at_the_poles_and_the_antimeridian(raster):
    values = np.zeros((360, 720))
    values[0, 0] = values[-1, -1] = values[180, 0] = values[180, -1] = 100
    table = read_people(raster(values, -180, 90, 0.5), "count", [])
    assert table.column("people").to_numpy().sum() == 400


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ({"crs": "EPSG:3857"}, "is not in longitude and latitude"),
        ({"crs": None}, "is not in longitude and latitude"),
        ({"count": 2}, "has 2 bands, not one"),
        ({"transform": rasterio.Affine(0.5, 0.1, 0, 0.1, -0.5, 10)}, "is rotated"),
        ({"transform": rasterio.Affine(0.5, 0, 0, 0, 0.5, 0)}, "not north up"),
        ({"transform": rasterio.Affine(0.5, 0, 0, 0, -0.25, 10)}, "pixels that are not square"),
        ({"transform": rasterio.Affine(0.5, 0, 0, 0, -0.5, 99)}, "reaches beyond the poles"),
    ],
)
def test_another_kind_of_raster_is_refused(raster, profile, message):
    path = raster([[1.0, 2.0]], 0, 10, 0.5, **profile)
    with pytest.raises(InputError, match=message):
        read_people(path, "count", [])


@pytest.mark.parametrize("value", [-5.0, np.inf])
def test_numbers_that_no_people_are(raster, value):
    with pytest.raises(InputError, match=r"row 0: holds (-5|inf) people"):
        read_people(raster([[1.0, value]], 0, 10, 0.5), "count", [])


def test_files_that_are_no_rasters(tmp_path):
    with pytest.raises(InputError, match="is missing"):
        read_people(tmp_path / "none.tif", "count", [])
    (tmp_path / "page.tif").write_text("<html>")
    with pytest.raises(InputError, match="is not a raster"):
        read_people(tmp_path / "page.tif", "count", [])


def test_a_raster_cut_short(raster):
    path = raster(np.random.default_rng(0).random((400, 400)) * 9, 0, 10, 1 / 120, compress="lzw")
    path.write_bytes(path.read_bytes()[:100_000])
    with pytest.raises(InputError, match=r"cannot be read|is not a raster"):
        read_people(path, "count", [])


def test_without_rasterio_the_remedy_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "rasterio", None)
    with pytest.raises(InputError, match=r"pip install 'multiglobeqa\[raster\]'"):
        read_people(tmp_path / "people.tif", "count", [])


@pytest.mark.shared_data
@pytest.mark.slow
def test_the_rebuilt_table_is_the_shipped_one_and_keeps_the_total(shared_data, tmp_path):
    table = build_density(shared_data / COUNT, tmp_path / PEOPLE_FILE, values="count")
    assert checksum(tmp_path / PEOPLE_FILE) == checksum(DATA / PEOPLE_FILE)
    stated = next(row for row in sources() if row["table"] == PEOPLE_FILE)
    assert stated["sha256"] == checksum(shared_data / COUNT)
    with rasterio.open(shared_data / COUNT) as source:
        total = source.read(1, masked=True).sum(dtype=np.float64)
    assert total == pytest.approx(7.97e9, rel=1e-3)
    people = table.column("people").to_numpy().sum()
    # Rounding 12,654 cells to whole people moves the total by less than half of each.
    assert abs(people - total) < 12_654 / 2


@pytest.mark.shared_data
@pytest.mark.slow
def test_two_rasters_of_one_world_give_nearly_one_table(shared_data, strata):
    """GPW's densities at 15' against the shipped table, from its counts at 30'."""
    land = list(shapely.from_wkb(strata._rows.column("geometry").to_pylist()))
    other = read_people(shared_data / DENSITY, "density", land)
    shipped = pq.read_table(DATA / PEOPLE_FILE)
    totals = [table.column("people").to_numpy().sum() for table in (other, shipped)]
    assert totals[0] == pytest.approx(totals[1], rel=0.03)

    def tiers(table: pa.Table) -> tuple[np.ndarray, np.ndarray]:
        density, people = (table.column(c).to_numpy() for c in ("density", "people"))
        thresholds = np.percentile(density[people > 0], (33, 67))
        return thresholds, np.where(people > 0, np.searchsorted(thresholds, density), -1)

    (thresholds, tier), (thresholds_shipped, tier_shipped) = tiers(other), tiers(shipped)
    np.testing.assert_allclose(thresholds, thresholds_shipped, rtol=0.05)
    somewhere = (tier >= 0) | (tier_shipped >= 0)
    assert (tier == tier_shipped)[somewhere].mean() > 0.94
