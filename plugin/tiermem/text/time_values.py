"""What the words of a time say, before it is known when that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.text.languages.language import Unit
    from tiermem.text.time_words import Token

_FIELDS = {
    "u": "unit", "m": "month", "M": "month", "w": "weekday", "W": "weekday", "s": "season", "z": "season",
    "y": "year", "d": "day_away", "q": "exact",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What the words of a time say."""

    amount: tuple[int, int] = (1, 1)
    unit: Unit | None = None
    step: int | None = None
    is_past_step: bool = False
    is_up_to_now: bool = False
    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    season: int | None = None
    day_away: tuple[str, int] | None = None
    exact: str = ""

    @classmethod
    def of(cls, found: Sequence[Token]) -> Values:
        """From the tokens, each kind once."""
        said: dict[str, Any] = {}
        for kind, value, _, _ in found:
            if kind in "nDNvy":
                said["amount"] = value if kind == "v" else (value, value)
            if kind in "nDN":
                said["day"] = value
            elif kind == "Q":
                said["day"], said["month"] = value
            elif kind == "r":
                said["unit"], said["step"] = value
            elif kind == "l":
                said["step"], said["is_past_step"], said["is_up_to_now"] = value
            elif kind in _FIELDS:
                said[_FIELDS[kind]] = value
        return cls(**said)

    @property
    def is_free(self) -> bool:
        """Whether it comes again and again: a weekday, or a month or day of no year."""
        named = self.weekday is not None or self.month is not None or self.season is not None
        return named and self.year is None and self.unit is None and self.step is None
