"""German words of wishes for the form of answers."""

from tiermem.text.languages.wishes import Wishes

WISHES = Wishes(
    aspects={
        "length": (
            r"\b(?:kurz(?:e[nrs]?|er[en]?|fassen)?|kurzer\w*|knapp\w*|bundig|(?:einem|ein|zwei|drei) satz\w*)\b",
            r"\b(?:lang(?:e[nrs]?)?|langer\w*|ausfuhrlich\w*|detail(?:s|liert\w*)?|ausholen"
            r"|mehr schreiben|weiter ausholen)"
            r"(?! krank)\b",
        ),
        "lists": (
            r"\b(?:stichpunkt\w*|stichwort\w*|listen?|aufzahlung\w*)\b",
            r"\b(?:fliesstext|absatz\w*|(?:ganze|normale|vollstandige)n? satze\w*)\b",
        ),
        "tables": (r"\btabellen\b",),
        "emojis": (r"\b(?:emojis?|smileys?)\b",),
        "tone": (
            r"\b(?:schonungslos\w*|brutal\w*|(?:ganz |so |sehr |weniger |mehr )?(?:direkt(?:er)?"
            r"|streng(?:er)?|hart))\b",
            r"\b(?:sanfter|sanft|netter|schonender|nachsichtiger|vorsichtiger|schonen)\b",
        ),
        "register": (r"\b(?:formell\w*|formlich\w*)\b", r"\b(?:locker\w*|informell\w*|zwanglos\w*)\b"),
        "familiarity": (
            r"\b(?:duz\w*|geduzt|per du|(?:zum|beim|lieber|das|doch|wieder) du)\b",
            r"\b(?:siez\w*|gesiezt|per sie|(?:zum|beim|lieber|das|doch|wieder) sie)\b",
        ),
        "currency": (r"\bdollar\b", r"\beuro\b", r"\bpfund sterling\b", r"\b(?:schweizer )?franken\b|\bchf\b",
            r"\bpesos?\b", r"\byuan\b", r"\byen\b"),
        "language": (
            r"\benglisch\w*\b", r"\b(?:hoch)?deutsch\w*\b", r"\bfranzosisch\w*\b", r"\bspanisch\w*\b",
            r"\bitalienisch\w*\b", r"\bchinesisch\w*\b", r"\bjapanisch\w*\b", r"\bportugiesisch\w*\b",
            r"\bniederlandisch\w*\b", r"\bpolnisch\w*\b", r"\bwalisisch\w*\b", r"\bkoreanisch\w*\b",
            r"\bplatt(?:deutsch)?\w*\b", r"\b(?:bairisch|bayerisch)\w*\b", r"\bschwabisch\w*\b",
        ),
        "explanation": (r"\berklarung\w*\b",),
        "steps": (r"\b(?:schritt fur schritt|schrittweise|eine?[nm]? (?:einzigen )?schritt|einzelschritte)\b",),
        "questions": (r"\b(?:ruck|gegen|nach)?fragen\b",),
        "order": (r"\bcode zuerst\b|\bzuerst (?:den|der) code\b",
        r"\berklarung zuerst\b|\bzuerst (?:die erklarung|erklaren)\b"),
    },
    asks=(
        r"\b(?:antwort\w*|erklar\w*|du|dich|dir|bitte|ab jetzt|ab sofort|immer|nie|mir|mich|mit mir"
        r"|ich (?:will|mochte)"
        r"|nutzer(?:in)? (?:mochte|will|wunscht|bevorzugt)|uns (?:auch )?(?:duzen|siezen)|schreib\w*"
        r"|kannst|darfst)\b"
        r"|^(?:kein\w*|nutze|verwende|sei|fass|lass|duz\w*|siez\w*|nur|ohne|wieder|sprich|rede|nenn)\b"
    ),
    tells=(
        r"^(?:mein\w*|unser\w*|ich (?:bin|habe?|war|lerne|mag|lese|wohne|arbeite|schreibe|kann|muss"
        r"|spreche)|er|wir (?:haben|sind|wohnen))\b"
        r"|\bich lerne\b|\bnutzer(?:in)? (?!mochte|will|wunscht|bevorzugt)\w+"
    ),
    lasts=r"\bab (?:jetzt|sofort|heute)\b|\bkunftig\b|\bvon nun an\b",
    less=(
        r"\b(?:kein\w*|nicht|nie|nimmer|ohne|weniger|weglassen|sparen|lassen|lass|genug|schluss mit"
        r"|vermeide|verzichte"
        r"|unnotig|brauch\w* (?:ich|es) nicht|hor auf|aufhoren|hat sich erledigt|(?:ist|sind) vorbei|satt|leid)\b"
    ),
    permits=(
        r"\b(?:darfst|kannst|konntest|ok(?:ay)?|in ordnung|erlaubt|willkommen|konnen|ruhig|gern\w*|wieder"
        r"|doch|passt|passen)\b"
    ),
    stands=r"\b(?:immer|nie|nicht mehr|keine? \w+ mehr|brauch\w*|wieder|doch|du (?:darfst|kannst)"
    r"|(?:kannst|darfst) du (?:\w+ )*(?:sparen|weglassen|lassen)|weglassen|(?:ist|sind) (?:jetzt |auch "
    r"|wieder |doch )*(?:ok(?:ay)?|in ordnung|willkommen|erlaubt)|antworten|wir (?:konnen|konnten)"
    r"|bleiben wir|ich (?:mag|bevorzuge)|lieber|genug|schluss mit|hor auf|aufhoren|erledigt|vorbei|satt|leid)\b",
    tasks=r"\b(?:dies\w*|das(?! du| sie)|(?:den|der|die|dem|mein\w*) (?:\w+ )?"
    r"(?:text|liste|lebenslauf|brief|mail|nachricht|aufsatz|plan|tabelle|bericht|rezept|rede|titel|absatz|punkt"
    r"|teil|satz|abschnitt|schritt|entwurf|antwort)|punkt \d+|\d+)\b|^(?:kannst|konntest) du mir\b",
    says_little=(
        r"\b(?:der|die|das|den|dem|ein\w*|ist|sind|mir|mich|dir|du|ich|es|bitte|jetzt|ab|sofort|wieder"
        r"|mehr|mit|zu|von"
        r"|und|aber|sache|brauchst|brauche?|machen|mach|immer|doch|auch|schon|dann|mal|ja|ach|so|am|im|in"
        r"|an|antworten?)\b"
    ),
    scopes=(
        r"\b(?:e-?mails?|rezept\w*|briefe?n?|aufsatz\w*|bericht\w*|ubersetzung\w*|gedicht\w*"
        r"|zusammenfassung\w*|geschichten?"
        r"|beitrag\w*|folien|bei der arbeit)\b"
    ),
    refers=r"\b(?:sie|es|die)\b",
    once=r"\b(?:diesmal|dieses mal|nur heute|heute|ausnahmsweise|fur dies\w+|vorerst|einmal)\b",
    thing=r"\b(?:das|die sache|die geschichte) mit\b",
    orders=(
        r"(?:(?:bitte|doch|eigentlich|lieber|einfach|auch|und|aber|ach|ok(?:ay)?|sorry|nee"
        r"|nein)\W+)*(?:(?:mach|halt)\w* (?:es|das|sie|die \w+) (?:(?:doch|lieber|bitte|mal"
        r"|ruhig) )*(?:etwas|ein bisschen|viel|kurz|knapp|einfach|\w+er\b)|(?:du|sie) (?:darfst|kannst"
        r"|durfen|konnen)\b|sei(?:en sie)? (?:etwas|ein bisschen|ruhig|mehr|weniger)\b|(?:schreib"
        r"|antwort|erklar|formulier|fass|ubersetz|zeig|gib|hilf|schick)(?:e|en sie|n sie)?\b"
        r"|(?:(?:etwas|ein bisschen|viel|noch) )?(?:kurz|lang|knapp|einfach|locker|formell"
        r"|ausfuhrlich)er(?:,? (?:bitte|pls))?\W*$)"
    ),
    bare=(
        r"(?:(?:ein(?:e|en)?|paar|noch|mehr|zwei|drei|funf|\d+|schnelles?|einfache[sr]?|gute[sr]?"
        r"|kurze[rs]?) )*(?:rezepte?|ideen?|tipps|vorschlage|beispiele|(?:\w+)?liste|namen?|text|gedicht|rede"
        r"|spruch|geschenkideen?) (?:fur|zu|zum|zur|mit|uber|von)\b"
    ),
    thanks=(
        r"(?:(?:ok(?:ay)?|oh|ah|wow|perfekt|super|toll|cool|schon|prima|klasse|top|spitze|genial"
        r"|danke(?:schon)?|vielen dank|dankeschon|merci|passt|alles klar|gut|hallo|hi|hey|moin|servus"
        r"|guten (?:morgen|tag|abend)|gute nacht|tschuss|bis (?:dann|morgen|spater)|dir|sehr|das|ist"
        r"|dann)\W*)++$"
    ),
)  # fmt: skip
