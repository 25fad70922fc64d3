"""Statements in French: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import AnyOf, several
from tiermem.text.languages.statements import CuedPattern, Statements, phrase

_PLEASE = r"(?:s'il\s+(?:te|vous)\s+pla[iî]t|stp|svp|merci)"
_ASKS = rf"""^(?:(?:et|alors|au\s+fait|bon|ok|non),?\s+)*(?:{_PLEASE},?\s+)?"""
"""Begins a request, with courtesies."""
_MAY = r"""(?:(?:peux|pourrais)[- ]tu|(?:pouvez|pourriez)[- ]vous|tu\s+(?:peux|pourrais|dois)|vous\s+pouvez
    |je\s+(?:veux|voudrais|préfère)\s+que\s+tu)"""
_KEEPS = (
    r"(?:te\s+souvenir|vous\s+souvenir|retenir|te\s+rappeler|garder|enregistrer|mémoriser|noter|conserver)"
)
_KEEP_NOT = rf"""(?:(?:tu\s+n'as|vous\s+n'avez|t'as|pas)\s*(?:pas\s+|plus\s+)?besoin\s+de\s+{_KEEPS}
    |(?:ce\s+n'est|c'est)?\s*(?:pas|plus)\s+la\s+peine\s+de\s+{_KEEPS}|inutile\s+de\s+{_KEEPS}|arrête\s+de\s+{_KEEPS}
    |ne\s+(?:garde|retiens|enregistre|mémorise|note|conserve|retenez|gardez|enregistrez)\s+(?:pas|plus|rien\s+(?:sur|de)))"""
"""Asks not to remember."""
_TOLD = r"""(?:tout\s+)?ce\s+que\s.+?|tout\s.+?
    |(?:cette\s+histoire|l'histoire|le\s+truc|l'affaire)\s+(?:d|avec|sur|du|de)\s*.+?"""
"""Names what was said or is known."""
_MINE = rf"""(?:mon|ma|mes|notre|nos|que\s+(?:je|j'|mon|ma|nous)|où\s+j)\s*.+?|{_TOLD}"""
_MEMORY = r"""\s+(?:de|en)\s+(?:(?:tes|vos)\s+notes|(?:(?:ta|votre|la|tes|vos)\s+)?(?:mémoire|souvenirs?))"""
_THANKS = rf"""(?:,?\s+(?:{_PLEASE}|maintenant|quelque\s+part))*\s*$"""

_RELATIVE = r"""(?:mon|ma|notre)\ (?:femme|mari|copine|copain|compagne|compagnon|maman|mere|papa|pere|s(?:oe|œ)ur
    |frere|fille|fils|tante|oncle|niece|neveu|mamie|papi|grand-(?:mere|pere)|cousine?|amie?|collegue|coloc\w*
    |voisine?|chef\w*)(?:\ (?!qui\b|est\b|a\b|et\b|pour\b|prend\b|tape\b|ecrit\b|maintenant\b)[\w'-]+)?"""
"""A relative or friend of the speaker, with a name."""

STATEMENTS = Statements(
    # Things and persons
    determiners=several("le la les mon ma mes notre nos un une"),
    names=several("nom prenom"),
    pronouns=several("il elle ils elles"),
    # Negations
    negates=phrase(r"\b(?:ne|pas|jamais|sans|aucun\w*|rien|personne|non)\b"),
    conjunctions=several("mais et"),
    # The same statement in other words
    fillers=several("le la les un une"),
    limits=several("ne pas jamais sans aucun"),
    as_the_user={"votre": "mon", "ton": "mon", "ta": "ma"},
    # The scaffold of a profile
    topics={
        "About": several("anniversaire prenom"),
        "Health": several("allergique vegetarien vegetarienne"),
        "Home": several("habite domicile appartement"),
        "Work": several("travail travaille metier entreprise patron"),
        "Studies": several("etudie etudes universite"),
        "Tools": several("utilise ordinateur"),
    },
    single={
        "About": several("anniversaire"),
        "Home": several("domicile"),
        "Work": several("travail"),
    },
    attributes=(
        phrase(
            r"^(?:mon|ma|mes|notre|nos)\ (?P<key>[^,;:]{2,40}?)\ (?:est|sont|s['’]appelle)\ (?P<value>\S.*)$"
        ),
    ),
    value_end=phrase(
        r"""(?:,?\s*(?:,|\bet\b)?\s*(?:\bet\ non|\bpas)\s*.*$)
        |(?:,?\s*\b(?:et|mais)\s+(?:je|j'|nous|il|elle|mon|ma)\b.*$)|(?:,\s+(?:qui|un|une|que)\b.*$)"""
    ),
    clause_end=phrase(
        r"""(?:,\s*(?:et\s+)?(?:je|j'|nous|mon|ma|notre)\b.*$)
        |(?:,?\s+et\s+(?:notre|nos|mon|ma|le|la)\s+[^,;]{1,40}?\s(?:est|sont)\b.*$)
        |(?:,?\s+(?:au\s+cas\s+où|parce\s+qu\w*|pour\s+que|bien\s+que)\b.*$)"""
    ),
    value_start=phrase(r"^maintenant\s+"),
    introduces=phrase(r"(?:\b(?:nom\ est|je\ suis|appelle(?:z)?-moi|prénom\ est)|\bm'appelle)\s+"),
    passing=phrase(
        r"""\b(?:maintenant|actuellement|en\ ce\ moment|aujourd'hui|désormais|ces\ temps-ci
        |\d{1,3}\ (?:ans|mois|semaines))\b"""
    ),
    # Forgetting and declining
    forget=(CuedPattern(
        "tout",
        r"""^tout\s+ce\s+que\s+(?:tu\s+(?:as|sais)|vous\s+(?:avez|savez))\s+(?:(?:noté|gardé)\s+)?(?:sur|de)\s+(?P<what>[^,;:]{2,50}?)\s+
        (?:peut|doit)\s+(?:partir|disparaître|être\s+(?:effacé|supprimé|oublié)).*$"""
    ), CuedPattern(
        "oubli supprime efface retire besoin peine inutile arrête garde retien enregistr mémoris note conserv",
        rf"""{_ASKS}(?:oublie[zs]?|(?P<deletes>supprime[zs]?|efface[zs]?)
        |{_MAY}\s+(?:oublie[rs]?|supprime[rs]?|efface[rs]?)|{_KEEP_NOT})
        \s+(?P<what>{_MINE})(?P<memory>{_MEMORY})?{_THANKS}"""
    ), CuedPattern(
        "oubli retien souvenir retenir garde",
        rf"""{_ASKS}(?:oublie[zs]?|{_MAY}\s+oublie[rs]?|{_KEEP_NOT})
        \s+(?P<what>(?:comment|qui|où|quand|quel)\s+.*?\b(?:j|je|mon|ma|mes|notre|nos)\b.*?
        |que\s+[^,;]+?\s(?:me|m'|moi|mon|ma|mes|notre|nos)\b.*?
        |(?P<guess>qu(?:e\s+|['’])(?-i:[A-ZÀ-Ý])[\w'-]+\s.+?)
        |(?:le|la|l'|les)\s*(?:pr[ée]noms?|noms?|anniversaire|âge|adresse|numéro|métier)\s+(?:de\s|d'|du\s|des\s).+){_THANKS}"""
    ), CuedPattern(
        "oubli",
        rf"""{_ASKS}(?:oublie[zs]?|{_MAY}\s+oublie[rs]?)\s+(?P<who>(?-i:[A-ZÀ-Ý][\w'-]+(?:\s[A-ZÀ-Ý][\w'-]+){{0,2}}))
        (?:,\s+(?:il|elle|ils|elles|je|on|nous|c'est|ça|j')\s?.*)?{_THANKS}"""
    ), CuedPattern(
        "oubli",
        rf"""{_ASKS}oublie[zs]?\s+(?P<maybe>(?-i:(?!(?:ça|cela|tout|pas|moi|rien)\b)[a-zà-ÿ]\w+)){_THANKS}"""
    ), CuedPattern(
        "oubli",
        rf"""{_ASKS}oublie[zs]?\s+(?P<thing>(?:l'|(?:le|la|les)\s)(?:[\w-]+\s){{0,2}}?[\w-]+){_THANKS}"""
    ), CuedPattern(
        "mémoire notes souvenir",
        rf"""{_ASKS}(?:oublie[zs]?|supprime[zs]?|efface[zs]?|retire[zs]?|enlève|{_MAY}\s+(?:oublier|supprimer|effacer|retirer))
        \s+(?P<what>(?!(?:ça|cela|tout)\s+de\b).{{2,60}}?){_MEMORY}{_THANKS}"""
    ), CuedPattern(
        "oublie supprime efface",
        r"""^ce\s+que\s+je\s+(?:t'ai|vous\s+ai)\s+(?:dit|raconté)\s+(?:sur|de
            |à\s+propos\s+de)\s+(?P<what>[^:,.!?]{2,60}?)
        \s*[:,–—-]\s*(?:s'il\s+te\s+plaît\s+)?(?:oublie|efface|supprime)\b.*$"""
    ), CuedPattern(
        "oubli efface supprime retire garde retien note enregistr",
        rf"""{_ASKS}(?:(?P<what>{_MINE})|(?P<thing>(?:l'|(?:le|la|les)\s)(?:[\w'-]+\s){{0,4}}?[\w'-]+))\s*(?:[,:–—-]\s*|\s)
        (?:{_PLEASE},?\s+)?(?:(?:oublie[zs]?|(?P<deletes>efface[zs]?|supprime[zs]?|retire[zs]?))(?:-l[ae]s?|\s+(?:ça|cela|tout\s+ça))
            |{_MAY}\s+(?:l'|la\s|le\s|les\s)\s*(?:oublie[rs]?|supprime[rs]?|efface[rs]?|retirer)
            |(?:ne\s+)?(?:l[ae]s?\s+|l')?(?:garde|retiens|note|enregistre)[sz]?(?:\s+ça)?\s+(?:pas|plus)(?:\s+ça)?)
        (?P<memory>{_MEMORY})?{_THANKS}"""
    )),
    of_name=phrase(r"\b(?:pr[ée]noms?|noms?)\b|\b(?:s'|se\s)appelle\w*|\b(?:comment|qui\s+est)\b"),
    assents=phrase(r",?\s*(?:ok|d'accord|hein)\s*\?+$"),
    polite=phrase(r"(?:peux|pourrais|pouvez|pourriez)[-\ ](?:tu|vous)|tu\ (?:peux|pourrais)|vous\ (?:pouvez|pourriez)"),
    around_forgotten=phrase(
        r"""\b(?:tout\s+)?ce\s+que\s+(?:j(?:'|e\s+(?:t'|te\s+|vous\s+)?)(?:(?:ai|avais)\s+)?(?:dit|disais|raconté|écrit|mentionné|confié)
            |tu\s+(?:sais|as)|vous\s+savez)(?:\s+(?:hier|avant|tout\s+à\s+l'heure))?
            \s+(?:sur\b|concernant\b|(?:à\s+propos\s+|au\s+sujet\s+)?d(?:e\b|u\b|'))
        |\btout\s+(?:sur|de)\b
        |^(?:cette\s+histoire|l'histoire|l'affaire|le\s+truc)\s+(?:d(?:'|e\s+l'|[eu]s?)|avec|sur)(?:\s+la\b)?
        |^(?:mes|les|ces)\s+(?:histoires|affaires|questions|soucis|problèmes)\s+d(?:e\s+|['’])
        |^(?:cette|l')\s*histoire\s+d(?:'|e\s+l'|[eu]s?)(?:\s+la\b)?"""
    ),
    myself=several("moi"),
    i=phrase(r"\b(?:je|j)\b"),
    secrecy=AnyOf(("entre_nous confidentiel prive off pour_toi pour_vous",
            r"\b(?:entre\ nous|confidentiel|prive|off\b|gard\w+\ (?:\w+\ ){0,2}pour\ (?:toi|vous))",),),
    refuses=AnyOf(
        (
            "ne n' pas rien jamais oublie hors efface",
            r"\b(?:ne|n'\w*|pas|rien|jamais|oublie\w*|hors|efface\w*)\b",
        ),
    ),
    remembers=AnyOf(
        (
            "retien reten oubli memoir memoris souven souvien note",
            r"\b(?:retien|reten|oubli|memoir|memoris|souven|souvien|note)",
        ),
    ),
    keeps=AnyOf(
        (
            "gard enregistr stock efface trace nulle_part par_ecrit",
            r"\b(?:gard|enregistr|stock|efface|trace|nulle\ part|par\ ecrit)",
        ),
    ),
    talk=AnyOf(
        (
            "ca ce je j' mon ma mes notre nos nous on viens_de_dire",
            r"\b(?:ca|cela|ceci|ce|je|j'\w*|mon|ma|mes|notre|nos|nous|on|viens\ de\ dire)\b",
        ),
    ),
    mocks=AnyOf(
        (
            "d'avril fausse faux",
            r"""\bpoisson\ d'avril\b(?=.*\b(?:ecri|redig|invent|prepar|aide))
            |(?:^|[,;:.!?]\ |\bpeux-tu\ )(?:tu\ )?(?:m'|me\ )?(?:ecri|redig|invent|prepar)\w*\b[^.!?]{0,30}
            \b(?:fausse\ (?:annonce|nouvelle)|faux\ (?:communique|faire-part))\b""",
        ),
        (
            "comme_si",
            r"""^\W*(?:(?:oui|ouais|mais|bah|ben|ah|bien\ sur|c'est\ ca|evidemment|carrement
            |voyons)\W+)*(?:et\ )?comme\ si
            \ (?:j'|(?:je|on|nous)\ )(?:\w+\ )?\w+(?:ais|ait|ions)\b""",
        ),
        (
            "cresus rothschild sur_l'or d'angleterre de_france le_pape du_petrole musk",
            r"""\bje\ suis\ (?:bien\ sur\ |evidemment\ )?(?:rothschild|cresus|elon\ musk|(?:la\ reine|le\ roi)
            \ (?:d'angleterre|de\ france)|le\ pape|le\ roi\ du\ petrole)(?=\W*$|[,.;!?]|\ (?:et|donc|mais)\b)
            |\bm(?:on|a)\ \w+,?\ (?:est|c'est)\ elon\ musk(?=\W*$|[,.;!?])
            |\b(?:je|on|nous)\ roul\w+\ sur\ l'or\b|\b(?:je\ suis|on\ est)\ riche\ comme\ cresus\b""",
        ),
        (
            "llionnaire lliardaire palais chateau yacht domestiques majordome",
            r"""^\W*(?:(?:oui|ouais|mais|bah|ben|ah)\W+)*(?:(?:oui|ouais|mais|bah|ben|ah)\W+(?:oui|bien\ sur
            |evidemment
            |carrement)|c'est\ ca)\W+(?:et\ |moi\ )*(?:je\ suis\ (?:multi)?(?:millionnaire|milliardaire)
            |(?:j'(?:ai|habite)|je\ vis)\ (?:dans\ )?(?:\w+\ )?(?:palais|chateaux?|yachts?|domestiques|majordomes?)
            (?:\ avec\ (?:\w+\ )?\w+)?)(?=\W*$|[,.;!?])""",
        ),
    ),
    plays=AnyOf(
        (
            "partenaire_de meneur_de_jeu maitre_du_jeu dans_ton_role dans_votre_role dans_la_peau on_dirait_que",
            r"""\b(?:sois|soyez|tu\ seras|fais|tu\ es)\ (?:mon|ma|le|la|notre)\ (?:partenaire\ de\ (?:scene|jeu)
            |(?:meneur|maitre)\ du?\ jeu)\b
            |(?:^|[.!?,;:]\ ?|\bet\ )\W*reste[sz]?\ dans\ (?:ton|votre)\ role\b
            |\b(?:mets|mettez|mettons)-?(?:toi|vous|nous)\ dans\ la\ peau\b
            |\bon\ dirait\ que\ (?:j'etais|tu\ etais|(?:je|j')\ ?suis\ (?:le|la|un|une)\b[^.!?]{2,40}?\btu\ (?:es
            |serais)\b)""",
        ),
        (
            "je_suis_l je_suis_un je_joue_ je_serai_",
            r"""\bje\ (?:suis|joue|serai)\ (?:le\ |la\ |l'|une?\ )[^.!?]{2,40}?(?:,|;
            |\ et)\ (?:et\ )?(?:toi,?\ )?
            tu\ (?:joues|seras)\ (?:le\ |la\ |l'|une?\ |mon\ |ma\ )""",
        ),
        (
            "tu_joues tu_seras",
            r"""\btu\ (?:joues|seras)\ (?:le\ |la\ |l'|une?\ |mon\ |ma\ )[^.!?]{2,40}?(?:,
            |\ et)\ (?:et\ )?(?:moi,?\ )?
            (?:je\ (?:suis|joue|fais|serai)\ )?(?:le\ |la\ |l'|une?\ |ton\ |ta\ )""",
        ),
        (
            "improvis jou",
            r"""\b(?:(?:on|nous|allez,?)\ (?:\w+\ )?(?:improvis\w*|jou\w*)|jouons)\b.{0,100}?\b(?:tu\ (?:es|joues
            |fais|seras)
            |t'es
            |toi\ tu\ es)\ (?:l[ea]\ |l'|une?\ |mon\ |ma\ )[^.!?]{2,60}?(?:,|\ et)\ (?:et\ )?(?:moi\b|je\ (?:suis
            |joue)
            |j'suis)|\bjoue\ le\ jeu\b[^?]{0,20}?\btu\ es\b""",
        ),
        (
            "fais_l joue_l fais_un joue_un",
            r"""^\W*(?:fais|joue)\ (?:l[ea]\ |l'|une?\ )[^.!?]{2,30}?(?:,|\ et)\ (?:et\ )?(?:moi,?\ )?
            je\ (?:suis|joue)\ (?:l[ea]\ |l'|une?\ )""",
        ),
        (
            "comme_si semblant",
            r"""^\W*(?:fais|faites|faisons)\ (?:comme\ si\ (?:tu\ etais|vous\ etiez|j'etais|on\ etait|nous\ etions)
            |semblant\ d'etre)\b""",
        ),
        (
            "on_joue jouons jeu_de_role on_fait on_improvise faisons",
            r"""\b(?:on\ joue|jouons|jeu\ de\ roles?|on\ fait\ semblant|faisons\ semblant)\s*:
            |^\W*(?:allez,?\ )?on\ improvise\s*[?:,]
            |\b(?:faisons|on\ fait|jouons(?:\ a)?|on\ joue(?:\ a)?)\ (?:une?\ )?(?:petit\ )?(?:jeu\ de\ roles?
            |saynete)\b
            |\b(?:jouons|on\ joue|faisons|on\ fait)\ (?:une?\ )(?:scene|histoire)\b[^?]{0,80}?\b(?:tu\ (?:es|joues)
            |t'es
            |je\ (?:suis|joue))\b""",
        ),
        (
            "tu_es imagin",
            r"""^\W*(?:maintenant,?\ tu\ es|tu\ es\ maintenant)\ (?!(?:le|la|une?|mon
            |ma)\ |\w+e\b\ et)(?:\w+\ ){0,2}?\w+,?\ et\ (?:(?:moi,?\ )?je\ suis
            |moi)
            \ (?:\w+\ )?\w+\W*$
            |^\W*(?:maintenant,?\ tu\ es|tu\ es\ maintenant)\ (?:le|la|une?|mon|ma)\ [^.!?]{2,40}?(?:,
            |\ et)\ (?:et\ )?(?:moi,?\ )?
            (?:je\ suis\ )?(?:le|la|une?|ton|ta)\b
            |\bimagine\ que\ tu\ es\ (?:une?|le|la|mon|ma)\ [^.!?]{2,40}?\ et\ (?:que\ )?(?:moi\ |je\ suis\ (?:une?
            |le|la
            |ton|ta)\b)""",
        ),
    ),
    hands_over=AnyOf(
        (
            "qui_ecrit qui_tape qui_parle qui_prend qui_continue clavier ma_place",
            rf"""\b(?:c'est|voici|voila)\ (?:maintenant\ )?{_RELATIVE}\ qui\ (?:ecrit|tape|te\ parle
            |prend\ le\ clavier|continue)(?=\W*$|[.,!;:]|\ (?:maintenant|la|ici))
            |\b{_RELATIVE}\ (?:prend\ (?:le\ clavier|ma\ place)|(?:tape|ecrit)\ (?:maintenant|a\ ma\ place))""",
        ),
        (
            "je_te_passe je_vous_passe je_passe je_te_laisse je_vous_laisse je_laisse",
            rf"""\bje\ (?:te\ |vous\ )?(?:passe|laisse)\ (?:avec\ |(?:le\ (?:clavier|telephone|pc|portable)
            |la\ (?:main|parole|place|tablette))\ a\ )?{_RELATIVE}(?=\W*$|[.,!;:]|\ (?:un|une|pour|deux
            |quelques)\b)""",
        ),
    ),
    takes_back=AnyOf(
        (
            "moi revoi voila revenu retour nouveau",
            r"""(?:^|[.!?]\ )\W*(?:(?:bon|ok|alors|et|voila|merci)[,.!]?\ )*
            (?:c'est\ (?:re-?\ ?|encore\ |de\ nouveau\ |a\ nouveau\ )moi\b|me\ re?voi(?:la|ci)\b|re-?\ ?moi\b
            |je\ suis\ (?:de\ retour|revenue?)\b
            |c'est\ (?:de\ nouveau|a\ nouveau)\ |[\w-]+\ (?:est\ )?de\ retour\b)""",
        ),
    ),
    stops_playing=AnyOf(
        (
            "suffit stop arret fin revenons retour c'etait fini restons joue",
            r"""^\W*(?:(?:bon|ok(?:ay)?|allez|mdr|haha*|super|merci|d'accord)\W+)*(?:ca\ suffit\b|stop(?=\W*$|[.!,;])
            |on\ (?:s')?arrete\b|arretons\b|fin(?=\W*$|[.!,;]|\ d[ue]\b)|revenons\b|restons-en\ la\b|retour\ a\b)
            |\b(?:retour\ a\ la\ realite|le\ jeu\ est\ (?:fini|termine)|c'etait\ (?:\w+\ )?(?:drole|marrant|amusant
            |sympa)
            |plus\ envie\ de\ jouer|on\ ne\ joue\ plus|assez\ joue)\b""",
        ),
        (
            "blague_a_part serieusement vraie_vie hors_personnage",
            r"\b(?:blague\ a\ part|plus\ serieusement|dans\ la\ vraie\ vie|hors\ personnage)\b",
        ),
        (
            "peux pourrais pouvez s'il aide tradui resume corrige",
            r"""^\W*(?:tradui[st]|traduisez|resume[rz]?|corrige[rz]?)\b
            |(?:^|[.!?,]\ )\W*(?:(?:ok|maintenant|et|merci),?\ )*(?:tu\ (?:peux|pourrais)|(?:peux|pourrais)-tu
            |vous\ pouvez
            |pouvez-vous|s'il\ te\ plait|aide-moi)\b[^.!?]{0,50}?\b(?:code|fonction|script|python|e-?mail|mail|cv
            |lettre\ de
            \ motivation|dissertation|tableur|tableau|excel|sql|regex|bug|paragraphe|presentation|json|csv|tradui\w*
            |resume[rz]?
            |corrige[rz]?)\b""",
        ),
    ),
    denies=phrase(
        r"""^\W*(?:(?:non|desole|pardon)\W+)?(?:
        faux\b|incorrect\b|inexact\b|pas\ (?:tout\ a\ fait|exactement|exact|correct|vrai)\b|correction\b|erreur\b
        |(?:c'est|c'etait)\ (?:faux|incorrect|inexact|errone|perime)\b
        |(?:ce\ n'est|c'est|ce\ n'etait)\ pas\ (?:tout\ a\ fait\ )?(?:ca|cela|exact|correct|juste|vrai|ce\ que\ j)\b
        |(?:tu\ te\ trompes|vous\ vous\ trompez|tu\ as\ tort|vous\ avez\ tort)\b
        |(?:je\ voulais\ dire|j'ai\ dit|je\ parlais\ d)\b|en\ fait\b|en\ realite\b
        )|^\W*non,\ (?:c'est|c'etait|il|elle|mon|ma|mes|notre|nos|le|la|les|je|j'|on|nous)"""
    ),
    of_here=phrase(
        r"""^(?!.*\b(?:je|j'|mon|ma|mes|moi)\b).*\b(?:ici|dans\ ce\ (?:repo|depot|projet|portail|service))\b
        |^(?:ce\ (?:repo|depot|projet)|celui-ci)\ (?:est|utilise|a)\b
        |\bpour\ ce(?:\ (?:repo|depot|projet)|lui-ci)(?=$|[,.;])
        |^(?:c'est|ceci\ est)\ un\ (?:repo|depot|projet)\b"""
    ),
    supposes=AnyOf(
        (
            "si_",
            r"""^\W*(?:et\ )?si\ (?:jamais\ |un\ jour\ )?(?:j'|(?:je|on|nous)\ )
            (?:\w+\ )?(?!(?:f|v|s|conn)ais\b)\w+(?:ais|ait|ions)\b""",
        ),
    ),
    persons={
        "je": "I", "j'": "I", "mon": "I", "ma": "I", "mes": "I", "moi": "I", "m'": "I", "nous": "WE", "notre": "WE",
        "nos": "WE", "tu": "YOU", "te": "YOU", "ton": "YOU", "il": "HE", "elle": "HE",
    },
)  # fmt: skip
