"""Make the profile with a model: the model proposes, and code accepts what observations support.

The model cannot delete. Keys that it omits and lines that it does not rewrite are kept. Its statements must cite
observations that it was shown and share their words; all others are dropped and counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tiermem.engine.learning.observations import LEARNED_FACT, SCAFFOLD_UPDATE, USER, in_words
from tiermem.engine.profile.narrative import LINE_CHARS, Lines, aged, bounded
from tiermem.engine.profile.observed import Fact, Made
from tiermem.engine.profile.scaffold import Evidence, merge, united
from tiermem.engine.profile.with_rules import RuleBasedProfile
from tiermem.support import nested
from tiermem.text import escape, escape_line
from tiermem.values import Line
from tiermem.values.frozen import dataclass, replace

if TYPE_CHECKING:
    from tiermem.engine.profile.observed import ProfileInput
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.errors import CompletionFailed
    from tiermem.values import Profile

Ask = Callable[[str, Mapping[str, Any]], Mapping[str, Any]]
"""Returns the model's answer to a prompt, valid by a schema."""
_NUMBERS: Mapping[str, Any] = {"type": "array", "items": {"type": "integer"}}
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "updated_scaffold": {"type": "object"},
        "scaffold_observations": {"type": "object", "additionalProperties": _NUMBERS},
        "updated_working_memory": {"type": "string"},
        "facts_to_embed": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"fact": {"type": "string"}, "observations": _NUMBERS},
                "required": ["fact", "observations"],
            },
        },
    },
    "required": ["updated_scaffold", "updated_working_memory", "facts_to_embed"],
}
"""The JSON schema of the model's answer. Each part cites its observations by number."""
PARTS: Mapping[str, tuple[str, ...]] = {
    "narrative": ("updated_working_memory",),
    "scaffold": ("updated_scaffold", "scaffold_observations"),
    "facts": ("facts_to_embed",),
}
"""Tier → its keys in the answer. Each tier may have its own model."""
_OWN_WORDS = 0.5
"""Minimum share of the content words of a fact or a value that its cited observations must have."""
_TOLD_AGAIN = 0.3
"""The same for a sentence of the narrative, which summarises several observations."""
_FOUND = 0.8
"""The same if no observations are cited. They are then found by their words."""
_CITED = re.compile(r"\s*\[((?:\d+)(?:\s*[,;]\s*\d+)*)\]")
_SENTENCES = re.compile(r"(?<=[.!?])(?=\s|\[)(?!\s*\[)|(?<=\])\s+|(?<=[。！？])(?!\s*\[)|\n+")


def answer_of(parts: Collection[str], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of an answer for some tiers only."""
    keys = [key for part in parts for key in PARTS[part]]
    return {
        **schema,
        "properties": {key: schema["properties"][key] for key in keys},
        "required": [key for key in schema["required"] if key in keys],
    }


@dataclass(frozen=True, slots=True)
class _Support:
    """A numbered item that the model was shown: an observation, or an observation behind a line."""

    words: frozenset[str]
    at: str
    importance: float
    note: ProfileInput | None = None


class ModelProfile:
    """Make profiles from a model's proposals.

    Args:
        overlap: Compares statements.
        narrative_words: Maximum words of the narrative.
    """

    def __init__(self, overlap: Overlap, *, narrative_words: int) -> None:
        self._overlap = overlap
        self._lines = Lines(overlap)
        self._rules = RuleBasedProfile(overlap, narrative_words=narrative_words)
        self._words = narrative_words

    def make(self, profile: Profile, observations: Sequence[ProfileInput], now: datetime, ask: Ask) -> Made:
        """Return the profile with these observations and without stale lines.

        Explicit keys and facts are merged by rules. The model is asked about the rest.

        Raises:
            SpendingCap, CompletionFailed: There is no answer.
        """
        given = [one for one in observations if one.observation.kind in (SCAFFOLD_UPDATE, LEARNED_FACT)]
        rest = [one for one in observations if one not in given]
        first = self._rules.make(profile, given, now)
        if not rest:
            return first
        shown = self._rules.corrected(first.profile, rest)
        answer = ask(self._prompt(shown, rest), SCHEMA)
        support = self._support(shown, rest)
        narrative, dropped_lines = self._narrative(shown, str(answer["updated_working_memory"]), support)
        profile, dropped_values, contested = self._scaffold(shown, answer, support)
        facts, dropped_facts = self._facts(answer["facts_to_embed"], support)
        kept, _ = aged(narrative, now, self._words)
        return Made(
            profile=replace(profile, narrative=kept, learned=bounded(profile.learned)),
            facts=tuple(facts),
            dropped=first.dropped + dropped_lines + dropped_values + dropped_facts,
            contested=(*first.contested, *contested),
        )

    # -- what it is asked ------------------------------------------------------------------------

    def _prompt(self, profile: Profile, rest: Sequence[ProfileInput]) -> str:
        lines = [f"- {escape_line(line.text)} {_cites(line.events)}".rstrip() for line in profile.narrative]
        told = [
            f"- [{one.seq}] ({one.observation.kind}, {_WHOSE.get(one.trust, 'concluded')}, {one.at[:10]}) "
            f"{escape_line(one.draft.content)}"
            for one in rest
        ]
        scaffold = escape(json.dumps(profile.scaffold, ensure_ascii=False, indent=1))
        return "\n".join(
            [
                f"# Narrative now (at most {self._words} words)",
                *(lines or ["(empty)"]),
                "",
                "# Scaffold now",
                scaffold,
                "",
                "# New observations",
                *told,
            ]
        )

    def _support(self, profile: Profile, rest: Sequence[ProfileInput]) -> dict[int, _Support]:
        """Return the support of each number."""
        found = {
            seq: _Support(self._overlap.words(line.text), line.at, line.importance)
            for line in profile.narrative
            for seq in line.events
        }
        for one in rest:
            words = self._overlap.words(f"{one.draft.subject or ''} {one.draft.content}")
            found[one.seq] = _Support(words, one.at, one.draft.importance, one)
        return found

    # -- what is taken of its answer -------------------------------------------------------------

    def _supported(
        self, text: str, named: Sequence[int], support: Mapping[int, _Support], least: float
    ) -> tuple[int, ...]:
        """Return the numbers that support a text; none if one is unknown or shares too few words."""
        words = self._overlap.words(text)
        if not named:
            return tuple(seq for seq, one in support.items() if _share(words, one.words) >= _FOUND)
        if not all(number in support for number in named):
            return ()
        said = frozenset().union(*(support[number].words for number in named))
        return tuple(dict.fromkeys(named)) if _share(words, said) >= least else ()

    def _narrative(
        self, profile: Profile, text: str, support: Mapping[int, _Support]
    ) -> tuple[tuple[Line, ...], int]:
        """Return the supported new lines, and the earlier lines they do not cover."""
        new: list[Line] = []
        dropped = 0
        for sentence in filter(None, map(str.strip, _SENTENCES.split(text))):
            said = _CITED.sub("", sentence).strip()
            old = next((line for line in profile.narrative if self._lines.same(line.text, said)), None)
            seqs = self._supported(said, _cited(sentence), support, _TOLD_AGAIN)
            if old is not None and not seqs:
                new.append(old)
            elif seqs and len(said) <= LINE_CHARS:
                new.append(_line(said, seqs, support))
            elif said:
                dropped += 1
        rewritten = {seq for line in new for seq in line.events}
        lines = tuple(line for line in profile.narrative if not rewritten & set(line.events))
        for line in new:
            lines = self._lines.with_line(lines, line)
        return lines, dropped

    def _scaffold(
        self, profile: Profile, answer: Mapping[str, Any], support: Mapping[int, _Support]
    ) -> tuple[Profile, int, tuple[str, ...]]:
        named = answer.get("scaffold_observations", {})
        notes = {seq: one for seq, one in support.items() if one.note is not None}
        scaffold, marks = profile.scaffold, profile.marks
        dropped, contested = 0, list[str]()
        for keys, value in _values(answer["updated_scaffold"], profile.scaffold):
            item = value[0] if isinstance(value, list) else value
            text = item if isinstance(item, str) else f"{keys[-1]} {in_words(item)}"
            seqs = self._supported(text, _named(named, keys), notes, _OWN_WORDS)
            if not seqs:
                dropped += 1
                continue
            behind = {seq: note for seq in seqs if (note := notes[seq].note) is not None}
            words = self._overlap.words(text)
            saying = [note for seq, note in behind.items() if _share(words, notes[seq].words) >= _OWN_WORDS]
            evidence = _evidence(list(behind.values()), saying)
            merged = merge(scaffold, marks, nested.put({}, keys, value), evidence)
            scaffold, marks = merged.scaffold, merged.marks
            dropped += merged.left_out
            contested += merged.contested
        return replace(profile, scaffold=scaffold, marks=marks), dropped, tuple(contested)

    def _facts(
        self, proposed: Iterable[Mapping[str, Any]], support: Mapping[int, _Support]
    ) -> tuple[list[Fact], int]:
        notes = {seq: one for seq, one in support.items() if one.note is not None}
        facts, dropped = [], 0
        for item in proposed:
            text, named = str(item["fact"]).strip(), tuple(item["observations"])
            seqs = self._supported(text, named, notes, _OWN_WORDS) if named else ()
            behind = [note for seq in seqs if (note := notes[seq].note) is not None]
            if not behind or not text:
                dropped += 1
                continue
            spoken = all(note.trust >= USER for note in behind)
            facts.append(Fact(text=text, seqs=seqs, draft=behind[0].draft, spoken=spoken))
        return facts, dropped


_WHOSE = {USER: "the user said", 2: "the agent noticed", 4: "a person wrote"}


def _line(text: str, seqs: Sequence[int], support: Mapping[int, _Support]) -> Line:
    behind = [support[seq] for seq in seqs]
    return Line(
        text=text,
        at=max(one.at for one in behind),
        events=united((), tuple(seqs)),
        importance=max(one.importance for one in behind),
    )


def _evidence(notes: Sequence[ProfileInput], saying: Sequence[ProfileInput]) -> Evidence:
    """Return the combined support of several observations.

    Without support, it is as low as that of the weakest: no speaker's trust extends to another's words.
    """
    trust = max(one.trust for one in saying) if saying else min(note.trust for note in notes)
    best = next(note for note in (*saying, *notes) if note.trust == trust)
    return Evidence(
        at=max(note.at for note in notes),
        trust=trust,
        confidence=best.draft.confidence,
        events=united((), tuple(note.seq for note in notes)),
        correction=any(note.corrects for note in notes if note.trust == trust),
    )


def _share(words: frozenset[str], said: frozenset[str]) -> float:
    return len(words & said) / len(words) if words else 0.0


def _cites(events: Sequence[int]) -> str:
    return "".join(f"[{seq}]" for seq in events)


def _cited(sentence: str) -> list[int]:
    """Return the numbers in brackets."""
    return [int(number) for group in _CITED.findall(sentence) for number in re.findall(r"\d{1,15}", group)]


def _named(named: Mapping[str, Sequence[int]], keys: tuple[str, ...]) -> Sequence[int]:
    """Return the observations cited for a value's path or the nearest path above it."""
    for length in range(len(keys), 0, -1):
        for path in (nested.joined(keys[:length]), "/" + nested.joined(keys[:length])):
            if path in named:
                return list(named[path])
    return ()


def _values(updated: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield (keys, value) of each value that is new, with list items one by one."""
    for keys, value in nested.leaves(updated):
        there = nested.at(known, keys)
        if value is None or value == there:
            continue
        if not isinstance(value, list):
            yield keys, value
            continue
        for item in value:
            if item is not None and not (isinstance(there, list) and item in there):
                yield keys, [item]


Answer = Mapping[str, Any]
_IN_VAIN = 3
"""Consecutive questions without a usable answer, per halving that a page may need, after which a run leaves the rest:
the model may be at fault, and each question costs money."""


class ModelRequests:
    """The questions of one run about one page of observations.

    Args:
        observations: Number of observations on the page.
        halving: True to halve a batch whose content fails after it has waited often enough.

    Attributes:
        halving: The same.
        answered: True if the model answered any request. The content is then to blame for failures, not the model.
    """

    def __init__(self, observations: int, *, halving: bool) -> None:
        self.halving = halving
        self.answered = False
        self._most_in_vain = _IN_VAIN * observations.bit_length()
        self._in_vain = 0
        self._about: frozenset[int] = frozenset()
        self._prompt = ""
        self._answer: Answer | None = None

    def answer(self, prompt: str, about: Collection[int], ask: Callable[[], Answer]) -> Answer:
        """Return the answer to a prompt. The last answer is reused for the same prompt or part of its observations.

        Args:
            prompt: The question.
            about: Positions of its observations.
            ask: Asks the model.

        Raises:
            Unanswered: There is no answer.
        """
        if self._answer is not None and (prompt == self._prompt or self._about.issuperset(about)):
            return self._answer
        self._answer = ask()
        self._prompt, self._about, self._in_vain = prompt, frozenset(about), 0
        self.answered = True
        return self._answer

    def moved(self) -> None:
        """Note that the profile changed. The last answer is now valid only for the same prompt."""
        self._about = frozenset()

    def blames_content(self, failure: CompletionFailed, *, tried: bool) -> bool:
        """Return True if the batch should be halved: its content failed, and not for the first time.

        Args:
            failure: Why there is no answer.
            tried: True for a single observation that failed before.
        """
        self._in_vain += failure.of_content
        return failure.of_content and (tried or self.halving) and self._in_vain <= self._most_in_vain
