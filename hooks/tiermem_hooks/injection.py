"""Tell instructions that a text smuggles in: by its structure, its orders, and a small linear model.

A text is read as it stands, folded, and decoded (base64, hex, rot13, percent signs, tag characters), because what hides
an order is a sign of one. What is found has one of two weights: `certain` is kept back until a person decides,
`doubtful` is recalled with its label and never stands in a block.
"""

from __future__ import annotations

import math
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, Literal
from zlib import crc32, decompress

from tiermem import Verdict
from tiermem.plugins import hookimpl
from tiermem.plugins.text import everywhere, fold, in_first_person, orders, pattern, sensitive_words
from tiermem_hooks.contacts import CHINESE, INTERNATIONAL, MAIL, NATIONAL

if TYPE_CHECKING:
    from tiermem import Change

SIZE: Final = 65_536
"""Weights of the model; a feature is one of them by its checksum."""
MODEL: Final = os.path.join(os.path.dirname(__file__), "injection.model")  # noqa: PTH118, PTH120 pathlib is slow to import
"""``scale intercept sure doubt``, a line end, and compressed a byte for each weight; of `benchmarks.fit_injection`."""
LONGEST: Final = 4_000
"""Characters that are read at once; a longer text is read in windows that overlap."""
_OVERLAP: Final = 400

# Readings

_TAGS: Final = pattern("[\U000e0020-\U000e007e]+")
_FLAG: Final = pattern("\U0001f3f4[\U000e0061-\U000e007a]{2,6}\U000e007f")
_INVISIBLE: Final = pattern(
    "[\u00ad\u200b\u200e\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
_BASE64: Final = pattern(r"[A-Za-z0-9+/]{20,2000}={0,2}")
_HEX: Final = pattern(r"(?:[0-9a-fA-F]{2}[ :]?){10,1000}")
_PERCENT: Final = pattern(r"(?:%[0-9a-fA-F]{2}){3}")
_ROT13: Final = pattern(r"(?i:rot-?13)")
_LOOK_ALIKE: Final = str.maketrans(
    "асеорхуіјѕԁһԍոԛԝАВЕКМНОРСТХІЈЅαοερτινκηυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijsdhgnqwABEKMHOPCTXIJSaoeptivknuxABEZHIKMNOPTYX",
)
_SPELT: Final = pattern(r"(?<!\w)\w(?:[-._*]\w){2,40}(?!\w)")
"""A word whose letters are kept apart."""
_BETWEEN: Final = pattern(r"[-._*]")
_LEET: Final = pattern(
    r"\b[a-z]{1,20}[013457][a-z013457]{1,20}\b|\b[013457]{1,3}[a-z]{2,20}\b", re.IGNORECASE
)
"""A word with digits in place of letters."""
_LETTERS: Final = str.maketrans("013457", "oieast")
_TURNED: Final = {
    first + place: first + (place + 13) % 26 for first in (ord("a"), ord("A")) for place in range(26)
}
"""Letter → the letter that stands for it in rot13."""
_MIXED: Final = pattern(r"[a-zA-Z][\u0370-\u052f]|[\u0370-\u052f][a-zA-Z]")


def readings(text: str) -> Iterator[str]:
    """Return a text as a reader sees it, and as one whose letters look alike."""
    seen = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    yield seen
    if _MIXED.search(seen):
        yield seen.translate(_LOOK_ALIKE)
    if _PERCENT.search(seen):
        from urllib.parse import unquote

        yield unquote(seen)


def _decoded(text: str) -> Iterator[str]:
    """Return what is hidden in a text by an encoding."""
    for found in _BASE64.findall(text):
        from binascii import a2b_base64

        yield from _as_text(found + "=" * (-len(found.rstrip("=")) % 4), a2b_base64)
    for found in _HEX.findall(text):
        yield from _as_text(re.sub("[ :]", "", found), bytes.fromhex)
    if _ROT13.search(text):
        yield text.translate(_TURNED)
    if len(_SPELT.findall(text)) > 2:
        yield _SPELT.sub(lambda found: _BETWEEN.sub("", found[0]), text)
    if len(_LEET.findall(text)) > 2:
        yield text.translate(_LETTERS)


def _as_text(found: str, decode: Callable[[str], bytes]) -> Iterator[str]:
    try:
        decoded = decode(found).decode()
    except ValueError:
        return
    if len(decoded) > 5 and sum(one.isalpha() or one == " " for one in decoded) > 0.8 * len(decoded):
        yield decoded


# Structure

_FENCE: Final = (
    r"</?\s{0,3}(?:memory[-_ ]{0,2}context|system(?:[-_]\w{1,20})?|assistant|instructions?|recalled)\s{0,3}>"
    r"|</memory>[^\n]{0,9}<|\[(?:Recalled from memory|Changed since this conversation)|^- \[\w{8} · \d{4}-"
)
_TEMPLATE: Final = (
    r"<\|[\w /-]{2,24}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>"
    r"|\[/?(?:SYSTEM|AVAILABLE)_?\w{0,12}\]|</?s>\s{0,2}\["
)
_CALL: Final = (
    r"<(?:tool_call|function_calls?|invoke|parameter|tool_use)\b"
    r"|\{\s{0,4}\"type\"\s{0,3}:\s{0,3}\"(?:function|tool_use)"
    r"|\{\s{0,4}\"(?:name|tool|function)\"\s{0,3}:\s{0,3}\"[\w.-]{1,60}\"\s{0,3},"
    r"\s{0,4}\"(?:arguments|parameters|input|args)"
)
_IMAGE: Final = (
    r"!\[[^\]]{0,80}\]\(\s{0,3}(?:https?:)?//|<img\s[^>]{0,120}src\s{0,2}=|<iframe|<script|javascript:"
    r"|data:text/html"
)
_SLOT: Final = (
    r"https?://\S{1,200}[?&]\w{1,20}=(?:\{|\[|<|(?-i:[A-Z]{4,})|\"|'|$|\s)|https?://\S{1,200}\{\w{1,30}\}"
)
_STRUCTURE: Final = (
    ("a forged fence", _FENCE),
    ("a forged border", r"[═=]{16}|^\s{0,3}§\s{0,3}$"),
    ("a chat template", _TEMPLATE),
    (
        "a forged turn",
        r"^[ \t]{0,3}[#*]{0,4} ?(?:assistant|developer|human)[ \t]{0,2}(?:\*\*)?[:：](?!//)"
        r"|^[ \t]{0,3}(?:#{1,4} ?|\*\*)system[ \t]{0,2}(?:\*\*)?[:：](?!//)"
        r"|\n[ \t]{0,3}system[ \t]{0,2}[:：](?!//)",
    ),
    ("the form of a tool call", _CALL),
    ("a remote image", _IMAGE),
    ("a link with a slot", _SLOT),
)
"""Structures that a text can forge, each with its pattern."""
_HIDES: Final = pattern("[\u202a-\u202e\u2066-\u2069]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@cache
def _structure() -> re.Pattern[str]:
    return re.compile(
        "|".join(f"(?P<s{place}>{one})" for place, (_, one) in enumerate(_STRUCTURE)),
        re.MULTILINE | re.IGNORECASE,
    )


def _structural(text: str, seen: str) -> str | None:
    """Return what in the form of a text is there to be taken for something else."""
    if _TAGS.search(_FLAG.sub("", text)) or _HIDES.search(text):
        return "invisible or control characters"
    found = _structure().search(seen)
    return _STRUCTURE[int((found.lastgroup or "s0")[1:])][0] if found else None


# The model

_WORDS: Final = pattern(r"[^\W\d_]+|\d+|[^\w\s]")
_PLACES: Final = pattern(
    r"\w{2,9}://[^\s\"'<>)]{1,300}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,40}){1,4}"
    r"|(?<![\w.-])[a-z0-9-]{2,40}(?:\.[a-z0-9-]{2,40}){0,3}\.(?:com|net|org|io|me|example|info|co|app|dev)\b[^\s\"'<>)]{0,200}"
)
"""Links and addresses. That there is one counts, but not its letters: those of a corpus are made up."""


def features(text: str) -> Iterator[int]:
    """Return the places of the weights of a text's words and characters."""
    folded = _PLACES.sub(" @ ", fold(text[:LONGEST]))
    words = _WORDS.findall(folded)
    for size in (1, 2, 3):
        for place in range(len(words) - size + 1):
            yield crc32(" ".join(words[place : place + size]).encode(), size) % SIZE
    packed = f" {' '.join(words)} "
    for size in (2, 3, 4, 5):
        for place in range(len(packed) - size + 1):
            yield crc32(packed[place : place + size].encode(), 16 + size) % SIZE


@cache
def _model() -> tuple[float, float, float, float, memoryview]:
    with open(MODEL, "rb") as file:  # noqa: PTH123
        head, _, packed = file.read().partition(b"\n")
    scale, intercept, sure, doubt = map(float, head.split())
    return scale, intercept, sure, doubt, memoryview(decompress(packed)).cast("b")


def score(text: str) -> float:
    """Return how far a text is above the score from which it is surely an injected instruction."""
    return _score(text) - _model()[2]


def _is_unlike_statements(text: str, *, margin: float = 0.0) -> bool:
    """Return True if a text is more like injected instructions than like what people say about themselves."""
    return _score(text) > _model()[3] - margin


@lru_cache(maxsize=64)
def _score(text: str) -> float:
    scale, intercept, _, _, weights = _model()
    places = set(features(text))
    total = sum(weights[place] for place in places) * scale
    return float(total / max(len(places), 1) ** 0.5 + intercept)


# Together

_PHONE: Final = pattern(f"{INTERNATIONAL}|{NATIONAL}|{CHINESE}")
"""A telephone number, by which others are reached than before."""
_LINKS: Final = pattern(
    rf"://|\bwww\.|\]\(|```|</?[a-z!][^>]{{0,200}}>|{MAIL}",
    re.IGNORECASE,
)

_REMOTE: Final = pattern(r"://|\bwww\.|\]\(|</?[a-z!][^>]{0,200}>", re.IGNORECASE)
"""Links and markup; an address or a line of code may be the user's own."""


_DOMAIN: Final = pattern(
    r"\b[a-z0-9-]{2,40}(?:\.[a-z0-9-]{2,40}){0,3}\.(?:com|net|org|io|me|example|info|co|app|dev|ru|cn|de|fr|es|br|jp|link|site|shop|xyz|top)\b"
)
"""The name of a place in the net, without its protocol."""

_CODE: Final = pattern(
    r"\w\(['\"*]|(?:^|[\s(])[~/][\w.~-]+/|\b(?:bc1|0x)\w{20,80}|`|(?<!\w)\.env\b"
    r"|\b\w{2,40}\.(?:sh|py|env|txt)\b|\b(?:rm|curl|wget|chmod|sudo) |(?:^|\s)--\w{3}"
)
"""Calls, paths, files, options and addresses of wallets."""

_ALONE: Final = 0.6
"""Margin above the sure score for a text without a link or a word of an order."""

_SURE: Final = 0.3
"""The same in a text with an order or a link, which is kept out of blocks anyway."""

_FOR_OWN: Final = -0.07
"""Margin by which the threshold is lower for a user's own sentence."""

_FOR_RULES: Final = _FOR_OWN + 2.5
"""The same for one with a word of a rule, with code, or with the name of a place in the net."""

_FEWEST: Final = 30
"""Characters that such a text must have: of a few words the model knows too little."""

_FEWEST_OWN: Final = 12
"""The same of a user's own sentence, where orders about money and the like are found by their words."""


def certain(text: str, *, is_own: bool = False) -> str | None:
    """Return why a text is surely an injected instruction; None if it is not sure.

    Args:
        text: The text.
        is_own: True if the user said it: then its form alone is evidence, as "Never run commands without
            confirmation" reads like an injected instruction and is the user's wish.
    """
    for window in _windows(text):
        for seen in readings(window):
            reason = _structural(window, seen)
            if reason:
                return f"it holds {reason}"
            above = -math.inf if is_own else score(seen)
            if (above > _ALONE and len(seen) >= _FEWEST) or (
                above > _SURE and (orders().search(fold(seen)) or _LINKS.search(seen))
            ):
                return "it reads like an injected instruction"
        for hidden in _decoded(unicodedata.normalize("NFKC", window)):
            if orders().search(fold(hidden)) or _structural("", hidden) or score(hidden) > 0:
                return "it hides an instruction in an encoding"
    return None


def doubtful(text: str, *, is_change: bool = False) -> str | None:
    """Return why a text must not stand in a prompt unless the user said it; None for an ordinary one.

    Args:
        text: The text.
        is_change: True if it changes an entry. In a block it would wait for a person, so that words of an order or of
            news count only with the model, and the model alone only as much as for an injected instruction.
    """
    for window in _windows(_ISO_DATE.sub(_ANY_DAY, text)):
        for seen in readings(window):
            said = fold(seen)
            if _LINKS.search(seen) or _PHONE.search(seen) or _DOMAIN.search(said) or _CODE.search(seen):
                return "it holds a link, an address, a number, markup or code"
            for sentence in _SENTENCES.split(seen):
                if reason := _suspect(sentence, seen, is_change=is_change):
                    return reason
            is_unlike = score(seen) > 0 if is_change else _is_unlike_statements(seen)
            if len(seen) >= _FEWEST and is_unlike:
                return _UNLIKE
    return None


def _suspect(sentence: str, text: str, *, is_change: bool) -> str | None:
    """Return why a sentence is doubtful by its words, if the model finds something in it as well; None for the rest.

    A note about the user is also read as if they had said it, because "the user" is in most orders to an assistant.
    What must be heeded for someone's health ("she must not eat nuts") has the words of an order and of a rule.
    """
    said = fold(sentence)
    found = [(name, *doubt) for name, doubt in _DOUBTS.items() if orders(name).search(said)]
    if not found:
        return None
    if is_change:
        return found[0][1] if _is_unlike_statements(text) else None
    if orders("MATTERS").search(fold(in_first_person(sentence))):
        return found[0][1]
    least = max(min(_score(one), _score(in_first_person(one))) for one in (sentence, text)) - _model()[3]
    kinds = {name for name, *_ in found}
    is_care = kinds <= {"ORDERS", "RULES"} and sensitive_words()["health"].search(said)
    return next((reason for _, reason, margin in found if least > (0 if is_care else -margin)), None)


_ISO_DATE: Final = pattern(r"\b\d{4}-\d\d-\d\d\b")
_ANY_DAY: Final = "Monday"
"""In place of a date that an agent writes out, which the model knows from logs and commands rather than from notes."""
_SENTENCES: Final = pattern(r"(?<=[.!?\n])\s+|(?<=[。！？])")

_DOUBTS: Final[Mapping[Literal["ORDERS", "TOPICS", "RULES", "NEWS"], tuple[str, float]]] = {
    "ORDERS": ("it gives the assistant an order", 3.5),
    "TOPICS": ("it is about money, access or defences", math.inf),
    "RULES": ("it sets a rule", 3.0),
    "NEWS": ("it announces a change", 3.0),
}
"""Words that make a text doubtful: why, and how much less than otherwise the model must find in it.

"Goes to", "moved" and "when" are in most of what an agent notes about people.
"""
_UNLIKE: Final = "it is unlike what people say about themselves"


def borrowed(text: str) -> str | None:
    """Return why a sentence of a user's message is likely not their own words; None if it plainly is.

    What they say of themselves is theirs. A link, an order about money, secrets, permissions, messages to others or
    the assistant's rules, and what the model finds unlike a statement, are more often pasted than said (measured by
    ``python -m benchmarks.attacks --routes turn``).
    """
    known = everywhere()
    polite = known.polite.match(text)
    bare = _without(polite or known.please.match(text), text)
    for window in _windows(bare):
        seen = unicodedata.normalize("NFKC", window)
        said = fold(seen)
        if orders("OWN").search(said) and score(seen) < _ALONE:
            continue
        if _REMOTE.search(seen) or _PHONE.search(seen):
            return "it holds a link, a number or markup"
        if _DOMAIN.search(said) and orders().search(said):
            return "it leads to a place outside"
        if orders("MATTERS").search(said) or (orders("TOPICS").search(said) and orders().search(said)):
            return "it orders what others would in the user's place"
        if polite and score(seen) < _ALONE:
            continue  # orders are seldom that polite
        if len(seen) < _FEWEST_OWN:
            continue
        if _is_unlike_statements(seen, margin=_FOR_OWN) or (
            # Between the two margins the words decide, whose patterns take milliseconds to compile.
            _is_unlike_statements(seen, margin=_FOR_RULES)
            and _is_unlike_statements(seen, margin=_margin(seen, said))
        ):
            return _UNLIKE
    return None


def _without(courtesy: re.Match[str] | None, text: str) -> str:
    """Return a sentence without "could you" and the like at its beginning, which do not show whose words they are."""
    rest = text[courtesy.end() :].lstrip(" ,") if courtesy else ""
    return rest[:1].upper() + rest[1:] if rest else text


def _margin(seen: str, said: str) -> float:
    """Return how much less the model must find in a user's own sentence, by what else is in it."""
    if orders("RULES").search(said) or _CODE.search(seen) or _DOMAIN.search(said):
        return _FOR_RULES
    return _FOR_OWN


def _windows(text: str) -> Iterator[str]:
    yield text[:LONGEST]
    for start in range(LONGEST - _OVERLAP, len(text) - _OVERLAP, LONGEST - _OVERLAP):
        yield text[start : start + LONGEST]


_WRITES: Final = ("add", "update", "correct", "load")


@hookimpl
def check_write(change: Change) -> Verdict | None:
    """Stage what is surely injected, keep out of blocks what may be; None for the rest, and what a person wrote."""
    draft = change.draft
    is_foreign = change.source != "user" or (draft is not None and (draft.origin or "").startswith("import:"))
    if draft is None or change.operation not in _WRITES or draft.layer == "L2" or not is_foreign:
        return None
    is_own = draft.speaker == "user" and change.source == "system"
    reason = certain(draft.content, is_own=is_own)
    if reason is not None:
        return Verdict(action="stage", reason=reason)
    if change.operation == "load":
        return None
    if is_own and change.operation != "add":
        return None  # what is left of a known entry, in the words of whoever wrote it
    is_change = change.operation != "add"
    reason = borrowed(draft.content) if is_own else doubtful(draft.content, is_change=is_change)
    return Verdict(action="recall", reason=reason) if reason is not None else None
