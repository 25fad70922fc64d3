"""uvicorn, with deadlines for clients that never finish a request, and an end that open streams do not delay."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0
"""Seconds for a client to send the head of a request, after connecting and after its first byte."""
IDLE_S = 30
"""Seconds without a request after which a connection is closed."""
END_S = 5
"""Seconds for requests in progress when the server ends."""


class PunctualProtocol(H11Protocol):
    """A connection that is closed if the client does not send the rest of a request in time. uvicorn waits for ever."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Take bytes; wait for the rest of a request, or no longer if nothing is missing.

        `guard` bounds the time of a body that is being read. This bounds the time of a body that came after its
        answer, as of a request that was refused.
        """
        super().data_received(data)
        client, server = self.conn.their_state, self.conn.our_state
        is_within_head = client is h11.IDLE and bool(self.conn.trailing_data[0])
        if not (is_within_head or (client is h11.SEND_BODY and server is h11.DONE)):
            self._stop_expecting()
        elif self._late is None:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_expecting()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if the client has not read its last answer."""
        self.transport.abort()

    def _expect(self) -> None:
        self._late = self.loop.call_later(HEAD_S, self._close)

    def _stop_expecting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        self.transport.abort()


class Server(uvicorn.Server):
    """A server that ends its streams first.

    Args:
        config: uvicorn's.
        stop_streams: Ends all open streams.
    """

    def __init__(self, config: uvicorn.Config, stop_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop_streams = stop_streams

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on a signal. uvicorn raises it again at the end, before the memory is closed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

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
        timeout_keep_alive=IDLE_S,
        timeout_graceful_shutdown=END_S,
    )
