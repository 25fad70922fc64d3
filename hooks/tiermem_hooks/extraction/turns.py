"""Read the turns of a session: their own sentences, and the statements in the user's, with what is around them."""

from __future__ import annotations

import re
from datetime import UTC
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.plugins import dataclass, replace
from tiermem.plugins.text import (
    ROLE_PLAY_TURNS,
    day_of,
    has_words,
    in_role_play,
    languages,
    normalized,
    pattern,
)
from tiermem_hooks.extraction.corrections import Denial, Heard
from tiermem_hooks.extraction.model import Candidate, judge
from tiermem_hooks.extraction.pronouns.introduced import names_nobody
from tiermem_hooks.extraction.pronouns.people import with_name
from tiermem_hooks.extraction.pronouns.places import with_place
from tiermem_hooks.extraction.pronouns.things import with_thing
from tiermem_hooks.extraction.rules import Rulebook
from tiermem_hooks.extraction.sentences import (
    sentences,
    telling,
    without_dictated,
    without_letters,
    word_count,
)
from tiermem_hooks.extraction.statements import (
    before_question,
    clauses,
    is_request,
    speaks_of_person,
    trim,
    with_apostrophes,
)
from tiermem_hooks.memory_requests.to_forget import forgotten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, tzinfo

    from tiermem import Turn
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import (
        Sentence,
    )
    from tiermem_hooks.extraction.statements import Clause

FICTION = "fiction"
"""The cue that is searched for in the whole turn."""
HEADCOUNT = "headcount"
"""The cue of sentences that only count people; they are not kept."""
INVENTED = "invented"
"""The cue of sentences that are introduced as fiction: "For my novel: I'm Lea"."""
ONE_OFF = "one_off"
"""The cue of sentences about one task."""
_SURELY_NO_JOKE = 0.7
"""Minimum chance that a statement is worth keeping for a laugh beside it to mean nothing."""
VOID = frozenset({"joke", "hypothetical", ONE_OFF, FICTION})
"""Cues of sentences that change nothing."""
_NOT_OF_MODELS = frozenset({FICTION, HEADCOUNT, INVENTED})
"""Cues that the models are not asked about."""
_MOST_BETWEEN = 4
"""Maximum sentences of the user that are searched for the person of a pronoun."""
TURNS_BACK = 12
"""Number of previous turns searched for a statement that the user takes back."""
_ITEM = re.compile(r"(?:^|;)\W*(?:\d\W+)?[A-ZÀ-Ý][\w'-]+(?:\s[A-ZÀ-Ý][\w'-]+)?,\s\d{1,2}(?:\s\w{2,6})?,")
"""An item of a list of people or trips with a number: "Anna, 29, nurse"."""
_ITEM_UNSPACED = pattern(
    r"(?:^|[;；])\W*[\u3040-\u30ff\u4e00-\u9fff]{2,5}[，、,]\d{1,2}[岁歳歲天日]?[，、,]", since="\u3040"
)
"""The same in a script without spaces."""
_FEWEST_ITEMS = 2
_MOST_WORDS_OF_GREETING = 2
"""Maximum words of a sentence that asks for nothing: "Hi there!"."""
_ASIDE = re.compile(r"\s*[(（][^()（）]*[)）]")
"""An aside in brackets; a statement is judged with and without it: "I'm allergic to nuts (all kinds)."."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A turn of the user or the assistant, split into sentences.

    Attributes:
        day: Its day in the session's zone; None if unknown.
        rules: The rules of the turn's language.
        rules_of: The rules of each sentence's language.
        in_project: True if it was said in a project.
    """

    turn: Turn
    day: date | None
    sentences: tuple[Sentence, ...]
    rules: Rules
    rules_of: tuple[Rules, ...]
    in_project: bool = False

    @property
    def is_user(self) -> bool:
        """True if the user said it."""
        return self.turn.speaker == "user"


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the user with its surroundings.

    Attributes:
        position: The position of its sentence in the turn.
        quote: That sentence, as said.
        clause: The statement, without a denial that opened its sentence.
        denial: The opening of the sentence; the rest is the whole sentence.
        candidate: The model's view of it.
        sentence: The same for the whole sentence; None if it makes only this statement.
        in_project: True if it was said in a project.
        is_beside: True if its sentence surely says something else about the speaker.
    """

    position: int
    quote: str
    rules: Rules
    clause: Clause
    denial: Denial
    heard: Heard
    candidate: Candidate
    sentence: Candidate | None
    in_project: bool
    is_beside: bool = False

    @property
    def is_whole(self) -> bool:
        """True if its sentence makes this statement alone."""
        return self.sentence is None


def spoken(
    turns: Sequence[Turn], rules: Rules | None = None, zone: tzinfo = UTC, *, in_project: bool = False
) -> list[Spoken]:
    """Return the turns of user and assistant with their own sentences, and the rules for each."""
    heard = tuple(turn for turn in turns if turn.speaker in ("user", "assistant"))
    found = _all_spoken(heard, rules, zone)
    return [replace(one, in_project=True) for one in found] if in_project else [*found]


@lru_cache(maxsize=2)  # the summary needs what the statements were taken from
def _all_spoken(heard: Sequence[Turn], rules: Rules | None, zone: tzinfo) -> Sequence[Spoken]:
    book = Rulebook((turn.content for turn in heard), rules)
    return [_spoken(turn, book, zone) for turn in heard]


def _spoken(turn: Turn, book: Rulebook, zone: tzinfo) -> Spoken:
    rules = book.of_turn(turn.content)
    own = turn.content
    if turn.speaker == "user":
        own = without_dictated(
            without_letters(own, rules), lambda lead: dict.fromkeys((rules, book.of_turn(lead)))
        )
    said = tuple(sentences(own, rules))
    rules_of = tuple(book.of_sentence(sentence.text, rules) for sentence in said)
    return Spoken(turn, day_of(turn.at, zone), said, rules, rules_of)


def statements(session: Sequence[Spoken], index: int) -> Sequence[Statement]:
    """Return the statements of one user turn, in order."""
    return _statements(session[index], heard_before(session, index))


@lru_cache(maxsize=128)
def _statements(said: Spoken, heard: Heard) -> Sequence[Statement]:
    cut = list(_cut(said, heard))
    around = _Surroundings(said, heard, cut)
    found: list[Statement] = []
    for position, denial, clauses_of in cut:
        rules, quote, place = said.rules_of[position], said.sentences[position].text, len(found)
        whole = before_question(denial.rest, rules)
        wish = _wish_of_form(said, heard, position, whole)
        parts = [wish] if wish else clauses_of
        sentence = (
            around.candidate(whole, denial, position, place, place + len(parts)) if len(parts) > 1 else None
        )
        for number, clause in enumerate(parts, place):
            candidate = around.candidate(clause, denial, position, number, number + 1)
            if wish:  # it names no task, in whatever words
                candidate = replace(candidate, cues=candidate.cues - {ONE_OFF})
            found.append(
                Statement(position, quote, rules, clause, denial, heard, candidate, sentence, said.in_project)
            )
    return found


def says_nothing_so(statement: Statement) -> bool:
    """Return True if a sentence means the opposite ("oh sure, I'm a millionaire"), or only counts guests: "we're 6"."""
    is_ironic = not statement.heard.asked and has_words(statement.quote, "mocks")
    if is_ironic:
        return True
    # "We're four" may answer how many they are at home: then the model decides.
    counts = statement.rules.pattern("cues", HEADCOUNT).match(statement.clause.said.view)
    return counts is not None and not statement.heard.asked


def edits_text(session: Sequence[Spoken], index: int, sentence: str) -> bool:
    """Return True if a sentence of a turn asks to take something out of what the assistant wrote, not to forget it.

    "Remove the part about nuts" means the recipe that was asked for before it. Who asked what is known of them means
    that, and so does who speaks of memory.
    """
    removes = session[index].rules.pattern("question", "removes")
    if not removes.match(sentence) or has_words(sentence, "remembers"):
        return False
    for before in reversed(session[max(0, index - TURNS_BACK) : index]):
        if not before.is_user or any(removes.match(one.text) for one in before.sentences):
            continue
        known = languages.language(before.rules.language)
        if known.says(normalized(before.turn.content), known.asks_about_user):
            return False
        if any(map(_asks_for_text, before.sentences, before.rules_of)):
            return True
    return False


def _asks_for_text(sentence: Sentence, rules: Rules) -> bool:
    said = trim(sentence, rules)
    return is_request(said, rules) or rules.pattern("question", "of_you").match(said.view) is not None


def invented(said: Spoken) -> frozenset[int]:
    """Return the positions of a turn's sentences that say nothing of the user.

    They are introduced as fiction, stand behind such a colon, or list people or trips to choose from.
    """
    found: set[int] = set(_listed(said))
    for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True)):
        if match := rules.pattern("cues", INVENTED).match(sentence.text):
            is_heading = match[0].endswith((":", "："))
            found |= {*range(position, len(said.sentences))} if is_heading else {position}
    return frozenset(found)


def _listed(said: Spoken) -> list[int]:
    """Return the positions of the items of a list with a number each ("Anna, 29, nurse"), from which to choose.

    A turn that asks nothing tells who they are, and so does one that says whose they are.
    """
    items = {
        position: found
        for position, sentence in enumerate(said.sentences)
        if (found := len(_ITEM.findall(sentence.text)) + len(_ITEM_UNSPACED.findall(sentence.text)))
    }
    if sum(items.values()) < _FEWEST_ITEMS:
        return []
    others = [
        (sentence, rules)
        for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True))
        if position not in items
    ]
    told = [
        (sentence, rules)
        for sentence, rules in others
        if not (sentence.asks or rules.pattern("question", "asks").match(sentence.view))
    ]
    is_own = any(speaks_of_person(sentence.view, rules) for sentence, rules in told)
    return [*items] if len(told) < len(others) and not is_own else []


def is_played(session: Sequence[Spoken], index: int) -> bool:
    """Return True if a user turn belongs to a role play."""
    near = range(max(0, index - ROLE_PLAY_TURNS), index + 1)
    return index in in_role_play(
        (place, session[place].turn.content) for place in near if session[place].is_user
    )


def _cut(said: Spoken, heard: Heard) -> Iterator[tuple[int, Denial, list[Clause]]]:
    """Yield the sentences of a turn that may state something: their opening and their clauses."""
    denied = False
    before: Sentence | None = None
    for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True)):
        trimmed = _without_laugh(with_apostrophes(trim(sentence, rules), rules), rules)
        speaks_on = rules.pattern("about.pronouns", "pattern").match(trimmed.view)
        spoken_of = _last_of_own(heard, rules) if speaks_on and position == 0 else before
        if spoken_of and spoken_of.asks:
            spoken_of = before_question(
                spoken_of, rules
            ).said  # "my girl is 6, ideas for the party? she's coeliac"
        named = with_place(with_name(trimmed, spoken_of, rules), before, rules)
        if before and (before.asks or is_request(before, rules)):
            named = with_thing(named, before, rules)
        before = named
        if len(sentence.text) > rules.limits.sentence_chars or forgotten(sentence.text) is not None:
            denied = False
            continue
        denial = Denial.of(named, rules)
        if denied and not denial.said:
            denial = Denial(denial.rest, plain=True, said=True, instead=denial.instead)
        denied = denial.said and not denial.rest.view
        if denial.rest.view:
            yield position, denial, clauses(denial.rest, rules, whole=denial.said)


def _last_of_own(heard: Heard, rules: Rules) -> Sentence | None:
    """Return the user's last sentence, of whose person a turn may say more; None if the reply speaks of another.

    What the user asks in between for themselves, and what they add of "her", does not end it.
    """
    earlier = (trim(one, rules) for one in heard.own[: -_MOST_BETWEEN - 1 : -1])
    last = next((one for one in earlier if not names_nobody(one, rules)), None)
    if last is None:
        return None
    replied = (*heard.statements, heard.last) if heard.last else heard.statements
    others = [rules.pattern("about.pronouns", key) for key in ("relatives", "name")]
    found = {one[0] for reply in replied for other in others for one in other.finditer(reply.view)}
    return last if all(one in last.view for one in found) else None


def heard_before(session: Sequence[Spoken], index: int) -> Heard:
    """Return what the turn at *index* answers, and the user's earlier sentences."""
    before = session[index - 1] if index and not session[index - 1].is_user else None
    heard = Heard.of(before.sentences, before.rules) if before else Heard()
    earlier = session[max(0, index - TURNS_BACK) : index]
    own = tuple(sentence for one in earlier if one.is_user for sentence in one.sentences)
    heard = replace(heard, own=own)
    last = next((one for one in reversed(earlier) if one.is_user), None)
    said = session[index]
    if last is None or not said.sentences:
        return heard
    return heard.of_own(last.sentences, said.sentences[0].view, said.rules)


def _wish_of_form(said: Spoken, heard: Heard, position: int, whole: Clause) -> Clause | None:
    """Return a sentence as a wish for a form of all answers: its turn asks for nothing that it could be about.

    "Keep it short" and "be honest" may be about what was asked for in a turn before.
    """
    rules = said.rules_of[position]
    wish = rules.pattern("question", "form").match(whole.said.view)
    is_form = wish is not None and (heard.last is None or not wish.groupdict().get("it"))
    asks = wish is not None and bool(wish.groupdict().get("ask"))
    opening = wish.end("ask") if wish is not None and asks and not wish.start("ask") else 0
    is_opening = heard.last is None and not heard.own and not said.sentences[position].asks
    is_manner = is_opening and rules.pattern("question", "manners").match(whole.said.view) is not None
    if not (is_manner or (is_form and (asks or not whole.asks))):
        return None
    others = [one for place, one in enumerate(said.sentences) if place != position]
    is_alone = all(
        not one.asks
        and (word_count(one.view) <= _MOST_WORDS_OF_GREETING or speaks_of_person(one.view, rules))
        for one in others
    )
    return replace(whole, said=whole.said.part(opening), asks=False, wished=True) if is_alone else None


class _Surroundings:
    """The surroundings of the statements of one turn."""

    def __init__(
        self, said: Spoken, heard: Heard, cut: Sequence[tuple[int, Denial, Sequence[Clause]]]
    ) -> None:
        self._said, self._heard = said, heard
        self._parts = [clause for _, _, parts in cut for clause in parts]
        cues = [
            _cues(
                _without_laugh(said.sentences[position], said.rules_of[position]).view,
                said.rules_of[position],
            )
            for position, _, _ in cut
        ]
        self._cues = frozenset().union(*cues)
        if said.rules.pattern("cues", FICTION).search(said.turn.content[: said.rules.limits.turn_chars]):
            self._cues |= {FICTION}
        self._known = {rules.language: heard.words(rules) for rules in said.rules_of}
        is_pasted = len(said.turn.content) > said.rules.limits.pasted_chars
        own = sum(len(sentence.text) for sentence in said.sentences)
        self._chars = own if is_pasted else len(said.turn.content)

    def candidate(self, own: Clause, denial: Denial, position: int, start: int, end: int) -> Candidate:
        """Return a statement, the parts of its turn from *start* to *end*, with what is around it."""
        said, answered, rules = self._said, self._heard.last, self._said.rules_of[position]
        mine, known = telling(own.said.text, rules), self._known[rules.language]
        whole = Candidate(
            view=own.said.view,
            asks=own.asks,
            before=self._parts[start - 1].said.view if start else "",
            after=self._parts[end].said.view if end < len(self._parts) else "",
            opening=said.sentences[0].view if position else "",
            answers=answered.view if answered else None,
            shared=len(mine & known),
            added=len(mine - known),
            denies=denial.said,
            instead=denial.instead,
            place=start,
            count=len(self._parts),
            chars=self._chars,
            cues=_cues(own.said.view, rules),
            near=self._cues,
        )
        # "Don cant have dairy" is judged with its apostrophes too
        views = {_ASIDE.sub("", whole.view)} - {"", whole.view}
        others = [replace(whole, view=view) for view in sorted(views)]
        return max(whole, *others, key=lambda one: judge(one, rules.language).worth) if others else whole


def _without_laugh(sentence: Sentence, rules: Rules) -> Sentence:
    """Return a sentence without a laugh beside it, if it surely states a fact: "my sister is a vet haha".

    "I'm the king of France haha" is a joke.
    """
    laugh = rules.pattern("trim", "laugh").search(sentence.view)
    if laugh is None:
        return sentence
    rest = sentence.part(laugh.end()) if not laugh.start() else sentence.part(0, laugh.start())
    cues = _cues(rest.view, rules)
    judged = judge(Candidate(view=rest.view.rstrip(".!"), asks=rest.asks, cues=cues), rules.language)
    return rest if judged.is_worth and judged.worth >= _SURELY_NO_JOKE and not cues & VOID else sentence


def _cues(view: str, rules: Rules) -> frozenset[str]:
    """Return the names of the cues in a sentence."""
    names = (name for name in rules.table("cues") if name not in _NOT_OF_MODELS)
    return frozenset(name for name in names if rules.pattern("cues", name).search(view))
