"""Values in somebody else's JSON: nothing else of it changes, comments included."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiermem.errors import InputError
from tiermem.hosts.install.json_edits import JsonKeys, JsonValue

FILE = Path("settings.json")
HOOK = {"hooks": [{"command": "tiermem hook --host gemini"}]}
ITEM = JsonValue(("hooks", "BeforeAgent"), HOOK, marks=("tiermem", "--host gemini"), comments=True)
SERVER = JsonValue(("mcpServers", "tiermem"), {"command": "x", "args": ["mcp"]}, comments=True)
EDITS = (ITEM, SERVER)
LIVED_IN = """\
// What I like.
{
    "theme": "dark", // not "light", never
    /* Servers:
       "tiermem" is not among them */
    "mcpServers": {
        "other": {"command": "a // b", "args": ["/* c */", "\\"{"]} // the good one
    },

    "hooks": {
        "BeforeAgent": [
            {"hooks": [{"command": "beep"}]} /* mine */
            // more to come
        ]
    }
}
// The end.
"""


def put(text):
    for edit in EDITS:
        text = edit.put(text, FILE)
    return text


def take(text):
    for edit in EDITS:
        text = text and edit.remove(text, FILE)
    return text


def said(text):
    """Return the JSON of a text, its comments taken out by hand."""
    return json.loads(re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', r"\1", text, flags=re.DOTALL))


def expected(text):
    """Return the JSON of a text after ours was put in."""
    data = said(text) if text else {}
    servers, hooks = data.get("mcpServers", {}), data.get("hooks", {})
    items = hooks.get("BeforeAgent", [])
    return data | {
        "mcpServers": servers | {"tiermem": SERVER.value},
        "hooks": hooks | {"BeforeAgent": [*(item for item in items if item != HOOK), HOOK]},
    }


def test_comments_and_form_of_others_stay():
    after = put(LIVED_IN)

    assert said(after) == expected(LIVED_IN)
    lines = iter(after.replace(",", "").splitlines())
    assert all(line in lines for line in LIVED_IN.replace(",", "").splitlines())


@pytest.mark.parametrize(
    "before",
    [
        LIVED_IN,
        LIVED_IN.replace("\n", "\r\n"),
        None,
        '{\n  "theme": "dark"\n}\n',
        '{\n\t"theme": "dark"\n}',
        '{"theme": "dark", "mcpServers": {"other": {}}}',
        '{ "theme": "dark" /* one line */ }',
        '{"theme": "dark"\n}',
        '{\n  "theme": "dark" // last\n}\n',
        '{\n  "theme": "dark"\n  // nothing more\n}\n',
        "// nothing yet\n{}\n",
    ],
)
def test_what_is_put_in_is_taken_out_to_the_byte(before):
    after = put(before)

    assert said(after) == expected(before)
    assert put(after) == after
    assert take(after) == before


def test_a_new_value_stands_where_the_old_one_stood():
    after = JsonValue(("mcpServers", "other"), {"command": "b"}, comments=True).put(LIVED_IN, FILE)

    assert said(after)["mcpServers"] == {"other": {"command": "b"}}
    assert after.partition('"other"')[0] == LIVED_IN.partition('"other"')[0]
    assert after.partition("// the good one")[2] == LIVED_IN.partition("// the good one")[2]


def test_what_was_written_with_other_flags_goes_and_the_comments_about_it_stay():
    old = put(LIVED_IN).replace("tiermem hook --host gemini", "tiermem hook --host gemini --user ada")
    old = old.replace('"theme"', '"mcp": {"tiermem": 1}, // moved\n    "theme"').replace(
        "more to come", "no more"
    )

    after = put(old)

    assert said(after)["hooks"] == expected(LIVED_IN)["hooks"]
    assert all(comment in after for comment in ("// moved", "// no more", "/* mine */", "// The end."))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"a": 1, // c\n "ours": 1}', '{"a": 1 // c\n }'),
        ('{"ours": 1 // c\n, "a": 1}', '{ // c\n"a": 1}'),
        ('{"ours": 1, // c\n "a": 1}', '{// c\n "a": 1}'),
        ('{"a": 1, /* b */ "ours": 1 /* c */}', '{"a": 1 /* b */ /* c */}'),
        ('{ /* b */ "ours": 1}', "{ /* b */}"),
        ('{\n  "ours": 1\n}\n// c', "{}\n// c"),
    ],
)
def test_comments_around_what_goes_stay_comments(before, after):
    left = JsonValue(("ours",), 1, comments=True).remove(before, FILE)

    assert left == after
    assert said(left) == {key: value for key, value in said(before).items() if key != "ours"}


def test_a_key_that_stands_there_twice_is_taken_out_twice():
    edit = JsonValue(("a",), 1)

    assert edit.remove('{"a": 1, "b": 2, "a": 3}', FILE) == '{"b": 2}'


@pytest.mark.parametrize(
    "text", ["{}", "{ }\n", '{"hooks": {"BeforeAgent": []}, "mcpServers": {}}', "{} // mine\n", "\n"]
)
def test_a_file_without_ours_is_left_as_it_is(text):
    assert take(text) == text
    assert JsonKeys({"user": "ada"}).remove("{ }", FILE) == "{ }"


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1,}',
        '{"a": NaN}',
        "{} {}",
        "[]",
        "{ // never closed }",
        "{} /* never closed",
        "{'a': 1}",
        '\ufeff{"a": 1}',
        '{"hooks": []}',
        '{"hooks": {"BeforeAgent": {}}}',
        '{"mcpServers": "none"}',
    ],
)
def test_what_the_host_cannot_read_is_left_to_a_person(text):
    with pytest.raises(InputError, match=r"settings\.json.*nothing was changed"):
        put(text)


def test_comments_are_a_mistake_where_the_host_does_not_read_them():
    with pytest.raises(InputError, match="is not JSON"):
        JsonValue(("a",), 1).put("{} // mine", FILE)


KEYS = st.sampled_from(["theme", "mcpServers", "hooks", "BeforeAgent", "tiermem", 'a "key"', "// no", "é"])
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.sampled_from(["", "\\", '"', "/* x */", "//", "{", ","])
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)
SETTINGS = st.dictionaries(KEYS, VALUES, max_size=4).map(
    lambda data: (
        {key: value for key, value in data.items() if key not in ("hooks", "mcpServers")}
        | ({"hooks": {"BeforeAgent": [data["hooks"]]}} if "hooks" in data else {})
        | ({"mcpServers": {"other": data["mcpServers"]}} if "mcpServers" in data else {})
    )
)
GAPS = st.lists(
    st.sampled_from(
        ["", " ", "\n", "\r\n\t", " // c1\u3000\x0c\n", "/* c2\xa0*/", '\n// c3 "\n  ', " /* c4\n,} */ "]
    ),
    min_size=1,
)


def comments(text):
    return re.findall(r"// c1|/\* c2|// c3|/\* c4", text)


@given(SETTINGS, GAPS)
def test_of_whatever_a_person_writes_only_ours_changes(data, gaps):
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+', json.dumps(data))
    before = "".join(token + gaps[place % len(gaps)] for place, token in enumerate(tokens))

    after = put(before)

    assert said(after) == expected(before)
    assert comments(after) == comments(before)
    left = take(after)
    assert said(left or "{}") == said(before)
    assert comments(left or "") == comments(before)
