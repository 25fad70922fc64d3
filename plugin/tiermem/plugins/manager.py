"""Manage the plugins of one agent: their order and their hook functions.

pluggy holds third-party plugins, see `registry`. The built-ins are tiermem's own modules, whose hooks are known by
name, and are called without pluggy.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from tiermem.errors import PluginError
from tiermem.ports.hooks import Hooks
from tiermem.ports.problems import describe
from tiermem.support.lazy import made_once
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pluggy

    from tiermem.plugins.registry import Registry
    from tiermem.plugins.threads import PluginThread
    from tiermem.values import PersonalDataSettings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Plugin:
    """A registered plugin with its position in the order of registration. A built-in has no thread."""

    name: str
    number: int
    thread: PluginThread | None


@dataclass(frozen=True, slots=True)
class _Implementation:
    """A plugin's function for one hook, and the names of its parameters."""

    owner: _Plugin
    hook: str
    function: Callable[..., object]
    parameters: Sequence[str]

    @property
    def plugin(self) -> str:
        return self.owner.name

    @property
    def built_in(self) -> bool:
        return self.owner.thread is None

    def call(
        self,
        arguments: Mapping[str, Any],
        read: Callable[[object], T],
        *,
        deadline_ms: int,
        patience_ms: float | None,
    ) -> T:
        def work() -> T:
            return read(self.function(*(arguments[name] for name in self.parameters)))

        if self.owner.thread is None:
            return work()
        return self.owner.thread.run(work, hook=self.hook, deadline_ms=deadline_ms, patience_ms=patience_ms)


@dataclass(frozen=True, slots=True)
class _Expected:
    """A built-in plugin that is not loaded yet, and its hooks."""

    load: Callable[[], object]
    hooks: frozenset[str]


class PluginManager:
    """The plugins of one agent, the built-ins first, then in the order of registration. One thread may register.

    Args:
        deadlines_ms: Hook → milliseconds, instead of those in `DEADLINES_MS`.
        personal_data: The agent's policy on personal data; None if all of it is kept.
        release: Called in a third-party plugin's thread after each call, to release the thread's resources, such as a
            database connection. Its exceptions are logged.

    Attributes:
        hooks: Calls the hooks of the plugins.

    Raises:
        InputError: *deadlines_ms* names no hook, or is not above 0.
    """

    def __init__(
        self,
        deadlines_ms: Mapping[str, int] | None = None,
        release: Callable[[], None] | None = None,
        personal_data: PersonalDataSettings | None = None,
    ) -> None:
        self.hooks = Hooks(self._implementations, deadlines_ms, personal_data)
        self._built_ins: dict[str, list[_Implementation]] = {}
        self._release = release
        self._plugins: dict[str, _Plugin] = {}
        self._expected: dict[str, _Expected] = {}
        self._loading = Lock()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all plugins in the order in which they are called."""
        return tuple(plugin.name for plugin in sorted(self._plugins.values(), key=_built_ins_first))

    @property
    def switched_off(self) -> tuple[str, ...]:
        """The names of plugins that were too slow and are no longer called."""
        plugins = self._plugins.values()
        return tuple(one.name for one in plugins if one.thread is not None and one.thread.is_off)

    def register(
        self, plugin: object, name: str, *, built_in: bool = False, source: str | None = None
    ) -> None:
        """Add a plugin; from now on its hooks are called.

        Args:
            plugin: A module, or an instance with hook methods.
            name: Its name in logs, failures and receipts.
            built_in: It is trusted: called inline and without a deadline, before the others.
            source: Its origin. A plugin that is too slow is switched off for the life of the process in all managers
                that registered it from there; without a source, only in this one.

        Raises:
            PluginError: The name is taken, or the plugin does not fit the contract (`validation`).
        """
        self._refuse_taken(name)
        self._enter(plugin, name)
        thread = None if built_in else self._thread(name, source)
        self._plugins[name] = _Plugin(name, len(self._plugins), thread)

    def expect(self, load: Callable[[], object], name: str, hooks: Sequence[str]) -> None:
        """Add a built-in plugin that is loaded when one of its hooks is first called.

        Args:
            load: Returns the plugin. The call of the hook raises its exceptions.
            name: See `register`.
            hooks: All hooks that it has.

        Raises:
            PluginError: The name is taken.
        """
        self._refuse_taken(name)
        self._expected[name] = _Expected(load, frozenset(hooks))
        self._plugins[name] = _Plugin(name, len(self._plugins), None)

    def _thread(self, name: str, source: str | None) -> PluginThread:
        from tiermem.plugins.threads import PluginThread  # few have plugins of others

        return PluginThread(name, self._release, source)

    def _refuse_taken(self, name: str) -> None:
        if name in self._plugins:
            raise PluginError(name, "another plugin has this name already.")

    def _enter(self, plugin: object, name: str) -> None:
        """Add a plugin to the registry if it fits the contract."""
        from tiermem.plugins.validation import check_plugin  # few have plugins of others

        try:
            check_plugin(plugin, name, self._registry)
            self._registry.register(plugin, name)
        except PluginError:
            raise
        except Exception as error:  # looking at a plugin can run code of it
            raise PluginError(name, f"it cannot be registered: {describe(error)}.") from error

    @made_once
    def _registry(self) -> Registry:
        from tiermem.plugins.registry import Registry  # few have plugins of others

        return Registry()

    def _load_expected(self, hook: str) -> None:
        """Load the expected plugins that have this hook."""
        with self._loading:
            for name in [name for name, one in self._expected.items() if hook in one.hooks]:
                plugin = self._expected[name].load()
                for each in self._expected[name].hooks:
                    function = getattr(plugin, each)
                    implementation = _Implementation(
                        self._plugins[name], each, function, _parameters(function)
                    )
                    self._built_ins.setdefault(each, []).append(implementation)
                del self._expected[name]

    def implements_hooks(self, plugin: object) -> bool:
        """Return True if anything in *plugin* is marked with `hookimpl`."""
        from tiermem.plugins.validation import implements_hooks  # few have plugins of others

        return implements_hooks(plugin, self._registry)

    def close(self) -> None:
        """End the threads of the plugins. Third-party hooks called later are reported as failures."""
        for plugin in self._plugins.values():
            if plugin.thread is not None:
                plugin.thread.close()

    def _implementations(self, hook: str) -> list[_Implementation]:
        """Return the functions for a hook, those of built-ins first; load the plugins that were only expected."""
        self._load_expected(hook)
        found = list(self._built_ins.get(hook, ()))
        if "_registry" in self.__dict__:
            caller: pluggy.HookCaller = getattr(self._registry.hook, hook)
            found += [
                _Implementation(self._plugins[impl.plugin_name], hook, impl.function, impl.argnames)
                for impl in caller.get_hookimpls()
            ]
        return sorted(found, key=lambda one: _built_ins_first(one.owner))


def _parameters(function: Any) -> tuple[str, ...]:
    """Return the names of the parameters of a built-in's function, or method of its `Plugin`."""
    code = function.__code__
    return tuple(code.co_varnames[hasattr(function, "__self__") : code.co_argcount])


def _built_ins_first(plugin: _Plugin) -> tuple[bool, int]:
    return (plugin.thread is not None, plugin.number)
