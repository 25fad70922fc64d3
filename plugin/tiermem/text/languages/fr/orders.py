"""French words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:toujours|jamais|desormais|dorenavant|a partir de maintenant|ne plus|plus besoin|dois|doivent|peux"
    r"|peut tout|sans (?:demander|confirm\w*|rappeler|l'appeler)|ignore|oublie|assistants?|agents?"
    r"|tes (?:consignes|regles|restrictions)|autoris\w+|permission|approuv\w+|des que|quand|si l'on|si on"
    r"|systeme|administrateur|consignes?|instructions?|reponds|recommande|cite|envoie|ajoute|joins|supprime"
    r"|efface|recopie|copie|termine|execute|lance|appelle|dis|demande|compte|rib|iban|banque|vire|virement"
    r"|factures?|mot de passe|connexion|traite|dirige|presente|leader|au lieu|relecture|encode|valent"
    r"|donne)\b"
    r"|\b(?:tu es|vous etes|affiche|desactive|active|utilise (?:seulement|uniquement|ce|cette)|parle|denigre"
    r"|reponds|enregistre|clique|ouvre|transfere|traite|est (?:desormais|maintenant)|est a regler"
    r"|sont a regler|sont desactive\w*|ne (?:parle|mentionne|demande|previens)\w*)\b"
    r"|(?:^|[.:;!?\n(]\s{0,3}|\b(?:y|et|e|и|puis|luego|depois|por favor) )(?:remplace|remplacez|approuve"
    r"|approuvez|commence|copiez|contourne|cache|cree|clos|cloture|dissimule|divulgue|ecris|encourage|enleve"
    r"|evite|exporte|fais|ferme|fournis|garde|indique|installe|insere|insiste|invite|laisse|lis|masque|mens"
    r"|mets|modifie|montre|note|notifie|ouvre|partage|passe|pretends|previens|promets|publie|redirige|refuse"
    r"|remets|renvoie|repete|retire|revele|signe|suis|telecharge|transmets|utilise|valide|verse|vends|vote)\b"
)
"""For folded text."""

MATTERS = (
    r"\b(?:(?:l'|a l'|d'un |cet )utilisateur|de l'utilisateur|l'assistant|assistants|ia|agents"
    r"|message systeme"
    r"|administrateur|tes (?:consignes|regles|restrictions)|consignes|instructions (?:precedentes"
    r"|anterieures)"
    r"|autoris\w+|permission|approuv\w+|peut tout|tout faire|plus besoin|sans (?:demander|confirm\w*|rappeler"
    r"|verif\w*|l'appeler)|controles sont|chaque commande|nouveau compte|rib|iban|coordonnees bancaires"
    r"|change de banque|vire|virements?|paie|payez|mots? de passe|code (?:de|bancaire)|leader"
    r"|recommande (?:seulement"
    r"|uniquement|toujours)|dis du mal|traite (?:tout|les)|(?:un|comme) ordre|valent|des qu'il est question"
    r"|efface"
    r"|supprim\w+|transfere\w*|recopie|copie (?:ce|cette)|(?:ce|cette) (?:paragraphe|phrase|note|regle|texte)"
    r"|ne donne que|numero du support|encode (?:les|tous)|joins|en secret|discretement|ne dis pas|quoi que"
    r"|envoie"
    r" .{0,60}\ba)\b"
    r"|\b(?:mot de code|mot secret|sans justificatif|en root|droits root|dans (?:toutes les|tous les) (?:notes"
    r"|contrats|documents)|partage public|dispensee? de|numero de la banque|bac a sable)\b"
    r"|\b(?:donnees salariales|notes privees|contact d.urgence|valide par le service juridique)\b"
    r"|\b(?:bon paquet|installe (?:celui|celle)|sont annulee?s|adresse de facturation|quand on (?:parle|demande))"
)
"""Matters of orders that somebody gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

TOPICS = (
    r"\b(?:antivirus|pare-feu|dns|certificats?|alertes? de securite|verifications?|double authentification"
    r"|2fa"
    r"|identite|paiements?|remboursements?|virements?|compte bancaire|numero de carte"
    r"|mode (?:maintenance|developpeur|admin|debug)"
    r"|restrictions?|confidentiel\w*|salaires?|audits?|page de connexion|identifiants?|cles? api|sauvegardes?"
    r"|pieces? jointes?"
    r"|(?:chaque|toute?s?|tous) (?:les )?(?:questions?|demandes?|requetes?|reponses?|documents?|courriels?"
    r"|messages?)|hotline|assurances?|avis)\b"
    r"|--no-verify|--force|rm -rf"
    r"|\b(?:bon paquet|sont annulee?s|adresse de facturation)"
)
"""Matters of harmful orders: defences, money, access, rules for all questions. For folded text."""

OWN = r"\b(?:je|moi|me|mon|ma|mes)\b|\b[jm]['’]|\bne\b[^.]{0,60}\bsans\b"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""

RULES = (
    r"\b(?:quand|lorsqu\w*|des qu\w*|si|chaque fois|le jour ou|a chaque|au \w+ (?:message|appel)"
    r"|tout (?:agent|livreur"
    r"|appelant|visiteur)|quiconque|doi[vt]\w*|peu[tv]\w*(?! pas (?:manger|boire|prendre))"
    r"|faut|faudra\w*|ser(?:a|ont)|pourra\w*"
    r"|passer(?:a|ont)|est du"
    r"|vaut|valent|avant tout\w*|d.office|repute\w*|autorise\w*)\b"
)
"""Words that rules are made of: conditions, duties, permissions. For folded text."""

NEWS = (
    r"\b(?:desormais|maintenant|dorenavant|ne .{1,30} plus|nouve\w+|ancien\w*|(?:a|ont) change\w*|precedent\w*"
    r"|trompe\w*|guerie?s?|leve|ton (?:vrai|nouveau)|tu es|oublie)\b"
)
"""Words of changes: what holds from now on, in place of what held. For folded text."""
