"""Spanish words of wishes for the form of answers."""

from tiermem.text.languages.wishes import Wishes

WISHES = Wishes(
    aspects={
        "length": (
            r"\b(?:cort[oa]s?|brev\w*|concis\w*|conciso|(?:una|dos|tres) (?:sola )?frases?)\b",
            r"\b(?:larg[oa]s?(?! plazo)|detall\w*|extend\w+|extiend\w+|explay\w*|desarroll\w*|alarg\w*)\b",
        ),
        "lists": (r"\b(?:listas?|vinetas|puntos)\b",
        r"\b(?:parrafos?|texto corrido|frases (?:completas|normales))\b"),
        "tables": (r"\btablas\b",),
        "emojis": (r"\b(?:emojis?|emoticon\w*|caritas)\b",),
        "tone": (
            r"\b(?:brutal\w*|dur[oa]|estrict[oa]|sever[oa]|(?:mas|menos|muy|tan|se) (?:direct[oa]|franc[oa]))\b",
            r"\b(?:suave|suaves|amable|blando|blanda|delicad[oa]|con tacto)\b",
        ),
        "register": (r"\b(?:formal)\b", r"\b(?:informal|relajad[oa]|desenfadad[oa])\b"),
        "familiarity": (r"\b(?:tute\w+|de tu)\b", r"\b(?:de usted)\b"),
        "currency": (r"\bdolares\b", r"\beuros?\b", r"\blibras esterlinas\b", r"\bfrancos\b(?: suizos)?|\bchf\b",
            r"\bpesos\b", r"\byuan(?:es)?\b", r"\byen(?:es)?\b"),
        "language": (
            r"\bingles\b", r"\baleman\b", r"\bfrances\b", r"\b(?:espanol|castellano)\b", r"\bitaliano\b",
            r"\bchino\b",
            r"\bjapones\b", r"\bportugues\b", r"\b(?:neerlandes|holandes)\b", r"\bpolaco\b", r"\bgales\b",
            r"\bcoreano\b", r"\bcatalan\b", r"\bgallego\b", r"\beuskera\b",
        ),
        "explanation": (r"\b(?:explicacion\w*|expli\w+ (?:los|mis) errores)\b",),
        "steps": (r"\b(?:paso a paso|un (?:solo )?paso)\b",),
        "questions": (r"\bpreguntas\b",),
        "order": (r"\bprimero el codigo\b|\bel codigo primero\b", r"\bprimero (?:la explicacion|explic\w+)\b"),
    },
    asks=(
        r"\b(?:respond\w+|respuestas?|contest\w+|expli\w+|tu|te|por favor|porfa|siempre|nunca|me|prefiero|quiero"
        r"|a partir de ahora|puedes|podrias|mejor|usuari[oa] (?:quiere|prefiere|desea)|hablame|tratame\w*|dime)\b"
        r"|^(?:no|sin|usa|evita|se|haz|pon\w*|escribe|nada de|volvamos|deja)\b"
    ),
    tells=(
        r"^(?:(?:ahora |ya )?puedo (?:mandar|enviar|escribir|redactar|dar|hacer|responder)"
        r"|mi|mis|nuestr[oa]|tengo|soy|vivo|estoy|trabajo|aprendo|me (?:gusta|gustan|llamo|encanta"
        r"|duele)|estudio|hablo|el|ella)\b(?! (?:otra vez|que))"
        r"|\b(?:estoy aprendiendo|aprendo)\b|\busuari[oa] (?!quiere|prefiere|desea)\w+"
    ),
    lasts=r"\ba partir de (?:ahora|hoy)\b|\bde ahora en adelante\b",
    less=(
        r"\b(?:no|nada|nunca|sin|menos|evita\w*|deja(?: de)?|dejar(?: de)?|parar|basta|ya no|ahorrate|quita|fuera"
        r"|se acabo|hart[oa] de|canse de|cansan?|paso de moda)\b"
    ),
    permits=(
        r"\b(?:puedes|ok|vale|bien|bienvenid[oa]s?|permitid[oa]s?|otra vez|de nuevo|prefiero|mejor"
        r"|volvamos|vuelve|volver)\b"
    ),
    stands=r"\b(?:siempre|nunca|ya no|ya (?:puedes|no)|no hace falta|otra vez|de nuevo|puedes"
    r"|bienvenid[oa]s?|permitid[oa]s?|me van bien|respuestas|prefiero|mejor|volvamos|vuelve|deja de|basta de|se acabo"
    r"|hart[oa] de|canse de|cansan?)\b",
    tasks=r"\b(?:est[eao]|es[eao]|(?:el|la|mi|del) (?:\w+ )?"
    r"(?:texto|lista|cv|curriculum|carta|correo|mensaje|ensayo|plan|tabla|informe|receta|discurso|titulo|parrafo|punto|parte|frase"
    r"|seccion|paso|borrador|respuesta)|\d+)\b|^(?:me )?(?:puedes|podrias) (?:dar|decir|hacer|explicar)me\b",
    says_little=(
        r"\b(?:el|la|los|las|lo|de|del|un|una|es|son|me|te|ya|por|favor|porfa|ahora|mas|hace|falta|que"
        r"|con|en|a|al|y|pero"
        r"|poner|pon|pongas|usar|uses|van|va|estan|esta|otra|vez|hacen|necesito|siempre|final|cada|puedes|gustan)\b"
    ),
    scopes=(
        r"\b(?:correos?|e-?mails?|recetas?|cartas?|redaccion\w*|informes?|traduccion\w*|poemas?|resumen\w*|cuentos?"
        r"|en el trabajo)\b"
    ),
    refers=r"\b(?:los|las|ellos|ellas|lo)\b",
    once=r"\b(?:esta vez|por una vez|hoy|solo ahora|excepcionalmente|para est[ea]|esta noche)\b",
    thing=r"\b(?:lo|eso) del?\b",
    orders=(
        r"\W*(?:(?:por favor|porfa|en realidad|mejor|y|pero|ah|ok|vale|perdona"
        r"|no)\W+)*(?:hazlos? (?:un poco|mas|menos|algo)|hazlas? (?:un poco|mas|menos|algo)|(?:se"
        r"|sea) (?:un poco|mas|menos|algo)|(?:puedes|puede|sientete|no hace falta)\b|(?:escrib|respond"
        r"|explic|resum|traduc|contest)(?:e|a)(?:me|lo|la)?\b|(?:dame|dime|ayudame|mandame|enviame)\b"
        r"|(?:(?:un poco|mucho) )?(?:mas|menos) (?:cort|larg|brev|simpl|detallad|formal)\w*"
        r"(?:,? (?:porfa|por favor|plis))?\W*$)"
    ),
    bare=(
        r"\W*(?:(?:una?|unas|unos|dos|tres|cinco|\d+|otra|buenas?) )*(?:recetas?|ideas?|consejos?"
        r"|sugerencias?|ejemplos?|lista|nombres?|textos?|poema|discurso|frases?) (?:de|del|para|sobre|con)\b"
    ),
    thanks=(
        r"\W*(?:(?:ok|oh|ah|perfecto|genial|super|buenisimo|excelente|barbaro|listo|gracias|muchas|mil|vale"
        r"|bien|muy|dale|hola|buenas|buenos dias|buenas (?:tardes|noches)|chau|adios|hasta (?:luego|manana)"
        r"|de nada|esta)\W*)++$"
    ),
)  # fmt: skip
