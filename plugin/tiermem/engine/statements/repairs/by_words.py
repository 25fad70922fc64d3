"""Find the place of right words by the words beside them, by a spelling much alike, or by the nearest meaning."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.reading.given_values import exact_values
from tiermem.engine.statements.amendments.persons import kinds_of
from tiermem.engine.statements.amendments.spellings import shared_letters
from tiermem.engine.statements.meanings import meaning, nearness_of_wholes
from tiermem.engine.statements.repairs.wording import (
    CUT,
    FEWEST_LETTERS,
    MOST_IN_VALUE,
    MOST_WORDS,
    is_within,
    words_of,
)
from tiermem.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.reading.lexicon import Spaced
    from tiermem.engine.statements.repairs.wording import Word

_MOST_ALONE = 3
"""Maximum words of a value that no word of the statement comes with."""
_MOST_FILLED = 5
"""Maximum words of a value that takes the last one's place."""
_SIMILAR, _VERY_SIMILAR = 0.6, 0.75
"""Minimum share of common letters of a word and its right spelling, which mostly begins alike."""
_FORM = 5
_NEAR, _NEARER = 0.6, 0.15
"""Minimum nearness in meaning of a right word and the wrong one, and of that one and the next candidate."""


def by_words(wrong: str, said: str, lexicon: Spaced, *, is_only: bool) -> str | None:
    """Return the statement with the right words of a repair in place of those that they stand for."""
    old, new = words_of(wrong, lexicon), words_of(said, lexicon)
    if not old or not new or len(new) > MOST_WORDS:
        return None
    known = {fold(word.text) for word in old}
    fresh = [place for place, word in enumerate(new) if word.informs and fold(word.text) not in known]
    if not fresh or fresh[-1] - fresh[0] >= MOST_IN_VALUE:
        return None
    precise = exact_values(said, lexicon)
    if any(fold(one.text) not in fold(wrong) for one in precise):
        return None
    if _is_about_another(old, new, lexicon):
        return None
    first, last = fresh[0], fresh[-1] + 1
    right = said[new[first].start : new[last - 1].end]
    others = {lexicon.spelt(word.text) for word in (*new[:first], *new[last:])} - lexicon.articles
    is_alone = len(new) <= _MOST_ALONE + 1 and all(word in known for word in map(fold, others))
    span = _framed(old, new, first, last, lexicon.articles) or (
        _alone(_with_values(old, wrong, lexicon), new[first:last], lexicon, is_only=is_only)
        if is_alone
        else None
    )
    if span is None:
        return None
    start, end = old[span[0]].start, old[span[1] - 1].end
    return f"{wrong[:start]}{right}{wrong[end:]}"


def _with_values(words: Sequence[Word], text: str, lexicon: Spaced) -> list[Word]:
    """Return the words of a text, with those of its exact values as uninformative: "mayo" is not a misspelt "cayó"."""
    spans = [(one.start, one.end) for one in exact_values(text, lexicon)]
    return [one._replace(informs=False) if is_within(one, spans) else one for one in words]


def _is_about_another(old: Sequence[Word], new: Sequence[Word], lexicon: Spaced) -> bool:
    """Return True if a repair is a statement with a subject that is not the earlier one's: "Peter is my uncle"."""
    subjects = []
    for words in (old, new):
        verb = next((at for at, word in enumerate(words) if lexicon.spelt(word.text) in lexicon.verbs), 0)
        subjects.append({word.stem for word in words[:verb] if word.informs})
    return not subjects[1] <= subjects[0]


def _framed(
    old: Sequence[Word], new: Sequence[Word], first: int, last: int, articles: frozenset[str]
) -> tuple[int, int] | None:
    """Return the words of a statement between the words that stand beside the right ones, too."""
    before, behind = [word.stem for word in new[:first]], [word.stem for word in new[last:]]
    is_number = any(map(str.isdigit, new[first].text))
    found: list[tuple[int, tuple[int, int]]] = []
    for start in range(len(old)):
        for end in range(start + 1, min(start + MOST_IN_VALUE, len(old)) + 1):
            slot = old[start:end]
            lead = _common([word.stem for word in old[:start]][::-1], before[::-1], articles)
            trail = _common([word.stem for word in old[end:]], behind, articles)
            is_like = is_number == any(map(str.isdigit, slot[0].text)) and (end - start == last - first)
            informs = slot[0].informs and slot[-1].informs
            capital = [words[0].text[0].isupper() for words in (slot, new[first:last])]
            if lead + trail and is_like and informs:
                score = 4 * (lead + trail) + (capital[0] == capital[1])
                found.append((score, (start, end)))
    best = max((score for score, _ in found), default=0)
    spans = [span for score, span in found if score == best]
    return spans[0] if len(spans) == 1 else None


def _common(one: Sequence[str], other: Sequence[str], articles: frozenset[str]) -> int:
    """Return the number of equal words at the beginning of both; 0 if they are only articles."""
    pairs = zip(one, other, strict=False)
    size = next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return 0 if articles.issuperset(one[:size]) else size


def _alone(
    old: Sequence[Word], new: Sequence[Word], lexicon: Spaced, *, is_only: bool
) -> tuple[int, int] | None:
    """Return the words of a statement that right words without others replace: spelt or meaning much the same.

    A meaning counts only if the repair says nothing else: "*ventas".
    """
    candidates = [
        place for place, word in enumerate(old) if word.informs and not any(map(str.isdigit, word.text))
    ]
    names = [place for place in candidates if place and lexicon.is_name(old[place].text)]
    word = fold(new[0].text)
    if len(new) == 1 and not any(map(str.isdigit, word)) and len(word) >= FEWEST_LETTERS:
        spelt = [
            (shared_letters(new[0].text, old[place].text), place)
            for place in candidates
            if len(old[place].text) >= FEWEST_LETTERS
        ]
        share, place = max(spelt, default=(0.0, 0))
        is_form = not is_only and word[:_FORM] == fold(old[place].text)[:_FORM] and new[0].text.islower()
        if not is_form and share >= (_SIMILAR if fold(old[place].text)[0] == word[0] else _VERY_SIMILAR):
            return place, place + 1
    is_name = all(
        lexicon.is_name(one.text) and (is_only or _is_no_common_word(one.text, lexicon)) for one in new
    )
    if is_name and names:
        if _is_of_relative(old, names[0], lexicon):
            return None  # "Sorry, Lisa" speaks to her, or of another child
        is_run = names[-1] - names[0] == len(names) - 1
        return (names[0], names[-1] + 1) if is_run else None
    if len(new) != 1 or not is_only:
        return None
    mine = meaning(word, lexicon.code)
    ranked = sorted(
        (
            (nearness_of_wholes(mine, meaning(fold(old[place].text), lexicon.code)), place)
            for place in candidates
        ),
        reverse=True,
    )
    if not ranked or ranked[0][0] < _NEAR or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _NEARER):
        return None
    place = ranked[0][1]
    is_part = any(one.informs and one.start == old[place].end + 1 for one in old[place + 1 : place + 2])
    return None if is_part else (place, place + 1)  # "coeliac" is not "lactose intolerant"


def _is_no_common_word(word: str, lexicon: Spaced) -> bool:
    """Return False for a capital that only opens the repair: "Careful, I confused her with Solveig"."""
    folded = fold(word)
    return bool(kinds_of([folded])) or meaning(folded, lexicon.code) is None


def _is_of_relative(words: Sequence[Word], place: int, lexicon: Spaced) -> bool:
    """Return True if a name stands behind the word for a relative in a statement with more about them."""
    is_named = lexicon.spelt(words[place - 1].text) in lexicon.kin
    return is_named and any(word.informs for word in words[place + 1 :])


def filled_words(wrong: str, said: str, lexicon: Spaced) -> str | None:
    """Return a statement with a bare value in place of what stands behind its verb: "my son is a cook", "waiter"."""
    end_of_clause = mark.start() if (mark := CUT.search(wrong)) else len(wrong)
    wrong, behind = wrong[:end_of_clause], wrong[end_of_clause:]
    old, new = words_of(wrong, lexicon), words_of(said, lexicon)
    verbs = lexicon.verbs | lexicon.copulas | lexicon.auxiliaries
    verb = next((at for at in range(len(old) - 1, -1, -1) if lexicon.spelt(old[at].text) in verbs), None)
    precise = any(exact_values(text, lexicon) for text in (wrong, said))
    is_bare = 0 < len(new) <= _MOST_FILLED and not any(lexicon.spelt(one.text) in verbs for one in new)
    known = {one.stem for one in old if one.informs}
    is_clause = any(
        one.informs and lexicon.spelt(after.text) in lexicon.articles for one, after in pairwise(new)
    )  # "book a table"
    if verb is None or precise or not is_bare or is_clause or any(one.stem in known for one in new):
        return None
    slot = old[verb + 1 :]
    start = next((at for at, one in enumerate(slot) if one.informs), None)
    if start is None or not any(one.informs for one in new):
        return None
    end = next((at for at in range(start, len(slot)) if not slot[at].informs), len(slot))
    leads = list(new[: next(at for at, one in enumerate(new) if one.informs)])
    first = max(start - len(leads), 0)
    if end - start > MOST_IN_VALUE or any(one.text[0].isupper() for one in slot[end:]):
        return None
    return (
        f"{wrong[: slot[first].start]}{said[new[0].start : new[-1].end]}{wrong[slot[end - 1].end :]}{behind}"
    )
