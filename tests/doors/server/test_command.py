"""``POST /api/command``: /memory over HTTP."""

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.server.running import running


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with running(tmp_path_factory.mktemp("served") / "memory.db") as one:
        yield one


@pytest.fixture(scope="module")
def memory(served):
    return served.serving.memory()


@pytest.fixture
def say(served):
    """Send a message to the command, as an administrator or with a user's session; gives the answer."""

    def say(text, user=None, *, session=None, **more):
        about = {} if user is None else {"user": user}
        with served.client(session) as client:
            return client.post("/api/command", params=about, json={"text": text} | more)

    return say


def added(memory, content, user, **labels):
    entries = memory.entries(user)
    return entries.add(entries.draft(content, **labels), allow_same_subject=True).entry


def test_a_chat_gets_the_reply_to_show(memory, say):
    boss = added(memory, "Alec is the user's boss", "ana", category="person")

    listed, deleted = say("/memory", "ana"), say(f"/memory delete {boss.id}", "ana")

    assert listed.status_code == 200
    assert listed.json() == {
        "text": "📝 Your memories:\n\n**Person**\n"
        f"• [{boss.id}] Alec is the user's boss\n\nUse /memory delete <id> to remove a memory.",
        "done": True,
    }
    assert deleted.json() == {"text": "Deleted: 'Alec is the user's boss'", "done": True}
    assert memory.entries("ana").get(boss.id).status == "inactive"


def test_one_user_reaches_nothing_of_another(memory, say):
    secret = added(memory, "Bob earns 90k", "bob")
    asked = (f"/memory show {secret.id}", f"/memory delete {secret.id}", "search earns")

    said = [say(text, session="eve").json() for text in asked]
    named = say("/memory", "bob", session="eve")

    assert "90k" not in str(said)
    assert said[0] == {
        "text": f"There is no memory [{secret.id}]. /memory list shows the ids.",
        "done": False,
    }
    assert named.status_code == 404
    assert memory.entries("bob").get(secret.id).status == "active"
    assert "90k" in say("/memory", session="bob").json()["text"]


def test_a_token_of_a_user_answers_for_that_user(served, memory):
    added(memory, "Cleo drinks tea", "cleo")
    secret, _ = memory.tokens.add("cleo")

    with served.stranger() as bot:
        body = {"text": "/memory search tea"}
        answer = bot.post("/api/command", json=body, headers={"Authorization": f"Bearer {secret}"})
        refused = bot.post("/api/command", json=body)

    assert "Cleo drinks tea" in answer.json()["text"]
    assert refused.status_code == 401


def test_markdown_is_escaped_on_request(memory, say):
    added(memory, "Tea <b>now</b>", "maya")

    said = say("/memory", "maya", format="markdown").json()["text"]

    assert r"Tea \<b\>now\</b\>" in said


def test_what_is_no_request_is_refused(served):
    with served.client() as client:
        bodies = ({}, {"text": 1}, {"text": "x" * 10_001}, {"text": "list", "format": "html"})

        assert {client.post("/api/command", json=body).status_code for body in bodies} == {422}
