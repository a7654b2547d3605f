"""The templates of the benchmark, as data."""

from multiglobeqa.taxonomy.loader import read_template, templates
from multiglobeqa.taxonomy.template import SubTemplate, Template

__all__ = ["SubTemplate", "Template", "read_template", "templates"]
