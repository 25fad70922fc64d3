"""Runs of the profile's stage as they are put on record, and what the record says of asking a model again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tiermem.values import moment

if TYPE_CHECKING:
    from tiermem.engine.learning.run_stats import Tally
    from tiermem.engine.profile.observed import Made
    from tiermem.store.contract import Store
    from tiermem.values import Profile, Reach, Run

WAITING = "waiting"
"""What a run that got no answer wrote: the places of the observations that wait."""
OF_CONTENT = "not answered for what is in it"
"""What such a run wrote besides where the model may well answer something else: the same places."""
HALVED = "halved in vain"
"""What it wrote further where not even a part of it was answered: the same places."""
PATIENCE = 2
"""Runs in which a batch waits before it is halved: the same question may be answered the next time."""
MORE_PATIENCE = 8
"""The same after it was halved in vain: then it seems to be the model that answers nothing as it should."""
LONGEST_REST = timedelta(hours=1)
"""From one unanswered question to the next at most: a model that comes back is noticed within this time."""
_LOOKED_AT = 50
"""Latest runs that are looked at; a pause of an hour is reached after seven of the profile's."""


def tell(tally: Tally, before: Profile, made: Made) -> None:
    """What a run wrote into the profile: numbers of lines, paths of the scaffold."""
    after = made.profile
    for name, old, new in (
        ("narrative", before.narrative, after.narrative),
        ("learned", before.learned, after.learned),
    ):
        tally.add(name, [place for place, line in enumerate(new) if line not in old])
    changed = [path for path, mark in after.marks.items() if before.marks.get(path) != mark]
    tally.add("scaffold", changed)
    tally.add("contested", list(made.contested))
    gone = len([line for line in before.narrative if line not in after.narrative])
    tally.add("aged out or rewritten", [gone] if gone else [])
    tally.add("dropped", [made.dropped] if made.dropped else [])


def resting(store: Store, reach: Reach, now: datetime, interval_s: float) -> str | None:
    """Why the model is not to be asked yet, as the last run put it; None when it may be.

    After a run without an answer the next waits for the interval, and twice as long after each further one: answers
    that cannot be used are paid for as well, and a worker asks around the clock.
    """
    failed = list(_unanswered(store, reach))
    if not failed:
        return None
    rest = min(timedelta(seconds=interval_s) * 2 ** (len(failed) - 1), LONGEST_REST)
    return failed[0].problem if now - moment(failed[0].ended_at) < rest else None


def is_to_be_halved(store: Store, reach: Reach) -> bool:
    """Whether a batch that is not answered for what is in it has waited often enough to be halved.

    That is `PATIENCE` runs in a row; where halving found nothing that is answered either, `MORE_PATIENCE` each time.
    """
    waited = 0
    for run in _unanswered(store, reach):
        if HALVED in run.wrote:
            return waited >= MORE_PATIENCE
        waited += OF_CONTENT in run.wrote
    return waited >= PATIENCE


def _unanswered(store: Store, reach: Reach) -> Iterator[Run]:
    """The latest runs of the stage that got no answer, newest first, up to one that did."""
    for run in store.runs.find(reach, limit=_LOOKED_AT):
        if run.stage != "profile":
            continue
        if WAITING not in run.wrote:
            return
        yield run
