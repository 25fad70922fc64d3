"""Measures of a user's memory, taken on the store in use."""

from __future__ import annotations

import json

import pytest
from tests.engine.opening import add

from tiermem.errors import InputError

HARBOUR = "When does the harbour open?"


def ask(memory, prompt, reply, **about):
    with memory.session(**about) as session:
        session.on_prompt(prompt)
        session.on_turn_end(prompt, reply)


def test_under_twenty_recalls_there_is_too_little_to_say(memory):
    add(memory.entries(), "The harbour opens at six", layer="L1", tier="user")
    for _ in range(19):
        ask(memory, HARBOUR, "At six.")

    assert memory.timeline.measures(days=7).total.rates["recall_hits"].share is None

    ask(memory, HARBOUR, "At six.")

    rate = memory.timeline.measures(days=7).total.rates["recall_hits"]
    assert (rate.part, rate.of, rate.share) == (20, 20, 1.0)


def test_hits_and_prompts_without_words_are_told_apart(memory):
    add(memory.entries(), "The harbour opens at six", layer="L1", tier="user")
    for number in range(10):
        ask(memory, HARBOUR, "At six.")
        ask(memory, f"Which zebra{number} paints Cologne{number}?", "None.")
        ask(memory, "thanks", "Welcome.")

    total = memory.timeline.measures(days=7).total

    assert (total.recalls, total.shown) == (20, 10)
    assert total.sessions == 30


def test_a_passage_is_used_if_the_reply_says_it(memory):
    add(memory.entries(), "The harbour opens at six in the morning", layer="L1", tier="user")
    ask(memory, HARBOUR, "It opens at six in the morning.")
    ask(memory, HARBOUR, "I do not know.")

    total = memory.timeline.measures(days=7).total

    assert (total.passages, total.used) == (2, 1)


def test_a_question_whose_answer_was_known_is_a_repeated_one(memory, clock):
    add(memory.entries(), "My dog is called Rex", layer="L1", tier="user")
    ask(memory, "I want to write about my pets.", "Gladly.\nWhat is your dog called?")
    ask(memory, "I want to write about my travels.", "Gladly.\nWhich archipelago did you visit?")

    total = memory.timeline.measures(days=7).total

    assert (total.questions, total.asked_again) == (2, 1)


def test_what_was_learned_after_a_question_did_not_answer_it(open_memory, clock):
    memory = open_memory(clock=clock)
    ask(memory, "I want to write about my pets.", "Gladly.\nWhat is your dog called?")
    clock.pass_days(1)
    add(memory.entries(), "My dog is called Rex", layer="L1", tier="user")

    assert memory.timeline.measures(days=7).total.asked_again == 0


def test_corrections_are_counted_where_they_happened(open_memory, clock):
    memory = open_memory(clock=clock)
    entry = add(memory.entries(), "The harbour opens at six", layer="L1", tier="user")
    ask(memory, HARBOUR, "At six.")
    clock.pass_days(2)
    with memory.session() as session:
        session.on_prompt(HARBOUR)
        session.entries.correct(entry.id, "The harbour opens at seven")
        session.on_turn_end(HARBOUR, "At six. No, at seven.")

    measures = memory.timeline.measures(days=3)

    assert [point.counts.corrected for point in measures.points] == [0, 0, 1]
    assert measures.total.corrected == 1


def test_observations_and_corrections_that_were_heard_are_counted(memory):
    ask(memory, "My manager is Marta.", "Noted.")
    ask(memory, "No, my manager is Zoe, not Marta.", "I see.")
    with memory.session() as session:
        session.call_tool("record_observation", {"content": "Likes short mails.", "category": "preference"})

    total = memory.timeline.measures(days=7).total

    assert (total.observations, total.recorded, total.corrections) == (3, 1, 1)
    assert total.observations_per_session == 1.0


def test_entries_grow_by_layer_and_shrink_when_they_end(open_memory, clock):
    memory = open_memory(clock=clock)
    entry = add(memory.entries(), "The harbour opens at six", layer="L1", tier="user")
    clock.pass_days(1)
    add(memory.entries(), "Deploys go through the gate", layer="L0", tier="memory")
    clock.pass_days(1)
    memory.entries().remove(entry.id)

    points = memory.timeline.measures(days=4).points

    assert [(point.entries["L0"], point.entries["L1"]) for point in points] == [
        (0, 0),
        (0, 1),
        (1, 1),
        (1, 0),
    ]


def test_a_year_is_told_in_weeks_and_includes_what_was_there_before(open_memory, clock):
    memory = open_memory(clock=clock)
    add(memory.entries(), "The harbour opens at six", layer="L1", tier="user")
    clock.pass_days(400)

    measures = memory.timeline.measures(days=365)

    assert (measures.step, len(measures.points)) == (7, 53)
    assert measures.points[0].entries["L1"] == 1


def test_the_budgets_of_blocks_are_those_that_prompts_had(memory):
    add(memory.entries(), "Deploys go through the gate", layer="L0", tier="memory")
    with memory.session() as session:
        assert session.system_prompt
        session.on_prompt(HARBOUR)

    measures = memory.timeline.measures(days=7)

    usage = measures.points[-1].blocks["memory"]
    assert (usage.used, usage.limit) == (len("Deploys go through the gate"), 2200)


def test_the_keys_of_the_scaffold_grow(open_memory, clock):
    memory = open_memory(clock=clock, consolidation={"enabled": True, "interval_s": 3600})
    for number in range(3):
        memory.observations().autonomous_cycle({"scaffold_updates": {f"key {number}": "value"}})
        memory.maintenance.work()
        clock.pass_days(1)

    assert [point.scaffold_keys for point in memory.timeline.measures(days=4).points] == [1, 2, 3, 3]


def test_the_costs_of_models_are_summed_by_day(open_memory, clock):
    memory = open_memory(
        clock=clock,
        completion={"model": "test"},
        hooks="""
        from tiermem.values import Completion

        @hookimpl
        def complete(request):
            return Completion(model="test", data={"found": "yes"}, input_tokens=90, output_tokens=10, usd=0.25)
        """,
    )
    schema = {"type": "object", "properties": {"found": {"type": "string"}}, "required": ["found"]}
    memory.maintenance.complete("consolidate", "one", schema)
    clock.pass_days(1)
    memory.maintenance.complete("consolidate", "two", schema)

    points = memory.timeline.measures(days=2).points

    assert [(point.counts.tokens, point.counts.usd) for point in points] == [(100, 0.25), (100, 0.25)]


def test_failures_of_plugins_in_recalls_are_counted(open_memory):
    memory = open_memory(
        hooks="""
        @hookimpl
        def on_user_prompt(session, prompt):
            raise ValueError("no harbour")
        """
    )
    memory.recall(HARBOUR)
    memory.recall(HARBOUR)

    assert memory.timeline.measures(days=1).failures == {
        "hooks0.py.on_user_prompt: ValueError: no harbour": 2
    }


def test_measures_are_plain_data_and_leave_no_trace(memory):
    add(memory.entries(), "My dog is called Rex", layer="L1", tier="user")
    ask(memory, "I want to write about my pets.", "Gladly.\nWhat is your dog called?")
    receipts = memory.timeline.receipts(limit=100)

    data = memory.timeline.measures(days=30).as_dict()

    assert json.loads(json.dumps(data)) == data
    assert data["total"]["rates"]["recall_hits"] == {"part": 0, "of": 1, "share": None} | {
        "part": data["total"]["shown"]
    }
    assert memory.timeline.receipts(limit=100) == receipts


def test_another_users_recalls_are_not_measured(memory):
    ask(memory, HARBOUR, "At six.")

    assert memory.timeline.measures("ben", days=7).total.recalls == 0


@pytest.mark.parametrize("days", [0, -1, 4_000])
def test_a_wrong_number_of_days_is_an_error(memory, days):
    with pytest.raises(InputError, match="days"):
        memory.timeline.measures(days=days)


def test_receipts_and_events_are_read_page_by_page(memory):
    for number in range(7):
        memory.recall(f"{HARBOUR} {number}")
        add(memory.entries(), f"The harbour number {number} opens at six", layer="L1", tier="user")

    whole = memory.timeline.receipts(limit=100)
    pages, before = [], None
    while page := memory.timeline.receipts(limit=3, before=before):
        pages += page
        before = (page[-1]["at"], page[-1]["id"])
    events, place = [], None
    while found := memory.timeline.latest(limit=3, before=place):
        events += found
        place = found[-1].seq

    assert pages == whole
    assert [event.seq for event in events] == sorted((event.seq for event in events), reverse=True)
    assert len(events) == len(list(memory.timeline.events()))
    assert memory.timeline.receipt(whole[3]["id"]) == whole[3]
    with pytest.raises(InputError, match="no receipt"):
        memory.timeline.receipt(whole[3]["id"], "ben")
