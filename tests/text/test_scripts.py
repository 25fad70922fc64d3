"""Text in any script is found by one of its words, through a real store."""

import re
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.opening import add, opened
from tests.tables import each_row

from tiermem.plugins.text import CJK, UNSPACED
from tiermem.text import fold, normalized, query_words, search_text, straight, words

TEXTS = {
    "thai": "ฉันชอบกินส้มตำกับข้าวเหนียวที่เชียงใหม่",
    "lao": "ຂ້ອຍມັກກິນເຂົ້າໜຽວຢູ່ວຽງຈັນ",
    "khmer": "ខ្ញុំចូលចិត្តញ៉ាំបាយនៅភ្នំពេញ",
    "burmese": "ကျွန်တော် ရန်ကုန်မြို့မှာနေတယ်",
    "tibetan": "ང་ལྷ་ས་ནས་ཡིན།",
    "korean": "저는 서울에서 학교를 다니고 집에서 책을 읽어요",
    "arabic": "أُحِبُّ القَهْوَةَ العَرَبِيَّةَ فِي الصَّباح",
    "hebrew": "אני אוהב קפה שָׁחוֹר",
    "hindi": "मुझे हिन्दी और क्रिकेट पसंद है",
    "tamil": "எனக்கு தமிழ் பிடிக்கும்",
    "chinese": "我喜欢在成都吃火锅",
    "japanese": "京都のラーメンが好きです",
    "russian": "Я люблю зелёный чай",
    "greek": "Μου αρέσει ο ελληνικός καφές",
    "vietnamese": "Tôi thích uống cà phê sữa đá ở Đà Nẵng",
    "german": "Die Straße zum Fußballplatz ist gesperrt",
    "french": "Un café crème à l'hôtel",
    "full width": "ＡＢＣ１２３の型番",
    "laughing": "that was great 😂😂",
    "thumb": "agreed 👍🏽 on the plan",
    "family": "the whole 👨‍👩‍👧 came",
    "flag": "moved to 🇵🇹 in spring",
    "heart": "she wrote ❤️ below",
}
ASKED = [
    ("ส้มตำ", "thai"),
    ("เชียงใหม่", "thai"),
    ("กิน", "thai"),
    ("ວຽງຈັນ", "lao"),
    ("ភ្នំពេញ", "khmer"),
    ("ရန်ကုန်", "burmese"),
    ("ལྷ་ས", "tibetan"),
    ("서울", "korean"),
    ("학교에", "korean"),
    ("책", "korean"),
    ("책이", "korean"),
    ("القهوة", "arabic"),
    ("العربية", "arabic"),
    ("شحور OR قفة القهوه", "arabic"),
    ("שחור", "hebrew"),
    ("हिन्दी", "hindi"),
    ("क्रिकेट", "hindi"),
    ("தமிழ்", "tamil"),
    ("火锅", "chinese"),
    ("成都", "chinese"),
    ("京都", "japanese"),
    ("ラーメン", "japanese"),
    ("ﾗｰﾒﾝ", "japanese"),
    ("зеленый", "russian"),
    ("ΕΛΛΗΝΙΚΟΣ", "greek"),
    ("ca phe", "vietnamese"),
    ("strasse", "german"),
    ("FUSSBALLPLATZ", "german"),
    ("creme", "french"),
    ("abc123", "full width"),
    ("😂", "laughing"),
    ("👍", "thumb"),
    ("👍🏿", "thumb"),
    ("👨‍👩‍👧", "family"),
    ("🇵🇹", "flag"),
    ("❤", "heart"),
    ("❤️", "heart"),
]


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("scripts")) as memory:
        entries = memory.entries()
        for text in TEXTS.values():
            add(entries, text, layer="L1")
        yield entries


@pytest.mark.parametrize(("asked", "name"), ASKED)
def test_an_entry_is_found_first_by_a_word_of_it(entries, asked, name):
    assert entries.search(asked).entries[0].content == TEXTS[name]


@pytest.mark.parametrize(
    "asked", ["ปลาหมึก", "부산", "الشاي", "चाय", "北京", "大阪", "🐈", "🇩🇪", "👨‍👩‍👦", "ទន្លេ"]
)
def test_nothing_is_found_by_a_word_of_no_entry(entries, asked):
    assert entries.search(asked).entries == ()


@each_row(
    ("text", "indexed"),
    [
        ("The Quick brown-fox, 42!", "the quick brown-fox, 42!"),
        ("café naïve Straße", "cafe naive strasse"),
        ("我喜欢", "我喜 喜欢"),
        ("ปลา", "ปล ลา"),
        ("집에서", "집에서 집에 에서 집"),
        ("👍🏽", "emoji1f44d"),
        ("👩‍💻", "emoji1f469x1f4bb"),
        ("🇵🇹", "emoji1f1f5x1f1f9"),
        ("1️⃣", "1"),
        ("x² ± 3 €", "x2 3"),
        ("كِتَابٌ", "كتاب"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_what_the_index_gets(text, indexed):
    assert " ".join(search_text(text).split()) == indexed


LETTERS = st.characters(max_codepoint=0x52F).filter(lambda one: one.isspace() or fold(one).isalnum())


@given(st.text(alphabet=LETTERS))
def test_latin_greek_and_cyrillic_are_only_folded(text):
    assert search_text(text) == fold(text)


@given(st.text())
def test_nothing_of_a_text_s_words_is_lost_on_the_way_to_the_query(text):
    assert set(query_words(text, limit=10_000, languages=())) >= {
        word for word in words(text) if len(word) > 1 or not word.isascii()
    }


def test_a_store_that_was_indexed_otherwise_is_indexed_again(tmp_path):
    with opened(tmp_path) as memory:
        add(memory.entries(), TEXTS["thai"], layer="L1")
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        connection.execute("DELETE FROM migrations WHERE name LIKE '0011%'")
        connection.execute("UPDATE documents SET content = 'as it was'")
    connection.close()

    with opened(tmp_path) as memory:
        assert [entry.content for entry in memory.entries().search("ส้มตำ").entries] == [TEXTS["thai"]]
        assert memory.maintenance.doctor() == []


@each_row(
    "text",
    [
        "",
        "plain words",
        "curly “quotes” and naïve accents – dashes…",
        "中文 and English, 日本語も",
        "\u2e7f is below the first of them, \u2e80 is it",
        "an old letter, \U00020000",
        "Привет 한국어 ไทย",
    ],
)
def test_letters_without_spaces_are_found_as_by_their_class(text):
    known = re.compile(f"[{CJK}]")
    assert UNSPACED.findall(text) == known.findall(text)
    assert UNSPACED.sub("·", text) == known.sub("·", text)
    for place in range(len(text)):
        ours, theirs = UNSPACED.match(text[place:]), known.match(text[place:])
        assert (ours and ours[0]) == (theirs and theirs[0])
    ours, theirs = UNSPACED.search(text), known.search(text)
    assert (ours and ours.span()) == (theirs and theirs.span())


@given(text=st.text(st.characters(exclude_categories=("Cs",)) | st.sampled_from("’ʼ‘'")))
def test_apostrophes_are_straightened_in_their_places(text):
    made = straight(text)

    assert len(made) == len(text)
    assert {(one, other) for one, other in zip(text, made, strict=True) if one != other} <= {
        ("’", "'"),
        ("ʼ", "'"),
        ("‘", "'"),
    }
    assert not set("’ʼ‘") & set(made)
    assert normalized(text) == straight(fold(text))
