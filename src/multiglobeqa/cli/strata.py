"""`multiglobeqa strata`: the country, income tier and density tier of places."""

from __future__ import annotations

import json
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True, help="Tell the strata of places; rebuild their tables.")
build = typer.Typer(no_args_is_help=True, help="Rebuild a table from its source.")
app.add_typer(build, name="build")

Output = Annotated[Path, typer.Option("--output", "-o", help="The file to write.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


class Values(StrEnum):
    """What a raster's pixels tell."""

    COUNT = "count"
    DENSITY = "density"


@build.command()
def countries(
    source: Annotated[Path, typer.Argument(help="A Natural Earth Admin 0 layer: .zip or .shp.")],
    output: Output,
) -> None:
    """Countries from Natural Earth, as GeoParquet."""
    from multiglobeqa.strata.tables import build_countries

    rows = build_countries(source, output)
    _say(f"{rows.num_rows - 1} countries and territories, and nobody's land", output)


@build.command()
def income(
    source: Annotated[Path, typer.Argument(help="A CSV file: iso3_code, income_level.")],
    output: Output,
) -> None:
    """Income tiers from the World Bank's classification, as CSV."""
    from multiglobeqa.strata.tables import build_income

    tiers = Counter(tier for _, tier, _ in build_income(source, output))
    _say(", ".join(f"{count} {tier}" for tier, count in sorted(tiers.items())), output)


@build.command()
def density(
    source: Annotated[Path, typer.Argument(help="A population raster: WorldPop or GPW GeoTIFF.")],
    output: Output,
    values: Annotated[
        Values, typer.Option(help="What a pixel tells: people, or people per km2 of land.")
    ] = Values.COUNT,
) -> None:
    """People by H3 cell of resolution 3 from a population raster, as Parquet."""
    from multiglobeqa.cli.progress import steps
    from multiglobeqa.strata.tables import build_density

    with steps("people") as step:
        table = build_density(source, output, values=values.value, progress=step)
    people = table.column("people").to_numpy()
    _say(f"{people.sum():,} people in {(people > 0).sum():,} of {len(people):,} cells", output)


@app.command()
def info(as_json: AsJson = False) -> None:
    """Show how many countries and cells each tier has, the thresholds and the sources."""
    found = _info()
    if as_json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    for title, name in (("income tier", "countries"), ("density tier", "cells")):
        table = Table(title, name, box=None)
        table.columns[1].justify = "right"
        for tier, count in found[name].items():
            table.add_row(tier, f"{count:,}")
        console.print(table)
    low, high = found["density_thresholds"]
    console.print(f"medium from {low:.3f}, high from {high:.3f} people per km2")
    for source in found["sources"]:
        console.print(
            f"{source['table']}: {source['source']}, {source['version']} ({source['licence']})",
            markup=False,
        )


@app.command(context_settings={"ignore_unknown_options": True})  # a latitude may begin with -
def locate(
    latitude: Annotated[float, typer.Argument(help="Degrees.")],
    longitude: Annotated[float, typer.Argument(help="Degrees.")],
    as_json: AsJson = False,
) -> None:
    """Print the country, income tier and density tier of a place."""
    from multiglobeqa.strata import Strata

    strata = Strata()
    country, income_tier, density_tier = (tag[0] for tag in strata.locate([longitude], [latitude]))
    found = {
        "country": country,
        "name": country and strata.country_name(country),
        "income_tier": income_tier,
        "density_tier": density_tier,
    }
    if as_json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return
    for key, value in found.items():
        print(f"{key.replace('_', ' ')}: {value or 'none'}")


def _info() -> dict[str, Any]:
    from multiglobeqa.strata import INCOME_TIERS, Strata
    from multiglobeqa.strata.carried import sources

    strata = Strata()
    tiers = Counter(strata.countries().column("income_tier").to_pylist())
    return {
        "countries": {tier: tiers[tier] for tier in INCOME_TIERS} | {"unclassified": tiers[None]},
        "cells": strata.cells_by_tier(),
        "density_thresholds": list(strata.density_thresholds),
        "sources": sources(),
    }


def _say(what: str, output: Path) -> None:
    from rich.console import Console

    Console(stderr=True, highlight=False, soft_wrap=True, markup=False).print(f"{output}: {what}")
