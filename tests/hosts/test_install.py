"""Attaching to hosts: what others wrote stays, twice is as once, and taking out leaves the home as it was."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tiermem.doors import hook_client
from tiermem.doors.cli import main
from tiermem.errors import InputError
from tiermem.hosts.command import hosts
from tiermem.hosts.command.contract import Attachment
from tiermem.hosts.install.edits import OwnFile
from tiermem.hosts.install.json_edits import JsonValue
from tiermem.hosts.install.toml_edits import TomlTable
from tiermem.support.resources import install_command

ROOT = Path(__file__).parents[2]
HOSTS = [name for name, host in hosts().items() if host.plan]
"""Hosts whose configuration is written."""
SNIPPETS = [name for name, host in hosts().items() if host.snippet]


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def run(home, capsys):
    def run(verb, host, *flags):
        capsys.readouterr()
        status = main([verb, host, "--home", str(home), *flags])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def files(home):
    """All files in the home and their bytes."""
    return {
        str(path.relative_to(home)): path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()
    }


def folders(home):
    return sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_dir())


OTHERS = {
    ".claude/settings.json": json.dumps({"model": "opus", "hooks": {"Stop": [{"hooks": [{"command": "beep"}]}]}}),
    ".claude.json": '{"mcpServers": {"other": {"command": "other"}}, "numStartups": 3}',
    ".codex/config.toml": 'model = "gpt-5"\n\n[mcp_servers.other]\ncommand = "other"\n',
    ".codex/hooks.json": '{"hooks": {"Stop": []}}\n',
    ".gemini/settings.json": '{"theme": "dark", "hooks": {"BeforeAgent": []}}',
    ".copilot/mcp-config.json": '{"mcpServers": {"other": {"command": "other"}}}',
    ".hermes/config.yaml": "model: fake  # other\nmemory:\n  # both\n  memory_enabled: true\n  provider: ''\n",
}  # fmt: skip


SHARED = {
    "codex": ".codex/hooks.json",
    "gemini": ".gemini/settings.json",
    "copilot": ".copilot/mcp-config.json",
}
"""Files that others write into as well; in Claude Code everything of ours has a folder of its own."""


@pytest.fixture
def lived_in(home):
    """A home in which others wrote something."""
    for name, text in OTHERS.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return home


@pytest.mark.parametrize("host", HOSTS)
def test_on_a_clean_home_it_comes_and_goes_without_a_trace(home, run, host):
    assert run("install", host)[0] == 0
    assert "tiermem" in b"".join(files(home).values()).decode()

    assert run("uninstall", host)[0] == 0

    assert files(home) == {}
    assert [name for name in folders(home) if not name.startswith(".local")] == []


@pytest.mark.parametrize("host", HOSTS)
def test_what_others_wrote_stays_and_comes_back_to_the_byte(lived_in, run, host):
    before = files(lived_in)
    run("install", host)
    after = files(lived_in)

    assert after != before
    for name in before:
        if after[name] != before[name]:
            assert all(
                word in after[name] for word in (b"other", b"beep", b"dark", b"hooks") if word in before[name]
            )

    run("uninstall", host)

    assert files(lived_in) == before


@pytest.mark.parametrize("host", HOSTS)
def test_installing_twice_is_as_once(lived_in, run, host):
    run("install", host)
    once = files(lived_in)

    status, out, said = run("install", host)

    assert (status, out, said) == (0, "", "Nothing to change.\n")
    assert files(lived_in) == once


@pytest.mark.parametrize("host", HOSTS)
def test_a_dry_run_shows_the_difference_and_writes_nothing(lived_in, run, host):
    before = files(lived_in)

    _, out, _ = run("install", host, "--dry-run")

    assert "+++" in out
    assert "tiermem" in out
    assert files(lived_in) == before


@pytest.mark.parametrize("host", HOSTS)
def test_installing_says_where_what_is_next_and_how_to_undo_it(lived_in, run, host):
    _, out, _ = run("install", host)
    shown, *summary = out.rsplit("\n\n", 1)
    assert all(Path(name).is_file() for name in re.findall(r"(?m)^\+\+\+ (\S+)", shown))
    _, full, _ = run("uninstall", host, "--dry-run")
    _, gone, _ = run("uninstall", host)

    told, following, undo = summary[0].splitlines()
    assert (told.startswith(f"Installed for {host}: "), following.startswith("Next: ")) == (True, True)
    assert undo == f"Undo: tiermem uninstall {host} --home {lived_in}"
    assert all(len(line) <= 100 for line in shown.splitlines() if not line.startswith(("+++ ", "--- ")))
    assert gone.splitlines()[-1].startswith(f"Removed from {host}: ")
    assert len(gone) <= len(full) + len(gone.splitlines()[-1]) + 1


@pytest.mark.parametrize(("host", "word"), [("codex", "Trust all"), ("gemini", "trust your working folder")])
def test_what_a_host_asks_of_the_person_is_said_after_installing(lived_in, run, host, word):
    assert word in run("install", host)[1]


@pytest.mark.parametrize("host", ["claude-code", "hermes"])
def test_the_difference_is_shown_before_a_file_is_written_and_none_is_when_one_cannot_be(lived_in, run, host):
    in_the_way = (
        lived_in / {"claude-code": ".claude/skills/tiermem/commands", "hermes": ".hermes/plugins"}[host]
    )
    in_the_way.parent.mkdir(parents=True, exist_ok=True)
    in_the_way.write_text("A file where a folder belongs.")
    before, made = files(lived_in), folders(lived_in)

    status, out, said = run("install", host)

    assert "+++" in out
    assert (status, "cannot be written" in said, "Nothing was changed" in said) == (2, True, True)
    assert files(lived_in) == before
    assert [name for name in folders(lived_in) if not name.startswith(".local")] == made


def test_nothing_is_written_when_the_difference_cannot_be_seen(lived_in):
    before = files(lived_in)
    end, beginning = os.pipe()
    os.close(end)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    paths = os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])

    with os.fdopen(beginning, "wb") as nobody:
        subprocess.run(
            [sys.executable, "-m", "tiermem", "install", "codex", "--home", str(lived_in)],
            env=environment | {"PYTHONPATH": paths},
            stdout=nobody,
            stderr=subprocess.DEVNULL,
            check=False,
        )

    assert files(lived_in) == before


def test_a_write_that_fails_leaves_nothing_beside_it(lived_in, run):
    record = lived_in / ".local" / "share" / "tiermem" / "installed.json"
    record.mkdir(parents=True)
    before = files(lived_in)

    status, _, said = run("install", "codex")

    assert (status, "Nothing was changed" in said) == (2, True)
    assert files(lived_in) == before


@pytest.mark.parametrize("host", SHARED)
def test_what_the_host_changed_meanwhile_stays_when_ours_is_taken_out(lived_in, run, host):
    run("install", host)
    changed = SHARED[host]
    data = json.loads((lived_in / changed).read_text())
    (lived_in / changed).write_text(json.dumps(data | {"new": "setting"}))

    run("uninstall", host)

    left = json.loads((lived_in / changed).read_text())
    assert left["new"] == "setting"
    assert "tiermem" not in json.dumps(left)
    assert {**json.loads(OTHERS[changed]), "new": "setting"}.keys() >= left.keys()


@pytest.mark.parametrize("host", SHARED)
def test_a_file_that_is_no_json_is_left_alone_with_a_clear_word(lived_in, run, host):
    broken = SHARED[host]
    (lived_in / broken).write_text("{broken")
    before = files(lived_in)

    status, _, said = run("install", host)

    assert status == 2
    assert "is not JSON" in said
    assert files(lived_in) == before


@pytest.mark.parametrize("host", ["gemini", "copilot"])
def test_comments_stay_where_the_host_reads_them(lived_in, run, host):
    file = lived_in / SHARED[host]
    settings = file.read_text().replace("{", "{ /* these */ ", 1).replace("[]", '[{"command": "beep"}]')
    file.write_text("// Mine.\n" + settings)
    before = files(lived_in)

    assert run("install", host)[0] == 0
    assert file.read_text().startswith("// Mine.\n{ /* these */ ")
    file.write_text(file.read_text() + "// Later.\n")
    assert run("uninstall", host)[0] == 0

    assert file.read_text() == before[SHARED[host]].decode() + "// Later.\n"


def test_comments_are_said_where_the_host_does_not_read_them(lived_in, run):
    (lived_in / SHARED["codex"]).write_text("// Mine.\n{}")
    before = files(lived_in)

    status, _, said = run("install", "codex")

    assert (status, "hooks.json is not JSON" in said) == (2, True)
    assert files(lived_in) == before


@pytest.mark.parametrize("host", SHARED)
def test_installing_with_other_flags_replaces_what_was_written(lived_in, run, host, tmp_path):
    run("install", host, "--store", str(tmp_path / "first.db"))
    (lived_in / SHARED[host]).write_text((lived_in / SHARED[host]).read_text() + "\n")
    run("install", host, "--store", str(tmp_path / "second.db"))

    written = b"".join(files(lived_in).values()).decode()
    assert "second.db" in written
    assert "first.db" not in files(lived_in)[SHARED[host]].decode()

    run("uninstall", host)

    assert not any(b"tiermem" in text for name, text in files(lived_in).items() if name in OTHERS)


def test_what_the_host_changed_between_two_installs_is_there_after_uninstalling(lived_in, run, tmp_path):
    settings = lived_in / ".gemini" / "settings.json"
    run("install", "gemini", "--store", str(tmp_path / "first.db"))
    settings.write_text(json.dumps(json.loads(settings.read_text()) | {"new": "setting"}))
    run("install", "gemini", "--store", str(tmp_path / "second.db"))

    run("uninstall", "gemini")

    assert json.loads(settings.read_text())["new"] == "setting"


def test_what_codex_moves_about_in_its_configuration_is_taken_out_all_the_same(lived_in, run):
    run("install", "codex")
    config = lived_in / ".codex" / "config.toml"
    approved = '\n[mcp_servers.tiermem.tools.add_memory]\napproval_mode = "approve"\n'
    trusted = '\n[projects."/x"]\ntrust_level = "trusted"\n'
    config.write_text(config.read_text() + approved + trusted)
    assert run("install", "codex")[1:] == ("", "Nothing to change.\n")

    run("uninstall", "codex")

    assert config.read_text() == OTHERS[".codex/config.toml"] + trusted


@pytest.mark.parametrize(
    ("config", "word"),
    [
        ("model = ", "is not TOML"),
        ('mcp_servers = {tiermem = {command = "x"}}', "in an unusual form"),
        ('mcp_servers = {other = {command = "x"}}', "in an unusual form"),
        ('[mcp_servers.tiermem]\ncommand = "x"\nenv = [\n["a"],\n]\n', "in an unusual form"),
        ('note = """\n[mcp_servers.tiermem]\n"""\n', "in an unusual form"),
    ],
)
def test_a_configuration_of_codex_that_cannot_be_edited_is_left_alone_with_a_clear_word(
    home, run, config, word
):
    (home / ".codex").mkdir()
    (home / ".codex" / "config.toml").write_text(config)

    status, _, said = run("install", "codex")

    assert (status, word in said) == (2, True)
    assert files(home) == {".codex/config.toml": config.encode()}


@pytest.mark.parametrize("value", ["/home/\U0001f600/x", 'a\x7f"\\b\n\t\x01', "a\u2028# b", "\x85[b]", "Ω"])
def test_what_is_written_into_toml_is_read_as_it_was(value, tmp_path):
    edit = TomlTable("a.b", {"x": value, "y": [value, ""]})

    put = edit.put("z = 1\n", tmp_path)

    assert tomllib.loads(put) == {"z": 1, "a": {"b": {"x": value, "y": [value, ""]}}}
    assert edit.remove(put, tmp_path) == "z = 1\n"


def test_a_comment_in_our_table_goes_with_it_and_one_behind_it_stays(tmp_path):
    above, behind = '[other]\ncommand = "other"\n', "\n# Mine.\n[another]\nx = 1\n"
    ours = '\n[a.b]\n# Where it is.\ncommand = "x"\nargs = [\n  # one\n  "y",\n]\n\n# Off.\nflag = "z"\n'
    edit = TomlTable("a.b", {"command": "new"})

    assert edit.remove(above + ours + behind, tmp_path) == above + behind
    assert tomllib.loads(edit.put(above + ours + behind, tmp_path)) == {
        "other": {"command": "other"},
        "another": {"x": 1},
        "a": {"b": {"command": "new"}},
    }


def test_a_table_that_cannot_be_told_from_others_is_left_alone(tmp_path):
    text = '[a.b]\nx = """\n[c]\n"""\n[d]\ny = 1\n'

    with pytest.raises(InputError, match="in an unusual form"):
        TomlTable("a.b", {"x": "1"}).remove(text, tmp_path)


def test_copilot_gets_a_command_for_powershell_that_quotes_as_powershell_does(tmp_path):
    python = "C:\\Program Files\\Ada's\\python.exe"
    attachment = Attachment(
        home=tmp_path,
        command=[python],
        hook_command=[python, "-I", "$x"],
        flags=("--user", "O\u2019Neil"),
    )
    file = next(wish for wish in hosts()["copilot"].plan(attachment) if wish.file.name == "tiermem.json")

    hook = json.loads(file.edit.put(None, file.file))["hooks"]["sessionStart"][0]

    assert hook["powershell"] == (
        "& 'C:\\Program Files\\Ada''s\\python.exe' '-I' '$x' '--host' 'copilot' '--event' 'sessionStart' "
        "'--user' 'O\u2019\u2019Neil'"
    )
    assert shlex.split(hook["bash"])[:3] == [python, "-I", "$x"]


def test_line_ends_of_another_system_come_back(home, run):
    (home / ".gemini").mkdir()
    (home / ".gemini" / "settings.json").write_bytes(b'{\r\n"theme": "dark"\r\n}\r\n')
    before = files(home)

    run("install", "gemini")
    run("uninstall", "gemini")

    assert files(home) == before


def test_somebody_elses_file_of_our_name_is_not_overwritten(home, run):
    theirs = home / ".claude" / "skills" / "tiermem" / "commands" / "memory.md"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("My own command.")

    status, _, said = run("install", "claude-code")

    assert (status, "exists and is not tiermem" in said) == (2, True)
    assert files(home) == {str(theirs.relative_to(home)): b"My own command."}


def test_the_command_that_is_written_runs_with_this_interpreter_and_memory(home, run, tmp_path):
    store = tmp_path / "own.db"
    run("install", "claude-code", "--store", str(store))
    hooks = json.loads((home / ".claude" / "skills" / "tiermem" / "hooks" / "hooks.json").read_text())
    command = hooks["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"]
    paths = os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
    given = {"session_id": "s1", "hook_event_name": "UserPromptSubmit", "prompt": "Hello there"}

    done = subprocess.run(
        shlex.split(command),
        input=json.dumps(given).encode(),
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        check=False,
    )

    assert (done.returncode, store.exists()) == (0, True)
    launcher = home / hook_client.LAUNCHER
    assert shlex.split(command)[0] == str(launcher)
    assert sys.executable in launcher.read_text(encoding="utf-8")


def test_gemini_gets_a_slash_command_that_takes_what_stands_behind_it(home, run):
    run("install", "gemini")

    command = tomllib.loads((home / ".gemini" / "commands" / "memories.toml").read_text(encoding="utf-8"))

    assert command["prompt"].splitlines()[0].endswith("about durable memory: {{args}}")


def test_the_launcher_stays_until_the_last_host_is_detached(home, run):
    launcher = home / hook_client.LAUNCHER
    for verb, host, stays in [
        ("install", "codex", True),
        ("install", "cursor", True),
        ("install", "gemini", True),
        ("uninstall", "codex", True),
        ("uninstall", "gemini", True),
        ("uninstall", "cursor", False),
    ]:
        assert run(verb, host)[0] == 0
        assert launcher.exists() == stays, (verb, host)
    assert files(home) == {}


def test_a_launcher_runs_wherever_python_is_and_its_end_is_no_refusal(home, monkeypatch, tmp_path):
    data = json.dumps({"session_id": "s", "hook_event_name": "Stop"}).encode()
    spaced = tmp_path / "my python"
    spaced.symlink_to(sys.executable)
    ends = []
    for python in (sys.executable, str(spaced)):
        monkeypatch.setattr(sys, "executable", python)
        texts = [hook_client.launcher(), hook_client.launcher().replace("hook_client", "gone")]
        for number, text in enumerate(texts):
            file = home / f"launcher {number}"
            file.write_text(text, encoding="utf-8")
            file.chmod(0o700)
            done = subprocess.run(
                [file, "--host", "codex", "--store", tmp_path / "s.db"],
                input=data,
                capture_output=True,
                check=False,
            )
            ends.append((done.returncode, done.stdout, done.stderr))
    gone = subprocess.run("./gone --host codex", shell=True, cwd=home, capture_output=True, check=False)

    assert ends == [(0, b"", b"")] * 4
    assert gone.returncode == 127


@pytest.mark.parametrize("host", [*HOSTS, *SNIPPETS])
@pytest.mark.parametrize(
    ("yaml", "word"),
    [
        (None, "agent.yaml"),
        ("agents: [", "agent.yaml:1"),
        ("agents:\n  root:\n    toolsets:\n      - {type: memory, recal: {}}\n", "Did you mean 'recall'?"),
    ],
)
def test_a_yaml_that_is_wrong_is_said_before_anything_is_written(lived_in, run, host, yaml, word):
    config = lived_in.parent / "agent.yaml"
    if yaml is not None:
        config.write_text(yaml)
    before = files(lived_in)

    status, out, said = run("install", host, "--config", str(config))

    assert (status, out, word in said) == (2, "", True)
    assert files(lived_in) == before


def test_a_yaml_without_the_agent_that_is_named_is_said_before_anything_is_written(home, run, tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text("agents:\n  root:\n    toolsets:\n      - {type: memory}\n")

    status, _, said = run("install", "codex", "--config", str(config), "--agent", "other")

    assert (status, "other" in said) == (2, True)
    assert files(home) == {}


def test_a_host_is_detached_when_its_yaml_is_gone(home, run, tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text("agents:\n  root:\n    toolsets:\n      - {type: memory}\n")
    assert run("install", "gemini", "--config", str(config))[0] == 0
    config.unlink()

    assert run("uninstall", "gemini", "--config", str(config))[0] == 0

    assert files(home) == {}


def test_hermes_finds_the_provider_and_whose_memory_it_is(home, run, tmp_path):
    store = str(tmp_path / "own.db")

    run("install", "hermes", "--store", store, "--user", "ada")

    folder = home / ".hermes"
    assert yaml.safe_load((folder / "config.yaml").read_text()) == {"memory": {"provider": "tiermem"}}
    assert json.loads((folder / "tiermem.json").read_text()) == {"store": store, "user": "ada"}
    assert "MemoryProvider" in (folder / "plugins" / "tiermem" / "__init__.py").read_text()
    manifest = yaml.safe_load((folder / "plugins" / "tiermem" / "plugin.yaml").read_text())
    assert manifest["name"] == "tiermem"
    assert "pip_dependencies" not in manifest, "hermes installs them from an index on which tiermem is not"
    assert f"-m {install_command()}" in (folder / "plugins" / "tiermem" / "__init__.py").read_text()


def test_what_hermes_is_told_goes_without_the_flags_it_came_with(lived_in, run):
    before = files(lived_in)
    run("install", "hermes", "--user", "ada")

    run("uninstall", "hermes")

    assert files(lived_in) == before


@pytest.mark.parametrize("flags", [(), ("--user", "bob", "--project", "billing")])
def test_what_a_person_set_for_hermes_stays(lived_in, run, flags):
    (lived_in / ".hermes" / "tiermem.json").write_text('{"user":"ada", "users": {"telegram:7": "ada"}}')
    before = files(lived_in)
    run("install", "hermes", *flags)
    data = json.loads((lived_in / ".hermes" / "tiermem.json").read_text())

    run("uninstall", "hermes")

    assert data["users"] == {"telegram:7": "ada"}
    assert data["user"] == ("bob" if flags else "ada")
    assert files(lived_in) == before


def test_hermes_keeps_the_provider_that_it_has(home, run):
    (home / ".hermes").mkdir()
    (home / ".hermes" / "config.yaml").write_text("memory:\n  provider: honcho\n")
    before = files(home)

    status, _, said = run("install", "hermes")

    assert (status, "memory.provider is already honcho" in said) == (2, True)
    assert files(home) == before


def test_what_hermes_changed_meanwhile_stays_when_ours_is_taken_out(lived_in, run):
    run("install", "hermes")
    file = lived_in / ".hermes" / "config.yaml"
    file.write_text(yaml.dump(yaml.safe_load(file.read_text()) | {"new": "setting"}))
    (lived_in / ".hermes" / "plugins" / "tiermem" / "__pycache__").mkdir()
    (lived_in / ".hermes" / "plugins" / "tiermem" / "__pycache__" / "x.pyc").write_bytes(b"x")

    run("uninstall", "hermes")

    memory = {"memory_enabled": True, "provider": ""}
    assert yaml.safe_load(file.read_text()) == {"model": "fake", "memory": memory, "new": "setting"}
    assert not (lived_in / ".hermes" / "plugins").exists()


def test_with_the_last_host_goes_the_cache_and_nothing_else(home, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / ".cache"))
    (home / "agent.yaml").write_text("agents:\n  root:\n    toolsets:\n      - {type: memory}\n")
    others = files(home)
    caches = home / ".cache" / "tiermem"
    assert main(["install", "gemini", "--config", str(home / "agent.yaml")]) == 0
    assert main(["install", "codex"]) == 0
    kept = files(caches)
    assert kept

    assert main(["uninstall", "gemini"]) == 0
    assert main(["uninstall", "codex", "--dry-run"]) == 0
    assert files(caches) == kept

    assert main(["uninstall", "codex"]) == 0
    assert files(home) == others
    assert not caches.exists()


def test_what_is_not_a_cache_stays_beside_it(home, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    (home / "tiermem").mkdir()
    (home / "tiermem" / "memory.db").write_bytes(b"a store")
    (home / "tiermem" / "settings.json").write_text("{}")
    before = files(home)
    main(["uninstall", "codex", "--dry-run"])
    assert files(home) == before

    main(["install", "codex"])
    main(["uninstall", "codex"])

    assert files(home) == {"tiermem/memory.db": b"a store"}


def test_the_cache_of_another_home_stays(home, run, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "tiermem").mkdir()
    (tmp_path / "tiermem" / "settings.json").write_text("{}")
    run("install", "codex")

    run("uninstall", "codex")

    assert (tmp_path / "tiermem" / "settings.json").exists()


HOMES = {
    "claude-code": ("CLAUDE_CONFIG_DIR", "skills/tiermem/hooks/hooks.json"),
    "codex": ("CODEX_HOME", "config.toml"),
    "gemini": ("GEMINI_CLI_HOME", ".gemini/settings.json"),
    "copilot": ("COPILOT_HOME", "mcp-config.json"),
    "hermes": ("HERMES_HOME", "plugins/tiermem/__init__.py"),
}
"""The variable with which each host is told another home, and a file of ours in that home."""


@pytest.mark.parametrize("host", HOMES)
def test_a_hosts_home_is_where_its_own_variable_says(home, host, monkeypatch, capsys):
    variable, file = HOMES[host]
    monkeypatch.setenv("HOME", str(home))
    for other, _ in HOMES.values():
        monkeypatch.setenv(other, str(home / "wrong"))
    monkeypatch.setenv(variable, str(home / "profiles" / "work"))

    assert main(["install", host]) == 0

    assert str(home / "profiles" / "work" / file) in capsys.readouterr().out
    assert all(name.startswith(("profiles/work/", ".local/share/tiermem")) for name in files(home))
    assert f"profiles/work/{file}" in files(home)
    assert main(["uninstall", host]) == 0
    assert files(home) == {}


@pytest.mark.parametrize("host", HOMES)
def test_a_home_that_is_named_goes_before_the_hosts_variable(home, run, host, monkeypatch, tmp_path):
    monkeypatch.setenv(HOMES[host][0], str(tmp_path / "elsewhere"))

    assert run("install", host)[0] == 0

    assert files(home)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("host", HOMES)
def test_a_variable_that_is_empty_names_no_home(home, host, monkeypatch):
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv(HOMES[host][0], "")

    assert main(["install", host]) == 0

    assert f".{host.removesuffix('-code')}" in {name.split("/")[0] for name in files(home)}


def test_the_snippet_for_docker_agent_is_yaml_with_toolset_and_hooks(run):
    _, out, _ = run("install", "docker-agent")

    snippet = yaml.safe_load(out)
    assert snippet["toolsets"][0]["type"] == "mcp"
    assert set(snippet["hooks"]) >= {"session_start", "user_prompt_submit", "stop", "session_end"}


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (JsonValue(("a", "b"), 1), '{"a": {"c": 2}}'),
        (JsonValue(("a", "b"), {"x": 1}, marks=("x",)), '{"a": {"b": [{"y": 2}]}}'),
        (JsonValue(("a", "b"), 1), None),
        (TomlTable("a.b", {"x": "1"}), "y = 2\n"),
        (TomlTable("a.b", {"x": ["1"]}), None),
        (OwnFile("tiermem"), None),
    ],
)
def test_an_edit_taken_out_leaves_what_was_there(edit, text, tmp_path):
    put = edit.put(text, tmp_path)

    assert edit.put(put, tmp_path) == put
    left = edit.remove(put, tmp_path)
    same = left == text or json.loads(left) == json.loads(text)
    assert same


def test_the_server_of_a_host_without_hooks_gives_the_instructions_itself(home, run):
    for host in ("claude-desktop", "cursor", "opencode", "vscode", "zed", "gemini"):
        run("install", host)

    written = {
        name: body for name, body in files(home).items() if b'"mcp"' in body and "installed" not in name
    }
    assert {name: b"--with-hooks" in body for name, body in written.items()} == {
        ".cursor/mcp.json": False,
        ".gemini/settings.json": True,
        ".config/opencode/opencode.json": False,
        **{name: False for name in written if name.endswith(("desktop_config.json", "User/mcp.json"))},
        ".config/zed/settings.json": False,
    }
    assert len(written) == 6
