"""Which triples a SPARQL query can touch, from its text alone.

Only enough of the grammar is read to find the triple patterns; whatever else is met means that
the query may need every triple. The text is taken to be valid: the query engine checks that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from multiglobeqa.kg.vocabulary import RDF_TYPE

UPDATES = frozenset(
    ("INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH")
)

BLANK = "_:"  # as a pattern's subject: all blank nodes

_HEX = r"%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]"
_TOKEN = re.compile(
    rf"""
    (?P<space>\s+)
  | (?P<iri><[^\x00-\x20<>"{{}}|^`\\]*>)
  | (?P<comment>\#[^\r\n]*)
  | (?P<text>\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*'''
        |"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*')
  | (?P<blank>_:\w(?:[\w.\-]*[\w\-])?)
  | (?P<name>(?:[^\W\d_](?:[\w.\-]*[\w\-])?)?:
        (?:(?:[\w:]|{_HEX})(?:(?:[\w:.\-]|{_HEX})*(?:[\w:\-]|{_HEX}))?)?)
  | (?P<variable>[?$]\w+)
  | (?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
  | (?P<number>\d+\.\d*[eE][+\-]?\d+|\.?\d+[eE][+\-]?\d+|\d*\.\d+|\d+)
  | (?P<word>[A-Za-z]\w*)
  | (?P<mark>\^\^|<<|&&|\|\||!=|<=|>=|\{{\||.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_LOCAL_ESCAPE = re.compile(r"\\(.)")


class Token(NamedTuple):
    """A word of a query."""

    kind: str
    text: str


class Pattern(NamedTuple):
    """Triples with these terms, all of them IRIs; None stands for any."""

    subject: str | None
    predicate: str | None
    object: str | None


class _AnythingError(Exception):
    """Something that only all triples surely suffice for."""


def tokens(query: str) -> list[Token]:
    """Return the words of a query, without space and comments.

    Examples
    --------
    >>> [token.text for token in tokens("ASK { ?a a <b#c> } # SERVICE")]
    ['ASK', '{', '?a', 'a', '<b#c>', '}']
    """
    return [
        Token(str(match.lastgroup), match[0])
        for match in _TOKEN.finditer(query)
        if match.lastgroup not in ("space", "comment")
    ]


def _character(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def keywords(query: str) -> list[str]:
    """Return the bare words of a query in capitals, in their order.

    Where characters are escaped, also those of the query with its escapes resolved: which of the
    two an engine reads is its own affair, and a word must not hide from both.
    """
    readings = [query]
    if _ESCAPE.search(query):
        readings.append(_ESCAPE.sub(lambda match: _character(match[1] or match[2]), query))
    return [
        token.text.upper()
        for reading in readings
        for token in tokens(reading)
        if token.kind == "word"
    ]


def patterns(query: str, prefixes: Mapping[str, str]) -> frozenset[Pattern] | None:
    """Return patterns that match every triple on which a query's answer can depend.

    Parameters
    ----------
    query : str
        A valid SPARQL query.
    prefixes : mapping
        Prefixes that are known beforehand, with their namespaces.

    Returns
    -------
    frozenset of Pattern, or None
        None when all triples may be needed. Function names and the like never are patterns.

    Examples
    --------
    >>> patterns("SELECT * { ?x a <b:c> ; <b:p>/<b:q>* ?y FILTER(?y > 1) }", {}) == {
    ...     Pattern(None, RDF_TYPE, "b:c"),
    ...     Pattern(None, "b:p", None),
    ...     Pattern(None, "b:q", None),
    ... }
    True
    >>> patterns("SELECT * { ?x ?p 1 }", {}) is None
    True
    """
    if _ESCAPE.search(query):
        return None
    try:
        found = _Reader(tokens(query), dict(prefixes)).read()
    except (_AnythingError, IndexError, KeyError):
        return None
    return None if Pattern(None, None, None) in found else frozenset(found)


class _Reader:
    """Reads the graph patterns of one query."""

    def __init__(self, words: list[Token], prefixes: dict[str, str]) -> None:
        self.words = words
        self.at = 0
        self.prefixes = prefixes
        self.found: set[Pattern] = set()

    def read(self) -> set[Pattern]:
        self._prologue()
        form = self.next().text.upper()
        if form == "DESCRIBE":
            return self._describe()
        if form == "CONSTRUCT" and self.peek().text == "{":
            self._skip_braces()
        while self.at < len(self.words):
            self._step()
        return self.found

    def _describe(self) -> set[Pattern]:
        subjects = {self._iri(token) for token in self.words[self.at :]}
        # What is said of a blank node is part of the description, at any depth.
        return {Pattern(subject, None, None) for subject in (*subjects, BLANK)}

    def _prologue(self) -> None:
        while (word := self.peek().text.upper()) in ("PREFIX", "BASE"):
            if word == "BASE":
                raise _AnythingError
            self.next()
            prefix = self.next().text
            self.prefixes[prefix[:-1]] = self.next().text[1:-1]

    def peek(self) -> Token:
        return self.words[self.at]

    def next(self) -> Token:
        self.at += 1
        return self.words[self.at - 1]

    def _step(self) -> None:
        """Pass over a word that is no part of a triple, and whatever it opens."""
        token = self.next()
        if token.text == "{":
            self._group()
        elif token.text == "(":
            self._parenthesis()
        elif token.kind == "word" and token.text.upper() == "VALUES":
            self._values()

    def _parenthesis(self) -> None:
        """Pass over an expression; the groups of its EXISTS count."""
        while self.peek().text != ")":
            self._step()
        self.next()

    def _values(self) -> None:
        while self.peek().text != "{":
            self.next()
        self._skip_braces()

    def _skip_braces(self) -> None:
        depth = 0
        while True:
            text = self.next().text
            depth += (text == "{") - (text == "}")
            if depth == 0:
                return

    def _group(self) -> None:
        while (token := self.peek()).text != "}":
            if token.text == ".":
                self.next()
            elif token.text == "{":
                self._step()
            elif token.kind == "word" and token.text.lower() not in ("true", "false"):
                self._clause()
            else:
                self._triples()
        self.next()

    def _clause(self) -> None:
        word = self.peek().text.upper()
        if word == "VALUES":
            self._step()
        elif word == "SELECT":
            while self.peek().text != "}":
                self._step()
        elif word == "FILTER":
            self.next()
            while self.peek().text not in ("(", "{"):
                self.next()  # NOT EXISTS, or the name of a function
            self._step()
        elif word == "BIND":
            self.next()
            self._step()
        elif word in ("OPTIONAL", "UNION", "MINUS"):
            self.next()
        else:
            raise _AnythingError

    def _triples(self) -> None:
        nested = self.peek().text == "["
        subject = self._term()
        if nested and (self.peek().text in (".", "}", "{") or self._clause_ahead()):
            return
        self._predicates(subject)

    def _clause_ahead(self) -> bool:
        token = self.peek()
        return token.kind == "word" and token.text != "a"

    def _predicates(self, subject: str | None) -> None:
        while True:
            if self.peek().text in (".", "]", "}"):
                return  # after a last semicolon
            if self.peek().kind == "variable":
                self.next()
                self._objects(subject, None)
            else:
                self._path_and_objects(subject)
            if self.peek().text != ";":
                return
            while self.peek().text == ";":
                self.next()

    def _path_and_objects(self, subject: str | None) -> None:
        start = self.at
        steps: set[str] = set()
        nothing = self._alternatives(steps)
        if self.at == start + 1:
            self._objects(subject, steps.pop())
            return
        self.found |= {Pattern(None, step, None) for step in steps}
        constants = self._objects(None, next(iter(steps)))
        if nothing and subject is None and not constants:
            raise _AnythingError  # every node of the graph is on a path of no length

    def _objects(self, subject: str | None, predicate: str | None) -> bool:
        """Read a list of objects; tell whether all of them are IRIs."""
        constants = True
        while True:
            term = self._term()
            constants &= term is not None
            self.found.add(Pattern(subject, predicate, term))
            if self.peek().text != ",":
                return constants
            self.next()

    def _alternatives(self, steps: set[str]) -> bool:
        """Read a property path; tell whether it may have no length."""
        nothing = self._sequence(steps)
        while self.peek().text == "|":
            self.next()
            nothing |= self._sequence(steps)
        return nothing

    def _sequence(self, steps: set[str]) -> bool:
        nothing = self._step_of_path(steps)
        while self.peek().text == "/":
            self.next()
            nothing &= self._step_of_path(steps)
        return nothing

    def _step_of_path(self, steps: set[str]) -> bool:
        if self.peek().text == "^":
            self.next()
        nothing = False
        if self.peek().text == "(":
            self.next()
            nothing = self._alternatives(steps)
            self.next()
        else:
            steps.add(self._iri(self.next()))
        while self.peek().text in ("*", "?", "+"):
            nothing |= self.next().text != "+"
        return nothing

    def _term(self) -> str | None:
        """Read a subject or an object; return it if it is an IRI."""
        token = self.next()
        if token.kind in ("iri", "name"):
            return self._iri(token)
        if token.text == "[":
            self._predicates(None)
            if self.next().text != "]":
                raise _AnythingError
        elif token.text in ("+", "-"):
            self.next()
        elif token.kind == "text":
            if self.peek().kind == "language":
                self.next()
            elif self.peek().text == "^^":
                self.next()
                self.next()
        elif token.kind not in ("variable", "blank", "number", "word"):
            raise _AnythingError  # a list, or a triple inside a triple
        return None

    def _iri(self, token: Token) -> str:
        if token.kind == "word" and token.text == "a":
            return RDF_TYPE
        if token.kind == "iri":
            return token.text[1:-1]
        if token.kind != "name":
            raise _AnythingError  # such as a negated set
        prefix, _, local = token.text.partition(":")
        return self.prefixes[prefix] + _LOCAL_ESCAPE.sub(r"\1", local)


__all__ = ["BLANK", "UPDATES", "Pattern", "keywords", "patterns", "tokens"]
