"""A store's URL is understood whole or not at all."""

from tiermem.values.store_urls import sqlite_file


def test_only_paths_and_urls_of_a_path_name_a_file():
    rows = {
        "memory.db": "memory.db",
        "/var/memory.db": "/var/memory.db",
        "C:\\memory.db": "C:\\memory.db",
        "sqlite:///memory.db": "memory.db",
        "sqlite:////var/memory.db": "/var/memory.db",
        "sqlite://memory.db": None,
        "sqlite:memory.db": None,
        "sqlite:///memory.db?mode=ro": None,
        "file:memory.db?mode=ro": None,
        "postgresql://host/db": None,
        "postgres:memory": None,
    }

    assert {url: sqlite_file(url) for url in rows} == rows
