import csv
import re
import zipfile
from collections import Counter
from xml.etree import ElementTree

import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.strata.carried import DATA, INCOME_FILE, sources
from multiglobeqa.strata.tables import build_income
from multiglobeqa.strata.world_bank import read_income_tiers

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@pytest.fixture
def concordance(request):
    return request.getfixturevalue("shared_data") / "worldbank" / "concordance.csv"


def carried():
    with (DATA / INCOME_FILE).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def official_history(path):
    """Return {economy: {fiscal year: tier}} of the World Bank's workbook, read as plain XML."""
    with zipfile.ZipFile(path) as archive:
        shared = [
            "".join(text.text or "" for text in item.iter(f"{SHEET}t"))
            for item in ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
        ]
        sheets = [
            ElementTree.fromstring(archive.read(name))
            for name in sorted(archive.namelist())
            if name.startswith("xl/worksheets/sheet")
        ]
    for sheet in sheets:
        rows = []
        for row in sheet.iter(f"{SHEET}row"):
            cells = {}
            for cell in row:
                value = cell.find(f"{SHEET}v")
                if value is not None:
                    column = re.match("[A-Z]+", cell.get("r")).group()
                    text = value.text
                    cells[column] = shared[int(text)] if cell.get("t") == "s" else text
            rows.append(cells)
        years = next(
            (row for row in rows if sum(str(v).startswith("FY") for v in row.values()) > 30), None
        )
        if years:
            return {
                row["A"]: {year: row.get(column) for column, year in years.items()}
                for row in rows
                if re.fullmatch("[A-Z]{3}", row.get("A", ""))
            }
    raise AssertionError("the workbook has no sheet of years")


@pytest.mark.shared_data
def test_the_rebuilt_table_is_the_shipped_one(concordance, tmp_path):
    build_income(concordance, tmp_path / INCOME_FILE)
    assert checksum(tmp_path / INCOME_FILE) == checksum(DATA / INCOME_FILE)
    stated = next(row for row in sources() if row["table"] == INCOME_FILE)
    assert stated["sha256"] == checksum(concordance)


def test_counts_are_those_of_fiscal_year_2026():
    own = Counter(row["tier"] for row in carried() if row["economy"] == row["iso3"])
    assert own == {"HIC": 86, "UMC": 54, "LMC": 50, "LIC": 25}
    parts = {row["iso3"]: row["economy"] for row in carried() if row["economy"] != row["iso3"]}
    assert parts == {"ALA": "FIN", "GGY": "CHI", "JEY": "CHI"}
    assert not {"ETH", "VEN"} & {row["iso3"] for row in carried()}


@pytest.mark.shared_data
def test_tiers_follow_the_official_history(shared_data):
    letters = {"L": "LIC", "LM": "LMC", "UM": "UMC", "H": "HIC"}
    history = official_history(shared_data / "worldbank" / "OGHIST.xlsx")
    official = {
        code: letters.get(years["FY25"])
        for code, years in history.items()
        if years["FY25"] in {*letters, ".."}
    }
    here = {row["economy"]: row["tier"] for row in carried()}
    differing = {
        code: (official.get(code), here.get(code))
        for code in official.keys() | here.keys()
        if official.get(code) != here.get(code)
    }
    # What changed from fiscal year 2025 to 2026.
    assert differing == {
        "CPV": ("LMC", "UMC"),
        "CRI": ("UMC", "HIC"),
        "ETH": ("LIC", None),
        "NAM": ("UMC", "LMC"),
        "WSM": ("LMC", "UMC"),
    }
    assert official.get("VEN") is None
    assert {tier for year, tier in history["CHI"].items() if year.startswith("FY")} == {"H"}


@pytest.mark.shared_data
def test_countries_have_proper_codes(concordance, strata):
    """Every code is ISO 3166 or XKX; what is missing is part of another country."""
    with concordance.open(encoding="utf-8", newline="") as stream:
        proper = {row["iso3_code"] for row in csv.DictReader(stream)}
    here = set(strata.countries().column("iso3").to_pylist())
    assert here <= proper
    parts = {"GLP", "GUF", "MTQ", "MYT", "REU", "BVT", "SJM", "BES", "CCK", "CXR", "TKL"}
    assert proper - here == parts


def test_parts_of_an_economy_have_its_tier(tmp_path):
    source = tmp_path / "levels.csv"
    source.write_text("iso3_code,income_level\nFIN,Low income\nALA,\n")
    rows = read_income_tiers(source)
    assert ("ALA", "LIC", "FIN") in rows
    source.write_text("iso3_code,income_level\nFIN,Low income\nALA,High income\n")
    assert ("ALA", "HIC", "ALA") in read_income_tiers(source)
    source.write_text("iso3_code,income_level\nMLI,Low income\n")
    assert "ALA" not in [row[0] for row in read_income_tiers(source)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("iso3,level\nFIN,High income\n", "lacks the columns income_level, iso3_code"),
        ("iso3_code,income_level\nFIN,Rich\n", "line 2: holds the unknown income level 'Rich'"),
        ("iso3_code,income_level\nFIN,Low income\nFIN,Low income\n", "line 3: holds FIN twice"),
        ("", "lacks the columns"),
        ("iso3_code,income_level\nFIN\n", "line 2: holds the unknown income level None"),
    ],
)
def test_bad_input(tmp_path, text, message):
    source = tmp_path / "levels.csv"
    source.write_text(text)
    with pytest.raises(InputError, match=message):
        read_income_tiers(source)


def test_input_that_is_no_text(tmp_path):
    source = tmp_path / "levels.csv"
    source.write_bytes(b"PK\x03\x04\xff\xfe")
    with pytest.raises(InputError, match="is not a CSV file in UTF-8"):
        read_income_tiers(source)
    with pytest.raises(InputError, match="is missing"):
        read_income_tiers(tmp_path / "none.csv")
