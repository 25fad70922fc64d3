"""Show the profile when a session starts: narrative, scaffold and learned information."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tiermem import Block
from tiermem.plugins import hookimpl, replace

if TYPE_CHECKING:
    from tiermem.plugins import HookSession, Line, Mark, Profile

SCAFFOLD_CHARS = 4_000
"""Characters of the scaffold that are shown: about as much as the three L0 blocks together have by default."""
LEARNED_CHARS = 2_000
"""Characters of learned information that are shown, the latest first of all."""


@hookimpl
def on_session_start(session: HookSession) -> list[Block]:
    """Return narrative, scaffold and learned information, as far as there is any.

    Without consolidation there are no profiles: learned information is then the entries that must always be known and
    what agents noted of the active connections. Without the user's part it is those entries alone.
    """
    if not session.settings.user_profile_enabled:
        return [session.learned]
    if not session.settings.consolidation.enabled:
        return [_block_of_learned((), session)]
    profile = session.profile
    lines = [line.text for line in (*profile.narrative, *profile.learned)]
    unsaid = frozenset(session.not_in_blocks([*lines, *_sentences(profile.scaffold)]))
    narrative = _narrative(profile, unsaid, by_model=session.settings.consolidation.by == "model")
    return [
        Block(name="narrative", title="NARRATIVE (what is going on)", text=narrative, order=1),
        Block(
            name="scaffold",
            title="SCAFFOLD (what is known of the user)",
            text=_scaffold(profile, unsaid),
            order=2,
        ),
        _block_of_learned([line for line in profile.learned if line.text in unsaid], session),
    ]


def _narrative(profile: Profile, unsaid: Collection[str], *, by_model: bool) -> str:
    """Return what no other block says: prose of a model's, or by rules the user's statements by the day."""
    lines = [line for line in profile.narrative if line.text in unsaid]
    if by_model:
        return " ".join(line.text for line in lines)
    days = groupby(lines, key=lambda line: line.at[:10])
    return "\n".join(f"{day}: {' '.join(line.text for line in said)}" for day, said in days)


def _block_of_learned(learned: Sequence[Line], session: HookSession) -> Block:
    """Return the entries that must always be known, then what else was learned and they do not say."""
    block = session.learned
    text = "\n".join(part for part in (block.text, _learned(learned, session)) if part)
    return replace(block, text=text)


def _scaffold(profile: Profile, unsaid: Collection[str]) -> str:
    """Return the scaffold as JSON, a key per line, without statements that an entry of a block says.

    If it is too long, the least certain keys are left out and counted.
    """
    shown_of = {key: _unsaid(value, unsaid) for key, value in profile.scaffold.items()}
    lines = {key: f"{_json(key)}: {_json(value)}" for key, value in shown_of.items() if value not in ({}, [])}
    certain = sorted(lines, key=lambda key: _certainty(key, profile.marks), reverse=True)
    kept = set(_fitting(certain, lines, SCAFFOLD_CHARS))
    shown = [line for key, line in lines.items() if key in kept]
    left = len(lines) - len(shown)
    return "\n".join([*shown, *([f"({left} more keys, of which less is certain)"] if left else [])])


def _sentences(value: Any) -> Iterator[str]:
    """Yield the texts of several words among the values of a scaffold."""
    if isinstance(value, str) and " " in value:
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _sentences(inner)


def _unsaid(value: Any, unsaid: Collection[str]) -> Any:
    """Return a value without the sentences that are not *unsaid*; an empty mapping or list where all is said."""
    if isinstance(value, Mapping):
        inner = {key: _unsaid(one, unsaid) for key, one in value.items()}
        return {key: one for key, one in inner.items() if one not in ({}, []) or value[key] == one}
    if isinstance(value, list):
        return [one for one in (_unsaid(one, unsaid) for one in value) if one not in ({}, [])]
    return [] if isinstance(value, str) and " " in value and value not in unsaid else value


def _certainty(key: str, marks: Mapping[str, Mark]) -> tuple[float, str]:
    """Return the highest confidence under a key, and when it was last said."""
    start = key.replace("~", "~0").replace("/", "~1")
    under = [mark for path, mark in marks.items() if path == start or path.startswith(f"{start}/")]
    return max(((mark.confidence, mark.at) for mark in under), default=(0.0, ""))


def _learned(learned: Sequence[Line], session: HookSession) -> str:
    """Return the learned information, oldest first, then that of each active connection."""
    texts = {place: f"- {line.text}" for place, line in enumerate(learned)}
    latest = sorted(texts, key=lambda place: (learned[place].at, place), reverse=True)
    kept = set(_fitting(latest, texts, LEARNED_CHARS))
    shown = [text for place, text in texts.items() if place in kept]
    left = len(texts) - len(shown)
    more = [f"({left} older ones are left out)"] if left else []
    return "\n".join([*more, *shown, *_of_connections(session)])


def _of_connections(session: HookSession) -> list[str]:
    """Return a line for each active connection of which something was learned."""
    return [
        f"{connection.id}: {_json(connection.learned)}"
        for connection in session.known_connections
        if connection.learned
    ]


def _fitting(order: Sequence[Any], texts: Mapping[Any, str], chars: int) -> list[Any]:
    """Return as many of *order*, from its beginning, as fit."""
    fitting, used = [], 0
    for key in order:
        used += len(texts[key]) + 1
        if used > chars:
            break
        fitting.append(key)
    return fitting


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
