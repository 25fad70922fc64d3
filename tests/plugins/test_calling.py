"""Collecting, notifying, first results; and that a failure stays with its plugin."""

from __future__ import annotations

import logging
import math

import pytest

from tiermem.plugins import PluginManager, hookimpl
from tiermem.values import (
    Block,
    Candidate,
    Collected,
    Draft,
    Embeddings,
    Observation,
    Passage,
    RecallResult,
    Signal,
    Tool,
    Turn,
)

TURNS = [Turn(speaker="user", content="Hello", at="2026-03-01T10:00:00.000000Z")]
PASSAGE = Passage(ref="a1b2c3d4", text="Tea", score=1.0, at="2026-03-01T10:00:00.000000Z", label="user")
CANDIDATE = Candidate(
    1.0, 1.0, "a1b2c3d4", "Tea", "2026-03-01T10:00:00.000000Z", "L1", "user", "user", 0, 0.5, None
)
VECTORS = Embeddings.of("mine", [[1.0, 0.0]])
TOOL = Tool(name="shout", description="", parameters={"type": "object"}, run=lambda session, arguments: {})


def block(name):
    return Block(name=name, title=name.upper())


class Gives:
    """A plugin that answers *on_session_start* with whatever it was given."""

    def __init__(self, result):
        self.result = result

    @hookimpl
    def on_session_start(self):
        return self.result


class Everything:
    """Implements every hook and keeps what it was called with."""

    def __init__(self):
        self.calls = []

    @hookimpl
    def on_session_start(self, session):
        self.calls.append(("on_session_start", session))
        return [block("mine")]

    @hookimpl
    def on_user_prompt(self, prompt, session):
        self.calls.append(("on_user_prompt", session, prompt))
        return [PASSAGE]

    @hookimpl
    def on_turn_end(self, session, turns):
        self.calls.append(("on_turn_end", session, turns))

    @hookimpl
    def on_pre_compact(self, session, turns):
        self.calls.append(("on_pre_compact", session, turns))

    @hookimpl
    def on_session_end(self, session, turns):
        self.calls.append(("on_session_end", session, turns))
        return [Observation(kind="fact", draft=Draft(content="at the end"))]

    @hookimpl
    def extract_observations(self, session, turns):
        self.calls.append(("extract_observations", session, turns))
        return [Observation(kind="fact", draft=Draft(content="extracted"))]

    @hookimpl
    def score_entries(self, asked, entries):
        self.calls.append(("score_entries", asked, entries))
        return Signal(name="mine", factors={entry.ref: 2 for entry in entries})

    @hookimpl
    def embed(self, texts, kind, model, deadline_ms):
        self.calls.append(("embed", texts, kind, model, deadline_ms <= 5_000))
        return VECTORS

    @hookimpl
    def render_block(self, block):
        return f"<{block.name}>"

    @hookimpl
    def render_passages(self, passages):
        return "|".join(passage.text for passage in passages)

    @hookimpl
    def register_tools(self):
        return [TOOL]

    @hookimpl
    def check_settings(self, settings):
        return [f"{settings} will not do"]


@pytest.mark.parametrize("built_in", [True, False], ids=["inline", "in a thread"])
def test_every_hook_gets_its_parameters_and_gives_its_result(manager, session, built_in):
    plugin = Everything()
    manager.register(plugin, "everything", built_in=built_in)
    assert manager.hooks.on_session_start(session).values == (block("mine"),)
    assert manager.hooks.on_user_prompt(session, "Hello").values == (RecallResult(passages=(PASSAGE,)),)
    assert manager.hooks.on_turn_end(session, TURNS) == Collected(values=())
    assert manager.hooks.on_pre_compact(session, TURNS) == Collected(values=())
    assert [o.draft.content for o in manager.hooks.on_session_end(session, TURNS).values] == ["at the end"]
    assert [o.draft.content for o in manager.hooks.extract_observations(session, TURNS).values] == [
        "extracted"
    ]
    scored = manager.hooks.score_entries("tea", [CANDIDATE]).values
    assert scored == (Signal(name="mine", factors={"a1b2c3d4": 2}),)
    assert manager.hooks.embed(["tea"], "query", "mine", 5_000).values == (VECTORS,)
    assert manager.hooks.render_block(block("b")).first == "<b>"
    assert manager.hooks.render_passages([PASSAGE, PASSAGE]).first == "Tea|Tea"
    assert manager.hooks.register_tools().values == (TOOL,)
    assert manager.hooks.check_settings("these").values == ("these will not do",)
    turns = tuple(TURNS)
    assert plugin.calls == [
        ("on_session_start", session),
        ("on_user_prompt", session, "Hello"),
        ("on_turn_end", session, turns),
        ("on_pre_compact", session, turns),
        ("on_session_end", session, turns),
        ("extract_observations", session, turns),
        ("score_entries", "tea", (CANDIDATE,)),
        ("embed", ("tea",), "query", "mine", True),
    ]


def test_without_plugins_nothing_is_collected_and_nothing_rendered(manager, session):
    assert manager.hooks.on_session_start(session) == Collected(values=())
    assert manager.hooks.render_block(block("b")).first is None


def test_values_come_in_the_order_of_registration_with_built_ins_first(manager, session):
    for name, built_in in (("c", False), ("b", True), ("a", False), ("d", True)):
        manager.register(Gives([block(name), block(name + "2")]), name, built_in=built_in)
    names = [value.name for value in manager.hooks.on_session_start(session).values]
    assert names == ["b", "b2", "d", "d2", "c", "c2", "a", "a2"]
    assert manager.names == ("b", "d", "c", "a")


def test_none_adds_nothing_and_is_no_failure(manager, session):
    manager.register(Gives(None), "silent")
    assert manager.hooks.on_session_start(session) == Collected(values=())


class Raises:
    def __init__(self, error):
        self.error = error

    @hookimpl
    def on_session_start(self):
        raise self.error

    @hookimpl
    def on_turn_end(self):
        raise self.error


@pytest.mark.parametrize("built_in", [True, False], ids=["inline", "in a thread"])
def test_a_hook_that_raises_costs_its_own_contribution_only(manager, session, caplog, built_in):
    caplog.set_level(logging.DEBUG, "tiermem.plugins")
    manager.register(Gives([block("before")]), "before", built_in=built_in)
    manager.register(Raises(ValueError("no tea")), "raising", built_in=built_in)
    manager.register(Gives([block("after")]), "after", built_in=built_in)
    collected = manager.hooks.on_session_start(session)
    assert [value.name for value in collected.values] == ["before", "after"]
    assert [str(failure) for failure in collected.failures] == [
        "raising.on_session_start: ValueError: no tea"
    ]
    warnings = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in warnings] == ["raising.on_session_start: ValueError: no tea"]
    assert warnings[0].exc_info is None
    traces = [record for record in caplog.records if record.levelno == logging.DEBUG]
    assert [record.exc_info[0] for record in traces] == [ValueError]


def test_a_plugin_that_raised_is_asked_again(manager, session):
    manager.register(Raises(ValueError("no tea")), "raising")
    assert len(manager.hooks.on_session_start(session).failures) == 1
    assert len(manager.hooks.on_turn_end(session, TURNS).failures) == 1
    assert manager.hooks.on_session_start(session).failures[0].problem == "ValueError: no tea"


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError("not even this")


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (TimeoutError("mine"), "TimeoutError: mine"),
        (Unspeakable(), "Unspeakable"),
    ],
)
def test_whatever_a_third_party_raises_stays_in_its_thread(manager, session, error, problem):
    manager.register(Raises(error), "raising")
    for _ in range(2):
        assert [failure.problem for failure in manager.hooks.on_session_start(session).failures] == [problem]


def test_an_interrupt_by_the_user_passes_through_a_built_in(manager, session):
    manager.register(Raises(KeyboardInterrupt()), "built_in", built_in=True)
    with pytest.raises(KeyboardInterrupt):
        manager.hooks.on_session_start(session)


WRONG = {
    "a string": ("text", "returned str; expected a list of Block or None"),
    "one block": (block("b"), "returned Block; expected a list of Block or None"),
    "an iterator": (iter([block("b")]), "returned list_iterator; expected a list of Block or None"),
    "a list of strings": ([block("b"), "text"], "returned str where a Block is expected"),
    "a wrong field": ([Block(name="b", title=None)], "returned a Block with a None as title; expected str"),
    "a wrong item": (
        [Block(name="b", title="B", entries=("text",))],
        "returned a Block with a tuple as entries; expected tuple[tiermem.values.entries.Entry, ...]",
    ),
}


@pytest.mark.parametrize(("result", "problem"), WRONG.values(), ids=WRONG.keys())
def test_a_result_of_the_wrong_type_is_that_plugins_failure(manager, session, result, problem):
    manager.register(Gives([block("right")]), "right")
    manager.register(Gives(result), "wrong")
    collected = manager.hooks.on_session_start(session)
    assert [value.name for value in collected.values] == ["right"]
    assert [(failure.plugin, failure.problem) for failure in collected.failures] == [("wrong", problem)]


class Scores:
    def __init__(self, signal):
        self.signal = signal

    @hookimpl
    def score_entries(self):
        return self.signal


@pytest.mark.parametrize("factor", [math.nan, math.inf, "2", None, True])
def test_a_factor_that_is_no_finite_number_is_a_failure(manager, factor):
    manager.register(Scores(Signal(name="odd", factors={"a": factor})), "odd")
    collected = manager.hooks.score_entries("tea", [CANDIDATE])
    assert collected.values == ()
    assert "factors" in collected.failures[0].problem


@pytest.mark.parametrize("wrap", [lambda one: one, lambda one: [one], lambda one: (one,)])
def test_one_signal_may_stand_alone_or_in_a_list(manager, wrap):
    signal = Signal(name="even", values=[2.0, 4.0])
    manager.register(Scores(wrap(signal)), "even")
    assert manager.hooks.score_entries("tea", [CANDIDATE, CANDIDATE]) == Collected(values=(signal,))


def test_one_wrong_signal_costs_all_of_its_plugin_and_none_of_another(manager):
    good = Signal(name="good", values=[1.0])
    manager.register(Scores(good), "good")
    manager.register(Scores([Signal(name="odd", values=[1.0]), "tea"]), "odd")
    collected = manager.hooks.score_entries("tea", [CANDIDATE])
    assert collected.values == (good,)
    assert [one.problem for one in collected.failures] == ["returned str where a Signal is expected"]


@pytest.mark.parametrize("number", [1, 3])
def test_values_for_another_number_of_candidates_are_a_failure(manager, number):
    manager.register(Scores(Signal(name="odd", values=[1.0] * number)), "odd")
    collected = manager.hooks.score_entries("tea", [CANDIDATE, CANDIDATE])
    assert collected.values == ()
    problem = f"returned {number} values as a signal for 2 candidates"
    assert [one.problem for one in collected.failures] == [problem]


@pytest.mark.parametrize("values", [[math.nan], [math.inf], ["2"], [None], "2", {0: 2.0}, [10**400]])
def test_values_that_are_no_finite_numbers_are_a_failure(manager, values):
    manager.register(Scores(Signal(name="odd", values=values)), "odd")
    collected = manager.hooks.score_entries("tea", [CANDIDATE])
    assert collected.values == ()
    assert collected.failures != ()


class Returns:
    """A plugin that answers a *notify* hook, which nobody would read."""

    @hookimpl
    def on_turn_end(self):
        return [Observation(kind="fact", draft=Draft(content="lost"))]


def test_an_answer_to_a_notification_is_a_failure_and_not_dropped_silently(manager, session):
    manager.register(Returns(), "talkative")
    collected = manager.hooks.on_turn_end(session, TURNS)
    assert collected.failures[0].problem == "returned list; this hook returns None"


class BadTools:
    @hookimpl
    def register_tools(self):
        return [Tool(name="t", description="", parameters={}, run="not callable")]


def test_a_tool_that_cannot_be_run_is_a_failure(manager):
    manager.register(BadTools(), "tools")
    assert "a str as run" in manager.hooks.register_tools().failures[0].problem


class BadDraft:
    @hookimpl
    def on_session_end(self):
        return [Observation(kind="fact", draft=Draft(content="tea", layer="L9"))]


def test_records_inside_of_records_are_looked_at_too(manager, session):
    manager.register(BadDraft(), "drafts")
    collected = manager.hooks.on_session_end(session, TURNS)
    assert collected.values == ()
    assert "a Draft as draft" in collected.failures[0].problem


def test_failures_do_not_repeat_what_a_value_says(manager, session):
    manager.register(Gives([Block(name="b", title=b"the password is tea")]), "leaky")
    assert "tea" not in manager.hooks.on_session_start(session).failures[0].problem


class Looks:
    def __init__(self, look):
        self.look = look

    @hookimpl
    def render_block(self):
        if isinstance(self.look, Exception):
            raise self.look
        return self.look


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ([("built-in", True), ("theirs", False)], "theirs"),
        ([("first", False), ("second", False)], "first"),
        ([("built-in", True), (None, False)], "built-in"),
        ([(RuntimeError("no"), False), ("second", False)], "second"),
        ([(42, False), ("second", False), ("built-in", True)], "second"),
        ([("", False), ("second", False)], ""),
        ([("one", True), ("two", True)], "one"),
        ([(None, False), (RuntimeError("no"), True)], None),
    ],
)
def test_the_first_look_wins_and_built_ins_come_last(manager, looks, expected):
    for number, (look, built_in) in enumerate(looks):
        manager.register(Looks(look), f"plugin {number}", built_in=built_in)
    assert manager.hooks.render_block(block("b")).first == expected


def test_a_failing_look_is_logged(manager, caplog):
    manager.register(Looks(RuntimeError("no paint")), "painter")
    assert manager.hooks.render_block(block("b")).first is None
    assert [record.getMessage() for record in caplog.records] == [
        "painter.render_block: RuntimeError: no paint"
    ]


def test_the_manager_of_one_agent_calls_no_plugin_of_another(session):
    one, other = PluginManager(), PluginManager()
    one.register(Gives([block("one")]), "plugin", built_in=True)
    assert other.hooks.on_session_start(session).values == ()
