"""Find credentials by the words around them: a name, a link from the name to a value, and the shape of the value.

The link is a sign in code and configuration (``DB_PASSWORD=…``), a verb in a sentence (``my VPN password is …``) or
nothing at all (``use the password …``). People often write about credentials without giving one, so a value must
also look like one: ``strict`` does not. Repetitions in the patterns are bounded, so the time taken is proportional to
the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tiermem.plugins.text import STOP_WORDS, secret_words
from tiermem_hooks.secrets.anchored import FAR, Anchored, lower, pattern

if TYPE_CHECKING:
    from tiermem.plugins.text import Credentials

_SPACED: Final = [one for one in secret_words() if one.spaced]
_UNSPACED: Final = [one for one in secret_words() if not one.spaced]


def _all(part: str, languages: Sequence[Credentials] = _SPACED) -> str:
    """Return the alternatives of all these languages, which are those with spaces if not given."""
    return "|".join(filter(None, (getattr(words, part) for words in languages)))


_CODE: Final = (
    rf"(?P<short>[_-]pass)|{_all('code')}|secret_key_base|(?<=_)auth"
    "|(?:account|encryption|master|private|service|signing|storage)[ _-]?(?:access[ _-]?)?key"
)
"""Names that are credentials in code and configuration alone."""

_STEMS: Final = (
    "account", "admin", "amqp", "api", "app", "auth", "basic", "cert", "client", "cluster", "database", "db",
    "docker", "elastic", "ftp", "ftps", "git", "host", "http", "https", "imap", "jdbc", "kafka", "key", "keystore",
    "ldap", "login", "mail", "master", "mongo", "mq", "mqtt", "my", "oracle", "pg", "pop3", "postgres", "proxy",
    "become", "redis", "registry", "root", "router", "server", "service", "smtp", "sql", "ssh", "ssl", "sudo", "svc",
    "tls", "truststore", "user", "usr", "vpn", "wifi", "wlan",
)  # fmt: skip
"""Stems before ``_pass`` that make it a password: ``db_pass`` is one, ``low-pass`` is not."""

_OUTSIDE: Final = rf"\s\"'`<>«»‘-‟{FAR}"
_VALUE: Final = rf"[^{_OUTSIDE}]{{4,200}}"
_CLOSING: Final = ".,;:)]}"
_SPACE: Final = r"[ \t\u00a0\u202f]"
_GAP: Final = rf"{_SPACE}{{0,3}}"
_APART: Final = rf"{_SPACE}{{1,3}}"
_OPENING: Final = "[\"'`“„«「『]?"
_STAGE: Final = r"(?:_?\d{1,2}|[_-](?:prod|production|live|staging|test|dev|main|old|new))?"
_NEXT_LINE: Final = rf"(?:(?:\\|[>|][+-]?)\r?\n{_SPACE}{{0,8}})?"
"""A line that goes on, in a shell or in YAML."""
_SIGN: Final = rf"(?:[\"'`]?\]?{_GAP}(?::=|=>|:(?!//)|[=：])|>|[\"']{_GAP},{_GAP}(?=[\"'])){_GAP}{_NEXT_LINE}"
_WORD: Final = rf"{_SPACE}(?!(?:{_all('verbs')}|{_all('joins')})\b)[^\s,;:!?]{{1,30}}(?<!\.)"
_WHOSE: Final = rf"(?:{_APART}(?:{_all('of')})(?:(?<=['’])[^\s.,;:!?]{{1,30}})?(?:{_WORD}){{0,6}}?)?"

_LEAD: Final = (
    rf"(?i:(?:(?P<pin>\b(?:{_all('pin')})\b|{_all('pin', _UNSPACED)})|(?P<code>{_CODE})"
    rf"|{_all('names')}|{_all('names', _UNSPACED)}"
    r"|(?P<any>token|secret|credential))"
    rf"(?:{_STAGE}(?P<sign>{_SIGN})|{_WHOSE}(?:{_SIGN}|(?:(?:{_GAP},)?{_APART}(?:{_all('verbs')})|['’]s)\b{_GAP}[:：]?{_GAP}"
    rf"|{_APART}(?P<to>{_all('to')})\b{_APART})|[ ]?(?:{_all('verbs', _UNSPACED)}"
    rf"|(?P<cjk_to>{_all('to', _UNSPACED)}))[、，,：:]?{_GAP}"
    rf"|(?P<next>{_APART})){_OPENING})(?P<value>{_VALUE})"
)
"""A credential's name, what leads from it to a value, and what may be the value."""

_LOGIN: Final = (
    rf"(?i:(?P<login>\b(?:{_all('login')})\b"
    rf"(?:{_SIGN}|{_APART}(?:{_all('verbs')}){_APART})[^\s/:|,]{{1,64}}{_GAP}[/:"
    rf"|,](?!//){_GAP}))(?P<value>{_VALUE})"
)
_FLAGS: Final = "|".join(
    rf"\b{name}\b[^\n|;]{{0,80}}?{_SPACE}{flag}"
    for name, flag in (
        ("openssl", rf"-(?:k|pass(?:in|out)?(?:{_APART}pass:)?){_APART}"),
        ("7za?", "-p"),
        ("rar", "-h?p"),
        ("zip", rf"-P{_APART}"),
        ("htpasswd", rf"-\w{{0,4}}b\w{{0,4}}{_APART}[^\s]{{1,80}}{_APART}[^\s]{{1,64}}{_APART}"),
        ("mosquitto_[ps]ub", rf"-P{_APART}"),
        ("ldap(?:search|add|modify|delete|whoami)", rf"-w{_APART}"),
        ("snmp(?:walk|get|set|bulkwalk)", rf"-c{_APART}"),
        ("snmp-server", rf"community{_APART}"),
        ("(?:requirepass|masterauth)", ""),
        ("(?i:identified)", rf"(?i:(?:with{_APART}[^\s]{{1,40}}{_APART})?by){_APART}{_OPENING}"),
        ("LOGIN", rf"[\w.@-]{{2,64}}{_APART}(?=[^\s]{{0,40}}\d)"),
        ("(?<=#)define", rf"\w{{0,40}}(?:PASS|PASSWORD|PSK|SECRET|TOKEN|PWD)\w{{0,8}}{_APART}[\"']"),
        ("enable", rf"(?:secret|password){_APART}(?:\d{_APART})?"),
        ("rabbitmqctl", rf"(?:add_user|change_password){_APART}[^\s]{{1,64}}{_APART}"),
        (
            f"kubectl{_APART}create{_APART}secret",
            rf"--from-literal[= ]{_OPENING}[\w.-]{{0,40}}(?i:pass|pwd|secret|token|key|cred)[\w.-]{{0,20}}=",
        ),
        ("keytool", rf"-(?:store|key)pass{_APART}"),
        ("smbclient", rf"-U{_APART}[^\s%]{{1,64}}%"),
        ("[xw]freerdp", "/p:"),
        ("mongo(?:sh|dump|restore|export|import)?", rf"-p{_APART}"),
        ("(?:plink|pscp|psftp)", rf"-pw{_APART}"),
        ("(?:wpa_passphrase|vncpasswd)", "(?:[^\\s]{1,64}[ \\t]{1,3})?(?!-)"),
        (
            "(?:vercel|netlify|heroku|fly|gh|glab|npm|cargo|twine|docker|helm|az|snyk)",
            rf"--(?:auth-)?token[ =]{_OPENING}",
        ),
    )
)
"""Commands, and the option or place before a password in them."""

_COMMAND: Final = (
    rf"(?:{_FLAGS}"
    rf"|\bredis-cli\b[^\n|;]{{0,80}}?{_SPACE}-a{_APART}|\bnet use\b[^\n|;]{{0,60}}?\\\\[^\s]{{1,80}}{_APART}(?!/)"
    rf"|\bdocker login\b[^\n|;]{{0,80}}?{_SPACE}-p{_APART}"
    rf"|(?i:<\w{{1,20}}{_APART}(?:key|name)=[\"'](?:[\w.:-]{{0,40}}(?:password|secret|api_?key|token|pwd"
    rf"|passwd)[\w.:-]{{0,20}})[\"']{_APART}value=[\"'])"
    rf"|(?i:\bconvertto-securestring\b){_SPACE}{{1,3}}(?:-String{_SPACE}{{1,3}})?[\"']"
    rf"|\bmysql(?:dump|admin)?\b[^\n|;]{{0,80}}?{_SPACE}-p|\bssh-?pass -p {_OPENING}"
    rf"|\becho{_APART}(?:-n{_APART})?{_OPENING}(?=[^\n|]{{4,200}}\|{_GAP}sudo{_APART}-S)"
    rf"|\bcurl\b[^\n|;]{{0,80}}?{_SPACE}(?:-u|--user)[ =]?{_OPENING}[^\s:\"'$]{{1,64}}:)(?P<given>{_VALUE})"
)
"""A user's name and what may be the password after it; and commands that are given one."""

_LEADING: Final = Anchored(
    rf"\b(?:{_all('pin')})\b|{_all('pin', _UNSPACED)}|[_-]pass|{_CODE}|{_all('names')}|{_all('names', _UNSPACED)}"
    rf"|token|secret|credential",
    _LEAD,
)
_LOGGING_IN: Final = Anchored(_all("login"), _LOGIN)
_COMMANDS: Final = Anchored(
    r"\bredis-cli|\bnet use|<|\bconvertto-securestring|\bmysql|\bssh-?pass|\becho\b|\bcurl\b|\bopenssl\b|\b7za?\b"
    r"|\brar\b|\bzip\b|\bhtpasswd|\bmosquitto|\bldap|\bsnmp|\benable\b|\brabbitmqctl|\bkeytool|\bsmbclient|\bkubectl\b"
    r"|\b[xw]freerdp|\bmongo|\bplink\b|\bpscp\b|\bpsftp\b|\bwpa_passphrase|\bvncpasswd|\brequirepass"
    r"|\bmasterauth|\bidentified\b|\blogin\b|\bdefine\b|\bvercel\b|\bnetlify\b|\bheroku\b|\bfly\b|\bgh\b"
    r"|\bglab\b|\bnpm\b|\bcargo\b|\btwine\b|\bdocker\b|\bhelm\b|\baz\b|\bsnyk\b",
    _COMMAND,
)

_REFERENCE: Final = (
    r"(?i:password|passwd|passwort|secret|string|text)[\"']?\Z|\[redacted|secret/|@[a-z][\w.-]{0,60}:\d{2,5}\b"
    r"|\$[{(]|\{\{|\*{3}|(?i:op|arn|vault|ssm|sm|awssm|gcpsm|keyring|kms|doppler|secret|ref|env|file|bws):"
    r"|ENC\[|(.)\1{5}|<|(?i:your|change|replace|example|dummy|xxx)|[A-Za-z_][\w.]{0,60}[(\[]|(?:os|process|env"
    r"|self|config|settings)\.\w"
    r"|\$_[A-Z]|[\w/+-]{0,80}EXAMPLE|\$?[A-Z_]{2,60}\Z|%\w{0,20}\(|%\w{2,60}%\Z|!(?:vault|secret|env|ref|sub)\Z"
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
    r"|[\w.-]{1,80}\.(?:pem|key|pub|crt|cer|p12|pfx|jks|asc|gpg|kdbx|json|ya?ml|toml|ini|env|conf|cfg|xml"
    r"|properties"
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

_NEAR: Final = 60
"""Characters between a credential and a word saying that it is changed, at most."""


_CHANGING: Final = _all("changing", secret_words())


def redact_credentials(text: str) -> str:
    """Return *text* with the value of each credential replaced by ``[redacted: KIND]``; its name stays."""
    if not pattern(_LIKELY).search(text) and not _has_far(text):
        return text
    for sought in (_LEADING, _LOGGING_IN, _COMMANDS):
        text = _redacted(text, sought)
    for find in (_find_pairs, _find_named, _find_before, _find_stated, _find_columns):
        text = _without(text, find(text, lower(text)))
    return text


_LIKELY: Final = (
    r"\d|[:：=]| -(?:[pPwkc]|pw|[a-z]+pass)[ \w]|[\"'`“„«「]|[^\W\d_][!@#$%^&*?][^\W\d_]|\w{4}-\w{4,20}-\w{4}"
    r"|[a-z][A-Z]{2}[a-z]|\blautet\b"
    r"|[a-z]{3} [a-z]{3,14} [a-z]{3,14} [a-z]{3,14}[.!]?[ \t]*(?:\n|\Z)"
)
"""Part of every text that gives a credential, but for those of `_has_far`."""


def _has_far(text: str) -> bool:
    """Return True if a letter is of the scripts from Chinese on; a set of them would take milliseconds to compile."""
    return not text.isascii() and any("\u3000" <= letter <= "\uffef" for letter in text)


def _without(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Return the text without the values at these places."""
    parts, done = [], 0
    for start, end in sorted(places):
        if start >= done and not text[:start].endswith("[redacted: "):
            parts += [text[done:start], "[redacted: password]"]
            done = end
    return "".join([*parts, text[done:]])


# Values further away

_NAMED: Final = (
    rf"(?i:(?<!\[redacted: )(?:{_all('names')}|{_all('pin')}|(?<![\w-])(?:{_all('loose')}))(?![\w-]))"
)
_NAMES: Final = Anchored(
    "|".join(rf"(?:{_all(part)})(?![\w-])" for part in ("names", "pin", "loose")), _NAMED
)
_PUBLIC: Final = r"(?i:public|pub|host|primary|foreign|sort)[ _-]\Z"
"""Words before a name that make it the name of something else."""
_IN_URL: Final = r"://[^\s\"'<>]{0,180}\Z"
_LINKS: Final = (
    rf"(?i:{_all('verbs')}|{_all('to')}|to|use|type|enter|try|be|from|it's|c['’]est|->|→|=|:|—|–|-)\Z"
)
_WEAK: Final = rf"(?i:{_all('to')}|to|-)\Z"
_FILLERS: Final = rf"(?i:{_all('fills')})\Z"
_QUOTES: Final = "\"'`“”„«»‘’「」『』()[]<>*"
_REACH: Final = 110
"""Characters after a credential's name in which its value is looked for."""
_SENTENCE_END: Final = r"[.!](?=\s|\Z)|(?<![:=])(?<! is)(?<!ist)(?<! es)\n[ \t]*\n|;"


_BARE_CODE: Final = "(?i:code|kode?)"
_NUMBERED: Final = r"[A-Z\d-]{3,12}"
"""The code of a station, a product or a booking, which opens nothing: 1A2B3C."""
_ROOM_NUMBER: Final = r"[A-Z\d.-]{3,12}"
_OF_A_ROOM: Final = r"(?i:\b(?:room|raum|zimmer)(?:[ -]|s )?\Z)"
"""Words before the name that make the code the number of a room."""


def _find_named(text: str, lowered: str) -> Iterator[tuple[int, int]]:
    """Find the values that follow a name in its sentence: after a verb or a sign, or at once."""
    done = 0
    for name in _NAMES.finditer(text, lowered):
        if name.start() < done or pattern(_PUBLIC).search(text, max(0, name.start() - 9), name.start()):
            continue
        if pattern(_IN_URL).search(text, max(0, name.start() - 200), name.start()):
            continue
        end = pattern(_SENTENCE_END).search(text, name.end(), name.end() + _REACH)
        last = end.start() if end else min(len(text), name.end() + _REACH)
        for start, stop in _values(text, pattern(r"\S{1,200}").finditer(text, name.end(), last)):
            done = stop
            if not (
                pattern(_BARE_CODE).fullmatch(name[0]) and _opens_nothing(text, name.start(), start, stop)
            ):
                yield start, stop


def _opens_nothing(text: str, named_at: int, start: int, stop: int) -> bool:
    """Return True if the code from *start* to *stop*, named at *named_at*, is a number; of a room, with dots too."""
    is_of_room = pattern(_OF_A_ROOM).search(text, max(0, named_at - 9), named_at)
    return pattern(_ROOM_NUMBER if is_of_room else _NUMBERED).fullmatch(text[start:stop]) is not None


def _values(text: str, words: Iterable[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Find the values among the words after a name: the first after a link, and others that are joined to it."""
    links, fillers, weak = pattern(_LINKS), pattern(_FILLERS), pattern(_WEAK)
    is_linked = is_sure = has_value = False
    is_next = True
    since = 0
    for word in words:
        start, value = _bare(word)
        if "[redacted" in word[0]:
            is_linked, has_value, since = True, True, -1
            continue
        if word[0][0] in "!$" and is_linked:
            return  # a reference
        is_plain = is_linked and not has_value and word[0][0] in _OPENING[1:-2] and _is_quoted(word)
        is_near = is_linked or is_next or (since <= _NEAREST and pattern(_UNLIKE_WORDS).search(value))
        if value and is_near and (is_plain or _is_strong(value, text, start)):
            yield start, start + len(value)
            is_linked = has_value = True
            is_next, since = False, 0
        elif links.match(value or word[0]) or word[0].endswith((":", "?", "：", "=")):
            is_linked, since, is_sure = True, 0, is_sure or not weak.match(value)
            is_next = False
        elif not (is_linked and fillers.match(value)):
            since += 1
            is_next = False
            if is_linked and since > 1:
                is_linked = False
                if is_sure:
                    return


_NEAREST: Final = 3
"""Words between a name and a value that nothing links to it, at most: "the password of the server X"."""
_UNLIKE_WORDS: Final = (
    r"[^\W\d_][!#$%^*?][^\W_]|[A-Za-z]\d[A-Za-z]{1,8}\d[A-Za-z]|\A(?:[^\W\d_]{4,20}-){2,4}\d{1,4}\Z"
)
"""Signs or digits inside that no word, path, address or name in code has there; words joined to a number."""


def _bare(word: re.Match[str]) -> tuple[int, str]:
    """Return where a word without quotes and marks around it starts, and that word."""
    left = word[0].lstrip(_QUOTES + ",:;=")
    return word.end() - len(left), left.rstrip(_QUOTES + ".,;:?").rstrip(_QUOTES)


def _is_quoted(word: re.Match[str]) -> bool:
    """Return True if a word stands in quotes by itself."""
    value = _bare(word)[1]
    is_whole = len(word[0]) >= 6 and value != "" and word[0].rstrip(".,;!?)")[-1:] in "\"'`”“»」"
    return is_whole and not pattern(_OTHER).match(value) and not pattern(_REFERENCE).match(value)


_STRONG: Final = r"(?=.{6,64}\Z)[^\s/\\]{6,64}"


def _is_strong(value: str, text: str, start: int) -> bool:
    """Return True if a word in a sentence looks like a password whatever stands around it."""
    if not pattern(_STRONG).match(value) or pattern(_REFERENCE).match(value) or pattern(_OTHER).match(value):
        return False
    if _is_prose(value) or pattern(_WRITTEN).match(value):
        return False
    if text[:start].rstrip(" \"'")[-1:] in "=:!{(" and pattern(_IDENTIFIER).match(value):
        return False
    return (
        _is_mixed(value)
        or bool(re.search(r"[A-Za-z][!@#$%^&*=?][A-Za-z\d]", value))
        or _is_odd(value)
        or _is_hyphenated(value)
    )


_WRITTEN: Final = (
    r"(?:0x[0-9a-f]{1,16}|v?\d+(?:[.,]\d+)*(?:st|nd|rd|th|[a-z]{1,3}|%)?|[A-Z]{1,6}-\d{1,6}|[A-Z]+\d{0,3}"
    r"|[\w.-]+\.(?:com|org|net|de|io|dev|local)"
    r"|(?i:srv|server|web|db|host|node|prod|dev|python|version|phase|room|step|level|part|test|line|team"
    r"|ticket|issue|page|week|build"
    r"|release|port|slot|user|vm|pc|nas|gate|floor)(?:[-_]?[A-Za-z]{0,8})?[-_]?\d{1,4}(?:-\w{1,12})?"
    r"|[a-z]+(?:_[a-z]+)+\d?|[A-Za-z_]+=.*|[A-Z_]+\d*|\d{4}-\d\d-\d\d.*|\+?[\d-]+)\Z"
)
"""Numbers, versions, tickets, hosts and names in code."""


def _is_odd(value: str) -> bool:
    """Return True if upper and lower case change more often than in words and names."""
    value = value.rstrip("!?#$%&*")
    changes = sum(one.islower() and other.isupper() for one, other in pairwise(value))
    return (
        value.isalpha()
        and value.isascii()
        and len(value) >= 8
        and changes >= 2
        and bool(re.search(r"[A-Z]{2,}[a-z]", value[1:]))
    )


def _is_hyphenated(value: str) -> bool:
    """Return True if it is three or more words of some length with hyphens between."""
    parts = value.split("-")
    return (
        len(parts) >= 3 and all(len(part) >= 4 and part.isalnum() for part in parts) and not value.isdigit()
    )


_DIRECTLY: Final = (
    r"(?<![^\s\"'(])(?P<value>(?=\D{0,40}\d)(?=[^A-Z\s]{0,40}[A-Z])(?=[^a-z\s]{0,40}[a-z])"
    r"[A-Za-z\d!#$%&*?]{10,64})[ \t]\Z"
)
"""Anything that looks random directly before a name."""
_BEFORE: Final = (
    rf"(?:[ \t](?i:{_all('last')})|,?[ \t](?i:(?:that|which|it|das|dies|ce|eso|isso|este|questa|dat|это)[ ]?)?"
    rf"(?i:{_all('verbs')}|['’]s|c['’]est|[—–=]))[ \t]{{1,3}}(?:[^\s,.;:]{{1,20}}[ \t]{{1,3}}){{0,2}}\Z"
)
"""Words that lead from a value to the name after it."""


def _find_before(text: str, lowered: str) -> Iterator[tuple[int, int]]:
    """Find the values before a name: "with X as the password"."""
    for name in _NAMES.finditer(text, lowered):
        last = pattern(_BEFORE)
        link = last.search(text, max(0, name.start() - 50), name.start())
        found = link and pattern(r"\S{6,64}\Z").search(text, max(0, link.start() - 64), link.start())
        value = found[0].strip(_QUOTES) if found else ""
        if not found and (found := pattern(_DIRECTLY).search(text, max(0, name.start() - 66), name.start())):
            value = found["value"]
        if found and _is_strong(value, text, found.start()):
            start = text.index(value, found.start())
            yield start, start + len(value)


_SECOND: Final = r"[ \t]*[/|,;][ \t]*(?:\w{1,20}[ \t:]{1,3}){0,2}?(?P<value>[^\s,;]{5,64})"
_USERS: Final = f"{_all('users')}|{_all('login')}|{_all('networks')}"
_PAIR: Final = Anchored(
    _USERS,
    rf"(?i:(?<![\w])(?:{_USERS}))[^\n,/|]{{0,40}}?(?:[:=：]|[ \t])[ \t]*[^\s/|,;:]{{2,64}}{_SECOND}",
    before=r"(?<!\w)",
)
_ADDRESS: Final = Anchored("@", rf"(?<=\w)@[\w.-]{{3,80}}{_SECOND}")
_ENTERING: Final = Anchored(
    "log|sign|unlock|connect|get|melde|komm|entr|acc|encrypt|protect|locked with|secured|verschlüssel|geschützt|chiffr"
    "|cifrad",
    r"(?i:\b(?:log(?:s|ged)? ?in|sign(?:s|ed)? ?in|unlocks?|connect(?:e-toi)?|gets? in(?:to)?"
    r"|melde dich|komm[et]? (?:ich|man|er|sie|wir)|entr(?:[ao]|amos|e|es|ons|ez)"
    r"|acc[eè]de|(?:en|de)crypt(?:ed|s)?|protected|locked|secured|verschlüsselt|geschützt|chiffrée?"
    r"|cifrad[oa])\b[^\n.]{0,30}?"
    r"\b(?:with|mit|con|avec|com)[ \t]+)"
    r"(?:[^\s/]{1,40}(?:[ \t]*/[ \t]*|,?[ \t](?:and|und|et|y|e)(?:[ \t](?:then|dann|puis|luego|poi))?[ \t]))?"
    r"(?P<value>[^\s,;]{5,64})",
    before=r"\b",
)
_TO_ENTER: Final = Anchored(
    "and|und|et|y|con|e",
    r"(?<!\w)(?:and|und|et|y|con|e)[ \t]+(?P<value>[^\s,;]{6,64})[ \t]+(?:(?:to|zum|pour|para|per|om)[ \t]+)?"
    r"(?i:log ?in|sign ?in|get in|anmelden|einloggen|(?:se |te |me )?connecter|entrar|iniciar|accedere|inloggen)\b",
    before=r"(?<!\w)",
)
"""A password at the end of "use NAME and PASSWORD to log in"."""
_FOR_ENTERING: Final = Anchored(
    "use|take|nimm|benutze|utilise|prends|usa",
    r"(?i:\b(?:use|take|nimm|benutze|utilise|prends|usa))[ \t]+[\"'`“„«]?"
    r"(?P<value>[^\s,;\"'`”“»]{6,64})[\"'`”“»]?[ \t]+"
    r"(?i:(?:for|to|für|zum|pour|para|per)\b[^\n.,]{0,25}?"
    r"\b(?:log ?in|log-in|sign ?in|sign-in|anmeld|einlogg|connexion|connecter|acceso|entrar|accedere))",
    before=r"\b",
)
"""A password at the beginning of "use PASSWORD for the login"."""
_CALLED: Final = Anchored(
    "auth",
    r"(?i:auth[ ]?=[ ]?(?:\w{1,30})?\(|basic_?auth\()[\"'][^\"'\s]{1,64}[\"'],[ ]?[\"'](?P<value>[^\"'\s]{5,64})[\"']",
)
"""The user's name and the password as a library for HTTP takes them."""
_BRACKETED: Final = Anchored(
    "log|sign|access|anmeld|connexion|acceso",
    r"(?i:\b(?:log(?:s|ged)? ?in ?(?:to)?|sign(?:s|ed)? ?in ?(?:to)?|access|anmeld\w{1,4}|connexion"
    r"|acceso)\b[^\n.(]{0,40}\()"
    r"[^\s/:()]{2,40}[ ]?[/:][ ]?(?P<value>[^\s()]{5,64})\)",
    before=r"\b",
)
_WIRELESS: Final = Anchored(
    _all("networks"),
    rf"(?i:(?<![\w])(?:{_all('networks')}))[ \t:]{{1,3}}(?P<value>\d{{8,12}}|[^\W\d_]{{3,20}}\d{{3,8}})(?!\w)",
    before=r"(?<!\w)",
)


def _find_pairs(text: str, lowered: str) -> Iterator[tuple[int, int]]:
    """Find the password after a user's name, an address or the name of a network."""
    for sought in (_PAIR, _ADDRESS, _ENTERING, _TO_ENTER, _FOR_ENTERING, _CALLED, _BRACKETED, _WIRELESS):
        for found in sought.finditer(text, lowered):
            value = found["value"].strip(_QUOTES).rstrip(_CLOSING)
            start = found.start("value") + found["value"].find(value)
            is_digits = value.isdigit() and sought is _WIRELESS
            is_said = sought is _ENTERING and "-" in value and _is_said(value)
            if value and (is_digits or is_said or _is_strong(value, text, start)):
                yield start, start + len(value)


_STATED: Final = Anchored(
    f"{_all('names')}|{_all('names', _UNSPACED)}",
    rf"(?i:(?<![\w.-])(?:{_all('names')}"
    rf"|{_all('names', _UNSPACED)})(?:[ \t]*\([^)\n]{{0,30}}\))?(?:{_APART}\w{{1,12}})?)"
    rf"{_GAP}(?:[:：]{_APART}|[:：](?=[^\W\d_]{{4}}))[\"'`“„«]?"
    rf"(?P<value>[^\W\d_][^\W_]{{3,40}}(?:[ ][^\W\d_]{{3,20}}){{0,6}})"
    rf"[\"'`”“»]?(?=[.!]?[ \t]*(?:\n|\Z|[.,;][ \n]))",
)
_VERBAL: Final = Anchored(
    f"{_all('names')}|{_all('names', _UNSPACED)}",
    rf"(?i:(?:{_all('names')}){_WHOSE}{_APART}(?:{_all('verbs')})){_APART}"
    rf"[\"'“„«]?(?P<value>[a-zà-ÿ]{{3,14}}(?: [a-zà-ÿ\d]{{3,14}}){{3,7}})[\"'”“»]?(?=[.!]?[ \t]*(?:\n|\Z))",
)


_PHRASED: Final = Anchored(
    "pass ?phrase|passphrase|phrase|frase",
    rf"(?i:\b(?:pass ?phrase|phrase (?:de passe|secr[eè]te)|frase (?:de paso|secreta))(?:{_WHOSE}{_SIGN}"
    rf"|{_APART}(?:{_all('verbs')}){_APART}))"
    rf"(?P<value>(?=[^\n.]{{0,60}}\d)[\wà-ÿ]{{2,14}}(?: [\wà-ÿ]{{2,14}}){{2,6}}"
    rf"|(?<=[:=] )[a-zà-ÿ]{{3,12}}(?: [a-zà-ÿ]{{3,12}}){{3,7}})(?=[.!]?[ \t]*(?:\n|\Z))",
)
_FINAL: Final = Anchored(
    "passwort|kennwort", rf"(?i:passwort|kennwort){_APART}(?P<value>[^\s,.;:]{{4,40}})(?={_APART}lautet\b)"
)
"""The verb at the end of a German clause."""


_ANSWER: Final = Anchored(
    "security|secret|recovery|sicherheits|geheime|réponse|respuesta|密保|安全|秘密",
    r"(?i:\b(?:security|secret|recovery) (?:question )?answer|\bsicherheits(?:frage|antwort)\b|\bgeheime antwort"
    r"|\bréponse (?:secrète|de sécurité)|\brespuesta (?:secreta|de seguridad)"
    r"|(?:密保|安全)(?:问题|問題)?的?答案|秘密の(?:質問の)?答え)"
    r"[^\n:：=]{0,60}?[ \t]{0,3}[:：=][ \t]{0,3}(?P<value>[^\n]{2,80})",
)
"""The answer to a question that lets a person in again: all that follows."""


_NEWER: Final = (
    r"\[redacted: (?:password|PIN|secret)\][^\n.]{0,20}?\b(?i:(?:the )?new (?:one|password)(?: is|:)"
    r"|(?:das )?neue (?:ist|lautet)|l[ea] nouve(?:au|lle) (?:est|c['’]est|:)|(?:el|la) nuev[oa] (?:es|:))"
    r"[ \t]{1,3}[\"'`“]?(?P<value>(?=[^\s]{0,40}(?:\d|[^\w\s]))[^\s,;\"'`”]{4,60})"
)
"""A password after the one that it replaces."""


_ASSIGNED: Final = Anchored(
    "password|passphrase|passwd|_pass=|_secret=",
    r"(?i:password|passphrase|passwd|_pass|_secret)="
    r"(?P<value>\"[^\"\n$]{6,60} [^\"\n$]{1,60}\"|'[^'\n]{6,60} [^'\n]{1,60}')",
)
"""A value of several words in a shell or a file of settings."""


_QUOTED: Final = Anchored(
    _all("names"),
    rf"(?i:{_all('names')}){_WHOSE}(?:{_SIGN}|{_APART}(?:(?:{_all('verbs')}){_APART})?)"
    r"(?P<value>\"[^\"\n]{8,80}\"|'[^'\n]{8,80}'|“[^”\n]{8,80}”|„[^“”\n]{8,80}[“”]|«[^»\n]{8,80}»)",
)
"""Several words in quotes; they are a value if one of them looks like a password, also where another was
redacted before."""


def _find_stated(text: str, lowered: str) -> Iterator[tuple[int, int]]:
    """Find the plain words that are given as a password: after a sign any word, after a verb four or more."""
    for found in _ASSIGNED.finditer(text, lowered):
        if found[0][:4].isupper():
            yield found.start("value") + 1, found.end("value") - 1
    for found in _QUOTED.finditer(text, lowered):
        start, end = found.start("value") + 1, found.end("value") - 1
        said = text[start:end].split()
        if len(said) > 1 and any(_is_strong(one, "", 0) for one in said):
            yield start, end
    for found in (*_ANSWER.finditer(text, lowered), *pattern(_NEWER).finditer(text)):
        if "[redacted" not in found["value"]:
            start, end = found.span("value")
            yield start, end - len(found["value"]) + len(found["value"].rstrip(" .!"))
    for sought, fewest in ((_STATED, 1), (_FINAL, 1), (_PHRASED, 3), (_VERBAL, 4)):
        for found in sought.finditer(text, lowered):
            talk = pattern(rf"(?i:(?:{_all('talk')}|{_all('measures')})\Z)")
            said = found["value"].split()
            is_phrase = len(said) > 2 and not STOP_WORDS.intersection(map(str.lower, said))
            is_open = fewest > 1 and text[found.start("value") - 1] not in _QUOTES
            is_talk = any(map(talk.match, said)) or (is_open and re.search(r"(?:ed|ly|ing|t)\Z", said[0]))
            if not is_talk and len(said) >= fewest and (is_phrase or len(said) == 1):
                yield found.span("value")


_CELLS: Final = (
    rf"(?im)^[ |\"'`]{{0,9}}(?:[^\n|,;\t]{{1,40}}[|,;\t]){{0,12}}[ \"'`]{{0,9}}(?:{_all('names')}|(?:{_all('pin')})\b"
    r"|(?:pass|pw|pwd|passwd|mdp)\b)[ \"'`]{0,9}(?:[|,;\t][^\n]{0,200})?$"
)
"""The first row of a table with the name of a credential above a column."""
_NAME: Final = rf"(?i:{_all('names')}|{_all('pin')})"
_SHORT: Final = "(?i:pass|pw|pwd|passwd|mdp)"
"""Headings that may name something else, such as tests that pass: the values below must look like passwords."""
_MOST_ROWS: Final = 200


def _find_columns(text: str, _: str) -> Iterator[tuple[int, int]]:
    """Find the values in a column of a table whose heading is the name of a credential."""
    if "\n" not in text:
        text = text.replace("| |", "|\n|")  # the rows of a table on one line
    if "\n" not in text:
        return
    for heading in pattern(_CELLS).finditer(text):
        sign = next((one for one in "|\t;," if one in heading[0].strip(" |")), None)
        cells = heading[0].split(sign) if sign else []
        named = [cell.strip(" \t\"'`") for cell in cells]
        short = {at for at, cell in enumerate(named) if pattern(_SHORT).fullmatch(cell)}
        places = [at for at, cell in enumerate(named) if at in short or pattern(_NAME).fullmatch(cell)]
        start = heading.end() + 1
        for row in text[start:].split("\n", _MOST_ROWS)[:_MOST_ROWS]:
            given = row.split(sign)
            if not places or len(given) != len(cells):
                break
            for at in places:
                value = given[at].strip(" \t\"'`")
                if _is_given(value) and (at not in short or _is_strong(value, "", 0)):
                    first = start + len(sign or "") * at + sum(map(len, given[:at])) + given[at].index(value)
                    yield first, first + len(value)
            start += len(row) + 1


def _is_given(value: str) -> bool:
    """Return True if a cell holds a value, rather than a rule, a reference or nothing."""
    is_talk = pattern(rf"(?i:(?:{_all('talk')})\Z)").match(value)
    return (
        len(value) >= 4
        and " " not in value
        and value.strip("-:*.x") != ""
        and not (is_talk or pattern(_REFERENCE).match(value) or pattern(_OTHER).match(value))
    )


def _redacted(text: str, sought: Anchored) -> str:
    """Return the text without the values that a pattern finds; after a name without a value, search on from there."""
    parts, done, place = [], 0, 0
    lowered = lower(text)
    while found := sought.search(text, lowered, place):
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
    if pattern(_REFERENCE).match(value):
        return False
    led = next((name for name in _LOOKS if groups.get(name)), None)
    if led != "given" and (_is_other(value, found, groups) or not _is_named(found, groups)):
        return False
    return _LOOKS[led](value, found) if led else _is_said(value)


def _is_other(value: str, found: re.Match[str], groups: dict[str, str | None]) -> bool:
    """Return True if the form of a value shows that it is something else; a quoted name in code is a value."""
    if pattern(_OTHER).match(value):
        return True
    if found[0][:3].lower() == "pwd" and value.startswith("/"):  # the working directory
        return True
    is_quoted = found.string[found.start("value") - 1] in "\"'`"
    return bool(groups.get("sign")) and not is_quoted and bool(pattern(_IDENTIFIER).match(value))


def _is_named(found: re.Match[str], groups: dict[str, str | None]) -> bool:
    """Return True if the short name of a password has a stem before it; other names need none."""
    before = found.string[max(0, found.start() - 20) : found.start()]
    return not groups.get("short") or before.lower().endswith(_STEMS)


def _is_pin(value: str, found: re.Match[str]) -> bool:
    is_year = (
        found["sign"] and found["pin"] in ("pin", "Pin") and re.fullmatch(r"20\d\d", value)
    )  # a note of a pin
    return not found["next"] and not is_year and value.isdigit() and len(value) <= 8


def _is_long(value: str, found: re.Match[str]) -> bool:
    around = (found.string[max(0, found.start() - 1) : found.start()], found.string[found.start("value") - 1])
    if found["sign"] and around in (('"', '"'), ("'", "'")):  # a key and its value
        return _is_said(value)
    if found["sign"] and found["any"].isupper():  # a variable of the environment
        return len(value) >= 8 and _is_said(value)
    return _is_mixed(value) and bool(pattern(_LONG).fullmatch(value)) and not _is_prose(value)


def _is_written(value: str, _: re.Match[str]) -> bool:
    return len(value) >= 6 and bool(re.search(r"[0-9!@#$%^&*+=_-]", value))


def _is_next(value: str, _: re.Match[str]) -> bool:
    is_other_thing = re.match(r"[A-Z]{2,10}-\d{1,6}\b|[a-z_]+=", value)  # a ticket, an assignment
    looks = _is_mixed(value) or _is_odd(value)
    return len(value) >= 8 and looks and not is_other_thing and _is_said(value)


def _is_changed_to(value: str, found: re.Match[str]) -> bool:
    around = found.string[max(0, found.start() - _NEAR) : found.end() + _NEAR]
    is_of_verb = len(re.findall(r"\bto\b", found[0])) > 1  # "the password to log in to …"
    return _is_said(value) and not is_of_verb and bool(pattern(_CHANGING, re.IGNORECASE).search(around))


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
    looks = bool(re.search(r"\d|[!@#$%^&*]\w", value)) or _is_hyphenated(value) or _is_odd(value)
    return len(value) >= 6 and looks and not _is_prose(value)


def _is_mixed(value: str) -> bool:
    """Return True if there are both letters and digits."""
    return any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def _is_prose(value: str) -> bool:
    return bool(pattern(_PROSE, re.IGNORECASE).match(value))
