"""docs/server.md says what the server does."""

import re
from argparse import ArgumentParser
from pathlib import Path

import pytest

from tiermem.doors.cli.verbs.running.hosts import flags_serve

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tiermem.doors.server import events, guard, sign_in, uvicorn_server

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")


def test_the_page_names_every_flag_of_serving_over_http():
    parser = ArgumentParser()
    flags_serve(parser)
    names = set(
        re.findall(r"^  (--[a-z-]+)", parser.format_help().partition("with --http:")[2], re.MULTILINE)
    )

    assert {name for name in names if name not in PAGE} == set()
    assert set(re.findall(r"^\| `(--[a-z-]+)", PAGE, re.MULTILINE)) == {*names, "--config"} - {"--link"}


def test_the_page_gives_the_limits_in_force():
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", PAGE.partition("## Limits")[2], re.MULTILINE))

    assert rows["body of a request"] == (
        f"{guard.MOST_BODY // 1_000_000} MB, of an import {guard.MOST_IMPORT // 1_000_000} MB"
    )
    assert rows["time for the head of a request"] == f"{uvicorn_server.HEAD_S:.0f} s"
    assert rows["time for a body of 1 MB"] == f"{guard.BODY_S:.0f} s"
    assert rows["an idle connection"] == f"{uvicorn_server.IDLE_S} s"
    assert uvicorn_server.END_S == 5
    assert "have five seconds" in PAGE
    assert rows["open streams of events"] == str(events.MOST_STREAMS)
    assert sign_in.IDLE_S == 12 * 3600
    assert "twelve hours" in PAGE


def test_the_page_shows_a_token_as_tokens_look():
    from tiermem.memory.care.tokens import PREFIX

    assert f"credentials: {PREFIX}…" in PAGE
