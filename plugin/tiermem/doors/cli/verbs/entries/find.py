"""Show entries: ``list``, ``search``, ``show`` and ``history``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tiermem import representations
from tiermem.doors.cli.arguments import add_filters, add_id, entry_filter
from tiermem.doors.cli.call import nearest
from tiermem.doors.cli.output import minute
from tiermem.errors import InputError
from tiermem.values import TIERS, EntryFilter
from tiermem.values.frozen import asdict, replace
from tiermem.values.words import IN_PART, TO_FORGET

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.memory.provenance import History
    from tiermem.values import Entry, Layer, Matches, Tier, Turn


_ALWAYS = "always in the prompt"
_LOADED = {"L0": _ALWAYS, "L1": "recalled when it matters", "L2": "archive"}
_LEFT_OUT = "left out until you decide on its removal, see 'tiermem pending'"
_PROPOSED = {"remove": "removal", "update": "change", "correct": "replacement"}
"""Operation of a proposal that concerns another entry → its noun."""
_TIER_ORDER: tuple[Tier, ...] = ("identity", "memory", "user")
assert set(_TIER_ORDER) == set(TIERS)


def flags_list(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_filters(parser, limit=None)


def run_list(call: Call) -> int:
    """List entries."""
    options = call.options
    where = replace(entry_filter(options), limit=options.limit, offset=options.offset)
    found, total = call.entries.list(where)
    if call.output.json:
        proposed = {entry.id: {"operation": operation} for entry, operation, _ in call.entries.pending()}
        data = [one | proposed.get(one["id"], {}) for one in call.entry_data(found)]
        call.output.document({"entries": data, "total": total, "usage": call.usage})
    elif found:
        _show_list(call, found)
        hidden = total - len(found)
        more = f"{len(found):,} of {total:,} entries. " if hidden else ""
        call.output.text(call.output.dim(f"{more}Use 'tiermem remove ID' to remove an entry."))
    else:
        none = "No entries." if not total else f"No entries from there on; there are {total:,}."
        call.note_none(none + _narrowed(call))
    if waiting := len(call.entries.pending()):
        call.output.note(f"Waiting for approval: {waiting:,}, see 'tiermem pending'.")
    return 0


def _narrowed(call: Call) -> str:
    """Return a hint at what flags or the environment narrow the answer to, and at misspelt values; or ""."""
    given = {name: getattr(call.options, name) for name in ("project", "task")}
    told = [f"the {name} {value!r} (--{name})" for name, value in given.items() if value]
    hint = f" Only entries of {' and '.join(told)} are meant." if told else ""
    return hint + "".join(f" Did you mean --{flag} {value!r}?" for flag, value in _misspelt(call))


def _misspelt(call: Call) -> Iterator[tuple[str, str]]:
    """Yield each flag whose value no entry has, with the known value that is closest to it."""
    options = call.options
    named = {flag: getattr(options, flag) for flag in _FREE}
    given = [
        (flag, value)
        for flag, values in named.items()
        for value in (values if isinstance(values, list) else [values])
        if value
    ]
    statuses = entry_filter(options).statuses
    every = call.entries.list(EntryFilter(statuses=statuses))[0] if given else []
    for flag, value in given:
        known = {one for entry in every for one in _FREE[flag](entry) if one}
        close = None if value in known else nearest(value, sorted(known))
        if close is not None:
            yield flag.replace("_", "-"), close


_FREE: Mapping[str, Callable[[Entry], tuple[str | None, ...]]] = {
    "category": lambda entry: (entry.category,),
    "subject": lambda entry: (entry.subject,),
    "tag": lambda entry: tuple(entry.tags),
    "context_type": lambda entry: (entry.context_type,),
    "connection": lambda entry: (entry.connection_id,),
    "project": lambda entry: (entry.project_id,),
    "task": lambda entry: (entry.task_id,),
}
"""Flag that takes any value → the values of an entry that it could be."""


def _show_list(call: Call, entries: list[Entry]) -> None:
    output, options = call.output, call.options
    preview = call.memory.preview(options.user, options.project, options.task)
    shown = {name for block in preview.frozen_blocks for name in block["entries"]}

    pending = call.entries.pending()
    operations = {one.id: operation for one, operation, _ in pending}
    gone = {one.supersedes for one, _, _ in pending if TO_FORGET in one.tags and IN_PART not in one.tags}

    def place(entry: Entry) -> tuple[str, int, str]:
        loaded = _LEFT_OUT if entry.id in gone else _loaded(entry, entry.id in shown)
        return entry.layer, _TIER_ORDER.index(entry.tier), loaded

    for (layer, order, loaded), group in groupby(sorted(entries, key=place), key=place):
        tier = _TIER_ORDER[order]
        block = f" [{call.entries.usage()[tier]}]" if (layer, loaded) == ("L0", _ALWAYS) else ""
        output.text(output.bold(f"{layer} {tier}, {loaded}{block}"))
        for heading, members in groupby(sorted(group, key=_by_heading), key=_heading):
            output.text(f"  {heading}")
            for entry in members:
                output.text(f"    {_line(entry, operations.get(entry.id, ''))}")
        output.text()


def _loaded(entry: Entry, is_shown: bool) -> str:
    """Return how an entry gets into the prompt."""
    if entry.status != "active":
        return "out of use" if entry.status == "inactive" else "waits for approval"
    return f"{_ALWAYS} as learned information" if is_shown and entry.layer == "L1" else _LOADED[entry.layer]


def _heading(entry: Entry) -> str:
    """Return the category, or the section for entries of the identity."""
    section = entry.subject if entry.tier == "identity" else None
    return section or (entry.category or "other").title()


def _by_heading(entry: Entry) -> tuple[bool, str]:
    return (_heading(entry) == "Other", _heading(entry))


def _line(entry: Entry, operation: str = "") -> str:
    proposed = f": {_PROPOSED[operation]} of [{entry.supersedes}]" if operation in _PROPOSED else ""
    status = "" if entry.status == "active" else f"({entry.status}{proposed}) "
    content = entry.content.replace("\n", "\n      ")
    return f"[{entry.id}] {status}{content}"


def flags_search(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("query", metavar="WORDS", nargs="+", help="words to search for (no special syntax)")
    parser.add_argument(
        "--archive", action="store_true", help="also search the archive (L2) and the journal's turns"
    )
    parser.add_argument(
        "--events",
        action="store_true",
        help="search the stream: how and from what things were learned and changed",
    )
    add_filters(parser, limit=20)


def run_search(call: Call) -> int:
    """Search."""
    options = call.options
    if options.events:
        return _search_events(call)
    where = entry_filter(options)
    text = call.text_argument(" ".join(options.query))

    def search(archive: bool) -> Matches:
        default: tuple[Layer, ...] = ("L0", "L1", "L2") if archive else ("L0", "L1")
        return call.entries.search(
            text,
            layers=where.layers or default,
            turns=archive,
            where=where,
            limit=options.limit,
            offset=options.offset,
        )

    matches = search(options.archive)
    if call.output.json:
        call.output.document(_data(call, matches))
        return 0
    _show_search(call, matches)
    if not (options.archive or matches.total) and _has_any(search(archive=True)):
        call.output.note("Earlier conversations have it: add --archive.")
    return 0


def _has_any(matches: Matches) -> bool:
    return bool(matches.entries or matches.turns)


def _search_events(call: Call) -> int:
    options = call.options
    if options.archive:
        raise InputError("Search the archive or the events, not both at once.")
    where = entry_filter(options)
    if options.offset:
        raise InputError("Events have no --offset: raise the --limit.")
    text = call.text_argument(" ".join(options.query))
    found = call.memory.timeline.search(text, options.user, where=where, limit=options.limit)
    if call.output.json:
        call.output.document({"events": [{**asdict(one.event), "content": one.words} for one in found]})
        return 0
    if not found:
        call.note_none("Nothing found.")
    call.output.table(
        ("Event (UTC)", "What", "By", "Entry", "Session", "Words", "Why"),
        [
            (
                minute(one.event.at),
                one.event.kind,
                one.event.source,
                one.event.entry_id or "",
                one.event.session_id or "",
                one.words,
                one.event.reason or "",
            )
            for one in found
        ],
    )
    return 0


def _data(call: Call, matches: Matches) -> dict[str, object]:
    data = {"entries": call.entry_data(matches.entries), "total": matches.total, "usage": call.usage}
    turns = [representations.turn(turn) for turn in matches.turns]
    return data | ({"turns": turns} if call.options.archive else {})


def _show_search(call: Call, matches: Matches) -> None:
    output = call.output
    if not _has_any(matches):
        call.note_none("Nothing found." + _narrowed(call))
    output.table(
        ("Id", "Layer", "Tier", "Changed (UTC)", "Entry"),
        [
            (
                entry.id,
                entry.layer,
                entry.tier,
                minute(entry.updated_at),
                _content(entry.status, entry.content),
            )
            for entry in matches.entries
        ],
    )
    if len(matches.entries) < matches.total:
        output.note(
            f"{len(matches.entries):,} of {matches.total:,} entries; --limit and --offset show others."
        )
    if matches.entries and matches.turns:
        output.text()
    output.table(
        ("Turn", "Said (UTC)", "Who", "Words"),
        [(turn.ref, minute(turn.at), turn.label, turn.text) for turn in matches.turns],
    )


def _content(status: str, content: str) -> str:
    return content if status == "active" else f"({status}) {content}"


def flags_show(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser, turns=True)
    parser.add_argument("--session", metavar="ID", help="show the turns of this session instead")


def run_show(call: Call) -> int:
    """Show it."""
    options = call.options
    if (options.id is None) == (options.session is None):
        raise InputError(
            "Name an entry, a turn (SESSION/PLACE), or a session with --session. See 'tiermem show --help'."
        )
    if options.session is not None:
        return _show_turns(call, options.session, call.memory.erasing(options.user).turns(options.session))
    if "/" in options.id:
        session_id, _, place = options.id.rpartition("/")
        return _show_turns(
            call, session_id, [call.memory.erasing(options.user).shown(options.id)], int(place)
        )
    entry = call.entry()
    data = call.entry_data([entry])[0]
    if call.output.json:
        call.output.document({"entry": data})
        return 0
    call.output.text(f"[{entry.id}] {entry.content}")
    for line in call.why_left_out(entry):
        call.output.text(line)
    call.output.text()
    told = {name: value for name, value in data.items() if name not in ("id", "content", "scope_id")}
    for name, value in told.items():
        if value not in (None, [], False):
            call.output.text(f"{name.replace('_', ' '):<17} {_words(value)}")
    return 0


def _show_turns(call: Call, session_id: str, turns: Sequence[Turn], first: int = 0) -> int:
    refs = [f"{session_id}/{place}" for place in range(first, first + len(turns))]
    if call.output.json:
        data = [
            {"ref": ref, "at": turn.at, "who": turn.name or turn.speaker, "text": turn.content}
            for ref, turn in zip(refs, turns, strict=True)
        ]
        call.output.document({"turns": data})
    else:
        call.output.table(
            ("Turn", "Said (UTC)", "Who", "Words"),
            [
                (ref, minute(turn.at), turn.name or turn.speaker, turn.content)
                for ref, turn in zip(refs, turns, strict=True)
            ],
        )
    return 0


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return "yes" if value is True else str(value)


def flags_history(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser)


def run_history(call: Call) -> int:
    """Show the versions and changes of an entry."""
    history = call.entries.history(call.entry().id)
    if call.output.json:
        call.output.document(
            representations.history(call.entry_data([history.entry])[0], history.versions, history.events)
        )
    else:
        _show_history(call, history)
    return 0


def _show_history(call: Call, history: History) -> None:
    output = call.output
    output.table(
        ("Version", "Since (UTC)", "By", "Content"),
        [
            (str(version.version), minute(version.created_at), version.source, version.content)
            for version in history.versions
        ],
    )
    output.text()
    output.table(
        ("Event (UTC)", "What", "By", "Session", "Why"),
        [
            (minute(event.at), event.kind, event.source, event.session_id or "", event.reason or "")
            for event in history.events
        ],
    )
    if history.entry.supersedes is not None:
        output.text(f"\nIt {_relation(history)} {history.entry.supersedes}.")
    if history.superseded_by is not None:
        output.text(f"\nIt was superseded by {history.superseded_by}.")


def _relation(history: History) -> str:
    """Return what an entry does to the one that it names: a proposal only proposes it."""
    verb = {"remove": "remove", "update": "change"}.get(history.operation or "")
    if history.entry.status == "staged":
        return f"proposes to {verb or 'replace'}"
    return f"proposed to {verb}" if verb else "replaces"
