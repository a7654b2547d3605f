"""The majority baseline."""

from random import Random

import pytest

from multiglobeqa.score import Names, aggregate, majority_baseline, score_many
from tests.score.making import question


def answers(asked, **how):
    return {p.question_id: p.answer for p in majority_baseline(asked, **how)}


def test_the_most_frequent_answer_of_each_sub_template():
    asked = [
        *(question(n, "boolean", n != 3, sub_template="C1") for n in range(4)),
        *(question(n, "count", n % 2, sub_template="B1") for n in range(4, 8)),
        question(8, "count", None, sub_template="B1"),
    ]
    found = answers(asked)
    assert {found[f"q0000{n}"] for n in range(4)} == {True}
    # A tie goes to the first by its text; the false premise is answered too.
    assert {found[f"q0000{n}"] for n in range(4, 9)} == {0}
    assert not any(prediction.refused for prediction in majority_baseline(asked))


def test_sets_are_the_same_in_any_order():
    asked = [
        question(0, "set", ["a", "b"]),
        question(1, "set", ["b", "a"]),
        question(2, "set", ["c"]),
        question(3, "set", ["d"]),
    ]
    assert {tuple(answer) for answer in answers(asked).values()} == {("a", "b")}


def test_gold_informed_and_cross_validated_by_hand():
    """Every question has an answer of its own: to know the gold is to get one of them right."""
    asked = [question(n, "count", n + 100) for n in range(40)]
    informed = score_many(majority_baseline(asked), asked)
    blind = score_many(majority_baseline(asked, folds=10), asked)
    # 100 is within 5 % of 100 to 105 (of 105: 5 < 5.25; of 106: 6 > 5.3).
    assert aggregate(informed).to_pylist()[0]["em"] == pytest.approx(6 / 40)
    # Where 100 is left out, 101 is the first; it reaches from 100 to 106.
    assert aggregate(blind).to_pylist()[0]["em"] <= 7 / 40
    assert all(p.answer != int(p.question_id[1:]) + 100 for p in majority_baseline(asked, folds=10))


def test_a_coin_is_guessed_half_the_time():
    rng = Random(3)
    asked = [question(n, "boolean", rng.random() < 0.5) for n in range(1000)]
    row = aggregate(score_many(majority_baseline(asked, folds=10), asked)).to_pylist()[0]
    assert row["em"] == pytest.approx(0.5, abs=0.06)
    assert (row["cov"], row["frr"]) == (1, 0)


def test_questions_about_the_same_entities_are_in_one_fold():
    """The same answer for the same entities is not known from the others."""
    asked = [question(n, "entity", f"Town {n // 4}", entities=(f"e{n // 4}",)) for n in range(40)]
    row = aggregate(score_many(majority_baseline(asked, folds=10), asked)).to_pylist()[0]
    assert row["em"] == 0


def test_an_only_question_is_answered_by_its_format():
    asked = [
        question(0, "boolean", True, sub_template="C1"),
        question(1, "boolean", False, sub_template="C2"),
        question(2, "boolean", False, sub_template="C3"),
        question(3, "distance", 5.0, sub_template="A1"),
    ]
    found = answers(asked, folds=1000)
    assert found["q00000"] is False
    assert found["q00003"] is None  # nothing else is like it


def test_it_is_seeded():
    asked = [question(n, "count", n % 7) for n in range(200)]
    assert answers(asked, folds=5) == answers(asked, folds=5)
    assert answers(asked, folds=5, seed=0) != answers(asked, folds=5, seed=1)


def test_entities_are_scored_by_name():
    names = Names.of({"e1": ["Town"], "e2": ["City"]})
    asked = [
        question(n, "entity", name, answer_entities=(entity,))
        for n, (name, entity) in enumerate([("Town", "e1"), ("Town", "e1"), ("City", "e2")])
    ]
    table = score_many(majority_baseline(asked), asked, names=names)
    assert table["em"].to_pylist() == [1, 1, 0]
