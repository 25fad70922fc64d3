"""Wait for background work up to a deadline."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from tiermem.plugins import DeadlineExceeded

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


def begin(work: Callable[[], T], doing: str) -> Future[T]:
    """Do *work* in a separate daemon thread."""
    from concurrent.futures import Future  # imports logging, and only sessions with a model need it

    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except Exception as error:  # noqa: BLE001 - it is raised where the outcome is waited for
            outcome.set_exception(error)

    Thread(target=run, name=f"tiermem: {doing}", daemon=True).start()
    return outcome


def wait(outcome: Future[T], doing: str, deadline_ms: int) -> T:
    """Return the result of work that was begun. After the deadline, the work continues.

    Raises:
        DeadlineExceeded: It takes longer than *deadline_ms*.
        Exception: Whatever the work raised.
    """
    try:
        return outcome.result(deadline_ms / 1000)
    except TimeoutError:
        raise DeadlineExceeded(doing, deadline_ms) from None
