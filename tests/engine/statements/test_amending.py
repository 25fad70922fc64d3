"""A correction changes a stored sentence only into one that its speaker would sign; otherwise both stay as said."""

from __future__ import annotations

import pytest

from tiermem.engine.reading.clauses import stands_alone
from tiermem.engine.statements.amendments import amended

PUT_RIGHT = [
    ("I take 50 mg of sertraline.", "I take not 50 mg but 100 mg at 8.", "I take 100 mg of sertraline."),
    (
        "Ich arbeite 40 Stunden pro Woche.",
        "Ich arbeite nicht 40 Stunden, sondern 32 Stunden an 4 Tagen.",
        "Ich arbeite 32 Stunden pro Woche.",
    ),
    (
        "Dentist is on Thursday (2026-11-05) at 9.",
        "Oops, 10 not 9.",
        "Dentist is on Thursday (2026-11-05) at 10.",
    ),
    ("娘は4歳です。", "訂正です。娘は4歳ではなく5歳です。", "娘は5歳です。"),
    ("会議は14時からです。", "間違えました、15時です。", "会議は15時からです。"),
    ("我女儿八岁。", "说错了，是九岁。", "我女儿九岁。"),
    ("单元门的号码是4712。", "上次说成4712了，其实是4721", "单元门的号码是4721。"),
    ("我有一个儿子，今年八岁。", "说错了，是九岁。", "我有一个儿子，今年九岁。"),
    ("函数不要超过 40 行。", "说错了，函数上限是 60 行，不是 40", "函数不要超过 60 行。"),
    ("瑜伽课每周二晚上。", "啊错了是周四，周二是我妈的", "瑜伽课每周四晚上。"),
    (
        "Mein Zahnarzttermin ist am 12. Oktober.",
        "Quatsch, ich meinte den 21.",
        "Mein Zahnarzttermin ist am 21. Oktober.",
    ),
    (
        "Der Server hat 32 GB RAM.",
        "Ich hab dir was Falsches gesagt: 64 GB, nicht 32.",
        "Der Server hat 64 GB RAM.",
    ),
    ("Unser Budget ist 500 Euro.", "nein, 600", "Unser Budget ist 600 Euro."),
    ("Mi tren sale a las 8:12.", "perdón, quería decir 8:21", "Mi tren sale a las 8:21."),
    (
        "Mi marido trabaja en una clínica en Elche.",
        "perdona, en el hospital general, no en una clínica",
        "Mi marido trabaja en el hospital general en Elche.",
    ),
    ("Mon vol part le 12 octobre.", "pardon, je voulais dire le 21", "Mon vol part le 21 octobre."),
    ("Le loyer est de 900 euros.", "pardon, 950 euros", "Le loyer est de 950 euros."),
    ("My exam is on the 12th of May.", "oops, the 21st", "My exam is on the 21st of May."),
    ("My exam is on October 12.", "sorry, I meant the 21st", "My exam is on October 21st."),
    ("Bea works 20 hrs a week.", "actually make it 24 hours", "Bea works 24 hrs a week."),
    ("My manager is Sarah.", "sorry, I meant Priya", "My manager is Priya."),
    (
        "Le code de l'immeuble c'est 47B12.",
        "j'ai dit 47B12, je voulais dire 47B21",
        "Le code de l'immeuble c'est 47B21.",
    ),
    (
        "The offsite is on 14 June in Ghent.",
        "oh sorry not Ghent, Bruges",
        "The offsite is on 14 June in Bruges.",
    ),
    ("My surname is Ferreira.", "you keep writing Ferreira but it's Pereira", "My surname is Pereira."),
    (
        "My daughter's birthday is 12 June.",
        "she'll be 9. wait, no, the 21st of June",
        "My daughter's birthday is 21st of June.",
    ),
    (
        "I'm allergic to strawberries.",
        "I put that badly: I'm not allergic to strawberries but to raspberries.",
        "I'm allergic to raspberries.",
    ),
    (
        "La reunión del cole es el martes 10 de marzo.",
        "me equivoqué con lo del cole, no es martes sino jueves 12 de marzo",
        "La reunión del cole es el jueves 12 de marzo.",
    ),
    (
        "The meeting is on Tuesday 10 March.",
        "I was wrong, it's not Tuesday but Thursday 12 March",
        "The meeting is on Thursday 12 March.",
    ),
    (
        "Soy alérgica a las fresas.",
        "Me expresé mal: no soy alérgica a las fresas, sino a las frambuesas.",
        "Soy alérgica a las frambuesas.",
    ),
    ("My son is 11.", "wait no, he's 12, his birthday was last week", "My son is 12."),
    ("My niece is Saorise.", "it's not Saorise it's Saoirse, you misspelt it", "My niece is Saoirse."),
    ("息子の名前はかなです。", "かなじゃなくてかなえだよ", "息子の名前はかなえです。"),
    ("我叫刘洋，在广州当医生。", "我上次说广州，其实是佛山", "我叫刘洋，在佛山当医生。"),
    ("我对芒果过敏。", "上次我说芒果，其实是菠萝", "我对菠萝过敏。"),
    ("I study in Bradford.", "*Derby, not Bradford", "I study in Derby."),
    ("J'étudie à Nancy.", "*Metz, pas Nancy", "J'étudie à Metz."),
    ("The viva is on the 3rd of May.", "no wait, June", "The viva is on the 3rd of June."),
    ("Ich wohne in Jena.", "ich meinte Gera nicht Jena", "Ich wohne in Gera."),
    ("J'habite à Nancy.", "je voulais dire Metz pas Nancy", "J'habite à Metz."),
    ("Vivo en Lugo.", "quería decir León no Lugo", "Vivo en León."),
    ("Mi tía trabaja en Seat.", "dije Seat, pero en su tarjeta pone Renault", "Mi tía trabaja en Renault."),
    (
        "Ma fille déteste les noix.",
        "j'ai dit noix mais au fond c'est les figues",
        "Ma fille déteste les figues.",
    ),
    ("Ich nehme 40 mg davon.", "60 sorry", "Ich nehme 60 mg davon."),
    ("小麦アレルギーです。", "前に小麦って言ったけど、実はそばアレルギー", "そばアレルギーです。"),
    (
        "My son goes to Larkhill Primary.",
        "I had the name wrong, the school is Larkfill Primary, write to them",
        "My son goes to Larkfill Primary.",
    ),
]
LEFT_AS_SAID = [
    ("「くまのパンやさん」という絵本です。", "さくらは卵アレルギーなので、夕飯を考えて"),
    ("好きな店は「ミケ」です。", "すみません、ポチです"),
    ("来月から金曜の14時です。", "毎週土曜の朝、先生は小林先生です。"),
    ("予算は5万円です。", "すみません、6人です"),
    ("夫は卵アレルギーです。", "いや、娘は小麦アレルギーです"),
    ("王磊是这边的负责人。", "不好意思，我觉得是 order 为空"),
    ("房租3000元。", "说错了，是2个月"),
    ("Mi novia Aitana odia que hable de bicis.", "Las facturas siempre con el IVA desglosado"),
    ("Tengo 3 gatos.", "perdón, quería decir 20 minutos"),
    ("Notre chat s'appelle Pastis.", "non, le TGV part demain"),
    ("Le loyer est de 900 euros.", "non, 3 mois"),
    ("Mein Sohn heißt Ben.", "nein, das MRT ist am Montag"),
    ("Wir treffen uns am Montag, 12. Mai.", "nein, am 14."),
    ("We've got twins, Ottilie and Fred.", "sorry, tuesday clashes with Fred's swimming"),
    ("My exam is on Monday the 12th.", "sorry, I meant the 21st"),
    ("I run 5 km every morning.", "no wait, 3 times a week"),
    ("The meeting is at 10.", "Actually the dinner is at 8."),
    ("I run 6 km a day.", "My son is 7, not 6."),
    ("Sam drinks coffee.", "Ottilie drinks tea, not coffee."),
    ('The clue to my locker is "Sarah".', "sorry, I meant Priya"),
    ("Unser Motto ist „Montag“.", "Quatsch, ich meinte Dienstag"),
    # What is right already, and an end that is no other value
    ("My niece is Saoirse.", "it's not Saorise it's Saoirse, you misspelt it"),
    ("My band is called Blue Larks.", "it's not Blew Larks it's Blue Larks"),
    ("Meine Nichte heißt Saoirse.", "sie heißt nicht Saorise sie heißt Saoirse"),
    ("I'm allergic to dogs.", "turns out i'm not allergic to dogs after all!"),
    ("I'm moving to Turin in June.", "not moving to Turin after all, visa got refused"),
    ("My uncle Leo drives us.", "I told you my uncle drives us to Bari, but it's my cousin Leo."),
    ("My sister lives in Pau.", "I said my sister lives in Pau, but it's my aunt"),
    # A name that is only spelt alike, in an admission about something else
    ("My aunt lives in Derby.", "Ship it to 9 Derry Lane, I gave you the wrong street before."),
    ("My brother works at Larch & Co.", "The invoice goes to March & Co, I wrote the wrong name."),
    ("My colleague Marek sits next to me.", "Send it to Mareike in accounts, I said the wrong person."),
    ("Meine Tante wohnt in Hagen.", "Schreib auf den Umschlag Haken 7, da hab ich mich vorhin vertippt."),
    ("Mi jefe se llama Sanz.", "Manda la factura a Sainz y Cía, antes te lo di mal."),
]


def test_a_whole_value_takes_the_place_of_one_of_its_sort_with_the_same_unit():
    found = [(old, said, one and one.content) for old, said, one in _amended(PUT_RIGHT)]

    assert found == PUT_RIGHT


def test_a_sentence_about_anything_else_is_spliced_into_none():
    rows = [(old, said, "") for old, said in LEFT_AS_SAID]

    assert [(old, one.content) for old, _, one in _amended(rows) if one is not None] == []


def _amended(rows):
    return ((old, said, amended(old, said)) for old, said, _ in rows)


LEARNED = [
    (
        ("J'ai un concert le 12 mai.", "Noté."),
        ("Je commence le 4 mai.", "Noté."),
        ("le 12 mai", "commence le 4 mai"),
    ),
    (
        ("5月12号我有演唱会。", "好的。"),
        ("我5月4号开始上班。", "好的。"),
        ("5月12号我有演唱会", "5月4号开始上班"),
    ),
    (
        ("Always answer short.", "Okay."),
        ("I moved to Leeds now. can u make the cv longer", "Okay."),
        ("Always answer short", "moved to Leeds"),
    ),
    (
        ("My dentist is Dr. Ross.", "Noted."),
        ("We're not going to Rome this summer, we're flying to Oslo instead.", "Nice."),
        ("We're not going to Rome this summer", "We're flying to Oslo instead."),
    ),
    (
        (
            "「くまのパンやさん」という絵本で、作家は田中ゆうさん。刊行は来年の3月予定、初版は5000部です。",
            "三月刊行として予算案を作成いたします。",
        ),
        ("さくらは卵アレルギーなので、簡単な夕飯も考えてもらえますか？", "卵は使いません。"),
        ("「くまのパンやさん」という絵本で", "卵アレルギー"),
    ),
    (
        ("Mi novia Aitana odia que hable de bicis en la cena.", "Anotado."),
        (
            "Las facturas mándamelas siempre con el IVA desglosado y en una tabla",
            "De acuerdo: tabla con IVA.",
        ),
        ("Mi novia Aitana odia", "IVA desglosado"),
    ),
    (
        ("来月から会議は金曜の14時です。", "承知しました。"),
        ("毎週土曜の朝はピアノで、先生は小林先生です。", "新しい生活ですね。"),
        ("金曜", "小林"),
    ),
    (
        ("My son is 11.", "Noted."),
        ("wait no, he's 12", "Twelve it is."),
        ("My son is 12.",),
    ),
    (
        ("Mein Zahnarzttermin ist am 12. Oktober.", "Notiert."),
        ("Quatsch, ich meinte den 21.", "Geändert."),
        ("am 21. Oktober",),
    ),
    (
        ("Mi tren a Sevilla sale a las 8:12.", "Anotado."),
        ("perdón, quería decir 8:21", "Vale."),
        ("a las 8:21.",),
    ),
    (
        ("Unsere neue Adresse ist Lindenweg 17.", "Notiert."),
        ("Entschuldigen Sie, da ist mir ein Zahlendreher unterlaufen, es muss Lindenweg 71 heißen.", "Gut."),
        ("Lindenweg 71.",),
    ),
    (
        ("My frame size is 54 and I ride a gravel bike.", "Noted."),
        ("scratch that, it's a 56. the 54 was the old one", "56 it is."),
        ("My frame size is 56.",),
    ),
    (
        ("la reunión del cole es el martes 10 de marzo", "De acuerdo."),
        ("me equivoqué con lo del cole, no es martes sino jueves 12 de marzo", "Corregido."),
        ("jueves 12 de marzo",),
    ),
    (("我女儿今年八岁，叫朵朵", "好的。"), ("说错了，是九岁。", "改好了。"), ("九岁，叫朵朵",)),
    (
        ("Mon vol part le 12 octobre.", "Noté."),
        ("pardon, je voulais dire le 21", "Corrigé."),
        ("le 21 octobre",),
    ),
]


@pytest.mark.parametrize("later", [False, True], ids=["in one session", "and in a later one"])
def test_what_a_message_says_is_learned_and_no_sentence_is_made_up(tell, later):
    failures = []
    for first, second, wanted in LEARNED[:3] if later else LEARNED:
        known = " ".join(tell(*([[first], [second]] if later else [[first, second]])).known)
        failures += [(said, known) for said in wanted if said not in known]

    assert failures == []


FLIGHT = "Flight to Lisbon is on 3 May at 7."
TO_A_MONTH = [
    (FLIGHT, "they moved the flight to june, the 4th", "Flight to Lisbon is on 4th June at 7."),
    (FLIGHT, "they moved the flight to June, the 4th", "Flight to Lisbon is on 4th June at 7."),
    (
        "Surgery is on 9 March at the Royal.",
        "brought the surgery forward to february, on the 20th",
        "Surgery is on 20th February at the Royal.",
    ),
    (
        "My viva is on May 3 in room 12.",
        "they moved the viva to june, the 4th",
        "My viva is on June 4th in room 12.",
    ),
    (
        "El vuelo a Lisboa es el 3 de mayo a las 7.",
        "han cambiado el vuelo a junio, el 4",
        "El vuelo a Lisboa es el 4 de junio a las 7.",
    ),
    (FLIGHT, "they moved the flight to 4 june", "Flight to Lisbon is on 4 june at 7."),
    (FLIGHT, "they moved the flight to the 4th", "Flight to Lisbon is on 4th May at 7."),
]
AS_SAID = [
    (FLIGHT, "they moved the flight to june", "They moved the flight to june."),
    (
        "The wedding's on 6 June.",
        "we've pushed the wedding to september, the 12th",
        "We've pushed the wedding to september, the 12th.",
    ),
    (
        "L'examen est le 9 mars.",
        "l'examen est déplacé en juin, le 4",
        "L'examen est déplacé en juin, le 4.",
    ),
    ("My exam is on 3 May in Leeds.", "we march on the 4th, the exam stays", "My exam is on 3 May in Leeds."),
    (FLIGHT, "august, the 4th floor flat, is where my nan lives", FLIGHT),
]


@pytest.mark.parametrize(("told", "moved", "known"), TO_A_MONTH + AS_SAID)
def test_a_day_in_another_month_takes_the_month_too(tell, told, moved, known):
    story = tell(told, moved)

    assert known in story.known
    assert known == told or told not in story.known


CUT = [
    ("不是 main", False),
    ("别往 main 推", True),
    ("我叫林浩", True),
    ("der ist stark sehbehindert", False),
    ("ich wohne in Kassel", True),
    ("she works at Shell", False),
    ("Max works at Shell", True),
    ("I live in Lyon", True),
    ("elle travaille à Lyon", False),
    ("mon fils a 3 ans", True),
    ("Tengo un cliente que nunca paga", True),
]


def test_what_is_left_of_an_entry_stands_there_only_where_it_is_clear_alone():
    assert [(fact, stands_alone(fact)) for fact, _ in CUT] == CUT
