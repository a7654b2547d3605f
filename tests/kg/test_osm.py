import gzip
import subprocess
import sys

import osmium
import pyarrow as pa
import pytest
from osmium.osm.mutable import Node

from multiglobeqa.errors import InputError
from multiglobeqa.kg import osm
from tests.kg.making import write_nodes

NODES = [
    (12, 3, (24.9384, 60.1699), {"place": "city", "name": "Helsinki", "name:sv": "Helsingfors"}),
    (3, 1, (-0.0000001, -89.9999999), {"man_made": "pole, the", "name": "a=b,c %20% @d\n\te"}),
    (7, 2, (179.9999999, 0.0), {"amenity": "bench"}),
    (8, 1, (0.0, 0.0), {}),
    (9, 1, (1.0, 2.0), {"name": "مطعم 🍕 %", "a b=c,d": "x"}),
]


def read(path, *keys):
    table = pa.Table.from_batches(osm.nodes(path, keys), osm.NODES)
    return {
        row["id"]: (row["version"], (row["lon"], row["lat"]), dict(row["tags"]))
        for row in table.to_pylist()
    }


@pytest.mark.parametrize("name", ["a.osm.pbf", "a.pbf", "a.osm", "a.osm.gz", "a.osm.bz2"])
def test_reads_what_was_written(tmp_path, name):
    path = write_nodes(tmp_path / name, NODES)
    expected = {number: tuple(others) for number, *others in NODES if others[2]}
    assert read(path) == expected


def test_keeps_the_nodes_with_a_key(tmp_path):
    path = write_nodes(tmp_path / "a.osm.pbf", NODES)
    assert set(read(path, "name")) == {12, 3, 9}
    assert set(read(path, "amenity", "place")) == {12, 7}
    assert read(path, "nothing") == {}


def test_more_nodes_than_fit_in_one_block(tmp_path, monkeypatch):
    nodes = [(n, 1, (n / 1000, 1.5), {"name": f"Node {n}", "ele": str(n)}) for n in range(1, 3000)]
    path = write_nodes(tmp_path / "a.osm.pbf", nodes)
    monkeypatch.setattr(osm, "_BLOCK", 4096)
    batches = list(osm.nodes(path))
    assert len(batches) > 10
    assert pa.Table.from_batches(batches).column("id").to_pylist() == list(range(1, 3000))
    assert read(path)[2999] == (1, (2.999, 1.5), {"name": "Node 2999", "ele": "2999"})


def test_deleted_nodes_and_nodes_without_a_place_say_nothing(tmp_path):
    path = tmp_path / "a.osm"
    path.write_text(
        '<osm version="0.6">'
        '<node id="1" version="2" visible="false"><tag k="name" v="gone"/></node>'
        '<node id="2" version="1" lon="1" lat="2"><tag k="name" v="there"/></node>'
        '<way id="3" version="1"><nd ref="2"/><tag k="name" v="a way"/></way></osm>'
    )
    assert set(read(path)) == {2}


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def test_refuses_with_one_clear_message(tmp_path):
    def message(path):
        with pytest.raises(InputError) as caught:
            list(osm.nodes(path))
        assert caught.value.source == str(path)
        return str(caught.value)

    assert "is missing" in message(tmp_path / "none.osm.pbf")

    empty = tmp_path / "empty.osm.pbf"
    empty.touch()
    assert "is empty" in message(empty)

    page = tmp_path / "page.osm.pbf"
    page.write_text("<!DOCTYPE html><html><body>404</body></html>" * 50)
    assert "an HTML page" in message(page)

    text = tmp_path / "notes.txt"
    text.write_text("hello")
    assert ".osm.bz2" in message(text)

    other = tmp_path / "other.osm.pbf"
    other.write_bytes(b"\x00" * 200)
    assert "not a PBF" in message(other)

    many = [(n, 1, (n / 1000, 1.5), {"name": f"Node {n * n}"}) for n in range(1, 9000)]
    for name in ("half.osm.pbf", "half.osm", "half.osm.gz", "half.osm.bz2"):
        path = write_nodes(tmp_path / name, many)
        cut(path)
        assert "cut short" in message(path)

    wrong = tmp_path / "wrong.osm"
    wrong.write_text("<html><body>404</body></html>")
    assert "damaged" in message(wrong)

    plain = tmp_path / "plain.osm.gz"
    plain.write_text("not packed")
    assert "damaged" in message(plain)

    packed = tmp_path / "packed.osm.gz"
    packed.write_bytes(gzip.compress(b"<osm version='0.6'><node id='1'"))
    assert "damaged" in message(packed)


def with_bytes(path, text):
    """Write a town whose name holds bytes that are not what a well-behaved editor writes."""
    path.unlink(missing_ok=True)
    with osmium.SimpleWriter(osmium.io.File(str(path), "pbf,pbf_compression=none")) as writer:
        writer.add_node(Node(id=1, version=1, location=(1, 2), tags={"name": "x€y"}))
    whole = path.read_bytes()
    assert whole.count("€".encode()) == 1
    path.write_bytes(whole.replace("€".encode(), text))
    return path


def test_half_of_a_pair_is_replaced(tmp_path):
    path = with_bytes(tmp_path / "a.osm.pbf", b"\xed\xa0\x80")
    assert read(path)[1][2] == {"name": "x\ufffdy"}


# No NUL: libosmium reads beyond such a tag, into whatever lies there.
@pytest.mark.parametrize("text", [b"\xc0\xaf\x41", b"\xf7\xbf\xbf", b"\xff\xfe\xfd"])
def test_text_that_is_none_is_refused(tmp_path, text):
    with pytest.raises(InputError, match=r"UTF-8|Unicode"):
        read(with_bytes(tmp_path / "a.osm.pbf", text))


def test_text_that_is_none_is_refused_and_the_process_lives(tmp_path):
    with_bytes(tmp_path / "a.osm.pbf", b"\xff\xfe\xfd")
    program = (
        "import gc\nfrom multiglobeqa.kg import osm\nfrom multiglobeqa.errors import InputError\n"
        "try:\n    list(osm.nodes('a.osm.pbf'))\nexcept InputError as error:\n    print(error)\n"
        "gc.collect()\nprint('alive')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "invalid Unicode" in done.stdout
    assert done.stdout.endswith("alive\n")


@pytest.mark.shared_data
def test_reads_files_out_of_order(shared_data):
    path = shared_data / "osm" / "extracts" / "unsorted-fiji-ferry.osm.pbf"
    assert len(read(path)) == 868
    assert len(read(path, "name")) == 3


@pytest.mark.shared_data
@pytest.mark.parametrize("name", ["monaco-2025-02.osm.pbf", "nairobi_kenya.osm.gz"])
def test_agrees_with_osmium(shared_data, name):
    path = shared_data / "osm" / "extracts" / name
    expected = {
        node.id: (node.version, (node.location.lon, node.location.lat), dict(node.tags))
        for node in osmium.FileProcessor(str(path), osmium.osm.NODE)
        if len(node.tags)
    }
    assert read(path) == expected
