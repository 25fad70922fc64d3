"""An erasure takes out what a model made of the same sources in other words, and what else they say comes back."""

from __future__ import annotations

import json

import pytest
from tests.engine.opening import contents, raw

SETTINGS = {
    "consolidation": {"enabled": True, "by": "model", "interval_s": 86_400},
    "gap_fill": {"extractor": "model"},
}
SCRIPTED = """
import json, re
from pathlib import Path
from tiermem.values import Completion

@hookimpl
def complete(request):
    folder = Path(__file__).parent
    if request.purpose == "extract":
        return Completion(data={"observations": []}, model="scripted")
    if request.purpose == "summarize":
        return Completion(data={"summary": (folder / "summary").read_text(encoding="utf-8")}, model="scripted")
    numbered = re.findall(r"^- \\[(\\d+)\\] \\([^)]*\\) (.*)$", request.prompt, re.MULTILINE)
    number = {word: int(seq) for seq, text in numbered for word in ("locker", "swims") if word in text}
    lines, facts = [], []
    if "locker" in number:
        lines.append(f"Keeps treasure in a locker. [{number['locker']}]")
    if "swims" in number:
        lines.append(f"Swims at the harbour. [{number['swims']}]")
    if len(number) == 2:
        both = [number["swims"], number["locker"]]
        facts.append({"fact": "The user swims and has a locker with number 47", "observations": both})
        lines.append(f"The user swims near that locker. [{both[0]}, {both[1]}]")
    answer = {"updated_scaffold": {}, "updated_working_memory": " ".join(lines), "facts_to_embed": facts}
    return Completion(data=answer, model="scripted")
"""
LOCKER = "The locker of the user has the number 47"
SWIMS = "The user swims at the harbour on Mondays"


@pytest.fixture
def learned(open_memory, tmp_path):
    """A memory that learned two things in a session, and made a fact, a profile and a summary of them."""

    def learned(summary):
        (tmp_path / "summary").write_text(summary, encoding="utf-8")
        memory = open_memory(hooks=SCRIPTED, **SETTINGS)
        with memory.session("one") as session:
            session.on_turn_end("Number 47 opens my treasure place. I swim at the harbour.", "Noted.")
            session.observations.record(LOCKER, "fact")
            session.observations.record(SWIMS, "fact")
        memory.maintenance.work()
        return memory

    return learned


def erase(memory, content):
    (entry,) = [one for one in memory.entries().list()[0] if one.content == content]
    return memory.entries().erase(entry.id)


def test_facts_lines_and_summaries_in_other_words_go_with_it(learned, tmp_path):
    memory = learned("The user spoke of a treasure and of swimming.")
    assert "treasure" in memory.profile().current.text
    assert len(contents(memory.entries())) == 4

    erase(memory, LOCKER)

    assert contents(memory.entries()) == [SWIMS]
    assert memory.profile().current.text == "Swims at the harbour."
    said = raw(tmp_path)
    assert b"Keeps treasure" not in said
    assert b"spoke of a treasure" not in said
    assert memory.maintenance.doctor() == []


def test_what_the_other_sources_say_is_made_anew(learned):
    memory = learned("The user spoke of a treasure and of swimming.")
    erase(memory, LOCKER)

    memory.maintenance.work()

    assert memory.profile().current.text == "Swims at the harbour."
    assert memory.timeline.stats()["backlog"]["unconsolidated"] == 0
    assert contents(memory.entries()) == [SWIMS]
    assert "locker" not in json.dumps(memory.context())


def test_a_summary_in_the_words_of_the_session_stays_without_the_erased_ones(learned):
    memory = learned("2026-03-02 user: I swim at the harbour.")

    erase(memory, LOCKER)

    assert contents(memory.entries(), layers=("L2",)) == ["2026-03-02 user: I swim at the harbour."]


def test_in_a_store_that_took_in_an_export_it_finds_what_was_made_as_well(learned, open_memory, tmp_path):
    memory = learned("The user spoke of a treasure and of swimming.")
    (tmp_path / "other").mkdir()
    other = open_memory(folder=tmp_path / "other")
    other.observations().autonomous_cycle({"persistent_info_additions": ["Reads mail at seven"]})
    other.maintenance.work()
    other.maintenance.load(iter(list(memory.maintenance.dump())))

    erase(other, LOCKER)

    assert contents(other.entries()) == ["Reads mail at seven", SWIMS]
    assert other.profile().current.text == "Swims at the harbour."
