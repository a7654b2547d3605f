import json

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from multiglobeqa.cli.strata import app
from multiglobeqa.errors import InputError


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_info():
    result = run("info", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert found["countries"] == {"LIC": 25, "LMC": 50, "UMC": 54, "HIC": 89, "unclassified": 21}
    assert sum(found["cells"].values()) == 41_162
    assert found["density_thresholds"] == pytest.approx([0.95, 20.1], rel=0.01)
    assert [source["table"] for source in found["sources"]] == [
        "countries.parquet", "income_tiers.csv", "people.parquet",
    ]  # fmt: skip
    assert all(source["licence"] for source in found["sources"])
    assert "CC BY 4.0" in run("info").stdout


def test_locate():
    assert json.loads(run("locate", "-29.31", "27.48", "--json").stdout) == {
        "country": "LSO", "name": "Lesotho", "income_tier": "LMC", "density_tier": "high",
    }  # fmt: skip
    assert run("locate", "-29.31", "27.48").stdout.splitlines() == [
        "country: LSO", "name: Lesotho", "income tier: LMC", "density tier: high",
    ]  # fmt: skip
    assert "country: none" in run("locate", "0", "-140").stdout


def test_locate_off_the_earth():
    assert isinstance(run("locate", "91", "0").exception, InputError)
    assert run("locate", "north", "0").exit_code == 2


def test_build_writes_nothing_when_its_source_is_bad(tmp_path):
    (tmp_path / "bad").write_text("<html>")
    for table in ("countries", "income", "density"):
        result = run("build", table, tmp_path / "bad", "-o", tmp_path / "out" / "table")
        assert isinstance(result.exception, InputError)
    assert not list(tmp_path.glob("out/*"))


def test_build_income(tmp_path):
    source, out = tmp_path / "levels.csv", tmp_path / "tiers.csv"
    source.write_text("iso3_code,income_level\nMLI,Low income\nETH,Not classified\n")
    result = run("build", "income", source, "-o", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_text() == "iso3,tier,economy\nGGY,HIC,CHI\nJEY,HIC,CHI\nMLI,LIC,MLI\n"


def test_build_density(tmp_path):
    import numpy as np
    import rasterio

    source, out = tmp_path / "people.tif", tmp_path / "people.parquet"
    profile = {"driver": "GTiff", "height": 1, "width": 2, "count": 1, "dtype": "float32"}
    profile |= {"crs": "EPSG:4326", "transform": rasterio.Affine(0.01, 0, 27, 0, -0.01, -29)}
    with rasterio.open(source, "w", **profile) as raster:
        raster.write(np.array([[70, 30]], dtype=np.float32), 1)
    assert run("build", "density", source, "-o", out).exit_code == 0
    assert sum(pq.read_table(out).column("people").to_pylist()) == 100
    assert run("build", "density", source, "-o", out, "--values", "density").exit_code == 0
    # Two squares of 0.01 degrees at 29 degrees south, 1.08 km2 each.
    assert sum(pq.read_table(out).column("people").to_pylist()) == pytest.approx(108, abs=1)
    assert run("build", "density", source, "-o", out, "--values", "none").exit_code == 2
