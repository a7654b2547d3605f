"""Building OSMH3KG: speed beside other readers of the same file, and memory as the file grows.

`python -m benchmarks.build_osmh3kg EXTRACT.osm.pbf` reads the named features of an extract with
their geometries: by this project, by pyosmium alone, and by pyrosm and quackosm in the environment
of `--python`, for their dependencies are not ours. Then it builds the whole graph (joined roads,
hierarchy, H3 cells, names, triples) from 1, 4 and 16 copies of the extract that lie beside each
other and share no id. Each figure is a process of its own.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import osmium

from benchmarks.machine import describe, measure_command

READERS = {
    "this project": """
from multiglobeqa.kg.features import OsmFile
file = OsmFile(source, out)
sum(batch.num_rows for batch in file.features())
sum(batch.num_rows for batch in file.pieces())
""",
    "pyosmium alone": """
import osmium
wkb = osmium.geom.WKBFactory()
shapes = []
for one in osmium.FileProcessor(source).with_areas().with_filter(osmium.filter.KeyFilter("name")):
    tags = dict(one.tags)
    if one.is_node():
        shapes.append(wkb.create_point(one))
    elif one.is_way() and not one.is_closed():
        shapes.append(wkb.create_linestring(one))
    elif one.is_area() and one.num_rings()[0]:
        shapes.append(wkb.create_multipolygon(one))
""",
    "pyrosm": """
import warnings
warnings.simplefilter("ignore")
import pyrosm
pyrosm.OSM(source).get_data_by_custom_criteria(
    custom_filter={"name": True}, filter_type="keep",
    keep_nodes=True, keep_ways=True, keep_relations=True,
)
""",
    "quackosm": """
import quackosm
quackosm.convert_pbf_to_parquet(
    source, tags_filter={"name": True}, result_file_path=out + "/q.parquet", working_directory=out,
    verbosity_mode="silent",
)
""",
}
BUILD = """
from multiglobeqa.kg.osmh3kg import build_osmh3kg
build_osmh3kg([source], out + "/snapshot", memory="500MB")
"""
HEAD = "import sys; source, out = sys.argv[1:]"

COPIES = (1, 4, 16)
_STEP = 2.0  # degrees between two copies
_NOWHERE = 1 << 30  # an id that no copy has


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("extract", type=Path)
    parser.add_argument("--python", default=sys.executable, help="one with pyrosm and quackosm")
    arguments = parser.parse_args()
    print(describe())
    print(f"{arguments.extract.name}: {arguments.extract.stat().st_size / 1e6:.2f} MB")
    for name, code in READERS.items():
        other = name in ("pyrosm", "quackosm")
        python = arguments.python if other else sys.executable
        report(f"read by {name}", python, code, arguments.extract)
    with TemporaryDirectory() as folder:
        for copies in COPIES:
            many = Path(folder) / f"{copies}.osm.pbf"
            multiply(arguments.extract, many, copies)
            report(f"built from {copies} copies", sys.executable, BUILD, many)


def report(what: str, python: str, code: str, source: Path) -> None:
    with TemporaryDirectory() as out:
        try:
            seconds, memory = measure_command([python, "-c", HEAD + code, str(source), out])
        except SystemExit:
            print(f"  {what}: failed")
            return
    size = source.stat().st_size / 1e6
    print(
        f"  {what}: {seconds:.1f} s, {size / seconds:.2f} MB/s, peak {memory:.0f} MiB", flush=True
    )


def multiply(source: Path, out: Path, copies: int) -> None:
    """Write copies of an extract beside each other, with ids of their own, from 1 on."""
    ids: dict[str, dict[int, int]] = {"n": {}, "w": {}, "r": {}}
    for one in osmium.FileProcessor(str(source)):
        known = ids[one.type_str()]
        known[one.id] = len(known) + 1
    with osmium.SimpleWriter(str(out)) as writer:
        for kind in (osmium.osm.NODE, osmium.osm.WAY, osmium.osm.RELATION):
            for copy in range(copies):
                for one in osmium.FileProcessor(str(source), kind):
                    write(writer, one, copy, ids)


def write(
    writer: osmium.SimpleWriter,
    one: osmium.osm.OSMObject,
    copy: int,
    ids: dict[str, dict[int, int]],
) -> None:
    def renumber(kind: str, identity: int) -> int:
        known = ids[kind]
        return known[identity] + copy * (len(known) + 1)

    number = renumber(one.type_str(), one.id)
    if one.is_node():
        east, north = copy % 4 * _STEP, copy // 4 * _STEP
        place = one.location.lon + east, one.location.lat + north
        writer.add_node(one.replace(id=number, location=place))
    elif one.is_way():
        nodes = [renumber("n", node.ref) for node in one.nodes]
        writer.add_way(one.replace(id=number, nodes=nodes))
    else:
        # A member that is not in the extract is in no copy either.
        members = [
            (
                part.type,
                renumber(part.type, part.ref) if part.ref in ids[part.type] else _NOWHERE,
                part.role,
            )
            for part in one.members
        ]
        writer.add_relation(one.replace(id=number, members=members))


if __name__ == "__main__":
    main()
