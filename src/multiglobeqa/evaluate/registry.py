"""What Inspect finds through the entry point ``inspect_ai``: tasks, scorer, solver, provider."""

from __future__ import annotations

from inspect_ai.model import ModelAPI, modelapi

from multiglobeqa.evaluate.ask import ask
from multiglobeqa.evaluate.scorer import summary, table12
from multiglobeqa.evaluate.tasks import t1


@modelapi(name="server")
def server() -> type[ModelAPI]:
    """Return the provider of servers that enforce whole JSON schemas."""
    from multiglobeqa.evaluate.server import Server

    return Server


__all__ = ["ask", "server", "summary", "t1", "table12"]
