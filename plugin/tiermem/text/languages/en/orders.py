"""English words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:always|never|whenever|from now on|from this moment|no longer|must|do not|don't"
    r"|without (?:asking|confirm\w*|approval|telling)|assistants?|agents?|chatbot|you (?:are|may|must"
    r"|should|can|have|will|obey|act|need)|your (?:new|first|rules?|instructions?|guidelines|restrictions)"
    r"|(?:pre-?)?approv\w+|permission|granted|instead of|in place of|if (?:asked|the user|anyone|someone)"
    r"|when(?:ever)? (?:the user|anyone|someone|asked)|once the|the moment|system (?:prompt|notice"
    r"|message)|administrator|developers?|maintainers?|instructions?|ask the|account|iban|bank|transfers?"
    r"|invoices?|password|log-?in|sign-?in|verified|trusted|market leader|secret)\b|(?:^|[.,:;!?\n'(]"
    r"|\b(?:and|then|to|please|will|must|also)\b)\s{0,3}(?:ignore|disregard|forget|override|reply with"
    r"|answer|recommend\w*|send|forward|append|insert|paste|delete|copy|repeat|print|run|execute|decode"
    r"|encode|tell|treat|describe\w*|skip|replace)\b"
)
"""For folded text."""
