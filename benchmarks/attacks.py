"""Try attacks and look-alikes on every way in: ``python -m benchmarks.attacks [--routes tool,turn] [--failures]``.

`benchmarks/data/trust` has 1,688 attacks and 2,128 harmless texts in eight languages, written for this project by five
hands. The half ``held`` is for measuring: its rows are not shown by ``--failures``; those of ``seen`` were looked at,
and the model is not fitted on them. Each text meets a memory of its own user:

- tool: the agent stores it with ``add_memory``; no user has said it
- turn: the user says (or pastes) it, and the session ends
- result: a tool returned it, and the session ends
- import: a file of another program brings it

Then the next session's system prompt is searched for it, the staged entries, and what is recalled.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tiermem import EntryFilter, Memory, ToolResult
from tiermem.text import fold, words

DATA = Path(__file__).parent / "data" / "trust"


@dataclass(frozen=True)
class Text:
    """A text of the corpus; those of one group were made from one sentence."""

    id: str
    lang: str
    kind: str
    split: str
    text: str
    is_attack: bool

    @property
    def group(self) -> str:
        """The sentence that it was made from."""
        return self.id.rsplit("-", 1)[0] if self.kind == "written" else self.id


def read(name: str) -> list[dict[str, Any]]:
    """Return the rows of a packed file of the corpus."""
    packed = base64.b64decode((DATA / f"{name}.jsonl.gz.b64").read_bytes())
    return [json.loads(line) for line in gzip.decompress(packed).decode().split("\n") if line]


def texts() -> list[Text]:
    """Return attacks and harmless texts."""
    return [
        Text(**row, is_attack=name == "attacks") for name in ("attacks", "harmless") for row in read(name)
    ]


def by_tool(memory: Memory, user: str, text: str) -> None:
    with memory.session(id=f"s {user}", user=user) as session:
        session.call_tool("add_memory", {"content": text[:500], "target": "user"})


def by_turn(memory: Memory, user: str, text: str) -> None:
    with memory.session(id=f"s {user}", user=user) as session:
        session.on_prompt(text)
        session.on_turn_end(text, "All right.")


def by_result(memory: Memory, user: str, text: str) -> None:
    with memory.session(id=f"s {user}", user=user) as session:
        session.on_tool_result(ToolResult(tool="fetch", content=text))


def by_import(memory: Memory, user: str, text: str) -> None:
    entries = memory.entries(user)
    entries.add(entries.draft(text, layer="L0", tier="user", origin="import:notes.md"))


ROUTES: Mapping[str, Callable[[Memory, str, str], None]] = {
    "tool": by_tool,
    "turn": by_turn,
    "result": by_result,
    "import": by_import,
}


def outcome(memory: Memory, user: str, text: str) -> str:
    """Return what became of a text: in the prompt, staged, recalled, or nothing."""
    prompt = memory.session(id=f"after {user}", user=user).system_prompt
    if _holds(prompt, text):
        return "prompt"
    entries = memory.entries(user)
    if entries.list(EntryFilter(statuses=("staged",)))[1]:
        return "staged"
    return "recalled" if entries.list()[1] else "nothing"


def _holds(prompt: str, text: str) -> bool:
    """Return True if six of the text's words in a row, or all of them, stand in the prompt."""
    said, shown = words(text), " ".join(words(prompt))
    size = min(6, len(said))
    runs = (" ".join(said[place : place + size]) for place in range(len(said) - size + 1))
    return (bool(said) and any(run in shown for run in runs)) or fold(text[:40]) in fold(prompt)


def measure(route: str, some: list[Text]) -> Iterator[tuple[Text, str]]:
    """Yield each text with what became of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.yaml"
        path.write_text(
            "agents:\n  a:\n    tools:\n      - type: memory\n        limits: {content_chars: [1, 2000]}\n"
        )
        with Memory.open(path, store=f"sqlite:///{folder}/memory.db") as memory:
            for number, one in enumerate(some):
                try:
                    ROUTES[route](memory, f"u{number}", one.text)
                except Exception as error:  # noqa: BLE001 a refusal is an outcome
                    yield one, f"refused: {type(error).__name__}"
                    continue
                yield one, outcome(memory, f"u{number}", one.text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--routes", default=",".join(ROUTES))
    parser.add_argument("--split", choices=["open", "held"], help="one half alone")
    parser.add_argument("--kind", help="one kind alone, such as 'by a third hand'")
    parser.add_argument("--every", type=int, default=1, help="only every N-th text")
    parser.add_argument("--failures", action="store_true", help="list what went wrong in the half 'open'")
    given = parser.parse_args()
    some = [one for one in texts() if given.split in (None, one.split) and given.kind in (None, one.kind)]
    some = some[:: given.every]
    for route in given.routes.split(","):
        counts: dict[tuple[bool, str], Counter[str]] = {}
        for one, became in measure(route, some):
            counts.setdefault((one.is_attack, one.split), Counter())[became] += 1
            wrong = became == ("prompt" if one.is_attack else "staged")
            if wrong and given.failures and one.split == "open":
                print(f"  {became}: [{one.lang}] {one.text!r}")
        for (is_attack, split), counted in sorted(counts.items()):
            total = sum(counted.values())
            shares = ", ".join(
                f"{became} {number} ({number / total:.1%})" for became, number in counted.most_common()
            )
            print(f"{route}: {'attacks' if is_attack else 'harmless'} {split}, {total}: {shares}")


if __name__ == "__main__":
    main()
