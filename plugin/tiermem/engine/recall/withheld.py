"""Keep out of recall what does not hold: removed, corrected, declined, overtaken by a later turn, or only supposed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import facts, joined
from tiermem.engine.reading.lexicon import alike, lexicon_of, undated
from tiermem.engine.statements.duplicates import Gist, may_say, near_duplicate
from tiermem.store.contract import EntryFilter, Retraction
from tiermem.support.lazy import pattern
from tiermem.text import STOP_WORDS, fold, normalized, words
from tiermem.text.folding import QUESTION_MARKS
from tiermem.text.languages import everywhere
from tiermem.text.role_play import ROLE_PLAY_TURNS, in_role_play
from tiermem.text.sentences import LABEL, SENTENCE
from tiermem.values.frozen import replace
from tiermem.values.words import IN_PART, OVERTAKEN, TO_FORGET

if TYPE_CHECKING:
    from tiermem.engine.comparison.statement import Statement
    from tiermem.engine.reading.reading import Reading
    from tiermem.ports.context import Query
    from tiermem.store.contract import Records, Store
    from tiermem.values import Entry, Event, Passage

    Sentence = tuple[str, ...]

MAX_RETRACTED = 150
"""Maximum entries of an owner whose statements are compared with passages: the last removed and the last changed."""
_MORE_THAN_A_NOTE = 2
"""Maximum words that a user's sentence has beyond a note of the same fact."""
PROPOSED = EntryFilter(statuses=("staged",), tags=(TO_FORGET,))
"""Selects all proposals to remove an entry."""
Declined = tuple[int, int, int]
"""The start and end of what was declined of a turn, and how long the turn was: erasing may have shortened it since."""
_LONGEST_COMPARED = 300
"""Characters of a sentence that is compared with later ones."""
_MOST_COMPARED = 6
"""Sentences of a message that are compared: a longer one is hardly about the user."""
_ADDRESS = pattern(r"[^\W\d_]+(?:'[^\W\d_]+)?")


class RetractedStatements:
    """Statements that entries no longer make, for filtering passages.

    They are read once, if a turn or a summary may contain one.

    Args:
        store: The store.
        scopes: The owners of the entries.
        project_id: The session's project; those of other projects are ignored. None for no project.
        query: The question. If it asks about the past, statements that merely ceased to hold are shown.
    """

    def __init__(self, store: Store, scopes: Sequence[int], project_id: str | None, query: Query) -> None:
        self._store = store
        self._scopes = scopes
        self._project_id = project_id
        self._query = query

    @cached_property
    def _statements(self) -> list[_Statement]:
        unwanted = (
            Retraction(one.content, one.created_at, None, OVERTAKEN not in one.tags, None)
            for one in self._proposed
            if IN_PART not in one.tags
        )
        known = self._store.records.retractions(self._scopes, MAX_RETRACTED)
        every = (fact for one in (*known, *unwanted) if self._holds(one) for fact in _facts(one))
        return [_Statement(one) for one in every]

    @cached_property
    def _proposed(self) -> Sequence[Entry]:
        return self._store.records.select(PROPOSED, self._scopes)

    def _holds(self, one: Retraction) -> bool:
        """Return True if a statement is to be left out here."""
        is_here = self._project_id is None or one.project_id in (None, self._project_id)
        return is_here and (one.is_wrong or not self._query.asks_about_past)

    def without(self, passages: Sequence[Passage]) -> list[Passage]:
        """Return the passages without sentences that were retracted later, and without what is to be removed.

        Other active entries stay as they are, and so does what they say. A passage is left out if the rest has none of
        the words of the question.
        """
        if passages and self._proposed:
            asked = (
                one for one in self._proposed if not (OVERTAKEN in one.tags and self._query.asks_about_past)
            )
            unwanted = {
                ref: one.content if IN_PART in one.tags else "" for ref, one in _by_entry(asked).items()
            }
            shown = (replace(one, text=unwanted[one.ref]) if one.ref in unwanted else one for one in passages)
            passages = [one for one in shown if one.text]
        if all(one.layer == "L1" for one in passages) or not self._statements:
            return list(passages)
        active = [one.text for one in passages if one.layer == "L1"]
        rest = (one if one.layer == "L1" else self._rest(one, active) for one in passages)
        return [one for one in rest if one is not None]

    def _rest(self, passage: Passage, active: Sequence[str]) -> Passage | None:
        held = self._held(passage, active)
        notes = self._notes_of(passage)
        if not held and not notes:
            return passage
        against = frozenset().union(*(one.gist.says for one in held))
        left = [
            _unsaid(_unnoted(one, notes), against, passage.label) for one in SENTENCE.findall(passage.text)
        ]
        if "".join(left) == passage.text:  # its statements may have been put in other words
            left = _untold(left, [one for one in held if self._rests_on(one, passage)])
        text = "".join(left).rstrip()
        if text == passage.text.rstrip():
            return passage
        is_answer = passage.answers is not None
        is_topical = not (is_answer or self._query.asks_about_user)
        is_beside = is_topical and self._stems(words(text)).isdisjoint(self._stems(self._query.words))
        return replace(passage, text=text) if text and not is_beside else None

    def _held(self, passage: Passage, active: Sequence[str]) -> list[_Statement]:
        """Return the statements, withdrawn since, whose telling words the passage has in full.

        Comparing texts is slow, so only these few are compared.
        """
        own = set(words(_as_said(passage.text, passage.label)))
        hits = Counter(place for word in own for place in self._by_word.get(word, ()))
        held = (
            self._statements[place]
            for place, hit in hits.items()
            if hit == len(self._statements[place].telling)
        )
        return [
            one
            for one in held
            if one.at >= passage.at
            and not one.is_still_said
            and not any(near_duplicate(one.gist, Gist.of(said)) for said in active)
        ]

    def _rests_on(self, statement: _Statement, passage: Passage) -> bool:
        """Return True if a statement was learned from the user's turn that a passage is."""
        is_turn = passage.kind == "turn" and passage.label == "user"
        if not is_turn:
            return False
        observed = observation_of(statement.origin, self._store, self._scopes)
        return observed is not None and observed.payload.get("evidence") == passage.ref

    def _notes_of(self, passage: Passage) -> list[Reading]:
        """Return the readings of notes about the user that ended after a turn in which the user may say the same."""
        if passage.label != "user" or passage.kind != "turn":
            return []
        return [one.reading for one in self._ended_notes if one.at >= passage.at and not one.is_still_said]

    @cached_property
    def _ended_notes(self) -> list[_Statement]:
        return [one for one in self._statements if one.is_note]

    @cached_property
    def _by_word(self) -> Mapping[str, list[int]]:
        places = defaultdict(list)
        for place, statement in enumerate(self._statements):
            for word in statement.telling:
                places[word].append(place)
        return places

    def _stems(self, texts: Iterable[str]) -> set[str]:
        return set(self._store.search.stems(tuple(texts)).values())


class _Statement:
    """A statement that was withdrawn."""

    def __init__(self, withdrawn: Retraction) -> None:
        self.at, self._withdrawn = withdrawn.at, withdrawn
        self.origin = withdrawn.origin
        self._text = undated(withdrawn.content)
        self.telling = frozenset(words(self._text)) - STOP_WORDS

    @cached_property
    def gist(self) -> Gist:
        return Gist.of(self._text)

    @cached_property
    def is_note(self) -> bool:
        return lexicon_of(self._text).is_note(self._text)

    @cached_property
    def reading(self) -> Reading:
        from tiermem.engine.reading.reading import read  # only for notes

        return read(self._text)

    @cached_property
    def is_still_said(self) -> bool:
        """True if the replacement says the same."""
        one = self._withdrawn
        return one.instead is not None and near_duplicate(Gist.of(one.content), Gist.of(one.instead))


def _facts(one: Retraction) -> list[Retraction]:
    """Return the retractions of the single facts that a statement joins: some of them may still hold."""
    return [replace(one, content=fact) for fact in facts(one.content)]


def _unsaid(sentence: str, statements: frozenset[Sentence], label: str) -> str:
    """Return a sentence without its retracted facts; "" if nothing is left."""
    if not may_say(_as_said(sentence, label), statements):
        return sentence
    lead = found[0] if (found := LABEL.match(sentence)) else ""
    parts = facts(sentence[len(lead) :])
    left = [one for one in parts if not _says(one, statements, label)]
    if len(left) == len(parts):
        return "" if len(parts) == 1 and _says(sentence, statements, label) else sentence
    return f"{lead}{joined(left)} " if left and len(parts) > 1 else ""


def _untold(sentences: Sequence[str], statements: Sequence[_Statement]) -> list[str]:
    """Return a turn's sentences without those that told the statements in other words: "my mother …, she's called Ann".

    Of a sentence that joins several facts, the one is left out that has most of a statement's words.
    """
    left = list(sentences)
    for one in statements:
        parts = [(place, part) for place, said in enumerate(left) for part in facts(said)]
        shared = [len(one.telling.intersection(words(part))) for _, part in parts]
        if not any(shared):
            continue
        most = max(range(len(parts)), key=lambda number: (shared[number], number))
        place = parts[most][0]
        kept = [part for number, (where, part) in enumerate(parts) if where == place and number != most]
        left[place] = f"{joined(kept)} " if kept else ""
    return left


def _unnoted(sentence: str, notes: Sequence[Reading]) -> str:
    """Return a user's sentence without the facts that notes in the third person told in other forms of its words."""
    if not notes:
        return sentence
    from tiermem.engine.reading.reading import read

    parts = facts(sentence)
    left = [one for one in parts if not any(_is_noted(read(one), note) for note in notes)]
    if len(left) == len(parts):
        return sentence
    return f"{joined(left)} " if left else ""


def _is_noted(said: Reading, note: Reading) -> bool:
    """Return True if a fact is hardly more than a note: "I teach art in Kempten", "The user teaches art"."""
    from tiermem.engine.reading.reading import OF_CHANGE

    is_known = bool(note.says) and len(alike(note.says, said.says)) == len(note.says)
    return is_known and len(said.says) <= len(note.says) + _MORE_THAN_A_NOTE and not said.has(*OF_CHANGE)


def _says(sentence: str, statements: frozenset[Sentence], label: str) -> bool:
    """Return True if a sentence makes one of the statements, in any person."""
    return not statements.isdisjoint(Gist.of(_as_said(sentence, label)).also_says)


def _as_said(text: str, label: str) -> str:
    """Return a text of the assistant as the user would say it; any other unchanged."""
    if label != "assistant":
        return text
    by_user = everywhere().as_the_user
    return _ADDRESS.sub(lambda match: by_user.get(fold(match[0]), match[0]), text)


def observation_of(origin: str | None, store: Store, scopes: Sequence[int]) -> Event | None:
    """Return the observation that an entry was made of; None if it was made otherwise.

    Args:
        origin: `Entry.origin`: ``event:`` and the place of an observation in the stream, or another.
        store: Has the stream.
        scopes: The owners of the events.
    """
    kind, _, seq = (origin or "").partition(":")
    return store.stream.find([int(seq)], scopes).get(int(seq)) if kind == "event" and seq.isdigit() else None


def places(content: str, sentences: Sequence[str]) -> list[Declined]:
    """Return the places of sentences in a turn, in order; the whole turn if one is not found."""
    found, behind = [], 0
    for sentence in sentences:
        start = content.find(sentence, behind)
        if start < 0:
            return [(0, len(content), len(content))]
        behind = start + len(sentence)
        found.append((start, behind, len(content)))
    return found


def without_unwanted(entries: Sequence[Entry], records: Records, scopes: Sequence[int]) -> list[Entry]:
    """Return the entries without what is to be removed of them when a person agrees."""
    waiting = removals(records, scopes) if entries else {}
    left = (unforgotten(one, waiting.get(one.id)) for one in entries)
    return [one for one in left if one is not None]


def unforgotten(entry: Entry, proposal: Entry | None) -> Entry | None:
    """Return what may be shown of an entry; None if its removal is proposed."""
    if proposal is None:
        return entry
    return replace(entry, content=proposal.content) if IN_PART in proposal.tags else None


def removals(records: Records, scopes: Sequence[int]) -> dict[str, Entry]:
    """Return entry id → the proposal to remove it that awaits a person's decision."""
    return _by_entry(records.select(PROPOSED, scopes))


def _by_entry(proposals: Iterable[Entry]) -> dict[str, Entry]:
    """Return entry id → the proposal to remove it; where there are several, the whole entry is hidden."""
    found: dict[str, Entry] = {}
    for one in proposals:
        if one.supersedes in found:
            one = replace(one, tags=tuple(tag for tag in one.tags if tag != IN_PART))  # noqa: PLW2901
        if one.supersedes:
            found[one.supersedes] = one
    return found


def without_declined(passages: Sequence[Passage], store: Store, scopes: Sequence[int]) -> tuple[Passage, ...]:
    """Return the passages without the declined parts of turns, and without passages that are empty then."""
    turns = {one.ref for one in passages if one.kind == "turn"}
    declined: Mapping[str, Sequence[Declined]] = store.stream.declined(scopes) if turns else {}
    if turns.isdisjoint(declined):
        return tuple(passages)
    left = (_left(one, declined[one.ref], store) if one.ref in declined else one for one in passages)
    shown = [one for one in left if one is not None]
    refs = {one.ref for one in shown}
    return tuple(one for one in shown if one.answers is None or one.answers in refs)


def _left(passage: Passage, declined: Sequence[Declined], store: Store) -> Passage | None:
    """Return the passage without its declined sentences; None if nothing or only a fragment is left."""
    session_id, _, position = passage.ref.rpartition("/")
    turns = store.sessions.turns(session_id, start=int(position), stop=int(position) + 1)
    whole, text = "".join(turn.content for turn in turns), passage.text
    if any(length != len(whole) for _, _, length in declined):
        return None  # something of the turn was erased: nobody knows where they stand now
    unwanted = sorted({whole[start:end] for start, end, _ in declined}, key=len, reverse=True)
    rest = whole
    for said in unwanted:
        rest = rest.replace(said, "")
    if all(one.strip() in rest for one in SENTENCE.findall(text)):
        return passage
    for said in unwanted:
        if said not in passage.text:
            return None  # an excerpt, which may begin or end within it
        text = text.replace(said, "")
    text = " ".join(text.split()).strip()
    return replace(passage, text=text) if any(map(str.isalnum, text)) else None


def without_overtaken(
    passages: Sequence[Passage],
    known: Sequence[Passage],
    is_topical: Callable[[str], bool],
    *,
    only_corrected: bool = False,
) -> list[Passage]:
    """Return the passages without sentences of the user's turns that a later message of theirs overtakes.

    Entries are compared when they are written. Turns that no entry was made of are compared here, the few that may be
    shown: "The sofa was 1,250." beside "I got the price of the sofa wrong, it was 1,520."

    Args:
        passages: What was found, the best first.
        known: What may overtake it.
        is_topical: True of a text that has to do with what was asked: the rest of a turn is shown only if it has.
        only_corrected: True if what merely ceased to hold is shown.
    """
    first = min((one.at for one in passages if _is_said(one)), default=None)
    if first is None:
        return list(passages)
    # most recalls show no turn of the user's, and a hook pays for each import
    from tiermem.engine.reading.reading import corrects, may_change

    bears = corrects if only_corrected else may_change
    later = [
        (one.at, said)
        for one in known
        if one.label == "user" and one.at > first
        for said in _stated(one)
        if bears(said)
    ]
    left = (
        (_up_to_date(one, later, is_topical) if _is_said(one) else one for one in passages)
        if later
        else passages
    )
    return [one for one in left if one is not None]


def _up_to_date(
    passage: Passage, later: Sequence[tuple[str, str]], is_topical: Callable[[str], bool]
) -> Passage | None:
    from tiermem.engine.comparison.statement import Statement

    since = [Statement(said) for at, said in later if at > passage.at]
    over = {said for said in _stated(passage) if any(_overtakes(new, said) for new in since)} if since else ()
    if not over:
        return passage
    text = "".join(one for one in SENTENCE.findall(passage.text) if one.strip() not in over).strip()
    return replace(passage, text=text) if text and is_topical(text) else None


def _overtakes(new: Statement, old: str) -> bool:
    from tiermem.engine.comparison.compare import compare
    from tiermem.engine.comparison.statement import Statement

    return compare(Statement(old), new).relation == "updates"


def _is_said(passage: Passage) -> bool:
    return passage.kind == "turn" and passage.label == "user"


def _stated(passage: Passage) -> Iterator[str]:
    """Yield the sentences of a message that state something; none of a long one."""
    said = SENTENCE.findall(passage.text)
    if len(said) <= _MOST_COMPARED:
        stripped = (one.strip() for one in said)
        yield from (
            one for one in stripped if 0 < len(one) <= _LONGEST_COMPARED and not one.endswith(QUESTION_MARKS)
        )


def without_unreal(passages: Sequence[Passage], store: Store, asked: Iterable[str] = ()) -> list[Passage]:
    """Return the passages without the user's turns of a role play, and without hypothetical statements.

    They do not answer questions about reality: "lets do a story, I'm captain Vex", "if I had a dog".

    Args:
        passages: The passages.
        store: Has the turns before them, with which a role play may have begun or ended.
        asked: Words of the question. A passage is left out if it has none of them beside its hypothetical part.
    """
    played = _played(passages, store)
    real = (_real(one, frozenset(asked)) for one in passages if one.ref not in played)
    shown = [one for one in real if one is not None]
    refs = {one.ref for one in shown}
    return [one for one in shown if one.answers is None or one.answers in refs]


def without_false_starts(passages: Iterable[Passage]) -> list[Passage]:
    """Return the passages, the user's turns without the words that were put right in the same sentence."""
    return [
        replace(one, text=_settled(one.text)) if one.kind == "turn" and one.label == "user" else one
        for one in passages
    ]


def _settled(text: str) -> str:
    if not lexicon_of(text).restarts.search(text):
        return text
    from tiermem.engine.statements.false_starts import settled  # seldom needed

    return settled(text)


def _played(passages: Sequence[Passage], store: Store) -> frozenset[str]:
    """Return the refs of the user's turns that belong to a role play."""
    own = [one.ref for one in passages if one.kind == "turn" and one.label == "user"]
    places: defaultdict[str, list[int]] = defaultdict(list)
    for ref in own:
        session, _, position = ref.rpartition("/")
        places[session].append(int(position))
    played: set[str] = set()
    for session, positions in places.items():
        for start, stop in _windows(positions):
            turns = enumerate(store.sessions.turns(session, start=start, stop=stop), start)
            said = [(place, turn.content) for place, turn in turns if turn.speaker == "user"]
            played.update(f"{session}/{place}" for place in in_role_play(said))
    return frozenset(played.intersection(own))


def _windows(positions: Iterable[int]) -> list[tuple[int, int]]:
    """Return the start and end of the turns to read for turns at *positions*: theirs, and those before in reach."""
    windows: list[tuple[int, int]] = []
    for position in sorted(positions):
        start, stop = max(0, position - ROLE_PLAY_TURNS), position + 1
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], stop)
        else:
            windows.append((start, stop))
    return windows


def supposes(text: str) -> bool:
    """Return True if a text is hypothetical, or means the opposite: "if I had a million", "oh sure, I'm a prince"."""
    said = normalized(text)
    return (everywhere().supposes.search(said) or everywhere().mocks.search(said)) is not None


def _real(passage: Passage, asked: frozenset[str]) -> Passage | None:
    """Return the passage without its hypothetical part; None if nothing is left."""
    is_turn = passage.kind == "turn" and passage.label == "user"
    if not is_turn and passage.layer != "L2":
        return passage
    said = SENTENCE.findall(passage.text)
    left = [one for one in said if not supposes(LABEL.sub("", one))]
    if len(left) == len(said):
        return passage
    text = "".join(left).strip()
    is_beside = bool(asked) and asked.isdisjoint(words(text))
    return replace(passage, text=text) if any(map(str.isalnum, text)) and not is_beside else None
