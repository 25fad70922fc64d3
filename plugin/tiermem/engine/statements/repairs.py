"""Put a fragment into the statement that it repairs: "We fly from Stansted", "oops, from Luton".

A repair comes just after the statement, in the same language, and seldom is a statement itself: it says that something
was wrong, and gives the right words. Where these go is shown by a word of the statement that they bring along ("from"),
by their sort (a number, a day, a name), by a spelling much alike ("*payouts"), or by the nearest meaning. Nothing is
repaired if two places will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import courtesies, own_words, swaps
from tiermem.engine.reading.given_values import (
    LAST_DAY,
    LAST_HOUR,
    exact_values,
    is_month_name,
    is_of_another_name,
    month_in,
    values_of,
)
from tiermem.engine.reading.lexicon import TOKEN, Spaced, Unspaced, lexicon_of, undated
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.amendments import is_new_state, is_of_another_kind, shared_letters
from tiermem.engine.statements.meanings import meaning, nearness_of_wholes
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.names import names_of
from tiermem.text.phrases import Wording
from tiermem.text.scripts import UNSPACED
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.engine.reading.given_values import Value

_CUT = pattern(r"(?:[.!?,;:…]+(?=\s|$)|[,;!?](?=\S)(?!\d)|[。！？，、；：（）]+|\s[-–—]+\s|\n)\s*")
"""The end of a clause."""
_STARS = " \t*×✗•\"'«»“”„"
_STARS_OF_REPAIR = ("*", "×", "✗")
_MOST_WORDS, _MOST_IN_VALUE, _MOST_ALONE, _MOST_FILLED = 8, 3, 3, 5
"""Maximum words of a repair's clause, of a value, of a value that no word of the statement comes with, and of one that
takes the last one's place.
"""
_SIMILAR, _VERY_SIMILAR = 0.6, 0.75
"""Minimum share of common letters of a word and its right spelling, which mostly begins alike."""
_FEWEST_LETTERS, _FORM = 4, 5
_SPELLED_ALIKE, _FEWEST_OF_NAME = 0.5, 3
"""Minimum share of common letters of a name and the spelling that is given for it; minimum letters of both."""
_NEAR, _NEARER = 0.6, 0.15
"""Minimum nearness in meaning of a right word and the wrong one, and of that one and the next candidate."""
_CLAUSE = pattern(r"[^.!?,;:。！？，；：]+[.!?,;:。！？，；：]*\s*")
_MOST_STARTS, _MOST_IN_START = 3, 4
"""Maximum false starts in a text, and words behind one that are tried as the right ones."""
_MOST_IN_RUN = 6
"""Maximum characters of a value that takes another one's place, in a script without spaces."""
_KANA = pattern(r"[\u3041-\u309f]")
_SENTENCE_END = pattern(r"[.!?](?=\s)|[。！？\n]")
_QUOTES = pattern(r"[\"«“„「『]")
_MOST_PARTS = 3
"""Maximum clauses of a repair that are tried."""
_YEAR = pattern(r"(?:19|20)\d\d")
_CURRENCIES = "$€£¥"
_HAN = r"\u4e00-\u9fff々"
_SAME_SCRIPT = pattern(rf"[{_HAN}]+|[\u30a0-\u30ff]+|[A-Za-z0-9]+")


class Repaired(NamedTuple):
    """A repaired statement, and True if the repair contains more."""

    content: str
    has_more: bool


class _Word(NamedTuple):
    """A word of a text: as written, its stem, its place, and True if it is informative."""

    text: str
    stem: str
    start: int
    end: int
    informs: bool


def repaired(wrong: str, correction: str, *, fills: bool = False) -> Repaired | None:
    """Return a statement with the right words of a repair in place of the wrong ones; None if that is not sure.

    Args:
        wrong: The statement.
        correction: The repair.
        fills: True if it surely repairs this statement: then a bare value takes the place of the last one, unless it
            only comes with an apology.
    """
    wrong = undated(wrong)
    lexicon = lexicon_of(wrong)
    if (UNSPACED.search(correction) is not None) > isinstance(lexicon, Unspaced):
        return None
    swapped = swaps(correction)
    if is_new_state(wrong, correction) or any(
        not _is_in(value, wrong) or _is_known(wrong, right, value) for right, value in swapped[-1:]
    ):
        return None
    clauses = [one for one in _CUT.split(own_words(correction)) if one]
    stated = [
        one
        for one in clauses
        if not _denies(one, lexicon)
        and not any(fold(value) in fold(one) and fold(right) not in fold(one) for right, value in swapped)
    ]
    parts = list(right_parts(stated, lexicon))
    known = [one for one in parts if fold(one) in fold(wrong)]
    if known and len(stated) < len(clauses):
        return None  # "I'm no doctor, I'm a nurse" of a nurse
    fills = fills and lexicon.insists.search(correction) is not None
    is_only = len(parts) == 1 or correction.lstrip()[:1] in _STARS_OF_REPAIR
    if (spelling := _respelled(wrong, correction, lexicon)) is not None:
        return Repaired(spelling, has_more=False)
    for said in parts[:_MOST_PARTS]:
        if said in known:
            found = _accented(wrong, said)
        else:
            found = _put(wrong, said, correction, lexicon, is_only=is_only)
            found = _filled(wrong, said, lexicon) if found is None and fills else found
        if found is not None:
            return Repaired(found, len(parts) > 1)
    return None


def is_bare_value(text: str) -> bool:
    """Return True if a text is an exact value and courtesies, so that nobody knows later what of: "No, the 11th."."""
    lexicon = lexicon_of(text)
    spans = [(one.start, one.end) for one in exact_values(text, lexicon)]
    if not spans or isinstance(lexicon, Unspaced):
        return False
    polite = courtesies(lexicon) | lexicon.repairs
    small = lexicon.function | lexicon.copulas
    own = lexicon.we | lexicon.mine | lexicon.kin
    rest = [one for one in _words(undated(text), lexicon) if not _is_within(one, spans)]
    begins = len(rest) > 1 and rest[1].start < spans[0][0]  # "no the 4th", and not "no 4"
    return all(
        text[one.end : one.end + 1] == "," or (one is rest[0] and begins and one.stem in lexicon.repairs)
        if one.stem in lexicon.negating or lexicon.spelt(one.text) in lexicon.negations
        else (lexicon.spelt(one.text) in small or one.stem in polite) and lexicon.spelt(one.text) not in own
        for one in rest
    )


def only_tells(text: str, values: Iterable[str]) -> bool:
    """Return True if a text says no more than that one of some values was said: "I said 47B12"."""
    lexicon = lexicon_of(text)
    if isinstance(lexicon, Unspaced):
        return False
    told = courtesies(lexicon) | lexicon.repairs
    rest = {fold(one.text) for one in _words(text, lexicon) if one.informs and one.stem not in told}
    return any(rest and rest <= {fold(word) for word in TOKEN.findall(value)} for value in values)


def _put(wrong: str, said: str, correction: str, lexicon: Spaced | Unspaced, *, is_only: bool) -> str | None:
    """Return a statement with right words in the place of those that they show to be wrong; None if none are."""
    found = _between(wrong, said, correction, lexicon) or _by_sort(wrong, said, lexicon)
    if found is not None:
        return found
    if isinstance(lexicon, Spaced):
        return _by_words(wrong, said, lexicon, is_only=is_only)
    return _by_characters(wrong, said, lexicon)


def _denies(clause: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a clause says what is not so: "I'm no doctor", and not "no, on Thursday"."""
    if not read(clause).has("denies", "denies_value", "denies_last"):
        return False
    if isinstance(lexicon, Unspaced):
        return True
    words = [lexicon.spelt(word.text) for word in _words(clause, lexicon)]
    verbs = lexicon.verbs | lexicon.copulas | lexicon.we
    return any(word in verbs for word in words) or words[0] in lexicon.negating


def _filled(wrong: str, said: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return a statement with a bare value in place of what stands behind its verb: "my son is a cook", "waiter"."""
    if isinstance(lexicon, Unspaced):
        body = wrong.rstrip("。.!！")
        body = body[: closing.start()] if (closing := lexicon.closing.search(body)) else body
        place = max((one.end() for one in lexicon.leads.finditer(body)), default=len(body))
        is_value = len(said) <= _MOST_IN_RUN and not lexicon.leads.search(said) and not _CUT.search(body)
        is_slot = is_value and 0 < len(body) - place <= _MOST_IN_RUN
        is_slot = is_slot and not any(map(str.isdigit, body[place:]))
        return f"{wrong[:place]}{said}{wrong[len(body) :]}" if is_slot else None
    end_of_clause = mark.start() if (mark := _CUT.search(wrong)) else len(wrong)
    wrong, behind = wrong[:end_of_clause], wrong[end_of_clause:]
    old, new = _words(wrong, lexicon), _words(said, lexicon)
    verbs = lexicon.verbs | lexicon.copulas | lexicon.auxiliaries
    verb = next((at for at in range(len(old) - 1, -1, -1) if lexicon.spelt(old[at].text) in verbs), None)
    precise = any(exact_values(text, lexicon) for text in (wrong, said))
    is_bare = 0 < len(new) <= _MOST_FILLED and not any(lexicon.spelt(one.text) in verbs for one in new)
    known = {one.stem for one in old if one.informs}
    if verb is None or precise or not is_bare or any(one.stem in known for one in new):
        return None
    slot = old[verb + 1 :]
    start = next((at for at, one in enumerate(slot) if one.informs), None)
    if start is None or not any(one.informs for one in new):
        return None
    end = next((at for at in range(start, len(slot)) if not slot[at].informs), len(slot))
    leads = list(new[: next(at for at, one in enumerate(new) if one.informs)])
    first = max(start - len(leads), 0)
    if end - start > _MOST_IN_VALUE or any(one.text[0].isupper() for one in slot[end:]):
        return None
    return (
        f"{wrong[: slot[first].start]}{said[new[0].start : new[-1].end]}{wrong[slot[end - 1].end :]}{behind}"
    )


def _between(wrong: str, said: str, correction: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return a statement with the characters between the same ones replaced: 对鸡蛋过敏, 是对牛奶过敏."""
    if isinstance(lexicon, Spaced) or exact_values(said, lexicon):
        return None
    body = wrong.rstrip("。.!！")
    if (closing := lexicon.closing.search(body)) and not lexicon.closing.search(said):
        body = body[: closing.start()]
    before = correction[max(correction.find(said) - 1, 0) : max(correction.find(said), 0)]
    for value in (before + said, said):
        lead = lexicon.leads.match(value)
        start = body.rfind(lead[0]) if lead else -1
        if lead is None or start < 0:
            continue
        place, rest = start + len(lead[0]), value[lead.end() :]
        tail = next(
            (size for size in range(len(rest) - 1, -1, -1) if body.endswith(rest[len(rest) - size :])), 0
        )
        end = len(body) - tail
        right, old = rest[: len(rest) - tail], body[place:end]
        if 0 < len(old) <= _MOST_IN_RUN and 0 < len(right) <= _MOST_IN_RUN and not _CUT.search(old):
            return f"{wrong[:place]}{right}{wrong[end:]}"
    return None


def gives_spelling(text: str) -> bool:
    """Return True if a text says how a name is spelled: "you spell it Mya", "Jon with an h: John"."""
    lexicon = lexicon_of(text)
    if isinstance(lexicon, Unspaced):
        return lexicon.spells.search(text) is not None
    return any(one.search(text) is not None for one in (lexicon.spelled, lexicon.spells))


def _respelled(wrong: str, correction: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return a statement with the name that is most like the only other one of a text that gives a spelling."""
    if isinstance(lexicon, Unspaced) or not gives_spelling(correction):
        return None
    old, new = (
        [
            word
            for word in _words(text, lexicon)
            if word.informs and word.text[0].isupper() and len(word.text) >= _FEWEST_OF_NAME
        ]
        for text in (wrong, correction)
    )
    known = {word.text for word in old}
    others = {word.text for word in new} - known
    right = others.pop() if len(others) == 1 else ""
    alike = {word: shared_letters(word.text, right) for word in old}
    best = max(alike, key=alike.__getitem__, default=None)
    if best is None or not right or alike[best] < _SPELLED_ALIKE:
        return None
    return f"{wrong[: best.start]}{right}{wrong[best.end :]}"


def _accented(wrong: str, said: str) -> str | None:
    """Return a statement with the accents of a repair's only word: "Grainne", "*Gráinne"."""
    word = said.strip(_STARS)
    same = [
        one for one in TOKEN.finditer(wrong) if fold(one[0]) == fold(word) and one[0].lower() != word.lower()
    ]
    return f"{wrong[: same[0].start()]}{word}{wrong[same[0].end() :]}" if len(same) == 1 else None


def _is_known(wrong: str, right: str, denied: str) -> bool:
    """Return True if a statement has the right value of "X, not Y" and not the whole wrong one."""
    return fold(right) in fold(wrong) and fold(denied) not in fold(wrong)


def _is_in(value: str, wrong: str) -> bool:
    """Return True if a statement has a value, or one of its words."""
    said = fold(wrong)
    return fold(value) in said or any(fold(word) in said for word in TOKEN.findall(value) if len(word) > 1)


def right_parts(clauses: Iterable[str], lexicon: Spaced | Unspaced) -> Iterator[str]:
    """Yield the clauses of a repair that say more than that something was wrong, without words of that kind."""
    for clause in clauses:
        bare = clause.strip(_STARS)
        if isinstance(lexicon, Spaced):
            bare = _without_courtesies(lexicon.spells.sub("", bare), lexicon)
        else:
            bare = lexicon.closing.sub("", lexicon.repairs.sub("", bare))
        if any(map(str.isalnum, bare)):
            yield bare


def _without_courtesies(clause: str, lexicon: Spaced) -> str:
    """Return a clause without the words at its ends that only say that something was wrong."""
    words = _words(clause, lexicon)
    known = courtesies(lexicon) | lexicon.repairs
    polite = [word.stem in known for word in words]
    has_value = bool(exact_values(clause, lexicon))
    small = [lexicon.spelt(word.text) for word in words]
    is_cue = any(
        one.label[:2] == ("cue", "corrects")
        for one in lexicon.phrases.find(Wording(clause, small, [False] * len(small)))
    )
    says = [word for word, is_polite in zip(words, polite, strict=True) if word.informs and not is_polite]
    is_comment = (
        is_cue and len(words) > 2 and not any(word.text[0].isupper() and word.start > 0 for word in says)
    )
    if not has_value and (not says or (is_comment and not _gives_first(words, polite, lexicon))):
        return ""
    start = 0
    for place, word in enumerate(words):
        if polite[place] and not any(map(str.isdigit, word.text)):
            start = place + 1
        elif word.informs:
            break
    end = len(words)
    own = lexicon.mine | lexicon.we
    polite = [
        is_polite or lexicon.spelt(word.text) in own for word, is_polite in zip(words, polite, strict=True)
    ]
    while end > start and polite[end - 1] and not any(map(str.isdigit, words[end - 1].text)):
        end -= 1
    return clause[words[start].start : words[end - 1].end] if start < end else ""


def _gives_first(words: Sequence[_Word], polite: Sequence[bool], lexicon: Spaced) -> bool:
    """Return True if a clause begins with a value, and only says behind it that another was wrong: "waiter I mean"."""
    first = next((at for at, word in enumerate(words) if word.informs), len(words))
    own = lexicon.mine | lexicon.we
    leads = any(polite[:first]) or any(lexicon.spelt(word.text) in own for word in words[:first])
    last = next((at for at in range(first, len(words)) if not words[at].informs or polite[at]), len(words))
    rest = range(last, len(words))
    says_no_more = all(polite[at] or not words[at].informs for at in rest)
    return not leads and first < last < len(words) and says_no_more


def _words(text: str, lexicon: Spaced) -> list[_Word]:
    found: list[_Word] = []
    for match in TOKEN.finditer(text.replace("’", "'")):
        start, written = match.start(), match[0]
        if not written[0].isalnum() and written[0] not in "$€£@":
            continue
        head, mark, tail = written.partition("'")
        pieces = [(head, start), (tail, start + len(head) + 1)] if mark and tail and len(head) <= 2 else []
        for piece, place in pieces or [(written, start)]:
            if piece:
                spelt = lexicon.spelt(piece)
                informs = not any(spelt in words for words in (lexicon.function, lexicon.verbs, lexicon.mine))
                found.append(_Word(piece, lexicon.stem(spelt), place, place + len(piece), informs))
    return found


# -- two things taken for each other ----------------------------------------------------------------------


def exchanges(text: str) -> bool:
    """Return True if a text says that two things were taken for each other: "the other way round"."""
    return lexicon_of(text).exchanges.search(text) is not None


def restated(text: str) -> str:
    """Return what such a text says instead, "" if it says no more: "other way round, Paula flies and Ines bakes"."""
    lexicon = lexicon_of(text)
    said = [one for one in _CLAUSE.findall(text) if not lexicon.exchanges.search(one)]
    if isinstance(lexicon, Spaced):
        said = [one for one in said if len(TOKEN.findall(_without_courtesies(one.strip(), lexicon))) > 1]
    rest = "".join(said).strip(" ,;，、")
    return f"{rest[:1].upper()}{rest[1:]}" if rest else ""


def exchanged(statements: Sequence[str]) -> list[str] | None:
    """Return one statement with its two names exchanged, or two with one name each; None if they have no two."""
    names = [[one for one in values_of(said, lexicon_of(said)) if one.sort == "name"] for said in statements]
    if [len(one) for one in names] not in ([2], [1, 1]):
        return None
    first, second = (one for found in names for one in found)
    if fold(first.text) == fold(second.text):
        return None
    if len(statements) == 1:
        said = statements[0]
        return [
            f"{said[: first.start]}{second.text}{said[first.end : second.start]}{first.text}{said[second.end :]}"
        ]
    pairs = zip(statements, (first, second), (second, first), strict=True)
    return [f"{said[: old.start]}{new.text}{said[old.end :]}" for said, old, new in pairs]


# -- within a sentence ------------------------------------------------------------------------------------


def settled(text: str) -> str:
    """Return a statement without the false starts in it: "We live in Leeds, sorry, York" is that they live in York.

    What a false start is shows as in `repaired`; where that is not sure, the words stay as said.
    """
    lexicon = lexicon_of(text)
    if not lexicon.restarts.search(text) or swaps(text):
        return text
    for _ in range(_MOST_STARTS):
        found = (_settled_at(text, match, lexicon) for match in lexicon.restarts.finditer(text))
        better = next(filter(None, found), None)
        if better is None:
            break
        text = better
    return text


def _settled_at(text: str, restart: re.Match[str], lexicon: Spaced | Unspaced) -> str | None:
    """Return a text with the words behind a restart in place of those before it that they repair; None if unsure."""
    before, behind = text[: restart.start()], text[restart.end() :]
    begin = max((one.end() for one in _SENTENCE_END.finditer(before)), default=0)
    lead, wrong = before[:begin], before[begin:]
    close = _SENTENCE_END.search(behind)
    asks = "?" in behind[: close.end() if close else len(behind)].rstrip()[-2:]
    if not any(map(str.isalnum, wrong)) or wrong[-1] in ".!?:" or asks or _QUOTES.search(wrong):
        return None
    if isinstance(lexicon, Unspaced):
        found = _run_settled(wrong, behind, lexicon)
        return None if found is None else f"{lead}{found}"
    ends = [word.end() for word in TOKEN.finditer(behind) if word[0][0].isalnum()]
    for end in ends[:_MOST_IN_START]:
        right, rest = behind[:end], behind[end:]
        if _CUT.search(right) or not _is_value_of(right, rest, wrong, lexicon):
            return None
        content = _in_place(wrong, right, lexicon)
        if content is not None:
            twice = next((size for size in range(len(rest), 1, -1) if content.endswith(rest[:size])), 0)
            return f"{lead}{content}{rest[twice:]}"  # "the 12th of May, sorry, the 13th of May"
    return None


def _is_value_of(right: str, rest: str, wrong: str, lexicon: Spaced) -> bool:
    """Return False if words behind a restart deny something, or begin a statement of their own: "sorry, Bob can't"."""
    said = [lexicon.spelt(word) for word in TOKEN.findall(right)]
    denies = lexicon.negations | lexicon.negating
    own = lexicon.we | lexicon.starts - lexicon.mine
    parts = [lexicon.spelt(part) for word in TOKEN.findall(right) for part in lexicon.apart(word)]
    if any(word in denies or lexicon.stem(word) in denies for word in said) or not own.isdisjoint(parts):
        return False
    behind = TOKEN.match(rest.lstrip()) if rest[:1].isspace() else None
    verbs = lexicon.verbs | lexicon.auxiliaries | lexicon.copulas
    following = [lexicon.spelt(part) for part in lexicon.apart(behind[0])] if behind else []
    goes_on = any(part in verbs or part in denies for part in following)
    return not goes_on or not any(lexicon.spelt(word) in verbs for word in TOKEN.findall(wrong))


def _in_place(wrong: str, right: str, lexicon: Spaced) -> str | None:
    """Return a false start with its wrong words replaced: those that end it, if both are names of a kind."""
    old, new = _words(wrong, lexicon), _words(right, lexicon)
    if not old or not new:
        return None
    mine, others = _kinds(old[-1].text), _kinds(new[-1].text)
    if mine and others and mine.isdisjoint(others):
        return None  # "I live in Leeds, sorry Tom"
    found = repaired(wrong, right)
    if found is not None:
        return None if is_of_another_kind(wrong, right) else found.content
    is_like = bool(mine & others) and len(new) == 1
    return f"{wrong[: old[-1].start]}{right}{wrong[old[-1].end :]}" if is_like else None


def _kinds(word: str) -> set[str]:
    return {kind for kind in ("person", "place") if fold(word) in names_of(kind)}


def _run_settled(wrong: str, behind: str, lexicon: Unspaced) -> str | None:
    """Return a false start and what follows it as one, in a script without spaces."""
    begin = max((one.end() for one in _CUT.finditer(wrong)), default=0)
    lead, wrong = wrong[:begin], wrong[begin:]
    right = _CUT.split(behind)[0]
    old, new = values_of(wrong, lexicon), values_of(right, lexicon)
    if old and new and old[-1].sort == new[0].sort and old[-1].sort != "name":
        return f"{lead}{wrong[: old[-1].start]}{behind[new[0].start :]}"
    shared = next(
        (size for size in range(min(len(wrong), len(right)) - 1, 0, -1) if right[:size] in wrong[:-1]), 0
    )
    if shared and (shared > 1 or lexicon.leads.fullmatch(right[:shared])):
        return f"{lead}{wrong[: wrong.rfind(right[:shared])]}{behind}"
    leads = list(lexicon.leads.finditer(wrong))
    if leads and 0 < len(wrong) - leads[-1].end() <= _MOST_IN_RUN and len(right) <= _MOST_IN_RUN:
        return f"{lead}{wrong[: leads[-1].end()]}{behind}"
    runs = [one for one in _SAME_SCRIPT.finditer(wrong) if one.end() == len(wrong)]
    is_like = runs and (first := _SAME_SCRIPT.match(right)) and _script(runs[0][0]) == _script(first[0])
    has_kana = _KANA.search(behind) is not None
    return f"{lead}{wrong[: runs[0].start()]}{behind}" if is_like and (has_kana or not leads) else None


def _script(run: str) -> int:
    """Return which of the scripts of a language a run is written in."""
    return 0 if run.isascii() else 1 if "\u30a0" <= run[0] <= "\u30ff" else 2


# -- by the sort of the value ---------------------------------------------------------------------------


def _by_sort(wrong: str, said: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return the statement with the first precise value of a repair in place of its only one of that sort."""
    old = exact_values(wrong, lexicon)
    new = exact_values(said, lexicon)
    if len(new) > 1:  # "she's actually 72 since Sunday"
        sorts = {one.sort for one in old}
        new = [one for one in new if one.sort in sorts] or new
    places = [place for value in new[:1] for place in _places(value, said, old, wrong, lexicon)]
    is_other = any(is_of_another_name(value, said, wrong) for value in new)
    if is_other or len(new) > 1 or len(places) != 1 or _says_more(said, new[0], wrong, lexicon):
        return None
    ((start, end),) = places
    sign = wrong[start] if wrong[start] in _CURRENCIES and new[0].text[0].isdigit() else ""
    return f"{wrong[:start]}{sign}{new[0].text}{wrong[end:]}"


def _says_more(said: str, value: Value, wrong: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if words beside a value are neither the statement's nor only function words: "… I have to leave"."""
    if isinstance(lexicon, Unspaced):
        return False
    known = {word.stem for word in _words(wrong, lexicon)} | lexicon.repairs
    spans = [(one.start, one.end) for one in values_of(said, lexicon)]
    rest = [word for word in _words(said, lexicon) if not _is_within(word, spans)]
    begins = {one[:_FEWEST_LETTERS] for one in known if len(one) >= _FEWEST_LETTERS}
    foreign = [
        word
        for word in rest
        if word.stem not in known and word.stem[:_FEWEST_LETTERS] not in begins and not _ends_one(word, wrong)
    ]
    is_own = any(lexicon.spelt(word.text) in lexicon.we for word in foreign if word.start > value.end)
    return is_own or any(word.informs for word in foreign)


def _is_within(word: _Word, spans: Iterable[tuple[int, int]]) -> bool:
    """Return True if a word begins in one of some places of its text."""
    return any(start <= word.start < end for start, end in spans)


def _ends_one(word: _Word, text: str) -> bool:
    """Return True if a word is the last part of a compound in a text: "Nummer", "Hausnummer"."""
    return (
        len(word.text) >= _FEWEST_LETTERS
        and re.search(rf"\w{re.escape(fold(word.text))}\b", fold(text)) is not None
    )


def _places(
    value: Value, said: str, old: Sequence[Value], wrong: str, lexicon: Spaced | Unspaced
) -> list[tuple[int, int]]:
    """Return the places of a statement for a precise value, those beside the same words if there are any."""
    fillers = lexicon.language.stop_words
    is_year = _YEAR.fullmatch(value.text) is not None
    old = [one for one in old if is_year or one.sort != "number" or not _YEAR.fullmatch(one.text)]
    same = [(one.start, one.end) for one in old if one.sort == value.sort]
    if value.sort == "date" and is_month_name(value.text, lexicon):
        months = [(one, month_in(one.text, lexicon)) for one in old if one.sort == "date"]
        same = [(one.start + month[0], one.start + month[1]) for one, month in months if month]
    is_day = lexicon.day.fullmatch(value.text.rstrip(lexicon.data.day_units))
    if is_day and int(is_day[1]) <= LAST_DAY and not any(one.sort == "number" for one in old):
        days = [(one, lexicon.day.search(one.text)) for one in old if one.sort == "date"]
        same = [(one.start + day.start(), one.start + day.end()) for one, day in days if day]
        if isinstance(lexicon, Spaced):
            led = _beside(said, value.start, value.end)[0]
            same = [
                one for one in same if not led or led in lexicon.articles or led == _beside(wrong, *one)[0]
            ]
    before, behind = _beside(said, value.start, value.end)
    if isinstance(lexicon, Spaced) and (behind in fillers or lexicon.stem(behind) in lexicon.repairs):
        behind = ""
    alike = [
        (start, end)
        for start, end in same
        if (behind and behind == _beside(wrong, start, end)[1])
        or (before and before == _beside(wrong, start, end)[0])
    ]
    if not same and value.sort == "number" and value.text.isdigit() and int(value.text) <= LAST_HOUR:
        return [(one.start, one.end) for one in old if one.sort == "time" and one.text.isdigit()]
    if len(same) > 1:
        return alike
    is_other_unit = (
        value.sort not in ("weekday", "date")
        and behind
        and any(
            (unit := _beside(wrong, start, end)[1]) and unit != behind and unit not in fillers
            for start, end in same
        )
    )
    return [] if is_other_unit else same


def _beside(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the words, or characters, beside a place."""
    before = re.search(r"([^\W\d_]+)\W{0,2}$", text[:start])
    behind = re.match(r" ?([^\W\d_]+|[%€$£])", text[end:])
    one, other = (before[1] if before else ""), (behind[1] if behind else "")
    is_run = UNSPACED.search(text) is not None
    return fold(one[-1:] if is_run else one), fold(other[:1] if is_run else other)


# -- by the words beside ----------------------------------------------------------------------------------


def _by_words(wrong: str, said: str, lexicon: Spaced, *, is_only: bool) -> str | None:
    old, new = _words(wrong, lexicon), _words(said, lexicon)
    if not old or not new or len(new) > _MOST_WORDS:
        return None
    known = {fold(word.text) for word in old}
    fresh = [place for place, word in enumerate(new) if word.informs and fold(word.text) not in known]
    if not fresh or fresh[-1] - fresh[0] >= _MOST_IN_VALUE:
        return None
    precise = exact_values(said, lexicon)
    if any(fold(one.text) not in fold(wrong) for one in precise):
        return None
    if _is_about_another(old, new, lexicon):
        return None
    first, last = fresh[0], fresh[-1] + 1
    right = said[new[first].start : new[last - 1].end]
    others = {lexicon.spelt(word.text) for word in (*new[:first], *new[last:])} - lexicon.articles
    is_alone = len(new) <= _MOST_ALONE + 1 and all(word in known for word in map(fold, others))
    span = _framed(old, new, first, last, lexicon.articles) or (
        _alone(_with_values(old, wrong, lexicon), new[first:last], lexicon, is_only=is_only)
        if is_alone
        else None
    )
    if span is None:
        return None
    start, end = old[span[0]].start, old[span[1] - 1].end
    return f"{wrong[:start]}{right}{wrong[end:]}"


def _with_values(words: Sequence[_Word], text: str, lexicon: Spaced) -> list[_Word]:
    """Return the words of a text, with those of its exact values as uninformative: "mayo" is not a misspelt "cayó"."""
    spans = [(one.start, one.end) for one in exact_values(text, lexicon)]
    return [one._replace(informs=False) if _is_within(one, spans) else one for one in words]


def _is_about_another(old: Sequence[_Word], new: Sequence[_Word], lexicon: Spaced) -> bool:
    """Return True if a repair is a statement with a subject that is not the earlier one's: "Peter is my uncle"."""
    subjects = []
    for words in (old, new):
        verb = next((at for at, word in enumerate(words) if lexicon.spelt(word.text) in lexicon.verbs), 0)
        subjects.append({word.stem for word in words[:verb] if word.informs})
    return not subjects[1] <= subjects[0]


def _framed(
    old: Sequence[_Word], new: Sequence[_Word], first: int, last: int, articles: frozenset[str]
) -> tuple[int, int] | None:
    """Return the words of a statement between the words that stand beside the right ones, too."""
    before, behind = [word.stem for word in new[:first]], [word.stem for word in new[last:]]
    is_number = any(map(str.isdigit, new[first].text))
    found: list[tuple[int, tuple[int, int]]] = []
    for start in range(len(old)):
        for end in range(start + 1, min(start + _MOST_IN_VALUE, len(old)) + 1):
            slot = old[start:end]
            lead = _common([word.stem for word in old[:start]][::-1], before[::-1], articles)
            trail = _common([word.stem for word in old[end:]], behind, articles)
            is_like = is_number == any(map(str.isdigit, slot[0].text)) and (end - start == last - first)
            informs = slot[0].informs and slot[-1].informs
            capital = [words[0].text[0].isupper() for words in (slot, new[first:last])]
            if lead + trail and is_like and informs:
                score = 4 * (lead + trail) + (capital[0] == capital[1])
                found.append((score, (start, end)))
    best = max((score for score, _ in found), default=0)
    spans = [span for score, span in found if score == best]
    return spans[0] if len(spans) == 1 else None


def _common(one: Sequence[str], other: Sequence[str], articles: frozenset[str]) -> int:
    """Return the number of equal words at the beginning of both; 0 if they are only articles."""
    pairs = zip(one, other, strict=False)
    size = next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return 0 if articles.issuperset(one[:size]) else size


def _alone(
    old: Sequence[_Word], new: Sequence[_Word], lexicon: Spaced, *, is_only: bool
) -> tuple[int, int] | None:
    """Return the words of a statement that right words without others replace: spelt or meaning much the same.

    A meaning counts only if the repair says nothing else: "*ventas".
    """
    candidates = [
        place for place, word in enumerate(old) if word.informs and not any(map(str.isdigit, word.text))
    ]
    names = [place for place in candidates if place and lexicon.is_name(old[place].text)]
    word = fold(new[0].text)
    if len(new) == 1 and not any(map(str.isdigit, word)) and len(word) >= _FEWEST_LETTERS:
        spelt = [
            (shared_letters(new[0].text, old[place].text), place)
            for place in candidates
            if len(old[place].text) >= _FEWEST_LETTERS
        ]
        share, place = max(spelt, default=(0.0, 0))
        is_form = not is_only and word[:_FORM] == fold(old[place].text)[:_FORM] and new[0].text.islower()
        if not is_form and share >= (_SIMILAR if fold(old[place].text)[0] == word[0] else _VERY_SIMILAR):
            return place, place + 1
    if all(lexicon.is_name(word.text) for word in new) and names:
        if _is_of_relative(old, names[0], lexicon):
            return None  # "Sorry, Lisa" speaks to her, or of another child
        is_run = names[-1] - names[0] == len(names) - 1
        return (names[0], names[-1] + 1) if is_run else None
    if len(new) != 1 or not is_only:
        return None
    mine = meaning(word, lexicon.code)
    ranked = sorted(
        (
            (nearness_of_wholes(mine, meaning(fold(old[place].text), lexicon.code)), place)
            for place in candidates
        ),
        reverse=True,
    )
    if not ranked or ranked[0][0] < _NEAR or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _NEARER):
        return None
    place = ranked[0][1]
    is_part = any(one.informs and one.start == old[place].end + 1 for one in old[place + 1 : place + 2])
    return None if is_part else (place, place + 1)  # "coeliac" is not "lactose intolerant"


def _is_of_relative(words: Sequence[_Word], place: int, lexicon: Spaced) -> bool:
    """Return True if a name stands behind the word for a relative in a statement with more about them."""
    is_named = lexicon.spelt(words[place - 1].text) in lexicon.kin
    return is_named and any(word.informs for word in words[place + 1 :])


# -- in a script without spaces -------------------------------------------------------------------------


def _by_characters(wrong: str, said: str, lexicon: Unspaced) -> str | None:
    """Return the statement with a run of characters replaced that ends like the right one, or follows the same word."""
    named = list(lexicon.naming.finditer(said))
    value = said[named[-1].end() :] if named else said
    body = wrong.rstrip("。.!！")
    if named and value and (place := body.find(named[-1][0])) >= 0:
        start = place + len(named[-1][0])
        end = next((one.start() for one in _CUT.finditer(body, start)), len(body))
        old = lexicon.closing.sub("", body[start:end])
        if old and len(old) <= 2 * len(value) + 2 and len(value) <= 2 * len(old) + 2:
            return f"{wrong[:start]}{value}{wrong[start + len(old) :]}"
    if len(value) > 2 * _MOST_WORDS:
        return None
    place_of = _other_name(body, value, lexicon) or _respelt_run(body, value) or _led_run(body, said, lexicon)
    if place_of is not None:
        start, end = place_of
        return f"{wrong[:start]}{value}{wrong[end:]}"
    for size in range(len(value) - 1, 0, -1):
        ending, right = value[-size:], value[:-size]
        if body.count(ending) != 1 or not right:
            continue
        end = body.find(ending)
        run = next((one for one in _SAME_SCRIPT.finditer(body[:end]) if one.end() == end), None)
        if run is None:
            return None
        is_kana = re.search(r"[\u3040-\u309f]", wrong) is not None
        start = run.start() if is_kana else max(run.start(), end - len(right))
        return f"{wrong[:start]}{right}{wrong[end:]}"
    return None


def _other_name(body: str, value: str, lexicon: Unspaced) -> tuple[int, int] | None:
    """Return the place of a name as long as the right one and with the same family name: 叫陈立洁, 陈丽杰."""
    start = max((one.end() for one in lexicon.naming.finditer(body)), default=len(body))
    old = _CUT.split(body[start:])[0]
    is_other = len(old) == len(value) > 1 and old != value and old[0] == value[0]
    return (start, start + len(old)) if is_other else None


def _led_run(body: str, value: str, lexicon: Unspaced) -> tuple[int, int] | None:
    """Return the only place of a name of a place where the right value is one, too: 在南京上大学, 南通.

    Without a list of it, the right one must share a character in the same position behind a lead: 在.
    """
    places, size = names_of("place"), len(value)
    known = {
        (start, end)
        for start in range(len(body))
        for end in range(start + 2, min(start + _MOST_IN_RUN, len(body)) + 1)
        if value in places and body[start:end] in places and body[start:end] != value
    }
    whole = {
        one
        for one in known
        if not any(other != one and other[0] <= one[0] and one[1] <= other[1] for other in known)
    }
    led = {
        (one.end(), one.end() + size)
        for one in lexicon.leads.finditer(body)
        if size > 1
        and len(found := body[one.end() : one.end() + size]) == size
        and found != value
        and any(a == b for a, b in zip(found, value, strict=True))
    }
    found_places = whole or led
    return next(iter(found_places)) if len(found_places) == 1 else None


def _respelt_run(body: str, value: str) -> tuple[int, int] | None:
    """Return the place of the only run of one script that is as long as a value and shares a character: 翔太, 翔大."""
    runs = [
        one.span()
        for one in _SAME_SCRIPT.finditer(body)
        if len(one[0]) == len(value) > 1
        and one[0] != value
        and any(a == b for a, b in zip(one[0], value, strict=True))
    ]
    return runs[0] if len(runs) == 1 else None
