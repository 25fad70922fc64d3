"""A home of hermes, and providers in it, called as hermes calls them; hermes itself is not needed."""

import pytest

from tiermem.hosts.hermes import Settings, TierMem


@pytest.fixture
def home(tmp_path):
    """A home of hermes, with a store in it."""
    home = tmp_path / "hermes"
    home.mkdir()
    Settings.write({"store": "memory.db"}, home)
    return home


@pytest.fixture
def begun(home):
    """Providers, each in a session that has begun."""
    providers = []

    def begun(session_id="s1", **about):
        provider = TierMem(home)
        providers.append(provider)
        provider.initialize(session_id, hermes_home=str(home), **{"platform": "cli", **about})
        return provider

    yield begun
    for provider in providers:
        provider.shutdown()
