"""JSON inside of texts, as models put it there, becomes data again; texts that only look like it stay texts."""

import json

from hypothesis import given
from hypothesis import strategies as st
from tests.tables import each_row

from tiermem.support.nested import DEEPEST, LONGEST, unwrap

PLAIN_TEXT = st.text().filter(lambda text: not text.strip().startswith(("{", "[", '"')))
NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers()
DATA = st.recursive(
    st.none() | st.booleans() | NUMBERS | PLAIN_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def wrapped(draw, data):
    """The data with some of its objects and lists written into texts, some of them twice."""
    if isinstance(data, dict):
        data = {key: wrapped(draw, value) for key, value in data.items()}
    elif isinstance(data, list):
        data = [wrapped(draw, item) for item in data]
    if isinstance(data, (dict, list)):
        for _ in range(draw(st.integers(0, 2))):
            data = json.dumps(data)
    return data


@given(st.data())
def test_whatever_was_written_into_texts_comes_out_as_it_was(data):
    original = data.draw(DATA)

    assert unwrap(wrapped(data.draw, original)) == original


@given(DATA)
def test_unwrapping_twice_changes_nothing_more(data):
    once = unwrap(data)

    assert unwrap(once) == once


def test_the_example_of_the_source_document():
    assert unwrap({"Projects": '{"toolstream": "A project"}'}) == {"Projects": {"toolstream": "A project"}}


@each_row(
    "text",
    ["42", "true", "null", '"quoted"', "{not json}", "[1, NaN]", '{"a": Infinity}', "[1e999]", "{", "[" * 100_000, ""],
)  # fmt: skip
def test_what_is_no_object_or_list_stays_the_text_that_it_is(text):
    assert unwrap({"a": text}) == {"a": text}


def test_where_the_schema_wants_a_text_a_text_stays():
    quote = '{"remember": "me"}'
    schema = {
        "properties": {"quote": {"type": "string"}, "facts": {"items": {"type": ["string", "null"]}}},
        "additionalProperties": {"type": "object"},
    }
    given_data = {"quote": quote, "facts": json.dumps([quote, None]), "other": quote}

    assert unwrap(given_data, schema) == {"quote": quote, "facts": [quote, None], "other": {"remember": "me"}}


def test_beyond_its_bounds_everything_stays_as_it_is():
    deep = leaf = {}
    for _ in range(DEEPEST + 5):
        leaf["a"] = {}
        leaf = leaf["a"]
    leaf["text"] = "[1]"
    long = json.dumps(["x" * LONGEST])

    assert unwrap(deep) == deep
    assert unwrap({"a": long}) == {"a": long}
