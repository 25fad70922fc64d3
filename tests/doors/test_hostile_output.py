"""Whatever is stored, the command's output moves no cursor, hides nothing and has no line that its verb did not print.

All of Unicode, with escape sequences nested, split over lines and encoded.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import unicodedata

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from tests.engine.prompt.test_escaping import HOSTILE

from tiermem import Memory
from tiermem.doors.cli import main
from tiermem.doors.cli.output import Output

SEQUENCES = [
    "\x1b[2K\x1b[1A", "\x1b]52;c;ZXZpbA==\x07", "\x1b]8;;https://x.example\x1b\\", "\x9b2J", "\x90q", "\r", "\x08" * 9,
    "\x1b\x1b[", "\x1b", "[2K", "\\x1b[2K", "\\u001b[2K", "%1b[2K", "&#27;[2K", "\u202e", "\u2066", "\u2069", "\u061c",
    "\U000e0041", "\U0001f3f4\U000e0067", "\u2028", "\x85", "\x0c", "\x7f",
]  # fmt: skip
ANY = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)
TEXTS = st.lists(st.sampled_from(SEQUENCES) | HOSTILE | ANY, max_size=8).map("".join)
STORABLE = TEXTS.map(lambda text: f"x{text}".replace("\0", "")[:300])
STYLES = re.compile("\x1b\\[[0-9]m")
BREAKS = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def harmful(shown):
    """The characters that a terminal would act on or not show, besides line ends."""
    plain = STYLES.sub("", shown)
    return [one for one in plain if one not in "\n\t" and unicodedata.category(one) == "Cc"] + [
        one
        for one in plain
        if one in "\u061c\u200e\u200f" or "\u202a" <= one <= "\u202e" or "\u2066" <= one <= "\u2069"
    ]


def printed(show):
    """Return the text as a screen shows it."""
    screen = type("Screen", (io.StringIO,), {"isatty": lambda _: True, "encoding": "utf-8"})()
    with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen):
        show()
    return screen.getvalue()


@settings(max_examples=80, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(TEXTS)
@example("a\x1b[2Kb\rc\x9bd\u202ee")
def test_output_of_any_text_has_nothing_that_a_terminal_acts_on(text):
    def show():
        output = Output()
        output.text(text)
        output.note(text)
        output.table(["id", text], [["1", text], [text, "2"]])
        output.document({text: [text]})

    shown = printed(show)

    assert harmful(shown) == []
    assert not BREAKS.search(shown)


@settings(max_examples=4, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(texts=st.lists(STORABLE, min_size=2, max_size=4))
def test_no_verb_prints_stored_text_as_more_than_text(tmp_path_factory, texts):
    store = str(tmp_path_factory.mktemp("store") / "memory.db")
    with Memory.open(store=store) as memory:
        entries = memory.entries()
        kept = [
            entries.add(
                entries.draft(text, layer="L1", tier="user", subject=text[:40], tags=(text[:20],))
            ).entry.id
            for text in texts
        ]
        with memory.session(id="s") as session:
            session.on_prompt(texts[0])
            session.on_turn_end(texts[0], texts[1])

    for verb in (
        ["list"], ["show", kept[0]], ["history", kept[0]], ["search", "x"], ["recall", texts[0]], ["blocks"],
        ["blocks", "--why"], ["why"], ["list", "--json"], ["search", "x", "--events"],
    ):  # fmt: skip
        shown = printed(lambda verb=verb: main([verb[0], "--store", store, *verb[1:]]))
        assert harmful(shown) == []
        assert not BREAKS.search(shown)
        if "--json" in verb:
            said = {one["content"] for one in json.loads(shown)["entries"]}
            assert said == {one.content for one in Memory.open(store=store).entries().list()[0]}
