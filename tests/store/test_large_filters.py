"""A filter in a store with more documents than FTS5 weighs by itself leaves what it leaves in a small one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.store.making import AT, LATER, begun, entry, turn

from tiermem.engine.recall.candidates import plan
from tiermem.store import open_store
from tiermem.store.connection import Database
from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.store.full_text.conditions import few_left

MANY = 5_000
pytestmark = pytest.mark.slow

EARLY, THEN = "2025-02-03T09:00:00.000000Z", "2025-02-04T09:00:00.000000Z"
OTHER = {
    "project_id": "other",
    "task_id": "other",
    "connection_id": "other",
    "category": "context",
    "context_type": "other",
    "subject": "Other",
    "tags": ("other",),
    "origin": "other",
    "supersedes": "other",
    "created_at": LATER,
    "updated_at": LATER,
}
"""Labels in the crowd that nobody asks for."""
MADE_EARLY = {"created_at": EARLY, "updated_at": EARLY}
NEEDLES = {
    "project": {"project_id": "apollo"},
    "task": {"task_id": "paint"},
    "connection": {"connection_id": "jira"},
    "none of them": {"project_id": None, "task_id": None, "connection_id": None},
    "category": {"category": "person"},
    "context type": {"context_type": "schema"},
    "subject": {"subject": "Apollo"},
    "subject with an accent": {"subject": "Älter"},
    "tag": {"tags": ("urgent", "by hand")},
    "word of the tag": {"tags": ("very urgent",)},
    "user": {"tier": "user", "owner": "user"},
    "origin": {"origin": "import:1"},
    "supersedes": {"supersedes": "aaaa0001"},
    "early": MADE_EARLY,
    "several": {"project_id": "apollo", "connection_id": "jira", "tags": ("urgent",)},
    "archived": {"layer": "L2", "project_id": "apollo"},
}
BEGINNINGS = ("The gate of billing", "The gate", "All of billing")
ENTRY_FILTERS = [
    EntryFilter(project_id="apollo"),
    EntryFilter(task_id="paint"),
    EntryFilter(connections=()),
    EntryFilter(connections=("jira", "mail")),
    EntryFilter(category="person"),
    EntryFilter(context_type="schema"),
    EntryFilter(subject="apollo"),
    EntryFilter(subject="älter"),
    EntryFilter(tags=("urgent",)),
    EntryFilter(tags=("urgent", "by hand")),
    EntryFilter(tiers=("user",)),
    EntryFilter(origin="import:1"),
    EntryFilter(supersedes="aaaa0001"),
    EntryFilter(until=AT),
    EntryFilter(since=EARLY, until=THEN),
    EntryFilter(project_id="apollo", connections=("jira",)),
    EntryFilter(project_id="apollo", tags=("urgent",)),
]
SEARCH_FILTERS = [
    SearchFilter(project_id="apollo"),
    SearchFilter(task_id="paint"),
    SearchFilter(connections=()),
    SearchFilter(connections=("jira",)),
    SearchFilter(category="person"),
    SearchFilter(context_type="schema"),
    SearchFilter(tags=("urgent",)),
    SearchFilter(tiers=("user",)),
    SearchFilter(until=AT),
    SearchFilter(since=EARLY, until=THEN),
    SearchFilter(layers=("L2",), turns=True, project_id="apollo"),
    SearchFilter(layers=("L2",), turns=True, since=EARLY, until=THEN),
    SearchFilter(layers=(), turns=True, task_id="paint"),
    SearchFilter(layers=("L1", "L2"), turns=True, project_id="apollo", until=AT),
    *(SearchFilter(layers=("L1", "L2"), entries=where) for where in ENTRY_FILTERS),
]


def filled(path, crowd):
    """A store in which the needles are the oldest, and *crowd* entries and turns say the same words."""
    store = open_store(str(path))
    ann = store.records.reach(house="home", agent="coder", user="ann")
    for project, task in (("apollo", None), (None, "paint")):
        session = begun(store, ann, project_id=project, task_id=task)
        with store.transaction():
            store.sessions.journal(session.id, [turn(f"{name} was painted", at=EARLY) for name in BEGINNINGS])
    fields = OTHER | {"owner": "agent"}
    others = [entry(ann, f"The gate of billing is red{place}", **fields) for place in range(crowd)]
    needles = [
        entry(ann, f"{beginning} is {name}", **fields | some)
        for name, some in NEEDLES.items()
        for beginning in BEGINNINGS
    ]
    with store.transaction(durable=False):
        for one in (*needles, *others):
            store.records.insert(one)
        session = begun(store, ann, project_id="other", task_id="other")
        said = [turn(f"The gate of billing, {place}", at=LATER) for place in range(crowd // 5)]
        store.sessions.journal(session.id, said)
    return store, ann


@pytest.fixture(scope="module")
def stores(tmp_path_factory):
    """A small store and a large one that differ in the crowd alone."""
    folder = tmp_path_factory.mktemp("filters")
    small, large = filled(folder / "small.db", 50), filled(folder / "large.db", MANY)
    assert small[0].search.size() < MANY <= large[0].search.size()
    yield small, large
    for store, _ in (small, large):
        store.close()


def texts(filled, where, limit=200):
    store, ann = filled
    terms = plan(("gate", "billing"), store.search, ann.ids)
    return [one.text for one in store.search.candidates(terms, where, ann.ids, limit)]


@pytest.mark.parametrize("where", SEARCH_FILTERS, ids=str)
def test_a_filter_leaves_the_same_of_a_crowd_as_of_a_few(stores, where):
    small, large = stores
    wanted = {text for text in texts(small, where) if "red" not in text}

    assert wanted
    assert set(texts(large, where)) == wanted


def test_a_filter_is_found_by_an_index(stores):
    """No entry or turn of others is read for it."""
    store, ann = stores[1]
    database = Database(str(store.path), 1)
    execute, steps = database.execute_sql, []

    def explained(statement, values=()):
        steps.extend(step for *_, step in execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall())
        return execute(statement, values)

    database.execute_sql = explained
    for where in SEARCH_FILTERS:
        few_left(database, where, ann.ids, 600)
    database.close()

    assert len(steps) > 30
    assert [step for step in steps if step.startswith("SCAN") and "VIRTUAL" not in step] == []


@pytest.mark.parametrize("where", [SearchFilter(), *SEARCH_FILTERS], ids=str)
def test_what_is_not_among_those_found_lies_behind_them(stores, where):
    where = replace(where, turns=False, layers=where.layers or ("L1",))
    for store, ann in stores:
        terms = plan(("gate", "billing"), store.search, ann.ids)
        every = {one.ref for one in store.search.candidates(terms, where, ann.ids, 9_999)}
        found = [one.ref for one in store.search.candidates(terms, where, ann.ids, 30)]

        remaining = store.search.remaining(terms, where, ann.ids, found, limit=9_999)
        pages = [
            store.search.remaining(terms, where, ann.ids, found, limit=5, offset=at) for at in (0, 5, 10)
        ]

        assert every <= {*found, *remaining.refs}
        assert len({*found, *remaining.refs}) == len(found) + remaining.total
        assert [ref for page in pages for ref in page.refs] == remaining.refs[:15]
