"""The command line: the page's path on standard output, one message when something is wrong."""

import pytest
import typer
from typer.testing import CliRunner

from multiglobeqa.cli.report import report
from multiglobeqa.errors import InputError

app = typer.Typer()
app.command()(report)
runner = CliRunner()


def test_bad_input_is_one_error(tmp_path):
    result = runner.invoke(app, [str(tmp_path), "-o", str(tmp_path / "out")])
    assert isinstance(result.exception, InputError)
    assert "is not a results folder" in str(result.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("arguments", [[], ["results"], ["-o", "out"]])
def test_usage(arguments):
    assert runner.invoke(app, arguments).exit_code == 2
