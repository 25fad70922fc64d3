"""Cost of opening a session and of a recall beside other users.

``python -m benchmarks.postgres users [--users 1000] [--entries 1000] [--rounds 40] [--version N] [--json]``

Two databases of one server: in one, one user has N entries; in the other, that user and M - 1 more have N entries each.
Another user's entries are copies of the first one's within the server, so that each word of the index has M times as
many documents, which is the worst case. The application's role asks, with row-level security.

Each round asks both databases one after the other. A figure is the median of its rounds by a clock on the wall, as
most of the work is the server's; the ratio is that of the medians. ``cpu`` is the processor time of this process.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.store.postgresql import SERVERS, Server, running

from benchmarks.postgres import run
from benchmarks.zipfian import Words
from tiermem import Memory
from tiermem.store import open_store
from tiermem.store.full_text.tables import OWNER_SHIFT
from tiermem.store.sql.schema import TABLE_COLUMNS
from tiermem.values import Entry, instant, utc_now

HOUSE, AGENT, ASKER = "home", "helper", "user 0"
CONFIG = """\
agents:
  {agent}:
    instruction: You are helpful.
    tools:
      - type: memory
        store: {store}
        scope: {{house: {house}, user: {user}}}
        recall: {{deadline_ms: 60000}}
"""
_ROW = f"(s.id << {OWNER_SHIFT}) | (o.id & ((1::bigint << {OWNER_SHIFT}) - 1))"
_COPIED = {
    "entries": {name: f"o.{name}" for name in (*TABLE_COLUMNS["entries"], "house_id")},
    "entry_versions": {
        name: f"o.{name}" for name in (*TABLE_COLUMNS["entry_versions"], "scope_id", "house_id")
    },
    "documents": {name: f"o.{name}" for name in (*TABLE_COLUMNS["documents"], "words", "house_id")}
    | {"id": _ROW},
    "documents_totals": {
        name: f"o.{name}"
        for name in ("scope_id", "is_turn", "documents", "tokens", "neighbours", "changes", "house_id")
    },
}
"""Table → its columns, and what they are for another user."""


def _others(house: int, asker: int, users: int) -> str:
    """Return what makes the other users, without triggers."""
    copies = (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join((columns | {'scope_id': 's.id'}).values())} "
        f"FROM scopes s CROSS JOIN {table} o WHERE s.kind = 'user' AND s.id <> {asker} AND o.scope_id = {asker};"
        for table, columns in _COPIED.items()
    )
    return (
        "SET session_replication_role = replica;"
        "INSERT INTO scopes (kind, name, parent_id, house_id) "
        f"SELECT 'user', 'user ' || n, {house}, {house} FROM generate_series(1, {users}) n;" + "".join(copies)
    )


def measure(*, users: int, entries: int, rounds: int, version: str | None = None) -> dict[str, Any]:
    """Fill two databases and ask both."""
    with running(version or SERVERS[-1]) as server, tempfile.TemporaryDirectory() as folder:
        contents = _contents(entries)
        began = time.monotonic()
        urls = {number: _filled(server, contents, number) for number in (1, users)}
        filled_s = time.monotonic() - began
        with _asking(urls, Path(folder)) as memories:
            figures = _asked(memories, contents, rounds)
        return {
            "server": server.version,
            "users": users,
            "entries": entries,
            "rounds": rounds,
            "filled_s": round(filled_s, 1),
            **figures,
        }


def _contents(entries: int) -> list[str]:
    words = Words(7)
    return [words.document() for _ in range(entries)]


def _filled(server: Server, contents: list[str], users: int) -> str:
    url = server.new_store()
    with closing(open_store(url)) as store:
        reach = store.records.reach(house=HOUSE, agent=AGENT, user=ASKER)
        at = instant(utc_now())
        with store.transaction():
            for number, content in enumerate(contents):
                store.records.insert(
                    Entry(
                        id=f"e{number:07d}",
                        scope_id=reach.user.id,
                        content=content,
                        layer="L1",
                        tier="user",
                        source="user",
                        created_at=at,
                        updated_at=at,
                    )
                )
    database = url.partition("?")[0].rpartition("/")[2]
    if users > 1:
        server.run(_others(reach.house.id, reach.user.id, users - 1), database)
    server.run("VACUUM ANALYZE", database)
    return url


@contextmanager
def _asking(urls: dict[int, str], folder: Path) -> Iterator[dict[int, Memory]]:
    memories = {}
    for number, url in urls.items():
        config = folder / f"{number}.yaml"
        config.write_text(CONFIG.format(agent=AGENT, store=url, house=HOUSE, user=ASKER))
        memories[number] = Memory.open(config)
    try:
        yield memories
    finally:
        for memory in memories.values():
            memory.close()


def _asked(memories: dict[int, Memory], contents: list[str], rounds: int) -> dict[str, Any]:
    made = random.Random(11)
    took: dict[tuple[str, int], list[tuple[float, float]]] = {}
    few, many = memories
    recalled = dict.fromkeys(memories, 0)
    for turn in range(rounds + 2):
        question = " ".join(made.sample(contents[made.randrange(len(contents))].split(), 6))
        for number in (few, many) if turn % 2 else (many, few):
            before = time.perf_counter(), time.thread_time()
            with memories[number].session() as session:
                _ = session.system_prompt
                opened = time.perf_counter(), time.thread_time()
                shown = session.on_prompt(question)
                answered = time.perf_counter(), time.thread_time()
            recalled[number] += "<memory-context>" in shown
            if turn >= 2:  # the first ones import modules and fill caches
                for what, one, other in (("session", before, opened), ("recall", opened, answered)):
                    took.setdefault((what, number), []).append((other[0] - one[0], other[1] - one[1]))
    figures: dict[str, Any] = {"recalled": {str(number): count for number, count in recalled.items()}}
    for what in ("session", "recall"):
        wall = {
            number: statistics.median(each[0] for each in took[what, number]) * 1000 for number in memories
        }
        cpu = {
            number: statistics.median(each[1] for each in took[what, number]) * 1000 for number in memories
        }
        figures[what] = {
            "one_ms": round(wall[few], 1),
            "many_ms": round(wall[many], 1),
            "one_cpu_ms": round(cpu[few], 1),
            "many_cpu_ms": round(cpu[many], 1),
            "ratio": round(wall[many] / wall[few], 2),
        }
    return figures


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.postgres users")
    parser.add_argument("--users", type=int, default=1_000)
    parser.add_argument("--entries", type=int, default=1_000, help="of each user")
    parser.add_argument("--rounds", type=int, default=40)
    run(parser, arguments, measure, told)


def told(figures: dict[str, Any]) -> str:
    """Return the figures as lines."""
    lines = [
        f"PostgreSQL {figures['server']}: 1 and {figures['users']:,} users of {figures['entries']:,} entries, "
        f"filled in {figures['filled_s']} s; medians of {figures['rounds']} rounds"
    ]
    lines += [
        f"{what:8} {one['one_ms']:7} ms  {one['many_ms']:7} ms  ratio {one['ratio']}  "
        f"(cpu here {one['one_cpu_ms']} and {one['many_cpu_ms']} ms)"
        for what in ("session", "recall")
        if (one := figures[what])
    ]
    return "\n".join(lines)
