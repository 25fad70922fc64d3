"""The queue of work that workers on many machines share."""

from __future__ import annotations

import threading
import time

import pytest
from tests.store.making import AT, event, sql, told
from tests.store.postgresql import SERVERS, pooled

from tiermem.errors import LostClaim
from tiermem.store import open_store
from tiermem.values.frozen import replace

VERSION = SERVERS[-1]
pytestmark = pytest.mark.parametrize("backend", [f"postgresql-{VERSION}"], indirect=True)
LONG = 60.0


def take(store, reach, worker="one", **how):
    return store.claims.take(worker, reach.house.id, reach.agent.id, **{"lease_s": LONG} | how)


def settle_all(store, reach):
    with store.transaction():
        for one in store.stream.waiting((reach.user.id,)):
            store.stream.settle(one.seq, at=AT, outcome="done")


def test_an_observation_queues_its_user_once_and_one_worker_gets_it(store, ann):
    told(store, event(ann.user.id), event(ann.user.id))

    (claim,) = take(store, ann, limit=5)

    assert (claim.scope_id, claim.user, claim.worker, claim.taken_over) == (ann.user.id, "ann", "one", False)
    assert take(store, ann, "two", limit=5) == []
    counts = store.claims.counts(ann.house.id)
    assert (counts.held, counts.queued, counts.workers) == (1, 0, 1)


def test_workers_take_different_users_at_the_same_time(store, ann, bob):
    told(store, event(ann.user.id), event(bob.user.id))

    claims = [*take(store, ann), *take(store, ann, "two")]

    assert {one.user for one in claims} == {"ann", "bob"}


def test_what_waits_longest_is_taken_first(store, ann, bob):
    told(store, event(bob.user.id))
    told(store, event(ann.user.id))

    assert [one.user for one in take(store, ann, limit=5)] == ["bob", "ann"]


def test_work_that_comes_while_a_user_is_worked_on_stays_in_the_queue(store, ann):
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    settle_all(store, ann)
    told(store, event(ann.user.id))

    assert store.claims.finish(claim)
    assert [one.user for one in take(store, ann, "two")] == ["ann"]


def test_a_user_without_waiting_work_leaves_the_queue(store, ann):
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    settle_all(store, ann)

    assert store.claims.finish(claim)
    assert take(store, ann) == []
    assert sql(store, "SELECT count(*) FROM claims") == [(0,)]


def test_a_writer_that_commits_while_a_claim_is_given_up_is_not_missed(store, ann):
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    settle_all(store, ann)
    thread = threading.Thread(target=lambda: store.claims.finish(claim))

    with store.transaction():
        store.stream.append(event(ann.user.id))
        thread.start()
        time.sleep(0.3)
    thread.join()

    assert [one.user for one in take(store, ann, "two")] == ["ann"]


def test_a_claim_that_is_not_renewed_is_taken_over_and_its_worker_writes_nothing(store, ann):
    told(store, event(ann.user.id))
    (slow,) = take(store, ann, "slow", lease_s=0.05)
    time.sleep(0.1)
    assert store.claims.counts(ann.house.id).expired == 1

    (quick,) = take(store, ann, "quick")

    assert quick.taken_over
    assert quick.fence > slow.fence
    with pytest.raises(LostClaim, match="ann"), store.claims.guard(slow, LONG):
        settle_all(store, ann)
    assert len(store.stream.waiting((ann.user.id,))) == 1
    assert not store.claims.finish(slow)
    with store.claims.guard(quick, LONG):
        settle_all(store, ann)
    assert store.stream.waiting((ann.user.id,)) == []


def test_renewing_keeps_a_claim_beyond_its_lease(store, ann):
    told(store, event(ann.user.id))
    (claim,) = take(store, ann, "slow", lease_s=0.5)

    assert store.claims.renew(claim, LONG)
    time.sleep(0.6)

    assert take(store, ann, "quick") == []
    assert not store.claims.renew(replace(claim, fence=claim.fence - 1), LONG)
    assert not store.claims.renew(replace(claim, worker="quick"), LONG)


def test_what_one_agent_cannot_do_rests_for_it_and_is_open_to_other_agents(store, ann):
    other = store.records.reach(house="home", agent="writer", user="ann")
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)

    assert store.claims.leave(claim, ann.agent.id, LONG)

    assert store.claims.counts(ann.house.id).resting == 1
    assert take(store, ann) == []
    (second,) = take(store, other, "two")
    store.claims.leave(second, other.agent.id, LONG)
    told(store, event(ann.user.id))
    assert [one.user for one in take(store, ann)] == ["ann"]


def test_the_rest_of_one_agent_goes_on_while_another_agent_works(store, ann):
    other = store.records.reach(house="home", agent="writer", user="ann")
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    store.claims.leave(claim, ann.agent.id, LONG)
    (second,) = take(store, other, "two")

    store.claims.leave(second, other.agent.id, LONG)

    assert (take(store, ann), take(store, other, "two")) == ([], [])
    assert store.claims.counts(ann.house.id).resting == 1


def test_a_rest_that_is_over_holds_no_agent_up(store, ann):
    other = store.records.reach(house="home", agent="writer", user="ann")
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    store.claims.leave(claim, ann.agent.id, 0.05)
    time.sleep(0.1)
    (second,) = take(store, other, "two")

    store.claims.leave(second, other.agent.id, LONG)

    assert [one.user for one in take(store, ann)] == ["ann"]


def test_a_rest_is_over_after_its_time(store, ann):
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    store.claims.leave(claim, ann.agent.id, 0.05)
    time.sleep(0.1)

    assert [one.user for one in take(store, ann)] == ["ann"]


def test_a_person_ends_a_rest(store, ann):
    told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    store.claims.leave(claim, ann.agent.id, LONG)
    store.claims.put([ann.user.id])
    assert take(store, ann) == []

    store.claims.put([ann.user.id], at_once=True)

    assert [one.user for one in take(store, ann)] == ["ann"]


def test_users_with_other_work_are_queued_on_demand(store, ann, bob):
    store.claims.put([ann.user.id, bob.user.id])
    store.claims.put([ann.user.id])

    assert [one.user for one in take(store, ann, scopes=(bob.user.id,), limit=5)] == ["bob"]
    assert [one.user for one in take(store, ann, limit=5)] == ["ann"]


def test_an_observation_that_is_to_be_tried_again_is_queued(store, ann):
    (seq,) = told(store, event(ann.user.id))
    (claim,) = take(store, ann)
    with store.transaction():
        store.stream.set_aside(seq, at=AT, problem="broken")
    store.claims.finish(claim)
    assert take(store, ann) == []

    with store.transaction():
        assert store.stream.try_again(seq, ann.ids)

    assert [one.user for one in take(store, ann)] == ["ann"]


def test_new_work_wakes_a_listener_at_once(store, ann):
    listener = store.claims.listener()
    assert listener.wait(0.1) is False
    assert listener.problem is None
    thread = threading.Timer(0.2, lambda: told(store, event(ann.user.id)))
    thread.start()
    before = time.monotonic()

    assert listener.wait(120) is True

    assert time.monotonic() - before < 60
    thread.join()
    listener.close()


def test_a_listener_behind_a_pooler_says_that_nothing_arrives_and_uses_a_direct_address(new_url, servers):
    url = new_url()
    with pooled(servers.of(VERSION), url) as through:
        store = open_store(through)
        listener = store.claims.listener()
        assert listener.wait(0.1) is False
        assert "postgresql.listen" in listener.problem
        listener.close()
        direct = store.claims.listener(url)
        direct.wait(0.1)
        assert direct.problem is None
        direct.close()
        store.close()


def test_a_listener_connects_again_when_the_server_ends_its_connection(store, ann, servers):
    listener = store.claims.listener()
    listener.wait(0.1)
    servers.of(VERSION).run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    )
    until = time.monotonic() + 120
    while not (listener.wait(0.2) is False and listener.problem) and time.monotonic() < until:
        pass
    while listener.problem is not None and time.monotonic() < until:
        listener.wait(0.3)

    assert listener.problem is None
    listener.close()
