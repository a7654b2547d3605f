"""The sections of the page on what each run scored, and what became of its questions."""

from __future__ import annotations

from collections.abc import Iterator

from multiglobeqa.report import labels
from multiglobeqa.report.chart import interval, percent, rate, stacked_bar, swatch
from multiglobeqa.report.markup import Markup, foreign, join, tag
from multiglobeqa.report.parts import bounds, run_name, scrolled
from multiglobeqa.report.summary import Estimate, Run, Summary
from multiglobeqa.report.wording import shorten
from multiglobeqa.score.metrics import MEANINGS, METRICS


def scores(summary: Summary) -> Markup:
    """Return the table of all metrics by run."""
    heads = [tag("th", "Model", scope="col"), tag("th", "Tier", scope="col", class_="name")]
    if summary.several_languages:
        heads.append(tag("th", "Language", scope="col", class_="name"))
    heads.append(tag("th", "EM", scope="col", colspan=2, class_="name"))
    heads += [tag("th", name, scope="col") for id_, name in _metrics() if id_ != "em"]
    heads.append(tag("th", "Questions", scope="col"))
    floor = None if summary.floor is None else "; the dashed tick is the majority baseline"
    table = tag(
        "table",
        tag("caption", "Per cent, with 95\u00a0% intervals", floor),
        tag("thead", tag("tr", heads)),
        tag("tbody", (_score_row(run, summary) for run in summary.runs)),
        class_="full",
    )
    meanings = [tag("li", tag("strong", name), f": {MEANINGS[id_]}") for id_, name in _metrics()]
    return join(scrolled(table, "Scores"), tag("ul", meanings, class_="meanings"))


def _score_row(run: Run, summary: Summary) -> Markup:
    cells = [tag("th", foreign(shorten(run.model, 80)), scope="row"), _name(run.tier)]
    if summary.several_languages:
        cells.append(_name(run.language))
    em, plot = run.metrics["em"], None
    if em is not None:
        title = f"EM {percent(em.value)}{bounds(em, ', 95 % interval {} to {}')}"
        plot = interval(em.value, em.low, em.high, summary.floor, title)
    cells += [_estimate(em), tag("td", plot, class_="wide")]
    cells += [_estimate(run.metrics[id_]) for id_ in METRICS if id_ != "em"]
    seeds = tag("small", f"{run.seeds} seeds") if run.seeds > 1 else None
    return tag("tr", cells, tag("td", f"{run.questions:,}", seeds))


def _metrics() -> Iterator[tuple[str, Markup]]:
    for id_ in METRICS:
        name, _, index = labels.METRICS[id_].partition("_")
        yield id_, join(name, tag("sub", index) if index else None)


def outcomes(summary: Summary) -> Markup:
    """Return a bar for each run, and the counts behind it."""
    runs = [run for run in summary.runs if sum(run.outcomes.values())]
    seen = [id_ for id_ in labels.OUTCOMES if any(run.outcomes[id_] for run in runs)]
    legend = (tag("li", swatch(id_), labels.OUTCOMES[id_]) for id_ in seen)
    bars = []
    for run in runs:
        total = sum(run.outcomes.values())
        shares = [(id_, labels.OUTCOMES[id_], run.outcomes[id_] / total) for id_ in seen]
        words = ", ".join(f"{label} {percent(share)}" for _, label, share in shares if share)
        correct = f"{percent(run.outcomes['correct'] / total)} correct"
        label = tag(
            "div",
            tag("span", run_name(run, summary)),
            tag("span", correct, class_="note"),
            class_="label",
        )
        bars.append(tag("li", label, stacked_bar(shares, words)))
    heads = (tag("th", labels.OUTCOMES[id_], scope="col") for id_ in seen)
    rows = (
        tag(
            "tr",
            tag("th", run_name(run, summary), scope="row"),
            (tag("td", f"{run.outcomes[id_]:,}") for id_ in seen),
        )
        for run in runs
    )
    table = tag(
        "table",
        tag("caption", "Answers by outcome"),
        tag("thead", tag("tr", tag("th", "Model", scope="col"), heads)),
        tag("tbody", rows),
    )
    return join(
        tag("p", "Every question that has an answer ends in one of these ways.", class_="note"),
        tag("ul", legend, class_="legend", aria_hidden="true"),
        tag("ul", bars, class_="bars"),
        tag("details", tag("summary", "The counts"), scrolled(table, "Answers by outcome")),
    )


def _name(words: str) -> Markup:
    return tag("td", foreign(words), class_="name")


def _estimate(estimate: Estimate | None) -> Markup:
    if estimate is None:
        return tag("td", "–", class_="missing")
    words = bounds(estimate)
    return tag("td", rate(estimate.value), tag("small", words) if words else None)
