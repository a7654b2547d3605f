"""The small tables that the package carries; ``data/README.md`` tells how they are made."""

from __future__ import annotations

import csv
from importlib.resources import files
from pathlib import Path

DATA = Path(str(files("multiglobeqa.strata"))) / "data"

COUNTRIES = "countries.parquet"
INCOME = "income_tiers.csv"
PEOPLE = "people.parquet"


def sources() -> list[dict[str, str]]:
    """Return table, source, version, licence and sha256 of what each table is made from."""
    with (DATA / "sources.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


__all__ = ["COUNTRIES", "DATA", "INCOME", "PEOPLE", "sources"]
