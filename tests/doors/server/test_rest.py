"""REST: each route, over a real server on loopback."""

from __future__ import annotations

import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.server.asking import added, listed
from tests.doors.server.running import running

from tiermem import Memory
from tiermem.memory.entries import Entries
from tiermem.values import STATUSES, Change, Draft, EntryFilter, StagingReason

SEED = {"id", "category", "subject", "content", "version", "created_at", "updated_at"}
"""Seed 002's `MemoryResponse`."""


def test_an_answer_does_not_wait_for_an_acknowledgement(api):
    waited = []
    for _ in range(30):
        began, worked = time.perf_counter(), time.process_time()
        api.get("/api/health")
        waited.append(time.perf_counter() - began - (time.process_time() - worked))

    assert min(waited) < 0.035  # an acknowledgement comes after 40 ms


# -- memories ------------------------------------------------------------------------------------


def test_a_memory_is_created_with_its_address_and_tag(api):
    answer = api.post(
        "/api/memory/", json={"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
    )

    made = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/api/memory/{made['id']}"
    assert answer.headers["ETag"] == api.get(answer.headers["Location"]).headers["ETag"]
    assert made.keys() >= SEED
    assert (made["category"], made["subject"], made["version"]) == ("person", "Alec", 1)
    assert (made["layer"], made["tier"], made["source"], made["updated_at"]) == ("L0", "memory", "user", None)
    assert api.get(answer.headers["Location"]).json()["content"] == "Alec is the user's boss"


@pytest.mark.parametrize(
    "body",
    [
        {"content": "Four", "category": "person"},
        {"content": "Fo" * 251, "category": "person"},
        {"content": "      ", "category": "person"},
        {"content": "Fo      ", "category": "person"},
        {"content": "Alec is the boss"},
        {"content": "Alec is the boss", "category": "commitment"},
        {"content": "Alec is the boss", "category": "person", "subject": "x" * 201},
        {"content": "Alec is the boss", "category": "person", "layer": "L3"},
        {"content": "Alec is the boss", "category": "person", "colour": "red"},
        {"content": "Alec is the boss", "category": "person", "expires": "2026-02-30"},
    ],
    ids=str,
)
def test_what_is_no_memory_is_refused_with_the_place(api, body):
    answer = api.post("/api/memory/", json=body)

    problem = answer.json()
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["status"] == 422
    assert problem["errors"][0]["place"].startswith("body.")
    assert api.get("/api/memory/").json()["total"] == 0


INVISIBLE = "\u200b\u2060\ufeff \u3164\u00ad\u2800\ufe0f\u200d"


def test_a_content_of_which_nothing_can_be_seen_is_refused(api, memory, user):
    made = added(api)
    body = {"content": INVISIBLE, "category": "person"}

    refused = [
        api.post("/api/memory/", json=body),
        api.put(f"/api/memory/{made['id']}", json={"content": INVISIBLE}),
        api.post(f"/api/memory/{made['id']}/correct", json={"content": INVISIBLE}),
        api.post("/api/observations", json={"content": INVISIBLE}),
        api.post("/api/tasks", json={"title": INVISIBLE}),
        api.patch("/api/profile", json={"add": [{"text": INVISIBLE}]}),
    ]

    assert [answer.status_code for answer in refused] == [422] * 6
    assert "invisible" in refused[0].json()["detail"]
    assert [one["content"] for one in listed(api)["memories"]] == [made["content"]]
    assert api.put(f"/api/memory/{made['id']}", json={"content": "👩\u200d💻 ❤\ufe0f C"}).status_code == 200


def test_the_memory_of_the_same_subject_is_shown_as_every_other(api, memory, user):
    made = added(api, subject="Alec", layer="L1")
    with memory.session(user=user) as session:
        session.on_prompt("Who is Alec, my boss?")
    body = {"content": "Alec plays chess", "category": "person", "subject": "Alec"}

    entry = api.post("/api/memory/", json=body).json()["entry"]

    (shown,) = listed(api)["memories"]
    assert entry == shown
    assert (entry["id"], entry["updated_at"], entry["recall_count"]) == (made["id"], None, 1)


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{", 400), (b"", 422), (b'{"content": "\\ud800 is broken", "category": "person"}', 422), (b"[]", 422)],
)
def test_a_body_that_cannot_be_read_is_a_problem(api, body, status):
    answer = api.post("/api/memory/", content=body, headers={"content-type": "application/json"})

    assert (answer.status_code, answer.json()["status"]) == (status, status)


def test_labels_of_a_new_memory_are_kept(api):
    labels = {"layer": "L1", "tier": "user", "tags": ["work", "work"], "project": "billing"}

    made = added(api, "Prefers short answers", "preference", expires="2030-12-24", **labels)

    assert (made["layer"], made["tier"], made["tags"]) == ("L1", "user", ["work"])
    assert (made["project_id"], made["valid_to"]) == ("billing", "2030-12-24T00:00:00.000000Z")


def test_the_same_again_is_answered_with_what_is_there(api):
    made = added(api)

    again = api.post("/api/memory/", json={"content": "Alec is the user's boss", "category": "person"})

    assert (again.status_code, again.json()["id"], again.json()["duplicate"]) == (200, made["id"], True)


def test_the_same_subject_is_a_conflict_that_suggests_an_update(api):
    made = added(api, subject="Alec")
    body = {"content": "Alec lives in Porto", "category": "person", "subject": "Alec"}

    refused = api.post("/api/memory/", json=body)
    kept = api.post("/api/memory/", json=body | {"allow_same_subject": True})

    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["entry"]["id"]) == (409, "same_subject", made["id"])
    assert f"PUT /api/memory/{made['id']}" in problem["suggestion"]
    assert "scope_id" not in problem["entry"]
    assert kept.status_code == 201


def test_over_budget_nothing_is_written_and_candidates_are_named(api):
    for number in range(4):
        added(api, f"{number} " + "x" * 495, "context")

    refused = api.post("/api/memory/", json={"content": "y" * 500, "category": "context"})

    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (409, "over_budget")
    assert problem["requested"] > problem["limit"] >= problem["used"]
    assert problem["candidates"]
    assert problem["usage"]["memory"]["used"] == problem["used"]
    assert api.get("/api/memory/").json()["total"] == 4


CHECKS = """
from tiermem import Verdict
from tiermem.plugins import hookimpl

@hookimpl
def check_write(change):
    if "aurora" in change.content:
        return Verdict(action="stage", reason="ask first")
    if "nova" in change.content:
        return Verdict(action="refuse", reason="never")
    return None
"""


def test_what_a_check_holds_back_waits_and_what_it_refuses_is_forbidden(tmp_path):
    (tmp_path / "checks.py").write_text(CHECKS, encoding="utf-8")
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents:\n  helper:\n    tools:\n      - type: memory\n        hooks: [./checks.py]\n",
        encoding="utf-8",
    )
    with running(tmp_path / "memory.db", config) as one, one.client() as client:
        waits, refused = (
            client.post("/api/memory/", json={"content": f"Project {name} is late", "category": "project"})
            for name in ("aurora", "nova")
        )
        pending = client.get("/api/pending").json()["items"]

    assert (waits.status_code, waits.json()["staged"], waits.json()["status"]) == (202, True, "staged")
    assert [(each["id"], "ask first" in each["reason"]) for each in pending] == [(waits.json()["id"], True)]
    assert (refused.status_code, refused.json()["code"]) == (403, "check_refused")


def test_the_list_is_by_category_then_age_with_its_total(api):
    for content, category in (("I work on Platform", "context"), ("Tea, please", "preference")):
        added(api, content, category)
    added(api)

    listed = api.get("/api/memory/").json()

    assert [one["category"] for one in listed["memories"]] == ["context", "person", "preference"]
    assert listed["total"] == 3
    assert listed["next"] is None
    assert all(one.keys() >= SEED for one in listed["memories"])


def test_the_list_is_narrowed_by_every_filter(api):
    added(
        api,
        "Deploys go on Tuesday",
        "project",
        layer="L1",
        tags=["ops"],
        project="billing",
        subject="Deploys",
    )
    added(api, "Prefers tea", "preference", tier="user")
    gone = added(api, "Prefers coffee", "preference", tier="user", subject="Coffee")
    api.delete(f"/api/memory/{gone['id']}")

    def contents(**asked):
        return [one["content"] for one in api.get("/api/memory/", params=asked).json()["memories"]]

    deploys, tea, coffee = ["Deploys go on Tuesday"], ["Prefers tea"], ["Prefers coffee"]
    assert contents(layer="L1") == contents(tag="ops") == contents(project="billing") == deploys
    assert contents(subject="deploys") == contents(q="depl") == contents(category="project") == deploys
    assert contents(tier="user") == contents(category="preference") == contents(q="tea") == tea
    assert contents(status="inactive") == coffee
    assert contents(status=["active", "inactive"], tier="user") == tea + coffee
    assert contents(since="2999-01-01") == contents(until="2000-01-01T00:00:00Z") == []
    assert contents(layer=["L0", "L1"], sort="newest") == tea + deploys


@pytest.mark.parametrize("sort", [None, "category", "newest", "updated", "recalled"])
def test_pages_lead_through_all_memories_once(api, sort):
    for number in range(7):
        added(api, f"Statement number {number}", "context", layer="L1")
    asked = {"limit": 3, "sort": sort} if sort else {"limit": 3, "q": "statement"}

    found, page = [], {"next": ""}
    while page["next"] is not None:
        page = api.get("/api/memory/", params=asked | ({"cursor": page["next"]} if found else {})).json()
        found += [one["id"] for one in page["memories"]]
        assert page["total"] == 7

    assert len(found) == len(set(found)) == 7


@pytest.mark.parametrize(
    "asked",
    [
        {"cursor": "nonsense"},
        {"sort": "colour"},
        {"limit": 0},
        {"limit": 201},
        {"layer": "L9"},
        {"since": "soon"},
    ],
    ids=str,
)
def test_a_list_that_is_none_is_a_problem(api, asked):
    answer = api.get("/api/memory/", params=asked)

    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


@pytest.mark.parametrize(
    ("method", "path", "wrong", "right"),
    [
        ("GET", "/api/memory/", "stauts", "status"),
        ("DELETE", "/api/memory/nothing1", "erased", "erase"),
        ("GET", "/api/health", "agents", "agent"),
        ("GET", "/api/events", "afters", "after"),
    ],
)
def test_a_parameter_that_a_route_does_not_have_is_refused_with_the_nearest(api, method, path, wrong, right):
    answer = api.request(method, path, params={wrong: "1"})

    (error,) = answer.json()["errors"]
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert (error["place"], error["kind"]) == (f"query.{wrong}", "unknown_parameter")
    assert repr(right) in error["message"]
    assert wrong in answer.json()["detail"]


def test_a_memory_is_shown_with_its_versions_and_its_history(api, memory, user):
    made = added(api, "Sarah works on the Platform team", subject="Sarah")
    api.put(f"/api/memory/{made['id']}", json={"content": "Sarah works on the Design team"})
    memory.recall("Which team is Sarah on?", user)

    answer = api.get(f"/api/memory/{made['id']}")

    shown = answer.json()
    assert answer.headers["ETag"].startswith('"2-')
    assert [(one["version"], one["content"]) for one in shown["versions"]] == [
        (1, "Sarah works on the Platform team"),
        (2, "Sarah works on the Design team"),
    ]
    assert [one["kind"] for one in shown["events"]] == ["added", "updated"]
    assert shown["updated_at"] is not None


def test_an_update_says_what_was_there_and_keeps_the_id(api):
    made = added(api, subject="Alec", tags=["work"])

    answer = api.put(
        f"/api/memory/{made['id']}", json={"content": "Alec was the boss", "tags": [], "subject": "Alec B."}
    )

    changed = answer.json()
    assert answer.status_code == 200
    assert (changed["id"], changed["content"]) == (made["id"], "Alec was the boss")
    assert (changed["previous"], changed["version"]) == ("Alec is the user's boss", 2)
    assert (changed["tags"], changed["subject"], changed["category"]) == ([], "Alec B.", "person")


@pytest.mark.parametrize("verb", ["put", "move", "correct", "delete", "erase"])
def test_a_change_of_what_has_changed_meanwhile_is_refused(api, verb):
    made = added(api)
    path = f"/api/memory/{made['id']}"
    before = api.get(path).headers["ETag"]
    after = api.put(path, json={"content": "Alec was the boss"}).headers["ETag"]
    body = {"layer": "L1"} if verb == "move" else {"content": "Alec is nobody"}

    def change(tag):
        headers = {"If-Match": tag}
        if verb in ("delete", "erase"):
            return api.delete(path, params={"erase": verb == "erase"}, headers=headers)
        return (
            api.put(path, json=body, headers=headers)
            if verb == "put"
            else api.post(f"{path}/{verb}", json=body, headers=headers)
        )

    refused, done = change(before), change(after)

    assert (refused.status_code, refused.json()["code"]) == (412, "conflict")
    assert (refused.json()["version"], refused.json()["content"]) == (2, "Alec was the boss")
    assert done.status_code == 200
    assert change("yesterday").status_code == 422
    if verb in ("put", "move"):
        assert change("*").status_code == 200


@pytest.mark.parametrize(
    "how",
    [
        lambda api, path: api.post(f"{path}/move", json={"layer": "L1"}),
        lambda api, path: api.put(path, json={"content": "Alec is the boss", "tags": ["work"]}),
        lambda api, path: api.put(path, json={"content": "Alec is the boss", "subject": "Alec"}),
        lambda api, path: api.delete(path),
    ],
    ids=["move", "tags", "subject", "delete"],
)
def test_the_etag_notices_every_change(api, how):
    path = f"/api/memory/{added(api, 'Alec is the boss')['id']}"
    before = api.get(path).headers["ETag"]
    assert api.get(path).headers["ETag"] == before

    changed = how(api, path)

    assert changed.status_code == 200
    assert changed.headers["ETag"] == api.get(path).headers["ETag"] != before
    refused = api.put(path, json={"content": "Alec is nobody"}, headers={"If-Match": before})
    assert refused.status_code in (404, 412)  # 404: a removed memory is not changed
    assert api.post(f"{path}/move", json={"layer": "L1"}, headers={"If-Match": before}).status_code == 412


def test_a_recall_leaves_the_etag_as_it_is(api, memory, user):
    path = f"/api/memory/{added(api, 'Deploys go through the staging gate', layer='L1')['id']}"
    before = api.get(path).headers["ETag"]

    memory.recall("How do deploys go?", user)

    assert api.get(path).json()["recall_count"] == 1
    assert api.get(path).headers["ETag"] == before


@pytest.mark.parametrize("tags", [["home"], []], ids=["other tags", "no tags"])
def test_an_update_with_tags_is_one_change(api, tags):
    made = added(api, tags=["work"])

    changed = api.put(f"/api/memory/{made['id']}", json={"content": "Alec was the boss", "tags": tags})

    shown = api.get(f"/api/memory/{made['id']}").json()
    assert (changed.json()["tags"], changed.json()["version"]) == (tags, 2)
    assert [one["kind"] for one in shown["events"]] == ["added", "updated"]
    assert changed.headers["ETag"] == api.get(f"/api/memory/{made['id']}").headers["ETag"]


def test_a_deleted_memory_is_named_and_can_be_restored(api):
    made = added(api)

    deleted = api.delete(f"/api/memory/{made['id']}").json()
    gone = api.get("/api/memory/").json()["total"]
    restored = api.post(f"/api/memory/{made['id']}/restore").json()

    assert (deleted["content"], deleted["status"], gone) == ("Alec is the user's boss", "inactive", 0)
    assert restored["status"] == "active"
    assert api.get("/api/memory/").json()["total"] == 1


def test_changes_of_a_memory_are_undone_one_after_the_other(api):
    made = added(api)["id"]
    for content in ("Alec is the user's manager", "Alec is the user's director"):
        api.put(f"/api/memory/{made}", json={"content": content})

    answers = [api.post(f"/api/memory/{made}/undo") for _ in range(4)]

    assert [one.status_code for one in answers] == [200, 200, 200, 409]
    assert [one.json()["content"] for one in answers[:2]] == [
        "Alec is the user's manager",
        "Alec is the user's boss",
    ]
    assert answers[2].json()["status"] == "inactive"
    assert "All changes" in answers[3].json()["detail"]


def test_an_undo_that_a_later_change_or_the_same_statement_is_in_the_way_of_is_refused(api):
    wrong = added(api)["id"]
    right = api.post(f"/api/memory/{wrong}/correct", json={"content": "Alec is the user's tenant"}).json()[
        "id"
    ]
    api.put(f"/api/memory/{right}", json={"content": "Alec is the user's landlord"})
    later = api.post(f"/api/memory/{wrong}/undo")
    same = added(api, "Alec is the user's tenant")["id"]
    twice = api.post(f"/api/memory/{right}/undo")

    assert (later.status_code, later.json()["code"]) == (412, "conflict")
    assert f"Memory {right} was changed later" in later.json()["detail"]
    assert (twice.status_code, twice.json()["code"]) == (409, "refused")
    assert same in twice.json()["detail"]


def test_an_erased_memory_leaves_a_receipt_and_nothing_else(api, served):
    made = added(api, "Alec has a secret lair")

    receipt = api.delete(f"/api/memory/{made['id']}", params={"erase": True}).json()

    assert (receipt["erased"], receipt["touched"]["entries"]) == (made["id"], 1)
    assert receipt["out_of_reach"]
    assert api.get(f"/api/memory/{made['id']}").status_code == 404
    assert "secret lair" not in api.get("/api/export").text


def test_an_erasure_that_waits_for_a_reader_is_accepted_and_says_so(api, memory):
    made = added(api, "Alec has a secret lair")
    with closing(sqlite3.connect(memory.url.removeprefix("sqlite:///"), isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()

        receipt = api.delete(f"/api/memory/{made['id']}", params={"erase": True})

        assert (receipt.status_code, receipt.json()["state"]) == (202, "pending")
        assert api.get(f"/api/memory/{made['id']}").status_code == 404


def test_what_changes_while_it_is_being_erased_is_kept(api, monkeypatch):
    made = added(api, "Alec has a secret lair")
    path = f"/api/memory/{made['id']}"
    before = api.get(path).headers["ETag"]
    read = Entries.history

    def read_before_a_change(entries, entry_id):
        monkeypatch.undo()
        found = read(entries, entry_id)
        api.put(path, json={"content": "Alec has sold his lair"})
        return found

    monkeypatch.setattr(Entries, "history", read_before_a_change)
    refused = api.delete(path, params={"erase": True}, headers={"If-Match": before})

    assert (refused.status_code, refused.json()["content"]) == (412, "Alec has sold his lair")
    assert api.get(path).json()["content"] == "Alec has sold his lair"


def test_a_memory_moves_into_its_block_and_out_of_it(api):
    made = added(api)
    path = f"/api/memory/{made['id']}"

    out = api.post(f"{path}/move", json={"layer": "L1"}).json()
    blocks = api.get("/api/blocks").json()["prompt"]
    back = api.post(f"{path}/move", json={"layer": "L0"}).json()

    assert (out["layer"], back["layer"], out["id"]) == ("L1", "L0", made["id"])
    assert "Alec" not in blocks
    assert "Alec" in api.get("/api/blocks").json()["prompt"]
    assert api.post(f"{path}/move", json={"layer": "L2"}).status_code == 422


def test_a_correction_replaces_the_wrong_statement(api):
    made = added(api, "Sarah works on the Platform team", subject="Sarah")

    right = api.post(
        f"/api/memory/{made['id']}/correct",
        json={"content": "Sarah works on the Design team", "reason": "told so"},
    ).json()

    prompt = api.get("/api/blocks").json()["prompt"]
    assert right["correction"]
    assert "Design" in prompt
    assert "Platform" not in prompt


def test_two_memories_are_merged_into_one(api):
    one, other = added(api, "Prefers tea"), added(api, "Prefers green tea in the morning")

    merged = api.post(f"/api/memory/{one['id']}/merge", json={"into": other["id"]}).json()

    assert (merged["id"], merged["content"]) == (other["id"], "Prefers green tea in the morning")
    assert api.get(f"/api/memory/{one['id']}").json()["status"] == "inactive"
    assert api.post(f"/api/memory/{other['id']}/merge", json={"into": other["id"]}).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("PUT", "", {"content": "Anything at all"}),
        ("DELETE", "", None),
        ("DELETE", "?erase=true", None),
        ("POST", "/move", {"layer": "L1"}),
        ("POST", "/restore", None),
        ("POST", "/undo", None),
        ("POST", "/correct", {"content": "Anything at all"}),
        ("POST", "/merge", {"into": "aaaaaaaa"}),
    ],
)
def test_no_user_reaches_a_memory_of_another(served, method, path, body, user):
    with served.client(user="ann") as ann, served.client(user="bob") as bob:
        made = added(ann, f"Ann keeps {user}")
        address = f"/api/memory/{made['id']}{path}"

        refused = bob.request(method, address, json=body)

        assert (refused.status_code, "Ann keeps" in refused.text) == (404, False)
        assert refused.json()["detail"] == f"There is no memory '{made['id']}'."
        assert ann.get(f"/api/memory/{made['id']}").json()["status"] == "active"
        assert bob.get("/api/memory/", params={"user": "ann"}).status_code == 404


def test_a_path_says_which_methods_it_has(api):
    answer = api.patch("/api/memory/aaaaaaaa")

    assert (answer.status_code, answer.headers["Allow"]) == (405, "DELETE, GET, HEAD, PUT")


# -- decisions -----------------------------------------------------------------------------------


@pytest.fixture
def approving(tmp_path_factory):
    """A server whose agent's writes wait for a person."""
    folder = tmp_path_factory.mktemp("approving")
    (folder / "agent.yaml").write_text(
        "agents:\n  helper:\n    tools:\n      - type: memory\n        write_policy: approve\n",
        encoding="utf-8",
    )
    with running(folder / "memory.db", folder / "agent.yaml") as one, one.client() as client:
        with one.serving.memory().session() as session:
            for content in ("Sarah is on Design", "Alec likes tea", "Bo likes milk", "Cleo likes rain"):
                session.call_tool("add_memory", {"content": content})
        yield client


def test_proposals_are_listed_accepted_edited_and_rejected(approving):
    found = {one["content"]: one for one in approving.get("/api/pending").json()["items"]}
    sarah, alec, bo, cleo = found.values()
    assert {one["operation"] for one in found.values()} == {"add"}
    assert all(one["reason"] and one["status"] == "staged" for one in found.values())

    accepted = approving.post(f"/api/pending/{sarah['id']}/accept").json()
    edited = approving.post(
        f"/api/pending/{alec['id']}/accept", json={"content": "Alec likes green tea"}
    ).json()
    rejected = approving.post(f"/api/pending/{bo['id']}/reject").json()

    assert (accepted["status"], edited["status"], rejected["status"]) == ("active", "active", "inactive")
    assert edited["content"] == "Alec likes green tea"
    assert [one["id"] for one in approving.get("/api/pending").json()["items"]] == [cleo["id"]]


def test_a_proposal_that_was_decided_meanwhile_is_a_conflict_with_its_state(approving):
    one = approving.get("/api/pending").json()["items"][0]
    approving.post(f"/api/pending/{one['id']}/reject")

    again = approving.post(f"/api/pending/{one['id']}/accept")

    assert (again.status_code, again.json()["code"]) == (409, "wrong_state")
    assert (again.json()["state"], again.json()["content"]) == ("inactive", one["content"])


def test_the_decision_on_a_proposal_is_undone_once(approving):
    one = approving.get("/api/pending").json()["items"][0]
    undo = f"/api/pending/{one['id']}/undo"
    for decision in ("accept", "reject"):
        approving.post(f"/api/pending/{one['id']}/{decision}")

        undone, again = approving.post(undo), approving.post(undo)

        assert (undone.status_code, undone.json()["status"]) == (200, "staged")
        assert one["id"] in {each["id"] for each in approving.get("/api/pending").json()["items"]}
        assert (again.status_code, again.json()["code"], again.json()["state"]) == (
            409,
            "wrong_state",
            "staged",
        )


def test_undoing_an_accepted_change_gives_back_what_it_changed_unless_that_has_changed_again(
    memory, user, api
):
    known = added(api, "The build machines run Linux", layer="L1")
    change = Change(
        operation="update",
        source="agent",
        target=known["id"],
        draft=Draft(content="The build machines run BSD"),
        stage_because=StagingReason("doubted"),
    )
    with memory.session(user=user) as session:
        (staged,) = session.entries.rewrite([change])
    proposal, changed = f"/api/pending/{staged.entry.id}", f"/api/memory/{known['id']}"

    api.post(f"{proposal}/accept")
    undone = api.post(f"{proposal}/undo")
    before = api.get(changed).json()["content"]
    api.post(f"{proposal}/accept")
    api.put(changed, json={"content": "The build machines run Haiku"})
    refused = api.post(f"{proposal}/undo")

    assert (undone.status_code, before) == (200, "The build machines run Linux")
    assert (refused.status_code, refused.json()["code"]) == (412, "conflict")
    assert api.get(changed).json()["content"] == "The build machines run Haiku"


def test_several_proposals_are_decided_each_for_itself(approving):
    first, second, *_ = approving.get("/api/pending").json()["items"]
    decisions = [
        {"id": first["id"], "decision": "accept"},
        {"id": "nothing0", "decision": "accept"},
        {"id": second["id"], "decision": "reject"},
    ]

    told = approving.post("/api/pending", json={"decisions": decisions}).json()["items"]

    assert [one["done"] for one in told] == [True, False, True]
    assert told[0]["memory"]["status"] == "active"
    assert told[1]["problem"] == "There is no memory 'nothing0'."
    assert told[2]["memory"]["status"] == "inactive"


def test_the_review_lists_what_repeats_and_a_person_keeps_or_retires_it(api):
    added(api, "The billing service is deployed on every Tuesday", layer="L1")
    added(api, "The billing service is deployed on each Tuesday", layer="L1")
    added(api, "The user likes green tea in the morning", layer="L1")
    added(api, "The user likes green tea in mornings", layer="L1")

    doubts = api.get("/api/review").json()["items"]
    assert {one["concern"] for one in doubts} == {"duplicated"}
    assert all(one["other"] and one["reason"] for one in doubts)
    first, second = (one["memory"]["id"] for one in doubts)
    kept = api.post(f"/api/review/{first}/keep").json()
    retired = api.post(f"/api/review/{second}/retire").json()

    assert (kept["status"], retired["status"]) == ("active", "inactive")
    assert api.get("/api/review").json()["total"] == 0


# -- prompt and recall ---------------------------------------------------------------------------


def test_the_blocks_are_the_exact_prompt_with_the_reason_for_each_line(api, memory, user):
    made = added(api)

    told = api.get("/api/blocks").json()

    assert told["prompt"] == memory.preview(user).system_prompt
    (block,) = (one for one in told["blocks"] if one["name"] == "memory")
    assert (block["entries"], block["usage"]["used"]) == ([made["id"]], len(made["content"]))
    assert told["usage"]["memory"] == block["usage"]
    assert [(one["id"], one["block"]) for one in told["lines"] if one["id"]] == [(made["id"], "memory")]


def test_the_identity_is_edited_as_one_document(api):
    empty = api.get("/api/blocks/identity")
    written = api.put("/api/blocks/identity", json={"document": "## Name\n\nAna Lovelace\n"})
    stale = api.put(
        "/api/blocks/identity", json={"document": ""}, headers={"If-Match": empty.headers["ETag"]}
    )

    assert empty.json() == {"document": ""}
    assert written.json() == {"document": "## Name\n\nAna Lovelace\n"}
    assert (stale.status_code, stale.json()["content"]) == (412, "## Name\n\nAna Lovelace\n")
    assert api.get("/api/blocks/identity").headers["ETag"] == written.headers["ETag"]
    assert "Ana Lovelace" in api.get("/api/blocks").json()["prompt"]


def test_an_identity_that_many_write_at_once_is_that_of_one_of_them(api, served, user):
    documents = [f"## Name\n\nAna number {one}\n\nLikes tea from pot {one}\n" for one in range(6)]

    def put(document):
        with served.client(params={"user": user}) as client:
            return client.put("/api/blocks/identity", json={"document": document}).status_code

    with ThreadPoolExecutor(6) as threads:
        statuses = list(threads.map(put, documents))

    assert set(statuses) <= {200, 503}
    assert statuses.count(200) >= 1
    assert api.get("/api/blocks/identity").json()["document"] in documents


def test_a_preview_of_recall_explains_and_leaves_no_trace(api, memory, user):
    made = added(api, "Deploys of billing go through the staging gate", layer="L1")

    told = api.post("/api/recall", json={"text": "How do we deploy billing?"}).json()

    assert "staging gate" in told["context"]
    (passage,) = told["passages"]
    weighing = passage["weighing"]
    assert (passage["ref"], passage["kind"], passage["layer"]) == (made["id"], "entry", "L1")
    assert passage["parts"]
    assert weighing["scorecard"]
    assert api.get("/api/receipts").json()["items"] == []
    assert api.get(f"/api/memory/{made['id']}").json()["recall_count"] == 0


def test_a_preview_of_recall_does_not_repeat_what_the_blocks_show(api, memory, user):
    made = added(api, "Deploys of billing go through the staging gate", layer="L1", tier="user")
    memory.entries(user).pin(made["id"])
    assert made["content"] in api.get("/api/blocks").json()["prompt"]

    told = api.post("/api/recall", json={"text": "How do we deploy billing?"}).json()

    assert told["passages"] == []
    assert [one["why"] for one in told["receipt"]["dropped"]] == ["in the block LEARNED INFORMATION"]


def test_receipts_say_which_memories_were_used_page_by_page(api, memory, user):
    made = added(api, "Deploys of billing go through the staging gate", layer="L1")
    for place in range(3):
        api.post("/api/recall", json={"text": f"How do we deploy billing? {place}", "keep": True})

    first = api.get("/api/receipts", params={"limit": 2}).json()
    second = api.get("/api/receipts", params={"limit": 2, "cursor": first["next"]}).json()
    one = api.get(f"/api/receipts/{first['items'][0]['id']}").json()

    found = [*first["items"], *second["items"]]
    assert [each["query"][-1] for each in found] == ["2", "1", "0"]
    assert second["next"] is None
    assert one == first["items"][0]
    assert one["rendered"][0]["ref"] == made["id"]
    assert api.get(f"/api/memory/{made['id']}").json()["recall_count"] == 3
    assert api.get("/api/receipts/nothing0").status_code == 404
    assert api.get("/api/receipts", params={"cursor": "x"}).status_code == 422


def test_documents_are_retrieved_with_metadata_and_distance(api, user):
    added(api, "Deploys of billing go through the staging gate", layer="L1")

    (found,) = api.post("/api/retrieve", json={"text": "How do we deploy billing?"}).json()["items"]

    assert found["content"] == "Deploys of billing go through the staging gate"
    assert 0 <= found["distance"] <= 1
    assert (found["metadata"]["user_id"], found["metadata"]["source"]) == (user, "user_provided")


def test_the_context_is_plain_data_for_other_systems(api, user):
    added(api)
    api.patch("/api/profile", json={"inbox_guidance": "Invoices first."})

    told = api.get("/api/context").json()

    assert (told["user"], told["inbox_guidance"]) == (user, "Invoices first.")
    assert "Alec is the user's boss" in told["blocks"]["memory"]


# -- journal -------------------------------------------------------------------------------------


@pytest.fixture
def said(memory, user):
    """Two sessions of the user's."""
    for place, words in enumerate(("My manager is Marta.", "I live in Porto.")):
        with memory.session(f"{user} {place}", user=user) as session:
            session.on_prompt(words)
            session.on_turn_end(words, "Noted.")
    return [f"{user} {place}" for place in (0, 1)]


def test_sessions_are_listed_and_shown_with_what_they_taught(api, said):
    first = api.get("/api/sessions", params={"limit": 1}).json()
    second = api.get("/api/sessions", params={"limit": 1, "cursor": first["next"]}).json()
    told = api.get(f"/api/sessions/{said[0]}").json()

    assert [one["id"] for one in (*first["items"], *second["items"])] == said[::-1]
    assert (first["total"], second["next"]) == (2, None)
    assert first["items"][0]["opening"] == "I live in Porto."
    assert [(one["speaker"], one["content"]) for one in told["turns"]] == [
        ("user", "My manager is Marta."),
        ("assistant", "Noted."),
    ]
    (taught,) = told["turns"][0]["taught"]
    assert taught["memory"]["content"] == "My manager is Marta."
    assert api.get("/api/sessions/nothing").status_code == 404


def test_a_turn_and_a_session_are_erased_with_what_they_taught(api, said):
    turn = api.delete(f"/api/sessions/{said[0]}/turns/0").json()
    session = api.delete(f"/api/sessions/{said[1]}").json()

    assert turn["touched"]
    assert session["erased"] == said[1]
    assert api.get(f"/api/sessions/{said[1]}").status_code == 404
    assert api.get(f"/api/sessions/{said[0]}").json()["turns"][0]["is_erased"]
    everything = api.get("/api/export").text
    assert "Marta" not in everything
    assert "Porto" not in everything
    assert api.delete(f"/api/sessions/{said[0]}/turns/9").status_code == 404
    assert api.delete("/api/sessions/nothing").status_code == 404


# -- profile, observations, tasks ----------------------------------------------------------------


def test_the_profile_is_set_added_to_corrected_and_erased_line_by_line(api):
    changed = api.patch(
        "/api/profile", json={"set": {"Work/role": "engineer"}, "add": [{"text": "Likes tea."}]}
    ).json()
    assert changed["scaffold"] == {"Work": {"role": "engineer"}}
    role, tea = changed["lines"]
    assert (role["path"], role["value"], tea["kind"]) == ("Work/role", "engineer", "learned")

    corrected = api.put(f"/api/profile/lines/{role['id']}", json={"value": "architect"}).json()
    erased = api.delete(f"/api/profile/lines/{tea['id']}").json()

    told = api.get("/api/profile").json()
    assert corrected["value"] == "architect"
    assert erased["state"] in ("complete", "pending")
    assert [one["text"] for one in told["lines"]] == ["architect"]
    assert told["rivals"] == []
    assert api.put(f"/api/profile/lines/{tea['id']}", json={"value": "x"}).status_code == 404
    assert api.delete(f"/api/profile/lines/{tea['id']}").status_code == 404
    assert api.patch("/api/profile", json={"settle": {"nothing": "value"}}).status_code == 422


def test_an_object_in_the_profile_is_set_as_a_whole(api):
    changed = api.patch("/api/profile", json={"set": {"Home": {"city": "Lyon", "rooms": 3}}})

    assert changed.status_code == 200
    assert [(one["path"], one["value"]) for one in changed.json()["lines"]] == [
        ("Home/city", "Lyon"),
        ("Home/rooms", 3),
    ]


def test_observations_are_recorded_processed_and_listed(api):
    recorded = api.post(
        "/api/observations", json={"content": "The user likes green tea.", "kind": "preference"}
    )
    cycle = api.post(
        "/api/observations/cycle",
        json={
            "items": [{"scaffold_updates": {"Home": "Porto"}, "persistent_info_additions": ["Has two cats."]}]
        },
    )
    work = api.post("/api/observations/process").json()

    assert (recorded.status_code, recorded.json()) == (201, {"observations": 1})
    assert cycle.json() == {"observations": 2}
    assert work["processed"] == 3
    first = api.get("/api/observations", params={"limit": 2}).json()
    second = api.get("/api/observations", params={"limit": 2, "cursor": first["next"]}).json()
    found = [*first["items"], *second["items"]]
    assert len({one["seq"] for one in found}) == 3
    assert found[-1]["content"] == "The user likes green tea."
    assert all(one["outcome"] for one in found)
    assert [one["content"] for one in api.get("/api/memory/", params={"q": "tea"}).json()["memories"]] == [
        "The user likes green tea."
    ]


def test_a_task_is_begun_noted_finished_and_taken_up_again(api):
    begun = api.post("/api/tasks", json={"title": "Paint the fence", "project": "garden"})
    path = f"/api/tasks/{begun.json()['id']}"
    noted = api.post(f"{path}/notes", json={"text": "Bought the paint"})
    done = api.post(f"{path}/done", json={"outcome": "It is green"}).json()
    again = api.post(f"{path}/done")
    reopened = api.post(f"{path}/reopen").json()

    assert (begun.status_code, noted.status_code) == (201, 201)
    assert [one["text"] for one in noted.json()["notes"]] == ["Bought the paint"]
    assert (done["status"], done["notes"]) == ("done", [])
    assert (again.status_code, again.json()["state"]) == (409, "done")
    assert reopened["status"] == "active"
    assert api.get(path).json() == reopened
    assert [one["id"] for one in api.get("/api/tasks", params={"project": "garden"}).json()["items"]] == [
        reopened["id"]
    ]
    assert api.get("/api/tasks", params={"status": "done"}).json()["items"] == []
    assert [one["id"] for one in api.get("/api/projects").json()["items"]] == ["garden"]
    assert api.get("/api/tasks/nothing").status_code == 404


# -- the store -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/tasks", "/api/runs"])
def test_tasks_and_runs_are_listed_page_by_page(api, path):
    for number in range(3):
        api.post("/api/tasks", json={"title": f"Task {number}"})
        api.post("/api/observations", json={"content": f"The user has {number} cats."})
        api.post("/api/observations/process")

    everything = api.get(path).json()["items"]
    found, page = [], {"next": None}
    while not found or page["next"] is not None:
        cursor = {"cursor": page["next"]} if found else {}
        page = api.get(path, params={"limit": 1} | cursor).json()
        found += page["items"]

    assert len(found) == 3
    assert found == everything
    assert api.get(path, params={"cursor": "nonsense"}).status_code == 422


def test_health_stats_measures_and_runs_are_told(api, user):
    added(api)
    api.post("/api/observations", json={"content": "The user likes green tea."})

    health, stats = api.get("/api/health").json(), api.get("/api/stats").json()
    measures = api.get("/api/measures", params={"days": 7}).json()

    assert (health["status"], health["agents"]) == ("ok", ["default"])
    assert stats["waiting"] == 1
    assert stats["tables"]["entries"] >= 1
    assert stats["usage"]["memory"]["used"] == len("Alec is the user's boss")
    assert (measures["days"], len(measures["points"])) == (7, 7)
    assert measures["total"]["rates"]["recall_hits"]["share"] is None
    assert api.get("/api/runs").json()["items"] == []
    api.post("/api/observations/process")
    assert api.get("/api/runs").json()["items"][0]["by"] == "rules"


def test_what_happened_is_listed_by_kind_page_by_page(api):
    made = added(api)
    api.delete(f"/api/memory/{made['id']}")

    first = api.get("/api/timeline", params={"limit": 1}).json()
    second = api.get("/api/timeline", params={"limit": 1, "cursor": first["next"]}).json()

    assert [one["kind"] for one in (*first["items"], *second["items"])] == ["removed", "added"]
    assert second["next"] is None
    assert [one["kind"] for one in api.get("/api/timeline", params={"kind": "added"}).json()["items"]] == [
        "added"
    ]


def test_one_users_own_is_exported_and_taken_in_elsewhere(api, served, tmp_path):
    added(api, "Deploys go on Tuesday", "project")

    answer, text = api.get("/api/export"), api.get("/api/export", params={"format": "markdown"})
    with running(tmp_path / "other.db") as other, other.client() as client:
        bytes_of = {"headers": {"content-type": "application/octet-stream"}}
        preview = client.post("/api/import", content=answer.content, **bytes_of).json()
        before = client.get("/api/users").json()
        done = client.post(
            "/api/import", params={"preview": False}, content=answer.content, **bytes_of
        ).json()
        user = api.params["user"]
        found = client.get("/api/memory/", params={"user": user}).json()

    assert answer.headers["content-disposition"] == 'attachment; filename="tiermem.json"'
    assert text.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "Deploys go on Tuesday" in text.text
    assert (preview["format"], preview["preview"], preview["rows"]["entries"]) == ("json", True, 1)
    assert before == {"users": []}
    assert done["rows"]["entries"] == 1
    assert [one["content"] for one in found["memories"]] == ["Deploys go on Tuesday"]


def test_notes_of_other_programs_are_previewed_and_imported(api):
    body = {"content": b"- Prefers tea\n- Lives in Porto\n", "headers": {"content-type": "text/markdown"}}
    asked = {"format": "claude"}

    preview = api.post("/api/import", params=asked, **body).json()
    nothing = api.get("/api/memory/").json()["total"]
    done = api.post("/api/import", params=asked | {"preview": False}, **body).json()
    broken = api.post("/api/import", content=b"\xff\xfe\x00", headers=body["headers"])

    assert (preview["found"], preview["total"], nothing) == (["Prefers tea", "Lives in Porto"], 2, 0)
    assert done["entries"] == {"added": 2}
    assert broken.status_code == 422
    assert "tmp" not in broken.text
    assert "--from" not in api.post("/api/import?preview=false", **body).text
    assert api.post("/api/import", params={"format": "no"}, **body).status_code == 422


def test_only_an_administrator_exports_and_imports_the_whole_store(served, api):
    added(api)
    whole = api.get("/api/export", params={"everyone": True})
    assert api.get("/api/export", params={"everyone": True, "format": "markdown"}).status_code == 422
    with served.client(user="ann") as ann:
        refused = ann.get("/api/export", params={"everyone": True})
        own = ann.get("/api/export").text
        taken = ann.post(
            "/api/import", content=whole.content, headers={"content-type": "application/octet-stream"}
        )

        assert (refused.status_code, taken.status_code) == (404, 404)
        assert ann.get("/api/users").json() == {"users": ["ann"]}
        assert ann.get("/api/stats").json()["tables"] is None
    assert json.loads(whole.text)["format"] == "tiermem-export"
    assert "Alec is the user's boss" in whole.text
    assert "Alec is the user's boss" not in own


def test_a_user_is_erased_with_everything_of_theirs(api, served, user, memory):
    added(api, "Keeps bees on the roof")

    with served.client(user="bob") as bob:
        assert bob.delete(f"/api/users/{user}").status_code == 404
    receipt = api.delete(f"/api/users/{user}").json()
    again = api.delete(f"/api/users/{user}")

    assert receipt["touched"]["entries"] == 1
    assert (again.status_code, again.json()["code"]) == (404, "not_found")
    assert user in again.json()["detail"]
    assert user not in memory.users
    assert memory.entries(user).list(EntryFilter(statuses=STATUSES))[1] == 0


def test_the_name_of_an_erased_user_can_be_used_again_and_opens_nobody_elses_memory(api, served, user):
    added(api, "Keeps bees on the roof")
    api.delete(f"/api/users/{user}")
    with served.client(params={"user": f"{user} next"}) as following:
        added(following, "Sells honey on Sundays")

        assert api.get("/api/memory/").json()["total"] == 0
        added(api, "Keeps bees in the garden")
        assert [one["content"] for one in following.get("/api/memory/").json()["memories"]] == [
            "Sells honey on Sundays"
        ]


def test_a_user_whom_another_process_erased_begins_anew(api, user, memory):
    added(api, "Keeps bees on the roof")
    with Memory.open(store=memory.url) as other:
        other.erasing(user).everything()

    added(api, "Keeps bees in the garden")

    assert api.get("/api/memory/").json()["total"] == 1


def test_an_agent_is_named_and_an_unknown_one_is_not_there(api):
    assert api.get("/api/health", params={"agent": "default"}).status_code == 200
    assert api.get("/api/health", params={"agent": "nobody"}).status_code == 404
    assert api.get("/api/memory/", params={"user": ""}).status_code == 422


def test_what_the_server_wrote_is_in_the_store(api, served, user, memory):
    made = added(api)

    with Memory.open(store=memory.url) as other:
        assert other.entries(user).get(made["id"]).content == made["content"]
