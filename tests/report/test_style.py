"""Every text of the page has the contrast that WCAG 2.2 AA asks for, light and dark."""

import re
from importlib.resources import files

import pytest

STYLE = (files("multiglobeqa.report") / "style.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[:2]
)


def luminance(colour):
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_of_black_on_white():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
class TestContrast:
    def test_text(self, colours):
        for text in ("ink", "soft", "accent"):
            for ground in ("paper", "panel"):
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)

    def test_heat_map(self, colours):
        for level in range(11):
            text = colours["on-pale" if level < 6 else "on-deep"]
            assert contrast(text, colours[f"h{level}"]) >= 4.5, level

    def test_heat_map_goes_one_way(self, colours):
        steps = [luminance(colours[f"h{level}"]) for level in range(11)]
        assert steps in (sorted(steps), sorted(steps, reverse=True))


def test_nothing_is_fetched():
    assert "url(" not in STYLE
    assert "@import" not in STYLE
