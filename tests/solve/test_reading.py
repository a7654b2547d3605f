import pytest

from multiglobeqa.dataset import Dataset
from multiglobeqa.solve.reading import batches, cases

from .making import ask, place, world, write_dataset


@pytest.fixture(params=[1, 3])
def dataset(request, tmp_path):
    """Seven questions, not in the order of their ids, the third of them without triples."""
    made = [
        (
            ask("N1", number, question_id=f"q{number * 3 % 7}"),
            [] if number == 3 else world(place(number, number, 0)),
        )
        for number in range(7)
    ]
    stray = (ask("N1", 9, question_id="q4a"), world(place(9, 9, 9)))
    folder = write_dataset(tmp_path / "dataset", [*made, stray], triples_files=request.param)
    return Dataset(folder)


@pytest.mark.parametrize("size", [1, 2, 100])
def test_every_question_comes_with_its_triples(dataset, size):
    read = [case for batch in batches(dataset, "eng", "test", size) for case in cases(*batch)]
    assert [question.question_id for question, _ in read] == [
        "q0", "q1", "q2", "q3", "q4", "q4a", "q5", "q6",
    ]  # fmt: skip
    for question, triples in read:
        entity = question.entity("entity_A").id
        if entity.endswith("/3"):
            assert triples == []
        else:
            named = [triple for triple in triples if triple.subject == entity]
            assert len(triples) == 4
            assert len(named) == 2


def test_a_batch_carries_no_more_than_its_own(dataset):
    for questions, triples in batches(dataset, "eng", "test", 2):
        assert questions.num_rows <= 2
        assert triples.num_rows <= 8
