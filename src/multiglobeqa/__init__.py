"""Build, verify, run and analyse a geospatial-reasoning benchmark for language models."""

__version__ = "0.1.0"
