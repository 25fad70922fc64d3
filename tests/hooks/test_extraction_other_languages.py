"""Extraction in the other languages, above all from turns with nothing to keep."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from tests.tables import each_row

from tiermem.values import Turn, instant
from tiermem_hooks.extraction.extract import extract
from tiermem_hooks.extraction.rules import load_rules

SPACED, UNSPACED = ("de", "fr", "es"), ("zh", "ja")
LANGUAGES = (*SPACED, *UNSPACED)
RULES = {code: load_rules(code) for code in LANGUAGES}
MONDAY = instant(datetime(2026, 3, 2, 10, 0, tzinfo=UTC))
DATA = Path(__file__).parent / "data"


def session(*said):
    """Turns from ``"user: …"``, ``"assistant: …"`` strings."""
    turns = []
    for position, line in enumerate(said):
        speaker, _, content = line.partition(": ")
        turns.append(Turn(speaker=speaker, content=content, at=MONDAY, session_id="s1", position=position))
    return turns


def observed(code, *said):
    return extract(session(*said), RULES[code])


def contents(code, *said):
    return [observation.draft.content for observation in observed(code, *said)]


DRAFTS = [
    # language, sentence, tier, category, subject, content
    (
        "de",
        "Ach übrigens, ich wohne jetzt in Jena!",
        "user",
        "context",
        "Wohnort",
        "Ich wohne jetzt in Jena.",
    ),
    ("de", "Merk dir, dass unser Daily um 9:15 ist.", "memory", None, None, "Unser Daily um 9:15 ist."),
    ("de", "In Zukunft: bitte keine Tabellen.", "user", "preference", None, "Bitte keine Tabellen."),
    ("de", "Meine Tochter Greta ist Ärztin.", "user", "person", "Greta", "Meine Tochter Greta ist Ärztin."),
    ("fr", "Au fait, j'habite à Brest !", "user", "context", "domicile", "J'habite à Brest."),
    ("fr", "Notre API tourne sur Heroku.", "memory", "project", "API", "Notre API tourne sur Heroku."),
    ("fr", "Retiens que je suis gauchère.", "user", "person", "rôle", "Je suis gauchère."),
    ("es", "Por cierto, ¡vivo en Lugo!", "user", "context", "residencia", "Vivo en Lugo."),
    ("es", "Nuestra API corre en Heroku.", "memory", "project", "API", "Nuestra API corre en Heroku."),
    ("es", "Recuerda que soy celíaca.", "user", "person", None, "Soy celíaca."),
    ("zh", "对了，我现在住在无锡！", "user", "context", "住处", "我现在住在无锡。"),
    ("zh", "以后：请不要用表格。", "user", "preference", None, "请不要用表格。"),
    ("zh", "我們的API跑在Heroku上。", "memory", "project", "API", "我們的API跑在Heroku上。"),
    ("zh", "我女儿小禾是医生，谢谢", "user", "person", "小禾", "我女儿小禾是医生。"),
    ("zh", "请记住，我们的例会是每周二十点。", "memory", "project", "例会", "我们的例会是每周二十点。"),
    ("ja", "ちなみに、今は金沢に住んでいます！", "user", "context", "住まい", "今は金沢に住んでいます。"),
    ("ja", "今後は表を使わないでください。", "user", "preference", None, "表を使わないでください。"),
    ("ja", "うちの娘の美緒は医者です。", "user", "person", "娘", "うちの娘の美緒は医者です。"),
    (
        "ja",
        "うちのAPIはHerokuで動いています。",
        "memory",
        "project",
        "API",
        "うちのAPIはHerokuで動いています。",
    ),
]


@each_row("row", DRAFTS, misses=11)
def test_a_statement_is_filed_and_cleaned(row):
    code, sentence, *filed = row
    (observation,) = observed(code, f"user: {sentence}")
    draft = observation.draft

    assert [draft.tier, draft.category, draft.subject, draft.content] == filed


CORRECTIONS = [
    # language, what the assistant said, what the user said, content
    (
        "de",
        "Der Termin ist am Freitag.",
        "Nein, am Donnerstag.",
        "Korrektur: am Donnerstag (nicht: Der Termin ist am Freitag.)",
    ),
    (
        "de",
        "Du wohnst in Berlin.",
        "Das stimmt nicht, ich wohne in Hamburg.",
        "Ich wohne in Hamburg.",
    ),
    (
        "de",
        "Deine Schwester heißt Marion.",
        "Sie heißt Marlene, nicht Marion.",
        "Korrektur: sie heißt Marlene, nicht Marion (nicht: Deine Schwester heißt Marion.)",
    ),
    (
        "de",
        "Das Backend ist in Java geschrieben.",
        "Das Backend ist nicht in Java, sondern in Kotlin.",
        "Das Backend ist nicht in Java, sondern in Kotlin.",
    ),
    (
        "fr",
        "La réunion est vendredi matin.",
        "Non, c'est jeudi.",
        "Correction : c'est jeudi (et non : La réunion est vendredi matin.)",
    ),
    ("fr", "Tu habites à Lyon.", "C'est faux, j'habite à Grenoble.", "J'habite à Grenoble."),
    (
        "fr",
        "Le budget est de 500 euros.",
        "Le budget est de 800 euros, pas 500.",
        "Le budget est de 800 euros, pas 500.",
    ),
    (
        "es",
        "La reunión es el viernes por la tarde.",
        "No, es el jueves.",
        "Corrección: es el jueves (y no: La reunión es el viernes por la tarde.)",
    ),
    ("es", "Vives en Sevilla.", "Eso no es así, vivo en Huelva.", "Vivo en Huelva."),
    (
        "es",
        "El presupuesto es de 500 euros.",
        "El presupuesto es de 800 euros, no 500.",
        "El presupuesto es de 800 euros, no 500.",
    ),
    ("zh", "会议在周五。", "不对，是周四。", "更正：是周四（不是：会议在周五。）"),
    ("zh", "會議在週五。", "不對，是週四。", "更正：是週四（不是：會議在週五。）"),
    ("zh", "会议在周五。", "不是周五，是周四。", "不是周五，是周四。"),
    ("zh", "你住在成都。", "记错了，我住在重庆。", "我住在重庆。"),
    ("zh", "后端负责人是王磊。", "不对，后端现在归陈洁管。", "后端现在归陈洁管。"),
    ("ja", "会議は金曜です。", "いいえ、木曜です。", "訂正：木曜です（誤：会議は金曜です。）"),
    (
        "ja",
        "会議は金曜です。",
        "金曜じゃなくて木曜です。",
        "訂正：金曜じゃなくて木曜です（誤：会議は金曜です。）",
    ),
    ("ja", "成田にお住まいですね。", "違います、柏に住んでいます。", "柏に住んでいます。"),
]


@each_row(("code", "wrong", "right", "content"), CORRECTIONS, misses=3)
def test_a_correction_can_be_understood_alone(code, wrong, right, content):
    (observation,) = observed(code, f"assistant: {wrong}", f"user: {right}")

    assert observation.kind == "correction"
    assert observation.draft.correction is True
    assert observation.draft.content == content


@each_row(
    ("code", "before", "reply"),
    [
        ("de", "Der Termin ist am Freitag.", "Nein, alles gut."),
        ("de", "Der Termin ist am Freitag.", "Nein, ist es Donnerstag?"),
        ("de", "Soll ich noch etwas ändern?", "Nein, das passt so."),
        ("fr", "La réunion est vendredi.", "Non, c'est bon."),
        ("fr", "La réunion est vendredi.", "Non merci !"),
        ("fr", "Veux-tu autre chose ?", "Non, ça va."),
        ("es", "La reunión es el viernes.", "No, está bien."),
        ("es", "La reunión es el viernes.", "No, gracias."),
        ("es", "¿Quieres algo más?", "No, nada más."),
        ("zh", "会议在周五。", "不，没事。"),
        ("zh", "会议在周五。", "不对，是周四吗？"),
        ("zh", "还要改什么吗？", "不用了。"),
        ("zh", "这是草稿。", "不对，重写"),
        ("ja", "会議は金曜です。", "いえ、大丈夫です。"),
        ("ja", "会議は金曜です。", "いや、木曜ですか？"),
        ("ja", "他にありますか？", "いいえ、ありません。"),
        ("ja", "下書きです。", "違う、書き直して"),
    ],
    misses=3,
)
def test_a_no_without_a_right_value_corrects_nothing(code, before, reply):
    assert contents(code, f"assistant: {before}", f"user: {reply}") == []


@each_row(
    ("code", "said", "offer", "refusal"),
    [
        ("de", "Alex ist mein Chef.", "Soll ich mir das merken?", "Nein, bitte nicht."),
        ("fr", "Alex est mon chef.", "Est-ce que je dois le retenir ?", "Non merci."),
        ("es", "Alex es mi jefe.", "¿Quieres que lo recuerde?", "No, gracias."),
        ("zh", "我对花生过敏。", "要我记住吗？", "不用，别记。"),
        ("zh", "我對花生過敏。", "需要我記住嗎？", "不要。"),
        ("ja", "私は左利きです。", "覚えておきましょうか？", "いいえ、結構です。"),
    ],
)
def test_an_offer_that_is_refused_keeps_nothing(code, said, offer, refusal):
    assert contents(code, f"user: {said}", f"assistant: {offer}", f"user: {refusal}") == []
    assert len(contents(code, f"user: {said}")) == 1


@each_row(
    ("code", "said", "taken_back"),
    [
        ("de", "Ich lebe in Scheidung.", "Vergiss das bitte wieder."),
        ("de", "Ich nehme Ritalin.", "Das mit dem Ritalin löschen Sie bitte."),
        ("de", "Ich bin Ärztin.", "haha"),
        ("fr", "Je suis en plein divorce et je vis à Metz.", "Ne retiens pas ça."),
        ("fr", "J'ai deux fils.", "Oublie ce que je viens de dire."),
        ("fr", "Je suis médecin.", "mdr"),
        ("es", "Tengo dos hijos.", "Olvida eso, por favor."),
        ("es", "Vivo en Lugo.", "Lo de Lugo no lo guardes."),
        ("es", "Soy médica.", "jajaja"),
        ("zh", "我有两个儿子。", "刚才那句别记。"),
        ("zh", "我是医生。", "哈哈哈"),
        ("zh", "我住在苏州。", "不要保存我住在苏州这件事"),
        ("zh", "我對花生過敏。", "上面的話忘了吧"),
        ("ja", "実家に住んでいます。", "今のは忘れてください。"),
        ("ja", "息子が二人います。", "さっきの話は記録しないで。会社の端末だった"),
        ("ja", "年収は400万です。", "年収のことは保存しないでください"),
    ],
)
def test_what_is_taken_back_in_the_next_turn_is_not_kept(code, said, taken_back):
    assert contents(code, f"user: {said}", "assistant: Ok.", f"user: {taken_back}") == []
    assert contents(code, f"user: {said}") != []


@each_row(
    ("code", "sentence", "day"),
    [
        ("de", "Ich muss das Gutachten bis Freitag abgeben.", "2026-03-06"),
        ("de", "Übermorgen habe ich einen Termin beim Orthopäden.", "2026-03-04"),
        ("fr", "Je dois rendre le rapport avant vendredi.", "2026-03-06"),
        ("fr", "J'ai rendez-vous chez le notaire après-demain.", "2026-03-04"),
        ("es", "Tengo que entregar el informe antes del viernes.", "2026-03-06"),
        ("es", "Pasado mañana tengo cita con el notario.", "2026-03-04"),
        ("zh", "我周五之前必须交报告。", "2026-03-06"),
        ("zh", "明早九点我要去看骨科。", "2026-03-03"),
        ("zh", "後天早上要帶孩子去打疫苗", "2026-03-04"),
        ("zh", "下周三下午我有个答辩", "2026-03-11"),
        ("ja", "金曜までに報告書を出さないといけません。", "2026-03-06"),
        ("ja", "しあさってが締め切りです。", "2026-03-05"),
        ("ja", "再来週の水曜に引っ越します。", "2026-03-18"),
    ],
    misses=1,
)
def test_days_said_by_their_distance_get_their_date(code, sentence, day):
    assert day in " ".join(contents(code, f"user: {sentence}"))


@each_row(
    ("simplified", "traditional"),
    [
        ("我对坚果过敏。", "我對堅果過敏。"),
        ("以后都用简体字回复我", "以後都用簡體字回覆我"),
        ("我们决定换供应商了", "我們決定換供應商了"),
        ("我女儿叫小禾，读初二", "我女兒叫小禾，讀初二"),
    ],
    misses=2,
)
def test_traditional_characters_say_the_same(simplified, traditional):
    both = [[one.kind for one in observed("zh", f"user: {said}")] for said in (simplified, traditional)]

    assert both[0] == both[1] != []


@pytest.mark.slow
@each_row(
    ("code", "unit"),
    [
        *product(SPACED, ["a", "ich ", "je ", "mi ", "no, ", "und ich ", '"', ". ", "-ría ", "x, ", "pas "]),
        *product(UNSPACED, ["我", "我在北京", "明天", "，不是", "私は", "なので、", "、", "「", "さん"]),
    ],
)
def test_a_long_text_of_anything_takes_bounded_time(code, unit):
    text = unit * (300_000 // len(unit))
    began = time.process_time()

    observed(code, f"assistant: {text}", f"user: {text}", f"user: {text[:3900]}", f"user: {text[:300]}")

    assert time.process_time() - began < 2
