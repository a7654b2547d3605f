import zipfile

import pyarrow.parquet as pq
import pytest
import shapely
from typer.testing import CliRunner

from multiglobeqa.cli.strata import app
from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.strata.carried import COUNTRIES_FILE, DATA, sources
from multiglobeqa.strata.natural_earth import centroid_of, read_countries

LAYER = "ne_10m_admin_0_countries_deu.zip"


@pytest.fixture(scope="module")
def layer(request):
    return request.getfixturevalue("shared_data") / "natural_earth" / LAYER


@pytest.fixture(scope="module")
def rebuilt(layer, tmp_path_factory):
    out = tmp_path_factory.mktemp("countries") / COUNTRIES_FILE
    result = CliRunner().invoke(app, ["build", "countries", str(layer), "-o", str(out)])
    assert (result.exit_code, result.stdout) == (0, "")
    return out


@pytest.mark.shared_data
@pytest.mark.slow
def test_the_rebuilt_table_is_the_shipped_one(rebuilt):
    assert checksum(rebuilt) == checksum(DATA / COUNTRIES_FILE)


@pytest.mark.shared_data
def test_the_source_is_the_stated_one(layer):
    stated = next(row for row in sources() if row["table"] == COUNTRIES_FILE)
    assert stated["sha256"] == checksum(layer)
    with zipfile.ZipFile(layer) as archive:
        version = archive.read("ne_10m_admin_0_countries_deu.VERSION.txt").decode().strip()
    assert stated["version"] == version


@pytest.mark.shared_data
def test_rounding_moves_no_border(layer):
    """Land is the same but for a strip a metre wide, and no country or island is lost."""
    from multiglobeqa.kg.engine import connect

    with connect() as connection:
        rows = connection.execute(
            "SELECT WIKIDATAID, ST_AsWKB(geom) FROM ST_Read(?)", [f"/vsizip/{layer}"]
        ).fetchall()
    source = {name: shapely.make_valid(shapely.from_wkb(bytes(wkb))) for name, wkb in rows}
    table = pq.read_table(DATA / COUNTRIES_FILE).slice(0, 239).to_pylist()
    changed = 0
    for row in table:
        before = source[row["iri"].rpartition("/")[2]]
        after = shapely.from_wkb(row["geometry"])
        joined = row["iso3"] in ("AUS", "BRA", "CUB", "FRA")  # with islands that have no code
        if not joined:
            assert len(shapely.get_parts(after)) == len(shapely.get_parts(before))
            assert shapely.area(after) == pytest.approx(shapely.area(before), rel=0.01)
        changed += joined
    assert changed == 4


def test_the_table_is_small_and_says_what_its_geometries_are():
    import json

    path = DATA / COUNTRIES_FILE
    assert path.stat().st_size < 3_000_000
    geo = json.loads(pq.read_schema(path).metadata[b"geo"])
    assert geo["primary_column"] == "geometry"
    assert geo["columns"]["geometry"]["encoding"] == "WKB"
    assert geo["columns"]["geometry"]["geometry_types"] == ["MultiPolygon", "Polygon"]


def test_centroid_takes_the_shorter_way_round():
    parts = [shapely.box(178, -1, 180, 1), shapely.box(-180, -1, -179, 1)]
    assert centroid_of(shapely.union_all(parts)).x == pytest.approx(179.5)
    west = shapely.union_all([shapely.box(179, -1, 180, 1), shapely.box(-180, -1, -177, 1)])
    assert centroid_of(west).x == pytest.approx(-179)
    ordinary = shapely.box(-10, 40, 5, 50)
    assert centroid_of(ordinary).equals(ordinary.centroid)
    around = shapely.box(-180, -90, 180, -80)
    assert centroid_of(around).equals(around.centroid)


def test_a_missing_source(tmp_path):
    with pytest.raises(InputError, match="is missing"):
        read_countries(tmp_path / "none.zip")


@pytest.mark.parametrize("name", ["broken.zip", "broken.shp"])
def test_a_source_that_is_no_layer(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"<html>not found</html>")
    with pytest.raises(InputError, match="is not a Natural Earth Admin 0 layer"):
        read_countries(path)


def test_a_layer_of_something_else(tmp_path):
    path = tmp_path / "lakes.geojson"
    path.write_text(
        '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": 1},'
        ' "geometry": {"type": "Point", "coordinates": [0, 0]}}]}'
    )
    with pytest.raises(InputError, match="is not a Natural Earth Admin 0 layer"):
        read_countries(path)
