"""Rates by hand."""

import pyarrow as pa
import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.score import aggregate, standardise
from multiglobeqa.score.metrics import MEANINGS, METRICS
from tests.score.making import outcomes, results

# 10 answerable questions and 5 false premises, of all outcomes.
MIXED = pa.concat_tables(
    [
        results(
            [
                {"outcome": "correct", "ne": 0.5},
                {"outcome": "correct", "ne": 0.0},
                {"outcome": "wrong", "ne": 0.5},
                {"outcome": "wrong"},
                {"outcome": "refused"},
                {"outcome": "refused"},
                {"outcome": "format_error"},
                {"outcome": "budget_exhausted"},
                {"outcome": "context_overflow"},
                {"outcome": "harness_error"},
            ]
        ),
        outcomes({"refused": 2, "wrong": 2, "budget_exhausted": 1}, premise_holds=False),
    ]
)


def test_every_metric_by_hand():
    row = aggregate(MIXED).to_pylist()[0]
    assert (row["rows"], row["answerable"], row["false_premise"], row["seeds"]) == (15, 10, 5, 1)
    expected = {"em": 0.2, "ne": 0.8, "cov": 0.4, "em_cov": 0.5, "frr": 0.2, "nrr": 0.4}
    assert {name: row[name] for name in METRICS} == pytest.approx(expected)
    shares = {name: row[f"share_{name}"] * 15 for name in ("correct", "wrong", "refused")}
    assert shares == pytest.approx({"correct": 2, "wrong": 4, "refused": 4})
    assert row["share_budget_exhausted"] * 15 == pytest.approx(2)
    assert sum(value for name, value in row.items() if name.startswith("share_")) == pytest.approx(
        1
    )
    assert set(MEANINGS) == set(METRICS)


def test_groups_are_every_combination_that_occurs():
    table = pa.concat_tables(
        [
            outcomes({"correct": 1, "wrong": 1}, sfid="A", income_tier="LIC"),
            outcomes({"correct": 3}, sfid="B", income_tier="LIC"),
            outcomes({"wrong": 2}, sfid="A", income_tier=None),
        ]
    )
    rows = aggregate(table, ["sfid", "income_tier"]).to_pylist()
    found = {(row["sfid"], row["income_tier"]): (row["rows"], row["em"]) for row in rows}
    assert found == {("A", "LIC"): (2, 0.5), ("B", "LIC"): (3, 1.0), ("A", None): (2, 0.0)}
    assert [row["premise_holds"] for row in aggregate(MIXED, ["premise_holds"]).to_pylist()] == [
        False,
        True,
    ]


def test_nothing_to_divide_by_is_null():
    row = aggregate(outcomes({"refused": 3})).to_pylist()[0]
    assert row["em_cov"] is None and row["em_cov_se"] is None and row["em_cov_low"] is None
    assert row["nrr"] is None
    assert row["em"] == 0
    assert aggregate(outcomes({}), ["sfid"]).num_rows == 0


def test_seeds_are_averaged_and_their_deviation_told():
    runs = [
        outcomes({"correct": right, "wrong": 10 - right}, seed=seed)
        for seed, right in enumerate((4, 5, 9))
    ]
    row = aggregate(pa.concat_tables(runs)).to_pylist()[0]
    assert row["em"] == pytest.approx(0.6)
    # Deviations -0.2, -0.1, 0.3: squares 0.14 over 2.
    assert row["em_sd"] == pytest.approx(0.07**0.5)
    assert row["seeds"] == 3
    assert aggregate(runs[0]).to_pylist()[0]["em_sd"] is None


def test_a_rate_over_answers_is_the_mean_of_the_runs_rates():
    """One run answers 1 of 10 and is right, the other 9 of 10 with 3 right: (1 + 1/3) / 2."""
    one = outcomes({"correct": 1, "refused": 9}, seed=0)
    other = outcomes({"correct": 3, "wrong": 6, "refused": 1}, seed=1)
    row = aggregate(pa.concat_tables([one, other])).to_pylist()[0]
    assert row["em_cov"] == pytest.approx(2 / 3)
    assert row["em"] == pytest.approx(0.2)


def test_standardised_by_hand():
    """The benchmark: 6 of A, 4 of B. LIC: A 1/2, B 1/1. HIC: A 1/4, B 2/3."""
    table = pa.concat_tables(
        [
            outcomes({"correct": 1, "wrong": 1}, sfid="A", income_tier="LIC"),
            outcomes({"correct": 1}, sfid="B", income_tier="LIC"),
            outcomes({"correct": 1, "wrong": 3}, sfid="A", income_tier="HIC"),
            outcomes({"correct": 2, "wrong": 1}, sfid="B", income_tier="HIC"),
        ]
    )
    rows = {row["income_tier"]: row for row in standardise(table, ["income_tier"]).to_pylist()}
    assert rows["LIC"]["em"] == pytest.approx(0.6 * 1 / 2 + 0.4 * 1)
    assert rows["HIC"]["em"] == pytest.approx(0.6 * 1 / 4 + 0.4 * 2 / 3)
    assert rows["LIC"]["em_weight"] == 1
    equal = standardise(table, ["income_tier"], weights={"A": 1, "B": 1}).to_pylist()
    assert {row["income_tier"]: row["em"] for row in equal} == pytest.approx(
        {"LIC": 0.75, "HIC": (1 / 4 + 2 / 3) / 2}
    )


def test_what_a_group_lacks_is_left_out_and_told():
    table = pa.concat_tables(
        [
            outcomes({"correct": 3}, sfid="A", income_tier="LIC"),
            outcomes({"wrong": 1}, sfid="B", income_tier="HIC"),
        ]
    )
    rows = {row["income_tier"]: row for row in standardise(table, ["income_tier"]).to_pylist()}
    assert (rows["LIC"]["em"], rows["LIC"]["em_weight"]) == (1, 0.75)
    assert (rows["HIC"]["em"], rows["HIC"]["em_weight"]) == (0, 0.25)


def test_the_whole_is_its_own_standard():
    table = pa.concat_tables(
        [outcomes({"correct": 3, "wrong": 1}, sfid="A"), outcomes({"wrong": 2}, sfid="B")]
    )
    plain, level = aggregate(table).to_pylist()[0], standardise(table).to_pylist()[0]
    for name in ("em", "ne", "cov", "frr"):
        assert level[name] == pytest.approx(plain[name])


def test_an_unknown_dimension():
    with pytest.raises(InputError, match="no column 'tribe'"):
        aggregate(MIXED, ["tribe"])
