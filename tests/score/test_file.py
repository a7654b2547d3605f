"""A predictions file scored by several processes at once."""

import itertools
import json
import os

import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.score import Names, Prediction, score_file, score_many
from multiglobeqa.score.forked import forked
from multiglobeqa.score.predictions import read_predictions, spans
from tests.score.making import question

NAMES = Names.of({f"e{n}": [f"Town {n}", f"Город {n}"] for n in range(300)})
ASKED = [question(n) for n in range(100)] + [
    question(n, "entity", f"Town {n}", answer_entities=(f"e{n}",)) for n in range(100, 300)
]


def lines(numbers):
    return [
        json.dumps(
            {
                "question_id": f"q{n:05}",
                "answer": 100 + n % 9 if n < 100 else f"ГОРОД {n + n % 3}",
                "refused": n % 11 == 0,
            },
            ensure_ascii=False,
        )
        for n in numbers
    ]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text("\n".join(lines(n for n in range(300) if n % 50)), "utf-8")
    return path


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_the_number_of_processes_does_not_matter(file, workers):
    found = score_file(file, ASKED, names=NAMES, model="m", workers=workers)
    ids = [one.question_id for one in ASKED]
    assert found.equals(score_many(read_predictions(file, ids), ASKED, names=NAMES, model="m"))
    assert len(found) == 300
    assert found["outcome"].to_pylist().count("harness_error") == 6


@pytest.mark.parametrize("parts", [1, 2, 3, 10, 1000])
def test_spans_make_up_the_file(file, parts):
    found = spans(file, parts)
    assert found[0].start == 0 and found[-1].end == file.stat().st_size
    assert all(a.end == b.start for a, b in itertools.pairwise(found))
    ids = [one.question_id for one in ASKED]
    read = [one for span in found for one in read_predictions(file, ids, span=span)]
    assert read == read_predictions(file, ids)
    assert len(found) <= min(parts, 294)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 295: is not JSON"),
        (lines([7])[0], "line 295: the question 'q00007' in 'eng' was answered before"),
        (lines([300])[0], "line 295: there is no question 'q00300'"),
    ],
)
def test_a_bad_line_is_told_by_its_number_in_the_file(file, workers, line, message):
    with file.open("a", encoding="utf-8") as stream:
        stream.write(f"\n{line}")
    with pytest.raises(InputError, match=message):
        score_file(file, ASKED, names=NAMES, workers=workers)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        score_file(tmp_path / "none.jsonl", ASKED)


def test_predictions_are_for_their_language(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text('{"question_id": "q00001", "answer": 1, "refused": false, "language": "deu"}')
    with pytest.raises(InputError, match="line 1: the dataset has no language 'deu'"):
        score_file(file, ASKED)


def test_forked_tasks_see_this_process_and_raise_here():
    here = {"a": 1, "b": 2}
    assert forked(lambda name: (here[name], os.getpid() != 0), ["a", "b"]) == [(1, True), (2, True)]
    with pytest.raises(KeyError, match="c"):
        forked(lambda name: here[name], ["a", "c"])
    with pytest.raises(RuntimeError, match="was killed"):
        forked(os._exit, [1, 2])
    assert forked(lambda pid: pid != os.getpid(), [os.getpid()]) == [False]


def test_many_predictions_of_one_question_are_refused():
    with pytest.raises(InputError, match="two predictions for 'q00001' in 'eng'"):
        score_many([Prediction("q00001"), Prediction("q00001")], ASKED)
