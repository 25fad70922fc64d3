"""recall, blocks and why: exactly what the model gets, and why it gets it."""

from __future__ import annotations

import re

import pytest

from tiermem import Memory


def test_recall_prints_exactly_what_stands_before_the_users_message(tiermem, gate, memory):
    recalled = tiermem("recall", "How do billing deploys go?")

    message = memory.session().on_prompt("How do billing deploys go?")
    assert recalled.status == 0
    assert recalled.out.startswith("<memory-context>\n")
    assert f"{recalled.out}\nHow do billing deploys go?" == message


def test_recall_as_json_has_context_passages_and_receipt(tiermem, gate):
    data = tiermem("recall", "How do billing deploys go?", "--json").data

    assert data["context"].startswith("<memory-context>\n")
    [passage] = data["passages"]
    assert passage["ref"] == gate
    assert passage["text"] == "Deploys of the billing service go through the staging gate first"
    assert data["receipt"]["rendered"][0]["parts"] == passage["parts"]


@pytest.mark.parametrize("prompt", ["", "  \n", "?!", "Something else entirely", 'NEAR( OR "'])
def test_recall_of_nothing_prints_nothing_and_says_so_beside(tiermem, gate, prompt):
    recalled = tiermem("recall", prompt)

    assert (recalled.status, recalled.out) == (0, "")
    assert recalled.err.startswith("Nothing to recall.")


def test_recall_of_a_very_long_prompt_still_finds_what_matters(tiermem, piped, gate):
    recalled = piped("recall", "-", given="billing deploys " + "and so on " * 100_000)

    assert recalled.status == 0
    assert gate in recalled.out


def test_recall_says_when_it_is_switched_off(tiermem, gate, tmp_path):
    (tmp_path / "off.yaml").write_text("agents: {a: {tools: [{type: memory, recall: {enabled: false}}]}}")

    recalled = tiermem("recall", "How do billing deploys go?", "--config", tmp_path / "off.yaml")

    assert (recalled.status, recalled.out) == (0, "")
    assert "switched off" in recalled.err


def test_recall_keeps_to_the_project(tiermem, remember):
    ours = remember("The gate is open on Mondays", "--layer", "L1", "--project", "ours")
    remember("The gate is shut on Sundays", "--layer", "L1", "--project", "theirs")

    passages = tiermem("recall", "When is the gate open?", "--project", "ours", "--json").data["passages"]

    assert [passage["ref"] for passage in passages] == [ours]


def test_recall_keeps_to_the_named_connections(tiermem, memory):
    with memory.session() as session:
        for name in ("mail", "calendar"):
            draft = session.entries.draft(f"The {name} server is slow", layer="L1", connection_id=name)
            session.entries.add(draft)

    passages = tiermem("recall", "Is the server slow?", "--connection", "mail", "--json").data["passages"]

    assert [passage["text"] for passage in passages] == ["The mail server is slow"]


def test_recall_is_of_the_named_user_only(tiermem, remember):
    remember("The user keeps bees", "--target", "user", "--layer", "L1", "--user", "ana")

    assert "bees" in tiermem("recall", "Who keeps bees?", "--user", "ana").out
    assert tiermem("recall", "Who keeps bees?").out == ""


def test_blocks_prints_exactly_the_system_prompt(tiermem, remember, memory):
    remember("The build machines run Linux")
    remember("Prefers tea", "--target", "identity")

    shown = tiermem("blocks")

    assert shown.status == 0
    assert shown.out == memory.session().system_prompt + "\n"


def test_blocks_as_json_has_the_prompt_and_each_block(tiermem, remember):
    linux = remember("The build machines run Linux")

    data = tiermem("blocks", "--json").data

    [block] = data["blocks"]
    assert block["name"] == "memory"
    assert block["entries"] == [linux]
    assert block["usage"] == {"used": 28, "limit": 2200, "percent": 1}
    assert data["system_prompt"].endswith(block["text"])


def test_blocks_begins_with_the_agents_own_instruction(tiermem, tmp_path):
    (tmp_path / "a.yaml").write_text("agents: {a: {instruction: Be kind., tools: [{type: memory}]}}")

    assert tiermem("blocks", "--config", tmp_path / "a.yaml").out.startswith("Be kind.\n\n")


def test_blocks_leaves_no_session_behind(tiermem, memory):
    tiermem("blocks")

    assert memory.timeline.sessions() == []


@pytest.mark.feature("001-28")
def test_why_shows_query_scores_parts_and_time(tiermem, gate):
    tiermem("recall", "How do billing deploys go?")

    shown = tiermem("why")

    assert shown.status == 0
    assert shown.lines[0].startswith("Receipt ")
    assert "Query: How do billing deploys go?" in shown.lines
    assert "Shown: 1" in shown.lines
    row = next(line for line in shown.lines if gate in line)
    assert re.search(r"  relevance \d+(\.\d+)?, ", row)
    assert re.search(r"trust 0\.\d+", shown.out)
    assert any(line.startswith("Took ") and line.endswith(" ms") for line in shown.lines)
    assert "Note: archive: nothing clearly relevant" in shown.lines


def test_why_shows_what_was_dropped_and_the_reason(tiermem, remember):
    for number in range(10):
        remember(f"The gate number {number} is open", "--layer", "L1")
    tiermem("recall", "Which gate is open?")

    lines = tiermem("why").lines

    assert "Shown: 8" in lines
    assert "Dropped: 2" in lines
    assert sum(line.endswith("beyond top_k") for line in lines) == 2


def test_why_shows_the_latest_first_and_as_many_as_asked_for(tiermem, gate):
    for prompt in ("first billing", "second billing", "third billing"):
        tiermem("recall", prompt)

    receipts = tiermem("why", "--last", 2, "--json").data["receipts"]

    assert [receipt["query"] for receipt in receipts] == ["third billing", "second billing"]
    assert len([line for line in tiermem("why", "--last", 9).lines if line.startswith("Receipt ")]) == 3


def test_why_of_one_session(tiermem, gate, store):
    with Memory.open(store=str(store)) as memory, memory.session(id="monday") as session:
        session.on_prompt("billing in a session")
    tiermem("recall", "billing outside")

    [receipt] = tiermem("why", "--session", "monday", "--last", 5, "--json").data["receipts"]

    assert (receipt["session_id"], receipt["query"]) == ("monday", "billing in a session")
    assert ", session monday" in tiermem("why", "--session", "monday").lines[0]


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("flags", [[], ["--session", "unknown"], ["--last", "0"]])
def test_why_says_when_there_is_no_receipt(tiermem, flags):
    shown = tiermem("why", *flags)

    assert (shown.status, shown.out) == (0, "")
    of = " of session 'unknown'" if "--session" in flags else ""
    assert shown.err == f"There is no receipt of a recall{of} yet.\n"
    assert tiermem("why", *flags, "--json").data == {"receipts": []}


def test_receipts_are_of_the_named_user(tiermem, gate):
    tiermem("recall", "billing", "--user", "ana")

    assert tiermem("why", "--json").data["receipts"] == []
    assert len(tiermem("why", "--user", "ana", "--json").data["receipts"]) == 1
