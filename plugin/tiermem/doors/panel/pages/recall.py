"""The page Recall: what a prompt would bring and why, and the receipts of past turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from fastapi.responses import Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import Frame, FrameOf
from tiermem.doors.panel.weighing import Weighed, weighed
from tiermem.doors.server.shapes import cursors
from tiermem.errors import InputError
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.values import Entry

router = APIRouter(route_class=PanelRoute)
LONGEST = 4_000
"""Characters of a prompt that can be tried."""
PAGE = 20
"""Receipts that are listed at once."""
_EXAMPLES = 3
WHYS: Mapping[str, str] = {
    "far below the best": "far below the best",
    "beyond top_k": "good, but others are better",
    "over char_limit": "no room: the characters are used up",
    "same text as one shown": "the same text as one shown",
    "says what one shown says": "says what the prompt or one shown says",
    "in the block LEARNED INFORMATION": "in the prompt already, under LEARNED INFORMATION",
    "shown earlier in this session": "shown earlier in the session",
    "too few of the prompt's words": "too few of the prompt's words",
}
"""Reason in a receipt for not showing a passage → its words on the page, in the page's order."""


@dataclass(frozen=True)
class Found:
    """A passage on the page.

    Attributes:
        row: The row of the receipt.
        text: Its text as it was then; "" if it was erased.
        entry: The entry as it is now, if it is one and still there.
        has_changed: True if the entry says something else now.
        weighed: How its score came about.
        why: Why it was not shown; "" if it was.
    """

    row: Mapping[str, Any]
    text: str
    entry: Entry | None
    has_changed: bool
    weighed: Weighed
    why: str

    @property
    def ref(self) -> str:
        """Its ref."""
        return str(self.row["ref"])

    @property
    def session_id(self) -> str:
        """The session of a turn; "" for an entry."""
        return self.ref.rpartition("/")[0]


@dataclass(frozen=True)
class Shown:
    """A recall on the page: a preview, or a past one."""

    receipt: Mapping[str, Any]
    passages: tuple[Found, ...]
    dropped: Mapping[str, tuple[Found, ...]]
    context: str | None

    @property
    def number_dropped(self) -> int:
        """Return the number of candidates that were not shown."""
        return sum(map(len, self.dropped.values()))


@router.get("/recall")
def recall(frame: FrameOf, q: str = "", receipt: str | None = None, before: str | None = None) -> Response:
    """Show what a prompt would bring, or a past recall, above the list of past ones."""
    if len(q) > LONGEST:
        raise InputError(f"The prompt has {len(q):,} characters; {LONGEST:,} can be tried.")
    asked = " ".join(q.split()) if q.isspace() else q
    with frame.naming():
        past = frame.memory.timeline.receipt(receipt, frame.user) if receipt else None
    shown = _past(frame, past) if past is not None else _preview(frame, asked) if asked else None
    place = cursors.read(before, str, str)
    receipts = frame.memory.timeline.receipts(frame.user, limit=PAGE + 1, before=place)
    last = receipts[PAGE - 1] if len(receipts) > PAGE else None
    return frame.page(
        "recall",
        asked=asked,
        shown=shown,
        is_past=past is not None,
        receipts=[_brief(one) for one in receipts[:PAGE]],
        more=cursors.write(last["at"], last["id"]) if last else None,
        is_first=before is None,
        examples=[] if shown else _examples(frame),
        limits=frame.memory.settings.recall,
    )


def _preview(frame: Frame, prompt: str) -> Shown:
    recalled = frame.memory.recall(prompt, frame.user, frame.project, keep=False)
    texts = {one.ref: one.text for one in recalled.passages}
    receipt = recalled.receipt.as_dict()
    entries = _entries(frame, receipt)
    dropped = {row["ref"]: _now(frame, row["ref"], entries) for row in receipt["dropped"]}
    return _shown(receipt, texts | dropped, entries, recalled.context)


def _past(frame: Frame, receipt: Mapping[str, Any]) -> Shown:
    entries = _entries(frame, receipt)
    refs = [row["ref"] for row in (*receipt["rendered"], *receipt["dropped"])]
    texts = {ref: _then(frame, ref, entries, receipt["at"]) for ref in refs}
    return _shown(receipt, texts, entries, None)


def _entries(frame: Frame, receipt: Mapping[str, Any]) -> dict[str, Entry]:
    refs = {row["ref"] for row in (*receipt["rendered"], *receipt["dropped"]) if "/" not in row["ref"]}
    if not refs:
        return {}
    where = EntryFilter(ids=tuple(sorted(refs)), statuses=("active", "inactive", "staged"), limit=len(refs))
    return {entry.id: entry for entry in frame.entries.list(where)[0]}


def _now(frame: Frame, ref: str, entries: Mapping[str, Entry]) -> str:
    return entries[ref].content if ref in entries else frame.told(ref)


def _then(frame: Frame, ref: str, entries: Mapping[str, Entry], at: str) -> str:
    """Return a text as it was at an instant: the version of an entry that was current."""
    entry = entries.get(ref)
    if entry is None or entry.version == 1 or entry.updated_at <= at:
        return _now(frame, ref, entries)
    versions = [one for one in frame.entries.history(ref).versions if one.created_at <= at]
    return versions[-1].content if versions else entry.content


def _shown(
    receipt: Mapping[str, Any], texts: Mapping[str, str], entries: Mapping[str, Entry], context: str | None
) -> Shown:
    rows = (*receipt["rendered"], *receipt["dropped"])
    best = max((row["score"] for row in rows), default=0.0)

    def found(row: Mapping[str, Any]) -> Found:
        entry, text = entries.get(row["ref"]), texts.get(row["ref"], "")
        return Found(
            row=row,
            text=text,
            entry=entry,
            has_changed=context is None and entry is not None and bool(text) and text != entry.content,
            weighed=weighed(row, best),
            why=row.get("why", ""),
        )

    dropped: dict[str, list[Found]] = {words: [] for words in WHYS.values()}
    for row in receipt["dropped"]:
        dropped.setdefault(WHYS.get(row["why"], row["why"]), []).append(found(row))
    return Shown(
        receipt=receipt,
        passages=tuple(map(found, receipt["rendered"])),
        dropped={words: tuple(found) for words, found in dropped.items() if found},
        context=context,
    )


def _brief(receipt: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": receipt["id"],
        "at": receipt["at"],
        "asked": receipt["query"],
        "used": len(receipt["rendered"]),
        "took_ms": receipt["took_ms"],
        "session_id": receipt["session_id"],
    }


def _examples(frame: Frame) -> list[str]:
    """Return prompts about what is remembered: of its latest subjects, or of its latest words."""
    where = EntryFilter(layers=("L1",), newest_first=True, limit=60)
    entries = [entry for entry in frame.entries.list(where)[0] if entry.content]
    subjects = [f"What do you know about {entry.subject}?" for entry in entries if entry.subject]
    statements = (f"What about {_first_words(entry.content)}?" for entry in entries if not entry.subject)
    return list(dict.fromkeys([*_apart(subjects), *statements]))[:_EXAMPLES]


def _apart(prompts: Iterable[str]) -> Sequence[str]:
    return list(dict.fromkeys(prompts))


def _first_words(text: str) -> str:
    return " ".join(text.rstrip(".!?").split()[:6])
