"""German words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="passwort|kennwort|geheimzahl|zugangscode|api[ -]?schlüssel"
    "|(?:zugangs|zugriffs)[ -]?(?:schlüssel|token)",
    fills="jetzt|nun|noch",
    loose="zugang|schlüssel|code",
    of=r"(?:für|vo[nm]|des|der|zu[mr]|im|am|auf|bei)\b",
    verbs="ist(?: (?:jetzt|nun|aktuell))?|war|lautet|heißt|heisst",
    to="auf|in",
    changing="geändert|gesetzt|umgestellt|ändere|setze",
    joins="und|aber|oder",
    login="zugangsdaten|anmeldedaten",
    modifiers="strg|umschalt",
    measures=r"stellig\w{0,2}|zeichen|tag\w{0,2}|jahr\w{0,2}",
    hints=frozenset({"komme ich", "komm ich", "kommt man"})
    | several(
        "kennwort geheimzahl zugang schlüssel anmeld einlogg code kombination geheimzahl öffnet benutzer passwor tresor"
    ),
    last="als",
    codes=r"pin|puk|geheimzahl|(?:tür|haustür|alarm|zugangs|zutritts|tor|garagen|safe|tresor|schloss|sicherheits|sperr"
    r"|entsperr|freischalt)-?(?:code|pin|kombination|zahl)|zahlenkombination|kombination|prüfziffer",
    locks="alarm(?:anlage)?|haustür|tür|tor|garage|tresor|safe|schloss|fahrradschloss|spind|schließfach|handy|karte|koffer|eingang"
    "|schlüsselkasten|tiefgarage|hoftor",
    plain="farb(?:e|ton)?|modell|vorwahl|fehler|produkt|rabatt",
    turns="links|rechts",
    opens="geht auf mit|geht mit|öffnet mit|öffnet sich mit|code(?: ist| lautet)?|kombination(?: ist| lautet)?",
    networks="wlan|w-lan|gastnetz|hotspot",
    users="benutzer(?:name)?|nutzer(?:name)?|anmeldename|zugang|konto",
    seeds="(?:2fa|totp|otp|authenticator|zwei-faktor)-?(?: )?(?:geheimnis|schlüssel|seed|secret|einrichtungsschlüssel)"
    "|einrichtungsschlüssel",
    recovery="wiederherstellungs-?codes?|backup-?codes?|notfall-?codes?|ersatz-?codes?|einmal-?codes?",
    phrases="(?:wiederherstellungs|seed|merk|backup)-?(?:phrase|wörter|satz)|wallet-wörter",
    talk="siehe|steht|liegt|ist|wie|das|der|die|dasselbe|vergessen|unbekannt|keines?|falsch|richtig|geändert|zurückgesetzt"
    "|bitte|muss|im|in|auf|bei|nicht|abgelaufen|pflichtfeld",
)
