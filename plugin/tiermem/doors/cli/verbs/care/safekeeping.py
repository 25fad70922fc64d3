"""Keep the store safe: ``backup``, ``restore``, ``rebuild``, ``copy``, ``postgres`` and ``doctor --repair``."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tiermem.errors import InputError, StoreError
from tiermem.values.store_urls import without_password

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

    from tiermem.doors.cli.call import Call
    from tiermem.store.contract import Finding

_SHOWN = 10
"""Rows of a kind that are shown; the rest are counted."""


def flags_backup(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.description = (
        "Copy the store while it is in use. The copy is verified row by row, and only its owner can read it."
    )
    parser.add_argument(
        "target", nargs="?", metavar="FILE", help="a new file or a folder (default: beside the store)"
    )


def run_backup(call: Call) -> int:
    """Back the store up."""
    copy = call.safekeeping.backup(call.options.target)
    if call.output.json:
        call.output.document({"file": str(copy), "bytes": copy.stat().st_size})
    else:
        call.output.text(f"Copied to {copy}, and verified. Restore it with: tiermem restore '{copy}'")
    return 0


def flags_restore(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.description = (
        "Put a backup in the store's place, once it is verified. What was there is copied first; "
        "restoring that copy is the undo."
    )
    parser.add_argument("file", metavar="FILE", help="a file written by 'tiermem backup'")


def run_restore(call: Call) -> int:
    """Restore a backup."""
    done = call.safekeeping.restore(call.options.file)
    if call.output.json:
        call.output.document(done.as_dict())
        return 0
    call.output.text(f"Restored {call.options.file} to {done.file}.")
    if done.kept is not None:
        call.output.note(f"What was there is in {done.kept}. Undo: tiermem restore '{done.kept}'")
    return 0


def flags_rebuild(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.description = (
        "Make a new store in which each entry comes from the stream and the versions, and say where that differs "
        "from the records. The store itself stays as it is."
    )
    parser.add_argument(
        "target", metavar="FILE", help="a new file; for a store on a server also the URL of an empty one"
    )


def run_rebuild(call: Call) -> int:
    """Rebuild the records: exit status 1 when rows are lost."""
    safekeeping, target = call.safekeeping, without_password(call.options.target)
    done = safekeeping.rebuild(call.options.target)
    if call.output.json:
        call.output.document({"file": target, **done.as_dict()})
    else:
        use = f"--store '{target}'" if safekeeping.is_on_server else f"tiermem restore '{target}'"
        call.output.text(f"Made {target}. Use it with: {use}")
        _show(call, "differs from its record", done.mended)
        _show(call, "lost", done.lost)
    return 1 if done.lost else 0


def flags_copy(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.description = (
        "Copy a store to another place or engine, with everything in it, and verify the copy by number and digest of "
        "its rows. A copy that was cut off goes on where it stopped."
    )
    parser.add_argument(
        "--from",
        dest="origin",
        metavar="URL",
        required=True,
        help="the store: sqlite:///PATH or postgresql://…",
    )
    parser.add_argument(
        "--to",
        dest="target",
        metavar="URL",
        required=True,
        help="the copy: a new store, or one that was cut off",
    )


def run_copy(call: Call) -> int:
    """Copy a store."""
    from tiermem.memory.care.safekeeping import copy_store

    origin, target = call.options.origin, call.options.target
    copied = copy_store(origin, target, lambda what, done, total: call.output.progress(done, total, what))
    if call.output.json:
        call.output.document(copied.as_dict())
        return 0
    number = sum(copied.rows.values())
    call.output.text(
        f"Copied {number:,} rows to {copied.target}, and verified (SHA-256 {copied.digest[:16]}…)."
    )
    return 0


def flags_postgres(parser: ArgumentParser) -> None:
    """Add the sub-verb."""
    parser.description = (
        "Make the tables of a store on PostgreSQL and the roles of which row-level security takes care. "
        "--store is the URL of the owner, who may make roles. It may be repeated, and is after an upgrade."
    )
    parser.epilog = "postgres setup --store postgresql://OWNER@SERVER/DATABASE [--role NAME] [--partitions N]"
    parser.add_argument("action", choices=("setup",))
    parser.add_argument(
        "--role", default="tiermem", metavar="NAME", help="the role that agents log in as (default: tiermem)"
    )
    parser.add_argument(
        "--partitions",
        type=int,
        metavar="N",
        help="split the tables that grow most by owner; for an empty store of tens of millions of texts to come",
    )


def run_postgres(call: Call) -> int:
    """Set the roles up."""
    from tiermem.memory.care.safekeeping import set_up_roles

    if not call.options.store:
        raise InputError("Name the owner's URL: --store postgresql://OWNER@SERVER/DATABASE.")
    role = call.options.role
    made = set_up_roles(call.options.store, role, call.options.partitions)
    if call.output.json:
        call.output.document({"role": role, "made": made})
        return 0
    call.output.text(f"Ready. Agents log in as {role}: store: postgresql://{role}@SERVER/DATABASE")
    if made:
        call.output.note(f"The role has no password yet. Set it with psql: \\password {role}")
    return 0


def repair(call: Call) -> int:
    """Mend the store: exit status 1 when rows are lost or something is still found."""
    if _is_sound(call):
        if call.output.json:
            call.output.document({"kept": None, "mended": [], "lost": [], "findings": []})
        else:
            call.output.text("sound")
        return 0
    done = call.safekeeping.repair()
    if call.output.json:
        call.output.document(done.as_dict())
    else:
        _show(call, "mended", done.mended)
        _show(call, "lost", done.lost)
        _show(call, "still found", [finding.what for finding in done.findings])
        call.output.text(f"Repaired. The store as it was is in {done.kept}.")
    return 1 if done.lost or done.findings else 0


def _is_sound(call: Call) -> bool:
    """Return True if nothing is found; a store that cannot be opened is not sound."""
    findings: Sequence[Finding] | None = None
    with suppress(StoreError):
        findings = call.memory.maintenance.doctor()
        call.memory.release()
    return findings is not None and not findings


def _show(call: Call, what: str, rows: Sequence[str]) -> None:
    for row in rows[:_SHOWN]:
        call.output.text(f"{what}: {row}")
    if len(rows) > _SHOWN:
        call.output.text(f"… and {len(rows) - _SHOWN:,} more")
