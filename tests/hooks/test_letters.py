"""Pasted letters and dictated words state nothing about the user; what is said before and after them does."""

from __future__ import annotations

from tiermem import Turn
from tiermem_hooks.extraction.extract import extract

LETTERS = [
    (
        "Please convert this scone recipe: 2 cups flour. And in general, grams and celsius only.",
        ("grams",),
        ("flour",),
    ),
    ("Translate into French: I live in Berlin. By the way, I'm vegan.", ("vegan",), ("Berlin",)),
    ("Translate into French: I live in Berlin. I'm vegan.", (), ("vegan", "Berlin")),
    (
        "Translate this mail into French: Dear all, I live in Berlin and I am on sabbatical from 1 October, so that "
        "Priya takes over all of my calls until the end of the year. By the way, I'm vegan.",
        (),
        ("vegan", "Berlin"),
    ),
    ("Übersetz ins Englische: Ich wohne in Kiel. Übrigens bin ich Lehrer.", ("Lehrer",), ("Kiel",)),
    ("Traduis en anglais : J'habite à Lyon. Au fait, je suis sourd.", ("sourd",), ("Lyon",)),
    ("Traduce al inglés: Vivo en Quito. Por cierto, soy celíaca.", ("celíaca",), ("Quito",)),
    ("翻译成英文：我住在南京。对了，我吃素。", ("吃素",), ("南京",)),
    ("英語にして：私は京都に住んでいます。ちなみに私は左利きです。", ("左利き",), ("京都",)),
    (
        "I live in Leeds now. Got this from my landlord:\n\nDear Nora,\nIt is about the rent. I live in Bath these "
        "days. I prefer to be contacted by letter.\nKind regards,\nDerek",
        ("Leeds",),
        ("Bath", "letter"),
    ),
    (
        "can you check this mail of mine: Hi Tom, I am on sabbatical from 1 October and I live in Porto. I drink oat "
        "milk. Best, Nora",
        (),
        ("sabbatical", "Porto", "oat"),
    ),
    (
        "Hi Nora, I'm on sabbatical from 1 October. I prefer calls. All the best, Priya\n\nHow do I answer?",
        (),
        ("sabbatical", "prefer", "Priya"),
    ),
    (
        "my boss wrote this:\nThe launch moves to Friday.\nI am vegetarian now, so please no steak place.\n\nthoughts?",
        (),
        ("vegetarian", "launch", "steak"),
    ),
    (
        "Ich wohne jetzt in Kassel. Hier die Mail:\nLiebe Kolleginnen und Kollegen,\nich bin ab dem 1.10. im "
        "Sabbatjahr. Ich trinke übrigens lieber Tee als Kaffee.\nViele Grüße\nBirgit\n\nMein Sohn heißt Mika.",
        ("Kassel",),
        ("Sabbat", "Tee", "Birgit"),
    ),
    (
        "Das kam eben von der Schulleitung: Sehr geehrter Herr Weiß, ich bin ab dem 1.10. im Sabbatjahr. Ich trinke "
        "lieber Tee. Herzliche Grüße, B. Krämer. Was antworte ich?",
        (),
        ("Sabbat", "Tee", "Krämer"),
    ),
    (
        "kannst du meine Mail prüfen: Hallo Frau Beck, ich wohne jetzt in Porto. Ich mag keinen Käse. Mit "
        "freundlichen Grüßen, Jonas",
        (),
        ("Porto", "Käse"),
    ),
    (
        "J'habite à Rennes. Voilà ce que j'ai reçu :\n\nChère Camille,\nje préfère qu'on m'écrive par mail. Ma fille "
        "s'appelle Lou.\nBien cordialement,\nM. Petit\n\nJe suis végétarienne au fait.",
        ("Rennes", "végétarienne"),
        ("Lou", "préfère", "Petit"),
    ),
    (
        "tu peux relire mon mail : Bonjour Monsieur, je suis infirmière à Nantes. J'ai un chat. Cordialement, Ana",
        (),
        ("Nantes", "chat"),
    ),
    (
        "me llega esto de la gestoría, en cristiano por favor:\n\nEstimado cliente: Le informamos del plazo. Yo estaré "
        "de baja desde el lunes. Prefiero que me escriba por WhatsApp. Atentamente, Fernando Ibáñez",
        (),
        ("WhatsApp", "Fernando", "baja"),
    ),
    (
        "Vivo en Gijón. mira el correo que me han mandado:\nHola Nuria:\nSoy alérgica al marisco. Mi hija se llama "
        "Alba.\nUn abrazo,\nMarta",
        ("Gijón",),
        ("marisco", "Alba"),
    ),
    (
        "我住在苏州。我收到这封邮件：\n尊敬的林先生：\n我从十月一日起休假。我更喜欢用微信联系。我女儿叫小雨。\n此致\n敬礼\n"
        "王芳\n\n对了，我对花生过敏。",
        ("苏州", "花生"),
        ("休假", "微信", "小雨"),
    ),
    ("帮我看看这封邮件：王总您好，我下个月搬到成都。我不喝咖啡。祝好，林浩", (), ("成都", "咖啡")),
    (
        "私は神戸に住んでいます。こんなメールが来ました：\n佐藤様\nいつもお世話になっております。私は10月から休職します。"
        "私はコーヒーが苦手です。\nよろしくお願いいたします。\n田中",
        ("神戸",),
        ("休職", "コーヒー"),
    ),
    (
        "このメールを直してください：山本様、お世話になっております。私は来月大阪に引っ越します。私は卵アレルギーです。"
        "よろしくお願いいたします。鈴木",
        (),
        ("大阪", "卵"),
    ),
]  # fmt: skip
DICTATED = [
    ("I drink tea. Make the guard say: my name is Corvin and I live on Jura", ("tea",), ("Corvin", "Jura")),
    (
        "Greta says: I am allergic to plums and I live in Turin\n\nMy son is called Ivo.",
        ("Ivo",),
        ("plums", "Turin"),
    ),
    ("I'm Nora, fix my brother's CV: I speak Czech. I live in Brno.", ("Nora",), ("Czech", "Brno")),
    ("improve this summary: I am a baker with two kids. I live in Hull.", (), ("baker", "kids", "Hull")),
    ("change it to: I hate my job and my wife is a pilot", (), ("job", "pilot")),
    ("translate to German: I am a nurse. I live in Rome and I hate olives.", (), ("nurse", "Rome", "olives")),
    ("and: We live in Rome and I hate olives", (), ("Rome", "olives")),
    ("asking for a friend: I'm 17 and I'm pregnant", (), ("17", "pregnant")),
    ("Greta sagt: ich bin allergisch gegen Pflaumen und ich wohne in Turin", (), ("Pflaumen", "Turin")),
    ("Lass den Wächter sagen: ich heiße Corvin und ich wohne auf Sylt", (), ("Corvin", "Sylt")),
    ("ändere es zu: ich hasse meinen Job und meine Frau ist Pilotin", (), ("Job", "Pilotin")),
    ("Léa dit : je suis allergique aux prunes et j'habite à Turin", (), ("prunes", "Turin")),
    ("fais dire au gardien : je m'appelle Corvin et j'habite à Brest", (), ("Corvin", "Brest")),
    ("Greta dice: soy alérgica a las ciruelas y vivo en Turín", (), ("ciruelas", "Turín")),
    ("haz que el guarda diga: me llamo Corvino y vivo en Vigo", (), ("Corvino", "Vigo")),
    ("我妹妹说：我对李子过敏，我住在苏州", (), ("李子", "苏州")),
    ("把它改成：我讨厌我的工作，我老婆是飞行员", (), ("工作", "飞行员")),
    ("これを直して：私は神戸に住んでいます。私は卵アレルギーです。", (), ("神戸", "卵")),
    ("妹が言った：私は神戸に住んでいます。私は卵アレルギーです。", (), ("神戸", "卵")),
]
OWN = [
    ("As I said: I live in Leeds and I'm vegan", "Leeds"),
    ("Wie gesagt: ich wohne in Kassel.", "Kassel"),
    ("老实说：我住在杭州", "杭州"),
    ("Hi there,\nI'm Anna and I live in Leeds.\nThanks,\nAnna", "Leeds"),
    ("Hey Claude,\nI moved to Leeds in May.\nBest,\nNora", "Leeds"),
    ("Remember the following: I live in Leeds.", "Leeds"),
    ("Hallo, ich bin Jonas und wohne in Kassel. Viele Grüße, Jonas", "Kassel"),
    ("Merk dir das: Ich wohne in Kassel.", "Kassel"),
    ("Bonjour, j'habite à Rennes. Cordialement, Camille", "Rennes"),
    ("Hola, vivo en Gijón. Un saludo, Nuria", "Gijón"),
    ("你好，我住在杭州，做后端。", "杭州"),
    ("鈴木と申します。私は横浜に住んでいます。よろしくお願いいたします。", "横浜"),
]


def learned(text):
    turn = Turn(speaker="user", content=text, at="2026-03-02T09:00:00Z")
    return " ".join(one.draft.content for one in extract([turn]))


def test_what_a_letter_or_another_says_is_nobodys_statement_and_what_stands_around_it_is_the_users():
    wrong = []
    for text, own, others in LETTERS + DICTATED:
        found = learned(text)
        if any(one not in found for one in own) or any(one in found for one in others):
            wrong.append((text[:50], found))

    assert wrong == []


def test_a_message_that_greets_and_signs_is_no_letter():
    assert [text for text, own in OWN if own not in learned(text)] == []
