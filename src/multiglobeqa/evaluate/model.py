"""Opens a model by its name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from rich.text import Text

from multiglobeqa.errors import InputError
from multiglobeqa.evaluate import (
    local,
    registry,  # noqa: F401  registers the provider `server`
)
from multiglobeqa.evaluate.address import check_listening


@dataclass(frozen=True)
class OpenModel:
    """A model that can be asked.

    Attributes
    ----------
    model : Model
        As Inspect has it.
    max_tokens, max_connections : int, optional
        What suits it better than the defaults.
    serving : dict, optional
        How it is served, for the record.
    """

    model: Model
    max_tokens: int | None = None
    max_connections: int | None = None
    serving: dict[str, Any] | None = None

    @property
    def label(self) -> str:
        """What results call it."""
        return str(self.model).removeprefix("server/")


@contextmanager
def open_model(name: str | Model, base_url: str | None = None) -> Iterator[OpenModel]:
    """Open a model; the local one is served for as long as it is open.

    Parameters
    ----------
    name : str or Model
        ``provider/model`` as Inspect has it, such as ``openai/gpt-5-mini``; ``server/model`` is
        any OpenAI-compatible server that enforces JSON schemas, ``local`` the small model that
        packages carry, and ``mockllm/model`` a rehearsal that refuses everything.
    base_url : str, optional
        The address of the service, such as ``http://127.0.0.1:8000/v1``.

    Raises
    ------
    InputError
        When there is no such provider, it lacks a key or package, or nothing listens at an
        address on this machine.
    """
    if isinstance(name, Model):
        yield OpenModel(name)
    elif name == "local":
        with local.local_model() as served:
            yield OpenModel(
                _get_model(f"server/{served.name}", served.base_url),
                served.max_tokens,
                # In order, since what is kept of the last prompt decides how sums are rounded.
                local.SLOTS,
                served.settings,
            )
    elif name == "mockllm/model":
        yield OpenModel(get_model(name, custom_outputs=_refuse))
    else:
        model = _get_model(name, base_url)
        check_listening(model.api.base_url)
        yield OpenModel(model)


def _get_model(name: str, base_url: str | None) -> Model:
    try:
        return get_model(name, base_url=base_url, memoize=False)
    except Exception as error:
        # Inspect and the providers' own packages raise all sorts, mostly with a remedy.
        raise InputError(
            f"cannot be opened: {_plain(error)}",
            source=f"model {name}",
            remedy="Name it provider/model, as Inspect does, or local.",
        ) from None


def _refuse(*_: object) -> ModelOutput:
    """Return a refusal whose tokens are told, since to count them Inspect would go online."""
    output = ModelOutput.from_content("mockllm", '{"answer": null, "refused": true}')
    output.usage = ModelUsage()
    return output


def _plain(error: Exception) -> str:
    """Return a message without the markup that Inspect writes for its console."""
    try:
        text = Text.from_markup(str(error)).plain
    except Exception:
        text = str(error)
    return " ".join(text.split()) or type(error).__name__
