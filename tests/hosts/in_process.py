"""Helpers for tests of hosts in the same process."""

from __future__ import annotations

import asyncio
import json
import time


def remember(memory, content, **fields):
    """Have an entry in the memory."""
    entries = memory.entries()
    return entries.add(entries.draft(content, **fields)).entry


def break_store(path):
    """Overwrite the store, so that it is no longer a database."""
    for part in path.parent.glob(f"{path.name}*"):
        part.write_bytes(b"no database " * 1000)


def slow_agent(folder, event, seconds):
    """The YAML of an agent with a plugin that takes *seconds* for an event, ``on_session_start(session)`` say."""
    hook = f"@hookimpl\ndef {event}:\n    time.sleep({seconds})\n"
    (folder / "slow.py").write_text(f"import time\nfrom tiermem.plugins import hookimpl\n{hook}")
    entry = {"type": "memory", "store": "sqlite:///memory.db", "hooks": ["./slow.py"]}
    (folder / "agent.yaml").write_text(json.dumps({"agents": {"agent": {"tools": [entry]}}}))
    return folder / "agent.yaml"


async def longest_pause(work):
    """The longest time, in seconds, for which the event loop does nothing else while it does *work*."""
    running = asyncio.create_task(work)
    longest, last = 0.0, time.monotonic()
    while not running.done():
        await asyncio.sleep(0.01)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    return longest
