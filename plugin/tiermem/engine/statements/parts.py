"""Tell what a change leaves of an earlier statement: "I use zsh and vim on Arch" when the user left Arch.

One of several things is cut out only where the rest is surely a sentence. A value is put into the earlier statement if
the later one says nothing else: "They moved my flight to the 9th" of "My flight to Oslo is on the 7th of May".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import swaps
from tiermem.engine.reading.given_values import (
    EXACT,
    exact_values,
    is_month_name,
    is_of_another_name,
    values_in,
)
from tiermem.engine.reading.lexicon import MARKS, Spaced, alike, expression, lexicon_of
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.amendments import amended
from tiermem.engine.statements.amendments.replacing import is_day
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.reading.reading import Reading

_MOST_IN_ITEM = 4
"""Maximum words of one of several things, without those that it has in common with the next."""
_FEWEST_LEFT, _FEWEST_KEPT = 2, 3
"""Minimum words of what is left without one of several things, and without a time or an addition."""
_OF_SPEAKER = ("self", "kin")
_OF_DAYS = frozenset({"date", "weekday"})
_FEWEST_SHARED = 2
"""Minimum characters of a thing that a later statement names, in a script without spaces; one is enough for a Chinese
character."""
_TWO = 2
_FEWEST_ITEMS = 3
"""Minimum items between commas of which one is taken out."""
_OF_WORK_AND_HOME = frozenset({"employer", "role", "home", "live with", "studying"})
"""Concepts of which nothing is left when one leaves the place."""
_OF_NAMES = frozenset({"name", "form_of_address"})
_HAN = pattern(r"[\u3400-\u9fff々]")
_COUNTED = pattern(r"(?:[\d一二两三四五六七八九十几]+[个只条位匹头本台辆]|[^はがも、。]*の)$")
"""A count in front of a thing, or what it is."""


@lru_cache(maxsize=256)
def without_part(old: str, new: str) -> str:
    """Return an earlier statement without the one of several things that a later one ends; "" if that is not sure."""
    before, after = read(old), read(new)
    if before.language != after.language:
        return ""
    lexicon = lexicon_by_code(before.language)
    if isinstance(lexicon, Spaced):
        return _without_words(before, after, lexicon)
    return _without_characters(before, after)


def without_item(old: str, new: str) -> str:
    """Return an earlier statement without the only item between commas of which a later one is; "" if none or several.

    "I'm a teacher in Hull, two kids" is left of "I'm a teacher in Hull, married, two kids" by a divorce.
    """
    after, items = read(new), old.rstrip(f"{MARKS} ").split(", ")
    if not isinstance(lexicon_by_code(after.language), Spaced) or len(items) < _FEWEST_ITEMS:
        return ""
    of_one = [
        place
        for place, item in enumerate(map(read, items))
        if alike(item.telling, after.says) or not item.concepts.keys().isdisjoint(after.concepts)
    ]
    if len(of_one) != 1 or not of_one[0]:
        return ""
    return ", ".join(item for place, item in enumerate(items) if place != of_one[0])


@lru_cache(maxsize=256)
def with_value(old: str, new: str) -> str:
    """Return an earlier statement with the value of a later one that gives nothing else; "" if that is not sure.

    Nothing is returned either if the later one has all the details of the earlier one, unless it says that the rest is
    the same: "moved to the 20th, same place, same time".
    """
    before, after = read(old), read(new)
    stated, keeps_rest = expression(after.language, "unchanged").subn("", new)
    after = read(stated) if keeps_rest else after
    if before.language != after.language or after.theirs_of(before.owner):
        return ""
    exact = frozenset().union(*(before.values.get(sort, ()) for sort in EXACT))
    is_of_one = alike(after.telling, before.says - exact) or before.concepts.keys() & after.concepts.keys()
    if keeps_rest and not is_of_one:
        return ""
    lost = before.naming - exact - alike(before.naming, after.says)
    loses_month = "date" in before.values and _OF_DAYS.isdisjoint(after.values) and _gives_day(after.text)
    if not (lost or keeps_rest or loses_month) and before.owner.sort != "kin":
        return ""
    return _with_name(old, before, after) or _with_exact(old, before, after)


def _with_exact(old: str, before: Reading, after: Reading) -> str:
    given = exact_values(after.text)
    is_of_appointment = len(given) == _TWO and _gives_day(after.text) and given[-1].sort == "time"
    if len(given) != 1 + is_of_appointment or after.has("once", "only_once", "past", "adds", "supposes"):
        return ""
    if any(is_of_another_name(one, after.text, old) for one in given):
        return ""
    lexicon = lexicon_by_code(after.language)
    if is_month_name(given[0].text, lexicon) and not after.has("corrects"):
        return ""  # "they moved it to June" gives no day
    if "age" not in before.concepts and not _times(after.text, given[0].start, given[0].end) <= _all_times(
        old
    ):
        return ""  # "day 40 without a cigarette" of "I smoke 10 a day"
    naming = after.naming
    if isinstance(lexicon, Spaced):
        naming &= {lexicon.stem(word) for word in after.plain}
    values = frozenset().union(*after.values.values())
    if naming - values - alike(after.naming, before.says | before.all_words):
        return ""
    # 改到21号 has a character in place of one of 约在14号 as well
    alone = after.text[given[0].start : given[-1].end]
    said = (after.text, alone) if isinstance(lexicon, Spaced) else (alone, after.text)
    right = amended(old, said[0]) or amended(old, said[1])
    is_half = right and is_of_appointment and not all(one.text in right.content for one in given)
    return right.content if right is not None and not (right.has_more or is_half) else ""


def _gives_day(text: str) -> bool:
    """Return True if a text gives the day of an appointment by its number alone: "on the 17th at 12"."""
    given = exact_values(text)
    return bool(given) and is_day(given[0], text) and all(one.sort == "time" for one in given[1:])


def counts_otherwise(old: str, new: str) -> bool:
    """Return True if a later statement counts the things that an earlier one counts, or what there is instead of one.

    "Two brothers" is one of each by "a brother and a sister".
    """
    before, after = read(old), read(new)
    counted, others = _things(before), _things(after)
    numbers = [one.values.get("number", frozenset()) for one in (before, after)]
    lexicon = lexicon_by_code(after.language)
    verbs = lexicon.verbs & after.all_words if isinstance(lexicon, Spaced) else frozenset[str]()
    is_list = after.has("lists") and not any(map(str.isalpha, verbs))
    is_own = before.owner.sort in _OF_SPEAKER and (after.owner.sort in _OF_SPEAKER or is_list)
    if before.language != after.language or len(counted) != 1 or not (numbers[0] and is_own):
        return False
    if before.has("lists") or not any(_is_form(one, other) for one in counted for other in others):
        return False
    if after.has("lists"):
        return len(others) <= _TWO
    return len(others) == 1 and bool(numbers[1]) and numbers[0].isdisjoint(numbers[1])


def _is_form(one: str, other: str) -> bool:
    """Return True if two words are forms of one: "gatos", "gato"."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) > _TWO and len(long) - len(short) <= _TWO and long.startswith(short))


def _things(said: Reading) -> frozenset[str]:
    """Return the telling words of a statement that are no numbers, and of which relatives it speaks."""
    kin = {said.owner.word} if said.owner.sort == "kin" else set[str]()
    return (said.telling | kin) - said.values.get("number", frozenset())


def _all_times(text: str) -> frozenset[str]:
    """Return the units of time that numbers of a text count."""
    return frozenset().union(*(_times(text, one.start, one.end) for one in exact_values(text)))


def _times(text: str, start: int, end: int) -> frozenset[str]:
    """Return the unit of time that a number counts, as a set: "40 days", "day 40"."""
    lexicon = lexicon_of(text)
    known = lexicon.language.times.units
    if isinstance(lexicon, Spaced):
        beside = map(fold, (*text[:start].split()[-1:], *text[end:].replace("-", " ").split()[:1]))
        return frozenset(known[word] for one in beside if (word := one.strip(MARKS)) in known)
    found = max((one for one in known if text.startswith(one, end)), key=len, default="")
    return frozenset({known[found]}) if found else frozenset()


def _with_name(old: str, before: Reading, after: Reading) -> str:
    """Return a statement with a name of "her surname is Kelleher, not Kelly"."""
    lexicon = lexicon_by_code(after.language)
    pairs = swaps(after.text)
    if not pairs or not isinstance(lexicon, Spaced) or after.is_mine or after.owner.sort != "thing":
        return ""
    right, wrong = min(pairs, key=lambda pair: len("".join(pair)))
    more = after.naming - frozenset(map(lexicon.stem, map(lexicon.spelt, f"{right} {wrong}".split())))
    is_of_name = not more or bool(_OF_NAMES & topics_of(after.text).keys())
    right = right.split()[-1] if is_of_name else right
    places = list(re.finditer(rf"\b{re.escape(wrong)}\b", old))
    is_name = wrong[:1].isupper() and right[:1].isupper() and len(right.split()) == 1
    if not is_of_name or not is_name or len(places) != 1 or before.owner.sort not in ("role", "kin"):
        return ""
    return f"{old[: places[0].start()]}{right}{old[places[0].end() :]}"


def remains(old: Reading, new: Reading) -> str:
    """Return what of an earlier statement still holds behind a later one that updates it; "" if that is not sure."""
    lexicon = lexicon_by_code(old.language)
    if not isinstance(lexicon, Spaced):
        return ""
    rest = _before_comma(old, new, lexicon) or _without_time(old, new, lexicon)
    return rest if len(rest.split()) >= _FEWEST_KEPT else ""


def _before_comma(old: Reading, new: Reading, lexicon: Spaced) -> str:
    """Return the statement without the addition that the later one changes: "I'm a nurse at St Mary's, night shift"."""
    head, _, tail = old.text.rstrip(f"{MARKS} ").rpartition(", ")
    said, addition = read(head), read(tail)
    has_verb = not lexicon.verbs.isdisjoint(addition.all_words)
    introduces = bool(said.related) and not said.related & new.ended  # "we have a son, Tobias, who …"
    who = said.related | said.value_words if introduces else frozenset[str]()
    if (
        not head
        or (introduces and new.has("parts"))  # "we have a dog, Rex", who died
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
        or _gives_day(new.text)
        or not _OF_DAYS & old.values.keys()
    ):
        return ""
    times = [value for value in values_in(old.text) if value.sort == "time"]
    if len(times) != 1:
        return ""
    sentence = old.text.rfind(". ", 0, times[0].start) + 1
    if any(one.start < sentence < one.end for one in values_in(old.text)):
        sentence = 0  # "15. April"
    if sentence and old.text[times[0].end :].strip(f"{MARKS} ") == "":
        return old.text[:sentence].rstrip(".")  # "… is on 12 December. They moved the flight to 9:15."
    small = (lexicon.function - lexicon.verbs) | lexicon.clock
    before, behind = old.text[: times[0].start].split(), old.text[times[0].end :].split()
    days = {word for one in values_in(old.text) if one.sort in _OF_DAYS for word in one.text.split()}
    while before and lexicon.spelt(before[-1].strip(MARKS)) in small and before[-1] not in days:
        before.pop()
    while behind and lexicon.spelt(behind[0].strip(MARKS)) in lexicon.hours:
        behind.pop(0)
    return " ".join([*before, *behind]).rstrip(f"{MARKS} ").rstrip(",")


# -- languages with spaces between words -----------------------------------------------------------


class _Words:
    """The words of a statement, by what they are."""

    def __init__(self, said: Reading, lexicon: Spaced) -> None:
        self.written = said.text.rstrip(f"{MARKS} ").split()
        self.small = [lexicon.spelt(word.strip(MARKS)) for word in self.written]
        self._lexicon = lexicon
        known = lexicon.verbs | lexicon.joined | lexicon.light
        self.verb = next((place for place, word in enumerate(self.small) if word in known), -1)
        if self.verb < 0 and self.small and self.small[0] not in lexicon.function:
            self.verb = 0  # "estudio francés y alemán"
        if self.small[:1] and self.small[0] in lexicon.we & lexicon.starts:
            self.verb = max(self.verb, 1)

    def informs(self, place: int) -> bool:
        word, lexicon = self.small[place], self._lexicon
        return not any(
            word in small
            for small in (lexicon.function, lexicon.verbs, lexicon.mine, lexicon.we, lexicon.called)
        )

    def noun_end(self, start: int, end: int) -> int:
        """Return the end of a run of words without what is no noun behind its nouns: "Eier allergisch"."""
        while end - 1 > start and not self.may_be_thing(end - 1):
            end -= 1
        return end

    def may_be_thing(self, place: int) -> bool:
        """Return False for a word in small letters where nouns have a capital."""
        return not self._lexicon.data.capital_nouns or not self.written[place][0].islower()

    def is_verb(self, place: int) -> bool:
        return self.small[place] in self._lexicon.verbs

    def is_closed(self, place: int) -> bool:
        """Return True if a mark follows the word."""
        return self.written[place][-1] in MARKS

    def leads_alike(self, place: int, other: int) -> bool:
        """Return True if two words are of one sort that stands before a thing: "my", "a", "of"."""
        one, two = self.small[place], self.small[other]
        if self.informs(place) or one in self._lexicon.verbs:
            return False
        if self.informs(other) or two in self._lexicon.verbs:
            return False
        lexicon = self._lexicon
        is_mine = (one in lexicon.mine) == (two in lexicon.mine)
        return is_mine and (lexicon.stem(one) in lexicon.articles) == (lexicon.stem(two) in lexicon.articles)


def _without_words(old: Reading, new: Reading, lexicon: Spaced) -> str:
    words = _Words(old, lexicon)
    own = {old.owner.name, *old.owner.word.split(), *old.related, *map(lexicon.stem, (old.owner.name,))}
    named = (alike(old.telling, new.says) - own) | alike(old.related, new.denied)
    hits = [
        place
        for place, word in enumerate(words.small)
        if place != words.verb
        and (lexicon.stem(word) in named or lexicon.stem(word.partition("'")[0]) in named)
    ]
    if not hits or hits[0] <= words.verb or words.verb < 0:
        return ""
    for place in range(words.verb + 2, len(words.small) - 1):
        if words.small[place] not in lexicon.pairs:
            continue
        items = _items(place, words)
        if not items:
            continue
        things = [hit for hit in hits if words.may_be_thing(hit)]
        of_hit = [one for one in items if any(one[0] <= hit < one[1] for hit in things)]
        left = [one for one in items if one not in of_hit]
        # "allergic" stands before or behind them
        rest = [hit for hit in things if items[0][0] <= hit < items[-1][1]]
        if left and of_hit and all(any(one[0] <= hit < one[1] for one in of_hit) for hit in rest):
            return _rejoined(words, items, left, place)
    return (
        _without_end(words, hits, lexicon)
        or _without_quality(words, hits, old, new, lexicon)
        or _without_place(words, hits, old, lexicon)
    )


def _items(place: int, words: _Words) -> list[tuple[int, int]]:
    """Return the places of the things that a conjunction joins; none if it hardly joins things."""
    behind = end = place + 1
    if words.is_verb(behind):
        return []  # "runs a shop and uses a till"
    while end < len(words.small) and not words.informs(end):
        end += 1
    end = words.noun_end(end, _run_end(end, words))
    start = place
    while start > words.verb + 1 and words.informs(start - 1) and not words.is_closed(start - 1):
        start -= 1
    if not words.informs(behind):
        first = next(
            (at for at in range(start, words.verb, -1) if at < place and words.leads_alike(at, behind)), None
        )
        first = first if first is not None else _first_lead(start, words)
        inner = [
            at
            for at in range(first + 1, place)
            if at > first and not words.informs(at) and words.informs(at - 1)
        ]
        start = first
        if inner and end < len(words.small) and words.small[end] == words.small[inner[0]]:
            end = _run_end(end + 1, words)
    elif _is_number(words.small[behind]):
        start = _first_lead(start, words)
    begins_clause = words.is_verb(behind) and not words.is_verb(start)  # "runs a shop and uses a till"
    if start <= words.verb or start == place or end == behind or begins_clause:
        return []
    found = [(start, place), (behind, end)]
    while start - 1 > words.verb and words.written[start - 1].endswith(","):
        close, start = start, start - 1
        while start > words.verb + 1 and words.informs(start - 1) and not words.is_closed(start - 1):
            start -= 1
        found.insert(0, (start, close))
    return found if all(until - since <= _MOST_IN_ITEM + 2 for since, until in found) else []


def _run_end(start: int, words: _Words) -> int:
    """Return the end of the informative words from a place on."""
    end = start
    while end < len(words.small) and words.informs(end):
        end += 1
        if words.is_closed(end - 1):
            break
    return end


def _first_lead(start: int, words: _Words) -> int:
    """Return the place of the small words right in front of a thing."""
    while start - 1 > words.verb and not words.informs(start - 1) and not words.is_closed(start - 1):
        start -= 1
    return start


def _is_number(word: str) -> bool:
    return "number" in read(word).values


def _rejoined(
    words: _Words, items: Sequence[tuple[int, int]], left: Sequence[tuple[int, int]], place: int
) -> str:
    """Return a statement with what is left of the things that it joins; "" if it counts them."""
    first, last = items[0][0], items[-1][1]
    is_list = len(items) > _TWO
    counts = words.small[first : items[-1][0]] if is_list else words.small[first - 1 : first]
    if any(map(_is_number, counts)):  # "two hobbies, pottery and climbing"
        return ""
    texts = [" ".join(words.written[since:until]).rstrip(MARKS) for since, until in left]
    if len(texts) > 1:
        texts = [*texts[:-2], f"{texts[-2]} {words.written[place]} {texts[-1]}"]
    mark = words.written[last - 1][-1] if words.is_closed(last - 1) and last < len(words.written) else ""
    pieces = [*words.written[:first], ", ".join(texts) + mark, *words.written[last:]]
    rest = " ".join(pieces)
    return rest if len(rest.split()) >= _FEWEST_LEFT else ""


def _without_end(words: _Words, hits: Sequence[int], lexicon: Spaced) -> str:
    """Return a statement of several things without the last words, which say where or with what."""
    start = hits[0]
    while start - 1 > words.verb and words.informs(start - 1):
        start -= 1
    lead = _first_lead(start, words)
    joined = any(word in lexicon.pairs for word in words.small[words.verb + 2 : lead])
    is_last = len(words.small) - _run_end(hits[-1], words) <= 1
    if not joined or lead == start or not is_last or words.small[lead] in lexicon.pairs:
        return ""
    head = words.written[:lead]
    return " ".join(head).rstrip(f"{MARKS} ") if len(head) > _FEWEST_LEFT + 1 else ""


def _without_quality(words: _Words, hits: Sequence[int], old: Reading, new: Reading, lexicon: Spaced) -> str:
    """Return a statement without an adjective that no longer holds: "not vegan any more", of "a vegan nurse"."""
    place = hits[0]
    is_only = len(hits) == 1 and alike(new.telling, old.says) == new.telling <= new.ended | new.denied
    is_led = lexicon.stem(words.small[place - 1]) in lexicon.articles
    is_before_noun = place + 1 < len(words.small) and words.informs(place + 1) and not words.is_closed(place)
    if not (is_only and is_led and is_before_noun):
        return ""
    return " ".join([*words.written[:place], *words.written[place + 1 :]])


def _without_place(words: _Words, hits: Sequence[int], old: Reading, lexicon: Spaced) -> str:
    """Return what somebody does without where or in which group: "I play bass in a band called Low Tide"."""
    if words.small[words.verb] in lexicon.function or not _OF_WORK_AND_HOME.isdisjoint(old.concepts):
        return ""
    leads = (place for place in range(words.verb + 2, hits[0]) if words.small[place] in lexicon.where)
    lead = next((place for place in leads if any(map(words.informs, range(words.verb + 1, place)))), None)
    is_within = (
        lead is not None and all(map(words.informs, hits)) and _run_end(hits[-1], words) == len(words.small)
    )
    return " ".join(words.written[:lead]).rstrip(f"{MARKS} ") if is_within else ""


# -- languages without them ------------------------------------------------------------------------


def _without_characters(old: Reading, new: Reading) -> str:
    lexicon = lexicon_by_code(old.language)
    assert not isinstance(lexicon, Spaced)
    text = old.text.rstrip("。.!！ ")
    for joint in lexicon.pairs.finditer(text):
        behind = lexicon.pair_ends.search(text, joint.end())
        end = behind.start() if behind else len(text)
        right, before = text[joint.end() : end], text[: joint.start()]
        if not right:
            continue  # it joins nothing: はい、もちろん、…
        hit_right, hit_left = _shared(right, new.text), _shared(before, new.text)
        if bool(hit_right) == bool(hit_left):
            continue
        if hit_right:
            thing = right[: -len(hit_right)]
            if thing and thing in new.text:
                return f"{before}{hit_right}{text[end:]}"  # 对花生和鸡蛋过敏
            tail = _last(before, right)
            if tail and _are_alike(tail, right):
                return f"{before}{text[end:]}"
        elif before.endswith(hit_left):
            start = len(before) - len(hit_left)
            start = counted.start() if (counted := _COUNTED.search(before[:start])) else start
            if _are_alike(before[start:], right):
                return f"{text[:start]}{text[joint.end() :]}"
    return ""


def _shared(text: str, other: str) -> str:
    """Return the longest end of a text that another one has."""
    for start in range(len(text)):
        end = text[start:]
        if end in other and (len(end) >= _FEWEST_SHARED or _HAN.fullmatch(end)):
            return end
    return ""


def _last(before: str, right: str) -> str:
    """Return as many characters in front of a conjunction as stand behind it."""
    return before[-len(right) :]


def _are_alike(one: str, other: str) -> bool:
    """Return True if two things are of one kind: of one topic, or with the same last character."""
    topics = topics_of(one).keys() & topics_of(other).keys()
    return bool(topics) or one[-1] == other[-1]
