"""Write entries as a person: ``add``, ``edit``, ``correct``, ``remove``, ``undo``, ``pin``, ``hide`` and ``erase``."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem import representations
from tiermem.doors.cli.arguments import add_id
from tiermem.doors.cli.editor import edited
from tiermem.errors import InputError
from tiermem.transfer import identity
from tiermem.values import CATEGORIES, TIERS

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.store.contract import Erased
    from tiermem.values import Entry


_BACK = {"active": "Restored", "inactive": "Removed", "staged": "Waits again"}
"""Status of an entry after an undo → the word for it."""


def flags_add(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("content", help="one statement; - reads it from standard input")
    parser.add_argument(
        "--target", "--tier", choices=TIERS, default="memory", help="the tier: whom it is about"
    )
    parser.add_argument(
        "--layer", choices=("L0", "L1"), default="L0", help="L0: always in the prompt; L1: recalled"
    )
    parser.add_argument("--category", help=f"{', '.join(CATEGORIES)}, or another word")
    parser.add_argument("--subject", help="what or whom it is about (for identity: the section)")
    parser.add_argument("--tag", action="append", default=[], help="a word to find it by; may be repeated")
    parser.add_argument("--connection", metavar="NAME", help="recall it only if this connection is active")
    parser.add_argument("--context-type", metavar="TYPE", help="the kind of text it is from; any word")
    parser.add_argument("--expires", metavar="DATE", help="remove it on this date: 2026-12-24")
    parser.add_argument(
        "--allow-same-subject", action="store_true", help="keep both if another entry has this subject"
    )


def run_add(call: Call) -> int:
    """Store an entry."""
    options = call.options
    draft = call.entries.draft(
        call.text_argument(options.content),
        layer=options.layer,
        tier=options.target,
        category=options.category,
        subject=options.subject,
        tags=tuple(options.tag),
        connection_id=options.connection or None,
        context_type=options.context_type or None,
        valid_to=options.expires,
    )
    return show_written(
        call, call.entries.add(draft, allow_same_subject=options.allow_same_subject), "Stored"
    )


_NOTE_BEGINS = "<!-- The core profile:"
_NOTE = (
    _NOTE_BEGINS
    + """ {used:,} of {limit:,} characters are used.
     "## Name" begins a section, a blank line ends an entry. Save and close to store it. -->

"""
)


def flags_edit(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser)
    parser.add_argument(
        "text", nargs="?", metavar="TEXT", help="the new text, without an editor; - reads standard input"
    )
    parser.add_argument("--content", metavar="TEXT", help="the same")
    parser.add_argument("--category", help="the new category")
    parser.add_argument("--subject", help="the new subject (for identity: the section)")
    parser.add_argument("--tag", action="append", default=[], help="replace its tags; may be repeated")


def run_edit(call: Call) -> int:
    """Edit one entry, or the identity as a whole."""
    options = call.options
    if options.text is not None and options.content is not None:
        raise InputError("'edit' takes one new text: the words behind the id, or --content.")
    options.content = options.content if options.text is None else options.text
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
    written = call.entries.update(entry.id, draft, version=entry.version)
    return show_written(call, written, "Updated", unchanged="Nothing changed")


# -- the identity --------------------------------------------------------------------------------


def _edit_identity(call: Call) -> int:
    options = call.options
    if options.category or options.subject or options.tag:
        raise InputError("'edit identity' takes no category, subject or tag; its sections are the subjects.")
    document = identity.render(identity.of(call.entries))
    if options.content is not None:
        return _rewrite(call, document, call.text_argument(options.content))
    used = call.entries.usage()["identity"]
    note = _NOTE.format(used=used.used, limit=used.limit)
    with edited(note + document, call.output) as text:
        return _rewrite(call, document, _without_note(text))


def _without_note(text: str) -> str:
    """Return the document without its first comment, if it is still there."""
    if not text.lstrip().startswith(_NOTE_BEGINS):
        return text
    return text.partition("-->")[2]


def _rewrite(call: Call, document: str, text: str) -> int:
    """Make the identity match the edited document, all or nothing.

    Raises:
        InputError: It was changed while the document was edited.
    """

    def ensure(present: str) -> None:
        if present != document:
            raise InputError(
                "The identity was changed while you edited it, and nothing was written. Edit it again."
            )

    done: dict[str, list[WriteResult]] = {
        "added": [],
        "updated": [],
        "removed": [],
        "staged": [],
        "unchanged": [],
    }
    for change, one in identity.put(call.entries, text, ensure=ensure):
        done[_outcome(change.operation, one)].append(one)
    if call.output.json:
        call.output.document(
            {kind: call.entry_data([one.entry for one in ones]) for kind, ones in done.items()}
            | {"usage": call.usage}
        )
    else:
        _show_edit(call, done)
    return 0


def _outcome(operation: str, written: WriteResult) -> str:
    if written.staged:
        return "staged"
    if written.duplicate:
        return "unchanged"
    return {"add": "added", "update": "updated", "remove": "removed"}[operation]


def _show_edit(call: Call, done: dict[str, list[Any]]) -> None:
    for kind, ones in done.items():
        for one in ones:
            call.output.text(f"{kind}: [{one.entry.id}] {one.entry.content!r}")
    if not any(done.values()):
        call.output.text("Nothing changed")
    call.output.text(call.output.dim(f"identity block: {call.entries.usage()['identity']}"))


def flags_correct(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser)
    parser.add_argument("content", metavar="TEXT", help="the right statement; - reads it from standard input")
    parser.add_argument("--reason", help="why the old one was wrong, for the history")


def run_correct(call: Call) -> int:
    """Replace a statement."""
    options = call.options
    wrong = call.standing_entry()
    written = call.entries.correct(wrong.id, call.text_argument(options.content), reason=options.reason)
    return show_written(call, written, "Corrected", unchanged="It says so already")


def flags_remove(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser)
    parser.add_argument("--reason", help="why, for the history")
    parser.add_argument("--undo", action="store_true", help="make a removed or superseded entry active again")


def run_remove(call: Call) -> int:
    """Remove it, or bring it back."""
    options = call.options
    if options.undo:
        restored = call.entries.restore(call.entry().id)
        show_written(call, restored, "Restored", unchanged="It is active")
        if restored.duplicate and not call.output.json:
            call.output.note(_next_step(call, restored.entry.id))
        return 0
    written = call.entries.remove(call.standing_entry().id, reason=options.reason)
    if call.output.json or written.staged:
        return show_written(call, written, "Deleted")
    call.output.text(f"Deleted: '{written.entry.content}'")
    call.output.text(call.output.dim(f"'tiermem remove --undo {written.entry.id}' brings it back."))
    show_block_usage(call, written)
    return 0


def _next_step(call: Call, entry_id: str) -> str:
    """Return the next step for an active entry: its last edit is undone, or its history seen if it was only added."""
    last = call.entries.steps_back(entry_id).get(entry_id)
    is_edited = any(
        one.seq == last and one.kind == "updated" for one in call.entries.history(entry_id).events
    )
    if is_edited:
        return f"'tiermem undo {entry_id}' undoes its last change."
    return f"'tiermem history {entry_id}' shows its changes."


def flags_undo(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser)


def run_undo(call: Call) -> int:
    """Undo its last change that is not undone yet, whoever made it."""
    done = call.entries.undo(call.entries.steps_back(call.entry().id))
    if call.output.json:
        call.output.document(written_data(call, done[-1]))
        return 0
    for one in done:
        entry, before = one.entry, one.before
        call.output.text(f"{_BACK[entry.status]}: [{entry.id}] {entry.content!r}")
        if before is not None and before.content != entry.content:
            call.output.text(f"Instead of: {before.content!r}")
        note_left_out(call, entry)
    show_block_usage(call, done[-1])
    call.output.note(f"'tiermem history {done[-1].entry.id}' shows all changes.")
    return 0


def flags_pin(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser)
    parser.add_argument("--undo", action="store_true", help="unpin it")


def run_pin(call: Call) -> int:
    """Pin it, or unpin it, and say if it is not shown all the same."""
    undo = call.options.undo
    written = call.entries.pin(call.standing_entry().id, undo=undo)
    show_written(call, written, "Unpinned" if undo else "Pinned", unchanged="It is so already")
    if not undo and not call.why_left_out(written.entry):
        _note_if_not_shown(call, written.entry.id)
    return 0


def _note_if_not_shown(call: Call, entry_id: str) -> None:
    options = call.options
    preview = call.memory.preview(options.user, project=options.project, task=options.task)
    why = {line.id: line.why for line in preview.view.explain().left_out}.get(entry_id)
    if why is not None:
        call.output.note(f"It is not in the block of such a session: {why}.")


def flags_hide(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser)
    parser.add_argument("--undo", action="store_true", help="show it again")


def run_hide(call: Call) -> int:
    """Hide it, or let it be shown again."""
    undo = call.options.undo
    written = call.entries.hide(call.standing_entry().id, undo=undo)
    return show_written(call, written, "Shown again" if undo else "Hidden", unchanged="It is so already")


def flags_erase(parser: ArgumentParser) -> None:
    """Add the flags."""
    add_id(parser, turns=True)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--session",
        metavar="ID",
        help="a session, with its turns, its summary and everything learned from it",
    )
    what.add_argument("--line", metavar="TEXT", help="a line of the profile, or the path of a value in it")
    what.add_argument("--everything", action="store_true", help="all data of the user given by --user")
    parser.add_argument(
        "--export", metavar="FILE", help="with --everything: write the data there as JSON first"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")


def run_erase(call: Call) -> int:
    """Erase it, and show the receipt."""
    options = call.options
    given = [options.id, options.session, options.line, options.user if options.everything else None]
    if sum(one is not None for one in given) != 1:
        raise InputError(
            "Name one: an entry, a turn, --session, --line, or --everything with --user NAME. "
            "See 'tiermem erase --help'."
        )
    if options.export and not options.everything:
        raise InputError("--export needs --everything. Use 'tiermem export' for other exports.")
    is_entry = options.id is not None and "/" not in options.id
    name = call.entry().id if is_entry else next(one for one in given if one is not None)
    if not options.yes:
        _ask(call, name, call.entry().content if is_entry else "")
    if options.export:
        _export(call, Path(options.export))
    erased = _erased(call, name)
    if call.output.json:
        usage = {} if options.everything else {"usage": call.usage}
        call.output.document({"erased": _data(erased), **usage})
    else:
        _show_erase(call, erased)
    return 0


def _erased(call: Call, name: str) -> Erased:
    options = call.options
    if options.id is not None and "/" not in options.id:
        return call.entries.erase(name)
    erasing = call.memory.erasing(options.user)
    if options.everything:
        return erasing.everything()
    erase = erasing.session if options.session else erasing.line if options.line else erasing.turn
    return erase(name)


def _export(call: Call, path: Path) -> None:
    """Write all of the user to a file that is not there yet."""
    from tiermem.doors.cli.verbs.care.transfer import to_file
    from tiermem.transfer.formats.json_export import json_lines

    if path.exists():
        raise InputError(f"{path} exists already. Name another file. Nothing was erased.")
    to_file(path, json_lines(call.memory.maintenance.dump(call.options.user)))


def _ask(call: Call, name: str, content: str) -> None:
    """Ask for the name once more; piped input does not count."""
    if not sys.stdin.isatty():
        raise InputError("Erasing cannot be undone. Add --yes to erase without confirmation.")
    call.output.note(f"[{name}] {content}".rstrip())
    call.output.note("This permanently deletes it and its words everywhere. Type the id to confirm:")
    if sys.stdin.readline().strip() != name:
        raise InputError("The id does not match. Nothing was erased.")


def _data(erased: Erased) -> dict[str, object]:
    return {
        "id": erased.entry_id,
        "state": erased.state,
        "touched": dict(erased.touched),
        "out_of_reach": list(erased.out_of_reach),
        "also": list(erased.also),
    }


def _show_erase(call: Call, erased: Erased) -> None:
    output = call.output
    output.text(f"Erased {erased.entry_id}: {erased.state}")
    if erased.state != "complete":
        output.text("Another process still reads the file: old pages of it stay until that ends.")
    for table, rows in erased.touched.items():
        output.text(f"  {table.replace('_', ' '):<15} {rows:,}")
    output.text("Out of reach:")
    for place in erased.out_of_reach:
        output.text(f"  {place}")
    if erased.also:
        output.text("Also speaks of it:")
    for ref in erased.also:
        output.text(f"  tiermem erase {shlex.quote(ref)}")


def show_written(call: Call, written: WriteResult, done: str, *, unchanged: str = "Already there") -> int:
    """Print the result of a write: ``{"entry", "usage"}``, or a line for people. Return exit status 0.

    Args:
        call: The call that wrote.
        written: Its result.
        done: The word for it: ``Stored``.
        unchanged: The word when there was nothing to do.
    """
    if call.output.json:
        call.output.document(written_data(call, written))
        return 0
    entry, before = written.entry, written.before
    if written.staged:
        done = "Waits for approval"
    elif written.duplicate:
        done = unchanged
    call.output.text(f"{done}: [{entry.id}] {entry.content!r}")
    if written.duplicate and not written.staged:
        _show_left_out(call, written)
    if before is not None and before.content != entry.content:
        call.output.text(f"Before: [{before.id}] {before.content!r}")
    show_block_usage(call, written)
    note_left_out(call, entry)
    return 0


def note_left_out(call: Call, entry: Entry) -> None:
    """Note what waits for a decision and leaves an entry out that was just written."""
    for line in call.why_left_out(entry):
        call.output.note(line)


def _show_left_out(call: Call, written: WriteResult) -> None:
    """Name the labels given that an existing entry does not have."""
    options, entry = call.options, written.entry
    for name in ("category", "subject"):
        said, stored = getattr(options, name, None), getattr(entry, name)
        if said and said != stored:
            kept = f"stays {stored!r}" if stored else "stays empty"
            call.output.note(
                f"Its {name} {kept}. To change it: tiermem edit {entry.id} --{name} {shlex.quote(said)}"
            )
    missing = [tag for tag in getattr(options, "tag", ()) if tag not in entry.tags]
    if missing:
        flags = " ".join(f"--tag {shlex.quote(tag)}" for tag in (*entry.tags, *missing))
        call.output.note(f"Its tags stay as they are. To change them: tiermem edit {entry.id} {flags}")


def written_data(call: Call, written: WriteResult) -> dict[str, Any]:
    """Return a write as plain data: ``entry``, ``usage`` and what `representations.write` adds."""
    return {"entry": call.entry_data([written.entry])[0], "usage": call.usage} | representations.write(
        written
    )


def show_block_usage(call: Call, written: WriteResult) -> None:
    """Show the usage of the block that was written to."""
    entry = written.entry
    if entry.layer == "L0" and not written.staged:
        used = call.entries.usage()[entry.tier]
        call.output.text(call.output.dim(f"{entry.tier} block: {used}"))
