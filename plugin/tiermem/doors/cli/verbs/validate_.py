"""``tiermem validate [FILE]``: check an agent's YAML and its hook files; no store is opened or made."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.config import agent_names, load_prompts, load_settings, placed
from tiermem.config.load import key_name
from tiermem.errors import ConfigError, InputError, PluginError, TiermemError
from tiermem.plugins import PluginManager, load_plugins
from tiermem.values import TIERS

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.values import AgentSettings


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("file", nargs="*", metavar="FILE", help="the YAML; --config when none is named")


def run(call: Call) -> int:
    """Check it."""
    options = call.options
    files = options.file or ([options.config] if options.config else [])
    if not files:
        raise InputError("Name a YAML: 'tiermem validate FILE', --config or TIERMEM_CONFIG.")
    wrong: list[TiermemError] = []
    checked = [{"file": file, "agents": _agents(Path(file), options.agent, wrong)} for file in files]
    if wrong:
        first, *others = wrong
        first.further = [*first.further, *others]
        raise first
    if call.output.json:
        call.output.document({"valid": True, "files": checked})
        return 0
    for one in checked:
        call.output.text(f"{one['file']}: valid")
        for agent in one["agents"]:
            _show(call, agent)
    return 0


def _agents(path: Path, only: str | None, wrong: list[TiermemError]) -> list[dict[str, Any]]:
    """What each agent resolves to, as plain data; all that is wrong with the YAML goes into the list."""
    try:
        names = agent_names(path) if only is None else (only,)
        resolved = {name: _settings(path, name, wrong, alone=len(names) == 1) for name in names}
        if not (wrong or any(resolved.values())):
            load_settings(path, names[0])
    except TiermemError as error:
        wrong.append(error)
        return []
    return [
        {"agent": name} | ({} if settings is None else _data(settings, wrong))
        for name, settings in resolved.items()
    ]


def _settings(path: Path, name: str, wrong: list[TiermemError], *, alone: bool) -> AgentSettings | None:
    """The settings of an agent; None where they are wrong, or others of the file may have a memory and it has none."""
    try:
        return load_settings(path, name)
    except ConfigError as error:
        if alone or error.key != key_name(("agents", name)):
            wrong.append(error)
        return None


def _data(settings: AgentSettings, wrong: list[TiermemError]) -> dict[str, Any]:
    try:
        load_prompts(settings)
    except ConfigError as error:
        wrong.append(error)
    plugins, warnings = _loaded(settings, wrong)
    resolved = asdict(settings)
    resolved["file"] = str(settings.file)
    resolved["hooks"] = [str(hook) for hook in settings.hooks]
    return {"settings": resolved, "plugins": plugins, "warnings": warnings}


def _loaded(settings: AgentSettings, wrong: list[TiermemError]) -> tuple[list[str], list[str]]:
    """The plugins' names and their warnings: of those that can be loaded, whatever else is wrong."""
    named = {"hooks": list(map(str, settings.hooks)), "disable": list(settings.disable)}
    while True:
        manager = PluginManager()
        try:
            load_plugins(manager, files=list(map(Path, named["hooks"])), disable=named["disable"])
            return list(manager.names), list(manager.check_settings(settings).values)
        except PluginError as error:
            wrong.append(placed(error, settings))
            if error.setting is None:
                return [], []
            setting, item = error.setting
            named[setting].remove(item)
        finally:
            manager.close()


def _show(call: Call, agent: dict[str, Any]) -> None:
    output = call.output
    if "settings" not in agent:
        output.text(f"  {agent['agent']}: no 'type: memory' entry")
        return
    said = agent["settings"]
    budgets = ", ".join(
        f"{tier} {said[f'{tier}_char_limit']:,}" if said[_SWITCHES[tier]] else f"{tier} off" for tier in TIERS
    )
    recall = f"top {said['recall']['top_k']}" if said["recall"]["enabled"] else "off"
    output.text(f"  {agent['agent']}:")
    output.text(f"    blocks    {budgets} (characters)")
    output.text(f"    recall    {recall}")
    output.text(f"    store     {said['store'] or 'the data folder of this platform'}")
    output.text(f"    plugins   {', '.join(agent['plugins']) or 'none'}")
    for warning in agent["warnings"]:
        output.note(f"{agent['agent']}: {warning}")


_SWITCHES = {"memory": "memory_enabled", "user": "user_profile_enabled", "identity": "identity_enabled"}
