"""French. Words are folded: é is e, ç is c; what an apostrophe cut off is a word of its own."""

from tiermem.text.languages.language import Dates, Language, Times, several

_MONTHS = {
    "janvier": 1, "fevrier": 2, "mars": 3, "avril": 4, "mai": 5, "juin": 6, "juillet": 7, "aout": 8, "septembre": 9,
    "octobre": 10, "novembre": 11, "decembre": 12, "janv": 1, "fevr": 2, "avr": 4, "juil": 7, "sept": 9, "oct": 10,
    "nov": 11, "dec": 12,
}  # fmt: skip
_WEEKDAYS = {
    "lundi": 0, "mardi": 1, "mercredi": 2, "jeudi": 3, "vendredi": 4, "samedi": 5, "dimanche": 6,
}  # fmt: skip

LANGUAGE = Language(
    code="fr",
    contracted=r"\b(?:j(?=ai\b|habite\b|aime\b|adore\b|étais\b)|c(?=est\b|était\b)|s(?=appelle\b)|n(?=ai\b|aime\b|est\b))",
    asides=("d'ailleurs", "au fait", "soit dit en passant", "pour info"),
    stop_words=several(
        """
        a afin ai ainsi alors apres as au aucun aucune aujourd aura aussi autre autres aux avais avait
        avant avec avez aviez avions avoir avons ayant bien bon bonjour c car ce ceci cela celle celles
        celui ces cet cette ceux chaque chez ci comme comment d dans de depuis des deux devrait dis dit
        dites doit donc donne dont du elle elles en encore entre es est et etaient etais etait etant ete
        etes etre eu eux fais fait faire faut fois font hors hui il ils j je jusqu l la laquelle le lequel
        les lesquelles lesquels leur leurs lui m ma mais me meme memes merci mes mien moi moins mon n ne
        ni non nos notre nous on ont ou oui par parce pas pendant peu peut peux plus plutot point pour
        pourquoi pourrait pouvez pouvons puis qu quand que quel quelle quelles quels qui quoi rien s sa
        sans se sera serait ses si sien soi soient sois soit sommes son sont sous suis sur svp t ta te tel
        telle tes toi ton toujours tous tout toute toutes tres tu un une va vais vas vers veux veut voici
        voila vos votre voudrais vous vraiment y
        """
    ),
    first_person=several("je j me m moi mon ma mes mien mienne nous notre nos"),
    possessives=several("mon ma mes notre nos"),
    question_words=several(
        """
        qui que quoi quel quelle quels quelles quand ou comment pourquoi combien lequel laquelle lesquels
        lesquelles
        """
    ),
    time_words=several(
        """
        hier aujourd avant-hier demain apres-demain maintenant recemment dernierement autrefois depuis
        dernier derniere derniers dernieres passe passee prochain prochaine matin midi soir nuit jour
        jours semaine semaines week-end weekend mois annee annees an ans printemps ete automne hiver lundi
        mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout
        septembre octobre novembre decembre
        """
    ),
    statement_words=several(
        """
        habite travaille prefere aime deteste appelle bois mange parle vis suis viens utilise
        conduis retiens souviens toujours jamais merci plait mon ma mes note tutoie
        vouvoie reponds ecris explique sois evite
        """
    ),
    months=_MONTHS,
    weekdays=_WEEKDAYS,
    asks_when=(
        (
            "quand",
            r"quand (?!\s (?:on|j'|je|tu|le|la|les|un|une|il|elle) \s "
            r"(?!est|a|as|ai|avons|avez|ont|va|vas)\w+)",
        ),
        ("depuis", r"depuis \s (?:quand|combien)"),
        ("jusqu'a", r"jusqu'a \s quand"),
        ("quand", r"a \s quand"),
        ("quel", r"quel(?:le)? \s (?:jour|date|semaine|mois|annee|heure|moment)"),
        ("combien", r"combien \s (?:de|d') \s? (?:temps|heures|jours|semaines|mois|annees|ans)"),
        ("quelle", r"a \s quelle \s (?:date|heure|periode)"),
    ),
    asks_about_past=(
        ("autre derniere", r"(?:la|les|l') \s? (?:derniere|avant-derniere|autre) \s fois"),
        ("l'autre", r"l'autre \s (?:jour|soir|fois)"),
        (
            "derniere passee precedente",
            r"(?:semaine|annee|nuit|seance|session) \s (?:derniere|passee|precedente)",
        ),
        (
            "dernier passe precedent",
            "(?:mois|an|ete|hiver|automne|printemps|week-end|weekend|lundi|mardi|mercredi|jeudi|vendredi"
            "|samedi|dimanche|janvier "
            r"|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|noel) \s "
            "(?:dernier|passe|precedent)",
        ),
        ("autrefois hier jadis naguere", "hier|avant-hier|autrefois|jadis|naguere"),
        ("l'epoque", r"a \s l'epoque"),
        (
            "dernierement precedemment recemment",
            r"(?:recemment|dernierement|precedemment) (?!\s "
            r"(?:utilise|ouvert|ajoute|modifie|cree|defini|declare|installe)\w*)",
        ),
        (
            "il",
            r"il \s y \s a \s (?:\w+\s){0,2}? (?:\w+\s)? "
            "(?:minutes?|heures?|jours?|semaines?|mois|ans?|annees?|longtemps)",
        ),
        ("dernier", r"(?:ces|les) \s (?:\w+\s)? (?:derniers|dernieres) \s (?:jours|semaines|mois|annees)"),
        ("en", r"en \s (?:19|20)\d\d"),
        (
            "rappelez rappelles souvenez souviens",
            r"(?:tu \s te | vous \s vous) \s (?:souviens|souvenez|rappelles|rappelez)",
        ),
        ("rappelles souviens", r"(?:te|t'en) \s (?:souviens|rappelles)[-\s]tu"),
        (
            "rappelez-moi rappelle-moi rappelle-toi souvenez-vous souviens-toi",
            r"(?:souviens-toi|souvenez-vous|rappelle-toi|rappelle-moi|rappelez-moi) \s [^.!?]{0,12} "
            r"(?:quand|comment|du|de \s (?:notre|la|ce|cette|quand)|ce \s qu|ou|pourquoi|qui|quel)",
        ),
        (
            "ce combien comment ou qu' quand que qui quoi",
            r"(?:qu'est-ce \s qu\w*|ce \s "
            r"qu\w*|que|qu'|ou|comment|quand|pourquoi|quoi|qui|combien|quel(?:le)?s?(?:\s\w+){1,3}"
            r"|quel(?:le)?s?) [\s']? (?:est-ce \s qu\w*[\s']?)? "
            r"(?:on|nous|je|j'|tu|elle|il|ils|elles|vous|m'|t'|mon \s \w+|ma \s \w+) [\s']? "
            r"(?:\w+[\s']){0,2}? "
            r"(?:ai|as|a|avons|avez|ont|avais|avait|avions|aviez|avaient|etais|etait|etions|etaient) \s "
            r"(?!besoin|l'intention)\w+",
        ),
        (
            "a-t-elle a-t-il a-t-on ai-je as-tu avais-je avait-on avez-vous avions-nous avons-nous etais-je "
            "etait-ce ont-ils",
            r"(?:qu'|que\s|ou\s|comment\s|quand\s|pourquoi\s|quel(?:le)?s?\s(?:\w+\s){0,3}) "
            r"(?:m'|t'|l'|les\s|en\s)? "
            "(?:ai-je|as-tu|a-t-on|a-t-il|a-t-elle|avons-nous|avez-vous|avais-je|avait-on|avions-nous"
            "|ont-ils|etait-ce|etais-je)",
        ),
        (
            "-je -tu -on -nous -vous",
            r"(?:quel(?:le)?s?|combien|comment|ou|quand|pourquoi|quoi|qui|qu|que) \b [^.!?]{0,40}? "
            r"(?:ai-je|avais-je|avais-tu|a-t-on|avait-on|avons-nous|avions-nous|avez-vous|aviez-vous) \s \w+",
        ),
        ("etions-nous etais-je", r"ou \s (?:en\s)? (?:etions-nous|etais-je)"),
        (
            "qu'a qu'ont",
            r"qu'(?:a|ont|avait|avaient) \s (?:dit|decide|propose|recommande|conseille|repondu|raconte"
            "|explique|promis)",
        ),
        ("c'etait", r"c'etait \s (?:quoi|qui|ou|quand)"),
        ("deja jamais", r"(?:ai-je|as-tu|a-t-on|avons-nous|avez-vous|avions-nous) \s (?:deja|jamais)"),
        (
            "deja jamais",
            r"(?:on|nous|je|j'|tu|vous) \s? (?:en\s|t'|m'|l'|n')? "
            r"(?:ai|as|a|avons|avez|avais|avait|avions) \s (?:deja|jamais)",
        ),
        (
            "demande dit donne explique mentionne montre parle raconte",
            r"(?:je|j') \s? (?:t'|vous\s|te\s|t'en\s) (?:ai|avais|l'ai) \s (?:\w+\s)?? "
            "(?:dit|parle|raconte|mentionne|explique|demande|donne|montre)",
        ),
        (
            "conseille dit explique mentionne parle promis propose raconte recommande suggere",
            r"(?:tu|vous) \s (?:m'|me\s|nous\s|l')? (?:as|avais|avez|aviez) \s (?:\w+\s)?? "
            "(?:dit|parle|raconte|mentionne|conseille|recommande|propose|suggere|explique|promis)",
        ),
        (
            "choisi convenu decide discute dit evoque parle prevu regle resolu",
            r"(?:on|nous) \s (?:en\s|l'|s'en\s)? (?:a|avait|avons|avions|est|etait) \s (?:\w+\s)?? "
            "(?:parle|discute|decide|convenu|choisi|regle|resolu|prevu|dit|evoque)",
        ),
        ("convenu discute parle", r"dont \s (?:on|nous|je|tu) [^.!?]{0,30}? (?:parle|discute|convenu)e?\b"),
        (
            "que",
            r"que \s (?:nous|on|je|j'|tu) \s? (?:avons|a|avait|avions|t'ai|m'as|m'avais|t'avais) \s "
            r"(?:\w+\s)?? "
            "(?:dit|choisie?s?|decidee?s?|discute|conseillee?s?|recommandee?s?|visitee?s?|vue?s?|lue?s?"
            "|utilisee?s?|evoquee?s?)",
        ),
        (
            "avait etaient etait s'appelaient s'appelait",
            r"(?:quel(?:le)?s?|comment|ou|qui|quand|pourquoi|combien) \s (?:deja\s)? "
            "(?:etait|etaient|s'appelait|s'appelaient|avait|c'etait)",
        ),
        ("deja", r"c'(?:etait|est) \s (?:quoi|qui|quand|ou) \s deja"),
        ("deja", r"deja \s \?"),
        ("quel", r"quel(?:le)? \s (?:\w+\s){1,4}? deja"),
        ("comme", r"comme \s (?:la \s derniere \s fois|d'habitude|avant|convenu|on \s (?:a|avait))"),
        (
            "ancienn dernier precedent",
            r"(?:notre|nos|la|le|l') \s? (?:derniere?|precedente?|ancienne?) \s "
            "(?:conversation|discussion|session|reunion|echange|appel|rendez-vous|voyage|rencontre)",
        ),
        (
            "d'hier passee precedente",
            r"(?:conversation|discussion|session|reunion) \s (?:precedente|d'hier|passee)",
        ),
        ("l'historique", r"l'historique \s de \s (?:nos|notre)"),
    ),
    asks_about_user=(
        ("genre type sorte", r"quel(?:le)? \s (?:genre|type|sorte) \s de \s \w+ \s (?:suis-je|je \s suis)"),
        ("portrait bio biographie presentation",
         r"(?:mon \s portrait | (?:portrait|bio|biographie|presentation) \s (?:de|sur) \s moi)"),
        (
            "moi nous sujet concern",
            r"(?:sais | savez | sait | souviens | souvenez | rappel\w* | connais\w* | reten\w* | retien\w* | appris "
            r"| not\w+ "
            r"| enregistr\w* | memoris\w* | gard\w+ | stock\w* | dit | parle | racont\w* | as | avez | tout | "
            r"infos? | informations? "
            r"| resum\w* | fiche | profil | faits | choses | donnees | idee | image | recapitul\w* | liste\w*) \b "
            r"[^.?!]{0,50}? "
            r"(?: \s (?:sur|de|a \s propos \s de|d'apres) \s (?:moi|moi-meme|nous|ma \s personne) \b | \s me \s "
            r"concernant "
            r"| \s qui \s me \s concern\w+ | \s a \s mon \s sujet | \s sur \s mon \s compte)",
        ),
        ("suis",
         r"(?:qui \s (?:suis-je | je \s suis | est-ce \s que \s je \s suis) | je \s suis \s qui) (?= \s? (?: $ | "
         r"[?!.,] | pour))"),
        ("connais souviens",
         r"(?:tu|vous) \s me \s (?:connais\w* | remets | reconnais\w*) | (?:me \s connais-tu | me \s "
         r"connaissez-vous)"),
        ("decri presente resume",
         r"(?:decri\w+ | presente\w* | resume\w*) -? \s? moi \b (?! \s (?:la|le|les|un|une|ce|cet|cette|ca))"),
        ("profil", r"mon \s profil \b"),
    ),
    asks_for_help=(
        ("comment", r"comment \s (?: (?:est-ce \s que \s)? (?:je|on|nous) | puis-je | faire | \w+er | \w+ir ) \b"),
        ("puis peux dois peut doit",
         r"(?:puis-je | dois-je | peut-on | doit-on | est-ce \s qu(?:e \s (?:je|nous)|'on) \s (?:peux|dois|peut"
         r"|doit|pouvons))"),
    ),
    asks_of_everybody=(
        ("pourquoi",
         r"pourquoi \s (?: [\w']+ (?<!avions) (?<!etions) (?<!pouvons) -nous | (?:est-ce \s que \s)? (?:nous|on) \s "
         r"(?!a\b|avait\b|etait\b|est\b|ne\b|peut\b|pouvons\b) \w+) \b"),
        ("appelle", r"comment \s (?:appelle-t-on|on \s appelle|appelons-nous) \b"),
        (
            "notre nos",
            r"(?<!pour\s) no(?:tre|s) \s (?:systeme \s solaire|planete|galaxie|univers|espece|atmosphere|lune|soleil"
            r"|corps|cerveaux?|systeme \s immunitaire|poumons|yeux|oreilles|os|muscles|cellules|genes|adn|sang|peau"
            r"|coeurs?|cheveux|ongles|nez|estomac|squelette|langue (?= \s? (?: $ | [?!.,])))",
        ),
        ("d'os dents muscles cellules sens genes",
         r"combien \s (?:d'os|de \s (?:dents|muscles|cellules|sens|genes|chromosomes)) \s "
         r"(?:avons-nous|a-t-on|on \s a)"),
        ("corps cerveau immunitaire",
         r"comment \s (?:est-ce \s que \s)? mon \s (?:corps|cerveau|systeme \s immunitaire)"),
        ("passe",
         r"passe(?:-t-il)? \s dans \s m(?:on|a|es) \s (?:corps|cerveau|tete|sang|estomac|ventre|muscles|poumons|peau)"),
    ),
    asks_of_user=(
        (
            "ai-je suis-je est-ce",
            r"(?: (?:ai|suis|avais|etais|habite|vis) - (?:je) | est-ce \s que \s (?:j'|je|mon|ma|mes|notre|nos) ) \b",
        ),
        (
            "on",
            r"(?:quel\w* | ou | quand | combien | quoi) \b [^.?!,]{0,30}? \b (?:est-ce \s qu')? on \s (?:\w+ \s){0,2}?"
            r" (?!peut\b|doit\b|dit\b|appelle\b|met\b|ecrit\b) \w+"
            r" | ^ \W* on \s (?!peut\b|doit\b|dit\b|ecrit\b) (?:\w+ \s){1,4}?"
            r" (?:quoi | quel\w* | ou | quand | combien | qui) \b",
        ),
    ),
    asks_where_left_off=(
        ("suite", r"(?:c'est \s quoi | quelle \s est) \s (?:la|notre) \s suite (?= \s? (?: $ | [?!.]))"),
        ("faisait faisions", r"(?:on|nous) \s (?:faisait|faisions) \s quoi \b"),
        (
            "etait etions est",
            r"(?:ou \s (?:(?:est-ce \s qu'on | on | nous) \s)? en \s (?:etait|etions|est) (?:-on|-nous)? "
            r"| (?:on|nous) \s en \s (?:etait|etions|est) \s (?:ou|restes?))",
        ),
        (
            "arrete",
            r"(?:ou \s)? (?:est-ce \s (?:qu'on|que \s (?:nous|je))|on|nous|je) \s "
            r"(?:s'est | s'etait | (?:nous \s)? (?:sommes|etions) | me \s suis | m'etais) \s arretee?s? (?: \s ou)?",
        ),
        ("arrete", r"ou \s s'est-on \s arrete"),
        (
            "derniere hier",
            r"(?:(?:de|sur) \s quoi | qu'est-ce \s qu(?:e|'on) | qu'a-t-on | qu'avons-nous "
            r"| on \s (?:a|avait|parlait|faisait|travaillait)) \b .{0,30}? (?:la \s derniere \s fois | hier)"
            r" (?= \s? (?: $ | [?!.,]))",
        ),
        (
            "quoi",
            r"(?:de|sur) \s quoi \s (?:(?:on|est-ce \s qu'on|nous) \s)? "
            r"(?:parlait|parlions|travaillait|travaillions|bossait)",
        ),
        (
            "restait reste",
            r"qu(?:'est-ce \s qu(?:'il|i) | oi | e) \s (?:nous \s)? (?:restait|reste(?:-t-il)?) \s (?:\w+ \s)? "
            r"(?:a \s faire | en \s suspens)",
        ),
        ("etape", r"(?:quelle \s est | c'est \s quoi) \s (?:la|notre|ma) \s prochaine \s etape (?= \s? \?? $)"),
        (
            "reprend reprenons reprendre reprends",
            r"(?:on \s reprend | reprenons | reprendre | reprends) \s (?:la \s? (?:ou|$|[.!?]) | ou \b | le \s fil)",
        ),
        (
            "continue continuons poursuivons",
            r"(?:continue|continuons|poursuivons) \b .{0,40}? (?:la \s derniere \s fois | hier | commence)",
        ),
    ),
    says_to_go_on=(
        (
            "continu repren poursui suite",
            r"^ \s* (?:(?:ok|bon|alors|allez|bonjour|salut|on|peut-on|svp) \b [,.!\s]*)* "
            r"(?:continue(?:r|z)? | continuons | repren(?:ds?|ons|dre) | poursui(?:s|vons) | la \s suite) "
            r"(?= (?: \s (?:avec \s)? (?:notre|la|le|les|mon|ma) \s \w+ (?:\s \w+)?)? "
            r"[,\s]* (?:stp|svp|s'il \s (?:te|vous) \s plait)? \s* [.!?…]* $)",
        ),
    ),
    times=Times(
        numbers={
            "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8,
            "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "quinze": 15, "vingt": 20, "trente": 30,
        },
        vague={"quelques": (2, 5), "plusieurs": (3, 8)},
        units={
            "minute": "minute", "minutes": "minute", "heure": "hour", "heures": "hour", "jour": "day", "jours": "day",
            "nuit": "night", "nuits": "night", "semaine": "week", "semaines": "week", "week end": "weekend",
            "weekend": "weekend", "mois": "month", "trimestre": "quarter", "trimestres": "quarter", "an": "year",
            "ans": "year", "annee": "year", "annees": "year",
        },
        seasons={"printemps": 3, "ete": 6, "automne": 9, "hiver": 12},
        days={
            "aujourd'hui": 0, "aujourd hui": 0, "ce matin": 0, "cet apres midi": 0, "cette apres midi": 0, "hier": -1,
            "hier matin": -1, "hier apres midi": -1, "avant hier": -2, "demain": 1, "demain matin": 1,
            "apres demain": 2,
        },
        nights={"ce soir": 0, "cette nuit": 0, "hier soir": -1, "la nuit derniere": -1, "demain soir": 1},
        steps={
            "dernier": -1, "derniere": -1, "derniers": -1, "dernieres": -1, "passe": -1, "passee": -1,
            "precedent": -1, "precedente": -1, "ce": 0, "cet": 0, "cette": 0, "prochain": 1, "prochaine": 1,
            "prochains": 1, "prochaines": 1,
        },
        stretches={"il y a une quinzaine": ("week", -2)},
        past_steps=frozenset({"dernier", "dernieres", "derniers"}),
        roles={
            "il y a": "back", "y a": "back", "ca fait": "back", "dans": "in", "en": "of", "au": "of",
            "entre": "of", "debut": "of", "fin": "of", "mi": "of", "de": "of",
            "du": "of", "d": "of", "l": "of", "le": "of", "la": "of", "les": "of",
            "au mois de": "of", "mois de": "of",
            "pendant": "of", "depuis": "since", "depuis le": "since", "a partir de": "since", "avant": "before",
            "avant le": "before", "apres": "after", "apres le": "after", "jusqu a": "until", "jusqu en": "until",
            "jusqu au": "until", "d ici": "until", "et": "and", "a": "and",
        },
        ambiguous=several("mars janv fevr avr juil sept oct nov dec ete"),
        ordinals="er",
        to=r"au?|jusqu'(?:au?|en)|[-–]",
        both=(r"entre(?:\ le)?", r"et", r""),
        looks_ahead=(r"\b(?:vais|vas|va|allons|allez|vont|prevu|prevoi\w+"
            r"|rappelle-moi|echeance|\w+(?:erai|eras|erons|erez|eront))\b"),
    ),
    dates=Dates(
        weekday=r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)",
        leave=r"""\b(?:le|les|tous\ les|chaque)\ {weekday}s?\b(?!\ (?:prochain|\d))|\bau\ lieu\ d[eu]\ {weekday}s?\b""",
        next_week=r"""\b(?:{weekday}\ prochain|{weekday}\ de\ la\ semaine\ prochaine)\b""",
        numbered=r"""\b{weekday}\ \d{1,2}\b(?!\s*h|:|/\d{3}|\s*(?:heures?|personnes|euros|%|€))""",
        unsure=r"""\b(?:peut-être|sans\ doute|probablement|éventuellement|environ|vers|soit)\b|\b(?:du|de
            |entre)\b.{1,40}\b(?:au|à|et)\ (?:le\ )?(?:{weekday}|\d)|\b{weekday}\s*(?:-|–|ou|et|à
            |au)\s*{weekday}""",
        begun=r"""\bdepuis\ (?:le\ )?{weekday}\b""",
        deadline=r"""\b(?:pour|avant|d'ici|jusqu'à|jusqu'au)\ (?:le\ )?{weekday}\b
            |\b(?:reporté|décalé|repoussé|déplacé|avancé)e?s?\b[^,.;]{0,40}?\b(?:à|au)\ {weekday}\b""",
        called_off=r"""\b(?:est|sont|a\ été|ont\ été)\ (?:\w+\ )?(?:annulée?s?|supprimée?s?)\b""",
        past=r"""\b(?:ai|jai|as|a|avons|avez|ont|(?P<is>suis|es|est|sommes|êtes|sont))\ (?:(?!(?:une?|deux
            |trois|[lmts](?:[ea]|es|on)
            |[nv]otre|nos|vos|leurs?|d[eu]s?|ces?|cette|au|aux|à|en|chez|dans|sur|pour|avec|quelques|plusieurs
            |{weekday})\ )\w+\ ){0,2}?(?!allergique|marié|{weekday}|(?:une?|à|depuis|aussi|ainsi|puis|ici|là|paris)\b)
            (?!(?(is)(?:pris|occupé|invité|attendu|convoqué|prévu|fermé)|(?!)))\w+(?:é|ée|és|ées|i|ie|is|u|ue|us|it|ert|int)\b
            |\b(?:on|je|il|elle)\ (?:la|lai)\ \w+(?:é|ée|és|ées|ue|u)\b|\bs'est\ mariée?s?\b
            |\b(?:était|étais|avait|avais|étaient|avaient)\b""",
        month_end=r"""\b(?:la\ |d'ici\ la\ )?fin\ du\ mois\b""",
        year_end=r"""\b(?:la\ |d'ici\ la\ )?fin\ de\ l'année\b""",
        week_of="semaine du {date}",
        about="vers le {date}",
    ),
)  # fmt: skip
