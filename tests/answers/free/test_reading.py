"""Ways to write an answer, whatever the language."""

import h3
import pytest
from hypothesis import given
from hypothesis import strategies as st
from s2geometry import S2CellId

from multiglobeqa.answers import FormatError, get_format
from multiglobeqa.answers.free import LANGUAGES, read
from multiglobeqa.answers.free.numbers import decimal
from multiglobeqa.score import Gold, Names, Prediction, score

H3 = {"system": "h3", "resolution": 5}
S2 = {"system": "s2", "resolution": 10}
GEOHASH = {"system": "geohash", "precision": 6}
MGRS = {"system": "mgrs", "precision": 3}
BOX, POLYGON = {"kind": "box"}, {"kind": "polygon"}
DAY, MONTH, YEAR = ({"precision": name} for name in ("day", "month", "year"))
COMPASS = {"values": ["north", "north-east", "east", "south", "west"]}


def at(lat, lon):
    return {"latitude": pytest.approx(lat, abs=1e-9), "longitude": pytest.approx(lon, abs=1e-9)}


# format, options, language, text, answer, how it was read
CASES = [
    # Numbers and units, by their definitions.
    ("distance", {}, "eng", "12.5", 12.5, "number"),
    ("distance", {}, "eng", "12.5 km", 12.5, "number, km"),
    ("distance", {}, "eng", "≈12.5km", 12.5, "number, km"),
    ("distance", {}, "eng", "800 m", 0.8, "number, m"),
    ("distance", {}, "eng", "10 miles", 16.09344, "number, mi"),
    ("distance", {}, "eng", "10 nautical miles", 18.52, "number, nmi"),
    ("distance", {}, "eng", "10 nmi", 18.52, "number, nmi"),
    ("distance", {}, "eng", "1,000 feet", 0.3048, "number, grouped, ft"),
    ("distance", {}, "eng", "34 km (21 miles)", 34, "number, km"),
    ("distance", {}, "eng", "5 stops and 12.5 km", 12.5, "number, km"),
    ("distance", {}, "eng", "1.2e3 km", 1200, "number, power of ten, km"),
    ("distance", {}, "eng", "1.2 × 10^3 km", 1200, "number, power of ten, km"),
    ("distance", {}, "eng", "3 thousand kilometres", 3000, "number, thousand, km"),
    ("distance", {}, "zho", "1.2万公里", 12_000, "number, ten thousand, km"),
    ("distance", {}, "eng", "**12.5 km**", 12.5, "number, km"),
    ("distance", {}, "eng", '{"answer": "12.5 km", "refused": false}', 12.5, "number, km"),
    ("distance", {}, "deu", "1.234", 1234, "number, grouped"),
    ("distance", {}, "deu", "1.23", 1.23, "number"),
    ("distance", {}, "eng", "1,234", 1234, "number, grouped"),
    ("distance", {}, "fra", "1,234", 1.234, "number, decimal comma"),
    ("distance", {}, "eng", "0,5 km", 0.5, "number, decimal comma, km"),
    ("distance", {}, "eng", "12'345.6 km", 12_345.6, "number, grouped, km"),
    ("distance", {}, "urd", "12,34,567 km", 1_234_567, "number, grouped, km"),
    ("distance", {}, "urd", "۱۲٫۵ کلومیٹر", 12.5, "number, km"),
    ("distance", {}, "jpn", "１２．５キロ", 12.5, "number, km"),
    ("area", {}, "eng", "3.5 km²", 3.5, "number, km2"),
    ("area", {}, "eng", "100 ha", 1, "number, ha"),
    ("area", {}, "eng", "1000 acres", 4.0468564224, "number, acre"),
    ("area", {}, "eng", "10 square miles", 25.89988110336, "number, mi2"),
    ("area", {}, "eng", "50,000 m^2", 0.05, "number, grouped, m2"),
    ("count", {}, "eng", "There are 12 bakeries.", 12, "number"),
    ("count", {}, "eng", "There are no bakeries.", 0, "none"),
    ("count", {}, "eng", "1.5 million people", 1_500_000, "number, million"),
    ("ratio", {}, "eng", "0.75", 0.75, "number"),
    ("ratio", {}, "eng", "75 %", 0.75, "number, percent"),
    # Points.
    ("point", {}, "eng", "60.17, 24.94", at(60.17, 24.94), "degrees, latitude first"),
    ("point", {}, "eng", "60.17,24.94", at(60.17, 24.94), "degrees, latitude first"),
    ("point", {}, "eng", "(-33.9, 18.4)", at(-33.9, 18.4), "degrees, latitude first"),
    ("point", {}, "eng", "60.17° N, 24.94° W", at(60.17, -24.94), "degrees, hemispheres"),
    ("point", {}, "eng", "N 60.17 W 24.94", at(60.17, -24.94), "degrees, hemispheres"),
    ("point", {}, "eng", "24.94°E 60.17°N", at(60.17, 24.94), "degrees, hemispheres"),
    (
        *("point", {}, "eng", "60°10′30″N 24°56′15″E", at(60.175, 24.9375)),
        "degrees, minutes, seconds, hemispheres",
    ),
    (
        *("point", {}, "eng", "60º 10.5' S, 24º 56.25' W", at(-60.175, -24.9375)),
        "degrees, minutes, hemispheres",
    ),
    (
        *("point", {}, "eng", "60 degrees 10 minutes north, 24 degrees 30 minutes east"),
        *(at(60 + 1 / 6, 24.5), "degrees, minutes, hemispheres"),
    ),
    (
        *("point", {}, "jpn", "北緯35度41分22秒、東経139度41分30秒"),
        *(at(35 + 41 / 60 + 22 / 3600, 139 + 41.5 / 60), "degrees, minutes, seconds, hemispheres"),
    ),
    # N is north in English and south (nam) in Vietnamese: the other letter tells which it is.
    ("point", {}, "vie", "21.03° N, 105.85° E", at(21.03, 105.85), "degrees, hemispheres"),
    ("point", {}, "vie", "21.03° N, 105.85° Đ", at(-21.03, 105.85), "degrees, hemispheres"),
    # O is east (Ost) in German and west (ouest, oeste, ovest) elsewhere.
    ("point", {}, "deu", "50.1° N, 8.7° O", at(50.1, 8.7), "degrees, hemispheres"),
    ("point", {}, "spa", "40.4° N, 3.7° O", at(40.4, -3.7), "degrees, hemispheres"),
    ("point", {}, "eng", "POINT (24.94 60.17)", at(60.17, 24.94), "WKT"),
    (
        *("point", {}, "eng", '{"type": "Point", "coordinates": [24.94, 60.17]}'),
        *(at(60.17, 24.94), "GeoJSON"),
    ),
    (
        *("point", {}, "eng", '```json\n{"latitude": 60.17, "longitude": 24.94}\n```'),
        *(at(60.17, 24.94), "json"),
    ),
    (
        *("point", {}, "eng", 'It is {"latitude": 60.17, "longitude": 24.94}, I think.'),
        *(at(60.17, 24.94), "json"),
    ),
    (
        *("point", {"crs": "utm"}, "eng", "Zone 35V, 385700 m E, 6672127 m N"),
        *({"zone": "35N", "easting": 385700.0, "northing": 6672127.0}, "UTM"),
    ),
    (
        *("point", {"crs": "web_mercator"}, "eng", "x = 2776308, y = 8437684"),
        *({"x": 2776308.0, "y": 8437684.0}, "two numbers"),
    ),
    # Polar coordinates.
    ("polar", {}, "eng", "45° at 12 km", {"bearing": 45, "distance": 12}, "degrees and km"),
    (
        *("polar", {}, "eng", "12 km to the north-east"),
        *({"bearing": 45, "distance": 12}, "named direction and km"),
    ),
    # Boxes and polygons.
    (
        *("polygon", BOX, "eng", "west 24.8, south 60.1, east 25.2, north 60.3"),
        *({"west": 24.8, "south": 60.1, "east": 25.2, "north": 60.3}, "labels"),
    ),
    (
        *("polygon", BOX, "eng", "24.8, 60.1, 25.2, 60.3"),
        *({"west": 24.8, "south": 60.1, "east": 25.2, "north": 60.3}, "west, south, east, north"),
    ),
    (
        *("polygon", BOX, "eng", "POLYGON ((0 0, 2 0, 1 1, 0 0))"),
        *({"west": 0, "south": 0, "east": 2, "north": 1}, "WKT, its bounds"),
    ),
    (
        *("polygon", POLYGON, "eng", "It is POLYGON ((0 0, 2 0, 1 1, 0 0))."),
        *("POLYGON ((0 0, 2 0, 1 1, 0 0))", "WKT"),
    ),
    (
        *(
            *("polygon", POLYGON, "eng"),
            '{"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [1, 1], [0, 0]]]}',
        ),
        *("POLYGON ((0 0, 2 0, 1 1, 0 0))", "GeoJSON"),
    ),
    # Cells: token, hexadecimal, integer, path.
    ("cell", H3, "eng", "851126d3fffffff", "851126d3fffffff", "token"),
    ("cell", H3, "eng", "The cell is `851126D3FFFFFFF`.", "851126d3fffffff", "token"),
    ("cell", H3, "eng", "0x851126d3fffffff", "851126d3fffffff", "hexadecimal"),
    ("cell", H3, "eng", "599280485851463679", "851126d3fffffff", "integer"),
    ("cell", S2, "eng", "46920b", "46920b", "token"),
    ("cell", S2, "eng", "0x46920b0000000000", "46920b", "hexadecimal"),
    ("cell", S2, "eng", "5085139023882616832", "46920b", "integer"),
    ("cell", S2, "eng", "the level 10 cell 46920b", "46920b", "token"),
    ("cell", S2, "eng", "2/0310210011", "46920b", "path"),
    (
        *("composite", {"h3": 5, "s2": 10}, "eng", "H3 851126d3fffffff, S2 46920b"),
        *({"h3": "851126d3fffffff", "s2": "46920b"}, "token"),
    ),
    ("geohash", GEOHASH, "eng", "Its geohash is ud9wr9.", "ud9wr9", "code"),
    ("geohash", MGRS, "eng", "35V LG 857 721", "35VLG857721", "code"),
    ("geohash", MGRS, "eng", "It is 35VLG857721.", "35VLG857721", "code"),
    # Dates.
    ("date", DAY, "eng", "2018-07-12", "2018-07-12", "ISO 8601"),
    ("date", DAY, "eng", "12 July 2018", "2018-07-12", "named month"),
    ("date", DAY, "eng", "July 12th, 2018", "2018-07-12", "named month"),
    ("date", DAY, "eng", "12/25/2018", "2018-12-25", "date in figures"),
    ("date", DAY, "deu", "3.4.2018", "2018-04-03", "date in figures"),
    ("date", DAY, "zho", "2018/7/12", "2018-07-12", "date in figures"),
    ("date", MONTH, "eng", "July 2018", "2018-07", "named month"),
    ("date", MONTH, "eng", "2018-07-12", "2018-07", "ISO 8601, cut to the month"),
    ("date", YEAR, "eng", "in 2018", "2018", "year"),
    ("date", YEAR, "eng", "July 2018", "2018", "named month, cut to the year"),
    # Choices.
    ("choice", COMPASS, "eng", "NE", "north-east", "word"),
    ("choice", COMPASS, "eng", "To the north east.", "north-east", "word"),
    ("choice", COMPASS, "fra", "est", "east", "word"),
    ("choice", COMPASS, "fra", "la gare est au nord", "north", "word"),
    ("boolean", {}, "eng", "true", True, "json"),
    ("boolean", {}, "eng", "Answer: yes", True, "word"),
    # Lists.
    ("set", {}, "eng", '["Alpha", "Beta"]', ["Alpha", "Beta"], "json"),
    ("set", {}, "eng", "They are:\n1. Alpha\n2. Beta", ["Alpha", "Beta"], "list of lines"),
    ("set", {}, "eng", "- **Alpha**\n- Beta", ["Alpha", "Beta"], "list of lines"),
    ("set", {}, "eng", "Alpha; Beta", ["Alpha", "Beta"], "list by semicolons"),
    ("set", {}, "eng", "Alpha, Beta, and Gamma", ["Alpha", "Beta", "Gamma"], "list by commas"),
    ("entity", {}, "eng", "“Old Mill”", "Old Mill", "name"),
    ("entity", {}, "eng", "The answer is: Old Mill.", "Old Mill", "name"),
]


@pytest.mark.parametrize(("form", "options", "language", "text", "answer", "how"), CASES)
def test_reads(form, options, language, text, answer, how):
    found = read(text, form, options, language)
    assert found.answer == (pytest.approx(answer) if isinstance(answer, float) else answer)
    assert found.how == how
    assert not found.refused
    get_format(form).parse(found.answer, options)


UNREADABLE = [
    ("distance", {}, "eng", "far"),
    ("distance", {}, "eng", "12 km or 15 km"),
    ("distance", {}, "eng", "10-12 km"),
    ("distance", {}, "eng", "between 3 and 4"),
    ("distance", {}, "eng", ""),
    ("distance", {}, "eng", "route A12"),
    ("count", {}, "eng", "2.5 bakeries"),
    ("boolean", {}, "eng", "It is not true."),
    ("boolean", {}, "eng", "maybe"),
    ("choice", COMPASS, "eng", "north or south"),
    ("choice", COMPASS, "eng", "south-west"),  # not one of the values
    ("point", {}, "eng", "60.17"),
    ("point", {}, "eng", "160.17, 24.94"),
    ("point", {"crs": "utm"}, "eng", "385700, 6672127"),
    ("cell", S2, "eng", "46920b or 46920c"),
    ("geohash", GEOHASH, "eng", "ud9wr"),
    ("date", DAY, "eng", "3/4/2018"),  # March or April
    ("date", DAY, "eng", "July 2018"),
    ("date", DAY, "eng", "31 June 2018"),
    ("date", YEAR, "eng", "2018 or 2019"),
    ("polygon", BOX, "eng", "24.8, 60.1, 25.2"),
    ("polygon", POLYGON, "eng", "a triangle"),
    ("distance", {}, "xyz", "12 km"),
]


@pytest.mark.parametrize(("form", "options", "language", "text"), UNREADABLE)
def test_says_nothing_or_two_things(form, options, language, text):
    with pytest.raises(FormatError):
        read(text, form, options, language)


def test_says_that_there_is_none():
    for form in ("set", "entity", "distance"):
        found = read("There are no such places.", form, {}, "eng")
        assert found.refused
        assert found.how == "says that there is none"
    assert read('{"answer": null, "refused": true}', "set", {}, "eng") == (None, "json", True)


NAMES = Names.of(
    {
        "Q1": ["Springfield, Illinois", "Springfield"],
        "Q2": ["Springfield, Ohio", "Springfield"],
        "Q3": ["Trinidad and Tobago"],
        "Q4": ["Old Mill"],
        "Q5": ["Café “Zum Löwen”"],
    }
)


def free(text, form, entities):
    gold = Gold(form, None, {}, (), entities, ("Q1", "Q2", "Q3", "Q4", "Q5"))
    return score(Prediction(answer=text), gold, names=NAMES, reading="free")


def test_names_with_commas_and_conjunctions_are_told_from_lists():
    found = free(
        "Springfield, Illinois, Trinidad and Tobago and Springfield, Ohio",
        "set",
        ("Q1", "Q2", "Q3"),
    )
    assert found.em == 1, found
    found = free("Old Mill, Springfield, Ohio and Trinidad and Tobago", "set", ("Q4", "Q2", "Q3"))
    assert found.em == 1, found
    assert free("Trinidad and Tobago", "entity", ("Q3",)).em == 1


def test_a_name_is_found_in_a_sentence_when_it_is_the_only_one():
    found = free("I believe that it must be Old Mill, near the river.", "entity", ("Q4",))
    assert (found.em, found.read_as, found.answer) == (1, "name in a sentence", "Old Mill")
    found = free("It is Springfield, Ohio and not Old Mill.", "entity", ("Q4",))
    assert found.outcome == "format_error"
    assert free("Cafe Zum Lowen", "entity", ("Q5",)).em == 1


def test_strict_and_free_are_not_mixed():
    gold = Gold("distance", 12.5)
    assert score(Prediction(answer="12.5 km"), gold).outcome == "format_error"
    assert score(Prediction(answer="12.5 km"), gold, reading="free").em == 1
    assert score(Prediction(answer="I don't know"), gold, reading="free").outcome == "refused"
    assert score(Prediction(answer="I don't know"), gold).outcome == "format_error"


@given(st.floats(0.01, 1e6), st.sampled_from(LANGUAGES))
def test_numbers_are_read_as_each_language_writes_them(value, language):
    text = f"{value:.2f}"
    separator = "," if read("0,5", "ratio", {}, language).how.endswith("comma") else "."
    assert separator in ",."
    whole, cents = text.split(".")
    for group in ("", " ", "\u202f", "'"):
        written = f"{int(whole):,}".replace(",", group)
        for mark in ".,":
            found = read(f"{written}{mark}{cents} km", "distance", {}, language)
            assert found.answer == pytest.approx(float(text))


@given(st.integers(0, 10**9), st.sampled_from(".,"))
def test_grouped_numbers(value, separator):
    other = "," if separator == "." else "."
    written = f"{value:,}".replace(",", other)
    assert decimal(written, separator)[0] == value
    assert decimal(f"{written}{separator}25", separator)[0] == value + 0.25


@given(st.floats(-90, 90), st.floats(-180, 180), st.sampled_from(LANGUAGES))
def test_points_do_not_depend_on_how_they_are_written(lat, lon, language):
    def sexagesimal(value):
        seconds = round(abs(value) * 3600, 3)
        return f"{int(seconds // 3600)}° {int(seconds % 3600 // 60)}' {seconds % 60:.3f}\""

    ns, ew = "NS"[lat < 0], "EW"[lon < 0]
    for text in (
        f"{lat:.7f}, {lon:.7f}",
        f"{abs(lat):.7f}° {ns}, {abs(lon):.7f}° {ew}",
        f"{sexagesimal(lat)} {ns}, {sexagesimal(lon)} {ew}",
        f"POINT({lon!r} {lat!r})",
        f"latitude: {lat:.7f}, longitude: {lon:.7f}",
    ):
        found = read(text, "point", {}, language).answer
        assert found["latitude"] == pytest.approx(lat, abs=1e-6)
        assert found["longitude"] == pytest.approx(lon, abs=1e-6)


@given(st.floats(-90, 90), st.floats(-180, 180), st.integers(0, 15), st.integers(3, 30))
def test_cells_do_not_depend_on_how_they_are_written(lat, lon, resolution, level):
    from s2geometry import S2LatLng

    cell = h3.latlng_to_cell(lat, lon, resolution)
    for text in (cell, cell.upper(), f"0x{cell}", str(h3.str_to_int(cell))):
        assert read(text, "cell", H3).answer == cell
    s2 = S2CellId(S2LatLng.FromDegrees(lat, lon)).parent(level)
    signed = s2.id() - 2**64 if s2.id() >= 2**63 else s2.id()
    for text in (s2.ToToken(), f"0x{s2.id():016x}", str(s2.id()), str(signed), s2.ToString()):
        assert read(text, "cell", S2).answer == s2.ToToken()
