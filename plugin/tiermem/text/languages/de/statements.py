"""Statements in German: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import joined, several
from tiermem.text.languages.statements import AnyOf, Request, Statements, phrase

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
    forget=(Request(
        "vergiss vergessen lösch entfern merken",
        r"""^(?:bitte\s+)?(?:(?:vergiss|vergessen\s+sie|lösch(?:e|en\s+sie)?|entfern(?:e|en\s+sie))(?:\s+bitte)?
        |(?:du\s+musst|sie\s+müssen|du\s+brauchst|sie\s+brauchen)\s+(?:dir|sich)\s+nicht\s+(?:mehr\s+)?(?:zu\s+)?merken)
        (?:,\s*|\s+)(?P<what>(?:meine?[nmrs]?|unsere?[nmrs]?|dass\s+(?:ich|meine?|wir)|was\s+ich|alles|wo\s+ich
            |wann\s+ich|(?:das|die\s+(?:sache|geschichte))\s+(?:mit|von|über))\b.+?)
        (?:\s+aus\s+(?:deinem|ihrem|dem)\s+(?:gedächtnis|speicher))?(?:,?\s+(?:bitte|danke))?$"""
    ), Request(
        "vergiss vergessen",
        r"""^(?:bitte\s+)?(?:vergiss|vergessen\s+sie|(?:kannst|könntest
            |würdest)\s+du\s+(?:bitte\s+)?vergessen)(?:\s+(?:bitte|mal))*
        (?:,\s*|\s+)(?P<what>(?:wie|wer|wann|wo|was)\s+(?:\w+\s+)?(?:ich|meine?|unsere?)\b.+
        |(?:den|die|das)\s+(?:\w*namen?|geburtstag|alter|adresse|\w*nummer|beruf)\s+(?:meine|unsere|de|von)\w*\s.+
        |\w+s\s+(?:\w*namen?|geburtstag|alter|adresse|\w*nummer|beruf))(?:,?\s+(?:bitte|danke))?$"""
    ), Request(
        "vergessen",
        r"""^(?:kannst|könntest|würdest)\s+du\s+(?:bitte\s+)?(?P<what>(?:meine?[nmrs]?|unsere?[nmrs]?
        |(?:den|die|das)\s+(?:\w*namen?|geburtstag|adresse|\w*nummer)\s+(?:meine|unsere|de|von)\w*)\s.+?)
        \s+(?:bitte\s+)?vergessen$"""
    ), Request(
        "vergiss lösch streich",
        r"""^was\s+ich\s+(?:dir\s+)?(?:\w+\s+)?(?:über|von|zu[rm]?)\s+(?P<what>[^:,.!?]{2,60}?)\s+(?:gesagt|erzählt
            |geschrieben)
        \s+hab\w*\s*[:,–—-]\s*(?:bitte\s+)?(?:vergiss|lösch\w*|streich\w*)\b.*$"""
    )),
    of_name=phrase(r"\b\w*namen?s?\b|\bhei(?:ß|ss)\w*|\bwer\b"),
    polite=phrase(r"(?:kannst|könntest|würdest)\ du|können\ sie|bitte"),
    around_forgotten=phrase(
        r"""\bwas\s+ich\s+(?:dir\s+)?(?:(?:gestern|vorhin|eben|neulich)\s+)?(?:über|von|zu[rm]?)\b
            |\balles\s+(?:über|von|was\s+du\s+(?:über|von))\b
        |\b(?:gesagt|erzählt)\s+hab(?:e|'|\b)|^(?:das|die\s+(?:sache|geschichte))\s+(?:mit|von|über)\b"""
    ),
    myself=several("mich mir"),
    i=phrase(r"\bich\b"),
    secrecy=AnyOf(
        (
            "geheim vertraulich privat inoffiziell unter_uns fur_dich",
            r"\b(?:geheim|vertraulich|privat|inoffiziell|unter\ uns|behalt\w*\ [^.]{0,20}fur\ dich)",
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
            "vergiss vergess merk behalt notier gedachtnis",
            r"\b(?:vergiss|vergess|merk|behalt|notier|gedachtnis)",
        ),
    ),
    keeps=AnyOf(
        (
            "speicher schreib protokoll losch streich",
            r"\b(?:(?:ab)?speicher|schreib|mitschreib|protokoll|losch|streich|gespeichert)",
        ),
    ),
    talk=AnyOf(("das dies es davon ich mein unser wir", r"\b(?:das|dies\w*|es|davon|ich|mein\w*|unser\w*|wir)\b"),),
    mocks=AnyOf(
        (
            "weil denn als_ob als_wenn",
            r"""^\W*(?:(?:ja|na|ach|aber|klar|oh),?\ )+(?:klar|sicher|logo|logisch|naturlich|genau|sicher\ doch
            |selbstverstandlich),?\ (?:(?:weil|denn)\ (?:ich|wir|mein\w*|unser\w*)\b.*\bja\b|als\ (?:ob|wenn)\b)""",
        ),
        (
            "llionar lliardar kaiser_von krosus esel graf_koks wie_heu",
            r"""\bich\ (?:bin|war)\ (?:ja\ |doch\ |halt\ |auch\ |schlie(?:ss|ß)lich\ )*
            (?:(?:multi)?(?:millionar|milliardar)(?=\W*$|[,.;!?]|\ und\b)|der\ kaiser\ von\ china\b|krosus\b
            |graf\ koks\b)
            |\bbin\ ich\ (?:der\ kaiser\ von\ china|krosus|graf\ koks)\b
            |\b(?:hab\w*\ (?:ich|wir)|(?:ich|wir)\ hab\w*)\ (?:ja\ |doch\ |halt\ |auch\ |wohl\ |schlie(?:ss|ß)lich\ )*
            (?:\w+\ ){0,2}?(?:(?:gold|geld|dukaten)esel|geld\ wie\ heu)\b""",
        ),
    ),
    plays=AnyOf(
        (
            "rollenspiel in_deiner_rolle in_der_rolle spielleiter szenenpartner improtheater",
            r"""(?:^|[.!?,;:]\ ?|\b(?:bitte|komm|lasst?\ uns|wir)\ )\W*(?:
            (?:spielen|machen|spiel|mach)\b(?!\ \w+\ (?:gern|oft))[^.!?]{0,20}\b(?:rollenspiel|improtheater)\b(?!\w)
            |bleib\w*\ (?:bitte\ )?in\ (?:d?einer|der)\ rolle\b
            |(?:sei|du\ bist)\ (?:bitte\ )?(?:mein|der|unser)\ (?:spielleiter|szenenpartner|erzahler)\b)""",
        ),
        (
            "ich_spiele ich_bin",
            r"""\bich\ spiele?\ (?:den|die|das|eine?n?)\ [^.!?]{2,40}?(?:,|;|\ und)
            \ (?:und\ )?du\ (?:spielst|machst|bist\ (?:der|die|das)\b(?!\ (?:beste|erste|einzige|ki)))
            |\bich\ bin\ (?:der|die|das)\ [^.!?]{2,40}?(?:,|;|\ und)
            \ (?:und\ )?du\ (?:bist\ (?:der|die|das)\b(?!\ (?:beste|erste|einzige|ki))|spielst\b)""",
        ),
        ("rollenspiel", r"(?:^|[.!?]\ )\W*(?:\w+\ ){0,2}?rollenspiel\s*[:,]"),
        (
            "spiel",
            r"""\b(?:wir\ spielen|spielen\ wir|lass\ uns\ [^.!?]{0,20}?spielen)\b[^.!]{0,60}?\bdu\ (?:spielst
            |machst|warst|bist\ (?:der|die|das|eine?|meine?)\b(?!\ (?:trainer|coach|lehrer|assistent|beste|erste)))""",
        ),
        ("tu tun_wir", r"^\W*(?:bitte\ )?tu(?:n\ wir)?\ (?:mal\ )?so,?\ als\b"),
        (
            "lass_uns lasst_uns spielen_wir machen_wir",
            r"""\b(?:lasst?\ uns|spielen\ wir|machen\ wir)\ (?:mal\ |ein(?:e|en)?\ |kurz\ )*
            (?:rollenspiel|so\ tun|geschichte|szene|abenteuer)\b""",
        ),
        (
            joined("du_bist sie_sind du_spielst", "der_ die_ das_ ein mein"),
            r"""\b(?:du\ bist|sie\ sind
            |du\ spielst)\ (?:der|die|das|eine?|meine?)\ (?!(?:\w+\ )?(?:assistent|trainer|coach|lehrer|ki\b|bot\b
            |beste|erste
            |einzige))[^.!?]{2,40}?(?:,|\ und)\ (?:und\ )?ich\ (?:bin|spiele)\ (?:der|die|das|deine?)\b
            (?!\ (?:\w+\ )?(?:nutzer|chef|erste|beste|einzige|kund))""",
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
        |in\ (?:diesem|dem)\ (?:repo|repository|projekt|portal|dienst))\b"""
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
