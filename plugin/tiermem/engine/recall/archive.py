"""Search the archive, L2 and the journal's turns, when the past is asked for or clearly meant, never otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.recall.coverage import HEAD, may_have_stem
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
"""A hit that is shown unasked has at least this chance to matter and this share of the query's telling words (rare
ones for more), of which there are at least three. Of 302 LoCoMo questions put to a stranger's memory (conversations
26 and 30) none showed anything; put to its own, 45 % of what was shown is evidence. By three quarters of the words
alone it was 29 %, and by a chance of 0.3 alone 46 %, with something shown to 1.7 % of the strangers."""
TOOL_COVERAGE = 0.6
"""The share for a passage of a tool's result, which needs no chance: the scorecards were fitted on what people say."""
MOST_OF_TOOLS = 2
"""Passages of tools' results that are shown unasked: one attachment may have hundreds that are alike."""
ANSWER_COVERAGE, LEAST_COVERAGE = 0.5, 0.25
"""Share of a question's telling words that a statement of the user needs; for a question about the user half of those
that the memory knows are enough, and a quarter of all."""
LOOKED_THROUGH = 40
"""Hits, the best ones, among which answers are looked for."""
WITH_NEIGHBOURS = 10
"""Hits, the best ones, whose neighbours are taken."""
FEW_CANDIDATES = 50
"""Candidates under which the turns beside the best are candidates too: what answers may share no word with what is
asked, or few. So in a small journal, and where little comes near the best: recall@10 on LoCoMo 1-5 is 84.0 with them
and 83.3 without. Where there are more, those beside were found by the words that turns lend each other."""
BESIDE = (-2, -1, 1, 2)
NEAR_ITS_END = 100
"""Characters of a message in which it asks, if it does: thanks may follow."""
WITHIN = 3
"""Turns after a question among which its answer is searched: a tool's results may come first."""
LONGEST_ANSWER = 400
"""Characters that are shown of an answer, from its beginning, which mostly has the point."""
_QUOTED = pattern(r"[\"“”„«»「」『』]|[:：](?=\s|$)|：")
_MARK = pattern(r"[.!?;。！？；\n]")
_ENDS = " .!" + "".join(QUESTION_MARKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FromArchive:
    """The findings of the archive.

    Attributes:
        candidates: The hits, not ranked.
        is_asked: True if they are shown whatever their score; else only those that are `Archive.clear`.
        note: Why these were taken or not, in words; "" where that is not known yet.
        searched: Where all of recall is looked for, the archive with L1; None where the archive is not searched.
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
        """Return candidates, and in words why they were taken or not.

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
        """Return True if a query asks about the past, or of whatever time about somebody whom the memory knows.

        One about somebody else is none of the memory's: "When was Napoleon born?" Nor is one about nobody, neither the
        user nor a time: "Who was the first person on the moon?" Of what is found for it, only what is clear is shown.
        """
        if query.names:
            return (query.asks or query.asks_about_past) and _are_known(query, found)
        is_about_nobody = not (query.speaks_of_self or any(one.drops_subjects for one in query.languages))
        return query.asks_about_past and (query.period is not None or not is_about_nobody)

    def _matching(
        self, query: Query, terms: Terms, where: SearchFilter, scopes: Sequence[int]
    ) -> list[Candidate]:
        """Return documents with the words; the newest of a time asked for too, if nothing from then has other words.

        "What did we talk about last week?" may find no "talk" in that week, nor need it.
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
        """Return the candidates, and where they are `FEW_CANDIDATES` the turns beside the best of them."""
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
        """Return those passages that are clearly relevant, see `CLEAR_CHANCE`; answers where no entry is one."""
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
        """Return the share of the telling words that an answer has at least; see `ANSWER_COVERAGE`."""
        if not query.speaks_of_self:
            return ANSWER_COVERAGE
        return min(ANSWER_COVERAGE, max(ANSWER_COVERAGE * coverage.known, LEAST_COVERAGE))

    def _holds(self, candidate: Candidate, asked: set[str]) -> bool:
        """Return True if one of the stems is in the text; only words that begin alike are stemmed."""
        heads = {stem[:HEAD] for stem in asked}
        alike = {word for word in candidate.searched.split() if may_have_stem(word, heads)}
        return not asked.isdisjoint(self._stems(alike))

    def _stems(self, texts: Iterable[str]) -> set[str]:
        return set(self._search.stems(tuple(texts)).values())


def within(where: SearchFilter, period: Period) -> SearchFilter:
    """Return the filter narrowed to a period."""
    since = [one for one in (where.since, period.since and instant(period.since)) if one]
    until = [one for one in (where.until, period.until and instant(period.until)) if one]
    return replace(where, since=max(since, default=None), until=min(until, default=None))


def _are_known(query: Query, found: Sequence[Candidate]) -> bool:
    """Return True if documents know most names of a query, or half of them by nothing but a name.

    Where Ana is known and Oslo is not, she may fly there all the same; but a Berlin Wall is not known by Berlin.
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
    """Return the passages without summaries of sessions of which a turn was found too that has a word of the query.

    The turn is more exact, and takes less room: with turns in their place, on LoCoMo evidence is shown for as many
    questions in 200 characters less.
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
    """Return the assistant's answers to those passages that are questions of the user, see `Passage.answers`."""
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
    """Return True if it is a turn in which a person states something: no bare question, no text of somebody else.

    Text in quotation marks or behind a colon is mostly pasted, to be translated, or to be written.
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
