"""Access tokens of the HTTP server, by the command."""

import sqlite3
from contextlib import closing

import pytest

from tiermem import Memory


def test_a_token_is_shown_once_listed_and_revoked(tiermem, store):
    made = tiermem("token", "add", "--user", "ana", "--days", "30", "--label", "phone", "--json").data
    text = made["token"]

    assert text.startswith("tmt_")
    (listed,) = tiermem("token", "list", "--json").data["tokens"]
    assert (listed["user"], listed["label"]) == ("ana", "phone")
    assert listed["expires_at"] > listed["created_at"]
    assert text not in tiermem("token").out
    assert text.encode() not in b"".join(one.read_bytes() for one in store.parent.glob(f"{store.name}*"))

    tiermem("token", "revoke", made["id"])
    assert tiermem("token", "list", "--json").data == {"tokens": []}
    assert tiermem("token", "revoke", made["id"]).status == 2


def test_tokens_are_shown_to_people_with_whom_they_are_for_and_for_how_long(tiermem):
    assert "There are no tokens" in tiermem("token").err

    made = tiermem("token", "add", "--user", "ana", "--days", "30", "--label", "phone")
    tiermem("token", "add", "--admin")

    (text,) = made.lines
    assert text.startswith("tmt_")
    assert "It is shown only now" in made.err
    head, anas, everybodys = tiermem("token", "list").lines
    assert head.split() == ["Id", "User", "Made", "Expires", "Label"]
    assert (anas.split()[1], anas.split()[-1]) == ("ana", "phone")
    assert (everybodys.split()[1], everybodys.split()[-1]) == ("everybody", "never")
    assert tiermem("token", "revoke", anas.split()[0]).out == f"Revoked {anas.split()[0]}.\n"
    assert len(tiermem("token").lines) == 2


@pytest.mark.parametrize("flags", [("add", "x"), ("list", "x"), ("revoke",)])
def test_only_revoking_takes_an_id(tiermem, flags):
    ran = tiermem("token", *flags)

    assert (ran.status, ran.out) == (2, "")
    assert "'token revoke' takes an id" in ran.err


@pytest.mark.parametrize("flags", [(), ("--admin", "--user", "ana")])
def test_a_token_names_one_user_or_is_an_administrators(tiermem, flags):
    ran = tiermem("token", "add", *flags)

    assert ran.status == 2
    assert "--admin" in ran.err


@pytest.mark.parametrize("days", ["0", "40000"])
def test_a_token_expires_after_some_days(tiermem, days):
    assert "expires after 1 to 36,500 days" in tiermem("token", "add", "--admin", "--days", days).err


def test_an_expired_or_unknown_token_opens_nothing(store):
    with Memory.open(store=str(store)) as memory:
        text, token = memory.tokens.add("ana", days=1)
        assert memory.tokens.find(text) == token
        assert memory.tokens.find(text + "x") is None
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE access_tokens SET expires_at = '2020-01-01T00:00:00.000000Z'")
    with Memory.open(store=str(store)) as memory:
        assert memory.tokens.find(text) is None


def test_tokens_go_with_their_user_and_into_no_export(tiermem, store):
    with Memory.open(store=str(store)) as memory:
        entries = memory.entries("ana")
        entries.add(entries.draft("Likes tea", tier="user"))
        memory.tokens.add("ana")
        memory.tokens.add("ben")
        assert "access_tokens" not in {table for table, _ in memory.maintenance.dump()}
        memory.erasing("ana").everything()
        assert [one.user for one in memory.tokens.list()] == ["ben"]
