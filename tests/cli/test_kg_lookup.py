"""The commands that look into a graph."""

import json
from pathlib import Path

import pytest
import shapely
from typer.testing import CliRunner, Result

from multiglobeqa.cli.kg_lookup import visible
from multiglobeqa.cli.main import app
from multiglobeqa.errors import InputError
from tests.kg.small_graph import KIND, PLACE, entity, triple, write_graph

HOSTILE = "Evil\x1b[31m \u202emoc [bold]x[/bold]\n\u2028"


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graph") / "graph"
    rows = [
        entity(
            "Sydney",
            lon=151.2,
            lat=-33.87,
            labels={"en": "Sydney", "ar": "سيدني"},
            aliases=["Warrane"],
            country="AUS",
            income_tier="HIC",
            density_tier="high",
            population=5_000_000,
        ),
        entity("Suva", lon=178.44, lat=-18.14, **{"class": KIND + "Capital"}),
        entity("Apia", lon=-171.77, lat=-13.83, **{"class": KIND + "Capital"}),
        entity("Bay", shape=shapely.box(151, -34, 152, -33), **{"class": KIND + "Bay"}),
        entity(HOSTILE, id=PLACE + "evil", display_name=None, aliases=["<script>", HOSTILE]),
    ]
    triples = [
        triple(PLACE + "Sydney", "http://example.org/in", PLACE + "Bay"),
        triple(PLACE + "evil", "http://example.org/name", HOSTILE, "literal"),
    ]
    write_graph(path, rows, triples)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["kg", *map(str, arguments)])


def rows(*arguments: object) -> list[dict]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_search(snapshot: Path) -> None:
    result = run("search", snapshot, "sidney")
    assert result.stdout == f"Sydney | Town | -33.87000, 151.20000 | one typo | <{PLACE}Sydney>\n"
    (hit,) = rows("search", snapshot, "سيدني")
    assert (hit["id"], hit["match"], hit["class"]) == (PLACE + "Sydney", "name", KIND + "Town")
    nothing = run("search", snapshot, "xxxxxxxx")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert rows("search", snapshot, "xxxxxxxx") == []


def test_get(snapshot: Path) -> None:
    text = run("get", snapshot, PLACE + "Sydney", "--links").stdout
    for part in (
        "class       http://example.org/kind/Town",
        "label       سيدني (ar)",
        "alias       Warrane",
        "strata      country AUS, income HIC, density high",
        "population  5000000",
        "map         https://www.openstreetmap.org/?mlat=-33.870000&mlon=151.200000#map=15/-33.87",
        "geometry    POINT (151.2 -33.87)",
        f"neighbours  out <http://example.org/in> Bay <{PLACE}Bay>",
        f"<http://example.org/in> <{PLACE}Bay>",
    ):
        assert part in text
    page = json.loads(run("get", snapshot, PLACE + "Sydney", "--json").stdout)
    assert page["labels"] == {"en": "Sydney", "ar": "سيدني"}
    assert page["triples"][0]["object"] == PLACE + "Bay"
    unknown = run("get", snapshot, PLACE + "Atlantis")
    assert isinstance(unknown.exception, InputError)


def test_hostile_names_are_harmless(snapshot: Path) -> None:
    shown = "Evil<U+001B>[31m <U+202E>moc [bold]x[/bold]<U+000A><U+2028>"
    search, get = run("search", snapshot, "evil 31m moc"), run("get", snapshot, PLACE + "evil")
    assert search.stdout.startswith(f"{shown} | Town | ")
    assert search.stdout.count("\n") == 1
    assert get.stdout.startswith(f"{shown}\n")
    for text in (search.stdout, get.stdout, run("get", snapshot, PLACE + "evil", "--json").stdout):
        assert not set(text) & set("\x1b\u202e\u2028")
    assert json.loads(run("get", snapshot, PLACE + "evil", "--json").stdout)["name"] == HOSTILE


def test_joiners_stay_visible_as_letters() -> None:
    assert visible("می\u200cخواهم") == "می\u200cخواهم"
    assert visible("a\u2066b\u00adc\ufeff\x7f") == "a<U+2066>b<U+00AD>c<U+FEFF><U+007F>"


def test_near(snapshot: Path) -> None:
    found = rows("near", snapshot, "-18.14", "178.44", "-n", 2)
    assert [row["name"] for row in found] == ["Suva", "Apia"]
    # Suva to Apia across the antimeridian, by Vincenty's inverse formula.
    assert found[1]["distance_km"] == pytest.approx(1151.0055, abs=1e-3)
    assert [row["name"] for row in rows("near", snapshot, -30, 179, "--class", "capital")] == [
        "Suva",
        "Apia",
    ]
    assert rows("near", snapshot, -33.87, 151.2, "--km", 0)[0]["distance_km"] == 0
    assert "km" in run("near", snapshot, -33.87, 151.2).stdout


def test_within(snapshot: Path) -> None:
    assert [row["name"] for row in rows("within", snapshot, 178, -20, -171, -10)] == [
        "Apia",
        "Suva",
    ]
    assert [row["name"] for row in rows("within", snapshot, PLACE + "Bay")] == ["Sydney"]
    limited = run("within", snapshot, -180, -90, 180, 90, "-n", 1)
    assert limited.stdout.count("\n") == 1
    assert "3 more" in limited.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("within", 1, 2, 3),
        ("within", "a", 0, 1, 1),
        ("within", 0, 1, 1, 0),
        ("within", PLACE + "Atlantis"),
        ("near", 100, 0),
        ("near", 0, 0, "--class", "capitol"),
        ("search", " "),
    ],
)
def test_bad_input_is_told(snapshot: Path, arguments: tuple) -> None:
    command, *rest = arguments
    result = run(command, snapshot, *rest)
    assert isinstance(result.exception, InputError)
    assert result.stdout == ""
