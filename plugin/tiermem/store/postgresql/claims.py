"""The queue of work that workers on many machines share, and the announcements that wake them.

A user with work has a row in ``claims``. A trigger puts it there in the transaction that appends an observation, and
locks it if it is there: a worker that gives up a claim and a writer that adds work cannot miss each other.
"""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import psycopg

from tiermem.errors import LostClaim, StoreError
from tiermem.store.contract.claims import Claim, ClaimCounts
from tiermem.store.postgresql.database import PostgresDatabase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

CHANNEL = "tiermem_work"
"""The channel on which new work is announced."""
_LOG = logging.getLogger("tiermem")
_HEARD_S = 3.0
"""Seconds within which a listener has to hear what is announced for it alone."""
_LONGEST_REST_S = 60.0
"""Seconds to which the pause between two attempts to listen grows."""
_DUE = "(worker IS NULL AND (until IS NULL OR NOT ? = ANY (resting)) OR until < clock_timestamp())"
_TAKE = f"""
    WITH due AS (
        SELECT house_id, scope_id, worker, until, woken FROM claims WHERE house_id = ? AND {_DUE} {{only}}
        ORDER BY woken LIMIT ? FOR UPDATE SKIP LOCKED
    )
    UPDATE claims c SET worker = ?, until = clock_timestamp() + make_interval(secs => ?),
        resting = CASE WHEN due.worker IS NULL AND due.until > clock_timestamp() THEN c.resting ELSE '{{{{}}}}' END,
        fence = CAST(CAST(pg_current_xact_id() AS text) AS bigint)
    FROM due JOIN scopes s ON s.id = due.scope_id WHERE c.house_id = due.house_id AND c.scope_id = due.scope_id
    RETURNING c.scope_id, s.name, c.fence, due.worker IS NOT NULL,
        CAST(extract(epoch FROM clock_timestamp() - due.woken) AS float8)
"""
"""The rests of other agents go on, and end with that of the last one that leaves the user."""
_OWN = "scope_id = ? AND worker = ? AND fence = ?"
_RENEW = f"UPDATE claims SET until = clock_timestamp() + make_interval(secs => ?) WHERE {_OWN}"
_RENEW_FREE = f"""
    UPDATE claims c SET until = clock_timestamp() + make_interval(secs => ?)
    FROM (SELECT house_id, scope_id FROM claims WHERE {_OWN} FOR UPDATE SKIP LOCKED) own
    WHERE c.house_id = own.house_id AND c.scope_id = own.scope_id
"""
"""A row that is locked is renewed by the transaction that locks it, or belongs to a writer for a moment."""
_COUNTS = """
    SELECT count(*) FILTER (WHERE free AND until IS NULL), count(*) FILTER (WHERE free AND until IS NOT NULL),
        count(worker), count(worker) FILTER (WHERE until < now), count(DISTINCT worker),
        CAST(coalesce(extract(epoch FROM max(now - woken) FILTER (WHERE free AND until IS NULL)), 0) AS float8)
    FROM (SELECT *, worker IS NULL AS free, clock_timestamp() AS now FROM claims WHERE house_id = ?) c
"""


class PostgresClaims:
    """`contract.Claims`. Taking and counting sees the queue of all users; the rest, the row of one.

    Args:
        database: The database.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def put(self, scopes: Sequence[int], *, at_once: bool = False) -> None:
        """See `contract.Claims.put`."""
        rests = "c.worker IS NULL AND c.until IS NOT NULL"
        there = f"(house_id, scope_id) DO UPDATE SET until = NULL WHERE {rests}" if at_once else "DO NOTHING"
        for scope_id in sorted(scopes):  # one by one: many rows are locked in any order
            with self._database.of((scope_id,)):
                self._database.execute_sql(
                    "INSERT INTO claims AS c (house_id, scope_id) SELECT house_id, id FROM scopes WHERE id = ? "
                    f"ON CONFLICT {there}",
                    (scope_id,),
                )

    def take(
        self,
        worker: str,
        house_id: int,
        agent_id: int,
        *,
        lease_s: float,
        limit: int = 1,
        scopes: Sequence[int] | None = None,
    ) -> list[Claim]:
        """See `contract.Claims.take`."""
        only = "" if scopes is None else "AND scope_id = ANY (?)"
        among = () if scopes is None else (list(scopes),)
        with self._database.everything():
            rows = self._database.execute_sql(
                _TAKE.format(only=only), (house_id, agent_id, *among, limit, worker, lease_s)
            )
        taken = [
            Claim(int(scope_id), name, worker, int(fence), taken_over, max(waited_s, 0.0))
            for scope_id, name, fence, taken_over, waited_s in rows
        ]
        return sorted(taken, key=lambda one: -one.waited_s)

    @contextmanager
    def guard(self, claim: Claim, lease_s: float) -> Iterator[None]:
        """See `contract.Claims.guard`."""

        def renewed() -> None:
            with self._database.of_one(claim.scope_id):
                own = self._database.execute_sql(_RENEW, (lease_s, *_own(claim))).rowcount
            if not own:
                raise LostClaim(claim.user, claim.worker)

        with self._database.beginning_with(renewed):
            yield

    def renew(self, claim: Claim, lease_s: float) -> bool:
        """See `contract.Claims.renew`."""
        with self._database.of((claim.scope_id,)):
            return bool(self._database.execute_sql(_RENEW_FREE, (lease_s, *_own(claim))).rowcount)

    def finish(self, claim: Claim, *, again: bool = False) -> bool:
        """See `contract.Claims.finish`."""
        with self._database.of((claim.scope_id,)):
            given_up = self._database.execute_sql(
                "CALL give_up_claim(?, ?, ?, ?, NULL)", (*_own(claim), again)
            )
        return bool(given_up.fetchone()[0])  # type: ignore[index]

    def leave(self, claim: Claim, agent_id: int, rest_s: float) -> bool:
        """See `contract.Claims.leave`."""
        with self._database.of((claim.scope_id,)):
            left = self._database.execute_sql(
                "UPDATE claims SET worker = NULL, resting = array_append(resting, ?), "
                f"until = clock_timestamp() + make_interval(secs => ?) WHERE {_OWN}",
                (agent_id, rest_s, *_own(claim)),
            )
        return bool(left.rowcount)

    def counts(self, house_id: int) -> ClaimCounts:
        """See `contract.Claims.counts`."""
        with self._database.everything():
            found = self._database.execute_sql(_COUNTS, (house_id,))
        ((queued, resting, held, expired, workers, oldest_s),) = found
        return ClaimCounts(
            queued=queued, resting=resting, held=held, expired=expired, workers=workers, oldest_s=oldest_s
        )

    def listener(self, url: str | None = None) -> PostgresListener:
        """See `contract.Claims.listener`."""
        return PostgresListener(self._database, self._database if url is None else PostgresDatabase(url))


def _own(claim: Claim) -> tuple[int, str, int]:
    return claim.scope_id, claim.worker, claim.fence


class PostgresListener:
    """`contract.Listener`: a connection of its own, opened again when it breaks.

    Args:
        database: The store's, through which it announces something to itself: behind a pooler in transaction mode
            LISTEN succeeds, but nothing ever arrives.
        direct: The address to listen at.
    """

    def __init__(self, database: PostgresDatabase, direct: PostgresDatabase) -> None:
        self._database, self._direct = database, direct
        self._connection: psycopg.Connection[Any] | None = None
        self._until, self._pause = 0.0, 1.0
        self.problem: str | None = "not connected yet"

    def wait(self, seconds: float) -> bool:
        """See `contract.Listener.wait`."""
        until = time.monotonic() + seconds
        try:
            if self._connection is None and not self._listen():
                time.sleep(max(until - time.monotonic(), 0.0))
                return False
            assert self._connection is not None
            for _ in self._connection.notifies(timeout=max(until - time.monotonic(), 0.0), stop_after=1):
                return True
        except (psycopg.Error, StoreError) as error:
            self._failed(str(error))
            time.sleep(max(until - time.monotonic(), 0.0))
        return False

    def _listen(self) -> bool:
        """Listen, unless an attempt failed just now or nothing arrives."""
        if time.monotonic() < self._until:
            return False
        connection = self._direct.connect(2.0)
        try:
            connection.execute(f"LISTEN {CHANNEL}")
            self._database.execute_sql("SELECT pg_notify(?, '')", (CHANNEL,))
            heard = any(True for _ in connection.notifies(timeout=_HEARD_S, stop_after=1))
        except BaseException:
            connection.close()
            raise
        if not heard:
            connection.close()
            self._failed(
                f"nothing arrives from {self._direct.url}, as behind a pooler in transaction mode: "
                "name a direct address in postgresql.listen"
            )
            return False
        self._connection, self.problem, self._pause = connection, None, 1.0
        return True

    def _failed(self, problem: str) -> None:
        if problem != self.problem:
            _LOG.warning("work is looked for at intervals only: %s", problem)
        self.problem = problem
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None
        self._until = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_REST_S)

    def close(self) -> None:
        """See `contract.Listener.close`."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
