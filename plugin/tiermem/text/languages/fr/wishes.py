"""French words of wishes for the form of answers."""

from tiermem.text.languages.wishes import Wishes

WISHES = Wishes(
    aspects={
        "length": (
            r"\b(?:court\w*|bref\w*|breve\w*|brievement|concis\w*|(?:une|deux|trois) (?:seule )?phrases?)\b",
            r"\b(?:longue?s?(?! (?:maladie|duree))|longuement|detail\w*|developp\w*|approfondi\w*|plus long\w*"
            r"|t'etendre|t'etaler)\b",
        ),
        "lists": (
            r"\b(?:listes?|puces|tirets)\b",
            r"\b(?:paragraphes?|texte suivi|redige\w*|(?:vraies|fais des|en) phrases)\b",
        ),
        "tables": (r"\btableaux\b",),
        "emojis": (r"\b(?:emojis?|smileys?|emoticones?)\b",),
        "tone": (
            r"\b(?:brutal\w*|dure?|cash|severe|sans filtre|(?:plus|moins|tres|sois|aussi) (?:directe?"
            r"|franche?|francs?|strict\w*))\b",
            r"\b(?:gentil\w*|doux|douce\w*|indulgent\w*|menage\w*)\b",
        ),
        "register": (r"\b(?:formel\w*|soutenu\w*)\b", r"\b(?:decontracte\w*|familier\w*|informel\w*)\b"),
        "familiarity": (
            r"\b(?:tutoi\w*|tutoy\w*|le tu|au tu)\b",
            r"\b(?:vouvoi\w*|vouvoy\w*|le vous|au vous)\b",
        ),
        "currency": (r"\bdollars?\b", r"\beuros?\b", r"\blivres sterling\b", r"\bfrancs\b(?! et )|\bchf\b",
            r"\bpesos\b", r"\byuans?\b", r"\byens?\b"),
        "language": (
            r"\banglais\b", r"\ballemand\b", r"\bfrancais\b", r"\bespagnol\b", r"\bitalien\b", r"\bchinois\b",
            r"\bjaponais\b", r"\bportugais\b", r"\bneerlandais\b", r"\bpolonais\b", r"\bgallois\b", r"\bcoreen\b",
        ),
        "explanation": (r"\b(?:explications?|expliqu\w+ (?:les|mes) (?:erreurs|fautes))\b",),
        "steps": (r"\b(?:etape par etape|pas a pas|une (?:seule )?etape)\b",),
        "questions": (r"\bquestions\b",),
        "order": (r"\ble code d'abord\b|\bd'abord le code\b",
        r"\bl'explication d'abord\b|\bd'abord (?:l'explication|expliqu\w+)\b"),
    },
    asks=(
        r"\b(?:repon\w+|expli\w+|tu|te|toi|vous|stp|svp|s'il (?:te|vous) plait|desormais|toujours|jamais"
        r"|moi|je (?:veux"
        r"|prefere|voudrais)|me|utilisat(?:eur|rice) (?:veut|prefere|souhaite)|on peut|on repasse"
        r"|redige\w*|ecris)\b"
        r"|^(?:pas d|plus d|ne|n'|sois|fais|mets|utilise|evite|arrete|donne|tuto\w+|vouv\w+|sans|parle)"
    ),
    tells=(
        r"^(?:mon|ma|mes|notre|nos|j'ai|je (?:suis|vis|lis|travaille|parle|mange)|j'(?:apprends|aime"
        r"|habite)|il|elle)\b"
        r"|\bj'apprends\b|\butilisat(?:eur|rice) (?!veut|prefere|souhaite)\w+"
    ),
    lasts=r"\bdesormais\b|\ba partir de maintenant\b|\bdorenavant\b",
    less=(
        r"\b(?:pas|jamais|sans|moins|arrete\w*|evite\w*|inutile|aucune?s?|laisse tomber|plus besoin|plus (?:de"
        r"|d')(?! detail)|assez|stop"
        r"|ne \w+ plus|c'est fini|(?:en ai|ai eu) (?:marre|assez)|marre|lasse de)\b|\bplus d'"
    ),
    permits=(
        r"\b(?:tu peux|vous pouvez|on peut|ok|d'accord|c'est bon|autorise\w*|bienvenus?|de nouveau"
        r"|a nouveau|conviennent"
        r"|finalement|en fait|je prefere|repasse\w*|revien\w*)\b"
    ),
    stands=r"\b(?:toujours|jamais|plus besoin|pas besoin|de nouveau|a nouveau|finalement|tu peux"
    r"|vous pouvez|on peut|c'est bon|autorise\w*|bienvenue?s?|conviennent|reponses|je prefere|repasse\w*"
    r"|revien\w*|arrete\w*|assez des?|maintenant|c'est fini|marre)\b|^plus d",
    tasks=r"\b(?:ce|cette|cela|ca|(?:le|la|mon|ma|du|au) (?:\w+ )?"
    r"(?:texte|liste|cv|lettre|mail|message|essai|plan|tableau|rapport|recette|discours|titre|paragraphe|point|partie"
    r"|phrase|section|etape|brouillon|reponse)|\d+)\b|^(?:peux|pourrais)[- ]tu\b",
    says_little=(
        r"\b(?:les?|la|l'|des?|d'|du|une?|est|sont|me|moi|te|tu|je|il|en|et|mais|stp|svp|maintenant"
        r"|besoin|plus|ce|c'est|ca"
        r"|finalement|a|au|aux|pour|dans|que|besoin|peux|mettre|mets|faire|fais|donner|donne|poser|encore"
        r"|chaque|fin)\b|\w'"
    ),
    scopes=(
        r"\b(?:mails?|e-?mails?|courriels?|recettes?|lettres?|redactions?|rapports?|traductions?|poemes?"
        r"|resumes?|histoires?"
        r"|au travail)\b"
    ),
    refers=r"\b(?:les|eux|elles|ca)\b",
    once=r"\b(?:cette fois|pour une fois|aujourd'hui|juste la|exceptionnellement|pour (?:ce|cette)|ce soir)\b",
    thing=r"\b(?:le truc|l'histoire|l'affaire) (?:du|de|des|avec)\b",
    orders=(
        r"(?:(?:s'il (?:te|vous) plait|stp|svp|en fait|plutot|et|mais|ah|ok|pardon|non)\W+)*(?:(?:fais"
        r"|faites)(?:-les?)? (?:un peu|plus|moins|court|simple)|(?:sois|soyez) (?:un peu|plus|moins)"
        r"|n'hesite|(?:tu peux|vous pouvez|pas besoin de)\b|(?:ecris|ecrivez|reponds|repondez|explique"
        r"|expliquez|resume|resumez|traduis|redige)\b|(?:aide|donne|dis|envoie|montre)-moi\b"
        r"|(?:(?:un peu|beaucoup) )?(?:plus|moins) (?:court|long|bref|simple|detaille|formel)\w*"
        r"(?:,? (?:stp|svp|s'il (?:te|vous) plait))?\W*$)"
    ),
    bare=(
        r"(?:(?:une?|des|quelques|deux|trois|cinq|\d+|petite?|bonnes?) )*(?:recettes?|idees?|conseils?"
        r"|suggestions?|exemples?|liste|noms?|textes?|poeme|discours|legendes?|slogans?) (?:de|d'|pour|sur"
        r"|avec)"
    ),
    thanks=(
        r"(?:(?:ok|oh|ah|wow|parfait|super|genial|top|cool|nickel|merci(?: beaucoup| bien)?|impeccable"
        r"|tres bien|c'est (?:parfait|bon|super)|bien|d'accord|salut|bonjour|bonsoir|coucou|bonne (?:nuit"
        r"|soiree|journee)|a (?:plus|demain|bientot)|beaucoup|tres)\W*)++$"
    ),
)  # fmt: skip
