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
