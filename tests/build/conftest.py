"""A small made-up world with real coordinates, in several strata."""

import random
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from multiglobeqa.kg.worldkg import build_worldkg
from multiglobeqa.strata import Strata

# Around each of these, in degrees: longitude, latitude, and how far to either side.
CENTRES = [
    (29.9, -2.0, 0.95, 0.8),  # all of Rwanda: the one country that is covered
    (7.49, 9.06, 0.15, 0.12),  # Abuja
    (21.43, 41.99, 0.15, 0.12),  # Skopje
    (24.94, 60.17, 0.15, 0.12),  # Helsinki
    (-18.4, 64.6, 0.15, 0.12),  # the middle of Iceland
    (18.6, 15.9, 0.15, 0.12),  # northern Chad
]
CLASSES = [
    ("amenity", "pharmacy"),
    ("amenity", "school"),
    ("shop", "bakery"),
    ("tourism", "hotel"),
    ("place", "village"),
    ("place", "town"),
]
HOSTILE = [
    "{entity_A} {value} {class_A:many}",
    "Robert'); DROP TABLE place;--",
    '<script>alert("x")</script>',
    "\u202egnirts a\u202c",
    "Café 🍕 \\N{NULL}",
    "100 % \"quoted\" 'twice' $1 ?",
]


@pytest.fixture(scope="session")
def osm_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write 6 clusters of 60 named places, with a hostile name in each."""
    chance = random.Random(7)
    lines = ['<osm version="0.6">']
    number = 0
    for cluster, (lon, lat, d_lon, d_lat) in enumerate(CENTRES):
        for n in range(60):
            number += 1
            key, value = CLASSES[n % len(CLASSES)]
            name = HOSTILE[cluster] if n == 7 else f"Place {cluster}-{n}"
            x, y = lon + chance.uniform(-d_lon, d_lon), lat + chance.uniform(-d_lat, d_lat)
            lines.append(f'<node id="{number}" version="1" lon="{x:.7f}" lat="{y:.7f}">')
            lines.append(f'<tag k="name" v={quoteattr(name)}/><tag k="{key}" v="{value}"/>')
            if key == "place":
                lines.append(f'<tag k="population" v="{chance.randint(100, 90_000)}"/>')
            lines.append("</node>")
    lines.append("</osm>")
    file = tmp_path_factory.mktemp("osm") / "made.osm"
    file.write_text("\n".join(lines), "utf-8")
    return file


@pytest.fixture(scope="session")
def snapshot(osm_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the made-up world's snapshot."""
    folder = tmp_path_factory.mktemp("kg") / "worldkg"
    build_worldkg([osm_file], folder, places=Strata())
    return folder
