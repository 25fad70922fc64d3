"""Estimate whether a message announces a change or an end, and whether a statement describes a state.

"off caffeine completely since Lent" announces a change. "I drink coffee" describes a state that a change may end; "We
had such a great day" does not. Each language has a model of both (``changes.model``, ``states.model``), fitted by
``python -m benchmarks.announcing``. Messages in a language without them announce nothing.
"""

from tiermem.text.message_models import log_odds

CHANGES, STATES = _BOTH = "changes.model", "states.model"


def announced(text: str, language: str) -> float:
    """Return the log odds that a message announces a change of something known."""
    return log_odds(text, language, _BOTH)[CHANGES]


def of_state(text: str, language: str) -> float:
    """Return the log odds that a statement describes a state that a later one may end."""
    return log_odds(text, language, _BOTH)[STATES]
