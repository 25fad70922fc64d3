"""Swedish, Danish and Norwegian words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="lösenord(?:et)?|adgangskode[nr]?|passord(?:et)?|api-n(?:yckel|øgle|økkel)",
    fills="nu|nå",
    loose="kod|kode|nyckel|nøgle|nøkkel",
    of=r"(?:till|til|för|for|på|i|av|af)\b",
    verbs="är|er|var",
    to="till|til",
    changing="ändra\\w{0,2}|byt\\w{1,2}|ændre\\w{0,2}|endre\\w{0,2}|skifte\\w{0,2}",
    joins="och|og|men|eller",
    login="inloggning|inloggningsuppgifter",
    last="som",
    codes="(?:dörr|port|larm|dør|alarm)?-?kode?n?|pinkode?n?|pin",
    locks="dörren|porten|larmet|kassaskåpet|døren|døra|alarmen|garaget|kortet|mobilen",
    opens="öppnas med|åbnes med|åpnes med|koden är|koden er",
    users="användarnamn|användare|brugernavn|brukernavn|konto",
    recovery="återställningskoder|reservkoder|gendannelseskoder|gjenopprettingskoder",
    talk="se|i|är|er|glömt|glemt|fel|forkert|feil|måste|skal|må|inte|ikke",
    hints=several("lösenord adgangskode passord kod nyckel nøgle nøkkel inlogg använd bruger bruker"),
)
