"""How likely a sentence is worth remembering, and what kind of statement it is: sums of weights of its features.

The weights are logistic regressions that ``python -m benchmarks.learning.fit`` makes, one file per language in
each language's ``weights.json``. Rules propose; what they propose and is not worth it is left, and what is clearly
worth it is taken though no rule knows it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.plugins.text import languages
from tiermem_hooks.extraction.corrections import amended_by
from tiermem_hooks.extraction.heard import body_of, points_at
from tiermem_hooks.extraction.statements import Finding, acceptable, speaks_of_person, stored

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiermem.plugins import Category, Tier
    from tiermem_hooks.extraction.features import Candidate
    from tiermem_hooks.extraction.rules import Rules

Weights = Mapping[str, float]
_SURE = 0.85
"""The confidence of a rule from which on it is overruled only where it is most unlikely to be right."""
_UNLIKELY = 0.2
"""The chance below which that is so."""
_KEPT = frozenset({"request", "decision"})
"""What a rule that is sure finds of these kinds is never overruled."""

_AHEAD = -0.5
"""The sum of weights as a commitment, that all kinds count alike for, from which a weekday is the coming one."""


@dataclass(frozen=True, slots=True)
class _Filing:
    """How a statement of a kind is filed that no rule knows; the numbers are those of the least sure rules."""

    kind: str
    tier: Tier | None
    category: Category | None
    importance: float
    confidence: float = 0.7


_FILINGS = {
    "preference": _Filing("preference", "user", "preference", 0.6),
    "fact": _Filing("fact", "user", "context", 0.6),
    "person": _Filing("fact", "user", "person", 0.6),
    "project": _Filing("project_details", "memory", "project", 0.55),
    "decision": _Filing("decision", None, "project", 0.6),
    "commitment": _Filing("commitment", None, "commitment", 0.65),
    "request": _Filing("request", None, None, 0.8),
}
KINDS = (*_FILINGS, "correction")
"""What a statement can be, as the labelled turns name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorecard:
    """The weights of one language.

    Attributes:
        refuse: What a rule proposes is left below this chance, 0 to 1.
        take: What no rule proposes is taken from this chance on.
        worth: Of a sentence that is worth remembering; ``""`` is the weight that every sentence has.
        kinds: Of a sentence of each kind, in the same way.
    """

    refuse: float
    take: float
    worth: Weights
    kinds: Mapping[str, Weights]

    def chance(self, features: Iterable[str]) -> float:
        """How likely a sentence with these features is worth remembering, 0 to 1."""
        return 1 / (1 + math.exp(-_sum(self.worth, features)))

    def looks_ahead(self, features: Iterable[str]) -> bool:
        """Whether a sentence speaks of a day to come, whatever else it is."""
        return _sum(self.kinds["commitment"], features) > _AHEAD

    def kind(self, features: Iterable[str]) -> str:
        """The likeliest of `KINDS`."""
        held = tuple(features)
        return max(self.kinds, key=lambda kind: _sum(self.kinds[kind], held), default="fact")


@lru_cache(maxsize=8)
def scorecard(language: str) -> Scorecard | None:
    """The weights of a language, read once per process; None where none are shipped."""
    file = languages.data_file(language, "weights.json")
    return Scorecard(**json.loads(file.read_text(encoding="utf-8"))) if file else None


def taken(candidate: Candidate, kind: str, rules: Rules) -> Finding | None:
    """What *candidate* states, in its own words, where no rule knows it; *kind* is one of `KINDS`."""
    denial = candidate.denial
    if kind == "correction" or denial.said or points_at(body_of(denial.rest).view, rules):
        return amended_by(denial, candidate.heard, rules)
    content = stored(candidate.statement, rules)
    if not acceptable(content, rules):
        return None
    filing = _FILINGS[kind]
    return Finding(
        content=content,
        kind=filing.kind,
        tier=filing.tier or ("user" if speaks_of_person(candidate.statement.view, rules) else "memory"),
        category=filing.category,
        subject=None,
        importance=filing.importance,
        confidence=filing.confidence,
    )


def certain_from(finding: Finding, candidate: Candidate) -> float:
    """The chance from which on what a rule finds is taken whatever `Scorecard.refuse` is; infinite for most of it.

    What the user asks for, what is surely said to be decided, and what sets something right behind a "no", is taken at
    any chance; what else a rule is sure of where it is not most unlikely.
    """
    if finding.correction:
        return 0.0 if candidate.denial.said else math.inf
    if finding.confidence < _SURE:
        return math.inf
    return 0.0 if finding.kind in _KEPT else _UNLIKELY


def certain_rules(rules: Rules, chance: float) -> Rules:
    """*rules* with those statements alone that are taken at *chance* whatever `Scorecard.refuse` is."""
    sure = (rule for rule in rules.statements if rule.confidence >= _SURE)
    kept = (rule for rule in sure if chance >= _UNLIKELY or rule.kind in _KEPT)
    return replace(rules, statements=tuple(kept))


def _sum(weights: Weights, features: Iterable[str]) -> float:
    return weights.get("", 0.0) + math.fsum(weights.get(name, 0.0) for name in features)
