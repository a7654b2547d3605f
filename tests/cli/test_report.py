"""The command line: the page's path on standard output, one message when something is wrong."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from multiglobeqa.cli.report import report
from multiglobeqa.dataset import Question
from multiglobeqa.errors import InputError
from multiglobeqa.score import Prediction, score_many, write_results

app = typer.Typer()
app.command()(report)
runner = CliRunner()


def test_the_page_is_written_and_its_path_printed(tmp_path):
    question = Question("q", "B1", "B1", "B", "atlas", "How many?", (), "count", 3)
    rows = score_many([Prediction("q", 3)], [question], model="m", tier="T1")
    write_results(tmp_path / "results", rows, {})
    result = runner.invoke(app, [str(tmp_path / "results"), "-o", str(tmp_path / "out")])
    assert result.exit_code == 0
    page = Path(result.stdout.strip())
    assert page == tmp_path / "out" / "index.html"
    assert "How m answered 1 question<" in page.read_text("utf-8")


def test_bad_input_is_one_error(tmp_path):
    result = runner.invoke(app, [str(tmp_path), "-o", str(tmp_path / "out")])
    assert isinstance(result.exception, InputError)
    assert "is not a results folder" in str(result.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("arguments", [[], ["results"], ["-o", "out"]])
def test_usage(arguments):
    assert runner.invoke(app, arguments).exit_code == 2
