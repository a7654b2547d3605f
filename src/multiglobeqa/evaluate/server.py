"""The Inspect provider `server`: an OpenAI-compatible server that enforces whole JSON schemas."""

from __future__ import annotations

import os
import re
from typing import Any

from inspect_ai.model import GenerateConfig, ModelOutput
from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI
from openai import APIStatusError, DefaultAsyncHttpxClient
from typing_extensions import override

from multiglobeqa.evaluate.address import is_here

# How llama.cpp, vLLM and SGLang say that the prompt is too long.
OVERFLOW = re.compile(r"context (size|length|window)|maximum context|input length", re.IGNORECASE)


class Server(OpenAICompatibleAPI):
    """llama.cpp, vLLM, SGLang or another server with OpenAI's chat completions.

    Inspect's own ``openai-api`` leaves the patterns and ranges of a schema out, since not every
    service takes them. Named here is a server that does: it gets the schema whole.

    The address comes from the base URL or from ``SERVER_BASE_URL``, the key from
    ``SERVER_API_KEY``; most servers need none.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        **model_args: Any,
    ) -> None:
        super().__init__(
            model_name=model_name,
            base_url=base_url,
            api_key=api_key or os.environ.get("SERVER_API_KEY") or "none",
            config=config or GenerateConfig(),
            service="server",
            **model_args,
        )

    @override
    def _create_http_client(self) -> DefaultAsyncHttpxClient:
        # A proxy between this machine and itself would find nothing.
        if is_here(self.base_url):
            return DefaultAsyncHttpxClient(trust_env=False)
        return super()._create_http_client()

    @override
    def request_headers(self, config: GenerateConfig) -> dict[str, str]:
        # To connect to this machine costs nothing, and then nothing is left open at the end.
        return {"Connection": "close"} if is_here(self.base_url) else {}

    @property
    @override
    def schema_exclude_fields(self) -> set[str] | None:
        return None

    @override
    def handle_bad_request(self, ex: APIStatusError) -> ModelOutput | Exception:
        if OVERFLOW.search(str(ex)):
            return ModelOutput.from_content(
                self.model_name, content="", stop_reason="model_length", error=str(ex)
            )
        return super().handle_bad_request(ex)
