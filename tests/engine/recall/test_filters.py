"""The same filters wherever entries are asked for: session and person, list, search and recall."""

from __future__ import annotations

import dataclasses
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from tests.clocks import START, Ticking
from tests.engine.opening import add, opened

from tiermem import EntryFilter
from tiermem.errors import InputError
from tiermem.values import Change

TOOL = "The tool {} keeps the crane plans"


@pytest.fixture
def connected(memory):
    """Entries of two connections and of none, each word its connection."""
    for name in ("jira", "mail", None):
        add(memory.entries(), TOOL.format(name), layer="L1", connection_id=name)
    return memory


def named(contents):
    """Return those of the connections that are named."""
    return sorted(content.split()[2] for content in contents)


def shown(session, prompt="Where are the crane plans?"):
    session.on_prompt(prompt)
    return named(passage.text for passage in session.recalled.passages)


ACTIVE = [
    ((), ["None"]),
    (("mail",), ["None", "mail"]),
    (("jira", "mail"), ["None", "jira", "mail"]),
    (("x",), ["None"]),
]


@pytest.mark.parametrize(("active", "wanted"), ACTIVE)
def test_a_session_recalls_entries_of_its_active_connections_or_of_none(connected, active, wanted):
    with connected.session(connections=active) as session:
        assert shown(session) == wanted
        found = session.call_tool("search_memories", {"query": "crane plans"})["entries"]
        listed = session.call_tool("search_memories", {})["entries"]

    assert named(one["content"] for one in found) == named(one["content"] for one in listed) == wanted
    assert named(one.text for one in connected.recall("crane plans", connections=active).passages) == wanted


def test_a_person_sees_all_connections_unless_some_are_named(connected):
    entries = connected.entries()
    for connections, wanted in ((None, ["None", "jira", "mail"]), *ACTIVE):
        where = EntryFilter(connections=connections)
        assert named(one.content for one in entries.list(where)[0]) == wanted
        assert named(one.content for one in entries.search("crane", where=where).entries) == wanted
        assert (
            named(one.text for one in connected.recall("crane", connections=connections).passages) == wanted
        )


FIELDS = [
    ("category", "person", "context"),
    ("subject", "Crane", "Boat"),
    ("tags", ("blue", "high"), ("blue",)),
    ("project_id", "harbour", "office"),
    ("task_id", "paint", "weld"),
    ("context_type", "tool_schema", "note"),
    ("tier", "user", "memory"),
]


def filter_of(name, value):
    return EntryFilter(**{"tiers": (value,)} if name == "tier" else {name: value})


@pytest.mark.parametrize(("name", "ours", "others"), FIELDS)
@pytest.mark.parametrize("removed", [False, True])
def test_list_search_and_recall_agree_on_a_filter(memory, name, ours, others, removed):
    entries = memory.entries()
    made = add(entries, "The crane is blue", layer="L1", **{"tier": "user", name: ours})
    add(entries, "The crane is red", layer="L1", **{"tier": "user", name: others})
    statuses = ("inactive",) if removed else ("active",)
    if removed:
        for one in entries.list()[0]:
            entries.remove(one.id)
    where = filter_of(name, ours)

    if not removed:
        assert [one.ref for one in memory.recall("crane", where=where).passages] == [made.id]
    where = dataclasses.replace(where, statuses=statuses)
    assert [one.id for one in entries.list(where)[0]] == [made.id]
    assert [one.id for one in entries.search("crane", where=where).entries] == [made.id]
    assert [one.id for one in entries.search("crane", where=EntryFilter(statuses=())).entries][:1] != []


def test_a_filter_is_not_crowded_out_by_better_hits(memory):
    entries = memory.entries()
    for number in range(130):
        add(entries, f"crane crane crane {number}", layer="L1")
    made = add(
        entries, "In the harbour there stands a crane that nobody has used", layer="L1", project_id="ours"
    )

    found = entries.search("crane", where=EntryFilter(project_id="ours"))

    assert [one.id for one in found.entries] == [made.id]


def test_layers_and_ids_of_the_filter_are_kept_to(memory):
    entries = memory.entries()
    first, second = (add(entries, f"The crane {n}", layer=layer) for n, layer in ((1, "L0"), (2, "L1")))

    def found(**where):
        return {one.id for one in entries.search("crane", where=EntryFilter(**where)).entries}

    assert found(layers=("L1",)) == {second.id}
    assert found(ids=(first.id,)) == {first.id}
    assert found(statuses=()) == {first.id, second.id}


# -- times ---------------------------------------------------------------------------------------

NOON = "2026-03-03T12:00:00.000000Z"
TIMES = [
    "2026-03-03",
    "2026-03-03T00:00",
    "2026-03-03T00:00:00Z",
    "2026-03-03T01:00+01:00",
    date(2026, 3, 3),
    datetime(2026, 3, 3),  # noqa: DTZ001 without a zone it is UTC
    datetime(2026, 3, 3, tzinfo=UTC),
    datetime(2026, 3, 2, 20, tzinfo=timezone(timedelta(hours=-4))),
]


@pytest.mark.parametrize("when", TIMES, ids=str)
def test_times_may_be_dates_or_instants(open_memory, when):
    clock = Ticking(START)
    memory = open_memory(clock=clock)
    entries = memory.entries()
    before = add(entries, "The crane is old", layer="L1")
    memory.session(id="before").on_turn_end("Our crane is old")
    clock.now = datetime.fromisoformat(NOON)
    after = add(entries, "The crane is new", layer="L1")
    memory.session(id="after").on_turn_end("Our crane is new")

    for where, entry, turn in (
        (EntryFilter(since=when), after, "after/0"),
        (EntryFilter(until=when), before, "before/0"),
    ):
        assert [one.id for one in entries.list(where)[0]] == [entry.id]
        found = entries.search("crane", turns=True, where=where)
        assert ([one.id for one in found.entries], [one.ref for one in found.turns]) == ([entry.id], [turn])
        recalled = memory.recall("Remember what I said about the crane?", where=where).passages
        assert {one.ref for one in recalled} == {entry.id, turn}


@pytest.mark.parametrize("when", ["", "yesterday", "2026-13-01", "\0", "0001-01-01T00:00+14:00"])
def test_what_is_no_time_is_refused(memory, when):
    for where in (EntryFilter(since=when), EntryFilter(until=when)):
        for ask in (
            lambda: memory.entries().list(where),  # noqa: B023 called at once
            lambda: memory.entries().search("crane", where=where),  # noqa: B023
            lambda: memory.recall("crane", where=where),  # noqa: B023
        ):
            with pytest.raises(InputError, match="times"):
                ask()


def test_the_tool_takes_filters_and_refuses_what_is_no_date(memory):
    entries = memory.entries()
    ours = add(entries, "The crane is blue", tags=("paint",), project_id="harbour", context_type="note")
    add(entries, "The crane is red")
    session = memory.session()

    for some in (
        {"tags": ["paint"]},
        {"project": "harbour"},
        {"context_type": "note"},
        {"tags": ["paint"], "since": "2026-03-02", "until": "2026-03-03"},
    ):
        for query in ("crane", ""):
            found = session.call_tool("search_memories", {"query": query} | some)["entries"]
            assert [one["id"] for one in found] == [ours.id], some
    assert session.call_tool("search_memories", {"query": "crane", "since": "2026-03-03"})["entries"] == []
    assert (
        session.call_tool("search_memories", {"query": "crane", "since": "soon"})["error"]["code"] == "input"
    )


# -- pages ---------------------------------------------------------------------------------------


def test_pages_of_a_search_reach_all_that_matches_each_once(memory):
    entries = memory.entries()
    drafts = [entries.draft(f"The crane number {number} is red", layer="L1") for number in range(400)]
    entries.rewrite([Change(operation="add", source="user", draft=draft) for draft in drafts])
    gone = add(entries, "The crane of old was red", layer="L1")
    entries.remove(gone.id)
    wanted = {one.id for one in entries.list()[0]}

    pages = [entries.search("crane", limit=70, offset=offset) for offset in range(0, 420, 70)]
    with_gone = entries.search("crane", where=EntryFilter(statuses=()), limit=9, offset=395)

    found = [one.id for page in pages for one in page.entries]
    assert len(found) == len(set(found)) == 400
    assert set(found) == wanted
    assert {page.total for page in pages} == {400}
    assert entries.search("crane", limit=400).entries == tuple(one for page in pages for one in page.entries)
    assert ([one.id for one in with_gone.entries][5:], with_gone.total) == ([gone.id], 401)
    assert entries.search("crane", offset=401).entries == ()


def test_a_filter_narrows_all_pages_of_a_search(memory):
    entries = memory.entries()
    for project in ("ours", "theirs"):
        drafts = [
            entries.draft(f"The crane number {number} of {project}", layer="L1", project_id=project)
            for number in range(200)
        ]
        entries.rewrite([Change(operation="add", source="user", draft=draft) for draft in drafts])

    where = EntryFilter(project_id="ours")
    pages = [entries.search("crane", where=where, limit=90, offset=offset) for offset in (0, 90, 180)]

    assert [len(page.entries) for page in pages] == [90, 90, 20]
    assert {one.project_id for page in pages for one in page.entries} == {"ours"}
    assert {page.total for page in pages} == {200}


def test_the_tool_that_searches_tells_how_many_match(memory):
    for number in range(30):
        add(memory.entries(), f"The crane number {number} is red", layer="L1")

    with memory.session() as session:
        reply = session.call_tool("search_memories", {"query": "crane"})

    assert (len(reply["entries"]), reply["total"]) == (20, 30)


# -- turns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["project", "task"])
def test_project_and_task_narrow_turns_to_sessions_of_it_or_of_none(memory, field):
    for name in ("ours", "theirs", None):
        memory.session(id=f"s-{name}", **{field: name}).on_turn_end(f"The crane of {name} is blue")

    said = memory.entries().search("crane", turns=True, where=EntryFilter(**{f"{field}_id": "ours"})).turns
    with memory.session(**{field: "ours"}) as session:
        session.on_prompt("Remember what we said about the crane?")
        recalled = session.recalled.passages

    assert {one.ref for one in said} == {one.ref for one in recalled} == {"s-ours/0", "s-None/0"}
    assert len(memory.entries().search("crane", turns=True).turns) == 3


ASKED = "Remember what we said about the crane?"


@pytest.mark.parametrize("field", ["project", "task"])
def test_a_recalls_project_and_task_narrow_turns_like_a_sessions(memory, field):
    for name in ("ours", "theirs", None):
        memory.session(id=f"s-{name}", **{field: name}).on_turn_end(f"The crane of {name} is blue")

    ours = memory.recall(ASKED, where=EntryFilter(**{f"{field}_id": "ours"}))
    both = memory.recall(ASKED, **{field: "theirs"}, where=EntryFilter(**{f"{field}_id": "ours"}))

    assert {one.ref for one in ours.passages} == {"s-ours/0", "s-None/0"}
    assert {one.ref for one in both.passages} == {"s-None/0"}


LACKING = [
    {"tags": ("paint",)},
    {"subject": "Crane"},
    {"category": "context"},
    {"context_type": "schema"},
    {"tiers": ("memory",)},
    {"layers": ("L1",)},
    {"origin": "import:1"},
    {"ids": ("aaaa0001",)},
    {"statuses": ("inactive",)},
]


@pytest.mark.parametrize("where", LACKING, ids=str)
def test_a_recall_narrowed_by_what_turns_do_not_have_shows_no_turn(memory, where):
    memory.session(id="s").on_turn_end("The crane is blue")

    assert [one.ref for one in memory.recall(ASKED).passages] == ["s/0"]
    assert memory.recall(ASKED, where=EntryFilter(**where)).passages == ()


def test_a_receipt_tells_which_filters_were_set_and_not_their_values(memory):
    narrowed = memory.recall(ASKED, where=EntryFilter(tags=("paint",), project_id="ours"))

    assert narrowed.receipt.notes[-1] == "narrowed by: project, tags"
    for where in (None, EntryFilter()):
        assert not [note for note in memory.recall(ASKED, where=where).receipt.notes if "narrowed" in note]


# -- setting them --------------------------------------------------------------------------------


def test_connection_and_context_type_stay_through_updates_and_corrections(memory):
    entries = memory.entries()
    made = add(entries, "The crane is blue", layer="L1", connection_id="jira", context_type="tool_entity")

    updated = entries.update(made.id, entries.draft("The crane is red")).entry
    assert (updated.connection_id, updated.context_type) == ("jira", "tool_entity")
    moved = entries.update(made.id, entries.draft("The crane is red", connection_id="mail")).entry
    assert (moved.connection_id, moved.context_type) == ("mail", "tool_entity")
    corrected = entries.correct(made.id, "The crane is green").entry
    assert (corrected.connection_id, corrected.context_type) == ("mail", "tool_entity")


def test_secrets_in_connection_and_context_type_are_taken_out(memory):
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    made = add(memory.entries(), "The crane is blue", connection_id=f"c {secret}", context_type=f"t {secret}")

    assert secret not in f"{made.connection_id}{made.context_type}"
    assert (made.connection_id[:2], made.context_type[:2]) == ("c ", "t ")


# -- tools ---------------------------------------------------------------------------------------


def test_a_search_and_a_list_of_one_target_tell_what_the_other_one_has(memory):
    add(memory.entries(), "The crane is blue", tier="user")
    add(memory.entries(), "The other crane is green", tier="user", layer="L1")
    session = memory.session(id="s")

    searched = session.call_tool("search_memories", {"query": "crane"})
    listed = session.call_tool("get_memories", {})
    of_user = session.call_tool("search_memories", {"query": "crane", "target": "user"})
    nowhere = session.call_tool("search_memories", {"query": "ferry"})

    assert searched["entries"] == listed["entries"] == []
    assert searched["elsewhere"] == listed["elsewhere"] == "2 more in target 'user'"
    assert len(of_user["entries"]) == 2
    assert "elsewhere" not in of_user
    assert "elsewhere" not in nowhere


def test_a_target_that_is_switched_off_is_not_told_of(tmp_path):
    with opened(tmp_path) as before:
        add(before.entries(), "The crane is blue", tier="user")
    with opened(tmp_path, user_profile_enabled=False) as memory:
        assert "elsewhere" not in memory.session(id="s").call_tool("get_memories", {})
