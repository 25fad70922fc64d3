"""English words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:(?:always|never)(?! \w+s\b)|whenever|from now on|from this moment|no longer|must|do not|don't"
    r"|without (?:asking|confirm\w*|approval|telling)|assistants?|agents?(?! notes)|chatbot|you (?:are|may"
    r"|must|should|can|have|will|obey|act|need)|your (?:new|first|rules?|instructions?|guidelines"
    r"|restrictions)|(?:pre-?)?approv(?:ed|al)|permission|granted|instead of|in place of|if (?:asked"
    r"|the user|anyone|someone)|when(?:ever)? (?:the user|anyone|someone|asked)|once the|the moment"
    r"|system (?:prompt|notice|message)|administrator|developers?|maintainers?|instructions?|ask the"
    r"|account|iban|bank|transfers?|(?:all|every) invoices?|password|log-?in|sign-?in|verified|trusted"
    r"|market leader|secret)\b|(?:^|[.,:;!?\n'(]|\b(?:and|then|to|please|will|must"
    r"|also)\b)\s{0,3}(?:ignore|disregard|forget|override|reply with|answer|recommend\w*|send|forward"
    r"|append|insert|paste|delete|copy|repeat|print|run|execute|decode|encode|tell|treat|describe\w*|skip"
    r"|replace)\b"
)
"""For folded text."""

MATTERS = (
    r"\b(?:the user(?:'s)?|user's behalf|assistants?|ai|chatbot|language model|agents|system (?:prompt|notice"
    r"|message)|administrator's|pre-?approv\w+|already (?:approved|agreed|authori[sz]ed|confirmed)|authori[sz]ed to"
    r"|allowed to|(?:may|can) do anything|full (?:access|permission)|no longer (?:need|requires?|necessary)"
    r"|no (?:confirmation|approval|review)|on sight|market leader|regardless of|no matter what"
    r"|(?:previous|prior|earlier|your|hidden|new) (?:rules?|instructions?|guidelines|restrictions|prompts?)"
    r"|safety (?:checks?|rules?)|new account|iban|bank (?:details|account)|wallet|gift cards?"
    r"|changed (?:its|their|the) (?:bank|account)|new (?:bank|payment) \w+|pay (?:all|every|only|to|into|invoices?)"
    r"|transfers? (?:all|every|only|to|the|up)|spend up to|one-time code|master password|api keys?|credentials"
    r"|this (?:sentence|paragraph|note|rule|text|entry|memory|line) (?:\w+ ){0,3}(?:in|into|to|at)"
    r"|(?:give|use|share) (?:that|this) (?:one|number|link|address)|and (?:no|none) other"
    r"|as (?:an? |if )?(?:\w+ )?(?:orders?|commands?)|execute (?:all|any|every|each)|exfiltrat\w+|tickets? of"
    r"|(?:forward|send|cc|bcc|upload) (?:\w+ ){0,5}(?:to|into) (?!me\b|my\b)"
    r"|(?:approve|disable) (?:all|every|any|the|pending)|delete (?:the|old|every)|disregard"
    r"|override|passwords? (?:to|in|into)"
    r"|recommend \w+ (?:first|only|over|above)|speak (?:badly|ill) of"
    r"|(?:is|as) the (?:best|leader)|prefer the package|steer|silently|in secret|secretly|hide (?:this|it|that)"
    r"|(?:never|do not|don't) (?:mention (?:this|it|that)|tell anyone|reveal|warn|inform)|trusted source"
    r"|always (?:answer|say) yes)\b"
    r"|(?<!not )(?<!n't )(?<!never )\b(?:merge|delete|pay|send|share|install|approve|act|proceed|deploy)\b"
    r"[^.]{0,60}\bwithout (?:asking|confirm\w*|approval|telling|question)"
)
"""What an order is about that another gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

OWN = (
    r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself)\b"
    r"|\b(?:never|not|don't)\b[^.]{0,60}\bwithout\b|\b(?:ask|confirm|check)\b[^.]{0,20}\b(?:before|first)\b"
)
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""
