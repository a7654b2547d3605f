"""Malformed answers: 10,000 of them, in every format, read strictly and freely."""

import contextlib
import json
import math
from random import Random

import pytest

from multiglobeqa.answers import FORMATS, FormatError
from multiglobeqa.answers.free import LANGUAGES, read
from multiglobeqa.score import Gold, Prediction, score
from multiglobeqa.score.gold import Target
from multiglobeqa.score.judge import judge
from multiglobeqa.score.results import OUTCOMES
from tests.answers.test_table12 import CASES, MALFORMED

GOLDS = [
    Gold(form, gold, options)
    for form, options, gold in {(case[0], json.dumps(case[1])): case[:3] for case in CASES}.values()
]


def nested(depth, rng):
    value = rng.choice([None, 0, "x"])
    for _ in range(depth):
        value = [value] if rng.random() < 0.5 else {"answer": value}
    return value


# None of these is an answer in any format.
NEVER = [
    lambda rng: math.nan,
    lambda rng: rng.choice([math.inf, -math.inf]),
    lambda rng: rng.choice([10**400, -(10**400), -1, -1e308, -0.1]),
    lambda rng: nested(rng.choice([2, 10, 500]), rng) or {},
    lambda rng: "x" * rng.choice([501, 100_001, 1_000_000]),
    lambda rng: "POLYGON ((" * rng.choice([60, 1000, 10_000]),
    lambda rng: "POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))" + " " * 501,
    lambda rng: "".join(rng.choices("\ud800\udfff a1", k=5)) + "\udc00",
    lambda rng: {"type": "Point", "coordinates": [rng.random()]},
    lambda rng: {rng.choice(["h3", "zone", "west", "bearing", "latitude"]): rng.random()},
    lambda rng: dict.fromkeys(("latitude", "longitude"), math.nan),
    lambda rng: dict.fromkeys(("west", "south", "east", "north")),
    lambda rng: {"bearing": rng.uniform(361, 1e9), "distance": 1},
    lambda rng: [rng.choice([None, 1.5, True, [], {}])] * rng.randint(1, 5),
    lambda rng: ["a", "\ud800"],
    lambda rng: ["a"] * 10_001,
    lambda rng: object(),
    lambda rng: b"bytes",
    lambda rng: lambda: None,
]


def test_ten_thousand_malformed_answers():
    rng = Random(5)
    golds = [rng.choice(GOLDS) for _ in range(10_000)]
    targets = {id(gold): Target(gold) for gold in GOLDS}
    answers = [rng.choice(NEVER)(rng) for _ in golds]
    for reading in ("strict", "free"):
        verdicts = judge(
            [Prediction(answer=answer) for answer in answers],
            [targets[id(gold)] for gold in golds],
            reading,
        )
        wrong = [
            (golds[place].answer_format, repr(answers[place])[:80])
            for place in range(len(golds))
            if OUTCOMES[verdicts.outcome[place]] != "format_error"
        ]
        if reading == "strict":
            assert not wrong
        assert not verdicts.em.any()
        assert (verdicts.ne == 1).all()


@pytest.mark.parametrize(("form", "options", "value"), MALFORMED)
def test_malformed_answers_score_nothing(form, options, value):
    gold = next(g for g in GOLDS if (g.answer_format, g.answer_options) == (form, options))
    result = score(Prediction(answer=value), gold)
    assert (result.outcome, result.em, result.ne, result.answer) == ("format_error", 0, 1.0, None)
    assert result.problem


def test_free_reading_raises_nothing_else():
    rng = Random(6)
    letters = "0123456789.,-+°'\"NSEWkm{}[]():;/ \n×^%日年月度北と،٣abcdefu\u200f\u0301"
    for _ in range(3_000):
        gold = rng.choice(GOLDS)
        text = "".join(rng.choices(letters, k=rng.randint(0, 60)))
        try:
            found = read(text, gold.answer_format, gold.answer_options, rng.choice(LANGUAGES))
        except FormatError:
            continue
        assert found.how
        if not found.refused:
            FORMATS[gold.answer_format].parse(found.answer, gold.answer_options)


@pytest.mark.parametrize("form", ["boolean", "set", "cell", "distance", "point", "polygon", "date"])
@pytest.mark.parametrize(
    "text",
    [
        "1," * 5_000,
        "°'\"" * 5_000,
        "**" * 5_000,
        '"' * 10_001,
        "answer is " * 1_000,
        "north and " * 1_000,
        "{" * 10_000,
        "[" * 10_000,
        "a, " * 4_000,
        " " * 10_000 + "1",
        "1 " * 5_000,
        "POINT(" * 2_000,
    ],
    ids=lambda text: repr(text[:10]),
)
@pytest.mark.timeout(30)
def test_free_reading_takes_no_time_for_nonsense(form, text):
    gold = next(gold for gold in GOLDS if gold.answer_format == form)
    with contextlib.suppress(FormatError):
        read(text, form, gold.answer_options, "fra")
