"""Each kind of bad YAML gives one clear error with file, line and key."""

import textwrap
from pathlib import Path

import pytest

from tiermem.config import examine, load_settings
from tiermem.errors import ConfigError

TOP = "agents:\n  my_agent:\n    tools:\n      - type: memory\n"
FIRST_KEY_LINE = 5
ENTRY = "agents.my_agent.tools[0]"


@pytest.fixture
def refused(tmp_path):
    """Writes a file, loads it, and gives the error that this must raise."""

    def refuse(text: str | bytes, agent: str | None = None) -> ConfigError:
        path = tmp_path / "agent.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(ConfigError) as caught:
            load_settings(path, agent)
        error = caught.value
        assert error.file == str(path)
        place = f"{path}:" if error.line is None else f"{path}:{error.line}: "
        assert str(error).startswith(place)
        assert error.as_dict()["code"] == "config"
        return error

    return refuse


def in_entry(yaml: str) -> str:
    """A file whose `type: memory` entry goes on with *yaml*, from `FIRST_KEY_LINE`."""
    return TOP + textwrap.indent(yaml, " " * 8)


@pytest.mark.parametrize(
    ("yaml", "line", "key", "nearest"),
    [
        ("memory_limit: 5", 5, "memory_limit", "memory_char_limit"),
        ("write-policy: allow", 5, "write-policy", "write_policy"),
        ("render: cards\nscope:\n  huose: a", 7, "scope.huose", "house"),
        ("recall:\n  topk: 3", 6, "recall.topk", "top_k"),
        ("recall: {top_k: 3, deadline: 9}", 5, "recall.deadline", "deadline_ms"),
        ("journal:\n  retention: 3", 6, "journal.retention", "retention_days"),
        ("gap_fill:\n  extractors: rules", 6, "gap_fill.extractors", "extractor"),
        ("limits:\n  content_char: [1, 2]", 6, "limits.content_char", "content_chars"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_right_one(refused, yaml, line, key, nearest):
    error = refused(in_entry(yaml))
    assert (error.line, error.key, error.nearest) == (line, f"{ENTRY}.{key}", nearest)
    assert str(error).endswith(f"is not a key here. Did you mean '{nearest}'?")


def test_an_unknown_key_like_no_other_gets_the_list_of_keys(refused):
    error = refused(in_entry("journal: {zzz: 1}"))
    assert error.nearest is None
    assert "the keys are enabled, retention_days." in str(error)


def test_a_later_key_is_not_known_before_it_works(refused):
    assert refused(in_entry("server: {port: 8080}")).key == f"{ENTRY}.server"


@pytest.mark.parametrize(
    ("yaml", "key", "problem"),
    [
        ("memory_char_limit: 0", "memory_char_limit", "a whole number from 1 to 1,000,000,000, got 0."),
        ("user_char_limit: -3", "user_char_limit", "a whole number from 1 to 1,000,000,000, got -3."),
        ("identity_char_limit: 1.5", "identity_char_limit", "got 1.5."),
        ("memory_char_limit: '2200'", "memory_char_limit", 'got the text "2200"; leave the quotes out.'),
        ("memory_char_limit: many", "memory_char_limit", 'got the text "many".'),
        ("memory_char_limit: true", "memory_char_limit", "got true."),
        ("memory_char_limit:", "memory_char_limit", "got nothing."),
        ("memory_enabled: 1", "memory_enabled", "expected true or false, got 1."),
        ("memory_enabled: 'yes'", "memory_enabled", 'expected true or false, got the text "yes".'),
        ("render: tables", "render", "expected 'blocks' or 'cards', got the text \"tables\"."),
        ("write_policy: no", "write_policy", "expected 'allow' or 'approve', got false."),
        ("store: memory.db", "store", "expected text such as sqlite:///memory.db, or null"),
        ("store: 'sqlite:///'", "store", "expected text such as sqlite:///memory.db"),
        ("store: 'sqlite:///:memory:'", "store", "name a file"),
        ("scope: me", "scope", 'expected a mapping, got the text "me".'),
        ("scope: {user: 7}", "scope.user", "got 7; put it in quotes."),
        ("scope: {house: ' '}", "scope.house", "expected text of 1 to 200 characters such as acme"),
        ("scope: {user: ''}", "scope.user", 'got the text "".'),
        ("recall: {top_k: 301}", "recall.top_k", "a whole number from 1 to 300, got 301."),
        ("recall: {archive: sometimes}", "recall.archive", "expected 'auto', 'always' or 'never'"),
        ("recall: {deadline_ms: 0}", "recall.deadline_ms", "got 0."),
        ("recall: []", "recall", "expected a mapping, got an empty list."),
        ("journal: {retention_days: 0}", "journal.retention_days", "to 36,500, or null, got 0."),
        ("gap_fill: {extractor: magic}", "gap_fill.extractor", "expected 'rules' or 'model', got the text"),
        ("spending: {usd_per_day: much}", "spending.usd_per_day", "a number from 0 to 1,000,000, or null"),
        ("limits: {content_chars: 500}", "limits.content_chars", "expected a list of 2, each a whole number"),
        ("limits: {content_chars: [5]}", "limits.content_chars", "got a list with 1 item."),
        ("limits: {content_chars: [5, 0]}", "limits.content_chars[1]", "got 0."),
        ("limits: {content_chars: [9, 3]}", "limits.content_chars", "the smaller number first, got 9 and 3."),
        ("limits: {subject_chars: 0}", "limits.subject_chars", "got 0."),
        ("hooks: mine.py", "hooks", "expected a list, each text that is not empty"),
        ("hooks: [1]", "hooks[0]", "got 1; put it in quotes."),
        ("disable: {a: 1}", "disable", "expected a list, each text that is not empty, got a mapping"),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(refused, yaml, key, problem):
    error = refused(in_entry(yaml))
    assert (error.line, error.key) == (FIRST_KEY_LINE, f"{ENTRY}.{key}")
    assert problem in str(error)
    assert "more problem" not in str(error)


def test_a_long_value_is_shown_shortened(refused):
    assert len(str(refused(in_entry(f"render: {'x' * 5000}")))) < 400


def test_the_first_problem_is_raised_and_the_others_are_counted(refused):
    error = refused(in_entry("memory_char_limit: 5\nreder: blocks\nuser_char_limit: 0\nscope: 1"))
    assert (error.line, error.key) == (6, f"{ENTRY}.reder")
    assert str(error).endswith("is not a key here (and 2 more problems). Did you mean 'render'?")
    assert "(and 1 more problem)." in str(refused(in_entry("render: 1\nscope: 1")))


@pytest.mark.parametrize(
    ("yaml", "line", "problem"),
    [
        ("agents:\n  a: [1, 2\n  b: 3\n", 3, "while parsing a flow sequence that starts in line 2, expected"),
        ("agents:\n\ta: 1\n", 2, "cannot start any token"),
        ("agents: *nobody\n", 1, "undefined alias"),
        ("agents: 'a\n\n", 3, "unexpected end of stream"),
        ("agents: {}\n---\nagents: {}\n", 2, "another document"),
        ('agents: "\\U00110000"\n', None, "an escape"),
    ],
)
def test_broken_yaml_is_reported_with_its_line(refused, yaml, line, problem):
    error = refused(yaml)
    assert (error.line, error.key) == (line, "")
    assert "is not valid YAML: " in str(error)
    assert problem in str(error)


@pytest.mark.parametrize(
    ("yaml", "line", "key", "problem"),
    [
        ("agents:\n  a: {}\n  b: {}\n  a: {}\n", 4, "agents.a", "is here twice, first in line 2"),
        ("x:\n  y: 1\n  'y': 2\nagents: {a: {}}\n", 3, "x.y", "is here twice, first in line 2"),
        ("x: !!python/object/apply:os.getcwd []\n", 1, "x", "only plain YAML"),
        ("x: !secret abc\n", 1, "x", "only plain YAML"),
        ("x: !!set {a}\n", 1, "x", "only plain YAML"),
        ("x:\n  - !!int abc\n", 2, "x[0]", "cannot be read as the YAML type 'int'"),
        ("x: !!bool maybe\n", 1, "x", "cannot be read as the YAML type 'bool'"),
        ("x: 99999999999999999999\n", 1, "x", "too large"),
        ("x: {[1]: 2}\n", 1, "x", "a key that is not plain text"),
        ('a:\n  x: "a\\0b"\n', 2, "a.x", "NUL"),
        ('"\\0": 1\n', 1, "", "NUL"),
        ('x: "\\ud800"\n', 1, "x", "surrogate"),
        ("x:\n  <<: 3\n", 2, 'x["<<"]', "expected a mapping to merge"),
    ],
)
def test_yaml_that_is_not_plain_data_is_refused(refused, yaml, line, key, problem):
    error = refused(yaml)
    assert (error.line, error.key) == (line, key)
    assert problem in str(error)


def test_aliases_cannot_blow_a_small_file_up(refused):
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
    )
    assert "more than 100,000 values" in str(refused(bomb))


def test_an_alias_to_itself_is_refused(refused):
    assert refused("agents: &a {x: *a}\n").line in {None, 1}


@pytest.mark.slow
def test_nesting_without_end_is_refused(refused):
    assert "nested too deeply" in str(refused("[" * 5000))


def test_bytes_that_are_not_utf_8_are_reported_with_their_line(refused):
    error = refused("agents:\n  é: {}\n".encode("latin-1"))
    assert (error.line, error.key) == (2, "")
    assert "not UTF-8" in str(error)


def test_a_control_character_is_reported_with_its_line(refused):
    error = refused("agents:\n  é: \x07\n")
    assert error.line == 2
    assert "U+0007" in str(error)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_is_told_what_it_needs(refused, text):
    assert "is empty; it needs 'agents:'" in str(refused(text))


@pytest.mark.parametrize("text", ["- a\n- b\n", "just words\n", "3\n", "null\n"])
def test_a_document_that_is_no_mapping_is_refused(refused, text):
    error = refused(text)
    assert (error.line, error.key) == (1, "")
    assert "expected a mapping, got " in str(error)


def test_a_file_without_agents_is_refused(refused):
    error = refused("models: {}\n")
    assert (error.line, error.key, error.nearest) == (1, "", None)
    assert "has no 'agents:'" in str(error)


def test_a_misspelt_agents_is_recognised(refused):
    error = refused("# mine\nagent:\n  a: {}\n")
    assert (error.line, error.key, error.nearest) == (2, "agent", "agents")


@pytest.mark.parametrize("agents", ["{}", "", "[a]", "me"])
def test_agents_must_be_a_mapping_with_agents(refused, agents):
    error = refused(f"agents: {agents}\n")
    assert (error.line, error.key) == (1, "agents")
    assert "expected a mapping that is not empty, got " in str(error)


def test_an_agent_needs_a_name(refused):
    assert "expected text such as my_agent" in str(refused("agents: {'': {}}\n"))


@pytest.mark.parametrize(
    ("agent", "key", "problem"),
    [
        ("a: 3", "agents.a", "expected a mapping, got 3"),
        ("a: {model: 3}", "agents.a.model", "expected text that is not empty, or null, got 3"),
        ("a: {instruction: [b]}", "agents.a.instruction", "expected text, got a list"),
        ("a: {tools: memory}", "agents.a.tools", "expected a list, or null"),
        ("a: {toolsets: {type: memory}}", "agents.a.toolsets", "expected a list, or null"),
        ("a: {memory_char_limit: many}", "agents.a.memory_char_limit", "expected a whole number"),
        (
            "a: {memory_char_limit: 9, tools: [{type: memory, memory_char_limit: 8}]}",
            "agents.a.memory_char_limit",
            "is 9 here and 8 in agents.a.tools[0]; keep one of them.",
        ),
        (
            "a: {recall: {top_k: 3}, tools: [{type: memory}]}",
            "agents.a.recall",
            "belongs into the 'type: memory' entry, agents.a.tools[0].",
        ),
        ("my agent: {model: 3}", 'agents["my agent"].model', "expected text"),
    ],
)
def test_the_keys_of_an_agent_that_are_read_are_checked(refused, agent, key, problem):
    error = refused(f"agents:\n  {agent}\n")
    assert (error.line, error.key) == (2, key)
    assert problem in str(error)


@pytest.mark.parametrize(
    "agent", ["{}", "{tools: []}", "{tools: null}", "{toolsets: [{type: shell}]}", "{tools: [memory]}"]
)
def test_an_agent_without_an_entry_is_told_what_to_add(refused, agent):
    error = refused(f"agents:\n  a: {agent}\n")
    assert (error.line, error.key) == (2, "agents.a")
    assert "add '- type: memory' to the list under its 'tools:'." in str(error)


@pytest.mark.parametrize(("first", "second"), [("tools", "toolsets"), ("toolsets", "tools")])
def test_an_entry_in_tools_and_another_in_toolsets_is_refused(refused, first, second):
    error = refused(f"agents:\n  a:\n    {first}:\n    - type: memory\n    {second}:\n    - type: memory\n")
    assert (error.line, error.key) == (6, f"agents.a.{second}[0]")
    assert "the first is in line 4" in str(error)


def test_two_entries_in_one_list_are_refused(refused):
    error = refused("agents:\n  a:\n    tools:\n    - type: memory\n    - type: memory\n")
    assert (error.line, error.key) == (5, "agents.a.tools[1]")


def test_an_unknown_agent_is_answered_with_the_known_ones(refused):
    error = refused("agents:\n  coder: {}\n  cook: {}\n", agent="codr")
    assert (error.line, error.key, error.nearest) == (1, "agents", "coder")
    assert "there is no agent 'codr'; the agents are: coder, cook." in str(error)


def test_several_agents_need_a_choice(refused):
    error = refused("agents:\n  coder: {}\n  cook: {}\n")
    assert (error.line, error.key) == (1, "agents")
    assert "agent=, --agent or TIERMEM_AGENT" in str(error)
    assert "coder, cook" in str(error)


def test_the_agent_that_is_not_asked_for_is_checked_too(refused):
    text = in_entry("") + "  other:\n    tools:\n      - {type: memory, rendr: cards}\n"
    assert refused(text, agent="my_agent").key == "agents.other.tools[0].rendr"


def _examined(path: Path):
    (error,) = examine(path)[1]
    raise error


@pytest.mark.parametrize("load", [load_settings, _examined])
@pytest.mark.parametrize(
    ("name", "problem"),
    [("missing.yaml", "there is no such file"), (".", "is a directory"), ("a\0b", "cannot be read")],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, load, name, problem):
    path = tmp_path / name
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert (caught.value.file, caught.value.line) == (str(path), None)
    assert problem in str(caught.value)
