"""Statements in English: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import AnyOf, joined, several
from tiermem.text.languages.statements import CuedPattern, Statements, irregular, phrase

_IRREGULAR = """
    arise arose arisen, awake awoke awoken, bear borne, beat beaten, become became, begin began begun, bend bent,
    bite bitten, bleed bled, blow blew blown, break broke broken, breed bred, bring brought, build built,
    burn burnt, buy bought, catch caught, choose chose chosen, creep crept, deal dealt, dig dug, draw drawn,
    dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, fight fought,
    flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven,
    freeze froze frozen, grow grew grown, hang hung, hear heard, hide hid hidden, kneel knelt, lay laid,
    lead led, lean leant, leap leapt, learn learnt, lend lent, light lit, lose lost, meet met, pay paid,
    prove proven, ride rode ridden, ring rang, rise risen, run ran, seek sought, sell sold, send sent,
    sew sewn, shake shook shaken, shine shone, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat,
    sleep slept, slide slid, speak spoke spoken, spend spent, spin spun, stand stood, steal stole stolen, stick stuck,
    sting stung, strike struck, swear swore sworn, sweep swept, swim swam swum, swing swung, teach taught,
    tear tore torn, throw threw thrown, understand understood, wake woke woken, wear wore worn, weave wove woven,
    weep wept, win won, withdraw withdrew withdrawn, write wrote written,
    child children, man men, woman women, foot feet, tooth teeth, mouse mice, goose geese, wife wives, knife knives,
    shelf shelves, wolf wolves, thief thieves, loaf loaves, scarf scarves
"""
"""Without forms that are words or names of their own (rose, drew, lives, leaves, left, felt, a bit), and without
those of words that say next to nothing (make, take, go). With these forms and without, LoCoMo conversations 1-5
have recall@5 77.6 and 77.3, recall@10 84.1 and 84.0, NDCG@10 69.9 and 69.7; 6-10 have recall@10 83.3 and 82.5;
BEAM-100K is the same within 0.7 points."""

_ASKS = r"""^(?:(?:hey|oh|so|and|also|actually|ok(?:ay)?|well|btw),?\s+)*(?:(?:please|pls|plz),?\s+)?
    (?:(?:can|could|would|will)\s+you\s+(?:please\s+)?|you\s+(?:can|could|should|may)\s+(?:just\s+)?
    |i\s+(?:want|would\s+like|need)\s+you\s+to\s+|i'd\s+(?:like\s+you\s+to|rather\s+you)\s+)?(?:please\s+|just\s+)?"""
"""Begins a request, with courtesies."""
_KEEPS = r"(?:remember|keep|know|store|save|record|retain|hold\s+on\s+to)"
_KEEP_NOT = rf"""(?:you\s+)?(?:(?:don't|dont|do\s+not)\s+(?:need|have)\s+to|needn't|no\s+longer\s+(?:need|have)\s+to)\s+
        {_KEEPS}\s+|(?:don't|dont|do\s+not|never)\s+(?:keep|store|save|record|retain|remember|hold\s+on\s+to)\s+
    |(?:i(?:'d|\s+would)\s+)?(?:rather|prefer(?:\s+it)?(?:\s+if)?)\s+you\s+(?:didn't|did\s+not|don't)\s+{_KEEPS}\s+
    |i\s+(?:don't|do\s+not|no\s+longer)\s+want\s+you\s+to\s+{_KEEPS}\s+
    |(?:there(?:'s|\s+is)\s+)?no\s+need\s+to\s+{_KEEPS}\s+|(?:stop|quit)\s+(?:remember|keep|know|stor|sav|record)ing\s+
    |(?:don't|dont|do\s+not|never|no\s+need\s+to|stop)\s+(?:keep|take|mak)(?:e|ing)?\s+(?:any\s+)?notes\s+(?:on|of|about)\s+"""
"""Asks not to remember."""
_FORGETS_OR_NOT = "forget delete erase remove n't dont not never longer need stop quit"
"""One of these is in each request with it, or with a verb of forgetting."""
_TOLD = r"""what(?:ever)?\s+(?:i|you|we)\b.+?|(?:everything|all|anything)\s+(?:that\s+)?(?:i|you|about|on)\b.+?
    |(?:the|that|this)\s+.{2,40}?\s(?:thing|stuff|bit|business)
    |(?:the|that|this)\s+(?:thing|stuff|bit|part|business|story)\s+(?:about|with|on)\s.{2,60}?"""
"""Names what was said or is known."""
_MEMORY = r"""\s+(?:from|in|out\s+of)\s+(?:your\s+(?:notes|records?)|(?:your|the)\s+(?:memory|memories)
    |(?:your|my|the)\s+profile|memory)"""
_THANKS = r"""(?:,?\s+(?:please|pls|plz|thanks|thank\s+you|thx|(?:can|could|would|will)\s+you|again|now|any\s?more
    |anywhere|at\s+all))*$"""

_RELATIVE = r"""(?:my|our)\ (?:[\w-]+\ )?(?:wife|husband|girlfriend|boyfriend|partner|mum|mom|mother|dad|father
    |sister|brother|daughter|son|aunt|uncle|niece|nephew|grand(?:ma|mother|pa|father|son|daughter)|kid|child
    |cousin|friend|colleague|coworker|flatmate|roommate|neighbou?r|fiancee?|boss)(?:\ (?!is\b|has\b|wants?\b
    |would\b|now\b|here\b|for\b|on\b|who\b|and\b|to\b)[\w'-]+)?"""
"""A relative or friend of the speaker, with a name."""

STATEMENTS = Statements(
    # Things and persons
    determiners=several("the my our an"),
    names=several("name nickname"),
    pronouns=several("he she they"),
    # Negations
    negates=phrase(
        r"""n't\b|\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|cant|dont|doesnt|didnt|isnt|wasnt
        |wont|hardly|stopped|quit)\b"""
    ),
    conjunctions=several("but and"),
    # The same statement in other words
    fillers=several(
        """
        a an the that also just really very please first always generally usually currently already actually still so
        too well then okay ok yes remember
        """
    ),
    joins=several("with in at on by for from as because and while where since so when during via"),
    contractions={"n't": "not", "'m": "am", "'re": "are", "'ll": "will", "'ve": "have"},
    limits=several(
        """
        not no never none nobody nothing neither nor without cannot hardly except unless if maybe might could would
        should may only until before after used formerly longer stopped quit wrong false instead rather than but
        """
    ),
    as_the_user={"your": "my", "yours": "mine", "you're": "i'm", "you": "i"},
    # The scaffold of a profile
    topics={
        "About": several("name birthday age pronouns timezone nationality native language nickname form"),
        "Health": several("allergic allergy allergies vegan vegetarian diabetes diabetic asthma intolerant celiac"),
        "Home": several("home live address apartment house flat hometown moved"),
        "Work": several(
            """
            work works working job role manager boss team company employer office colleague profession occupation
            engineer freelance
            """
        ),
        "Studies": several("study studies studying university degree thesis school major"),
        "Tools": several(
            """
            use uses using editor vim emacs laptop keyboard browser os operating ide shell terminal computer phone
            """
        ),
    },
    single={
        "About": frozenset({"name", "birthday", "age", "form of address"}),
        "Home": several("home address"),
        "Work": several("work role job manager boss employer"),
        "Tools": frozenset({"editor", "os", "operating system", "ide", "shell", "browser", "laptop"}),
    },
    attributes=(
        phrase(r"^(?:my|our)\ (?P<key>[^,;:]{2,40}?)\ (?:is|are|was)\ (?:called\ |named\ )?(?P<value>\S.*)$"),
    ),
    value_end=phrase(
        r"""(?:,?\s*(?:,|\band\b)?\s*(?:\bnot|\bno)\s*.*$)
        |(?:,?\s*\b(?:and|but)\s+(?:i|i'm|we|he|she|it|my)\b.*$)|(?:,\s+(?:who|which|an?)\b.*$)
        |(?:\s+(?:now|any\ ?more)$)"""
    ),
    clause_end=phrase(
        r"""(?:,\s*(?:and\s+)?(?:i|i'm|i've|we|he|she|my|our)\b.*$)
        |(?:,?\s+and\s+(?:the|our|my|his|her|their)\s+[^,;]{1,40}?\s(?:is|are|has)\b.*$)
        |(?:,?\s+(?:in\s+case|because|so\s+that|although|though)\b.*$)"""
    ),
    value_start=phrase(r"^(?:now|actually|currently)\s+"),
    introduces=phrase(r"\b(?:name(?:'s|\ is)|(?:i'm|i\ am)(?:\ called|\ named)?|call\ me|i\ go\ by)\s+"),
    passing=phrase(
        r"""\b(?:(?<!from\ )now|nowadays|currently|at\ the\ moment|at\ present|these\ days|today|lately
        |this\ (?:week|month|year)
        |\d{1,3}(?:\ (?:years|months|weeks)\ old|-year-old)|(?:i'm|i\ am|turned|aged?)\ \d{1,3})\b"""
    ),
    # Forgetting and declining
    forget=(CuedPattern(
        "everything anything whatever all",
        rf"""^(?:please\s+)?(?P<what>(?:everything|anything|all|whatever)\s+(?:that\s+)?(?:you(?:'ve)?\s+(?:(?:have|know|got|kept)\s+)?
            (?:(?:got|stored|noted|saved)\s+)?)?(?:on|about)\s+[^,;:]{{2,50}}?)\s+(?:can|may|should|has\s+to|needs\s+to)\s+
        (?:go|be\s+(?:deleted|forgotten|dropped|wiped|erased|removed)|disappear){_THANKS}"""
    ), CuedPattern(
        "forget delete erase remove remember keep know stor sav record retain hold",
        rf"""{_ASKS}(?:(?:forget|(?P<deletes>delete|erase|remove))\s+(?:all\s+)?(?:about\s+)?|{_KEEP_NOT})
        (?P<what>(?:my|our|the\s+fact\s+that\s+(?:i|my|we|our)|that\s+(?:i|my|we|our)
            |everything|all|anything|where\s+i|when\s+i|how\s+i|who\s+my)\b.+?|{_TOLD})(?P<memory>{_MEMORY})?{_THANKS}""",
        beside=_FORGETS_OR_NOT,
    ), CuedPattern(
        "forget remember keep know stor sav record retain hold",
        rf"""{_ASKS}(?:forget\s+(?:about\s+)?|{_KEEP_NOT})
        (?P<what>(?:what|how|who|where|when)\s+(?:\w+\s+)?(?:i|my|our)\b.+
        |that\s+[^,;]+?\s(?:my|our|me|us)\b.*?
        |(?P<guess>that\s+(?-i:[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)\s+(?:is|isn't|was|wasn't|has|hasn't|had|does|doesn't|did|didn't
            |can|can't|will|won't|went|got|lost|left|[a-z]+ed|[a-z]*[^su\W]s)\b.*?)
        |the\s+(?:\w+\s+)?(?:names?|nickname|birthday|age|address|number|job)\s+of\s.+
        |[\w ]{{2,40}}'s\s+(?:\w+\s+)?(?:names?|nickname|birthday|age|address|number|job)){_THANKS}""",
        beside=_FORGETS_OR_NOT,
    ), CuedPattern(
        "forget remember keep know stor sav record retain hold",
        rf"""{_ASKS}(?:forget\s+(?:about\s+)?(?:the\s+)?|{_KEEP_NOT})(?P<who>(?-i:(?!It\b|That\b|This\b)[A-Z][\w'-]+(?:\s[A-Z][\w'-]+){{0,2}}))
        (?:,\s+(?:he|she|they|it|that|i|we)(?:'\w+)?\s.*)?{_THANKS}""",
        beside=_FORGETS_OR_NOT,
    ), CuedPattern(
        "forget",
        rf"""{_ASKS}forget\s+(?:all\s+)?(?:about\s+)?
        (?P<maybe>(?-i:(?!(?:it|that|this|me|him|her|them|us|everything|about)\b)[a-z][\w'-]+)){_THANKS}"""
    ), CuedPattern(
        "forget",
        rf"""{_ASKS}forget\s+(?:all\s+)?(?:about\s+)?(?P<thing>the\s(?!.*\bones?\b)(?:[\w-]+\s){{0,2}}?[\w-]+){_THANKS}"""
    ), CuedPattern(
        "drop wipe purge scrub clear strike scratch lose",
        rf"""{_ASKS}(?:drop|wipe|purge|scrub|clear|strike|scratch|lose)\s+(?P<what>{_TOLD})(?:{_MEMORY})?{_THANKS}"""
    ), CuedPattern(
        "memor notes record profile",
        rf"""{_ASKS}(?:forget|delete|erase|remove|drop|wipe|purge|scrub|clear|strike|take)\s+(?:about\s+)?
        (?P<what>(?!(?:it|this|that|these|those|them|all|everything)\b).{{2,60}}?){_MEMORY}{_THANKS}"""
    ), CuedPattern(
        "forget",
        rf"""^(?:so\s+|and\s+)?you\s+(?:can|may|could)\s+(?:just\s+)?(?P<deletes>forget)\s+(?:about\s+)?
        (?P<what>the\s(?!.*\bones?\b).{{2,40}}?){_THANKS}"""
    ), CuedPattern(
        "forget delete erase remove wipe",
        r"""^(?:and\s+|so\s+)?what\s+i(?:'ve)?\s+(?:told\s+you|said|mentioned)\s+about\s+(?P<what>[^:,.!?]{2,60}?)
        \s*[:,–—-]?\s+(?:please\s+)?(?:can\s+you\s+)?(?:forget|delete|erase|remove|wipe)\s+(?:that|it|this)\b.*$"""
    ), CuedPattern(
        "forget delete erase remove wipe drop scrub scrap keep remember store save",
        rf"""{_ASKS}(?:(?P<what>(?:my|our)\s(?:[\w'-]+\s){{0,4}}?[\w'-]+|{_TOLD})
            |(?P<thing>the\s(?:[\w'-]+\s){{0,3}}?[\w'-]+)|(?P<who>(?-i:[A-Z][\w-]+)(?:'s?(?:\s[\w-]+){{1,3}})?))
        \s*[,:–—-]\s*(?:(?:and|please|pls|just|(?:can|could|would|will)\s+you|you\s+can)\s+)*
        (?:(?:forget|(?P<deletes>delete|erase|remove|wipe|drop|scrub|scrap))\s+(?:about\s+)?
            |(?:don't|dont|do\s+not|never)\s+(?:keep|remember|store|save)\s+)(?:that|it|this|them)\b(?P<memory>{_MEMORY})?{_THANKS}"""
    )),
    of_name=phrase(r"\b(?:(?:first|last|full|nick|sur)[ -]?)?names?\b|\b(?:called|named|who)\b"),
    around_forgotten=phrase(
        r"""\bthe\s+fact\b
        |\b(?:everything|all|anything)\s+(?:(?:that\s+)?(?:you\s+(?:know|have|stored|saved|remember(?:ed)?)
            |i\s+(?:said|mentioned|told\s+you))\s+)?(?:(?:about|on)\s+)?
        |\bwhat(?:ever)?\s+(?:i|you|we)(?:'ve|\s+have)?\s+(?:said|mentioned|told\s+you|know|have|stored|saved|remember(?:ed)?)
            (?:\s+(?:yesterday|earlier|before|last\s+time))?\s*(?:(?:about|on)\s+)?
        |^(?:the|that|this)\s+(?:thing|stuff|bit|part|business|story)\s+(?:about|with|on)\s|\b(?:thing|stuff|bit|business|matters|affairs)$
        |\s(?:yesterday|earlier|before|last\s+time)$"""
    ),
    please=phrase(r"please"),
    assents=phrase(r",?\s*(?:ok(?:ay)?|yeah|alright|all\s+right|right)\s*\?+$"),
    polite=phrase(
        r"""(?:can|could|would|will)\ you|.*,\ (?:can|could|would|will)\ you(?:\ (?:please|just))*
        (?:\ (?:forget|delete|erase|remove|wipe|drop)(?:\ about)?\ (?:that|it|this))?(?:,?\ please)?\?$"""
    ),
    myself=several("me myself"),
    i=phrase(r"\b(?:i|the\ user)\b"),
    secrecy=AnyOf(
        (
            "secret confiden private hush off_the_record never_heard to_yourself between_you_and_me between_us",
            r"""\b(?:secret|confiden|private|hush|off\ the\ record|never\ heard|to\ yourself
            |between\ you\ and\ me|between\ us\b(?!\ and\ (?:the|our|their|your)))""",
        ),
    ),
    refuses=AnyOf(
        (
            "n't dont no none never needn without delete erase wipe strike scratch leave forget out_of",
            r"""\b(?:(?:\w*n't|dont|not|never)(?!\ (?:ever\ )?forget)|no|none|needn|without|delete|erase|wipe|strike
            |scratch|leave|(?<!n't\ )(?<!dont\ )(?<!not\ )(?<!never\ )(?<!ever\ )forget|out\ of|nothing|nobody)\b""",
        ),
    ),
    remembers=AnyOf(
        (
            "remember memor forget keep_it keep_this keep_that profil note",
            r"""\b(?:remember|memor|(?<!n't\ )(?<!dont\ )(?<!not\ )(?<!never\ )forget|keep\ (?:it|this|that)|profil
            |notes?)""",
        ),
    ),
    keeps=AnyOf(
        (
            "stor sav record kept hold hang log delet erase wipe strike scratch leave repeat writ keep pretend"
            " your_file jot on_file put_ add_ share_ pass_ bring_",
            r"\b(?:stor|sav|record|kept|hold|hang|log|delet|erase|wipe|strike|scratch|leave|repeat|writ|keep|pretend"
            r"|your\ files?\b|jot|on\ file\b"
            r"|(?:put|add|share|pass|bring)\ (?:(?:any|none|all)\ of\ )?(?:it|this|that)\b)",
        ),
    ),
    talk=AnyOf(
        (
            "i that the_bit any my our we us",
            r"\b(?:this|that|it|the\ bit|any\ of|anything|i|i'm|i've|my|mine|our|we|we're|us)\b",
        ),
    ),
    mocks=AnyOf(
        (
            "to_prank april_fool fake spoof hoax",
            r"""\b(?:for|as\ an)\ april\ fools?(?:'s?)?(?!'?s?\ day\b)|\bapril\ fools?(?:'?s?)?\ (?:joke|prank)
            |\b(?:tell|say|claim|pretend)\w*\ .*\bto\ prank\ (?:my|our|the|him|her|them)\b
            |(?:^|[,;:.!?]\ |\b(?:please|(?:can|could|will|would)\ you)\ )(?:write|draft|make|invent|create)\b
            [^.!?]{0,30}\b(?:fake|spoof|hoax)\ (?:announcement|news|press\ release)\b""",
        ),
        (
            "as_if",
            r"""^\W*(?:(?:oh|ah|yeah|ya|yes|sure|right|of\ course)\W+)*as\ if\ (?:i|we)\ (?:had|have|could|were|was
            |own\w*
            |would)\b""",
        ),
        (
            "money rolling_in king_of queen_of the_pope batman superman musk gates bezos",
            r"""\b(?:money\ grows\ on\ trees|(?:i'm|im|i\ am|we're|we\ are)\ (?:made\ of|rolling\ in)\ (?:it\b|money)
            |(?:i'm|im|i\ am)\ (?:(?:the\ )?(?:queen|king)\ of\ (?:england|france|spain|sweden|the\ world)|the\ pope
            |batman|superman)(?=\W*$|[,.;!?]|\ (?:and|so|but)\b)
            |(?:i'm|i\ am|my\ \w+\ is)\ (?:elon\ musk|bill\ gates|jeff\ bezos)(?=\W*$|[,.;!?]))""",
        ),
        (
            "llionaire yacht palace castle mansion private butler servant",
            r"""^\W*(?:(?:(?:oh|ah|yeah|ya)\W+)+(?:sure|right|of\ course|totally|absolutely|obviously|naturally)
            |sure|right|totally)\W+(?:(?:because|cos|and|like)\ )?(?:(?:i'm|im|i\ am)\ (?:an?\ )?(?:multi-?)?
            (?:millionaire|billionaire)|(?:i|we)\ (?:totally\ |obviously\ )?(?:have|own|live\ in)\ (?:[\w-]+\ ){0,3}?
            (?:yachts?|palaces?|castles?|mansions?|private\ (?:jets?|chef)|butlers?|servants))
            (?:\ (?:and|with)\ (?:[\w-]+\ ){1,3}?\w+)?(?=\W*$|[,.;!?])""",
        ),
        (
            "love",
            r"""^\W*(?:oh|ah|yeah|ya)\W+(?:sure|right|of\ course|totally|absolutely)\W+i\ (?:just|really|simply)\ love
            \ [^.!?]{0,60}?\b(?:stuck|in\ traffic|in\ line|ignored|rained\ on|woken\ up|(?:best
            |greatest)\ \w+\ ever)\b""",
        ),
    ),
    plays=AnyOf(
        (
            "scene_partner in_character dungeon_master game_master _dm _gm narrator rp_ act_ start_ begin_ open_",
            r"""(?:^|[.!?,;:]\ ?|\b(?:please|now|let's|and|then)\ )\W*(?:
            (?:be|you're|you\ are)\ (?:my|our|the)\ (?:scene\ partner|dm|gm|dungeon\ master|game\ master|narrator)\b
            |(?:stay|be|keep|remain)\ in\ character\b|act\ (?:it|this|that)\ out\b
            |(?:start|begin|open)\ the\ scene\b|rp\ (?:with\ me|time)\b)""",
        ),
        (
            "roleplay role-play improv make-believe makebelieve text_adventure",
            r"""\b(?:let'?s|(?:can|could|shall)\ we|wanna|i\ want\ to)\ (?:(?:do|play|try|start
            |have)\ )?(?:an?\ |some\ )?
            (?:[\w-]+\ ){0,2}?(?:role-?play(?:ing)?(?=\W*$|[.,;:!?]|\ (?:where|in\ which|with\ me)\b)
            |improv\ (?:scene|game)s?|make-?believe|text\ adventure)\b
            |(?:^|[.!?]\ )\W*(?:\w+\ ){0,2}?role-?play\s*[:,]|\blet'?s\ (?:(?:do
            |play)\ (?:an?\ |some\ )?)?role-?play\b""",
        ),
        (
            "story scene",
            r"""\b(?:let'?s|(?:can|could|shall)\ we|wanna)\ (?:do|play|act\ out|start|try)\ (?:an?|some)\ (?!user\ )
            (?:[\w-]+\ ){0,2}?(?:story|scene)\b[^?]{0,80}?\b(?:you(?:'re|\ are|'ll\ be|\ be|\ play)|i(?:'m|m|\ am
            |'ll\ be
            |\ be|\ play))\ (?!\w+ing\b)""",
        ),
        (
            "play improvis act",
            r"""\b(?:let'?s|i\ want\ to|wanna|(?:can|could|shall)\ we)\ (?:play\w*|improvis\w+|act)\b[^.!?]{0,60}?
            \byou(?:'re|\ are|r|\ be|\ play|'ll\ be)\ (?:the|an?|my)\ (?!\w*est\b|(?:only|one)\b|(?:first|last)\W)
            (?:[\w-]+\ ){0,3}?\w+(?=\W*$|[.,;!?]|\ and\ i\b)""",
        ),
        (
            "pretend",
            r"""(?:^|[.!?]\ )\W*(?:(?:please|now|let'?s|(?:can|could)\ you)\ )*pretend\ (?:to\ be
            |(?:that\ )?(?:you|i|we)(?:'re|'m|\ are|\ am|\ were)\b)""",
        ),
        (
            "you_be you_play you'll_be you_will_be are_now you're_now now_you now_on",
            r"""\b(?:you(?:'ll\ be|\ will\ be|\ be|\ play|(?:'re|\ are)\ now)|from\ now\ on,?\ you(?:'re|\ are))
            \ (?:the|an?|my)\ (?!\w*est\b|(?:only|one
            |first
            |last)\b)[^.!?]{2,40}?(?:,|;|\ and)\ (?:and\ )?i(?:'m|m|\ am|'ll\ (?:be|play)|\ will\ (?:be|play)|\ be
            |\ play)\ (?:the|an?|your)\b
            |^\W*(?:(?:now|from\ now\ on),?\ you(?:'re|\ are)|you(?:'re|\ are)\ now)\ (?!\w+(?:ed|ing|ly)\b|(?:the
            |an?|my|our|in|on|at)\ )
            (?:\w+\ ){0,2}?\w+,?\ and\ i(?:'m|\ am)\ (?:\w+\ )?\w+\W*$""",
        ),
        (
            "i'll_be i'll_play i_play i_will_play i_will_be i_be",
            r"""\bi(?:'ll|\ will)\ (?:be|play)\ (?:the|an?|your)\ [^.!?]{2,40}?(?:,|;|\ and)\ (?:and\ )?you
            (?:'ll\ |\ will\ |\ )(?:be|play)\ (?:the|an?|my)\b
            |\bi\ (?:be|play)\ (?:the|an?|your)\ [^.!?]{2,40}?(?:,|;|\ and)\ (?:and\ )?you(?:'ll
            |\ will)?\ be\ (?:the|an?|my)\b
            |\bi(?:'ll|\ will)\ be\ (?:the|an?|your)\ [^.!?]{2,30}?(?:,|;|\ and)\ (?:and\ )?you(?:'re|\ are)\ (?:the
            |an?|my)
            \ (?!\w*est\b|(?:only|one|first|last)\b)(?:\w+\ ){0,2}?\w+(?=\W*$|[.!?,;])""",
        ),
        (
            "play_along imagine",
            r"""\bplay\ along\b[^?]{0,20}?\byou(?:'re|\ are)\b|\bimagine\ (?:that\ )?you(?:'re|\ are)\ (?:the|an?|my)
            \ [^.!?]{2,40}?(?:,|\ and)\ (?:and\ )?i(?:'m|m|\ am)\ (?:the|an?|your)\b""",
        ),
    ),
    hands_over=AnyOf(
        (
            "typing writing keyboard talking_to_you taking_over take_over",
            rf"""(?:^|[.!?,;:]\ ?|\b(?:and|so|now|but)\ )\W*(?:(?:it's|it\ is|this\ is
            |that's)\ (?:now\ )?)?{_RELATIVE}(?:'s|\ is|\ will\ be)?\ (?:just\ |now\ )?
            (?:typing|at\ the\ keyboard|writing\ (?:this|to\ you|here|instead)|talking\ to\ you
            |take\ over(?=\ (?:now|here|from\ here))
            |taking\ over(?=\ (?:for\ (?:a|one)\ (?:sec|min|moment|bit)|now|here|from\ here)|\ the\ keyboard))
            (?=\W*$|[.,!;:?]|\ (?:now|here|for|from|this|instead|the\ keyboard)\b)""",
        ),
        (
            "handing hand_ passing pass_ giving",
            rf"""\b(?:hand|pass|giv)(?:ing|e)?\ (?:(?:you|this|(?:the|my)\ (?:laptop|phone|keyboard|computer
            |tablet|ipad|chat))\ (?:over\ |on\ )?to\ {_RELATIVE}
            |(?:over|on)\ to\ {_RELATIVE}\ for\ (?:a|one)\ (?:sec|min|moment|bit))""",
        ),
        (
            "letting let_ here_he here_she here_they",
            rf"""\b(?:i'm\ letting|letting|i'll\ let)\ {_RELATIVE}\ (?:use\ this|type|ask\ (?:you|something)
            |have\ a\ (?:go|turn)|take\ over|talk\ to\ you)\b
            |\b{_RELATIVE}\ (?:wants?\ to|would\ like\ to|has\ a)\ [^.!?]{{0,40}}\bhere\ (?:he|she|they)\ (?:is
            |are|goes?|comes?)\b""",
        ),
    ),
    takes_back=AnyOf(
        (
            "again back",
            r"""(?:^|[.!?]\ )\W*(?:(?:ok(?:ay)?|so|right|hi|hey|hello|and|alright|now|well|thanks)[,.!]?\ )*
            (?:(?:it's|it\ is|this\ is)\ )?(?:(?!once|try|hello|hi|then|not|never|yet|start|come|go|over|thanks
            |and|way|look)[\w'-]+\ (?:here\ )?again(?=\W*$|[.,!;:?]|\ (?:now|here|with)\b)
            |(?:i'm|i\ am|and|now)\ back\b|back\ to\ me\b|(?!way|come|go|look|step|hold|get|put|turn|roll|call
            |write|the|at)[\w'-]+\ back(?=\W*$|[.,!;:?]|\ (?:now|here|again|at\ the\ keyboard)\b))""",
        ),
        (
            "gone done finished left off_",
            r"""^\W*(?:(?:ok(?:ay)?|so|right|alright)[,.!]?\ )*(?:he|she|they)(?:'s|'re|\ is|\ are|\ has
            |\ have)\ (?:gone|done|finished|left|off)\b[^.!?]{0,20}(?:\bme\b|\bi'm\ back\b|[.!]|$)""",
        ),
    ),
    stops_playing=AnyOf(
        (
            "enough stop end back quit over scene fun leave play",
            r"""^\W*(?:(?:ok(?:ay)?|alright|all\ right|haha*|lol|right|well|so|great|super|thanks|thank\ you)\W+)*
            (?:(?:that'?s\ )?enough\b|stop(?:\ (?:it|here|now|there|playing))?(?=\W*$|[.!,;])|stop\ the\ \w+
            |(?:the\ )?end(?=\W*$|[.!,;]|\ of\ (?:the\ )?(?:game|scene|story|role))
            |let'?s\ (?:stop|end|finish|quit|leave\ it|(?:get|go)\ back|return)\b|back\ to\b|scene(?=\W*$))
            |\bback\ to\ (?:reality|real\ life|work|normal|business)\b
            |\b(?:game|role-?play|story|scene)\ (?:is\ )?over\b|\b(?:that|this)\ was\ (?:\w+\ )?fun\b
            |\b(?:done|finished|tired\ of|(?:don't|dont)\ want\ to)\ play(?:ing)?\b""",
        ),
        (
            "of_character ooc real_life irl aside for_real",
            r"\b(?:out\ of\ character|ooc|in\ real\ life|irl|jok(?:es?|ing)\ aside|for\ real\ now)\b",
        ),
        (
            "can_you could_you translate summar proofread would_you please help_me",
            r"""^\W*(?:translate|summari[sz]e|proofread)\b
            |(?:^|[.!?,]\ )\W*(?:(?:ok|now|so|and|thanks),?\ )*(?:(?:can|could|would|will)\ you|please|help\ me)\b
            [^.!?]{0,40}?\b(?:code|function|script|python|e-?mail|cv|resume|cover\ letter|essay|spreadsheet|excel|sql
            |regex|bug|unit\ tests?|paragraph|presentation|slides|json|csv|translat\w+|summari[sz]e|proofread)\b""",
        ),
    ),
    denies=phrase(
        r"""^\W*(?:(?:no+|nope|sorry)\W+)?(?:
        wrong\b|incorrect\b|not\ (?:quite|exactly|correct|true|right)\b|correction\b|you\ misunderstood\b
        |(?:that|this|it)(?:'s|\ is|\ was)\ (?:not\ (?:quite\ )?(?:it|right|correct|true)\b|wrong\b|incorrect\b
            |false\b|outdated\b)
        |(?:that|it)\ (?:isn't|wasn't)\ (?:right|correct|true|what\ i)\b
        |you(?:'re|\ are)\ (?:wrong|mistaken)\b|i\ (?:meant|said)\b|actually\b
        )|^\W*no,\ (?:it|my|the|our|that|i|we)\b"""
    ),
    of_here=phrase(
        r"""^(?!.*\b(?:i|my|i'm|i've|me)\b).*\b(?:here\b(?!\ (?:is|are)\b)|in\ this\ (?:repo|repository|project|codebase
        |app|site|portal|service|package|library)\b)
        |^this\ (?:one|repo|project|app|site|service|package|library|codebase)(?:'s|\ (?:is|uses|has|runs|needs))\b
        |^this(?:'s|\ is)\ (?:an?\ |all\ )[^.!?]{1,40}\ (?:repo|project|app|site|codebase|service|package|library)\b
        |^for\ this(?:\ (?:one|repo|project|app|site))?,|\bfor\ this(?:\ (?:one|repo|project|app|site))?(?=$|[,.;])"""
    ),
    supposes=AnyOf(
        (
            joined("if imagine suppose", "i_ we_"),
            r"""^\W*(?:(?:so|ok|and|but)\ )?(?:if|imagine|suppose|what\ if)\ (?:i|we)\ (?:ever\ |only\ |just\ )?
            (?:had|were|was|won|lived|could|owned)\b""",
        ),
    ),
    persons={
        "i": "I", "my": "I", "me": "I", "im": "I", "we": "WE", "our": "WE", "us": "WE", "you": "YOU", "your": "YOU",
        "he": "HE", "she": "HE", "they": "HE", "his": "HE", "her": "HE", "their": "HE",
    },
    irregular=irregular(_IRREGULAR),
)  # fmt: skip
