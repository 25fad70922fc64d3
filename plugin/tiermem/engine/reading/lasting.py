"""Take apart what lasts in a statement: who somebody is, how old, and the illness that a medicine is taken for.

"I'm Paul, a taxi driver in Leeds" joins a name with a job, and "I take lisinopril for high blood pressure" a medicine
with an illness. The job and the medicine may end and the others do not, so each of these is a fact of its own.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import company_of, facts, stands_alone
from tiermem.engine.reading.lexicon import MARKS, Spaced, Unspaced, alike, lexicon_of
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import read
from tiermem.text import fold
from tiermem.text.languages import read_toml
from tiermem.text.names import names_of
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_OF_ITEM = 9
"""Maximum words of one of the things that a person says of themselves between commas."""
_FEW = 3
"""Maximum words and values of a fact that says nothing but an illness."""
_ITEMS = re.compile(r",\s+")
_ILL = "ill"
"""The class of words for illnesses, allergies and their treatment."""
_MEDICINE = "medicine"
"""The topic of medicines."""


class Facts(NamedTuple):
    """The facts of a statement, of which those that last stand apart.

    Attributes:
        every: All of them.
        lasting: Those that hardly anything but a correction ends.
    """

    every: tuple[str, ...]
    lasting: frozenset[str]


@lru_cache(maxsize=8_192)
def apart(text: str) -> Facts:
    """Return the facts that a statement joins, as `facts` does, with what lasts taken out of each."""
    lexicon = lexicon_of(text)
    every: list[str] = []
    lasting: set[str] = set()
    for fact in facts(text):
        if treated := _treated(fact, lexicon):
            lasting.update(treated[1:])
            every += treated
            continue
        parts = _presented(fact, lexicon)
        lasting.update(one for one in parts if _lasts(one, lexicon))
        every += parts
    return Facts(tuple(every), frozenset(lasting) if len(every) > 1 else frozenset())


def lasting_beside(old: str, new: str) -> tuple[str, ...]:
    """Return the facts of an earlier statement that last, and of which a later one says nothing."""
    every, lasting = apart(old)
    says = read(new).says
    return tuple(one for one in every if one in lasting and not alike(read(one).telling, says))


def left_beside(old: str, new: str) -> tuple[str, ...]:
    """Return what lasts of an earlier statement beside a later one, and who is whose, though that one names them.

    "Svenja has a new job" leaves "my wife is called Svenja" of "my wife is called Svenja, she's a teacher".
    """
    after, (every, lasting) = read(new), apart(old)
    beside = lasting_beside(old, new)
    if after.introduced or after.has("parts", "corrects"):
        return beside
    introducing = {one for one in lasting if read(one).introduced and stands_alone(one)}
    return tuple(one for one in every if one in introducing or one in beside)


def loses_illness(old: str, new: str, left: Sequence[str] = ()) -> bool:
    """Return True if a later statement changes something else, and nothing would tell any more that somebody is ill.

    "I left the school" changes "I'm a diabetic teacher at Hill School", and may not end the diabetes.

    Args:
        old: The earlier statement.
        new: The later one.
        left: What is left of the earlier one.
    """
    lexicon, before, after = lexicon_of(old), read(old), read(new)
    lost = illnesses(old, lexicon)
    if not lost.isdisjoint(illnesses(" ".join((*left, new)), lexicon)):
        return False  # "wheat is fine after all", of "I'm coeliac, so no wheat"
    lost -= before.words_of(before.concepts.keys() & after.concepts.keys())  # a diet in the place of another
    person = before.related | {before.owner.name, before.owner.word}
    is_of_other_words = bool(alike(before.telling, after.says) - lost - person)
    return bool(lost) and is_of_other_words and not after.has("parts", "corrects")


def illnesses(text: str, lexicon: Spaced | Unspaced) -> frozenset[str]:
    """Return the words of a text for illnesses, allergies and their treatment."""
    if isinstance(lexicon, Unspaced):
        return frozenset(word for word in _ill(lexicon.code) if word in text)
    words = (word.strip(MARKS) for word in text.replace("'", " ").split())
    return frozenset(lexicon.stem(lexicon.spelt(word)) for word in words) & _ill(lexicon.code)


def _lasts(fact: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a fact only says who somebody is, with whom they live, how old they are, or that they are ill."""
    said = read(fact)
    is_who = bool(said.introduced) and "home" not in said.concepts  # "我和表姐小敏合租在杭州"
    is_who = is_who or "own name" in said.concepts or company_of(fact) is not None
    is_ill = len(said.telling) <= _FEW and bool(illnesses(fact, lexicon))
    bare = fact.rstrip(f"{MARKS}。 ")
    name = lexicon.calls.fullmatch(bare)
    is_called = name is not None and not (name.groupdict().get("be") and _is_noun(name["name"], lexicon))
    return is_who or is_ill or is_called or lexicon.aged.fullmatch(bare) is not None


def _is_noun(name: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a word with a capital may be no name: "ich bin Lehrerin"."""
    return lexicon.data.capital_nouns and fold(name.split(maxsplit=1)[0]) not in names_of("person")


def _treated(fact: str, lexicon: Spaced | Unspaced) -> tuple[str, ...]:
    """Return what is taken, and that it is for an illness, as two facts; nothing if a fact says nothing like it."""
    said = fact.rstrip(f"{MARKS}。 ")
    found = lexicon.treats.fullmatch(said)
    if found is None or not (illnesses(found["ill"], lexicon) or _MEDICINE in topics_of(found["what"])):
        return ()
    who, taken = found["who"].strip(), said.replace(found["why"], "", 1).strip()
    if isinstance(lexicon, Unspaced):
        return taken, lexicon.data.treated[0].format(who=who, why=found["why"], ill=found["ill"])
    small = lexicon.spelt(who)
    is_own = not small or small == lexicon.spelt(lexicon.data.i) or small in lexicon.we
    is_of_another = is_own and lexicon.spelt(found["ill"].split()[0]) in lexicon.theirs
    if is_of_another or not lexicon.kin.isdisjoint(lexicon.spelt(found["what"]).split()):
        return ()  # "I take my dad to the clinic for his diabetes"
    return taken, lexicon.data.treated[not is_own].format(who=who, why=found["why"])


def _presented(fact: str, lexicon: Spaced | Unspaced) -> tuple[str, ...]:
    """Return the name, the age and the rest of what somebody says of themselves: "I'm Paul, 52, a taxi driver"."""
    said = fact.rstrip(f"{MARKS}。 ")
    if isinstance(lexicon, Unspaced):
        found = lexicon.calls.fullmatch(said)
        return (said[found.start("name") :], lexicon.data.be.format(found["be"])) if found else (fact,)
    aged = lexicon.aged.fullmatch(said)
    if aged and (aged["rest"] or aged["does"]):
        more = f"{lexicon.data.i} {aged['does']}" if aged["does"] else f"{aged['be']} {aged['rest']}"
        return said[: aged.end("age")], more
    first, *items = _ITEMS.split(said)
    if not items or any(len(item.split()) > _MOST_OF_ITEM for item in items):
        return (fact,)
    found = lexicon.calls.fullmatch(first)
    if found is None or (found["be"] and _is_noun(found["name"], lexicon)):  # "ich bin Lehrerin, 34"
        return _described(fact, first, items, lexicon)
    return (first, *(_said_of(item, found["be"] or lexicon.data.be, lexicon) for item in items))


def _described(fact: str, first: str, items: Sequence[str], lexicon: Spaced) -> tuple[str, ...]:
    """Return each thing that somebody says of themselves without a name but with an age: "I'm a nurse, 34, vegan"."""
    be = lexicon.data.be
    is_age = [lexicon.aged.fullmatch(_said_of(item, be, lexicon)) is not None for item in items]
    if not be or not any(is_age) or not first.lower().startswith(f"{be.lower()} "):
        return (fact,)
    found = [first]
    for item in items:
        if lexicon.spelt(item.split()[0]) in lexicon.company:
            found[-1] = f"{found[-1]}, {item}"  # "divorced, with a bad back"
        else:
            found.append(_said_of(item, first[: len(be)], lexicon))
    return tuple(found)


def _said_of(item: str, be: str, lexicon: Spaced) -> str:
    """Return one of several things that somebody says of themselves as a sentence."""
    is_age = item[:1].isdigit() and bool(lexicon.data.age)
    return lexicon.data.age.format(item) if is_age else f"{be} {item}"


@cache
def _ill(code: str) -> frozenset[str]:
    words = read_toml(code, "classes.toml").get(_ILL, "").split()
    lexicon = lexicon_by_code(code)
    return frozenset(map(lexicon.stem, map(lexicon.spelt, words)) if isinstance(lexicon, Spaced) else words)
