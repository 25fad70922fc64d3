"""Find what may matter now: from a prompt to ranked passages."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from typing import TYPE_CHECKING

from tiermem.engine.recall.about_memory import OF_SESSION, AboutUser, LeftOff, only_asks
from tiermem.engine.recall.archive import Archive, FromArchive, answers, within, without_retold
from tiermem.engine.recall.candidates import BY_WORDS, MEASURED, WITH_MEANING, SemanticMatches, narrow, plan
from tiermem.engine.recall.coverage import Coverage, excerpt, floor, is_touched
from tiermem.engine.recall.query import respelt, understand
from tiermem.engine.recall.ranking import Ranking
from tiermem.engine.recall.withheld import (
    RetractedStatements,
    supposes,
    without_declined,
    without_false_starts,
    without_overtaken,
    without_unreal,
)
from tiermem.errors import DeadlineExceeded, StoreError
from tiermem.support.lazy import logger, pattern
from tiermem.text.languages import languages_of
from tiermem.text.terms import has_one, telling_words
from tiermem.text.topics import topics_of, topics_of_own, topics_recalled
from tiermem.values import Dropped, RecallResult
from tiermem.values.frozen import dataclass, field, replace

if TYPE_CHECKING:
    from tiermem.engine.recall.semantic import SemanticSearch
    from tiermem.ports import Hooks
    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate, SearchFilter, Store, Terms
    from tiermem.values import AgentSettings, Passage, Reach, Tier

_LOG = logger("tiermem")
SHARE_OF_ARCHIVE = 0.7
"""Share of the time left after the search of L1 that the archive's search may take. The rest is for ranking."""
DEPTH = 30
"""Minimum number of distinct passages to rank, so that the receipt can list the dropped ones."""
PER_SHOWN = 2
"""Minimum number of passages to rank and to find answers to, per passage that may be shown: some say the same."""
WITHDRAWN = "{} left out: removed or corrected after it was said"
"""The note in a receipt on the statements that `RetractedStatements` removed."""
_WHOLE = 0.99
"""Minimum share of a question's words for an entry to answer it."""
_LOOKED_AT = 60
"""Number of newest statements whose topics are compared with a question about the user."""
_NEAR = -0.15
"""Minimum similarity of a question about the user and a statement that may answer it, by `nearness_of_wholes`."""
_LITTLE, _LITTLE_CHARS = 3, 40
"""Minimum number of telling words of an assistant's turn that is shown by itself; a longer turn always is."""

_CLAUSE_END = pattern(r"[,;，；、]\s*|\s[-–—]\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlist:
    """The candidates to rank for a query.

    Attributes:
        similarities: Ref → cosine with the query, for candidates and turns beside them that have vectors.
        terms: The terms that were searched for.
        notes: Notes for the receipt.
        is_asked: See `FromArchive`.
    """

    query: Query
    candidates: tuple[Candidate, ...] = ()
    similarities: Mapping[str, float] = field(default_factory=dict)
    terms: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_asked: bool = True


class Recall:
    """Recall of one agent.

    Args:
        store: The store that is searched.
        hooks: Hooks whose signals rank the candidates.
        settings: Budgets and deadline.
        meaning: Search by meaning; None without vectors.
    """

    def __init__(
        self, store: Store, hooks: Hooks, settings: AgentSettings, meaning: SemanticSearch | None
    ) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings
        self._meaning = meaning
        self._shown = PER_SHOWN * settings.recall.top_k
        self._measured = max(MEASURED, self._shown)
        depth = BY_WORDS if meaning is None else WITH_MEANING
        self._depth = replace(depth, limit=max(depth.limit, self._measured))
        self._archive = Archive(store.search, settings, self._depth)
        self._left_off = LeftOff(store, min(OF_SESSION, settings.recall.top_k))
        turns = settings.journal.enabled and settings.recall.archive != "never"
        self._about_user = AboutUser(store, turns=turns)

    def find_in_time(
        self, prompt: str, reach: Reach, where: SearchFilter, now: datetime, *, depth: int | None = None
    ) -> RecallResult:
        """Find passages within recall's deadline. If the store fails or is too slow, return only a note."""
        try:
            with self._store.deadline(self._settings.recall.deadline_ms / 1000, "recall"):
                return self.find(prompt, reach, where, now, depth=depth)
        except DeadlineExceeded as error:
            return RecallResult(notes=(str(error),))
        except StoreError as error:
            _LOG.warning("recall: %s", error)
            return RecallResult(notes=(f"recall failed: {error}",))

    def find(
        self, prompt: str, reach: Reach, where: SearchFilter, now: datetime, *, depth: int | None = None
    ) -> RecallResult:
        """Return passages for a prompt: from L1, and from L2 and the journal if the past is asked for or clearly meant.

        Args:
            prompt: The user's own words.
            reach: The owners of entries and turns.
            where: Filters; their layers and turns are set here.
            now: The present that "last week" refers to.
            depth: Maximum passages; None for as many as budgets may choose from, see `DEPTH`.

        Raises:
            DeadlineExceeded: The caller's deadline passed before anything was found.
        """
        query = respelt(understand(prompt, now), self._store.search, reach.ids)
        if answer := self._about_memory(query, where, reach):
            return answer
        gathered = self.gather(query, reach, where)
        ranked, failures = self._ranked(gathered, reach, now, depth)
        coverage = Coverage(query, self._store.search, reach.ids)
        withdrawal = self._withdrawal(query, where, reach)
        passages, dropped, notes = self._worth_showing(ranked, gathered, withdrawal, coverage)
        exact = without_retold(passages, self._store.records, reach.ids, coverage)
        dropped += _retold(passages, exact)
        passages = self._in_force(exact[:depth], query, coverage)
        kept = self._with_answers(passages, query, withdrawal, reach)
        is_known = any(one.layer != "L1" for one in (ranked if gathered.is_asked else passages))
        beside, said = ((), ()) if is_known else self._beside(kept, query, where, reach, coverage)
        said = self._in_force(said, query, coverage, (*kept, *beside))
        refs = {one.ref for one in kept}
        return RecallResult(
            passages=(
                *(one if one.answers else excerpt(one, coverage) for one in kept),
                *_behind(kept, [one for one in beside if one.ref not in refs]),
            ),
            said=tuple(_behind(kept, said)),
            dropped=tuple(dropped[:DEPTH]),
            terms=gathered.terms,
            notes=(*notes, *filter(None, gathered.notes), *failures),
        )

    def _ranked(
        self, gathered: Shortlist, reach: Reach, now: datetime, depth: int | None
    ) -> tuple[list[Passage], tuple[str, ...]]:
        """Return the candidates as passages, best first, and the plugins that failed to measure."""
        ranking = Ranking(
            gathered.candidates,
            gathered.query,
            self._store.search,
            self._hooks,
            scopes=reach.ids,
            now=now,
            similarities=gathered.similarities,
        )
        wanted = depth or max(DEPTH, self._shown)
        return ranking.best(wanted if gathered.is_asked else len(gathered.candidates)), ranking.failures

    def _in_force(
        self, passages: Sequence[Passage], query: Query, coverage: Coverage, known: Sequence[Passage] = ()
    ) -> list[Passage]:
        """Return passages without what the user corrected since or, unless the past is asked for, changed.

        Only those that may be shown are compared, with each other and with what is *known* besides.
        """
        shown, rest = passages[: self._shown], passages[self._shown :]

        def is_topical(text: str) -> bool:
            return bool(coverage.shared(text))

        left = without_overtaken(shown, (*shown, *known), is_topical, only_corrected=query.asks_about_past)
        return [*left, *rest]

    def _with_answers(
        self, passages: Sequence[Passage], query: Query, withdrawal: RetractedStatements, reach: Reach
    ) -> tuple[Passage, ...]:
        """Return the passages with answers to those that are questions, without declined or unreal statements."""
        answering = withdrawal.without(answers(passages[: self._shown], self._store.search, reach.ids))
        kept = without_declined((*passages, *answering), self._store, reach.ids)
        asks_for_what_is = query.asks and not query.asks_about_past and not supposes(query.text)
        real = without_unreal(kept, self._store, query.words) if asks_for_what_is else kept
        return tuple(without_false_starts(real))

    def _worth_showing(
        self,
        ranked: list[Passage],
        gathered: Shortlist,
        withdrawal: RetractedStatements,
        coverage: Coverage,
    ) -> tuple[list[Passage], list[Dropped], list[str]]:
        """Return the passages that may be shown, without entries that do not matter enough, and notes."""
        passages = withdrawal.without(ranked)
        withdrawn = len(ranked) - len(passages)
        passages = [one for one in passages if not _says_little(one)]
        notes = [WITHDRAWN.format(withdrawn)] if withdrawn else []
        if gathered.is_asked:
            own = [one for one in passages if _has_own_words(one, gathered, coverage)]
            refs = {one.ref for one in own}
            return (
                own,
                [Dropped.of(one, "too few of the prompt's words") for one in passages if one.ref not in refs],
                notes,
            )
        kept, note = self._unasked(gathered, passages, coverage)
        refs = {one.ref for one in kept}
        beside = [one for one in passages if one.layer == "L1" and one.ref not in refs]
        return kept, [Dropped.of(one, "too few of the prompt's words") for one in beside], [note, *notes]

    def _about_memory(self, query: Query, where: SearchFilter, reach: Reach) -> RecallResult | None:
        """Return the answer to a question about the memory itself; None for other prompts."""
        if not query.asks_about_user:
            return self._where_left_off(query, where, reach)
        if not self._tiers:
            return None
        known = self._about_user.entries(replace(where, tiers=where.tiers or self._tiers), reach)
        entries = tuple(self._withdrawal(query, where, reach).without(known))
        note = "the prompt asks what is known about the user"
        said = tuple(_telling(self._said(query, where, reach)))
        return RecallResult(passages=entries, said=said, notes=(note,), is_about_user=True)

    def _beside(
        self,
        found: Sequence[Passage],
        query: Query,
        where: SearchFilter,
        reach: Reach,
        coverage: Coverage,
    ) -> tuple[Sequence[Passage], Sequence[Passage]]:
        """Return statements that may answer a question about the user, as `_of_user` does, the likely ones first.

        Other prompts get those on what they call the user's own ("a card for my dog"). A question with a topic of
        `topics_of` gets those on its topics. On a topic by more common words, they come first; the others of a question
        must be near it in meaning, and there are none if an entry has all its words.
        """
        if not query.asks_of_user:
            own = frozenset[str]() if query.asks_about_past else topics_of_own(query.text)
            entries, said = self._of_user(query, where, reach) if own else ((), ())
            return _of_topics(entries, own), _of_topics(said, own)
        topics = topics_recalled(query.text)
        entries, said = self._of_user(query, where, reach)
        on_topic = _of_topics(entries, topics), _surely_of_topics(said, topics)
        if topics_of(query.text):
            return on_topic
        is_answered = any(one.label == "user" and coverage.of(one.text) >= _WHOLE for one in found)
        if is_answered and not any(on_topic):
            return (), ()
        near = _near(query.text, entries), _near(query.text, _telling(said))
        return _ahead(on_topic[0], near[0]), _ahead(on_topic[1], near[1])

    def _of_user(
        self, query: Query, where: SearchFilter, reach: Reach
    ) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
        """Return the user's own statements on any topic: entries, and other statements."""
        tiers = replace(where, tiers=where.tiers or self._tiers)
        known = self._withdrawal(query, where, reach).without(self._about_user.entries(tiers, reach))
        entries = tuple(one for one in known if one.label == "user")
        return entries, self._said(query, where, reach)

    def _said(self, query: Query, where: SearchFilter, reach: Reach) -> tuple[Passage, ...]:
        """Return the user's statements that no entry carries, without those that no longer hold."""
        now_only = replace(query, asks_about_past=False, asks_about_user=True)
        said = self._withdrawal(now_only, where, reach).without(self._about_user.said(where, reach))
        real = without_false_starts(without_unreal(said, self._store))
        return without_declined(real, self._store, reach.ids)

    def _where_left_off(self, query: Query, where: SearchFilter, reach: Reach) -> RecallResult | None:
        """Return the end of the session that the prompt wants to continue; None if it does not ask for that."""
        is_meant = query.asks_where_left_off or (
            query.says_to_go_on and not self._left_off.has_begun(where.except_session)
        )
        if not is_meant or self._settings.recall.archive == "never":
            return None
        left_off = self._withdrawal(query, where, reach).without(self._left_off.find(query, where, reach))
        told = [one for one in left_off if not _says_little(one)]
        passages = without_declined(told, self._store, reach.ids)
        note = "the prompt asks where the user left off"
        return RecallResult(passages=passages, notes=(note,)) if passages else None

    def _withdrawal(self, query: Query, where: SearchFilter, reach: Reach) -> RetractedStatements:
        """Return the retracted statements that concern a query."""
        return RetractedStatements(self._store, reach.ids, where.project_id, query)

    def turns_in_time(
        self, prompt: str, reach: Reach, where: SearchFilter, now: datetime, *, limit: int
    ) -> Sequence[Candidate]:
        """Return turns of the journal by the words of a prompt, the most similar first; none after the deadline."""
        query = understand(prompt, now)
        search = self._store.search
        try:
            with self._store.deadline(self._settings.recall.deadline_ms / 1000, "looking for earlier turns"):
                terms = plan(query.words, search, reach.ids)
                return search.candidates(terms, where, reach.ids, limit) if query.words else ()
        except StoreError as error:
            _LOG.warning("%s", error)
            return ()

    def _unasked(
        self, gathered: Shortlist, passages: Sequence[Passage], coverage: Coverage
    ) -> tuple[list[Passage], str]:
        """Return the passages that are relevant by themselves, and a note on those of the archive.

        Entries found by meaning count as relevant, because their similarity was checked.
        """
        found = {one.ref: one for one in gathered.candidates}
        entries = [
            one
            for one in passages
            if one.layer == "L1"
            and (one.ref in gathered.similarities or is_touched(found[one.ref], gathered.query, coverage))
        ]
        archived = [passage for passage in passages if passage.layer != "L1"]
        clear = self._archive.clear(gathered.query, archived, entries, coverage)
        refs = {one.ref for one in (*entries, *clear)}
        note = f"archive: {'a hit is' if clear else 'nothing'} clearly relevant"
        return [one for one in passages if one.ref in refs], note

    @property
    def _tiers(self) -> tuple[Tier, ...]:
        return tuple(tier for tier in ("memory", "user") if self._settings.enabled(tier))

    def gather(self, query: Query, reach: Reach, where: SearchFilter) -> Shortlist:
        """Return the candidates that `find` ranks."""
        until = time.monotonic() + self._settings.recall.deadline_ms / 1000
        if not self._tiers or not (query.words or query.period):
            return Shortlist(query=query, notes=("nothing to search for",))
        where = replace(where, tiers=where.tiers or self._tiers, layers=("L1",), turns=False)
        search = self._store.search
        terms = plan(query.words, search, reach.ids)
        entries = self._entries(query, terms, where, reach)
        archive = self._archived(query, terms, where, reach, until)
        found = (*entries, *archive.candidates)
        meant = self._meant(query, found, archive.searched or where, reach, until)
        return Shortlist(
            query=query,
            candidates=narrow((*found, *meant.candidates), query, meant.similarities, self._measured),
            similarities=meant.similarities,
            terms=(*terms.words, *(" + ".join(pair) for pair in terms.pairs)),
            notes=(archive.note, *meant.notes),
            is_asked=archive.is_asked,
        )

    def _entries(self, query: Query, terms: Terms, where: SearchFilter, reach: Reach) -> list[Candidate]:
        """Return the entries of L1 with the words; those from a requested time are not crowded out by others."""
        search, favour = self._store.search, self._depth.favour(query)
        found = search.candidates(terms, where, reach.ids, self._depth.limit, favour)
        if query.period is None:
            return found
        then = search.candidates(
            terms, within(where, query.period), reach.ids, self._depth.limit // 2, favour
        )
        refs = {one.ref for one in then}
        return [*then, *(one for one in found if one.ref not in refs)]

    def _archived(
        self, query: Query, terms: Terms, where: SearchFilter, reach: Reach, until: float
    ) -> FromArchive:
        """Search the archive within its share of the time; L1 is shown even if that is not enough."""
        left = max(until - time.monotonic(), 0.0)
        try:
            with self._store.deadline(left * SHARE_OF_ARCHIVE, "the search of the archive"):
                return self._archive.find(query, terms, where, reach.ids)
        except DeadlineExceeded as error:
            return FromArchive(note=f"archive: {error}")

    def _meant(
        self, query: Query, found: tuple[Candidate, ...], where: SearchFilter, reach: Reach, until: float
    ) -> SemanticMatches:
        """Return the nearest documents by meaning; none if only a time is asked for."""
        if self._meaning is None or set(query.words) <= query.period_words:
            return SemanticMatches()
        return self._meaning.of(query.text, found, where, reach, until)


def _retold(passages: Sequence[Passage], exact: Sequence[Passage]) -> list[Dropped]:
    """Return the summaries that are replaced by turns, for the receipt."""
    refs = {one.ref for one in exact}
    return [Dropped.of(one, "says what one shown says") for one in passages if one.ref not in refs]


def _of_topics(passages: Sequence[Passage], topics: Set[str]) -> list[Passage]:
    """Return those of the newest passages that concern one of the topics."""
    return [one for one in passages[:_LOOKED_AT] if not topics.isdisjoint(topics_recalled(one.text))]


def _surely_of_topics(said: Sequence[Passage], topics: Set[str]) -> list[Passage]:
    """Return those of the newest turns on a topic that are of the speaker, or are on it by more than a common word.

    "doesn't work in the footer" says nothing of where the user works.
    """
    return [
        one
        for one in _of_topics(said, topics)
        if (
            not topics.isdisjoint(topics_of(one.text))
            or any(has_one(one.text, each.first_person, each) for each in languages_of(one.text))
        )
        and not _asks_throughout(one.text)
    ]


def _asks_throughout(text: str) -> bool:
    """Return True if a text only asks, and so does each of its clauses: not "the car pulls left, is that bad?"."""
    return only_asks(text) and all(map(only_asks, filter(None, _CLAUSE_END.split(text)[:-1])))


def _telling(said: Iterable[Passage]) -> list[Passage]:
    """Return the passages that say something, without those that only ask for something."""
    return [one for one in said if not only_asks(one.text)]


def _near(question: str, passages: Sequence[Passage]) -> list[Passage]:
    """Return those of the newest passages that are near a question in meaning; all in a language without vectors."""
    from tiermem.engine.statements.meanings import meaning, nearness_of_wholes  # few prompts need the vectors

    asked = meaning(question, languages_of(question)[0].code)
    latest = passages[:_LOOKED_AT]
    if asked is None:
        return list(latest)
    meant = (meaning(one.text, languages_of(one.text)[0].code) for one in latest)
    return [one for one, its in zip(latest, meant, strict=True) if nearness_of_wholes(asked, its) >= _NEAR]


def _ahead(wanted: Sequence[Passage], others: Sequence[Passage]) -> list[Passage]:
    """Return the wanted passages before others, which have half their score then."""
    if not wanted:
        return [*others]
    refs = {one.ref for one in wanted}
    return [*wanted, *(replace(one, score=one.score / 2) for one in others if one.ref not in refs)]


def _behind(found: Sequence[Passage], beside: Sequence[Passage]) -> list[Passage]:
    """Return passages with scores just below those of the others, high enough to be shown."""
    scores = [one.score for one in found]
    most = max(2 * floor(max(scores)), min(scores)) if scores else 1.0
    return [replace(one, score=most * one.score) for one in beside]


def _has_own_words(passage: Passage, gathered: Shortlist, coverage: Coverage) -> bool:
    """Return False for a turn with an assistant that only words of neighbouring turns found.

    People who talk to each other stay on a topic over several turns. What a user says before and after a message to an
    assistant is mostly about something else: "ok perfect, thanks". Questions about the past keep these turns, unless
    the user only asks for something there: "make it shorter".
    """
    is_with_assistant = passage.kind == "turn" and passage.label in ("user", "assistant")
    if not is_with_assistant or passage.ref in gathered.similarities:
        return True
    is_of_past = gathered.query.asks_about_past
    if is_of_past and passage.label != "user":
        return True
    return bool(coverage.shared(passage.text)) or (is_of_past and not only_asks(passage.text))


def _says_little(passage: Passage) -> bool:
    """Return True if it is a short turn of the assistant that means nothing without its question ("Okay, done.")."""
    if passage.kind != "turn" or passage.label != "assistant" or len(passage.text) > _LITTLE_CHARS:
        return False
    return len(telling_words(passage.text, languages_of(passage.text))) < _LITTLE
