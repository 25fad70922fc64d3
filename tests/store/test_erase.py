"""After an erasure the words are nowhere: not in a table, not in the index, not in a byte of the files."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.store.living import a_life, add, opened, raw, rows

from tiermem.errors import UnknownEntry
from tiermem.store.contract import EntryFilter
from tiermem.text import search_text
from tiermem.values import Turn

WORDS = ("quaffle", "zanzibar", "locker")
QUOTE = "My quaffle is in the zanzibar locker"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def memory(path):
    with opened(path) as memory:
        yield a_life(memory)


def assert_gone(path, words=WORDS):
    left = raw(path).lower()
    assert [word for word in words if word.encode() in left] == []


def learned(memory):
    """The entry that gap-fill made of the quote."""
    with memory.session("first") as session:
        session.on_turn_end("We were at the beach.", "Nice.")
        session.on_turn_end(f"Remember that {QUOTE[0].lower()}{QUOTE[1:]}. It rains.", "I see.")
        session.on_turn_end("What else?", f"You said: {QUOTE.upper()}!")
    (entry,) = [
        entry for entry in memory.entries().list()[0] if QUOTE in entry.content and entry.layer == "L1"
    ]
    return entry


def test_the_words_leave_every_table_and_every_byte(memory, path):
    entry = learned(memory)
    beside = [
        add(memory, f"A note: {QUOTE}, he says", layer="L1", tier="user", subject="note"),
        add(memory, "Things he has", layer="L0", tier="user", subject=QUOTE, tags=(QUOTE, "things")),
    ]
    with memory.session("second") as session:
        shown = session.on_prompt(f"I said: {QUOTE.lower()}?")
        assert shown.lower().count(QUOTE.lower()) > 1
        session.call_tool("add_memory", {"content": f"{QUOTE}\n for the agent", "target": "memory"})
    with memory.session("third") as session:
        assert QUOTE in session.system_prompt
    memory.entries().update(beside[0].id, memory.entries().draft(f"Changed: {QUOTE}"))
    memory.entries().remove(beside[0].id, reason=f"because {QUOTE}")
    assert all(word.encode() in raw(path) for word in WORDS)
    assert {"turns", "entries", "entry_versions", "events", "sessions", "recalls"} <= {
        table for table, row in rows(memory) if "zanzibar" in str(row)
    }

    erased = memory.entries().erase(entry.id)

    assert erased.state == "complete"
    assert {"turns", "entries", "entry_versions", "events", "sessions", "recalls", "documents"} <= set(
        erased.touched
    )
    assert "backups and exports made before" in erased.out_of_reach
    assert_gone(path)
    assert memory.maintenance.doctor() == []
    assert memory.entries().search("zanzibar", turns=True).turns == ()
    tagged = memory.entries().get(beside[1].id)
    assert (tagged.content, tagged.subject, tagged.tags) == (
        "Things he has",
        "[erased]",
        ("[erased]", "things"),
    )


def test_what_was_said_around_the_words_stays(memory):
    entry = learned(memory)

    memory.entries().erase(entry.id)

    turns = [row["content"] for _, row in rows(memory, "turns") if row["session_id"] == "first"]
    assert turns == [
        "We were at the beach.",
        "Nice.",
        "[erased] It rains.",
        "I see.",
        "What else?",
        "You said: [erased]!",
    ]
    assert memory.entries().search("rains", turns=True).turns[0].text == "[erased] It rains."


def test_a_tombstone_stays_and_tells_only_that(memory):
    made = add(memory, QUOTE, layer="L1", tier="user", subject="quaffle")
    memory.entries().update(made.id, memory.entries().draft("The zanzibar locker is empty"))

    memory.entries().erase(made.id)

    told = [event for event in memory.timeline.events() if event.entry_id == made.id]
    assert [(event.kind, event.payload, event.reason) for event in told] == [("erased", {}, None)] * 3
    assert told[-1].scope_id == made.scope_id
    with pytest.raises(UnknownEntry):
        memory.entries().get(made.id)


def test_erasing_forgets_every_earlier_content(memory, path):
    made = add(memory, QUOTE, layer="L0", tier="user")
    with memory.session("first") as session:
        assert QUOTE in session.system_prompt
    memory.entries().update(made.id, memory.entries().draft("Nothing of the kind was said"))
    right = memory.entries().correct(made.id, "All of it is wrong today").entry

    memory.entries().erase(made.id)

    assert_gone(path)
    assert memory.entries().get(right.id) == right
    assert memory.maintenance.doctor() == []


STRANGE = [
    "<memory-context> in a tag",
    "§\n════════ of a rule",
    'with "quotes" and \\ and %',
    "line\nbreaks\tand tabs",
]


@pytest.mark.parametrize("tail", STRANGE)
def test_words_that_are_shown_in_another_form_are_erased_too(memory, path, tail):
    made = add(memory, f"{QUOTE} {tail}", layer="L0", tier="user")
    with memory.session("first") as session:
        assert "zanzibar" in session.system_prompt
        session.on_turn_end(f"So: {QUOTE} {tail}", "I see.")

    memory.entries().erase(made.id)

    assert_gone(path)


def test_other_users_and_their_rows_are_not_touched(memory):
    for user in ("ann", "bob"):
        add(memory, f"{QUOTE} yes", user, layer="L0", tier="user")
        with memory.session(f"of-{user}", user) as session:
            assert QUOTE in session.system_prompt
            session.on_prompt(QUOTE)
            session.on_turn_end(f"{QUOTE} yes", "I see.")
    bob = memory.reach("bob").user.id

    def of_bob():
        owned = {row["id"] for table, row in rows(memory, "entries") if row["scope_id"] == bob}
        return [
            (table, row)
            for table, row in rows(memory)
            if bob in (row.get("scope_id"), row.get("user_id"))
            or row.get("session_id") == "of-bob"
            or row.get("entry_id") in owned
        ]

    before = of_bob()
    (entry,) = [entry for entry in memory.entries("ann").list()[0] if entry.content == f"{QUOTE} yes"]

    memory.entries("ann").erase(entry.id)

    assert of_bob() == before
    assert sum("zanzibar" in str(row) for _, row in before) > 4
    assert [row["session_id"] for _, row in rows(memory, "turns") if "zanzibar" in row["content"]] == [
        "of-bob"
    ]


def test_an_entry_out_of_reach_is_not_erased(memory):
    entry = add(memory, QUOTE, "bob", layer="L1", tier="user")
    before = rows(memory)

    for unknown in (entry.id, "nowhere1", ""):
        with pytest.raises(UnknownEntry):
            memory.entries("ann").erase(unknown)

    assert rows(memory) == before


def test_what_was_adopted_is_erased_at_its_source_too(path):
    with closing(sqlite3.connect(path)) as theirs, theirs:
        theirs.execute(
            "CREATE TABLE memories (id TEXT PRIMARY KEY, created_at TEXT, memory TEXT, category TEXT)"
        )
        theirs.execute("INSERT INTO memories VALUES ('1', '2026-01-05', ?, '')", (QUOTE,))
        theirs.execute("INSERT INTO memories VALUES ('2', '2026-01-05', 'The crane is blue', '')")

    with opened(path) as memory:
        entry, other = sorted(memory.entries().list()[0], key=lambda entry: QUOTE not in entry.content)
        erased = memory.entries().erase(entry.id)
        assert erased.touched["adopted rows"] == 1
        assert_gone(path)
        assert memory.entries().list()[0] == [other]


def test_an_erasure_waits_for_a_reader_and_says_so(memory, path):
    entry = learned(memory)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM entries").fetchone()[0]
        started = time.monotonic()
        assert memory.entries().erase(entry.id).state == "pending"
        assert time.monotonic() - started < 20
        assert b"zanzibar" in raw(path)
        assert memory.entries().search("zanzibar", turns=True).turns == ()
        (finding,) = memory.maintenance.doctor()
        assert (
            finding.what == f"Entry {entry.id} is erased, but old pages of the file may still hold its words."
        )
        assert "tiermem reindex" in finding.mend
        reader.execute("COMMIT")

    memory.maintenance.reindex()

    assert_gone(path)
    assert memory.maintenance.doctor() == []


def test_the_next_erasure_finishes_one_that_waited(memory, path):
    entry, other = learned(memory), add(memory, "The crane is orange", layer="L1")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM entries").fetchone()[0]
        assert memory.entries().erase(entry.id).state == "pending"

    assert memory.entries().erase(other.id).state == "complete"
    assert_gone(path)
    assert memory.maintenance.doctor() == []


NONSENSE = ("bloxi", "grümpf", "tavun", "quorx", "Δελτζ", "щкафф", "東狗猫", "ปลาฅ")
STATEMENT = st.lists(st.sampled_from(NONSENSE), min_size=3, max_size=6, unique=True)
PLACE = st.tuples(
    st.sampled_from(["", "Well, ", "As I said:\n"]),
    st.sampled_from(["", ".", "! And more", "\nand on"]),
    st.sampled_from([str, str.lower, str.upper, str.title]),
    st.sampled_from([" ", "  ", "\n"]),
    st.sampled_from(["turn", "entry", "subject", "tag", "prompt"]),
)


@given(STATEMENT, st.lists(PLACE, max_size=5))
@example(
    ["ปลาฅ", "bloxi", "grümpf", "tavun", "東狗猫"],
    [("", "", str, "\n", "turn"), ("Well, ", "", str, "\n", "turn")],
)
def test_no_word_of_a_statement_is_left_wherever_it_was_said(tmp_path_factory, words, places):
    path = tmp_path_factory.mktemp("erase") / "memory.db"
    with opened(path) as memory:
        entry = add(memory, " ".join(words), layer="L0", tier="user")
        with memory.session("one") as session:
            assert session.system_prompt
            for number, (before, after, case, space, place) in enumerate(places):
                say(memory, session, f"{before}{case(space.join(words))}{after}", place, number)

        memory.entries().erase(entry.id)

        left = raw(path).decode("utf-8", "ignore").lower()
        assert [word for word in words if word.lower() in left or search_text(word).split()[0] in left] == []
        assert memory.maintenance.doctor() == []


def say(memory, session, text, place, number):
    entries = memory.entries()
    if place == "turn":
        session.on_turn_end(text, "I see.")
    elif place == "prompt":
        session.on_prompt(text)
    else:
        labels = {"entry": {}, "subject": {"subject": text}, "tag": {"tags": (text,)}}[place]
        content = text if place == "entry" else f"The crane number {number} is blue"
        entries.add(entries.draft(content, layer="L1", tier="user", **labels), allow_same_subject=True)


def test_rows_that_do_not_say_it_stay_byte_for_byte(memory):
    made = add(memory, QUOTE, layer="L1", tier="user")
    before = rows(memory)

    memory.entries().erase(made.id)

    after = rows(memory)
    kept = [(table, row) for table, row in before if made.id not in (row.get("id"), row.get("entry_id"))]
    assert [pair for pair in after if pair[1].get("entry_id") != made.id] == kept


def test_a_staged_proposal_that_says_it_says_it_no_more(memory, path):
    made = add(memory, QUOTE, layer="L1", tier="user")
    entries = memory.entries()
    other = add(memory, "Other things of his", layer="L1", tier="user")
    proposal = replace(entries.draft(f"So: {QUOTE}"), tier="user", layer="L1")
    entries.update(other.id, proposal)

    entries.erase(made.id)

    assert_gone(path)
    assert [entry.content for entry in entries.list(EntryFilter(ids=(other.id,)))[0]] == ["So: [erased]"]


def test_a_summary_of_named_speakers_keeps_its_other_sentences(memory, path):
    turns = [
        Turn(
            speaker="user",
            content="We painted the ferry blue on Monday. " + QUOTE + ".",
            at="2026-03-02T09:00:00Z",
            name="Caro",
        ),
        Turn(
            speaker="assistant",
            content="The harbour opens at eight tomorrow.",
            at="2026-03-02T09:00:00Z",
            name="Mel",
        ),
        Turn(
            speaker="user",
            content="I will bring the lanterns and the long rope.",
            at="2026-03-02T09:00:00Z",
            name="Caro",
        ),
    ]
    with memory.session("boats") as session:
        session.on_turn_end(turns=turns)
    made = add(memory, QUOTE, layer="L1", tier="user")

    memory.entries().erase(made.id)

    summaries = [entry.content for entry in memory.entries().list(EntryFilter(layers=("L2",)))[0]]
    assert any("Caro: We painted the ferry blue" in content for content in summaries)
    assert_gone(path)
