"""What a score was made with, in one short line."""

from __future__ import annotations

import multiglobeqa
from multiglobeqa.answers import tolerance
from multiglobeqa.answers.names import NORMALISER
from multiglobeqa.answers.polygon import EQUAL_AREA
from multiglobeqa.score.judge import Reading


def signature(reading: Reading = "strict") -> str:
    """Return the signature of scores made by this release.

    Two scores can be compared when their signatures are equal. The fields: how answers are read;
    the relative tolerance and, for distances (km), areas (km2), counts, points (km), bearings
    (degrees), boxes and polygons (intersection over union) and dates (days), the others; the
    coordinate systems of distances and of areas; how names are normalised; the release.

    Examples
    --------
    >>> signature()  # doctest: +ELLIPSIS
    'read:strict|tol:r0.05,d0.5/5/10,a0.25/25/100,c1,p10,b5,i0.5,t1/15/365|crs:wgs84,epsg6933|...'
    """
    tolerances = {
        "r": [1 / tolerance.RELATIVE],
        "d": [floor for _, floor in tolerance.DISTANCE_FLOORS_KM],
        "a": [floor for _, floor in tolerance.AREA_FLOORS_KM2],
        "c": [tolerance.COUNT_FLOOR],
        "p": [tolerance.POINT_KM],
        "b": [tolerance.BEARING_DEGREES],
        "i": [tolerance.IOU],
        "t": tolerance.DATE_DAYS.values(),
    }
    fields = {
        "read": reading,
        "tol": ",".join(
            f"{name}{'/'.join(f'{value:g}' for value in values)}"
            for name, values in tolerances.items()
        ),
        "crs": f"wgs84,{EQUAL_AREA.replace(':', '').lower()}",
        "names": NORMALISER,
        "version": multiglobeqa.__version__,
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items())
