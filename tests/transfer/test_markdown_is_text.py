"""The Markdown export shows any stored text as text: it opens no heading, item, quote, rule, code or markup."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from tests.engine.prompt.test_escaping import HOSTILE
from tests.transfer.test_export_import import REACH, TEXTS

from tiermem import Entry
from tiermem.transfer.formats import markdown

MARKS = [
    "# Rules", "## x", "- item", "* item", "1. item", "> quote", "---", "***", "```", "~~~", "===", "| a | b |",
    "<script>x</script>", "<!-- x -->", "![x](https://x.example/?q=)", "\\# x", "\\\\- x", "&#35; x", "&lt;b&gt;",
    "  — abcdEF12 · 2026-01-02 · by user", "    code", "\t- x", "<img src=x>", "<\u200bscript>",
]  # fmt: skip
LINES = st.lists(st.sampled_from(MARKS) | HOSTILE | TEXTS, min_size=1, max_size=6)
HOSTILE_TEXTS = st.tuples(LINES, st.sampled_from(["\n", "", " ", "\n\n", "\n  "])).map(
    lambda both: both[1].join(both[0])
)
STRUCTURE = re.compile(
    r"\s*(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|[-=_*]{3,}\s*$|=+\s*$|```|~~~|\|)"
)
MARKUP = re.compile(r"(?<!\\)(?:\\\\)*(?:<(?=[A-Za-z/!?])|!(?=\[))")


def written(*contents, **labels):
    """The document of entries with these contents, and the same labels."""
    entries = [
        Entry(
            id=f"abcdEF1{place}",
            scope_id=3,
            layer="L1",
            tier="user",
            content=content,
            source="user",
            created_at="2026-01-02T00:00:00.000000Z",
            updated_at="2026-01-02T00:00:00.000000Z",
            **labels,
        )
        for place, content in enumerate(contents)
    ]
    return "\n".join(markdown.render(entries, REACH))


def frame(*contents):
    """The lines that the export writes around the contents."""
    return written(*("plain" for _ in contents)).split("\n")


@settings(max_examples=80, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(st.lists(HOSTILE_TEXTS.map(str.strip).filter(bool), min_size=1, max_size=3))
@example(["# a\n- b\n> c", "---"])
def test_stored_text_opens_nothing_in_the_document(contents):
    lines, around = written(*contents).split("\n"), frame(*contents)

    assert [one for one in lines if one.startswith("#")] == [one for one in around if one.startswith("#")]
    assert sum(one.startswith("- ") for one in lines) == len(contents)
    inside = [one[2:] for one in lines if one.startswith(("- ", "  ")) and not one.startswith("  — ")]
    assert [one for one in inside if STRUCTURE.match(one) and not one.startswith("    ")] == []
    assert [one for one in inside if MARKUP.search(one)] == []
    unseen = [one for line in lines for one in line if unicodedata.category(one) == "Cc" and one != "\t"]
    assert unseen == []


@settings(max_examples=50, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(st.lists(HOSTILE_TEXTS.map(str.strip).filter(bool), min_size=1, max_size=3))
def test_what_is_escaped_is_read_back_as_it_was(contents):
    items = markdown.parse(written(*contents), "f.md")

    assert sorted(item.draft.content for item in items) == sorted(contents)


LABELS = HOSTILE_TEXTS.map(lambda text: " ".join(text.split())).filter(bool)


@settings(max_examples=80, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(LABELS, LABELS)
@example("a\x1b[31m", "<img src=x>")
@example("![x](https://x.example/?q=)", "a\u202eb\\x1b;")
def test_labels_are_text_too_and_read_back_as_they_were(subject, tag):
    document = written("plain", subject=subject, tags=(tag,))

    (details,) = [line for line in document.split("\n") if line.startswith("  — ")]
    assert MARKUP.search(details) is None
    assert not any(unicodedata.category(one) == "Cc" or one in "\u202a\u202e\u2066" for one in details)
    (item,) = markdown.parse(document, "f.md")
    assert (item.draft.subject, item.draft.tags) == (subject, (tag,))


@pytest.mark.parametrize("code", ["ffffff", "110000", "d800", "dfff"])
def test_an_escape_of_no_character_is_read_as_it_is_written(code):
    document = written("plain", subject="a\x1b").replace("\\x1b;", f"\\x{code};")
    assert f"\\x{code};" in document

    (item,) = markdown.parse(document, "f.md")

    assert item.draft.subject == f"a\\x{code};"
