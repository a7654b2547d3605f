"""The published figures, from tables of their parts."""

import csv
from pathlib import Path

import pyarrow as pa
import pytest

from multiglobeqa.score import aggregate, representativeness
from tests.score.making import outcomes, results

TRUE_PREMISE = {"large": 41_540, "small": 4_979}


def published(name):
    with (Path(__file__).parent / name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(line for line in stream if not line.startswith("#")))


def parts(row, size):
    """Return results of so many questions with the published EM, Cov and FRR."""
    correct, covered, refused = (
        round(float(row[name]) * size / 100) for name in ("em", "cov", "frr")
    )
    refused = min(refused, size - covered)
    counts = {
        "correct": correct,
        "wrong": covered - correct,
        "refused": refused,
        "budget_exhausted": size - covered - refused,
    }
    return outcomes(counts, model=row["model"], tier=row.get("tier", "T1"))


TABLE4 = published("table4.csv")
TABLE13 = published("table13.csv")


def test_table_4_is_whole():
    assert len({(row["model"], row["tier"]) for row in TABLE4}) == len(TABLE4) == 4 * 7


@pytest.mark.parametrize("row", TABLE4, ids=lambda row: f"{row['model']} {row['tier']}")
def test_table_4(row):
    """EM = Cov x EM_cov in every cell, within rounding.

    The published rates are means over the seeds, of which the mean of the products differs from
    the product of the means by their covariance: at most the product of their deviations.
    """
    size = TRUE_PREMISE["small"]
    found = aggregate(parts(row, size), ["model", "tier"]).to_pylist()[0]
    for name in ("em", "cov", "frr"):
        assert 100 * found[name] == pytest.approx(float(row[name]), abs=0.05 + 50 / size)
    assert found["em"] == pytest.approx(found["cov"] * found["em_cov"], abs=1e-12)
    em_cov, cov = float(row["em_cov"]) / 100, float(row["cov"]) / 100
    rounding = 0.0005
    covariance = (float(row["cov_sd"] or 0) + 0.05) * (float(row["em_cov_sd"] or 0) + 0.05)
    slack = rounding * (1 + cov + em_cov) + covariance / 1e4
    assert found["em"] == pytest.approx(cov * em_cov, abs=slack + 0.5 / size)


@pytest.mark.parametrize("row", TABLE4, ids=lambda row: f"{row['model']} {row['tier']}")
def test_table_4_counts_what_is_not_covered_as_an_error_of_1(row):
    ne, em, cov = (float(row[name]) for name in ("ne", "em", "cov"))
    assert 100 - cov - 0.1 <= ne <= 100
    assert em <= cov


@pytest.mark.parametrize("model", sorted({row["model"] for row in TABLE13}))
def test_table_13(model):
    """The differences between the splits, from their parts."""
    lines = {row["results"]: row for row in TABLE13 if row["model"] == model}
    tables = {name: parts(lines[name], TRUE_PREMISE[name]) for name in TRUE_PREMISE}
    found = {
        row["results"]: row
        for row in representativeness(tables["small"], tables["large"]).to_pylist()
    }
    for name in ("em", "cov", "frr"):
        for line in ("large", "small"):
            assert 100 * found[line][name] == pytest.approx(float(lines[line][name]), abs=0.06)
        # Rounded before and after: three times half of the last figure.
        expected = float(lines["difference"][name])
        assert 100 * found["difference"][name] == pytest.approx(expected, abs=0.15 + 1e-9)
    # EM_cov is a quotient: its rounding grows with the inverse of the coverage.
    slack = 0.15 + sum(5 / float(lines[name]["cov"]) for name in TRUE_PREMISE) * 1.5
    expected = float(lines["difference"]["em_cov"])
    assert 100 * found["difference"]["em_cov"] == pytest.approx(expected, abs=slack)


def test_reweighting_by_hand():
    """Two functions, A easy and B hard; the small part has more of A than the large one.

    Large: 10 of A with 8 right, 30 of B with 6 right, EM 14/40. Small: 10 of A with 9 right,
    10 of B with 3 right, EM 12/20. Re-weighted: 0.9 x 10/40 + 0.3 x 30/40 = 0.45.
    """

    def table(*functions):
        return pa.concat_tables(
            outcomes({"correct": right, "wrong": wrong}, sfid=sfid)
            for sfid, right, wrong in functions
        )

    large, small = table(("A", 8, 2), ("B", 6, 24)), table(("A", 9, 1), ("B", 3, 7))
    found = {row["results"]: row for row in representativeness(small, large).to_pylist()}
    assert found["large"]["em"] == pytest.approx(0.35)
    assert found["small"]["em"] == pytest.approx(0.6)
    assert found["difference"]["em"] == pytest.approx(0.25)
    assert found["re-weighted"]["em"] == pytest.approx(0.45 - 0.35)
    assert found["re-weighted"]["cov"] == pytest.approx(0)


def test_false_premises_do_not_count_in_the_mix():
    large = pa.concat_tables(
        [
            outcomes({"correct": 1, "wrong": 3}, sfid="A"),
            outcomes({"correct": 1}, sfid="B"),
            results([{"sfid": "B", "premise_holds": False, "outcome": "refused"}] * 95),
        ]
    )
    found = {row["results"]: row for row in representativeness(large, large).to_pylist()}
    assert found["re-weighted"]["em"] == pytest.approx(0)
