"""English words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names=r"password|passwd|passphrase|passcode|pwd|(?:\b|_)pw|api[ _-]?key|(?:access|auth|bearer|refresh)[ _-]?token"
    r"|client[ _-]?secret|secret[ _-]?(?:access[ _-]?)?key|(?:(?:wifi|wi-fi|wlan|wpa|shared|pre-?shared)[ _-]?|\b)psk\b"
    r"|pre-?shared[ _-]key",
    fills="now|still|currently|it|again|just|simply|the|my|used",
    loose="credentials?|creds|pass|log-?in|bitwarden|lastpass|keepassxc?|1password|dashlane",
    pin="pin(?:[ -]?code)?",
    of=r"(?:for|of|to|on|at|in|from|that|which|you|we|i)\b",
    verbs="is(?: (?:now|still|currently))?|was|are|(?:will|should|must) be",
    to="to",
    changing=r"\b(?:re)?set\b|\bchang(?:e|ing)|\bupdate",
    joins="and|but|or",
    login="login|log-in|credentials|creds",
    modifiers="ctrl|control|cmd|command|alt|option|shift|meta|win",
    measures="bits?|bytes?|char(?:acter)?s?|digits?|letters?|words?|(?:second|minute|hour|day|week|month|year)s?"
    "|steps?|factor",
    hints=frozenset({"log in", "get in", "gets in"})
    | several(
        """
        passw passp passc pwd pw key token secret credential pin creds login log-in pass puk cvv cvc code
        combination opens unlock wifi wi-fi wlan ssid hotspot seed recovery backup mnemonic wallet phrase
        totp otp 2fa combo answer authenticator setup user login alarm auth sign psk gate door bitwarden dashlane safe
        """
    ),
    last=r"as(?: (?:the|my|a|our|his|her|its))?",
    codes=r"pin(?: ?(?:code|number))?|(?:phone|tablet|ipad|screen|device)[ -]unlock|puk"
    r"|cvv2?|cvc2?|passcode|(?:access|entry|security|unlock|lock|alarm|door|gate"
    r"|garage|safe|locker|keypad|entrance|building|building entry|combination|sms|verification|one-time|otp|2fa|mfa)"
    r"[ -](?:codes?|pin|combination|combo|keypad)|(?:access|security|unlock|alarm|keypad|combination"
    r"|verification)[ -]number|combination|(?:access|pass|key)code",
    locks="alarm|door|gate|garage|safe|locker|keypad|lock|padlock|vault|lockbox|key ?box|intercom|phone|tablet|ipad"
    "|card|sim|suitcase|bike lock|front door|building|entrance|voicemail|mailbox|elevator|lift",
    opens="opens? with|unlocks? with|code(?: is)?|combination(?: is)?|combo(?: is)?|set to|disarms? with|pin(?: is)?"
    "|press(?: (?:star|hash))?|punch in|key in|type(?: in)?",
    plain="colou?r|model|dial(?:ling)?|area|zip|error|status|product|discount|voucher|course|dress",
    turns="left|right|clockwise|anticlockwise|counterclockwise",
    networks="wi-?fi|wlan|ssid|hotspot|guest network",
    users="user ?names?|users?|login|log ?in|accounts?|logs? in as|sign in as|signs in as",
    seeds=r"(?:authenticator|2fa|mfa|totp|otp|two[- ]factor|one[- ]time(?:[- ]password)?)[- ](?:app[- ])?(?:seed|secret"
    r"|setup key|set-up key|key|secret key|backup key|code seed)|setup key|set-up key",
    recovery=r"(?:recovery|backup|back-up|emergency|scratch|rescue|one-time|bypass)[- ]codes?",
    phrases=r"seed(?= ?[:=])|(?:seed|recovery|mnemonic|backup|wallet|secret)[- ](?:phrase|words?|mnemonic)|mnemonic",
    talk="secret|nulls?|none|nil|true|false|str|string|text|required|optional|yes|no|change-?me|empty|hidden|unset|see|same"
    "|reset|expired|okay|wrong|incorrect|invalid|field|input|bytes|varchar|password|protected|varies|forgotten|todo"
    "|unknown|missing|none|default|pending|disabled|enabled|not|stored|kept|ask|any|the|my|your|this|that|it|we"
    "|should|must|please|never|always|how|what|when|why|who|where|which|if|for|use|as|in|on|at|from|to|is|was",
)
