"""How much of what a person asks to forget is gone, and of the rest stays: ``python -m benchmarks.forgetting``.

``benchmarks/data/forgets/stories`` has stories by an author who had not seen the code: some facts, told a session each,
and a message of a later session that asks to forget some of them in words of its own, or only looks like it. What is
forgotten is neither in the blocks nor recalled by "What do you know about me?" in the next session. Nobody reads the
failures.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.announcing import LANGUAGES
from benchmarks.learning.people import remembering
from tiermem import Memory
from tiermem.text import word_list

STORIES = Path(__file__).parent / "data" / "forgets" / "stories"
ASKED = "What do you know about me?"
_ALIKE = 0.6
"""Share of a fact's words that a shown line has that tells it."""


def main() -> int:
    """Print, for each language, how many facts are gone or stay as they should."""
    argparse.ArgumentParser(prog="python -m benchmarks.forgetting", description=__doc__).parse_args()
    for language in LANGUAGES:
        found = Counter[tuple[str, bool]]()
        with remembering() as (memory, _):
            for place, line in enumerate((STORIES / f"{language}.jsonl").read_text("utf-8").splitlines()):
                found.update(_told(memory, f"{language}-{place}", json.loads(line)))
        shares = (
            f"{name} {found[name, True]} of {found[name, True] + found[name, False]}"
            for name in ("gone", "stays")
        )
        sys.stdout.write(f"{language}: {', '.join(shares)}\n")
    return 0


def _told(memory: Memory, user: str, story: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield, for each fact that was learned, whether it had to go, and whether it did what it had to."""
    for fact in story["facts"]:
        _say(memory, user, fact)
    before = _shown(memory, user)
    _say(memory, user, story["request"])
    after = _shown(memory, user)
    for place, fact in enumerate(story["facts"]):
        if _is_told(fact, before):
            yield (
                ("gone", not _is_told(fact, after))
                if place in story["gone"]
                else ("stays", _is_told(fact, after))
            )


def _say(memory: Memory, user: str, text: str) -> None:
    with memory.session(user=user) as session:
        session.on_prompt(text)
        session.on_turn_end(text, "OK.")


def _shown(memory: Memory, user: str) -> Sequence[str]:
    with memory.session(user=user) as session:
        return [*session.system_prompt.splitlines(), *session.on_prompt(ASKED).splitlines()]


def _is_told(fact: str, lines: Sequence[str]) -> bool:
    wanted = set(word_list(fact))
    return any(len(wanted & set(word_list(line))) >= _ALIKE * len(wanted) for line in lines)


if __name__ == "__main__":
    raise SystemExit(main())
