"""Workers that share the observations of many users: throughput, and exactly-once under faults.

``queue``: worker processes claim users and settle their observations in batches, each with an effect, in the fenced
transaction of the claim. ``bare``: the same batches without users, the loop that PostgreSQL's users write by hand
(``FOR UPDATE SKIP LOCKED`` with a partial index). Both settle what is there already, in the same run on one server. The
ratio by the clock moves with the load of each moment; that of the processor time, of workers and server, moves less.

``faults``: writers append while workers settle; two workers are killed, then the server, which is started again. What
matters is that each observation has one effect. ``rules``: the processor itself, with effects that are entries.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.store.postgresql import SERVERS, Server, running

from benchmarks.postgres import run
from tiermem import Memory
from tiermem.errors import LostClaim, StoreError
from tiermem.store import open_store
from tiermem.values import Event

HOUSE, AGENT = "bench", "worker"
AT = "2026-03-02T09:00:00.000000Z"
LEASE_S = 2.0
_SPAWN = get_context("spawn")
_DEADLINE_S = 600.0


def measure(
    *, observations: int, users: int, workers: int, writers: int, batch: int, ruled: int, version: str | None
) -> dict[str, Any]:
    """Run all parts on a server of their own; return the figures."""
    with running(version or SERVERS[-1]) as server:
        figures: dict[str, Any] = {
            "server": server.version, "observations": observations, "users": users, "workers": workers,
            "batch": batch,
        }  # fmt: skip
        bare = _bare(server, observations, workers, batch)
        queue = _queue(server, observations, users, workers, batch)
        for name, part in (("bare", bare), ("queue", queue)):
            figures |= {f"{name}_per_s": part.per_s, f"{name}_worker_s": round(part.worker_s, 2)}
            figures[f"{name}_server_s"] = round(part.server_s, 2)
        figures["ratio"] = round(queue.per_s / bare.per_s, 2)
        figures["processor_ratio"] = round(bare.us_each / queue.us_each, 2)
        figures["faults"] = _faults(server, observations, users, workers, writers, batch)
        if ruled:
            figures["rules_per_s"] = _rules(server, ruled, workers)
        return figures


def _prepared(server: Server, users: int) -> str:
    url = server.new_database()
    with closing(open_store(url)) as store:
        for number in range(users):
            store.records.reach(house=HOUSE, agent=AGENT, user=f"user{number}")
    _sql(server, url, "CREATE TABLE effects (seq bigint NOT NULL, worker int NOT NULL)")
    _sql(server, url, "GRANT ALL ON effects TO PUBLIC")
    return url


def _sql(server: Server, url: str, statement: str) -> list[Any]:
    return server.run(statement, url.partition("?")[0].rpartition("/")[2])


@dataclass(frozen=True, slots=True)
class _Took:
    """What settling some observations took: seconds by the clock, and processor time of the workers and the server."""

    observations: int
    seconds: float
    worker_s: float
    server_s: float

    @property
    def per_s(self) -> int:
        return round(self.observations / self.seconds)

    @property
    def us_each(self) -> float:
        return (self.worker_s + self.server_s) / self.observations * 1e6


def _timed(
    server: Server, observations: int, target: Callable[..., None], arguments: Sequence[tuple[Any, ...]]
) -> _Took:
    """Run processes that begin together, and wait for the last one."""
    ready, go = _SPAWN.Barrier(len(arguments) + 1), _SPAWN.Barrier(len(arguments) + 1)
    spent = _SPAWN.Value("d", 0.0)
    started = [_SPAWN.Process(target=_counted, args=(target, ready, go, spent, *one)) for one in arguments]
    for process in started:
        process.start()
    ready.wait(60)
    of_server = _of_ended_backends(server)
    go.wait(60)
    began = time.perf_counter()
    for process in started:
        process.join(_DEADLINE_S)
    took = time.perf_counter() - began
    if any(process.exitcode for process in started):
        raise RuntimeError("a worker failed")
    while _sql(server, server.url(), _OTHERS):
        time.sleep(0.05)
    return _Took(observations, took, spent.value, _of_ended_backends(server) - of_server)


_OTHERS = "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"


def _counted(target: Callable[..., None], ready: Any, go: Any, spent: Any, *arguments: Any) -> None:
    """Run a worker; add the processor time that it takes after the common beginning."""
    began = 0.0

    def begin() -> None:
        nonlocal began
        ready.wait(60)
        go.wait(60)
        began = time.process_time()

    target(begin, *arguments)
    with spent.get_lock():
        spent.value += time.process_time() - began


def _of_ended_backends(server: Server) -> float:
    """Return the processor time of all processes of the server that have ended, in seconds."""
    (pid, *_) = Path(server.root, "data", "postmaster.pid").read_text().splitlines()
    fields = Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")


# -- the bare loop -------------------------------------------------------------------------------


def _bare(server: Server, observations: int, workers: int, batch: int) -> _Took:
    url = server.new_database()
    _sql(server, url, "CREATE TABLE jobs (seq bigint PRIMARY KEY, payload text NOT NULL, processed text)")
    _sql(server, url, "CREATE TABLE effects (seq bigint NOT NULL, worker int NOT NULL)")
    _sql(
        server,
        url,
        f"INSERT INTO jobs SELECT n, '{_payload('text')}' FROM generate_series(1, {observations}) n",
    )
    _sql(server, url, "CREATE INDEX jobs_waiting ON jobs(seq) WHERE processed IS NULL")
    _sql(server, url, "GRANT ALL ON jobs, effects TO PUBLIC; ")
    _sql(server, url, "ANALYZE")
    took = _timed(server, observations, _take_bare, [(url, number, batch) for number in range(workers)])
    _ensure_once(server, url, observations)
    return took


def _take_bare(begin: Callable[[], None], url: str, number: int, batch: int) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        begin()
        while True:
            with connection.transaction():
                rows = connection.execute(
                    "UPDATE jobs SET processed = %s WHERE seq IN (SELECT seq FROM jobs WHERE processed IS NULL "
                    "ORDER BY seq LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING seq, payload",
                    (AT, batch),
                ).fetchall()
                if rows:
                    connection.execute(
                        "INSERT INTO effects SELECT unnest(%s::bigint[]), %s",
                        ([seq for seq, _ in rows], number),
                    )
            if not rows:
                return


# -- the queue -----------------------------------------------------------------------------------


def _payload(kind: str) -> str:
    if kind == "text":
        return "The user prefers the window seat on trains that take longer than two hours."
    return json.dumps({"kind": "fact", "draft": {"content": _payload("text")}})


def _queue(server: Server, observations: int, users: int, workers: int, batch: int) -> _Took:
    url = _prepared(server, users)
    each = observations // users
    _sql(
        server,
        url,
        "INSERT INTO events (at, kind, scope_id, source, payload) "
        f"SELECT '{AT}', 'observation', s.id, 'system', '{_payload('event')}' "
        f"FROM scopes s, generate_series(1, {each}) WHERE s.kind = 'user' ORDER BY s.id",
    )
    _sql(server, url, "ANALYZE")
    took = _timed(server, each * users, _take_queued, [(url, number, batch) for number in range(workers)])
    _ensure_once(server, url, each * users)
    return took


def _take_queued(begin: Callable[[], None], url: str, number: int, batch: int) -> None:
    with closing(open_store(url)) as store:
        begin()
        own = store.records.reach(house=HOUSE, agent=AGENT, user="user0")
        while _settle_claimed(store, own, number, batch):
            pass


def _settle_claimed(store: Any, own: Any, number: int, batch: int) -> bool:
    """Claim users and settle what waits of them; return False if there were none."""
    name = f"worker{number}:{os.getpid()}"
    claims = store.claims.take(name, own.house.id, own.agent.id, lease_s=LEASE_S, limit=4)
    for claim in claims:
        reach = store.records.reach(house=HOUSE, agent=AGENT, user=claim.user)
        with suppress(LostClaim), store.claims.guard(claim, LEASE_S):
            more = True
            while more:
                events = store.stream.waiting((claim.scope_id,), limit=batch + 1)
                events, more = events[:batch], len(events) > batch
                with store.transaction(reach), store.database.of(reach.ids):
                    seqs = [event.seq for event in events]
                    store.database.execute_sql(
                        "INSERT INTO effects SELECT unnest(CAST(? AS bigint[])), CAST(? AS int)",
                        (seqs, number),
                    )
                    marked = store.database.execute_sql(
                        "UPDATE events SET processed = ?, outcome = 'done' WHERE seq = ANY (?) "
                        "AND scope_id = ? AND processed IS NULL",
                        (AT, seqs, claim.scope_id),
                    )
                    assert marked.rowcount == len(seqs)
            store.claims.finish(claim)
    return bool(claims)


def _ensure_once(server: Server, url: str, observations: int) -> None:
    ((done, distinct),) = _sql(server, url, "SELECT count(*), count(DISTINCT seq) FROM effects")
    if not done == distinct == observations:
        raise RuntimeError(f"{observations} observations have {done} effects on {distinct} of them")


# -- faults --------------------------------------------------------------------------------------


def _faults(  # noqa: PLR0917 the sizes of one measurement
    server: Server, observations: int, users: int, workers: int, writers: int, batch: int
) -> Mapping[str, Any]:
    url = _prepared(server, users)
    each = observations // writers
    writing = [_SPAWN.Process(target=_write, args=(url, number, each, users)) for number in range(writers)]
    over = _SPAWN.Event()
    working = [_SPAWN.Process(target=_work, args=(url, number, batch, over)) for number in range(workers)]
    began = time.perf_counter()
    for process in (*writing, *working):
        process.start()
    _wait_for_effects(server, url, observations // 4)
    for process in working[:2]:
        os.kill(process.pid or 0, signal.SIGKILL)
    time.sleep(0.5)
    server.stop(signal.SIGKILL)
    server.start()
    for process in writing:
        process.join(_DEADLINE_S)
    _wait_for_effects(server, url, each * writers)
    took = time.perf_counter() - began
    over.set()
    for process in working:
        process.join(30)
    _ensure_once(server, url, each * writers)
    ((written, left, queued),) = _sql(
        server,
        url,
        "SELECT count(*), count(*) FILTER (WHERE processed IS NULL), (SELECT count(*) FROM claims) FROM events",
    )
    if written != each * writers or left or queued:
        raise RuntimeError(f"written {written}, left {left}, still queued {queued}")
    return {"written": written, "effects": written, "claims_left": queued, "seconds": round(took, 1)}


def _wait_for_effects(server: Server, url: str, number: int) -> None:
    until = time.monotonic() + _DEADLINE_S
    while time.monotonic() < until:
        if _sql(server, url, "SELECT count(DISTINCT seq) FROM effects")[0][0] >= number:
            return
        time.sleep(0.2)
    raise RuntimeError("the workers did not finish")


def _write(url: str, number: int, each: int, users: int) -> None:
    """Append observations, ten in a transaction, each under a key; repeat what may not have been stored."""
    store = _opened(url)
    for first in range(0, each, 10):
        user = f"user{(number * each + first) // 10 % users}"
        while True:
            try:
                reach = store.records.reach(house=HOUSE, agent=AGENT, user=user)
                with store.transaction(reach):
                    for place in range(first, min(first + 10, each)):
                        store.stream.append(
                            Event(
                                kind="observation", scope_id=reach.user.id, at=AT, source="system",
                                payload={"kind": "fact", "draft": {"content": _payload("text")}},
                                key=f"{number}:{place}",
                            )
                        )  # fmt: skip
                break
            except StoreError:
                time.sleep(0.1)
    store.close()


def _work(url: str, number: int, batch: int, over: Any) -> None:
    store = _opened(url)
    while not over.is_set():
        try:
            own = store.records.reach(house=HOUSE, agent=AGENT, user="user0")
            if not _settle_claimed(store, own, number, batch):
                time.sleep(0.05)
        except StoreError:
            time.sleep(0.1)
    store.close()


def _opened(url: str) -> Any:
    while True:
        try:
            return open_store(url)
        except StoreError:
            time.sleep(0.1)


# -- the processor -------------------------------------------------------------------------------


def _rules(server: Server, observations: int, workers: int) -> int:
    url = server.new_database()
    with Memory.open(store=url) as memory:
        for number in range(observations):
            memory.observations(f"user{number % 20}").record(
                f"The user's locker {number} in hall {number % 7} has the colour {number * 37 % 1000}.",
                "fact",
            )
    took = _timed(server, observations, _process, [(url,)] * workers)
    ((left,),) = _sql(
        server, url, "SELECT count(*) FROM events WHERE kind = 'observation' AND processed IS NULL"
    )
    if left:
        raise RuntimeError(f"{left} observations wait")
    return took.per_s


def _process(begin: Callable[[], None], url: str) -> None:
    with Memory.open(store=url) as memory:
        begin()
        memory.maintenance.work(everyone=True, trigger="worker")


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.postgres workers")
    parser.add_argument("--observations", type=int, default=100_000)
    parser.add_argument("--users", type=int, default=1_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--ruled", type=int, default=1_000, help="observations for the processor itself")
    run(parser, arguments, measure, told)


def told(figures: Mapping[str, Any]) -> str:
    """Return the figures as lines."""
    faults = figures["faults"]
    lines = [
        f"PostgreSQL {figures['server']}, {figures['observations']:,} observations of {figures['users']:,} users, "
        f"{figures['workers']} workers, batches of {figures['batch']}",
        f"bare SKIP LOCKED loop   {figures['bare_per_s']:>8,} a second",
        f"queue with claims       {figures['queue_per_s']:>8,} a second ({figures['ratio']:.2f} of the bare loop)",
        "processor time          "
        f"{figures['bare_worker_s']} + {figures['bare_server_s']} s of workers + server in the bare loop, "
        f"{figures['queue_worker_s']} + {figures['queue_server_s']} s in the queue: "
        f"a ratio of {figures['processor_ratio']:.2f}",
        f"with faults: {faults['written']:,} written, {faults['effects']:,} effects, each once, "
        f"{faults['claims_left']} claims left, in {faults['seconds']} s",
    ]
    if "rules_per_s" in figures:
        lines.append(f"processor by rules      {figures['rules_per_s']:>8,} a second")
    return "\n".join(lines)
