import json
import socket
import time

import pytest

from multiglobeqa.answers import answer_schema
from multiglobeqa.errors import CheckFailed, InputError
from multiglobeqa.evaluate import run
from multiglobeqa.evaluate.model import open_model
from multiglobeqa.evaluate.run import evaluate
from tests.evaluate.conftest import KINDS, RUNS_INSPECT, all_kinds, number_in, right_answer

pytestmark = RUNS_INSPECT


def test_server_gets_the_whole_schema_and_greedy_settings(dataset, tmp_path, serve):
    server = serve(right_answer)
    table = evaluate(
        dataset, tmp_path / "results", "server/org/model", base_url=server.base_url, seed=9
    )
    assert table["em"].to_pylist() == [1] * len(all_kinds())
    assert set(table["model"].to_pylist()) == {"org/model"}
    assert set(table["input_tokens"].to_pylist()) == {100}
    assert len(server.requests) == len(all_kinds())
    for body in server.requests:
        (message,) = body["messages"]
        asked = all_kinds()[number_in(message["content"])]
        form = body["response_format"]
        assert (form["type"], form["json_schema"]["strict"]) == ("json_schema", True)
        assert form["json_schema"]["schema"] == answer_schema(asked)
        told = {"model": "org/model", "temperature": 0, "top_p": 1, "seed": 9, "max_tokens": 2048}
        assert told.items() <= body.items()


def test_a_prompt_too_long_is_a_context_overflow(dataset, tmp_path, serve):
    refusals = [
        # As llama.cpp and vLLM word it.
        (400, {"error": {"code": 400, "type": "exceed_context_size_error", "message":
            "request (10031 tokens) exceeds the available context size (2048 tokens)"}}),
        (400, {"object": "error", "code": 400, "message":
            "This model's maximum context length is 4096 tokens."}),
    ]  # fmt: skip
    server = serve(lambda prompt: refusals[number_in(prompt) % 2])
    table = evaluate(dataset, tmp_path / "results", "server/m", base_url=server.base_url, limit=2)
    assert table["outcome"].to_pylist() == ["context_overflow"] * 2
    assert "context" in table["problem"][0].as_py()


def test_other_bad_requests_are_errors_of_the_harness(dataset, tmp_path, serve):
    server = serve(
        lambda prompt: (
            right_answer(prompt)
            if number_in(prompt) == 0
            else (400, {"error": {"message": "no such model"}})
        )
    )
    table = evaluate(dataset, tmp_path / "results", "server/m", base_url=server.base_url, limit=2)
    assert table["outcome"].to_pylist() == ["correct", "harness_error"]
    assert "no such model" in table["problem"][1].as_py()


def test_a_failing_server_is_tried_again_and_then_given_up(dataset, tmp_path, serve, monkeypatch):
    monkeypatch.setattr(run, "RETRIES", 0)
    server = serve(lambda prompt: (503, {"error": {"message": "overloaded"}}))
    with pytest.raises(CheckFailed, match=r"1 questions could not be asked.*503"):
        evaluate(dataset, tmp_path / "results", "server/m", base_url=server.base_url, limit=1)
    assert server.requests


def test_an_address_where_nothing_listens_fails_at_once(dataset, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}/v1"
    start = time.monotonic()
    with pytest.raises(InputError, match=r"does not answer.*Start the server"):
        evaluate(dataset, tmp_path / "results", "server/m", base_url=address)
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("name", ["", "model", "nobody/model", "server/model", "openai/gpt-x"])
def test_models_that_cannot_be_opened_are_named(name, monkeypatch):
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "SERVER_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(InputError, match="cannot be opened") as error, open_model(name):
        pass
    assert "[bold" not in str(error.value)


def test_key_and_address_can_come_from_the_environment(serve, monkeypatch):
    server = serve(right_answer)
    monkeypatch.setenv("SERVER_API_KEY", "secret")
    monkeypatch.setenv("SERVER_BASE_URL", server.base_url)
    with open_model("server/m") as opened:
        assert (opened.model.api.api_key, opened.model.api.base_url) == ("secret", server.base_url)


def test_rehearsal_refuses_everything(dataset, tmp_path):
    table = evaluate(dataset, tmp_path / "results", "mockllm/model")
    assert table["outcome"].to_pylist() == ["refused"] * (len(KINDS) + 1)
    assert json.loads(table["raw"][0].as_py()) == {"answer": None, "refused": True}
