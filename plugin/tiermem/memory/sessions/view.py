"""The session that hooks see: lookups, the journal, and questions to the model."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, tzinfo
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tiermem.engine.reading.lexicon import undated
from tiermem.engine.statements.duplicates import Gist, near_duplicate
from tiermem.engine.writes.checks import blocked, label
from tiermem.errors import ErasedOwner, InputError, StoreError
from tiermem.store.contract import SearchFilter, SessionRow
from tiermem.support.lazy import made_once
from tiermem.text import clean, storable, strip_injected
from tiermem.values import TIERS, EntryFilter, instant
from tiermem.values.frozen import fields, replace
from tiermem.values.recall import LEARNED_BLOCK
from tiermem.values.words import HIDDEN

if TYPE_CHECKING:
    from tiermem.engine.learning.journal import TurnBuffer
    from tiermem.engine.prompt.explanation import Explanation
    from tiermem.engine.prompt.learned import LearnedInformation
    from tiermem.memory.engine import Engine
    from tiermem.memory.entries import Entries
    from tiermem.ports import Clock
    from tiermem.values import (
        AgentSettings,
        Block,
        Connection,
        Entry,
        Profile,
        Purpose,
        Reach,
        RecallResult,
        Task,
        Tier,
        Turn,
    )

_MOST_SAID = 200
"""Number of a session's latest messages that checks of an agent's writes see."""
_LATEST = 6
"""Number of its latest prompts that another process may have received and no turn has yet."""
_COMPARED = 900
"""First characters by which a prompt's receipt and its turn are known to be the same."""
_LONGEST_EXCHANGE = 30
"""Number of turns returned after a message of the user."""


class SessionView:
    """One session as its hooks see it (`plugins.session.HookSession`), with its stored working state.

    Args:
        engine: The engine of the agent's memory.
        id: Its id; "" for a preview, which writes nothing.
        reach: The scopes that it reads and writes.
        clock: Returns the present.
        project: See `Session`.
        task: See `Session`.
        connections: See `Session`; None for all.
        where: Further conditions on entries that are recalled.

    Raises:
        InputError: A name cannot be stored, or a time of the filter is invalid.
        CheckRefused: A check refused the name of the project, the task or a connection.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        id: str,  # noqa: A002 the field's own word for it
        reach: Reach,
        clock: Clock,
        project: str | None = None,
        task: str | None = None,
        connections: Sequence[str] | None = (),
        where: EntryFilter | None = None,
    ) -> None:
        if not storable(id):
            raise InputError("The session's id holds NUL or broken Unicode, which cannot be stored.")
        hooks = engine.hooks
        self._engine = engine
        self.id = id
        self.reach = reach
        self.clock = clock
        self.settings: AgentSettings = engine.settings
        self.project, self.task = label(hooks, project), label(hooks, task)
        self.connections = (
            None if connections is None else tuple(label(hooks, name) or "" for name in connections)
        )
        if where is not None:
            from tiermem.engine.writes.authority import stored_filter  # few sessions have one

            where = stored_filter(where)
        self._where = where
        self._state: SessionRow | None = None
        self._passing: SessionRow | None = None
        self._prompts: deque[str] = deque(maxlen=_MOST_SAID)

    def resumed(self, row: SessionRow) -> SessionView:
        """Return the view of another session of the same user and agent."""
        return SessionView(
            self._engine,
            id=row.id,
            reach=self.reach,
            clock=self.clock,
            project=row.project_id,
            task=row.task_id,
            connections=row.connections,
        )

    # -- looking up ------------------------------------------------------------------------------

    @property
    def zone(self) -> tzinfo:
        """The time zone in which "today" and "tomorrow" are meant: that of the session's clock."""
        return self.clock().tzinfo or UTC

    @cached_property
    def entries(self) -> Entries:
        """The entries of this session, written as the agent."""
        from tiermem.memory.entries import Entries  # only when asked for
        from tiermem.values import Draft

        return Entries(
            self._engine,
            self.reach,
            source="agent",
            clock=self.clock,
            session_id=self.id,
            defaults=Draft(content="", project_id=self.project, task_id=self.task),
            said=self.said,
        )

    def block(self, tier: Tier) -> Block | None:
        """Return the block of a tier as it is now; None when it is empty or switched off."""
        from tiermem.engine.prompt import blocks  # sessions that are resumed have them already

        return blocks.block(self._engine.store.records, self.settings, self.reach, tier, self._blocked)

    @property
    def learned(self) -> Block:
        """The block of what was learned and must always be known, as it is now; switched off, it is empty."""
        return self.learning.block()

    @property
    def learning(self) -> LearnedInformation:
        """The view of L1 that the block is made of."""
        # Sessions that are resumed have it already.
        from tiermem.engine.prompt.learned import LearnedInformation

        return LearnedInformation(
            blocked=self._blocked,
            store=self._engine.store,
            settings=self.settings,
            reach=self.reach,
            project=self.project,
            task=self.task,
            connections=self.connections,
            judged=self._engine.judged,
            now=self.clock(),
        )

    def not_in_blocks(self, texts: Sequence[str]) -> list[str]:
        """Return those of some texts that no entry of a block says in the same words, and none that a person hid."""
        told = [Gist.of(undated(entry.content)) for entry in self._told()] if texts else []
        gists = [(text, Gist.of(undated(text))) for text in texts]
        return [text for text, gist in gists if not any(near_duplicate(gist, one) for one in told)]

    def _told(self) -> list[Entry]:
        """Return the entries in blocks, and those that a person hid."""
        select, ids = self._engine.store.records.select, self.reach.ids
        tiers = tuple(tier for tier in TIERS if self.settings.enabled(tier))
        in_blocks = select(EntryFilter(layers=("L0",), tiers=tiers), ids) if tiers else []
        hidden = select(EntryFilter(layers=("L1",), tags=(HIDDEN,)), ids)
        return [*in_blocks, *self.learning.projection().shown, *hidden]

    @property
    def profile(self) -> Profile:
        """The user's profile as it is now, of the active connections; an empty one where none was made."""
        profile = self._engine.store.profiles.get(self.reach.user.id)
        if self.connections is None or not profile.version:
            return profile
        from tiermem.engine.profile.observed import within  # only where profiles are made

        mixed = self.settings.consolidation.by == "model"
        return within(profile, self._engine.store, self.reach, self.connections, mixed=mixed)

    @property
    def active_tasks(self) -> list[Task]:
        """The session's task; without one, the user's active ones of its project, those changed last first."""
        tasks, user = self._engine.store.tasks, self.reach.user.id
        if self.task is None:
            return tasks.find(user, status="active", project_id=self.project, limit=20)
        task = tasks.get(self.task, user)
        return [task] if task is not None and task.status == "active" else []

    @property
    def known_connections(self) -> list[Connection]:
        """Data of the active connections, by id."""
        known = self._engine.store.profiles.connections(self.reach.user.id)
        return [one for one in known if self.connections is None or one.id in self.connections]

    def find_passages(self, prompt: str, *, depth: int | None = None) -> RecallResult:
        """Find what may matter to a prompt, best first, within the recall deadline; budgets come later.

        Args:
            prompt: The user's own words.
            depth: Passages at most; None for what budgets may choose from.
        """
        since, until = self._where.bounds if self._where else (None, None)
        where = SearchFilter(
            except_session=self.id or None,
            project_id=self.project,
            task_id=self.task,
            connections=self.connections,
            since=since,
            until=until,
            entries=None if self._where is None else replace(self._where, since=None, until=None),
        )
        found = self._engine.recall.find_in_time(prompt, self.reach, where, self.clock(), depth=depth)
        return replace(found, notes=(*found.notes, *self._narrowed()))

    def _narrowed(self) -> tuple[str, ...]:
        """Return a note on the filters that are set, if any."""
        where = self._where or EntryFilter()
        names = [
            field.name.removesuffix("_id")
            for field in fields(EntryFilter)
            if getattr(where, field.name) != field.default
        ]
        return (f"narrowed by: {', '.join(names)}",) if names else ()

    def earlier_turns(self, prompt: str, *, limit: int = 30) -> tuple[tuple[Turn, ...], ...]:
        """Return the user's turns of earlier sessions that resemble a prompt, each with what followed it.

        Turns not found within the recall deadline are left out.

        Args:
            prompt: The user's own words.
            limit: Maximum turns of the user, the most similar first.
        """
        where = SearchFilter(layers=(), turns=True, except_session=self.id or None)
        found = self._engine.recall.turns_in_time(prompt, self.reach, where, self.clock(), limit=limit)
        return tuple(self._exchange(candidate.ref) for candidate in found if candidate.speaker == "user")

    def _exchange(self, ref: str) -> tuple[Turn, ...]:
        """Return a turn of the user's and those after it, up to the user's next."""
        session_id, _, position = ref.rpartition("/")
        start = int(position)
        turns = self._engine.store.sessions.turns(session_id, start=start, stop=start + _LONGEST_EXCHANGE)
        following = takewhile(lambda turn: turn.speaker != "user", turns[1:])
        return (*turns[:1], *following)

    @property
    def _blocked(self) -> Callable[[Entry], str | None]:
        """A function that returns the reason why a check keeps an entry out of blocks, if any.

        It looks up once, when it is first called, which entries another program changed.
        """
        altered: list[frozenset[str]] = []

        def reason(entry: Entry) -> str | None:
            if not altered:
                altered.append(self._engine.store.records.altered(self.reach.ids))
            return blocked(self._engine.hooks, entry, is_altered=entry.id in altered[0])

        return reason

    # -- what is said ----------------------------------------------------------------------------

    @made_once
    def heard(self) -> TurnBuffer:
        """The turns of this process, for agents that journal nothing."""
        from tiermem.engine.learning.journal import TurnBuffer

        return TurnBuffer()

    def turns(self, start: int = 0) -> list[Turn]:
        """Return the turns from a position on: from the journal, or of this process if there is no journal."""
        if not self.id:
            return []
        journaled = self._engine.store.sessions.turns(self.id, start=start)
        return journaled or self.heard.turns(self.current, start)

    def hear(self, prompt: str) -> None:
        """Note a message of the user whose turn has not ended."""
        self._prompts.append(prompt)

    def hear_turn(self, turns: Sequence[Turn]) -> None:
        """Note the utterances of a turn that ended."""
        self.heard.hear(turns)
        self._prompts.clear()

    def said(self) -> Sequence[str]:
        """Return the user's latest messages, the newest last: of the turns, and of those that have not ended."""
        if not self.id:
            return ()
        told = [turn.content for turn in self.turns() if turn.speaker == "user"]
        asked = [clean(strip_injected(one)) for one in self._prompts] or self._asked_elsewhere(told)
        return [*told, *asked][-_MOST_SAID:]

    def _asked_elsewhere(self, told: Sequence[str]) -> list[str]:
        """Return the latest prompts by their receipts, after those of the turns that were *told*."""
        receipts = self._engine.store.sessions.receipts(self.reach, session_id=self.id, limit=_LATEST)
        asked = [str(one["query"]) for one in reversed(receipts) if one.get("query")]
        heads, known = ([one.strip()[:_COMPARED] for one in texts] for texts in (asked, told))
        told_of = (count for count in range(len(asked), 0, -1) if known[-count:] == heads[:count])
        return asked[next(told_of, 0) :]

    def ensure_owner(self) -> None:
        """Check that the user was not erased since the session was opened: it knows what must not be stored again.

        Raises:
            ErasedOwner: The user was.
        """
        if not self._engine.store.records.stands(self.reach):
            raise ErasedOwner

    def journal(self, turns: Sequence[Turn], *, unless_kept: bool = False) -> tuple[Turn, ...]:
        """Keep turns as they were said, redacted; return those that were new.

        Args:
            turns: In the order they were said.
            unless_kept: Skip turns that are already in the journal.

        Raises:
            CheckRefused: A check refused a turn. None of them was stored.
        """
        if not self.id or not turns:
            return ()
        kept = self._engine.journal.keep(self.state.id, turns, self.reach, unless_kept=unless_kept)
        if kept:
            self._engine.wake(self.reach)
        return kept

    def decline(self, sentences: Mapping[str, Sequence[str]]) -> None:
        """Keep sentences out of recall that the user declined to have remembered; the journal keeps them.

        Args:
            sentences: `Turn.ref` of turns of this session → sentences in their very words.
        """
        turns = self.turns()
        if not turns:
            return
        from tiermem.memory.sessions.declining import Declining  # few sessions decline anything

        Declining(self._engine, self.reload(), self.reach, self.clock).decline(sentences, turns)

    def complete(self, purpose: Purpose, prompt: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the generative model that the YAML names; the user is charged, and the daily caps hold.

        Args:
            purpose: The prompt of this name is sent too.
            prompt: The input text; secrets are redacted.
            schema: JSON Schema of the answer, an object.

        Raises:
            SpendingCap: The user's daily cap is reached; no model was asked.
            CompletionFailed: There is no usable answer. A hook that does not catch these errors is called again
                later with the same turns.
        """
        ask = self._engine.completer.ask
        return ask(purpose, purpose, prompt, schema, reach=self.reach, session_id=self.id or None)

    # -- the stored working state ----------------------------------------------------------------

    @property
    def state(self) -> SessionRow:
        """The stored working state, as last read or written by this object."""
        if self._state is None or self._passing is not None:
            self._state = self._begin()
        return self._state

    @property
    def known(self) -> SessionRow | None:
        """Its working state if there is one: it waits for no writer, and does not begin the session."""
        return self._passing or self._stored()

    def _stored(self) -> SessionRow | None:
        if self._state is None and self.id:
            self._state = self._engine.store.sessions.known(self._new())
        return self._state

    @property
    def current(self) -> SessionRow:
        """The working state. A file that is not made yet is not made for it: until then this object alone has it."""
        if self._engine.store.is_unmade:
            return self._state or self._passing or self._new()
        return self.state

    def _new(self) -> SessionRow:
        return SessionRow(
            id=self.id,
            reach=self.reach,
            started_at=instant(self.clock()),
            project_id=self.project,
            task_id=self.task,
            connections=self.connections or (),
        )

    def _begin(self) -> SessionRow:
        row = self._new()
        if not self.id:
            return row
        known = self._stored()
        if known is not None and self._passing is None:
            return known
        sessions = self._engine.store.sessions
        with self._engine.store.transaction(self.reach, durable=False):
            begun = sessions.begin(row)
            if self._passing is not None:
                begun = sessions.freeze(row.id, self._passing.frozen, self._passing.frozen_at)
        self._passing = None
        return begun

    def reload(self) -> SessionRow:
        """Read the working state from the store again."""
        self._state = None
        return self.current

    @property
    def unread_from(self) -> int:
        """Position of the first turn that gap-fill has not read."""
        return self.current.offset

    @property
    def is_frozen(self) -> bool:
        """True if guidance and blocks are frozen; False before that and after a compaction."""
        return self.known is not None and self.known.frozen is not None

    def frozen(self, notes: list[str]) -> SessionRow | None:
        """Return the working state if its blocks are frozen; None before, or if the store does not answer in time.

        Args:
            notes: Gets a note if the store does not answer in time.
        """
        try:
            wait_s = self.settings.recall.deadline_ms / 1000
            with self._engine.store.deadline(wait_s, "opening the session"):
                return self.known if self.is_frozen else None
        except (StoreError, InputError) as error:
            notes.append(str(error))
            return None

    @property
    def frozen_prompt(self) -> str:
        """Guidance and blocks as they were frozen into the system prompt; "" before."""
        return str((self.current.frozen or {}).get("text", ""))

    def freeze(self) -> Mapping[str, Any]:
        """Return guidance and blocks. The first call freezes them; a preview returns the current ones."""
        if not self.id:
            rendered = self._engine.freezing.preview(self, self.clock())
            self._state = replace(self._new(), frozen=rendered)  # recall leaves out what they show
            return rendered
        if not self.is_frozen:
            self._engine.expire(self.reach, self.clock())
        if self._engine.store.is_unmade:
            self._passing = self._engine.freezing.frozen_now(self, self.current, self.clock())
            return self._passing.frozen or {}
        self._state = self._engine.freezing.freeze(self, self.state, self.clock())
        return self._state.frozen or {}

    def unfrozen(self, *, recalls: bool = True) -> Mapping[str, Any]:
        """Return the current guidance and blocks without storing them, because the store may be busy.

        Args:
            recalls: False if nothing puts recalled text into the user's message.
        """
        return self._engine.freezing.render(self, recalls=recalls)

    def discard(self) -> None:
        """Let the next `freeze` render guidance and blocks again."""
        self._passing = None
        if not self._engine.store.is_unmade:
            self._engine.freezing.discard(self.state.id)
        self._state = None

    def explain(self) -> Explanation:
        """Return the reason for each line of the current blocks, and what was left out and why."""
        return self.explained()[1]

    def explained(self) -> tuple[Mapping[str, Any], Explanation]:
        """Return the current guidance and blocks, as `unfrozen`, and their explanation, as `explain`."""
        from tiermem.engine.prompt.explanation import Explaining  # only when asked for

        assembled = self._engine.freezing.assembled(self)
        why = Explaining(self.learning, self.profile).explain(assembled)
        return self._engine.freezing.rendered(assembled), why

    @property
    def learned_ids(self) -> tuple[str, ...]:
        """Ids of the entries in the frozen block of learned information; none before the freeze."""
        frozen = (self._state.frozen or {}) if self._state is not None else {}
        blocks = frozen.get("blocks", ())
        return tuple(name for one in blocks if one["name"] == LEARNED_BLOCK for name in one["entries"])

    @property
    def block_sizes(self) -> dict[str, int]:
        """Block → its characters in the system prompt, as far as this process knows them."""
        frozen = (self._state.frozen or {}) if self._state is not None else {}
        return {block["name"]: len(block["text"]) for block in frozen.get("blocks", ())}
