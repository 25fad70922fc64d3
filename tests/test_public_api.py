"""The public interface: exported, sorted, documented, with errors that are built from data."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType

from tests.tables import each_row

import tiermem
import tiermem_hooks
from tiermem import errors

TOOLS = ("TYPE_CHECKING", "deferred")
"""Names by which a package declares its exports."""
PUBLIC = ("tiermem", "tiermem.values", "tiermem.text", "tiermem.plugins", "tiermem.config")
DEFERRING = [
    path
    for path in sorted(Path(tiermem.__file__).parent.rglob("__init__.py"))
    if "__getattr__ = deferred(" in path.read_text(encoding="utf-8")
]
"""Packages that import names when they are asked for."""


def names(package):
    """The modules of a package, which are not imported for it."""
    folder = Path(package.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        if parts[-1] != "__main__":
            yield ".".join(parts).removesuffix(".__init__")


MODULES = [*names(tiermem), *names(tiermem_hooks)]


def importable():
    """Yield the modules, but for those of an extra whose library is not installed."""
    for name in MODULES:
        try:
            yield importlib.import_module(name)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("tiermem"):
                raise


def by_kind(name):
    """Constants, then classes, then functions, each by name: the order in which they are listed."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


@each_row("name", PUBLIC)
def test_all_names_what_is_exported_in_order(name):
    module = importlib.import_module(name)
    for attribute in module.__all__:
        getattr(module, attribute)  # some are imported when they are first asked for
    exported = [
        attribute
        for attribute, value in vars(module).items()
        if not (attribute.startswith("_") or attribute in TOOLS or isinstance(value, ModuleType))
    ]

    assert list(module.__all__) == sorted(exported, key=by_kind)


def test_whatever_is_listed_as_exported_is_there():
    missing = [
        f"{module.__name__}.{name}"
        for module in importable()
        for name in getattr(module, "__all__", ())
        if not hasattr(module, name)
    ]

    assert missing == []


@each_row("path", DEFERRING)
def test_type_checkers_are_told_what_a_package_imports_when_it_is_asked(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (either,) = [node for node in tree.body if isinstance(node, ast.If)]
    told = [(node.module, alias.name) for node in either.body for alias in node.names]
    (deferring,) = either.orelse
    table = ast.literal_eval(deferring.value.args[1])
    (exported,) = [
        node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"
    ]

    assert ast.unparse(either.test) == "TYPE_CHECKING"
    assert told == [(module, name) for module, names in table.items() for name in names]
    assert {name for _, name in told} <= set(ast.literal_eval(exported))


def documented(thing):
    """True if it has a docstring of its own, or inherits one."""
    return bool((inspect.getdoc(thing) or "").strip())


def members(module):
    """(name, member) of the functions, classes and methods that a module defines and does not hide."""
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value):
            yield name, value
            yield from ((f"{name}.{each}", getattr(value, each)) for each in own_methods(value))


def own_methods(cls):
    return [
        name
        for name, value in vars(cls).items()
        if not name.startswith("_")
        and isinstance(value, (FunctionType, property, cached_property, classmethod, staticmethod))
    ]


def test_all_that_is_public_is_documented():
    modules = list(importable())

    assert [module.__name__ for module in modules if not documented(module)] == []
    assert [
        f"{module.__name__}.{name}"
        for module in modules
        for name, member in members(module)
        if not documented(member)
    ] == []


# Errors


def tree_in_docstring():
    """Error → its base, as the docstring of the module draws it."""
    bases, path = {}, []
    for line in errors.__doc__.splitlines():
        match = re.match(r"^ {4}((?:│ {3}| {4})*)(├── |└── )?([A-Z]\w+)\b", line)
        if match:
            depth = len(match[1]) // 4 + bool(match[2])
            path = [*path[:depth], match[3]]
            if depth:
                bases[match[3]] = path[depth - 1]
    return bases


def live_errors():
    return {
        name: cls for name, cls in vars(errors).items() if inspect.isclass(cls) and issubclass(cls, Exception)
    }


def test_the_drawn_tree_is_the_tree_of_the_classes():
    live = {
        name: cls.__bases__[0].__name__
        for name, cls in live_errors().items()
        if cls is not errors.TiermemError
    }

    assert tree_in_docstring() == live
    assert errors.TiermemError.__bases__ == (Exception,)


def test_each_error_has_a_code_of_its_own():
    codes = [cls.code for cls in live_errors().values()]

    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)


EXAMPLES = [
    (
        errors.ConfigError("agent.yaml", line=7, key="agents.a", problem="expected a number.", nearest="top_k"),
        "agent.yaml:7: agents.a: expected a number. Did you mean 'top_k'?",
        {"code": "config", "file": "agent.yaml", "line": 7, "key": "agents.a", "nearest": "top_k"},
    ),
    (
        errors.ConfigError("agent.yaml", line=None, key="", problem="is empty."),
        "agent.yaml: is empty.",
        {"code": "config", "line": None, "nearest": None},
    ),
    (
        errors.UnusableStore("sqlite:///x.db", "disk full"),
        "Cannot use the store sqlite:///x.db: disk full. Choose another one with --store, TIERMEM_STORE or 'store:'.",
        {"code": "store_unusable"},
    ),
    (
        errors.Busy("The task", tries=3),
        "The task was changed by others during each of 3 tries to write it. Try again.",
        {"code": "busy"},
    ),
    (
        errors.LostClaim("ann", "host:7"),
        "The work of user 'ann' was taken over from worker host:7. Nothing was written.",
        {"code": "claim_lost"},
    ),
    (
        errors.ForeignStore("x.db", ["a", "b", "c", "d", "e", "f"]),
        "x.db is not a tiermem database (tables: a, b, c, d, e). It was not changed.",
        {"code": "store_foreign"},
    ),
    (
        errors.ForeignStore("x.db", []),
        "x.db is not a tiermem database (tables: none readable). It was not changed. "
        "If it was one, restore a backup with 'tiermem restore FILE'. If it is encrypted, TIERMEM_KEY is missing or "
        "wrong; if it is not, unset TIERMEM_KEY.",
        {"code": "store_foreign"},
    ),
    (
        errors.NewerStore("x.db", ["0009_later"]),
        "x.db was written by a newer tiermem (unknown migrations: 0009_later). Upgrade tiermem to open it. "
        "The file was not changed.",
        {"code": "store_newer"},
    ),
    (
        errors.DamagedStore("x.db", ["Row 1 of table turns is missing.", "Row 2 too."], "Restore a backup."),
        "x.db is damaged: Row 1 of table turns is missing (and 1 more). Restore a backup.",
        {"code": "store_damaged", "problems": ["Row 1 of table turns is missing.", "Row 2 too."]},
    ),
    (errors.DeadlineExceeded("recall", 300), "recall was stopped after its deadline of 300 ms.", {"code": "deadline"}),
    (errors.PluginError("my.py", "it is empty."), "Plugin my.py: it is empty.", {"code": "plugin"}),
    (
        errors.CompletionFailed("extract", "it was too late", model="openai:gpt-5-mini"),
        "The model openai:gpt-5-mini gave no answer to 'extract': it was too late.",
        {"code": "completion_failed", "purpose": "extract", "model": "openai:gpt-5-mini"},
    ),
    (
        errors.CompletionFailed("judge", "none is named."),
        "The model gave no answer to 'judge': none is named.",
        {"model": None},
    ),
    (
        errors.SpendingCap("tokens_per_day", spent=200_001, limit=200_000, until="2026-03-03T00:00:00Z"),
        "No model is asked before 2026-03-03T00:00:00Z: the user has spent 200,001 of 200,000 tokens today. "
        "Unread observations wait; 'spending: {tokens_per_day: …}' in the agent's YAML sets the limit.",
        {"code": "spending_cap", "cap": "tokens_per_day", "spent": 200_001, "limit": 200_000},
    ),
    (
        errors.SpendingCap("usd_per_day", spent=0.512, limit=0.5, until="2026-03-03T00:00:00Z"),
        "No model is asked before 2026-03-03T00:00:00Z: the user has spent 0.5120 of 0.5 US dollars today. "
        "Unread observations wait; 'spending: {usd_per_day: …}' in the agent's YAML sets the limit.",
        {"code": "spending_cap", "until": "2026-03-03T00:00:00Z"},
    ),
    (
        errors.UnknownEntry("a1b2c3d4"),
        "No entry 'a1b2c3d4' is in reach. get_memories and search_memories show ids.",
        {"code": "unknown_entry", "id": "a1b2c3d4"},
    ),
    (
        errors.ClosedMemory(),
        "This memory is closed. Open it again with Memory.open.",
        {"code": "closed"},
    ),
    (
        errors.ErasedOwner(),
        "The user was erased while this session was open, and nothing more is kept of it. Begin a new session.",
        {"code": "erased_owner"},
    ),
    (
        errors.NothingThere("notes.md", "The file is empty."),
        "notes.md: The file is empty.",
        {"code": "nothing", "file": "notes.md"},
    ),
    (
        errors.UnfitRow("Row 2 of the export's table turns cannot be stored: no text.", place=7),
        "Row 2 of the export's table turns cannot be stored: no text.",
        {"code": "unfit_row", "place": 7},
    ),
    (
        errors.WrongTier("a1b2c3d4", actual="user", named="memory"),
        "Entry a1b2c3d4 is in tier 'user', not 'memory'. Use target 'user'.",
        {"code": "wrong_tier", "id": "a1b2c3d4", "tier": "user"},
    ),
    (
        errors.TranscriptError("chat.jsonl", line=3, problem="is no JSON.", kept="2 turns"),
        "chat.jsonl:3: is no JSON. Kept: 2 turns.",
        {"code": "transcript", "file": "chat.jsonl", "line": 3, "kept": "2 turns"},
    ),
    (
        errors.TranscriptError("chat.jsonl", line=None, problem="is empty."),
        "chat.jsonl: is empty. Kept: nothing.",
        {"line": None, "kept": "nothing"},
    ),
    (
        errors.ContentLength("content", 1501, 5, 500),
        "The content has 1,501 characters; 5 to 500 are allowed. Nothing was written. "
        "Store one statement per entry, or change 'limits:' in the agent's YAML.",
        {"code": "content_length"},
    ),
    (
        errors.ContentLength("subject", 201, 0, 200),
        "The subject has 201 characters; at most 200 are allowed. Nothing was written. "
        "Store one statement per entry, or change 'limits:' in the agent's YAML.",
        {"code": "content_length"},
    ),
    (
        errors.OverBudget(
            tier="user", used=1300, limit=1375, requested=1400, candidates=[{"id": "x"}], usage={"user": 1}
        ),
        "The user block holds 1,300 of 1,375 characters; this write would make it 1,400. Nothing was written. "
        "Merge, shorten or remove an entry first (see candidates), or store it outside the block, in layer L1.",
        {
            "code": "over_budget", "tier": "user", "used": 1300, "limit": 1375, "requested": 1400,
            "candidates": [{"id": "x"}], "usage": {"user": 1}, "final": False,
        },
    ),
    (
        errors.OverBudget(tier="user", used=1, limit=2, requested=3, final=True),
        "The user block holds 1 of 2 characters; this write would make it 3. Nothing was written. "
        "Stop retrying in this turn; carry on without storing it.",
        {"code": "over_budget", "final": True, "candidates": [], "usage": {}},
    ),
    (
        errors.SameSubject({"id": "a1b2c3d4", "subject": "Alec", "content": "Alec is a plumber"}),
        "Entry a1b2c3d4 is already about 'Alec': 'Alec is a plumber'. "
        "Use update_memory with its id, or allow_same_subject to keep both.",
        {"code": "same_subject", "entry": {"id": "a1b2c3d4", "subject": "Alec", "content": "Alec is a plumber"}},
    ),
    (
        errors.Outdated("a1b2c3d4", seen=1, version=2, content="Alec is a plumber"),
        "Entry a1b2c3d4 has changed since version 1: version 2 is 'Alec is a plumber'. "
        "Decide again with this content, and pass version 2.",
        {"code": "conflict", "id": "a1b2c3d4", "version": 2, "content": "Alec is a plumber"},
    ),
    (
        errors.Outdated("a1b2c3d4", seen=None, version=2, content="Alec is a plumber"),
        "Entry a1b2c3d4 was changed later: it says 'Alec is a plumber' now. Nothing was written. "
        "Undo its later change first, with 'tiermem undo a1b2c3d4'.",
        {"code": "conflict", "id": "a1b2c3d4", "version": 2, "content": "Alec is a plumber"},
    ),
    (
        errors.CheckRefused("my.py", "house rule 7"),
        "The write was refused by my.py: house rule 7",
        {"code": "check_refused", "plugin": "my.py"},
    ),
    (errors.NotAllowed("No."), "No.", {"code": "not_allowed"}),
    (errors.InputError("What?"), "What?", {"code": "input"}),
]  # fmt: skip


@each_row(("error", "message", "details"), EXAMPLES)
def test_each_error_says_what_happened_and_what_to_do(error, message, details):
    assert str(error) == message
    assert error.as_dict() == error.as_dict() | details | {"message": message}


def test_every_error_with_a_message_of_its_own_has_an_example():
    own = {cls for cls in live_errors().values() if "__init__" in vars(cls)}

    assert own <= {type(error) for error, _, _ in EXAMPLES}


def test_a_long_id_is_shown_cut():
    message = str(errors.UnknownEntry("x" * 100_000))

    assert len(message) < 200
    assert "x…'" in message
