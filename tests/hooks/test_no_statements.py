"""Questions, requests for one answer, and fragments are not statements about the user."""

from __future__ import annotations

import pytest

from tiermem import Turn
from tiermem_hooks.extraction.extract import extract

NONE = [
    "¿Tengo pareja?", "tengo perro o no", "cómo se llama mi casero", "dónde vivo", "recuérdame quién es mi dentista",
    "dame tres ideas para cenar", "Vivo en", "recomiéndame una serie corta",
    "Inès joue de quel instrument ?", "Inès joue de", "où j'habite déjà", "j'ai un chien ou pas",
    "recommande-moi un polar", "donne-moi trois idées de repas", "rappelle-moi quel jour je nage", "Ma fille s'appelle",
    "when's sams birthday", "where do i live", "do i have pets", "what's my landlord's name",
    "could you show me how to always sort a list in python?", "can you check whether the server is always up?",
    "tu peux toujours essayer ?", "Give me packing tips for shipping ceramics.", "recommend me a good book about kilns",
    "remind me what my sister's name is", "Priya (she's my studio assistant", "our flat is in the",
    "Welche Klasse habe ich in Physik", "habe ich Kinder", "wie heißt mein Vermieter nochmal", "Mein Hund heißt",
    "gib mir drei Tipps für den Umzug", "erinner mich daran, wann Mika Geburtstag hat", "Ich wohne im",
    "Résume-moi la Révolution française.", "Leite mir die Formel für die Fluchtgeschwindigkeit her.",
    "Ideas for my christmas window, as a list.", "写一条提交信息", "夕方に飲み物を勧めて",
    "panic: runtime error: invalid memory address goroutine 47 [running]: main.(*Refund).Apply(0x0)",
    "帮我装 lodash", "我房东叫什么", "我女儿几岁", "给我三个晚饭建议", "推荐一本书",
    "うちの家族について教えて", "大家さんの名前は何", "私の娘の名前は", "夕飯のアイデアを三つください",
    "can you stop the server?", "can you stop running the tests?", "why don't you show me the code?",
    "could you always see the moon from here?", "will you always be free?", "can you keep it short this time?",
    "is it possible that you always lose the context?", "could you summarise the news from today?",
    "for this chat only: from now on answer in rhymes", "In the future use of oil will fall.",
    "kannst du bitte aufhören zu tippen?", "Ab heute kannst du dort Karten kaufen?", "wäre es ok, wenn du mir hilfst?",
    "tu peux toujours me donner un coup de main ?", "ça te dérange de m'aider ?",
    "a partir de ahora puedes comprar entradas?", "te importa que siempre llegue tarde?", "可以别再问了吗？",
    "answer this formally", "Write a poem about autumn. Keep it short.", "Answer her in two sentences.",
    "What is entropy? Answer in at most 100 words.", "写一首诗。请简短回答。",
    "そのサーバーは使わないでもらえる?", "Nein, das ist immer so", "Mach immer weiter so!",
    "Be honest, is my essay any good?", "Sei ehrlich, ist der Text gut?", "Is it good? Be honest.",
    "Translate \"good night\" into Finnish.", "Traduis « bonne nuit » en finnois.",
    "Can you keep the meeting under an hour?", "Could you make this reply to my boss shorter?",
    "Can you keep it under five lines, please?", "Can you make a quiz with answers under five lines?",
    "Remind me can I take that with Advil.", "remind me is my sister coming on Friday",
    "erinner mich kann ich das mit Aspirin nehmen", "rappelle-moi je peux prendre ça avec du doliprane",
    "recuérdame puedo tomar eso con ibuprofeno", "C'est quoi le taux moyen sur 20 ans.", "c'est qui mon dentiste",
    "need a recipe for my daughter's class", "I need a recipe for my daughter's party on Saturday",
    "I need advice on my cv", "我需要一段给孙子的生日祝福",
    "I don't feel like doing anything.", "I'm not in the mood", "Ich hab keine Lust auf irgendwas.",
    "j'ai pas le moral", "No tengo ganas de nada.", "今天什么都不想干", "何もやる気が出ない",
    "We signed!", "on a signé", "ne das mit Haselnüssen mein ich, Erdnüsse gehen",
    "no, I meant the ones with hazelnuts, peanuts are fine", "je voulais dire celles avec des noisettes",
    "me refiero a las de avellana",
    "Kannst du den Text unter fünf Zeilen halten?", "把这封信控制在三行以内。", "この記事の説明を三行以内にして。",
]  # fmt: skip
SOME = [
    "I need some advice on my type 1 diabetes.", "I need a card for my wife's birthday on 3 May.",
    "Ich brauche eine Karte für den Geburtstag meiner Frau am 3. Mai.", "Necesito consejos para mi diabetes tipo 1.",
    "Il me faut une carte pour l'anniversaire de ma femme le 3 mai.",
    "Necesito una tarjeta para el cumpleaños de mi mujer el 3 de mayo.",
    "remind me to call my sister on Fridays", "I need glasses for reading", "I need a list of my meds every Monday",
    "no tengo ganas de cocinar nunca", "I don't feel like living alone anymore", "I signed up for a marathon in May",
    "Don cant have dairy.", "but Tom can't eat nuts",
    "I'm allergic to nuts (all kinds).", "I'm vegetarian, what should I cook?", "I lost my job :(  I live in Leeds.",
    "Never give me more than three options.", "Always answer in French.", "Give me short answers from now on.",
    "The bakery is where I work.", "Mein Hund heißt Rex.", "Ich wohne in Kassel, was ziehe ich an?",
    "Antworte immer auf Deutsch.", "Das ist der Laden, in dem ich arbeite.", "Ma fille s'appelle Lou.",
    "Réponds-moi toujours en français.", "Vivo en Gijón.", "Tengo pareja.", "Respóndeme siempre en tablas.",
    "Réponds-moi toujours court.", "Fass dich immer kurz.",
    "answer in at most 100 words", "please answer in short paragraphs", "please answer formally",
    "keep it short, 3 sentences max", "Hi! Please answer briefly.", "Bitte antworte kurz.",
    "Réponds en moins de 100 mots.", "Responde en menos de 100 palabras.", "回答不要超过100字",
    "100字以内で答えて", "丁寧に答えてください", "ok, back to English please", "on repasse au français",
    "堅苦しいからタメ語でいいや、これからは。", "be really honest with me", "skip the small talk, please",
    "sei bitte ganz direkt", "keine Floskeln bitte", "du kannst mich gern duzen", "sois honnête avec moi",
    "sin rodeos, por favor", "puedes tutearme", "请直白一点", "お世辞はいらないです", "タメ口で大丈夫です",
    "could you use metric units from now on?", "Could you please never use emojis?",
    "could you always use metric units",
    "kannst du bitte immer kurz antworten?", "kannst du dich bitte immer kurz fassen?",
    "tu peux utiliser le système métrique désormais ?",
    "¿podrías contestar siempre en español?", "以后能用公制单位吗？", "今後はメートル法で答えてもらえますか？",
    "Könntest du ab jetzt kürzer antworten?", "Könnten Sie ab sofort Tabellen statt Listen verwenden?",
    "Pourrais-tu désormais répondre plus brièvement ?", "Pourriez-vous dorénavant écrire les dates en ISO ?",
    "¿Podrías a partir de ahora responder más corto?", "从现在起你能用中文回答吗?", "以后能不能回答简短一点?",
    "我女儿叫小雨。", "以后帮我写代码都加注释。", "これからは敬語なしで話してくれる?",
    "私の娘の名前は花です。", "いつも結論から教えてください。",
    "is it possible that you always add a unit test from now on?", "why don't you just always give me the code first?",
    "can you please stop apologising all the time?", "I'd love it if you'd answer in French from today",
    "kannst du bitte aufhören, dich dauernd zu entschuldigen?", "ab jetzt kannst du mich Nês nennen?",
    "wäre es ok, wenn du mir ab heute nur noch auf Englisch antwortest?", "désormais tu peux m'appeler Nês ?",
    "tu pourrais toujours me donner le code d'abord ?", "ça te dérange de me tutoyer à partir de maintenant ?",
    "te importa no usar emojis nunca más?", "a partir de ahora puedes llamarme Nês?", "可以别再用表情符号吗？",
    "絵文字は使わないでもらえる?", "もう謝らないでもらえる?", "could you maybe always put the code first?",
    "Can you keep answers under five lines, please?", "Explanations in three lines at most, please.",
    "Could you keep Wednesdays free in my plans?", "Could you make your replies shorter?",
    "Kannst du deine Antworten unter fünf Zeilen halten?", "Erklärungen bitte in höchstens drei Zeilen.",
    "Peux-tu garder tes réponses courtes ?", "Des explications en trois lignes maximum.",
    "¿Puedes dar respuestas más cortas?", "Explicaciones de tres líneas como mucho.",
    "解释控制在三行以内。", "能不能把回答控制在五行以内？", "説明は三行以内にして。",
    "回答は五行以内にしてもらえますか？",
    "Nein, wir sind per Sie, immer mit allen Kunden", "non, on se vouvoie, toujours, avec tous les clients",
]  # fmt: skip


def learned(text):
    turn = Turn(speaker="user", content=text, at="2026-03-02T09:00:00Z")
    return [one.draft.content for one in extract([turn])]


def test_questions_requests_and_fragments_are_not_learned():
    assert {text: found for text in NONE if (found := learned(text))} == {}


def test_statements_and_standing_wishes_that_look_alike_are_learned():
    assert [text for text in SOME if not learned(text)] == []


def test_a_reason_in_japanese_is_kept_without_the_particle_that_joined_it():
    found = learned("うちの部長の山本さんは長い資料が嫌いなので、いつもA4一枚にまとめてください。")
    assert not any("嫌いな。" in one for one in found)


def test_what_only_points_at_a_statement_is_not_learned_beside_it():
    said = "I'm allergic to peanuts, so keep that in mind when we plan the team lunch."
    assert learned(said) == ["I'm allergic to peanuts."]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (
            "I'm Ana, a lawyer in Porto, and could you use metric units from now on?",
            ["I'm Ana, a lawyer in Porto.", "Could you use metric units from now on."],
        ),
        (
            "Ich wohne in Bern, kannst du ab jetzt immer auf Hochdeutsch antworten?",
            ["Ich wohne in Bern.", "Kannst du ab jetzt immer auf Hochdeutsch antworten."],
        ),
        ("I work at Shell, and could you check this for me?", ["I work at Shell."]),
        ("I work at Acme. From now on keep it brief.", ["I work at Acme.", "Keep it brief."]),
        ("I work at Acme and from now on keep it brief", ["I work at Acme.", "Keep it brief."]),
        ("quick one: what's 3+4? and from now on keep it short please", ["Keep it short."]),
        ("what's 3+4 and from now on keep it short please?", ["Keep it short."]),
        ("from now on can you call me Nês?", ["Can you call me Nês."]),
        ("Ich arbeite bei Acme. Ab jetzt bitte kurz.", ["Ich arbeite bei Acme.", "Ab jetzt bitte kurz."]),
        ("was ist 3+4? und fass dich ab jetzt kurz bitte", ["Und fass dich ab jetzt kurz."]),
        ("Ich wohne in Ulm. Antworte immer kurz.", ["Ich wohne in Ulm.", "Antworte immer kurz."]),
        ("je suis infirmière, et désormais réponds bref", ["Je suis infirmière.", "Désormais réponds bref."]),
        ("Trabajo en Acme. Desde ahora sé breve.", ["Trabajo en Acme.", "Desde ahora sé breve."]),
        ("我在Acme工作。以后回答简短一点。", ["我在Acme工作。", "回答简短一点。"]),
        ("3+4は?これからは短く答えて", ["短く答えて。"]),
    ],
)
def test_a_lasting_wish_is_learned_beside_other_things(said, found):
    assert learned(said) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Whats a good swap for white wine in risotto, we keep halal at home", ["We keep halal at home."]),
        ("any ideas for dinner, I'm coeliac", ["I'm coeliac."]),
        ("Was koche ich heute, ich bin Vegetarierin", ["Ich bin Vegetarierin."]),
        ("qu'est-ce que je peux cuisiner ce soir, je suis végétarienne", ["Je suis végétarienne."]),
        ("qué puedo cenar hoy, soy celiaca", ["Soy celiaca."]),
        ("今晚吃什么好，我吃素", ["我吃素。"]),
        ("Ich pflege meine Mutter, wie beantrage ich einen Pflegegrad.", ["Ich pflege meine Mutter."]),
        ("Unser Hund Anton ist 9, welches Futter ist gut", ["Unser Hund Anton ist 9."]),
        ("Ich bin Gärtner in Celle, brauche ein Logo für die Firma", ["Ich bin Gärtner in Celle."]),
        ("Tengo dos gemelas, cómo las duermo", ["Tengo dos gemelas."]),
        ("J'habite à Metz, quel marché visiter", ["J'habite à Metz."]),
        ("I'm a postman in Ayr, ideas for breakfast", ["I'm a postman in Ayr."]),
        ("Ich wohne in Mainz, wo ich auch arbeite.", ["Ich wohne in Mainz, wo ich auch arbeite."]),
        ("Ich liebe Jazz, was meine Frau nervt.", ["Ich liebe Jazz, was meine Frau nervt."]),
        ("J'habite à Lens, où je travaille aussi.", ["J'habite à Lens, où je travaille aussi."]),
        ("can i go scuba diving with my asthma?", ["I have asthma."]),
        ("is rowing fine with my hip replacement?", ["I have a hip replacement."]),
        ("as a vegan what can i order in Seoul?", ["I'm a vegan."]),
        ("is it safe to fly when i'm 8 months pregnant?", ["I'm 8 months pregnant."]),
        ("darf ich mit meiner Epilepsie Auto fahren?", ["Ich habe Epilepsie."]),
        ("puis-je plonger avec mon asthme ?", ["J'ai un asthme."]),
        ("¿puedo correr con mi artritis?", ["Tengo artritis."]),
        ("can i pay with my credit card?", []),
        ("what goes well with my salad?", []),
        ("can i come with my brother?", []),
        ("I don't want you to know about my arrest any more, take it out.", []),
        ("Merk dir, dass ich bei Bosch arbeite.", ["Ich arbeite bei Bosch."]),
        ("Merk dir, dass wir nach Köln gezogen sind.", ["Wir sind nach Köln gezogen."]),
        ("Merk dir, dass ich um 6 aufstehe.", ["Ich um 6 aufstehe."]),
        ("Forty feels exactly like thirty-nine, I can report.", []),
        ("My brother Tom lives in Leeds, I must say.", ["My brother Tom lives in Leeds."]),
        ("Ma sœur habite à Lyon, je te jure.", ["Ma sœur habite à Lyon."]),
        ("My son refuses to wear socks, he is funny that way.", ["My son refuses to wear socks."]),
        ("She is quite relaxed about it.", []),
        ("My aunt is odd like that.", []),
        ("My brother Tom is easygoing about that.", ["My brother Tom is easygoing about that."]),
        ("My landlady Mrs Obi was very kind about it.", ["My landlady Mrs Obi was very kind about it."]),
        ("Da ist mein Bruder Jan streng.", ["Da ist mein Bruder Jan streng."]),
        ("Da ist er eigen.", []),
        (
            "My landlord is called Mr. Okafor and he lives upstairs.",
            ["My landlord is called Mr. Okafor.", "My landlord Mr. Okafor lives upstairs."],
        ),
        ("as a side dish what fits?", []),
        ("kann ich mit meiner Kreditkarte zahlen?", []),
        ("Hi I'm Sam, a baker.", ["I'm Sam, a baker."]),
        ("Hallo ich bin Sam, Bäcker aus Fulda.", ["Ich bin Sam, Bäcker aus Fulda."]),
        ("I live in Stokes Croft and is there a good bakery near me?", ["I live in Stokes Croft."]),
        ("can we meet at five, we need the room", []),
        ("what would happen if I quit, I would lose my visa", []),
        ("So Yeon is my wife.", ["So Yeon is my wife."]),
        ("Oh Min-ji is my manager at Samsung.", ["Oh Min-ji is my manager at Samsung."]),
        ("So Far is the name of our band.", ["So Far is the name of our band."]),
        ("And Karim is my boss.", ["Karim is my boss."]),
        ("so Anna is my sister", ["Anna is my sister."]),
        ("And Min-ji is my manager.", ["Min-ji is my manager."]),
        ("oh no I've got a migraine", ["I've got a migraine."]),
        ("oh nein ich hab Migräne", ["Ich hab Migräne."]),
    ],
)
def test_a_fact_is_learned_beside_a_question_or_a_greeting(said, found):
    assert learned(said) == found


def test_a_decline_that_says_what_it_is_about_takes_back_nothing_before_it():
    said = ["My dog is called Rex.", "just between us, don't remember this: I applied for the head job"]
    turns = [Turn(speaker="user", content=text, at="2026-03-02T09:00:00Z") for text in said]
    assert [one.draft.content for one in extract(turns)] == ["My dog is called Rex."]


@pytest.mark.parametrize(
    ("said", "asked", "kept"),
    [
        ("I live in Lyon and work at Airbus.", "Forget that I live in Lyon.", ["I work at Airbus."]),
        (
            "Ich wohne in Lyon und arbeite bei Airbus.",
            "Merk dir nicht, dass ich in Lyon wohne.",
            ["Ich arbeite bei Airbus."],
        ),
        (
            "J'habite à Lyon et je travaille chez Airbus.",
            "Oublie que j'habite à Lyon.",
            ["Je travaille chez Airbus."],
        ),
        ("Vivo en Lyon y trabajo en Airbus.", "Olvida que vivo en Lyon.", ["Trabajo en Airbus."]),
        ("我住在里昂,在空客工作。", "别记我住在里昂。", ["我在空客工作。"]),
        ("I live in Lyon and work at Airbus.", "Forget what I just said, it must be nowhere.", []),
        ("Ich nehme Sertralin.", "vergiss bitte was ich gerade gesagt habe, das soll nirgends stehen", []),
        ("Je prends de la sertraline.", "oublie ce que je viens de dire, ça ne doit être nulle part", []),
        ("Tomo sertralina.", "olvida lo que acabo de decir, que no quede en ningún sitio", []),
    ],
)
def test_of_a_sentence_with_several_facts_the_one_that_is_named_is_declined(said, asked, kept):
    turns = [
        Turn(speaker="user", content=text, at="2026-03-02T09:00:00Z", position=place)
        for place, text in enumerate([said, asked])
    ]
    assert [one.draft.content for one in extract(turns)] == kept


@pytest.mark.parametrize(
    "said",
    [
        "oh sure, I'm a millionaire with six yachts, so what's a cheap gift",
        "ja klar, und ich bin der Kaiser von China",
        "haha im the king of england and i live in buckingham palace",
        "haha ich bin der kaiser von china und wohne im schloss neuschwanstein",
        "lol je suis le roi de france et j'habite à versailles",
        "jaja soy el rey de españa y vivo en la zarzuela",
        "哈哈我是英国国王，住在白金汉宫",
        "笑 俺は王様で、バッキンガム宮殿に住んでる",
        "mais oui bien sûr, je suis milliardaire et j'ai trois yachts",
        "sí claro, como soy marqués y tengo tres palacios",
        "对对对,我家有矿,两千块买件T恤眼都不眨",
        "はいはい、うちは石油王なんで2万のTシャツくらい余裕です",
        "be my scene partner. I'm Dr. Venn, a surgeon who lives in Rotterdam, and you're my landlord. start",
        "wir spielen ein rollenspiel: ich bin Graf Ottokar und habe zwölf kinder. du bist mein butler",
        "来演一段:我是剑客燕十一,家住大漠。",
        "could you plan a dinner for friday? we're 6.",
        "金曜の夕食を考えてくれる?6人です",
    ],
)
def test_irony_role_plays_and_counts_of_guests_are_no_facts(said):
    assert learned(said) == []


AFFIRMED = [
    "Yeah, absolutely, I'm vegetarian.", "Yes of course, my wife is Portuguese.", "Oh sure, we have two kids.",
    "Ja genau, ich wohne in Köln.", "Ja klar, mein Sohn heißt Emil.", "Sí, claro, tengo dos hijos.",
    "Oui bien sûr, j'habite à Lyon.", "是是，我对花生过敏。", "はいはい、私は札幌に住んでいます。",
    "I met the king of spain and i live in Madrid.", "my cat is the queen of england, i live in Bath.",
    "I'm allergic to the money tree in my office.", "Ich sammle Goldesel aus Porzellan.",
    "我对有矿泉味的水过敏。",
]  # fmt: skip
HOBBIES = [
    "My scene partner is called Anna.", "I play chess every Tuesday and you are my coach.",
    "I find it hard to stay in character when I act.", "I'll be the dungeon master for my group in May.",
    "Ich bin die Mutter von Tom und du bist mein Assistent.", "Mein Szenenpartner heißt Jan.",
    "Soy la madre de Tomás y tú eres mi asistente.", "Mi compañera de escena se llama Lucía.",
    "Je suis la mère de Tom et tu es mon assistant.", "Ma partenaire de jeu s'appelle Zoé.",
    "我昨天和搭档演了一场戏,我的搭档叫小雨。", "私の趣味は芝居です。",
]  # fmt: skip


def test_an_affirmation_is_no_irony():
    assert [one for one in AFFIRMED if not learned(one)] == []


def test_somebody_who_acts_or_addresses_the_assistant_begins_no_role_play():
    later = "By the way, I'm allergic to peanuts."
    lost = []
    for one in HOBBIES:
        turns = [Turn(speaker="user", content=text, at="2026-03-02T09:00:00Z") for text in (one, later)]
        if not any("peanuts" in found.draft.content for found in extract(turns)):
            lost.append(one)
    assert lost == []


def test_a_number_that_answers_a_question_is_learned():
    asked = [
        ("How many of you live at home?", "We're four."),
        ("Wie viele seid ihr zu Hause?", "Wir sind vier."),
    ]
    turns = [
        [Turn(speaker="assistant", content=question, at="2026-03-02T09:00:00Z"),
         Turn(speaker="user", content=answer, at="2026-03-02T09:00:05Z")]
        for question, answer in asked
    ]  # fmt: skip
    assert [[one.draft.content for one in extract(both)] for both in turns] == [
        ["We're four."],
        ["Wir sind vier."],
    ]


def test_a_number_of_a_document_to_ignore_takes_back_nothing():
    assert learned("Ignore the number in the header, I work at Siemens.") == ["I work at Siemens."]
    assert learned("Oublie le montant dans l'en-tête, je travaille chez Siemens.") == [
        "Je travaille chez Siemens."
    ]


PASTED = [
    "## Bewerbung von Karl\nIch wohne in Bonn und arbeite bei der Post. Ich habe zwei Kinder.",
    "**Dana's profile**\nI live in Bristol. I work at the museum.",
    "Can you proofread this?\n\n**Our story**\nI was born in Kyiv and I live in Bath.",
]


def test_a_section_under_a_heading_is_pasted():
    assert {text: found for text in PASTED if (found := learned(text))} == {}


ASKED_TO_KEEP = {
    "你可以记住我对花生过敏吗": "花生",
    "能帮我记住我妈妈住在成都吗": "成都",
    "可不可以记住我不吃香菜": "香菜",
    "RTT veut dire récupération du temps de travail, chez nous": "RTT",
    "ITV significa inspección técnica de vehículos": "ITV",
    "Weil ich Diabetiker bin, was darf ich essen?": "Diabetiker",
}


def test_what_is_asked_to_be_kept_and_what_a_question_takes_for_granted_is_learned():
    assert [
        text for text, word in ASKED_TO_KEEP.items() if not any(word in one for one in learned(text))
    ] == []
