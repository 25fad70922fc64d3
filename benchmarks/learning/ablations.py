"""Switch parts of learning off, and count the questions about the user whose answer the model is still given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.learning.people import Person, Question, holds, live, people, remembering
from tiermem import Memory

FIXED = ("Role", "Goals", "Projects", "Preferences")
"""Keys of a schema that is fixed beforehand."""
TIER_MODELS = ("narrative_model", "scaffold_model", "facts_model")
Given = Callable[[Memory, Person, Question], str]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to run: its settings, how often the processor works, and what of it the model is given."""

    name: str
    given: Given
    settings: Mapping[str, Any] = field(default_factory=dict)
    every: int = 1


def run(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Answered questions and characters given per question, by ablation and variant."""
    found: dict[str, Any] = {}
    for ablation, variants in ABLATIONS.items():
        found[ablation] = {variant.name: _figures(variant, settings) for variant in variants}
    found["one model for all tiers, or one for each"] = of_models(settings)
    return found


def of_models(settings: Mapping[str, Any]) -> dict[str, Any] | str:
    """The profile by the model under ``completion``, and by those that ``consolidation`` names for single tiers."""
    named = {key: name for key, name in settings.get("consolidation", {}).items() if key in TIER_MODELS}
    if not named or not settings.get("completion", {}).get("model"):
        return (
            "not run: --settings has to name completion.model and consolidation.narrative_model or the like"
        )
    by_model = {"enabled": True, "by": "model"}
    variants = (
        Variant("one model", _all, {"consolidation": by_model}),
        Variant("a model for each tier", _all, {"consolidation": by_model | named}),
    )
    return {variant.name: _figures(variant, settings) for variant in variants}


def _figures(variant: Variant, settings: Mapping[str, Any]) -> dict[str, Any]:
    answered = asked = chars = 0
    for person in people():
        with remembering(**{**settings, **variant.settings}) as (memory, calendar):
            memory.maintenance.warm_up()
            for session in range(1, len(person.sessions) + 1):
                live(memory, calendar, person, session)
                if session % variant.every == 0:
                    memory.maintenance.work(person.name)
                for question in (one for one in person.questions if one.after == session):
                    text = variant.given(memory, person, question)
                    asked += 1
                    chars += len(text)
                    answered += holds([text], question.words)
    return {"answered": answered, "asked": asked, "chars": round(chars / max(asked, 1))}


def _nothing(*_: object) -> str:
    return ""


def _narrative(memory: Memory, person: Person, _: Question) -> str:
    return memory.profile(person.name).current.text


def _profile(memory: Memory, person: Person, _: Question) -> str:
    context = memory.context(person.name)
    return "\n".join(
        text for name, text in context["blocks"].items() if name in ("narrative", "scaffold", "learned")
    )


def _fixed(memory: Memory, person: Person, _: Question) -> str:
    scaffold = memory.profile(person.name).current.scaffold
    return str({key: value for key, value in scaffold.items() if key in FIXED})


def _free(memory: Memory, person: Person, _: Question) -> str:
    return str(dict(memory.profile(person.name).current.scaffold))


def _recalled(memory: Memory, person: Person, question: Question) -> str:
    return memory.recall(question.text, person.name).context


def _all(memory: Memory, person: Person, question: Question) -> str:
    return f"{_profile(memory, person, question)}\n{_recalled(memory, person, question)}"


ABLATIONS: Mapping[str, tuple[Variant, ...]] = {
    "no memory, the narrative alone, the profile, all tiers": (
        Variant("nothing", _nothing),
        Variant("narrative", _narrative),
        Variant("profile", _profile),
        Variant("all tiers", _all),
    ),
    "a fixed schema, or none": (Variant("fixed", _fixed), Variant("schema-free", _free)),
    "profile at once, or from time to time": (
        Variant("after each session", _profile),
        Variant("after every third session", _profile, every=3),
    ),
    "recall by words, and with vectors": (
        Variant("words", _recalled),
        Variant("words and vectors", _recalled, {"vectors": {"enabled": True}}),
    ),
}


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the table for people."""
    lines = ["| ablation | variant | answered | characters given |", "| --- | --- | --- | --- |"]
    for ablation, variants in result.items():
        if isinstance(variants, str):
            lines.append(f"| {ablation} | {variants} | | |")
            continue
        for name, one in variants.items():
            lines.append(f"| {ablation} | {name} | {one['answered']} of {one['asked']} | {one['chars']:,} |")
    return lines
