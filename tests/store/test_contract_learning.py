"""The contract of every store: profiles, connections, tasks, runs, costs of models, the stream's backlog."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store import learning
from tests.store.learning import (
    a_run,
    connection,
    line,
    mark,
    observed,
    processed,
    profile,
    project,
    spent,
    task,
)
from tests.store.making import AT, LATER, analyzed, event, rows, told, work_of

from tiermem.store.contract import SET_ASIDE, Backlog, SessionRow
from tiermem.values import Connection, Line, Mark, Note, Profile, Project, Run, Spent, Task, Turn

PROPERTY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
EARLIER = "2026-02-02T09:00:00.000000Z"
TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=12)
SEQS = st.lists(st.integers(1, 2**40), max_size=3).map(tuple)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(TEXT, JSON, max_size=4)
INSTANTS = st.sampled_from([EARLIER, AT, LATER])
LINES = st.lists(
    st.builds(Line, text=TEXT, at=INSTANTS, events=SEQS, importance=st.floats(0, 1)), max_size=3
).map(tuple)
MARKS = st.builds(
    Mark,
    confidence=st.floats(0, 1),
    at=INSTANTS,
    trust=st.integers(0, 9),
    events=SEQS,
    rival=JSON,
    rival_events=SEQS,
)


@pytest.fixture
def elsewhere(store):
    """Ann, with another agent of the house."""
    return store.records.reach(house="home", agent="writer", user="ann")


# -- profiles ------------------------------------------------------------------------------------


def test_a_profile_that_was_never_written_is_empty(store, ann):
    assert store.profiles.get(ann.user.id) == Profile(scope_id=ann.user.id)
    assert rows(store, "profiles") == []


@PROPERTY
@given(
    st.builds(
        dict,
        narrative=LINES,
        scaffold=OBJECTS,
        marks=st.dictionaries(TEXT, MARKS, max_size=3),
        learned=LINES,
        inbox_guidance=TEXT,
        version=st.integers(0, 2**40),
        updated_at=INSTANTS | st.just(""),
    )
)
def test_a_profile_is_read_as_it_was_put(store, ann, wanted):
    made = profile(ann, **wanted)

    learning.put(store, made)

    read = store.profiles.get(ann.user.id)
    assert read == made
    assert list(read.scaffold) == list(made.scaffold)
    assert list(read.marks) == list(made.marks)
    assert store.check() == []


def test_a_profile_takes_the_place_of_the_one_before_and_of_nobody_elses(store, ann, bob):
    first = profile(ann, scaffold={"likes": "tea"}, marks={"likes": mark(1)}, learned=(line("Sings."),))
    learning.put(store, first, profile(bob, scaffold={"likes": "milk"}))

    learning.put(store, replace(first, scaffold={"name": "Ann"}, marks={}, version=2))

    assert store.profiles.get(ann.user.id) == replace(first, scaffold={"name": "Ann"}, marks={}, version=2)
    assert store.profiles.get(bob.user.id).scaffold == {"likes": "milk"}


def test_what_is_read_of_a_profile_may_be_changed_without_changing_the_store(store, ann):
    learning.put(store, profile(ann, scaffold={"likes": ["tea"]}))

    store.profiles.get(ann.user.id).scaffold["likes"].append("milk")

    assert store.profiles.get(ann.user.id).scaffold == {"likes": ["tea"]}


# -- connections ---------------------------------------------------------------------------------


@PROPERTY
@given(
    TEXT,
    st.builds(
        dict,
        learned=OBJECTS,
        cached=JSON,
        cached_at=st.none() | INSTANTS,
        ttl_s=st.none() | st.integers(0, 2**31),
        updated_at=INSTANTS,
    ),
)
def test_a_connection_is_read_as_it_was_put(store, ann, name, wanted):
    made = connection(ann, name, **wanted)

    learning.put(store, made)

    assert store.profiles.connection(name, ann.user.id) == made
    assert made in store.profiles.connections(ann.user.id)
    assert store.check() == []


def test_connections_of_one_name_are_of_each_user_their_own(store, ann, bob):
    learning.put(store, connection(ann, learned={"default": "PROJ"}), connection(ann, "calendar"))
    learning.put(store, connection(bob, learned={"default": "OTHER"}))

    learning.put(store, connection(ann, learned={"default": "NEW"}, cached=["a"]))

    assert store.profiles.connections(ann.user.id) == [
        connection(ann, "calendar"),
        connection(ann, learned={"default": "NEW"}, cached=["a"]),
    ]
    assert store.profiles.connection("jira", bob.user.id).learned == {"default": "OTHER"}
    assert store.profiles.connection("calendar", bob.user.id) is None


# -- tasks and projects --------------------------------------------------------------------------

NOTES = st.lists(st.builds(Note, at=INSTANTS, text=TEXT, session_id=st.none() | TEXT), max_size=3).map(tuple)


@PROPERTY
@given(
    TEXT,
    st.builds(
        dict,
        title=TEXT,
        status=st.sampled_from(["active", "done"]),
        project_id=st.none() | TEXT,
        completed_at=st.none() | INSTANTS,
        notes=NOTES,
        archive=st.none() | TEXT,
        sessions=st.lists(TEXT, max_size=3).map(tuple),
    ),
)
def test_a_task_is_read_as_it_was_put(store, ann, name, wanted):
    made = task(ann, name, **wanted)

    learning.put(store, made)

    assert store.tasks.get(name, ann.user.id) == made
    assert store.check() == []


def test_tasks_of_a_user_are_found_those_changed_last_first(store, ann, bob):
    learning.put(
        store,
        task(ann, "paint", updated_at=EARLIER, project_id="harbour"),
        task(ann, "build", updated_at=LATER),
        task(ann, "arrange", project_id="harbour"),
        task(ann, "clean", status="done", project_id="harbour"),
        task(bob, "paint", updated_at=LATER),
    )

    def found(**some):
        return [one.id for one in store.tasks.find(ann.user.id, **some)]

    assert found() == ["build", "arrange", "clean", "paint"]
    assert found(limit=1) == ["build"]
    assert found(status="active") == ["build", "arrange", "paint"]
    assert found(status="done") == ["clean"]
    assert found(project_id="harbour") == ["arrange", "clean", "paint"]
    assert found(project_id="harbour", status="active") == ["arrange", "paint"]
    assert [one.title for one in store.tasks.find(bob.user.id)] == ["To paint"]
    assert store.tasks.get("build", bob.user.id) is None


def test_a_task_that_is_done_keeps_no_notes(store, ann):
    learning.put(store, task(ann, notes=(Note(at=AT, text="The brush is dry", session_id="s1"),)))

    done = task(ann, status="done", completed_at=LATER, archive="aaaa0001", sessions=("s1", "s2"))
    learning.put(store, done)

    assert store.tasks.get("paint", ann.user.id) == done
    assert "brush" not in repr(rows(store, "tasks"))


def test_projects_are_kept_and_found_like_tasks(store, ann, bob):
    harbour = project(ann, updated_at=EARLIER)
    closed = project(ann, "closed", status="done", completed_at=LATER)
    learning.put(store, harbour, closed, project(bob, title="Another harbour"))

    assert store.tasks.project("harbour", ann.user.id) == harbour
    assert store.tasks.project("closed", bob.user.id) is None
    assert store.tasks.projects(ann.user.id) == [closed, harbour]
    assert store.tasks.projects(ann.user.id, status="active") == [harbour]
    learning.put(store, replace(harbour, title="The port", updated_at=LATER))
    assert [one.title for one in store.tasks.projects(ann.user.id)] == ["The closed", "The port"][::-1]
    assert store.tasks.project("harbour", bob.user.id).title == "Another harbour"


# -- runs and costs ------------------------------------------------------------------------------


@PROPERTY
@given(
    st.builds(
        dict,
        stage=st.sampled_from(["entries", "profile"]),
        by=st.sampled_from(["rules", "model"]),
        trigger=st.sampled_from(["session", "idle", "worker", "command"]),
        read=SEQS,
        wrote=OBJECTS,
        problem=st.none() | TEXT,
    )
)
def test_a_run_is_read_as_it_was_logged(store, ann, wanted):
    made = a_run(**wanted)

    learning.put(store, made, reach=ann)

    assert made in store.runs.find(ann, limit=999)
    assert store.check() == []


def test_the_latest_runs_of_an_agent_and_user_come_first(store, ann, bob, elsewhere):
    old, new, newest = (a_run(started_at=at) for at in (EARLIER, AT, LATER))
    learning.put(store, new, newest, old, reach=ann)
    learning.put(store, a_run(started_at=LATER), reach=bob)

    assert store.runs.find(ann) == [newest, new, old]
    assert store.runs.find(ann, limit=2) == [newest, new]
    assert store.runs.find(ann, since=AT) == [newest, new]
    assert len(store.runs.find(bob)) == 1
    assert store.runs.find(elsewhere) == []


def test_a_user_is_charged_by_all_agents_together(store, ann, bob, elsewhere):
    early, first = spent(at=EARLIER), spent(usd=0.5, input_tokens=100, output_tokens=7, session_id="s1")
    last = spent(at=LATER, purpose="embed", outcome="429")
    learning.put(store, last, early, first, first, reach=ann)
    learning.put(store, spent(model="large"), reach=elsewhere)
    learning.put(store, spent(model="nobody's"), reach=bob)

    assert store.runs.spent(ann, since=AT) == [first, first, spent(model="large"), last]
    assert store.runs.spent(elsewhere, since="") == [early, first, first, spent(model="large"), last]
    assert [one.model for one in store.runs.spent(bob, since=EARLIER)] == ["nobody's"]


# -- the stream ----------------------------------------------------------------------------------


def seqs(events):
    return [one.seq for one in events]


def test_processed_observations_are_unconsolidated_until_they_are_marked(store, ann, bob):
    first, second = processed(store, ann), processed(store, ann, outcome="known: put aside")
    of_agent = processed(store, ann, owner="agent")
    waits = observed(store, ann)
    processed(store, bob)
    told(store, event(ann.user.id, kind="added", entry_id="aaaa0001", version=1))

    assert seqs(store.stream.unconsolidated(ann.ids, limit=9)) == [first, second, of_agent]
    assert seqs(store.stream.unconsolidated(ann.ids, limit=2)) == [first, second]
    with store.transaction():
        assert store.stream.consolidate([second, first], at=LATER) == 2
        assert store.stream.consolidate([first, second, of_agent], at=AT) == 1
    assert store.stream.unconsolidated(ann.ids, limit=9) == []
    told_of = {one.seq: one.consolidated for one in store.stream.events(ann.ids)}
    assert [told_of[seq] for seq in (first, second, of_agent, waits)] == [LATER, LATER, AT, None]


def test_what_was_not_processed_is_not_consolidated(store, ann):
    waits = observed(store, ann)
    (change,) = told(store, event(ann.user.id, kind="adopted", processed=AT))

    with store.transaction():
        assert store.stream.consolidate([waits, change, 999], at=AT) == 0
        assert store.stream.consolidate([], at=AT) == 0

    assert [one.consolidated for one in store.stream.events(ann.ids)] == [None, None]
    assert store.check() == []


def test_any_number_of_observations_is_consolidated_at_once(store, ann):
    with store.transaction(durable=False):
        places = [store.stream.append(event(ann.user.id, processed=AT)) for _ in range(1201)]
        assert store.stream.consolidate([*places, *places], at=LATER) == 1201


def test_failures_are_counted_and_the_last_problem_is_kept_while_it_waits(store, ann):
    poison = observed(store, ann)

    with store.transaction():
        tries = [store.stream.fail(poison, problem=f"problem {number}") for number in range(1, 6)]

    assert tries == [1, 2, 3, 4, 5]
    (waiting,) = store.stream.waiting(ann.ids)
    assert (waiting.seq, waiting.tries, waiting.outcome) == (poison, 5, "problem 5")
    assert store.stream.backlog(ann.ids).failed == 0


def test_a_failure_after_it_was_settled_leaves_what_became_of_it(store, ann):
    seq = processed(store, ann, outcome="added")

    with store.transaction():
        assert store.stream.fail(seq, problem="no answer") == 1
        assert store.stream.consolidate([seq], at=LATER) == 1
        assert store.stream.fail(seq, problem="too late") == 1
        assert store.stream.fail(999, problem="of nothing") == 0

    (one,) = store.stream.events(ann.ids)
    assert (one.tries, one.outcome) == (1, "added")


def test_what_was_set_aside_goes_nowhere_and_is_counted(store, ann):
    poison = observed(store, ann)
    with store.transaction():
        store.stream.fail(poison, problem="boom")
        assert store.stream.settle(poison, at=LATER, outcome=f"{SET_ASIDE} after 5 tries: boom")
    processed(store, ann, outcome="not set aside")

    assert store.stream.waiting(ann.ids) == []
    assert poison not in seqs(store.stream.unconsolidated(ann.ids, limit=9))
    assert store.stream.backlog(ann.ids) == Backlog(waiting=0, oldest=None, failed=1, unconsolidated=1)


def test_what_fails_on_its_way_into_the_profile_is_set_aside_too(store, ann, bob):
    in_profile, poison, waits = processed(store, ann), processed(store, ann), observed(store, ann)

    with store.transaction():
        store.stream.consolidate([in_profile], at=AT)
        for _ in range(5):
            store.stream.fail(poison, problem="boom")
        done = [store.stream.set_aside(seq, at=LATER, problem="boom") for seq in (in_profile, poison, waits)]
        again = store.stream.set_aside(poison, at=LATER, problem="boom")

    assert (done, again) == ([False, True, True], False)
    outcomes = {one.seq: one.outcome for one in store.stream.events(ann.ids)}
    assert outcomes[in_profile] == "added"
    assert outcomes[poison] == f"{SET_ASIDE} after 5 tries: boom"
    assert outcomes[waits].startswith(SET_ASIDE)
    assert store.stream.backlog(ann.ids) == Backlog(waiting=0, oldest=None, failed=2, unconsolidated=0)


def test_reading_goes_on_after_a_place(store, ann):
    waiting = [observed(store, ann, owner=owner) for owner in ("user", "agent", "user")]
    done = [processed(store, ann) for _ in range(3)]

    assert seqs(store.stream.waiting(ann.ids, after=waiting[0])) == waiting[1:]
    assert seqs(store.stream.unconsolidated(ann.ids, after=done[1], limit=9)) == done[2:]


def test_users_of_a_house_for_whom_something_waits_are_known(store, ann, bob):
    abroad = store.records.reach(house="work", agent="coder", user="eve")
    for reach in (bob, abroad):
        observed(store, reach)
    processed(store, ann)

    assert store.runs.users_with_work(ann.house.id, profiles=False) == [bob.user]
    assert store.runs.users_with_work(ann.house.id, profiles=True) == [ann.user, bob.user]
    assert store.runs.users_with_work(abroad.house.id, profiles=True) == [abroad.user]


def test_users_of_whose_sessions_with_an_agent_not_all_was_read_are_known(store, ann, bob):
    other_agent = store.records.reach(house=ann.house.name, agent="writer", user=ann.user.name)
    with store.transaction():
        for place, reach in enumerate((bob, other_agent)):
            store.sessions.begin(SessionRow(id=f"s{place}", reach=reach, started_at=LATER))
            store.sessions.journal(f"s{place}", [Turn(speaker="user", content="Hello there", at=LATER)])

    def behind(since=""):
        return store.runs.users_with_work(ann.house.id, profiles=False, agent_id=bob.agent.id, since=since)

    assert behind() == [bob.user]
    assert behind(since=f"{LATER}1") == []
    with store.transaction():
        store.sessions.advance("s0", 1)
    assert behind() == []


def test_the_backlog_is_of_some_scopes_or_of_all(store, ann, bob):
    assert store.stream.backlog() == Backlog(waiting=0, oldest=None, failed=0, unconsolidated=0)
    observed(store, ann, at=LATER)
    observed(store, ann, at=AT, owner="agent")
    observed(store, bob, at=EARLIER)
    processed(store, bob, outcome=f"{SET_ASIDE}: boom")
    processed(store, ann)

    assert store.stream.backlog(ann.ids) == Backlog(waiting=2, oldest=AT, failed=0, unconsolidated=1)
    assert store.stream.backlog([ann.user.id]) == Backlog(waiting=1, oldest=LATER, failed=0, unconsolidated=1)
    assert store.stream.backlog() == Backlog(waiting=3, oldest=EARLIER, failed=1, unconsolidated=1)
    assert store.stream.backlog([]) == Backlog(waiting=0, oldest=None, failed=0, unconsolidated=0)


@PROPERTY
@given(
    st.lists(
        st.tuples(st.sampled_from(["user", "agent", "house"]), st.sampled_from(["s1", "s2"])), max_size=9
    ),
    st.integers(1, 9),
)
def test_the_oldest_wait_first_whoever_owns_them(new_store, wanted, limit):
    store = new_store()
    ann = store.records.reach(house="home", agent="coder", user="ann")
    made = [observed(store, ann, owner=owner, session_id=session) for owner, session in wanted]

    assert seqs(store.stream.waiting(ann.ids, limit=limit)) == made[:limit]
    of_first = [seq for seq, (_, session) in zip(made, wanted, strict=True) if session == "s1"]
    assert seqs(store.stream.waiting(ann.ids, session_id="s1", limit=limit)) == of_first[:limit]
    store.close()


# -- a large backlog -----------------------------------------------------------------------------


QUESTIONS = {
    "waiting": lambda stream, ann: stream.waiting(ann.ids, limit=10),
    "waiting of a session": lambda stream, ann: stream.waiting(ann.ids, session_id="s7", limit=10),
    "unconsolidated": lambda stream, ann: stream.unconsolidated(ann.ids, limit=10),
}


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_asking_for_some_costs_no_more_where_many_wait(new_store, question):
    cost = []
    for many in (200, 4_000):
        store = new_store()
        ann = store.records.reach(house="home", agent="coder", user="ann")
        state = {"processed": AT} if question == "unconsolidated" else {}
        with store.transaction(durable=False):
            for number in range(many):
                scope_id = ann.ids[number % 3]
                store.stream.append(event(scope_id, session_id=f"s{number % 20}", **state))
        analyzed(store)
        assert len(QUESTIONS[question](store.stream, ann)) == 10
        cost.append(work_of(store, lambda store=store, ann=ann: QUESTIONS[question](store.stream, ann)))

    assert 0 < cost[1] < 3 * cost[0], "twenty times as many wait"


# -- fields --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (Profile, 8),
        (Line, 4),
        (Mark, 6),
        (Connection, 7),
        (Task, 11),
        (Note, 3),
        (Project, 7),
        (Run, 9),
        (Spent, 8),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_values_of_learning_have_no_fields_that_these_tests_do_not_know(value, number):
    assert len(fields(value)) == number
