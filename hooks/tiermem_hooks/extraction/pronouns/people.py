"""Find the person for whom a pronoun stands, and put them where it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem_hooks.extraction.model import may_be_name
from tiermem_hooks.extraction.pronouns.introduced import are_animals, introduced
from tiermem_hooks.extraction.sentences import LAST_MARKS, Sentence, is_unspaced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem_hooks.extraction.rules import Rules

_PRONOUNS = ("he", "she", "they")
"""Groups of the patterns of pronouns and of relatives that must agree."""
_WORD = re.compile(r"\w+")


def with_name(sentence: Sentence, before: Sentence | None, rules: Rules) -> Sentence:
    """Return *sentence* with its initial pronoun replaced by the person of the sentence *before*.

    That is a relative of the speaker with which it begins or ends ("a gift for my wife Nora"), whom it introduces
    ("we've got a cat"), or the only name in it. "That's my husband" says who such a name is.
    """
    match = rules.pattern("about.pronouns", "pattern").match(sentence.view)
    if before is None or not match:
        return sentence
    tells_who = match.groupdict().get("that") is not None
    who = "" if tells_who else _relative_in(before, match, rules)
    who = who or only_name(before, match, rules)
    return instead_of(sentence, match, who, rules) if who else sentence


def instead_of(sentence: Sentence, pronoun: re.Match[str], who: str, rules: Rules) -> Sentence:
    """Return *sentence* with *who* instead of the pronoun with which it begins, or in front if it is left out."""
    verbs = rules.table("about.pronouns").get("verbs", {})
    verb = next((verbs[group] for group, said in pronoun.groupdict().items() if said and group in verbs), "")
    end = pronoun.end()
    if pronoun[0]:
        return Sentence(f"{who}{verb}{sentence.text[end:]}", f"{who}{verb}{sentence.view[end:]}")
    text, view = (said[:1].lower() + said[1:] for said in (sentence.text, sentence.view))
    return Sentence(f"{who} {text}", f"{who} {view}")


def _relative_in(before: Sentence, pronoun: re.Match[str], rules: Rules) -> str:
    """Return the person or animal of the speaker's of whom a sentence tells, if a pronoun may stand for them; or ""."""
    found = _relative(before, pronoun, rules) or named_last(before, pronoun, rules)
    if found:
        return found
    who = introduced(before, rules)
    person = rules.pattern("about.pronouns", "relative").match(who)
    return who if person is None or _agrees(person, pronoun) else ""


def _relative(before: Sentence, pronoun: re.Match[str], rules: Rules) -> str:
    """Return the only relative of the speaker in the sentence *before*, if a pronoun may stand for them; or ""."""
    person = rules.pattern("about.pronouns", "relative").match(before.view)
    others = rules.pattern("about.pronouns", "relatives").finditer(before.view)
    if person is None or sum(1 for _ in others) != 1:
        return ""
    other = rules.pattern("about.pronouns", "others").search(before.view, person.end())
    if other and _agrees(other, pronoun):
        return ""  # "Meine Mutter hat eine neue Wohnung. Sie ist 80 qm groß."
    if not _agrees(person, pronoun):
        return ""
    name = person.groupdict().get("named")
    return person["who"] if name is None else f"{person['who']}{'' if is_unspaced(name) else ' '}{name}"


def named_last(said: Sentence, pronoun: re.Match[str], rules: Rules) -> str:
    """Return the only relative of the speaker in a clause, if it ends with them and a pronoun may stand for them.

    If it names somebody else too, return "".
    """
    who = ends_with_person(said, pronoun, rules)
    names = (found["name"] for found in rules.pattern("about.pronouns", "name").finditer(said.view))
    return who if all(name in who for name in names) else ""


def ends_with_person(said: Sentence, pronoun: re.Match[str], rules: Rules) -> str:
    """Return the only relative of the speaker in a clause, if it ends with them and a pronoun may stand for them."""
    end = len(LAST_MARKS.sub("", said.view))
    return asked_about(said.part(0, end), pronoun, rules, is_last=True)


def asked_about(question: Sentence, pronoun: re.Match[str], rules: Rules, *, is_last: bool = False) -> str:
    """Return the only relative of the speaker in a question, if a pronoun may stand for them; or ""."""
    if sum(1 for _ in rules.pattern("about.pronouns", "relatives").finditer(question.view)) > 1:
        return ""
    if _may_be_theirs(question, pronoun, rules):
        return ""
    for person, behind in persons(question, rules):
        if not _agrees(person, pronoun):
            continue
        is_told = person.groupdict().get("named") is not None  # "my boss is called Dr. Reed"
        if not (is_last and (is_told or person.end() < len(behind))):
            return person["who"]
    return ""


def persons(said: Sentence, rules: Rules) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the relatives of the speaker in a text, each with the text from there, as a subject."""
    base_forms = rules.table("about.pronouns").get("base_forms", {})
    is_spaced = not is_unspaced(said.view)
    starts = (
        (word.span() for word in _WORD.finditer(said.view))
        if is_spaced
        else ((place, place) for place in range(len(said.view)))
    )
    for start, end in starts:
        first = said.view[start:end]
        behind = base_forms.get(first.lower(), first) + said.view[end:]
        person = rules.pattern("about.pronouns", "relative").match(behind)
        if person is not None:
            yield person, behind


def only_name(before: Sentence, pronoun: re.Match[str], rules: Rules) -> str:
    """Return the only name in a sentence, if a pronoun may stand for it; or ""."""
    if pronoun.groupdict().get("they") is not None or _may_be_theirs(before, pronoun, rules):
        return ""
    found = [
        one
        for one in rules.pattern("about.pronouns", "name").finditer(before.view)
        if may_be_name(one["name"], rules.language)
    ]
    if len({one["name"] for one in found}) != 1:
        return ""
    name = found[-1]
    other = ends_with_person(before, pronoun, rules)
    # "Karim works with my sister. She …" may be either, "Nora is my boss. She …" is not
    if other and name["name"] not in other:
        between = before.view[name.end("name") : before.view.find(other)]
        return name["name"] if rules.pattern("about.pronouns", "copula").fullmatch(between) else ""
    return name["name"]


def tells_who(said: Sentence, rules: Rules) -> bool:
    """Return True if a clause says who a name is to the speaker, or of what kind their animal or thing is.

    "Don is my husband", "my dog Rex is a beagle", "my car is a blue Golf".
    """
    view = LAST_MARKS.sub("", said.view)
    if rules.pattern("about.pronouns", "thing").match(view):
        return True
    name = rules.pattern("about.pronouns", "name").match(view)
    if name is not None and may_be_name(name["name"], rules.language):
        copula = rules.pattern("about.pronouns", "copula").match(view, name.end("name"))
        person = rules.pattern("about.pronouns", "relative").match(view[copula.end() :]) if copula else None
        if copula and person:
            return person.end() == len(view) - copula.end()
    animal = rules.pattern("about.pronouns", "relative").match(view)
    kind = rules.pattern("about.pronouns", "kind").match(view, animal.end()) if animal else None
    return animal is not None and kind is not None and are_animals(animal["who"], kind["kind"], rules)


def _may_be_theirs(before: Sentence, pronoun: re.Match[str], rules: Rules) -> bool:
    """Return True if a pronoun may stand for a relative of somebody whom a sentence names: "Dan's brother"."""
    theirs = rules.pattern("about.pronouns", "theirs").finditer(before.view)
    return any(_agrees(one, pronoun) for one in theirs)


def _agrees(person: re.Match[str], pronoun: re.Match[str]) -> bool:
    """Return True if a pronoun may stand for a relative; one that is left out or has no gender may stand for all."""
    sorts, said = ({name for name in _PRONOUNS if one.groupdict().get(name)} for one in (person, pronoun))
    return not sorts or not said or not sorts.isdisjoint(said)
