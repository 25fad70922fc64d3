"""The resident process and its client: real processes, as hosts start them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.pace import until
from tests.reading import contents_of

from tiermem import Memory
from tiermem.doors import hook_client
from tiermem.doors.hook.options import ENVIRONMENT, options_of
from tiermem.doors.hook.respond import respond
from tiermem.doors.hook_client import resident_address
from tiermem.doors.resident import server
from tiermem.doors.resident.control import status, stop
from tiermem.doors.resident.server import Resident
from tiermem.errors import InputError

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="sockets of files are not everywhere")
ROOT = Path(__file__).parents[2]
CLIENT = hook_client.command()
FACT = "I prefer short mails without bullet points."


@pytest.fixture
def environment(tmp_path):
    """A home of its own, where hooks work alone until a process is `serving`."""
    paths = os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
    own = {"PYTHONPATH": paths, "HOME": str(tmp_path), "TIERMEM_SOCKET": str(tmp_path / "run" / "hook.sock")}
    without = (
        "TIERMEM_RESIDENT",
        "XDG_DATA_HOME",
        "XDG_CACHE_HOME",
        "TIERMEM_CONFIG",
        "TIERMEM_STORE",
        "TIERMEM_AGENT",
    )
    environment = {name: value for name, value in os.environ.items() if name not in without} | own
    yield environment
    stop(Path(environment["TIERMEM_SOCKET"]))


@pytest.fixture
def starting(environment):
    """The same, where hooks start the resident process, as they do by default."""
    return environment | {"TIERMEM_RESIDENT": "10"}


@contextmanager
def serving(environment, *flags):
    """``tiermem serve``, listening; gives the process."""
    command = [sys.executable, "-m", "tiermem", "serve", *flags]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert "Listening on" in process.stderr.readline()
            environment["TIERMEM_RESIDENT"] = "10"
            yield process
        finally:
            environment["TIERMEM_RESIDENT"] = "off"
            process.terminate()
            process.wait(30)


@pytest.fixture
def ask(environment, tmp_path):
    """Call the hook as `tiermem install` has hosts call it: gives (stdout, stderr)."""

    def call(name, *flags, cwd=tmp_path, env=environment, **more):
        data = {"session_id": "s1", "hook_event_name": name} | more
        command = [*CLIENT, "--host", "claude-code", *flags]
        done = subprocess.run(
            command,
            input=json.dumps(data).encode(),
            env=env,
            cwd=cwd,
            capture_output=True,
            timeout=60,
            check=True,
        )
        return done.stdout.decode(), done.stderr.decode()

    return call


def told(out):
    return json.loads(out)["hookSpecificOutput"]["additionalContext"]


def said(store, session="s1"):
    with Memory.open(store=str(store)) as memory:
        return [turn.content for turn in memory.session(session).turns()]


@pytest.mark.parametrize("resident", [True, False], ids=["resident", "alone"])
def test_a_conversation_is_the_same_with_a_resident_process_and_without(ask, environment, tmp_path, resident):
    store = tmp_path / "memory.db"
    flags = ("--store", str(store))
    with serving(environment) if resident else contextmanager(lambda: iter([None]))():
        out, _ = ask("SessionStart", *flags, source="startup")
        assert "# Durable memory" in told(out)
        ask("UserPromptSubmit", *flags, prompt=FACT, prompt_id="p1")
        ask("Stop", *flags, last_assistant_message="Noted.", prompt_id="p1")
        assert ask("SessionEnd", *flags, reason="other") == ("", "")
        assert until(lambda: contents_of(store)) == [FACT]
        out, _ = ask("UserPromptSubmit", *flags, session_id="s2", prompt="How short should mails be for me?")
    assert FACT in told(out)
    assert said(store) == [FACT, "Noted."]


def test_a_session_ends_in_the_resident_process_and_not_in_one_of_its_own(environment, tmp_path, monkeypatch):
    def refuse(*_):
        pytest.fail("a process was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    store = f"sqlite:///{tmp_path / 'memory.db'}"
    for name in resident_address.DEFAULTS:
        monkeypatch.delenv(name, raising=False)
    options = options_of(["--host", "claude-code", "--store", store], os.environ)
    events = [
        {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": FACT},
        {"hook_event_name": "SessionEnd", "session_id": "s1"},
    ]
    with Resident(Path(environment["TIERMEM_SOCKET"])) as resident:
        for event in events:
            data = json.dumps(event).encode()
            resident.memories.use(
                options,
                lambda memory, data=data: respond(
                    options, data, lambda: memory, lambda _: None, resident.end_later
                ),
            )
        assert until(lambda: contents_of(tmp_path / "memory.db")) == [FACT]


def test_what_a_hook_of_the_users_raises_is_told_as_without_a_resident_process(ask, environment, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from tiermem.plugins import hookimpl\n"
        "@hookimpl\ndef on_session_start(session):\n    raise RuntimeError('mine')\n"
    )
    (tmp_path / "agent.yaml").write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///memory.db', hooks: [./mine.py]}]}}"
    )
    flags = ("--config", str(tmp_path / "agent.yaml"))
    _, alone = ask("SessionStart", *flags, source="startup", env=environment | {"TIERMEM_RESIDENT": "off"})
    with serving(environment):
        _, resident = ask("SessionStart", *flags, session_id="s2", source="startup")

    assert "RuntimeError: mine" in alone
    assert resident == alone


def test_the_client_asks_the_resident_process_where_one_listens(environment, tmp_path):
    with serving(environment):
        traced = subprocess.run(
            [*CLIENT[:3], "-v", *CLIENT[3:], "--host", "claude-code", "--store", "memory.db"],
            input=b'{"session_id": "s1", "hook_event_name": "SessionStart"}',
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
    assert b"# Durable memory" in traced.stdout
    imported = traced.stderr.decode()
    assert "import 'resident_client'" in imported
    assert all(f"import '{name}'" not in imported for name in ("tiermem", "site", "json", "re", "sqlite3"))
    assert (tmp_path / "memory.db").exists(), "a path is one from the client's folder"


def test_a_prompt_without_a_resident_process_imports_no_more_than_it_needs(environment, tmp_path):
    (tmp_path / "agent.yaml").write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///memory.db'}]}}"
    )

    def call(*python):
        return subprocess.run(
            [*python, "--host", "claude-code", "--config", "agent.yaml"],
            input=b'{"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "Where did I go by bike?"}',
            env=environment | {"TIERMEM_RESIDENT": "off"},
            cwd=tmp_path,
            capture_output=True,
            check=True,
        ).stderr.decode()

    assert call(*CLIENT) == "", "the settings are kept for the next hook"
    imported = call(*CLIENT[:3], "-X", "importtime", *CLIENT[3:])
    assert "tiermem.engine.recall.recall" in imported
    slow = (
        "asyncio",
        "dataclasses",
        "hashlib",
        "inspect",
        "jsonschema",
        "logging",
        "pathlib",
        "peewee",
        "pluggy",
        "tomllib",
        "yaml",
    )
    assert set(slow).isdisjoint(line.rpartition("|")[2].strip() for line in imported.splitlines())


def test_what_it_cannot_answer_is_told_and_the_host_goes_on(ask, environment, tmp_path):
    with serving(environment):
        out, notes = ask("UserPromptSubmit", "--config", "none.yaml", prompt="Hello")
        assert (out, "none.yaml" in notes) == ("", True)
        out, notes = ask("UserPromptSubmit", "--colour", "red", prompt="Hello")
        assert (out, "colour" in notes) == ("", True)
        assert "# Durable memory" in told(ask("SessionStart", "--store", str(tmp_path / "memory.db"))[0])


@pytest.mark.slow
def test_a_changed_yaml_holds_from_the_next_call_on(ask, environment, tmp_path):
    config = tmp_path / "agent.yaml"
    text = "agents: {{mine: {{tools: [{{type: memory, store: 'sqlite:///memory.db', recall: {{enabled: {}}}}}]}}}}"
    with Memory.open(store=str(tmp_path / "memory.db"), agent="mine") as memory:
        memory.entries().add(memory.entries().draft("The build machines run Linux", layer="L1"))
    flags = ("--config", str(config))
    prompt = "What do the build machines run?"
    with serving(environment):
        config.write_text(text.format("true"))
        assert "run Linux" in told(ask("UserPromptSubmit", *flags, prompt=prompt)[0])
        config.write_text(text.format("false"))
        assert ask("UserPromptSubmit", *flags, prompt=prompt)[0] == ""
        config.write_text("agents: 7")
        assert "agents" in ask("UserPromptSubmit", *flags, prompt=prompt)[1]


@pytest.mark.slow
def test_an_agent_that_is_slow_to_open_holds_up_no_other(ask, environment, tmp_path):
    (tmp_path / "slow.py").write_text(
        "import time\nfrom pathlib import Path\nfrom tiermem.plugins import hookimpl\n"
        "FOLDER = Path(__file__).parent\n(FOLDER / 'opening').touch()\n"
        "while not (FOLDER / 'go on').exists():\n    time.sleep(0.05)\n"
        "@hookimpl\ndef register_tools():\n    return []\n"
    )
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///slow.db', hooks: [./slow.py]}]}}"
    )
    with serving(environment), ThreadPoolExecutor(1) as pool:
        slow = pool.submit(ask, "SessionStart", "--config", str(config))
        assert until((tmp_path / "opening").exists)
        began = time.monotonic()
        out, _ = ask("SessionStart", "--store", str(tmp_path / "memory.db"))
        took = time.monotonic() - began
        (tmp_path / "go on").touch()
        assert "# Durable memory" in told(slow.result()[0])
    assert "# Durable memory" in told(out)
    assert took < 3


@pytest.mark.slow
def test_a_store_that_was_put_in_the_others_place_is_used_from_then_on(ask, environment, tmp_path):
    store = tmp_path / "memory.db"
    with serving(environment):
        ask("UserPromptSubmit", "--store", str(store), prompt=FACT)
        for path in tmp_path.glob("memory.db*"):
            path.unlink()
        ask("UserPromptSubmit", "--store", str(store), session_id="s2", prompt="Something new")
    assert said(store, "s2") == ["Something new"]


@pytest.mark.slow
@pytest.mark.slow
def test_twenty_calls_at_once_are_all_kept(ask, environment, tmp_path):
    store = tmp_path / "memory.db"
    flags = ("--store", str(store))
    with serving(environment), ThreadPoolExecutor(20) as pool:
        list(
            pool.map(
                lambda number: ask(
                    "UserPromptSubmit", *flags, prompt=f"Message {number}", prompt_id=f"p{number}"
                ),
                range(20),
            )
        )
    assert sorted(said(store)) == sorted(f"Message {number}" for number in range(20))


@pytest.mark.slow
def test_a_resident_process_that_is_killed_costs_nothing(ask, environment, tmp_path):
    store = tmp_path / "memory.db"
    with serving(environment) as process:
        ask("UserPromptSubmit", "--store", str(store), prompt="Before")
        process.send_signal(signal.SIGKILL)
        process.wait()
        environment["TIERMEM_RESIDENT"] = "off"
        ask("UserPromptSubmit", "--store", str(store), prompt="After")
        with serving(environment):
            ask("UserPromptSubmit", "--store", str(store), prompt="With the next one")
    assert said(store) == ["Before", "After", "With the next one"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "request_",
    [b"", b"\n", b"GET / HTTP/1.1\r\n\r\n", b"5 0\nabcde", b"99999999999 1\n", b"-1 5\nx", b"3 2\na\0b{}"],
)
def test_what_is_no_request_of_ours_gets_no_answer_and_harms_nobody(ask, environment, tmp_path, request_):
    with serving(environment):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(environment["TIERMEM_SOCKET"])
            connection.sendall(request_)
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(30)
            assert connection.recv(100) == b""
        assert "# Durable memory" in told(ask("SessionStart", "--store", str(tmp_path / "memory.db"))[0])


def test_a_client_of_another_home_is_not_answered_from_this_one(ask, environment, tmp_path):
    with serving(environment):
        (tmp_path / "other").mkdir()
        out, _ = ask("SessionStart", env=environment | {"HOME": str(tmp_path / "other")})
    assert "# Durable memory" in told(out)
    assert list((tmp_path / "other").rglob("memory.db"))
    assert not [path for path in tmp_path.rglob("memory.db") if "other" not in path.parts]


def test_one_resident_process_is_enough(environment):
    with serving(environment):
        second = subprocess.run(
            [sys.executable, "-m", "tiermem", "serve"],
            env=environment,
            capture_output=True,
            check=False,
            timeout=60,
        )
    assert second.returncode == 2
    assert b"already listens on" in second.stderr


def test_only_its_owner_can_reach_it(environment):
    with serving(environment):
        path = Path(environment["TIERMEM_SOCKET"])
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert not path.exists()


def test_it_ends_after_a_quiet_while(environment):
    with serving(environment, "--idle", "0.01") as process:
        assert process.wait(30) == 0


def stopped(environment, *flags, flag="--stop"):
    """``tiermem serve --stop``: gives (exit status, stdout, stderr)."""
    done = subprocess.run(
        [sys.executable, "-m", "tiermem", "serve", flag, *flags],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_it_can_be_stopped_and_has_ended_then(ask, environment, tmp_path):
    path = environment["TIERMEM_SOCKET"]
    with serving(environment) as process:
        ask("UserPromptSubmit", "--store", str(tmp_path / "memory.db"), prompt=FACT)

        status, out, _ = stopped(environment)

        assert (status, out) == (0, f"Stopped the resident process on {path}.\n")
        assert not Path(path).exists()
        assert process.wait(60) == 0
    assert said(tmp_path / "memory.db") == [FACT]
    with serving(environment):
        assert json.loads(stopped(environment, "--json")[1]) == {"stopped": True, "socket": path}


def test_it_ends_when_the_last_host_is_uninstalled(environment):
    def run(verb):
        command = [sys.executable, "-m", "tiermem", verb, "claude-code"]
        subprocess.run(command, env=environment, capture_output=True, timeout=120, check=True)

    run("install")
    with serving(environment) as process:
        run("uninstall")

        assert process.wait(60) == 0


def test_a_wrong_flag_of_a_hook_is_named():
    causes = {
        "flag --host has no value": ["--host", "--store", "x.db"],
        "does not know ['stroe']": ["--host", "claude-code", "--stroe", "x.db"],
        "flag --store has no value": ["--host", "claude-code", "--store"],
        "'claude-code' is none": ["claude-code", "--host"],
    }
    wrong = []
    for cause, flags in causes.items():
        with pytest.raises(InputError) as raised:
            options_of([*flags, "--request", "1"], {})
        if cause not in str(raised.value):
            wrong.append((cause, str(raised.value)))
    assert not wrong


@pytest.mark.slow
def test_where_none_runs_there_is_nothing_to_stop(environment):
    path = environment["TIERMEM_SOCKET"]

    assert stopped(environment) == (0, "", f"No resident process listens on {path}.\n")
    assert json.loads(stopped(environment, "--json")[1]) == {"stopped": False, "socket": path}
    with serving(environment) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert Path(path).exists()
    assert stopped(environment)[::2] == (0, f"No resident process listens on {path}.\n")


def test_another_service_is_not_said_to_be_stopped(environment):
    path = Path(environment["TIERMEM_SOCKET"])
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as other, ThreadPoolExecutor(1) as pool:
        other.bind(str(path))
        other.listen()
        other.settimeout(60)
        told_to = pool.submit(stopped, environment, "--json")
        connection, _ = other.accept()
        connection.sendall(b"220 another service\r\n")
        connection.close()
        status, out, _ = told_to.result()

    assert status == 2
    assert "not a resident process" in json.loads(out)["error"]["message"]


def state(environment):
    """The state of the resident process; None for none."""
    return status(Path(environment["TIERMEM_SOCKET"]))


def started(environment):
    """Wait for a resident process; gives its state."""
    return until(lambda: state(environment))


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")  # an ended process whose parent did not ask for its status is a zombie
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def test_the_first_hook_answers_and_starts_a_resident_process_for_the_next(ask, starting, tmp_path):
    flags = ("--store", str(tmp_path / "memory.db"))
    assert "# Durable memory" in told(ask("SessionStart", *flags, env=starting)[0])
    pid = started(starting)["pid"]
    assert state(starting)["memories"] == 0

    ask("UserPromptSubmit", *flags, env=starting, prompt=FACT)

    assert (state(starting)["pid"], state(starting)["memories"]) == (pid, 1)
    assert said(tmp_path / "memory.db") == [FACT]


@pytest.mark.slow
def test_of_hooks_that_start_at_once_one_starts_it_and_all_answer(ask, starting, tmp_path):
    store = tmp_path / "memory.db"
    with ThreadPoolExecutor(4) as pool:
        list(
            pool.map(
                lambda number: ask(
                    "UserPromptSubmit", "--store", str(store), env=starting, prompt=f"Message {number}"
                ),
                range(4),
            )
        )
    assert started(starting)
    assert sorted(said(store)) == [f"Message {number}" for number in range(4)]


@pytest.mark.parametrize("how", ["environment", "flag"])
def test_it_can_be_switched_off(ask, starting, tmp_path, how):
    flags = ("--resident", "0") if how == "flag" else ()
    env = starting | {"TIERMEM_RESIDENT": "" if how == "flag" else "off"}
    assert "# Durable memory" in told(
        ask("SessionStart", "--store", str(tmp_path / "memory.db"), *flags, env=env)[0]
    )
    assert not Path(env["TIERMEM_SOCKET"]).parent.exists()


@pytest.mark.slow
def test_a_resident_process_that_was_killed_is_replaced(ask, starting, tmp_path):
    flags = ("--store", str(tmp_path / "memory.db"))
    ask("SessionStart", *flags, env=starting)
    pid = started(starting)["pid"]
    os.kill(pid, signal.SIGKILL)
    assert until(lambda: not is_alive(pid))
    tried = Path(starting["TIERMEM_SOCKET"]).with_suffix(".lock")
    os.utime(tried, (0, 0))

    assert "# Durable memory" in told(ask("SessionStart", *flags, env=starting)[0])

    assert started(starting)["pid"] != pid


def test_after_an_attempt_no_other_hook_tries_for_a_while(ask, starting, tmp_path):
    folder = Path(starting["TIERMEM_SOCKET"]).parent
    folder.mkdir(mode=0o700)
    (folder / "hook.lock").touch()

    assert "# Durable memory" in told(
        ask("SessionStart", "--store", str(tmp_path / "memory.db"), env=starting)[0]
    )

    time.sleep(0.5)
    assert state(starting) is None


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["its socket", "its home", "its code"])
def test_it_ends_when_it_is_cut_off(environment, tmp_path, lost):
    environment |= {"HOME": str(tmp_path / "home")}
    (tmp_path / "home").mkdir()
    if lost == "its code":
        roots = [shutil.copytree(ROOT / name, tmp_path / name) for name in ("plugin", "hooks")]
        environment["PYTHONPATH"] = os.pathsep.join(map(str, roots))
    with serving(environment) as process:
        if lost == "its socket":
            Path(environment["TIERMEM_SOCKET"]).unlink()
        elif lost == "its home":
            (tmp_path / "home").rmdir()
        else:
            (tmp_path / "plugin" / "tiermem" / "new.py").touch()
        assert process.wait(30) == 0


def test_one_that_grew_too_large_ends(monkeypatch, tmp_path):
    (tmp_path / "run").mkdir(mode=0o700)
    with Resident(tmp_path / "run" / "hook.sock") as resident:
        monkeypatch.setattr(server, "PEAK_MB", 1 << 20)  # this process has run other tests
        assert not resident.is_over(60)
        monkeypatch.setattr(server, "PEAK_MB", 1)
        assert resident.is_over(60)


def test_a_client_with_other_keys_of_models_is_answered_with_its_own(ask, environment, tmp_path):
    flags = ("--store", str(tmp_path / "memory.db"))
    with serving(environment):
        out, _ = ask("SessionStart", *flags, env=environment | {"OPENAI_API_KEY": "sk-other"})
        assert "# Durable memory" in told(out)
        assert state(environment)["memories"] == 0


def test_its_status_is_shown(environment):
    path = environment["TIERMEM_SOCKET"]
    assert stopped(environment, flag="--status")[::2] == (
        0,
        f"No resident process listens on {path}. The next hook starts one.\n",
    )
    with serving(environment) as process:
        status, out, _ = stopped(environment, "--json", flag="--status")
        told = json.loads(out)
        assert (status, told["running"], told["pid"], told["socket"]) == (0, True, process.pid, path)
        assert f"Process {process.pid}" in stopped(environment, flag="--status")[1]


def test_client_and_hook_take_the_same_variables_for_options():
    assert sorted(resident_address.DEFAULTS) == sorted(ENVIRONMENT.values())


def test_client_and_resident_process_mean_the_same_socket(monkeypatch, tmp_path):
    monkeypatch.delenv("TIERMEM_SOCKET", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert resident_address.socket_path() == f"{tmp_path}/tiermem/hook.sock"
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert resident_address.socket_path() == f"{tmp_path}/tiermem-{os.getuid()}/hook.sock"


def test_where_the_program_is_gone_the_host_goes_on(tmp_path):
    *python, code = hook_client.command()
    folder = str(Path(resident_address.__file__).parent)
    gone = code.replace(folder, str(tmp_path / "gone"))
    assert folder in code

    done = subprocess.run(
        [*python, gone, "--host", "claude-code"], input=b"{}", capture_output=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.slow
def test_a_call_that_is_done_twice_is_kept_once_though_the_host_names_no_message(environment, tmp_path):
    store = tmp_path / "memory.db"
    data = json.dumps({"session_id": "s1", "hook_event_name": "BeforeAgent", "prompt": FACT}).encode()
    command = [*CLIENT, "--host", "gemini", "--store", str(store)]
    with serving(environment) as process:
        process.send_signal(signal.SIGSTOP)
        subprocess.run(command, input=data, env=environment, capture_output=True, timeout=60, check=True)
        assert said(store) == [FACT]
        process.send_signal(signal.SIGCONT)
        subprocess.run(command, input=data, env=environment, capture_output=True, timeout=60, check=True)
        time.sleep(1)
    assert said(store) == [FACT, FACT], "two calls of the host, one of which was worked on twice"


@pytest.mark.slow
def test_a_session_ends_in_the_clients_store_and_not_in_the_resident_ones(ask, environment, tmp_path):
    own = {"TIERMEM_STORE": str(tmp_path / "resident.db")}
    with serving(environment | own):
        ask("UserPromptSubmit", prompt=FACT)
        ask("SessionEnd", reason="other")
        default = tmp_path / ".local" / "share" / "tiermem" / "memory.db"
        assert until(lambda: contents_of(default)) == [FACT]
    assert not (tmp_path / "resident.db").exists()


def test_a_relative_store_is_one_in_the_clients_folder(ask, environment, tmp_path):
    (tmp_path / "project").mkdir()
    with serving(environment):
        ask("UserPromptSubmit", "--store", "sqlite:///memory.db", cwd=tmp_path / "project", prompt=FACT)
    assert said(tmp_path / "project" / "memory.db") == [FACT]


def test_without_input_and_beside_another_service_the_host_goes_on(environment, tmp_path):
    path = Path(environment["TIERMEM_SOCKET"])
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(path))
        other.listen()
        other.settimeout(60)
        with subprocess.Popen(
            [*CLIENT, "--host", "claude-code", "--store", str(tmp_path / "memory.db")],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as started:
            started.stdin.write(b'{"session_id": "s1", "hook_event_name": "SessionStart"}')
            started.stdin.close()
            connection, _ = other.accept()
            connection.sendall(b"220 another service\r\n")
            connection.close()
            assert b"# Durable memory" in started.stdout.read()
        assert started.returncode == 0
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *CLIENT, "--host", "codex"], env=environment, check=False
    )
    assert closed.returncode == 0


def test_an_answer_that_comes_with_its_end_in_one_piece_is_given_once(environment, tmp_path):
    path = Path(environment["TIERMEM_SOCKET"])
    path.parent.mkdir(mode=0o700)
    typed = {"session_id": "s1", "hook_event_name": "UserPromptExpansion", "command_name": "tiermem:memory"}
    with socket.socket(socket.AF_UNIX) as resident:
        resident.bind(str(path))
        resident.listen()
        resident.settimeout(60)
        with subprocess.Popen(
            [*CLIENT, "--host", "claude-code", "--store", str(tmp_path / "memory.db")],
            env=environment | {"TIERMEM_RESIDENT": "10"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as started:
            started.stdin.write(json.dumps(typed).encode())
            started.stdin.close()
            connection, _ = resident.accept()
            connection.recv(65_536)
            connection.sendall(b"3 0\n{}\n.")
            connection.close()
            assert started.stdout.read() == b"{}\n"
    assert not (tmp_path / "memory.db").exists(), "nothing was left to do here"


@pytest.mark.parametrize("name", ["UserPromptExpansion", "PreToolUse"])
def test_what_writes_nothing_is_not_answered_again_when_it_is_done_late(name, tmp_path):
    given = {
        "session_id": "s1",
        "hook_event_name": name,
        "command_name": "tiermem:memory",
        "tool_name": "mcp__plugin_tiermem_tiermem__get_memories",
    }
    said = []
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        for late in ([], ["--late", "0"]):
            options = options_of(["--host", "claude-code", *late], {})
            respond(options, json.dumps(given).encode(), lambda: memory, said.append)
    first, again = said
    assert first
    assert again == ""


@pytest.mark.parametrize("resident", [True, False], ids=["resident", "alone"])
def test_what_a_plugin_prints_is_no_answer(ask, environment, tmp_path, resident):
    (tmp_path / "loud.py").write_text(
        "from tiermem.plugins import hookimpl\nprint('loaded')\n"
        "@hookimpl\ndef on_session_start(session):\n    print('called')\n"
    )
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///memory.db', hooks: [./loud.py]}]}}"
    )
    with serving(environment) if resident else contextmanager(lambda: iter([None]))():
        assert "# Durable memory" in told(ask("SessionStart", "--config", str(config))[0])


COLOURS = """
import time
from tiermem.plugins import hookimpl
from tiermem.values import Embeddings

LOADED = []
FAMILIES = (("crimson", "red", "scarlet"), ("azure", "blue", "navy"), ("green", "olive"))

@hookimpl
def embed(texts):
    if not LOADED:  # a model takes longer to load than a prompt may wait, once in a process
        time.sleep(1)
        LOADED.append(True)
    rows = [[float(sum(word in text.lower() for word in family)) for family in FAMILIES] for text in texts]
    return Embeddings.of("families-1", rows)
"""
"""A model that knows which colours are alike."""


@pytest.mark.feature("004-13")
def test_vectors_answer_each_prompt_of_a_host_that_starts_a_process_for_it(ask, starting, tmp_path):
    pytest.importorskip("numpy", reason="the extra vectors is not installed")
    (tmp_path / "colours.py").write_text(COLOURS, encoding="utf-8")
    yaml = tmp_path / "agent.yaml"
    yaml.write_text(
        "agents:\n  a:\n    tools:\n      - type: memory\n        store: sqlite:///memory.db\n"
        "        hooks: [./colours.py]\n        vectors: {enabled: true}\n",
        encoding="utf-8",
    )
    with Memory.open(yaml) as memory:
        for content in ("Her bicycle is scarlet", "The old boat is olive", "The door is azure"):
            memory.entries().add(memory.entries().draft(content, layer="L1"))

    def prompted():
        number = time.monotonic_ns()
        out, _ = ask(
            "UserPromptSubmit",
            "--config",
            str(yaml),
            env=starting,
            session_id=f"s{number}",
            prompt="Which thing was crimson?",
        )
        return "scarlet" in out and "olive" not in out

    assert until(prompted)
    assert all(prompted() for _ in range(3))
