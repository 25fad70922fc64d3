"""Writing what `tiermem.hosts.install` plans, so that it can be undone to the byte."""

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
from tiermem.hosts.install import applied, wanted, without
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.hosts.install import Wish


class _Kept(TypedDict):
    """What is known of a file that was written: its text before, what it was then, and the folders made for it."""

    before: str | None
    after: str
    folders: list[str]


Texts = Mapping[Path, str | None]
"""File → its text; None for no file."""


def read(wishes: Sequence[Wish]) -> dict[Path, str | None]:
    """The texts of the files as they are now.

    Raises:
        InputError: One cannot be read.
    """
    found: dict[Path, str | None] = {}
    for file in wanted(wishes):
        try:
            found[file] = file.read_bytes().decode("utf-8") if file.exists() else None
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{file} cannot be read: {error}.") from None
    return found


def difference(before: Texts, after: Texts) -> str:
    """What would change, as a unified difference."""
    return "".join(_differences(before, after))


def _differences(before: Texts, after: Texts) -> Iterator[str]:
    for file, text in after.items():
        old, new = (before[file] or "").splitlines(keepends=True), (text or "").splitlines(keepends=True)
        yield from difflib.unified_diff(old, new, f"{file} (now)", f"{file} (then)")


def brief(before: Texts, after: Texts) -> str:
    """What would change, for a look: new files by name and length, of others the lines, long ones cut in the middle."""
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
"""Characters of a line that are shown where a look is enough: command lines of hooks have 300."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What files would hold. Nothing is written yet.

    Attributes:
        difference: As a unified difference; "" where nothing changes.
        brief: The same for a look, see `brief`.
        files: The files that change.
        write: Writes it, all or nothing; raises `InputError` where a file cannot be written.
    """

    difference: str
    brief: str
    files: Sequence[Path]
    write: Callable[[], None]


_NONE = Rewrite("", "", (), lambda: None)


class Installation:
    """What was written for one home, kept beside the store of the person's data.

    Args:
        record: The file in which the texts before are kept.
    """

    def __init__(self, record: Path) -> None:
        self._record = record

    @property
    def empty(self) -> bool:
        """Whether nothing is written any more."""
        return not self._kept()

    def install(self, wishes: Sequence[Wish]) -> Rewrite:
        """All edits put in.

        Raises:
            InputError: A file cannot be read, or holds something else.
        """
        before = read(wishes)
        after = applied(wishes, before)
        if not after:
            return _NONE
        kept, others = self._kept(), without(wishes, before)
        for file, text in after.items():
            known = kept.get(str(file)) or _Kept(before=before[file], after="", folders=_missing(file))
            if known["after"] not in ("", _digest(before[file])):  # somebody changed it meanwhile
                known["before"] = others.get(file, before[file])
            kept[str(file)] = {**known, "after": _digest(text)}

        def write() -> None:
            earlier = self._kept()
            self._keep(kept)
            try:
                _write(after, before)
            except InputError:
                self._keep(earlier)
                raise

        return Rewrite(difference(before, after), brief(before, after), tuple(after), write)

    def uninstall(self, wishes: Sequence[Wish]) -> Rewrite:
        """All edits taken out again.

        A file that nobody changed since it was written gets its very bytes back; of any other only ours is taken out.

        Raises:
            InputError: As `install`.
        """
        now, kept = read(wishes), self._kept()
        after = without(wishes, now)
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

    def _kept(self) -> dict[str, _Kept]:
        try:
            found: dict[str, _Kept] = json.loads(self._record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found

    def _keep(self, kept: Mapping[str, _Kept]) -> None:
        if kept:
            try:
                self._record.parent.mkdir(parents=True, exist_ok=True)
                _replace(self._record, json.dumps(kept, ensure_ascii=False, indent=1))
            except OSError as error:
                raise InputError(f"{self._record} cannot be written: {error}. Nothing was changed.") from None
        else:
            self._record.unlink(missing_ok=True)


def _write(texts: Texts, before: Texts) -> None:
    """Write all of them, or none.

    Raises:
        InputError: One cannot be written.
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
    """Write a file as a whole or not at all; a link stays one, and so does who may read it."""
    target = file.resolve() if file.is_symlink() else file
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        if target.exists():
            Path(name).chmod(target.stat().st_mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _missing(file: Path) -> list[str]:
    """The folders that have to be made for a file, the innermost first."""
    return [str(folder) for folder in file.parents if not folder.exists()]


def _remove_empty(folders: Iterable[str]) -> None:
    """Remove folders that were made for files, with what Python keeps of a program that was there."""
    for folder in sorted({Path(name) for name in folders}, reverse=True):
        if not folder.is_dir():
            continue
        if [found.name for found in folder.iterdir()] == ["__pycache__"]:
            shutil.rmtree(folder / "__pycache__")
        if not any(folder.iterdir()):
            folder.rmdir()


def _digest(text: str | None) -> str:
    return sha256((text or "").encode()).hexdigest()
