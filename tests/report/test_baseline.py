"""The majority baselines of a report: what a hand count gives, on the questions asked."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from multiglobeqa.dataset import ALIASES, QUESTIONS, Entity, Question
from multiglobeqa.errors import InputError
from multiglobeqa.report import write_report
from multiglobeqa.score import Prediction, score_many, write_results

# Most frequent: 2. It is right for three of the five; for two of the first three.
ANSWERS = [2, 7, 2, 2, 9]
ASKED = [
    Question(
        question_id=f"q{number}",
        tid="B1",
        sub_template="B1",
        sfid="B",
        kg="atlas",
        question=f"How many towns are near {number}?",
        entities=(Entity("entity_B", f"urn:{number}", f"Place {number}"),),
        answer_format="count",
        answer=answer,
        acceptable=(answer,),
    )
    for number, answer in enumerate(ANSWERS)
]


@pytest.fixture
def dataset(tmp_path):
    folder = tmp_path / "dataset"
    for split, questions in {"small": ASKED[:2], "large": ASKED}.items():
        file = folder / "questions" / "eng" / f"{split}.parquet"
        file.parent.mkdir(parents=True, exist_ok=True)
        rows = [question.row() for question in questions]
        pq.write_table(pa.Table.from_pylist(rows, schema=QUESTIONS), file)
    pq.write_table(ALIASES.empty_table(), folder / "aliases.parquet")
    manifest = {
        "format": "multiglobeqa-dataset",
        "format_version": 1,
        "languages": ["eng"],
        "splits": ["small", "large"],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def results(folder, questions):
    said = [Prediction(question.question_id, question.answer) for question in questions]
    write_results(folder, score_many(said, questions, model="zebra", tier="T1"), {})
    return folder


def ems(page):
    document = json.loads((page.parent / "report.json").read_text("utf-8"))
    return {(run["model"], run["tier"]): run["metrics"]["em"]["value"] for run in document["runs"]}


@pytest.mark.parametrize(("asked", "share"), [(5, 3 / 5), (3, 2 / 3)])
def test_gold_informed_baseline_on_the_questions_asked(dataset, tmp_path, asked, share):
    folder = results(tmp_path / "results", ASKED[:asked])
    page = write_report([folder], tmp_path / "out", dataset=dataset)
    found = ems(page)
    assert list(found) == [
        ("zebra", "T1"),
        ("majority baseline", "cross-validated"),
        ("majority baseline", "gold-informed"),
    ]
    assert found["majority baseline", "gold-informed"] == pytest.approx(share)
    assert found["majority baseline", "cross-validated"] <= share
    source = page.read_text("utf-8")
    assert "How zebra answered" in source
    assert f"The most frequent answers would have got {100 * share:.1f}\u00a0%" in source
    assert "the dashed tick is the majority baseline" in source
    assert f'class="floor" x1="{1000 * share:.1f}"'.replace('.0"', '"') in source


def test_examples_show_what_models_said(dataset, tmp_path):
    folder = results(tmp_path / "results", ASKED)
    page = write_report([folder], tmp_path / "out", dataset=dataset)
    document = json.loads((page.parent / "report.json").read_text("utf-8"))
    assert {reply["run"] for one in document["examples"] for reply in one["replies"]} == {0}


def test_without_a_dataset_there_is_no_baseline(tmp_path):
    page = write_report([results(tmp_path / "results", ASKED)], tmp_path / "out")
    assert list(ems(page)) == [("zebra", "T1")]
    assert "dashed tick" not in page.read_text("utf-8")


def test_a_baseline_scored_before_is_the_floor_too(tmp_path):
    write_results(
        tmp_path / "baseline",
        score_many(
            [Prediction(question.question_id, 2) for question in ASKED],
            ASKED,
            model="majority baseline",
            tier="gold-informed",
        ),
        {},
    )
    folders = [tmp_path / "baseline", results(tmp_path / "results", ASKED)]
    source = write_report(folders, tmp_path / "out").read_text("utf-8")
    assert 'class="floor" x1="600"' in source


def test_another_dataset_is_refused(dataset, folder, tmp_path):
    with pytest.raises(InputError, match="does not hold all questions"):
        write_report([folder], tmp_path / "out", dataset=dataset)
    assert not (tmp_path / "out").exists()
