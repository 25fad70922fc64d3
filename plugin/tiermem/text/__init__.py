"""Plain text: folding, fences, and words for searching."""

from tiermem.text.fences import FENCE, escape, escape_tags, strip_injected, strip_passages
from tiermem.text.folding import QUESTION_MARKS, clean, ensure_text, fold, statement_key, storable
from tiermem.text.terms import STOP_WORDS, query_words, search_text, word_list, words

__all__ = [
    "FENCE",
    "QUESTION_MARKS",
    "STOP_WORDS",
    "clean",
    "ensure_text",
    "escape",
    "escape_tags",
    "fold",
    "query_words",
    "search_text",
    "statement_key",
    "storable",
    "strip_injected",
    "strip_passages",
    "word_list",
    "words",
]
