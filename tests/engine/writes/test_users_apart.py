"""No user sees what was said or noted in another user's session, whichever way is tried."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial

import pytest
from tests.engine.opening import opened

from tiermem import EntryFilter
from tiermem.errors import InputError

SECRETS = ("90k", "Rex", "peanuts", "Marta", "vault")


def live(memory, user="anna"):
    """Put the secrets everywhere that something can be kept."""
    with memory.session(id=f"of {user}", user=user, project="crane", task="paint") as session:
        assert session.system_prompt
        calls = {
            "add_memory": {"content": "Anna earns 90k."},
            "memory_write": {"action": "add", "layer": "L1", "content": "The vault opens at nine."},
            "add_to_memory": {"memory": "Anna is allergic to peanuts.", "category": "context"},
            "record_observation": {"content": "The vault is blue.", "category": "project_details"},
            "update_user_context": {"scaffold_updates": {"Manager": "Marta"}},
            "update_connection_context": {"connection": "jira", "learned": {"lead": "Marta"}},
        }
        for name, arguments in calls.items():
            reply = session.call_tool(name, arguments)
            refused = memory.settings.write_policy == "approve" and name == "update_connection_context"
            assert ("error" in reply) == refused, (name, reply)
        session.on_prompt("Where is my dog Rex, and what do I earn, 90k?")
        session.on_turn_end("I have a dog named Rex. My manager is Marta.", "Rex, I see; and Marta.")
    memory.maintenance.work(user)


def seen(memory, user):
    """All that a user of the same agent can have shown, by name of the way."""
    where = EntryFilter(statuses=("active", "inactive", "staged"))
    entries = memory.entries(user)
    preview = memory.preview(user, connections=None)
    ask = "What does Anna earn, and to what is she allergic? What opens at nine? What of my dog, and of my manager?"
    yield "system prompt", preview.system_prompt
    yield "prompt", preview.on_prompt(ask)
    yield "recall", memory.recall(ask, user, connections=None).receipt
    yield "retrieve", memory.retrieve(ask, user, connections=None)
    yield "list", entries.list(where)
    yield "search", entries.search(ask, layers=("L0", "L1", "L2"), turns=True, where=where)
    yield "pending", entries.pending()
    yield "context", memory.context(user)
    yield "tasks", [memory.tasks(user).find(), memory.tasks(user).projects()]
    yield "profile", memory.profile(user).current
    yield "review", memory.review(user).doubts()
    yield "report", memory.timeline.recall_report(user)
    yield (
        "timeline",
        [*memory.timeline.events(user), *memory.timeline.sessions(user), *memory.timeline.runs(user)],
    )
    yield "receipts", memory.timeline.receipts(user, limit=50)
    for name, arguments in (
        ("get_memories", {"target": "memory"}),
        ("get_memories", {"target": "user"}),
        ("search_memories", {"query": ask, "archive": True}),
        ("list_recalled", {}),
    ):
        yield name, preview.call_tool(name, arguments)


@pytest.mark.parametrize("more", [{}, {"consolidation": {"enabled": True}}, {"write_policy": "approve"}])
def test_another_user_of_the_agent_is_shown_nothing(tmp_path, more):
    with opened(tmp_path, **more) as memory:
        live(memory)
        anna = " ".join(str(shown) for _, shown in seen(memory, "anna"))
        assert all(secret in anna for secret in SECRETS)
        leaks = [
            (way, secret) for way, shown in seen(memory, "bob") for secret in SECRETS if secret in str(shown)
        ]

    assert leaks == []


SHARING = {
    "user": (False, ""),
    "agent": (True, "all users of this agent"),
    "house": (True, "all users and agents"),
}


@pytest.mark.parametrize("notes", SHARING)
def test_notes_are_shared_only_where_the_yaml_says_so_and_the_model_is_told(tmp_path, notes):
    is_shared, told = SHARING[notes]
    with opened(tmp_path, scope={"notes": notes}) as memory:
        if notes == "house":
            memory.reach("anna")
            memory.scopes.grant("house:default", "agent:agent")
        with memory.session(user="anna") as session:
            note = session.call_tool("add_memory", {"content": "Anna earns 90k."})
        with memory.session(user="bob") as session:
            prompt = session.system_prompt
            twin = session.call_tool("add_memory", {"content": "Anna earns 90k."})
            changed = session.call_tool(
                "update_memory", {"memory_id": note["entry"]["id"], "content": "Anna earns 80k."}
            )

    assert ("90k" in prompt) == is_shared
    assert (f"read by {told}" in prompt) == is_shared
    assert (twin["entry"]["id"] == note["entry"]["id"]) == is_shared
    assert ("error" in changed) != is_shared


def test_an_empty_user_is_refused_at_every_door(tmp_path):
    with opened(tmp_path) as memory:
        doors = {
            "session": memory.session,
            "preview": memory.preview,
            "recall": partial(memory.recall, "Where is it?"),
            "entries": memory.entries,
            "observations": memory.observations,
            "context": memory.context,
            "tasks": memory.tasks,
            "review": memory.review,
            "profile": memory.profile,
            "receipts": memory.timeline.receipts,
            "work": memory.maintenance.work,
        }
        taken = []
        for name, door in doors.items():
            for user in ("", "  ", "\n\t"):
                with suppress(InputError):
                    door(user=user)
                    taken.append((name, user))

    assert taken == []


def test_replies_numbers_and_errors_of_a_user_are_those_of_a_store_without_the_others(tmp_path):
    """Bob does the same beside Anna, whose memory is full, and alone."""
    told = []
    for name in ("beside", "alone"):
        (tmp_path / name).mkdir()
        with opened(tmp_path / name, memory_char_limit=60) as memory:
            note = "unknown1"
            if name == "beside":
                with memory.session(user="anna") as session:
                    kept = session.call_tool("add_memory", {"content": "Rex earns 90k.", "subject": "pay"})
                    note = kept["entry"]["id"]
                    session.on_turn_end(
                        "My manager is Marta. I earn 90k. My dog is called Rex.", "I see, Marta."
                    )
            with memory.session(user="bob") as session:
                calls = [
                    ("add_memory", {"content": "Rex earns 90k.", "subject": "pay"}),
                    ("add_memory", {"content": "The pay of Rex is 80k.", "subject": "pay"}),
                    ("add_memory", {"content": "The pay of all of the others is far above that."}),
                    ("update_memory", {"memory_id": note, "content": "Rex earns 80k."}),
                    ("correct_memory", {"memory_id": note, "content": "Rex earns 80k."}),
                    ("delete_memory", {"memory_id": note}),
                    ("search_memories", {"query": "What does Rex earn?", "archive": True}),
                    ("list_recalled", {}),
                ]
                replies = [session.call_tool(tool, arguments) for tool, arguments in calls]
                prompts = [session.on_prompt("Who is my manager?"), session.on_prompt("What does Rex earn?")]
                scores = [(one.text, one.score) for one in session.recalled.passages]
                session.on_turn_end("No, my manager is Ilse. Forget that I earn 90k.", "Done.")
            states = sorted((one.content, one.status) for one in memory.entries("bob").list(ALL)[0])
            ids = {one.id for one in memory.entries("bob").list(ALL)[0]} | {note}
            report = memory.timeline.recall_report("bob").as_dict()
            waiting = {
                key: memory.timeline.stats("bob")[key] for key in ("waiting", "backlog", "unread", "spending")
            }
            if name == "beside":
                kept = [one.content for one in memory.entries("anna").list()[0]]
                assert {"Rex earns 90k.", "My manager is Marta."} <= {*kept}
        told.append(_without(ids, str((replies, prompts, scores, states, report, waiting))))

    assert told[0] == told[1]


ALL = EntryFilter(statuses=("active", "inactive", "staged"))


def _without(ids, text):
    """Return a text without ids and times, which no two stores share."""
    for one in sorted(ids):
        text = text.replace(one, "ID")
    return re.sub(
        r"\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{32}|'(scope_id|took_ms|ms|p50|p95|slow\w*)[^,}]*", "", text
    )
