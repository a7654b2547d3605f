"""Comparisons by hand and by simulation."""

import math

import numpy as np
import pyarrow as pa
import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.score import compare, contrast
from tests.score.making import outcomes, results


def run(rights, model="a", **columns):
    """Return results with so many questions, right where it says so."""
    return results(
        [
            {"outcome": "correct" if right else "wrong", "model": model}
            | {name: values[place] for name, values in columns.items()}
            for place, right in enumerate(rights)
        ]
    )


A = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
B = [1, 1, 0, 0, 0, 0, 1, 0, 0, 0]


def test_by_hand():
    """Of 10 pairs 4 speak for a and 1 for b."""
    row = compare(run(A), run(B, "b")).to_pylist()[0]
    assert (row["pairs"], row["a"], row["b"]) == (10, 0.6, 0.3)
    assert row["difference"] == pytest.approx(0.3)
    differences = np.array(A) - np.array(B)
    assert row["se"] == pytest.approx(differences.std(ddof=1) / math.sqrt(10))
    assert row["low"] == pytest.approx(0.3 - 1.959964 * row["se"], abs=1e-6)
    assert row["detectable"] == pytest.approx(2.801585 * row["se"], abs=1e-5)
    # Of the 32 ways to swap 5 pairs 12 differ by 3 or more: the sign test.
    assert row["p_swap"] == pytest.approx(12 / 32, abs=0.02)
    assert row["p"] == row["p_holm"] == row["q_bh"]


def test_the_other_way_round():
    there, back = (compare(x, y).to_pylist()[0] for x, y in ((run(A), run(B)), (run(B), run(A))))
    assert there["difference"] == -back["difference"]
    assert there["p"] == back["p"]
    assert (there["low"], there["high"]) == pytest.approx((-back["high"], -back["low"]))


def test_a_run_does_not_differ_from_itself():
    row = compare(run(A), run(A)).to_pylist()[0]
    assert (row["difference"], row["se"], row["p"], row["p_swap"]) == (0, 0, 1, 1)


def test_clusters_are_swapped_as_one():
    """Ten questions about two tuples: a difference of all in one tuple is weak evidence."""
    tuples = ["t1"] * 5 + ["t2"] * 5
    a, b = run([1] * 5 + [0] * 5, tuple_id=tuples), run([0] * 10, "b", tuple_id=tuples)
    assert compare(a, b).to_pylist()[0]["p_swap"] == 1
    assert compare(run([1] * 5 + [0] * 5), run([0] * 10)).to_pylist()[0]["p_swap"] < 0.1


def test_only_shared_questions_count():
    a, b = run(A).slice(0, 6), run(B, "b").slice(2)
    row = compare(a, b).to_pylist()[0]
    assert (row["pairs"], row["a"], row["b"]) == (4, 1, 0)
    with pytest.raises(InputError, match="share no question"):
        compare(run(A).slice(0, 3), run(B).slice(5))


def test_seeds_are_averaged_first():
    both = pa.concat_tables([run(A), run(B, seed=[1] * 10)])
    row = compare(both, run(B, "b")).to_pylist()[0]
    assert (row["pairs"], row["a"], row["b"]) == (10, pytest.approx(0.45), 0.3)


def test_by_strata_with_correction():
    tiers = ["LIC"] * 5 + ["HIC"] * 5
    rows = compare(
        run(A, income_tier=tiers), run(B, "b", income_tier=tiers), ["income_tier"]
    ).to_pylist()
    found = {row["income_tier"]: row for row in rows}
    assert found["LIC"]["difference"] == pytest.approx(0.6)
    assert found["HIC"]["difference"] == pytest.approx(0)
    first = min(rows, key=lambda row: row["p"])
    assert first["p_holm"] == pytest.approx(min(1, 2 * first["p"]))


@pytest.mark.parametrize(
    ("metric", "a", "b"),
    [("em", 0.6, 0.3), ("ne", 0.4, 0.7), ("cov", 1, 1), ("em_cov", 0.6, 0.3), ("frr", 0, 0)],
)
def test_metrics(metric, a, b):
    row = compare(run(A), run(B, "b"), metric=metric).to_pylist()[0]
    assert (row["a"], row["b"]) == pytest.approx((a, b))


def test_rejections_of_false_premises():
    a = outcomes({"refused": 6, "wrong": 4}, premise_holds=False)
    b = outcomes({"refused": 2, "wrong": 8}, premise_holds=False)
    row = compare(a, b, metric="nrr").to_pylist()[0]
    assert (row["a"], row["b"], row["difference"]) == pytest.approx((0.6, 0.2, 0.4))
    assert compare(a, b).to_pylist()[0]["difference"] is None


def test_mixed_runs_are_refused():
    mixed = pa.concat_tables([run(A), run(B, "b")])
    with pytest.raises(InputError, match="mix 2 values of 'model'"):
        compare(mixed, run(A))


def test_five_in_a_hundred_differ_by_chance():
    """Two runs of the same model on questions in clusters: the test keeps its level."""
    rng = np.random.default_rng(2)
    tuples = [f"t{place // 2:03}" for place in range(400)]
    kinds = [f"s{place % 40:02}" for place in range(400)]
    found = []
    for _ in range(60):
        hard = np.repeat(rng.normal(0, 0.2, 200), 2)
        rights = [(rng.random(400) < 0.5 + hard).tolist() for _ in range(2)]
        a, b = (run(right, tuple_id=tuples, sub_template=kinds) for right in rights)
        found.append(compare(a, b, draws=199).to_pylist()[0])
    assert sum(row["p"] < 0.05 for row in found) <= 8
    assert sum(row["p_swap"] < 0.05 for row in found) <= 8
    assert np.mean([row["se"] for row in found]) == pytest.approx(
        np.std([row["difference"] for row in found]), rel=0.3
    )


def test_contrast_by_hand():
    table = pa.concat_tables(
        [
            outcomes({"correct": 3, "wrong": 1}, income_tier="LIC"),
            outcomes({"correct": 4, "wrong": 4}, income_tier="HIC"),
            outcomes({"wrong": 4}, income_tier="UMC"),
        ]
    )
    # The helper numbers tuples from 0 in each table; here every question has its own.
    place = table.schema.get_field_index("tuple_id")
    names = pa.array([f"t{n}" for n in range(16)])
    table = table.set_column(place, table.schema.field(place), names)
    rows = {row["income_tier"]: row for row in contrast(table, "income_tier").to_pylist()}
    low = rows["LIC"]
    assert (low["rows"], low["a"], low["b"]) == (4, 0.75, pytest.approx(4 / 12))
    assert low["difference"] == pytest.approx(0.75 - 4 / 12)
    # Two independent shares: 3/4 of 4 and 1/3 of 12, with 16/15 for 16 clusters.
    variance = (0.75 * 0.25 / 4 + (1 / 3) * (2 / 3) / 12) * 16 / 15
    assert low["se"] == pytest.approx(math.sqrt(variance))
    assert low["p_holm"] >= low["p"]


def test_contrast_with_the_same_mix():
    """LIC has more of the easy function; within each function the strata are alike."""
    table = pa.concat_tables(
        [
            outcomes({"correct": 6, "wrong": 2}, sfid="A", income_tier="LIC"),
            outcomes({"correct": 1, "wrong": 3}, sfid="B", income_tier="LIC"),
            outcomes({"correct": 3, "wrong": 1}, sfid="A", income_tier="HIC"),
            outcomes({"correct": 2, "wrong": 6}, sfid="B", income_tier="HIC"),
        ]
    )
    plain = contrast(table, "income_tier").to_pylist()[0]
    level = contrast(table, "income_tier", over="sfid").to_pylist()[0]
    assert abs(plain["difference"]) > 0.1
    assert level["difference"] == pytest.approx(0)
