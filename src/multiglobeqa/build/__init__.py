"""The benchmark, built from snapshots."""

from multiglobeqa.build.benchmark import build

__all__ = ["build"]
