"""Maps of graphs: how dense their geometries lie, and their sites by income tier."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from multiglobeqa.errors import InputError
from multiglobeqa.files import new_file
from multiglobeqa.kg.store import Store
from multiglobeqa.report.base_map import FINE, View, borders, pillow, sheet, view_of
from multiglobeqa.strata import INCOME_TIERS

if TYPE_CHECKING:
    from PIL.Image import Image

# From pale to dark: told apart by lightness alone, so by everyone, and in grey.
RAMP = ("#fbe3a4", "#f9b36b", "#ec7650", "#c43b60", "#82206c", "#3b0f57")
# Okabe and Ito's colours, warm to cool.
TIERS = {"LIC": "#d55e00", "LMC": "#e69f00", "UMC": "#56b4e9", "HIC": "#0072b2"}
NO_TIER = "#8d9197"
TIER_NAMES = {
    "LIC": "low income",
    "LMC": "lower middle income",
    "UMC": "upper middle income",
    "HIC": "high income",
}
INK = "#22252a"
SOFT = "#5d636b"
GRAPHS = {
    "worldkg": "WorldKG",
    "knowwheregraph": "KnowWhereGraph",
    "osmh3kg": "OSMH3KG",
    "atlas": "Atlas",
}

_HEXAGON = 4.5  # pixels from the centre to a corner, on a map 1800 wide
_WIDTH = 1800
_BATCH = 1 << 20
_CREDIT = "Base map: Natural Earth"


class Hexagons(NamedTuple):
    """How many geometries lie in each hexagon of a map.

    Attributes
    ----------
    x, y : ndarray
        Centres of the hexagons that hold any, in pixels.
    counts : ndarray of int
    radius : float
        From the centre to a corner, in pixels.
    """

    x: np.ndarray
    y: np.ndarray
    counts: np.ndarray
    radius: float


def draw_density(snapshots: list[Path], out: Path, *, width: int = _WIDTH) -> None:
    """Draw how dense the geometries of each graph lie, one map below the other.

    Parameters
    ----------
    snapshots : list of path
        One graph each; all maps show the same part of the world in the same colours.
    out : path
        A PNG file. Its bytes depend on the graphs and the width alone.
    width : int
        In pixels.

    Raises
    ------
    InputError
        When Pillow is not installed, or no entity has a geometry.
    """
    pillow()
    stores = [Store(path) for path in snapshots]
    view = view_of(_bounds(stores), width)
    found = [count_hexagons(view, _points(store)) for store in stores]
    for store in stores:
        store.close()
    most = max(int(each.counts.max()) for each in found)
    panels = []
    for letter, store, each in zip("abcdefghijklmnopqrstuvwxyz", stores, found, strict=False):
        image, pen = sheet(view)
        corners = np.radians(np.arange(30, 390, 60))
        dx, dy = each.radius * np.cos(corners), each.radius * np.sin(corners)
        order = np.argsort(each.counts, kind="stable")
        colours = _ramp(each.counts[order], most)
        for x, y, colour in zip(each.x[order], each.y[order], colours, strict=True):
            points = zip((x + dx) * FINE, (y + dy) * FINE, strict=True)
            pen.polygon([(float(px), float(py)) for px, py in points], fill=tuple(colour))
        borders(view, pen)
        name = GRAPHS.get(store.manifests[0]["kg"], store.manifests[0]["kg"])
        title = f"({letter}) {name}" if len(stores) > 1 else name
        what = f"{int(each.counts.sum()):,} geometries"
        panels.append(_titled(image.reduce(FINE), title, what))
    area = 1.5 * np.sqrt(3) * found[0].radius ** 2 * (view.metres / 1000) ** 2
    panels.append(_scale(width, most, f"geometries in a hexagon of {_round(area)} square km"))
    _save(panels, out)


def draw_income(snapshots: list[Path], out: Path, *, width: int = _WIDTH) -> None:
    """Draw the sites of all graphs together, coloured by the income tier of their countries.

    A site is a distinct pair of longitude and latitude. Where many share a pixel, the tier of
    most of them shows. Parameters and errors are those of `draw_density`.
    """
    pillow()
    with Store(*snapshots) as store:
        view = view_of(_bounds([store]), width)
        tiers = (*INCOME_TIERS, None)
        counts = np.zeros((len(tiers), view.height, view.width), np.int32)
        for lon, lat, tier in _sites(store):
            x, y = (np.floor(each).astype(int) for each in view.place(lon, lat))
            inside = (x >= 0) & (x < view.width) & (y >= 0) & (y < view.height)
            np.add.at(counts, (tier[inside], y[inside], x[inside]), 1)
        row = store.connection.execute(
            "SELECT count(DISTINCT country) FROM entities WHERE lon IS NOT NULL"
        ).fetchone()
    assert row is not None
    image, pen = sheet(view)
    rows, columns = np.nonzero(counts.any(axis=0))
    shown = counts[:, rows, columns].argmax(axis=0)
    colours = [*TIERS.values(), NO_TIER]
    size = 1.05 * FINE * max(width / _WIDTH, 0.6)
    # In an order that has nothing to do with place: at borders no tier covers the other.
    order = np.random.default_rng(0).permutation(len(rows))
    for at in order:
        x, y = (columns[at] + 0.5) * FINE, (rows[at] + 0.5) * FINE
        pen.ellipse([x - size, y - size, x + size, y + size], fill=colours[shown[at]])
    borders(view, pen)
    totals = counts.sum(axis=(1, 2))
    what = f"{int(totals.sum()):,} sites in {row[0]:,} countries and territories"
    panels = [_titled(image.reduce(FINE), "Sites by income tier", what)]
    panels.append(_key(width, dict(zip(tiers, totals.tolist(), strict=True))))
    _save(panels, out)


def count_hexagons(view: View, points: Iterator[tuple[np.ndarray, np.ndarray]]) -> Hexagons:
    """Count points by the hexagons of a map.

    Hexagons stand on a corner; their centres are two square grids, one shifted by half a step,
    and a point is counted for the nearer of its nearest centres in each.
    """
    radius = _HEXAGON * max(view.width / _WIDTH, 0.5)
    step = np.array([np.sqrt(3) * radius, 3 * radius])
    shape = (np.array([view.width, view.height]) / step).astype(int) + 2
    counts = np.zeros((2, *shape), np.int64)
    for lon, lat in points:
        place = np.column_stack(view.place(lon, lat)) / step
        place = place[((place >= 0) & (place < shape - 1)).all(axis=1)]
        even = np.round(place).astype(int)
        odd = np.floor(place).astype(int)
        # Distances in pixels: the steps differ.
        far = (((place - even) * step) ** 2).sum(axis=1)
        shifted = far > (((place - odd - 0.5) * step) ** 2).sum(axis=1)
        cell = np.where(shifted[:, None], odd, even)
        np.add.at(counts, (shifted.astype(int), *cell.T), 1)
    grid, column, row = np.nonzero(counts)
    return Hexagons(
        (column + grid / 2) * step[0], (row + grid / 2) * step[1], counts[grid, column, row], radius
    )


def _points(store: Store) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    rows = store.connection.execute(
        "SELECT lon, lat FROM entities WHERE geometry IS NOT NULL AND lon IS NOT NULL"
    )
    for batch in rows.to_arrow_reader(_BATCH):
        yield batch.column("lon").to_numpy(), batch.column("lat").to_numpy()


def _sites(store: Store) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    rows = store.connection.execute(
        """
        SELECT lon, lat, coalesce(list_position(?::VARCHAR[], min(income_tier)), 5) - 1 AS tier
        FROM entities WHERE lon IS NOT NULL GROUP BY lon, lat
        """,
        [list(INCOME_TIERS)],
    )
    for batch in rows.to_arrow_reader(_BATCH):
        yield tuple(batch.column(name).to_numpy() for name in ("lon", "lat", "tier"))


def _bounds(stores: list[Store]) -> tuple[float, float, float, float]:
    found = [
        store.connection.execute(
            "SELECT min(lon), min(lat), max(lon), max(lat) FROM entities WHERE lon IS NOT NULL"
        ).fetchone()
        for store in stores
    ]
    boxes = np.array([row for row in found if row and row[0] is not None], float)
    if len(boxes) < len(stores):
        empty = stores[[bool(row and row[0] is not None) for row in found].index(False)]
        raise InputError("has no entity with a place", source=empty.snapshots[0].path)
    west, south = boxes[:, :2].min(axis=0)
    east, north = boxes[:, 2:].max(axis=0)
    return float(west), float(south), float(east), float(north)


def _ramp(counts: np.ndarray, most: int) -> np.ndarray:
    """Return the colours of counts, by their logarithm: an array of red, green and blue."""
    stops = np.array([[int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in RAMP], float)
    place = np.log(counts) / max(np.log(most), 1e-9)
    at = np.linspace(0, 1, len(stops))
    return (
        np.column_stack([np.interp(place, at, stops[:, i]) for i in range(3)]).round().astype(int)
    )


def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(round(size))


def _unit(width: int) -> float:
    return max(width / _WIDTH, 0.5)


def _band(width: int, height: float) -> tuple[Image, Any, float]:
    images, pens = pillow()
    unit = _unit(width)
    band = images.new("RGB", (width, round(height * unit)), "#ffffff")
    return band, pens.Draw(band), unit


def _titled(image: Image, title: str, what: str) -> Image:
    band, pen, unit = _band(image.width, 84)
    large, small = _font(34 * unit), _font(24 * unit)
    start, line = 28 * unit, 56 * unit
    pen.text((start, line), title, fill=INK, font=large, anchor="ls")
    start += pen.textlength(title, font=large) + 20 * unit
    pen.text((start, line), what, fill=SOFT, font=small, anchor="ls")
    return _stacked([band, image])


def _scale(width: int, most: int, label: str) -> Image:
    band, pen, unit = _band(width, 118)
    font = _font(22 * unit)
    left, top, long, high = 28 * unit, 22 * unit, 560 * unit, 22 * unit
    steps = round(long)
    counts = np.exp(np.linspace(0, np.log(max(most, 2)), steps))
    for at, colour in enumerate(_ramp(counts, max(most, 2))):
        pen.line([(left + at, top), (left + at, top + high)], fill=tuple(colour))
    for tick in 10 ** np.arange(0, np.floor(np.log10(max(most, 2))) + 1):
        x = left + long * np.log(tick) / np.log(max(most, 2))
        pen.line([(x, top + high), (x, top + high + 6 * unit)], fill=SOFT, width=round(unit) or 1)
        pen.text((x, top + high + 10 * unit), f"{tick:,.0f}", fill=SOFT, font=font, anchor="ma")
    pen.text((left + long + 30 * unit, top + high / 2), label, fill=INK, font=font, anchor="lm")
    pen.text((width - left, top + high / 2), _CREDIT, fill=SOFT, font=font, anchor="rm")
    return band


def _key(width: int, totals: dict[str | None, int]) -> Image:
    band, pen, unit = _band(width, 84)
    font = _font(22 * unit)
    x, middle, size = 28 * unit, 34 * unit, 8 * unit
    for tier, count in totals.items():
        if not count:
            continue
        _dot(band, x, middle, size, TIERS[tier] if tier else NO_TIER)
        x += 3 * size
        text = f"{TIER_NAMES[tier] if tier else 'no tier'} {count:,}"
        pen.text((x, middle), text, fill=INK, font=font, anchor="lm")
        x += pen.textlength(text, font=font) + 34 * unit
    pen.text((width - 28 * unit, middle), _CREDIT, fill=SOFT, font=font, anchor="rm")
    return band


def _dot(band: Image, left: float, middle: float, radius: float, colour: str) -> None:
    """Draw a dot with smooth edges."""
    images, pens = pillow()
    side = round(2 * radius) * FINE
    dot = images.new("RGB", (side, side), "#ffffff")
    pens.Draw(dot).ellipse([0, 0, side - 1, side - 1], fill=colour)
    band.paste(dot.reduce(FINE), (round(left), round(middle - radius)))


def _round(area: float) -> str:
    """Return two significant digits."""
    digits = int(np.floor(np.log10(area)))
    return f"{round(area, 1 - digits):,.{max(0, 1 - digits)}f}"


def _stacked(images: list[Image]) -> Image:
    module, _ = pillow()
    whole = module.new("RGB", (images[0].width, sum(each.height for each in images)), "#ffffff")
    top = 0
    for each in images:
        whole.paste(each, (0, top))
        top += each.height
    return whole


def _save(panels: list[Image], out: Path) -> None:
    with new_file(out) as beside:
        _stacked(panels).save(beside, "PNG", optimize=False, compress_level=9)


__all__ = ["Hexagons", "count_hexagons", "draw_density", "draw_income"]
