"""Does the store grow when the same is said again and again? Three sessions, replayed twenty times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.learning.people import live, people, remembering
from tiermem.values import STATUSES, EntryFilter

ROUNDS = 20


def run(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Replay the first three sessions of one person several times; return what is stored after each round."""
    person = people()[0]
    entries, staged, keys, words = [], [], [], []
    with remembering(**settings) as (memory, calendar):
        for _ in range(ROUNDS):
            for session in (1, 2, 3):
                live(memory, calendar, person, session)
            memory.maintenance.work(person.name)
            layers = EntryFilter(layers=("L0", "L1"), statuses=STATUSES)
            found = memory.entries(person.name).list(layers)[0]
            entries.append(sum(entry.status != "staged" for entry in found))
            staged.append(sum(entry.status == "staged" for entry in found))
            profile = memory.profile(person.name).current
            keys.append(len(profile.marks))
            words.append(len(profile.text.split()))
    grown = entries[-1] - entries[0]
    return {
        "rounds": ROUNDS,
        "entries": entries,
        "staged": staged,
        "keys": keys,
        "words": words,
        "grown": grown,
    }


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the line for people."""
    return [
        f"Three sessions replayed {result['rounds']} times: {result['entries'][0]} entries after the first round, "
        f"{result['entries'][-1]} after the last; values of the scaffold {result['keys'][0]} and {result['keys'][-1]}; "
        f"words of the narrative {result['words'][0]} and {result['words'][-1]}; proposals {result['staged'][-1]}."
    ]
