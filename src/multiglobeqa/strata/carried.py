"""The small tables that the package carries; ``data/README.md`` tells how they are made."""

from __future__ import annotations

import csv
from importlib.resources import files
from pathlib import Path

import pyarrow as pa

from multiglobeqa.dataset import read_parquet
from multiglobeqa.errors import InputError

DATA = Path(str(files("multiglobeqa.strata"))) / "data"

COUNTRIES_FILE = "countries.parquet"
INCOME_FILE = "income_tiers.csv"
PEOPLE_FILE = "people.parquet"

COUNTRIES = pa.schema(
    [
        pa.field("iso3", pa.string()),  # ISO 3166 alpha-3; null for nobody's land
        pa.field("iri", pa.string()),
        pa.field("name", pa.string()),  # English
        pa.field("labels", pa.map_(pa.string(), pa.string()), nullable=False),  # by BCP 47 tag
        pa.field("aliases", pa.list_(pa.string()), nullable=False),  # other English names
        pa.field("geometry", pa.binary(), nullable=False),  # WKB, longitude latitude
        pa.field("lon", pa.float64(), nullable=False),  # planar centroid, degrees
        pa.field("lat", pa.float64(), nullable=False),
    ]
)

INCOME = ("iso3", "tier", "economy")

PEOPLE = pa.schema(
    [
        pa.field("h3", pa.uint64(), nullable=False),
        pa.field("people", pa.int64(), nullable=False),
        pa.field("density", pa.float64(), nullable=False),  # people per km2 of the cell
    ]
)


def countries(folder: Path = DATA) -> pa.Table:
    """Return the table of countries: of the schema `COUNTRIES`, ordered by code."""
    return read_parquet(_table(folder, COUNTRIES_FILE), COUNTRIES)


def income_tiers(folder: Path = DATA) -> dict[str, str]:
    """Return the income tier of each country that has one."""
    path = _table(folder, INCOME_FILE)
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        if tuple(reader.fieldnames or ()) != INCOME:
            raise InputError(f"has other columns than {', '.join(INCOME)}", source=path)
        return {row["iso3"]: row["tier"] for row in reader}


def people(folder: Path = DATA) -> pa.Table:
    """Return the people of every H3 cell: of the schema `PEOPLE`, ordered by cell."""
    return read_parquet(_table(folder, PEOPLE_FILE), PEOPLE)


def sources() -> list[dict[str, str]]:
    """Return table, source, version, licence, file and sha256 of what each table is made from."""
    with (DATA / "sources.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _table(folder: Path, name: str) -> Path:
    """Return a folder's table, or the package's own where the folder has none."""
    return folder / name if (folder / name).is_file() else DATA / name
