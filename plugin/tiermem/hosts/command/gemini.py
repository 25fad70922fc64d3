"""Gemini CLI, with Claude Code's protocol under other names. The context is put around the user's message.

The prompt of `BeforeAgent` repeats the context of `SessionStart` in ``<hook_context>``, which is removed from queries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tiermem.hosts.command import claude_code
from tiermem.hosts.command.contract import SLASH_ABOUT, TIMEOUT_S, Answer, Host, OwnModel, slash_text, text
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.hosts.command.contract import Attachment, HostCall
    from tiermem.hosts.install.edits import FileEdit

_NAMES: Mapping[str, str] = {
    "SessionStart": "SessionStart",
    "BeforeAgent": "UserPromptSubmit",
    "AfterAgent": "Stop",
    "PreCompress": "PreCompact",
    "SessionEnd": "SessionEnd",
    "AfterTool": claude_code.RESULT,
}


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Host.parse`. `AfterAgent` repeats the prompt, which is already stored.

    A resumed session has lost the output of hooks, because the host keeps only what the user typed.
    """
    name = text(data, "hook_event_name") or event or ""
    call = claude_code.parse(None, {**data, "hook_event_name": _NAMES.get(name, "")})
    if call is None or (call.moment == "compact" and data.get("trigger") == "auto"):
        return None  # the latter comes with each turn, even if nothing is compressed
    prompt = call.prompt if call.moment in ("prompt", "command") else ""
    return replace(
        call,
        event=name,
        prompt=prompt,
        reply=text(data, "prompt_response"),
        fresh=call.fresh or call.resumed,
        output=call.output.replace("<untrusted_context>", "").replace("</untrusted_context>", "").strip(),
    )


_ASKED = (
    *("gemini", "--output-format", "json", "--skip-trust", "--extensions", "none"),
    *("--allowed-mcp-server-names", "none", "--prompt", "Answer with JSON alone."),
)


def _read(output: str) -> Answer:
    """Return the answer of the command. Its first request asks a small model which model to use."""
    import json

    data = json.loads(output)
    models = data["stats"]["models"]
    used = [one["tokens"] for one in models.values()]
    read, written = (sum(one[name] for one in used) for name in ("prompt", "candidates"))
    return Answer(data["response"], next(reversed(models), "gemini"), read, written)


def _plan(attachment: Attachment) -> list[FileEdit]:
    from tiermem.hosts.install.edits import FileEdit, OwnFile, hook_edits
    from tiermem.hosts.install.json_edits import JsonValue

    folder = attachment.folder(HOST)
    file = folder / "settings.json"
    told = slash_text("{{args}}").replace("\n", "\\n")
    command = f'description = "{SLASH_ABOUT}"\nprompt = "{told}"\n'
    hook = attachment.hook("gemini")
    hooks = dict.fromkeys(_NAMES, claude_code.group(hook, TIMEOUT_S * 1000))
    hooks["AfterTool"] = claude_code.group(hook, TIMEOUT_S * 1000, "mcp_.*")
    return [
        *hook_edits(file, "gemini", hooks, comments=True),
        FileEdit(folder / "commands" / "memories.toml", OwnFile(command)),
        FileEdit(
            file, JsonValue(("mcpServers", "tiermem"), {**attachment.server, "trust": True}, comments=True)
        ),
    ]


HOST = Host(
    shows_messages=True,
    slash="/memories",
    parse=parse,
    render=claude_code.render,
    model=OwnModel(_ASKED, _read),
    folder=".gemini",
    variable="GEMINI_CLI_HOME",
    inside=".gemini",
    plan=_plan,
    next="Restart Gemini, and trust your working folder when it asks: otherwise it skips hooks. /memories shows and "
    "changes what is remembered.",
)
