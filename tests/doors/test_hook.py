"""``tiermem hook``: real processes, as hosts start them; whatever goes wrong, the host goes on."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hosts.real import locked
from tests.pace import until
from tests.reading import contents_of
from tests.shares import every

from tiermem import Memory
from tiermem.doors.hook.respond import write
from tiermem.hosts.command import copilot, hosts
from tiermem.hosts.command import host as codec
from tiermem.hosts.command.copilot import last_reply
from tiermem.hosts.prompt_cap import within_cap
from tiermem.hosts.working_folder import project_of

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))}


@pytest.fixture
def process(store):
    """Call the hook as a host does, as a process: gives (exit status, stdout, stderr)."""

    def run(data, *flags, host="claude-code", timeout=120):
        command = [sys.executable, "-m", "tiermem", "hook", "--host", host, "--store", str(store), *flags]
        done = subprocess.run(
            command,
            input=json.dumps(data).encode(),
            env=ENVIRONMENT,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


@pytest.fixture
def hook(piped):
    """Call the hook as a function: gives (exit status, stdout, stderr)."""

    def run(data, *flags, host="claude-code"):
        given = data if isinstance(data, bytes) else json.dumps(data)
        ran = piped("hook", "--host", host, *flags, given=given)
        return ran.status, ran.out, ran.err

    return run


def event(name, session="s1", **more):
    return {"session_id": session, "hook_event_name": name} | more


def told(out):
    """Return the text that a hook in Claude Code's language put before the model."""
    return json.loads(out)["hookSpecificOutput"]["additionalContext"]


def test_what_is_said_in_one_session_is_known_in_the_next(process, store):
    status, out, _ = process(event("SessionStart", source="startup"))
    assert (status, "# Durable memory" in told(out)) == (0, True)
    process(event("UserPromptSubmit", prompt="I prefer short mails without bullet points.", prompt_id="p1"))
    process(event("Stop", last_assistant_message="Noted.", prompt_id="p1"))
    assert process(event("SessionEnd", reason="other"))[:2] == (0, "")

    assert until(lambda: contents_of(store)) == ["I prefer short mails without bullet points."]
    _, out, _ = process(event("UserPromptSubmit", session="s2", prompt="How short should mails be for me?"))
    assert "I prefer short mails without bullet points." in told(out)
    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        assert [(turn.speaker, turn.content) for turn in session.turns()] == [
            ("user", "I prefer short mails without bullet points."),
            ("assistant", "Noted."),
        ]


def test_an_event_that_comes_twice_is_kept_once(hook, store):
    for _ in range(2):
        hook(event("UserPromptSubmit", prompt="I live in Berlin.", prompt_id="p1"))
        hook(event("Stop", last_assistant_message="I see.", prompt_id="p1"))

    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        assert len(session.turns()) == 2


def test_injected_context_is_never_journaled_nor_a_query(hook, store):
    prompt = "<hook_context>SECRET BLOCK</hook_context>\nWhere do I live?"
    hook(event("BeforeAgent", prompt=prompt), host="gemini")

    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        assert [turn.content for turn in session.turns()] == ["Where do I live?"]
        assert memory.timeline.receipts()[0]["query"] == "Where do I live?"


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"not json",
        b"[1, 2]",
        b"\xff\xfe",
        b"null",
        b'{"session_id": "s1"}',
        b'{"hook_event_name": "Stop"}',
    ],
)
def test_garbage_says_nothing_and_blocks_nothing(hook, given):
    status, out, _ = hook(given)

    assert (status, out) == (0, "")


@pytest.mark.parametrize("host", [name for name, host in hosts().items() if host.parse])
def test_an_unknown_event_says_nothing(hook, host):
    assert hook(event("NoSuchEvent"), "--event", "NoSuchEvent", host=host)[:2] == (0, "")


@pytest.mark.parametrize("flags", [("--config", "nowhere.yaml"), ("--no-such-flag",), ("--user", "")])
def test_a_broken_setup_is_told_on_stderr_and_the_host_goes_on(hook, flags):
    status, out, said = hook(event("UserPromptSubmit", prompt="Hello"), *flags)

    assert (status, out) == (0, "")
    assert said.startswith("tiermem: ")


def test_a_store_that_is_none_costs_the_context_only(hook, store):
    store.write_bytes(b"this is no database" * 100)

    status, out, said = hook(event("UserPromptSubmit", prompt="Hello"))

    assert (status, out) == (0, "")
    assert "tiermem: " in said


@pytest.mark.slow
def test_twenty_hooks_at_once_lose_nothing_and_block_nothing(process, store):
    with ThreadPoolExecutor(8) as pool:
        done = list(
            pool.map(
                lambda number: process(
                    event("UserPromptSubmit", prompt=f"Statement number {number}", prompt_id=f"p{number}"),
                    timeout=120,
                ),
                range(20),
            )
        )

    assert {status for status, _, _ in done} == {0}
    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        assert sorted(turn.content for turn in session.turns()) == sorted(
            f"Statement number {n}" for n in range(20)
        )


@pytest.mark.parametrize("after_ms", every(4, [150, 50, 300, 500]))
def test_a_hook_that_is_killed_loses_nothing_that_was_there(process, store, after_ms):
    process(event("UserPromptSubmit", prompt="I live in Berlin.", prompt_id="p1"))
    command = [sys.executable, "-m", "tiermem", "hook", "--host", "codex", "--store", str(store)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=ENVIRONMENT
    ) as running:
        running.stdin.write(
            json.dumps(event("UserPromptSubmit", prompt="And I work in Potsdam.", turn_id="p2")).encode()
        )
        running.stdin.close()
        time.sleep(after_ms / 1000)
        running.send_signal(signal.SIGKILL)

    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        assert session.turns()[0].content == "I live in Berlin."
        assert memory.maintenance.doctor() == []
    assert process(event("UserPromptSubmit", prompt="And I work in Potsdam.", prompt_id="p2"))[0] == 0
    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        assert len(session.turns()) == 2


def copilots(*events):
    """Lines of a transcript of Copilot: (kind, content), of a sub-agent (kind, content, its id)."""
    return "".join(
        json.dumps({"type": kind, "data": {"content": content}} | ({"agentId": of[0]} if of else {})) + "\n"
        for kind, content, *of in events
    )


def test_the_reply_of_copilot_is_read_from_its_transcript(hook, store, tmp_path, monkeypatch):
    monkeypatch.setattr(copilot, "PATIENCE_S", 0.1)
    transcript = tmp_path / "events.jsonl"
    lines = copilots(
        ("user.message", "Hi"),
        ("assistant.message", "The first."),
        ("assistant.message", "The last."),
        ("user.message", "Look it up.", "a1"),
        ("assistant.message", "A sub-agent's.", "a1"),
        ("assistant.turn_end", ""),
    )
    transcript.write_text(lines + "broken", encoding="utf-8")
    given = {"sessionId": "s1", "transcriptPath": str(transcript)}

    hook(given, "--event", "agentStop", host="copilot")
    hook(given | {"transcriptPath": "/nowhere"}, "--event", "agentStop", host="copilot")

    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        assert [turn.content for turn in session.turns()] == ["The last."]


def test_an_earlier_reply_of_copilot_is_not_taken_for_one_that_is_not_written_yet(tmp_path):
    transcript = tmp_path / "events.jsonl"
    transcript.write_text(copilots(("assistant.message", "The first."), ("user.message", "And now?")))

    assert last_reply(transcript) == ""


def test_a_reply_that_copilot_writes_late_is_waited_for(store, tmp_path):
    transcript = tmp_path / "events.jsonl"
    given = {"sessionId": "s1", "transcriptPath": str(transcript)}
    late = threading.Timer(
        0.4, transcript.write_text, [copilots(("user.message", "Hi"), ("assistant.message", "Ho"))]
    )

    with Memory.open(store=str(store)) as memory, memory.session("s1") as session:
        late.start()
        write(codec("copilot").parse("agentStop", given), session, codec("copilot"), wait_s=None)
        late.join()

        assert [turn.content for turn in session.turns()] == ["Ho"]


def test_compaction_makes_the_blocks_anew(hook, store):
    hook(event("SessionStart", source="startup"))
    with Memory.open(store=str(store)) as memory:
        memory.entries().add(memory.entries().draft("The build needs Node 22"))

    assert hook(event("SessionStart", source="resume"))[1] == ""
    hook(event("PreCompact", trigger="auto"))
    assert "Node 22" in told(hook(event("SessionStart", source="compact"))[1])


def test_a_passage_a_change_and_the_guidance_are_shown_once_until_compaction(hook, store):
    def ask(prompt, host="claude-code", name="UserPromptSubmit"):
        return hook(event(name, prompt=prompt), host=host)[1]

    with Memory.open(store=str(store)) as memory:
        entries = memory.entries()
        gate = entries.add(entries.draft("Deploys go through the staging gate.", layer="L1")).entry
        hook(event("SessionStart", source="startup"))
        entries.add(entries.draft("The build needs Node 22"))

        first, again = ask("How do deploys go?"), ask("Tell me how deploys go.")
        why = [one["why"] for one in memory.timeline.receipts()[0]["dropped"]]
        entries.update(gate.id, entries.draft("Deploys go through the new staging gate."))
        changed = ask("How do deploys go?")
        hook(event("PreCompact", trigger="auto"))
        compacted = ask("How do deploys go?")

    assert [word in first for word in ("staging gate", "Node 22", "# Durable")] == [True, True, False]
    assert (again, why) == ("", ["shown earlier in this session"])
    assert [word in changed for word in ("new staging gate", "Node 22")] == [True, False]
    assert [word in compacted for word in ("new staging gate", "Node 22", "# Durable")] == [True] * 3
    assert "# Durable" not in ask("How do deploys go at night?")


def test_a_locked_store_costs_a_message_its_deadline_and_what_was_said_is_kept_once_it_is_free(
    process, store
):
    process(event("SessionStart", source="startup"))
    with locked(store):
        begun = time.monotonic()
        status, out, _ = process(event("UserPromptSubmit", prompt="Do you hear me?", prompt_id="p1"))
        took = time.monotonic() - begun
        assert (status, out) == (0, "")
        assert "# Durable memory" in told(process(event("SessionStart", session="s2"))[1])
        assert process(event("UserPromptSubmit", session="s2", prompt="And you?"))[1] == "", (
            "shown at the start"
        )
        begun = time.monotonic()
        process(event("PreCompact", trigger="manual"))
        assert "# Durable memory" in told(process(event("SessionStart", source="compact"))[1])
        took = max(took, (time.monotonic() - begun) / 2)

    def heard():
        with Memory.open(store=str(store)) as memory:
            return [turn.content for turn in memory.session("s1").turns()]

    assert took < 25, "a write waits for half a minute"
    assert until(heard) == ["Do you hear me?"]
    assert until(lambda: not _is_frozen(store, "s1")), (
        "what was shown before the compaction is lost to the model"
    )
    assert until(lambda: _is_frozen(store, "s2")), "what was shown at the start is not to be shown again"
    assert process(event("UserPromptSubmit", session="s2", prompt="Do you hear me?"))[1] == ""


def test_a_store_that_another_program_keeps_to_itself_costs_a_message_its_deadline_and_nothing_is_lost(
    process, store
):
    process(event("SessionStart", source="startup"))
    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = exclusive")
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        told_under_lock = process(event("UserPromptSubmit", prompt="Do you hear me?", prompt_id="p1"))[:2]
        took = time.monotonic() - begun

    def heard():
        with Memory.open(store=str(store)) as memory:
            return [turn.content for turn in memory.session("s1").turns()]

    assert told_under_lock == (0, "")
    assert took < 25, "opening a store waits for half a minute"
    assert until(heard) == ["Do you hear me?"]


def _is_frozen(store, session):
    with Memory.open(store=str(store)) as memory:
        return memory.session(session).view.is_frozen


def test_what_a_host_loses_when_a_session_goes_on_later_is_given_again(hook, store):
    with Memory.open(store=str(store)) as memory:
        memory.entries().add(memory.entries().draft("Deploys go through the staging gate.", layer="L1"))

    def told_by(host, begin, ask):
        given = {"session_id": f"of-{host}", "prompt": "How do deploys go?", "source": "resume"}
        begun, said = (
            hook(given | {"hook_event_name": name}, "--event", name, host=host)[1] for name in (begin, ask)
        )
        return ["# Durable memory" in begun, "staging gate" in said]

    names = {"gemini": ("SessionStart", "BeforeAgent"), "copilot": ("sessionStart", "userPromptSubmitted")}
    told_first, told_later = ({host: told_by(host, *two) for host, two in names.items()} for _ in range(2))

    assert told_first == {"gemini": [True, True], "copilot": [True, True]}
    assert told_later == {"gemini": [True, True], "copilot": [True, False]}


def test_the_first_message_of_a_host_that_starts_beside_it_leaves_the_blocks_to_the_start(hook, store):
    def ask(name):
        given = {"session_id": "s1", "prompt": "How do deploys go?", "source": "new"}
        return "# Durable memory" in hook(given, "--event", name, host="copilot")[1]

    first, start = ask("userPromptSubmitted"), ask("sessionStart")
    second = ask("userPromptSubmitted")
    ask("preCompact")

    assert (first, start, second) == (False, True, False)
    assert ask("userPromptSubmitted"), "what compaction dropped comes with the next message"


def test_a_host_that_forgets_what_a_hook_adds_gets_it_with_each_message(hook, store):
    with Memory.open(store=str(store)) as memory:
        memory.entries().add(memory.entries().draft("Deploys go through the staging gate.", layer="L1"))

    for _ in range(2):
        assert "# Durable memory" in hook(event("session_start"), host="docker-agent")[1]
        said = hook(event("user_prompt_submit", prompt="How do deploys go?"), host="docker-agent")[1]
        assert "staging gate" in said


@given(
    sizes=st.lists(st.integers(1, 6_000), max_size=8),
    guidance=st.text("abc ", max_size=3_000).map(str.strip),
)
def test_what_a_host_takes_is_never_exceeded_and_what_is_left_out_is_named(sizes, guidance):
    names = ["scaffold", "identity", "memory", "user", "own", "task", "narrative", "learned"]
    blocks = [
        {"name": name, "text": f"{name}:{'x' * size}"} for name, size in zip(names, sizes, strict=False)
    ]
    whole = "\n\n".join([part for part in (guidance, *(block["text"] for block in blocks)) if part])

    shown = within_cap(whole, blocks, 9_500)

    assert len(shown) <= 9_500
    for block in blocks:
        assert block["text"] in shown or block["name"] in shown.rpartition("[Left out")[2]


@pytest.fixture
def repositories(tmp_path):
    """Two repositories, and a worktree of the first."""
    for name in ("shop", "other"):
        (tmp_path / name / ".git" / "worktrees" / "fix").mkdir(parents=True)
        (tmp_path / name / "src").mkdir()
    (tmp_path / "fix").mkdir()
    own = tmp_path / "shop" / ".git" / "worktrees" / "fix"
    (own / "commondir").write_text("../..\n")
    (tmp_path / "fix" / ".git").write_text(f"gitdir: {own}\n")
    return tmp_path


def test_a_repository_is_a_project_that_its_folders_and_worktrees_share(hook, store, repositories):
    with Memory.open(store=str(store)) as memory:
        shop, general = memory.entries(project=project_of(repositories / "shop")), memory.entries()
        shop.add(shop.draft("Deploys go through the staging gate.", layer="L1"))
        general.add(general.draft("Deploys are announced on Friday.", layer="L1"))

    def recalled(session, *folder):
        cwd = str(repositories.joinpath(*folder))
        begun = told(hook(event("SessionStart", session=session, source="startup", cwd=cwd))[1])
        out = begun + told(
            hook(event("UserPromptSubmit", session=session, prompt="How do deploys go?", cwd=cwd))[1]
        )
        return ["staging gate" in out, "Friday" in out]

    assert recalled("s1", "shop", "src") == [True, True]
    assert recalled("s2", "fix") == [True, True]
    assert recalled("s3", "other") == [False, True]


def test_memory_is_off_in_a_folder_with_a_file_that_says_so(hook, store, repositories):
    (repositories / "shop" / ".tiermemignore").touch()
    cwd = str(repositories / "shop" / "src")

    said = [
        hook(event(name, cwd=cwd, prompt="I live in Berlin.", source="startup"))[1]
        for name in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
    ]

    assert (said, store.exists()) == ([""] * 4, False)


def test_memory_is_off_in_a_folder_that_the_yaml_names(hook, store, repositories, monkeypatch):
    entry = {"type": "memory", "store": f"sqlite:///{store}", "ignore_folders": ["./shop"]}
    config = repositories / "agent.yaml"
    config.write_text(json.dumps({"agents": {"agent": {"tools": [entry]}}}))

    def said(folder):
        cwd = str(repositories / folder)
        events = (event(name, cwd=cwd, prompt="I live in Berlin.", source="startup") for name in names)
        return [hook(one, "--config", str(config))[1] for one in events]

    names = ("SessionStart", "UserPromptSubmit")
    assert said("shop/src") == ["", ""]
    assert "# Durable memory" in said("other")[0]
    with Memory.open(config) as memory:
        (session,) = memory.timeline.sessions()
        assert [turn.content for turn in memory.session(session.id).turns()] == ["I live in Berlin."]


def test_what_is_private_is_neither_searched_for_nor_kept(hook, store):
    prompts = ["I like tea. <private>My PIN is 4711.</private>", "Hi <private> My PIN is 4711."]
    for number, prompt in enumerate(prompts):
        hook(event("UserPromptSubmit", prompt=prompt, prompt_id=f"p{number}"))

    with Memory.open(store=str(store)) as memory:
        turns = [turn.content for turn in memory.session("s1").turns()]
        queries = [one["query"] for one in memory.timeline.receipts(limit=9)]
    assert (turns, sorted(queries)) == (["I like tea.", "Hi"], ["Hi", "I like tea."])
