"""A model's judgement of the narratives: complete, concise, recent and faithful, from 1 to 5."""

from __future__ import annotations

import json
from collections.abc import Mapping
from statistics import mean
from typing import Any

from benchmarks.learning.people import live, people, remembering
from tiermem.errors import TiermemError

CRITERIA = ("completeness", "conciseness", "recency", "faithfulness")
_GRADE = {"type": "integer", "minimum": 1, "maximum": 5}
SCHEMA = {
    "type": "object",
    "properties": {**dict.fromkeys(CRITERIA, _GRADE), "reason": {"type": "string"}},
    "required": [*CRITERIA, "reason"],
    "additionalProperties": False,
}


def run(model: str | None, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Grades of each person's narrative, by the model that is named; nothing without one."""
    if model is None:
        return {"skipped": "no model was named; say --judge PROVIDER:NAME"}
    grades: dict[str, Any] = {}
    for person in people():
        with remembering(**{**settings, "completion": {"model": model}}) as (memory, calendar):
            said = []
            for number, texts in enumerate(person.sessions, 1):
                live(memory, calendar, person, number)
                memory.maintenance.work(person.name)
                said += [{"date": calendar.now.date().isoformat(), "said": text} for text in texts]
            narrative = memory.profile(person.name).current.text
            prompt = json.dumps({"observations": said, "narrative": narrative}, ensure_ascii=False)
            try:
                with memory.session(user=person.name) as session:
                    grades[person.name] = dict(session.view.complete("judge", prompt, SCHEMA))
            except TiermemError as error:
                return {"skipped": str(error)}
    return {"grades": grades} | {
        criterion: round(mean(one[criterion] for one in grades.values()), 2) for criterion in CRITERIA
    }


def shown(result: Mapping[str, Any]) -> list[str]:
    """Return the figures for people."""
    if "skipped" in result:
        return [f"Narratives were not judged: {result['skipped']}."]
    return ["Narratives, of 5: " + ", ".join(f"{criterion} {result[criterion]}" for criterion in CRITERIA)]
