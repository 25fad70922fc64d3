"""German. Words are folded: ü is u, ß is ss."""

from tiermem.text.languages.language import Dates, Language, Times, several

_MONTHS = {
    "januar": 1, "janner": 1, "februar": 2, "feber": 2, "marz": 3, "maerz": 3, "april": 4, "mai": 5, "juni": 6,
    "juli": 7, "august": 8, "september": 9, "oktober": 10, "november": 11, "dezember": 12,
    "jan": 1, "feb": 2, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "okt": 10, "nov": 11, "dez": 12,
}  # fmt: skip
_WEEKDAYS = {
    "montag": 0, "dienstag": 1, "mittwoch": 2, "donnerstag": 3, "freitag": 4, "samstag": 5, "sonnabend": 5,
    "sonntag": 6, "montags": 0, "mo": 0, "di": 1, "mi": 2, "do": 3, "fr": 4, "sa": 5, "so": 6,
}  # fmt: skip
_WE = "wir|ich|du|ihr|er|sie|man"
_ON = r"(?:[^.!?]|(?<=\d)\.){0,90}?"
"""The inside of a sentence, which the dot of a date or a time does not end."""
_OF_THE_WORLD = (
    r"(?:(?!d(?:ie|er|as|en|em)\b|(?:mein|dein|unser|euer)\w*\b|mir\b|uns\b)\w+\s){1,2} "
    "(?:geboren|geschrieben|gegrundet|erfunden|entdeckt|gemalt|komponiert)"
)
"""A question about the world at large, as in "Wer hat Hamlet geschrieben?"."""

LANGUAGE = Language(
    code="de",
    asides=("übrigens", "btw", "nur so nebenbei", "nebenbei bemerkt", "nebenbei gesagt", "nur zur info", "fyi"),
    stop_words=several(
        """
        aber danke alle allem allen aller alles als also am an ander andere anderem anderen anderer
        anderes auch auf aus bei beim bin bis bist bitte da dabei dadurch dafur dagegen daher damit danach
        dann daran darauf daraus darf darum das dass davon dazu dein deine deinem deinen deiner deines dem
        den denn der des dessen deshalb dich die dies diese diesem diesen dieser dieses dir doch dort du
        durch durfen eben ein eine einem einen einer eines einige einmal er es etwas euch euer eure eurem
        euren eurer fur gab gegen genau gerade gern gewesen gibt hab habe haben habt halt hast hat hatte
        hatten hattest hatte hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in
        indem ins irgendwie ist ja jede jedem jeden jeder jedes jener jetzt kann kannst kein keine keinem
        keinen keiner konnen konnte konnten konntest mach mache machen mal man manche mehr mein meine
        meinem meinen meiner meines mich mir mit mochte muss mussen musst musste nach nachdem nein nicht
        nichts noch nochmal nun nur ob oder ohne ok sag sagen sehr sei seid sein seine seinem seinen
        seiner seit selbst sich sie sind so solche soll sollen sollte sollten sondern sonst uber um und
        uns unser unsere unserem unseren unserer unter viel vom von vor wahrend wann war waren warst warum
        was weil weiter welche welchem welchen welcher welches wenn wer werde werden wem wen wessen
        weshalb wie wieder wieso will wir wird wirst wo wobei wofur wohin wollen wollte womit woran
        woruber wurde wurden zu zum zur zwar zwischen
        """
    ),
    first_person=several(
        """
        ich mich mir mein meine meinem meinen meiner meines wir uns unser unsere unserem unseren unserer
        """
    ),
    possessives=several("mein meine meinem meinen meiner meines unser unsere unserem unseren unserer"),
    question_words=several(
        """
        wer wem wen wessen was welche welchem welchen welcher welches wann wo wohin woher warum wieso
        weshalb wie wofur womit woran woruber
        """
    ),
    time_words=several(
        """
        heute gestern vorgestern morgen ubermorgen neulich kurzlich letztens damals seit letzte letzten
        letzter letztes letztem vorige vorigen vorletzte nachste nachsten nachster morgens mittag abend
        abends nacht tag tage tagen woche wochen wochenende monat monate monaten jahr jahre jahren
        fruhling fruhjahr sommer herbst winter montag dienstag mittwoch donnerstag freitag samstag
        sonnabend sonntag januar februar marz april mai juni juli august september oktober november
        dezember
        """
    ),
    statement_words=several(
        """
        wohne arbeite heisse mag liebe hasse bevorzuge benutze nutze trinke esse fahre spreche lebe
        gehe komme nenn nenne merk merke kein keine nie immer bitte danke lieber ziehe kaufe habe
        bin gerne antworte schreib schreibe sprich erklare sei fass duz
        """
    ),
    months=_MONTHS,
    weekdays=_WEEKDAYS,
    asks_when=(
        ("wann", "wann"),
        ("seit", r"seit \s wann"),
        ("wann", r"bis \s wann"),
        ("wann", r"ab \s wann"),
        (
            "welche",
            r"(?:an \s |in \s |um \s |zu \s )? welche[mnrs]? \s "
            "(?:tag|datum|woche|wochenende|monat|jahr|uhrzeit|zeit)",
        ),
        ("lange", r"wie \s lange"),
        ("viele", r"wie \s viele \s (?:stunden|tage|wochen|monate|jahre)"),
        ("wieviele", r"wieviele \s (?:tage|wochen|monate|jahre)"),
        ("spat", r"wie \s spat"),
        ("wievielten", r"am \s wievielten"),
        ("wievielte", r"der \s wievielte"),
    ),
    asks_about_past=(
        (
            "letzte vergangene vorige",
            r"(?:letzte|vorige|vergangene|vorletzte)[nrsm]? \s "
            "(?:mal|woche|wochenende|monat|jahr|nacht|sommer|herbst|winter "
            "|fruhling|fruhjahr|sitzung|gesprach|unterhaltung|treffen|weihnachten|ostern|urlaub "
            "|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch "
            "|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)",
        ),
        (
            "damals gestern kurzlich letztens neulich seinerzeit",
            "letztens|neulich|kurzlich|damals|gestern|vorgestern|seinerzeit",
        ),
        ("kurzem", r"vor \s kurzem"),
        ("langem", r"vor \s langem"),
        (
            "vor",
            r"vor \s (?:ein(?:em|er|igen|paar)|(?:ein \s "
            r")?paar|zwei|drei|vier|funf|sechs|mehreren|vielen|\d+) \s (?:\w+\s)? "
            "(?:stunden?|tage?n?|wochen?|monate?n?|jahre?n?)",
        ),
        ("letzten", r"(?:in|wahrend) \s den \s letzten \s (?:\w+\s)? (?:tagen|wochen|monaten|jahren)"),
        ("19 20", r"(?:im \s jahre? | anno | seit | in) \s (?:19|20)\d\d"),
        ("fru", r"(?:frueher|fruher) (?!\s oder | \s als | en | e)"),
        ("schon", r"schon \s (?:ein)?mal (?!\s (?:an|vorbereit))"),
        ("jemals", "jemals"),
        ("nochmal", r"nochmal \s was \s war"),
        (
            "erinner",
            r"(?:erinner\w*|erinnerst) \s (?:du \s |ihr \s |sie \s )? (?:dich|euch|sich|mich \s daran) "
            r"(?!\s bitte)",
        ),
        ("weisst", r"weisst \s (?:du|ihr) \s noch"),
        ("wisst", r"wisst \s ihr \s noch"),
        (
            "bin hab hast hatte seid sind",
            "(?:was|wer|wem|wen|wo|wann|wie|warum|wieso|weshalb|wohin|woher|womit|woruber|wofur"
            r"|welche[mnrs]?|worum|woran) \s (?:\w+\s){0,3}? "
            rf"(?:habe?|hatten?|hattest|hast|haben|habt|bin|sind|seid) \s (?:{_WE}|mein\w*|unser\w*) \b "
            rf"{_ON} \b \w*ge\w{{3,}}(?:t|n)\b",
        ),
        (
            "haben habe hatten hatte",
            r"(?:was|wer|wem|wen|wo|wann|wie|warum|wieso|weshalb|womit|welche[mnrs]?) \s (?:\w+\s){0,3}? "
            rf"(?:habe?|hatten?|haben) \s (?:{_WE}) \b {_ON} "
            r"\b (?:be|ver|er|ent|zer|emp|um|uber)\w{3,}(?:t|en) \s* (?=[.!?]|$)",
        ),
        (
            "benutzt beschlossen besprochen bestellt besucht bezahlt empfohlen entschieden erklart erwahnt "
            "erzahlt studiert ubernachtet verabredet vereinbart verkauft versprochen verwendet vorgeschlagen",
            r"(?:was|wer|wem|wen|wo|wann|wie|warum|wieso|womit|woruber|wofur|welche[mnrs]?|worum) \s "
            r"(?:\w+\s){0,3}? (?:habe?|hatten?|hattest|hast|haben|habt|sind|hat) \s "
            rf"(?:{_WE}|mein\w*|unser\w*) \b {_ON} \b "
            "(?:erzahlt|besprochen|entschieden|vereinbart|verabredet|vorgeschlagen|empfohlen|beschlossen "
            "|versprochen|erwahnt|verwendet|benutzt|bestellt|bezahlt|besucht|erklart|studiert|verkauft"
            "|ubernachtet)",
        ),
        (
            "hat",
            rf"(?!wer \s hat \s {_OF_THE_WORLD}) "
            r"(?:was|wer|wem|wen|wo|wann|wie|warum|wieso|welche[mnrs]?) \s "
            r"(?:\w+\s){0,3}? hat \s (?!sich\b) (?:\w+\s){1,6}? "
            r"(?:\w*ge\w{3,}[tn] | empfohlen|erzahlt|vorgeschlagen|besucht|versprochen|erwahnt|bestellt|erklart)",
        ),
        ("hast hattest", r"du \s (?:hast|hattest) \s (?:mir|uns) \s (?:mal|damals|schon|neulich|letztens|doch)"),
        ("wir", r"(?:das|es|so|darauf|darauf) \s (?:hatten|haben) \s wir \s (?:doch|schon|ja|bereits|so)"),
        (
            "hiess war wurde",
            rf"(?!wann \s wurde \s {_OF_THE_WORLD}) (?:was|wer|wo|wie|wann|welche[mnrs]?) \s (?:\w+\s)?? "
            r"(?:war|waren|hiess|hiessen|wurde|wurden) (?!\s (?:das|dies|es) \s (?:denn\s)? (?:fur|jetzt))",
        ),
        (
            "ha",
            rf"(?:habe?|haben|hast|hatten?|hattest|habt) \s (?:{_WE}) \s (?:\w+\s){{0,6}}? "
            r"(?:schon|je|jemals|eigentlich|damals|nicht) \s (?:\w+\s){0,6}? "
            r"\w*(?:ge\w{3,}|sprochen|erzahlt|wahnt|schieden)(?:t|n)?",
        ),
        ("ich", r"(?:habe?|hatte) \s ich \s (?:dir|euch) \s"),
        (
            "erzahlt gesagt ich",
            r"(?:ich \s (?:hatte|habe?) \s (?:dir|euch) | dir \s (?:schon\s)? (?:erzahlt|gesagt))",
        ),
        (
            "empfohlen erklart erwahnt erzahlt gesagt versprochen vorgeschlagen",
            r"(?:du|ihr) \s (?:hast|hattest|habt|hattet) \s (?:\w+\s){0,6}? "
            "(?:gesagt|erwahnt|empfohlen|vorgeschlagen|erzahlt|versprochen|erklart)",
        ),
        (
            "beschlossen besprochen empfohlen erwahnt erzahlt genannt gesagt vereinbart vorgeschlagen",
            r"(?:den|die|das|der|dem) \s (?:wir|du|ich \s dir) \s (?:\w+\s){0,3}? "
            "(?:besprochen|vereinbart|vorgeschlagen|empfohlen|erzahlt|gesagt|genannt|erwahnt|beschlossen)",
        ),
        (
            "beschlossen besprochen diskutiert entschieden geredet gesprochen vereinbart",
            r"wir \s (?:haben|hatten) \s (?:\w+\s){0,5}? "
            "(?:besprochen|vereinbart|beschlossen|geredet|gesprochen|diskutiert|entschieden)",
        ),
        (
            "besprochen gehabt immer letzten vereinbart vorigen",
            r"(?:wie|so \s wie) \s (?:beim \s (?:letzten|vorigen) | besprochen | vereinbart | gehabt | "
            "immer)",
        ),
        ("erste letzte vorige", r"(?:beim|das) \s (?:letzten?|vorigen?|ersten?) \s mal"),
        (
            "haben hatten",
            r"(?:was|wie|wo|wann|warum|wieso|woruber|worum|womit|wofur) \s wir \s (?:\w+\s){0,5}? "
            r"(?:besprochen|vereinbart|beschlossen|geredet|gesprochen|diskutiert|entschieden|gesagt|gemacht|gelost) "
            r"\s "
            "(?:haben|hatten)",
        ),
        ("lief", r"wie \s lief(?:en)? \s (?:das|der|die|den|dein\w*|mein\w*|unser\w*)"),
        ("zuletzt", r"zuletzt \s (?:\w+\s){0,3}? (?:besprochen|gemacht|gesagt|getan|gesehen|gesprochen)"),
        (
            "ging meinte sagte wollte zuletzt",
            r"(?:was|woran|worum) \s (?:\w+\s){0,4}? "
            r"(?:zuletzt|sagte|sagtest|meinte|meintest|wollte|wollten|ging) \s "
            rf"(?:{_WE}|mein\w*|unser\w*|es)",
        ),
        (
            "fruhere letzte vergangene vorige",
            r"(?:unser\w*|das|die|der|den|dem) \s (?:letzte|vorige|fruhere|vergangene)[nrsm]? \s "
            r"(?:gesprach\w*|unterhaltung|sitzung|treffen|termin|reise|chat)",
        ),
        ("hiess machte sagte tat war", r"(?:wie|was) \s (?:hiess|war|sagte|machte|tat) \b"),
        ("wann", rf"wann \s (?!wurde \s {_OF_THE_WORLD}) (?:war|hatten?|haben?|ging|kam|fing|begann|wurde)"),
    ),
    capitalises_nouns=True,
    before_nouns=several(
        """
        der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner
        mein meine meinen meinem meiner meines dein deine deinen deinem deiner sein seine seinen seinem seiner
        ihr ihre ihren ihrem ihrer unser unsere unseren unserem unserer euer eure euren eurem eurer
        dieser diese dieses diesen diesem jeder jede jedes jeden jedem welcher welche welches welchen welchem
        am beim im ins zum zur vom ans aufs furs für ums viel viele wenig mehr zwei drei vier
        """
    ),
    asks_about_user=(
        ("fur was",
         r"was \s (?:fur \s ein\w* \s \w+ \s)? bin \s ich \s (?:fur \s ein\w* \s \w+)? | was \s fur \s ein\w* \s "
         r"\w+ \s bin \s ich"),
        ("bio biografie vorstellung portrat kurzprofil",
         r"(?:bio|biografie|vorstellung|portrat|kurzprofil|charakterisierung) \s (?:uber \s mich|von \s mir|zu \s "
         r"meiner \s person|fur \s mich)"),
        (
            "mich mir uns",
            r"(?:weiss\w* | wisst | wissen | kenn\w* | gemerkt | merk\w* | erinner\w* | gespeichert | speicher\w* | "
            r"erzahl\w* "
            r"| gelernt | erfahren | notiert | behalten | hast | habt | haben | bekannt | infos? | informationen | "
            r"fakten | daten "
            r"| alles | zusammen\w* | eindruck | bild | gesagt | verraten | mitbekommen | uberblick | notizen | "
            r"profil | was) \b "
            r"[^.?!]{0,50}? \s (?:uber \s (?:mich|uns) | von \s (?:mir|uns) | zu \s (?:mir|meiner \s person)"
            r"| uber \s meine \s person)",
        ),
        ("mich mir", r"(?:uber \s mich | von \s mir) \b [^.?!]{0,40}? \b (?:weiss\w* | gemerkt | gespeichert "
            r"| erzahlt | gelernt | notiert | behalten | bekannt | erfahren | gesagt)"),
        ("wer", r"wer \s (?:ich \s bin | bin \s ich) \b"),
        ("mich", r"(?:erinner\w* \s (?:du|ihr|sie) \s (?:dich|euch|sich) \s (?:\w+ \s)? an \s mich"
            r"| kenn(?:st|en|t) \s (?:du|ihr|sie) \s mich | weisst \s du \s (?:\w+ \s)? wer \s ich)"),
        ("mich", r"(?:beschreib\w* | stell\w* | fass\w* | charakterisier\w*) \s (?:\w+ \s)? mich \b"),
        ("profil steckbrief",
         r"(?:mein(?:em|en|s)? \s (?:\w+ \s)? (?:profil|steckbrief) | (?:profil|steckbrief) \s (?:von|uber) \s "
         r"mi[rc]h?) \b"),
    ),
    asks_for_help=(
        ("wie",
         r"wie \s (?: (?:lange|viel|oft|gross) \s (?:\w+ \s)?)? (?:\w+e|\w+en|kann|soll|muss|darf) \s (?:ich|wir) "
            r"(?! .{0,40} (?:normalerweise|sonst|immer|meistens|gewohnlich))"),
        ("kann konn soll darf durf muss",
         r"(?:kann|konnen|konnte|konnten|soll|sollen|sollte|sollten|darf|durfen|muss|mussen) \s (?:ich|wir) \b"),
    ),
    asks_of_everybody=(
        ("warum wieso weshalb", r"(?:warum|wieso|weshalb) \s (?!\w+ten\b|waren\b) \w+en \s wir \b"),
        ("nennen sagen", r"wie \s (?:nennen|sagen) \s wir \s (?:ein\w*|zu)"),
        (
            "unser",
            r"(?<!fur\s) unser(?:e[mnrs]?)? \s (?:sonnensystems?|planet\w*|galaxie|universums?|milchstrasse|spezies"
            r"|atmosphare|mond|sonne (?= \s? (?: $ | [?!.,]))"
            r"|korpers?|gehirns?|immunsystems?|lungen?|augen|ohren|knochen|muskeln|zellen|gene|blut|haut|herz(?:en)?|haare"
            r"|nagel|nase|magen|skelett|zunge) \b",
        ),
        ("knochen zahne muskeln zellen sinne gene",
         r"wie \s viele \s (?:knochen|zahne|muskeln|zellen|sinne|gene|chromosomen) \s haben \s wir"),
        ("korper gehirn immunsystem", r"wie \s \w+t \s mein \s (?:korper|gehirn|immunsystem) \b"),
        ("passiert geschieht",
         r"was \s (?:passiert|geschieht) \s (?:in|mit) \s mein(?:em|er) \s "
         r"(?:korper|gehirn|kopf|blut|magen|muskeln|lunge|haut)"),
    ),
    asks_of_user=(
        (
            "ich wir",
            r"^ \W* (?:(?:und|sag|hey|hallo|ok|also|na) \b \W*)* (?:hab|habe|haben|hatte|hatten|bin|sind|war|waren"
            r"|mag|esse|trinke|fahre|wohne"
            r"|arbeite|spreche|spiele|heisse|vertrage) \s (?:ich|wir)",
        ),
        ("mein unser", r"^ \W* (?:hat|ist|sind|heisst|war|haben) \s (?:mein|meine|unser|unsere)"),
    ),
    asks_where_left_off=(
        ("stand",
         r"(?:was \s (?:steht|stand) \s noch \s an | auf \s den \s (?:neuesten \s | aktuellen \s)? stand \s? (?: $ "
         r"| [?!.]) "
            r"| stand \s der \s dinge | was \s (?:ist|war) \s (?:der|unser) \s (?:letzte\w* \s | aktuelle\w* \s)? "
            r"stand)"),
        ("woran",
         r"woran \s (?:haben|hatten|habe|arbeiteten|arbeite) \s (?:wir|ich) \b .{0,20}? (?:gearbeitet|gesessen"
         r"|gewerkelt) (?= \s? (?: $ | [?!.,]))"),
        ("noch", r"was \s (?:war|ist|ware) \s noch \s (?:zu \s (?:tun|erledigen|machen) | ubrig | offen)"),
        ("weit", r"wie \s weit \s (?:waren|sind|war|bin) \s (?:wir|ich)"),
        (
            "wo",
            r"wo \s (?:waren|sind|war|bin) \s (?:wir|ich) \s? (?:nochmal|noch \s mal|zuletzt|eigentlich|denn)? \s? "
            r"(?: $ | [?!.,] | (?:stehen \s? geblieben | mit | bei | beim) \b)",
        ),
        ("geblieben", r"wo \b .{0,25}? (?:stehen \s? | stecken \s?)? geblieben"),
        ("aufgehort", r"wo \b .{0,25}? aufgehort (?: \s haben | \s hatten | \s habe)?"),
        (
            "letztes letzten letzte zuletzt gestern",
            r"(?:woruber | woran | wovon | was | an \s was | uber \s was) \s (?:haben|hatten|hab|habe) \s (?:wir|ich) "
            r"\b .{0,20}? (?:letztes \s mal | zuletzt | beim \s letzten \s mal | gestern "
            r"| in \s der \s letzten \s sitzung) (?: \s (?:geredet|gesprochen|gemacht|gearbeitet|besprochen))?"
            r" (?= \s? (?: $ | [?!.,]))",
        ),
        ("offen", r"was \s (?:war|ist|blieb) \s (?:\w+ \s){0,2}? offen"),
        ("nachste", r"was \s (?:ist|ware|war) \s (?:der|unser|mein) \s nachste \s schritt (?= \s? \?? $)"),
        (
            "weiter",
            r"(?:weiter \s? mach\w* | mach\w* \s (?:wir \s)? (?:da \s|dort \s)? weiter) \b .{0,40}? "
            r"(?:letztes \s mal | zuletzt | gestern | begonnen | angefangen)",
        ),
    ),
    says_to_go_on=(
        (
            "weiter fort",
            r"^ \s* (?:(?:ok(?:ay)?|so|gut|bitte|komm|los|hallo|hi) \b [,.!\s]*)* "
            r"(?:weiter (?: \s? machen | \s? geht's)? | mach(?:en|t)? \s (?:wir \s|bitte \s)* weiter "
            r"| lass \s uns \s weiter \s? machen | fahr(?:e)? \s (?:bitte \s)? fort) "
            r"(?= (?: \s mit \s \w+ (?:\s \w+)?)? (?: \s bitte)? \s* [.!?…]* $)",
        ),
    ),
    times=Times(
        numbers={
            "ein": 1, "eine": 1, "einem": 1, "einen": 1, "einer": 1, "eines": 1, "zwei": 2, "drei": 3, "vier": 4,
            "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12,
            "vierzehn": 14, "zwanzig": 20, "dreissig": 30,
        },
        vague={
            "paar": (2, 5), "ein paar": (2, 5), "wenigen": (2, 5), "einigen": (2, 6), "einige": (2, 6),
            "mehreren": (3, 8), "vielen": (4, 20),
        },
        units={
            "minute": "minute", "minuten": "minute", "stunde": "hour", "stunden": "hour", "tag": "day", "tage": "day",
            "tagen": "day", "nacht": "night", "nachte": "night", "nachten": "night",
            "woche": "week", "wochen": "week",
            "wochenende": "weekend", "wochenenden": "weekend", "monat": "month", "monate": "month",
            "monaten": "month",
            "monats": "month", "quartal": "quarter", "quartals": "quarter", "quartalen": "quarter", "jahr": "year",
            "jahre": "year", "jahren": "year", "jahres": "year",
        },
        seasons={"fruhling": 3, "fruhjahr": 3, "sommer": 6, "herbst": 9, "winter": 12},
        days={
            "heute": 0, "heute morgen": 0, "heute fruh": 0, "heute mittag": 0, "heute vormittag": 0,
            "heute nachmittag": 0, "gestern": -1, "gestern morgen": -1, "gestern fruh": -1, "gestern mittag": -1,
            "gestern vormittag": -1, "gestern nachmittag": -1, "vorgestern": -2, "ubermorgen": 2, "morgen": 1,
            "morgen fruh": 1,
        },
        nights={
            "heute abend": 0, "heute nacht": 0, "gestern abend": -1, "gestern nacht": -1, "letzte nacht": -1,
            "vorgestern abend": -2, "morgen abend": 1,
        },
        steps={
            "letzte": -1, "letzten": -1, "letzter": -1, "letztes": -1, "letztem": -1, "vorige": -1, "vorigen": -1,
            "voriger": -1, "voriges": -1, "vorigem": -1, "vergangene": -1, "vergangenen": -1, "vergangener": -1,
            "vergangenes": -1, "vergangenem": -1, "vorletzte": -2, "vorletzten": -2, "vorletztes": -2, "diese": 0,
            "diesen": 0, "dieser": 0, "dieses": 0, "diesem": 0, "nachste": 1, "nachsten": 1, "nachster": 1,
            "nachstes": 1, "nachstem": 1, "kommende": 1, "kommenden": 1, "kommender": 1, "kommendes": 1,
            "ubernachste": 2, "ubernachsten": 2,
        },
        stretches={},
        past_steps=frozenset({"letzte", "letzten", "vergangene", "vergangenen"}),
        roles={
            "vor": "back", "in": "in", "im": "of", "am": "of", "an": "of", "von": "of", "vom": "of",
            "zwischen": "of", "anfang": "of", "mitte": "of", "ende": "of", "des": "of",
            "der": "of", "den": "of", "dem": "of", "das": "of", "die": "of", "seit": "since", "ab": "since",
            "seit dem": "since", "nach": "after", "nach dem": "after", "bis": "until", "bis zum": "until",
            "bis ende": "until", "vor dem": "before",
        },
        ambiguous=several("jan feb apr jun jul aug sep sept okt nov dez mo di mi do fr sa so"),
        to=r"bis(?:\ (?:zum|einschliesslich))?|[-–]",
        both=(r"zwischen(?:\ dem)?", r"und", r""),
        looks_ahead=(r"\b(?:werde|wirst|wird|werden|werdet|erinnere|bevorstehend\w*"
            r"|plane|planen|fallig|deadline|frist)\b"),
    ),
    dates=Dates(
        weekday=r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)",
        leave=r"""\b(?:jede[nrms]?|alle|immer\ am)\ (?:(?:zweite|dritte|erste
            |letzte)[nrms]?\ )?{weekday}e?s?\b
            |\b{weekday}(?:s|\ ?(?:vormittags|nachmittags|mittags|morgens|abends|nachts))\b
            |\b{weekday}\ (?:ist\ (?:\w+\ )?)?(?:ruhetag|freier\ tag)\b
            |\bruhetag\ (?:ist\ )?(?:der\ |immer\ )?{weekday}\b
            |\b(?:an)?statt\ (?:am\ )?{weekday}s?\b
            |\b(?:jeden|am|gegen|guten|schönen)\ (?:(?:frühen|späten)\ )?morgen\b
            |\b(?:habe?|haben|hat)\b[^.,;!?]{1,60}?\ in\ (?:\w+\ ){1,3}jahren\ (?:nicht|kein\w*|nie)\b
            |\b(?:erste|einzige|beste|schlechteste|schlimmste|längste|kälteste|heißeste|größte|höchste)[nrs]?
            \ (?:(?!(?:ist|sind|wird|werden|endet|beginnt|startet|kommt)\b)\w+\ ){1,5}?in\ (?:\w+\ ){1,3}jahren\b""",
        next_week=r"""\b(?:nächste[nrms]?|kommende[nrms]?)\ woche\b""",
        numbered=r"""\b{weekday},?\ (?:(?:de[nmr]\ )\d{1,2}\.|\d{1,2}\.\d{1,2}\.)
            |\b\d{1,2}\.\d{1,2}\.,?\ \(?{weekday}\b""",
        unsure=r"""\b(?:vielleicht|eventuell|wahrscheinlich|möglicherweise|irgendwann|ungefähr|etwa
            |entweder|evtl|könnte)\b|\b(?:von|vom|zwischen)\b.{1,40}\b(?:bis|und)
            \ (?:zum\ |dem\ |den\ )?(?:{weekday}|\d|heute|morgen|nächste|januar|februar|märz|april|mai|juni|juli
            |august|september|oktober|november|dezember)|\b{weekday}\s*(?:-|–
            |bis|oder|und)\s*(?:zum\ )?{weekday}""",
        begun=r"""\bseit\ (?:letztem\ |letzten\ |dem\ )?{weekday}\b""",
        deadline=r"""\b(?:bis|für)\ (?:zum\ |nächsten\ )?{weekday}\b
            |\bauf\ (?:den\ )?{weekday}\b[^,.;]{0,20}?\b(?:verschoben|verlegt|vorgezogen|vertagt)\b""",
        called_off=r"""\b(?:ist|sind|wird|wurde)\b[^.;!?]*\b(?:abgesagt|gecancelt)\b""",
        past=r"""\b(?:habe|hab|hat|haben|bin|ist|sind|wurde|wurden)\b.*\b(?!(?:gegen|gehen|geben|erst|ersten|besten|beiden
            |bekannten|besonderen|verschiedenen|verletzten|gerade|geplant)\b)(?-i:(?![A-ZÄÖÜ]))(?:\w*ge\w+(?:t|en)|\w+iert
            |(?:be|ver|er|ent|zer)\w+(?:t|en))\b(?!\ (?-i:[A-ZÄÖÜ]))
            |\b(?:war|waren|hatte|hatten|ging|kam|begann|fing|zog
            |machte|startete|kaufte|verlor|fand|traf|sagte|bekam|gab|wurde|musste|konnte)\b""",
        month_end=r"""\b(?:ende\ des\ monats|monatsende)\b""",
        year_end=r"""\b(?:ende\ des\ jahres|jahresende)\b""",
        week_of="Woche vom {date}",
        about="etwa {date}",
    ),
)  # fmt: skip
