"""The languages' data, and the language of a text."""

import re
import subprocess
import sys
from importlib import import_module

from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.text import fold, query_words
from tiermem.text import languages as known
from tiermem.text.languages import language, languages_of

CODES = ("en", "de", "fr", "es", "zh", "ja")
WESTERN = CODES[:4]


@each_row("code", CODES)
def test_words_are_folded(code):
    one = language(code)
    sets = (one.stop_words, one.first_person, one.question_words, one.time_words)
    for words in (*sets, one.months, one.weekdays):
        assert [word for word in words if word != fold(word) or word != word.strip()] == []


@each_row("code", ("ja", "ru", "zh"))
def test_orders_in_other_scripts_are_tried_only_on_texts_with_their_letters(code):
    names = ("ORDERS", "MATTERS", "TOPICS", "OWN", "RULES", "NEWS")
    own, *others = (import_module(f"tiermem.text.languages.{one}.orders") for one in (code, *WESTERN))
    for name in names:
        words = " ".join(re.split(r"[^\w -]", getattr(own, name)))
        assert known.orders(name).search(words)
        assert not any(re.search(getattr(own, name), getattr(one, name)) for one in others)
        assert not re.search(getattr(own, name), "".join(map(chr, range(ord(own.SINCE)))))


@each_row("code", CODES)
def test_all_months_and_weekdays_have_names(code):
    one = language(code)
    assert set(one.months.values()) == set(range(1, 13))
    assert set(one.weekdays.values()) == set(range(7))


@each_row("code", WESTERN)
def test_full_names_of_months_and_days_are_words_of_time(code):
    one = language(code)
    names = {name for name in (*one.months, *one.weekdays) if len(name) > 5 and not name.endswith("tags")}
    assert names - one.time_words <= {"janner", "maerz"}


@each_row("code", CODES)
def test_every_phrase_compiles_and_has_a_cue(code):
    one = language(code)
    for phrases in (one.asks_when, one.asks_about_past):
        for cues, pattern in phrases:
            assert cues.split()
            assert known.compiled(pattern)
    known.compiled(one.times.looks_ahead)


@each_row(
    ("text", "codes"),
    [
        ("What did we decide about the database?", ["en"]),
        ("was haben wir über die Datenbank entschieden?", ["de"]),
        ("qu'est-ce qu'on a décidé pour la base ?", ["fr"]),
        ("¿qué decidimos sobre la base de datos?", ["es"]),
        ("我们关于数据库决定了什么？", ["zh"]),
        ("データベースについて何を決めましたか", ["ja"]),
        ("東京で会いましょう", ["ja"]),
        ("What does the word 你好 mean in this text?", ["en", "zh"]),
        ("PyTorch 2.1 CUDA", ["en"]),
        ("", ["en"]),
        ("!!! ???", ["en"]),
        ("привет, как дела", ["en"]),
        ("letzte Woche", ["de"]),
        ("semana pasada", ["es"]),
        ("lundi prochain", ["fr"]),
        ("Was war in Berlin so los?", ["de"]),
        ("29歳、独身。", ["ja"]),
        ("県庁勤務。", ["ja"]),
        ("我在新宿附近住", ["zh"]),
        ("我今年二十九歲，單身", ["zh"]),
    ],
)
def test_languages_of_a_text(text, codes):
    assert [one.code for one in languages_of(text)] == codes


@given(st.text())
def test_any_text_is_of_some_language(text):
    assert languages_of(text)


def test_short_messages_are_of_the_language_that_they_are_in():
    rows = [
        ("Me he mudado a Sevilla.", "es"),
        ("On a déménagé à Nantes.", "fr"),
        ("Nutzer trinkt Kaffee.", "de"),
        ("ahora uso Neovim", "es"),
        ("no fumo", "es"),
        ("User has a Labrador called Biscuit.", "en"),
        ("Call me Katherine.", "en"),
    ]
    assert [(text, languages_of(text)[0].code) for text, _ in rows] == rows


def test_words_that_other_languages_have_too_do_not_tell_english():
    others = frozenset().union(*(known.known_words(code) for code in WESTERN[1:]))

    assert known.known_words("en") & others - known.english_too() == set()


@each_row(
    ("text", "words"),
    [
        ("What did we decide about the database?", ["decide", "database"]),
        ("Was haben wir mit der Datenbank gemacht?", ["datenbank", "gemacht"]),
        ("Où est la clé de la voiture ?", ["cle", "voiture"]),
        ("¿Dónde está la llave del coche?", ["llave", "coche"]),
        ("我们的数据库", ["们的", "的数", "数据", "据库"]),
        ("was ist das", ["was", "ist", "das"]),
        ("the who", ["the", "who"]),
    ],
)
def test_stop_words_of_the_text_s_language_are_dropped(text, words):
    assert query_words(text) == words


@given(st.text(max_size=200))
def test_a_text_with_words_never_gives_an_empty_query(text):
    from tiermem.text import words

    assert bool(query_words(text)) == bool(words(text))


def test_an_english_prompt_reads_no_other_language():
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; from tiermem.engine.recall.query import understand;"
        "understand('What did we decide last week?');"
        "print([name for name in sys.modules if name.endswith('.words') and '.languages.' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['tiermem.text.languages.en.words']"


def test_all_patterns_of_statements_compile_alone_and_together():
    from tiermem.text.languages.statements import Statements

    together = known.everywhere()
    for name in Statements.__dataclass_fields__:
        value = getattr(together, name)
        for one in value if isinstance(value, tuple) else (value,):
            if hasattr(one, "pattern"):
                assert one.search("") is None or one.search("") is not None
