"""Limits of time that hold on a slow machine too, and waiting for what another process does."""

import time
from functools import cache

_REFERENCE_S = 0.0065
"""What `_work` takes on the machine for which the limits are written."""


@cache
def slowness():
    """How many times as long as there Python takes here; 1 where it is faster."""
    return max(1.0, processor_time(_work) / _REFERENCE_S)


def processor_time(work, times=7):
    """The least of some runs, in seconds of the processor: other work on the machine does not count."""
    took = []
    for _ in range(times):
        started = time.process_time()
        work()
        took.append(time.process_time() - started)
    return min(took)


def grows_beyond(factor, work, small, large, least=0.02):
    """True if *work* takes more than *least* seconds and *factor* times as long for *large* as for *small*.

    It is measured again before that is believed: most runs are quick and need only one measurement.
    """
    for times in (1, 5):
        once, more = (processor_time(lambda given=given: work(given), times) for given in (small, large))
        if more <= max(least, factor * once):
            return False
    return True


def until(condition, seconds=120):
    """Wait until a condition is true or the time is over, and return its value."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def _work():
    total = 0
    for number in range(200_000):
        total += number % 7
    return total
