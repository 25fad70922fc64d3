"""Each turn is judged by the rules of its language, whatever its script."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.text import statement_key
from tiermem.values import Turn, instant
from tiermem_hooks.extraction.extract import extract
from tiermem_hooks.extraction.rules import load_rules
from tiermem_hooks.extraction.summary import summarize

WEDNESDAY = instant(datetime(2026, 3, 4, 10, 0, tzinfo=UTC))
CODES = ("en", "de", "fr", "es", "zh", "ja")


def session(*said):
    """Turns from ``"user: …"``, ``"assistant: …"`` strings."""
    parts = [line.partition(": ") for line in said]
    return [
        Turn(speaker=speaker, content=content, at=WEDNESDAY, session_id="s1", position=position)
        for position, (speaker, _, content) in enumerate(parts)
    ]


def contents(*said):
    return [observation.draft.content for observation in extract(session(*said))]


HOMES = [
    "I live in Berlin.",
    "Ich wohne in Berlin.",
    "J'habite à Berlin.",
    "Vivo en Berlín.",
    "我住在柏林。",
    "私はベルリンに住んでいます。",
]


@each_row("sentence", HOMES)
def test_a_home_is_learned_in_every_language(sentence):
    assert contents(f"user: {sentence}") == [sentence]


@each_row("sentence", HOMES)
def test_a_question_about_a_home_is_not(sentence):
    assert contents(f"user: {sentence[:-1]}?") == []


def test_a_session_of_all_languages_gives_what_each_turn_gives():
    assert contents(*(f"user: {sentence}" for sentence in HOMES)) == HOMES


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Note to self: my locker code is 17.", "My locker code is 17."),
        ("Something to remember about me: I never eat pork.", "I never eat pork."),
        ("Remember Ana is allergic to nuts.", "Ana is allergic to nuts."),
        ("Remember: Ana hates coriander.", "Ana hates coriander."),
        ("Save this for later: my bike is a Canyon.", "My bike is a Canyon."),
        ("Remember to always answer in French.", "Always answer in French."),
        ("Bitte merken: meine Schwester heißt Eva.", "Meine Schwester heißt Eva."),
        ("Für später: mein Auto steht in der Garage.", "Mein Auto steht in der Garage."),
        ("Pour plus tard : mon vélo est un Canyon.", "Mon vélo est un Canyon."),
        ("Para luego: mi bici es una Canyon.", "Mi bici es una Canyon."),
        ("Recuerda mi hermana es alérgica a las nueces.", "Mi hermana es alérgica a las nueces."),
        ("Guarda esto: mi hermana se llama Eva.", "Mi hermana se llama Eva."),
        ("Ya puedes anotar esto: mi hermana se llama Eva.", "Mi hermana se llama Eva."),
    ],
)
def test_what_is_asked_to_be_remembered_is_a_request_in_whatever_words(said, content):
    (observation,) = extract(session(f"user: {said}"))

    assert (observation.kind, observation.draft.content) == ("request", content)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Als Veganerin, kann ich das essen?", "Ich bin Veganerin."),
        ("En tant que végane, est-ce que je peux manger ça ?", "Je suis végane."),
        ("Como vegana, ¿puedo comer esto?", "Soy vegana."),
    ],
)
def test_what_a_question_takes_for_granted_of_the_user_is_learned(said, content):
    assert content in contents(f"user: {said}")


def test_a_pronoun_stands_for_a_person_with_the_name_right_behind_where_no_spaces_separate_words():
    assert contents("user: 我妹妹叫林小雨。她住在北京。") == ["我妹妹叫林小雨。", "我妹妹林小雨住在北京。"]


def test_a_word_that_somebody_gave_a_meaning_is_learned():
    said = "Wenn ich Hütte sage, meine ich das Büro in Ulm."

    assert contents(f"user: {said}") == [said]


def test_a_sentence_of_another_language_than_its_turn_is_judged_by_its_own():
    said = "user: Thank you so much for that, it was just what I needed today. Ich wohne jetzt in Graz."

    assert contents(said) == ["Ich wohne jetzt in Graz."]


@each_row(
    ("said", "kept"),
    [
        ("antworte in höchstens 30 wörtern", "Antworte in höchstens 30 wörtern."),
        ("réponds en 30 mots maximum", "Réponds en 30 mots maximum."),
        ("responde en menos de 30 palabras", "Responde en menos de 30 palabras."),
        ("respond in under 30 words", "Respond in under 30 words."),
    ],
)
def test_the_rarer_words_of_a_short_sentence_decide_where_the_common_ones_are_of_two_languages(said, kept):
    assert contents(f"user: {said}") == [kept]


def test_what_tells_no_language_is_in_that_of_the_session():
    said = ("assistant: Die Vorführung ist am Freitag.", "user: Nein, Donnerstag.")

    (observation,) = extract(session(*said))

    assert observation.corrects == "Die Vorführung ist am Freitag."


def test_han_characters_alone_are_japanese_in_a_japanese_session():
    rules = load_rules("ja")

    assert summarize(
        session("user: 了解。", "user: 明日は東京で会議があります。資料を準備してください。")
    ) == (
        summarize(
            session("user: 了解。", "user: 明日は東京で会議があります。資料を準備してください。"), rules=rules
        )
    )


@each_row(
    ("turn", "kept"),
    [
        ("你好！我住在柏林。今天冷吗？谢谢", ["我住在柏林。"]),
        ("谢谢\n我住在柏林\n今天冷吗", ["我住在柏林。"]),
        ("こんにちは！私はベルリンに住んでいます。今日は寒いですか？", ["私はベルリンに住んでいます。"]),
    ],
)
def test_text_without_spaces_falls_into_sentences(turn, kept):
    assert contents(f"user: {turn}") == kept


@each_row(
    ("turn", "kept"),
    [
        ("Ich wohne in der Goethestr. 5 in Leipzig", ["Ich wohne in der Goethestr. 5 in Leipzig."]),
        ("mein zimmer ist im 3. und 4. stock", ["Mein zimmer ist im 3. und 4. stock."]),
        ("meine miete beträgt 900. ist das normal", ["Meine miete beträgt 900."]),
        (
            "Mein Arzt ist Dr. med. Hofer. Ich wohne in der Goethestr. Meine Frau ist Lehrerin.",
            ["Mein Arzt ist Dr. med. Hofer.", "Ich wohne in der Goethestr.", "Meine Frau ist Lehrerin."],
        ),
        ("J'habite 3 boul. Voltaire à Lyon", ["J'habite 3 boul. Voltaire à Lyon."]),
    ],
)
def test_a_sentence_is_not_cut_at_an_abbreviation(turn, kept):
    assert contents(f"user: {turn}") == kept


@each_row(
    ("turn", "kept"),
    [
        ("Lena, 29, UX designer, Berlin. Need a plan for a trip.", ["Lena, 29, UX designer, Berlin."]),
        ("this is Karim from Lyon, I'm a baker", ["This is Karim from Lyon.", "I'm a baker."]),
        (
            "it's Marco again, the guy with the farm in Asti",
            ["It's Marco again, the guy with the farm in Asti."],
        ),
        ("Jonas, 29, Koch aus Ulm", ["Jonas, 29, Koch aus Ulm."]),
        ("Hier spricht Jonas aus Ulm", ["Hier spricht Jonas aus Ulm."]),
        ("Tom, 45, is my brother's boss, can you believe it?", []),
        ("It's Anna again", []),
        ("Write a story about Tom, 29, nurse in Rome.", []),
    ],
)
def test_who_gives_a_name_at_the_beginning_introduces_themselves(turn, kept):
    assert contents(f"user: {turn}") == kept


@each_row(
    "turn",
    [
        "他说：「我住在柏林很多年了，我喜欢这里。」",
        "他说：“我住在柏林很多年了，我喜欢这里。”",
        "彼は「私はベルリンに住んでいます」と言いました。",
    ],
)
def test_what_stands_in_full_width_quotation_marks_is_somebody_elses(turn):
    assert contents(f"user: {turn}") == []


CORRECTIONS = [
    ("The demo is on Friday.", "No, it's on Thursday.", "Thursday"),
    ("Die Vorführung ist am Freitag.", "Nein, sie ist am Donnerstag.", "Donnerstag"),
    ("La démo est vendredi.", "Non, c'est jeudi.", "jeudi"),
    ("La demo es el viernes.", "No, es el jueves.", "jueves"),
    ("演示在周五。", "不对，是周四。", "周四"),
    ("デモは金曜日です。", "違います、木曜日です。", "木曜日"),
]


@each_row(("heard", "said", "right"), CORRECTIONS)
def test_a_correction_names_what_it_corrects_in_every_language(heard, said, right):
    (observation,) = extract(session(f"assistant: {heard}", f"user: {said}"))

    assert observation.draft.correction
    assert right in observation.draft.content
    assert observation.corrects == heard


DECLINES = [
    "I live in Berlin. Please don't remember that.",
    "Ich wohne in Berlin. Merk dir das bitte nicht.",
    "J'habite à Berlin. Ne retiens pas ça, s'il te plaît.",
    "Vivo en Berlín. No lo recuerdes, por favor.",
    "我住在柏林。请不要记住这个。",
    "私はベルリンに住んでいます。これは覚えないでください。",
    "Please keep to yourself that Sam and I are splitting up.",
    "I'd rather this didn't end up in your notes: I've been sober since January.",
    "Bitte behalte für dich, dass ich im Juni kündige.",
    "Dass ich zur Therapie gehe, behältst du bitte für dich.",
    "Merk dir das mit dem Gehalt nicht, es sind 4.000 im Monat.",
    "meine nummer ist 0151 23456789, merk dir die bitte nicht",
    "meine nummer ist 0151 23456789, kommt da rein, aber merk dir die bitte nicht",
    "mein geburtstag ist der 3. mai, speicher den bitte nicht",
    "das ist meine schwester anna, die wohnt in kiel, die musst du dir nicht merken",
    "mon numéro est le 06 12 34 56 78, ne le note pas stp",
    "mi dirección es calle cuba 15, no la apuntes",
    "我对虾过敏，这个哪儿都别写",
    "我对虾过敏，这事儿别记在任何地方",
    "Je suis en pleine procédure de divorce, mais n'en garde aucune trace.",
    "Garde pour toi que je quitte ma boîte en juin.",
    "Guárdate para ti que estoy embarazada.",
]


@each_row("turn", DECLINES)
def test_what_the_user_declines_is_left_in_every_language(turn):
    assert contents(f"user: {turn}") == []


OF_TOPIC = [
    ("Meine Miete ist 700.", "Ich verdiene 3.100 Euro. Merk dir nicht, was ich über Geld gesagt habe."),
    ("Je paie 700 de loyer.", "Je gagne 3100 euros net. Ne garde pas ce que j'ai dit sur l'argent."),
    ("Pago 700 de alquiler.", "Gano 3100 euros. No guardes lo que dije sobre el dinero."),
    ("我月薪八千。", "我工资涨到9000了。别记我说过的关于工资的事。"),
    ("給料は20万円です。", "ボーナス込みの給料は30万円になりました。給料について言ったことは覚えないで。"),
]


@each_row(("before", "turn"), OF_TOPIC)
def test_what_was_said_of_a_declined_topic_is_left_before_and_beside_the_request(before, turn):
    assert contents(f"user: {before}", f"user: {turn}") == []


BESIDE = [
    ("No need to note the recipe, but note that my son Eli hates coriander.", ["My son Eli hates coriander."]),
    ("No need to note the recipe. But do note that my son Eli hates it.", ["My son Eli hates it."]),
    ("Don't keep what I said about money, but do keep that I bank with Triodos.", ["I bank with Triodos."]),
    ("Vergiss das mit der Rechnung, aber notier dir, dass mein Sohn Ole Veganer ist.", ["Mein Sohn Ole Veganer ist."]),
    ("Ne retiens pas le prix, mais retiens que ma fille s'appelle Zoé.", ["Ma fille s'appelle Zoé."]),
    ("No guardes lo del dinero, pero sí apunta que mi hijo Leo es celíaco.", ["Mi hijo Leo es celíaco."]),
    ("工资的事不用记，不过请记住我女儿对花生过敏。", ["我女儿对花生过敏。"]),
    ("給料の話は覚えなくていいけど、娘は卵アレルギーだと覚えておいて。", ["娘は卵アレルギーだ。"]),
    ("Meine Tochter Ida ist 6. Ich bin den Job los. Merk dir das mit dem Job nicht.", ["Meine Tochter Ida ist 6."]),
    ("Ma fille Zoé a 6 ans. J'ai perdu mon boulot. Ne retiens pas ça sur mon boulot.", ["Ma fille Zoé a 6 ans."]),
    ("Mi hija Ana tiene 6 años. Perdí mi trabajo. No anotes eso del trabajo.", ["Mi hija Ana tiene 6 años."]),
    ("我女儿小雨六岁。我丢了工作。别记工作那件事。", ["我女儿小雨六岁。"]),
    ("娘のはなは6歳です。仕事を失いました。仕事の件は記録しないでください。", ["娘のはなは6歳です。"]),
    ("I got a warning. That stays between us. My brother Tom lives in Leeds.", ["My brother Tom lives in Leeds."]),
    ("I owe the taxman four grand, please don't keep that. My cat is called Olive.", ["My cat is called Olive."]),
    ("Ich war beim Psychologen. Das bleibt unter uns. Meine Tochter heißt Ida.", ["Meine Tochter heißt Ida."]),
    ("J'ai des dettes, ça reste entre nous. Ma sœur Claire habite à Nantes.", ["Ma sœur Claire habite à Nantes."]),
    ("Tengo una deuda. Que quede entre nosotros. Mi hermana Ana vive en Vigo.", ["Mi hermana Ana vive en Vigo."]),
    ("我最近在看心理医生，这事你听听就好，别往心里记。我女儿叫小雨。", ["我女儿叫小雨。"]),
    ("転職を考えています。これはここだけの話にしておいて。妹は札幌に住んでいます。", ["妹は札幌に住んでいます。"]),
    ("Actually you can remember the thing with Kim: we're engaged.", ["We're engaged."]),
    ("Das mit Kim darfst du dir jetzt merken: wir sind verlobt.", ["Wir sind verlobt."]),
    ("小金的事现在可以记了：我们订婚了。", ["我们订婚了。"]),
    ("キムの件はもう覚えていいよ：婚約しました。", ["婚約しました。"]),
    ("I'm in therapy. Don't note that. My therapist is called Dr Weber.", []),
    ("I'm having an affair. Don't remember that. Her name is Kim.", []),
    ("I had a strange week. Please don't note this. I was diagnosed with MS.", []),
    ("I hit my brother. Please don't remember this. My brother Tom lives in Leeds.", []),
    ("Please keep this between us. My brother Tom lives in Leeds.", []),
    ("Remember that I'm pregnant. Actually, don't keep that.", []),
    ("Remember that I'm pregnant, but don't note it anywhere.", []),
    ("Ich bin schwanger. Behalt das für dich. Mein Mann weiß es noch nicht.", []),
    ("我怀孕了。别记。我老公还不知道。", []),
]  # fmt: skip


@each_row(("turn", "kept"), BESIDE)
def test_beside_what_is_declined_a_fact_is_kept_that_is_asked_for_or_clearly_another(turn, kept):
    assert contents(f"user: {turn}") == kept


DROPS = [
    ("Je suis couvreur.", "Tu peux écrire un slogan ?", "Bof, oublie ça."),
    ("Soy fontanero.", "¿Me haces un menú?", "olvídalo, es muy caro"),
    ("我住在厦门。", "帮我写首诗", "算了，当我没说"),
    ("大工をしています。", "旅行の計画を立ててくれる？", "やっぱりいいや、忘れて"),
]


@each_row(("told", "task", "drops"), DROPS)
def test_what_drops_a_task_drops_nothing_that_the_same_message_told(told, task, drops):
    assert contents(f"user: {told} {task}", "assistant: Okay.", f"user: {drops}") == [told]


BEHIND_A_QUESTION = [
    ("Ich bin schwanger!", "Was darf ich essen?", "merk dir das bitte nicht"),
    ("Je suis enceinte !", "je peux manger quoi ?", "ne retiens pas ça stp"),
    ("Tengo diabetes.", "¿qué puedo comer?", "no guardes nada de eso"),
    ("我怀孕了！", "我能吃什么？", "别记这个"),
    ("妊娠しました！", "何を食べていい？", "これは覚えないでください"),
]


@each_row(("told", "asked", "declines"), BEHIND_A_QUESTION)
def test_a_request_behind_a_question_means_what_was_told_before_it(told, asked, declines):
    assert contents(f"user: {told}", "assistant: Okay.", f"user: {asked}") != []
    assert contents(f"user: {told}", f"user: {asked}", "assistant: Okay.", f"user: {declines}") == []


NAMES_THE_TASK = [
    ("Ich bin Lehrerin.", "Was koche ich heute?", "das Rezept brauchst du dir nicht zu merken"),
    ("Je suis infirmière.", "Une recette de gâteau ?", "ne note pas la recette"),
    ("Soy enfermera.", "¿qué cocino hoy?", "no anotes la receta"),
    ("我是护士。", "今天吃什么？", "菜谱不用记"),
    ("私は看護師です。", "今日何を作ろう？", "レシピは覚えなくていい"),
]


@each_row(("told", "asked", "declines"), NAMES_THE_TASK)
def test_a_request_that_names_what_was_asked_leaves_what_was_told_before_it(told, asked, declines):
    assert contents(f"user: {told}", f"user: {asked}", "assistant: Okay.", f"user: {declines}") == [told]


OF_ONE_SENTENCE = [
    (
        "My sister Jo lives in York. She lost her job.",
        "don't save that she lost her job",
        "My sister Jo lives in York.",
    ),
    (
        "Ma fille Zoé habite à Nantes. Elle s'est séparée de Luc.",
        "ne retiens pas la séparation",
        "Ma fille Zoé habite à Nantes.",
    ),
    (
        "Mi hija Ana vive en Vigo. Se separó de Luis.",
        "no guardes lo de la separación",
        "Mi hija Ana vive en Vigo.",
    ),
    ("我女儿小雨住在杭州。她离婚了。", "离婚的事别记，那是她的私事", "我女儿小雨住在杭州。"),
    (
        "娘のはなは札幌に住んでいます。離婚しました。",
        "離婚の件は記録しないで",
        "娘のはなは札幌に住んでいます。",
    ),
]


@each_row(("told", "declines", "kept"), OF_ONE_SENTENCE)
def test_a_request_that_names_one_thing_leaves_the_rest_of_the_message(told, declines, kept):
    assert contents(f"user: {told}", "assistant: Okay.", f"user: {declines}") == [kept]


def test_an_opening_does_not_hide_that_the_turn_before_is_meant():
    assert contents("user: Ich bin schwanger.", "user: ach, merk dir das lieber nicht") == []


LAUGHS = [
    ("my sister is a vet haha", ["My sister is a vet."]),
    ("i live in leeds lol", ["I live in leeds."]),
    ("lol my daughter is 4", ["My daughter is 4."]),
    ("ich wohne in kassel hahaha", ["Ich wohne in kassel."]),
    ("ma soeur est véto mdr", ["Ma soeur est véto."]),
    ("mi jefe se llama toni jaja", ["Mi jefe se llama toni."]),
    ("我住在大阪哈哈哈", ["我住在大阪。"]),
    ("姉は獣医です（笑）", ["姉は獣医です。"]),
    ("大阪に住んでますw", ["大阪に住んでます。"]),
    ("my cat is the king of france haha", []),
    ("i'm from the future, haha", []),
    ("ich bin der kaiser von china haha", []),
    ("soy el papa jaja", []),
]


@each_row(("turn", "kept"), LAUGHS)
def test_a_laugh_beside_a_plain_fact_makes_no_joke_of_it(turn, kept):
    assert contents(f"user: {turn}") == kept


ADMITTED_ONLY = [
    ("i know i said polars but we switched back to pandas at work", ["We switched back to pandas at work."]),
    ("ich weiß ich hab polars gesagt, aber wir sind zurück zu pandas", ["Wir sind zurück zu pandas."]),
    (
        "je sais que j'ai dit polars mais on est revenus à pandas au boulot",
        ["On est revenus à pandas au boulot."],
    ),
    ("i know i said no to you, i live in leeds", ["I live in leeds."]),
]


@each_row(("turn", "kept"), ADMITTED_ONLY)
def test_what_somebody_knows_they_said_is_no_fact(turn, kept):
    assert contents(f"user: {turn}") == kept


BESIDE_REQUESTS = [
    (
        "kannst du mir ne mail an meinen vermieter schreiben, die heizung tropft, wohne in der karl-str 4 in leipzig",
        ["Wohne in der karl-str 4 in leipzig."],
    ),
    ("ich wohne in lyon und arbeite bei Airbus", ["Ich wohne in lyon.", "Ich arbeite bei Airbus."]),
    (
        "mi hija lucia cumple 6 el 25 de abril, ideas para la fiesta? es celiaca",
        ["Mi hija Lucia cumple 6 el 25 de abril.", "Mi hija Lucia es celiaca."],
    ),
    ("mi hijo Leo es celíaco. No come gluten.", ["Mi hijo Leo es celíaco.", "Mi hijo Leo no come gluten."]),
    ("mi coche es rojo. Es alérgico.", ["Mi coche es rojo."]),
]


@each_row(("turn", "kept"), BESIDE_REQUESTS)
def test_a_fact_without_a_subject_is_kept_beside_a_request(turn, kept):
    assert contents(f"user: {turn}") == kept


SIGNED = [
    ("can you write a mail to my landlord? sign it dana whitlock", ["My name is dana whitlock."]),
    ("write a mail, i live in leeds, sign it Dana please", ["I live in leeds.", "My name is Dana."]),
    ("schreib eine mail, unterschreib mit jonas krause", ["Ich heiße jonas krause."]),
    ("tu peux écrire un mail ? signe camille roche", ["Je m'appelle camille roche."]),
    ("¿me escribes un correo? firma como javi ferrer", ["Me llamo javi ferrer."]),
    ("帮我写封邮件，署名写陈晓", ["我叫陈晓。"]),
    ("write a mail for my boss, sign it Carl Weber", []),
    ("write a poem and sign it love, grandma", []),
    ("will arsenal sign Erling Haaland?", []),
    ("where do i sign the lease", []),
]


@each_row(("turn", "kept"), SIGNED)
def test_who_has_a_text_signed_with_a_name_tells_their_own(turn, kept):
    assert contents(f"user: {turn}") == kept


SMALL_NAMES = [
    ("need a birthday idea for my brother tom, hes turning 30", ["My brother Tom is turning 30."]),
    ("geschenkidee für meinen bruder tom, er wird 30", ["Mein bruder Tom wird 30."]),
    ("une idée de cadeau pour mon frère tom, il a 30 ans", ["Mon frère Tom a 30 ans."]),
    ("my boss is called toni", ["My boss is called toni."]),
    ("my boss tom hates cilantro", ["My boss tom hates cilantro."]),
    ("my landlord is mr kessler", ["My landlord is mr kessler."]),
    ("mein chef heißt toni", ["Mein chef heißt toni."]),
    ("my boss is called away", []),
    ("my mom may be late", []),
]


@each_row(("turn", "kept"), SMALL_NAMES)
def test_a_name_in_small_letters_counts_behind_a_relative_and_where_it_is_told(turn, kept):
    assert contents(f"user: {turn}") == kept


BEFORE_A_REQUEST = [
    ("i moved to Leeds, write me a note for the landlord", ["I moved to Leeds."]),
    ("I'm no longer vegan, so suggest me a steak recipe", ["I'm no longer vegan."]),
    (
        "bin umgezogen, wohne jetzt in leipzig, schreib mir eine bestätigung für den vermieter",
        ["Bin umgezogen, wohne jetzt in leipzig."],
    ),
    ("j'ai déménagé à Lyon, rédige une lettre pour mon proprio", ["J'ai déménagé à Lyon."]),
    ("me he mudado a Sevilla, hazme un mensaje para mi casero", ["Me he mudado a Sevilla."]),
    ("我搬到上海了，帮我写个请假条", ["我搬到上海了。"]),
    ("もう会社を辞めて独立しました、挨拶メールを書いて", ["もう会社を辞めて独立しました。"]),
    ("my mates hate olives, tell me why", []),
    ("I'm no longer vegan, so always suggest meat", ["I'm no longer vegan, so always suggest meat."]),
]


@each_row(("turn", "kept"), BEFORE_A_REQUEST)
def test_a_change_is_kept_without_the_request_behind_it(turn, kept):
    assert contents(f"user: {turn}") == kept


TASTES = [
    ("my boss hates cilantro", ["My boss hates cilantro."]),
    ("my neighbour can't stand fish", ["My neighbour can't stand fish."]),
    ("mein chef hasst koriander", ["Mein chef hasst koriander."]),
    ("mon chef déteste la coriandre", ["Mon chef déteste la coriandre."]),
    ("mi jefa odia el cilantro", ["Mi jefa odia el cilantro."]),
    ("我老板讨厌香菜", ["我老板讨厌香菜。"]),
    ("上司はパクチーが嫌いです", ["上司はパクチーが嫌いです。"]),
    ("my boss ate my sushi", []),
    ("my boss hates mondays", []),
    ("mein chef isst gerade pizza", []),
]


@each_row(("turn", "kept"), TASTES)
def test_what_somebody_known_likes_to_eat_is_learned(turn, kept):
    assert contents(f"user: {turn}") == kept


POINTS_BACK = [
    ("meine handynummer ist 0151 23456789", "merk dir die bitte nicht"),
    ("mein sohn heißt jonas", "merk dir den nicht"),
    ("ich hab ein neues rezept für linsensuppe mit kokosmilch", "merk dir das rezept nicht"),
    ("my kids are called tom and ada", "don't remember them please"),
    ("je suis enceinte", "ne la retiens pas"),
    ("我对虾过敏", "这个别记：谢谢"),
    ("我对虾过敏", "这个不要写在任何地方"),
]


@each_row(("told", "declines"), POINTS_BACK)
def test_a_request_may_point_back_with_any_pronoun(told, declines):
    assert contents(f"user: {told}", "assistant: Okay.", f"user: {declines}") == []


NO_DECLINES = [
    ("merk dir bitte, dass ich die pizza von tonis nicht mag", "Ich mag die pizza von tonis nicht."),
    ("merk dir meine schwester isst nicht gern fisch", "Meine schwester isst nicht gern fisch."),
]


@each_row(("turn", "kept"), NO_DECLINES)
def test_a_negation_within_what_is_to_be_kept_declines_nothing(turn, kept):
    assert contents(f"user: {turn}") == [kept]


DECLINES_ITSELF = [
    ("My allergy is penicillin.", "dont remember this: i had a fight with my boss"),
    ("Ich bin allergisch gegen Nüsse.", "merk dir das nicht: ich hab mich mit meiner Chefin gestritten"),
    ("Je suis allergique aux noix.", "ne retiens pas ça mais j'ai raté mon permis de conduire"),
    ("Mi contable se llama Andrés.", "no guardes esto: el mes pasado perdimos 4000 euros"),
    ("我对芒果过敏。", "这个别记:我和老板吵架了"),
    ("娘のはなは4歳です。", "これは覚えなくていいけど、上司とけんかした"),
    ("Tengo un perro, Rex.", "no guardes esto: gano 1800"),
    ("我对虾过敏。", "别记这个：我月薪两万"),
    ("我对虾过敏。", "以下内容不要记：我月薪两万"),
]


@each_row(("before", "turn"), DECLINES_ITSELF)
def test_a_request_that_says_itself_what_not_to_remember_takes_back_nothing_else(before, turn):
    assert contents(f"user: {before}", "assistant: Okay.", f"user: {turn}") == [before]


DATES = [
    ("I have to send the report by tomorrow.", "tomorrow (2026-03-05)"),
    ("I have to send the report by Friday.", "Friday (2026-03-06)"),
    ("The deadline for the report is on Tues.", "(2026-03-10)"),
    ("I have to send the report by next week.", "next week (week of 2026-03-09)"),
    ("Ich muss den Bericht bis morgen abgeben.", "morgen (2026-03-05)"),
    ("Ich muss den Bericht bis Freitag abgeben.", "Freitag (2026-03-06)"),
    ("Je dois rendre le rapport demain.", "demain (2026-03-05)"),
    ("Tengo que entregar el informe mañana.", "mañana (2026-03-05)"),
    ("我明天要交报告。", "明天 (2026-03-05)"),
    ("明日までにレポートを提出しなければなりません。", "(2026-03-05)"),
]


@each_row(("sentence", "dated"), DATES, misses=2)
def test_a_day_said_by_its_distance_gets_its_date_in_every_language(sentence, dated):
    assert dated in " ".join(contents(f"user: {sentence}"))


NAMED_WEEKS = [
    ("I'm away next week from Monday to Thursday.", "Monday to Thursday"),
    ("Next week I have to be in Berlin, back on Friday.", "back on Friday (2026-03-13)"),
    ("I have to be in Berlin next week, back on Friday.", "next week (week of 2026-03-09), back"),
    ("Last week I moved to Porto on Tuesday.", "on Tuesday (2026-02-24)"),
    ("Nächste Woche muss ich nach Berlin, am Freitag bin ich zurück.", "am Freitag (2026-03-13)"),
    ("La semaine prochaine je suis en vacances de mercredi à vendredi.", "vendredi"),
    ("La semana que viene estoy de vacaciones de miércoles a viernes.", "viernes"),
    ("我下周从周三到周五休假。", "周五"),
    ("来週は大阪に出張で、金曜日に戻らないといけません。", "金曜日 (2026-03-13)"),
]


@each_row(("sentence", "dated"), NAMED_WEEKS, misses=1)
def test_a_weekday_is_that_of_the_week_that_the_sentence_names_in_every_language(sentence, dated):
    assert dated in " ".join(contents(f"user: {sentence}"))


def dated(sentence):
    """Return the dates that a statement gets, asked for or not."""
    (content,) = contents(f"user: {sentence}") or ["(not kept)"]
    return re.findall(r"\((.*?)\)", content)


UNSURE = [
    ("My vacation starts next Monday and ends Friday.", ["2026-03-09"]),
    ("I have to be in Rome from Monday to Tuesday and in Oslo on Friday.", []),
    ("I have to finish the audit in Q2.", []),
    ("My parents moved to Porto in summer.", []),
    ("Ich muss das Gutachten am 7.9. abgeben.", []),
]


@each_row(("sentence", "dates"), UNSURE)
def test_a_day_of_which_it_is_unsure_when_it_is_gets_no_date(sentence, dates):
    assert dated(sentence) == dates


def test_a_range_of_weekdays_gets_no_date():
    assert dated("I have to be in the office from Thursday to Tuesday.") == []


PAST = [
    ("On Monday I started my new job.", ["2026-03-02"]),
    ("Am Montag habe ich meinen neuen Job angefangen.", ["2026-03-02"]),
    ("Lundi j'ai commencé mon nouveau travail.", ["2026-03-02"]),
    ("El lunes empecé mi nuevo trabajo.", ["2026-03-02"]),
    ("周一我开始了新工作。", ["2026-03-02"]),
    ("月曜日に新しい仕事を始めました。", ["2026-03-02"]),
    ("On Wednesday I started my new job.", []),
    ("I started my new job on Monday or Tuesday.", []),
]


@each_row(("sentence", "dates"), PAST)
def test_a_weekday_told_in_the_past_is_the_last_one(sentence, dates):
    assert dated(sentence) == dates


RECURRING = [
    "Our team meets every Thursday at ten.",
    "I'll send the report every Friday.",
    "Our team meets on Thursdays at ten.",
    "Unser Team trifft sich jeden Donnerstag um zehn.",
    "Notre équipe se réunit chaque jeudi à dix heures.",
    "Nuestro equipo se reúne cada jueves a las diez.",
    "チームは毎週木曜日の十時に集まります。",
]


@each_row("sentence", RECURRING)
def test_a_day_that_recurs_gets_no_date_in_any_language(sentence):
    assert contents(f"user: {sentence}") == [sentence]


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)
PIECES = st.sampled_from(
    [*HOMES, *DECLINES, *(said for _, said, _ in CORRECTIONS), "。", "「", "不", "な", "¿"]
)
TURNS = st.lists(
    st.builds(
        Turn,
        speaker=st.sampled_from(["user", "assistant", "tool"]),
        content=ANY_TEXT | st.lists(PIECES | ANY_TEXT, max_size=5).map("".join),
        at=st.sampled_from([WEDNESDAY, "", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]),
    ),
    max_size=5,
)


@given(turns=TURNS, code=st.sampled_from([None, *CODES]))
def test_any_session_gives_storable_observations_or_none(turns, code):
    rules = load_rules(code) if code else None

    observations = extract(turns, rules)

    keys = [statement_key(observation.draft.content) for observation in observations]
    assert len(keys) == len(set(keys))
    for observation in observations:
        observation.draft.content.encode()
        assert observation.quote
    assert extract(turns, rules) == observations


@pytest.mark.slow
@each_row(
    ("code", "unit"), [*product(CODES, ["我", "我喜欢", "私は", "nein, ", "no, ", "je ", "「", "、", "? "])]
)
def test_a_long_text_of_anything_takes_bounded_time(code, unit):
    rules, text = load_rules(code), unit * (200_000 // len(unit))
    began = time.process_time()

    extract(session(f"assistant: {text}", f"user: {text}", f"user: {text[:3900]}"), rules)

    assert time.process_time() - began < 10


OF_A_PROJECT = [
    ("es", "en este repo las ramas se llaman jam/loquesea y voy directo a main"),
    ("ja", "このプロジェクトではコミットメッセージを英語で書いてください。"),
]


@each_row(("code", "said"), OF_A_PROJECT)
def test_what_a_person_says_of_this_project_is_learned(code, said):
    assert extract(session(f"user: {said}"), load_rules(code))


IN_A_PROJECT = [
    # code, what was said of the project, what is said next, True if that holds in other projects too
    ("en", "we deploy on tuesdays here", "I'm allergic to nuts btw", True),
    ("en", "we deploy on tuesdays here", "my birthday is 3 May", True),
    ("en", "we deploy on tuesdays here", "I always want answers in metric units", True),
    ("en", "we deploy on tuesdays here", "our linter is ruff", False),
    ("en", "we deploy on tuesdays here", "I put all fixtures in tests/data", False),
    ("de", "wir deployen hier dienstags", "dieses Projekt nutzt Vue 3", False),
    ("en", "we deploy on tuesdays here", "this one is Vue 3", False),
    ("en", "we deploy on tuesdays here", "for this, use tabs", False),
    ("de", "wir deployen hier dienstags", "hierfür bitte Leerzeichen statt Tabs", False),
    ("en", "we deploy on tuesdays here", "always answer the reviews here in English", False),
    ("de", "wir deployen hier dienstags", "bitte antworte immer kurz", True),
    ("de", "wir deployen hier dienstags", "unser Linter ist ruff", False),
    ("fr", "ici on déploie le mardi", "réponds toujours brièvement s'il te plaît", True),
    ("es", "aquí desplegamos los martes", "por cierto soy alérgico a los frutos secos", True),
    ("zh", "我们这里每周二部署", "我叫张伟", True),
    ("ja", "ここでは火曜日にデプロイします", "妻の名前は由美です", True),
]


@each_row(("code", "before", "said", "holds"), IN_A_PROJECT)
def test_what_a_person_says_of_their_life_in_a_project_holds_everywhere(code, before, said, holds):
    turns = session(f"user: {before}", "assistant: OK.", f"user: {said}")

    found = extract(turns, load_rules(code), in_project=True)

    assert {one.draft.tier for one in found if one.evidence == turns[2].ref} == {
        "user" if holds else "memory"
    }


@each_row(
    ("code", "said"),
    [
        ("en", "we deploy on tuesdays here. changelog please"),
        ("de", "seit letzter woche gehen wir montags live. changelog bitte"),
    ],
)
def test_a_word_that_is_asked_for_in_a_project_is_no_convention_of_it(code, said):
    found = extract(session(f"user: {said}"), load_rules(code), in_project=True)

    assert len(found) == 1
    assert "hangelog" not in found[0].draft.content


MADE_UP = [
    # code, what was said, True if it is of the user
    ("en", "For my novel: my name is Lea and I live in Prague.", False),
    ("en", "For my D&D character, I'm Thoren and I live in Waterdeep.", False),
    ("en", "For my exam text:\nMy name is Tom.\nI live in York.", False),
    ("en", "For my job: I live in Leeds and commute to York.", True),
    ("de", "Für meinen Roman: ich heiße Lea und lebe in Prag.", False),
    ("de", "Für meine Rolle: ich bin Krankenschwester in Köln.", False),
    ("de", "Zu meiner Person: ich heiße Lea und wohne in Köln.", True),
    ("fr", "Pour mon roman : je m'appelle Léa et je vis à Prague.", False),
    ("fr", "Pour mon texte d'examen, je m'appelle Tom et j'habite à York.", False),
    ("fr", "Pour ma nouvelle maison, je vis à Lyon maintenant.", True),
    ("es", "Para mi personaje de D&D: me llamo Thoren y vivo en Waterdeep.", False),
    ("es", "Para mi trabajo: vivo en Lugo.", True),
    ("zh", "给我的小说：我叫莉亚，住在布拉格。", False),
    ("zh", "我的故事：我住在杭州。", True),
    ("en", "In my novel Thea lives on a houseboat in Bristol and is allergic to nuts.", False),
    ("en", "In my novel I write about my childhood in Bonn.", True),
    ("en", "In my novel the main theme is grief; I lost my mother in 2020.", True),
    ("de", "In meinem Krimi wohnt Thea auf einem Hausboot in Spandau und ist gegen Nüsse allergisch.", False),
    ("de", "In meiner Krimigruppe bin ich die Jüngste.", True),
    ("de", "In unserem Theaterstück spielt meine Tochter die Julia.", True),
    ("de", "In unserer Geschichte AG treffen wir uns dienstags.", True),
    ("fr", "Dans mon roman Thea habite à Nantes et est allergique aux noix.", False),
    ("es", "En mi novela Thea vive en Cádiz y es alérgica a las nueces.", False),
    ("zh", "我的小说里女警官住在青岛，对花生过敏。", False),
    ("ja", "僕の小説では刑事は神戸に住んでいて、エビアレルギーです。", False),
    ("ja", "私の小説のために：私の名前はレアで、プラハに住んでいます。", False),
    ("ja", "小説を書いています。私は大阪に住んでいます。", True),
]


@each_row(("code", "said", "is_real"), MADE_UP)
def test_what_is_introduced_as_fiction_is_not_learned(code, said, is_real):
    assert bool(extract(session(f"user: {said}"), load_rules(code))) is is_real


OF_A_TASK = [
    # code, what was said, True if it is of the user
    ("en", "Who should we hire?\nAnna, 29, nurse\nBen, 41, welder", False),
    ("en", "Which one should I hire?\nAnna, 29, nurse\nBen, 41, welder", False),
    ("en", "My kids:\nMia, 7, loves horses\nTheo, 9, plays judo", True),
    ("en", "Lena, 29, UX designer, Berlin. Need a logo.", True),
    ("en", "Paris, 3 days, museums", False),
    ("en", "I disagree with para 2.", False),
    ("en", "I like it.", False),
    ("en", "I like tea.", True),
    ("en", "My CV: I speak Dutch. Make it shorter", True),
    ("de", "Wien, 2 Tage, Oper", False),
    ("de", "Wir haben 400 Zeilen.", False),
    ("fr", "Rome, 4 jours, petit budget", False),
    ("es", "Madrid, 3 días, tapas y museos", False),
]


@each_row(("code", "said", "is_own"), OF_A_TASK)
def test_what_belongs_to_one_task_is_not_learned(code, said, is_own):
    text = said.replace("\n", "\n\n")

    assert bool(extract(session(f"user: {text}"), load_rules(code))) is is_own


def test_a_sentence_whose_parts_need_each_other_is_learned_as_a_whole():
    said = "packed lunch ideas for a six year old please, she's anaphylactic to sesame so no houmous"

    found = extract(session(f"user: {said}"))

    assert [one.kind for one in found if "sesame" in one.draft.content] == ["fact"]


WHOLE = [
    # code, what was said: nothing in it is a statement without the rest
    ("en", "My wife Ana and I live in a terrace in Leeds."),
    ("en", "My boss is allergic to cats, like most of my family in Cork."),
    ("en", "My mentor Wendy, who's 80, has always taught me discipline."),
    ("de", "Meine Frau und ich bewohnen ein Reihenhaus in Peine."),
    ("de", "Meine Freundin Wiebke und ich wohnen in Kiel."),
    ("fr", "Ma femme et mon fils sont allergiques aux noix."),
    ("es", "Mi mujer y mi hijo son alérgicos a las nueces."),
    ("zh", "我养了一只狗，叫豆包。"),
]


@each_row(("code", "said"), WHOLE)
def test_a_statement_is_not_torn_apart(code, said):
    found = extract(session(f"user: {said}"), load_rules(code))

    assert [one.draft.content for one in found] == [said]


def test_a_date_does_not_end_a_sentence_and_a_new_one_may_begin_with_a_small_letter():
    german = extract(session("user: Unser Café Milchmond eröffnet 2. Juni, mit Aufzug."), load_rules("de"))
    english = extract(
        session("user: i turned 40. i live in a flat in Leeds with my cat Moss"), load_rules("en")
    )

    flight = extract(session("user: Ich fliege am Dienstag 9.6. nach Rom"), load_rules("de"))

    assert "2. Juni" in german[0].draft.content
    assert [one.draft.content for one in flight] == ["Ich fliege am Dienstag 9.6. nach Rom."]
    assert "I live in a flat in Leeds with my cat Moss." in [one.draft.content for one in english]
