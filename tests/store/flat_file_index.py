"""A vector index as a third party would write it: every vector in one file, compared in plain Python."""

from __future__ import annotations

import json
import threading
from array import array
from operator import mul

from tiermem.plugins import hookimpl
from tiermem.values import ScoredVector


@hookimpl
def open_vector_index(name, rows):
    return FlatFile(rows) if name == "flat-file" else None


class FlatFile:
    elsewhere = None

    def __init__(self, rows):
        self.rows = rows
        self.file = rows.folder / "vectors.json"
        self.lock = threading.Lock()

    def search(self, question):
        with self.lock:
            rows = self.filled(question.model).items()
        held = {
            row: vector
            for row, (scope, kind, vector, *_) in rows
            if scope in question.scopes and kind in question.kinds
        }
        asked = array("f", question.vector)
        scored = [ScoredVector(int(row), sum(map(mul, asked, vector))) for row, vector in held.items()]
        scored.sort(key=lambda one: -one.similarity)
        return lambda number: scored[:number]

    def filled(self, model):
        """Row → (scope, kind, vector, text, metadata), with what is new in the table."""
        held = json.loads(self.file.read_text()) if self.file.exists() else {}
        mine = held.setdefault(model, {})
        while new := self.rows.after(model, max(map(int, mine), default=0), 100):
            mine |= {
                str(one.row): (
                    one.scope_id,
                    one.kind,
                    [*array("f", one.vector)],
                    one.text,
                    dict(one.metadata),
                )
                for one in new
            }
        if self.rows.is_settled:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(held))
        return mine

    def discard(self, model, rows):
        with self.lock:
            held = json.loads(self.file.read_text()) if self.file.exists() else {}
            held[model] = {row: one for row, one in held.get(model, {}).items() if int(row) not in rows}
            self.file.write_text(json.dumps(held))

    def forget(self):
        self.file.unlink(missing_ok=True)

    def close(self):
        pass
