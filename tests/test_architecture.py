"""The imports between packages, type-only ones included."""

import ast
from collections import Counter
from collections.abc import Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import tiermem.plugins.text
from tiermem.plugins import BUILT_INS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "plugin" / "tiermem"
HOOKS = ROOT / "hooks" / "tiermem_hooks"

BELOW = {"errors", "support", "values", "text"}
ALLOWED = {
    "errors": set(),
    "support": set(),
    "values": {"errors", "support"},
    "text": {"errors", "support", "values"},
    "ports": BELOW,
    "config": BELOW,
    "store": BELOW,
    "engine": BELOW | {"ports", "store.contract"},
    "plugins": BELOW | {"ports"},
    "representations": BELOW,
    "tools": BELOW | {"ports", "representations", "engine", "store.contract"},
    "memory": BELOW | {"ports", "representations", "config", "store", "engine", "plugins", "tools"},
    "": BELOW | {"memory", "ports"},
    "transfer": BELOW | {"", "memory", "representations", "engine", "store.contract", "ports"},
    "hosts": BELOW | {"", "memory", "representations", "engine", "ports"},
    "doors": BELOW | {
        "", "memory", "representations", "transfer", "hosts", "config", "plugins", "tools", "engine", "store.contract",
        "ports",
    },
    "__main__": {"doors"},
}  # fmt: skip
"""Package → the packages it may import from; "" is tiermem itself."""

ONLY_IN = {
    "peewee": {"store"},
    "playhouse": {"store"},
    "psycopg": {"store"},
    "psycopg_pool": {"store"},
    "sqlite3": {"store", "transfer"},
    "pluggy": {"plugins"},
    "yaml": {"config", "hosts"},
    "jsonschema": {"config"},
    "pydantic_ai": {"hosts", "doors"},
    "langchain": {"hosts"},
    "langchain_core": {"hosts"},
    "agents": {"hosts"},
    "agent": {"hosts"},
    "claude_agent_sdk": {"hosts"},
    "hermes_constants": {"hosts"},
    "toolsets": {"hosts"},
    "copilot": {"hosts"},
    "mcp": {"doors"},
    "mcp_types": {"doors"},
    "anyio": {"doors"},
    "fastapi": {"doors"},
    "jinja2": {"doors"},
    "telegram": {"doors"},
    "starlette": {"doors"},
    "uvicorn": {"doors"},
    "openai": {"doors"},
    "pydantic": {"doors"},
    "numpy": {"store"},
    "chromadb": set(),
    "sqlite_vec": {"store"},
}
"""Third-party library → the packages that may import it."""


def modules(folder: Path) -> dict[str, Path]:
    """Dotted name → file of every module of a package."""
    return {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(folder.rglob("*.py"))
    }


def imports(path: Path) -> Iterator[str]:
    """The dotted names a file imports, ``from a import b`` as a.b; under TYPE_CHECKING and inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and "import_module" in ast.dump(node.func):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


TIERMEM = modules(PACKAGE)


@cache
def every_import() -> dict[str, set[str]]:
    """Module → the dotted names that it imports."""
    return {name: set(imports(path)) for name, path in TIERMEM.items()}


def module(name: str, known: Container[str] = TIERMEM) -> str:
    """The module that an imported name is, or is defined in."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def package(name: str) -> str:
    """Return the package of a module, directly under tiermem."""
    return ".".join(name.split(".")[1:2])


def test_packages_import_only_the_packages_below_them():
    wrong = []
    for name, imported in every_import().items():
        for target in filter(None, map(module, imported)):
            there = {package(target), ".".join(target.split(".")[1:3])}
            if package(target) != package(name) and not there & ALLOWED[package(name)]:
                wrong.append(f"{name} imports {target}")

    assert wrong == []


def imported_packages(depth: int) -> dict[str, set[str]]:
    """Return package → the packages it imports from; a package lies at most *depth* folders deep."""
    found: dict[str, set[str]] = {}
    for name, imported in every_import().items():
        here = package_at(name, depth)
        found.setdefault(here, set()).update(
            package_at(target, depth) for target in filter(None, map(module, imported))
        )
    return {here: there - {here, ""} for here, there in found.items()}


def package_at(name: str, depth: int) -> str:
    """Return the package of a module, *depth* folders deep where it lies so deep."""
    folders = name.split(".")[1:]
    if depth > 1 and not (PACKAGE / Path(*folders[:depth])).is_dir():
        depth = 1
    return ".".join(folders[:depth])


def test_no_packages_import_each_other_in_a_circle_and_their_layers_stay_few():
    layers: dict[str, int] = {}
    for one in TopologicalSorter(graph := imported_packages(1)).static_order():
        layers[one] = 1 + max((layers[below] for below in graph.get(one, ())), default=0)

    assert len(layers) + len({"hooks", "benchmarks"}) <= 20
    assert max(layers.values()) <= 11


def test_no_packages_of_the_engine_import_each_other_in_a_circle():
    inner = {
        here: {one for one in there if one.startswith("engine.")}
        for here, there in imported_packages(2).items()
        if here.startswith("engine.")
    }
    try:
        tuple(TopologicalSorter(inner).static_order())
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_a_folder_has_at_most_a_dozen_modules():
    every = (path for folder in (PACKAGE, HOOKS) for path in modules(folder).values())
    count = Counter(path.parent for path in every if path.stem != "__init__")

    assert {folder: number for folder, number in count.items() if number > 12} == {}


def test_the_contract_of_a_store_knows_no_store():
    assert {one for one in imported_packages(2)["store.contract"] if one.startswith("store")} == set()


def test_no_modules_import_each_other_in_a_circle():
    graph = {
        name: {module(one) for one in imported} - {"", name, "tiermem"}
        for name, imported in every_import().items()
    }
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_libraries_are_imported_in_their_own_packages_only():
    wrong = [
        f"{name} imports {one}"
        for name, imported in every_import().items()
        for one in imported
        if package(name) not in ONLY_IN.get(one.split(".")[0], {package(name)})
    ]

    assert wrong == []


def test_built_in_hooks_import_the_public_interface_only():
    public = {f"tiermem.{name}" for name in tiermem.__all__}
    for package in (tiermem.plugins, tiermem.plugins.text):
        public |= {f"{package.__name__}.{name}" for name in package.__all__}
    wrong = [
        f"{name} imports {one}"
        for name, path in modules(HOOKS).items()
        for one in imports(path)
        if one.split(".")[0] == "tiermem" and one not in public
    ]

    assert wrong == []


def test_no_built_in_hook_is_imported_by_another_or_by_what_they_share():
    known = modules(HOOKS)
    wrong = [
        f"{name} imports {one}"
        for name, path in known.items()
        for one in imports(path)
        if module(one, known) in BUILT_INS
    ]

    assert wrong == []


def test_tiermem_never_imports_its_built_in_hooks():
    wrong = [
        name
        for name, imported in every_import().items()
        if any(one.startswith("tiermem_hooks") for one in imported)
    ]

    assert wrong == []
