"""Write edits to files so that they can be undone to the byte."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from tiermem.errors import InputError
from tiermem.hosts.install.edits import put_all, remove_all
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.hosts.install.edits import FileEdit


class _Record(TypedDict):
    """A written file: its text before, the digest of its text after, and the folders created for it."""

    before: str | None
    after: str
    folders: list[str]


Texts = Mapping[Path, str | None]
"""File → its text; None for a missing file."""


def read(edits: Sequence[FileEdit]) -> dict[Path, str | None]:
    """Return the current texts of the files.

    Raises:
        InputError: A file cannot be read.
    """
    found: dict[Path, str | None] = {}
    for file in dict.fromkeys(one.file for one in edits):
        try:
            found[file] = file.read_bytes().decode("utf-8") if file.exists() else None
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{file} cannot be read: {error}.") from None
    return found


def difference(before: Texts, after: Texts) -> str:
    """Return the changes as a unified diff."""
    return "".join(_differences(before, after))


def _differences(before: Texts, after: Texts) -> Iterator[str]:
    for file, text in after.items():
        old, new = (before[file] or "").splitlines(keepends=True), (text or "").splitlines(keepends=True)
        yield from difflib.unified_diff(old, new, f"{file} (now)", f"{file} (then)")


def brief(before: Texts, after: Texts) -> str:
    """Return the changes in brief: names and lengths of new files, and changed lines of others, shortened."""
    return "\n".join(line for file, text in after.items() for line in _brief(file, before[file], text))


def _brief(file: Path, old: str | None, new: str | None) -> Iterator[str]:
    if new is None:
        yield f"--- {file} (goes)"
    elif old is None:
        yield f"+++ {file} (new, {len(new.splitlines())} lines)"
    else:
        for line in _differences({file: old}, {file: new}):
            bare = line.rstrip("\r\n")
            is_cut = len(bare) > LONGEST_LINE and not bare.startswith(("---", "+++"))
            yield f"{bare[: LONGEST_LINE // 2]}…{bare[1 - LONGEST_LINE // 2 :]}" if is_cut else bare


LONGEST_LINE = 100
"""Maximum characters of a line in `brief`; command lines of hooks have 300."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """New texts of files, not yet written.

    Attributes:
        difference: The changes as a unified diff; "" if nothing changes.
        brief: The changes in brief, see `brief`.
        files: The files that change.
        write: Writes all files or none. Raises `InputError` if a file cannot be written.
    """

    difference: str
    brief: str
    files: Sequence[Path]
    write: Callable[[], None]


_NONE = Rewrite("", "", (), lambda: None)


class Installation:
    """The edits in one home folder, with a record to undo them.

    Args:
        record: The file that keeps the original texts.
    """

    def __init__(self, record: Path) -> None:
        self._record = record

    @property
    def empty(self) -> bool:
        """True if nothing is installed."""
        return not self._records()

    def is_last(self, edits: Sequence[FileEdit], shared: Path) -> bool:
        """Return True if only these edits are installed, and the file that all hosts share."""
        return self._records().keys() <= {str(shared), *(str(one.file) for one in edits)}

    def install(self, edits: Sequence[FileEdit]) -> Rewrite:
        """Return the files with all edits.

        Raises:
            InputError: A file cannot be read or edited.
        """
        before = read(edits)
        after = put_all(edits, before)
        if not after:
            return _NONE
        kept, others = self._records(), remove_all(edits, before)
        for file, text in after.items():
            known = kept.get(str(file)) or _Record(before=before[file], after="", folders=_missing(file))
            if known["after"] not in ("", _digest(before[file])):  # it has been changed since
                known["before"] = others.get(file, before[file])
            kept[str(file)] = {**known, "after": _digest(text)}

        def write() -> None:
            earlier = self._records()
            self._keep(kept)
            try:
                _write(after, before)
            except InputError:
                self._keep(earlier)
                raise

        return Rewrite(difference(before, after), brief(before, after), tuple(after), write)

    def uninstall(self, edits: Sequence[FileEdit]) -> Rewrite:
        """Return the files without the edits.

        Files that have not been changed since get their original bytes back. From others only the edits are removed.

        Raises:
            InputError: As `install`.
        """
        now, kept = read(edits), self._records()
        after = remove_all(edits, now)
        for file, text in now.items():
            record = kept.get(str(file))
            if record is not None and text is not None and record["after"] == _digest(text):
                after[file] = record["before"]
        if not after:
            return _NONE

        def write() -> None:
            _write(after, now)
            gone = [record for file in after if (record := kept.pop(str(file), None))]
            _remove_empty(folder for record in gone for folder in record["folders"])
            self._keep(kept)

        return Rewrite(difference(now, after), brief(now, after), tuple(after), write)

    def _records(self) -> dict[str, _Record]:
        try:
            found: dict[str, _Record] = json.loads(self._record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found

    def _keep(self, kept: Mapping[str, _Record]) -> None:
        if kept:
            try:
                self._record.parent.mkdir(parents=True, exist_ok=True)
                _replace(self._record, json.dumps(kept, ensure_ascii=False, indent=1))
            except OSError as error:
                raise InputError(f"{self._record} cannot be written: {error}. Nothing was changed.") from None
        else:
            self._record.unlink(missing_ok=True)


def _write(texts: Texts, before: Texts) -> None:
    """Write all files or none.

    Raises:
        InputError: A file cannot be written.
    """
    folders = [folder for file in texts for folder in _missing(file)]
    written: list[Path] = []
    try:
        for file, text in texts.items():
            _put(file, text)
            written.append(file)
    except OSError as error:
        for done in written:
            with suppress(OSError):
                _put(done, before[done])
        with suppress(OSError):
            _remove_empty(folders)
        raise InputError(f"{file} cannot be written: {error}. Nothing was changed.") from None


def _put(file: Path, text: str | None) -> None:
    if text is None:
        file.unlink(missing_ok=True)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, text)


def _replace(file: Path, text: str) -> None:
    """Write a file atomically; keep links and permissions."""
    target = file.resolve() if file.is_symlink() else file
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        if target.exists():
            Path(name).chmod(target.stat().st_mode)
        elif text.startswith("#!"):
            Path(name).chmod(0o700)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _missing(file: Path) -> list[str]:
    """Return the missing folders of a file, innermost first."""
    return [str(folder) for folder in file.parents if not folder.exists()]


def _remove_empty(folders: Iterable[str]) -> None:
    """Remove folders that were created for files, if they are empty but for Python's caches."""
    for folder in sorted({Path(name) for name in folders}, reverse=True):
        if not folder.is_dir():
            continue
        if [found.name for found in folder.iterdir()] == ["__pycache__"]:
            shutil.rmtree(folder / "__pycache__")
        if not any(folder.iterdir()):
            folder.rmdir()


def _digest(text: str | None) -> str:
    return sha256((text or "").encode()).hexdigest()
