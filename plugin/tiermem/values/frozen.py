"""A fast `dataclass` for immutable values, compatible with the standard library's.

The standard decorator generates and compiles six methods for each class, and imports `inspect` first. With eighty
classes this took a third of a command hook's whole time. Here all classes share their methods. The attributes that the
standard `fields`, `replace`, `asdict` and `is_dataclass` look for are made at the first request. `slots` is accepted
but ignored: making each class a second time would cost more than slots save. Features of the standard decorator that
we do not need are missing: ``InitVar``, ``field(init=False)`` and standard dataclasses as bases.

`replace`, `fields` and `asdict` are here too, for modules on the path of a prompt. They accept only these values.
`NamedTuple` is `typing.NamedTuple` without the compilation of a constructor for each class, which takes 0.1 ms.
"""

from __future__ import annotations

from collections import namedtuple
from operator import attrgetter
from typing import TYPE_CHECKING

__all__ = ["NamedTuple", "asdict", "dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from dataclasses import asdict, dataclass, field, fields, replace
    from typing import Any, NamedTuple

    _Fields = dict[str, "_Field"]
else:

    def dataclass(
        *,
        frozen: bool,
        slots: bool = False,  # noqa: ARG001 see above
        kw_only: bool = False,
        eq: bool = True,
    ) -> Callable[[type], type]:
        """Decorate a class of immutable values. They compare by their fields, or with ``eq=False`` by identity."""
        assert frozen, "only values that do not change share their methods"

        def make(cls: type) -> type:
            every = _fields_of(cls, kw_only)
            own = cls.__dict__
            cls.__fields__ = every
            for name, value in (_BY_FIELDS if eq else _BY_IDENTITY).items():
                if name not in own:
                    setattr(cls, name, value)
            if "__init__" not in own:
                cls.__init__ = _init_of(cls, every)
            return cls

        return make

    def field(
        *,
        default: Any = ...,
        default_factory: Any = ...,
        repr: bool = True,  # noqa: A002 the standard library's name
        compare: bool = True,
    ) -> _Field:
        """Describe a field, as the standard library's function does."""
        return _Field(default, default_factory, repr, compare)

    def fields(value: Any) -> tuple[_Field, ...]:
        """Return the fields of a value, or of a class of values, in order."""
        return tuple(value.__fields__.values())

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a value of the same class with other values for some fields."""
        return type(value)(**({name: getattr(value, name) for name in value.__fields__} | changes))

    def asdict(value: Any) -> dict[str, Any]:
        """Return a value's fields by name, and those of the values within it. Containers are copied."""
        return {name: _plain(getattr(value, name)) for name in value.__fields__}

    _example = namedtuple("_example", [f"field_{place}" for place in range(20)])
    _PLACES = [getattr(_example, name) for name in _example._fields]
    """The standard library's attributes for the first, second, … value of a tuple. All classes share them."""

    class _Tuple(tuple):
        """A named tuple like the standard library's, with one constructor for all classes."""

        __slots__ = ()
        _fields = ()

        def __new__(cls, /, *values: Any, **given: Any) -> Any:
            if given or len(values) != len(cls._fields):
                values = _in_order(cls, _named(cls, cls._fields, values, given))
            return tuple.__new__(cls, values)

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Any:
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"{cls.__qualname__} has {len(cls._fields)} values, got {len(made)}")
            return made

        def _replace(self, /, **changes: Any) -> Any:
            return type(self)(**(self._asdict() | changes))

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            shown = (f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({', '.join(shown)})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    class _TupleSignature:
        """The signature of a named tuple, built when `inspect.signature` asks for it."""

        def __get__(self, value: object, cls: Any) -> Any:
            if value is not None:
                raise AttributeError("__signature__")
            from inspect import signature

            standard = namedtuple(cls.__name__, cls._fields, defaults=[*cls._field_defaults.values()])
            standard.__new__.__annotations__ = cls.__annotations__
            return signature(standard)

    class _Named(type):
        """Make a named tuple of the fields and defaults in a class body, with the body's other attributes."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            names = tuple(body["__annotations__"])
            defaults = {field: body[field] for field in names if field in body}
            places = zip(names, _PLACES, strict=False)
            made = {"__slots__": (), "_fields": names, "_field_defaults": defaults, "__match_args__": names}
            made["__signature__"] = _TupleSignature()
            return type(name, (_Tuple,), body | dict(places) | made)

    class NamedTuple(metaclass=_Named):
        """A base class whose subclasses are named tuples."""


class _Field:
    """A field of a class; ``...`` means that it has no default."""

    __slots__ = ("compare", "default", "default_factory", "kw_only", "name", "repr", "type")

    def __init__(
        self, default: Any = ..., default_factory: Any = ..., shown: bool = True, compare: bool = True
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.repr = shown
        self.compare = compare
        self.kw_only = False
        self.name = ""
        self.type: Any = None


def _plain(value: Any) -> Any:
    if hasattr(value, "__fields__"):
        return asdict(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(_plain, value))
    if isinstance(value, (list, tuple)):
        return type(value)(map(_plain, value))
    if isinstance(value, dict):
        return type(value)((_plain(name), _plain(one)) for name, one in value.items())
    return value


def _fields_of(cls: type, kw_only: bool) -> _Fields:
    """Return the fields of a class, those of its bases first, and remove their defaults from the class."""
    every: _Fields = {}
    for base in cls.__mro__[:0:-1]:
        every.update(base.__dict__.get("__fields__", {}))
    held = cls.__dict__
    for name, annotation in list(cls.__annotations__.items()):
        kind = annotation if isinstance(annotation, str) else repr(annotation)
        if "ClassVar" in kind:
            continue
        assert "InitVar" not in kind, f"{cls.__qualname__}: InitVar is left out here"
        given = held.get(name, ...)
        assert type(given).__name__ != "Field", f"{cls.__qualname__}.{name}: the field is a standard one"
        one = given if isinstance(given, _Field) else _Field(given)
        if given is not ...:
            delattr(cls, name)
        one.name, one.type, one.kw_only = name, annotation, kw_only
        every[name] = one
    return every


def _init_of(cls: type, every: _Fields) -> Callable[..., None]:
    by_position = [name for name, one in every.items() if not one.kw_only]
    defaults = {name: one.default for name, one in every.items() if one.default is not ...}
    factories = {name: one.default_factory for name, one in every.items() if one.default_factory is not ...}
    known, count = frozenset(every), len(every)
    finishes = hasattr(cls, "__post_init__")

    def __init__(self: Any, /, *values: Any, **given: Any) -> None:  # noqa: N807 it is set as such
        if values:
            given = _named(cls, by_position, values, given)
        if not known.issuperset(given):
            raise TypeError(f"{cls.__qualname__} has no field {min(given.keys() - known)!r}")
        held = self.__dict__
        held.update(defaults)
        held.update(given)
        if len(held) < count:
            for name, make in factories.items():
                if name not in given:
                    held[name] = make()
            if len(held) < count:
                missing = ", ".join(name for name in every if name not in held)
                raise TypeError(f"{cls.__qualname__} needs a value for: {missing}")
        if finishes:
            self.__post_init__()

    return __init__


def _made_by(cls: type) -> Any:
    """Return the class itself, or the nearest base of it, that is one of these dataclasses."""
    return next(base for base in cls.__mro__ if "__fields__" in base.__dict__)


class _Standard:
    """The attributes that the standard library looks for in a dataclass, made when one is first read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, value: object, owner: type) -> Any:
        import dataclasses

        cls = _made_by(owner)
        every: _Fields = cls.__fields__
        held: dict[str, Any] = {
            name: dataclasses.field(
                default=dataclasses.MISSING if one.default is ... else one.default,
                default_factory=dataclasses.MISSING if one.default_factory is ... else one.default_factory,
                repr=one.repr,
                compare=one.compare,
                kw_only=one.kw_only,
            )
            for name, one in every.items()
        }
        annotations = {name: one.type for name, one in every.items()}
        shadow = type(cls.__name__, (), held | {"__annotations__": annotations, "__doc__": ""})
        made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=True)(shadow)
        params = made.__dataclass_params__
        params.init = params.repr = True
        params.eq = "__compared__" in cls.__dict__
        cls.__dataclass_params__ = params
        cls.__dataclass_fields__ = made.__dataclass_fields__
        return getattr(cls, self._name)


class _MatchArgs:
    """The fields by position, for ``match``, listed when they are first read."""

    def __get__(self, value: object, owner: type) -> tuple[str, ...]:
        cls = _made_by(owner)
        names = tuple([name for name, one in cls.__fields__.items() if not one.kw_only])
        cls.__match_args__ = names  # type: ignore[misc]
        return names


class _Compared:
    """A property for the tuple of the compared fields, made when it is first read."""

    def __get__(self, value: object, owner: type) -> Any:
        cls = _made_by(owner)
        cls.__compared__ = _values_of([name for name, one in cls.__fields__.items() if one.compare])
        return getattr(owner if value is None else value, "__compared__")  # noqa: B009 mypy knows no such attribute


class _Signature:
    """The signature of a class, built when `inspect.signature` asks for it."""

    def __get__(self, value: object, cls: type) -> Any:
        if value is not None or cls.__init__ is not _made_by(cls).__init__:  # type: ignore[misc]
            raise AttributeError("__signature__")
        import dataclasses
        from inspect import signature

        standard = dataclasses.dataclass(frozen=True)
        return signature(standard(type(cls)(cls.__name__, (cls,), {"__doc__": cls.__doc__})))


def _in_order(cls: Any, given: dict[str, Any]) -> tuple[Any, ...]:
    """Return the values for the fields of a named tuple, with its defaults for what is not given."""
    held = cls._field_defaults | given
    if held.keys() != set(cls._fields):
        unknown = ", ".join(name for name in held if name not in cls._fields)
        missing = ", ".join(name for name in cls._fields if name not in held)
        raise TypeError(
            f"{cls.__qualname__} has no field {unknown}"
            if unknown
            else f"{cls.__qualname__} needs a value for: {missing}"
        )
    return tuple([held[name] for name in cls._fields])


def _named(cls: type, names: Sequence[str], values: tuple[Any, ...], given: dict[str, Any]) -> dict[str, Any]:
    """Return the positional values under their names, together with those given by name."""
    if len(values) > len(names):
        raise TypeError(f"{cls.__qualname__} takes {len(names)} values by position, got {len(values)}")
    positional = dict(zip(names, values, strict=False))
    twice = positional.keys() & given.keys()
    if twice:
        raise TypeError(f"{cls.__qualname__} got two values for {min(twice)!r}")
    return positional | given


def _values_of(names: list[str]) -> Any:
    """Return a property for the tuple of the compared fields."""
    if not names:
        return property(lambda _: ())
    if len(names) == 1:
        get = attrgetter(names[0])
        return property(lambda self: (get(self),))
    return property(attrgetter(*names))


def _repr(self: Any) -> str:
    shown = (f"{name}={getattr(self, name)!r}" for name, one in self.__fields__.items() if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _eq(self: Any, other: object) -> Any:
    return self.__compared__ == other.__compared__ if type(other) is type(self) else NotImplemented  # type: ignore[attr-defined]


def _hash(self: Any) -> int:
    return hash(self.__compared__)


def _is_fixed(cls: Any, name: str) -> bool:
    """Return True for every attribute of a dataclass, and for the fields of a subclass that is not one itself."""
    return "__fields__" in cls.__dict__ or name in cls.__fields__


def _setattr(self: Any, name: str, value: object) -> None:
    if _is_fixed(type(self), name):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _delattr(self: Any, name: str) -> None:
    if _is_fixed(type(self), name):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


_BY_IDENTITY = {
    "__repr__": _repr,
    "__setattr__": _setattr,
    "__delattr__": _delattr,
    "__dataclass_fields__": _Standard("__dataclass_fields__"),
    "__dataclass_params__": _Standard("__dataclass_params__"),
    "__match_args__": _MatchArgs(),
    "__signature__": _Signature(),
}
_BY_FIELDS = {**_BY_IDENTITY, "__eq__": _eq, "__hash__": _hash, "__compared__": _Compared()}
"""What all these classes have in common: those compared by identity, and those compared by their fields."""
