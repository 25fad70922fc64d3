"""The report on recall from its receipts: empty, cut, late, corrected, shown, never shown, use of vectors."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from tests.clocks import START, Ticking
from tests.engine.opening import add
from tests.stories import say
from tests.tables import each_row

from tiermem import EntryFilter
from tiermem.engine.recall.report import EntryChange, HeardCorrection, ReceiptFacts, report
from tiermem.errors import InputError

ASK, THANKS, FOREIGN = "When is the deploy of billing?", "thanks!", "Where do capybaras sleep?"


@pytest.fixture
def clock():
    return Ticking()


@pytest.fixture
def memory(open_memory, clock):
    memory = open_memory(clock=clock)
    add(memory.entries(), "The deploy of billing is on Thursday", layer="L1")
    add(memory.entries(), "Marta leads the office", layer="L1")
    return memory


def _named(memory, rendered):
    return [(memory.entries().get(entry_id).content, times) for entry_id, times in rendered]


def talk(memory, *said, **whose):
    """A session in which a user says these things."""
    say(memory, *said, prompted=True, **whose)


def test_of_no_recalls_everything_is_nought(open_memory):
    told = open_memory().timeline.recall_report()

    assert (told.recalls, told.sessions, told.first, told.took_ms) == (0, 0, None, {})
    assert (told.empty.all, told.late, told.corrected, told.vectors.asked) == (0, 0, 0, 0)


def test_recalls_sessions_and_times_are_counted(memory):
    talk(memory, ASK, ASK)
    talk(memory, ASK)
    memory.recall(ASK)

    told = memory.timeline.recall_report()

    assert (told.recalls, told.sessions) == (4, 2)
    receipts = memory.timeline.receipts(limit=9)
    assert (told.first, told.last) == (receipts[-1]["at"], receipts[0]["at"])
    took = sorted(receipt["took_ms"] for receipt in receipts)
    assert (told.took_ms["p50"], told.took_ms["p95"]) == (took[1], took[3])


def test_empty_recalls_are_told_apart_by_what_was_asked(memory):
    for prompt in (ASK, THANKS, "okay!", FOREIGN, "Which harbour is it, and which crane?"):
        memory.recall(prompt)

    told = memory.timeline.recall_report()

    assert (told.empty.all, told.empty.wordless, told.empty.telling, told.empty.unknown) == (4, 2, 2, 2)
    assert (told.vectors.asked, told.vectors.near) == (2, None)


def test_words_that_are_known_but_lead_nowhere_are_not_unknown(open_memory):
    memory = open_memory(recall={"char_limit": 50})
    add(memory.entries(), "The deploy of billing is on Thursday, " + "as everybody knows " * 5, layer="L1")
    memory.recall(ASK)

    told = memory.timeline.recall_report()

    assert (told.empty.telling, told.empty.unknown, told.cut["over char_limit"]) == (1, 0, 1)


def test_what_the_budgets_cut_is_counted_by_budget(open_memory):
    memory = open_memory(recall={"top_k": 1})
    for number in range(3):
        add(memory.entries(), f"The deploy of billing number {number} is on Thursday", layer="L1")
    memory.recall(ASK)
    memory.recall(FOREIGN)

    assert memory.timeline.recall_report().cut == {"beyond top_k": 1, "over char_limit": 0}


def test_a_recall_past_its_deadline_is_late_and_its_words_are_not_unknown(open_memory):
    slow = """
        @hookimpl
        def on_user_prompt(session, prompt):
            time.sleep(5)
        """
    memory = open_memory(hooks=slow, recall={"deadline_ms": 60}, disable=["prompt_recall"])
    memory.recall(ASK)

    told = memory.timeline.recall_report()

    assert (told.recalls, told.late, told.empty.telling, told.empty.unknown) == (1, 1, 1, 0)
    memory.recall(ASK)
    assert memory.timeline.recall_report().late == 2, "a plugin that is switched off for it is too late still"


def test_a_recall_that_failed_for_something_else_is_not_late(open_memory):
    failing = """
        @hookimpl
        def on_user_prompt(session, prompt):
            raise ValueError("the deadline of the project is no date")
        """
    memory = open_memory(hooks=failing)
    memory.recall(ASK)

    assert any("deadline of the project" in note for note in memory.timeline.receipts()[0]["notes"])
    assert memory.timeline.recall_report().late == 0


def test_entries_shown_most_come_first_and_those_never_shown_are_listed(memory):
    for prompt in (ASK, ASK, "Who leads the office?"):
        memory.recall(prompt)
    unseen = [add(memory.entries(), f"Harbour {number} has a crane", layer="L1").id for number in range(7)]

    told = memory.timeline.recall_report()

    assert _named(memory, told.rendered) == [
        ("The deploy of billing is on Thursday", 2),
        ("Marta leads the office", 1),
    ]
    assert (told.never, told.never_count) == (tuple(unseen[:5]), 7)


def test_blocks_and_removed_entries_are_not_among_those_never_shown(memory):
    entries = memory.entries()
    add(entries, "Harbour 1 has a crane")
    entries.remove(add(entries, "Harbour 2 has a crane", layer="L1").id)

    assert memory.timeline.recall_report().never_count == 2


def test_only_recalls_of_the_time_asked_for_count(memory, clock):
    memory.recall(ASK)
    clock.now = START + timedelta(days=2)
    memory.recall(FOREIGN)

    for since in ("2026-03-04", date(2026, 3, 4), "2026-03-03T10:00+02:00"):
        told = memory.timeline.recall_report(since=since)
        assert (told.recalls, told.empty.telling, told.rendered, told.never_count) == (1, 1, (), 2)
    assert memory.timeline.recall_report(since="2026-03-05").recalls == 0
    with pytest.raises(InputError, match="times"):
        memory.timeline.recall_report(since="soon")


def test_other_users_recalls_are_theirs(memory):
    talk(memory, ASK, user="bob")

    assert (memory.timeline.recall_report().recalls, memory.timeline.recall_report("bob").recalls) == (0, 1)


# -- corrections ---------------------------------------------------------------------------------


def test_a_message_that_denies_the_answer_corrects_the_recall_before_it(memory):
    talk(memory, ASK, "That's wrong, it moved.")

    assert memory.timeline.recall_report().corrected == 1


@each_row(
    "answer",
    [
        "No, it is on Friday.",
        "That’s not right",
        "Actually we moved it.",
        "I meant the other one",
        "You're mistaken about that",
        "Nein, das ist am Freitag.",
        "Das stimmt nicht, es wurde verschoben.",
        "Falsch: Freitag.",
        "Du irrst dich",
        "Eigentlich ist es am Freitag.",
        "Ich meinte den anderen",
        "Non, c’est vendredi.",
        "Ce n'est pas ça.",
        "Tu te trompes",
        "En fait, c'est vendredi.",
        "Je voulais dire l'autre",
        "No, es el viernes.",
        "Eso no es correcto.",
        "Te equivocas",
        "En realidad es el viernes",
        "Quise decir el otro",
        "不对，是星期五。",
        "你记错了，是星期五",
        "其实是星期五",
        "我说的是另一个",
        "不，是星期五。",
        "違います、金曜日です。",
        "いいえ、金曜日です。",
        "それは違う",
        "間違っています",
        "実際は金曜日です",
    ],
)
def test_a_message_that_denies_is_known_in_each_language(answer):
    assert report([recalling(1), recalling(2, answer)]).corrected == 1


@each_row(
    "answer",
    [
        "Thanks, that's right.",
        "No problem.",
        "And who leads the office?",
        "no",
        "Is it true?",
        "Nein danke.",
        "Genau, das stimmt.",
        "Wer leitet das Büro?",
        "Non merci.",
        "C'est exact, merci.",
        "Qui dirige le bureau ?",
        "No gracias.",
        "Es correcto.",
        "¿Quién dirige la oficina?",
        "不用了，谢谢",
        "对，没错。",
        "是不是星期五？",
        "いいえ、結構です。",
        "そうです、ありがとう。",
        "違いは何ですか？",
    ],
)
def test_other_messages_correct_nothing(answer):
    told = report([recalling(1), recalling(2, answer)])

    assert (told.corrected, told.corrected_empty) == (0, 0)


def test_a_denial_in_another_session_corrects_nothing(memory):
    talk(memory, ASK)
    talk(memory, "That's wrong.")

    assert memory.timeline.recall_report().corrected == 0


def test_a_denial_after_an_empty_recall_is_told_apart(memory):
    talk(memory, FOREIGN, "That's wrong.")

    told = memory.timeline.recall_report()

    assert (told.corrected, told.corrected_empty) == (0, 1)


@pytest.mark.parametrize("tool", ["correct_memory", "update_memory", "delete_memory"])
@pytest.mark.parametrize(("messages_after", "corrected"), [(0, 1), (1, 1), (2, 1), (3, 0)])
def test_a_tool_that_changes_what_was_shown_corrects_it_for_two_messages(
    memory, tool, messages_after, corrected
):
    with memory.session() as session:
        session.on_prompt(ASK)
        (shown,) = session.recalled.passages
        for _ in range(messages_after):
            session.on_prompt(THANKS)
        given = {"memory_id": shown.ref} | ({} if tool == "delete_memory" else {"content": "It is on Friday"})
        assert "error" not in session.call_tool(tool, given)
        session.on_prompt(THANKS)

    assert memory.timeline.recall_report().corrected == corrected


def test_a_change_of_what_was_not_shown_corrects_nothing(memory):
    (other,) = [one for one in memory.entries().list(EntryFilter())[0] if "Marta" in one.content]
    with memory.session() as session:
        session.on_prompt(ASK)
        session.call_tool("delete_memory", {"memory_id": other.id})

    assert memory.timeline.recall_report().corrected == 0


@pytest.mark.parametrize(("minutes", "corrected"), [(5, 1), (90, 0)])
def test_a_person_who_soon_changes_what_was_shown_corrects_it(memory, clock, minutes, corrected):
    entry_id = memory.recall(ASK).passages[0].ref
    clock.now += timedelta(minutes=minutes)
    memory.entries().correct(entry_id, "The deploy of billing is on Friday")

    assert memory.timeline.recall_report().corrected == corrected


def test_what_gap_fill_hears_as_a_correction_corrects_the_recall_before_that_message(memory):
    with memory.session() as session:
        session.on_prompt(ASK)
        session.on_turn_end(ASK, "The deploy of billing is on Thursday.")
        said = "Hm. The deploy of billing is on Friday, not on Thursday."
        session.on_prompt(said)
        session.on_turn_end(said, "I see.")

    told = memory.timeline.recall_report()

    assert (told.recalls, told.corrected) == (2, 1)
    assert told.vectors.asked == 1


def test_a_new_statement_that_sounds_like_a_correction_corrects_nothing(memory):
    with memory.session() as session:
        session.on_prompt(ASK)
        session.on_turn_end(ASK, "The deploy of billing is on Thursday.")
        said = "Thanks! Actually I play the cello, by the way."
        session.on_prompt(said)
        session.on_turn_end(said, "How nice.")

    heard = [one for one in memory.timeline.latest() if one.payload.get("kind") == "correction"]
    told = memory.timeline.recall_report()

    assert [one.outcome for one in heard] == ["added"]
    assert (told.recalls, told.corrected) == (2, 0)


# -- the arithmetic alone ------------------------------------------------------------------------


def recalling(number, query="deploy of billing", rendered=("entry001",), session_id="s", **fields):
    made = {"terms": (query,), "dropped": (), "notes": (), "took_ms": 1.0}
    at = f"2026-03-02T09:00:{number:02}.000000Z"
    return ReceiptFacts(
        id=f"r{number}", at=at, session_id=session_id, query=query, rendered=rendered, **made | fields
    )


def test_with_an_embedder_it_tells_for_how_many_an_entry_is_near():
    recalls = [
        recalling(1, "capybaras", (), terms=()),
        recalling(2, "otters", (), terms=()),
        recalling(3, "thanks", (), terms=()),
        recalling(4, "deploy of billing"),
    ]

    told = report(recalls, nearness={"capybaras": 0.7, "otters": 0.2}.__getitem__)

    assert (told.vectors.asked, told.vectors.near) == (2, 1)


def test_the_order_in_which_receipts_come_does_not_count():
    recalls = [recalling(1), recalling(2, "That's wrong"), recalling(3, "thanks", ())]
    touched = [EntryChange(entry_id="entry001", at="2026-03-02T09:00:02.500000Z", session_id="s")]
    heard = [HeardCorrection(session_id="s", at="2026-03-02T09:00:03.500000Z")]

    assert report(recalls, touched, heard) == report(recalls[::-1], touched, heard)
    assert report(recalls, touched, heard).corrected == 2


def test_a_correction_in_the_first_message_corrects_nothing():
    heard = [HeardCorrection(session_id="s", at="2026-03-02T09:00:01.500000Z")]

    assert report([recalling(1), recalling(2)], corrected=heard).corrected == 0


def test_the_report_is_plain_data():
    data = report([recalling(1)], entries=["entry001", "entry002"]).as_dict()

    assert data["rendered"] == [{"id": "entry001", "times": 1}]
    assert (data["never"], data["never_count"]) == (["entry002"], 1)
    assert data["empty"] == {"telling": 0, "unknown": 0, "wordless": 0, "all": 0}
