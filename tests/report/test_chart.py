"""Charts show the numbers they are given."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.report.chart import interval, percent, rate, stacked_bar


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=7).filter(any))
def test_segments_lie_end_to_end_and_fill_the_bar(counts):
    shares = [("wrong", f"s{index}", count / sum(counts)) for index, count in enumerate(counts)]
    rects = re.findall(r'x="([\d.]+)" y="0" width="([\d.]+)"', stacked_bar(shares, "all"))
    assert len(rects) == sum(count > 0 for count in counts)
    end = 0.0
    for start, width in rects:
        assert float(start) == pytest.approx(end, abs=1)
        end = float(start) + float(width)
    assert end == pytest.approx(1000, abs=1)


def test_a_bar_says_what_it_shows():
    bar = stacked_bar([("correct", "Right", 0.25), ("wrong", "<Wrong>", 0.75)], "a & b")
    assert "<title>a &amp; b</title>" in bar
    assert "<title>Right: 25.0\u00a0%</title>" in bar
    assert "&lt;Wrong&gt;: 75.0\u00a0%" in bar
    assert 'role="img"' in bar


def test_interval_places_its_marks():
    plot = interval(0.5, 0.4, 0.65, 0.288, "EM")
    assert 'class="interval" x1="400" y1="10" x2="650"' in plot
    assert 'class="dot" x1="500" y1="10" x2="500"' in plot
    assert 'class="floor" x1="288"' in plot


def test_interval_without_bounds_is_a_dot():
    plot = interval(0.5, None, None, None, "EM")
    assert 'class="interval"' not in plot
    assert "floor" not in plot


@pytest.mark.parametrize(("share", "words"), [(0, "0.0"), (1, "100.0"), (0.28849, "28.8")])
def test_percent(share, words):
    assert rate(share) == words
    assert percent(share) == f"{words}\u00a0%"
