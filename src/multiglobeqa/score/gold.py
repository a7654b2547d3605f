"""What a prediction is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from multiglobeqa.answers import AnswerFormat, FormatError, get_format
from multiglobeqa.answers.names import fold
from multiglobeqa.errors import InputError
from multiglobeqa.score.resolve import Names


class GoldLike(Protocol):
    """The members of a `multiglobeqa.dataset.Question` that decide a score."""

    @property
    def answer_format(self) -> str: ...  # noqa: D102
    @property
    def answer_options(self) -> Mapping[str, Any]: ...  # noqa: D102
    @property
    def answer(self) -> Any: ...  # noqa: D102
    @property
    def acceptable(self) -> Sequence[Any]: ...  # noqa: D102
    @property
    def answer_entities(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def candidates(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def entities(self) -> Sequence[Any]: ...  # noqa: D102
    @property
    def premise_holds(self) -> bool: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold answer; a `multiglobeqa.dataset.Question` serves as well.

    Parameters
    ----------
    answer_format : str
        The id of one of the 15 formats.
    answer : JSON value
        The gold answer.
    answer_options : mapping
        The options of the format.
    acceptable : sequence of JSON values
        All the right answers, where there are several.
    answer_entities : sequence of str
        The ids behind the names: of an entity any is right, of a set all are the answer.
    candidates : sequence of str
        The ids of the entities that the question is about.
    premise_holds : bool
        Whether there is an answer; when not, a refusal is right.
    """

    answer_format: str
    answer: Any = None
    answer_options: Mapping[str, Any] = field(default_factory=dict)
    acceptable: Sequence[Any] = ()
    answer_entities: Sequence[str] = ()
    candidates: Sequence[str] = ()
    entities: Sequence[Any] = ()
    premise_holds: bool = True


class Target:
    """A gold answer made ready to be compared with: parsed, its names resolved.

    Parameters
    ----------
    gold : Gold or Question
    names : Names, optional
        With it, names are compared by the entity that they stand for; without it, by spelling.
    """

    __slots__ = (
        "_names",
        "context",
        "form",
        "group",
        "keys",
        "options",
        "premise_holds",
        "resolve",
    )

    def __init__(self, gold: GoldLike, names: Names | None = None) -> None:
        self.form: AnswerFormat = get_format(gold.answer_format)
        self.options = gold.answer_options
        # Targets that share their options are compared at once.
        self.group = (gold.answer_format, id(self.options))
        self.premise_holds = gold.premise_holds
        by_id = names is not None and bool(gold.answer_entities or not gold.premise_holds)
        self.context = frozenset(
            (*gold.candidates, *gold.answer_entities, *(entity.id for entity in gold.entities))
        )
        self._names = names
        self.resolve = names.resolver(self.context) if names and by_id else fold
        self.keys = self._keys(gold, names if by_id else None) if gold.premise_holds else []

    def candidate(self, name: str) -> str | None:
        """Return which of the question's entities and candidates a name stands for, if any."""
        found = self._names.resolve(name, self.context) if self._names else None
        return found if found in self.context else None

    def _keys(self, gold: GoldLike, names: Names | None) -> list[Any]:
        if names is not None and gold.answer_format in ("entity", "set"):
            if lost := [entity for entity in gold.answer_entities if entity not in names]:
                raise InputError(f"the gold entity {lost[0]} has no name among the aliases")
            if gold.answer_format == "entity":
                return list(gold.answer_entities)
            return [frozenset(gold.answer_entities)]
        keys = []
        for value in gold.acceptable or (gold.answer,):
            try:
                keys.append(self.form.key(self.form.parse(value, self.options), self.resolve))
            except FormatError as error:
                raise InputError(f"the gold answer {value!r} is not valid: {error}") from None
        return keys
