"""The words of documents as lexemes of PostgreSQL.

They are split and stemmed by the tokenizer of SQLite's FTS5, through a scratch table, so that both engines find the
same documents. The server's own parser drops emoji, splits words in other places and knows other stems.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from tiermem.store.full_text.tables import INDEX_COLUMNS, TOKENIZER
from tiermem.text import clean
from tiermem.text.terms import base_form

LONGEST_LEXEME = 2_000
"""Maximum bytes of a lexeme; the server takes 2,046."""
LAST_POSITION = 16_383
"""The greatest position that the server keeps."""
MOST_PLACES = 100
"""Maximum positions of a lexeme in each column; the server keeps 255 in all."""
MOST_BYTES = 900_000
"""Bytes of a vector after which the rest of a text is not searched; the server takes 1,048,575."""
WEIGHTS = dict(zip(INDEX_COLUMNS, "ABBC", strict=True))
"""Column → the weight of its words."""
_GAP = 2
"""Positions between two columns, so that no phrase spans them."""
MOST_KEPT = 20_000


class Tokens:
    """FTS5's tokenizer. Content has the weight A, subject and tags B, dates C."""

    def __init__(self) -> None:
        self._scratch = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        columns = ", ".join(INDEX_COLUMNS)
        self._scratch.execute(f"CREATE VIRTUAL TABLE scratch USING fts5({columns}, tokenize='{TOKENIZER}')")
        self._scratch.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(scratch, 'instance')")
        self._lock = threading.Lock()
        self._known: dict[str, tuple[str, ...]] = {}

    def close(self) -> None:
        """Close the scratch table for good."""
        with self._lock:
            self._scratch.close()

    def _split(self, texts: Sequence[str]) -> list[tuple[str, str, int]]:
        """Return (lexeme, column, offset) of each word of a document, by lexeme."""
        marks = ", ".join("?" * len(texts))
        with self._lock:
            self._scratch.execute("BEGIN")
            try:
                self._scratch.execute(f"INSERT INTO scratch VALUES ({marks})", texts)
                return self._scratch.execute("SELECT term, col, offset FROM vocabulary").fetchall()
            finally:
                self._scratch.execute("ROLLBACK")

    def vector(self, texts: Sequence[str]) -> str:
        """Return the ``tsvector`` of a document's texts: content, subject, tags and dates."""
        found = self._split(texts)
        starts, next_start = {}, 1
        for column in INDEX_COLUMNS:
            starts[column] = next_start
            next_start += 1 + _GAP + max((offset for _, col, offset in found if col == column), default=-1)
        parts: list[str] = []
        size = 0
        for term, places in groupby(found, itemgetter(0)):
            positions = []
            for column, of_column in groupby(places, itemgetter(1)):
                offsets = [starts[column] + offset for *_, offset in of_column][:MOST_PLACES]
                positions += [f"{min(place, LAST_POSITION)}{WEIGHTS[column]}" for place in offsets]
            part = f"{_quoted(term)}:{','.join(positions)}"
            size += len(part.encode())
            if size > MOST_BYTES:
                break
            parts.append(part)
        return " ".join(parts)

    def lexemes(self, text: str) -> tuple[str, ...]:
        """Return the lexemes of a text, in order; several where the tokenizer splits it, or none."""
        known = self._known.get(text)
        if known is None:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            found = self._split((text, "", "", ""))
            known = self._known[text] = tuple(term for term, *_ in sorted(found, key=itemgetter(2)))
        return known

    def query(self, word: str, weights: str = "", *, is_typed: bool = False) -> str | None:
        """Return the ``tsquery`` of a word; None if no document can hold it.

        Args:
            word: The word.
            weights: Only of these weights; with ``*``, words that begin with its last lexeme.
            is_typed: True to take the word as it is, not its base form.
        """
        lexemes = self.lexemes(word if is_typed else clean(base_form(word)))
        if not lexemes:
            return None
        whole = weights.replace("*", "")
        of_each = [*[whole] * (len(lexemes) - 1), weights]
        quoted = [
            f"{_quoted(one)}:{of_one}" if of_one else _quoted(one)
            for one, of_one in zip(lexemes, of_each, strict=True)
        ]
        return quoted[0] if len(quoted) == 1 else f"({' <-> '.join(quoted)})"


def _quoted(lexeme: str) -> str:
    """Return a lexeme in quotes, cut to what the server takes."""
    data = lexeme.encode()
    text = lexeme if len(data) <= LONGEST_LEXEME else data[:LONGEST_LEXEME].decode(errors="ignore")
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"
