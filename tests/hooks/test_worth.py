"""Rules and scorecard together: what no rule knows is taken where it is clear, and proposals are overruled."""

from __future__ import annotations

import pytest

from tiermem.values import Turn
from tiermem_hooks.extraction import extract
from tiermem_hooks.extraction.extract import proposals, spoken
from tiermem_hooks.extraction.features import classes_of
from tiermem_hooks.extraction.loading import available_languages
from tiermem_hooks.extraction.worth import KINDS, scorecard


def session(*said):
    """Turns from ``"user: …"``, ``"assistant: …"`` strings."""
    turns = []
    for position, line in enumerate(said):
        speaker, _, content = line.partition(": ")
        turns.append(
            Turn(
                speaker=speaker,
                content=content,
                at="2026-03-02T10:00:00Z",
                session_id="s1",
                position=position,
            )
        )
    return turns


def proposed(*said):
    """What the rules alone make of the last turn."""
    turns = session(*said)
    return [one.finding for one in proposals(spoken(turns), len(turns) - 1, sparing=False) if one.finding]


@pytest.mark.parametrize("language", available_languages())
def test_every_language_with_rules_has_a_scorecard_of_all_kinds_and_classes_of_words(language):
    card = scorecard(language)

    assert card is not None
    assert set(card.kinds) == set(KINDS)
    assert 0 < card.refuse <= card.take < 1
    assert len(classes_of(language)) > 200


def test_a_language_without_a_scorecard_has_none():
    assert scorecard("eo") is None


@pytest.mark.parametrize(
    "said",
    [
        "Both my girls are coeliac, which makes parties hard.",
        "My sister's the vet on Skye.",
        "Nothing with nuts for my niece, she's allergic.",
    ],
)
def test_what_no_rule_knows_is_taken_in_its_own_words_where_it_is_worth_it(said):
    assert proposed(f"user: {said}") == []
    assert [one.draft.content for one in extract(session(f"user: {said}"))] == [said]


def test_what_a_rule_proposes_and_holds_for_now_only_is_left():
    said = "user: My wifi's down so I'm on mobile data."

    assert proposed(said)
    assert extract(session(said)) == []


def test_what_a_sure_rule_proposes_and_is_most_unlikely_to_last_is_left():
    said = "user: Always start the lines of this poem with the letter M."

    (finding,) = proposed(said)
    assert finding.confidence >= 0.85
    assert extract(session(said)) == []


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Remember that the poem of this post is called Fog today.", "request"),
        ("We decided to move the export to a nightly job, because the old one timed out.", "decision"),
    ],
)
def test_what_is_asked_for_or_decided_is_kept_whatever_it_looks_like(said, kind):
    (kept,) = extract(session(f"user: {said}"))

    assert kept.kind == kind


def test_a_correction_that_no_pattern_knows_names_what_it_corrects():
    wrong = "In your React app you can use a context."
    (found,) = extract(session(f"assistant: {wrong}", "user: it's svelte, has been from the start"))

    assert (found.kind, found.draft.correction, found.corrects) == ("correction", True, wrong)
    assert found.draft.content == f"Correction: it's svelte, has been from the start (not: {wrong})"


def test_an_answer_that_only_points_at_what_was_said_is_left():
    said = ("assistant: Work is important.", "user: It's a marathon, not a sprint.")

    assert extract(session(*said)) == []


def test_the_same_sentence_is_judged_by_its_own_language_and_turn_every_time():
    turns = session("user: My sister's the vet on Skye.", "assistant: Noted.", "user: Thanks!")

    assert extract(turns) == extract(turns)
