import mgrs as library
import numpy as np
import pytest

from multiglobeqa.geo import Point
from multiglobeqa.geo.mgrs import mgrs


@pytest.mark.parametrize(
    ("lon", "lat", "reference"),
    [
        (-157.916861, 21.309444, "04QFJ1234056781"),  # Honolulu: the usual example, 4QFJ12345678
        (-74.0445, 40.6892, "18TWL8073504695"),  # the Statue of Liberty
        (0, 90, "ZAH0000000000"),
        (0, -90, "BAN0000000000"),
        (180, 0, "01NAA6602100000"),
    ],
)
def test_places(lon, lat, reference):
    assert mgrs(Point(lon, lat), 5) == reference


def test_a_coarser_reference_is_cut_not_rounded():
    place = Point(14, 50)
    assert [mgrs(place, precision) for precision in range(6)] == [
        "33UVR", "33UVR23", "33UVR2839", "33UVR283391", "33UVR28333910", "33UVR2833339109",
    ]  # fmt: skip


def places():
    """Every band and zone, both polar caps, Norway and Svalbard, the edges of all of these."""
    draw = np.random.default_rng(2)
    spread = zip(draw.uniform(-180, 180, 20_000), draw.uniform(-90, 90, 20_000), strict=True)
    caps = zip(
        draw.uniform(-180, 180, 2_000),
        draw.choice([-1, 1], 2_000) * draw.uniform(79, 90, 2_000),
        strict=True,
    )
    north = zip(draw.uniform(-3, 45, 4_000), draw.uniform(55, 84, 4_000), strict=True)
    edges = [(lon, lat) for lon in range(-180, 181, 3) for lat in (*range(-88, 89, 8), 84)]
    return [*spread, *caps, *north, *edges]


def test_against_the_library():
    """Two programs, whose projections differ by a fraction of a millimetre, agree but for that."""
    other = library.MGRS()
    different = []
    for lon, lat in places():
        ours, theirs = mgrs(Point(lon, lat), 5), other.toMGRS(lat, lon)
        if ours != theirs:
            different.append((lon, lat, ours, theirs))
    # What differs may only be a coordinate on the edge between two metres.
    for _, _, ours, theirs in different:
        assert ours[:-10] == theirs[:-10]
        assert abs(int(ours[-10:-5]) - int(theirs[-10:-5])) <= 1
        assert abs(int(ours[-5:]) - int(theirs[-5:])) <= 1
    assert len(different) < 30, different[:5]
