"""Our `dataclass` and `NamedTuple` beside the standard library's: the same values, made at a tenth of the cost."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Mapping
from dataclasses import InitVar
from typing import Any, ClassVar
from typing import NamedTuple as StandardNamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.values import Turn
from tiermem.values.frozen import NamedTuple, asdict, dataclass, field, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """A value."""

    name: str
    amount: float = 1.5
    hidden: str = field(default="", repr=False)
    aside: int = field(default=0, compare=False)
    parts: Mapping[str, int] = field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Theirs:
    """The same."""

    name: str
    amount: float = 1.5
    hidden: str = dataclasses.field(default="", repr=False)
    aside: int = dataclasses.field(default=0, compare=False)
    parts: Mapping[str, int] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pair:
    """A value that is made by position."""

    first: int
    second: int = 2


@dataclasses.dataclass(frozen=True)
class Standard:
    """The standard library's; without slots, with which its subclasses cannot be changed at all (Python 3.11)."""

    name: str
    amount: float = 1.5


@dataclass(frozen=True)
class Doubled:
    """A value that sees to itself."""

    number: int

    def __post_init__(self):
        object.__setattr__(self, "number", self.number * 2)


class Place(NamedTuple):
    """A named tuple."""

    name: str
    floor: int = 0
    rooms: tuple[int, ...] = ()

    @property
    def is_high(self):
        return self.floor > 3


class TheirPlace(StandardNamedTuple):
    """The same."""

    name: str
    floor: int = 0
    rooms: tuple[int, ...] = ()


VALUES = st.fixed_dictionaries(
    {"name": st.text(max_size=3)},
    optional={
        "amount": st.sampled_from([0.0, 1.5, 2.0]),
        "hidden": st.text(max_size=2),
        "aside": st.integers(0, 2),
        "parts": st.dictionaries(st.sampled_from("ab"), st.integers(0, 1), max_size=2),
    },
)


@given(one=VALUES, other=VALUES)
def test_values_are_shown_compared_and_copied_as_the_standard_librarys_are(one, other):
    ours, theirs = Ours(**one), Theirs(**one)

    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs) == asdict(ours)
    assert (ours == Ours(**other)) == (theirs == Theirs(**other))
    assert dataclasses.replace(ours, name="x") == replace(ours, name="x") == Ours(**one | {"name": "x"})
    assert pickle.loads(pickle.dumps(ours)) == copy.copy(ours) == copy.deepcopy(ours) == ours
    assert copy.copy(ours).aside == ours.aside
    assert ours != theirs


def test_values_made_by_position_count_as_those_made_by_name():
    assert Pair(1, 3) == Pair(second=3, first=1)
    assert hash(Pair(1)) == hash(Pair(1, 2))
    assert {Pair(1): "found"}[Pair(1, 2)] == "found"
    match Pair(4, 5):
        case Pair(first, second):
            assert (first, second) == (4, 5)


@each_row("values", [{"name": "a"}, {"name": "b", "rooms": (1,)}, {"rooms": (1, 2), "floor": 4, "name": "c"}])
def test_a_named_tuple_is_as_the_standard_librarys(values):
    ours: Any = Place(**values)
    theirs: Any = TheirPlace(**values)

    assert ours == theirs == Place(*theirs) == Place._make(theirs)
    assert repr(ours) == repr(theirs).replace("TheirPlace", "Place")
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(floor=9) == theirs._replace(floor=9)
    assert pickle.loads(pickle.dumps(ours)) == copy.copy(ours) == copy.deepcopy(ours) == ours
    assert type(pickle.loads(pickle.dumps(ours))) is Place
    assert (ours.name, ours.floor, ours.rooms, ours.is_high) == (*theirs, theirs.floor > 3)
    assert Place._fields == TheirPlace._fields
    match ours:
        case Place(name, floor):
            assert (name, floor) == theirs[:2]


def test_defaults_that_are_made_are_each_ones_own():
    assert Ours(name="a").parts is not Ours(name="a").parts


def test_what_sees_to_itself_is_let_to():
    assert Doubled(4).number == 8


@each_row(
    ("make", "problem"),
    [
        (Ours, "Ours needs a value for: name"),
        (lambda: Ours(name="a", nam="b"), "Ours has no field 'nam'"),
        (lambda: Ours("a"), "takes 0 values by position, got 1"),
        (lambda: Pair(1, 2, 3), "takes 2 values by position, got 3"),
        (lambda: Pair(1, first=2), "got two values for 'first'"),
        (Place, "Place needs a value for: name"),
        (lambda: Place("a", flor=1), "Place has no field flor"),
        (lambda: Place("a", 1, (), 2), "takes 3 values by position, got 4"),
        (lambda: Place("a", name="b"), "got two values for 'name'"),
        (lambda: Place._make(["a"]), "Place has 3 values, got 1"),
    ],
)
def test_wrong_values_are_refused_by_name(make, problem):
    with pytest.raises(TypeError, match=problem):
        make()


def test_a_value_never_changes():
    pair = Pair(1)
    for change in (
        lambda: setattr(pair, "first", 2),
        lambda: delattr(pair, "first"),
        lambda: setattr(pair, "new", 2),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert pair == Pair(1)


def test_what_cannot_be_hashed_in_a_value_cannot_be_hashed_with_it():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Ours(name="a"))


@pytest.mark.parametrize("make", [dataclasses.dataclass, dataclass])
@pytest.mark.parametrize("slots", [True, False])
def test_a_value_is_extended_by_either_dataclass(make, slots):
    @make(frozen=True, slots=slots)
    class Triple(Pair):
        third: int = 3

    triple = Triple(1, third=4)

    assert repr(triple).endswith("Triple(first=1, second=2, third=4)")
    assert triple == Triple(1, 2, 4) != Triple(1, 2, 5)
    assert hash(triple) == hash(Triple(1, 2, 4))
    assert dataclasses.replace(triple, first=0) == Triple(0, 2, 4)
    assert copy.copy(triple) == triple
    for name in ("first", "third"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(triple, name, 9)


def test_a_value_of_the_package_is_extended_by_the_standard_dataclass():
    @dataclasses.dataclass(frozen=True)
    class Marked(Turn):
        mark: str = "m"

    names = [each.name for each in dataclasses.fields(Turn)]
    assert [each.name for each in dataclasses.fields(Marked)] == [*names, "mark"]
    with pytest.raises(TypeError, match="non-frozen"):

        @dataclasses.dataclass
        class Loose(Turn):
            mark: str = "m"


@each_row("base", [Ours, Standard])
def test_a_plain_subclass_may_have_more_than_fields_and_change_that(base):
    class Named(base):
        known: ClassVar[int] = 1

    value = Named(name="a")
    value.note = "mine"
    value.note = "changed"
    assert value.note == "changed"
    del value.note
    assert not hasattr(value, "note")
    for change in (lambda: setattr(value, "name", "b"), lambda: delattr(value, "amount")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert value.name == "a"


def test_a_subclass_sees_to_itself_in_its_own_way():
    class Tripled(Doubled):
        def __post_init__(self):
            object.__setattr__(self, "number", self.number * 3)

    assert Tripled(4).number == 12


def test_the_signature_shows_the_fields():
    assert str(inspect.signature(Ours)) == str(inspect.signature(Theirs))
    assert str(inspect.signature(Pair)) == "(first: 'int', second: 'int' = 2) -> None"
    assert str(inspect.signature(Place)) == "(name: 'str', floor: 'int' = 0, rooms: 'tuple[int, ...]' = ())"


def test_a_subclass_with_an_init_of_its_own_shows_that():
    class Square(Pair):
        def __init__(self, side):
            super().__init__(side, side)

    class Called(Pair):
        def __call__(self, number):
            return number

    assert str(inspect.signature(Square)) == "(side)"
    assert str(inspect.signature(Called)) == str(inspect.signature(Pair))
    assert str(inspect.signature(Called(1))) == "(number)"


def test_what_is_left_out_is_refused_when_a_class_is_made():
    with pytest.raises(TypeError, match="init"):
        field(default=1, init=False)

    with pytest.raises(AssertionError, match="InitVar"):

        @dataclass(frozen=True)
        class Seeded:
            number: int
            seed: InitVar[int] = 0

    with pytest.raises(AssertionError, match="standard"):

        @dataclass(frozen=True)
        class Mixed:
            number: int = dataclasses.field(default=1)
