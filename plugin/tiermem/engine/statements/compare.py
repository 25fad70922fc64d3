"""Compare two statements: does the later one say the same, update the earlier one, contradict it, or neither?

Wording alone cannot decide: "I moved to York" and "I live in Leeds" share no word, and "I live in a flat" is compatible
with "I live in Leeds". So a statement updates another only on evidence that the earlier one ended, and nothing in it
may suggest another person, another thing, a single occasion, an addition, a plan or the past. Missing an update is
better than losing a fact.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from tiermem.engine.reading.clauses import (
    before_question,
    clauses,
    company_of,
    facts,
    introduction,
    pieces,
    stands_alone,
)
from tiermem.engine.reading.given_values import values_in
from tiermem.engine.reading.lexicon import ALIKE, MARKS, Spaced, alike
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import (
    ANNOUNCED,
    CACHED,
    EXACT,
    NAMED,
    OF_ADDRESS,
    OF_ANSWERS,
    OF_CHANGE,
    OF_STATE,
    OF_WISHES,
    STABLE,
    TOGETHER,
    announces,
    is_order,
    is_preposition,
    odds_of_change,
    read,
    versions_in,
)
from tiermem.engine.statements.parts import without_part
from tiermem.text.languages.changes import ONE, OVERTAKES
from tiermem.text.scripts import UNSPACED
from tiermem.text.topics import topics_of
from tiermem.values import Observation
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from tiermem.engine.reading.lexicon import Unspaced
    from tiermem.engine.reading.reading import Reading
    from tiermem.values import Entry

Relation = Literal["same", "updates", "contradicts", "unrelated"]
Reason = Literal[
    "question or plan",
    "past",
    "one time",
    "one more",
    "another time",
    "another side",
    "another person",
    "another thing",
    "another number",
    "another wrong value",
    "about the value",
    "about the person",
    "another attribute",
    "a liking",
    "an age",
    "same words",
    "ended",
    "denied",
    "withdrawn",
    "allowed",
    "corrected",
    "swapped",
    "one at a time",
    "overtaken",
    "another of its kind",
    "another value",
    "announced",
    "conflicting values",
    "nothing in common",
]
_NAMED = 0.5
"""Minimum share of the earlier statement's words to be named if a verb of ending is beside one of them."""
_DENIED = 0.6
"""Minimum share of the earlier statement's words that a negation must cover."""
_ABOUT = 0.75
"""Minimum share of the words of the earlier statement's topic that the later one must name to give it another value, if
it also names other things."""
_ABOUT_ALONE = 0.5
"""The same share if it names nothing else."""
DUE = frozenset({"deadline", "budget", "rent", "salary"})
"""Concepts that have one exact value at a time."""
_OF_JOBS = frozenset({"job", "employer", "workplace", "team"})
"""Topics of statements about a job: "I'm a light sleeper" has none of them."""
_OF_CALENDAR = frozenset({"date", "weekday", "time"})
_WITH_TIMES = frozenset({"birthday", "time of waking"})
"""Concepts with a day or time as their value, of which a person has one: a birthday, but not a subject of study."""
_WORDS_OF_A_TIME = 1
_ONE = frozenset({"1"})
"""The number of "a dog" in languages that count it."""
_TASTES = frozenset({"drink", "food_taste", "sport", "hobby"})
"""Topics in which one may like several things, and do now one and now another."""
_OF_NUMBERS = frozenset({"age", "weight"})
"""Topics that need a number: a remark about a birthday cake is not about an age."""
_TOPICS_OF = {
    "home": {"home", "housing", "household", "rent", "landlord"},
    "employer": {"employer", "job", "team", "workplace", "salary", "work_hours", "manager", "client"},
    "role": {"employer", "job", "team", "study", "school", "manager", "work_hours"},
    "diet": {"diet", "food_taste"},
    "status": {"partner", "household"},
    "kids": {"children", "household"},
    "car": {"vehicle", "commute"},
    "smoking": {"smoking"},
    "alcohol": {"drink"},
    "gym": {"membership", "sport", "trainer", "goal"},
    "studying": {"study", "school", "exam", "language_learning"},
    "salary": {"salary", "employer", "job", "budget"},
    "rent": {"rent", "housing", "landlord", "budget"},
    "weight": {"weight", "goal"},
    "phone": {"phone", "provider"},
}
"""Concept → the topics of statements about it. Of 15,239 pairs of a fact and an unrelated change, 139 ended the fact
before statements about other topics were excluded, and 76 do now (``python -m benchmarks.changes --unrelated``)."""
_NEWS = {
    "home": {"home", "housing", "rent", "commute", "study", "school"},
    "status": {"status"},
    "employer": {"employer", "role", "job", "workplace", "salary", "work_hours", "team", "study"},
}
"""Concepts of news of a person → the concepts and topics of what such news may end."""
_OF_NAMING = frozenset({"status", "kids"})
_OF_WHOM = frozenset({"partner", "household", "children"})
"""Concepts, and topics, that the words for a person show, whatever is said of them."""
_BEGUN = 4
"""Minimum number of shared opening words for the later statement to repeat the earlier for another place or time."""
_FEWEST_LEFT = 3
"""Minimum words of what still holds of an earlier statement."""
_OF_DAYS = frozenset({"date", "weekday"})
_ADDS_UNLESS = 0.3
"""Minimum share of the earlier statement's words that an ending must name to outweigh "also", or a message that may
announce a change."""


class Statement(NamedTuple):
    """A statement to compare.

    Attributes:
        content: Its words.
        quote: The user's own sentence, which *content* may abridge.
        corrects: True if it is known to say that something was wrong.
    """

    content: str
    quote: str | None = None
    corrects: bool = False

    @classmethod
    def of(cls, source: Entry | Observation) -> Statement:
        """Return the statement of an entry or an observation."""
        if isinstance(source, Observation):
            return cls(source.draft.content, source.quote, source.draft.correction)
        return cls(source.content)


class Comparison(NamedTuple):
    """The relation of a later statement to an earlier one, with the reason."""

    relation: Relation = "unrelated"
    reason: Reason = "nothing in common"
    kept: tuple[str, ...] = ()
    """Facts of an earlier statement that the later one leaves unchanged."""
    rest: str = ""
    """The part of the earlier statement that still holds: the day of a flight whose time moved."""

    @property
    def is_beside(self) -> bool:
        """True if the later statement is known to concern something else, or another time."""
        return self.relation == "unrelated" and self.reason != "nothing in common"


_UNRELATED = Comparison()
_WORDS_COUNTED = 2
"""Maximum words of a statement that only gives the number of a thing."""
_NAME_AND_VERSION = 2
"""Telling words of a statement that only gives a thing a version."""
_OF_ONE_WISH: frozenset[Reason] = frozenset({"allowed", "ended", "denied", "withdrawn"})
"""Reasons that name the wish which ended, if one of several did."""
_FINAL: frozenset[Reason] = frozenset(
    {"one time", "one more", "another time", "another side", "another wrong value", "past"}
)
"""Reasons that hold for a whole message, whatever one of its clauses says."""


def compare(old: Statement, new: Statement) -> Comparison:
    """Return the relation of *new* to *old*, which was said before it.

    The whole message is compared first, then each of its clauses: "Dr. Fox retired, so my GP is Dr. Hunt."
    """
    found = _compare_facts(old, new)
    if found.relation == "updates" and not (found.kept or found.rest):
        part = without_part(old.content, new.quote or new.content)
        return found._replace(kept=(part,)) if part else found
    introduced = introduction(old.content) if found == _UNRELATED else None
    if introduced is not None and _compare_facts(Statement(introduced.home), new).relation == "updates":
        return Comparison("updates", "one at a time", kept=(introduced.rest,))
    return found


def _compare_facts(old: Statement, new: Statement) -> Comparison:
    """Return the relation of a later statement to an earlier one, or to one of the facts that it joins."""
    spoken = as_compared(new)
    if spoken is None:
        return Comparison("unrelated", "question or plan")
    new, whole = spoken
    if (of_whole := _compare(read(old.content), new, whole)).reason in ("about the person", "an age"):
        return of_whole
    parts = facts(old.content)
    if len(parts) > 1:
        compared = [(read(part), _compare(read(part), new, whole)) for part in parts]
        found = [
            _UNRELATED if _only_named(part, one, new) or _is_company(text, new) else one
            for text, (part, one) in zip(parts, compared, strict=True)
        ]
        of_one = next((one for one in found if one.relation == "updates"), None)
        is_allowed = any(one.reason == "allowed" for one in found)
        left = [
            part
            for part, one in zip(parts, found, strict=True)
            if one.relation == "unrelated" or (is_allowed and one.reason not in _OF_ONE_WISH)
        ]
        kept = [part for part in left if read(part).introduced or _is_state(read(part))]
        if of_one is not None and kept and not stands_alone(kept[0]):
            return of_one  # what is said of "she" goes with her
        if of_one is not None and kept:
            return of_one._replace(kept=tuple(kept))
        who = tuple(part for part in kept if read(part).introduced)
        if who and of_whole.relation == "updates":
            return of_whole._replace(kept=who)
    return of_whole


def _is_company(fact: str, new: Statement) -> bool:
    """Return True if a fact only says who lives or works with the user, and the message mentions none of them."""
    company = company_of(fact)
    return company is not None and not alike(read(company).telling, read(new.content).telling)


def _only_named(part: Reading, found: Comparison, new: Statement) -> bool:
    """Return True if a message names the thing but gives it no value: "Python stays"."""
    if found.reason != "another value":
        return False
    said = [read(one) for one in pieces(new.content)]
    naming = [one for one in said if alike(part.telling, one.says)]
    return bool(naming) and not any(one.values or one.has(*OF_CHANGE) for one in naming)


@lru_cache(maxsize=64)
def as_compared(new: Statement) -> tuple[Statement, Reading] | None:
    """Return a later statement in the form for comparison, and its reading; None for a question or a plan."""
    new = _without_question(new)
    if stated := _stated_clause(new.content):
        new = new._replace(content=stated, quote=None)
    whole = read(new.content)
    if _is_supposed(whole, new) or (new.quote and _is_supposed(read(new.quote), new)):
        return None
    if new.quote and not new.corrects and read(new.quote).has("corrects"):
        new = new._replace(corrects=True)
    if new.quote and _says_more(read(new.quote), whole):
        new = new._replace(content=new.quote)
        whole = read(new.quote)
    return new, whole


@lru_cache(maxsize=64)
def announces_change(new: Statement, *, sure: bool = False) -> bool:
    """Return True if a statement, or the sentence that it abridges, likely announces a change (surely, with *sure*).

    "From now on, …" before an instruction announces no change of other statements.
    """
    if announces(content := read(new.content), sure=sure):
        return True
    quote = read(new.quote) if new.quote else content
    return (content.has("lasts") or not quote.has("lasts")) and announces(quote, sure=sure)


@lru_cache(maxsize=64)
def said_of_change(text: str) -> frozenset[str]:
    """Return the words of a message up to the clause that most likely announces a change; the rest explains it."""
    parts = [read(part) for part in clauses(text) or (text,)]
    odds = [odds_of_change(part.text) for part in parts]
    last = max(place for place, one in enumerate(odds) if one >= min(max(odds), ANNOUNCED))
    return frozenset().union(*(part.says for part in parts[: last + 1]))


def _says_more(quote: Reading, content: Reading) -> bool:
    """Return True if the sentence has a cue that the statement taken from it lost: "… too", "from now on …"."""
    adds = quote.has("adds") and not content.has("adds", "ends_next", "ends_last")
    return (
        adds
        or _announces_beside(quote, content)
        or (quote.is_strong and quote.has("lasts") and not content.is_strong)
    )


def _announces_beside(quote: Reading, content: Reading) -> bool:
    """Return True if the sentence has a clause that only announces the change: "we've moved, we're in Angers now"."""
    if content.text == quote.text or not (quote.is_strong and announces(quote, sure=True)):
        return False
    others = [one for one in map(read, clauses(quote.text)) if not one.says <= content.says]
    return bool(others) and all(
        one.has("changes") and not one.values and one.telling <= _shown(one) for one in others
    )


def _shown(said: Reading) -> frozenset[str]:
    """Return the words of a clause that its concepts show."""
    return said.words_of(said.concepts)


def _is_state(said: Reading) -> bool:
    """Return False if a statement only says that something ended or changed."""
    return not said.has("ends_next", "ends_last", "changes")


def _touch(before: Reading, after: Reading) -> bool:
    """Return True if two statements have anything in common; most have not, and need no closer look."""
    return (
        before.owner.sort == "role"
        or not _traces(before).isdisjoint(_traces(after))
        or not before.concepts.keys().isdisjoint(after.concepts)
        or not before.members.keys().isdisjoint(after.members)
        or not before.topics.isdisjoint(after.topics)
        or not before.concepts.keys().isdisjoint(overtaken_by(after))
    )


def overtaken_by(said: Reading) -> frozenset[str]:
    """Return the concepts of the states that the events in a statement end: expecting a child, of a birth."""
    return frozenset().union(*(OVERTAKES[one] for one in said.concepts.keys() & OVERTAKES.keys()))


@lru_cache(maxsize=CACHED)
def _traces(said: Reading) -> frozenset[str]:
    """Return lookup keys. Two statements with forms of the same word share at least one; see `alike`."""
    words = said.says | said.member_words | {said.owner.word, said.owner.name, *versions_in(said.text)}
    spaced = (trace for word in words for trace in (word, word[:ALIKE]) if trace)
    return frozenset(spaced).union(*(word for word in words if UNSPACED.match(word)))


def _compare(before: Reading, new: Statement, whole: Reading) -> Comparison:
    """Return the relation of a later statement to an earlier one that is read."""
    if not _touch(before, whole):
        return _UNRELATED
    pair = _Pair(before, whole, new, whole)
    found = pair.comparison
    if found.relation == "updates":
        return found._replace(rest=_remains(before, whole))
    if found.relation == "same" or found.reason in _FINAL or pair.is_of_others():
        return found
    for clause in clauses(new.content):
        of_clause = _Pair(before, read(clause), new, whole).comparison
        if of_clause.relation == "updates":
            return of_clause._replace(rest=_remains(before, whole))
    return found


def _remains(old: Reading, new: Reading) -> str:
    """Return what of an earlier statement still holds behind a later one that updates it; "" if that is not sure."""
    lexicon = lexicon_by_code(old.language)
    if not isinstance(lexicon, Spaced):
        return ""
    rest = _before_comma(old, new, lexicon) or _without_time(old, new, lexicon)
    return rest if len(rest.split()) >= _FEWEST_LEFT else ""


def _before_comma(old: Reading, new: Reading, lexicon: Spaced) -> str:
    """Return the statement without the addition that the later one changes: "I'm a nurse at St Mary's, night shift"."""
    head, _, tail = old.text.rstrip(f"{MARKS} ").rpartition(", ")
    said, addition = read(head), read(tail)
    has_verb = not lexicon.verbs.isdisjoint(addition.all_words)
    introduces = bool(said.related) and not said.related & new.ended  # "we have a son, Tobias, who …"
    who = said.related | said.value_words if introduces else frozenset[str]()
    if (
        not head
        or (has_verb and not introduces)
        or addition.has("lists")
        or said.has("lists", "changes", "ends_next", "ends_last")
    ):
        return ""
    names = old.values.get("name", frozenset())
    if addition.telling <= names or addition.all_words <= names:
        return ""  # "we have a dog, Rex"
    is_named = alike(addition.telling, new.says) or addition.topics & new.topics
    is_changed = bool(is_named) and not alike(said.telling - who, new.says)
    is_of_head = bool(said.concepts.keys() & new.concepts.keys() or said.topics & new.topics)
    return head if is_changed and not is_of_head else ""


def _without_time(old: Reading, new: Reading, lexicon: Spaced) -> str:
    """Return the statement without its time, if the later one gives another time and no day."""
    sorts = new.values.keys()
    if (
        "time" not in sorts
        or "time" not in old.values
        or _OF_DAYS & sorts
        or not _OF_DAYS & old.values.keys()
    ):
        return ""
    times = [value for value in values_in(old.text) if value.sort == "time"]
    if len(times) != 1:
        return ""
    sentence = old.text.rfind(". ", 0, times[0].start) + 1
    if sentence and old.text[times[0].end :].strip(f"{MARKS} ") == "":
        return old.text[:sentence].rstrip(".")  # "… is on 12 December. They moved the flight to 9:15."
    small = (lexicon.function - lexicon.verbs) | lexicon.clock
    before, behind = old.text[: times[0].start].split(), old.text[times[0].end :].split()
    while before and lexicon.spelt(before[-1].strip(MARKS)) in small:
        before.pop()
    while behind and lexicon.spelt(behind[0].strip(MARKS)) in lexicon.hours:
        behind.pop(0)
    return " ".join([*before, *behind]).rstrip(f"{MARKS} ").rstrip(",")


def _without_question(new: Statement) -> Statement:
    """Return a statement without its sentence's final question: "we moved to Leeds, what should we see?"."""
    if new.quote and (stated := before_question(new.quote)):
        new = new._replace(quote=stated)
    stated = before_question(new.content)
    return new._replace(content=stated) if stated else new


def _stated_clause(text: str) -> str | None:
    """Return the clause that announces a change, in a sentence that is otherwise hypothetical."""
    if not read(text).has("supposes"):
        return None
    said = (one for one in map(read, clauses(text)) if not one.has("supposes"))
    return next((one.text for one in said if _is_stated(one)), None)


def _is_stated(clause: Reading) -> bool:
    """Return True if a clause announces a change: "the release slips to 8 June, update the plan"."""
    if clause.is_strong and (clause.has("lasts") or (clause.has("changes") and EXACT & clause.values.keys())):
        return True
    return announces(clause, sure=True)


def _forbids(said: Reading) -> bool:
    """Return True if a statement denies or forbids something."""
    return said.has("denies", "forbids")


def _is_supposed(said: Reading, new: Statement) -> bool:
    return said.has("supposes") and not (said.has("corrects") or new.corrects)


def _is_meant(concept: str, old: Reading, new: Reading) -> bool:
    """Return False if a statement is mostly about something else: "I work with PHP" names no employer."""
    about = _TOPICS_OF.get(concept)
    if about is None:
        return True
    return not any(said.topics and said.topics.isdisjoint(about) for said in (old, new))


def _is_among(word: str, words: Iterable[str], lexicon: Spaced | Unspaced) -> bool:
    """Return True if the word for a person is one of those that show a concept, or a part of one without spaces."""
    if isinstance(lexicon, Spaced):
        return lexicon.stem(word) in words
    return any(word in one for one in words)


class _Pair:
    """Two statements in comparison.

    Args:
        old: The earlier one.
        new: The later one, or a clause of it.
        said: The later one in the form for comparison.
        whole: The reading of that.
    """

    def __init__(self, old: Reading, new: Reading, said: Statement, whole: Reading) -> None:
        self._old, self._new, self._said, self._whole = old, new, said, whole
        self._corrects = said.corrects or new.has("corrects") or whole.has("corrects")
        self._ends = new.has("ends_next", "ends_last") or bool(new.ended)
        self._cue = new.has("changes") or self._ends or self._corrects or whole.has("ends_next", "ends_last")
        self._hit = alike(old.telling, new.says)
        self._share = len(self._hit) / max(len(old.telling), 1)
        self._shared = old.concepts.keys() & new.concepts.keys()
        if not self._is_of_one_relative():
            self._shared = {one for one in self._shared if _is_meant(one, old, new)}
        if old.concepts.get("age") == old.concepts.get(
            "birthday"
        ):  # "her birthday is on 14 March" gives no age
            self._shared -= {"age"}
        self._old_words, self._new_words = old.words_of(self._shared), new.words_of(self._shared)
        self._differing = self._sorts()
        named = old.members.keys() & new.members.keys()
        self._is_other_member = any(new.members[one] - old.members[one] for one in named)
        self._is_other_product = any(one < 0 and new.members[one] - old.members[one] for one in named)
        self._overtakes = self._is_overtaking()
        self._cue = self._cue or self._overtakes
        self._need = self._needed()
        self._about = len(alike(self._need, new.says)) / len(self._need) if self._need else 1.0
        self._about_value = self._is_about_value()
        self._is_role = self._has_role()
        self._is_event = not old.is_note and (old.has("happens") or old.stability < OF_STATE)

    def _sorts(self) -> frozenset[str]:
        """Return the sorts of values that both have with different values."""
        old, new = self._old.values, self._new.values
        found = {sort for sort in old.keys() & new.keys() if new[sort] - old[sort]}
        before, after = ({*one.get("date", ()), *one.get("weekday", ())} for one in (old, new))
        if before and after and before != after:
            found.add("date")
        if not old.keys() & new.keys() and {"time", "number"} <= old.keys() | new.keys():
            found.add("time")
        return frozenset(found)

    def _needed(self) -> frozenset[str]:
        """Return the words that the later statement must name to be about the same thing."""
        need = self._old.topic - self._old_words
        if need or self._shared or self._is_other_member:
            return need
        return (self._old.words & self._old.light) - self._old.value_words

    def _is_about_value(self) -> bool:
        """Return True if the later statement is about somebody or something that is a value of the earlier one."""
        owner, old = self._new.owner, self._old
        if owner.sort != "name" or owner.word == old.owner.name:
            return False
        return owner.name in old.all_words or owner.word in old.says

    def _has_role(self) -> bool:
        """Return True if both name who has a role: "my manager is …"."""
        old, new = self._old.owner, self._new.owner
        if old.sort != "role":
            return False
        return new == old._replace(name=new.name) or (
            new.sort == "self" and (old.word in self._new.all_words or old.word in self._new.concepts)
        )

    # -- the answer ----------------------------------------------------------------------------

    @property
    def comparison(self) -> Comparison:
        """The relation, with its reason."""
        if self._denies_what_was_never_so():
            return Comparison("same", "same words")
        if of_wish := self._of_wish():
            return Comparison("updates", of_wish)
        if (
            veto := self._attribute()
            or self._time()
            or self._addition()
            or self._other()
            or self._first_age()
        ):
            return Comparison("unrelated", veto)
        if self._is_same():
            if not self._is_swapped():
                return Comparison("same", "same words")
            return Comparison("updates" if self._cue else "contradicts", "swapped")
        update = None if self._leaves_who_it_is() else self._ending()
        return Comparison("updates", update) if update else self._without_ending()

    def _without_ending(self) -> Comparison:
        if why := self._leaves():
            return Comparison("unrelated", why)
        if self._cue and (update := self._another_value()):
            return Comparison("updates", update)
        if self._is_announced():
            return Comparison("updates", "announced")
        return Comparison("contradicts", "conflicting values") if self._conflicts() else _UNRELATED

    def _leaves(self) -> Reason | None:
        """Return why the later statement leaves the earlier one as it is, or None."""
        reasons: tuple[tuple[Reason, Callable[[], bool]], ...] = (
            ("about the person", self._leaves_who_it_is),
            ("about the value", lambda: self._about_value),
            ("another thing", self._is_other_thing),
            ("a liking", self._is_liking_beside),
        )
        return next((reason for reason, holds in reasons if holds()), None)

    def _is_liking_beside(self) -> bool:
        """Return True if the speaker only has another habit, which ends no liking: "I drink coffee now"."""
        old, new = self._old, self._new
        is_habit = new.owner.sort == "self" and new.phrases.are_all("changes", "lasts")
        says_more = self._ends or self._corrects or bool(new.denied) or new.has("likes", "ranks")
        is_taste = old.has("likes") and not old.has("ranks") and not _TASTES.isdisjoint(old.topics)
        return is_taste and is_habit and not says_more

    def _denies_what_was_never_so(self) -> bool:
        """Return True if the later statement says the same and denies another value: "…, not Bob"."""
        old, new = self._old, self._new
        wrong = new.wrong - alike(new.wrong, old.says)
        rest = new.telling - wrong
        return bool(wrong) and new.wrong.isdisjoint(old.says) and bool(rest) and rest == old.telling

    def _of_wish(self) -> Reason | None:
        """Return the way in which the later wish ends the earlier one, or None."""
        if self._is_wish_anew():
            return "one at a time"
        if self._withdraws_order():
            return "withdrawn"
        return "allowed" if self._is_allowed_instead() else None

    def _is_allowed_instead(self) -> bool:
        """Return True if the later statement allows the other way than an order: "you can write longer answers"."""
        old, new = self._old, self._new
        if not (self._is_other_member and is_order(old) and new.has("allows")) or new.is_mine:
            return False
        is_plain = not (_forbids(old) or _forbids(new) or new.subject - old.subject - self._new.member_words)
        return is_plain and not any(
            one.has("adds", "once", "only_once", "past", "supposes") for one in (new, self._whole)
        )

    def _withdraws_order(self) -> bool:
        """Return True if the later statement wants no more of what an order wants: "Stop with the jokes"."""
        old, new, lexicon = self._old, self._new, lexicon_by_code(self._new.language)
        if not isinstance(lexicon, Spaced) or not is_order(old) or _forbids(old) or new.is_mine:
            return False
        is_end = new.has("forbids", "ends_next", "ends_last") or bool(new.denied)
        if not is_end or new.has("once", "only_once", "past", "ranks"):
            return False
        named = new.telling - alike(new.telling, lexicon.wishes)
        both = old.members.keys() & new.members.keys()
        is_in_other_words = bool(both) and all(new.members[one] <= old.members[one] for one in both)
        same = alike(named, old.naming) | (named & new.member_words if is_in_other_words else frozenset())
        return bool(named) and same == named

    def _is_wish_anew(self) -> bool:
        """Return True if both wish for a language of the answers or a form of address: "English again" ends another."""
        old, new = self._old, self._new
        is_other = self._is_other_member or (OF_ADDRESS in self._shared and "name" in self._differing)
        if not (is_other and self._shared & OF_WISHES) or _forbids(old) or _forbids(new):
            return False
        if any(one.has("once", "only_once", "past") for one in (new, self._whole)):
            return False
        is_spaced = isinstance(lexicon_by_code(new.language), Spaced)
        names = new.values.get("name", frozenset())
        return not (is_spaced and new.telling - self._new_words - new.member_words - names)

    # -- vetoes --------------------------------------------------------------------------------

    def _time(self) -> Reason | None:
        """Return the reason why the later statement holds at another time, or None."""
        old, new = self._old, self._new
        if new.has("past") and not self._ends:
            return "past"
        lasts = new.is_strong or self._ends or new.has("lasts") or (self._cue and bool(self._shared & ONE))
        lasts = lasts or self._corrects or self._overtakes or announces_change(self._said, sure=True)
        if new.has("only_once") or (new.has("once") and not lasts):
            return "one time"
        is_other = bool(new.periods) and new.periods.isdisjoint(old.periods)
        return "another time" if is_other and not announces_change(self._said, sure=True) else None

    def _attribute(self) -> Reason | None:
        """Return the reason if the later statement is news of a person, of whom the earlier one says something else.

        That Isla moved, married or has a new job ends neither her diabetes nor, but for a job, what she works.
        """
        old, whole = self._old, self._whole
        if old.owner.sort != "kin" or self._corrects or whole.wrong or whole.denied:
            return None
        if whole.has("parts") or (whole.speaks_of_self and whole.has("ends_last")):
            return None  # "Dana and I broke up"
        lexicon = lexicon_by_code(old.language)
        names = {old.owner.name} if isinstance(lexicon, Spaced) or old.owner.is_named else set[str]()
        if isinstance(lexicon, Spaced):
            names.add(lexicon.stem(old.owner.name))
        person = frozenset({*names, old.owner.word, *old.related})
        is_named = self._names_owner() or not old.related.isdisjoint(whole.related)
        is_named = is_named or (whole.owner.sort == "kin" and whole.owner[:2] == old.owner[:2])
        rest = old.telling - alike(old.telling, person)
        if not (is_named and rest) or alike(rest, whole.says):
            return None
        news = whole.concepts.keys() & _NEWS.keys()
        known = (old.concepts.keys() - _OF_NAMING) | topics_of(old.text).keys() - _OF_WHOM
        if not news or (old.introduced and not (known or (old.owner.name and names))):
            return None
        is_other = known.isdisjoint(frozenset().union(*(_NEWS[one] for one in news)))
        return "another attribute" if is_other else None

    def _addition(self) -> Reason | None:
        """Return the reason why the later statement adds to the earlier one, or None."""
        old, new = self._old, self._new
        ends = self._ends and self._share >= _ADDS_UNLESS
        if new.has("adds") and not old.has("adds") and not ends and not self._corrects:
            return "one more"
        if new.is_new and not (self._shared or self._is_role or self._ends or self._corrects):
            return "one more"
        return None

    def _first_age(self) -> Reason | None:
        """Return the reason if the later statement only gives an age, and the earlier one gives none of that person."""
        old, new = self._old, self._new
        if "age" not in new.concepts or "number" not in new.values or self._corrects or self._ends:
            return None
        rest = new.telling - new.words_of(["age"]) - new.values["number"] - new.related - old.says
        if len(rest) > _WORDS_OF_A_TIME or "age" in old.concepts:
            return None
        numbers = old.values.get("number", frozenset())
        are_of_several = len(numbers) > 1 and bool(old.values.get("name", frozenset()) - new.all_words)
        return "an age" if numbers <= _ONE or are_of_several else None

    def _other(self) -> Reason | None:
        """Return the other subject of the later statement, or None."""
        old, new = self._old, self._new
        if new.thing - old.thing and (old.thing or not self._hit):
            return "another number"
        values = new.value_words | new.member_words
        if new.wrong & values and not alike(new.wrong, old.says | old.member_words):
            return "another wrong value"
        sides = old.contrasts.keys() & new.contrasts.keys()
        is_moved = not old.topics.isdisjoint(new.topics) and announces_change(self._said, sure=True)
        if not is_moved and any(old.contrasts[one].isdisjoint(new.contrasts[one]) for one in sides):
            return "another side"
        return None if self._has_one_owner() else "another person"

    def _has_one_owner(self) -> bool:
        """Return True if both are about the same person or thing."""
        old, new = self._old.owner, self._new.owner
        are_named = old.is_named and new.is_named and old.word == new.word
        if are_named and old.name != new.name and not self._corrects:
            return False
        corrects_value = self._corrects and alike(
            self._new.subject, self._old.value_words | self._old.member_words
        )
        is_named = old.sort == "kin" and new.sort == "thing" and old.word in self._new.all_words
        is_introduced = new.sort == "kin" and new.word in self._old.all_words and bool(self._old.introduced)
        if is_introduced and (self._ends or self._corrects or self._new.wrong):  # "our dog died"
            return True
        is_equal = old[:2] == new[:2] and old.sort != "role"
        is_wish = self._is_other_member and new.sort == "thing" and self._new.has("lasts")
        is_due = bool(self._shared & DUE and self._differing & EXACT) and self._new.owner.sort == "thing"
        if (
            self._overtakes
            or corrects_value
            or is_named
            or is_equal
            or is_wish
            or self._about_value
            or self._names_owner()
        ):
            return True
        if is_due and old.sort == "self":  # "the landlord has put the rent up to 900"
            return True
        if old.sort == "kin" and self._moves_their_thing():
            return True
        return self._is_role_of_owner() if "role" in (old.sort, new.sort) else self._is_my_thing()

    def _is_overtaking(self) -> bool:
        """Return True if the later statement tells an event that ends the earlier one: a birth, the loss of a job."""
        old, new = self._old, self._new
        events = {
            one
            for one in new.concepts.keys() & OVERTAKES.keys() - old.concepts.keys()
            if OVERTAKES[one] & old.concepts.keys()
        }
        if not events or self._is_denied_event(events) or not self._is_told_of(events):
            return False
        if "job lost" in events and "job hunt" in old.concepts:
            events.remove("job lost")
        return bool(events - {"job lost"}) or ("job lost" in events and self._loses_job())

    def _loses_job(self) -> bool:
        """Return True if the earlier statement names the speaker's job and employer, and the later one means a job."""
        old, topics = self._old, topics_of(self._old.text).keys()
        others = topics_of(self._new.text).keys() - _OF_JOBS
        if "illness" in others or (topics and topics.isdisjoint(_OF_JOBS)):
            return False
        is_more = old.telling - old.words_of({"role"} & old.concepts.keys())
        return "employer" in old.concepts or "name" in old.values or bool(topics and is_more)

    def _is_denied_event(self, events: Iterable[str]) -> bool:
        """Return True if a negation is none of the words of an event: "I was not fired"."""
        spans = [one for one in self._new.phrases.of_kind("concept") if one.label[1] in events]
        return not all(
            any(span.start <= one.start and one.end <= span.end for span in spans)
            for one in self._new.phrases.spans("denies")
        )

    def _is_told_of(self, events: Collection[str]) -> bool:
        """Return True if an event may be one of whom the earlier statement is about, for all that its subject says."""
        old, new, lexicon = self._old.owner, self._new.owner, lexicon_by_code(self._new.language)
        is_own_birth = "birthday" in self._new.concepts and self._new.speaks_of_self and not self._new.related
        if old.sort not in ("self", "kin") or (is_own_birth and new.sort == "self"):
            return False
        event, states = self._new.words_of(events), frozenset().union(*(OVERTAKES[one] for one in events))
        if new.sort == "kin" and old[:2] != new[:2] and not _is_among(new.word, event, lexicon):
            return self._names_owner()
        state = self._old.words_of(
            states & self._old.concepts.keys()
        )  # with the word for a wife, not for a sister
        is_of_other = old.sort == "kin" and old[:2] != new[:2] and not _is_among(old.word, state, lexicon)
        if is_of_other and self._new.is_mine and not self._names_owner():
            return False
        small = (
            frozenset(map(lexicon.stem, lexicon.mine)) if isinstance(lexicon, Spaced) else frozenset[str]()
        )
        names = self._new.values.get("name", frozenset())
        rest = self._new.subject - event - self._new.related - names - small
        return not rest or self._new.speaks_of_self

    def _moves_their_thing(self) -> bool:
        """Return True if the later statement moves a relative's thing: "piano is on Friday now"."""
        is_nobodys = self._new.owner.sort in ("thing", "self") and not self._whole.is_mine
        is_moved = self._cue and bool(self._differing & EXACT)
        return is_nobodys and is_moved and bool(alike(self._hit, self._old.naming))

    def _is_role_of_owner(self) -> bool:
        """Return True if the person with a role is a value of the other statement."""
        old, new = self._old.owner, self._new.owner
        if old.sort == "role":
            return self._is_role or new.sort in ("self", "thing")
        return old.sort in ("self", "thing") and (
            new.word in self._old.concepts or new.word in self._old.all_words
        )

    def _is_my_thing(self) -> bool:
        """Return True if one statement is in the first person and the other about a thing of that person."""
        old, new = self._old, self._new
        if {old.owner.sort, new.owner.sort} != {"self", "thing"}:
            return False
        is_foreign = bool(new.subject - old.subject) and not alike(new.subject, old.telling | old.subject)
        return not (new.owner.sort == "thing" and is_foreign and not self._whole.is_mine)

    def _is_same(self) -> bool:
        """Return True if each says everything that the other says."""
        old, new = self._old, self._new
        if self._ends or self._differing or _forbids(old) != _forbids(new) or self._is_other_member:
            return False
        mine, others = new.telling, old.telling
        if not (mine and others):
            return False
        if len(alike(mine, others)) == len(mine) and len(alike(others, mine)) == len(others):
            return True
        same_values = bool(old.value_words) and old.value_words == new.value_words
        return (
            bool(self._shared) and same_values and not self._cue and len(alike(mine, others)) >= len(mine) - 1
        )

    def _is_swapped(self) -> bool:
        """Return True if one prefers calls over email, and the other email over calls."""
        if not (self._old.has("ranks") and self._new.has("ranks")):
            return False
        shared = self._old.says & self._new.says
        orders = [[word for word in one.order if word in shared] for one in (self._old, self._new)]
        return orders[0] != orders[1]

    def _leaves_who_it_is(self) -> bool:
        """Return True if the earlier statement says who somebody is, and the later one only something else of them.

        "Tom turned 7" and "my son quit judo" end nothing of "I have a son called Tom"; a loss, a part of the speaker
        ("Nora and I split up"), another name ("my girlfriend is Lea now") or another
        relation ("Nora is no longer my wife") may.
        """
        old, new = self._old, self._new
        is_anew = bool(new.introduced & old.introduced and new.telling - old.telling)  # "… is Lea now"
        is_other = bool(self._shared and new.is_mine and new.related - old.related)  # "Anna is my wife now"
        if not old.introduced or is_anew or is_other or self._corrects or new.wrong or new.has("parts"):
            return False
        own = new.topic - new.related - alike(new.topic, old.says | old.all_words)
        is_end = new.has("ends_next", "ends_last", "denies") and not own & new.ended
        if new.speaks_of_self and (is_end or self._shared):
            return False
        return new.owner.sort == "kin" or not alike(old.introduced, new.ended | new.denied)

    # -- updates -------------------------------------------------------------------------------

    def _ending(self) -> Reason | None:
        """Return the way in which the later statement ends the earlier one, or None."""
        old, new = self._old, self._new
        is_state = old.is_note or not old.has("happens")
        if self._hit and not alike(self._hit, old.denied) and is_state:
            ended = self._ended_or_corrected()
            if ended == "still true":
                return None
            if ended is not None:
                return ended
        held = self._share >= 1 or (self._share >= _DENIED and len(old.telling) > 2)
        if new.denied and not old.has("denies") and is_state and held and alike(self._hit, new.denied):
            return "denied"
        if self._is_allowed():
            return None if self._differing else "allowed"
        return None

    def _is_allowed(self) -> bool:
        """Return True if the later statement says the contrary of a negation, or allows what a wish forbade."""
        old, new = self._old, self._new
        if not _forbids(old) or _forbids(new):
            return False
        lexicon = lexicon_by_code(old.language)
        thing = old.telling - lexicon.negating if isinstance(lexicon, Spaced) else old.telling
        if isinstance(lexicon, Spaced) and is_order(old):
            orders = lexicon.wishes.union(map(lexicon.stem, lexicon.wishes))
            thing = thing - alike(thing, orders) or thing  # "no uses emojis nunca"
        if not thing or len(self._hit - (old.telling - thing)) < _DENIED * len(thing):
            return False
        is_wish = old.has("forbids") or is_order(old) or (old.owner.sort == "thing" and not old.is_mine)
        return new.has("changes") or (is_wish and new.has("allows"))

    def _ended_or_corrected(self) -> Reason | Literal["still true"] | None:
        old, new = self._old, self._new
        values = old.value_words | old.member_words
        named = frozenset() if self.is_of_others() else alike(self._hit, new.ended)
        if named and self._is_of_other_use(named):
            return "still true"
        is_same = bool(self._shared) or self._names_owner()
        is_most = self._share >= _NAMED or (is_same and self._share >= _ADDS_UNLESS)
        if named and (is_most or alike(named, values) or (old.introduced and new.has("parts"))):
            return "ended"
        is_other = bool(self._differing) or self._is_other_member or self._about_value
        of_value = self._share >= _NAMED and alike(self._hit, values) and is_other
        about_it = self._share >= _DENIED and len(old.telling) > 1 and alike(new.subject, values)
        return "corrected" if self._corrects and (of_value or about_it) else None

    def is_of_others(self) -> bool:
        """Return True if the later one's subject is not part of the earlier one: "our customers no longer use …"."""
        old, new = self._old, self._new
        is_meant = bool(self._hit) and new.has_speaker_as_object
        if old.subject or not new.subject or new.owner.sort != "self" or is_meant:
            return False
        return not alike(new.subject - self._new_words, old.says | old.member_words) and bool(
            new.subject - self._new_words
        )

    def _is_of_other_use(self, named: frozenset[str]) -> bool:
        """Return True if one of several values ended, or a value ended for another use."""
        old, new = self._old, self._new
        values = old.value_words | old.member_words
        others = values - alike(values, new.ended)
        if others and old.has("lists") and alike(named, values) and not new.denied & others:
            return len(values) > 1
        foreign = (new.ended & new.topic) - alike(new.ended & new.topic, old.says)
        is_for = old.has("uses") and new.has("uses")
        return (
            is_for and bool(foreign) and bool(old.telling - alike(old.telling, new.says)) and named <= values
        )

    def _is_of_one_relative(self) -> bool:
        """Return True if both are about the same relative, of whom less is known than of the user."""
        old, new = self._old.owner, self._new.owner
        return old.sort == "kin" and (old[:2] == new[:2] or self._names_owner())

    def _names_owner(self) -> bool:
        return bool(self._old.owner.name) and self._old.owner.name in self._new.all_words

    def _is_other_thing(self) -> bool:
        """Return True if the subjects differ."""
        old, new = self._old, self._new
        is_of_speaker = old.owner.sort == "self" and not old.subject and new.has_speaker_as_object
        is_wish = self._is_other_member and new.has("lasts") and not old.subject
        if OF_ANSWERS in old.concepts and OF_ANSWERS not in self._shared and new.owner.sort == "self":
            return True
        if (
            is_wish
            or self._overtakes
            or (self._hit and is_of_speaker)
            or new.owner.sort in ("kin", "role")
            or old.owner.sort == "role"
        ):
            return False
        before, after = old.subject - self._old_words, new.subject - self._new_words
        all_before = old.telling | old.words | old.subject | old.value_words
        lacking = after - alike(after, all_before)
        if lacking and before - alike(before, new.says):
            return True
        if lacking and len(lacking) < len(new.subject):
            return True
        if old.subject and new.subject and new.subject <= old.value_words and not self._names_owner():
            return True
        return bool(lacking) and (self._about < 1 or not (self._need or self._shared))

    def _another_value(self) -> Reason | None:
        """Return the way in which the later statement gives the thing another value, or None."""
        old, new = self._old, self._new
        if self._overtakes:
            return "overtaken"
        if self._gives_the_one():
            return "one at a time"
        if self._gives_other_version():
            return "another value"
        if old.owner.sort == "role" and not self._is_role:
            return None
        is_for = old.has("uses") and new.has("uses")
        is_other = bool(new.subject - old.subject) or new.frame != old.frame
        is_about = self._about >= _NAMED or (new.is_strong and (not self._need or not (is_for or is_other)))
        is_about = is_about and (self._is_other_product or not self._has_other_topic())
        if self._is_other_member and not self.is_of_others() and is_about:
            return "another of its kind"
        return "another value" if self._gives_another() or self._is_restated() else None

    def _has_other_topic(self) -> bool:
        """Return True if each is mostly about one thing, and these differ: a language to learn, one to answer in."""
        return bool(self._old.topics and self._new.topics) and self._old.topics.isdisjoint(self._new.topics)

    def _gives_the_one(self) -> bool:
        """Return True if the later statement gives another value for something that a person has one of at a time."""
        old, new = self._old, self._new
        if self._is_role:
            return True
        if not self._shared & ONE or old.owner.sort == "role" or self._is_event:
            return False
        is_further = old.owner.sort == "kin" and bool(topics_of(old.text).keys() - _TOPICS_OF["status"])
        if (
            self._shared & ONE == {"status"}
            and is_further
            and not topics_of(new.text).keys() - _TOPICS_OF["status"]
        ):
            return False  # "my girlfriend Nadia is allergic to nuts" says more than that she is a girlfriend
        is_other = bool(self._differing) or self._is_other_member
        if not old.says:  # all that it says is the thing: 係長です
            is_other = is_other or bool(self._old_words - self._new_words)
        return is_other or bool(old.says - alike(old.says, new.says))

    def _gives_other_version(self) -> bool:
        """Return True if the earlier statement only gives a thing a version, and the later one another version."""
        before, after = versions_in(self._old.text), versions_in(self._new.text)
        is_only = len(before) == 1 and len(self._old.telling) <= _NAME_AND_VERSION
        is_only = is_only and self._old.values.get("name", frozenset()) <= before.keys()
        # "Python 3" says nothing else than "Python 3.11"
        return is_only and any(
            not f"{number}.".startswith(f"{after.get(name, number)}.")
            and not f"{after[name]}.".startswith(f"{number}.")
            for name, number in before.items()
        )

    def _gives_another(self) -> bool:
        """Return True if the later statement names the thing and gives it another value of the same sort."""
        old, new = self._old, self._new
        if self._is_denied_only() or ("name" in self._differing and len(self._differing) > 1):
            return False
        if not (self._need or self._shared or old.value_words & new.value_words):
            return False
        foreign = new.topic - self._new_words
        foreign -= alike(foreign, old.says | old.subject)
        if self._differing - {"name"} and self._about >= (_ABOUT if foreign else _ABOUT_ALONE):
            return True
        has_topic = bool(old.topic - self._old_words) or bool(self._shared) or new.is_strong
        return bool(self._differing) and self._about >= _ABOUT and not foreign and has_topic

    def _is_restated(self) -> bool:
        """Return True if both begin alike and then differ: "the trip goes to Prague", "… now …"."""
        old, new = self._old, self._new
        if not old.subject or old.subject != new.subject or old.frame or self._differing:
            return False
        begun = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old.plain, new.plain, strict=False))
        )
        is_cut = _BEGUN <= begun < min(len(old.plain), len(new.plain))
        return is_cut and is_preposition(old.plain[begun - 1], old.language)

    def _is_denied_only(self) -> bool:
        """Return True if the later statement only denies a value that the earlier one does not give."""
        values = {value for sort in self._differing for value in self._new.values.get(sort, ())}
        return bool(values) and values <= self._new.denied

    def _is_announced(self) -> bool:
        """Return True if the later statement names the earlier one and announces a change."""
        if not self._may_be_announced():
            return False
        old = self._old
        topics = old.topics if "number" in old.values else old.topics - _OF_NUMBERS
        is_alike = not topics.isdisjoint(self._whole.topics)
        shared = self._shared if self._differing & EXACT else self._shared - DUE
        named = alike(self._hit & old.naming, said_of_change(self._said.content))
        is_most = bool(named) and len(named) >= _ADDS_UNLESS * len(old.telling)
        is_member = self._is_other_member and not self._differing & _OF_CALENDAR
        if (shared and self._differing) or is_member or is_most:
            return self._ends_state(NAMED)
        named -= self._new.subject & old.values.get("name", frozenset())
        if shared or is_alike:
            is_state = old.is_note or old.stability >= STABLE
            return (is_state and self._has_cue_alone()) or self._ends_state(TOGETHER)
        return bool(named) and announces_change(self._said, sure=True) and self._ends_state(TOGETHER)

    def _may_be_announced(self) -> bool:
        """Return False if the later statement is about something else, or says nothing new."""
        old, new, whole = self._old, self._new, self._whole
        is_for = old.has("uses") and new.has("uses")
        says_all = bool(old.telling) and old.telling <= whole.telling and not (self._ends or whole.denied)
        return not (
            old.has("denies")
            or self._is_event
            or self.is_of_others()
            or (old.owner.sort == "role" and not self._is_role)
            or (is_for and not (self._about and self._hit))
            or says_all
            or self._ends_another()
            or (self._has_other_topic() and self._share < _NAMED and not alike(self._hit, new.ended))
            or self._is_numbered_otherwise()
            or (old.frame == new.frame != () and not self._differing)
        )

    def _has_cue_alone(self) -> bool:
        """Return True if a cue of change is all that the later statement says about what changed: "I moved to York"."""
        new = self._new
        return new.has("changes") and new.is_strong and not self._ends and not new.is_new

    def _ends_state(self, least: float) -> bool:
        """Return True if the later statement announces a change and the odds that it ends a state are high enough."""
        odds = max(odds_of_change(one) for one in (self._said.content, self._said.quote) if one)
        return announces_change(self._said) and (self._old.is_note or odds + self._old.stability >= least)

    def _ends_another(self) -> bool:
        """Return True if all values that the later statement names ended, and the earlier one has others."""
        old, new = self._old, self._new
        values, known = new.value_words | new.member_words, old.value_words | old.member_words
        return (
            bool(known and values)
            and values <= new.ended | new.denied
            and not alike(values, old.says | known)
        )

    def _is_numbered_otherwise(self) -> bool:
        """Return True if the statements are about different ones of several things: "server1 …", "server2 …"."""
        old, new = ({word.rstrip("0123456789"): word for word in one.words} for one in (self._old, self._new))
        return any(
            old[name] != new[name] and name not in (old[name], new[name]) for name in old.keys() & new.keys()
        )

    # -- contradictions ------------------------------------------------------------------------

    def _conflicts(self) -> bool:
        """Return True if both give one thing incompatible values, and nothing shows which holds."""
        old, new = self._old, self._new
        if old.owner.sort == "role" and not self._is_role:
            return False
        if old.frame and old.frame == new.frame and self._is_other_in_frame():
            return True
        if self._counts_again() or self._is_other_in_role():
            return True
        other = bool(self._differing) or self._is_other_member
        if (
            not other
            or OF_ANSWERS in self._shared
            or ("name" in self._differing and len(self._differing) > 1)
        ):
            return False
        if self._differing & EXACT and self._shared & DUE and self._need and self._about >= 1:
            return True
        one = self._shared & (ONE if self._differing - _OF_CALENDAR or self._is_other_member else _WITH_TIMES)
        kept = old.value_words & new.value_words
        return bool(one or self._is_role) and self._about >= _NAMED and (bool(self._differing) or not kept)

    def _is_other_in_role(self) -> bool:
        """Return True if both name who somebody is; where every noun has a capital, a name shows only by its place."""
        old, new = self._old.owner, self._new.owner
        return old.sort == new.sort == "role" and "" not in (old.name, new.name) and old.name != new.name

    def _counts_again(self) -> bool:
        """Return True if both say nothing but how many of one thing somebody has: "I have two cats", "three cats"."""
        first = next(iter(pieces(self._new.text)), "")
        sides = self._old, read(first)
        if any(
            one.values.keys() != {"number"} or one.has("adds", "happens", "past", "once") for one in sides
        ):
            return False
        (old, new), (before, after) = ([one.says - one.value_words for one in sides], sides)
        compounds = [{word for word in one.all_words if "-" in word} for one in sides]
        is_mine = before.is_mine and after.is_mine and before.owner == after.owner
        is_mine = is_mine and compounds[0] == compounds[1]  # "two brothers", "three brothers-in-law"
        is_one = 0 < len(old) <= _WORDS_COUNTED and old == new
        return is_mine and is_one and before.values["number"].isdisjoint(after.values["number"])

    def _is_other_in_frame(self) -> bool:
        """Return True if the statements are equal up to a copula, and only their values of one sort differ."""
        old, new = self._old, self._new
        rests = [one.telling - {*one.frame} for one in (old, new)]
        if "favourite" in self._shared:
            return all(rests) and rests[0].isdisjoint(rests[1])
        if not self._differing or any(
            rest - one.value_words for rest, one in zip(rests, (old, new), strict=True)
        ):
            return False
        if "name" not in self._differing:
            return True
        values = old.value_words ^ new.value_words
        return self._differing == {"name"} and all(any(map(str.isdigit, value)) for value in values)
