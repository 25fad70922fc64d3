"""Statements in German: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import AnyOf, joined, several
from tiermem.text.languages.statements import CuedPattern, Statements, phrase

_ASKS = r"""^(?:(?:hey|ach|also|und|übrigens|ok(?:ay)?|nein),?\s+)*(?:bitte,?\s+)?"""
"""Begins a request, with courtesies."""
_FORGET = r"""(?:vergiss|vergesst|vergessen\s+sie)"""
_DELETE = r"""(?:lösch(?:e|en\s+sie|t)?|entfern(?:e|en\s+sie)|streich(?:e|en\s+sie)?)"""
_KEEP_NOT = r"""(?:(?:du\s+(?:musst|brauchst|sollst)|sie\s+(?:müssen|brauchen))\s+(?:dir|sich)\s+nicht
        \s+(?:mehr\s+|länger\s+)?(?:zu\s+)?merken|merk(?:e|en\s+sie)?\s+(?:dir|sich)\s+(?:bitte\s+)?nicht(?:\s+mehr)?|hör\s+auf,\s+dir\s+zu\s+merken
        |(?:merk|speicher|notier)(?:e|en\s+sie)?\s+(?:(?:dir|sich)\s+)?(?:bitte\s+)?nichts(?:\s+mehr)?\s+(?:über|von|zu[rm]?))"""
"""Asks not to remember."""
_TOLD = r"""(?:das,?\s+)?was\s+(?:ich|du|sie|wir)\b.+?|alles\b.+?
    |(?:das|die\s+(?:sache|geschichte))\s+(?:mit|von|über)\b.+?"""
"""Names what was said or is known."""
_MINE = rf"""(?:meine?[nmrs]?|unsere?[nmrs]?|dass\s+(?:ich|meine?|wir)|wo\s+ich|wann\s+ich)\b.+?|{_TOLD}"""
_MEMORY = r"""\s+aus\s+(?:(?:deine[mnr]|ihre[mnr])\s+notizen
    |(?:deine[mnr]|ihre[mnr]|dem|den)\s+(?:gedächtnis|speicher|erinnerung(?:en)?|profil))"""
_THANKS = r"""(?:,?\s+(?:bitte|danke|wieder|jetzt|mal|ruhig))*$"""

_RELATIVE = r"""(?:mein|unser)(?:e[mnr]?)?\ (?:[\w-]+\ )?(?:frau|mann|freund(?:in)?|partner(?:in)?|mama|mutter
    |papa|vater|schwester|bruder|tochter|sohn|tante|onkel|nichte|neffen?|oma|opa|kind|cousine?|kolleg(?:e|in|en)
    |mitbewohner(?:in)?|nachbar(?:in|n)?|chef(?:in)?)(?:\ (?!ist\b|hat\b|jetzt\b|hier\b|kurz\b|und\b|dran\b
    |weiter\b|ab\b|am\b|an\b)[\w'-]+)?"""
"""A relative or friend of the speaker, with a name."""

STATEMENTS = Statements(
    # Things and persons
    determiners=several(
        """
        ein eine einen der die das den dem mein meine meinen meiner meinem unser unsere unseren unserer
        """
    ),
    pronouns=several("er sie"),
    # Negations
    negates=phrase(r"\b(?:nicht|kein\w*|nie|niemals|ohne|nichts|niemand)\b"),
    conjunctions=several("sondern aber und"),
    # The same statement in other words
    fillers=several("der die das ein eine"),
    limits=several("nicht kein keine keinen nie niemals ohne"),
    as_the_user={"dein": "mein", "deine": "meine", "du": "ich"},
    # The scaffold of a profile
    topics={
        "About": several("geburtstag alter muttersprache staatsangehorigkeit"),
        "Health": several("allergisch allergie vegetarisch vegetarier vegetarierin veganerin veganer"),
        "Home": several("wohnort wohne wohnung adresse"),
        "Work": several("arbeit arbeite beruf chef chefin firma arbeitgeber kollege kollegin"),
        "Studies": several("studiere studium universitat"),
        "Tools": several("benutze nutze verwende rechner"),
    },
    single={
        "About": several("geburtstag"),
        "Home": several("wohnort adresse"),
        "Work": several("beruf arbeit"),
    },
    attributes=(
        phrase(
            r"^(?:mein|meine|unser|unsere)\ (?P<key>[^,;:]{2,40}?)\ (?:ist|sind|heißt|heisst|heißen)\ (?P<value>\S.*)$"
        ),
    ),
    value_end=phrase(
        r"""(?:,?\s*(?:,|\bund\b)?\s*(?:\bnicht|\bkein)\s*.*$)
        |(?:,?\s*\b(?:und|aber)\s+(?:ich|wir|er|sie|mein\w*)\b.*$)|(?:,\s+(?:der|die|das|ein\w*)\b.*$)"""
    ),
    clause_end=phrase(
        r"""(?:,\s*(?:und\s+)?(?:ich|wir|mein\w*|unser\w*)\b.*$)
        |(?:,?\s+und\s+(?:unser\w*|mein\w*)\s+[^,;]{1,40}?\s(?:ist|sind|hat)\b.*$)
        |(?:,?\s+(?:falls|weil|damit|obwohl)\b.*$)"""
    ),
    value_start=phrase(r"^(?:jetzt|eigentlich|derzeit)\s+"),
    introduces=phrase(r"\b(?:name\ (?:ist|lautet)|ich\ (?:heiße|heisse|bin)|hei(?:ß|ss)e\ ich|nenn(?:e|t)?\ mich)\s+"),
    passing=phrase(
        r"""\b(?:jetzt|gerade|derzeit|momentan|zurzeit|zur\ zeit|aktuell|heute|neuerdings
        |\d{1,3}(?:\ (?:jahre|monate|wochen)(?:\ alt)?|-jährig)|ich\ (?:bin|werde|wurde)\ \d{1,3})\b"""
    ),
    # Forgetting and declining
    forget=(CuedPattern(
        "alles",
        r"""^alles,?\s+was\s+(?:du|sie)\s+(?:so\s+)?(?:über|von|zu)\s+(?P<what>[^,;:]{2,50}?)\s+
        (?:hast|haben|weißt|wissen|(?:gespeichert|notiert)\s+hast),?\s+(?:kann|darf|soll|muss)\s+(?:weg|gelöscht\s+werden|raus).*$"""
    ), CuedPattern(
        "vergiss vergess lösch entfern streich merk speicher notier",
        rf"""{_ASKS}(?:(?:{_FORGET}|(?P<deletes>{_DELETE}))(?:\s+(?:bitte|einfach|mal|wieder))*|{_KEEP_NOT})
        (?:,\s*|\s+)(?P<what>{_MINE})(?P<memory>{_MEMORY})?{_THANKS}"""
    ), CuedPattern(
        "vergiss vergess merk",
        rf"""{_ASKS}(?:{_FORGET}(?:\s+(?:bitte|einfach|mal|wieder))*|{_KEEP_NOT}|(?:kannst|könntest
            |würdest)\s+du\s+(?:bitte\s+)?vergessen)
        (?:,\s*|\s+)(?P<what>(?:wie|wer|wann|wo|was)\s+(?:\w+\s+)?(?:ich|meine?|unsere?)\b.+
        |dass\s+[^,;]+?\s(?:mir|mich|uns|meine?[nmrs]?|unsere?[nmrs]?)\b.*
        |(?P<guess>dass\s+(?-i:[A-ZÄÖÜ])[\wäöüß-]+\s.+?)
        |(?:den|die|das)\s+(?:\w*namen?|geburtstag|alter|adresse|\w*nummer|beruf)\s+(?:meine|unsere|de|von)\w*\s.+
        |\w+s\s+(?:\w*namen?|geburtstag|alter|adresse|\w*nummer|beruf)){_THANKS}"""
    ), CuedPattern(
        "vergiss vergess",
        rf"""{_ASKS}{_FORGET}(?:\s+(?:bitte|einfach))*\s+(?P<who>(?-i:(?:(?:Herrn?|Frau)\s)?[A-ZÄÖÜ][\wäöüß-]+(?:\s[A-ZÄÖÜ][\wäöüß-]+)?))
        (?:,\s+(?:der|die|das|er|sie|es|ich|wir)\s.*)?{_THANKS}"""
    ), CuedPattern(
        "vergess lösch streich entfern speicher merk behalt aufheb",
        rf"""{_ASKS}(?:(?:kannst|könntest|würdest|magst)\s+du\s+(?:bitte\s+)?|(?:du\s+(?:kannst|darfst|sollst)|ich\s+(?:möchte
            |will|hätte\s+gern),\s+dass\s+du)\s+(?:bitte\s+)?)(?P<what>{_MINE}|(?:den|die|das)\s+(?:\w*namen?|geburtstag|adresse
            |\w*nummer)\s+(?:meine|unsere|de|von)\w*\s.+?)
        (?:{_MEMORY})?\s+(?:(?:bitte|ruhig|wieder|gern)\s+)*(?:vergessen|löschen|streichen|vergisst|löschst)$"""
    ), CuedPattern(
        "vergess lösch streich speicher merk behalt aufheb",
        rf"""{_ASKS}(?P<what>{_MINE}|(?-i:(?!Ni)[A-ZÄÖÜ][\wäöüß-]+))\s+(?:(?:kannst|darfst|sollst)\s+du\s+(?:(?:bitte|ruhig|gleich|wieder
            |getrost|mal)\s+)*(?:vergessen|löschen|streichen)
        |(?:bitte\s+)?(?:nicht|nirgends)(?:\s+(?:mehr|länger))?\s+(?:speichern|merken|behalten|aufheben)|bitte\s+(?:wieder\s+)?vergessen){_THANKS}"""
    ), CuedPattern(
        "vergiss",
        rf"""{_ASKS}vergiss(?:\s+bitte)?\s+(?P<maybe>(?-i:(?!(?:es|das|mich|ihn|sie|alles|nicht|nie)\b)[a-zäöü]\w+)){_THANKS}"""
    ), CuedPattern(
        "vergiss",
        rf"""{_ASKS}vergiss(?:\s+bitte)?\s+(?P<thing>(?:den|die|das)\s(?:[\w-]+\s){{0,2}}?[\w-]+){_THANKS}"""
    ), CuedPattern(
        "gedächtnis speicher notizen erinnerung profil",
        rf"""{_ASKS}(?:{_FORGET}|{_DELETE})\s+(?:bitte\s+)?(?P<what>(?!(?:es|das|dies|alles)\s+aus\b).{{2,60}}?){_MEMORY}{_THANKS}"""
    ), CuedPattern(
        "vergiss lösch streich",
        r"""^was\s+ich\s+(?:dir\s+)?(?:\w+\s+)?(?:über|von|zu[rm]?)\s+(?P<what>[^:,.!?]{2,60}?)\s+(?:gesagt|erzählt
            |geschrieben)
        \s+hab\w*\s*[:,–—-]\s*(?:bitte\s+)?(?:vergiss|lösch\w*|streich\w*)\b.*$"""
    ), CuedPattern(
        "vergiss vergesst lösch streich entfern vergess merk speicher behalt",
        rf"""{_ASKS}(?:(?P<what>{_MINE})|(?P<thing>(?:den|die|das)\s(?:[\w-]+\s){{0,3}}?[\w-]+)),?\s+
        (?:(?:{_FORGET}|vergisst\s+du|(?P<deletes>{_DELETE}|löschst\s+du|streichst\s+du))(?:\s+(?:das|es|ihn|sie|du))?
            |(?:kannst|könntest|darfst|sollst)\s+du\s+(?:\w+\s+){{0,3}}?(?:vergessen|löschen|streichen)
            |(?:musst|brauchst|sollst)\s+du\s+(?:dir\s+)?nicht\s+(?:mehr\s+|länger\s+)?(?:zu\s+)?(?:merken|speichern|behalten)
            |(?:merk|speicher|behalt)e?\s+(?:dir\s+)?(?:das\s+)?(?:bitte\s+|lieber\s+)*nicht)
        (?:\s+(?:bitte|einfach|mal|wieder|gleich|lieber|jetzt))*(?P<memory>{_MEMORY})?{_THANKS}"""
    )),
    of_name=phrase(r"\b\w*namen?s?\b|\bhei(?:ß|ss)\w*|\bwer\b"),
    polite=phrase(r"(?:kannst|könntest|würdest)\ du|(?:können|könnten|würden)\ sie"),
    please=phrase(r"bitte"),
    assents=phrase(r",?\s*(?:ok(?:ay)?|ja|gut|geht\s+das)\s*\?+$"),
    around_forgotten=phrase(
        r"""\b(?:(?:alles|das),?\s+)?was\s+(?:ich|du|sie|wir)\s+(?:dir\s+)?(?:(?:gestern|vorhin|eben|neulich)\s+)?(?:über|von|zu[rm]?)\b
            |\balles\s+(?:über|von|zu[rm]?)\b|\balles\b
        |\b(?:gesagt|erzählt|geschrieben|erwähnt)\s+(?:hab(?:en|e|'|\b)|hatten?\b)|\b(?:weißt|wissen|gespeichert\s+hast)$
        |^(?:das|die\s+(?:sache|geschichte))\s+(?:mit|von|über)\b"""
    ),
    myself=several("mich mir"),
    i=phrase(r"\bich\b"),
    secrecy=AnyOf(
        (
            "geheim vertraulich privat inoffiziell unter_uns fur_dich fur_sich",
            r"\b(?:geheim|vertraulich|privat|inoffiziell|unter\ uns|behalt\w*\ [^.]{0,20}fur\ (?:dich|sich)"
            r"|fur\ (?:dich|sich)\ (?:zu\ )?behalt)",
        ),
    ),
    refuses=AnyOf(
        (
            "nich nie nirgend kein vergiss vergessen losch streich",
            r"\b(?:nicht|nie|nirgend\w*|kein\w*|nichts|vergiss|vergessen|losch\w*|streich\w*)\b",
        ),
    ),
    remembers=AnyOf(
        (
            "vergiss vergess merk behalt notier notiz gedachtnis akte",
            r"\b(?:vergiss|vergess|merk|behalt|notier|notiz|gedachtnis|akten?\b)",
        ),
    ),
    keeps=AnyOf(
        (
            "speicher schreib protokoll losch streich trag",
            r"\b(?:(?:ab)?speicher|schreib|mitschreib|protokoll|losch|streich|gespeichert"
            r"|trag\w*\ (?:das|es|dies|davon)\b)",
        ),
    ),
    talk=AnyOf(("das dies es davon ich mein unser wir", r"\b(?:das|dies\w*|es|davon|ich|mein\w*|unser\w*|wir)\b"),),
    mocks=AnyOf(
        (
            "aprilscherz streich_spielen gefalscht falsche fake erfunden",
            r"""\b(?:als|ein|einen|mein|unser|zum)\ aprilscherz\b|\beinen\ streich\ spielen\b
            |(?:^|[,;:.!?]\ |\b(?:bitte|du)\ )(?:schreib|erfind|entwirf|bastel)(?!\w*\ ich\b)\w*\b
            [^.!?]{0,30}\b(?:gefalschte|falsche|erfundene|fake)\w*[\ -]
            (?:ankundigung|nachricht|meldung|anzeige|pressemitteilung)\b""",
        ),
        (
            "als_ob als_wenn als_hatt als_konnt als_war",
            r"""^\W*(?:(?:ja|na|ach|klar|oh|sicher|logo|genau|naturlich)\W+)*als\ (?:(?:ob|wenn)\ (?:ich|wir)\b
            |(?:hatten?|konnten?|waren?)\ (?:ich|wir)\b)""",
        ),
        (
            "kaiser_von konig_von der_papst krosus esel graf_koks wie_heu im_geld nichts_zu_tun musk",
            r"""\b(?:ich\ (?:bin|war)|bin\ ich)\ (?:ja\ |doch\ |halt\ |auch\ |schliesslich\ )*
            (?:der\ (?:kaiser\ von\ china|konig\ von\ \w+|papst)|krosus|graf\ koks|elon\ musk)
            (?=\W*$|[,.;!?]|\ (?:und|also|aber)\b)
            |\bmein\w*\ \w+\ (?:ist|heisst)\ (?:ja\ |doch\ |auch\ )*elon\ musk(?=\W*$|[,.;!?])
            |\b(?:hab\w*\ (?:ich|wir)|(?:ich|wir)\ hab\w*)\ (?:ja\ |doch\ |halt\ |auch\ |wohl\ |schliesslich\ )*
            (?:(?:\w+\ ){0,2}?(?:gold|geld|dukaten)esel|geld\ wie\ heu)(?=\W*$|[,.;!?]|\ (?:und|im\ keller
            |zu\ hause)\b)
            |\b(?:ich|wir)\ (?:\w+\ ){0,2}?(?:im\ geld\ schwimm\w*|schwimm\w*\ (?:\w+\ ){0,2}?im\ geld)\b
            |\bja\ (?:auch\ )?sonst\ nichts\ zu\ tun\b""",
        ),
        (
            "llionar lliardar schloss palast jacht yacht butler diener",
            r"""^\W*(?:(?:ja|na|ach|klar|oh|sicher|logo|logisch|genau|naturlich|selbstverstandlich)\W+)*
            (?:(?:weil|denn|und)\ )?ich\ (?:(?:bin|hab\w*|wohne?)\ )?(?:ja|doch|schliesslich)\ (?:auch\ )?
            (?:(?:multi)?(?:millionar|milliardar)\w*(?:\ bin)?
            |(?:im|in\ einem|ein\w*|\w+)\ (?:schloss|palast|schlosser|palaste|jacht\w*|yacht\w*|butler|diener)
            (?:\ mit\ (?:\w+\ )?\w+)?)(?=\W*$|[,.;!?])
            |^\W*(?:ja|na|ach|oh)\W+(?:klar|sicher|logo)\W+(?:und\ )?ich\ bin\ (?:multi)?(?:millionar|milliardar)\w*
            (?=\W*$|[,.;!?])""",
        ),
    ),
    plays=AnyOf(
        (
            "rollenspiel in_deiner_rolle in_der_rolle spielleiter szenenpartner improtheater",
            r"""(?:^|[.!?,;:]\ ?|\b(?:bitte|komm|lasst?\ uns|wir)\ )\W*(?:
            (?:spielen|machen|spiel|mach)\b(?!\ \w+\ (?:gern|oft))[^.!?]{0,20}\b(?:rollenspiel|improtheater)\b
            |bleib\w*\ (?:bitte\ )?in\ (?:d?einer|der)\ rolle\b
            |(?:sei|du\ bist)\ (?:bitte\ )?(?:mein|der|unser)\ (?:spielleiter|szenenpartner|erzahler)\b)
            |^\W*improtheater\s*[:!,]|(?:^|[.!?]\ )\W*(?:\w+\ ){0,2}?rollenspiel\s*[:,]
            |\b(?:lasst?\ uns|(?:wollen|konnen)\ wir)\ (?:mal\ |kurz\ |ein\ |ein\ kleines\ )*rollenspiel\b""",
        ),
        (
            "ich_spiel ich_bin_",
            r"""\bich\ (?:spiele?|bin)\ (?:den|die|das|der|eine?n?)\ [^.!?]{2,40}?(?:,|;|\ und)
            \ (?:und\ )?du\ spielst\ (?:den|die|das|eine?n?|meine?n?)\b""",
        ),
        (
            "du_bist spiel",
            r"""(?:\bdu\ bist|^\W*spiel)\ (?:jetzt\ |mal\ )*(?:den|die|das|der|n(?:en|e)?|eine?n?)\ [^.!?]{2,40}?
            (?:,|;|\ und)\ (?:und\ )?ich\ bin\ (?:\w+\ ){1,2}namens\b""",
        ),
        (
            "du_spielst",
            r"""\bdu\ spielst\ (?:den|die|das|eine?n?|meine?n?)\ [^.!?]{2,40}?(?:,|;|\ und)
            \ (?:und\ )?ich\ (?:(?:bin|spiele?|mache?)\ )?(?:den|die|das|der|eine?n?|deine?n?)\b""",
        ),
        (
            "spielen",
            r"""\b(?:wir\ spielen|spielen\ wir|lass\ uns\ [^.!?]{0,20}?spielen)\b[^.!]{0,60}?\bdu\ (?:(?:spielst
            |machst)
            \ (?:den|die|das|eine?n?|meine?n?)\b|(?:warst|bist)\ (?:der|die|das|eine?|meine?)\ (?!(?:beste|einzige)
            |(?:erste|letzte)\W*$|(?:\w+\ )?(?:assistent|berater|ki\b)))""",
        ),
        ("spiel_mit spiel_bitte_mit", r"\bspiel\ (?:bitte\ )?mit\b[^?]{0,20}?\bdu\ bist\b"),
        ("tu tun_wir", r"^\W*(?:bitte\ )?tu(?:n\ wir)?\ (?:mal\ )?so,?\ als\ (?:ob\ )?(?:war\w*\ )?(?:du|ich|wir)\b"),
        (
            "lass_uns lasst_uns spielen_wir machen_wir",
            r"""\b(?:lasst?\ uns|spielen\ wir|machen\ wir)\ (?:mal\ |ein(?:e|en)?\ |kurz\ )*
            (?:so\ tun|(?:geschichte|szene|abenteuer)\b[^?]{0,80}?\b(?:du\ (?:bist|spielst)|ich\ (?:bin
            |spiele)))\b""",
        ),
        (
            "bist_jetzt bist_du bist_nun bist_ab",
            r"""^\W*(?:du\ bist\ (?:ab\ )?(?:jetzt|nun)|(?:ab\ )?(?:jetzt
            |nun)\ bist\ du)\ (?!ge\w+t\b|(?:der|die|das|eine?|meine?)\ )(?:\w+\ ){0,2}?\w+
            (?:,|\ und)\ (?:und\ )?ich\ (?:bin\ )?(?:\w+\ )?\w+\W*$
            |^\W*(?:du\ bist\ (?:ab\ )?(?:jetzt|nun)|(?:ab\ )?(?:jetzt|nun)\ bist\ du)\ (?:der|die|das|eine?|meine?)
            \ [^.!?]{2,40}?(?:,|\ und)\ (?:und\ )?ich\ (?:bin|spiele)\ (?:der|die|das|eine?|deine?)\b""",
        ),
        (
            "dir_vor",
            r"""\bstell\ dir\ vor,?\ du\ (?:bist|warst)\ (?:der|die|das|eine?|meine?)\ [^.!?]{2,40}?(?:,|\ und)
            \ (?:und\ )?ich\ (?:bin|war\w*)\ (?:der|die|das|eine?|deine?)\b""",
        ),
    ),
    hands_over=AnyOf(
        (
            "schreibt tippt sitzt tastatur dran",
            rf"""\b(?:jetzt|nun|hier|ab\ jetzt|gerade)\ (?:schreibt|tippt)\ (?:(?:jetzt
            |gerade|hier)\ )?{_RELATIVE}(?=\W*$|[.,!;:])
            |\b{_RELATIVE}\ (?:tippt|schreibt)\ (?:jetzt|hier|nun)(?:\ (?:weiter|hier))?(?=\W*$|[.,!;:])
            |\b(?:hier|jetzt|nun|an\ der\ tastatur)\ (?:ist|sitzt)\ (?:jetzt\ |nun\ )?{_RELATIVE}(?:\ (?:dran
            |an\ der\ tastatur))(?=\W*$|[.,!;:])
            |\ban\ der\ tastatur\ (?:ist|sitzt)\ (?:jetzt\ |nun\ )?{_RELATIVE}""",
        ),
        (
            "geb_ gebe_ ubergeb reich lass",
            rf"""\b(?:gebe?|ubergebe?|reiche?)\ (?:(?:mal|jetzt|kurz|eben|dich|(?:das|mein)\ (?:handy|tablet)
            |den\ (?:laptop|rechner)|die\ tastatur)\ )+(?:weiter\ )?(?:an\ )?{_RELATIVE}
            |\blass\w*\ (?:jetzt\ |mal\ |kurz\ )*{_RELATIVE}\ (?:mal\ |kurz\ |jetzt\ )*(?:ran|tippen|schreiben
            |fragen)(?=\W*$|[.,!;:])""",
        ),
    ),
    takes_back=AnyOf(
        (
            "wieder zuruck",
            r"""(?:^|[.!?]\ )\W*(?:(?:so|ok(?:ay)?|ja|hallo|hi|und|also|jetzt|danke)[,.!]?\ )*
            (?:ich\ bin'?s\ wieder|ich\ wieder\b|(?:bin|ich\ bin)\ (?:jetzt\ )?(?:wieder\ (?:da|dran|hier|ich)
            |zuruck)\b
            |wieder\ (?!mal\b|einmal\b|so\b)[\w-]+(?:\ (?:hier|da|dran))?(?=\W*$|[.,!;:])|hier\ (?:ist
            |schreibt)\ wieder\b|[\w-]+\ (?:hier\ )?(?:wieder|zuruck)(?:\ (?:hier|da|dran))?(?=\W*$|[.,!;:]))""",
        ),
    ),
    stops_playing=AnyOf(
        (
            "genug reicht schluss ende stop lass mehr zuruck aus vorbei das_war",
            r"""^\W*(?:(?:ok(?:ay)?|gut|so|haha*|super|toll|danke|na\ gut|alles\ klar)\W+)*(?:genug\b|(?:es
            |das)\ reicht\b
            |schluss\b|lass(?:en\ wir|t\ uns)?\ (?:es|das)\ (?:gut|jetzt)\b|stopp?(?=\W*$|[.!,;])|ende(?=\W*$|[.!,;]
            |\ (?:des|der)\b)
            |(?:lass\ uns\ )?(?:wieder\ )?zuruck\ zu)
            |\bzuruck\ (?:zur\ (?:realitat|wirklichkeit|arbeit)|zum\ (?:thema|ernst))\b|\bspiel\ (?:ist\ )?(?:aus
            |vorbei)\b
            |\bdas\ war\ (?:\w+\ )?(?:lustig|spassig|witzig|spass)\b
            |\b(?:keine\ lust|nicht)\ mehr\ (?:zu\ )?spielen\b|\bgenug\ gespielt\b""",
        ),
        ("beiseite ernst in_echt echten_leben", r"""\b(?:spass\ beiseite|(?:jetzt|mal)\ im\ ernst|in\ echt
            |im\ echten\ leben)\b"""),
        (
            "kannst_du konntest_du wurdest_du bitte hilf ubersetz korrigier fass",
            r"""^\W*(?:ubersetze?|korrigiere?|fasse?)\b(?!\ (?:mich|den\ mut))
            |(?:^|[.!?,]\ )\W*(?:(?:ok|jetzt|und|danke),?\ )*(?:(?:kannst|konntest|wurdest)\ du|bitte|hilf\ mir)\b
            [^.!?]{0,50}?\b(?:\w*code|\w*funktion|skript|python|e-?mail|lebenslauf|bewerbung|aufsatz|tabelle|excel
            |sql|regex
            |fehlermeldung|absatz|prasentation|json|csv|ubersetz\w*|zusammenfass\w*|korrekturles\w*)\b""",
        ),
    ),
    denies=phrase(
        r"""^\W*(?:(?:nein|nee?|sorry|entschuldigung)\W+)?(?:
        falsch\b|nicht\ (?:ganz|richtig|korrekt|wahr)\b|korrektur\b|irrtum\b|eigentlich\ (?!ja\b|w)
        |(?:das|es)\ (?:ist|war)\ (?:so\ )?(?:nicht\ (?:ganz\ )?(?:richtig|korrekt|wahr|so|was\ ich)\b|falsch\b
            |veraltet\b|uberholt\b)
        |(?:das\ )?stimmt\ (?:so\ |leider\ )?(?:nicht|nimmer)\b|du\ irrst\ dich\b|sie\ irren\ sich\b
        |(?:da\ )?(?:liegst\ du|liegen\ sie|du\ liegst|sie\ liegen)\ falsch\b
        |(?:ich|wir)\ (?:meinte|meine|meinten|sagte|habe\ gesagt)\b
        )|^\W*nein,\ (?:es|das|der|die|mein|meine|unser|unsere|ich|wir|er|sie)\b"""
    ),
    of_here=phrase(
        r"""^(?!.*\b(?:ich|mein\w*|mir|mich)\b).*\b(?:hier
        |in\ (?:diesem|dem)\ (?:repo|repository|projekt|portal|dienst))\b
        |^dieses\ (?:repo|projekt)\ (?:ist|nutzt|hat|braucht|lauft)\b
        |^das\ (?:hier\ )?ist\ (?:hier\ )?ein\w*\ [^.!?]{0,40}(?:repo|projekt|app)\b
        |^hierfur\b|\bfur\ (?:dieses\ (?:repo|projekt)|das\ hier)(?=$|[,.;]|\ (?:bitte|nur|immer|keine?)\b)"""
    ),
    supposes=AnyOf(
        (
            joined("wenn falls", "ich wir"),
            r"""^\W*(?:wenn|falls)\ (?:ich|wir)\b[^.!?,]{0,60}?\b(?:ware|hatte|konnte|wurde|lebte|gewanne)n?\b""",
        ),
    ),
    persons={
        "ich": "I", "mein": "I", "meine": "I", "meinen": "I", "meiner": "I", "mir": "I", "mich": "I", "wir": "WE",
        "uns": "WE", "unser": "WE", "unsere": "WE", "du": "YOU", "dir": "YOU", "dich": "YOU", "dein": "YOU",
        "er": "HE",
    },
)  # fmt: skip
