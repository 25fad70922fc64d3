"""Find codes by the words before them: one-time seeds, recovery codes, key phrases, numbers that open a door."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Final

from tiermem.plugins.text import secret_words
from tiermem_hooks.secrets.anchored import Anchored, pattern

_SHORT: Final = (
    r"\d{3}|\d[A-Z]{1,2}\d|\d\d[A-Z]|[A-Z]\d\d|\d[ ]?[-–/,][ ]?\d|\d[^\d\n]{2,24}\d{1,2}[^\d\n]{2,24}\d"
)


def _any_of(part: str) -> str:
    return "|".join(filter(None, (getattr(words, part) for words in secret_words())))


@cache
def _anchored(part: str, before: str, after: str) -> Anchored:
    """Return the pattern of what follows one of the words of all languages."""
    words = _any_of(part)
    return Anchored(words, f"(?i:{before}(?:{words})){after}", before=before)


_AFTER: Final = r"[^\n]{0,60}?"
_SEED: Final = (
    r"(?<![\w/+])(?:[A-Z2-7]{16,64}=?|[a-z2-7]{16,64}|[A-Za-z2-7]{4}(?:[ -][A-Za-z2-7]{4}){3,15})(?![\w/+])"
)
_CODE: Final = (
    r"(?<![\w-])(?=[A-Za-z-]{0,12}\d|[A-Z]{8})"
    r"(?:[A-Za-z0-9]{4,6}(?:[ -][A-Za-z0-9]{4,6}){1,3}|[A-Za-z0-9]{8,16}|\d{6,10})(?![\w-])"
)
_REACH: Final = 600
"""Characters after the words "recovery codes" in which codes are looked for."""
_NUMBER: Final = r"(?:\d{1,2}[.):][ \t]?)?"
_PHRASE: Final = (
    rf"{_NUMBER}[a-z]{{3,8}}(?:(?:[ \t]{{0,3}}[,;\n][ \t]{{0,3}}"
    rf"|[ \t]{{1,3}}){_NUMBER}[a-z]{{3,8}}){{11,23}}(?![a-z])"
)
_OTPAUTH: Final = Anchored(
    "otpauth://", r"(?i:otpauth://[^\s\"'<>]{0,300}?[?&]secret=)(?P<seed>[A-Z2-7a-z]{8,128})"
)


_KEYED: Final = Anchored(
    "key|secret|pat|token",
    r"(?<![a-z])(?i:(?:key|secret|pat|token)(?:_(?:prod|production|live|staging|test|dev|old|new|\d))?[\"']?"
    r"(?: is)?[ :=]{1,3}[\"']{0,2}(?:x')?)"
    r"(?P<hex>[0-9a-f]{32,128}\b|(?=(?:[A-Za-z_-]{0,12}\d){3})[A-Za-z0-9_-]{20,64}(?![\w./(-]))",
)
"""A run of hexadecimal digits, or of letters and digits, behind the word for what it is."""
_NOT_KEYED: Final = (
    r"(?i:public|pub|primary|foreign|cache|partition|idempotency|object|sort|row|routing|translation|i18n|s3"
    r"|storage[ _-]?object|publishable"
    r"|next|page|continuation|cursor|csrf|dedup(?:lication)?|group|shard|index|hash|range|tracking|file"
    r"|issue|ticket|project)[ _-]?\Z"
)
"""Words before such a word that make it the name of something else."""


def find_by_heading(text: str, lowered: str) -> Iterator[tuple[int, int, str]]:
    """Find one-time seeds, recovery codes and key phrases by the words before them."""
    for found in _OTPAUTH.finditer(text, lowered):
        yield (*found.span("seed"), "one-time seed")
    for found in _KEYED.finditer(text, lowered):
        if not pattern(_NOT_KEYED).search(text, max(0, found.start() - 20), found.start()):
            yield (*found.span("hex"), "secret")
    for found in _anchored("seeds", "", f"{_AFTER}(?P<seed>{_SEED})").finditer(text, lowered):
        if any(map(str.isdigit, found["seed"])) or found["seed"].isupper() or " " in found["seed"]:
            yield (*found.span("seed"), "one-time seed")
    for heading in _anchored("recovery", "", "").finditer(text, lowered):
        yield from _find_codes(text, heading.end(), min(len(text), heading.end() + _REACH))
    for found in _anchored("phrases", "", rf"{_AFTER}[\s:：=]{{1,4}}(?P<words>{_PHRASE})").finditer(
        text, lowered
    ):
        words = re.findall(r"[a-z]+", found["words"])
        if sum(len(word) <= 3 for word in words) <= len(words) // 3:
            yield (*found.span("words"), "key phrase")


def _find_codes(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Find recovery codes: those with digits, and those of letters alone that have the form of one with digits."""
    codes = [one for one in pattern(_CODE).finditer(text, start, end) if any(map(str.isdigit, one[0]))]
    forms = {_form(part) for one in codes for part in one[0].split()}
    lettered = [one for one in pattern(_LETTERED).finditer(text, start, end) if _form(one[0]) in forms]
    for code in (*codes, *lettered):
        yield (*code.span(), "recovery code")


def _form(code: str) -> tuple[int, ...]:
    return tuple(map(len, code.split("-")))


_LETTERED: Final = r"(?<![\w-])[A-Za-z]{4,6}(?:-[A-Za-z]{4,6}){1,3}(?![\w-])"
_OPENS: Final = (
    r"[\"'`“「]?(?P<code>\d{1,2}(?:[ ]?[-–][ ]?\d{1,2}){2,3}(?![\d-])"
    r"|\d{3,8}(?=[#*]?(?:[^\w]|$))(?![.,:/-]\d|[ ]?(?:%|mm|cm|km|kg|ms|€|\$|px"
    r"|usd|eur|am|pm|[hH]\b|uhr)))"
)
_LETTERED_CODE: Final = r"(?P<code>(?=(?:[A-Z]?\d){2})(?=\d{0,5}[A-Z])[A-Z\d]{4,6}(?![\w-]))"
"""A code of digits and a letter or two, as keypads have."""
_WHOSE: Final = r"(?:[ \t]+[\w'’.-]{1,20}){0,6}?"
_NOT_SINCE: Final = "".join(
    f"(?<!\\b{word} )"
    for word in ("from", "since", "in", "until", "of", "seit", "von", "aus", "bis", "desde", "depuis")
)
"""A year after such a word is no code."""


_COMBINATION: Final = Anchored(
    "combin|kombin",
    r"(?i:[ck]ombina(?:tion|ison|ci[oó]n|zione|ç[aã]o)\b[^\n.\d]{0,30}?(?:[:=]|\b(?:is|ist|est|es|è)\b)[ \t]{0,3})"
    r"(?P<code>\d{1,2}(?:[ ]?[-–/,][ ]?\d{1,2}){2,3})(?![\d-])",
)


_TURN: Final = rf"(?:\d{{1,2}} (?:{_any_of('turns')})|(?:{_any_of('turns')}) \d{{1,2}})"
_TURNS: Final = Anchored(
    _any_of("locks"),
    rf"(?i:(?<!\w)(?:{_any_of('locks')})\b[^\n.]{{0,40}}?(?<![\w])"
    rf"(?P<code>{_TURN}(?:(?:,|[ ]?[-–/]| and| then|, then)? {_TURN}){{2,4}}))",
    before=r"(?<!\w)",
)
"""The numbers of a dial with the ways to turn it."""


_SHORT_NAMES: Final = Anchored(
    "otp|tan|puk|cvv|cvc",
    r"(?<![A-Za-z])(?:(?:OTP|otp|[mM]?TAN)(?=[ \t:]{1,3}\d{5})|PUK|puk|(?i:cvv2?|cvc2?)"
    r"(?=[ \t:]{1,3}\d{3,4}(?!\d)))[ \t:]{1,3}(?P<code>\d{3,8})(?![\w.,/-])",
)
"""Abbreviations that only codes follow."""


_PLAIN_CODE: Final = rf"(?i:(?<!\w)(?:{_any_of('plain')})(?!\w))"
_NAME_REACH: Final = 12
"""Characters before the word "code" in which a word makes it a plain one."""


def find_opening(text: str, lowered: str) -> Iterator[tuple[int, int, str]]:
    """Find the numbers that open or unlock something."""
    if not pattern(_SHORT).search(text):
        return
    link = (
        rf"(?i:,?[ \t]{{0,3}}(?:[:：=#(-]|—|–)[ \t]{{0,3}}|,?[ \t]+(?:{_any_of('verbs')})[ \t:]{{0,3}}|[ \t]+"
        rf"{_NOT_SINCE}|[はが是为：为])"
    )
    locks, opens = _any_of("locks"), _any_of("opens")
    for found in chain(*(one.finditer(text, lowered) for one in (_COMBINATION, _SHORT_NAMES, _TURNS))):
        yield (*found.span("code"), "PIN")
    for found in (
        *_anchored("codes", r"(?<![\w])", f"{_WHOSE}{link}{_OPENS}").finditer(text, lowered),
        *_anchored("codes", r"(?<![\w])", f"{_WHOSE}{link}{_LETTERED_CODE}").finditer(text, lowered),
        *(
            found
            for code in (_OPENS, _LETTERED_CODE)
            for found in _anchored(
                "opens", r"(?<![\w])", rf"[^\n.\d]{{1,30}}?(?i:{locks})[^\n.\d]{{0,20}}?{link}{code}"
            ).finditer(text, lowered)
        ),
        *_anchored(
            "locks", r"(?<![\w])", rf"{_WHOSE}[ \t]{{0,3}}(?i:[:=]|[ \t](?:{opens}))[ \t]{{0,3}}{_OPENS}"
        ).finditer(text, lowered),
    ):
        is_noted = re.match(r"[Pp]in[:：]? ?20\d\d\Z", found[0])  # a note of a pin
        around = text[max(0, found.start() - _NAME_REACH) : found.start("code")]
        if not is_noted and not pattern(_PLAIN_CODE).search(around):
            yield (*found.span("code"), "PIN")
