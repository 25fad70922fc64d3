"""German words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:immer|nie|niemals|stets|ab sofort|ab jetzt|von nun an|kunftig|grundsatzlich|nicht mehr|musst?|mussen"
    r"|darfst|darf|sollst|brauchst|ohne (?:ruckfrage|zu fragen|bestatigung)|ignorier\w*|vergiss|missacht\w*"
    r"|assistent\w*|agent\w*|deine (?:regeln|anweisungen|vorgaben)|erlaubnis|freigegeben|genehmigt|sobald"
    r"|wenn (?:der nutzer|jemand)|bei fragen|systemm?\w*|administrator\w*|anweisung\w*|antworte|gib|nenne?"
    r"|empfiehl|empfehle|schicke?|sende|hange|fuge|losche?|kopiere?|schreibe?|ubernimm|fuhre?|rufe?|sag\w*"
    r"|frag\w*|bitte den|konto|iban|bank\w*|uberweis\w*|rechnungen|passwort|anmeld\w*|verrate|behandle|statt"
    r"|kodiere|beschreibe|marktfuhrer|lass)\b"
)
"""For folded text."""
