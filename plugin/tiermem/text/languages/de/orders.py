"""German words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:immer|nie|niemals|stets|ab sofort|ab jetzt|von nun an|kunftig|grundsatzlich|nicht mehr|musst?"
    r"|mussen"
    r"|darfst|darf|sollst|brauchst|ohne (?:ruckfrage|zu fragen|bestatigung)|ignorier\w*|vergiss|missacht\w*"
    r"|assistent\w*|agent\w*|deine (?:regeln|anweisungen|vorgaben)|erlaubnis|freigegeben|genehmigt|sobald"
    r"|wenn (?:der nutzer|jemand)|bei fragen|systemm?\w*|administrator\w*|anweisung\w*|antworte|gib|nenne?"
    r"|empfiehl|empfehle|schicke?|sende|hange|fuge|losche?|kopiere?|schreibe?|ubernimm|fuhre?|rufe?|sag\w*"
    r"|frag\w*|bitte den|konto|iban|bank\w*|uberweis\w*|rechnungen|passwort|anmeld\w*|verrate|behandle|statt"
    r"|kodiere|beschreibe|marktfuhrer|lass)\b"
    r"|\b(?:merke|merk dir|schalte|deaktiviere|aktiviere|behandle|empfiehl|nutze|verwende nur|speichere|leite"
    r"|setze|andere|offne|klicke|bestatige|verschweige|beantworte\w*|hast du|bist du|du bist|lautet jetzt"
    r"|lautet nun|ist (?:jetzt|nun|ab)|(?:sind|ist) zu \w+|nicht nachfrag\w+)\b"
    r"|(?:^|[.:;!?\n(]\s{0,3}|\b(?:und|dann|bitte|heute|sofort|jetzt) )(?:ersetze|ersetzen|genehmige"
    r"|genehmigen|kopieren|loschen|leite|leiten|senden|verschicke|verschweige|verschweigen|beginne|beginnen"
    r"|beende|starte|installiere|installieren|lade|laden|teile|teilen|erlaube|erlauben|erstelle|fordere|frage"
    r"|gewahre|gewahren|hinterlege|informiere|kaufe|kaufen|klicke|lasse|lobe|markiere|melde|ordne|plane"
    r"|prufe nicht|rate|reagiere|schalte|schalten|schliess\w*|sichere|speichern|stelle|stimme|stufe|trage"
    r"|ubermittle|ubermitteln|uberzeuge|umgehe|umgehen|unterschreibe|verbinde|verkaufe|verlange|vermeide"
    r"|versichere|verteile|verweise|verweigere|warne|weise|wechsle|widersprich|zeige|zahle|bezahle|bezahlen)\b"
    r"|\b(?:ersetzen|genehmigen|kopieren|loschen|leiten|senden|verschweigen|beginnen|installieren|laden|teilen"
    r"|erlauben|gewahren|kaufen|schalten|umgehen|bezahlen)[.!]?$|\bkeine \w+ mehr\b"
    r"|\b(?:erlaubt|gestattet|ersetzt)\b"
)
"""For folded text."""

MATTERS = (
    r"\b(?:(?:der|dem|des|den) nutzers?|(?:der|dem|des|den) benutzers?|assistent\w*|ki|agenten"
    r"|systemm?eldung\w*"
    r"|systemnachricht\w*|systemprompt|administrator\w*|deine (?:bisherigen |neuen )?(?:regeln|anweisungen"
    r"|vorgaben)"
    r"|(?:bisherige|vorherige|fruhere|alle)n? (?:regeln|anweisungen|vorgaben)|erlaubnis|freigegeben|genehmigt"
    r"|darf alles|du darfst|ohne (?:ruckfrage|bestatigung|freigabe|nachfrage|zu fragen)|keine (?:ruckfrage"
    r"|bestatigung|freigabe|prufung)\w*|nicht mehr (?:notig|bestatig\w+|gepruft)|sicherheitsprufung\w*"
    r"|jeden befehl"
    r"|befehle?|befohlen|neuen? konto|iban|bankverbindung|bankdaten|bank gewechselt|uberweis\w*|zahle?"
    r"|passwort\w*"
    r"|passworter|verrate\w*|marktfuhrer|empfiehl grundsatzlich|rede \w+ \w+ schlecht|egal was|behandle"
    r"|sobald \w+ .{0,40} die rede|losche|leite \w+ .{0,40}weiter|schicke? .{0,60}\ban|sende .{0,60}\ban"
    r"|hange"
    r"|kodiere|kopiere|(?:diesen|diese|dieses) (?:absatz|satz|notiz|regel|text)|gib nur|nur diese"
    r"|bei fragen nach"
    r"|sag\w* .{0,20}nutzer|heimlich|unbemerkt|erwahne .{0,20}nicht|wie (?:ein )?anweisung\w*)\b"
    r"|\b(?:codewort\w*|losungswort|ohne belege?|root-?rechte\w*|in allen (?:vertragen|notizen|dokumenten"
    r"|mails)|offentliche\w* freigabe|kontaktdaten durch|keine legitimation|gelten als anweisung)\b"
    r"|\b(?:gehaltsdaten|private\w* notizen|pauschal erlaubt|notfallkontakt|von der rechtsabteilung freigegeben)\b"
    r"|\b(?:paket heisst (?:jetzt|nun)|nur dieses installieren|hiermit (?:aufgehoben|ungultig)"
    r"|rechnungs(?:anschrift|adresse)|wenn nach .{1,40} gefragt)"
)
"""Matters of orders that somebody gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

TOPICS = (
    r"\b(?:antivirus\w*|virenscanner\w*|firewall\w*|dns\w*|zertifikat\w*|sicherheits(?:warn|pruf|richtlin"
    r"|meldung)\w*"
    r"|zwei-?faktor\w*|2fa|identitat\w*|zahlung\w*|auszahlung\w*|erstattung\w*|kontonummer\w*"
    r"|kreditkarte\w*"
    r"|(?:wartungs|entwickler|admin|debug)modus|vertraulich\w*|gehalts?\w*|prufung\w*|anmelde(?:seite"
    r"|link)\w*|login-?seite\w*"
    r"|zugangsdaten|klartext|sicherung\w*|backups?|anhang\w*|anhange\w*|suchanfrage\w*|versicherung\w*"
    r"|(?:jede[mnrs]?|alle[mnrs]?) (?:frage|anfrage|antwort|suche|mail|e-mail|rechnung|befehl)\w*"
    r"|notrufnummer|hotline)\b"
    r"|--no-verify|--force|rm -rf"
    r"|\b(?:paket heisst (?:jetzt|nun)|hiermit (?:aufgehoben|ungultig)|rechnungs(?:anschrift|adresse))"
)
"""Matters of harmful orders: defences, money, access, rules for all questions. For folded text."""

OWN = r"\b(?:ich|mich|mir|mein\w{0,2})\b|\b(?:nie|niemals|nicht|kein\w{0,2})\b[^.]{0,60}\bohne\b"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""

RULES = (
    r"\b(?:wenn|sobald|falls|jedes mal|wer|sollte\w*|fallt|ab (?:de[mr]|sofort|heute|morgen)"
    r"|bis auf weiteres|soll\w*"
    r"|muss\w*|mussen"
    r"|(?:darf|durf\w*|kann|konn\w+)(?! kein\w* (?:\w+ ){1,4}(?:essen|trinken|nehmen))"
    r"|(?:ist|sind) [^.]{0,40}zu \w+en|wird|werden|gelt\w*"
    r"|gilt|steht .{0,60} zu"
    r"|gehort|landet|bekommt)\b"
)
"""Words that rules are made of: conditions, duties, permissions. For folded text."""

NEWS = (
    r"\b(?:jetzt|nun|neuerdings|neulich|ab heute|kunftig|nicht mehr|neue?[rsmn]?|geandert|gewechselt|statt|irrtum"
    r"|ausgeheilt|abgekundigt|du heisst|du bist|lauft (?:ab|uber))\b"
)
"""Words of changes: what holds from now on, in place of what held. For folded text."""
