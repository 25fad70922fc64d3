"""Spanish. Words are folded: á is a, ñ is n."""

from tiermem.text.languages.language import Dates, Language, Times, several

_MONTHS = {
    "enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9,
    "setiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12, "ene": 1, "feb": 2, "abr": 4, "ago": 8,
    "sept": 9, "oct": 10, "nov": 11, "dic": 12,
}  # fmt: skip
_WEEKDAYS = {
    "lunes": 0, "martes": 1, "miercoles": 2, "jueves": 3, "viernes": 4, "sabado": 5, "domingo": 6,
}  # fmt: skip
_TOLD = (
    "dijo|dijiste|dije|dijimos|dijeron|conte|contaste|conto|mencione"
    "|mencionaste|mencionamos|menciono|recomendaste|recomendo"
)
_DONE = (
    r"\w+(?:aste|iste|amos|imos|aron|ieron)|hice|hizo|fui|fue|eran|era|estaba"
    r"|estabamos|tenia|teniamos|tuve|tuvo|puse|puso"
    r"|pude|vi|vio|elegi|pedi|compre|quede|hable|use|pague|gano|llame|llamaba|decidi|gaste|conoci|empece|empezo|mude"
)

LANGUAGE = Language(
    code="es",
    asides=("por cierto", "dicho sea de paso", "para que lo sepas", "para que sepas"),
    drops_subjects=True,
    stop_words=several(
        """
        a al gracias algo alguien algun alguna algunas alguno algunos alli ante antes aqui asi aun aunque
        bien cada casi como con contra cual cuales cualquier cuando cuanto cuanta cuantos cuantas da dame
        de deja del demas desde dime donde dos e el ella ellas ellos en entonces entre era eran eras eres
        es esa esas ese eso esos esta estaba estaban estado estamos estan estar estas este esto estos
        estoy etc favor fue fueron fui ha haber habia habian hace hacen hacer hacia haga hago han has
        hasta hay haz he hemos hola incluso la las le les lo los luego mas me mi mia mias mientras mio
        mios mis misma mismo mucha muchas mucho muchos muy nada ni ningun ninguna no nos nosotras nosotros
        nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para pero poco podemos poder
        podria podrias porque por puede pueden puedes puedo pues que quien quienes quiero sabe sabes se
        sea segun ser si sido siempre sin sino sobre sois solo somos son soy su sus suya suyo tal tambien
        tampoco tan tanto te tendra tener tengo ti tiene tienen tienes todavia toda todas todo todos tras
        tu tus tuya tuyo un una unas uno unos usted ustedes va vamos van vez vosotros voy vuestra vuestro
        y ya yo
        """
    ),
    first_person=several(
        """
        yo me mi mis mio mia mios mias conmigo nosotros nosotras nos nuestro nuestra nuestros nuestras
        """
    ),
    possessives=several("mi mis nuestro nuestra nuestros nuestras"),
    question_words=several("que quien quienes cual cuales cuando donde adonde como cuanto cuanta cuantos cuantas"),
    time_words=several(
        """
        hoy ayer anteayer manana pasado pasada ultimo ultima ultimos ultimas proximo proxima recientemente
        ultimamente antes desde hace tarde noche anoche dia dias semana semanas finde mes meses ano anos
        primavera verano otono invierno lunes martes miercoles jueves viernes sabado domingo enero febrero
        marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
        """
    ),
    statement_words=several(
        """
        vivo trabajo prefiero gusta odio llamo bebo hablo soy tengo uso vengo recuerda siempre nunca
        gracias favor mi mis anota apunta llamame responde contesta escribe explica habla uses escribas respondas
        pongas hagas digas puedes
        """
    ),
    months=_MONTHS,
    weekdays=_WEEKDAYS,
    asks_when=(
        ("cuando", r"(?:desde|hasta|para) \s cuando"),
        (
            "cuando",
            r"cuando \s (?:fue|fui|fuimos|es|era|son|sera|empez\w+|termin\w+|vamos|llega|llego "
            r"|nos|me|te|se|le|lo|la|hice|hicimos|hiciste|tengo|tuve|tenemos|viene|vino|compr\w+|habl\w+"
            r"|decid\w+|conoc\w+|\w+(?:aste|iste|amos|imos)) \b",
        ),
        ("cuando", r"(?<=¿)cuando \b"),
        ("que", r"que \s (?:dia|fecha|semana|mes|ano|hora)"),
        ("que", r"en \s que \s (?:dia|fecha|mes|ano|momento|epoca)"),
        ("cuanto", r"cuanto \s (?:tiempo|hace|llev\w+|tard\w+|dur\w+)"),
        ("cuanto", r"hace \s cuanto"),
        ("cuant", r"cuant[oa]s \s (?:horas|dias|semanas|meses|anos)"),
    ),
    asks_about_past=(
        (
            "otra pasada ultima",
            r"(?:la|las) \s (?:ultima|pasada|otra) s? \s (?:vez|veces|sesion|conversacion|reunion|charla)",
        ),
        ("otro", r"el \s otro \s dia"),
        ("otra", r"la \s otra \s (?:noche|tarde|vez)"),
        ("anterior pasada", r"(?:semana|noche|tarde|primavera|navidad|sesion|vez) \s (?:pasada|anterior)"),
        (
            "anterior pasado",
            r"(?:mes|ano|fin \s de \s "
            "semana|finde|verano|invierno|otono|lunes|martes|miercoles|jueves|viernes|sabado|domingo"
            "|enero |febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre) "
            r"\s (?:pasado|anterior)",
        ),
        ("noche ntano ntier yer", "ayer|anteayer|antier|anoche|antano"),
        ("aquel", r"en \s aquel(?:la|los)? \s? (?:entonces|epoca|tiempo|tiempos)?"),
        (
            "anteriormente recientemente ultimamente",
            r"(?<!ad[oa]s\s)(?<!id[oa]s\s)(?<!tos\s) (?:recientemente|ultimamente|anteriormente) (?!\s "
            r"(?:usad|abiert|agregad|anadid|modificad|cread|definid|declarad|instalad)\w*)",
        ),
        (
            "hace",
            r"hace \s (?:mas \s de \s|casi\s|como\s|unos\s|unas\s)? (?:\w+\s){0,2}? "
            "(?:minutos?|horas?|dias?|semanas?|mes|meses|anos?|tiempo|rato|mucho|poco)",
        ),
        ("ultim", r"(?:en|durante) \s (?:los|las) \s ultim[oa]s \s (?:\w+\s)? (?:dias|semanas|meses|anos)"),
        ("en", r"en \s (?:el \s (?:ano\s)?)? (?:19|20)\d\d"),
        (
            "ordais uerda",
            r"(?:te|se|os) \s (?:acuerdas|acuerda|acordais|acuerdan) \s (?!de \s "
            r"(?:usar|hacer|poner|anadir|revisar|ejecutar))\w+",
        ),
        ("ordais uerda", r"(?:te|se|os) \s (?:acuerdas|acuerda|acordais) \?"),
        ("acuerdate", rf"acuerdate \s de \s (?:cuando|aquel\w*|lo \s que \s (?:{_TOLD}))"),
        (
            "recuerdas",
            r"(?<!\w)recuerdas \s (?:cuando|que|como|el|la|lo|los|las|a|donde|nuestr\w+|mi|cual|quien)",
        ),
        ("recuerdas?", r"recuerdas \?"),
        (
            "recuerdame",
            r"recuerdame \s (?:que|como|cual|quien|donde|lo \s que|por \s que) \s (?:\w+\s){0,4}? "
            rf"(?:{_TOLD}|{_DONE}|habia\w*|hemos)",
        ),
        (
            "como cual cuando cuanta cuanto donde por que quien",
            r"(?:que|quien|quienes|cual|cuales|como|donde|cuando|cuanto|cuanta|cuantos|cuantas|por \s "
            rf"que|adonde) \s (?:\w+\s){{0,4}}? (?:{_TOLD}|{_DONE}) \b",
        ),
        (
            "habia",
            r"(?:que|como|donde|cuando|cual|cuantas \s veces|cuantos \s \w+|por \s que) \s "
            r"(?:\w+\s){0,3}? (?:habia|habias|habiamos|habian) \s \w+[dt]o",
        ),
        (
            "como cuantas donde que",
            r"(?:que|como|donde|cuantas \s veces) \s (?:te\s|me\s|nos\s|lo\s)? (?:he|hemos) \s "
            r"(?:\w+\s)?? "
            "(?:dicho|hecho|hablado|contado|decidido|visto|ido|comido|usado|resuelto|comentado)",
        ),
        (
            "alguna antes nunca ya",
            r"(?:he|hemos|habiamos|habia) \s (?:\w+\s)?? (?:alguna \s vez|ya|nunca|antes)",
        ),
        ("alguna", rf"alguna \s vez \s (?:\w+\s)?? (?:he|hemos|has|{_DONE})"),
        (
            "contado contaste conte conto decidimos dicho dije dijimos dijiste dijo discutimos habia hablado "
            "hablamos mencionamos mencionaste mencione menciono recomendaste recomendo",
            rf"ya \s (?:te\s|me\s|lo\s|nos\s|se\s)* (?:{_TOLD}|hablamos|discutimos|habiamos|lo \s "
            r"habiamos|habia|habias|he \s dicho|hemos \s hablado|he \s contado|decidimos)",
        ),
        (
            "aconsejaste contaste conte conto dije dijimos dijiste dijo explicaste habia hablaste hable "
            "mencionamos mencionaste mencione menciono prometiste recomendaste recomendo sugeriste sugirio",
            r"(?:te|me|nos) \s (?:lo\s)? "
            rf"(?:{_TOLD}|hable|hablaste|sugeriste|sugirio|prometiste|explicaste|aconsejaste|habia \s "
            r"(?:dicho|contado)|habias \s (?:dicho|contado|recomendado))",
        ),
        (
            "acordamos comimos compramos conocimos contaste conte conto decidimos dije dijimos dijiste dijo "
            "discutimos elegimos fuimos hablamos hicimos leimos mencionamos mencionaste mencione menciono "
            "propusiste quedamos recomendaste recomendo sugeriste usamos vimos visitamos",
            r"(?:lo \s que|el \s que|la \s que|los \s que|las \s que|del \s que|de \s lo \s que|de \s la "
            r"\s que|donde|que) \s "
            rf"(?:{_TOLD}|hablamos|acordamos|decidimos|discutimos|elegimos|quedamos|usamos|visitamos"
            "|comimos|vimos|hicimos|fuimos|compramos|leimos|conocimos|propusiste|sugeriste|recomendaste)",
        ),
        (
            "acordamos charlamos comentamos discutimos hablamos quedamos",
            r"(?:hablamos|acordamos|discutimos|quedamos|charlamos|comentamos) \s (?:\w+\s)?? "
            "(?:de|sobre|en|que|con)",
        ),
        (
            "como",
            r"como \s (?:la \s (?:ultima|otra) \s vez|siempre|antes|quedamos|acordamos|dijimos|hicimos|lo "
            r"\s hicimos|te \s dije)",
        ),
        (
            "como cual donde que quien",
            r"(?:cual|como|quien|que|donde) \s (?:\w+\s)?? (?:era|eran|fue|fueron|se \s llamaba|se \s "
            "llamaban|estaba|estaban)",
        ),
        (
            "anterior ultim",
            r"(?:nuestra|la|el|nuestro|mi) \s (?:ultim[oa]|anterior) \s "
            "(?:conversacion|charla|reunion|sesion|llamada|cita|viaje|encuentro|visita)",
        ),
        (
            "charla conversacion reunion sesion",
            r"(?:conversacion|sesion|reunion|charla) \s (?:anterior|pasada|de \s ayer)",
        ),
        ("historial", r"historial \s de \s (?:nuestr\w+|mis)"),
        (
            "he hemos habiamos",
            r"(?:he|hemos|habiamos) \s (?:ya\s)? "
            r"(?:hablado|discutido|comentado|decidido|acordado|quedado|visto|mencionado) \b [^.!?]{0,80} \?",
        ),
        ("se", r"(?:que|como|cuando|cuanto) \s se \s (?:decidio|acordo|dijo|hablo|comento|discutio)"),
        ("solia", r"sol(?:ia|iamos|ias|ian) \s \w+r"),
    ),
    asks_about_user=(
        ("bio biografia",
         r"(?:bio|biografia|presentacion|retrato) \s (?:mia | (?:de|sobre) \s mi (?= \s? (?: $ | [?!.,] | para)))"),
        ("describirias tipo clase hablame",
         r"(?:como \s me \s (?:describirias|describes|ves) | que \s (?:tipo|clase) \s de \s \w+ \s soy "
            r"| hablame \s de \s mi (?= \s? (?: $ | [?!.,])))"),
        (
            "mi nosotros",
            r"(?:sab\w+ | recuerd\w+ | acuerd\w+ | conoc\w+ | aprendi\w+ | anotad\w+ | guard\w+ | apuntad\w+ | "
            r"dicho | dije | contad\w+ "
            r"| conte | tienes | tiene | ten[eg]\w* | todo | informacion | info | datos | resum\w+ | hechos | cosas "
            r"| perfil | idea "
            r"| imagen | memoriz\w+ | registr\w+ | algo | que) \b [^.?!]{0,50}? \s (?:de|sobre|acerca \s de"
            r"|respecto \s a) \s "
            r"(?: mi (?= \s? (?: $ | [?!.,;)] | mism[oa] | hasta | en \s | y \s | ya \b | desde | por \s favor | a "
            r"\s partir)) | nosotros)",
        ),
        ("quien", r"quien \s (?:soy | crees \s que \s soy) \b"),
        ("conoces acuerdas recuerdas",
         r"me \s (?:conoces | recuerdas) (?= \s? (?: $ | [?!.,] | bien | de)) | (?:te \s)? acuerdas \s de \s mi \b "
         r"(?= \s? (?: $ | [?!.,]))"),
        ("describeme presentame resumeme describirme presentarme",
         r"(?:describeme | presentame | describirme | presentarme) \b"),
        ("perfil", r"mi \s perfil \b"),
    ),
    asks_for_help=(
        ("como",
         r"como \s (?: puedo | podria | debo | hago | se \s (?:hace|dice|escribe|puede|usa|llega|calcula) | (?! me "
         r"\s llamo | estoy) \w+o ) \b"),
        ("puedo debo podria deberia", r"(?:puedo | debo | podria | deberia | tengo \s que) \b"),
    ),
    asks_of_everybody=(
        ("por_que", r"por \s que \s (?:nosotros \s \w+ | nos \s \w+(?<!mos) | \w+[aei]mos \s nosotros) \b"),
        (
            "nuestr",
            r"(?<!para\s) nuestr[oa]s? \s (?:sistema \s solar|planeta|galaxia|universo|especie|atmosfera|luna|sol"
            r"|cuerpos?|cerebros?|sistema \s inmun\w+|pulmones|ojos|oidos|huesos|musculos|celulas|genes|adn|sangre|piel"
            r"|corazon|pelo|unas|nariz|estomago|esqueleto)",
        ),
        ("cuerpo cerebro inmun", r"como \s \w+ \s mi \s (?:cuerpo|cerebro|sistema \s inmun\w+)"),
        ("pasa ocurre sucede",
         r"que \s (?:le \s)? (?:pasa|ocurre|sucede) \s (?:en|a|con) \s mi \s "
         r"(?:cuerpo|cerebro|cabeza|sangre|estomago|piel)"),
    ),
    asks_of_user=(
        (
            "que cual donde cuando cuant quien como",
            r"(?:que|cual|cuales|donde|cuando|cuanto|cuanta|cuantos|cuantas|quien) \s (?:\w+ \s){0,2}? (?:tengo|soy"
            r"|estoy|vivo|trabajo"
            r"|gano|manejo|conduzco|uso|estudio|hablo|bebo|prefiero|toco|practico|llevo|pago|cobro|tomo|naci|peso"
            r"|mido|cumplo) \b",
        ),
        ("tengo soy estoy", r"^ \W* (?:yo \s)? (?:tengo|soy|estoy) \b [^.!]{0,60} \?"),
        ("como", r"como \s (?:me \s llamo | se \s llaman? \s (?:mi|mis))"),
    ),
    asks_where_left_off=(
        ("falta dia",
         r"(?:que \s (?:nos \s|me \s)? (?:falta|queda) \s (?:por|para) \s (?:hacer|terminar) (?= \s? (?: $ | "
         r"[?!.])) | ponme \s al \s dia (?= \s? (?: $ | [?!.])))"),
        ("recuerdame",
         r"recuerdame \s (?:que|en \s que|donde|por \s donde) \s (?:estabamos|ibamos|estaba|haciamos|nos \s "
         r"quedamos)"),
        (
            "dejamos deje dejado quedamos quede quedado ibamos iba",
            r"(?:por \s)? (?:donde | en \s que) \s (?:(?:lo|nos|la|me) \s)? (?:habiamos \s)? "
            r"(?:dejamos|deje|dejado|quedamos|quede|quedado|ibamos|iba)",
        ),
        (
            "estabamos",
            r"(?:por \s)? (?:donde | en \s que) \s estabamos \s? (?: $ | [?!.,] | con \b | trabajando)",
        ),
        (
            "ultima ayer anterior",
            r"que \s (?:habla\w+|hicimos|hice|vimos|trabaja\w+|estabamos|tratamos|discutimos) \b .{0,30}? "
            r"(?:la \s ultima \s vez | ayer | en \s la \s (?:ultima \s sesion | sesion \s anterior))"
            r" (?= \s? (?: $ | [?!.,]))",
        ),
        ("hablabamos hablando", r"de \s que \s (?:hablabamos | estabamos \s hablando)"),
        ("trabajabamos", r"en \s que \s trabajabamos"),
        (
            "pendiente hacer",
            r"que \s (?:nos \s|me \s)? (?:quedo|quedaba|estaba|faltaba) \s (?:\w+ \s)? (?:pendientes? | por \s hacer)",
        ),
        ("siguiente proximo", r"cual \s es \s (?:el|nuestro|mi) \s (?:siguiente|proximo) \s paso (?= \s? \?? $)"),
        (
            "sigamos seguimos retom continuemos",
            r"(?:sigamos|seguimos|retom\w+|continuemos) \b .{0,40}? "
            r"(?:dejamos|quedamos|la \s ultima \s vez|ayer|empezamos)",
        ),
    ),
    says_to_go_on=(
        (
            "sig segu continu retom prosigue",
            r"(?<! \w \s) (?<! \w) (?:(?:ok|vale|bueno|venga|hola|pues|por \s favor|podemos) \b [,.!\s]*)* "
            r"(?:sig(?:ue|amos) | segu(?:imos|ir) | continu(?:a|ar|emos) | retom(?:a|emos|amos) | prosigue) "
            r"(?= (?: \s (?:con \s)? (?:el|la|los|las|nuestr\w+|mi|eso|esto) (?:\s \w+){0,2})? "
            r"[,\s]* (?:por \s favor|porfa)? \s* [.!?…]* $)",
        ),
    ),
    times=Times(
        numbers={
            "un": 1, "una": 1, "uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
            "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "quince": 15, "veinte": 20, "treinta": 30,
        },
        vague={
            "unos": (2, 5), "unas": (2, 5), "algunos": (2, 6), "algunas": (2, 6), "unos pocos": (2, 5),
            "unas pocas": (2, 5), "un par de": (2, 3), "varios": (3, 8), "varias": (3, 8), "unos cuantos": (2, 6),
            "unas cuantas": (2, 6), "pocos": (2, 5), "pocas": (2, 5), "muchos": (4, 20), "muchas": (4, 20),
        },
        units={
            "minuto": "minute", "minutos": "minute", "hora": "hour", "horas": "hour", "dia": "day", "dias": "day",
            "noche": "night", "noches": "night", "semana": "week", "semanas": "week", "fin de semana": "weekend",
            "fines de semana": "weekend", "finde": "weekend", "mes": "month", "meses": "month",
            "trimestre": "quarter", "trimestres": "quarter", "ano": "year", "anos": "year",
        },
        seasons={"primavera": 3, "verano": 6, "otono": 9, "invierno": 12},
        days={
            "hoy": 0, "esta manana": 0, "esta tarde": 0, "ayer": -1, "ayer por la manana": -1,
            "ayer por la tarde": -1, "anteayer": -2, "antes de ayer": -2, "antier": -2, "manana": 1,
            "manana por la manana": 1, "pasado manana": 2,
        },
        nights={"esta noche": 0, "anoche": -1, "ayer por la noche": -1, "manana por la noche": 1},
        steps={
            "pasado": -1, "pasada": -1, "ultimo": -1, "ultima": -1, "ultimos": -1, "ultimas": -1, "anterior": -1,
            "este": 0, "esta": 0, "proximo": 1, "proxima": 1, "proximos": 1, "proximas": 1, "que viene": 1,
            "siguiente": 1,
        },
        stretches={},
        past_steps=frozenset({"ultimos", "ultimas"}),
        roles={
            "hace": "back", "en": "in", "dentro de": "in", "entre": "of", "principios de": "of",
            "mediados de": "of", "finales de": "of", "de": "of", "del": "of", "el": "of", "la": "of",
            "los": "of", "las": "of", "durante": "of", "desde": "since", "desde el": "since", "a partir de": "since",
            "antes de": "before", "antes del": "before", "despues de": "after", "despues del": "after",
            "tras": "after", "hasta": "until", "hasta el": "until", "para el": "until",
        },
        ambiguous=several("ene feb abr ago sept oct nov dic"),
        ordinals="er|o",
        to=r"al?|hasta|[-–]",
        both=(r"entre(?:\ el)?", r"[ye]", r""),
        looks_ahead=(r"\b(?:voy|vas|va|vamos|van|recuerdame|\w+(?:are|aras|aremos"
            r"|aran|ere|eremos|eran|ire|iremos)|plazo|previsto)\b"),
    ),
    dates=Dates(
        weekday=r"(?:lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo)",
        leave=r"""\b(?:(?:los|todos\ los|cada)\ {weekday}s?|(?:es|son|tenemos
            |hay)\ (?:siempre\ )?el\ {weekday}(?!\ (?:que|próximo|\d))|(?<!mañana\ )(?:(?:por|de|en|a)\ la|cada)\ mañana
            |las\ mañanas|media\ mañana|esta\ mañana|en\ (?:vez|lugar)\ del?\ {weekday}s?)\b
            |\bno\ (?:he|has|ha|hemos|han)\b[^.,;!?]{1,60}?\ en\ (?:\w+\ ){1,3}(?:años|meses)\b
            |\b(?:primer[ao]?|únic[ao]|mejor|peor)
            \ (?:(?!(?:es|son|será|vence|empieza|termina|acaba)\b)\w+\ ){1,5}?en\ (?:\w+\ ){1,3}años\b""",
        next_week=r"""\b(?:{weekday}\ (?:que\ viene|de\ la\ (?:semana\ que\ viene|próxima\ semana))
            |próximo\ {weekday})\b""",
        numbered=r"""\b{weekday},?\ (?:(?:día\ )?\d{1,2}\b)(?!:|\.\d\d\s*h
            |\s*(?:h\b|horas?|personas|euros|%|€|de\ la\ (?:mañana|tarde|noche)))""",
        unsure=r"""\b(?:quizás?|tal\ vez|probablemente|posiblemente|a\ lo\ mejor|más\ o\ menos|igual)\b
            |\b(?:del?|entre)\b.{1,40}\b(?:al?|y|hasta)\ (?:el\ )?(?:{weekday}|\d)|\b{weekday}\s*(?:-|–|o
            |u|y|al?)\s*(?:el\ )?{weekday}""",
        deadline=r"""\b(?:para|hasta|antes\ del)\ (?:el\ )?{weekday}\b
            |\b(?:aplaz|retras|mov|pas|adelant|cambi)\w*\b[^,.;]{0,40}?\bal\ {weekday}\b""",
        called_off=r"""\b(?:está|están|queda|ha\ sido|se\ ha)\ (?:cancelad|suspendid)[oa]s?\b
            |\bse\ (?:cancela|suspende)n?\b
            |\b(?:cancelaron|canceló|han\ cancelado|suspendieron)\b[^.,;!?]*\beste\ {weekday}""",
        past=r"""\b(?!(?:café|bebé|josé|noé|salomé|rené|qué|sé|té|dé|esté|comité|puré|porqué)\b)\w+(?<!r)(?:é|ó)\b
            |\b(?!aquí|allí|ahí|así)\w{2,}[^aeiou\W]í\b
            |\b(?:vend|perd|romp|com|conoc|nac|mov|corr|recog|hic|tuv|estuv|vin|pus|dij|traj|v|d|fu)imos\b
            |\b(?!existe|insiste|consiste|triste)\w+(?:aron|ieron|iste|aste)\b|\b(?:he|ha|hemos|han)\ \w+(?:ado
            |ido|cho|sto|rto)\b|\b(?:fui|fue|fuimos|hice|hizo|tuve|tuvo|estuve|estuvo|vine|vino|era
            |estaba|había|empezamos|compramos|vi|di|dio)\b""",
        month_end=r"""\b(?:finales|fin)\ de\ mes\b""",
        year_end=r"""\b(?:finales|fin)\ de\ año\b""",
        week_of="semana del {date}",
        about="hacia el {date}",
    ),
)  # fmt: skip
