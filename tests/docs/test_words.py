"""One word per concept, and never "memory" without which of the four kinds is meant."""

import re
from pathlib import Path

from tests.tables import each_row

from tiermem.config import load_settings
from tiermem.engine.prompt.guidance import guidance
from tiermem.tools import BUILT_IN_TOOLS

ROOT = Path(__file__).parents[2]
PAGES = (
    "docs/concepts.md",
    "docs/prompt.md",
    "docs/extending.md",
    "docs/hooks.md",
    "docs/recall.md",
    "docs/vectors.md",
    "docs/learning.md",
    "docs/hosts/mcp.md",
    "docs/hosts/command-hooks.md",
    "docs/hosts/pydantic-ai.md",
    "docs/hosts/langchain.md",
    "docs/hosts/openai-agents.md",
    "docs/hosts/copilot.md",
    "docs/hosts/hermes.md",
    "docs/hosts/claude-sdk.md",
    "docs/hosts/bring-along.md",
    "docs/memory-command.md",
    "docs/models.md",
    "docs/postgresql.md",
)

ALLOWED = re.compile(
    r"""
    (?:working|durable|observability) \s memory
    | "memory" | 'memory' | <memory-context>        # the word itself, a value, the fence
    | `[^`\n]*`                                     # code, keys, table names
    | MEMORY \s \(agent \s notes\) | \#\# \s Your \s Memory | memory \s ID
    | the \s tool[^\n]*update_memory[^\n]*
    | Recalled \s from \s memory
    | \(memory_write[^)]*\)
    | \w*_memor(?:y|ies)\w* | memory_\w+ | tiermem\.\w+ | \[\w*memor\w*\] | from \s previous \s conversations
    | what \s is \s remembered | memory-command\.md
    """,
    re.VERBOSE | re.IGNORECASE,
)
OTHER_WORDS = re.compile(
    r"\b(?:long-term memory|short-term memory|memory (?:item|record|bank|store)s?|recollections?|chunks?|snippets?"
    r"|souvenirs?|remembrances?)\b",
    re.IGNORECASE,
)


def prose(text):
    """*text* without fenced code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


@each_row("page", PAGES)
def test_docs_never_say_memory_without_which_kind(page):
    text = ALLOWED.sub("", prose((ROOT / page).read_text(encoding="utf-8")))

    assert [line for line in text.splitlines() if re.search(r"\bmemor(?:y|ies)\b", line, re.IGNORECASE)] == []


@each_row("page", [*PAGES, "README.md", "docs/configuration.md"])
def test_docs_use_no_second_word_for_an_entry(page):
    assert OTHER_WORDS.findall(prose((ROOT / page).read_text(encoding="utf-8"))) == []


def test_tools_and_guidance_speak_of_entries_and_durable_memory():
    texts = [tool.description for tool in BUILT_IN_TOOLS] + [guidance(load_settings(None, None))]

    for text in texts:
        left = ALLOWED.sub("", text)
        assert not re.search(r"\bmemor(?:y|ies)\b", left, re.IGNORECASE), text
        assert OTHER_WORDS.findall(text) == []


def test_concepts_tell_the_four_kinds_apart():
    text = (ROOT / "docs/concepts.md").read_text(encoding="utf-8")

    for kind in ("working memory", "durable memory", "observability memory", "history"):
        assert f"| {kind} |" in text
