"""Answers of the assistant: the words that are asked for again stand in the question, what is wanted behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tiermem.text import QUESTION_MARKS

if TYPE_CHECKING:
    from tiermem.store.contract import Candidate, Search
    from tiermem.values import Passage

NEAR_ITS_END = 100
"""Characters of a message in which it asks, if it does: thanks may follow."""
WITHIN = 3
"""Turns behind a question in which its answer is looked for: a tool's results may come first."""
LONGEST = 400
"""Characters that are shown of an answer; what it comes to stands in its beginning."""


def answers(passages: Sequence[Passage], search: Search, scopes: Sequence[int]) -> list[Passage]:
    """Return the assistant's answers to those passages that are questions of the user, see `Passage.answers`."""
    asked = {one.ref: tuple(_behind(one.ref)) for one in passages if _is_question(one)}
    if not asked:
        return []
    found = {one.ref: one for one in search.by_ref([ref for refs in asked.values() for ref in refs], scopes)}
    given = []
    for question in passages:
        behind = [found[ref] for ref in asked.get(question.ref, ()) if ref in found]
        answer = next((one for one in behind if one.speaker != "tool"), None)
        if answer is not None and answer.speaker == "assistant":
            given.append(_answering(question, answer))
    return given


def _answering(question: Passage, answer: Candidate) -> Passage:
    text = answer.text if len(answer.text) <= LONGEST else f"{answer.text[:LONGEST].rstrip()}…"
    return replace(
        question, ref=answer.ref, text=text, at=answer.at, label="assistant", parts={}, answers=question.ref
    )


def _is_question(passage: Passage) -> bool:
    is_users = passage.kind == "turn" and passage.label == "user"
    return is_users and any(mark in passage.text[-NEAR_ITS_END:] for mark in QUESTION_MARKS)


def _behind(ref: str) -> Iterator[str]:
    session, _, position = ref.rpartition("/")
    return (f"{session}/{int(position) + away}" for away in range(1, WITHIN + 1))
