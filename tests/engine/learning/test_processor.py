"""The processor of observations: what becomes of each, that none is lost, and that none is done twice."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from tests.clocks import START, Ticking
from tests.engine.opening import OBSERVER, add, contents, observe, sql
from tests.stories import say

from tiermem.store.contract import EntryFilter

BLOCKS = EntryFilter(layers=("L0",))
BELOW = EntryFilter(layers=("L1",))


def entry_of(memory, content, **where):
    (entry,) = [entry for entry in memory.entries().list(EntryFilter(**where))[0] if entry.content == content]
    return entry


def outcomes(folder):
    return [
        row[0] for row in sql(folder, "SELECT outcome FROM events WHERE kind = 'observation' ORDER BY seq")
    ]


def pending(memory):
    return [
        (entry.content, memory.entries().get(entry.supersedes).content)
        for entry, _, _ in memory.entries().pending()
    ]


def put(folder, memory, payload, *, at=START, session_id="other", user=None):
    """Put an observation into the stream behind the memory's back."""
    sql(
        folder,
        "INSERT INTO events (kind, scope_id, at, source, session_id, payload) "
        "VALUES ('observation', ?, ?, 'system', ?, ?)",
        memory.reach(user).user.id,
        at.isoformat().replace("+00:00", ".000000Z"),
        session_id,
        json.dumps(payload),
    )


def payload(content):
    return {"kind": "fact", "draft": {"content": content, "layer": "L1", "tier": "user", "speaker": "user"}}


# What cannot be read


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"kind": "fact"},
        {"kind": "fact", "draft": {}},
        {"kind": "fact", "draft": {"content": 7}},
        {"kind": "fact", "draft": {"content": "A statement", "colour": "red"}},
        {"kind": "fact", "draft": {"content": "A statement", "tags": [1]}},
        {"kind": "fact", "draft": {"content": "A statement", "importance": "high"}},
        {"kind": "fact", "draft": {"content": "A statement", "speaker": "narrator"}},
        {"kind": None, "draft": {"content": "A statement"}},
        {"kind": "fact", "draft": "A statement"},
    ],
)
def test_an_unreadable_observation_is_put_aside_and_the_next_one_taken(open_memory, tmp_path, broken):
    memory = open_memory(hooks=OBSERVER, disable=["gap_fill"])
    put(tmp_path, memory, broken, session_id="mine")

    with memory.session("mine") as session:
        observe(session, "The boat is moored at Vik")

    assert contents(memory.entries()) == ["The boat is moored at Vik"]
    first, second = outcomes(tmp_path)
    assert first.startswith("refused: unreadable")
    assert second == "added"


# Layers


@pytest.mark.parametrize("layer", ["L0", "L1", "L2"])
def test_an_observation_becomes_recalled_knowledge_whatever_layer_it_asks_for(observing, layer):
    with observing.session() as session:
        observe(session, "The boat is moored at Vik", draft={"layer": layer})

    assert entry_of(observing, "The boat is moored at Vik").layer == "L1"


def test_an_observation_never_writes_the_core_profile(observing):
    with observing.session() as session:
        observe(session, "The user is a captain", draft={"layer": "L0", "tier": "identity", "subject": "Who"})

    entry = entry_of(observing, "The user is a captain")
    assert (entry.layer, entry.tier) == ("L1", "user")


def test_a_summary_goes_to_the_archive_whatever_layer_it_asks_for(observing):
    with observing.session() as session:
        observe(
            session, "They spoke of boats", kind="session_summary", draft={"layer": "L0", "tier": "memory"}
        )

    assert entry_of(observing, "They spoke of boats").layer == "L2"


def test_what_does_not_rest_on_the_users_words_waits_before_it_changes_a_block(observing, tmp_path):
    entry = add(observing.session().entries, "The boat is moored at Vik", layer="L0")
    sql(tmp_path, "UPDATE entries SET source = 'system' WHERE id = ?", entry.id)

    with observing.session() as session:
        observe(session, "The boat is moored at Moss", draft={"speaker": "assistant"}, replaces=entry.id)

    assert contents(observing.entries(), layers=("L0",)) == ["The boat is moored at Vik"]
    assert pending(observing) == [("The boat is moored at Moss", "The boat is moored at Vik")]


# Corrections


def test_a_correction_in_another_session_replaces_what_was_said(memory):
    say(memory, "My manager is Bob.")
    say(memory, "No, my manager is Alice, not Bob.")

    assert contents(memory.entries(), layers=("L1",)) == ["My manager is Alice."]


def test_a_correction_that_only_points_finds_the_one_entry_with_the_wrong_value(memory):
    say(memory, "We decided to use Postgres for the billing service.")
    say(memory, "No, it is SQLite, not Postgres.")

    (content,) = contents(memory.entries(), layers=("L1",))
    assert content == "We decided to use SQLite for the billing service."


def test_a_correction_that_only_points_at_one_of_several_writes_nothing(memory, tmp_path):
    said = [
        "We decided to use Postgres for the billing service.",
        "Remember that Postgres dumps go to the vault.",
    ]
    say(memory, *said)
    before = contents(memory.entries(), layers=("L1",))
    say(memory, "No, it is SQLite, not Postgres.")

    assert len(before) == 2
    assert contents(memory.entries(), layers=("L1",)) == before
    assert outcomes(tmp_path)[-1] == "points at nothing that is known"


def test_a_correction_takes_no_entry_that_has_another_value(observing):
    monday = add(observing.session().entries, "The choir meets on Monday evening", layer="L1", tier="user")
    draft = {"correction": True}
    corrected = {"corrects": "The choir meets on Tuesday evening"}

    with observing.session() as session:
        observe(session, "The choir meets on Thursday evening", draft=draft, **corrected)

    assert observing.entries().get(monday.id).status == "active"
    assert len(contents(observing.entries())) == 2


def test_sessions_replayed_write_nothing_new(open_memory):
    memory = open_memory()
    sessions = (
        ["My manager is Bob.", "We decided to use Postgres for the billing service."],
        ["No, my manager is Alice, not Bob.", "No, it is SQLite, not Postgres."],
        ["My favourite language is Python."],
        ["My favourite language is Rust."],
    )
    for said in sessions:
        say(memory, *said)
    once = contents(memory.entries(), layers=("L1",)), pending(memory)
    for _ in range(2):
        for said in sessions:
            say(memory, *said)

    assert (contents(memory.entries(), layers=("L1",)), pending(memory)) == once
    assert "My manager is Bob." not in once[0]


@pytest.mark.parametrize("tier", ["memory", "user"])
def test_a_correction_that_does_not_fit_the_block_is_recalled_and_the_wrong_entry_gone(open_memory, tier):
    memory = open_memory(hooks=OBSERVER, disable=["gap_fill"], **{f"{tier}_char_limit": 30})
    wrong = add(memory.session().entries, "The boat is moored at Vik", layer="L0", tier=tier)
    right = "The boat is moored in the harbour of Moss"

    with memory.session() as session:
        observe(session, right, draft={"correction": True, "tier": tier}, replaces=wrong.id)

    assert memory.entries().get(wrong.id).status == "inactive"
    assert entry_of(memory, right).layer == "L1"
    assert memory.maintenance.doctor() == []


def test_a_correction_that_fits_takes_the_wrong_entrys_place_in_the_block(observing):
    wrong = add(observing.session().entries, "The boat is moored at Vik", layer="L0", tier="user")

    with observing.session() as session:
        observe(session, "The boat is moored at Moss", draft={"correction": True}, replaces=wrong.id)

    assert contents(observing.entries(), layers=("L0",)) == ["The boat is moored at Moss"]


def test_a_correction_puts_the_right_value_in_the_place_of_the_wrong_one(open_memory):
    rows = [
        ("My flight is on the 12th.", "I meant the 21st, sorry", "My flight is on the 21st."),
        ("My surname is Kovac.", "Sorry, typo: it's Kovach with an h.", "My surname is Kovach."),
        ("My sister's name is Laura.", "sorry, Lara without the u", "My sister's name is Lara."),
        ("Mein Bruder heißt Stephan.", "Stefan ohne ph", "Mein Bruder heißt Stefan."),
        ("Mi hija se llama Helena.", "Elena sin hache", "Mi hija se llama Elena."),
        ("My son is 11.", "wait no, he's 12, his birthday was last week", "My son is 12."),
        ("Mein Nachname ist Maier.", "Sorry, Tippfehler: Meier mit e.", "Mein Nachname ist Meier."),
        ("Mon nom de famille est Lefevre.", "Pardon, faute de frappe : Lefebvre avec un b.", "Lefebvre"),
        ("Mi apellido es Gimenez.", "Perdón, errata: Jiménez con jota.", "Mi apellido es Jiménez."),
        ("我侄子叫张伟豪。", "打错了，应该是张玮豪。", "我侄子叫张玮豪。"),
    ]
    memory, found = open_memory(), []
    for number, (wrong, correction, right) in enumerate(rows):
        say(memory, wrong, correction, user=f"user{number}")
        known = contents(memory.entries(f"user{number}"), layers=("L1",))
        if len(known) != 1 or right not in known[0]:
            found.append((wrong, known))

    assert found == []


# Contradictions


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My manager is Bob.", "My manager is Alice."),
        ("My favourite colour is green.", "My favourite colour is blue."),
        ("The deploy is on Friday", "The deploy is on Monday"),
    ],
)
def test_another_value_of_one_thing_waits_beside_the_first(observing, first, second):
    for content in (first, second):
        with observing.session() as session:
            observe(session, content)

    assert contents(observing.entries()) == [first]
    assert pending(observing) == [(second, first)]
    ((staged, _, reason),) = observing.entries().pending()
    assert "contradicts" in reason
    observing.entries().accept(staged.id)
    assert contents(observing.entries()) == [second]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My dog is old.", "My dog is brown."),
        ("My brother is Tom.", "My brother is a plumber."),
        ("My manager is Bob.", "Anna's manager is Alice."),
        ("The deploy is on Friday", "The deploy is on Friday morning"),
        ("I like Rust.", "I like Python."),
    ],
)
def test_what_may_both_be_true_is_kept(observing, first, second):
    for content in (first, second):
        with observing.session() as session:
            observe(session, content)

    assert contents(observing.entries()) == sorted((first, second))
    assert pending(observing) == []


# Who takes what


def test_an_observation_that_another_took_first_is_not_done_again(open_memory, tmp_path):
    """The check of the write is where the other end comes between."""
    rival = """
    import sqlite3
    @hookimpl
    def check_write(change):
        if change.reason == "gap-fill: fact":
            with sqlite3.connect(r"PATH") as connection:
                connection.execute("UPDATE events SET processed = 'x', outcome = 'by the other' "
                                   "WHERE processed IS NULL AND kind = 'observation'")
            connection.close()
    """.replace("PATH", str(tmp_path / "memory.db"))
    memory = open_memory(hooks=[OBSERVER, rival], disable=["gap_fill"])

    with memory.session() as session:
        observe(session, "The boat is moored at Vik")

    assert contents(memory.entries()) == []
    assert outcomes(tmp_path) == ["by the other"]


def test_what_a_dead_session_left_behind_is_taken_after_an_hour(open_memory, tmp_path):
    clock = Ticking()
    memory = open_memory(clock=clock)
    put(tmp_path, memory, payload("The boat is moored at Vik"), session_id="dead")
    assert memory.timeline.stats()["waiting"] == 1

    memory.session("early").end()
    assert contents(memory.entries()) == []
    clock.now += timedelta(hours=1)
    memory.session("late").end()

    assert contents(memory.entries()) == ["The boat is moored at Vik"]
    assert memory.timeline.stats()["waiting"] == 0


def test_what_an_ended_session_left_behind_is_taken_at_once(memory, tmp_path):
    memory.session("ended").end()
    put(tmp_path, memory, payload("The boat is moored at Vik"), session_id="ended")

    memory.session("next").end()

    assert contents(memory.entries()) == ["The boat is moored at Vik"]


def test_what_another_user_left_behind_is_not_taken(memory, tmp_path):
    put(tmp_path, memory, payload("The boat is moored at Vik"), at=START - timedelta(days=1), user="other")

    memory.session("mine").end()

    assert outcomes(tmp_path) == [None]


def test_of_many_statements_about_one_subject_the_oldest_is_still_known_in_other_words(observing, tmp_path):
    oldest = "The harbour crane lifts timber from Bergen onto lorries before breakfast"
    said = [
        oldest,
        *(f"The harbour basin {word * 2} {word * 3} {word * 4} is dredged" for word in "abcdefghij"),
    ]
    said += [f"In the harbour {word * 5} {word * 6} moors {word * 7} at night" for word in "klmnopqrstuvwxyz"]
    said.append("Before breakfast the harbour crane lifts timber from Bergen onto lorries")
    for content in said:
        told = payload(content)
        told["draft"]["subject"] = "harbour"
        put(tmp_path, observing, told, session_id="mine")

    observing.session("mine").end()

    [entry] = [entry for entry in observing.entries().list(BELOW)[0] if entry.content == oldest]
    assert outcomes(tmp_path) == ["added"] * 27 + [f"known as {entry.id}, in other words"]
