"""Reads the templates: one folder per spatial function, a TOML file and two queries each."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from multiglobeqa.errors import InputError
from multiglobeqa.taxonomy.template import Template


@cache
def templates() -> tuple[Template, ...]:
    """Return all templates, in the order of the paper's Table 5.

    Examples
    --------
    >>> [template.tid for template in templates()][:2]
    ['A1', 'A2']
    """
    found: list[Template] = []
    with resources.as_file(resources.files("multiglobeqa.taxonomy")) as root:
        for file in root.glob("[A-Z]_*/*.toml"):
            found.append(read_template(file, sfid=file.parent.name[0]))
    return tuple(sorted(found, key=lambda one: (one.sfid, int(one.tid[1:]), one.key)))


def read_template(file: Path, *, sfid: str) -> Template:
    """Read a template from its TOML file and the two queries beside it.

    Parameters
    ----------
    file : path-like
        ``A1.toml``; ``A1.sql`` and ``A1.gold.sql`` must lie beside it. A template whose
        sub-templates are drawn or answered in different ways has several files, such as
        ``F3.area.toml``, with queries of their own or shared ones.
    sfid : str
        The spatial function that the template belongs to, a letter.

    Raises
    ------
    InputError
        When a file is missing or does not say what a template must say.
    """
    try:
        fields = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is not TOML: {error}", source=file) from None
    stem = file.name.removesuffix(".toml")
    tid = stem.partition(".")[0]
    if fields.get("tid") != tid:
        raise InputError(f"says tid = {fields.get('tid')!r}", source=file, remedy=f"Say {tid!r}.")
    try:
        return Template(
            **fields,
            key=stem,
            sfid=sfid,
            answer_sql=_query(file, stem, "sql"),
            gold_sql=_query(file, stem, "gold.sql"),
        )
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or None
        raise InputError(first["msg"], source=file, place=place) from None


def _query(file: Path, stem: str, kind: str) -> str:
    """Return a query: the file's own, or that which all files of its TID share."""
    own, shared = (file.with_name(f"{name}.{kind}") for name in (stem, stem.partition(".")[0]))
    for query in (own, shared):
        if query.is_file():
            return query.read_text("utf-8")
    raise InputError(f"lacks its query {own.name}", source=file, remedy="Write it beside the file.")
