"""`/metrics` for Prometheus, and OpenTelemetry spans."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("fastapi", reason="the server needs the extra 'server'")

from tests.doors.server.running import running

from tiermem import Memory

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)+)\})? (\S+)')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')


def samples(text):
    """(name, labels) → value, of a text that is checked against the format."""
    found, kinds = {}, {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert name not in kinds, f"{name} is told twice"
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match, line
            family = next(
                one for one in (match[1], match[1].rpartition("_")[0]) if one in kinds
            )  # its type stands before it
            assert kinds[family] in ("gauge", "counter", "histogram")
            key = (match[1], frozenset(LABEL.findall(match[2] or "")))
            assert key not in found, line
            found[key] = float(match[3])
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    store = tmp_path_factory.mktemp("metrics") / "memory.db"
    with Memory.open(store=str(store)) as memory:
        for user, number in (("ana", 2), ("ben", 3)):
            entries = memory.entries(user)
            for place in range(number):
                entries.add(
                    entries.draft(f"The harbour number {place} opens at six", layer="L1", tier="user")
                )
        entries = memory.entries("ana")
        entries.add(entries.draft("Deploys go through the gate", layer="L0", tier="memory"))
        memory.recall("When does the harbour open?", "ana")
        memory.recall("Which zebra paints Cologne?", "ana")
    with running(store) as one:
        yield one


def of(found, name, **labels):
    return {key: value for key, value in found.items() if key[0] == name and set(labels.items()) <= key[1]}


def one_of(found, name, **labels):
    (value,) = of(found, name, **labels).values()
    return value


def test_the_owner_sees_the_figures_of_every_user(server):
    with server.client() as client:
        answer = client.get("/metrics")

    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = samples(answer.text)
    assert one_of(found, "tiermem_entries", user="ana", layer="L1") == 2
    assert one_of(found, "tiermem_entries", user="ben", layer="L1") == 3
    assert one_of(found, "tiermem_block_used_characters", user="ana", block="memory") == 27
    assert one_of(found, "tiermem_block_limit_characters", user="ana", block="memory") == 2200
    assert one_of(found, "tiermem_recalls_last_day", user="ana", result="shown") == 1
    assert one_of(found, "tiermem_recalls_last_day", user="ana", result="empty") == 1
    assert one_of(found, "tiermem_recall_seconds_last_day", user="ana", quantile="0.95") > 0
    assert one_of(found, "tiermem_rows", table="recalls") == 2
    assert one_of(found, "tiermem_observations_waiting", user="ana") == 0


def test_a_users_token_sees_its_own_figures_alone(server):
    with server.client("ana") as client:
        found = samples(client.get("/metrics").text)

    assert {dict(labels)["user"] for _, labels in found if "user" in dict(labels)} == {"ana"}
    assert of(found, "tiermem_rows") == of(found, "tiermem_http_requests_total") == {}


def test_a_stranger_sees_no_figures(server):
    with server.stranger() as stranger:
        assert stranger.get("/metrics", headers={"Accept": "text/plain"}).status_code in (401, 403)


def test_requests_are_counted_by_pattern_and_never_by_path(server):
    with server.client() as client:
        for _ in range(3):
            client.get("/api/health")
        client.get("/nowhere/secret-name")
        text = client.get("/metrics").text
    found = samples(text)

    assert one_of(found, "tiermem_http_requests_total", route="/api/health", status="200", method="GET") >= 3
    assert "secret-name" not in text
    assert one_of(found, "tiermem_http_request_seconds_count", route="/api/health") == one_of(
        found, "tiermem_http_request_seconds_bucket", route="/api/health", le="+Inf"
    )
    bounds = of(found, "tiermem_http_request_seconds_bucket", route="/api/health")
    ordered = sorted(bounds, key=lambda key: float(dict(key[1])["le"].replace("+Inf", "inf")))
    assert [bounds[key] for key in ordered] == sorted(bounds.values())


def test_reading_figures_leaves_no_trace(server):
    def told():
        with server.client() as client:
            found = samples(client.get("/metrics").text)
        return one_of(found, "tiermem_stream_events"), of(found, "tiermem_rows")

    assert told() == told()


TRACED = """
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

exporter = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(exporter))
trace.set_tracer_provider(provider)
"""


def run(code, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_program_that_traces_gets_spans_without_contents(tmp_path):
    pytest.importorskip("opentelemetry.sdk", reason="spans are read with OpenTelemetry's SDK")
    lines = run(
        TRACED
        + """
import sys
from tiermem import Memory

with Memory.open(store=sys.argv[1]) as memory, memory.session(user="ana") as session:
    session.call_tool("add_memory", {"content": "The harbour opens at six."})
    session.on_prompt("When does the harbour open?")
    session.on_turn_end("When does the harbour open?", "At six.")
for span in exporter.get_finished_spans():
    print(span.name.replace(" ", "_"), repr(dict(span.attributes)).replace(" ", ""))
""",
        tmp_path / "memory.db",
    )

    told = dict(zip(lines[::2], lines[1::2], strict=True))
    assert {
        "tiermem.recall",
        "tiermem.tool",
        "tiermem.write",
        "tiermem.turn_end",
        "tiermem.session_end",
    } <= set(told)
    assert "'tiermem.shown':" in told["tiermem.recall"]
    assert not any("harbour" in attributes or "ana" in attributes for attributes in told.values())


def test_without_tracing_opentelemetry_is_not_imported(tmp_path):
    lines = run(
        """
        import sys
        from tiermem import Memory

        with Memory.open(store=sys.argv[1]) as memory, memory.session() as session:
            session.on_prompt("When does the harbour open?")
            session.on_turn_end("When does the harbour open?", "At six.")
        print("opentelemetry" in sys.modules)
        """,
        tmp_path / "memory.db",
    )

    assert lines == ["False"]


def test_a_failed_call_marks_its_span_with_the_type_of_the_error_alone(tmp_path):
    pytest.importorskip("opentelemetry.sdk", reason="spans are read with OpenTelemetry's SDK")
    lines = run(
        TRACED
        + """
import sys
from tiermem import Memory
from tiermem.errors import TiermemError

with Memory.open(store=sys.argv[1]) as memory:
    try:
        memory.entries().add(memory.entries().draft("harbour " * 5_000))
    except TiermemError:
        pass
(span,) = exporter.get_finished_spans()
print(span.name, span.status.status_code.name, span.attributes["error.type"], len(span.events), span.status.description)
""",
        tmp_path / "memory.db",
    )

    assert lines == ["tiermem.write", "ERROR", "ContentLength", "0", "None"]


def test_requests_are_server_spans_in_the_callers_trace(tmp_path):
    pytest.importorskip("opentelemetry.sdk", reason="spans are read with OpenTelemetry's SDK")
    lines = run(
        TRACED
        + """
import sys
from tests.doors.server.running import running

parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
with running(sys.argv[1]) as server, server.client() as client:
    client.get("/api/health", headers={"traceparent": parent})
span = next(one for one in exporter.get_finished_spans() if one.name == "GET /api/health")
print(format(span.context.trace_id, "032x"), span.kind.name, span.attributes["http.response.status_code"])
""",
        tmp_path / "memory.db",
    )

    assert lines == ["0af7651916cd43dd8448eb211c80319c", "SERVER", "200"]
