"""Look after store and configuration: ``doctor``, ``worker``, ``reindex``, ``embed`` and ``validate``."""

from __future__ import annotations

import json
import re
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.config import examine, load_prompts, placed, unknown_offers
from tiermem.doors.cli.arguments import up_to
from tiermem.doors.cli.call import end_signal
from tiermem.doors.cli.verbs.care.safekeeping import repair
from tiermem.engine.learning.gap_fill import ABANDONED
from tiermem.errors import ConfigError, InputError, PluginError, StoreError, UnusableStore
from tiermem.plugins import PluginManager, load_plugins
from tiermem.values import TIERS
from tiermem.values.frozen import asdict
from tiermem.values.store_urls import sqlite_file

if TYPE_CHECKING:
    from threading import Event

    from tiermem.doors.cli.call import Call
    from tiermem.engine.worker import WorkReport
    from tiermem.errors import TiermemError
    from tiermem.memory.care.shared_work import SharedWork
    from tiermem.store.contract import Finding
    from tiermem.values import AgentSettings


_SHOWN = 10
"""Findings of a kind that are shown; the rest are counted."""
_NAMED = re.compile(r"\b(Entry|Turn|Table|row) \S+")


def flags_doctor(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--tidy",
        action="store_true",
        help="if the store is sound, delete the user's receipts, runs and costs that 'retention:' does "
        "not keep",
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="repair what checksums, stream and versions allow, and keep a copy of the store as it was",
    )


def run_doctor(call: Call) -> int:
    """Examine the store: exit status 1 when something was found, and not mended, or there is no store."""
    if not _is_there(call):
        return _nothing_to_check(call)
    if call.options.repair:
        return repair(call)
    findings = call.memory.maintenance.doctor(everyone=call.options.user is None)
    groups = _groups(findings)
    tidies = call.options.tidy and not findings
    gone = call.memory.maintenance.tidy(call.options.user) if tidies else 0
    if call.output.json:
        call.output.document(
            {"sound": not findings, "total": len(findings), "findings": groups, "removed": gone}
        )
    elif not findings:
        files = len(call.memory.users) if _is_of_all_users(call) else 0
        call.output.text(
            f"sound: {files:,} {'file' if files == 1 else 'files'} of users" if files else "sound"
        )
    else:
        _show_doctor(call, groups)
    if tidies:
        call.output.note(
            f"Took out {gone:,} record{'' if gone == 1 else 's'} that 'retention:' does not keep."
        )
    elif call.options.tidy:
        call.output.note("No record was taken out: first mend what was found.")
    return 1 if findings else 0


def _is_there(call: Call) -> bool:
    """Return True if there is a store to look at; one that cannot be opened may be there."""
    try:
        memory = call.memory
    except StoreError:
        return True
    return bool(memory.users) if _is_of_all_users(call) else memory.is_there


def _is_of_all_users(call: Call) -> bool:
    return call.memory.has_files_of_users and call.options.user is None


def _nothing_to_check(call: Call) -> int:
    if call.output.json:
        call.output.document({"sound": None, "total": 0, "findings": [], "removed": 0})
    else:
        call.output.text("Nothing to check: there is no store. Is --store, TIERMEM_STORE or 'store:' right?")
    return 1


def _groups(findings: list[Finding]) -> list[dict[str, Any]]:
    """Group findings that differ only in what they name."""
    groups: dict[str, dict[str, Any]] = {}
    for finding in findings:
        kind = _NAMED.sub(r"\1", finding.what).split(":")[0]
        group = groups.setdefault(kind, {"count": 0, "mend": finding.mend, "found": []})
        group["count"] += 1
        if len(group["found"]) < _SHOWN:
            group["found"].append(finding.what)
    return list(groups.values())


def _show_doctor(call: Call, groups: list[dict[str, Any]]) -> None:
    output = call.output
    for group in groups:
        for what in group["found"]:
            output.text(what)
        hidden = group["count"] - len(group["found"])
        if hidden:
            output.text(f"… and {hidden:,} more like these")
        output.text(f"  {group['mend']}")


_LONGEST_S = 86_400
_LISTENING_S = 0.5
"""Seconds until a signal is noticed while nothing is announced."""
_LONGEST_PAUSE_S = 3_600
"""Seconds to which the pause grows, doubled each time, while something still waits: a model that answers wrongly costs
each time it is asked."""


def flags_worker(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--once", action="store_true", help="process what waits now, and exit")
    parser.add_argument(
        "--interval",
        type=up_to(_LONGEST_S, "seconds"),
        metavar="S",
        help="seconds between two runs (default: consolidation.interval_s of the YAML)",
    )


def run_worker(call: Call) -> int:
    """Work until SIGTERM or SIGINT, between batches: exit status 1 with ``--once`` when something still waits."""
    options, memory = call.options, call.memory
    interval = options.interval or memory.settings.consolidation.interval_s
    pause, look = interval, True
    sharing = memory.maintenance.sharing()
    if not options.once:
        shared = "" if sharing is None else "Shares the work with other workers at this store. "
        call.output.note(
            f"{shared}Looks for work every {interval:g} s, and prints what it did. Ctrl-C ends it."
        )
    with end_signal() as ended, sharing or nullcontext():
        while True:
            worked = _worked(call, ended.is_set, sharing, look=look)
            memory.release()
            if options.once:
                return 1 if worked is None or worked.waits else 0
            waits = worked is None or (worked.waits and sharing is None)
            pause = min(2 * pause, max(_LONGEST_PAUSE_S, interval)) if waits else interval
            look = not _woken(sharing, ended, pause)
            if ended.is_set():
                return 0


def _woken(sharing: SharedWork | None, ended: Event, seconds: float) -> bool:
    """Wait for the next look; return True as soon as new work is announced."""
    if sharing is None:
        ended.wait(seconds)
        return False
    until = time.monotonic() + seconds
    while not ended.is_set() and (left := until - time.monotonic()) > 0:
        if sharing.wait(min(left, _LISTENING_S)):
            return True
    return False


def _worked(
    call: Call, stop: Callable[[], bool], sharing: SharedWork | None, *, look: bool
) -> WorkReport | None:
    """Work once; return None if the store could not be used, so that a worker tries again."""
    options, began = call.options, time.perf_counter()
    maintenance = call.memory.maintenance
    how: dict[str, Any] = {
        "everyone": options.user is None,
        "trigger": "worker",
        "progress": lambda done, total: call.output.progress(done, total, "observations"),
        "stop": stop,
    }
    told: dict[str, Any] = {}
    try:
        if sharing is None:
            worked = maintenance.work(options.user, **how)
        else:
            worked = sharing.run(call.memory.reach(options.user), look=look, **how)
            told = {"worker": sharing.name, "queue": asdict(sharing.counts())}
    except StoreError as error:
        if options.once:
            raise
        call.output.note(f"Waits: {error}")
        return None
    if options.once or not worked.is_nothing:
        _tell(call, worked.as_dict() | told | {"seconds": round(time.perf_counter() - began, 2)})
    return worked


def _tell(call: Call, told: dict[str, Any]) -> None:
    """Print one line on a run, or one line of JSON."""
    if call.output.json:
        call.output.text(json.dumps(told, ensure_ascii=False))
        call.output.flush()
        return
    users = f"{told['users']:,} {'user' if told['users'] == 1 else 'users'}"
    call.output.text(
        f"{users}: {told['processed']:,} observations processed, {told['consolidated']:,} put into profiles, "
        f"{told['proposed']:,} lines proposed, {told['sessions']:,} sessions read, in {told['seconds']:g} s"
    )
    if told["taken_over"] or told["lost"]:
        call.output.note(
            f"Took over from other workers: {told['taken_over']:,}; lost to others: {told['lost']:,}."
        )
    for problem in told["problems"]:
        call.output.note(f"Waits: {problem}")
    if told["running"]:
        call.output.note(
            f"Waits: {told['running']:,} sessions that may be going on; one without a turn for "
            f"{ABANDONED.seconds // 60} minutes is taken for one that was cut off, and is read then."
        )
    call.output.flush()


def run_reindex(call: Call) -> int:
    """Rebuild the index."""
    output = call.output
    documents = call.memory.maintenance.reindex(
        lambda done, total: output.progress(done, total, "sessions indexed")
    )
    if output.json:
        output.document({"documents": documents})
    else:
        output.text(f"Indexed {documents:,} documents.")
    return 0


def flags_embed(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("--all", action="store_true", help="for all users and agents of the store")


def run_embed(call: Call) -> int:
    """Embed them: exit status 1 when texts were left out."""
    output = call.output
    filled = call.memory.maintenance.embed(
        call.options.user,
        everything=call.options.all,
        progress=lambda done, total: output.progress(done, total, "texts with a vector"),
    )
    if output.json:
        output.document(filled.as_dict())
    else:
        output.text(
            f"Embedded {filled.embedded:,} texts by {filled.model}; "
            f"{filled.done:,} of {filled.documents:,} have a vector."
        )
        for failure in filled.failures:
            output.note(f"Left out: {failure}")
    return 1 if filled.failures else 0


def flags_validate(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("file", nargs="*", metavar="FILE", help="the YAML (default: --config)")


def run_validate(call: Call) -> int:
    """Check a YAML."""
    options = call.options
    files = options.file or ([options.config] if options.config else [])
    if not files:
        raise InputError("Name a YAML: 'tiermem validate FILE', --config or TIERMEM_CONFIG.")
    wrong: list[TiermemError] = []
    checked = [{"file": file, "agents": _agents(Path(file), options.agent, wrong)} for file in files]
    if wrong:
        for agent in (one for each in checked for one in each["agents"]):
            for warning in agent.get("warnings", ()):
                call.output.note(f"{agent['agent']}: {warning}")
        first, *others = wrong
        first.further = others
        raise first
    if call.output.json:
        call.output.document({"valid": True, "files": checked})
        return 0
    for one in checked:
        call.output.text(f"{one['file']}: valid")
        for agent in one["agents"]:
            _show_validate(call, agent)
    return 0


def _agents(path: Path, only: str | None, wrong: list[TiermemError]) -> list[dict[str, Any]]:
    """Return what each agent resolves to; append every error to the list."""
    resolved, errors = examine(path, only)
    wrong += errors
    return [
        {"agent": name} | ({} if settings is None else _data(settings, wrong))
        for name, settings in resolved.items()
    ]


def _data(settings: AgentSettings, wrong: list[TiermemError]) -> dict[str, Any]:
    try:
        load_prompts(settings)
    except ConfigError as error:
        wrong.append(error)
    file = sqlite_file(settings.store or "")
    if file and Path(file).is_dir():
        wrong.append(UnusableStore(settings.store or "", "it is a folder; name a file in it"))
    plugins, warnings = _loaded(settings, wrong)
    resolved = asdict(settings)
    resolved["file"] = str(settings.file)
    return {"settings": resolved, "plugins": plugins, "warnings": warnings}


def _loaded(settings: AgentSettings, wrong: list[TiermemError]) -> tuple[list[str], list[str]]:
    """Return names and warnings of the plugins that can be loaded."""
    named = {"hooks": list(settings.hooks), "disable": list(settings.disable)}
    while True:
        manager = PluginManager()
        try:
            load_plugins(manager, files=named["hooks"], disable=named["disable"])
            warnings = [*manager.hooks.check_settings(settings).values, *_tools(manager, settings, wrong)]
            return list(manager.names), warnings
        except PluginError as error:
            wrong.append(placed(error, settings))
            if error.setting is None:
                return [], []
            setting, item = error.setting
            named[setting].remove(item)
        finally:
            manager.close()


def _tools(manager: PluginManager, settings: AgentSettings, wrong: list[TiermemError]) -> list[str]:
    """Return warnings of plugins' tools; append what is wrong with them and with ``offer:``."""
    from tiermem.tools import BUILT_IN_TOOLS  # few verbs need them

    given = manager.hooks.register_tools()
    wrong += [PluginError(failure.plugin, f"register_tools {failure.problem}") for failure in given.failures]
    names = {tool.name for tool in BUILT_IN_TOOLS}
    warnings = []
    for tool in given.values:
        if tool.name in names:
            warnings.append(f"the tool {tool.name!r} of a plugin is left out: the name is taken.")
        names.add(tool.name)
    wrong += unknown_offers(settings, names)
    return warnings


def _show_validate(call: Call, agent: dict[str, Any]) -> None:
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
