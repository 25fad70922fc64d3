"""English words of sensitive personal data, for folded text."""

SENSITIVE = {
    "health": r"\b(?:diagnos\w+|disease|illness|cancer|tumou?r|diabet\w+|hiv|aids|depress(?:ion|ed)"
    r"|anxiety disorder|bipolar"
    r"|adhd|autis\w+|epilep\w+|asthma|allerg\w+|pregnan\w+|miscarriage|abortion|chemo\w*|surgery|therap(?:y"
    r"|ist)|psychiatr\w+"
    r"|antidepressants?|medications?|prescri(?:bed|ption)|insulin|disabilit\w+|wheelchair|sick leave|rehab"
    r"|addict\w+"
    r"|alcoholic|overdose|suicid\w+|blood pressure|migraines?|inhaler"
    r"|coeliac|celiac|intoleran\w+|hives|lupus|hypertension|thyroid|dementia|alzheimer'?s?|parkinson'?s?"
    r"|multiple sclerosis"
    r"|dialysis|pacemaker|epipen|anaphyla\w+"
    r"|(?:had|has had|after|since|from) (?:a|an|her|his) (?:mini-?)?stroke"
    r"|seizures?|arthritis|(?:kidney|liver|heart|lung|organ) transplant"
    r"|ptsd|copd|warfarin|penicillin|heart (?:attack|disease|failure|condition))\b",
    "belief": r"\b(?:muslim|christian|catholic|protestant|jew(?:ish)?|hindu|buddhist|sikh|atheist|mormon"
    r"|jehovah'?s witness"
    r"|converted to|baptis\w+|ramadan|shabbat|prays?|mosque|synagogue|church member)\b",
    "politics": r"\b(?:votes? for|voted for|member of the (?:\w+ )?party|party member|democrats?|republicans?"
    r"|socialist"
    r"|communist|conservative party|labour party|political (?:views?|opinions?|affiliation))\b",
    "union": r"\b(?:trade union|labou?r union|union (?:member|rep|steward)|joined the union)\b",
    "sexuality": r"\b(?:gay|lesbian|bisexual|transgender|trans (?:man|woman)|queer|asexual|sexual orientation"
    r"|came out as"
    r"|coming out)\b",
    "origin": r"\b(?:ethnic\w*|race is|of (?:\w+ )?descent|asylum|refugee|romani|immigration status"
    r"|undocumented)\b",
    "genes": r"\b(?:dna test|genetic\w*|genome|brca\d?|fingerprints? (?:are|scan)|iris scan|face scan)\b",
}
