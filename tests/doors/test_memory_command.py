"""``/memory``, as every chat calls it: text in, text out."""

import json
import re

import markdown_it
import pytest

from tiermem import EntryFilter, Memory
from tiermem.doors.memory_command import PAGE, answer
from tiermem.hosts.command.contract import slash_request, slash_text


@pytest.fixture
def entries(memory):
    return memory.entries()


@pytest.fixture
def remembered(entries):
    """Store an entry; gives its id."""

    def remembered(content, category=None, **labels):
        draft = entries.draft(content, category=category, **labels)
        return entries.add(draft, allow_same_subject=True, any_length=True).entry.id

    return remembered


def test_a_list_is_by_category_and_oldest_first_with_ids(memory, remembered):
    dates = remembered("User prefers Thursday due dates", "preference")
    alec = remembered("Alec is the user's boss", "person")
    other = remembered("The build needs Node 22", layer="L1")
    sarah = remembered("Sarah works on the Design team", "person")

    assert (
        str(answer(memory, "/memory"))
        == f"""\
📝 Your memories:

**Person**
• [{alec}] Alec is the user's boss
• [{sarah}] Sarah works on the Design team

**Preference**
• [{dates}] User prefers Thursday due dates

**Other**
• [{other}] The build needs Node 22

Use /memory delete <id> to remove a memory."""
    )


def test_an_empty_memory_says_so(memory):
    assert str(answer(memory, "/memory list")) == "Nothing is remembered yet."
    assert str(answer(memory, "/memory list agent")) == "Nothing is remembered by the agent yet."
    assert str(answer(memory, "/memory search tea")) == "Nothing found."


def test_a_long_list_comes_in_pages_that_name_the_next_one(memory, remembered):
    ids = [remembered(f"Shelf {number} holds lamps", layer="L1") for number in range(PAGE + 3)]

    first = str(answer(memory, "/memory list"))
    (following,) = re.findall(r"/memory list after \w+", first)
    second = str(answer(memory, following))

    assert [one for one in ids if one in first.partition(" of ")[0]] == ids[:PAGE]
    assert [one for one in ids if one in second] == ids[PAGE:]
    assert f"{PAGE} of {len(ids)} memories. {following} shows more." in first
    assert f"The last 3 of {len(ids)} memories.\n" in second
    assert str(answer(memory, f"/memory list after {ids[-1]}")) == "There are no more."
    assert "There is no memory [nothing0]." in str(answer(memory, "/memory list after nothing0"))


def test_a_page_goes_on_behind_a_memory_that_was_deleted_meanwhile(memory, remembered):
    ids = [remembered(f"Shelf {number} holds lamps", layer="L1") for number in range(PAGE + 3)]
    memory.entries().remove(ids[PAGE - 1])

    second = str(answer(memory, f"/memory list after {ids[PAGE - 1]}"))

    assert [one for one in ids if one in second] == ids[PAGE:]


def test_a_list_shows_only_what_one_of_the_writers_wrote(memory, remembered):
    mine = remembered("User prefers Thursday due dates", "preference")
    with memory.session() as session:
        session.call_tool("add_memory", {"content": "The build needs Node 22", "target": "memory"})

    by_user, by_agent = (str(answer(memory, f"/memory list {one}")) for one in ("user", "agent"))

    assert mine in by_user
    assert "Node" not in by_user
    assert mine not in by_agent
    assert "Node" in by_agent


@pytest.mark.parametrize("asked", ["allergies", "allerg", "Allergie", "peanut", "allergic peanuts"])
def test_a_search_finds_other_forms_and_beginnings_of_words(memory, remembered, asked):
    found = remembered("I'm allergic to peanuts", layer="L1")
    remembered("The build needs Node 22", layer="L1")

    said = str(answer(memory, f"/memory search {asked}"))

    assert found in said
    assert "Node" not in said


def test_a_search_shows_facts_before_summaries_of_sessions(memory, lisbon, remembered):
    fact = remembered("The billing office is in Lisbon", layer="L1")
    (summary, *_) = memory.entries().list(EntryFilter(layers=("L2",)))[0]

    said = str(answer(memory, "/memory search Lisbon"))

    assert said.index(fact) < said.index(summary.id)


def test_a_search_finds_entries_of_every_layer(memory, lisbon, remembered):
    office = remembered("The billing office is in Lisbon", layer="L1")
    remembered("The build needs Node 22")

    said = str(answer(memory, "/memory search Lisbon billing"))

    summaries, _ = memory.entries().list(EntryFilter(layers=("L2",)))
    assert [one.id for one in summaries if one.id in said] != []
    assert office in said
    assert "Node" not in said


def test_an_entry_is_shown_with_its_labels_and_all_it_said_before(memory, entries, remembered):
    sarah = remembered("Sarah works on the Platform team", "person", subject="Sarah", tags=("work",))
    entries.update(sarah, entries.draft("Sarah works on the Design team"))
    memory.recall("Which team is Sarah on?")

    lines = str(answer(memory, f"/memory show {sarah}")).splitlines()

    assert lines[0] == f"[{sarah}] Sarah works on the Design team"
    assert {"• Category: person", "• Subject: Sarah", "• Tags: work"} <= set(lines)
    first, second = lines[lines.index("**History**") + 1 :]
    assert first.startswith("• Version 1, ")
    assert first.endswith("by user: Sarah works on the Platform team")
    assert second.startswith("• Version 2, ")
    assert second.endswith("by user: Sarah works on the Design team")


def test_recalls_are_counted_where_an_entry_is_shown(memory, remembered):
    gate = remembered("Deploys go through the staging gate", layer="L1")
    memory.recall("How do deploys go?")

    assert "• Recalled: 1×, last on 20" in str(answer(memory, f"/memory show {gate}"))


def test_a_memory_is_deleted_and_brought_back(memory, entries, remembered):
    dates = remembered("User prefers Thursday due dates", "preference")

    assert str(answer(memory, f"/memory delete {dates}")) == "Deleted: 'User prefers Thursday due dates'"
    assert entries.get(dates).status == "inactive"
    again = answer(memory, f"/memory delete {dates}")
    assert not again.done
    assert str(again) == f"The memory [{dates}] was deleted before. /memory restore {dates} brings it back."
    assert "• Status: deleted" in str(answer(memory, f"/memory show {dates}"))
    assert str(answer(memory, f"/memory restore {dates}")) == "Restored: 'User prefers Thursday due dates'"
    assert str(answer(memory, f"/memory restore {dates}")).startswith("It was not deleted: ")
    assert entries.get(dates).status == "active"


def test_a_wrong_memory_is_corrected(memory, entries, remembered):
    tea = remembered("Maya drinks black tea", layer="L1")

    said = str(answer(memory, f"/memory correct {tea} Maya drinks\n green tea"))

    [entry], _ = entries.list()
    assert entry.content.split() == ["Maya", "drinks", "green", "tea"]
    assert said.splitlines()[0].startswith(f"Corrected, now [{entry.id}]: 'Maya drinks")
    assert said.splitlines()[1] == "Before: 'Maya drinks black tea'"
    for request in (f"delete {tea}", f"correct {tea} Maya drinks coffee"):
        gone = answer(memory, request)
        assert str(gone).startswith(f"The memory [{tea}] was replaced by [{entry.id}].")
        assert not gone.done
    same = answer(memory, f"correct {entry.id} {entry.content}")
    assert str(same).startswith("It says so already: 'Maya drinks")
    assert f"• Replaces: [{tea}]" in str(answer(memory, f"/memory show {entry.id}"))


def test_an_export_is_a_document_that_can_be_taken_in_again(memory, remembered, tmp_path, tiermem):
    remembered("Maya drinks *green* tea\nin the morning", "preference", layer="L1")
    markdown = answer(memory, "/memory export")
    everything = answer(memory, "/memory export json")

    assert str(markdown) == markdown.document.text
    assert markdown.document.name == "memories.md"
    (tmp_path / "memories.md").write_text(str(markdown), encoding="utf-8")
    assert tiermem("import", tmp_path / "memories.md", at=tmp_path / "new.db").status == 0
    with Memory.open(store=str(tmp_path / "new.db")) as new:
        assert [one.content for one in new.entries().list()[0]] == ["Maya drinks *green* tea\nin the morning"]
    assert json.loads(everything.document.text)["format"] == "tiermem-export"


@pytest.mark.parametrize("request_", ["export", "export json"])
def test_an_export_of_one_user_holds_nothing_of_another(memory, request_):
    for name, content in (("ana", "Ana earns 90k"), ("bob", "Bob likes chess")):
        entries = memory.entries(name)
        entries.add(entries.draft(content))

    said = str(answer(memory, request_, "bob"))

    assert "chess" in said
    assert "90k" not in said
    assert "ana" not in said


@pytest.mark.parametrize(
    "request_", ["list", "search earns", "show {}", "delete {}", "correct {} She earns less"]
)
def test_no_user_reaches_the_memories_of_another(memory, request_):
    ana = memory.entries("ana")
    entry = ana.add(ana.draft("Ana earns 90k")).entry

    said = answer(memory, request_.format(entry.id), "bob")

    assert "90k" not in str(said)
    assert ana.get(entry.id) == entry


@pytest.mark.parametrize("copied", ["[{}]", "<{}>", "`{}`", "{}.", "  {}  ", "[{}] Alec is the user's boss"])
def test_an_id_is_understood_as_it_is_copied(memory, remembered, copied):
    alec = remembered("Alec is the user's boss")

    assert (
        str(answer(memory, f"/memory delete {copied.format(alec)}")) == "Deleted: 'Alec is the user's boss'"
    )


def test_requests_that_are_not_understood_say_what_is(memory):
    asked = [
        "frobnicate",
        "search",
        "show",
        "delete",
        "restore",
        "correct",
        "correct abcdefgh",
        "list x",
        "export xml",
    ]

    replies = [answer(memory, f"/memory {one}") for one in asked]

    assert [one.done for one in replies] == [False] * len(asked)
    assert str(replies[0]).startswith("/memory cannot frobnicate.\n\n**What /memory does**\n• /memory list: ")
    assert {str(one).split()[:2] == ["Use", "/memory"] for one in replies[1:]} == {True}
    unknown = answer(memory, "/memory delete abcdefgh")
    assert str(unknown) == "There is no memory [abcdefgh]. /memory list shows the ids."


def test_a_reply_names_the_command_as_it_is_typed_there(memory, remembered):
    ids = [remembered(f"/memory is a command, note {number}", layer="L1") for number in range(PAGE + 1)]
    asked = ("list", "search note", "frobnicate", "show", "list x", "help", "delete abcdefgh", "export xml")
    answer(memory, f"delete {ids[0]}")

    said = [str(answer(memory, one, typed="/tiermem:memory")) for one in (*asked, f"delete {ids[0]}")]

    for one in said:
        assert "/tiermem:memory " in one
        assert "/memory " not in one.replace("/memory is a command", "").replace("/tiermem:memory", "")


def test_help_names_every_verb_and_each_of_them_works(memory):
    said = answer(memory, "/memory help")
    verbs = [line.text.split()[1].rstrip(":") for line in said.lines if line.kind == "entry"]

    assert said.done
    assert {"list", "search", "show", "delete", "correct", "export", "help"} <= set(verbs)
    assert [one for one in verbs if "/memory cannot" in str(answer(memory, one))] == []


def test_a_correction_that_does_not_fit_names_what_could_go(tmp_path):
    config = tmp_path / "agent.yaml"
    config.write_text(
        "agents: {a: {tools: [{type: memory, memory_char_limit: 60, store: 'sqlite:///m.db'}]}}"
    )
    with Memory.open(config) as memory:
        entries = memory.entries()
        tea = entries.add(entries.draft("Maya drinks black tea")).entry
        entries.add(entries.draft("The build needs Node 22"))

        said = answer(memory, f"/memory correct {tea.id} {'Maya drinks green tea, ' * 5}")

    assert not said.done
    assert str(said).startswith("There is no room for it: ")
    assert "The build needs Node 22" in str(said)
    assert "--layer" not in str(said)


HOSTILE = "Tea\n\n**Person**\n• [zzzzzzzz] Forged\r\x1b[2J\u202eevil\u2028<b>bold</b> ![x](http://a.example/y) `code`"


@pytest.mark.parametrize("request_", ["list", "search tea", "show {}", "delete {}", "correct {} Coffee now"])
def test_stored_text_stays_one_line_and_hides_nothing(memory, remembered, request_):
    tea = remembered(HOSTILE, layer="L1")

    reply = answer(memory, request_.format(tea))

    lines = str(reply).splitlines()
    assert [line for line in lines if line.startswith(("• [zzzzzzzz]", "**Person**"))] == []
    assert not {"\x1b", "\u202e", "\r", "\u2028"} & set(str(reply))
    assert [line for line in reply.lines if "\n" in line.text] == []
    [shown] = [line for line in lines if "Forged" in line][:1]
    assert "\\x1b[2J\\u202eevil" in shown


def test_markdown_shows_stored_text_as_it_is(memory, remembered):
    tea = remembered(
        "Tea <b>bold</b> ![x](http://a.example/y) [l](http://b.example) **x** `code` &amp; # 1", "person"
    )

    html = markdown_it.MarkdownIt("commonmark").render(answer(memory, "/memory").markdown)

    assert "<strong>Person</strong>" in html
    assert (
        f"<li>[{tea}] Tea &lt;b&gt;bold&lt;/b&gt; ![x](http://a.example/y) [l](http://b.example) **x** `code`"
        in html
    )
    assert "&amp;amp; # 1</li>" in html
    assert "/memory delete &lt;id&gt; to remove" in html


def test_markdown_keeps_an_export_in_one_fence(memory, remembered):
    remembered("Use ```` four", layer="L1")

    said = answer(memory, "/memory export").markdown

    assert said.startswith("`````\n# What is remembered")
    assert said.endswith("\n`````")


def test_a_heading_is_the_category_and_nothing_else(memory, remembered):
    remembered("The dish is soup", "recipes\n**x**")

    assert "**Recipes **X****" in str(answer(memory, "list")).splitlines()


@pytest.mark.parametrize(
    ("said", "request_"),
    [
        ("/memory", ""),
        ("/memories list", "list"),
        ("/memory@some_bot delete abc", "delete abc"),
        ("  /Memory\n search   green tea ", "search   green tea"),
        (slash_text("search tea"), "search tea"),
        (slash_text(""), ""),
        ("<hook_context># Durable memory</hook_context>\n\n/memories show abc", "show abc"),
        ("/memoryx", None),
        ("What does /memory do?", None),
        ("memory list", None),
        ("", None),
    ],
)
def test_the_slash_command_is_told_from_a_message(said, request_):
    assert slash_request(said) == request_
