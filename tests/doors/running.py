"""The result of a run of the command."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ran:
    """Exit status, and what was printed."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        """The lines on stdout, without indentation and without empty ones."""
        return [line.strip() for line in self.out.splitlines() if line.strip()]
