"""The rows of the source documents that learning carries, each through the public doors."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial

import pytest
from benchmarks.learning import ablations
from jinja2 import Environment, StrictUndefined
from tests.features.driving import ROOT, call, converse, fact, python, with_hook
from tests.reading import contents
from tests.shares import every

from tiermem.values import EntryFilter, ToolResult, Turn

feature = pytest.mark.feature

PROFILE = {"consolidation": {"enabled": True}}
MODEL = """
import json, re
from tiermem.plugins import hookimpl
from tiermem.values import Completion

ASKED = []

@hookimpl
def complete(request):
    numbers = [int(number) for number in re.findall(r"\\\\[(\\\\d+)\\\\]", request.prompt)] or [1]
    ASKED.append(request)
    with open({asked!r}, "a") as log:
        log.write(request.prompt + "\\n=====\\n")
    return Completion(data={answer}, model="scripted", input_tokens=100, output_tokens=20, usd=0.01)
"""


def modelled(agent, tmp_path, answer, **settings):
    """An agent whose profile is made by a model that gives this answer, an expression of `numbers`."""
    code = MODEL.replace("{asked!r}", repr(str(tmp_path / "asked.txt"))).replace("{answer}", answer)
    code = code.replace("\\\\", "\\")
    by_model = {"consolidation": {"enabled": True, "by": "model"}, "completion": {"model": "scripted"}}
    return with_hook(agent, code, **by_model | settings)


def profiled(made, *turns, **whose):
    """Hold a session, let the processor work, and give the profile."""
    with made.open() as memory:
        converse(memory, *((turn, "All right.") for turn in turns), **whose)
        memory.maintenance.work(whose.get("user"))
        return memory.profile(whose.get("user")).current


TEAM = "I lead the platform team at a logistics company."
MAILS = "I prefer short mails without bullet points."
DECIDED = "We decided to move the billing service to Kubernetes by the end of May."


@feature("001-11")
def test_001_11_the_archive_holds_summaries_and_completed_tasks_with_their_times(agent):
    with agent().open() as memory:
        converse(memory, (DECIDED, "Understood."), ("The harbour master ordered forty new lines.", "I see."))
        memory.tasks().start("Fix the login")
        memory.tasks().done("fix-the-login", "Shipped in 2.3")
        kinds = {entry.context_type for entry in memory.entries().list()[0] if entry.layer == "L2"}

        assert kinds == {"session_summary", "task_archive"}
        assert "Shipped in 2.3" in memory.recall("How did we fix the login last time?").context


@feature("001-13")
def test_001_13_a_completed_task_keeps_metadata_only_and_its_state_is_in_the_archive(agent):
    with agent().open() as memory:
        memory.tasks().start("Fix the login", project="web")
        memory.tasks().note("fix-the-login", "The cookie expires at once")
        task = memory.tasks().done("fix-the-login")

        assert (task.notes, task.title, task.status, task.project_id) == ((), "Fix the login", "done", "web")
        assert "cookie" in memory.entries().get(task.archive).content


@feature("001-33")
def test_001_33_a_report_lists_the_summaries_of_a_period(agent, command):
    made = agent()
    with made.open() as memory:
        memory.tasks().start("Fix the login")
        memory.tasks().done("fix-the-login", "Shipped in 2.3")

    _, inside, _ = command(made, "report", "--since", "2026-03-01", "--until", "2026-03-03")
    _, outside, said = command(made, "report", "--since", "2026-03-04")

    assert "Shipped in 2.3" in inside
    assert (outside, "Nothing is in the archive" in said) == ("", True)


@feature("002-26")
def test_002_26_what_grows_or_goes_stale_is_shown_and_retired_by_a_person_only(agent):
    made = agent()
    with made.open() as memory:
        entry = fact(memory, "The build machines run Debian 10")
        made.clock.pass_days(200)
        [doubt] = memory.review().doubts()

        assert (doubt.concern, doubt.entry.id) == ("stale", entry.id)
        assert contents(memory) == ["The build machines run Debian 10"]
        memory.review().retire(entry.id)
        assert contents(memory) == []


FAILING = """
from tiermem.plugins import hookimpl

@hookimpl
def on_user_prompt(session, prompt):
    raise ValueError("the shelf is empty")

@hookimpl
def check_write(change):
    if "forbidden" in change.content and change.operation == "add":
        raise ValueError("cannot say")
"""


@feature("003-4")
def test_003_4_sessions_runs_recalls_and_failures_are_a_timeline(agent):
    """Each has its time, a later process reads them, and they are in the order in which they happened."""
    with with_hook(agent, FAILING).open() as memory:
        converse(memory, (TEAM, "Good."), session_id="monday")
        with memory.session(id="tuesday") as session:
            session.on_prompt("Where is the team?")
            session.call_tool("record_observation", {"content": "A forbidden fact", "category": "fact"})

    with agent().open() as memory:
        sessions = {row.id: row for row in memory.timeline.sessions()}
        [first, *_] = memory.timeline.runs()[::-1]
        receipts = memory.timeline.receipts(limit=9)[::-1]
        observed = memory.timeline.events(kinds=("observation",))

        assert sessions["monday"].started_at < sessions["monday"].ended_at <= sessions["tuesday"].started_at
        assert sessions["monday"].started_at <= first.started_at <= first.ended_at
        assert first.read
        assert [one["session_id"] for one in receipts] == ["monday", "tuesday"]
        assert [any("the shelf is empty" in note for note in one["notes"]) for one in receipts] == [
            True,
            True,
        ]
        assert any("refused" in (event.outcome or "") for event in observed)


@feature("003-4")
def test_003_4_a_failure_at_a_sessions_end_is_on_record(agent):
    code = """
from tiermem.plugins import hookimpl

@hookimpl
def on_session_end(session, turns):
    raise ValueError("the shelf is empty")
"""
    with with_hook(agent, code).open() as memory:
        converse(memory, (TEAM, "Good."), session_id="monday")
        recorded = repr(
            [
                memory.timeline.runs(),
                memory.timeline.sessions(),
                memory.timeline.receipts(limit=9),
                memory.timeline.events(),
            ]
        )

    assert "the shelf is empty" in recorded


@feature("004-1")
def test_004_1_a_model_rewrites_the_narrative_within_its_words(agent, tmp_path):
    answer = """{
        "updated_scaffold": {}, "facts_to_embed": [],
        "updated_working_memory": "The user moves billing to Kubernetes by the end of May. [%d]" % numbers[-1],
    }"""
    made = modelled(agent, tmp_path, answer)

    profile = profiled(made, DECIDED)

    assert "Kubernetes" in profile.text
    assert len(profile.text.split()) <= 500
    with made.open() as memory:
        assert profile.text in memory.preview().system_prompt


@feature("004-2")
def test_004_2_the_scaffold_has_whatever_keys_a_person_needs(agent):
    with agent(**PROFILE).open() as memory:
        for user, updates in (("ann", {"Sailing": {"boat": "Folkeboot"}}), ("ben", {"Bees": {"hives": 12}})):
            memory.observations(user).autonomous_cycle({"scaffold_updates": updates})
            memory.maintenance.work(user)

        assert memory.profile("ann").current.scaffold == {"Sailing": {"boat": "Folkeboot"}}
        assert memory.profile("ben").current.scaffold == {"Bees": {"hives": 12}}


@feature("004-4")
def test_004_4_every_write_of_learning_is_an_event_first_and_consolidated_later(agent):
    with agent(**PROFILE).open() as memory:
        memory.observations().autonomous_cycle(
            {"persistent_info_additions": ["The design review is on Thursdays"]}
        )
        [event] = memory.timeline.events(kinds=("observation",))
        assert (event.processed, event.consolidated, contents(memory)) == (None, None, [])

        memory.maintenance.work()

        [event] = memory.timeline.events(kinds=("observation",))
        assert event.processed is not None
        assert event.consolidated is not None
        assert contents(memory) == ["The design review is on Thursdays"]


@feature("004-4")
def test_004_4_explicit_writes_reach_the_profile_and_a_newer_value_takes_the_place_of_a_plan(agent):
    made = agent(**PROFILE)
    with made.open() as memory:
        with memory.session(id="monday") as session:
            call(session, "add_memory", content="Works as a data engineer at Acme", target="user", layer="L1")
            session.on_turn_end("My name is Anna Berg and I live in Lyon.", "Hello Anna.")
            session.on_turn_end("I plan to move to Nantes in October.", "A fine town.")
        memory.maintenance.work()
        first = memory.profile().current
        made.clock.pass_days(7)
        converse(memory, ("I moved to Nantes last weekend. I now work at Globex as a team lead.", "Good."))
        converse(memory, ("I promised to send Alec the report by Friday.", "I will remind you."))
        memory.maintenance.work()
        after, prompt = memory.profile().current, memory.preview().system_prompt

    assert first.scaffold["About"] == {"name": "Anna Berg"}
    assert "Acme" in json.dumps(first.scaffold)
    told = json.dumps(after.scaffold) + after.text
    assert "Nantes" in told
    assert [gone for gone in ("Lyon", "plan to move", "Acme") if gone in told] == []
    assert [
        fact for fact in ("moved to Nantes", "report by Friday", "Globex") if prompt.count(fact) != 1
    ] == []


@feature("004-5")
@pytest.mark.parametrize("category", ["fact", "preference", "project_details", "correction"])
def test_004_5_observations_of_each_category_carry_session_and_connection(agent, category):
    with agent().open() as memory:
        with memory.session(id="monday", connections=["jira"]) as session:
            call(
                session,
                "record_observation",
                content="The board is called Atlas",
                category=category,
                connection="jira",
            )
        [event] = memory.timeline.events(kinds=("observation",))

    assert (event.reason, event.session_id, event.source) == (category, "monday", "agent")
    assert event.payload["draft"]["connection_id"] == "jira"


@feature("004-6")
def test_004_6_each_key_and_each_addition_is_an_observation_of_its_own_without_a_chat(agent):
    with agent().open() as memory:
        told = memory.observations().autonomous_cycle(
            [
                {"scaffold_updates": {"Role": "Engineer", "Goals": ["ship"]}},
                {"persistent_info_additions": ["Reads mail in the morning", "Works from Lyon"]},
            ]
        )
        reasons = [event.reason for event in memory.timeline.events(kinds=("observation",))]

        assert told == {"items": 2, "observations": 4}
        assert reasons == ["scaffold_update", "scaffold_update", "learned_fact", "learned_fact"]
        assert memory.timeline.sessions() == []


@feature("004-7")
def test_004_7_tool_outputs_and_attachments_are_found_with_message_attachment_and_file_name(agent):
    result = ToolResult(
        tool="mail",
        content="The Acme invoice is 4,200 EUR.",
        message_id="m1",
        attachment_id="a1",
        filename="acme.pdf",
    )
    with agent().open() as memory:
        with memory.session() as session:
            session.on_tool_result(result)
        found = memory.entries().search("Acme invoice", layers=("L2",)).entries

    assert [(entry.context_type, entry.subject) for entry in found] == [
        ("tool_attachment_content", "acme.pdf")
    ]
    assert {"m1", "a1", "acme.pdf"} <= set(found[0].tags)


@feature("004-8")
def test_004_8_retrieval_keeps_to_the_user_the_active_connections_or_none_and_a_context_type(agent):
    with agent().open() as memory:
        for connection in ("jira-1", "jira-2", None):
            with memory.session() as session:
                session.on_tool_result(
                    ToolResult(
                        tool="t",
                        content=f"The export fails, says {connection or 'nobody'}",
                        connection_id=connection,
                    )
                )

        def found(user=None, **arguments):
            with memory.session(user=user, connections=["jira-1"]) as session:
                given = {"query": "export fails", "archive": True} | arguments
                return sorted(
                    one["content"].split()[-1] for one in call(session, "search_memories", **given)["entries"]
                )

        assert found() == ["jira-1", "nobody"]
        assert found(context_type="tool_entity") == ["jira-1", "nobody"]
        assert found(context_type="session_summary") == []
        assert found(user="other") == []


@feature("004-10")
def test_004_10_what_is_learned_of_a_connection_is_kept_and_its_context_expires(agent):
    made = agent()
    with made.open() as memory:
        with memory.session() as session:
            call(
                session,
                "update_connection_context",
                connection="jira",
                learned={"default_project": "PROJ"},
                context={"fields": ["summary"]},
                ttl_s=60,
            )
        known = memory.context()["connections"]["jira"]
        made.clock.now += timedelta(minutes=5)
        later = memory.context()["connections"]["jira"]

    assert known == {"learned": {"default_project": "PROJ"}, "context": {"fields": ["summary"]}}
    assert later == {"learned": {"default_project": "PROJ"}, "context": None}


@feature("004-39")
def test_004_39_the_context_of_a_connection_is_fetched_again_when_it_has_expired(agent):
    made, asked = agent(), []

    def fetch():
        asked.append(made.clock())
        return {"fields": ["summary", f"field {len(asked)}"]}

    with made.open() as memory:
        read = partial(memory.observations().connection_context, "jira", fetch, ttl_s=60)
        first, again = read(), read()
        made.clock.now += timedelta(minutes=5)
        expired = memory.context()["connections"]["jira"]["context"]
        refreshed = read()
        shown = memory.context()["connections"]["jira"]["context"]

    assert (first, again, len(asked)) == ({"fields": ["summary", "field 1"]}, first, 2)
    assert expired is None
    assert refreshed == shown == {"fields": ["summary", "field 2"]}


@feature("004-41")
def test_004_41_what_tools_told_in_a_host_is_found_later_with_its_metadata(agent):
    made = agent()
    flags = ["hook", "--host", "claude-code", "--config", str(made.path)]
    hook = f"from tiermem.doors.cli import main; main({flags!r})"
    told = {
        "session_id": "s1",
        "hook_event_name": "PostToolUse",
        "tool_name": "mcp__shop__order",
        "tool_use_id": "call-7",
        "tool_response": [
            {"type": "text", "text": "Order 4711 of the kettle was sent from the depot in Bremen."}
        ],
    }
    assert python(hook, given=json.dumps(told)) == ""

    with made.open() as memory:
        memory.session("s1").end()
        [kept] = memory.entries().list(EntryFilter(layers=("L2",), context_type="tool_entity"))[0]
        with memory.session() as session:
            asked = session.on_prompt("From which depot was the kettle sent, as we saw last time?")

    assert (kept.speaker, set(kept.tags), kept.subject) == (
        "tool",
        {"mcp__shop__order", "call-7"},
        "mcp__shop__order",
    )
    assert "depot in Bremen" in asked


@feature("004-11")
def test_004_11_learned_information_stands_in_a_block_of_its_own(agent):
    with agent(**PROFILE).open() as memory:
        memory.observations().autonomous_cycle({"persistent_info_additions": ["Reads mail in the morning"]})
        memory.maintenance.work()

        prompt = memory.preview().system_prompt

    assert prompt.index("LEARNED INFORMATION") < prompt.index("Reads mail in the morning")


@feature("004-12")
def test_004_12_empty_or_broken_parts_leave_the_rest_standing(agent):
    made = with_hook(
        agent,
        """
from tiermem.plugins import hookimpl

@hookimpl
def on_session_start(session):
    raise ValueError("the artifacts are away")
""",
        **PROFILE,
    )
    with made.open() as memory:
        assert memory.context()["narrative"] == ""
        fact(memory, "The build needs Node 22")
        with memory.session() as session:
            assert "# Durable memory" in session.system_prompt
            assert "Node 22" in session.on_prompt("Which Node does the build need?")


@feature("004-14")
def test_004_14_what_models_cost_is_charged_to_the_user_and_a_cap_stops_it(agent, tmp_path):
    answer = '{"updated_scaffold": {}, "updated_working_memory": "", "facts_to_embed": []}'
    made = modelled(agent, tmp_path, answer, spending={"usd_per_day": 0.005})
    with made.open() as memory:
        for text in (TEAM, MAILS):
            converse(memory, (text, "All right."))
            worked = memory.maintenance.work()
        spending = memory.timeline.stats()["spending"]

        assert spending["tokens"] == 120
        assert any("spend" in problem or "cap" in problem for problem in worked.problems)
        assert memory.timeline.stats()["backlog"]["unconsolidated"] == 1


@feature("004-15")
def test_004_15_an_observation_is_marked_after_success_and_waits_after_a_failure(agent, tmp_path):
    made = modelled(agent, tmp_path, '{"nonsense": 1}')
    with made.open() as memory:
        converse(memory, (TEAM, "All right."))
        memory.maintenance.work()
        assert memory.timeline.stats()["backlog"]["unconsolidated"] == 1
    with agent(**PROFILE).open() as memory:
        memory.maintenance.work()
        memory.maintenance.work()

        assert memory.timeline.stats()["backlog"]["unconsolidated"] == 0
        assert (
            sum("platform team" in text for text in json.dumps(memory.context()["scaffold"]).split("\n")) == 1
        )


@feature("004-16")
def test_004_16_each_request_and_each_synthesis_run_is_on_record(agent):
    with agent(**PROFILE).open() as memory:
        converse(memory, (TEAM, "All right."))
        memory.maintenance.work()
        with memory.session() as session:
            session.system_prompt  # noqa: B018 asking for it freezes the blocks
            session.on_prompt("What do I lead?")
        [receipt] = memory.timeline.receipts()
        stages = [run.stage for run in memory.timeline.runs()]

    assert {"scaffold", "narrative", "learned"}.intersection(receipt["injected"])
    assert {"entries", "profile"} <= set(stages)


@feature("004-17")
def test_004_17_consolidation_is_per_user_and_applies_all_of_an_answer_with_its_marks(agent, tmp_path):
    answer = """{
        "updated_scaffold": {"Team": "platform"}, "scaffold_observations": {"Team": numbers[-1:]},
        "updated_working_memory": "The user leads the platform team. [%d]" % numbers[-1],
        "facts_to_embed": [{"fact": "The user leads a platform team in logistics", "observations": numbers[-1:]}],
    }"""
    made = modelled(agent, tmp_path, answer)

    profile = profiled(made, TEAM, user="ann")

    with made.open() as memory:
        assert profile.scaffold == {"Team": "platform"}
        assert "platform team" in profile.text
        assert memory.profile("ben").current.version == 0
        [run] = [run for run in memory.timeline.runs("ann") if run.stage == "profile"]
        assert run.by == "model"
        assert all(
            event.consolidated
            for event in memory.timeline.events("ann", kinds=("observation",))
            if event.seq in run.read
        )


@feature("004-18")
def test_004_18_the_scaffold_is_merged_and_stringified_json_unwrapped(agent):
    with agent(**PROFILE).open() as memory:
        memory.observations().autonomous_cycle(
            {"scaffold_updates": {"Projects": {"atlas": {"stage": "beta"}}, "Role": "Engineer"}}
        )
        memory.maintenance.work()
        memory.observations().autonomous_cycle(
            {"scaffold_updates": {"Projects": json.dumps({"billing": json.dumps({"stage": "launch"})})}}
        )
        memory.maintenance.work()

        assert memory.profile().current.scaffold == {
            "Projects": {"atlas": {"stage": "beta"}, "billing": {"stage": "launch"}},
            "Role": "Engineer",
        }


@feature("004-19")
def test_004_19_context_comes_first_then_the_agent_then_directives_artifacts_and_blocks(agent):
    made = with_hook(
        agent,
        """
from tiermem.plugins import hookimpl
from tiermem.values import Block

@hookimpl
def on_session_start(session):
    return [Block(name=name, title=name.upper(), text="x", order=order)
            for name, order in (("artifacts", 6), ("directives", 5), ("constitution", 4))]
""",
        **PROFILE,
    )
    with made.open() as memory:
        memory.observations().autonomous_cycle({"scaffold_updates": {"Role": "Engineer"}})
        memory.maintenance.work()
        with memory.session() as session:
            call(session, "add_memory", content="The build needs Node 22")
        prompt = memory.preview().system_prompt

    titles = ["SCAFFOLD", "CONSTITUTION", "DIRECTIVES", "ARTIFACTS", "MEMORY (agent notes)"]
    assert sorted(titles, key=prompt.index) == titles


@feature("004-20")
def test_004_20_a_worker_of_its_own_makes_the_profile(agent, command):
    made = agent(**PROFILE)
    with made.open() as memory:
        memory.observations().autonomous_cycle({"scaffold_updates": {"Role": "Engineer"}})

    status, _, _ = command(made, "worker", "--once")

    assert status == 0
    with made.open() as memory:
        assert memory.profile().current.scaffold == {"Role": "Engineer"}


@feature("004-22")
def test_004_22_other_systems_read_goals_context_and_the_guidance_for_an_inbox(agent):
    with agent(**PROFILE).open() as memory:
        memory.observations().autonomous_cycle({"scaffold_updates": {"Goals": ["ship billing"]}})
        memory.maintenance.work()
        memory.profile().guide_inbox("Mail from Alec comes first.")

        context = json.loads(json.dumps(memory.context()))

    assert context["scaffold"]["Goals"] == ["ship billing"]
    assert context["inbox_guidance"] == "Mail from Alec comes first."


@feature("004-23")
def test_004_23_a_jinja_template_is_filled_from_the_context(agent):
    """A playbook names what it needs; what is not known leaves its place empty."""
    playbook = Environment(undefined=StrictUndefined).from_string(
        "{% if scaffold.Role is defined %}For the {{ scaffold.Role }}.{% endif %}"
        "{% for fact in learned %} {{ fact }}.{% endfor %}"
        "{% if not narrative %} No narrative yet.{% endif %} {{ blocks | length }} blocks, {{ inbox_guidance }}"
    )
    with agent(**PROFILE).open() as memory:
        assert playbook.render(memory.context(user="bob")).startswith(" No narrative yet. ")
        memory.observations().autonomous_cycle(
            {
                "scaffold_updates": {"Role": "Engineering Manager"},
                "persistent_info_additions": ["The review is on Thursdays"],
            }
        )
        memory.maintenance.work()
        memory.profile().guide_inbox("Mail from Alec comes first.")

        filled = playbook.render(memory.context())

    assert filled.startswith("For the Engineering Manager. The review is on Thursdays.")
    assert filled.endswith("Mail from Alec comes first.")


@feature("004-24")
def test_004_24_each_value_has_a_confidence_and_what_contradicts_is_shown(agent):
    with agent(**PROFILE).open() as memory:
        for role in ("Engineer", "Manager"):
            memory.observations().autonomous_cycle({"scaffold_updates": {"Role": role}})
            memory.maintenance.work()
        mark = memory.profile().current.marks["Role"]
        [rival] = memory.profile().rivals()

    assert 0 < mark.confidence < 1
    assert (rival.path, rival.value, rival.other) == ("Role", "Engineer", "Manager")


@feature("004-25")
def test_004_25_what_was_not_confirmed_for_a_month_leaves_the_narrative(agent):
    made = agent(**PROFILE)
    with made.open() as memory:
        converse(memory, (DECIDED, "Understood."))
        memory.maintenance.work()
        assert "Kubernetes" in memory.profile().current.text
        made.clock.pass_days(31)
        converse(memory, ("We decided to drop the old parser.", "Understood."))
        memory.maintenance.work()

        assert "Kubernetes" not in memory.profile().current.text
        assert any("Kubernetes" in content for content in contents(memory))


@feature("004-27")
def test_004_27_what_recurs_over_sessions_is_proposed(agent):
    made = agent(**PROFILE)
    with made.open() as memory:
        for _ in range(4):
            converse(memory, (MAILS, "All right."))
            made.clock.pass_days(1)
        memory.maintenance.work()
        staged = [entry.content for entry, _, _ in memory.entries().pending()]

    assert any("short mails" in content for content in staged)


@feature("004-27")
def test_004_27_a_tool_that_served_similar_messages_is_named_with_the_next_one(agent):
    asked = "Look up where the order of the kettle is."
    used = [Turn(speaker="user", content=asked, at="2026-03-02T09:00:00Z")]
    used.append(Turn(speaker="tool", name="order", content="Sent.", at="2026-03-02T09:00:01Z"))
    with agent().open() as memory:
        for number in range(3):
            with memory.session(f"s{number}") as session:
                session.on_turn_end(turns=used)

        with memory.session() as session:
            told = session.context(asked, tools=["order", "mail"])
            suggested = [one.tool for one in session.suggest_tools(asked)]

    assert suggested == ["order"]
    assert "[Tools that served earlier messages like this one: order]" in told


@pytest.mark.slow
@feature("004-28")
def test_004_28_scaffold_accuracy_and_cold_start_are_measured():
    result = measured("profiles")

    assert result["profiles"]["accuracy"] > 0.8
    assert all(row["cold_start"] for row in result["profiles"]["people"])


JUDGE = """
import json
from tiermem.plugins import hookimpl
from tiermem.values import Completion

@hookimpl
def complete(request):
    if request.model != "own:judge":
        return None
    shown = json.loads(request.prompt[request.prompt.index('{"observations"'):])
    said = " ".join(one["said"] for one in shown["observations"])
    words = shown["narrative"].split()
    grade = {"completeness": 4, "conciseness": 5 if len(words) <= 500 else 1, "recency": 3}
    grade["faithfulness"] = 5 if sum(word in said for word in words) > len(words) / 2 else 1
    return Completion(data=grade | {"reason": "none"}, model="judge-1")
"""
"""A judge that counts: how long a narrative is, and whether its words were said."""


@pytest.mark.slow
@feature("004-30")
def test_004_30_a_model_grades_the_narrative_of_each_person(tmp_path):
    hook = tmp_path / "judging.py"
    hook.write_text(JUDGE, encoding="utf-8")

    judged = measured("judge", "--judge", "own:judge", "--settings", json.dumps({"hooks": [str(hook)]}))[
        "judge"
    ]

    assert len(judged["grades"]) == 5
    marks = ("completeness", "conciseness", "recency", "faithfulness")
    assert [judged[mark] for mark in marks] == [4, 5, 3, 5]
    assert all(set(marks) < grade.keys() for grade in judged["grades"].values())


@feature("004-30")
def test_004_30_without_a_model_that_is_named_nothing_is_judged():
    assert "no model" in measured("judge")["judge"]["skipped"]


TIERS_OWN = """
import json, re
from tiermem.plugins import hookimpl
from tiermem.values import Completion

@hookimpl
def complete(request):
    told = re.findall(r"^- \\[(\\d+)\\] \\([^)]*\\) (.*)$", request.prompt, re.MULTILINE)
    answer = {"updated_scaffold": {}, "updated_working_memory": "", "facts_to_embed": []}
    if request.model != "own:terse":  # the terse one answers nothing
        answer["updated_working_memory"] = " ".join(f"{text.rstrip('.')}. [{seq}]" for seq, text in told)
    given = {key: answer[key] for key in request.schema["properties"] if key in answer}
    return Completion(data=given, model=request.model)
"""
"""Two models: one writes down all that was observed, the other nothing."""


@feature("004-33")
def test_004_33_one_model_for_all_tiers_is_compared_with_one_for_each(tmp_path):
    hook = tmp_path / "models.py"
    hook.write_text(TIERS_OWN, encoding="utf-8")
    settings = {
        "hooks": [str(hook)],
        "completion": {"model": "own:terse"},
        "gap_fill": {"standing": "recall"},
    }

    figures = ablations.of_models(settings | {"consolidation": {"narrative_model": "own:full"}})

    one, each = figures["one model"], figures["a model for each tier"]
    assert one["asked"] == each["asked"] > 0
    assert each["chars"] > one["chars"]
    assert "completion.model" in ablations.of_models(settings)


@pytest.mark.slow
@feature("004-31")
@feature("004-32")
def test_004_31_004_32_use_observations_corrections_and_repeated_questions_are_counted(tmp_path):
    transcript = tmp_path / "chat.json"
    said = [
        ("user", MAILS),
        ("assistant", "Noted. Do you prefer short mails?"),
        ("user", "Yes"),
        ("assistant", "Good."),
    ]
    transcript.write_text(
        json.dumps([{"role": role, "content": content} for role, content in said]), encoding="utf-8"
    )

    result = measured("serving", "--transcript", str(transcript))["serving"]

    assert {"utilisation", "observations_per_session", "corrections_per_session", "asked_again"} <= set(
        result
    )
    assert result["observations_per_session"] >= 1
    growth = measured("loop")["loop"]
    assert growth["entries"][0] == growth["entries"][-1]


def measured(part, *arguments):
    """The figures of a part of the benchmark of learning."""
    code = f"import sys; sys.argv[1:] = {['--parts', part, '--json', *arguments]!r}\n"
    code += "from benchmarks.learning.__main__ import main\nmain()"
    return json.loads(python(f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"))


@feature("004-34")
def test_004_34_nothing_is_forgotten_by_itself(agent):
    made = agent(**PROFILE)
    with made.open() as memory:
        fact(memory, "The build machines run Debian 10")
        made.clock.pass_days(2000)
        memory.maintenance.work()

        assert contents(memory) == ["The build machines run Debian 10"]


@feature("004-35")
def test_004_35_keys_are_reused_as_they_were_and_users_stay_apart(agent):
    made = agent(**PROFILE)
    with made.open() as memory:
        for _ in range(3):
            converse(memory, (MAILS, "All right."), user="ann")
            memory.maintenance.work("ann")
            made.clock.pass_days(1)
        keys = len(memory.profile("ann").current.marks)

        assert keys <= 1
        assert memory.profile("ben").current.scaffold == {}


@feature("004-36")
def test_004_36_between_paths_the_users_own_word_wins(agent):
    with agent(**PROFILE).open() as memory:
        memory.observations().autonomous_cycle({"persistent_info_additions": ["My manager is Bob."]})
        memory.maintenance.work()
        converse(memory, ("No, my manager is Alice, not Bob.", "I see."))
        memory.maintenance.work()

        assert "My manager is Bob." not in contents(memory)
        assert any("Alice" in content for content in contents(memory))


@feature("004-37")
@pytest.mark.parametrize("words", every(2, [20, 60]))
def test_004_37_the_narratives_length_and_the_interval_are_settings(agent, words):
    made = agent(consolidation={"enabled": True, "narrative_words": words, "interval_s": 5, "batch": 2})
    with made.open() as memory:
        for number in range(30):
            converse(memory, (f"We decided that part number {number} of the kit stays in Rust.", "Fine."))
        memory.maintenance.work()

        assert 0 < len(memory.profile().current.text.split()) <= words
