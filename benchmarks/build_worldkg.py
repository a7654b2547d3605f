"""Building WorldKG: megabytes and entities a second, and memory.

`python -m benchmarks.build_worldkg FOLDER` reads the named nodes of all OpenStreetMap files in
FOLDER, then builds the graph from them with one thread and with all, and from the files in the
folder `extracts` beside it, whose nodes mostly have no tags. Each figure is a process of its own.
The last line is the figures as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from benchmarks.machine import describe, measure_command

DATA = Path(os.environ.get("MULTIGLOBEQA_DATA", Path(__file__).parents[2] / "shared" / "data"))

READ = """
import sys
from multiglobeqa.kg import osm
print(sum(batch.num_rows for file in sys.argv[1:] for batch in osm.nodes(file, ("name",))))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=DATA / "osm" / "nodes")
    folder = parser.parse_args().folder
    files = sorted(folder.glob("*.osm.pbf"))
    if not files:
        raise SystemExit(f"{folder} holds no .osm.pbf files")
    machine = describe()
    print(machine)
    print(
        f"{'':26} {'MB':>6} {'seconds':>8} {'of CPU':>7} {'MB/s':>6} "
        f"{'entities':>9} {'a second':>9} {'MiB':>6}"
    )
    results = [
        show("read the named nodes", files, *run([sys.executable, "-c", READ, *map(str, files)])),
        *(build(f"build, {threads} threads", files, threads) for threads in (1, os.cpu_count())),
    ]
    extracts = sorted(folder.with_name("extracts").glob("*.osm.pbf"))
    if extracts:
        results.append(build("build from whole extracts", extracts, os.cpu_count()))
    print(json.dumps({"machine": machine, "results": results}))


def build(what: str, files: list[Path], threads: int | None) -> dict:
    with TemporaryDirectory() as temporary:
        out = Path(temporary) / "worldkg"
        command = [sys.executable, "-m", "multiglobeqa.cli.main", "kg", "build", "worldkg"]
        command += [*map(str, files), "-o", str(out), "--threads", str(threads)]
        cost = run(command)
        counts = json.loads((out / "manifest.json").read_text("utf-8"))["counts"]
    return show(what, files, *cost, counts["entities"])


def run(command: list[str]) -> tuple[float, float, float]:
    """Run a command; return its seconds, its seconds of all cores together, and its peak in MiB."""
    before = getrusage(RUSAGE_CHILDREN)
    seconds, peak = measure_command(command)
    after = getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, peak


def show(
    what: str, files: list[Path], seconds: float, cpu: float, peak: float, entities: int = 0
) -> dict:
    megabytes = sum(map(size, files)) / 1e6
    print(
        f"{what:26} {megabytes:6.1f} {seconds:8.1f} {cpu:7.1f} {megabytes / seconds:6.2f} "
        f"{entities or '':9} {round(entities / seconds) or '':9} {peak:6.0f}",
        flush=True,
    )
    return {
        "what": what,
        "megabytes": round(megabytes, 2),
        "seconds": round(seconds, 2),
        "cpu_seconds": round(cpu, 2),
        "entities": entities,
        "peak_mib": round(peak),
    }


def size(path: Path) -> int:
    return path.stat().st_size


if __name__ == "__main__":
    main()
