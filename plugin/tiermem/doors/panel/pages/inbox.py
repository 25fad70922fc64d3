"""The page Inbox: what needs a person's decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import ActionOf, FormOf, Frame, FrameOf
from tiermem.doors.panel.pages.peek import near, peek, turn_of, without_dates
from tiermem.doors.panel.showing import Part, difference
from tiermem.doors.server.problems import status_of, told
from tiermem.errors import InputError, TiermemError, UnknownEntry, WriteRefused
from tiermem.text import statement_key

if TYPE_CHECKING:
    from tiermem.engine.writes.review import Doubt
    from tiermem.memory.provenance import Evidence
    from tiermem.values import Entry, Turn

router = APIRouter(route_class=PanelRoute)
_MOST_NEAR = 3
MOST_REVIEWED = 150
"""Entries added last, and as many long unchanged, that are looked through for the review list."""
_MOST_LISTS = 50
"""Review lists that are kept: one has some hundred entries."""
_SAID_LATER = "the user said later"
"""End of a reason that needs the words that follow it."""
_SETTLING = frozenset({"reviewed", "removed", "rejected"})
"""Kinds of events that put no entry into doubt."""


@dataclass(frozen=True)
class Proposal:
    """A change that waits for a person.

    Attributes:
        entry: The staged entry.
        operation: ``add``, ``update``, ``correct`` or ``remove``.
        reason: Why it waits.
        target: The entry that it is about, as it is now.
        parts: The difference to that entry.
        evidence: What it was learned from.
        turn: The turn that was it.
        near: Other entries that speak of the same.
        stale: Why it may be overtaken; "" if it is not.
        seen: What the decision is about; another value means that something changed since.
    """

    entry: Entry
    operation: str
    reason: str
    target: Entry | None
    parts: Sequence[Part]
    evidence: Evidence | None
    turn: Turn | None
    near: Sequence[Entry]
    stale: str
    seen: str


@dataclass(frozen=True)
class Failed:
    """A proposal that could not be decided, and why."""

    entry_id: str
    content: str
    message: str


@router.get("/inbox")
def inbox(frame: FrameOf, open: str | None = None) -> Response:  # noqa: A002 the address's own word
    """Show what waits, what contradicts, and the review list."""
    return _page(frame, open=open)


def _page(frame: Frame, *, status: int = 200, failed: Sequence[Failed] = (), **query: Any) -> Response:
    proposals = _proposals(frame)
    asked = frame.request.query_params
    reviewing = bool(frame.here_query("review"))
    doubts = frame.request.app.state.reviewed.doubts(frame) if reviewing else []
    return frame.page(
        "inbox",
        status=status,
        proposals=proposals,
        rivals=frame.memory.profile(frame.user).rivals(),
        doubts=doubts,
        reviewing=reviewing,
        most=MOST_REVIEWED,
        aside=frame.memory.timeline.set_aside(frame.user),
        policy=frame.memory.settings.write_policy,
        failed=failed,
        editing=asked.get("edit"),
        merging=[],
        erasing=[],
        peek=peek(frame, query.get("open")),
    )


def _proposals(frame: Frame) -> list[Proposal]:
    found = frame.entries.pending()
    evidence = frame.entries.evidence(entry for entry, _, _ in found)
    return [
        _proposal(frame, entry, operation, reason, evidence.get(entry.id))
        for entry, operation, reason in found
    ]


def _proposal(frame: Frame, entry: Entry, operation: str, reason: str, evidence: Evidence | None) -> Proposal:
    target = frame.known(entry.supersedes)
    turn = turn_of(frame, evidence, frame.entries.history(entry.id).events)
    others = near(frame, entry, _MOST_NEAR + 1)
    return Proposal(
        entry=entry,
        operation=operation,
        reason=_unquoted(reason, turn),
        target=target,
        parts=difference(target.content, entry.content) if target and operation != "remove" else (),
        evidence=evidence,
        turn=turn,
        near=[one for one in others if target is None or one.id != target.id][:_MOST_NEAR],
        stale=_stale(entry, operation, target, others),
        seen=seen(entry, target),
    )


def _unquoted(reason: str, turn: Turn | None) -> str:
    """Return a reason without the words of the turn, which are shown beside it."""
    said = reason
    while turn is not None and ": " in said:
        _, _, said = said.partition(": ")
        if without_dates(said).strip(" .!") in turn.content:
            before = reason[: -len(said)].rstrip(": ")
            return before.replace(_SAID_LATER, "the user said something else later")
    return reason


def seen(entry: Entry, target: Entry | None) -> str:
    """Return what a decision on a proposal is about: both entries in their present state."""
    about = f"{target.id}:{target.version}:{target.status}" if target else ""
    return f"{entry.version}/{about}"


def _stale(entry: Entry, operation: str, target: Entry | None, others: Sequence[Entry]) -> str:
    """Return why a proposal may be overtaken by what happened since, or ""."""
    if entry.supersedes and target is None:
        return "The entry that it is about was erased."
    if target is not None and target.status == "inactive":
        return "The entry that it is about was retired since."
    if target is not None and target.updated_at > entry.created_at:
        return "The entry that it is about was changed since."
    same = statement_key(entry.content)
    if operation == "add" and any(statement_key(one.content) == same for one in others):
        return "The same is remembered already."
    return ""


class Reviewed:
    """The review lists of a server, each as of a place in the stream: making one takes seconds.

    A list is made again after a change that may put something into doubt; one that only takes something out of it, as
    the decisions of the list itself, is followed.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[str, str, str | None], tuple[int, list[Doubt]]] = {}

    def doubts(self, frame: Frame) -> list[Doubt]:
        """Return what is in doubt in the present state of the store, without what waits."""
        memory, user = frame.memory, frame.user
        key = (memory.url, memory.settings.agent, user)
        head = memory.timeline.place(user)  # the end of the whole stream may come before an event of the user
        at, made = self._made.get(key, (-1, []))
        since = list(memory.timeline.events(user, after=at)) if at >= 0 else []
        if at < 0 or at > head or any(event.kind not in _SETTLING for event in since):
            made = memory.review(user).doubts(MOST_REVIEWED)
        else:
            decided = {event.entry_id for event in since}
            made = [one for one in made if one.entry.id not in decided and _is_as_it_was(frame, one)]
        self._made.pop(key, None)
        self._made[key] = (head, made)
        if len(self._made) > _MOST_LISTS:
            self._made.pop(next(iter(self._made)), None)
        return [one for one in made if one.entry.status == "active"]


def _is_as_it_was(frame: Frame, doubt: Doubt) -> bool:
    return frame.known(doubt.entry.id) == doubt.entry and (
        doubt.other is None or frame.known(doubt.other.id) == doubt.other
    )


@router.post("/inbox/{entry_id}/{decision}")
def decide(frame: ActionOf, form: FormOf, entry_id: str, decision: str) -> Response:
    """Accept a proposal, as it is or edited, or reject it."""
    entry = frame.entries.get(entry_id)
    if form.one("seen") and form.one("seen") != seen(entry, frame.known(entry.supersedes)):
        changed = "It was changed elsewhere since you saw it. This is its present state: decide again."
        return _page(frame, status=409, failed=[Failed(entry.id, entry.content, changed)])
    try:
        _decide(frame, entry, decision, form.one("content").strip())
    except WriteRefused as error:
        if not form.one("content"):
            return _page(
                frame,
                status=status_of(error),
                failed=[Failed(entry.id, entry.content, told(error, error.for_people))],
            )
        return frame.refused(
            error,
            "decide_form.html",
            f"decide-{entry.id}",
            status=status_of(error),
            entry=entry,
            typed=form.one("content"),
            seen=form.one("seen"),
        )
    return frame.done({"accept": "accepted", "reject": "rejected"}[decision], entry.id)


def _decide(frame: Frame, entry: Entry, decision: str, content: str = "") -> None:
    if decision not in ("accept", "reject"):
        raise InputError(f"There is no decision {decision!r}.")
    if entry.status != "staged":
        raise InputError(f"It was decided elsewhere: entry {entry.id} is {entry.status}.")
    if decision == "reject":
        frame.entries.reject(entry.id)
        return
    frame.entries.accept(entry.id, content or None)


@router.post("/inbox")
def decide_selected(frame: ActionOf, form: FormOf) -> Response:
    """Decide on all selected proposals, each for itself; those that fail are shown with the reason."""
    decision, decided, failed = form.one("do"), [], []
    for entry_id in dict.fromkeys(form.all("id")):
        entry = frame.known(entry_id)
        try:
            if entry is None:
                raise UnknownEntry(entry_id)
            _decide(frame, entry, decision)
            decided.append(entry_id)
        except TiermemError as error:
            failed.append(Failed(entry_id, entry.content if entry else "", told(error, error.for_people)))
    if failed:
        return _page(frame, status=409, failed=failed)
    if not decided:
        raise InputError("Nothing is selected.")
    return frame.done({"accept": "accepted", "reject": "rejected"}[decision], *decided)


@router.post("/review/{entry_id}/{decision}")
def review(frame: ActionOf, entry_id: str, decision: str) -> Response:
    """Keep an entry of the review list as it is, or retire it."""
    reviewing = frame.memory.review(frame.user)
    if decision == "keep":
        reviewing.keep(entry_id)
        return frame.done("kept")
    if decision == "retire":
        reviewing.retire(entry_id)
        return frame.done("retired", entry_id)
    raise InputError(f"There is no decision {decision!r}.")


@router.post("/settle")
def settle(frame: ActionOf, form: FormOf) -> Response:
    """Decide between two values of the profile."""
    keep = form.one("keep")
    if keep not in ("value", "other"):
        raise InputError("Choose one of the two values.")
    user = frame.memory.profile(frame.user)
    user.settle(form.one("path"), "value" if keep == "value" else "other")
    return frame.done("settled", version=user.current.version)


@router.post("/retry/{seq}")
def retry(frame: ActionOf, seq: Annotated[int, Path(ge=1, lt=2**63)]) -> Response:
    """Try an observation again that failed too often."""
    frame.memory.maintenance.try_again(seq, frame.user)
    return frame.done("retried")
