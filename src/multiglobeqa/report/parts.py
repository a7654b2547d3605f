"""Pieces that several sections of the page share."""

from __future__ import annotations

from multiglobeqa.report.chart import rate
from multiglobeqa.report.markup import Markup, foreign, join, tag
from multiglobeqa.report.summary import Estimate, Run, Summary
from multiglobeqa.report.wording import shorten


def run_name(run: Run, summary: Summary) -> Markup:
    """Return the name of a run on one line."""
    language = ("\u00a0· ", foreign(run.language)) if summary.several_languages else None
    return join(
        foreign(shorten(run.model, 60)), "\u00a0· ", foreign(shorten(run.tier, 60)), language
    )


def run_head(run: Run, summary: Summary) -> Markup:
    """Return the name of a run as the head of a column."""
    language = ("\u00a0· ", foreign(run.language)) if summary.several_languages else None
    below = tag("small", foreign(shorten(run.tier, 40)), language)
    return join(foreign(shorten(run.model, 40)), below)


def bounds(estimate: Estimate, form: str = "{}–{}") -> str:
    """Return the interval of an estimate in per cent, or nothing where there is none."""
    if estimate.low is None or estimate.high is None:
        return ""
    return form.format(rate(estimate.low), rate(estimate.high))


def scrolled(content: Markup, label: str) -> Markup:
    """Return content that may be wider than the screen, and can then be moved with the keys."""
    return tag("div", content, class_="scroll", role="region", aria_label=label, tabindex=0)
