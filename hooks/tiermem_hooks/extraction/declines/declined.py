"""Find statements that the user took back, meant as a joke, or declined to have remembered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.plugins.text import everywhere, fold, has_words, named_topics, names_in, normalized, topics_of
from tiermem_hooks.extraction.corrections import Denial, contrasts, names_value
from tiermem_hooks.extraction.declines.spared import spared
from tiermem_hooks.extraction.declines.told import told_before
from tiermem_hooks.extraction.repairs import gives_value_alike
from tiermem_hooks.extraction.sentences import CLAUSE_END, telling, word_count
from tiermem_hooks.extraction.statements import is_request, speaks_of_person, trim
from tiermem_hooks.extraction.turns import edits_text
from tiermem_hooks.memory_requests.not_to_keep import TURNS_BACK, leans_to_decline, scope_declined

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence
    from tiermem_hooks.extraction.turns import Spoken

Place = tuple[int, int]
"""A turn's index in the session and a sentence's index in the turn."""
_ALL: frozenset[str] = frozenset()
"""In place of the words that are declined of a sentence: all of it."""
_SHARED_WORDS = 0.5
"""Minimum share of the declined sentence's words for another sentence to be about the same."""
_STEM = 7
"""Minimum letters of a word that another one begins with and means the same."""
_FEWEST_WORDS = 2
"""Minimum telling words of a sentence that "don't save that" may mean: "works" and "thanks" are excluded."""
_MOST_TOGETHER = 3
"""Maximum sentences that may ask it together; of more, one has to alone: eight facts in a row add up to much."""
_COLON = re.compile(r"\s*[:：]")


def declined(session: Sequence[Spoken]) -> frozenset[Place]:
    """Return the places of all sentences that must not be kept, as statements or in a summary."""
    return frozenset(words_declined(session))


def words_declined(session: Sequence[Spoken]) -> dict[Place, frozenset[str]]:
    """Return the places that `declined` returns → the words named there; none where the whole sentence is meant.

    Of "I live in Lyon and work at Airbus", "forget that I live in Lyon" means one statement.
    """
    found: dict[Place, frozenset[str]] = {}
    previous: int | None = None
    for index, spoken in enumerate(session):
        if not spoken.is_user:
            continue
        told = [
            position
            for position, sentence in enumerate(spoken.sentences)
            if not (edits_text(session, index, sentence.text) or _is_of_others(spoken, position))
        ]
        taken = [one for position in told for one in _taken_back(session, (index, position), previous)]
        if not taken and told and not any(_only_drops(session, (index, position)) for position in told):
            taken = [(place, _ALL) for place in _taken_back_in_other_words(session, index, previous)]
        beside = spared(session, index) if taken else frozenset()
        for place, named in taken:
            if place[0] == index and place[1] in beside:
                continue
            known = found.get(place, named)
            found[place] = known | named if known and named else _ALL
        if previous is not None and _refuses(session, index):
            found |= dict.fromkeys((*_everything(session, previous, index), (index, 0)), _ALL)
        previous = index
    for place in (*_repeated(session, found), *_answers(session, found)):
        found.setdefault(place, _ALL)
    return found


def _taken_back_in_other_words(
    session: Sequence[Spoken], index: int, previous: int | None
) -> Iterator[Place]:
    """Yield the places that a turn takes back by the judgement of the models, where no pattern knows its words.

    Sentences of what others remember are not judged.
    """
    said = session[index]
    if _puts_right(said):
        return
    own = [one.text for place, one in enumerate(said.sentences) if not _is_of_others(said, place)]
    spoken = said.rules.language
    if len(own) > _MOST_TOGETHER and not any(leans_to_decline(one, spoken) for one in own):
        return
    scope = scope_declined(" ".join(own), spoken)
    if scope == "session":
        yield from _everything(session, 0, len(session))
    elif scope == "before" and previous is not None:
        yield from _everything(session, told_before(session, previous), index + 1)
    elif scope is not None:
        yield from _everything(session, index, index + 1)


def _is_of_others(said: Spoken, position: int) -> bool:
    """Return True if a sentence tells what others remember or forget: "people never remember my name"."""
    others = said.rules_of[position].pattern("decline", "others")
    return others.search(said.sentences[position].view) is not None


def _puts_right(said: Spoken) -> bool:
    """Return True if a turn says what is so instead of something, and nothing of keeping or secrecy."""
    if has_words(said.turn.content, "remembers", "keeps", "secrecy"):
        return False
    return any(map(contrasts, said.sentences, said.rules_of))


def _answers(session: Sequence[Spoken], places: Collection[Place]) -> Iterator[Place]:
    """Yield the sentences of replies to what the user took back: all of them if nothing else was said.

    Otherwise those that speak of it, and those that may.
    """
    for index in sorted({index for index, _ in places if session[index].is_user}):
        said, secret, rest = session[index], frozenset[str](), frozenset[str]()
        for position, sentence in enumerate(said.sentences):
            own = telling(sentence.text, said.rules_of[position])
            if (index, position) in places:
                secret |= own
            elif _says_something(sentence, said.rules):
                rest |= own
        for reply in _replies(session, index):
            told = [telling(sentence.text, said.rules) for sentence in session[reply].sentences]
            yield from ((reply, at) for at, own in enumerate(told) if own & secret or not own & rest)
            if not told:
                yield reply, 0


def _replies(session: Sequence[Spoken], index: int) -> Iterator[int]:
    """Yield the turns between a turn of the user and the next one."""
    for reply in range(index + 1, len(session)):
        if session[reply].is_user:
            return
        yield reply


def _repeated(session: Sequence[Spoken], places: Collection[Place]) -> Iterator[Place]:
    """Yield the sentences of later replies that repeat what the user took back: "I won't save your salary of …"."""
    for index, position in places:
        said = session[index]
        wanted = telling(said.sentences[position].text, said.rules_of[position])
        if said.is_user and len(wanted) >= _FEWEST_WORDS:
            later = range(index + 1, min(index + 1 + TURNS_BACK, len(session)))
            replies = (reply for reply in later if not session[reply].is_user)
            yield from (place for reply in replies for place in _about_in(session, reply, wanted))


def _taken_back(
    session: Sequence[Spoken], place: Place, previous: int | None
) -> Iterator[tuple[Place, frozenset[str]]]:
    """Yield the places that the sentence at *place* takes back, and the words that it names if that is all it means.

    *previous* is the user's turn before.
    """
    named = [*_named(session, place)]
    whole = _taken_back_whole(session, place, previous, is_named=bool(named))
    for one in _dropped(session, place, whole) if _only_drops(session, place) else whole:
        yield one, _ALL
    yield from named


def _only_drops(session: Sequence[Spoken], place: Place) -> bool:
    """Return True if the sentence at *place* drops what was asked for, rather than ask not to remember what was told.

    "Forget it, too expensive", "never mind"; not "forget it, that's private".
    """
    index, position = place
    view, rules = session[index].sentences[position].view, session[index].rules_of[position]
    drops = rules.pattern("decline", "drops").match(view)
    return drops is not None and not has_words(view[drops.end() :], "secrecy", "remembers", "keeps")


def _dropped(session: Sequence[Spoken], place: Place, taken: Iterable[Place]) -> Iterator[Place]:
    """Yield the places that a sentence takes back without statements of turns that ask for something."""
    places = list(taken)
    for index in dict.fromkeys(one for one, _ in places):
        said = session[index]
        own = [position for one, position in places if one == index]
        asked = [
            position for position in own if (index, position) != place and _asks_for_something(said, position)
        ]
        is_task = said.is_user and bool(asked)
        yield from (
            (index, position)
            for position in own
            if not is_task or position in asked or (index, position) == place
        )


def _asks_for_something(said: Spoken, position: int) -> bool:
    sentence, rules = said.sentences[position], said.rules_of[position]
    return sentence.asks or is_request(trim(sentence, rules), rules)


def _named(session: Sequence[Spoken], place: Place) -> Iterator[tuple[Place, frozenset[str]]]:
    """Yield the places of the sentences that a request names, with the words by which it does."""
    index, position = place
    sentence, rules = session[index].sentences[position], session[index].rules_of[position]
    request = rules.pattern("decline", "request").search(sentence.view)
    if not request or not _names(request, sentence, rules):
        return
    is_back = bool(request.groupdict().get("back"))
    whole = request["object"].strip(" ,;:")
    first = whole if is_back else CLAUSE_END.split(whole, maxsplit=1)[0]  # what follows may only say why
    for what in dict.fromkeys((first, whole)):
        thing = everywhere().around_forgotten.sub(" ", normalized(what.strip()))
        wanted = telling(thing, rules) or telling(what, rules)
        found = [one for one in _about(session, index, wanted) if one != place]
        yield from ((one, wanted) for one in found if one < place or not is_back)
        of_topic = _of_topic(session, index, what, only_named=bool(found))
        yield from ((one, _ALL) for one in of_topic if one != place)


def _names(request: re.Match[str], sentence: Sentence, rules: Rules) -> bool:
    """Return True if a request names what it means, rather than point at it."""
    pointer = rules.pattern("decline", "points").match(request["object"])
    is_mark = pointer is not None and not any(map(str.isalnum, pointer[0]))
    if pointer is not None and not (is_mark and _says_more(request["object"], rules)):
        return False
    if rules.pattern("decline", "idiom").search(sentence.view):
        return False
    is_ahead = rules.pattern("decline", "ahead").search(sentence.view[request.start() :])
    is_forward = is_ahead or rules.pattern("decline", "forward").search(sentence.view)
    return bool(request.groupdict().get("back")) or not is_forward


def _taken_back_whole(
    session: Sequence[Spoken], place: Place, previous: int | None, *, is_named: bool
) -> Iterator[Place]:
    """Yield the places of the sentences that the sentence at *place* takes back as a whole.

    With *is_named* it names another one, and points at none.
    """
    index, position = place
    sentence, rules = session[index].sentences[position], session[index].rules_of[position]
    if rules.pattern("decline", "laugh").match(sentence.view):
        yield from _sentence_before(session, place, previous)
    request = rules.pattern("decline", "request").search(sentence.view)
    is_itself = request is not None and _says_what(request, sentence, rules)
    if not is_itself and rules.pattern("decline", "joke").search(sentence.view):
        yield from _all_before(session, place, previous)
    if not request or rules.pattern("decline", "idiom").search(sentence.view):
        return
    if request.groupdict().get("back"):
        yield from _taken_back_only(session, place, previous, request["object"], rules)
        return
    yield place
    if rules.pattern("decline", "ahead").search(sentence.view[request.start() :]):
        return
    if rules.pattern("decline", "forward").search(sentence.view):
        yield from _everything(session, index, index + 3)
    elif pointer := rules.pattern("decline", "points").match(request["object"]):
        bare = not any(map(str.isalnum, pointer[0])) and _says_more(request["object"], rules)
        again = rules.pattern("decline", "request").search(request["object"])
        lead = sentence.view[: request.start()]
        alone = (again or not bare) and (
            _says_nothing(lead, rules) or rules.pattern("decline", "told").search(lead)
        )
        names = _says_more(lead, rules) and not rules.pattern("decline", "opens").match(lead)
        yield from _pointed_at(
            session, place, previous, alone=bool(alone) and not is_itself, points=not names
        )
        if alone and not is_itself and previous is None and len(session[index].sentences) == 1:
            yield from _everything(session, index, index + 3)  # nothing was said yet that it could mean
    elif not is_named:
        is_apart = previous is not None and _is_of_another_topic(session[previous], request["object"])
        near = _pointed_at(session, place, previous, alone=not is_apart, points=False)
        yield from _of_topic_named(session, [one for one in near if one != place], request["object"])


def _taken_back_only(
    session: Sequence[Spoken], place: Place, previous: int | None, about: str, rules: Rules
) -> Iterator[Place]:
    """Yield the places that "scratch that" takes back: itself, and those before it unless it names what it means.

    "Scratch that, it's a 56" takes nothing back, and puts a value of the same sort right.
    """
    index, position = place
    pointer = rules.pattern("decline", "points").match(about)
    if pointer is None:
        yield place
        return
    behind = about[pointer.end() :]
    before = session[index].sentences[:position] or (
        session[previous].sentences if previous is not None else ()
    )
    if any(gives_value_alike(said.view, behind, rules) for said in before):
        return
    if len(telling(behind, rules)) < _FEWEST_WORDS:
        yield place
    yield from ((index, before) for before in range(position))
    if not position and previous is not None:
        yield from _everything(session, previous, index)


def _sentence_before(session: Sequence[Spoken], place: Place, previous: int | None) -> Iterator[Place]:
    index, position = place
    if position:
        yield (index, position - 1)
    elif previous is not None and len(session[index].sentences) == 1:
        yield (previous, len(session[previous].sentences) - 1)


def _all_before(session: Sequence[Spoken], place: Place, previous: int | None) -> Iterator[Place]:
    index, position = place
    yield from ((index, before) for before in range(position + 1))
    if not position and previous is not None:
        yield from _everything(session, previous, index)


def _everything(session: Sequence[Spoken], start: int, end: int) -> Iterator[Place]:
    """Yield all sentences of the turns from *start* up to *end*, the assistant's among them: they may repeat it."""
    for index in range(start, min(end, len(session))):
        yield from ((index, position) for position in range(len(session[index].sentences)))


def _pointed_at(
    session: Sequence[Spoken], place: Place, previous: int | None, *, alone: bool, points: bool = True
) -> Iterator[Place]:
    """Yield the places that "don't save that" means: the rest of its turn, or what was told before if there is none.

    Without *points* it names a thing, of which only the turn before may speak.
    """
    index, position = place
    yield from _everything(session, index, index + 1)
    others = (said for other, said in enumerate(session[index].sentences) if other != position)
    if (
        alone
        and previous is not None
        and not any(_says_something(said, session[index].rules) for said in others)
    ):
        first = _first_meant(session, place, previous) if points else previous
        yield from _everything(session, first, index)


def _first_meant(session: Sequence[Spoken], place: Place, previous: int) -> int:
    """Return the first turn that a request means which points back at what was told."""
    index, position = place
    asked, rules = session[index].sentences[position].view, session[index].rules_of[position]
    return told_before(session, previous, whole=rules.pattern("decline", "whole").search(asked) is not None)


def _says_what(request: re.Match[str], sentence: Sentence, rules: Rules) -> bool:
    """Return True if a request says itself what it means: "don't remember this: I had a fight with my boss"."""
    # What points stands before a colon: "this: I earn 3200".
    pointing, colon, after = request["object"].partition(":" if ":" in request["object"] else "：")
    pointer = rules.pattern("decline", "points").match(pointing)
    behind = f"{pointing[pointer.end() :] if pointer else ''}{colon}{after} {sentence.view[request.end() :]}"
    if pointer is None or rules.pattern("decline", "request").search(
        behind
    ):  # asked once more, in other words
        return False
    if pointer.groupdict().get("said") or everywhere().i.search(fold(pointer[0])):  # "what I just said, it …"
        behind = CLAUSE_END.split(behind, maxsplit=1)[0]
    said = fold(behind)
    rest = everywhere().talk.sub(" ", said)
    is_introduced = _COLON.match(behind) is not None and word_count(said.strip(" :：")) >= _FEWEST_WORDS
    told = len(telling(rest, rules))
    return (told >= _FEWEST_WORDS or (told > 0 and is_introduced)) and not everywhere().secrecy.search(said)


def _says_more(behind: str, rules: Rules) -> bool:
    """Return True if the words behind a request say more than that it is a secret."""
    return bool(telling(everywhere().secrecy.sub(" ", fold(behind)), rules))


def _is_of_another_topic(said: Spoken, wanted: str) -> bool:
    """Return True if a turn is about another topic than what is to be forgotten (a budget, a diet) or other people."""
    told = said.turn.content
    pairs = ((topics_of(wanted).keys(), topics_of(told).keys()), (names_in(wanted), names_in(told)))
    return any(bool(named) and bool(own) and named.isdisjoint(own) for named, own in pairs)


def _says_nothing(beginning: str, rules: Rules) -> bool:
    """Return True if the words before a request only point: "That's private, …", "This …"."""
    said = fold(beginning)
    only_points = rules.pattern("decline", "points").match(beginning) or rules.pattern(
        "decline", "refusal"
    ).match(beginning)
    opens = rules.pattern("decline", "opens").match(beginning)  # "actually, …"
    return not telling(beginning, rules) or bool(opens or only_points or everywhere().secrecy.search(said))


def _says_something(sentence: Sentence, rules: Rules) -> bool:
    """Return True if a sentence says more than that something is to be forgotten."""
    if any(rules.pattern("decline", key).match(sentence.view) for key in ("request", "drops")):
        return False
    tells = telling(sentence.text, rules)
    is_fact = bool(tells) and speaks_of_person(sentence.view, rules) and bool(topics_of(sentence.text))
    return is_fact or len(tells) >= _FEWEST_WORDS  # "I'm pregnant" is a fact, "thanks" is none


def _about(session: Sequence[Spoken], index: int, wanted: frozenset[str]) -> Iterator[Place]:
    """Yield the places of nearby sentences that share the *wanted* words with what is not to be remembered."""
    for place in range(max(0, index - TURNS_BACK), min(index + 2, len(session))):
        yield from _about_in(session, place, wanted)


def _of_topic_named(session: Sequence[Spoken], near: Sequence[Place], what: str) -> Iterator[Place]:
    """Yield the places without those clearly about something else than a request names, if others are about it."""
    topics = named_topics(what)
    told = {(index, at): topics_of(session[index].sentences[at].text).keys() for index, at in near}
    is_about = any(not topics.isdisjoint(told[one]) for one in near if session[one[0]].is_user)
    yield from (one for one in near if not (is_about and told[one] and topics.isdisjoint(told[one])))


def _of_topic(session: Sequence[Spoken], index: int, what: str, *, only_named: bool) -> Iterator[Place]:
    """Yield the places of nearby sentences about the topic of "what I said about money".

    Those of the same turn are meant unless they are clearly about another one, or *only_named*: others name it.
    """
    thing, told = everywhere().around_forgotten.subn(" ", normalized(what))
    topics = named_topics(thing) if told else frozenset[str]()
    for place in range(max(0, index - TURNS_BACK), index + 1) if topics else ():
        for position, said in enumerate(session[place].sentences):
            own = topics_of(said.text)
            if not topics.isdisjoint(own) or (place == index and not own and not only_named):
                yield (place, position)


def _about_in(session: Sequence[Spoken], index: int, wanted: frozenset[str]) -> Iterator[Place]:
    for position, said in enumerate(session[index].sentences):
        told = telling(said.text, session[index].rules)
        shared = [one for one in wanted if one in told or any(_are_kin(one, other) for other in told)]
        if shared and len(shared) >= _SHARED_WORDS * len(wanted):
            yield (index, position)


def _are_kin(one: str, other: str) -> bool:
    """Return True if one word begins the other: "schwanger" and "Schwangerschaft"."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _STEM and long.startswith(short)


def _refuses(session: Sequence[Spoken], index: int) -> bool:
    """Return True if the assistant offered to remember something and this turn of the user's says no.

    A no with the right value ("no, it's Thursday") corrects the offer instead.
    """
    before, answer, rules = session[index - 1], session[index].sentences, session[index].rules
    if before.is_user or not answer or not rules.pattern("decline", "refusal").match(answer[0].view):
        return False
    denial = Denial.of(trim(answer[0], rules), rules)
    if denial.said and names_value(denial.rest, rules):
        return False
    offer = before.rules.pattern("decline", "offer")
    return any(offer.search(said.view) for said in before.sentences[-3:] if said.asks)
