"""The page: a summary as one HTML file that needs nothing beside it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import resources

from multiglobeqa.report import labels
from multiglobeqa.report.cards import example_cards
from multiglobeqa.report.chart import percent
from multiglobeqa.report.heat import breakdown_table, strata_grids
from multiglobeqa.report.markup import Markup, foreign, join, tag
from multiglobeqa.report.parts import scrolled
from multiglobeqa.report.scores import outcomes, scores
from multiglobeqa.report.summary import Summary
from multiglobeqa.report.wording import shorten

FILES = ("report.json", "headline.csv", "outcomes.csv", "breakdown.csv")
FEW = 3  # so many runs are all named at the top


def page(summary: Summary) -> str:
    """Return the report as the text of an HTML file."""
    style, script = _asset("style.css"), _asset("sort.js")
    # Should anything hostile ever slip through the escaping, a browser still refuses to run it.
    policy = (
        f"default-src 'none'; style-src 'sha256-{_digest(style)}'; "
        f"script-src 'sha256-{_digest(script)}'; base-uri 'none'; form-action 'none'"
    )
    sections = list(_sections(summary))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"MultiGlobeQA: {_headline(summary)}"),
        tag("style", style),
    )
    header = tag(
        "header",
        tag("p", "MultiGlobeQA report", class_="eyebrow"),
        tag("h1", _headline(summary)),
        _lead(summary),
        tag(
            "nav",
            tag(
                "ul",
                (tag("li", tag("a", name, href=f"#{_anchor(name)}")) for name, _, _ in sections),
            ),
            aria_label="Sections",
        ),
    )
    main = tag(
        "main",
        (
            tag(
                "section",
                tag("h2", title, id=f"{_anchor(name)}-title"),
                content,
                id=_anchor(name),
                aria_labelledby=f"{_anchor(name)}-title",
            )
            for name, title, content in sections
        ),
    )
    links = [tag("a", name, href=name) for name in FILES]
    footer = tag(
        "footer",
        tag("p", "All numbers of this page lie beside it: ", _listed(links), "."),
    )
    body = tag("body", header, main, footer, tag("script", script))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _sections(summary: Summary) -> Iterator[tuple[str, str, Markup]]:
    """Yield each section: its name in the contents, its title, and what it holds."""
    yield "Scores", "Scores", scores(summary)
    if any(sum(run.outcomes.values()) for run in summary.runs):
        yield "Outcomes", "What became of the questions", outcomes(summary)
    for breakdown in summary.breakdowns:
        name = labels.DIMENSIONS[breakdown.id]
        if breakdown.groups:
            yield name, f"By {name.lower()}", breakdown_table(breakdown, summary)
        if breakdown.id == "answer_format" and summary.strata:
            yield "Income and density", "By income and population density", strata_grids(summary)
    if summary.examples:
        yield "Examples", "Examples", example_cards(summary)
    yield "About", "About the numbers", _about(summary)


def _headline(summary: Summary) -> str:
    models = list(dict.fromkeys(run.model for run in summary.contenders))
    count = f"{summary.questions:,} question{'s' if summary.questions != 1 else ''}"
    if len(models) == 1:
        return f"How {shorten(models[0], 80)} answered {count}"
    return f"How {len(models)} models answered {count}"


def _lead(summary: Summary) -> Markup | None:
    rated = [(em.value, run) for run in summary.contenders if (em := run.metrics["em"])]
    if not rated:
        return None
    rated.sort(key=lambda pair: pair[0])
    shown = rated if len(rated) <= FEW else [rated[0], rated[-1]]
    parts = [
        join(
            foreign(shorten(run.model, 60)),
            (" (", foreign(shorten(run.tier, 60)), f") got {percent(value)}"),
        )
        for value, run in shown
    ]
    between = ", " if len(rated) <= FEW else " and, at the other end, "
    floor = None
    if summary.floor is not None:
        floor = f" The most frequent answers would have got {percent(summary.floor)}."
    words = "Of the questions that have an answer, "
    return tag("p", words, _listed(parts, between), " right.", floor, class_="lead")


def _about(summary: Summary) -> Markup:
    points = (
        "Exact match allows the tolerance of each answer format: 0.5, 5 or 10 km for a distance, "
        "by its size; 10 km for a point; 5 % for a count. So a count up to 20 must be exact, and "
        "so must a date of day precision.",
        "The intervals allow for questions that are not independent, because they share their "
        "entities or their sub-template. Several seeds of a model are averaged.",
        "The majority baseline gives each sub-template's most frequent answer. It knows the "
        "gold answers (gold-informed), or those of other questions only (cross-validated): a "
        "floor to measure against, not a system.",
    )
    rows = (
        tag(
            "tr",
            tag("th", foreign(shorten(name)), scope="row"),
            tag("td", foreign(shorten(value)), class_="name"),
        )
        for source in summary.sources
        for name, value in source.items()
    )
    table = tag("table", tag("caption", "Where the results come from"), tag("tbody", rows))
    return join(
        (tag("p", point, class_="note") for point in points),
        scrolled(table, "Sources") if summary.sources else None,
    )


def _listed(items: Sequence[Markup], between: str = ", ") -> Markup:
    return join(items[0], ((between, item) for item in items[1:]))


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def _asset(name: str) -> Markup:
    # Files of this package: the one kind of text that goes into the page as it is.
    return Markup((resources.files("multiglobeqa.report") / name).read_text("utf-8"))


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
