"""A later statement keeps what it does not change of an earlier one: the day of a flight when its time moves."""

from __future__ import annotations

import pytest

from tiermem import Memory
from tiermem.engine.statements.compare import Statement, compare
from tiermem.values import EntryFilter

REMAINS = [
    (
        "My flight to Oslo is on 12 December at 7:40.",
        "They moved the flight to 9:15.",
        "My flight to Oslo is on 12 December",
    ),
    ("The dentist is on Tuesday at 3 pm.", "The dentist moved me to 4:30 pm.", "The dentist is on Tuesday"),
    (
        "Der Zahnarzttermin ist am Dienstag um 15 Uhr.",
        "Der Zahnarzttermin ist jetzt um 16 Uhr.",
        "Der Zahnarzttermin ist am Dienstag",
    ),
    (
        "Mon rendez-vous chez le dentiste est mardi à 15h.",
        "Le rendez-vous chez le dentiste est décalé à 16h.",
        "Mon rendez-vous chez le dentiste est mardi",
    ),
    (
        "Mi cita con el dentista es el martes a las 15:00.",
        "La cita con el dentista pasa a las 16:30.",
        "Mi cita con el dentista es el martes",
    ),
    (
        "Soy enfermera en el hospital La Paz, turno de noche.",
        "Me han pasado al turno de mañana.",
        "Soy enfermera en el hospital La Paz",
    ),
    ("I live in Leeds, flat 3B.", "We moved to flat 5.", "I live in Leeds"),
]
GOES = [
    ("I'm a nurse at St Mary's, night shift.", "I left St Mary's, I work at a school now."),
    ("I live in Leeds, flat 3B.", "I moved to York."),
    ("We have a dog, Rex.", "Rex died last month."),
    ("The meeting is on Tuesday at 3pm.", "The meeting moved to Wednesday."),
    ("Our wedding is on 12 June at 2pm.", "The wedding is now on 19 June at 3pm."),
    ("My yoga class is on Fridays at 18:00.", "I quit yoga."),
]


@pytest.mark.parametrize(("old", "new", "left"), REMAINS)
def test_what_a_later_statement_leaves_of_an_earlier_one_stays(old, new, left):
    found = compare(Statement(old), Statement(new))

    assert (found.relation, found.rest) == ("updates", left)


@pytest.mark.parametrize(("old", "new"), GOES)
def test_nothing_stays_of_a_statement_that_ends_as_a_whole(old, new):
    found = compare(Statement(old), Statement(new))

    assert (found.relation, found.rest) == ("updates", "")


def test_the_day_of_a_flight_is_known_after_its_time_moved(tmp_path):
    told = (
        "my flight to Oslo is on 12 December at 7:40",
        "they moved the flight to 9:15",
        "they moved the flight again, to 10:05",
    )
    for said in told:
        with Memory.open(store=tmp_path / "memory.db") as memory, memory.session(user="ann") as session:
            session.on_prompt(said)
            session.on_turn_end(said, "Alright.")
    with Memory.open(store=tmp_path / "memory.db") as memory:
        entries = memory.entries("ann").list(EntryFilter(statuses=("active",)))[0]

    known = [entry.content for entry in entries]
    assert "My flight to Oslo is on 12 December. They moved the flight again, to 10:05." in known
    assert not any("9:15" in content or "7:40" in content for content in known)
