"""The same filters on list, search and recall; connection and context type set, exported and brought back."""

from __future__ import annotations

import pytest

from tiermem import Memory


@pytest.fixture
def plans(remember):
    """Ids of entries about plans, by connection."""
    flags = {
        "jira": ["--connection", "jira", "--context-type", "tool_entity"],
        "mail": ["--connection", "mail"],
    }
    return {
        name: remember(f"The plans of {name} are blue", "--layer", "L1", *flags.get(name, []))
        for name in ("jira", "mail", "nobody")
    }


FLAGS = [
    (["--connection", "jira"], {"jira", "nobody"}),
    (["--connection", "jira", "--connection", "mail"], {"jira", "mail", "nobody"}),
    (["--connection", "elsewhere"], {"nobody"}),
    (["--context-type", "tool_entity", "--connection", "jira"], {"jira"}),
    (["--context-type", "tool_entity", "--connection", "mail"], set()),
]


@pytest.mark.parametrize(("flags", "wanted"), FLAGS)
def test_list_search_and_recall_take_the_same_filters(tiermem, plans, flags, wanted):
    ids = {plans[name] for name in wanted}

    assert {one["id"] for one in tiermem("list", *flags, "--json").data["entries"]} == ids
    assert {one["id"] for one in tiermem("search", "plans", *flags, "--json").data["entries"]} == ids
    assert {one["ref"] for one in tiermem("recall", "plans", *flags, "--json").data["passages"]} == ids


def test_list_and_search_are_narrowed_by_who_wrote_it(tiermem, plans, memory):
    with memory.session() as session:
        session.call_tool("add_memory", {"content": "The plans of the agent are red", "target": "memory"})

    for verb in (["list"], ["search", "plans"]):
        for source, number in (("user", 3), ("agent", 1), ("system", 0)):
            assert len(tiermem(*verb, "--source", source, "--json").data["entries"]) == number


def test_a_person_lists_all_connections_and_recalls_what_a_session_would(tiermem, plans, memory):
    def listed(verb, *flags):
        data = tiermem(verb, *flags, "--json").data
        return {one.get("id") or one["ref"] for one in data.get("entries", data.get("passages"))}

    everything, of_none = set(plans.values()), {plans["nobody"]}
    assert listed("list") == listed("search", "plans") == everything
    assert listed("list", "--no-connection") == listed("search", "plans", "--no-connection") == of_none
    assert listed("recall", "plans") == of_none
    assert listed("recall", "plans", "--all-connections") == everything
    assert tiermem("recall", "plans").out == memory.session().context("plans") + "\n"


@pytest.mark.parametrize("verb", ["list", "search", "recall"])
def test_contradicting_connection_flags_are_a_mistake(tiermem, verb):
    other = "--all-connections" if verb == "recall" else "--no-connection"
    asked = [] if verb == "list" else ["plans"]

    assert tiermem(verb, *asked, "--connection", "jira", other).status == 2


RECALL = [
    (["--category", "person"], {"person"}),
    (["--tag", "b", "--tag", "a"], {"tagged"}),
    (["--subject", "crane"], {"about"}),
    (["--target", "user"], {"user"}),
    (["--project", "p", "--tag", "a"], {"tagged"}),
    (["--since", "2000-01-01", "--tag", "a"], {"tagged"}),
    (["--since", "2100-01-01"], set()),
    (["--until", "2000-01-01T10:30"], set()),
]


@pytest.mark.parametrize(("flags", "wanted"), RECALL)
def test_recall_keeps_to_its_filters(tiermem, remember, flags, wanted):
    made = {
        "person": ["--category", "person"],
        "tagged": ["--tag", "a", "--tag", "b"],
        "about": ["--subject", "Crane"],
        "user": ["--target", "user"],
    }
    ids = {remember(f"The plans are {name}", "--layer", "L1", *some): name for name, some in made.items()}

    recalled = tiermem("recall", "Where are the plans?", *flags, "--json").data["passages"]

    assert {ids[one["ref"]] for one in recalled} == wanted


def test_recall_refuses_what_is_no_date(tiermem):
    refused = tiermem("recall", "plans", "--since", "soon")

    assert refused.status == 2
    assert "--since takes a date such as 2026-03-02" in refused.err


@pytest.mark.parametrize("form", ["json", "markdown"])
def test_connection_and_context_type_come_back_from_an_export(tiermem, plans, tmp_path, form):
    tiermem("export", "--format", form, "-o", tmp_path / "all")

    other = tmp_path / "other.db"
    assert tiermem("import", tmp_path / "all", at=other).status == 0

    with Memory.open(store=str(other)) as memory:
        labels = {(one.connection_id, one.context_type) for one in memory.entries().list()[0]}
    assert labels == {("jira", "tool_entity"), ("mail", None), (None, None)}


def test_show_tells_connection_and_context_type(tiermem, plans):
    shown = tiermem("show", plans["jira"]).lines

    assert "connection id     jira" in shown
    assert "context type      tool_entity" in shown


@pytest.mark.parametrize("verb", [("list",), ("search", "gate"), ("recall", "gate"), ("stats", "--recall")])
@pytest.mark.parametrize("time", ["yesterday", "last week", "monday", "2026-03-02", "gestern"])
def test_every_verb_takes_times_as_a_person_says_them(tiermem, remember, verb, time):
    remember("The gate is red.", "--layer", "L1")

    assert tiermem(*verb, "--since", time).status == 0
    assert "The gate is red." in tiermem("list", "--since", time).out
    assert "The gate is red." not in tiermem("list", "--until", time).out
