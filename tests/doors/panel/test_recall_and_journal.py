"""The pages Recall and Journal, over the real server, without script."""

from __future__ import annotations

import re
from math import exp

import httpx
import pytest
from tests.doors.panel.conftest import signed_in
from tests.doors.server.running import running

from tiermem import Memory, Turn
from tiermem.doors.panel.weighing import weighed
from tiermem.values import EntryFilter

DOGS = "What are my dogs called?"


def opened(panel, path, **fields):
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    return panel.open(f"{path}?{query}" if query else path)


def sent(panel, path, **fields):
    """Send a form that no page offered; gives the status."""
    with httpx.Client(base_url=panel.base, cookies=panel.cookies) as client:
        return client.post(path, data=fields, headers={"origin": panel.base}).status_code


# Recall


def test_a_prompt_is_tried_and_leaves_no_trace(panel, memory):
    before = [memory.timeline.receipts(limit=1_000), memory.timeline.stats()["tables"], memory.timeline.head]

    panel.open("/recall").press("try", q="When does the billing release go out?")

    assert panel.status == 200
    expected = memory.recall("When does the billing release go out?", keep=False)
    assert " ".join(expected.context.split()) in panel.text
    for passage in expected.passages:
        assert passage.text[:60] in panel.text
    assert [
        memory.timeline.receipts(limit=1_000),
        memory.timeline.stats()["tables"],
        memory.timeline.head,
    ] == before


def test_what_is_not_shown_has_its_reason(panel):
    panel.open("/recall").press("try", q=DOGS)

    assert "Not shown" in panel.text
    assert "In the prompt already, under LEARNED INFORMATION" in panel.text
    assert "I have two dogs, Pixel and Bruno." in panel.text


def test_the_bars_of_a_passage_add_up(panel, memory):
    panel.open("/recall").press("try", q=DOGS)

    tables = re.findall(r"<table class=\"bars\">.*?</table>", panel.answer.text, re.DOTALL)
    assert tables
    for table in tables:
        *weights, total = [
            float(found.replace("−", "-"))
            for found in re.findall(r"class=\"number\">(?:<b>)?([+−]\d+\.\d\d)", table)
        ]
        assert sum(weights) == pytest.approx(total, abs=0.01 * len(weights))
        assert "<caption" in table
        assert 'aria-hidden="true"' in table


def test_a_prompt_that_finds_nothing_says_so(panel):
    panel.open("/recall").press("try", q="Zwiebelkuchen?")

    assert "Brings nothing" in panel.text
    assert "No memory has a word of this prompt." in panel.text


def test_a_project_narrows_what_is_tried(panel):
    here = opened(panel, "/recall", q="When do we deploy?", project="billing").text
    there = opened(panel, "/recall", q="When do we deploy?", project="atlas").text

    assert "staging gate" in here
    assert "staging gate" not in there


def test_past_turns_are_listed_and_each_has_its_receipt(panel, memory):
    panel.open("/recall")
    receipt = next(one for one in memory.timeline.receipts(limit=50) if one["query"] == "Who is my manager?")

    panel.follow(f"receipt-{receipt['id']}")

    assert "A past recall" in panel.text
    assert "Who is my manager?" in panel.text
    number = len(receipt["rendered"])
    assert f"Used {number} {'memory' if number == 1 else 'memories'}" in panel.text


def test_a_past_receipt_shows_the_words_of_then(panel, memory):
    entries = memory.entries()
    entry = entries.add(entries.draft("The harbour opens at six", layer="L1", tier="user")).entry
    memory.recall("When does the harbour open?")
    (receipt,) = memory.timeline.receipts()
    entries.update(entry.id, entries.draft("The harbour opens at seven"))

    opened(panel, "/recall", receipt=receipt["id"])

    assert "The harbour opens at six" in panel.text
    assert "says something else now" in panel.text


def test_older_turns_are_a_page_away(panel, memory):
    for number in range(25):
        memory.recall(f"What about number {number}?")
    panel.open("/recall")
    first = set(re.findall(r"receipt-(\w{8})", panel.answer.text))

    panel.follow("more")

    second = set(re.findall(r"receipt-(\w{8})", panel.answer.text))
    assert len(first) == 20
    assert not first & second
    assert set(re.findall(r"receipt-(\w{8})", panel.follow("newest").answer.text)) == first


def test_examples_come_from_what_is_remembered(panel):
    panel.open("/recall")

    assert "Try one of these" in panel.text
    panel.follow("example-1")
    assert "Brings" in panel.text


def test_a_prompt_that_is_too_long_is_refused(panel):
    assert opened(panel, "/recall", q="x" * 4_001).status == 422


def test_a_receipt_that_is_not_there(panel):
    assert opened(panel, "/recall", receipt="nowhere1").status == 404


def test_a_users_receipt_is_nobody_elses(server, memory):
    memory.recall("When does the harbour open?", "ana")
    (receipt,) = memory.timeline.receipts("ana")

    with signed_in(server, "ben") as ben:
        assert opened(ben, "/recall", receipt=receipt["id"]).status == 404
        assert "harbour" not in ben.text
        assert "harbour" not in opened(ben, "/recall").text


CARD = {"scorecard": "entries", "base": -5.5, "slope": 1.1}


@pytest.mark.parametrize(
    ("score", "word"), [(0.5, "strong"), (0.2, "fair"), (0.06, "weak"), (0.01, "too weak to show")]
)
def test_a_word_tells_the_score_against_the_best(score, word):
    row = {"score": score, "parts": {}, "weighing": None}

    assert weighed(row, 0.5).word == word


def test_small_parts_are_shown_together_and_the_sum_is_the_score():
    parts = {"relevance": 2.0, "trust": 0.45, "recency": 0.02, "first_person": 0.01, "asks": -0.5}
    total = CARD["base"] + CARD["slope"] * sum(parts.values())
    row = {"score": round(1 / (1 + exp(-total)), 4), "parts": parts, "weighing": CARD}

    found = weighed(row, row["score"])

    assert [bar.words for bar in found.bars] == [
        "start for any candidate",
        "how well its words fit",
        "is itself a question",
        "whose word it is",
        "2 small ones together",
    ]
    assert found.total == pytest.approx(total)
    assert sum(bar.weight for bar in found.bars) == pytest.approx(total)


def test_what_the_scorecard_does_not_explain_is_a_bar_of_its_own():
    row = {"score": 0.5, "parts": {"relevance": 1.0}, "weighing": CARD}

    found = weighed(row, 0.5)

    assert found.total == pytest.approx(0.0, abs=0.01)
    assert found.bars[-1].words == "set by what found it, not by the scorecard"


# Journal


def test_conversations_are_listed_with_what_they_taught(panel, memory):
    panel.open("/journal")

    assert f"{memory.journal().sessions().total} conversations" in panel.text
    assert "Sarah moved to the Design team last week." in panel.text
    assert re.search(r"taught \d+ things", panel.text)
    assert "billing" in panel.text


def test_a_project_filters_conversations_and_keeps_the_way_back(panel, memory):
    total = memory.journal().sessions().total
    opened(panel, "/journal", project="billing")

    assert f"2 of {total} conversations" in panel.text
    assert "atlas" not in panel.text
    panel.follow("clear-filters")
    assert f"{total} conversations" in panel.text


def test_a_project_without_conversations_is_no_empty_journal(panel, memory):
    opened(panel, "/journal", project="nowhere")

    assert "No conversation in this project" in panel.text
    assert f"There are {memory.journal().sessions().total} conversations" in panel.text


def test_a_conversation_shows_who_said_what_and_what_it_taught(panel):
    opened(panel, "/journal", session="talk-2")

    assert "In this project deploys go through the staging gate first. We deploy on Tuesdays." in panel.text
    assert "Understood." in panel.text
    assert panel.text.index("taught") < panel.text.index("Understood.")
    assert "project billing" in panel.text
    assert "2026-03-16 user:" in panel.text  # its summary


def test_a_turn_leads_to_its_receipt(panel):
    opened(panel, "/journal", session="question-1")
    assert "No turns" in panel.text  # only the prompt was recalled for

    opened(panel, "/journal", session="talk-6")
    panel.follow("receipt-4")
    assert "A past recall" in panel.text


def test_erasing_a_turn_asks_with_what_goes_and_what_stays(panel, memory):
    opened(panel, "/journal", session="talk-1")
    panel.follow("erase-4")

    assert "Erase this turn for good?" in panel.text
    dialog = panel.answer.text.partition("<dialog")[2].partition("</dialog>")[0]
    assert "I have two dogs, Pixel and Bruno." in dialog
    assert "We adopted a third dog, Mango." in dialog or "dogs" in dialog
    assert memory.journal().session("talk-1").turns[4].is_erased is False

    panel.press("do-erase")

    assert "Erased for good" in panel.text
    assert "backups and exports made before" in panel.text
    assert memory.journal().session("talk-1").turns[4].is_erased
    assert not any("Pixel" in one.content for one in memory.entries().list(EntryFilter())[0])
    panel.follow("erased-back")
    assert "Erased." in panel.text
    assert "Pixel" not in panel.text


def test_a_turn_that_is_not_erased_stays_when_the_dialog_is_left(panel, memory):
    opened(panel, "/journal", session="talk-1", erase="talk-1/4")
    panel.follow("cancel-erase")

    assert "I have two dogs" in panel.text
    assert "for good?" not in panel.text


def test_a_whole_conversation_is_erased(panel, memory):
    total = memory.journal().sessions().total
    opened(panel, "/journal", session="talk-2")
    panel.follow("erase-session").press("do-erase")

    assert "The conversation is gone" in panel.text
    assert "talk-2" not in {one.id for one in memory.journal().sessions().sessions}
    panel.follow("erased-back")
    assert f"{total - 1} conversations" in panel.text


def test_long_conversations_are_shown_in_parts(server, panel, memory):
    said = [
        Turn(speaker=speaker, content=content, at="2026-11-01T09:00:00.000000Z")
        for number in range(130)
        for speaker, content in (("user", f"Number {number} of many."), ("assistant", "Yes."))
    ]
    memory.session(id="long").on_turn_end(turns=said)

    opened(panel, "/journal", session="long")

    assert "Number 99 of many." in panel.text
    assert "Number 100 of many." not in panel.text
    panel.follow("more")
    assert "Number 129 of many." in panel.text


def test_a_conversation_of_another_user_is_not_there(server, memory):
    with memory.session(id="of ana", user="ana") as session:
        session.on_turn_end("The harbour opens at six.", "Noted.")

    with signed_in(server, "ben") as ben:
        assert opened(ben, "/journal", session="of ana").status == 404
        assert "harbour" not in ben.text
        assert sent(ben, "/journal/erase", ref="of ana", session="of ana") == 404
    assert memory.journal("ana").session("of ana").turns


def test_what_was_said_is_shown_as_text(panel, memory):
    with memory.session(id="markup") as session:
        session.on_turn_end("<script>alert(1)</script> <img src=x onerror=alert(1)>", "<b>No</b>")

    opened(panel, "/journal", session="markup")

    assert "<script>alert" not in panel.answer.text
    assert "<img" not in panel.answer.text
    assert "<b>No</b>" not in panel.answer.text


def test_without_a_journal_the_page_says_so(tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents: {default: {tools: [{type: memory, journal: {enabled: false}}]}}", encoding="utf-8"
    )
    store = tmp_path / "memory.db"
    with Memory.open(config, store=str(store)) as memory, memory.session(id="s") as session:
        session.on_turn_end("My manager is Marta.", "Noted.")
    with running(store, config) as server, signed_in(server) as panel:
        assert "What is said is not kept" in opened(panel, "/journal").text
        assert "what is said is not kept" in opened(panel, "/journal", session="s").text
