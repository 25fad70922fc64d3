"""Read the user and store of hermes from ``tiermem.json`` in its home."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tiermem.errors import ConfigError
from tiermem.values.frozen import dataclass, field, fields

FILE = "tiermem.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings in the file, all optional.

    Attributes:
        config: The agent's YAML; None for the defaults. Paths are relative to hermes' home.
        agent: The agent of the YAML.
        store: URL or path of the store, instead of the one in the YAML.
        user: The user at this machine; None for the YAML's user.
        project: Project of all sessions.
        users: ``platform:id`` of a person on another platform → their user.
    """

    config: str | None = None
    agent: str | None = None
    store: str | None = None
    user: str | None = None
    project: str | None = None
    users: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, home: Path) -> Settings:
        """Read the settings in hermes' home; all defaults if there are none.

        Raises:
            ConfigError: The file cannot be read or is invalid.
        """
        named = {key: value for key, value in _said(home).items() if value}
        for key in ("config", "store"):
            if key in named:
                named[key] = _placed(named[key], home)
        return cls(**named)

    @staticmethod
    def write(values: Mapping[str, Any], home: Path) -> None:
        """Write *values* into the file and keep its other values.

        Raises:
            ConfigError: The file cannot be read, or a value is invalid.
        """
        given = {key: value for key, value in values.items() if key in _NAMES and value}
        for key, value in given.items():
            _check(home / FILE, key, value)
        text = json.dumps(_said(home) | given, ensure_ascii=False, indent=2) + "\n"
        (home / FILE).write_text(text, encoding="utf-8")

    def user_of(self, platform: str, user_id: str) -> str | None:
        """Return the user who writes: the configured one at this machine, or a separate one on another platform.

        Args:
            platform: The platform, such as ``cli`` or ``telegram``.
            user_id: Their id there; "" at this machine.
        """
        if not user_id:
            return self.user
        known_as = f"{platform}:{user_id}"
        return self.users.get(known_as, known_as)


_NAMES = tuple(field.name for field in fields(Settings))


def _said(home: Path) -> dict[str, Any]:
    """Return the data in the file."""
    file = home / FILE
    try:
        data = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    except (OSError, ValueError) as error:
        problem = f"the file is not valid JSON ({error})."
        raise ConfigError(file, line=None, key="", problem=problem) from None
    if not isinstance(data, dict):
        raise ConfigError(file, line=None, key="", problem="the file must contain a JSON object.")
    for key, value in data.items():
        _check(file, key, value)
    return data


def _check(file: Path, key: str, value: Any) -> None:
    if key not in _NAMES:
        nearest = next(iter(difflib.get_close_matches(key, _NAMES, 1)), None)
        raise ConfigError(file, line=None, key=key, problem="there is no such key.", nearest=nearest)
    if key == "users":
        fits = isinstance(value, dict) and all(isinstance(user, str) for user in value.values())
        if not fits:
            raise ConfigError(file, line=None, key=key, problem="it must map 'platform:id' to users.")
    elif value is not None and not isinstance(value, str):
        raise ConfigError(file, line=None, key=key, problem="it must be a text.")


def _placed(place: str, home: Path) -> str:
    """Return an absolute path, or a URL unchanged."""
    return place if "://" in place else str(home / Path(place).expanduser())
