"""The strata of a place: its country, the country's income tier, the density tier around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.strata import carried
from multiglobeqa.strata.borders import NOWHERE, Borders
from multiglobeqa.strata.cells import cells_of

INCOME_TIERS = ("LIC", "LMC", "UMC", "HIC")
DENSITY_TIERS = ("low", "medium", "high")
PERCENTILES = (33, 67)

# The territorial sea, 12 nautical miles, in km: a place there is the nearest country's.
REACH = 22.224


class Strata:
    """Tells the strata of places, from the small tables that the package carries.

    It is a `multiglobeqa.kg.model.Places`.

    Parameters
    ----------
    data : path-like
        A folder whose ``countries.parquet``, ``income_tiers.csv`` or ``people.parquet`` stand
        in the place of the package's own.

    Examples
    --------
    >>> strata = Strata()
    >>> [tag.tolist() for tag in strata.locate([-1.52, 28.0], [12.37, -29.5])]
    [['BFA', 'LSO'], ['LIC', 'LMC'], ['high', 'high']]
    >>> strata.country_name("LSO")
    'Lesotho'
    """

    def __init__(self, data: str | Path = carried.DATA) -> None:
        self._data = Path(data)

    def locate(
        self, lon: Sequence[float] | np.ndarray, lat: Sequence[float] | np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return country (ISO 3166 alpha-3), income tier and density tier, or None.

        A place farther than 12 nautical miles from every country, or on land that is nobody's,
        has none of the three.

        Parameters
        ----------
        lon, lat : array-like, shape (n,)
            Degrees.

        Returns
        -------
        tuple of three object arrays, shape (n,)

        Raises
        ------
        InputError
            When a coordinate is not a number, or out of range.
        """
        x, y = _checked(lon, lat)
        index = self._borders.locate(x, y)
        country, income = self._codes[index], self._incomes[index]
        density = np.full(len(x), None, dtype=object)
        inside = np.flatnonzero(self._is_country[index])
        density[inside] = self._density_tier(x[inside], y[inside])
        return country, income, density

    def country_name(self, iso3: str) -> str:
        """Return the English name of a country."""
        try:
            return self._names[iso3]
        except KeyError:
            raise InputError(f"no country has the code {iso3!r}") from None

    def country_names(self) -> frozenset[str]:
        """Return the names of all countries, in all languages and variants."""
        rows = self._rows.select(["name", "labels", "aliases"]).to_pylist()
        return frozenset(
            name
            for row in rows
            if row["name"]
            for name in (row["name"], *dict(row["labels"]).values(), *row["aliases"])
        )

    def countries(self) -> pa.Table:
        """Return the countries as entities, ordered by code.

        Returns
        -------
        pyarrow.Table
            Columns iso3, iri (Wikidata), name (English), labels (by language), aliases (other
            English names), geometry (WKB), lon, lat (planar centroid), income_tier and
            density_tier (of the cell of the centroid).
        """
        rows = self._rows.filter(pc.is_valid(self._rows.column("iso3")))
        tier = self._density_tier(rows.column("lon").to_numpy(), rows.column("lat").to_numpy())
        income = [self.income_tiers.get(iso3) for iso3 in rows.column("iso3").to_pylist()]
        return rows.append_column("income_tier", pa.array(income, pa.string())).append_column(
            "density_tier", pa.array(tier, pa.string())
        )

    @cached_property
    def income_tiers(self) -> dict[str, str]:
        """The World Bank's income tier of each country that has one."""
        return carried.income_tiers(self._data)

    @cached_property
    def density_thresholds(self) -> tuple[float, float]:
        """The densities at which medium and high begin, in people per km2."""
        density, people = (self._people.column(c).to_numpy() for c in ("density", "people"))
        low, high = np.percentile(density[people > 0], PERCENTILES)
        return float(low), float(high)

    def cells_by_tier(self) -> dict[str, int]:
        """Return how many H3 cells are of each density tier, and how many of them are empty."""
        people = self._people.column("people").to_numpy()
        counts = {
            tier: int(((self._cell_tiers == tier) & (people > 0)).sum()) for tier in DENSITY_TIERS
        }
        return counts | {"empty": int((people == 0).sum())}

    def _density_tier(self, lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        at = np.searchsorted(self._people.column("h3").to_numpy(), cells_of(lon, lat))
        return self._cell_tiers[at]

    @cached_property
    def _cell_tiers(self) -> np.ndarray:
        density = self._people.column("density").to_numpy()
        tier = np.searchsorted(self.density_thresholds, density, side="right")
        return np.array(DENSITY_TIERS, dtype=object)[tier]

    @cached_property
    def _people(self) -> pa.Table:
        return carried.people(self._data)

    @cached_property
    def _rows(self) -> pa.Table:
        return carried.countries(self._data)

    @cached_property
    def _names(self) -> dict[str, str]:
        columns = (self._rows.column(name).to_pylist() for name in ("iso3", "name"))
        return dict(zip(*columns, strict=True))

    @cached_property
    def _borders(self) -> Borders:
        return Borders(shapely.from_wkb(self._rows.column("geometry").to_pylist()), REACH)

    @cached_property
    def _codes(self) -> np.ndarray:
        """Code by index of the polygon; the last, which `NOWHERE` indexes too, is None."""
        assert NOWHERE == -1
        return np.array([*self._rows.column("iso3").to_pylist(), None], dtype=object)

    @cached_property
    def _is_country(self) -> np.ndarray:
        return np.array([iso3 is not None for iso3 in self._codes])

    @cached_property
    def _incomes(self) -> np.ndarray:
        return np.array([self.income_tiers.get(iso3) for iso3 in self._codes], dtype=object)


def _checked(lon: object, lat: object) -> tuple[np.ndarray, np.ndarray]:
    x, y = (np.atleast_1d(np.asarray(v, dtype=np.float64)) for v in (lon, lat))
    if x.shape != y.shape or x.ndim != 1:
        raise InputError(f"{x.size} longitudes do not fit {y.size} latitudes")
    wrong = np.flatnonzero(~((np.abs(x) <= 180) & (np.abs(y) <= 90)))
    if len(wrong):
        raise InputError(
            f"longitude {x[wrong[0]]:g}, latitude {y[wrong[0]]:g} is not on Earth",
            place=f"point {wrong[0]}",
        )
    return x, y


__all__ = ["DENSITY_TIERS", "INCOME_TIERS", "REACH", "Strata"]
