"""``tiermem serve --http``: a process that says where it is, lets its owner in, and ends cleanly."""

import json
import re
import signal
import socket
import stat
import subprocess
import sys
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from tests.doors.conftest import process_environment
from tests.pace import until

from tiermem import Memory

pytest.importorskip("fastapi", reason="the extra server is not installed")

import httpx

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="signals and modes of files are those of POSIX"
)


@pytest.fixture
def runtime(tmp_path):
    """The folder of this user's running servers."""
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def start(store, runtime):
    """Run a server as a process; yields it and the line that it says."""

    @contextmanager
    def start(*flags, **environment):
        process = subprocess.Popen(
            command("--store", str(store), "--port", "0", *flags),
            stderr=subprocess.PIPE,
            text=True,
            env=environment_of(runtime) | environment,
        )
        try:
            yield process, process.stderr.readline()
        finally:
            process.kill()
            process.communicate()

    return start


def command(*flags):
    return [sys.executable, "-m", "tiermem", "serve", "--http", *flags]


def environment_of(runtime):
    kept = process_environment() | {"XDG_RUNTIME_DIR": str(runtime)}
    return {name: value for name, value in kept.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}


def ran(runtime, *flags, **environment):
    return subprocess.run(
        command(*flags),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment_of(runtime) | environment,
    )


def link_in(text):
    return re.search(r"http://\S+/sign-in\?link=\S+", text)[0]


def let_in(link):
    """The status of a request after a link was opened."""
    parts = urlsplit(link)
    with httpx.Client(base_url=f"{parts.scheme}://{parts.netloc}", timeout=20) as client:
        client.get(f"{parts.path}?{parts.query}")
        return client.get("/api/health").status_code


def script(tmp_path, seen):
    """A browser that keeps what it was given, and the page and its mode."""
    program = tmp_path / "browser"
    program.write_text(
        f"#!{sys.executable}\nimport json, pathlib, os, sys\n"
        "page = pathlib.Path(sys.argv[1].removeprefix('file://'))\n"
        f"made = pathlib.Path({str(seen)!r} + '.part')\n"
        "made.write_text(json.dumps([sys.argv[1], page.read_text(), page.stat().st_mode]))\n"
        f"os.rename(made, {str(seen)!r})\n"
    )
    program.chmod(0o700)
    return {"BROWSER": f"{program} %s", "DISPLAY": ":99"}


def test_the_link_that_it_says_lets_in_once_and_another_can_be_had(start, runtime):
    with start("--no-browser") as (_, said):
        first = link_in(said)
        port = str(urlsplit(first).port)
        assert said.startswith(f"The memory is at http://127.0.0.1:{port}/.")
        assert [let_in(first), let_in(first)] == [200, 401]

        asked = ran(runtime, "--link", "--port", port, http_proxy="http://127.0.0.1:9")
        assert let_in(link_in(asked.stdout)) == 200
        told = json.loads(ran(runtime, "--link", "--port", port, "--json").stdout)
        assert let_in(told["link"]) == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_leaves_nothing_behind(start, runtime, number, tmp_path):
    seen = tmp_path / "seen"
    with start(**script(tmp_path, seen)) as (process, said):
        assert let_in(link_in(said)) == 200
        (control,) = (runtime / "tiermem").glob("http-*.json")
        assert stat.S_IMODE(control.stat().st_mode) == 0o600
        assert until(seen.exists)
        process.send_signal(number)
        process.wait(10)
        assert process.returncode == 0
        assert process.stderr.read() == ""
    assert list((runtime / "tiermem").iterdir()) == []


def test_the_browser_is_given_a_file_that_leads_to_the_link(start, runtime, tmp_path):
    seen = tmp_path / "seen"
    browser = script(tmp_path, seen)
    with start("--no-browser") as (_, said):
        port = str(urlsplit(link_in(said)).port)
        asked = ran(runtime, "--link", "--port", port, **browser)
        argument, page, mode = json.loads(seen.read_text())

    assert "link=" not in argument
    assert argument.startswith("file://")
    assert stat.S_IMODE(mode) == 0o600
    assert link_in(asked.stdout) in page


def test_without_a_server_there_is_no_link(runtime):
    done = ran(runtime, "--link", "--port", "1")

    assert done.returncode == 2
    assert "No server of yours answers on port 1. Start one with 'tiermem serve --http'." in done.stderr


def test_a_port_in_use_is_said(store, runtime):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = ran(runtime, "--store", str(store), "--port", port)

    assert done.returncode == 2
    assert f"Cannot listen on 127.0.0.1:{port}" in done.stderr
    assert "--port" in done.stderr


def test_another_address_than_loopback_needs_a_token_and_gives_no_link(store, runtime, start):
    refused = ran(runtime, "--store", str(store), "--host", "0.0.0.0", "--port", "0")
    assert refused.returncode == 2
    assert "tiermem token add" in refused.stderr

    with Memory.open(store=str(store)) as memory:
        text, _ = memory.tokens.add("ana")
    with start("--host", "0.0.0.0", "--name", "memory.example") as (_, said):
        assert "Sign in with a token." in said
        assert "link=" not in said
        port = urlsplit(said.split()[4]).port
        for host, status in (
            (f"127.0.0.1:{port}", 200),
            ("memory.example", 200),
            ("evil.example", 403),
            (f"evil.example:{port}", 403),
        ):
            headers = {"Host": host, "Authorization": f"Bearer {text}"}
            assert httpx.get(f"http://127.0.0.1:{port}/api/health", headers=headers).status_code == status


def test_ipv6_addresses_are_names_of_the_server_too(start):
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"no IPv6 here: {error}")
    with start("--host", "::1", "--no-browser") as (_, said):
        assert let_in(link_in(said)) == 200


def test_another_agent_than_those_of_the_yaml_is_an_error(tmp_path, store, runtime):
    config = tmp_path / "agents.yaml"
    config.write_text("agents: {one: {tools: [{type: memory}]}}")
    done = ran(runtime, "--config", str(config), "--agent", "two", "--store", str(store), "--port", "0")

    assert done.returncode == 2
    assert "two" in done.stderr


def test_a_missing_extra_gives_the_command_that_installs_it(store, runtime):
    code = (
        "import sys\n"
        "sys.modules['fastapi'] = None\n"
        "from tiermem.doors.cli import main\n"
        f"sys.exit(main(['serve', '--http', '--store', {str(store)!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment_of(runtime),
    )
    assert done.returncode == 2
    assert "Serving over HTTP needs fastapi. Install it with: pip install" in done.stderr
    assert "server" in done.stderr
    assert not store.exists()


def test_the_parts_of_the_server_are_imported_only_when_it_serves():
    code = "import sys, tiermem, tiermem.doors.cli, tiermem.doors.server.links; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=process_environment()
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded & {"fastapi", "uvicorn", "starlette", "pydantic", "jinja2", "anyio", "h11"} == set()


def test_the_panel_shows_the_user_whom_the_flag_names(start, store):
    with Memory.open(store=store, user="maya") as memory:
        entries = memory.entries("maya")
        entries.add(entries.draft("Maya keeps bees.", tier="user"))
        token, _ = memory.tokens.add()

    with start("--no-browser", "--user", "maya") as (_, line):
        address = re.search(r"http://[\d.:]+", line)[0]
        answer = httpx.get(f"{address}/api/memory/", headers={"Authorization": f"Bearer {token}"})

    assert [one["content"] for one in answer.json()["memories"]] == ["Maya keeps bees."]
