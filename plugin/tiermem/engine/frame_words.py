"""The words that `frames` tells apart, folded, of English, German, French, Spanish, Chinese and Japanese."""

from __future__ import annotations

import re

from tiermem.deferred import pattern


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
DETERMINERS = _several(
    """
    the my our an ein eine einen der die das den dem mein meine meinen meiner meinem unser unsere unseren unserer
    le la les mon ma mes notre nos un une el los las mi mis nuestro nuestra nuestros nuestras
    """
)
NEW = _several("new neue neuer neues neuen neuem nouveau nouvel nouvelle nuevo nueva")
"""Before a thing, what says that there was another one."""
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
