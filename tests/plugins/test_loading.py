"""Plugins are loaded from built-ins, entry points and hook files."""

from __future__ import annotations

import sys
import textwrap
from importlib import import_module

import pytest
from tests.plugins.writing import HEAD, NO_BUILT_INS
from tests.tables import each_row

from tiermem.errors import PluginError
from tiermem.plugins import BUILT_INS, PluginManager, load_plugins
from tiermem.ports import specs

BLOCK = """
@hookimpl
def on_session_start():
    return [Block(name={name!r}, title="")]
"""


@pytest.fixture
def importable(tmp_path, monkeypatch):
    """Write a module that can be imported; it is forgotten afterwards."""
    folder = tmp_path / "importable"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    written = []

    def write(name, code):
        (folder / f"{name}.py").write_text(HEAD + textwrap.dedent(code), encoding="utf-8")
        written.append(name)

    yield write
    for name in written:
        sys.modules.pop(name, None)


@pytest.fixture
def installed(tmp_path, importable):
    """Install packages with entry points of our group, as an installer leaves them behind."""

    def install(distribution, points):
        folder = tmp_path / "importable" / f"{distribution}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        lines = "".join(f"{name} = {value}\n" for name, value in points.items())
        (folder / "entry_points.txt").write_text(f"[tiermem]\n{lines}")

    return install


def blocks(manager, session):
    return [block.name for block in manager.hooks.on_session_start(session).values]


def test_plugins_run_built_ins_first_then_installed_by_name_then_files_as_listed(
    manager, session, hook_file, importable, installed
):
    for module in ("built_one", "built_two", "late_module", "early_module"):
        importable(module, BLOCK.format(name=module))
    installed("first_package", {"late": "late_module"})
    installed("second_package", {"early": "early_module"})
    files = [hook_file(BLOCK.format(name=name), f"{name}.py") for name in ("z_file", "a_file")]
    load_plugins(
        manager,
        files=files,
        disable=[],
        built_ins={name: ["on_session_start"] for name in ("built_two", "built_one")},
    )
    expected = ["built_two", "built_one", "early_module", "late_module", "z_file", "a_file"]
    assert blocks(manager, session) == expected
    assert manager.names == ("built_two", "built_one", "early", "late", "z_file.py", "a_file.py")


def test_a_disabled_built_in_is_not_even_imported(manager, importable):
    importable("broken_one", "raise RuntimeError('imported')")
    load_plugins(
        manager,
        files=[],
        disable=["broken_one"],
        entry_points=False,
        built_ins={"broken_one": ["on_session_start"]},
    )
    assert manager.names == ()


def test_a_built_in_goes_by_the_last_part_of_its_module(manager, tmp_path, importable):
    package = tmp_path / "importable" / "some_hooks"
    package.mkdir()
    (package / "greeting.py").write_text(HEAD + BLOCK.format(name="greeting"), encoding="utf-8")
    built_ins = {"some_hooks.greeting": ["on_session_start"]}
    load_plugins(manager, files=[], disable=[], entry_points=False, built_ins=built_ins)
    assert manager.names == ("greeting",)


def test_a_built_in_that_cannot_be_imported_is_an_error_of_each_call(manager, session):
    built_ins = {"no_such_hooks": ["on_session_start"]}
    load_plugins(manager, files=[], disable=[], entry_points=False, built_ins=built_ins)
    for _ in range(2):
        with pytest.raises(PluginError, match=r"no_such_hooks.*ModuleNotFoundError"):
            manager.hooks.on_session_start(session)


def test_a_built_in_is_imported_when_one_of_its_hooks_is_first_called(manager, session, importable):
    importable("built_late", BLOCK.format(name="built_late"))
    built_ins = {"built_late": ["on_session_start"]}
    load_plugins(manager, files=[], disable=[], entry_points=False, built_ins=built_ins)
    manager.hooks.on_user_prompt(session, "Hello")
    assert "built_late" not in sys.modules
    assert blocks(manager, session) == ["built_late"]


@each_row("module", BUILT_INS)
def test_every_built_in_has_the_hooks_that_are_said_of_it(module):
    plugin = import_module(module)
    plugin = plugin.Plugin() if hasattr(plugin, "Plugin") else plugin
    caller = PluginManager()
    caller.register(plugin, "it", built_in=True)
    marked = {name for name in dir(specs) if name in dir(plugin) and not name.startswith("_")}
    assert {name for name in marked if hasattr(getattr(plugin, name), "tiermem_impl")} == set(
        BUILT_INS[module]
    )


def test_an_installed_plugin_can_be_disabled(manager, installed):
    installed("some_package", {"theirs": "a_module_that_is_gone"})
    load_plugins(manager, files=[], disable=[*NO_BUILT_INS, "theirs"])
    assert manager.names == ()


@pytest.mark.parametrize("value", ["off", "OFF"])
def test_the_environment_switches_installed_plugins_off(manager, installed, monkeypatch, value):
    monkeypatch.setenv("TIERMEM_PLUGINS", value)
    installed("some_package", {"theirs": "a_module_that_is_gone"})
    load_plugins(manager, files=[], disable=NO_BUILT_INS)
    assert manager.names == ()


def test_disabling_an_installed_plugin_stays_right_while_the_environment_switches_all_off(
    manager, installed, monkeypatch
):
    monkeypatch.setenv("TIERMEM_PLUGINS", "off")
    installed("some_package", {"theirs": "a_module_that_is_gone"})
    load_plugins(manager, files=[], disable=[*NO_BUILT_INS, "theirs"])
    assert manager.names == ()


def test_a_caller_can_do_without_installed_plugins(manager, installed):
    installed("some_package", {"theirs": "a_module_that_is_gone"})
    load_plugins(manager, files=[], disable=NO_BUILT_INS, entry_points=False)
    assert manager.names == ()


def test_an_installed_plugin_that_cannot_be_imported_tells_how_to_do_without(manager, installed):
    installed("some_package", {"theirs": "a_module_that_is_gone"})
    with pytest.raises(PluginError, match=r"theirs.*a_module_that_is_gone.*disable: \[theirs\]"):
        load_plugins(manager, files=[], disable=NO_BUILT_INS)


COUNTER = """
class Counter:
    def __init__(self):
        self.count = 0

    @hookimpl
    def on_session_start(self):
        self.count += 1
        return [Block(name=f"session {self.count}", title="")]

counter = Counter()
"""


def test_an_entry_point_may_be_an_instance(manager, session, importable, installed):
    importable("counting", COUNTER)
    installed("some_package", {"counter": "counting:counter"})
    load_plugins(manager, files=[], disable=NO_BUILT_INS)
    assert manager.names == ("counter",)
    assert blocks(manager, session) == ["session 1"]


def test_an_entry_point_that_is_a_class_gives_each_agent_its_own_instance(session, importable, installed):
    importable("counting", COUNTER)
    installed("some_package", {"counter": "counting:Counter"})
    agents = [PluginManager(), PluginManager()]
    for agent in agents:
        load_plugins(agent, files=[], disable=NO_BUILT_INS)
    assert [blocks(agent, session) for agent in agents] == [["session 1"], ["session 1"]]
    for agent in agents:
        agent.close()


def test_a_class_that_needs_arguments_is_an_error(manager, importable, installed):
    importable("needy", "class Needy:\n    def __init__(self, more):\n        pass\n")
    installed("some_package", {"needy": "needy:Needy"})
    with pytest.raises(PluginError, match=r"needy.*TypeError"):
        load_plugins(manager, files=[], disable=NO_BUILT_INS)


def test_an_unknown_name_in_disable_is_an_error_with_the_nearest_one(manager):
    with pytest.raises(
        PluginError, match=r"Plugin journl.*did you mean 'journal'\?.*Known: .*session_blocks"
    ):
        load_plugins(manager, files=[], disable=["journl"], entry_points=False)


def test_an_unknown_name_that_is_near_to_none_is_told_the_known_ones(manager):
    with pytest.raises(PluginError, match=r"there is none\. Known: profile_blocks, session_blocks"):
        load_plugins(manager, files=[], disable=["zzz"], entry_points=False)


def test_a_file_may_hold_an_instance_named_plugin(load_code, session):
    manager = load_code(COUNTER + "\nplugin = counter\n")
    assert blocks(manager, session) == ["session 1"]


def test_something_else_named_plugin_is_let_be(load_code, session):
    manager = load_code(BLOCK.format(name="mine") + "\nplugin = 'mine'\n")
    assert blocks(manager, session) == ["mine"]


def test_hooks_as_functions_and_in_an_instance_of_one_file_are_refused(load_code):
    with pytest.raises(PluginError, match="only one of the two"):
        load_code(COUNTER + BLOCK.format(name="mine") + "\nplugin = counter\n")


def test_a_class_named_plugin_is_refused_with_advice(load_code):
    with pytest.raises(PluginError, match="Counter is a class; register an instance"):
        load_code(COUNTER + "\nplugin = Counter\n")


def test_a_file_runs_anew_for_each_agent(hook_file, session):
    path = hook_file(COUNTER + "\nplugin = counter\n")
    agents = [PluginManager(), PluginManager()]
    for agent in agents:
        load_plugins(agent, files=[path], disable=NO_BUILT_INS, entry_points=False)
    assert [blocks(agent, session) for agent in agents] == [["session 1"], ["session 1"]]
    for agent in agents:
        agent.close()


def test_a_file_may_define_dataclasses_with_postponed_annotations(load, tmp_path, session):
    path = tmp_path / "rules.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from tiermem.plugins import hookimpl\n"
        "from tiermem.values import Block\n"
        "@dataclass\n"
        "class Rule:\n"
        "    name: str\n"
        "@hookimpl\n"
        "def on_session_start():\n"
        "    return [Block(name=Rule('rule').name, title='')]\n"
    )
    assert blocks(load(path), session) == ["rule"]


def test_files_of_one_name_in_two_folders_go_by_their_paths(load, hook_file, session):
    one = hook_file(BLOCK.format(name="one"), "one/hooks.py")
    two = hook_file(BLOCK.format(name="two"), "two/hooks.py")
    manager = load(one, two)
    assert manager.names == (str(one), str(two))
    assert blocks(manager, session) == ["one", "two"]


def test_the_same_file_twice_is_an_error(load, hook_file, tmp_path):
    path = hook_file(BLOCK.format(name="one"))
    with pytest.raises(PluginError, match="listed twice"):
        load(path, tmp_path / "." / "folder" / ".." / path.name)


def test_a_file_leaves_the_import_path_alone(load_code, tmp_path):
    before = list(sys.path)
    load_code(BLOCK.format(name="one"))
    assert sys.path == before
    assert "my_hooks" not in sys.modules


def test_a_file_that_is_not_there_is_an_error(load, tmp_path):
    with pytest.raises(PluginError, match=r"Plugin gone\.py: there is no file .*gone\.py"):
        load(tmp_path / "gone.py")


def test_a_file_that_is_not_python_is_an_error(load, tmp_path):
    path = tmp_path / "hooks.txt"
    path.write_text("")
    with pytest.raises(PluginError, match=r"not a Python file \(\.py\)"):
        load(path)


BROKEN = {
    "syntax": ("def on_session_start(session:\n", 3, "SyntaxError"),
    "import": (
        "\nimport no_such_module_here\n",
        4,
        "ModuleNotFoundError: No module named 'no_such_module_here'",
    ),
    "raise": ("def f():\n    raise ValueError('not today')\nf()\n", 4, "ValueError: not today"),
    "exit": ("raise SystemExit(3)\n", 3, "SystemExit: 3"),
    "deep": ("import json\njson.loads('{')\n", 4, "JSONDecodeError"),
}


@pytest.mark.parametrize(("code", "line", "text"), BROKEN.values(), ids=BROKEN.keys())
def test_a_file_that_does_not_import_is_an_error_with_line_and_text(load, hook_file, code, line, text):
    path = hook_file(code, "broken.py")
    modules = set(sys.modules)
    with pytest.raises(PluginError) as caught:
        load(path)
    assert caught.value.plugin == "broken.py"
    assert f"{path}:{line}: {text}" in str(caught.value)
    assert not {name for name in set(sys.modules) - modules if "hook_file" in name}


def test_a_file_that_is_not_text_is_an_error(load, tmp_path):
    path = tmp_path / "noise.py"
    path.write_bytes(b"\x00\xff\xfe")
    with pytest.raises(PluginError, match=r"Plugin noise\.py: it cannot be imported"):
        load(path)
