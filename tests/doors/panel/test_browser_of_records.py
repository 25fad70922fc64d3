"""The pages Recall, Profile, Journal and Timeline in Chromium: actions and keys.

Screenshots are kept in the folder that PANEL_SHOTS names.
"""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("axe_playwright_python", reason="the extra 'browser' is not installed")
if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)

from tests.doors.panel.test_browser import PAINTED, chromium, expect, window
from tests.doors.panel.test_profile_and_timeline import MAKES_PROFILES
from tests.doors.server.running import running

__all__ = ["chromium"]
pytestmark = pytest.mark.slow


@pytest.fixture
def profiled(filled, tmp_path):
    """A server whose agent has made a profile."""
    config = tmp_path / "agent.yaml"
    config.write_text(MAKES_PROFILES, encoding="utf-8")
    shutil.copy(filled, tmp_path / "memory.db")
    with running(tmp_path / "memory.db", config) as server:
        server.serving.memory().maintenance.work()
        yield server


@pytest.fixture
def shown(chromium, profiled):
    with window(chromium, profiled) as watched:
        yield watched


def line_of(memory, path):
    return next(line for line in memory.profile().lines() if line.path == path)


def test_a_prompt_is_tried_and_a_passage_opened_by_keys(shown):
    page = shown.open("/recall")
    page.keyboard.type("When does the billing release go out?")
    page.keyboard.press("Enter")
    expect(page.locator("#results")).to_contain_text("Brings")

    page.locator("#why-1 summary").click()

    expect(page.locator("#why-1 .bars")).to_be_visible()
    page.locator("#open-1").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/memories?open=*")


def test_a_line_of_the_profile_is_corrected_in_place(shown, profiled):
    memory = profiled.serving.memory()
    line = line_of(memory, "Work/manager")
    page = shown.open("/profile")
    page.locator(f"#edit-of-{line.id}").click()
    field = page.locator(f"#text-{line.id}")
    expect(field).to_be_focused()

    field.fill("Zoe")
    page.locator(f"#save-{line.id}").click()

    expect(page.locator("#status")).to_contain_text("Corrected")
    expect(page.locator(f"#line-{line.id}")).to_contain_text("Zoe")
    assert line_of(memory, "Work/manager").value == "Zoe"


def test_what_is_refused_is_said_where_it_was_typed(shown, profiled):
    shown.expected = ("422",)
    page = shown.open("/profile?add=scaffold")

    page.locator("#new-path").fill("Work/manager/name")
    page.locator("#new-text").fill("Zoe")
    page.locator("#save-line").click()

    expect(page.locator("#adding-line .problem")).to_contain_text("holds no others")
    expect(page.locator("#new-text")).to_have_value("Zoe")


def test_erasing_a_turn_asks_and_escape_leaves(shown, profiled):
    memory = profiled.serving.memory()
    page = shown.open("/journal?session=talk-1")
    page.locator("#erase-4").click()
    expect(page.locator("#dialog")).to_be_visible()
    expect(page.locator("#cancel-erase")).to_be_focused()

    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_have_count(0)
    assert not memory.journal().session("talk-1").turns[4].is_erased

    page.locator("#erase-4").click()
    page.locator("#do-erase").click()
    expect(page.locator("h1")).to_have_text("Erased for good")
    page.locator("#erased-back").click()
    expect(page.locator("#t-4")).to_contain_text("Erased.")
    assert memory.journal().session("talk-1").turns[4].is_erased


def test_figures_come_after_the_page_and_follow_the_period(shown):
    page = shown.open("/timeline")
    expect(page.locator("#measured-30 #plot-growth")).to_be_visible()

    page.locator("#days-365").click()

    expect(page.locator("#measured-365 #plot-growth")).to_be_visible()
    expect(page.locator("#measured-30")).to_have_count(0)
    page.locator("#table-growth summary").click()
    expect(page.locator("#table-growth tbody tr").first).to_be_visible()
    page.go_back()
    expect(page.locator("#measured-30 #plot-growth")).to_be_visible()


def test_without_script_figures_are_a_link_away(chromium, profiled):
    with window(chromium, profiled, script=False) as watched:
        page = watched.open("/timeline")
        page.get_by_role("link", name="Show figures and plots").click()
        expect(page.locator("#plot-growth")).to_be_visible()


def test_pages_are_painted_at_once(shown):
    shown.open("/journal")
    for path in ("/recall", "/profile", "/journal", "/journal?session=talk-1", "/timeline"):
        page = shown.open(path)
        page.reload()
        painted = page.evaluate(PAINTED)
        assert painted < 3_000, path
