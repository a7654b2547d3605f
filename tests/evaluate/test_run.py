import json
import math
import shutil
from zipfile import ZipFile

import pytest
from inspect_ai.log import read_eval_log

from multiglobeqa.answers import answer_schema
from multiglobeqa.errors import CheckFailed, InputError
from multiglobeqa.evaluate.run import evaluate
from multiglobeqa.score import read_results
from tests.evaluate.conftest import (
    KINDS,
    RUNS_INSPECT,
    all_kinds,
    mock,
    number_in,
    question,
    right_answer,
    said,
    write_dataset,
)

pytestmark = RUNS_INSPECT

SIZE = len(KINDS) + 1


def by_number(table):
    return {int(row["question_id"], 16): row for row in table.to_pylist()}


def test_right_answers_are_right_in_every_format(dataset, tmp_path):
    model = mock(right_answer)
    table = evaluate(dataset, tmp_path / "results", model, seed=5)
    assert table.num_rows == SIZE
    for number, row in by_number(table).items():
        holds = number < len(KINDS)
        assert (row["outcome"], row["em"]) == ("correct" if holds else "refused", 1), row
        assert row["raw"] == right_answer(f"in number {number} ")
        assert (row["input_tokens"], row["output_tokens"], row["tool_calls"]) == (100, 20, 0)
        assert row["seconds"] >= 0
        assert (row["tier"], row["seed"], row["model"]) == ("T1", 5, "mockllm/model")
    assert read_results(tmp_path / "results")[0].num_rows == SIZE


def test_model_is_held_to_each_schema_and_greedy(dataset, tmp_path):
    model = mock(right_answer)
    evaluate(dataset, tmp_path / "results", model, seed=5, max_tokens=99)
    assert len(model.asked) == SIZE
    for prompt, config in model.asked:
        asked = all_kinds()[number_in(prompt)]
        sent = config.response_schema.json_schema.model_dump(exclude_none=True)
        assert sent == answer_schema(asked)
        settings = (config.temperature, config.top_p, config.seed, config.max_tokens)
        assert settings == (0, 1, 5, 99)


def test_outcomes(dataset, tmp_path):
    replies = {
        0: '{"answer": false, "refused": false}',
        1: '{"answer": null, "refused": true}',
        2: '{"answer": "Åbo", "refused": false}',
        3: '{"answer": "straight on", "refused": false}',
        4: '{"answer": ["Espoo"], "refused": false}',
        5: "I would say 871126d29ffffff.",
        6: said('{"answer": "46920bc4", "refused": false}', "max_tokens"),
        7: said("", "model_length"),
        8: ValueError("the service is down"),
        10: '{"answer": 156, "refused": false}',
        11: '{"answer": NaN, "refused": false}',
        12: said("", "content_filter"),
        len(KINDS): '{"answer": 3, "refused": false}',
    }
    model = mock(lambda prompt: replies.get(number_in(prompt), '{"answer": null, "refused": true}'))
    rows = by_number(evaluate(dataset, tmp_path / "results", model))
    outcomes = {number: rows[number]["outcome"] for number in replies}
    assert outcomes == {
        0: "wrong",
        1: "refused",
        2: "correct",
        3: "format_error",
        4: "wrong",
        5: "format_error",
        6: "budget_exhausted",
        7: "context_overflow",
        8: "harness_error",
        10: "correct",
        11: "format_error",
        12: "format_error",
        len(KINDS): "wrong",
    }
    assert rows[4]["ne"] == 0.5
    assert rows[10]["ne"] == pytest.approx(6 / 7.5)
    assert "the service is down" in rows[8]["problem"]
    assert rows[5]["raw"] == replies[5]
    assert rows[5]["problem"] == "the reply is not JSON"
    assert rows[5]["answer"] is None


def test_metrics_of_inspect_are_those_of_the_results(dataset, tmp_path):
    replies = {0: '{"answer": true, "refused": false}', 1: "?", 2: '{"answer":"Oulu"}'}
    model = mock(lambda prompt: replies.get(number_in(prompt), '{"answer": null, "refused": true}'))
    evaluate(dataset, tmp_path / "results", model)
    (log,) = (tmp_path / "results" / "logs").glob("*.eval")
    metrics = read_eval_log(log).results.scores[0].metrics
    true = len(KINDS)
    assert {name: one.value for name, one in metrics.items()} == pytest.approx(
        {
            "EM": 1 / true,
            "NE": (true - 1) / true,
            "Cov": 2 / true,
            "EM_cov": 1 / 2,
            "FRR": (true - 3) / true,
            "NRR": 1,
        }
    )


def test_a_rerun_asks_nothing(dataset, tmp_path):
    first, second = mock(right_answer), mock(right_answer)
    table = evaluate(dataset, tmp_path / "results", first)
    assert evaluate(dataset, tmp_path / "results", second).equals(table)
    assert (len(first.asked), len(second.asked)) == (SIZE, 0)


def test_a_larger_limit_asks_the_rest(dataset, tmp_path):
    first, second, third = mock(right_answer), mock(right_answer), mock(right_answer)
    assert evaluate(dataset, tmp_path / "results", first, limit=5).num_rows == 5
    assert evaluate(dataset, tmp_path / "results", second, limit=9).num_rows == 9
    assert evaluate(dataset, tmp_path / "results", third, limit=2).num_rows == 2
    assert (len(first.asked), len(second.asked), len(third.asked)) == (5, 4, 0)
    prompts = {prompt for prompt, _ in first.asked + second.asked}
    assert len(prompts) == 9


def test_errors_are_asked_again_and_refusals_are_not(dataset, tmp_path):
    down = {3, 4}

    def answer(prompt):
        return ValueError("down") if number_in(prompt) in down else '{"answer":null,"refused":true}'

    table = evaluate(dataset, tmp_path / "results", mock(answer))
    assert by_number(table)[3]["outcome"] == "harness_error"
    down.clear()
    again = mock(answer)
    table = evaluate(dataset, tmp_path / "results", again)
    assert sorted(number_in(prompt) for prompt, _ in again.asked) == [3, 4]
    assert by_number(table)[3]["outcome"] == "refused"


def test_an_error_does_not_replace_a_reply(dataset, tmp_path):
    results = tmp_path / "results"
    evaluate(dataset, results, mock(right_answer), limit=2)
    (log,) = (results / "logs").glob("*.eval")
    log.rename(results / "logs" / f"0{log.name}")  # so that it comes before the next
    shutil.move(results / "logs", tmp_path / "kept")
    with pytest.raises(CheckFailed):
        evaluate(dataset, results, mock(lambda prompt: ValueError("down")), limit=2)
    shutil.copytree(tmp_path / "kept", results / "logs", dirs_exist_ok=True)
    table = evaluate(dataset, results, mock(right_answer), limit=2)
    assert set(table["outcome"].to_pylist()) == {"correct"}


def test_nothing_is_written_when_nothing_could_be_asked(dataset, tmp_path):
    with pytest.raises(CheckFailed, match=r"3 questions could not be asked.*no route"):
        evaluate(dataset, tmp_path / "results", mock(lambda _: ValueError("no route")), limit=3)
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["logs"]


def test_many_errors_end_a_run_and_the_replies_are_kept(tmp_path):
    dataset = write_dataset(tmp_path / "many", [question(n, KINDS[10]) for n in range(120)])
    asked = []

    def answer(prompt):
        asked.append(prompt)
        return right if number_in(prompt) < 15 else ValueError("quota")

    right = '{"answer": 150, "refused": false}'
    with pytest.raises(CheckFailed, match="quota"):
        evaluate(dataset, tmp_path / "results", mock(answer), max_connections=1)
    assert 15 <= len(asked) < 120
    again = mock(lambda prompt: right)
    table = evaluate(dataset, tmp_path / "results", again)
    assert table["em"].to_pylist() == [1] * 120
    assert len(again.asked) == 105


def test_a_changed_question_is_asked_again(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    write_dataset(old, [question(n, KINDS[10]) for n in range(3)])
    reworded = question(1, KINDS[10], question="In other words, in number 1 of it?")
    write_dataset(new, [question(0, KINDS[10]), reworded, question(2, KINDS[12])])
    evaluate(old, tmp_path / "results", mock(right_answer))
    again = mock(right_answer)
    evaluate(new, tmp_path / "results", again)
    assert sorted(number_in(prompt) for prompt, _ in again.asked) == [1, 2]


def test_gold_that_changed_is_scored_without_asking(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    write_dataset(old, [question(0, ("distance", {}, 150.0, "km"))])
    write_dataset(new, [question(0, ("distance", {}, 900.0, "km"))])
    model = mock(lambda _: '{"answer": 150, "refused": false}')
    assert evaluate(old, tmp_path / "results", model)["em"].to_pylist() == [1]
    assert evaluate(new, tmp_path / "results", model)["em"].to_pylist() == [0]
    assert len(model.asked) == 1


@pytest.mark.parametrize("changed", [{"seed": 1}, {"max_tokens": 7}])
def test_another_run_needs_another_folder(dataset, tmp_path, changed):
    evaluate(dataset, tmp_path / "results", mock(right_answer), limit=1)
    with pytest.raises(InputError, match=f"{next(iter(changed))}.*Choose another output"):
        evaluate(dataset, tmp_path / "results", mock(right_answer), limit=1, **changed)


def test_killed_while_writing_results(dataset, tmp_path):
    results = tmp_path / "results"
    table = evaluate(dataset, results, mock(right_answer))
    (results / "manifest.json").unlink()
    (results / ".results.x" / "results").mkdir(parents=True)
    with pytest.raises(InputError):
        read_results(results)
    again = mock(right_answer)
    assert evaluate(dataset, results, again).equals(table)
    assert again.asked == []
    assert {path.name for path in results.iterdir()} == {"logs", "manifest.json", "results.parquet"}
    assert read_results(results)[0].num_rows == SIZE


@pytest.mark.parametrize("content", ["dataset", "other", "file", "not json"])
def test_nothing_else_is_overwritten(dataset, tmp_path, content):
    output = tmp_path / "output"
    if content == "file":
        output.write_text("mine")
    else:
        output.mkdir()
        if content == "dataset":
            shutil.copy(dataset / "manifest.json", output)
        else:
            name = "manifest.json" if content == "not json" else "thesis.tex"
            (output / name).write_text("mine")
    model = mock(right_answer)
    with pytest.raises(InputError, match="Choose another output"):
        evaluate(dataset, output, model)
    assert model.asked == []


def test_damaged_logs_are_named(dataset, tmp_path):
    evaluate(dataset, tmp_path / "results", mock(right_answer), limit=1)
    (log,) = (tmp_path / "results" / "logs").glob("*.eval")
    log.write_bytes(log.read_bytes()[:100])
    with pytest.raises(InputError, match="Remove it") as error:
        evaluate(dataset, tmp_path / "results", mock(right_answer), limit=1)
    assert error.value.source == str(log)


def test_unknown_tier_language_and_dataset(dataset, tmp_path):
    for arguments in ({"tier": "T9"}, {"language": "xxx"}, {"split": "none"}):
        with pytest.raises(InputError, match=r"one of|holds"):
            evaluate(dataset, tmp_path / "results", mock(right_answer), **arguments)
    empty = write_dataset(tmp_path / "empty", [])
    with pytest.raises(InputError, match="has no questions"):
        evaluate(empty, tmp_path / "results", mock(right_answer))
    with pytest.raises(InputError, match="not a dataset"):
        evaluate(tmp_path, tmp_path / "results", mock(right_answer))
    assert not (tmp_path / "results").exists()


def test_manifest_tells_how(dataset, tmp_path):
    evaluate(dataset, tmp_path / "results", mock(right_answer), limit=2, seed=4)
    manifest = read_results(tmp_path / "results")[1]
    told = {"task": "multiglobeqa/t1", "tier": "T1", "model": "mockllm/model", "language": "eng"}
    told |= {"seed": 4, "temperature": 0, "top_p": 1, "max_tokens": 2048, "limit": 2, "rows": 2}
    assert told.items() <= manifest.items()
    assert manifest["signature"].startswith("read:strict|")


def test_progress_counts_on(dataset, tmp_path):
    steps = []
    evaluate(dataset, tmp_path / "results", mock(right_answer), limit=2)
    evaluate(
        dataset,
        tmp_path / "results",
        mock(lambda prompt: ValueError("down") if number_in(prompt) == 3 else "?"),
        limit=5,
        progress=lambda what, done, of: steps.append((what, done, of)),
    )
    assert steps == [("3 of 5", 3, 5), ("4 of 5", 4, 5), ("5 of 5", 5, 5)]


def test_hostile_text_comes_back_as_it_was(tmp_path):
    dataset = write_dataset(tmp_path / "dataset", [question(n, KINDS[2]) for n in range(4)])
    said_back = "'; DROP TABLE x;-- <script> ${x} \u202e \x1b[31m \ufffe attachment://0123"
    model = mock(lambda _: json.dumps({"answer": said_back, "refused": False}))
    rows = by_number(evaluate(dataset, tmp_path / "results", model))
    for number, row in rows.items():
        asked = question(number, KINDS[2])
        assert row["question"] == asked.question
        assert json.loads(row["answer"]) == said_back
        assert row["outcome"] == "wrong"
        assert any(asked.question in prompt for prompt, _ in model.asked)


def test_lone_surrogates_and_depth_do_no_harm(dataset, tmp_path):
    replies = ['{"answer": "\\ud800", "refused": false}', "\ud800", "[" * 100_000, "1" * 5000]
    model = mock(lambda prompt: replies[number_in(prompt) % 4])
    table = evaluate(dataset, tmp_path / "results", model)
    assert set(table["outcome"].to_pylist()) == {"format_error"}
    assert math.isclose(sum(table["ne"].to_pylist()), SIZE)


def test_logs_hold_no_answers_beside_the_reply(dataset, tmp_path):
    """A gold answer in the prompt or the sample's metadata would be a leak."""
    evaluate(dataset, tmp_path / "results", mock(lambda _: "?"), limit=1)
    (log,) = (tmp_path / "results" / "logs").glob("*.eval")
    with ZipFile(log) as archive:
        (name,) = [name for name in archive.namelist() if name.startswith("samples/")]
        sample = json.loads(archive.read(name))
    assert sample["target"] == ""
    assert not {"answer", "acceptable", "candidates"} & sample["metadata"].keys()
