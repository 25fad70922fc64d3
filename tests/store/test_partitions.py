"""A store on PostgreSQL whose large tables are split by owner."""

from __future__ import annotations

import pytest

pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")

import psycopg
from tests.store.living import a_life, opened, rows
from tests.store.making import found, put, sql
from tests.store.postgresql import OWNER, ROLE, SERVERS

from tiermem.errors import InputError
from tiermem.memory.care.safekeeping import copy_store, set_up_roles
from tiermem.store import open_store

pytestmark = pytest.mark.parametrize(
    "version", [*(pytest.param(one, marks=pytest.mark.slow) for one in SERVERS[:-1]), SERVERS[-1]]
)
SPLIT = ("documents", "events", "entries")


@pytest.fixture
def server(version, servers):
    return servers.of(version)


@pytest.fixture
def url(server):
    return server.new_store(partitions=3)


def of_owner(url):
    return url.replace(f"//{ROLE}@", f"//{OWNER}@")


def test_what_lives_in_partitions_is_what_lives_in_a_file(url, tmp_path):
    lived = []
    for place in (url, str(tmp_path / "memory.db")):
        with opened(place) as memory:
            a_life(memory)
            seen = [memory.entries(user).search("harbour crane boss").entries for user in ("ann", "bob")]
            lived.append((seen, [table for table, _ in rows(memory)], memory.maintenance.doctor()))
    (here, tables, findings), (there, in_file, _) = lived

    assert [[one.content for one in each] for each in here] == [
        [one.content for one in each] for each in there
    ]
    assert tables == in_file
    assert findings == []
    store = open_store(url)
    assert store.search.reindex() > 0
    for table in SPLIT:
        kept = [sql(store, f"SELECT count(*) FROM {table}_{part}")[0][0] for part in range(3)]
        assert sum(kept) == sql(store, f"SELECT count(*) FROM {table}")[0][0] > max(kept)
    store.close()


def test_partitions_have_the_keys_indexes_triggers_and_policies_of_the_whole(server, url):
    def described(place):
        with psycopg.connect(place) as connection:
            return {
                what: connection.execute(query, {"tables": list(SPLIT)}).fetchall()
                for what, query in DESCRIBED.items()
            }

    assert described(url) == described(server.new_store(partitions=None))


DESCRIBED = {
    "columns": "SELECT table_name, column_name, is_nullable, column_default IS NULL, is_identity, is_generated, "
    "collation_name FROM information_schema.columns WHERE table_name = ANY (%(tables)s) ORDER BY 1, 2",
    "constraints": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE conrelid::regclass::text = ANY (%(tables)s) AND contype <> 'n' ORDER BY 1, 2",
    "indexes": "SELECT replace(indexdef, ' ON ONLY ', ' ON ') FROM pg_indexes WHERE tablename = ANY (%(tables)s) "
    "ORDER BY 1",
    "triggers": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal "
    "AND tgrelid::regclass::text = ANY (%(tables)s) ORDER BY 1",
    "policies": "SELECT tablename, policyname, roles::text, qual FROM pg_policies "
    "WHERE tablename = ANY (%(tables)s) ORDER BY 1, 2",
}


def test_a_query_of_a_partition_sees_no_rows_of_others(url):
    store = open_store(url)
    ann, ben = (store.records.reach(house="home", agent="coder", user=user) for user in ("ann", "ben"))
    for reach, thing in ((ann, "crane"), (ben, "pelican")):
        put(store, reach, f"The {thing} is blue")
    assert found(store, ann, "blue", "crane", "pelican") == found(store, ann, "crane")
    store.close()

    parts = [f"{table}_{part}" for table in SPLIT for part in range(3)]
    with psycopg.connect(url) as connection:
        assert {connection.execute(f"SELECT count(*) FROM {one}").fetchone() for one in parts} == {(0,)}
        setting = "{" + ",".join(map(str, ann.ids)) + "}"
        connection.execute("SELECT set_config('tiermem.scopes', %s, true)", (setting,))
        seen = [connection.execute(f"SELECT scope_id FROM {one}").fetchall() for one in parts]
    assert {owner for part in seen for (owner,) in part} == {ann.user.id}


def test_a_store_is_copied_into_partitions_and_one_with_rows_is_not_split(server, url, tmp_path):
    file = str(tmp_path / "memory.db")
    with opened(file) as memory:
        a_life(memory)

    there = copy_store(file, of_owner(server.new_store(partitions=3)))
    assert there.rows["entries"] > 0
    whole = server.new_store(partitions=None)
    with opened(whole) as memory:
        a_life(memory)
    with pytest.raises(InputError, match="has rows"):
        set_up_roles(of_owner(whole), ROLE, 3)
    with pytest.raises(InputError, match="partitions"):
        set_up_roles(of_owner(url), ROLE, 1)
    assert set_up_roles(of_owner(url), ROLE, 3) is False  # what is split stays as it is
