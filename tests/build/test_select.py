from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.build.execute import Answered
from multiglobeqa.build.select import select, select_false_premises


def answered(n, answer=1.0, sub="A1", stratum="HIC/low", **values):
    return Answered(sub, stratum, n, values or {"entity_A": f"e{n}"}, answer=answer)


def test_keeps_the_first_of_each_cell():
    found = [
        answered(n, stratum=stratum, entity_A=f"{stratum} {n}")
        for stratum in ("HIC/low", "LIC/low")
        for n in range(9)
    ]
    chosen = select(reversed(found), 5)
    assert Counter(one.stratum for one in chosen) == {"HIC/low": 5, "LIC/low": 5}
    assert {one.turn for one in chosen} == set(range(5))


def test_the_same_tuple_counts_once():
    found = [answered(n, entity_A="a", entity_B="b") for n in range(4)]
    assert len(select(found, 4)) == 1


def test_answers_are_balanced_where_the_draws_allow():
    found = [answered(n, answer=n % 8 == 0) for n in range(80)]
    assert Counter(one.answer for one in select(found, 20)) == {True: 10, False: 10}
    assert Counter(one.answer for one in select(found[:16], 10)) == {True: 2, False: 8}


@given(st.integers(0, 500), st.floats(0, 0.5))
def test_false_premises_have_their_share(holds, share):
    found = [answered(n, sub=f"A2.{n % 4}", stratum=f"HIC/{n % 3}") for n in range(1000)]
    chosen = select_false_premises(found, holds, share, seed=0)
    wanted = round(holds * share / (1 - share))
    assert len(chosen) == min(wanted, 1000)
    counts = Counter((one.sub_template, one.stratum) for one in chosen)
    if wanted >= 12:
        assert max(counts.values()) - min(counts.values()) <= 1
