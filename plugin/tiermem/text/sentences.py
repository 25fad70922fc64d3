"""Split prompts and summaries: the parts of a prompt in which its person asks, the sentences of a summary."""

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
"""Characters of a prompt that is read as a whole, and of what is read at either end of a longer one: a few
sentences. The longest of the 5,200 questions of LoCoMo and CMRC 2018 has 148."""
_EDGE_CHARS = 4 * SHORT
_LINES = pattern(r"\s*\n\s*")
SENTENCE = pattern(
    r"[^\n]+?(?:(?:[!?…]|(?<!\d)\.|\.(?=\s+[A-ZÀ-Þ¿¡]))+(?=\s)|[。！？]|(?=\n)|$)[^\S\n]*\n*|\n+"
)
"""A sentence with the space behind it, so that all of them are the text; "am 15. nächsten Monats" ends nothing."""
_SENTENCES = pattern(r"(?<=[.!?])\s+|(?<=[。！？])")
LABEL = pattern(r"^(?:\d{4}-\d\d-\d\d\s+)?(?:(?:user|assistant|tool)[:：]\s*)?")
"""The day and the speaker in front of a sentence of a summary."""


@dataclass(frozen=True, slots=True)
class PromptEnd:
    """An end of a prompt, or all of it.

    Attributes:
        sentences: Those nearest to the end of the prompt first.
        text: The same in order.
        languages: Its languages, the likeliest first.
        asks_about_past: True if it asks for what was.
    """

    sentences: Sequence[str]
    text: str
    languages: tuple[Language, ...]
    asks_about_past: bool

    @property
    def asks(self) -> bool:
        """True if it asks about the past, or ends in a question mark."""
        return self.asks_about_past or any(one.rstrip().endswith(QUESTION_MARKS) for one in self.sentences)


def prompt_parts(prompt: str) -> tuple[PromptEnd, ...]:
    """Return the parts of a prompt that ask: a short prompt as a whole, of a longer one its beginning, its end or both.

    Of a longer prompt that is whichever end asks; both where both do, or neither.
    """
    if len(prompt) <= SHORT:
        return (_part([prompt]),)
    prompt = prompt.strip()
    first = [_SENTENCES.split(line) for line in _LINES.split(prompt[:_EDGE_CHARS])]
    last = [_SENTENCES.split(line)[::-1] for line in reversed(_LINES.split(prompt[-_EDGE_CHARS:]))]
    ends = _end(first, is_last=False), _end(last, is_last=True)
    return tuple(one for one in ends if one.asks) or ends


def _end(lines: Iterable[Sequence[str]], *, is_last: bool) -> PromptEnd:
    """Return the sentences from an end on, up to the characters that are read or the line that asks something."""
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
    """Return the sentences of a text that end in a question mark; the whole text where none does."""
    asked = [one for one in _SENTENCES.split(text) if one and one.rstrip().endswith(QUESTION_MARKS)]
    return " ".join(asked) or text


def summary_sentences(summary: str) -> Iterator[tuple[str, str]]:
    """Yield (sentence without day and speaker, its `sentence_core`) of a session's summary."""
    for sentence in _SENTENCES.split(" ".join(summary.split())):
        words = LABEL.sub("", sentence).strip()
        if core := sentence_core(words):
            yield words, core


def sentence_core(sentence: str) -> str:
    """Return a sentence folded and without its end."""
    return fold(sentence).rstrip(" .!…")
