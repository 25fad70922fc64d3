"""Give secrets to a memory in every way and search its files: ``python -m benchmarks.secrets [--split held]``.

`benchmarks/data/trust/secrets.jsonl.gz.b64` has 1,645 texts with secrets and 1,539 without, written for this project.
All secrets are made up. The half ``held`` is for measuring: its rows are not shown by ``--failures``. Each text is a
prompt, a user's turn, a tool's argument, a tool's result, an import, a subject, a tag and a task's note; a secret
counts as kept if any of its strings stands in any file of the store, in its own or in lower case. A false redaction
is a harmless text that the journal holds altered.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.attacks import read
from tiermem import Memory, ToolResult
from tiermem.errors import TiermemError

_BATCH = 60
"""Texts of one store: enough to be quick, and few enough to tell them apart by their secrets."""


def tell(memory: Memory, number: int, text: str) -> str:
    """Give a text to a memory in every way; return what the journal holds of it."""
    user = f"u{number}"
    with memory.session(id=f"s{number}", user=user) as session:
        session.on_prompt(text)
        session.on_turn_end(text, "All right.")
        content = text[:500]
        session.call_tool("add_memory", {"content": content, "subject": text[:150], "tags": [text[:150]]})
        session.on_tool_result(ToolResult(tool="shell", content=text))
        kept = session.turns()[0].content
    entries, tasks = memory.entries(user), memory.tasks(user)
    try:
        entries.add(entries.draft(f"Imported: {text}", layer="L1", tier="user", origin="import:notes.md"))
        tasks.start(text[:150], id=f"t{number}")
        tasks.note(f"t{number}", text)
    except TiermemError:
        pass  # it left nothing that could be stored
    return kept


def left(folder: Path, secrets: list[str]) -> bool:
    """Return True if a secret stands in a file, its name included."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    stored = b"".join(path.read_bytes() for path in paths) + " ".join(map(str, paths)).encode()
    forms = {form for one in secrets for form in (one, one.lower(), one.replace('"', '\\"'))}
    return any(re.search(_alone(form), stored) for form in forms)


def _alone(form: str) -> bytes:
    """Return a pattern of a secret. A few digits stand in times and hexadecimal digests by chance: not within those."""
    edge = b"0-9a-f" if form.isdigit() else b"0-9"
    return rb"(?<![%s.])" % edge + re.escape(form.encode()) + rb"(?![%sZ])" % edge


def batches(rows: list[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Return rows for one store each; those of one store have no secret in common."""
    made: list[tuple[list[Mapping[str, Any]], set[str]]] = []
    for row in rows:
        own = set(row["secret"])
        fit = next((one for one in made if len(one[0]) < _BATCH and not own & one[1]), None)
        if fit is None:
            made.append(fit := ([], set()))
        fit[0].append(row)
        fit[1].update(own)
    return [batch for batch, _ in made]


def measure(rows: list[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], bool]]:
    """Return each row with True if it went wrong: a secret was kept, or a harmless text altered."""
    results: list[tuple[Mapping[str, Any], bool]] = []
    for batch in batches(rows):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with Memory.open(store=f"sqlite:///{folder}/memory.db") as memory:
                kept = [tell(memory, number, row["text"]) for number, row in enumerate(batch)]
            for row, content in zip(batch, kept, strict=True):
                wrong = left(folder, row["secret"]) if row["secret"] else "[redacted: " in content
                results.append((row, wrong))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--split", choices=["open", "held"], help="one half alone")
    parser.add_argument("--every", type=int, default=1, help="only every N-th text")
    parser.add_argument("--failures", action="store_true", help="list what went wrong in the half 'open'")
    given = parser.parse_args()
    rows: list[Mapping[str, Any]] = [row for row in read("secrets") if given.split in (None, row["split"])]
    totals: Counter[tuple[str, bool]] = Counter()
    wrongs: Counter[tuple[str, bool]] = Counter()
    for row, wrong in measure(rows[:: given.every]):
        key = (row["split"], bool(row["secret"]))
        totals[key] += 1
        wrongs[key] += wrong
        if wrong and given.failures and row["split"] == "open":
            print(f"  {'kept' if row['secret'] else 'altered'}: {row['kind']}: {row['text'][:120]!r}")
    for split, is_secret in sorted(totals):
        total, count = totals[split, is_secret], wrongs[split, is_secret]
        said = "leave no byte" if is_secret else "altered"
        count = total - count if is_secret else count
        print(
            f"{split}: {count} of {total} {'secrets' if is_secret else 'harmless texts'} {said} ({count / total:.1%})"
        )


if __name__ == "__main__":
    main()
