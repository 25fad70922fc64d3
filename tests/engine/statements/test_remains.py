"""A later statement keeps what it does not change of an earlier one: the day of a flight when its time moves."""

from __future__ import annotations

import pytest

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.likelihood import likely_overtaken
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.statements.parts import with_value, without_part

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
    (
        "We have a daughter, Nell, who plays the harp.",
        "Nell gave up the harp, she plays the drums now.",
        "We have a daughter, Nell",
    ),
]
GOES = [
    ("I'm a nurse at St Mary's, night shift.", "I left St Mary's, I work at a school now."),
    ("I live in Leeds, flat 3B.", "I moved to York."),
    ("We have a dog, Rex.", "Rex died last month."),
    ("The meeting is on Tuesday at 3pm.", "The meeting moved to Wednesday."),
    ("Our wedding is on 12 June at 2pm.", "The wedding is now on 19 June at 3pm."),
    ("My yoga class is on Fridays at 18:00.", "I quit yoga."),
]
PARTS = [
    ("I use kitty and fish on Gentoo.", "Switched from Gentoo to Debian.", "I use kitty and fish"),
    ("We use Trello and Miro at work.", "We moved from Trello to Asana.", "We use Miro at work"),
    (
        "I play cello and viola in the Elm Quartet.",
        "I've swapped the viola for bass.",
        "I play cello in the Elm Quartet",
    ),
    ("My son Amir plays chess and rugby.", "Amir quit rugby.", "My son Amir plays chess"),
    ("I have a cat called Pip and a dog called Oats.", "Oats died last week.", "I have a cat called Pip"),
    ("Ich lerne Dänisch und Harfe.", "Mit der Harfe habe ich aufgehört.", "Ich lerne Dänisch"),
    ("Je fais du yoga et de la danse à Metz.", "J'ai arrêté le yoga.", "Je fais de la danse à Metz"),
    ("Juego al tenis y al ajedrez.", "He dejado el tenis.", "Juego al ajedrez"),
    ("We have two cats, Ash and Elm.", "Elm died in May.", ""),
    ("I work at a bakery.", "I left the bakery.", ""),
    ("User runs a wool shop and uses an Epos till.", "We use a Zettle at the wool shop now.", ""),
    ("はい、もちろん、私はベジタリアンです。", "はいはい、うちには猫が三匹います。", ""),
]
VALUES = [
    (
        "My flight to Oslo is on the 7th of May",
        "They moved my flight to the 9th.",
        "My flight to Oslo is on the 9th of May",
    ),
    (
        "Die Hochzeit von Jana ist am 12. Juni",
        "Die Hochzeit ist jetzt am 19. Juni.",
        "Die Hochzeit von Jana ist am 19. Juni",
    ),
    ("我女儿3月8号做手术", "手术推迟到3月20号了。", "我女儿3月20号做手术"),
    (
        "My dentist is Dr Amara Singh",
        "Her first name is Amrita, not Amara.",
        "My dentist is Dr Amrita Singh",
    ),
    ("My dentist is Dr Amara Singh", "Her dog is Tom, not Amara.", ""),
    ("The talk is on 12 March", "The talk is on 14 March now.", ""),
]
ATTRIBUTES = [
    ("My daughter Isla has type 1 diabetes.", "Isla moved to Glasgow for uni."),
    ("Mi hija Sara es alérgica al huevo.", "Sara se ha ido a vivir a Vigo."),
    ("My partner Gwen is a potter.", "Gwen and I got married on Saturday."),
    ("Mein Freund Emre ist Zahnarzt.", "Emre und ich haben geheiratet."),
    ("My dad Ron has Parkinson's.", "Dad moved in with us."),
    ("夫は消防士です。", "夫の転勤で旭川に引っ越しました。"),
]


@pytest.mark.parametrize(("old", "new", "left"), PARTS)
def test_of_two_things_in_a_statement_the_one_that_did_not_end_stays(old, new, left):
    assert without_part(old, new) == left


@pytest.mark.parametrize(("old", "new", "right"), VALUES)
def test_a_value_goes_into_the_statement_that_says_what_it_is_of(old, new, right):
    assert with_value(old, new) == right


@pytest.mark.parametrize(("old", "new"), ATTRIBUTES)
def test_news_of_a_person_ends_nothing_else_that_is_known_of_them(old, new):
    assert compare(Statement(old), Statement(new)).relation == "unrelated"
    assert not likely_overtaken([old], new)


@pytest.mark.parametrize(("old", "new", "left"), REMAINS)
def test_what_a_later_statement_leaves_of_an_earlier_one_stays(old, new, left):
    found = compare(Statement(old), Statement(new))

    assert (found.relation, found.rest) == ("updates", left)


@pytest.mark.parametrize(("old", "new"), GOES)
def test_nothing_stays_of_a_statement_that_ends_as_a_whole(old, new):
    found = compare(Statement(old), Statement(new))

    assert (found.relation, found.rest) == ("updates", "")


def test_the_day_of_a_flight_is_known_after_its_time_moved(tell):
    told = (
        "my flight to Oslo is on 12 December at 7:40",
        "they moved the flight to 9:15",
        "they moved the flight again, to 10:05",
    )

    known = tell(*told, prompted=True).known

    assert "My flight to Oslo is on 12 December. They moved the flight again, to 10:05." in known
    assert not any("9:15" in content or "7:40" in content for content in known)
