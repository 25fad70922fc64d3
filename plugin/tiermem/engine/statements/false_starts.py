"""Settle false starts within a sentence: "We live in Leeds, sorry, York"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import swaps
from tiermem.engine.reading.given_values import values_of
from tiermem.engine.reading.lexicon import TOKEN, Unspaced, lexicon_of
from tiermem.engine.statements.amendments.persons import is_of_another_kind, kinds_of
from tiermem.engine.statements.repairs import repaired
from tiermem.engine.statements.repairs.by_characters import MOST_IN_RUN, SAME_SCRIPT
from tiermem.engine.statements.repairs.wording import CUT, words_of
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.sentences import TITLES

if TYPE_CHECKING:
    from tiermem.engine.reading.lexicon import Spaced

_MOST_STARTS, _MOST_IN_START = 3, 4
"""Maximum false starts in a text, and words behind one that are tried as the right ones."""
_KANA = pattern(r"[\u3041-\u309f]")
_SENTENCE_END = pattern(rf"{TITLES}(?<!\d)\.(?=\s)|[!?](?=\s)|[。！？\n]")
"""Matches the end of a sentence; the period behind a number may make it an ordinal."""
_DOTS = pattern(r"\.{3,}|…+")
_ORDINAL = pattern(r"(?<=\d)\.(?=\s\w)")
_LAST_CUT = pattern(r"(?:\s*[,;…，、；]\s*|\s+[-–—]+\s+)(?=[^,;…，、；]*$)")
"""Matches what stands before the last words of a statement."""
_OPEN, _CLOSED = "(（", pattern(r"[)）]")
_QUOTES = pattern(r"[\"«“„「『]")


def settled(text: str) -> str:
    """Return a statement without the false starts in it: "We live in Leeds, sorry, York" is that they live in York.

    What a false start is shows as in `repaired`; where that is not sure, the words stay as said.
    """
    lexicon = lexicon_of(text)
    between = " ".join(match[0] for match in lexicon.restarts.finditer(text))
    if not between or any(denied not in between for _, denied in swaps(text)):
        return text
    said = _DOTS.sub("…", text)  # three periods end no sentence
    for _ in range(_MOST_STARTS):
        found = (_settled_at(said, match, lexicon) for match in lexicon.restarts.finditer(said))
        better = next(filter(None, found), None)
        if better is None:
            break
        said = text = better
    return text


def _settled_at(text: str, restart: re.Match[str], lexicon: Spaced | Unspaced) -> str | None:
    """Return a text with the words behind a restart in place of those before it that they repair; None if unsure."""
    before, behind = text[: restart.start()], text[restart.end() :]
    if restart[0].strip()[:1] in _OPEN:
        inside, *beyond = _CLOSED.split(behind, 1)
        behind = inside + beyond[0] if beyond and not CUT.search(inside) else behind
    begin = max((one.end() for one in _SENTENCE_END.finditer(before)), default=0)
    lead, wrong = before[:begin], before[begin:]
    close = _SENTENCE_END.search(behind)
    asks = "?" in behind[: close.end() if close else len(behind)].rstrip()[-2:]
    if not any(map(str.isalnum, wrong)) or wrong[-1] in ".!?:" or asks or _QUOTES.search(wrong):
        return None
    said = behind[: close.start() if close else len(behind)]
    if not any(map(str.isalnum, said)):
        return _settled_afterwards(lead, wrong, behind or text[-1:].strip("，、, "), lexicon)
    if isinstance(lexicon, Unspaced):
        found = _run_settled(wrong, behind, lexicon)
    else:
        found = _words_settled(wrong, behind, lexicon)
    return None if found is None else f"{lead}{found}"


def _words_settled(wrong: str, behind: str, lexicon: Spaced) -> str | None:
    """Return a false start and what follows it as one, in a script with spaces."""
    ends = [word.end() for word in TOKEN.finditer(behind) if word[0][0].isalnum()]
    for end in ends[:_MOST_IN_START]:
        right, rest = behind[:end], behind[end:]
        if lexicon.spelt(TOKEN.findall(right)[-1]) in lexicon.starts:
            continue  # "sorry, the 16th"
        if CUT.search(_ORDINAL.sub("", right)) or not _is_value_of(right, rest, wrong, lexicon):
            return None
        content = None if _has_own_words(wrong, right, rest, lexicon) else _in_place(wrong, right, lexicon)
        if content is not None:
            twice = next((size for size in range(len(rest), 1, -1) if content.endswith(rest[:size])), 0)
            return f"{content}{rest[twice:]}"  # "the 12th of May, sorry, the 13th of May"
    return None


def _settled_afterwards(lead: str, said: str, end: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return a text whose last words repair those before, as an apology follows: "on Tuesday… Wednesday, sorry"."""
    cut = _LAST_CUT.search(said)
    if cut is None:
        return None
    wrong, right = said[: cut.start()], said[cut.end() :]
    if isinstance(lexicon, Unspaced):
        found = _run_settled(wrong, right, lexicon)
    else:
        is_short = 0 < len(TOKEN.findall(right)) <= _MOST_IN_START
        is_value = is_short and _is_value_of(right, "", wrong, lexicon)
        found = _in_place(wrong, right, lexicon) if is_value else None
    return None if found is None else f"{lead}{found}{end}"


def _is_value_of(right: str, rest: str, wrong: str, lexicon: Spaced) -> bool:
    """Return False if words behind a restart deny something, or begin a statement of their own: "sorry, Bob can't"."""
    said = [lexicon.spelt(word) for word in TOKEN.findall(right)]
    denies = lexicon.negations | lexicon.negating
    is_plain = any(one.sort != "name" for one in values_of(right, lexicon))  # "the 16th"
    own = lexicon.we if is_plain else lexicon.we | lexicon.starts - lexicon.mine
    parts = [lexicon.spelt(part) for word in TOKEN.findall(right) for part in lexicon.apart(word)]
    if any(word in denies or lexicon.stem(word) in denies for word in said) or not own.isdisjoint(parts):
        return False
    now = lexicon.no_more.match(rest, len(rest) - len(rest.lstrip()))
    rest = rest[now.end() :] if now else rest
    behind = TOKEN.match(rest.lstrip()) if rest[:1].isspace() else None
    verbs = lexicon.verbs | lexicon.auxiliaries | lexicon.copulas
    following = [lexicon.spelt(part) for part in lexicon.apart(behind[0])] if behind else []
    goes_on = any(part in verbs or part in denies for part in following)
    return not goes_on or not any(lexicon.spelt(word) in verbs for word in TOKEN.findall(wrong))


def _has_own_words(wrong: str, right: str, rest: str, lexicon: Spaced) -> bool:
    """Return True if two numbers count different things: "three children, or rather two boys and a girl"."""
    old, new = values_of(wrong, lexicon), values_of(right, lexicon)
    if not old or not new or (old[-1].sort, new[-1].sort) != ("number", "number") or not rest[:1].isspace():
        return False
    counted = TOKEN.match(rest.lstrip())
    behind = [lexicon.spelt(word) for word in TOKEN.findall(wrong[old[-1].end :]) if word[0].isalpha()]
    if counted is None or not behind or new[-1].end < len(right.rstrip()):
        return False
    said = lexicon.spelt(counted[0])
    return said not in lexicon.function and said not in behind and not lexicon.restarts.match(rest)


def _in_place(wrong: str, right: str, lexicon: Spaced) -> str | None:
    """Return a false start with its wrong words replaced: those that end it, if both are names of a kind."""
    old, new = words_of(wrong, lexicon), words_of(right, lexicon)
    if not old or not new:
        return None
    mine, others = kinds_of([fold(old[-1].text)]), kinds_of([fold(new[-1].text)])
    if mine and others and mine.isdisjoint(others):
        return None  # "I live in Leeds, sorry Tom"
    found = repaired(wrong, right)
    if found is not None:
        return None if is_of_another_kind(wrong, right) else found.content
    if plain := _with_plain_value(wrong, right, lexicon):
        return plain
    is_like = bool(mine & others) and len(new) == 1
    return f"{wrong[: old[-1].start]}{right}{wrong[old[-1].end :]}" if is_like else None


def _with_plain_value(wrong: str, right: str, lexicon: Spaced) -> str | None:
    """Return a false start with the number, day or time that ends it replaced by one of its sort, or None."""
    old, new = values_of(wrong, lexicon), values_of(right, lexicon)
    if not old or len(new) != 1 or old[-1].sort != new[0].sort or new[0].sort == "name":
        return None
    before, behind = wrong[: old[-1].start].rstrip(), wrong[old[-1].end :]
    lead = right[: new[0].start].strip()
    is_last = not any(map(str.isalnum, behind)) and not right[new[0].end :].strip()
    return f"{wrong[: old[-1].start]}{right[new[0].start :]}" if is_last and before.endswith(lead) else None


def _run_settled(wrong: str, behind: str, lexicon: Unspaced) -> str | None:
    """Return a false start and what follows it as one, in a script without spaces."""
    begin = max((one.end() for one in CUT.finditer(wrong)), default=0)
    lead, wrong = wrong[:begin], wrong[begin:]
    right = CUT.split(behind)[0]
    old, new = values_of(wrong, lexicon), values_of(right, lexicon)
    if old and new and old[-1].sort == new[0].sort and old[-1].sort != "name":
        return f"{lead}{wrong[: old[-1].start]}{behind[new[0].start :]}"
    shared = next(
        (size for size in range(min(len(wrong), len(right)) - 1, 0, -1) if right[:size] in wrong[:-1]), 0
    )
    if shared and (shared > 1 or lexicon.leads.fullmatch(right[:shared])):
        return f"{lead}{wrong[: wrong.rfind(right[:shared])]}{behind}"
    leads = list(lexicon.leads.finditer(wrong))
    if leads and 0 < len(wrong) - leads[-1].end() <= MOST_IN_RUN and len(right) <= MOST_IN_RUN:
        return f"{lead}{wrong[: leads[-1].end()]}{behind}"
    runs = [one for one in SAME_SCRIPT.finditer(wrong) if one.end() == len(wrong)]
    is_like = runs and (first := SAME_SCRIPT.match(right)) and _script(runs[0][0]) == _script(first[0])
    has_kana = _KANA.search(behind) is not None
    return f"{lead}{wrong[: runs[0].start()]}{behind}" if is_like and (has_kana or not leads) else None


def _script(run: str) -> int:
    """Return which of the scripts of a language a run is written in."""
    return 0 if run.isascii() else 1 if "\u30a0" <= run[0] <= "\u30ff" else 2
