"""Add memory to hermes-agent, as its memory provider.

hermes finds the provider in the folder that ``tiermem install hermes`` writes, or by the entry point
``hermes_agent.memory_providers``, and calls `register`. tiermem must be installed in hermes' environment.
"""

from tiermem.hosts.hermes.provider import TierMem, register
from tiermem.hosts.hermes.settings import Settings

__all__ = ["Settings", "TierMem", "register"]
