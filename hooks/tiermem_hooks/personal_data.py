"""Keep personal data as the agent's YAML says: `personal_data.policy` and `personal_data.sensitive_days`.

What names a person is found by its form: e-mail addresses, telephone numbers, and numbers and dates behind a word for
them. Sensitive statements are found by their words, in the languages that have a ``sensitive.py``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from tiermem import Verdict
from tiermem.plugins import hookimpl
from tiermem.plugins.text import fold, sensitive_words

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
_NUMBERED: Final = (
    r"(?:passport|reisepass|ausweis|personalausweis|passeport|pasaporte|护照|パスポート|social security|ssn"
    r"|national insurance|nino"
    r"|sozialversicherung\w{0,8}|steuer-?id\w{0,8}|steueridentifikation\w{0,8}|tax id|tin|driver'?s licen[cs]e"
    r"|driving licen[cs]e"
    r"|führerschein|permis de conduire|numéro de sécurité sociale|dni|nie|nif|身份证号?|マイナンバー"
    r"|health insurance|krankenversicherten)"
)
KINDS: Final = {
    "e-mail address": r"(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,12}\b",
    "identity number": rf"(?i:(?<!\w){_NUMBERED}(?: (?:number|no\.?|nr\.?|nummer|numéro"
    rf"|número))?)(?:[ \t]{{0,2}}(?:is|ist|est|es|[:：=#是は])?[ \t]{{0,2}})"
    r"(?P<identity>(?=[A-Za-z /-]{0,6}\d)[A-Za-z0-9](?:[A-Za-z0-9]|[ /-](?=[A-Za-z0-9]*\d)){5,20})"
    r"|(?<![\w-])(?P<ssn>\d{3}-\d{2}-\d{4})(?![\w-])|(?<!\d)(?P<cn>[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]"
    r"|1[0-2])[0-3]\d{4}[\dXx])(?!\d)",
    "date of birth": rf"(?i:(?<!\w){_BORN})[ \t:：]{{0,3}}(?P<born>{_DATE})",
    "telephone number": r"(?<![\w.+/:-])(?:\+\d{1,3}"
    r"|00[1-9]\d{0,2})[ ./()-]{0,2}\d(?:[ ./()-]{0,2}\d){6,13}(?![\w-]|\.\d)"
    r"|(?i:(?<!\w)(?:phone|mobile|cell|tel(?:efon|éphone|éfono)?|handy|portable|móvil|whatsapp|call me (?:at"
    r"|on)|电话|手机|電話)(?: (?:number|no\.?|nummer|numéro|número))?"
    r"(?:[ \t]{0,2}(?:is|ist|est|es|[:：=是は])?[ \t]{0,2}))(?P<phone>\(?\d(?:[ ./()-]{0,2}\d){5,13})(?!\w)"
    r"|(?<![\w.+/:-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])|(?<!\d)1[3-9]\d{9}(?!\d)",
    "postal address": r"(?<!\w)\d{1,5} (?:[A-Z][\w'’.-]{1,20} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln"
    r"|Drive|Dr|Court|Ct|Square|Terrace|Boulevard|Blvd)\b\.?"
    r"|(?<!\w)[A-ZÄÖÜ][\wäöüß.-]{1,25}(?:straße|strasse|str\.|weg|allee|platz|gasse|ufer|damm) \d{1,4} ?[a-z]?\b"
    r"|(?<!\w)\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée) (?:[\w'’-]{1,20} ?){1,5}"
    r"|(?i:(?<!\w)(?:calle|avenida|plaza|paseo) (?:[\w'’-]{1,20} ){1,4}?\d{1,4}\b)",
}
"""Kind → the pattern of what names a person; a named group is the part to take out."""

_HINT: Final = re.compile(r"\d|@")


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(KINDS[kind])


def without_personal_data(text: str) -> str:
    """Return a text with what names a person replaced by ``[redacted: KIND]``."""
    if not _HINT.search(text):
        return text
    for kind in KINDS:
        text = _pattern(kind).sub(lambda found, kind=kind: _left(found, kind), text)  # type: ignore[misc]
    return text


def _left(found: re.Match[str], kind: str) -> str:
    part = next((name for name, value in found.groupdict().items() if value is not None), None)
    start, end = (place - found.start() for place in (found.span(part) if part else found.span()))
    return f"{found[0][:start]}[redacted: {kind}]{found[0][end:]}"


def sensitive(text: str) -> str:
    """Return the kind of sensitive personal data that a text tells; "" for none."""
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
