import json
import math
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from multiglobeqa.dataset import QUESTIONS
from multiglobeqa.errors import InputError
from multiglobeqa.solve.verify import VERDICTS, Verification, verify, verify_question

from .making import PUB, ask, iri, place, world, write_dataset

TRIPLES = world(place(1, -73.8, 40.6), place(2, -0.5, 51.6))


def good():
    """Agreeing answers of several formats, a false premise among them."""
    pubs = world(place(1, 0, 0), place(2, 0.1, 0, PUB), place(3, 0, 0.2, PUB))
    within = {"value": 50, "class_A": PUB}
    names = ["Place 3", "Place 2"]
    return [
        (ask("A1", 1, 2, answer=5551.7594, question_id="a"), TRIPLES),
        (
            ask(
                "M1", 1, 2, answer={"bearing": 287.8217772, "distance": 5551.7594}, question_id="m"
            ),
            TRIPLES,
        ),
        (
            ask(
                "B2",
                {"entity_B": 1},
                answer=names,
                acceptable=(names,),
                answer_entities=(iri(2), iri(3)),
                candidates=(iri(2), iri(3)),
                parameters=within,
                question_id="b",
            ),
            pubs,
        ),
        (
            ask(
                "B2",
                {"entity_B": 1},
                parameters=within | {"value": 2},
                premise_holds=False,
                premise="none of them is there",
                question_id="c",
            ),
            pubs,
        ),
    ]


def test_agreeing(tmp_path):
    report = verify(write_dataset(tmp_path / "dataset", good()))
    assert report.ok
    assert report.totals == dict.fromkeys(VERDICTS, 0) | {"agrees": 4}
    assert list(report.counts) == ["A1", "B2", "M1"]
    assert report.counts["B2"]["agrees"] == 2
    assert report.as_json()["answers"] == 4


def test_everything_else(tmp_path):
    cases = good()
    question = cases[0][0]
    cases += [
        (replace(question, question_id="wrong", answer=5551.77), TRIPLES),
        (replace(question, question_id="bare"), []),
        (replace(question, question_id="new", tid="Z1", sub_template="Z1.x"), TRIPLES),
        (ask("B3", 1, parameters=["no", "object"], question_id="broken"), TRIPLES),
    ]
    report = verify(write_dataset(tmp_path / "dataset", cases))
    assert not report.ok
    assert report.totals == {
        "agrees": 4, "disagrees": 1, "insufficient": 1, "unsolved": 1, "failed": 1,
    }  # fmt: skip
    by_id = {finding.question_id: finding for finding in report.findings}
    assert by_id.keys() == {"wrong", "bare", "new", "broken"}
    assert by_id["wrong"].gold == 5551.77
    assert by_id["wrong"].solved == pytest.approx(5551.7594003)
    assert by_id["wrong"].reason == "the answers differ"
    assert by_id["bare"].reason == f"no geometry of {iri(1)} is stated"
    assert by_id["new"].reason == "there is no solver for Z1"
    assert by_id["broken"].reason.startswith("TypeError")


@pytest.mark.parametrize("gold", [math.nan, math.inf, [math.nan]])
def test_a_report_is_json_whatever_the_gold_answer(gold):
    finding = verify_question(ask("A1", 1, 2, answer=gold), TRIPLES)
    assert finding.verdict == "disagrees"
    report = Verification({"A1": dict.fromkeys(VERDICTS, 0)}, (finding,)).as_json()
    assert json.dumps(report, allow_nan=False)


def test_the_report_does_not_depend_on_the_workers(tmp_path):
    cases = [
        (replace(question, question_id=f"{question.question_id}{n}"), triples)
        for n in range(500)
        for question, triples in good()
    ]
    cases += [
        (replace(cases[4 * n][0], question_id=f"z{n}", answer=float(n)), TRIPLES) for n in range(50)
    ]
    folder = write_dataset(tmp_path / "dataset", cases)
    done = []
    alone = verify(folder, workers=1)
    together = verify(folder, workers=2, advance=done.append)
    assert alone.totals == dict.fromkeys(VERDICTS, 0) | {"agrees": 2000, "disagrees": 50}
    assert json.dumps(alone.as_json()) == json.dumps(together.as_json())
    assert len(done) > 1
    assert sum(done) == 2050


def test_all_languages_and_splits_are_verified(tmp_path):
    folder = write_dataset(
        tmp_path / "dataset", good()[:1], languages=("eng", "fin"), splits=("large", "small")
    )
    assert verify(folder).totals["agrees"] == 4


def test_no_questions(tmp_path):
    report = verify(write_dataset(tmp_path / "dataset", []))
    assert report.ok
    assert report.as_json()["answers"] == 0


def test_no_dataset(tmp_path):
    with pytest.raises(InputError, match="not a dataset"):
        verify(tmp_path)


def test_a_row_that_is_no_question(tmp_path):
    question = replace(good()[0][0], entities=())
    folder = write_dataset(tmp_path / "dataset", [(question, TRIPLES)])
    assert verify(folder).findings[0].reason == "the question has no entity_A"
    file = folder / "questions" / "eng" / "test.parquet"
    rows = pq.read_table(file).to_pylist()
    rows[0]["entities"] = "{"
    pq.write_table(pa.Table.from_pylist(rows, schema=QUESTIONS), file)
    with pytest.raises(InputError, match="question a is malformed"):
        verify(folder)
