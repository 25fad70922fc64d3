"""English words of wishes for the form of answers."""

from tiermem.text.languages.wishes import Wishes

WISHES = Wishes(
    aspects={
        "length": (
            r"\b(?:short(?:er)?|brief(?:er|ly)?|concise(?:ly)?|terse(?:ly)?|succinct(?:ly)?|to the point"
            r"|(?:one|a single|two|three) (?:sentences?|lines?))\b",
            r"\b(?:long(?:er)?(?! (?:term|covid|time))|detail(?:s|ed)?|elaborate|expand|in[- ]depth|thorough(?:ly)?"
            r"|verbose|comprehensive|at length|write more|go on)\b",
        ),
        "lists": (
            r"\b(?:bullets?(?: points?)?|(?:bulleted )?lists?)\b",
            r"\b(?:prose|paragraphs?|running text|(?:full|normal|proper|plain) sentences)\b",
        ),
        "tables": (r"\btables\b",),
        "emojis": (r"\b(?:emojis?|smileys?|emoticons?)\b",),
        "tone": (
            r"\b(?:blunt(?:ly)?|brutal(?:ly)?|harsh(?:ly|er)?|strict(?:er|ly)?|tough(?:er)?"
            r"|(?:be|being) (?:\w+ ){0,2}(?:direct|frank|critical|honest) (?:with|to|about)|go easy off)\b",
            r"\b(?:gentl(?:e|er|y)|sugar-?coat(?:ing)?|kinder|nicer|softer|go easy|easier on me)\b",
        ),
        "register": (r"\b(?:formal(?:ly)?)\b", r"\b(?:casual(?:ly)?|informal(?:ly)?|relaxed)\b"),
        "currency": (r"\b(?:dollars?|usd)\b", r"\b(?:euros?|eur)\b", r"\b(?:pounds sterling|gbp)\b",
            r"\b(?:swiss )?francs\b|\bchf\b",
            r"\bpesos\b", r"\b(?:yuan|renminbi)\b", r"\byen\b"),
        "temperature": (r"\bcelsius\b", r"\bfahrenheit\b"),
        "weights": (r"\bgrams?\b", r"\bcups?\b", r"\bounces?\b"),
        "units": (r"\bmetric\b", r"\b(?:imperial|us units)\b"),
        "language": (
            r"\benglish\b", r"\bgerman\b", r"\bfrench\b", r"\bspanish\b", r"\bitalian\b",
            r"\b(?:chinese|mandarin)\b",
            r"\bjapanese\b", r"\bportuguese\b", r"\bdutch\b", r"\bpolish\b", r"\bwelsh\b", r"\bkorean\b",
        ),
        "explanation": (
            r"\bexplanations?\b|\bexplain(?:ing)?(?: (?:the|my|your) (?:mistakes?|errors?|corrections?))?\b",
        ),
        "steps": (r"\b(?:(?:one|a single) step(?: at a time)?|step by step)\b",),
        "questions": (r"\b(?:follow[- ]?up )?questions\b|\bquiz(?:zes|zing)?\b",),
        "order": (
            r"\bcode (?:comes )?first\b|\b(?:the|show me) code,? then (?:the )?expla",
            r"\bexplain(?: it)? first\b|\b(?:the )?explanation (?:comes )?first\b",
        ),
        "rewriting": (r"\b(?:rewrit\w+|rephras\w+)\b",),
    },
    asks=(
        r"\b(?:answers?|answering|repl(?:y|ies|ying)|respon\w+|explanations?|you|your|yours|please"
        r"|from now on|always"
        r"|never|(?:with|to|for) me|i want|i prefer|i'd (?:like|prefer|rather)|let's|user (?:wants"
        r"|prefers|likes))\b"
        r"|^(?:no|don't|dont|do not|use|keep|give|write|be|avoid|skip|stop|put|make|show|add|explain|end|speak|talk"
        r"|address|start|call|greet|ask|drop|just|only|correct|sign|remind|back to|enough|without)\b"
    ),
    tells=(
        r"^(?:(?:i'm|i am)(?! (?:\w+ ){0,2}(?:tired|sick|done|over)\b(?! \w+ (?:my|his|her|their|our)\b))"
        r"|i've(?! had (?:quite )?enough\b)|i have|i had|i was|my|our|we're|we have|we've|he|she|they|his|her|their)\b"
        r"|^(?:i|we) (?!(?:\w+ )?(?:want|prefer|need|would|like (?:my|your|the|short|long)|don't (?:want|need|like)"
        r"|miss)\b)(?!use \w+ (?:now|instead))\w+"
        r"|\buser (?!wants|prefers|likes|asks|wishes|does not want|doesn't want)\w+"
        r"|\bi (?:am )?(?:learn|study|teach)\w*\b"
    ),
    lasts=r"\bfrom (?:now|today) on\b|\bfrom today\b",
    less=(
        r"\b(?:no(?! longer than)|not|n't|dont|never|without|avoid|skip(?:ping)?|stop|drop|leave out|less"
        r"|fewer|enough"
        r"|lose|ditch|no longer|no more|cut(?: out)?|spare me|quit"
        r"|(?:got|gets|getting|has got(?:ten)?) old|had enough|(?:sick|tired) of|done with|over with|is over"
        r"|wore off)\b|n't\b"
    ),
    permits=(
        r"\b(?:fine|ok(?:ay)?|alright|all right|welcome|allowed|you (?:can|may|could)|feel free|don't mind|again"
        r"|go back to|back to|after all|actually)\b"
    ),
    stands=r"\b(?:always|never|every (?:time|answer|reply)|no more|any ?more|no longer|no need"
    r"|n't (?:need|have) to|again|back to|after all|you (?:can|may|could)|you're allowed|(?:is|are"
    r"|it's) (?:now )?(?:fine|ok(?:ay)?|all ?right|welcome|enough|better)|feel free|don't mind"
    r"|i(?:'d)? prefer|answers|replies|responses|better for me|stop"
    r"|(?:got|gets|getting) old|had enough|(?:sick|tired) of|done with|is over|wore off)\b"
    r"|^(?:drop|enough|lose|ditch)\b",
    tasks=r"\b(?:this|that(?!'s)|it(?!'s)|(?:the|my|a|point|paragraph|part|section|step) (?:\w+ ){0,2}"
    r"(?:text|list|checklist|cv|resume|letter|e-?mail|mail|message|post|essay|plan|table|report|recipe|summary|speech|story|poem"
    r"|title|paragraph|point|part|sentence|section|step|table|draft|answer|\d+)|\d+)\b|^(?:can|could"
    r"|would|will) (?:you|u)\b",
    says_little=(
        r"\b(?:the|an?|is|are|my|me|your|you|any|it|to|of|with|in|at|for|and|but|so|please|now|from|on"
        r"|again|thing|stuff"
        r"|need|have|has|be|do|does|use|using|want|more|anymore|longer|talk|after|all|actually|btw|haha"
        r"|lol|ok|some|that"
        r"|this|those|these|every|each|answers?|repl(?:y|ies)|really|just|then|let's|can|may|i|well|hey"
        r"|hi|by|way|end)\b"
    ),
    scopes=(
        r"\b(?:e-?mails?|recipes?|letters?|essays?|reports?|code reviews?|translations?|poems?|summar(?:y"
        r"|ies)|tweets?"
        r"|stor(?:y|ies)|posts?|slides?|invoices?|commit messages?|docs?|at work|at home)\b"
    ),
    refers=r"\b(?:them|it|those|these|they)\b",
    once=(
        r"\b(?:this (?:time|once|one)|just (?:this )?once|for once|for this|for now|(?<!from )today|tonight"
        r"|for a (?:while|moment)|only here)\b"
    ),
    thing=r"\b(?:the|this|that) (?:\w+ ){1,3}(?:thing|stuff|business|rule)\b",
    orders=(
        r"(?:(?:please|just|also|maybe|perhaps|actually|and|but|oh|ok(?:ay)?|sorry|wait"
        r"|no)\W+)*(?:feel free|no need to|try to|be (?:a (?:bit|little|lot|touch)|more|less|as"
        r"|so)\b|(?:make|keep) (?:it|them|this|that|things|(?:the|your) \w+) (?:a (?:bit|little|lot"
        r"|touch)|more|less|much|short|brief|simple|concise|\w+er\b)|(?:answer|reply|respond|write"
        r"|explain|summari[sz]e|translate|draft|rewrite|tell me|give me|show me|help me|send me)\b"
        r"|(?:do|make|put|give) (?:it|this|that|them) (?:as|into|without)\b"
        r"|(?:use|add|skip|drop|cut|remove|include|leave out) (?:the|your|any|all|some|more|fewer|bullets?|emojis?)\b"
        r"|(?:(?:a (?:bit|little)|much|even) )?(?:shorter|longer|briefer|simpler"
        r"|(?:more|less) (?:detailed|concise|formal|casual|chatty))(?:,? (?:please|pls|plz))?\W*$)"
    ),
    bare=(
        r"(?:(?:an?|some|any|more|another|two|three|five|ten|\d+|easy|quick|simple|short|best"
        r"|good) )*(?:recipes?|ideas?|tips|suggestions|examples|list|checklist|names?|text|poem|toast|speech"
        r"|captions?|slogans?|synonyms?|gift ideas?|packing list) (?:for|of|about|to)\b"
    ),
    thanks=(
        r"(?:(?:ok(?:ay)?|oh|ah|wow|perfect|great|cool|nice|lovely|brilliant|awesome|super|good|amazing"
        r"|thanks?(?: (?:you|a lot|so much))?|thx|ty|tysm|cheers|ta|got it|that's (?:great|perfect|it|all)"
        r"|sounds good|hi|hello|hey|morning|good (?:morning|evening|night)|bye|see you|very|really|so|much"
        r"|then)\W*)++$"
    ),
)  # fmt: skip
