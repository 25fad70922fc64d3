"""Stem words as the index does."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Sequence

from tiermem.store.full_text.tables import TOKENIZER
from tiermem.text import clean, fold
from tiermem.text.terms import base_form

MOST_KEPT = 20_000
"""Maximum number of cached stems. A full cache is emptied."""


class Stemmer:
    """The index's own tokenizer, used through a scratch table. A second stemmer could differ from it."""

    def __init__(self) -> None:
        self._scratch = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._scratch.execute(f"CREATE VIRTUAL TABLE scratch USING fts5(word, tokenize='{TOKENIZER}')")
        self._scratch.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(scratch, 'instance')")
        self._lock = threading.Lock()
        self._known: dict[str, str] = {}

    def stems(self, words: Sequence[str]) -> dict[str, str]:
        """Return each word as the index stores it; only folded if the index stores several words for it."""
        known = self._known
        new = [word for word in dict.fromkeys(words) if word not in known]
        if new:
            with self._lock:
                if len(self._known) > MOST_KEPT:
                    self._known = {}
                self._known |= {word: known[word] for word in words if word in known} | self._learn(new)
                known = self._known
        return {word: known[word] for word in words}

    def _learn(self, words: Sequence[str]) -> dict[str, str]:
        """Stem words in one transaction, which is rolled back. One transaction per word took most of the time."""
        rows = [(place, clean(base_form(word))) for place, word in enumerate(words)]
        self._scratch.execute("BEGIN")
        try:
            self._scratch.executemany("INSERT INTO scratch(rowid, word) VALUES (?, ?)", rows)
            found = self._scratch.execute("SELECT doc, term FROM vocabulary").fetchall()
        finally:
            self._scratch.execute("ROLLBACK")
        tokens, terms = Counter(place for place, _ in found), dict(found)
        return {
            word: terms[place] if tokens[place] == 1 else fold(clean(word))
            for place, word in enumerate(words)
        }

    def close(self) -> None:
        """Close the scratch table for good."""
        with self._lock:
            self._scratch.close()
