"""Entities by name: in any language and script, with or without diacritics, with typos.

Every label, alias and display name of an entity is indexed as it is written (compared as display
names are) and transliterated to Latin letters by `anyascii`; so is what is searched for. A query
goes through ever more tolerant readings, named by `MATCHES`, until it has found enough.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tantivy
from anyascii import anyascii
from tantivy import Document, Index, Occur, Order, Query, SchemaBuilder

from multiglobeqa.errors import InputError
from multiglobeqa.kg.beside import Tell, index_folder, silent
from multiglobeqa.kg.engine import connect
from multiglobeqa.kg.naming import key
from multiglobeqa.kg.snapshot import Snapshot

VERSION = 1

#: How a name was matched, and the score that it earns.
MATCHES = {
    "name": 1.0,  # as written but for case, or as it is written in plain Latin letters
    "transliteration": 0.95,  # both in plain Latin letters, without diacritics and punctuation
    "words": 0.8,  # all words, in any order, among others
    "one typo": 0.7,
    "words, one typo each": 0.5,
    "two typos": 0.4,
    "words, two typos each": 0.3,
}
# Shorter ones have everything within so many typos.
_SHORTEST = (0, 4, 7)
_LONGEST = 200  # characters of a name
_HEAP = 256 << 20
_BATCH = 1 << 14

_ODD = re.compile("[^0-9a-z]+")
_SYLLABLE = re.compile("(?<=[a-z])(?=[A-Z])")


class Match(NamedTuple):
    """An entity that a name may mean."""

    id: str
    match: str
    score: float


class NameIndex:
    """The names of one snapshot's entities."""

    def __init__(self, snapshot: Snapshot, tell: Tell = silent) -> None:
        folder = index_folder(
            snapshot, "names", VERSION, lambda beside: _build(snapshot, beside), tell
        )
        self._schema = _schema()
        self._searcher = Index.open(str(folder / "tantivy")).searcher()

    def search(self, name: str, limit: int = 10) -> list[Match]:
        """Return the entities that a name may mean, the best first.

        Equally good ones come by falling population, then by id.

        Parameters
        ----------
        name : str
            In any language and script.
        limit : int
            How many at most.

        Raises
        ------
        InputError
            When the name is blank.
        """
        if not key(name):
            raise InputError("the name to search for is blank")
        found: dict[str, Match] = {}
        for match, query, last_resort in self._queries(name):
            if len(found) >= limit or (found and last_resort):
                break
            hits = self._searcher.search(
                query, limit + len(found), False, order_by_field="rank", order=Order.Asc
            ).hits
            for _, address in hits:
                entity = str(self._searcher.doc(address).get_first("id"))
                found.setdefault(entity, Match(entity, match, MATCHES[match]))
        return list(found.values())[:limit]

    def _queries(self, name: str) -> Iterator[tuple[str, Query, bool]]:
        """Yield ever more tolerant queries, and whether each is only for when nothing is found."""
        whole, words = fold(name)[:_LONGEST], _words(name)
        yield "name", self._term("whole", key(name)[:_LONGEST]), False
        if not whole:
            return
        yield "transliteration", self._term("whole", whole), False
        yield "words", self._all(words, 0), False
        if len(whole) >= _SHORTEST[1]:
            yield "one typo", self._term("whole", whole, 1), False
            yield "words, one typo each", self._all(words, 1), True
        if len(whole) >= _SHORTEST[2]:
            yield "two typos", self._term("whole", whole, 2), True
            yield "words, two typos each", self._all(words, 2), True

    def _term(self, field: str, text: str, typos: int = 0) -> Query:
        if typos:
            return Query.fuzzy_term_query(self._schema, field, text, typos)
        return Query.term_query(self._schema, field, text)

    def _all(self, words: Iterable[str], typos: int) -> Query:
        def allowed(word: str) -> int:
            return max(many for many in range(typos + 1) if len(word) >= _SHORTEST[many])

        return Query.boolean_query(
            [(Occur.Must, self._term("words", word, allowed(word))) for word in words]
        )


def fold(name: str) -> str:
    """Return a name in lower-case Latin letters and digits, its words parted by one space.

    Examples
    --------
    >>> fold("Đà Nẵng"), fold("Москва"), fold("北京")
    ('da nang', 'moskva', 'beijing')
    """
    return _lower(_latin(name))


def _latin(name: str) -> str:
    return name if name.isascii() else anyascii(unicodedata.normalize("NFKC", name))


def _lower(latin: str) -> str:
    # An apostrophe parts no words: O'Brien, Khark'ov.
    return _ODD.sub(" ", latin.replace("'", "").lower()).strip()


def _words(name: str) -> set[str]:
    """Return a name's words; where a script has none, its syllables as transliterated."""
    latin = _latin(name)
    return set(_lower(latin if name.isascii() else _SYLLABLE.sub(" ", latin)).split())


def _schema() -> tantivy.Schema:
    builder = SchemaBuilder()
    builder.add_text_field("whole", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("words", tokenizer_name="whitespace", index_option="basic")
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("rank", fast=True)
    return builder.build()


# The rank decides between equals, so that no result depends on how the index was written.
_NAMES = """
SELECT
    id,
    list_distinct(
        list_filter(
            list_concat([name, display_name], map_values(labels), aliases),
            lambda one: one IS NOT NULL
        )
    ) AS names
FROM entities
ORDER BY population DESC NULLS LAST, id
"""


def _build(snapshot: Snapshot, folder: Path) -> None:
    (folder / "tantivy").mkdir()
    writer = Index(_schema(), str(folder / "tantivy")).writer(_HEAP, 1)
    with connect(temp=folder / "spill") as connection:
        connection.read_parquet([str(file) for file in snapshot.entities]).create_view("entities")
        rank = 0
        for batch in connection.execute(_NAMES).to_arrow_reader(_BATCH):
            for entity, names in zip(*(each.to_pylist() for each in batch.columns), strict=True):
                writer.add_document(_document(entity, names, rank))
                rank += 1
    writer.commit()
    writer.wait_merging_threads()


def _document(entity: str, names: list[str], rank: int) -> Any:
    whole: set[str] = set()
    words: set[str] = set()
    for name in names:
        folded = fold(name)
        whole |= {key(name)[:_LONGEST], folded[:_LONGEST]}
        words.update(folded.split())
        if not name.isascii():
            words |= _words(name)
    return Document(id=entity, rank=rank, whole=sorted(whole - {""}), words=" ".join(sorted(words)))


__all__ = ["MATCHES", "Match", "NameIndex", "fold"]
