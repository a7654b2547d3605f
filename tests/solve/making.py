"""Small worlds made by hand: questions and their gold triples."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
from shapely import box

from multiglobeqa.dataset import QUESTIONS, TRIPLES, Entity, Question, Triple

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
PREF_LABEL = "http://www.w3.org/2004/02/skos/core#prefLabel"
GEO = "http://www.opengis.net/ont/geosparql#"
WKGS = "http://www.worldkg.org/schema/"
OSMH3KG = "https://w3id.org/osmh3kg/schema/"
GEONAMES = "http://www.geonames.org/ontology#"
WKT = GEO + "wktLiteral"

PUB = {"id": WKGS + "Pub", "singular": "pub", "plural": "pubs"}
BANK = {"id": WKGS + "Bank", "singular": "bank", "plural": "banks"}
FINLAND = "http://www.wikidata.org/entity/Q33"

FORMATS = {
    "A4": "entity", "A7": "entity", "F1": "entity", "F2": "entity",
    "B1": "count", "B3": "count", "B2": "set", "F4": "set", "L4": "set",
    "H1": "cell", "H2": "cell", "H3": "composite",
    "J1": "boolean", "L1": "boolean", "L2": "boolean", "L3": "boolean",
    "C1": "boolean", "C2": "boolean", "C3": "count", "C4": "count", "C5": "set", "C6": "set",
    "C7": "boolean", "C8": "boolean", "C9": "boolean", "C10": "boolean", "C11": "boolean",
    "D1": "set", "D2": "count", "D3": "set", "D4": "count", "E1": "boolean", "E2": "count",
    "E3": "count", "E4": "boolean", "E5": "boolean", "F3": "entity", "G1": "point", "G2": "point",
    "A5": "entity", "I2": "set", "I3": "date", "I4": "area", "I5": "area",
    "J3": "choice", "K1": "boolean", "K2": "boolean", "K3": "boolean", "K5": "ratio",
    "L5": "boolean", "N2": "polygon",
    "J2": "choice", "J4": "choice", "M1": "polar", "M2": "cell", "N1": "point",
}  # fmt: skip


def iri(number):
    return f"http://www.worldkg.org/resource/{number}"


def place(number, lon, lat, *types, name=None, within=None, population=None):
    """What WorldKG says of a place, and the two derived statements."""
    entity, geometry = iri(number), iri(f"geo{number}")
    yield Triple(entity, PREF_LABEL, name or f"Place {number}", "literal")
    yield Triple(entity, WKGS + "spatialObject", geometry)
    yield Triple(geometry, RDF_TYPE, "http://www.opengis.net/ont/sf#Point")
    yield Triple(geometry, GEO + "asWKT", f"Point({lon} {lat})", "literal", WKT)
    for class_ in types:
        yield Triple(entity, RDF_TYPE, class_["id"])
    if within:
        yield Triple(entity, GEO + "sfWithin", within)
    if population is not None:
        yield Triple(entity, WKGS + "population", str(population), "literal")


def shape(number, wkt, *types, within=(), level=None, name=None):
    """What OSMH3KG says of a way or an area."""
    entity, geometry = iri(number), iri(f"geo{number}")
    yield Triple(entity, PREF_LABEL, name or f"Place {number}", "literal")
    yield Triple(entity, GEO + "hasGeometry", geometry)
    yield Triple(geometry, GEO + "asWKT", wkt, "literal", WKT)
    for class_ in types:
        yield Triple(entity, RDF_TYPE, class_["id"])
    for container in within:
        yield Triple(entity, GEO + "sfWithin", iri(container))
    if level is not None:
        yield Triple(entity, OSMH3KG + "admin_level", str(level), "literal")


def rectangle(west, south, east, north):
    """The WKT of a box."""
    return box(west, south, east, north).wkt


def geonames_place(number, lon, lat, population):
    """What the atlas says of a place."""
    entity = f"https://sws.geonames.org/{number}/"
    yield Triple(entity, PREF_LABEL, f"City {number}", "literal")
    yield Triple(entity, GEO + "hasGeometry", entity + "#geometry")
    yield Triple(entity + "#geometry", GEO + "asWKT", f"POINT ({lon} {lat})", "literal", WKT)
    yield Triple(entity, GEONAMES + "population", str(population), "literal")


def world(*places):
    return [triple for statements in places for triple in statements]


def country(name="Finland"):
    yield Triple(FINLAND, PREF_LABEL, name, "literal")


def ask(sub_template, *entities, answer=None, parameters=None, **fields):
    """Make a question; its entities are numbers or IRIs in the roles A, B, C, or a dict by role."""
    if len(entities) == 1 and isinstance(entities[0], dict):
        roles = entities[0]
    else:
        roles = dict(zip(("entity_A", "entity_B", "entity_C"), entities, strict=False))
    named = tuple(
        Entity(role, iri(entity) if isinstance(entity, int) else entity, f"Name of {entity}")
        for role, entity in roles.items()
    )
    tid = sub_template.split(".")[0]
    return Question(
        **{
            "question_id": f"q-{sub_template}",
            "tid": tid,
            "sub_template": sub_template,
            "sfid": tid[0],
            "kg": "worldkg",
            "question": f"A question of {sub_template}?",
            "entities": named,
            "answer_format": FORMATS.get(tid, "distance"),
            "answer": answer,
            "parameters": parameters or {},
            **fields,
        }
    )


def write_dataset(folder, cases, *, languages=("eng",), splits=("test",), triples_files=1):
    """Write questions with their triples as a dataset folder; every split holds them all."""
    manifest = {
        "format": "multiglobeqa-dataset",
        "format_version": 1,
        "languages": list(languages),
        "splits": list(splits),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for language in languages:
        (folder / "questions" / language).mkdir(parents=True)
        rows = [question.row() | {"language": language} for question, _ in cases]
        for split in splits:
            table = pa.Table.from_pylist(rows, schema=QUESTIONS)
            pq.write_table(table, folder / "questions" / language / f"{split}.parquet")
    rows = [
        {"question_id": question.question_id, **triple._asdict()}
        for question, triples in cases
        for triple in triples
    ]
    (folder / "gold_triples").mkdir()
    for number in range(triples_files):
        table = pa.Table.from_pylist(rows[number::triples_files], schema=TRIPLES)
        pq.write_table(table, folder / "gold_triples" / f"{number}.parquet")
    return folder
