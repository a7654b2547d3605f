"""The command `kg info`."""

import json

import typer
from typer.testing import CliRunner

from multiglobeqa.cli.kg_info import info
from tests.kg.small_snapshot import snapshot_of
from tests.kg.test_figures import ENTITIES, TRIPLES

app = typer.Typer()
app.command()(info)


def run(*arguments):
    return CliRunner().invoke(app, arguments, catch_exceptions=False).stdout


def test_tells_the_figures(tmp_path):
    snapshot = str(snapshot_of(tmp_path / "s", TRIPLES, ENTITIES))
    lines = [line.split() for line in run(snapshot).splitlines()]
    assert ["nodes", "8"] in lines and ["leaves", "5"] in lines
    assert ["out-degree", "mean", "3.00,", "max", "5"] in lines
    assert ["HIC", "1", "0", "1"] in lines and ["DEU", "2"] in lines and ["none", "2"] in lines
    document = json.loads(run(snapshot, "--json"))
    assert document["kg"] == "worldkg"
    assert document["figures"]["edges"] == 9 and document["figures"]["max_in_degree"] == 2
    assert document["spread"]["strata"] == {"HIC": {"low": 1, "high": 1}}


def test_the_brief_form_is_the_manifest(tmp_path):
    snapshot = snapshot_of(tmp_path / "s", TRIPLES, ENTITIES)
    manifest = json.loads((snapshot / "manifest.json").read_text())
    assert json.loads(run(str(snapshot), "--brief", "--json")) == manifest
    assert "node types" not in run(str(snapshot), "--brief")
