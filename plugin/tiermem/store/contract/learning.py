"""The contract for profiles, tasks and runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.values import Connection, Profile, Project, Reach, Run, Scope, Spent, Task


class Profiles(Protocol):
    """Users' profiles and data about their connections. Written inside the caller's transaction."""

    def get(self, scope_id: int) -> Profile:
        """Return the profile of a user; if there is none, an empty one with version 0."""
        ...

    def put(self, profile: Profile) -> None:
        """Store a profile, replacing the previous one."""
        ...

    def connection(self, connection_id: str, scope_id: int) -> Connection | None:
        """Return the data about a user's connection, if any."""
        ...

    def connections(self, scope_id: int) -> list[Connection]:
        """Return all of a user's connections, by id."""
        ...

    def put_connection(self, connection: Connection) -> None:
        """Store the data about a connection, replacing the previous data."""
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
        self,
        scope_id: int,
        *,
        status: str | None = None,
        project_id: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int = 100,
    ) -> list[Task]:
        """Return a user's tasks, the most recently changed first; those that follow (change, id) of one."""
        ...

    def project(self, project_id: str, scope_id: int) -> Project | None:
        """Return a user's project by its id."""
        ...

    def put_project(self, project: Project) -> None:
        """Store a project, replacing one with the same id."""
        ...

    def projects(self, scope_id: int, *, status: str | None = None) -> list[Project]:
        """Return a user's projects, the most recently changed first."""
        ...


class Runs(Protocol):
    """The record of the processor's runs and of the costs of models. Written inside the caller's transaction."""

    def log(self, run: Run, reach: Reach) -> None:
        """Keep the record of a run."""
        ...

    def find(
        self,
        reach: Reach,
        *,
        since: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int = 20,
    ) -> list[Run]:
        """Return the latest runs for this agent and user, newest first; those that follow (start, id) of one."""
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
        """Delete old records, but no entries, of this agent and user; return the number of rows.

        The date of an entry's last recall is kept.

        Args:
            reach: Agent and user.
            runs_before: Delete runs that began before this instant; None for no runs.
            spent_before: Delete charges from before this instant.
            receipts_before: Delete receipts of recall from before this instant.
            limit: Maximum rows of each kind, which limits how long others wait.
        """
        ...

    def charge(self, spent: Spent, reach: Reach) -> None:
        """Charge a call to the user."""
        ...

    def spent(self, reach: Reach, *, since: str) -> list[Spent]:
        """Return the user's charges by all agents since an instant, oldest first."""
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
        """Return the users of a house with waiting work, in the order of their creation.

        Args:
            house_id: The house.
            profiles: Include users with processed observations that are not in the profile yet.
            agent_id: Include users with turns in sessions with this agent that gap-fill has not read.
            since: Only sessions that began at or after this instant.
            stale_before: Include users with a line in their narrative that was not confirmed since this instant.
        """
        ...
