"""Days said by their distance are written out: in statements, and in the turns that are recalled."""

from __future__ import annotations

from datetime import UTC, date, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.opening import opened

from tiermem.text import languages
from tiermem.text.times.dates import with_dates, with_dates_throughout

SAID = date(2026, 3, 18)  # a Wednesday

WRITTEN_OUT = [
    ("My first loan ends in 2 years.", "in 2 years (2028)"),
    ("I haven't packed, we fly in two weeks.", "in two weeks (about 2026-04-01)"),
    ("Ich bin in 3 Jahren nicht mehr hier.", "in 3 Jahren (2029) nicht"),
    ("Mi primer préstamo termina en 2 años.", "en 2 años (2028)"),
    ("Moving out in two weeks, so much to do.", "in two weeks (about 2026-04-01),"),
    ("The cast comes off in ten days.", "in ten days (2026-03-28)."),
    ("The electrician is coming on Wednesday next week.", "on Wednesday (2026-03-25) next week."),
    ("The inspection is on the 15th of next month.", "on the 15th of next month (2026-04-15)."),
    ("Rough week. Yesterday I crashed my bike!", "Yesterday (2026-03-17) I crashed"),
    ("Dee was promised the slides by Friday.", "by Friday (2026-03-20)"),
    ("Ich hab ihr die Belege bis Freitag versprochen.", "bis Freitag (2026-03-20)"),
    ("Sandrine m'a promis les maquettes pour vendredi.", "pour vendredi (2026-03-20)"),
    ("vor drei jahren hab ich meinen laden aufgemacht", "vor drei jahren (2023) hab"),
    ("am 15. nächsten Monats ist Abgabe", "am 15. nächsten Monats (2026-04-15) ist"),
    ("wir ziehen in zwei wochen um", "in zwei wochen (etwa 2026-04-01) um"),
    ("on part le 15 du mois prochain", "le 15 du mois prochain (2026-04-15)"),
    ("on déménage dans deux semaines", "dans deux semaines (vers le 2026-04-01)"),
    ("el 15 del mes que viene tengo examen", "el 15 del mes que viene (2026-04-15) tengo"),
    ("la nevera que llegó ayer ya pierde agua", "ayer (2026-03-17) ya"),
    ("下个月15号交房", "下个月15号 (2026-04-15)交房"),
    ("上周六跑了人生第一个半马！", "上周六 (2026-03-14)跑了"),
    ("来月10日が簿記の検定日", "来月10日 (2026-04-10)が"),
    ("leo turned 4 last week", "last week (week of 2026-03-09)"),
    ("我五年前搬到上海", "五年前 (2021)搬到"),
    ("3週間後に引っ越し", "3週間後 (2026-04-08 ごろ)に"),
    ("choir is cancelled this tuesday", "this tuesday (2026-03-24)"),
    ("choir was cancelled on tuesday", "on tuesday (2026-03-17)"),
    ("der chor am dienstag ist abgesagt", "am dienstag (2026-03-24) ist"),
    ("la chorale est annulée mardi", "mardi (2026-03-24)"),
    ("el coro está cancelado este martes", "este martes (2026-03-24)"),
    ("这周二的合唱团取消了", "这周二 (2026-03-17)的"),
    ("火曜日の合唱は中止になりました", "火曜日 (2026-03-24)の"),
    ("jai plus la clio, on la vendue samedi", "samedi (2026-03-14)"),
    ("vendimos el coche el sábado", "el sábado (2026-03-14)"),
]
LEFT = [
    "I bought my first car in 10 years.",
    "That was the best meal I had in five years.",
    "I haven't seen my brother in 3 years.",
    "Das ist mein erstes Auto in 10 Jahren.",
    "Ich habe meinen Bruder in 3 Jahren nicht gesehen.",
    "No he visto a mi hermano en 3 años.",
    "Es mi primer coche en 10 años.",
    "I have piano lessons on Tuesdays.",
    "Maybe we move in two weeks.",
    "The release of May 2024 was late.",
    "I turn 10 pages a minute.",
    "周会是每周一上午十点",
    "ギター教室は木曜に変わった",
    "我做了五年前端",
    "她在银行做了两年后台开发",
    "彼は一年後輩です",
    "I've got surgery on Monday, so no running",
    "got my eye test tuesday, second try",
    "I have lunch with Fred on Friday",
    "My doctor said the surgery is on Friday",
    "The viewing is scheduled on Friday",
    "j'ai un entretien vendredi chez Airbus",
    "je suis à Paris samedi",
    "je suis invitée samedi chez Paul",
    "Wir haben am Samstag ein Spiel gegen Bochum",
    "Ich habe am Freitag meinen ersten Termin",
    "Ich bin am Freitag in Gent",
    "Tengo un café con José el viernes",
]


def test_each_sentence_of_a_message_gets_the_dates_of_its_times():
    found = [(text, with_dates_throughout(text, SAID)) for text, _ in WRITTEN_OUT]
    assert [row for row, (_, wanted) in zip(found, WRITTEN_OUT, strict=True) if wanted not in row[1]] == []


def test_what_is_unsure_recurs_or_has_a_date_stays_as_it_was_said():
    assert [text for text in LEFT if with_dates_throughout(text, SAID) != text] == []


@given(st.text(max_size=80), st.sampled_from(languages.codes()))
def test_dates_are_only_added_to_any_text(text, code):
    dated = with_dates(text, SAID, languages.language(code))
    assert len(dated) >= len(text)
    assert with_dates_throughout(text, None) == text


def test_a_recalled_turn_says_the_day_that_it_meant(tmp_path):
    with opened(tmp_path, clock=lambda: datetime(2026, 3, 18, 10, tzinfo=UTC)) as memory:
        with memory.session(user="ana") as session:
            session.on_turn_end("funny haiku please, yesterday I crashed my bike into a bin", "Green lid.")
        asked = memory.session(user="ana").context("When did I crash my bike?")

    assert "yesterday (2026-03-17) I crashed my bike" in asked


RECUR = [
    "来月から金曜の14時です。",
    "来月から土曜の朝に変わります",
    "Tuesday evenings we have choir",
    "Friday mornings are for admin.",
    "from next month on it is always Friday",
    "ab nächstem Monat immer Freitag um 14 Uhr",
    "Dienstag abends habe ich Chor",
    "对了，会议不是周五",
    "My day off is Monday.",
    "They moved my day off to Thursday.",
    "Montag ist Ruhetag.",
    "周一休息，其他时间营业。",
    "仲居は千代さん一人、月曜休み。",
    "定休日は月曜です。",
]
DATED = [
    "The viewing is on Monday 4 May at ten.",
    "Her operation is on 4 May (Monday).",
    "The test is Monday, May 4th.",
    "We fly on Tuesday the 9th of June.",
    "Lunch is on Thursday the 21st.",
    "Court date: 3 June, a Wednesday.",
    "Der Termin ist am Montag, den 4. Mai.",
    "Ich fliege am Dienstag 9.6. nach Rom",
    "le rendez-vous est fixé au lundi 4 mai",
    "on part lundi 4",
    "la cita es el lunes 4 de mayo",
    "我5月4日星期一做手术",
    "婚礼是6月20号（周六）",
    "結婚式は6月20日土曜日です",
    "面接は5月4日の月曜日です",
]
SHIFTED = [
    ("from next week it's Monday instead of Tuesday", "Tuesday"),
    ("ab nächster Woche Montag statt Dienstag", "Dienstag"),
    ("desde la semana que viene, lunes en vez de martes", "martes"),
]


def test_a_weekday_that_recurs_or_no_longer_holds_is_no_day_even_of_a_decision():
    dated = [with_dates(text, SAID, languages.languages_of(text)[0], "decision") for text in RECUR]
    assert [one for one in dated if "2026-03" in one] == []
    for text, day in SHIFTED:
        assert with_dates(text, SAID, languages.languages_of(text)[0], "decision").endswith(day)


def test_a_weekday_whose_date_stands_beside_it_gets_no_other():
    said = date(2026, 1, 10)
    dated = [with_dates(text, said, languages.languages_of(text)[0], "decision") for text in DATED]
    assert dated == DATED
    again = with_dates("Dinner is on Thursday the 15th.", said, languages.ENGLISH, "decision")
    assert "Thursday (2026-01-15) the 15th" in again


PROMISED = [
    ("en", "I promised to send Alec the report by Friday.", "2026-03-20"),
    ("en", "I told Ben that I will call him on Thursday.", "2026-03-19"),
    ("de", "Ich habe versprochen, den Bericht bis Freitag zu schicken.", "2026-03-20"),
    ("fr", "J'ai promis d'envoyer le rapport avant vendredi.", "2026-03-20"),
    ("es", "Prometí enviar el informe antes del viernes.", "2026-03-20"),
    ("en", "They moved the interview to Monday.", "2026-03-23"),
    ("de", "Das Gespräch wurde auf Montag verschoben.", "2026-03-23"),
    ("fr", "L'entretien a été décalé à lundi.", "2026-03-23"),
    ("es", "Han aplazado la entrevista al lunes.", "2026-03-23"),
    ("fr", "Je suis à Lyon jusqu'à vendredi.", "2026-03-20"),
]
TOLD_BESIDE = [
    ("en", "The repair guy cancelled, he comes on Monday now."),
    ("en", "I met Ben, who arrives on Friday."),
    ("de", "Der Handwerker hat abgesagt, er kommt jetzt am Montag."),
    ("fr", "Le plombier a annulé, il vient lundi."),
    ("es", "El repartidor canceló, viene el lunes."),
    ("zh", "师傅取消了，他周一来。"),
]
EVERY_MORNING = [
    ("es", "Nube toma una pastilla cada mañana."),
    ("de", "Jeden Morgen laufe ich."),
    ("de", "Guten Morgen! Ich wohne in Graz."),
]


def test_the_day_until_which_something_was_promised_is_still_to_come():
    found = [with_dates(text, SAID, languages.language(code), "commitment") for code, text, _ in PROMISED]
    assert [row for row, (_, _, day) in zip(found, PROMISED, strict=True) if day not in row] == []


SINCE = [
    ("ja", "月曜から市役所で働いています。", "2026-03-16"),
    ("ja", "月曜日から禁煙してる", "2026-03-16"),
    ("ja", "月曜から出張です。", "2026-03-23"),
    ("ja", "月曜から市役所で働きます。", "2026-03-23"),
    ("ja", "月曜から始まるのを待っています。", "2026-03-23"),
    ("en", "I've been working at the town hall since Monday.", "2026-03-16"),
    ("en", "I've been ill since Monday and I'm back on Friday.", "2026-03-16"),
    ("en", "I've been ill since Monday and I'm back on Friday.", "2026-03-20"),
    ("en", "Since Monday is a holiday, we meet later.", "2026-03-23"),
    ("de", "Ich arbeite seit Montag im Rathaus.", "2026-03-16"),
    ("de", "Ich arbeite ab Montag im Rathaus.", "2026-03-23"),
    ("fr", "Je travaille à la mairie depuis lundi.", "2026-03-16"),
    ("fr", "Je travaille à la mairie à partir de lundi.", "2026-03-23"),
]


def test_what_is_so_since_a_weekday_began_on_the_last_one_and_a_plan_on_the_next():
    found = [with_dates(text, SAID, languages.language(code), "commitment") for code, text, _ in SINCE]
    assert [row for row, (_, _, day) in zip(found, SINCE, strict=True) if day not in row] == []


def test_a_weekday_beside_a_clause_in_the_past_is_not_the_last_one():
    rows = [*TOLD_BESIDE, *EVERY_MORNING]
    assert [text for code, text in rows if with_dates(text, SAID, languages.language(code)) != text] == []
    moved = with_dates("On Tuesday, I started there.", SAID, languages.language("en"))
    assert moved == "On Tuesday (2026-03-17), I started there."
    dismissed = with_dates("Acme let me go on Monday.", SAID, languages.language("en"))
    assert "2026-03-16" in dismissed
    warned = with_dates("Acme will let me go on Monday.", SAID, languages.language("en"))
    assert "2026-03-16" not in warned
    visit = with_dates("Mañana por la mañana voy al médico.", SAID, languages.language("es"))
    assert "2026-03-19" in visit
