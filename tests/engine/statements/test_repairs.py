"""Fragments that repair what was just said."""

import pytest

from tiermem.engine.statements.exchanges import exchanged, restated
from tiermem.engine.statements.false_starts import settled
from tiermem.engine.statements.repairs import repaired
from tiermem.engine.statements.repairs.wording import is_bare_value

REPAIRS = (
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
)
OTHERS = (
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
        ("We have a new trainer, Rob.", "Be a bit more chatty, actually."),
        ("We have a new landlord, Mrs Tran.", "Feel free to write longer, actually."),
        ("Wir haben einen neuen Trainer, Rob.", "nee, mach es etwas kürzer"),
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
