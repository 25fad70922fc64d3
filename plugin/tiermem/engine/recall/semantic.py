"""Recall by meaning, beside recall by words: documents whose vectors are near to the query's."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.recall.candidates import SemanticMatches
from tiermem.engine.writes.checks import redacted
from tiermem.errors import DeadlineExceeded, TiermemError
from tiermem.support.lazy import logger

if TYPE_CHECKING:
    from tiermem.engine.models.embedding import Embedding
    from tiermem.ports import Hooks
    from tiermem.store.contract import Candidate, SearchFilter, Store
    from tiermem.values import Embeddings, Reach

_LOG = logger("tiermem")
SIMILARITY_FLOOR = 0.25
"""Minimum cosine for a document to be found by meaning alone. On LoCoMo 6-10, half of the questions put to a stranger's
memory find something nearer, and none of 126 unrelated prompts does ("write a haiku", "run the tests again"). With 0.3,
a quarter of these questions find something, 4 of 9 prompts that paraphrase an entry find nothing, and recall@10 on
LoCoMo 6-10 is 0.15 points lower."""
NEAREST = 100
"""Number of nearest documents that become candidates beside those found by words."""
SHARE_FOR_EMBEDDING = 0.6
"""Share of a recall's remaining time that the query's vector may take. Unused time is not lost."""
SHARE_FOR_SEARCHING = 0.7
"""Share of the time then left that the search of vectors may take. The rest is for ranking."""
LONGEST = 2_000
"""Maximum characters of a query that are embedded, from its end: the question comes after pasted text."""
SEEN = 20_000
"""Characters at the end of a query that are checked for secrets."""
LONGEST_SECRET = 8_000
"""Characters skipped at the beginning of these if the query is longer: they may be the rest of a secret that checks
cannot recognise."""


class SemanticSearch:
    """Recall by meaning of one agent. It never fails, and finds nothing if vectors are off."""

    def __init__(self, embedding: Embedding, store: Store, hooks: Hooks) -> None:
        self._embedding = embedding
        self._store = store
        self._hooks = hooks

    def of(
        self, text: str, found: Sequence[Candidate], where: SearchFilter, reach: Reach, until: float
    ) -> SemanticMatches:
        """Return the documents near a query.

        Args:
            text: The user's own words.
            found: The documents that words found.
            where: Filters, layers and turns.
            reach: The owners; the user is charged for the query's vector.
            until: End of the recall, by the monotonic clock.
        """
        try:
            self._embedding.check(reach)
            query = self._vector(text, _speakers(found), reach, until)
            with self._store.deadline(_left(until) * SHARE_FOR_SEARCHING, "the search of vectors"):
                return self._near(query, found, where, reach.ids)
        except DeadlineExceeded as error:
            return SemanticMatches(notes=(f"vectors: {error}",))
        except TiermemError as error:
            _LOG.debug("vectors: %s", error)
            return SemanticMatches(notes=(f"vectors: {error}",))

    def _vector(self, text: str, names: Iterable[str], reach: Reach, until: float) -> Embeddings:
        """Return the vector of a query, without the parts that checks remove and without names."""
        checked = redacted(self._hooks, text[-SEEN:], "log", patience_ms=_left(until) * 1000)
        begun = LONGEST_SECRET if len(text) > SEEN else 0
        asked = without_names(checked[begun:][-LONGEST:], names)
        left_ms = round(_left(until) * SHARE_FOR_EMBEDDING * 1000)
        return self._embedding.embed((asked,), "query", reach, left_ms)

    def _near(
        self, query: Embeddings, found: Sequence[Candidate], where: SearchFilter, scopes: Sequence[int]
    ) -> SemanticMatches:
        vectors, model, vector = self._embedding.vectors, query.model, query.vectors[0]
        near = {one.ref: one.similarity for one in vectors.nearest(model, vector, where, scopes, NEAREST)}
        known = {one.ref for one in found}
        named = self._store.search.by_ref([ref for ref in near if ref not in known], scopes)
        new = [one for one in named if one.layer is None or near[one.ref] >= SIMILARITY_FLOOR]
        refs = {one.ref for one in (*found, *new)}
        wanted = refs.union(_beside(refs)) - near.keys()
        compared = vectors.similarities(model, vector, tuple(wanted), scopes)
        return SemanticMatches(candidates=tuple(new), similarities=near | compared)


def without_names(text: str, names: Iterable[str]) -> str:
    """Return a question without the names of people who spoke; unchanged if nothing else would be left.

    People's turns hardly ever contain their own names: with the names, the model alone loses 10 points of recall@10 on
    LoCoMo.
    """
    stripped = text
    for word in {word for name in names for word in name.split()}:
        stripped = re.sub(rf"\b{re.escape(word)}(?:['’]s)?\b", " ", stripped, flags=re.IGNORECASE)
    return " ".join(stripped.split()) if re.search(r"\w", stripped) else text


def _speakers(found: Iterable[Candidate]) -> set[str]:
    return {one.name for one in found if one.layer is None and one.name}


def _beside(refs: Iterable[str]) -> Iterator[str]:
    """Yield the turns before and after those among the refs."""
    for ref in refs:
        session, separator, position = ref.rpartition("/")
        if separator and position.isdecimal():
            place = int(position)
            yield from (f"{session}/{beside}" for beside in (place - 1, place + 1) if beside >= 0)


def _left(until: float) -> float:
    return max(until - time.monotonic(), 0.0)
