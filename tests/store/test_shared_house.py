"""Three processes on one server: two agents that share a house, and a third that asks wrongly."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.store.postgresql import SERVERS

from tiermem import Memory

VERSION = SERVERS[-1]
pytestmark = pytest.mark.parametrize("backend", [f"postgresql-{VERSION}"], indirect=True)

AGENTS = """
agents:
  {agent}:
    instruction: You are helpful.
    tools:
      - type: memory
        store: {store}
        scope: {{house: acme, user: {user}{notes}}}
"""
LIVE = """
import json, sys
from tiermem import Memory
config, said, asked = json.loads(sys.argv[1])
with Memory.open(config) as memory:
    with memory.session() as session:
        for tool, given in said:
            reply = session.call_tool(tool, given)
            assert "error" not in reply, reply
        session.on_turn_end("My locker is number " + str(len(config)) + " in the cellar.", "Noted.")
    with memory.session() as session:
        shown = [session.system_prompt, session.on_prompt(asked), json.dumps(session.call_tool("get_memories", {}))]
    print(json.dumps(shown))
"""
WRONG = """
import json, sys, psycopg
found = {}
with psycopg.connect(sys.argv[1], autocommit=True) as connection:
    for table in json.loads(sys.argv[2]):
        found[table] = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        found[f"{table} changed"] = connection.execute(f"DELETE FROM {table}").rowcount
print(json.dumps(found))
"""
TABLES = [
    "entries",
    "entry_versions",
    "events",
    "turns",
    "sessions",
    "documents",
    "recalls",
    "profiles",
    "scopes",
]


def process(script, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def answer(started):
    out, err = started.communicate(timeout=120)
    assert started.returncode == 0, err
    return json.loads(out.splitlines()[-1])


def test_two_agents_share_a_house_and_keep_private_notes_and_a_wrong_query_gets_nothing(new_url, tmp_path):
    url = new_url()

    def agent(name, user, notes=""):
        path = tmp_path / f"{name}{len(notes)}.yaml"
        path.write_text(AGENTS.format(agent=name, user=user, store=url, notes=notes))
        return str(path)

    answer(process(LIVE, json.dumps([agent("writer", "ann"), [], "hello"])))
    with Memory.open(agent("writer", "ann")) as memory:
        memory.scopes.grant("house:acme", "agent:writer")

    shared = [["add_memory", {"target": "memory", "content": "Releases leave the harbour on Tuesdays"}]]
    of_ann = [["add_memory", {"target": "user", "content": "Ann collects pelicans"}]]
    of_ben = [["add_memory", {"target": "user", "content": "Ben repairs xylophones"}]]
    answer(process(LIVE, json.dumps([agent("writer", "ann", ", notes: house"), shared, "hello"])))
    started = [
        process(LIVE, json.dumps([agent("writer", "ann"), of_ann, "When do releases leave the harbour?"])),
        process(LIVE, json.dumps([agent("reader", "ben"), of_ben, "When do releases leave the harbour?"])),
        process(WRONG, url, json.dumps(TABLES)),
    ]
    ann, ben, wrong = map(answer, started)

    assert "Tuesdays" in str(ann)
    assert "Tuesdays" in str(ben)
    assert "pelicans" in str(ann)
    assert "xylophones" not in str(ann)
    assert "xylophones" in str(ben)
    assert "pelicans" not in str(ben)
    assert set(wrong.values()) == {0}
