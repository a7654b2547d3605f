"""Reports of results: one page that needs nothing beside it, and its numbers."""

from multiglobeqa.report.write import write_report

__all__ = ["write_report"]
