"""One prediction at a time."""

import pytest

import multiglobeqa.score
from multiglobeqa.errors import InputError
from multiglobeqa.score import Gold, Names, Prediction, Score, parse_reply, score
from multiglobeqa.score.judge import judge
from tests.score.making import question

DISTANCE = Gold("distance", 100)


def test_public_names():
    assert multiglobeqa.score.__all__ == [
        "OUTCOMES",
        "RESULTS",
        "Gold",
        "Names",
        "Prediction",
        "Score",
        "aggregate",
        "changes",
        "compare",
        "contrast",
        "majority_baseline",
        "parse_reply",
        "read_predictions",
        "read_results",
        "representativeness",
        "rescore",
        "score",
        "score_file",
        "score_many",
        "signature",
        "standardise",
        "write_results",
    ]
    assert all(hasattr(multiglobeqa.score, name) for name in multiglobeqa.score.__all__)


@pytest.mark.parametrize(
    ("prediction", "expected"),
    [
        (Prediction(answer=102.5), ("correct", 1, 0.5)),
        (Prediction(answer=110), ("wrong", 0, 1)),
        (Prediction(refused=True), ("refused", 0, 1)),
        (Prediction(answer=100, refused=True), ("refused", 0, 1)),
        (Prediction(), ("format_error", 0, 1)),
        (Prediction(answer="100"), ("format_error", 0, 1)),
        (Prediction(answer=100, failure="budget_exhausted"), ("budget_exhausted", 0, 1)),
        (Prediction(failure="context_overflow"), ("context_overflow", 0, 1)),
        (Prediction(failure="harness_error"), ("harness_error", 0, 1)),
    ],
)
def test_outcomes(prediction, expected):
    assert score(prediction, DISTANCE)[:3] == expected


@pytest.mark.parametrize(
    ("prediction", "expected"),
    [
        (Prediction(refused=True), ("refused", 1, 0)),
        (Prediction(answer=100), ("wrong", 0, 1)),
        (Prediction(answer=[]), ("format_error", 0, 1)),
        (Prediction(failure="budget_exhausted"), ("budget_exhausted", 0, 1)),
    ],
)
def test_false_premise(prediction, expected):
    assert score(prediction, Gold("distance", premise_holds=False))[:3] == expected


def test_tells_how_it_was_read_and_why_not():
    assert score(Prediction(answer=102.5), DISTANCE) == Score("correct", 1, 0.5, 102.5, "json")
    told = score(Prediction(answer="far"), DISTANCE)
    assert told == Score("format_error", 0, 1.0, None, None, "the answer is a number, not a string")


def test_a_question_is_a_gold():
    assert score(Prediction(answer=102.5), question()).em == 1


def test_the_best_of_several_acceptable_answers_counts():
    gold = Gold("distance", 100, acceptable=(100, 200))
    assert score(Prediction(answer=195), gold) == Score("correct", 1, 0.5, 195, "json")
    assert score(Prediction(answer=101), gold).ne == pytest.approx(0.2)
    tie = Gold("entity", "A", acceptable=("A", "B"))
    assert [score(Prediction(answer=name), tie).em for name in "ABC"] == [1, 1, 0]


NAMES = Names.of({"Q1": ["Köln", "Cologne"], "Q2": ["Bonn"], "Q3": ["Aachen", "Aix-la-Chapelle"]})


def test_names_are_resolved_where_they_are_known():
    gold = Gold("entity", "Köln", answer_entities=("Q1",))
    assert [score(Prediction(answer=name), gold).em for name in ("köln", "Cologne")] == [1, 0]
    for name in ("köln", "Cologne", "KOELN"):
        assert score(Prediction(answer=name), gold, names=NAMES).em == 1
    assert score(Prediction(answer="Bonn"), gold, names=NAMES).outcome == "wrong"
    assert score(Prediction(answer="Colognes"), gold, names=NAMES).outcome == "wrong"


def test_sets_are_of_entities_not_of_names():
    gold = Gold("set", ["Köln", "Bonn"], answer_entities=("Q1", "Q2"))
    for names in (["Bonn", "Cologne"], ["Köln", "Cologne", "Bonn"]):
        assert score(Prediction(answer=names), gold, names=NAMES)[1:3] == (1, 0)
    # Two names of one other entity are one member too many; two unknown names are two.
    aachen = score(
        Prediction(answer=["Köln", "Bonn", "Aachen", "Aix-la-Chapelle"]), gold, names=NAMES
    )
    assert aachen.ne == pytest.approx(1 / 3)
    unknown = score(Prediction(answer=["Köln", "Bonn", "X", "Y"]), gold, names=NAMES)
    assert unknown.ne == pytest.approx(1 / 2)


def test_a_gold_that_is_not_valid_is_an_error():
    with pytest.raises(InputError, match="is not valid"):
        score(Prediction(answer=1), Gold("distance", "far"))
    with pytest.raises(InputError, match="Q9 has no name among the aliases"):
        score(Prediction(answer="X"), Gold("entity", "X", answer_entities=("Q9",)), names=NAMES)
    with pytest.raises(InputError, match="no answer format"):
        score(Prediction(answer=1), Gold("colour", 1))
    with pytest.raises(InputError, match="no reading 'loose'"):
        judge([], [], "loose")


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ('{"answer": 1, "refused": false}', (1, False)),
        ('{"refused": true, "answer": null, "why": "unknown"}', (None, True)),
        ('{"answer": [1]}', ([1], False)),
    ],
)
def test_replies(text, reply):
    assert parse_reply(text) == reply


@pytest.mark.parametrize(
    "text", ["", "12", "[]", '{"refused": true}', '{"answer": 1, "refused": "no"}', "[" * 100_000]
)
def test_replies_that_are_none(text):
    with pytest.raises(ValueError, match=r"repl|refused"):
        parse_reply(text)
