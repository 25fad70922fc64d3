"""A later word of the user's takes the place of an earlier one about the same thing, and of nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.engine.opening import Ticking, add, contents, opened

RENEWED = [
    ("I live in Leeds.", "I live in York now."),
    ("I live in Leeds.", "I moved to York."),
    ("My manager is Sarah.", "My manager is Priya now."),
    ("My manager is Sarah.", "No, my manager isn't Sarah anymore, it's Priya now."),
    ("My favourite colour is blue.", "My favourite colour is green, not blue."),
    ("I'm allergic to nuts.", "I'm not allergic to nuts any more."),
    ("Ich wohne in Köln.", "Ich wohne jetzt in Bonn."),
    ("Meine Chefin ist Frau Schulz.", "Meine Chefin ist jetzt Frau Klein."),
    ("Unser Standup ist um 9:30.", "Nein, unser Standup ist um 10 Uhr, nicht um 9:30."),
    ("J'habite à Lyon.", "J'habite maintenant à Nice."),
    ("Mon chef est Marc.", "Mon chef n'est plus Marc, c'est Sophie."),
    ("Vivo en Madrid.", "Ahora vivo en Sevilla."),
    ("我住在上海。", "我现在住在北京。"),
    ("上司は佐藤さんです", "いいえ、上司は佐藤さんではなく鈴木さんです"),
]
LEFT = [
    ("I live in Leeds.", "I live in a flat with two cats."),
    ("My sister likes tea.", "My sister leads the team."),
    ("I like tea.", "I don't like coffee."),
    ("My dog is called Rex.", "My dog is brown."),
]


@pytest.fixture
def clock():
    return Ticking()


@pytest.fixture
def memory(tmp_path, clock):
    with opened(tmp_path, clock=clock) as memory:
        yield memory


def say(memory, clock, text, user=None):
    with memory.session(user=user) as session:
        session.on_turn_end(text, "All right.")
    clock.now += timedelta(days=1)


def known(memory, user=None):
    return contents(memory.entries(user), layers=("L1",))


@pytest.mark.parametrize(("old", "new"), RENEWED)
def test_the_later_word_stands_and_the_earlier_one_is_kept_as_history(memory, clock, old, new):
    say(memory, clock, old)
    [before] = memory.entries().list()[0]
    say(memory, clock, new)

    [after] = known(memory)
    assert after != before.content
    assert memory.entries().pending() == ()
    earlier = memory.entries().get(before.id)
    assert (earlier.status, earlier.valid_to is not None) == ("inactive", True)
    assert memory.doctor() == []


@pytest.mark.parametrize(("old", "new"), RENEWED)
def test_the_earlier_word_is_gone_from_the_profile_too(tmp_path, clock, old, new):
    with opened(tmp_path, clock=clock, consolidation={"enabled": True}) as memory:
        say(memory, clock, old)
        memory.work()
        say(memory, clock, new)
        memory.work()

        assert old not in memory.profile().current.text
        assert [line for line in memory.profile().current.learned if line.text == old] == []
        assert memory.profile().rivals() == []


@pytest.mark.parametrize(("old", "new"), LEFT)
def test_what_merely_shares_a_subject_is_left_alone(memory, clock, old, new):
    say(memory, clock, old)
    say(memory, clock, new)

    assert any(old.rstrip(".") in content for content in known(memory))


def test_an_earlier_word_is_renewed_however_much_else_was_said_of_the_subject_since(memory, clock):
    say(memory, clock, "I live in Leeds.")
    for place in (
        "in a flat",
        "near the river",
        "with my brother",
        "close to a tram stop",
        "in a noisy street",
    ):
        say(memory, clock, f"I live {place} with two cats.")
        say(memory, clock, f"I live {place} without any garden.")
    say(memory, clock, "I live in York.")

    assert "I live in Leeds." not in known(memory)
    assert "I live in York." in known(memory)


def test_an_earlier_word_that_is_extracted_late_changes_nothing(memory, clock):
    say(memory, clock, "I live in York now.")
    clock.now -= timedelta(days=30)
    say(memory, clock, "I live in Leeds.")

    assert "I live in York now." in known(memory)


def test_what_a_person_wrote_or_put_right_is_never_renewed_by_itself(memory, clock):
    add(memory.entries(), "My manager is Sarah.", layer="L1", tier="user", subject="Sarah", category="person")
    say(memory, clock, "My manager is Priya now.")

    assert "My manager is Sarah." in known(memory)


def test_one_users_word_renews_nothing_of_another(memory, clock):
    say(memory, clock, "I live in Leeds.", user="ann")
    say(memory, clock, "I live in York now.", user="ben")

    assert known(memory, "ann") == ["I live in Leeds."]
