"""Many predictions at once."""

import json
from random import Random

import pyarrow as pa
import pytest

from multiglobeqa.dataset import QUESTIONS
from multiglobeqa.errors import InputError
from multiglobeqa.score import RESULTS, Gold, Names, Prediction, aggregate, score, score_many
from multiglobeqa.score.batch import MISSING
from tests.answers.test_table12 import CASES
from tests.score.making import question

NAMES = Names.of({f"e{n}": [f"Name {n}", f"Другое {n}"] for n in range(5)})


def in_language(questions, language):
    rows = [asked.row() | {"language": language, "question": "¿?"} for asked in questions]
    return pa.Table.from_pylist(rows, schema=QUESTIONS)


def test_rows_carry_the_question_and_what_came_of_it():
    asked = [
        question(1, country="FIN", income_tier="HIC", density_tier="low", tid="A8"),
        question(2, answer=None),
    ]
    table = score_many(
        [Prediction("q00002", refused=True), Prediction("q00001", 105, raw="it is 105")],
        asked,
        model="m",
        tier="T1",
        seed=3,
    )
    assert table.schema == RESULTS
    second, first = table.to_pylist()
    assert (second["question_id"], second["outcome"], second["em"]) == ("q00002", "refused", 1)
    assert second["gold"] is None and second["premise_holds"] is False
    assert json.loads(second["raw"]) == {"answer": None, "refused": True}
    expected = {
        "question_id": "q00001",
        "language": "eng",
        "tid": "A8",
        "country": "FIN",
        "income_tier": "HIC",
        "density_tier": "low",
        "question": "Question 1?",
        "gold": "100.0",
        "raw": "it is 105",
        "answer": "105",
        "read_as": "json",
        "problem": None,
        "outcome": "wrong",
        "em": 0,
        "ne": 1.0,
        "model": "m",
        "tier": "T1",
        "seed": 3,
        "cost": None,
    }
    assert expected.items() <= first.items()


def test_many_are_as_one_by_one():
    """All the hand-computed cases, right and wrong, at once and shuffled."""
    asked = [
        question(place, form, gold, answer_options=options)
        for place, (form, options, gold, *_) in enumerate(CASES)
    ]
    predictions = [
        Prediction(f"q{place:05}", case[3], refused=place % 7 == 0, failure=None)
        for place, case in enumerate(CASES)
    ]
    Random(1).shuffle(predictions)
    rows = score_many(predictions, asked).to_pylist()
    for row, prediction in zip(rows, predictions, strict=True):
        case = CASES[int(prediction.question_id[1:])]
        alone = score(prediction, Gold(case[0], case[2], case[1]))
        assert (row["outcome"], row["em"], row["ne"]) == alone[:3]
        assert row["question_id"] == prediction.question_id


def test_questions_without_a_prediction_count():
    asked = [question(number) for number in range(4)]
    table = score_many([Prediction("q00002", 100)], asked)
    rows = table.to_pylist()
    assert [row["question_id"] for row in rows] == ["q00002", "q00000", "q00001", "q00003"]
    assert {(row["outcome"], row["problem"], row["em"], row["ne"]) for row in rows[1:]} == {
        ("harness_error", MISSING, 0, 1.0)
    }
    assert aggregate(table).to_pylist()[0]["em"] == 0.25


def test_languages_share_the_gold_and_only_those_answered_count():
    english = [question(number, country="FIN") for number in range(2)]
    spanish, german = in_language(english, "spa"), in_language(english, "deu")
    text = ["question_id", "language", "question"]
    table = pa.concat_tables(
        [in_language(english, "eng"), spanish.select(text), german.select(text)],
        promote_options="default",
    )
    rows = score_many([Prediction("q00001", 100, language="spa")], table).to_pylist()
    assert [(row["question_id"], row["language"]) for row in rows] == [
        ("q00001", "spa"),
        ("q00000", "spa"),
    ]
    assert (rows[0]["em"], rows[0]["country"], rows[0]["question"]) == (1, "FIN", "¿?")


def test_the_same_entities_make_one_tuple():
    asked = [
        question(1, entities=("a", "b")),
        question(2, entities=("b", "a"), sub_template="A2"),
        question(3, entities=("a",)),
    ]
    table = score_many([Prediction(f"q0000{n}", 1) for n in (1, 2, 3)], asked)
    first, second, third = table["tuple_id"].to_pylist()
    assert first == second != third


def test_names_are_resolved_among_the_candidates():
    asked = [
        question(1, "entity", "Name 1", answer_entities=("e1",), candidates=("e1", "e2")),
        question(2, "set", ["Name 2", "Name 3"], answer_entities=("e2", "e3")),
    ]
    predictions = [
        Prediction("q00001", "ДРУГОЕ 1"),
        Prediction("q00002", ["Другое 3", "Name 2", "Drugoe 2"]),
    ]
    table = score_many(predictions, asked, names=NAMES)
    assert table["em"].to_pylist() == [1, 1]
    assert score_many(predictions, asked)["em"].to_pylist() == [0, 0]


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        ([Prediction("x")], "there is no question 'x'"),
        ([Prediction("q00001", language="fra")], "there are no questions in 'fra'"),
        ([Prediction("q00001"), Prediction("q00001")], "two predictions for 'q00001' in 'eng'"),
    ],
)
def test_predictions_that_are_for_nothing(predictions, message):
    with pytest.raises(InputError, match=message):
        score_many(predictions, [question(1)])


def test_a_bad_gold_names_its_question():
    with pytest.raises(InputError, match="question q00001: the gold answer 'far' is not valid"):
        score_many([Prediction("q00001", 1)], [question(1, answer="far")])


def test_raw_answers_of_any_kind_are_kept():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    asked = [question(number) for number in range(5)]
    answers = [float("nan"), object(), "\ud800", deep, {1: 2}]
    predictions = [Prediction(f"q0000{n}", answer) for n, answer in enumerate(answers)]
    predictions[4] = predictions[4]._replace(raw="half a \ud800 pair")
    table = score_many(predictions, asked)
    assert set(table["outcome"].to_pylist()) == {"format_error"}
    assert table["raw"].null_count == 1  # nested beyond writing
    assert table["raw"][4].as_py() == "half a ? pair"
    table.validate(full=True)
