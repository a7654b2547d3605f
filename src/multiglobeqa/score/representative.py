"""Whether a part of the questions scores as the whole does."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from multiglobeqa.score.aggregate import STANDARDISED, aggregate, standardise, tabulated
from multiglobeqa.score.metrics import Rows


def representativeness(small: pa.Table, large: pa.Table, *, over: str = "sfid") -> pa.Table:
    """Compare results on a part of the questions with those on all, as Table 13 of the paper.

    Parameters
    ----------
    small, large : pyarrow.Table
        Of the schema `RESULTS`.
    over : str
        The dimension by whose mix the two may differ.

    Returns
    -------
    pyarrow.Table
        Rows "large", "small", "difference" (small - large) and "re-weighted" (the difference
        after the rate of the small part within each value of `over` was weighted by the share
        of that value in the large one), with a column for each metric over answerable questions.
    """
    whole, part = aggregate(large).to_pylist()[0], aggregate(small).to_pylist()[0]
    rows = Rows(large)
    codes, kinds = rows.encoded(over)
    mix = {kind: float(rows.premise[codes == code].sum()) for code, kind in enumerate(kinds)}
    level = standardise(small, over=over, weights=mix).to_pylist()[0]
    lines: dict[str, dict[str, Any]] = {
        "large": {name: whole[name] for name in STANDARDISED},
        "small": {name: part[name] for name in STANDARDISED},
        "difference": {name: _minus(part[name], whole[name]) for name in STANDARDISED},
        "re-weighted": {name: _minus(level[name], whole[name]) for name in STANDARDISED},
    }
    table = [{"results": line} | values for line, values in lines.items()]
    return tabulated(table, ["results"])


def _minus(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a - b
