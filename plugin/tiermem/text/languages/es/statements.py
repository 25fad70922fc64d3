"""Statements in Spanish: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import AnyOf, several
from tiermem.text.languages.statements import CuedPattern, Statements, phrase

_PLEASE = r"(?:por\s+favor|porfa(?:vor)?|gracias)"
_ASKS = rf"""^¿?(?:(?:y|oye|bueno|vale|además|pues),?\s+)*(?:{_PLEASE},?\s+)?"""
"""Begins a request, with courtesies."""
_MAY = r"(?:(?:me\s+)?(?:puedes|podrías|puede|podría)|(?:quiero|quisiera|prefiero)\s+que)"
_KEEPS = r"(?:recuerd|recordar|acuerd|acordar|guard|memori[cz]|anot|apunt|conserv|reten)\w*(?:te)?(?:\s+de)?"
_KEEP_NOT = rf"""(?:no\s+(?:hace\s+falta|es\s+necesario|quiero)\s+que\s+(?:te\s+|lo\s+)?{_KEEPS}
    |no\s+(?:tienes|tiene)\s+(?:que|por\s+qué)\s+{_KEEPS}
    |no\s+(?:te\s+)?(?!(?:re)?(?:cuerdo|acuerdo|guardo|anoto|apunto|conservo|memorizo|retengo)\b){_KEEPS}(?:\s+más)?(?:\s+nada\s+(?:sobre|de))?|deja\s+de\s+{_KEEPS})"""
"""Asks not to remember."""
_FORGET = r"""(?:olvid[ae]|olvídate\s+de|olvídese\s+de|(?:olvid[ae]te)\s+de)"""
_DELETE = r"""(?:borra|borre|elimina|elimine)"""
_TOLD = (
    r"""(?:todo\s+)?lo\s+(?:que|del?)\b.+?|(?:el\s+tema|la\s+historia|el\s+asunto)\s+del?\b.+?|todo\b.+?"""
)
"""Names what was said or is known."""
_MINE = rf"""(?:mis?|nuestr[oa]s?|que|dónde)\b.+?|{_TOLD}"""
_MEMORY = r"""\s+de\s+(?:tu|su|la|tus)\s+(?:memoria|notas|recuerdos)"""
_THANKS = rf"""(?:,?\s+(?:{_PLEASE}|ya|más))*$"""

_RELATIVE = r"""(?:mi|nuestr[oa])\ (?:mujer|espos[oa]|marido|novi[oa]|pareja|madre|mama|padre|papa|herman[oa]
    |hij[oa]|ti[oa]|sobrin[oa]|abuel[oa]|niet[oa]|prim[oa]|amig[oa]|companer[oa]|vecin[oa]|jef[ea])(?:\ (?!que\b
    |esta\b|es\b|y\b|un\b|escribe\b|ahora\b|quiere\b|coge\b|toma\b)[\w'-]+)?"""
"""A relative or friend of the speaker, with a name."""

STATEMENTS = Statements(
    # Things and persons
    determiners=several("el la los las mi mis nuestro nuestra nuestros nuestras"),
    names=several("nombre"),
    pronouns=several("ella ellos ellas"),
    # Negations
    negates=phrase(r"\b(?:no|nunca|jamas|tampoco|sin|nada|ningun\w*|nadie)\b"),
    conjunctions=several("sino pero y"),
    # The same statement in other words
    fillers=several("el los las una"),
    limits=several("nunca jamas sin tampoco ningun"),
    as_the_user={"tu": "mi", "su": "mi"},
    # The scaffold of a profile
    topics={
        "About": several("cumpleanos nombre"),
        "Health": several("alergico alergica alergia vegetariano vegetariana"),
        "Home": several("vivo domicilio direccion casa"),
        "Work": several("trabajo empresa jefe jefa profesion"),
        "Studies": several("estudio universidad"),
        "Tools": several("uso utilizo ordenador"),
    },
    single={
        "About": several("cumpleanos nombre"),
        "Home": several("domicilio direccion"),
        "Work": several("trabajo"),
    },
    attributes=(
        phrase(
            r"^(?:mi|mis|nuestro|nuestra)\ (?P<key>[^,;:]{2,40}?)\ (?:es|son|está|se\ llama)\ (?P<value>\S.*)$"
        ),
    ),
    value_end=phrase(
        r"""(?:,?\s*(?:,|\by\b)?\s*(?:\by\ no|\bno)\s*.*$)
        |(?:,?\s*\b(?:y|pero)\s+(?:yo|soy|estoy|tengo|vivo|mi|él|ella)\b.*$)|(?:,\s+(?:una|que)\b.*$)"""
    ),
    clause_end=phrase(
        r"""(?:,\s*(?:y\s+)?(?:yo|mi|nuestr\w+)\b.*$)
        |(?:,?\s+y\s+(?:nuestr\w+|mi|la|el)\s+[^,;]{1,40}?\s(?:es|son|está)\b.*$)
        |(?:,?\s+(?:por\s+si|porque|para\s+que|aunque)\b.*$)"""
    ),
    value_start=phrase(r"^ahora\s+"),
    introduces=phrase(r"\b(?:nombre\ es|me\ llamo|soy|ll[aá]m(?:a|e)me)\s+"),
    passing=phrase(
        r"\b(?:ahora|actualmente|en\ este\ momento|hoy|últimamente|\d{1,3}\ (?:años|meses|semanas))\b"
    ),
    # Forgetting and declining
    forget=(CuedPattern(
        "lo",
        r"""^(?:todo\s+)?lo\s+que\s+(?:tienes|tengas|sabes|sepas)\s+(?:de|sobre)\s+(?P<what>[^,;:]{2,50}?)\s+
        (?:puede\s+(?:irse|desaparecer|borrarse)|se\s+puede\s+(?:ir|borrar|eliminar)|debe\s+borrarse).*$"""
    ), CuedPattern(
        "olvid olvíd borr elimin recuerd recordar acuerd acordar guard memori anot apunt conserv",
        rf"""{_ASKS}(?:{_FORGET}|(?P<deletes>{_DELETE})|{_MAY}\s+(?:olvid(?:ar(?:te\s+de)?|es)|borr(?:ar|es)|elimin(?:ar|es))|{_KEEP_NOT})
        \s+(?P<what>{_MINE})(?P<memory>{_MEMORY})?{_THANKS}"""
    ), CuedPattern(
        "olvid olvíd",
        rf"""{_ASKS}(?:{_FORGET}|{_MAY}\s+olvid(?:ar(?:te\s+de)?|es))
        \s+(?P<what>(?:cómo|quién|dónde|cuándo|cuál|qué)\s+.*?\b(?:mis?|nuestr[oa]s?|vivo|trabajo|nací)\b.*?
        |(?:el|la|los)\s+(?:nombres?|apellidos?|cumpleaños|edad|dirección|número|teléfono|trabajo)\s+del?\s.+){_THANKS}"""
    ), CuedPattern(
        "olvid olvíd",
        rf"""{_ASKS}(?:{_FORGET}|{_MAY}\s+olvid(?:ar(?:te\s+de)?|es)|ya\s+puedes\s+olvidar(?:te\s+de)?)\s+(?:a\s+)?
        (?P<who>(?-i:[A-ZÁÉÍÓÚÑ][\w'-]+(?:\s[A-ZÁÉÍÓÚÑ][\w'-]+){{0,2}}))(?:,\s+(?:ya|no|es|está|me|porque|él|ella)\s.*)?{_THANKS}"""
    ), CuedPattern(
        "olvid olvíd",
        rf"""{_ASKS}{_FORGET}\s+(?:a\s+)?(?P<maybe>(?-i:(?!(?:eso|esto|todo|mí|nada)\b)[a-zà-ÿ]\w+)){_THANKS}"""
    ), CuedPattern(
        "olvid olvíd",
        rf"""{_ASKS}{_FORGET}\s+(?P<thing>(?:el|la|los|las)\s(?:[\w-]+\s){{0,2}}?[\w-]+){_THANKS}"""
    ), CuedPattern(
        "memoria notas recuerdos",
        rf"""{_ASKS}(?:{_FORGET}|{_DELETE}|quita|saca|{_MAY}\s+(?:olvidar|borrar|eliminar|quitar))
        \s+(?P<what>(?!(?:eso|esto|todo)\s+de\b).{{2,60}}?){_MEMORY}{_THANKS}"""
    ), CuedPattern(
        "olvid olvíd borr bórr elimin elimín",
        r"""^lo\s+que\s+te\s+(?:dije|conté|he\s+dicho|he\s+contado)\s+(?:de|del|sobre)\s+(?P<what>[^:,.!?]{2,60}?)
        \s*[:,–—-]\s*(?:por\s+favor\s+)?(?:olvíd|olvid|bórr|borr|elimín|elimin)\w*\b.*$"""
    ), CuedPattern(
        "olvíd olvid bórr borra elimín elimin quít guard recuerd anot apunt",
        rf"""{_ASKS}(?:(?P<what>{_MINE})|(?P<thing>(?:el|la|los|las)\s(?:[\w-]+\s){{0,4}}?[\w-]+)),?\s+
        (?:{_PLEASE},?\s+)?(?:mejor\s+|ya\s+)*(?:(?:olv[íi]d[ae]|(?P<deletes>b[óo]rr[ae]|elim[íi]n[ae]|qu[íi]ta))l[oae]s?
            |olv[íi]d[ae]te(?:\s+de\s+(?:eso|ello))?|(?:l[oa]s?\s+)?{_MAY}\s+(?:olvidar|borrar|eliminar)(?:l[oa]s?)?
            |no\s+(?:te\s+)?l[oa]s?\s+(?:guard|recuerd|anot|apunt|memoric)es?)
        (?:\s+(?:ya|mejor))*(?P<memory>{_MEMORY})?{_THANKS}"""
    )),
    of_name=phrase(r"\b(?:nombres?|apellidos?)\b|\bse\s+llaman?\b|\bquién\b"),
    assents=phrase(r",?\s*¿?(?:vale|ok|sí|de\s+acuerdo)\s*\?+$"),
    polite=phrase(r"¿?(?:me\ )?(?:puedes|podrías|puede|podría)\ "),
    around_forgotten=phrase(
        r"""\b(?:todo\s+)?lo\s+que\s+(?:(?:te\s+)?(?:dije|conté|comenté|mencioné|escribí|(?:he|había)\s+(?:dicho|contado|comentado))|sep[ae]s|sabes?|tengas|tienes)
            \s+(?:(?:ayer|antes)\s+)?(?:sobre|(?:acerca\s+)?del?)\b
        |\btodo\s+(?:sobre|de)\b|^(?:lo|el\s+tema|el\s+asunto|la\s+historia|(?:mis|los|las)\s+(?:cosas|asuntos|temas|líos|problemas))\s+del?\b"""
    ),
    myself=several("mi"),
    secrecy=AnyOf(
        (
            "entre_nosotros entre_tu confidencial privado extraoficial para_ti para_usted de_aqui",
            r"\b(?:entre\ (?:nosotros|tu)|confidencial|privado|extraoficial"
            r"|guarda\w*\ (?:[^.]{0,20}\ )?para\ (?:ti|usted)|sal(?:ga|e)\ de\ aqui)",
        ),
    ),
    refuses=AnyOf(("no sin nunca nada olvid borra", r"\b(?:no|sin|nunca|nada|olvid\w*|borra\w*)\b"),),
    remembers=AnyOf(("recuerd acuerd olvid anot apunt memori", r"\b(?:recuerd|acuerd|olvid|anot|apunt|memori)"),),
    keeps=AnyOf(
        (
            "guard registr borra ningun por_escrito",
            r"\b(?:guard|registr|borra|ningun\ (?:sitio|lado|lugar)|ninguna\ parte|por\ escrito)",
        ),
    ),
    talk=AnyOf(("esto eso lo mi nuestr gano me", r"\b(?:esto|eso|ello|lo|mi|mis|nuestr\w*|gano|me)\b"),),
    mocks=AnyOf(
        (
            "inocentada falso falsa",
            r"""\bcomo\ (?:una\ )?inocentada\b|(?:^|[,;:.!?]\ |\bpuedes\ )(?:escrib|redact|invent|prepar)\w*\b
            [^.!?]{0,30}\b(?:(?:anuncio|comunicado)\ falso|noticia\ falsa|falso\ (?:anuncio|comunicado)
            |falsa\ noticia)\b""",
        ),
        (
            "como_si",
            r"""^\W*(?:(?:si|ya|claro|uy|ah|pues|hombre|seguro
            |por\ supuesto)\W+)*(?:y\ )?como\ si\ (?:yo\ |me\ |nos\ )*
            \w+(?:ara|iera|era|ase|iese|ramos)\b""",
        ),
        (
            "rockefeller nado_en sobra_el rey_de reina_de el_papa musk",
            r"""\bsoy\ (?:yo\ )?(?:rockefeller|elon\ musk|(?:la\ reina|el\ rey)\ de\ (?:inglaterra|espana|roma|copas)
            |el\ papa)(?=\W*$|[,.;!?]|\ (?:y|asi|pero)\b)|\bmi\ \w+\ es\ elon\ musk(?=\W*$|[,.;!?])
            |\b(?:nado\ en|me\ sobra\ el)\ (?:oro
            |dinero)\b""",
        ),
        (
            "llonari marques palacio castillo yate criados mayordomo",
            r"""^\W*(?:(?:(?:si|ya|uy|ah|pues|hombre|anda)\W+)*(?:claro|seguro)\W+|(?:si|ya)\W+(?=como|porque|que
            |y\b))
            (?:y\ |que\ |como\ |porque\ )*(?:yo\ )?(?:soy\ (?:una?\ )?(?:multi)?(?:millonari[oa]|marques[a]?)
            |(?:vivo\ en|tengo)\ (?:\w+\ )?(?:palacios?|castillos?|yates?|criados
            |mayordomos?)(?:\ con\ (?:\w+\ )?\w+)?)
            (?:\ y\ tengo\ (?:\w+\ ){1,2}?\w+)?(?=\W*$|[,.;!?])""",
        ),
    ),
    plays=AnyOf(
        (
            "companer escena director_de_juego director_de_rol master_de improvis en_tu_papel en_el_papel",
            r"""\b(?:se|eres|seras|haz\ de)\ (?:mi|el|la|nuestr[oa])\ (?:companer[oa]\ de\ escena|(?:director
            |master)\ de
            \ (?:juego|rol))\b
            |(?:^|[.!?,;:]\ ?|\b(?:vamos|venga|ahora|y),?\ )\W*improvis(?:emos|a\ conmigo)\b
            |^\W*improvisamos\ ?[?:,]|\bvamos\ a\ improvisar\ (?:una?\ )?(?:escena|juego)\b
            |(?:^|[.!?,;:]\ ?|\by\ )\W*(?:metete|quedate|sigue)\ en\ (?:tu|el)\ papel\b""",
        ),
        (
            "haces_de seras_ hago_de yo_sere",
            r"""\byo\ (?:soy|hago\ de|sere)\ (?:(?:el|la|una?)\ )?[^.!?]{2,60}?(?:[,;.]
            |\ y)\ (?:y\ )?tu\ (?:haces\ de|seras)\b
            |\b(?:haces\ de|seras)\ (?:(?:el|la|una?|mi)\ )?[^.!?]{2,40}?(?:,|\ y)\ (?:y\ )?yo\ (?:soy|hago\ de
            |sere)\b
            |\byo\ (?:hago\ de|sere)\ [^.!?]{2,60}?(?:[,;.]|\ y)\ (?:y\ )?tu\ eres\ (?:el|la|mi|una?)\b""",
        ),
        (
            "juguemos vamos_a_jugar juego_de_rol hagamos vamos_a_hacer juego jugamos",
            r"""\b(?:juguemos|vamos\ a\ jugar|juego\ de\ rol)\s*(?::|,\ (?:tu|yo|eres|soy)\b)
            |\b(?:juguemos|hagamos|vamos\ a\ (?:hacer|jugar))\ (?:a\ )?(?:una?\ )?(?:juego\ de\ rol|rol)\b
            |\b(?:juguemos|hagamos|vamos\ a\ hacer)\ (?:a\ )?una?\ (?:escena|historia)\b[^?]{0,80}?\b(?:eres|soy)\b
            |\b(?:juego|juguemos|jugamos)\b[^.!]{0,30}?[:,]\s*(?:tu\ )?(?:eres|seras|haces\ de)\ (?:el|la|una?|mi)
            \ [^.!?]{2,40}?(?:,|\ y)\ (?:y\ )?yo\b|\bsigueme\ el\ juego\b""",
        ),
        (
            "haz_ eres_ finge",
            r"""^\W*haz\ de\ [^.!?]{2,40}?(?:,|\ y)\ (?:y\ )?(?:yo\ )?(?:soy|hago\ de|sere)\b
            |\bhaz\ como\ que\ (?:eres|soy)\b|(?:^|[.!?]\ )\W*finge\ (?:que\ (?:eres|soy)|ser)\b
            |\bimagina(?:te)?\ que\ eres\ (?:una?|el|la|mi)\ [^.!?]{2,40}?(?:,
            |\ y)\ (?:y\ )?(?:que\ )?yo\ (?:soy\ )?(?:una?|el
            |la|tu)\b
            |^\W*(?:ahora,?\ (?:tu\ )?eres
            |(?:tu\ )?eres\ ahora)\ (?!(?:el|la|una?
            |mi)\ )(?:\w+\ ){0,2}?\w+,?\ y\ yo\ (?:soy\ (?:\w+\ )?)?(?!\w+oy\b)\w+\W*$
            |^\W*(?:ahora,?\ (?:tu\ )?eres|(?:tu\ )?eres\ ahora)\ (?:el|la|una?|mi)\ [^.!?]{2,40}?(?:,
            |\ y)\ (?:y\ )?yo\ (?:soy\ )?
            (?:el|la|una?|tu)\b""",
        ),
    ),
    hands_over=AnyOf(
        (
            "escribe teclea escribiendo teclado",
            rf"""\b(?:ahora|aqui|desde\ ahora)\ (?:te\ )?(?:escribe|teclea|esta\ escribiendo)\ {_RELATIVE}(?=\W*$
            |[.,!;:])
            |\b{_RELATIVE}\ (?:escribe|teclea|esta\ escribiendo)\ ahora(?=\W*$|[.,!;:])|\b{_RELATIVE}\ (?:coge
            |toma)\ el\ teclado""",
        ),
        (
            "paso dejo",
            rf"""\b(?:te|le|os)\ (?:paso|dejo)\ (?:(?:con|a)\ |el\ (?:teclado|movil|portatil
            |ordenador)\ a\ ){_RELATIVE}(?=\W*$|[.,!;:]|\ (?:un|que|para)\b)""",
        ),
    ),
    takes_back=AnyOf(
        (
            "yo vuelta vuelto volvi otra_vez de_nuevo",
            r"""(?:^|[.!?]\ )\W*(?:(?:bueno|vale|ok|ya|y|hola|gracias)[,.!]?\ )*
            (?:vuelvo\ (?:a\ ser\ )?yo\b|(?:soy\ )?yo\ (?:otra\ vez|de\ nuevo)\b|ya\ (?:estoy|he\ vuelto|volvi)\b
            |he\ vuelto\b|estoy\ de\ vuelta\b
            |soy\ [\w-]+\ (?:otra\ vez|de\ nuevo)\b|(?:otra\ vez|de\ nuevo)\ [\w-]+(?=\W*$|[.,!;:])
            |[\w-]+\ (?:otra\ vez|de\ nuevo|de\ vuelta)(?=\W*$|[.,!;:]))""",
        ),
    ),
    stops_playing=AnyOf(
        (
            "basta suficiente para fin dejemos jug juego volvamos vuelta termin divertid se_acabo",
            r"""^\W*(?:(?:vale|bueno|ok(?:ay)?|bien|(?:ja)+|gracias|genial)\W+)*(?:(?:ya\ )?basta\b
            |(?:ya\ es\ )?suficiente\b
            |(?:para|alto|stop)(?=\W*$|[.!])|fin(?=\W*$|[.!,;]|\ del?\b)|volvamos\b|de\ vuelta\ a\b
            |(?:dejemos(?:lo)?|terminemos)\b)|\b(?:de\ vuelta|volvamos|volver)\ a\ la\ realidad\b
            |\b(?:el\ juego\ (?:ha\ terminado|termino)|se\ acabo\ el\ juego|que\ divertido|ha\ sido\ divertido
            |fue\ divertido|no\ quiero\ (?:jugar|seguir\ jugando)|ya\ no\ juego)\b""",
        ),
        (
            "bromas en_serio vida_real fuera_de",
            r"\b(?:bromas\ aparte|ahora\ en\ serio|en\ la\ vida\ real|fuera\ de\ (?:personaje|bromas))\b",
        ),
        (
            "puedes podrias por_favor ayudame traduc resum corrige",
            r"""^\W*(?:traduce(?:me)?|resume(?:me)?|corrige(?:me)?)\b
            |(?:^|[.!?,]\ )\W*(?:(?:vale|ahora|y|gracias),?\ )*(?:(?:me\ )?(?:puedes|podrias)|por\ favor|ayudame)\b
            [^.!?]{0,50}?\b(?:codigo|funcion|script|python|correo|e-?mail|cv|curriculum|carta\ de\ presentacion
            |ensayo|excel|sql
            |regex|parrafo|presentacion|json|csv|traduc\w*|resum\w*|corrig\w*|corregir)\b""",
        ),
    ),
    denies=phrase(
        r"""^\W*(?:(?:no|perdon|perdona)\W+)?(?:
        incorrecto\b|falso\b|te\ equivocas\b|se\ equivoca\b|estas\ equivocad[oa]\b|correccion\b
        |no\ (?:es|era|esta)\ (?:del\ todo\ )?(?:asi|cierto|correcto|verdad|eso|lo\ que)\b|no\ exactamente\b
        |(?:eso|esto)\ (?:no\ (?:es|era|esta)\ (?:del\ todo\ )?(?:asi|cierto|correcto|verdad|bien|lo\ que)\b
            |(?:es|era|esta)\ (?:incorrecto|falso|mal|equivocado|desactualizado)\b)
        |(?:queria|quise)\ decir\b|me\ referia\b|yo\ dije\b|en\ realidad\b
        )|^\W*no,\ (?:es|era|son|esta|fue|mi|mis|el|la|los|las|nuestr[oa]s?|yo|se)\b"""
    ),
    of_here=phrase(
        r"""^(?!.*\b(?:yo|mi|mis|me)\b).*\b(?:aqui|aca|en\ este\ (?:repo|repositorio|proyecto|portal|servicio))\b
        |^este(?:\ (?:repo|repositorio|proyecto))?\ (?:es|usa|tiene|va)\b
        |\bpara\ este(?:\ (?:repo|repositorio|proyecto))?(?=$|[,.;])
        |^(?:esto\ )?es\ un\ (?:repo|repositorio|proyecto)\b"""
    ),
    supposes=AnyOf(
        (
            "si_",
            r"""^\W*(?:y\ )?si\ (?:yo\ |me\ |nos\ |algun\ dia\ |un\ dia\ )*\w+(?:ara|iera|era|ase|iese|ramos)\b""",
        ),
    ),
    persons={
        "yo": "I", "mi": "I", "mis": "I", "nuestro": "WE", "nuestra": "WE", "él": "HE", "ella": "HE",
        "soy": "I", "tengo": "I", "vivo": "I", "somos": "WE", "tenemos": "WE", "vivimos": "WE",
    },
)  # fmt: skip
