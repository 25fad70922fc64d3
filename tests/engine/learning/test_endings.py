"""People who chat seem to end a lot: what they said before stays, and a change of it is still believed."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from tests.engine.opening import Ticking, contents

CHAT = [
    (
        "There's a small hotel by the canal, De Vlier, three rooms left, 118 a night.",
        "Femke drives a gritting lorry, and he'd swapped three shifts to be there.",
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
    ("My brother Tom lives in Bristol.", "Tom has moved to Cardiff."),
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
    """Returns what is active after two sessions of a new user, and what waits for a decision."""
    clock, users = Ticking(), count()
    memory = open_memory(clock=clock)

    def after(first, second):
        user = f"user{next(users)}"
        for text in (first, second):
            with memory.session(user=user) as session:
                session.on_turn_end(text, "All right.")
            clock.now += timedelta(days=1)
        entries = memory.entries(user)
        return contents(entries, layers=("L1",)), [staged.content for staged, *_ in entries.pending()]

    return after


def test_chat_ends_nothing_that_was_said_before(after):
    ended = []
    for first, second in CHAT:
        active, waiting = after(first, second)
        known, _ = after(first, "Thanks a lot.")
        assert known
        ended += [first for one in known if one not in active or one in waiting]

    assert not ended


def test_a_change_is_believed(after):
    kept = []
    for first, second in CHANGES:
        known, _ = after(first, "Thanks a lot.")
        assert known
        kept += [first for one in after(first, second)[0] if one in known]

    assert not kept
