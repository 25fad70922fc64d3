"""A file that is damaged beyond a few bits is refused with a named error, whatever the damage says of itself."""

from __future__ import annotations

import logging
import random

from tiermem import Memory
from tiermem.errors import TiermemError

ROUNDS = 60


def damaged(raw, seed):
    """Return a file with many bytes of its first pages, which hold the tables' names, replaced."""
    drawn = random.Random(seed)
    content = bytearray(raw)
    for _ in range(drawn.choice((3, 30, 300))):
        content[drawn.randrange(100, min(len(content), 60_000))] = drawn.randrange(128, 256)
    return bytes(content)


def test_a_heavily_damaged_file_is_a_named_error_that_quotes_nothing_of_it(tmp_path, caplog):
    caplog.set_level(logging.WARNING)
    path = tmp_path / "memory.db"
    with Memory.open(store=str(path)) as memory, memory.session(id="s") as session:
        for number in range(20):
            session.call_tool("add_memory", {"content": f"Statement {number} about harbours", "layer": "L1"})
    raw, refused = path.read_bytes(), []
    for seed in range(ROUNDS):
        for one in tmp_path.iterdir():
            one.unlink()
        path.write_bytes(damaged(raw, seed))
        try:
            with Memory.open(store=str(path)) as memory, memory.session(id="t") as session:
                session.on_prompt("What about the harbours?")
                session.on_turn_end("The harbours are open", "Noted.")
        except TiermemError as error:
            refused.append(str(error))

    assert len(refused) > ROUNDS // 4
    assert not any("about harbours" in said for said in (*refused, caplog.text))
