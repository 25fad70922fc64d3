"""Find the asking parts of a prompt, and the sentences of a summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text.folding import QUESTION_MARKS, fold, normalized
from tiermem.text.languages import languages_of
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.text.languages import Language

SHORT = 300
"""Maximum characters of a prompt to read completely, and to read at each end of a longer one: a few sentences. The
longest of the 5,200 questions of LoCoMo and CMRC 2018 has 148."""
_EDGE_CHARS = 4 * SHORT
_LINES = pattern(r"\s*\n\s*")
_ABBREVIATED = ("Dr", "Dra", "M", "Mr", "Mrs", "Ms", "Mme", "Prof", "Hr", "Fr", "Sr", "Sra", "Srta", "St")
TITLES = "".join(rf"(?<!\b{title})" for title in _ABBREVIATED)
"""Stands before a period that ends a sentence: not one of a title, "Dr. Orr", "St. Anne's"."""
SENTENCE = pattern(
    rf"[^\n]+?(?:(?:[!?]|…|{TITLES}(?:(?<!\d)\.|\.(?=\s+[A-ZÀ-Þ¿¡])))+(?=\s)|。|[！？]|(?=\n)|$)[^\S\n]*\n*|\n+"
)
"""A sentence with the space after it, so that all of them make up the text; "am 15. nächsten Monats" has no end."""
_SENTENCES = pattern(r"(?<=[.!?])\s+|(?<=。)|(?<=[！？])")
LABEL = pattern(r"^(?:\d{4}-\d\d-\d\d\s+)?(?:(?:user|assistant|tool)[:：]\s*)?")
"""The day and the speaker before a sentence of a summary."""


@dataclass(frozen=True, slots=True)
class PromptEnd:
    """The beginning or end of a prompt, or all of it.

    Attributes:
        sentences: Its sentences, those nearest to the prompt's end first.
        text: The sentences in order.
        languages: Its languages, the likeliest first.
        asks_about_past: True if it asks about the past.
    """

    sentences: Sequence[str]
    text: str
    languages: tuple[Language, ...]
    asks_about_past: bool

    @property
    def asks(self) -> bool:
        """True if it asks about the past or ends with a question mark."""
        return self.asks_about_past or any(one.rstrip().endswith(QUESTION_MARKS) for one in self.sentences)


def prompt_parts(prompt: str) -> tuple[PromptEnd, ...]:
    """Return the asking parts of a prompt: all of a short prompt; of a longer one, its beginning, its end or both.

    Of a longer prompt, it is the end that asks; both if both or neither asks.
    """
    if len(prompt) <= SHORT:
        return (_part([prompt]),)
    prompt = prompt.strip()
    first = [_SENTENCES.split(line) for line in _LINES.split(prompt[:_EDGE_CHARS])]
    last = [_SENTENCES.split(line)[::-1] for line in reversed(_LINES.split(prompt[-_EDGE_CHARS:]))]
    ends = _end(first, is_last=False), _end(last, is_last=True)
    return tuple(one for one in ends if one.asks) or ends


def _end(lines: Iterable[Sequence[str]], *, is_last: bool) -> PromptEnd:
    """Return the sentences from one end, up to the character limit or the first line that asks something."""
    taken: list[str] = []
    room = SHORT
    for line in lines:
        for sentence in filter(None, line):
            if taken and len(sentence) > room:
                return _part(taken, is_last=is_last)
            taken.append(sentence[-SHORT:] if is_last else sentence[:SHORT])
            room -= len(sentence)
        if (part := _part(taken, is_last=is_last)).asks:
            return part
    return _part(taken, is_last=is_last)


def _part(sentences: Sequence[str], *, is_last: bool = False) -> PromptEnd:
    text = " ".join(reversed(sentences) if is_last else sentences)
    languages, seen = languages_of(text), normalized(text)
    return PromptEnd(
        sentences, text, languages, any(one.says(seen, one.asks_about_past) for one in languages)
    )


def asking(text: str) -> str:
    """Return the sentences of a text that end with a question mark, or the whole text if none does."""
    asked = [one for one in _SENTENCES.split(text) if one and one.rstrip().endswith(QUESTION_MARKS)]
    return " ".join(asked) or text


def summary_sentences(summary: str) -> Iterator[tuple[str, str]]:
    """Yield (sentence without day and speaker, its `sentence_core`) of a session's summary."""
    for sentence in _SENTENCES.split(" ".join(summary.split())):
        words = LABEL.sub("", sentence).strip()
        if core := sentence_core(words):
            yield words, core


def sentence_core(sentence: str) -> str:
    """Return a folded sentence without its final punctuation."""
    return fold(sentence).rstrip(" .!…")
