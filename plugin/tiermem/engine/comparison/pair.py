"""Two statements in comparison, and what they have in common."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.events import overtakes
from tiermem.engine.comparison.lives.health import OF_HEALTH
from tiermem.engine.comparison.lives.work import OF_MAKERS, works_at
from tiermem.engine.reading.lexicon import MARKS, Spaced, alike
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.owners import is_other_thing
from tiermem.engine.reading.reading import OF_STATE, is_order
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.names import names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.comparison.statement import Statement
    from tiermem.engine.reading.reading import Reading

MOST = 0.5
"""Minimum share of the words of an earlier statement, or of its topic, to be named for that statement to be meant."""
SOME = 0.3
"""The same share where more than words shows that it is meant: an ending, an announced change."""
DUE = frozenset({"deadline", "budget", "rent", "salary"})
"""Concepts that have one exact value at a time."""
_OF_KIND = frozenset({"sport", "hot drink"})
"""Concepts of which somebody may have several at a time, each by its word."""
THINGS = frozenset({"vehicle", "phone", "computer"})
"""Topics of things of which a new one takes the place of the one before."""
OF_CALENDAR = frozenset({"date", "weekday", "time"})
"""Sorts of values that give a day or a time."""
TOPICS_OF = {
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

_REACHED = frozenset({"phone", "email"})
"""Concepts of which somebody has one for each purpose: at work, in private."""
_MODEL = pattern(r"[A-Za-z]\d|[A-Za-z]{3,} ?\d{1,2}(?!\d| \d)")
"""The model of a telephone: "iPhone 12", "S21"."""
_TELEPHONE = pattern(r"(?:\d[ /-]?){8,}")
"""A telephone number: at least eight digits, which may be in groups."""
_NAME_APART = pattern(r", (?:[^\W\d_a-zäöüáéíóú][\w.'-]+ ?){1,3}$")
"""A name behind a comma at the end: "the new landlord starts in May, Rosa Kim"."""
_FEWEST_LETTERS = 4
"""Minimum letters of a word that a compound begins with."""


class Pair:
    """An earlier statement beside a later one, or beside one of its clauses.

    Args:
        old: The earlier one.
        new: The later one, or a clause of it.
        said: The later one in the form for comparison.
        whole: The reading of that.

    Attributes:
        corrects: True if the later one says that something was wrong.
        ends: True if it says that something ended.
        has_cue: True if it shows in any way that something is no longer so.
        hit: The telling words of the earlier one that the later one has.
        share: Their share.
        shared: The concepts of both.
        old_words: The words of the earlier one that show these.
        new_words: Those of the later one.
        differing: The sorts of values that both have with different values.
        is_other_member: True if the later one names another thing of a family of which one holds at a time.
        is_other_product: True if that is another product.
        overtakes: True if it tells an event that ends the earlier one.
        need: The words that it must name to be about the same thing.
        about: The share of these that it names.
        is_about_value: True if it is about somebody or something that is a value of the earlier one.
        is_one_role: True if both name who has a role: "my manager is …".
        is_of_event: True if the earlier one is of an event rather than of a state.
    """

    def __init__(self, old: Reading, new: Reading, said: Statement, whole: Reading) -> None:
        self.old, self.new, self.said, self.whole = old, new, said, whole
        self.corrects = said.corrects or new.has("corrects") or whole.has("corrects")
        self.ends = new.has("ends_next", "ends_last") or bool(new.ended)
        self.hit = alike(old.telling, new.says)
        self.share = len(self.hit) / max(len(old.telling), 1)
        self.shared = old.concepts.keys() & new.concepts.keys()
        if not self._is_of_one_relative():
            self.shared = {one for one in self.shared if _is_meant(one, old, new)}
        if old.concepts.get("age") == old.concepts.get("birthday") or "number" not in new.values:
            # "her birthday is on 14 March" gives no age, and neither does "Rex turned the corner"
            self.shared -= {"age"}
        if not (_gives_role(old) and _gives_role(new)):
            self.shared -= {"role"}
        self.old_words, self.new_words = old.words_of(self.shared), new.words_of(self.shared)
        self.differing = self._differing()
        named = old.members.keys() & new.members.keys()
        self.is_other_member = any(new.members[one] - old.members[one] for one in named)
        self.is_other_product = any(one < 0 and new.members[one] - old.members[one] for one in named)
        self.overtakes = overtakes(old, new)
        self.has_cue = self.ends or self.corrects or self.overtakes or new.has("changes")
        self.has_cue = self.has_cue or whole.has("ends_next", "ends_last")
        self.need = self._needed()
        self.about = len(alike(self.need, new.says)) / len(self.need) if self.need else 1.0
        self.is_about_value = self._is_about_value()
        self.is_one_role = self._is_one_role()
        self.is_of_event = not old.is_note and (old.has("happens") or old.stability < OF_STATE)

    def names_owner(self) -> bool:
        """Return True if the later one names the person of whom the earlier one is."""
        return self.new.names(self.old.owner)

    def is_of_others(self) -> bool:
        """Return True if the later one's subject is not part of the earlier one: "our customers no longer use …"."""
        old, new = self.old, self.new
        is_meant = bool(self.hit) and new.has_speaker_as_object
        if old.subject or not new.subject or new.owner.sort != "self" or is_meant:
            return False
        return not alike(new.subject - self.new_words, old.says | old.member_words) and bool(
            new.subject - self.new_words
        )

    def is_of_nobody(self) -> bool:
        """Return True if the later one speaks of nobody, and names nothing of the earlier one, which is the speaker's.

        "They changed the train to 9:26" is no news of "I drive a Volvo".
        """
        if self.old.owner.sort != "self" or self.old.is_note or self.hit or self.shared:
            return False
        if self.is_other_product or is_order(self.old) or self._is_in_compound():
            return False
        return self.new.owner.sort == "thing" and not self.whole.is_mine

    def _is_in_compound(self) -> bool:
        """Return True if a word of the later one begins with one of the earlier one: "Chor", "Chorprobe"."""
        named = [word for word in self.old.naming if len(word) >= _FEWEST_LETTERS]
        return any(word.startswith(one) for word in self.whole.all_words for one in named)

    @property
    def say_what_for(self) -> bool:
        """True if both say what a thing is used for."""
        return self.old.has("uses") and self.new.has("uses")

    def ends_another_of_kind(self) -> bool:
        """Return True if the later statement ends another thing of a kind of which one may have several: tea."""
        of_kind = _OF_KIND & self.old.concepts.keys() & self.new.concepts.keys()
        said, over = self.new.words_of(of_kind), self.new.ended | self.new.denied
        is_over = any(one in word for one in over for word in said)
        return is_over and said.isdisjoint(self.old.words_of(of_kind))

    def has_other_topic(self) -> bool:
        """Return True if each is mostly about one thing, and these differ: a language to learn, one to answer in."""
        return bool(self.old.topics and self.new.topics) and self.old.topics.isdisjoint(self.new.topics)

    def _differing(self) -> frozenset[str]:
        """Return the sorts of values that both have with different values."""
        old, new = self.old.values, self.new.values
        found = {sort for sort in old.keys() & new.keys() if new[sort] - old[sort]}
        before, after = ({*one.get("date", ()), *one.get("weekday", ())} for one in (old, new))
        if before and after and before != after:
            found.add("date")
        if not old.keys() & new.keys() and {"time", "number"} <= old.keys() | new.keys():
            found.add("time")
        return frozenset(found)

    def _needed(self) -> frozenset[str]:
        """Return the words that the later statement must name to be about the same thing."""
        need = self.old.topic - self.old_words
        if need or self.shared or self.is_other_member:
            return need
        return (self.old.words & self.old.light) - self.old.value_words

    def _is_about_value(self) -> bool:
        """Return True if the later statement is about somebody or something that is a value of the earlier one."""
        owner, old = self.new.owner, self.old
        if owner.sort != "name" or owner.word == old.owner.name:
            return False
        return owner.name in old.all_words or owner.word in old.says

    def _is_one_role(self) -> bool:
        """Return True if both name who has a role: "my manager is …"."""
        old, new = self.old.owner, self.new.owner
        if old.sort != "role":
            return False
        lexicon = lexicon_by_code(self.new.language)
        named = {*self.new.all_words, *self.new.concepts}
        if isinstance(lexicon, Spaced) and self.new.has("renews"):
            named = _renewed(self.new, lexicon)
        is_of_speaker = new.sort == "self" and old.word in named
        return new == old._replace(name=new.name) or is_of_speaker or _names_new(old.word, self.new)

    def _is_of_one_relative(self) -> bool:
        """Return True if both are about the same relative, of whom less is known than of the user."""
        return self.old.owner.sort == "kin" and self.new.is_of(self.old.owner)


def _renewed(said: Reading, lexicon: Spaced) -> set[str]:
    """Return the words, and the concepts, of what is new: of a landlady in "we've got a new young landlady".

    It stands behind "new", at most one word apart: the landlady of "a new sofa, the landlady carried it" is none, and
    neither is the dentist of "a new dentist chair".
    """
    small = lexicon.tokens(said.text).small
    places = (place for one in said.phrases.spans("renews") for place in range(one.end, one.end + 2))
    near = [
        small[place] for place in places if place < len(small) and not _is_compound(place, small, lexicon)
    ]
    shown = {lexicon.stem(word) for word in near}
    concepts = {concept for concept, words in said.concepts.items() if words & shown}
    return {*near, *shown, *map(lexicon.same, near), *concepts}


def _is_compound(place: int, small: Sequence[str], lexicon: Spaced) -> bool:
    """Return True if a role only says what sort of thing stands behind it, where words are joined like that."""
    behind = small[place + 1] if place + 1 < len(small) else ""
    is_role = bool(lexicon.verb_endings) and small[place] in lexicon.roles
    return is_role and behind not in names_of("person") and is_other_thing(place, small, lexicon)


def _names_new(role: str, said: Reading) -> bool:
    """Return True if a statement names a new one in a role, and nobody else's: "new landlord is Ms Quinn"."""
    lexicon = lexicon_by_code(said.language)
    if not (isinstance(lexicon, Spaced) and said.has("renews")):
        return False
    head = list(takewhile(lambda word: word not in lexicon.verbs, said.plain))
    naming = lexicon.copulas | lexicon.called | lexicon.auxiliaries
    is_apart = _NAME_APART.search(said.text.rstrip(f"{MARKS} ")) is not None
    if naming.isdisjoint(said.plain[len(head) :]) and not is_apart:  # "the new boss likes Rosa"
        return False
    if "name" not in said.values and not _ends_with_person(said.text, lexicon):
        return False
    named = {lexicon.same(word) for word in head if word not in lexicon.function}
    is_followed_by_verb = bool(head) and lexicon.same(head[-1]) == role  # unlike "new Doctor Who is …"
    return is_followed_by_verb and named == {role} and lexicon.theirs.isdisjoint(head)


def _ends_with_person(text: str, lexicon: Spaced) -> bool:
    """Return True if a text ends with the name of a person, where every noun has a capital."""
    *_, before, last = "", "", *text.rstrip(f"{MARKS} ").split()
    is_known = lexicon.spelt(before) in lexicon.titles or fold(last) in names_of("person")
    return lexicon.data.capital_nouns and last[:1].isupper() and is_known


def _gives_role(said: Reading) -> bool:
    """Return False if somebody only became older or a relative: "bin 35 geworden", "je suis devenue grand-mère"."""
    shown = said.words_of({"role"} & said.concepts.keys())
    other = said.values.get("number", frozenset()) | said.related
    return shown.isdisjoint(other) or bool(shown & said.naming - other)


def _is_meant(concept: str, old: Reading, new: Reading) -> bool:
    """Return False if a statement is mostly about something else: "I work with PHP" names no employer."""
    if concept == "live with" and not OF_HEALTH.isdisjoint(old.topics):
        return False  # "I live with epilepsy"
    if concept in _REACHED and _purposes(old) != _purposes(new):
        return False
    about = TOPICS_OF.get(concept)
    if about is None:
        return True
    if (
        concept == "phone"
        and _is_device(old) != _is_device(new)
        and _TELEPHONE.search(f"{old.text} {new.text}")
    ):
        return False
    return not any(
        said.topics and said.topics.isdisjoint(about) and not _is_shown(concept, said) for said in (old, new)
    )


def _purposes(said: Reading) -> frozenset[str]:
    """Return what the number or address in a statement is for, of ``work``, ``private`` and ``emergency``."""
    found = re.finditer(lexicon_by_code(said.language).data.purposes, said.text, re.IGNORECASE)
    return frozenset(match.lastgroup for match in found if match.lastgroup)


def _is_device(said: Reading) -> bool:
    """Return True if a statement of a telephone gives its model and no number: "my phone is an iPhone 12"."""
    return _MODEL.search(said.text) is not None and _TELEPHONE.search(said.text) is None


def _is_shown(concept: str, said: Reading) -> bool:
    """Return True if a statement has the kind of value that a concept needs, such as a number or a car maker."""
    if concept == "employer":
        return said.topics <= OF_MAKERS and works_at(said.text)
    return concept == "phone" and _TELEPHONE.search(said.text) is not None
