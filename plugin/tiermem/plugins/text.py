"""Text helpers for plugins: folding, words, fences, times and languages."""

from typing import TYPE_CHECKING

from tiermem.support.lazy import deferred

if TYPE_CHECKING:
    from tiermem.support.lazy import pattern
    from tiermem.text import (
        QUESTION_MARKS,
        STOP_WORDS,
        fold,
        languages,
        normalized,
        query_words,
        statement_key,
        storable,
        straight,
        strip_injected,
        strip_passages,
        word_list,
        words,
    )
    from tiermem.text.languages import (
        Language,
        SecretHints,
        everywhere,
        has_words,
        languages_of,
        orders,
        secret_hints,
        secret_words,
        sensitive_words,
    )
    from tiermem.text.languages.credentials import Credentials
    from tiermem.text.languages.language import Unit
    from tiermem.text.message_models import MOST_JUDGED, log_odds
    from tiermem.text.names import names_in
    from tiermem.text.notes import in_first_person, says_declined, unexplained
    from tiermem.text.role_play import ROLE_PLAY_TURNS, in_role_play
    from tiermem.text.scripts import CJK, UNSPACED
    from tiermem.text.terms import has_one
    from tiermem.text.times import time_spans
    from tiermem.text.times.dates import with_dates
    from tiermem.text.times.periods import Mention, Period, periods
    from tiermem.text.topics import named_topics, topics_of, topics_recalled
    from tiermem.values.words import day_of
else:
    __getattr__ = deferred(
        __name__,
        {
            "tiermem.support.lazy": ("pattern",),
            "tiermem.text": (
                "QUESTION_MARKS",
                "STOP_WORDS",
                "fold",
                "languages",
                "normalized",
                "straight",
                "query_words",
                "statement_key",
                "storable",
                "strip_injected",
                "strip_passages",
                "word_list",
                "words",
            ),
            "tiermem.text.times": ("time_spans",),
            "tiermem.text.times.dates": ("with_dates",),
            "tiermem.text.languages": (
                "Language",
                "SecretHints",
                "everywhere",
                "has_words",
                "languages_of",
                "orders",
                "secret_hints",
                "secret_words",
                "sensitive_words",
            ),
            "tiermem.text.languages.language": ("Unit",),
            "tiermem.text.languages.credentials": ("Credentials",),
            "tiermem.text.message_models": ("MOST_JUDGED", "log_odds"),
            "tiermem.text.names": ("names_in",),
            "tiermem.text.notes": ("in_first_person", "says_declined", "unexplained"),
            "tiermem.text.role_play": ("ROLE_PLAY_TURNS", "in_role_play"),
            "tiermem.text.scripts": ("CJK", "UNSPACED"),
            "tiermem.text.times.periods": ("Mention", "Period", "periods"),
            "tiermem.values.words": ("day_of",),
            "tiermem.text.terms": ("has_one",),
            "tiermem.text.topics": ("named_topics", "topics_of", "topics_recalled"),
        },
    )

__all__ = [
    "CJK",
    "MOST_JUDGED",
    "QUESTION_MARKS",
    "ROLE_PLAY_TURNS",
    "STOP_WORDS",
    "UNSPACED",
    "Credentials",
    "Language",
    "Mention",
    "Period",
    "SecretHints",
    "Unit",
    "day_of",
    "everywhere",
    "fold",
    "has_one",
    "has_words",
    "in_first_person",
    "in_role_play",
    "languages",
    "languages_of",
    "log_odds",
    "named_topics",
    "names_in",
    "normalized",
    "orders",
    "pattern",
    "periods",
    "query_words",
    "says_declined",
    "secret_hints",
    "secret_words",
    "sensitive_words",
    "statement_key",
    "storable",
    "straight",
    "strip_injected",
    "strip_passages",
    "time_spans",
    "topics_of",
    "topics_recalled",
    "unexplained",
    "with_dates",
    "word_list",
    "words",
]
