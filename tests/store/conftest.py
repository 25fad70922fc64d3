"""One store for each backend that stands behind the contract."""

from __future__ import annotations

import itertools
from contextlib import ExitStack, contextmanager

import pytest
from tests.store.making import ann_of
from tests.store.postgresql import SERVERS, Servers, running
from tests.store.vectors import INDEXES, vectors_by

from tiermem.errors import StoreError
from tiermem.store import open_store

BACKENDS = (
    "sqlite",
    *(pytest.param(f"postgresql-{one}", marks=pytest.mark.slow) for one in SERVERS[:-1]),
    f"postgresql-{SERVERS[-1]}",
)


@pytest.fixture(scope="session")
def servers():
    """Servers of PostgreSQL that run while the tests do."""
    with ExitStack() as stack:
        yield Servers(stack)


@pytest.fixture(scope="module")
def server():
    """A server that the tests of a module stop, kill and start."""
    pytest.importorskip("psycopg_pool", reason="the extra 'postgres' is not installed")
    if SERVERS == ["none"]:
        pytest.skip("no server of PostgreSQL is installed here")
    with running(SERVERS[-1]) as server:
        yield server


@pytest.fixture(params=BACKENDS, scope="module")
def backend(request):
    """The name of each kind of store that runs here."""
    return request.param


@contextmanager
def urls(backend, request, folder):
    """Give the places of stores that hold nothing."""
    numbers = itertools.count(1)
    kind, _, version = backend.partition("-")
    places = {
        "sqlite": lambda: str(folder / f"store{next(numbers)}.db"),
        "postgresql": lambda: lent.enter_context(request.getfixturevalue("servers").store_url(version)),
    }
    with ExitStack() as lent:
        yield places[kind]


@pytest.fixture
def new_url(backend, request, tmp_path):
    """Give the places of stores that hold nothing."""
    with urls(backend, request, tmp_path) as new_url:
        yield new_url


@pytest.fixture(scope="module")
def shared_url(backend, request, tmp_path_factory):
    """The place of a store that the tests of a module only read."""
    with urls(backend, request, tmp_path_factory.mktemp("shared")) as new_url:
        yield new_url()


@pytest.fixture
def new_store(new_url):
    """Open stores that hold nothing; all of them are closed at the end."""
    stores = []

    def new_store():
        stores.append(open_store(new_url()))
        return stores[-1]

    yield new_store
    for store in stores:
        store.close()


@pytest.fixture
def store(new_store):
    """A store that holds nothing."""
    return new_store()


@pytest.fixture
def ann(store):
    """The reach of a user of an agent."""
    return ann_of(store)


@pytest.fixture
def bob(store):
    """The reach of another user of the same agent."""
    return store.records.reach(house="home", agent="coder", user="bob")


@pytest.fixture(params=INDEXES)
def index(request, store):
    """The name of each index over vectors that runs here."""
    try:
        vectors_by(store, request.param)
    except StoreError as error:
        pytest.skip(str(error))
    return request.param


@pytest.fixture
def vectors(store, index):
    """The vectors of the store, searched by each of them."""
    return vectors_by(store, index)
