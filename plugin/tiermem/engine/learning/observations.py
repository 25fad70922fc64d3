"""Observations: their kinds, writing them to the stream, reading them, and the trust that each deserves."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, get_args

from tiermem.engine.writes.checks import redacted
from tiermem.errors import InputError
from tiermem.support import nested
from tiermem.support.nested import depth, each_text
from tiermem.text import clean, is_blank, statement_key, strip_injected
from tiermem.text.languages import has_words
from tiermem.values import Event, Observation, Speaker
from tiermem.values.frozen import replace
from tiermem.values.words import SUMMARY

if TYPE_CHECKING:
    from tiermem.engine.writes.once import Once
    from tiermem.ports import Hooks
    from tiermem.store.contract import Store
    from tiermem.values import Draft, Reach, Source

ASKED_FOR = "request"
"""Kind of an observation that the user asked to remember."""
FORGET = "forget"
"""Kind of an observation that names something the user asked to forget."""
CHANGE = "change"
"""Kind of an observation of a change; ignored unless something stored is about it."""
SLIP = "slip"
"""Kind of an observation of a message that admits a slip; ignored unless it puts something stored right."""
SCAFFOLD_UPDATE = "scaffold_update"
LEARNED_FACT = "learned_fact"
TOOL_RESULT = "tool_result"
RECORDED = ("fact", "preference", "project_details", "correction")
"""Kinds that the agent's tool `record_observation` accepts."""
KINDS = (
    *RECORDED,
    "decision",
    "commitment",
    "person",
    ASKED_FOR,
    FORGET,
    CHANGE,
    SLIP,
    SCAFFOLD_UPDATE,
    LEARNED_FACT,
    TOOL_RESULT,
    SUMMARY,
)
"""All kinds that tiermem makes; others, made by plugins, are treated as facts."""
LONGEST = 20_000
"""Maximum characters of an observation, its value as JSON included."""
DEEPEST = 12
"""Maximum levels of a scaffold value."""


class ObservationLog:
    """Writes observations to the stream.

    Args:
        store: The store.
        hooks: Hooks whose `check_write` checks every text first.
        once: The id of a write that is to be applied once; None if there is never one.
    """

    def __init__(self, store: Store, hooks: Hooks, once: Once | None = None) -> None:
        self._store = store
        self._hooks = hooks
        self._once = once

    def record(
        self,
        observations: Sequence[Observation],
        reach: Reach,
        *,
        at: str,
        source: Source,
        session_id: str | None = None,
        project_id: str | None = None,
    ) -> list[int]:
        """Write observations to the stream, all or none; return the place of each, 0 if it was there already.

        Text injected by hosts is removed first. In a session, the same statement of the same kind is kept once; a
        `scaffold_update` every time, because a value may return.

        Args:
            observations: The observations. Their drafts name speaker, connection and context type.
            reach: The owner; observations belong to the user.
            at: Instant of the events.
            source: ``agent`` for a tool call, ``system`` for automatic writers, ``user`` for a person.
            session_id: The session of the observations.
            project_id: Project of observations that are not about the person.

        Raises:
            InputError: A kind is unknown, or a text is empty, too long, or not JSON.
            CheckRefused: A check refused a text; nothing was kept.
        """
        events = [
            self.event(
                _admitted(observation),
                reach,
                at=at,
                source=source,
                session_id=session_id,
                project_id=project_id,
            )
            for observation in observations
        ]
        with self._store.transaction(reach):
            if self._once is not None:
                self._once.note(self._store, reach, at)
            return [self._store.stream.append(event) for event in events]

    def event(
        self,
        observation: Observation,
        reach: Reach,
        *,
        at: str,
        source: Source = "system",
        session_id: str | None = None,
        project_id: str | None = None,
    ) -> Event:
        """Return the observation as an event, ready to append: storable, redacted, with a key.

        If it is not about the person, or is about "here", it belongs to the session's project, as the agent's own notes
        do, and so does a request to forget: it means nothing that is known only in another project.

        Raises:
            CheckRefused: A check refused a text.
        """
        payload = observation.as_payload()
        draft = payload["draft"]
        if project_id is not None and _is_of_here(observation.draft):
            draft["tier"] = "memory"
        if project_id is not None and (draft["tier"] == "memory" or payload["kind"] == FORGET):
            draft.setdefault("project_id", project_id)
        speaker = observation.draft.speaker
        payload = _each_said(
            _storable(payload),
            lambda text: redacted(self._hooks, text, "observe", speaker=speaker, session_id=session_id),
        )
        return Event(
            kind="observation",
            scope_id=reach.user.id,
            at=at,
            source=source,
            session_id=session_id,
            reason=payload["kind"],
            payload=payload,
            key=_key(payload, source, session_id),
        )


def _is_of_here(draft: Draft) -> bool:
    """Return True if the user speaks of the place of work: "here we use tabs", "in this repo …"."""
    return draft.speaker == "user" and has_words(draft.content, "of_here")


def _admitted(observation: Observation) -> Observation:
    """Return a checked observation of a tool or of an automatic writer; a scaffold's value gets a content.

    Raises:
        InputError: It is invalid.
    """
    if observation.kind not in KINDS:
        raise InputError(
            f"There is no kind {observation.kind!r} of observation. Possible: {', '.join(KINDS)}."
        )
    if observation.kind == SCAFFOLD_UPDATE:
        keys = tuple(_own(key) for key in nested.split(observation.path or ""))
        observation = replace(observation, path=nested.joined(keys))
        _ensure_json(observation)
        observation = replace(observation, value=each_text(observation.value, _own))
        observation = replace(observation, draft=replace(observation.draft, content=_told(observation)))
    content = _own(observation.draft.content)
    if is_blank(content):
        problem = "has only invisible characters" if content else "is empty"
        raise InputError(f"The observation {problem}. Say what was observed, as one statement.")
    if len(content) > LONGEST:
        raise InputError(
            f"The observation has {len(content):,} characters; at most {LONGEST:,} are possible."
        )
    return replace(observation, draft=replace(observation.draft, content=content))


def _ensure_json(observation: Observation) -> None:
    """Check that a scaffold update has a key and a JSON value."""
    path = (observation.path or "").strip()
    if not path:
        raise InputError('A scaffold update needs a key, as {"Role": "Engineering Manager"}.')
    if depth(observation.value, DEEPEST) > DEEPEST:
        raise InputError(f"The value of {path!r} is nested more than {DEEPEST} levels deep.")
    try:
        in_words(observation.value)
    except (TypeError, ValueError):
        raise InputError(f"The value of {path!r} is no JSON value.") from None


def _told(observation: Observation) -> str:
    """Return a scaffold's key and value as a statement: ``Role: Engineering Manager``."""
    return f"{(observation.path or '').strip()}: {in_words(observation.value) or '(nothing)'}"


def _own(text: str) -> str:
    """Return a text without parts injected by hosts."""
    return strip_injected(clean(text)).strip()


def in_words(value: Any) -> str:
    """Return a JSON value as a person would write it.

    Raises:
        TypeError: It is not a JSON value.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "; ".join(f"{name}: {in_words(item)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(in_words, value))
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


_SAID = ("content", "subject", "tags", "quote", "corrects", "denied", "path", "value")
"""Fields of an observation that contain words; the others contain ids, instants and fixed words."""


def _storable(data: Any) -> Any:
    """Return an observation's payload with all texts storable."""
    return each_text(data, clean)


def _each_said(payload: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Return an observation's payload with *change* applied to its words."""
    changed = {name: each_text(value, change) for name, value in payload.items() if name in _SAID and value}
    draft = {"draft": _each_said(payload["draft"], change)} if "draft" in payload else {}
    return payload | changed | draft


def _key(payload: dict[str, Any], source: Source, session_id: str | None) -> str | None:
    """Return the idempotency key; None if repeats count."""
    if source == "system" and session_id is not None:
        return f"{session_id}:{payload['kind']}:{_digest(payload['draft']['content'])}"
    if session_id is None or payload["kind"] == SCAFFOLD_UPDATE:
        return None
    return f"{session_id}:{source}:{payload['kind']}:{_digest(payload['draft']['content'])}"


def _digest(text: str) -> str:
    """Return a digest that equal statements share, rather than their words, because erasing keeps keys."""
    from hashlib import blake2b  # loads OpenSSL, and a prompt needs no key

    return blake2b(statement_key(text).encode("utf-8", "replace"), digest_size=16).hexdigest()


_TEXTS = ("evidence", "quote", "replaces", "corrects", "denied", "noted")


def readable(event: Event) -> Observation:
    """Return the observation of an event. Summaries and tool results go to the archive, all others to L1.

    Raises:
        InputError: It is not a valid observation; another version or program may have written it.
    """
    try:
        observation = Observation.from_payload(event.payload)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"unreadable observation ({type(error).__name__}: {error})") from error
    problem = _problem(observation)
    if problem:
        raise InputError(f"unreadable observation ({problem})")
    return replace(observation, draft=_admissible(observation))


def _problem(observation: Observation) -> str | None:
    """Return the first malformed field, described, or None; the gate checks layer, tier, category and lengths."""
    draft = observation.draft
    if not all(isinstance(text, str) for text in (draft.content, observation.kind)):
        return "no text"
    texts = [getattr(observation, name) for name in _TEXTS]
    labels = (draft.subject, draft.project_id, draft.task_id, draft.connection_id, draft.context_type)
    texts += [*labels, draft.valid_from, draft.origin, *draft.tags]
    if not all(text is None or isinstance(text, str) for text in texts):
        return "a label that is not text"
    if draft.speaker not in (None, *get_args(Speaker)):
        return "an unknown speaker"
    numbers = (draft.importance, draft.confidence)
    return None if all(isinstance(number, (int, float)) for number in numbers) else "no number"


def _admissible(observation: Observation) -> Draft:
    """Return the draft with layer L1 or L2: automatic writers write neither blocks nor the core profile."""
    draft = observation.draft
    layer = "L2" if observation.kind in (SUMMARY, TOOL_RESULT) else "L1"
    return replace(draft, layer=layer, tier="user" if draft.tier == "identity" else draft.tier)  # type: ignore[arg-type]


NOBODY = 0
"""Rank of words of a tool or of the memory itself: a web page, a mail, injected text. They enter no profile."""
AUTONOMOUS = 1
"""Rank of a conclusion of an automatic writer outside of a conversation."""
AGENT = 2
"""Rank of an observation that the agent recorded with a tool."""
USER = 3
"""Rank of the user's own words, found by gap-fill."""
PERSON = 4
"""Rank of a person's decision outside of a conversation: by command, panel or edit."""


def trust(observation: Observation, source: Source) -> int:
    """Return the rank of an observation.

    Only gap-fill vouches for the user's words, because it has the user's turn as evidence. If a tool call claims to
    quote the user, it is still the agent's word.

    Args:
        observation: The observation.
        source: The channel of its event.
    """
    draft = observation.draft
    of_a_tool = (draft.context_type or "").startswith("tool_") or observation.kind == TOOL_RESULT
    if of_a_tool or draft.speaker in ("tool", "memory"):
        return NOBODY
    if source == "user":
        return PERSON
    if source == "agent":
        return AGENT
    return USER if draft.speaker == "user" and observation.evidence is not None else AUTONOMOUS
