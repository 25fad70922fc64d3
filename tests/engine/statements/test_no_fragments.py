"""No statement is cut where it is one, and what is left of one is a sentence."""

from __future__ import annotations

import pytest

from tiermem.engine.reading.clauses import clauses, facts

ONE_CLAUSE = [
    "Der Termin beim Notar ist am 3. November um 10 Uhr.",
    "Die Wohnungsübergabe ist am 15. März in Köln.",
    "die prüfung ist am 7. oktober in halle",
    "Am 1. Mai ziehen wir nach Ulm.",
]
TWO_CLAUSES = [
    ("I'm 34. November is my busiest month.", "November is my busiest month."),
    ("Ich bin 34. Meine Frau heißt Ute.", "Meine Frau heißt Ute."),
    ("We moved here in 2019. My wife is Ute.", "My wife is Ute."),
    ("J'ai 34 ans. Ma femme s'appelle Léa.", "Ma femme s'appelle Léa."),
]
WITH_COMPANY = [
    (
        "J'habite à Rennes avec mon frère Loïc, au cinquième sans ascenseur.",
        ("J'habite à Rennes, au cinquième sans ascenseur", "J'habite avec mon frère Loïc"),
    ),
    (
        "I live in Hull with my brother Tom, on the fifth floor without a lift.",
        ("I live in Hull, on the fifth floor without a lift", "I live with my brother Tom"),
    ),
    (
        "Vivo en Lugo con mi hermano Luis, en un quinto sin ascensor.",
        ("Vivo en Lugo, en un quinto sin ascensor", "Vivo con mi hermano Luis"),
    ),
    ("I live in Hull with my brother Tom.", ("I live in Hull", "I live with my brother Tom")),
]
SHARED = [
    ("J'habite à Lyon et travaille à la mairie", ["J'habite à Lyon.", "Je travaille à la mairie."]),
    ("Je travaille à la mairie et habite à Lyon", ["J'habite à Lyon.", "Je travaille à la mairie."]),
    ("J'habite à Lyon et aime la voile", ["J'aime la voile.", "J'habite à Lyon."]),
    ("Je travaille à la mairie et joue du violon", ["Je joue du violon.", "Je travaille à la mairie."]),
    ("I live in Lyon and work at the town hall", ["I live in Lyon.", "I work at the town hall."]),
]
ABOUT_ONE = [
    "I have a son, Theo, who is 6 and has asthma",
    "I have a dog that is 3 and hates cats",
]
POINTING = [
    ("I never lived in Hull! That's my brother. I'm in Goole.", ["I never lived in Hull.", "I'm in Goole."]),
    (
        "Ich wohne nicht in Kiel. Das ist mein Bruder. Ich wohne in Bonn.",
        ["Ich wohne in Bonn.", "Ich wohne nicht in Kiel."],
    ),
    ("Je n'habite pas à Nice. C'est ma sœur.", ["Je n'habite pas à Nice."]),
    ("No vivo en Lugo. Es mi hermano. Vivo en Vigo.", ["No vivo en Lugo.", "Vivo en Vigo."]),
]
TELLING = [
    "That's my brother Tom.",
    "My brother is a nurse.",
    "That's my sister's car.",
    "Meine Schwester ist Ärztin.",
    "Mi hermano es médico.",
]


@pytest.mark.parametrize("said", ONE_CLAUSE)
def test_the_period_of_a_day_before_its_month_ends_no_clause(said):
    assert clauses(said) == ()


@pytest.mark.parametrize(("said", "last"), TWO_CLAUSES)
def test_a_number_may_end_a_sentence(said, last):
    assert clauses(said)[-1] == last


@pytest.mark.parametrize("said", ABOUT_ONE)
def test_a_relative_clause_of_two_verbs_is_one_fact(said):
    assert facts(said) == (said,)
    assert facts(f"{said}, work at Shell") == (said, "I work at Shell")


def test_an_appointment_is_moved_as_a_whole(tell):
    story = tell(
        "Der Termin beim Notar ist am 3. November um 10 Uhr", "Notar wurde auf den 9. November verlegt"
    )

    assert story.known == ["Der Termin beim Notar ist am 9. November um 10 Uhr."]


@pytest.mark.parametrize(("said", "parts"), WITH_COMPANY)
def test_company_is_a_fact_without_the_mark_behind_it(said, parts):
    assert facts(said) == parts


def test_who_somebody_lives_with_stays_as_a_sentence(tell):
    story = tell(
        "J'habite à Rennes avec mon frère Loïc, au cinquième sans ascenseur.",
        "On a quitté Rennes, on a déménagé à Nantes.",
    )

    assert story.known == ["J'habite avec mon frère Loïc.", "On a quitté Rennes, on a déménagé à Nantes."]


def test_half_of_a_home_is_not_said_again_beside_it(tell):
    old, new = "我和表姐小敏合租在杭州，六楼没有电梯。", "我们搬到苏州了，一楼。"

    story = tell(old, new)

    assert (story.known, story.waiting) == ([new, old], [old])


@pytest.mark.parametrize(("said", "known"), SHARED)
def test_a_shared_subject_has_the_form_that_fits_its_verb(tell, said, known):
    assert tell(said).known == known


@pytest.mark.parametrize(("said", "known"), POINTING)
def test_what_only_points_at_a_relative_is_not_kept(tell, said, known):
    assert tell(said).known == known


@pytest.mark.parametrize("said", TELLING)
def test_what_tells_something_of_a_relative_is(tell, said):
    assert tell(said).known == [said]
