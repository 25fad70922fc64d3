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
