"""People who chat seem to end a lot: what they said before stays, and a change of it is still believed."""

from __future__ import annotations

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


def test_chat_ends_nothing_that_was_said_before(tell):
    ended = []
    for first, second in CHAT:
        story, known = tell(first, second), tell(first, "Thanks a lot.").known
        assert known
        ended += [first for one in known if one not in story.known or one in story.waiting]

    assert not ended


def test_a_change_is_believed(tell):
    kept = []
    for first, second in CHANGES:
        known = tell(first, "Thanks a lot.").known
        assert known
        kept += [first for one in tell(first, second).known if one in known]

    assert not kept


WEEKLY = [
    ("Remember: bins go out on thursday night.", "Bins are on wednesday now."),
    ("I play badminton on tuesdays.", "Badminton's moved to sunday."),
    ("Die Müllabfuhr kommt jeden Dienstag.", "Müllabfuhr ist ab jetzt am Freitag."),
    ("J'ai chorale tous les mardis.", "La chorale est passée au jeudi."),
]


def test_another_day_of_what_recurs_gets_no_date_and_one_of_a_single_event_does(tell):
    for before, after in WEEKLY:
        assert after in tell(before, after).known
    [moved] = tell("My viva is on Monday.", "My viva has moved to Friday.").known
    assert "Friday (20" in moved
