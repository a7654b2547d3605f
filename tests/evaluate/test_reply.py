import pytest
from inspect_ai.log import EvalSample
from inspect_ai.model import ModelOutput, ModelUsage

from multiglobeqa.evaluate.reply import Cost, read_output, read_sample
from tests.evaluate.conftest import said


def read(text, stop="stop"):
    return read_output("q", "fin", said(text, stop))


def test_answer():
    reply = read('{"answer": [1, "Åbo"], "refused": false}')
    assert reply.prediction == ("q", [1, "Åbo"], False, "fin", None, reply.prediction.raw)
    assert reply.prediction.raw == '{"answer": [1, "Åbo"], "refused": false}'
    assert reply.problem is None


def test_refusal():
    assert read('{"answer": null, "refused": true}').prediction.refused


@pytest.mark.parametrize("text", ["", "I think 5.", '{"answer": 5', "[5]", '{"refused": false}'])
def test_what_is_no_reply_holds_no_answer_and_says_why(text):
    reply = read(text)
    assert reply.prediction.answer is None
    assert not reply.prediction.refused
    assert reply.prediction.failure is None
    assert reply.problem


@pytest.mark.parametrize(
    ("stop", "failure"), [("max_tokens", "budget_exhausted"), ("model_length", "context_overflow")]
)
def test_what_was_cut_off_is_no_answer(stop, failure):
    reply = read('{"answer": 5, "refused": false} and', stop)
    assert (reply.prediction.answer, reply.prediction.failure) == (None, failure)
    assert reply.problem == stop


def test_nothing_at_all_is_the_harness_fault():
    assert read_output("q", "eng", ModelOutput()).prediction.failure == "harness_error"


def test_lone_surrogates_can_be_stored():
    assert read("\ud800 5").prediction.raw == "? 5"


def test_tokens_and_dollars_are_all_counted():
    cached = ModelUsage(
        input_tokens=10, output_tokens=7, input_tokens_cache_read=100, input_tokens_cache_write=3
    )
    paid = ModelUsage(input_tokens=1, output_tokens=2, total_cost=0.25)
    sample = EvalSample(id="q", epoch=1, input="", target="", output=said("{}"))
    sample.model_usage = {"a": cached, "b": paid}
    sample.working_time = 1.5
    assert read_sample(sample, "eng").cost == Cost(114, 9, 0, 1.5, 0.25)
    sample.model_usage = {}
    assert read_sample(sample, "eng").cost == Cost(None, None, 0, 1.5, None)
