"""The scenarios of `benchmarks.life` on PostgreSQL, on a server that is started for them.

``python -m benchmarks.life --system benchmarks.postgres.life:open_on_server``: each scenario has a database of its own
on the newest server that is installed here. The totals are to be those of a file.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from tests.store.postgresql import SERVERS, Server, running

from benchmarks.life.systems import Tiermem


@cache
def _server() -> Server:
    """Return the server, which ends with the process."""
    ending = ExitStack()
    atexit.register(ending.close)
    return ending.enter_context(running(SERVERS[-1]))


@contextmanager
def open_on_server() -> Iterator[Tiermem]:
    """Open a new memory with default settings in a database of its own."""
    system = Tiermem(_server().new_database())
    with system.memory:
        yield system
