"""What gold triples say of events: when they happened and how far they were felt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite

from multiglobeqa.solve.solution import Insufficient, only

_TIME = "http://www.w3.org/2006/time#"
_SOSA = "http://www.w3.org/ns/sosa/"

_SCOPE = "http://stko-kwg.geog.ucsb.edu/lod/ontology/hasTemporalScope"
_BEGINNING, _END = _TIME + "hasBeginning", _TIME + "hasEnd"
_INSTANTS = tuple(_TIME + name for name in ("inXSDDateTime", "inXSDDateTimeStamp", "inXSDDate"))
_OBSERVED_OF = _SOSA + "hasFeatureOfInterest"
_PROPERTY, _RESULT = _SOSA + "observedProperty", _SOSA + "hasSimpleResult"
# Of a year or a month alone the day is not known.
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:T.*)?", re.ASCII)
_NAMED = re.compile(r".*/time\.(\d{4}-\d{2}-\d{2})", re.ASCII)

Statements = Mapping[str, Mapping[str, list[str]]]


class Events:
    """The times and radii of events, in the words of KnowWhereGraph.

    Parameters
    ----------
    statements : mapping
        For each predicate, for each subject, the objects.
    """

    def __init__(self, statements: Statements) -> None:
        self._statements = statements

    def days(self, event: str) -> tuple[str, str]:
        """Return the first and the last day of an event, as YYYY-MM-DD, in UTC.

        They are those of its temporal scope, an instant or an interval.
        """
        scope = only(self._said(_SCOPE, event), f"time of {event}")
        begins, ends = self._said(_BEGINNING, scope), self._said(_END, scope)
        if not begins and not ends:
            begins = ends = [scope]
        return (
            self._day(only(begins, f"beginning of {event}")),
            self._day(only(ends, f"end of {event}")),
        )

    def radius_km(self, event: str) -> float | None:
        """Return how far around its point an earthquake was felt, or None where it is not said.

        It is the observation of the property ``...shakingRadius``.
        """
        observations = [
            observation
            for observation, features in self._statements.get(_OBSERVED_OF, {}).items()
            if event in features
            and any(
                said.endswith("ObservableProperty.shakingRadius")
                for said in self._said(_PROPERTY, observation)
            )
        ]
        if not observations:
            return None
        what = f"shaking radius of {event}"
        text = only([said for one in observations for said in self._said(_RESULT, one)], what)
        try:
            radius = float(text)
        except ValueError:
            raise Insufficient(f"the {what} is no number") from None
        if not (isfinite(radius) and radius >= 0):
            raise Insufficient(f"the {what} is no distance")
        return radius

    def _day(self, instant: str) -> str:
        texts = [text for predicate in _INSTANTS for text in self._said(predicate, instant)]
        days = [day[1] for text in texts if (day := _DATE.fullmatch(text.strip()))]
        if not texts and (named := _NAMED.fullmatch(instant)):
            days = [named[1]]
        return only(days, f"day of {instant}")

    def _said(self, predicate: str, subject: str) -> list[str]:
        return self._statements.get(predicate, {}).get(subject, [])
