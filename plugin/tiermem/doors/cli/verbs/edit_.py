"""``tiermem edit ID`` and ``tiermem edit identity``: in the person's editor, or with ``--content``."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.arguments import add_id
from tiermem.doors.cli.editor import edited
from tiermem.doors.cli.written import show_written
from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter
from tiermem.transfer import identity
from tiermem.values import CATEGORIES

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.writes.commit import Written
    from tiermem.values import Entry

_NOTE_BEGINS = "<!-- The core profile:"
_NOTE = (
    _NOTE_BEGINS
    + """ {used:,} of {limit:,} characters are used.
     "## Name" begins a section, a blank line ends an entry. Save and close to store it. -->

"""
)


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    add_id(parser)
    parser.add_argument(
        "--content", metavar="TEXT", help="the new text, without an editor; - reads standard input"
    )
    parser.add_argument("--category", choices=CATEGORIES, help="another category")
    parser.add_argument("--subject", help="another subject; for identity another section")
    parser.add_argument("--tag", action="append", default=[], help="in place of its tags; may be given again")


def run(call: Call) -> int:
    """Edit one entry, or the identity as a whole."""
    return _edit_identity(call) if call.options.id == "identity" else _edit_entry(call)


# -- one entry -----------------------------------------------------------------------------------


def _edit_entry(call: Call) -> int:
    options = call.options
    entry = call.standing_entry()
    if options.content is not None:
        return _update(call, entry, call.text_argument(options.content))
    if options.category or options.subject or options.tag:
        return _update(call, entry, entry.content)
    with edited(f"{entry.content}\n", call.output) as text:
        return _update(call, entry, text)


def _update(call: Call, entry: Entry, text: str) -> int:
    options = call.options
    if not text.strip():
        raise InputError(
            f"The text is empty; nothing was changed. 'tiermem remove {entry.id}' removes an entry."
        )
    draft = call.entries.draft(
        text, category=options.category, subject=options.subject, tags=tuple(options.tag)
    )
    return show_written(call, call.entries.update(entry.id, draft), "Updated", unchanged="Nothing changed")


# -- the identity --------------------------------------------------------------------------------


def _edit_identity(call: Call) -> int:
    options = call.options
    if options.category or options.subject or options.tag:
        raise InputError("'edit identity' takes no category, subject or tag; its sections are the subjects.")
    entries, _ = call.entries.list(EntryFilter(layers=("L0",), tiers=("identity",)))
    if options.content is not None:
        return _rewrite(call, entries, call.text_argument(options.content))
    used = call.entries.usage()["identity"]
    note = _NOTE.format(used=used.used, limit=used.limit)
    with edited(note + identity.render(entries), call.output) as text:
        return _rewrite(call, entries, _without_note(text))


def _without_note(text: str) -> str:
    """The document without the first comment, if it is still there."""
    if not text.lstrip().startswith(_NOTE_BEGINS):
        return text
    return text.partition("-->")[2]


def _rewrite(call: Call, entries: list[Entry], text: str) -> int:
    """Do what makes the entries say what the document says, all or nothing."""
    changes = identity.changes(entries, text, call.entries.draft(""))
    written = call.entries.rewrite(changes) if changes else ()
    done: dict[str, list[Written]] = {
        "added": [],
        "updated": [],
        "removed": [],
        "staged": [],
        "unchanged": [],
    }
    for change, one in zip(changes, written, strict=True):
        done[_outcome(change.operation, one)].append(one)
    if call.output.json:
        call.output.document(
            {kind: call.entry_data([one.entry for one in ones]) for kind, ones in done.items()}
            | {"usage": call.usage}
        )
    else:
        _show(call, done)
    return 0


def _outcome(operation: str, written: Written) -> str:
    if written.staged:
        return "staged"
    if written.duplicate:
        return "unchanged"
    return {"add": "added", "update": "updated", "remove": "removed"}[operation]


def _show(call: Call, done: dict[str, list[Any]]) -> None:
    for kind, ones in done.items():
        for one in ones:
            call.output.text(f"{kind}: [{one.entry.id}] {one.entry.content!r}")
    if not any(done.values()):
        call.output.text("Nothing changed")
    call.output.text(call.output.dim(f"identity block: {call.entries.usage()['identity']}"))
