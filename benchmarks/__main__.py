"""Runs every benchmark; those on real files need the folder of real data."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DATA = Path(os.environ.get("MULTIGLOBEQA_DATA", Path(__file__).parents[2] / "shared" / "data"))
NODES = DATA / "osm" / "nodes"

BENCHMARKS = {
    "benchmarks.build_worldkg": [NODES],
    "benchmarks.generate": [NODES],
    "benchmarks.score": [],
}


def main() -> None:
    for module, arguments in BENCHMARKS.items():
        print(f"\n== {module}", flush=True)
        missing = [path for path in arguments if not path.is_dir()]
        if missing:
            print(f"needs {missing[0]}; set MULTIGLOBEQA_DATA to the folder of real data")
            continue
        subprocess.run([sys.executable, "-m", module, *map(str, arguments)], check=True)


if __name__ == "__main__":
    main()
