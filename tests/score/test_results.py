"""The results folder."""

import json

import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.score import OUTCOMES, RESULTS, read_results, write_results
from tests.score.making import outcomes

TABLE = outcomes({"wrong": 2, "correct": 1})


def test_written_and_read(tmp_path):
    write_results(tmp_path / "r", TABLE, {"signature": "s"})
    table, manifest = read_results(tmp_path / "r")
    assert table.equals(TABLE)
    assert manifest["rows"] == 3 and manifest["signature"] == "s"


def test_rows_are_in_order_whatever_theirs_was(tmp_path):
    for name, table in (("a", TABLE), ("b", TABLE.take([2, 0, 1]))):
        write_results(tmp_path / name, table, {})
    files = [(tmp_path / name / "results.parquet").read_bytes() for name in "ab"]
    assert files[0] == files[1]


def test_outcomes_are_the_documented_ones():
    assert set(TABLE["outcome"].to_pylist()) < set(OUTCOMES)
    assert RESULTS.field("problem").nullable


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (None, "is not a results folder"),
        ("{", "is not JSON"),
        ("[]", "does not say that it is"),
        (json.dumps({"format": "multiglobeqa-results", "format_version": 99}), "version 99"),
        (json.dumps({"format": "multiglobeqa-results", "format_version": 1}), "is missing"),
    ],
)
def test_bad_folders(tmp_path, manifest, message):
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(InputError, match=message):
        read_results(tmp_path)
