"""Portuguese words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names=r"\bsenha|palavra-passe|chave (?:de |da )?(?:api|acesso)|token de acesso|frase secreta",
    fills="agora",
    loose="acesso|chave",
    pin="pin",
    of=r"(?:para|d[eoa]s?|n[oa]s?|em)\b",
    verbs="(?:agora )?é|era|será|ficou",
    to="para",
    changing="mud(?:ei|o|ou)|alter(?:ei|o|ou)|troqu?(?:ei|o|ou)",
    joins="e|mas|ou",
    login="credenciais|acesso",
    last="como(?: (?:a|minha|uma))?",
    codes="pin|código (?:do |da |de )?(?:alarme|porta|portão|cofre|acesso|garagem|prédio|segurança|cadeado)|combinação",
    locks="alarme|porta|portão|garagem|cofre|cadeado|cartão|celular|prédio",
    opens="abre com|código(?: é)?|combinação(?: é)?",
    networks="wi-?fi|rede de convidados",
    users="usuári[oa]|utilizador|conta",
    seeds="(?:chave|segredo|semente) (?:do |da |de )?(?:autenticador|2fa|totp|otp|dois fatores)",
    recovery="códigos? de (?:recuperação|backup|emergência)",
    phrases="frase (?:de recuperação|semente)|palavras (?:de recuperação|da carteira)",
    talk="veja|ver|está|é|a|o|mesma|esquecida|incorreta|nenhuma|obrigatória|expirada|deve|não|na|no",
    hints=several("senha palavra-passe chave token credenciais código frase alarme portão cofre abre"),
)
