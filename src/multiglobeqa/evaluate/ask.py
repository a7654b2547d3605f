"""How a model is asked one question."""

from __future__ import annotations

from inspect_ai.model import ResponseSchema
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import JSONSchema


@solver
def ask() -> Solver:
    """Ask once, with the reply held to the JSON schema in the sample's metadata."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        schema = JSONSchema.model_validate(state.metadata["schema"])
        return await generate(
            state, response_schema=ResponseSchema(name="reply", json_schema=schema, strict=True)
        )

    return solve
