"""Income tiers from a table of the World Bank's classification of economies."""

from __future__ import annotations

import csv
from pathlib import Path

from multiglobeqa.errors import InputError

TIERS = {
    "Low income": "LIC",
    "Lower middle income": "LMC",
    "Upper middle income": "UMC",
    "High income": "HIC",
}

# Countries of the polygons that the World Bank classifies as part of another economy. The
# Channel Islands are one economy to it, CHI, high-income in every year since FY1989, the first;
# a table keyed by ISO 3166 cannot name it.
PARTS = {"ALA": "FIN", "GGY": "CHI", "JEY": "CHI"}
CHANNEL_ISLANDS = ("CHI", "HIC")

UNCLASSIFIED = ("", "Not classified")


def read_income_tiers(source: Path) -> list[tuple[str, str, str]]:
    """Return the income tier of each economy.

    Parameters
    ----------
    source : Path
        A CSV file with the columns ``iso3_code`` and ``income_level``.

    Returns
    -------
    list of (iso3, tier, economy)
        Ordered by code; `economy` is the code under which the World Bank classifies the country:
        its own, or that of the economy it is part of. Unclassified economies are left out.

    Raises
    ------
    InputError
        When the file is missing, lacks a column, repeats a code or holds an unknown level.
    """
    own: dict[str, str] = {}
    for line, row in _rows(source):
        iso3, level = row["iso3_code"], row["income_level"]
        if iso3 in own:
            raise InputError(f"holds {iso3} twice", source=source, place=f"line {line}")
        if level in TIERS:
            own[iso3] = TIERS[level]
        elif level not in UNCLASSIFIED:
            raise InputError(
                f"holds the unknown income level {level!r}", source=source, place=f"line {line}"
            )
    economy = {iso3: iso3 for iso3 in own}
    own.setdefault(*CHANNEL_ISLANDS)
    economy = {part: whole for part, whole in PARTS.items() if whole in own} | economy
    return [(iso3, own[whole], whole) for iso3, whole in sorted(economy.items())]


def _rows(source: Path) -> list[tuple[int, dict[str, str]]]:
    if not source.is_file():
        raise InputError("is missing", source=source)
    try:
        with source.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream)
            missing = {"iso3_code", "income_level"} - set(reader.fieldnames or ())
            if missing:
                raise InputError(
                    f"lacks the columns {', '.join(sorted(missing))}",
                    source=source,
                    remedy="Give the concordance of countries and income levels.",
                )
            return [(reader.line_num, row) for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"is not a CSV file in UTF-8: {error}", source=source) from None


__all__ = ["read_income_tiers"]
