"""English."""

from tiermem.text.languages.language import Dates, Language, Times, joined, several

_MONTHS = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
    "september": 9, "october": 10, "november": 11, "december": 12,
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10,
    "nov": 11, "dec": 12,
}  # fmt: skip
_WEEKDAYS = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
_OF_THE_WORLD = (
    r"(?:(?!my\b|our\b|your\b|his\b|her\b|their\b)\w+\s){1,3} (?:born|founded|invented|discovered)\b"
)
"""A question about the world at large, as in "When was Napoleon born?"."""
_TOLD = "told|mentioned|promised|recommended|suggested|explained"

LANGUAGE = Language(
    code="en",
    contracted=(
        r"\b(?:(?:can|don|doesn|didn|isn|aren|wasn|weren|hasn|haven|hadn|won|wouldn|couldn|shouldn)(?=t\b)"
        r"|i(?=m\b|ve\b)|(?:that|he|she|what|there)(?=s\b)|(?:they|you|we)(?=ve\b)|(?:they|you)(?=re\b)"
        r"|it(?=s\ (?:\d|not\b|my\b|an?\b|the\b|called\b|actually\b|really\b)))"
    ),
    asides=("by the way", "btw", "fyi", "for the record", "just so you know"),
    stop_words=several(
        """
        a about above after again against all also am an and any anyone anything are aren as at be because
        been before being below between both but by can cannot could couldn d did didn do does doesn doing
        don done down during each either else ever every few for from further get gets getting give go
        goes going got had hadn has hasn have haven having he hello her here hers herself hey hi him
        himself his how i if in into is isn it its itself just know let like ll m make many may maybe me
        might mine more most much must mustn my myself need no nor not now of off ok okay on once one only
        or other our ours ourselves out over own please put re really s same say says shall shan she
        should shouldn so some someone something still such sure t tell than thank thanks that the their
        theirs them themselves then there these they thing things think this those through to too under
        until up upon us ve very want was wasn way we well were weren what whatever when where whether
        which while who whom whose why will with would wouldn yeah yes yet you your yours yourself
        yourselves
        """
    ),
    first_person=several("i me my mine myself we us our ours ourselves"),
    possessives=several("my our"),
    question_words=several("who whom whose what which when where why how whats whos whens wheres hows whys"),
    time_words=several(
        """
        today yesterday tomorrow tonight last next ago since recently lately earlier morning afternoon
        evening night day days week weeks weekend weekends fortnight month months year years spring summer
        autumn winter monday tuesday wednesday thursday friday saturday sunday january february march
        april may june july august september october november december
        """
    ),
    statement_words=several(
        """
        live work prefer hate love use drink eat drive speak call remember always never please
        thanks moved called born
        """
    ),
    months=_MONTHS,
    weekdays=_WEEKDAYS,
    asks_when=(
        (
            "when",
            r"when(?:'s|'d)? \s (?:did|was|were|is|are|do|does|has|have|had|will"
            r"|can|should|would|exactly) | ^ \s* when \b"
            r"| when \s? \?",
        ),
        (
            joined("what which exact", "date day month season time week year"),
            r"(?:what|which) \s (?:exact\s)? (?:day|date|week|weekend|month|year|time|season)",
        ),
        ("long", r"how \s long"),
        ("many", r"how \s many \s (?:\w+\s)? (?:hours|days|weeks|months|years)"),
        ("since", r"since \s when"),
        ("what's", r"what's \s the \s date"),
    ),
    asks_about_past=(
        (
            "last",
            r"last \s (?:time|week|month|year|night|fall|spring|summer|autumn|winter|weekend|christmas "
            "|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july "
            r"|august|september|october|november|december |(?:few|couple\sof|two|three|four|\d+) \s "
            "(?:hours|days|weeks|months|years))",
        ),
        (
            "last past",
            r"(?:in|over|during) \s the \s (?:past|last) \s (?:few\s|\d+\s)? "
            "(?:days?|weeks?|months?|years?)",
        ),
        ("ago yesterday", "ago|yesterday"),
        ("other", r"the \s other \s day"),
        ("back", r"back \s (?:then|when|in \s (?:19|20)\d\d)"),
        ("in", r"in \s (?:19|20)\d\d"),
        (
            "formerly lately originally previously recently",
            "(?<!\bi\\s)(?<!\bi've\\s)(?<!\bi\\shave\\s)(?:previously|recently|originally|formerly|lately) "
            r"(?!\s(?:used|viewed|opened|added|released|declared|defined|created|named|installed|modified"
            "|changed))",
        ),
        ("earlier", r"earlier \s (?:today|this|in|on|we|you|i)"),
        ("earlier", rf"(?:{_TOLD}|said|discussed|did|had|talked) .{{0,30}}? \s earlier"),
        (
            "earlier last past previous",
            r"(?:our|the|my|a|that|in) \s (?:last|previous|earlier|past) \s "
            "(?:conversation|session|chat|meeting|call|discussion|talk|trip|visit|appointment)s? "
            r"(?!\s(?:cookie|token|id|key|timeout))",
        ),
        (
            "call member",
            r"(?:do|don't|did|can|could) \s you \s (?:still\s|even\s|happen\sto\s)? (?:remember|recall)",
        ),
        (
            "remember",
            r"remember \s (?:when|the \s (?:time|day|one)|us|our |(?:how|what|where|why|who|which) \s "
            "(?:we|i|you|he|she|they|it|my|our|did|was|were))",
        ),
        (
            "remind",
            r"remind \s me \s (?:again\s)? (?:what|who|whom|how|where|which|why|when) \s (?!to\b)\w+",
        ),
        (
            "call member mind",
            r"(?:remember|recall|remind \s me) \b [^.!]{1,80} \b "
            rf"(?:{_TOLD}|talked|discussed|was|were|did|had|said|agreed|decided)\b",
        ),
        (
            joined("have had has", "we i"),
            r"(?:have|had|has) \s (?:we|i) \s "
            r"(?:ever|already|been|done|had|met|seen|gone|\w\w+ed|told|said|made|bought|ever\s\w+)",
        ),
        ("ever", r"(?:have|has|had) \s \w+ \s ever"),
        ("ever", r"(?:did|had) \s \w+ \s ever"),
        ("why", r"why \s did \s (?!the\b|this\b|that\b|it\b|these\b|those\b|you\b)\w+"),
        ("happened", r"what \s happened \s (?:to|at|with|in|on|when|between|after|during)"),
        (
            "has",
            r"(?:what|which|who|where|how) \s (?:\w+\s){0,3}? has \s (?!been\b)\w+ \s "
            r"(?:\w+ed|done|been|had|made|taken|gone|seen|met|read|written|bought|won|given|found|said|told)",
        ),
        ("when", rf"when \s (?!was \s {_OF_THE_WORLD}) (?:did|was|were|had)"),
        (
            joined("who where", "did was were had"),
            r"(?:who|where) \s (?:did|was|were|had) (?!\s(?:this|it|that|these)\b)",
        ),
        (
            "what_ which_ whose_",
            r"(?<!\bfix\s) (?<!\brepair\s) (?<!\brestore\s) (?<!\brevert\s) (?<!\bundo\s) (?<!\bchange\s) "
            r"(?<!\bdelete\s) (?<!\bremove\s) (?<!\bkeep\s) (?:what|which|whose) \s "
            r"(?:\w+\s){0,3}? (?:did|was|were|had) "
            r"(?!\s(?:this|it|these|those|happening|wrong|that \s? \? | that \s (?:do|mean))\b)",
        ),
        (
            "did 'd",
            r"(?:what|how|where|who) (?:'d|\sdid) \s (?:we|i|you|he|she|they|my|our|your)",
        ),
        ("how", r"how \s (?:was|were) \s (?:my|our|your|his|her|their|\w+'s|the)"),
        ("how", r"how \s (?:long|many|much|often|old) \b [^.?!]{0,40}? \s (?:did|was|were|had)"),
        (
            "long many much often",
            r"how \s (?:long|many|much|often) \b [^.?!]{0,40}? \s (?:has|have) \s (?!to\b)\w+ \s "
            r"(?:been|had|\w+ed)",
        ),
        (
            "why",
            r"why \s (?:did|were|was|had) \s (?:we|i|my|our|he|she|they|you \s "
            "(?:say|suggest|recommend|choose))",
        ),
        (
            "did",
            r"did(?:n't)? \s (?:we|i|he|she|they|my|our) \s (?:\w+\s)?? "
            "(?:ever|already|tell|say|mention|decide|agree|talk|discuss|choose|pick|buy|meet|go|use|call"
            r"|name|fix|solve |try|have|book|order|send|promise|plan|visit|finish|settle|move|get \s "
            "to|sign|eat|see|like)",
        ),
        ("did", r"did(?:n't)? \s you \s (?:ever|say|tell|mention|suggest|recommend|promise)"),
        (
            "explained mentioned promised recommended suggested told",
            rf"(?:i|we|you|he|she|they) \s (?:have\s|had\s|already\s|once\s|just\s)? (?:{_TOLD})",
        ),
        (
            "agreed discussed said spoke talked",
            r"(?:we|you) \s (?:have\s|had\s|already\s|once\s)? "
            "(?:talked|spoke|spoken|discussed|agreed|said)",
        ),
        ("said", r"i \s (?:already\s|once\s|had\s)? said"),
        ("explained mentioned promised recommended suggested told", rf"who \s (?:\w+\s)? (?:{_TOLD})"),
        (
            "our",
            r"our \s (?:conversation|chat|discussion|talk)s? \s (?:about|from|of)",
        ),
        (
            "before",
            r"we \s (?:already\s)? (?:solved|fixed|discussed|had|did|saw|met|talked|tried|used) \s "
            r"(?:\w+\s){1,3}? before\b",
        ),
        ("telling", r"i \s was \s telling"),
        ("agreed discussed said", r"as \s (?:i|we|you) \s (?:said|discussed|agreed)"),
        (
            joined("what how where when why who", "we i you he she they my our") + " which_ the_way_",
            r"(?:what|how|where|when|why|who|which \s \w+|the \s way) \s (?:we|i|you|he|she|they|my \s "
            r"\w+|our \s \w+) \s "
            r"(?:\w\w+[^e]ed|decided|agreed|used|did|chose|said|wrote|went|bought|met|made|had)",
        ),
        (
            joined("we i", "went visited met talked discussed watched agreed decided settled planned liked tried used"),
            r"the \s (?:\w+\s){1,3}? (?:that\s|which\s|who\s|where\s)? (?:i|we) \s "
            "(?:went|visited|met|talked|discussed|watched|agreed|decided|settled|planned|liked|tried"
            r"|used \s (?:last|back))",
        ),
        ("used", r"(?:i|we|you|he|she|they) \s used \s to"),
        ("history", r"history \s of \s (?:our|this|my|the \s (?:project|decision|bug))"),
        ("did had you", r"(?:like|same \s as|as) \s (?:we \s did|you \s did|(?:i|we) \s had)"),
        ("before,", r"before, \s (?:we|you|i)"),
        (
            "ack efore",
            r"(?:a|an|one|two|three|few|\d+) \s (?:days?|weeks?|months?|years?) \s (?:back|before)",
        ),
        ("again", r"what(?:'s|\sis) \s [^.?!]{1,60} \s again \s? \?"),
    ),
    asks_about_user=(
        ("kind like",
         r"(?:what \s (?:kind|sort|type) \s of \s \w+ \s am \s i | what \s am \s i \s like) (?= \s? (?: $ | [?!.,]))"),
        ("introduction bio intro portrait",
         r"(?:introduction|bio|biography|intro|portrait|sketch) \s (?:of|about|for) \s (?:me|myself)"),
        ("preferences likes",
         r"my \s (?:preferences|likes \s and \s dislikes|likes|interests) (?= \s? (?: $ | [?!.,]))"),
        (
            joined("about of on regarding concerning", "me myself us ourselves"),
            r"(?:know|knew|known|remember\w*|recall|learn(?:ed|t)|not(?:ed?|es?|ice\w*)|stor(?:e|ed|ing)|saved?"
            r"|ke(?:pt|ep)"
            r"|gather\w*|have|has|got|told|tell|said|shared?|mentioned|facts?|info\w*|details|picked|memor\w+"
            r"|everything"
            r"|things|all|anything|data|file|picture|impression|summar\w+|overview|list|think|recap|brief\w*|up|hold"
            r"|understand\w*|record\w*|profile|dossier) \b [^.?!]{0,40}? \s (?:about|of|on|regarding|concerning) \s "
            r"(?:me|myself|us|ourselves) (?! \s (?:being|not|doing|going|having))",
        ),
        ("who",
         r"(?:who|what \s kind \s of \s \w+) \s (?:am \s i | i \s am | (?:do \s)? you \s think \s i \s am) (?= \s? "
         r"(?: $ | [?!.,] | to \s you | again))"),
        ("know recogni remember", r"(?:know|remember|recogni[sz]e) \s me "
            r"(?= \s? (?: $ | [?!.,] | by | at | yet | so | from | well))"),
        (
            "describe introduce summari sum",
            r"(?:describe|introduce|summari[sz]e|sum \s up|sum) \s (?:me|myself) \b",
        ),
        ("profile bio", r"(?:my \s (?:\w+ \s)? (?:profile|bio) | (?:profile|bio) \s (?:of|for|about) \s me) \b"),
        ("know remember recall told",
         r"what \s (?:else \s)? (?:all \s)? (?:do \s (?:you|u) \s (?:still \s | actually \s | already \s)? "
            r"(?:know|remember|recall) | (?:have|did) \s i \s (?:told|tell) \s (?:you|u)) (?: \s so \s far)? (?= "
            r"\s? [?!.]* \s* $)"),
    ),
    asks_for_help=(
        (joined("do can could should would shall must might", "i we"),
         r"how \s (?: (?:long|much|many|often|fast|big) \s (?:\w+ \s)?)? (?:do|can|could|should|would|shall|must"
         r"|might) \s (?:i|we) (?! \s (?:have|own|earn|weigh|pay|employ)\b)"),
        (joined("can could should may shall would must", "i we"),
         r"(?:can|could|should|may|shall|would|must) \s (?:i|we) \b"),
    ),
    asks_of_everybody=(
        (joined("do are can't don't", "we"),
         r"why \s (?: (?:do|are|don't) \s we (?: \s humans)? | can't \s we \s \w+ \s ourselves) \b"),
        ("call", r"what \s do \s we \s call \s (?:an?|some\w+|people) \b (?! [^.?!]* \b (?:my|our) \b)"),
        (
            "our",
            r"(?<!for\s) our \s (?:solar \s system|planet(?!-)|galaxy|universe|species|atmosphere"
            r"|(?:\w+ \s)? (?:sun|moon|star) (?= \s? (?: $ | [?!.,] | is | made | from | to | in))"
            r"|(?:bod(?:y|ies)|brains?|immune \s systems?|lungs|eyes|ears|bones|muscles|cells|genes|dna|blood|skin"
            r"|hearts|hair|nails|nose|stomachs?|skeletons?|tongue) "
            r"(?= \s? (?: $ | [?!.,] | is | are | made | from | to | in | when|work|grow|get|turn|need|have)))",
        ),
        ("bones teeth muscles cells senses genes",
         r"how \s many \s (?:bones|teeth|muscles|cells|senses|genes|chromosomes) \s do \s we \s have"),
        ("body brain immune cells",
         r"how \s do(?:es)? \s my \s (?:body|brain|immune \s system|cells) (?= \s? (?: $ | [?!.,]"
         r"| work | make | produce | know | store | fight | turn | use | heal | remember | burn | digest | absorb))"),
        ("happens",
         r"what \s happens \s (?:in|to|inside) \s my \s (?:body|brain|blood|stomach|muscles|lungs|skin) "
         r"(?= \s? (?: $ | [?!.,] | when | if | while | after | during))"),
    ),
    asks_of_user=(
        (
            joined("do does did am is are was were have has had", "i we my our"),
            r"^ \W* (?:(?:so|hey|and|ok|hi|btw|pls|please) \b \W*)* (?:do|does|did|am|is|are|was|were|have|has|had) "
            r"\s (?:i|we|my|our)",
        ),
    ),
    asks_where_left_off=(
        ("loose", r"loose \s ends"),
        ("catch bring",
         r"(?:catch \s me \s up | bring \s me \s up \s to \s (?:speed|date)) (?= \s? (?: $ | [?!.,] | on \s (?:our"
         r"|my|the)))"),
        ("recap summar", r"(?:recap|summari[sz]e) \s (?:our|my|the) \s "
            r"(?:last|previous) \s (?:session|conversation|chat)"),
        (
            "remind",
            r"remind \s me \s (?:again \s)? (?:what|where) \s (?:we|i) \s (?:were|was|are|had \s been|left|stopped) "
            r"\b "
            r".{0,20}? (?= (?: doing | working \s on | up \s to | at | stuck)? \s? [?!.]* \s* $)",
        ),
        ("open left remain next",
         r"^ \W* (?:(?:ok|so|hi|hey|back|and|i'm) \b \W*)* what(?:'s|s|\s is|\s was|\s were) \s (?:still \s)? "
            r"(?:left|open|remaining|missing|next|pending) (?: \s to \s (?:do|finish))? (?= \s? [?!.]* \s* $)"),
        ("where", r"where \s (?:had|have) \s (?:we|i) \s (?:got|gotten|come) \s to"),
        ("status",
         r"what(?:'s|\s is|\s was) \s (?:the|our) \s (?:current \s|last \s)? (?:status|state) (?: \s of \s "
         r"(?:things|play|affairs))? (?= \s? [?!.]* \s* $)"),
        ("last", r"(?:was|is) \s the \s last \s (?:thing|task|step) \s (?:that \s)? (?:we|i) \b"),
        ("off", r"(?:we|i|you|things) \s (?:had \s)? (?:leave|left|broke) \s (?:\w+ \s)? off"),
        ("where", r"where \s (?:were|are) \s we \s? (?: $ | [?!.,] | (?:with|again|now|last \s time|yesterday) \b)"),
        (
            "where",
            r"where \s (?:(?:did|have) \s)? (?:we|i) \s "
            r"(?:stop(?:ped)? | finish(?:ed)? | end(?:ed)? \s up | g[eo]t \s to) \b",
        ),
        ("pick", r"pick \s (?:\w+ \s){0,2}? up \s (?:\w+ \s){0,2}? (?:where|from|again)"),
        (
            "last previous",
            r"what \b .{0,20}? (?:we|i) \s (?:\w+ \s){0,2}? (?:last \s time | "
            r"in \s (?:our|the) \s (?:last|previous) \s (?:session|conversation|chat)) (?= \s? (?: $ | [?!.,]))",
        ),
        (
            "what",
            r"what \s (?:were|was) \s (?:we|i) \s (?:working \s on | talking \s about | (?:doing|up \s to) "
            r"(?= \s? (?: $ | [?!.] | last | yesterday)))",
        ),
        (
            "open left missing pending outstanding",
            r"(?:open|left|missing|pending|outstanding) \s from \s (?:last|yesterday|our)",
        ),
        ("next",
         r"what(?:'s|s|\s is) \s (?:(?:the|our|my) \s next \s (?:step|task|thing) | next | left (?:\s to \s do)? ) "
         r"(?= \s? \?? $)"),
        ("todo still remain",
         r"what \s (?:do \s (?:we|i) \s still \s have | (?:is|was|were) \s still) \s (?:left|open|to \s do|todo"
         r"|missing) \b"),
        (
            "last yesterday previous started stopped",
            r"(?:continue|go \s on|carry \s on|resume|proceed) \b .{0,40} (?:last \s time | yesterday "
            r"| (?:last|previous) \s (?:session|conversation) | (?:we|i) \s (?:stopped|started))",
        ),
    ),
    says_to_go_on=(
        (
            "continue going on resume proceed",
            r"^ \s* (?:(?:ok(?:ay)?|so|please|let's|let \s us|can \s we|could \s we|right|hi|hey) \b [,.!\s]*)* "
            r"(?:continue | keep \s going | (?:go|carry) \s on | resume | proceed) "
            r"(?= (?: \s (?:with \s)? (?:it|this|that|(?:our|my|the) \s \w+ (?:\s \w+)?))? "
            r"[,\s]* (?:please|pls)? \s* [.!?…]* $)",
        ),
    ),
    times=Times(
        numbers={
            "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
        },
        vague={
            "few": (2, 5), "a few": (2, 5), "couple of": (2, 3), "a couple of": (2, 3), "a couple": (2, 3),
            "several": (3, 8), "some": (2, 8), "many": (4, 20),
        },
        units={
            "minute": "minute", "minutes": "minute", "hour": "hour", "hours": "hour", "day": "day", "days": "day",
            "night": "night", "nights": "night", "evening": "night", "week": "week", "weeks": "week",
            "weekend": "weekend", "weekends": "weekend", "month": "month", "months": "month", "quarter": "quarter",
            "quarters": "quarter", "year": "year", "years": "year",
        },
        seasons={"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12},
        days={
            "today": 0, "this morning": 0, "this afternoon": 0, "earlier today": 0, "yesterday": -1,
            "yesterday morning": -1, "yesterday afternoon": -1, "the day before yesterday": -2,
            "day before yesterday": -2, "tomorrow": 1, "tomorrow morning": 1, "the day after tomorrow": 2,
            "day after tomorrow": 2,
        },
        nights={
            "tonight": 0, "this evening": 0, "last night": -1, "yesterday evening": -1, "yesterday night": -1,
            "last evening": -1, "tomorrow night": 1, "tomorrow evening": 1,
        },
        steps={
            "last": -1, "past": -1, "previous": -1, "this past": -1, "this last": -1, "this": 0, "current": 0,
            "next": 1, "coming": 1, "this coming": 1, "upcoming": 1,
        },
        stretches={"a fortnight ago": ("week", -2), "a fortnight back": ("week", -2)},
        past_steps=frozenset({"last", "past", "previous", "this past", "this last"}),
        roles={
            "ago": "ago", "back": "ago", "in": "in", "from now": "later",
            "of": "of", "from": "of", "between": "of", "early": "of", "mid": "of", "late": "of",
            "early in": "of", "late in": "of", "beginning of": "of", "middle of": "of", "end of": "of",
            "the": "of", "on": "of", "during": "of", "in the": "of",
            "of the": "of", "on the": "of",
            "since": "since", "since the": "since", "ever since": "since", "before": "before",
            "prior to": "before", "after": "after", "until": "until", "till": "until",
            "by": "until", "up to": "until", "and": "and", "to": "and", "through": "and",
        },
        ambiguous=several(
        """
        may march mar jan feb apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat
        sun spring fall
        """
    ),
        to=r"to|through|thru|until|till|up\ to|[-–]",
        both=(r"between", r"and", r""),
        looks_ahead=(r"\b(?:will|'ll|won't|going \s to|gonna|shall|remind|upcoming"
            r"|plan(?:s|ning)? \s (?:to|for)|due|deadline)\b"),
        ordinals="st|nd|rd|th",
        number_first=False,
        day_first=False,
        up_to_now=frozenset({"past"}),
    ),
    dates=Dates(
        weekday=r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thurs?|fri)",
        leave=r"""\b(?:every|each|most|all)\ (?:(?:other|second|third|single|last|first)\ )?{weekday}s?\b
            |\b{weekday}s?\ (?:mornings|afternoons|evenings|nights)\b
            |\b(?:day\ off|rest\ day)\ to\ {weekday}\b
            |\b{weekday}\ is\ (?:\w+\ )?(?:day\ off|rest\ day)\b|\b(?:day\ off|rest\ day)\ is\ (?:a\ )?{weekday}\b
            |\b(?:instead\ of|rather\ than)\ (?:on\ )?{weekday}s?\b
            |\b(?:(?:have|has|had)(?:n't|\ not|\ never)|(?:'ve|'s)\ never)\b[^.,;!?]{1,60}?
            \ in\ (?:\w+\ ){1,3}(?:years?|months|weeks|days)\b
            |\b(?:first|only|best|worst|(?:bigg|long|hard|cold|hott|warm|high|low|happi|great)est)
            \ (?:(?!(?:is|are|was|will|due|starts?|begins?|ends?|comes?)\b)[\w']+\ ){1,5}?in\ (?:\w+\ ){1,3}years\b""",
        next_week=r"""next\ \w+day\b""",
        numbered=r"""\b{weekday},?\ (?:the\ )?\d{1,2}(?:st|nd|rd|th|/\d{1,2})\b
            |\b\d{1,2}(?:st|nd|rd|th|/\d{1,2}),?\ \(?{weekday}\b""",
        unsure=r"""\b(?:maybe|perhaps|probably|possibly|might|not\ sure|unsure|sometime|or\ so|either)\b
            |\b(?:from|between)\b.{1,40}\b(?:to|until|till|and|through)\ (?:the\ |next\ )?(?:{weekday}|\d|now\b
            |today|tomorrow|week|month|year|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|\b{weekday}s?\s*(?:-|–|to|or
            |and|through|until|till)\s*(?:on\ )?{weekday}""",
        begun=r"""\bsince\ (?:last\ )?{weekday}(?=[^\w']*$|[.,;!]|\ and\b)""",
        deadline=r"""\b(?:by|until|till|for)\ {weekday}\b
            |\b(?:moved|pushed|shifted|postponed|rescheduled|delayed
            |brought\b[^,.;]{0,30}?\bforward)\b[^,.;]{0,40}?\bto\ {weekday}\b""",
        called_off=r"""\b(?:is|are|isn't|aren't|\w+'s)\b[^.;!?]*\b(?:cancell?ed|called\ off|postponed)\b
            |\b(?:cancell?ed|called\ off)\b[^.,;!?]*\bthis\ {weekday}""",
        past=r"""\b(?!need|feed|speed|breed|seed|indeed|hundred|united|married|based|allergic|(?:fr|alfr|jar|ahm|moham\w+
            |nak|sacr|scar|tir|worri|excit|stress|interest|suppos|schedul|plann|retir|engag|unmarri|advanc)ed\b)\w{2,}ed\b
            (?!\ (?:in|out|up|for|to)\ (?:on\ )?{weekday})
            |\b(?:was|were|had|did|went|came|saw|made|took|gave|began|met|left|lost|bought|sold
            |ran|ate|won|quit|moved|had|broke|fell|flew|drove|spoke|became|brought|felt|kept|sent|paid)\b
            |\w(?<!\bwill)(?<!'ll)(?<!\bto)(?<!\bmight)(?<!\bcould)(?<!\bmay)(?<!\bcan)(?<!'d)\ let\ \w+\ go\b
            |(?<!'ve\ )(?<!'s\ )(?<!\bhave\ )(?<!\bhas\ )(?<!^)(?<![.!?,;:]\ )\bgot\b
            |\b(?:found|told|said|wrote|heard)\b(?![^.!?]*?\b(?:is|are|have|has|i'm|'ve|it's|there's)\b[^.!?]*?\b{weekday})""",
        month_end=r"""\b(?:the\ )?end\ of\ the\ month\b""",
        year_end=r"""\b(?:the\ )?end\ of\ the\ year\b""",
        week_of="week of {date}",
        about="about {date}",
    ),
)  # fmt: skip
