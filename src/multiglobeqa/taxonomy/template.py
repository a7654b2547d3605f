"""What a template is: the fields of its TOML file, checked when it is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    field_validator,
    model_validator,
)

PLACEHOLDER = re.compile(r"\{([a-z0-9_]+[A-Z]?)(?::(one|many))?\}")

Kind = Literal[
    "poi",
    "settlement",
    "region",
    "natural",
    "transport",
    "infrastructure",
    "other",
    "road",
    "waterway",
    "earthquake",
    "fire",
    "storm",
    "smoke",
    "place",  # what a graph's questions mean by a place: several of the others
]
Shape = Literal["point", "line", "area"]
Km = Annotated[float, Field(gt=0, le=20_100)]


# Text of several lines in the file is one line to a reader.
Text = Annotated[str, AfterValidator(lambda text: " ".join(text.split()))]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Places(_Strict):
    """The anchor of a tuple: a place drawn from each stratum."""

    draw: Literal["places"]
    kinds: tuple[Kind, ...] = ("place",)
    shapes: tuple[Shape, ...] = ("point", "line", "area")


class Containers(_Strict):
    """The anchor of a tuple: an area with members, in the stratum of its centroid.

    In graphs of points these are the countries that the graph covers.
    """

    draw: Literal["containers"]


class Ring(_Strict):
    """A place whose distance from another role lies in a ring; tuples take the rings in turn."""

    draw: Literal["ring"]
    of: str
    km: tuple[tuple[float, Km], ...]
    kinds: tuple[Kind, ...] = ("place",)


class Meeting(_Strict):
    """A place around another role's geometry: in turn one that meets it and one that does not."""

    draw: Literal["meeting"]
    of: str
    kinds: tuple[Kind, ...]
    shapes: tuple[Shape, ...] = ("line", "area")


class Holder(_Strict):
    """An administrative area that holds another role, always or in turn with one that does not."""

    draw: Literal["holder"]
    of: str
    always: bool = False


class Country(_Strict):
    """A country: in turn the one that another role lies in, and one that borders it."""

    draw: Literal["country"]
    of: str


class ClassMeeting(_Strict):
    """A class with so many members that meet another role's geometry, or lie within metres."""

    draw: Literal["class_meeting"]
    of: str
    members: tuple[int, int]
    kinds: tuple[Kind, ...]
    shapes: tuple[Shape, ...] = ("point", "line", "area")
    metres: float = 0


class ClassNear(_Strict):
    """A class with so many members within `value` km of another role."""

    draw: Literal["class_near"]
    of: str
    members: tuple[int, int]
    kinds: tuple[Kind, ...] = ("place",)


class ClassIn(_Strict):
    """A class with so many members in a container, or in the country of a place."""

    draw: Literal["class_in"]
    of: str
    members: tuple[int, int]
    kinds: tuple[Kind, ...] = ("place",)
    with_population: bool = False
    shapes: tuple[Shape, ...] = ("point", "line", "area")


class Choice(_Strict):
    """A parameter; tuples take the choices in turn."""

    draw: Literal["choice"]
    choices: tuple[int | float | str, ...]


Draw = Annotated[
    Places
    | Containers
    | Ring
    | Meeting
    | Holder
    | Country
    | ClassNear
    | ClassMeeting
    | ClassIn
    | Choice,
    Field(discriminator="draw"),
]


class Answer(_Strict):
    """The answer's format, one of `multiglobeqa.answers`, and what the format needs to know.

    An option whose value is ``{"from": "name"}`` takes the value of that parameter.
    """

    format: str
    unit: str | None = None
    options: dict[str, Any] = {}

    def options_for(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """Return the options, with those that are parameters filled in."""
        return {
            name: parameters[value["from"]] if isinstance(value, dict) else value
            for name, value in self.options.items()
        }


class Premise(_Strict):
    """What a question takes for granted, and how a tuple is perturbed so that it fails.

    Without draws of its own, tuples are drawn as ever and the query decides which of them
    violate the premise.
    """

    text: str
    draws: dict[str, Draw] = {}


class SubTemplate(_Strict):
    """A template with some of its parameters bound."""

    id: str
    parameters: dict[str, int | float | str] = {}
    variants: tuple[str, ...] = ()
    answer: Answer | None = None
    choices: dict[str, tuple[int | float | str, ...]] = {}  # in place of the template's


class Template(_Strict):
    """One of the paper's templates (Table 5), as read from its TOML file."""

    tid: str
    key: str  # its file's name: the TID, and what tells it from other files of the same TID
    sfid: str
    name: str
    template: str
    graphs: tuple[str, ...]
    definition: Text
    convention: Text | None = None
    points: bool = False  # places are points: of a line or an area, the planar centroid
    measure: Literal["geodesic", "planar", "grid", "attribute"]
    answer: Answer
    validation: tuple[str, ...]
    draws: dict[str, Draw]
    oversample: int = 4  # tuples to draw for each one wanted
    hidden: tuple[str, ...] = ()
    finds: tuple[str, ...] = ()  # parameters that the query finds
    premise: Premise | None = None
    variants: tuple[str, ...] = ()
    sub_templates: tuple[SubTemplate, ...]
    answer_sql: str
    gold_sql: str

    @field_validator("sub_templates", mode="after")
    @classmethod
    def _ids(cls, subs: tuple[SubTemplate, ...]) -> tuple[SubTemplate, ...]:
        if len({sub.id for sub in subs}) != len(subs):
            raise ValueError("two sub-templates have the same id")
        return subs

    @model_validator(mode="after")
    def _check(self) -> Template:
        anchors = [role for role, draw in self.draws.items() if _is_anchor(draw)]
        if len(anchors) != 1 or anchors[0] != next(iter(self.draws)):
            raise ValueError("the first draw, and no other, must be `places` or `containers`")
        known: set[str] = set()
        for role, draw in self.draws.items():
            _check_role(role, draw, known)
            known.add(role)
        for role, draw in (self.premise.draws if self.premise else {}).items():
            _check_role(role, draw, known)
        for sub in self.sub_templates:
            if sub.id != self.tid and not sub.id.startswith(self.tid + "."):
                raise ValueError(f"sub-template {sub.id} does not begin with {self.tid}.")
            names = known | set(sub.parameters) | set(self.finds)
            phrasings = self.variants_of(sub)
            if not 1 <= len(phrasings) <= 5 or len(set(phrasings)) != len(phrasings):
                raise ValueError(f"{sub.id} needs 1 to 5 variants, each another")
            shown = {name for name in names if name.startswith(("entity_", "event_", "class_"))}
            shown -= set(self.hidden)
            for text in phrasings:
                found = {match.group(1) for match in PLACEHOLDER.finditer(text)}
                if unknown := found - names:
                    raise ValueError(f"{sub.id}: no such placeholder: {', '.join(unknown)}")
                if missing := shown - found:
                    raise ValueError(f"{sub.id}: {text!r} lacks {', '.join(sorted(missing))}")
        return self

    @property
    def anchor(self) -> str:
        """The role whose stratum is the question's."""
        return next(iter(self.draws))

    def variants_of(self, sub: SubTemplate) -> tuple[str, ...]:
        """Return the English phrasings of a sub-template."""
        return sub.variants or self.variants

    def answer_of(self, sub: SubTemplate) -> Answer:
        """Return the answer format of a sub-template."""
        return sub.answer or self.answer

    def roles(self) -> Iterator[str]:
        """Yield the roles that entities fill, in the order of the draws."""
        return (role for role in self.draws if role.startswith(("entity_", "event_")))


def _is_anchor(draw: Draw) -> bool:
    return isinstance(draw, Places | Containers)


def _check_role(role: str, draw: Draw, known: set[str]) -> None:
    if not re.fullmatch(r"(entity|event|class)_[A-C]|[a-z0-9_]+", role):
        raise ValueError(f"{role!r} is no name for a role or parameter")
    of = getattr(draw, "of", None)
    if of is not None and of not in known:
        raise ValueError(f"{role} is drawn of {of}, which is not drawn before it")
    if isinstance(draw, ClassNear) and "value" not in known:
        raise ValueError(f"{role} needs `value` drawn before it")
