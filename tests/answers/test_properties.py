"""What must hold for any answer."""

import math

import h3
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from s2geometry import S2CellId, S2LatLng

from multiglobeqa.answers import FORMATS, get_format

LATITUDES = st.floats(-90, 90)
LONGITUDES = st.floats(-180, 180)
SIZES = st.floats(0, 1e6, allow_subnormal=False)
NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(str.strip)


@st.composite
def boxes(draw):
    west, east = draw(LONGITUDES), draw(LONGITUDES)
    south, north = sorted((draw(LATITUDES), draw(LATITUDES)))
    width = (east - west) % 360
    if north - south < 1e-6 or not 1e-6 < width < 359.999:
        west, south, east, north = -10.0, -10.0, 10.0, 10.0
    return {"west": west, "south": south, "east": east, "north": north}


@st.composite
def rings(draw):
    """Return the corners of a star-shaped polygon."""
    corners = draw(st.integers(3, 12))
    lon, lat = draw(st.floats(-170, 170)), draw(st.floats(-80, 80))
    reach = draw(st.lists(st.floats(0.5, 5), min_size=corners, max_size=corners))
    angles = [2 * math.pi * corner / corners for corner in range(corners)]
    return [
        (lon + r * math.cos(a), lat + r * math.sin(a)) for r, a in zip(reach, angles, strict=True)
    ]


def wkt(ring):
    return f"POLYGON (({', '.join(f'{x!r} {y!r}' for x, y in [*ring, ring[0]])}))"


@st.composite
def cells(draw, resolution=st.integers(0, 15)):
    return h3.latlng_to_cell(draw(LATITUDES), draw(LONGITUDES), draw(resolution))


@st.composite
def tokens(draw):
    place = S2LatLng.FromDegrees(draw(LATITUDES), draw(LONGITUDES))
    return S2CellId(place).parent(draw(st.integers(0, 30))).ToToken()


POINTS = st.fixed_dictionaries({"latitude": LATITUDES, "longitude": LONGITUDES})
VALUES = {
    "boolean": ({}, st.booleans()),
    "entity": ({}, NAMES),
    "choice": ({"values": ["left", "right"]}, st.sampled_from(["left", "right"])),
    "set": ({}, st.lists(NAMES, max_size=6)),
    "cell": ({"system": "h3", "resolution": None}, cells()),
    "geohash": (
        {"system": "geohash", "precision": 6},
        st.text("0123456789bcdefghjkmnpqrstuvwxyz", min_size=1, max_size=12),
    ),
    "composite": ({"h3": 5, "s2": 10}, st.fixed_dictionaries({"h3": cells(), "s2": tokens()})),
    "distance": ({}, SIZES),
    "area": ({}, SIZES),
    "count": ({}, st.integers(0, 10**9)),
    "ratio": ({}, st.floats(1e-6, 1e3)),
    "point": ({"crs": "wgs84"}, POINTS),
    "polar": (
        {},
        st.fixed_dictionaries({"bearing": st.floats(-360, 360), "distance": SIZES}),
    ),
    "polygon": ({"kind": "box"}, boxes()),
    "date": ({"precision": "day"}, st.dates().map(str)),
}


def compare(form, options, prediction, gold):
    answers = get_format(form)
    return answers.compare(
        answers.parse(prediction, options), answers.parse(gold, options), options
    )


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=100)
@given(st.data())
def test_right_exactly_when_the_error_says_so(form, data):
    options, values = VALUES[form]
    exact, error = compare(form, options, data.draw(values), data.draw(values))
    assert 0 <= error <= 1
    if form == "polygon":
        assert exact == (error <= 0.5 + 1e-9)
    elif form == "set":
        assert exact == (error == 0)
    else:
        assert exact == (error < 1)


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=50)
@given(st.data())
def test_the_gold_is_right(form, data):
    options, values = VALUES[form]
    gold = data.draw(values)
    exact, error = compare(form, options, gold, gold)
    assert exact
    assert error == pytest.approx(0, abs=1e-9)


# Numeric tolerances depend on the gold, and a finer H3 cell is right while a coarser one is not.
SYMMETRIC = sorted(set(FORMATS) - {"distance", "area", "count", "ratio", "polar", "composite"})


@pytest.mark.parametrize("form", SYMMETRIC)
@settings(max_examples=100)
@given(st.data())
def test_symmetry(form, data):
    options, values = VALUES[form]
    if form == "cell":
        values = cells(st.just(5))
    one, other = data.draw(values), data.draw(values)
    there, back = compare(form, options, one, other), compare(form, options, other, one)
    assert there.exact == back.exact
    assert there.error == pytest.approx(back.error, abs=1e-9)


@given(SIZES, st.floats(0, 1e5))
def test_numeric_error_is_the_same_to_either_side(gold, off):
    for form in ("distance", "area"):
        above, below = (compare(form, {}, max(0, gold + sign * off), gold) for sign in (1, -1))
        if off <= gold:
            assert above.error == pytest.approx(below.error, abs=1e-6)


@given(SIZES, st.floats(0, 1e5), st.floats(0, 1e5))
def test_a_larger_deviation_is_never_a_smaller_error(gold, a, b):
    small, large = sorted((a, b))
    assert (
        compare("distance", {}, gold + small, gold).error
        <= compare("distance", {}, gold + large, gold).error
    )


@given(st.lists(NAMES, max_size=6), st.lists(NAMES, max_size=6), st.randoms())
def test_sets_ignore_order_and_repetition(gold, prediction, random):
    again = prediction + prediction[:2]
    random.shuffle(again)
    assert compare("set", {}, again, gold) == compare("set", {}, prediction, gold)


@settings(max_examples=50)
@given(rings(), st.integers(0, 11), st.booleans(), st.floats(-3, 3))
def test_polygons_ignore_where_and_which_way_a_ring_runs(ring, start, backwards, shift):
    other = [(x + shift, y) for x, y in ring]
    turned = ring[start % len(ring) :] + ring[: start % len(ring)]
    turned = turned[::-1] if backwards else turned
    options = {"kind": "polygon"}
    first = compare("polygon", options, wkt(ring), wkt(other))
    again = compare("polygon", options, wkt(turned), wkt(other))
    assert first.exact == again.exact
    assert first.error == pytest.approx(again.error, abs=1e-9)


@settings(max_examples=50)
@given(rings(), st.floats(-3, 3), st.floats(-360, 360))
def test_polygons_do_not_change_when_all_move_east(ring, shift, east):
    """The antimeridian is a place like any other."""
    options = {"kind": "polygon"}

    def moved(corners):
        return wkt([((x + east + 180) % 360 - 180, y) for x, y in corners])

    other = [(x + shift, y) for x, y in ring]
    here = compare("polygon", options, wkt(ring), wkt(other))
    there = compare("polygon", options, moved(ring), moved(other))
    assert here.error == pytest.approx(there.error, abs=1e-6)


@given(boxes(), boxes(), st.floats(-360, 360))
def test_boxes_do_not_change_when_all_move_east(one, other, east):
    def moved(box):
        west = (box["west"] + east + 180) % 360 - 180
        width = (box["east"] - box["west"]) % 360
        return box | {"west": west, "east": (west + width + 180) % 360 - 180}

    here = compare("polygon", {"kind": "box"}, one, other)
    there = compare("polygon", {"kind": "box"}, moved(one), moved(other))
    assert here.error == pytest.approx(there.error, abs=1e-6)


@given(LATITUDES, LONGITUDES, st.integers(0, 15), st.integers(0, 15))
def test_h3_is_right_from_the_gold_resolution_on(lat, lon, gold, prediction):
    """A cell made by refining the gold is right, one made by coarsening it is not."""
    answer = h3.latlng_to_cell(lat, lon, gold)
    finer = h3.cell_to_center_child(answer, max(gold, prediction))
    coarser = h3.cell_to_parent(answer, min(gold, prediction))
    options = {"system": "h3", "resolution": gold}
    assert compare("cell", options, finer, answer).exact
    assert compare("cell", options, coarser, answer).exact == (prediction >= gold)


@given(tokens(), st.integers(0, 16))
def test_s2_tokens_ignore_zeros_and_case(token, length):
    written = token.ljust(min(16, max(length, len(token))), "0").upper()
    assert compare("cell", {"system": "s2", "resolution": None}, written, token).exact


@given(st.text("0123456789abcdef", min_size=1, max_size=16))
def test_s2_tokens_are_those_of_the_library(token):
    """Which tokens are cells is told without the library; it must agree."""
    answers, options = get_format("cell"), {"system": "s2", "resolution": None}
    try:
        answers.parse(token, options)
        found = True
    except ValueError:
        found = False
    # The library takes a token longer than its own for invalid.
    assert found == S2CellId.FromToken(token.rstrip("0")).is_valid()


@settings(max_examples=50)
@given(st.lists(st.tuples(SIZES, SIZES), min_size=1, max_size=30))
def test_many_at_once_are_one_by_one(pairs):
    answers = get_format("distance")
    exact, error = answers.measure([a for a, _ in pairs], [b for _, b in pairs], {})
    alone = [answers.compare(a, b, {}) for a, b in pairs]
    assert exact.tolist() == [one.exact for one in alone]
    assert error.tolist() == [one.error for one in alone]
    assert np.isfinite(error).all()
