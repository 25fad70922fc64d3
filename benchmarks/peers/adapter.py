"""The protocol of all adapters: a request as JSON on stdin, the answer as JSON on stdout.

The request holds ``folder`` (an empty folder to write in), ``depth`` and ``shown`` (documents per query),
``documents`` (``id``, ``text``, ``stored``, ``speaker``, ``role``, ``session``, ``date``; in the order they were said)
and ``queries`` (``id``, ``text``). The answer holds ``version``, ``ingestion_s`` and per query ``id``, ``documents``
(the ids of the first ``depth``, best first) and ``ms``: how long it takes to find the first ``shown``, as many as a
prompt would hold. ``stored`` is the text that the system is to keep, with or without the speaker's name.
This module is imported by the adapters inside the peer's environment: nothing but the standard library.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

Document = dict[str, Any]


class System(Protocol):
    """The interface of an adapter."""

    def add(self, documents: Sequence[Document]) -> None:
        """Store the documents; the time that this takes is reported."""

    def find(self, text: str, depth: int) -> list[str]:
        """Return the ids of the best documents for a question, best first; the time that this takes is reported."""


class Opener(Protocol):
    """Makes the system in an empty folder; the time that this takes is not reported."""

    def __call__(self, folder: Path) -> System: ...


def serve(package: str, opener: Opener) -> None:
    """Answer the request on stdin by the system."""
    request = json.load(sys.stdin)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a system prints must not end up in the answer
    sys.addaudithook(_stay_offline)
    system = opener(Path(request["folder"]))
    start = time.perf_counter()
    system.add(request["documents"])
    ingestion_s = time.perf_counter() - start
    found = []
    for query in request["queries"]:
        start = time.perf_counter()
        system.find(query["text"], request["shown"])
        taken = (time.perf_counter() - start) * 1000
        documents = system.find(query["text"], request["depth"])
        found.append({"id": query["id"], "documents": documents, "ms": taken})
    with answers:
        json.dump({"version": version(package), "ingestion_s": ingestion_s, "queries": found}, answers)
    os._exit(0)  # threads that a system leaves behind would keep the process alive


def _stay_offline(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse connections that leave the machine, so that no system downloads or reports anything."""
    if event != "socket.connect":
        return
    address = arguments[1]
    if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
        raise ConnectionRefusedError("measurements run without a network")
