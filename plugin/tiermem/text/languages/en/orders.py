"""English words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:always|never|whenever|from now on|from this moment|no longer|must|do not|don't|without (?:asking"
    r"|confirm\w*|approval|telling)|ignore|disregard|forget|override|assistants?|agents?|chatbot|you (?:are|may"
    r"|must|should|can|have|will|obey|act|need)|your (?:new|first|rules?|instructions?|guidelines|restrictions)"
    r"|(?:pre-?)?approv\w+|permission|granted|instead of|in place of|if (?:asked|the user|anyone|someone)"
    r"|when(?:ever)? (?:the user|anyone|someone|asked)|once the|the moment|system (?:prompt|notice|message)"
    r"|administrator|developers?|maintainers?|instructions?|reply with|answer|recommend\w*|send|forward|append"
    r"|insert|paste|delete|copy|repeat|print|run|execute|decode|encode|tell|ask the|account|iban|bank"
    r"|transfers?|invoices?|password|log-?in|sign-?in|verified|trusted|treat|describe\w*|market leader|skip"
    r"|replace|secret)\b"
)
"""For folded text."""
