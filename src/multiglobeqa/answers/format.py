"""What an answer format is: a schema, a description, a parser and a comparison."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiglobeqa.answers.names import fold

Options = Mapping[str, Any]
Resolve = Callable[[str], Hashable]
Measured = tuple[NDArray[np.bool_], NDArray[np.float64]]


class FormatError(ValueError):
    """An answer that does not have the form that its question asks for."""


class Comparison(NamedTuple):
    """How far an answer is from the gold: `exact` is E and `error` is e of Table 12."""

    exact: bool
    error: float


class AnswerFormat(ABC):
    """One of the formats of Table 12.

    A format knows the JSON value that answers a question, and nothing of questions, models or
    graphs. `parse` accepts exactly what `schema` allows, and tells equal spellings (letter case
    of a code, spaces around a name) to be one value. `options` are the question's
    `answer_options`.
    """

    id: ClassVar[str]

    @abstractmethod
    def schema(self, options: Options) -> dict[str, Any]:
        """Return the JSON schema of the answer value.

        It stays within what both OpenAI's structured output and llama.cpp's grammars enforce.
        """

    @abstractmethod
    def describe(self, options: Options, unit: str | None = None) -> str:
        """Return what to answer, in words for a prompt: the value, its unit, its resolution."""

    @abstractmethod
    def parse(self, value: object, options: Options) -> Any:
        """Return the answer in the form that `compare` takes.

        Raises
        ------
        FormatError
            When `value` is not what `schema` asks for; whatever `value` is, nothing else is raised.
        """

    def key(self, parsed: Any, resolve: Resolve) -> Any:
        """Return the answer with its names, if it has any, put through `resolve`."""
        return parsed

    @abstractmethod
    def measure(self, parsed: Sequence[Any], gold: Sequence[Any], options: Options) -> Measured:
        """Compare many pairs of parsed answers that share their options.

        Parameters
        ----------
        parsed, gold : sequence, length n
            Parsed answers, names resolved by `key`.

        Returns
        -------
        exact : ndarray of bool, shape (n,)
            E of Table 12.
        error : ndarray of float, shape (n,)
            e of Table 12, from 0 to 1.
        """

    def compare(
        self, parsed: Any, gold: Any, options: Options, resolve: Resolve = fold
    ) -> Comparison:
        """Compare a parsed answer with a parsed gold answer.

        Parameters
        ----------
        resolve : callable
            What a name stands for; two names are the same when it returns the same. By default
            the name itself, in NFKC and case-folded.

        Examples
        --------
        >>> from multiglobeqa.answers import get_format
        >>> get_format("distance").compare(102.0, 100.0, {})
        Comparison(exact=True, error=0.4)
        """
        exact, error = self.measure([self.key(parsed, resolve)], [self.key(gold, resolve)], options)
        return Comparison(bool(exact[0]), float(error[0]))


def all_or_nothing(equal: Sequence[bool] | NDArray[np.bool_]) -> Measured:
    """Return E and e of formats that are right or wrong, with nothing between."""
    exact = np.asarray(equal, dtype=bool)
    return exact, 1.0 - exact


def within(distance: NDArray[np.float64], tolerance: NDArray[np.float64] | float) -> Measured:
    """Return ``E = 1[d < tau]`` and ``e = min(1, d / tau)``; with a tolerance of 0, 0 and 1."""
    tolerance = np.broadcast_to(np.asarray(tolerance, dtype=float), distance.shape)
    exact = distance < tolerance
    error = np.ones(distance.shape)
    # E = 1 exactly when e < 1, also where the quotient would round up to 1.
    error[exact] = np.minimum(distance[exact] / tolerance[exact], np.nextafter(1.0, 0.0))
    return exact, error


def text(value: object, what: str, limit: int) -> str:
    """Return a string that is short enough and valid Unicode, without the spaces around it."""
    if type(value) is not str:
        raise FormatError(f"{what} is a string, not {kind(value)}")
    if len(value) > limit:
        raise FormatError(f"{what} has at most {limit} characters, not {len(value)}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise FormatError(f"{what} is not valid Unicode") from None
    value = value.strip()
    if not value:
        raise FormatError(f"{what} is empty")
    return value


def number(value: object, what: str, low: float = -np.inf, high: float = np.inf) -> float:
    """Return a finite number between `low` and `high`, both included."""
    if type(value) is not float and type(value) is not int:
        raise FormatError(f"{what} is a number, not {kind(value)}")
    try:
        real = float(value)
    except OverflowError:
        raise FormatError(f"{what} is too large") from None
    if not -np.inf < real < np.inf:
        raise FormatError(f"{what} is a finite number, not {real}")
    if not low <= real <= high:
        raise FormatError(f"{what} lies between {low:g} and {high:g}, not {real:g}")
    return real


def members(value: object, what: str, names: Sequence[str]) -> list[Any]:
    """Return the members of an object that has exactly the members `names`."""
    if not isinstance(value, dict):
        raise FormatError(f"{what} is an object, not {kind(value)}")
    try:
        found = [value[name] for name in names]
    except KeyError:
        found = []
    if len(found) != len(value) or not found:
        raise FormatError(f"{what} has the members {', '.join(names)} and no other")
    return found


def object_schema(properties: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the JSON schema of an object that has exactly these members."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def listed(values: Sequence[str]) -> str:
    """Return strings as a quoted list."""
    return ", ".join(f'"{value}"' for value in values)


def kind(value: object) -> str:
    """Return what JSON calls a value of this type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"
