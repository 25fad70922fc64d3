"""A new store from stream and versions, on each engine."""

from __future__ import annotations

import pytest
from tests.store.living import a_life, opened, rows
from tests.store.making import sql

from tiermem.errors import InputError
from tiermem.memory.care.safekeeping import Safekeeping
from tiermem.store import open_store
from tiermem.store.contract import EntryFilter

NOTHING_DIFFERS = {"kept": None, "mended": [], "lost": [], "findings": []}


def read(url):
    """Return what users read, and every row that is kept."""
    with opened(url) as memory:
        seen = [memory.entries(user).list(EntryFilter(statuses=()))[0] for user in ("ann", "bob")]
        found = [memory.entries(user).search("harbour crane boss").entries for user in ("ann", "bob")]
        return seen, found, rows(memory)


@pytest.fixture
def url(new_url):
    """A store that was used."""
    url = new_url()
    with opened(url) as memory:
        a_life(memory)
    return url


def test_a_store_is_rebuilt_from_its_stream_and_versions(url, new_url):
    before = read(url)
    new = new_url()

    assert Safekeeping(store=url).rebuild(new).as_dict() == NOTHING_DIFFERS
    assert read(new) == before == read(url)


def test_rebuilding_reports_and_corrects_records_that_differ_from_the_stream(url, new_url):
    before = read(url)
    store = open_store(url)
    sql(store, "UPDATE entries SET importance = 0.1, content = 'Forged' WHERE status = 'active'")
    store.close()
    forged = sum(entry.content == "Forged" for entries in read(url)[0] for entry in entries)
    new = new_url()

    done = Safekeeping(store=url).rebuild(new)

    assert forged
    assert done.lost == []
    assert done.findings == []
    assert len(done.mended) >= forged
    assert all("made from stream and versions" in line for line in done.mended)
    assert read(new) == before


def test_a_rebuilt_store_of_a_server_may_be_a_file(url, tmp_path):
    before, file = read(url), str(tmp_path / "new.db")

    assert Safekeeping(store=url).rebuild(file).as_dict() == NOTHING_DIFFERS
    assert read(file) == before


def test_no_store_in_use_is_rebuilt_over(url, new_url):
    there = new_url()
    with opened(there) as memory:
        a_life(memory)
    before = read(there)

    with pytest.raises(InputError):
        Safekeeping(store=url).rebuild(there)
    assert read(there) == before


def test_what_a_store_that_was_rebuilt_learns_is_numbered_on(url, new_url):
    new = new_url()
    Safekeeping(store=url).rebuild(new)

    with opened(new) as memory:
        entries = memory.entries("ann")
        added = entries.add(entries.draft("The lighthouse is closed")).entry
        assert [one.id for one in entries.search("lighthouse").entries] == [added.id]
        assert memory.maintenance.doctor() == []
