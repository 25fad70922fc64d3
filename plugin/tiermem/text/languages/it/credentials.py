"""Italian words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names=r"parola d['’]ordine|chiave (?:d['’]accesso|api|segreta)|token di accesso",
    fills="ora",
    loose="chiave|accesso|password",
    pin="pin",
    of=r"(?:per|d[ei]l?l?[ao]?|dell['’]|su|nel|in)\b",
    verbs="(?:ora )?è|era|sarà",
    to="in|a",
    changing="cambiat[oa]|cambio|modificat[oa]|impostat[oa]",
    joins="e|ma|o",
    login="credenziali|accesso",
    last="come(?: (?:la|mia|una))?",
    codes="pin|codice (?:della |del |dell['’]|di )?(?:allarme|porta|cancello|cassaforte|accesso|garage"
    "|portone|sicurezza)|combinazione",
    locks="allarme|porta|portone|cancello|garage|cassaforte|lucchetto|carta|cellulare",
    opens="si apre con|codice(?: è)?|combinazione(?: è)?",
    networks="wi-?fi|rete ospiti",
    users="utente|nome utente|conto",
    seeds="(?:chiave|segreto) (?:dell['’]|del |di )?(?:autenticatore|2fa|totp|otp)",
    recovery="codici? di (?:recupero|backup|emergenza)",
    phrases="frase (?:di recupero|segreta)|parole (?:di recupero|del portafoglio)",
    talk="vedi|la|il|stessa|dimenticata|errata|nessuna|obbligatoria|scaduta|deve|non|nel|in",
    hints=several("parola chiave token credenziali codice codici frase allarme cancello apre"),
)
