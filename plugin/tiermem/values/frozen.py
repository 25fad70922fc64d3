"""`dataclass`, as the standard library has it, for values that do not change: made a tenth as costly.

The standard one writes six methods for each class, compiles and runs them, which takes 3.6 million instructions for a
class of four fields; without them it takes 0.3 (counted by valgrind, Python 3.11). With eighty classes that was a third
of a command hook's whole time. Here all classes share their methods; fields, slots, `replace`, `fields` and `asdict`
are the standard library's own. What it can that we need nowhere, ``InitVar`` and ``field(init=False)``, is left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        *, frozen: bool, slots: bool = False, kw_only: bool = False, eq: bool = True
    ) -> Callable[[type], type]:
        """Decorate a class of immutable values, compared by their fields, or with ``eq=False`` as objects."""
        assert frozen, "only values that do not change share their methods"

        def make(cls: type) -> type:
            own = frozenset(cls.__dict__)
            # Said to the standard library it would write methods; it has to be said where a base has it.
            said = hasattr(cls, "__dataclass_params__")
            made = dataclasses.dataclass(
                cls, init=False, repr=False, eq=False, frozen=said, slots=slots, kw_only=kw_only
            )
            fields = dataclasses.fields(made)
            _ensure_plain(made, fields)
            params = made.__dataclass_params__
            params.init = params.repr = params.frozen = True
            params.eq = eq
            made.__init__ = _init_of(made, fields)
            made.__signature__ = _Signature(made.__init__)
            made.__compared__ = _values_of([field.name for field in fields if field.compare])
            methods = _SHARED | _refusals_of(made, fields) | (_COMPARING if eq else {})
            for name, method in methods.items():
                if name not in own:
                    setattr(made, name, method)
            return made

        return make


def _ensure_plain(cls: type, fields: tuple[dataclasses.Field[Any], ...]) -> None:
    assert all(field.init for field in fields), f"{cls.__qualname__}: field(init=False) is left out here"
    every: dict[str, dataclasses.Field[Any]] = cls.__dataclass_fields__  # type: ignore[attr-defined]
    if len(every) > len(fields):
        shown = [str(field.type) for field in every.values() if field not in fields]
        assert not any("InitVar" in text for text in shown), f"{cls.__qualname__}: InitVar is left out here"


def _init_of(cls: type, fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    names = [field.name for field in fields]
    by_position = [field.name for field in fields if not field.kw_only]
    required = [
        field.name for field in fields if field.default is MISSING and field.default_factory is MISSING
    ]
    defaults = {field.name: field.default for field in fields if field.default is not MISSING}
    factories = {
        field.name: field.default_factory for field in fields if field.default_factory is not MISSING
    }
    known, put = frozenset(names), object.__setattr__
    finishes = hasattr(cls, "__post_init__")

    def __init__(self: Any, *values: Any, **given: Any) -> None:  # noqa: N807 it is set as such
        if values:
            given = _named(cls, by_position, values, given)
        if not known.issuperset(given):
            raise TypeError(f"{cls.__qualname__} has no field {min(given.keys() - known)!r}")
        for name in names:
            if name in given:
                put(self, name, given[name])
            elif name in defaults:
                put(self, name, defaults[name])
            elif name in factories:
                put(self, name, factories[name]())
            else:
                missing = ", ".join(name for name in required if name not in given)
                raise TypeError(f"{cls.__qualname__} needs a value for: {missing}")
        if finishes:
            self.__post_init__()

    return __init__


class _Signature:
    """The signature of a class, built when `inspect.signature` asks for it.

    Args:
        init: The ``__init__`` that it describes; a subclass with one of its own has another signature.
    """

    def __init__(self, init: Callable[..., None]) -> None:
        self._init = init

    def __get__(self, value: object, cls: type) -> Any:
        if value is not None or cls.__init__ is not self._init:  # type: ignore[misc]
            raise AttributeError("__signature__")
        from inspect import signature

        standard = dataclasses.dataclass(frozen=True)
        return signature(standard(type(cls)(cls.__name__, (cls,), {"__doc__": cls.__doc__})))


def _named(cls: type, names: list[str], values: tuple[Any, ...], given: dict[str, Any]) -> dict[str, Any]:
    """Return the values given by position under their names, with those given by name."""
    if len(values) > len(names):
        raise TypeError(f"{cls.__qualname__} takes {len(names)} values by position, got {len(values)}")
    positional = dict(zip(names, values, strict=False))
    twice = positional.keys() & given.keys()
    if twice:
        raise TypeError(f"{cls.__qualname__} got two values for {min(twice)!r}")
    return positional | given


def _values_of(names: list[str]) -> Any:
    """Return a property for the tuple of what is compared."""
    if not names:
        return property(lambda _: ())
    if len(names) == 1:
        get = attrgetter(names[0])
        return property(lambda self: (get(self),))
    return property(attrgetter(*names))


def _repr(self: Any) -> str:
    shown = (
        f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr
    )
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _eq(self: Any, other: object) -> Any:
    return self.__compared__ == other.__compared__ if type(other) is type(self) else NotImplemented  # type: ignore[attr-defined]


def _hash(self: Any) -> int:
    return hash(self.__compared__)


def _refusals_of(cls: Any, fields: tuple[dataclasses.Field[Any], ...]) -> dict[str, Callable[..., None]]:
    """Return the methods that refuse changes; a subclass that is not a dataclass may change what it adds."""
    names = frozenset(field.name for field in fields)

    def __setattr__(self: Any, name: str, value: object) -> None:  # noqa: N807 it is set as such
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807 it is set as such
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_SHARED = {
    "__repr__": _repr,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
_COMPARING = {"__eq__": _eq, "__hash__": _hash}
