"""German."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several(
    "also am an april august den die do du hat he hi in man november "
    "ok september so was war weekend will winter"
)

COMMON = several(
    """
    nutzer nutzerin nutzers neue neuen neuer neues zwei drei vier funf sechs acht zehn geht lauft steht statt
    gibts ne nen nem grad heisst heisse kommt schreib schon nix fruher macht furs englisch spanisch arbeit
    arbeite arbeitet uhr gewechselt projekt besser geworden geh mag nehm nehme nutze nutzt benutze wegen raus
    ersten haus freundin freund brauch brauche kind kinder kaffee vertrag vermieter mann frau schwester bruder
    tochter sohn endlich nie bekommen chefin stunden sagt gehort lohnt umgezogen gezogen wohne wohnt lebt trinkt
    trinke spielt spiele lernt lerne lern studiert studiere fahre fahr fahrt verwendet verwende wiegt wiege
    zahlt zahle verdient verdiene liest lese antworte antworten kurze lange vielleicht zusatzlich erreicht wars
    bringts rechne quatsch meinte meine gemeint nee doch
    """
)
"""Words that show the language besides its function words."""
