"""Redact secrets in everything that is about to be stored or shown to the model.

Token formats are those that their issuers publish; each is specific enough that ordinary prose does not match it. A
secret without a format of its own, such as a password, is found by the words around it (`tiermem_hooks.credentials`).
It is replaced by ``[redacted: NAME]``, so that a reader sees that something was there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from tiermem import Verdict
from tiermem.plugins import hookimpl
from tiermem_hooks.credentials import redact_credentials

if TYPE_CHECKING:
    from tiermem import Change

_GAP = r"[ \t]{0,3}"

PATTERNS: dict[str, str] = {
    "private key": r"-----BEGIN (?:[A-Z]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z]+ ){0,4}PRIVATE"
    r" KEY(?: BLOCK)?-----|\Z)",
    "Anthropic key": r"\bsk-ant-[A-Za-z0-9_-]{16,}",
    "OpenAI key": r"\bsk-(?:(?:proj|svcacct|admin|None|or-v\d)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{20,})",
    "AWS access key": r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    "AWS secret key": r"(?i:aws[ _-]?secret[ _-]?(?:access[ _-]?)?key)"
    r"(?:\W{1,6}|[ \t]{1,3}(?:is|was)[ \t]{1,3})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    "GitLab token": r"\bglpat-[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}",
    "Slack webhook": r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}",
    "Stripe key": r"\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}",
    "Google API key": r"\bAIza[A-Za-z0-9_-]{35}",
    "Google OAuth token": r"\bya29\.[A-Za-z0-9_-]{20,}|\bGOCSPX-[A-Za-z0-9_-]{20,}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36,}",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{50,}",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}",
    "Twilio key": r"\bSK[0-9a-f]{32}\b",
    "Telegram bot token": r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}",
    "DigitalOcean token": r"\bdo[opr]_v1_[0-9a-f]{64}",
    "JSON web token": r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
    "Azure storage key": r"(?i:AccountKey=)[A-Za-z0-9+/]{86}==",
    "authorization header": rf"(?i:\bauthorization[\"']?{_GAP}[:=]{_GAP}[\"']?(?:bearer|basic|token)[ \t]{{1,3}})"
    r"[A-Za-z0-9._~+/=-]{12,}",
    "bearer token": r"\b[Bb](?:earer|EARER)[ \t]{1,3}(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{20,}",
    "password in a URL": r"(?<=://)[^\s:/@]{0,64}:[^\s:/@]{3,128}(?=@)",
    "API key": r"\b(?:[sprk]k|gsk|key|api|pat|token|secret|xai|pplx|tvly|nvapi|lin_api|dckr_pat|glsa|shp(?:at|ss)|r8)"
    r"[-_](?:[a-z]{2,12}[-_]){0,3}(?=[A-Za-z]{0,64}\d)(?=\d{0,64}[A-Za-z])[A-Za-z0-9]{20,}[A-Za-z0-9_-]{0,200}",
}
"""Pattern of each kind of secret, by name. Repetitions are bounded or cannot begin again inside themselves, so the time
taken is proportional to the length of the text."""

_HINTS = (
    "-----begin", "akia", "asia", "aws", "github_pat", "glpat-", "xox", "xapp", "hooks.slack", "whsec", "aiza", "ya29",
    "gocspx", "hf_", "npm_", "pypi-", "sg.", ":aa", "_v1_", "eyj", "accountkey", "://", "authorization", "bearer",
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "xai-", "pplx-", "tvly-", "nvapi-", "glsa_", "shpat_", "shpss_", "r8_",
    *(f"{prefix}{sign}" for prefix in ("sk", "pk", "rk", "key", "api", "pat", "token", "secret") for sign in "-_"),
)  # fmt: skip
"""Each secret of `PATTERNS`, but for Twilio's, has one of these in it, in lower case: only such texts are searched."""


@cache
def _compiled() -> Sequence[tuple[str, re.Pattern[str]]]:
    return [(name, re.compile(pattern)) for name, pattern in PATTERNS.items()]


def redact(text: str) -> str:
    """Return *text* with every secret replaced by its name."""
    lowered = text.lower()
    if "SK" in text or any(hint in lowered for hint in _HINTS):
        for name, pattern in _compiled():
            text = pattern.sub(f"[redacted: {name}]", text)
    return redact_credentials(text)


def is_about_secret(text: str) -> bool:
    """Return True if there is a secret in *text*, or was one."""
    return "[redacted: " in redact(text)


@hookimpl
def check_write(change: Change) -> Verdict | None:
    """Redact the secrets in a change; None where there are none."""
    clean = redact(change.content)
    if clean == change.content:
        return None
    return Verdict(action="redact", content=clean, reason="it held a secret")
