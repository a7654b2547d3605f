import json

from multiglobeqa.dataset import Dataset
from multiglobeqa.solve.predict import predict, write_predictions

from .making import ask, place, world, write_dataset


def dataset(folder):
    here, there = place(1, 0, 0, name="Åbo\n"), place(2, 0, 1, name='"Turku"')
    triples = world(here, there, place(3, 0, 3))
    cases = [
        (ask("A4.closer", 1, 3, 2, parameters={"rank": "closer"}, question_id="d"), triples),
        (ask("A2.north", 1, 2, parameters={"direction": "north"}, question_id="c"), triples),
        (ask("A1", 1, 9, question_id="b"), triples),
        (ask("Z1", 1, question_id="a"), triples),
    ]
    return Dataset(write_dataset(folder, cases))


EXPECTED = [
    {"question_id": "a", "language": "eng", "answer": None, "refused": False},
    {"question_id": "b", "language": "eng", "answer": None, "refused": False},
    {"question_id": "c", "language": "eng", "answer": None, "refused": True},
    {"question_id": "d", "language": "eng", "answer": "Åbo\n", "refused": False},
]


def test_predictions(tmp_path):
    assert list(predict(dataset(tmp_path / "dataset"))) == EXPECTED


def test_predictions_as_json_lines(tmp_path):
    path = tmp_path / "predictions.jsonl"
    assert write_predictions(path, dataset(tmp_path / "dataset")) == 4
    assert [json.loads(line) for line in path.read_text("utf-8").splitlines()] == EXPECTED
