"""Regular expressions that an earlier process compiled find what they found there."""

import re

import pytest
from tests.tables import each_row

from tiermem.support import cache, patterns
from tiermem.support.patterns import compiled, kept

ROWS = [
    # expression, flags, text
    (r"(?P<day>\d+)\. (?P<month>mai|juni)", re.IGNORECASE, "am 3. Mai"),
    (r"(?<!not )\b(?:tea|coffee)\b(?= please)", 0, "tea please"),
    (r"[\u4e00-\u9fff]+|(a)(b)?\1", 0, "aa 东京"),
    ("a  # a letter\n b", re.VERBOSE, "ab"),
    (r"(?i:É)+\w", 0, "éÉx"),
    (r"(?s).(?P<x>x)*?$", re.MULTILINE, "\nq"),
]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def seen(expression, flags, text):
    pattern = compiled(expression, flags)
    found = [(one.span(), one.groups(), one.groupdict()) for one in pattern.finditer(text)]
    return pattern.pattern, pattern.flags, pattern.groups, dict(pattern.groupindex), found


def refuse(*_):
    raise AssertionError("it was compiled again")


def test_what_was_kept_finds_the_same_and_is_not_compiled_again(monkeypatch):
    expected = [seen(*row) for row in ROWS]
    with kept():
        first = [seen(*row) for row in ROWS]
    re.purge()
    monkeypatch.setattr(patterns, "_code_of", refuse)
    monkeypatch.setattr(re, "compile", refuse)
    with kept():
        again = [seen(*row) for row in ROWS]

    assert first == again == expected


@each_row("data", [b"", b"no patterns", b"\xe9" * 50, b"[1, 2]", b"i\x01\x00\x00\x00"])
def test_a_file_that_cannot_be_read_is_written_anew(data):
    file = cache.file(patterns.FILE)
    cache.keep(file, data)
    with kept():
        assert compiled("a+").fullmatch("aaa")

    assert cache.own_bytes(file) != data


def test_a_python_that_compiles_otherwise_costs_time_only(monkeypatch):
    monkeypatch.setattr(patterns, "_code_of", lambda *_: (1, 2))
    with kept():
        assert compiled("a+").fullmatch("aaa")


def test_an_expression_that_is_none_is_refused():
    with kept(), pytest.raises(re.error):
        compiled("(")


def test_nothing_is_kept_elsewhere(tmp_path):
    compiled("a+")

    assert list(tmp_path.iterdir()) == []
