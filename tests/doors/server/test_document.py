"""The OpenAPI document: complete, true of every answer, and enough for a client in another language."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from tests.doors.server.running import running

CASES = 5
"""Requests invented by chance for each operation, beside 2,800 from the limits of its parameters; 200 make 10,000."""
NODE_PACKAGES = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5")
CLIENT = """
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

type Memory = components["schemas"]["MemoryResponse"];

export async function remember(baseUrl: string, token: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
  const made = await client.POST("/api/memory/", {
    params: { query: { user: "ana" } },
    body: { content: "Alec is the user's boss", category: "person", subject: "Alec" },
  });
  if (made.error) throw new Error(made.error.detail);
  const id: string = made.data.id;
  const changed = await client.PUT("/api/memory/{id}", {
    params: { path: { id }, query: { user: "ana" }, header: { "if-match": '"1"' } },
    body: { content: "Alec was the user's boss" },
  });
  const previous: string | null | undefined = changed.data?.previous;
  const listed = await client.GET("/api/memory/", {
    params: { query: { user: "ana", layer: ["L0"], sort: "newest", limit: 10 } },
  });
  const memories: Memory[] = listed.data?.memories ?? [];
  const next: string | null | undefined = listed.data?.next;
  const recalled = await client.POST("/api/recall", { body: { text: "Who is Alec?" } });
  const points: number[] = (recalled.data?.passages ?? []).map((one) => one.parts["words"] ?? 0);
  // @ts-expect-error a category of no memory
  await client.POST("/api/memory/", { body: { content: "Alec is here", category: "colour" } });
  // @ts-expect-error a path that is not there
  await client.GET("/api/nothing");
  return [id, previous ?? "", next ?? "", ...memories.map((one) => one.content), ...points.map(String)];
}
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with running(tmp_path_factory.mktemp("served") / "memory.db") as one:
        yield one


@pytest.fixture(scope="module")
def document(served):
    with served.client() as client:
        return client.get("/api/openapi.json").json()


@pytest.fixture(scope="module")
def operations(document):
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_is_described_named_and_grouped(operations):
    ids = [one["operationId"] for _, one in operations]

    assert len(ids) == len(set(ids)) >= 50
    assert [name for name, one in operations if not one.get("description") or not one.get("tags")] == []
    assert all(re.fullmatch(r"[a-z_]+", one) for one in ids)


def test_every_answer_is_typed(operations):
    untyped = [
        (name, status)
        for name, one in operations
        for status, answer in one["responses"].items()
        if not any(content.get("schema") for content in answer.get("content", {}).values())
    ]

    assert untyped == []


def test_every_error_is_a_problem(operations, document):
    for name, one in operations:
        errors = {status for status in one["responses"] if status[0] in "45"}
        assert {"400", "401", "403", "404", "405", "413", "422", "429", "500", "503"} <= errors, name
        for status in errors:
            assert list(one["responses"][status]["content"]) == ["application/problem+json"], (name, status)
    assert document["components"]["schemas"]["Problem"]["required"] == [
        "type",
        "title",
        "status",
        "detail",
        "code",
    ]


def test_every_parameter_says_what_it_is_and_takes_no_null(operations):
    for name, one in operations:
        for parameter in one.get("parameters", ()):
            assert {"type": "null"} not in parameter["schema"].get("anyOf", ()), (name, parameter["name"])


def test_the_document_needs_a_session_or_a_token(served):
    with served.stranger() as stranger:
        assert stranger.get("/api/openapi.json").status_code == 401


@pytest.mark.slow
def test_invented_requests_get_the_answers_that_the_document_promises(served, tmp_path):
    tool = Path(sys.executable).with_name("schemathesis")
    if not tool.exists():
        pytest.skip("schemathesis is not installed")
    token, _ = served.serving.memory().tokens.add()

    done = subprocess.run(
        [
            tool, "run", f"{served.address}/api/openapi.json", "--phases", "coverage,fuzzing,stateful",
            "--max-examples", str(CASES), "--continue-on-failure", "--exclude-path", "/api/events",
            "--exclude-checks", "positive_data_acceptance", "--header", f"Authorization: Bearer {token}",
            "--suppress-health-check", "all", "--no-color",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=1_500,
        check=False,
    )  # fmt: skip

    told = done.stdout
    assert done.returncode == 0, told[-8_000:]
    assert int(re.search(r"([\d,]+) generated", told)[1].replace(",", "")) > 2_000, told[-2_000:]


@pytest.mark.slow
def test_a_typescript_client_is_made_of_the_document_and_compiles(document, tmp_path):
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no node here")
    (tmp_path / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "client.ts").write_text(CLIENT, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module", "private": true}', encoding="utf-8")
    installed = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--prefer-offline", *NODE_PACKAGES],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    if installed.returncode != 0:
        pytest.skip(f"its packages cannot be installed: {installed.stderr[-300:]}")

    for command in (
        ["openapi-typescript", "openapi.json", "-o", "api.d.ts", "--default-non-nullable", "false"],
        [
            "tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext",
            "--moduleResolution", "bundler", "--lib", "es2022,dom", "client.ts",
        ],
    ):  # fmt: skip
        done = subprocess.run(
            [tmp_path / "node_modules" / ".bin" / command[0], *command[1:]],
            cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
