"""Rule out that a text holds a credential, which most do not, without importing the patterns of credentials."""

from __future__ import annotations

from functools import cache
from typing import Final

from tiermem.plugins.text import secret_hints
from tiermem_hooks.secrets.anchored import pattern

_OWN: Final = frozenset(
    {
        "mysql",
        "curl",
        "sudo -s",
        "securestring",
        "sshpass",
        "ssh-pass",
        "_pass",
        "-pass",
        "redis-cli",
        "net use",
        "docker",
        "@",
        "connect",
        "unlock",
        *(
            "7z",
            "zip -",
            "mosquitto",
            "ldap",
            "snmp",
            "rabbitmqctl",
            "keytool",
            "freerdp",
            "smbclient",
            "mongo",
        ),
        *("identified by", "masterauth", "tan ", "keypad", "#define"),
        *("plink", "pscp", "psftp", "openssl", "vnc", "psk"),
    }
)
"""Hints of no language, in lower case: commands, and words that all languages have."""
_WEAK: Final = frozenset({"pin", "pass", "key", "connect", "sign", "auth"})
"""Hints that are part of many words: "shopping", "passion", "monkey", "connection", "design", "author"."""


@cache
def _hints() -> frozenset[str]:
    """Return strings of which each text with a credential has one, in lower case."""
    return _OWN | secret_hints().parts


@cache
def _not_within() -> str:
    """Return a pattern of the places in which a weak hint is not a part of such a word."""
    return (
        rf"\b(?:{secret_hints().pins})\b|pass(?!ion|ed\b|ing\b|ive|age\b|ages\b|port)|connect(?!ed|ing|ion|ive)"
        r"|(?<!mon)(?<!tur)(?<!don)(?<!hoc)(?<!joc)(?<!whis)key(?!board|note)|\bsign(?:s|ed)?[ -]?in"
        r"|auth(?!or\b|ors\b|entic(?!at))"
    )


def has_hint(lowered: str) -> bool:
    """Return True if a text in lower case may hold the name of a credential or of a code."""
    hints = {hint for hint in _hints() if hint in lowered}
    return bool(hints) and (not hints <= _WEAK or pattern(_not_within()).search(lowered) is not None)
