"""Results of many sessions, for the tests of the store: profiles, connections, tasks, runs, costs."""

from __future__ import annotations

from tests.store.making import AT, LATER, event, new_id, told

from tiermem.values import Connection, Line, Mark, Note, Profile, Project, Run, Spent, Task


def observed(store, reach, content="I like tea", *, owner="user", **fields):
    """An observation that waits, and give its place."""
    payload = {"kind": "fact", "draft": {"content": content, "layer": "L1", "tier": "user"}}
    (seq,) = told(store, event(getattr(reach, owner).id, **{"payload": payload, "reason": "fact"} | fields))
    return seq


def processed(store, reach, content="I like tea", *, outcome="added", **fields):
    """An observation that is settled, and give its place."""
    seq = observed(store, reach, content, **fields)
    with store.transaction():
        assert store.stream.settle(seq, at=LATER, outcome=outcome)
    return seq


def line(text, *events, at=AT):
    return Line(text=text, at=at, events=events)


def mark(*events, **fields):
    return Mark(**{"confidence": 0.5, "at": AT, "events": events} | fields)


def profile(reach, **fields):
    return Profile(**{"scope_id": reach.user.id, "version": 1, "updated_at": AT} | fields)


def connection(reach, name="jira", **fields):
    return Connection(**{"id": name, "scope_id": reach.user.id, "updated_at": AT} | fields)


def task(reach, name="paint", **fields):
    made = {"id": name, "scope_id": reach.user.id, "title": f"To {name}", "created_at": AT, "updated_at": AT}
    return Task(**made | fields)


def project(reach, name="harbour", **fields):
    made = {"id": name, "scope_id": reach.user.id, "title": f"The {name}", "created_at": AT, "updated_at": AT}
    return Project(**made | fields)


def a_run(**fields):
    made = {"id": new_id("n"), "stage": "entries", "by": "rules", "trigger": "session"}
    return Run(**made | {"started_at": AT, "ended_at": LATER} | fields)


def spent(**fields):
    return Spent(**{"at": AT, "purpose": "extract", "model": "small"} | fields)


def put(store, *values, reach=None):
    """Store values of any kind in one transaction; runs and costs need the *reach*."""
    with store.transaction():
        for value in values:
            if isinstance(value, Profile):
                store.profiles.put(value)
            elif isinstance(value, Connection):
                store.profiles.put_connection(value)
            elif isinstance(value, Task):
                store.tasks.put(value)
            elif isinstance(value, Project):
                store.tasks.put_project(value)
            elif isinstance(value, Run):
                store.runs.log(value, reach)
            else:
                store.runs.charge(value, reach)


def a_history(store, reach, word="tea"):
    """Something in every table of learning, resting on two observations that say the *word*; gives their places."""
    first = processed(store, reach, f"I like {word}", session_id="s1")
    second = processed(store, reach, f"My {word} is green", session_id="s2")
    with store.transaction():
        store.stream.consolidate([first], at=LATER)
    put(
        store,
        profile(
            reach,
            narrative=(line(f"Drinks {word} these days.", first, second),),
            scaffold={"likes": {"drink": word, "colours": ["green"]}},
            marks={
                "likes/drink": mark(first, second, rival="milk", rival_events=(second,)),
                "likes/colours": mark(second, trust=2),
            },
            learned=(line(f"Has {word} at nine.", second), line("Is an early bird.")),
            inbox_guidance=f"Whatever is about {word} first.",
            version=3,
        ),
        connection(reach, learned={"default": word}, cached={"kinds": [word]}, cached_at=AT, ttl_s=60),
        project(reach, title=f"The {word} house"),
        task(reach, project_id="harbour", notes=(Note(at=AT, text=f"Bought {word}", session_id="s1"),)),
        a_run(
            id=new_id("n"), read=(first, second), wrote={"scaffold": ["likes/drink"]}, problem=f"No {word}."
        ),
        spent(usd=0.25, input_tokens=10, output_tokens=2, session_id="s1"),
        spent(usd=0.25, input_tokens=10, output_tokens=2, session_id="s1"),
        reach=reach,
    )
    return first, second
