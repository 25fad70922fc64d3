"""Seed 004: what is retrieved is of the user, of the active connections or of none, and of the context type."""

import pytest

from tiermem import EntryFilter
from tiermem.values import ToolResult

feature = pytest.mark.feature


def tell(memory, user, content, **labels):
    """A fact that a tool's connection learned of a user."""
    entries = memory.entries(user)
    return entries.add(entries.draft(content, layer="L1", tier="user", **labels)).entry


def recalled(session, prompt):
    session.on_prompt(prompt)
    return {passage.text for passage in session.recalled.passages}


@feature("004-8")
def test_004_8_only_facts_of_the_user_and_the_active_connections_or_of_none(memory):
    mine = tell(memory, "ann", "New issues go to project PROJ", connection_id="tracker")
    other = tell(memory, "ann", "New issues go to project LAB", connection_id="second tracker")
    anyway = tell(memory, "ann", "New issues need a due date")
    tell(memory, "bob", "New issues go to project BOBS", connection_id="tracker")

    for active, wanted in (
        (["tracker"], {mine.content, anyway.content}),
        (["tracker", "second tracker"], {mine.content, other.content, anyway.content}),
        ([], {anyway.content}),
    ):
        with memory.session(user="ann", connections=active) as session:
            assert recalled(session, "Where do new issues go?") == wanted


@feature("004-8")
def test_004_8_retrieval_is_narrowed_to_a_context_type(memory):
    schema = tell(
        memory, "ann", "An issue has a priority", connection_id="tracker", context_type="tool_schema"
    )
    tell(memory, "ann", "Issue 7 is late", connection_id="tracker", context_type="tool_entity")

    where = EntryFilter(context_type="tool_schema")

    found = memory.recall("Which issue?", user="ann", connections=["tracker"], where=where)
    assert [passage.ref for passage in found.passages] == [schema.id]
    assert [one.id for one in memory.entries("ann").search("issue", where=where).entries] == [schema.id]
    assert memory.recall("Which issue?", user="ann", where=where).passages == ()


@feature("004-40")
@feature("004-9")
def test_004_9_004_40_what_is_retrieved_has_content_metadata_and_distance(memory):
    told = tell(memory, "ann", "New issues go to project PROJ", connection_id="tracker")
    with memory.session("monday", "ann", connections=["tracker"]) as session:
        session.on_tool_result(
            ToolResult(
                tool="mail",
                content="The plan says that issues of the pier are due on the ninth of May.",
                message_id="m1",
                attachment_id="a1",
                filename="plan.pdf",
                connection_id="tracker",
            )
        )
        session.on_turn_end("Issues are discussed on Mondays, aren't they?", "Noted.")
    memory.maintenance.work("ann")

    def metadata(question, beginning):
        found = memory.retrieve(question, "ann", connections=None)
        assert [one.distance for one in found] == sorted(one.distance for one in found)
        assert all(0 <= one.distance <= 1 for one in found)
        documents = {one.content: one.as_dict() for one in found}
        assert all(one.keys() == {"content", "metadata", "distance"} for one in documents.values())
        return next(one["metadata"] for content, one in documents.items() if content.startswith(beginning))

    of_ann = {"org_id": "default", "user_id": "ann"}
    assert metadata("Where do new issues go?", told.content) == of_ann | {
        "context_type": "tool_persistent",
        "source": "user_provided",
        "connection_id": "tracker",
        "entry_id": told.id,
    }
    read = metadata("What did the plan say about issues of the pier?", "The plan says")
    assert (
        read.items()
        >= {
            "org_id": "default",
            "context_type": "tool_attachment_content",
            "source": "tool_extracted_content",
            "connection_id": "tracker",
            "tool_id": "mail",
            "message_id": "m1",
            "attachment_id": "a1",
            "filename": "plan.pdf",
            "session_id": "monday",
        }.items()
    )
    assert metadata("What did I say about when issues are discussed?", "Issues are") == of_ann | {
        "context_type": "user_persistent",
        "source": "user_provided",
        "message_id": "monday/0",
        "session_id": "monday",
    }


@feature("004-40")
def test_004_40_retrieval_is_narrowed_to_a_context_type(memory):
    schema = tell(
        memory, "ann", "An issue has a priority", connection_id="tracker", context_type="tool_schema"
    )
    tell(memory, "ann", "Issue 7 is late", connection_id="tracker", context_type="tool_entity")

    found = memory.retrieve("Which issue?", "ann", connections=["tracker"], context_type="tool_schema")

    assert [one.ref for one in found] == [schema.id]
