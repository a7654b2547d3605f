"""The classes of each graph that a question may speak of, and the English nouns for them."""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources
from typing import NamedTuple

# Where each graph's classes are listed, and the namespace that their names live in.
TABLES = {
    "worldkg": ("worldkg_classes.csv", "http://www.worldkg.org/schema/"),
    "osmh3kg": ("osmh3kg_classes.csv", "https://w3id.org/osmh3kg/schema/"),
    "atlas": ("atlas_classes.csv", "http://www.geonames.org/ontology#"),
    "knowwheregraph": (
        "knowwheregraph_classes.csv",
        "http://stko-kwg.geog.ucsb.edu/lod/ontology/",
    ),
}


class ClassNoun(NamedTuple):
    """A class of a graph: what kind of thing it is and what people call it."""

    id: str  # IRI
    kind: str  # poi, settlement, region, area_label, natural, transport, road, waterway, ...
    singular: str
    plural: str
    askable: bool


@cache
def classes(kg: str) -> tuple[ClassNoun, ...]:
    """Return the classes of a graph, each once, ordered by IRI.

    Examples
    --------
    >>> {noun.plural for noun in classes("worldkg")} >= {"pharmacies", "villages"}
    True
    """
    name, namespace = TABLES[kg]
    with resources.files("multiglobeqa.kg").joinpath(name).open(encoding="utf-8") as stream:
        found = {
            namespace + row["class"]: ClassNoun(
                namespace + row["class"],
                row["kind"],
                row["singular"],
                row["plural"],
                row["askable"] == "true",
            )
            for row in csv.DictReader(stream)
        }
    return tuple(found[iri] for iri in sorted(found))
