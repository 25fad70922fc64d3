"""Spanish words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:siempre|nunca|jamas|desde ahora|a partir de ahora|en adelante|ya no|debes?|deben|puedes"
    r"|puede hacerlo|tienes|sin (?:preguntar|confirm\w*|llamar)|ignora|olvida|asistentes?|agentes?"
    r"|tus (?:reglas|instrucciones)|permiso|autoriz\w+|aprobad\w+|cuando|en cuanto|si (?:preguntan|alguien)"
    r"|sistema|administrador|instrucciones|ordenes?|contesta|responde|recomienda|di|manda|envia|anade"
    r"|adjunta\w*|borra|elimina|copia|ejecuta|pide|diga|cuenta|iban|banco|transfiere|paga|facturas?"
    r"|contrasena"
    r"|acceso|trata|presenta|lider|en lugar|revision|codifica|valen|da solo)\b"
    r"|\b(?:eres|estas en|muestra|desactiva|activa|usa (?:solo|siempre|esta|este)|menciones?|revela\w*|guarda"
    r"|abre|haz clic|redirige|es ahora|ahora es|ahora estas|anade|no (?:vuelvas|menciones|avises"
    r"|preguntes)\w*)\b"
    r"|(?:^|[.:;!?\n(]\s{0,3}|\b(?:y|et|e|и|puis|luego|depois|por favor) )(?:aprueba|apruebe|cambia|cambie"
    r"|empieza|comienza|acepta|actualiza|abre|apaga|autoriza|ayuda|cancela|cierra|compra|concede|comparte"
    r"|convence|crea|da por|deja|desvia|dirige|divulga|emite|encubre|enlaza|escribe|evita|exporta|finge|firma"
    r"|filtra|haz|incluye|informa|insiste|instala|invita|lee|manten|miente|modifica|niega|ocultas?|omite|pide"
    r"|pon|promete|publica|quita|rechaza|reemplaza|reenvia|registra|repite|revela|salta|sigue|sube|sustituye"
    r"|traduce|vende|verifica|vota)\b"
)
"""For folded text."""

MATTERS = (
    r"\b(?:(?:el|al|del) usuario|(?:el|al|del|los) asistentes?|ia|agentes|(?:aviso|mensaje) del sistema"
    r"|administrador"
    r"|tus (?:reglas|instrucciones)|instrucciones (?:anteriores|previas)|autoriz\w+|aprobad\w+"
    r"|no (?:hace falta|es (?:necesario|preciso)) (?:pedir|preguntar|avisar|consultar|confirmar)|ya lo aprob\w+"
    r"|puede hacerlo todo|hacerlo todo|sin (?:preguntar|confirm\w*|llamar|revis\w*)|ya no (?:hace falta"
    r"|necesita\w*"
    r"|es)|(?:cada|todo) comando|nueva cuenta|cuenta nueva|iban|datos bancarios|cambio de banco|transfiere"
    r"|paga"
    r"|contrasenas?"
    r"|codigo de|lider|recomienda solo a|habla mal|trata (?:todo|las)|(?:una|como) orden|ordenes|borra"
    r"|elimina|reenvia"
    r"|copia este|(?:este|esta) (?:parrafo|frase|nota|regla|texto)|da solo|telefono de soporte|codifica"
    r"|adjunta\w*"
    r"|en secreto|no le digas|diga lo que diga|di siempre|es el mejor|envia .{0,60}\ba|manda .{0,60}\ba)\b"
    r"|\b(?:palabra clave|palabra secreta|sin recibo|como root|permisos de root|en (?:todas las"
    r"|todos los) (?:notas|contratos|documentos)|carpeta publica|no necesita identificarse"
    r"|telefono del banco)\b"
    r"|\b(?:datos salariales|notas privadas|contacto de emergencia|aprobado por el departamento legal)\b"
    r"|\b(?:paquete correcto|instala es[ea]|quedan? anulad\w+|direccion de facturacion|cuando pregunten)"
)
"""Matters of orders that somebody gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

TOPICS = (
    r"\b(?:antivirus|cortafuegos|firewall|dns|certificados?|(?:alertas?|avisos?) de seguridad|verificaci\w+"
    r"|doble factor|2fa"
    r"|identidad|pagos?|reembolsos?|transferencias?|numero de (?:cuenta|tarjeta)"
    r"|modo (?:mantenimiento|desarrollador|admin|depuracion)"
    r"|restricciones|confidencial\w*|salarios?|nominas?|auditoria\w*|pagina (?:de|para) (?:inicio|iniciar"
    r"|acceso|entrar)\w*|credenciales"
    r"|claves? api|copias? de seguridad|adjuntos?|texto plano|historial|ahorros?|inversiones|seguros?"
    r"|(?:cada|toda|todas?|todos?) (?:las? |los? )?(?:preguntas?|solicitud\w*|busquedas?|respuestas?"
    r"|mensajes?|urls?|comandos?))\b"
    r"|--no-verify|--force|rm -rf"
    r"|\b(?:paquete correcto|quedan? anulad\w+|direccion de facturacion)"
)
"""Matters of harmful orders: defences, money, access, rules for all questions. For folded text."""

OWN = (
    r"\b(?:yo|mi|mis|conmigo|me|soy|estoy|tengo|vivo"
    r"|tomo|bebo|ceno|desayuno|duermo|corro|peso|mido)\b"
    r"|\b(?:no|nunca)\b[^.]{0,60}\bsin\b"
)
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""

RULES = (
    r"\b(?:cuando|cada vez|cada|el dia que|quien|cualquiera|si|tras|antes de|debe\w*"
    r"|(?<!no )pued\w+|(?<=no )pued\w+(?! (?:comer|beber|tomar))"
    r"|hay que|ha de|tiene que"
    r"|se (?:entrega\w*|copia\w*|cumple\w*|abre\w*|sube\w*|deja\w*|da\w*)|es como si|autoriza\w*|sin mas)\b"
)
"""Words that rules are made of: conditions, duties, permissions. For folded text."""

NEWS = (
    r"\b(?:ahora|ya (?:no|puede\w*)|nuev[oa]s?|anterior\w*|cambi\w+|cerrad\w+|suprimid\w+|eres"
    r"|desde hoy|a partir de"
    r"|curad\w+|de siempre)\b"
)
"""Words of changes: what holds from now on, in place of what held. For folded text."""
