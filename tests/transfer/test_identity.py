"""The identity as Markdown, and what an edited document changes."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.transfer.identity import Paragraph, changes, paragraph, parse, render
from tiermem.values import Draft, Entry

DEFAULTS = Draft(content="", speaker="user")
TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\r"), min_size=1, max_size=40)
TRICKY = st.lists(
    st.sampled_from(["## Name", "##", "\\", "\\\\", "\\## a", "##x", " ", "", "tea", "\t## b"]), min_size=1
)
CONTENTS = (TEXTS | TRICKY.map("\n".join)).map(str.strip).filter(bool)
SECTIONS = st.none() | st.sampled_from(["Work", "Name", "## odd", "a  b"])


def entry(content, section=None, entry_id="a"):
    return Entry(
        id=entry_id,
        scope_id=1,
        layer="L0",
        tier="identity",
        content=content,
        subject=section,
        source="user",
        created_at="2026-03-02T00:00:00.000000Z",
        updated_at="2026-03-02T00:00:00.000000Z",
    )


@st.composite
def identities(draw):
    pairs = draw(st.lists(st.tuples(CONTENTS, SECTIONS), max_size=8))
    return [entry(content, section, f"id{place}") for place, (content, section) in enumerate(pairs)]


def applied(entries, done):
    """Return the identity after the changes."""
    by_id = {one.id: one for one in entries}
    said = {one.id: paragraph(one) for one in entries}
    for place, change in enumerate(done):
        if change.operation == "remove":
            del said[change.target]
            continue
        section = change.draft.subject
        if change.operation == "update":
            assert change.target in by_id
            section = section or paragraph(by_id[change.target]).section
        said[change.target or f"new{place}"] = Paragraph(section, change.content)
    return Counter(said.values())


@given(identities())
def test_a_document_that_was_not_edited_changes_nothing(entries):
    assert changes(entries, render(entries), DEFAULTS) == []


@given(identities())
def test_a_document_says_what_the_entries_say(entries):
    assert Counter(parse(render(entries))) == Counter(map(paragraph, entries))


@given(identities())
def test_windows_line_ends_change_nothing(entries):
    assert changes(entries, render(entries).replace("\n", "\r\n"), DEFAULTS) == []


@given(identities(), identities())
def test_after_the_changes_the_entries_say_what_the_document_says(before, after):
    edited = render(after)

    done = changes(before, edited, DEFAULTS)

    assert applied(before, done) == Counter(parse(edited))


@given(identities(), st.text(max_size=200))
def test_any_text_at_all_is_a_document(entries, text):
    assert applied(entries, changes(entries, text, DEFAULTS)) == Counter(parse(text))


@given(identities(), identities())
def test_each_entry_is_changed_once_at_most_and_removals_come_first(before, after):
    done = changes(before, render(after), DEFAULTS)

    targets = [change.target for change in done if change.target]
    assert len(targets) == len(set(targets))
    order = ["remove", "update", "add"]
    assert [change.operation for change in done] == sorted(
        (change.operation for change in done), key=order.index
    )


def test_sections_stand_under_headings_after_what_has_none():
    document = render(
        [entry("Nurse", "Work", "a"), entry("Prefers tea", None, "b"), entry("Nights only", "Work", "c")]
    )

    assert document == "Prefers tea\n\n## Work\n\nNurse\n\nNights only\n"


def test_a_reworded_paragraph_is_an_update_of_its_entry():
    entries = [entry("Works as a nurse", "Work", "a"), entry("Prefers tea", "Work", "b")]

    done = changes(entries, "## Work\n\nWorks as a head nurse\n\nPrefers tea\n", DEFAULTS)

    assert [(one.operation, one.target, one.content) for one in done] == [
        ("update", "a", "Works as a head nurse")
    ]


def test_a_quite_different_paragraph_is_a_new_entry():
    done = changes([entry("Works as a nurse", "Work")], "## Work\n\nLikes mountains\n", DEFAULTS)

    assert [(one.operation, one.content) for one in done] == [("remove", ""), ("add", "Likes mountains")]


def test_each_entry_takes_the_paragraph_that_is_most_like_it():
    entries = [entry("Has two children, Ada and Ben", None, "a")]

    done = changes(entries, "Has two dogs, Ada and Rex\n\nHas two children, Ada and Bob\n", DEFAULTS)

    assert [(one.operation, one.target, one.content) for one in done] == [
        ("update", "a", "Has two children, Ada and Bob"),
        ("add", None, "Has two dogs, Ada and Rex"),
    ]


def test_a_moved_paragraph_keeps_its_entry():
    done = changes([entry("Prefers tea", "Work")], "## Habits\n\nPrefers tea\n", DEFAULTS)

    assert [(one.operation, one.target, one.draft.subject) for one in done] == [("update", "a", "Habits")]


def test_a_paragraph_moved_out_of_all_sections_is_a_new_entry():
    done = changes([entry("Prefers tea", "Work")], "Prefers tea\n", DEFAULTS)

    assert [(one.operation, one.draft and one.draft.subject) for one in done] == [
        ("remove", None),
        ("add", None),
    ]


def test_new_entries_get_layer_tier_and_the_given_defaults():
    [add] = changes([], "## Work\n\nNurse\n", Draft(content="", layer="L1", speaker="user", project_id="p"))

    assert (add.draft.layer, add.draft.tier, add.draft.subject) == ("L0", "identity", "Work")
    assert (add.draft.speaker, add.draft.project_id) == ("user", "p")


@each_row("heading", ["##", "## ", "##  \t"])
def test_an_empty_heading_ends_the_sections(heading):
    assert parse(f"## Work\nNurse\n{heading}\nPrefers tea") == [
        Paragraph("Work", "Nurse"),
        Paragraph(None, "Prefers tea"),
    ]


def test_a_document_of_nothing_removes_everything():
    done = changes([entry("Nurse", "Work", "a"), entry("Tea", None, "b")], "\n \n", DEFAULTS)

    assert [(one.operation, one.target) for one in done] == [("remove", "a"), ("remove", "b")]
