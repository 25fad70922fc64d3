"""Turns, sessions, lines of the profile and users are erased for good, with what was made of them."""

from __future__ import annotations

import pytest
from tests.reading import contents
from tests.store.living import opened, raw, rows

from tiermem.errors import InputError

SAID = "Remember that my quaffle is in the zanzibar locker."
WORDS = ("quaffle", "zanzibar")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def memory(path):
    with opened(path) as memory:
        with memory.session("first", "ann") as session:
            session.on_turn_end("We were at the beach, it was warm.", "Nice.")
            session.on_turn_end(f"{SAID} It rains here on Mondays.", "I noted it.")
        with memory.session("second", "ann") as session:
            assert "quaffle" in session.on_prompt("Where is my quaffle?") + session.system_prompt
            session.on_turn_end("Where is my quaffle?", "In the locker.")
        with memory.session("third", "bob") as session:
            session.on_turn_end("Remember that my boat is in the harbour of Lisbon.", "Good.")
        yield memory


def left(path, words=WORDS):
    """The words that still stand in any file of the store: database, log, index."""
    data = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.is_file()).lower()
    return [word for word in words if word.encode() in data]


def test_a_turn_goes_with_what_was_learned_and_the_receipt_offers_what_else_speaks_of_it(memory, path):
    assert any("quaffle" in content for content in contents(memory, "ann"))
    assert memory.erasing("ann").shown("first/2").content.startswith("Remember")

    erased = memory.erasing("ann").turn("first/2")

    assert (erased.entry_id, erased.state) == ("first/2", "complete")
    assert not any("quaffle" in content or "Mondays" in content for content in contents(memory, "ann"))
    assert memory.erasing("ann").shown("first/2").content == "[erased]"
    assert memory.erasing("ann").shown("first/0").content == "We were at the beach, it was warm."
    assert "zanzibar" not in str(rows(memory))
    assert memory.maintenance.doctor() == []
    assert "boat" in str(contents(memory, "bob"))
    assert left(path, ("zanzibar",)) == []


def test_what_the_assistant_said_of_the_same_thing_is_offered(memory):
    with memory.session("fourth", "ann") as session:
        session.on_turn_end("Hm.", "Your quaffle is in the zanzibar locker, as you said.")

    erased = memory.erasing("ann").turn("first/2")

    assert "fourth/1" in erased.also


def test_a_session_goes_as_a_whole(memory, path):
    for name in ("first", "second"):
        assert memory.erasing("ann").session(name).state == "complete"

    assert left(path) == []
    assert [row["id"] for _, row in rows(memory, "sessions")] == ["third"]
    assert memory.maintenance.doctor() == []
    assert memory.erasing("bob").turns("third")


def test_a_user_goes_as_a_whole_and_others_stay(memory, path):
    kept = contents(memory, "bob")
    exported = str(list(memory.maintenance.dump("ann")))

    erased = memory.erasing("ann").everything()

    assert "quaffle" in exported
    assert erased.state == "complete"
    assert left(path, (*WORDS, "beach", "ann")) == []
    assert contents(memory, "bob") == kept
    assert memory.maintenance.doctor() == []
    assert contents(memory, "ann") == []


def test_nobody_erases_what_is_anothers(memory):
    erasing = memory.erasing("bob")

    for wrong in (
        lambda: erasing.turn("first/2"),
        lambda: erasing.session("first"),
        lambda: erasing.turn("x"),
    ):
        with pytest.raises(InputError):
            wrong()
    assert b"quaffle" in raw(memory.url.removeprefix("sqlite:///")) or contents(memory, "ann")


def test_a_line_of_the_profile_goes_and_does_not_come_back(tmp_path):
    from tests.engine.opening import opened as with_settings

    memory = with_settings(tmp_path, consolidation={"enabled": True})
    with memory, memory.session("first") as session:
        session.on_turn_end("Remember that my quaffle is in the zanzibar locker.", "I noted it.")
        session.end()
        memory.maintenance.work()
        profile = memory.profile().current
        lines = [one.text for one in (*profile.narrative, *profile.learned)]
        paths = [known.path for known in memory.profile().known() if "quaffle" in str(known)]
        line = next((line for line in lines if "quaffle" in line), *paths[:1])

        erased = memory.erasing().line(line)
        memory.maintenance.work()

        profile = memory.profile().current
        assert erased.touched["profiles"]
        assert "quaffle" not in str(profile)
        assert memory.maintenance.doctor() == []
        with pytest.raises(InputError, match="no line"):
            memory.erasing().line(line)


def test_the_receipt_lists_what_an_assistant_said_with_the_same_name(memory):
    with memory.session("fifth", "cleo") as session:
        session.on_turn_end("I work at Xylophonix as a glassblower.", "Nice, Xylophonix is a good place.")
        session.on_turn_end("It rains in Lyon.", "Take an umbrella to work.")
    entries = memory.entries("cleo")
    (learned,) = entries.search("Xylophonix", layers=("L1",)).entries

    assert entries.erase(learned.id).also == ("fifth/1",)


def test_questions_about_a_name_that_was_erased_leave_the_receipts(memory, path):
    entries = memory.entries("cleo")
    added = entries.add(entries.draft("The parrot Quetzalcoatl lives in the blue aviary.", tier="user")).entry
    memory.recall("Where does quetzalcoatl live?", "cleo")
    memory.recall("When does the ferry leave?", "cleo")

    assert entries.erase(added.id).state == "complete"

    assert {one["query"] for one in memory.timeline.receipts("cleo", limit=9)} == {
        "[erased]",
        "When does the ferry leave?",
    }
    assert left(path, ("quetzalcoatl",)) == []


@pytest.mark.parametrize(
    ("erased", "asked"),
    [
        ("Quetzalcoatl lives in the blue aviary.", "Where does quetzalcoatl live?"),
        ("My sister Ana collects stamps.", "what does ana collect"),
        ("Anna collects stamps.", "what are anna's stamps worth?"),
        ("Ich habe bei Xylophonix gekündigt.", "Was weißt du über Xylophonix?"),
        ("Xylophonix ist mein alter Vermieter.", "wem gehört xylophonix"),
        ("Mein Hund ist bei Frau Zimmermann.", "Wann kommt Zimmermann zurück?"),
        ("Annas Hund ist bei uns.", "Was frisst der Hund von Anna?"),
        ("Mein Nachbar Krzysztof spielt Geige.", "Wie heißt Krzysztofs Frau?"),
    ],
)
def test_a_name_is_found_in_questions_wherever_it_stands_in_the_statement(memory, erased, asked):
    assert receipts_after_erasing(memory, erased, asked) == {"[erased]"}


@pytest.mark.parametrize(
    ("erased", "asked"),
    [
        ("Ich habe am Montag einen Termin beim Zahnarzt.", "Welche Filme laufen am Montag im Kino?"),
        ("Ich habe am Montag einen Termin beim Zahnarzt.", "Was kostet ein Termin beim Friseur?"),
        ("Die Kündigung der Krankenversicherung ist raus.", "Wie schreibe ich eine Kündigung?"),
        ("Ich habe ein neues Klavier im Wohnzimmer.", "Wie streicht man ein Wohnzimmer?"),
        ("Kaffee hält mich wach.", "Wie kocht man Kaffee?"),
        ("I meet Ana on Monday at the English school.", "translate this to English please"),
        ("I meet Ana on Monday at the English school.", "which films are on this Monday?"),
        ("Coffee keeps me awake.", "how do I make coffee?"),
        ("Cake is what I like best.", "how do I bake a cake?"),
        ("Prefers tea to coffee.", "which tea prefers cold water?"),
        ("I BOUGHT A NEW BICYCLE", "how do I mend a bicycle?"),
    ],
)
def test_questions_with_an_ordinary_word_of_what_was_erased_stay(memory, erased, asked):
    assert receipts_after_erasing(memory, erased, asked) == {asked}


def test_questions_with_a_name_that_many_other_texts_have_stay(memory):
    others = [f"The office of Xylophonix has {number} rooms." for number in range(20, 24)]

    left = receipts_after_erasing(memory, "I left Xylophonix in March.", "who owns xylophonix?", *others)

    assert left == {"who owns xylophonix?"}


def receipts_after_erasing(memory, erased, asked, *others):
    """Return the questions of the receipts after the erasure of one of several statements."""
    entries = memory.entries("cleo")
    for other in others:
        entries.add(entries.draft(other, tier="user"))
    added = entries.add(entries.draft(erased, tier="user")).entry
    memory.recall(asked, "cleo")
    entries.erase(added.id)
    return {one["query"] for one in memory.timeline.receipts("cleo", limit=9)}
