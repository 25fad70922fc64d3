"""Reading data sets: in the BEIR layout (see ``benchmarks.convert`` for it and how to make it), and conversations.

A conversation is one text file, see ``benchmarks/data/conversations/README.md``.
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

from tiermem import Turn
from tiermem.values import instant

_EVIDENCE = re.compile(r"\{([\w,]+)\}\s*")
START = datetime.fromisoformat("2024-01-01T00:00:00+00:00")


@dataclass(frozen=True)
class Data:
    """A data set as read."""

    name: str
    corpus: list[dict[str, Any]]
    queries: list[dict[str, Any]]
    relevant: dict[str, frozenset[str]]


def read(folder: Path) -> Data:
    """Read one data set; queries without evidence are left out."""
    relevant: dict[str, set[str]] = defaultdict(set)
    for line in (folder / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, document, score = line.split("\t")
        if float(score) > 0:
            relevant[query].add(document)
    corpus, queries = (_rows(folder / f"{name}.jsonl") for name in ("corpus", "queries"))
    return Data(
        folder.name,
        [_document(row, place) for place, row in enumerate(corpus)],
        [{"metadata": {}, **query} for query in queries if relevant[query["_id"]]],
        {query: frozenset(documents) for query, documents in relevant.items()},
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    # Not splitlines(): a text may hold U+2028, which ends a line for Python and not for JSON.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def _document(row: dict[str, Any], place: int) -> dict[str, Any]:
    """Return a row of the corpus with the fields that BEIR leaves out; a document without a session is its own."""
    missing = {"session": row["_id"], "position": place, "role": "user"}
    text = "\n".join(part for part in (row.get("title"), row["text"]) if part)
    return row | {"text": text, "metadata": missing | (row.get("metadata") or {})}


def conversation(path: Path) -> Data:
    """Read a conversation; questions without evidence are left out, and who speaks first is the user.

    Raises:
        ValueError: A line of the file is not a session, a turn or a question, or a question has unknown evidence.
    """
    found = Data(path.stem, [], [], {})
    evidence: dict[str, set[str]] = defaultdict(set)
    session, date, position, first = 0, START, 0, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("# "):
            session, date, position = session + 1, datetime.fromisoformat(line[2:].strip()), 0
        elif line.startswith("? "):
            keys, category, text = line[2:].split(" ", 2)
            if keys != "-":
                _ask(found, text, category, [evidence[key] for key in keys.split(",")])
        elif line.strip():
            name, colon, text = line.partition(": ")
            if not colon or not session:
                raise ValueError(f"{path}:{number}: neither a session nor a turn nor a question")
            first = first or name
            place = {"session": str(session), "position": position, "date": date.isoformat()}
            row = _turn(name, _EVIDENCE.sub("", text), first, place)
            for marks in _EVIDENCE.findall(text):
                for key in marks.split(","):
                    evidence[key].add(row["_id"])
            found.corpus.append(row)
            position += 1
    return found


def _turn(name: str, text: str, first: str, place: Mapping[str, Any]) -> dict[str, Any]:
    is_named = name not in ("user", "assistant")
    role = ("user" if name == first else "assistant") if is_named else name
    metadata = {"speaker": name if is_named else None, "role": role, **place}
    return {"_id": f"{place['session']}:{place['position']}", "text": text, "metadata": metadata}


def _ask(data: Data, text: str, category: str, marked: list[set[str]]) -> None:
    if not all(marked):
        raise ValueError(f"{data.name}: no turn is marked as evidence of: {text}")
    query = f"q{len(data.queries)}"
    data.queries.append({"_id": query, "text": text, "metadata": {"category": category}})
    data.relevant[query] = frozenset().union(*marked)


def data_sets(path: Path) -> list[Data]:
    """Return all data sets under a path: the folder itself or those directly in it, or the conversations in it.

    Raises:
        FileNotFoundError: there is none.
    """
    if (path / "corpus.jsonl").exists():
        return [read(path)]
    folders = sorted(file.parent for file in path.glob("*/corpus.jsonl"))
    found = [read(folder) for folder in folders] + [conversation(file) for file in sorted(path.glob("*.txt"))]
    if not found:
        raise FileNotFoundError(f"no corpus.jsonl in {path} or in a folder of it, and no conversation")
    return found


def add_options(parser: ArgumentParser) -> None:
    """The flags of every command that measures data sets."""
    parser.add_argument("path", type=Path, help="a data set, or a folder of them")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--only", help="data sets by name, comma-separated")


def chosen(parser: ArgumentParser, options: Namespace) -> list[Data]:
    """Return the data sets that the flags name; where there is none, the command ends and says so."""
    wanted = options.only.split(",") if options.only else None
    try:
        found = [data for data in data_sets(options.path) if wanted is None or data.name in wanted]
    except FileNotFoundError as error:
        parser.error(str(error))
    if not found:
        parser.error(f"--only {options.only}: no such data set in {options.path}")
    return found


def sessions(data: Data) -> Iterator[tuple[str, list[Turn]]]:
    """Yield the corpus as sessions of turns: numbered sessions by number, others as they come in the corpus.

    A row without a date has that of the row before.
    """
    order = {name: place for place, name in enumerate(dict.fromkeys(map(_session, data.corpus)))}
    rows = sorted(
        (row for row in data.corpus if not row["metadata"].get("layer")),
        key=lambda row: (_number(row), order[_session(row)], int(row["metadata"]["position"])),
    )
    now = START
    for session, group in groupby(rows, key=_session):
        turns = []
        for row in group:
            metadata = row["metadata"]
            if metadata.get("date"):
                now = _date(metadata["date"])
            speaker: Any = metadata["role"] if metadata["role"] in ("user", "assistant", "tool") else "user"
            turns.append(
                Turn(
                    speaker=speaker,
                    name=metadata.get("speaker"),
                    content=row["text"],
                    at=instant(now),
                    external_id=row["_id"],
                )
            )
        yield session, turns


def end_of(data: Data) -> datetime:
    """Return a day after the last dated document: when the questions are asked."""
    dates = [_date(row["metadata"]["date"]) for row in data.corpus if row["metadata"].get("date")]
    return max(dates, default=START) + timedelta(days=1)


def entries(data: Data) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the documents that are entries: (id, fields of a draft)."""
    for row in data.corpus:
        metadata = row["metadata"]
        if metadata.get("layer"):
            names = ("layer", "tier", "subject", "category", "importance")
            fields = {name: metadata[name] for name in names if name in metadata}
            dated = {"valid_from": instant(_date(metadata["date"]))} if metadata.get("date") else {}
            yield row["_id"], {"content": row["text"]} | fields | dated


def _date(text: str) -> datetime:
    date = datetime.fromisoformat(text)
    return date if date.tzinfo else date.replace(tzinfo=START.tzinfo)


def _session(row: dict[str, Any]) -> str:
    return str(row["metadata"]["session"])


def _number(row: dict[str, Any]) -> int:
    session = _session(row)
    return int(session) if session.isdecimal() else 0
