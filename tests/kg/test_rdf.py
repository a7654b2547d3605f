import gzip
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.errors import InputError
from multiglobeqa.kg.model import TRIPLES
from multiglobeqa.kg.rdf import read_triples, write_triples
from multiglobeqa.kg.snapshot import Snapshot

HOSTILE = [
    'quote " and \\ backslash \\n \\u0041',
    "line\nfeed\r\ttab \x00 null \x1f \x7f delete \x85 \u2028",
    "{entity_A} $1 %s '; DROP TABLE entities; --",
    "<script>alert('x')</script>",
    "\u202eright to left\u202c \u200f مطعم",
    "x" * 500,
    "🍕 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \U0010ffff",
    "",
    " ",
]


def snapshot(folder, rows):
    file = folder / "part.parquet"
    pq.write_table(pa.Table.from_pylist(rows, TRIPLES), file)
    return Snapshot(folder, {}, (), (file,))


def literal(text, language=None, datatype=None):
    return {
        "subject": "http://x/s",
        "predicate": "http://x/p",
        "object": text,
        "kind": "literal",
        "datatype": datatype,
        "language": language,
    }


def read(path):
    return pa.Table.from_batches(read_triples(path), TRIPLES).to_pylist()


ROWS = [
    *(literal(text) for text in HOSTILE),
    *(literal(text, language="zh-Hant-TW") for text in HOSTILE),
    literal("Point(1 2)", datatype="http://www.opengis.net/ont/geosparql#wktLiteral"),
    literal("x", language="be-tarask"),
    literal("http://x/o") | {"kind": "iri"},
    literal("http://x/Pesäpallo") | {"kind": "iri", "subject": "_:b0"},
    literal("b0") | {"kind": "blank"},
]


@pytest.mark.parametrize("name", ["a.nt", "a.nt.gz"])
def test_comes_back_as_it_went(tmp_path, name):
    assert write_triples(snapshot(tmp_path, ROWS), tmp_path / name) == len(ROWS)
    assert read(tmp_path / name) == ROWS


def test_another_reader_understands_it(tmp_path):
    plain = [row for row in ROWS if "_:" not in row["subject"] and row["kind"] != "blank"]
    write_triples(snapshot(tmp_path, plain), tmp_path / "a.nt")
    graph = rdflib.Graph().parse(tmp_path / "a.nt", format="nt")
    found = {(str(o), getattr(o, "language", None)) for _, _, o in graph}
    assert found == {(row["object"], row["language"]) for row in plain}


def test_packed_bytes_tell_no_name_and_no_time(tmp_path):
    made = snapshot(tmp_path, ROWS)
    write_triples(made, tmp_path / "one.nt.gz")
    write_triples(made, tmp_path / "two.nt.gz")
    assert (tmp_path / "one.nt.gz").read_bytes() == (tmp_path / "two.nt.gz").read_bytes()
    write_triples(made, tmp_path / "one.nt")
    assert (
        gzip.decompress((tmp_path / "one.nt.gz").read_bytes()) == (tmp_path / "one.nt").read_bytes()
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(), min_size=1, max_size=5))
def test_any_text_comes_back(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("rdf")
    rows = [literal(text) for text in texts]
    write_triples(snapshot(folder, rows), folder / "a.nt")
    assert read(folder / "a.nt") == rows
    assert len(io.StringIO((folder / "a.nt").read_text("utf-8"), newline="\n").readlines()) == len(
        rows
    )


def test_plain_strings_have_no_datatype(tmp_path):
    path = tmp_path / "a.nt"
    path.write_text('<http://x/s> <http://x/p> "x"^^<http://www.w3.org/2001/XMLSchema#string> .\n')
    assert read(path) == [literal("x")]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.nt", b"", "is empty"),
        ("a.ttl", b"x", "no known kind"),
        ("a.nt", b'<http://x/s> <http://x/p> "x" .\n<html>', "line 2"),
        ("a.nt", b'<http://x/s> <http://x/p> "x\n', "line 1"),
        ("a.nt", b'<http://x/s> <http://x/p> "\xff" .\n', "no N-Triples"),
        ("a.nt.gz", b"not packed", "damaged"),
        ("a.nt.gz", gzip.compress(b'<http://x/s> <http://x/p> "x" .\n' * 99)[:-9], "cut short"),
    ],
)
def test_refuses_with_one_clear_message(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        read(tmp_path / name)
    assert caught.value.source == str(tmp_path / name)


def test_refuses_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="is missing"):
        read(tmp_path / "none.nt")


def test_refuses_to_write_another_kind(tmp_path):
    with pytest.raises(InputError, match="no known kind"):
        write_triples(snapshot(tmp_path, ROWS), tmp_path / "a.ttl")
    assert not (tmp_path / "a.ttl").exists()
