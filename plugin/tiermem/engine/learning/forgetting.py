"""Find what a request to forget means: entries, facts of entries, and sentences of turns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import facts, joined, stands_alone
from tiermem.engine.reading.given_values import values_in
from tiermem.engine.reading.lexicon import Unspaced, lexicon_of, undated
from tiermem.engine.reading.reading import read
from tiermem.engine.reading.wishes import may_end_wish, wish_ended
from tiermem.engine.recall.candidates import plan
from tiermem.engine.recall.withheld import observation_of, places
from tiermem.engine.writes.authority import is_elsewhere
from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.text import fold, normalized, query_words, statement_key, words
from tiermem.text.folding import QUESTION_MARKS
from tiermem.text.languages import everywhere, languages_of
from tiermem.text.languages.changes import ONE
from tiermem.text.names import fuller_names, names_in
from tiermem.text.scripts import UNSPACED
from tiermem.text.sentences import SENTENCE
from tiermem.text.topics import is_mostly_of, named_topics, single_topics, topics_of
from tiermem.values import Draft, StagingReason
from tiermem.values.frozen import replace
from tiermem.values.words import IN_PART, OVERTAKEN, TO_FORGET

if TYPE_CHECKING:
    from tiermem.engine.learning.known_entries import KnownEntries
    from tiermem.engine.recall.withheld import Declined
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.store.contract import Store
    from tiermem.values import Change, Entry, Observation, Reach

_MOST_ENTRIES, _MOST_TURNS = 10, 1_000
"""Maximum entries whose removal one request proposes, and turns that are searched for what it means."""
_FEWEST_ALIKE, _ALIKE = 2, 0.66
"""Minimum number and share of the words of a thing to forget for an entry with them to be meant. A person decides."""
_BEGINNING, _ENDING = 5, 5
"""Minimum common letters of two forms of one word, and maximum letters of their endings: "celi|aca", "celia|quía"."""
_NEARLY = 0.8
"""Share of the weight of the entry with the rarest words of a request for another one to be meant too."""
_MOST_SPOKEN_OF = 4
"""Maximum entries that a request in words of its own means."""
_MOST_BEFORE = 10
"""Maximum earlier statements that corrections led from to an entry."""


class Forgetting:
    """Find what requests to forget mean.

    Args:
        store: The store.
        overlap: Measures the words that statements share.
        known: The active entries.
    """

    def __init__(self, store: Store, overlap: Overlap, known: KnownEntries) -> None:
        self._store = store
        self._overlap = overlap
        self._known = known

    def changes(self, change: Change, observation: Observation, reach: Reach) -> tuple[Change, ...]:
        """Return proposals to remove the entries that are meant, or the facts of them that are."""
        what = observation.draft.content
        because = StagingReason("the user asked to forget it", observation.quote or what)
        proposal = replace(change, stage_because=because)
        is_whole = observation.quote == what
        found = self._spoken_of(what, reach) if is_whole else self._meant(what, reach)
        others = _namesakes(what, [one.content for one in found])
        meant = [
            one
            for one in found
            if not (is_elsewhere(one, observation.draft) or others & fuller_names(what, one.content))
        ]
        if is_whole:
            meant = [entry for entry in meant if not _is_settled(entry, what)]
        is_bare = observation.points and what.isidentifier() and what.islower()
        if is_bare:  # "forget bruno", not "forget lunch"
            meant = [entry for entry in meant if fold(what) in names_in(entry.content)]
        elif observation.points and not is_whole and _is_of_thing(what):
            # "forget the marathon", not "forget the second paragraph"
            wanted = self._overlap.words(" ".join(_naming(what)))
            meant = [entry for entry in meant if wanted <= self._overlap.words(entry.content)]
        return tuple(self._proposal(proposal, entry, what) for entry in (*meant, *self._behind(meant, reach)))

    def said(
        self, observation: Observation, found: Sequence[Change], reach: Reach, at: str
    ) -> dict[str, list[Declined]]:
        """Return `Turn.ref` → the places of sentences that recall must leave out.

        These are the request, sentences with all words of the thing, and those from which the entries that are meant,
        and what they correct, were learned. If there is no such entry, a request that may be about something else
        than memory ("delete my code", "forget Python") means none, except with a person's name.

        Args:
            observation: The request.
            found: The proposals that `changes` returned for it.
            reach: The owners of the turns.
            at: The instant of the request.
        """
        meant: dict[str, list[str]] = {}
        if observation.evidence and observation.quote:
            meant[observation.evidence] = [observation.quote]
        if found or not observation.points or _is_of_person(observation):
            for ref, sentence in (*self._naming(observation, reach, at), *self._sources(found, reach)):
                meant.setdefault(ref, []).append(sentence)
        contents = {ref: self._content(ref) for ref in meant}
        return {
            ref: [place for one in dict.fromkeys(sentences) for place in places(contents[ref], [one])]
            for ref, sentences in meant.items()
            if contents[ref]
        }

    # -- entries --------------------------------------------------------------------------------

    def _meant(self, what: str, reach: Reach) -> list[Entry]:
        """Return the entries that are meant; everything about the user for "me"."""
        naming = _naming(what)
        wanted = self._overlap.words(" ".join(naming)) or frozenset(naming)  # "car" means "because" in French
        if wanted:
            return self._named(what, wanted, reach)[:_MOST_ENTRIES]
        if everywhere().myself.isdisjoint(words(what)):
            return []
        everything = EntryFilter(scope_id=reach.user.id, tiers=("user",), layers=("L0", "L1"))
        return self._store.records.select(everything, reach.ids)

    def _named(self, what: str, wanted: frozenset[str], reach: Reach) -> list[Entry]:
        """Return the entries that contain all words of a thing; if there are none, those that mention it otherwise.

        These have words with the same beginning ("celiaquía", "celiaca"), give the attribute that it names, or have one
        of the words and its topic.
        """
        near = [one for one in self._known.nearest(what, reach) if reach.owns(one.scope_id)]
        found = {one.id: one for one in (*near, *self._own(reach))}
        of_me = everywhere().i.search(what)
        known = [one for one in found.values() if not of_me or everywhere().i.search(one.content)]
        said = {one.id: self._overlap.words(f"{one.subject or ''} {one.content}") for one in known}
        if exact := [one for one in known if wanted <= said[one.id]]:
            return exact
        owner = everywhere().of_name.sub(" ", what)
        whose = self._overlap.words(" ".join(_naming(owner))) if owner != what else ()
        theirs = [one for one in known if whose and all(_has_form(word, said[one.id]) for word in whose)]
        if theirs:
            return [one for one in theirs if _gives_name(one.content)] or theirs
        if given := [one for one in known if _gives_attribute(one.content, what)]:
            return given
        return [one for one in known if self._speaks_of(said[one.id], one, what, wanted)]

    def _own(self, reach: Reach) -> list[Entry]:
        """Return the entries about the user, and those that the user said."""
        every = self._store.records.select(EntryFilter(layers=("L0", "L1")), reach.ids)
        return [
            one
            for one in every
            if (one.tier == "user" and one.scope_id == reach.user.id)
            or (one.tier == "memory" and one.speaker == "user" and reach.owns(one.scope_id))
        ]

    def _spoken_of(self, request: str, reach: Reach) -> list[Entry]:
        """Return the entries that a request in words of its own speaks of.

        They have the rarest of its words, or else give an attribute that it names, or are of its topic.
        What was learned of the request itself, and says no more than it, is not meant.
        """
        every = self._own(reach)
        itself = self._overlap.words(request)
        known = [one for one in every if not self._overlap.words(undated(one.content)) <= itself]
        wanted = self._overlap.words(" ".join(_naming(_without_words_of_keeping(request))))
        said = {one.id: self._overlap.words(f"{one.subject or ''} {one.content}") for one in known}
        held = {one.id: {word for word in wanted if _has_form(word, said[one.id])} for one in known}
        number = Counter(word for words_of in held.values() for word in words_of)
        weights = {id_: sum(1 / number[word] for word in words_of) for id_, words_of in held.items()}
        most = max(weights.values(), default=0.0)
        if most:
            return [one for one in known if weights[one.id] >= _NEARLY * most][:_MOST_SPOKEN_OF]
        attributes = read(request).concepts.keys() & ONE
        if given := [one for one in known if attributes & read(one.content).concepts.keys()]:
            return given[:_MOST_SPOKEN_OF]
        topics = topics_of(request).keys()
        alike = [one for one in known if single_topics(one.content) & topics]
        return alike if len(alike) <= _MOST_SPOKEN_OF else []

    @staticmethod
    def _speaks_of(said: frozenset[str], entry: Entry, what: str, wanted: frozenset[str]) -> bool:
        """Return True if an entry mentions a thing in other words."""
        if _is_character(what) and re.search(rf"(?<![\u4e00-\u9fff]){what}", entry.content):
            return True
        alike = [word for word in wanted if _has_form(word, said)]
        if len(alike) == len(wanted) or (len(alike) >= _FEWEST_ALIKE and len(alike) >= _ALIKE * len(wanted)):
            return True
        if _is_one(what, wanted) and is_mostly_of(entry.content, named_topics(what)):
            return True  # "what I said about my health"
        return bool(wanted & said) and bool(single_topics(what) & single_topics(entry.content))

    def _behind(self, meant: Sequence[Entry], reach: Reach) -> Iterator[Entry]:
        """Yield the entries that those which are meant likely overtook: without these, they would hold again."""
        origins = {entry.origin for entry in meant if entry.origin}
        known = {entry.id for entry in meant}
        overtaken = EntryFilter(statuses=("staged",), tags=(OVERTAKEN,))
        for proposal in self._store.records.select(overtaken, reach.ids) if origins else ():
            if proposal.origin in origins and proposal.supersedes not in known:
                entry = self._store.records.get(proposal.supersedes or "", reach.ids)
                if entry is not None and entry.status == "active":
                    yield entry

    def _proposal(self, change: Change, entry: Entry, what: str) -> Change:
        """Return the proposal to remove an entry, or the facts of it that name the thing, if others stand alone."""
        wanted = self._overlap.words(" ".join(_naming(what)))
        held = self._facts(entry.content, wanted) if wanted else ()
        every = frozenset.intersection(*map(self._overlap.words, held)) if held else frozenset()
        named = wanted - every or wanted  # of "Sofia's anorexia", Sofia is in all that is known of her
        kept = [fact for fact in held if named.isdisjoint(self._overlap.words(fact))]
        if not kept or len(kept) == len(held) or not all(map(stands_alone, kept)):
            return replace(change, operation="remove", target=entry.id, draft=None)
        draft = Draft(
            content=joined(kept),
            layer=entry.layer,
            tier=entry.tier,
            speaker=entry.speaker,
            origin=entry.origin,
            tags=(*entry.tags, TO_FORGET, IN_PART),
        )
        return replace(change, operation="update", target=entry.id, draft=draft)

    def _facts(self, content: str, wanted: frozenset[str]) -> Sequence[str]:
        """Return the facts of an entry; of one with a verb that is not known, what stands before and from "and" on."""
        held, lexicon = facts(content), lexicon_of(content)
        if len(held) > 1 or isinstance(lexicon, Unspaced):
            return held
        said = content.split()
        for place in range(len(said) - 1, 2, -1):
            before, behind = " ".join(said[:place]), " ".join(said[place + 1 :])
            is_cut = lexicon.spelt(said[place]) in lexicon.splits and stands_alone(before)
            if is_cut and wanted & self._overlap.words(before) and wanted & self._overlap.words(behind):
                subject = " ".join(word for word in said[:place] if self._overlap.words(word) & wanted)
                return before, f"{subject} {behind}"
        return held

    # -- turns ----------------------------------------------------------------------------------

    def _naming(self, observation: Observation, reach: Reach, at: str) -> Iterator[tuple[str, str]]:
        """Yield the refs of earlier turns and sentences in them that state something with all words of the thing."""
        what = observation.draft.content
        naming = _naming(what)
        wanted = self._overlap.words(" ".join(naming))
        if not wanted:
            return
        others = _namesakes(what, [one.content for one in self._meant(what, reach)])
        search = self._store.search
        terms = plan(tuple(query_words(" ".join(naming))), search, reach.ids)
        session, _, position = (observation.evidence or "").rpartition("/")
        seen_here = SearchFilter(layers=(), turns=True, project_id=observation.draft.project_id)
        for turn in search.candidates(terms, seen_here, reach.ids, _MOST_TURNS):
            place = turn.ref.rpartition("/")
            is_here = place[0] == session and position.isdigit()
            if int(place[2]) > int(position) if is_here else turn.at > at:
                continue
            for sentence in map(str.strip, SENTENCE.findall(self._content(turn.ref))):
                is_other = sentence.endswith(QUESTION_MARKS) or others & fuller_names(what, sentence)
                if wanted <= self._overlap.words(sentence) and not is_other:
                    yield turn.ref, sentence

    def _sources(self, found: Sequence[Change], reach: Reach) -> Iterator[tuple[str, str]]:
        """Yield the refs of turns and the sentences in them from which entries were learned."""
        for change in found:
            entry = self._store.records.get(change.target or "", reach.ids)
            for _ in range(_MOST_BEFORE):
                if entry is None:
                    break
                yield from self._source(entry, reach)
                entry = self._store.records.get(entry.supersedes, reach.ids) if entry.supersedes else None

    def _source(self, entry: Entry, reach: Reach) -> Iterator[tuple[str, str]]:
        event = observation_of(entry.origin, self._store, reach.ids)
        ref = str(event.payload.get("evidence") or "") if event else ""
        if event is None or not ref:
            return
        said = {self._overlap.words(entry.content)}
        said.add(self._overlap.words(str(event.payload.get("quote") or "")))
        for sentence in map(str.strip, SENTENCE.findall(self._content(ref))):
            if self._overlap.words(sentence) in said:
                yield ref, sentence

    def _content(self, ref: str) -> str:
        session, _, position = ref.rpartition("/")
        if not position.isdigit():
            return ""
        turns = self._store.sessions.turns(session, start=int(position), stop=int(position) + 1)
        return "".join(turn.content for turn in turns)


def _without_words_of_keeping(request: str) -> str:
    known, said = everywhere(), normalized(request)
    return known.keeps.sub(" ", known.remembers.sub(" ", said))


def _gives_attribute(content: str, what: str) -> bool:
    """Return True if a statement gives an attribute of the same owner that a thing names and nothing else.

    "I earn 61,200 a year" gives "my salary".
    """
    thing = read(what)
    shared = thing.concepts.keys() & ONE
    if not shared or thing.words - frozenset().union(*(thing.concepts[one] for one in shared)):
        return False
    said = read(content)
    is_own = thing.owner.sort == said.owner.sort or (thing.owner.sort, said.owner.sort) == ("thing", "self")
    return is_own and not shared.isdisjoint(said.concepts)


def _is_of_person(observation: Observation) -> bool:
    """Return True if a request names nothing but a person: "forget Bruno", not "forget Python"."""
    what = observation.draft.content
    names = names_in(observation.quote or what)
    return what[:1].isupper() and not names.isdisjoint(words(what))


def _namesakes(what: str, known: Sequence[str]) -> frozenset[str]:
    """Return the full names of people who share a first name with the one meant: "Dr Phil Abel", "my friend Phil".

    They are in another relation to the user than one whom a statement calls by that name alone.
    """
    if not what.isidentifier():
        return frozenset()
    names = {one: fuller_names(what, one) for one in known}
    close = frozenset().union(*(_relations(one) for one, fuller in names.items() if not fuller))
    if not close:
        return frozenset()
    related = {
        name for one, fuller in names.items() if not close.isdisjoint(_relations(one)) for name in fuller
    }
    others = {name for one, fuller in names.items() if _relations(one) for name in fuller}
    return frozenset(others - related)


def _relations(content: str) -> frozenset[str]:
    """Return the words of a statement for people and how they are addressed: "friend", "dentist", "dr"."""
    lexicon = lexicon_of(content)
    if isinstance(lexicon, Unspaced):
        return frozenset()
    known = lexicon.kin | lexicon.roles | lexicon.titles
    return frozenset(lexicon.same(word) for word in lexicon.tokens(content).small if word in known)


def _is_settled(entry: Entry, wish: str) -> bool:
    """Return True if a wish ended that of an entry, or is that entry: "you don't have to be so harsh anymore"."""
    is_itself = statement_key(entry.content) == statement_key(wish) and may_end_wish(wish)
    return is_itself or wish_ended(entry.content, wish) is not None


def _is_of_thing(what: str) -> bool:
    """Return True for a thing that is not named as the user's own: "the marathon", "马拉松"."""
    said = words(what)
    own = frozenset().union(*(one.first_person for one in languages_of(what)))
    is_thing = said[0] in everywhere().determiners or UNSPACED.search(what) is not None
    return is_thing and not any(word in own for word in said) and not any(map(str.isupper, what[:1]))


def _has_form(word: str, said: frozenset[str]) -> bool:
    """Return True if a form of the word was said, or a compound that ends with it: "Insolvenz", "Privatinsolvenz"."""
    is_long = len(word) >= _BEGINNING
    return any(_begin_alike(word, other) or (is_long and other.endswith(word)) for other in said)


def _is_character(what: str) -> bool:
    """Return True for a word of one Chinese character, which the index knows in pairs alone: 夫."""
    return len(what) == 1 and UNSPACED.match(what) is not None


def _is_one(what: str, wanted: frozenset[str]) -> bool:
    """Return True if a thing is named by one word, or by two characters."""
    lexicon = lexicon_of(what)
    if isinstance(lexicon, Unspaced):
        return len(_naming(lexicon.of.sub(" ", lexicon.mine.sub(" ", what)))) == 1
    return len(wanted) == 1


def _gives_name(content: str) -> bool:
    """Return True if a statement gives a name, or may do so in a script without capitals."""
    return any(one.sort == "name" for one in values_in(content)) or UNSPACED.search(content) is not None


def _begin_alike(one: str, other: str) -> bool:
    """Return True if two words begin alike, as forms of one word do."""
    is_form = max(len(one), len(other)) <= len(one[:_BEGINNING]) + _ENDING
    return one == other or (is_form and len(one) >= _BEGINNING and one[:_BEGINNING] == other[:_BEGINNING])


def _naming(what: str) -> list[str]:
    """Return the words that name the thing to forget; none for "me"."""
    spoken = languages_of(what)
    own = [one for one in spoken if one.code == lexicon_of(what).code] or spoken
    bare = frozenset().union(
        *(one.stop_words | one.question_words for one in own),
        *(one.first_person for one in spoken),
        everywhere().myself,
    )
    return [word for word in words(what) if word not in bare]
