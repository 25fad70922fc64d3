"""Spanish words of sensitive personal data, for folded text."""

SENSITIVE = {
    "health": r"\b(?:diagnos\w+|enfermedad|enferm[oa]|cancer|tumor|diabet\w+|vih|sida|depresi\w+|deprimid\w+"
    r"|bipolar|tdah|autis\w+"
    r"|epilep\w+|asma|alergi\w+|embaraz\w+|aborto|quimio\w*|cirugia|operacion|terap\w+|psiquiat\w+|antidepresivos?"
    r"|medicamentos?|medicacion|insulina|discapacidad|silla de ruedas|adiccion|adict\w+|alcoholic\w+|migranas?"
    r"|celiac[oa]|hipertens\w+|lupus|tiroides|intoleran\w+|demencia|alzheimer|parkinson|esclerosis multiple|dialisis"
    r"|marcapasos|ictus|infarto|artritis|artrosis|penicilina)\b",
    "belief": r"\b(?:musulman\w*|cristian\w+|catolic\w+|protestante|judi[oa]|hindu|budista|ate[oa]|convirtio"
    r"|bautiz\w+|ramadan"
    r"|mezquita|sinagoga)\b",
    "politics": r"\b(?:vota (?:a|por)|vote (?:a|por)|afiliad[oa] al|militante|opiniones? politicas?)\b",
    "union": r"\b(?:sindicat\w+|sindicalista)\b",
    "sexuality": r"\b(?:homosexual|gay|lesbiana|bisexual|transgenero|orientacion sexual)\b",
    "origin": r"\b(?:etni\w+|origen etnico|asilo|refugiad\w+|indocumentad\w+)\b",
    "genes": r"\b(?:prueba de adn|genetic\w+|genoma|huellas dactilares)\b",
}
