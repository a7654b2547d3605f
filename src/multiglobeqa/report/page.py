"""The page: a summary as one HTML file that needs nothing beside it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import resources

from multiglobeqa.report import labels
from multiglobeqa.report.chart import interval, percent, stacked_bar, swatch
from multiglobeqa.report.examples import Example, Reply
from multiglobeqa.report.markup import Markup, foreign, join, tag
from multiglobeqa.report.summary import Breakdown, Estimate, Run, Summary
from multiglobeqa.report.wording import say, shorten
from multiglobeqa.score.metrics import MEANINGS, METRICS

FILES = ("report.json", "headline.csv", "outcomes.csv", "breakdown.csv")
SECTIONS = {
    "scores": "Scores",
    "outcomes": "Outcomes",
    "sfid": "Spatial function",
    "answer_format": "Answer format",
    "strata": "Income and density",
    "kg": "Graph",
    "modality": "Modality",
    "country": "Country",
    "sub_template": "Sub-template",
    "examples": "Examples",
    "about": "About",
}
TITLES = {
    "sfid": "By spatial function",
    "answer_format": "By answer format",
    "kg": "By knowledge graph",
    "modality": "By modality",
    "country": "By country",
    "sub_template": "By sub-template",
}
FOLD = 40  # a table of more rows is folded away
SHOWN = 6  # replies to an example; the others are folded away
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
                "ul", (tag("li", tag("a", SECTIONS[id_], href=f"#{id_}")) for id_, _, _ in sections)
            ),
            aria_label="Sections",
        ),
    )
    main = tag(
        "main",
        (
            tag(
                "section",
                tag("h2", name, id=f"{id_}-title"),
                content,
                id=id_,
                aria_labelledby=f"{id_}-title",
            )
            for id_, name, content in sections
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
    yield "scores", "Scores", _scores(summary)
    if any(sum(run.outcomes.values()) for run in summary.runs):
        yield "outcomes", "What became of the questions", _outcomes(summary)
    for breakdown in summary.breakdowns:
        if breakdown.groups:
            yield breakdown.id, TITLES[breakdown.id], _breakdown(breakdown, summary)
        if breakdown.id == "answer_format" and summary.strata:
            yield "strata", "By income and population density", _strata(summary)
    if summary.examples:
        yield "examples", "Examples", _examples(summary)
    yield "about", "About the numbers", _about(summary)


def _headline(summary: Summary) -> str:
    models = list(dict.fromkeys(run.model for run in summary.runs))
    count = f"{summary.questions:,} question{'s' if summary.questions != 1 else ''}"
    if len(models) == 1:
        return f"How {shorten(models[0], 80)} answered {count}"
    return f"How {len(models)} models answered {count}"


def _lead(summary: Summary) -> Markup | None:
    rated = [(em.value, run) for run in summary.runs if (em := run.metrics["em"])]
    if not rated:
        return None
    rated.sort(key=lambda pair: pair[0])
    shown = rated if len(rated) <= FEW else [rated[0], rated[-1]]
    parts = [
        join(tag("bdi", shorten(run.model, 80)), f" ({run.tier}) got {percent(value)} %")
        for value, run in shown
    ]
    between = ", " if len(rated) <= FEW else " and, at the other end, "
    words = "Of the questions that have an answer, "
    return tag("p", words, _listed(parts, between), " right.", class_="lead")


def _scores(summary: Summary) -> Markup:
    heads = [tag("th", "Model", scope="col"), tag("th", "Tier", scope="col", class_="name")]
    if summary.several_languages:
        heads.append(tag("th", "Language", scope="col", class_="name"))
    heads.append(tag("th", "EM", scope="col", colspan=2, class_="name"))
    heads += [tag("th", name, scope="col") for id_, name in _metrics() if id_ != "em"]
    heads.append(tag("th", "Questions", scope="col"))
    floor = None if summary.floor is None else "; the dashed tick is the majority baseline"
    table = tag(
        "table",
        tag("caption", "Per cent, with 95 % intervals", floor),
        tag("thead", tag("tr", heads)),
        tag("tbody", (_score_row(run, summary) for run in summary.runs)),
        class_="full",
    )
    meanings = [tag("li", tag("strong", name), f": {MEANINGS[id_]}") for id_, name in _metrics()]
    return join(_scroll(table, "Scores"), tag("ul", meanings, class_="meanings"))


def _score_row(run: Run, summary: Summary) -> Markup:
    cells = [tag("th", foreign(shorten(run.model, 80)), scope="row"), _name(run.tier)]
    if summary.several_languages:
        cells.append(_name(run.language))
    em, plot = run.metrics["em"], None
    if em is not None:
        title = f"EM {percent(em.value)} %{_range(em, ', 95 % interval {} to {} %')}"
        plot = interval(em.value, em.low, em.high, summary.floor, title)
    cells += [_estimate(em), tag("td", plot, class_="wide")]
    cells += [_estimate(run.metrics[id_]) for id_ in METRICS if id_ != "em"]
    seeds = tag("small", f"{run.seeds} seeds") if run.seeds > 1 else None
    return tag("tr", cells, tag("td", f"{run.questions:,}", seeds))


def _metrics() -> Iterator[tuple[str, Markup]]:
    for id_ in METRICS:
        name, _, index = labels.METRICS[id_].partition("_")
        yield id_, join(name, tag("sub", index) if index else None)


def _outcomes(summary: Summary) -> Markup:
    runs = [run for run in summary.runs if sum(run.outcomes.values())]
    seen = [id_ for id_ in labels.OUTCOMES if any(run.outcomes[id_] for run in runs)]
    legend = (tag("li", swatch(id_), labels.OUTCOMES[id_]) for id_ in seen)
    bars = []
    for run in runs:
        total = sum(run.outcomes.values())
        shares = [(id_, labels.OUTCOMES[id_], run.outcomes[id_] / total) for id_ in seen]
        words = ", ".join(f"{label} {percent(share)} %" for _, label, share in shares if share)
        correct = f"{percent(run.outcomes['correct'] / total)} % correct"
        label = tag(
            "div",
            tag("span", _run_name(run, summary)),
            tag("span", correct, class_="note"),
            class_="label",
        )
        bars.append(tag("li", label, stacked_bar(shares, words)))
    heads = (tag("th", labels.OUTCOMES[id_], scope="col") for id_ in seen)
    rows = (
        tag(
            "tr",
            tag("th", _run_name(run, summary), scope="row"),
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
        tag("details", tag("summary", "The counts"), _scroll(table, "Answers by outcome")),
    )


def _breakdown(breakdown: Breakdown, summary: Summary) -> Markup:
    heads = (tag("th", _run_head(run, summary), scope="col", class_="over") for run in summary.runs)
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
        tag("caption", "EM in per cent, with 95 % intervals"),
        tag(
            "thead",
            tag(
                "tr",
                tag("th", SECTIONS[breakdown.id], scope="col"),
                tag("th", "Questions", scope="col"),
                heads,
            ),
        ),
        tag("tbody", rows),
        class_="sortable",
    )
    content = _scroll(table, TITLES[breakdown.id])
    if len(breakdown.groups) > FOLD:
        return tag("details", tag("summary", f"All {len(breakdown.groups):,} rows"), content)
    return content


def _strata(summary: Summary) -> Markup:
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
            tag("caption", _run_name(run, summary)),
            tag("thead", tag("tr", tag("td"), heads)),
            tag("tbody", rows),
        )
        figures.append(tag("div", table))
    note = (
        "EM in per cent, with 95 % intervals, by the World Bank income tier of the country and "
        "the density of population around the question's first entity."
    )
    return join(tag("p", note, class_="note"), tag("div", figures, class_="grids"))


def _examples(summary: Summary) -> Markup:
    note = (
        "Chosen by a hash of their ids, so as to show each outcome and each spatial function; "
        "not a sample to draw conclusions from."
    )
    countries = {
        group.key: group.label
        for breakdown in summary.breakdowns
        if breakdown.id == "country"
        for group in breakdown.groups
    }
    items = (tag("li", _example(example, summary, countries)) for example in summary.examples)
    return join(tag("p", note, class_="note"), tag("ul", items, class_="examples"))


def _example(example: Example, summary: Summary, countries: Mapping[str, str]) -> Markup:
    gold = "the premise is false: to be refused"
    if example.gold is not None:
        gold = say(example.gold, example.answer_format)
    about = [
        example.sub_template,
        labels.SPATIAL_FUNCTIONS.get(example.sfid, example.sfid),
        labels.ANSWER_FORMATS.get(example.answer_format, example.answer_format).lower(),
    ]
    if example.country:
        about.append(countries.get(example.country, example.country))
    replies = [
        join(
            tag("dt", _run_name(summary.runs[reply.run], summary)),
            tag("dd", _said(reply, example), _mark(reply)),
        )
        for reply in example.replies
    ]
    more = None
    if hidden := replies[SHOWN:]:
        words = f"{len(hidden)} more repl{'ies' if len(hidden) > 1 else 'y'}"
        more = tag("details", tag("summary", words), tag("dl", hidden))
    return join(
        tag("p", " · ".join(about), class_="meta"),
        tag("p", shorten(example.question, 1200), class_="question", dir="auto"),
        tag("dl", tag("dt", "Gold"), tag("dd", foreign(gold), class_="gold"), replies[:SHOWN]),
        more,
    )


def _said(reply: Reply, example: Example) -> Markup | None:
    if reply.answer is not None:
        return foreign(say(reply.answer, example.answer_format))
    if reply.raw and reply.outcome == "format_error":
        return tag("code", foreign(shorten(reply.raw, 120)))
    return None


def _mark(reply: Reply) -> Markup:
    words = labels.OUTCOMES[reply.outcome].lower()
    if reply.right and reply.outcome != "correct":
        words += ", rightly"
    title = shorten(reply.problem) if reply.problem else None
    return tag("span", swatch(reply.outcome), words, class_="mark", title=title)


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
        tag("tr", tag("th", foreign(name), scope="row"), tag("td", foreign(value), class_="name"))
        for source in summary.sources
        for name, value in source.items()
    )
    table = tag("table", tag("caption", "Where the results come from"), tag("tbody", rows))
    return join(
        (tag("p", point, class_="note") for point in points),
        _scroll(table, "Sources") if summary.sources else None,
    )


def _run_name(run: Run, summary: Summary) -> Markup:
    more = f" · {run.tier}" + (f" · {run.language}" if summary.several_languages else "")
    return join(foreign(shorten(run.model, 60)), more)


def _run_head(run: Run, summary: Summary) -> Markup:
    more = run.tier + (f" · {run.language}" if summary.several_languages else "")
    return join(foreign(shorten(run.model, 40)), tag("small", more))


def _name(words: str) -> Markup:
    return tag("td", foreign(words), class_="name")


def _estimate(estimate: Estimate | None) -> Markup:
    if estimate is None:
        return tag("td", "–", class_="missing")
    words = _range(estimate)
    return tag("td", percent(estimate.value), tag("small", words) if words else None)


def _heat(estimate: Estimate | None) -> Markup:
    if estimate is None:
        return tag("td", "–", class_="heat missing", data_value="")
    return tag(
        "td",
        percent(estimate.value),
        tag("small", words) if (words := _range(estimate)) else None,
        class_=f"heat h{round(10 * estimate.value)}",
        data_value=f"{estimate.value:.6f}",
        title=f"{estimate.n:,} answers",
    )


def _range(estimate: Estimate, form: str = "{}–{}") -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return form.format(percent(estimate.low), percent(estimate.high))


def _scroll(content: Markup, label: str) -> Markup:
    return tag("div", content, class_="scroll", role="region", aria_label=label, tabindex=0)


def _listed(items: Sequence[Markup], between: str = ", ") -> Markup:
    return join(items[0], ((between, item) for item in items[1:]))


def _asset(name: str) -> Markup:
    # Files of this package: the one kind of text that goes into the page as it is.
    return Markup((resources.files("multiglobeqa.report") / name).read_text("utf-8"))


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
