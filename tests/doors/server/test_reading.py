"""Looking at something writes nothing, and answers fit whoever asks."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.server.asking import added, listed
from tests.doors.server.running import running

from tiermem import Memory

PAGES = ("/", "/memories", "/recall", "/inbox?review=1", "/profile", "/journal", "/timeline")


def scopes(memory):
    return [(one.scope.kind, one.scope.name) for one in memory.scopes.list()]


def test_looking_at_a_user_of_whom_nothing_is_known_writes_nothing(served, memory):
    with served.client(params={"user": "nobody yet"}) as client:
        document = client.get("/api/openapi.json").json()
        before, head = scopes(memory), memory.timeline.head
        paths = [path for path, ways in document["paths"].items() if "get" in ways and "{" not in path]
        paths.remove("/api/events")
        asked = {path: client.get(path) for path in (*paths, *PAGES)}

    assert len(paths) >= 19
    assert {path: one.status_code for path, one in asked.items() if one.status_code != 200} == {}
    assert asked["/api/memory/"].json() == {"memories": [], "total": 0, "next": None}
    assert (scopes(memory), memory.timeline.head) == (before, head)


def test_a_user_who_was_looked_at_can_be_written_to(api, memory, user):
    assert listed(api)["total"] == 0

    added(api)

    assert listed(api)["total"] == 1
    assert user in memory.users


@pytest.mark.parametrize("path", ["/", "/memories", "/api/memory/", "/api/events", "/api/memory/nothing0"])
def test_head_answers_as_get_does_without_the_body(api, path):
    head = api.head(path)
    with api.stream("GET", path) as answer:
        pass

    assert (head.status_code, head.content) == (answer.status_code, b"")
    assert head.headers["content-type"] == answer.headers["content-type"]


def test_a_page_that_is_missing_is_a_page_for_a_browser_and_a_problem_for_a_program(api):
    page = api.get("/nowhere", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    answers = [api.get("/nowhere"), api.get("/api/nowhere", headers={"Accept": "text/html"})]

    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is no such page." in page.text
    assert [one.status_code for one in answers] == [404, 404]
    assert {one.headers["content-type"] for one in answers} == {"application/problem+json"}


@pytest.mark.parametrize(
    ("method", "path", "way"),
    [
        ("DELETE", "/api/sessions/none/turns/0", "GET /api/sessions"),
        ("DELETE", "/api/memory/nothing0?erase=true", ""),
        ("GET", "/api/tasks/none", ""),
        ("DELETE", "/api/profile/lines/none", ""),
        ("POST", "/api/memory/nothing0/restore", ""),
    ],
)
def test_an_error_names_the_ways_of_this_door_alone(api, method, path, way):
    problem = api.request(method, path).json()

    assert "tiermem " not in problem["detail"]
    assert way in problem["detail"]
    assert problem["detail"].startswith(("There is no", "The profile has no"))


def test_the_file_of_the_store_is_named_to_no_client_when_work_waits(tmp_path):
    with running(tmp_path / "memory.db") as served, served.client() as client:
        client.post("/api/observations", json={"content": "My manager is Marta.", "kind": "fact"})
        with closing(sqlite3.connect(tmp_path / "memory.db")) as connection, connection:
            connection.execute("ALTER TABLE entry_versions RENAME TO versions_elsewhere")

        worked = client.post("/api/observations/process")

        assert worked.status_code == 200
        assert worked.json()["problems"]
        assert str(tmp_path) not in worked.text
        assert "no such table" not in worked.text


# -- by whom it was written ------------------------------------------------------------------------


@pytest.fixture
def written(api, memory, user):
    """A memory of each source."""
    added(api, "Deploys go on Tuesday", "project")
    with memory.session(user=user) as session:
        session.call_tool("add_memory", {"content": "Prefers short answers", "target": "user"})
        session.on_turn_end("My manager is Marta.", "Noted.")


@pytest.mark.parametrize(
    ("sources", "contents"),
    [
        (["user"], {"Deploys go on Tuesday"}),
        (["agent"], {"Prefers short answers"}),
        (["user", "agent"], {"Deploys go on Tuesday", "Prefers short answers"}),
    ],
)
def test_the_list_is_filtered_by_source(api, written, sources, contents):
    page = listed(api, source=sources, layer=["L0", "L1"])

    assert {one["content"] for one in page["memories"]} == contents
    assert page["total"] == len(contents)
    assert {one["source"] for one in listed(api, source="system", layer="L1")["memories"]} == {"system"}
    assert api.get("/api/memory/", params={"source": "nobody"}).status_code == 422


def test_a_search_is_filtered_by_source(api, written):
    assert listed(api, source="user", q="deploys")["total"] == 1
    assert listed(api, source="agent", q="deploys")["total"] == 0


# -- the profile -----------------------------------------------------------------------------------


def test_changes_of_the_profile_are_undone_together_and_made_again(api):
    before = api.patch("/api/profile", json={"set": {"Work/role": "engineer"}}).json()
    changed = api.patch(
        "/api/profile",
        json={"set": {"Work/role": "manager"}, "add": [{"text": "Likes tea", "kind": "learned"}]},
    ).json()

    undone = api.post("/api/profile/undo", json={"version": changed["version"]}).json()
    again = api.post("/api/profile/undo", json={"version": undone["version"]}).json()

    assert undone["scaffold"] == before["scaffold"] == {"Work": {"role": "engineer"}}
    assert [one["text"] for one in undone["lines"]] == ["engineer"]
    assert again["scaffold"] == {"Work": {"role": "manager"}}
    assert [one["text"] for one in again["lines"]] == ["manager", "Likes tea"]


def test_a_correction_of_a_line_is_undone_with_the_memory_that_it_corrected(tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents: {a: {tools: [{type: memory, consolidation: {enabled: true}}]}}", encoding="utf-8"
    )
    with running(tmp_path / "memory.db", config) as served, served.client() as client:
        with served.serving.memory().session() as session:
            session.on_turn_end("My manager is Marta.", "Noted.")
        client.post("/api/observations/process")
        line = next(one for one in client.get("/api/profile").json()["lines"] if "Marta" in one["text"])

        def told():
            contents = " ".join(one["content"] for one in listed(client)["memories"])
            return json.dumps(client.get("/api/profile").json()["lines"]), contents

        before = told()
        right = line["text"].replace("Marta", "Berta")
        client.put(f"/api/profile/lines/{line['id']}", json={"value": right})
        changed = told()
        version = client.get("/api/profile").json()["version"]
        undone = client.post("/api/profile/undo", json={"version": version})

        assert all("Berta" in one and "Marta" not in one for one in changed)
        assert undone.status_code == 200, undone.text
        assert told()[1] == before[1]
        assert "Marta" in told()[0]
        assert "Berta" not in told()[0]


def test_an_undo_of_what_was_changed_or_erased_since_is_refused(api, memory, user):
    first = api.patch("/api/profile", json={"set": {"Work/role": "engineer at the harbour office"}}).json()
    second = api.patch("/api/profile", json={"set": {"Work/role": "manager"}}).json()
    stale = api.post("/api/profile/undo", json={"version": first["version"]})
    third = api.patch("/api/profile", json={"set": {"Work/role": "director"}}).json()
    made = added(api, "Deploys go on Tuesday", "project")
    api.delete(f"/api/memory/{made['id']}", params={"erase": True})

    erased = api.post("/api/profile/undo", json={"version": third["version"]})

    assert second["version"] > first["version"]
    assert [stale.status_code, erased.status_code] == [409, 409]
    assert api.get("/api/profile").json()["scaffold"] == {"Work": {"role": "director"}}


def test_another_process_cannot_undo_what_it_did_not_change(api, memory, user):
    changed = api.patch("/api/profile", json={"set": {"Work/role": "engineer"}}).json()

    with Memory.open(store=memory.url) as other, pytest.raises(Exception, match="made elsewhere"):
        other.profile(user).undo(changed["version"])
