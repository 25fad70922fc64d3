"""Topics that texts share without sharing a word."""

from tiermem.text.languages import codes, read_data
from tiermem.text.topics import named_topics, single_topics, topics_of, topics_of_own, topics_recalled

ALIKE = (
    ("we rent a damp basement flat in Brighton", "got the keys to our own house, garden and all"),
    ("Ich fahre einen alten Golf", "Leasing läuft aus, jetzt steht ein Skoda in der Garage"),
    ("je bois du café toute la journée", "plus que du thé, le médecin veut moins de caféine"),
    ("mi novia y yo somos vegetarianos", "desde el lunes vuelvo a comer pescado y pollo"),
    ("我住在杭州", "搬家了，新地址在苏州"),
    ("会社は渋谷です", "転職して新しい職場で働いています"),
)


def test_every_language_has_words_for_the_same_topics():
    named = {code: _topics_of_file(code) for code in codes()}
    assert len(named["en"]) >= 60
    assert {code: topics ^ named["en"] for code, topics in named.items() if topics != named["en"]} == {}


def test_texts_about_one_thing_share_a_topic_though_they_share_no_word():
    assert [pair for pair in ALIKE if single_topics(pair[0]).isdisjoint(single_topics(pair[1]))] == []


def test_a_topic_of_which_a_life_has_several_is_no_single_one():
    assert topics_of("my dog is a labrador")["pet"] > 0
    assert "pet" not in single_topics("my dog is a labrador")


def test_a_text_without_a_known_word_has_no_topic():
    assert topics_of("hm") == {}


def _topics_of_file(code, file="topics.txt"):
    lines = read_data(code, file).decode().splitlines()
    return {line.partition(":")[0] for line in lines}


def test_one_name_for_several_topics_names_them_all():
    assert named_topics("money") >= {"budget", "salary", "rent", "bank"}
    assert named_topics("my pets") == {"pet"}


def test_recall_knows_topics_by_words_that_are_too_common_to_compare_by():
    assert topics_of("my car") == {}
    assert topics_recalled("my car") >= {"vehicle"} <= topics_recalled("the fiesta needs a clutch")


def test_every_language_has_words_of_recall_for_the_same_topics():
    named = {code: _topics_of_file(code, "recalled_topics.txt") for code in codes()}
    assert named["en"] - {"relatives"} <= _topics_of_file("en")
    assert {code: topics ^ named["en"] for code, topics in named.items() if topics != named["en"]} == {}


def test_what_a_text_calls_the_speakers_own_has_topics_and_nothing_else_has():
    own = ("a card for my old dog", "une carte pour mon chien", "帮我给我老板写封邮件", "うちの犬の名前")
    others = (
        "a card for the dog",
        "a poem about dogs",
        "une carte pour un chien",
        "give me a workout plan",
        "犬の名前の案",
    )
    assert [text for text in own if not topics_of_own(text)] == []
    assert [text for text in others if topics_of_own(text)] == []
