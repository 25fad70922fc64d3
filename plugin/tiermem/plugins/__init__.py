"""Define, load and call hooks.

A plugin is a module (or an object) with functions that are named after hooks and marked with
`hookimpl`. This is a complete one: saved as ``house_rules.py`` and listed in the agent's YAML under
``hooks: [./house_rules.py]``, it adds a section to every system prompt::

    from tiermem.plugins import hookimpl
    from tiermem import Block

    @hookimpl
    def on_session_start(session):
        return [Block(name="house_rules", title="HOUSE RULES", text="Answer in British English.")]

A function names only those parameters of its hook that it needs, in any order. `tiermem.ports.specs` is the contract:
it says for each hook when it is called, its parameters, what its result means and what happens if it raises. To publish
a plugin, register the same module under the entry-point group ``tiermem``.

Plugins import from three places: `tiermem` (the records that most hooks use), this package (further records, errors,
`HookSession`; `dataclass` and `replace`, which import faster than the standard library's, for records of their own),
and `tiermem.plugins.text` (helpers for text).

`PluginManager` holds the plugins of one agent, and calls them through its `hooks`; `load_plugins` fills it.
"""

from typing import TYPE_CHECKING

from tiermem.plugins.loading import BUILT_INS, load_plugins
from tiermem.plugins.manager import PluginManager
from tiermem.plugins.marking import hookimpl
from tiermem.ports.deadlines import DEADLINES_MS
from tiermem.support.lazy import deferred

if TYPE_CHECKING:
    from tiermem.errors import (
        DeadlineExceeded,
        InputError,
        PluginError,
        StoreError,
        TiermemError,
        Unanswered,
    )
    from tiermem.ports.context import (
        HookEntries,
        HookSession,
    )
    from tiermem.support.nested import json_object
    from tiermem.support.resources import install_command
    from tiermem.values import (
        CATEGORIES,
        AgentSettings,
        Category,
        Embeddings,
        Line,
        Mark,
        NearestRows,
        Profile,
        ScoredVector,
        StoredVector,
        Tier,
        VectorIndex,
        VectorQuestion,
        VectorRows,
        moment,
    )
    from tiermem.values.frozen import dataclass, replace
    from tiermem.values.settings import HOST_MODEL
else:
    __getattr__ = deferred(
        __name__,
        {
            "tiermem.errors": (
                "DeadlineExceeded",
                "InputError",
                "PluginError",
                "StoreError",
                "TiermemError",
                "Unanswered",
            ),
            "tiermem.ports.context": (
                "HookEntries",
                "HookSession",
            ),
            "tiermem.support.nested": ("json_object",),
            "tiermem.support.resources": ("install_command",),
            "tiermem.values": (
                "CATEGORIES",
                "AgentSettings",
                "Category",
                "Embeddings",
                "Line",
                "Mark",
                "NearestRows",
                "Profile",
                "ScoredVector",
                "StoredVector",
                "Tier",
                "VectorIndex",
                "VectorQuestion",
                "VectorRows",
                "moment",
            ),
            "tiermem.values.frozen": ("dataclass", "replace"),
            "tiermem.values.settings": ("HOST_MODEL",),
        },
    )

__all__ = [
    "BUILT_INS",
    "CATEGORIES",
    "DEADLINES_MS",
    "HOST_MODEL",
    "AgentSettings",
    "Category",
    "DeadlineExceeded",
    "Embeddings",
    "HookEntries",
    "HookSession",
    "InputError",
    "Line",
    "Mark",
    "NearestRows",
    "PluginError",
    "PluginManager",
    "Profile",
    "ScoredVector",
    "StoreError",
    "StoredVector",
    "Tier",
    "TiermemError",
    "Unanswered",
    "VectorIndex",
    "VectorQuestion",
    "VectorRows",
    "dataclass",
    "hookimpl",
    "install_command",
    "json_object",
    "load_plugins",
    "moment",
    "replace",
]
