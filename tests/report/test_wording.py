"""Answers in words, whatever their shape."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.answers import FORMATS
from multiglobeqa.report import labels
from multiglobeqa.report.wording import LONGEST, say, shorten

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize(
    ("answer", "answer_format", "words"),
    [
        ("true", "boolean", "yes"),
        ("false", "boolean", "no"),
        ('"plausibly"', "boolean", "plausibly"),
        ('"Åland <b>"', "entity", "Åland <b>"),
        ("[]", "set", "(none)"),
        ('["Espoo", "Vantaa"]', "set", "Espoo; Vantaa"),
        ("1234", "count", "1,234"),
        ("0.5", "ratio", "0.5"),
        ("0.0123456", "ratio", "0.0123"),
        ("0", "count", "0"),
        ("12.3456", "distance", "12.35 km"),
        ("1250000.0", "area", "1,250,000 km²"),
        ('{"latitude": 60.169857, "longitude": -0.5}', "point", "60.16986, -0.5"),
        ('{"x": 12.25, "y": 3}', "point", "x 12.25, y 3"),
        (
            '{"zone": "35N", "easting": 5.5, "northing": 6}',
            "point",
            "zone 35N, easting 5.5, northing 6",
        ),
        ('{"bearing": 45.0, "distance": 12}', "polar", "45°, 12 km"),
        ('{"h3": "851126d3fffffff", "s2": "46920b"}', "composite", "h3 851126d3fffffff, s2 46920b"),
        ('"2021-03-04"', "date", "2021-03-04"),
        ('[1, "a"]', "set", '[1, "a"]'),
        ("1e400", "count", "inf"),
        ("NaN", "distance", "nan km"),
        ("not JSON", "count", "not JSON"),
        ("[" * 100_000, "count", f"{'[' * 240}… (99,760 more characters)"),
        ("9" * 5000, "count", f"{'9' * 240}… (4,760 more characters)"),
    ],
)
def test_words(answer, answer_format, words):
    assert say(answer, answer_format) == words


@given(JSON, st.sampled_from(sorted(FORMATS)))
def test_any_value_has_words_of_bounded_length(value, answer_format):
    assert len(say(json.dumps(value), answer_format)) < LONGEST + 40


def test_shorten_keeps_what_fits():
    assert shorten("abcd", 4) == "abcd"
    assert shorten("abcde", 4) == "abcd… (1 more characters)"


def test_every_format_has_a_name():
    assert set(labels.ANSWER_FORMATS) == set(FORMATS)
