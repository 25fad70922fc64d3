"""Finding on PostgreSQL beside a file: ``python -m benchmarks.postgres find [--size N] [--json]``.

One synthetic store (`benchmarks.zipfian`), built in a file and copied to a server row by row, with the same ids. Three
users ask known-item questions about their own documents, as in `benchmarks.scale`: ``small`` owns 500 documents,
``medium`` 5 in a hundred of all, ``giant`` 40 in a hundred. ``find`` is `SessionView.find_passages`; ``store`` is the
planning and the two searches for candidates in it. Both engines are asked the same questions in the same run, warm.
``cpu`` is the processor time of the thread that asks and, on Linux, of the server: on a machine with other work it says
more than the clock. ``first`` is finding by a newly opened memory, of a question with a word that four in ten documents
hold beside the known item's.
``cold`` is the same store after the server was started again with 16 MB of buffers, each question asked once; the
system's own cache of files is dropped only where this process may do so.
``--keep DIR`` keeps the file there, and takes one that is there already.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from tests.store.postgresql import ROLE, SERVERS, Server, running

from benchmarks.scale import ALWAYS, Question, finding, opened, questions
from benchmarks.zipfian import BLOCK, build

OTHERS = 10
SMALL = 500
FIRST = 10
"""Questions that are each the first of a memory."""
COPIED = ("scopes", "sessions", "turns", "entries", "documents")
TUNED = ("shared_buffers=1GB", "maintenance_work_mem=256MB", "max_wal_size=4GB")


def owners(size: int) -> dict[str, int]:
    """User → documents, of a store of a size."""
    asking = {"small": SMALL, "medium": size // 20, "giant": size * 2 // 5}
    rest = (size - sum(asking.values())) // OTHERS // BLOCK * BLOCK
    return asking | {f"other{number}": rest for number in range(OTHERS)}


def filled(server: Server, path: Path) -> tuple[str, float]:
    """Copy the records and documents of a file into a new database; give its URL and the seconds."""
    import psycopg

    url = server.new_store()
    name = url.partition("@/")[2].partition("?")[0]
    began = time.perf_counter()
    with (
        closing(sqlite3.connect(path)) as read,
        psycopg.connect(server.url(name, "postgres")) as written,
    ):
        written.execute("SET session_replication_role = replica")  # the rows bring what triggers would put
        by_word = written.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'documents' AND indexdef LIKE '%USING gin%'"
        ).fetchall()
        for index, _ in by_word:
            written.execute(f"DROP INDEX {index}")
        for table in COPIED:
            _copy(read, written, table)
        written.execute(
            "INSERT INTO documents_totals (scope_id, is_turn, documents, tokens, neighbours"
            + _further(written, "documents_totals")
            + ") SELECT scope_id, layer IS NULL, count(*), sum(length), sum((neighbours & 1) + "
            "(neighbours >> 1 & 1) + (neighbours >> 2 & 1) + (neighbours >> 3))"
            + _further(written, "documents_totals").replace("house_id", "min(house_id)")
            + " FROM documents GROUP BY 1, 2"
        )
        written.execute("SET maintenance_work_mem = '256MB'")
        for _, definition in by_word:
            written.execute(definition)
        written.commit()
        written.autocommit = True
        written.execute("VACUUM ANALYZE")
    return url, time.perf_counter() - began


def _further(connection: Any, table: str) -> str:
    found = connection.execute(
        "SELECT 1 FROM information_schema.columns WHERE table_name = %s AND column_name = 'house_id'",
        (table,),
    )
    return ", house_id" if found.fetchone() else ""


def _copy(read: sqlite3.Connection, written: Any, table: str) -> None:
    from tiermem.store.postgresql.tokens import Tokens

    own = [row[1] for row in read.execute(f"PRAGMA table_info({table})")]
    found = written.execute(
        "SELECT column_name, is_generated FROM information_schema.columns WHERE table_name = %s", (table,)
    )
    theirs: dict[str, str] = dict(found.fetchall())
    shared = [name for name in own if theirs.get(name) == "NEVER"]
    houses = dict(
        read.execute("SELECT id, coalesce(parent_id, id) FROM scopes WHERE kind IN ('house', 'user')")
    )
    users = dict(read.execute("SELECT id, user_id FROM sessions"))
    tokens = Tokens() if table == "documents" else None
    added = [name for name in ("house_id", "scope_id", "words") if name in theirs and name not in shared]
    added = [name for name in added if theirs[name] == "NEVER"]
    names = ", ".join(f'"{name}"' for name in (*shared, *added))
    (house,) = read.execute("SELECT min(id) FROM scopes WHERE kind = 'house'").fetchone()
    with written.cursor().copy(f"COPY {table} ({names}) FROM STDIN") as target:
        for row in read.execute(
            f"SELECT {', '.join(f'{chr(34)}{name}{chr(34)}' for name in shared)} FROM {table}"
        ):
            values = dict(zip(shared, row, strict=True))
            owner = values.get("scope_id") or values.get("user_id") or users.get(values.get("session_id"))
            further = {"house_id": houses.get(owner, house), "scope_id": owner}
            if tokens is not None:
                further["words"] = tokens.vector(
                    [values[name] for name in ("content", "subject", "tags", "dates")]
                )
            target.write_row((*row, *(further[name] for name in added)))


@contextmanager
def _server(version: str) -> Iterator[Server]:
    with running(version) as server:
        server.stop()
        server.start(*TUNED)
        yield server


def measure(path: Path, version: str, count: int) -> dict[str, Any]:
    """All figures of one store on both engines."""
    found: dict[str, Any] = {}
    with _server(version) as server, tempfile.TemporaryDirectory() as name:
        url, seconds = filled(server, path)
        for user in ("small", "medium", "giant"):
            asked = questions(path, 2 * (count + 10), user=user)
            found[user] = {
                "sqlite": _asked(path, Path(name), user, asked),
                "postgresql": _asked(url, Path(name), user, asked, lambda: _used_by(server)),
            }
            often = [f"{text} assistant" for text, _ in asked[:FIRST]]
            found[user]["sqlite"]["first"] = _first(path, Path(name), user, often)
            found[user]["postgresql"]["first"] = _first(url, Path(name), user, often)
        server.stop()
        with suppress(OSError):
            Path("/proc/sys/vm/drop_caches").write_text("1")
        server.start("shared_buffers=16MB")
        for user in ("small", "medium", "giant"):
            asked = questions(path, count, seed=12, user=user)
            with opened(url, Path(name), ALWAYS, user=user) as memory:
                found[user]["cold"] = finding(memory, asked[:10] + asked)["store"]["wall"]
    return {"version": version, "copied_s": round(seconds), "users": found}


def _asked(
    store: Path | str,
    folder: Path,
    user: str,
    asked: Sequence[Question],
    beside: Callable[[], float] = lambda: 0.0,
) -> dict[str, Any]:
    with opened(store, folder, ALWAYS, user=user) as memory:
        return finding(memory, asked, beside)


def _first(store: Path | str, folder: Path, user: str, texts: Sequence[str]) -> dict[str, float]:
    """The median and the longest time of each question as the first of a memory."""
    taken = []
    for text in texts:
        with opened(store, folder, ALWAYS, user=user) as memory:
            view = memory.preview().view
            began = time.perf_counter()
            view.find_passages(text)
            taken.append((time.perf_counter() - began) * 1000)
    return {"p50": round(median(taken), 1), "longest": round(max(taken), 1)}


def _used_by(server: Server) -> float:
    """The seconds of processor time that a server took for the application's role; 0 where that cannot be read."""
    with suppress(OSError):
        parent = (server.root / "data" / "postmaster.pid").read_text().split()[0]
        children = map(
            Path("/proc").joinpath, Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        )
        asked = [one for one in children if (one / "cmdline").read_text().startswith(f"postgres: {ROLE} ")]
        return sum(int((one / "schedstat").read_text().split()[0]) for one in asked) / 1e9
    return 0.0


def show(results: Mapping[str, Any]) -> None:
    print(f"PostgreSQL {results['version']}, {results['size']:,} documents; p50/p95/p99 in ms")
    print(
        f"{'':22}{'store':>24}{'find':>24}{'cpu of store':>24}{'cpu of find':>24}{'first':>15}{'hit@10':>8}"
    )
    for user, engines in results["users"].items():
        for engine in ("sqlite", "postgresql"):
            one = engines[engine]
            figures = [one[what][clock] for clock in ("wall", "cpu") for what in ("store", "find")]
            shown = "".join(f"{_joined(each):>24}" for each in figures)
            print(f"{user:10}{engine:12}{shown}{_joined(one['first']):>15}{one['hit@10']:8}")
        print(f"{user:10}{'cold':12}{_joined(engines['cold']):>24}")
        ratios = {
            clock: round(
                engines["postgresql"]["find"][clock]["p99"] / engines["sqlite"]["find"][clock]["p99"], 2
            )
            for clock in ("wall", "cpu")
        }
        print(
            f"{user:10}p99 of find, times a file's: {ratios['wall']} by the clock, {ratios['cpu']} of processor time"
        )


def _joined(figures: Mapping[str, float]) -> str:
    return "/".join(str(value) for value in figures.values())


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--server", default=SERVERS[-1], choices=SERVERS, help="its version")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"owners-{options.size}.db"
        if not path.exists():
            build(path, owners(options.size))
        results = {"size": options.size} | measure(path, options.server, options.questions)
    print(json.dumps(results, indent=2)) if options.json else show(results)
