"""The pages Now, Memories and Inbox without script: what they show, and every action on them."""

from __future__ import annotations

import hashlib
import html

import pytest
from tests.doors.panel.conftest import signed_in
from tests.doors.panel.finding import entry, staged

from tiermem.doors.panel.frame import FOLDER, Place
from tiermem.doors.panel.showing import age, difference
from tiermem.errors import UnknownEntry
from tiermem.values import EntryFilter, moment

# -- Now -------------------------------------------------------------------------------------------


def test_now_shows_the_next_prompt_exactly_with_a_budget_and_a_reason_for_each_line(panel, memory):
    panel.open("/?exact=1")

    prompt = memory.preview().system_prompt
    assert prompt in panel.page.text, "the exact text"
    for title in ("Learned information", "Identity", "Agent notes", "User profile"):
        assert title in panel.text
    used = memory.entries().usage()["user"]
    assert f"{used.percent} % {used.used:,} of {used.limit:,} characters" in panel.text
    assert "I'm allergic to peanuts. said by you on 2 Mar 2026 holds for every task" in panel.text
    assert "I'm allergic to peanuts, so keep that in mind when we plan the team lunch." in panel.text
    assert "noted by the agent on 2 Mar 2026" in panel.text


def test_what_a_house_owns_is_called_written_by_nobody_in_particular(empty_server):
    memory = empty_server.serving.memory()
    entries = memory.entries("ann")
    shared = entries.add(entries.draft("The hall has a piano", layer="L1")).entry
    moved = memory.scopes.move(shared.id, "house:default", "ann").entry
    own = memory.entries("ben")
    mine = own.add(own.draft("Plays the piano", layer="L1", tier="user")).entry

    with signed_in(empty_server, "ben") as panel:
        assert "Written by a person on" in panel.open(f"/?open={moved.id}").text
        assert "Written by you on" in panel.open(f"/?open={mine.id}").text
        assert "written by a person" in panel.open("/memories?q=hall").text


def test_now_shows_the_prompt_of_a_project(panel, memory):
    panel.open("/?project=billing&exact=1")

    assert memory.preview(project="billing").system_prompt in panel.page.text


def test_looking_at_the_pages_writes_nothing(panel, memory):
    head, receipts = memory.timeline.head, len(memory.timeline.receipts(limit=100))

    for page in ("/", "/memories", "/memories?q=billing", "/inbox"):
        assert panel.open(page).status == 200

    assert (memory.timeline.head, len(memory.timeline.receipts(limit=100))) == (head, receipts)


def test_a_line_is_edited_in_place_and_the_prompt_follows(panel, memory):
    one = entry(memory, "Lives in Alfama")
    panel.open("/").follow(f"edit-of-{one.id}").press(f"save-{one.id}", content="Lives in Graça, Lisbon.")

    assert "Saved: Lives in Graça, Lisbon." in panel.text
    assert "Lives in Graça, Lisbon." in memory.preview().system_prompt
    assert [one.content for one in memory.entries().history(one.id).versions][-1] == "Lives in Graça, Lisbon."


def test_a_line_that_was_rewritten_no_longer_quotes_the_words_it_was_learned_from(panel, memory):
    one, said = entry(memory, "allergic to peanuts"), "so keep that in mind when we plan the team lunch"
    assert said in panel.open("/").text

    panel.follow(f"edit-of-{one.id}").press(f"save-{one.id}", content="I'm allergic to walnuts.")

    assert "I'm allergic to walnuts." in panel.open("/").text
    assert said not in panel.text


def test_an_edit_that_crosses_another_one_shows_both_and_changes_nothing(panel, memory):
    one = entry(memory, "Lives in Alfama")
    panel.open("/").follow(f"edit-of-{one.id}")
    mine = memory.entries()
    mine.update(one.id, mine.draft("Lives in Belém."))

    panel.press(f"save-{one.id}", content="Lives in Graça.")

    assert panel.status == 412
    assert "now reads: Lives in Belém." in panel.text
    assert mine.get(one.id).content == "Lives in Belém."
    panel.press(f"save-{one.id}")
    assert mine.get(one.id).content == "Lives in Graça."


def test_identity_is_edited_as_sections(panel, memory):
    panel.open("/").follow("edit-sections")
    document = (
        "## Name and role\n\nMaya Lindqvist, head of platform.\n\n## Languages\n\nSwedish and English.\n"
    )
    panel.press("save-sections", document=document)

    assert panel.status == 200
    assert "## Languages\nSwedish and English." in memory.preview().system_prompt
    panel.press("undo-last")
    assert "Say so when you are not sure." in memory.preview().system_prompt


def test_sections_over_budget_are_refused_with_what_was_typed(panel, memory):
    before = memory.preview().system_prompt
    panel.open("/").follow("edit-sections").press("save-sections", document="## Long\n\n" + "too long " * 200)

    assert panel.status == 409
    assert "Not saved. The identity block holds" in panel.text
    assert "too long too long" in panel.text
    assert memory.preview().system_prompt == before


def test_a_fact_is_added_where_it_belongs(panel, memory):
    panel.open("/").press("add-to-user", content="Drinks coffee black.", subject="coffee")

    added = entry(memory, "coffee black")
    assert (added.tier, added.layer, added.source, added.subject) == ("user", "L0", "user", "coffee")
    assert "Added: Drinks coffee black." in panel.text
    panel.press("undo-last")
    assert memory.entries().get(added.id).status == "inactive"


def test_a_second_fact_about_a_subject_shows_the_first(panel, memory):
    panel.open("/").press("add-to-user", content="Uses Emacs.", subject="editor")

    assert panel.status == 409
    assert "about 'editor'" in panel.text
    assert "Change that one instead" in panel.text


def test_an_empty_store_teaches_on_every_page(empty_server):
    with signed_in(empty_server) as panel:
        assert "Nothing is remembered yet" in panel.open("/").text
        assert "Add one yourself" in panel.open("/memories").text
        assert "Nothing waits" in panel.open("/inbox").text
        assert "write_policy: approve" in panel.text


# -- Memories --------------------------------------------------------------------------------------


def test_the_list_shows_every_active_memory_last_changed_first(panel, memory):
    panel.open("/memories")

    found, total = memory.entries().list(EntryFilter())
    assert (
        panel.rows
        == [one.id for one in sorted(found, key=lambda one: (one.updated_at, one.id), reverse=True)][:50]
    )
    assert f"{total} memories" in panel.text
    recalled = entry(memory, "adopted a third dog")
    assert memory.entries().recalls([recalled])[recalled.id][0] == 1
    assert "said by you recalled 1×" in panel.text


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("layer=L0", EntryFilter(layers=("L0",))),
        ("tier=user", EntryFilter(tiers=("user",))),
        ("category=person", EntryFilter(category="person")),
        ("source=user", EntryFilter(sources=("user",))),
        ("source=agent", EntryFilter(sources=("agent",))),
        ("source=system", EntryFilter(sources=("system",))),
        ("status=inactive", EntryFilter(statuses=("inactive",))),
        ("project=billing", EntryFilter(project_id="billing")),
        ("tag=ops", EntryFilter(tags=("ops",))),
        ("sort=category", EntryFilter(limit=50)),
    ],
)
def test_filters_and_sorts(panel, memory, query, where):
    panel.open(f"/memories?{query}")

    found = [one.id for one in memory.entries().list(where)[0]]
    assert found
    assert (panel.rows if "sort" in query else sorted(panel.rows)) == (
        found if "sort" in query else sorted(found)
    )


def test_search_finds_and_a_filter_that_finds_nothing_is_no_empty_store(panel, memory):
    panel.open("/memories?q=peanuts&sort=")
    assert entry(memory, "allergic").id in panel.rows
    assert panel.answer.headers["hx-replace-url"] == "/memories?q=peanuts"

    panel.open("/memories?q=zzzzz&layer=L1")
    assert panel.rows == []
    assert "Nothing matches" in panel.text
    assert "with “zzzzz”" in panel.text
    panel.open("/memories?q=zzzzz&source=system&status=inactive")
    assert "with “zzzzz” written by “tiermem” that is “retired”." in panel.text
    assert "Nothing is remembered yet" not in panel.text
    panel.follow("clear-filters")
    assert panel.rows


def test_more_rows_are_shown_by_a_link(panel, memory):
    mine = memory.entries()
    for number in range(60):
        mine.add(mine.draft(f"Statement number {number}.", layer="L1"))
    _, total = mine.list()

    panel.open("/memories")
    assert len(panel.rows) == 50
    panel.follow("more")
    assert len(panel.rows) == 100
    assert f"100 of {total} shown" in panel.text


def test_a_memory_opens_with_its_words_its_history_and_its_recalls(panel, memory):
    dogs = entry(memory, "adopted a third dog")
    panel.open("/memories").follow(f"open-{dogs.id}")

    assert "Why it exists We adopted a third dog, Mango. you, 12 Oct 2026" in panel.text
    assert "1×, last 22 Oct 2026" in panel.text
    assert "What are my dogs called?" in panel.text

    tests = entry(memory, "4 GB of memory")
    panel.open(f"/memories/{tests.id}")
    assert "<ins> and 4 GB of memory</ins>" in panel.answer.text
    assert "Version 1, 2 Mar 2026" in panel.text
    assert "Noted by the agent on 2 Mar 2026" in panel.text


def test_a_memory_that_is_not_there(panel):
    assert panel.open("/memories/nothing1").status == 404
    assert "There is nothing here" in panel.text
    assert panel.open("/memories?open=nothing1").status == 200
    assert "It may have been erased" in panel.text


def test_retired_it_stays_in_its_place_until_the_next_action_and_undo_brings_it_back(panel, memory):
    panel.open("/memories")
    rows = panel.rows
    one = rows[3]
    panel.press(f"retire-{one}")

    assert panel.rows == rows
    assert memory.entries().get(one).status == "inactive"
    panel.press(f"retire-{one}")  # it is "Undo" now
    assert memory.entries().get(one).status == "active"
    assert "Undone" in panel.text


def test_a_memory_moves_between_the_layers(panel, memory):
    one = entry(memory, "adopted a third dog")
    panel.open("/memories").press(f"move-{one.id}")
    assert memory.entries().get(one.id).layer == "L0"
    panel.press("undo-last")
    assert memory.entries().get(one.id).layer == "L1"


def test_a_move_into_a_full_block_says_what_to_do(panel, memory):
    mine = memory.entries()
    mine.add(mine.draft("x" * 1_280, tier="user"))
    one = entry(memory, "adopted a third dog")

    panel.open("/memories").press(f"move-{one.id}")

    assert panel.status == 409
    assert "The user block holds" in panel.text
    assert mine.get(one.id).layer == "L1"


def test_labels_are_changed_and_the_engine_s_own_tags_stay(panel, memory):
    one = entry(memory, "allergic to peanuts")
    panel.open("/memories").follow(f"labels-of-{one.id}")
    panel.press(f"save-labels-{one.id}", tags="food, health", subject="allergy", category="person")

    now = memory.entries().get(one.id)
    assert (now.subject, now.category) == ("allergy", "person")
    assert set(now.tags) == {"food", "health", "standing"}
    panel.press("undo-last")
    assert memory.entries().get(one.id).tags == one.tags


def test_pinned_and_hidden(panel, memory):
    one = entry(memory, "allergic to peanuts")
    panel.open(f"/memories/{one.id}").press("peek-pin")
    assert memory.preview().view.explain().lines[0].id == one.id
    panel.open(f"/memories/{one.id}").press("peek-hide")
    assert one.content not in memory.preview().system_prompt


def test_erasing_asks_with_what_goes_and_what_stays_and_is_complete(panel, memory):
    one = entry(memory, "adopted a third dog")
    panel.open("/memories").follow(f"erase-{one.id}")
    assert "Erase this memory for good? This cannot be undone." in panel.text
    assert "It goes from memory, prompts, the search, 1 receipt and the profile." in panel.text
    assert "What stays, and speaks of the same" in panel.text
    assert memory.entries().get(one.id).status == "active", "asking erases nothing"

    panel.press("do-erase")

    assert "Erased for good" in panel.text
    with pytest.raises(UnknownEntry):
        memory.entries().get(one.id)


def test_erasing_says_that_its_words_go_from_what_stays_and_takes_them_out(panel, memory):
    mine = memory.entries()
    one = mine.add(mine.draft("The alarm code of the boat is 4711.", layer="L1")).entry
    other = mine.add(mine.draft("For Elin: the alarm code of the boat is 4711, as ever.", layer="L1")).entry
    panel.open("/memories").follow(f"erase-{one.id}")
    assert "For Elin: the alarm code" in panel.text
    assert "the erased words are cut out where they are repeated" in panel.text

    panel.press("do-erase")

    assert mine.get(other.id).content == "For Elin: [erased], as ever."


def test_selected_memories_are_erased_together_or_not_at_all(panel, memory):
    panel.open("/memories?layer=L1")
    one, other = panel.rows[:2]
    asked = panel.press("bulk-erase", ("id", one), ("id", other))
    memory.entries().erase(other)

    assert asked.press("do-erase").status == 404
    assert memory.entries().get(one).id == one

    panel.open("/memories?layer=L1")
    one, other = panel.rows[:2]
    panel.press("bulk-erase", ("id", one), ("id", other)).press("do-erase")
    assert "Erased for good" in panel.text
    for gone in (one, other):
        with pytest.raises(UnknownEntry):
            memory.entries().get(gone)


def test_selected_memories_are_retired_moved_and_tagged_together(panel, memory):
    panel.open("/memories?layer=L1")
    one, other = panel.rows[:2]
    ticks = (("id", one), ("id", other))
    mine = memory.entries()

    panel.press("bulk-tag", *ticks, tags="checked")
    assert all("checked" in mine.get(id_).tags for id_ in (one, other))
    panel.press("bulk-L0", *ticks)
    assert [mine.get(id_).layer for id_ in (one, other)] == ["L0", "L0"]
    panel.open("/memories").press("bulk-retire", *ticks)
    assert "Retired: 2 memories" in panel.text
    panel.press("undo-last")
    assert [mine.get(id_).status for id_ in (one, other)] == ["active", "active"]


def test_two_memories_are_merged_and_come_apart_again(panel, memory):
    mine = memory.entries()
    one, other = entry(memory, "Alec is Maya's manager"), entry(memory, "My manager is Alec")
    panel.open("/memories").press("bulk-merge", ("id", one.id), ("id", other.id))
    assert "Merge two memories" in panel.text

    panel.press("do-merge", content="Alec is Maya's manager and reads the release notes.", into=one.id)

    assert mine.get(one.id).content == "Alec is Maya's manager and reads the release notes."
    assert mine.get(other.id).status == "inactive"
    panel.press("undo-last")
    assert (mine.get(one.id).content, mine.get(other.id).status) == (one.content, "active")


def test_nothing_selected_is_said(panel):
    panel.open("/memories").press("bulk-retire")

    assert panel.status == 422
    assert "Nothing is selected." in panel.text


# -- Inbox -----------------------------------------------------------------------------------------


def test_the_inbox_shows_each_proposal_with_its_turn_its_reason_and_its_neighbours(panel, memory):
    panel.open("/inbox")

    assert f"{len(memory.entries().pending())} waiting" in panel.text
    change = staged(memory, "update")
    assert "<del>02</del><ins>03</ins>" in panel.answer.text
    assert "Heard Staging is refreshed at 03:00 UTC now, and the flags moved into the database." in panel.text
    assert "writes of the agent and the system need approval" in panel.text
    assert "the user asked to forget it" in panel.text
    assert "that speak of the same" in panel.text
    assert f"accept-{change.id}" in panel.page.buttons


def test_a_proposal_is_accepted_and_waits_again_when_that_is_undone(panel, memory):
    change, waiting = staged(memory, "update"), len(memory.entries().pending())
    panel.open("/inbox").press(f"accept-{change.id}")
    assert memory.entries().get(change.supersedes).content.endswith("03:00 UTC.")
    assert f"{waiting - 1} waiting" in panel.text

    panel.press("undo-last")
    assert memory.entries().get(change.supersedes).content.endswith("02:00 UTC.")
    assert f"{waiting} waiting" in panel.text


def test_a_proposal_is_edited_and_accepted(panel, memory):
    new = staged(memory, "add")
    panel.open("/inbox").follow(f"edit-of-{new.id}")
    panel.press(f"accept-{new.id}", content="The on-call runbook of Atlas is in the wiki.")

    accepted = memory.entries().get(new.id)
    assert (accepted.status, accepted.content) == ("active", "The on-call runbook of Atlas is in the wiki.")


def test_a_rejected_proposal_is_gone_and_can_come_back(panel, memory):
    forget = staged(memory, "remove")
    panel.open("/inbox").press(f"reject-{forget.id}")
    assert memory.entries().get(forget.id).status == "inactive"
    assert memory.entries().get(forget.supersedes).status == "active"

    panel.press("undo-last")
    assert staged(memory, "remove").id == forget.id


def test_a_proposal_whose_entry_changed_is_marked_and_not_decided_blindly(panel, memory):
    change = staged(memory, "update")
    panel.open("/inbox")
    mine = memory.entries()
    mine.update(change.supersedes, mine.draft("Staging is refreshed at noon."))

    panel.press(f"accept-{change.id}")

    assert panel.status == 409
    assert "It was changed elsewhere since you saw it." in panel.text
    assert "May be overtaken. The entry that it is about was changed since." in panel.text
    assert mine.get(change.supersedes).content == "Staging is refreshed at noon."
    panel.press(f"accept-{change.id}")
    assert mine.get(change.supersedes).content.endswith("03:00 UTC.")


def test_selected_proposals_are_decided_each_for_itself(panel, memory):
    ids = [one.id for one, _, _ in memory.entries().pending()]
    gone = staged(memory, "correct")
    memory.entries().reject(gone.id)

    panel.open("/inbox").press("bulk-reject", *(("id", one) for one in ids))

    assert panel.status == 409
    assert f"It was decided elsewhere: entry {gone.id} is inactive." in panel.text
    assert memory.entries().pending() == ()


def test_the_review_list_follows_what_is_written_elsewhere(panel, memory):
    panel.open("/inbox?review=1")
    mine = memory.entries()
    mine.add(mine.draft("Parks the blue van behind the bakery.", layer="L1", tier="user"))
    other = mine.add(mine.draft("Parks the blue van behind the old bakery.", layer="L1", tier="user")).entry
    new = {one.entry.id for one in memory.review().doubts()}
    assert other.id in new or any(one.other and one.other.id == other.id for one in memory.review().doubts())

    assert "Parks the blue van" in panel.open("/inbox?review=1").text
    mine.remove(other.id)
    assert "behind the old bakery" not in panel.open("/inbox?review=1").text


def test_the_review_list_is_kept_or_retired(panel, memory):
    doubts = [one.entry.id for one in memory.review().doubts()]
    waiting = {one.id for one, _, _ in memory.entries().pending()}
    one, other = [id_ for id_ in doubts if id_ not in waiting][:2]

    panel.open("/inbox").follow("look").press(f"keep-{one}").press(f"retire-{other}")

    assert memory.entries().get(other).status == "inactive"
    assert one not in [doubt.entry.id for doubt in memory.review().doubts()]


# -- what holds on every page ----------------------------------------------------------------------


def test_a_statement_that_is_longer_than_its_block_is_to_be_shortened(panel):
    panel.open("/memories?add=memory").press("add-to-memory", content="The tide is high. " * 200)

    assert panel.status == 409
    assert "It is too long for the block alone: shorten it" in panel.text


def test_the_page_of_a_memory_that_is_not_there_leads_to_all_of_them(panel):
    panel.open("/memories/nothing1")
    assert (panel.status, "again" in panel.page.links) == (404, False)

    assert panel.follow("all-memories").rows


def test_text_is_shown_as_text(panel, memory):
    mine = memory.entries()
    one = mine.add(mine.draft('<script>alert("1")</script> & <img src=x onerror=a>', layer="L1")).entry
    panel.open(f"/memories?open={one.id}")

    assert "&lt;script&gt;" in panel.answer.text
    assert "<img src=x" not in panel.answer.text
    panel.open(
        "/memories",
    ).open('/memories?q="><script>x</script>')
    assert "<script>x" not in panel.answer.text


def test_no_page_has_script_or_style_of_its_own(panel, memory):
    one = entry(memory, "allergic to peanuts").id
    for page in (
        "/",
        "/memories",
        f"/memories?open={one}&edit={one}",
        f"/memories?erase={one}",
        "/inbox",
        "/x",
    ):
        html = panel.open(page).answer.text
        assert "style=" not in html, page
        for part in html.split("<script")[1:]:
            assert part.startswith(' src="/static/'), page


@pytest.mark.parametrize("address", ["//evil.example/", "https://evil.example/", "/\\evil.example", "x"])
def test_an_action_leads_back_to_the_panel_alone(address):
    assert Place.parse(address)() == "/"


def test_an_administrator_sees_every_user_and_a_user_themselves_alone(server, memory, panel):
    other = memory.entries("sam")
    secret = other.add(other.draft("Sam's secret plan.", tier="user")).entry

    assert "secret plan" not in panel.open("/").text
    assert "secret plan" in panel.open("/?user=sam").text
    assert "written by sam" in panel.text
    with signed_in(server, "sam") as own:
        assert "secret plan" in own.open("/").text
        assert "written by you" in own.text
        assert "peanuts" not in own.open("/memories").text
        assert own.open("/?user=me").status == 404
    with signed_in(server, "ana") as stranger:
        assert stranger.open(f"/memories/{secret.id}").status == 404
        assert "may have been erased" in stranger.open(f"/memories?open={secret.id}").text


def test_vendored_script_is_the_published_one():
    sums = {
        "htmx.min.js": "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
        "htmx.LICENSE.txt": "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
    }
    found = {name: hashlib.sha256((FOLDER / "static" / name).read_bytes()).hexdigest() for name in sums}

    assert found == sums


def test_differences_are_by_word_and_by_character_where_there_are_no_spaces():
    assert [tuple(one) for one in difference("Deploys on Tuesday.", "Deploys on Thursday.")] == [
        ("same", "Deploys on "), ("del", "Tuesday"), ("ins", "Thursday"), ("same", "."),
    ]  # fmt: skip
    assert ("ins", "夜") in [tuple(one) for one in difference("毎朝走る", "毎夜走る")]
    assert [one.kind for one in difference("a b", "a b")] == ["same"]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2026-11-28T11:59:30", "now"),
        ("2026-11-28T10:00:00", "2 h"),
        ("2026-11-01T12:00:00", "3 w"),
        ("2025-10-01T00:00:00", "1 y"),
        ("?", "?"),
    ],
)
def test_age_is_short(at, said):
    assert age(at + "Z" * (at != "?"), moment("2026-11-28T12:00:00Z")) == said


# -- what is refused -------------------------------------------------------------------------------


def test_a_page_names_no_command_of_a_terminal(panel, memory):
    one = next(one for one in memory.entries().list()[0] if one.subject and one.tier == "user")
    panel.open("/").press("add-to-user", content="Something else is true of it.", subject=one.subject)

    assert panel.status == 409
    assert f"Memory {one.id} is about {one.subject!r} already" in panel.text
    assert "'tiermem " not in panel.text
    assert "--" not in panel.text
    assert panel.open("/memories/nowhere").status == 404
    assert "There is no memory 'nowhere'." in panel.text
    assert "'tiermem " not in panel.text


def test_numbers_without_end_name_nothing(server):
    with server.client() as client:
        turn = client.post("/journal/erase", data={"ref": "session/" + "9" * 5_000, "session": "other"})
        observation = client.post("/retry/" + "9" * 40)

    assert (turn.status_code, observation.status_code) == (404, 422)


FORMS = [
    ("/entries", {"content": "It rains.", "layer": "L2"}, "one of the layers L0 and L1"),
    ("/entries", {"content": "It rains.", "tier": "weather"}, "one of the tiers"),
    ("/entries/{id}/burn", {}, "There is no action 'burn'."),
    ("/entries/{id}/move", {"layer": "L2"}, "Entries are moved to L0"),
    ("/selected", {"id": "{id}", "do": "burn"}, "There is no action 'burn'."),
    ("/selected", {"id": "{id}", "do": "tag", "tags": " , "}, "Name a tag to add."),
    ("/inbox/{staged}/postpone", {}, "There is no decision 'postpone'."),
    ("/inbox/{id}/accept", {}, "It was decided elsewhere: entry {id} is active."),
    ("/inbox", {"do": "accept"}, "Nothing is selected."),
    ("/review/{id}/burn", {}, "There is no decision 'burn'."),
    ("/settle", {"path": "Role", "keep": "both"}, "Choose one of the two values."),
]


def test_a_form_that_no_page_has_is_refused_with_the_reason_and_changes_nothing(server, memory):
    names = {"id": entry(memory, "Lives in Alfama").id, "staged": staged(memory, "add").id}
    head = memory.timeline.head

    with server.client() as client:
        for address, form, told in FORMS:
            answer = client.post(
                address.format(**names), data={name: value.format(**names) for name, value in form.items()}
            )
            assert answer.status_code == 422, (address, form)
            assert told.format(**names) in html.unescape(answer.text)

    assert memory.timeline.head == head


def test_what_was_decided_elsewhere_is_named_beside_what_is_decided_now(server, memory):
    gone, waits = "nowhere1", staged(memory, "add")

    with server.client() as client:
        answer = client.post("/inbox", data={"id": [gone, waits.id], "do": "reject"})

    assert answer.status_code == 409
    assert gone in answer.text
    assert memory.entries().get(waits.id).status == "inactive"


@pytest.mark.parametrize(
    "address", ["////evil.example/x", "//evil.example", "/\\evil.example", "http://evil.example"]
)
def test_an_action_leads_back_to_a_page_of_the_panel_alone(server, address):
    with server.client() as client:
        answer = client.post("/entries", data={"content": "Likes harbours at night.", "back": address})

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/?done=added")


def test_the_page_of_an_error_leads_on_to_the_same_user(server):
    with server.client() as client:
        told = client.get("/memories/nowhere", params={"user": "sam"}).text

    assert 'href="/memories?user=sam"' in told
    assert 'href="/?user=sam"' in told
    assert 'href="/memories"' not in told
