"""What every part of a memory's public face has: its parts, its clock, and whose memory it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.memory.session import Session
from tiermem.text import storable

if TYPE_CHECKING:
    from tiermem.memory.engine import Parts
    from tiermem.ports import Clock
    from tiermem.values import AgentSettings, Reach


class Owner:
    """The memory of one agent, of which users have each their own.

    Attributes:
        settings: What the agent's YAML says.
    """

    def __init__(self, parts: Parts, clock: Clock) -> None:
        self.settings: AgentSettings = parts.settings
        self._parts = parts
        self._clock = clock

    @property
    def url(self) -> str:
        """Where everything is kept."""
        return self._parts.store.url

    @property
    def switched_off(self) -> tuple[str, ...]:
        """The names of plugins that were too slow, and are not asked until the memory is opened again."""
        return self._parts.hooks.switched_off

    def reach(self, user: str | None = None) -> Reach:
        """The scopes of a user of this agent; the YAML's user when none is named.

        Raises:
            InputError: The name holds what cannot be stored.
        """
        names = self.settings.scope
        if not storable(user or ""):
            raise InputError("The user's name holds NUL or broken Unicode, which cannot be stored.")
        return self._parts.store.records.reach(
            house=names.house, agent=self.settings.agent, user=user or names.user
        )

    def preview(
        self, user: str | None = None, *, project: str | None = None, task: str | None = None
    ) -> Session:
        """A session that leaves no trace: its blocks are what a new session would start with.

        It recalls, and its tools read. What would write does nothing, and tools that would are refused.

        Args:
            user: Whose; the YAML's user when none is named.
            project: The project that the session would be of.
            task: The same for a task.
        """
        reach = self.reach(user)
        return Session(self._parts, id="", reach=reach, clock=self._clock, project=project, task=task)
