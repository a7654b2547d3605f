"""Fills the roles of a template with entities, classes and parameters, seeded and by stratum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from multiglobeqa.build.chance import salt
from multiglobeqa.build.neighbours import CLASS_MEETING, COUNTRY, HOLDER, MEETING
from multiglobeqa.build.world import KINDS, SHAPES, STRATA, World
from multiglobeqa.taxonomy.template import (
    Choice,
    ClassIn,
    ClassMeeting,
    ClassNear,
    Containers,
    Country,
    Draw,
    Holder,
    Meeting,
    Places,
    Ring,
    SubTemplate,
    Template,
)

# Up to so many kilometres, partners are drawn from all places; then from a sample of each cell; and
# beyond the reach of the spatial index from a sample of the world.
_NEAR_KM = 5
_INDEXED_KM = 50
_WORLD_SAMPLE = 512
# Up to so many kilometres, a class's members are counted one by one; beyond, by the cell.
_COUNTED_KM = 20

_RING = """
WITH reach AS (
    SELECT n, salt, low, high, p.id, p.lat, p.lon, unnest(h3_disk(p.lat, p.lon, high)) AS h3
    FROM asked
    JOIN place p ON p.id = "of"
    WHERE high <= $indexed
),
candidates AS (
    SELECT reach.*, p.id AS partner, p.kind, p.key, p.lat AS p_lat, p.lon AS p_lon
    FROM reach
    JOIN place p ON p.h3 = reach.h3
    WHERE high <= $near AND p.nameable
    UNION ALL
    SELECT reach.*, p.id, p.kind, p.key, p.lat, p.lon
    FROM reach
    JOIN sample p ON p.h3 = reach.h3
    WHERE high > $near
),
near AS (
    SELECT n, arg_min(partner, xor(key, salt)) AS id
    FROM candidates
    WHERE partner <> id
        AND kind IN (SELECT unnest($kinds))
        AND rough_km(lat, lon, p_lat, p_lon) BETWEEN low AND high
    GROUP BY n
),
far AS (
    SELECT n, arg_min(p.id, position) AS id
    FROM sampled
    JOIN place p ON p.rowid = sampled.row
    WHERE p.kind IN (SELECT unnest($kinds))
    GROUP BY n
)
SELECT n, id FROM near UNION ALL SELECT n, id FROM far
"""

_CLASS_NEAR = """
WITH reach AS (
    SELECT n, salt, value, p.id, p.lat, p.lon, unnest(h3_disk(p.lat, p.lon, value)) AS h3
    FROM asked
    JOIN place p ON p.id = "of"
),
counts AS (
    SELECT n, salt, p.class, p.kind, 1 AS members
    FROM reach
    JOIN typed p ON p.h3 = reach.h3
    WHERE value <= $counted
        AND p.askable
        AND p.id <> reach.id
        AND rough_km(reach.lat, reach.lon, p.lat, p.lon) <= value
    UNION ALL
    SELECT n, salt, c.class, c.kind, c.members
    FROM reach
    JOIN cell_census c ON c.h3 = reach.h3
    WHERE value > $counted
),
near AS (
    SELECT n, any_value(salt) AS salt, class, sum(members) AS members
    FROM counts
    WHERE kind IN (SELECT unnest($kinds))
    GROUP BY n, class
    HAVING sum(members) BETWEEN $least AND $most
)
SELECT n, arg_min(class, xor(md5_number_upper(class), salt)) AS id
FROM near
GROUP BY n
"""

_CLASS_IN = """
SELECT n, arg_min(census.class, xor(md5_number_upper(census.class), salt)) AS id
FROM asked
LEFT JOIN place ON place.id = "of"
LEFT JOIN country ON country.iso3 = place.country
-- A container's own classes; for a place, those of its country.
JOIN census ON census.container = CASE WHEN $contains THEN "of" ELSE country.id END
WHERE census.kind IN (SELECT unnest($kinds))
    AND census.dimension IN (SELECT unnest($dimensions))
    AND CASE WHEN $with_population THEN populated ELSE members END BETWEEN $least AND $most
GROUP BY n
"""


class Tuples:
    """Tuples of one template, drawn so far: a column for each role and parameter."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns["sub_template"])

    def add(self, name: str, values: dict[int, Any]) -> Tuples:
        """Return the tuples that got a value for `name`."""
        kept = [n for n in range(len(self)) if n in values]
        columns = {key: [column[n] for n in kept] for key, column in self.columns.items()}
        return Tuples(columns | {name: [values[n] for n in kept]})

    def table(self) -> pa.Table:
        """Return the tuples as the table that a template's queries read."""
        return pa.table({"tuple_id": list(range(len(self)))} | self.columns)


def draw_tuples(
    world: World, template: Template, *, per_cell: int, seed: int, perturbed: bool = False
) -> Tuples:
    """Draw tuples for every sub-template and stratum.

    Parameters
    ----------
    world : World
        The graph to draw from.
    template : Template
        Whose roles to fill.
    per_cell : int
        Tuples wanted for each sub-template and stratum; `template.oversample` times as many are
        drawn, since some will be rejected.
    seed : int
        Another seed gives other tuples.
    perturbed : bool
        Whether to draw by the premise's own draws, so that the premise is likely to fail.

    Returns
    -------
    Tuples
        In the order of preference within each sub-template and stratum.
    """
    draws = dict(template.draws)
    if perturbed and template.premise:
        draws |= template.premise.draws
    count = per_cell * template.oversample
    tuples = _anchors(world, template, count, salt(seed, perturbed))
    for role, draw in draws.items():
        if role != template.anchor:
            by_sub = {sub.id: _choices(sub, role, draw) for sub in template.sub_templates}
            contains = isinstance(template.draws.get(getattr(draw, "of", "")), Containers)
            tuples = _fill(
                world, tuples, role, draw, by_sub, contains, salt(seed, template.key, perturbed)
            )
    return tuples


def _choices(sub: SubTemplate, role: str, draw: Draw) -> tuple[int | float | str, ...]:
    return sub.choices.get(role, draw.choices) if isinstance(draw, Choice) else ()


def _anchors(world: World, template: Template, count: int, seed: int) -> Tuples:
    draw = template.draws[template.anchor]
    assert isinstance(draw, Places | Containers)
    table, pools = (
        ("place", world.places) if isinstance(draw, Places) else (world.holds, world.containers)
    )
    kinds: tuple[str, ...] = KINDS
    shapes: tuple[str, ...] = SHAPES
    if isinstance(draw, Places):
        kinds, shapes = world.kinds(draw.kinds), draw.shapes
    columns: dict[str, list[Any]] = {"sub_template": [], "stratum": [], "turn": []}
    names = sorted({name for sub in template.sub_templates for name in sub.parameters})
    columns |= {name: [] for name in names}
    rows: list[int] = []
    for sub in template.sub_templates:
        for stratum in STRATA:
            start = salt(seed, sub.id, stratum)
            taken = pools[stratum].take(start, count, kinds, shapes).tolist()
            if isinstance(draw, Containers) and taken:
                # There are few containers: each is drawn again and again, with other classes.
                taken = [taken[n % len(taken)] for n in range(count)]
            rows += taken
            columns["sub_template"] += [sub.id] * len(taken)
            columns["stratum"] += [stratum] * len(taken)
            columns["turn"] += range(len(taken))
            for name in names:
                columns[name] += [sub.parameters.get(name)] * len(taken)
    world.connection.register(
        "asked", pa.table({"n": range(len(rows)), "row": pa.array(rows, pa.int64())})
    )
    ids = world.connection.execute(
        f"SELECT id FROM asked JOIN {table} ON {table}.rowid = asked.row ORDER BY n"  # noqa: S608
    ).fetchall()
    columns[template.anchor] = [row[0] for row in ids]
    return Tuples(columns)


def _fill(  # noqa: PLR0917
    world: World,
    tuples: Tuples,
    role: str,
    draw: Draw,
    choices: dict[str, tuple[int | float | str, ...]],
    contains: bool,
    seed: int,
) -> Tuples:
    columns = tuples.columns
    subs, strata, turns = columns["sub_template"], columns["stratum"], columns["turn"]
    if isinstance(draw, Choice):
        # A shift of its own for each parameter, so that two of them do not go in step.
        picked = {}
        for n, sub in enumerate(subs):
            shift = salt(seed, role, sub, strata[n], turns[n])
            picked[n] = choices[sub][shift % len(choices[sub])]
        return tuples.add(role, picked)
    assert not isinstance(draw, Places | Containers)
    salts = [salt(seed, role, *row) for row in zip(subs, strata, turns, strict=True)]
    asked: dict[str, Any] = {
        "n": range(len(tuples)),
        "salt": pa.array(salts, pa.uint64()),
        "of": columns[draw.of],
    }
    settings: dict[str, Any] = {}
    if not isinstance(draw, Holder | Country):
        settings["kinds"] = list(world.kinds(draw.kinds))
    if isinstance(draw, Meeting | ClassMeeting | ClassIn):
        settings["dimensions"] = [SHAPES.index(shape) for shape in draw.shapes]
    if isinstance(draw, ClassNear | ClassMeeting | ClassIn):
        settings |= {"least": draw.members[0], "most": draw.members[1]}
    if isinstance(draw, Meeting | Holder | Country):
        asked["turn"] = turns
    match draw:
        case Ring():
            rings = [draw.km[turn % len(draw.km)] for turn in turns]
            asked |= {
                "low": [float(low) for low, _ in rings],
                "high": [float(high) for _, high in rings],
            }
            query, settings["near"], settings["indexed"] = _RING, _NEAR_KM, _INDEXED_KM
            world.connection.register("sampled", _sample(world, columns[draw.of], salts, rings))
        case Meeting():
            query = MEETING
        case Holder():
            query, settings["always"] = HOLDER, draw.always
        case Country():
            query = COUNTRY
        case ClassMeeting():
            query, settings["metres"] = CLASS_MEETING, draw.metres
        case ClassNear():
            asked["value"] = columns["value"]
            query, settings["counted"] = _CLASS_NEAR, _COUNTED_KM
        case ClassIn():
            settings["with_population"] = draw.with_population
            settings["contains"] = contains
            query = _CLASS_IN
    world.connection.register("asked", pa.table(asked))
    found = world.connection.execute(query, settings).fetchall()
    return tuples.add(role, dict(found))


def _sample(
    world: World, of: list[str], salts: list[int], rings: list[tuple[float, float]]
) -> pa.Table:
    """Return, for each tuple with a far ring, the places of a sample that lie in it."""
    far = [n for n, (_, high) in enumerate(rings) if high > _INDEXED_KM]
    pool = world.everywhere
    empty = pa.table(
        {
            "n": pa.array([], pa.int64()),
            "row": pa.array([], pa.int64()),
            "position": pa.array([], pa.int64()),
        }
    )
    if not far or not len(pool.row):
        return empty
    world.connection.register("asked", pa.table({"n": far, "of": [of[n] for n in far]}))
    points = world.connection.execute(
        'SELECT lon, lat FROM asked JOIN place ON place.id = "of" ORDER BY n'
    ).fetchnumpy()
    starts = np.searchsorted(pool.key, np.array([salts[n] for n in far], dtype=np.uint64))
    rows = pool.row[
        (starts[:, None] + np.arange(min(_WORLD_SAMPLE, len(pool.row)))) % len(pool.row)
    ]
    lon, lat = np.radians(world.lon[rows]), np.radians(world.lat[rows])
    lon0, lat0 = np.radians(points["lon"])[:, None], np.radians(points["lat"])[:, None]
    chord = (
        np.sin((lat - lat0) / 2) ** 2 + np.cos(lat) * np.cos(lat0) * np.sin((lon - lon0) / 2) ** 2
    )
    km = 2 * 6371.0 * np.arcsin(np.sqrt(np.clip(chord, 0, 1)))
    limits = np.array([rings[n] for n in far])
    which, position = np.nonzero((km >= limits[:, :1]) & (km <= limits[:, 1:]))
    return pa.table({"n": np.array(far)[which], "row": rows[which, position], "position": position})
