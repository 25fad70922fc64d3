"""Find and redact secrets in texts.

A secret is found by its form (`TOKENS`, cards, IBANs), by the words before it (one-time seeds, recovery codes, numbers
that open a door), by the words around it (`credentials`), or by looking random. Tokens and numbers that are split over
lines are found by a second reading without the breaks, those in another form by `disguised`. Each is replaced by
``[redacted: NAME]``, so that a reader sees that something was there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import Final

from tiermem_hooks.secrets.anchored import lower, pattern
from tiermem_hooks.secrets.disguised import find_disguised, find_in_entities, find_key_phrases
from tiermem_hooks.secrets.hints import has_hint

Span = tuple[int, int, str]
"""Start and end of a secret, and the name of its kind."""

_GAP = r"[ \t]{0,3}"

TOKENS: dict[str, str] = {
    "private key": r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?=[\s\S]{0,400}?[A-Za-z0-9+/]{24})"
    r"[\s\S]*?"
    r"(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|\Z)"
    r"|\bMII[A-Za-z0-9+/]{2,4}IBA(?:DANBg|AK)[A-Za-z0-9+/=\s]{40,8000}"
    r"|\bMHcCAQEE[A-Za-z0-9+/=\s]{40,400}|\bb3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s]{40,8000}"
    r"|\bAGE-SECRET-KEY-1[A-Z0-9]{40,70}|\bPuTTY-User-Key-File-\d[\s\S]{0,8000}?Private-MAC:[^\n]{0,100}",
    "Anthropic key": r"\bsk-ant-[A-Za-z0-9_-]{16,}",
    "OpenAI key": r"\bsk-(?:(?:proj|svcacct|admin|None|or-v\d)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{20,})",
    "AWS access key": r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    "AWS secret key": r"(?i:aws[ _-]?secret[ _-]?(?:access[ _-]?)?key)"
    r"(?:\W{1,6}|[ \t]{1,3}(?:is|was)[ \t]{1,3})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    "GitLab token": r"\b(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|agent|imt|ffct)-|GR1348941)[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}",
    "webhook": r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}"
    r"|https://(?:\w{1,12}\.)?discord(?:app)?\.com/api/webhooks/\d{8,22}/[A-Za-z0-9_-]{20,}"
    r"|https://[\w-]{1,60}\.webhook\.office\.com/\S{30,300}"
    r"|https://hooks\.zapier\.com/hooks/catch/\d{3,12}/\w{4,20}",
    "Stripe key": r"\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}",
    "Google API key": r"\bAIza[A-Za-z0-9_-]{35}",
    "Google OAuth token": r"\bya29\.[A-Za-z0-9_-]{20,}|\bGOCSPX-[A-Za-z0-9_-]{20,}|\b1//0[A-Za-z0-9_-]{30,}",
    "Hugging Face token": r"\b(?:hf_|api_org_)[A-Za-z0-9]{30,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36,}",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{50,}",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}",
    "Twilio key": r"\b(?:SK|AC)[0-9a-f]{32}\b",
    "Telegram bot token": r"\b\d{8,10}:AA[A-Za-z0-9_-]{32,35}",
    "DigitalOcean token": r"\bdo[opr]_v1_[0-9a-f]{64}",
    "JSON web token": r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]{10,})?"
    r"|(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
    "recovery key": r"(?<![\d-])\d{6}(?:-\d{6}){7}(?![\d-])",
    "Azure key": r"(?i:\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=)[A-Za-z0-9+/]{40,90}={0,2}"
    r"|(?<![\w~.-])\w{3}\dQ~[\w.~-]{31,34}|\b\w{3}\dQ~[\w.~-]{31,34}|\b\w{3}[78]Q~[\w.~-]{31,34}",
    "signed URL": r"(?<=[?&])(?:sv|sp|st|se|ss|sr|si|skoid)=[^\s\"'<>]{0,500}?\bsig=[A-Za-z0-9%+/=_-]{20,200}"
    r"|(?<=[?&])X-Amz-[^\s\"'<>]{0,900}?X-Amz-Signature=[0-9a-f]{40,64}"
    r"|(?<!\w)sig(?:nature)?=[A-Za-z0-9%+/=_-]{30,200}",
    "authorization header": rf"(?i:\bauthorization[\"']?{_GAP}[:=]{_GAP}[\"']?(?:bearer|basic|token)[ \t]{{1,3}})"
    r"[A-Za-z0-9._~+/=-]{12,}",
    "bearer token": r"\bA{18,26}(?=[A-Za-z%]{0,60}\d)[A-Za-z0-9%]{50,140}"
    r"|\b[Bb](?:earer|EARER)[ \t]{1,3}(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{20,}",
    "session cookie": r"(?i:\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sid"
    r"|sess(?:ion)?(?:[_-]?id)?|csrf_?token"
    r"|auth|remember_token|_\w{2,20}_session))=[A-Za-z0-9%._~+/=-]{16,}",
    "password hash": r"(?<![\w$])\$(?:1|2[abxy]?|5|6|7|y|apr1|sha1|md5|argon2(?:id|i|d)|scrypt"
    r"|pbkdf2(?:-sha\d{1,3})?)\$[A-Za-z0-9./+=,$-]{20,300}",
    "Wi-Fi password": r"(?<=WIFI:)(?=[^\s]{0,120}?P:)[^\s]{0,120}?(?<=[:;])P:[^\s;]{4,80}",
    "password in a URL": r"(?<=://)[^\s:/@]{0,64}:[^\s:/@]{3,128}(?=@)"
    r"|(?<=://)[^\s/:]{0,64}:[^\s/]{3,128}(?=@[\w.-]{1,80}[:/])"
    r"|(?<=:thin:)[^\s:/@]{1,64}/[^\s/@]{3,128}(?=@)",
    "API key": r"\b(?:[sprk]k|gsk|key|api|pat|token|secret|xai|pplx|tvly|nvapi|lin_(?:api|oauth)"
    r"|dckr_(?:pat|oat)|gl(?:sa|c)|r8"
    r"|shp(?:at|ss|ca|pa)|rnd|fm[12]|rubygems|figd|figo?|sntry[su]|dp|pscale_(?:tkn|pw|oauth)|sbp|sb_secret|re"
    r"|ntn|phc|phx"
    r"|e2b|fc|jina|vercel|vcp|nfp|patat|EAAA?|ATTA|op|ops_eyJ|sl|tfp|tok|ak|esecret|live|test|prod|mcp|ghu"
    r"|cfut|cfat|wandb"
    r"|lsv2_(?:pt|sk)|pk|pul|sgp|srv|sk_car|rpa|fw|csk|tgp_v1|co|voyage|pa|ctx7sk|bb|unkey|dub|svix|inngest"
    r"|clh|ubi)"
    r"[-_](?:[a-z0-9]{1,12}[-_]){0,3}(?=[A-Za-z_+/-]{0,64}\d)(?=[\d_-]{0,64}[A-Za-z])"
    r"[A-Za-z0-9]{20,}[A-Za-z0-9_+/=-]{0,400}",
    "access token": r"\bhvs\.[A-Za-z0-9_-]{24,}|\bhvb\.[A-Za-z0-9_-]{24,}|\bs\.[A-Za-z0-9]{24}\b"
    r"|\bdapi[0-9a-f]{32}(?:-\d)?"
    r"|\bshp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}|\bglsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|\bLTAI[A-Za-z0-9]{12,20}\b"
    r"|\bAKID[A-Za-z0-9]{13,40}\b"
    r"|\bv1\.0-[0-9a-f]{16,32}-[0-9a-f]{60,200}|\bFlyV1 fm\d_[A-Za-z0-9+/=_,-]{24,}|\bfm\d_[A-Za-z0-9+/=_-]{24,}"
    r"|\btskey-(?:[a-z]{2,12}-)?[A-Za-z0-9-]{16,80}|\bsntrys_[A-Za-z0-9+/=_-]{24,}|\bNR(?:AK|II|JS|RA"
    r"|BR)-[A-Z0-9]{20,40}"
    r"|\bATATT3[A-Za-z0-9_=-]{24,}|\bATCTT3[A-Za-z0-9_=-]{24,}|\bATBB[A-Za-z0-9_=]{28,40}\b"
    r"|\bfigd_[A-Za-z0-9_-]{24,}"
    r"|\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}|\bdckr_[po]at_[A-Za-z0-9_-]{20,}|\bcio[A-Za-z0-9]{30,34}\b"
    r"|\bnvapi-[A-Za-z0-9_-]{40,}"
    r"|\b[MNO][A-Za-z\d]{22,27}\.[\w-]{6}\.[\w-]{25,45}|\b[0-9a-f]{32}-us\d{1,2}\b|\bkey-[0-9a-f]{32}\b"
    r"|\bEAA[A-Za-z0-9]{60,300}|\bEAAA[A-Za-z0-9_-]{40,80}|\bsq0(?:atp|csp)-[A-Za-z0-9_-]{20,50}"
    r"|\bxkeysib-[0-9a-f]{60,70}-\w{16}"
    r"|\bsecret_[A-Za-z0-9]{40,46}\b|\bntn_[A-Za-z0-9]{40,50}\b|\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}|\bpat-(?:na"
    r"|eu)\d-[0-9a-f-]{36}"
    r"|\bduffel_(?:live|test)_[A-Za-z0-9_-]{40,}|\bHRKU-[A-Za-z0-9_-]{36,64}|\bCCIPAT_\w{20,80}"
    r"|\bCFPAT-[A-Za-z0-9_-]{40,}"
    r"|\bAGPA[A-Z0-9]{16}\b|\bdt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}|\bvercel_(?:[a-z]{2,8}_){0,3}[A-Za-z0-9_]{20,}"
    r"|\bpscale_\w{2,6}_[\w.=-]{30,}"
    r"|\bdoo_v1_[0-9a-f]{64}|\bnfp_[A-Za-z0-9]{36,44}|\bsbp_[0-9a-f]{40}|\bsupabase_\w{2,20}_[\w-]{20,}"
    r"|\bAIzaSy[\w-]{30,36}"
    r"|\bsk\.eyJ[\w-]{20,}\.[\w-]{16,}|\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"
    r"|\bAKCp[A-Za-z0-9]{60,75}\b|\bcmVmd[A-Za-z0-9]{55,62}\b|\b4b1d[A-Za-z0-9]{38}\b|\bxprv[1-9A-HJ-NP-Za-km-z]{90,}"
    r"|\bp8e-[a-z0-9]{32}\b|\bEZ[AT]K[A-Za-z0-9]{50,58}\b|\bdG9r[A-Za-z0-9+/_=-]{50,64}|\bbkua_[0-9a-f]{40}\b"
    r"|\b(?:FLWSECK(?:_TEST)?|pul|api|sdk|mob|pnu|pnb)[-_](?:[0-9a-f]{32,40}|[0-9a-z]{36})(?:-X)?\b"
    r"|\b(?:api|sdk)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\baccess-(?:production|development|sandbox)-[0-9a-f-]{36}"
    r"|\baccess_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"
    r"|\bre_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,40}\b"
    r"|\boy2[a-z0-9]{43}\b|\b[12]/\d{15,18}(?:/\d{15,18})?:[0-9a-f]{32}\b"
    r"|\bkey[A-Za-z0-9]{14}\b(?=\W{0,3}$)|\bT3BlbkFJ[A-Za-z0-9]{16,}",
}
"""Pattern of each kind of token, by name: formats that issuers publish. Repetitions are bounded or cannot begin again
inside themselves, so the time taken is proportional to the length of the text."""

_HINTS: Final = (
    "-----begin", "xox", "xapp-", "://", ":thin:", "sk-ant-", "sid=", "sess=", "sess_id=", "sess-id=",
    "session=", "sessionid=", "session_id=", "session-id=", "csrf", "auth=", "token=",
    "authorization", "bearer", "akia", "ltai", "akid", "sig=", "signature=", "putty-",
    "wifi:", "hf_", "npm_", "_live_", "_test_", "$apr1$", "$argon2", "$2a$", "$2b$", "$2y$", "$pbkdf2", "$scrypt$",
    "hooks.", "webhook", "sharedaccess", "accountkey", "aaaaaaaaaaaaaaaaaa",
)  # fmt: skip
"""Each token of `TOKENS` has one of these in it, in lower case, a run like `_RANDOM`, or pieces like `_FIRST_PIECE`."""

_RANDOM: Final = re.compile(r"(?=[A-Za-z+/_=.~-]{0,40}\d)[A-Za-z0-9+/_=.~-]{20}")
_FIRST_PIECE: Final = (
    r"[A-Za-z]{2,8}[_-][A-Za-z0-9_-]{6,20}(?:[\"']|\s)"
    r"|(?=[A-Za-z_-]{0,18}\d)[A-Za-z0-9_-]{10,24}[\"']?[ \t]{0,3}[\\+]?[ \t]{0,3}(?:[\"']|\r?\n)"
)
"""The first piece of a token that is split; "self-portrait " looks like one."""
_CHUNK: Final = re.compile(r"\S{13}|\b[a-z]{2,6}_[A-Za-z0-9]{6}")
_DUMMY: Final = (
    r"(?i:example|your|change.?me|replace|placeholder|redacted|dummy|insert|sample|todo|foo.?bar)|x{6}|X{6}"
    r"|0{10}|\.{3}|\*{3}"
    r"|(.)\1{9}"
)
"""A published sample, or what stands for a token."""
_PUBLISHABLE: Final = r"pk_(?:live|test)_"
"""Begins a key that pages show to everybody."""
_URL_DUMMY: Final = (
    r"(?i:[^:/]{0,64}[:/](?:<[^>]{1,40}>|\$.{1,60}|\{.{1,60}|%.{1,40}|\[.{1,40}|\*+"
    r"|pass(?:word|wd)?|pwd|secret|pw|token|x+|\.{3}))\Z"
)
_FEWEST_DISTINCT: Final = 8


@cache
def _tokens() -> re.Pattern[str]:
    """Return one pattern of all tokens, the group of each named by its place."""
    return re.compile("|".join(f"(?P<t{place}>{one})" for place, one in enumerate(TOKENS.values())))


_NAMES: Final = tuple(TOKENS)


def _find_tokens(text: str) -> Iterator[Span]:
    """Find secrets that are known by their form, samples left out."""
    for found in _tokens().finditer(text):
        assert found.lastgroup is not None
        name = _NAMES[int(found.lastgroup[1:])]
        if not _is_dummy(found[0], name):
            yield (*found.span(), name)


def _is_dummy(value: str, name: str) -> bool:
    """Return True if a match is a sample and not a secret."""
    if name == "password in a URL":
        return pattern(_URL_DUMMY).match(value) is not None
    if name == "private key" or value.startswith("A" * 18):  # how the bearer tokens of an issuer begin
        return False
    if pattern(_PUBLISHABLE).match(value):
        return True
    return pattern(_DUMMY).search(value) is not None or len(set(value)) < _FEWEST_DISTINCT


# Numbers with a checksum

_DIGITS: Final = (
    r"(?<![\w.-])\d(?:[ \t\u00a0\u202f\u2010-\u2015.-]{0,2}(?:\r?\n[ \t]{0,4})?\d){11,18}(?![\w-]|\.\d)"
)
_DECIMAL: Final = r"\d+\.\d+"
_CARDS: Final = (
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|(?:6011"
    r"|64[4-9]\d|65\d\d)\d{12}"
    r"|35\d{14}|62\d{14,17}|220[0-4]\d{12,15}|(?:50|5[6-9]|6[37])\d{10,17}"
)
"""Prefix and length of what the large card networks issue."""
_IBAN: Final = (
    r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ \t\u00a0-]{0,2}(?:\r?\n[ \t]{0,4})?[A-Za-z0-9]){11,30}"
    r"(?![A-Za-z0-9])"
)
_IBAN_LENGTHS: Final = {
    country: int(length)
    for country, length in re.findall(
        r"([A-Z]{2})(\d{2})",
        "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18GR27"
        "GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29"
        "PT25QA29RO24RS22SA24SC31SE24SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20",
    )
}
"""Length of an account number by country, of the registry of SWIFT."""


def _luhn(digits: str) -> bool:
    """Return True if the last digit is the check digit of the others (ISO/IEC 7812)."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _mod_97(number: str) -> bool:
    """Return True if the check digits of an IBAN are right (ISO 13616)."""
    return int("".join(str(int(one, 36)) for one in number[4:] + number[:4])) % 97 == 1


def _find_numbers(text: str) -> Iterator[Span]:
    """Find card numbers and IBANs whose check digits are right."""
    for found in pattern(_DIGITS).finditer(text):
        digits = "".join(str(int(one)) for one in found[0] if one.isdecimal())
        if pattern(_DECIMAL).fullmatch(found[0]):
            continue
        if pattern(_CARDS).fullmatch(digits) and _luhn(digits) and len(set(digits)) > 1:
            yield (*found.span(), "card number")
    for found in pattern(_IBAN).finditer(text):
        yield from _iban(found)


def _iban(found: re.Match[str]) -> Iterator[Span]:
    """Find the IBAN in what may be one with a word after it."""
    length = _IBAN_LENGTHS.get(found[0][:2].upper())
    places = [place for place, one in enumerate(found[0]) if one.isalnum()]
    if (
        length is None
        or len(places) < length
        or (len(places) > length and found[0][places[length] - 1].isalnum())
    ):
        return
    number = "".join(found[0][place] for place in places[:length]).upper()
    if number.isascii() and _mod_97(number):
        yield found.start(), found.start() + places[length - 1] + 1, "IBAN"


# A second reading

_BREAK: Final = (
    r"(?<=[A-Za-z0-9_+/=-])(?:[\u00ad\u200b-\u200f\u2060\ufeff]{1,4}"
    r"|(?:[\"']?[ \t]{0,8}[\\+.&>|]?[ \t]{0,4}\r?\n[ \t>|]{0,40}(?:\+[ \t]{0,4})?[\"']?"
    r"|[\"'][ \t]{0,4}[+.\\]?[ \t]{0,4}[\"']|\\? )"
    r"(?=[A-Za-z_+/=-]{0,60}\d|[A-Za-z+/_-]{0,9}[a-z][A-Z][A-Za-z+/_-]{0,9}[a-z][A-Z])(?=[\d_+/=-]{0,60}[A-Za-z])"
    r"(?=[A-Za-z0-9_+/=-]{8}))"
)
"""Breaks within a token: line ends, continuation signs, quotes around the pieces, invisible characters."""
_WITHOUT_SPACES: Final = _BREAK.replace(r"|\\? )", ")")
_START: Final = r"(?<=[-_.])(?:\\?\r?\n[ \t]{0,8}|\\? )(?=[A-Za-z0-9_-]{12})"
"""The end of a token's prefix that ends a line, or did before the lines were joined."""


def _find_split(text: str) -> Iterator[Span]:
    """Find tokens that are whole only without the breaks in them.

    Spaces break a token only in a reading of their own: taken out everywhere they join the word before a token to it.
    """
    if pattern(_IS_BROKEN).search(text):
        yield from _find_joined(text, _WITHOUT_SPACES)
    yield from _find_joined(text, _BREAK)


_SPACES: Final = (" ", "\\ ")
_IS_BROKEN: Final = r"[\n\u00ad\u200b-\u200f\u2060\ufeff]|[\"'][ \t]{0,4}[+.\\]?[ \t]{0,4}[\"']"


def _find_joined(text: str, broken_by: str) -> Iterator[Span]:
    within = (
        one
        for one in pattern(broken_by).finditer(text)
        if one[0] not in _SPACES or _is_piece(text, one.start())
    )
    breaks = sorted({one.span() for one in chain(within, pattern(_START).finditer(text))})
    if not breaks:
        return
    parts: list[str] = []
    places: list[int] = []
    done = 0
    for start, end in breaks:
        if start < done:
            continue
        parts.append(text[done:start])
        places.extend(range(done, start))
        done = end
    parts.append(text[done:])
    places.extend(range(done, len(text)))
    joined = "".join(parts)
    for start, end, name in _find_tokens(joined):
        first, last = places[start], places[end - 1]
        if name not in ("private key", "password in a URL", "signed URL") and last - first > end - start - 1:
            yield first, last + 1, name


def _is_piece(text: str, end: int) -> bool:
    """Return True if what ends here is a piece of a token rather than a word."""
    return pattern(_PIECE).search(text, max(0, end - 80), end) is not None


_PIECE: Final = r"(?:\d|[A-Za-z]_|[a-z][A-Z])[A-Za-z0-9_+/=-]{0,60}\Z"

# Its place

_LINES: Final = (
    r"(?m)(?<![^\s\"'`(])[\w.*-]{1,80}:(?:\d{4,5}|\*):[\w*-]{1,63}:[\w.*-]{1,63}:"
    r"(?P<password>(?=\D{0,60}\d)[^\s:\"'`]{6,200})(?![^\s\"'`)])"
    r"|[?&](?i:(?:X-(?:Amz|Goog)-)?(?:Signature|Security-Token)|sig)=(?P<signed>[\w%+/=.-]{20,2000})"
    r"|\b(?:client-key-data|private_?key_?data)[\"']?: ?[\"']?(?P<key>[A-Za-z0-9+/]{40,8000}={0,2})"
    r"|(?<=KEY=base64:)(?P<app>[A-Za-z0-9+/]{40,90}={0,2})"
    r"|/(?i:magic(?:-?link)?|(?:password-?)?reset|verify|confirm|activate|invite|log-?in|sign-?in|auth|sso|join)/"
    r"(?P<once>(?=[A-Za-z_-]{0,40}\d)[\w-]{20,200})"
)
"""Secrets by their place in a file or an address: a line of .pgpass, a key in a kubeconfig, the signature of an
address, a link that opens once."""


def _find_by_place(text: str) -> Iterator[Span]:
    if text.count(":") < 4 and text.count("/") < 2 and "=" not in text and "data" not in text:
        return  # none of the alternatives can match
    for found in pattern(_LINES).finditer(text):
        assert found.lastgroup is not None
        yield (*found.span(found.lastgroup), "secret")


# What looks random

_LONG: Final = r"(?<![\w/+=.%-])[A-Za-z0-9+_/=.~-]{28,512}(?![\w/+=%-])"
_SHORTEST_LONG: Final = 28
_HASHED: Final = (
    r"(?i:sha-?\d|md5|digest|hash|finger ?print|public|pub ?key|integrity|checksum|commit|etag|revision"
    r"|trace|uuid|guid|ssh-(?:rsa|ed|dss)"
    r"|ecdsa|certificate|\bh1:|base64|data:|go\.sum|signature|\bnix\b|minisign|blob|ipfs|address|transaction"
    r"|\btx\b|://|\.[a-z]{2,4}/|clid=)"
)
"""Words on a line with something that looks random and is no secret."""
_ON_CHAIN: Final = r"0x[0-9a-fA-F]{40}\Z"
"""An address of Ethereum and its like."""
_PUBLIC: Final = (
    r"-----BEGIN [A-Z ]{0,40}(?:PUBLIC KEY|CERTIFICATE|MESSAGE|SIGNATURE"
    r"|REQUEST)[A-Z ]{0,10}-----(?![\s\S]{0,9000}?-----END)"
)
"""The beginning of a block that is public, not yet at its end."""


_PREFIXED: Final = r"[A-Za-z]{2,10}\d?_(?:[a-z0-9]{1,8}_)?(?=(?:[a-z]{0,9}\d){5})[a-z0-9]{30,80}\Z"
"""A random run without capitals behind the prefix that issuers put before tokens."""
_NAMED_PUBLIC: Final = (
    r"(?:age1|npub1|bc1|tb1|addr1|price_|prod_|cus_|acct_|sub_|ch_|pi_|evt_|in_|seti_|file-|run_|thread_|asst_|msg_|chatcmpl-)"
    r"|(?:[\w-]{0,30}=)?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z"
)
"""Begins, or is, an identifier that anybody may read."""


def _find_random(text: str) -> Iterator[Span]:
    """Find long runs of letters and digits that look random, where nothing says that it is a hash."""
    if all(len(run) < _SHORTEST_LONG for run in text.split()):
        return
    for found in pattern(_LONG).finditer(text):
        value = found[0]
        line = text[max(text.rfind("\n", 0, found.start()) + 1, found.start() - 60) : found.end()]
        is_known = (
            pattern(_HASHED).search(line)
            or pattern(_ON_CHAIN).match(value)
            or pattern(_NAMED_PUBLIC).match(value)
            or pattern(_PUBLIC).search(text, 0, found.start())
        )
        if _is_random(value) and not is_known and not pattern(_DUMMY).search(value):
            yield (*found.span(), "secret")


_LONG_LOWER: Final = 40
"""Characters of a random run without capitals, at least; shorter ones are names of machines and builds."""


def _is_random(value: str) -> bool:
    """Return True if a run looks random, or a long part of it behind a prefix does."""
    return (
        _looks_random(value)
        or bool(pattern(_PREFIXED).match(value))
        or any(len(part) >= _LONG_PART and _looks_random(part) for part in re.split(r"[_.=~-]", value))
    )


_LONG_PART: Final = 20


def _looks_random(value: str) -> bool:
    classes = [
        "a" if one.islower() else "A" if one.isupper() else "0" if one.isdigit() else "-" for one in value
    ]
    inside = [one for one in classes if one != "-"]
    changes = sum(one != other for one, other in pairwise(inside))
    is_lower = (
        set(inside) == {"a", "0"} and len(inside) >= _LONG_LOWER and re.search(r"[g-z]", value) is not None
    )
    return (
        (len(set(inside)) == 3 or is_lower)
        and changes * 2.6 > len(inside)
        and value.count("/") <= 2
        and classes.count("-") * 6 < len(value)
    )


# All together

_NAMED: Final = r"\[redacted: [^\]\n]{1,40}\]"
_NUMBERS: Final = re.compile(r"(?:\d[ \t\u00a0\u202f\u2010-\u2015.\r\n-]{0,6}){12}|[A-Za-z]{2}\d\d")


_CLEAN: Final[set[str]] = set()
"""Short texts without a secret, because the same entries are read with every prompt."""
_MOST_CLEAN, _LONGEST_CLEAN = 2_000, 1_000
"""Maximum number of these texts, and of characters in one."""


def redact(text: str) -> str:
    """Return *text* with every secret replaced by the name of its kind."""
    if text in _CLEAN:
        return text
    redacted = _redact(text)
    if redacted == text and len(text) <= _LONGEST_CLEAN:
        if len(_CLEAN) >= _MOST_CLEAN:
            _CLEAN.clear()
        _CLEAN.add(text)
    return redacted


def _redact(text: str) -> str:
    text = _without(text, chain(find_key_phrases(text), find_in_entities(text, _holds_secret)))
    text = _redact_plain(text)
    return _without(text, find_disguised(text, _holds_secret))


def _holds_secret(text: str) -> bool:
    return _redact_plain(text) != text


def _redact_plain(text: str) -> str:
    """Return *text* without the secrets that are written as they are."""
    lowered = text.lower()
    if _CHUNK.search(text) and _may_hold_token(text, lowered):
        text = _without(text, _find_split(text))
        text = _without(text, _find_tokens(text))
    if _NUMBERS.search(text):
        text = _without(text, _find_numbers(text))
    if has_hint(pattern(_NAMED).sub("", lowered) if "[redacted: " in lowered else lowered):
        from tiermem_hooks.secrets.codes import find_by_heading, find_opening  # few texts need their patterns
        from tiermem_hooks.secrets.credentials import redact_credentials

        text = _without(text, find_by_heading(text, lower(text)))
        text = _without(text, find_opening(text, lower(text)))
        text = redact_credentials(text)
    return _without(text, chain(_find_by_place(text), _find_random(text)))


def _may_hold_token(text: str, lowered: str) -> bool:
    """Return False for most texts: the pattern of all tokens takes milliseconds to compile."""
    if _RANDOM.search(text) or any(hint in lowered for hint in _HINTS):
        return True
    return pattern(_FIRST_PIECE).search(text) is not None and any(
        pattern(one).search(text) for one in (_BREAK, _START)
    )


def _without(text: str, spans: Iterable[Span]) -> str:
    """Return a text with these stretches replaced by the names of their kinds, save within what was replaced before."""
    found: Sequence[Span] = sorted(spans, key=lambda span: (span[0], -span[1]))
    if not found:
        return text
    taken = [one.span() for one in pattern(_NAMED).finditer(text)]
    parts, done = [], 0
    for start, end, name in found:
        if start < done or any(start < last and end > first for first, last in taken):
            continue
        parts += [text[done:start], f"[redacted: {name}]"]
        done = end
    return "".join([*parts, text[done:]])


def is_about_secret(text: str) -> bool:
    """Return True if there is a secret in *text*, or was one."""
    return "[redacted: " in redact(text)
