"""Keep personal data as the agent's YAML says: `personal_data.policy` and `personal_data.sensitive_days`.

Data that identifies a person is recognized by its form: e-mail and postal addresses, telephone numbers, identity
numbers (with their check digits, where they have any), and numbers and dates after a word for them. Sensitive
statements are recognized by words, in the languages that have a ``sensitive.py``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from tiermem import Verdict
from tiermem.plugins import hookimpl
from tiermem.plugins.text import fold, sensitive_words
from tiermem_hooks.contacts import INTERNATIONAL, MAIL

if TYPE_CHECKING:
    from tiermem import Change

_DATE: Final = (
    r"(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./ -](?:\d{1,2}|[^\W\d_]{3,10})\.?[./ -]{1,2}\d{2,4}"
    r"|[^\W\d_]{3,10} \d{1,2},? \d{4}|\d{4}年\d{1,2}月\d{1,2}日)"
)
_BORN: Final = (
    r"(?:born(?: on)?|birthday(?: is)?(?: on)?|date of birth|dob|geboren(?: am)?|geburtsdatum"
    r"|geburtstag(?: ist)?(?: am)?"
    r"|n[ée]e? le|date de naissance|anniversaire(?: est)?(?: le)?|nac[ií](?:d[oa]|ó)? el|fecha de nacimiento"
    r"|cumpleaños(?: es)?(?: el)?"
    r"|生日是?|出生于|生年月日は?|誕生日は)"
)
_BEGINS: Final = r"(?<![A-Za-zÀ-ÿ0-9_])"
"""Begins a word; Chinese and Japanese have no spaces before one."""
_NUMBERED: Final = (
    r"(?:passport|reisepass|(?:personal)?ausweis|passeport|pasaporte|护照|パスポート|social security|ssn"
    r"|national insurance|sozialversicherung\w{0,8}|steuer-?id\w{0,8}|steueridentifikation\w{0,8}|tax id"
    r"|driver'?s licen[cs]e|driving licen[cs]e"
    r"|führerschein|permis de conduire|numéro de sécurité sociale|身份证号?|マイナンバー"
    r"|health insurance|krankenversicherten)"
)
_PHONE_WORD: Final = (
    r"(?:phone|mobile|cell|tel(?:efon|éphone|éfono)?|handy|portable|móvil|whatsapp|call me (?:at|on)"
    r"|电话|手机|電話)"
)
_SAYS: Final = r"[ \t]{0,2}(?:is|ist|est|es|[:：=#是は])[ \t]{0,2}"
_IS: Final = rf"(?:{_SAYS}|[ \t]{{1,2}})"
_TELEPHONE: Final = (
    rf"(?<![\w.+/:-])(?:{INTERNATIONAL}|00[1-9]\d{{0,2}}[ ./()-]{{1,2}}\d(?:[ ./()-]{{0,2}}\d){{6,13}})(?![\w-]|\.\d)"
    rf"|(?i:{_BEGINS}{_PHONE_WORD}(?: (?:number|no\.?|nummer|numéro|número))?)"
    rf"(?:{_SAYS}(?P<phone>\(?\d(?:[ ./()-]{{0,2}}\d){{6,13}})(?!\w)"
    r"|[ \t]{1,2}(?P<said>[0(]\d(?:[ ./()-]{0,2}\d){6,12}|[2-9]\d(?:[ .-]?\d){7,12})(?!\w)"
    r"|(?P<joined>\d{7,13})(?!\w))"
    r"|(?<![\w.+/:-])(?:\(\d{3}\) ?\d{3}[ .-]\d{4}|[2-9]\d{2}-[2-9]\d{2}-\d{4}|[2-9]\d{2}\.[2-9]\d{2}\.\d{4})(?![\w-])"
)
_BEFORE_ADDRESS: Final = "at|is|in|to|near|from|of|for|outside|address"
_NINO: Final = r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]"
KINDS: Final = {
    "e-mail address": rf"(?<![\w.+/-])(?!git@){MAIL}(?!:[\w~/])",
    "identity number": rf"(?i:{_BEGINS}{_NUMBERED}(?: (?:number|no\.?|nr\.?|nummer|numéro|número))?{_IS}?)"
    r"(?P<identity>(?=[A-Za-z]{0,6}[ /-]?\d)[A-Za-z0-9](?:[A-Za-z0-9]|[ /-](?=[A-Za-z0-9]*\d)){5,20})"
    r"|(?<![\w-])(?P<ssn>(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4})(?![\w-])"
    r"|(?<!\d)(?P<cn>[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d{4}[\dXx])(?!\d)"
    r"|(?<!\w)(?P<spanish>[XYZ]-?\d{7}-?[A-Z]|\d{8}-?[A-Z])(?!\w)"
    rf"|(?<!\w)(?P<nino>{_NINO})(?!\w)",
    "date of birth": rf"(?i:(?<!\w){_BORN})[ \t:：]{{0,3}}(?P<born>{_DATE})",
    "telephone number": _TELEPHONE,
    "postal address": rf"(?:^|(?<=[\n,;:(])|(?<=[\n,;:(] )|(?i:(?<!\w)(?:{_BEFORE_ADDRESS}) ))(?P<place>\d{{1,5}} "
    r"(?:[A-Z][\w'’.-]{1,20} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln"
    r"|Drive|Dr|Court|Ct|Square|Terrace|Boulevard|Blvd)\b\.?)"
    r"|(?<!\w)(?!(?:Um|Aus|Heim|Rück|Hin|Arbeits)weg |(?:Arbeits|Park|Sitz|Steh|Stell|Schlaf)platz )"
    r"[A-ZÄÖÜ][\wäöüß.-]{1,25}"
    r"(?:straße|strasse|str\.|weg|allee|platz|gasse|ufer|damm) \d{1,4} ?[a-z]?\b"
    r"|(?<!\w)\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée) (?:[\w'’-]{1,20} ?){1,5}"
    r"|(?i:(?<!\w)(?:calle|avenida|plaza|paseo) (?:[\w'’-]{1,20} ){1,4}?\d{1,4}\b)",
}
"""Kind → the pattern of the data; a named group is the part to remove."""

_HINT: Final = re.compile(r"\d|@")


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(KINDS[kind])


def without_personal_data(text: str) -> str:
    """Return a text with personal data replaced by ``[redacted: KIND]``."""
    if not _HINT.search(text):
        return text
    for kind in KINDS:
        text = _pattern(kind).sub(lambda found, kind=kind: _left(found, kind), text)  # type: ignore[misc]
    return text


_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"
_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def _checks(part: str | None, text: str) -> bool:
    """Return True if the check digit of a number fits, or if its form has none."""
    if part == "spanish":
        digits = text.replace("-", "").translate(str.maketrans("XYZ", "012"))[:-1]
        return _LETTERS[int(digits) % 23] == text[-1]
    if part == "cn":
        total = sum(int(digit) * weight for digit, weight in zip(text, _WEIGHTS, strict=False))
        return "10X98765432"[total % 11] == text[-1].upper()
    return True


def _left(found: re.Match[str], kind: str) -> str:
    part = next((name for name, value in found.groupdict().items() if value is not None), None)
    if not _checks(part, found[part] if part else ""):
        return found[0]
    start, end = (place - found.start() for place in (found.span(part) if part else found.span()))
    return f"{found[0][:start]}[redacted: {kind}]{found[0][end:]}"


def sensitive(text: str) -> str:
    """Return the kind of sensitive personal data in a text; "" for none."""
    folded = fold(text)
    return next((kind for kind, pattern in sensitive_words().items() if pattern.search(folded)), "")


_WRITES: Final = ("add", "update", "correct")


@hookimpl
def check_write(change: Change) -> Verdict | None:
    """Take out, refuse, or limit the time of personal data; None without a policy, and for other texts."""
    policy = change.personal_data
    if policy is None or not change.content:
        return None
    is_write = change.operation in _WRITES
    kind = sensitive(change.content) if is_write else ""
    clean = change.content if policy.policy == "off" else without_personal_data(change.content)
    if policy.policy == "refuse" and is_write and (clean != change.content or kind):
        what = f"sensitive personal data ({kind})" if clean == change.content else "personal data"
        return Verdict(
            action="refuse", reason=f"it holds {what}, which this agent does not keep", sensitive=kind
        )
    if clean != change.content:
        return Verdict(action="redact", content=clean, reason="it held personal data", sensitive=kind)
    return Verdict(action="allow", sensitive=kind) if kind else None
