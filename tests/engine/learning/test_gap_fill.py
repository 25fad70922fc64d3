"""Gap-fill, end to end: what a session said and no tool wrote is known in the next one, once."""

from __future__ import annotations

import pytest
from tests import stories
from tests.engine.opening import add, contents, observe, opened

from tiermem import Draft, Turn
from tiermem.store.contract import EntryFilter

AT = "2026-03-01T00:00:00.000000Z"
DOG, CAT = "My dog is called Rex.", "My cat is called Tom."


def knowledge(memory, user=None):
    """What was learned."""
    return contents(memory.entries(user), layers=("L1",))


def summaries(memory):
    return memory.entries().list(EntryFilter(layers=("L2",)))[0]


def observations(memory):
    return list(memory.timeline.events(kinds=["observation"]))


def say(memory, *texts, session_id="s1", **where):
    """A whole session in which the user says these texts."""
    stories.say(memory, *texts, prompted=True, id=session_id, **where)


# What is caught


def test_the_next_session_knows_what_the_first_ones_user_said(memory):
    say(memory, "Hi! My dog is called Rex, by the way.", "We decided to deploy on Fridays.")

    (dog,) = [entry for entry in memory.entries().list()[0] if "Rex" in entry.content and entry.layer == "L1"]
    assert (dog.source, dog.speaker, dog.tier, dog.layer) == ("system", "user", "user", "L1")
    assert dog.scope_id == memory.reach().user.id
    assert "Rex" in memory.session(id="s2").on_prompt("What is my dog called?")
    assert any("deploy" in content for content in knowledge(memory))
    history = memory.entries().history(dog.id)
    assert dog.origin.startswith("event:")
    (observation,) = [one for one in observations(memory) if f"event:{one.seq}" == dog.origin]
    assert (observation.outcome, observation.payload["evidence"]) == ("added", "s1/0")
    assert "Rex" in observation.payload["quote"]
    assert [event.kind for event in history.events][-1] == "added"


@pytest.mark.parametrize("written", [True, False])
def test_a_credential_whose_value_is_taken_out_is_no_knowledge(tmp_path, written):
    with opened(tmp_path, journal={"enabled": written}) as memory:
        say(memory, "My password for the vpn is Tr0ub" + "4dor&3.", DOG)

        assert [said for said in knowledge(memory) if "vpn" in said] == []
        assert any("Rex" in said for said in knowledge(memory))


def test_what_only_the_assistant_or_a_tool_said_is_not_caught(memory):
    with memory.session() as session:
        tool = Turn(speaker="tool", content="My dog is called Rex.", at=AT)
        injected = Turn(speaker="memory", content="My bird is called Pip.", at=AT)
        session.on_turn_end(turns=[tool, injected])
        session.on_turn_end("And what about you?", CAT)

    assert knowledge(memory) == []


def test_what_one_user_said_never_reaches_another_one_of_the_same_agent(memory):
    say(memory, "We decided to deploy on Fridays.", DOG, user="ann")

    assert len(knowledge(memory, "ann")) == 2
    assert knowledge(memory, "bob") == []
    assert memory.recall("When do we deploy, and what is the dog called?", "bob").passages == ()


# Once, early, late, twice or never


def test_ending_twice_changes_nothing(memory):
    with memory.session(id="s1") as session:
        session.on_turn_end(DOG, "I see.")
        session.on_turn_end("We decided to deploy on Fridays.", "I see.")
    stored = [row for table, row in memory.maintenance.dump() if table in ("entries", "events", "turns")]

    session.end()
    memory.session(id="s1").end()

    assert [
        row for table, row in memory.maintenance.dump() if table in ("entries", "events", "turns")
    ] == stored


def test_a_session_that_never_ended_is_caught_up_by_a_later_process(tmp_path):
    with opened(tmp_path) as first:
        session = first.session(id="s1")
        session.on_turn_end(DOG, "I see.")
        assert knowledge(first) == []
    with opened(tmp_path) as second:
        second.session(id="s1").end()
        assert knowledge(second) == [DOG]
        say(second, CAT, session_id="s1")
        assert knowledge(second) == [CAT, DOG]
        assert len(observations(second)) == 2


def test_ending_late_and_out_of_order_keeps_each_session_its_own(memory):
    first, second = memory.session(id="s1"), memory.session(id="s2")
    first.on_turn_end(DOG, "I see.")
    second.on_turn_end(CAT, "I see.")

    second.end()
    assert knowledge(memory) == [CAT]
    first.end()
    assert knowledge(memory) == [CAT, DOG]


def test_compaction_catches_what_was_said_so_far_and_the_end_the_rest(memory):
    session = memory.session(id="s1")
    session.on_turn_end(DOG, "I see.")
    session.on_pre_compact()
    assert knowledge(memory) == [DOG]
    assert summaries(memory) == []

    session.on_turn_end(f"{CAT} The lighthouse keeper painted the lantern room crimson.", "I see.")
    session.end()
    assert knowledge(memory) == [CAT, DOG]
    found = [
        one.payload["draft"]["content"] for one in observations(memory) if one.reason != "session_summary"
    ]
    assert found == [DOG, CAT]
    assert len(summaries(memory)) == 1


def test_a_session_that_ends_right_after_its_compaction_is_summarised(memory):
    session = memory.session(id="s1")
    session.on_turn_end("The lighthouse keeper painted the lantern room crimson.", "I see.")
    session.on_turn_end("The harbour master ordered forty new mooring lines.", "I see.")
    session.on_pre_compact()

    session.end()

    (summary,) = summaries(memory)
    assert "crimson" in summary.content


def test_a_correction_is_understood_across_a_compaction(memory):
    session = memory.session(id="s1")
    session.on_turn_end("When is the review?", "The review is on Tuesday at ten.")
    session.on_pre_compact()
    session.on_turn_end("No, it's on Wednesday.", "Sorry, Wednesday.")
    session.end()

    assert any("Wednesday" in content for content in knowledge(memory))


def test_what_compaction_drops_is_journaled_once(memory):
    session = memory.session(id="s1")
    session.on_turn_end("yes", "ok")
    session.on_turn_end("yes", "ok")
    known = [
        Turn(speaker=speaker, content=text, at=AT)
        for speaker, text in [("user", "yes"), ("assistant", "ok")] * 2
    ]
    new = [Turn(speaker="user", content="yes", at=AT), Turn(speaker="user", content=DOG, at=AT)]

    session.on_pre_compact([*known, *new])
    session.on_pre_compact([*known, *new])

    said = [(turn.speaker, turn.content) for turn in session.turns()]
    assert said == [("user", "yes"), ("assistant", "ok")] * 2 + [("user", "yes"), ("user", DOG)]
    assert knowledge(memory) == [DOG]


def test_turns_with_ids_of_the_hosts_are_journaled_once(memory):
    turn = Turn(speaker="user", content=DOG, at=AT, external_id="m1")
    for _ in range(2):
        with memory.session(id="s1") as session:
            session.on_turn_end(turns=[turn])

    assert len(session.turns()) == 1
    assert knowledge(memory) == [DOG]


def test_a_session_goes_on_to_be_learned_from_after_its_turns_were_forgotten(open_memory):
    memory = open_memory(journal={"retention_days": 1})
    with memory.session(id="s1") as session:
        session.on_turn_end(turns=[Turn(speaker="user", content=DOG, at="2026-01-01T00:00:00.000000Z")])
    assert memory.session(id="s1").turns() == []

    say(memory, CAT, session_id="s1")

    assert knowledge(memory) == [CAT, DOG]


# What is left alone


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("add_memory", {"content": "The user's dog is called Rex.", "target": "user"}),
        (
            "memory_write",
            {"action": "add", "layer": "L1", "content": "User has a dog called Rex", "target": "user"},
        ),
        ("memory_write", {"action": "add", "layer": "L0", "content": "Dog: called Rex"}),
    ],
)
def test_what_a_tool_wrote_in_the_session_is_not_written_again(memory, tool, given):
    with memory.session(id="s1") as session:
        session.on_turn_end(DOG, "I see.")
        assert "entry" in session.call_tool(tool, given)
        session.on_turn_end(CAT, "I see.")

    kept = contents(memory.entries(), layers=("L0", "L1"))
    assert [content for content in kept if "Rex" in content] == [given["content"]]
    assert any("Tom" in content for content in knowledge(memory))


@pytest.mark.parametrize("is_noted_first", [True, False])
@pytest.mark.parametrize(
    ("stories", "gone"),
    [
        (
            [("I live in Hull.", "User lives in Hull."), ("I live in York now.", "User lives in York.")],
            "Hull",
        ),
        ([("We live in Hull.", ""), ("We moved to York, Dee works there.", "User moved to York.")], "Hull"),
        ([("My dog's Rex.", "User's dog is Rex."), ("Rex died last night.", "User's Rex died.")], "dog"),
        ([("I'm at Tesco.", ""), ("I started at Lidl.", "User started at Lidl on 2026-03-02.")], "Tesco"),
        (
            [
                ("Ich wohne in Kiel.", "User lives in Kiel."),
                ("Wir sind nach Ulm gezogen.", "Moved to Ulm."),
            ],
            "Kiel",
        ),
        ([("我住在杭州。", "用户住在杭州。"), ("我上周搬到苏州了。", "用户于2026-02-25搬到苏州。")], "杭州"),
        (
            [
                ("I live in Hull.", "User lives in Hull."),
                ("My sister moved to York.", "Sister moved to York."),
            ],
            "",
        ),
        (
            [("I live in Hull.", "User lives in Hull."), ("We may move to York.", "User may move to York.")],
            "",
        ),
    ],
)
def test_a_note_of_a_change_ends_what_the_users_own_words_would(
    open_memory, clock, stories, gone, is_noted_first
):
    memory = open_memory(clock=clock)
    for said, note in stories:
        with memory.session() as session:
            content = {"content": note, "target": "user"}
            if note and is_noted_first:
                session.call_tool("add_memory", content)
            session.on_turn_end(said, "I see.")
            if note and not is_noted_first:
                session.call_tool("add_memory", content)
        clock.pass_days(1)

    known = contents(memory.entries(), layers=("L0", "L1"))
    news = stories[-1][1].rstrip(".。")[-3:]
    assert any(news in content for content in known)
    assert any((gone or "Hull") in content for content in known) == (not gone)


def test_what_a_tool_removed_again_in_the_session_stays_out(memory):
    with memory.session(id="s1") as session:
        reply = session.call_tool("add_memory", {"content": DOG, "target": "user"})
        session.on_turn_end(DOG, "I see.")
        session.call_tool("delete_memory", {"memory_id": reply["entry"]["id"], "target": "user"})

    assert contents(memory.entries(), layers=("L0", "L1")) == []


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("I see. Shall I remember that?", "No, thanks."),
        ("Noted. Do you want me to save this?", "Please don't."),
        ("I see.", "Don't remember that."),
        ("I see.", "Please forget what I just said about my dog Rex."),
    ],
)
def test_what_the_user_declined_is_kept_nowhere_but_in_the_journal(memory, offer, answer):
    with memory.session(id="s1") as session:
        session.on_turn_end(DOG, offer)
        session.on_turn_end(answer, "All right.")
        session.on_turn_end("The lighthouse keeper painted the lantern room crimson.", "Nice.")

    assert "Rex" not in str([entry.content for entry in memory.entries().list()[0]])
    assert "Rex" in session.turns()[0].content


def test_a_known_statement_is_not_added_and_a_removed_one_not_brought_back(memory):
    add(memory.entries(), "my dog is called REX", layer="L1", tier="user")
    say(memory, DOG, session_id="s1")
    assert knowledge(memory) == ["my dog is called REX"]

    (entry,) = [one for one in memory.entries().list()[0] if one.layer == "L1"]
    memory.entries().remove(entry.id)
    say(memory, DOG, session_id="s2")
    assert knowledge(memory) == []
    outcomes = [one.outcome for one in observations(memory) if one.reason != "session_summary"]
    assert outcomes == [f"known as {entry.id}", "was put away before"]


def test_what_the_user_asks_to_be_remembered_comes_back(memory):
    entry = add(memory.entries(), "The gate code is Tulip.", layer="L1", tier="memory")
    memory.entries().remove(entry.id)

    say(memory, "Please remember that the gate code is Tulip.")

    assert any("Tulip" in content for content in knowledge(memory))


# Corrections


WRONG, RIGHT = "The team review is on Tuesday", "The team review is on Wednesday"


@pytest.mark.parametrize("named", ["replaces", "corrects"])
@pytest.mark.parametrize("source", ["agent", "system"])
def test_a_correction_takes_the_place_of_what_agent_or_system_wrote(observing, source, named):
    if source == "system":
        with observing.session(id="s0") as session:
            observe(session, WRONG, draft={"tier": "memory"})
        (wrong,) = observing.entries().list()[0]
    else:
        wrong = add(observing.session().entries, WRONG)
    said = {"replaces": wrong.id} if named == "replaces" else {"corrects": "The team review is on Tuesday."}

    with observing.session(id="s1") as session:
        observe(session, RIGHT, kind="correction", draft={"tier": "memory", "correction": True}, **said)

    (right,) = observing.entries().list()[0]
    assert (right.content, right.supersedes, right.layer) == (RIGHT, wrong.id, wrong.layer)
    assert (right.source, right.speaker, right.correction) == ("system", "user", True)
    assert observing.entries().get(wrong.id).status == "inactive"
    assert observations(observing)[-1].outcome == f"corrected {wrong.id}"


def test_a_correction_of_what_a_person_wrote_waits_for_the_person(observing):
    wrong = add(observing.entries(), WRONG)

    with observing.session() as session:
        observe(session, RIGHT, draft={"tier": "memory", "correction": True}, corrects=WRONG)

    assert contents(observing.entries()) == [WRONG]
    ((waiting, operation, why),) = observing.entries().pending()
    assert (waiting.content, waiting.supersedes, operation) == (RIGHT, wrong.id, "correct")
    assert "person wrote" in why
    observing.entries().accept(waiting.id)
    assert contents(observing.entries()) == [RIGHT]


def test_a_correction_of_something_else_is_only_added(observing):
    add(observing.session().entries, "The harbour opens at six")

    with observing.session() as session:
        observe(session, RIGHT, draft={"correction": True}, corrects=WRONG)

    assert contents(observing.entries()) == ["The harbour opens at six", RIGHT]


def test_a_corrected_statement_does_not_come_back_by_later_extraction(observing):
    wrong = add(observing.session().entries, WRONG, layer="L1")
    observing.session().call_tool("correct_memory", {"memory_id": wrong.id, "content": RIGHT})

    for number in range(3):
        with observing.session(id=f"s{number}") as session:
            observe(session, WRONG.lower() + "!", draft={"tier": "memory"})

    assert contents(observing.entries()) == [RIGHT]


def test_by_the_rules_a_user_who_corrects_the_assistant_corrects_what_it_rested_on(memory):
    wrong = add(memory.session().entries, "The team review is on Tuesday.", layer="L1")
    with memory.session(id="s1") as session:
        session.on_turn_end("When is the team review?", "The team review is on Tuesday.")
        session.on_turn_end("No, the team review is on Wednesday.", "Thanks, I'll remember that.")

    known = knowledge(memory)
    assert any("Wednesday" in content for content in known)
    assert memory.entries().get(wrong.id).status == "inactive"


# The summary


def test_there_is_one_summary_per_session_and_it_is_brought_up_to_date(memory):
    first = "The lighthouse keeper painted the lantern room crimson."
    second = "The harbour master ordered forty new mooring lines from Bergen."
    third = "The ferry company hired three experienced captains last Thursday."
    say(memory, first, second)
    (summary,) = summaries(memory)
    assert "crimson" in summary.content
    assert (summary.tier, summary.source, summary.context_type) == ("memory", "system", "session_summary")
    assert summary.origin == "session:s1"

    say(memory, third)

    (updated,) = summaries(memory)
    assert updated.id == summary.id
    assert updated.version == 2
    assert "captains" in updated.content
    others = (
        "The lighthouse lamp needs a new lens from the factory.",
        "Whales were seen at the outer pier today.",
    )
    say(memory, *others, session_id="s2")
    assert len(summaries(memory)) == 2
    assert memory.maintenance.doctor() == []


def test_a_summary_belongs_to_the_user_and_to_the_sessions_task(memory):
    texts = (
        "The lighthouse keeper painted the lantern room crimson.",
        "Forty mooring lines came from Bergen.",
    )
    say(memory, *texts, user="ann", task="lines")

    (summary,) = memory.entries("ann").list(EntryFilter(layers=("L2",)))[0]
    assert summary.task_id == "lines"
    assert memory.entries("bob").list(EntryFilter(layers=("L2",)))[0] == []


def test_a_session_of_next_to_nothing_has_no_summary(memory):
    say(memory, "Hello")

    assert summaries(memory) == []


# What is switched off


def test_without_the_journal_the_living_session_is_learned_from_and_nothing_is_kept(open_memory):
    memory = open_memory(journal={"enabled": False})
    say(memory, DOG, "Why did the lighthouse keeper paint the lantern room crimson?")
    say(memory, CAT)

    assert knowledge(memory) == [CAT, DOG]
    assert [table for table, _ in memory.maintenance.dump() if table == "turns"] == []


def test_without_the_journal_what_compaction_drops_is_learned_from(open_memory):
    memory = open_memory(journal={"enabled": False})
    session = memory.session(id="s1")
    session.on_turn_end(DOG, "I see.")

    session.on_pre_compact([Turn(speaker="user", content=text, at=AT) for text in (DOG, CAT)])

    assert knowledge(memory) == [CAT, DOG]


def test_without_gap_fill_nothing_is_learned_and_later_all_of_it_can_be(open_memory):
    with open_memory(gap_fill={"enabled": False}) as without:
        say(without, DOG)
        assert without.entries().list()[0] == []
    memory = open_memory()

    memory.session(id="s1").end()

    assert knowledge(memory) == [DOG]


def test_a_tier_that_is_off_is_not_learned(open_memory):
    memory = open_memory(user_profile_enabled=False)
    say(memory, DOG, "We decided to deploy on Fridays.")

    assert ["Rex" in content for content in knowledge(memory)] == [False]


def test_with_approval_what_is_learned_waits(open_memory):
    memory = open_memory(write_policy="approve")
    say(memory, DOG)
    say(memory, DOG, session_id="s2")

    assert knowledge(memory) == []
    assert [entry.content for entry, _, _ in memory.entries().pending()] == [DOG]


# The loop: what was recalled comes back in the assistant's mouth, and is not learned again

SCRIPT = [
    [
        ("My dog is called Rex.", "A good name."),
        ("From now on, answer in English.", "I will."),
        ("We decided to deploy on Fridays.", "Noted."),
    ],
    [
        ("When do we deploy?", "On Mondays."),
        ("No, we deploy on Fridays.", "Right, Fridays."),
        ("I prefer tea to coffee.", "So do I."),
    ],
    [
        ("What is my dog called, and what do I prefer?", "Let me see."),
        ("Remember that the gate code is Tulip.", "I will."),
        ("What did we decide last week about deploys?", "Fridays."),
    ],
]


def play(memory, turns, session_id):
    """A session whose assistant repeats all that was put into its context, fence and all, and whose user quotes it."""
    with memory.session(id=session_id) as session:
        assert session.system_prompt
        for user, assistant in turns:
            message = session.on_prompt(user)
            echoed = message.removesuffix(user)
            bare = echoed.replace("<", "").replace(">", "")
            session.on_turn_end(f"{message}\n{bare}", f"{assistant}\n{echoed}\n{bare}")


@pytest.mark.slow
def test_replaying_the_same_sessions_does_not_make_the_store_grow(memory):
    grown = []
    for turn in range(8):
        for number, turns in enumerate(SCRIPT):
            play(memory, turns, f"{turn}-{number}")
        grown.append(len([entry for entry in memory.entries().list()[0] if entry.layer != "L2"]))

    assert grown[0] >= 5
    assert grown == [grown[0]] * 8
    assert len(summaries(memory)) <= 8 * len(SCRIPT)
    assert "Changed since" not in str(contents(memory.entries()))
    assert "Recalled from memory" not in str(contents(memory.entries()))
    assert memory.maintenance.doctor() == []


def test_an_entry_that_was_learned_may_be_taken_into_the_block_by_the_agent(memory):
    say(memory, DOG)

    reply = memory.session(id="s2").call_tool("add_memory", {"content": DOG, "target": "user"})

    assert reply["entry"]["layer"] == "L0"
    assert knowledge(memory) == []
    assert memory.session(id="s3").entries.add(Draft(content=DOG, tier="user")).duplicate


def test_a_plugin_that_names_a_turn_which_the_user_did_not_say_does_not_get_the_users_trust(tmp_path):
    hooks = """
    @hookimpl
    def extract_observations(session, turns):
        said = Draft(content="My manager is Eve.", tier="user", speaker="user", correction=True)
        return [Observation(kind="correction", draft=said, evidence="elsewhere/7", corrects="My manager is Bob.")]
    """
    with opened(tmp_path, hooks=hooks) as memory:
        with memory.session() as session:
            session.call_tool(
                "memory_write", {"action": "add", "layer": "L1", "content": "My manager is Bob."}
            )
            session.on_turn_end("The weather in the harbour is fine.", "Indeed.")

        active = [entry.content for entry in memory.entries().list()[0]]
        assert active == ["My manager is Bob."]
        [(staged, operation, _)] = memory.entries().pending()
        assert (staged.content, staged.speaker, operation) == ("My manager is Eve.", None, "correct")


THINGS = (
    "My car is a blue Golf.",
    "My house is a bungalow.",
    "Mein Auto ist ein blauer Golf.",
    "Ma voiture est une Clio bleue.",
    "Mi coche es un Ibiza azul.",
    "我的车是红色特斯拉。",
    "うちの車は青いゴルフです。",
)


@pytest.mark.parametrize("said", THINGS)
def test_what_a_thing_of_the_users_is_is_kept(tell, said):
    assert tell(said).known == [said]


@pytest.mark.parametrize("said", ["My car is a mess, write a cleaning list.", "My laptop is a bit slow."])
def test_what_the_user_thinks_of_a_thing_is_not_kept(tell, said):
    assert tell(said).known == []
