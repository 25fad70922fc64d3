"""Third-party plugins run in a thread of their own, with a deadline per hook."""

from __future__ import annotations

import logging
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.tables import each_row

from tiermem.errors import InputError
from tiermem.plugins import DEADLINES_MS, PluginManager, hookimpl
from tiermem.plugins.loading import load_plugins
from tiermem.values import Block, Turn

TURNS = [Turn(speaker="user", content="Hello", at="2026-03-01T10:00:00.000000Z")]


@pytest.fixture
def manage():
    """Make managers that are closed at the end."""
    made = []

    def make(**arguments):
        made.append(PluginManager(**arguments))
        return made[-1]

    yield make
    for manager in made:
        manager.close()


def block(name):
    return Block(name=name, title="")


class Waits:
    """Answers each of two hooks when that one is let go, at the latest after two seconds."""

    def __init__(self):
        self.go = threading.Event()
        self.end = threading.Event()
        self.begun = threading.Event()
        self.calls = 0

    @hookimpl
    def on_session_start(self):
        self.calls += 1
        self.begun.set()
        self.go.wait(60)
        return [block("late")]

    @hookimpl
    def on_session_end(self):
        self.begun.set()
        self.end.wait(60)

    @hookimpl
    def render_block(self):
        return "a look"


class Quick:
    @hookimpl
    def on_session_start(self):
        return [block("quick")]


@pytest.fixture
def waits():
    plugin = Waits()
    yield plugin
    plugin.go.set()
    plugin.end.set()


def problems(collected):
    return [failure.problem for failure in collected.failures]


def test_a_plugin_that_is_too_late_is_left_behind(manage, session, waits):
    manager = manage(deadlines_ms={"on_session_start": 200})
    manager.register(waits, "slow")
    manager.register(Quick(), "quick")
    began = time.monotonic()
    collected = manager.hooks.on_session_start(session)
    assert 0.2 <= time.monotonic() - began < 20
    assert [value.name for value in collected.values] == ["quick"]
    assert problems(collected) == ["did not answer within 200 ms and is switched off"]


def test_a_plugin_that_was_too_late_is_not_called_again(manage, session, waits):
    manager = manage(deadlines_ms={"on_session_start": 50})
    manager.register(waits, "slow")
    manager.hooks.on_session_start(session)
    waits.go.set()
    collected = manager.hooks.on_session_start(session)
    assert problems(collected) == ["switched off after on_session_start took longer than 50 ms"]
    assert manager.hooks.render_block(block("b")).first is None
    assert waits.calls == 1


def test_being_too_late_is_logged_once_with_the_plugins_name(manage, session, waits, caplog):
    caplog.set_level(logging.WARNING, "tiermem.plugins")
    manager = manage(deadlines_ms={"on_session_start": 50})
    manager.register(waits, "slow")
    for _ in range(3):
        manager.hooks.on_session_start(session)
    assert [record.getMessage() for record in caplog.records] == [
        "slow.on_session_start: did not answer within 50 ms and is switched off"
    ]


def test_another_agent_with_the_same_plugin_is_not_affected(manage, session, waits):
    slow, fresh = manage(deadlines_ms={"on_session_start": 50}), manage()
    slow.register(waits, "slow")
    slow.hooks.on_session_start(session)
    waits.go.set()
    fresh.register(waits, "slow")
    assert [value.name for value in fresh.hooks.on_session_start(session).values] == ["late"]


def test_each_hook_has_its_own_deadline(manage, session, waits):
    manager = manage(deadlines_ms={"on_session_end": 50})
    manager.register(waits, "slow")
    threading.Timer(0.15, waits.go.set).start()
    assert problems(manager.hooks.on_session_start(session)) == []
    assert problems(manager.hooks.on_session_end(session, TURNS)) == [
        "did not answer within 50 ms and is switched off"
    ]


def test_a_result_that_is_computed_while_it_is_read_counts_toward_the_deadline(manage, session):
    read = threading.Event()

    class Lazy(list):
        def __iter__(self):
            read.wait(60)
            return super().__iter__()

    class Sly:
        @hookimpl
        def on_session_start(self):
            return Lazy([block("lazy")])

    manager = manage(deadlines_ms={"on_session_start": 50})
    manager.register(Sly(), "sly")
    assert "did not answer within 50 ms" in problems(manager.hooks.on_session_start(session))[0]
    read.set()


def test_built_ins_run_in_the_thread_of_the_caller_without_a_deadline(manage, session):
    class Where:
        @hookimpl
        def on_session_start(self):
            time.sleep(0.1)
            return [block(threading.current_thread().name)]

    manager = manage(deadlines_ms={"on_session_start": 10})
    manager.register(Where(), "where", built_in=True)
    assert [value.name for value in manager.hooks.on_session_start(session).values] == [
        threading.current_thread().name
    ]


class Threads:
    """Keeps the threads in which it was called, and how many calls ran at once."""

    def __init__(self):
        self.threads = set()
        self.running = self.most = 0

    @hookimpl
    def on_user_prompt(self, prompt):
        self.running += 1
        self.most = max(self.most, self.running)
        self.threads.add(threading.current_thread())
        time.sleep(0.001)
        self.running -= 1
        if prompt == "raise":
            raise ValueError(prompt)

    @hookimpl
    def score_entries(self, asked):
        self.threads.add(threading.current_thread())


def test_all_hooks_of_a_plugin_run_in_one_daemon_thread(manage, session):
    manager, plugin = manage(), Threads()
    manager.register(plugin, "threads")
    manager.hooks.on_user_prompt(session, "Hello")
    manager.hooks.score_entries("tea", [])
    (thread,) = plugin.threads
    assert thread.daemon
    assert "threads" in thread.name


def test_a_plugin_that_is_never_called_has_no_thread(manage):
    before = set(threading.enumerate())
    manage().register(Threads(), "threads")
    assert set(threading.enumerate()) <= before


def test_eight_threads_may_call_one_plugin(manage, session):
    class Echo(Threads):
        @hookimpl
        def score_entries(self, asked):
            raise ValueError(asked)

    manager, plugin = manage(deadlines_ms={"score_entries": 20_000, "on_user_prompt": 20_000}), Echo()
    manager.register(plugin, "echo")

    def ask(caller):
        told = []
        for number in range(50):
            query = f"{caller}/{number}"
            told.append(problems(manager.hooks.score_entries(query, [])) == [f"ValueError: {query}"])
            told.append(problems(manager.hooks.on_user_prompt(session, "Hello")) == [])
        return all(told)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))
    assert len(plugin.threads) == 1
    assert plugin.most == 1


def test_a_call_that_waits_for_another_one_in_vain_never_begins_and_switches_nothing_off(
    manage, session, waits
):
    manager = manage(deadlines_ms={"on_session_start": 200})
    manager.register(waits, "busy")
    with ThreadPoolExecutor(1) as pool:
        ending = pool.submit(manager.hooks.on_session_end, session, TURNS)
        assert waits.begun.wait(60)
        assert problems(manager.hooks.on_session_start(session)) == ["was busy with other calls for 200 ms"]
        waits.end.set()
        assert problems(ending.result()) == []
    waits.go.set()
    assert problems(manager.hooks.on_session_start(session)) == []
    assert waits.calls == 1


def test_a_call_that_began_late_switches_nothing_off_until_it_had_its_time(manage, session, waits):
    manager = manage(deadlines_ms={"on_session_start": 3_000})
    manager.register(waits, "slow")
    with ThreadPoolExecutor(2) as pool:
        ending = pool.submit(manager.hooks.on_session_end, session, TURNS)
        assert waits.begun.wait(60)
        starting = pool.submit(manager.hooks.on_session_start, session)
        time.sleep(1)
        waits.end.set()
        ending.result()
        assert problems(starting.result()) == ["did not answer within 3000 ms"]
        assert problems(manager.hooks.on_session_start(session)) == [
            "was busy with other calls for 3000 ms and is switched off"
        ]


def test_calls_that_wait_when_a_plugin_is_switched_off_are_told_at_once(manage, session, waits):
    manager = manage(deadlines_ms={"on_session_start": 1_000, "on_session_end": 20_000})
    manager.register(waits, "slow")
    with ThreadPoolExecutor(2) as pool:
        starting = pool.submit(manager.hooks.on_session_start, session)
        assert waits.begun.wait(60)
        ending = pool.submit(manager.hooks.on_session_end, session, TURNS)
        began = time.monotonic()
        assert problems(ending.result()) == ["switched off after on_session_start took longer than 1000 ms"]
        assert time.monotonic() - began < 15
        assert problems(starting.result()) == ["did not answer within 1000 ms and is switched off"]


class Nested:
    """Calls back into its manager from a hook."""

    def __init__(self, manager):
        self.manager = manager
        self.names = []

    @hookimpl
    def on_user_prompt(self, session, prompt):
        inner = self.manager.hooks.on_session_start(session)
        self.names = [value.name for value in inner.values]
        self.problems = problems(inner)

    @hookimpl
    def on_session_start(self):
        return [block(threading.current_thread().name)]


def test_a_plugin_that_calls_back_runs_inline_in_its_thread(manage, session):
    manager = manage()
    plugin = Nested(manager)
    manager.register(plugin, "nested")
    manager.register(Quick(), "other")
    assert problems(manager.hooks.on_user_prompt(session, "Hello")) == []
    assert plugin.names == ["tiermem plugin nested", "quick"]


def test_a_plugin_that_was_left_behind_cannot_call_its_own_hooks(manage, session):
    manager = manage(deadlines_ms={"on_user_prompt": 200})
    left, done = threading.Event(), threading.Event()

    class Late(Nested):
        @hookimpl
        def on_user_prompt(self, session, prompt):
            left.wait(60)
            super().on_user_prompt(session, prompt)
            done.set()

    plugin = Late(manager)
    manager.register(plugin, "nested")
    manager.hooks.on_user_prompt(session, "Hello")
    left.set()
    assert done.wait(60)
    assert plugin.problems == ["switched off after on_user_prompt took longer than 200 ms"]


def test_release_is_called_in_the_plugins_thread_after_each_call_and_before_the_answer(manage, session):
    released = []
    plugin = Threads()
    manager = manage(release=lambda: released.append(threading.current_thread()))
    manager.register(plugin, "threads")
    manager.register(Quick(), "built in", built_in=True)
    manager.hooks.on_user_prompt(session, "Hello")
    assert released == list(plugin.threads)
    manager.hooks.on_user_prompt(session, "raise")
    manager.hooks.on_session_start(session)
    assert released == list(plugin.threads) * 2


def test_release_is_called_once_for_a_call_with_calls_inside(manage, session):
    released = []
    manager = manage(release=lambda: released.append(threading.current_thread().name))
    manager.register(Nested(manager), "nested")
    manager.hooks.on_user_prompt(session, "Hello")
    assert released == ["tiermem plugin nested"]


def test_a_release_that_raises_is_logged_and_costs_nothing(manage, session, caplog):
    def release():
        raise RuntimeError("still open")

    manager = manage(release=release)
    manager.register(Quick(), "quick")
    collected = manager.hooks.on_session_start(session)
    assert [value.name for value in collected.values] == ["quick"]
    assert collected.failures == ()
    assert [record.getMessage() for record in caplog.records] == [
        "after a call of plugin quick: RuntimeError: still open"
    ]


def test_closing_ends_the_threads_and_later_calls_are_failures(session):
    manager, plugin = PluginManager(), Threads()
    manager.register(plugin, "threads")
    manager.hooks.on_user_prompt(session, "Hello")
    (thread,) = plugin.threads
    manager.close()
    thread.join(60)
    assert not thread.is_alive()
    assert problems(manager.hooks.on_user_prompt(session, "Hello")) == [
        "switched off after the plugins were closed"
    ]


def test_closing_lets_a_running_call_finish(session, waits):
    manager = PluginManager()
    manager.register(waits, "slow")
    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(manager.hooks.on_session_start, session)
        assert waits.begun.wait(60)
        manager.close()
        waits.go.set()
        assert [value.name for value in starting.result().values] == ["late"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform does not fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_plugins_answer_in_a_forked_process(manage, session):
    manager = manage()
    manager.register(Quick(), "quick")
    manager.hooks.on_session_start(session)
    child = os.fork()
    if child == 0:
        answered = manager.hooks.on_session_start(session).failures == ()
        os._exit(0 if answered else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@each_row(
    ("deadlines_ms", "text"),
    [({"on_user_promt": 5}, "no hook 'on_user_promt'"), ({"check_write": 0}, "above 0 ms")],
)
def test_deadlines_that_make_no_sense_are_an_input_error(deadlines_ms, text):
    with pytest.raises(InputError, match=text):
        PluginManager(deadlines_ms)


def test_the_table_of_deadlines_cannot_be_changed_by_a_manager():
    before = dict(DEADLINES_MS)
    PluginManager({"check_write": 1})
    assert before == DEADLINES_MS


HUNG = """
import time
from tiermem.plugins import hookimpl

@hookimpl
def on_turn_end(session, turns):
    time.sleep(600)
"""


def test_ten_thousand_calls_of_a_hung_plugin_in_memories_opened_again_and_again_add_no_thread(tmp_path):
    file = tmp_path / "hung.py"
    file.write_text(HUNG)
    threads = []

    for _ in range(10):
        manager = PluginManager({"on_turn_end": 20})
        load_plugins(manager, files=[str(file)], disable=[], entry_points=False, built_ins={})
        failures = [manager.hooks.on_turn_end(None, TURNS).failures for _ in range(1000)]
        assert all(failures)
        manager.close()
        threads.append(threading.active_count())

    assert max(threads) == threads[0]
    assert [thread.name for thread in threading.enumerate()].count("tiermem plugin hung.py") == 1


def test_a_hook_file_that_was_mended_is_asked_again(tmp_path):
    file = tmp_path / "mended.py"
    for code, fails in ((HUNG, True), (HUNG.replace("600", "0"), False)):
        file.write_text(code)
        os.utime(file, ns=(fails, fails))
        manager = PluginManager({"on_turn_end": 50 if fails else 20_000})
        load_plugins(manager, files=[str(file)], disable=[], entry_points=False, built_ins={})
        assert bool(manager.hooks.on_turn_end(None, TURNS).failures) is fails
        manager.close()
