"""Expressions for e-mail addresses and telephone numbers."""

from __future__ import annotations

from typing import Final

MAIL: Final = r"[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,12}\b"
INTERNATIONAL: Final = r"\+\d{1,3}[ ./()-]{0,2}\d(?:[ ./()-]{0,2}\d){6,13}"
NATIONAL: Final = r"(?<![\d-])0\d{1,4}[-/ ]\d{3,4}[- ]?\d{3,5}(?![\d-])"
CHINESE: Final = r"(?<!\d)(?<!\d[.,])1[3-9]\d{9}(?!\d)"
