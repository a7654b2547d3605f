"""Entities by id, class and position, and what they are linked to."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Geod

from multiglobeqa.errors import InputError
from multiglobeqa.kg.lookup import Lookup
from multiglobeqa.kg.store import Store
from tests.kg.small_graph import KIND, PLACE, entity, triple, write_graph

GEOD = Geod(ellps="WGS84")
PART_OF = "http://example.org/partOf"
GEOMETRY = "http://www.opengis.net/ont/geosparql#hasGeometry"
WKT = "http://www.opengis.net/ont/geosparql#asWKT"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lookup]:
    """Return many points: everywhere, in a few towns, at the poles and along the antimeridian."""
    chance = np.random.default_rng(7)
    lon = [chance.uniform(-180, 180, 4000), chance.normal(24.9, 0.1, 6000)]
    lat = [np.degrees(np.arcsin(chance.uniform(-1, 1, 4000))), chance.normal(60.2, 0.05, 6000)]
    lon += [(chance.normal(180, 1, 2000) + 180) % 360 - 180, chance.uniform(-180, 180, 600)]
    lat += [chance.normal(-17, 1, 2000), np.clip(chance.normal(89.5, 0.3, 600), -90, 90)]
    lon.append(np.array([180.0, -180.0, 180.0, 0.0, 90.0, 0.0, 0.0]))
    lat.append(np.array([0.0, 0.0, 90.0, 90.0, -90.0, 0.0, 0.01]))
    xs, ys = np.concatenate(lon), np.concatenate(lat)
    kinds = chance.choice(["Bench", "Town", "Castle"], len(xs), p=[0.7, 0.29, 0.01])
    rows = [
        entity(
            f"{at:05}",
            lon=float(x),
            lat=float(y),
            categories=[KIND + kind, KIND + "Thing"],
            **{"class": KIND + kind},
        )
        for at, (x, y, kind) in enumerate(zip(xs, ys, kinds, strict=True))
    ]
    rows.append(entity("nowhere", categories=[KIND + "Thing"]))
    path = tmp_path_factory.mktemp("crowd") / "crowd"
    write_graph(path, rows)
    with Store(path) as store:
        yield Lookup(store)


def points(lookup: Lookup, kind: str | None) -> pa.Table:
    of_kind = "list_contains(categories, $kind)" if kind else "$kind IS NULL"
    return lookup.store.connection.execute(
        f"SELECT id, lon, lat FROM entities WHERE lon IS NOT NULL AND {of_kind}",
        {"kind": kind and KIND + kind},
    ).to_arrow_table()


KINDS = st.sampled_from([None, "Thing", "Bench", "Town", "Castle"])
LATITUDES = st.one_of(
    st.floats(-90, 90), st.floats(60, 60.4), st.floats(-19, -15), st.sampled_from([-90, 90, 0])
)
LONGITUDES = st.one_of(
    st.floats(-180, 180), st.floats(24.7, 25.1), st.sampled_from([-180, 180, 179.9, -179.9, 0])
)


@given(
    lat=LATITUDES,
    lon=LONGITUDES,
    km=st.one_of(st.none(), st.floats(0, 300), st.floats(0, 20_100)),
    limit=st.one_of(st.none(), st.integers(1, 40), st.integers(1, 13_000)),
    kind=KINDS,
)
def test_near_agrees_with_all_distances(
    crowd: Lookup, lat: float, lon: float, km: float | None, limit: int | None, kind: str | None
) -> None:
    if km is None and limit is None:
        limit = 1
    found = crowd.near(lat, lon, km, limit, kind and KIND + kind)
    table = points(crowd, kind)
    size = table.num_rows
    there = table.column("lon").to_numpy(), table.column("lat").to_numpy()
    metres = GEOD.inv(np.full(size, lon), np.full(size, lat), *there)[2]
    ids = table.column("id").to_pylist()
    expected = sorted(
        (metre / 1000, one)
        for metre, one in zip(metres, ids, strict=True)
        if km is None or metre / 1000 <= km
    )[:limit]
    assert found.column("id").to_pylist() == [one for _, one in expected]
    assert found.column("distance_km").to_pylist() == [far for far, _ in expected]


@given(west=LONGITUDES, east=LONGITUDES, lats=st.tuples(LATITUDES, LATITUDES), kind=KINDS)
def test_box_agrees_with_all_coordinates(
    crowd: Lookup, west: float, east: float, lats: tuple[float, float], kind: str | None
) -> None:
    south, north = sorted(lats)
    found = crowd.in_box(west, south, east, north, class_=kind and KIND + kind)
    table = points(crowd, kind)
    expected = []
    for one, x, y in zip(
        *(table.column(name).to_pylist() for name in table.column_names), strict=True
    ):
        # On the antimeridian, a point is at both ends of the world.
        across = [x] if abs(x) < 180 else [-180, 180]
        if west <= east:
            beside = any(west <= each <= east for each in across)
        else:
            beside = any(each >= west or each <= east for each in across)
        if beside and south <= y <= north:
            expected.append(one)
    assert found.column("id").to_pylist() == sorted(expected)


def test_by_id_and_class(crowd: Lookup) -> None:
    for at in (0, 6000, 12_606):
        found = crowd.entity(f"{PLACE}{at:05}")
        assert found is not None
        assert found["id"] == f"{PLACE}{at:05}"
        assert shapely.from_wkb(found["geometry"]) == shapely.Point(found["lon"], found["lat"])
    assert crowd.entity(PLACE + "nowhere")["lon"] is None
    assert crowd.entity(PLACE + "elsewhere") is None
    assert sum(crowd.classes[KIND + kind] for kind in ("Bench", "Town", "Castle")) == 12_608
    assert crowd.classes[KIND + "Thing"] == 12_608
    castles = crowd.of_class("castle").column("id").to_pylist()
    assert len(castles) == crowd.classes[KIND + "Castle"]
    assert castles == sorted(castles)
    assert crowd.of_class(KIND + "Castle", 3).column("id").to_pylist() == castles[:3]
    with pytest.raises(InputError, match=r"'castel'.*kind/Castle"):
        crowd.class_iri("castel")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((91, 0, 1), "latitude"),
        ((0, 181, 1), "longitude"),
        ((float("nan"), 0, 1), "latitude"),
        ((0, 0), "neither"),
        ((0, 0, -1), "must be 0 or more"),
        ((0, 0, float("inf")), "must be 0 or more"),
        ((0, 0, 1, 0), "at least 1"),
    ],
)
def test_refuses_what_makes_no_sense(crowd: Lookup, arguments: tuple, message: str) -> None:
    with pytest.raises(InputError, match=message):
        crowd.near(*arguments)


def test_refuses_a_box_upside_down(crowd: Lookup) -> None:
    with pytest.raises(InputError, match="north"):
        crowd.in_box(0, 1, 1, 0)


@pytest.fixture(scope="module")
def country(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lookup]:
    ring = shapely.box(0, 0, 10, 10).difference(shapely.box(4, 4, 6, 6))
    land, region, town = PLACE + "Land", PLACE + "Region", PLACE + "Town"
    rows = [
        entity("Land", shape=ring, **{"class": "http://a.org/Area"}),
        entity(
            "Region",
            shape=shapely.box(0, 0, 3, 3),
            parents=[land],
            **{"class": "http://b.org#Area"},
        ),
        entity("Town", lon=1.0, lat=1.0, parents=[region, land]),
        entity("Hamlet", lon=2.0, lat=1.0, parents=[region, land]),
        entity("Enclave", lon=5.0, lat=5.0),
        entity("Edge", lon=10.0, lat=5.0),
        entity("Far", lon=20.0, lat=5.0),
        entity("Idea", labels={"en": "Idea"}),
    ]
    triples = [
        triple(town, TYPE, KIND + "Town"),
        triple(KIND + "Town", PART_OF, KIND + "Place"),
        triple(town, PART_OF, region),
        triple(region, PART_OF, land),
        triple(PLACE + "Hamlet", PART_OF, region),
        triple(town, GEOMETRY, "_:shape", "blank"),
        triple("_:shape", WKT, "POINT (1 1)", "literal"),
        triple(town, PART_OF, "http://elsewhere.org/"),
    ]
    path = tmp_path_factory.mktemp("country") / "country"
    write_graph(path, rows, triples)
    with Store(path) as store:
        yield Lookup(store)


def ids(table: pa.Table) -> list[str]:
    return [one.removeprefix(PLACE) for one in table.column("id").to_pylist()]


def test_containment(country: Lookup) -> None:
    # A centroid in the hole is not within; a point on the border is.
    assert ids(country.contained(PLACE + "Land")) == ["Edge", "Hamlet", "Region", "Town"]
    assert ids(country.contained(PLACE + "Region", "town")) == ["Hamlet", "Town"]
    assert ids(country.containing(1, 1)) == ["Region", "Land"]
    assert ids(country.containing(5, 10)) == ["Land"]
    assert ids(country.containing(5, 5)) == []
    with pytest.raises(InputError, match="no area"):
        country.contained(PLACE + "Town")
    with pytest.raises(InputError, match="no geometry"):
        country.contained(PLACE + "Idea")
    with pytest.raises(InputError, match="no entity"):
        country.contained(PLACE + "Atlantis")


def test_hierarchy(country: Lookup) -> None:
    assert ids(country.parents(PLACE + "Town")) == ["Region", "Land"]
    assert ids(country.children(PLACE + "Land")) == ["Region"]
    assert ids(country.children(PLACE + "Region")) == ["Hamlet", "Town"]
    assert ids(country.children(PLACE + "Town")) == []
    with pytest.raises(InputError, match="Atlantis"):
        country.parents(PLACE + "Atlantis")


def test_neighbours(country: Lookup) -> None:
    found = country.neighbours(PLACE + "Region").to_pylist()
    assert [(row["direction"], row["predicate"], row["name"]) for row in found] == [
        ("in", PART_OF, "Hamlet"),
        ("in", PART_OF, "Town"),
        ("out", PART_OF, "Land"),
    ]
    assert country.neighbours(PLACE + "Region", 1).num_rows == 1
    assert country.neighbours(PLACE + "Far").num_rows == 0


def test_triples_with_the_nodes_of_its_own(country: Lookup) -> None:
    found = country.triples(PLACE + "Town").to_pylist()
    assert [(row["subject"], row["predicate"]) for row in found] == [
        (PLACE + "Town", PART_OF),
        (PLACE + "Town", PART_OF),
        (PLACE + "Town", GEOMETRY),
        (PLACE + "Town", TYPE),
        ("_:shape", WKT),
    ]
    assert country.triples(PLACE + "Far").num_rows == 0


def test_says_which_class_of_one_name(country: Lookup) -> None:
    with pytest.raises(InputError, match=r"several.*a\.org/Area, http://b\.org#Area"):
        country.class_iri("Area")
    assert ids(country.of_class("http://b.org#Area")) == ["Region"]


def test_names_are_found_with_their_place(country: Lookup) -> None:
    (hit,) = country.search("hamlet")
    assert (hit.name, hit.class_, hit.lat, hit.match) == ("Hamlet", KIND + "Town", 1.0, "name")
    assert country.search("idea")[0].lon is None


def test_many_snapshots_are_one(tmp_path: Path) -> None:
    towns = [entity(f"Town {at}", lon=at / 10, lat=0.0, population=at or None) for at in range(20)]
    write_graph(tmp_path / "all", towns)
    write_graph(tmp_path / "even", towns[::2])
    write_graph(tmp_path / "odd", towns[1::2])
    write_graph(tmp_path / "none", [])
    with (
        Store(tmp_path / "all") as whole,
        Store(tmp_path / "odd", tmp_path / "none", tmp_path / "even") as parts,
    ):
        one, other = Lookup(whole), Lookup(parts)
        assert one.near(0.1, 0.7, limit=7) == other.near(0.1, 0.7, limit=7)
        assert one.near(0.1, 0.7, 60) == other.near(0.1, 0.7, 60)
        assert one.in_box(0.3, -1, 1.2, 1) == other.in_box(0.3, -1, 1.2, 1)
        assert one.of_class("town", 9) == other.of_class("town", 9)
        assert one.search("town", 5) == other.search("town", 5)
        assert len(one.search("town", 5)) == 5
        assert one.entity(PLACE + "Town_3")["name"] == other.entity(PLACE + "Town_3")["name"]
        assert one.classes == other.classes


def test_tells_what_takes_a_while_once(tmp_path: Path) -> None:
    write_graph(tmp_path / "kg", [entity("Troy", lon=26.2, lat=39.96)])
    told: list[str] = []
    for _ in range(2):
        with Store(tmp_path / "kg") as store:
            assert Lookup(store, told.append).search("troy")[0].name == "Troy"
    assert [line.split(" of ")[0] for line in told] == [
        "indexing the names",
        "indexing the places",
    ]
