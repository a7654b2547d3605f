"""The commands that build, describe and export a graph."""

import json
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from multiglobeqa.cli.kg import BUILDERS, app
from multiglobeqa.errors import InputError

RUNNER = CliRunner()
OSM = """<osm version="0.6">
<node id="1" version="1" lon="24.94" lat="60.17">
  <tag k="name" v="Helsinki"/><tag k="place" v="city"/>
</node>
<node id="2" version="1" lon="24.95" lat="60.17">
  <tag k="name" v="Kahvila"/><tag k="amenity" v="cafe"/>
</node>
<node id="3" version="1" lon="24.96" lat="60.17"><tag k="amenity" v="bench"/></node>
</osm>"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "helsinki.osm"
    path.write_text(OSM)
    return path


def run(*arguments, code=0):
    result = RUNNER.invoke(app, list(map(str, arguments)))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def test_build_describe_export_and_build_again(source, tmp_path):
    one, two, dump = tmp_path / "one", tmp_path / "two", tmp_path / "one.nt.gz"
    built = run("build", "worldkg", source, "-o", one, "--threads", 1, "--memory", "500MB")
    assert built.stdout == ""
    assert "2 entities of 2 classes" in built.stderr

    described = json.loads(run("info", one, "--json").stdout)
    assert described["kg"] == "worldkg"
    assert described["counts"]["entities"] == 2
    assert described["sources"][0]["name"] == "helsinki.osm"

    run("export", one, "-o", dump)
    run("build", "worldkg", dump, "-o", two)
    for table in ("entities", "triples"):
        file = f"{table}/part-00000.parquet"
        assert (one / file).read_bytes() == (two / file).read_bytes()


def test_entities_are_located(source, tmp_path):
    run("build", "worldkg", source, "-o", tmp_path / "out")
    rows = pq.read_table(tmp_path / "out" / "entities").to_pylist()
    assert {(row["country"], row["income_tier"]) for row in rows} == {("FIN", "HIC")}
    assert all(row["density_tier"] for row in rows)


def test_unnamed_nodes_on_demand(source, tmp_path):
    run("build", "worldkg", source, "-o", tmp_path / "out", "--unnamed")
    counts = json.loads((tmp_path / "out" / "manifest.json").read_text())["counts"]
    assert (counts["entities"], counts["triples"]) == (2, 2 * 6 + 5)


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "nosuchgraph", "a.osm", "-o", "out"],
        ["build", "worldkg", "a.osm"],
        ["build", "worldkg", "a.osm", "-o", "out", "--threads", "0"],
        ["build", "atlas", "-o", "out", "--unnamed"],
        ["export", "here"],
        ["nosuchcommand"],
    ],
)
def test_usage(arguments):
    run(*arguments, code=2)


def test_an_unknown_graph_is_told_the_known_ones():
    message = run("build", "nosuchgraph", "-o", "out", code=2).stderr
    assert all(graph in message for graph in BUILDERS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "worldkg", "none.osm.pbf", "-o", "out"], "none.osm.pbf: is missing"),
        (["build", "worldkg", "-o", "out"], "none was given"),
        (["build", "worldkg", "a.osm", "-o", "out", "--memory", "much"], "memory limit"),
        (["info", "nowhere"], "is missing"),
        (["export", "nowhere", "-o", "a.nt"], "is missing"),
    ],
)
def test_bad_input_is_one_error(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=message):
        run(*arguments)
    assert not list(tmp_path.iterdir())


def test_the_command_exits_with_2_and_one_line(tmp_path):
    (tmp_path / "empty.osm.pbf").touch()
    command = [sys.executable, "-m", "multiglobeqa.cli.main", "kg", "build", "worldkg"]
    done = subprocess.run(
        [*command, "empty.osm.pbf", "-o", "out"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().splitlines()[-1] == (
        "error: empty.osm.pbf: is empty. Download it again."
    )
    assert not (tmp_path / "out").exists()
