"""Extraction from a session, above all from turns with nothing to keep."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.errors import InputError
from tiermem.text import statement_key
from tiermem.values import Turn, instant
from tiermem_hooks.extraction.extract import extract
from tiermem_hooks.extraction.rules import load_rules
from tiermem_hooks.extraction.summary import summarize

RULES = load_rules()
MONDAY = instant(datetime(2026, 3, 2, 10, 0, tzinfo=UTC))
LINES = [
    line.rpartition("\t")[2].replace("\\n", "\n")
    for name in ("taken.tsv", "left.txt")
    for line in Path(__file__).with_name("data").joinpath(name).read_text(encoding="utf-8").splitlines()[1:]
]


def session(*said, at=MONDAY):
    """Turns from ``"user: …"``, ``"assistant: …"`` strings."""
    turns = []
    for position, line in enumerate(said):
        speaker, _, content = line.partition(": ")
        turns.append(Turn(speaker=speaker, content=content, at=at, session_id="s1", position=position))
    return turns


def observed(*said, at=MONDAY):
    return extract(session(*said, at=at), RULES)


def contents(*said):
    return [observation.draft.content for observation in observed(*said)]


DRAFTS = [
    # sentence, tier, category, subject, content
    ("Remember that I prefer Friday due dates.", "user", "preference", None, "I prefer Friday due dates."),
    ("remember that our standup is at 9:30", "memory", "project", "standup", "Our standup is at 9:30."),
    (
        "From now on, always set reminders for 9am",
        "user",
        "preference",
        None,
        "Always set reminders for 9am.",
    ),
    ("Alec is my boss by the way", "user", "person", "Alec", "Alec is my boss."),
    ("Oh, by the way, i live in Berlin!", "user", "context", "home", "I live in Berlin."),
    ("Hi there! My name is Priya", "user", "person", "name", "My name is Priya."),
    (
        "My favourite colour is green.",
        "user",
        "preference",
        "favourite colour",
        "My favourite colour is green.",
    ),
    ("Call me Sam.", "user", "person", "form of address", "Call me Sam."),
    ("My wife Anna is a doctor.", "user", "person", "Anna", "My wife Anna is a doctor."),
    ("We decided to use Postgres.", "memory", "project", None, "We decided to use Postgres."),
    ("The deadline is March 15.", "memory", "commitment", "deadline", "The deadline is March 15."),
    ("I promised Lena a review.", "user", "commitment", None, "I promised Lena a review."),
    ("Our API uses GraphQL.", "memory", "project", "API", "Our API uses GraphQL."),
    ("I use Neovim as my editor.", "memory", "context", None, "I use Neovim as my editor."),
    ("Thanks, that helps - I’m vegan btw.", "user", "person", None, "I’m vegan."),
    ("I prefer tabs, can you reformat it?", "user", "preference", None, "I prefer tabs."),
    ("Can you remember that I'm allergic to bees?", "user", "person", None, "I'm allergic to bees."),
]


@each_row(("sentence", "tier", "category", "subject", "content"), DRAFTS, misses=4)
def test_a_statement_is_filed_and_cleaned(sentence, tier, category, subject, content):
    found = observed(f"user: {sentence}")

    assert found
    draft = found[-1].draft
    assert (draft.tier, draft.category, draft.subject, draft.content) == (tier, category, subject, content)


def test_an_observation_carries_its_evidence():
    (observation,) = observed("assistant: Hello!", "user: Hi. By the way, I live in Berlin. Is it far?")

    assert observation.evidence == "s1/1"
    assert observation.quote == "By the way, I live in Berlin."
    draft = observation.draft
    assert (draft.layer, draft.speaker, draft.valid_from) == ("L1", "user", MONDAY)
    assert draft.correction is False
    assert 0 < draft.importance <= 1
    assert 0 < draft.confidence <= 1


def test_the_same_statement_is_given_once():
    assert contents("user: I live in Berlin.", "user: Well, I live in  BERLIN!") == ["I live in Berlin."]


@each_row("speaker", ["assistant", "tool", "memory"])
def test_only_the_user_is_heard(speaker):
    assert contents(f"{speaker}: I live in Berlin. Remember that I prefer tea.") == []


CORRECTIONS = [
    # what the assistant said, what the user said, content, subject
    (
        "The demo is on Friday.",
        "No, it's Thursday.",
        "Correction: it's Thursday (not: The demo is on Friday.)",
        "demo",
    ),
    (
        "Got it, the demo is on Friday, right?",
        "no, Thursday",
        "Correction: Thursday (not: The demo is on Friday.)",
        "demo",
    ),
    (
        "The demo is on Friday. Anything else?",
        "That's wrong. It's on Thursday at 3pm.",
        "Correction: it's on Thursday at 3pm (not: The demo is on Friday.)",
        "demo",
    ),
    (
        "I booked the room for Friday.",
        "I meant Thursday, not Friday.",
        "Correction: I meant Thursday, not Friday (not: I booked the room for Friday.)",
        None,
    ),
    (
        "Your budget is $500.",
        "It's $5,000, not $500.",
        "Correction: it's $5,000, not $500 (not: Your budget is $500.)",
        "budget",
    ),
    ("Your name is John.", "Actually, it's Jon.", "Correction: it's Jon (not: Your name is John.)", "name"),
    (
        "The limit is 50 requests.",
        "You're wrong, it's 100.",
        "Correction: it's 100 (not: The limit is 50 requests.)",
        "limit",
    ),
    ("You live in Berlin.", "No, I live in Hamburg.", "I live in Hamburg.", "home"),
    ("I will use tabs.", "No, I prefer spaces.", "I prefer spaces.", None),
    (
        "Sarah is on the Platform team.",
        "Actually Sarah moved to the Design team.",
        "Sarah moved to the Design team.",
        "Sarah",
    ),
    (
        "The deploy runs on Jenkins.",
        "That's not right, the deploy runs on Actions.",
        "The deploy runs on Actions.",
        "deploy",
    ),
    (
        "The meeting is on Monday.",
        "The meeting is not on Monday but on Tuesday.",
        "The meeting is not on Monday but on Tuesday.",
        None,
    ),
    (
        "The logo is red.",
        "No, it's blue.",
        "Correction: it's blue (not: The logo is red.)",
        "logo",
    ),
]


@each_row(("wrong", "right", "content", "subject"), CORRECTIONS, misses=3)
def test_a_correction_can_be_understood_alone(wrong, right, content, subject):
    (observation,) = observed(f"assistant: {wrong}", f"user: {right}")

    assert observation.kind == "correction"
    assert observation.draft.correction is True
    assert (observation.draft.content, observation.draft.subject) == (content, subject)


@each_row(
    ("wrong", "right", "tier"),
    [
        ("Your name is John.", "No, it's Jon.", "user"),
        ("The demo is on Friday.", "No, it's Thursday.", "memory"),
        ("The demo is on Friday.", "No, I live in Hamburg.", "user"),
    ],
)
def test_a_correction_about_the_person_is_filed_with_the_person(wrong, right, tier):
    (observation,) = observed(f"assistant: {wrong}", f"user: {right}")

    assert observation.draft.tier == tier


@each_row(
    ("before", "reply"),
    [
        ("Is the demo on Friday?", "No, it's Thursday."),
        ("Sure!", "No, it's Thursday."),
        ("The demo is on Friday.", "No, it's fine."),
        ("The demo is on Friday.", "No, that's all."),
        ("The demo is on Friday.", "No, it's not."),
        ("The demo is on Friday.", "No, I think it's Thursday."),
        ("The demo is on Friday.", "No, is it Thursday?"),
        ("The demo is on Friday.", "No, that was last week."),
        ("The demo is on Friday.", "Actually, I was thinking about lunch."),
        ("The demo is on Friday.", "Actually the weather is lovely."),
        ("The logo is red. The font is thin. The page is wide.", "No, it's blue."),
        ("Work is important.", "It's a marathon, not a sprint."),
        ("Do you want more examples of that?", "No, it's enough."),
        ("The demo is on Friday.", "No worries, it's Thursday somewhere."),
        ("The demo is on Friday.", "I meant well."),
    ],
)
def test_what_cannot_be_understood_or_is_no_correction_is_left(before, reply):
    assert contents(f"assistant: {before}", f"user: {reply}") == []


def test_a_no_without_an_assistant_before_it_corrects_nothing():
    assert contents("user: No, it's Thursday.") == []


def test_an_answer_to_a_question_is_no_correction():
    (observation,) = observed("assistant: Do you live in Berlin?", "user: No, I live in Hamburg.")

    assert (observation.kind, observation.draft.correction) == ("fact", False)


OFFER = "assistant: Got it - should I remember that for future conversations?"
DECLINES = [
    # turns, what is kept
    (("user: Alec is my boss by the way.", OFFER, "user: Yes"), ["Alec is my boss."]),
    (("user: Alec is my boss by the way.", OFFER, "user: No thanks."), []),
    (("user: Alec is my boss by the way.", OFFER, "user: Please don't."), []),
    (("user: Alec is my boss.", "assistant: Noted. Shall I save this?", "user: that's private"), []),
    (("user: Alec is my boss.", OFFER, "user: Nope. My name is Kim."), ["My name is Kim."]),
    (("user: Alec is my boss.", OFFER, "user: No.", "assistant: Ok.", "user: Alec is my boss."), []),
    (("user: I live in Bonn. Please don't save that.",), []),
    (("user: Write this down: I live in Bonn.",), ["I live in Bonn."]),
    (("user: I live in Bonn, but please don't remember this.",), []),
    (("user: I live in Bonn.", "assistant: Ok", "user: Don't remember that."), []),
    (("user: I live in Bonn.", "assistant: Ok", "user: forget what I said"), []),
    (
        ("user: I live in Bonn.", "assistant: Ok", "user: I have two kids. Don't store that."),
        ["I live in Bonn."],
    ),
    (
        ("user: I live in Bonn.", "assistant: Ok", "user: Off the record: I have two kids."),
        ["I live in Bonn."],
    ),
    (
        ("user: I am divorced. I live in Bonn.", "user: Don't remember that I am divorced."),
        ["I live in Bonn."],
    ),
    (("user: Don't save the next message.", "assistant: Ok", "user: I have two kids."), []),
    (("user: I live in Bonn.", "assistant: Nice!", "user: Just kidding!"), []),
    (("user: I'm the king of France. lol",), []),
    (("user: I have two kids.", "user: I never forget a face."), ["I have two kids."]),
    (("user: I'm a nurse.", "user: People never remember that."), ["I'm a nurse."]),
    (("user: Don't forget that I have two kids.",), ["I have two kids."]),
    (("user: Actually you can remember the thing with Kim: we're engaged.",), ["We're engaged."]),
    (("user: I live in Bonn.", "assistant: Should I add a map?", "user: No."), ["I live in Bonn."]),
    (("user: I'm a roofer. Could you plan a trip?", "user: Ah, forget it, too dear."), ["I'm a roofer."]),
    (("user: I'm a roofer. Could you plan a trip?", "user: Forget it, that's private."), []),
    (("user: I'm expecting twins", "user: actually don't keep that"), []),
    (("user: My rent is 1,450.", "user: Hm, the number I just gave you, please don't keep it."), []),
    (("user: I earn 4,000 a month.", "user: Please don't keep what I said about money."), []),
    (("user: My rent is 900.", "user: I earn 5,200. Don't save what I said about money."), []),
    (("user: I pay 750 rent.", "user: Don't keep what I said about money. I earn 3,100."), []),
    (("user: I owe the bank 9,000. My salary is 2,800. Forget what I said about money.",), []),
    (
        ("user: I earn 2,800.", "user: I love tennis. Don't store what I said about money."),
        ["I love tennis."],
    ),
    (("user: I earn 4,000 net, what rent is ok?", "user: forget what I told you about my pay, please"), []),
    (("user: I'm pregnant!", "user: what can I eat?", "user: don't save that"), []),
    (
        (
            "user: I'm pregnant!",
            "user: what can I eat?",
            "user: and sushi?",
            "user: please keep that off the record",
        ),
        [],
    ),
    (
        (
            "user: Sam and I split up.",
            "user: write me a text to my mum",
            "user: please don't store any of this",
        ),
        [],
    ),
    (
        ("user: My name is Kim.", "user: what vitamins in pregnancy?", "user: don't save that"),
        ["My name is Kim."],
    ),
    (("user: My name is Kim.", "user: what can I eat?", "user: don't save that"), ["My name is Kim."]),
    (
        (
            "user: My doctor is Dr Nair.",
            "user: don't remember the thing about Josh dropping out, he'd hate it",
        ),
        ["My doctor is Dr Nair."],
    ),
    (
        (
            "user: My son Tom has a peanut allergy.",
            "user: How do I hide a gift for my wife?",
            "user: Forget that.",
        ),
        ["My son Tom has a peanut allergy."],
    ),
    (("user: I have HIV and I'm allergic to nuts.", "user: what can I cook?", "user: don't save that"), []),
    (("user: My brother is in rehab again.", "user: please don't save that about Josh"), []),
    (
        (
            "user: Eva ist schwanger!",
            "user: Ich wohne in Linz.",
            "user: das mit der Schwangerschaft merk dir nicht",
        ),
        ["Ich wohne in Linz."],
    ),
    (
        ("user: I'm a nurse in Leeds.", "user: what do I eat?", "user: Don't save the recipe."),
        ["I'm a nurse in Leeds."],
    ),
    (
        ("user: I'm a nurse.", "user: I have two kids.", "user: any tips?", "user: don't save that"),
        ["I'm a nurse."],
    ),
    (("user: I'm coeliac so don't put beer in it lol",), ["I'm coeliac."]),
    (("user: I'm vegan so don't put cheese in it",), ["I'm vegan."]),
    (
        ("user: I'm a nurse in Leeds.", "user: a cake recipe, but don't put any rum in it"),
        ["I'm a nurse in Leeds."],
    ),
    (("user: I'm diabetic. don't write down recipes with sugar",), ["I'm diabetic."]),
    (("user: I work at a school. don't put my name in it",), ["I work at a school."]),
    (("user: I hate coriander. don't add it to the soup",), ["I hate coriander."]),
    (("user: I work at a school. don't put any of it in your notes",), []),
    (("user: I work at a school. don't write what I said down",), []),
    (("user: I'm coeliac but don't put it on file",), []),
    (
        ("user: I live in Leeds.", "user: draft a CV", "user: don't put that on the first page"),
        ["I live in Leeds."],
    ),
    (("user: I work at Shell. please don't repeat that to anyone",), []),
    (("user: I work at Shell. never bring this up again",), []),
    (
        ("user: My sister Jo got a new flat. She lost her job too. Don't keep that bit about the job.",),
        ["My sister Jo got a new flat."],
    ),
    (("user: My sister Jo got a new flat. She lost her job too. Don't keep that.",), []),
]


@each_row(("turns", "kept"), DECLINES)
def test_what_the_user_takes_back_or_declines_is_not_kept(turns, kept):
    assert contents(*turns) == kept


@each_row(
    ("sentence", "content"),
    [
        ("I'll send the report by tomorrow.", "I'll send the report by tomorrow (2026-03-03)."),
        ("I'll send the report by Friday.", "I'll send the report by Friday (2026-03-06)."),
        ("I'll send the report by Monday.", "I'll send the report by Monday (2026-03-02)."),
        ("I'll send the report by next Friday.", "I'll send the report by next Friday (2026-03-13)."),
        ("We decided last Friday to use Go.", "We decided last Friday (2026-02-27) to use Go."),
        ("We decided yesterday to use Go.", "We decided yesterday (2026-03-01) to use Go."),
        ("I moved to Lisbon last week.", "I moved to Lisbon last week (week of 2026-02-23)."),
        ("I moved to Lisbon three months ago.", "I moved to Lisbon three months ago (2025-12)."),
        ("I moved to Lisbon last year.", "I moved to Lisbon last year (2025)."),
        ("I moved to Lisbon two days ago.", "I moved to Lisbon two days ago (2026-02-28)."),
        ("I prefer to travel on Fridays.", "I prefer to travel on Fridays."),
    ],
    misses=3,
)
def test_days_said_by_their_distance_get_their_date(sentence, content):
    assert contents(f"user: {sentence}") == [content]


@each_row("at", ["", "soon", "2026-13-45T00:00:00Z"])
def test_a_turn_without_a_day_keeps_its_words(at):
    (observation,) = observed("user: I moved to Lisbon last week.", at=at)

    assert observation.draft.content == "I moved to Lisbon last week."


@each_row(
    ("turn", "kept"),
    [
        (
            "- I live in Malmö\n- I prefer concise answers\n- Is it far?",
            ["I live in Malmö.", "I prefer concise answers."],
        ),
        ("1. My name is Ola\n2) I have two kids", ["My name is Ola.", "I have two kids."]),
        (
            "We live in St. Gallen, e.g. near the lake. It costs 3.5 francs.",
            ["We live in St. Gallen, e.g. near the lake."],
        ),
        (
            "I work at Acme Inc. in Dublin. See https://example.org/a?b=c. Ok?",
            ["I work at Acme Inc. in Dublin."],
        ),
        ("I live at 12 St. Mary's Rd. in Hove", ["I live at 12 St. Mary's Rd. in Hove."]),
        (
            "I work for J.P. Morgan. I live in Washington D.C. My wife is a nurse.",
            ["I work for J.P. Morgan.", "I live in Washington D.C.", "My wife is a nurse."],
        ),
        ("my son was born on 3. Mai 2019", ["My son was born on 3. Mai 2019."]),
        ("my doctor has me on losartan 50. does it go with salt?", ["My doctor has me on losartan 50."]),
        ("my cat Mochi is 4. what's a good lunch?", ["My cat Mochi is 4."]),
        ("our rent is 900. is that normal for leeds?", ["Our rent is 900."]),
        ("my daughter was born on 3. may 2019", ["My daughter was born on 3. may 2019."]),
        ("my exam is on the 4. of june", ["My exam is on the 4. of june."]),
        ("I love hiking 😊 Where should I go?", ["I love hiking."]),
        ('My dog is called "Max". He barks.', ['My dog is called "Max".']),
        ("let me explain:\nMy dog is called Max. He barks.", ["My dog is called Max."]),
        ("def home():\n  return place(x)\nlet x = 3\nMy dog is called Max.", []),
        ("> I live in Rome.\nI live in Bonn.", ["I live in Bonn."]),
        ("```\nI live in Rome.\n```\nI live in Bonn.", ["I live in Bonn."]),
        ("I live in Bonn.\n```\nI live in Rome.", ["I live in Bonn."]),
        ('He wrote: "I live in Rome. I love it there." I live in Bonn.', ["I live in Bonn."]),
        (
            "I live in a small house by the river that my grandparents built\nlong before the war.",
            ["I live in a small house by the river that my grandparents built long before the war."],
        ),
        ("Please proofread this letter:\n\nI live in Rome. I prefer tea.", []),
        ("I live in Bonn. Translate this text: I prefer tea.", ["I live in Bonn."]),
        ("2026-03-01 10:00:00 INFO start\nI work at night\nERROR: stop", []),
        ("<memory-context>\nI live in Rome.\n</memory-context>\nI live in Bonn.", ["I live in Bonn."]),
        ("Write a story about a nurse. I'm a nurse in it. I live in Rome.", []),
    ],
    misses=1,
)
def test_only_the_users_own_sentences_are_read(turn, kept):
    assert contents(f"user: {turn}") == kept


def test_of_a_very_long_turn_the_first_and_last_short_paragraphs_are_the_users():
    pasted = "\n\n".join(["I prefer pasted paragraphs over short ones."] * 200)

    kept = contents(f"user: I live in Bonn.\n\n{pasted}\n\nI have two kids.")

    assert kept == ["I live in Bonn.", "I have two kids."]


def test_content_keeps_the_limits_of_what_may_be_stored():
    assert contents("user: Remember that I prefer " + "very " * 120 + "long words.") == []


def test_rules_are_read_once_and_unknown_languages_are_refused():
    assert load_rules("en") is RULES
    with pytest.raises(InputError, match=r"'xx'.*en"):
        load_rules("xx")


TALK = session(
    "user: Hi! How are you?",
    "assistant: Hello! What can I do for you?",
    "user: I'm planning a trip to Lisbon with Anna in May. We want to see the tile museum.",
    "assistant: The National Tile Museum opens at 10:00 and is closed on Mondays. Let me know if you need more!",
    "user: Great, thanks. Our hotel is near Alfama.",
    "assistant: Alfama is the oldest quarter, above the river.",
    "user: My salary is 90k, but don't save that.",
    "assistant: With that salary the hotel is no problem.",
)


def test_a_summary_names_day_and_speakers_and_keeps_the_order():
    summary = summarize(TALK)

    assert summary is not None
    assert summary.startswith("2026-03-02 user: I'm planning a trip to Lisbon with Anna in May.")
    assert (
        summary.index("Lisbon")
        < summary.index("assistant: The National Tile Museum")
        < summary.index("Alfama")
    )
    assert summary.count("2026-03-02") == 1


@each_row("unwanted", ["salary", "How are you", "What can I do", "Let me know", "thanks"])
def test_a_summary_leaves_courtesies_questions_and_what_was_declined(unwanted):
    assert unwanted not in (summarize(TALK) or "")


@each_row("limit", [60, 120, 300])
def test_a_summary_keeps_its_limit_with_whole_sentences(limit):
    summary = summarize(TALK, max_chars=limit)

    assert summary is None or (len(summary) <= limit and summary.endswith("."))


def test_a_summary_names_each_day_and_each_name():
    days = [instant(datetime(2026, 3, day, tzinfo=UTC)) for day in (2, 3)]
    turns = [
        Turn(speaker="user", name="Caro", at=days[0], content="The garden needs a new wooden fence soon."),
        Turn(speaker="user", name="Caro", at=days[1], content="The roof of the old barn leaks badly."),
    ]

    assert summarize(turns) == (
        "2026-03-02 Caro: The garden needs a new wooden fence soon. "
        "2026-03-03 Caro: The roof of the old barn leaks badly."
    )


@each_row("said", [(), ("user: I live in Lyon.",), ("user: Hi!", "user: Ok.")])
def test_short_or_empty_sessions_have_no_summary(said):
    assert summarize(session(*said)) is None


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=300)
ODD = ["No, ", "Actually, ", "```\n", '"', "\n\n", "> ", "\0", "\ud800", "don't save that", "lol"]
PIECES = st.sampled_from([*LINES, *ODD, "should I remember that?"])
TEXTS = ANY_TEXT | st.lists(PIECES | ANY_TEXT, max_size=6).map(" ".join)
TURNS = st.lists(
    st.builds(
        Turn,
        speaker=st.sampled_from(["user", "assistant", "tool", "memory"]),
        content=TEXTS,
        at=st.sampled_from([MONDAY, "", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]),
    ),
    max_size=6,
)


@given(turns=TURNS)
def test_any_session_gives_storable_observations_or_none(turns):
    observations = extract(turns, RULES)

    keys = [statement_key(observation.draft.content) for observation in observations]
    assert len(keys) == len(set(keys))
    for observation in observations:
        assert 5 <= len(observation.draft.content) <= 500
        observation.draft.content.encode()
        assert observation.quote
        assert observation.draft.tier in ("user", "memory")
    assert extract(turns, RULES) == observations


@given(turns=TURNS, limit=st.integers(min_value=0, max_value=900))
def test_any_session_has_a_summary_within_its_limit_or_none(turns, limit):
    summary = summarize(turns, max_chars=limit)

    assert summary is None or 0 < len(summary) <= limit
    assert summarize(turns, max_chars=limit) == summary


@given(text=st.lists(PIECES, min_size=1, max_size=5).map("\n".join))
def test_code_and_quoted_lines_never_say_anything(text):
    quoted = "\n".join(f"> {line}" for line in text.splitlines())

    assert contents(f"user: {quoted}") == []
    assert contents(f"user: ~~~\n{text}\n~~~") == []


UNITS = (
    "a",
    "I ",
    "I prefer ",
    "my my ",
    "no, ",
    "and I ",
    '"',
    "'a ",
    "`",
    "- ",
    ". ",
    "<",
    "remember that ",
    "not ",
    "x, ",
    "\0",
)


def check_time(text, read):
    """Read a text that is too long to be looked at, and as much of it as *read*."""
    began = time.process_time()

    extract(session(f"assistant: {text}", f"user: {text}", f"user: {text[:read]}"), RULES)

    assert time.process_time() - began < 10


@each_row("unit", UNITS)
def test_a_long_message_of_anything_takes_bounded_time(unit):
    check_time(unit * (20_000 // len(unit)), 400)


@pytest.mark.slow
@each_row("unit", UNITS)
def test_a_megabyte_of_anything_takes_bounded_time(unit):
    check_time(unit * (1_000_000 // len(unit)), 3_900)


REBUILT = [
    # sentence, the wrong statement, its wrong value
    ("No, my manager is Alice, not Bob.", "my manager is Bob", "Bob"),
    ("No, my favourite editor is emacs, not vim.", "my favourite editor is vim", "vim"),
    (
        "No, the deploy is on Thursday morning, not Wednesday.",
        "the deploy is on Wednesday morning",
        "Wednesday",
    ),
    ("Actually, I live in Porto, not Lisbon.", "I live in Lisbon", "Lisbon"),
]


@each_row(("sentence", "wrong", "value"), REBUILT)
def test_what_was_wrong_is_put_together_again_when_nobody_repeated_it(sentence, wrong, value):
    (observation,) = observed(f"user: {sentence}")

    assert observation.draft.correction
    assert (observation.corrects, observation.denied, observation.points) == (wrong, value, False)


def test_a_correction_that_only_points_says_so():
    (observation,) = observed("user: No, it is SQLite, not Postgres.")

    assert observation.draft.content == "Correction: it is SQLite, not Postgres."
    assert (observation.corrects, observation.denied, observation.points) == ("Postgres", "Postgres", True)


@each_row(
    "sentence",
    [
        "No, it is cheaper, not better.",
        "It is SQLite, not Postgres.",
        "No, it's a joke, not a request.",
        "No, that's Tom, not me.",
        "No, is it SQLite, not Postgres?",
    ],
    misses=1,
)
def test_what_points_at_no_named_value_or_denies_nothing_is_left(sentence):
    assert contents(f"user: {sentence}") == []


def test_a_correction_of_what_was_heard_names_the_wrong_value():
    said = ("assistant: The choir meets on Tuesday evening.", "user: No, it is on Wednesday, not Tuesday.")

    (observation,) = observed(*said)

    assert (observation.corrects, observation.denied) == ("The choir meets on Tuesday evening.", "Tuesday")


IN_EARNEST = [
    ("No joke, I live in a lighthouse.", "I live in a lighthouse."),
    ("No kidding, I have nine cats.", "I have nine cats."),
    ("True story: I have twelve siblings.", "I have twelve siblings."),
    ("Ohne Witz, ich wohne in einem Leuchtturm.", "Ich wohne in einem Leuchtturm."),
    ("Sans blague, j'habite dans un phare.", "J'habite dans un phare."),
    ("En serio, vivo en un faro.", "Vivo en un faro."),
]


@each_row(("said", "kept"), IN_EARNEST)
def test_saying_that_it_is_no_joke_is_none_and_no_statement_of_its_own(said, kept):
    by_its_language = extract(session(f"user: {said}"))
    assert [observation.draft.content for observation in by_its_language] == [kept]


def test_only_kidding_takes_back_what_was_said():
    assert contents("user: I have nine cats. Just kidding.") == []


TELLING = [
    f"user: I tried it {one} times yesterday. My sister number {one} lives in Bath." for one in range(12)
]
"""Messages that tell of a task, and state something worth keeping besides."""


def most(turns, number):
    return [one.draft.content for one in extract(session(*turns), RULES, most=number)]


@pytest.mark.parametrize("place", ["first", "last"])
def test_what_must_always_be_known_comes_before_what_is_likelier(place):
    known = "user: quick question, is this ok? I'm allergic to penicillin. My name is Nadia."
    turns = [known, *TELLING] if place == "first" else [*TELLING, known]

    assert set(most(turns, 2)) == {"I'm allergic to penicillin.", "My name is Nadia."}


def test_messages_that_only_tell_something_are_not_counted():
    told = [
        f"My {one} is {who}."
        for one, who in (("sister", "Mia"), ("landlord", "Iris"), ("dentist", "Dr. Hunt"))
    ]

    kept = most([*TELLING, *(f"user: {one}" for one in told)], 1)

    assert set(told) <= set(kept)
    assert len(kept) == len(told) + 1


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "I'm a backend dev, I use fish shell and nvim",
            ["I'm a backend dev.", "I use fish shell and nvim."],
        ),
        ("I'm a backend dev, I was just looking at the logs", ["I'm a backend dev."]),
    ],
)
def test_a_clause_about_the_speaker_is_kept_beside_one_that_surely_is(said, kept):
    assert contents(f"user: {said}") == kept


def test_an_aside_in_brackets_does_not_decide_whether_a_statement_stands():
    (observation,) = observed("user: I'm allergic to nuts (all kinds).")

    assert observation.draft.content == "I'm allergic to nuts (all kinds)."
    assert "standing" in observation.draft.tags


def test_who_somebody_is_is_kept_behind_another_statement_too():
    said = ("My rent is 1,450 a month.", "My landlord is called Mr. Okafor.")

    assert contents(f"user: {said[0]}", "assistant: OK.", f"user: {said[1]}") == [*said]
