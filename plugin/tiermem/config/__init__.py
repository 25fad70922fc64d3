"""The agent's YAML, read and checked; and the prompts that it may name."""

from typing import TYPE_CHECKING

from tiermem.support.lazy import deferred

if TYPE_CHECKING:
    from tiermem.config.prompts import load_prompts
    from tiermem.config.resolved import examine, load_settings, placed, unknown_offers
    from tiermem.config.validation import fits
else:
    __getattr__ = deferred(
        __name__,
        {
            "tiermem.config.prompts": ("load_prompts",),
            "tiermem.config.resolved": ("examine", "load_settings", "placed", "unknown_offers"),
            "tiermem.config.validation": ("fits",),
        },
    )

__all__ = ["examine", "fits", "load_prompts", "load_settings", "placed", "unknown_offers"]
