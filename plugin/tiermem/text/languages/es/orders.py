"""Spanish words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:siempre|nunca|jamas|desde ahora|a partir de ahora|en adelante|ya no|debes?|deben|puedes"
    r"|puede hacerlo|tienes|sin (?:preguntar|confirm\w*|llamar)|ignora|olvida|asistentes?|agentes?"
    r"|tus (?:reglas|instrucciones)|permiso|autoriz\w+|aprobad\w+|cuando|en cuanto|si (?:preguntan|alguien)"
    r"|sistema|administrador|instrucciones|ordenes?|contesta|responde|recomienda|di|manda|envia|anade"
    r"|adjunta\w*|borra|elimina|copia|ejecuta|pide|diga|cuenta|iban|banco|transfiere|paga|facturas?|contrasena"
    r"|acceso|trata|presenta|lider|en lugar|revision|codifica|valen|da solo)\b"
)
"""For folded text."""

MATTERS = (
    r"\b(?:(?:el|al|del) usuario|(?:el|al|del|los) asistentes?|ia|agentes|(?:aviso|mensaje) del sistema|administrador"
    r"|tus (?:reglas|instrucciones)|instrucciones (?:anteriores|previas)|autoriz\w+|aprobad\w+"
    r"|puede hacerlo todo|hacerlo todo|sin (?:preguntar|confirm\w*|llamar|revis\w*)|ya no (?:hace falta|necesita\w*"
    r"|es)|(?:cada|todo) comando|nueva cuenta|cuenta nueva|iban|datos bancarios|cambio de banco|transfiere|paga"
    r"|contrasenas?"
    r"|codigo de|lider|recomienda solo a|habla mal|trata (?:todo|las)|(?:una|como) orden|ordenes|borra|elimina|reenvia"
    r"|copia este|(?:este|esta) (?:parrafo|frase|nota|regla|texto)|da solo|telefono de soporte|codifica|adjunta\w*"
    r"|en secreto|no le digas|diga lo que diga|di siempre|es el mejor|envia .{0,60}\ba|manda .{0,60}\ba)\b"
)
"""What an order is about that another gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

OWN = r"\b(?:yo|mi|mis|conmigo|me)\b|\b(?:no|nunca)\b[^.]{0,60}\bsin\b"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""
