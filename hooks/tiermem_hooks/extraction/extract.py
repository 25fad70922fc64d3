"""Turn a session's turns into observations."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, time
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins import dataclass, replace
from tiermem.plugins.text import (
    ROLE_PLAY_TURNS,
    day_of,
    everywhere,
    fold,
    in_role_play,
    languages,
    periods,
    statement_key,
    topics_of,
    with_dates,
    words,
)
from tiermem_hooks.extraction.corrections import (
    CHANGE,
    Denial,
    Finding,
    Heard,
    admits,
    amended,
    answers_only,
    as_correction,
    changed,
    contradicted,
    correction_of,
    gives_alike,
    gives_both,
    gives_only_value,
    gives_value_alike,
    gives_value_instead,
    only_admits,
    only_slips,
    points_at,
    repairs,
    respells,
    says_little,
    spells,
)
from tiermem_hooks.extraction.declines import Spoken, words_declined
from tiermem_hooks.extraction.letters import without_dictated, without_letters
from tiermem_hooks.extraction.model import Candidate, judge, says_always
from tiermem_hooks.extraction.rules import Rulebook
from tiermem_hooks.extraction.sentences import Sentence, sentences, telling, word_count
from tiermem_hooks.extraction.statements import (
    INNER_MARK,
    acceptable,
    before_question,
    breaks_off,
    clauses,
    gives_meaning,
    introduces,
    is_request,
    speaks_of_person,
    stored,
    subject_of,
    trim,
    with_name,
    with_place,
)
from tiermem_hooks.forgetting import forgotten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from tiermem import Turn
    from tiermem.plugins import Category, Tier
    from tiermem.plugins.text import Language
    from tiermem_hooks.extraction.model import Judgement
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.statements import Clause

STANDING = "standing"
"""Tag of a statement that must hold whatever the next task is."""
FICTION = "fiction"
"""The cue that is searched for in the whole turn."""
HEADCOUNT = "headcount"
"""The cue of sentences that only count people; they are not kept."""
INVENTED = "invented"
"""The cue of sentences that are introduced as fiction: "For my novel: I'm Lea"."""
_ONE_OFF = "one_off"
"""The cue of sentences about one task."""
_VOID = frozenset({"joke", "hypothetical", _ONE_OFF, FICTION})
"""Cues of sentences that change nothing."""
_NOT_OF_MODELS = frozenset({FICTION, HEADCOUNT, INVENTED})
"""Cues that the models are not asked about."""
_TURNS_BACK = 12
"""Number of previous turns searched for a statement that the user takes back."""
_MOST_WORDS_BEHIND = 20
"""Maximum words of a sentence that is read together with the one before: "I gave the plot up. They let me have two
raised beds instead."."""
_ITEM = re.compile(
    r"(?:^|;)\W*(?:\d\W+)?[A-ZÀ-Ý][\w'-]+(?:\s[A-ZÀ-Ý][\w'-]+)?,\s\d{1,2}(?:\s\w{2,6})?,"
    r"|(?:^|[;；])\W*[\u3040-\u30ff\u4e00-\u9fff]{2,5}[，、,]\d{1,2}[岁歳歲天日]?[，、,]"
)
"""An item of a list of people or trips with a number: "Anna, 29, nurse"."""
_FEWEST_ITEMS = 2
_REPAIR = "(repair)"
"""Behind the key of a repair."""
_MOST_WORDS_OF_TURN, _MOST_CHARS_OF_TURN = 25, 160
"""Maximum words and characters of a turn that repairs what was said before."""
_MOST_WORDS_OF_REPAIR = 4
"""Maximum words of a statement in it that says nothing without what it repairs: "6:58"."""
_MOST_WORDS_OF_GREETING = 2
"""Maximum words of a sentence that asks for nothing: "Hi there!"."""
_SHORT_ANSWER = 2
"""Maximum sentences of an answer that a user may correct without a word of correction; a longer one shares words with
anything said next."""
_MOST_WORDS_UNMARKED = 8
"""Maximum words of such a correction: a longer statement continues the topic and corrects nothing."""
_WORTH_BESIDE, _SURELY_BESIDE = 0.2, 0.8
"""Chance from which a statement about the speaker is kept beside another one in the same sentence, and the chance of
that one: "I'm a backend dev, I use fish and nvim"."""
_SURELY_WORTH = 0.9
"""Minimum chance for a sentence to be kept as a whole when none of its parts is."""
_WORTH_ASKING = 0.8
"""Minimum chance for a question without a question word to be kept for a fact in it: "I'm a potter in Leeds so is clay
deductible?"."""
_WORTH_HERE, _WORTH_OF_PROJECT = 0.1, 0.3
"""Chances to be worth keeping from which a statement made in a project is kept as a convention of it: one about what is
"here", and one of a kind that conventions are of."""
_OF_PROJECT = ("preference", "project", "decision")
_OF_LIFE = frozenset({
    "age", "allergy", "children", "diet", "doctor", "drink", "home", "household", "housing", "illness", "medicine",
    "partner", "pet", "religion", "salary", "smoking", "weight",
})  # fmt: skip
_OF_REPLIES = frozenset({"form_of_address", "reply_language", "reply_length", "reply_style", "units"})
"""Topics of what a person says of their life, and of wishes about replies: these hold in every project."""
_MAIN_TOPIC = 0.6
"""Weight from which on a topic is what a statement is about."""
_FEW_WORDS = 6
"""Number of words up to which a question contains no fact that it does not ask for: "do I have a partner?"."""
_LIKELY = 0.5
"""Minimum chance to be worth keeping for a statement that only points at earlier words to correct them."""
_WORTH_OF_PERSON = 0.25
"""Minimum chance to be worth keeping for the speaker's name or home."""
_WORTH_OF_STATEMENT, _WORTH_OF_OWN = 0.3, 0.2
"""Chances below which a text asks for something, and one that speaks of the speaker does: "split 320 by 3"."""
_WORTH_OF_INTRODUCTION = 0.1
"""The same for a statement in which the speaker introduces themselves by name."""
_TELLS_MUCH = 6
"""Number of statements from which a message counts as written to inform, regardless of the session's limit."""
_REQUEST_CONFIDENCE = 0.95
"""Confidence of statements that the user asks to remember."""
_CONFIDENCE = (0.6, 0.9)
"""Minimum and maximum confidence for a model's chance."""


@dataclass(frozen=True, slots=True)
class _Filing:
    """The labels of statements of one kind."""

    kind: str
    category: Category | None
    importance: float


_FILINGS = {
    "preference": _Filing("preference", "preference", 0.7),
    "fact": _Filing("fact", "context", 0.6),
    "person": _Filing("fact", "person", 0.6),
    "project": _Filing("project_details", "project", 0.55),
    "decision": _Filing("decision", "project", 0.6),
    "commitment": _Filing("commitment", "commitment", 0.65),
    "request": _Filing("request", "preference", 0.8),
    "correction": _Filing("fact", "context", 0.6),
}


_WISHES = ("preference", "request")
_WORD = re.compile(r"(?<!\S)\w")
_ASIDE = re.compile(r"\s*[(（][^()（）]*[)）]")
"""An aside in brackets; a statement is judged with and without it: "I'm allergic to nuts (all kinds)."."""
_A_DAY = 1
"""Rank of times that name a day, or a distance from the present."""
_ASSOCIATION = _Filing("fact", "association", 0.6)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the user with its surroundings.

    Attributes:
        position: The position of its sentence in the turn.
        quote: That sentence, as said.
        clause: The statement, without a denial that opened its sentence.
        denial: The opening of the sentence; the rest is the whole sentence.
        candidate: The model's view of it.
        sentence: The same for the whole sentence; None if it makes only this statement.
        in_project: True if it was said in a project.
        is_beside: True if its sentence surely says something else about the speaker.
    """

    position: int
    quote: str
    rules: Rules
    clause: Clause
    denial: Denial
    heard: Heard
    candidate: Candidate
    sentence: Candidate | None
    in_project: bool
    is_beside: bool = False

    @property
    def is_whole(self) -> bool:
        """True if its sentence makes this statement alone."""
        return self.sentence is None


def extract(
    turns: Sequence[Turn],
    rules: Rules | None = None,
    zone: tzinfo = UTC,
    *,
    changes: bool = False,
    most: int | None = None,
    in_project: bool = False,
) -> list[Observation]:
    """Return the user's statements in *turns* that are worth remembering, in order.

    Only sentences of user turns are kept; the assistant's turns show what a correction corrects and what the user
    declined to have remembered. The same statement is returned once.

    Args:
        turns: The turns of one session, in order.
        rules: Rules from `load_rules` for all sentences; None for those of each sentence's language.
        zone: The time zone in which "tomorrow" was said.
        changes: True to return changes too, of kind `CHANGE`: they matter only if something known is about them.
        most: Maximum statements, the likeliest; the others may still change what is known. A message with `_TELLS_MUCH`
            statements or more, or with nothing else, is taken whole and not counted.
        in_project: True if they were said in a project, where less is needed for a convention, see `_WORTH_OF_PROJECT`.
    """
    session = spoken(turns, rules, zone, in_project=in_project)
    refused = words_declined(session)
    found: dict[str, Observation] = {}
    sure: dict[str, float] = {}
    unwanted: set[str] = set()
    for index, said in enumerate(session):
        if not said.is_user:
            continue
        is_played, made_up = _is_played(session, index), invented(said)
        for position, observation, worth in _observations(session, index):
            is_fiction = (is_played or position in made_up) and observation.kind != "request"
            if is_fiction or (observation.kind == CHANGE and not changes):
                continue
            key = _key(observation)
            if observation.kind == CHANGE and f"{key} {_REPAIR}" in found:
                continue
            if (index, position) in refused and not _is_spared(observation, refused[index, position], said):
                unwanted.add(key)
            elif key not in found or found[key].kind == CHANGE:
                found[key] = observation
                sure[key] = worth
            if _is_repair(observation) and (told := _only_change(found, session, index)):
                found[told] = replace(found[told], kind=_FILINGS["fact"].kind)
    wanted = {key: observation for key, observation in found.items() if key not in unwanted}
    for key in _surplus(wanted, sure, most, session) if most is not None else ():
        wanted[key] = replace(wanted[key], kind=CHANGE)
    return [observation for observation in wanted.values() if changes or observation.kind != CHANGE]


def _key(observation: Observation) -> str:
    """Return the key of a statement; a repair has its own, because a fact in its words is kept if it repairs none."""
    key = statement_key(observation.draft.content)
    return f"{key} {_REPAIR}" if _is_repair(observation) else key


def _is_spared(observation: Observation, declined: frozenset[str], said: Spoken) -> bool:
    """Return True if only another statement of the sentence is declined."""
    own = telling(observation.draft.content, said.rules)
    is_part = observation.kind != CHANGE and bool(own) and own != telling(observation.quote or "", said.rules)
    return bool(declined) and is_part and own.isdisjoint(declined)


def _is_repair(observation: Observation) -> bool:
    """Return True if an observation is a whole turn that may put right what was said before."""
    is_pointing = observation.kind == CHANGE and observation.points and observation.draft.correction
    return is_pointing and observation.corrects is None


def _only_change(found: Mapping[str, Observation], session: Sequence[Spoken], index: int) -> str | None:
    """Return the only statement of the turn before, if it was not to be kept: who puts it right wants it known."""
    before = next((one for one in reversed(session[:index]) if one.is_user), None)
    if before is None:
        return None
    told = [key for key, one in found.items() if one.evidence == before.turn.ref]
    only = found[told[0]] if len(told) == 1 else None
    if only is None or only.kind != CHANGE or only.points:
        return None
    is_of_one_sort = gives_alike(only.quote or "", session[index].turn.content, before.rules)
    return told[0] if is_of_one_sort else None


def _surplus(
    found: Mapping[str, Observation], sure: Mapping[str, float], most: int, session: Sequence[Spoken]
) -> list[str]:
    """Return the statements beyond the *most* likely ones, except those of messages with little else.

    Messages with many statements are excepted too. Standing statements come first, however likely they are.
    """
    told = Counter(one.evidence for one in found.values() if one.kind != CHANGE)
    counted = [key for key, one in found.items() if one.kind != CHANGE and told[one.evidence] < _TELLS_MUCH]
    if len(counted) <= most:
        return []
    refs = {one.turn.ref for index, one in enumerate(session) if one.is_user and _only_tells(session, index)}
    counted = [key for key in counted if found[key].evidence not in refs]
    return sorted(counted, key=lambda key: (not _must_be_known(found[key]), -sure[key]))[most:]


def _only_tells(session: Sequence[Spoken], index: int) -> bool:
    """Return True if everything in a turn of the user is worth keeping: it was written to inform."""
    return {one.position for one in statements(session, index)} == worth_keeping(session, index)


def _must_be_known(observation: Observation) -> bool:
    """Return True if a statement stands, was asked to be remembered, or gives the user's name or home."""
    draft, known = observation.draft, everywhere()
    of_who = known.names.union(*known.single.values())
    return STANDING in draft.tags or observation.kind == "request" or fold(draft.subject or "") in of_who


def spoken(
    turns: Sequence[Turn], rules: Rules | None = None, zone: tzinfo = UTC, *, in_project: bool = False
) -> list[Spoken]:
    """Return the turns of user and assistant with their own sentences, and the rules for each."""
    heard = tuple(turn for turn in turns if turn.speaker in ("user", "assistant"))
    found = _all_spoken(heard, rules, zone)
    return [replace(one, in_project=True) for one in found] if in_project else [*found]


@lru_cache(maxsize=2)  # the summary needs what the statements were taken from
def _all_spoken(heard: Sequence[Turn], rules: Rules | None, zone: tzinfo) -> Sequence[Spoken]:
    book = Rulebook((turn.content for turn in heard), rules)
    return [_spoken(turn, book, zone) for turn in heard]


def _spoken(turn: Turn, book: Rulebook, zone: tzinfo) -> Spoken:
    rules = book.of_turn(turn.content)
    own = turn.content
    if turn.speaker == "user":
        own = without_dictated(
            without_letters(own, rules), lambda lead: dict.fromkeys((rules, book.of_turn(lead)))
        )
    said = tuple(sentences(own, rules))
    rules_of = tuple(book.of_sentence(sentence.text, rules) for sentence in said)
    return Spoken(turn, day_of(turn.at, zone), said, rules, rules_of)


def worth_keeping(session: Sequence[Spoken], index: int) -> frozenset[int]:
    """Return the positions of the sentences of one user turn that contain a statement worth keeping."""
    if _is_played(session, index):
        return frozenset()
    found = _parts_or_whole(statements(session, index))
    return frozenset(one.position for one in found if _is_kept(one)) - invented(session[index])


def _is_played(session: Sequence[Spoken], index: int) -> bool:
    """Return True if a user turn belongs to a role play."""
    near = range(max(0, index - ROLE_PLAY_TURNS), index + 1)
    return index in in_role_play(
        (place, session[place].turn.content) for place in near if session[place].is_user
    )


def invented(said: Spoken) -> frozenset[int]:
    """Return the positions of a turn's sentences that say nothing of the user.

    They are introduced as fiction, stand behind such a colon, or list people or trips to choose from.
    """
    found: set[int] = set(_listed(said))
    for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True)):
        if match := rules.pattern("cues", INVENTED).match(sentence.text):
            is_heading = match[0].endswith((":", "："))
            found |= {*range(position, len(said.sentences))} if is_heading else {position}
    return frozenset(found)


def _listed(said: Spoken) -> list[int]:
    """Return the positions of the items of a list with a number each ("Anna, 29, nurse"), from which to choose.

    A turn that asks nothing tells who they are, and so does one that says whose they are.
    """
    items = {
        position: found
        for position, sentence in enumerate(said.sentences)
        if (found := len(_ITEM.findall(sentence.text)))
    }
    if sum(items.values()) < _FEWEST_ITEMS:
        return []
    others = [
        (sentence, rules)
        for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True))
        if position not in items
    ]
    told = [
        (sentence, rules)
        for sentence, rules in others
        if not (sentence.asks or rules.pattern("question", "asks").match(sentence.view))
    ]
    is_own = any(speaks_of_person(sentence.view, rules) for sentence, rules in told)
    return [*items] if len(told) < len(others) and not is_own else []


def statements(session: Sequence[Spoken], index: int) -> Sequence[Statement]:
    """Return the statements of one user turn, in order."""
    return _statements(session[index], _heard(session, index))


@lru_cache(maxsize=128)
def _statements(said: Spoken, heard: Heard) -> Sequence[Statement]:
    cut = list(_cut(said, heard))
    around = _Surroundings(said, heard, cut)
    found: list[Statement] = []
    for position, denial, clauses_of in cut:
        rules, quote, place = said.rules_of[position], said.sentences[position].text, len(found)
        whole = before_question(denial.rest, rules)
        is_form = _wishes_form(said, heard, position, whole)
        parts = [replace(whole, wished=True)] if is_form else clauses_of
        sentence = (
            around.candidate(whole, denial, position, place, place + len(parts)) if len(parts) > 1 else None
        )
        for number, clause in enumerate(parts, place):
            candidate = around.candidate(clause, denial, position, number, number + 1)
            found.append(
                Statement(position, quote, rules, clause, denial, heard, candidate, sentence, said.in_project)
            )
    return found


def _wishes_form(said: Spoken, heard: Heard, position: int, whole: Clause) -> bool:
    """Return True if a sentence wishes for a form of all answers: its turn asks for nothing that it could be about.

    "Keep it short" and "be honest" may be about what was asked for in a turn before.
    """
    rules = said.rules_of[position]
    wish = rules.pattern("question", "form").match(whole.said.view)
    is_form = wish is not None and (heard.last is None or not wish.groupdict().get("it"))
    is_opening = heard.last is None and not heard.own and not said.sentences[position].asks
    is_manner = is_opening and rules.pattern("question", "manners").match(whole.said.view) is not None
    if not (is_manner or (is_form and not whole.asks)):
        return False
    others = [one for place, one in enumerate(said.sentences) if place != position]
    return all(
        not one.asks
        and (word_count(one.view) <= _MOST_WORDS_OF_GREETING or speaks_of_person(one.view, rules))
        for one in others
    )


class _Surroundings:
    """The surroundings of the statements of one turn."""

    def __init__(
        self, said: Spoken, heard: Heard, cut: Sequence[tuple[int, Denial, Sequence[Clause]]]
    ) -> None:
        self._said, self._heard = said, heard
        self._parts = [clause for _, _, parts in cut for clause in parts]
        cues = [_cues(said.sentences[position].view, said.rules_of[position]) for position, _, _ in cut]
        self._cues = frozenset().union(*cues)
        if said.rules.pattern("cues", FICTION).search(said.turn.content[: said.rules.limits.turn_chars]):
            self._cues |= {FICTION}
        self._known = {rules.language: heard.words(rules) for rules in said.rules_of}
        is_pasted = len(said.turn.content) > said.rules.limits.pasted_chars
        own = sum(len(sentence.text) for sentence in said.sentences)
        self._chars = own if is_pasted else len(said.turn.content)

    def candidate(self, own: Clause, denial: Denial, position: int, start: int, end: int) -> Candidate:
        """Return a statement, the parts of its turn from *start* to *end*, with what is around it."""
        said, answered, rules = self._said, self._heard.last, self._said.rules_of[position]
        mine, known = telling(own.said.text, rules), self._known[rules.language]
        whole = Candidate(
            view=own.said.view,
            asks=own.asks,
            before=self._parts[start - 1].said.view if start else "",
            after=self._parts[end].said.view if end < len(self._parts) else "",
            opening=said.sentences[0].view if position else "",
            answers=answered.view if answered else None,
            shared=len(mine & known),
            added=len(mine - known),
            denies=denial.said,
            instead=denial.instead,
            place=start,
            count=len(self._parts),
            chars=self._chars,
            cues=_cues(own.said.view, rules),
            near=self._cues,
        )
        bare = replace(whole, view=_ASIDE.sub("", whole.view))
        if bare.view in ("", whole.view):
            return whole
        return max(whole, bare, key=lambda one: judge(one, rules.language).worth)


def _parts_or_whole(found: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the parts of each sentence, or all of it where it surely is worth keeping and no part can be kept alone."""
    for _, own in groupby(found, key=lambda one: one.position):
        parts = list(own)
        parts = list(_with_those_beside(parts))
        first = parts[0]
        kept = [part for part in parts if _is_kept(part)]
        needs_others = any(
            part is not first and says_little(part.clause.said, part.heard, part.rules) for part in kept
        )
        if first.sentence is None or (kept and not needs_others):
            yield from parts
        elif judge(first.sentence, first.rules.language).worth >= _SURELY_WORTH:
            whole = before_question(first.denial.rest, first.rules)
            yield replace(first, clause=whole, candidate=first.sentence, sentence=None)
        else:
            yield from parts


def _with_those_beside(parts: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the statements of a sentence, with those marked that are about the speaker as one kept for sure is."""
    rest = [one for one in parts if not _is_kept(one)]
    judged = [judge(one.candidate, one.rules.language) for one in parts if one not in rest] if rest else []
    is_sure = any(one.is_surely_of_user and one.worth >= _SURELY_BESIDE for one in judged)
    for one in parts:
        yield replace(one, is_beside=True) if is_sure and one in rest else one


def _cues(view: str, rules: Rules) -> frozenset[str]:
    """Return the names of the cues in a sentence."""
    names = (name for name in rules.table("cues") if name not in _NOT_OF_MODELS)
    return frozenset(name for name in names if rules.pattern("cues", name).search(view))


def _cut(said: Spoken, heard: Heard) -> Iterator[tuple[int, Denial, list[Clause]]]:
    """Yield the sentences of a turn that may state something: their opening and their clauses."""
    denied = False
    before: Sentence | None = None
    for position, (sentence, rules) in enumerate(zip(said.sentences, said.rules_of, strict=True)):
        spoken_of = _last_of_own(heard, rules) if position == 0 else before
        named = with_place(with_name(trim(sentence, rules), spoken_of, rules), before, rules)
        before = named
        if len(sentence.text) > rules.limits.sentence_chars or forgotten(sentence.text) is not None:
            denied = False
            continue
        denial = Denial.of(named, rules)
        if denied and not denial.said:
            denial = Denial(denial.rest, plain=True, said=True, instead=denial.instead)
        denied = denial.said and not denial.rest.view
        if denial.rest.view:
            yield position, denial, clauses(denial.rest, rules, whole=denial.said)


def _last_of_own(heard: Heard, rules: Rules) -> Sentence | None:
    """Return the user's last sentence, of whose person a turn may say more; None if the reply speaks of another."""
    if not heard.own:
        return None
    replied = (*heard.statements, heard.last) if heard.last else heard.statements
    last = trim(heard.own[-1], rules)
    others = [rules.pattern("about.pronouns", key) for key in ("relatives", "name")]
    found = {one[0] for reply in replied for other in others for one in other.finditer(reply.view)}
    return last if all(one in last.view for one in found) else None


def _heard(session: Sequence[Spoken], index: int) -> Heard:
    """Return what the turn at *index* answers, and the user's earlier sentences."""
    before = session[index - 1] if index and not session[index - 1].is_user else None
    heard = Heard.of(before.sentences, before.rules) if before else Heard()
    earlier = session[max(0, index - _TURNS_BACK) : index]
    own = tuple(sentence for one in earlier if one.is_user for sentence in one.sentences)
    heard = replace(heard, own=own)
    last = next((one for one in reversed(earlier) if one.is_user), None)
    said = session[index]
    if last is None or not said.sentences:
        return heard
    return heard.of_own(last.sentences, said.sentences[0].view, said.rules)


def _observations(session: Sequence[Spoken], index: int) -> Iterator[tuple[int, Observation, float]]:
    """Yield the observations of one user turn, each with the position of its sentence and how likely it is worth it.

    What several statements say together comes before each of them: it may change something that is known.
    """
    corrected = -1
    found = statements(session, index)
    repair = _repair(session, index, found)
    if _corrects_task(session, index, found, repair):
        return
    if repair is not None:
        yield 0, repair, 0.0
    yield from ((position, change, 0.0) for position, change in _together(found, session[index]))
    for statement in _parts_or_whole(found):
        if statement.position == corrected:
            continue
        finding = correction_of(statement.denial, statement.heard, statement.rules)
        worth = 1.0
        if finding:
            corrected = statement.position
        else:
            if not statement.clause.requested:
                worth = judge(statement.candidate, statement.rules.language).worth
            finding = _kept(statement)
        if finding and repair is not None:
            finding = _beside_repair(finding, statement, repair)
        if finding and not statement.clause.requested and only_admits(statement.clause.said, statement.rules):
            finding = replace(finding, kind=CHANGE)
        observation = (
            _observation(finding, statement.quote, statement.rules, session[index]) if finding else None
        )
        if observation:
            yield statement.position, observation, worth


def _beside_repair(finding: Finding, statement: Statement, repair: Observation) -> Finding:
    """Return what to keep of a turn that may put right what was said before: little of it stands for itself."""
    text, rules = repair.quote or "", statement.rules
    if not (repairs(text, rules) or admits(text, rules)):
        return finding
    view = statement.clause.said.view
    is_short = statement.heard.own and word_count(view) <= _MOST_WORDS_OF_REPAIR
    if (is_short or spells(view, rules)) and not speaks_of_person(view, rules):
        finding = replace(finding, kind=CHANGE, points=True)
    return replace(finding, correction=True) if statement.quote == text else finding


def _repair(session: Sequence[Spoken], index: int, found: Sequence[Statement]) -> Observation | None:
    """Return a short turn as a change, if it may put right what the user said in the turn before, or admits a slip.

    Only memory knows what it is about; by itself it is not kept.
    """
    said = session[index]
    before = next(
        (one for one in reversed(session[max(0, index - _TURNS_BACK) : index]) if one.is_user), None
    )
    text = " ".join(said.turn.content.split())
    if not said.sentences or word_count(text) > _MOST_WORDS_OF_TURN or len(text) > _MOST_CHARS_OF_TURN:
        return None
    if (
        len(found) == 1
        and word_count(text) > _MOST_WORDS_OF_REPAIR
        and gives_both(found[0].denial.rest, found[0].rules)
        and speaks_of_person(found[0].clause.said.view, found[0].rules)
    ):
        return None
    spoken_in = {one.rules.language: one.rules for one in (said, before) if one}.values()
    may_repair = before is not None and (
        any(repairs(text, rules) for rules in spoken_in)
        or respells(before.turn.content, text)
        or (not _heard(session, index).asked and gives_only_value(before.turn.content, text, before.rules))
    )
    if not (may_repair or _heard(session, index).asked):
        may_repair = gives_value_instead(text, said.rules) and _is_of_told(session, index)
    asks = any(one.asks and word_count(one.view) > _MOST_WORDS_OF_REPAIR for one in said.sentences)
    if asks or said.sentences[-1].asks or not (may_repair or admits(text, said.rules)):
        return None
    finding = Finding(
        content=text,
        kind=CHANGE,
        tier="user",
        category=None,
        subject=None,
        importance=_FILINGS["correction"].importance,
        confidence=_REQUEST_CONFIDENCE,
        correction=True,
        points=True,
    )
    return _observation(finding, text, said.rules, said)


def _corrects_task(
    session: Sequence[Spoken], index: int, found: Sequence[Statement], repair: Observation | None
) -> bool:
    """Return True if a turn only gives another value to what the turn before asked for: "no, over 12 years".

    It says nothing of what is known, and nothing in it is worth keeping.
    """
    is_correction = repair is not None or (bool(found) and found[0].denial.said)
    if not is_correction or not found or not all(_is_bare(one) for one in found):
        return False
    text = session[index].turn.content
    before = next((one for one in reversed(session[:index]) if one.is_user), None)
    if before is None or admits(text, session[index].rules) or respells(before.turn.content, text):
        return False
    return not _corrects_answer(before, session[index - 1], text) and _follows_task(session, index)


def _corrects_answer(asked: Spoken, answer: Spoken, text: str) -> bool:
    """Return True if a text puts right what the assistant answered, as the question before gave no such value."""
    is_in_answer = not answer.is_user and gives_value_alike(answer.turn.content, text, answer.rules)
    return is_in_answer and not gives_value_alike(asked.turn.content, text, asked.rules)


def _follows_task(session: Sequence[Spoken], index: int) -> bool:
    """Return True if the user's turn before asks for something, or only gives a value to what such a turn asked for."""
    place = next((one for one in range(index - 1, -1, -1) if session[one].is_user), None)
    if place is None:
        return False
    found = statements(session, place)
    if found and all(_is_bare(one) for one in found) and not any(map(_asks_for, found)):
        return _follows_task(session, place)
    return bool(session[place].sentences) and all(map(_asks_for, found))


def _is_bare(one: Statement) -> bool:
    """Return True if a statement is a few words that say nothing of the speaker: "I mean 20%"."""
    said, rules = one.clause.said, one.rules
    if one.clause.requested or word_count(said.view) > _MOST_WORDS_OF_REPAIR:
        return False
    return not speaks_of_person(rules.pattern("correction", "repair").sub(" ", said.view), rules)


def _asks_for(one: Statement) -> bool:
    """Return True if a statement is a question or a task for one time, and states nothing."""
    clause, rules = one.clause, one.rules
    if clause.requested or clause.wished:
        return False
    worth = judge(one.candidate, rules.language).worth
    if clause.asks or is_request(clause.said, rules):
        return worth < _WORTH_ASKING
    if speaks_of_person(clause.said.view, rules):
        subject, view = rules.pattern("clauses", "subject"), clause.said.view
        states = any(subject.match(view[word.start() :]) for word in _WORD.finditer(view))
        return worth < _WORTH_OF_OWN and not states
    is_stated = rules.pattern("correction", "open_statement").match(clause.said.view) is not None
    return worth < _WORTH_OF_STATEMENT and not is_stated


def _is_of_told(session: Sequence[Spoken], index: int) -> bool:
    """Return True if the last turn with a value of a turn's sort told something, or there is none in the session.

    In "plan a trip of 3 days" the number only was asked for.
    """
    text = session[index].turn.content
    for place in range(index - 1, max(-1, index - 1 - _TURNS_BACK), -1):
        before = session[place]
        if before.is_user and gives_value_alike(before.turn.content, text, before.rules):
            return bool(worth_keeping(session, place)) and not before.sentences[-1].asks
    return True


def _together(found: Sequence[Statement], said: Spoken) -> Iterator[tuple[int, Observation]]:
    """Yield the sentences that make several statements or that another follows: together they may change something."""
    first = {one.position: one for one in reversed(found)}
    for place, one in first.items():
        behind = first.get(place + 1)
        parts = [one, behind] if behind and _goes_on(behind) else [one]
        if _is_apart(one) or says_nothing_so(one) or (one.is_whole and len(parts) == 1):
            continue
        rests = [part.denial.rest for part in parts]
        whole = Sentence(" ".join(rest.text for rest in rests), " ".join(rest.view for rest in rests))
        finding = changed(replace(one.denial, rest=whole), one.heard, one.rules, asks=False)
        if finding:
            quote = " ".join(part.quote for part in parts)
            observation = _observation(replace(finding, kind=CHANGE), quote, one.rules, said)
            if observation:
                yield place, observation


def _goes_on(one: Statement) -> bool:
    """Return True if a sentence may tell more of what the one before tells."""
    return word_count(one.denial.rest.view) <= _MOST_WORDS_BEHIND and not _is_apart(one)


def _is_apart(one: Statement) -> bool:
    """Return True if a sentence is a request or hypothetical."""
    return one.clause.asks or one.clause.requested or bool(one.candidate.cues & _VOID)


def _kept(statement: Statement) -> Finding | None:
    """Return what to keep of a statement that is not a correction by its form."""
    rules, clause = statement.rules, statement.clause
    says_nothing = answers_only(statement.denial, rules) or says_nothing_so(statement)
    if (says_nothing or only_slips(clause.said, rules)) and not clause.requested:
        return None
    if _is_kept(statement):
        judged = judge(statement.candidate, rules.language)
        is_introduction = _introduces(statement)
        if not clause.wished and not is_introduction and says_little(clause.said, statement.heard, rules):
            is_likely = judged.worth >= _LIKELY
            pointed = amended(clause.said, statement.heard, rules) if is_likely else None
            return pointed or changed(statement.denial, statement.heard, rules, asks=clause.asks)
        only_repairs = _puts_right(statement) and not is_introduction
        finding = None if only_repairs else _filed(statement, judged)
        if finding:
            return _corrected(finding, judged, statement)
    if not statement.is_whole or statement.candidate.cues & _VOID or _states_nothing(clause, rules):
        return None
    return changed(statement.denial, statement.heard, rules, asks=clause.asks)


def says_nothing_so(statement: Statement) -> bool:
    """Return True if a sentence means the opposite ("oh sure, I'm a millionaire"), or only counts guests: "we're 6"."""
    is_ironic = not statement.heard.asked and everywhere().mocks.search(
        fold(statement.quote).replace("’", "'")
    )
    if is_ironic:
        return True
    # "We're four" may answer how many they are at home: then the model decides.
    counts = statement.rules.pattern("cues", HEADCOUNT).match(statement.clause.said.view)
    return counts is not None and not statement.heard.asked


def _puts_right(statement: Statement) -> bool:
    """Return True if a statement only makes sense as the right value for an earlier turn."""
    view, rules = statement.clause.said.view, statement.rules
    if rules.pattern("about", "group").match(view) and says_always(view, rules.language):
        return False
    is_pointing = points_at(view, rules) is not None and not speaks_of_person(view, rules)
    return statement.denial.said and is_pointing and not statement.heard.statements


def _is_kept(statement: Statement) -> bool:
    """Return True if a statement was asked to be remembered, is a lasting wish, defines a word, or is worth keeping."""
    clause, rules = statement.clause, statement.rules
    is_said = (clause.wished or clause.granted) and not statement.candidate.cues & _VOID
    if is_said or clause.requested or (not clause.asks and gives_meaning(clause.said.view, rules)):
        return True
    if rules.pattern("correction", "hedge").match(clause.said.view) or _states_nothing(clause, rules):
        return False
    judged = judge(statement.candidate, rules.language)
    if clause.asks:
        return judged.worth >= _WORTH_ASKING and not _opens_with_question(clause, rules)
    if judged.is_worth or (judged.worth >= _WORTH_OF_INTRODUCTION and _says_who(statement, judged)):
        return True
    if statement.is_beside and judged.worth >= _WORTH_BESIDE and not statement.candidate.cues & _VOID:
        return speaks_of_person(clause.said.view, rules)
    return statement.in_project and _is_convention(statement, judged)


def _opens_with_question(clause: Clause, rules: Rules) -> bool:
    """Return True if a clause opens as a question does, or asks the assistant for something: "Can you review this"."""
    if clause.said.asks and rules.pattern("question", "asks").match(clause.said.view):
        return True
    if rules.pattern("question", "of_you").match(clause.said.view):
        return True
    opening = words(clause.said.view)[:2]
    return not languages.language(rules.language).question_words.isdisjoint(opening)


def _says_who(statement: Statement, judged: Judgement) -> bool:
    """Return True if a statement likely gives the speaker's name, home or form of address, and no joke is near."""
    candidate, said = statement.candidate, statement.clause.said
    is_who = _introduces(statement)
    if not is_who and judged.worth >= _WORTH_OF_PERSON:
        is_who = subject_of(said, statement.rules)[1] is not None
    return is_who and not (candidate.cues | candidate.near)


def _introduces(statement: Statement) -> bool:
    """Return True if the speaker introduces themselves by name."""
    return introduces(statement.clause.said.view, statement.rules, opens=statement.position == 0)


def _is_convention(statement: Statement, judged: Judgement) -> bool:
    """Return True if a statement made in a project is likely a convention of it; a word alone is a request for it."""
    if everywhere().of_here.search(fold(statement.clause.said.text).replace("’", "'")):
        # "this one" is the project, and no task that comes once
        said = statement.candidate
        said = replace(said, cues=said.cues - {_ONE_OFF}, near=said.near - {_ONE_OFF})
        return not said.cues & _VOID and judge(said, statement.rules.language).worth >= _WORTH_HERE
    if statement.candidate.cues & _VOID:
        return False
    is_word = word_count(statement.clause.said.view) < 2
    return judged.kind in _OF_PROJECT and judged.worth >= _WORTH_OF_PROJECT and not is_word


def _states_nothing(clause: Clause, rules: Rules) -> bool:
    """Return True if a clause is a short question, a request for one answer, or broke off."""
    view = clause.said.view
    asks = clause.asks and word_count(view) <= _FEW_WORDS and not INNER_MARK.search(view)
    return asks or breaks_off(view, rules) or rules.pattern("question", "requests").match(view) is not None


def _filed(statement: Statement, judged: Judgement) -> Finding | None:
    """Return a statement with its labels; None if it is too short or too long."""
    clause, rules = statement.clause, statement.rules
    content = stored(clause.said, rules)
    if not acceptable(content, rules) or (word_count(content) < 2 and not clause.requested):
        return None
    subject, category = subject_of(clause.said, rules)
    is_rule = clause.wished or (judged.stands and rules.pattern("trim", "lasting").match(clause.said.view))
    filing = _FILINGS["preference" if is_rule else judged.kind]
    if gives_meaning(clause.said.view, rules):
        filing, category = _ASSOCIATION, "association"
    least, most = _CONFIDENCE
    is_introduction = _introduces(statement)
    is_of_user = judged.is_of_user or clause.wished or clause.granted or is_introduction
    sure = most if is_introduction else judged.worth
    if statement.in_project and not is_introduction and _is_of_here(statement):
        is_of_user = False
    elif statement.in_project and not is_introduction:
        is_of_user = judged.is_surely_of_user or _holds_everywhere(statement, filing, category)
    tier: Tier = "user" if is_of_user and filing is not _ASSOCIATION else "memory"
    return Finding(
        content=content,
        kind="request" if clause.requested else filing.kind,
        tier=tier,
        category=category or filing.category,
        subject=subject,
        importance=max(filing.importance, _FILINGS["request"].importance)
        if clause.requested
        else filing.importance,
        confidence=_REQUEST_CONFIDENCE if clause.requested else round(max(least, min(most, sure)), 2),
        stands=judged.stands or clause.wished or is_introduction,
    )


def _is_of_here(statement: Statement) -> bool:
    """Return True if the sentence of a statement is of the place of work: "tabs here, and we squash"."""
    return everywhere().of_here.search(fold(statement.quote).replace("’", "'")) is not None


def _holds_everywhere(statement: Statement, filing: _Filing, category: Category | None) -> bool:
    """Return True if a statement made in a project is plainly of the speaker's life, or a wish about replies.

    The model is less sure of that where the project was spoken of before.
    """
    said = statement.clause.said
    every = topics_of(said.text)
    topics = {name for name, weight in every.items() if weight >= _MAIN_TOPIC}
    is_of_life = category == "person" or not topics.isdisjoint(_OF_LIFE)
    if is_of_life and speaks_of_person(said.view, statement.rules):
        return True
    return filing.kind in _WISHES and not topics.isdisjoint(_OF_REPLIES) and every.keys() <= _OF_REPLIES


def _corrected(finding: Finding, judged: Judgement, statement: Statement) -> Finding:
    """Return *finding* as a correction if it corrects something that was said."""
    denial, heard, rules = statement.denial, statement.heard, statement.rules
    clear = (denial.said and not denial.plain) or heard.slips
    marked = denial.said or denial.instead
    known = (heard.statements and not heard.asked) or gives_both(denial.rest, rules)
    if clear or (marked and known):
        return as_correction(finding, denial, heard, rules)
    if not heard.statements or heard.asked:
        return finding
    wrong = contradicted(statement.clause.said, heard, rules)
    if wrong:
        return replace(as_correction(finding, denial, heard, rules), corrects=wrong.text)
    is_short = word_count(statement.clause.said.view) <= _MOST_WORDS_UNMARKED
    is_near = marked or (is_short and len(heard.statements) <= _SHORT_ANSWER)
    is_correction = judged.kind == "correction" and is_near
    return as_correction(finding, denial, heard, rules) if is_correction else finding


def _happened(finding: Finding, said: Spoken, language: Language) -> bool:
    """Return True if a statement other than a wish names a day: it happens once."""
    if finding.kind in _WISHES or said.day is None:
        return False
    now = datetime.combine(said.day, time(), UTC)
    return any(one.rank <= _A_DAY for one in periods(finding.content, now, [language]))


def _observation(finding: Finding, quote: str, rules: Rules, said: Spoken) -> Observation | None:
    language = languages.language(rules.language)
    content = with_dates(finding.content, said.day, language, finding.kind)
    if not acceptable(content, rules):
        return None
    draft = Draft(
        layer="L1",
        tier=finding.tier,
        category=finding.category,
        subject=finding.subject,
        content=content,
        speaker="user",
        correction=finding.correction,
        confidence=finding.confidence,
        importance=finding.importance,
        valid_from=said.turn.at,
        tags=(STANDING,) if finding.stands and not _happened(finding, said, language) else (),
    )
    return Observation(
        kind=finding.kind,
        draft=draft,
        evidence=said.turn.ref,
        quote=quote,
        corrects=finding.corrects,
        denied=finding.denied,
        points=finding.points,
    )
