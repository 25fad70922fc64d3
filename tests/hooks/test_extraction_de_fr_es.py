"""What the German, French and Spanish rules take from a turn, and above all what they leave."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from tests.tables import each_row

from tiermem.values import Turn, instant
from tiermem_hooks.extraction import extract, load_rules

LANGUAGES = ("de", "fr", "es")
RULES = {code: load_rules(code) for code in LANGUAGES}
MONDAY = instant(datetime(2026, 3, 2, 10, 0, tzinfo=UTC))
DATA = Path(__file__).parent / "data"


def session(*said):
    """Turns from ``"user: …"``, ``"assistant: …"`` strings."""
    turns = []
    for position, line in enumerate(said):
        speaker, _, content = line.partition(": ")
        turns.append(Turn(speaker=speaker, content=content, at=MONDAY, session_id="s1", position=position))
    return turns


def observed(code, *said):
    return extract(session(*said), RULES[code])


def contents(code, *said):
    return [observation.draft.content for observation in observed(code, *said)]


DRAFTS = [
    # language, sentence, tier, category, subject, content
    (
        "de",
        "Ach übrigens, ich wohne jetzt in Jena!",
        "user",
        "context",
        "Wohnort",
        "Ich wohne jetzt in Jena.",
    ),
    ("de", "Merk dir, dass unser Daily um 9:15 ist.", "memory", None, None, "Unser Daily um 9:15 ist."),
    ("de", "In Zukunft: bitte keine Tabellen.", "user", "preference", None, "Bitte keine Tabellen."),
    ("de", "Meine Tochter Greta ist Ärztin.", "user", "person", "Greta", "Meine Tochter Greta ist Ärztin."),
    ("fr", "Au fait, j'habite à Brest !", "user", "context", "domicile", "J'habite à Brest."),
    ("fr", "Notre API tourne sur Heroku.", "memory", "project", "API", "Notre API tourne sur Heroku."),
    ("fr", "Retiens que je suis gauchère.", "user", "person", "rôle", "Je suis gauchère."),
    ("es", "Por cierto, ¡vivo en Lugo!", "user", "context", "residencia", "Vivo en Lugo."),
    ("es", "Nuestra API corre en Heroku.", "memory", "project", "API", "Nuestra API corre en Heroku."),
    ("es", "Recuerda que soy celíaca.", "user", "person", None, "Soy celíaca."),
]


@each_row("row", DRAFTS, misses=6)
def test_a_statement_is_filed_and_cleaned(row):
    code, sentence, *filed = row
    (observation,) = observed(code, f"user: {sentence}")
    draft = observation.draft

    assert [draft.tier, draft.category, draft.subject, draft.content] == filed


CORRECTIONS = [
    # language, what the assistant said, what the user said, content
    (
        "de",
        "Der Termin ist am Freitag.",
        "Nein, am Donnerstag.",
        "Korrektur: am Donnerstag (nicht: Der Termin ist am Freitag.)",
    ),
    (
        "de",
        "Du wohnst in Berlin.",
        "Das stimmt nicht, ich wohne in Hamburg.",
        "Ich wohne in Hamburg.",
    ),
    (
        "de",
        "Deine Schwester heißt Marion.",
        "Sie heißt Marlene, nicht Marion.",
        "Korrektur: sie heißt Marlene, nicht Marion (nicht: Deine Schwester heißt Marion.)",
    ),
    (
        "de",
        "Das Backend ist in Java geschrieben.",
        "Das Backend ist nicht in Java, sondern in Kotlin.",
        "Das Backend ist nicht in Java, sondern in Kotlin.",
    ),
    (
        "fr",
        "La réunion est vendredi matin.",
        "Non, c'est jeudi.",
        "Correction : c'est jeudi (et non : La réunion est vendredi matin.)",
    ),
    ("fr", "Tu habites à Lyon.", "C'est faux, j'habite à Grenoble.", "J'habite à Grenoble."),
    (
        "fr",
        "Le budget est de 500 euros.",
        "Le budget est de 800 euros, pas 500.",
        "Le budget est de 800 euros, pas 500.",
    ),
    (
        "es",
        "La reunión es el viernes por la tarde.",
        "No, es el jueves.",
        "Corrección: es el jueves (y no: La reunión es el viernes por la tarde.)",
    ),
    ("es", "Vives en Sevilla.", "Eso no es así, vivo en Huelva.", "Vivo en Huelva."),
    (
        "es",
        "El presupuesto es de 500 euros.",
        "El presupuesto es de 800 euros, no 500.",
        "El presupuesto es de 800 euros, no 500.",
    ),
]


@each_row(("code", "wrong", "right", "content"), CORRECTIONS, misses=3)
def test_a_correction_can_be_understood_alone(code, wrong, right, content):
    (observation,) = observed(code, f"assistant: {wrong}", f"user: {right}")

    assert observation.kind == "correction"
    assert observation.draft.correction is True
    assert observation.draft.content == content


@each_row(
    ("code", "before", "reply"),
    [
        ("de", "Der Termin ist am Freitag.", "Nein, alles gut."),
        ("de", "Der Termin ist am Freitag.", "Nein, ist es Donnerstag?"),
        ("de", "Soll ich noch etwas ändern?", "Nein, das passt so."),
        ("fr", "La réunion est vendredi.", "Non, c'est bon."),
        ("fr", "La réunion est vendredi.", "Non merci !"),
        ("fr", "Veux-tu autre chose ?", "Non, ça va."),
        ("es", "La reunión es el viernes.", "No, está bien."),
        ("es", "La reunión es el viernes.", "No, gracias."),
        ("es", "¿Quieres algo más?", "No, nada más."),
    ],
)
def test_a_no_without_a_right_value_corrects_nothing(code, before, reply):
    assert contents(code, f"assistant: {before}", f"user: {reply}") == []


@each_row(
    ("code", "said", "offer", "refusal"),
    [
        ("de", "Alex ist mein Chef.", "Soll ich mir das merken?", "Nein, bitte nicht."),
        ("fr", "Alex est mon chef.", "Est-ce que je dois le retenir ?", "Non merci."),
        ("es", "Alex es mi jefe.", "¿Quieres que lo recuerde?", "No, gracias."),
    ],
)
def test_an_offer_that_is_refused_keeps_nothing(code, said, offer, refusal):
    assert contents(code, f"user: {said}", f"assistant: {offer}", f"user: {refusal}") == []
    assert len(contents(code, f"user: {said}")) == 1


@each_row(
    ("code", "said", "taken_back"),
    [
        ("de", "Ich lebe in Scheidung.", "Vergiss das bitte wieder."),
        ("de", "Ich nehme Ritalin.", "Das mit dem Ritalin löschen Sie bitte."),
        ("fr", "Je suis en plein divorce et je vis à Metz.", "Ne retiens pas ça."),
        ("fr", "J'ai deux fils.", "Oublie ce que je viens de dire."),
        ("es", "Tengo dos hijos.", "Olvida eso, por favor."),
        ("es", "Tomo litio.", "Lo del litio no lo guardes."),
    ],
)
def test_what_is_taken_back_in_the_next_turn_is_not_kept(code, said, taken_back):
    assert contents(code, f"user: {said}", "assistant: Ok.", f"user: {taken_back}") == []


@each_row(
    ("code", "sentence", "day"),
    [
        ("de", "Ich muss das Gutachten bis Freitag abgeben.", "2026-03-06"),
        ("de", "Übermorgen habe ich einen Termin beim Orthopäden.", "2026-03-04"),
        ("fr", "Je dois rendre le rapport avant vendredi.", "2026-03-06"),
        ("fr", "J'ai rendez-vous chez le notaire après-demain.", "2026-03-04"),
        ("es", "Tengo que entregar el informe antes del viernes.", "2026-03-06"),
        ("es", "Pasado mañana tengo cita con el notario.", "2026-03-04"),
    ],
)
def test_days_said_by_their_distance_get_their_date(code, sentence, day):
    (content,) = contents(code, f"user: {sentence}")

    assert day in content


@pytest.mark.slow
@each_row(
    ("code", "unit"),
    [*product(LANGUAGES, ["a", "ich ", "je ", "mi ", "no, ", "und ich ", '"', ". ", "-ría ", "x, ", "pas "])],
)
def test_a_megabyte_of_anything_takes_bounded_time(code, unit):
    text = unit * (1_000_000 // len(unit))
    began = time.process_time()

    observed(code, f"assistant: {text}", f"user: {text}", f"user: {text[:3900]}")

    assert time.process_time() - began < 10
