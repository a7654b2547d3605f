"""The section of the page that shows questions whole."""

from __future__ import annotations

from collections.abc import Mapping

from multiglobeqa.report import labels
from multiglobeqa.report.chart import swatch
from multiglobeqa.report.examples import Example, Reply
from multiglobeqa.report.markup import Markup, foreign, join, tag
from multiglobeqa.report.parts import run_name
from multiglobeqa.report.summary import Summary
from multiglobeqa.report.wording import say, shorten

SHOWN = 6  # replies to an example; the others are folded away


def example_cards(summary: Summary) -> Markup:
    """Return a card for each example: the question, its gold, what each run said."""
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
            tag("dt", run_name(summary.runs[reply.run], summary)),
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
    words = labels.OUTCOMES.get(reply.outcome, reply.outcome).lower()
    if reply.right and reply.outcome != "correct":
        words += ", rightly"
    title = shorten(reply.problem) if reply.problem else None
    return tag("span", swatch(reply.outcome), words, class_="mark", title=title)
