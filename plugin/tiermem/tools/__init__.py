"""The one definition of the tools; every door offers these."""

from typing import TYPE_CHECKING

from tiermem.deferred import deferred

if TYPE_CHECKING:
    from tiermem.tools.built_in import BUILT_IN_TOOLS
else:
    __getattr__ = deferred(__name__, {"tiermem.tools.built_in": ("BUILT_IN_TOOLS",)})

__all__ = ["BUILT_IN_TOOLS"]
