"""Turns an answered tuple into a question: names, phrasing, answer, identity."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

import pyarrow as pa

from multiglobeqa.build.chance import salt
from multiglobeqa.build.execute import Answered
from multiglobeqa.build.render import render
from multiglobeqa.build.world import WITH_AREAS, World
from multiglobeqa.dataset import Entity, Question
from multiglobeqa.kg.classes import classes
from multiglobeqa.taxonomy import Template

_NAMES = """
SELECT id, name, country, kind FROM place WHERE id IN (SELECT id FROM asked)
UNION ALL
SELECT id, name, iso3, 'country' FROM country WHERE id IN (SELECT id FROM asked)
"""


# Names of countries that English gives an article: "in the Gambia", "in the Cayman Islands".
_ARTICLE = re.compile(
    r"^(?!South Georgia|The ).*\b(Islands|Republic|Kingdom|States|Emirates|Territory|Lands"
    r"|Maldives|Seychelles|Comoros|Philippines|Netherlands|Isle)\b"
)


def with_article(country: str) -> str:
    """Return the name of a country as it stands within an English sentence.

    Examples
    --------
    >>> with_article("Cayman Islands"), with_article("The Gambia"), with_article("Malta")
    ('the Cayman Islands', 'the Gambia', 'Malta')
    """
    if country.startswith("The "):
        return "the " + country.removeprefix("The ")
    return f"the {country}" if _ARTICLE.match(country) else country


# How names stand within a sentence, by kind: "the fire SHERPA, 2016".
_SPOKEN: dict[str, Callable[[str], str]] = {
    "country": with_article,
    "earthquake": "the {}".format,
    "fire": "the fire {}".format,
    "smoke": "the {}".format,
}


class Writer:
    """Writes the questions of one template over one graph.

    Parameters
    ----------
    world, template
        The graph and the template.
    chosen : sequence of Answered
        The tuples that will be asked for: their entities' names are looked up at once.
    seed : int
        Determines which phrasing a tuple gets.
    """

    def __init__(
        self, world: World, template: Template, chosen: Sequence[Answered], seed: int
    ) -> None:
        self.kg, self.template, self.seed = world.kg, template, seed
        self.subs = {sub.id: sub for sub in template.sub_templates}
        self.nouns = {noun.id: noun for noun in classes(world.kg)}
        ids = {one.values[role] for one in chosen for role in template.roles()}
        ids |= {iri for one in chosen for iri in one.entities}
        world.connection.register("asked", pa.table({"id": sorted(ids)}))
        found = world.connection.execute(_NAMES).fetchall()
        self.names: dict[str, str] = {iri: name for iri, name, _, _ in found}
        self.country_of: dict[str, str] = {iri: country for iri, _, country, _ in found}
        self.spoken = {iri: name and _SPOKEN.get(kind, str)(name) for iri, name, _, kind in found}

    def question(self, one: Answered, candidates: Iterable[str]) -> Question:
        """Return the question of an answered tuple."""
        sub, template = self.subs[one.sub_template], self.template
        roles = {role: one.values[role] for role in template.roles()}
        spoken = {role: self.spoken[iri] for role, iri in roles.items()}
        parameters = {
            name: self._parameter(name, value)
            for name, value in one.values.items()
            if name not in roles and name not in template.hidden
        } | one.parameters
        answer = template.answer_of(sub)
        value: Any = one.answer
        acceptable: list[Any] = []
        if not one.premise_holds:
            value = None
        elif answer.format == "entity":
            acceptable = [self.names[iri] for iri in one.entities]
            value = acceptable[0]
        elif answer.format == "set":
            value = sorted(self.names[iri] for iri in one.entities)
        else:
            value = _rounded(value)
        variants = template.variants_of(sub)
        key = {"sub_template": sub.id, "kg": self.kg, "premise_holds": one.premise_holds}
        question_id = _question_id(key | roles | parameters)
        variant = salt(self.seed, question_id) % len(variants)
        income, density = one.stratum.split("/")
        premise = template.premise.text if template.premise and not one.premise_holds else None
        return Question(
            question_id=question_id,
            tid=template.tid,
            sub_template=sub.id,
            sfid=template.sfid,
            kg=self.kg,
            question=render(variants[variant], spoken, parameters),
            entities=tuple(Entity(role, iri, self.names[iri]) for role, iri in roles.items()),
            answer_format=answer.format,
            answer=value,
            variant=variant,
            parameters=parameters,
            country=self.country_of[roles[template.anchor]],
            income_tier=income,
            density_tier=density,
            answer_options=answer.options_for(parameters),
            unit=answer.unit,
            convention=self._convention(spoken, parameters),
            acceptable=tuple(acceptable or ([] if value is None else [value])),
            answer_entities=tuple(one.entities) if one.premise_holds else (),
            candidates=tuple(candidates),
            premise_holds=one.premise_holds,
            premise=premise and render(premise, spoken, parameters),
            measure=template.measure,
        )

    def _convention(self, spoken: dict[str, str], parameters: dict[str, Any]) -> str | None:
        parts = [render(self.template.convention or "", spoken, parameters)]
        if self.template.points and self.kg in WITH_AREAS:
            parts.append("Lines and areas are located by their planar centroid.")
        return " ".join(filter(None, parts)) or None

    def _parameter(self, name: str, value: Any) -> Any:
        if not name.startswith("class_"):
            return value
        noun = self.nouns[value]
        return {"id": noun.id, "singular": noun.singular, "plural": noun.plural}


def _rounded(value: Any) -> Any:
    """Round to a millimetre or to 1e-7 degrees: the same number on every machine."""
    if isinstance(value, float):
        return round(value, 7)
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return value


def _question_id(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()[:16]
