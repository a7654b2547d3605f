"""Old results, scored again."""

import re

import pyarrow as pa
import pytest

import multiglobeqa
from multiglobeqa.answers import tolerance
from multiglobeqa.score import Names, Prediction, changes, rescore, score_many, signature
from tests.score.making import question

ASKED = [
    question(0),
    question(1, sub_template="A2"),
    question(2, answer=None),
    question(3, "entity", "Köln", answer_entities=("e3",)),
    question(4),
]
SAID = [
    Prediction("q00001", 103),
    Prediction("q00000", 104),
    Prediction("q00003", "Cologne"),
    Prediction("q00002", refused=True),
]
NAMES = Names.of({"e3": ["Köln"]})
MORE = Names.of({"e3": ["Köln", "Cologne"]})


def with_usage(table):
    place = table.schema.get_field_index("output_tokens")
    return table.set_column(
        place, table.schema.field(place), pa.array(range(len(table)), pa.int64())
    )


def test_nothing_changes_by_itself():
    runs = [score_many(SAID, ASKED, names=NAMES, model=model, seed=7) for model in ("b", "a")]
    old = with_usage(pa.concat_tables(runs))
    again = rescore(old, ASKED, names=NAMES)
    assert again.equals(old)
    assert changes(old, again).num_rows == 0


def test_what_changed_is_told(monkeypatch):
    old = score_many(SAID, ASKED, names=NAMES)
    monkeypatch.setattr(tolerance, "RELATIVE", 40)
    floors = ((0.0, 0.5), (50.0, 3.5), (500.0, 10.0))
    monkeypatch.setattr(tolerance, "DISTANCE_FLOORS_KM", floors)
    new = rescore(old, ASKED, names=MORE)
    assert changes(old, new).to_pylist() == [
        {
            "sub_template": "A1",
            "before": "correct",
            "after": "wrong",
            "count": 1,
            "example": "q00000",
        },
        {
            "sub_template": "A1",
            "before": "wrong",
            "after": "correct",
            "count": 1,
            "example": "q00003",
        },
        {
            "sub_template": "A2",
            "before": "correct",
            "after": "correct",
            "count": 1,
            "example": "q00001",
        },
    ]


def test_only_the_questions_of_the_results_are_scored():
    part = score_many(SAID[:2], ASKED[:2])
    assert rescore(part, ASKED).equals(part)


@pytest.mark.parametrize("failure", ["budget_exhausted", "context_overflow", "harness_error"])
def test_failures_stay(failure):
    old = score_many([Prediction("q00000", failure=failure, raw="cut o")], ASKED[:1])
    again = rescore(old, ASKED[:1])
    assert again.equals(old)
    assert again["raw"].to_pylist() == ["cut o"]


def test_replies_are_read_from_what_was_written():
    """A model's own words, of which the first scoring kept only the text."""
    said = [
        Prediction("q00000", 104, raw='{"answer": 104, "refused": false}'),
        Prediction("q00001", raw="It is 103 km."),
    ]
    old = score_many(said, ASKED[:2])
    assert old["outcome"].to_pylist() == ["correct", "format_error"]
    assert rescore(old, ASKED[:2]).equals(old)
    free = rescore(old, ASKED[:2], reading="free")
    assert free["outcome"].to_pylist() == ["correct", "correct"]
    assert free["read_as"].to_pylist() == ["json", "number, km"]


def test_signature_names_all_that_a_score_depends_on():
    assert signature() == (
        "read:strict|tol:r0.05,d0.5/5/10,a0.25/25/100,c1,p10,b5,i0.5,t1/15/365|"
        f"crs:wgs84,epsg6933|names:nfkc-fold-1|version:{multiglobeqa.__version__}"
    )
    assert signature("free").startswith("read:free|")
    assert not re.search(r"\s", signature())


def test_signature_follows_the_tolerances(monkeypatch):
    monkeypatch.setattr(tolerance, "IOU", 0.6)
    assert "i0.6" in signature()
