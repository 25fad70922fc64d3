"""A sentence that stands in a turn, in the entry made of it and in the summary that quotes it is shown once."""

from __future__ import annotations

from tests.tables import each_row

from tiermem.engine.prompt.selection import select
from tiermem.values import Passage

DECIDED = "We decided to move the invoice export to a nightly job, because the old one timed out."
FAILED = "The deploy failed twice since then."


def passage(ref, text, score, layer=None):
    kind = "turn" if layer is None else "entry"
    return Passage(ref=ref, text=text, score=score, at="2026-03-02", label="user", kind=kind, layer=layer)


def selected(*passages, char_limit=2_000):
    chosen = select(passages, top_k=5, char_limit=char_limit)
    return [one.ref for one in chosen.shown], {one.ref: one.why for one in chosen.dropped}


def test_what_was_said_noted_and_summarized_is_recalled_as_the_entry(memory):
    with memory.session(id="s1") as session:
        session.on_turn_end(DECIDED, "All right.")
        session.on_turn_end(FAILED, "Let us look at the logs of it.")
    (entry,) = (one for one in memory.entries().list()[0] if one.layer == "L1")

    recalled = memory.recall("What did we decide last time about the invoice export?")

    shown = [one.ref for one in recalled.passages if "invoice export" in one.text]
    assert shown == [entry.id]
    reasons = {one.ref: one.why for one in recalled.receipt.dropped}
    assert reasons["s1/0"] == "same text as one shown"
    assert recalled.context.count("nightly job") == 1


def test_what_was_said_of_a_weekday_and_the_entry_with_its_date_are_shown_once(memory):
    with memory.session(id="s1") as session:
        session.on_turn_end("My sister Ana moved to Oslo in May.", "Nice!")
        session.on_turn_end("We went climbing with Tom on Saturday at the big wall.", "Great.")

    context = memory.recall("Where did Ana move? And who went climbing?").context

    assert context.count("climbing with Tom") == 1


@each_row("scores", [(0.5, 0.4), (0.4, 0.5)])
def test_of_a_turn_and_an_entry_that_say_the_same_the_entry_is_shown(scores):
    of_turn, of_entry = scores

    shown, dropped = selected(
        passage("s/0", "Remember that deploys go through staging.", of_turn),
        passage("entry", "Deploys go through staging.", of_entry, "L1"),
    )

    assert shown == ["entry"]
    assert dropped == {"s/0": "says what one shown says"}


def test_a_turn_that_says_more_stays_and_the_entry_is_left_out():
    shown, dropped = selected(
        passage("s/0", f"{DECIDED} {FAILED}", 0.5), passage("entry", DECIDED, 0.4, "L1")
    )

    assert (shown, list(dropped)) == (["s/0"], ["entry"])


def test_an_entry_that_would_not_fit_does_not_take_the_place_of_a_turn():
    said = passage("s/0", "Deploys go through staging", 0.5)
    noted = passage("e" * 40, "Deploys go through staging first", 0.4, "L1")

    assert selected(said, noted, char_limit=60)[0] == ["s/0"]
    assert selected(said, noted, char_limit=200)[0] == [noted.ref]


def test_a_summary_is_left_out_when_all_that_it_quotes_is_shown():
    summary = passage("summary", f"2026-03-02 user: {DECIDED} {FAILED}", 0.3, "L2")
    quoted = passage("entry", DECIDED, 0.5, "L1"), passage("s/2", FAILED, 0.4)

    shown, dropped = selected(*quoted, summary)

    assert shown == ["entry", "s/2"]
    assert dropped == {"summary": "says what one shown says"}
    assert selected(quoted[0], summary)[0] == ["entry", "summary"], "it says more than the entry alone"


def test_a_summary_that_repeats_what_is_shown_leaves_its_place_to_others():
    summary = passage("summary", f"2026-03-02 user: {DECIDED} {FAILED}", 0.4, "L2")
    others = passage("entry", DECIDED, 0.5, "L1"), passage("s/2", FAILED, 0.3)

    assert selected(summary, *others) == (["entry", "s/2"], {"summary": "says what one shown says"})


def test_a_turn_is_never_taken_for_the_sum_of_others():
    parts = passage("s/0", "Anna agrees.", 0.5), passage("s/2", "We meet on Friday.", 0.4)

    assert "s/4" in selected(*parts, passage("s/4", "Anna agrees. We meet on Friday.", 0.3))[0]


def test_what_is_shown_stands_best_first():
    shown, _ = selected(
        passage("s/0", DECIDED, 0.6), passage("s/2", FAILED, 0.5), passage("entry", DECIDED, 0.4, "L1")
    )

    assert shown == ["s/2", "entry"]


def test_what_two_people_say_of_themselves_in_the_same_words_is_shown_of_both():
    said = [
        Passage(
            ref=f"s/{place}",
            text="I'm allergic to nuts.",
            score=0.5,
            at="2026-03-02",
            label=name,
            kind="turn",
        )
        for place, name in enumerate(("Ann", "Bob", "ann"))
    ]

    chosen = select(said, top_k=5, char_limit=2_000)

    assert [one.label for one in chosen.shown] == ["Ann", "Bob"]
    assert [(one.ref, one.why) for one in chosen.dropped] == [("s/2", "same text as one shown")]
