"""A share of a long table runs always, the rest as slow tests."""

import pytest


def every(step, rows):
    """Return *rows* for `parametrize`, with all but each *step*-th one marked slow."""
    return [
        row
        if place % step == 0
        else pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=pytest.mark.slow)
        for place, row in enumerate(rows)
    ]
