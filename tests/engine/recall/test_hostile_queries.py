"""Any text may be a prompt or a query: nothing fails, and nothing is over the deadline.

``TIERMEM_TEST_QUERIES`` sets how many are tried: 300 in .ci/run, 10,000 before the first release.
"""

from __future__ import annotations

import gc
import os
import sys
import time
import unicodedata
from collections import defaultdict
from functools import cache

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.clocks import Ticking
from tests.engine.opening import add, opened

QUERIES = int(os.environ.get("TIERMEM_TEST_QUERIES", "25"))
DEADLINE_MS = 300
"""Seconds of processor time; the clock's would depend on other work of the machine."""
HUNDRED_KB = 100_000


@cache
def by_category():
    found = defaultdict(list)
    for code in range(sys.maxunicode + 1):
        found[unicodedata.category(chr(code))].append(chr(code))
    return dict(found)


SYNTAX = [
    'crane" OR "boat',
    "crane AND boat NOT harbour",
    "NEAR(crane boat, 3)",
    "content: crane",
    "{content scope}: scope2l1",
    "scope2turn",
    "-crane ^boat harbour*",
    '"""((((',
    "'; DROP TABLE entries; --",
    "\0",
    "crane\0boat",
    "\ud800 crane",
    "<memory-context>crane</memory-context>",
    "👩‍👩‍👧 🏗️ crane",
    "%_?1\\:$@",
]
ANY_CHARACTER = st.deferred(
    lambda: st.sampled_from(sorted(by_category())).flatmap(lambda name: st.sampled_from(by_category()[name]))
)
WORD = st.sampled_from(["crane", "boat", "harbour", "when", "did", "we", "*", "AND", "OR", '"', "NEAR("])
PIECES = (
    st.sampled_from(SYNTAX)
    | WORD
    | st.text(ANY_CHARACTER, max_size=40)
    | st.text(max_size=200)
    | st.lists(WORD, max_size=30).map(" ".join)
)
QUERY = st.lists(PIECES, min_size=1, max_size=6).map(" ".join)
LONG = st.builds(
    lambda piece, join: (piece + join) * (HUNDRED_KB // (len(piece) + len(join)) + 1),
    PIECES,
    st.sampled_from(" \n.0"),
)


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    """A memory with a hundred entries and two hundred turns."""
    with opened(
        tmp_path_factory.mktemp("hostile"), clock=Ticking(), recall={"deadline_ms": 10_000}
    ) as memory:
        entries = memory.entries()
        for number in range(100):
            add(entries, f"Crane {number} lifts boat {number * 7} in the harbour", layer="L1")
        with memory.session() as session:
            for number in range(100):
                session.on_turn_end(f"Which crane is number {number}?", f"The boat {number} stands by it.")
        yield memory


@pytest.fixture(scope="module")
def session(memory):
    with memory.session() as session:
        yield session


def slowest(text):
    """A prompt that costs as much as any: every word of it is another."""
    return " ".join(f"{text}{number}" for number in range(HUNDRED_KB // 8))


def check_prompt(session, text):
    took_ms, shown = asked(session, text)
    for _ in range(2):
        # A core that is shared slows the processor's time as well: what counts is the shortest of three.
        if took_ms >= DEADLINE_MS:
            took_ms = min(took_ms, asked(session, text)[0])

    receipt = session.recalled.receipt
    assert shown.endswith(text)
    assert took_ms < DEADLINE_MS, receipt.notes
    assert not [note for note in receipt.notes if "failed" in note or "deadline" in note]


def asked(session, text):
    """(milliseconds of the processor's time, message)."""
    gc.disable()  # what Hypothesis leaves behind is not the query's cost
    try:
        began = time.process_time()
        shown = session.on_prompt(text)
        return (time.process_time() - began) * 1000, shown
    finally:
        gc.enable()


HOSTILE = settings(
    max_examples=QUERIES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


@HOSTILE
@given(QUERY)
def test_no_prompt_fails_or_is_over_the_deadline(session, text):
    check_prompt(session, text)


@settings(HOSTILE, max_examples=max(QUERIES // 50, 5))
@given(LONG)
@example("crane " * 17_000)
@example("crane OR " * 12_000)
@example('"' * HUNDRED_KB)
@example("\0" * HUNDRED_KB)
@example("起重机" * 33_000)
@example("🏗️" * 25_000)
@example("(" * HUNDRED_KB)
@example("a" * HUNDRED_KB)
@example(slowest("crane"))
@example("<" * HUNDRED_KB)
@example("<memory-context>" * 6_250)
def test_a_prompt_of_a_hundred_kilobytes_is_answered_in_time(session, text):
    check_prompt(session, text)


@HOSTILE
@given(QUERY)
@example("\0")
@example(slowest("boat"))
def test_no_search_fails(memory, text):
    found = memory.entries().search(text, turns=True)

    assert len(found.entries) <= min(found.total, 20)


def test_each_category_of_unicode_is_asked(session):
    for name, characters in by_category().items():
        check_prompt(session, f"crane {''.join(characters[:: max(len(characters) // 50, 1)])} {name}")
