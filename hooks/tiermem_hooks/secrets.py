"""Take secrets out of everything on its way to the disk and to the model.

Formats of tokens are the issuers' own published ones; each is specific enough that ordinary prose does not match.
A secret becomes ``[redacted: NAME]``, so that one sees that something was there.
"""

from __future__ import annotations

import re

from tiermem import Change, Verdict
from tiermem.plugins import hookimpl

PATTERNS: dict[str, str] = {
    "private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z]+ )*PRIVATE KEY"
    r"(?: BLOCK)?-----|\Z)",
    "Anthropic key": r"\bsk-ant-[A-Za-z0-9_-]{16,}",
    "OpenAI key": r"\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}",
    "AWS access key": r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    "AWS secret key": r"(?i:aws[_-]?secret[_-]?(?:access[_-]?)?key)\W{1,6}[A-Za-z0-9/+=]{40}\b",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b",
    "GitLab token": r"\bglpat-[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
    "Slack webhook": r"https://hooks\.slack\.com/services/[A-Za-z0-9/_-]{20,}",
    "Stripe key": r"\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}",
    "Google API key": r"\bAIza[A-Za-z0-9_-]{35}",
    "Google OAuth token": r"\bya29\.[A-Za-z0-9_-]{20,}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}\b",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}\b",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{50,}",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    "Twilio key": r"\bSK[0-9a-f]{32}\b",
    "Telegram bot token": r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b",
    "JSON web token": r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
    "password in a URL": r"(?<=://)[^\s:/@]{1,64}:[^\s:/@]{3,128}(?=@)",
    "password": r"(?i:\b(?:password|passwd|passphrase|pwd|api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret"
    r"|secret[_-]?key)\b(?:\s+(?:is|was)|\s*[:=])\s*[\"'`]?)(?=[^\s\"'`]*[0-9!@#$%^&*+=_-])[^\s\"'`]{6,200}",
}
"""Name → pattern of each kind of secret."""

_COMPILED = [(name, re.compile(pattern)) for name, pattern in PATTERNS.items()]
_HINTS = re.compile(
    r"-----BEGIN|sk-|AKIA|ASIA|aws|gh[pousr]_|github_pat_|glpat-|xox|hooks\.slack|[sr]k_(?:live|test)_|AIza|ya29|hf_"
    r"|npm_|pypi-|SG\.|SK[0-9a-f]|:AA|eyJ|://|pass|pwd|key|token|secret",
    re.IGNORECASE,
)


def redact(text: str) -> str:
    """*text* with every secret replaced by its name."""
    if not _HINTS.search(text):
        return text
    for name, pattern in _COMPILED:
        text = pattern.sub(f"[redacted: {name}]", text)
    return text


@hookimpl
def check_write(change: Change) -> Verdict | None:
    """Redact what looks like a secret; nothing to say about anything else."""
    clean = redact(change.content)
    if clean == change.content:
        return None
    return Verdict(action="redact", content=clean, reason="it held a secret")
