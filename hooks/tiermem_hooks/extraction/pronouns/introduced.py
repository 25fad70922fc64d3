"""Find the person or animal that a sentence introduces, and the sentences over which a pronoun reaches back to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem_hooks.extraction.model import classes_of, names_living

if TYPE_CHECKING:
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence

_ANIMAL = "PET"
_SOMEBODY = frozenset({"REL", "WORKREL", _ANIMAL})
"""Classes of relatives, other people whom one has, and animals."""


def introduced(said: Sentence, rules: Rules) -> str:
    """Return whom the speaker says that they have, as theirs: "our cat" for "we've got a cat"; or "".

    If the sentence names anybody else, who is meant behind it is not known.
    """
    rows = rules.table("about.pronouns").get("introduced", ())
    for (form, _), pattern in zip(rows, rules.patterns("about.pronouns", "introduced"), strict=True):
        found = pattern.match(said.view)
        if found is None or not _is_somebody(found["who"], rules):
            continue
        if names_living(said.view[found.end() :], rules.language):
            return ""
        return f"{form.format(found['who'])}{found['named'] or ''}"
    return ""


def _is_somebody(who: str, rules: Rules) -> bool:
    """Return True if the last word of a thing is a person or an animal; in scripts without spaces, all of it."""
    return classes_of(rules.language).get(who.rsplit(maxsplit=1)[-1].lower()) in _SOMEBODY


def are_animals(who: str, kind: str, rules: Rules) -> bool:
    """Return True if a person or an animal of the speaker's is an animal, and *kind* is a sort of them."""
    classes = classes_of(rules.language)
    return classes.get(kind.lower()) == _ANIMAL and any(
        classes.get(word) == _ANIMAL for word in who.lower().split()
    )


def names_nobody(said: Sentence, rules: Rules) -> bool:
    """Return True if a sentence between a person and a pronoun leaves it open that the pronoun means that person.

    It opens with a pronoun itself, or speaks of the speaker, and names no other person.
    """
    view, language = said.view, rules.language
    pronoun = rules.pattern("about.pronouns", "pattern").match(view)
    if pronoun and pronoun[0]:
        return not names_living(view[pronoun.end() :], language, roles=False)
    verbs_after = rules.words("about.pronouns", "verbs_after")
    is_own = rules.pattern("about", "person").search(view) is not None
    return is_own and not names_living(view, language, verbs_after=verbs_after)
