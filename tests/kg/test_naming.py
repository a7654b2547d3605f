import unicodedata
from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.naming import clean, key, name_entities

COUNTRIES = {"LVA": "Latvia", "EST": "Estonia", "GEO": "Georgia"}
NOUNS = ("pharmacy", "pharmacies", "school")


class Places:
    def country_name(self, iso3):
        return COUNTRIES[iso3]

    def country_names(self):
        return frozenset(COUNTRIES.values())


COLUMNS = {
    "id": pa.string(),
    "name": pa.string(),
    "lon": pa.float64(),
    "lat": pa.float64(),
    "place": pa.int8(),
    "population": pa.int64(),
    "street": pa.string(),
    "neighbourhood": pa.string(),
    "town": pa.string(),
    "region": pa.string(),
}
CONNECTION = connect(threads=1)


def names(rows, places=Places(), connection=CONNECTION):
    """Return the unique names of rows (name, context), by their number."""
    rows = [
        {"id": str(number), "lon": 25.0 + number, "lat": 57.0} | row
        for number, row in enumerate(rows)
    ]
    staged = pa.Table.from_pylist(rows, pa.schema(COLUMNS))
    located = pa.table(
        {
            "id": pa.array([row["id"] for row in rows], pa.string()),
            "country": pa.array([row.get("country") for row in rows], pa.string()),
        }
    )
    for table, content in (("staged", staged), ("located", located)):
        connection.register("content", content)
        connection.execute(f"CREATE OR REPLACE TABLE {table} AS FROM content")
        connection.unregister("content")
    name_entities(connection, places=places, nouns=NOUNS)
    found = dict(connection.execute("FROM named").fetchall())
    return [found.get(row["id"]) for row in rows]


def test_a_name_of_its_own_stays():
    assert names([{"name": "Rīga"}, {"name": "Holy  Cross"}]) == ["Rīga", "Holy Cross"]


def test_places_are_told_by_region_or_country():
    kalnini = {"name": "Kalnini", "place": 3}
    assert names(
        [
            kalnini | {"country": "LVA"},
            kalnini | {"country": "EST"},
        ]
    ) == ["Kalnini, Latvia", "Kalnini, Estonia"]
    assert names(
        [
            kalnini | {"country": "LVA", "region": "Vidzeme"},
            kalnini | {"country": "LVA", "region": "Latgale"},
        ]
    ) == ["Kalnini, Vidzeme", "Kalnini, Latgale"]


def test_the_only_city_or_place_comes_before_its_namesakes():
    rows = [
        {"name": "San Antonio", "place": 5, "country": "LVA", "population": 1_000_000},
        {"name": "San Antonio", "place": 3, "country": "LVA"},
        {"name": "San Antonio", "place": 4, "country": "EST"},
        {"name": "San Antonio", "place": 2, "country": "EST"},
        {"name": "San Antonio", "place": 2, "country": "GEO"},
        {"name": "San Antonio", "country": "GEO", "town": "Batumi"},
        {"name": "Vidzeme", "place": 6, "country": "LVA"},
        {"name": "Vidzeme", "place": 5, "country": "LVA", "population": 2_000_000},
        {"name": "Vaduz", "place": 2},
        {"name": "Vaduz"},
        {"name": "London", "place": 5, "country": "GEO", "population": 400_000},
        {"name": "London", "place": 3, "country": "LVA"},
    ]
    assert names(rows) == [
        "San Antonio",
        "San Antonio, Latvia (57.0, 26.0)",
        "San Antonio, Estonia",
        "San Antonio, Estonia (57.0, 28.0)",
        "San Antonio, Georgia",
        "San Antonio, Batumi",
        "Vidzeme, Latvia (57.0, 31.0)",
        "Vidzeme",
        "Vaduz",
        "Vaduz (57.0, 34.0)",
        "London, Georgia",
        "London, Latvia",
    ]


def test_a_village_by_the_town_that_is_near():
    rows = [
        {"name": "Kalnini", "place": 3, "lon": 25.0, "lat": 57.0, "country": "LVA"},
        {"name": "Kalnini", "place": 3, "lon": 26.0, "lat": 57.0, "country": "LVA"},
        {"name": "Cēsis", "place": 4, "lon": 25.1, "lat": 57.0},
        {"name": "Smaller", "place": 3, "lon": 25.01, "lat": 57.0},
        {"name": "Too far", "place": 4, "lon": 27.0, "lat": 57.0},
    ]
    assert names(rows)[:2] == ["Kalnini, Cēsis", "Kalnini, Latvia (57.0, 26.0)"]


def test_others_by_the_town_then_the_street():
    bar = {"name": "Bar", "country": "LVA"}
    rows = [
        bar | {"town": "Rīga", "street": "Brīvības iela"},
        bar | {"town": "Rīga", "street": "Krasta iela"},
        bar | {"town": "Liepāja", "street": "Krasta iela"},
        bar | {"street": "Liela iela"},
        bar | {"neighbourhood": "Āgenskalns", "town": "Rīga"},
    ]
    assert names(rows) == [
        "Bar, Brīvības iela, Rīga",
        "Bar, Krasta iela, Rīga",
        "Bar, Liepāja",
        "Bar, Liela iela, Latvia",
        "Bar, Āgenskalns, Rīga",
    ]


def test_others_by_what_lies_near():
    rows = [
        {"name": "Bar", "lon": 25.0, "lat": 57.0},
        {"name": "Bar", "lon": 25.05, "lat": 57.0},
        {"name": "Bar", "lon": 28.0, "lat": 57.0},
        {"name": "Cēsis", "place": 4, "lon": 25.02, "lat": 57.0},
        {"name": "Old Town", "place": 1, "lon": 25.001, "lat": 57.0},
        {"name": "New Town", "place": 1, "lon": 25.051, "lat": 57.0},
    ]
    assert names(rows)[:3] == ["Bar, Old Town, Cēsis", "Bar, New Town, Cēsis", "Bar (57.0, 28.0)"]


def test_coordinates_with_as_many_decimals_as_it_takes():
    bar = {"name": "Bar", "country": "LVA"}
    rows = [
        bar | {"lon": 25.0, "lat": 57.0},
        bar | {"lon": 25.4, "lat": 57.0},
        bar | {"lon": 25.001, "lat": 57.0},
        bar | {"lon": 26.00001, "lat": 57.0},
        bar | {"lon": 26.00001, "lat": 57.0},
    ]
    assert names(rows) == [
        "Bar, Latvia (57.000, 25.000)",
        "Bar, Latvia (57.0, 25.4)",
        "Bar, Latvia (57.000, 25.001)",
        None,
        None,
    ]


def test_context_that_says_nothing_is_left_out():
    rows = [
        {"name": "Cēsis", "town": "cēsis", "country": "LVA"},
        {"name": "Cēsis", "town": "Rīga", "country": "LVA"},
        {"name": "Georgia", "country": "GEO", "place": 3},
    ]
    assert names(rows) == ["Cēsis, Latvia (57.0, 25.0)", "Cēsis, Rīga", "Georgia (57.0, 27.0)"]


@pytest.mark.parametrize("name", ["Pharmacy", "SCHOOL", "pharmacies"])
def test_a_noun_alone_is_no_name(name):
    assert names([{"name": name, "country": "LVA"}]) == [f"{name}, Latvia"]


@pytest.mark.parametrize("name", ["Latvia", "LATVIA ", "lat\u200dvia"])
def test_names_of_countries_are_theirs(name):
    assert names([{"name": name}]) == [f"{clean(name)} (57.0, 25.0)"]


@pytest.mark.parametrize(
    "name", ["7", "10-11", "+39", "…", " ", "", "a\nb", "\x91o", "x" * 121, "UNNAMED, 1985"]
)
def test_what_is_no_name(name):
    assert names([{"name": name}, {"name": "A2"}]) == [None, "A2"]


def test_what_lies_nowhere_has_what_is_left():
    nowhere = {"lon": None, "lat": None}
    rows = [{"name": "Kuldīga"}, {"name": "Kuldīga"} | nowhere]
    rows += [
        {"name": "Zone 1"} | nowhere,
        {"name": "Zone 2"} | nowhere,
        {"name": "zone 2"} | nowhere,
    ]
    assert names(rows) == ["Kuldīga", None, "Zone 1", None, None]


def test_context_cannot_take_another_name():
    rows = [
        {"name": "Bar, Rīga"},
        {"name": "Bar", "town": "Rīga"},
        {"name": "Bar", "town": "Cēsis"},
    ]
    assert names(rows) == ["Bar, Rīga", None, "Bar, Cēsis"]


def test_works_without_places():
    assert names([{"name": "A"}, {"name": "A"}], places=None) == [
        "A (57.0, 25.0)",
        "A (57.0, 26.0)",
    ]


text = st.one_of(
    st.sampled_from(
        ["Bar", "bar", "BAR ", "Straße", "STRASSE", "Rīga", "Ri\u0304ga", "Latvia", "7"]
    ),
    st.text(max_size=8),
    st.just("'; DROP TABLE staged; --"),
)
context = st.one_of(st.none(), text)
row = st.fixed_dictionaries(
    {
        "name": text,
        "lon": st.sampled_from([25.0, 25.00001, 25.01, 180.0, -180.0]),
        "lat": st.sampled_from([57.0, 57.00001, 57.1, 90.0]),
        "place": st.sampled_from([None, 1, 2, 3, 4, 5]),
        "street": context,
        "town": context,
        "region": context,
        "country": st.sampled_from([None, *COUNTRIES]),
    }
)


@settings(max_examples=20, deadline=None)
@given(st.lists(row, max_size=12))
def test_no_two_names_are_alike(rows):
    found = names(rows)
    seen = Counter(
        " ".join(unicodedata.normalize("NFC", name.casefold()).split()) for name in found if name
    )
    assert max(seen.values(), default=1) == 1
    assert not seen.keys() & {"latvia", "estonia", "georgia", *NOUNS}
    for display, given_row in zip(found, rows, strict=True):
        assert display is None or display.startswith(clean(given_row["name"]))


@settings(max_examples=6, deadline=None)
@given(st.lists(row, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(rows, chance):
    numbered = [row | {"id": f"{number:03}"} for number, row in enumerate(rows)]
    shuffled = chance.sample(numbered, len(numbered))
    one = {row["id"]: name for row, name in zip(numbered, names(numbered), strict=True)}
    other = {row["id"]: name for row, name in zip(shuffled, names(shuffled), strict=True)}
    assert one == other


@given(st.text())
def test_key_ignores_case_form_and_space(name):
    assert key(f"  {name.upper().lower()}  ") == key(name.upper().lower())
    assert key(unicodedata.normalize("NFD", name)) == key(unicodedata.normalize("NFC", name))
    assert key(key(name)) == key(name)
