"""The source documents' rows on a person's view of the memory, through the panel."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.panel.conftest import signed_in
from tests.doors.server.running import running
from tests.features.driving import call, converse, fact, with_hook

feature = pytest.mark.feature
ASKED = "When does the harbour open?"


@pytest.fixture
def panel(agent):
    """Open the panel over an agent's memory: ``with panel(agent, fill) as (browser, memory)``."""
    opened = []

    def show(made):
        server = running(made.folder / "memory.db", made.path)
        running_server = server.__enter__()
        browser = signed_in(running_server)
        opened.append((server, browser))
        return browser, running_server.serving.memory()

    yield show
    for server, browser in opened:
        browser.__exit__()
        server.__exit__(None, None, None)


@feature("001-29")
def test_001_29_which_memories_a_turn_used_is_shown_with_reasons_that_add_up(agent, panel):
    made = agent()
    with made.open() as memory:
        fact(memory, "The harbour opens at six")
        converse(memory, (ASKED, "At six."), session_id="monday")
    browser, memory = panel(made)

    browser.open("/journal?session=monday").follow("receipt-0")

    assert "Used 1 memory" in browser.text
    assert "The harbour opens at six" in browser.text
    *weights, total = [
        float(one.replace("−", "-"))
        for one in re.findall(r"class=\"number\">(?:<b>)?([+−]\d+\.\d\d)", browser.answer.text)
    ]
    assert sum(weights) == pytest.approx(total, abs=0.01 * len(weights))
    (receipt,) = memory.timeline.receipts()
    (row,) = receipt["rendered"]
    assert total == pytest.approx(
        row["weighing"]["base"] + row["weighing"]["slope"] * sum(row["parts"].values()), abs=0.2
    )


@feature("001-35")
def test_001_35_turns_sessions_and_lines_of_the_profile_are_shown_changed_and_erased(agent, panel):
    made = agent(consolidation={"enabled": True})
    with made.open() as memory:
        converse(memory, ("My manager is Bob.", "Noted."), session_id="monday")
        converse(memory, ("My dentist is Carla.", "Noted."), session_id="tuesday")
        memory.maintenance.work()
    browser, memory = panel(made)

    browser.open("/profile")
    line = next(one for one in memory.profile().lines() if one.path == "Work/manager")
    browser.follow(f"edit-of-{line.id}").press(f"save-{line.id}", text="Alice")
    assert memory.profile().current.scaffold["Work"]["manager"] == "Alice"

    browser.open("/journal?session=monday").follow("erase-0").press("do-erase")
    assert memory.journal().session("monday").turns[0].is_erased
    browser.open("/journal?session=tuesday").follow("erase-session").press("do-erase")
    assert [one.id for one in memory.journal().sessions().sessions] == ["monday"]
    assert "Carla" not in browser.open("/profile").text
    assert "Bob" not in browser.open("/journal?session=monday").text


@feature("004-26")
def test_004_26_the_inspector_shows_what_was_learned_from_what_and_lets_it_be_corrected(agent, panel):
    made = agent(consolidation={"enabled": True})
    with made.open() as memory:
        converse(memory, ("My manager is Bob.", "Noted."), session_id="monday")
        memory.maintenance.work()
    browser, memory = panel(made)

    browser.open("/profile")

    assert "My manager is Bob." in browser.text
    assert "/journal?session=monday#t-0" in browser.answer.text
    line = next(one for one in memory.profile().lines() if one.path == "Work/manager")
    browser.follow(f"edit-of-{line.id}").press(f"save-{line.id}", text="Alice")
    assert "Alice" in memory.preview().system_prompt
    assert "Bob" not in memory.preview().system_prompt


@feature("004-31")
@feature("004-32")
def test_004_31_004_32_use_observations_growth_corrections_and_repeats_are_measured_on_the_live_store(
    agent, panel
):
    made = agent(consolidation={"enabled": True})
    with made.open() as memory:
        fact(memory, "My dog is called Rex")
        fact(memory, "The harbour opens at six in the morning")
        for number in range(22):
            converse(
                memory,
                (
                    ASKED,
                    "It opens at six in the morning.\nWhat is your dog called?" if number % 2 else "Six.",
                ),
            )
        with memory.session() as session:
            call(session, "record_observation", content="Likes short mails.", category="preference")
        converse(memory, ("My manager is Bob.", "Noted."), ("No, my manager is Alice, not Bob.", "I see."))
        memory.maintenance.work()
    browser, _ = panel(made)

    browser.open("/timeline?figures=1&days=all")

    said = browser.text
    assert "11 of 22 passages shown" in said
    assert "50 %" in said
    assert "11 of 11 questions the assistant asked" in said
    assert "too few to say" in said
    assert "1 of 24 prompts with something to search for" in said
    assert "3 in 24 conversations" in said
    assert "plot-keys" in browser.page.ids
    assert "No scaffold yet" not in said


@feature("004-38")
def test_004_38_measures_have_a_trend_and_few_cases_say_nothing(agent, panel):
    made = agent()
    with made.open() as memory:
        entry = fact(memory, "The harbour opens at six")
        for day in range(3):
            for _ in range(8):
                converse(memory, (ASKED, "At six."))
            if day == 1:
                with memory.session() as session:
                    session.on_prompt(ASKED)
                    session.entries.correct(entry.id, "The harbour opens at seven")
                    session.on_turn_end(ASKED, "At six. No, at seven.")
            made.clock.pass_days(1)
        measures = memory.timeline.measures(days=4)
        few = memory.timeline.measures(days=2)

    assert [point.counts.recalls for point in measures.points] == [8, 9, 8, 0]
    assert [point.counts.corrected for point in measures.points] == [0, 1, 0, 0]
    assert measures.total.rates["recall_hits"].share == 1.0
    assert few.total.rates["recall_hits"].share is None
    assert measures.points[0].entries["L1"] == 1
    browser, _ = panel(made)
    said = browser.open("/timeline?figures=1&days=all").answer.text
    figure = re.search(r'<figure class="plot" id="plot-corrections">.*?</figure>', said, re.DOTALL)[0]
    assert "<polyline" in figure
    assert "<table" in figure


@feature("003-4")
def test_003_4_failures_runs_and_receipts_are_a_readable_timeline(agent, panel):
    made = with_hook(
        agent,
        "from tiermem.plugins import hookimpl\n\n\n@hookimpl\ndef on_session_end(session, turns):\n"
        "    raise ValueError('no harbour')\n",
    )
    with made.open() as memory:
        converse(memory, ("My manager is Bob.", "Noted."), session_id="monday")
    browser, _ = panel(made)

    browser.open("/timeline")

    assert "own.py.on_session_end: ValueError: no harbour" in browser.text
    assert "My manager is Bob." in browser.text
    assert "a session's end" in browser.text


@feature("001-30")
def test_001_30_memories_are_shown_by_layer_searched_and_filtered_with_recalls_source_and_status(
    agent, panel
):
    made = agent()
    with made.open() as memory:
        harbour = fact(memory, "The harbour opens at six")
        converse(memory, (ASKED, "At six."), session_id="monday")
        mine = memory.entries()
        mine.add(mine.draft("Answers in short sentences.", tier="user"))
        gone = mine.add(mine.draft("The ferry is blue.", layer="L1")).entry
        mine.remove(gone.id)
    browser, _ = panel(made)

    browser.open("/memories?layer=L1&q=harbo")
    assert "The harbour opens at six" in browser.text
    assert "recalled 1×" in browser.text
    assert "short sentences" not in browser.text
    assert (
        "Answers in short sentences. always about you written by you"
        in browser.open("/memories?layer=L0").text
    )
    assert browser.open("/memories?status=inactive").rows == [gone.id]
    assert harbour.id not in browser.open("/memories?source=agent").rows
    assert browser.open("/memories?source=user&q=harbour").rows == [harbour.id]
    assert harbour.id in browser.open("/memories?sort=recalled").rows[:1]


@feature("001-8")
def test_001_8_the_identity_is_edited_as_a_markdown_document_on_the_page(agent, panel):
    made = agent()
    with made.open():
        pass
    browser, memory = panel(made)

    browser.open("/").follow("edit-sections")
    browser.press(
        "save-sections", document="## Role\n\nKeeps the harbour.\n\n## Rules\n\nAsk before you send.\n"
    )

    assert "## Role\nKeeps the harbour.\n\n## Rules\nAsk before you send." in memory.preview().system_prompt


@feature("001-27")
@pytest.mark.parametrize(("layer", "tier"), [("L0", "identity"), ("L0", "user"), ("L1", "memory")])
def test_001_27_any_memory_of_any_layer_is_erased_on_the_page(agent, panel, layer, tier):
    made = agent()
    with made.open() as memory:
        mine = memory.entries()
        one = mine.add(mine.draft("The harbour opens at six", layer=layer, tier=tier)).entry
    browser, memory = panel(made)

    browser.open("/memories").follow(f"erase-{one.id}").press("do-erase")

    assert "Erased for good" in browser.text
    assert memory.entries().list()[1] == 0
    assert "harbour" not in memory.preview().system_prompt


@feature("002-5")
def test_002_5_a_second_fact_about_a_subject_suggests_to_change_the_first(agent, panel):
    made = agent()
    with made.open() as memory:
        mine = memory.entries()
        one = mine.add(mine.draft("The harbour opens at six", subject="harbour")).entry
    browser, memory = panel(made)

    browser.open("/").press("add-to-memory", content="The harbour opens at seven", subject="harbour")

    assert f"Memory {one.id} is about 'harbour' already" in browser.text
    assert "Change that one instead" in browser.text
    assert memory.entries().list()[1] == 1
