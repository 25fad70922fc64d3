"""The pages Profile and Timeline, over the real server, without script."""

from __future__ import annotations

import re
import shutil
from datetime import date, timedelta
from xml.etree import ElementTree as ET

import pytest
from tests.doors.panel.conftest import signed_in
from tests.doors.panel.test_recall_and_journal import sent
from tests.doors.server.running import running

from tiermem.doors.panel.plots import BOTTOM, TOP, Series, plot

MAKES_PROFILES = (
    "agents: {default: {tools: [{type: memory, consolidation: {enabled: true, interval_s: 86400}}]}}"
)


@pytest.fixture
def profiled(filled, tmp_path):
    """A server whose agent makes profiles; what was said waits to be worked in."""
    config = tmp_path / "agent.yaml"
    config.write_text(MAKES_PROFILES, encoding="utf-8")
    shutil.copy(filled, tmp_path / "memory.db")
    with running(tmp_path / "memory.db", config) as server:
        yield server


@pytest.fixture
def profile(profiled):
    """The panel, with the profile made."""
    profiled.serving.memory().maintenance.work()
    with signed_in(profiled) as browser:
        yield browser.open("/profile")


def line_of(server, words):
    lines = server.serving.memory().profile().lines()
    return next(line for line in lines if words in line.text or words == line.path)


# Profile


def test_what_waits_is_worked_in_on_demand(profiled):
    with signed_in(profiled) as panel:
        panel.open("/profile")
        assert "wait to be worked in" in panel.text

        panel.press("process")

        assert "Worked in" in panel.text
        assert "wait to be worked in" not in panel.text
        assert "Alec" in panel.text


def test_each_line_has_its_sources(profile, profiled):
    line = line_of(profiled, "Work/manager")

    assert line.text == "Alec"
    assert "1 source" in profile.text
    assert "My manager is Alec." in profile.text
    assert f'href="/memories?open={line.sources[0].entry.id}"' in profile.answer.text
    assert "/journal?session=talk-1#t-2" in profile.answer.text


def test_a_line_of_the_profile_leads_from_the_prompt_to_where_it_is_corrected(profile):
    profile.open("/")

    assert "Work: manager: Alec" in profile.text
    assert 'href="/profile">correct in Profile</a>' in profile.answer.text


def test_a_value_that_is_no_text_reads_in_the_prompt_as_the_agent_sees_it(profile, profiled):
    profiled.serving.memory().profile().set("Work/remote", True)

    profile.open("/")

    assert re.search(r"Work:.*remote: true\b", profile.text)


def test_a_value_is_corrected_with_the_memory_it_came_from(profile, profiled):
    line = line_of(profiled, "Work/manager")

    profile.follow(f"edit-of-{line.id}").press(f"save-{line.id}", text="Zoe")

    assert "Corrected" in profile.text
    memory = profiled.serving.memory()
    assert line_of(profiled, "Work/manager").value == "Zoe"
    assert any("My manager is Zoe." in one.content for one in memory.entries().list()[0])
    assert "My manager is Alec." not in memory.preview().system_prompt


def test_a_correction_is_undone_with_what_it_changed_of_memories(profile, profiled):
    line = line_of(profiled, "Work/manager")
    profile.follow(f"edit-of-{line.id}").press(f"save-{line.id}", text="Zoe")

    profile.press("undo-last")

    assert "Undone" in profile.text
    memory = profiled.serving.memory()
    assert line_of(profiled, "Work/manager").value == "Alec"
    assert "My manager is Alec." in [one.content for one in memory.entries().list()[0]]


def test_one_item_of_a_list_is_corrected(profile, profiled):
    line = line_of(profiled, "Health/notes")
    items = [item.replace("peanuts", "hazelnuts") for item in line.items]
    assert items != list(line.items)

    profile.follow(f"edit-of-{line.id}").press(f"save-{line.id}", text="\r\n".join(items))

    assert list(line_of(profiled, "Health/notes").items) == items
    assert "hazelnuts" in profiled.serving.memory().preview().system_prompt
    assert "peanuts" not in profiled.serving.memory().preview().system_prompt


def test_a_correction_that_is_refused_keeps_what_was_typed(profile, profiled):
    line = line_of(profiled, "Work/manager")

    profile.follow(f"edit-of-{line.id}").press(f"save-{line.id}", text="x" * 2_001)

    assert profile.status == 422
    assert "2,001 characters" in profile.text
    assert line_of(profiled, "Work/manager").value == "Alec"


def test_lines_and_values_are_added(profile, profiled):
    profile.follow("add-scaffold").press("save-line", path="Work/office", text="Alfama")
    profile.follow("add-narrative").press("save-line", text="Prepares the atlas launch.")
    profile.follow("add-learned").press("save-line", text="Is left-handed.")

    current = profiled.serving.memory().profile().current
    assert current.scaffold["Work"]["office"] == "Alfama"
    assert "Prepares the atlas launch." in current.text
    assert "Is left-handed." in [line.text for line in current.learned]
    for said in ("Alfama", "Prepares the atlas launch.", "Is left-handed."):
        assert said in profile.text


def test_a_value_at_a_path_that_holds_one_is_refused(profile, profiled):
    profile.follow("add-scaffold").press("save-line", path="Work/manager/name", text="Zoe")

    assert profile.status == 422
    assert "holds no others" in profile.text
    assert "Zoe" not in str(profiled.serving.memory().profile().current.scaffold)


def test_forgetting_asks_with_what_stays_and_is_for_good(profile, profiled):
    line = line_of(profiled, "Work/manager")

    profile.follow(f"forget-{line.id}")
    dialog = profile.answer.text.partition("<dialog")[2].partition("</dialog>")[0]
    assert "Forget this for good?" in dialog
    assert "Alec" in dialog
    assert "What stays, and speaks of the same" in dialog

    profile.press("do-forget")

    assert "Erased for good" in profile.text
    assert "manager" not in profiled.serving.memory().profile().current.scaffold.get("Work", {})
    profile.follow("erased-back")
    assert profile.status == 200


def test_a_line_that_changed_meanwhile_is_not_forgotten_blindly(profile, profiled):
    line = line_of(profiled, "The billing release goes out on Thursday")
    profile.follow(f"forget-{line.id}")
    profiled.serving.memory().profile().correct(line.id, "The billing release goes out on Friday.")

    profile.press("do-forget")

    assert profile.status == 404
    assert line_of(profiled, "The billing release goes out on Friday.")


def test_guidance_for_messages_is_written(profile, profiled):
    profile.follow("edit-guidance").press("save-guidance", text="Mails of Alec first.")

    assert profiled.serving.memory().profile().current.inbox_guidance == "Mails of Alec first."
    assert "Mails of Alec first." in profile.text


def test_without_profiles_the_page_shows_what_every_prompt_says(panel):
    panel.open("/profile")

    assert "consolidation: {enabled: true}" in panel.text
    assert "In every prompt" in panel.text
    assert "I'm allergic to peanuts." in panel.text


def test_another_users_profile_is_not_shown_or_changed(profiled):
    profiled.serving.memory().maintenance.work()
    line = line_of(profiled, "Work/manager")
    with signed_in(profiled, "ben") as ben:
        assert "Alec" not in ben.open("/profile").text
        assert sent(ben, f"/profile/lines/{line.id}", text="Zoe") == 404
    assert line_of(profiled, "Work/manager").value == "Alec"


# Timeline


def figures(panel, **fields):
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    return panel.open(f"/timeline?figures=1&{query}")


def test_the_page_shows_what_happened_without_measuring(panel):
    panel.open("/timeline")

    assert "What happened" in panel.text
    assert "Work in the background" in panel.text
    assert "plot-growth" not in panel.page.ids
    assert 'hx-get="/timeline/figures?days=30"' in panel.answer.text


def test_figures_and_plots_come_apart_and_with_the_page(panel):
    alone = panel.open("/timeline/figures?days=all")
    assert "<html" not in alone.answer.text
    ids = [one for one in alone.page.ids if one.startswith(("plot-", "figure-"))]

    assert ids == [one for one in figures(panel, days="all").page.ids if one.startswith(("plot-", "figure-"))]
    assert len(ids) == 15


def test_rates_of_few_cases_say_nothing(panel):
    figures(panel, days="all")

    found = re.search(r"Questions whose answer was known ([\w ]+?) ?\d of \d questions", panel.text)
    assert found[1] == "too few to say"


def test_figures_are_those_of_the_measures(panel, memory):
    figures(panel, days="365")
    total = memory.timeline.measures(days=365).total

    assert f"{total.shown} of {total.recalls} prompts with something to search for" in panel.text
    assert f"{total.observations} in {total.sessions} conversations" in panel.text


def test_each_plot_is_drawn_and_has_its_table(panel):
    text = figures(panel, days="all").answer.text

    for name in ("growth", "budgets", "recalls", "observations"):
        figure = re.search(rf'<figure class="plot" id="plot-{name}">.*?</figure>', text, re.DOTALL)[0]
        drawing = re.search(r"<svg viewBox.*?</svg>", figure, re.DOTALL)[0]
        root = ET.fromstring(drawing)
        assert root.attrib["aria-label"]
        assert root.findall("polyline") or root.findall("rect") or root.findall("circle")
        assert "style=" not in figure
        rows = re.findall(r"<tr><th scope=\"row\">(\d{4}-\d\d-\d\d)</th>", figure)
        assert rows == sorted(rows, reverse=True)
        assert rows


def test_what_happened_is_filtered_and_read_page_by_page(panel, memory):
    panel.open("/timeline?show=gone")
    assert "The office is on Rua Augusta." in panel.text
    assert "noticed by" not in panel.text

    panel.open("/timeline")
    first = set(re.findall(r"id=\"ev-(\d+)\"", panel.answer.text))
    panel.follow("more")
    second = set(re.findall(r"id=\"ev-(\d+)\"", panel.answer.text))
    assert len(first) == 40
    assert second
    assert max(map(int, second)) < min(map(int, first))


def test_runs_of_the_worker_are_listed_with_what_they_did(panel):
    panel.open("/timeline")

    assert "a session's end" in panel.text
    assert re.search(r"\d+ observations?, ", panel.text)


def test_a_plugin_that_fails_is_shown_with_what_to_do(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from tiermem.plugins import hookimpl\n\n\n@hookimpl\ndef on_user_prompt(session, prompt):\n"
        "    raise ValueError('no harbour')\n",
        encoding="utf-8",
    )
    config = tmp_path / "agent.yaml"
    config.write_text("agents: {default: {tools: [{type: memory, hooks: [./mine.py]}]}}", encoding="utf-8")
    with running(tmp_path / "memory.db", config) as server, signed_in(server) as panel:
        server.serving.memory().recall("When does the harbour open?")
        figures(panel, days="7")

    assert "Needs attention" in panel.text
    assert "mine.py.on_user_prompt: ValueError: no harbour" in panel.text
    assert "disable:" in panel.text


def test_a_healthy_store_needs_no_attention(panel):
    assert "Needs attention" not in figures(panel, days="all").text


def test_an_empty_store_tells_what_each_plot_will_show(empty_server):
    with signed_in(empty_server) as panel:
        figures(panel, days="30")

    assert "No memory yet. The curve shows how many there are" in panel.text
    assert "No run yet" in panel.text
    assert "Every write, correction and removal is recorded here" in panel.text


@pytest.mark.parametrize("query", ["days=nonsense", "show=nonsense", "before=nonsense", "before=-1", "days="])
def test_addresses_that_were_typed_by_hand_show_a_page(panel, query):
    assert panel.open(f"/timeline?{query}").status == 200


# Plots


STARTS = [(date(2026, 3, 1) + timedelta(days=place)).isoformat() for place in range(4)]


def drawn(*series, **words):
    told = {"now": "", "hint": "", "starts": STARTS, "step": 1} | words
    return plot("p", "P", series=series, **told)


def test_lines_break_where_there_is_nothing_to_say():
    (line,) = drawn(Series("a", [1, 2, None, 4])).lines

    assert len(line.runs) == 1
    assert len(line.runs[0].split()) == 2
    assert len(line.dots) == 3


def test_bars_stand_on_each_other():
    first, second = drawn(Series("a", [1, 0, 0, 2]), Series("b", [1, 0, 3, 0]), kind="bars").lines

    assert [bar.x for bar in first.bars] == [second.bars[0].x, first.bars[1].x]
    assert second.bars[0].y + second.bars[0].height == pytest.approx(first.bars[0].y, abs=0.2)
    assert all(TOP <= bar.y <= BOTTOM for bar in (*first.bars, *second.bars))


def test_the_scale_reaches_the_limit_and_everything_stays_inside():
    found = drawn(Series("a", [10, 144, None, 20]), limit=100, shown=lambda value: f"{value:.0f} %")

    assert [tick.label for tick in found.ticks] == ["0 %", "100 %", "200 %"]
    assert TOP < found.limit_y < BOTTOM


def test_small_numbers_have_no_label_twice():
    assert [tick.label for tick in drawn(Series("a", [0, 1, 0, 0])).ticks] == ["0", "1"]


def test_without_values_there_is_a_sentence_and_no_drawing():
    found = drawn(Series("a", [0, 0, 0, 0]), empty="Nothing.")

    assert (found.lines, found.empty) == ((), "Nothing.")


def test_a_table_has_a_row_for_each_day_the_latest_first():
    found = drawn(Series("a", [1, None, 3, 4]), Series("b", [None] * 4))

    assert found.columns == ["a"]
    assert found.rows == [["2026-03-04", "4"], ["2026-03-03", "3"], ["2026-03-01", "1"]]


def test_how_much_the_store_holds_of_all_users_is_told_to_an_administrator_alone(server):
    with signed_in(server) as panel:
        panel.open("/timeline")
        assert re.search(r"The store holds [\d,]+ memories and turns of all users", panel.text)

    with signed_in(server, "leo") as panel:
        panel.open("/timeline")
        assert "Nothing waits." in panel.text
        assert "The store holds" not in panel.text
