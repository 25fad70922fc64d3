"""``tiermem blocks``: the system prompt of a session that would begin now, exactly as the model gets it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """No flags of its own."""


def run(call: Call) -> int:
    """Show it."""
    options = call.options
    preview = call.memory.preview(options.user, project=options.project, task=options.task)
    prompt = preview.system_prompt
    if call.output.json:
        call.output.document({"system_prompt": prompt, "blocks": preview.frozen_blocks})
    elif prompt:
        call.output.text(prompt)
    else:
        call.output.note("The system prompt is empty.")
    return 0
