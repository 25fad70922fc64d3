"""The code in README and docs is run; files that it names are made from the same pages."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/extending.md",
    "docs/hooks.md",
    "docs/prompt.md",
    "docs/concepts.md",
    "docs/recall.md",
    "docs/learning.md",
    "docs/models.md",
)
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page, language):
    text = (ROOT / page).read_text(encoding="utf-8")
    return [body for found, body in FENCED.findall(text) if found == language]


def run(code, folder):
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")]),
        "XDG_DATA_HOME": str(folder),
    }
    return subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning", "-c", code],
        cwd=folder,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


HOOK_FILES = {
    f"{page.replace('/', '-')}-{place}": code
    for page in PAGES
    for place, code in enumerate(blocks(page, "python"))
    if "@hookimpl" in code
}
OPENING = """
from pathlib import Path
from tiermem import Memory

for folder in sorted(Path().iterdir()):
    with Memory.open(folder / "agent.yaml") as memory, memory.session() as session:
        print(folder.name, "HOUSE RULES" in session.system_prompt, bool(session.tool_schemas))
"""


def test_each_hook_file_in_the_docs_loads_and_its_session_starts(tmp_path):
    for name, code in HOOK_FILES.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "my_hooks.py").write_text(code, encoding="utf-8")
        (tmp_path / name / "agent.yaml").write_text(
            "agents: {a: {tools: [{type: memory, store: 'sqlite:///m.db', hooks: [./my_hooks.py]}]}}",
            encoding="utf-8",
        )

    done = run(OPENING, tmp_path)

    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{name} {'on_session_start' in HOOK_FILES[name]} True" for name in sorted(HOOK_FILES)
    ]


def test_the_readme_yaml_and_program_work_together(tmp_path):
    (hook_file,) = (code for code in blocks("README.md", "python") if "@hookimpl" in code)
    (yaml,) = blocks("README.md", "yaml")
    yaml = yaml.rstrip() + "\n        hooks: [./my_hooks.py]\n"
    program = next(code for code in blocks("README.md", "python") if "Memory.open" in code)
    (tmp_path / "my_hooks.py").write_text(hook_file, encoding="utf-8")
    (tmp_path / "agent.yaml").write_text(yaml, encoding="utf-8")

    done = run(program + "    print(system_prompt, message, [tool['name'] for tool in tools])\n", tmp_path)

    assert done.stderr == ""
    assert "You are a helpful colleague." in done.stdout
    assert "HOUSE RULES" in done.stdout
    assert "add_memory" in done.stdout


def test_the_readme_program_for_pydantic_ai_works_with_a_model_of_its_tests(tmp_path):
    pytest.importorskip("pydantic_ai", reason="the extra llm is not installed")
    (program,) = (code for code in blocks("README.md", "python") if "pydantic_ai" in code)
    (tmp_path / "agent.yaml").write_text(
        "agents: {a: {tools: [{type: memory, store: 'sqlite:///m.db'}]}}", encoding="utf-8"
    )
    offline = program.replace(
        '"openai:gpt-5-mini"', "TestModel(call_tools=[], custom_output_text='On Tuesdays.')"
    )

    done = run("from pydantic_ai.models.test import TestModel\n" + offline, tmp_path)

    assert done.stdout == "On Tuesdays.\n"


def test_the_program_in_extending_works(tmp_path):
    (program,) = (code for code in blocks("docs/extending.md", "python") if "call_tool" in code)

    done = run(program + "print(reply['entry']['content'])", tmp_path)

    assert done.stderr == ""
    assert done.stdout == "Billing is deployed on Tuesdays.\n"


def test_the_program_with_connections_in_extending_works(tmp_path):
    (program,) = (code for code in blocks("docs/extending.md", "python") if "EntryFilter" in code)

    done = run(program + "print(total, len(matches.entries), 'PROJ' in message)", tmp_path)

    assert done.stderr == ""
    assert done.stdout == "1 1 True\n"


def test_the_modules_that_extending_names_are_there():
    table = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8").split("## Where to change what")[1]
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ") and "`" in line]
    named = [name for row in rows for name in re.findall(r"`([\w./-]+(?:/|\.(?:py|toml|json|yaml)))`", row)]

    assert len(named) > 30
    folders = (ROOT, ROOT / "plugin" / "tiermem")
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


def test_the_readme_has_one_command_for_the_demo_and_one_for_the_tests():
    commands = [line for body in blocks("README.md", "sh") for line in body.splitlines() if line]

    demo, tests = commands
    assert shlex.split(demo)[-2:] == [".venv/bin/tiermem", "demo"]
    assert ".venv/bin/pytest" in tests


def test_the_demo_in_the_readme_is_what_the_command_tells(tmp_path):
    (sample,) = (text for text in blocks("README.md", "text") if "Session 1" in text)

    told = without_ids(run("from tiermem.doors.cli import main\nmain(['demo'])", tmp_path).stdout)

    for part in filter(None, map(str.strip, without_ids(sample).split("…"))):
        _, found, told = told.partition(part)
        assert found, part


def without_ids(text):
    """*text* in one line, with the ids of entries made the same."""
    return " ".join(re.sub(r"\[\w{8} ·", "[id ·", text).split())


def test_the_program_for_autonomous_cycles_in_learning_works(tmp_path):
    (program,) = (code for code in blocks("docs/learning.md", "python") if "autonomous_cycle" in code)

    done = run(program, tmp_path)

    assert (done.stderr, done.stdout) == ("", "3\n")


def test_the_template_in_learning_gets_the_context(tmp_path):
    (program,) = (code for code in blocks("docs/learning.md", "python") if "jinja2" in code)

    done = run(program, tmp_path)

    assert done.stderr == ""
    assert "Rank these messages for the user." in done.stdout
    assert "The user says: Mail from Alec comes first." in done.stdout


def test_the_verbs_of_tasks_in_learning_work(tmp_path):
    (commands,) = blocks("docs/learning.md", "shell")
    code = "import shlex, sys\nfrom tiermem.doors.cli import main\n"
    code += f"for line in {commands.splitlines()!r}:\n"
    code += "    assert main([*shlex.split(line)[1:], '--store', 'a.db']) == 0, line\n"

    done = run(code, tmp_path)

    assert "Shipped in 2.3" in done.stdout
