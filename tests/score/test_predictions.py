"""The predictions file, and what is wrong with it."""

import json

import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.score import Prediction, read_predictions

IDS = {"a", "b", "c"}
GOOD = '{"question_id": "a", "answer": 1, "refused": false}'


def read(tmp_path, *lines, languages=("eng", "deu")):
    file = tmp_path / "p.jsonl"
    file.write_bytes(b"\n".join(line.encode() if isinstance(line, str) else line for line in lines))
    return read_predictions(file, IDS, languages)


def test_reads(tmp_path):
    lines = [
        GOOD,
        "",
        '{"question_id": "b", "answer": null, "refused": true, "language": "deu", "note": 1}',
        '{"question_id": "b", "answer": ["x"], "refused": false, "failure": null}',
        '{"question_id": "c", "answer": null, "refused": false, "failure": "budget_exhausted"}',
    ]
    assert read(tmp_path, *lines) == [
        Prediction("a", 1, False, "eng", None, lines[0]),
        Prediction("b", None, True, "deu", None, lines[2]),
        Prediction("b", ["x"], False, "eng", None, lines[3]),
        Prediction("c", None, False, "eng", "budget_exhausted", lines[4]),
    ]


def line(**members):
    return json.dumps({"question_id": "b", "answer": 1, "refused": False} | members)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{", "is not JSON: .* at column"),
        ("<!DOCTYPE html>", "is not JSON"),
        (GOOD + GOOD, "is not JSON: Extra data"),
        ("[1, 2]", "a line holds one JSON object"),
        ("12", "a line holds one JSON object"),
        ('{"question_id": "b", "answer": 1}', "lacks the member 'refused'"),
        ('{"question_id": "b", "refused": false}', "lacks the member 'answer'"),
        ('{"answer": 1, "refused": false}', "lacks the member 'question_id'"),
        (line(question_id=5), "question_id is a string"),
        (line(question_id="x"), "there is no question 'x' in the dataset"),
        (line(refused="no"), "refused is true or false"),
        (line(refused=None), "refused is true or false"),
        (line(language=5), "language is a string"),
        (line(language="fra"), "the dataset has no language 'fra', only eng, deu"),
        (line(failure="tired"), "failure is one of budget_exhausted, context_overflow"),
        (line(failure=["x"]), "failure is one of"),
        ('{"question_id": "b", "answer": NaN, "refused": false}', "NaN is not JSON"),
        ('{"question_id": "b", "answer": [Infinity], "refused": false}', "Infinity is not JSON"),
        ('{"question_id": "b", "answer": -Infinity, "refused": false}', "-Infinity is not JSON"),
        (GOOD, "the question 'a' in 'eng' was answered before"),
        (b"\xff\xfe", "is not UTF-8 text"),
        ('{"question_id": "b", "answer": ' + "[" * 100_000, "is not JSON: a bracket"),
    ],
)
def test_bad_lines(tmp_path, bad, message):
    with pytest.raises(InputError, match=message) as told:
        read(tmp_path, GOOD, bad)
    assert told.value.place == "line 2"
    assert str(tmp_path / "p.jsonl") in str(told.value)


def test_bad_files(tmp_path):
    with pytest.raises(InputError, match="holds no predictions"):
        read(tmp_path, "", "")
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_predictions(tmp_path / "none.jsonl", IDS)
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read_predictions(tmp_path, IDS)


@pytest.mark.parametrize(
    "answer",
    [
        "1" * 10_000,  # more digits than Python takes for an integer
        "-" + "1" * 400,
        "1e999",
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000 + "1" + "}" * 50_000,
        '"' + "[" * 1000 + '"',
        '"' + "x" * 1_000_000 + '"',
        '"\\ud800"',
    ],
    ids=lambda text: text[:6],
)
def test_answers_of_any_size_are_for_the_score_to_judge(tmp_path, answer):
    """A line that is JSON is read, whatever its answer."""
    text = f'{{"question_id": "b", "answer": {answer}, "refused": false}}'
    first, second = read(tmp_path, GOOD, text)
    assert (first.question_id, second.question_id) == ("a", "b")
    assert second.answer is not None


def test_a_byte_order_mark_is_forgiven(tmp_path):
    assert len(read(tmp_path, b"\xef\xbb\xbf" + GOOD.encode())) == 1
