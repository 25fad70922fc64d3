"""Plain text: folding, fences, and words for searching."""

from tiermem.text.escaping import (
    FENCE,
    escape,
    escape_data,
    escape_line,
    escape_tags,
    hidden,
    json_escapes,
    terminal,
)
from tiermem.text.fences import strip_injected, strip_passages
from tiermem.text.folding import (
    QUESTION_MARKS,
    clean,
    ensure_text,
    fold,
    is_blank,
    normalized,
    statement_key,
    storable,
    straight,
)
from tiermem.text.terms import STOP_WORDS, query_words, search_text, word_list, words

__all__ = [
    "FENCE",
    "QUESTION_MARKS",
    "STOP_WORDS",
    "clean",
    "ensure_text",
    "escape",
    "escape_data",
    "escape_line",
    "escape_tags",
    "fold",
    "hidden",
    "is_blank",
    "json_escapes",
    "normalized",
    "query_words",
    "search_text",
    "statement_key",
    "storable",
    "straight",
    "strip_injected",
    "strip_passages",
    "terminal",
    "word_list",
    "words",
]
