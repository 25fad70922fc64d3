"""Resolve the settings of an agent from its YAML, or from the defaults alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from zlib import crc32

from tiermem.config.schema_reader import SCHEMA_FILE, complete, definition, schema_document
from tiermem.errors import ConfigError, PluginError
from tiermem.support.cache import cached
from tiermem.support.resources import data_file
from tiermem.values import (
    AgentSettings,
    CompletionSettings,
    ConsolidationSettings,
    GapFillSettings,
    JournalSettings,
    LimitSettings,
    PersonalDataSettings,
    PostgresqlSettings,
    RecallSettings,
    RetentionSettings,
    ScopeNames,
    SpendingSettings,
    VectorSettings,
)
from tiermem.values.store_urls import sqlite_file, sqlite_url

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path

    from tiermem.config.load import KeyPath, YamlDocument

DEFAULT_AGENT = "default"
"""The default name of the agent."""

_TOOL_KEYS = ("tools", "toolsets")
_ON_AGENT = ("memory_enabled", "user_profile_enabled", "memory_char_limit", "user_char_limit")
"""Keys of the memory entry that are also read on the agent, where seed 000 has them."""
_OF_HOSTS = frozenset({"type", "hooks"})
"""Keys of the memory entry that hosts use on the agent with another meaning."""


def load_settings(path: str | os.PathLike[str] | None, agent: str | None = None) -> AgentSettings:
    """Return the settings of one agent, checked and complete.

    Args:
        path: The agent's YAML; None for the defaults alone.
        agent: The agent's name. None picks the only agent of the file, or "default" without a file.

    Raises:
        ConfigError: The file cannot be read, says what it may not say, or does not say which agent is meant.
    """
    if path is None:
        stamp, name = [_version(), agent], "settings"
    else:
        place = os.path.abspath(path)
        try:
            with open(path, "rb") as file:
                text = file.read()
        except (OSError, ValueError):
            return _settings(_resolved(path, agent))  # which says what is wrong with it
        stamp = [_version(), place, agent, text.decode("latin-1")]  # any bytes, one to one
        name = f"settings-{crc32(f'{place} {agent}'.encode(errors='replace')):08x}"
    try:
        return _settings(cached(name, stamp, lambda: _resolved(path, agent)))
    except (LookupError, TypeError, AttributeError):  # it was kept in another form
        return _settings(_resolved(path, agent))


def _version() -> list[Any]:
    """Return a stamp of this version and installation."""
    states = [os.stat(path) for path in (data_file(SCHEMA_FILE), __file__)]
    return [__file__, *([state.st_mtime_ns, state.st_size] for state in states)]


def _resolved(path: str | os.PathLike[str] | None, agent: str | None) -> dict[str, Any]:
    """Return the arguments of `_settings` as JSON."""
    schema = schema_document()
    agent_schema, entry_schema = definition(schema, "Agent"), definition(schema, "MemoryEntry")
    if path is None:
        name, said, entry = agent or DEFAULT_AGENT, complete(agent_schema, {}), complete(entry_schema, {})
        return {"name": name, "agent": said, "entry": entry, "file": None}
    document = _checked(path, schema)
    wrong: list[ConfigError] = []
    resolved = _of_agent(document, _pick(document, agent), wrong)
    if wrong:
        first, *first.further = wrong
        raise first
    return resolved


def _of_agent(document: YamlDocument, name: str, wrong: list[ConfigError]) -> dict[str, Any]:
    """Return the arguments of `_settings` for an agent; append the errors that no schema can express."""
    schema = schema_document()
    agent_schema, entry_schema = definition(schema, "Agent"), definition(schema, "MemoryEntry")
    said = document.data["agents"][name]
    key, place = _entry_path(document, name)
    path = ("agents", name, key, place)
    given = {key: said[key] for key in _ON_AGENT if key in said} | said[key][place]
    entry = complete(entry_schema, given)
    wrong += _misplaced(document, name, said[key][place], path)
    wrong += _flaws(document, path, entry, said[key][place])
    own = {
        key: value for key, value in complete(agent_schema, said).items() if key in ("instruction", "model")
    }
    return {
        "name": name,
        "agent": own,
        "entry": _located(document, entry),
        "file": os.path.abspath(document.file),
    }


def examine(
    path: Path, agent: str | None = None
) -> tuple[dict[str, AgentSettings | None], list[ConfigError]]:
    """Return the settings of each agent of a file, and all errors.

    A wrong key of a memory entry is replaced by its default, so that the rest is examined too.

    Args:
        path: The agent's YAML.
        agent: The only agent to look at; None for all.

    Returns:
        Agent → settings, or None if its memory entry is missing or broken; and the errors.
    """
    wrong: list[ConfigError] = []
    agents: dict[str, AgentSettings | None] = {}
    try:
        document, names = _examined(path, agent, wrong)
    except ConfigError as error:
        return {}, [*wrong, *_each(error)]
    for name in names:
        try:
            agents[name] = _settings(_of_agent(document, name, wrong))
        except ConfigError as error:
            agents[name] = None
            if len(names) == 1 or error.key != _key(("agents", name)):
                wrong.append(error)
    if names and not (wrong or any(agents.values())):
        try:
            _entry_path(document, names[0])
        except ConfigError as error:
            wrong.append(error)
    return agents, wrong


def _examined(path: Path, agent: str | None, wrong: list[ConfigError]) -> tuple[YamlDocument, list[str]]:
    """Return a document without wrong keys, and the agents to examine; append the errors."""
    from tiermem.config.load import load_document
    from tiermem.config.validation import check, take_out_wrong

    schema, document = schema_document(), load_document(path)
    try:
        check(document, schema)
    except ConfigError as error:
        if not take_out_wrong(document, schema):
            raise
        wrong += _each(error)
    return document, [_pick(document, agent)] if agent is not None else list(document.data["agents"])


def _each(error: ConfigError) -> list[ConfigError]:
    """Return an error and its `further` errors separately."""
    further, error.further = error.further, ()
    return [error, *(one for one in further if isinstance(one, ConfigError))]


def _key(path: KeyPath) -> str:
    from tiermem.config.load import key_name

    return key_name(path)


def placed(error: PluginError, settings: AgentSettings) -> PluginError:
    """Add file, line and key to the error of a plugin that the agent's YAML names; return other errors unchanged."""
    if error.setting is None or settings.file is None:
        return error
    line, key = _place(settings, *error.setting)
    if line is None:
        return error
    return PluginError(
        error.plugin, error.problem, setting=error.setting, file=settings.file, line=line, key=key
    )


def unknown_offers(settings: AgentSettings, tools: Collection[str]) -> list[ConfigError]:
    """Return an error for each name under ``offer:`` that is not one of these tools."""
    if isinstance(settings.offer, str) or settings.file is None:
        return []
    from difflib import get_close_matches  # only for whoever checks a YAML

    def error(name: str) -> ConfigError:
        line, key = _place(settings, "offer", name)
        problem = f"there is no tool {name!r}."
        nearest = next(iter(get_close_matches(name, tools, n=1)), None)
        return ConfigError(str(settings.file), line=line, key=key, problem=problem, nearest=nearest)

    return [error(name) for name in settings.offer if name not in tools]


def _place(settings: AgentSettings, setting: str, item: str) -> tuple[int | None, str]:
    """Return line and key of a list item in the memory entry, or None and the key's name."""
    from tiermem.config.load import key_name

    assert settings.file is not None
    try:
        document = _checked(settings.file, schema_document())
        path: KeyPath = ("agents", settings.agent, *_entry_path(document, settings.agent), setting)
        path = (*path, list(getattr(settings, setting)).index(item))
        return document.line_of(path), key_name(path)
    except (ConfigError, LookupError, ValueError):  # the file was changed meanwhile
        return None, setting


def _checked(path: str | os.PathLike[str], schema: Mapping[str, Any]) -> YamlDocument:
    from pathlib import Path

    from tiermem.config.load import load_document
    from tiermem.config.validation import check

    document = load_document(Path(path))
    check(document, schema)
    return document


def _error(document: YamlDocument, path: KeyPath, problem: str, nearest: str | None = None) -> ConfigError:
    from tiermem.config.load import key_name

    return ConfigError(
        document.file, line=document.line_of(path), key=key_name(path), problem=problem, nearest=nearest
    )


def _pick(document: YamlDocument, agent: str | None) -> str:
    names = list(document.data["agents"])
    listed = ", ".join(names)
    if agent is not None:
        if agent in names:
            return agent
        from tiermem.config.validation import closest

        problem = f"there is no agent {agent!r}; the agents are: {listed}."
        raise _error(document, ("agents",), problem, closest(agent, names))
    if len(names) > 1:
        way = "with agent=, --agent or TIERMEM_AGENT"
        problem = f"there are several agents; name one of them {way}: {listed}."
        raise _error(document, ("agents",), problem)
    return str(names[0])


def _entry_path(document: YamlDocument, agent: str) -> tuple[str, int]:
    """Return key and position of an agent's only ``type: memory`` entry."""
    places = list(_entries(document.data["agents"][agent]))
    if not places:
        problem = "has no 'type: memory' entry; add '- type: memory' to the list under its 'tools:'."
        raise _error(document, ("agents", agent), problem)
    lines = sorted((document.line_of(("agents", agent, *place)), place) for place in places)
    if len(lines) > 1:
        problem = f"is a second 'type: memory' entry, the first is in line {lines[0][0]}; keep one."
        raise _error(document, ("agents", agent, *lines[1][1]), problem)
    return places[0]


def _entries(agent: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for key in _TOOL_KEYS:
        for place, item in enumerate(agent.get(key) or ()):
            if isinstance(item, dict) and item.get("type") == "memory":
                yield key, place


def _misplaced(
    document: YamlDocument, name: str, entry: Mapping[str, Any], path: KeyPath
) -> Iterator[ConfigError]:
    """Yield errors for keys of an agent that contradict its memory entry or belong in it."""
    from tiermem.config.load import key_name

    said = document.data["agents"][name]
    for key in definition(schema_document(), "MemoryEntry")["properties"]:
        if key not in said or key in _OF_HOSTS:
            continue
        if key not in _ON_AGENT:
            problem = f"belongs into the 'type: memory' entry, {key_name(path)}."
            yield _error(document, ("agents", name, key), problem)
        elif entry.get(key, said[key]) != said[key]:
            problem = f"is {said[key]!r} here and {entry[key]!r} in {key_name(path)}; keep one of them."
            yield _error(document, ("agents", name, key), problem)


_VARIABLE = r"\$\{[^}]*\}|\$[A-Z_]{2,}\b"
"""A shell variable, which is not expanded here."""


def _flaws(
    document: YamlDocument, path: KeyPath, entry: Mapping[str, Any], said: Mapping[str, Any]
) -> Iterator[ConfigError]:
    """Yield the errors of an entry that no schema can express."""
    import re

    low, high = entry["limits"]["content_chars"]
    if low > high:
        problem = f"expected the smaller number first, got {low:,} and {high:,}."
        yield _error(document, (*path, "limits", "content_chars"), problem)
    if entry["store"] and sqlite_file(entry["store"]) == ":memory:":
        problem = "':memory:' would be lost when the process ends; name a file, as in sqlite:///memory.db."
        yield _error(document, (*path, "store"), problem)
    for place, text in _texts(said, path):
        if found := re.search(_VARIABLE, text):
            problem = f"has {found[0]!r}, and variables are not filled in here; write the value itself."
            yield _error(document, place, problem)


def _texts(said: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Yield the texts of a part of a document with their places."""
    if isinstance(said, str):
        yield path, said
    elif isinstance(said, (dict, list)):
        for key, value in said.items() if isinstance(said, dict) else enumerate(said):
            yield from _texts(value, (*path, key))


def _located(document: YamlDocument, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return *entry* with absolute file names."""
    folder = _absolute(document.file).parent
    hooks = [str(_beside(folder, name)) for name in entry["hooks"]]
    store = entry["store"] and _store_url(folder, entry["store"])
    ignored = [str(_beside(folder, name)) for name in entry["ignore_folders"]]
    prompts = entry["completion"]["prompts"]
    completion = entry["completion"] | {"prompts": prompts and str(_beside(folder, prompts))}
    return {**entry, "hooks": hooks, "ignore_folders": ignored, "store": store, "completion": completion}


def _store_url(folder: Path, url: str) -> str:
    name = sqlite_file(url)
    return url if name is None else sqlite_url(_beside(folder, name).as_posix())


_GROUPS: Mapping[str, Callable[..., Any]] = {
    "scope": ScopeNames,
    "recall": RecallSettings,
    "vectors": VectorSettings,
    "journal": JournalSettings,
    "gap_fill": GapFillSettings,
    "consolidation": ConsolidationSettings,
    "postgresql": PostgresqlSettings,
    "completion": CompletionSettings,
    "retention": RetentionSettings,
    "personal_data": PersonalDataSettings,
    "spending": SpendingSettings,
    "limits": LimitSettings,
}
"""Keys of the entry whose value is a mapping → the record made of it."""


def _settings(resolved: Mapping[str, Any]) -> AgentSettings:
    agent, entry = resolved["agent"], resolved["entry"]
    given = {key: value for key, value in entry.items() if key != "type"} | {
        "hooks": tuple(entry["hooks"]),
        "disable": tuple(entry["disable"]),
        "ignore_folders": tuple(entry["ignore_folders"]),
        "offer": entry["offer"] if isinstance(entry["offer"], str) else tuple(entry["offer"]),
        # YAML 1.1 reads a bare off as false.
        "personal_data": entry["personal_data"] | {"policy": entry["personal_data"]["policy"] or "off"},
        "limits": entry["limits"] | {"content_chars": tuple(entry["limits"]["content_chars"])},
    }
    fields: dict[str, Any] = {
        key: _GROUPS[key](**value) if key in _GROUPS else value for key, value in given.items()
    }
    return AgentSettings(
        agent=resolved["name"],
        file=resolved["file"],
        instruction=agent["instruction"],
        model=agent["model"],
        **fields,
    )


def _absolute(path: Path) -> Path:
    """Return an absolute path without ``..``. The file need not exist, and links are not followed."""
    from pathlib import Path

    return Path(os.path.abspath(path))


def _beside(folder: Path, name: str) -> Path:
    """Return a name as an absolute path, relative to *folder*; ``~/`` is the home folder."""
    from pathlib import Path

    named = Path(name)
    if named.parts[:1] == ("~",):
        named = Path(os.path.expanduser("~"), *named.parts[1:])
    return _absolute(folder / named)
