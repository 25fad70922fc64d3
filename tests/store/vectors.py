"""Values for tests of vectors, and brute force to compare with."""

from __future__ import annotations

import math
import random
import struct
from dataclasses import replace

from tests.store import flat_file_index
from tests.store.making import EVERYTHING, said

from tiermem.store.contract import Near
from tiermem_hooks import chroma

MODEL, DIMS = "words-8", 8
INDEXES = ("numpy", "sqlite-vec", "pgvector", "chroma", "flat-file")


def vectors_by(store, index="numpy"):
    """The vectors of a store, searched by an index of its own or of a plugin."""

    def open_index(rows):
        return next(filter(None, (one.open_vector_index(index, rows) for one in (chroma, flat_file_index))))

    return store.vectors(index, open_index)


def other(store, user="bob"):
    """The reach of another user of the same agent."""
    return store.records.reach(house="home", agent="coder", user=user)


def changed(store, made, **fields):
    """Update an entry."""
    with store.transaction():
        store.records.update(replace(made, **fields))


def talked(store, session_id, turns):
    """Say turns in a session without any; gives ref → what is embedded, as the turns are short."""
    said(store, session_id, *turns)
    return {
        f"{session_id}/{place}": " ".join(turns[max(place - 1, 0) : place + 1]) for place in range(len(turns))
    }


def unit(*numbers):
    """A vector of length 1, packed; the rest of the dimensions are 0."""
    filled = [*numbers, *[0.0] * (DIMS - len(numbers))]
    length = math.hypot(*filled) or 1.0
    return struct.pack(f"<{DIMS}f", *(number / length for number in filled))


def of(text):
    """A vector that is always the same for a text."""
    chance = random.Random(text)
    return unit(*(chance.uniform(-1, 1) for _ in range(DIMS)))


def embed(vectors, reach=None, by=of, model=MODEL):
    """Give every document that lacks one a vector; gives how many."""
    scopes = reach.ids if reach else None
    done = 0
    while missing := vectors.missing(model, scopes, 100):
        done += vectors.put(model, DIMS, [(one, by(one.text)) for one in missing])
    return done


def near(vectors, reach, vector, where=EVERYTHING, *, limit=50, model=MODEL):
    """The refs nearest to a vector, best first."""
    return [one.ref for one in vectors.nearest(model, vector, where, reach.ids, limit)]


def brute_force(texts, vector, by=of):
    """Return the result of `nearest` for ref → text, in plain Python."""
    asked = struct.unpack(f"<{DIMS}f", vector)
    best = {}
    for ref, text in texts.items():
        numbers = struct.unpack(f"<{DIMS}f", by(text))
        similarity = round(math.fsum(a * b for a, b in zip(asked, numbers, strict=True)), 6)
        one = ("/" in ref, ref, similarity)
        best[text] = min(best.get(text, one), one)
    return [
        Near(ref, similarity)
        for _, ref, similarity in sorted(best.values(), key=lambda one: (-one[2], one[1]))
    ]
