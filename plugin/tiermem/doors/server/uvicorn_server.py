"""uvicorn, with deadlines for clients that never finish a request, and an end that open streams do not delay."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0
"""Seconds for a client to send the head of a request, after connecting and after its first byte."""
_END_S = 5
"""Seconds for requests in progress when the server ends."""


class PunctualProtocol(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time. uvicorn waits for ever."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Take bytes; wait for the rest of a head, or no longer if it is complete."""
        super().data_received(data)
        is_within_head = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if not is_within_head:
            self._stop_expecting()
        elif self._late is None:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_expecting()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._late = self.loop.call_later(HEAD_S, self._close)

    def _stop_expecting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """A server that ends its streams first.

    Args:
        config: uvicorn's.
        stop_streams: Ends all open streams.
    """

    def __init__(self, config: uvicorn.Config, stop_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop_streams = stop_streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the server."""
        self._stop_streams()
        await super().shutdown(sockets)


def config_of(app: object) -> uvicorn.Config:
    """Return uvicorn's configuration: quiet, and with the protocol above."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=PunctualProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_END_S,
    )
