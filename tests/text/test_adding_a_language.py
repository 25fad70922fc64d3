"""A seventh language is one folder: prompts, times, recall of statements and gap-fill use it at once."""

import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.reading import lexicon, reading
from tiermem.engine.recall.query import understand
from tiermem.text import languages, query_words
from tiermem.text.times.periods import periods
from tiermem.values import Turn
from tiermem_hooks.extraction import model, rules
from tiermem_hooks.extraction.extract import extract

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
CACHED = (
    languages.changes_of,
    lexicon.lexicon,
    lexicon._vocabularies,  # noqa: SLF001
    reading.read,
    languages.codes,
    languages.english_too,
    languages.everywhere,
    languages.known_words,
    languages.language,
    languages.scripts,
    languages._words_of_others,  # noqa: SLF001
    model.model_of,
    rules._known,  # noqa: SLF001
    rules.available_languages,
)
WORDS = '''
"""Dutch."""

from tiermem.text.languages.language import Language, Times, several

LANGUAGE = Language(
    code="nl",
    stop_words=several("de het een wij we ik hebben heb wat wie hoe over van ook niet en in op"),
    first_person=several("ik mij mijn wij ons onze"),
    question_words=several("wie wat waar wanneer waarom hoe"),
    time_words=several("gisteren vorige week maand jaar"),
    statement_words=several("woon werk heet"),
    months={"januari": 1, "maart": 3},
    weekdays={"maandag": 0, "zondag": 6},
    asks_when=(("wanneer", "wanneer"),),
    asks_about_past=(("hebben", r"wat \\s hebben \\s we .*"),),
    times=Times(
        numbers={"twee": 2},
        vague={},
        units={"week": "week", "weken": "week"},
        seasons={},
        days={"gisteren": -1},
        nights={},
        steps={"vorige": -1},
        stretches={},
        past_steps=frozenset({"vorige"}),
        roles={"geleden": "ago"},
        ambiguous=frozenset(),
        looks_ahead="zal",
        to="tot",
        both=("", "", ""),
    ),
)
'''
STATEMENTS = '''
"""Statements in Dutch."""

from tiermem.text.languages.language import several
from tiermem.text.languages.statements import Statements

STATEMENTS = Statements(names=several("naam"))
'''
CHANGES = '''
"""How statements in Dutch change others."""

from tiermem.text.languages.changes import Changes

CHANGES = Changes(
    mine="mijn",
    we="ik wij",
    function="de het een ik in is",
    verbs="is woon",
    copulas="is",
    changes="voortaan",
    adds="eveneens",
    concepts={"home": "woon in"},
)
'''
REQUEST = "patterns = [\n  '''^onthoud\\ dat\\ (?P<statement>.+)$''',"
"""Dutch requests to remember something."""


@pytest.fixture
def dutch(tmp_path, monkeypatch):
    folder = tmp_path / "nl"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Dutch."""\n\nENGLISH_TOO = frozenset({"we", "in", "van"})\n')
    (folder / "words.py").write_text(WORDS)
    (folder / "statements.py").write_text(STATEMENTS)
    (folder / "changes.py").write_text(CHANGES)
    german = Path(languages.__file__).with_name("de")
    patterns = (german / "extraction.toml").read_text(encoding="utf-8")
    patterns = patterns.replace('language = "de"', 'language = "nl"').replace("patterns = [", REQUEST)
    (folder / "extraction.toml").write_text(patterns, encoding="utf-8")
    for name in ("classes.toml", "gap_fill.model"):
        shutil.copy(german / name, folder)
    monkeypatch.setattr(languages, "__path__", [str(tmp_path), *languages.__path__])
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget():
    """Let the languages be found again."""
    for cached in CACHED:
        cached.cache_clear()
    for name in [name for name in sys.modules if name.startswith("tiermem.text.languages.nl")]:
        del sys.modules[name]


def test_without_its_folder_a_language_is_not_known():
    assert "nl" not in languages.codes()
    assert query_words("wat hebben we over de kade besloten") != ["kade", "besloten"]


def test_its_folder_alone_makes_a_language_known(dutch):
    query = understand("Wat hebben we over de kade besloten?")

    assert languages.codes()[-3:] == ("nl", "zh", "ja")
    assert [one.code for one in query.languages] == ["nl"]
    assert query.words == ("kade", "besloten")
    assert query.asks_about_past


def test_its_times_are_understood(dutch):
    (ago,) = periods("Wij hebben het twee weken geleden over de kade gehad.", NOW)
    (named,) = periods("Wat hebben we vorige week gedaan?", NOW)

    assert ago.period.since.date().isoformat() == "2026-02-15"
    assert (named.period.since.day, named.is_past) == (23, True)


def test_its_statements_are_compared_by_its_words(dutch):
    old = Statement("Ik woon in Utrecht.")

    assert "naam" in languages.everywhere().names
    assert compare(old, Statement("Ik woon voortaan in Breda.")).relation == "updates"
    assert compare(old, Statement("Ik woon eveneens in Breda.")).relation == "unrelated"


def test_gap_fill_knows_its_words_for_a_request(dutch):
    turns = [Turn(speaker="user", content="Onthoud dat ik in Utrecht woon.", at="2026-03-04T09:00:00Z")]

    assert [one.draft.content for one in extract(turns)] == ["Ik in Utrecht woon."]
