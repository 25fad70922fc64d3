"""Import exports of tiermem and files of other programs, whose format is detected from their beginning."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError, NothingThere, OverBudget, TranscriptError, UnfitRow, WriteRefused
from tiermem.text import statement_key
from tiermem.transfer import formats
from tiermem.transfer.formats.base import Contents, LineError, Remark
from tiermem.transfer.formats.markdown import MARKDOWN
from tiermem.values import Change, EntryFilter

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.engine.writes.commit import WriteResult
    from tiermem.memory.entries import Entries
    from tiermem.memory.memory import Memory
    from tiermem.transfer.formats.base import Format, Item, Rows
    from tiermem.values import Draft

_NOTES = "If these are plain notes, '--from claude' reads their lists and paragraphs."


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The result of importing one file.

    Attributes:
        format: Name of its format, one of `formats.NAMES`; "" if unknown.
        rows: Table → rows added, for JSON.
        entries: Outcome (added, updated, known, moved to L1, waiting for approval, refused, left out) → number of
            entries, for other formats.
        remarks: Entries that were moved, refused or left out.
        notes: Notices for a person about the whole file.
        error: The error because of which nothing was imported, or None.
    """

    file: str
    format: str
    rows: dict[str, int] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    notes: tuple[str, ...] = ()
    error: InputError | None = None

    @property
    def complete(self) -> bool:
        """True if the file was readable and not empty, and nothing was refused."""
        is_nothing = self.format != "json" and not (self.entries or self.remarks)
        return not (self.error or is_nothing or self.entries.get("refused"))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data."""
        begin = {"file": self.file, "format": self.format}
        if self.error is not None:
            return begin | {"error": self.error.as_dict()}
        if self.format == "json":
            return begin | {"rows": self.rows}
        remarks = [
            {"line": one.line, "id": one.entry_id, "content": one.content, "why": one.why}
            for one in self.remarks
        ]
        return begin | {"entries": self.entries, "remarks": remarks, "notes": list(self.notes)}


def import_file(memory: Memory, path: Path, user: str | None = None, name: str | None = None) -> Imported:
    """Import one file. Existing entries are not changed.

    The whole file is read first. JSON is imported completely or not at all, with texts cleaned by the checks.
    Entries of other formats are written as by a person. If they exceed the budget of a block, they go to L1.
    An entry of another program is imported only once, even if it has been changed or removed here since.

    Args:
        memory: The memory to import into.
        path: The file.
        user: Owner of the entries (default: the YAML's user). JSON has its own users.
        name: Its format, one of `formats.NAMES` (default: detected from its beginning).

    Raises:
        TranscriptError: The file cannot be read or is broken. Nothing was imported.
        InputError: There is no format of this name.
    """
    wanted = formats.by_name(name) if name else formats.detect_or_guess(path)
    try:
        return _import(memory, EntryImporter(memory, user), path, wanted)
    except TranscriptError as error:
        if name or wanted is not MARKDOWN or formats.detect(path) is not None:
            raise
        raise TranscriptError(path, line=error.line, problem=f"{error.problem} {_NOTES}") from None


def import_folder(
    memory: Memory, folder: Path, user: str | None = None, name: str | None = None
) -> Iterator[Imported]:
    """Import the files of a folder and its subfolders, as `import_file` does. Broken files do not stop others.

    Hidden files and files of unknown format are skipped.

    Args:
        memory: The memory to import into.
        folder: The folder.
        user: As for `import_file`.
        name: As for `import_file`. All files with a suffix of that format are then read.

    Raises:
        InputError: There is no format of this name.
        NothingThere: The folder has no file of a known format.
    """
    forced = formats.by_name(name) if name else None
    suffixes = forced.suffixes if forced else formats.SUFFIXES
    taking = EntryImporter(memory, user)
    found = False
    for path in _files(folder, suffixes):
        try:
            wanted = forced or formats.detect(path)
            if wanted is None:
                continue
            found = True
            yield _import(memory, taking, path, wanted)
        except InputError as error:
            found = True
            yield Imported(file=str(path), format=wanted.name if wanted else "", error=error)
    if not found:
        raise NothingThere(
            folder, f"It contains no file that can be imported. Formats: {', '.join(formats.NAMES)}."
        )


def _files(folder: Path, suffixes: frozenset[str] | tuple[str, ...]) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.suffix.lower() in suffixes and path.is_file():
            yield path


def _import(memory: Memory, taking: EntryImporter, path: Path, wanted: Format) -> Imported:
    try:
        held = wanted.read(path)
    except LineError as error:
        raise TranscriptError(path, line=error.line, problem=str(error)) from None
    except OSError as error:
        raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error
    if not isinstance(held, Contents):
        return Imported(file=str(path), format=wanted.name, rows=_load(memory, held))
    outcome = taking.take(held)
    return Imported(
        file=str(path),
        format=wanted.name,
        entries=dict(outcome.entries),
        remarks=tuple(outcome.remarks),
        notes=tuple(outcome.notes),
    )


def _load(memory: Memory, rows: Rows) -> dict[str, int]:
    try:
        return dict(memory.maintenance.load(iter(rows)))
    except TranscriptError:
        raise
    except UnfitRow as error:
        deque(
            islice(rows, error.place), maxlen=0
        )  # all were read: read again up to this one to find its line
        raise rows.broken(str(error)) from error
    except (InputError, WriteRefused) as error:
        raise rows.broken(str(error)) from error


# -- writing entries -----------------------------------------------------------------------------

ADDED, UPDATED, KNOWN, MOVED = "added", "updated", "known", "moved to L1"
WAITING, REFUSED, LEFT = "waiting for approval", "refused", "left out"
_FULL = "the {} block has no room for it; it is recalled when it matters"
_ALL_FULL = (
    "the {} entries do not fit the blocks as a whole: all of them are in layer L1, recalled when it matters"
)


@dataclass(kw_only=True)
class ImportOutcome:
    """Counts of the outcomes of a file's entries.

    Attributes:
        entries: ImportOutcome → entries.
        remarks: Remarks about parts of the file.
        notes: Remarks about the whole file.
    """

    entries: Counter[str] = field(default_factory=Counter)
    remarks: list[Remark] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class EntryImporter:
    """Imports the entries of files for one user.

    Args:
        memory: The memory to import into.
        user: Owner of the entries (default: the YAML's user).
    """

    def __init__(self, memory: Memory, user: str | None) -> None:
        self._memory = memory
        self._user = user
        self._subject_chars = memory.settings.limits.subject_chars

    @cached_property
    def _entries(self) -> Entries:
        return self._memory.entries(self._user)

    @cached_property
    def _origins(self) -> set[str | None]:
        """Origins of all entries ever added, including removed ones."""
        added = self._memory.of(self._user).timeline.events(self._user, kinds=("added", "staged"))
        return {event.payload.get("origin") for event in added}

    @cached_property
    def _statements(self) -> set[str]:
        there, _ = self._entries.list(EntryFilter(layers=("L0", "L1")))
        return {statement_key(entry.content) for entry in there}

    def take(self, reading: Contents) -> ImportOutcome:
        """Write the new entries of a file."""
        outcome = ImportOutcome()
        self._leave(reading.left, outcome)
        if reading.known_by_origin:
            self._as_a_whole(reading.items, outcome)
        else:
            for item in reading.items:
                self._alone(item, outcome)
        return outcome

    def _leave(self, left: Sequence[Remark], outcome: ImportOutcome) -> None:
        for remark in left:
            outcome.entries[REFUSED if remark.refused else LEFT] += 1
            outcome.remarks.append(remark)

    def _as_a_whole(self, items: Sequence[Item], outcome: ImportOutcome) -> None:
        """Write all entries in one transaction, or one by one if some are refused.

        They go into the blocks if all of them fit, otherwise all go to L1, as with an adopted database.
        """
        new = [item for item in map(self._fitted, items) if not self._is_known(item)]
        if known := len(items) - len(new):
            outcome.entries[KNOWN] = known
        for wanted in (new, [_beside_the_blocks(item) for item in new]):
            try:
                written = self._entries.rewrite([_change(item) for item in wanted])
            except OverBudget:
                continue
            except (WriteRefused, InputError):
                for item in wanted:
                    self._alone(item, outcome)
            else:
                for item, one in zip(wanted, written, strict=True):
                    self._note(item, one, outcome)
            if wanted is not new:
                outcome.notes.append(_ALL_FULL.format(len(new)))
            return

    def _is_known(self, item: Item) -> bool:
        """Return True if the entry was imported before, or a visible entry in any tier or layer has the same text."""
        return item.draft.origin in self._origins or statement_key(item.draft.content) in self._statements

    def _alone(self, item: Item, outcome: ImportOutcome) -> None:
        moved = False
        try:
            try:
                (written,) = self._entries.rewrite([_change(item)])
            except OverBudget:
                if item.draft.tier == "identity":
                    raise
                (written,) = self._entries.rewrite([_change(_beside_the_blocks(item))])
                moved = not written.duplicate
        except (WriteRefused, InputError) as error:
            outcome.entries[REFUSED] += 1
            content = item.draft.content
            remark = Remark(line=item.line, entry_id=None, content=content, why=str(error), refused=True)
            outcome.remarks.append(remark)
            return
        self._note(item, written, outcome, moved=moved)

    def _note(self, item: Item, written: WriteResult, outcome: ImportOutcome, *, moved: bool = False) -> None:
        entry = written.entry
        self._origins.add(item.draft.origin)
        self._statements.add(statement_key(entry.content))
        if moved:
            why = _FULL.format(entry.tier)
            outcome.remarks.append(Remark(line=item.line, entry_id=entry.id, content=entry.content, why=why))
        outcome.entries[MOVED if moved else _kind(written)] += 1

    def _fitted(self, item: Item) -> Item:
        """Move a subject that is too long to the text."""
        subject = item.draft.subject
        if subject is None or len(subject) <= self._subject_chars:
            return item
        content = item.draft.content
        content = content if subject.lower() in content.lower() else f"{subject}: {content}"
        return replace(item, draft=replace(item.draft, subject=None, content=content))


def _kind(written: WriteResult) -> str:
    if written.staged:
        return WAITING
    if written.duplicate:
        return KNOWN
    return UPDATED if written.before else ADDED


def _beside_the_blocks(item: Item) -> Item:
    draft: Draft = item.draft
    return replace(item, draft=replace(draft, layer="L1")) if draft.layer == "L0" else item


def _change(item: Item) -> Change:
    return Change(
        operation="add",
        source="user",
        draft=item.draft,
        allow_same_subject=True,
        to_user=item.of_user,
        reason="imported",
        at=item.at,
    )
