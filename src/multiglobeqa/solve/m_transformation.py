"""M: places in other frames of reference."""

from __future__ import annotations

from multiglobeqa.geo.direction import bearing
from multiglobeqa.geo.geodesy import distance_km
from multiglobeqa.geo.grid import (
    GEOHASH_PRECISIONS,
    H3_RESOLUTIONS,
    S2_LEVELS,
    geohash,
    h3_cell,
    s2_token,
)
from multiglobeqa.geo.mgrs import MGRS_PRECISIONS, mgrs
from multiglobeqa.geo.projection import utm, web_mercator
from multiglobeqa.solve.case import Case
from multiglobeqa.solve.registry import solver
from multiglobeqa.solve.solution import Solution, answer, no_answer

_CODES = {
    "h3": (h3_cell, H3_RESOLUTIONS),
    "s2": (s2_token, S2_LEVELS),
    "geohash": (geohash, GEOHASH_PRECISIONS),
    "mgrs": (mgrs, MGRS_PRECISIONS),
}


@solver("M1")
def relative_position(case: Case) -> Solution:
    """Return the bearing and distance of A from B, north up."""
    a, b = case.point("entity_A"), case.point("entity_B")
    if a == b:
        return no_answer(f"{case.name('entity_A')} and {case.name('entity_B')} are at one place")
    return answer({"bearing": bearing(b, a), "distance": distance_km(b, a)})


@solver("M2")
def converted(case: Case) -> Solution:
    """Return A as a cell, a code or projected coordinates; UTM and Web Mercator end at the poles.

    The resolution of a geohash is its length, that of an MGRS reference the digits of each
    coordinate.
    """
    convert = case.choice(
        "grid", {"utm": _utm, "web_mercator": _web_mercator, **dict.fromkeys(_CODES, _code)}
    )
    return convert(case)


def _code(case: Case) -> Solution:
    encode, resolutions = case.choice("grid", _CODES)
    return answer(encode(case.point("entity_A"), case.whole("resolution", resolutions)))


def _utm(case: Case) -> Solution:
    position = utm(case.point("entity_A"))
    if position is None:
        return no_answer(f"{case.name('entity_A')} lies where there is no UTM zone")
    return answer(position._asdict())


def _web_mercator(case: Case) -> Solution:
    position = web_mercator(case.point("entity_A"))
    if position is None:
        return no_answer(f"{case.name('entity_A')} lies beyond Web Mercator")
    return answer(dict(zip("xy", position, strict=True)))
