"""Spanish words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="contraseña|clave (?:de acceso|secreta)|clave (?:de )?(?:la )?api|token de acceso",
    fills="ahora",
    loose="clave",
    of=r"(?:para|del?|en)\b",
    verbs="(?:ahora )?es|era|será",
    to="a|por",
    changing="cambi(?:é|e|o|ado)|actualic(?:é|e)",
    joins="y|pero|o",
    code="contrasena",
    login="credenciales",
    modifiers="mayús",
    measures="caracteres",
    hints=several(
        "contrase clave credencial código codigo combinación abre usuario semilla frase alarma candado entro fuerte"
    ),
    last="como(?: (?:la|mi|una))?",
    codes=r"pin|puk|cvv|(?:c[oó]digo|clave|combinaci[oó]n) (?:de |del |de la )?(?:alarma|puerta|entrada"
    r"|acceso|caja fuerte|garaje|port[oó]n"
    r"|seguridad|portal|verificaci[oó]n)|combinaci[oó]n",
    locks="alarma|puerta|portal|portón|garaje|caja fuerte|candado|taquilla|tarjeta|móvil|trastero|maleta",
    plain="color|modelo|postal|error|producto|descuento|barras",
    turns="izquierda|derecha",
    opens="se abre con|abre con|código(?: es)?|combinación(?: es)?|clave(?: es)?",
    networks="wi-?fi|red de invitados",
    users="usuari[oa]|cuenta",
    seeds="(?:semilla|clave secreta|clave|secreto) (?:del? |de la )?(?:autenticador|2fa|totp|otp|dos pasos)",
    recovery="códigos? de (?:recuperación|respaldo|seguridad|emergencia)",
    phrases="(?:frase|palabras) (?:de )?(?:recuperación|semilla|la cartera|la wallet)|frase semilla",
    talk="ver|véase|está|es|la|el|misma|mismo|olvidada|incorrecta|desconocida|ninguna|obligatori[oa]|caducada|debe|no|en|nula",
)
