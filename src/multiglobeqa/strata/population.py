"""People by H3 cell from a raster of the world's population: WorldPop, GPW or their like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from multiglobeqa.errors import InputError
from multiglobeqa.strata.carried import PEOPLE
from multiglobeqa.strata.cells import all_cells, areas, cells_of

if TYPE_CHECKING:
    from rasterio.io import DatasetReader

Values = Literal["count", "density"]
Progress = Callable[[str, int, int], None]

# Coarser pixels are split until they are no larger: degrees, 5.6 km, a twentieth of a cell.
FINEST = 0.05

EARTH_RADIUS = 6371.007180918475  # km, of the sphere of equal area, which h3 uses too


def quiet(what: str, done: int, of: int) -> None:
    """Tell nobody how far the reading is."""


def read_people(
    source: Path, values: Values, land: list[Any], progress: Progress = quiet
) -> pa.Table:
    """Return the people in every H3 cell of resolution 3.

    The people of a pixel belong to the cell that holds its centre. A pixel coarser than 0.05
    degrees is split first, and its people are spread evenly over the parts whose centre is on
    land, so that they do not spill into cells of open sea. Where no centre is on land (an atoll)
    it is the parts that touch land, and where the polygons know none, the middle one. Thus a
    raster of counts keeps its total, but for rounding to whole people in the end.

    Parameters
    ----------
    source : Path
        A raster in longitude and latitude, north up; only a block of it is in memory at a time.
    values : {"count", "density"}
        What a pixel tells: people, or people per km2 of land.
    land : list of shapely.Geometry
        The land of the world.
    progress : callable
        Called with what is being read, the rows done, and all rows.

    Returns
    -------
    pyarrow.Table
        Of the schema `PEOPLE`: all 41,162 cells, ordered.

    Raises
    ------
    InputError
        When `rasterio` is not installed, or the source is no such raster.
    """
    cells = all_cells()
    people = np.zeros(len(cells))
    with _open(source) as raster:
        parts = _Parts(raster, values, land)
        for row, column, block in _blocks(raster, source):
            lon, lat, count = parts.people(row, column, block)
            np.add.at(people, np.searchsorted(cells, cells_of(lon, lat)), count)
            progress("row", row, raster.height)
    people = np.round(people)
    return pa.table(
        {"h3": cells, "people": people.astype(np.int64), "density": people / areas(cells)},
        schema=PEOPLE,
    )


class _Parts:
    """The equal parts into which pixels are split, and which of them hold the pixel's people."""

    def __init__(self, raster: DatasetReader, values: Values, land: list[Any]) -> None:
        self.values = values
        self.left, self.top = raster.transform.c, raster.transform.f
        self.pixel = raster.transform.a
        self.split = max(1, int(np.ceil(self.pixel / FINEST - 1e-6)))
        self.step = self.pixel / self.split
        self.masks = self._masks(raster, land) if self.split > 1 else []

    def people(
        self, row: int, column: int, block: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return centre and people of each inhabited part of a block of pixels."""
        rows, columns = np.nonzero(block)
        value = block[rows, columns]
        used = self._used(row + rows, column + columns)
        pixel, part = np.nonzero(used)
        lat = self.top - self.step * ((row + rows[pixel]) * self.split + part // self.split + 0.5)
        lon = self.left + self.step * (
            (column + columns[pixel]) * self.split + part % self.split + 0.5
        )
        if self.values == "count":
            return lon, lat, (value / used.sum(axis=1))[pixel]
        return lon, lat, value[pixel] * _area(lat, self.step)

    def _used(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Return which parts hold the people of each pixel, shape (pixels, parts)."""
        shape = (len(rows), self.split**2)
        if not self.masks:
            return np.ones(shape, dtype=bool)
        offset = np.arange(self.split)
        at = (
            (rows[:, None, None] * self.split + offset[:, None]),
            (columns[:, None, None] * self.split + offset),
        )
        used = np.zeros(shape, dtype=bool)
        for mask in self.masks:
            none = ~used.any(axis=1)
            used[none] = mask[at].reshape(shape)[none]
        used[~used.any(axis=1), (self.split // 2) * (self.split + 1)] = True
        return used

    def _masks(self, raster: DatasetReader, land: list[Any]) -> list[np.ndarray]:
        from rasterio import Affine
        from rasterio.features import rasterize

        shape = (raster.height * self.split, raster.width * self.split)
        transform = Affine(self.step, 0, self.left, 0, -self.step, self.top)
        return [
            rasterize(
                land, out_shape=shape, transform=transform, all_touched=touched, dtype="uint8"
            ).astype(bool)
            for touched in (False, True)
        ]


def _open(source: Path) -> DatasetReader:
    try:
        import rasterio
        from rasterio.errors import RasterioError
    except ImportError:
        raise InputError(
            "reading a raster needs rasterio", remedy="Run `pip install 'multiglobeqa[raster]'`."
        ) from None
    if not source.is_file():
        raise InputError("is missing", source=source)
    try:
        raster = rasterio.open(source)
    except RasterioError as error:
        raise InputError(f"is not a raster: {error}", source=source) from None
    problem = _problem(raster)
    if problem:
        raster.close()
        raise InputError(problem, source=source, remedy="Give a GeoTIFF of WorldPop or GPW.")
    return raster


def _problem(raster: DatasetReader) -> str | None:
    transform = raster.transform
    if raster.count != 1:
        return f"has {raster.count} bands, not one"
    if raster.crs is None or not raster.crs.is_geographic:
        return "is not in longitude and latitude"
    if transform.b or transform.d or transform.a <= 0 or transform.e >= 0:
        return "is rotated or not north up"
    if abs(transform.a + transform.e) > 1e-9 * transform.a:
        return "has pixels that are not square"
    if raster.bounds.top > 90.001 or raster.bounds.bottom < -90.001:
        return "reaches beyond the poles"
    return None


def _blocks(raster: DatasetReader, source: Path) -> Iterator[tuple[int, int, np.ndarray]]:
    """Yield row, column and people or density of the raster's blocks; 0 where there is no data."""
    from rasterio.errors import RasterioError

    for _, window in raster.block_windows(1):
        try:
            block = raster.read(1, window=window, masked=True)
        except RasterioError as error:
            raise InputError(
                f"cannot be read: {error}", source=source, place=f"row {window.row_off}"
            ) from None
        block = np.nan_to_num(block.filled(0).astype(np.float64), posinf=np.inf, neginf=-np.inf)
        wrong = block[(block < 0) | np.isinf(block)]
        if len(wrong):
            raise InputError(
                f"holds {wrong[0]:g} people", source=source, place=f"row {window.row_off}"
            )
        yield window.row_off, window.col_off, block


def _area(lat: np.ndarray, step: float) -> np.ndarray:
    """Return the area in km2 of squares of `step` degrees, by the latitude of their middle."""
    half = np.radians(step / 2)
    return EARTH_RADIUS**2 * 4 * half * np.sin(half) * np.cos(np.radians(lat))


__all__ = ["Progress", "Values", "quiet", "read_people"]
