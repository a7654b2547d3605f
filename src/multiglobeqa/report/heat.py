"""The sections of the page that show EM as heat maps: by one dimension, by income and density."""

from __future__ import annotations

from multiglobeqa.report import labels
from multiglobeqa.report.chart import rate
from multiglobeqa.report.markup import Markup, foreign, join, tag
from multiglobeqa.report.parts import bounds, run_head, run_name, scrolled
from multiglobeqa.report.summary import Breakdown, Estimate, Summary

FOLD = 40  # a table of more rows is folded away


def breakdown_table(breakdown: Breakdown, summary: Summary) -> Markup:
    """Return EM by the groups of one dimension and by run, to be sorted by either."""
    heads = (tag("th", run_head(run, summary), scope="col", class_="over") for run in summary.runs)
    rows = (
        tag(
            "tr",
            tag("th", foreign(group.label), scope="row"),
            tag("td", f"{group.questions:,}", data_value=group.questions),
            (_heat(estimate) for estimate in group.em),
        )
        for group in breakdown.groups
    )
    table = tag(
        "table",
        tag("caption", "EM in per cent, with 95\u00a0% intervals"),
        tag(
            "thead",
            tag(
                "tr",
                tag("th", labels.DIMENSIONS[breakdown.id], scope="col"),
                tag("th", "Questions", scope="col"),
                heads,
            ),
        ),
        tag("tbody", rows),
        class_="sortable",
    )
    content = scrolled(table, f"By {labels.DIMENSIONS[breakdown.id].lower()}")
    if len(breakdown.groups) > FOLD:
        return tag("details", tag("summary", f"All {len(breakdown.groups):,} rows"), content)
    return content


def strata_grids(summary: Summary) -> Markup:
    """Return EM by income and density tier, a grid for each run."""
    strata = {(one.income_tier, one.density_tier): one.em for one in summary.strata}
    incomes: dict[str | None, str] = dict([*labels.INCOME.items(), (None, "All tiers")])
    densities: dict[str | None, str] = dict([*labels.DENSITY.items(), (None, "All tiers")])
    figures = []
    for place, run in enumerate(summary.runs):
        rows = (
            tag(
                "tr",
                tag("th", words, scope="row"),
                (
                    _heat(strata[income, density][place] if (income, density) in strata else None)
                    for density in densities
                ),
            )
            for income, words in incomes.items()
        )
        heads = (tag("th", words, scope="col", class_="over") for words in densities.values())
        table = tag(
            "table",
            tag("caption", run_name(run, summary)),
            tag("thead", tag("tr", tag("td"), heads)),
            tag("tbody", rows),
        )
        figures.append(tag("div", table))
    note = (
        "EM in per cent, with 95\u00a0% intervals, by the World Bank income tier of the country "
        "and the density of population around the question's first entity."
    )
    return join(tag("p", note, class_="note"), tag("div", figures, class_="grids"))


def _heat(estimate: Estimate | None) -> Markup:
    if estimate is None:
        return tag("td", "–", class_="heat missing", data_value="")
    return tag(
        "td",
        rate(estimate.value),
        tag("small", words) if (words := bounds(estimate)) else None,
        class_=f"heat h{round(10 * estimate.value)}",
        data_value=f"{estimate.value:.6f}",
        title=f"{estimate.n:,} answers",
    )
