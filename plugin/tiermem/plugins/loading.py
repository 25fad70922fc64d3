"""Load an agent's plugins: built-ins, installed ones by entry point, and hook files of its YAML."""

from __future__ import annotations

import os
import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final
from zlib import crc32

from tiermem.errors import PluginError
from tiermem.plugins.marking import PROJECT
from tiermem.ports.problems import describe
from tiermem.support.cache import cached
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from types import ModuleType

    from tiermem.plugins.manager import PluginManager

BUILT_INS: Final[Mapping[str, Sequence[str]]] = {
    "tiermem_hooks.blocks.profile_blocks": ("on_session_start",),
    "tiermem_hooks.blocks.session_blocks": ("on_session_start",),
    "tiermem_hooks.blocks.task_block": ("on_session_start",),
    "tiermem_hooks.prompt_recall": ("on_user_prompt",),
    "tiermem_hooks.journal": ("on_turn_end", "on_pre_compact"),
    "tiermem_hooks.tool_results": ("on_tool_result",),
    "tiermem_hooks.gap_fill": ("extract_observations", "on_session_end"),
    "tiermem_hooks.proposing.model_gap_fill": ("extract_observations", "on_session_end"),
    "tiermem_hooks.forgetting": ("extract_observations",),
    "tiermem_hooks.habits": ("suggest_tools",),
    "tiermem_hooks.secrets": ("check_write",),
    "tiermem_hooks.injection": ("check_write",),
    "tiermem_hooks.personal_data": ("check_write",),
    "tiermem_hooks.declined_notes": ("check_write",),
    "tiermem_hooks.models.embeddings": ("on_session_start", "embed", "check_settings"),
    "tiermem_hooks.models.remote_embeddings": ("on_session_start", "embed"),
    "tiermem_hooks.chroma": ("open_vector_index",),
    "tiermem_hooks.models.model": ("complete", "check_settings"),
    "tiermem_hooks.signals.relevance": ("score_entries",),
    "tiermem_hooks.signals.words": ("score_entries",),
    "tiermem_hooks.signals.neighbours": ("score_entries",),
    "tiermem_hooks.signals.people": ("score_entries",),
    "tiermem_hooks.signals.times": ("score_entries",),
    "tiermem_hooks.signals.form": ("score_entries",),
    "tiermem_hooks.signals.trust": ("score_entries",),
    "tiermem_hooks.signals.age": ("score_entries",),
    "tiermem_hooks.signals.topic": ("score_entries",),
    "tiermem_hooks.signals.likeness": ("score_entries",),
}
"""The modules of the built-in hooks, each with the hooks it has, in the order in which they run. The last part of a
module's name is its plugin's. A module is imported when one of its hooks is first called.

A plugin that keeps something between calls has its hooks in a class `Plugin`; each agent gets its own instance.
"""

SWITCH: Final = "TIERMEM_PLUGINS"
"""Environment variable: ``off`` leaves out the installed plugins."""

_CANNOT_LOAD: Final = (Exception, SystemExit)
"""Exceptions to catch when running a plugin's code; Ctrl-C is not among them."""


@dataclass(frozen=True, slots=True)
class _Installed:
    """An entry point: a plugin's name, and ``MODULE`` or ``MODULE:ATTRIBUTE``."""

    name: str
    value: str


def load_plugins(
    manager: PluginManager,
    *,
    files: Sequence[str],
    disable: Sequence[str],
    entry_points: bool = True,
    built_ins: Mapping[str, Sequence[str]] = BUILT_INS,
) -> None:
    """Register an agent's plugins: built-ins, then installed ones by name, then files as listed.

    Args:
        manager: Registers them.
        files: Absolute paths of hook files. Each is run once per agent, under a private module name.
        disable: Names of built-in or installed plugins to leave out; they are not imported.
        entry_points: True to load installed plugins, unless ``TIERMEM_PLUGINS=off`` is set in the environment.
        built_ins: The modules to register as built-ins, each with its hooks, see `BUILT_INS`.

    Raises:
        PluginError: A plugin cannot be loaded or does not fit the contract, a file is listed twice,
            or *disable* holds an unknown name.
    """
    modules = {name.rpartition(".")[2]: name for name in built_ins}
    wanted = entry_points and os.environ.get(SWITCH, "").casefold() != "off"
    installed = _installed() if wanted or not modules.keys() >= set(disable) else []
    _refuse_unknown(disable, [*modules, *(point.name for point in installed)])
    for name, module in modules.items():
        if name not in disable:
            manager.expect(partial(_load_built_in, module), name, built_ins[module])
    for point in installed if wanted else ():
        if point.name not in disable:
            manager.register(_load_installed(point), point.name, source=point.value)
    for name, path in _named(files):
        try:
            plugin = _load_file(path, name, manager)
            manager.register(plugin, name, source=f"{path.resolve()} {_changed(str(path))}")
        except PluginError as error:
            raise PluginError(error.plugin, error.problem, setting=("hooks", str(path))) from error


def _installed() -> list[_Installed]:
    """Return the group's entry points by name. They are read again if a folder of Python's path changes."""
    stamp = [sys.prefix, *([folder, _changed(folder)] for folder in sys.path)]
    name = f"plugins-{crc32(repr([sys.prefix, *sys.path]).encode(errors='replace')):08x}"
    return [_Installed(*point) for point in cached(name, stamp, _entry_points)]


def _entry_points() -> list[list[str]]:
    """Return name and value of each, sorted, because their order depends on folders."""
    from importlib.metadata import entry_points  # slow to import, and to call

    return sorted([point.name, point.value] for point in entry_points(group=PROJECT))


def _changed(folder: str) -> int:
    """Return the time of a folder's last change, in nanoseconds; 0 if it is not a folder."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


def _refuse_unknown(disable: Iterable[str], known: Sequence[str]) -> None:
    for name in disable:
        if name not in known:
            from tiermem.plugins.validation import nearest  # only for errors

            hint = nearest(name, known)
            problem = f"'disable' names it, but there is none{hint}. Known: {', '.join(known)}."
            raise PluginError(name, problem, setting=("disable", name))


def _load_built_in(module: str) -> object:
    try:
        loaded = import_module(module)
        return loaded.Plugin() if hasattr(loaded, "Plugin") else loaded
    except _CANNOT_LOAD as error:
        raise PluginError(module, f"it cannot be imported: {_told(error)}.") from error


def _load_installed(point: _Installed) -> object:
    try:
        module, _, attributes = point.value.partition(":")
        loaded: object = import_module(module.strip())
        for attribute in filter(None, attributes.strip().split(".")):
            loaded = getattr(loaded, attribute)
        return loaded() if isinstance(loaded, type) else loaded
    except _CANNOT_LOAD as error:
        advice = f"'disable: [{point.name}]' or {SWITCH}=off leaves it out."
        raise PluginError(point.name, f"{point.value} cannot be loaded: {_told(error)}. {advice}") from error


def _named(files: Sequence[str]) -> list[tuple[str, Path]]:
    """Return each file with its plugin name: the file's name, or the whole path if two files share the name."""
    if not files:
        return []
    from pathlib import Path  # takes milliseconds, and few agents have hook files

    paths = [Path(file) for file in files]
    resolved = [path.resolve() for path in paths]
    for given, path in zip(files, resolved, strict=True):
        if resolved.count(path) > 1:
            problem = "the same hook file is listed twice."
            raise PluginError(str(path), problem, setting=("hooks", given))
    names = [path.name for path in paths]
    return [(path.name if names.count(path.name) == 1 else str(path), path) for path in paths]


def _load_file(path: Path, name: str, manager: PluginManager) -> object:
    """Return the plugin in a file: the module, or its instance named ``plugin``."""
    module = _run_file(path, name)
    instance = getattr(module, "plugin", None)
    if instance is None or not manager.implements_hooks(instance):
        return module
    if manager.implements_hooks(module):
        raise PluginError(name, "it has hooks as functions and in 'plugin'; only one of the two can be used.")
    return instance


def _run_file(path: Path, name: str) -> ModuleType:
    if not path.is_file():
        raise PluginError(name, f"there is no file {path}.")
    from hashlib import sha256  # few agents have hook files
    from importlib.util import module_from_spec, spec_from_file_location

    digest = sha256(os.fsencode(path.resolve())).hexdigest()[:12]
    spec = spec_from_file_location(f"_tiermem_hook_file_{digest}", path) if path.suffix == ".py" else None
    if spec is None or spec.loader is None:
        raise PluginError(name, f"{path} is not a Python file (.py).")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except _CANNOT_LOAD as error:
        del sys.modules[spec.name]
        raise PluginError(name, f"it cannot be imported: {_told(error, path.absolute())}.") from error
    return module


def _told(error: BaseException, file: Path | None = None) -> str:
    """Return ``FILE:LINE: Type: text``, with the last line in *file*, or the last one at all."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {type(error).__name__}: {error.msg}"
    from traceback import extract_tb  # only for errors

    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if file is None or frame.filename == str(file)]
    place = f"{own[-1].filename}:{own[-1].lineno}: " if own else ""
    return f"{place}{describe(error)}"
