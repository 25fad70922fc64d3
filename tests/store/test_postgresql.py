"""Properties of a store on PostgreSQL alone."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest
from tests.store.making import AT, EVERYTHING, begun, event, found, put, rows, said, sql, told
from tests.store.postgresql import SERVERS, pooled, running

from tiermem import Memory
from tiermem.errors import DeadlineExceeded, ForeignStore, InputError, NewerStore, StoreError, UnusableStore
from tiermem.memory.care.safekeeping import copy_store
from tiermem.store import open_store
from tiermem.store.contract import EntryFilter, Terms

VERSION = SERVERS[-1]
pytestmark = pytest.mark.parametrize("backend", [f"postgresql-{VERSION}"], indirect=True)
SAID = (
    "We deploy the billing service on Tuesdays, after the staging gate.",
    "Łukasz's daughter is allergic to peanuts 🥜 and to x-ray film.",
    "Die Grenzen der Rechnungsprüfung stehen im Handbuch a.b.com.",
    "東京のオフィスは月曜日に閉まっています。",
    "The ferry sailed; we were late, and the children swam.",
    "Billing, deploying, deployed: the service was deployed again.",
)
ASKED = (
    ("deploy", "billing"), ("peanut",), ("🥜",), ("xray", "x-ray"), ("東京",), ("grenze", "handbuch"),
    ("swim", "ferry"), ("service",), ("a.b.com",), ("late", "children", "deploy"),
)  # fmt: skip


@pytest.fixture
def server(backend, servers):
    return servers.of(VERSION)


def named(url):
    """The database in a URL."""
    return url.partition("?")[0].rpartition("/")[2]


def test_finding_and_ranking_are_those_of_a_file(store, tmp_path):
    answers = []
    for each in (store, other := open_store(str(tmp_path / "other.db"))):
        ann = each.records.reach(house="home", agent="coder", user="ann")
        for number, text in enumerate(SAID):
            put(each, ann, text, id=f"entry{number:03}", tags=("harbour", "crane"))
        said(each, begun(each, ann, "talk").id, *SAID, "Yes.", "At noon, then.")
        answers.append(
            [
                (
                    each.search.candidates(Terms(words=words), EVERYTHING, ann.ids, 20),
                    each.search.frequencies(words, ann.ids),
                )
                for words in ASKED
            ]
        )
    other.close()

    assert answers[0] == answers[1]
    assert sum(bool(found) for found, _ in answers[0]) > 7


def test_each_row_names_its_owner_and_its_house(store, ann):
    put(store, ann, "The crane is blue")
    put(store, ann, "The boat is red", owner="pair")
    said(store, begun(store, ann, "talk").id, "one", "two")
    told(store, event(ann.user.id))

    for table in ("entries", "entry_versions", "events", "sessions", "turns", "documents"):
        owners = sql(store, f"SELECT DISTINCT house_id, scope_id FROM {table}")
        assert {house for house, _ in owners} == {ann.house.id}, table
        assert {owner for _, owner in owners} <= {ann.user.id, ann.pair.id}, table


def test_every_key_names_the_owner_and_the_house(store):
    keys = sql(
        store,
        "SELECT c.relname, i.indexrelid::regclass::text, array_agg(a.attname::text) FROM pg_index i "
        "JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = i.indexrelid "
        "WHERE i.indisunique AND c.relnamespace = current_schema()::regnamespace GROUP BY 1, 2",
    )
    owned = [key for key in keys if key[0] not in ("scopes", "migrations", "access_tokens")]

    assert {table for table, *_ in owned} >= {
        "entries",
        "events",
        "turns",
        "documents",
        "vectors",
        "recalled",
    }
    assert [key for key in owned if not {"scope_id", "house_id"} <= {*key[2]}] == []


def test_the_same_key_of_another_owner_is_no_hindrance_and_tells_nothing(store, ann):
    ben = store.records.reach(house="home", agent="coder", user="ben")

    for owner in (ann, ben):
        assert told(store, event(owner.user.id, key="once")) != [0]
        assert told(store, event(owner.user.id, key="once")) == [0]


def test_many_processes_make_the_tables_once(server):
    url = server.new_database()
    script = f"from tiermem.store import open_store; open_store({url!r}).close()"

    started = [
        subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]

    assert [one.communicate()[1] for one in started] == [""] * 4
    with_tables = open_store(url)
    assert sql(with_tables, "SELECT count(*) FROM migrations") == [(1,)]
    with_tables.close()


def test_a_database_of_another_program_and_one_of_a_later_version_are_refused(server):
    foreign, newer = server.new_database(), server.new_database()
    server.run("CREATE TABLE orders (id integer)", named(foreign))
    open_store(newer).close()
    server.run("INSERT INTO migrations VALUES ('9999_later', '')", named(newer))

    with pytest.raises(ForeignStore, match="orders"):
        open_store(foreign)
    with pytest.raises(NewerStore, match="9999_later"):
        open_store(newer)


def test_a_database_without_tables_reads_as_an_empty_store_and_stays_as_it_is(server):
    url = server.new_database()

    store = open_store(url, create=False)

    assert rows(store, "entries") == []
    assert "no store" in store.notices[0]
    store.close()
    assert server.run("SELECT * FROM pg_tables WHERE schemaname = 'public'", named(url)) == []


def test_a_server_that_does_not_answer_is_named_without_the_password(backend):
    with pytest.raises(UnusableStore) as raised:
        open_store("postgresql://ann:horse@localhost:1/memory?password=staple")

    assert "localhost" in str(raised.value)
    assert "horse" not in str(raised.value)
    assert "staple" not in str(raised.value)


def test_what_takes_longer_than_its_deadline_is_stopped_and_later_statements_are_not(store):
    before = time.monotonic()

    with pytest.raises(DeadlineExceeded), store.deadline(0.1, "sleeping"):
        store.database.execute_sql("SELECT pg_sleep(60)")
    with store.transaction():
        with pytest.raises(DeadlineExceeded), store.deadline(0.1, "sleeping"):
            store.database.execute_sql("SELECT pg_sleep(60)")
        assert time.monotonic() - before < 60
    store.database.execute_sql("SELECT pg_sleep(0.2)")


def test_a_block_with_a_deadline_reads_in_one_transaction_that_hides_no_commit(store, ann):
    def began():
        return store.database.execute_sql("SELECT CAST(now() AS text)").fetchone()[0]

    with store.deadline(0.9, "reading"):
        first = began()
        writer = threading.Thread(target=put, args=(store, ann, "The crane is blue"))
        writer.start()
        writer.join()
        assert store.search.size(ann.ids) == 1
        assert began() == first
        with pytest.raises(StoreError):
            store.database.execute_sql("SELECT nothing")
        assert began() > first
        put(store, ann, "The crane is red")
        assert store.search.size(ann.ids) == 2
        with pytest.raises(DeadlineExceeded), store.deadline(0.05, "sleeping"):
            store.database.execute_sql("SELECT pg_sleep(60)")
        store.database.execute_sql("SELECT pg_sleep(0.1)")
    assert began() > first


def test_more_threads_than_connections_read_beside_other_work(store, ann):
    put(store, ann, "The crane is blue")
    errors = []

    def read():
        try:
            for _ in range(2):
                with store.deadline(0.9, "reading"):
                    assert store.search.size(ann.ids) == 1
                    time.sleep(0.3)
                    assert store.search.size(ann.ids) == 1
        except (StoreError, AssertionError) as error:
            errors.append(error)

    threads = [threading.Thread(target=read) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []


def test_the_numbers_of_events_are_in_the_order_of_their_commits(store, ann):
    first_wrote, seen = threading.Event(), []

    def second():
        first_wrote.wait()
        seen.append(told(store, event(ann.user.id))[0])

    thread = threading.Thread(target=second)
    thread.start()
    with store.transaction():
        own = store.stream.append(event(ann.user.id))
        first_wrote.set()
        time.sleep(0.2)
        assert seen == []
    thread.join()

    assert seen == [own + 1]


def test_a_transaction_that_fails_leaves_nothing_and_the_next_one_works(store, ann):
    def write(statement):
        with store.transaction():
            put(store, ann, "The crane is blue")
            store.database.execute_sql(statement)

    for statement in ("SELECT nothing", "INSERT INTO entries (id) VALUES ('x')"):
        with pytest.raises(StoreError):
            write(statement)

    assert rows(store, "entries") == []
    put(store, ann, "The crane is blue")


def test_an_erasure_that_the_tables_reject_is_a_named_error_and_changes_nothing(store, ann):
    crane = put(store, ann, "The crane is blue")
    told(store, event(ann.user.id))
    sql(
        store, "SELECT setval(pg_get_serial_sequence('events', 'seq'), 1, false)"
    )  # as a dump in part restores it

    with pytest.raises(UnusableStore, match="duplicate key"):
        store.erase(crane.id, (), ann.ids, AT)

    assert [row["content"] for _, row in rows(store, "entries")] == ["The crane is blue"]


def test_threads_share_few_connections(store, ann):
    put(store, ann, "The crane is blue")
    errors = []

    def read():
        try:
            for _ in range(5):
                assert store.search.size(ann.ids) == 1
                with store.deadline(0.9, "reading"):
                    assert store.search.size(ann.ids) == 1
        except (StoreError, AssertionError) as error:
            errors.append(error)

    threads = [threading.Thread(target=read) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []


def wait_until_gone(store):
    """Wait for the processes of connections, which outlive the one that was killed by moments."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            store.sizes()
        except UnusableStore:
            return
        time.sleep(0.01)
    pytest.fail("the server still answers")


@pytest.mark.usefixtures("server")
def test_a_store_goes_on_when_its_server_was_started_again():
    with running(VERSION) as server:
        store = open_store(server.new_database())
        ann = store.records.reach(house="home", agent="coder", user="ann")
        put(store, ann, "The crane is blue")

        server.stop(signal.SIGKILL)
        wait_until_gone(store)
        with pytest.raises(UnusableStore, match="server"):
            put(store, ann, "The boat is red")
        server.start()

        put(store, ann, "The ferry is late")
        assert [row["content"] for _, row in rows(store, "entries")] == [
            "The crane is blue",
            "The ferry is late",
        ]
        store.close()


AGENT = """
agents:
  helper:
    instruction: You are helpful.
    tools:
      - type: memory
        store: {store}
        consolidation: {{enabled: true}}
"""


def test_a_memory_learns_knows_erases_and_exports(backend, server, tmp_path, caplog):
    url = server.new_database()
    agent = tmp_path / "agent.yaml"
    agent.write_text(AGENT.format(store=url))
    message = "My manager is Marta. We decided to deploy billing on Tuesdays."

    with Memory.open(agent) as memory, memory.session(user="maya") as session:
        session.on_prompt(message)
        session.on_turn_end(message, "Noted.")
    with Memory.open(agent) as memory, memory.session(user="maya") as session:
        assert "Marta" in session.system_prompt
        assert "Tuesdays" in session.on_prompt("When do we deploy billing?") + session.system_prompt
        assert memory.maintenance.doctor() == []
        found, _ = memory.entries("maya").list()
        marta = next(entry for entry in found if "Marta" in entry.content)
        erased = memory.entries("maya").erase(marta.id)
        assert erased.state == "complete"
        assert "Marta" not in repr(list(memory.maintenance.dump()))
        assert memory.maintenance.doctor() == []
    with Memory.open(agent) as memory, memory.session(user="ben") as session:
        assert "Tuesdays" not in session.system_prompt + session.on_prompt("When do we deploy billing?")
    late = "was not kept"  # on a busy machine, a receipt is given up after its deadline
    assert [one for one in caplog.messages if late not in one] == []  # no plugin failed


# -- copying -------------------------------------------------------------------------------------


def filled(store):
    """A store with something in most tables."""
    ann = store.records.reach(house="home", agent="coder", user="ann")
    for number in range(30):
        put(store, ann, f"The crane number {number} is blue", tags=("harbour",))
    said(store, begun(store, ann, "talk").id, *SAID)
    store.records.put_house("village", None)
    store.records.put_house("home", "village")
    told(store, event(ann.user.id, payload={"a": "ö"}), event(ann.pair.id, key="k"))
    return ann


def everything(store):
    return [(table, dict(row)) for table, row in store.dump()]


def test_a_store_is_copied_both_ways(server, store, tmp_path):
    ann = filled(store)
    file, back = str(tmp_path / "copy.db"), server.new_database()

    there = copy_store(store.url, file)
    again = copy_store(file, back)

    assert there.digest == again.digest
    assert there.rows["entries"] == 30
    for url in (file, back):
        copied = open_store(url)
        assert everything(copied) == everything(store)
        assert [one.what for one in copied.check()] == [one.what for one in store.check()]
        assert len(copied.search.candidates(Terms(words=("crane",)), EVERYTHING, ann.ids, 50)) == 30
        put(copied, ann, "Another one is green")  # numbering goes on
        said(copied, "talk", "And another.")
        copied.close()


def test_a_copy_that_was_cut_off_is_finished_with_what_has_changed(server, store, tmp_path):
    ann = filled(store)
    target = server.new_database()

    def cut_off(what, done, total):
        if what == "turns":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_store(store.url, target, cut_off)
    other = str(tmp_path / "other.db")
    open_store(other).close()
    with pytest.raises(InputError, match="unfinished copy"):
        copy_store(other, target)
    gone = store.records.select(EntryFilter(limit=1), ann.ids)
    store.erase(gone[0].id, [], ann.ids, "2026-03-05T09:00:00.000000Z")
    put(store, ann, "The ferry is late")
    finished = copy_store(store.url, target)

    copied = open_store(target)
    assert everything(copied) == everything(store)
    assert copied.check() == store.check()
    copied.close()
    assert finished.written < sum(finished.rows.values())


def test_a_store_in_use_is_not_overwritten_by_a_copy(server, store, tmp_path):
    filled(store)
    target = open_store(server.new_database())
    filled(target)
    before = everything(target)

    with pytest.raises(InputError, match="in use"):
        copy_store(store.url, target.url)
    with pytest.raises(InputError, match="no store"):
        copy_store(str(tmp_path / "missing.db"), target.url)

    assert everything(target) == before
    target.close()


# -- behind a pooler -----------------------------------------------------------------------------


def test_many_threads_work_through_a_pooler_in_transaction_mode(server):
    with pooled(server, server.new_store()) as url:
        store = open_store(url)
        ann = store.records.reach(house="home", agent="coder", user="ann")
        failed = []

        def work(number):
            try:
                for turn in range(5):
                    put(store, ann, f"The crane {number} {turn} is blue")
                    with store.deadline(30, "searching"):
                        assert found(store, ann, "crane")
            except (StoreError, AssertionError) as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert failed == []
        assert len(rows(store, "entries")) == 40

        store.close()


def test_statements_that_repeat_stay_prepared_at_the_server_itself_and_not_behind_a_pooler(server):
    direct = server.new_store()
    with pooled(server, direct) as through:
        prepared = {}
        for url in (direct, through):
            store = open_store(url)
            for _ in range(6):
                assert store.search.size() == 0
            ((number,),) = store.database.execute_sql("SELECT count(*) FROM pg_prepared_statements")
            prepared[url] = number > 0
            store.close()

    assert prepared == {direct: True, through: False}
