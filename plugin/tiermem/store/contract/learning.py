"""The contract for profiles, tasks and runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.values import Connection, Profile, Project, Reach, Run, Scope, Spent, Task


class Profiles(Protocol):
    """Users' profiles, and what is known of their connections. Written inside the caller's transaction."""

    def get(self, scope_id: int) -> Profile:
        """Return the profile of a user; an empty one, version 0, where none was written."""
        ...

    def put(self, profile: Profile) -> None:
        """Store a profile, replacing the previous one."""
        ...

    def connection(self, connection_id: str, scope_id: int) -> Connection | None:
        """Return what is known of a user's connection, if anything."""
        ...

    def connections(self, scope_id: int) -> list[Connection]:
        """Return all of a user's connections, by id."""
        ...

    def put_connection(self, connection: Connection) -> None:
        """Store what is known about a connection, replacing what was stored before."""
        ...


class Tasks(Protocol):
    """Tasks and projects of users. Written inside the caller's transaction."""

    def get(self, task_id: str, scope_id: int) -> Task | None:
        """Return a user's task by its id."""
        ...

    def put(self, task: Task) -> None:
        """Store a task, replacing one with the same id."""
        ...

    def find(
        self, scope_id: int, *, status: str | None = None, project_id: str | None = None, limit: int = 100
    ) -> list[Task]:
        """Return a user's tasks, those changed last first."""
        ...

    def project(self, project_id: str, scope_id: int) -> Project | None:
        """Return a user's project by its id."""
        ...

    def put_project(self, project: Project) -> None:
        """Store a project, replacing one with the same id."""
        ...

    def projects(self, scope_id: int, *, status: str | None = None) -> list[Project]:
        """Return a user's projects, those changed last first."""
        ...


class Runs(Protocol):
    """The record of the processor's runs, and of what models cost. Written inside the caller's transaction."""

    def log(self, run: Run, reach: Reach) -> None:
        """Keep the record of a run."""
        ...

    def find(self, reach: Reach, *, since: str | None = None, limit: int = 20) -> list[Run]:
        """Return the latest runs for this agent and user, newest first."""
        ...

    def forget(
        self,
        reach: Reach,
        *,
        runs_before: str | None = None,
        spent_before: str | None = None,
        receipts_before: str | None = None,
        limit: int = 1_000,
    ) -> int:
        """Delete old records of this agent and user, nothing that is remembered; return how many rows.

        When entries were last recalled stays known.

        Args:
            reach: Agent and user.
            runs_before: Runs that began before this instant; None for none of them.
            spent_before: What was charged before it.
            receipts_before: Receipts of recall from before it.
            limit: Rows of each kind at most: a bound on how long others wait.
        """
        ...

    def charge(self, spent: Spent, reach: Reach) -> None:
        """Charge a call to the user."""
        ...

    def spent(self, reach: Reach, *, since: str) -> list[Spent]:
        """Return what the user was charged by any agent from an instant on, oldest first."""
        ...

    def users_with_work(
        self,
        house_id: int,
        *,
        profiles: bool,
        agent_id: int | None = None,
        since: str = "",
        stale_before: str | None = None,
    ) -> list[Scope]:
        """Return the users of a house for whom there is work, in the order in which the users were made.

        Args:
            house_id: The house.
            profiles: Also those whose observations are processed, but not in the profile yet.
            agent_id: Also those of whose sessions with this agent gap-fill has not read all turns.
            since: Of sessions that began at this instant or later.
            stale_before: Also those with a line in their narrative that nobody confirmed since this instant.
        """
        ...
