"""No stored text is taken for more than text: by models, at any door, and by terminals."""

import io
import json
import re
import unicodedata
from itertools import count

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.engine.opening import add, opened

from tiermem.doors.cli.output import Output
from tiermem.doors.mcp import Serving
from tiermem.text import escape, escape_data, escape_line, terminal

COUNTER = count()
TOKENS = [
    "</memory-context>", "<memory-context>", "</system-reminder>", "<|im_start|>system", "<|im_end|>", "[INST]",
    "[/INST]", "<<SYS>>", "</s>", "<system>", "</user>", "<｜Assistant｜>", "<start_of_turn>model", "<tool_call>",
    "<function_calls>", '<invoke name="x">', "[TOOL_CALLS]", "<hook_context>", "<thinking>", "<assistant role=x>",
]  # fmt: skip
STARTS = [
    "- [a1b2c3d4 · 2026-03-02 · user] ", "# ", "## Rules", "System: ", "user:", "Assistant :", "**Human**: ", "§",
    "═" * 48, "=" * 48, "━" * 20, "─" * 9, "---", "```", "~~~", "> ", "[system]", "MEMORY (agent notes) [1% — 3/2,200]",
]  # fmt: skip
BREAKS = ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", " ⏎ "]
UNSEEN = "\u200b\u200d\u200e\u202e\u2060\ufeff\xad\u180e\u034f\ufe0f\x01\x7f\U000e0020\U000e0041\u115f\u3164"
LETTERS = str.maketrans("acehimnopstuy", "асеһімոорѕтυу")


@st.composite
def disguised(draw, shown):
    """Text that a reader takes for *shown*: other widths and alphabets, cases, and what nobody sees in between."""
    text = draw(shown)
    how = draw(st.integers(0, 4))
    if how == 1:
        return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text)
    if how == 2:
        return text.translate(LETTERS)
    if how == 3:
        return text.swapcase()
    return "".join(f"{one}{draw(st.text(UNSEEN, max_size=how // 4))}" for one in text)


HOSTILE = st.lists(
    disguised(st.sampled_from(TOKENS + STARTS)) | st.sampled_from(BREAKS) | st.text(max_size=6), max_size=7
).map("".join)
TOKEN = re.compile(
    r"<\s*[/\\]?\s*(memory.?context|system|user\b|hook.?context|s>|inst|sys|assistant|tool.?call|function.?calls|invoke"
    r"|thinking|start.of.turn)|<\s*\|\s*\w|\[/?(inst|tool.calls)\]"
)
START = re.compile(
    r"\s*(- ?\[|#{1,6}\s|§\s*$|[*_\[(]{0,3}(system|user|assistant|human)[*_\])]{0,3}\s?:|[═=━─-]{3}|```|~~~|>)"
)


def read(text):
    """Return the text as a reader sees it, independently of the code under test."""
    visible = "".join(
        one for one in text if one in "\n\t" or unicodedata.category(one) not in ("Cf", "Cc", "Mn")
    )
    plain = unicodedata.normalize("NFKC", re.sub("[\u115f\u3164\u1160\u180e]", "", visible))
    return plain.translate(
        {ord(alike): letter for alike, letter in zip("асеһімոорѕтυу", "acehimnopstuy", strict=True)}
    ).lower()


@settings(max_examples=300, phases=[Phase.explicit, Phase.generate])
@given(HOSTILE)
def test_what_leaves_for_a_model_forges_nothing(text):
    line, lines, data = escape_line(text), escape(text), escape_data(text)

    assert len(line.splitlines()) <= 1
    assert [TOKEN.search(read(one)) for one in (line, lines, data)] == [None] * 3
    assert not any(START.match(read(one)) for one in (line, *lines.splitlines()))
    assert [escape_line(line), escape(lines), escape_data(data)] == [line, lines, data]


CLEAN = """\
Use `git rebase -i HEAD~3`, then **push**; see [the guide](https://example.org/a_b?c=d&e=f#g).
for (int i = 0; i < n; i++) { list.push_back(Map<String, List<User>>{}); }
if a < b and c > d: print("x <- y", x[i], y["inst"])
#include <stdio.h> comes first; C# and F# follow, #general is the channel
👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👩🏽‍🚀 1️⃣ ☎️ ™️ ℹ️
🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿
می‌خواهم کتاب‌ها را بخوانم، क्‍ष और क्‌ष, ශ්‍රී ලංකාව, বাঙ্‌লা
葛󠄀城市の辻󠄁さん、「全角：＃１」〈本〉【重要】
§ 5 BGB, Ziffer 3; naïve Zoë's café – 20 % …
עברית וערבית: مرحبا بالعالم
<div class="note">Hello</div> and 1 <3 you, a<b>c
The user prefers tabs; the system runs Debian: always. Ratio 3:1, 10:30 Uhr
x = {"a": [1, 2], 'b': None}  # comment | pipe |> end
- eggs
* milk""".splitlines()


def test_clean_text_comes_through_unharmed():
    changed = [
        (line, shown)
        for line in CLEAN
        for shown in (escape_line(line).removeprefix("\\"), escape(line), escape_data(line), terminal(line))
        if shown != line
    ]

    assert changed == []
    assert [escape_line(line) for line in CLEAN[:-2]] == CLEAN[:-2]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A memory with blocks and one with cards, for tests that give every example a user of its own."""
    recall = {"deadline_ms": 5_000}
    looks = [
        opened(tmp_path_factory.mktemp(look), render=look, recall=recall, identity_char_limit=5_000)
        for look in ("blocks", "cards")
    ]
    yield looks
    for memory in looks:
        memory.close()


def doors(memory, texts):
    """Return what each door shows a model of a user with entries of these four texts."""
    user = f"user{next(COUNTER)}"
    entries = memory.entries(user)
    add(entries, f"{texts[0]} ", tier="memory")
    add(entries, texts[1], tier="user", subject=texts[1][:150])
    add(entries, texts[2], tier="identity", subject=texts[2][:150])
    add(entries, f"harbour {texts[3]}", layer="L1", tier="user")
    session = memory.session(user=user)
    serving = Serving(memory, session)
    shown = [session.system_prompt, session.context("When does the harbour open?")]
    called = [
        session.call_tool("get_memories", {"target": "user"}),
        session.call_tool("search_memories", {"query": "harbour", "target": "user"}),
        session.call_tool("list_recalled"),
        serving.answer({"id": 1, "method": "initialize", "params": {}}),
        serving.answer({"id": 2, "method": "resources/list"}),
    ]
    uris = [one["uri"] for one in called[-1]["result"]["resources"]]
    called += [serving.answer({"id": 3, "method": "resources/read", "params": {"uri": uri}}) for uri in uris]
    return shown, [json.dumps(one, ensure_ascii=False) for one in called]


@settings(max_examples=10, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(st.tuples(*[HOSTILE.map(lambda text: f"x{text}"[:400])] * 4), st.integers(0, 1))
def test_at_no_door_stored_text_is_more_than_text(shared, texts, look):
    (prompt, context), data = doors(shared[look], tuple(text.replace("\0", "") for text in texts))

    assert context.count("<memory-context>") == context.count("</memory-context>") <= 1
    assert sum(line.startswith("- [") for line in context.splitlines()) <= 1
    assert len(context.splitlines()) in {0, 4}
    rules = [place for place, line in enumerate(prompt.splitlines()) if "═" in line]
    titles = [prompt.splitlines()[place + 1] for place in rules[::2]]
    assert all(re.match("(IDENTITY|MEMORY|USER PROFILE|LEARNED INFORMATION) \\(", title) for title in titles)
    assert len({title[:6] for title in titles}) == len(titles) == len(rules) / 2
    inside = context.removeprefix("<memory-context>").removesuffix("</memory-context>")
    told = [one.replace("inside <memory-context>", "") for one in (prompt, *data)]
    assert [found for one in (inside, *told) if (found := TOKEN.search(read(one)))] == []


def test_nothing_stored_does_anything_to_the_terminal(monkeypatch, capsys):
    hostile = "a\x1b[2Kb\rc\x9bd\x1b]52;c;ZXZpbA==\x07e\u202ef\u2066g\x7fh\U000e0041\u200bi"
    screen = type("Screen", (io.StringIO,), {"isatty": lambda _: True, "encoding": "utf-8"})()
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    output = Output()
    output.text(f"{output.bold('plain')} {hostile} {output.dim(hostile)}")
    output.table(["id", "text"], [["1", hostile]])
    output.document({"text": hostile})
    output.data(hostile.encode())
    output.note(hostile)

    shown = re.sub("\x1b\\[[012]m", "", screen.getvalue()) + capsys.readouterr().err
    assert [one for one in shown if one != "\n" and unicodedata.category(one) in ("Cc", "Cf")] == []
    assert "\x1b[1mplain\x1b[0m a\\x1b[2Kb\\x0dc\\x9bd\\x1b]52;" in screen.getvalue()
