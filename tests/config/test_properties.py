"""Whatever is valid is read as it was written; whatever is not is a ConfigError and nothing else."""

import copy
import string
import tempfile
from dataclasses import asdict
from pathlib import Path

import yaml
from hypothesis import given
from hypothesis import strategies as st

from tiermem.config import load_settings
from tiermem.errors import ConfigError
from tiermem.values import AgentSettings

NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), min_size=1, max_size=20).filter(
    str.strip
)
CHARS = st.integers(1, 10**9)
FILE_NAMES = st.text(string.ascii_letters + "-_. ", min_size=1, max_size=12).map(lambda name: f"x{name}x")


def mappings(**keys):
    return st.fixed_dictionaries({}, optional=keys)


ENTRIES = mappings(
    memory_enabled=st.booleans(),
    user_profile_enabled=st.booleans(),
    identity_enabled=st.booleans(),
    memory_char_limit=CHARS,
    user_char_limit=CHARS,
    identity_char_limit=CHARS,
    render=st.sampled_from(["blocks", "cards"]),
    store=st.none() | FILE_NAMES.map(lambda name: f"sqlite:////data/{name}"),
    scope=mappings(house=NAMES, user=NAMES),
    recall=mappings(
        enabled=st.booleans(),
        top_k=st.integers(1, 300),
        char_limit=CHARS,
        archive=st.sampled_from(["auto", "always", "never"]),
        deadline_ms=st.integers(1, 3_600_000),
    ),
    vectors=mappings(
        enabled=st.booleans(),
        model=st.just("local") | st.from_regex(r"\A[a-z]{1,9}:[a-z0-9/._-]{1,20}\Z"),
        index=st.sampled_from(["numpy", "sqlite-vec", "chroma"]),
    ),
    journal=mappings(enabled=st.booleans(), retention_days=st.none() | st.integers(1, 36_500)),
    gap_fill=mappings(enabled=st.booleans(), extractor=st.just("rules")),
    offer=st.sampled_from(["core", "all", "read", "none"]) | st.lists(NAMES, max_size=3),
    write_policy=st.sampled_from(["allow", "approve"]),
    limits=mappings(
        content_chars=st.lists(st.integers(1, 20_000), min_size=2, max_size=2).map(sorted),
        subject_chars=st.integers(1, 20_000),
        task_chars=st.integers(4_000, 1_000_000),
    ),
    hooks=st.lists(FILE_NAMES.map(lambda name: f"/hooks/{name}"), max_size=3),
    disable=st.lists(NAMES, max_size=3),
    ignore_folders=st.lists(FILE_NAMES.map(lambda name: f"/work/{name}"), max_size=3),
)
OUR_WORDS = [
    "agents",
    "tools",
    "toolsets",
    "type",
    "memory",
    "scope",
    "recall",
    "limits",
    "hooks",
    "content_chars",
]
TEXTS = st.sampled_from(OUR_WORDS) | st.text(max_size=8)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.dates() | st.binary(max_size=4)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS | st.integers(), inner, max_size=4),
    max_leaves=12,
)


def outcome(data: bytes) -> AgentSettings | ConfigError:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "agent.yaml"
        path.write_bytes(data)
        try:
            return load_settings(path)
        except ConfigError as error:
            return error


def plain(value):
    """Settings as YAML would say them."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return (
        [str(item) if isinstance(item, Path) else item for item in value]
        if isinstance(value, tuple)
        else value
    )


def merged(defaults, given):
    return {
        key: merged(value, given.get(key, {})) if isinstance(value, dict) else given.get(key, value)
        for key, value in defaults.items()
    }


@given(entry=ENTRIES, key=st.sampled_from(["tools", "toolsets"]), name=NAMES, unicode=st.booleans())
def test_a_valid_entry_is_read_as_it_was_written(entry, key, name, unicode):
    document = {"agents": {name: {key: [{"type": "memory", **entry}]}}}
    read = outcome(yaml.safe_dump(document, allow_unicode=unicode).encode())
    assert isinstance(read, AgentSettings), read
    found = plain(asdict(read))
    expected = merged(plain(asdict(load_settings(None))), entry)
    own = {"agent": name, "file": found["file"]}
    assert found == {**expected, **own}


def places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


@given(entry=ENTRIES, junk=JUNK, data=st.data())
def test_junk_in_a_valid_document_gives_settings_or_a_config_error(entry, junk, data):
    document = {"agents": {"a": {"tools": [{"type": "memory", **copy.deepcopy(entry)}]}}}
    path = data.draw(st.sampled_from(list(places(document))[1:]))
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = junk
    assert isinstance(outcome(yaml.safe_dump(document).encode()), (AgentSettings, ConfigError))


@given(junk=JUNK)
def test_a_document_of_junk_is_a_config_error(junk):
    assert isinstance(outcome(yaml.safe_dump(junk).encode()), ConfigError)


YAML_CHARACTERS = st.text(list("abn01:-_.~!&*<>|%@{}[],?'\"\\#\n\t U\0é"), max_size=40)


@given(data=st.binary(max_size=40) | YAML_CHARACTERS.map(str.encode))
def test_any_bytes_are_a_config_error(data):
    assert isinstance(outcome(data), ConfigError)
