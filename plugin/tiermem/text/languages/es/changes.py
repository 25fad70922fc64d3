"""Words by which statements in Spanish change, end and correct others."""

from tiermem.text.languages.changes import Changes

_MONTHS = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
_PLANS = (
    (
        r"(?!.*\b(?:cada|todos los)\b)(?:\b(?:vamos|voy)\b(?! a (?:comprar|mudar|empezar))"
        r"|\b(?:queríamos|quería|queremos|pensábamos) (?:ir|viajar) a\b"
        r"|\b(?:viajamos|viajo|volamos|vuelo)\b"
        r"|\b(?:tengo|tenemos|hemos|he)(?= [^.;!?]*\b(?:viaje|vuelo|reservad[oa])\b))",
        "viaje|vuelo|vacaciones|crucero|escapada",
    ),
    (
        r"(?:\b(?:empezamos|empiezo)\b|\b(?:tengo|tenemos|hemos|he)(?= [^.;!?]*\boferta\b))",
        "oferta|puesto",
    ),
    (
        r"\b(?:(?:(?:estamos|estoy) )?(?:compramos|compro|comprando|comprar|mudamos|mudo)|mudar(?:nos|me))\b",
        "compra|venta|casa|piso|mudanza",
    ),
)
"""Plans that may fall through, each with the things that may: a trip, a job, a home."""
_OPENING = r"^(?:(?:al final|pues|por desgracia|bueno),? )?"


def _cancelled(things: str) -> tuple[str, ...]:
    """Return the expressions that say that one of some things was cancelled."""
    what = rf"(?P<thing>{things})(?: (?:a|al|de|del|en|por|con) (?P<more>[\w ]+?))?"
    return (
        rf"{_OPENING}(?:el|la|los|las|nuestr[oa]s?|mis?) {what}"
        r"(?: (?:se|nos|lo|la|me|ha|han|fue|sido|está|queda|quedó))*"
        r" (?:cancel(?:ó|aron|ado|ada)|suspend(?:ió|ido|ida)|cayó|caído|anul(?:ó|aron|ado|ada)|retir(?:ó|ado|ada)|al"
        r" traste)\b",
        rf"{_OPENING}(?:(?P<by>\w+) )?(?:ha |han |he |hemos |tuvimos que |tuve que )?"
        rf"(?:cancel|retir|anul)(?:ó|aron|ado|amos|é|ar) (?:el|la|los|las|su|nuestr[oa]s?|mis?) {what}"
        r"(?=[.,;!]|$| (?:ayer|porque|hoy|esta|este)\b)",
    )


_PARTNER = r"(?P<who>(?:mi (?:[^\W\d]+ )?)?[^\W\d]+)"
"""A partner in few words, by name or as such: what is over with others is mostly something else."""
_DONE = (
    r"(?=[.!,;]|\W*$| (?:ayer|anoche|hoy|(?:el|este) (?:mes|año|fin de|lunes|martes|miércoles|jueves|viernes|sábado"
    r"|domingo)|esta (?:semana|mañana|tarde|noche)|hace)\b)"
)
"""The end of a clause, or a time: "rompimos el plato" is no separation."""
_DAY = "(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)"

CHANGES = Changes(
    # Whose a statement is
    to_first=(
        (r"^(?:el|la) usuari[oa] se llama\b", "me llamo"),
        (r"^(?:el|la) usuari[oa] es\b", "soy"),
        (r"^(?:el|la) usuari[oa] tiene\b", "tengo"),
        (r"\b(\w+) (?:del usuario|de la usuaria)\b", r"mi \1"),
        (r"^(?:el|la|los|las) mi\b", "mi"),
        (r"^(?:el|la) usuari[oa]\b", "yo"),
    ),
    note="prefiere vive trabaja usa tiene es conduce bebe come habla quiere odia estudia",
    i="yo",
    openers="""
        hola, por cierto, bueno, ok, vale, pues, oye, ah, sí, una cosa, para que lo sepas, actualización, buenas
        noticias,
        pequeña actualización, por favor
    """,
    mine="mi mis nuestro nuestra nuestros nuestras",
    theirs="su sus",
    we="""
        yo me nos nosotros nosotras he hemos soy estoy vivo trabajo tengo uso voy conduzco prefiero vuelvo dejé cumplí
        cumplo acabo compré vendí empecé vivimos usamos tenemos quiero
    """,
    kin="""
        mamá papá
        hermana hermano marido esposa esposo mujer hijo hija madre padre padres novio novia amigo amiga pareja colega
        compañero compañera vecino vecina vecinos primo prima sobrino sobrina perros gatos cachorro gemelas gatito perro
        perra gato gata tío tía abuelo abuela suegro
        suegra cuñado cuñada prometido prometida hijos niños amigos gemelos
        hermanas hermanos hijas niña niño niñas primos primas sobrinos sobrinas tíos tías perras gatas gatitos
        cachorros abuelos vecinos
        nieto nieta nietos colegas amigas compi cuñados ahijado ahijada
    """,
    beings="""
        marido mujer esposo esposa pareja novio novia prometido prometida amigo amiga compañero compañera compi
        | hijo hija niño niña ahijado ahijada | perro perra cachorro | gato gata gatito | nieto nieta
    """,
    one="un una otro otra",
    of="de del",
    roles="""
        jefe jefa gerente supervisor supervisora encargado encargada dentista médico médica casero casera
        profesor profesora
        fontanero fontanera electricista jardinero jardinera barbero director directora tutor tutora maestro maestra
        portero portera notario notaria matrona dermatólogo dermatóloga ginecólogo ginecóloga pediatra oculista
        fisio fisioterapeuta psicólogo psicóloga psiquiatra farmacéutico farmacéutica secretario secretaria gestor
        gestora mecánico asesor asesora
        entrenador entrenadora contable abogado abogada terapeuta peluquero peluquera veterinario veterinaria niñera
    """,
    same={
        "mamá": "madre", "papá": "padre",
        "jefa": "jefe", "gerente": "jefe", "supervisor": "jefe", "supervisora": "jefe", "encargado": "jefe",
        "encargada": "jefe", "médica": "médico", "casera": "casero", "profesora": "profesor", "abogada": "abogado",
        "veterinaria": "veterinario", "entrenadora": "entrenador", "peluquera": "peluquero",
    },
    titles="sr sra señor señora dr dra doctor doctora don doña",
    called="es se llama era ahora llamado llamada nuevo nueva",
    auxiliaries="ser será",
    function="""
        nada sino el la los las un una unos unas de del y o pero es son era fue ha han he hemos has estoy está están
        a al
        en con por
        para que se me nos le lo su sus mi mis tu yo no sí si ya más menos euros años año ayer mes semana pasado
        pasada ahora
        también muy otra otro vez nuevo nueva nuevos nuevas partir desde hasta como este esta esto eso hoy aquí
        allí ser sido
        mío gracias favor sr sra porque cuando hace soy somos había han solo
    """,
    light="""
        usamos uso usa usar prefiero prefiere trabajo trabaja trabajar vivo vive vivir vivimos llama llamo
        conduzco conduce
        vuelvo tiene tengo tenemos come comer bebo bebe aprendo quiero quiere voy va ir juego cuesta hago hace estudio
    """,
    generic="proyecto equipo app empresa día tiempo gente cuenta opinión idea",
    copulas="es son está están era",
    negations="no",
    verbs="""
        es son era fue está están ha han será tiene cuesta dura empieza termina vive trabaja llama usa sale va pasa debe
        prefiere se sube baja cambia queda cumple come bebe hay puede odia juega aprende habla estudia :
    """,
    joined="""
        vivo vivimos trabajo trabajamos tengo tenemos toco juego uso usamos estudio hablo como comemos bebo leo cocino
        corro nado conduzco canto pinto enseño alquilo alquilamos odio amo fumo aprendo voy vamos soy somos estoy
        estamos colecciono curro curramos
    """,
    clock="las",
    hours="h horas",
    # What changes
    changes="""
        sin fumar|tabaco|beber|alcohol|cigarrillos,
        ahora, a partir de, de ahora en adelante, ya no, mudado|mudamos|mudé|mudo, me mudé, cambi*, aplaz*,
        retras*, adelant*,
        subimos|subo|bajamos|bajo a, pasa|pasan al|a, pospu*, pospuesto|pospuesta, subió|subido|subida,
        bajó|bajado|bajada, aument*, reduc*, reduj*, en lugar
        de, en vez de, vuelvo a, puedes|puede|podéis volver a|al,
        despid*, despedido|despedida, echaron del trabajo|curro, renunci*,
        nuevo|nueva|nuevos|nuevas, desde, ascend*, reemplaz*, sustitu*, migr*,
        pasó|pasaron a primero|segundo|tercero|cuarto|quinto|sexto,
        pasó|pasaron|corrió|corrieron al lunes|martes|miércoles|jueves|viernes|sábado|domingo,
        pasó|pasaron|corrió|corrieron a los lunes|martes|miércoles|jueves|viernes|sábados|domingos,
        dio|di a luz,
        me nombr*|hicieron, me han nombrado|nombrada|hecho|subido|puesto, nombrado|nombrada, pasamos, pasado|pasamos a,
        movió|movido|movimos, en realidad,
        cumplí|cumplió|cumplido, compré|comprado, dejé|dejado, empecé|empezado|empecé, ido a vivir, renunci*, me
        uní, otra vez, de nuevo,
        me casé, casado, ampli*, quise decir, me equivoqué, se fue $, corrección, vendí|vendido, ^ no <mark>,
        lo dejamos|dejado, hemos roto|terminado|cortado, rompimos, cortamos, pasado|pasada … al, se pasa al|a,
        he|has|ha vuelto a, volví a, volvimos a, prorrog*, finalmente, acabo de, ahora
    """,
    weak="""
        ahora, nuevo|nueva|nuevos|nuevas, desde, en realidad, compré|comprado, otra vez, de nuevo,
        empecé|empezado, acabo de
    """,
    ordinals="º",
    renews="nuevo|nueva|nuevos|nuevas",
    lists="y, o, e",
    uses="para",
    corrects="""
        pequeña|breve|ligera corrección, siempre los|las confundo, los|las confundo siempre,
        no sé por qué puse|escribí|dije, qué cabeza la mía,
        ^ perdona|perdón|perdonad, ^ ay no, ^ uy no, ^ digo, lo dije mal, dije mal, lo puse mal, ^ corrijo <mark>,
        me lié, la lie|lié, qué vergüenza|tonto|tonta|cabeza|lío, me colé, leí|medí|conté|miré|copié mal,
        me confundí, mejor dicho, erré, la pifié,
        quise decir, me equivoqué, ^ no <mark>, en realidad, no es, corrección, es falso, está mal,
        ^ falso|mentira <mark>, no es correcto, error,
        equivocado, errata, equivoqué, error de dedo, autocorrector, mal escrito, se escribe, confundí,
        confundido, espera no, no|nah espera, ^ nah <mark>,
        espera <mark> no, perdón <mark> es, ups, uy, rectifico, me expresé mal, quería decir, lapsus,
        <number> <mark> no <number>, <name> <mark> no <name>
    """,
    articles="el la los las un una",
    fused={
        "a el": "al", "a la": "a la", "a los": "a los", "a las": "a las",
        "de el": "del", "de la": "de la", "de los": "de los", "de las": "de las",
    },
    repairs="""
        hombre mujer tío tía che
        cuidado ojo ay uy ups oh ah no perdón perdona perdone disculpa disculpe espera espere mentira digo mejor dicho
        vergüenza tonto tonta cabeza lío mal corrección corrijo error errata fe teclear quise quería decir dice
        equivoqué confundí exacto exactamente
        realidad son era dije puse escribí te os había dicho puesto anoté día hora fecha nombre número dirección
        jaja jajaja lol xd ver
    """,
    restarts=(
        r"digo|perd[oó]n|perdona|quiero decir|quise decir|mejor dicho|(?:ay|uy|ah),? no|(?<!\bya )no(?=[,.…])"
        r"|(?:no,? )?espera|no,? (?:digo|perd[oó]n|miento|mejor)|uy|ups|corrijo|rectifico|eh+|em+"
        r"|bueno(?=,? (?:\d|no\b))|(?<=bueno )no|miento|errata|me (?:he )?equivo(?:qué|cado)"
    ),
    attributes=(
        r"(?<!\bcuando )(?<!\bsi )(?<!\bque )(?<!\bcómo )\b(?:dices|dijiste|(?:me )?llam(?:as|aste)"
        r"|sigues (?:diciendo|poniendo|escribiendo)|pusiste|escrib(?:es|iste)|crees|piensas"
        r"|apuntaste|anotaste|repites|tienes (?:apuntado|anotado|puesto|guardado|registrado)"
        r"|has (?:dicho|puesto|apuntado|escrito|anotado|guardado)"
        r"|(?:en )?(?:tus|sus) notas,? (?:dicen?|pone|ponen|hablan|está))\b"
        r"(?:(?! (?:pero|cuando|sino|en vez)\b)[^,.;:!?—–\n])*"
    ),
    exchanges=(
        r"\bal revés\b|\bviceversa\b|\bcambiad[oa]s\b|\b(?:los|las) confundí\b|\bmezclé\b"
    ),
    spelled=r"\b(?:se escriben?|l[oa] escribe|se deletrea)\b",
    spells=(
        r" (?:con|sin) (?:la )?(?:(?!mi|tu|su|la|el|lo|un|no|ti)[a-zñ]{1,2}"
        r"|tilde|acento|guion|jota|zeta|hache|uve|be|ge|ye)(?![\w-])[^.!?;,]*"
    ),
    for_long=r"\bdesde\b|\b(?:hace|llevo|llevas|lleva|llevamos|llevan) (?:[\w-]+ ){1,4}?"
        r"(?:años?|mes(?:es)?|semanas?|días?)\b",
    no_more=r"\bya no\b|\bahora\b",
    drives=(
        r"\b(?:conduzco|conduce|conducir|manejo|maneja|manejar|conducía|manejaba) (?:un|una|el|la|mi"
        r"|su) (?:[\w-]+ )?(?:taxi"
        r"|remis|remís|(?:auto|micro|mini)?b[uú]s|autocar|colectivo|micro|combi|camión|tráiler|tranvía|tren|metro|ambulancia"
        r"|remis|remís|(?:auto|micro|mini)?b[uú]s|autocar|colectivo|micro|combi|camión|tráiler|tranvía|tren|metro|ambulancia"
        r"|ómnibus|guagua|grúa|carretilla|(?:furgoneta|camioneta) de reparto)\b"
        r"|\b(?:conduzco|conduce|manejo|maneja) (?:[\w-]+ ){0,3}?(?:para (?:uber|cabify|didi|dhl|correos|seur)"
        r"|profesionalmente)\b"
    ),
    sells=r"\b(?:vend(?:e|en|er|iendo)|suministra[rn]?)\b",
    bars=r"\bal[ée]rg|\bintoleran|\bcel[íi]ac",
    insists=(
        r"^\s*[*×✗]|\b(?:no|digo|quería decir|quise decir|mejor dicho|errata"
        r"|error|equivoqué|corrección|miento)\b"
    ),
    # What ends
    ends_next="""
        cambié|cambiamos|cambió|canjeé|troqué … por,
        dejé, dejó, vendió, ha dejado, he|hemos dejado, dejado de, dejé de, vendí, vendido, rompí con, cancelé,
        cancelado, abandoné,
        abandonado, renunciado a, renuncié a, dejamos, soltamos, nos deshicimos de, di|dimos de baja,
        terminé, terminado, en vez de, en lugar de, ya no, no más, me deshice de, cambiado de, salí de, me fui
        de, despedido de, separado de,
        divorciado de, dado de baja, sustituido, defendí|defendido, entregué|entregado mi|el|la, aprobé|aprobado
        mi|el|la
    """,
    ends_last="""
        se escapó, se perdió, atropelló|atropellaron, sacrificar, murió, muerto, hemos|lo dejado, rompimos,
        hemos roto,
        se fue|marcha|marchó $, se fue|marchó|marcha ayer|anoche|hoy|el|la|hace|para|del|y, se ha|han ido $, se va $,
        se fue|va|marcha|marchó a vivir|trabajar|jubilar|otro|otra, se ha|han ido a vivir|trabajar|otro|otra,
        se fue|va|marcha|marchó de !vacaciones|viaje|paseo|compras|fiesta|copas|camping|excursión|gira|caza|pesca,
        separado|separados|separamos,
        divorciado|divorciados, ya no, cancelado|cancelada,
        se jubiló, se jubila, jubilado, ha|han cerrado, cerró, falleció,
        se estropeó, a la chatarra, se acabó lo de, vendí, vendido, fue reemplazado, terminado, se acabó
    """,
    calls=(
        r"(?:(?P<be>soy|yo soy|(?:el|la) usuari[oa] es)|(?:me llamo|mi nombre es|(?:el|la) usuari[oa] se llama)) "
        r"(?P<name>(?-i:[A-ZÁÉÍÓÚÑ])[\w'-]+(?: (?-i:[A-ZÁÉÍÓÚÑ])[\w'-]+)?)"
    ),
    be="soy",
    age="tengo {}",
    aged=r"(?P<be>tengo|(?:el|la) usuari[oa] tiene) (?P<age>\d{1,3} años)(?:(?P<rest>(?!))|(?P<does>(?!)))?",
    treats=(
        r"(?P<who>[^,;]*?)\b(?:tomo|toma|tomamos|uso|usa|(?:me|se) (?:inyecto|inyecta|pongo|pone)) "
        r"(?P<what>[^,;]{2,50}?) (?P<why>(?:para|por|contra) (?P<ill>[^,;]{2,40}?))(?: (?:cada|todos|todas)\b[^,;]*)?"
    ),
    treated=("he tenido tratamiento {why}", "{who} ha tenido tratamiento {why}"),
    introduces=(
        r"(?P<who>(?:soy|me llamo) (?:[A-ZÁÉÍÓÚÑ][\w'-]+(?:,| y) (?:soy )?)?(?:\d\d años,? )?(?P<article>una? )?"
        r"(?!en\b)[\w-]+(?: [\w-]+){0,2}?),? en (?P<place>(?-i:[A-ZÁÉÍÓÚÑ])[\w'-]+)"
    ),
    lives="Vivo en {}",
    begins=r"\b(?:empiezo|empezamos|comienzo|comenzamos)\b",
    to_come=(
        r"\b(?:voy|va|vamos|van) a (?:vivir|mudar(?:me|nos|se)?|irme a vivir|irnos a vivir)\b"
        r"|\b(?:(?:me|nos|se) (?:mudo|mudamos|mudan|muda)|empiezo|empezamos|comienzo)\b[^.;!?]{0,80}"
        rf"\b(?:que viene|el próximo|la próxima|pronto|dentro de|el \d|en (?:{_MONTHS}|verano|otoño|primavera))\b"
        rf"|\ben (?:{_MONTHS}) (?:me mudo|nos mudamos|empiezo|empezamos|comienzo)\b"
    ),
    parts="""
        adiós a, murió, muerto|muerta, falleció, fallecido|fallecida, se escapó, se perdió, atropell*, sacrific*,
        ya no está, no … juntos|juntas
    """,
    denies="no, nunca, tampoco",
    swaps=(
        r"\b(?:no|nunca) (?:\w+ ){1,2}?(?:en|a|con|de) <wrong>(?:,? (?:ni|y) [^.!?]{0,20}\bnunca[^.!?]{0,20})?[.!]+\s+"
        r"(?:es|son|era) (?:en |a |con |de )?<right>",
        r"\bno (?:es|son|era|eran) <wrong>, (?:es|son|era|eran) <right>",
        r"<right>(?:\s*[,;!—–-]+\s*(?:y )?|\sy )no (?!que|sé|solo|porque|tan|muy|me|te|lo|es|hay|se|más)<wrong>",
        r"^no (?:es |en )?<wrong>, (?:es |en )?<right>[.!]*$",
        r"\bque <wrong>,? (?:y|pero) no es (?:así|cierto|verdad), <right>",
        r"\bno (?:es |son |era |está )?<wrong>,? (?:sino|es) <right>",
        r"\b(?:te |os )?(?:dije|dijo|puse|escribí|había (?:dicho|puesto)|he (?:dicho|puesto)|anoté"
        r"|di) (?:que )?(?:era |el |la )?<wrong>,? (?:y|pero|cuando|aunque) (?:en realidad )?(?:es|era"
        r"|son|eran|quería decir|quise decir|debería ser|tenía que ser) <right>",
        r"\b(?:dije|puse|escribí|anoté|he (?:dicho|puesto)|había (?:dicho|puesto)) (?:que )?(?:era |el |la )?<wrong>,? "
        r"(?:y|pero|cuando|aunque)\b[^,;:.!?]{0,40}? (?:es|era|son|eran|pone|(?:dice|indica|muestra)"
        r"(?: que (?:es|son|era|eran))?) <right>",
        r"\b(?:quería|quise|quiero) decir <right>,? no <wrong>",
        r"\bcuando (?:dije|puse|escribí) <wrong>,? (?:quería|quise) decir <right>",
        r"^(?:lo de |el |la |los |las )?<wrong> (?:estaba|está|era|es) (?:mal|un error|una errata"
        r"|incorrecto|equivocado)[,;:–—-] (?:es|son|era|quise decir|debería ser|sería) <right>",
        r"\b(?:cambia|corrige|sustituye|pon) <wrong> por <right>",
        r"<wrong> ?(?:->|→|=>|>>) ?<right>",
    ),
    edits=(
        r"^(?:por favor,? |puedes )?(?:cambia|reemplaza|sustituye|pon|convierte|haz|escribe|usa|renombra)"
        r"\w*\b.*\b(?:por|con|en|a|en vez de|en lugar de|no)\b"
    ),
    ages=(
        r"\b(?:tiene|tengo|tienen|tenemos)(?: ya| ahora| casi)? (?P<age><n>) (?:años|(?P<months>meses|semanas))\b",
        r" ?\((?P<age><n>)(?: años)?\)",
        r"(?:,| de) (?P<age><n>) años\b",
        r", (?P<age><n>)(?! y <n>\b)(?=[.!;)]*$|[,;)]| y\b)",
    ),
    birthdays=(
        r"\b(?:cumplió|cumplí|cumplieron|cumple|cumplo|(?:ha|he) cumplido|acab(?:a|o) de cumplir)"
        r" (?:ayer |hoy |ya |los )*(?P<age><n>)\b(?!\.\d)",
        r"\b(?P<who>mi) (?P<age>\d{1,3})(?:º|\.º|°)? cumpleaños\b",
        r"\bcumpleaños de (?P<who>[^\W\d]+)\b[^.;!?]*\btiene (?P<age><n>)\b",
    ),
    ages_now=(
        r"\b(?:ya|ahora) (?:tiene|tengo) (?P<age><n>)(?: años)?(?=[.!,;]*$|[,;!])",
        r"\b(?:tiene|tengo) (?:ya |ahora )?(?P<age><n>)(?: años)? (?:ya|ahora)\b",
    ),
    unchanged=(
        r"(?:[,;]?\s+(?:y )?(?:(?:en el|en la|a la|el|la) )?mism[oa] (?:sitio|lugar|hora|sala)\b"
        r"|[,;] (?:el|la) (?:sitio|lugar|hora|sala|resto) (?:no cambia|sigue igual|es la misma|es el mismo))+[^,;\d]*$"
    ),
    deaths=(
        r"(?<!casi )\b(?:se )?(?:murió|falleció|ha muerto|ha fallecido|cruzó el (?:puente del )?arcoíris"
        r"|pasó a mejor vida|está muert[oa])\b",
        r"(?<!casi )\b(?:se )?(?:murió|falleció|ha muerto|ha fallecido)(?: ayer| hoy| anoche| anteayer)?"
        r" (?P<who>(?!(?:de|en|por|con|a|al|sin|un|una|el (?:año|mes|lunes|martes|miércoles|jueves|viernes|sábado"
        r"|domingo))\b)[^,.;!?:]+?)"
        r"(?= (?:el|ayer|hoy|esta|este|anoche|anteayer|en|por|con|hace|a los|de (?:cáncer|un|una|covid|repente"
        r"|viej[oa]))\b|[,.;!?:]|$)",
        r"\b(?:sacrificar|sacrificamos|sacrificado|enterramos|enterrado|poner a dormir) a (?P<who>[^,.;!?:]+?)"
        r"(?= (?:el|ayer|hoy|esta|este|anoche)\b|[,.;!?:]|$)",
    ),
    exaggerates=(
        r"\b(?:murió|muert[oa]) de (?:la )?"
        r"(?:risa|vergüenza|miedo|aburrimiento|sueño|cansancio|envidia|ganas)\b"
        r"|\best[aá] muert[oa] de (?:hambre|sed|frío|calor)\b"
    ),
    departures=(
        r"\b(?:perdimos|perdí|dormir|hemos perdido) a (?P<who>[^,.;!?:]+?)(?= (?:el|ayer|hoy|esta|este"
        r"|anoche)\b|[,.;!?:]|$)",
        r"\b(?:se )?nos (?:dejó|ha dejado|fue|ha ido)(?: para siempre)?"
        r"(?= (?:el|ayer|hoy|esta|este|anoche|con \w+ años)\b|[,.;!?:]|$)",
        r"\b(?:se nos (?:fue|ha ido|murió)|nos (?:dejó|ha dejado)) (?P<who>(?!a\b)[^,.;!?:]+?)"
        r"(?= (?:el|ayer|hoy|esta|este|anoche|para siempre)\b|[,.;!?:]|$)",
        r"\bse (?:fue|ha ido)(?= (?:ayer|anoche|esta noche|en paz|al cielo)\b)",
    ),
    namesakes=r"\btambién (?:se )?llama(?:ba|do|da)?\b|\bse llama(?:ba)? (?:\w+ )?también\b|\bdel mismo nombre\b",
    frail="""
        abuela abuelo madre padre tia tio suegra suegro perro perra gato gata conejo caballo hamster cachorro gatito
    """,
    separations=(
        r"\bme (?:ha )?(?:dejó|dejado|plantó|plantado)(?=[.!,;]|$| (?:ayer|anoche|hoy|el|esta|este)\b)",
        r"\b(?:ha )?(?:rompió|roto|cortó|cortado) conmigo\b",
        rf"\b(?:lo dejamos|lo hemos dejado|hemos roto|rompimos|nos separamos|nos hemos separado){_DONE}",
        r"\b(?:me (?:dejó|ha dejado)|(?:rompió|ha roto|cortó|ha cortado) conmigo)"
        r" (?P<who>(?!(?:el|la|un|una|con|en|por|para|sin)\b)[^,.;!?:]+?)"
        r"(?=[.!,;]|$| (?:ayer|anoche|hoy|el|esta|este)\b)",
        rf"\b(?:rompí|corté|terminé|(?<!hoy )ya no estoy|se (?:acabó|terminó)(?: todo)?) con {_PARTNER}{_DONE}",
        rf"\b(?:lo mío|la relación) con {_PARTNER},? (?:ya )?(?:se )?(?:acabó|terminó){_DONE}",
        rf"\bcon {_PARTNER},? (?:ya )?(?:se (?:acabó|terminó)|terminamos|cortamos|rompimos){_DONE}",
        rf" y yo (?:ya )?(?:terminamos|cortamos|no estamos juntos){_DONE}",
        r"\b(?:estoy|soy|vuelvo a estar)(?: (?:ahora|ya|otra vez|de nuevo))* (?:solter|divorciad|separad)[oa]"
        r"(?=[.!,;]|$| (?:ahora|ya|desde|y|otra|de nuevo)\b)",
    ),
    no_separation=(
        r"\b(?:fiscalmente|a efectos fiscales|para hacienda|sobre el papel|en los papeles|legalmente),? (?:soy|estoy)\b"
        r"|\b(?:solter|separad|divorciad)[oa],? (?:pero )?(?:sol[oa] )?(?:fiscalmente|para hacienda|sobre el papel)\b"
        r"|\b(?:vuelt[oa] a casar|casad[oa] (?:de nuevo|otra vez)|volvimos (?:a casarnos|juntos))\b"
        r"|\b(?:roto|rompimos|separamos|separado|dejamos) (?:en (?:19|20)\d\d|hace \w+ años)\b"
    ),
    partners="novio novia pareja marido mujer esposa esposo prometido prometida",
    moves_in=(
        r" se (?:ha mudado|mudó|ha venido(?: a vivir)?|vino(?: a vivir)?)"
        r" (?:conmigo|con nosotr[oa]s|a (?:mi|nuestra) casa)\b(?! (?:al?|por|hasta|para|de) )",
        r" (?:ahora vive (?:conmigo|con nosotr[oa]s)|vive ahora (?:conmigo|con nosotr[oa]s)"
        r"|vive (?:conmigo|con nosotr[oa]s) ahora)\b",
    ),
    alone=(r"\b(?P<verb>viv[oe]) sol[oa]\b(?! (?:de|del|para|por)\b)",),
    attends=(
        r"\b(?:va|está|empezó|ha empezado|entró|ha entrado|pasó|ha pasado|acaba de empezar)(?: ya| ahora)*"
        r" (?:a la |al |en la |en el |en |a |el |la )"
    ),
    stages=(
        r"(?:guardería|escuela infantil|infantil)\b",
        r"(?:primaria|colegio|cole)\b",
        r"(?:secundaria|instituto|eso)\b",
        r"bachillerato\b",
        r"(?:universidad|uni|carrera)\b",
    ),
    turns=(
        *((plan, off) for plan, things in _PLANS for off in _cancelled(things)),
        (
            r"\bal[eé]rgic[oa]s? (?:a la|al|a los|a las|a) (?P<what>[\w-]+)(?=[.,;!]|$)",
            r"\b(?:puede|puedo)(?=[^.;]*\b(?:volver a|otra vez|de nuevo)\b)(?: ya)?(?: volver a)? (?:comer|tomar|beber)"
            r"(?: otra vez| de nuevo)?(?: el| la| los| las)? (?P<thing>[\w-]+)(?: otra vez| de nuevo)?(?=[.,;!]|$)",
        ),
        (
            r"\b(?:busca|busco|buscamos|(?:está|estoy|estamos|ando|andamos) buscando) (?:un[ao]? |el |la )?"
            r"(?P<what>[\w-]+)",
            r"\b(?:encontr(?:é|amos|ado)|conseg(?:uí|uimos|uido)) (?:ya )?(?:un[ao]?|el|la|mi)? ?(?P<found>[\w-]+)"
            r"(?=[.,;!]|$| (?:en|por|cerca|ayer|hoy)\b)",
        ),
        (
            r"\b(?:ahorra|ahorro|ahorramos|(?:está|estoy|estamos) ahorrando) para (?:un[ao]? |el |la"
            r" )?(?P<what>[\w-]+)",
            r"\b(?:compr(?:é|amos|ado)) (?:un[ao]?|el|la|mi) (?P<found>[\w-]+)(?=[.,;!]|$| (?:en|ayer|hoy|por)\b)",
        ),
        (
            r"\b(?:est[aá]|estoy|sigue|sigo)(?: todav[ií]a| a[uú]n)? de (?:baja|licencia)(?: médica| por enfermedad)?\b"
            r"(?=[.,;!]|$| (?:por|desde|hasta)\b)(?: (?:desde|hasta|por) [^.,;!]+)?",
            r"\b(?:ya )?(?:volvi[oó]|volv[ií]|ha vuelto|he vuelto|se reincorpor[oó]|me reincorpor[eé])"
            r" (?:a trabajar|al (?:trabajo|laburo|curro))\b",
        ),
        (
            r"\b(?:est[aá]|estoy|están|sigue|sigo)(?: todav[ií]a| a[uú]n)? (?:en (?:el |la )?(?:hospital|cl[ií]nica"
            r"|uci)|(?:internad|hospitalizad|ingresad)[oa])(?=[.,;!]|$| (?:en|de|con|por|desde)\b)"
            r"(?: (?:en|de|desde) [^.,;!]+)?",
            r"\b(?:ya )?(?:(?:(?P<other>le)|me) (?:han )?(?:dieron|dado) (?:el |de )alta"
            r"|(?:sali[oó]|ha salido|sal[ií]|he salido) (?:del hospital|de la (?:cl[ií]nica|uci))"
            r"|(?:volvi[oó]|ha vuelto|volv[ií]|he vuelto) a casa)\b|\bya (?:est[aá]|estoy) en casa\b",
        ),
        (
            r"\b(?:ya (?:estamos en|llegamos a) (?-i:[A-ZÁÉÍÓÚÑ])|(?:estamos|estoy) de (?:vacaciones|viaje)\b"
            r"(?! (?:del|desde|a partir) ))[^.,;!]*",
            r"\b(?:ya )?(?:volvimos|volv[ií]|hemos vuelto|he vuelto|llegamos)(?: ya)? a casa\b"
            r"|\b(?:ya )?(?:estamos|estoy) de (?:vuelta|regreso)(?=[.,;!]|$| en casa\b)",
        ),
        (
            r"\b(?:estoy|está|soy|es) solter[oa]\b",
            r"\b(?:(?:he|ha) conocido a alguien|conocí a alguien|teng?o novi[oa]|tiene novi[oa]|se casó|me casé)\b",
        ),
        (
            r"\b(?:estoy|está) (?:en (?:el )?paro|desempleado|desempleada|sin trabajo)\b",
            r"\b(?:ya )?(?:encontró|encontré|(?:ha|he) encontrado|consiguió|conseguí) (?:un )?(?:trabajo"
            r"|empleo|curro)\b",
        ),
        (
            r"\b(?:soy|es) (?:todavía )?estudiante\b",
            r"\b(?:(?:me gradué|se graduó)(?! (?:del instituto|del? bachillerato|del colegio|en (?:19|20)\d\d))"
            r"|(?:he|ha) terminado la carrera|termin(?:é|ó) la carrera"
            r"|empe(?:cé|zó) (?:en |con )?(?:mi|su) primer (?:trabajo|empleo|curro))\b",
        ),
        (
            r"\b(?:(?:me|se) )?(?:jubilo|jubila)\b",
            r"(?:\bcambié de (?:idea|opinión),? )?\b(?:me quedo|sigo|trabajo) (?:un|dos|tres|otro) años?"
            r"(?: más)?(?=[.,;!]|$)",
        ),
    ),
    trips=_PLANS[0][0],
    detours=(
        r"(?!.*\b(?:hoy|mañana|esta noche)\b)"
        r"\b(?:en su lugar|en vez de eso|al final|finalmente),? (?:nos )?(?:vamos|viajamos|volamos|voy|viajo) a"
        r" (?P<where>\w+)",
        r"(?!.*\b(?:hoy|mañana|esta noche)\b)"
        r"\b(?:vamos|viajamos|volamos|voy|viajo) a (?P<where>\w+)[^.;!?]{0,20}? (?:en su lugar|en cambio|al final)\b",
    ),
    accessories=(
        r"\b(?:funda|carcasa|tarifa|contrato|cargador|cable|pantalla|batería|teclado|ratón|mochila|neumáticos?|ruedas?"
        r"|frenos?|embrague|seguro|número|e?sim|linux|windows|ubuntu|operador|compañía|garaje)\b"
    ),
    purposes=(
        r"(?P<work>\b(?:en (?:el trabajo|la oficina)|del trabajo|laboral|profesional)\b)"
        r"|(?P<private>\b(?:en casa|de casa|privad[oa]|personal|particular|fijo)\b)|(?P<emergency>\bemergencias?\b)"
    ),
    replaces=(
        r"\b(?:cambié|cambiado|cambiamos|reemplacé|reemplazado|sustituí|sustituido)\b[^.;!?]{0,25}?\bpor\b",
        r"\b(?:me )?(?:pasé|he pasado|cambié|he cambiado) (?:a|al)\b",
        r"\b(?:cambié|cambiado) de (?:coche|carro|móvil|celular|teléfono|ordenador|portátil)\b",
    ),
    healed=(
        r"\bse me (?:ha|han) (?:quitado|pasado|(?P<cured>curado)) (?P<what>[^,.;!?]+)",
        r"\bse me (?:quitó|pasó|fue|(?P<cured>curó)) (?:el |la |los |las )?(?P<what>[^,.;!?]+)",
        r"\b(?:(?:curad|recuperad|repuest)[oa] (?:de la |del |de los |de las |de mi |de )|superé (?:el |la |mi ))"
        r"(?P<what>[^,.;!?]+)",
        r"\b(?:ha desaparecido|desapareció|se (?:ha|me ha) ido|ya no está)(?=[.!,;]|$)",
    ),
    ailing="roto rota torcido torcida malo mala",
    stopped=(
        r"\bme (?:quitó|quitaron|ha quitado|han quitado|retiró|retiraron|suspendió)"
        r" (?:el |la |los |las )?(?P<what>[\w-]+)",
        r"\ble (?:quitó|quitaron|ha quitado|han quitado|retiró|retiraron|suspendió) (?:el |la |los |las"
        r" )?(?P<what>[\w-]+)"
        r" al? (?P<who>(?:mi )?[^\W\d]+)",
    ),
    workplaces=(
        r"\b(?:trabajo|trabaja|trabajamos|curro|curra)(?: ahora)? (?:en|para|con)"
        r" (?!(?:mi|casa|turnos|equipo)\b)(?P<place>[^,.;!?]+)",
    ),
    schedules=(
        (r"[,;]?(?: en(?: el)?)? (?P<hours>(?:turno )?de (?:noche|día|mañanas?|tardes?|noches)|por las?"
         r" (?:noches?|mañanas?|tardes?))\b", ""),
        (
            r"[,;]? (?:a|de) (?P<amount>media jornada|jornada (?:completa|parcial|reducida)|tiempo (?:completo"
            r"|parcial))\b",
            "",
        ),
        (r" (?P<where>desde casa|en (?:remoto|la oficina)|presencial)\b", ""),
    ),
    jobs=(
        (
            r"\b(?:soy|(?:trabajo|curro) (?:de|como))(?: una?)? (?!(?:en|para) )[^\W\d][\w -]*?"
            r" (?P<at>(?:en|para) [^,.;!?]+)",
            r"trabajo \g<at>",
        ),
    ),
    promoted=r"\b(?:ascendid[oa]|me (?:han )?ascendieron|ascendieron a|ascenso)\b",
    trades=(
        r"\b(?:soy|es)(?: ahora| ya)?(?: una?)? (?P<trade>[^,.;!?]+?)"
        r"(?= (?:ahora|en|para|con|y|desde)\b|[,.;!?]|$)",
    ),
    positions="""
        jefe jefa encargado encargada gerente director directora becario becaria responsable dueño dueña aprendiz
        voluntario voluntaria autónomo autónoma supervisor supervisora administrador administradora residente
    """,
    others=r"\b(?:él|ella|ellos|ellas)\b",
    forbids="nada de, sin, evita|evite",
    allows="bien, vale, ok, bienvenid*, permitid*, puedes|puede",
    wishes="""
        nada nunca jamás siempre no sin ningún ninguna evita usa use uses utilices pongas hagas escribas escribe
        responde contesta da dame mantén pon ponlo
        haz llámame habla explica respóndeme contéstame escríbeme tutéame trátame sé
    """,
    lasts="ahora, a partir de ahora, de ahora en adelante, ya no",
    ranks="que, a, antes que",
    likes="encanta|encantan, gusta|gustan, adoro|adora, amo, fan de, me chifla|chiflan, me flipa|flipan",
    # What holds beside
    adds="también, además, segundo|segunda, un|una|mi|nuestro|nuestra tercer|tercera|cuarto|cuarta, "
    "un|una|mi|tengo|tenemos|hay|adopt*|compr*|acog*|nació|llegó|tuve|tuvimos otro|otra !vez, otros|otras, "
    "todavía, aún, sigo, tiene compañía, aparte, tampoco, de voluntario|voluntaria, "
    "como voluntario|voluntaria, voluntariado",
    supposes="""
        si, quizá|quizás, tal vez, podría|podríamos, quisiera, gustaría, el año que viene, el próximo año,
        pienso, pensando en|que, espero|esperamos,
        planeo|planeamos, fuera, sería, compraría, tendría, iría, haría, conduciría, viviría, imagina,
        supongamos, algún día, solicitado, entrevista, a lo mejor, considerando, haz como
    """,
    past="""
        antes !de, de niño|niña, solía, en el pasado, hace … años, anteriormente, cuando era, crecí,
        originalmente, por aquel entonces
    """,
    recurs=rf"\b(?:los {_DAY}|cada|todas las semanas|veces (?:por|a la) semana)\b",
    cancels=(
        r"^(?!.*\b(?:para siempre|definitivamente|del todo|ya no|disuelto|suscripción|abono|contrato|seguro)\b).*?"
        r"(?:\b(?:cancelad[oa]s?|cancelan?|canceló|cancelaron|suspendid[oa]s?|se suspende)\b"
        rf"|\b(?:no hay|sin) [\w-]+ (?:(?:el|este) )?(?:hoy|mañana|{_DAY})\b)"
    ),
    once="""
        hoy, mañana, esta semana|noche|tarde, de visita, este fin, de vacaciones, ayer, anoche, el fin de semana
        pasado, por culpa de
    """,
    only_once="""
        esta vez, por una vez, hasta el|mañana, temporalmente, temporal, por ahora, de momento,
        excepcionalmente, solo hoy,
        este lunes|martes|miércoles|jueves|viernes|sábado|domingo, para esta vez
    """,
    periods="los fines de semana, entre semana, en verano, en invierno, en casa, en el trabajo, los domingos",
    happens="ojalá, gracias, la semana pasada, ayer, genial",
    splits="y pero porque así",
    pairs="y e o u",
    company="con",
    dwells="vivo vivimos vive alquilo alquilamos comparto compartimos",
    where="en",
    starts="yo mi nuestro nuestra el la él ella he ahora me",
    dates="el del al desde hasta",
    which="que quien",
    concepts={
        "home": """
            mudad*, mudé, mudamos, pirado a, piso, depto, departamento, casita, casa en, ático, alquiler,
            inquilino|inquilina, hipoteca, cajas, llaves, vine|vinimos a, fui|fuimos a vivir, instalad*,
            monoambiente, vivo, vivimos, vive, nueva dirección, residencia, cambié de casa,
            mis viejos|padres,
            vivo|vive|vivimos|vivir, mud*, me mudé, dirección, mi casa, mi piso, nuevo piso, nueva casa,
            instalado|instalada en, resido
        """,
        "live with": """
            vivo|vive|vivir|viviendo solo|sola, compañero|compañera de piso, comparto piso, vivo|vivimos|vivir con,
            independicé|independizado
        """,
        "employer": """
            curro, chamba, laburo, empecé, entré a|en, contrat*, firmé con, renunci*, despid*,
            despedido|despedida, paro, desemplead*, autónomo|autónoma, por mi cuenta,
            propio estudio|negocio, plaza, empresa, trabajo, oficina, buscando trabajo, en el paro,
            trabajo|trabaja|trabajar|trabajamos|trabajando, empleo, dejé, empresa, empleador, puesto,
            contratado, me uní a, renunci*, empezado|empecé|empiezo en
        """,
        "role": """
            fijo|fija, indefinido, prácticas, contratado|contratada,
            ascenso, ascend*, encargado|encargada, cajero|cajera, becario|becaria, dirijo, llevo la|el,
            me han hecho, me subieron, jubil*, jefe|jefa de, puesto, soy *ero|*era|*or|*ora|*ista,
            opositando, aprobé las|la oposiciones|oposición, aprendiz, oficial, estudiante,
            soy *or|*ora|*ero|*era|*ista|*ente|*ico|*ica, ascend*, puesto, cargo, jubil*, becario|becaria
        """,
        "manager": """
            reporto, dependo de, dependo _ de, jefe|jefa, responsable, supervisor|supervisora,
            jefe|jefa, gerente, supervisor|supervisora, encargado|encargada
        """,
        "status": """
            novio|novia, pareja, lo dejamos, dejamos, cortamos, corté, casé, casamos, divorci*,
            comprometid*, soltero|soltera, rompimos, roto, marido, esposa, prometid*,
            soltero|soltera, prometido|prometida, casado|casada, divorciado|divorciada, separado|separada,
            novio|novia, casé
        """,
        "age": """
            años, cumplí, cumplo, cumple, cumpleaños, cayeron los,
            años, cumpl*
        """,
        "kids": "hijos, niños",
        "weight": """
            kilos, peso, báscula, adelgacé,
            peso, pesa, kilos, kg
        """,
        "car": """
            coche, carro, auto, conduzco, manejo, moto, vespa, furgoneta, eléctrico,
            conduzco|conduce, coche
        """,
        "commute": """
            metro, bici, bus, autobús, tren, andando,
            al trabajo, a la oficina
        """,
        "diet": """
            carne, pollo, pescado, jamón, vegano|vegana, vegetariano|vegetariana, lácteos, gluten, omnívoro,
            vegetarian*, vegan*, carne
        """,
        "alcohol": """
            bebo, beber, cerveza|cervezas, copas, sobrio|sobria, caña|cañas,
            alcohol, vino, cerveza, sobrio
        """,
        "smoking": """
            fumo, fumar, tabaco, cigarro|cigarros, pitillo|pitillos, vapeo, cajetilla, pucho|puchos,
            fumo|fuma|fumar, cigarr*
        """,
        "deadline": """
            entrega, plazo, aplaz*, retras*, lanzamiento, fecha,
            es para el, son para el, entrega, plazo, aplaz*, fecha límite
        """,
        "form of address": "llámame, llamarme, apodo, ^ <name> basta, ^ solo <name>",
        "familiarity": "tutéame, tutearme, tutear, de tú|usted",
        "own name": "me llamo, mi nombre, mi apellido",
        "birthday": "cumpleaños, nací|nació",
        "phone": """
            móvil, celular, iphone, android, xiaomi, teléfono, línea,
            número, teléfono, móvil,
            llámame|llamadme|llama|localízame|escríbeme al|en <number>,
            llámame|llamadme|localízame … al|el <number>
        """,
        "email": "correo, email, *.com|*.es|*.org|*.net",
        "bank": "banco, cuenta",
        "gym": "gimnasio",
        "salary": """
            sueldo, nómina, aumento, bruto, neto, al mes, al año, tarifa, cobro,
            salario, sueldo, gano
        """,
        "rent": "alquiler",
        "budget": "presupuesto",
        "reply language": """
            responde|responder|respóndeme|contesta|escribe en,
            siempre en español|inglés|francés|alemán|italiano|japonés|chino,
            volvamos|vuelve|volvemos|volver al español|inglés|francés|alemán|italiano|japonés|chino,
            mejor volvamos|volvemos|vuelve al español|inglés|francés|alemán|italiano|japonés|chino,
            contéstame|háblame|habla en español|inglés|francés|alemán|italiano|japonés|chino,
            ^ en español|inglés|francés|alemán|italiano|japonés|chino por|porfa|ahora|mejor|otra,
            ^ español|inglés|francés|alemán|italiano|japonés|chino por|porfa|otra,
            ^ mejor|otra en español|inglés|francés|alemán|italiano|japonés|chino,
            ^ español|inglés|francés|alemán|italiano|japonés|chino otra vez,
            ^ otra vez en español|inglés|francés|alemán|italiano|japonés|chino
        """,
        "studying": """
            carrera, universidad, uni, máster, grado, estudio, tfm, tfg,
            estudio|estudia|estudiando
        """,
        "team": "equipo",
        "home office": "teletrabajo, desde casa",
        "goal": "objetivo, meta",
        "favourite": "favorito|favorita, preferido|preferida",
        "time of waking": "me levanto, despierto",
        "hot drink": """
            café, cafés, cafeína, té, rooibos, mate, descafeinado
        """,
        "sleep": """
            duermo, acuesto, levanto, despierto
        """,
        "grade": """
            primaria, secundaria, bachillerato,
            primero|segundo|tercero|cuarto|quinto|sexto $, a|en|de primero|segundo|tercero|cuarto|quinto|sexto
        """,
        "expecting": """
            embarazada, mujer|esposa|novia|pareja … embarazada, mujer|esposa|novia|pareja espera,
            espero|esperamos|espera|esperando un|una|nuestro|nuestra|su bebé|hijo|hija|niño|niña|gemelos,
            espero|esperamos|esperando nuestro|nuestra _ bebé|hijo|hija, salgo|sale|salimos de cuentas
        """,
        "birth": """
            nació, nació|nacido mi|nuestro|nuestra hijo|hija|niño|niña, hijo|hija|niño|niña ha nacido, nacieron,
            nacido|nacida, di|dio a luz, parí|parió, bebé|niño|niña ya|está aquí|está, ha nacido
        """,
        "job hunt": "busco|buscando|buscar trabajo|empleo|curro|laburo, en el paro, desemplead*",
        "job found": """
            contratado|contratada, contrataron, empecé|empiezo|empezado en, nuevo trabajo|curro|empleo|laburo, me
            cogieron|fichó|fichado, me han|ha cogido|fichado|contratado, firmé con|contrato, encontré
            trabajo|curro|empleo
        """,
        "job lost": """
            me|nos despidieron|despidió, han|ha despedido, me echaron !de, me echaron del trabajo|curro|laburo, me
            han echado !de, perdí|perdido mi|el trabajo|empleo|curro|laburo, en el paro, sin trabajo|curro|empleo,
            me jubilé|jubilo, me he jubilado, estoy jubilado|jubilada, dejé el trabajo|curro|empleo, renuncié !a
        """,
        "wedding": "me|nos|se caso|casamos|casa|casan, boda, prometidos, comprometidos",
        "wedding off": """
            cancela|cancelamos|canceló|cancelado|cancelada|suspendido|suspende|anulado … boda, boda
            … cancelada|cancelado|cancela|anulada|suspendida, no hay boda, no nos casamos, ya no me caso
        """,
    },
    families=(
        "cortas, corta, corto, breve, breves, concisas | detalladas, detallada, largas, larga, largo, extensas",
        "vegetariano, vegetariana | vegano, vegana | carne", "oscuro | claro", "tabulaciones, tabuladores | espacios",
        "tutear, tutéame, tutea, de tú, el tú | de usted, el usted",
        "viñetas, listas | prosa, párrafos", "café | té | descafeinado",
        "en coche | en tren | en bici, en bicicleta | en autobús, en bus | a pie, andando",
        "ventanilla, ventana | pasillo",
        "soltero, soltera | prometido, prometida | casado, casada | divorciado, divorciada",
        "español | inglés | francés | alemán | italiano | japonés | chino",
        "jornada completa | media jornada", "estudiante | jubilado, jubilada | autónomo, autónoma",
        "semanal, semanales | diario, diarios, diaria | mensual, mensuales",
        "lunes | martes | miércoles | jueves | viernes | sábado, sábados | domingo, domingos",
    ),
    contrasts=(
        "oral | escrito, escrita", "staging, preproducción | producción",
        "trabajo, oficina, laboral | personal, privado, particular",
        "ida | vuelta", "cocina | baño | dormitorio", "verano | invierno", "interno | externo",
    ),
)  # fmt: skip
