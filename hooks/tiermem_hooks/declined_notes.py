"""Refuse an agent's note of what the user asked not to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem import Turn, Verdict
from tiermem.plugins import hookimpl
from tiermem.plugins.text import languages_of, says_declined, topics_of, unexplained
from tiermem_hooks.memory_requests.not_to_keep import declines_session, may_decline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiermem import Change
    from tiermem_hooks.extraction.turns import Spoken

_LONGEST_QUOTED = 80
_LONGEST_READ, _END_READ = 4_000, 1_900
"""Characters of a message that is read whole, and of both ends of a longer one."""


@hookimpl
def check_write(change: Change) -> Verdict | None:
    """Refuse a note by the agent's tools that says what the session's messages decline."""
    draft = change.draft
    if change.source != "agent" or draft is None or not any(map(may_decline, change.said)):
        return None
    quote = _declined(draft.content, change.said)
    if quote is None:
        return None
    quote = quote.rstrip(" .。")
    if len(quote) > _LONGEST_QUOTED:
        quote = f"{quote[:_LONGEST_QUOTED].rstrip()}…"
    what = f'"{quote}"' if quote else "this"
    return Verdict(
        action="refuse",
        reason=f"the user asked not to keep {what}. Leave it out of memory, in other words too, unless the user "
        "asks later to remember it.",
    )


def _declined(note: str, said: Sequence[str]) -> str | None:
    """Return the declined sentence that a note says, "" if it may say one in other words, or None."""
    from tiermem_hooks.extraction.declines import declined  # reading the rules takes some 100 ms
    from tiermem_hooks.extraction.turns import spoken

    session = spoken([*_with_replies(said)])
    places = [place for place in declined(session) if session[place[0]].is_user]
    hidden, told = [], []
    for number, (text, turn) in enumerate(zip(said, session[::2], strict=True)):
        own = [
            one.text for position, one in enumerate(turn.sentences) if (2 * number, position) not in places
        ]
        told += own
        if len(text) > _LONGEST_READ and len(own) == len(turn.sentences):
            told.append(text)
        elif turn.sentences and not own:
            hidden.append(number)
    if not places or not unexplained(note, told):
        return None
    secret = {place: _without_request(session, place) for place in sorted(places)}
    for (index, position), sentence in secret.items():
        if says_declined(note, [sentence], told):
            return session[index].sentences[position].text
    unread = [said[number] for number in hidden if len(said[number]) > _LONGEST_READ]
    if says_declined(note, [*secret.values(), *unread], told):
        return ""
    if not hidden or hidden[-1] != len(said) - 1:
        return None
    is_hidden = any(map(declines_session, said)) or _may_translate(note, [*secret.values()])
    return "" if is_hidden else None


def _with_replies(said: Sequence[str]) -> Iterator[Turn]:
    """Yield the user's messages with an empty reply between each two: "don't save what comes next" counts turns."""
    for place, text in enumerate(said):
        if place:
            yield Turn(speaker="assistant", content="", at="", position=2 * place - 1)
        read = text if len(text) <= _LONGEST_READ else f"{text[:_END_READ]}\n\n{text[-_END_READ:]}"
        yield Turn(speaker="user", content=read, at="", position=2 * place)


def _without_request(session: Sequence[Spoken], place: tuple[int, int]) -> str:
    """Return what a declined sentence says, without the request itself."""
    index, position = place
    view, rules = session[index].sentences[position].view, session[index].rules_of[position]
    request = rules.pattern("decline", "request").search(view)
    return f"{view[: request.start()]} {request['object']} {view[request.end() :]}" if request else view


def _may_translate(note: str, secret: Sequence[str]) -> bool:
    """Return True if a note is in another language than what was declined, whose topics are unknown."""
    spoken_in = {language.code for one in secret for language in languages_of(one)[:1]}
    return languages_of(note)[0].code not in spoken_in and not any(map(topics_of, secret))
