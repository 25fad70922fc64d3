"""The words by which a language shows that a statement changes, ends or corrects another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tiermem.values.frozen import dataclass, field

if TYPE_CHECKING:
    from tiermem.text.phrases import Label

PRODUCTS = (
    "vs code, vscode | neovim | vim | emacs | zed | sublime text | intellij | pycharm | cursor | webstorm | helix | "
    "nano",
    "jenkins | github actions | gitlab ci, gitlab | circleci | travis | buildkite | teamcity | drone | azure pipelines",
    "postgresql, postgres | mysql | mariadb | sqlite | mongodb | oracle | sql server | cockroachdb | dynamodb",
    "windows | linux, ubuntu, debian, fedora, arch, mint | macos, mac os",
    "npm | pnpm | yarn | bun",
    "pip | poetry | uv | conda | pipenv | pdm | hatch",
    "heroku | fly.io | render | aws | azure | gcp, google cloud | vercel | netlify | hetzner | digitalocean | railway"
    " | strato | netcup | ionos | ovh",
    "evernote | obsidian | notion | onenote | logseq | apple notes | bear | roam | joplin",
    "todoist | things | ticktick | any.do | omnifocus",
    "trello | linear | jira | asana | clickup | monday.com | basecamp | github issues | bugzilla | redmine",
    "slack | teams | discord | mattermost | zulip | whatsapp | signal | telegram",
    "flask | fastapi | django | rails | express | spring | laravel",
    "react | vue | svelte | angular | solid | htmx",
    "firefox | chrome | safari | edge | brave | vivaldi | arc",
    "bash | zsh | fish | nushell | powershell",
    "iphone, ios | android | pixel",
    "pytest | unittest",
    "jest | vitest | mocha",
    "black | ruff | autopep8",
    "eslint | biome",
    "webpack | vite | rollup | esbuild",
    "docker | podman",
    "github | gitlab | bitbucket | codeberg",
    "kubernetes | nomad | docker swarm | ecs",
    "terraform | pulumi | opentofu",
    "confluence | bookstack",
    "lightroom | darktable",
    "spotify | tidal | deezer | apple music | youtube music",
    "gmail | outlook | fastmail | proton | protonmail",
)
"""Products of one kind, of which one does a job at a time; "|" separates them, a comma names for one."""


LISTS = (
    "changes", "weak", "renews", "lists", "uses", "corrects", "ends_next", "ends_last", "parts", "denies",
    "denies_value", "denies_last", "forbids", "allows", "lasts", "ranks", "likes", "adds", "supposes", "past", "once",
    "only_once", "periods", "happens",
)  # fmt: skip
"""Attributes of `Changes` that are cues."""
ONE = frozenset([
    "home", "employer", "role", "manager", "status", "age", "kids", "weight", "car", "commute", "diet", "alcohol",
    "smoking", "birthday", "phone", "email", "gym", "salary", "rent", "reading", "studying", "team", "live with",
    "form of address", "own name", "reply language", "blood type", "home office", "team size", "time of waking",
    "seat", "grade",
])  # fmt: skip
"""Concepts of which a person has one value at a time."""
OVERTAKES = {
    "birth": frozenset({"expecting"}),
    "job found": frozenset({"job hunt"}),
    "job lost": frozenset({"employer", "role"}),
    "wedding off": frozenset({"wedding"}),
}
"""Concept of an event → the concepts of the states that it ends, whatever else they say."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Changes:
    """The words of one language for `engine.comparison`.

    Lists are as `phrases.Listed` takes them, and regular expressions where no spaces separate words.

    Attributes:
        to_first: (expression, replacement): turns a note about the user into the user's own words.
        note: Words that a note about the user begins with, where it leaves out the user: "Prefers".
        i: The first person that such a note then begins with.
        openers: Words at the beginning of a statement that say nothing: "by the way".
        shortened: Ending of a word with an apostrophe → the word it stands for.
        shortened_stems: What may stand before such an ending, where it is no word → the word it stands for.
        verb_or_owner: Verb for which an ending like that of an owner stands behind one of `starts`: "she's".
        mine: Possessives of the first person.
        theirs: Those of the third, which stand for the first in a note: "The user lives with his wife".
        we: Other words of the first person.
        possessive: Words between an owner and its own: "'s".
        genitive: The ending of a name that owns what stands behind it, without an apostrophe: "Karims Chef".
        kin: Relatives, friends, pets: owners of what is said of them.
        beings: Of these, those that may be one being, "|" between groups: a girlfriend becomes a wife, and no uncle.
        one: Words before one of these, or a role, whom nobody knows: "a colleague".
        of: Words between one of these and whose it is, "the dog of my neighbour"; where no spaces separate words, an
            expression for what stands between whose it is and the other one.
        roles: People of whom one has one at a time: values ("my manager is Tom"), or owners of what else is said.
        same: Word → the word it is the same as: "boss", "manager".
        no_role: Words that make another thing of a role behind them: "package manager".
        titles: "Mr", "Dr"; where no spaces separate words, an expression for one behind a name.
        called: Words between a role and its name.
        auxiliaries: Others that may stand before one of `leaves`.
        leaves: Words behind a role that show that somebody else has it.
        verb_endings: Endings that show that a word behind a role is a verb.
        kin_name: Where no spaces separate words, an expression for the name behind a relative, its only group.
        function: Words that say nothing of a topic.
        light: Verbs that say little of it.
        generic: Nouns that say little of it.
        verbs: Words that end the subject of a sentence.
        joined: Other verbs that begin a fact of the same subject behind a conjunction: "and rent a flat".
        negations: Words of negation before one.
        copulas: Those between a thing and its value.
        endings: Endings that make no difference between words, longest first.
        clock: Words before a bare number that is a time of day; where no spaces separate words, an expression for the
            part of the day before an hour.
        hours: Words behind one.
        numbered: Where no spaces separate words, an expression for a thing with its number: 服务器1.
        counters: Characters behind a number word.
        changes: Cues that it was otherwise before.
        weak: Those that are found in other sentences as well.
        renews: "New": of what one may have several, it adds another one.
        lists: Words between several values.
        uses: Words before the purpose of a thing.
        corrects: Cues that something was wrong.
        articles: Words before a noun that show nothing else.
        fused: A preposition and an article → what they are together: "à le", "au".
        repairs: Other words around the right value in a repair of what was just said; where no spaces separate words,
            an expression for all that surrounds it.
        restarts: An expression for what stands within a sentence between a wrong value and the right one: "er, no".
        attributes: An expression for a clause that tells what the listener says or wrote down, often wrongly.
        exchanges: An expression that says that two things were taken for each other: "the other way round".
        spelled: An expression that says how a name is spelled: "you spell it".
        spells: An expression for a hint behind a word at its spelling: "with an h".
        insists: An expression that says that something just said was wrong, which an apology alone does not.
        leads: Where no spaces separate words, an expression for what stands before a value: "in", "is called".
        for_long: An expression for how long something has been so: "since 2011", "for ten years".
        bars: An expression for what keeps somebody from having something: "allergic".
        no_more: An expression that says that something was so and is not any more.
        drives: An expression for driving that is somebody's work: "drive a taxi", "drive for a living".
        sells: An expression for the trade of others in something: who no longer sells it ends no use of it.
        ends_next: Verbs of ending, in front of what ended.
        ends_last: The same, behind it.
        introduces: An expression for a speaker's introduction with a place in it: ``place``, and around it ``who``,
            perhaps with an ``article``, and ``rest``: "I'm Ana, a lawyer in Porto".
        calls: An expression for a statement of a ``name``, with the words before it, ``be``, unless they only call;
            where no spaces separate words, these say what the person does.
        be: These words, for what follows a name: "I'm"; where no spaces separate words, a statement with ``{}`` for
            them.
        age: The statement of an age, ``{}``, unless those words state it too.
        aged: An expression for a statement of an ``age``, with ``be`` before it, and perhaps the ``rest`` behind it, or
            what the person ``does``.
        treats: An expression for what somebody takes for an illness: ``who``, ``what``, ``why`` with the ``ill``.
        treated: Statements that oneself, and another, was treated for that.
        lives: The statement that somebody lives at a place, ``{}``.
        named: Where no spaces separate words, an expression for somebody by name at the beginning of a statement.
        begins: An expression for what the user begins on a day, which is no new day of something else: "I start".
        to_come: An expression for a move or a new job that is to come: "going to live", "starting at … in June".
        parts: Words for the loss of a relative, friend or pet; what is said of one otherwise ends nothing of who it is.
        denies: A negation.
        swaps: Expressions of a right value beside a wrong one, in which ``<right>`` and ``<wrong>`` stand for them:
            "X, not Y".
        edits: An expression for an order to change something, which is of a text or a task: "replace X with Y".
        ages: Expressions for the age of somebody, in the group ``age``, with ``<n>`` for a number; the group ``months``
            shows that it is no number of years, and ``who`` whose it is, if that stands not in front.
        birthdays: The same for an age that somebody reached: "turned 8".
        ages_now: The same for an age that somebody has by now, whenever it was reached: "is 8 now".
        unchanged: What stays beside a value that changes, at the end of a statement: "…, same place".
        deaths: Expressions for a death, with the one who died in front or in the group ``who``.
        exaggerates: An expression for words of a death, or of an end, that are said of the living: "died laughing".
        departures: Those that are said of the living too; they count of `frail` ones alone.
        frail: Words for pets, and for relatives who are old.
        namesakes: The expression of somebody who has the name of another: "also called".
        separations: Expressions for a separation, with the partner in front or in the group ``who``.
        no_separation: An expression for a message that only seems to tell of one, or of one that is long over: "split
            up in 2003", "on paper I'm single", "remarried", "the band split". Where people live after one, and whom
            they are with, is not in it.
        partners: Words for a partner.
        moves_in: Expressions that somebody moved in with the user, behind the one who did.
        alone: Expressions that somebody lives alone, in a language with spaces with the verb in the group ``verb``.
        attends: An expression for what stands between somebody and a stage of education: "is in", "started".
        stages: Expressions for the stages of education, in their order.
        turns: Pairs of expressions, for a state of somebody and for what ends it: "is single", "met someone". If the
            latter has a group ``thing``, it ends only what it is of: that, or what ``by``, ``what`` and ``more`` name.
            With a group ``found`` it ends the state of exactly that, which the state has in ``what``.
            Its group ``other`` shows that it is of no person whom it names, and not of the user: "she".
        trips: An expression for a trip that the user plans: "we're flying".
        detours: Expressions for another trip that takes its place: "going to Rome instead". In a language with spaces
            the name stands in the group ``where``.
        accessories: An expression for parts of a vehicle, phone or computer, and for what goes with one: "tyres".
        purposes: An expression, with a group for each, of what a telephone number or an address is for: "at work".
        replaces: Expressions that a thing took the place of another: "swapped it for".
        healed: Expressions for the end of an ailment, which stands in front or in the group ``what``; those without the
            group ``cured`` may be said of other things.
        ailing: Words for the state of a part of the body: "broken", "bad".
        stopped: Expressions for a medicine that the user, or ``who``, is no longer given, in the group ``what``.
        workplaces: Expressions for where somebody works, in the group ``place``.
        schedules: Pairs of an expression for when, how much or from where somebody works, in the group ``hours``,
            ``amount`` or ``where``, and of what is left of a statement in its place: "work nights", "work".
        jobs: Pairs of an expression for what the user is at a place of work, in the group ``at``, and of what is left
            of it without the occupation: "am a nurse at Shell", "work at Shell".
        promoted: An expression for a promotion, which leaves where somebody works.
        trades: Expressions for what somebody is, in the group ``trade``, which counts if its last known word is an
            occupation.
        positions: Words for a position at work, which say nothing of the occupation: "manager".
        others: An expression for words for a third person, who is not the user: "him".
        mistaken: Where no spaces separate words, an expression for a clause that only says what was wrong.
        topic: Where no spaces separate words, an expression for the subject at the beginning, its group ``topic``.
        trails: An expression for endings that may follow a value and do not belong to it.
        ordinals: Endings of a number that gives a day: "st|nd|rd|th".
        day_units: Where no spaces separate words, characters behind the number of a day.
        month_units: The same, of a month.
        closing: Where no spaces separate words, an expression for a copula with its particles behind a value, which is
            none of the letters of a name: "かなです".
        naming: Where no spaces separate words, an expression for what stands before the value that a repair names.
        no_value: Where no spaces separate words, characters that no value beside another one has.
        denies_value: Where no spaces separate words, a negation in front of a wrong value …
        denies_last: … or behind one.
        forbids: A wish that something is not done, without a negation.
        allows: Cues that something is welcome, which was not.
        wishes: Words that a wish begins with, and so does each of several that it joins: "no emojis and use km".
        lasts: Cues that a statement holds from now on, whatever it says of one time.
        ranks: Words between two things of which the first is preferred.
        likes: Verbs of liking: another habit does not end a liking.
        adds: Cues that the earlier statement holds still.
        supposes: Questions, hypotheses, plans.
        past: What was before.
        recurs: An expression for what is done again and again: "on Mondays", "every week".
        cancels: An expression, with all that stands before it, that says that something is cancelled, and not for good.
        once: What holds for a while or was so one time.
        only_once: Those that no other cue outweighs.
        periods: Times at which something holds.
        happens: Cues that a statement is about an event, not a state.
        splits: Words that begin a clause of its own, if one of `starts` follows.
        starts: Subjects of such a clause.
        which: Pronouns of a relative clause in which the verb follows them: "a son who has asthma".
        pairs: "And" between two things, where no spaces separate words an expression.
        pair_ends: An expression for what stands behind the second one, where no spaces separate words.
        company: "With", before the relatives that a statement adds: "I live in Leipzig with my husband"; where no
            spaces separate words, an expression for them, the group ``who``, with what else goes if they do.
        shares: Where no spaces separate words, the statement that somebody lives with them, ``{}``.
        dwells: Verbs of living somewhere, which may be with somebody of whom only the name is known.
        where: "In", "at": words before where or with which group one does something.
        concepts: Name, the same in all languages → phrases. Several values may hold, unless the name is in `ONE`.
        families: As `PRODUCTS`: things of which one holds at a time.
        contrasts: As `PRODUCTS`: words that make two things of one: "staging | production".
        spaced: True if spaces separate words.
        keeps_accents: True if words differ by accents alone: "wurde", "würde".
        capital_nouns: True if every noun has a capital.
        dates: Words before a date in numbers: "on", "am".
        dotted_dates: True if a date in numbers has periods: "am 15.4.".
        capital_months: True if a name of a month is another word without its capital: "may".
    """

    to_first: tuple[tuple[str, str], ...] = ()
    note: str = ""
    i: str = ""
    openers: str = ""
    shortened: Mapping[str, str] = field(default_factory=dict)
    shortened_stems: Mapping[str, str] = field(default_factory=dict)
    verb_or_owner: str = ""
    mine: str = ""
    theirs: str = ""
    we: str = ""
    possessive: str = ""
    genitive: str = ""
    kin: str = ""
    beings: str = ""
    one: str = ""
    of: str = ""
    roles: str = ""
    same: Mapping[str, str] = field(default_factory=dict)
    no_role: str = ""
    titles: str = ""
    called: str = ""
    auxiliaries: str = ""
    leaves: str = ""
    verb_endings: str = ""
    kin_name: str = "(?!)"
    function: str = ""
    light: str = ""
    generic: str = ""
    verbs: str = ""
    joined: str = ""
    negations: str = ""
    copulas: str = ""
    endings: str = ""
    clock: str = ""
    hours: str = ""
    numbered: str = "(?!)"
    counters: str = ""
    changes: str = ""
    weak: str = ""
    renews: str = ""
    lists: str = ""
    uses: str = ""
    corrects: str = ""
    articles: str = ""
    fused: Mapping[str, str] = field(default_factory=dict)
    repairs: str = ""
    restarts: str = "(?!)"
    attributes: str = "(?!)"
    exchanges: str = "(?!)"
    spelled: str = "(?!)"
    spells: str = "(?!)"
    insists: str = "(?!)"
    for_long: str = "(?!)"
    bars: str = "(?!)"
    no_more: str = "(?!)"
    drives: str = "(?!)"
    sells: str = "(?!)"
    leads: str = "(?!)"
    ends_next: str = ""
    ends_last: str = ""
    introduces: str = "(?!)"
    calls: str = "(?!)"
    be: str = ""
    age: str = ""
    aged: str = "(?!)"
    treats: str = "(?!)"
    treated: tuple[str, ...] = ()
    lives: str = ""
    named: str = "(?!)"
    begins: str = "(?!)"
    to_come: str = "(?!)"
    parts: str = ""
    denies: str = ""
    swaps: tuple[str, ...] = ()
    edits: str = "(?!)"
    ages: tuple[str, ...] = ()
    birthdays: tuple[str, ...] = ()
    ages_now: tuple[str, ...] = ()
    unchanged: str = ""
    deaths: tuple[str, ...] = ()
    exaggerates: str = "(?!)"
    departures: tuple[str, ...] = ()
    frail: str = ""
    namesakes: str = ""
    separations: tuple[str, ...] = ()
    no_separation: str = "(?!)"
    partners: str = ""
    moves_in: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    attends: str = "(?!)"
    stages: tuple[str, ...] = ()
    turns: tuple[tuple[str, str], ...] = ()
    trips: str = "(?!)"
    detours: tuple[str, ...] = ()
    accessories: str = "(?!)"
    purposes: str = "(?!)"
    replaces: tuple[str, ...] = ()
    healed: tuple[str, ...] = ()
    ailing: str = ""
    stopped: tuple[str, ...] = ()
    workplaces: tuple[str, ...] = ()
    schedules: tuple[tuple[str, str], ...] = ()
    jobs: tuple[tuple[str, str], ...] = ()
    promoted: str = "(?!)"
    trades: tuple[str, ...] = ()
    positions: str = ""
    others: str = "(?!)"
    mistaken: str = "(?!)"
    topic: str = "(?!)"
    trails: str = ""
    ordinals: str = ""
    day_units: str = ""
    month_units: str = ""
    closing: str = ""
    naming: str = ""
    no_value: str = ""
    denies_value: str = ""
    denies_last: str = ""
    forbids: str = ""
    allows: str = ""
    wishes: str = ""
    lasts: str = ""
    ranks: str = ""
    likes: str = ""
    adds: str = ""
    supposes: str = ""
    past: str = ""
    recurs: str = "(?!)"
    cancels: str = "(?!)"
    once: str = ""
    only_once: str = ""
    periods: str = ""
    happens: str = ""
    splits: str = ""
    pairs: str = ""
    pair_ends: str = "(?!)"
    company: str = ""
    shares: str = ""
    dwells: str = ""
    where: str = ""
    starts: str = ""
    which: str = ""
    concepts: Mapping[str, str] = field(default_factory=dict)
    families: tuple[str, ...] = ()
    contrasts: tuple[str, ...] = ()
    spaced: bool = True
    keeps_accents: bool = False
    capital_nouns: bool = False
    dates: str = ""
    dotted_dates: bool = False
    capital_months: bool = False

    def phrases(self, *, products: bool = True) -> Iterator[tuple[Label, str]]:
        """Yield all phrases by what they show, with those of `PRODUCTS` if *products* is true."""
        for name in LISTS:
            yield ("cue", name, 0), getattr(self, name)
        for name, listed in self.concepts.items():
            yield ("concept", name, 0), listed
        families = (*self.families, *(PRODUCTS if products else ()))
        for kind, groups in (("family", families), ("contrast", self.contrasts)):
            for number, group in enumerate(groups):
                # Families of products have the same numbers in all languages.
                which = (
                    number if kind == "contrast" or number < len(self.families) else number - len(families)
                )
                for member, names in enumerate(group.split("|")):
                    yield (kind, str(which), member), names

    def expressions(self) -> Iterator[tuple[Label, str]]:
        """Yield the phrases of a language without spaces between words as regular expressions."""
        for label, listed in self.phrases(products=False):
            is_names = label[0] in ("family", "contrast")
            yield label, "|".join(map(str.strip, listed.split(","))) if is_names else listed
