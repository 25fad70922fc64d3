"""The contract of every store: each filter, alone and combined, in records and in the index."""

from __future__ import annotations

import itertools
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.making import begun, entry, found, new_id, said

from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.text import statement_key

PROPERTY = settings(
    max_examples=7, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
LAYERS, TIERS = ("L0", "L1", "L2"), ("memory", "user")
DAY = st.integers(1, 6).map(lambda day: f"2026-02-0{day}T12:00:00.000000Z")
NAME = st.sampled_from(["a", "b"])
MAYBE = st.none() | NAME
SUBJECT = st.sampled_from([None, "Crane", "crane", "Älter", "älter"])
CONTENT = st.sampled_from(["The crane is blue", "the CRANE is blue!", "A crane", "A crane of steel"])
TAGS = st.lists(st.sampled_from(["a", "b", "a,b", '"a"']), max_size=3, unique=True).map(tuple)
RECORDS = st.lists(
    st.fixed_dictionaries(
        {
            "content": CONTENT,
            "owner": st.sampled_from(["house", "agent", "user"]),
            "layer": st.sampled_from(LAYERS),
            "tier": st.sampled_from(TIERS),
            "status": st.sampled_from(["active", "active", "inactive", "staged"]),
            "category": st.sampled_from([None, "person", "context"]),
            "subject": SUBJECT,
            "origin": MAYBE,
            "supersedes": MAYBE,
            "project_id": MAYBE,
            "task_id": MAYBE,
            "context_type": MAYBE,
            "connection_id": MAYBE,
            "tags": TAGS,
            "valid_from": st.none() | DAY,
            "created_at": DAY,
            "updated_at": DAY,
        }
    ),
    min_size=6,
    max_size=14,
)
CONNECTIONS = st.sampled_from([None, (), ("a",), ("b",), ("a", "b"), ("elsewhere",)])
SESSIONS = st.lists(st.tuples(MAYBE, MAYBE, DAY), min_size=2, max_size=4)

_agents = itertools.count(1)


def subset(of):
    return st.lists(st.sampled_from(of), max_size=2, unique=True).map(tuple)


SELECT = st.fixed_dictionaries(
    {
        "layers": subset(LAYERS),
        "tiers": subset(TIERS),
        "statuses": subset(["active", "inactive", "staged"]),
        "category": st.sampled_from(["person", "context"]),
        "subject": SUBJECT,
        "key": CONTENT.map(statement_key),
        "origin": NAME,
        "supersedes": NAME,
        "project_id": NAME,
        "task_id": NAME,
        "context_type": NAME,
        "connections": CONNECTIONS,
        "tags": TAGS,
        "since": DAY,
        "until": DAY,
    }
)
SEARCH = st.fixed_dictionaries(
    {
        "layers": subset(LAYERS),
        "tiers": subset(TIERS),
        "turns": st.booleans(),
        "category": st.sampled_from(["person", "context"]),
        "project_id": NAME,
        "task_id": NAME,
        "context_type": NAME,
        "connections": CONNECTIONS,
        "tags": TAGS,
        "since": DAY,
        "until": DAY,
        "except_session": st.sampled_from([0, 1]),
    }
)


def passes_select(one, where):
    """The filter of records, said in Python."""
    among = {"layers": "layer", "tiers": "tier", "statuses": "status"}
    equal = ("category", "origin", "supersedes", "project_id", "task_id", "context_type")
    return (
        all(getattr(one, field) in where[name] for name, field in among.items() if where.get(name))
        and all(getattr(one, name) == where[name] for name in equal if where.get(name) is not None)
        and ("key" not in where or statement_key(one.content) == where["key"])
        and (where.get("subject") is None or (one.subject or "").lower() == where["subject"].lower())
        and (where.get("connections") is None or one.connection_id in (None, *where["connections"]))
        and set(where.get("tags", ())) <= set(one.tags)
        and ("since" not in where or one.updated_at >= where["since"])
        and ("until" not in where or one.updated_at < where["until"])
    )


def passes_search(one, where):
    """The filter of the index for an entry, said in Python; it is active or not in the index."""
    at = one.valid_from or one.created_at
    return (
        one.status == "active"
        and one.layer in where["layers"]
        and (not where.get("tiers") or one.tier in where["tiers"])
        and all(getattr(one, name) == where[name] for name in ("category", "context_type") if name in where)
        and all(
            getattr(one, name) in (None, where[name]) for name in ("project_id", "task_id") if name in where
        )
        and (where.get("connections") is None or one.connection_id in (None, *where["connections"]))
        and set(where.get("tags", ())) <= set(one.tags)
        and ("since" not in where or at >= where["since"])
        and ("until" not in where or at < where["until"])
    )


def passes_turn(session, where):
    """The same for the one turn of a session: its id, project, task and time."""
    session_id, project, task, at = session
    return (
        where["turns"]
        and session_id != where.get("except_session")
        and ("project_id" not in where or project in (None, where["project_id"]))
        and ("task_id" not in where or task in (None, where["task_id"]))
        and ("since" not in where or at >= where["since"])
        and ("until" not in where or at < where["until"])
    )


def fresh(store):
    """A reach whose agent, user and house nobody else has."""
    number = next(_agents)
    return store.records.reach(house=f"house{number}", agent=f"agent{number}", user=f"user{number}")


def filled(store, reach, records):
    made = [
        entry(reach, some["content"], **{k: v for k, v in some.items() if k != "content"}) for some in records
    ]
    with store.transaction():
        for one in made:
            store.records.insert(one)
    return made


def alone_and_in_pairs(values):
    """Each filter by itself, and every two of them."""
    names = [(name,) for name in values]
    for some in [(), *names, *itertools.combinations(values, 2)]:
        yield {name: values[name] for name in some}


@PROPERTY
@given(RECORDS, SELECT)
def test_records_are_narrowed_as_plain_python_would(store, records, values):
    reach = fresh(store)
    made = filled(store, reach, records)

    for some in alone_and_in_pairs(values):
        wanted = {one.id for one in made if passes_select(one, {"statuses": ("active",)} | some)}
        assert {one.id for one in store.records.select(EntryFilter(**some), reach.ids)} == wanted, some
        assert store.records.count(EntryFilter(**some), reach.ids) == len(wanted), some


@PROPERTY
@given(RECORDS, SELECT)
def test_the_index_is_narrowed_as_the_records_are(store, records, values):
    reach = fresh(store)
    made = filled(store, reach, records)

    for some in alone_and_in_pairs(values):
        where = EntryFilter(**some)
        wanted = {one.id for one in store.records.select(where, reach.ids) if one.status == "active"}
        searched = SearchFilter(layers=LAYERS, entries=replace(where, limit=1, offset=5))
        assert set(found(store, reach, "crane", where=searched)) == wanted, some
    assert {one.id for one in made if one.status == "active"} == set(
        found(store, reach, "crane", where=SearchFilter(layers=LAYERS))
    )


@PROPERTY
@given(RECORDS, SESSIONS, SEARCH)
def test_a_search_is_narrowed_as_plain_python_would(store, records, sessions, values):
    reach = fresh(store)
    made = filled(store, reach, records)
    spoken = []
    for project, task, at in sessions:
        session = begun(store, reach, new_id("s"), project_id=project, task_id=task)
        said(store, session.id, "Is there a crane?", at=at)
        spoken.append((session.id, project, task, at))
    values = values | {"except_session": spoken[values["except_session"]][0]}

    for some in alone_and_in_pairs(values):
        where = {"layers": LAYERS, "turns": True} | some
        wanted = {one.id for one in made if passes_search(one, where)}
        wanted |= {f"{one[0]}/0" for one in spoken if passes_turn(one, where)}
        assert set(found(store, reach, "crane", where=SearchFilter(**where))) == wanted, some
