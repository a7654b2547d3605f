"""The small tables that the package carries, as files: each built from its source."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import shapely

from multiglobeqa.files import new_file
from multiglobeqa.strata.carried import INCOME, countries
from multiglobeqa.strata.natural_earth import read_countries
from multiglobeqa.strata.population import Progress, Values, quiet, read_people
from multiglobeqa.strata.world_bank import read_income_tiers


def build_countries(source: Path, out: Path) -> pa.Table:
    """Write the countries of a Natural Earth Admin 0 layer as GeoParquet; return them."""
    table = read_countries(source)
    geometries = shapely.from_wkb(table.column("geometry").to_pylist())
    column = {
        "encoding": "WKB",
        "geometry_types": sorted({geometry.geom_type for geometry in geometries}),
        "bbox": shapely.total_bounds(geometries).tolist(),
    }
    geo = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}}
    table = table.replace_schema_metadata({"geo": json.dumps(geo)})
    _write(table, out)
    return table


def build_income(source: Path, out: Path) -> list[tuple[str, str, str]]:
    """Write the income tiers of a table of the World Bank's classification; return them."""
    rows = read_income_tiers(source)
    with new_file(out) as path, path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(INCOME)
        writer.writerows(rows)
    return rows


def build_density(
    source: Path, out: Path, *, values: Values = "count", progress: Progress = quiet
) -> pa.Table:
    """Write the people by H3 cell of a population raster; return them.

    The polygons of the package's own countries tell land from sea.

    Parameters
    ----------
    source : Path
        The raster.
    out : Path
        The Parquet file to write.
    values : {"count", "density"}
        What the raster's pixels tell.
    progress : callable
        Called with what is being done, the steps done, and all steps.
    """
    land = list(shapely.from_wkb(countries().column("geometry").to_pylist()))
    table = read_people(source, values, land, progress)
    _write(table, out)
    return table


def _write(table: pa.Table, out: Path) -> None:
    with new_file(out) as path:
        pq.write_table(
            table,
            path,
            compression="zstd",
            compression_level=19,
            row_group_size=max(1, table.num_rows),
        )


__all__ = ["build_countries", "build_density", "build_income"]
