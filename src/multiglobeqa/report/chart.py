"""Small charts as inline SVG; each carries its numbers as a title."""

from __future__ import annotations

from collections.abc import Sequence

from multiglobeqa.report.markup import Markup, join, tag

WIDTH = 1000


def stacked_bar(shares: Sequence[tuple[str, str, float]], title: str) -> Markup:
    """Return a bar of shares laid end to end.

    Parameters
    ----------
    shares : sequence of (class, label, share)
        The CSS class that colours the segment, what it is called, and its share, 0 to 1.
    title : str
        What the whole bar shows.
    """
    segments = []
    start = 0.0
    for name, label, share in shares:
        if share > 0:
            segments.append(
                tag(
                    "rect",
                    tag("title", f"{label}: {percent(share)}"),
                    class_=name,
                    x=_number(start * WIDTH),
                    y=0,
                    width=_number(share * WIDTH),
                    height=20,
                )
            )
        start += share
    return _svg(segments, title, class_="bar", height=20)


def interval(
    value: float, low: float | None, high: float | None, floor: float | None, title: str
) -> Markup:
    """Return a dot on a scale from 0 to 1, with its interval and a tick at a value to beat."""
    marks = [tag("line", class_="scale", x1=0, y1=10, x2=WIDTH, y2=10)]
    if floor is not None:
        at = _number(floor * WIDTH)
        marks.append(tag("line", class_="floor", x1=at, y1=2, x2=at, y2=18))
    if low is not None and high is not None:
        left, right = _number(low * WIDTH), _number(high * WIDTH)
        marks.append(tag("line", class_="interval", x1=left, y1=10, x2=right, y2=10))
    # A line of no length with round ends is a dot that keeps its shape when the scale stretches.
    at = _number(value * WIDTH)
    marks.append(tag("line", class_="dot", x1=at, y1=10, x2=at, y2=10))
    return _svg(marks, title, class_="dots", height=20)


def swatch(name: str) -> Markup:
    """Return a small square in the colour of a CSS class, for a legend."""
    mark = tag("rect", class_=name, width=10, height=10, rx=2)
    return tag("svg", mark, viewBox="0 0 10 10", aria_hidden="true")


def rate(share: float) -> str:
    """Return a share in per cent with one decimal, without the sign.

    Examples
    --------
    >>> rate(0.28849)
    '28.8'
    """
    return f"{100 * share:.1f}"


def percent(share: float) -> str:
    """Return a share in per cent, the sign on the same line as the number."""
    return f"{rate(share)}\u00a0%"


def _svg(marks: Sequence[Markup], title: str, *, class_: str, height: int) -> Markup:
    return tag(
        "svg",
        tag("title", title),
        join(marks),
        class_=class_,
        role="img",
        viewBox=f"0 0 {WIDTH} {height}",
        preserveAspectRatio="none",
    )


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
