"""Time expressions, resolved against Wednesday, 18 June 2025, half past three in the afternoon."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.text.languages import language
from tiermem.text.times.periods import periods

NOW = datetime(2025, 6, 18, 15, 30, 12, 345, tzinfo=UTC)
CASES = {
    "en": """
        what did we do today? | today | 2025-06-18 | 2025-06-19
        yesterday I said no | yesterday | 2025-06-17 | 2025-06-18
        the day before yesterday | the day before yesterday | 2025-06-16 | 2025-06-17
        call me tomorrow | tomorrow | 2025-06-19 | 2025-06-20
        Last Night was fun | Last Night | 2025-06-17T18 | 2025-06-18T06
        how did we fix it last week | last week | 2025-06-09 | 2025-06-16
        this week's plan | this week | 2025-06-16 | 2025-06-23
        next week | next week | 2025-06-23 | 2025-06-30
        last month | last month | 2025-05-01 | 2025-06-01
        last year | last year | 2024-01-01 | 2025-01-01
        next year | next year | 2026-01-01 | 2027-01-01
        last quarter | last quarter | 2025-01-01 | 2025-04-01
        last weekend | last weekend | 2025-06-14 | 2025-06-16
        this weekend | this weekend | 2025-06-21 | 2025-06-23
        last summer | last summer | 2024-06-01 | 2024-09-01
        next spring | next spring | 2026-03-01 | 2026-06-01
        in the summer of 2023 | summer of 2023 | 2023-06-01 | 2023-09-01
        last Monday | last Monday | 2025-06-16 | 2025-06-17
        last Wednesday | last Wednesday | 2025-06-11 | 2025-06-12
        on Monday we met | Monday | 2025-06-16 | 2025-06-17
        on Friday we met | Friday | 2025-06-13 | 2025-06-14
        we will meet on Friday | Friday | 2025-06-20 | 2025-06-21
        next Wednesday | next Wednesday | 2025-06-25 | 2025-06-26
        Tuesday last week | Tuesday last week | 2025-06-10 | 2025-06-11
        three days ago | three days ago | 2025-06-15 | 2025-06-16
        2 weeks ago | 2 weeks ago | 2025-06-01 | 2025-06-08
        a month ago | a month ago | 2025-05-01 | 2025-06-01
        two years ago | two years ago | 2023-01-01 | 2024-01-01
        5 hours ago | 5 hours ago | 2025-06-18T10 | 2025-06-18T11
        a few weeks ago | a few weeks ago | 2025-05-11 | 2025-06-08
        a couple of months ago | a couple of months ago | 2025-03-01 | 2025-05-01
        the last three weeks | last three weeks | 2025-05-28 | 2025-06-19
        over the past 6 months | past 6 months | 2024-12-18 | 2025-06-19
        in the past week | past week | 2025-06-11 | 2025-06-19
        in 10 days | in 10 days | 2025-06-28 | 2025-06-29
        in two weeks | in two weeks | 2025-06-29 | 2025-07-06
        the trip in May | May | 2025-05-01 | 2025-06-01
        the trip in August | August | 2024-08-01 | 2024-09-01
        we will travel in August | August | 2025-08-01 | 2025-09-01
        in May 2024 | May 2024 | 2024-05-01 | 2024-06-01
        in May of last year | May of last year | 2024-05-01 | 2024-06-01
        last March | last March | 2025-03-01 | 2025-04-01
        since March | since March | 2025-03-01 | -
        since last week | since last week | 2025-06-09 | -
        before May | before May | - | 2025-05-01
        after May 2024 | after May 2024 | 2024-06-01 | -
        until Friday | until Friday | - | 2025-06-21
        in 2023 | 2023 | 2023-01-01 | 2024-01-01
        on 3 May 2024 | 3 May 2024 | 2024-05-03 | 2024-05-04
        on May 3rd, 2024 | May 3rd, 2024 | 2024-05-03 | 2024-05-04
        the 3rd of May | 3rd of May | 2025-05-03 | 2025-05-04
        July 4 | July 4 | 2024-07-04 | 2024-07-05
        29 February | 29 February | 2024-02-29 | 2024-03-01
        on 2025-05-03 at noon | 2025-05-03 | 2025-05-03 | 2025-05-04
        2025-05-03T10:00:00Z | 2025-05-03 | 2025-05-03 | 2025-05-04
        since 2025-04 | since 2025-04 | 2025-04-01 | -
        5/3/2024 | 5/3/2024 | 2024-05-03 | 2024-05-04
        between March and May | March and May | 2025-03-01 | 2025-06-01
        between May and July | May and July | 2024-05-01 | 2024-08-01
        between March and May of last year | March and May of last year | 2024-03-01 | 2024-06-01
        between 2021 and 2023 | 2021 and 2023 | 2021-01-01 | 2024-01-01
        Between Monday and Wednesday | Monday and Wednesday | 2025-06-16 | 2025-06-19
        from Thursday to Monday | Thursday to Monday | 2025-06-12 | 2025-06-17
        we will be away from Thursday to Monday | Thursday to Monday | 2025-06-19 | 2025-06-24
        from Monday until Wednesday last week | Monday until Wednesday last week | 2025-06-09 | 2025-06-12
        from 7 to 9 September | 7 to 9 September | 2024-09-07 | 2024-09-10
        from the 3rd to the 5th of May | 3rd to the 5th of May | 2025-05-03 | 2025-05-06
        between 3 and 5 May | 3 and 5 May | 2025-05-03 | 2025-05-06
        from May 3 to May 5, 2024 | May 3 to May 5, 2024 | 2024-05-03 | 2024-05-06
        from yesterday to today | yesterday to today | 2025-06-17 | 2025-06-19
        in early May | May | 2025-05-01 | 2025-06-01
        by the end of March | by the end of March | - | 2026-04-01
        in Q2 | Q2 | 2025-04-01 | 2025-07-01
        Q1 2024 | Q1 2024 | 2024-01-01 | 2024-04-01
        a fortnight ago | a fortnight ago | 2025-06-02 | 2025-06-09
        next week, back at work | next week | 2025-06-23 | 2025-06-30
    """,
    "de": """
        was war heute? | heute | 2025-06-18 | 2025-06-19
        gestern Abend | gestern Abend | 2025-06-17T18 | 2025-06-18T06
        vorgestern | vorgestern | 2025-06-16 | 2025-06-17
        übermorgen | übermorgen | 2025-06-20 | 2025-06-21
        letzte Woche | letzte Woche | 2025-06-09 | 2025-06-16
        im vorigen Monat | vorigen Monat | 2025-05-01 | 2025-06-01
        nächstes Jahr | nächstes Jahr | 2026-01-01 | 2027-01-01
        letztes Wochenende | letztes Wochenende | 2025-06-14 | 2025-06-16
        vor drei Tagen | vor drei Tagen | 2025-06-15 | 2025-06-16
        vor einer Woche | vor einer Woche | 2025-06-08 | 2025-06-15
        vor 2 Jahren | vor 2 Jahren | 2023-01-01 | 2024-01-01
        vor ein paar Wochen | vor ein paar Wochen | 2025-05-11 | 2025-06-08
        in zwei Monaten | in zwei Monaten | 2025-08-01 | 2025-09-01
        in den letzten drei Wochen | letzten drei Wochen | 2025-05-28 | 2025-06-19
        am letzten Montag | letzten Montag | 2025-06-16 | 2025-06-17
        am Freitag waren wir da | Freitag | 2025-06-13 | 2025-06-14
        im März | März | 2025-03-01 | 2025-04-01
        im Mai 2024 | Mai 2024 | 2024-05-01 | 2024-06-01
        am 3. Mai 2024 | 3. Mai 2024 | 2024-05-03 | 2024-05-04
        am 3. Mai | 3. Mai | 2025-05-03 | 2025-05-04
        am 03.05.2024 | 03.05.2024 | 2024-05-03 | 2024-05-04
        seit März | seit März | 2025-03-01 | -
        seit zwei Wochen | seit zwei Wochen | 2025-06-01 | -
        vor Mai | vor Mai | - | 2025-05-01
        bis Freitag | bis Freitag | - | 2025-06-21
        im letzten Sommer | letzten Sommer | 2024-06-01 | 2024-09-01
        im Winter 2023 | Winter 2023 | 2023-12-01 | 2024-03-01
        im Mai letzten Jahres | Mai letzten Jahres | 2024-05-01 | 2024-06-01
        zwischen März und Mai | März und Mai | 2025-03-01 | 2025-06-01
        vom 7. bis 9. September | 7. bis 9. September | 2024-09-07 | 2024-09-10
        vom 3. Mai bis zum 5. Mai | 3. Mai bis zum 5. Mai | 2025-05-03 | 2025-05-06
        zwischen dem 3. und dem 5. Mai | 3. und dem 5. Mai | 2025-05-03 | 2025-05-06
        von Montag bis Mittwoch | Montag bis Mittwoch | 2025-06-16 | 2025-06-19
        von März bis Mai letzten Jahres | März bis Mai letzten Jahres | 2024-03-01 | 2024-06-01
        Anfang Mai waren wir da | Mai | 2025-05-01 | 2025-06-01
        am 7.9. waren wir da | 7.9. | 2024-09-07 | 2024-09-08
    """,
    "fr": """
        aujourd’hui | aujourd’hui | 2025-06-18 | 2025-06-19
        hier soir | hier soir | 2025-06-17T18 | 2025-06-18T06
        avant-hier | avant-hier | 2025-06-16 | 2025-06-17
        la semaine dernière | semaine dernière | 2025-06-09 | 2025-06-16
        le mois dernier | mois dernier | 2025-05-01 | 2025-06-01
        l’année dernière | année dernière | 2024-01-01 | 2025-01-01
        l'an prochain | an prochain | 2026-01-01 | 2027-01-01
        le week-end dernier | week-end dernier | 2025-06-14 | 2025-06-16
        il y a trois jours | il y a trois jours | 2025-06-15 | 2025-06-16
        il y a deux semaines | il y a deux semaines | 2025-06-01 | 2025-06-08
        il y a un an | il y a un an | 2024-01-01 | 2025-01-01
        il y a quelques semaines | il y a quelques semaines | 2025-05-11 | 2025-06-08
        dans deux mois | dans deux mois | 2025-08-01 | 2025-09-01
        les trois dernières semaines | trois dernières semaines | 2025-05-28 | 2025-06-19
        lundi dernier | lundi dernier | 2025-06-16 | 2025-06-17
        vendredi on est sortis | vendredi | 2025-06-13 | 2025-06-14
        en mars | mars | 2025-03-01 | 2025-04-01
        en mai 2024 | mai 2024 | 2024-05-01 | 2024-06-01
        le 3 mai 2024 | 3 mai 2024 | 2024-05-03 | 2024-05-04
        le 1er mai | 1er mai | 2025-05-01 | 2025-05-02
        le 03/05/2024 | 03/05/2024 | 2024-05-03 | 2024-05-04
        depuis mars | depuis mars | 2025-03-01 | -
        l'été dernier | été dernier | 2024-06-01 | 2024-09-01
        jusqu'à vendredi | jusqu'à vendredi | - | 2025-06-21
        entre mars et mai | mars et mai | 2025-03-01 | 2025-06-01
        du 7 au 9 septembre | 7 au 9 septembre | 2024-09-07 | 2024-09-10
        entre le 3 et le 5 mai | 3 et le 5 mai | 2025-05-03 | 2025-05-06
        de lundi à mercredi | lundi à mercredi | 2025-06-16 | 2025-06-19
        il y a une quinzaine | il y a une quinzaine | 2025-06-02 | 2025-06-09
    """,
    "es": """
        hoy | hoy | 2025-06-18 | 2025-06-19
        anoche | anoche | 2025-06-17T18 | 2025-06-18T06
        anteayer | anteayer | 2025-06-16 | 2025-06-17
        pasado mañana | pasado mañana | 2025-06-20 | 2025-06-21
        la semana pasada | semana pasada | 2025-06-09 | 2025-06-16
        el mes pasado | mes pasado | 2025-05-01 | 2025-06-01
        el año pasado | año pasado | 2024-01-01 | 2025-01-01
        el próximo año | próximo año | 2026-01-01 | 2027-01-01
        el fin de semana pasado | fin de semana pasado | 2025-06-14 | 2025-06-16
        hace tres días | hace tres días | 2025-06-15 | 2025-06-16
        hace dos semanas | hace dos semanas | 2025-06-01 | 2025-06-08
        hace un año | hace un año | 2024-01-01 | 2025-01-01
        hace unas semanas | hace unas semanas | 2025-05-11 | 2025-06-08
        dentro de dos meses | dentro de dos meses | 2025-08-01 | 2025-09-01
        las últimas tres semanas | últimas tres semanas | 2025-05-28 | 2025-06-19
        el lunes pasado | lunes pasado | 2025-06-16 | 2025-06-17
        el viernes comimos juntos | viernes | 2025-06-13 | 2025-06-14
        en marzo | marzo | 2025-03-01 | 2025-04-01
        en mayo de 2024 | mayo de 2024 | 2024-05-01 | 2024-06-01
        en mayo del año pasado | mayo del año pasado | 2024-05-01 | 2024-06-01
        el 3 de mayo de 2024 | 3 de mayo de 2024 | 2024-05-03 | 2024-05-04
        el 03/05/2024 | 03/05/2024 | 2024-05-03 | 2024-05-04
        desde marzo | desde marzo | 2025-03-01 | -
        hasta el viernes | hasta el viernes | - | 2025-06-21
        el verano pasado | verano pasado | 2024-06-01 | 2024-09-01
        entre marzo y mayo | marzo y mayo | 2025-03-01 | 2025-06-01
        del 7 al 9 de septiembre | 7 al 9 de septiembre | 2024-09-07 | 2024-09-10
        de lunes a miércoles | lunes a miércoles | 2025-06-16 | 2025-06-19
        desde el lunes hasta el miércoles | desde el lunes hasta el miércoles | 2025-06-16 | 2025-06-19
    """,
    "zh": """
        今天做了什么 | 今天 | 2025-06-18 | 2025-06-19
        我昨天说过 | 昨天 | 2025-06-17 | 2025-06-18
        前天 | 前天 | 2025-06-16 | 2025-06-17
        昨晚 | 昨晚 | 2025-06-17T18 | 2025-06-18T06
        我们上周讨论过 | 上周 | 2025-06-09 | 2025-06-16
        上個月 | 上個月 | 2025-05-01 | 2025-06-01
        去年 | 去年 | 2024-01-01 | 2025-01-01
        明年 | 明年 | 2026-01-01 | 2027-01-01
        上周末 | 上周末 | 2025-06-14 | 2025-06-16
        上周三 | 上周三 | 2025-06-11 | 2025-06-12
        三天前 | 三天前 | 2025-06-15 | 2025-06-16
        两周前 | 两周前 | 2025-06-01 | 2025-06-08
        3个月前 | 3个月前 | 2025-03-01 | 2025-04-01
        几周前 | 几周前 | 2025-05-11 | 2025-06-08
        两个月后 | 两个月后 | 2025-08-01 | 2025-09-01
        过去三周 | 过去三周 | 2025-05-28 | 2025-06-19
        去年5月 | 去年5月 | 2024-05-01 | 2024-06-01
        2024年5月 | 2024年5月 | 2024-05-01 | 2024-06-01
        2024年5月3日 | 2024年5月3日 | 2024-05-03 | 2024-05-04
        5月3号 | 5月3号 | 2025-05-03 | 2025-05-04
        三月的旅行 | 三月 | 2025-03-01 | 2025-04-01
        从三月 | 从三月 | 2025-03-01 | -
        三月以来 | 三月以来 | 2025-03-01 | -
        五月之前 | 五月之前 | - | 2025-05-01
        去年夏天 | 去年夏天 | 2024-06-01 | 2024-09-01
        周五我们见过面 | 周五 | 2025-06-13 | 2025-06-14
        在2023年 | 2023年 | 2023-01-01 | 2024-01-01
        三月到五月 | 三月到五月 | 2025-03-01 | 2025-06-01
        3月和5月之间 | 3月和5月之间 | 2025-03-01 | 2025-06-01
        从周一到周三 | 从周一到周三 | 2025-06-16 | 2025-06-19
        上周一至周三 | 上周一至周三 | 2025-06-09 | 2025-06-12
        5月3日到5日 | 5月3日到5日 | 2025-05-03 | 2025-05-06
    """,
    "ja": """
        今日は何をした | 今日 | 2025-06-18 | 2025-06-19
        昨日言った | 昨日 | 2025-06-17 | 2025-06-18
        おととい | おととい | 2025-06-16 | 2025-06-17
        昨夜 | 昨夜 | 2025-06-17T18 | 2025-06-18T06
        先週の会議 | 先週 | 2025-06-09 | 2025-06-16
        先月 | 先月 | 2025-05-01 | 2025-06-01
        昨年 | 昨年 | 2024-01-01 | 2025-01-01
        来年 | 来年 | 2026-01-01 | 2027-01-01
        先週末 | 先週末 | 2025-06-14 | 2025-06-16
        先週の水曜日 | 先週の水曜日 | 2025-06-11 | 2025-06-12
        3日前 | 3日前 | 2025-06-15 | 2025-06-16
        二週間前 | 二週間前 | 2025-06-01 | 2025-06-08
        3か月前 | 3か月前 | 2025-03-01 | 2025-04-01
        数週間前 | 数週間前 | 2025-05-04 | 2025-06-08
        2ヶ月後 | 2ヶ月後 | 2025-08-01 | 2025-09-01
        過去3週間 | 過去3週間 | 2025-05-28 | 2025-06-19
        去年の5月 | 去年の5月 | 2024-05-01 | 2024-06-01
        2024年5月 | 2024年5月 | 2024-05-01 | 2024-06-01
        2024年5月3日 | 2024年5月3日 | 2024-05-03 | 2024-05-04
        5月3日 | 5月3日 | 2025-05-03 | 2025-05-04
        三月の旅行 | 三月 | 2025-03-01 | 2025-04-01
        3月から | 3月から | 2025-03-01 | -
        5月まで | 5月まで | - | 2026-06-01
        去年の夏 | 去年の夏 | 2024-06-01 | 2024-09-01
        金曜日に会った | 金曜日 | 2025-06-13 | 2025-06-14
        ２０２３年に | ２０２３年 | 2023-01-01 | 2024-01-01
        3月から5月まで | 3月から5月まで | 2025-03-01 | 2025-06-01
        3月と5月の間 | 3月と5月の間 | 2025-03-01 | 2025-06-01
        月曜日から水曜日まで | 月曜日から水曜日まで | 2025-06-16 | 2025-06-19
        5月3日から5日まで | 5月3日から5日まで | 2025-05-03 | 2025-05-06
    """,
}
NO_TIMES = {
    "en": [
        "May I ask you something?",
        "march on",
        "listen on port 2000 or 2048",
        "version 2024.1 is out",
        "http://x.org/2024/05",
        "the last argument",
        "31 February",
        "the last minute",
        "a spring in the sofa",
        "the second day",
        "Sun Microsystems",
        "",
        "id 20250503123",
        "on version 3.2. of it",
    ],
    "de": [
        "ein Mann in der Stadt",
        "vor allem",
        "so ist es",
        "im letzten Abschnitt",
        "am 31. Februar",
        "Version 3.2. ist da",
    ],
    "fr": ["la planète mars", "il y a trois erreurs", "le dernier fichier", "j'ai été là"],
    "es": ["hace falta un botón", "el último archivo", "una semana santa y nada más"],
    "zh": ["上面的文件", "三个苹果", "之前的代码", "下载"],
    "ja": ["この関数", "前の行", "日本", "春子さん"],
}


def moments(side):
    """An instant of a case; None for an open side."""
    return (
        None
        if side == "-"
        else datetime.fromisoformat(side + (":00" if "T" in side else "")).replace(tzinfo=UTC)
    )


def rows(code):
    """(text, expression in it, beginning, end) of each case of a language."""
    for line in CASES[code].strip().splitlines():
        yield tuple(part.strip() for part in line.split(" | "))


@pytest.mark.parametrize("code", list(CASES))
def test_time_expressions_are_found_and_resolved(code):
    wrong = []
    for text, said, since, until in rows(code):
        found = periods(text, NOW, [language(code)])
        given = [(text[one.start : one.end], one.period.since, one.period.until) for one in found]
        if given != [(said, moments(since), moments(until))]:
            wrong.append((text, given))

    assert wrong == []


@pytest.mark.parametrize("code", list(NO_TIMES))
def test_words_that_only_look_like_a_time_are_none(code):
    assert [text for text in NO_TIMES[code] if periods(text, NOW, [language(code)])] == []


@pytest.mark.parametrize("code", list(CASES))
def test_words_around_a_time_change_nothing(code):
    def found(text):
        return [one.period for one in periods(text, NOW, [language(code)])]

    assert [text for text, *_ in rows(code) if found(f"(note) {text}; ok! 👍") != found(text)] == []


def test_several_times_are_found_in_order():
    text = "Between yesterday and 3 May we met twice; last year never."

    assert [text[one.start : one.end] for one in periods(text, NOW)] == ["yesterday", "3 May", "last year"]


@each_row(
    "text",
    [
        "I met Ann on Monday and Tom on Tuesday",
        "between us, May 3 and then Friday",
        "on Monday, to Ann in May",
    ],
)
def test_two_times_that_are_no_range_stay_two(text):
    assert len(periods(text, NOW)) == 2


def test_the_language_of_the_text_is_looked_for():
    (mention,) = periods("was haben wir letzte Woche gemacht?", NOW)
    assert mention.period.since == datetime(2025, 6, 9, tzinfo=UTC)


def test_times_are_those_of_the_zone_of_now():
    tokyo = datetime(2025, 6, 19, 1, tzinfo=ZoneInfo("Asia/Tokyo"))
    (mention,) = periods("yesterday", tokyo)

    assert mention.period.since == datetime(2025, 6, 18, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert mention.period.until == tokyo.replace(hour=0)


@each_row("text", ["9999 years ago", "in 99999 years", "2 weeks ago", "last year"])
def test_the_calendar_ends(text):
    early = datetime(1, 1, 1, tzinfo=UTC)
    for now in (early, datetime(9999, 12, 31, 23, 59, tzinfo=UTC)):
        periods(text, now)


@pytest.mark.parametrize(
    "text", ["What will we do on 31 April?", "until 30 February", "next 31 June", "last 30 February"]
)
@pytest.mark.parametrize("now", [NOW, datetime(1, 1, 2, tzinfo=UTC)])
def test_a_day_that_no_year_has_is_no_time(text, now):
    assert periods(text, now) == []


WORDS = sorted({word for lines in CASES.values() for word in lines.replace("|", " ").split()})
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    st.lists(st.sampled_from(WORDS)).map("".join),
)
MOMENTS = st.datetimes(
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=-11)), ZoneInfo("Europe/Berlin")])
)


@given(TEXTS, MOMENTS, st.sampled_from(["en", "de", "fr", "es", "zh", "ja"]))
def test_any_text_gives_periods_that_hold_together(text, now, code):
    last = 0
    for mention in periods(text, now, [language(code)]):
        assert last <= mention.start < mention.end <= len(text)
        last = mention.end
        since, until = mention.period.since, mention.period.until
        assert since is not None or until is not None
        assert since is None or until is None or since < until
        assert all(side is None or side.tzinfo is now.tzinfo for side in (since, until))
