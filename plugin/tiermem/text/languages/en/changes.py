"""Words by which statements in English change, end and correct others."""

from tiermem.text.languages.changes import Changes

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_PLANS = (
    (
        r"(?!.*\bevery\b)(?:(?:\b(?:am|are)|'m|'re)(?: both| all| still)? (?:flying|going(?! to (?:buy|move|start)\b)"
        r"|travell?ing|off|heading|sailing)\b|\b(?:wanted|planning|planned|hoping) to (?:go|fly|travel)(?= to\b)"
        r"|\b(?:fly|travel) (?:out )?(?:to|at|in)\b|(?:\b(?:have|got|booked)|'ve)"
        r"(?= [^.;!?]*\b(?:trip|holiday|flights?|cruise|honeymoon)\b))",
        "trip|holiday|flights?|cruise|getaway|honeymoon",
    ),
    (
        r"(?:(?:\b(?:am|are)|'m|'re)(?: both| all| still)? starting\b|\bstart (?:to|at|in)\b"
        r"|(?:\b(?:have|got|accepted)|'ve)(?= [^.;!?]*\boffer\b))",
        "(?:job )?offer|job|contract",
    ),
    (
        r"(?:(?:\b(?:am|are)|'m|'re)(?: both| all| still)? (?:moving|buying)\b|\bgoing to (?:buy|move)\b"
        r"|\bmove (?:out )?(?:to|at|in)\b)",
        "purchase|sale|house|flat|apartment|move|contract",
    ),
)
"""Plans that may fall through, each with the things that may: a trip, a job, a home."""
_OPENING = r"^(?:(?:so|sadly|unfortunately|well|ugh|update),? )?"


def _cancelled(things: str) -> tuple[str, ...]:
    """Return the expressions that say that one of some things was cancelled."""
    what = (
        rf"(?P<what>(?:[\w'-]+ ){{0,3}}?)(?P<thing>{things})(?: (?:to|in|from|at|of|on) (?P<more>[\w' -]+?))?"
    )
    return (
        rf"{_OPENING}(?:the|our|my) {what}"
        r"(?:'s| is| are| was| were| got| has| have| had)?(?: just| now| sadly)?(?: been| to be)*"
        r" (?:cancell?ed|called off|off(?=[.,;!]|$| now| again)|fallen through|fell through|withdrawn"
        r"|rescinded|scrapped)\b",
        rf"{_OPENING}(?:(?:we|they|i|the airline)(?:'ve| have)?(?: just)?(?: had to)?"
        r" (?:cancel|cancell?ed|call(?:ed)? off|scrap(?:ped)?)"
        r"|(?P<by>\w+)(?:'s|'ve| has| have)?(?: just)? (?:withdrew|withdrawn|rescinded|pulled|cancell?ed))"
        rf" (?:the|our|my|their) {what}(?=[.,;!]|$| (?:because|yesterday|today|last|this|after|due)\b)",
        rf"{_OPENING}(?:we|they)(?:'ve| have)?(?: just)?(?: had to)? call(?:ed)? (?:the|our|my) {what} off\b",
    )


_GONE = """is|has|have|'s gone $, is|has|have|'s gone now|since|forever|already|too,
    is|has|have|'s gone for good|ever, is gone and"""
"""Who has left; "Tom's gone vegan" and "gone to the dentist" say nothing of the kind."""

_PARTNER = r"(?P<who>(?:my (?:[^\W\d]+ )?)?(?!us\b)[^\W\d]+)"
"""A partner in few words, by name or as such: what is over with others is mostly something else."""
_IT_IS_OVER = "(?:it's|it is|things are) (?:all |now |finally )?over"

CHANGES = Changes(
    # Whose a statement is
    to_first=(
        (r"\b(?:the )?user's\b", "my"),
        (r"\b(?:the )?user is\b", "I am"),
        (r"\b(?:the )?user has\b", "I have"),
        (r"\b(?:the )?user\b", "I"),
        (r"^name:", "my name is"),
    ),
    note="""
        prefers lives likes works uses wants drives speaks has is drinks eats reads takes plays studies runs owns codes
        hates loves needs reports smokes commutes rents was allergic based
    """,
    i="I",
    openers="""
        hey, hi, hello, ok, okay, by the way, btw, oh, also fyi, fyi, quick note, quick update, quick heads up,
        heads up,
        just so you know, just to let you know, well, so, note, update, remember, please, small update, good news
    """,
    shortened_stems={"ca": "can", "wo": "will"},
    verb_or_owner="is",
    shortened={"n't": "not", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will"},
    mine="my our",
    theirs="his her their",
    we="i we me us mine ours myself",
    possessive="'s",
    kin="""
        sister brother wife husband son daughter mother father mum mom dad parents parent partner girlfriend boyfriend
        fiance fiancee cousin nephew niece aunt uncle grandma grandpa grandmother grandfather in-laws mother-in-law
        father-in-law sister-in-law brother-in-law friend friends flatmate flatmates roommate roommates colleague
        colleagues coworker coworkers neighbour neighbours neighbor neighbors twin twins kid kids child children baby
        cats dogs sons daughters rabbits puppy kitten cat dog rabbit horse parrot hamster team-mate student students ex
        boy boys girl girls sisters brothers cousins nephews nieces aunts uncles puppies kittens hamsters horses parrots
        sibling siblings family character husband's
        mate mates bestie pal housemate housemates lodger stepson
        gran nan nana granny grandad granddad
        budgie pony tortoise
        stepdaughter granddaughter grandson grandkids stepmum stepdad bf gf hubby godson goddaughter
    """,
    beings="""
        wife husband partner girlfriend boyfriend fiance fiancee gf bf hubby ex friend mate bestie pal flatmate
        roommate housemate lodger | son daughter kid child baby twin stepson stepdaughter godson goddaughter
        | dog puppy | cat kitten | grandson granddaughter | mother mum mom parent stepmum | father dad parent stepdad
    """,
    one="a an another",
    of="of",
    roles="""
        manager boss supervisor lead dentist doctor gp landlord landlady teacher coach trainer accountant lawyer
        therapist
        plumber electrician gardener barber stylist principal headteacher editor instructor caretaker janitor concierge
        realtor broker handyman carpenter midwife dermatologist cardiologist psychologist psychiatrist orthodontist
        physiotherapist osteopath chiropractor pharmacist secretary notary dogsitter
        hairdresser mechanic vet physio tutor mentor assistant owner cleaner optician paediatrician pediatrician advisor
        adviser architect babysitter nanny
    """,
    same={
        "boss": "manager", "supervisor": "manager", "landlady": "landlord", "gp": "doctor", "mum": "mother",
        "pediatrician": "paediatrician", "mom": "mother", "dad": "father", "gran": "grandmother",
        "nan": "grandmother", "nana": "grandmother", "granny": "grandmother", "grandma": "grandmother",
        "grandad": "grandfather", "granddad": "grandfather", "grandpa": "grandfather",
        "adviser": "advisor", "lead": "manager",
    },
    no_role="package password file window task memory",
    titles="dr mr mrs ms prof",
    called="is was called named now not 's name",
    auxiliaries="has had be",
    leaves="changed left quit retired resigned",
    verb_endings="s ed",
    function="""
        a an the this that these those my our your his her their its i we you he she it they me us him them mine ours is
        are was were be been being am has have had having do does did will would shall can could should may must
        of to in
        on at for from by with into onto about as than then and or but so if when while because since until till 's 'd s
        not no only very really quite please pls plz ok okay hey hi well there
        here some any all each every both got get oh
        gets gotten getting user who which what how finally already still yet ever again once more most much
        many few bit
        lot kind sort thing things way btw up down out off over back after own self let lets make makes made
        making go goes
        going went gone name named called dr mr mrs ms prof st euros euro dollars dollar pounds minutes minute hours
        hour gb mb tb kg km percent number last since better just also too now actually new longer anymore
    """,
    light="""
        use uses used using work works working want wants prefer prefers like likes love hate plan planned schedule
        scheduled hold held took take takes taken write written deploy deployed run runs leave leaves learn
        learning keep
        host hosted live lives living eat eats drink drinks call called code codes play plays set better
        rather need needs due start starts begin begins meet paid pay move moved change changed new old happen happens
        read reading drive drives aim aims finish finishes based located reply answer
    """,
    generic="""
        project team app company user repo code work week day month year time people everybody everyone
        everything everywhere always mind
    """,
    verbs="""
        is are was were has have had will got gets went moved switched changed run runs take takes cost costs use uses
        live lives work works leaves start starts end ends prefer prefers like likes need needs meet meets
        slipped turned
        became cut raised pushed rotates eat eats sold dropped ran do does now only allow allows keep keeps gives ships
        holds includes died left quit reports report retired passed can should must put replies reply
        goes attends studies plays speaks loves hates :
    """,
    joined="""
        rent rents own owns drive drives ride rides cook cooks read reads teach teaches study sing sings swim swims
        drink drinks play speak learn learns write writes paint paints draw draws coach coaches volunteer volunteers
        walk walks cycle cycles share shares stay stays love hate enjoy enjoys collect collects suffer suffers
        commute commutes
    """,
    copulas="is are was were",
    endings="ings ing ies ied ed es s e y",
    clock="at",
    hours="am pm a.m p.m o'clock",
    # What changes
    changes="""
        smoke free, smoke-free, without a cigarette|smoke|drink|fag|vape|puff, sober since|for,
        now, no longer, anymore, any more, any longer, these days, nowadays, from now on, from today, as of,
        instead, you can|may go back to,
        switch|switched|switching, moved|moving, moved to|in|into, had|have|has to move, migrated|migrating,
        changed|changes|changing,
        change of, replaced|replaces|replacing, push|pushed, postpone*, reschedul*, brought forward,
        brought … forward,
        slipped, delayed, extend|extended, shifted, rebooked, gone over, going over, upgraded|upgrading,
        downgraded, rewritten, rewrote, renamed, ported, raised, upped, cut, increased, reduced, lowered, bumped,
        stretch|stretched to,
        goes|go up|down to, went up|down, up|down to, dropped to, rose, put up, put … up, has|have become,
        became, new, turned, promoted,
        started, joined, relocated, settled, transferred, graduated, bought, took|taken over, handed over,
        picked … over, made it, make that|it|the, let 's make, made me, got married, since, after all, again,
        actually,
        i meant, i was wrong, my mistake, correction, turns out, in fact, sorry, ^ no <mark>, better these|now,
        got the|a|my job|position|role|promotion, got hired|promoted, slips, made redundant, let me|us go,
        got|been|was fired|sacked, quit my job, handed in my notice,
        'm|'ve|was|been|got made up to,
        i 'd rather,
        are done, called it quits, shifted|shift|shifts … to,
        as of, up to year, had a|the|her|our baby, gave birth, got|had a rise|raise,
        got|had a pay rise, you can just, moves|moved up to,
        changed my mind, update,
        i am back, laid off, is|has|'s gone $, is|has|'s gone now|since, for good, say hello to,
        gone|going|went part-time|full-time|part|full|remote|freelance,
        gone|going|went vegan|vegetarian|veggie|keto|gluten|dairy|teetotal|sober
    """,
    weak="since, new, now, again, sorry, update, started, bought, moved|moving",
    renews="new",
    lists="and, or, as well as",
    uses="for",
    corrects="""
        don t know why i wrote|typed|said|put, no idea|clue why i wrote|typed|said|put, dunno why i wrote|typed|said,
        <name> i mean|meant, put that|it badly|wrong|wrongly, said that|it badly,
        you keep|kept writing|saying|calling|putting|spelling, wait i|you said,
        ^ sorry <mark>, no wait, i|you got that wrong, you got it wrong, mistype*, mistook, told you wrong,
        said it wrong, not quite <mark>, hang|hold on <mark>, just checked|looked, stand corrected, argh, silly me,
        how silly|stupid|embarrassing, so embarrassing, brain fog|fart, facepalm, can t read|count|spell,
        i m an|such|a|the idiot|fool|muppet, i m such an|a idiot|fool|muppet, read|copied it|that|this wrong|backwards,
        typo, typos, autocorrect*, misspel*, mistyped, misremembered, mixed … up, scratch that, strike that,
        mix|mixing|confuse|confusing|muddle|muddling those|them|these|the, wait no,
        small|minor|tiny|little|quick|slight correction,
        wait <mark> no, oops, whoops, my bad, ^ meant, ^ or rather, misread, misheard, is spelled|spelt,
        i spell it, correcting,
        <name> <mark> not <name>, <number> <mark> not <number>,
        actually, i meant, i was wrong, my mistake, correction, turns out, in fact, ^ no <mark>, i misspoke,
        got that|it wrong, that 's not right, wrong, is not true, is incorrect
    """,
    articles="the a an",
    ordinals="st|nd|rd|th",
    repairs="""
        careful gave give wrong number name date day time address mix ugh oh ah er um sorry oops forgive excuse pardon
        apologies apologise apologize mistake typo make change let lemme correct correction fix rather mean
        meant should said says told write wrote when other day earlier before yesterday
        wait no nope actually exactly precisely really instead autocorrect
        well hmm my bad silly stupid embarrassing idiot brain fog fart duh it it's that's nearly almost about
        roughly more like closer lol haha hehe lmao xd
    """,
    restarts=(
        r"no,? wait|wait,? no|(?:oh|ah|er|um|uh|well),? no|nope|sorry|oops|whoops|i mean|i meant|my bad"
        r"|no(?=[,.…]|,? (?:sorry|hang|hold|i (?:lie|tell|mean)|actually|make (?:it|that)|let'?s)\b)"
        r"|no(?= [a-z]+ \d+(?: now)?[.!]?$)|(?<=\d )no(?= \d[\d.]*[.!]?$)"
        r"|eh*r*m?|uh+m?|u+m+|hm+|or rather(?! than)|(?:make|let'?s make) (?:that|it)(?=,? \d|,? the\b)|make that"
        r"|let'?s say(?=,? \d)|scratch that|strike that|correction|pardon|typo|i (?:tell a )?lie"
        r"|(?:well,? )?actually(?=,? \d|[.!]*$)|well(?=,? [\w-]+,? (?:actually|rather)\b)|hang on|hold on"
    ),
    attributes=(
        r"(?<!\bwhen )(?<!\bif )(?<!\bwhenever )(?<!\bhow )(?<!\bunless )(?<!\buntil )(?<!\bwhat )(?<!\bthat )(?:\b"
        r"(?:you|u)(?:'ve|'re| have| had| are| just| still| always| keep| kept| also| wrongly"
        r"| again){0,3} (?:got|put|sa(?:y|id)"
        r"|saying|wr[oi]te|writing|written|noted?|list(?:ed)?|think(?:ing)?|thought|call(?:ed|ing)?"
        r"|assum(?:e|ed|ing)|remember(?:ed)?"
        r"|mention(?:ed)?|claim(?:ed)?|have m[ey]|had m[ey]|(?<!you )(?<!\bu )spell"
        r"|spel(?:led|t|ling)|saved|stored|repeat(?:ing)?|insist)\b"
        r"|\b(?:your|the) (?:notes?|records?|memory|profile|file) (?:still |all )?(?:sa(?:ys?|id)|ha(?:ve|s|d)"
        r"|lists?|states?|claims?)\b|\bit says (?=[^.;!?\n]*\b(?:notes?|records?|memory|profile|file|there|here)\b)"
        r"|\byou(?:'ve got|'ve| have) (?=[^,.;!?\n]*\bdown\b))"
        r"(?:(?! (?:but|when|while|whereas|instead|it's|it is)\b)[^,.;:!?—–\n])*"
    ),
    exchanges=(
        r"\bother way (?:a)?round|\bvice versa|\bbackwards\b|\bswapped\b|\breversed\b|\b(?:mixed|muddled"
        r"|got) (?:\w+ ){1,3}(?:up|backwards|mixed up)\b"
    ),
    spelled=(
        r"\b(?:spel(?:led|t|ls?)|(?:(?:you|he|she|they|we|i) writes? (?:it|him|her|that)|written)"
        r"(?! (?:an?|about|by|every|for|in|on|to)\b))\b"
    ),
    spells=(
        r" with(?:out)? (?:an? |the |one |two |no |double |capital |silent )*"
        r"(?:(?!my|me|us|it|an|no|so|up|a (?!at |in ))[^\W\d_]{1,2}(?:['’]s)?|hyphen|dash|umlaut|accent"
        r"|underscore|apostrophe)(?![\w'’-])[^.!?;,]*"
    ),
    for_long=r"\bsince\b|\bfor (?:[\w-]+ ){0,4}(?:years?|months?|weeks?|days|decades?|ages|ever)\b|\ball my life\b",
    no_more=r"\b(?:any ?more|any longer|no longer|now|these days|nowadays)\b",
    drives=(
        r"\b(?:driv(?:e|es|en|ing)|drove) (?:(?:an?|the|my|our|his|her) )?(?:[\w-]+ ){0,2}(?:taxis?"
        r"|(?:mini)?cabs?|(?:mini)?bus(?:es)?"
        r"|coach(?:es)?|lorr(?:y|ies)|hgvs?|artics?|semis?|rigs?|trams?|trains?|ambulances?|forklifts?|limos?|hearse|tanker"
        r"|coach(?:es)?|lorr(?:y|ies)|hgvs?|artics?|semis?|rigs?|trams?|trains?|ambulances?|forklifts?|limos?|hearse|tanker"
        r"|(?:delivery|garbage|rubbish|tow|dump|box|fuel|mail|post|school|refuse|tipper|food) (?:trucks?|vans?))\b"
        r"|\b(?:driv(?:e|es|ing)|drove)\b[^.;!?]{0,40}? (?:for (?:a living|uber|lyft|bolt|dpd|ups|fedex"
        r"|amazon|hermes)"
        r"|professionally)\b"
    ),
    sells=r"\b(?:sell|sells|selling|stock|stocks|stocking|supply|supplies|supplying)\b",
    bars=r"\b(?:allerg\w+|intoleran\w+|co?eliac|anaphyla\w+)\b",
    insists=(
        r"^\s*[*×✗]|\b(?:i mean|meant|typo|autocorrect\w*|no|nope|nah|not"
        r"|wrong|rather|actually|correction|mistyped|scratch that|make that)\b"
    ),
    # What ends
    ends_next="""
        rehomed, had to rehome, binned, chucked in, jacked|packed in, scrapped, shelved, jettisoned,
        gone|came|come off,
        handed back,
        given back,
        backed out of, left, quit, stopped|stopping|stop, gave|given|giving up, gave|given|giving up on,
        cancel*, dropped !to|by, sold,
        finished, finished reading|with, replaced|replacing, switched|switching from, switched|switching away from,
        swapped, traded, traded in, ditched, got|get|gotten rid of, resigned from, renamed, retired from, lost,
        moved out of, moved away from, instead of, rather than, rather … than,
        switched|moved|migrated|changed|went|ported|upgraded|swapped … from, no longer, broke|split up with,
        divorced,
        moved on from, done with, threw out, gave, give … away, gave … away, handed in my notice at, gave notice
        at, notice at, sworn off, no more, over from, laid off from, defended my|our, passed my|our,
        handed in my|our !notice,
        am|'m|'re|are|is|came|coming off nights|lates|earlies|days,
        say|said|saying goodbye to, put|putting … down !for, put|putting … to sleep, had to give up
    """,
    ends_last=f"""
        ran|run away, got|was run over, had to be put down|to, did not make it, passed away, was|got put down,
        was|got put to sleep,
        died, left, quit, retired,
        broke|split up, broken up, are|got divorced, handed over,
        was|been|got replaced, no longer, anymore, any more, any longer, {_GONE},
        called it off, is dead, was
        decommissioned,
        shut|closed down, folded, laid me off, moved away, stepped down, has|is retiring, packed up, broke down,
        was|got written off, moved out, fired me, is history, is over
    """,
    forbids="^ no !longer|more|one, ^ without, ^ avoid, ^ skip, ^ enough",
    allows="fine, ok, okay, allowed, welcome, you can|may, feel free, don 't mind",
    wishes="""
        no never always don't dont do use keep give send write answer reply call avoid skip stop put make show add leave
        quote address talk speak explain format start end convert without be
    """,
    lasts="""
        now, no longer, anymore, any more, any longer, from now on, these days, nowadays, for good, as of,
        since yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday
    """,
    ranks="over, than, instead of",
    likes="""
        love|loves, like|likes, adore|adores, enjoy|enjoys, fond of, crazy|mad|nuts about, fan of, big on, keen on,
        i 'm|am into
    """,
    calls=(
        r"(?:(?P<be>i'?m|i am|the user is|user is)|(?:i'm called|my name is|my name's|the user's name is)) "
        r"(?P<name>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)"
    ),
    be="I'm",
    aged=(
        r"(?P<be>i'?m|i am|the user is|user is) (?P<age>\d{1,3}(?: years old)?)"
        r"(?:,? and (?P<rest>an? .+)|(?P<does>(?!)))?"
    ),
    treats=(
        r"(?P<who>[^,;]*?)(?:'m on|'s on|\b(?:takes?|taking|uses?|using|injects?|gets?|(?:am|is|are) on"
        r"|(?:have|has) been (?:given|prescribed))) (?P<what>[^,;]{2,50}?) "
        r"(?P<why>(?:for|against|because of) (?P<ill>[^,;]{2,40}?))(?: (?:once|twice|every|each|daily)\b[^,;]*)?"
    ),
    treated=("I have been treated {why}", "{who} has been treated {why}"),
    introduces=(
        r"(?P<who>(?:i'?m|i am|my name is|my name's) (?:[A-Z][\w'-]+,? (?:and i'm |and i am )?)?(?:\d\d,? )?"
        r"(?P<article>an? )?(?!in\b|interested\b)[\w-]+(?: [\w-]+){0,3}?),? (?:based |living )?in "
        r"(?P<place>(?-i:[A-Z][\w'-]+)(?: (?-i:[A-Z])[\w'-]+){0,2})"
    ),
    lives="I live in {}",
    begins=r"\b(?:i|we) (?:start|begin)\b",
    to_come=(
        r"\b(?:going|off|about) to (?:live|move|be (?:living|moving))\b"
        r"|\b(?:i|we|i'm|we're|im|i am|we are) (?:start|starting|join|joining)\b[^.;!?]{0,80}"
        rf"\b(?:next (?:week|month|year|spring|summer|autumn|fall)|soon|(?:in|from) (?:{_MONTHS})"
        rf"|(?:on|from) (?:the )?(?:\d|{_MONTHS}))"
    ),
    parts=f"""
        goodbye to, died, dead, passed away, put … down !for, was|got put down, was|got put to sleep, put … to sleep,
        put down, run over,
        ran|run away, {_GONE},
        did not make it, rehome*, no longer with us, no longer together|married|engaged, not together,
        no longer alive,
        is no more
    """,
    denies="not, never",
    # What holds beside
    adds="""
        also, too $, as well, besides, in addition, another, second
        !monday|tuesday|wednesday|thursday|friday|saturday|sunday, other, either, on the side, both,
        a|our|my third|fourth|fifth,
        additional, extra, one more, alongside, plus, still, next to, after that,
        have|has|got|gets company, playmate, got|gets|has a little|baby brother|sister
    """,
    swaps=(
        r"^(?:no,? )?not <wrong>\.\s+<right>[.!]*$",
        r"(?:\b(?:not|never)|n't) (?:[\w']+ ){0,3}?(?:in|at|to|for|on|with|from|by|an?) <wrong>"
        r"(?:,? (?:and )?(?:i |we |he |she |they )?never (?:have|has|had|did|was|were)(?: been)?)?[.!]+\s+"
        r"(?:it's|it is|it was|they're|they are) <right>",
        r"\b(?:(?:do|does|did)n't|don't|never) (?:[\w']+ )(?!in\b|at\b|to\b|for\b|on\b|an?\b)<wrong>"
        r"(?:,? (?:and )?(?:i |we |he |she |they )?never (?:have|has|had|did|was|were)(?: been)?)?[.!]+\s+"
        r"(?:it's|it is|it was|they're|they are) <right>",
        r"<right>(?:\s*[,;!—–-]+\s(?:and )?|\s(?:and )?)not "
        r"(?!sure|only|just|because|so|yet|too|[^,;.!?]* after all\b)<wrong>",
        r"\b(?:not|isn't|wasn't|aren't) (?![^,;.!?]* after all\b)<wrong>,? but <right>",
        r"\b(?:not|isn't|wasn't|aren't) (?![^,;.!?]* after all\b)<wrong>"
        r"(?:[,;—–]? (?:but|rather|it's|they're)|[,;—–]) <right>",
        r"\b(?:said|wrote|put|typed) <wrong>,? but (?:i )?(?:meant|mean|it's|it is|it was) <right>",
        r"\bmeant <right>,? not <wrong>",
        r"\bthat i <wrong>,? (?:and|but) (?:that's|it's|that is|it is) (?:not (?:so|true|right)|wrong), i <right>",
        r"\b(?:keep|kept) (?:writing|saying|calling \w+|spelling it) <wrong>,? but (?:it's|it is|i'm) <right>",
        r"\b(?:said|told you|wrote|put|typed|mentioned|gave you|had) <wrong> (?:the other day|earlier"
        r"|before|last (?:time|week)|yesterday|just now|back then),? (?:and |but "
        r"|when )?(?:i (?:actually |really )?)?(?:meant?|it's|its|it is|it was"
        r"|it should(?: have)? be(?:en)?|should(?: have)? be(?:en)?|(?:he|she|they|we|i)(?:'s|'re|'m| is"
        r"| are| am)) <right>",
        r"\b(?:said|told you|wrote|put|typed|mentioned|gave you) <wrong>,? (?:and |but "
        r"|when )?(?:i (?:actually |really )?)?(?:meant?|it's|its|it is|it was"
        r"|it should(?: have)? be(?:en)?|should(?: have)? be(?:en)?) <right>",
        r"\b(?:said|told you|wrote|put|typed|mentioned|gave you) <wrong>,? (?:and |but |when )"
        r"(?:the|my|our|his|her|their|your|on|in|at|by|after|according|apparently|it|turns)\b[^,;:.!?]{0,40}? "
        r"(?:it's|it is|it was|they're|they are|(?:says?|said|reads?|shows?|states?|found)"
        r"(?: that)?(?: it's| it is| they're| they are)?) <right>",
        r"^(?:the |that )?<wrong> (?:was|is|were) (?:wrong|a typo|a mistake|a slip|incorrect"
        r"|not right)(?: btw| by the way)?[,;:–—-] (?:[^,;]{2,30}[,;.] )?(?:it's|its|it is|it should be"
        r"|should be|it was|i meant|make it) <right>",
        r"\b(?:change|correct|fix) (?:the |that |it from )?<wrong> (?:in)?to <right>",
        r"<wrong> ?(?:->|→|=>|>>) ?<right>",
    ),
    edits=(
        r"^(?:please |can you |could you )?(?:replace|change|swap|substitute|turn|rename|make|write|put|use|set)\b.*"
        r"\b(?:with|by|for|to|into|instead of|rather than|not)\b"
    ),
    ages=(
        r"(?:\b(?:is|am|are|aged)|'s|'m|'re)(?: now| already| just| only| still)? (?P<age><n>)"
        r"(?=[.!,;)]*$|[,;)]| (?:and|but|now|already|who|with|so) |(?: |-)years?\b)",
        r"(?:\b(?:is|am|are)|'s|'m|'re)(?: now| already| an?| only| nearly)? (?P<age><n>)["
        r" -](?P<months>month|week)s?\b",
        r"\b(?P<who>i'm|i am) [a-z]\w+,? (?P<age>\d\d)(?=[.!,;)]*$|[,;)])",
        r" ?\((?P<age><n>)(?: years?(?: old)?| y/?o)?\)",
        r", (?P<age><n>)(?: years?(?: old)?| y/?o)?(?! and <n>\b)(?=[.!;)]*$|[,;)]| and\b)",
    ),
    birthdays=(
        r"\b(?:(?:has|have|just|recently|finally) )*(?:turned|turns) (?P<age><n>)(?![-/.:%]?\d|%)",
        r"(?P<age>\d{1,3})(?:st|nd|rd|th) (?:birthday|bday|b-day)\b",
        r"\b(?:had|celebrated|marked) (?:her|his|their|my) (?P<age>\d{1,3})(?:st|nd|rd|th)"
        r"(?=[.!,;]*$| (?:yesterday|today|last|this|on|at|in|with)\b)",
        r"(?P<age>[1-9]\d)(?:st|nd|rd|th)(?: party)? (?:was|is)\b",
        r"(?:\b(?:is|am)|'s|'m) (?P<age><n>) (?:today|since (?:yesterday|today))\b",
        r"^(?P<next>)(?P<age>\d{1,3}) (?:yesterday|today|(?:last|this) week"
        r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:,? (?:ouch|argh|lol|yay|haha)\b)?[.!]*$",
        r"\b(?:hit|reached) (?:the big )?(?P<age><n>)(?=[.!,;]*$|[,;!]| (?:yesterday|today|last|this|on)\b)",
        r"(?:\b(?:is|am)|'s|'m) an? (?:teenager|adult|teen) now, (?P<age>\d{1,2})\b",
        r"(?:\b(?:is|am)|'s|'m) (?:\w+ing at )?(?P<age>\d{1,2}) (?P<months>months|weeks)\b",
    ),
    ages_now=(
        r"(?:\b(?:is|am)|'s|'m) (?P<age><n>) now(?=[.!,;]*$|[,;!])",
        r"(?:\b(?:is|am)|'s|'m) (?:now|already) (?P<age><n>)(?=[.!,;]*$|[,;!])",
    ),
    unchanged=(
        r"(?:[,;]?\s+(?:and )?(?:(?:at|in) )?(?:the )?same (?:place|venue|time|room|address|hour|location)\b"
        r"|[,;] (?:(?:the )?(?:rest|place|time|room) (?:stays|is) the same|everything else the same))+[^,;\d]*$"
    ),
    deaths=(
        r"(?<!almost )(?<!nearly )\b(?:has |had |have |just |sadly |was |been )*(?:died|passed away|crossed"
        r" (?:over )?the rainbow bridge"
        r"|(?:went|gone|is) over the rainbow bridge|is in heaven|didn't make it through|is no longer with us"
        r"|is dead"
        r"|put to sleep|euthani[sz]ed|cremated)\b(?!-)",
        r"\b(?:r\.?i\.?p\.?|rest in peace),? (?:(?:my|our|little|sweet|dear|old|beloved) )*(?P<who>[^\W\d]+)",
        r"\b(?:we|i)(?:'ve| have)? (?:just )?(?:buried|cremated) (?P<who>[^,.;!?:]+?)"
        r"(?= (?:on|yesterday|today|last|this|in|at|next)\b|[,.;!?:]|$)",
        r"\bfuneral (?:is|was) (?:on|yesterday|today|last|this|lovely|beautiful|hard|tomorrow|in)\b",
    ),
    exaggerates=(
        r"\bdied (?:laughing|inside|of (?:laughter|laughing|boredom|embarrassment|shame|envy|curiosity))\b"
        r"|\bdead (?=(?:against|bored|boring|certain|chuffed|clever|easy|funny|good|impressed|interested|jealous|keen"
        r"|nervous|nice|quiet|serious|set|sure|tired|useful|worried)\b)"
    ),
    departures=(
        r"\b(?:has |just |sadly )?passed(?: on)?(?= (?:peacefully|suddenly|yesterday|today|last|this|in"
        r" (?:her|his) sleep"
        r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|[.,;!]*$)",
        r"\bwe(?:'ve| have)? (?:just |sadly )?lost (?P<who>[^,.;!?:]+?)(?= (?:last|this|yesterday|today|on"
        r"|to)\b|[,.;!?:]|$)"
        r"(?!.*\b(?:found|back)\b)",
        r"\b(?:sold|rehomed|gave) (?P<who>[^\W\d]+)(?= to\b| away\b|[,.;!]|$)",
        r"\b(?:had|have) to put (?:(?:my|our) )?(?P<who>[^\W\d]+) down"
        r"(?= (?:yesterday|today|last|this|on|in)\b|[,.;!]|$)",
        r"\bwe(?: had|'ve had| have) to let (?:our )?(?P<who>[^\W\d]+) go(?=[.;!]*$)",
        r"\b(?:had|have) to let (?:(?:my|our) )?(?P<who>[^\W\d]+) go"
        r"(?= (?:yesterday|today|last \w+|this \w+|(?:on|in) \w+)[.;!]*$)",
    ),
    namesakes=r"\balso (?:called|named)\b|\b(?:called|named) \w+,? (?:too|as well)\b|\bof the same name\b",
    frail="""
        grandmother grandfather mother father uncle aunt mother-in-law father-in-law cat dog rabbit horse parrot hamster
        kitten puppy budgie pony tortoise
    """,
    separations=(
        r"\b(?:has |'s |just )*(?:dumped me"
        r"|left me(?! (?:an?|the|my|his|her|some|with|to|in|at|for|alone)\b)"
        r"|walked out on me|finished with me|broke(?:n)? up with me"
        r"|split up with me"
        r"|moved out on me)\b",
        rf"\b{_IT_IS_OVER} (?:with|between me and) {_PARTNER}(?: now| for good)?(?=[.!]|\W*$)",
        rf"\b{_IT_IS_OVER} between {_PARTNER} and me\b",
        r"\band (?:i|me) are (?:over|no longer together|not together any ?more)(?=[.!,;]|$)",
        r"\b(?:me|i) and (?P<who>[^\W\d]+) are (?:over|no longer together|not together any ?more)(?=[.!,;]|$)",
        r"\b(?:we|i)(?:'ve| have)? (?:just )?(?:broken|broke|split) up"
        r"(?=[.!,;]|$| (?:but|last|yesterday|today|this|on|in|now|recently|for good|\w+ \w+ ago)\b)",
        r"\b(?:i|we)(?:'ve| have)? (?:dumped|broke(?:n)? up with|split up with|left) (?P<who>[^\W\d]+)(?=[.!,;]|$"
        r"| (?:last|yesterday|today|this|on)\b)",
        rf"\b(?:i|we)(?:'ve| have)? (?:just )?(?:broke(?:n)?|split) up with {_PARTNER}(?=[.!,;]|$"
        r"| (?:last|yesterday|today|this|on)\b)",
        r"(?:\bi am|\bi'm|\bim) (?:officially |newly |now |finally |suddenly )*(?:single|divorced|separated)"
        r"(?=[.!,;]|$| (?:now|again|and|since|these)\b)",
    ),
    no_separation=(
        r"\b(?:for tax(?: purposes)?|on paper|legally|technically),? (?:i'm|i am|im|we're)\b"
        r"|\b(?:single|separated|divorced),? (?:but )?(?:only |just )?(?:for tax|on paper|legally|technically)\b"
        r"|\b(?:re-?married|married again|back together|ma[dk]e up again)\b"
        r"|\b(?:up|divorced|separated),? (?:back )?(?:in (?:19|20)\d\d|(?:\w+ ){1,3}years ago)\b"
        r"|\bup (?:every (?:now|so|few)|now and (?:then|again)|sometimes|from time to time)\b"
        r"|\bsplit up (?:into\b|[^.;!?]{0,30}\bto (?:be|get|save|cover|find|search|look|shop|do)\b)"
        r"|\b(?:band|group|team|parents|mum and dad|friends|colleagues) (?:(?:just|all|have|has|are|is|got) )*"
        r"(?:broke|broken|split|divorced|separated|history)\b"
    ),
    partners="girlfriend boyfriend partner gf bf fiance fiancee wife husband hubby",
    moves_in=(
        r"(?: has| have|'s|'ve)?(?: just| finally| now)* (?:moved in|come to live) with (?:me|us)\b(?! (?:for"
        r" (?!good)|until|till|while))",
        r"(?P<who>(?:my )?(?:girlfriend|boyfriend|partner|fiancée?))(?: has|'s)?(?: just| finally)* moved in"
        r"(?=[.,;!]|$| (?:on|last|yesterday|today|this)\b)",
        r"(?: is|'s|'re| are)? (?:lives?|living) with (?:me|us) now(?=[.,;!]|$)",
    ),
    alone=(r"\b(?P<verb>liv(?:e|es|ing)) (?:all )?(?:alone|on (?:my|his|her) own|by (?:my|him|her)self)\b",),
    attends=(
        r"(?:'s|\b(?:is|has|have|are|am))?(?: just| now| only| finally| already| still)* ?\b(?:started"
        r"|starts|starting|begun"
        r"|began|joined|joining|attends|goes to|gone to|off to|moved up to|got into|in|at)(?: at| in)?"
        r"(?: the| a| an| her| his)? "
    ),
    stages=(
        r"(?:nursery|daycare|day care|pre-?school|playgroup)\b(?! school teacher)",
        r"(?:primary|elementary|reception|kindergarten|infant|year [1-6]\b(?!\d)|school\b(?!ing))",
        r"(?:secondary|high school|middle school|year (?:[7-9]|10|11)\b)",
        r"(?:sixth form|college|year 1[23]\b)",
        r"(?:uni|university)\b",
    ),
    turns=(
        *((plan, off) for plan, things in _PLANS for off in _cancelled(things)),
        (
            r"\b(?:allergic|intolerant) to (?P<what>[\w-]+)(?=[.,;!]|$)",
            r"(?<!until i )(?<!when i )(?<!once i )(?<!if i )\bcan (?:now )?(?:have|eat|drink|take) (?P<thing>[\w-]+)"
            r"(?: fine| safely)? again(?=[.,;!]|$)",
        ),
        (
            r"(?:(?:\b(?:is|am|are)|'s|'m|'re)(?: still| now| currently)* (?:looking|searching|hunting) for"
            r"|\bwants? to find)(?: an?| the| our| my| some)?(?: [\w-]+){0,2}? (?P<what>[\w-]+)"
            r"(?=[.,;!]|$| (?:in|near|at|around|close|by|with|for|to|that|who|on)\b)",
            r"\b(?:found|got)(?: myself| ourselves| me| us)? (?:an?|the|my|our)(?: new| great| good| nice| lovely)*"
            r" (?P<found>[\w-]+)(?=[.,;!]|$| (?:in|at|near|who|that|through|last|yesterday|today)\b)",
        ),
        (
            r"(?:\b(?:is|am|are)|'s|'m|'re)(?: still| now)* saving(?: up| money)* for(?: an?| the| our| my)?"
            r"(?: [\w-]+){0,2}? (?P<what>[\w-]+)(?=[.,;!]|$| (?:in|near|at|with|for|to|that|on)\b)",
            r"\bbought (?:an?|the|my|our|myself an?|ourselves an?)(?: new)? (?P<found>[\w-]+)"
            r"(?=[.,;!]|$| (?:in|at|from|last|yesterday|today|on)\b)",
        ),
        (
            r"(?:\b(?:is|am)|'s|'m)(?: still| now| currently)* (?:off sick|on sick leave|signed off(?: sick| work)?)"
            r"(?=[.,;!]|$| (?:for|since|until|till|with)\b)(?: (?:for|since|until|till) [^.,;!]+)?",
            r"(?:(?:\b(?:is|am)|'s|'m)(?: now| finally| already)* back (?:at|to) work"
            r"|\b(?:went|came|got) back to work)\b",
        ),
        (
            r"(?:\b(?:is|am|are)|'s|'m|'re)(?: still| now| currently| back)* in (?:the )?(?:hospital|icu"
            r"|intensive care|rehab)(?=[.,;!]|$| (?:in|at|with|for|since|after|again|now|until)\b)"
            r"(?: (?:in|at|since) [^.,;!]+)?",
            r"(?:(?P<other>\b(?:he|she|they))(?='| ) ?)?(?:(?:\b(?:is|am|are)|'s|'m|'re|\b(?:got|came))"
            r"(?: now| finally| just| already)*(?: back)? (?:out of (?:the )?hospital|home)|\bleft (?:the )?hospital"
            r"|\b(?:was|is|been|got|'s) discharged)(?=[.,;!]|$| (?:now|again|since|from|yesterday|today|and)\b)",
        ),
        (
            r"(?:'re|'m|\bare|\bam)(?: still| all| both)? (?:away in|on (?:holiday|vacation|a trip|honeymoon))\b"
            r"(?! (?:from|next|starting)\b"
            r"| (?:in|on) (?:the )?(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))"
            r"[^.,;!]*",
            r"(?:(?:'re|'m|\bare|\bam)(?: now| finally| all)* (?:back home|home (?:again|now)|back from"
            r" (?:holiday|vacation|honeymoon|(?:our|the|my) (?:trip|holiday|honeymoon)))|\b(?:got|came|flew) back home)"
            r"(?=[.,;!]|$| (?:now|again|last|yesterday|today)\b)",
        ),
        (
            r"(?:\b(?:is|am)|'s|'m)(?: still| currently)? (?:single|not seeing anyone)\b",
            r"\b(?:met someone(?=[.!,;]|$)|(?:are|'re|got) back together\b|seeing someone\b"
            r"|got an? (?:new )?(?:boyfriend|girlfriend|partner)\b"
            r"|(?:got|is|am) (?:engaged|married)\b)",
        ),
        (
            r"(?:\b(?:is|am)|'s|'m)(?: still| currently)? (?:unemployed|jobless|between jobs|out of (?:work|a job)"
            r"|looking for (?:a job|work))\b",
            r"\b(?:found|got|landed|started) (?:(?:an?|the|his|her|my|new) )*(?:job|work|apprenticeship)\b",
        ),
        (
            r"(?:\b(?:is|am)|'s|'m)(?: still)? (?:an? (?:[\w-]+ )?student|at uni|at university)\b",
            r"\bgraduated(?! (?:in (?:19|20)\d\d|from (?:high )?school))"
            r"(?=[.!,;]|$| (?:last|this|yesterday|today|in|on|from|with)\b)"
            r"|\bstarted (?:(?:his|her|my) )?first (?:(?:real|proper|full-time) )?job\b",
        ),
        (
            r"(?:\b(?:am|is|im|will|to)|'m|'s|'ll)(?: still)? (?:retiring|retire)\b",
            r"(?:(?:\bi(?:'ve)? )?\bchanged my mind\b[^.;!?]{0,30}?\b(?:staying|stay|working|work)(?: on)?"
            r"|(?:\b(?:am|is|im)|'m|'s) (?:staying|working|carrying) on)"
            r" (?:for )?(?:another|one more|a few more) years?\b",
        ),
    ),
    trips=_PLANS[0][0],
    detours=(
        r"(?!.*\b(?:tonight|today|tomorrow|lunch|dinner)\b)"
        r"\b(?:going|flying|travell?ing|heading|driving|off) (?:back )?to (?P<where>\w+)[^.;!?]{0,40}? instead\b",
    ),
    accessories=(
        r"\b(?:(?<!in )(?<!that )case|cover|plan|contract|charger|cable|screen|display|battery|keyboard|mouse|bag"
        r"|sleeve|tyres?|tires?|wheels?|brakes?|clutch|seats?|insurance|number|e?sim|linux|windows|ubuntu|apps?"
        r"|ringtone"
        r"|provider|network|parking|garage)\b"
    ),
    purposes=(
        r"(?P<work>\b(?:(?:at|for) work|(?:in|at) the office|(?:work|office|business)"
        r" (?:phone|mobile|cell|number|line|email|e-mail|address))\b)"
        r"|(?P<private>\b(?:at home|privately|(?:private|home) (?:phone|number|line|email|e-mail|address))\b)"
        r"|(?P<emergency>\b(?:emergency|emergencies)\b)"
    ),
    replaces=(
        r"\b(?:swapped|traded|exchanged|changed|replaced|upgraded)\b[^.;!?]{0,25}?\b(?:for|with)\b",
        r"\b(?:switched|upgraded|moved)(?: over| up)? (?:from [^.;!?]{2,25} )?to\b",
    ),
    healed=(
        r"(?:\b(?:is|are|has|have)|'s|'ve)(?: all| finally| completely| fully| now)* "
        r"(?:(?P<cured>healed|cleared up|cured)|gone|disappeared|vanished|better"
        r"|(?:fine|ok|okay|good|well) again|back to normal)"
        r"(?: completely| now)*(?=[.!,;]|$)",
        r"\b(?:(?P<cured>(?:i'm|i am|is|he's|she's) (?:finally |now )?over|outgrew|outgrown)|gr[eo]wn? out of|rid of)"
        r" (?:my|his|her|the)"
        r" (?P<what>[^,.;!?]+)",
        r"\b(?:(?P<cured>healed|cleared up)(?: up| nicely| fully| well)*|(?:works?|working) again)(?=[.!,;]|$)",
    ),
    ailing="broken bad sore sprained dodgy twisted torn injured swollen fractured frozen",
    stopped=(
        r"\b(?:took|taken|takes|taking) (?:me|(?P<who>(?:my )?[^\W\d]+)) off (?:the |my |his |her )?(?P<what>[\w-]+)",
        r"(?:\bi(?: was|'ve been| have been|'m being)|\b(?P<who>(?:my )?[^\W\d]+)(?: was|'s been| has been|'s being))"
        r" taken off (?:the |my |his |her )?(?P<what>[\w-]+)",
        r"\b(?:doctor|gp|consultant|nurse|specialist|psychiatrist|cardiologist|they|hospital)"
        r"(?:'s|'ve| has| have)? stopped"
        r" (?:my|the|(?P<who>(?:my )?[^\W\d]+)'s) (?P<what>[\w-]+)(?=[.!,;]|$| (?:and|because|last|today|yesterday"
        r"|on|this)\b)",
    ),
    workplaces=(
        r"\bwork(?:s|ed|ing)?(?: now| currently| part-time| full-time)? (?:in|at|for)"
        r" (?!(?:my|our|him|her|them|nights?|shifts|home|myself|progress|teams?)\b)(?P<place>[^,.;!?]+)",
    ),
    schedules=(
        (r"\b(work(?:s|ing)?) (?:the )?(?P<hours>nights?|days?|earlies|lates|mornings|afternoons|evenings|weekends)"
         r"(?: shifts?)?\b(?! (?:a|per|each) )", r"\1"),
        (r"\b(?:do|doing) (?P<hours>(?:night|day|early|late|morning|evening)(?: shifts?)?|earlies|lates|nights|days)"
         r"\b(?! a )", "work"),
        (
            r"[,;]? (?:on |working )?(?:the |a )?(?P<hours>(?:night|day|early|late|morning|evening|weekend)["
            r" -]shifts?)\b",
            "",
        ),
        (r" on (?P<hours>nights|days|earlies|lates)\b", ""),
        (r"[,;]? (?P<amount>(?:part|full)[ -]time|(?:<n>) days a week)\b", ""),
        (r" (?P<where>from (?:home|the office)|remotely|in the office|on[ -]site)\b", ""),
    ),
    jobs=(
        (
            r"(?:(?:(?<=\bi)'m|\bam)(?: now| currently)? (?:an? |the )|\bwork(?:ing)? as (?:an? |the )?)"
            r"(?!(?:at|in|for|with|now) )[^\W\d][\w -]*? (?P<at>(?:at|for) (?:(?! and ).)+?)(?=[,.;!?]|$)",
            r" work \g<at>",
        ),
    ),
    promoted=r"\b(?:got|been|was|were|being)(?: just| finally| recently)? promoted\b"
    r"|\bpromoted me\b|\bgot (?:a|the|my) promotion\b",
    trades=(
        r"(?:\b(?:am|is|be|been|become|became)|'m|'s)(?: now| actually| currently| working as)? an?"
        r" (?P<trade>[^,.;!?]+?)"
        r"(?= (?:now|these days|nowadays|at|in|for|with|from|since|by)\b|[,.;!?]|$)",
        r"\bwork(?:s|ing)?(?: now)? as an? (?P<trade>[^,.;!?]+?)(?= (?:now|these days|at|in|for|with)\b|[,.;!?]|$)",
    ),
    positions="""
        manager lead leader head supervisor boss director chief deputy senior partner foreman assistant trainee
        apprentice intern volunteer trustee treasurer owner landlord landlady captain sister matron charge principal
        steward mentor coach instructor admin editor
    """,
    others=r"\b(?:he|she|they|him|her|them|his|their)\b",
    supposes="""
        if, might, maybe, perhaps, would, could, thinking of|about, consider|considering, i 'd like|love, hope,
        want|wants|wanted to, plan|plans|planning to, pretend, suppose, imagine, what if, hypothetical*,
        have a|an interview, have a|an job interview, one day, someday, wish, next year, in the story|novel,
        recommended,
        were cut|to, applied, a|an|another|any|their|if offer, offer from|to,
        looking at, the plan, eventually, i|we|they|he|she|it may, evaluating,
        role-play, act as
    """,
    past="""
        used to, before that, before $, back then, as a child|kid|student|teenager, year|years ago, when i was,
        previously, formerly,
        in the past, originally, grew up
    """,
    recurs=r"\b(?:every|weekly|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:once|twice|times) an? week)\b",
    cancels=(
        r"^(?!.*\b(?:for good|for ever|forever|permanently|altogether|disband\w*|no longer|any ?more|from now on"
        r"|memberships?|subscriptions?|contract|policy)\b).*?"
        r"(?:\b(?:cancell?ed|cancels|cancell?ing|called off)\b|(?:\b(?:is|are)|'s|'re) off\b"
        r"|\bno [a-z]+(?: [a-z]+)? (?:(?:on|this) )?(?:today|tonight|tomorrow"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)"
    ),
    once="""
        this morning|evening|afternoon|week|weekend|month, today, tomorrow, tonight, once !a, last
        night|weekend|summer|winter, yesterday, next week,
        visiting, staying with|at|in, spending, flying to, travel* to, at the moment, right now, because of the holiday,
        on saturday|sunday|friday $, on holiday, tried, this particular, yesterday 's, because of
    """,
    only_once="""
        this time|once, for once, temporar*, for now, exceptionally, for a|the week|weekend|month,
        for a|the few days,
        until monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next, just today, just for
        today, tomorrow,
        this monday|tuesday|wednesday|thursday|friday|saturday|sunday, visiting, for this one|email|task|week,
        just for this
    """,
    periods="""
        on train|trains, on plane|planes, at weekend|weekends, at the weekend|weekends, on weekends, on
        weekdays, in summer|winter,
        in the summer|winter, during the week, at work, at home, in the choir, on sundays, half the week|time|year
    """,
    happens="""
        let 's, gonna, gotta, hope, sure, glad, happy, thanks, last week|night|month|year, yesterday, recently,
        will, guess,
        wow, yeah, awesome, amazing
    """,
    splits="and so but because",
    pairs="and or plus &",
    company="with",
    dwells="live lives living lived share sharing rent renting dwell",
    where="in at on",
    starts="i we my our the he she it they there that",
    which="who which that",
    # What one statement may share with another in other words
    concepts={
        "home": """
            unpack|unpacked|unpacking, moving boxes|day, removal van, relocat*, resettled, renting,
            rent a|an|the, renter, tenant, flatshare, houseshare, dorm, semi in, terrace in, bungalow in,
            cottage in, landed in <name>, emigrated, bought a|the|our|my _ house|flat|place|home,
            our|my own place|house|flat, keys to, new postcode, back with my parents|folks|mum|mom,
            living out of,
            moved to <name>, moved back|over to <name>, live|lives|lived|living in|near|at|on, based in,
            resides|reside|residing,
            settled in|into, relocat* to, moved to|into a|an|the|my|our, moved in,
            flat|house|apartment|home|place in|on|at,
            flat|house|apartment|home|place is in|on|at, home address, my address, my new
            address, new flat|house|apartment|place,
            back in <name>, my base is, bought a place|house|flat|home|apartment, settled here
        """,
        "live with": """
            live|lives|living|lived alone|with, live|living by myself, flatmate|flatmates|roommate|roommates,
            moved|moving|move in with !the, moved|moving|move in with the !times, live|living on my own !terms,
            moved|moving out|in|here on my own, moved|moving to _ on my own, my own flat|apartment,
            my own place !in|of, my own place in <name>
        """,
        "employer": """
            redundant, redundancy, sacked, let me|us go, unemployed, sole trader, own business,
            self-employed, self employed, freelance, freelancing, first day at,
            looking for a|work|an job|role, looking for work, job hunt*, in-house, new employer,
            my own boss, job-hunting, between jobs, jobless, on the books,
            work|works|worked|working at|for, employed at|by|with,
            work|works|working nights|days|part-time|full-time at|for, job|position|role at|with|for,
            employer, started|start|starting at|with, joined <name>, hired by, signed with,
            switched|changed|new|quit job|jobs|my,
            am at|with <name>, am at|with the, am a|an _ at|with|for <name>,
            am a|an _ _ at|with|for <name>, paramedic with, lost my job, quit my job, handed in my notice,
            i got|was|am fired|sacked, i got|was|am laid off, i 've|have been fired|sacked,
            i 've|have been laid off, laid me off, resigned from
        """,
        "role": """
            headship, apprentice, trainee, qualified, foreman, pensioner, student, junior, senior,
            principal, deputy, head of, team lead, in charge of, made partner, internship, intern,
            supervisor now,
            job title, my role|position is, role|title is, promoted, work|works|working as,
            am|is|was a|an|the *er|*or|*ist|*ian|*ant|*eer|*se|*yst|*ent|*ect|*man|*ead|*ief|*ef|*chologist,
            am|is|was a|an|the _ *er|*or|*ist|*ian|*ant|*eer|*se|*yst|*ent|*ect|*man|*ead|*ief|*ef|*chologist,
            am|is|was a|an|the _ _ *er|*or|*ist|*ian|*ant|*eer|*se|*yst|*ent|*ect|*man|*ead|*ief|*ef|*chologist,
            am now a|an, am a|an now, have|has made me, made me up to, named|appointed me, transferred,
            graduated, retired, made me a|the|*er|head|lead, intern,
            took me on, hired me as,
            am|is a|an|the postdoc|nurse|trainee|barista|clerk|coach|paralegal|freelance, am a|an _
            nurse|trainee|clerk|coach|paralegal
        """,
        "manager": """
            report|reports|reporting|answer to, in charge, the new boss,
            manager, boss, supervisor, report|reports|reporting to, lead, team lead, line manager
        """,
        "status": """
            tied the knot, hitched, split !up, divorce, dumped, called it a day, dating, seeing someone,
            proposed, said yes, together with, an item, partner, newlyweds, me and _ are done, ex,
            single, engaged, married, divorced, separated, widowed, broke|split up !the|our|into, boyfriend,
            girlfriend, wife, husband,
            fiance, fiancee, got married, seeing someone, wed
        """,
        "age": """
            birthday, the big, <number> today, <number> candles, turned|turning,
            year|years old, turned, turns, aged, am|is <number> $, am|is <number> now, am now <number>,
        is now <number>,
            am|is|'s two|three|four|five|six|seven|eight|nine|ten|eleven|twelve $, are two|three|four|five|six $,
            am|is|'s two|three|four|five|six|seven|eight|nine|ten|eleven|twelve now, am <number>
        """,
        "kids": "kid, kids, child, children",
        "weight": """
            kilos, stone, pounds, lbs, scales,
            weigh|weighs, weight, kg
        """,
        "car": """
            scrapped, car, estate, hatchback, van, electric car, ev, tesla, driving a|an, wheels,
            drive|drives|driving, my car, new car, a car
        """,
        "commute": """
            train, bike, tram, bus, cycle, cycling, on foot,
            commut*, to work, to the office
        """,
        "diet": """
            veggie, fish, chicken, steak, bacon, burger, dairy, gluten, plant based, carnivore, keto,
            off meat, eggs,
            vegetarian, vegan, pescatarian, meat, fish again, omnivore, plant-based
        """,
        "alcohol": """
            booze, pint, pints, dry january, drinking, drinker, on the wagon, a drink,
            alcohol, wine, beer, sober, teetotal*
        """,
        "smoking": """
            cig, cigs, fag, fags, roll-ups, vape, vaping, nicotine, tobacco, smoker,
            smok*, cigarette|cigarettes
        """,
        "deadline": """
            extension, launch, release, ship date, go live, moved to,
            due, new date, deadline, hand|handed in, submission, submit
        """,
        "departure": "leaves, departs, departure, takes off",
        "form of address": """
            just say <name>, call me, calling me, address me, addressed as, addressed me as, go|goes by, nickname,
            ^ just <name> is|'s fine|ok|okay|enough, ^ just <name>, ^ <name> is|'s fine|ok|okay|enough, ^ <name> will do
        """,
        "own name": "my name, my first|last|middle|full name",
        "birthday": "birthday, born",
        "phone": """
            sim, iphone, android, pixel, galaxy, handset, cell,
            phone, mobile, my|new number, my new number,
            reach|call|text|ring|phone|message me on|at|under <number>, reach|call|text|ring me … on <number>
        """,
        "email": "email, e-mail, *.com|*.org|*.net|*.de",
        "bank": "bank, account",
        "gym": """
            membership, workout, training,
            gym, fitness
        """,
        "salary": """
            pay rise, payrise, rise, got a raise, wage, wages, rate, a year, per hour, an hour, k a year,
            salary, raise, earn, pay
        """,
        "rent": "rent",
        "budget": "budget",
        "reply language": """
            replies|answers|responses in english|german|french|spanish|chinese|japanese|italian|dutch|portuguese,
            reply|answer|respond|write|talk|speak in english|german|french|spanish|chinese|japanese|italian,
            reply|answer|respond|write|talk|speak me|to in english|german|french|spanish|chinese|japanese|italian,
            reply|answer|respond|write|talk|speak to me in english|german|french|spanish|chinese|japanese|italian,
            ^ back to english|german|french|spanish|chinese|japanese|italian|dutch|portuguese,
            ^ go|switch|change|get back to english|german|french|spanish|chinese|japanese|italian|dutch|portuguese,
            let 's go|switch|change|get back to english|german|french|spanish|chinese|japanese|italian|dutch|portuguese,
            ^ english|german|french|spanish|chinese|japanese|italian|dutch|portuguese again|please|pls,
            ^ in english|german|french|spanish|chinese|japanese|italian|dutch|portuguese again|please|pls
        """,
        "seat": "window|aisle seat|seats, sit by|on|at the",
        "reading": "reading",
        "studying": """
            degree, major, course, uni, semester, exam, thesis,
            study|studies|studying|studied, dropped out
        """,
        "team": "in|on|with the _ team, changed|switched teams|team",
        "team size": "people on|in the|our team, of us on|in the|our team",
        "blood type": "blood type",
        "home office": "work|works|working|worked from home, home office, wfh, remote, remotely",
        "goal": "goal, target, aim|aims|aiming",
        "favourite": "favourite, favorite",
        "time of waking": "wake|wakes up at, get|gets up at",
        "hot drink": """
            coffee, coffees, caffeine, decaf, espresso, tea, rooibos, matcha
        """,
        "sleep": """
            bed, sleep, asleep, midnight, wake, night owl, early bird
        """,
        "grade": """
            year|grade <number>, <number> grade, reception class, sixth form, kindergarten,
            first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth grade
        """,
        "expecting": """
            pregnant, wife|girlfriend|partner|fiancee|missus … pregnant|expecting, am|'m|are|'re|is|'s expecting $,
            expecting a|our|my|her|their|twins, expecting _ _ baby|child, weeks along, our|the baby is due,
            wife|girlfriend|partner|sister|daughter|friend is due, wife|girlfriend|partner|sister _ is due
        """,
        "birth": """
            gave birth, had a|the|her|our|my baby, had a boy|girl, newborn, is|was|were born, has arrived,
            came into the world,
            baby|twins|son|daughter|boy|girl arrived, baby|twins|son|daughter|boy|girl is|are|'s here,
            son|daughter|baby|boy|girl|twins is|was|were born, arrived … *kg|kg|lbs|pounds
        """,
        "job hunt": """
            looking for a|work|an job|role|work|position, looking for work, looking for a _ job|role, job hunt*,
            job-hunting, applying for jobs, between jobs, out of work, jobless, unemployed, searching for a job
        """,
        "job found": """
            start|starting|started at|with <name>, start|started my|the|a new job|role, got|landed|accepted the|a
            job|role|position|offer, got|landed|accepted a job offer, got hired, hired me, hired by, signed with,
            first day|week at, joined <name>, work|working at|for <name> now
        """,
        "job lost": """
            got|been|was|were|being laid off, laid me|us off, made redundant, fired me, got|was|been fired|sacked|axed,
            got|was|were|been let go, lost his|her|their job, got the sack|boot|axe, lost my job, out of work,
            out of a job, jobless, unemployed, quit my job, handed in my notice, let me|us go !of|on|to|with, am|'m
            retired, now retired, took early retirement, retired today|yesterday|on|last|this, my retirement
            today|yesterday|starts|started|begins|began
        """,
        "wedding": """
            getting|get|gets married, marrying <name>, marry in|on|next, the|our|my wedding, am|'m|are|'re|got engaged
        """,
        "wedding off": """
            wedding|engagement is|was|'s|got off|cancelled|canceled, wedding|engagement is|was|'s|got called off,
            wedding|engagement has|'s been called|cancelled|canceled,
            called off the|our|my|their wedding|engagement, called the|our|my|their wedding|engagement off,
            cancelled|canceled the|our|my|their wedding, broke off the|our|my|their engagement,
            not getting married, no wedding
        """,
    },
    families=(
        "tabs | spaces",
        "dark mode, dark theme | light mode, light theme",
        "short, shorter, brief, concise, terse | long, longer, detailed, thorough, in-depth, verbose",
        "bullet points, bullets, lists | prose, paragraphs, running text",
        "british spelling, british english, uk spelling, uk english"
        " | american spelling, american english, us spelling, us english",
        "celsius | fahrenheit | kelvin",
        "metric | imperial",
        "24h, 24-hour | am/pm, 12h, 12-hour",
        "vegetarian | vegan | pescatarian | meat, omnivore",
        "single | engaged | married, husband, wife | divorced | separated | boyfriend, girlfriend, seeing someone",
        "with milk | black | with sugar",
        "by car, drive | by train, the train | by bike, cycle | by bus, the bus | on foot, walk | tram",
        "window | aisle",
        "formal | informal, casual",
        "be honest, be blunt, be direct, be frank, be harsh, be strict, be critical, be _ honest"
        ", be _ blunt, be _ direct, be _ frank, be _ harsh, be _ strict, be _ critical, being _ honest"
        ", being _ blunt, being _ direct, being _ frank, being _ harsh, being _ strict, being _ critical"
        " | be gentle, be gentler, be kind, be kinder, be nice, be nicer, be _ gentle, be _ kind, be _ nice",
        "remote, from home | on site, in the office",
        "sonnet | gpt",
        "english | german | french | spanish | italian | japanese | chinese | portuguese | dutch | korean",
        "weekly | daily | monthly | every two weeks, biweekly, fortnightly | quarterly",
        "morning, mornings | afternoon, afternoons | evening, evenings | lunch",
        "tea | coffee | decaf",
        "student | retired | unemployed | self-employed, freelance",
        "full-time, full time | part-time, part time",
        "rent | own",
        "monday, mondays | tuesday, tuesdays | wednesday, wednesdays | thursday, thursdays | friday, fridays"
        " | saturday, saturdays | sunday, sundays",
    ),
    contrasts=(
        "staging | production, prod | test | dev", "frontend, front-end | backend, back-end",
        "work, business, office | private, personal, home", "left | right", "first | second | third",
        "outbound | return, back", "upstairs | downstairs", "kitchen | bathroom | bedroom",
        "python | yaml | javascript | typescript | go | rust | java", "breakfast | lunch | dinner", "summer | winter",
        "male | female", "internal | external", "web | mobile | desktop", "laptop | server | phone | desktop pc",
        "written | oral",
    ),
    dates="on by until till since from to",
    capital_months=True,
)  # fmt: skip
