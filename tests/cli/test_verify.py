import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import typer
from typer.testing import CliRunner

from multiglobeqa.cli.verify import verify
from multiglobeqa.dataset import QUESTIONS, TRIPLES, Entity, Question
from multiglobeqa.errors import CheckFailed, InputError

GEO = "http://www.opengis.net/ont/geosparql#"


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(verify)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def dataset(tmp_path):
    """Return a function that writes a dataset of one question with the given gold answer."""

    def write(answer):
        folder = tmp_path / "dataset"
        (folder / "questions" / "eng").mkdir(parents=True)
        (folder / "gold_triples").mkdir()
        manifest = {"languages": ["eng"], "splits": ["test"]}
        manifest |= {"format": "multiglobeqa-dataset", "format_version": 1}
        (folder / "manifest.json").write_text(json.dumps(manifest))
        question = Question(
            "q1", "N1", "N1", "N", "atlas", "Where is \x1b[31mTurku?",
            (Entity("entity_A", "http://a", "Turku"),), "point", answer,
        )  # fmt: skip
        rows = [("http://a", "hasGeometry", "http://g"), ("http://g", "asWKT", "Point(22.3 60.5)")]
        triples = [
            {"question_id": "q1", "subject": s, "predicate": GEO + p, "object": o, "kind": "iri"}
            for s, p, o in rows
        ]
        pq.write_table(
            pa.Table.from_pylist([question.row()], schema=QUESTIONS),
            folder / "questions" / "eng" / "test.parquet",
        )
        pq.write_table(
            pa.Table.from_pylist(triples, schema=TRIPLES), folder / "gold_triples" / "0.parquet"
        )
        return folder

    return write


RIGHT = {"latitude": 60.5, "longitude": 22.3}
WRONG = {"latitude": 60.5, "longitude": 22.4}


def test_agreement(run, dataset):
    result = run(dataset(RIGHT))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].split() == ["all", "1", "0", "0", "0", "0"]


def test_disagreement_is_named(run, dataset):
    result = run(dataset(WRONG))
    assert result.exit_code == 1
    assert isinstance(result.exception, CheckFailed)
    assert str(result.exception) == "1 of 1 answers do not agree"
    assert "N1 q1: Where is \\x1b[31mTurku?" in result.stdout
    assert "disagrees: the answers differ" in result.stdout
    assert str(WRONG) in result.stdout and str(RIGHT) in result.stdout


@pytest.mark.parametrize(("answer", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_json_is_one_document(run, dataset, answer, code):
    result = run(dataset(answer), "--json", "--workers", 1)
    assert result.exit_code == code
    report = json.loads(result.stdout)
    assert report["ok"] is (code == 0)
    assert report["answers"] == 1
    assert [finding["question_id"] for finding in report["findings"]] == ["q1"] * code
    if code:
        assert (report["findings"][0]["gold"], report["findings"][0]["solved"]) == (WRONG, RIGHT)


def test_no_dataset(run, tmp_path):
    assert isinstance(run(tmp_path).exception, InputError)
