"""Nothing of one user is readable or writable by another, and erasing stays with the one who erases."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.engine.opening import NEW, OBSERVER, OLD, add, observe, opened
from tests.shares import every

from tiermem import Draft
from tiermem.errors import (
    InputError,
)

COUNTER = itertools.count()


SECRET = "xylophone"
WORDS = ("My xylophone stands in the cellar", "I practise the xylophone on Sundays")


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """The same for two users who propose, with the approval of a person."""
    with opened(tmp_path_factory.mktemp("two"), hooks=OBSERVER, write_policy="approve") as memory:
        yield memory


def live(memory, user):
    """A life of *user*, in every place that something can be kept; gives the ids of the entries."""
    entries = memory.entries(user)
    kept = [add(entries, WORDS[0], tier="user"), add(entries, WORDS[1], tier="user", layer="L1")]
    kept.append(add(entries, "A xylophone player", tier="identity", subject="About"))
    kept.append(add(entries, "A xylophone hums in the deploy room"))
    removed = add(entries, "The xylophone is for sale", tier="user")
    entries.remove(removed.id)
    with memory.session(id=f"session of {user}", user=user) as session:
        assert SECRET in session.system_prompt
        kept.append(session.entries.add(Draft(content="The xylophone is loud", tier="user")).entry)
        kept.append(session.entries.add(Draft(content="The xylophone earns 90k", layer="L1")).entry)
        session.on_prompt("Where is my xylophone?")
        session.on_turn_end("My xylophone teacher is strict", "A xylophone teacher has to be")
        observe(session, "The xylophone lesson is on Monday", draft={"tier": "memory"})
    return [entry.id for entry in (*kept, removed)]


def view(memory, user):
    """All that *user* can see."""
    session = memory.preview(user)
    entries = memory.entries(user)
    everything = {"layers": ("L0", "L1", "L2"), "turns": True}
    where = _anything()
    return [
        session.memory_prompt,
        *(memory.recall(f"what did I say about the {word}?", user).context for word in ("cellar", "teacher")),
        entries.list(where),
        entries.search("cellar teacher lesson sale", where=where, **everything),
        entries.pending(),
        entries.usage(),
        memory.context(user),
        memory.timeline.sessions(user),
        list(memory.timeline.events(user)),
        *(session.call_tool("get_memories", {"target": target}) for target in ("memory", "user")),
        session.call_tool("search_memories", {"query": "cellar", "archive": True, "target": "user"}),
        session.call_tool("search_memories", {"query": "teacher", "archive": True}),
    ]


def _anything():
    from tiermem.store.contract import EntryFilter

    return EntryFilter(statuses=("active", "inactive", "staged"))


def rows_of(memory, user):
    """Every row of the store that is *user*'s, but for the receipts of looking at it."""
    reach = memory.reach(user)
    scopes = {reach.user.id, reach.pair.id}
    mine = {
        row["id"]
        for table, row in memory.maintenance.dump()
        if table == "sessions" and row["user_id"] in scopes
    }
    ids = {
        row["id"]
        for table, row in memory.maintenance.dump()
        if table == "entries" and row["scope_id"] in scopes
    }
    return [
        (table, row)
        for table, row in memory.maintenance.dump()
        if scopes & {row.get("scope_id"), row.get("user_id")}
        or row.get("session_id") in mine
        or row.get("entry_id") in ids
    ]


OPERATIONS = {
    "get": lambda entries, one: entries.get(one),
    "update": lambda entries, one: entries.update(one, Draft(content=NEW)),
    "remove": lambda entries, one: entries.remove(one),
    "restore": lambda entries, one: entries.restore(one),
    "correct": lambda entries, one: entries.correct(one, NEW),
    "history": lambda entries, one: entries.history(one),
    "accept": lambda entries, one: entries.accept(one),
    "reject": lambda entries, one: entries.reject(one),
    "erase": lambda entries, one: entries.erase(one),
}
TOOLS = {
    "update_memory": {"content": NEW, "target": "user"},
    "delete_memory": {"target": "user"},
    "correct_memory": {"content": NEW},
    "memory_write": {"action": "remove", "layer": "L0"},
}


def attack(memory, user, data, victims):
    """One thing that *user* tries with the ids of somebody else; it must give nothing."""
    target = data.draw(st.sampled_from(victims))
    name = data.draw(st.sampled_from([*OPERATIONS, *TOOLS, "supersede", "session"]))
    if name in TOOLS:
        key = "target_id" if name == "memory_write" else "memory_id"
        reply = memory.session(user=user).call_tool(name, TOOLS[name] | {key: target})
        assert reply["error"]["code"] == "unknown_entry"
    elif name == "supersede":
        with memory.session(user=user) as session:
            observe(session, NEW, draft={"correction": True}, replaces=target)
    elif name == "session":
        with pytest.raises(InputError, match="belongs to another user"):
            memory.session(id="session of victim of " + user, user=user).system_prompt  # noqa: B018
    else:
        entries = data.draw(st.sampled_from([memory.entries(user), memory.session(user=user).entries]))
        with pytest.raises(InputError):
            OPERATIONS[name](entries, target)


@pytest.mark.parametrize("which", every(2, ["shared", "two"]))
@settings(max_examples=8, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_nothing_of_one_user_is_readable_or_writable_by_another(request, which, data):
    memory = request.getfixturevalue(which)
    thief = f"thief{next(COUNTER)}"
    victim = f"victim of {thief}"
    before_theft = view(memory, thief)
    victims = live(memory, victim)
    assert SECRET in str(view(memory, victim))
    own = add(memory.entries(thief), WORDS[0].replace(SECRET, "piano"), tier="user")
    stored = rows_of(memory, victim)

    for _ in range(data.draw(st.integers(1, 6))):
        attack(memory, thief, data, victims)
    memory.entries(thief).erase(own.id)

    assert rows_of(memory, victim) == stored
    assert SECRET not in str(view(memory, thief))
    assert SECRET not in str(before_theft)
    assert SECRET not in str(memory.timeline.receipts(thief, limit=50))


def test_erasing_an_entry_reaches_the_shared_note_and_every_frozen_block_that_shows_it(tmp_path):
    memory = opened(tmp_path, scope={"notes": "agent"})
    own = add(memory.entries("bob"), OLD, tier="user")
    note = add(memory.session(user="bob").entries, f"Bob says: {OLD}")
    session = memory.session(id="of ann", user="ann")
    assert OLD in session.system_prompt

    memory.entries("bob").erase(own.id)

    assert OLD not in memory.entries("ann").get(note.id).content
    assert OLD not in memory.session(id="of ann", user="ann").system_prompt
    memory.close()


def test_erasing_ones_own_words_leaves_the_same_words_of_another_user_alone(memory):
    for user in ("ann", "bob"):
        with memory.session(id=f"of {user}", user=user) as session:
            add(memory.entries(user), OLD, tier="user")
            assert OLD in session.system_prompt
            session.on_turn_end(OLD, "So it has")
    stored = rows_of(memory, "ann")
    (entry,) = [entry for entry in memory.entries("bob").list()[0] if entry.layer == "L0"]

    memory.entries("bob").erase(entry.id)

    assert rows_of(memory, "ann") == stored
    assert OLD not in str(rows_of(memory, "bob"))
