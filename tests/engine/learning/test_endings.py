"""People who chat seem to end a lot: what they said before stays, and a change of it is still believed."""

from __future__ import annotations

CHAT = [
    (
        "There's a small hotel by the canal, De Vlier, three rooms left, 118 a night.",
        "Femke drives a gritting lorry, and he'd swapped three shifts to be there.",
    ),
    (
        "My grandmother left me her orchard, near Třebíč.",
        "He's been to the orchard with me! Three days.",
    ),
    (
        "She's from Setúbal and grew up with puppets, her uncle carved them for the fair.",
        "The uncle with the puppets is amazing, he gave me a little lime wood goose for you.",
    ),
    (
        "Come any time.",
        "We're all sick here, don't come over. Stomach bug, all five of us, in order of height.",
    ),
]
CHANGES = [
    ("My brother Tom lives in Bristol.", "Tom has moved to Cardiff."),
    ("I live in Lyon.", "We moved, I live in Nantes now."),
    ("I work at Shell.", "I left Shell last week."),
    ("My manager is Marta.", "Marta has gone on leave, Ilse is my manager now."),
    ("I run on Tuesdays.", "From now on I run on Thursdays instead of Tuesdays."),
    ("Sprints start on Monday.", "Sprints start on Wednesday now, not Monday."),
    ("Estoy soltera.", "Me casé el viernes."),
    ("Ich wohne in Köln.", "Wir sind umgezogen, ich wohne jetzt in Bonn."),
]


def test_chat_ends_nothing_that_was_said_before(tell):
    ended = []
    for first, second in CHAT:
        story, known = tell(first, second), tell(first, "Thanks a lot.").known
        assert known
        ended += [first for one in known if one not in story.known or one in story.waiting]

    assert not ended


def test_a_change_is_believed(tell):
    kept = []
    for first, second in CHANGES:
        known = tell(first, "Thanks a lot.").known
        assert known
        kept += [first for one in tell(first, second).known if one in known]

    assert not kept


WEEKLY = [
    ("Remember: bins go out on thursday night.", "Bins are on wednesday now."),
    ("I play badminton on tuesdays.", "Badminton's moved to sunday."),
    ("Die Müllabfuhr kommt jeden Dienstag.", "Müllabfuhr ist ab jetzt am Freitag."),
    ("J'ai chorale tous les mardis.", "La chorale est passée au jeudi."),
]


def test_another_day_of_what_recurs_gets_no_date_and_one_of_a_single_event_does(tell):
    for before, after in WEEKLY:
        assert after in tell(before, after).known
    [moved] = tell("My viva is on Monday.", "My viva has moved to Friday.").known
    assert "Friday (20" in moved


OF_OTHERS = [
    ("I drive a Volvo.", "they cancelled the train to Hull again"),
    ("I drive a Volvo.", "they changed the train to 9:26"),
    ("Je roule en Volvo.", "ils ont encore supprimé le train pour Lille"),
    ("I live in Leeds.", "the council brought the bin day forward to monday"),
    ("We shop at Lidl on fridays.", "the council brought the bin day forward to monday"),
    ("Ich gehe freitags einkaufen.", "die Müllabfuhr ist jetzt am Montag"),
    (
        "The house is a 1930s semi with single glazing, freezing.",
        "we're getting married again, well renewing vows, on 3 august",
    ),
    ("My best mate works at Aldi.", "I started at Lidl on monday"),
    ("My sister lives in Malmö.", "I moved to Lund, finally"),
    ("Ma sœur habite à Metz.", "j'ai enfin déménagé à Nancy"),
    ("Mi hermana vive en Vigo.", "por fin me he mudado a Lugo"),
    ("妹は大阪に住んでいます。", "やっと京都に引っ越しました"),
    ("Tom's mother lives in Riga.", "Tom moved to Tartu"),
    ("Toms Mutter wohnt in Riga.", "Tom ist nach Tartu gezogen"),
    ("La mère de Tom habite à Riga.", "Tom a déménagé à Tartu"),
    ("I play the guitar.", "I bought a guitar strap, a Fender one"),
    ("I play the piano.", "I bought a piano stool, second-hand"),
]
OF_THEM = [
    ("I drive a Volvo.", "I take the train now"),
    ("I commute by bus.", "they changed my commute to the train"),
    ("The bins go out on fridays.", "the council brought the bin day forward to monday"),
    ("I'm single.", "we got married on 3 august"),
    ("I live in Leeds.", "I moved to York, finally"),
    ("Ma sœur habite à Metz.", "ma sœur a enfin déménagé à Nancy"),
    ("My sister lives in Malmö.", "my sister moved to Lund, finally"),
    ("Tom's mother lives in Riga.", "Tom's mother moved to Tartu"),
    ("I play the guitar.", "I sold the guitar, no time"),
    ("我和表姐小敏合租在杭州，六楼没有电梯。", "我们搬到苏州了，一楼。"),
]


def test_news_of_something_else_ends_nothing_and_news_of_the_same_does(tell):
    """What waits for a decision is hidden: that counts as ended too."""

    def stands(before, after):
        story = tell(before, after)
        return before in story.known and before not in story.waiting

    assert [pair for pair in OF_OTHERS if not stands(*pair)] == []
    assert [pair for pair in OF_THEM if stands(*pair)] == []


def test_a_day_that_was_brought_forward_is_still_to_come_and_stands_once(tell):
    told = ["I live in Leeds.", "We shop at Lidl on fridays."]
    story = tell(told, "the council brought the bin day forward to monday")

    assert story.known == sorted([*told, "The council brought the bin day forward to monday (2026-03-09)."])
