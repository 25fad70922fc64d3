"""Fragments that repair what was just said."""

import pytest

from tiermem.engine.statements.exchanges import exchanged, restated
from tiermem.engine.statements.false_starts import settled
from tiermem.engine.statements.repairs import repaired
from tiermem.engine.statements.repairs.wording import is_bare_value

REPAIRS = (
    ("Our dentist is Dr. Patel.", "sorry, it's Dr. Pandit", "Our dentist is Dr. Pandit."),
    ("Meine Ärztin ist Dr. Huber.", "eigentlich Dr. Hofer", "Meine Ärztin ist Dr. Hofer."),
    ("We fly from Stansted on the 9th.", "my bad, Luton", "We fly from Luton on the 9th."),
    ("I'm on the payments team at work.", "*payouts team", "I'm on the payouts team at work."),
    ("The exam is in Hall 5.", "oops, Hall 7", "The exam is in Hall 7."),
    ("I take 50 mg of it.", "no wait, 100 mg, they doubled it", "I take 100 mg of it."),
    ("Wir fliegen am 3. ab Weeze.", "ach quatsch, ab Dortmund", "Wir fliegen am 3. ab Dortmund."),
    ("Mein Zug geht um 6:48.", "Korrektur: 6:58", "Mein Zug geht um 6:58."),
    ("Ich arbeite im Einkauf bei Hellweg.", "*Verkauf", "Ich arbeite im Verkauf bei Hellweg."),
    ("On sera 25 au baptême.", "oups, faute de frappe : 35", "On sera 35 au baptême."),
    ("Je bosse au service achats.", "*service ventes", "Je bosse au service ventes."),
    ("On se marie le 12 septembre.", "oups le 19, le 12 c'était pris", "On se marie le 19 septembre."),
    ("Al bautizo vienen 30 personas.", "ups, me equivoqué: 40", "Al bautizo vienen 40 personas."),
    ("I was born on 3 May 1990.", "oops, 4", "I was born on 4 May 1990."),
    ("I was born on 3 May 1990.", "oops, 1991", "I was born on 3 May 1991."),
    ("Our budget is $5,000.", "oops, 6,000", "Our budget is $6,000."),
    ("私の娘の名前はハナです。", "すみません、名前はかなです", "私の娘の名前はかなです。"),
    ("El cumpleaños es el 6 de abril.", "mentira, el 16", "El cumpleaños es el 16 de abril."),
    ("我在采购部上班。", "*销售部", "我在销售部上班。"),
    ("我的新同事叫陈晓雯。", "打错了，她叫陈晓文", "我的新同事叫陈晓文。"),
    ("看護師になって9年です。", "正確には10年だった", "看護師になって10年です。"),
    ("新しい同僚は斉藤真由さんです。", "間違えました。斎木さんです", "新しい同僚は斎木さんです。"),
    ("My physio is called Grainne.", "*Gráinne, with the accent", "My physio is called Gráinne."),
    (
        "The meeting with Dana is on Thursday at 3.",
        "ugh no, 4, I misread it",
        "The meeting with Dana is on Thursday at 4.",
    ),
    ("I've been at Ocado for 5 years.", "well, nearly 6 actually", "I've been at Ocado for 6 years."),
    ("弟の名前は翔太です。", "あ、翔大でした", "弟の名前は翔大です。"),
    ("Our dentist is Dr Patel.", "god how embarrassing, it's Dr Pandit", "Our dentist is Dr Pandit."),
    ("The tank holds 60 litres.", "i'm such an idiot, 40 litres", "The tank holds 40 litres."),
    ("Meine Ärztin heißt Svenja Kolb.", "peinlich, sie heißt Swantje", "Meine Ärztin heißt Swantje Kolb."),
    ("La réunion est à Quimper.", "quelle andouille, c'est à Dinan", "La réunion est à Dinan."),
    ("Mi tren sale del andén 1.", "la lié, sale del 4", "Mi tren sale del andén 4."),
    ("我们班主任叫陈立洁。", "打错字了,是陈丽杰", "我们班主任叫陈丽杰。"),
    ("我们老师姓莫。", "看岔了，姓墨", "我们老师姓墨。"),
    ("集合は8時。", "うっかり、9時だった", "集合は9時。"),
    (
        "My uncle Leo drives us.",
        "I told you my uncle drives us to Bari, but it's my cousin Leo.",
        "My cousin Leo drives us.",
    ),
    ("My sister lives in Pau.", "I said my sister lives in Pau, but it's my aunt", "My aunt lives in Pau."),
    ("我弟弟在杭州上大学。", "说错了，是徐州", "我弟弟在徐州上大学。"),
    ("Our dentist is Dr Patel.", "Careful, it's Dr Pandit.", "Our dentist is Dr Pandit."),
    (
        "Escribe a Henrike, dirige las compras.",
        "Cuidado, es Solveig.",
        "Escribe a Solveig, dirige las compras.",
    ),
)
OTHERS = (
    (
        "Ich bin Lena Vogt, 34, und arbeite in Graz.",
        "mein Chef heißt Herr Dr. Aigner, der ist eigentlich ganz nett",
    ),
    ("Ich heiße Lena Vogt und arbeite in Graz.", "meine Lehrerin ist Fr. Huber, die ist eigentlich super"),
    ("I'm Lena Vogt and I work in Graz.", "my boss is Dr. Reed, who is actually nice"),
    ("Je m'appelle Lena Vogt.", "mon médecin est M. Morel, il est en fait très sympa"),
    ("Me llamo Lena Vogt.", "mi médica es la Dra. Ruiz, que en realidad es muy maja"),
    ("Write to Henrike, she's our head of sales.", "Careful, I confused her with Solveig."),
    ("Escribe a Henrike, dirige las compras.", "Ojo, la confundí con Solveig."),
    ("My dentist is Marta Oller.", "oops, from Luton"),
    ("My son Max is allergic to peanuts.", "Sorry, Lisa"),
    ("We meet Anna at 9:15 every day.", "sorry, at 10:15 I have to leave"),
    ("My flight to Oslo is on 12 December.", "sorry, for 2"),
    ("My landlord is called Peter.", "sorry Peter is my uncle"),
    ("I live in Lyon.", "no, Paris is too expensive for me"),
    ("We fly from Stansted on the 9th.", "oops, my cat jumped on the keyboard"),
    ("I take 50 mg of it.", "sorry, 2 minutes, the phone rings"),
    ("My manager is Alice, not Bob.", "No, it is SQLite, not Postgres."),
    ("The deploy needs second reviewers.", "No, the deploy needs four hours."),
    ("I have 2 dogs and 3 cats.", "sorry, 4"),
    ("Ich wohne in Lyon.", "nein, Paris ist mir zu teuer"),
    ("Mi hermana vive en Lugo.", "perdona, ¿qué decías?"),
    ("Signe la lettre : Mathilde Carrel", "pardon, à la fin du mois"),
    ("El gato de mi tía se queda conmigo.", "No, hombre, hepático no. Es del riñón."),
    ("我住在合肥。", "不好意思，手机响了"),
    ("Our dentist is Dr Patel.", "how embarrassing, I forgot to thank you"),
    ("Meine Ärztin heißt Svenja Kolb.", "peinlich, ich hab geweint"),
    ("我们班主任叫陈立洁。", "真尴尬，我忘了带书"),
    ("妹は広島に住んでいます。", "すみません、電話です"),
    ("Me mudo a Turín en mayo.", "al final no me mudo a Turín, se cayó el trabajo"),
    ("🙂", "*question"),
)


@pytest.mark.parametrize(("wrong", "said", "right"), REPAIRS)
def test_a_fragment_takes_the_place_of_what_it_repairs(wrong, said, right):
    found = repaired(wrong, said)

    assert found is not None
    assert found.content == right


@pytest.mark.parametrize(
    ("wrong", "said", "right"),
    [
        ("Mein Mann ist Koch.", "Kellner meinte ich natürlich", "Mein Mann ist Kellner."),
        ("Mon fils fait du judo.", "non du karaté pardon", "Mon fils fait du karaté."),
        (
            "Mi hijo es alérgico al marisco.",
            "ay no, al pescado quería decir",
            "Mi hijo es alérgico al pescado.",
        ),
        ("我老公是医生。", "说错了，是牙医", "我老公是牙医。"),
        ("夫は消防士です。", "警察官の間違いでした", "夫は警察官です。"),
    ],
)
def test_a_bare_value_that_surely_repairs_takes_the_place_of_the_last_one(wrong, said, right):
    found = repaired(wrong, said, fills=True)

    assert found is not None
    assert found.content == right


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("We have a new teacher, Mr Lowe.", "Make it a bit shorter, actually."),
        ("I've got a new job, at Bosch.", "turns out I'm not allergic to nuts, they tested me"),
        ("I've got a new job, at Bosch.", "turns out she quit"),
        ("We have a new trainer, Rob.", "Be a bit more chatty, actually."),
        ("We have a new landlord, Mrs Tran.", "Feel free to write longer, actually."),
        ("Wir haben einen neuen Trainer, Rob.", "nee, mach es etwas kürzer"),
        ("Ich bin Lena, 34.", "mein Vermieter ist Herr Klein, eigentlich ein netter Kerl"),
        ("I'm Lena, 34.", "my landlord is Mr Klein, actually a nice guy"),
        # What comes to mind besides is a statement of its own
        (
            "Ich hab einen Friseursalon in Graz.",
            "ach ja ich hab einen Bandscheibenvorfall, kann nicht lang stehen",
        ),
        ("Ich hab einen Friseursalon in Graz.", "ach ja, ich hab einen Hund"),
        ("I've got a hair salon in Graz.", "oh right I've got a slipped disc"),
        ("J'ai un salon de coiffure à Lyon.", "ah oui j'ai une hernie discale"),
        ("Tengo una peluquería en Rosario.", "ah sí, yo tengo una hernia de disco"),
        ("My niece is called Marta.", "Book a table under Martha, I gave you the wrong name before."),
        ("我女儿小雨今年上三年级二班。", "帮我写张请假条给小雨，三年级三班，上次我说错了。"),
        ("我女儿小雨今年上三年级五班。", "帮我写张请假条给小雨，车牌写84，我把数字弄反了。"),
        ("我女儿小雨今年上三年级五班。", "房间号写203，我把数字弄反了。"),
    ],
)
def test_a_request_and_a_value_of_another_thing_put_nothing_right(wrong, said):
    assert repaired(wrong, said, fills=True) is None


def test_what_is_denied_puts_nothing_right():
    assert repaired("Soy enfermera en urgencias.", "que no soy médica, soy enfermera", fills=True) is None
    assert repaired("我在杭州工作。", "我在杭州不在苏州", fills=True) is None


def test_an_exact_value_alone_tells_nobody_later_what_of():
    bare = ("The 11th.", "Ne, am 14.", "Non, le 14.", "It's on the 10th now.")
    told = (
        "My exam is on the 3rd.",
        "Ich bin 14.",
        "Not on Mondays.",
        "Use 4 spaces.",
        "El cumple es el 8 de abril.",
    )

    assert [one for one in (*bare, *told) if is_bare_value(one)] == list(bare)


@pytest.mark.parametrize(("wrong", "said"), OTHERS)
def test_what_fits_in_no_place_or_in_two_repairs_nothing(wrong, said):
    assert repaired(wrong, said) is None


SETTLED = (
    ("My aunt lives in Derby, I mean Leeds, with two cats.", "My aunt lives in Leeds, with two cats."),
    ("my aunt lives in leeds, sorry york", "my aunt lives in york"),
    ("My uncle, sorry, my cousin is moving out.", "My cousin is moving out."),
    ("I take 20mg, no wait, 40mg of it.", "I take 40mg of it."),
    ("Ich arbeite 30 äh 36 Stunden.", "Ich arbeite 36 Stunden."),
    ("Il habite à Lille, pardon, à Lens", "Il habite à Lens"),
    ("Tengo 41, digo 42 años.", "Tengo 42 años."),
    ("我住在静安，不对，徐汇区", "我住在徐汇区"),
    ("今は横浜、いや千葉に住んでいます", "今は千葉に住んでいます"),
    ("毎週月曜、いや火曜にジムに行きます。", "毎週火曜にジムに行きます。"),
    ("我3点，不对，4点去。", "我4点去。"),
    ("I fly to Porto on the 14th, no sorry, the 16th.", "I fly to Porto on the 16th."),
    ("We moved to Leeds, no hang on, Bradford.", "We moved to Bradford."),
    ("It's on Tuesday... Wednesday, sorry.", "It's on Wednesday."),
    ("My flight leaves on May 3rd, make that May 4th.", "My flight leaves on May 4th."),
    ("I have two kids, well three actually.", "I have three kids actually."),
    ("I live in Leeds (sorry, York).", "I live in York."),
    ("I live in Leeds *York.", "I live in York."),
    ("we use postgres 14 no 15.", "we use postgres 15."),
    ("my son goes to year 3, no year 4 now.", "my son goes to year 4 now."),
    ("I was born in 1985, typo, 1986.", "I was born in 1986."),
    ("Mein Zug fährt um 8, nein Moment, um 9.", "Mein Zug fährt um 9."),
    ("Die Miete ist 800, Tippfehler, 850.", "Die Miete ist 850."),
    ("Wir fliegen am 3. Mai, Blödsinn, am 4. Mai.", "Wir fliegen am 4. Mai."),
    ("Ich wohne in Kassel (sorry, Göttingen).", "Ich wohne in Göttingen."),
    ("Le loyer est de 800, faute de frappe, 850.", "Le loyer est de 850."),
    ("Ma fille a 5 ans, non attends, 6 ans.", "Ma fille a 6 ans."),
    ("Ma fille a 5 ans, non je dis une bêtise, 6 ans.", "Ma fille a 6 ans."),
    ("La réunion est mardi... mercredi, pardon.", "La réunion est mercredi."),
    ("J'habite à Nantes (pardon, Rennes).", "J'habite à Rennes."),
    ("Le vol est le 3 mai, plutôt le 4 mai.", "Le vol est le 4 mai."),
    ("Mi cita es el martes, no perdón, el miércoles.", "Mi cita es el miércoles."),
    ("El alquiler son 800, errata, 850.", "El alquiler son 850."),
    ("La reunión es el martes... miércoles, perdón.", "La reunión es el miércoles."),
    ("Vivo en Cádiz (perdón, Huelva).", "Vivo en Huelva."),
    ("航班是5月3号，等等，5月4号。", "航班是5月4号。"),
    ("会议是周二……周三，抱歉。", "会议是周三。"),
    ("我住在苏州（不对，无锡）。", "我住在无锡。"),
    ("会議は火曜日、もとい水曜日です。", "会議は水曜日です。"),
    ("会議は火曜…水曜でした、すみません。", "会議は水曜でした。"),
    ("犬の名前はポチ（違う、タロ）です。", "犬の名前はタロです。"),
    ("会議は火曜、待って、水曜です。", "会議は水曜です。"),
)
UNSETTLED = (
    "The gig is on Friday, sorry, Saturday is the rehearsal.",
    "I live in Leeds, sorry Tom, no idea.",
    "Vivo en Soria, no en Segovia.",
    "When I said Docker the other day I meant Podman.",
    "保護者会は火曜じゃなくて木曜です",
    "Ich heiße Tom, sorry für die Tippfehler.",
    "Hab das Studium geschmissen und ne Ausbildung angefangen.",
    "The kids go to the village school rather than the academy.",
    "Une chambre sur cour plutôt que sur rue.",
    "Con Rut ya no, ahora estoy con Belén.",
    "I charge 9 a minute. Reply to the one that asks for 5: no, politely.",
    "It's on Tuesday. Sorry, Wednesday.",
    "starting at Velmar Logistics on april 1st, hmm let me check... contract says april 7th.",
    "I live in Leeds, sorry Tom.",
    "I have two dogs, no cats.",
    "I'd like a coffee, no sugar.",
    "We're at Porto, no rain so far.",
    "It's cold, I mean really cold.",
    "I like tea, well mostly green tea.",
    "I live in York, no idea for how long.",
    "He's allergic to nuts, no joke.",
    "I work at Nokia, no wait list there.",
    "The rent is 800, no bills included.",
    "I finish at 5, no later than 6.",
    "I fly on the 14th, no luggage.",
    "I have 3 kids, no pets.",
    "It's my day off, wait, 3 emails already.",
    "Wir haben zwei Kinder, drei eigentlich.",
    "Ich habe zwei Hunde, nein danke zu Katzen.",
    "Ich arbeite bei Bosch, Moment, Telefon.",
    "Ich wohne in Kassel, sorry Tom.",
    "J'habite à Nantes, enfin presque.",
    "J'ai deux chiens, non pas de chats.",
    "Vivo en Cádiz, no en Sevilla.",
    "Tengo dos perros, no gatos.",
    "我住在苏州，不是上海人。",
    "Ich bin 34, warte auf den Bus.",
    "Mein Termin ist am 3. Mai, eigentlich schon um 9.",
    "Wir haben 2 Hunde, halt nur keine Katzen.",
    "Das Hotel ist schön, falsch gebucht war nur der Flug.",
    "Unser Sohn ist 4, unsere Tochter 6, sorry für die Eile.",
    "Ich habe zwei Kinder, drei Katzen, sorry für den Lärm.",
    "I have two kids, three cats, sorry about the noise.",
    "I have two kids, three cats. Sorry, busy house.",
    "We live in Leeds, it's raining, sorry.",
    "I work Mondays, Tuesdays, sorry if that's confusing.",
    "J'ai 3 enfants, 2 chats, désolée pour le bruit.",
    "Mon fils a 8 ans, ma fille 6, pardon pour la longueur.",
    "Le train part à 8h, plutôt tôt.",
    "Tengo 2 hijos, 3 gatos, perdón por el lío.",
    "Mi vuelo sale el martes, espera confirmación.",
    "我有两个孩子，三只猫，不好意思有点吵。",
    "我周二休息，等等我查一下日历。",
    "会议3点开始，等一下再聊。",
    "子供が2人、猫が3匹、ごめんなさい、うるさくて。",
    "会議は3時、待ってください。",
    "I live at 4 Elm Street, no 12.",
    "I take bus 7 and no 12 to work.",
    "My meds: 5 mg of ramipril, no 10 mg tablets.",
    "I've 2 cats, no 3 dogs.",
    "I smoke 5 a day, well 10 at weekends.",
    "My son is 6, well 7 in May.",
    "Ich habe 3 Geschwister, eigentlich 2 Halbbrüder und 1 Schwester.",
    "J'ai 3 enfants, plutôt 2 garçons et 1 fille.",
    "I have 3 siblings, actually 2 half-brothers and a sister.",
)


@pytest.mark.parametrize(("said", "meant"), SETTLED)
def test_what_is_put_right_in_the_same_sentence_is_said_once(said, meant):
    assert settled(said) == meant


@pytest.mark.parametrize("said", UNSETTLED)
def test_an_apology_or_a_negation_puts_nothing_right_by_itself(said):
    assert settled(said) == said


def test_two_things_taken_for_each_other_are_exchanged_or_said_anew():
    assert exchanged(["Our cook is Ann.", "Our guide is Bea."]) == ["Our cook is Bea.", "Our guide is Ann."]
    assert exchanged(["The cook Ann knows Bea, our guide."]) == ["The cook Bea knows Ann, our guide."]
    assert exchanged(["Our cook is Ann.", "Our guide is Ann."]) is None
    assert restated("oops, other way round. Bea cooks, Ann guides") == "Bea cooks, Ann guides"
    assert restated("说反了，小陈负责测试") == "小陈负责测试"
    assert restated("sorry, other way round") == ""
