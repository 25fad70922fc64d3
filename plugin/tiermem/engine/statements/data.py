"""The words that `frames` tells apart, folded, of English, German, French, Spanish, Chinese and Japanese."""

from __future__ import annotations

import re

from tiermem.support.lazy import pattern


def _several(text: str) -> frozenset[str]:
    return frozenset(text.split())


IS = _several(
    """
    is are was were be been am has have had got gets
    ist sind war wird wurde wurden worden haben habe hat est sont etait a ete avons ai es son esta estan era ha sido se
    hemos he
    """
)
"""What joins a thing and its value, and what stands before one of `CHANGES`."""
CHANGES = _several(
    """
    moved pushed postponed shifted rescheduled changed switched renamed delayed bumped extended brought forward back
    verschoben verlegt vorverlegt vorgezogen geandert gewechselt umbenannt umgestellt verlangert
    deplace deplacee decale decalee repousse repoussee reporte reportee avance avancee change changee renomme renommee
    passe passee movido movida cambiado cambiada aplazado aplazada retrasado retrasada adelantado adelantada pospuesto
    pospuesta cambio paso movio aplazo adelanto pospuso movimos
    cambiamos pasamos aplazamos adelantamos renombrado renombrada
    """
)
"""Verbs that say that a thing has another value now."""
PLACES = _several(
    "at on in for from until by um im an am bis bei fur chez en pour sur jusqu'au desde hasta para"
)
"""Words before a value that say what it is to the thing: two different ones do not fit, but one and none do …"""
TOWARDS = _several("to a auf zu zum zur au aux vers al hacia")
"""… and one of these goes with any."""
PEOPLE = _several("i we they ich wir sie je nous on ils")
"""Who may have changed a thing: "We moved the standup to 10:00"."""
WORKS = _several("work works arbeite arbeitet travaille travaillez trabajo trabaja")
"""Whom a person works for is one at a time …"""
EMPLOYS = _several("at for bei fur chez pour para")
"""… and stands behind one of these."""
MEASURES = _several(
    """
    take takes took cost costs last lasts need needs run runs weigh weighs pay pays hold holds
    dauert dauern kostet kosten braucht brauchen wiege wiegt fasst zahle zahlen
    dure durent coute coutent prend prennent pese paie payons
    dura duran cuesta cuestan tarda tardan pesa peso pago pagamos
    """
)
"""Verbs, none of `IS`, that a number stands behind at once: "The build takes 5 minutes"."""
DETERMINERS = _several(
    """
    the my our an ein eine einen der die das den dem mein meine meinen meiner meinem unser unsere unseren unserer
    le la les mon ma mes notre nos un une el los las mi mis nuestro nuestra nuestros nuestras
    """
)
NEW = _several("new neue neuer neues neuen neuem nouveau nouvel nouvelle nuevo nueva")
"""Before a thing, what says that there is one since lately; `NEW_ONE` tells whether in another's place."""
DAY_PARTS = _several("am pm a.m p.m uhr h heures heure horas hora o'clock noon midnight midi minuit mediodia")
"""What makes a time of day of the number before it, or is one."""

_FLAGS = re.IGNORECASE | re.VERBOSE
NOW = pattern(
    r"""\b(?:from\ now\ on|as\ of\ (?:now|today)|these\ days|now|nowadays
    |ab\ (?:sofort|jetzt|heute)|von\ (?:jetzt|nun)\ an|jetzt|nun|inzwischen|mittlerweile|neuerdings
    |à\ partir\ de\ maintenant|maintenant|désormais|dorénavant
    |a\ partir\ de\ ahora|de\ ahora\ en\ adelante|ahora)\b
    |[从從]?(?:现在|現在)(?:开始|開始|起|は)?|目前|如今|今後?は|今から|これからは""",
    _FLAGS,
)
"""What says that it is so by now, and was not before."""
_HEADS_ES = r"""numero(?:\ de\ (?:telefono|movil|celular))?|direccion(?:\ de\ correo|\ \w+)?|correo|e-?mail|jef[ea]
    |supervisora?|gerente|empleador|plazo|fecha\ limite|domicilio|nombre|contrasena|politica\ de\ contrasenas?|sueldo
    |salario|presupuesto|caser[oa]"""
_BEHIND_ES = r"(?:es|son|era|de|del|para)\b"
NEW_ONE = pattern(
    rf"""\bnew\ (?:
        (?:(?:home|work|office|private|direct)\ )?(?:(?:tele)?phone\ |mobile\ |cell\ |fax\ )?number
        |(?:[\w-]+\ ){{0,2}}?(?:address|e-?mail|manager|boss|supervisor|employer|deadline|due\ date|birthday|nickname
            |surname|name|home|password(?:\ policy)?|pin|salary|budget|landlord|favou?rite\ \w+)
        )(?=\ (?:is|are|was|of|for|in|at|on|has|will)\b)
    |\bneue[nmrs]?\ (?:(?:telefon|handy|mobil|festnetz|fax|privat|dienst)?nummer
        |(?:[\w-]+\ )?[\w-]*(?:adresse|e-?mail|vorgesetzter?|chef(?:in)?|arbeitgeber(?:in)?|manager(?:in)?|frist
            |abgabetermin|deadline|wohnort|name|passwort(?:richtlinie)?|gehalt|budget|vermieter(?:in)?|lieblings\w+)
        )(?=\ (?:ist|sind|war|wird|wurde|lautet|heisst|heißt|von|fur|in|bei|der|des)\b)
    |\b(?:nouveau|nouvel|nouvelle)\ (?:numero(?:\ de\ (?:tele)?(?:phone|portable))?|adresse(?:\ \w+)?|e-?mail|mail
        |manager|chef(?:fe)?|patronn?e?|superieure?|employeur|date\ limite|echeance|delai|domicile|nom|mot\ de\ passe
        |politique\ de\ mots?\ de\ passe|salaire|budget|proprietaire)(?=\ (?:est|sont|etait|a|de|du|des|pour)\b)
    |\bnuev[oa]\ (?:{_HEADS_ES})(?=\ {_BEHIND_ES})|\b(?:{_HEADS_ES})\ nuev[oa](?=\ {_BEHIND_ES})
    |新(?:しい|的)?[^はが是]{{0,4}}?(?:电话|電話|手机|手機|号码|號碼|番号|邮箱|郵箱|邮件|地址|住址|住处|住所|住まい|メール(?:アドレス)?
        |アドレス|老板|老闆|上司|经理|經理|マネージャー|雇主|名字|名前|截止日期|期限|締め切り|締切|密码|密碼|パスワード(?:ポリシー)?
        |密码策略|工资|給料|预算|予算)(?=は|が|是|改|变|變|为|為|叫|$)
    """,
    _FLAGS,
)
"""A new one of what there is one of at a time, accents off: there was another before it, and is no more."""
BESIDES = pattern(
    r"""\b(?:also|as\ well|additionally|in\ addition|besides|too(?!\s+\w)
    |auch|ebenfalls|außerdem|zusätzlich|aussi|également|en\ outre|también|además|asimismo)\b
    |也|还有|還有|另外|(?<![でつとどっ])も(?![うっのらしちと])|さらに""",
    _FLAGS,
)
"""What says that something is so beside what was so before."""
AT_TIMES = pattern(
    r"""\b(?:(?:during|in)\ the\ (?:week|day|summer|winter|spring|autumn|fall|term|holidays)
    |(?:at|on)\ (?:the\ )?weekends?
    |on\ weekdays|in\ (?:summer|winter|spring|autumn)|half\ the\ (?:year|time|week)
    |(?:unter|während)\ der\ woche|am\ wochenende|wochentags|im\ (?:sommer|winter|frühling|herbst)
    |(?:en|pendant\ la)\ semaine|(?:le|les)\ week-?ends?|en\ (?:été|hiver)|au\ printemps
    |entre\ semana|durante\ la\ semana|(?:el|los)\ fin(?:es)?\ de\ semana|en\ (?:verano|invierno|primavera|otoño))\b
    |平日|工作日|周末|週末|夏天|冬天|夏は|冬は""",
    _FLAGS,
)
"""Which part of the time something is so."""
INSTEAD = pattern(
    r"""(?:[,;—–]\s*(?:and\ |und\ |et\ |y\ )?(?:not|nicht|kein\w*|pas|non(?:\ pas)?|no)
    |\ (?:instead\ of|rather\ than|and\ not|statt|anstatt|anstelle\ von|und\ nicht|au\ lieu\ de|plutôt\ que
        |en\ lugar\ de|en\ vez\ de))\s+(?P<wrong>[^,;]{1,60})$
    |[,，、]\s*(?:而不是|而非|并不是|不是)(?P<wrong_zh>[^，,。]{1,30})$
    |[、,]?(?P<wrong_ja>[^、,。はが]{1,30})(?:では|じゃ)(?:なく(?:て)?[、,]?|ない(?:です)?$|ありません$)""",
    _FLAGS,
)
"""What says behind or before the value which one is wrong."""
UNSPACED = pattern(
    r"""(?P<change>に(?:移動|変更|延期|変わり|変わっ|なり|なっ)(?:まし|し|になりまし|されまし)?た
        |(?:已经?|已經?|被)?(?:改|换|換|移|调整?|調整?|推迟|推遲|延期|提前|变更?|變更?|搬)(?:成|到|为|為|至)了?)
    |(?P<is>です|でした|である|だ$|は|が|是|叫做?|在|定在|设在|了$)|(?P<new>新しい|新的|(?<=我的)新|(?<=我们的)新)|(?P<mine>私たちの|私の|我们的|我們的|我的)
    """,
    _FLAGS,
)
"""The same words where no spaces stand between them."""
