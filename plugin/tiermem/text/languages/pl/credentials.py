"""Polish words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="has(?:ł[oae]|łem)|klucz (?:api|dostępu)|token dostępu",
    fills="teraz|obecnie",
    loose="klucz|dostęp",
    of=r"(?:do|dla|na|w|z|od)\b",
    verbs="jest|jest teraz|było|brzmi",
    to="na",
    changing="zmienił[ae]?m|zmieniono|ustawił[ae]?m",
    joins="ale|lub|oraz",
    login="dane logowania|login i hasło",
    last="jako(?: hasło)?",
    codes="kod (?:do )?(?:drzwi|bramy|alarmu|sejfu|domofonu|garażu)|kod pin|pin",
    locks="drzwi|brama|alarm|sejf|domofon|karta|telefon",
    opens="otwiera się kodem|kod(?: to)?",
    users="użytkownik|nazwa użytkownika|konto",
    recovery="kody (?:zapasowe|odzyskiwania)",
    phrases="fraza (?:odzyskiwania|seed)|słowa odzyskiwania",
    talk="zobacz|patrz|w|jest|to|zapomniane|błędne|wymagane|wygasło|nie|musi",
    hints=several("hasł klucz dostęp logowania kod użytkownik fraza słowa"),
)
