"""Embedding beside everything else: one thread, which rests until something is written."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from tiermem.engine.models.daemon import Daemon
from tiermem.errors import TiermemError

if TYPE_CHECKING:
    from tiermem.engine.models.embedding import Embedding
    from tiermem.store.contract import Store
    from tiermem.values import Reach

_LOG = logging.getLogger("tiermem")
QUIET_S = 1.0
"""Seconds after something was written before it is embedded: whoever wrote it may want the machine first, and a
process that only writes something and ends does not begin."""
BATCH = 8
"""Texts in one call: a prompt that comes meanwhile waits for no more than these."""


class Background:
    """Embeds what is missing after sessions began and things were written.

    It holds no connection while a model works, and stores nothing once it was closed.

    Args:
        embedding: What embeds.
        store: Where; the thread gives its connection back after each batch.
        quiet_s: See `QUIET_S`.
    """

    def __init__(self, embedding: Embedding, store: Store, *, quiet_s: float = QUIET_S) -> None:
        self._embedding = embedding
        self._quiet_s = quiet_s
        self._daemon = Daemon("tiermem embedding", self._run, store)
        self._lock = threading.Lock()
        self._wanted: set[Reach] = set()
        self._told: str | None = None

    def wake(self, reach: Reach) -> None:
        """Something of this reach may have no vector."""
        with self._lock:
            self._wanted.add(reach)
        self._daemon.wake()

    def close(self) -> None:
        """Begin nothing more; what is being embedded is thrown away."""
        self._daemon.close()

    def _run(self) -> None:
        closed, woken = self._daemon.closed, self._daemon.woken
        while not closed.is_set():
            woken.wait()
            if closed.wait(self._quiet_s):
                return
            woken.clear()
            with self._lock:
                wanted, self._wanted = self._wanted, set()
            for reach in wanted:
                self._fill(reach)

    def _fill(self, reach: Reach) -> None:
        """Embed what is missing there; a failure is told once, and tried again after the next write."""
        try:
            filled = self._embedding.fill(reach.ids, reach, batch=BATCH, storing=self._daemon.using)
            problem = "; ".join(filled.failures)
        except TiermemError as error:
            problem = str(error)
        except Exception as error:  # noqa: BLE001 whatever it is, the thread lives on
            problem = f"{type(error).__name__}: {error}"
        if problem and problem != self._told and not self._daemon.closed.is_set():
            _LOG.warning("not all texts have vectors: %s", problem)
        self._told = problem
