"""Dutch words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="wachtwoord|wachtzin|toegangs(?:code|sleutel|token)|api-sleutel",
    fills="nu",
    loose="sleutel|code|inlog",
    pin="pincode",
    of=r"(?:voor|van|op|bij|in)\b",
    verbs="is(?: (?:nu|nog))?|was|luidt",
    to="in|naar",
    changing="veranderd|gewijzigd|aangepast",
    joins="en|maar|of",
    login="inloggegevens|inlog",
    last="als",
    codes="pincode|puk|(?:deur|alarm|poort|kluis|toegangs|garage)code|code van (?:de |het )?(?:deur|alarm"
    "|poort|kluis)|cijfercode",
    locks="alarm|deur|voordeur|poort|garage|kluis|slot|kaart|telefoon",
    opens="gaat open met|opent met|code(?: is)?",
    networks="wifi|gastnetwerk",
    users="gebruiker(?:snaam)?|account",
    seeds="(?:authenticator|2fa|totp)-?(?: )?(?:sleutel|geheim)",
    recovery="(?:herstel|back-?up|nood)codes?",
    phrases="herstel(?:zin|woorden)|seedwoorden",
    talk="zie|staat|het|de|hetzelfde|vergeten|onbekend|geen|fout|verplicht|verlopen|moet|niet|in|op",
    hints=several(
        "wachtwoord wachtzin sleutel toegang inlog pincode herstel code alarm kluis poort gebruiker"
    ),
)
