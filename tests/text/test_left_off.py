"""Phrases that ask where the user left off, or say to go on, and those that do neither."""

from pathlib import Path

from tiermem.engine.recall.query import understand

MEANINGS = {"+": (True, False), "=": (False, True), "-": (False, False)}


def test_prompts_that_ask_where_the_user_left_off_are_told_from_others():
    lines = (Path(__file__).parent / "left_off.txt").read_text(encoding="utf-8").splitlines()
    marked = [(MEANINGS[line[0]], line[2:]) for line in lines if line[0] in MEANINGS]
    found = [(understand(prompt), meaning, prompt) for meaning, prompt in marked]

    assert [
        prompt
        for query, meaning, prompt in found
        if (query.asks_where_left_off, query.says_to_go_on) != meaning
    ] == []
