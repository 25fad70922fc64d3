"""An erasure reaches what was learned from the words: profiles, connections, tasks, runs, what came of observations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store import learning
from tests.store.learning import a_run, connection, line, mark, processed, profile, project, spent, task
from tests.store.living import raw
from tests.store.making import AT, LATER, at_best, begun, event, put, rows, said, told, wrong

from tiermem.values import Note, Observation

QUOTE = "My quaffle is in the zanzibar locker"
WORDS = ("quaffle", "zanzibar")
ERASED_AT = "2026-03-09T09:00:00.000000Z"
PROPERTY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture
def entry(store, ann):
    """Return the entry that was learned from the first observation and contains the words."""
    seq = processed(store, ann, QUOTE, outcome=f"added: {QUOTE}")
    return put(store, ann, QUOTE, origin=f"event:{seq}")


def place(entry):
    return int(entry.origin.removeprefix("event:"))


def erase(store, entry, reach, *quotes):
    return store.erase(entry.id, quotes, reach.ids, ERASED_AT)


def test_the_words_leave_all_that_was_learned(store, ann, entry):
    learning.put(
        store,
        profile(
            ann,
            narrative=(line(f"{QUOTE}."), line(f"On Monday {QUOTE.upper()}; it rains.")),
            scaffold={"things": {"locker": QUOTE, "list": [QUOTE, "other"]}, QUOTE: {"since": 2020}},
            marks={
                "things/locker": mark(),
                "things/list": mark(rival=[QUOTE, "milk"]),
                f"{QUOTE}/since": mark(),
            },
            learned=(line(QUOTE), line("Is an early bird.")),
            inbox_guidance=f"First what says {QUOTE}",
        ),
        connection(ann, learned={"note": QUOTE, "project": "PROJ"}, cached={"titles": [QUOTE]}, cached_at=AT),
        project(ann, title=f"{QUOTE}?"),
        task(ann, title=QUOTE, notes=(Note(at=AT, text=f"Asked: {QUOTE}", session_id="s1"),)),
        a_run(wrote={"scaffold": [f"{QUOTE}/since"]}, problem=f"Cannot read {QUOTE}."),
        spent(outcome=f"refused: {QUOTE}"),
        reach=ann,
    )
    payload = {"kind": "scaffold_update", "draft": {"content": f"note: {QUOTE}"}, "path": QUOTE}
    told(store, event(ann.user.id, payload=payload | {"value": {"a": [QUOTE]}}))
    reached = ("profiles", "connections", "projects", "tasks", "runs", "spending", "events")
    assert {table for table, row in rows(store) if "zanzibar" in repr(row).lower()} >= set(reached)

    erased = erase(store, entry, ann)

    assert erased.state == at_best(store)
    assert set(reached) <= set(erased.touched)
    left = raw(store.path).lower() if store.url.startswith("sqlite:") else repr(rows(store)).lower().encode()
    assert [word for word in WORDS if word.encode() in left] == []
    assert wrong(store) == []


def test_lines_and_values_that_say_nothing_else_go_and_the_rest_stays(store, ann, entry):
    learning.put(
        store,
        profile(
            ann,
            narrative=(line(f"{QUOTE}."), line(f"On Monday {QUOTE}; it rains."), line("It snows.")),
            scaffold={
                "a": {"b": {"c": QUOTE}},
                "list": [QUOTE, "other"],
                QUOTE: {"since": 2020},
                "empty": {},
            },
            marks={
                "a/b/c": mark(trust=3),
                "list": mark(rival=QUOTE),
                f"{QUOTE}/since": mark(),
                "never/there": mark(),
            },
            learned=(line(QUOTE), line("Is an early bird.")),
            inbox_guidance="Short ones first.",
            version=7,
        ),
        connection(ann, learned={"note": QUOTE, "project": "PROJ"}),
    )

    erase(store, entry, ann)

    assert store.profiles.get(ann.user.id) == profile(
        ann,
        narrative=(line("On Monday [erased]; it rains."), line("It snows.")),
        scaffold={"list": ["other"], "empty": {}},
        marks={"list": mark(), "never/there": mark()},
        learned=(line("Is an early bird."),),
        inbox_guidance="Short ones first.",
        version=8,
        updated_at=ERASED_AT,
    )
    assert store.profiles.connection("jira", ann.user.id).learned == {"project": "PROJ"}


def test_what_names_an_erased_observation_as_a_source_goes_whatever_its_words_and_other_sources_wait_again(
    store, ann, entry
):
    again, other = processed(store, ann, QUOTE), processed(store, ann, "I play on Sundays")
    first, third = place(entry), processed(store, ann, "I swim on Mondays")
    with store.transaction():
        store.stream.consolidate([first, again, other, third], at=LATER)
    learning.put(
        store,
        profile(
            ann,
            narrative=(
                line("Swims.", third),
                line("Plays with balls.", first, again),
                line("Plays.", first, other),
                line("Sings."),
            ),
            scaffold={
                "sport": {"ball": "yes", "day": "Sunday"},
                "keeps": {"things": 1},
                "swims": {"on": "Monday"},
            },
            marks={
                "sport/ball": mark(first),
                "sport/day": mark(again, other),
                "keeps/things": mark(again, first),
                "swims/on": mark(third, rival="a locker", rival_events=(first, other)),
            },
            learned=(line("Has a locker.", again),),
        ),
    )

    erase(store, entry, ann)

    left = store.profiles.get(ann.user.id)
    assert left.narrative == (line("Swims.", third), line("Sings."))
    assert left.scaffold == {"swims": {"on": "Monday"}}
    assert left.marks == {"swims/on": mark(third)}
    assert left.learned == ()
    assert [event.seq for event in store.stream.unconsolidated((ann.user.id,), limit=9)] == [other]


def test_an_outcome_says_the_words_no_more(store, ann, entry):
    erase(store, entry, ann)

    (observation,) = store.stream.events(ann.ids, kinds=("observation",))
    assert observation.outcome == "added: [erased]"
    assert observation.payload["draft"]["content"] == "[erased]"


def test_the_words_that_it_was_learned_from_are_taken_out_too(store, ann, entry):
    learning.put(
        store,
        task(ann, notes=(Note(at=AT, text="Well, that old ball of mine is in there!", session_id=None),)),
    )

    erase(store, entry, ann, "that old ball of mine is in there")

    assert store.tasks.get("paint", ann.user.id).notes[0].text == "Well, [erased]!"


def test_rows_that_do_not_say_it_stay_as_they_are(store, ann, entry):
    other = processed(store, ann, "I sing")
    learning.put(
        store,
        profile(
            ann,
            narrative=(line("Sings.", other),),
            scaffold={"likes": {"zanzibar": "much"}, "none": None, "": []},
            marks={"likes/zanzibar": mark(other, rival={}), "gone/long/ago": mark(other)},
        ),
        connection(ann, learned={"locker": 7}, cached=[]),
        task(ann, title="Find the locker"),
        a_run(read=(other,), wrote={"lines": 1}),
        reach=ann,
    )
    tables = ("profiles", "connections", "tasks", "runs")
    before = rows(store, *tables)

    erased = erase(store, entry, ann)

    assert rows(store, *tables) == before
    assert not set(tables) & set(erased.touched)


def test_what_others_learned_is_not_touched(store, ann, entry):
    others = [
        store.records.reach(house="home", agent="coder", user="bob"),
        store.records.reach(house="work", agent="coder", user="ann"),
    ]
    for other in others:
        told(store, event(other.user.id, payload={"kind": "fact", "draft": {"content": QUOTE}}))
        learning.put(
            store,
            profile(
                other, narrative=(line(QUOTE, place(entry)),), scaffold={"a": QUOTE}, marks={"a": mark()}
            ),
            connection(other, learned={"a": QUOTE}),
            task(other, title=QUOTE),
            a_run(problem=QUOTE),
            reach=other,
        )

    def theirs():
        users = {other.user.id for other in others}
        return [row for _, row in rows(store) if (row.get("scope_id") or row.get("user_id")) in users]

    before = theirs()
    assert "zanzibar" in repr(before)

    erase(store, entry, ann)

    assert theirs() == before


def test_what_an_agent_knew_is_taken_out_of_the_profiles_of_all_its_users(store, ann):
    bob = store.records.reach(house="home", agent="coder", user="bob")
    begun(store, bob, "s2")
    shared = put(store, ann, QUOTE, owner="agent")
    learning.put(store, profile(bob, narrative=(line(QUOTE),)), task(bob, title=QUOTE))

    erase(store, shared, ann)

    assert store.profiles.get(bob.user.id).narrative == ()
    assert store.tasks.get("paint", bob.user.id).title == "[erased]"


def test_erasing_where_nothing_was_learned_writes_no_profile(store, ann, entry):
    erased = erase(store, entry, ann)

    assert rows(store, "profiles") == []
    assert "profiles" not in erased.touched


# -- what else was learned from the words --------------------------------------------------------


def observation(content, **fields):
    return {"kind": "fact", "draft": {"content": content, "layer": "L1", "tier": "user"} | fields}


def test_entries_that_say_nothing_else_go_with_it_and_leave_tombstones(store, ann, entry):
    twin = put(store, ann, f"{QUOTE}!", owner="agent", subject="quaffle", tags=("zanzibar",))
    more = put(store, ann, f"A note: {QUOTE}", subject="quaffle")
    changed = put(store, ann, "The boat is red", subject="boat")
    with store.transaction():
        store.records.update(replace(changed, version=2, content=QUOTE, updated_at=LATER))

    erased = erase(store, entry, ann)

    assert store.records.get(twin.id, ann.ids) is None
    assert store.records.get(more.id, ann.ids).content == "A note: [erased]"
    assert [one.content for one in store.records.versions(changed.id, ann.ids)] == [
        "The boat is red",
        "[erased]",
    ]
    assert erased.touched["entries"] == 4
    tombs = store.stream.events(ann.ids, kinds=("erased",))
    assert [(one.entry_id, one.scope_id) for one in tombs] == [
        (entry.id, ann.user.id),
        (twin.id, ann.agent.id),
    ]


def test_an_observation_that_says_nothing_any_more_has_no_subject_either(store, ann):
    value = {"path": "quaffle", "value": "zanzibar"}
    payload = observation(f"{QUOTE}.", subject="quaffle", tags=["zanzibar"])
    told(
        store,
        event(ann.user.id, payload=payload | {"quote": QUOTE, "denied": "zanzibar", "corrects": "quaffle"}),
        event(ann.user.id, payload=payload | {"kind": "scaffold_update"} | value),
        event(ann.user.id, payload=observation(f"A note: {QUOTE}", subject="note")),
    )
    made = put(store, ann, QUOTE)

    erase(store, made, ann)

    first, second, third = store.stream.events(ann.ids, kinds=("observation",))
    assert "quaffle" not in repr((first, second))
    assert "zanzibar" not in repr((first, second))
    read = [Observation.from_payload(one.payload) for one in (first, second, third)]
    assert [one.draft.content for one in read] == ["[erased].", "[erased].", "A note: [erased]"]
    assert [one.draft.subject for one in read] == [None, None, "note"]
    assert wrong(store) == []


def test_a_part_of_the_words_that_was_learned_from_their_turn_goes_too(store, ann):
    begun(store, ann, "s1")
    said(store, "s1", f"Look: {QUOTE} and the boat is red.", "I see.")
    part, elsewhere = "The boat is red", "My quaffle is in the zanzibar"
    own, other = (
        told(store, event(ann.user.id, payload=observation(content) | {"evidence": evidence}))[0]
        for content, evidence in ((part, "s1/0"), (elsewhere, "s1/1"))
    )
    kept = put(store, ann, elsewhere, origin=f"event:{other}")
    gone = [put(store, ann, content, origin=f"event:{own}") for content in (part, "A red boat")]
    made = put(store, ann, f"{QUOTE} and the boat is red.")

    erase(store, made, ann)

    assert [store.records.get(one.id, ann.ids) for one in gone] == [None, None]
    assert store.records.get(kept.id, ann.ids) == kept


def test_what_was_said_in_the_same_breath_stays(store, ann):
    """The words that it was learned from hold another statement, which is another entry's."""
    begun(store, ann, "s1")
    said(store, "s1", "I like strong tea, and my dentist is Zoe.")
    tea, dentist = (
        told(store, event(ann.user.id, payload=observation(content) | {"evidence": "s1/0"}))[0]
        for content in ("I like strong tea.", "My dentist is Zoe.")
    )
    made = put(store, ann, "I like strong tea.", origin=f"event:{tea}")
    other = put(store, ann, "My dentist is Zoe.", origin=f"event:{dentist}")

    erase(store, made, ann, "I like strong tea, and my dentist is Zoe.")

    assert store.records.get(other.id, ann.ids) == other
    assert [one.content for one in store.sessions.turns("s1")] == ["[erased]"]


VALUES = st.recursive(
    st.none() | st.integers(0, 9) | st.sampled_from([QUOTE, "other", f"So {QUOTE}, he says", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b/c", "d~e", QUOTE]), inner, max_size=3)
    ),
    max_leaves=8,
)


def leaves(data, *keys):
    """Every path to a value that is no object."""
    if isinstance(data, dict):
        return [path for key, value in data.items() for path in leaves(value, *keys, key)]
    return ["/".join(key.replace("~", "~0").replace("/", "~1") for key in keys)]


@PROPERTY
@given(st.dictionaries(st.sampled_from(["x", "y/z", QUOTE]), VALUES, max_size=3))
def test_marks_and_values_of_any_scaffold_agree_after_an_erasure(new_store, scaffold):
    store = new_store()
    ann = store.records.reach(house="home", agent="coder", user="ann")
    made = put(store, ann, QUOTE)
    learning.put(store, profile(ann, scaffold=scaffold, marks={path: mark() for path in leaves(scaffold)}))

    erase(store, made, ann)

    left = store.profiles.get(ann.user.id)
    assert QUOTE not in repr(left)
    assert set(left.marks) == set(leaves(left.scaffold))
    assert wrong(store) == []
    store.close()


def test_an_erasure_of_a_correction_reaches_the_profile_of_before(store, ann, entry):
    """Every content that the entry had is looked for."""
    with store.transaction():
        store.records.update(replace(entry, version=2, content="All of it was wrong", updated_at=LATER))
    learning.put(store, profile(ann, narrative=(line(QUOTE), line("All of it was wrong"))))

    erase(store, entry, ann)

    assert store.profiles.get(ann.user.id).narrative == ()
