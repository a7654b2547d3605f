"""How many questions a second the build makes, and whether that depends on the graph's size.

`python -m benchmarks.generate FOLDER` builds WorldKG from growing numbers of the OpenStreetMap
files in FOLDER, and a dataset from each.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from benchmarks.machine import describe, measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder with .osm.pbf files")
    folder = parser.parse_args().folder
    # By content of the name, so that every share is a fair one.
    files = sorted(folder.glob("*.osm.pbf"), key=lambda file: hash_of(file.name))
    if not files:
        raise SystemExit(f"{folder} holds no .osm.pbf files")
    print(describe())
    print(
        f"{'files':>6} {'entities':>10} {'questions':>10} {'seconds':>8} {'a second':>9} {'MiB':>6}"
    )
    with tempfile.TemporaryDirectory() as temporary:
        for share in (16, 4, 1):
            chosen = files[: max(1, len(files) // share)]
            snapshot, dataset = Path(temporary) / f"kg{share}", Path(temporary) / f"dataset{share}"
            measure("kg", "build", "worldkg", *chosen, "-o", snapshot)
            seconds, peak = measure("build", snapshot, "-o", dataset)
            entities = json.loads((snapshot / "manifest.json").read_text())["counts"]["entities"]
            questions = json.loads((dataset / "manifest.json").read_text())["counts"]["questions"]
            print(
                f"{len(chosen):6} {entities:10,} {questions:10,} {seconds:8.1f} "
                f"{questions / seconds:9.0f} {peak:6.0f}"
            )


def hash_of(name: str) -> str:
    from hashlib import sha256

    return sha256(name.encode()).hexdigest()


if __name__ == "__main__":
    main()
