"""Fuzz what reads foreign bytes: ``python -m benchmarks.fuzz [--targets config,transcripts,hooks,imports]``.

Each target gets mutated samples and must answer or raise a `TiermemError`; anything else, or more than five seconds of
CPU for one input, is a failure. With atheris installed the mutations follow the branches taken (libFuzzer); otherwise
they are random, and the same for the same seed. Inputs that failed are kept beside the output.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import logging
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tiermem.errors import TiermemError

_NOW = datetime(2026, 3, 2, tzinfo=UTC)
_SLOWEST_S = 5.0
_MOST_BYTES = 4_096

_YAML = """\
agents:
  helper:
    model: openai/gpt-5-mini
    tools:
      - type: memory
        memory_char_limit: 2200
        recall: {enabled: true, top_k: 5, archive: auto}
        scope: {house: default, user: me, notes: user}
        personal_data: {policy: redact}
        limits: {content_chars: [1, 500]}
        hooks: []
"""
_CHAT = json.dumps(
    [{"id": "a", "messages": [{"role": "user", "content": "Hi", "timestamp": "2026-03-02T09:00:00Z"}]}]
)
_CLAUDE = (
    '{"type":"user","sessionId":"s","message":{"role":"user","content":"Hi"},'
    '"timestamp":"2026-03-02T09:00:00Z"}\n'
)
_LOCOMO = json.dumps(
    [
        {
            "sample_id": "x",
            "conversation": {
                "speaker_a": "Ann",
                "speaker_b": "Ben",
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "Hi"}],
            },
        }
    ]
)
_EVENT = json.dumps(
    {
        "session_id": "s",
        "hook_event_name": "UserPromptSubmit",
        "prompt": "Where is it?",
        "cwd": "/nowhere",
        "transcript_path": "/nowhere/t.jsonl",
        "tool_name": "Bash",
        "tool_input": {"command": "ls"},
        "tool_response": {"stdout": "x"},
    }
)
_MEMORY_LINES = '{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea"]}\n'
_MEM0 = json.dumps({"results": [{"id": "1", "memory": "Likes tea", "created_at": "2026-03-02T09:00:00Z"}]})
_MARKDOWN = "---\ntitle: Notes\ntags: [a]\n---\n# User\n\n- Likes tea #drink\n- relates_to [[Ann]]\n"
_HERMES = "Likes tea\n§\nLives in Turin\n"
_EXPORT = '{"tiermem": 1, "tables": {}}\n{"scopes": {"id": 1, "kind": "house", "name": "default", "parent_id": null}}\n'


def _config(data: bytes, folder: Path) -> None:
    from tiermem.config import load_settings

    path = folder / "agent.yaml"
    path.write_bytes(data)
    load_settings(path)


def _transcripts(data: bytes, folder: Path) -> None:
    from tiermem.transfer.transcripts import read_transcripts

    path = folder / "chat.json"
    path.write_bytes(data)
    for transcript in read_transcripts(path, now=_NOW):
        for turn in transcript.turns:
            assert isinstance(turn.content, str)


def _hooks(data: bytes, folder: Path) -> None:
    from tiermem.doors.hook.respond import read
    from tiermem.hosts.command import hosts

    del folder
    given = read(data.decode("utf-8", "replace"))
    for host in hosts().values():
        for event in (None, "SessionStart", "UserPromptSubmit", "Stop", "PostToolUse", "PreCompact"):
            call = host.parse(event, given) if host.parse is not None else None
            if call is not None and host.render is not None:
                json.dumps(host.render(call, "context"))


def _imports(data: bytes, folder: Path) -> None:
    from tiermem.transfer import formats
    from tiermem.transfer.formats.base import Contents, LineError

    path = folder / "memory.json"
    path.write_bytes(data)
    for one in (formats.detect_or_guess(path), *formats.FORMATS):
        try:
            held = one.read(path)
            if not isinstance(held, Contents):
                list(held)
        except (LineError, TiermemError):
            continue


TARGETS: Mapping[str, tuple[Callable[[bytes, Path], None], Sequence[str]]] = {
    "config": (_config, [_YAML]),
    "transcripts": (_transcripts, [_CHAT, _CLAUDE, _LOCOMO]),
    "hooks": (_hooks, [_EVENT]),
    "imports": (_imports, [_MEMORY_LINES, _MEM0, _MARKDOWN, _HERMES, _EXPORT, _CHAT]),
}
"""Name → what reads the bytes, and samples that it understands."""


def once(name: str, data: bytes, folder: Path) -> None:
    """Give a target one input.

    Raises:
        Exception: What the target raised that is not a `TiermemError`, or it was too slow.
    """
    begun = time.process_time()
    with contextlib.suppress(TiermemError):
        TARGETS[name][0](data, folder)
    if (took := time.process_time() - begun) > _SLOWEST_S:
        raise TimeoutError(f"{name} took {took:.1f} s of CPU for {len(data)} bytes")


_PIECES = [
    *(b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r\n", b"\n---\n", b"{" * 60, b"[" * 2_000, b'"'),
    *(b"\\u0000", b"\\ud800", b"<<: *a"),
    *(b"NaN", b"1e999", b"-1", b"null", b"true", b"[]", b"{}", b'""', b"9" * 40),
    *(b"!!python/object:os.system", b"&a [*a]"),
    *("\u202e".encode(), "💥".encode(), b"2026-13-45T99:99:99Z", b"../../etc/passwd", b"%s%n", b"${HOME}", b"\t"),
]  # fmt: skip


def mutated(sample: bytes, chance: random.Random) -> bytes:
    """Return a sample with some bytes, pieces or parts changed, taken out, doubled or put in."""
    data = bytearray(sample)
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(data))
        end = min(len(data), place + chance.randint(0, 30))
        change = chance.randrange(5)
        if change == 0 and data:
            data[place % len(data)] = chance.randrange(256)
        elif change == 1:
            data[place:place] = chance.choice(_PIECES)
        elif change == 2:
            del data[place:end]
        elif change == 3:
            data[place:place] = data[place:end]
        else:
            data[place:end] = chance.choice(_PIECES)
    return bytes(data[:_MOST_BYTES])


def at_random(name: str, seconds: float, seed: int, kept: Path) -> int:
    """Fuzz a target at random; return how many inputs it had."""
    chance, count = random.Random(seed), 0
    samples = [sample.encode() for sample in TARGETS[name][1]]
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < until:
            data = mutated(chance.choice(samples), chance)
            count += 1
            try:
                once(name, data, Path(folder))
            except Exception:
                kept.joinpath(f"{name}-{count}.bin").write_bytes(data)
                raise
    return count


def with_atheris(name: str, seconds: float, seed: int, kept: Path) -> int:
    """Fuzz a target by the branches that are taken, in a process of its own; return its exit status.

    The same seed (0: a new one) tries the same inputs, as far as the time allows.
    """
    code = (
        "import atheris, logging, sys, tempfile; from pathlib import Path\n"
        "logging.disable(logging.CRITICAL)\n"
        "with atheris.instrument_imports(include=['tiermem']):\n"
        "    from benchmarks import fuzz\n"
        "    import tiermem.config, tiermem.transfer.transcripts, tiermem.transfer.formats\n"
        "    import tiermem.doors.hook.respond\n"
        "folder = Path(tempfile.mkdtemp())\n"
        "atheris.Setup(sys.argv[:1] + sys.argv[2:], lambda data: fuzz.once(sys.argv[1], data, folder))\n"
        "atheris.Fuzz()\n"
    )
    with tempfile.TemporaryDirectory() as corpus:
        for number, sample in enumerate(TARGETS[name][1]):
            Path(corpus, str(number)).write_text(sample, encoding="utf-8")
        limits = [
            f"-max_total_time={round(seconds)}",
            f"-seed={seed}",
            f"-max_len={_MOST_BYTES}",
            f"-artifact_prefix={kept}/{name}-",
        ]
        command = [sys.executable, "-c", code, name, *limits, corpus]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = ran.stderr.strip().splitlines()
    print(f"{name}: {'sound' if ran.returncode == 0 else 'FAILED'}; {lines[-1] if lines else ''}")
    if ran.returncode:
        print("\n".join([*lines[-10:], ran.stdout.strip()]))
    return ran.returncode


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60, help="in all, shared by the targets")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--random", action="store_true", help="without atheris, even if it is installed")
    parser.add_argument("--kept", type=Path, default=Path(), help="the folder for inputs that failed")
    given = parser.parse_args()
    names, failed = given.targets.split(","), 0
    is_random = given.random or importlib.util.find_spec("atheris") is None
    logging.disable(logging.CRITICAL)
    for name in names:
        if is_random:
            print(
                f"{name}: {at_random(name, given.seconds / len(names), given.seed, given.kept)} inputs, sound"
            )
        else:
            failed += with_atheris(name, given.seconds / len(names), given.seed, given.kept) != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
