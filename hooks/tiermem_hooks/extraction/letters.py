"""Take letters that a user pasted, and the words of others, out of a message: they are nobody's statements.

A letter begins with its salutation, or behind a colon that introduces it, and ends with its sign-off. What stands
before and behind it is the user's own. The words of others, or for another text, stand behind a colon, to the end of
their paragraph: "Anna says: …", "translate to German: …".
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tiermem.plugins.text import QUESTION_MARKS, pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tiermem_hooks.extraction.rules import Rules

_MOST = 8
"""Letters that are looked for in one message."""
_BLOCK = 60
"""Characters behind a colon in the same line from which on they are what it introduces, and not a word or two."""
_COLON = re.compile(r"[^.!?。！？:：\n]*[:：]\s*$")
"""The clause that introduces a letter: "my landlord sent this:"."""
_MARK = re.compile(r"[:：](?!//|\s*[\"“«„「『'‘])")
"""A colon, not before a quotation, which is left out anyway and whose end is known."""
_CLAUSE = re.compile(r"[^.!?。！？:：\n]*$")
_MOST_MARKS, _MOST_CHARS = 40, 160
"""Colons that are looked at in one message, and characters of the clause before one."""
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_NAME = pattern(
    r"[,.!，。！]?[ \t]*\n?[ \t]*(?:(?:(?:[A-ZÀ-Ý]\.|M\.|Mme|[A-ZÀ-Ý][\w'-]+)[ \t]*){1,4}"
    r"|[\u3040-\u30ff\u3400-\u9fff]{1,10}(?=\s|$))?"
)
"""The name behind a sign-off, in its line or the next."""


def without_letters(content: str, rules: Rules) -> str:
    """Return a user's message without the letters in it."""
    own = []
    for _ in range(_MOST):
        start = _start(content, rules)
        if start is None:
            break
        own.append(_COLON.sub("", content[:start]))
        content = content[_end(content, start, rules) :]
    return "\n\n".join((*own, content)) if own else content


def without_dictated(content: str, rules_of: Callable[[str], Iterable[Rules]]) -> str:
    """Return a user's message without the words of others, or for another text, that a colon introduces.

    Args:
        content: The message.
        rules_of: Returns the rules of the languages that a clause may be in.
    """
    own, kept_to = [], 0
    for mark in islice(_MARK.finditer(content), _MOST_MARKS):
        start = max(kept_to, mark.start() - _MOST_CHARS)
        lead = _CLAUSE.search(content, start, mark.start())
        if lead is None or mark.start() < kept_to or not lead[0].strip():
            continue
        clause, line = (
            lead[0].strip(),
            content[lead.start() : mark.end() + _MOST_CHARS].strip().split("\n")[0],
        )
        found = [(rules, rules.pattern("letter", "dictated").search(clause)) for rules in rules_of(clause)]
        said = next((said for _, said in found if said), None)
        # Behind pasted text nothing is the user's own, to the end of the message.
        if said is None or any(rules.pattern("sentences", "pasted_after").search(line) for rules, _ in found):
            continue
        own.append(content[kept_to : lead.end() - len(lead[0].lstrip()) + said.start()])
        kept_to = _end_of_paragraph(content, mark.end())
    return "\n\n".join((*own, content[kept_to:])) if own else content


def _end_of_paragraph(content: str, start: int) -> int:
    """Return where the paragraph at *start* ends, or the next one if it ends there."""
    behind = content[start:]
    end = _BLANK_LINE.search(content, start + len(behind) - len(behind.lstrip()))
    return end.start() if end else len(content)


def _start(content: str, rules: Rules) -> int | None:
    """Return where a letter begins; None where there is none."""
    found = [
        match.end()
        for match in rules.pattern("letter", "intro").finditer(content)
        if _is_block(content, match)
    ]
    for match in rules.pattern("letter", "salutation").finditer(content):
        before = content[: match.start()].strip()
        is_alone = not before and not match.groupdict().get("surely")
        if not is_alone or rules.pattern("letter", "closing").search(content, match.end()):
            found.append(match.start())
    return min(found, default=None)


def _is_block(content: str, intro: re.Match[str]) -> bool:
    """Return True if more follows a colon than a word or two."""
    behind = content[intro.end() :]
    return bool(behind.strip()) and (behind.lstrip(" \t").startswith("\n") or len(behind) >= _BLOCK)


def _end(content: str, start: int, rules: Rules) -> int:
    """Return where a letter ends: behind its sign-off and name, or before a last paragraph that asks something."""
    if closing := rules.pattern("letter", "closing").search(content, start):
        name = _NAME.match(content, closing.end())
        return name.end() if name else closing.end()
    last = content.rstrip().rfind("\n\n")
    asks = content.rstrip().endswith(QUESTION_MARKS)
    return last if asks and last > start and content[start:last].strip() else len(content)
