"""Neither a turn of phrase nor a number of something else puts a value into what is known."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("I live in Leeds.", "I hate London with a passion"),
        ("I use Firefox for everything.", "I hate Chrome with a vengeance"),
        ("I drive a Volvo.", "I hate Audi drivers with a passion"),
        ("I support Everton.", "I hate Preston with a passion"),
        ("I live in Leeds.", "I have written about London"),
        ("I work at Siemens.", "I love Bosch with no AC"),
        ("J'habite à Lyon.", "J'aime Paris avec l'équipe"),
        ("Vivo en Sevilla.", "Odio Cádiz con pasión"),
        (
            "I always want British spelling in anything you write for me.",
            "I write with a fountain pen, a Lamy",
        ),
        ("I live in Leeds.", "I live with a cat, a Bengal, who hates me"),
        ("I study at Durham University.", "I study with a tutor, a Frenchman"),
    ],
)
def test_what_names_a_manner_or_a_thing_gives_no_spelling(tell, fact, said):
    assert set(tell(fact, said).known) == {fact, f"{said}."}


def test_clauses_of_a_message_stay_as_said(tell):
    sport = tell("I support Everton and hate Liverpool with a passion").known
    notes = tell("I use Obsidian for notes and hate Notion with a passion").known

    assert set(sport) == {"I support Everton.", "I hate Liverpool with a passion."}
    assert set(notes) == {"I use Obsidian for notes.", "I hate Notion with a passion."}


@pytest.mark.parametrize(
    ("fact", "said", "right"),
    [
        ("My teacher is called Sara.", "it's Zara with a z", "My teacher is called Zara."),
        ("My niece is called Katrin.", "it's Katrina, with an a at the end", "My niece is called Katrina."),
        ("My boss is called Mia.", "it's written Mya", "My boss is called Mya."),
        ("Mein Chef heißt Maier.", "Mayer mit y", "Mein Chef heißt Mayer."),
        ("Ma soeur s'appelle Sofie.", "Sophie avec ph", "Ma soeur s'appelle Sophie."),
    ],
)
def test_a_hint_at_the_spelling_still_puts_a_name_right(tell, fact, said, right):
    assert tell(fact, said).known == [right]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("I write to Ines every month.", "I write with a typewriter, a Hermes"),
        ("Always write my code in Python.", "I write music with a keyboard, a Roland"),
        ("Ich schreibe Ines jeden Monat.", "Ich schreibe mit einer Schreibmaschine, einer Hermes"),
        ("J'écris à Inès tous les mois.", "J'écris avec une machine, une Hermes"),
    ],
)
def test_what_somebody_does_a_thing_with_ends_nothing(tell, fact, said):
    assert set(tell(fact, said).known) == {fact, f"{said}."}


@pytest.mark.parametrize(
    ("fact", "said", "right"),
    [
        ("I write all my scripts in Python.", "I write all my scripts in Rust now", "Rust"),
        ("I write my code in Python.", "I write my code in Go now", "Go"),
        ("Schreib meine Skripte in Python.", "Schreib meine Skripte ab jetzt in Rust", "Rust"),
    ],
)
def test_a_change_of_how_something_is_done_is_learned(tell, fact, said, right):
    known = tell(fact, said).known

    assert fact not in known
    assert any(right in one for one in known)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("My daughter Mia is 6.", "sorry, 5 eggs not 6"),
        ("My daughter Mia is six.", "sorry, 5 eggs not six"),
        ("My flight to Oslo is on 3 May at 7.", "I said the meeting was at 3, it's at 4"),
        ("Our wedding is on 6 June.", "there are 5 eggs left, not 6"),
        ("My phone is a Pixel 6.", "there are 5 eggs left, not 6"),
        ("Our wedding is on 6 June.", "the parcel comes on the 14th, not the 6th"),
        ("My flight to Oslo is on 3 May at 7.", "the recipe says 9 minutes, not 3"),
        ("Meine Tochter Mia ist 6.", "es sind noch 5 Eier da, nicht 6"),
        ("Ma fille Mia a 6 ans.", "il reste 5 oeufs, pas 6"),
        ("Mi hija Mia tiene 6 años.", "quedan 5 huevos, no 6"),
        ("Wir zahlen 900 Euro Miete.", "Für das Auto zahlen wir jetzt 950 statt 900 Euro Versicherung"),
        ("Ich arbeite 30 Stunden.", "meine Schwester arbeitet jetzt 25 statt 30 Stunden"),
        ("Ich habe 2 Katzen.", "meine Nachbarin hat jetzt 3 statt 2 Katzen"),
    ],
)
def test_a_number_of_something_else_changes_nothing(tell, fact, said):
    assert fact in tell(fact, said).known


@pytest.mark.parametrize(
    ("fact", "said", "right"),
    [
        ("My daughter Mia is 6.", "Mia is 7, not 6", "My daughter Mia is 7."),
        ("My daughter Mia is 6.", "sorry, she's 7, not 6", "My daughter Mia is 7."),
        ("The meeting is at 3.", "I said the meeting was at 3, it's at 4", "The meeting is at 4."),
        (
            "Our wedding is on 6 June.",
            "sorry, the wedding is on the 14th",
            "Our wedding is on 14th June.",
        ),
        ("My rent is 900.", "sorry, 950 pounds not 900", "My rent is 950."),
        ("Meine Tochter Mia ist 6.", "Mia ist 7, nicht 6", "Meine Tochter Mia ist 7."),
        (
            "Meine Miete ist 900 Euro.",
            "ich sagte 900, aber im Vertrag steht 950",
            "Meine Miete ist 950 Euro.",
        ),
        ("Wir zahlen 900 Miete.", "jetzt zahlen wir 950 statt 900", "Wir zahlen 950 Miete."),
        ("Ich zahl 1600 Miete.", "jetzt zahl ich 1850 statt 1600.", "Ich zahl 1850 Miete."),
        ("Mein Kurs hat 12 Leute.", "jetzt sind wir 15 statt 12", "Mein Kurs hat 15 Leute."),
        (
            "Der Kurs ist am Montag.",
            "der Kurs ist jetzt am Dienstag statt am Montag",
            "Der Kurs ist am Dienstag.",
        ),
    ],
)
def test_a_number_of_the_same_matter_is_put_right(tell, fact, said, right):
    known = tell(fact, said).known

    assert right in known
    assert fact not in known


def test_a_bare_number_puts_the_turn_before_right(tell):
    assert tell(("My daughter Mia is 6.", "sorry, 7 not 6")).known == ["My daughter Mia is 7."]


@pytest.mark.parametrize(
    ("age", "news"),
    [
        ("I'm 34 years old.", "On Monday I started my new job"),
        ("I'm 34.", "We moved, I live in Nantes now"),
        ("Ich bin 34.", "Am Montag habe ich meine neue Stelle angefangen"),
        ("J'ai 34 ans.", "lundi j'ai commencé mon nouveau travail"),
    ],
)
def test_no_news_but_of_an_age_leaves_out_an_age(tell, age, news):
    told = tell(age, news)

    assert age in told.shown()[0]


@pytest.mark.parametrize(
    ("fact", "said", "right"),
    [
        (
            "Los jueves juego al truco con Tito y el Negro.",
            "el truco pasó a los miércoles",
            "Los miércoles juego al truco con Tito y el Negro.",
        ),
        (
            "Juego al tenis los jueves con Ana.",
            "el tenis se pasó a los martes",
            "Juego al tenis los martes con Ana.",
        ),
        (
            "I play poker on Thursdays with Tito.",
            "poker's moved to Wednesdays",
            "I play poker on Wednesdays with Tito.",
        ),
        (
            "Donnerstags spiele ich Skat mit Tito.",
            "der Skat ist jetzt mittwochs",
            "Mittwochs spiele ich Skat mit Tito.",
        ),
        (
            "Le jeudi je joue au tarot avec Tito.",
            "le tarot est passé au mercredi",
            "Le mercredi je joue au tarot avec Tito.",
        ),
    ],
)
def test_another_weekday_leaves_with_whom(tell, fact, said, right):
    assert tell(fact, said).known == [right]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Los jueves juego al truco con Tito.", "el martes pasó a los tiros un coche"),
        ("Los jueves juego al truco con Tito.", "Tito pasó el martes a buscarme"),
        ("Los jueves juego al truco con Tito.", "la clase de guitarra pasó a los miércoles"),
    ],
)
def test_a_weekday_of_something_else_leaves_what_recurs(tell, fact, said):
    assert fact in tell(fact, said).known
