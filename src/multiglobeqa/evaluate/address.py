"""Addresses of services."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from multiglobeqa.errors import InputError


def is_here(base_url: str | None) -> bool:
    """Tell whether an address is on this machine.

    Examples
    --------
    >>> is_here("http://localhost:8000/v1"), is_here("https://example.org/v1"), is_here(None)
    (True, False, False)
    """
    return urlsplit(base_url or "").hostname in ("localhost", "127.0.0.1", "::1")


def check_listening(base_url: str | None) -> None:
    """Look whether something listens at an address on this machine; others are not looked at.

    Raises
    ------
    InputError
        At once when nothing does: no retry would help.
    """
    if base_url is None or not is_here(base_url):
        return
    address = urlsplit(base_url)
    port = address.port or (443 if address.scheme == "https" else 80)
    try:
        socket.create_connection((address.hostname, port), timeout=10).close()
    except OSError as error:
        raise InputError(
            f"does not answer: {error.strerror or error}",
            source=base_url,
            remedy="Start the server, or correct --base-url.",
        ) from None
