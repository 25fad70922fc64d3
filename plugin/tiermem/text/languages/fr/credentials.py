"""French words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names=r"mot de passe|\bmdp|phrase secrète|cl(?:é|ef) (?:d['’]|de l['’])?(?:api|accès)|cl(?:é|ef) secrète"
    r"|jeton d['’]accès",
    fills="maintenant|désormais",
    loose="clé|clef|accès",
    pin="code pin",
    of=r"(?:pour|de|du|des|à|au|sur)\b|d['’]|de l['’]",
    verbs="(?:c['’])?est(?: (?:maintenant|désormais))?|était|sera",
    to="en|à|par",
    changing="chang(?:é|e)|remplac(?:é|e)|modifi(?:é|e)",
    joins="et|mais|ou",
    code="mot_de_passe",
    login="identifiants",
    modifiers="maj",
    measures="caract[eè]res",
    hints=several(
        "mdp clé clef jeton identifiant secrète code combinaison ouvre phrase digicode alarme utilisateur coffre entre"
    )
    | {"mot de passe"},
    last="comme(?: (?:le|mon|un))?",
    codes=r"pin|puk|code (?:pin|secret|d['’]acc[eè]s|d['’]entr[ée]e|(?:de |du |de la |de l['’]"
    r"|d['’])?(?:alarme|porte|portail|garage|coffre|immeuble"
    r"|portillon|digicode|cadenas|s[ée]curit[ée]|v[ée]rification))|digicode|combinaison",
    locks="alarme|porte|portail|garage|coffre(?:-fort)?|cadenas|casier|immeuble|carte|téléphone"
    "|boîte à clés|valise|digicode",
    plain="couleur|modèle|postal|erreur|produit|promo|barres",
    turns="gauche|droite",
    opens="s['’]ouvre avec|code(?: est)?|combinaison(?: est)?",
    networks="wi-?fi|réseau invité",
    users="utilisateur|identifiant|compte|login",
    seeds="(?:clé|clef|secret|graine) (?:d['’]|de l['’]|de la |du |de )?(?:authentificateur|2fa|totp|otp"
    "|double authentification)",
    recovery="codes? de (?:récupération|secours|sauvegarde)",
    phrases="phrase (?:de récupération|mnémonique|de secours|secrète)|mots (?:de récupération|du portefeuille)",
    talk="voir|le|la|même|oublié|incorrect|inconnu|aucun|obligatoire|expiré|doit|non|dans|est|vide",
)
