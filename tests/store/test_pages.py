"""A list of entries is read page by page: every entry once, in order, with filters, whatever is written meanwhile."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiermem import EntryFilter, Memory
from tiermem.errors import InputError
from tiermem.values import ENTRY_SORTS, Entry
from tiermem.values.frozen import replace

MOMENTS = [f"2026-03-{day:02}T08:00:00.000000Z" for day in range(1, 10)]
KEYS = {
    "category": (lambda one: (one.category is None, one.category or "", one.created_at, one.id), False),
    "newest": (lambda one: (one.created_at, one.id), True),
    "updated": (lambda one: (one.updated_at, one.id), True),
}


@pytest.fixture
def memory(new_url):
    with Memory.open(store=new_url()) as memory:
        yield memory


@pytest.fixture(scope="module")
def filled(shared_url):
    """Entries of all four owners and statuses, some of them made or changed at the same instant; only read."""
    with Memory.open(store=shared_url) as memory:
        put(memory, entries_of(memory, 120))
        yield memory


def entries_of(memory, number):
    reach = memory.reach()
    owners = (reach.house.id, reach.agent.id, reach.user.id, reach.pair.id)
    return [
        Entry(
            id=f"{(place * 7919) % 100000:08}",
            scope_id=owners[place % 4],
            layer=("L0", "L1", "L2")[place % 3],
            tier=("memory", "user")[place % 2],
            content=f"Statement {place} of the deployment in week {place % 9}",
            subject=(None, "Alec", "Größe")[place % 3],
            category=(None, "person", "project")[(place // 3) % 3],
            tags=("billing",) if place % 5 == 0 else (),
            status=("active", "active", "active", "inactive", "staged")[(place // 2) % 5],
            project_id="p" if place % 4 == 1 else None,
            source="user",
            created_at=MOMENTS[place % 9],
            updated_at=MOMENTS[(place * 5) % 9],
        )
        for place in range(number)
    ]


def put(memory, entries):
    store = memory._engine.store  # noqa: SLF001 entries of chosen instants and owners
    with store.transaction():
        for entry in entries:
            store.records.insert(entry)


def walk(entries, limit=7, **asked):
    """All entries of all pages, and the total that the first page gave."""
    first = page = entries.page(limit=limit, **asked)
    found = list(page.entries)
    while page.next:
        page = entries.page(limit=limit, cursor=page.next, **asked)
        found += page.entries
    return found, first.total


@pytest.mark.parametrize("sort", KEYS)
@pytest.mark.parametrize(
    "where",
    [
        EntryFilter(),
        EntryFilter(statuses=()),
        EntryFilter(statuses=("inactive", "staged")),
        EntryFilter(layers=("L1",), tiers=("user",)),
        EntryFilter(category="person"),
        EntryFilter(subject="alec"),
        EntryFilter(subject="größe"),
        EntryFilter(tags=("billing",)),
        EntryFilter(project_id="p"),
        EntryFilter(since="2026-03-03", until="2026-03-06"),
        EntryFilter(tags=("none",)),
    ],
    ids=repr,
)
def test_the_pages_are_the_sorted_list_with_its_exact_total(filled, where, sort):
    entries = filled.entries()
    key, falling = KEYS[sort]
    expected = sorted(entries.list(where)[0], key=key, reverse=falling)

    found, total = walk(entries, where=where, sort=sort)

    assert [one.id for one in found] == [one.id for one in expected]
    assert total == len(expected)


def test_the_default_is_the_fixed_order_of_blocks(filled):
    entries = filled.entries()

    assert walk(entries)[0] == entries.list()[0]


@given(limit=st.integers(1, 60), sort=st.sampled_from(ENTRY_SORTS))
def test_no_size_of_a_page_loses_or_repeats_an_entry(tmp_path_factory, limit, sort):
    path = tmp_path_factory.getbasetemp() / "paged.db"
    with Memory.open(store=str(path)) as memory:
        if not memory.entries().list()[1]:
            put(memory, entries_of(memory, 60))
        found, total = walk(memory.entries(), limit=limit, sort=sort)

    assert len({one.id for one in found}) == len(found) == total


def test_entries_that_are_written_meanwhile_do_not_shift_the_next_page(memory):
    entries = memory.entries()
    for place in range(6):
        entries.add(entries.draft(f"The crane {place} is blue.", layer="L1"))
    first = entries.page(sort="newest", limit=3)
    entries.add(entries.draft("The harbour opens at eight.", layer="L1"))

    second = entries.page(sort="newest", limit=3, cursor=first.next)

    assert [one.content for one in (*first.entries, *second.entries)] == [
        f"The crane {place} is blue." for place in (5, 4, 3, 2, 1, 0)
    ]
    assert second.next is None


def test_those_recalled_most_often_come_first_and_the_others_by_their_last_change(memory):
    entries = memory.entries()
    for name, town in (("Ana", "Porto"), ("Ben", "Quito"), ("Cleo", "Riga"), ("Dora", "Sofia")):
        entries.add(entries.draft(f"{name}'s sister lives in {town}.", layer="L1", tier="user"))
    for town in ("Quito", "Quito", "Sofia"):
        memory.recall(f"Who lives in {town}?")

    found, total = walk(entries, limit=1, sort="recalled")

    times = entries.recalls(found)
    assert [times.get(one.id, (0,))[0] for one in found] == sorted(
        (times.get(one.id, (0,))[0] for one in found), reverse=True
    )
    assert [one.content.split()[-1] for one in found] == ["Quito.", "Sofia.", "Riga.", "Porto."]
    assert total == 4


def test_another_user_sees_and_counts_only_what_is_shared(filled):
    found, total = walk(filled.entries("ben"), where=EntryFilter(statuses=()))

    assert total == len(found) == 60  # those of the house and the agent
    assert walk(filled.entries("ben"), sort="recalled")[1] == len(walk(filled.entries("ben"))[0])


# -- typing --------------------------------------------------------------------------------------


@pytest.fixture
def typed(memory):
    entries = memory.entries()
    for content, subject in (
        ("Deploys of billing go through the staging gate.", "billing"),
        ("The deployment of the shop is on Friday.", None),
        ("Billing is planned by Ana.", None),
        ("Deportation is a word in this test.", None),
        ("日本語の勉強を続けたい。", None),
        ("The café is closed.", "Café"),
    ):
        entries.add(entries.draft(content, layer="L1", subject=subject), allow_same_subject=True)

    def found(text, **asked):
        return [one.content for one in walk(entries, limit=2, query=text, **asked)[0]]

    return found


def test_the_last_word_is_a_beginning(typed):
    assert len(typed("dep")) == 3
    assert len(typed("deplo")) == 2
    assert typed("billing dep") == ["Deploys of billing go through the staging gate."]
    assert typed("CAFE") == typed("caf") == ["The café is closed."]
    assert typed("日本") == ["日本語の勉強を続けたい。"]


def test_each_letter_of_a_word_finds_it(typed):
    for length in range(1, len("deployment") + 1):
        assert "The deployment of the shop is on Friday." in typed("deployment"[:length])


def test_where_none_has_all_words_those_with_any_are_found(typed):
    assert len(typed("ana friday zebra")) == 2


def test_what_is_about_it_comes_first_then_those_with_these_very_words(typed):
    assert typed("billing")[0] == "Deploys of billing go through the staging gate."
    assert typed("the deployment")[0] == "The deployment of the shop is on Friday."


def test_summaries_of_the_archive_come_after_what_they_sum_up(memory):
    put(
        memory,
        [
            replace(
                entries_of(memory, 1)[0], id=f"{layer}000000", layer=layer, content=content, created_at=at
            )
            for layer, content, at in (
                ("L1", "The cello is in the attic.", MOMENTS[0]),
                ("L2", "Ana plays the cello, and the cello is in the attic.", MOMENTS[8]),
            )
        ],
    )
    entries = memory.entries()

    assert [one.layer for one in walk(entries, query="the cello")[0]] == ["L1", "L2"]
    assert [one.layer for one in walk(entries, query="c")[0]] == ["L1", "L2"]


@pytest.mark.parametrize("text", ["zebra", "…", '"', "NEAR(", "a AND", "*", "{content}:", "\x00"])
def test_nothing_that_is_typed_is_syntax(typed, text):
    assert typed(text) == [] or text in {"a AND", "NEAR(", "{content}:"}


def test_what_is_typed_keeps_to_the_filter_and_can_be_sorted(filled):
    entries = filled.entries()
    where = EntryFilter(tiers=("user",), statuses=())
    everything = [one.id for one in sorted(entries.list(where)[0], key=KEYS["updated"][0], reverse=True)]

    by_match, total = walk(entries, where=where, query="statement deploy")
    sorted_, again = walk(entries, where=where, query="statement deploy", sort="updated")

    assert sorted(one.id for one in by_match) == sorted(everything)
    assert [one.id for one in sorted_] == everything
    assert total == again == len(everything)


def test_beyond_those_that_are_ranked_the_pages_go_on(filled, monkeypatch):
    monkeypatch.setattr("tiermem.engine.recall.entry_pages.RANKED", 5)
    entries = filled.entries()

    found, total = walk(entries, query="statement")

    assert total == len(found) == len({one.id for one in found}) == entries.list()[1]


# -- cursors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "!",
        "bnVsbA",
        "W10",
        "WyJuZXdlc3QiXQ",
        "WyJuZXdlc3QiLDEsMl0",
        "WyJuZXdlc3QiLCJcdWQ4MDAiLCJhIl0",
        "é",
    ],
)
def test_a_cursor_that_no_page_gave_is_an_error(filled, cursor):
    for asked in ({}, {"sort": "newest"}, {"query": "statement"}):
        with pytest.raises(InputError, match="cursor"):
            filled.entries().page(cursor=cursor, **asked)


def test_a_cursor_of_another_order_is_an_error(filled):
    entries = filled.entries()
    for one, other in itertools.permutations(ENTRY_SORTS, 2):
        cursor = entries.page(sort=one, limit=2).next
        with pytest.raises(InputError, match="cursor"):
            entries.page(sort=other, cursor=cursor)


@pytest.mark.parametrize("asked", [{"limit": 0}, {"limit": -1}, {"sort": "colour"}])
def test_a_page_that_is_none_is_an_error(filled, asked):
    with pytest.raises(InputError):
        filled.entries().page(**asked)


def test_the_total_can_be_left_out(filled):
    page = filled.entries().page(limit=3, count=False)

    assert (len(page.entries), page.total) == (3, None)
    assert page.next is not None
