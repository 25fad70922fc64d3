"""Words by which statements in German change, end and correct others."""

from tiermem.text.languages.changes import Changes

_PLANS = (
    (
        r"(?!.*\bjede)(?:\b(?:fliegen|fliege|fahren|fahre|reisen|reise|verreisen)\b"
        r"|\b(?:wollten|wollte|wollen|will)(?= (?:\w+ ){0,4}nach (?!hause\b)\w)"
        r"|\b(?:haben|habe|hab)(?= [^.;!?]*gebucht\b))",
        "reise|urlaub|flug|flüge",
    ),
    (
        r"(?:\b(?:fangen|fange|beginnen|beginne)\b|\b(?:haben|habe|hab)(?= [^.;!?]*(?:angebot|zusage)\b))",
        "angebot|zusage|stelle",
    ),
    (r"\b(?:ziehen|ziehe|kaufen|kaufe|bauen|baue)\b", "kauf|umzug|wohnung|haus"),
)
"""Plans that may fall through, each with the things that may: a trip, a job, a home."""
_OPENING = r"^(?:(?:leider|also|tja|ach),? )?"


def _cancelled(things: str) -> tuple[str, ...]:
    """Return the expressions that say that one of some things was cancelled."""
    what = (
        rf"(?P<what>(?:[\w-]+ ){{0,2}}?)(?P<thing>[\w-]*(?:{things}))"
        r"(?: (?:nach|in|im|ins|an|bei|von|der|des) (?P<more>[\w -]+?))?"
    )
    return (
        rf"{_OPENING}(?:die|der|das|den|unsere?|meine?) {what}"
        r"(?: (?:ist|sind|wurde|wurden|fällt|fallen|hat|haben))?(?: sich| leider| jetzt| nun| gestern| heute| doch)*"
        r" (?:abgesagt|geplatzt|storniert|gecancelt|gestrichen|(?:flach|aus)(?=[.,;!]|$)|ins wasser(?: gefallen)?"
        r"|zurückgezogen|zerschlagen)\b",
        rf"{_OPENING}(?P<by>[\w-]+) (?:haben|habe|hab|hat|mussten|musste)(?: leider| jetzt| doch)*"
        rf" (?:die|den|das|unsere?n?|meine?n?|ihr|sein) {what}"
        r" (?:abgesagt|absagen|storniert|stornieren|gecancelt|gestrichen|zurückgezogen)\b",
    )


_NO_EMPLOYER = "!mir|uns|dir|euch|ihm|ihr|ihnen|meiner|meinem|meinen|unseren|oma|opa|mama|papa|tante"
"""The word behind "bei" is none of these where it names an employer, in the form of a part of a phrase."""


_HAVE = r"(?:\bhabe?n?(?: (?:ich|wir|mir|uns|endlich|jetzt|gestern|heute))* )?"
_GONE = "ist weg !vom|von|bis|im|in|zum|zur|auf|am|über"
"""Who has left, and is not only off meat or away until Monday."""

_PARTNER = r"(?P<who>(?:mein\w* (?:[^\W\d]+ )?)?[^\W\d]+)"
"""A partner in few words, by name or as such: what is over with others is mostly something else."""

CHANGES = Changes(
    # Whose a statement is
    to_first=(
        (r"^(?:der|die) (?:nutzer(?:in)?|benutzer(?:in)?|anwender(?:in)?) heißt\b", "ich heiße"),
        (r"\b(?:der|die|dem|den) (?:nutzer|benutzer|anwender)(?:in)?\b", "ich"),
        (r"\b(\w+) (?:des|der) (?:nutzers|nutzerin|benutzers|benutzerin|anwenders|anwenderin)\b", r"mein \1"),
        (r"^(?:der|die|das) mein\b", "mein"),
        (r"^(?:nutzer|nutzerin|name)\b:?", "ich"),
    ),
    note="bevorzugt wohnt arbeitet mag heißt nutzt lebt hat ist fährt trinkt isst spricht verwendet möchte hasst liebt",
    i="ich",
    openers="""
        hallo, hi, hey, übrigens, ach ja, ach, ok, okay, also, so, kurze info, kurzes update, nur zur info, zur
        info, bitte,
        kleines update, gute nachrichten, ach übrigens, ja, hör mal
    """,
    mine="mein meine meinen meinem meiner meines unser unsere unseren unserem unserer",
    theirs="sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer",
    we="ich bin wir mir mich uns man",
    genitive="s",
    kin="""
        mama papa
        schwester bruder frau mann sohn tochter mutter vater eltern freund freundin partner partnerin kollege kollegin
        nachbar nachbarin cousin cousine nichte neffe oma opa großmutter großvater kind kinder
        kindern söhnen töchtern hunden hunde katzen söhne
        töchter welpe kätzchen hund hündin katze schwager
        schwägerin schwiegermutter schwiegervater schwiegereltern mitbewohner mitbewohnerin verlobte verlobter
        tante onkel
        hase kaninchen pferd enkel enkelin zwillinge freunde kumpel hamster wellensittich kater geschwister stiefsohn
        junge jungen jungs mädchen brüder schwestern cousinen neffen nichten tanten hündin hündinnen hasen pferde
        welpen nachbarn
        stieftochter patenkind enkelkinder mitbewohnerinnen cousins kumpels freundinnen
    """,
    beings="""
        frau mann partner partnerin freund freundin verlobte verlobter kumpel mitbewohner mitbewohnerin
        | sohn tochter kind stiefsohn stieftochter patenkind | hund hündin welpe | katze kater kätzchen
        | hase kaninchen | enkel enkelin enkelkind
    """,
    one="ein eine einer",
    of="von",
    roles="""
        chef chefin vorgesetzter vorgesetzte teamleiter teamleiterin zahnarzt zahnärztin hausarzt hausärztin arzt ärztin
        vermieter vermieterin lehrer lehrerin trainer trainerin steuerberater steuerberaterin anwalt anwältin therapeut
        therapeutin friseur friseurin tierarzt tierärztin babysitter babysitterin putzfrau betreuer betreuerin manager
        managerin klempner klempnerin elektriker elektrikerin gärtner gärtnerin friseuse hausmeister hausmeisterin
        makler maklerin hebamme kinderarzt kinderärztin frauenarzt frauenärztin augenarzt augenärztin hautarzt
        hautärztin orthopäde orthopädin physiotherapeut physiotherapeutin psychologe psychologin psychiater
        psychiaterin notar notarin schulleiter schulleiterin klassenlehrer klassenlehrerin klavierlehrer klavierlehrerin
        fahrlehrer fahrlehrerin sekretärin berater beraterin abteilungsleiter abteilungsleiterin
    """,
    same={
        "mama": "mutter", "papa": "vater", "oma": "großmutter", "opa": "großvater",
        "chefin": "chef", "vorgesetzter": "chef", "vorgesetzte": "chef", "teamleiterin": "chef", "teamleiter": "chef",
        "manager": "chef", "managerin": "chef", "vermieterin": "vermieter", "zahnärztin": "zahnarzt",
        "hausärztin": "hausarzt", "lehrerin": "lehrer", "trainerin": "trainer", "tierärztin": "tierarzt",
        "mitbewohnerin": "mitbewohner", "anwältin": "anwalt", "therapeutin": "therapeut", "betreuerin": "betreuer",
    },
    titles="herr herrn frau dr prof",
    called="ist heißt war jetzt nun nicht mehr",
    auxiliaries="wird werden",
    function="""
        zusammen der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren bin bist sei
        wurde wird
        werden worden geworden hat hab habe haben hatte hast in im an am auf um bei beim von vom zu zum zur für mit
        nach aus bis
        über als dass es er sie ich wir mir mich uns man du dir dich sich mein meine meinen meiner meinem meines
        unser unsere
        unseren unserem unserer uhr euro prozent jetzt nun ab sofort gestern letzten letzte letztes letzter monat woche
        jahr jahre alt auch schon sehr nur ganz wieder neu neue neuer neues neuen neuem doch noch mehr nicht kein keine
        keinen nein ja bitte heute seit inzwischen mittlerweile herr herrn frau dr prof weg da dort hier so wie
        was gerade
        lieber gern gerne statt anstatt ihnen sie ihr ihre namens genannt
    """,
    light="""
        hab
        nutze nutzen nutzt verwende verwenden verwendet benutze benutzen arbeite arbeiten arbeitet wohne wohnen
        wohnt lebe
        leben lebt heiße heißt liegt liegen beträgt bevorzuge bevorzugt möchte mag esse essen isst trinke trinkt fahre
        fährt fahren lerne lernt brauche braucht gehe geht kostet zahle mache macht machen lese spiele spielt
        nimmt nehme
    """,
    generic="projekt team app firma tag zeit leute alle meinung",
    verbs="""
        ist sind war waren hat haben hatte wird wurde werden wurden heißt liegt beträgt läuft dauert kostet
        beginnt endet
        wohnt arbeitet lebt fährt geht zieht zog nutzt braucht fängt findet hält mag isst trinkt bin habe findet bekommt
        steht gilt steigt sinkt verschiebt startet darf kann muss verträgt hasst liebt spielt lernt spricht : heißen
    """,
    joined="""
        spiele esse trinke fahre arbeite wohne lebe laufe jogge lese koche lerne studiere spreche liebe hasse nutze
        benutze hab brauche rauche singe male schwimme reite unterrichte miete vermiete leite sammle vertrage haben
        arbeiten wohnen leben spielen fahren essen trinken mieten rauchen mögen lieben nutzen lernen wohn leb fahr
        trink spiel lern nehm nehme
    """,
    copulas="ist sind war",
    endings="en em er es e n s",
    clock="um ab",
    hours="uhr",
    # What changes
    changes=f"""
        rauchfrei, nikotinfrei, ohne zigarette|zigaretten|kippe|alkohol, trocken seit,
        jetzt, nun, ab sofort, ab jetzt, ab heute, von nun|jetzt an, künftig, in zukunft, nicht mehr,
        kein|keine|keinen … mehr,
        umgezogen, gezogen, umgestiegen, gewechselt, wechsel|wechsle|wechseln, verschoben, verlegt, vorgezogen,
        vorverlegt, verlängert, verkürzt, gestiegen, gesunken, erhöht, gesenkt, gekürzt, statt, stattdessen,
        kannst|darfst wieder, können|dürfen sie wieder, darf|kann wieder … sein,
        anstatt, wieder,
        neu|neue|neuer|neues|neuen|neuem, geworden, seit, inzwischen, mittlerweile, neuerdings, befördert,
        ersetzt, umgestellt,
        geändert, migriert, tatsächlich, eigentlich, angefangen, begonnen, gekauft, geheiratet, doch, umbenannt,
        gekündigt, übernommen, eingezogen, abgelöst, ich meinte, korrektur, siezen sie mich, duz mich,
        angepasst, läuft jetzt, gewandert, wandert auf, aufgestockt, rauf|hoch|runter auf, gewichen,
        verschiebt sich, verzögert sich, verlängert sich, rutscht, zum|zur … gemacht|ernannt, entbunden,
        kind|baby bekommen, kommt|geht|ist jetzt in, versetzt,
        ändert sich, wird zu, zu … geworden, nach … gezogen, {_GONE}, verkauft, ^ nein <mark>
    """,
    weak="jetzt, nun, wieder, neu|neue|neuer|neues|neuen|neuem, seit, doch, gekauft, eigentlich, angefangen",
    renews="neu|neue|neuer|neues|neuen|neuem",
    lists="und, oder, sowie",
    uses="für",
    corrects="""
        kleine|kurze|winzige korrektur, verwechsle|verwechsel die|das|sie|beide|beides|immer|ständig,
        keine ahnung warum|wieso ich das geschrieben|gesagt, weiß nicht warum|wieso ich das geschrieben|gesagt,
        ^ verzeihung, schreibt sich, mit weichem|hartem,
        ^ sorry <mark>, ^ pardon, ^ entschuldigung <mark>, ^ ach nee, ^ ach nein, ^ äh, ^ ne <mark>, ^ nee <mark>,
        verhört, verlesen, verrechnet, verzählt, verguckt, peinlich, ich depp|idiot|trottel|dussel|esel, was
        red|rede ich,
        durcheinandergebracht, durcheinander gebracht, falsch gesagt|geschrieben|verstanden,
        sondern, falsch, ich meinte, korrektur, ^ nein <mark>, stimmt nicht, stimmt so nicht, das war falsch,
        eigentlich, versehen,
        verwechselt, vertan, zahlendreher, tippfehler,
        vertippt, verschrieben, autokorrektur, meinte, ich meine, gemeint,
        moment nein,
        nein|nee|ne|nö warte|moment|halt|quatsch,
        moment <mark> nein, quatsch, falsch geschrieben, schreibfehler, ups, hoppla, berichtigung, <name> <mark>
        nicht <name>,
        <number> <mark> nicht <number>
    """,
    articles="der die das den dem des ein eine einen einem einer",
    repairs="""
        vorsicht achtung ach äh oh oje mist ups hoppla sorry pardon verzeihung entschuldigung entschuldigen entschuldige
        moment warte halt nein ne nee doch quatsch korrektur korrigiere tippfehler vertippt verschrieben vertan
        verguckt verzählt verhört peinlich depp idiot trottel dussel versehen falsch stimmt genau genauer
        gesagt eigentlich muss heißen sollte meinte meine sinds
        ists wars inzwischen zahlendreher unterlaufen sind ist kommando zurück natürlich vielmehr
        sagte geschrieben schrieb gegeben genannt angegeben notiert falsche falschen falscher falsches tag uhrzeit
        datum namen name nummer adresse lol haha hihi xd
    """,
    restarts=(
        r"(?:(?:ach|äh|oh|ah),? ?)?(?:nein|nee|nö|ne(?=,| (?:quatsch|warte|moment|sorry)))|(?:ach|äh),? ne"
        r"|quatsch|sorry|pardon|verzeihung|entschuldigung"
        r"|ich mein(?:te|e)?|mein(?:te|e)? ich|vielmehr|(?:besser|genauer) gesagt|ähm?|öhm?|moment|stopp"
        r"|korrigiere|korrektur|ups|(?:warte|halt|falsch)(?=[,:…]| (?:mal|nein|nee)\b)|blödsinn|unsinn"
        r"|(?:tipp|schreib)fehler|vertippt|verschrieben|eigentlich(?=,? \d)"
    ),
    attributes=(
        r"(?<!\bwenn )(?<!\bfalls )(?<!\bwas )(?<!\bwie )(?<!\bbevor )\b(?:du (?:immer |ständig |wieder "
        r"|dauernd |noch )?(?:sagst|schreibst|nennst|denkst|glaubst|meinst|behauptest|führst)"
        r"|(?:sagst|schreibst|nennst|denkst|glaubst|meinst|behauptest) du"
        r"|(?:du hast|hast du)(?=[^.;!?]*\b(?:gesagt|geschrieben|notiert|(?:ab)?gespeichert|eingetragen"
        r"|gemerkt|vermerkt|genannt|angenommen)\b)"
        r"|(?:bei dir|in (?:deine[nr]|ihren) (?:notizen|akten?|aufzeichnungen)|in deinem (?:gedächtnis|profil))"
        r" steh(?:t|e|en)|deine (?:notizen|aufzeichnungen) (?:sagen|nennen))\b"
        r"(?:(?! (?:aber|sondern|obwohl|dabei|statt)\b)[^,.;:!?—–\n])*(?:, dass [^,.;:!?\n]*)?"
    ),
    exchanges=(
        r"\bander(?:s|sher|sr)um\b|\bumgekehrt\b|\bfalschrum\b|\bvertauscht\b"
    ),
    spelled=(
        r"\b(?:schreib(?:t|en|e) (?:sich|man|ihn|sie|er|wir|ich)|(?:man|er|sie|sich|wir) schreib(?:t|en)"
        r"|geschrieben)\b"
    ),
    spells=(
        r" (?:mit|ohne) (?:(?:zwei |einem |das )?(?!er|es|du|zu|so|je)[a-zäöüß]{1,2}"
        r"|doppel[- ]?\w|weichem \w|hartem \w|bindestrich|umlaut|akzent"
        r"|unterstrich)(?![\w-])[^.!?;,]*"
    ),
    for_long=r"\bseit\b|\b(?:jahre?n?|monate?n?|wochen|tage) lang\b|\bschon (?:immer|ewig|lange)\b",
    no_more=r"\b(?:nicht|kein\w*|nie|nichts) (?:[\w-]+ ){0,5}mehr\b|\b(?:jetzt|nun|inzwischen|mittlerweile)\b",
    drives=(
        r"\bf[aä]hr(?:e|t|en|st)? (?:jetzt |nun )?(?:(?:ein|eine|einen|den|die|das|unseren|meinen) (?:[\w-]+ )?"
        r"(?:\w*bus|taxi|lkw|laster|lastwagen|tram|bim|\w*bahn|zug|\w*zug|(?:rettungs|kranken|müll|liefer|paket)wagen"
        r"|(?:gabel)?stapler|bagger|kipper|truck|\w*transporter)|taxi|lkw|lastwagen|stapler|bagger|straßenbahn)\b"
        r"|\bf[aä]hr(?:e|t|en|st)?\b[^.;!?]{0,40}? (?:beruflich|hauptberuflich|für (?:uber|dhl|ups|dpd|hermes"
        r"|die post))\b"
    ),
    sells=r"\bverkauf(?:t|en) (?:[\w-]+ ){0,3}(?:kein|nicht)\w*\b|\bzu verkaufen\b|\bliefer(?:t|n)\b",
    bars=r"allerg|unverträglich|intoleran|zöliakie",
    insists=(
        r"^\s*[*×✗]|\b(?:mein(?:te|e)?|nein|nee|nö|quatsch|vertippt|verschrieben"
        r"|falsch|korrektur|tippfehler|vielmehr)\b"
    ),
    # What ends
    ends_next="""
        statt, anstatt, anstelle von, kein|keine|keinen, von … getrennt, von … umgestiegen, aus … ausgezogen,
        schmeiße|schmiss … hin, aufgehört mit|zu, schluss mit, weg von, ausgestiegen bei, gekündigt bei
    """,
    ends_last=f"""
        weggelaufen, entlaufen, eingeschläfert, einschläfern lassen, überfahren worden, ins tierheim, nicht mehr,
        gekündigt, verkauft,
        aufgehört, aufgegeben, getrennt, gestorben, verlassen, abgesagt,
        beendet, {_GONE},
        kündigte, abgeschafft, ersetzt, losgeworden, eingestellt, abgelöst, geschieden, rausgeworfen, abgegeben,
        weggegeben, hingeschmissen, verteidigt, bestanden, abgebrochen, aufgelöst, entsorgt,
        zurückgegeben, an den nagel gehängt,
        ist tot, umgestiegen, ausgezogen, in pension, hört auf, dichtgemacht, dicht gemacht, zugemacht,
        verstorben, verschrottet, weggezogen, fällt weg, storniert, abgeschlossen, in rente, im ruhestand, mehr
    """,
    calls=(
        r"(?:(?P<be>ich bin(?: die| der)?|bin|der nutzer ist|die nutzerin ist)"
        r"|(?:ich heiße|mein name ist|der nutzer heißt|die nutzerin heißt)) "
        r"(?P<name>(?-i:[A-ZÄÖÜ])[\w'-]+(?: (?-i:[A-ZÄÖÜ])[\w'-]+)?)"
    ),
    be="ich bin",
    aged=(
        r"(?P<be>(?:ich )?bin|der nutzer ist|die nutzerin ist) (?P<age>\d{1,3}(?: jahre(?: alt)?)?)"
        r"(?:,? und (?P<rest>(?:eine? )?(?-i:[A-ZÄÖÜ]).+)|,? und (?P<does>\w+e \w.+))?"
    ),
    treats=(
        r"(?P<who>[^,;]*?)\b(?:nehme?|nimmt|nehmen|benutzt?e?|verwendet?e?|spritzt?e?|bekommt?e?|kriegt?e?) "
        r"(?P<what>[^,;]{2,50}?) (?P<why>(?:gegen|wegen|für) (?P<ill>[^,;]{2,40}?))"
        r"(?: (?:täglich|jeden|zweimal)\b[^,;]*)?"
    ),
    treated=("ich wurde {why} behandelt", "{who} wurde {why} behandelt"),
    introduces=(
        r"(?P<who>(?:ich bin|ich heiße|mein name ist) (?:[A-ZÄÖÜ][\w'-]+(?:,| und) (?:ich bin |bin )?)?(?:\d\d,? )?"
        r"(?P<article>eine? )?(?!in\b)[\w-]+(?: [\w-]+){0,2}?),? in (?P<place>(?-i:[A-ZÄÖÜ])[\w'-]+)"
    ),
    lives="Ich wohne in {}",
    begins=r"\b(?:fang(?:e|en)?|beginn(?:e|en)?|starte?n?) (?:ich|wir)\b|\b(?:ich|wir) (?:fang|beginn|starte)",
    to_come=r"\b(?:werde|werden|wird)\b[^.;!?]*\b(?:ziehen|umziehen)\b",
    parts=f"""
        abschied von, gestorben, ins tierheim, verstorben, tot, eingeschläfert, einschläfern, weggelaufen,
        entlaufen,
        überfahren,
        {_GONE},
        nicht mehr da, nicht mehr zusammen, nicht mehr bei uns, nicht mehr am leben, verschwunden
    """,
    denies="nicht, kein|keine|keinen|keiner, nie, niemals",
    swaps=(
        r"^(?:nein,? )?nicht <wrong>\.\s+<right>[.!]*$",
        r"\b(?:nicht|nie) (?:in|bei|auf|an|zu|gegen|aus|mit|im|am|beim) <wrong>"
        r"(?: (?:allergisch|gewohnt|gearbeitet|gewesen))?(?:,? und [^.!?]{0,30}\b(?:nie|nicht)[^.!?]{0,20})?[.!]+\s+"
        r"(?:es|das) (?:ist|sind|war|waren) <right>",
        r"\bkein(?:e[nmrs]?)? <wrong>[.!]+\s+(?:es|das) (?:ist|sind|war|waren) <right>",
        r"\b(?:nicht|kein(?:e[nmrs]?)?) <wrong>, es (?:ist|sind|war|waren) <right>",
        r"<right>(?:\s*[,;!—–-]+\s(?:und )?|\sund )(?:nicht|kein(?:e[nmrs]?)?) (?!sicher|nur|weil|dass|so|mehr)<wrong>",
        r"\b(?:nicht|kein(?:e[nmrs]?)?) <wrong>,? sondern <right>",
        r"<right> (?:statt|anstatt) <wrong>",
        r"\bmeinte <right>,? nicht <wrong>",
        r"^(?:nein,? |ne,? |äh,? )?nicht <wrong>, <right>[.!]*$",
        r"\b(?:statt|anstatt|anstelle von) <wrong>,? (?:meinte ich|sollte es|muss es|ist es"
        r"|wär(?:e)? richtig|richtig ist|soll)\b ?<right?>"
        r"(?: heißen| sein| lauten)?(?=[,;:.!?—–()]|$)",
        r"\bich hab(?:e|')?(?: dir)?(?: (?:was|etwas) von)? <wrong> (?:gesagt|geschrieben|genannt"
        r"|angegeben|getippt),? (?:aber |und |und dabei |dabei )?(?:es (?:ist|sind|war|muss|sollte)"
        r"|ist aber|sind aber|war aber|meinte aber|gemeint war|gemeint waren|richtig (?:ist|wäre|sind)"
        r"|stimmen tut) <right>",
        r"\bich hab(?:e|')?(?: dir| ihnen)? <wrong> (?:gesagt|geschrieben|genannt|angegeben|getippt)"
        r",? (?:aber|und|doch|dabei)\b[^,;:.!?]{0,40}? (?:(?:ist|sind|war|waren|wär(?:e|en)) es"
        r"|es (?:ist|sind|war|waren)|(?:sagt|steht|meint|zeigt)(?: da)?(?: es (?:ist|sind))?|meinte(?: aber)?) <right>",
        r"\bich (?:sagte|schrieb) <wrong>,? (?:aber|und|doch|dabei)\b[^,;:.!?]{0,40}? (?:(?:ist|sind|war|waren) es"
        r"|es (?:ist|sind|war|waren)|sagt|steht|zeigt) <right>",
        r"\bich (?:sagte|schrieb|meinte zwar) <wrong>,? (?:aber |und |und dabei |dabei )?(?:es (?:ist"
        r"|sind|war|muss|sollte)|ist aber|sind aber|war aber|meinte aber|gemeint war|gemeint waren"
        r"|richtig (?:ist|wäre|sind)|stimmen tut) <right>",
        r"^(?:das |die |der )?<wrong> (?:war|ist|waren|sind) (?:falsch|ein (?:tippfehler|fehler|versehen)"
        r"|verkehrt|gelogen)[,;:–—-] (?:es (?:ist|sind|muss|sollte)|richtig (?:ist|sind|wäre)|ich meinte"
        r"|gemeint war|sondern) <right?>(?: heißen| sein| lauten)?(?=[,;:.!?—–()]|$)",
        r"<wrong> ?(?:->|→|=>|>>) ?<right>",
    ),
    edits=(
        r"^(?:bitte |kannst du |könntest du )?(?:ersetz|tausch|änder|mach|schreib|nimm|setz|benenn|verwend|nutz)\w*\b"
        r".*\b(?:durch|gegen|in|zur?|zum|statt|anstatt|anstelle|nicht)\b"
    ),
    ages=(
        r"\b(?:ist|bin|sind)(?: jetzt| nun| schon| gerade| erst| mittlerweile)? (?P<age><n>)"
        r"(?=[.!,;)]*$|[,;)]| (?:und|aber|jahre|alt|der|die)\b)",
        r"\b(?:ist|bin|sind)(?: jetzt| nun| schon| gerade| erst)? (?P<age><n>) (?P<months>monate|wochen)\b",
        r" ?\((?P<age><n>)(?: jahre?(?: alt)?)?\)",
        r", (?P<age><n>)(?: jahre?(?: alt)?)?(?! und <n>\b)(?=[.!;)]*$|[,;)]| und\b)",
    ),
    birthdays=(
        r"(?P<age>\d{1,3})\. ?geburtstag\b",
        r"\b(?:ist|bin|sind) (?:[^\W\d]+ ){0,3}?(?P<age><n>)(?: jahre(?: alt)?)? geworden\b",
        r"\bwurden? (?:[^\W\d]+ ){0,3}?(?P<age>\d{1,3})(?=[.!,;]*$|[,;])",
        r"\bheute (?:werde?|wird) (?P<who>[^\W\d]+ )??(?P<age><n>)(?=[.!,;]*$|[,;!]| jahre)",
        r"\b(?:werde?|wird)(?: ich)? heute (?P<age><n>)(?=[.!,;]*$|[,;!]| jahre)",
        r"\bseit (?:heute|gestern|vorgestern) (?:ist|bin) (?P<who>[^\W\d]+ )(?P<age><n>)(?=[.!,;]*$|[,;!])",
        r"\b(?:ist|sind)(?: jetzt| nun| schon| inzwischen)* (?P<age>\d{1,2}) (?P<months>monate|wochen)\b",
    ),
    ages_now=(
        r"\b(?:ist|bin)(?: (?:jetzt|nun|inzwischen|mittlerweile|schon))+ (?P<age><n>)(?: jahre(?: alt)?)?"
        r"(?=[.!,;]*$|[,;!])",
    ),
    unchanged=(
        r"(?:[,;]?\s+(?:und )?(?:(?:am|im|zur|um|in|an) )?(?:(?:der|die|das|den|dem) )?"
        r"(?:(?:der|die|das|den|dem|zur|am|im)?selbe[nrms]?|gleiche[nrms]?)"
        r" (?:ort|stelle|zeit|uhrzeit|raum|saal)\b"
        r"|[,;] (?:der |die )?(?:ort|zeit|uhrzeit|raum|rest) bleibt (?:gleich|dieselbe|derselbe))+[^,;\d]*$"
    ),
    deaths=(
        r"(?<!fast )(?<!beinahe )\b(?:gestorben|verstorben|über die regenbogenbrücke|über den regenbogen"
        r" gegangen|eingeschläfert|einschläfern"
        r"|entschlafen|von uns gegangen|beerdigt|ist (?:leider )?tot)\b(?!-)",
        r"\b(?:beerdigung|trauerfeier) von (?P<who>[^,.;!?:]+?)(?= (?:ist|war)\b|[,.;!?:]|$)",
        r"\bruhe in frieden,? (?:(?:mein|meine|lieber|liebe|kleiner|kleine) )*(?P<who>[^\W\d]+)",
    ),
    exaggerates=(
        r"\b(?:vor (?:lachen|langeweile|scham|neid|neugier|angst)|tausend tode)(?: \w+)? gestorben\b"
        r"|\btot (?=(?:müde|langweilig|unglücklich|traurig|schick|ernst|sicher|verliebt|peinlich)\b)"
    ),
    departures=(
        r"\beingeschlafen(?=[.,;!]*$)(?<!endlich eingeschlafen)",
        r"\b(?:wir haben|ich habe?) (?P<who>[^\W\d]+) (?:gestern|heute|letzte \w+|am \w+|leider)?"
        r" ?(?:verloren|abgegeben|verkauft)\b",
        r"\bist (?:leider )?(?:gestern |heute |heute nacht )?(?:gegangen|von uns)(?=[.,;!]*$)",
        r"(?P<who>[^\W\d]+) mussten? (?:wir|ich)(?: leider| schweren herzens| gestern| heute| am \w+)*"
        r" (?:gehen|einschlafen) lassen\b",
        r"\bmussten?(?: wir| ich)? (?P<who>(?:(?:unsere?n?|meine?n?) )?[^\W\d]+)"
        r"(?:(?: leider| schweren herzens| gestern| heute| letzte \w+| am \w+)* einschlafen lassen\b"
        r"|(?: leider| schweren herzens| gestern| heute| letzte \w+| am \w+)+ gehen lassen(?=[.;!]*$))",
    ),
    namesakes=r"\bauch (?:\w+ )?(?:hieß|heißt|hiess|heisst)\b|\b(?:hieß|heißt|hiess|heisst) auch \w",
    frail="""
        großmutter großvater mutter vater onkel tante schwiegermutter schwiegervater hund hündin katze kater kaninchen
        hase pferd hamster wellensittich welpe kätzchen
    """,
    separations=(
        r"\bhat(?: \w+){0,2} (?:schluss gemacht|mich verlassen|mit mir schluss gemacht|mich abserviert)\b",
        r"\bhat mich(?: \w+){0,2} verlassen\b",
        r"\bhat sich(?: \w+){0,2} von mir(?: \w+){0,2} getrennt\b",
        r"\b(?:wir haben uns|haben wir uns)(?: \w+){0,2} getrennt\b",
        r"\bich habe?(?: \w+){0,2} mit (?P<who>[^\W\d]+) schluss gemacht\b",
        rf"\bdas mit {_PARTNER} ist (?:jetzt |nun |endgültig |leider |wohl )*"
        r"(?:aus|vorbei|schluss|zu ende)(?=[.!,;]|$)",
        rf"\bmit {_PARTNER}(?: und mir)? ist es (?:jetzt |nun |endgültig |leider |wohl )*"
        r"(?:aus|vorbei|schluss|zu ende)(?=[.!,;]|$)",
        r"(?:^|[,;.!?:] )(?:(?:und|es|jetzt|nun|ist|endgültig|leider) )*"
        rf"(?:aus|vorbei|schluss) mit {_PARTNER}(?=[.!]|\W*$)",
        rf"\bzwischen {_PARTNER} und mir ist (?:es )?(?:jetzt |nun |endgültig |leider )*"
        r"(?:aus|vorbei|schluss)\b",
        r" und ich (?:haben uns(?: \w+){0,2} getrennt|sind(?: \w+){0,2} (?:auseinander|nicht mehr zusammen))\b",
        rf"\bbin(?: \w+){{0,2}} nicht mehr mit {_PARTNER} zusammen(?=[.!,;]|$)",
        rf"\bich (?:habe?|hab mich|habe mich)(?: \w+){{0,2}}? (?:mit|von) {_PARTNER}"
        r" (?:schluss gemacht|getrennt)\b",
        r"\b(?:bin ich|ich bin|bin)(?: (?:jetzt|wieder|nun|seit \w+|offiziell|frisch))*"
        r" (?:single|solo|geschieden|getrennt)(?=[.!,;]|$| (?:und|seit)\b)",
    ),
    no_separation=(
        r"\b(?:steuerlich|für die steuer|auf dem papier)(?: gesehen)?,? (?:bin ich|sind wir)\b"
        r"|\b(?:single|getrennt|geschieden),? (?:aber )?(?:nur )?(?:steuerlich|für die steuer|auf dem papier)\b"
        r"|\b(?:wieder (?:verheiratet|zusammen|vertragen)|neu verheiratet)\b"
        r"|\b(?:(?:19|20)\d\d|vor \w+ jahren|ab und zu|manchmal|immer wieder|immer mal)(?: \w+){0,2} getrennt\b"
        r"|\bim (?:laden|supermarkt|museum|park) getrennt\b|\bgetrennt, um\b"
    ),
    partners="freund freundin partner partnerin mann frau verlobte verlobter",
    moves_in=(
        r" (?:ist|sind)(?: jetzt| gestern| letzte \w+| am \w+| endlich)*"
        r" (?:bei (?:mir|uns) eingezogen|zu (?:mir|uns) gezogen)\b(?! (?:für|bis))",
        r" (?:wohnt|wohnen|lebt|leben) (?:jetzt|nun|seit \w+) (?:bei|mit) (?:mir|uns)(?=[.;!]|$)",
    ),
    alone=(r"\b(?P<verb>(?:wohn|leb)(?:e|t)) (?:ganz )?alleine?\b",),
    attends=(
        r"\b(?:ist|geht|kommt|kam|besucht|ging)(?: jetzt| nun| schon| seit \w+| heute| gestern| endlich)*"
        r" (?:ins|in|im|auf|zur|zum|an)?(?: die| den| das| der| dem)? ?"
    ),
    stages=(
        r"(?:kita|kindergarten|krippe)\b",
        r"(?:grundschule|vorschule|schule|(?:erste[nr]?|zweite[nr]?|dritte[nr]?|vierte[nr]?) klasse)\b",
        r"(?:gymnasium|realschule|gesamtschule|oberschule|hauptschule|mittelschule)\b",
        r"(?:uni|universität|hochschule|fachhochschule)\b",
    ),
    turns=(
        *((plan, off) for plan, things in _PLANS for off in _cancelled(things)),
        (
            r"\ballergisch (?:gegen|auf) (?P<what>[\w-]+)(?=[.,;!]|$)",
            r"\b(?:(?:darf|kann)(?: ich)?(?: jetzt)?(?: wieder (?P<more>[\w-]+)| (?P<what>[\w-]+) wieder)"
            r" (?:essen|trinken)"
            r"|(?:verträgt|vertrage)(?: jetzt)?(?: wieder (?P<by>[\w-]+)| (?P<thing>[\w-]+) wieder))(?=[.,;!]|$)",
        ),
        (
            r"\b(?:sucht?|suche|suchen)(?: (?:gerade|noch|immer|weiter|dringend))* (?:nach )?(?:eine?[nr]?|die|den|das)"
            r"(?: [a-zäöüß-]+){0,2}? (?P<what>[\w-]+)(?=[.,;!]|$| (?:in|mit|für|bei|nahe|zur|zum|am|im|auf)\b)",
            rf"{_HAVE}(?:\b(?:eine?n?|die|den|das|unsere?n?|meine?n?) )?(?P<found>[\w-]+)"
            r"(?: (?:endlich|jetzt|gestern|heute))* gefunden(?=[.,;!]|$)",
        ),
        (
            r"\b(?:spart?|spare|sparen)(?: (?:gerade|noch))* (?:auf|für) (?:eine?n?|die|den|das)(?: [a-zäöüß-]+){0,2}?"
            r" (?P<what>[\w-]+)(?=[.,;!]|$| (?:in|mit|für|am|im)\b)",
            rf"{_HAVE}\b(?:eine?n?|die|den|das)(?: neue[nrs]?)? (?P<found>[\w-]+)"
            r"(?: (?:endlich|jetzt|gestern|heute))* gekauft\b",
        ),
        (
            r"\b(?:ist|bin)(?: (?:noch|immer|gerade|jetzt|wieder))* (?:für |bis |seit )?(?:[\w.]+ ){0,2}?"
            r"(?:krankgeschrieben|im krankenstand)\b",
            r"\b(?:ist|bin)(?: (?:jetzt|seit \w+|endlich|heute|schon))* wieder (?:in der arbeit|auf arbeit|im dienst"
            r"|gesundgeschrieben)\b|\b(?:arbeite|arbeitet)(?: jetzt| seit \w+)? wieder(?=[.,;!]|$)",
        ),
        (
            r"\b(?:ist|bin|sind|liegt|liege)(?: (?:noch|immer|gerade|jetzt|wieder|seit \w+))*"
            r" (?:im (?:krankenhaus|spital|klinikum)|in (?:der|einer) (?:klinik|reha)|auf (?:der )?intensivstation)\b"
            r"(?! (?:angestellt|tätig|beschäftigt))(?: (?:in|seit) [^.,;!]+)?",
            r"(?:(?P<other>\b(?:er|sie)) )?\b(?:ist|bin|sind|wurde|kam)(?: (?:jetzt|seit \w+|endlich|heute|gestern"
            r"|schon|nun))*(?: (?:wieder|endlich|zurück) (?:daheim|zu ?hause)"
            r"| (?:aus dem (?:krankenhaus|spital|klinikum) )?(?:entlassen|raus|heraus)(?: worden)?"
            r"| raus aus dem (?:krankenhaus|spital))(?=[.,;!]|$| und\b)",
        ),
        (
            r"\b(?:sind|bin)(?: (?:noch|grad|gerade|jetzt|schon|endlich))* (?:(?:in|auf) [^.,;!]*?(?:urlaub|reisen)"
            r"|im urlaub|in [^.,;!]{3,20} angekommen)\b[^.,;!]*",
            r"\b(?:sind|bin)(?: (?:seit \w+|jetzt|gestern|gut|heute))* (?:wieder (?:daheim|zu ?hause|zurück)"
            r"|(?:aus dem urlaub )?zurück)(?=[.,;!]|$)",
        ),
        (
            r"\b(?:bin|ist) (?:noch |wieder |gerade )?(?:single|solo)\b",
            r"\bhat?(?:be?)? (?:\w+ ){0,3}(?:jemanden kennengelernt|eine?n? (?:neuen? )?(?:freund|freundin"
            r"|partner|partnerin))"
            r"(?=[.!,;]|$)|\b(?:bin|ist) (?:jetzt )?(?:verlobt|verheiratet|vergeben)\b",
        ),
        (
            r"\b(?:bin|ist) (?:noch |gerade |wieder )?(?:arbeitslos|arbeitssuchend|auf jobsuche)\b",
            r"\bhat?(?:be?)? (?:\w+ ){0,2}(?:eine?n?|ne|'ne) (?:neuen? |feste )?(?:job|stelle|arbeit|anstellung)\b",
        ),
        (
            r"\b(?:bin|ist) (?:noch )?\w*student(?:in)?\b",
            r"\bhat?(?:be?)? (?:\w+ ){0,4}?(?:(?:studium|bachelor|master|staatsexamen) (?:[^\W\d]+ )?(?:abgeschlossen"
            r"|fertig"
            r"|geschafft|beendet|in der tasche)|ersten (?:richtigen )?job (?:\w+ )?(?:angefangen|angetreten"
            r"|begonnen))\b",
        ),
        (
            r"\b(?:gehe?|geht) (?:\w+ ){0,4}in (?:rente|pension|den ruhestand)\b",
            r"(?:\bhabe?(?:'s| es)? mir(?: es)? anders überlegt,? )?\b(?:arbeite|arbeitet|bleibe?|bleibt|mache?|macht)"
            r"(?: jetzt)?(?: doch)? noch (?:ein|zwei|drei) jahre?(?: weiter| dran)?(?=[.,;!]|$)",
        ),
    ),
    trips=_PLANS[0][0],
    detours=(
        r"(?!.*\b(?:heute|morgen|arbeit)\b)\b(?:fahren?|fliegen?|reisen?|gehen?|wollen|will)\b[^.;!?]{0,20}"
        r"\b(?:stattdessen|jetzt doch|nun doch)"
        r" (?!mit\b)(?:\w+ ){0,3}nach (?!hause\b|oben\b|unten\b|draußen\b)(?P<where>\w+)",
        r"(?!.*\b(?:heute|morgen|arbeit)\b)\bstattdessen (?:fahren?|fliegen?|reisen?|gehen?|wollen|will|geht)\b"
        r"[^.;!?]{0,20}\bnach (?!hause\b)(?P<where>\w+)",
    ),
    accessories=(
        r"(?:hülle|vertrag|tarif|ladegerät|ladekabel|display|bildschirm|akku|tastatur|maus|tasche|reifen|räder|felgen"
        r"|bremsen|kupplung|versicherung|nummer|\be?sim\b|linux|windows|ubuntu|anbieter|garage)"
    ),
    purposes=(
        r"(?P<work>\b(?:beruflich\w*|dienst(?:lich\w*|nummer|handy)|geschäftlich\w*|(?:im|fürs) büro|büronummer"
        r"|(?:auf|bei) der arbeit)\b)|(?P<private>\b(?:privat\w*|zu ?hause)\b)|(?P<emergency>\bnotfall\w*)"
    ),
    replaces=(
        r"\bgegen [^.;!?]{2,40}? (?:ein)?getauscht\b",
        r"\b(?:umgestiegen|gewechselt|umgestellt) auf\b",
        r"\bauf [^.;!?]{2,40}? (?:umgestiegen|gewechselt)\b",
        r"\bdurch [^.;!?]{2,40}? ersetzt\b",
    ),
    healed=(
        r"\b(?:ist|sind)(?: jetzt| endlich| komplett| ganz)* (?:wieder )?(?:(?P<cured>verheilt|geheilt|auskuriert"
        r"|abgeheilt|ausgeheilt|überstanden)|weg|verschwunden|vorbei|gut|gesund|in ordnung)(?=[.!,;]|$)",
        r"\bbin (?:ich )?(?:die|den|das|meine[nm]?|mein) (?P<what>[^,.;!?]+?)(?: jetzt| endlich)* los(?=[.!,;]|$)",
        r"\b(?:die|den|das|meine[nm]?|mein) (?P<what>[^,.;!?]+?)(?: jetzt| endlich)* (?:los|überstanden)(?=[.!,;]|$)",
    ),
    ailing="gebrochen verstaucht kaputt schlimm verletzt",
    stopped=(
        r"(?P<what>[\w-]+)(?: wurde| wieder| jetzt| mir| ist)* abgesetzt\b",
        r"(?P<what>[\w-]+)(?: wurde| haben sie| hat (?:der|die) \w+)*(?: bei)? (?P<who>(?:mein(?:em|er) )?[^\W\d]+)"
        r" abgesetzt\b",
    ),
    workplaces=(
        r"\b(?:arbeit(?:e|et|en)|jobb(?:e|t))(?: jetzt| nun| seit \w+| zurzeit)? (?:bei|beim|in|im|am|an|für|auf)"
        r" (?!(?:mir|uns|nacht\w*|schicht\w*|teilzeit|vollzeit)\b)(?P<place>[^,.;!?]+)",
    ),
    schedules=(
        (r"\b(?:mache|habe) (?P<hours>(?:nacht|tag|früh|spät)(?:schicht|dienst))\b", "arbeite"),
        (r"[,;]?(?: in der| im)? (?P<hours>nachts|tagsüber|abends|(?:nacht|tag|früh|spät)(?:schicht|dienst))\b", ""),
        (r"[,;]?(?: in| auf)? (?P<amount>teilzeit|vollzeit|halbtags|ganztags|(?:<n>) (?:stunden|tage)"
         r"(?: (?:pro|die|in der) woche)?)\b", ""),
        (
            r" (?P<where>von (?:zu hause|zuhause|daheim)|im (?:homeoffice|home-office|büro)|vor ort|remote)(?: aus)?\b",
            "",
        ),
    ),
    jobs=(
        (
            r"\b(?:bin|arbeite? als)(?: jetzt)?(?: eine?)? (?!(?:bei|im|am|beim|jetzt|nun) )[^\W\d][\w -]*?"
            r" (?P<at>(?:bei|beim|im|an (?:der|einer)) [^,.;!?]+)",
            r"arbeite \g<at>",
        ),
    ),
    promoted=r"\bbefördert\b|\bbeförderung (?:bekommen|gekriegt|erhalten)\b",
    trades=(
        r"\b(?:bin|ist)(?: jetzt| nun| mittlerweile| inzwischen| neuerdings)?(?: eine?)? (?P<trade>[^,.;!?]+?)"
        r"(?= (?:jetzt|bei|beim|in|im|am|an|für|aus|und)\b|[,.;!?]|$)",
        r"\barbeit(?:e|et)(?: jetzt)? als (?P<trade>[^,.;!?]+?)(?= (?:bei|beim|in|im|am)\b|[,.;!?]|$)",
    ),
    positions="""
        chef chefin vorgesetzter vorgesetzte teamleiter teamleiterin abteilungsleiter abteilungsleiterin projektleiter
        projektleiterin schichtleiter schichtleiterin filialleiter filialleiterin schulleiter schulleiterin manager
        managerin inhaber inhaberin angestellt angestellte praktikant praktikantin auszubildende ehrenamtlich
        vermieter vermieterin leiter leiterin trainer trainerin betreuer betreuerin bauleiter freund freundin
    """,
    others=r"\b(?:er|ihn|ihm)\b",
    forbids="ohne",
    allows="in ordnung, okay, ok, erlaubt, willkommen, darfst|dürfen|kannst|können",
    wishes="""
        kein keine keinen nie niemals immer ohne nimm nutze benutze verwende schreib schreibe antworte gib nenn nenne
        rechne halte fass lass mach zeig rede sprich erkläre sei duz duze siez sieze nehmen nutzen verwenden schreiben
        antworten
    """,
    lasts="jetzt, nun, ab sofort, ab jetzt, künftig, nicht mehr, inzwischen, mittlerweile, neuerdings, von nun an",
    ranks="als, statt, vor",
    likes="liebe|liebt|lieben, mag|mögen, gern|gerne, fan von, schwärme|schwärmt für, steh|stehe|steht auf",
    # What holds beside
    adds="""
        auch, zusätzlich, außerdem, zweite|zweiter|zweites|zweiten,
        ein|eine|einen dritter|dritte|drittes|dritten|vierter|vierte|viertes|vierten,
        andere|anderer|anderes|anderen, noch
        ein|eine|einen, ebenfalls,
        nebenbei, daneben, nebenberuflich, ehrenamt*, im ehrenamt, als freiwillige|freiwilliger, weiterhin,
        immer noch, ebenso, dazu, gesellschaft bekommen|gekriegt, bekommt|hat gesellschaft,
        spielgefährte|spielgefährten|spielgefährtin, zuwachs
    """,
    supposes="""
        wenn, falls, vielleicht, könnte|könnten, würde|würden, wäre|wären, hätte gern, hätte gerne, plane,
        planen, überlege|überlegen,
        möchte gern, nächstes|kommendes jahr, hoffe|hoffen, eventuell, angenommen, stell dir vor, irgendwann,
        denke … nach, bewerbung, beworben, will … mal, vorstellungsgespräch, eines tages, tu so, als ob,
        spiel|spiele mal|bitte, spiel|spiele einen|eine, spielen wir
    """,
    past="""
        früher, damals, als kind, vorher, ehemals, vor … jahren, davor, war … bei, ursprünglich, aufgewachsen,
        einst
    """,
    recurs=r"\b(?:jede[nrs]?|wöchentlich|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs"
    r"|mal (?:pro|die|in der) woche)\b",
    cancels=(
        r"^(?!.*\b(?:endgültig|für immer|dauerhaft|aufgelöst|nicht mehr"
        r"|\w*(?:abo|mitgliedschaft|vertrag|versicherung))\b).*?"
        r"(?:\b(?:abgesagt|gecancelt|ausgefallen|entfällt|(?:fällt|fallen|fiel)\b.*\baus|findet\b.*\bnicht statt)\b"
        r"|\bkeine?n? [\w-]+ (?:am |an diesem |diesen )?"
        r"(?:heute|morgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\b)"
    ),
    once="""
        heute, morgen !früh, diese|dieser woche, am wochenende, zu besuch, gestern, gerade, letzte nacht,
        auf besuch,
        im urlaub, dieses wochenende, wegen
    """,
    only_once="""
        diesmal, dieses mal, ausnahmsweise, vorübergehend, nur heute, vorerst, für diese|dieses|diesen
        woche|mal|wochenende,
        bis montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen, nur kurz, zu besuch, für eine
        woche, fürs erste,
        diesen|nächsten|kommenden montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag
    """,
    periods="am wochenende, unter der woche, im sommer|winter|frühling|herbst, wochentags, zu hause, bei der arbeit",
    happens="lass uns, hoffentlich, danke, letzte woche, gestern, wow, super",
    splits="und aber denn weil deshalb",
    pairs="und oder sowie",
    company="mit",
    dwells="wohn wohne wohnt wohnen leb lebe lebt leben",
    where="in im bei beim an am auf",
    starts="ich wir mein meine unser unsere der die das er sie es",
    # What one statement may share with another in other words
    concepts={
        "home": """
            umzug, umzugskartons, kartons, eingezogen, ausgezogen, wohnung, haus, bude, zweizimmerwohnung,
            einliegerwohnung, reihenhaus, eigentumswohnung, zur miete, schlüssel, neue adresse, hierher,
            zuhause, wg, studentenwohnheim, untergekommen, notartermin, wohnhaft, ansässig, zugezogen, wohn,
            wohne|wohnt|wohnen|wohnort, umgezogen, gezogen, lebe|lebt|leben in, zuhause in, eingezogen, adresse,
            anschrift,
            neue wohnung, neues haus
        """,
        "live with": """
            wg, wohne|wohnt|lebe|lebt allein|alleine, wohne|lebe _ allein|alleine, mitbewohner|mitbewohnerin,
            zusammengezogen, zusammen mit, wohne|wohnen|lebe|leben mit,
            eigene wohnung
        """,
        "employer": f"""
            arbeitslos, jobsuche, zusage, angefangen, anfange, kündigung, entlassen, selbständig,
            selbstständig, eigenes büro, firma, betrieb, arbeit, angestellte|angestellter,
            arbeite bei, schaff bei, bin *er|*erin|*ist|*istin|*eur|*ent|*in bei, neuer job, neue stelle,
            probezeit, vertrag unterschrieben,
            arbeite|arbeitet|arbeiten, gekündigt, job, stelle, arbeitgeber, angestellt, angefangen bei, bei …
            angefangen,
            gewechselt zu, zu … gewechselt, fange bei,
            seit _ bin ich bei {_NO_EMPLOYER}, seit _ _ bin ich bei {_NO_EMPLOYER}, bin seit _ bei {_NO_EMPLOYER},
            bei … begonnen, beschäftigt
        """,
        "role": """
            auszubildend*, geselle|gesellin, gesellenbrief, praktikant|praktikantin, werkstudent|werkstudentin,
            festangestellt|festangestellte, trainee, volontär|volontärin, fachkraft,
            leite, leitung, teamlead, teamleitung, oberarzt|oberärztin, azubi, umschulung, befördert,
            verbeamtet, als *er|*erin, zum|zur *er|*in|*erin|*leiter|*leiterin|*chef|*chefin gemacht,
            zum|zur *er|*erin ernannt, meister, studium, rentner|rentnerin, hausmann, hausfrau, referendar*,
            ausgelernt, gesellenprüfung, direktor|direktorin,
            befördert, teamleiter|teamleiterin geworden, arbeite als, bin
            *er|*erin|*ist|*istin|*eur|*ent|*leiterin, ausbildung,
            beruf, rente, position, azubi, werkstudent, praktikant|praktikantin, bin … geworden
        """,
        "manager": """
            chefin, leitet, platz übernommen, unterstellt, abteilungsleiter|abteilungsleiterin, vorgesetzt*,
            chef|chefin, vorgesetzter|vorgesetzte, teamleiter|teamleiterin, berichte an, manager|managerin
        """,
        "status": """
            zusammen, schluss gemacht, verlobung, hochzeit, ja gesagt, scheidung, geheiratet, kennengelernt,
            ehemann, ehefrau, ex, trennung,
            single, verlobt, verheiratet, geschieden, getrennt, verwitwet, geheiratet, freund|freundin, ledig
        """,
        "age": """
            geworden, geburtstag, runder, jahre, alt,
            jahre alt, geworden, werde <number>, bin <number> $, bin jetzt <number>, ist <number> $, bin
            <number> jahre, sechs $, sieben $
        """,
        "kids": "kinder, kind",
        "weight": """
            waage, kilos, abgenommen, zugenommen,
            wiege|wiegt, gewicht, kg, kilo
        """,
        "car": """
            diesel, kombi, karre, fahrzeug, wagen, e-auto, elektroauto, verschrottet, golf, corsa,
            fahre|fährt einen|eine|ein, auto, wagen
        """,
        "commute": """
            bus, bahn, zug, rad, fahrrad, auto zur, zu fuß, arbeitsweg, mitfahre, fahrgemeinschaft,
            zur arbeit, ins büro, pendle
        """,
        "diet": """
            steak, hähnchen, fisch, schnitzel, wurst, milch, laktose, gluten, milchprodukte, alles essen,
            vegetari*, vegan*, fleisch, pescetari*
        """,
        "alcohol": """
            trinke, nüchtern, bierchen, schnaps, sekt,
            alkohol, wein, bier, nüchtern
        """,
        "smoking": """
            kippe|kippen, nichtraucher|nichtraucherin, raucher|raucherin, schachtel, dampfe, dampfen,
            qualme|qualmen,
            rauch*, zigarett*
        """,
        "deadline": """
            termin, abgabe, druck, release, launch, verschoben, geschoben,
            abgabe*, frist, fällig, deadline, abgabetermin
        """,
        "form of address": """
            nenn|nennen mich, genannt, spitzname, ^ <name> reicht|genügt, einfach <name> $
        """,
        "familiarity": """
            duzen, geduzt, duz|duze|siez|sieze mich, siezen, gesiezt, per|beim|zum du|sie, ^ lieber du|sie,
            ^ doch|dann du|sie, ^ doch|dann lieber|wieder du|sie, bitte du|sie $, ^ du|sie bitte
        """,
        "own name": "ich heiße, mein name, mein nachname, mein vorname",
        "birthday": "geburtstag, geboren",
        "phone": """
            iphone, android, smartphone, sim,
            telefonnummer, handynummer, nummer, telefon, handy,
            erreichst|erreicht|erreichen|erreichbar|ruf|rufen|rufe … unter <number>
        """,
        "email": "mail, e-mail, mailadresse, e-mail-adresse, *.com|*.de|*.net|*.org",
        "bank": "bank, konto",
        "gym": "fitnessstudio, gym",
        "salary": """
            gehaltserhöhung, brutto, netto, stundenlohn, im jahr, monatlich,
            gehalt, verdiene, lohn
        """,
        "rent": "miete, mietpreis, kaltmiete, warmmiete",
        "budget": "budget, *budget",
        "reply language": """
            antworte|antworten|schreib|schreiben auf|mir, antwort|antworten auf, auf
            deutsch|englisch|französisch|spanisch, immer|nur|stets auf deutsch|englisch|französisch|spanisch,
            ^ wieder deutsch|englisch|französisch|spanisch|italienisch|japanisch|chinesisch,
            ^ doch wieder|lieber deutsch|englisch|französisch|spanisch|italienisch|japanisch|chinesisch,
            ^ doch deutsch|englisch|französisch|spanisch|italienisch|japanisch|chinesisch,
            ^ zurück zu|zum deutsch|englisch|französisch|spanisch|italienisch|japanisch|chinesisch,
            ^ deutsch|englisch|französisch|spanisch|italienisch|japanisch|chinesisch bitte,
            ^ wieder auf deutsch|englisch|französisch|spanisch|italienisch|japanisch|chinesisch,
            ^ auf deutsch|englisch|französisch|spanisch|italienisch|japanisch|chinesisch bitte
        """,
        "studying": """
            uni, semester, studienfach, bachelor, master, klausur, prüfung,
            studiere|studiert|studium
        """,
        "team": "im team, team, abteilung",
        "home office": "homeoffice, home-office, von zu hause",
        "goal": "ziel",
        "favourite": "lieblings*",
        "time of waking": "stehe|steht … auf, aufstehen",
        "hot drink": """
            kaffee, espresso, koffein, tee, entkoffeiniert
        """,
        "sleep": """
            schlafe, bett, nachtschicht, frühschicht, wecker
        """,
        "grade": """
            klasse, klassenstufe, schuljahr, klässler|klässlerin, *klässler|*klässlerin
        """,
        "expecting": """
            schwanger, frau|freundin|partnerin|verlobte … schwanger, entbindungstermin,
            geburtstermin, erwarten|erwarte|erwartet …
            kind|baby|nachwuchs|zwillinge, bekommen|bekommt … kind|baby|nachwuchs|zwillinge !bekommen
        """,
        "birth": """
            geboren, entbunden, kind|baby bekommen, auf der|die welt, zur welt gekommen,
            baby|sohn|tochter|zwillinge ist|sind da, baby|sohn|tochter ist _ geboren, baby|sohn|tochter ist geboren
        """,
        "job hunt": """
            jobsuche, suche|sucht … job|stelle|arbeit, arbeitssuchend, arbeitslos, auf stellensuche
        """,
        "job found": """
            angefangen bei, bei … angefangen, fang|fange … bei, zusage bekommen|erhalten, job|stelle
            bekommen|gekriegt|angetreten|ergattert, vertrag unterschrieben, arbeite jetzt|nun, habe|hab … neue stelle,
            hab|habe … neuen job
        """,
        "job lost": """
            entlassen worden, bin|wurde|wurden|worden … entlassen, kündigung bekommen|erhalten|gekriegt|eingereicht,
            mir|uns gekündigt, ich hab|habe gekündigt, ^ hab|habe gekündigt, arbeitslos, job|stelle|arbeit verloren,
            meinen job los, gefeuert, rausgeflogen, rausgeschmissen, in rente, in pension, im ruhestand,
            rentner|rentnerin, pensioniert
        """,
        "wedding": "heiraten, heirate, hochzeit, verlobt",
        "wedding off": """
            hochzeit|verlobung … abgesagt|geplatzt|gecancelt|gestrichen|aufgelöst|gelöst, hochzeit fällt|findet
            aus|nicht|flach, abgesagt … hochzeit, keine hochzeit, heiraten doch nicht, heirate doch nicht
        """,
    },
    families=(
        "kurz, kurze, kurzen, kurzer, kürzer, knapp, knappe, knappen"
        " | ausführlich, ausführliche, ausführlichen, ausführlicher, lang, lange, länger, "
        "langen,"
        " detailliert, detaillierte, detaillierten",
        "vegetarier, vegetarierin, vegetarisch | vegan, veganer, veganerin | fleisch",
        "dunkel, dunkle, dunklen, dunkles, dark mode | hell, helle, hellen, helles, light mode",
        "tabs, tabulatoren | leerzeichen",
        "duzen, geduzt, duz, duze, duzt, per du, das du, beim du, zum du, ^ lieber du, ^ doch du"
        ", ^ doch lieber du, ^ doch wieder du, ^ dann lieber du, bitte du $, ^ du bitte"
        " | siezen, gesiezt, siez, sieze, siezt, per sie, das sie, beim sie, zum sie, ^ lieber sie"
        ", ^ doch sie, ^ doch lieber sie, ^ doch wieder sie, ^ dann lieber sie, bitte sie $, ^ sie bitte",
        "sei ehrlich, sei direkt, sei streng, sei hart, sei kritisch, sei _ ehrlich, sei _ direkt"
        ", sei _ streng, sei _ hart, sei _ kritisch, so ehrlich, so direkt, so streng, so hart"
        ", so kritisch, ehrlich sein, direkt sein, streng sein, hart sein, kritisch sein"
        " | sei nett, sei freundlich, sei sanft, wieder nett, wieder freundlich, wieder sanft, netter"
        ", freundlicher, sanfter",
        "stichpunkte, stichpunkten, listen | fließtext",
        "kaffee | tee | entkoffeiniert",
        "mit dem auto | mit dem zug, mit der bahn | mit dem rad, mit dem fahrrad | mit dem bus | zu fuß",
        "fensterplatz, fensterplätze | gangplatz, gangplätze, gang",
        "single | verlobt | verheiratet | geschieden | getrennt",
        "deutsch | englisch | französisch | spanisch | italienisch | japanisch | chinesisch",
        "vollzeit | teilzeit",
        "student, studentin | rentner, rentnerin | selbständig, selbstständig, freiberuflich | arbeitslos",
        "wöchentlich, wöchentliche | täglich, tägliche | monatlich, monatliche",
        "montag, montags | dienstag, dienstags | mittwoch, mittwochs | donnerstag, donnerstags | freitag, freitags"
        " | samstag, samstags | sonntag, sonntags",
    ),
    contrasts=(
        "mündliche, mündlich | schriftliche, schriftlich",
        "staging | produktion, prod | test",
        "arbeit, dienstlich, dienstliche, geschäftlich, büro | privat, private",
        "küche, küchenbudget | bad, badbudget, badezimmer | schlafzimmer",
        "hinflug, hinfahrt | rückflug, rückfahrt",
        "sommer | winter", "intern | extern",
    ),
    keeps_accents=True,
    dates="am bis ab seit vom zum den dem jetzt nun erst schon",
    dotted_dates=True,
    capital_nouns=True,
)  # fmt: skip
