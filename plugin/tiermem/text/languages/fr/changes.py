"""Words by which statements in French change, end and correct others."""

from tiermem.text.languages.changes import Changes

_MONTHS = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
_PLANS = (
    (
        r"(?!.*\b(?:chaque|tous les)\b)(?:\b(?:pars|part|partons)\b"
        r"|\b(?:voulait|voulais|voulions|veut|veux|voulons) (?:aller|partir)\b"
        r"|\b(?:vais|va|allons)\b(?! (?:acheter|déménager|commencer)\b)"
        r"|\b(?:ai|a|avons)(?= [^.;!?]*\b(?:réservé|voyage|vol)\b))",
        "voyages?|vols?|séjour|vacances|croisière|week-end",
    ),
    (
        r"(?:\b(?:commence|commençons)\b|\b(?:ai|a|avons)(?= [^.;!?]*\b(?:offre|promesse d'embauche)\b))",
        "offre|poste",
    ),
    (
        r"\b(?:achète|achetons|acheter|déménage|déménageons|déménager)\b",
        "achat|vente|maison|appart(?:ement)?|déménagement",
    ),
)
"""Plans that may fall through, each with the things that may: a trip, a job, a home."""
_OPENING = r"^(?:(?:malheureusement|bon|du coup|hélas),? )?"


def _cancelled(things: str) -> tuple[str, ...]:
    """Return the expressions that say that one of some things was cancelled."""
    what = (
        rf"(?P<what>(?:[\w-]+ ){{0,2}}?)(?P<thing>{things})"
        r"(?: (?:à|au|aux|en|pour|chez|de la|de l'|du|des|de|d')(?:(?<=')| )(?P<more>[\w' -]+?))?"
    )
    return (
        rf"{_OPENING}(?:(?:le|la|les|notre|nos|mon|ma) |l'){what}"
        r" (?:est|sont|a|ont|s'est|tombe)(?: été)?(?: finalement)?(?: tombée?s?)?"
        r" (?:annulée?s?|à l'eau|retirée?s?|cassée?)\b",
        rf"{_OPENING}(?:(?P<by>\w+) |j')(?:ai|a|ont|avons)(?: dû)? (?:annulé|annuler|retiré)"
        rf" (?:(?:le|la|les|leur|notre|nos|mon|ma|son|sa) |l'){what}"
        r"(?=[.,;!]|$| (?:hier|parce|car|à cause|cette|ce)\b)",
    )


_GONE = """est parti|partie $, est parti|partie la semaine, est parti|partie le mois, est parti|partie il y a,
    est parti|partie hier|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ce|cette|depuis|définitivement|et,
    est parti|partie en|à retraite|la, est parti|partie à <name>"""
"""Who has left; "est parti faire les courses" says nothing of the kind."""

_PARTNER = r"(?P<who>(?:m(?:on|a) (?:[^\W\d]+ )?)?(?!nous\b)[^\W\d]+)"
"""A partner in few words, by name or as such: what is over with others is mostly something else."""
_IT_IS_OVER = "c'est (?:bien |vraiment )?(?:fini|terminé)"
_OPENS = r"(?:^|[,;.!?:] )(?:(?:et|mais|bon|voilà|là),? )*"
_DAY = "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"

CHANGES = Changes(
    # Whose a statement is
    to_first=(
        (r"^l'utilisat(?:eur|rice) s'appelle\b", "je m'appelle"),
        (r"^l'utilisat(?:eur|rice) a\b", "j'ai"),
        (r"^l'utilisat(?:eur|rice) est\b", "je suis"),
        (r"\b(\w+) de l'utilisat(?:eur|rice)\b", r"mon \1"),
        (r"^(?:le|la|les) mon\b", "mon"),
        (r"^l'utilisat(?:eur|rice)\b", "je"),
    ),
    note="préfère habite travaille utilise aime vit a est conduit boit mange parle veut déteste souhaite",
    i="je",
    openers="""
        salut, bonjour, coucou, au fait, sinon, ok, bon, alors, petite mise à jour, pour info, petite info,
        à propos,
        ah, oui, bonne nouvelle, tiens, petit changement
    """,
    mine="mon ma mes notre nos",
    theirs="son sa ses leur leurs",
    we="je j nous m moi me on",
    kin="""
        maman papa mamie papi
        sœur soeur frère mari femme fils fille mère père parents copain copine ami amie compagnon compagne
        collègue collègues
        voisin voisine voisins cousin cousine nièce neveu enfant enfants chiens chats chiot chaton chien chat chatte
        oncle tante grand-mère grand-père
        beau-père belle-mère beau-frère belle-sœur fiancé fiancée colocataire lapin cheval amis jumeaux
        garçon garçons sœurs frères filles cousins cousines nièces neveux oncles tantes chiennes chattes chienne chiots
        chatons jumelles lapins chevaux voisins
        pote potes copains copines coloc petit-fils petite-fille filleul filleule
    """,
    beings="""
        mari femme copain copine compagnon compagne fiancé fiancée ami amie pote coloc colocataire
        | fils fille enfant filleul filleule | chien chienne chiot | chat chatte chaton
    """,
    one="un une",
    of="de d du",
    roles="""
        chef cheffe responsable manager patron patronne supérieur dentiste médecin propriétaire prof professeur coach
        plombier électricien jardinier barbier directeur directrice instituteur institutrice gardien gardienne concierge
        notaire sage-femme dermato gynéco pédiatre ophtalmo orthodontiste ostéo ostéopathe psychologue psychiatre
        pharmacien pharmacienne secrétaire garagiste conseiller conseillère entraîneur entraîneuse
        comptable avocat avocate thérapeute psy coiffeur coiffeuse vétérinaire nounou kiné
    """,
    same={
        "maman": "mère", "papa": "père", "mamie": "grand-mère", "papi": "grand-père",
        "cheffe": "chef", "responsable": "chef", "manager": "chef", "patron": "chef", "patronne": "chef",
        "supérieur": "chef", "soeur": "sœur", "professeur": "prof", "avocate": "avocat", "coiffeuse": "coiffeur",
    },
    titles="m mme monsieur madame dr docteur docteure maître",
    called="est s' s appelle était maintenant désormais nommé nommée appelé appelée prénommé prénommée",
    auxiliaries="être sera",
    function="""
        le la les l un une des du de d et ou mais est sont était a ai as ont avons avez suis es être été en dans au aux
        pour sur chez avec par que qui se s m me nous je j tu te t il elle on ils elles ce cette c ça mon ma mes
        notre nos son
        sa ses y ne n pas plus heures heure h euros euro ans an hier mois semaine année dernière dernier
        maintenant désormais
        aussi très encore nouveau nouvelle nouvel nouveaux non oui à jusqu si vient viens venons vais va moi d' qu déjà
        fait mr mme depuis tout tous merci s'il plaît bien ici là être eu
    """,
    light="""
        utilise utilisons utilisent utiliser préfère préférer habite habitons habiter travaille travailler travaillons
        appelle mange manger rendre conduis conduit vis vit vivre bois boit aime aimer prends prend apprends joue coûte
        veux voudrais souhaite va vais fais fait
    """,
    generic="projet équipe appli entreprise jour temps gens avis idée",
    copulas="est sont était",
    negations="ne",
    verbs="""
        est suis sommes sont était a ont sera coûte dure passe commence finit habite travaille appelle vit prend part
        utilise
        doit préfère a été va se tourne tient aura reste mange boit peut aime déteste adore joue apprend parle
        attend :
    """,
    joined="""
        joue travaille vis vivons habitons mange mangeons bois parle lis cours nage cuisine conduis loue louons
        enseigne étudie chante peins déteste collectionne fais faisons suis sommes avons ai roule fume apprends vais
        utilisons bosse bossons
    """,
    clock="à vers",
    hours="h heures heure",
    # What changes
    changes=f"""
        sans cigarette|clope|tabac|fumer|alcool|boire,
        maintenant, désormais, dorénavant, à partir de, ne|n … plus, déménagé, passé|passée|passés à|de|en,
        tutoie-moi|tutoyez-moi, vouvoie-moi|vouvoyez-moi, décroché le|un poste|job, eu le poste|job,
        passe|passent|passer|passé|passée|passés à|au|aux|en, nommé|nommée, m ont fait, accouché,
        entre|entré|entrée en, bascule|basculé, monte|montons|monté|descend à,
        changé|changée|changés,
        repoussé|repoussée|repoussés|repoussées, reporté|reportée|reportés|reportées, décalé|décalée,
        déplacé|déplacée, avancé|avancée, augmenté|augmentée,
        baissé|baissée, réduit|réduite, plutôt, au lieu de, de nouveau, à nouveau,
        peux|pouvez|peut revenir|repasser à|au|aux,
        nouveau|nouvelle|nouvel, depuis, promu|promue, remplacé|remplacée, migré, en fait, prolongé|prolongée,
        acheté, licencié|licenciée, viré|virée, démissionné,
        marié|mariée|mariés, ai|a eu, vient d avoir, quitté, commencé, s installer|installé,
        installé|installée|installés, {_GONE},
        démissionné, rejoint, devenu|devenue, emménagé, monté, je voulais dire, correction, tu peux me,
        remplace, modifié,
        finalement, embauché|embauchée, renommé, viens de, vient de, venons de, dès, ^ non <mark>
    """,
    weak="""
        maintenant, nouveau|nouvelle|nouvel, depuis, en fait, acheté, à nouveau, de nouveau, commencé, viens de,
        vient de
    """,
    ordinals="er",
    renews="nouveau|nouvelle|nouvel|nouveaux",
    lists="et, ou",
    uses="pour",
    corrects="""
        petite|légère correction, confonds toujours|tout|souvent|les,
        sais pas pourquoi j ai écrit|dit|mis,
        sans c|s|t|e|h|y $, avec un|une|deux c|s|t|e|h|y|l|n,
        ^ pardon, pardonnez moi, excusez moi, non|nan attends|attendez,
        ^ désolé|désolée, ^ euh non, emmêlé|emmêlée, trompé|trompée, j ai mal dit|écrit, ^ ah non,
        ^ zut, dis n importe quoi, la|quelle honte, bêtises, quelle|quel idiot|idiote|andouille, mal lu|compté|mesuré,
        je voulais dire, erreur, ^ non|nan <mark>, en fait, faux, c est pas ça, n est pas, me suis trompé|trompée,
        correction, incorrect,
        c était faux, faute de frappe, coquille, correcteur, autocorrect*, mal écrit|tapé|orthographié, bêtise,
        attends non|nan, non|nan attends, non|nan pardon,
        attends <mark> non, oups, mélangé, confondu, s écrit, rectification, rectifie, plutôt dire,
        <number> <mark> pas <number>, <name> <mark> pas <name>
    """,
    articles="le la les l un une des",
    fused={
        "à le": "au", "à la": "à la", "à l'": "à l'", "à les": "aux",
        "de le": "du", "de la": "de la", "de l'": "de l'", "de les": "des",
    },
    repairs="""
        attention ah oh euh mince zut oups pardon désolé désolée excuse excusez moi non attends attendez enfin plutôt
        correction erreur faute frappe coquille voulais dire précisément exactement fait agit mélangé inversé
        trompé trompée honte bêtise bêtises idiot idiote andouille nan confondu gouré gourée plantée planté autant pour
        dit écrit donné noté mis mauvais mauvaise faux fausse jour heure date nom numéro adresse lol mdr ptdr haha
    """,
    restarts=(
        r"(?:ah|oh|euh|enfin),? ?n[ao]n|n[ao]n|euh+|heu+|enfin|pardon|désolée?|je (?:veux|voulais) dire"
        r"|(?:ou )?plutôt(?=,? (?:\d|l[ea] \d|à \d))|ou plutôt(?! que)|mince|zut|oups|attends|attendez|correction"
        r"|que dis-je|excusez?-moi|faute de frappe|coquille|je dis (?:une bêtise|n'importe quoi)|erreur(?=[,:…])|hum+"
    ),
    attributes=(
        r"(?<!\bquand )(?<!\bsi )(?<!\bque )(?<!\blorsque )\b(?:tu|vous|t')(?: m'| me | l'| le | la "
        r"| )?(?:dis|dites|disais|écris|écrivez|continues|continuez|répètes|répétez|crois|croyez"
        r"|penses|pensez|appelles|appelez|notes|notez|(?:as|avez) (?:dit|écrit|noté|mis|retenu|enregistré"
        r"|compris|gardé|appelée?))\b|\b(?:dans )?(?:tes|vos) notes,? (?:disent|indiquent|parlent|il y a|c'est écrit)\b"
        r"(?:(?! (?:mais|alors|or|au lieu)\b)[^,.;:!?—–\n])*"
    ),
    exchanges=(
        r"\bl'inverse\b|\bà l'envers\b|\binversée?s?\b|\bvice[- ]versa\b|\bmélangée?s?\b"
    ),
    spelled=r"\b(?:s'écri(?:t|vent)|l'écrit|on écrit|s'orthographie|orthographe)\b",
    spells=(
        r" (?:avec|sans) (?:un |une |le |deux |des )?(?:(?!ma|sa|ta|la|le|un|du|de|ce|en|on)[a-zé]{1,2}"
        r"|accent|tréma|tiret|cédille|trait)(?![\w'’-])[^.!?;,]*"
    ),
    for_long=r"\bdepuis\b|\b(?:[çc]a fait|cela fait|il y a) (?:[\w-]+ ){1,4}que\b|\bpendant\b",
    no_more=r"\bplus\b(?! (?:tard|de|que|ou moins)\b)|\b(?:maintenant|désormais)\b",
    drives=(
        r"\bcondui(?:s|t|re|sons|sez|sais|sait) (?:un|une|le|la|des|les|mon|son) (?:[\w-]+ )?(?:taxi|bus"
        r"|autobus|car|autocar"
        r"|camion|poids[ -]lourd|semi(?:-remorque)?|tram|tramway|train|métro|ambulance|vtc|benne|chariot|minibus"
        r"|camionnette de livraison)s?\b|\b(?:fais|fait) le taxi\b"
        r"|\b(?:condui(?:s|t)|roule) (?:[\w-]+ ){0,3}?(?:pour (?:uber|bolt|dhl|ups|chronopost|la poste)"
        r"|professionnellement)\b"
    ),
    sells=r"\b(?:vend(?:ent|re)?|fourni(?:t|r|ssent))\b",
    bars=r"\ballerg|\bintoléran|\bc(?:œ|oe)liaque",
    insists=r"^\s*[*×✗]|\b(?:non|voulais dire|plutôt|enfin|faute de frappe|erreur|correction|trompée?|coquille)\b",
    # What ends
    ends_next="""
        troqué|échangé … contre,
        n a|avons|ai plus, n|ne … plus le|la|les|l, quitté, arrêté, arrêté de, vendu, abandonné, annulé, résilié,
        terminé, fini,
        démissionné de|d|du, au
        lieu de|d, plutôt que,
        plaqué, lâché, largué, bazardé, jeté, arrêtons, rompu avec, ai rendu, remplacé, plus de|d,
        laissé tomber, soutenu ma|mon, rendu ma|mon, réussi mon|ma|mes, séparé|séparée de, passé|passés de, plus
        chez|à|dans, stoppé
    """,
    ends_last=f"""
        séparées, s est enfui|enfuie|sauvé|sauvée, fait|faire piquer|euthanasier|écraser, écrasé|écrasée,
        a|avons divorcé, séparé|séparée|séparés, mort|morte, décédé|décédée, {_GONE}, remplacé|remplacée,
        ne|n … plus,
        plus, rompu,
        c est fini, nous a quitté|quittée|quittés|quittées,
        divorcé, à la retraite, sa retraite, a fermé|déménagé, rendu l âme, m a lâché, à la casse,
        est|c est hors service, annulé|annulée, vendu|vendue, n existe plus, a démissionné, s est arrêté
    """,
    calls=(
        r"(?:(?P<be>je suis|moi c'est|l'utilisat(?:eur|rice) est)"
        r"|(?:je m'appelle|mon nom est|l'utilisat(?:eur|rice) s'appelle)) "
        r"(?P<name>(?-i:[A-ZÀ-Ý])[\w'-]+(?: (?-i:[A-ZÀ-Ý])[\w'-]+)?)"
    ),
    be="je suis",
    age="j'ai {}",
    aged=r"(?P<be>j'ai|l'utilisat(?:eur|rice) a) (?P<age>\d{1,3} ans)(?:(?P<rest>(?!))|(?P<does>(?!)))?",
    treats=(
        r"(?P<who>[^,;]*?)\b(?:prends?|utilise|suis sous|est sous) (?P<what>[^,;]{2,50}?) "
        r"(?P<why>(?:pour|contre|à cause de) (?P<ill>[^,;]{2,40}?))(?: (?:chaque|tous|toutes)\b[^,;]*)?"
    ),
    treated=("j'ai eu un traitement {why}", "{who} a eu un traitement {why}"),
    introduces=(
        r"(?P<who>(?:je suis|je m'appelle) (?:[A-ZÀ-Ý][\w'-]+(?:,| et) (?:je suis )?)?(?:\d\d ans,? )?"
        r"(?P<article>une? )?(?!à\b)[\w-]+(?: [\w-]+){0,2}?),? à (?P<place>(?-i:[A-ZÀ-Ý])[\w'-]+)"
    ),
    lives="J'habite à {}",
    begins=r"\b(?:je|on|nous) (?:commence|commençons|démarre|débute)",
    to_come=(
        r"\b(?:vais|va|allons|vont) (?:bientôt |aller )?(?:vivre|habiter|déménager|emménager"
        r"|(?:s'|m'|nous )installer)\b"
        r"|\b(?:déménage|déménageons|emménage|emménageons|commence|commençons|rejoins|rejoint)\b[^.;!?]{0,80}"
        r"\b(?:prochaine?|bientôt|dans (?:\w+) (?:jours|semaines|mois)|à la rentrée|le (?:\d|1er)"
        rf"|en (?:{_MONTHS}|été|automne|hiver))\b"
    ),
    parts="""
        nous a quitté|quittée|quittés|quittées,
        adieu à, mort|morte|morts, décédé|décédée, enfui|enfuie, sauvé|sauvée, piquer, euthanas*,
        écrasé|écrasée|écraser,
        disparu|disparue, n est plus là, plus ensemble, n est plus de ce monde, n est plus parmi nous
    """,
    denies="pas, jamais, aucun|aucune",
    swaps=(
        r"^(?:non,? )?pas <wrong>\.\s+<right>[.!]*$",
        r"\b(?:pas|jamais) (?:\w+ )?(?:à|en|chez|dans) <wrong>(?:,? et [^.!?]{0,30}\bjamais[^.!?]{0,20})?[.!]+\s+"
        r"c'(?:est|était) (?:à |en |chez |dans )?<right>",
        r"\bpas <wrong>, c'(?:est|était) <right>",
        r"<right>(?:\s*[,;!—–-]+\s(?:et )?|\set )(?:pas|non(?: pas)?) (?!que|sûre?|seulement|encore|mal|tout)<wrong>",
        r"^(?:non,? |euh,? )?pas <wrong>, <right>[.!]*$",
        r"\bque (?:je |j')<wrong>,? (?:et|mais) (?:c'est faux|ce n'est pas (?:vrai|le cas)), (?:je |j')<right>",
        r"\bpas <wrong>,? (?:mais|c'est|plutôt) <right>",
        r"\b(?:j'ai|je (?:t'|vous |te )?(?:ai|avais)|j'avais) (?:dit|écrit|mis|tapé|donné|noté"
        r"|parlé de) <wrong>,? (?:mais |et |alors que |or )?(?:en fait )?(?:c'est|c'était|ce sont"
        r"|il (?:est|s'agit de)|elle est|je voulais dire|il faut lire) <right>",
        r"\b(?:j'ai|je (?:t'|vous |te )?(?:ai|avais)|j'avais) (?:dit|écrit|mis|tapé|donné|noté|parlé de) <wrong>,? "
        r"(?:mais|et|alors que|or)\b[^,;:.!?]{0,40}? (?:c'est|ce sont|il s'agit de|(?:dit|indique|montre|parle de)"
        r"(?: que c'est| que ce sont)?) <right>",
        r"\b(?:voulais|veux) dire <right>,? pas <wrong>",
        r"\b(?:corrige|remplace|change|mets) <wrong> (?:par|en) <right>",
        r"<wrong> ?(?:->|→|=>|>>) ?<right>",
    ),
    edits=(
        r"^(?:peux-tu |tu peux |merci de )?(?:remplac|chang|transform|renomm|mets|mettez|écri|fais|faites|utilis)\w*\b"
        r".*\b(?:par|en|pour|au lieu|plutôt|à la place|pas)\b"
    ),
    ages=(
        r"\b(?:a|ai|ont|avons)(?: maintenant| déjà| bientôt)? (?P<age><n>) (?:ans|(?P<months>mois|semaines))\b",
        r" ?\((?P<age><n>)(?: ans)?\)",
        r", (?P<age><n>)(?: ans)?(?! et <n>\b)(?=[.!;)]*$|[,;)]| et\b)",
    ),
    birthdays=(
        r"\b(?:a|ai|ont|avons|vient|viens|viennent) (?:(?:de |d')?(?:fêter|fêté|avoir|eu|souffler|soufflé"
        r"|célébré|célébrer|pris)"
        r" )(?:hier |aujourd'hui |samedi |dimanche )?(?:ses |mes |leurs |son |mon )?(?P<age><n>) (?:ans|bougies)\b",
        r"(?P<age>\d{1,3})e anniversaire\b",
        r"\b(?:a|ai) (?P<age><n>) ans (?:aujourd'hui|ce matin|depuis (?:hier|ce matin|aujourd'hui))\b",
        r"\b(?P<who>mon) anniversaire\b[^.;?]{0,20}?\b(?P<age><n>) ans\b",
    ),
    ages_now=(
        r"\b(?:a|ai)(?: (?:maintenant|désormais|déjà))+ (?P<age><n>) ans\b",
        r"\b(?:a|ai) (?P<age><n>) ans maintenant\b",
    ),
    unchanged=(
        r"(?:[,;]?\s+(?:et )?(?:(?:au|à la|le|la) )?même (?:endroit|lieu|heure|salle)\b"
        r"|[,;] (?:le |la |l')(?:lieu|heure|salle|reste) ne change pas)+[^,;\d]*$"
    ),
    deaths=(
        r"\b(?:est|sont) (?:mort|morte|décédé|décédée|au ciel)\b|s'est éteinte?\b|\bnous a quittée?s?\b"
        r"(?! (?:pour|plus tôt|tôt|à)\b)"
        r"|\ba rendu l'âme\b|\ba traversé le pont de l'arc-en-ciel\b",
        r"\b(?:piquer|euthanasier|enterré|incinéré) (?P<who>[^,.;!?:]+?)(?= (?:hier|ce|cette|lundi|mardi"
        r"|mercredi|jeudi|vendredi"
        r"|samedi|dimanche|aujourd'hui)\b|[,.;!?:]|$)",
    ),
    exaggerates=(
        r"\bmorte? (?:de (?:rire|fatigue|trouille|peur|honte|jalousie|curiosité)|d'(?:ennui|envie))\b"
    ),
    departures=(
        r"\best partie?(?= (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hier|ce matin|ce soir|cette nuit"
        r"|paisiblement|en paix)(?:[,.;!]|$)|[,.;!]*$)",
        r"\b(?:on|nous|j)(?: a| avons|'ai) (?:perdu|dû (?:faire )?(?:endormir|laisser partir))"
        r" (?P<who>[^,.;!?:]+?)(?= (?:hier|ce|cette|lundi|mardi"
        r"|mercredi|jeudi|vendredi"
        r"|samedi|dimanche|aujourd'hui)\b|[,.;!?:]|$)",
    ),
    namesakes=r"\bs'appel(?:le|ait) (?:\w+ )?aussi\b|\baussi (?:appelée?|nommée?)\b|\bdu même nom\b",
    frail="""
        grand-mere grand-pere mere pere oncle tante belle-mere beau-pere chien chienne chat chatte lapin cheval hamster
        chiot chaton
    """,
    separations=(
        r"\b(?:m'a|a) (?:quittée?|larguée?|plaquée?|rompu avec moi)\b(?=[.!,;]| !|$| (?:hier|ce|cette|samedi"
        r"|dimanche)\b)",
        r"\b(?:on|nous) (?:s'est|nous sommes|avons|a) (?:séparée?s?|rompu|quittée?s?)\b",
        rf"\b{_IT_IS_OVER} avec {_PARTNER}(?=[.!]|\W*$)",
        rf"\b{_IT_IS_OVER} entre {_PARTNER} et moi\b",
        rf"{_OPENS}avec {_PARTNER},? {_IT_IS_OVER}(?=[.!,;]|$)",
        rf"{_OPENS}entre {_PARTNER} et moi,? {_IT_IS_OVER}(?=[.!,;]|$)",
        rf"\b(?:j'ai|on a) (?:rompu avec|quitté|largué|plaqué) {_PARTNER}"
        r"(?=[.!,;]|$| (?:hier|ce|cette|samedi|dimanche)\b)",
        rf"\bje ne suis plus avec {_PARTNER}(?=[.!,;]|$)",
        rf" et moi,? (?:{_IT_IS_OVER}|on s'est séparée?s|on n'est plus ensemble|ne sommes plus ensemble)(?=[.!,;]|$)",
        r"\b(?:je suis|chuis|suis)(?: (?:maintenant|désormais|de nouveau|à nouveau|enfin))*"
        r" (?:célibataire|divorcée?|séparée?)(?=[.!,;]|$| (?:maintenant|désormais|depuis|et|à nouveau|de nouveau)\b)",
    ),
    no_separation=(
        r"\b(?:fiscalement|pour les impôts|sur le papier|légalement),? (?:je suis|chuis|on est)\b"
        r"|\b(?:célibataire|séparée?|divorcée?),? (?:mais )?(?:juste |seulement )?"
        r"(?:fiscalement|pour les impôts|sur le papier)\b"
        r"|\b(?:remariée?|(?:de|à) nouveau (?:mariée?s?|ensemble)|remis(?:es)? ensemble)\b"
        r"|\b(?:séparée?s?|rompu|quittée?s?) (?:en (?:19|20)\d\d|il y a \w+ ans)\b"
    ),
    partners="copain copine compagnon compagne mari femme fiance fiancee",
    moves_in=(
        r" (?:a|ont|est|sont)(?: enfin)? (?:emménagé|venue?s? (?:vivre|habiter)) (?:chez|avec) (?:moi|nous)\b(?!"
        r" (?:pour|jusqu|le temps))",
        r" s(?:'est|e sont) installée?s? (?:chez|avec) (?:moi|nous)\b(?! (?:pour|jusqu|le temps))",
        r" (?:vit|vivent|habite|habitent) (?:maintenant|désormais) (?:chez|avec) (?:moi|nous)\b",
        r" (?:vit|vivent|habite|habitent) (?:chez|avec) (?:moi|nous) (?:maintenant|désormais)\b",
    ),
    alone=(r"\b(?P<verb>vis|vit|habite) (?:toute? )?seule?\b",),
    attends=(
        r"\b(?:est|va|entre|rentre|a commencé|commence|vient d'entrer)(?: maintenant| entrée?| rentrée?|"
        r" passée?| déjà)*"
        r" (?:à la |au |en |à l'|le |la |l'|à )"
    ),
    stages=(
        r"(?:crèche|garderie)\b",
        r"(?:maternelle|petite section|moyenne section|grande section)\b",
        r"(?:primaire|école primaire|cp|ce1|ce2|cm1|cm2)\b",
        r"(?:collège|sixième|cinquième|quatrième|troisième|6e|5e|4e|3e)\b",
        r"(?:lycée|seconde|première|terminale)\b",
        r"(?:fac|université|prépa)\b",
    ),
    turns=(
        *((plan, off) for plan, things in _PLANS for off in _cancelled(things)),
        (
            r"\ballergiques? (?:au |à la |aux |à l')(?P<what>[\w-]+)(?=[.,;!]|$)",
            r"\b(?:peut|peux)(?=[^.;]*\b(?:nouveau|remang|rebo))[^.,;]{0,20}? (?:re)?(?:manger|boire|prendre)"
            r" (?:du |de la |des |de l')(?P<thing>[\w-]+)(?=[.,;!]| !|$)",
        ),
        (
            r"\b(?:cherche|cherchent|cherchons)(?: toujours| encore)? (?:une?|des)"
            r"(?: nouvel(?:le)?| nouveau| petite?| grande?| bon(?:ne)?)? (?P<what>[\w-]+)",
            r"\btrouvé (?:une?|le|la|l'|mon|ma|notre)(?: super| nouvel(?:le)?| nouveau| bon(?:ne)?)?"
            r" ?(?P<found>[\w-]+)(?=[.,;!]| !|$| (?:à|dans|rue|près|au|chez|hier|aujourd)\b)",
        ),
        (
            r"\b(?:économise|économisent|économisons|épargne|(?:mets?|mettons) de côté) pour (?:une?|le|la)"
            r" (?P<what>[\w-]+)",
            r"\bacheté (?:une?|le|la|l'|mon|ma|notre) ?(?P<found>[\w-]+)(?=[.,;!]| !|$|"
            r" (?:à|hier|ce|samedi|aujourd)\b)",
        ),
        (
            r"\b(?:est|suis)(?: (?:toujours|encore))? (?:en arrêt(?: (?:maladie|de travail))?|en congé maladie)\b"
            r"(?: (?:pour|depuis|jusqu'[àa]u?) [^.,;!]+)?",
            r"\b(?:ai|a)(?: enfin| déjà)? repris (?:le (?:travail|boulot|taf|service)|du service)\b"
            r"|\b(?:est|suis) (?:revenue?|de retour) (?:au (?:travail|boulot|bureau|taf))\b",
        ),
        (
            r"\b(?:est|suis|sont)(?: (?:toujours|encore|de nouveau))? (?:à l'h[oô]pital|hospitalisée?s?"
            r"|en (?:clinique|réanimation))(?=[.,;!]|$| (?:à|de|en|avec|pour|depuis)\b)(?: (?:à|de|depuis) [^.,;!]+)?",
            r"(?:(?P<other>\b(?:il|elle)) )?\b(?:est|suis)(?: (?:enfin|bien|déjà))? (?:sortie? de (?:l'h[oô]pital"
            r"|clinique|réanimation)|(?:rentrée?|de retour) (?:à la maison|chez (?:elle|lui|moi|nous)))\b",
        ),
        (
            r"\b(?:suis|sommes|est)(?: (?:encore|bien|enfin))? (?:en (?:vacances|voyage)|arrivée?s à)\b[^.,;!]*",
            r"\b(?:suis|sommes|est) (?:bien )?(?:rentrée?s?(?: de (?:vacances|voyage))?|de retour)"
            r"(?: à la maison| chez (?:nous|moi))?(?=[.,;!]|$| hier\b)",
        ),
        (
            r"\b(?:suis|est) (?:toujours |encore )?célibataire\b",
            r"\b(?:ai|a) (?:rencontré quelqu'un|une? (?:copain|copine))\b|\bs'est (?:mariée?|fiancée?)\b"
            r"|\bme suis (?:mariée?|fiancée?)\b",
        ),
        (
            r"\b(?:suis|est) (?:toujours |encore )?au chômage\b",
            r"\b(?:ai|a) (?:enfin )?(?:trouvé|décroché|eu) (?:un|du|une) (?:travail|boulot|emploi|poste|job"
            r"|taf|place)\b",
        ),
        (
            r"\b(?:suis|est) (?:toujours |encore )?étudiante?\b",
            r"\b(?:ai|a) (?:enfin |bien )?(?:(?:eu|obtenu|décroché) (?:mon|ma|son|sa) (?:diplôme|licence|master)"
            r"|(?:commencé|décroché|trouvé|eu) (?:mon|son|un) premier (?:vrai )?(?:boulot|emploi|travail|poste|job))\b"
            r"|\b(?:est|suis) (?:enfin )?diplômée?\b",
        ),
        (
            r"\b(?:pars|part|prends?|serai) (?:\w+ ){0,3}retraite\b",
            r"(?:\bj'ai changé d'avis,? )?(?:\bje )?\b(?:reste|continue|travaille) encore (?:un|deux|trois)"
            r" ans?(?=[.,;!]|$)",
        ),
    ),
    trips=_PLANS[0][0],
    detours=(
        r"(?!.*\b(?:ce soir|demain|aujourd'hui)\b)"
        r"\b(?:va|vais|allons|part|pars|partons) (?:à|en|au|aux) (?P<where>\w+)[^.;!?]{0,20}? à la place\b",
        r"(?!.*\b(?:ce soir|demain|aujourd'hui)\b)"
        r"\b(?:va|vais|allons|part|pars|partons) (?:finalement|plutôt) (?:à|en|au|aux) (?P<where>\w+)",
        r"(?!.*\b(?:ce soir|demain|aujourd'hui)\b)"
        r"\bfinalement,? (?:on|nous|je) (?:va|vais|allons|part|pars|partons) (?:à|en|au|aux) (?P<where>\w+)",
    ),
    accessories=(
        r"\b(?:coque|étui|forfait|abonnement|opérateur|chargeur|câble|écran|batterie|clavier|souris|sacoche|pneus?"
        r"|roues?"
        r"|jantes?|freins?|embrayage|assurance|numéro|e?sim|linux|windows|ubuntu|garage|chez (?:free|orange|sfr))\b"
    ),
    purposes=(
        r"(?P<work>\b(?:au (?:bureau|travail)|professionnel(?:le)?|pro)\b)"
        r"|(?P<private>\b(?:à la maison|privée?|perso(?:nnel(?:le)?)?|fixe)\b)|(?P<emergency>\burgences?\b)"
    ),
    replaces=(
        r"\b(?:échangé|troqué|remplacé)(?:e|s|es)? [^.;!?]{0,25}?(?:contre|pour|par)\b",
        r"\bpassée?s? (?:à|au|aux|sur)\b",
        r"\bchangé de (?:voiture|téléphone|portable|ordi|ordinateur)\b",
    ),
    healed=(
        r"\b(?:est|sont|a|ont)(?: complètement| enfin)? (?:(?P<cured>guérie?s?)|disparue?s?|partie?s?|passée?s?)"
        r"(?=[.!,;]| !|$)",
        r"\b(?:guérie?|débarrassée?|remise?) (?:de l'|de la |du |des |de mon |de ma |de mes |de )(?P<what>[^,.;!?]+)",
    ),
    ailing="cassé cassée foulé foulée mauvais mauvaise",
    stopped=(
        r"\b(?:m'a|m'ont|médecin a|docteur a)(?: fait)? (?:arrêté|arrêter|supprimé|enlevé)"
        r" (?:le |la |l'|les |mon |ma |mes )?(?P<what>[\w-]+)",
    ),
    workplaces=(
        r"\b(?:travaille|travaillons|travaillent|bosse|bossons)(?: maintenant| désormais)? (?:chez|dans|à|au"
        r"|aux|pour|en)"
        r" (?!(?:mon|nous|moi|domicile|temps|nuit)\b)(?P<place>[^,.;!?]+)",
    ),
    schedules=(
        (
            r"[,;]? (?P<hours>(?:de|la) nuit|(?:de|le) jour|d'après-midi|du (?:matin|soir)|en équipe de (?:nuit"
            r"|jour))\b",
            "",
        ),
        (
            r"[,;]? à (?P<amount>mi-temps|(?:temps )?plein[ -]?temps|temps (?:plein|partiel|complet)|(?:<n>) ?%)(?!\w)",
            "",
        ),
        (r" (?P<where>à la maison|(?:de|depuis) (?:chez moi|la maison)|en télétravail|au bureau|sur site)\b", ""),
    ),
    jobs=(
        (
            r"\b(?:suis|(?:travaille|bosse) comme)(?: une?)? (?!(?:chez|à|au|aux|dans|pour) )[^\W\d][\w' -]*?"
            r" (?P<at>(?:chez|à|au|aux|dans|pour) [^,.;!?]+)",
            r"travaille \g<at>",
        ),
    ),
    promoted=r"\bpromue?\b|\b(?:eu|obtenu|décroché) (?:une|ma|la) promotion\b",
    trades=(
        r"\b(?:suis|est|devenue?)(?: maintenant| désormais| devenue?)?(?: une?)? (?P<trade>[^,.;!?]+?)"
        r"(?= (?:maintenant|désormais|chez|dans|à|au|pour|et)\b|[,.;!?]|$)",
    ),
    positions="""
        chef cheffe responsable manager directeur directrice stagiaire apprenti apprentie patron patronne gérant gérante
        salarié salariée bénévole cadre indépendant indépendante tuteur tutrice
    """,
    others=r"\b(?:il|elle|ils|elles|lui|leur)\b",
    forbids="pas de|d, sans, évite|évitez",
    allows="ok, d accord, bienvenu*, autorisé*, permis, peux|pouvez",
    wishes="""
        pas jamais toujours aucun aucune sans évite évitez utilise utilisez écris écrivez réponds répondez donne donnez
        garde gardez mets mettez appelle ne n'utilise n'utilisez parle parlez fais explique
        tutoie vouvoie sois soyez
    """,
    lasts="maintenant, désormais, dorénavant, à partir de maintenant, ne|n … plus",
    ranks="que, plutôt que, à",
    likes="aime|aimes|aimons, adore|adores|adorons, raffole|raffoles, fan de, fou|folle de",
    # What holds beside
    adds="""
        aussi, également, en plus, deuxième, un|une|notre|mon|ma troisième|quatrième, autre,
        second|seconde, encore un|une, toujours, en parallèle, à
        côté, a de la compagnie, par ailleurs, bénévole, bénévolement, comme|en tant que bénévole
    """,
    supposes="""
        si, s il, peut-être, pourrais|pourrait|pourrions|pourraient, voudrais, aimerais|aimerait|aimerions,
        envisage|envisageons, projette,
        l année prochaine, l an prochain, espère|espérons, serais|serait, *erais|*irais|*drais,
        pense|penses|pensons _, supposons, imagine, imaginons,
        un jour, éventuellement, postulé, entretien, j ai envie de, fais comme si, j hésite
    """,
    past="""
        avant <mark>, autrefois, dans le temps, quand j étais, j habitais, habitais, travaillais, j étais, il y
        a … ans, jadis,
        à l époque, grandi, dans mon enfance, avant $, auparavant
    """,
    recurs=(
        rf"\b(?:(?:le|chaque) {_DAY}(?! \d)"
        rf"|(?:tous )?les {_DAY}s|toutes les semaines|chaque semaine|fois par semaine)\b"
    ),
    cancels=(
        r"^(?!.*\b(?:définitivement|pour de bon|pour toujours|dissoute?|plus"
        r"|abonnement|adhésion|contrat|assurance)\b).*?"
        r"(?:\b(?:annulée?s?|supprimée?s?|n'a pas lieu|saute)\b"
        rf"|\bpas de [\w'-]+ (?:ce )?(?:demain|aujourd'hui|soir|{_DAY})\b)"
    ),
    once="""
        aujourd hui, demain, cette semaine, ce matin|soir|week-end, hier soir, en visite, en vacances, le
        week-end dernier,
        hier, à cause de
    """,
    only_once="""
        cette fois, pour une fois, jusqu à|au lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain,
        temporairement, temporaire, exceptionnellement, pour l instant, juste aujourd hui, pour cette fois,
        pour la|une soirée|journée|semaine|nuit,
        ce lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche,
        lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche prochain
    """,
    periods="le week-end, en semaine, en été, en hiver, à la maison, au travail, le dimanche",
    happens="espérons, merci, la semaine dernière, hier, super, génial",
    splits="et mais car donc",
    pairs="et ou",
    company="avec",
    dwells="habite habitons habitait vis vivons loue louons partage partageons",
    where="dans chez à au en sur",
    starts="je j moi nous mon ma mes notre le la il elle on c ce",
    dates="le du au dès depuis",
    which="qui",
    concepts={
        "home": """
            emménagé|emménagée, emménager, cartons, carton, mon|un|petit|nouveau studio,
            appart, appartement, logement, maison,
            coloc, colocation, locataire|locataires, propriétaire|propriétaires, proprios,
            installé|installée|installés à|au, clés, crémaillère, nouvelle adresse, déménag*, habite,
            vis à|en, notaire, pied à terre,
            habite|habitons|habiter|habité, déménagé|déménager, vis à, vit à, vivre à, s installer à|en|au,
            installé|installée|installés à|en|au,
            emménagé, adresse, mon appartement, ma maison, nouvel appartement, nouvelle maison
        """,
        "live with": """
            vis|vit|habite seul|seule, vis|vit|habite _ seul|seule, colocation, colocataire,
            vis|vivons|habite|habitons|emménagé avec, mon propre
        """,
        "employer": """
            bosse, bosser, boulot, taf, embauché|embauchée, chômage, démission*, licencié|licenciée,
            à mon compte, auto-entrepreneur, cdi, cdd, contrat, chez <name>, poste, boîte, recruté|recrutée,
            tablier,
            travaille|travaillons|travailler, quitté, chez, emploi, poste, employeur, embauché|embauchée,
            rejoint, boulot, job,
            démissionné
        """,
        "role": """
            cdi, cdd, alternant|alternante, embauché|embauchée, titulaire,
            promotion, promu|promue, dirige, chef|cheffe de, responsable, stagiaire, interne,
            apprenti|apprentie, retraite, au foyer, je suis *eur|*euse|*ier|*ière|*iste|*ien|*ienne,
            titularisé|titularisée, étudiant|étudiante, nommé|nommée, métier, vends,
            suis *eur|*ice|*ien|*ienne|*iste|*ant|*ante, promu|promue, devenu|devenue, métier, poste, retraite,
            stagiaire
        """,
        "manager": """
            dépends de, dépends _ de, rattaché|rattachée à,
            responsable, patron|patronne, n+1, supérieur|supérieure, rends compte, chef|cheffe,
            responsable, chef|cheffe, manager, patron|patronne, supérieur
        """,
        "status": """
            rupture, séparé|séparée|séparés, mariés, mariage, noce|noces, fiancé|fiancée|fiancés,
            pacsé|pacsés, en couple, divorc*, sors avec, quitté|quittée, célibat*, se marie,
            célibataire, fiancé|fiancée, marié|mariée|mariés, divorcé|divorcée, séparé|séparée|séparés,
            copain|copine
        """,
        "age": """
            ans, anniversaire, fêté, bougies,
            ans
        """,
        "kids": "enfants, enfant",
        "weight": """
            kilos, balance, perdu, pris,
            pèse, poids, kilos, kg
        """,
        "car": """
            voiture, bagnole, caisse, roule, break, électrique,
            conduis|conduit, voiture
        """,
        "commute": """
            rer, métro, bus, vélo, trajet, trajets, tram, covoiturage, à pied,
            au travail, au bureau
        """,
        "diet": """
            viande, steak, poulet, poisson, végé, végane, laitages, lactose, gluten, jambon, omnivore,
            remange,
            végétarien|végétarienne, végétalien|végétalienne, végan, vegan, viande
        """,
        "alcohol": """
            boire, bois, apéro, sobre, verre,
            alcool, vin, bière, sobre
        """,
        "smoking": """
            clope|clopes, fume, fumer, tabac, vapote*, patch, paquet,
            fume|fumer|fumait, cigarette|cigarettes
        """,
        "deadline": """
            date limite, échéance, repouss*, décal*, livraison, sortie, lancement,
            rendre, date limite, date du, date de, échéance, délai
        """,
        "form of address": """
            appelle|appeler moi, appelez-moi, appelle-moi, surnom, ^ <name> suffit
        """,
        "familiarity": """
            tutoie|tutoyer|tutoyez|vouvoie|vouvoyer|vouvoyez, tutoie-moi, tutoyez-moi, vouvoie-moi, vouvoyez-moi
        """,
        "own name": "m appelle, mon prénom, mon nom",
        "birthday": "anniversaire, né|née",
        "phone": """
            téléphone, portable, iphone, android, sim, mobile,
            numéro, téléphone, portable,
            joins|joindre|joignable|appelle|appelez|appelle-moi|appelez-moi … au <number>
        """,
        "email": "mail, email, e-mail, *.com|*.fr|*.org|*.net",
        "bank": "banque, compte",
        "gym": "salle de sport, gym",
        "salary": """
            augmentation, brut, net, par mois, par an, tarif,
            salaire, gagne
        """,
        "rent": "loyer",
        "budget": "budget",
        "reply language": """
            réponds|répondre|répondez|écris en|moi,
            toujours en français|anglais|allemand|espagnol|italien|japonais|chinois,
            on repasse|revient|retourne au|en|à français|anglais|allemand|espagnol|italien|japonais|chinois,
            repasse|repassons|reviens|revenons|retour au|en français|anglais|allemand|espagnol|italien|japonais|chinois,
            réponds-moi|répondez-moi|parle-moi en français|anglais|allemand|espagnol|italien|japonais|chinois,
            ^ français|anglais|allemand|espagnol|italien|japonais|chinois stp|svp,
            ^ en français|anglais|allemand|espagnol|italien|japonais|chinois stp|svp|maintenant|désormais|plutôt,
            finalement|plutôt en français|anglais|allemand|espagnol|italien|japonais|chinois
        """,
        "studying": """
            fac, licence, master, prépa, études, semestre, partiel*,
            étudie, études
        """,
        "team": "équipe",
        "home office": "télétravail, de chez moi",
        "goal": "objectif, but",
        "favourite": "préféré|préférée, favori|favorite",
        "time of waking": "me lève, lève à",
        "hot drink": """
            café, cafés, déca, thé, rooibos
        """,
        "sleep": """
            couche, lève, dors, sommeil, réveil
        """,
        "grade": """
            cp, ce1, ce2, cm1, cm2, en sixième|cinquième|quatrième|troisième|seconde|première|terminale|6e|5e|4e|3e
        """,
        "expecting": """
            enceinte, femme|copine|compagne|fiancée … enceinte, femme|copine|compagne|fiancée attend,
            attend|attends|attendons|attendent un|une|notre|des bébé|enfant|garçon|fille|jumeaux,
            attend|attends|attendons|attendent notre _ bébé|enfant,
            doit|dois|devons accoucher
        """,
        "birth": """
            accouché, né|née|nés|nées, bébé|fils|fille|jumeaux est|sont là|arrivé|arrivée|arrivés|né|née|nés,
            donné naissance
        """,
        "job hunt": """
            cherche|cherchons|recherche … travail|emploi|boulot|poste|taf|job, recherche d|de emploi|travail,
            au chômage
        """,
        "job found": """
            embauché|embauchée, recruté|recrutée, pris|prise chez, commence|commencé chez|à|au, nouveau
            poste|boulot|job, décroché, signé mon|un|le contrat|cdi|cdd, trouvé un|du poste|boulot|travail|job|taf
        """,
        "job lost": """
            fait|fais virer, fait|fais licencier, viré|virée, licencié|licenciée, mis|mise à la porte,
            perdu mon|le job|travail|emploi|boulot|taf|poste, au chômage, sans emploi, démissionné, ma démission,
            à la retraite, suis retraité|retraitée, ma retraite
        """,
        "wedding": "se|me|nous marie|marions|marient|marier, mariage, fiancés, suis fiancé|fiancée",
        "wedding off": """
            mariage … annulé|annulée|eau, annulé|annule|annulons … mariage, plus de mariage, rompu … fiançailles,
            se|nous marie|marions plus
        """,
    },
    families=(
        "courte, courtes, court, courts, brève, brèves, bref, concise, concises"
        " | détaillée, détaillées, détaillé, longue, longues, long, approfondies",
        "végétarien, végétarienne | végan, vegan, végétalien, végétalienne | viande",
        "sombre | clair", "tabulations | espaces",
        "tutoyer, tutoyé, tutoyée, tutoie, tutoyez, tutoie-moi, tutoyez-moi, le tu, au tu, dire tu"
        " | vouvoyer, vouvoyé, vouvoyée, vouvoie, vouvoyez, vouvoie-moi, vouvoyez-moi, le vous, au vous, dire vous",
        "puces, listes | prose, paragraphes", "café | thé | décaféiné",
        "en voiture | en train | à vélo, en vélo | en bus, le bus | à pied",
        "hublot, fenêtre, côté fenêtre | couloir, côté couloir",
        "célibataire | fiancé, fiancée | marié, mariée | divorcé, divorcée | séparé, séparée",
        "français | anglais | allemand | espagnol | italien | japonais | chinois",
        "temps plein | temps partiel, mi-temps", "étudiant, étudiante | retraité, retraitée | indépendant, freelance",
        "hebdomadaire, hebdomadaires | quotidien, quotidienne, quotidiens | mensuel, mensuelle",
        "lundi, lundis | mardi, mardis | mercredi, mercredis | jeudi, jeudis | vendredi, vendredis | samedi, samedis | "
        "dimanche",
    ),
    contrasts=(
        "oral, orale | écrit, écrite", "staging, préproduction | production, prod",
        "professionnel, professionnelle, bureau, travail | personnel, personnelle, privé, perso",
        "aller | retour", "cuisine | bain, bains | chambre", "été | hiver", "interne | externe",
    ),
)  # fmt: skip
