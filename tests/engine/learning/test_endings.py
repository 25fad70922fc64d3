"""People who chat seem to end a lot: what they said before stays, and a change of it is still believed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.engine.opening import Ticking, contents

CHAT = [
    (
        "There's a small hotel by the canal, De Vlier, three rooms left, 118 a night.",
        "Femke drives a gritting lorry, and he'd swapped three shifts to be there.",
    ),
    (
        "I've asked her to start with me on Saturdays.",
        'On Monday we start with "alchemy". Bring the kale soup, I actually like it.',
    ),
    (
        "My grandmother left me her orchard, near Třebíč.",
        "He's been to the orchard with me! Three days.",
    ),
    (
        "She's from Setúbal and grew up with puppets, her uncle carved them for the fair.",
        "The uncle with the puppets is amazing, he gave me a little lime wood goose for you.",
    ),
    (
        "Come any time.",
        "We're all sick here, don't come over. Stomach bug, all five of us, in order of height.",
    ),
]
CHANGES = [
    ("I live in Lyon.", "We moved, I live in Nantes now."),
    ("I work at Shell.", "I left Shell last week."),
    ("My manager is Marta.", "Marta has gone on leave, Ilse is my manager now."),
    ("I run on Tuesdays.", "From now on I run on Thursdays instead of Tuesdays."),
    ("Sprints start on Monday.", "Sprints start on Wednesday now, not Monday."),
    ("Estoy soltera.", "Me casé el viernes."),
    ("Ich wohne in Köln.", "Wir sind umgezogen, ich wohne jetzt in Bonn."),
]


@pytest.fixture
def after(open_memory):
    """Returns the active statements after two sessions, and those that wait for a decision."""

    def after(first, second):
        clock = Ticking()
        memory = open_memory(clock=clock)
        for text in (first, second):
            with memory.session() as session:
                session.on_turn_end(text, "All right.")
            clock.now += timedelta(days=1)
        return contents(memory.entries()), [staged.content for staged, *_ in memory.entries().pending()]

    return after


def test_chat_ends_nothing_that_was_said_before(after):
    ended = []
    for first, second in CHAT:
        active, waiting = after(first, second)
        known, _ = after(first, "Thanks a lot.")
        ended += [first for one in known if one not in active or one in waiting]

    assert not ended


def test_a_change_is_believed(after):
    kept = [first for first, second in CHANGES if first in after(first, second)[0]]

    assert not kept
