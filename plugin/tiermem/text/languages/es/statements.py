"""Statements in Spanish: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import several
from tiermem.text.languages.statements import Credentials, Statements, phrase

_UNIQUE = r"""numero(?:\ de\ (?:telefono|movil|celular))?|direccion(?:\ de\ correo|\ \w+)?|correo|e-?mail|jef[ea]
    |supervisora?|gerente|empleador|plazo|fecha\ limite|domicilio|nombre|contrasena|politica\ de\ contrasenas?|sueldo
    |salario|presupuesto|caser[oa]"""
_BEHIND = r"(?:es|son|era|de|del|para)\b"

STATEMENTS = Statements(
    # Things and their values
    copulas=several("es son esta estan era ha sido se hemos he"),
    changes=several(
        """
        movido movida cambiado cambiada aplazado aplazada retrasado retrasada adelantado adelantada pospuesto pospuesta
        cambio paso movio aplazo adelanto pospuso movimos cambiamos pasamos aplazamos adelantamos renombrado renombrada
        """
    ),
    places=several("desde hasta para en"),
    towards=several("a al hacia"),
    whereabouts=several("a en"),
    of=several("de"),
    works=several("trabajo trabaja"),
    employs=several("para"),
    measures=several("dura duran cuesta cuestan tarda tardan pesa peso pago pagamos"),
    determiners=several("el la los las mi mis nuestro nuestra nuestros nuestras"),
    new=several("nuevo nueva"),
    day_parts=several("horas hora mediodia"),
    unique=several("residencia domicilio direccion cumpleanos nombre jefe jefa"),
    favourite=phrase(r".*\ favori"),
    names=several("nombre"),
    pronouns=several("ella ellos ellas"),
    lists=phrase(r"\b(?:y|e|o)\b"),
    # What changes, ends or denies
    now=phrase(r"\b(?:a\ partir\ de\ ahora|de\ ahora\ en\ adelante|ahora)\b"),
    new_one=phrase(
        rf"\bnuev[oa]\ (?:{_UNIQUE})(?=\ {_BEHIND})|\b(?:{_UNIQUE})\ nuev[oa](?=\ {_BEHIND})"
    ),
    besides=phrase(r"\b(?:también|además|asimismo)\b"),
    at_times=phrase(
        r"""\b(?:entre\ semana|durante\ la\ semana|(?:el|los)\ fin(?:es)?\ de\ semana
        |en\ (?:verano|invierno|primavera|otoño))\b"""
    ),
    negated=phrase(r"\b(?:nunca|ya\ no)\b"),
    no_longer=phrase(r"\bya\ no\b|,\s*(?:no|y\ no)\b|\bsino\b"),
    negation=phrase(r"\bya\ no\b"),
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
    forget=(phrase(
        r"""^(?:por\s+favor,?\s+)?(?:olvida|olvide|olvídate\s+de|olvídese\s+de|borra|borre|elimina|elimine
        |no\s+(?:hace\s+falta|es\s+necesario)\s+que\s+(?:recuerdes|recuerde)|no\s+(?:tienes|tiene)\s+que\s+recordar)
        \s+(?P<what>(?:mis?|nuestr[oa]s?|que\s+(?:mis?|yo|me|no)?|lo\s+que|todo|dónde)\b.+?)
        (?:\s+de\s+(?:tu|su|la)\s+memoria)?(?:,?\s+(?:por\s+favor|gracias))?$"""
    ),),
    around_forgotten=phrase(
        r"\btodo\s+(?:lo\s+que\s+te\s+dije\s+)?(?:sobre|de)\b|\blo\s+que\s+te\s+dije\s+(?:sobre|de)\b"
    ),
    myself=several("mi"),
    secrecy=phrase(r"\b(?:entre\ (?:nosotros|tu)|confidencial|privado|extraoficial)"),
    refuses=phrase(r"\b(?:no|sin|nunca|nada|olvid\w*|borra\w*)\b"),
    remembers=phrase(r"\b(?:recuerd|acuerd|olvid|anot|apunt|memori)"),
    keeps=phrase(r"\b(?:guard|registr|borra)"),
    talk=phrase(r"\b(?:esto|eso|ello|lo|mi|mis|nuestr\w*|gano|me)\b"),
    persons={
        "yo": "I", "mi": "I", "mis": "I", "nuestro": "WE", "nuestra": "WE", "él": "HE", "ella": "HE",
        "soy": "I", "tengo": "I", "vivo": "I", "somos": "WE", "tenemos": "WE", "vivimos": "WE",
    },
    credentials=(
        Credentials(
            names="contraseña|clave (?:de acceso|secreta)|clave (?:de )?(?:la )?api|token de acceso",
            of=r"(?:para|del?|en)\b",
            verbs="(?:ahora )?es|era|será",
            to="a|por",
            changing="cambi(?:é|e|o|ado)|actualic(?:é|e)",
            joins="y|pero|o",
            hints=several("contrase clave"),
        ),
    ),
)  # fmt: skip
