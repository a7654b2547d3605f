"""A map to draw on: the world, or the part of it that is asked for, from Natural Earth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyproj
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.strata import carried

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

FINE = 3  # drawn this many times larger and reduced, which smooths all edges

SEA = "#f3f6f8"
LAND = "#e4e2dc"
GRID = "#e6ebee"
BORDER = "#fbfaf7"
EDGE = "#c9d0d5"

_WORLD_DEGREES = 60.0  # what is wider or higher than this is shown on the whole world
_LEAST_DEGREES = 0.05
_MARGIN = 0.06
_OUTLINED = 12  # pixels
_RATIO = 2.055  # of the world's width to its height


@dataclass(frozen=True)
class View:
    """What part of the world is shown, in which equal-area projection and at what scale.

    Attributes
    ----------
    projection : pyproj.Proj
    west, north : float
        The projected coordinates of the upper left corner, in metres.
    metres : float
        The size of a pixel.
    width, height : int
        In pixels.
    box : tuple of float or None
        What is shown in degrees: west, south, east, north; None of the world.
    """

    projection: pyproj.Proj
    west: float
    north: float
    metres: float
    width: int
    height: int
    box: tuple[float, float, float, float] | None

    def place(self, lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return where on the map points lie: pixels from the left and from above."""
        x, y = self.projection(lon, lat)
        return (np.asarray(x) - self.west) / self.metres, (self.north - np.asarray(y)) / self.metres


def view_of(bounds: tuple[float, float, float, float] | None, width: int) -> View:
    """Return the view that shows a box of longitude and latitude.

    The world is in the Equal Earth projection; a part of it in Lambert's equal-area projection
    around its middle.

    Parameters
    ----------
    bounds : tuple or None
        West, south, east, north in degrees. None, and any box that is wider or higher than 60
        degrees, shows the world.
    width : int
        In pixels.
    """
    if bounds is None or max(bounds[2] - bounds[0], bounds[3] - bounds[1]) > _WORLD_DEGREES:
        projection = pyproj.Proj(proj="eqearth", lon_0=0, ellps="WGS84")
        half = float(projection(180.0, 0.0)[0])
        height = round(width / _RATIO)
        metres = 2 * half * 1.01 / width
        return View(
            projection, -metres * width / 2, metres * height / 2, metres, width, height, None
        )
    west, south, east, north = bounds
    middle = (west + east) / 2, (south + north) / 2
    projection = pyproj.Proj(proj="laea", lon_0=middle[0], lat_0=middle[1], ellps="WGS84")
    room = max((east - west) * np.cos(np.radians(middle[1])), north - south, _LEAST_DEGREES)
    edge = shapely.get_coordinates(shapely.segmentize(shapely.box(*bounds), max(room, 0.1) / 50))
    x, y = (np.asarray(each) for each in projection(edge[:, 0], edge[:, 1]))
    across = max(float(np.ptp(x)), room * 1e5) * (1 + 2 * _MARGIN)
    upright = max(float(np.ptp(y)), room * 1e5 * 0.5) * (1 + 2 * _MARGIN)
    across = max(across, upright / 0.75)  # no taller than three quarters of its width
    metres = across / width
    height = round(upright / metres)
    centre = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
    left, top = centre[0] - across / 2, centre[1] + upright / 2
    corners = _degrees(projection, left, top, across, upright)
    return View(projection, left, top, metres, width, height, corners)


def _degrees(
    projection: pyproj.Proj, left: float, top: float, across: float, upright: float
) -> tuple[float, float, float, float]:
    """Return the box in degrees around a box in a projection."""
    frame = shapely.segmentize(shapely.box(left, top - upright, left + across, top), across / 50)
    x, y = shapely.get_coordinates(frame).T
    lon, lat = (np.asarray(each) for each in projection(x, y, inverse=True))
    return float(lon.min()), float(lat.min()), float(lon.max()), float(lat.max())


def sheet(view: View) -> tuple[Image, ImageDraw]:
    """Return a map of sea and land, `FINE` times the size of the view, and a pen for it.

    Raises
    ------
    InputError
        When Pillow is not installed.
    """
    image_module, draw_module = pillow()
    size = (view.width * FINE, view.height * FINE)
    image = image_module.new("RGB", size, "#ffffff" if view.box is None else SEA)
    pen = draw_module.Draw(image)
    if view.box is None:
        pen.polygon(_pixels(view, _globe()), fill=SEA)
        for line in _graticule():
            pen.line(_pixels(view, line), fill=GRID, width=FINE // 2 + 1)
    for ring in _rings(view):
        pen.polygon(ring, fill=LAND)
    return image, pen


def borders(view: View, pen: ImageDraw) -> None:
    """Draw the countries' borders, and the edge of the map, over what is there."""
    for ring in _rings(view):
        # The outline of a small island would hide what lies on it.
        if np.ptp(ring, axis=0).max() > _OUTLINED * FINE:
            pen.line(ring, fill=BORDER, width=2, joint="curve")
    edge = _pixels(view, _globe()) if view.box is None else _frame(view)
    pen.line(edge, fill=EDGE, width=FINE)


def pillow() -> tuple[Any, Any]:
    """Return Pillow's modules of images and of drawing.

    Raises
    ------
    InputError
        When it is not installed.
    """
    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError:
        raise InputError(
            "drawing maps needs Pillow", remedy="Install it with `pip install multiglobeqa[maps]`."
        ) from None
    return Image, ImageDraw


def _rings(view: View) -> list[list[tuple[float, float]]]:
    """Return the outlines of all land in view, in pixels; what lies in holes is other land."""
    rings = [_pixels(view, one) for one in _outlines(view.box, view.metres / 111_000 / FINE)]
    return [ring for ring in rings if len(ring) > 2]


@lru_cache(2)
def _outlines(box: tuple[float, ...] | None, tolerance: float) -> list[np.ndarray]:
    """Return the outlines of all land in a box, in degrees, as simple as the tolerance allows."""
    shapes = shapely.from_wkb(carried.countries().column("geometry").to_pylist())
    if box is not None:
        shapes = shapely.clip_by_rect(shapes, *box)
    parts = shapely.get_parts(shapely.get_parts(shapes))
    parts = parts[shapely.get_type_id(parts) == shapely.GeometryType.POLYGON]
    lines = shapely.simplify(shapely.get_exterior_ring(parts), tolerance)
    return [shapely.get_coordinates(line) for line in lines if not line.is_empty]


def _pixels(view: View, degrees: np.ndarray) -> list[tuple[float, float]]:
    x, y = view.place(degrees[:, 0], degrees[:, 1])
    return list(zip((x * FINE).tolist(), (y * FINE).tolist(), strict=True))


def _frame(view: View) -> list[tuple[float, float]]:
    right, bottom = view.width * FINE - 1, view.height * FINE - 1
    return [(0, 0), (right, 0), (right, bottom), (0, bottom), (0, 0)]


def _globe() -> np.ndarray:
    return shapely.get_coordinates(shapely.segmentize(shapely.box(-180, -90, 180, 90), 1.0))


def _graticule() -> list[np.ndarray]:
    meridians = [shapely.LineString([(lon, -90), (lon, 90)]) for lon in range(-150, 180, 30)]
    parallels = [shapely.LineString([(-180, lat), (180, lat)]) for lat in range(-60, 90, 30)]
    return [
        shapely.get_coordinates(shapely.segmentize(line, 1.0)) for line in (*meridians, *parallels)
    ]


__all__ = ["FINE", "View", "borders", "pillow", "sheet", "view_of"]
