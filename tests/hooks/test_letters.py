"""A letter that is pasted or to be checked states nothing about the user; what is said before and after it does."""

from __future__ import annotations

from tiermem import Turn
from tiermem_hooks.extraction import extract

LETTERS = [
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
OWN = [
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


def test_what_a_letter_says_is_nobodys_statement_and_what_stands_around_it_is_the_users():
    wrong = []
    for text, own, others in LETTERS:
        found = learned(text)
        if any(one not in found for one in own) or any(one in found for one in others):
            wrong.append((text[:50], found))

    assert wrong == []


def test_a_message_that_greets_and_signs_is_no_letter():
    assert [text for text, own in OWN if own not in learned(text)] == []
