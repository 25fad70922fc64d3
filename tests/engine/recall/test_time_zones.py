""" "Today" follows the zone of the clock, or else the computer's."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from tests.stories import say

from tiermem import Memory
from tiermem.values import local_now

CALIFORNIA = ZoneInfo("America/Los_Angeles")


class Clock:
    """A clock that stands still until it is set, in a zone."""

    def __init__(self, zone):
        self._zone = zone
        self.set(16, 10)

    def set(self, day, hour):
        """An hour of a day of September, 2026, in California."""
        self.now = datetime(2026, 9, day, hour, tzinfo=CALIFORNIA).astimezone(self._zone)

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock(CALIFORNIA)


@pytest.fixture
def memory(tmp_path, clock):
    with Memory.open(store=str(tmp_path / "memory.db"), clock=clock) as memory:
        yield memory


@pytest.fixture
def talked(memory, clock):
    """Two lunches on two days; it is the evening of the second one, where UTC has the third."""
    clock.set(15, 11)
    say(memory, "Lunch with Tom was great.")
    clock.set(16, 11)
    say(memory, "The demo failed because of the projector.")
    clock.set(16, 18)
    return memory


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("What did I tell you today?", "The demo failed because of the projector."),
        ("What did I tell you this morning?", "The demo failed because of the projector."),
        ("What did I tell you yesterday?", "Lunch with Tom was great."),
    ],
)
def test_a_day_is_that_of_the_zone_of_the_clock(talked, prompt, text):
    assert [one.text for one in talked.recall(prompt).passages if one.label == "user"] == [text]


def test_passages_show_the_day_on_which_it_was_there(memory, clock):
    clock.set(15, 20)
    say(memory, "Dinner with Tom was great.")
    clock.set(16, 18)
    recalled = memory.recall("What did I tell you about dinner yesterday?")

    assert "· 2026-09-15 · user] Dinner" in recalled.context
    assert {one.at for one in recalled.passages} == {"2026-09-16T03:00:00.000000Z"}


def test_what_is_learned_in_the_evening_is_dated_by_that_day(memory, clock):
    clock.set(15, 20)
    say(memory, "I have a dentist appointment tomorrow.")

    (entry,) = [one for one in memory.entries().list()[0] if one.layer == "L1"]
    assert "tomorrow (2026-09-16)" in entry.content
    assert entry.valid_from == "2026-09-16T03:00:00.000000Z"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot change a process's zone")
def test_the_clock_is_that_of_the_computer_in_its_zone(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    try:
        assert local_now().utcoffset() == datetime.now(UTC).astimezone(CALIFORNIA).utcoffset()
        with Memory.open(store=str(tmp_path / "memory.db")) as memory, memory.session() as session:
            for month in (1, 7):
                noon = datetime(2026, month, 1, 12, tzinfo=CALIFORNIA)
                assert noon.replace(tzinfo=session.view.zone).utcoffset() == noon.utcoffset()
                assert noon.astimezone(session.view.zone).isoformat() == noon.isoformat()
    finally:
        monkeypatch.undo()
        time.tzset()
