"""A model that answers all but one observation, one that answers nothing, one that need not be asked twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.clocks import Ticking
from tests.engine.opening import sql
from tests.stories import say

from tiermem.errors import InputError

PROFILES = {"enabled": True, "by": "model", "batch": 8, "interval_s": 60}
READS = """
from pathlib import Path
from tiermem.values import Completion

@hookimpl
def complete(request):
    folder = Path(__file__).parent
    told = [line for line in request.prompt.split("# New observations")[1].splitlines() if line.startswith("- [")]
    with (folder / "asked").open("a") as file:
        file.write(f"{len(told)}\\n")
    answer = {"updated_scaffold": {}, "updated_working_memory": "", "facts_to_embed": []}
    refused = (folder / "refused").read_text(encoding="utf-8").split()
    if any(word in request.prompt.split("# New observations")[1] for word in refused):
        return Completion(data={}, model="picky", input_tokens=7, problem="it refused to answer", of_content=True)
    said = " ".join(f"{line.split(') ', 1)[1].rstrip('.')}. [{line[3:].split(']')[0]}]" for line in told)
    return Completion(data=answer | {"updated_working_memory": said}, model="picky")
"""
"""A model that repeats what it is told, but refuses what has one of the words of the file ``refused`` in it."""
STRICT = """
@hookimpl
def check_write(change):
    if "venom" in change.content and change.operation == "log":
        raise RuntimeError("cannot look at this")
"""
SERVICES = tuple(f"We decided to use tool{number} for service{number}." for number in range(7))


@pytest.fixture
def clock():
    return Ticking()


@pytest.fixture
def picky(open_memory, tmp_path, clock):
    """A memory whose model refuses words; give them, and further hooks."""

    def opened(*refused, hooks=()):
        (tmp_path / "refused").write_text(" ".join(refused), encoding="utf-8")
        return open_memory(hooks=(READS, *hooks), consolidation=PROFILES, clock=clock)

    return opened


def asked(folder):
    """Return the number of observations of each question."""
    return [int(line) for line in (folder / "asked").read_text().splitlines()]


def work(memory, clock, runs):
    """So many runs of a worker, each when the model may be asked again."""
    for _ in range(runs):
        clock.now += timedelta(hours=2)
        memory.maintenance.work(trigger="worker")


def test_what_a_model_never_answers_is_set_aside_and_the_rest_gets_into_the_profile(picky, clock):
    memory = picky("service3")
    say(memory, *SERVICES)

    work(memory, clock, 2)
    assert memory.profile().current.text == ""
    work(memory, clock, 1)
    text = memory.profile().current.text
    assert all(f"service{number}" in text for number in range(7) if number != 3)
    assert memory.timeline.set_aside() == []
    work(memory, clock, 4)

    (aside,) = memory.timeline.set_aside()
    assert "service3" in aside.payload["draft"]["content"]
    assert "refused to answer" in aside.outcome
    assert memory.timeline.stats()["backlog"]["set_aside"] == 1
    say(memory, "We decided to use Redis for the cache.")
    work(memory, clock, 1)
    assert "Redis" in memory.profile().current.text


def test_what_failed_by_itself_is_asked_by_itself_and_what_was_answered_is_not_asked_again(
    picky, clock, tmp_path
):
    memory = picky("service3")
    say(memory, *SERVICES)
    work(memory, clock, 3)
    before = asked(tmp_path)

    work(memory, clock, 1)

    assert before == [7, 7, 7, 4, 3, 2, 2, 1, 1]
    assert asked(tmp_path)[len(before) :] == [1]


def test_a_model_that_answers_nothing_is_to_blame_and_nothing_is_set_aside(picky, clock, tmp_path):
    memory = picky("service")
    say(memory, *SERVICES)

    work(memory, clock, 14)

    assert memory.timeline.set_aside() == []
    assert memory.timeline.stats()["backlog"]["unconsolidated"] == len(SERVICES) + 1  # the summary
    assert sql(tmp_path, "SELECT max(tries) FROM events") == [(0,)]
    assert len(asked(tmp_path)) < 50
    (tmp_path / "refused").write_text("", encoding="utf-8")
    work(memory, clock, 1)
    assert "service6" in memory.profile().current.text


def test_a_batch_that_fails_after_it_was_answered_is_not_asked_about_again(picky, clock, tmp_path):
    memory = picky(hooks=[STRICT])
    say(memory, *SERVICES[:3], "We decided to use venom for service8.", *SERVICES[3:])

    work(memory, clock, 1)

    assert asked(tmp_path) == [8]
    text = memory.profile().current.text
    assert "venom" not in text
    assert all(f"service{number}" in text for number in range(7))


def test_what_was_set_aside_is_tried_again_when_a_person_says_so(picky, clock, tmp_path):
    memory = picky("service3")
    say(memory, *SERVICES)
    work(memory, clock, 8)
    (aside,) = memory.timeline.set_aside()
    (tmp_path / "refused").write_text("", encoding="utf-8")

    memory.maintenance.try_again(aside.seq)

    assert memory.timeline.set_aside() == []
    assert memory.timeline.stats()["backlog"]["waiting"] == 1
    entries = memory.timeline.stats()["tables"]["entries"]
    work(memory, clock, 1)
    assert "service3" in memory.profile().current.text
    assert memory.timeline.stats()["tables"]["entries"] == entries
    with pytest.raises(InputError, match="set aside"):
        memory.maintenance.try_again(aside.seq)


def test_an_observation_of_somebody_else_is_not_tried_again(picky, clock):
    memory = picky("service3")
    say(memory, *SERVICES)
    work(memory, clock, 8)
    (aside,) = memory.timeline.set_aside()

    with pytest.raises(InputError, match="no observation"):
        memory.maintenance.try_again(aside.seq, user="ben")
