"""Names of entities, and lists of them, in a text."""

from __future__ import annotations

import re
from collections.abc import Callable

from multiglobeqa.answers.format import FormatError
from multiglobeqa.answers.free.text import bare
from multiglobeqa.answers.free.words import Words

Resolve = Callable[[str], str | None]

_EMPHASISED = re.compile('\\*\\*(.+?)\\*\\*|"([^"]+)"|[“„]([^“”]+)[“”]|«([^»]+)»|`([^`]+)`')
_BULLET = re.compile(r"^\s*(?:[-*•+·]|\(?\d{1,3}[.)])\s+(.+)$", re.MULTILINE)
_LONGEST_NAME = 12  # words
_MOST_COMMAS = 6  # parts of one name


def read_name(text: str, resolve: Resolve) -> tuple[str, str]:
    """Return the one name that a text is, emphasises or holds.

    Parameters
    ----------
    resolve : callable
        Which of the question's entities and candidates a name stands for, if any.
    """
    whole = bare(text)
    if resolve(whole):
        return whole, "name"
    for kind, names in (
        (
            "emphasised name",
            [bare(next(filter(None, m.groups()))) for m in _EMPHASISED.finditer(text)],
        ),
        ("name in a sentence", _known_parts(text, resolve)),
    ):
        entities = {entity: name for name in names if (entity := resolve(name))}
        if len(entities) == 1:
            return next(iter(entities.values())), kind
        if entities:
            raise FormatError(f"the text names {len(entities)} entities")
    if "\n" in whole or len(whole.split()) > _LONGEST_NAME:
        raise FormatError("the text is not a name")
    return whole, "name"


def read_names(text: str, words: Words, resolve: Resolve) -> tuple[list[str], str]:
    """Return the names that a text lists, by lines, semicolons or commas.

    A comma within a name is told from one between names by whether the parts around it are,
    put together again, the name of a candidate.
    """
    if bullets := [bare(item) for item in _BULLET.findall(text)]:
        return [name for name in bullets if name], "list of lines"
    lines = [bare(line) for line in text.splitlines()]
    lines = [line for line in lines if line and not line.endswith(":")]
    if len(lines) > 1:
        return lines, "list of lines"
    line = lines[0] if lines else ""
    if ";" in line:
        return [name for part in line.split(";") if (name := bare(part))], "list by semicolons"
    return _by_commas(line, words, resolve), "list by commas"


def _by_commas(line: str, words: Words, resolve: Resolve) -> list[str]:
    parts = [part.strip() for part in re.split(r"[,、]", line)]
    if parts and parts[-1]:
        parts[-1:] = _by_conjunction(parts[-1], words, resolve, listed=len(parts) > 1)
    names = []
    place = 0
    while place < len(parts):
        # The most parts that are a name together.
        for end in range(min(len(parts), place + _MOST_COMMAS), place, -1):
            name = bare(", ".join(parts[place:end]))
            if end == place + 1 or resolve(name):
                break
        names.append(name)
        place = end
    return [name for name in names if name]


def _by_conjunction(part: str, words: Words, resolve: Resolve, *, listed: bool) -> list[str]:
    """Split "B and C", unless it is a name as a whole."""
    if resolve(bare(part)):
        return [part]
    lead = re.match(rf"(?:{words.conjunctions.pattern})\s*", part, re.IGNORECASE)
    if listed and lead and part[lead.end() :]:
        return [part[lead.end() :]]
    ways = [
        (part[: match.start()].strip(), part[match.end() :].strip())
        for match in re.finditer(rf"\s*(?:{words.conjunctions.pattern})\s*", part, re.IGNORECASE)
    ]
    ways = [way for way in ways if all(way)]
    # Of several, the one that leaves names.
    for way in ways:
        if all(resolve(bare(name)) for name in way):
            return list(way)
    return list(ways[-1]) if len(ways) == 1 else [part]


def _known_parts(text: str, resolve: Resolve) -> list[str]:
    """Return the longest runs of words that are names, from left to right."""
    tokens = list(re.finditer(r"\S+", text))
    if len(tokens) > 400:
        return []
    names, place = [], 0
    while place < len(tokens):
        for end in range(min(len(tokens), place + _LONGEST_NAME), place, -1):
            run = text[tokens[place].start() : tokens[end - 1].end()]
            name = run.strip(".,;:!?()[]\"'*_`")
            if name and resolve(name):
                names.append(name)
                place = end - 1
                break
        place += 1
    return names
