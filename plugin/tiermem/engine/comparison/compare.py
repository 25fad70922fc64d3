"""Compare two statements: does the later one say the same, update the earlier one, contradict it, or neither?

Wording alone cannot decide: "I moved to York" and "I live in Leeds" share no word, and "I live in a flat" is compatible
with "I live in Leeds". So a statement updates another only on evidence that the earlier one ended, and nothing in it
may suggest another person, another thing, a single occasion, an addition, a plan or the past. Missing an update is
better than losing a fact.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.comparison.announced import is_announced
from tiermem.engine.comparison.beside import (
    beside,
    is_of_a_member,
    is_of_another_name,
    leaves,
    leaves_who_it_is,
)
from tiermem.engine.comparison.denial import ended_wish, ending, forbids
from tiermem.engine.comparison.lives import end_in_life, ended_by, keys_of
from tiermem.engine.comparison.lives.events import overtaken_by, turns_over
from tiermem.engine.comparison.lives.growing import aged
from tiermem.engine.comparison.lives.health import dosed
from tiermem.engine.comparison.lives.moving_in import left_when_moved_in
from tiermem.engine.comparison.lives.partings import (
    mentions_death,
    mentions_parting,
    without_the_dead,
    without_the_partner,
)
from tiermem.engine.comparison.lives.work import promoted, rescheduled, without_schedule
from tiermem.engine.comparison.pair import Pair
from tiermem.engine.comparison.statement import Comparison, Statement, as_compared
from tiermem.engine.comparison.value import another_value, conflicts, is_of_accessory, takes_its_place
from tiermem.engine.reading.clauses import (
    clauses,
    company_of,
    facts,
    introduction,
    joined,
    pieces,
    stands_alone,
)
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.lasting import apart, lasting_beside, loses_illness
from tiermem.engine.reading.lexicon import ALIKE, alike
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import CACHED, OF_CHANGE, read, versions_in
from tiermem.engine.reading.wishes import wish_ended
from tiermem.engine.statements.parts import remains, without_item, without_part
from tiermem.text.names import names_in
from tiermem.text.scripts import UNSPACED
from tiermem.text.sentences import SENTENCE

if TYPE_CHECKING:
    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.reading.reading import Reading

_UNRELATED = Comparison()
_OF_ONE_WISH: frozenset[Reason] = frozenset({"allowed", "ended", "denied", "withdrawn"})
"""Reasons that name the wish which ended, if one of several did."""
_FINAL: frozenset[Reason] = frozenset(
    {"one time", "one more", "another time", "another side", "another wrong value", "past"}
)
"""Reasons that hold for a whole message, whatever one of its clauses says."""
_ENDS = ("changes", "ends_next", "ends_last")
_TO_COME = frozenset({"home", "employer"})
"""Concepts of what a message may say to be another one only from some day on."""


def compare(old: Statement, new: Statement) -> Comparison:
    """Return the relation of *new* to *old*, which was said before it.

    The whole message is compared first, then each of its clauses: "Dr. Fox retired, so my GP is Dr. Hunt."
    """
    of_part = (
        _of_another_name,
        _put_right,
        _of_wishes,
        _rescheduled,
        _promoted,
        _to_come,
        _moves_along,
        _outlives,
        _moved_in,
    )
    if of_one := next(filter(None, (one(old, new) for one in of_part)), None):
        return of_one
    found = _compare_facts(old, new)
    if found.relation == "updates" and (_is_of_trade(old, new) or _is_news_of_another(old, new)):
        return Comparison("unrelated", "another person")
    if found.relation == "updates" and not (found.kept or found.rest):
        part = without_part(old.content, new.said) or without_schedule(old.content, new.content)
        part = part or ("" if found.reason == "gone" else without_item(old.content, new.content))
        found = found._replace(kept=(part,)) if part else found
    said = " ".join(filter(None, (new.quote, new.content)))
    is_over = turns_over(read(old.content), read(new.content), read(new.said))  # "I can eat eggs again"
    loses = not (new.corrects or is_over) and loses_illness(old.content, said, found.left)
    if found.relation == "updates" and loses:
        return Comparison("unrelated", "another attribute")
    introduced = introduction(old.content) if found == _UNRELATED else None
    if introduced is not None and _ends_home(introduced.home, new):
        return Comparison("updates", "one at a time", kept=(introduced.rest,))
    return found


def _ends_home(home: str, new: Statement) -> bool:
    lived = Statement(home)
    return _compare_facts(lived, new).relation == "updates" and not _is_to_come(lived, new)


def _is_of_trade(old: Statement, new: Statement) -> bool:
    """Return True if somebody no longer sells what is only used: "the pharmacy stopped selling warfarin"."""
    said = read(new.content)
    sells = lexicon_by_code(said.language).sells
    return bool(sells.search(said.text.lower()) and not sells.search(old.content.lower()))


def _is_news_of_another(old: Statement, new: Statement) -> bool:
    """Return True if no sentence of a later statement ends an earlier one, and one is of another person.

    "I went to Sintra with my sister Elin. Elin moved to Porto" is no news of where the user lives.
    """
    sentences = list(filter(None, map(str.strip, SENTENCE.findall(new.content))))
    if len(sentences) == 1:
        return False
    found = [_compare_facts(old, Statement(one, corrects=new.corrects)) for one in sentences]
    is_of_another = any(one.reason == "another person" for one in found)
    return is_of_another and all(one.relation == "unrelated" for one in found)


def _of_another_name(old: Statement, new: Statement) -> Comparison | None:
    """Return "unrelated" if one statement is of the user and the other of somebody by name; None if not."""
    is_other = not new.corrects and is_of_another_name(read(old.content), read(new.content))
    return Comparison("unrelated", "another person") if is_other else None


def _put_right(old: Statement, new: Statement) -> Comparison | None:
    """Return the relation of a later age or dose to an earlier statement that gives another one; None if none does."""
    right = _aged(old, new) or _dosed(old, new)
    if right and (left := left_when_moved_in(read(right), read(new.content))):
        right = joined(left).rstrip(".。")  # "Mum turned 72 and moved in with us"
    return Comparison("updates", "one at a time", renewed=right) if right else None


def _dosed(old: Statement, new: Statement) -> str:
    """Return the earlier statement with the dose of a medicine that the later one changes, or ""."""
    spoken = as_compared(new)
    return dosed(old.content, spoken[0].content) if spoken is not None else ""


def _aged(old: Statement, new: Statement) -> str:
    """Return the earlier statement with the age that somebody reached since, or "" if the later one tells none."""
    spoken = as_compared(new)
    if spoken is None or spoken[1].has("supposes", "corrects"):
        return ""
    return aged(old.content, spoken[0].content, new.known_as)


def _rescheduled(old: Statement, new: Statement) -> Comparison | None:
    """Return the relation of another schedule to an earlier statement of somebody's work; None if it is none."""
    spoken = as_compared(new)
    if spoken is None or spoken[1].has("supposes", "corrects"):
        return None
    left = rescheduled(read(old.content), spoken[1])
    if left is None:
        return None
    if left == old.content:
        return Comparison("unrelated", "another attribute")
    return Comparison("updates", "one at a time", kept=(left,) if left else ())


def _promoted(old: Statement, new: Statement) -> Comparison | None:
    """Return the relation of a promotion to an earlier statement of what the user works where; None if it is none."""
    spoken = as_compared(new)
    if spoken is None or spoken[1].has("supposes", "corrects"):
        return None
    left = promoted(read(old.content), spoken[1])
    return Comparison("updates", "one at a time", kept=left) if left else None


def _is_to_come(old: Statement, new: Statement) -> bool:
    """Return True if a message only says where somebody is going to live or work, however sure that is: "in June"."""
    coming = lexicon_by_code(read(new.content).language).to_come
    found = coming.search(new.content)
    if new.corrects or found is None or coming.search(old.content):
        return False
    matters = _TO_COME & read(old.content).concepts.keys()
    if not matters or mentions_parting(new.content) or mentions_death(new.content):
        return False
    before, behind = new.content[: found.start()], new.content[found.end() :]
    others = (read(one) for text in (before, behind) for one in clauses(text) or (text,))
    known, ends = read(old.content).telling, _ENDS if "employer" in matters else ("changes",)
    return not any(  # a house that is sold is not left yet, and who left Shell works there no longer
        (matters & one.concepts.keys() and one.has(*ends)) or (one.has(*_ENDS) and alike(known, one.says))
        for one in others
    )


def _to_come(old: Statement, new: Statement) -> Comparison | None:
    return Comparison("unrelated", "to come") if _is_to_come(old, new) else None


def _moves_along(old: Statement, new: Statement) -> Comparison | None:
    """Return "unrelated" if an earlier statement only says who lives with the user, and a move nothing of them."""
    said = read(new.content)
    is_move = "home" in said.concepts and "status" not in said.concepts and said.has("changes")
    leaves = is_move and not (new.corrects or said.denied) and len(facts(old.content)) == 1
    return Comparison("unrelated", "about the company") if leaves and _is_company(old.content, new) else None


def _moved_in(old: Statement, new: Statement) -> Comparison | None:
    """Return the relation of the news that somebody moved in with the user to what it ends, or None."""
    kept = left_when_moved_in(read(old.content), read(new.content))
    return None if kept is None else Comparison("updates", "one at a time", kept=kept)


def _outlives(old: Statement, new: Statement) -> Comparison | None:
    """Return the relation of the news of a death or a separation to what goes on without the one who is gone, or None.

    A separation ends living with the partner, even if nothing else is left.
    """
    before, after = read(old.content), read(new.content)
    left = without_the_dead(before, after)
    kept = (left,) if left else without_the_partner(before, after)
    return Comparison("updates", "gone", kept=kept) if kept is not None else None


def _of_wishes(old: Statement, new: Statement) -> Comparison | None:
    """Return the relation of a wish to an earlier one that it ends, or to one of several; None if it ends none."""
    said, parts = new.said, facts(old.content)
    ended = [wish_ended(part, said) for part in parts] if len(parts) > 1 else [wish_ended(old.content, said)]
    why = next((one for one in ended if one), None)
    if why is None:
        return None
    kept = tuple(part for part, one in zip(parts, ended, strict=True) if not one) if len(parts) > 1 else ()
    return Comparison("updates", why, kept=kept)


def _compare_facts(old: Statement, new: Statement) -> Comparison:
    """Return the relation of a later statement to an earlier one, or to one of the facts that it joins."""
    spoken = as_compared(new)
    if spoken is None:
        return Comparison("unrelated", "question or plan")
    new, whole = spoken
    if (of_whole := _compare(read(old.content), new, whole)).reason in ("about the person", "an age"):
        return of_whole
    is_joined = len(apart(old.content).every) > 1
    return _compare_parts(old.content, of_whole, new, whole) if is_joined else of_whole


def _compare_parts(old: str, of_whole: Comparison, new: Statement, whole: Reading) -> Comparison:
    """Return the relation of a later statement to one of the facts that an earlier one joins, or else to the whole."""
    parts, lasting = apart(old).every, lasting_beside(old, new.content)
    compared = [(read(part), _compare(read(part), new, whole)) for part in parts]
    told = {text for text in parts if _tells_of_company(text, whole)}
    found = [
        _UNRELATED
        if (told and text not in told)
        or (of_whole.reason == "another person" and names_in(new.content) and not stands_alone(text))
        or _only_named(part, one, new)
        or _is_company(text, new)
        or _is_news_of_company(text, one, new)
        else one
        for text, (part, one) in zip(parts, compared, strict=True)
    ]
    of_one = next((one for one in found if one.relation == "updates"), None)
    is_allowed = any(one.reason == "allowed" for one in found)
    left = [
        part
        for part, one in zip(parts, found, strict=True)
        if one.relation == "unrelated"
        or (is_allowed and one.reason not in _OF_ONE_WISH)
        or (part in lasting and not whole.has("corrects") and _is_of_another(part, whole))
    ]
    if of_one is not None and of_one.reason == "gone":
        gone = {read(part).owner.word for part, one in zip(parts, found, strict=True) if one == of_one}
        left = [part for part in left if read(part).owner.sort != "kin" or read(part).owner.word not in gone]
    left = [part for part in left if not _only_likes(read(part))]
    kept = tuple(part for part in left if read(part).introduced or part in lasting or _is_state(read(part)))
    if of_one is not None and kept:
        ended = [part for part, one in zip(parts, found, strict=True) if one.relation == "updates"]
        if len(ended) == 1 and (rest := without_part(ended[0], new.said)):
            shortened = without_part(old, new.said)
            kept = (shortened,) if shortened else (*kept, rest)
        # what is said of "she" goes with her
        return of_one._replace(kept=kept) if stands_alone(kept[0]) else of_one
    if of_one is None and any(_is_news_of_company(part, of_whole, new) for part in parts):
        return _UNRELATED
    named = [part for part in parts if alike(read(part).telling, whole.says)]
    beside = tuple(
        part
        for part in kept
        if read(part).introduced
        or part in lasting
        or (named and part not in named and stands_alone(part))
        or (company_of(part) is not None and not whole.has("parts"))  # "our twins turned 4"
    )
    return of_whole._replace(kept=beside) if beside and of_whole.relation == "updates" else of_whole


def _only_likes(said: Reading) -> bool:
    """Return True if a fact only says that what stands beside it is liked: "I have an R6, love it"."""
    return said.has("likes") and len(said.says) <= 1


def _is_of_another(part: str, whole: Reading) -> bool:
    """Return True if a fact that lasts says nothing of the sort that a message says: no age, no name."""
    return read(part).concepts.keys().isdisjoint(whole.concepts.keys() - {"role"})


def _is_company(fact: str, new: Statement) -> bool:
    """Return True if a fact only says who lives or works with the user, and the message tells nothing of that."""
    company, said = company_of(fact), read(new.content)
    return (
        company is not None
        and "live with" not in said.concepts
        and not alike(read(company).telling, said.telling)
    )


def _tells_of_company(fact: str, said: Reading) -> bool:
    """Return True if a fact only says who lives or works with the user, and a message is of these alone."""
    company = company_of(fact)
    return company is not None and not said.speaks_of_self and bool(alike(read(company).says, said.says))


def _is_news_of_company(fact: str, found: Comparison, new: Statement) -> bool:
    """Return True if a message only tells how one who lives with the user is: "Jo's away in Canada until May"."""
    is_told = found.reason == "announced" and not read(new.content).has(*OF_CHANGE)
    return is_told and company_of(fact) is not None and not _is_company(fact, new)


def _only_named(part: Reading, found: Comparison, new: Statement) -> bool:
    """Return True if a message names the thing but gives it no value: "Python stays"."""
    if found.reason != "another value":
        return False
    said = [read(one) for one in pieces(new.content)]
    naming = [one for one in said if alike(part.telling, one.says)]
    return bool(naming) and not any(one.values or one.has(*OF_CHANGE) for one in naming)


def _is_state(said: Reading) -> bool:
    """Return False if a statement only says that something ended or changed."""
    return "status" in said.concepts or not said.has("ends_next", "ends_last", "changes")  # "I'm divorced"


def _touch(before: Reading, after: Reading) -> bool:
    """Return True if two statements have anything in common; most have not, and need no closer look."""
    return (
        before.owner.sort == "role"
        or not _traces(before).isdisjoint(_traces(after))
        or not before.concepts.keys().isdisjoint(after.concepts)
        or not before.members.keys().isdisjoint(after.members)
        or not before.topics.isdisjoint(after.topics)
        or not before.concepts.keys().isdisjoint(overtaken_by(after))
        or not set(keys_of(before.text)).isdisjoint(ended_by(after.text))
    )


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
    pair = Pair(before, whole, new, whole)
    found = _relation(pair)
    if found.relation == "updates":
        return found if found.reason == "gone" else found._replace(rest=remains(before, whole))
    if found.relation == "same" or found.reason in _FINAL or pair.is_of_others():
        return found
    for clause in map(read, clauses(new.content)):
        if found.reason == "another person" and whole.owner.sort == "kin" and not _has_subject(clause):
            continue  # "My sister switched phones, now on a Pixel 9"
        of_clause = _relation(Pair(before, clause, new, whole))
        if of_clause.relation == "updates":
            return of_clause._replace(rest=remains(before, whole))
    return found


def _has_subject(clause: Reading) -> bool:
    """Return True if a clause says of whom or what it is, and so is not of the person in the clause before."""
    return bool(clause.subject) or (clause.is_mine and not clause.is_note)


def _relation(pair: Pair) -> Comparison:
    """Return the relation of two statements, with its reason."""
    if _denies_what_was_never_so(pair):
        return Comparison("same", "same words")
    if ended := ended_wish(pair) or (
        not is_of_a_member(pair) and end_in_life(pair.old, pair.new, pair.whole)
    ):
        return Comparison("updates", ended)
    if found := _beside(pair):
        return found
    if _is_same(pair):
        if not _is_swapped(pair):
            return Comparison("same", "same words")
        return Comparison("updates" if pair.has_cue else "contradicts", "swapped")
    update = None if leaves_who_it_is(pair) else ending(pair)
    return Comparison("updates", update) if update else _without_ending(pair)


def _beside(pair: Pair) -> Comparison | None:
    """Return the relation if the later statement leaves the earlier one, or gives a thing in place of its own."""
    why = "another side" if _goes_without(pair) else beside(pair)
    if why in (None, "one more") and takes_its_place(pair):
        return Comparison("updates", "in its place")
    if is_of_accessory(pair):
        return Comparison("unrelated", "another attribute")
    return Comparison("unrelated", why) if why else None


def _goes_without(pair: Pair) -> bool:
    """Return True if the later statement only tells that somebody goes without what the earlier one bars them from.

    "I don't eat nuts" ends no allergy.
    """
    old, new = pair.old, pair.new
    if new.has("changes", "allows") or not (new.denied or new.ended or new.has("denies")):
        return False
    bars = lexicon_by_code(old.language).bars
    return bars.search(old.text) is not None and bars.search(pair.whole.text) is None


def _without_ending(pair: Pair) -> Comparison:
    """Return the relation of two statements of which the later one does not say that the earlier one is over."""
    if why := leaves(pair):
        return Comparison("unrelated", why)
    if pair.has_cue and (update := another_value(pair)):
        return Comparison("updates", update)
    if is_announced(pair):
        return Comparison("updates", "announced")
    is_conflict = conflicts(pair) and not _denies_values(pair)
    return Comparison("contradicts", "conflicting values") if is_conflict else _UNRELATED


def _denies_values(pair: Pair) -> bool:
    """Return True if all values that the later statement has alone are denied: "I don't have type 2 diabetes"."""
    old, new = pair.old, pair.new
    others = [new.values.get(sort, frozenset()) - old.values.get(sort, frozenset()) for sort in EXACT]
    return any(others) and frozenset().union(*others) <= new.denied


def _denies_what_was_never_so(pair: Pair) -> bool:
    """Return True if the later statement says the same and denies another value: "…, not Bob"."""
    old, new = pair.old, pair.new
    wrong = new.wrong - alike(new.wrong, old.says)
    rest = new.telling - wrong
    return bool(wrong) and new.wrong.isdisjoint(old.says) and bool(rest) and rest == old.telling


def _is_same(pair: Pair) -> bool:
    """Return True if each says everything that the other says."""
    old, new = pair.old, pair.new
    if pair.ends or pair.overtakes or pair.differing or forbids(old) != forbids(new) or pair.is_other_member:
        return False
    mine, others = new.telling, old.telling
    if not (mine and others):
        return False
    if len(alike(mine, others)) == len(mine) and len(alike(others, mine)) == len(others):
        return True
    same_values = bool(old.value_words) and old.value_words == new.value_words
    return (
        bool(pair.shared) and same_values and not pair.has_cue and len(alike(mine, others)) >= len(mine) - 1
    )


def _is_swapped(pair: Pair) -> bool:
    """Return True if one prefers calls over email, and the other email over calls."""
    if not (pair.old.has("ranks") and pair.new.has("ranks")):
        return False
    shared = pair.old.says & pair.new.says
    orders = [[word for word in one.order if word in shared] for one in (pair.old, pair.new)]
    return orders[0] != orders[1]
