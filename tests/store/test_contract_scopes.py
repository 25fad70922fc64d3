"""Scope is a barrier: whatever is asked of a store, in whatever order, it stays within the scopes that were named.

The world has four people. Ann asks; the others' rows all hold their owner's name, so that any of it shows in an
answer, and any change of it shows in a dump. Borix has the same agent as Ann, Evgra another agent of the house, Zoltan
another house.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store import learning
from tests.store.learning import a_run, connection, line, mark, profile, project, spent, task
from tests.store.making import (
    AT,
    EVERYTHING,
    LATER,
    begun,
    entry,
    event,
    logged,
    put,
    receipt,
    rows,
    said,
    told,
    turn,
)

from tiermem.errors import InputError, StoreError
from tiermem.store.contract import EntryFilter, SessionRow, Terms
from tiermem.text import statement_key
from tiermem.values import LAYERS

WORLD = {
    "ann": ("home", "coder"),
    "borix": ("home", "coder"),
    "evgra": ("home", "writer"),
    "zoltan": ("work", "coder"),
}
OWNERS = {
    "ann": ("user", "agent", "house"),
    "borix": ("user",),
    "evgra": ("user", "agent"),
    "zoltan": ("user", "agent"),
}
"""Owners of the scopes with entries; the agent and the house that Ann and Borix share hold Ann's."""
EARLIER = "2020-01-01T00:00:00.000000Z"
STRANGERS = ("borix", "evgra", "zoltan")


def fill(store, name):
    """Everything a person may have in a store, full of the person's name."""
    house, agent = WORLD[name]
    reach = store.records.reach(house=house, agent=agent, user=name)
    made = [
        put(store, reach, f"The crane of {name} is {layer} {owner}", owner=owner, layer=layer)
        for owner in OWNERS[name]
        for layer in LAYERS
    ]
    made.append(put(store, reach, f"The crane of {name} waits", status="staged", subject=name))
    session = begun(store, reach, f"session-{name}", project_id=name)
    said(store, session.id, f"Where is the crane of {name}?", "It is here", external_id=None, at=EARLIER)
    with store.transaction():
        store.sessions.freeze(session.id, {"text": f"The crane of {name} is L0 user"}, 1)
    told(
        store,
        *(event(one.scope_id, "added", entry_id=one.id, version=1, payload={"tier": name}) for one in made),
        *(
            event(
                reach.user.id,
                payload={"draft": {"content": f"The crane of {name}"}},
                session_id=session.id,
                processed=processed,
            )
            for processed in (None, AT)
        ),
    )
    learn(store, reach, name)
    logged(store, reach, receipt(f"crane of {name}", (made[0].id,), session_id=session.id))
    return reach, made


def numbered(session_id):
    return f"number {list(WORLD).index(session_id.removeprefix('session-'))}"


def learn(store, reach, name):
    """Store the results of many sessions, with ids that do not name their owner."""
    known = numbered(f"session-{name}")
    learning.put(
        store,
        profile(reach, narrative=(line(name),), scaffold={name: name}, marks={name: mark()}),
        connection(reach, known, learned={"name": name}),
        task(reach, known, title=name),
        project(reach, known, title=name),
        a_run(problem=name),
        spent(model=name),
        reach=reach,
    )


def belonging(store, reaches):
    """The rows of Ann's strangers."""
    ours = set(reaches["ann"].ids)
    sessions = {f"session-{name}" for name in STRANGERS}
    kept = []
    for table, row in rows(store):
        scope = row.get("scope_id") or row.get("user_id")
        if (
            (scope is not None and scope not in ours)
            or (scope is None and row.get("session_id") in sessions)
            or (table == "entry_versions" and any(name in row["content"] for name in STRANGERS))
        ):
            kept.append((table, row))
    return kept


def changed(target):
    return replace(target, content="taken over", version=target.version + 1)


def in_transaction(store, act):
    with store.transaction():
        return act()


def erase(store, me, target):
    """Erase a statement of an agent or a house, which all of its users see, from all of their sessions."""
    if target.scope_id in (me.agent.id, me.house.id):
        return None
    return store.erase(target.id, (target.content, "It is here"), me.ids, LATER)


VERBS = {
    "get": lambda s, me, e, sid: s.records.get(e.id, me.ids),
    "select": lambda s, me, e, sid: s.records.select(EntryFilter(ids=(e.id,), statuses=()), me.ids),
    "select all": lambda s, me, e, sid: s.records.select(EntryFilter(statuses=()), me.ids),
    "select scope": lambda s, me, e, sid: s.records.select(EntryFilter(scope_id=e.scope_id), me.ids),
    "select words": lambda s, me, e, sid: s.records.select(
        EntryFilter(key=statement_key(e.content), statuses=()), me.ids
    ),
    "versions": lambda s, me, e, sid: s.records.versions(e.id, me.ids),
    "update": lambda s, me, e, sid: in_transaction(
        s, lambda: s.records.update(replace(changed(e), scope_id=me.user.id))
    ),
    "insert": lambda s, me, e, sid: in_transaction(
        s, lambda: s.records.insert(entry(me, "taken over", id=e.id))
    ),
    "waiting": lambda s, me, e, sid: s.stream.waiting(me.ids, session_id=sid),
    "waiting all": lambda s, me, e, sid: s.stream.waiting(me.ids),
    "events": lambda s, me, e, sid: s.stream.events(me.ids, entry_id=e.id),
    "events all": lambda s, me, e, sid: s.stream.events(me.ids),
    "candidates": lambda s, me, e, sid: s.search.candidates(
        Terms(words=("crane", *STRANGERS), pairs=(("crane", "waits"),)), EVERYTHING, me.ids, 999
    ),
    "begin": lambda s, me, e, sid: in_transaction(
        s, lambda: s.sessions.begin(SessionRow(id=sid, reach=me, started_at=LATER))
    ),
    "unconsolidated": lambda s, me, e, sid: s.stream.unconsolidated(me.ids, limit=99),
    "profile": lambda s, me, e, sid: s.profiles.get(me.user.id),
    "connection": lambda s, me, e, sid: s.profiles.connection(numbered(sid), me.user.id),
    "connections": lambda s, me, e, sid: s.profiles.connections(me.user.id),
    "task": lambda s, me, e, sid: s.tasks.get(numbered(sid), me.user.id),
    "tasks": lambda s, me, e, sid: s.tasks.find(me.user.id),
    "project": lambda s, me, e, sid: s.tasks.project(numbered(sid), me.user.id),
    "projects": lambda s, me, e, sid: s.tasks.projects(me.user.id),
    "runs": lambda s, me, e, sid: s.runs.find(me),
    "spent": lambda s, me, e, sid: s.runs.spent(me, since=""),
    "put": lambda s, me, e, sid: learning.put(
        s,
        profile(me),
        *(made(me, numbered(sid)) for made in (connection, task, project)),
        a_run(),
        spent(),
        reach=me,
    ),
    "find": lambda s, me, e, sid: s.sessions.find(me.ids),
    "receipts": lambda s, me, e, sid: s.sessions.receipts(me, session_id=sid, limit=99),
    "receipts all": lambda s, me, e, sid: s.sessions.receipts(me, limit=99),
    "log": lambda s, me, e, sid: logged(s, me, receipt(refs=(), session_id=None)),
    "erase": lambda s, me, e, sid: erase(s, me, e),
    "reindex": lambda s, me, e, sid: s.search.reindex(),
    "foreign": lambda s, me, e, sid: s.foreign_rows(),
}
STEPS = st.lists(
    st.tuples(st.sampled_from(sorted(VERBS)), st.integers(0, 99), st.sampled_from([*WORLD])),
    min_size=1,
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(STEPS)
def test_no_verb_shows_or_changes_what_others_own(new_store, steps):
    store = new_store()
    with store.transaction(durable=False):
        world = {name: fill(store, name) for name in WORLD}
    reaches = {name: reach for name, (reach, _) in world.items()}
    before = belonging(store, reaches)

    for verb, number, name in steps:
        target = world[name][1][number % len(world[name][1])]
        answer = None
        with suppress(InputError, StoreError):
            answer = VERBS[verb](store, reaches["ann"], target, f"session-{name}")
        assert not any(stranger in repr(answer) for stranger in STRANGERS), (verb, name)

    assert belonging(store, reaches) == before
    store.close()


def test_every_verb_shows_the_askers_own(store):
    """Otherwise the test above would hold for a store that never answers."""
    reach, made = fill(store, "ann")
    silent = {"put", "same", "update", "insert", "log", "erase", "reindex", "foreign"}

    for verb in sorted(set(VERBS) - silent):
        assert "ann" in repr(VERBS[verb](store, reach, made[0], "session-ann")), verb


def test_counting_stays_within_the_scopes(store):
    reaches = {name: fill(store, name)[0] for name in WORLD}

    assert store.records.count(EntryFilter(statuses=()), reaches["borix"].ids) == 4 + 6
    assert store.records.used("user", reaches["zoltan"].ids) == (len("The crane of zoltan is L0 user"), 1)
    assert store.search.size(reaches["evgra"].ids) == 6 + 2 + 3


def test_retention_of_an_agent_leaves_other_agents_and_houses_alone(store):
    reaches = {name: fill(store, name)[0] for name in WORLD}

    with store.transaction():
        assert store.sessions.forget_turns(AT, reaches["ann"], unread=True) == 4

    left = {row["session_id"] for _, row in rows(store, "turns")}
    assert left == {"session-evgra", "session-zoltan"}


def test_turns_of_a_session_are_found_by_its_user_only(store):
    reaches = {name: fill(store, name)[0] for name in WORLD}
    with store.transaction():
        store.sessions.journal("session-borix", [turn("The xylophone is new")])

    refs = {
        name: [
            one.ref for one in store.search.candidates(Terms(words=("xylophone",)), EVERYTHING, reach.ids, 9)
        ]
        for name, reach in reaches.items()
    }

    assert {name for name, found in refs.items() if found} == {"borix"}


def test_the_name_of_an_erased_user_is_another_user_from_then_on(store, ann):
    put(store, ann, "Ann keeps bees")
    store.erase_user(ann.user)
    other = store.records.reach(house="home", agent="coder", user="other")
    put(store, other, "Other sells honey")

    again = store.records.reach(house="home", agent="coder", user="ann")
    put(store, again, "Ann begins anew")

    assert {again.user.id, again.pair.id}.isdisjoint({other.user.id, other.pair.id})
    assert [one.content for one in store.records.select(EntryFilter(), again.ids)] == ["Ann begins anew"]
