"""What a run of the profile's stage asks a model: nothing twice that it has answered, and not for ever in vain."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiermem.errors import CompletionFailed

Answer = Mapping[str, Any]
IN_VAIN = 3
"""Questions in a row without an answer that can be used, for each halving that a page may need, after which a run
leaves the rest: the model may be at fault, and each question is paid for."""


class Questions:
    """The questions of one run about one page of observations.

    Args:
        observations: How many the page has.
        halving: Whether a batch that cannot be answered for what is in it is halved: it has waited often enough.

    Attributes:
        halving: The same.
        answered: Whether the model answered any of them: then what it does not answer is to blame, and not the model.
    """

    def __init__(self, observations: int, *, halving: bool) -> None:
        self.halving = halving
        self.answered = False
        self._most_in_vain = IN_VAIN * observations.bit_length()
        self._in_vain = 0
        self._about: frozenset[int] = frozenset()
        self._prompt = ""
        self._answer: Answer | None = None

    def answer(self, prompt: str, about: Collection[int], ask: Callable[[], Answer]) -> Answer:
        """The answer to a prompt; the last one again for the same prompt, and for a part of what it was about.

        Args:
            prompt: The question.
            about: Places of the observations in it.
            ask: Asks the model.

        Raises:
            Unanswered: There is none.
        """
        if self._answer is not None and (prompt == self._prompt or self._about.issuperset(about)):
            return self._answer
        self._answer = ask()
        self._prompt, self._about, self._in_vain = prompt, frozenset(about), 0
        self.answered = True
        return self._answer

    def moved(self) -> None:
        """The profile is another one now: what was answered holds for the same prompt alone."""
        self._about = frozenset()

    def blames_content(self, failure: CompletionFailed, *, tried: bool) -> bool:
        """Whether to go on with less of it: the failure lies in what was asked, and was not met for the first time.

        Args:
            failure: Why there is no answer.
            tried: Whether it was an observation by itself that failed before.
        """
        self._in_vain += failure.of_content
        return failure.of_content and (tried or self.halving) and self._in_vain <= self._most_in_vain
