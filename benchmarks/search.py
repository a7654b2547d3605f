"""How long it takes to find entities by name and by position, in a graph of a given size.

`python -m benchmarks.search SNAPSHOT... --size 10000000` makes a snapshot of that size that follows
the distributions of those given: every entity comes again and again under ids of its own, up to a
kilometre aside, with its names and class; its display name gets a number, so that the number of
different names grows as well. The snapshot is kept under `--folder` for the next run, if given.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.machine import describe
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.lookup import Lookup
from multiglobeqa.kg.model import ENTITIES
from multiglobeqa.kg.search import fold
from multiglobeqa.kg.snapshot import new_snapshot, open_snapshot
from multiglobeqa.kg.store import Store

_KILOMETRE = 0.009  # degrees of latitude

# Each copy is taken or left by lot, so that the size is nearly that asked for.
_COPIES = f"""
SELECT
    * EXCLUDE (copy) REPLACE (
        id || '-' || copy AS id,
        display_name || ' ' || copy AS display_name,
        MAP {{}}::MAP(VARCHAR, VARCHAR) AS attributes,
        []::VARCHAR[] AS parents,
        NULL::UBIGINT AS h3,
        x AS lon,
        y AS lat,
        ST_AsWKB(ST_Point(x, y)) AS geometry
    )
FROM (
    SELECT
        *,
        lon + ((hash(id, copy, $seed, 'lon') % 2000) / 1000.0 - 1) * {_KILOMETRE} AS x,
        lat + ((hash(id, copy, $seed, 'lat') % 2000) / 1000.0 - 1) * {_KILOMETRE} AS y
    FROM entities, range($copies) AS copies(copy)
    WHERE
        lon BETWEEN -179.9 AND 179.9
        AND lat BETWEEN -89.9 AND 89.9
        AND hash(id, copy, $seed) % 1000000 < $share * 1000000
)
ORDER BY ST_Hilbert(
    x, y, {{'min_x': -180.0, 'min_y': -90.0, 'max_x': 180.0, 'max_y': 90.0}}::BOX_2D
), id
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("snapshots", type=Path, nargs="+", help="snapshots to take entities from")
    parser.add_argument("--size", type=int, default=1_000_000, help="entities")
    parser.add_argument("--queries", type=int, default=1000, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="where to keep the snapshot")
    given = parser.parse_args()
    print(describe())
    with tempfile.TemporaryDirectory() as temporary:
        snapshot = (given.folder or Path(temporary)) / f"search-{given.size}"
        if not snapshot.exists():
            grow(given.snapshots, snapshot, given.size, given.seed)
        measure(snapshot, given.queries, given.seed)


def grow(sources: Sequence[Path], out: Path, size: int, seed: int) -> None:
    """Make a snapshot of `size` entities out of those of other snapshots."""
    opened = [open_snapshot(source) for source in sources]
    start = time.perf_counter()
    with new_snapshot(out, "search") as (writer, scratch):
        with connect(memory="4GB", temp=scratch) as connection:
            files = [str(file) for one in opened for file in one.entities]
            connection.read_parquet(files).create_view("entities")
            known = sum(one.manifest["counts"]["entities"] for one in opened)
            copies = -(-size // known)
            rows = connection.execute(
                _COPIES, {"share": size / known / copies, "seed": seed, "copies": copies}
            ).to_arrow_reader(1 << 16)
            writer.write_entities(batch.select(ENTITIES.names).cast(ENTITIES) for batch in rows)
        writer.write_triples([])
    print(f"{size:,} entities made in {time.perf_counter() - start:.0f} s", flush=True)


def measure(snapshot: Path, queries: int, seed: int) -> None:
    """Time queries about entities drawn by lot, and the making of the indexes."""
    chance = random.Random(seed)
    with Store(snapshot) as store:
        lookup = Lookup(store)
        _first("places", lookup.near, 0, 0, 1)
        rows = store.connection.execute(
            "SELECT id, name, class, lat, lon FROM entities ORDER BY hash(id, $seed) LIMIT $n",
            {"seed": seed, "n": queries},
        ).fetchall()
        names = [row[1] for row in rows]
        points = [(lat + chance.gauss(0, 0.05), lon) for *_, lat, lon in rows]
        classes = chance.sample([row[2] for row in rows], len(rows))
        print(f"{queries} queries of each kind: milliseconds of wall clock and of processor")
        print(f"{'':28}{'p50':>8}{'p99':>8}{'max':>8}{'cpu p50':>10}{'cpu p99':>8}")
        for km in (1, 10, 100):
            _time(f"within {km} km, 100 at most", lookup.near, [(*at, km, 100) for at in points])
        for k in (1, 10, 100):
            of_class = [(*at, None, k, each) for at, each in zip(points, classes, strict=True)]
            _time(f"nearest {k} of a class", lookup.near, of_class)
        _first("names", lookup.search, "Paris")
        _time("name as written", lookup.search, [(name,) for name in names])
        _time("name in Latin letters", lookup.search, [(fold(name) or name,) for name in names])
        _time("name with a typo", lookup.search, [(_typo(name, chance),) for name in names])
        _time("id", lookup.entity, [(row[0],) for row in rows[:100]])


def _first(what: str, function: Callable, *query: object) -> None:
    start, busy = time.perf_counter(), time.process_time()
    function(*query)
    seconds = time.perf_counter() - start, time.process_time() - busy
    print("index of {}: {:.0f} s, {:.0f} s of processor".format(what, *seconds), flush=True)


def _typo(name: str, chance: random.Random) -> str:
    """Replace, drop, double or swap one letter."""
    at = chance.randrange(len(name))
    head, letter, tail = name[:at], name[at], name[at + 1 :]
    return chance.choice(
        [
            head + chance.choice("aeioustnr") + tail,
            head + tail or name,
            head + letter + letter + tail,
            head + tail[:1] + letter + tail[1:],
        ]
    )


def _time(label: str, function: Callable, queries: Sequence[tuple]) -> None:
    function(*queries[0])
    wall, processor = [], []
    for query in queries:
        start, busy = time.perf_counter(), time.process_time()
        function(*query)
        wall.append(1000 * (time.perf_counter() - start))
        processor.append(1000 * (time.process_time() - busy))
    wall.sort()
    processor.sort()
    half, most = len(wall) // 2, len(wall) * 99 // 100
    print(
        f"{label:28}{wall[half]:8.2f}{wall[most]:8.2f}{wall[-1]:8.2f}"
        f"{processor[half]:10.2f}{processor[most]:8.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
