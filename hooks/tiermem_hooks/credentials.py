"""Find credentials by the words around them: a name, a link from the name to a value, and the shape of the value.

The link is a sign in code and configuration (``DB_PASSWORD=…``), a verb in a sentence (``my VPN password is …``) or
nothing at all (``use the password …``). People often write about credentials without giving one, so a value must
also look like one: ``strict`` does not. Repetitions in the patterns are bounded, so the time taken is proportional to
the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from tiermem.plugins.text import everywhere

if TYPE_CHECKING:
    from tiermem.plugins.text import Credentials

_SPACED: Final = [one for one in everywhere().credentials if one.spaced]
_UNSPACED: Final = [one for one in everywhere().credentials if not one.spaced]


def _all(part: str, languages: Sequence[Credentials] = _SPACED) -> str:
    """Return the alternatives of all these languages, which are those with spaces if not given."""
    return "|".join(filter(None, (getattr(words, part) for words in languages)))


_CODE: Final = (
    rf"(?P<short>[_-]pass)|{_all('code')}|secret_key_base"
    "|(?:account|encryption|master|private|service|signing|storage)[ _-]?(?:access[ _-]?)?key"
)
"""Names that are credentials in code and configuration alone."""

_STEMS: Final = (
    "account", "admin", "amqp", "api", "app", "auth", "basic", "cert", "client", "cluster", "database", "db",
    "docker", "elastic", "ftp", "ftps", "git", "host", "http", "https", "imap", "jdbc", "kafka", "key", "keystore",
    "ldap", "login", "mail", "master", "mongo", "mq", "mqtt", "my", "oracle", "pg", "pop3", "postgres", "proxy",
    "redis", "registry", "root", "router", "server", "service", "smtp", "sql", "ssh", "ssl", "sudo", "svc", "tls",
    "truststore", "user", "usr", "vpn", "wifi", "wlan",
)  # fmt: skip
"""Stems before ``_pass`` that make it a password: ``db_pass`` is one, ``low-pass`` is not."""

_OUTSIDE: Final = r"\s\"'`<>«»‘-‟\u3000-\u9fff\uac00-\ud7af\uff00-\uffef"
_VALUE: Final = rf"[^{_OUTSIDE}]{{4,200}}"
_CLOSING: Final = ".,;:)]}"
_SPACE: Final = r"[ \t\u00a0\u202f]"
_GAP: Final = rf"{_SPACE}{{0,3}}"
_APART: Final = rf"{_SPACE}{{1,3}}"
_OPENING: Final = "[\"'`“„«「『]?"
_STAGE: Final = r"(?:_?\d{1,2}|[_-](?:prod|production|live|staging|test|dev|main|old|new))?"
_SIGN: Final = rf"(?:[\"'`]?{_GAP}(?::=|=>|:(?!//)|[=：])|>){_GAP}"
_WORD: Final = rf"{_SPACE}(?!(?:{_all('verbs')}|{_all('joins')})\b)[^\s,;:!?]{{1,30}}(?<!\.)"
_WHOSE: Final = rf"(?:{_APART}(?:{_all('of')})(?:(?<=['’])[^\s.,;:!?]{{1,30}})?(?:{_WORD}){{0,6}}?)?"

_LEAD: Final = (
    rf"(?i:(?:(?P<pin>\b(?:{_all('pin')})\b|{_all('pin', _UNSPACED)})|(?P<code>{_CODE})"
    rf"|{_all('names')}|{_all('names', _UNSPACED)}"
    r"|(?P<any>token|secret|credential))"
    rf"(?:{_STAGE}(?P<sign>{_SIGN})|{_WHOSE}(?:{_SIGN}|(?:{_GAP},)?{_APART}(?:{_all('verbs')})\b{_GAP}[:：]?{_GAP}"
    rf"|{_APART}(?P<to>{_all('to')})\b{_APART})|[ ]?(?:{_all('verbs', _UNSPACED)}"
    rf"|(?P<cjk_to>{_all('to', _UNSPACED)}))[、，,：:]?{_GAP}"
    rf"|(?P<next>{_APART})){_OPENING})(?P<value>{_VALUE})"
)
"""A credential's name, what leads from it to a value, and what may be the value."""

_LOGIN: Final = (
    rf"(?i:(?P<login>\b(?:{_all('login')})\b"
    rf"(?:{_SIGN}|{_APART}(?:{_all('verbs')}){_APART})[^\s/:|,]{{1,64}}{_GAP}[/:|,](?!//){_GAP}))(?P<value>{_VALUE})"
    rf"|(?:\bmysql(?:dump|admin)?\b[^\n|;]{{0,80}}?{_SPACE}-p|\bsshpass -p {_OPENING}"
    rf"|\bcurl\b[^\n|;]{{0,80}}?{_SPACE}(?:-u|--user)[ =]?{_OPENING}[^\s:\"'$]{{1,64}}:)(?P<given>{_VALUE})"
)
"""A user's name and what may be the password after it, and commands that are given one."""

_REFERENCE: Final = (
    r"\[redacted|\$[{(]|\{\{|\*{3}|[A-Za-z_][\w.]{0,60}[(\[]|(?:os|process|env|self|config|settings)\.\w"
    r"|\$?[A-Z_]{2,60}\Z|%\w{0,20}\(|%\w{2,60}%\Z|!(?:vault|secret|env|ref|sub)\Z"
)
"""References to a value rather than the value itself: variables, templates, calls, asterisks."""

_IDENTIFIER: Final = (
    r"[@&]?(?:[A-Za-z_]{1,40}(?:\??\.|::)){0,6}"
    r"(?:[a-z_]{1,60}|[A-Z_]{1,60}|[a-z]{1,30}[A-Za-z]{0,30}|[a-z]{1,30}(?:_[a-z]{1,30}){0,5}_\d)(?=[,;)]|\Z)"
)
"""A name in code, with the names that lead to it: words joined by underscores and at most one digit. More digits
make it a password."""

_PART: Final = r"(?:[A-Za-z][a-z]{0,30}(?:[A-Z][a-z]{1,30}){0,4}|[A-Z]{2,20})\d{0,2}"
_FOLDER: Final = rf"(?:\.{{1,2}}|\d{{1,4}}|[._-]{{0,2}}{_PART}(?:[._-](?:{_PART}|\d{{1,4}})){{0,6}})"
_OTHER: Final = (
    r"(?:~|\.{1,2})/|[A-Za-z]:\\\w|[A-Za-z][A-Za-z0-9+.-]{1,15}://"
    rf"|(?=[\d/]{{0,60}}[A-Za-z.])/?{_FOLDER}(?:/{_FOLDER}){{1,12}}/?\Z|/{_FOLDER}/?\Z"
    r"|[\w.-]{1,80}\.(?:pem|key|pub|crt|cer|p12|pfx|jks|asc|gpg|kdbx|json|ya?ml|toml|ini|env|conf|cfg|xml|properties"
    r"|txt|md|rst|pdf|docx?|xlsx?|csv|log|py|[jt]sx?|rb|go|rs|java|php|sh|sql|db|html?|png|jpe?g|svg|zip|t?gz)\Z"
    r"|id_(?:rsa|dsa|ecdsa|ed25519)\Z"
    r"|(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?:[T_][\d:.]{4,15}(?:Z|[+-][\d:]{2,5})?)?\Z"
    r"|[\w.+-]{2,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,12}\Z"
    rf"|(?i:(?:(?:{_all('modifiers')})\+){{1,4}}(?:\w|f\d{{1,2}}|[a-z]{{3,9}})\Z)"
)
"""Strings whose form shows that they are something else: paths, addresses, files, dates, key combinations."""

_PROSE: Final = (
    r"(?:(?:base|sha|md|aes|rsa|ed|utf|argon|hs|rs|es|oauth|pbkdf|ipv|iso|wpa|tls)[-_]?\d{1,5}[a-z]{0,3}"
    rf"|\d{{1,4}}-?(?:{_all('measures')})|1password|keepassx?c?\d?)"
    r"(?:-\w{1,14}){0,2}\Z"
)
"""Words of ordinary prose with letters and digits in them: algorithms, amounts, products."""

_LONG: Final = r"[A-Za-z0-9+/=_.~!@#$%^&*-]{0,180}[A-Za-z0-9+/=_~!@#$%^&*]{12,}"
"""The form of a token or a secret of which nothing else is known."""

_HINTS: Final = frozenset({"mysql", "curl", "sshpass", "_pass", "-pass"}).union(
    *(one.hints for one in everywhere().credentials)
)
"""Each text with a credential has one of these in it, in lower case. Only those are searched: the patterns are slow."""
_PIN: Final = rf"(?i:\b(?:{_all('pin')})\b)"
"""A name that is part of many words: "shopping"."""

_NEAR: Final = 60
"""Characters between a credential and a word saying that it is changed, at most."""


_CHANGING: Final = _all("changing", everywhere().credentials)


@cache
def _pattern(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Compile a pattern when a text first needs it: most texts need none, and a long pattern takes milliseconds."""
    return re.compile(expression, flags)


def redact_credentials(text: str) -> str:
    """Return *text* with the value of each credential replaced by ``[redacted: KIND]``; its name stays."""
    lowered = text.lower()
    hints = [hint for hint in _HINTS if hint in lowered]
    if not hints or (all(hint in _PIN for hint in hints) and not _pattern(_PIN).search(text)):
        return text
    text = _redacted(text, _pattern(_LEAD))
    return _redacted(text, _pattern(_LOGIN)) if any(hint in _LOGIN for hint in hints) else text


def _redacted(text: str, sought: re.Pattern[str]) -> str:
    """Return the text without the values that a pattern finds; after a name without a value, search on from there."""
    parts, done, place = [], 0, 0
    while found := sought.search(text, place):
        groups = found.groupdict()
        given = groups.get("given")
        value = (given or found["value"]).rstrip(_CLOSING)
        place = start = found.start("given" if given else "value")
        if _is_value(value, found, groups):
            parts += [text[done:start], f"[redacted: {_kind(groups)}]"]
            done = place = start + len(value)
    return "".join([*parts, text[done:]])


def _kind(groups: dict[str, str | None]) -> str:
    """Return the name of a value's kind, which replaces it."""
    if groups.get("pin"):
        return "PIN"
    return "secret" if groups.get("any") else "password"


def _is_value(value: str, found: re.Match[str], groups: dict[str, str | None]) -> bool:
    """Return True if what follows a credential's name is its value: by what leads to it and how it looks."""
    if _pattern(_REFERENCE).match(value):
        return False
    led = next((name for name in _LOOKS if groups.get(name)), None)
    if led != "given" and (_is_other(value, found, groups) or not _is_named(found, groups)):
        return False
    return _LOOKS[led](value, found) if led else _is_said(value)


def _is_other(value: str, found: re.Match[str], groups: dict[str, str | None]) -> bool:
    """Return True if the form of a value shows that it is something else; a quoted name in code is a value."""
    if _pattern(_OTHER).match(value):
        return True
    if found[0][:3].lower() == "pwd" and value.startswith("/"):  # the working directory
        return True
    is_quoted = found.string[found.start("value") - 1] in "\"'`"
    return bool(groups.get("sign")) and not is_quoted and bool(_pattern(_IDENTIFIER).match(value))


def _is_named(found: re.Match[str], groups: dict[str, str | None]) -> bool:
    """Return True if the short name of a password has a stem before it; other names need none."""
    before = found.string[max(0, found.start() - 20) : found.start()]
    return not groups.get("short") or before.lower().endswith(_STEMS)


def _is_pin(value: str, found: re.Match[str]) -> bool:
    is_year = (
        found["sign"] and found["pin"] in ("pin", "Pin") and re.fullmatch(r"20\d\d", value)
    )  # a note of a pin
    return not found["next"] and not is_year and value.isdigit() and len(value) <= 8


def _is_long(value: str, _: re.Match[str]) -> bool:
    return _is_mixed(value) and bool(_pattern(_LONG).fullmatch(value)) and not _is_prose(value)


def _is_written(value: str, _: re.Match[str]) -> bool:
    return len(value) >= 6 and bool(re.search(r"[0-9!@#$%^&*+=_-]", value))


def _is_next(value: str, _: re.Match[str]) -> bool:
    is_other_thing = re.match(r"[A-Z]{2,10}-\d{1,6}\b|[a-z_]+=", value)  # a ticket, an assignment
    return len(value) >= 8 and _is_mixed(value) and not is_other_thing and _is_said(value)


def _is_changed_to(value: str, found: re.Match[str]) -> bool:
    around = found.string[max(0, found.start() - _NEAR) : found.end() + _NEAR]
    is_of_verb = len(re.findall(r"\bto\b", found[0])) > 1  # "the password to log in to …"
    return _is_said(value) and not is_of_verb and bool(_pattern(_CHANGING, re.IGNORECASE).search(around))


_LOOKS: Final[Mapping[str, Callable[[str, re.Match[str]], bool]]] = {
    "given": lambda *_: True,
    "pin": _is_pin,
    "any": _is_long,
    "sign": _is_written,
    "code": lambda *_: False,
    "next": _is_next,
    "to": _is_changed_to,
    "cjk_to": _is_changed_to,
}
"""Group of the patterns → a test of the shape of its value. The first group that matched decides."""


def _is_said(value: str) -> bool:
    """Return True if a word of a sentence looks like a password or a key."""
    return len(value) >= 6 and bool(re.search(r"\d|[!@#$%^&*]\w", value)) and not _is_prose(value)


def _is_mixed(value: str) -> bool:
    """Return True if there are both letters and digits."""
    return any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def _is_prose(value: str) -> bool:
    return bool(_pattern(_PROSE, re.IGNORECASE).match(value))
