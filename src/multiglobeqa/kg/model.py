"""What a knowledge graph on disk is made of: the columns of a snapshot and what fills them."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pyarrow as pa

FORMAT = "multiglobeqa-snapshot"
FORMAT_VERSION = 1

ENTITIES = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),  # IRI
        pa.field("kg", pa.string(), nullable=False),
        pa.field("name", pa.string(), nullable=False),  # English label, else the plain label
        pa.field("display_name", pa.string()),  # unique in the snapshot; null: no unique name
        pa.field("labels", pa.map_(pa.string(), pa.string()), nullable=False),  # by BCP 47 tag
        pa.field("aliases", pa.list_(pa.string()), nullable=False),
        pa.field("class", pa.string(), nullable=False),  # IRI of the most specific class
        pa.field("categories", pa.list_(pa.string()), nullable=False),  # IRIs of all its classes
        pa.field("geometry", pa.binary()),  # WKB, longitude latitude
        pa.field("lon", pa.float64()),  # of the entity's point, degrees
        pa.field("lat", pa.float64()),
        pa.field("attributes", pa.map_(pa.string(), pa.string()), nullable=False),
        pa.field("population", pa.int64()),
        pa.field("admin_level", pa.int8()),
        pa.field("parents", pa.list_(pa.string()), nullable=False),  # nearest first
        pa.field("start", pa.string()),  # ISO 8601, of an event
        pa.field("end", pa.string()),
        pa.field("image", pa.string()),
        pa.field("country", pa.string()),  # ISO 3166 alpha-3
        pa.field("income_tier", pa.string()),  # LIC, LMC, UMC, HIC
        pa.field("density_tier", pa.string()),  # low, medium, high
        pa.field("h3", pa.uint64()),  # cell of the point at resolution 5
    ]
)

TRIPLES = pa.schema(
    [
        pa.field("subject", pa.string(), nullable=False),
        pa.field("predicate", pa.string(), nullable=False),
        pa.field("object", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),  # iri, blank or literal
        pa.field("datatype", pa.string()),
        pa.field("language", pa.string()),
    ]
)

# How a snapshot's triples lie, as SQL.
TRIPLE_ORDER = "subject, predicate, object, kind, datatype NULLS FIRST, language NULLS FIRST"

H3_RESOLUTION = 5


class Places(Protocol):
    """Tells where points lie; `multiglobeqa.strata.Strata` is one.

    A builder takes it as an argument, so that graphs know nothing of how strata are made.
    """

    def locate(self, lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return country (ISO 3166 alpha-3), income tier and density tier, or None.

        Parameters
        ----------
        lon, lat : ndarray, shape (n,)
            Degrees.

        Returns
        -------
        tuple of three object arrays, shape (n,)
        """
        ...

    def country_name(self, iso3: str) -> str:
        """Return the English name of a country."""
        ...

    def country_names(self) -> frozenset[str]:
        """Return the names of all countries: no entity may be displayed by one of them alone."""
        ...
