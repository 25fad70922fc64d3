"""The arrows between the parts (DESIGN §2), read off the imports."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = {"errors", "values", "text", "resources", "cache", "deferred"}
FACES = {"entries", "observations", "profile", "tasks", "review"}
"""What a person or a program does with each kind of record; `Memory` and `Session` hand them out."""
INNER = {"hearing", "lookup", "owner", "timeline", "upkeep"}
"""What `Memory` and `Session` are made of."""
COMPOSED = {"memory", "session", "tools", "parts", *FACES, *INNER}
ALLOWED = {
    "errors": set(),
    "cache": set(),
    "deferred": set(),
    "values": {"deferred"},
    "resources": set(),
    "text": {"values", "deferred"},
    "config": SHARED,
    "plugins": SHARED,
    "store": SHARED,
    "engine": SHARED | {"store.contract"},
    "tools": SHARED | {"engine", "store.contract", *FACES},
    **dict.fromkeys(FACES, SHARED | {"engine", "store.contract", *FACES}),
    "parts": SHARED | {"engine", "store.contract", "tools"},
    **dict.fromkeys(INNER, SHARED | COMPOSED | {"engine", "store.contract"}),
    "session": SHARED | {"engine", "store.contract", "tools", "hearing", *FACES},
    "memory": SHARED | COMPOSED | {"config", "plugins", "engine", "store"},
    "transfer": SHARED | COMPOSED | {"engine", "store.contract", ""},
    "hosts": SHARED | COMPOSED | {""},
    "doors": SHARED | COMPOSED | {"engine", "store.contract", "transfer", "hosts", "config", "plugins", ""},
    "__main__": {"doors"},
    "": SHARED | COMPOSED,
}
"""Part of tiermem → the parts it may import at run time; "" is the package itself."""

ONLY_IN = {
    "peewee": ("store",),
    "playhouse": ("store",),
    "sqlite3": ("store", "transfer"),
    "pluggy": ("plugins",),
    "yaml": ("config",),
    "jsonschema": ("config",),
    "pydantic_ai": ("hosts", "doors"),
    "langchain": ("hosts",),
    "langchain_core": ("hosts",),
    "agents": ("hosts",),
    "agent": ("hosts",),
    "claude_agent_sdk": ("hosts",),
    "hermes_constants": ("hosts",),
    "toolsets": ("hosts",),
    "copilot": ("hosts",),
    "mcp": ("doors",),
    "mcp_types": ("doors",),
    "anyio": ("doors",),
    "openai": ("doors",),
    "numpy": ("store",),
    "chromadb": ("store",),
    "sqlite_vec": ("store",),
}
"""Third-party module → the parts of tiermem that may know it."""


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports at run time, ``from a import b`` as a.b."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and "import_module" in ast.dump(node.func):
            yield from (name.value for name in node.args if isinstance(name, ast.Constant))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def part(path: Path, package: str) -> str:
    first = path.relative_to(ROOT / package).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


@pytest.mark.parametrize("path", modules(ROOT / "plugin" / "tiermem"), ids=name_of)
def test_each_part_imports_only_what_its_arrows_allow(path):
    own = part(path, "plugin/tiermem")

    for name in imports(path):
        first, *rest = name.split(".")
        if first != "tiermem":
            continue
        target = rest[0] if rest and (ROOT / "plugin/tiermem" / rest[0]).exists() else ""
        target = rest[0] if rest and (ROOT / "plugin/tiermem" / f"{rest[0]}.py").exists() else target
        allowed = ALLOWED[own] | {own}
        wanted = ".".join(rest[:2]) if f"{target}.{rest[1] if len(rest) > 1 else ''}" in allowed else target
        assert wanted in allowed, f"{own or 'tiermem'} may not import {name}"


@pytest.mark.parametrize("path", modules(ROOT / "plugin" / "tiermem"), ids=name_of)
def test_libraries_are_known_in_one_part_only(path):
    own = part(path, "plugin/tiermem")

    for name in imports(path):
        owners = ONLY_IN.get(name.split(".")[0])
        assert owners is None or own in owners, f"{own} may not import {name}"


def test_no_module_imports_itself_in_a_circle():
    paths = {
        ".".join(path.relative_to(ROOT / "plugin").with_suffix("").parts).removesuffix(".__init__"): path
        for path in modules(ROOT / "plugin" / "tiermem")
    }

    def module(name):
        while name and name not in paths:
            name = name.rpartition(".")[0]
        return name

    wanted = {name: {module(one) for one in imports(path)} - {"", name} for name, path in paths.items()}
    try:
        order = tuple(TopologicalSorter(wanted).static_order())
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
    assert len(order) == len(paths)


@pytest.mark.parametrize("path", modules(ROOT / "hooks" / "tiermem_hooks"), ids=name_of)
def test_built_in_hooks_use_the_public_interface_only(path):
    for name in imports(path):
        first, *rest = name.split(".")
        if first == "tiermem" and rest:
            public = rest[0] in ("plugins", "values", "text", "errors") or rest[0][0].isupper()
            assert public, f"a hook may not import {name}"


def test_tiermem_never_imports_its_built_in_hooks():
    for path in modules(ROOT / "plugin" / "tiermem"):
        assert not [name for name in imports(path) if name.startswith("tiermem_hooks")], path
