"""The source documents' rows on the server, through REST."""

from __future__ import annotations

from datetime import datetime

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.server import conftest as on_server
from tests.doors.server.asking import added, listed

feature = pytest.mark.feature
served, user, api, memory = on_server.served, on_server.user, on_server.api, on_server.memory


def archived(api):
    """A finished task's entry in the archive."""
    task = api.post("/api/tasks", json={"title": "Paint the fence"}).json()
    api.post(f"/api/tasks/{task['id']}/notes", json={"text": "Bought green paint"})
    api.post(f"/api/tasks/{task['id']}/done", json={"outcome": "The fence is green"})
    return listed(api, layer="L2")["memories"]


@feature("001-3")
def test_001_3_every_memory_is_viewed_edited_and_deleted_over_rest(api):
    made = [added(api, layer="L0"), added(api, "Deploys go on Tuesday", "project", layer="L1")]
    made += archived(api)

    for one in made:
        path = f"/api/memory/{one['id']}"
        assert api.get(path).json()["content"] == one["content"]
        assert api.put(path, json={"content": f"{one['content']} now"}).status_code == 200
    assert {one["content"][-3:] for one in listed(api)["memories"]} == {"now"}
    for one in made:
        assert api.delete(f"/api/memory/{one['id']}").status_code == 200
    assert listed(api)["total"] == 0


@feature("001-8")
def test_001_8_the_identity_is_markdown_in_sections_that_agent_and_user_both_edit(api, memory, user):
    document = "## Name and role\n\nAna, platform engineer\n\n## Style\n\nShort answers, please\n"
    api.put("/api/blocks/identity", json={"document": document})
    with memory.session(user=user) as session:
        entry = session.entries.list()[0][0]
        session.entries.update(entry.id, session.entries.draft("Ana, staff engineer"))

    seen = api.get("/api/blocks/identity").json()["document"]
    api.put("/api/blocks/identity", json={"document": seen.replace("Short", "Very short")})

    told = api.get("/api/blocks").json()["prompt"]
    assert "## Name and role\nAna, staff engineer" in told
    assert "## Style\nVery short answers, please" in told


@feature("001-11")
def test_001_11_the_archive_holds_tasks_and_sessions_and_the_timeline_tells_it(api, memory, user):
    archived(api)
    with memory.session(f"talk of {user}", user=user) as session:
        for said in ("We decided to paint the gate on Friday.", "The gate will be blue.", "Buy a brush too."):
            session.on_turn_end(said, "Noted.")

    archive = listed(api, layer="L2")["memories"]

    assert any("green paint" in one["content"] for one in archive)
    assert any(one["context_type"] == "session_summary" for one in archive)
    kinds = {one["kind"] for one in api.get("/api/timeline").json()["items"]}
    assert {"added", "observation"} <= kinds
    assert [one["id"] for one in api.get("/api/sessions").json()["items"]] == [f"talk of {user}"]


@feature("001-27")
@pytest.mark.parametrize(
    ("layer", "tier"),
    [("L0", "memory"), ("L0", "user"), ("L0", "identity"), ("L1", "memory"), ("L2", "memory")],
)
def test_001_27_a_person_deletes_any_entry_of_any_layer(api, layer, tier):
    made = (
        archived(api)[0]
        if layer == "L2"
        else added(api, f"Statement of {layer} {tier}", layer=layer, tier=tier)
    )

    assert api.delete(f"/api/memory/{made['id']}").json()["status"] == "inactive"
    assert api.delete(f"/api/memory/{made['id']}", params={"erase": True}).json()["erased"] == made["id"]
    assert listed(api, status=["active", "inactive"])["total"] == 0


@feature("001-29")
def test_001_29_a_receipt_answers_which_memories_were_used(api, memory, user):
    made = added(api, "Deploys of billing go through the staging gate", layer="L1")
    with memory.session("today", user=user) as session:
        session.on_prompt("How do we deploy billing?")

    (receipt,) = api.get("/api/receipts", params={"session": "today"}).json()["items"]

    assert receipt["query"] == "How do we deploy billing?"
    assert [one["ref"] for one in receipt["rendered"]] == [made["id"]]
    assert sum(receipt["rendered"][0]["parts"].values()) != 0


@feature("001-30")
def test_001_30_memories_are_filtered_by_layer_and_show_recalls_source_and_status(api, memory, user):
    added(api)
    made = added(api, "Deploys of billing go through the staging gate", layer="L1")
    memory.recall("How do we deploy billing?", user)

    (one,) = listed(api, layer="L1", q="staging")["memories"]

    assert (one["id"], one["recall_count"], one["source"], one["status"]) == (made["id"], 1, "user", "active")
    assert one["last_recalled_at"] is not None
    assert listed(api, source="agent")["total"] == 0
    assert listed(api, source="user", status="active")["total"] == 2


@feature("001-35")
def test_001_35_turns_sessions_and_profile_lines_are_viewed_edited_and_deleted(api, memory, user):
    with memory.session(f"talk of {user}", user=user) as session:
        session.on_turn_end("My manager is Marta.", "Noted.")
    line = api.patch("/api/profile", json={"set": {"Work/manager": "Marta"}}).json()["lines"][0]

    assert api.get(f"/api/sessions/talk of {user}").json()["turns"][0]["content"] == "My manager is Marta."
    corrected = api.put(f"/api/profile/lines/{line['id']}", json={"value": "Maria"}).json()
    assert corrected["value"] == "Maria"
    assert api.delete(f"/api/profile/lines/{corrected['id']}").status_code in (200, 202)
    assert api.delete(f"/api/sessions/talk of {user}/turns/0").status_code in (200, 202)
    assert api.delete(f"/api/sessions/talk of {user}").status_code in (200, 202)
    assert api.get("/api/profile").json()["lines"] == []
    assert "Marta" not in api.get("/api/export").text


@feature("002-5")
def test_002_5_a_similar_memory_about_the_subject_suggests_an_update(api):
    made = added(api, "Sarah works on the Platform team", subject="Sarah")
    body = {"content": "Sarah works on the Design team", "category": "person", "subject": "sarah"}

    refused = api.post("/api/memory/", json=body)
    api.put(f"/api/memory/{made['id']}", json={"content": body["content"]})

    assert refused.status_code == 409
    assert refused.json()["entry"]["content"] == "Sarah works on the Platform team"
    assert "Update it with PUT" in refused.json()["suggestion"]
    assert [one["content"] for one in listed(api)["memories"]] == [body["content"]]


@feature("002-9")
def test_002_9_five_endpoints_list_read_create_update_and_delete_softly(api):
    made = api.post("/api/memory/", json={"content": "Alec is the user's boss", "category": "person"})
    path = f"/api/memory/{made.json()['id']}"
    changed = api.put(path, json={"content": "Alec is the user's boss at TechCorp"})
    shown = api.get(path).json()
    deleted = api.delete(path)

    assert [one.status_code for one in (made, changed, deleted)] == [201, 200, 200]
    assert [one["content"] for one in shown["versions"]] == [
        "Alec is the user's boss",
        "Alec is the user's boss at TechCorp",
    ]
    assert listed(api) == {"memories": [], "total": 0, "next": None}
    kept = api.get(path).json()
    assert (kept["status"], kept["content"]) == ("inactive", "Alec is the user's boss at TechCorp")


@feature("002-10")
@pytest.mark.parametrize(
    ("content", "subject", "status"),
    [
        ("x" * 4, None, 422),
        ("x" * 5, None, 201),
        ("x" * 500, "s" * 200, 201),
        ("x" * 501, None, 422),
        ("x" * 9, "s" * 201, 422),
    ],
    ids=["4", "5", "500", "501", "subject of 201"],
)
def test_002_10_a_content_has_5_to_500_characters_and_a_subject_at_most_200(api, content, subject, status):
    body = {"content": content, "category": "context", "subject": subject}

    made = api.post("/api/memory/", json=body)

    assert made.status_code == status
    if status == 201:
        path = f"/api/memory/{made.json()['id']}"
        assert api.put(path, json={"content": "x" * 501}).status_code == 422
        assert api.put(path, json={"content": "x" * 4}).status_code == 422


@feature("002-11")
def test_002_11_responses_have_the_shapes_of_the_source_document(api):
    made = added(api, subject="Alec")

    answer = listed(api)

    (memory,) = answer["memories"]
    assert answer["total"] == 1
    assert [type(memory[name]) for name in ("id", "category", "content", "version")] == [str, str, str, int]
    assert (len(memory["id"]), memory["subject"], memory["updated_at"]) == (8, "Alec", None)
    assert datetime.fromisoformat(memory["created_at"]).tzinfo is not None
    assert api.post("/api/memory/", json={"content": "No category"}).status_code == 422
    changed = api.put(f"/api/memory/{made['id']}", json={"content": "Alec was the boss"}).json()
    assert datetime.fromisoformat(changed["updated_at"]) > datetime.fromisoformat(changed["created_at"])
    assert changed["version"] == 2


@feature("003-4")
def test_003_4_runs_sessions_and_what_failed_can_be_read(api, memory, user):
    with memory.session(f"talk of {user}", user=user) as session:
        session.on_prompt("Hello there, what is new?")
        session.on_turn_end("My manager is Marta.", "Noted.")

    (session,) = api.get("/api/sessions").json()["items"]
    (run,) = api.get("/api/runs").json()["items"]

    assert (session["started_at"], session["ended_at"]) == (session["started_at"], session["ended_at"])
    assert session["ended_at"] is not None
    assert (run["stage"], run["by"], run["problem"]) == ("entries", "rules", None)
    assert run["read"]
    assert api.get("/api/stats").json()["backlog"]["waiting"] == 0
    assert api.get("/api/measures").json()["failures"] == {}


@feature("003-8")
def test_003_8_how_a_memory_was_learned_is_told_with_it(api, memory, user):
    with memory.session(f"talk of {user}", user=user) as session:
        session.on_turn_end("My manager is Marta.", "Noted.")
    (one,) = listed(api, q="Marta", layer="L1")["memories"]

    shown = api.get(f"/api/memory/{one['id']}").json()

    observed, made = shown["events"]
    assert (observed["kind"], observed["session_id"]) == ("observation", f"talk of {user}")
    assert (made["kind"], made["entry_id"]) == ("added", one["id"])
    assert shown["origin"] == f"event:{observed['seq']}"


@feature("004-22")
def test_004_22_another_system_reads_goals_context_and_guidance(api):
    api.patch(
        "/api/profile", json={"set": {"Goals/quarter": "Ship billing"}, "inbox_guidance": "Invoices first."}
    )
    api.post("/api/tasks", json={"title": "Ship billing", "id": "ship"})

    told = api.get("/api/context", params={"task": "ship"}).json()

    assert told["scaffold"] == {"Goals": {"quarter": "Ship billing"}}
    assert told["inbox_guidance"] == "Invoices first."
    assert told["task"]["title"] == "Ship billing"


@feature("004-32")
def test_004_32_growth_of_the_scaffold_and_rates_are_measured_over_time(api):
    api.patch("/api/profile", json={"set": {"Work/role": "engineer", "Home": "Porto"}})

    told = api.get("/api/measures", params={"days": 3}).json()

    assert [point["scaffold_keys"] for point in told["points"]][-1] == 2
    assert {"corrections", "repeated_questions"} <= told["total"]["rates"].keys()


@feature("004-38")
def test_004_38_the_metrics_of_the_live_store_come_with_their_trend(api, memory, user):
    added(api, "Deploys of billing go through the staging gate", layer="L1")
    for place in range(25):
        memory.recall(f"How do we deploy billing? {place}", user)

    told = api.get("/api/measures", params={"days": 7}).json()

    assert told["total"]["rates"]["recall_hits"] == {"part": 25, "of": 25, "share": 1.0}
    assert [point["counts"]["recalls"] for point in told["points"]] == [0] * 6 + [25]
    assert told["points"][-1]["entries"]["L1"] == 1


@feature("004-40")
def test_004_40_a_retrieved_item_has_content_metadata_and_distance(api, user):
    made = added(api, "Deploys of billing go through the staging gate", layer="L1", tier="user")

    (found,) = api.post("/api/retrieve", json={"text": "How do we deploy billing?"}).json()["items"]

    assert found.keys() == {"content", "metadata", "distance"}
    assert found["metadata"]["context_type"] == "user_profile"
    assert found["metadata"]["source"] == "user_provided"
    assert found["metadata"]["entry_id"] == made["id"]
    assert 0 <= found["distance"] <= 1
