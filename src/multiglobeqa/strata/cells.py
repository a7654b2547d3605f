"""The H3 cells that population density is taken over."""

from __future__ import annotations

import h3.api.basic_int as h3
import numpy as np

RESOLUTION = 3


def all_cells() -> np.ndarray:
    """Return all cells of the resolution, ordered: uint64, shape (41162,)."""
    bases = h3.get_res0_cells()
    return np.array(
        sorted(cell for base in bases for cell in h3.cell_to_children(base, RESOLUTION)),
        dtype=np.uint64,
    )


def cells_of(lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
    """Return the cell of each point, given in degrees: uint64, shape (n,)."""
    return np.fromiter(
        map(h3.latlng_to_cell, lat.tolist(), lon.tolist(), [RESOLUTION] * len(lat)),
        dtype=np.uint64,
        count=len(lat),
    )


def areas(cells: np.ndarray) -> np.ndarray:
    """Return the area of each cell in km2."""
    return np.array([h3.cell_area(cell, "km^2") for cell in cells.tolist()])


__all__ = ["RESOLUTION", "all_cells", "areas", "cells_of"]
