import json
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.kg import snapshot as module
from multiglobeqa.kg.model import ENTITIES, TRIPLES
from multiglobeqa.kg.snapshot import new_snapshot, open_snapshot


def entity(number, lon=1.0, lat=2.0, kind="Town"):
    row = dict.fromkeys(ENTITIES.names)
    row |= {"id": f"http://x/{number}", "kg": "made", "name": f"Name {number}", "labels": []}
    row |= {"aliases": [], "class": f"http://x/{kind}", "categories": [], "attributes": []}
    row |= {"parents": [], "lon": lon, "lat": lat}
    row["geometry"] = shapely.to_wkb(shapely.Point(lon, lat))
    return row


def triple(number):
    return {
        "subject": f"http://x/{number}",
        "predicate": "http://x/name",
        "object": f"Name {number}",
        "kind": "literal",
        "datatype": None,
        "language": "en",
    }


def batches(rows, schema, size):
    for start in range(0, len(rows), size):
        yield pa.RecordBatch.from_pylist(rows[start : start + size], schema=schema)


def write(out, count=10, size=1000):
    out.parent.mkdir(exist_ok=True)
    source = out.parent / "source.txt"
    source.write_text("made up")
    entities = [entity(n, n / 10, -n / 10, "Town" if n % 3 else "City") for n in range(count)]
    with new_snapshot(out, "made") as (writer, scratch):
        assert scratch.is_dir()
        writer.add_source(source, "CC0")
        writer.write_triples(batches([triple(n) for n in range(3 * count)], TRIPLES, size))
        writer.write_entities(batches(entities, ENTITIES, size))
    return out


@pytest.fixture
def made(tmp_path):
    return write(tmp_path / "made")


def test_what_is_written_is_read(made):
    opened = open_snapshot(made)
    assert opened.kg == "made"
    assert opened.manifest["counts"] == {
        "triples": 30,
        "entities": 10,
        "classes": {"http://x/City": 4, "http://x/Town": 6},
    }
    (source,) = opened.manifest["sources"]
    assert source == {
        "name": "source.txt",
        "sha256": checksum(made.parent / "source.txt"),
        "bytes": 7,
        "licence": "CC0",
    }
    assert pq.read_table(opened.triples[0]).to_pylist() == [triple(n) for n in range(30)]
    entities = pq.read_table(opened.entities[0])
    assert entities.schema.remove_metadata().equals(ENTITIES)
    assert entities.column("name").to_pylist() == [f"Name {n}" for n in range(10)]
    assert sorted(path.name for path in made.iterdir()) == ["entities", "manifest.json", "triples"]
    assert sorted(path.name for path in made.parent.iterdir()) == ["made", "source.txt"]


def test_it_is_geoparquet(made):
    (file,) = open_snapshot(made).entities
    geo = json.loads(pq.read_schema(file).metadata[b"geo"])
    assert geo["version"] == "1.1.0"
    assert geo["primary_column"] == "geometry"
    column = geo["columns"]["geometry"]
    assert column["encoding"] == "WKB"
    assert column["geometry_types"] == ["Point"]
    assert column["bbox"] == [0.0, -0.9, 0.9, 0.0]
    assert "crs" not in column  # the default: OGC:CRS84


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_bytes_do_not_depend_on_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_GROUP", 16)
    monkeypatch.setattr(module, "_GROUPS_PER_FILE", 2)
    written = [
        files(write(tmp_path / str(size) / "made", count=50, size=size)) for size in (1, 7, 16, 999)
    ]
    assert len([name for name in written[0] if name.startswith("triples")]) == 5
    assert all(other == written[0] for other in written)
    opened = open_snapshot(tmp_path / "7" / "made")
    assert [pq.read_metadata(file).num_row_groups for file in opened.triples] == [2, 2, 2, 2, 2]
    rows = [row for file in opened.triples for row in pq.read_table(file).to_pylist()]
    assert rows == [triple(n) for n in range(150)]


def test_an_empty_graph_opens(tmp_path):
    assert open_snapshot(write(tmp_path / "none", count=0)).manifest["counts"]["entities"] == 0


def test_a_failure_leaves_the_old_one(made):
    before = files(made)
    with pytest.raises(RuntimeError), new_snapshot(made, "made") as (writer, _):
        writer.write_triples(batches([triple(1)], TRIPLES, 1))
        raise RuntimeError("on the way")
    assert files(made) == before
    assert sorted(path.name for path in made.parent.iterdir()) == ["made", "source.txt"]


def edit_manifest(made, **changes):
    path = made / "manifest.json"
    manifest = json.loads(path.read_text()) | changes
    path.write_text(json.dumps(manifest))


def spoil(made, how):
    entities = made / "entities" / "part-00000.parquet"
    match how:
        case "no folder":
            shutil.rmtree(made)
        case "no manifest":
            (made / "manifest.json").unlink()
        case "not JSON":
            (made / "manifest.json").write_text("{")
        case "a list":
            (made / "manifest.json").write_text("[]")
        case "another format":
            edit_manifest(made, format="multiglobeqa-dataset")
        case "newer":
            edit_manifest(made, format_version=2)
        case "no counts":
            edit_manifest(made, counts=None)
        case "no entities":
            shutil.rmtree(made / "entities")
        case "a file is gone":
            (made / "triples" / "part-00000.parquet").unlink()
        case "cut short":
            entities.write_bytes(entities.read_bytes()[:-100])
        case "not Parquet":
            entities.write_text("<html>")
        case "a column is gone":
            pq.write_table(pq.read_table(entities).drop_columns("display_name"), entities)
        case "a column of another type":
            table = pq.read_table(entities)
            at = table.schema.get_field_index("h3")
            pq.write_table(table.set_column(at, "h3", pa.array(["x"] * 10)), entities)
        case "rows are gone":
            pq.write_table(pq.read_table(entities).slice(1), entities)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("no folder", "is missing"),
        ("no manifest", "no manifest.json"),
        ("not JSON", "is not JSON"),
        ("a list", "does not say"),
        ("another format", "does not say"),
        ("newer", "format version 2; this release reads 1"),
        ("no counts", "lacks kg, sources or counts"),
        ("no entities", "holds no Parquet file"),
        ("a file is gone", "holds no Parquet file"),
        ("cut short", "not readable as Parquet"),
        ("not Parquet", "not readable as Parquet"),
        ("a column is gone", "lacks the columns display_name"),
        ("a column of another type", "column h3"),
        ("rows are gone", "holds 9 rows where the manifest says 10"),
    ],
)
def test_refuses_what_is_not_whole(made, how, message):
    spoil(made, how)
    with pytest.raises(InputError, match=message) as caught:
        open_snapshot(made)
    assert str(made) in caught.value.source
