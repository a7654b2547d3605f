"""Entities by name."""

import random
from pathlib import Path

import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.files import checksum
from multiglobeqa.kg.search import MATCHES, NameIndex, fold
from multiglobeqa.kg.snapshot import open_snapshot
from tests.kg.small_graph import PLACE, entity, write_graph

TOWNS = [
    entity("Helsinki", labels={"fi": "Helsinki", "sv": "Helsingfors", "ru": "Хельсинки"}),
    entity("Malmö", population=300_000),
    entity("Malmo", display_name="Malmo, Minnesota"),
    entity("Beijing", labels={"zh": "北京市", "en": "Beijing"}, aliases=["Peking", "Pékin"]),
    entity("Đà Nẵng"),
    entity("القاهرة", labels={"en": "Cairo"}),
    entity("Κόρινθος"),
    entity("Stratford upon Avon"),
    entity("Newcastle upon Tyne"),
    entity("Springfield", id=PLACE + "b", display_name="Springfield, Ohio", population=58_000),
    entity("Springfield", id=PLACE + "a", display_name="Springfield, Oregon", population=58_000),
    entity("Springfield", id=PLACE + "c", display_name="Springfield, Missouri", population=169_000),
    entity("Springfield", id=PLACE + "0", display_name="Springfield, Maine"),
    entity("Ur"),
    entity("!!!", aliases=["\U0001f600"]),
]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> NameIndex:
    return NameIndex(write_graph(tmp_path_factory.mktemp("towns") / "towns", TOWNS))


@pytest.mark.parametrize(
    ("query", "name", "match"),
    [
        ("Helsinki", "Helsinki", "name"),
        ("  HELSINKI ", "Helsinki", "name"),
        ("Хельсинки", "Helsinki", "name"),
        ("helsingfors", "Helsinki", "name"),
        ("Khel'sinki", "Helsinki", "transliteration"),
        ("Helsnki", "Helsinki", "one typo"),
        ("Hlesinki", "Helsinki", "one typo"),
        ("Hellsinky", "Helsinki", "two typos"),
        ("Хелсинки", "Helsinki", "transliteration"),
        ("北京", "Beijing", "transliteration"),
        ("市", "Beijing", "words"),
        ("peking", "Beijing", "name"),
        ("pekin", "Beijing", "name"),
        ("da nang", "Đà Nẵng", "name"),
        ("Ða Nang", "Đà Nẵng", "transliteration"),
        ("القاهرة", "القاهرة", "name"),
        ("korinthos", "Κόρινθος", "name"),
        ("KÓRINTHOS", "Κόρινθος", "transliteration"),
        ("Avon Stratford", "Stratford upon Avon", "words"),
        ("Tyne, Newcastle", "Newcastle upon Tyne", "words"),
        ("Newcastel Tyne", "Newcastle upon Tyne", "words, one typo each"),
        ("Newcaslte upno Tyme", "Newcastle upon Tyne", "words, one typo each"),
        ("Nwecatsle upon Tyne", "Newcastle upon Tyne", "two typos"),
        ("Nwecatsle Tyne", "Newcastle upon Tyne", "words, two typos each"),
        ("minnesota malmo", "Malmo", "words"),
        ("!!!", "!!!", "name"),
        ("\U0001f600", "!!!", "name"),
    ],
)
def test_finds(names: NameIndex, query: str, name: str, match: str) -> None:
    best = names.search(query)[0]
    expected = next(town["id"] for town in TOWNS if town["name"] == name)
    assert (best.id, best.match) == (expected, match)
    assert best.score == MATCHES[match]


def test_the_name_as_written_comes_before_its_transliteration(names: NameIndex) -> None:
    both = [PLACE + "Malmö", PLACE + "Malmo"]
    found = names.search("malmö")
    assert [(hit.id, hit.match) for hit in found] == [
        (both[0], "name"),
        (both[1], "transliteration"),
    ]
    # A keyboard without the letter is no typo: the more populous comes first.
    assert [(hit.id, hit.match) for hit in names.search("malmo")] == [(one, "name") for one in both]


def test_equals_come_by_population_then_id(names: NameIndex) -> None:
    expected = [PLACE + one for one in ("c", "a", "b", "0")]
    assert [hit.id for hit in names.search("springfield")] == expected
    assert [hit.id for hit in names.search("springfield", 2)] == expected[:2]
    assert [hit.id for hit in names.search("sprongfield", 3)] == expected[:3]


def test_short_names_have_no_typos(names: NameIndex) -> None:
    assert [hit.id for hit in names.search("Ur")] == [PLACE + "Ur"]
    assert names.search("Um") == []


@pytest.mark.parametrize("query", ["zzzzzzzz", "?", "", " \t", "\u200f"])
def test_finds_nothing_or_says_why(names: NameIndex, query: str) -> None:
    if query.strip(" \t\u200f"):
        assert names.search(query) == []
    else:
        with pytest.raises(InputError, match="blank"):
            names.search(query)


@pytest.mark.parametrize("query", ['" OR 1=1', "whole:*", "a AND", "[a TO b]", "\x00", "../", "~2"])
def test_a_query_is_no_syntax(names: NameIndex, query: str) -> None:
    assert names.search(query) == []


def test_every_single_edit_of_a_name_finds_it(names: NameIndex) -> None:
    name = "helsinki"
    edits = {name[:at] + new + name[at + 1 :] for at in range(8) for new in ("", "q", "ss")}
    edits |= {name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(7)}
    edits |= {name[:at] + "w" + name[at:] for at in range(9)}
    for edit in sorted(edits - {name}):
        assert names.search(edit)[0].id == PLACE + "Helsinki", edit


def test_order_of_writing_does_not_matter(tmp_path: Path) -> None:
    towns = [entity(f"Town {at % 7}", id=f"{PLACE}{at:03}") for at in range(300)]
    random.Random(1).shuffle(towns)
    one = NameIndex(write_graph(tmp_path / "one", towns))
    two = NameIndex(write_graph(tmp_path / "two", towns[::-1]))
    for query in ("town", "town 3", "twon 3"):
        found = one.search(query, 50)
        assert found == two.search(query, 50)
        assert found


def test_lies_beside_the_snapshot_and_follows_it(tmp_path: Path) -> None:
    path = tmp_path / "kg"
    write_graph(path, TOWNS)
    before = {file: checksum(file) for file in path.rglob("*.*")}
    NameIndex(open_snapshot(path))
    assert {file: checksum(file) for file in path.rglob("*.*")} == before
    made = (tmp_path / "kg.index" / "names" / "manifest.json").stat().st_mtime_ns
    assert NameIndex(open_snapshot(path)).search("Troy") == []
    assert (tmp_path / "kg.index" / "names" / "manifest.json").stat().st_mtime_ns == made
    write_graph(path, [*TOWNS[1:], entity("Troy")])
    index = NameIndex(open_snapshot(path))
    assert [hit.id for hit in index.search("Troy")] == [PLACE + "Troy"]
    assert index.search("Helsinki") == []


def test_an_unfinished_index_is_made_again(tmp_path: Path) -> None:
    snapshot = write_graph(tmp_path / "kg", TOWNS)
    NameIndex(snapshot)
    (tmp_path / "kg.index" / "names" / "manifest.json").write_text("{", "utf-8")
    assert NameIndex(snapshot).search("Ur")


def test_says_where_it_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = write_graph(tmp_path / "kg", TOWNS)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("multiglobeqa.files.tempfile.mkdtemp", refuse)
    with pytest.raises(InputError, match=r"kg\.index.*Permission denied.*beside the snapshot"):
        NameIndex(snapshot)
    assert not (tmp_path / "kg.index" / "names").exists()


def test_folding() -> None:
    assert fold("O’Brien's  Café—Bar") == "obriens cafe bar"
    assert fold("Łódź") == "lodz"
    assert fold("Straße") == "strasse"
    assert fold("ﬁnland①") == "finland1"
    assert fold("—") == ""
