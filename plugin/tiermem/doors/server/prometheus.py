"""The state of the memories, as text for Prometheus at ``/metrics``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import APIRouter, Depends, Request
from fastapi.responses import PlainTextResponse

import tiermem
from tiermem.doors.server.serving import Caller, CallerOf, Serving, ServingOf
from tiermem.doors.server.spans import RequestCounts
from tiermem.values import LAYERS, EntryFilter, instant, utc_now

if TYPE_CHECKING:
    from tiermem import Memory

router = APIRouter(tags=["store"])
_MOST_RECEIPTS = 1_000
"""Receipts and runs of a user that are looked at, the latest ones."""
MOST_USERS = 200
"""Users whose figures are told at most, in the order of their names."""
_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_FAMILIES: Mapping[str, tuple[str, str]] = {
    "tiermem_info": ("gauge", "The version that is running."),
    "tiermem_files": ("gauge", "Files of users that rows and events include or leave out."),
    "tiermem_rows": ("gauge", "Rows of a table of the store, or of files of users together."),
    "tiermem_stream_events": ("counter", "Events that the stream ever had."),
    "tiermem_entries": ("gauge", "Entries in use, by layer."),
    "tiermem_entries_staged": ("gauge", "Entries that wait for a person."),
    "tiermem_block_used_characters": ("gauge", "Characters of a block in the prompt."),
    "tiermem_block_limit_characters": ("gauge", "Characters that a block may have."),
    "tiermem_observations_waiting": ("gauge", "Observations that are not processed yet."),
    "tiermem_observations_oldest_seconds": ("gauge", "Age of the oldest observation that waits."),
    "tiermem_observations_unconsolidated": ("gauge", "Processed observations that are not in the profile yet."),
    "tiermem_observations_set_aside": ("gauge", "Observations that failed too often."),
    "tiermem_work_users": ("gauge", "Users in the queue that workers share, by state."),
    "tiermem_work_oldest_seconds": ("gauge", "Age of the oldest work that no worker has."),
    "tiermem_workers": ("gauge", "Workers that have work."),
    "tiermem_turns_unread": ("gauge", "Turns that gap-fill has not read."),
    "tiermem_recalls_last_day": ("gauge", "Recalls of the last 24 hours, by result."),
    "tiermem_recall_seconds_last_day": ("gauge", "Time that recalls of the last 24 hours took, by quantile."),
    "tiermem_runs_failed_last_day": ("gauge", "Runs of the last 24 hours with a problem, failed plugins included."),
    "tiermem_model_tokens_today": ("gauge", "Tokens of models that were paid for today."),
    "tiermem_model_usd_today": ("gauge", "Dollars that models cost today."),
    "tiermem_plugins_switched_off": ("gauge", "Plugins that were switched off because they were too slow."),
    "tiermem_http_requests_total": ("counter", "Requests that this process answered."),
    "tiermem_http_request_seconds": ("histogram", "Time until answers were sent."),
}  # fmt: skip
"""Name → type and what it is."""
Sample = tuple[str, Mapping[str, str], float]


def _requests(request: Request) -> RequestCounts:
    return cast("RequestCounts", request.app.state.requests)


@router.get("/metrics", response_class=PlainTextResponse, include_in_schema=False)
def metrics(
    serving: ServingOf, caller: CallerOf, requests: Annotated[RequestCounts, Depends(_requests)]
) -> PlainTextResponse:
    """Return the figures of all that the caller may see: a user's token sees its own alone."""
    return PlainTextResponse(exposition(_samples(serving, caller, requests)), media_type=_TYPE)


def exposition(samples: Iterator[Sample]) -> str:
    """Return samples in the text format of Prometheus, families together."""
    by_family: dict[str, list[str]] = {name: [] for name in _FAMILIES}
    for name, labels, value in samples:
        family = name if name in _FAMILIES else name.rpartition("_")[0]
        told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        by_family[family].append(f"{name}{{{told}}} {value:.10g}" if told else f"{name} {value:.10g}")
    lines = [
        line
        for name, (kind, what) in _FAMILIES.items()
        if by_family[name]
        for line in (f"# HELP {name} {what}", f"# TYPE {name} {kind}", *by_family[name])
    ]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _samples(serving: Serving, caller: Caller, requests: RequestCounts) -> Iterator[Sample]:
    yield "tiermem_info", {"version": tiermem.__version__}, 1
    for place, agent in enumerate(serving.agents):
        memory = serving.memory(agent)
        if not caller.opens(memory):
            continue
        if caller.user is None and place == 0:
            yield from _of_stores(memory)
            yield from _of_queue(memory)
        if caller.user is None:
            yield "tiermem_plugins_switched_off", {"agent": agent}, len(memory.switched_off)
        users = memory.users[:MOST_USERS] if caller.user is None else (caller.user,)
        for user in users:
            yield from _of_user(memory.of(user, create=False), user, {"agent": agent, "user": user})
    if caller.user is None:
        yield from _of_requests(requests)


def _of_stores(memory: Memory) -> Iterator[Sample]:
    """Yield the size of the store; where each user has a file, of the first `MOST_USERS` files together."""
    tables, events = Counter[str](), 0
    users = memory.users if memory.has_files_of_users else (memory.user,)
    if memory.has_files_of_users:
        yield "tiermem_files", {"counted": "yes"}, len(users[:MOST_USERS])
        yield "tiermem_files", {"counted": "no"}, len(users[MOST_USERS:])
    for user in users[:MOST_USERS]:
        one = memory.of(user, create=False)
        tables.update(one.timeline.stats()["tables"])
        events += one.timeline.head
    for table, rows in tables.items():
        yield "tiermem_rows", {"table": table}, rows
    yield "tiermem_stream_events", {}, events


def _of_queue(memory: Memory) -> Iterator[Sample]:
    """Yield the state of the queue that workers share; nothing where one machine does all the work."""
    sharing = memory.maintenance.sharing()
    if sharing is None:
        return
    queue = sharing.counts()
    for state, users in (
        ("queued", queue.queued), ("resting", queue.resting), ("held", queue.held), ("expired", queue.expired),
    ):  # fmt: skip
        yield "tiermem_work_users", {"state": state}, users
    yield "tiermem_work_oldest_seconds", {}, queue.oldest_s
    yield "tiermem_workers", {}, queue.workers


def _of_user(memory: Memory, user: str, labels: Mapping[str, str]) -> Iterator[Sample]:
    entries = memory.entries(user)
    for layer in LAYERS:
        yield (
            "tiermem_entries",
            {**labels, "layer": layer},
            entries.list(EntryFilter(layers=(layer,), limit=0))[1],
        )
    yield "tiermem_entries_staged", labels, entries.list(EntryFilter(statuses=("staged",), limit=0))[1]
    for tier, usage in entries.usage().items():
        yield "tiermem_block_used_characters", {**labels, "block": tier}, usage.used
        yield "tiermem_block_limit_characters", {**labels, "block": tier}, usage.limit
    stats = memory.timeline.stats(user)
    backlog = stats["backlog"]
    yield "tiermem_observations_waiting", labels, backlog["waiting"]
    yield "tiermem_observations_oldest_seconds", labels, backlog["age_s"]
    yield "tiermem_observations_unconsolidated", labels, backlog["unconsolidated"]
    yield "tiermem_observations_set_aside", labels, backlog["set_aside"]
    yield "tiermem_turns_unread", labels, stats["unread"]["turns"]
    yield "tiermem_model_tokens_today", labels, stats["spending"]["tokens"]
    yield "tiermem_model_usd_today", labels, stats["spending"]["usd"] or 0.0
    yield from _of_last_day(memory, user, labels)


def _of_last_day(memory: Memory, user: str, labels: Mapping[str, str]) -> Iterator[Sample]:
    since = instant(utc_now() - timedelta(days=1))
    receipts = [one for one in memory.timeline.receipts(user, limit=_MOST_RECEIPTS) if one["at"] >= since]
    shown = sum(bool(one["rendered"]) for one in receipts)
    for result, number in (("shown", shown), ("empty", len(receipts) - shown)):
        yield "tiermem_recalls_last_day", {**labels, "result": result}, number
    took = sorted(one["took_ms"] / 1000 for one in receipts)
    for quantile in ("0.5", "0.95") if took else ():
        place = ceil(float(quantile) * len(took)) - 1
        yield "tiermem_recall_seconds_last_day", {**labels, "quantile": quantile}, took[place]
    runs = memory.timeline.runs(user, since=since, limit=_MOST_RECEIPTS)
    yield "tiermem_runs_failed_last_day", labels, sum(run.problem is not None for run in runs)


def _of_requests(requests: RequestCounts) -> Iterator[Sample]:
    for (method, route, status), number in sorted(requests.numbers.items()):
        yield (
            "tiermem_http_requests_total",
            {"method": method, "route": route, "status": status},
            number,
        )
    for route, (seconds, bounds) in sorted(requests.durations.items()):
        for bound, number in bounds:
            yield "tiermem_http_request_seconds_bucket", {"route": route, "le": bound}, number
        yield "tiermem_http_request_seconds_sum", {"route": route}, seconds
        yield "tiermem_http_request_seconds_count", {"route": route}, bounds[-1][1]
