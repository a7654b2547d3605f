"""Maps of graphs."""

import sys

import numpy as np
import pytest
import shapely
import typer
from PIL import Image, ImageColor
from scipy.spatial import cKDTree
from typer.testing import CliRunner

from multiglobeqa.cli.kg_map import draw
from multiglobeqa.errors import InputError
from multiglobeqa.report import graph_map
from multiglobeqa.report.base_map import view_of
from multiglobeqa.report.graph_map import RAMP, TIERS, count_hexagons, draw_density, draw_income
from tests.kg.small_snapshot import snapshot_of

# What people without one kind of cone see: Machado, Oliveira and Fernandes (2009), severity 1.
VISIONS = {
    "usual": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
TO_XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]


def lab(colour, vision="usual"):
    rgb = np.array(ImageColor.getrgb(colour)) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    x, y, z = TO_XYZ @ np.clip(np.array(VISIONS[vision]) @ linear, 0, 1) / [0.9505, 1, 1.089]
    f = [c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116 for c in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def entity(name, lon, lat, country=None, tier=None):
    return {
        "id": f"http://e/{name}",
        "lon": lon,
        "lat": lat,
        "geometry": shapely.to_wkb(shapely.Point(lon, lat)),
        "country": country,
        "income_tier": tier,
    }


WORLD = [
    entity("a", 13.4, 52.5, "DEU", "HIC"),
    entity("b", 77.2, 28.6, "IND", "LMC"),
    entity("c", 77.2, 28.6, "IND", "LMC"),
    entity("d", -47.9, -15.8, "BRA", "UMC"),
    entity("e", 32.6, 0.3, "UGA", "LIC"),
    entity("f", -150, -40),
]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return snapshot_of(tmp_path_factory.mktemp("kg") / "world", "", WORLD)


def test_colours_are_told_apart_by_everyone():
    tiers = list(TIERS.values())
    for vision in VISIONS:
        for i, one in enumerate(tiers):
            for other in tiers[:i]:
                assert np.linalg.norm(lab(one, vision) - lab(other, vision)) > 15, (vision, one)
        lightness = [lab(colour, vision)[0] for colour in RAMP]
        assert (np.diff(lightness) < -8).all(), vision


def test_the_world_is_shown_in_equal_earth():
    view = view_of(None, 1000)
    x, y = view.place(np.array([0.0, 180, -180, 0]), np.array([0.0, 0, 0, 90]))
    assert (x[0], y[0]) == pytest.approx((500, view.height / 2), abs=1)
    assert x[1] == pytest.approx(1000 / 1.01 / 2 + 500, abs=1) and x[2] == pytest.approx(
        1000 - x[1]
    )
    assert 0 <= y[3] < 10
    # Savric, Patterson and Jenny (2018): 2.05458 times as wide as high.
    assert (x[1] - x[2]) / (2 * (y[0] - y[3])) == pytest.approx(2.05458, rel=2e-3)
    assert view_of((-10, 0, 60, 20), 1000).box is None


def test_a_part_of_the_world_holds_what_it_was_made_for():
    bounds = (14.1, 35.7, 14.6, 36.1)
    view = view_of(bounds, 800)
    x, y = view.place(np.array([14.1, 14.6, 14.1, 14.6]), np.array([35.7, 35.7, 36.1, 36.1]))
    assert (x >= 0).all() and (x <= 800).all() and (y >= 0).all() and (y <= view.height).all()
    assert view.height <= 601
    assert view.box[0] < 14.1 and view.box[3] > 36.1


def test_points_are_counted_in_the_hexagon_of_the_nearest_centre():
    view = view_of(None, 800)
    rng = np.random.default_rng(3)
    lon, lat = rng.uniform(-180, 180, 4000), np.degrees(np.arcsin(rng.uniform(-1, 1, 4000)))
    found = count_hexagons(view, iter([(lon[:1500], lat[:1500]), (lon[1500:], lat[1500:])]))
    assert found.counts.sum() == 4000
    step = np.array([np.sqrt(3), 3]) * found.radius
    grid = np.stack(np.meshgrid(np.arange(400), np.arange(400)), -1).reshape(-1, 2)
    centres = np.concatenate([grid * step, (grid + 0.5) * step])
    _, nearest = cKDTree(centres).query(np.column_stack(view.place(lon, lat)))
    expected = {
        tuple(np.round(centres[at], 6)): n
        for at, n in zip(*np.unique(nearest, return_counts=True), strict=True)
    }
    rounded = np.round(np.column_stack([found.x, found.y]), 6)
    assert {tuple(at): n for at, n in zip(rounded, found.counts, strict=True)} == expected


def test_sites_have_the_colours_of_their_tiers(world, tmp_path):
    draw_income([world], tmp_path / "map.png", width=600)
    with Image.open(tmp_path / "map.png") as opened:
        image = opened.convert("RGB")
    view = view_of(None, 600)
    top = image.height - view.height - round(84 * 0.5)
    for one in WORLD:
        x, y = view.place(one["lon"], one["lat"])
        colour = TIERS.get(one["income_tier"], graph_map.NO_TIER)
        pixel = image.getpixel((int(x), int(y) + top))
        assert np.abs(np.array(pixel) - ImageColor.getrgb(colour)).max() < 60, one["id"]


def test_maps_are_the_same_bytes_every_time(world, tmp_path):
    for paint in (draw_income, draw_density):
        paint([world], tmp_path / "1.png", width=500)
        paint([world], tmp_path / "2.png", width=500)
        assert (tmp_path / "1.png").read_bytes() == (tmp_path / "2.png").read_bytes()


def test_each_graph_has_its_map(world, tmp_path):
    other = snapshot_of(tmp_path / "other", "", [entity("z", 10, 10)], kg="osmh3kg")
    draw_density([world], tmp_path / "one.png", width=500)
    draw_density([world, other], tmp_path / "two.png", width=500)
    with Image.open(tmp_path / "one.png") as one, Image.open(tmp_path / "two.png") as two:
        assert one.width == two.width == 500
        assert two.height - one.height == view_of(None, 500).height + round(84 * 0.5)


def test_what_cannot_be_drawn_is_told(world, tmp_path, monkeypatch):
    empty = snapshot_of(tmp_path / "empty", "", [{"id": "http://e/none"}])
    with pytest.raises(InputError, match="has no entity with a place"):
        draw_density([world, empty], tmp_path / "map.png")
    app = typer.Typer()
    app.command()(draw)
    with pytest.raises(InputError, match=r"is no \.png file"):
        CliRunner().invoke(
            app, [str(world), "-o", str(tmp_path / "map.pdf")], catch_exceptions=False
        )
    assert not (tmp_path / "map.png").exists()
    done = CliRunner().invoke(app, [str(world), "-o", str(tmp_path / "m.png"), "--width", "400"])
    assert done.exit_code == 0 and (tmp_path / "m.png").stat().st_size > 1000
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(InputError, match=r"multiglobeqa\[maps\]"):
        draw_income([world], tmp_path / "map.png")
