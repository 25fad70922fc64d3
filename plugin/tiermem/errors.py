"""The errors of tiermem, as one small tree.

::

    TiermemError
    ├── ConfigError          the agent's YAML is not valid
    ├── StoreError           the database cannot be used as it is
    │   ├── UnusableStore    the path cannot be opened or written
    │   ├── ForeignStore     the file is a database of another program
    │   ├── NewerStore       written by a later version of tiermem
    │   ├── DamagedStore     rows or pages have changed since they were written
    │   ├── Busy             others kept changing the record
    │   ├── LostClaim        another worker took the work over
    │   └── DeadlineExceeded a query was stopped at its deadline
    ├── PluginError          a hook file or plugin cannot be loaded
    ├── Unanswered           a model gave no usable answer, so its input waits
    │   ├── CompletionFailed the call failed, was late or gave an invalid answer
    │   └── SpendingCap      the user's daily limit is reached
    ├── InputError           the request is invalid
    │   ├── ClosedMemory     the memory was closed before
    │   ├── ErasedOwner      the user was erased meanwhile
    │   ├── UnknownEntry     no visible entry has this id
    │   ├── WrongTier        the entry is in another tier
    │   ├── UnfitRow         a row of an export cannot be imported
    │   ├── NothingThere     a file or folder contains nothing to import
    │   └── TranscriptError  a file to import or replay is broken
    └── WriteRefused         the request is valid but refused
        ├── ContentLength    a content or subject is too short or too long
        ├── OverBudget       the block would exceed its limit
        ├── SameSubject      an entry about the same subject exists
        ├── Outdated         the entry has changed since the writer read it
        ├── CheckRefused     a ``check_write`` hook refused the write or failed
        └── NotAllowed       the writer may not replace this entry

Each error builds its message from data. `as_dict` returns the same data,
so that every door (command, tool, MCP, REST) reports errors in the same form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


class TiermemError(Exception):
    """Base class of all errors of this package.

    Attributes:
        code: A stable identifier for programs, the ``code`` of `as_dict`.
        further: The other errors, if several were found at once.
    """

    code: ClassVar[str] = "error"
    further: Sequence[TiermemError] = ()

    @property
    def for_people(self) -> str:
        """The message for the command line, which names verbs instead of tools."""
        return str(self)

    def details(self) -> Mapping[str, Any]:
        """Return the facts of this error beyond code and message, as plain data."""
        return {}

    def as_dict(self) -> dict[str, Any]:
        """Return ``{"code", "message", …}``, and ``further`` if there are other errors."""
        data = {"code": self.code, "message": str(self), **self.details()}
        return data | ({"further": [error.as_dict() for error in self.further]} if self.further else {})


class ConfigError(TiermemError):
    """An agent's YAML is not valid.

    Args:
        file: The file, as the user named it.
        line: Line in the file, from 1; None if no line applies.
        key: Dotted path of the key, or "" for the whole document.
        problem: The problem and the expected value, as a sentence part.
        nearest: The known key nearest to an unknown one.
        more: Other problems of the file, which the message counts.
    """

    code = "config"

    def __init__(
        self,
        file: str | Path,
        *,
        line: int | None,
        key: str,
        problem: str,
        nearest: str | None = None,
        more: int = 0,
    ) -> None:
        self.file, self.line, self.key, self.problem, self.nearest = str(file), line, key, problem, nearest
        counted = f" (and {more} more {'problem' if more == 1 else 'problems'})." if more else "."
        hint = f" Did you mean '{nearest}'?" if nearest else ""
        place = _place(self.file, line, key)
        self._alone = f"{place}{problem}{hint}"
        super().__init__(f"{place}{problem.removesuffix('.')}{counted}{hint}" if more else self._alone)

    @property
    def for_people(self) -> str:
        return self._alone  # the command prints the others too

    def details(self) -> Mapping[str, Any]:
        return {"file": self.file, "line": self.line, "key": self.key, "nearest": self.nearest}


def _place(file: str, line: int | None, key: str) -> str:
    """Return the known parts of ``agent.yaml:6: agents.a.tools[0].render: ``."""
    place = file if line is None else f"{file}:{line}"
    return f"{place}: {key}: " if key else f"{place}: "


class StoreError(TiermemError):
    """The database cannot be used as it is."""

    code = "store"

    @property
    def is_busy(self) -> bool:
        """True if another process has the store, or the time for it was over: a later try may succeed."""
        return False

    @property
    def is_away(self) -> bool:
        """True if the server of the store cannot be reached, or is too slow: a write is to wait for it."""
        return self.is_busy


class UnusableStore(StoreError):
    """The store cannot be opened or written."""

    code = "store_unusable"

    @property
    def is_busy(self) -> bool:
        """True if another process was writing or time ran out, so that a later try may succeed."""
        return any(word in self.reason for word in ("interrupted", "locked"))

    @property
    def is_away(self) -> bool:
        return self._is_away or self.is_busy

    def __init__(self, url: str, reason: str, *, is_away: bool = False) -> None:
        self.url, self.reason, self._is_away = url, reason, is_away
        super().__init__(
            f"Cannot use the store {url}: {reason}. Choose another one with --store, TIERMEM_STORE or 'store:'."
        )


class ForeignStore(StoreError):
    """The file is a database of another program. It was not changed."""

    code = "store_foreign"

    def __init__(self, path: str, tables: Sequence[str]) -> None:
        self.path, self.tables = path, tuple(tables)
        shown = ", ".join(self.tables[:5]) or "none readable"
        hint = (
            ""
            if self.tables
            else (
                " If it was one, restore a backup with 'tiermem restore FILE'. If it is encrypted, TIERMEM_KEY is "
                "missing or wrong; if it is not, unset TIERMEM_KEY."
            )
        )
        super().__init__(f"{path} is not a tiermem database (tables: {shown}). It was not changed.{hint}")


class NewerStore(StoreError):
    """The database was written by a later version. It was not changed."""

    code = "store_newer"

    def __init__(self, path: str, unknown: Sequence[str]) -> None:
        self.path, self.unknown = path, tuple(unknown)
        super().__init__(
            f"{path} was written by a newer tiermem (unknown migrations: {', '.join(self.unknown)}). "
            "Upgrade tiermem to open it. The file was not changed."
        )


class DamagedStore(StoreError):
    """Rows or pages of the database have changed since they were written.

    Args:
        path: The file.
        problems: The problems found, as sentences.
        way_out: The work not done, and what to do, as sentences.
    """

    code = "store_damaged"

    def __init__(self, path: str, problems: Sequence[str], way_out: str) -> None:
        self.path, self.problems = path, tuple(problems)
        more = f" (and {len(self.problems) - 1:,} more)" if len(self.problems) > 1 else ""
        super().__init__(f"{path} is damaged: {self.problems[0].rstrip('.')}{more}. {way_out}")

    def details(self) -> Mapping[str, Any]:
        return {"problems": list(self.problems)}


class LostClaim(StoreError):
    """Another worker has taken a user's work over, because this one was too slow. Nothing was written."""

    code = "claim_lost"

    def __init__(self, user: str, worker: str) -> None:
        self.user, self.worker = user, worker
        super().__init__(
            f"The work of user {user!r} was taken over from worker {worker}. Nothing was written."
        )


class Busy(StoreError):
    """Others changed a record during each try to write it. Nothing was written."""

    code = "busy"

    def __init__(self, what: str, tries: int) -> None:
        self.what, self.tries = what, tries
        super().__init__(f"{what} was changed by others during each of {tries} tries to write it. Try again.")


class DeadlineExceeded(StoreError):
    """A query was stopped because its deadline passed. Reads fail open.

    Attributes:
        sign: Words that every such message contains.
    """

    code = "deadline"
    sign: ClassVar[str] = "was stopped after its deadline of"

    def __init__(self, doing: str, deadline_ms: int) -> None:
        self.doing, self.deadline_ms = doing, deadline_ms
        super().__init__(f"{doing} {self.sign} {deadline_ms} ms.")

    @property
    def is_busy(self) -> bool:
        return True


class PluginError(TiermemError):
    """A hook file or an installed plugin cannot be loaded or registered.

    Args:
        plugin: Its name.
        problem: The problem, as a sentence.
        setting: Key of the memory entry and the item under it that name the plugin: ``("hooks", "/…/rules.py")``.
        file: The YAML that names it; None if none does.
        line: Line in that file.
        key: Dotted path of the key in it.
    """

    code = "plugin"

    def __init__(
        self,
        plugin: str,
        problem: str,
        *,
        setting: tuple[str, str] | None = None,
        file: str | Path | None = None,
        line: int | None = None,
        key: str = "",
    ) -> None:
        self.plugin, self.problem, self.setting = plugin, problem, setting
        self.file, self.line, self.key = None if file is None else str(file), line, key
        place = "" if self.file is None else _place(self.file, line, key)
        super().__init__(f"{place}Plugin {plugin}: {problem}")

    def details(self) -> Mapping[str, Any]:
        return {} if self.file is None else {"file": self.file, "line": self.line, "key": self.key}


class Unanswered(TiermemError):
    """A model gave no usable answer. Nothing is lost: its input is processed later."""

    code = "unanswered"


class CompletionFailed(Unanswered):
    """A generative model failed, was late, or gave an invalid answer.

    Args:
        purpose: Purpose of the request, a `values.Purpose`.
        problem: The problem, as a sentence part without any words of a person.
        model: Its name, if known.
        of_content: True if the problem lies in the request rather than the endpoint, see `values.Completion`.
    """

    code = "completion_failed"

    def __init__(
        self, purpose: str, problem: str, *, model: str | None = None, of_content: bool = False
    ) -> None:
        self.purpose, self.problem, self.model, self.of_content = purpose, problem, model, of_content
        asked = f"The model {model}" if model else "The model"
        super().__init__(f"{asked} gave no answer to '{purpose}': {problem.rstrip('.')}.")

    def details(self) -> Mapping[str, Any]:
        return {"purpose": self.purpose, "model": self.model}


class SpendingCap(Unanswered):
    """A model was not asked, because the user's daily limit is reached.

    Args:
        cap: ``tokens_per_day`` or ``usd_per_day``.
        spent: Costs of the user since midnight UTC, in tokens or US dollars.
        limit: The limit in the YAML.
        until: Instant at which models are asked again.
    """

    code = "spending_cap"

    def __init__(self, cap: str, *, spent: float, limit: float, until: str) -> None:
        self.cap, self.spent, self.limit, self.until = cap, spent, limit, until
        amounts = (
            f"{spent:,.4f} of {limit:,g} US dollars"
            if cap == "usd_per_day"
            else f"{spent:,} of {limit:,} tokens"
        )
        super().__init__(
            f"No model is asked before {until}: the user has spent {amounts} today. "
            f"Unread observations wait; 'spending: {{{cap}: …}}' in the agent's YAML sets the limit."
        )

    def details(self) -> Mapping[str, Any]:
        return {"cap": self.cap, "spent": self.spent, "limit": self.limit, "until": self.until}


class InputError(TiermemError):
    """The request is invalid. Nothing was changed."""

    code = "input"


class ClosedMemory(InputError):
    """The memory is used after it was closed."""

    code = "closed"

    def __init__(self) -> None:
        super().__init__("This memory is closed. Open it again with Memory.open.")


class ErasedOwner(InputError):
    """The user of an open session was erased. Nothing was written."""

    code = "erased_owner"

    def __init__(self) -> None:
        super().__init__(
            "The user was erased while this session was open, and nothing more is kept of it. Begin a new session."
        )


class UnfitRow(InputError):
    """A row of an export cannot be imported. Nothing was imported.

    Args:
        problem: The reason.
        place: Its place among all rows, from 1.
    """

    code = "unfit_row"

    def __init__(self, problem: str, place: int) -> None:
        super().__init__(problem)
        self.place = place

    def details(self) -> Mapping[str, Any]:
        return {"place": self.place}


class UnknownEntry(InputError):
    """The caller can see no entry with this id.

    Attributes:
        nearest: The id in reach that it is a misspelling of; None unless somebody has looked.
    """

    code = "unknown_entry"

    def __init__(self, entry_id: str) -> None:
        self.nearest: str | None = None
        self.entry_id = entry_id if len(entry_id) <= 40 else f"{entry_id[:40]}…"
        super().__init__(
            f"No entry {self.entry_id!r} is in reach. get_memories and search_memories show ids."
        )

    @property
    def for_people(self) -> str:
        hint = f" Did you mean {self.nearest!r}?" if self.nearest else ""
        return f"No entry {self.entry_id!r} is in reach.{hint} 'tiermem list' and 'tiermem search' show ids."

    def details(self) -> Mapping[str, Any]:
        return {"id": self.entry_id} | ({"nearest": self.nearest} if self.nearest else {})


class WrongTier(InputError):
    """The entry exists, but not in the tier that was named."""

    code = "wrong_tier"

    def __init__(self, entry_id: str, *, actual: str, named: str) -> None:
        self.entry_id, self.actual, self.named = entry_id, actual, named
        super().__init__(f"Entry {entry_id} is in tier '{actual}', not '{named}'. Use target '{actual}'.")

    def details(self) -> Mapping[str, Any]:
        return {"id": self.entry_id, "tier": self.actual}


class TranscriptError(InputError):
    """A file to replay or import is broken at a line. Everything read before it is kept.

    Args:
        file: The file, as the user named it.
        line: The broken line, from 1; None for the whole file.
        problem: The problem, as a sentence part.
        kept: Description of everything imported before the error.
    """

    code = "transcript"

    def __init__(self, file: str | Path, *, line: int | None, problem: str, kept: str = "nothing") -> None:
        self.file, self.line, self.problem, self.kept = str(file), line, problem, kept
        place = self.file if line is None else f"{self.file}:{line}"
        super().__init__(f"{place}: {problem} Kept: {kept}.")

    def details(self) -> Mapping[str, Any]:
        return {"file": self.file, "line": self.line, "kept": self.kept}


class NothingThere(InputError):
    """A file or folder contains nothing to import."""

    code = "nothing"

    def __init__(self, path: str | Path, problem: str) -> None:
        self.path = str(path)
        super().__init__(f"{self.path}: {problem}")

    def details(self) -> Mapping[str, Any]:
        return {"file": self.path}


class WriteRefused(TiermemError):
    """The request was refused. Nothing was written or cut."""

    code = "refused"


class ContentLength(WriteRefused):
    """A content or subject is too short or too long."""

    code = "content_length"

    def __init__(self, what: str, length: int, low: int, high: int) -> None:
        self.length, self.low, self.high = length, low, high
        bounds = f"{low:,} to {high:,}" if low else f"at most {high:,}"
        super().__init__(
            f"The {what} has {length:,} characters; {bounds} are allowed. Nothing was written. "
            "Store one statement per entry, or change 'limits:' in the agent's YAML."
        )


class OverBudget(WriteRefused):
    """The block of a tier would exceed its limit.

    Args:
        tier: The tier whose L0 block is full.
        used: Characters in use now.
        limit: The tier's limit in characters.
        requested: Characters in use after the write.
        candidates: Entries to merge or remove, best first, as plain data.
        usage: Usage of every tier, as returned by `values.Usage.as_dict`.
        final: True after repeated failures in one turn: the model should stop trying.
    """

    code = "over_budget"

    def __init__(
        self,
        *,
        tier: str,
        used: int,
        limit: int,
        requested: int,
        candidates: Sequence[Mapping[str, Any]] = (),
        usage: Mapping[str, Any] | None = None,
        final: bool = False,
    ) -> None:
        self.tier, self.used, self.limit, self.requested = tier, used, limit, requested
        self.candidates, self.usage, self.final = tuple(candidates), dict(usage or {}), final
        self._problem = (
            f"The {tier} block holds {used:,} of {limit:,} characters; "
            f"this write would make it {requested:,}. Nothing was written."
        )
        way_out = (
            "Stop retrying in this turn; carry on without storing it."
            if final
            else "Merge, shorten or remove an entry first (see candidates), "
            "or store it outside the block, in layer L1."
        )
        super().__init__(f"{self._problem} {way_out}")

    @property
    def for_people(self) -> str:
        shown = [f"  [{one['id']}] {one['content']} ({one['chars']:,} characters)" for one in self.candidates]
        return "\n".join([self._problem, *shown, "Edit or remove one of these, or add with --layer L1."])

    def details(self) -> Mapping[str, Any]:
        return {
            "tier": self.tier,
            "used": self.used,
            "limit": self.limit,
            "requested": self.requested,
            "candidates": [dict(candidate) for candidate in self.candidates],
            "final": self.final,
            "usage": self.usage,
        }


class SameSubject(WriteRefused):
    """An entry with the same scope, tier and subject already exists."""

    code = "same_subject"

    def __init__(self, existing: Mapping[str, Any]) -> None:
        self.existing = dict(existing)
        self._problem = (
            f"Entry {existing['id']} is already about {existing['subject']!r}: {existing['content']!r}."
        )
        super().__init__(
            f"{self._problem} Use update_memory with its id, or allow_same_subject to keep both."
        )

    @property
    def for_people(self) -> str:
        change = f"'tiermem edit {self.existing['id']}' changes it"
        return f"{self._problem} {change}; add with --allow-same-subject to keep both."

    def details(self) -> Mapping[str, Any]:
        return {"entry": self.existing}


class Outdated(WriteRefused):
    """The entry has changed since the writer read it. Nothing was written.

    Args:
        entry_id: The entry.
        seen: The version that the writer read; None for an undo, which a later change is in the way of.
        version: The present version.
        content: Its present content.
    """

    code = "conflict"

    def __init__(self, entry_id: str, *, seen: int | None, version: int, content: str) -> None:
        self.entry_id, self.seen, self.version, self.content = entry_id, seen, version, content
        if seen is None:
            super().__init__(
                f"Entry {entry_id} was changed later: it says {content!r} now. Nothing was written. "
                f"Undo its later change first, with 'tiermem undo {entry_id}'."
            )
            return
        super().__init__(
            f"Entry {entry_id} has changed since version {seen}: version {version} is {content!r}. "
            f"Decide again with this content, and pass version {version}."
        )

    @property
    def for_people(self) -> str:
        if self.seen is None:
            return str(self)
        return (
            f"Entry {self.entry_id} has changed since version {self.seen}: version {self.version} is "
            f"{self.content!r}. Nothing was written. 'tiermem history {self.entry_id}' shows its versions, and "
            f"'tiermem edit {self.entry_id}' changes it."
        )

    def details(self) -> Mapping[str, Any]:
        return {"id": self.entry_id, "version": self.version, "content": self.content}


class CheckRefused(WriteRefused):
    """A ``check_write`` hook refused the write, or failed, in which case the write is refused too.

    Args:
        plugin: Name of the plugin.
        reason: Its reason.
        failed: True if the check itself failed, so that a later try may pass.
    """

    code = "check_refused"

    def __init__(self, plugin: str, reason: str, *, failed: bool = False) -> None:
        self.plugin, self.reason, self.failed = plugin, reason, failed
        super().__init__(f"The write was refused by {plugin}: {reason}")

    def details(self) -> Mapping[str, Any]:
        return {"plugin": self.plugin}


class NotAllowed(WriteRefused):
    """The writer may not do this to the entry or layer."""

    code = "not_allowed"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
