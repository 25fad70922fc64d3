"""Reasons that a hook's call failed. They never leave this package: callers get a `HookFailure`."""

from __future__ import annotations

from tiermem.values.recall import NO_ANSWER


class HookProblem(Exception):
    """A call without a usable result. The text can be shown as it is."""


class TooLate(HookProblem):
    """The plugin did not answer within the deadline."""

    def __init__(self, deadline_ms: int, *, switched_off: bool) -> None:
        super().__init__(f"{NO_ANSWER} {deadline_ms} ms{_consequence(switched_off)}")


class PluginBusy(HookProblem):
    """The plugin's thread was busy with other calls until the deadline, and this call never began."""

    def __init__(self, deadline_ms: int, *, switched_off: bool) -> None:
        super().__init__(f"was busy with other calls for {deadline_ms} ms{_consequence(switched_off)}")


class SwitchedOff(HookProblem):
    """The plugin is no longer called, because it was too late before or the manager is closed."""

    def __init__(self, why: str) -> None:
        super().__init__(f"switched off after {why}")


class WrongResult(HookProblem):
    """The hook returned a result that its contract does not allow."""


def describe(error: BaseException) -> str:
    """Return an error as ``Type: text``, and a `HookProblem` as its text alone."""
    if isinstance(error, HookProblem):
        return str(error)
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - a plugin's error class may fail anywhere
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _consequence(switched_off: bool) -> str:
    return " and is switched off" if switched_off else ""
