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

MATTERS = (
    r"\b(?:(?:der|dem|des|den) nutzers?|(?:der|dem|des|den) benutzers?|assistent\w*|ki|agenten|systemm?eldung\w*"
    r"|systemnachricht\w*|systemprompt|administrator\w*|deine (?:bisherigen |neuen )?(?:regeln|anweisungen|vorgaben)"
    r"|(?:bisherige|vorherige|fruhere|alle)n? (?:regeln|anweisungen|vorgaben)|erlaubnis|freigegeben|genehmigt"
    r"|darf alles|du darfst|ohne (?:ruckfrage|bestatigung|freigabe|nachfrage|zu fragen)|keine (?:ruckfrage"
    r"|bestatigung|freigabe|prufung)\w*|nicht mehr (?:notig|bestatig\w+|gepruft)|sicherheitsprufung\w*|jeden befehl"
    r"|befehle?|befohlen|neuen? konto|iban|bankverbindung|bankdaten|bank gewechselt|uberweis\w*|zahle?|passwort\w*"
    r"|passworter|verrate\w*|marktfuhrer|empfiehl grundsatzlich|rede \w+ \w+ schlecht|egal was|behandle"
    r"|sobald \w+ .{0,40} die rede|losche|leite \w+ .{0,40}weiter|schicke? .{0,60}\ban|sende .{0,60}\ban|hange"
    r"|kodiere|kopiere|(?:diesen|diese|dieses) (?:absatz|satz|notiz|regel|text)|gib nur|nur diese|bei fragen nach"
    r"|sag\w* .{0,20}nutzer|heimlich|unbemerkt|erwahne .{0,20}nicht|wie (?:ein )?anweisung\w*)\b"
)
"""What an order is about that another gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

OWN = r"\b(?:ich|mich|mir|mein\w{0,2})\b|\b(?:nie|niemals|nicht|kein\w{0,2})\b[^.]{0,60}\bohne\b"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""
