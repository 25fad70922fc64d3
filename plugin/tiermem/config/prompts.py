"""Load the instructions for generative models: the shipped files, or a person's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.config.validation import closest
from tiermem.errors import ConfigError
from tiermem.support.resources import shipped_prompts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiermem.values import AgentSettings

KEY = "completion.prompts"
LONGEST = 50_000
"""Maximum characters of a prompt, because every question pays for it."""
_HEAD = re.compile(r"<!--.*?-->\s*", re.DOTALL)


def load_prompts(settings: AgentSettings) -> Mapping[str, str]:
    """Name → instructions, without the comment at their head: the shipped ones, or those of ``completion.prompts``.

    Raises:
        ConfigError: The folder is none, or holds a Markdown file that is empty, too long, no text, or of no
            prompt's name. Other files and hidden ones are left alone.
    """
    shipped = {name: _without_head(text) for name, text in shipped_prompts().items()}
    folder = settings.completion.prompts
    return shipped if folder is None else shipped | dict(_own(Path(folder), settings, shipped))


def _own(folder: Path, settings: AgentSettings, shipped: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".md" and path.name[0] != ".")
    except OSError as error:
        raise _error(settings, f"the folder {folder} cannot be read ({error.strerror}).") from error
    for path in files:
        if path.stem not in shipped:
            known = ", ".join(f"{name}.md" for name in shipped)
            near = closest(path.stem, shipped)
            problem = f"{path} has the name of no prompt; the prompts are {known}."
            raise _error(settings, problem, nearest=near and f"{near}.md")
        yield path.stem, _text(path, settings)


def _text(path: Path, settings: AgentSettings) -> str:
    try:
        text = _without_head(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise _error(settings, f"{path} cannot be read as UTF-8 text ({error}).") from error
    if not text:
        raise _error(settings, f"{path} is empty; remove it to have the shipped prompt, or write one.")
    if len(text) > LONGEST:
        raise _error(settings, f"{path} has {len(text):,} characters; {LONGEST:,} are the most.")
    return text


def _without_head(text: str) -> str:
    text = text.removeprefix("\ufeff").strip()
    head = _HEAD.match(text)
    return text[head.end() :] if head else text


def _error(settings: AgentSettings, problem: str, *, nearest: str | None = None) -> ConfigError:
    return ConfigError(settings.file or "", line=None, key=KEY, problem=problem, nearest=nearest)
