"""The pages Now, Memories and Inbox in Chromium: actions, keys, focus, news of changes, and failures.

Screenshots are kept in the folder that PANEL_SHOTS names.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.doors.panel.finding import entry, staged

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="the extra 'browser' is not installed")
axe = pytest.importorskip("axe_playwright_python", reason="the extra 'browser' is not installed")

from playwright.sync_api import expect, sync_playwright  # noqa: E402 only where it is

from tiermem import Memory  # noqa: E402 the same
from tiermem.doors.server.serving import Caller  # noqa: E402 the same

pytestmark = pytest.mark.slow
AXE = Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8")

PAINTED = """new Promise((done) => new PerformanceObserver((list) => {
  const painted = list.getEntries().find((one) => one.name === "first-contentful-paint");
  if (painted) done(painted.startTime);
}).observe({ type: "paint", buffered: true }))"""
"""Script for the milliseconds until the first contentful paint of a page, which may still be to come."""


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Watched:
    """A page of the browser, and what went wrong on it."""

    def __init__(self, page, address):
        self.page = page
        self.address = address
        self.wrong = []
        self.expected = ()
        page.on("console", self._told)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", lambda sent: self._sent(sent.url))

    def _told(self, said):
        if said.type in ("error", "warning") and not any(one in said.text for one in self.expected):
            self.wrong.append(f"{said.type}: {said.text}")

    def _sent(self, url):
        if not url.startswith((self.address, "data:")):
            self.wrong.append(f"request: {url}")

    def open(self, path):
        self.page.goto(self.address + path)
        return self.page

    def axe(self):
        """Return the serious problems that axe-core finds."""
        found = self.page.evaluate(AXE + "; axe.run({ resultTypes: ['violations'] })")
        assert len(found["passes"]) > 15
        return [
            (one["id"], one["impact"], [node["target"] for node in one["nodes"]][:3])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]

    def shot(self, name):
        if folder := os.environ.get("PANEL_SHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(folder, f"{name}.png")))


@contextmanager
def window(chromium, server, *, width=1_000, theme="light", script=True):
    """Open a window; at its end nothing went wrong in it."""
    context = chromium.new_context(
        viewport={"width": width, "height": 860 if width < 500 else 1_000},
        color_scheme=theme,
        java_script_enabled=script,
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    session = server.sign_in.begin(Caller())
    context.add_cookies([{"name": server.sign_in.cookie, "value": session, "url": server.address}])
    watched = Watched(context.new_page(), server.address)
    yield watched
    context.close()
    assert watched.wrong == []


@pytest.fixture
def shown(chromium, server):
    with window(chromium, server) as watched:
        yield watched


def focused(page):
    return page.evaluate("document.activeElement?.id || document.activeElement?.tagName")


# -- Now -------------------------------------------------------------------------------------------


def test_a_line_is_edited_in_place_and_undone_by_keys(shown, memory):
    one = entry(memory, "Lives in Alfama")
    page = shown.open("/")
    page.locator(f"#open-{one.id}").focus()
    page.keyboard.press("e")
    field = page.locator(f"#content-{one.id}")
    expect(field).to_be_focused()
    field.fill("Lives in Graça, Lisbon.")
    page.locator(f"#save-{one.id}").press("Enter")

    expect(page.locator("#status")).to_contain_text("Saved: Lives in Graça")
    assert "done=" not in page.url
    assert memory.entries().get(one.id).content == "Lives in Graça, Lisbon."
    shown.shot("now-saved")
    page.keyboard.press("u")
    expect(page.locator("#status")).to_contain_text("Undone")
    assert memory.entries().get(one.id).content == one.content


def test_a_form_that_opens_below_the_window_is_brought_into_view_with_its_buttons(shown, memory):
    one = entry(memory, "Lives in Alfama")
    page = shown.open("/")
    edit = page.locator(f"#edit-of-{one.id}")
    box = edit.bounding_box()
    page.set_viewport_size({"width": 1_000, "height": round(box["y"] + box["height"])})
    edit.click()
    expect(page.locator(f"#content-{one.id}")).to_be_focused()
    expect(page.locator(f"#save-{one.id}")).to_be_in_viewport(ratio=1)


def test_what_is_refused_is_said_beside_what_was_typed(shown, memory):
    shown.expected = ("409",)
    one = entry(memory, "Lives in Alfama")
    page = shown.open(f"/?edit={one.id}")
    page.locator(f"#content-{one.id}").fill("x" * 1_400)
    page.locator(f"#save-{one.id}").click()

    expect(page.get_by_role("alert")).to_contain_text("The user block holds")
    expect(page.locator(f"#content-{one.id}")).to_have_value("x" * 1_400)
    expect(page.locator("h1")).to_have_text("Now")
    assert shown.axe() == []
    shown.shot("now-refused")
    page.locator(f"#content-{one.id}").fill("Lives in Graça.")
    page.locator(f"#save-{one.id}").click()
    expect(page.locator("#status")).to_contain_text("Saved")


def test_unsaved_words_are_not_lost_without_a_question(shown, memory):
    one = entry(memory, "Lives in Alfama")
    page = shown.open(f"/?edit={one.id}")
    page.locator(f"#content-{one.id}").fill("Half a thou")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.locator("#to-memories").click()

    expect(page.locator(f"#content-{one.id}")).to_have_value("Half a thou")
    assert asked == ["Your words are not saved. Leave them?"]
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(f"#content-{one.id}").press("Escape")
    expect(page.locator(f"#content-{one.id}")).to_have_count(0)


def test_the_exact_text_leads_to_the_memories(shown, memory):
    page = shown.open("/")
    page.locator("#exact summary").click()
    expect(page.locator("#prompt")).to_be_visible()
    assert page.locator("#prompt").inner_text().strip() == memory.preview().system_prompt.strip()
    page.locator("#prompt a").first.click()
    expect(page.locator("#peek-title")).to_contain_text("Memory")
    expect(page.locator("#prompt")).to_be_visible()


# -- Memories --------------------------------------------------------------------------------------


def test_search_answers_while_typing_and_keeps_what_is_typed(shown, memory):
    page = shown.open("/memories")
    before = page.locator("#rows .line").count()
    page.keyboard.press("/")
    page.keyboard.type("peanuts", delay=40)

    expect(page.locator("#counted")).to_contain_text(re.compile(r"^\d+ of"))
    expect(page.locator("#rows .line").first).to_contain_text("peanuts")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("peanuts")
    assert page.url.endswith("/memories?q=peanuts")
    assert page.locator("#rows .line").count() < before
    page.locator("#q").fill("zzzzzz")
    expect(page.locator("#nothing-found")).to_be_visible()
    page.get_by_role("link", name="Clear search and filters").last.click()
    expect(page.locator("#rows .line")).to_have_count(before)


def test_filters_apply_at_once_and_back_undoes_an_opened_pane(shown, memory):
    page = shown.open("/memories")
    page.locator("label:has(#layer-L0)").click()
    expect(page.locator("#counted")).to_contain_text(" of ")
    expect(page.locator("#rows .chip.L1")).to_have_count(0)
    page.locator("#rows .open").first.click()
    expect(page.locator("#peek-title")).to_be_visible()
    page.go_back()
    expect(page.locator("#peek-title")).to_have_count(0)
    expect(page.locator("#rows .chip.L1")).to_have_count(0)


def test_the_list_is_walked_opened_and_closed_by_keys(shown, memory):
    page = shown.open("/memories")
    page.keyboard.press("j")
    page.keyboard.press("j")
    rows = page.locator("#rows .line")
    second = rows.nth(1).get_attribute("data-id")
    assert focused(page) == f"open-{second}"
    page.keyboard.press("Enter")
    expect(page.locator("#peek-title")).to_contain_text(second)
    page.keyboard.press("k")
    page.keyboard.press("x")
    expect(rows.nth(0).locator("input[type=checkbox]")).to_be_checked()
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    expect(page.locator("#peek-title")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    shown.shot("keys")
    assert shown.axe() == []
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("i")
    expect(page.locator("h1")).to_have_text("Inbox")


def test_single_keys_can_be_switched_off(shown):
    page = shown.open("/memories")
    page.keyboard.press("?")
    page.locator("#keys-on").uncheck()
    page.locator("#keys-close").click()
    page.keyboard.press("j")
    assert not focused(page).startswith("open-")


def test_retired_the_row_stays_with_undo_and_keeps_the_focus(shown, memory):
    page = shown.open("/memories")
    page.keyboard.press("j")
    page.keyboard.press("j")
    one = page.locator("#rows .line").nth(1).get_attribute("data-id")
    order = page.locator("#rows .line").evaluate_all("rows => rows.map(row => row.dataset.id)")
    page.keyboard.press("#")

    expect(page.locator(f"#e-{one}")).to_contain_text("Undo")
    assert page.locator("#rows .line").evaluate_all("rows => rows.map(row => row.dataset.id)") == order
    expect(page.locator(f"#open-{one}")).to_be_focused()
    assert memory.entries().get(one).status == "inactive"
    shown.shot("memories-undo")
    assert shown.axe() == []
    page.keyboard.press("u")
    expect(page.locator("#status")).to_contain_text("Undone")
    assert memory.entries().get(one).status == "active"


def test_moved_labelled_pinned_and_hidden_in_the_pane(shown, memory):
    one = entry(memory, "allergic to peanuts")
    page = shown.open(f"/memories?open={one.id}")
    page.locator("#peek-move").click()
    expect(page.locator("#status")).to_contain_text("Moved")
    assert memory.entries().get(one.id).layer == "L0"
    page.locator("#undo-last").click()
    expect(page.locator("#status")).to_contain_text("Undone")
    page.locator("#peek-pin").click()
    expect(page.locator("#peek-pin")).to_have_text("Unpin")
    page.locator("#peek-hide").click()
    expect(page.locator("#peek-hide")).to_have_text("Allow in the prompt")
    page.locator("#peek-labels").click()
    page.locator(f"#tags-{one.id}").fill("food, health")
    page.locator(f"#save-labels-{one.id}").click()
    expect(page.locator("#peeked")).to_contain_text("food, health")


def test_erasing_asks_in_a_dialog_that_escape_leaves(shown, memory):
    one = entry(memory, "adopted a third dog")
    page = shown.open("/memories")
    page.locator(f"#menu-{one.id} summary").click()
    shown.shot("memories-menu")
    page.locator(f"#erase-{one.id}").click()
    expect(page.get_by_role("dialog")).to_contain_text("What stays, and speaks of the same")
    expect(page.locator("#cancel-erase")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_have_count(0)
    assert memory.entries().get(one.id)

    page.locator(f"#menu-{one.id} summary").click()
    page.locator(f"#erase-{one.id}").click()
    page.locator("#do-erase").click()
    expect(page.locator("h1")).to_have_text("Erased for good")
    shown.shot("erased")
    assert shown.axe() == []
    page.locator("#erased-back").click()
    expect(page.locator(f"#e-{one.id}")).to_have_count(0)


def test_a_receipt_of_an_erasure_is_no_news_and_leads_to_the_list_when_it_is_reloaded(shown, memory):
    one = entry(memory, "adopted a third dog")
    page = shown.open(f"/memories?open={one.id}")
    expect(page.locator("#live")).to_have_attribute("data-state", "on")
    page.locator("#peek").get_by_text("Erase…").click()
    page.locator("#do-erase").click()
    expect(page.locator("h1")).to_have_text("Erased for good")
    page.wait_for_timeout(700)
    expect(page.locator("#news")).to_be_hidden()

    page.reload()

    expect(page.locator("h1")).to_have_text("Memories")
    expect(page.locator(f"#e-{one.id}")).to_have_count(0)


def test_selected_memories_are_changed_together(shown, memory):
    page = shown.open("/memories?layer=L1")
    expect(page.locator("#bulk-bar")).to_be_hidden()
    ids = [page.locator("#rows .line").nth(place).get_attribute("data-id") for place in (0, 1)]
    for one in ids:
        page.locator(f"#tick-{one}").check()
    expect(page.locator("#selected-count")).to_have_text(" 2")
    shown.shot("memories-selected")
    assert shown.axe() == []
    page.locator("#bulk-tags").fill("checked")
    page.locator("#bulk-tag").click()
    expect(page.locator("#status")).to_contain_text("Labels saved: 2 memories")
    assert all("checked" in memory.entries().get(one).tags for one in ids)


def test_two_memories_are_merged_in_a_dialog(shown, memory):
    alec = entry(memory, "Alec is Maya's manager"), entry(memory, "My manager is Alec")
    page = shown.open("/memories")
    for one in alec:
        page.locator(f"#tick-{one.id}").check()
    page.locator("#bulk-merge").click()
    page.locator("#merged").fill("Alec is Maya's manager.")
    page.locator("#do-merge").click()
    expect(page.locator("#status")).to_contain_text("Merged")
    page.locator("#undo-last").click()
    expect(page.locator("#status")).to_contain_text("Undone")
    assert all(memory.entries().get(one.id).status == "active" for one in alec)


# -- Inbox -----------------------------------------------------------------------------------------


def test_the_inbox_is_decided_by_keys_and_the_next_one_has_the_focus(shown, memory):
    page = shown.open("/inbox")
    ids = page.locator(".card").evaluate_all("cards => cards.map(card => card.dataset.id)")
    page.keyboard.press("j")
    assert focused(page) == f"e-{ids[0]}"
    page.keyboard.press("r")
    expect(page.locator(f"#e-{ids[0]}")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("Rejected")
    expect(page.locator(f"#e-{ids[1]}")).to_be_focused()
    page.keyboard.press("a")
    expect(page.locator(f"#e-{ids[1]}")).to_have_count(0)
    expect(page.locator(f"#e-{ids[2]}")).to_be_focused()
    page.keyboard.press("u")
    expect(page.locator(f"#e-{ids[1]}")).to_be_visible()
    assert shown.axe() == []


def test_a_proposal_is_edited_and_accepted(shown, memory):
    new = staged(memory, "add")
    page = shown.open("/inbox")
    page.locator(f"#edit-of-{new.id}").click()
    page.locator(f"#content-{new.id}").fill("The on-call runbook of Atlas is in the wiki.")
    page.locator(f"#accept-{new.id}").click()
    expect(page.locator("#status")).to_contain_text("Accepted: The on-call runbook of Atlas")
    assert memory.entries().get(new.id).content == "The on-call runbook of Atlas is in the wiki."


# -- changes made elsewhere ------------------------------------------------------------------------


def test_what_another_program_writes_is_announced_within_a_second_and_moves_no_row(shown, server):
    page = shown.open("/memories")
    expect(page.locator("#live")).to_have_attribute("data-state", "on")
    order = page.locator("#rows .line").evaluate_all("rows => rows.map(row => row.dataset.id)")
    with Memory.open(store=server.serving.memory().url, patient=False) as elsewhere:
        mine = elsewhere.entries()
        for number in range(3):
            mine.add(mine.draft(f"Written elsewhere, number {number}.", layer="L1"))
        written = time.monotonic()
        expect(page.locator("#show-news")).to_have_text("3 new: show", timeout=5_000)
        took = time.monotonic() - written
        mine.remove(order[0])
        expect(page.locator("#show-news")).to_have_text("3 new, 1 changed: show")

    assert took < 1
    shown.shot("news")
    assert page.locator("#rows .line").evaluate_all("rows => rows.map(row => row.dataset.id)") == order
    page.locator("#show-news").click()
    expect(page.locator("#rows .line").first).to_contain_text("Written elsewhere, number 2.")
    expect(page.locator("#news")).to_be_hidden()


def test_one_s_own_action_is_no_news(shown, memory):
    page = shown.open("/memories")
    expect(page.locator("#live")).to_have_attribute("data-state", "on")
    page.locator("#rows .line button[data-key='#']").first.click()
    expect(page.locator("#status")).to_contain_text("Retired")
    page.wait_for_timeout(700)
    expect(page.locator("#news")).to_be_hidden()


def test_all_tabs_hear_by_one_stream_and_another_tab_takes_over(chromium, server, memory):
    with window(chromium, server) as watched:
        first = watched.open("/memories")
        expect(first.locator("#live")).to_have_attribute("data-state", "on")
        tabs = [first.context.new_page() for _ in range(7)]
        for tab in tabs:
            tab.goto(server.address + "/memories")
            expect(tab.locator("#live")).to_have_attribute("data-state", "on")
        mine = memory.entries()
        mine.add(mine.draft("Heard in all tabs.", layer="L1"))
        for tab in (first, *tabs):
            expect(tab.locator("#show-news")).to_have_text("1 new: show")
        first.close()
        mine.add(mine.draft("Heard after the first was closed.", layer="L1"))
        for tab in tabs:
            expect(tab.locator("#show-news")).to_have_text("2 new: show")


# -- failures --------------------------------------------------------------------------------------


def test_a_server_that_does_not_answer_is_no_empty_list(chromium, server):
    with window(chromium, server) as watched:
        page = watched.open("/memories")
        watched.expected = ("ERR_FAILED", "Failed to fetch", "htmx:error")
        page.route("**/memories?*", lambda route: route.abort())
        page.locator("#q").fill("peanuts")
        expect(page.locator("#status")).to_contain_text("tiermem does not answer")
        expect(page.locator("#rows .line").first).to_be_visible()
        watched.shot("does-not-answer")


def test_everything_works_without_script(chromium, server, memory):
    one = entry(memory, "adopted a third dog")
    with window(chromium, server, script=False) as watched:
        page = watched.open("/memories")
        page.locator("#q").fill("third dog")
        page.locator("#q").press("Enter")
        expect(page.locator("#rows .line").first).to_contain_text("Mango")
        page.locator(f"#retire-{one.id}").click()
        expect(page.locator("#status")).to_contain_text("Retired")
        page.locator("#undo-last").click()
        expect(page.locator("#status")).to_contain_text("Undone")
        page.locator(f"#menu-{one.id} summary").click()
        page.locator(f"#erase-{one.id}").click()
        expect(page.locator("#dialog")).to_be_visible()
        watched.shot("without-script")


def test_a_page_is_painted_at_once(shown):
    page = shown.open("/memories")
    started = time.monotonic()
    page.reload()
    first = page.evaluate(PAINTED)
    assert 0 < first < 1_000, f"{first} ms after {time.monotonic() - started} s"
