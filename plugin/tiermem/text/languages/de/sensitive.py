"""German words of sensitive personal data, for folded text."""

SENSITIVE = {
    "health": r"\b(?:diagnos\w+|krank(?:heit)?\w*|krebs|tumor|diabet\w+|hiv|depress\w+|angststorung|bipolar"
    r"|adhs|autis\w+"
    r"|epilep\w+|asthma|allerg\w+|schwanger\w*|fehlgeburt|abtreibung|chemo\w*|operation|therap\w+|psychiat\w+"
    r"|antidepressiv\w+|medikament\w*|insulin|behinder\w+|rollstuhl|reha|sucht|suchtig|alkoholiker\w*"
    r"|blutdruck|migrane"
    r"|zoliakie|bluthochdruck|lupus|schilddruse\w*|\w*intoleran\w+|unvertraglichkeit\w*"
    r"|demen(?:z|t)|alzheimer|parkinson|multiple sklerose|dialyse"
    r"|herzschrittmacher|schlaganfall|herzinfarkt|rheuma|arthrose|penicillin)\b",
    "belief": r"\b(?:muslim\w*|christ(?:in)?|katholi\w+|evangelisch|protestant\w*|jud(?:e|in|isch)|hindu"
    r"|buddhist\w*|atheist\w*"
    r"|konvertiert|getauft|ramadan|moschee|synagoge|kirchenmitglied)\b",
    "politics": r"\b(?:wahlt (?:die|den)|wahle (?:die|den)|parteimitglied|mitglied der (?:spd|cdu|csu|fdp|afd"
    r"|grunen|linken)"
    r"|politische (?:meinung|einstellung))\b",
    "union": r"\b(?:gewerkschaft\w*|betriebsrat\w*)\b",
    "sexuality": r"\b(?:schwul|lesbisch|bisexuell|transgender|trans (?:mann|frau)|queer|homosexuell"
    r"|sexuelle orientierung)\b",
    "origin": r"\b(?:ethni\w+|hautfarbe|asyl\w*|fluchtling\w*|abstammung|aufenthaltsstatus)\b",
    "genes": r"\b(?:dna-?test|gentest|genetisch\w*|genom|fingerabdruck\w*|irisscan)\b",
}
