import pytest
from shapely import from_wkt

from multiglobeqa.geo.shape import centroid


@pytest.mark.parametrize(
    ("wkt", "expected"),
    [
        ("POINT (3 4)", (3, 4)),
        ("LINESTRING (0 0, 10 0, 10 5)", (20 / 3, 5 / 6)),  # legs weigh by their length
        ("POLYGON ((0 0, 6 0, 6 6, 0 6, 0 0), (3 0.5, 5.5 0.5, 5.5 5.5, 3 5.5, 3 0.5))", None),
        (
            "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((10 0, 11 0, 11 1, 10 1, 10 0)))",
            (2.9, 0.9),
        ),
        ("GEOMETRYCOLLECTION (POINT (99 9), LINESTRING (0 0, 2 0))", (1, 0)),
    ],
)
def test_centroid(wkt, expected):
    if expected is None:
        # 36 of square around (3, 3), less a hole of 12.5 around (4.25, 3).
        expected = ((36 * 3 - 12.5 * 4.25) / (36 - 12.5), 3)
    assert centroid(from_wkt(wkt)) == pytest.approx(expected)


def test_an_empty_geometry_has_no_centroid():
    with pytest.raises(ValueError, match="empty"):
        centroid(from_wkt("POLYGON EMPTY"))
