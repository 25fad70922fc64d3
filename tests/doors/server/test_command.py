"""``POST /api/command``: /memory over HTTP."""

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.server.running import running


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A client of a server on loopback, and the memory behind it."""
    with (
        running(tmp_path_factory.mktemp("served") / "memory.db") as server,
        server.client() as client,
    ):
        yield client, server.serving.memory()


def added(memory, content, user=None, **labels):
    entries = memory.entries(user)
    return entries.add(entries.draft(content, **labels), allow_same_subject=True).entry


def test_a_chat_gets_the_reply_to_show(served):
    client, memory = served
    boss = added(memory, "Alec is the user's boss", "ana", category="person")

    listed = client.post("/api/command", params={"user": "ana"}, json={"text": "/memory"})
    deleted = client.post("/api/command", params={"user": "ana"}, json={"text": f"/memory delete {boss.id}"})

    assert listed.status_code == 200
    assert listed.json() == {
        "text": "📝 Your memories:\n\n**Person**\n"
        f"• [{boss.id}] Alec is the user's boss\n\nUse /memory delete <id> to remove a memory.",
        "done": True,
    }
    assert deleted.json() == {"text": "Deleted: 'Alec is the user's boss'", "done": True}
    assert memory.entries("ana").get(boss.id).status == "inactive"


def test_one_user_reaches_nothing_of_another(served):
    client, memory = served
    secret = added(memory, "Bob earns 90k", "bob")

    said = [
        client.post("/api/command", params={"user": "eve"}, json={"text": f"{verb} {secret.id}"}).json()
        for verb in ("/memory show", "/memory delete", "search earns")
    ]

    assert "90k" not in str(said)
    assert said[0] == {
        "text": f"There is no memory [{secret.id}]. /memory list shows the ids.",
        "done": False,
    }
    assert memory.entries("bob").get(secret.id).status == "active"


def test_markdown_is_escaped_on_request(served):
    client, memory = served
    added(memory, "Tea <b>now</b>", "maya")

    asked = {"text": "/memory", "format": "markdown"}
    said = client.post("/api/command", params={"user": "maya"}, json=asked).json()["text"]

    assert r"Tea \<b\>now\</b\>" in said


def test_what_is_no_request_is_refused(served):
    client, _ = served

    for body in ({}, {"text": 1}, {"text": "x" * 10_001}, {"text": "list", "format": "html"}):
        assert client.post("/api/command", json=body).status_code == 422
