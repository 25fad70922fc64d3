"""Memory for hermes-agent, as its memory provider.

hermes finds it by the folder that ``tiermem install hermes`` writes, or by the entry point
``hermes_agent.memory_providers``; either way it calls `register`. tiermem has to be installed where hermes is.
"""

from tiermem.hosts.hermes.provider import TierMem, register
from tiermem.hosts.hermes.settings import Settings

__all__ = ["Settings", "TierMem", "register"]
