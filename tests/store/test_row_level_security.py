"""Row-level security: even a wrong query sees no rows of others."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")

import psycopg
from tests.store.making import begun, entry, event, found, logged, put, receipt, said, sql, told
from tests.store.postgresql import OWNER, ROLE, SERVERS

from tiermem.errors import InputError, UnusableStore
from tiermem.memory.care.safekeeping import set_up_roles
from tiermem.store import open_store
from tiermem.store.postgresql.database import translated

VERSION = SERVERS[-1]
pytestmark = pytest.mark.parametrize("backend", [f"postgresql-{VERSION}"], indirect=True)
PRIVATE = ("entries", "entry_versions", "events", "sessions", "turns", "recalls", "recalled", "documents")


@pytest.fixture
def server(backend, servers):
    return servers.of(VERSION)


@pytest.fixture
def ben(store):
    return store.records.reach(house="home", agent="coder", user="ben")


@pytest.fixture
def lives(store, ann, ben):
    """Return the rows of two users in most tables."""
    for reach, thing in ((ann, "crane"), (ben, "pelican")):
        put(store, reach, f"The {thing} is blue", id=f"of-{thing}")
        talk = begun(store, reach, f"talk-{thing}")
        said(store, talk.id, f"My {thing} is green")
        told(store, event(reach.user.id))
        logged(store, reach, receipt(thing, [f"of-{thing}"]))


def asked(url, statement, *values, scopes=None, then=None):
    """The rows of a query that somebody wrote by mistake, as the application's role, told some owners."""
    with psycopg.connect(url) as connection:
        if scopes is not None:
            setting = "{" + ",".join(map(str, scopes)) + "}"
            connection.execute("SELECT set_config('tiermem.scopes', %s, true)", (setting,))
        if then is not None:
            connection.execute(then)
        cursor = connection.execute(statement, values)
        return cursor.fetchall() if cursor.description else cursor.rowcount


@pytest.mark.usefixtures("lives")
def test_a_query_that_was_told_no_owners_gets_nothing(store):
    assert [asked(store.url, f"SELECT count(*) FROM {one}") for one in (*PRIVATE, "scopes")] == [[(0,)]] * 9
    assert sql(store, "SELECT count(*) FROM entries") == [(2,)]
    with psycopg.connect(store.url) as connection:  # the setting ends with its transaction
        connection.execute("SELECT set_config('tiermem.scopes', '{1,2,3,4,5,6}', true)")
        connection.commit()
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (0,)


@pytest.mark.usefixtures("lives")
def test_a_query_without_a_condition_gets_its_own_rows_alone(store, ann):
    for table in PRIVATE:
        owners = asked(store.url, f"SELECT DISTINCT scope_id FROM {table}", scopes=ann.ids)
        assert {owner for (owner,) in owners} == {ann.user.id}, table
    by_id = "SELECT content FROM entries WHERE id = %s"
    assert asked(store.url, by_id, "of-pelican", scopes=ann.ids) == []
    assert asked(store.url, by_id, "of-crane", scopes=ann.ids) == [("The crane is blue",)]
    assert asked(store.url, "UPDATE entries SET importance = 1", scopes=ann.ids) == 1
    assert asked(store.url, "DELETE FROM recalled", scopes=ann.ids) == 1


@pytest.mark.usefixtures("lives")
def test_a_condition_that_fails_on_the_texts_of_others_is_not_asked_of_them(store, ann):
    dividing = (
        "SELECT count(*) FROM entries WHERE 1 / (CASE WHEN content LIKE '%%pelican%%' THEN 0 ELSE 1 END) = 1"
    )

    assert asked(store.url, dividing, scopes=ann.ids) == [(1,)]


def test_rows_are_not_put_in_or_moved_to_others(store, ann, ben):
    put(store, ann, "The crane is blue")

    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        asked(store.url, "UPDATE entries SET scope_id = %s", ben.user.id, scopes=ann.ids)
    insert = "INSERT INTO events (at, kind, scope_id, source, payload) VALUES ('', 'told', %s, 'user', '{}')"
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        asked(store.url, insert, ben.user.id, scopes=ann.ids)


def test_an_id_that_others_have_is_free_and_tells_nothing(store, ann, ben):
    for reach in (ann, ben):
        put(store, reach, f"The crane of {reach.user.name} is blue", id="the-same")

    for reach in (ann, ben):
        assert reach.user.name in store.records.get("the-same", reach.ids).content
        assert [one.content for one in store.records.versions("the-same", reach.ids)] == [
            f"The crane of {reach.user.name} is blue"
        ]


@pytest.mark.usefixtures("lives")
def test_the_functions_that_find_words_look_at_owners_that_were_told(store, ann, ben):
    matching = "SELECT count(*) FROM documents_matching('pelican | crane', %s, false)"
    holding = "SELECT count(*) FROM documents_holding('{pelican}', '{pelican}', %s, '{false}', 10)"
    everybody = [*ann.ids, *ben.ids]

    assert asked(store.url, matching, everybody) == [(0,)]
    assert asked(store.url, matching, everybody, scopes=ann.ids) == [(1,)]
    assert asked(store.url, holding, everybody, scopes=ann.ids) == [(0,)]
    assert asked(store.url, holding, everybody, scopes=ben.ids) == [(1,)]
    assert found(store, ann, "crane", "pelican") == ["of-crane", "talk-crane/0"]


def test_words_are_found_by_the_index(store, ann):
    with store.transaction():
        for number in range(2_000):
            store.records.insert(entry(ann, f"The crane number {number} is blue"))
    sql(store, "ANALYZE documents")
    searching = "EXPLAIN SELECT id FROM documents WHERE words @@ '1999'::tsquery"

    as_finder = asked(
        re.sub("//[a-z]+@", "//postgres@", store.url), searching, then="SET ROLE tiermem_finder"
    )
    own = asked(store.url, searching, scopes=ann.ids)

    reading = "SELECT d.at FROM json_each(?) row CROSS JOIN documents d ON d.id = CAST(row.value AS BIGINT)"
    listed = asked(store.url, f"EXPLAIN {translated(reading)}", f"[{ann.user.id << 38}]", scopes=ann.ids)

    assert "documents_pkey" in str(listed)  # a cast that may fail is not asked before the policy
    assert "documents_by_word" in str(as_finder)
    assert "documents_by_word" not in str(own)  # so there is a role that finds


def test_the_application_owns_nothing_and_cannot_pass_the_policies(store):
    owned = "SELECT relname FROM pg_class WHERE relowner = 'tiermem'::regrole"
    forced = (
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
        "AND NOT (relrowsecurity AND relforcerowsecurity)"
    )
    rights = "SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname IN ('tiermem', 'tiermem_finder')"

    assert sql(store, owned) == []
    assert sql(store, forced) == [("migrations",)]
    assert sql(store, rights) == [(False, False, False)] * 2
    assert sql(store, "SELECT pg_has_role('keeper', 'tiermem_finder', 'USAGE')") == [(False,)]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        asked(store.url, "ALTER TABLE entries NO FORCE ROW LEVEL SECURITY")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        asked(store.url, "DELETE FROM migrations")


def test_an_owner_alone_is_bound_by_the_policies_too(server):
    store = open_store(server.new_database())
    ann = store.records.reach(house="home", agent="coder", user="ann")
    put(store, ann, "The crane is blue")

    assert f"//{OWNER}@" in store.url
    assert asked(store.url, "SELECT count(*) FROM entries") == [(0,)]
    assert len(found(store, ann, "crane")) == 1
    store.close()


def test_roles_are_set_up_again_and_only_for_an_application(server):
    owners = server.new_database()

    set_up_roles(owners, ROLE)
    assert set_up_roles(owners, ROLE) is False
    for role in ("postgres", OWNER):
        with pytest.raises(InputError, match=role):
            set_up_roles(owners, role)
    with pytest.raises(InputError, match="PostgreSQL"):
        set_up_roles("memory.db", ROLE)


def test_the_application_is_sent_to_the_owner_for_missing_tables(server):
    server.new_store()  # so the role is there
    url = re.sub(OWNER, ROLE, server.new_database())

    with pytest.raises(UnusableStore, match="tiermem postgres setup"):
        open_store(url)


def test_a_session_reads_the_whole_chain_above_it_and_no_house_beside_it(store):
    names = ("earth", "europe", "france", "paris", "louvre")
    for name, parent in zip(names, (None, *names), strict=False):
        store.records.put_house(name, parent)
    store.records.put_house("berlin", "europe")
    below = store.records.reach(house="louvre", agent="guide", user="ann")
    beside = store.records.reach(house="berlin", agent="guide", user="ann")
    above = store.records.reach(house="earth", agent="guide", user="eve")
    for reach, owner in (
        (above, "house"),
        (above, "user"),
        (beside, "house"),
        (beside, "user"),
        (below, "pair"),
    ):
        put(store, reach, f"The {owner} of {reach.house.name} is blue", owner=owner)

    texts = {text for (text,) in asked(store.url, "SELECT content FROM entries", scopes=below.ids)}

    assert texts == {"The house of earth is blue", "The pair of louvre is blue"}
    assert len(found(store, below, "blue")) == 2


def test_other_roles_of_the_database_do_not_call_what_finds_words(store, server):
    name = store.url.partition("?")[0].rpartition("/")[2]
    with closing(open_store(server.url(name, OWNER))) as owners:
        put(owners, owners.records.reach(house="home", agent="coder", user="ann"), "The crane is blue")
        assert owners.search.frequencies(
            ["crane"], owners.records.reach(house="home", agent="coder", user="ann").ids
        )

    rights = server.run(
        "SELECT DISTINCT coalesce(r.rolname, 'public') FROM pg_proc p, aclexplode(p.proacl) a LEFT JOIN pg_roles r "
        "ON r.oid = a.grantee WHERE p.proname IN ('documents_holding', 'documents_matching')",
        name,
    )
    assert {role for (role,) in rights} == {OWNER, ROLE, f"{ROLE}_finder"}


def test_what_is_read_step_by_step_is_the_owners_whose_it_is(store, ann, ben):
    for reach in (ann, ben):
        told(store, *(event(reach.user.id, payload={"content": f"tea {number}"}) for number in range(3)))
    both = zip(
        store.stream.mentioning(["tea"], ann.ids, (None, None)),
        store.stream.mentioning(["tea"], ben.ids, (None, None)),
        strict=True,
    )

    owners = [(first.scope_id, second.scope_id) for (first, _), (second, _) in both]

    assert owners == [(ann.user.id, ben.user.id)] * 3
    assert sql(store, "SELECT count(*) FROM events") == [(6,)]
