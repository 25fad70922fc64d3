"""Vectors compared on the server by pgvector, where it has it."""

import random
import struct

import pytest

pytest.importorskip("numpy", reason="numpy, of the extra vectors, is not installed")
pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")

from tests.store.making import EVERYTHING, put
from tests.store.postgresql import OWNER, SERVERS
from tests.store.vectors import DIMS, MODEL, embed, near, of, unit, vectors_by

from tiermem.store import open_store
from tiermem.store.postgresql import pgvector
from tiermem.store.vectors.in_memory import InMemory
from tiermem.store.vectors.in_postgresql import PgVector


@pytest.fixture
def store(servers):
    with servers.store_url(SERVERS[-1]) as url:
        one = open_store(url)
        if not one.database.has_pgvector():
            pytest.skip("this server has no pgvector")
        yield one
        one.close()


@pytest.fixture
def ann(store):
    return store.records.reach(house="home", agent="coder", user="ann")


def _all(store, sql):
    with store.database.everything():
        return store.database.execute_sql(sql).fetchall()


def test_numbers_reach_pgvector_as_they_are(store, ann):
    chance = random.Random(3)
    for number in range(40):
        put(store, ann, f"Note number {number}.")
    numbers = iter(
        [0.0, -0.0, 1.0, -1.0, 0.1, 3.4e38, -1e-38, 65504.0, *(chance.uniform(-9, 9) for _ in range(400))]
    )
    vectors = vectors_by(store, "pgvector")
    embed(vectors, by=lambda _: struct.pack(f"<{DIMS}f", *(next(numbers) for _ in range(DIMS))))

    for written, kept in _all(store, "SELECT vector, CAST(embedding AS text) FROM vectors"):
        given = struct.unpack(f"<{DIMS}f", written)
        assert [*map(float, kept.strip("[]").split(","))] == pytest.approx(given, rel=1e-6)


def test_a_vector_that_pgvector_refuses_is_kept_and_not_found(store, ann):
    put(store, ann, "Broken.")
    put(store, ann, "The crane is blue.")
    vectors = vectors_by(store, "pgvector")
    broken = struct.pack(f"<{DIMS}f", *[float("nan")] * DIMS)

    assert embed(vectors, by=lambda text: broken if text == "Broken." else of(text)) == 2
    assert vectors.progress(MODEL) == (2, 2)
    assert len(near(vectors, ann, of("The crane is blue."))) == 1


def test_two_models_of_different_dimensions_stand_side_by_side(store, ann):
    entry = put(store, ann, "The crane is blue.")
    vectors = vectors_by(store, "pgvector")
    embed(vectors)
    (one,) = vectors.missing("wide-16", None, 10)
    wide = struct.pack("<16f", 1.0, *[0.0] * 15)
    vectors.put("wide-16", 16, [(one, wide)])

    assert near(vectors, ann, of("The crane is blue.")) == [entry.id]
    assert [one.ref for one in vectors.nearest("wide-16", wide, EVERYTHING, ann.ids, 5)] == [entry.id]


def test_reindexing_makes_an_index_of_many_vectors_and_finds_the_nearest_again(
    servers, store, ann, monkeypatch
):
    monkeypatch.setattr(pgvector, "HNSW_FROM", 200)
    bob = store.records.reach(house="home", agent="coder", user="bob")
    for number in range(150):
        put(store, ann, f"Ann's note number {number}.")
        put(store, bob, f"Bob's note number {number}.")
    vectors = vectors_by(store, "pgvector")
    embed(vectors)
    asked = [unit(*(random.Random(seed).uniform(-1, 1) for _ in range(DIMS))) for seed in range(10)]
    before = [near(vectors, ann, one, limit=10) for one in asked]

    name = store.url.partition("?")[0].rpartition("/")[2]
    owners = open_store(servers.of(SERVERS[-1]).url(name, OWNER))  # a role that owns nothing makes no index
    owners.search.reindex()
    owners.close()

    (definition,) = store.database.execute_sql(
        "SELECT indexdef FROM pg_indexes WHERE indexname LIKE 'vectors_near_%'"
    ).fetchone()
    assert "hnsw" in definition
    after = [near(vectors, ann, one, limit=10) for one in asked]
    found = sum(len({*old} & {*new}) for old, new in zip(before, after, strict=True))
    assert found >= 95  # of 100: the index is not exact
    servers.of(SERVERS[-1]).run("DROP INDEX " + definition.split()[2], name)


def test_without_pgvector_the_process_compares(servers, caplog):
    with servers.store_url(SERVERS[0]) as url:
        store = open_store(url)
        try:
            index = store.vectors("pgvector")._index  # noqa: SLF001 the choice shows nowhere else
            if store.database.has_pgvector():
                assert isinstance(index, PgVector)
            else:
                assert isinstance(index, InMemory)
                assert "no pgvector" in caplog.text
        finally:
            store.close()
