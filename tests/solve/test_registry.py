import pytest

from multiglobeqa.solve.registry import solve, solver, solvers
from multiglobeqa.solve.solution import Insufficient, MissingSolver

from .making import PUB, ask, iri, place, world

STAGE = {
    "A1", "A2", "A4", "A6", "A7", "A8", "B1", "B2", "B3", "F1", "F2", "F4", "H1", "H2", "H3", "J1",
    "J2", "J4", "L1", "L2", "L3", "L4", "M1", "M2", "N1",
    "A9", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "C11", "D1", "D2", "D3",
    "D4", "E1", "E2", "E3", "E4", "E5", "F3", "G1", "G2", "G3", "J3", "K1", "K2", "K3", "K4", "K5",
    "L5", "N2", "A3", "A5", "I1", "I2", "I3", "I4", "I5",
}  # fmt: skip


def test_every_template_has_a_solver():
    assert not STAGE - set(solvers())


def test_a_template_has_one_solver():
    solvers()
    with pytest.raises(ValueError, match="A1 has two solvers"):
        solver("A1")(lambda case: None)


def test_a_template_without_a_solver():
    with pytest.raises(MissingSolver, match="Z9"):
        solve(ask("Z9", 1), [])


def test_the_gold_answer_is_never_looked_at():
    triples = world(place(1, 0, 0), place(2, 0, 1))
    answers = {
        solve(ask("A1", 1, 2, answer=gold, premise_holds=gold is not None), triples)
        for gold in (None, 5, "no")
    }
    assert len(answers) == 1


def test_a_candidate_of_which_nothing_is_stated():
    triples = world(place(1, 0, 0), place(2, 0, 0.1, PUB))
    question = ask(
        "B1",
        {"entity_B": 1},
        parameters={"value": 50, "class_A": PUB},
        candidates=(iri(2), iri(3)),
    )
    with pytest.raises(Insufficient, match=r"candidate .*/3"):
        solve(question, triples)


@pytest.mark.parametrize(
    ("question", "what"),
    [
        (ask("A1", 1), "no entity_B"),
        (ask("A1", 1, 3), "no geometry of .*/3"),
        (ask("A2.north", 1, 2), "no parameter direction"),
        (ask("A2.up", 1, 2, parameters={"direction": "up"}), "direction is not one of north"),
        (ask("A2.up", 1, 2, parameters={"direction": ["north"]}), "direction is not one of"),
        (ask("B3", 1, parameters={"value": "5"}), "value is no number"),
        (ask("B3", 1, parameters={"value": True}), "value is no number"),
        (ask("B3", 1, parameters={"value": float("nan")}), "value is no number"),
        (ask("B1", 1, 2, parameters={"value": 5, "class_A": "Pub"}), "class_A is no class"),
        (ask("B1", 1, 2, parameters={"value": 5, "class_A": {"id": 7}}), "class_A is no class"),
        (
            ask("A8", 1, 2, 1, parameters={"position": 4, "class_A": PUB}),
            "position is not one of",
        ),
    ],
)
def test_what_does_not_suffice(question, what):
    triples = world(place(1, 0, 0, PUB), place(2, 0, 1, PUB))
    with pytest.raises(Insufficient, match=what):
        solve(question, triples)
