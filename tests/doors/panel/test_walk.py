"""Every page, state and action of the panel in Chromium, on a store that a long conversation filled.

Each state is looked at in three widths and both themes, by axe-core too. The conversation is one of LoCoMo's where
TIERMEM_TEST_LOCOMO names its file. Screenshots are kept in the folder that PANEL_SHOTS names.
"""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("axe_playwright_python", reason="the extra 'browser' is not installed")
if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)

from tests.doors.panel.replayed import replay, told
from tests.doors.panel.test_browser import chromium, expect, window
from tests.doors.panel.test_profile_and_timeline import MAKES_PROFILES
from tests.doors.server.running import running

__all__ = ["chromium"]
pytestmark = pytest.mark.slow
WIDTHS, THEMES = (400, 1_200, 2_000), ("light", "dark")
REPEATED = """[...document.querySelectorAll("[id]")].map((one) => one.id)
  .filter((id, at, all) => all.indexOf(id) < at)"""
"""Script for the ids that several elements of a page have."""


@pytest.fixture(scope="module")
def replayed(tmp_path_factory):
    """A store after the conversation, with its agent's YAML, which has a profile made."""
    folder = tmp_path_factory.mktemp("replayed")
    replay(folder / "memory.db", told())
    (folder / "agent.yaml").write_text(MAKES_PROFILES, encoding="utf-8")
    with running(folder / "memory.db", folder / "agent.yaml") as server:
        server.serving.memory().maintenance.work()
    return folder


@pytest.fixture
def server(replayed, tmp_path):
    """A server over a copy of it."""
    for name in ("memory.db", "agent.yaml"):
        shutil.copy(replayed / name, tmp_path / name)
    with running(tmp_path / "memory.db", tmp_path / "agent.yaml") as server:
        yield server


@pytest.fixture
def memory(server):
    return server.serving.memory()


def states(memory):
    """Return name → path of every state of every page."""
    mine = memory.entries()
    entries = mine.page(sort="updated").entries
    always = next(one for one in entries if one.layer == "L0")
    needed = [one for one in entries if one.layer == "L1" and one.tier == "user"]
    one, other = needed[0].id, needed[-1].id
    waiting = next(entry.id for entry, operation, _ in mine.pending() if operation != "remove")
    receipt = next(row for row in memory.timeline.receipts(limit=50) if row["rendered"])
    line = memory.profile().lines()[0].id
    return {
        "now": "/",
        "now-edit": f"/?edit={always.id}",
        "now-open": f"/?open={one}",
        "now-sections": "/?sections=1",
        "now-exact": "/?exact=1#exact",
        "now-project": "/?project=billing",
        "memories": "/memories",
        "memories-search": "/memories?q=the",
        "memories-none": "/memories?q=zzzz&layer=L1",
        "memories-by-agent": "/memories?source=agent&tier=memory",
        "memories-add": "/memories?add=user",
        "memories-open": f"/memories?open={other}",
        "memories-edit": f"/memories?edit={entries[0].id}",
        "memories-labels": f"/memories?labels={entries[0].id}",
        "memories-erase": f"/memories?erase={one}",
        "memories-merge": f"/memories?merge={one}&merge={other}",
        "memories-retired": "/memories?status=inactive",
        "memory": f"/memories/{one}",
        "inbox": "/inbox?review=1",
        "inbox-edit": f"/inbox?edit={waiting}",
        "inbox-open": f"/inbox?open={one}",
        "recall": "/recall",
        "recall-tried": f"/recall?q={receipt['query']}",
        "recall-nothing": "/recall?q=Zwiebelkuchen",
        "recall-past": f"/recall?receipt={receipt['id']}",
        "profile": "/profile",
        "profile-correct": f"/profile?edit={line}",
        "profile-add": "/profile?add=scaffold",
        "profile-forget": f"/profile?forget={line}",
        "journal": "/journal",
        "journal-session": "/journal?session=talk-1",
        "journal-erase": "/journal?session=talk-1&erase=talk-1/0",
        "journal-filtered": "/journal?project=nowhere",
        "timeline": "/timeline?days=365&figures=1",
        "timeline-gone": "/timeline?show=gone&days=7&figures=1",
        "failed": "/memories/nothing1",
    }


def look(watched, name):
    """Return what is wrong with the page that is shown in any width and theme."""
    page, problems = watched.page, [(name, "two elements", one) for one in watched.page.evaluate(REPEATED)]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 860 if width < 500 else 1_000})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            watched.shot(f"{name}-{width}-{theme}")
            problems += [(name, width, theme, one) for one in watched.axe()]
        sideways = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if sideways > 0:
            problems.append((name, width, f"scrolls sideways by {sideways}"))
    return problems


def test_every_page_and_state_is_sound_in_each_theme_and_width(chromium, server, memory):
    problems = []
    with window(chromium, server) as watched:
        watched.expected = ("404",)
        for name, path in states(memory).items():
            page = watched.open(path)
            for closed in page.query_selector_all("details:not(.menu)")[:6]:
                closed.evaluate("(one) => { one.open = true }")
            problems += look(watched, name)
    assert problems == []


def test_what_a_click_opens_is_sound_in_each_theme_and_width(chromium, server):
    problems = []
    with window(chromium, server) as watched:
        page = watched.open("/memories")
        page.locator(".tick input").first.check()
        page.locator(".menu summary").nth(1).click()
        problems += look(watched, "memories-selected")

        page = watched.open("/")
        page.locator("#show-keys").click()
        problems += look(watched, "keys")

        watched.expected = ("409", "401")
        page = watched.open("/memories?add=memory")
        page.locator("#content-of-memory").fill("The tide is high. " * 200)
        page.locator("#add-to-memory").click()
        expect(page.locator("section .problem")).to_contain_text("Not saved.")
        expect(page.locator("#add-one")).to_be_visible()
        problems += look(watched, "memories-refused")

        page.on("dialog", lambda asked: asked.accept())
        page.context.clear_cookies()
        watched.open("/")
        problems += look(watched, "sign-in")
    assert problems == []


def test_an_empty_store_teaches_on_every_page(chromium, empty_server):
    problems = []
    with window(chromium, empty_server) as watched:
        pages = ("", "memories", "recall", "inbox", "profile", "journal", "timeline?figures=1")
        for name in pages:
            page = watched.open(f"/{name}")
            expect(page.locator("main .empty, main .none").first).to_be_visible()
            problems += look(watched, f"empty-{name.partition('?')[0] or 'now'}")
    assert problems == []


class Walk:
    """One visit: each step leads on, and its answer is in the status line."""

    def __init__(self, watched, memory):
        self.watched, self.page, self.memory = watched, watched.page, memory
        self._views = 0

    def open(self, path):
        """Open a page in the next of the widths and themes."""
        width, theme = WIDTHS[self._views % 3], THEMES[self._views % 2]
        self._views += 1
        self.page.set_viewport_size({"width": width, "height": 1_000})
        self.page.emulate_media(color_scheme=theme)
        self.watched.open(path)

    def click(self, name, told=None):
        self.page.locator(f"#{name}").click()
        if told:
            expect(self.page.locator("#status")).to_contain_text(told)
            self.watched.shot(f"after-{name}")
            assert self.watched.axe() == []

    def fill(self, name, text):
        self.page.locator(f"#{name}").fill(text)

    def undo(self):
        self.click("undo-last", "Undone")


@pytest.fixture
def walk(chromium, server, memory):
    with window(chromium, server) as watched:
        yield Walk(watched, memory)


@pytest.fixture
def needed(memory):
    """Return the user's words that are recalled when they matter."""
    return [one for one in memory.entries().list()[0] if one.layer == "L1" and one.tier == "user"]


def test_lines_are_added_edited_and_undone_and_the_identity_is_edited_as_sections(walk, memory):
    mine = memory.entries()
    walk.open("/memories?add=user")
    walk.fill("content-of-user", "Keeps bees on the roof.")
    walk.click("add-to-user", "Added: Keeps bees")
    bees = next(entry for entry in mine.list()[0] if "bees" in entry.content)

    walk.open(f"/?edit={bees.id}")
    walk.fill(f"content-{bees.id}", "Keeps two hives of bees on the roof.")
    walk.click(f"save-{bees.id}", "Saved")
    walk.undo()
    assert mine.get(bees.id).content == "Keeps bees on the roof."

    walk.open("/?sections=1")
    walk.fill("document", "## Name\n\nCaro, a friend of bees.")
    walk.click("save-sections", "Sections saved")
    assert "Caro, a friend of bees." in memory.preview().system_prompt


def test_a_memory_is_moved_pinned_hidden_labelled_retired_and_brought_back(walk, memory, needed):
    mine, one = memory.entries(), needed[0]
    walk.open(f"/memories?open={one.id}")
    walk.click("peek-move", "Moved")
    assert mine.get(one.id).layer == "L0"
    walk.undo()
    assert mine.get(one.id).layer == "L1"
    walk.click("peek-pin", "Pinned")
    walk.click("peek-pin", "Unpinned")
    walk.click("peek-hide", "Kept out of the prompt")
    walk.click("peek-hide", "May be in the prompt again")
    walk.click("peek-labels")
    walk.fill(f"tags-{one.id}", "friends")
    walk.click(f"save-labels-{one.id}", "Labels saved")
    assert "friends" in mine.get(one.id).tags
    walk.click("peek-retire", "Retired")
    assert mine.get(one.id).status == "inactive"
    walk.click("peek-restore", "Restored")
    assert mine.get(one.id).status == "active"


def test_memories_are_merged_tagged_together_and_erased(walk, memory, needed):
    mine, (one, other, third) = memory.entries(), needed[:3]
    walk.open(f"/memories?merge={one.id}&merge={other.id}")
    walk.fill("merged", "Both at once.")
    walk.click("do-merge", "Merged")
    walk.undo()
    assert {mine.get(each.id).content for each in (one, other)} == {one.content, other.content}

    walk.open(f"/memories?q={third.content[:30]}")
    walk.click(f"tick-{third.id}")
    walk.fill("bulk-tags", "looked at")
    walk.click("bulk-tag", "Labels saved")
    assert "looked at" in mine.get(third.id).tags

    walk.open(f"/memories?open={third.id}&erase={third.id}")
    walk.click("do-erase")
    expect(walk.page.locator("h1")).to_have_text("Erased for good")
    walk.click("erased-back")
    assert third.id not in {entry.id for entry in mine.list()[0]}


def test_proposals_are_decided_and_undone_and_doubts_are_kept(walk, memory):
    mine = memory.entries()
    one = next(entry.id for entry, operation, _ in mine.pending() if operation == "add")
    walk.open("/inbox")
    walk.click(f"reject-{one}", "Rejected")
    walk.undo()
    walk.click(f"accept-{one}", "Accepted")
    walk.undo()
    assert one in {entry.id for entry, _, _ in mine.pending()}

    walk.open("/inbox?review=1")
    doubt = walk.page.locator("#review .line").first.get_attribute("data-id")
    walk.click(f"keep-{doubt}", "Kept as it is")
    expect(walk.page.locator(f"#review #e-{doubt}")).to_have_count(0)


def test_the_profile_is_corrected_added_to_and_forgotten(walk, memory):
    line = memory.profile().lines()[0]
    walk.open(f"/profile?edit={line.id}")
    walk.fill(f"text-{line.id}", "Lives by the sea now.")
    walk.click(f"save-{line.id}", "Corrected")
    walk.undo()
    assert line.text in {each.text for each in memory.profile().lines()}
    walk.open(f"/profile?edit={line.id}")
    walk.fill(f"text-{line.id}", "Lives by the sea now.")
    walk.click(f"save-{line.id}", "Corrected")
    assert "Lives by the sea now." in {each.text for each in memory.profile().lines()}
    walk.open("/profile?add=scaffold")
    walk.fill("new-path", "Work/place")
    walk.fill("new-text", "a lighthouse")
    walk.click("save-line", "Added")
    walk.open("/profile?guide=1")
    walk.fill("guidance-text", "Friends first.")
    walk.click("save-guidance", "Saved")
    assert memory.profile().current.inbox_guidance == "Friends first."

    added = next(each for each in memory.profile().lines() if each.path == "Work/place")
    walk.open(f"/profile?forget={added.id}")
    walk.click("do-forget")
    expect(walk.page.locator("h1")).to_have_text("Erased for good")
    assert "place" not in memory.profile().current.scaffold.get("Work", {})


def test_a_prompt_is_tried_turns_and_conversations_are_erased_and_the_timeline_tells(walk, memory):
    walk.open("/recall")
    walk.page.locator("#example-1").click()
    expect(walk.page.locator("#results h2")).to_contain_text("Brings")

    walk.open("/journal?session=talk-1&erase=talk-1/0")
    walk.click("do-erase")
    expect(walk.page.locator("h1")).to_have_text("Erased for good")
    assert memory.journal().session("talk-1").turns[0].is_erased
    walk.open("/journal?session=talk-2&erase=talk-2")
    walk.click("do-erase")
    expect(walk.page.locator("h1")).to_have_text("Erased for good")
    assert "talk-2" not in {each.id for each in memory.journal().sessions().sessions}

    walk.open("/timeline")
    expect(walk.page.locator("#measured-30 #plot-growth")).to_be_visible()
    walk.click("show-gone")
    expect(walk.page.locator(".happened")).to_contain_text("erased for good")


def test_a_memory_is_found_corrected_and_erased_in_seven_steps(chromium, server, memory):
    mine = memory.entries()
    wrong = mine.add(mine.draft("The harbour opens at six.", layer="L1")).entry
    with window(chromium, server) as watched:
        page = watched.open("/")
        page.keyboard.press("/")  # 1: find
        page.keyboard.type("harbour opens")
        page.keyboard.press("Enter")  # 2
        page.locator(f"#edit-of-{wrong.id}").click()  # 3: correct
        page.locator(f"#content-{wrong.id}").fill("The harbour opens at seven.")
        page.locator(f"#save-{wrong.id}").click()  # 4
        expect(page.locator("#status")).to_contain_text("Saved: The harbour opens at seven.")
        page.locator(f"#menu-{wrong.id} summary").click()  # 5: erase
        page.locator(f"#erase-{wrong.id}").click()  # 6
        page.locator("#do-erase").click()  # 7
        expect(page.locator("h1")).to_have_text("Erased for good")
    assert wrong.id not in {entry.id for entry in mine.list()[0]}
