"""Registration refuses faulty plugins, with a reason that their author can act on."""

from __future__ import annotations

import pytest

from tiermem.errors import PluginError
from tiermem.plugins import PluginManager, hookimpl

REFUSED = [
    pytest.param(
        """
        @hookimpl
        async def on_user_prompt(session, prompt):
            return []
        """,
        "on_user_prompt is 'async def'",
        id="async",
    ),
    pytest.param(
        """
        @hookimpl
        async def on_user_prompt(session, prompt):
            yield []
        """,
        "on_user_prompt is 'async def'",
        id="async generator",
    ),
    pytest.param(
        """
        @hookimpl
        def on_session_start(session):
            yield Block(name="a", title="A")
        """,
        "on_session_start has a 'yield'",
        id="generator",
    ),
    pytest.param(
        """
        @hookimpl(wrapper=True)
        def on_session_start(session):
            return (yield)
        """,
        "on_session_start is a wrapper",
        id="wrapper",
    ),
    pytest.param(
        """
        @hookimpl(hookwrapper=True)
        def on_session_start(session):
            yield
        """,
        "on_session_start is a wrapper",
        id="old wrapper",
    ),
    pytest.param(
        """
        @hookimpl(tryfirst=True)
        def on_session_start(session):
            return []
        """,
        "tryfirst or trylast",
        id="tryfirst",
    ),
    pytest.param("ANSWER = 42", "implements no hook", id="nothing"),
    pytest.param(
        """
        class Mine:
            @hookimpl
            def on_session_start(self, session):
                return []
        """,
        "implements no hook",
        id="a class that nobody made an instance of",
    ),
    pytest.param(
        """
        @hookimpl
        def on_sesion_start(session):
            return []
        """,
        "there is no hook 'on_sesion_start' (did you mean 'on_session_start'?)",
        id="misspelt",
    ),
    pytest.param(
        """
        @hookimpl
        def on_session_start(session):
            return []

        @hookimpl
        def on_turn_start(session):
            return []
        """,
        "there is no hook 'on_turn_start'",
        id="one unknown hook beside a right one",
    ),
    pytest.param(
        """
        @hookimpl
        def on_user_prompt(session, text):
            return []
        """,
        "unknown parameter 'text'; the hook is on_user_prompt(session, prompt)",
        id="unknown parameter",
    ),
    pytest.param(
        """
        @hookimpl
        def on_user_prompt(session, prompt="hello"):
            return []
        """,
        "default value for 'prompt'",
        id="default value",
    ),
    pytest.param(
        """
        @hookimpl
        def on_user_prompt(session, *, prompt):
            return []
        """,
        "keyword-only parameter 'prompt'",
        id="keyword-only",
    ),
    pytest.param(
        """
        @hookimpl
        def on_user_prompt(*args, **kwargs):
            return []
        """,
        "on_user_prompt takes **kwargs",
        id="star arguments",
    ),
    pytest.param(
        """
        def on_session_start(session):
            return []

        @hookimpl
        def on_turn_end(session):
            pass
        """,
        "on_session_start is named like a hook, but @hookimpl is missing",
        id="missing mark",
    ),
    pytest.param(
        """
        from functools import partial

        on_session_start = hookimpl(partial(list, ()))
        """,
        "on_session_start is named like a hook, but @hookimpl is missing or it is not a plain function",
        id="a partial, which pluggy ignores",
    ),
    pytest.param(
        """
        @hookimpl(optionalhook=True)
        def on_the_moon(session):
            return []
        """,
        "implements no hook",
        id="nothing but an optional hook",
    ),
]


@pytest.mark.parametrize(("code", "reason"), REFUSED)
def test_a_plugin_that_does_not_fit_the_contract_is_refused_by_name(load_code, code, reason):
    with pytest.raises(PluginError) as caught:
        load_code(code)
    assert caught.value.plugin == "my_hooks.py"
    assert reason in str(caught.value)


def test_all_mistakes_of_a_plugin_are_told_at_once(load_code):
    with pytest.raises(PluginError) as caught:
        load_code("""
            @hookimpl
            async def on_user_prompt(session, text=""):
                return []

            def check_write(change):
                return None
        """)
    for reason in (
        "async def",
        "unknown parameter 'text'",
        "default value",
        "check_write is named like a hook",
    ):
        assert reason in str(caught.value)


def test_a_refused_plugin_leaves_nothing_behind(load_code, manager, session):
    with pytest.raises(PluginError):
        load_code("""
            @hookimpl
            def on_session_start(session):
                return [Block(name="a", title="A")]

            @hookimpl
            def on_user_promt(session):
                return []
        """)
    assert manager.names == ()
    assert manager.hooks.on_session_start(session).values == ()


def test_an_optional_hook_of_another_version_is_let_be(load_code, session):
    manager = load_code("""
        @hookimpl(optionalhook=True)
        def on_the_moon(session, crater):
            return []

        @hookimpl
        def on_session_start():
            return [Block(name="a", title="A")]
    """)
    assert [block.name for block in manager.hooks.on_session_start(session).values] == ["a"]


def test_a_function_may_have_another_name_than_its_hook(load_code, session):
    manager = load_code("""
        @hookimpl(specname="on_session_start")
        def house_rules(session):
            return [Block(name="rules", title="RULES")]
    """)
    assert [block.name for block in manager.hooks.on_session_start(session).values] == ["rules"]


class Quiet:
    @hookimpl
    def on_turn_end(self, session):
        pass


class Named:
    """Has properties that must not be run just to find out that they are no hooks."""

    @property
    def check_write(self):
        raise AssertionError("looked at")

    @hookimpl
    def on_turn_end(self, session):
        pass


class Twisted:
    def __dir__(self):
        raise RuntimeError("no")


def test_a_class_is_refused_where_an_instance_is_meant(manager):
    with pytest.raises(PluginError, match="Quiet is a class; register an instance"):
        manager.register(Quiet, "quiet")


def test_two_plugins_of_one_name_are_refused(manager):
    manager.register(Quiet(), "quiet")
    with pytest.raises(PluginError, match="Plugin quiet: another plugin has this name"):
        manager.register(Quiet(), "quiet")


def test_one_plugin_under_two_names_is_refused(manager):
    quiet = Quiet()
    manager.register(quiet, "quiet")
    with pytest.raises(PluginError, match="Plugin still quiet"):
        manager.register(quiet, "still quiet")


def test_properties_of_a_plugin_are_not_run(manager):
    manager.register(Named(), "named")
    assert manager.names == ("named",)


def test_a_plugin_that_fails_while_it_is_looked_at_is_refused(manager):
    with pytest.raises(PluginError, match="Plugin twisted: it cannot be registered: RuntimeError: no"):
        manager.register(Twisted(), "twisted")


def test_managers_do_not_know_each_other(manager):
    manager.register(Quiet(), "quiet")
    assert PluginManager().names == ()
