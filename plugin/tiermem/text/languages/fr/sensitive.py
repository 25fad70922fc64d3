"""French words of sensitive personal data, for folded text."""

SENSITIVE = {
    "health": r"\b(?:diagnos\w+|maladie|malade|cancer|tumeur|diabet\w+|vih|sida|depress\w+|bipolaire|tdah"
    r"|autis\w+|epilep\w+"
    r"|asthm\w+|allergi\w+|enceinte|grossesse|fausse couche|avortement|chimio\w*|operation|therap\w+|psychiat\w+"
    r"|antidepresseurs?|medicaments?|insuline|handicap\w*|fauteuil roulant|cure|alcoolique|tension|migraines?"
    r"|coeliaque|hypertension|lupus|thyroid\w+|cœliaque|intoleran\w+|demence|alzheimer|parkinson"
    r"|sclerose en plaques|dialyse"
    r"|pacemaker|avc|infarctus|arthrite|arthrose|appareil auditif|penicilline)\b",
    "belief": r"\b(?:musulman\w*|chretien\w*|catholique|protestant\w*|juif|juive|hindou\w*|bouddhiste|athee"
    r"|converti\w*|baptis\w+"
    r"|ramadan|mosquee|synagogue)\b",
    "politics": r"\b(?:vote pour|membre du parti|militant\w*|opinions? politiques?)\b",
    "union": r"\b(?:syndicat|syndique\w*|delegue syndical)\b",
    "sexuality": r"\b(?:homosexuel\w*|gay|lesbienne|bisexuel\w*|transgenre|orientation sexuelle)\b",
    "origin": r"\b(?:ethni\w+|origine ethnique|asile|refugie\w*|sans-papiers)\b",
    "genes": r"\b(?:test adn|genetique\w*|genome|empreintes digitales)\b",
}
