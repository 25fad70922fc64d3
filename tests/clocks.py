"""The present of a test."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Ticking:
    """A clock that is a second later each time it is read, and that a test sets."""

    def __init__(self, start=START):
        self.now = start

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now

    def pass_days(self, days):
        self.now += timedelta(days=days)
