"""The command `score`."""

import json
import re
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import typer
from typer.testing import CliRunner

from multiglobeqa.cli.score import score
from multiglobeqa.dataset import ALIASES, QUESTIONS
from multiglobeqa.errors import InputError
from multiglobeqa.score import read_results, signature
from tests.score.making import question

TIERS = ("LIC", "HIC")

app = typer.Typer()
app.command()(score)


def shown(number):
    """Return the name of an entity; one looks like markup."""
    return "[red]Town 41" if number == 41 else f"Town {number}"


def asked():
    """Return 40 distances, 10 entities, 10 sets and 4 false premises."""
    made = [
        question(n, answer=100.0 + n, sfid="AB"[n % 2], income_tier=TIERS[n % 4 == 0])
        for n in range(40)
    ]
    made += [
        question(
            n, "entity", shown(n), sfid="F", answer_entities=(f"e{n}",), income_tier=TIERS[n % 2]
        )
        for n in range(40, 50)
    ]
    made += [
        question(n, "set", ["Town 40", "[red]Town 41"], sfid="B", answer_entities=("e40", "e41"))
        for n in range(50, 60)
    ]
    return made + [question(n, answer=None, sfid="A") for n in range(60, 64)]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "dataset"
    folder.mkdir()
    manifest = {
        "format": "multiglobeqa-dataset",
        "format_version": 1,
        "languages": ["eng", "deu"],
        "splits": ["small"],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for language in manifest["languages"]:
        rows = [replace(one, language=language).row() for one in asked()]
        place = folder / "questions" / language
        place.mkdir(parents=True)
        pq.write_table(pa.Table.from_pylist(rows, schema=QUESTIONS), place / "small.parquet")
    aliases = [
        {"entity": f"e{n}", "alias": name, "language": None, "kind": kind}
        for n in range(40, 50)
        for kind, name in (("display", shown(n)), ("label", f"Stadt {n}"))
    ]
    pq.write_table(pa.Table.from_pylist(aliases, schema=ALIASES), folder / "aliases.parquet")
    return folder


def answer(number):
    one = asked()[number]
    if number % 10 == 7:
        return {"answer": None, "refused": True}
    if number % 10 == 8:
        return {"answer": "[bold]nonsense", "refused": False}
    if one.answer_format == "entity":
        return {"answer": f"STADT {number}", "refused": False}
    return {"answer": one.answer, "refused": one.answer is None}


@pytest.fixture
def predictions(tmp_path):
    file = tmp_path / "mine.jsonl"
    lines = [
        {"question_id": f"q{n:05}", "language": language} | answer(n)
        for language in ("eng", "deu")
        for n in range(64)
        if not (n == 3 and language == "deu")
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    return file


def run(*arguments, code=0):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if code == 0:
        assert result.exit_code == 0, result.output + str(result.exception)
    return result


def document(*arguments):
    return json.loads(run(*arguments, "--json").stdout)


def test_json_is_one_document_with_everything(dataset, predictions):
    found = document(dataset, predictions, "--by", "income_tier", "--by", "sfid")
    assert found["signature"] == signature()
    assert found["predictions"] == {"given": 127, "missing": 1, "languages": ["deu", "eng"]}
    overall = found["overall"]
    # Of 60 questions 6 are refused and 6 answered with nonsense; one is missing.
    assert (overall["answerable"], overall["false_premise"]) == (120, 8)
    assert overall["em"] == pytest.approx((2 * 48 - 1) / 120)
    assert overall["frr"] == pytest.approx(12 / 120)
    assert overall["nrr"] == 1
    assert overall["share_format_error"] == pytest.approx(10 / 128)
    assert overall["share_harness_error"] == pytest.approx(1 / 128)
    assert overall["em_low"] < overall["em"] < overall["em_high"]
    assert {"majority", "majority_cross_validated"} == set(found["baselines"])
    assert {row["sfid"] for row in found["by"]["sfid"]} == {"A", "B", "F"}
    tiers = {row["income_tier"]: row for row in found["by"]["income_tier"]}
    assert tiers["LIC"]["contrast"]["p_holm"] >= tiers["LIC"]["contrast"]["p"]
    assert "em_standardised" in tiers["HIC"]
    assert found["problems"][0] == {
        "answer_format": "distance",
        "problem": "the answer is a number, not a string",
        "count": 8,
    }
    for name in ("se", "majority", "standardised", "contrast", "detectable", "missing"):
        assert found["explanations"][name].endswith(".")


def test_the_table_shows_the_same(dataset, predictions):
    shown = run(dataset, predictions, "--by", "income_tier").stdout
    overall = document(dataset, predictions)["overall"]
    line = next(line for line in shown.splitlines() if line.startswith("all"))
    assert f"{100 * overall['em']:.1f} ± {100 * overall['em_se']:.1f}" in line
    assert "127 predictions, 1 missing" in shown
    assert signature() in shown
    assert re.search(r"majority +64 ", shown)
    assert re.search(r"LIC .*[+-]\d+\.\d ± \d+\.\d", shown)


def test_results_are_written_and_scored_again_the_same(dataset, predictions, tmp_path):
    run(dataset, predictions, "-o", tmp_path / "r", "--model", "mine", "--tier", "T1", "--seed", 4)
    table, manifest = read_results(tmp_path / "r")
    assert len(table) == 128
    assert set(zip(*(table[n].to_pylist() for n in ("model", "tier", "seed")), strict=True)) == {
        ("mine", "T1", 4)
    }
    assert manifest["signature"] == signature()
    assert len(manifest["dataset"]["manifest_sha256"]) == 64
    again = document(dataset, tmp_path / "r")
    assert again["changes"] == []
    assert again["overall"] == pytest.approx(document(dataset, predictions)["overall"])
    assert "scored again: 0 changed" in run(dataset, tmp_path / "r").stdout


def test_the_model_is_called_after_its_file(dataset, predictions, tmp_path):
    run(dataset, predictions, "-o", tmp_path / "r")
    assert set(read_results(tmp_path / "r")[0]["model"].to_pylist()) == {"mine"}


def test_comparison(dataset, predictions, tmp_path):
    run(dataset, predictions, "-o", tmp_path / "r")
    worse = tmp_path / "worse.jsonl"
    lines = [json.loads(line) for line in predictions.read_text().splitlines()]
    lines[:20] = [line | {"answer": None, "refused": True} for line in lines[:20]]
    worse.write_text("\n".join(map(json.dumps, lines)))
    found = document(dataset, worse, "--against", tmp_path / "r")["against"]
    assert (found["results"], found["overall"]["pairs"]) == ("r", 128)
    assert found["overall"]["difference"] == pytest.approx(-16 / 120)
    assert found["overall"]["p_swap"] < 0.01
    assert "against" in run(dataset, worse, "--against", tmp_path / "r").stdout


def test_free_reading_says_so(dataset, predictions):
    found = document(dataset, predictions, "--reading", "free")
    assert found["signature"].startswith("read:free|")
    assert "must not be compared" in found["explanations"]["free"]


def test_readings_are_not_mixed(dataset, predictions, tmp_path):
    run(dataset, predictions, "-o", tmp_path / "r")
    result = run(dataset, tmp_path / "r", "--reading", "free", code=2)
    assert isinstance(result.exception, InputError)
    assert "was read strict" in str(result.exception)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"question_id": "q00000", "answer": NaN, "refused": false}', "line 1: NaN is not JSON"),
        ('{"question_id": "x", "answer": 1, "refused": false}', "line 1: there is no question"),
        ("<html>", "line 1: is not JSON"),
        ("", "holds no predictions"),
    ],
)
def test_bad_predictions(dataset, tmp_path, line, message):
    file = tmp_path / "p.jsonl"
    file.write_text(line)
    result = run(dataset, file, code=2)
    assert isinstance(result.exception, InputError)
    assert message in str(result.exception)


def test_bad_places(dataset, predictions, tmp_path):
    for arguments, message in (
        ((tmp_path / "none", predictions), "is not a dataset"),
        ((dataset, tmp_path / "none.jsonl"), "cannot be read"),
        ((dataset, tmp_path), "is not a results folder"),
        ((dataset, predictions, "--split", "huge"), "has no split 'huge'"),
        ((dataset, predictions, "--by", "tribe"), "no column 'tribe'"),
        ((dataset, predictions, "-o", predictions), "is not a folder"),
    ):
        result = run(*arguments, code=2)
        assert isinstance(result.exception, InputError), result.output
        assert message in str(result.exception)
