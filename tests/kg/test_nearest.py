import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from multiglobeqa.kg import nearest as module
from multiglobeqa.kg.nearest import nearest


def on_sphere(points):
    lon, lat = np.radians(points).T
    return 6371 * np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], 1)


def everywhere(rng, count):
    return np.stack(
        [rng.uniform(-180, 180, count), np.degrees(np.arcsin(rng.uniform(-1, 1, count)))], 1
    )


@pytest.mark.parametrize("radii", [[40], [10, 40], [1, 4, 40]])
def test_agrees_with_a_tree(radii):
    rng = np.random.default_rng(1)
    seekers, givers = everywhere(rng, 5_000), everywhere(rng, 200_000)
    seekers[:5] = [[180, 10], [-180, 10], [0, 90], [0, -90], [179.99, 0]]
    key = np.arange(len(givers)) % 7
    allowed = np.flatnonzero(key != 0)
    distance, index = cKDTree(on_sphere(givers[allowed])).query(on_sphere(seekers))
    expected = np.where(distance <= radii[-1], allowed[index], -1)
    found = nearest(seekers, givers, radii, seeker_key=np.zeros(len(seekers), int), giver_key=key)
    assert (expected >= 0).mean() > 0.5
    np.testing.assert_array_equal(found, expected)


def test_small_portions_change_nothing(monkeypatch):
    rng = np.random.default_rng(2)
    seekers, givers = rng.uniform(0, 1, (300, 2)), rng.uniform(0, 1, (3_000, 2))
    keys = {"seeker_key": np.zeros(300, int), "giver_key": np.ones(3_000, int)}
    whole = nearest(seekers, givers, [15], **keys)
    monkeypatch.setattr(module, "_PAIRS", 50)
    np.testing.assert_array_equal(nearest(seekers, givers, [15], **keys), whole)


def test_of_equals_the_first():
    givers = np.array([[10.0, 50.0]] * 3)
    keys = {"seeker_key": np.array([1]), "giver_key": np.array([1, 2, 3])}
    assert nearest(np.array([[10.01, 50.0]]), givers, [5], **keys).tolist() == [1]


def test_nobody_to_find():
    nothing, keys = np.empty((0, 2)), np.empty(0, int)
    one = np.array([[1.0, 2.0]])
    assert nearest(one, nothing, [5], seeker_key=np.ones(1), giver_key=keys).tolist() == [-1]
    assert nearest(nothing, one, [5], seeker_key=keys, giver_key=np.ones(1)).tolist() == []


degrees = st.tuples(st.floats(-180, 180), st.floats(-90, 90))


@settings(max_examples=60, deadline=None)
@given(st.lists(degrees, min_size=1, max_size=8), st.lists(degrees, min_size=1, max_size=20))
def test_agrees_with_every_distance(seekers, givers):
    seekers, givers = np.array(seekers), np.array(givers)
    found = nearest(
        seekers,
        givers,
        [100, 3000],
        seeker_key=np.zeros(len(seekers), int),
        giver_key=np.ones(len(givers), int),
    )
    distance = np.linalg.norm(on_sphere(seekers)[:, None] - on_sphere(givers)[None], axis=2)
    for row, index in zip(distance, found, strict=True):
        if index < 0:
            assert row.min() > 3000 - 1e-6
        else:
            assert row[index] <= row.min() + 1e-6
