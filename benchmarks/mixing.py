"""Long memories out of conversations: what ranking is fitted on is to be as crowded as what it is used on."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.data_sets import Data

LANGUAGES = ("de", "es", "fr", "ja", "zh")
"""Languages, not English, by which names of conversations begin: endings of names are theirs."""
MISTAKEN = 4
"""One in so many questions is also asked of the wrong person, as people do."""
LEAST_WORDS = 6
"""Words of a turn that is taken for an entry."""


def talks(found: Sequence[Data]) -> list[Data]:
    """Return the conversations of people, without those with an assistant."""
    return [data for data in found if len(_people(data)) > 1]


def mixed(found: Sequence[Data], number: int, seed: int) -> Iterator[Data]:
    """Yield conversations of two people, so many at a time in one, as if the same two had had them all.

    Conversations in other languages than English, and with an assistant, are left out. Some questions are asked a
    second time with the names exchanged: the evidence is the same.

    Args:
        found: Conversations.
        number: Conversations in one.
        seed: Of the order in which they are taken.
    """
    english = [data for data in talks(found) if data.name.partition("-")[0] not in LANGUAGES]
    random.Random(seed).shuffle(english)
    for start in range(0, len(english), number):
        yield _mix(english[start : start + number], f"mixed-{seed}-{start}")


def _mix(group: Sequence[Data], name: str) -> Data:
    first, second = _people(group[0])[:2]
    found = Data(name, [], [], {})
    for talk in group:
        renamed = dict(zip(_people(talk), (first, second), strict=False))
        for row in talk.corpus:
            session = {"session": f"{talk.name}-{row['metadata']['session']}"}
            speaker = {"speaker": renamed.get(row["metadata"]["speaker"], row["metadata"]["speaker"])}
            found.corpus.append(
                row
                | {"_id": f"{talk.name}/{row['_id']}", "text": _with(renamed, row["text"])}
                | {"metadata": row["metadata"] | session | speaker}
            )
        exchanged = {first: second, second: first}
        for place, query in enumerate(talk.queries):
            evidence = frozenset(f"{talk.name}/{one}" for one in talk.relevant[query["_id"]])
            texts = [_with(renamed, query["text"])]
            if place % MISTAKEN == 0 and query["metadata"]["category"] == "single":
                texts.append(_with(exchanged, texts[0]))
            for text in texts:
                identity = f"q{len(found.queries)}"
                found.queries.append(query | {"_id": identity, "text": text})
                found.relevant[identity] = evidence
    found.corpus.sort(key=lambda row: str(row["metadata"]["date"]))
    return found


def _people(data: Data) -> list[str]:
    return list(
        dict.fromkeys(row["metadata"]["speaker"] for row in data.corpus if row["metadata"]["speaker"])
    )


def _with(names: dict[str, str], text: str) -> str:
    return re.sub(rf"\b({'|'.join(map(re.escape, names))})\b", lambda found: names[found[1]], text)


def as_entries(data: Data) -> Data:
    """Return a data set whose longer turns that ask nothing are entries of L1, with who said it as the subject."""
    corpus = [_entry(row) for row in data.corpus if _says_something(row["text"])]
    kept = {row["_id"] for row in corpus}
    relevant = {query: documents & kept for query, documents in data.relevant.items()}
    queries = [query for query in data.queries if relevant[query["_id"]]]
    return Data(data.name, corpus, queries, relevant)


def _says_something(text: str) -> bool:
    return len(text.split()) >= LEAST_WORDS and not text.rstrip().endswith("?")


def _entry(row: dict[str, Any]) -> dict[str, Any]:
    return row | {
        "metadata": row["metadata"] | {"layer": "L1", "tier": "memory", "subject": row["metadata"]["speaker"]}
    }
