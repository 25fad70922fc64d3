"""docs/rest.md describes the API that is served: every route, parameter and answer, and no other."""

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.server.running import running

PAGE = (Path(__file__).parents[2] / "docs" / "rest.md").read_text(encoding="utf-8")
ROUTE = re.compile(r"^\| `((?:GET|POST|PUT|PATCH|DELETE) /api/[^` ]*)` \|", re.MULTILINE)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with running(tmp_path_factory.mktemp("served") / "memory.db") as served, served.client() as client:
        yield client


@pytest.fixture(scope="module")
def document(client):
    return client.get("/api/openapi.json").json()


def test_the_page_has_every_route_and_no_other(document):
    served = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    told = ROUTE.findall(PAGE)

    assert set(told) == served
    assert len(told) == len(set(told))


def test_the_page_has_every_parameter_of_the_list(document):
    section = PAGE.partition("## Lists")[2].partition("\n## ")[0]
    told = {
        name
        for row in re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    taken = {one["name"] for one in document["paths"]["/api/memory/"]["get"]["parameters"]}

    assert told == taken - {"agent", "user"}


def test_the_members_of_a_new_memory_are_those_on_the_page(document):
    row = re.search(r"^\| `POST /api/memory/` \|.*$", PAGE, re.MULTILINE)[0]
    members = set(document["components"]["schemas"]["CreateMemoryRequest"]["properties"])

    assert {name for name in members if f"`{name}`" not in row} <= {"allow_same_subject"}
    assert "5 to 500 characters" in row


def test_the_answers_on_the_page_are_given(client):
    body = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
    first, same = (client.post("/api/memory/", json=body) for _ in range(2))
    other = client.post("/api/memory/", json=body | {"content": "Alec lives in Porto"})
    full = [client.post("/api/memory/", json={"content": c * 500, "category": "context"}) for c in "abcde"][
        -1
    ]
    invalid = client.post("/api/memory/", json={})
    unseen = client.post("/api/memory/", json=body | {"content": "\u200b" * 9})

    assert [one.status_code for one in (first, same, other, full, invalid)] == [201, 200, 409, 409, 422]
    rows = set(re.findall(r"^\| (\d{3}) \| `(\w+)` \|", PAGE, re.MULTILINE))
    given = {(str(one.status_code), one.json()["code"]) for one in (other, full, invalid, unseen)}
    assert given == rows - {("403", "check_refused")}


def test_the_problem_on_the_page_is_the_one_that_is_answered(client):
    shown = PAGE.partition("## Errors")[2].partition("```json\n")[2].partition("```")[0]

    assert client.get("/api/memory/nothing0").json() == json.loads(shown)
