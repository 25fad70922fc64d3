"""Find models by a name in the YAML and the environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tiermem.plugins import PluginError, install_command

BASE_URLS = {"ollama": "http://localhost:11434/v1"}
"""Addresses of servers on this machine; the environment variable ``PROVIDER_BASE_URL`` overrides one."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A generative model and its address.

    Attributes:
        provider: The provider's name in pydantic-ai.
        name: The model's name there.
        base_url: The address of an OpenAI-compatible server; None for the provider's own.
        api_key: The key of that server; None if it needs none.
    """

    provider: str
    name: str
    base_url: str | None = None
    api_key: str | None = None

    @property
    def id(self) -> str:
        """``PROVIDER:NAME``."""
        return f"{self.provider}:{self.name}"


@contextmanager
def needs_extra() -> Iterator[None]:
    """Name the missing extra if an import in the block fails.

    Raises:
        PluginError: The extra is missing.
    """
    try:
        yield
    except ImportError as error:
        raise PluginError(
            "model",
            f"it needs the extra 'llm', which is not installed ({error}): {install_command('llm')}.",
        ) from error


def endpoint_of(model: str) -> Endpoint | None:
    """Return the endpoint of a model's name, or None.

    The name is ``PROVIDER:NAME`` or, as host agents write it, ``PROVIDER/NAME``. If ``OPENAI_BASE_URL`` is set, other
    names with a slash or a colon, and ``openai/…``, are models of that server. A plain word has no endpoint: it is the
    name of the user's own hook, and requests to it stay on this machine.

    Raises:
        PluginError: The extra is missing.
    """
    own_server = os.environ.get("OPENAI_BASE_URL")
    separator = min((mark for mark in ":/" if mark in model), key=model.index, default=None)
    provider, _, name = model.partition(separator) if separator else ("", "", model)
    whole = separator == "/" and provider == "openai" and own_server
    if provider and name and not whole and (_address(provider) or is_known(provider)):
        return Endpoint(provider, name, _address(provider), _variable(provider, "API_KEY"))
    if not separator or not own_server:
        return None
    return Endpoint("openai", model, own_server, _variable("openai", "API_KEY"))


def is_known(provider: str) -> bool:
    """Return True if pydantic-ai knows a provider of this name.

    Raises:
        PluginError: The extra is missing.
    """
    with needs_extra():
        from pydantic_ai.providers import infer_provider_class
    try:
        infer_provider_class(provider)
    except ValueError:
        return False
    except ImportError:  # it knows the provider, whose package is not installed
        return True
    return True


def _address(provider: str) -> str | None:
    """Return the address of an OpenAI-compatible server; other providers do not need one."""
    if provider in (
        "anthropic",
        "google",
        "google-cloud",
        "bedrock",
        "cohere",
        "mistral",
        "groq",
        "huggingface",
    ):
        return None
    return _variable(provider, "BASE_URL") or BASE_URLS.get(provider)


def _variable(provider: str, name: str) -> str | None:
    return os.environ.get(f"{provider.upper().replace('-', '_')}_{name}") or None
