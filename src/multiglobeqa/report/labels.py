"""The words for what results are grouped by."""

from __future__ import annotations

DIMENSIONS = {
    "sfid": "Spatial function",
    "answer_format": "Answer format",
    "kg": "Graph",
    "modality": "Modality",
    "country": "Country",
    "sub_template": "Sub-template",
}

SPATIAL_FUNCTIONS = {
    "A": "Distance and proximity",
    "B": "Metric containment",
    "C": "Topological relations",
    "D": "Networks and paths",
    "E": "Administrative hierarchy",
    "F": "Comparison and ordering",
    "G": "Centrality",
    "H": "Grids and indexing",
    "I": "Spatio-temporal events",
    "J": "Direction and orientation",
    "K": "Shape",
    "L": "Uncertainty",
    "M": "Change of reference",
    "N": "Coordinates and extent",
}

ANSWER_FORMATS = {
    "boolean": "Boolean",
    "entity": "Entity name",
    "choice": "Choice",
    "set": "Set of names",
    "cell": "Grid cell",
    "geohash": "Grid code",
    "composite": "Composite cell",
    "distance": "Distance",
    "area": "Area",
    "count": "Count",
    "ratio": "Ratio",
    "point": "Point",
    "polar": "Bearing and distance",
    "polygon": "Polygon or box",
    "date": "Date",
}

INCOME = {
    "HIC": "High income",
    "UMC": "Upper middle income",
    "LMC": "Lower middle income",
    "LIC": "Low income",
}

DENSITY = {"low": "Low density", "medium": "Medium density", "high": "High density"}

GRAPHS = {
    "worldkg": "WorldKG",
    "knowwheregraph": "KnowWhereGraph",
    "osmh3kg": "OSMH3KG",
    "atlas": "Atlas",
}

OUTCOMES = {
    "correct": "Correct",
    "wrong": "Wrong",
    "refused": "Refused",
    "format_error": "Not readable",
    "budget_exhausted": "Budget exhausted",
    "context_overflow": "Context overflow",
    "harness_error": "Harness error",
}

METRICS = {
    "em": "EM",
    "ne": "NE",
    "cov": "Cov",
    "em_cov": "EM_cov",
    "frr": "FRR",
    "nrr": "NRR",
}
