import json

import pytest

from multiglobeqa.answers import get_format
from multiglobeqa.evaluate.prompt import prompt
from multiglobeqa.evaluate.tiers import TIERS
from tests.evaluate.conftest import KINDS, question


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_question_and_form_are_told_unharmed(number):
    asked = question(number, KINDS[number])
    told = prompt("t1", asked)
    assert told.count(asked.question) == 1
    form = get_format(asked.answer_format)
    assert form.describe(asked.answer_options, asked.unit) in told
    assert ("itself does not count." in told) == (asked.convention is not None)


def test_every_tier_has_a_prompt_that_lets_the_model_refuse():
    for tier in TIERS.values():
        told = prompt(tier.prompt, question(0, KINDS[0]))
        refusal = next(line for line in told.splitlines() if '"refused": true' in line)
        assert json.loads(refusal) == {"answer": None, "refused": True}


def test_whole_prompt():
    told = prompt(
        "t1",
        question(
            1,
            ("distance", {}, 1.0, "km"),
            question="How far is Åbo from $unit_clause?",
            convention="Measure to the ${question}.",
        ),
    )
    assert told.endswith(
        "Question: How far is Åbo from $unit_clause?\n\n"
        "YOUR ANSWER is a distance in kilometres, as a number without the unit (km). "
        "Distances run straight over the surface of the Earth, not along roads. "
        "Measure to the ${question}."
    )


def test_only_geodesic_distances_are_told_to_be_straight():
    straight = "not along roads"
    polar, area = ("polar", {}, None, None), ("area", {}, 1.0, "km2")
    assert straight in prompt("t1", question(0, polar))
    assert straight not in prompt("t1", question(0, polar, measure="planar"))
    assert straight not in prompt("t1", question(0, area))
