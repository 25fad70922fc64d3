"""Readers of the stream miss no event that is committed late: numbers are not drawn in the order of commits."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager

import pytest
from tests.store.making import event, rows, sql, told
from tests.store.postgresql import SERVERS

from tiermem.store import open_store
from tiermem.values.frozen import replace

VERSION = SERVERS[-1]
pytestmark = pytest.mark.parametrize("backend", [f"postgresql-{VERSION}"], indirect=True)


@contextmanager
def writing(store, of, scope_id):
    """Append an event in another thread, and commit at the end of the block, or when told to before.

    Gives two signals, that its place is drawn and that it is to commit, and its place once it is drawn.
    """
    drawn, commit, places = threading.Event(), threading.Event(), []

    def write():
        with store.transaction(of):
            places.append(store.stream.append(event(scope_id)))
            drawn.set()
            commit.wait(20)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield drawn, commit, places
    finally:
        commit.set()
        thread.join()


def places(store, reach, after=0):
    return [one.seq for one in store.stream.events(reach.ids, after=after)]


def test_writers_of_different_users_do_not_wait_for_each_other(store, ann, bob):
    with writing(store, ann, ann.user.id) as (drawn, *_):
        assert drawn.wait(10)
        with store.transaction(bob):
            store.stream.append(event(bob.user.id))

        assert len(places(store, bob)) == 1


def test_an_event_that_is_committed_after_a_later_one_of_another_user_is_read(store, ann, bob):
    (first,) = told(store, event(ann.user.id))
    with writing(store, ann, ann.user.id) as (drawn, _, late):
        assert drawn.wait(10)
        with store.transaction(bob):
            later = store.stream.append(event(bob.user.id))
        assert late[0] < later == store.stream.head()
        place, pulse = store.stream.head(ann.ids), store.stream.pulse()
        assert (place, places(store, ann, place)) == (first, [])

    assert places(store, ann, place) == late
    assert store.stream.pulse() != pulse
    assert store.stream.head(ann.ids) == late[0]


@pytest.mark.parametrize("whose", ["the user", "another agent's session of the user", "the house"])
def test_of_the_writers_that_one_session_reads_one_comes_after_the_other(store, ann, whose):
    second = {
        "the user": ann,
        "another agent's session of the user": store.records.reach(house="home", agent="writer", user="ann"),
        "the house": replace(store.records.reach(house="home", agent="writer", user="cat"), notes="house"),
    }[whose]
    scope = second.house if whose == "the house" else second.user
    with writing(store, ann, ann.user.id) as (drawn, commit, first):
        assert drawn.wait(10)
        with writing(store, second, scope.id) as (*_, then):
            time.sleep(0.3)
            assert (then, places(store, ann)) == ([], [])
            commit.set()

    assert places(store, ann) == [*first, *then]


def test_a_writer_in_a_scope_that_it_did_not_name_waits_for_all_others(store, ann, bob):
    with writing(store, bob, bob.user.id) as (drawn, commit, first):
        assert drawn.wait(10)
        with writing(store, ann, ann.house.id) as (*_, then):
            time.sleep(0.3)
            assert then == []
            commit.set()

    assert first[0] < then[0]


def test_a_grant_orders_the_writers_of_what_is_granted(store, ann):
    other = store.records.reach(house="elsewhere", agent="coder", user="dan")
    with store.transaction():
        store.records.grant(other.agent.id, ann.house.id)
    ann = store.records.reach(house="home", agent="coder", user="ann")
    assert other.agent.id in ann.ids
    with writing(store, replace(other, notes="agent"), other.agent.id) as (drawn, commit, first):
        assert drawn.wait(10)
        with writing(store, ann, ann.user.id) as (*_, then):
            time.sleep(0.3)
            assert then == []
            commit.set()

    assert places(store, ann) == [*first, *then]


def test_many_writers_in_many_scopes_do_not_deadlock(store, ann, bob):
    reaches = [
        ann, bob, replace(ann, notes="agent"), replace(bob, notes="house"), None,
        store.records.reach(house="elsewhere", agent="coder", user="dan"),
    ]  # fmt: skip
    errors = []

    def write(reach):
        try:
            for _ in range(15):
                with store.transaction(reach, durable=False):
                    store.stream.append(event((reach or bob).user.id))
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=write, args=(reach,)) for reach in reaches * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert errors == []
    assert sql(store, "SELECT count(*) FROM events") == [(15 * len(threads),)]


def test_a_writer_that_has_to_be_alone_is_not_held_up_by_one_that_waits_for_its_user(store, ann):
    again, errors = threading.Event(), []

    def write_later():
        again.wait(20)
        try:
            with store.transaction(ann):
                store.stream.append(event(ann.user.id))
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    waiting = threading.Thread(target=write_later)
    waiting.start()
    with store.transaction(ann):
        store.stream.append(event(ann.user.id))
        again.set()
        until = time.monotonic() + 20
        while not blocked(store) and time.monotonic() < until:
            time.sleep(0.02)
        store.stream.append(event(ann.house.id))
    waiting.join(20)

    assert errors == []
    assert len(places(store, ann)) == 3


def blocked(store):
    """Return True if a connection waits for a lock."""
    there = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'"
    with store.database.connect() as connection:
        return connection.execute(there).fetchone() is not None


BOTH = """
import sys
from tiermem.store import open_store
from tiermem.values import Event

url, user = sys.argv[1:]
store = open_store(url)
reach = store.records.reach(house="home", agent="coder", user=user)
times = []

def appended(scope_id):
    return store.stream.append(Event(kind="observation", scope_id=scope_id, at="2026-03-02T09:00:00Z", source="system"))

def write():
    times.append(appended(reach.user.id))
    if len(times) == 1:
        print("begun", flush=True)
        sys.stdin.readline()
    return appended(reach.house.id)

print(store.transact(write, reach), len(times), flush=True)
"""


def test_of_two_processes_that_both_have_to_be_alone_one_writes_after_the_other(new_url):
    url = new_url()
    started = [
        subprocess.Popen(
            [sys.executable, "-c", BOTH, url, user], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for user in ("ann", "bob")
    ]
    assert [process.stdout.readline() for process in started] == ["begun\n", "begun\n"]
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()
    done = [process.communicate(timeout=60)[0].split() for process in started]

    assert sorted(times for _, times in done) == ["1", "2"]
    with closing(open_store(url)) as store:
        numbers = [int(row["seq"]) for _, row in rows(store, "events")]
    assert len(numbers) == 4
    assert {int(number) for number, _ in done} <= set(numbers)
