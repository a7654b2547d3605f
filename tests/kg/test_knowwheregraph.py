"""KnowWhereGraph whole: imported, rebuilt, and read back from its own export."""

import gzip
from collections import Counter

import pyarrow.parquet as pq
import pyoxigraph
import pytest
import rdflib
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.kg.classes import classes
from multiglobeqa.kg.knowwheregraph import build_knowwheregraph
from multiglobeqa.kg.knowwheregraph_rdf import FORMATS
from multiglobeqa.kg.rdf import write_triples
from multiglobeqa.kg.snapshot import open_snapshot
from multiglobeqa.strata import Strata

RESOURCE = "http://stko-kwg.geog.ucsb.edu/lod/resource/"
ONTOLOGY = "http://stko-kwg.geog.ucsb.edu/lod/ontology/"

# Both generations of the graph: names, classes, ways to say where and when.
GENERATIONS = """
@prefix kwgr: <http://stko-kwg.geog.ucsb.edu/lod/resource/> .
@prefix kwg-ont: <http://stko-kwg.geog.ucsb.edu/lod/ontology/> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .
@prefix sf: <http://www.opengis.net/ont/sf#> .
@prefix sosa: <http://www.w3.org/ns/sosa/> .
@prefix time: <http://www.w3.org/2006/time#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

kwgr:Earth.North_America.United_States.USA.5.42_1 a kwg-ont:AdministrativeRegion_2 ;
    rdfs:label "Santa Barbara" ;
    kwg-ont:locatedIn kwgr:Earth.North_America.United_States.USA.5_1 ;
    geo:hasGeometry [ a sf:Polygon ; geo:asWKT "POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))" ] .
kwgr:Earth.North_America.United_States.USA.5_1 a kwg-ont:AdministrativeRegion_1 ;
    rdfs:label "California"@en, "Kalifornien"@de ;
    kwg-ont:locatedIn kwgr:Earth.North_America.United_States.USA .
kwgr:Earth.North_America.United_States.USA a kwg-ont:AdministrativeRegion_0 ;
    rdfs:label "United States" .

kwgr:administrativeRegion.USA.06083 a kwg-ont:AdministrativeRegion ;
    rdfs:label "Santa Barbara County"^^xsd:string ; kwg-ont:hasFIPS "06083" ;
    kwg-ont:administrativePartOf kwgr:administrativeRegion.USA.06 ;
    geo:hasDefaultGeometry kwgr:g1 ; geo:hasGeometry kwgr:g1, kwgr:g2 .
kwgr:administrativeRegion.USA.06 a kwg-ont:AdministrativeRegion ; kwg-ont:hasFIPS "06" ;
    rdfs:label "California" ; kwg-ont:administrativePartOf kwgr:administrativeRegion.USA .
kwgr:administrativeRegion.USA a kwg-ont:AdministrativeRegion_0 ; rdfs:label "United States" .
kwgr:g1 a geo:Geometry ; geo:asWKT
  "<http://www.opengis.net/def/crs/EPSG/0/4326> POLYGON ((0 0, 0 4, 2 4, 2 0, 0 0))" .
kwgr:g2 a geo:Geometry ; geo:asWKT "Point(9 9)"^^geo:wktLiteral .

kwgr:earthquake.us1 a kwg-ont:Earthquake, kwg-ont:Hazard ; rdfs:label "M 5 earthquake (us1)" ;
    geo:hasGeometry kwgr:g3 ; kwg-ont:sfWithin kwgr:administrativeRegion.USA.06083 ;
    kwg-ont:hasTemporalScope [ a time:Interval ;
        time:hasBeginning [ time:inXSDDateTime "2021-02-10T17:53:00Z"^^xsd:dateTime ] ;
        time:hasEnd [ time:inXSDDateTime "2021-02-10T18:00:00Z"^^xsd:dateTime ] ] ;
    sosa:isFeatureOfInterestOf kwgr:c1 .
kwgr:g3 a geo:Geometry ;
    geo:asWKT "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>POINT(1 1)"^^geo:wktLiteral .
kwgr:c1 a sosa:ObservationCollection ; sosa:hasMember kwgr:o1, kwgr:o2 .
kwgr:o1 sosa:observedProperty kwgr:earthquakeObservableProperty.mag ; sosa:hasSimpleResult 5.0 .
kwgr:o2 sosa:observedProperty kwgr:earthquakeObservableProperty.depth ;
    sosa:hasResult [ <http://qudt.org/schema/qudt/numericValue> 10.5 ] .

kwgr:zipcodearea.93101 a kwg-ont:ZipCodeArea ; kwg-ont:hasZipCode "93101" .
kwgr:s2.level13.9289518656381779968 a kwg-ont:S2Cell_Level13 .
kwgr:s2.level9.9812758647854333952 a kwg-ont:S2Cell_Level9 .
kwgr:broken a kwg-ont:Fire ; rdfs:label "broken" ;
    geo:hasGeometry [ geo:asWKT "POLYGON ((0 0, 1" ] .
kwgr:bowtie a kwg-ont:Fire ; rdfs:label "bow tie" ;
    geo:hasGeometry [ geo:asWKT "POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))" ] .
"""


def built(out, *sources, **options):
    build_knowwheregraph(sources, out, **options)
    return open_snapshot(out)


def rows(snapshot, column="entities"):
    files = snapshot.entities if column == "entities" else snapshot.triples
    return [row for file in files for row in pq.read_table(file).to_pylist()]


def by_id(snapshot):
    return {row["id"].removeprefix(RESOURCE): row for row in rows(snapshot)}


def digests(snapshot):
    return [checksum(file) for file in (*snapshot.entities, *snapshot.triples)]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("both")
    (folder / "both.ttl").write_text(GENERATIONS)
    return built(folder / "kwg", folder / "both.ttl")


def test_where(both):
    found = by_id(both)
    old, new = (
        found["Earth.North_America.United_States.USA.5.42_1"],
        found["administrativeRegion.USA.06083"],
    )
    assert shapely.equals(shapely.from_wkb(old["geometry"]), shapely.box(0, 0, 2, 2))
    # EPSG:4326 has the latitude first, and the default geometry comes before any other.
    assert shapely.equals(shapely.from_wkb(new["geometry"]), shapely.box(0, 0, 4, 2))
    assert (new["lon"], new["lat"]) == (2, 1)
    assert (found["earthquake.us1"]["lon"], found["earthquake.us1"]["lat"]) == (1, 1)
    # A cell of the sample: (9812758647854333952.ttl gives 253.81 km2), told by its number alone.
    cell = shapely.from_wkb(found["s2.level9.9812758647854333952"]["geometry"])
    assert cell.covers(shapely.Point(-80.54, 42.4))


def test_what(both):
    found = by_id(both)
    assert {row["class"].removeprefix(ONTOLOGY) for row in found.values()} == {
        *("AdministrativeRegion", "AdministrativeRegion_0", "AdministrativeRegion_1"),
        *("AdministrativeRegion_2", "Earthquake", "Fire", "ZipCodeArea"),
        *("S2Cell_Level13", "S2Cell_Level9"),
    }
    assert found["zipcodearea.93101"]["name"] == "ZIP code area 93101"
    assert found["zipcodearea.93101"]["attributes"] == [("zip_code", "93101")]
    california = found["Earth.North_America.United_States.USA.5_1"]
    assert dict(california["labels"]) == {"de": "Kalifornien", "en": "California"}
    assert california["aliases"] == ["Kalifornien"]
    assert all(row["kg"] == "knowwheregraph" for row in found.values())


def test_when_and_how_much(both):
    quake = by_id(both)["earthquake.us1"]
    assert (quake["start"], quake["end"]) == ("2021-02-10T17:53:00Z", "2021-02-10T18:00:00Z")
    assert dict(quake["attributes"]) == {"depth": "10.5", "magnitude": "5.0"}


@pytest.mark.parametrize(
    ("name", "level", "parents"),
    [
        (
            "Earth.North_America.United_States.USA.5.42_1",
            2,
            [
                "Earth.North_America.United_States.USA.5_1",
                "Earth.North_America.United_States.USA",
            ],
        ),
        (
            "administrativeRegion.USA.06083",
            2,
            ["administrativeRegion.USA.06", "administrativeRegion.USA"],
        ),
        ("administrativeRegion.USA.06", 1, ["administrativeRegion.USA"]),
        ("administrativeRegion.USA", 0, []),
        (
            "earthquake.us1",
            None,
            [
                "administrativeRegion.USA.06083",
                "administrativeRegion.USA.06",
                "administrativeRegion.USA",
            ],
        ),
    ],
)
def test_hierarchy(both, name, level, parents):
    row = by_id(both)[name]
    assert row["admin_level"] == level
    assert [parent.removeprefix(RESOURCE) for parent in row["parents"]] == parents


def test_broken_geometries_are_mended_or_left_out_and_counted(both):
    rules = both.manifest["counts"]["rules"]
    assert (rules["unreadable_wkt"], rules["polygon_repaired"]) == (1, 1)
    found = by_id(both)
    assert found["broken"]["geometry"] is None
    assert shapely.from_wkb(found["bowtie"]["geometry"]).area == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("kind", "packed"), [("nt", False), ("ttl", True), ("nq", True), ("trig", False), ("xml", True)]
)
def test_every_format_gives_the_same_entities(both, tmp_path, kind, packed):
    quads = pyoxigraph.parse(GENERATIONS.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    content = pyoxigraph.serialize(quads, format=FORMATS[f".{kind}"])
    path = tmp_path / f"graph.{kind}{'.gz' if packed else ''}"
    path.write_bytes(gzip.compress(content) if packed else content)
    snapshot = built(tmp_path / "kwg", path)
    assert rows(snapshot) == rows(both)
    assert snapshot.manifest["counts"]["triples"] == both.manifest["counts"]["triples"]


def test_named_graphs_are_counted(tmp_path):
    lines = (
        f"<{RESOURCE}a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{ONTOLOGY}Fire> "
        "<http://g> .\n"
    )
    (tmp_path / "a.nq").write_text(lines)
    counts = built(tmp_path / "kwg", tmp_path / "a.nq").manifest["counts"]
    assert counts["statements_in_named_graphs"] == {"http://g": 1}
    assert counts["triples"] == 1


def test_blank_nodes_of_two_files_are_two(tmp_path):
    line = f"_:x <http://p> <{RESOURCE}a> .\n<{RESOURCE}a> a <{ONTOLOGY}Fire> ; <http://q> _:x .\n"
    for name in ("a.ttl", "b.ttl"):
        (tmp_path / name).write_text(line + f"# {name}\n")
    snapshot = built(tmp_path / "kwg", tmp_path / "a.ttl", tmp_path / "b.ttl")
    assert snapshot.manifest["counts"]["triples"] == 5  # two of each x, one type


def test_the_order_of_sources_and_threads_make_no_difference(tmp_path):
    names = ("a.ttl", "b.ttl")
    (tmp_path / "a.ttl").write_text(GENERATIONS)
    (tmp_path / "b.ttl").write_text(f"<{RESOURCE}a> a <{ONTOLOGY}Fire> ; <http://q> [] .")
    paths = [tmp_path / name for name in names]
    first = built(tmp_path / "one", *paths, threads=1)
    second = built(tmp_path / "two", *reversed(paths), threads=2)
    assert digests(first) == digests(second)
    assert checksum(first.path / "manifest.json") == checksum(second.path / "manifest.json")


def test_an_export_builds_the_same_snapshot(both, tmp_path):
    write_triples(both, tmp_path / "kwg.nt.gz")
    assert digests(built(tmp_path / "again", tmp_path / "kwg.nt.gz")) == digests(both)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.ttl", b"@prefix a: <http://a> .\n\nb:c a a:d .", "line 3: is no Turtle"),
        ("a.nt", b"<http://a> <http://b> .\n", "line 1: is no N-Triples"),
        ("a.nt.gz", gzip.compress(b"<http://a> <http://b> <http://c> .\n" * 99)[:-20], "cut short"),
        ("a.nt", b"", "is empty"),
        ("a.txt", b"hello\nworld\n", "none of the kinds"),
        ("a.bin", bytes(range(256)), "none of the kinds"),
        ("a.json", b'{"type": "FeatureCollection", "features": []}', "a.json"),
        ("a.json", b'{"type": "Feature', "a.json"),
        ("a.shp", b"\x00\x00\x27\x0a" + bytes(96), "no .dbf file"),
        ("a.zip", b"PK\x03\x04 nonsense", "damaged"),
        ("a.csv", b"mag,place,time,magType\n1,2\n", "line 2: has 2 fields where 4 are due"),
        ("a.nt", b"<http://a> <http://b> <http://c> .\n", "no place, cell or event"),
    ],
)
def test_bad_input_is_one_clear_error(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        built(tmp_path / "kwg", tmp_path / name)
    assert message in str(caught.value) and name in str(caught.value)
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_no_source_or_none_there(tmp_path):
    with pytest.raises(InputError, match="none was given"):
        built(tmp_path / "kwg")
    with pytest.raises(InputError, match="is missing"):
        built(tmp_path / "kwg", tmp_path / "a.nt")


def test_classes_have_nouns():
    nouns = classes("knowwheregraph")
    assert len({noun.id for noun in nouns}) == len(nouns)
    assert all(noun.singular and noun.plural for noun in nouns)
    assert {noun.plural for noun in nouns if noun.askable} >= {"counties", "earthquakes", "fires"}


def real_files(shared_data):
    """Return all of the graph's own files but the two that are damaged."""
    folder = shared_data / "kwg"
    files = [*folder.glob("*.ttl"), *folder.glob("ohio_s2/*.ttl"), *folder.glob("*.csv*")]
    return sorted(path for path in files if path.name != "shacl_sosa.ttl")


@pytest.fixture(scope="module")
def real(shared_data, tmp_path_factory):
    out = tmp_path_factory.mktemp("real") / "kwg"
    return built(out, *real_files(shared_data), places=Strata())


@pytest.mark.shared_data
def test_nothing_of_the_real_graph_is_dropped(shared_data, tmp_path):
    """Per predicate and class, as many statements as another parser finds; out, each once."""
    files = [path for path in real_files(shared_data) if path.suffix == ".ttl"]
    assert len(files) == 44
    said, kinds, distinct = Counter(), Counter(), Counter()
    for path in files:
        graph = rdflib.Graph().parse(path)
        said.update(map(str, graph.predicates()))
        kinds.update(map(str, graph.objects(None, rdflib.RDF.type)))
        for triple in graph:
            local = any(isinstance(term, rdflib.BNode) for term in triple)
            distinct[(path.name if local else None, *triple)] += 1
    counts = built(tmp_path / "kwg", *files).manifest["counts"]
    assert (counts["read_predicates"], counts["read_classes"]) == (said, kinds)
    once = Counter(str(predicate) for _, _, predicate, _ in distinct)
    assert counts["predicates"] == once
    assert counts["triples"] == sum(once.values())
    assert sum(said.values()) == 1954


@pytest.mark.shared_data
def test_every_line_of_the_real_tables_is_an_entity(real):
    found = Counter(row["class"].removeprefix(ONTOLOGY) for row in rows(real))
    expected = {
        **{"Airport": 17, "Hospital": 9, "Park": 143, "School": 227, "MTBSFire": 49},
        **{"NWZone": 3811, "USClimateDivision": 344, "ZipCodeArea": 31985, "KWGCellLevel9": 40},
        **{"PrescribedFire": 1, "Wildfire": 1, "RoadSegment": 1003},
    }
    assert {key: found[key] for key in expected} == expected
    # 3,200 names and 3,255 FIPS codes of one hierarchy, Ohio, and what lies above them.
    assert found["AdministrativeRegion_1"] + found["AdministrativeRegion_2"] > 3255


@pytest.mark.shared_data
def test_real_rows(real):
    found = by_id(real)
    fire = found["fire.UT4176411148820121004.HELLS_HOLLOW.2012"]
    assert (fire["start"], fire["end"]) == ("2012-10-04", "2012-10-04")
    assert dict(fire["attributes"])["acres"] == "4758"
    # Utah, by the other list.
    assert found[fire["parents"][0].removeprefix(RESOURCE)]["name"] == "Utah"
    assert fire["display_name"] == "HELLS HOLLOW, 2012" and fire["country"] == "USA"
    ohio = found["administrativeRegion.USA.39"]
    assert (ohio["name"], ohio["admin_level"]) == ("Ohio", 1)
    assert dict(ohio["attributes"])["fips"] == "39"
    washington = found["Earth.North_America.United_States.USA.51.22_1"]
    assert washington["name"] == "Washakie"
    names = [row["display_name"] for row in found.values() if row["display_name"]]
    assert len(set(map(str.casefold, names))) == len(names)
    assert "Washington, Alabama" in names


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("shacl_sosa.ttl", "line 77: is no Turtle: .*time: has not been declared"),
        ("SB_County.shp", r"SB_County\.dbf: is damaged"),
    ],
)
def test_the_real_damaged_files(shared_data, tmp_path, name, message):
    with pytest.raises(InputError, match=message):
        built(tmp_path / "kwg", shared_data / "kwg" / name)
