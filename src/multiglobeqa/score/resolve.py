"""Which entity a name stands for."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from multiglobeqa.answers.names import fold, spellings


class Unresolved(NamedTuple):
    """A name that stands for no entity: equal to itself, and to nothing else."""

    name: str


class Names:
    """The names of the entities of a dataset, in all languages.

    A name is looked up in this order, and the first step that finds something decides; when it
    finds several entities, the name stands for none of them.

    1. The names that the dataset displays for the question's own entities and candidates; no
       two entities are displayed by the same name.
    2. All their names, whatever the language, letter case, Unicode form and white space.
    3. The names that the dataset displays for any entity.
    4. The plain spellings (without accents and punctuation, romanised) of the names of the
       question's own entities and candidates.
    5. All names of all entities.

    Nothing is guessed by similarity: a letter too many is another name.

    Parameters
    ----------
    aliases : pyarrow.Table
        Of the schema `multiglobeqa.dataset.ALIASES`; `Dataset.aliases` returns it.

    Examples
    --------
    >>> names = Names.of({"Q1": ["Köln", "Cologne"], "Q2": ["Mülheim"], "Q3": ["Mülheim"]})
    >>> names.resolve("COLOGNE"), names.resolve("Mülheim")
    ('Q1', None)
    >>> names.resolve("Koeln", {"Q1", "Q2"}), names.resolve("Mülheim", {"Q1", "Q2"})
    ('Q1', 'Q2')
    """

    def __init__(self, aliases: pa.Table) -> None:
        self._aliases = aliases
        self._spellings: dict[str, AbstractSet[str]] = {}

    @classmethod
    def of(cls, names: Mapping[str, Collection[str]]) -> Names:
        """Return the names given by entity; the first of each is the one displayed."""
        rows = [
            {"entity": entity, "alias": alias, "kind": "alias" if place else "display"}
            for entity, given in names.items()
            for place, alias in enumerate(given)
        ]
        columns = {name: [row[name] for row in rows] for name in ("entity", "alias", "kind")}
        return cls(pa.table(columns))

    def prepare(self) -> None:
        """Make what is otherwise made when it is first needed, before processes are forked."""
        self._displayed, self._folded, self._by_entity, self._entities  # noqa: B018

    def resolve(self, name: str, context: AbstractSet[str] = frozenset()) -> str | None:
        """Return the id of the entity that a name stands for, or None.

        Parameters
        ----------
        context : set of str
            The ids of the entities that the question is about: its own and its candidates.
        """
        if name in self._entities:
            return name
        folded = fold(name)
        displayed = self._displayed.get(folded)
        if displayed in context:
            return displayed
        named = self._folded.get(folded, _NONE)
        if here := named & context:
            return _only(here)
        if displayed:
            return displayed
        plain = spellings(folded)
        if here := {entity for entity in context if not plain.isdisjoint(self._plain(entity))}:
            return _only(here)
        return _only(named)

    def resolver(self, context: AbstractSet[str]) -> Callable[[str], Hashable]:
        """Return a function from a name to its entity's id, or to an `Unresolved`."""

        def resolve(name: str) -> Hashable:
            return self.resolve(name, context) or Unresolved(fold(name))

        return resolve

    def __contains__(self, entity: object) -> bool:
        """Tell whether an entity has a name here."""
        return entity in self._entities

    def _plain(self, entity: str) -> AbstractSet[str]:
        """Return the plain spellings of all names of an entity."""
        known = self._spellings.get(entity)
        if known is None:
            names = self._by_entity.get(entity, ())
            known = self._spellings[entity] = frozenset().union(*map(spellings, names))
        return known

    @cached_property
    def _entities(self) -> frozenset[str]:
        return frozenset(pc.unique(self._aliases["entity"]).to_pylist())

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        """Each name folded, with its entity; one string object for each entity."""
        encoded = self._aliases["entity"].combine_chunks().dictionary_encode()
        entities = encoded.dictionary.to_pylist()
        codes, aliases = encoded.indices.to_pylist(), self._aliases["alias"].to_pylist()
        return [(fold(alias), entities[code]) for code, alias in zip(codes, aliases, strict=True)]

    @cached_property
    def _folded(self) -> dict[str, AbstractSet[str]]:
        return _index(self._pairs)

    @cached_property
    def _displayed(self) -> dict[str, str]:
        displayed = pc.equal(self._aliases["kind"], "display").to_pylist()
        index = _index(itertools.compress(self._pairs, displayed))
        return {name: next(iter(shown)) for name, shown in index.items() if len(shown) == 1}

    @cached_property
    def _by_entity(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = defaultdict(list)
        for name, entity in self._pairs:
            names[entity].append(name)
        return names


_NONE: frozenset[str] = frozenset()


def _only(entities: AbstractSet[str]) -> str | None:
    return next(iter(entities)) if len(entities) == 1 else None


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, AbstractSet[str]]:
    """Return the entities by key; those of one entity share one set, since most keys have one."""
    index: dict[str, AbstractSet[str]] = {}
    alone: dict[str, frozenset[str]] = {}
    for key, entity in pairs:
        known = index.get(key)
        if known is None:
            index[key] = alone.setdefault(entity, frozenset((entity,)))
        elif isinstance(known, set):
            known.add(entity)
        elif entity not in known:
            index[key] = {entity, *known}
    return index
