"""Search the archive (L2 and the journal's turns) when a prompt asks for the past or a hit is clearly meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.recall.coverage import HEAD, having_stems
from tiermem.engine.recall.query import is_name_in
from tiermem.store.contract import EntryFilter
from tiermem.support.lazy import pattern
from tiermem.text import QUESTION_MARKS, words
from tiermem.values import instant
from tiermem.values.frozen import dataclass, replace
from tiermem.values.words import SUMMARY

if TYPE_CHECKING:
    from tiermem.engine.recall.candidates import Depth
    from tiermem.engine.recall.coverage import Coverage
    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate, Records, Search, SearchFilter, Terms
    from tiermem.text.times.periods import Period
    from tiermem.values import AgentSettings, Passage

CLEAR_CHANCE, CLEAR_COVERAGE, CLEAR_WORDS = 0.2, 0.4, 3
"""Minimum chance, coverage of the query's telling words (higher for rare words) and number of telling words for a hit
to be shown unasked. Of 302 LoCoMo questions put to a stranger's memory (conversations 26 and 30) none showed anything;
put to its own, 45 % of the passages shown are evidence. With a coverage of three quarters alone it was 29 %. With a
chance of 0.3 alone it was 46 %, and 1.7 % of the strangers' questions showed something."""
TOOL_COVERAGE = 0.6
"""Minimum coverage of a passage from a tool's result. It needs no chance: the scorecards were fitted on people's words.
"""
MOST_OF_TOOLS = 2
"""Maximum passages of tools' results that are shown unasked; one attachment may have hundreds that are alike."""
ANSWER_COVERAGE, LEAST_COVERAGE = 0.5, 0.25
"""Minimum coverage of a question's telling words by a statement of the user. For a question about the user it is half
of the words that the memory knows, and a quarter of all."""
LOOKED_THROUGH = 40
"""Number of best hits that are searched for answers."""
WITH_NEIGHBOURS = 10
"""Number of best hits whose neighbouring turns become candidates."""
FEW_CANDIDATES = 50
"""Number of candidates below which the turns beside the best become candidates too, because an answer may share few
words with its question, or none. This concerns small journals and searches with few good hits: recall@10 on LoCoMo 1-5
is 84.0 with neighbours and 83.3 without. In larger journals the neighbours were already found by the words that turns
lend each other."""
BESIDE = (-2, -1, 1, 2)
NEAR_ITS_END = 100
"""Characters at the end of a message that are searched for its question; thanks may follow it."""
WITHIN = 3
"""Turns after a question that are searched for its answer; tools' results may come first."""
LONGEST_ANSWER = 400
"""Maximum characters shown of an answer, from its beginning, which usually has the point."""
_QUOTED = pattern(r"[\"“”„«»「」『』]|[:：](?=\s|$)|：")
_MARK = pattern(r"[.!?;。！？；\n]")
_ENDS = " .!" + "".join(QUESTION_MARKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FromArchive:
    """The findings of the archive.

    Attributes:
        candidates: The hits, not ranked.
        is_asked: True if they are shown whatever their score; otherwise only those that are `Archive.clear`.
        note: The reason why they were taken or not; "" if that is not known yet.
        searched: The scope of the whole recall: the archive with L1; None if the archive is not searched.
    """

    candidates: Sequence[Candidate] = ()
    is_asked: bool = True
    note: str = ""
    searched: SearchFilter | None = None


class Archive:
    """The archive of one agent."""

    def __init__(self, search: Search, settings: AgentSettings, depth: Depth) -> None:
        self._search = search
        self._mode = settings.recall.archive
        self._turns = settings.journal.enabled
        self._depth = depth

    def find(self, query: Query, terms: Terms, where: SearchFilter, scopes: Sequence[int]) -> FromArchive:
        """Return candidates, and the reason why they were taken or not.

        Raises:
            StoreError: The store cannot be used, or the caller's deadline passed.
        """
        if self._mode == "never":
            return FromArchive(note="archive: switched off")
        where = replace(where, layers=("L2",), turns=self._turns)
        asked = (
            "the prompt asks about the past"
            if query.asks_about_past
            else "the prompt asks about a known name"
        )
        asked = "always searched" if self._mode == "always" else asked
        found = self._matching(query, terms, where, scopes)
        if self._mode == "always" or self._is_asked(query, found):
            return FromArchive(
                candidates=self._with_neighbours(found, where, scopes),
                note=f"archive: {asked}",
                searched=replace(where, layers=("L1", "L2")),
            )
        return FromArchive(candidates=found, is_asked=False)

    @staticmethod
    def _is_asked(query: Query, found: Sequence[Candidate]) -> bool:
        """Return True if a query asks about the past, or about somebody whom the memory knows.

        Questions about other people are not for the memory: "When was Napoleon born?" Nor are questions about nobody,
        without the user or a time: "Who was the first person on the moon?" Their hits are shown only if they are clear.
        """
        if query.names:
            return (query.asks or query.asks_about_past) and _are_known(query, found)
        is_about_nobody = not (query.speaks_of_self or any(one.drops_subjects for one in query.languages))
        return query.asks_about_past and (query.period is not None or not is_about_nobody)

    def _matching(
        self, query: Query, terms: Terms, where: SearchFilter, scopes: Sequence[int]
    ) -> list[Candidate]:
        """Return documents with the words; if none are from the time that is asked for, also its newest documents.

        "What did we talk about last week?" need not find "talk" in that week.
        """
        limit, favour = self._depth.limit, self._depth.favour(query)
        if query.period is None:
            return self._search.candidates(terms, where, scopes, limit, favour)
        in_period = within(where, query.period)
        asked = self._stems(word for word in query.words if word not in query.period_words)
        if not asked:
            return self._search.newest(in_period, scopes, limit)
        then = self._search.candidates(terms, in_period, scopes, limit // 2, favour)
        anywhen = self._search.candidates(terms, where, scopes, limit, favour)
        if not any(self._holds(one, asked) for one in then):
            then = self._search.newest(in_period, scopes, limit // 2)
            anywhen = [one for one in anywhen if self._holds(one, asked)]
        refs = {one.ref for one in then}
        found = [*then, *(one for one in anywhen if one.ref not in refs)]
        return sorted(found, key=lambda one: (-one.relevance, one.ref))

    def _with_neighbours(
        self, found: list[Candidate], where: SearchFilter, scopes: Sequence[int]
    ) -> list[Candidate]:
        """Return the candidates; if they are few (`FEW_CANDIDATES`), add the turns beside the best."""
        if len(found) >= FEW_CANDIDATES or not self._turns:
            return found
        known = {one.ref for one in found}
        best = [one for one in found[:WITH_NEIGHBOURS] if one.relevance]
        beside = dict.fromkeys(ref for one in best for ref in _beside(one) if ref not in known)
        return found + [
            one
            for one in self._search.by_ref(tuple(beside), scopes)
            if (where.since is None or one.at >= where.since)
            and (where.until is None or one.at < where.until)
        ]

    def clear(
        self, query: Query, passages: Sequence[Passage], entries: Sequence[Passage], coverage: Coverage
    ) -> list[Passage]:
        """Return the passages that are clearly relevant, see `CLEAR_CHANCE`; answers only if no entry is one."""
        has_words = coverage.stems >= CLEAR_WORDS
        likely = {one.ref for one in passages if has_words and one.score >= CLEAR_CHANCE}
        answering = {one.ref for one in passages[:LOOKED_THROUGH] if query.asks and _is_statement(one)}
        of_tools = {one.ref for one in passages if has_words and one.label == "tool"}
        least = self._least_of_answers(query, coverage)

        def answers_it(passage: Passage) -> bool:
            return coverage.within(passage.text, passage.label) >= least and (
                query.speaks_of_self
                or len(coverage.shared(f"{passage.text} {passage.label}")) >= min(2, coverage.stems)
            )

        def is_clear(passage: Passage) -> bool:
            if passage.ref in of_tools:
                return coverage.of(passage.text, passage.label) >= TOOL_COVERAGE
            if passage.ref in likely and coverage.within(passage.text, passage.label) >= CLEAR_COVERAGE:
                return True
            return passage.ref in answering and answers_it(passage)

        if answering and any(answers_it(entry) for entry in entries):
            answering = set()
        promising = [one for one in passages if one.ref in likely | answering | of_tools]
        clear = [passage for passage in promising if is_clear(passage)]
        too_many = [passage.ref for passage in clear if passage.ref in of_tools][MOST_OF_TOOLS:]
        return [passage for passage in clear if passage.ref not in too_many]

    @staticmethod
    def _least_of_answers(query: Query, coverage: Coverage) -> float:
        """Return the minimum coverage of an answer; see `ANSWER_COVERAGE`."""
        if not query.speaks_of_self:
            return ANSWER_COVERAGE
        return min(ANSWER_COVERAGE, max(ANSWER_COVERAGE * coverage.known, LEAST_COVERAGE))

    def _holds(self, candidate: Candidate, asked: set[str]) -> bool:
        """Return True if the text contains one of the stems; only words that begin alike are stemmed."""
        heads = {stem[:HEAD] for stem in asked}
        alike = having_stems(set(candidate.searched.split()), heads)
        return not asked.isdisjoint(self._stems(alike))

    def _stems(self, texts: Iterable[str]) -> set[str]:
        return set(self._search.stems(tuple(texts)).values())


def within(where: SearchFilter, period: Period) -> SearchFilter:
    """Return the filter, narrowed to a period."""
    since = [one for one in (where.since, period.since and instant(period.since)) if one]
    until = [one for one in (where.until, period.until and instant(period.until)) if one]
    return replace(where, since=max(since, default=None), until=min(until, default=None))


def _are_known(query: Query, found: Sequence[Candidate]) -> bool:
    """Return True if documents know most names of a query, or half of them by more than the name itself.

    If Ana is known and Oslo is not, she may still fly there; but knowing Berlin does not make a Berlin Wall known.
    """
    known = {name for name in query.names if is_name_in(name, found)}
    if 2 * len(known) != len(query.names):
        return 2 * len(known) > len(query.names)
    unknown = set(query.names) - known
    said = words(query.text)
    is_part = any(not known.isdisjoint(pair) and not unknown.isdisjoint(pair) for pair in pairwise(said))
    return not is_part and all(is_name_in(name, found, only=True) for name in known)


def without_retold(
    passages: Sequence[Passage], records: Records, scopes: Sequence[int], coverage: Coverage
) -> list[Passage]:
    """Return the passages without summaries of sessions from which a turn with a word of the query was found too.

    The turn is more exact and shorter: on LoCoMo, evidence is shown for as many questions with 200 fewer characters.
    """
    summaries = tuple(one.ref for one in passages if one.layer == "L2")
    told = {
        f"session:{one.ref.rpartition('/')[0]}"
        for one in passages
        if summaries and one.kind == "turn" and coverage.shared(one.text)
    }
    if not told:
        return list(passages)
    of_sessions = records.select(EntryFilter(ids=summaries, context_type=SUMMARY), scopes)
    retold = {one.id for one in of_sessions if one.origin in told}
    return [one for one in passages if one.ref not in retold]


def _beside(candidate: Candidate) -> Iterator[str]:
    if candidate.layer is not None:
        return
    session, _, position = candidate.ref.rpartition("/")
    for away in BESIDE:
        if int(position) + away >= 0:
            yield f"{session}/{int(position) + away}"


def answers(passages: Sequence[Passage], search: Search, scopes: Sequence[int]) -> list[Passage]:
    """Return the assistant's answers to passages that are questions of the user, see `Passage.answers`."""
    asked = {one.ref: tuple(_after(one.ref)) for one in passages if _is_question(one)}
    if not asked:
        return []
    found = {one.ref: one for one in search.by_ref([ref for refs in asked.values() for ref in refs], scopes)}
    given = []
    for question in passages:
        behind = [found[ref] for ref in asked.get(question.ref, ()) if ref in found]
        answer = next((one for one in behind if one.speaker != "tool"), None)
        if answer is not None and answer.speaker == "assistant":
            given.append(_answering(question, answer))
    return given


def _answering(question: Passage, answer: Candidate) -> Passage:
    text = answer.text if len(answer.text) <= LONGEST_ANSWER else f"{answer.text[:LONGEST_ANSWER].rstrip()}…"
    return replace(
        question,
        ref=answer.ref,
        text=text,
        at=answer.at,
        label="assistant",
        parts={},
        answers=question.ref,
        weighing=None,
    )


def _is_statement(passage: Passage) -> bool:
    """Return True if a person states something in a turn: it is not just a question or somebody else's text.

    Text in quotation marks or after a colon is mostly pasted, to be translated or written.
    """
    if passage.kind != "turn" or passage.label in ("assistant", "tool") or _QUOTED.search(passage.text):
        return False
    return not _is_question(passage) or bool(_MARK.search(passage.text.rstrip(_ENDS)))


def _is_question(passage: Passage) -> bool:
    is_users = passage.kind == "turn" and passage.label == "user"
    return is_users and any(mark in passage.text[-NEAR_ITS_END:] for mark in QUESTION_MARKS)


def _after(ref: str) -> Iterator[str]:
    session, _, position = ref.rpartition("/")
    return (f"{session}/{int(position) + away}" for away in range(1, WITHIN + 1))
