"""`check_write`: one plugin after another, the strictest wins, and no answer means no."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiermem.plugins import PluginManager, hookimpl, threads
from tiermem.values import Change, Checked, Draft, Verdict

CHANGE = Change(operation="add", source="agent", draft=Draft(content="the key is swordfish"))
REMOVAL = Change(operation="remove", source="agent", target="a1b2c3d4")
STRICTNESS = ["allow", "redact", "recall", "stage", "refuse"]


class Says:
    """Answers every check with one verdict, or raises it, and keeps the contents it saw."""

    def __init__(self, verdict):
        self.verdict = verdict
        self.seen = []

    @hookimpl
    def check_write(self, change):
        self.seen.append(change.content)
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict


class Replaces:
    """Redacts one word by another."""

    def __init__(self, word, by):
        self.word, self.by = word, by

    @hookimpl
    def check_write(self, change):
        content = change.content.replace(self.word, self.by)
        return None if content == change.content else Verdict(action="redact", reason="word", content=content)


def checked(*plugins, change=CHANGE, built_in=True):
    manager = PluginManager()
    for number, plugin in enumerate(plugins):
        manager.register(plugin, f"p{number}", built_in=built_in)
    try:
        return manager.hooks.check_write(change)
    finally:
        manager.close()


def test_without_checks_everything_is_allowed():
    assert checked() == Checked(change=CHANGE, verdict=Verdict(action="allow"))


def test_none_allows():
    assert checked(Says(None), Says(Verdict(action="allow"))).verdict.action == "allow"


def test_each_plugin_sees_the_change_as_redacted_so_far():
    last = Says(None)
    result = checked(Replaces("swordfish", "[one]"), Replaces("[one]", "[two]"), last)
    assert last.seen == ["the key is [two]"]
    assert result.change.content == "the key is [two]"
    assert result.verdict == Verdict(action="redact", reason="word", content="the key is [two]")
    assert result.plugin == "p0"


def test_a_redaction_holds_when_a_later_plugin_stages():
    result = checked(Replaces("swordfish", "[…]"), Says(Verdict(action="stage", reason="ask first")))
    assert result.change.content == "the key is […]"
    assert (result.verdict.action, result.verdict.reason, result.plugin) == ("stage", "ask first", "p1")


def test_a_redaction_after_a_staging_holds_too():
    result = checked(Says(Verdict(action="stage")), Replaces("swordfish", "[…]"))
    assert (result.change.content, result.verdict.action) == ("the key is […]", "stage")


def test_a_refusal_stops_the_round():
    never = Says(None)
    result = checked(Says(Verdict(action="refuse", reason="not here")), never)
    assert (result.verdict.action, result.verdict.reason, result.plugin) == ("refuse", "not here", "p0")
    assert never.seen == []


def test_built_ins_redact_before_others_look():
    manager = PluginManager()
    stranger = Says(None)
    manager.register(stranger, "stranger")
    manager.register(Replaces("swordfish", "[…]"), "secrets", built_in=True)
    manager.hooks.check_write(CHANGE)
    manager.close()
    assert stranger.seen == ["the key is […]"]


FAILING = {
    "raises": (ValueError("no idea"), "ValueError: no idea"),
    "wrong type": ("allow", "returned str where a Verdict is expected"),
    "unknown action": (Verdict(action="perhaps"), "a str as action"),
    "redact without content": (Verdict(action="redact"), "belongs to the action 'redact'"),
    "content without redact": (Verdict(action="stage", content="x"), "belongs to the action 'redact'"),
    "content that is no text": (Verdict(action="redact", content=7), "a int as content"),
}


@pytest.mark.parametrize("built_in", [True, False], ids=["inline", "in a thread"])
@pytest.mark.parametrize(("answer", "problem"), FAILING.values(), ids=FAILING.keys())
def test_a_check_that_fails_refuses_the_write_by_name(answer, problem, built_in):
    never = Says(None)
    result = checked(Says(answer), never, built_in=built_in)
    assert result.verdict.action == "refuse"
    assert result.plugin == "p0"
    assert "the check of p0 failed" in result.verdict.reason
    assert problem in result.verdict.reason
    assert result.failure.hook == "check_write"
    assert never.seen == []


def test_a_failure_keeps_the_redactions_made_before_it():
    result = checked(Replaces("swordfish", "[…]"), Says(ValueError("no idea")))
    assert result.change.content == "the key is […]"


def test_there_is_nothing_to_redact_in_a_removal():
    result = checked(Says(Verdict(action="redact", content="x")), change=REMOVAL)
    assert result.verdict.action == "refuse"
    assert "no content to redact in an operation 'remove'" in result.verdict.reason


def test_a_removal_can_be_allowed():
    assert checked(Says(None), change=REMOVAL) == Checked(change=REMOVAL, verdict=Verdict(action="allow"))


class Sleeps:
    def __init__(self):
        self.end = threading.Event()

    @hookimpl
    def check_write(self):
        self.end.wait(60)


def test_a_check_that_is_too_late_refuses_and_so_does_the_open_circuit_after_it():
    manager, plugin = PluginManager({"check_write": 50}), Sleeps()
    manager.register(plugin, "sleeper")
    late = manager.hooks.check_write(CHANGE)
    assert (late.verdict.action, late.plugin) == ("refuse", "sleeper")
    assert "sleeper failed: did not answer within 50 ms" in late.verdict.reason
    after = manager.hooks.check_write(CHANGE)
    assert after.verdict.action == "refuse"
    assert "switched off after check_write took longer than 50 ms" in after.verdict.reason
    plugin.end.set()
    manager.close()


class Stalls:
    """Stalls until it is let go, in the calls that are told."""

    def __init__(self, calls):
        self.go, self.calls, self.number = threading.Event(), calls, 0

    @hookimpl
    def check_write(self):
        self.number += 1
        if self.number in self.calls:
            self.go.wait(60)


def test_a_check_that_stalled_once_is_asked_again_when_its_call_has_ended():
    check, manager = Stalls({1}), PluginManager({"check_write": 100})
    manager.register(check, "stalls")
    refused = [manager.hooks.check_write(CHANGE).verdict.action for _ in range(2)]
    check.go.set()
    for thread in threading.enumerate():
        if thread.name == "tiermem plugin stalls":
            thread.join(20)

    assert refused == ["refuse", "refuse"]
    assert [manager.hooks.check_write(CHANGE).verdict.action for _ in range(2)] == ["allow", "allow"]
    manager.close()


def test_a_check_whose_call_never_ends_is_asked_again_after_a_pause_in_few_threads(monkeypatch):
    monkeypatch.setattr(threads, "PAUSE_S", 0.0)
    check, manager = Stalls({1, 3, 4, 5, 6}), PluginManager({"check_write": 400})
    manager.register(check, "stalls")

    actions = [manager.hooks.check_write(CHANGE).verdict.action for _ in range(9)]

    assert actions == ["refuse", "allow", *["refuse"] * 7]
    names = [thread.name for thread in threading.enumerate()]
    assert names.count("tiermem plugin stalls") == threads.MOST_STUCK
    check.go.set()
    manager.close()


@given(st.lists(st.none() | st.sampled_from(STRICTNESS), max_size=6))
def test_the_strictest_verdict_wins_and_redactions_accumulate(words):
    answers = [
        word and Verdict(action=word, content=f"text {number}" if word == "redact" else None)
        for number, word in enumerate(words)
    ]
    plugins = [Says(answer) for answer in answers]
    result = checked(*plugins)
    actions = [answer.action if answer else "allow" for answer in answers]
    asked = actions[: actions.index("refuse") + 1] if "refuse" in actions else actions
    strictest = max(asked, key=STRICTNESS.index, default="allow")
    contents = [CHANGE.content, *(a.content for a in answers[: len(asked)] if a and a.action == "redact")]

    assert result.verdict.action == strictest
    assert result.plugin == (None if strictest == "allow" else f"p{asked.index(strictest)}")
    assert result.change == CHANGE.with_content(contents[-1])
    assert result.verdict.content == (contents[-1] if strictest == "redact" else None)
    assert [len(plugin.seen) for plugin in plugins] == [1] * len(asked) + [0] * (len(answers) - len(asked))
    assert result.failure is None
