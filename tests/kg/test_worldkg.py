"""The builder of WorldKG, checked against the rules of the original written out anew."""

import csv
import hashlib
import os
import signal
import subprocess
import sys
import time
from urllib.parse import quote

import osmium
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.kg import worldkg
from multiglobeqa.kg.rdf import write_triples
from multiglobeqa.kg.snapshot import open_snapshot
from multiglobeqa.kg.store import Store
from multiglobeqa.kg.tags import main_tags
from multiglobeqa.kg.worldkg import build_worldkg
from tests.kg.making import write_nodes

WKG, WKGS = "http://www.worldkg.org/resource/", "http://www.worldkg.org/schema/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
WKT = "http://www.opengis.net/ont/geosparql#wktLiteral"
AS_WKT = "http://www.opengis.net/ont/geosparql#asWKT"

HOSTILE = [
    'a "quoted" \\ name',
    "line\nfeed",
    "{entity_A} {class_A:many}",
    "Robert'); DROP TABLE staged; --",
    "<script>alert('x')</script>",
    "\u202egnirts a\u202c",
    "مقهى \u200f النيل",
    "x" * 500,
    "Café 🍕",
]
CITY = {
    "place": "city",
    "name": "Helsinki",
    "name:sv": "Helsingfors",
    "name:zh-Hans": "赫尔辛基",
    "name:etymology": "Helsinge",
    "alt_name": "Hesa;Stadi; ",
    "old_name:sv": "Helsinge fors",
    "population": "631695",
    "wikidata": "Q1757",
    "wikipedia": "fi:Helsinki (kaupunki)",
    "unknown_key": "says nothing",
}
NODES = [
    (1, 1, (24.9384, 60.1699), CITY),
    (2, 1, (24.95, 60.17), {"amenity": "cafe", "name": "Kahvila", "name:en": "Coffee House"}),
    (3, 1, (24.96, 60.17), {"amenity": "cafe", "tourism": "hotel", "name": "Kahvila"}),
    (4, 1, (24.97, 60.17), {"amenity": "bench"}),
    (5, 1, (24.98, 60.17), {"name": "Of no class"}),
    (6, 1, (24.99, 60.17), {"place": "village", "name": "Kylä", "population": "about 300"}),
    (10, 1, (-0.0000001, 0.0), {"shop": "bakery", "name:en": "Zero"}),
    *(
        (100 + n, 1, (25 + n / 100, 60.2), {"amenity": "cafe", "name": name})
        for n, name in enumerate(HOSTILE)
    ),
]


def triples(snapshot):
    return [
        tuple(row.values())
        for file in open_snapshot(snapshot).triples
        for row in pq.read_table(file).to_pylist()
    ]


def entities(snapshot):
    return {
        row["id"].removeprefix(WKG): row
        for file in open_snapshot(snapshot).entities
        for row in pq.read_table(file).to_pylist()
    }


def contents(snapshot):
    """Return a digest of every file but the manifest."""
    return {
        str(path.relative_to(snapshot)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(snapshot.rglob("*.parquet"))
    }


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return write_nodes(tmp_path_factory.mktemp("osm") / "made.osm.pbf", NODES)


@pytest.fixture(scope="module")
def made(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("worldkg") / "made"
    build_worldkg([source], out, threads=1)
    return out


def test_all_that_is_said_of_a_city(made):
    said = {row[1:] for row in triples(made) if row[0] == WKG + "1"}

    def text(value, language=None):
        return value, "literal", None, language

    def link(value):
        return value, "iri", None, None

    assert said == {
        (TYPE, *link(WKGS + "City")),
        (LABEL, *text("Helsinki")),
        (LABEL, *text("Helsingfors", "sv")),
        (LABEL, *text("赫尔辛基", "zh-Hans")),
        (WKGS + "nameEtymology", *text("Helsinge")),
        (WKGS + "altName", *text("Hesa;Stadi; ")),
        (WKGS + "oldName", *text("Helsinge fors", "sv")),
        (WKGS + "population", *text("631695")),
        (WKGS + "wikidata", *link("http://www.wikidata.org/wiki/Q1757")),
        (
            WKGS + "wikipedia",
            *link("https://fi.wikipedia.org/wiki/fi%3AHelsinki%20%28kaupunki%29"),
        ),
        (WKGS + "osmLink", *link("https://www.openstreetmap.org/node/1")),
        (WKGS + "spatialObject", *link(WKG + "geo1")),
    }
    assert {row[1:] for row in triples(made) if row[0] == WKG + "geo1"} == {
        (TYPE, *link("http://www.opengis.net/ont/sf#Point")),
        (AS_WKT, "Point(24.9384 60.1699)", "literal", WKT, None),
    }


def test_the_row_of_a_city(made):
    row = entities(made)["1"]
    assert (row["kg"], row["name"], row["display_name"]) == ("worldkg", "Helsinki", "Helsinki")
    assert dict(row["labels"]) == {"und": "Helsinki", "sv": "Helsingfors", "zh-Hans": "赫尔辛基"}
    assert row["aliases"] == ["Helsinge fors", "Hesa", "Stadi"]
    assert row["class"] == WKGS + "City"
    assert row["categories"] == [WKGS + "City"]
    assert (row["lon"], row["lat"], row["population"]) == (24.9384, 60.1699, 631695)
    assert dict(row["attributes"]) == {
        "nameEtymology": "Helsinge",
        "population": "631695",
        "wikidata": "http://www.wikidata.org/wiki/Q1757",
        "wikipedia": "https://fi.wikipedia.org/wiki/fi%3AHelsinki%20%28kaupunki%29",
    }


def test_only_named_nodes_of_known_classes_are_entities(made):
    assert set(entities(made)) == {"1", "2", "3", "6", "10", *(str(100 + n) for n in range(9))}
    assert {row[0] for row in triples(made) if "geo" not in row[0]} == {
        WKG + number for number in entities(made)
    }


def test_names_classes_and_numbers(made):
    rows = entities(made)
    assert rows["2"]["name"] == "Coffee House"
    assert dict(rows["2"]["labels"]) == {"en": "Coffee House", "und": "Kahvila"}
    assert rows["3"]["class"] == WKGS + "Cafe"
    assert rows["3"]["categories"] == [WKGS + "Cafe", WKGS + "TourismHotel"]
    assert rows["6"]["population"] is None
    assert rows["10"]["name"] == "Zero"
    point = next(row for row in triples(made) if row[0] == WKG + "geo10" and row[1] == AS_WKT)
    assert point[2] == "Point(-0.0000001 0.0)"


def test_hostile_names_are_only_names(made):
    rows = entities(made)
    assert [rows[str(100 + n)]["name"] for n in range(len(HOSTILE))] == HOSTILE
    shown = [rows[str(100 + n)]["display_name"] for n in range(len(HOSTILE))]
    assert shown == [None if name in (HOSTILE[1], HOSTILE[7]) else name for name in HOSTILE]


def test_order_of_rows(made):
    assert triples(made) == sorted(
        set(triples(made)), key=lambda row: tuple(part or "" for part in row)
    )


def test_unnamed_nodes_keep_their_triples_on_demand(source, made, tmp_path):
    build_worldkg([source], tmp_path / "all", threads=1, unnamed=True)
    assert entities(tmp_path / "all") == entities(made)
    extra = set(triples(tmp_path / "all")) - set(triples(made))
    assert {row[0] for row in extra} == {WKG + n for n in ("4", "5", "geo4", "geo5")}
    assert set(triples(made)) < set(triples(tmp_path / "all"))


@pytest.mark.parametrize("unnamed", [False, True])
def test_goes_out_and_comes_back(source, tmp_path, unnamed):
    build_worldkg([source], tmp_path / "one", threads=1, unnamed=unnamed)
    write_triples(open_snapshot(tmp_path / "one"), tmp_path / "one.nt.gz")
    build_worldkg([tmp_path / "one.nt.gz"], tmp_path / "two", threads=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_batches_threads_and_memory_change_nothing(source, made, tmp_path, monkeypatch):
    monkeypatch.setattr(worldkg, "_BATCH", 3)
    build_worldkg([source], tmp_path / "other", threads=2, memory="300MB")
    assert contents(tmp_path / "other") == contents(made)


def test_the_kind_of_file_changes_nothing(made, tmp_path):
    # XML has no form for some control characters, so a newline is as far as it goes.
    for suffix in ("osm", "osm.gz", "osm.bz2"):
        path = write_nodes(tmp_path / f"made.{suffix}", NODES)
        build_worldkg([path], tmp_path / suffix, threads=1)
        assert contents(tmp_path / suffix) == contents(made)


def test_a_node_in_several_files_counts_once(tmp_path):
    def cafe(version, name, **tags):
        return 7, version, (1.0, 2.0), {"amenity": "cafe", "name": name, **tags}

    old = write_nodes(tmp_path / "a.osm.pbf", [cafe(2, "Old")])
    new = write_nodes(tmp_path / "b.osm.pbf", [cafe(3, "New")])
    full = write_nodes(tmp_path / "c.osm.pbf", [cafe(3, "New", ele="7"), cafe(1, "Older")])
    for n, files in enumerate(([old, new, full], [full, old, new], [new, full, old, full])):
        build_worldkg(files, tmp_path / str(n), threads=1)
        (row,) = entities(tmp_path / str(n)).values()
        assert (row["name"], dict(row["attributes"])) == ("New", {"ele": "7"})
    assert contents(tmp_path / "0") == contents(tmp_path / "1") == contents(tmp_path / "2")


def test_published_triples_are_read(tmp_path):
    """Such as the original's: longitude with a space, several classes, no label in English."""
    path = tmp_path / "published.nt"
    path.write_text(
        f"<{WKG}5> <{TYPE}> <{WKGS}Town> .\n"
        f"<{WKG}5> <{TYPE}> <http://elsewhere/Class> .\n"
        f'<{WKG}5> <{LABEL}> "Town"@de-at .\n'
        f'<{WKG}5> <{LABEL}> "Plain" .\n'
        f'<{WKG}5> <{WKGS}population> "7" .\n'
        f"<{WKG}5> <{WKGS}spatialObject> <{WKG}geo5> .\n"
        f'<{WKG}geo5> <{AS_WKT}> "POINT ( 1.5  -2.5 )"^^<{WKT}> .\n'
        f"<{WKG}6> <{TYPE}> <{WKGS}Town> .\n"
        f'<{WKG}6> <{LABEL}> "Nowhere" .\n'
        f"<{WKG}7> <{TYPE}> <{WKGS}Town> .\n"
        f'<{WKG}7> <{LABEL}> "Off the map" .\n'
        f"<{WKG}7> <{WKGS}spatialObject> <{WKG}geo7> .\n"
        f'<{WKG}geo7> <{AS_WKT}> "Point(200 1.2.3)"^^<{WKT}> .\n'
    )
    build_worldkg([path], tmp_path / "out", threads=1)
    (row,) = entities(tmp_path / "out").values()
    assert (row["id"], row["name"], row["lon"], row["lat"]) == (WKG + "5", "Plain", 1.5, -2.5)
    assert (row["class"], row["categories"]) == (WKGS + "Town", [WKGS + "Town"])
    assert (dict(row["labels"]), row["population"]) == ({"und": "Plain", "de-AT": "Town"}, 7)
    assert len(triples(tmp_path / "out")) == 13


def test_refuses_what_it_cannot_build_from(source, tmp_path):
    out = tmp_path / "out"
    with pytest.raises(InputError, match="none was given"):
        build_worldkg([], out)
    with pytest.raises(InputError, match="cannot be mixed"):
        build_worldkg([source, tmp_path / "a.nt"], out)
    nobody = write_nodes(tmp_path / "nobody.osm.pbf", [(1, 1, (1, 2), {"name": "No class"})])
    with pytest.raises(InputError, match="no node has both a name and a class"):
        build_worldkg([nobody], out)
    cut = tmp_path / "cut.osm.pbf"
    cut.write_bytes(source.read_bytes()[:-50])
    with pytest.raises(InputError, match="cut short") as caught:
        build_worldkg([source, cut], out)
    assert caught.value.source == str(cut)
    assert not out.exists()
    assert not list(tmp_path.glob(".out*"))


@pytest.mark.slow
def test_killed_at_any_moment_it_leaves_the_old_snapshot(source, made, tmp_path):
    out = tmp_path / "out"
    build_worldkg([source], out, threads=1)
    before = contents(out)
    program = (
        "import sys; from multiglobeqa.kg.worldkg import build_worldkg\n"
        "print('ready', flush=True)\n"
        "while True: build_worldkg(sys.argv[2:], sys.argv[1], threads=1)"
    )
    for delay in (0.02, 0.1, 0.25, 0.4, 0.6, 0.8):
        command = [sys.executable, "-c", program, str(out), str(source)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            time.sleep(delay)
            os.kill(process.pid, signal.SIGKILL)
        # The two renames that replace a folder leave it away for a moment, never half there.
        if out.exists():
            assert contents(out) == before
            Store(out).close()
    build_worldkg([source], out, threads=1)
    assert contents(out) == before


def original(nodes, folder):
    """Return what the original graph says of nodes: its rules, written out one by one."""

    def rows(name, **options):
        with (folder / name).open(encoding="utf-8") as stream:
            return list(csv.DictReader(stream, **options))

    main = rows("OSM_Ontology_map_features.csv", delimiter="\t")
    keys = {row["key"] for row in main}
    classes = {(row["key"], row["value"]): row["appendedClass"] for row in main}
    others = {row["key"] for row in rows("Key_List.csv")} - keys
    for number, (lon, lat), tags in nodes:
        yield number, WKGS + "osmLink", f"https://www.openstreetmap.org/node/{number}"
        yield number, WKGS + "spatialObject", f"{WKG}geo{number}"
        yield f"geo{number}", AS_WKT, f"Point({lon} {lat})"
        for key, value in tags.items():
            if key in keys:
                if (key, value) in classes:
                    yield number, TYPE, WKGS + classes[key, value]
            elif key == "name":
                yield number, LABEL, value
            elif key == "wikidata":
                good = value[:1] == "Q" and value[1:].isdigit()
                yield number, WKGS + key, f"http://www.wikidata.org/wiki/{value}" if good else value
            elif key == "wikipedia":
                article = f"https://{value.split(':')[0]}.wikipedia.org/wiki/{quote(value)}"
                yield number, WKGS + key, article if ":" in value else value
            elif key in others:
                head, *tail = key.replace(":", "_").split("_")
                yield number, WKGS + head + "".join(word.title() for word in tail), value


@pytest.mark.shared_data
@pytest.mark.parametrize("name", ["monaco-2025-02", "maldives-2023-11"])
def test_says_all_that_the_original_says(shared_data, tmp_path, name):
    path = shared_data / "osm" / "extracts" / f"{name}.osm.pbf"
    build_worldkg([path], tmp_path / "out", threads=2, unnamed=True)
    nodes = [
        (node.id, (node.location.lon, node.location.lat), dict(node.tags))
        for node in osmium.FileProcessor(str(path), osmium.osm.NODE)
        if len(node.tags) > 1
    ]
    expected = {
        (f"{WKG}{subject}", predicate, value)
        for subject, predicate, value in original(nodes, shared_data / "worldkg")
        if value
    }
    assert len(expected) > 10_000
    assert expected <= {row[:3] for row in triples(tmp_path / "out")}


@pytest.mark.shared_data
def test_published_links_to_wikipedia(shared_data, tmp_path):
    """The sample of the published graph names the articles of nodes in Andorra."""
    published = {
        tuple(line.split()[::2])
        for line in (shared_data / "worldkg" / "italyTriples.ttl").read_text("utf-8").splitlines()
        if "wkgs:wikipedia" in line
    }
    published = {(s.removeprefix("wkg:"), o) for s, o in (p[:2] for p in published)}
    path = shared_data / "osm" / "extracts" / "andorra-2021-06.osm.pbf"
    build_worldkg([path], tmp_path / "out", threads=2)
    ours = {
        (row[0].removeprefix(WKG), f"<{row[2]}>")
        for row in triples(tmp_path / "out")
        if row[1] == WKGS + "wikipedia"
    }
    assert len(ours & published) >= 20


@pytest.mark.shared_data
def test_real_files_make_sound_snapshots(shared_data, tmp_path):
    folder = shared_data / "osm" / "nodes"
    sources = [folder / f"{name}.osm.pbf" for name in ("malta", "comores", "antarctica-places")]
    build_worldkg(sources, tmp_path / "one", threads=1)
    build_worldkg(sources[::-1], tmp_path / "two", threads=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    main = {(tag.key, tag.value) for tag in main_tags()}
    named = {
        node.id
        for source in sources
        for node in osmium.FileProcessor(str(source), osmium.osm.NODE)
        if ("name" in node.tags or "name:en" in node.tags) and main & set(dict(node.tags).items())
    }
    assert len(named) > 2_000
    with Store(tmp_path / "one") as store:
        count, names, distinct, hidden = store.connection.execute(
            """
            SELECT count(*), count(display_name), count(DISTINCT display_name),
                count(*) FILTER (lon IS NULL OR h3 IS NULL)
            FROM entities
            """
        ).fetchone()
        assert (count, hidden) == (len(named), 0)
        assert names == distinct > 0.98 * count
        lost = store.connection.execute(
            """
            SELECT count(*) FROM entities e
            ANTI JOIN triples t ON t.subject = e.id AND t.object = e.class
            """
        ).fetchone()
        assert lost == (0,)


def test_schema_of_a_snapshot(made):
    schema = pq.read_schema(open_snapshot(made).entities[0])
    assert schema.field("labels").type == pa.map_(pa.string(), pa.string())
    assert schema.field("h3").type == pa.uint64()
