"""Select the ranked passages that fit, with the reason for each that is dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.prompt.rendering import passage_line
from tiermem.engine.recall.coverage import floor
from tiermem.engine.statements.duplicates import Gist, is_made_of, near_duplicate, says_nothing_new
from tiermem.text import fold, statement_key
from tiermem.values import Dropped
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.values import Passage
    from tiermem.values.recall import DropReason

DROPPED_SHOWN = 20
"""Maximum dropped candidates in a receipt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """The passages shown, and those dropped with the reason."""

    shown: tuple[Passage, ...]
    dropped: tuple[Dropped, ...]


def as_it_is(passage: Passage) -> Passage:
    """Return the passage unchanged."""
    return passage


def select(
    passages: Sequence[Passage],
    *,
    top_k: int,
    char_limit: int,
    shown_as: Callable[[Passage], Passage] = as_it_is,
    in_block: Mapping[str, str] | None = None,
) -> Selected:
    """Return the best passages, up to *top_k* and *char_limit* rendered characters, without repetition.

    If an L1 entry and a turn or summary say the same, the entry is shown if it ranks high enough, because its id allows
    a correction. A summary that repeats a better passage comes last. Answers do not count towards *top_k*.

    Args:
        passages: The candidates. Of equal scores, the newest is taken first.
        top_k: Maximum passages.
        char_limit: Maximum characters of the lines of `rendering.passage_line`.
        shown_as: Returns a passage as it is shown, redacted and dated. Passages are compared as they are shown: of "on
            Saturday" and "on Saturday (2026-11-28)" each may be the other.
        in_block: Id → content of the entries in the frozen block of learned information. They and passages that say
            the same are not shown again.
    """
    answers = {passage.answers: passage for passage in passages if passage.answers is not None}
    selecting = _Selecting(top_k, char_limit, shown_as, answers, in_block or {})
    by_themselves = (passage for passage in passages if passage.answers is None)
    by_ref = sorted(by_themselves, key=lambda passage: passage.ref)
    ranked = sorted(by_ref, key=lambda passage: (passage.score, passage.at), reverse=True)
    best = next((passage for passage in ranked if not selecting.is_in_block(passage)), None)
    least = floor(best.score) if best else 0.0
    repeating = []
    for passage in ranked:
        if passage.layer != "L1" and (selecting.is_full or passage.score < least):
            selecting.leave(passage, least)
        elif selecting.is_in_block(passage):
            selecting.drop(passage, "in the block LEARNED INFORMATION")
        elif selecting.is_partly_shown(passage):
            repeating.append(passage)
        else:
            selecting.take(passage, least)
        if selecting.is_done:
            break
    for passage in repeating:
        selecting.take(passage, least)
    shown = sorted(selecting.shown, key=lambda passage: passage.score, reverse=True)
    return Selected(shown=tuple(shown), dropped=tuple(selecting.dropped))


def without(selected: Selected, shown: frozenset[str]) -> Selected:
    """Return the selection without passages shown before. They are not replaced: the model can still read them."""
    again = tuple(
        Dropped.of(one, "shown earlier in this session") for one in selected.shown if one.ref in shown
    )
    left = tuple(one for one in selected.shown if one.ref not in shown)
    return Selected(shown=left, dropped=(*again, *selected.dropped))


@dataclass(frozen=True, slots=True)
class _Told:
    """A selected passage with its statements."""

    passage: Passage
    key: str
    gist: Gist


class _Selecting:
    """Take passages, best first, until there is no room left; see `select`."""

    def __init__(
        self,
        top_k: int,
        char_limit: int,
        shown_as: Callable[[Passage], Passage],
        answers: Mapping[str, Passage],
        in_block: Mapping[str, str],
    ) -> None:
        self._top_k = top_k
        self._left = char_limit
        self._shown_as = shown_as
        self._fit: dict[str, Passage] = {}
        self._answers = answers
        self._in_block = in_block
        self._block = [Gist.of(content) for content in in_block.values()]
        self._known: dict[str, bool] = {}
        self._by_themselves = 0
        self._told: list[_Told] = []
        self.dropped: list[Dropped] = []

    @property
    def shown(self) -> list[Passage]:
        """The passages taken, in that order."""
        return [one.passage for one in self._told]

    @property
    def is_full(self) -> bool:
        """True if no further passage is shown, except an entry in place of a passage that says the same."""
        return self._by_themselves >= self._top_k

    @property
    def is_done(self) -> bool:
        """True if no further passage would be shown or listed."""
        return self.is_full and len(self.dropped) >= DROPPED_SHOWN

    def is_in_block(self, passage: Passage) -> bool:
        """Return True if the block of learned information shows this entry or an equal one."""
        known = self._known.get(passage.ref)
        if known is None:
            known = passage.ref in self._in_block or (bool(self._block) and self._says_no_more(passage))
            self._known[passage.ref] = known
        return known

    def _says_no_more(self, passage: Passage) -> bool:
        """Return True if a passage repeats a line of the block, or a turn or summary repeats several."""
        text = self._as_shown(passage).text
        return _is_said(Gist.of(text), self._block) or (
            passage.layer != "L1" and is_made_of(text, self._block)
        )

    def is_partly_shown(self, passage: Passage) -> bool:
        """Return True if the passage is from the archive and one of its sentences is already shown."""
        if passage.layer != "L2" or not self._told:
            return False
        said = Gist.of(self._as_shown(passage).text).says
        return any(said & shown.gist.also_says for shown in self._told)

    def take(self, passage: Passage, least: float) -> None:
        """Show a passage or drop it with a reason; ignore one that is already shown as an answer."""
        if self._shows(passage.ref):
            return
        why = self._reason_against(passage, least) or self._show(passage)
        if why is None:
            self._by_themselves += 1
            self._answer(passage)
        if why in ("same text as one shown", "says what one shown says"):
            passage = self._in_place_of(passage)
        if why is not None:
            self.drop(passage, why)

    def leave(self, passage: Passage, least: float) -> None:
        """Drop a passage that comes too late or ranks too low, without comparing its text, which takes time."""
        if not self._shows(passage.ref):
            self.drop(passage, "far below the best" if passage.score < least else "beyond top_k")

    def drop(self, passage: Passage, why: DropReason) -> None:
        """List a dropped passage if the receipt has room."""
        if len(self.dropped) < DROPPED_SHOWN:
            self.dropped.append(Dropped.of(passage, why))

    def _reason_against(self, passage: Passage, least: float) -> DropReason | None:
        key = _key(self._as_shown(passage))
        if any(key == one.key for one in self._comparable(passage)):
            return "same text as one shown"
        if passage.score < least:
            return "far below the best"
        return "beyond top_k" if self.is_full else None

    def _show(self, passage: Passage) -> DropReason | None:
        """Show a passage if it fits and says something new; otherwise return the reason."""
        fit = self._as_shown(passage)
        gist = Gist.of(fit.text)
        gists = [one.gist for one in self._comparable(passage)]
        if _is_said(gist, gists) or (passage.layer == "L2" and says_nothing_new(gist, gists)):
            return "says what one shown says"
        length = len(passage_line(fit)) + 1
        if length > self._left:
            return "over char_limit"
        self._told.append(_Told(fit, _key(fit), gist))
        self._left -= length
        return None

    def _comparable(self, passage: Passage) -> list[_Told]:
        """Return the shown passages except other people's: "I am allergic to nuts" is a fact about its speaker."""
        name = _name(passage)
        return [one for one in self._told if not name or _name(one.passage) in ("", name)]

    def _answer(self, question: Passage) -> None:
        """Show the answer to a shown passage if there is one, it fits, and it is not shown yet."""
        answer = self._answers.get(question.ref)
        if answer is not None and not self._shows(answer.ref) and not self.is_in_block(answer):
            self._show(answer)

    def _as_shown(self, passage: Passage) -> Passage:
        if passage.ref not in self._fit:
            self._fit[passage.ref] = self._shown_as(passage)
        return self._fit[passage.ref]

    def _shows(self, ref: str) -> bool:
        return any(ref == one.passage.ref for one in self._told)

    def _in_place_of(self, passage: Passage) -> Passage:
        """Show an L1 entry in place of a passage that says the same. Return the one that is not shown."""
        if passage.layer != "L1":
            return passage
        fit = self._as_shown(passage)
        gist = Gist.of(fit.text)
        for place, one in enumerate(self._told):
            more = len(passage_line(fit)) - len(passage_line(one.passage))
            if one.passage.layer != "L1" and near_duplicate(one.gist, gist) and more <= self._left:
                self._told[place] = _Told(fit, one.key, gist)
                self._left -= more
                return one.passage
        return passage


def _is_said(new: Gist, shown: Sequence[Gist]) -> bool:
    return any(near_duplicate(new, one) for one in shown)


def _key(passage: Passage) -> str:
    return statement_key(passage.text) or fold(passage.text)


def _name(passage: Passage) -> str:
    """Return the name of a turn's speaker; "" for the user, the assistant, and entries."""
    is_named = passage.kind == "turn" and passage.label not in ("user", "assistant", "tool")
    return fold(passage.label) if is_named else ""
