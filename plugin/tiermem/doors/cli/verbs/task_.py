"""``tiermem task``: begin a task, note steps of it, complete it, list them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import whole_number
from tiermem.doors.cli.output import minute
from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.values import Task, TaskStatus

_ACTIONS = ("list", "start", "note", "done", "show")


def configure(parser: ArgumentParser) -> None:
    """The sub-verbs."""
    parser.epilog = "task start TITLE [--id NAME] · note NAME TEXT · done NAME [OUTCOME] [--undo] · show NAME"
    parser.add_argument("action", nargs="?", choices=_ACTIONS, default="list")
    parser.add_argument("what", nargs="?", metavar="NAME", help="the task's name; to start one, its title")
    parser.add_argument("text", nargs="?", metavar="TEXT", help="the note, or what came of it; - reads it")
    parser.add_argument("--id", metavar="NAME", help="with start: the name, instead of one from the title")
    parser.add_argument("--undo", action="store_true", help="with done: take the working state up again")
    parser.add_argument("--all", action="store_true", help="with list: those that are done as well")
    parser.add_argument("--limit", type=whole_number, default=100, help="with list: this many at most")


def run(call: Call) -> int:
    """Do it."""
    options = call.options
    if options.action == "list":
        if options.what is not None:
            raise InputError("'task list' takes no name.")
        return _list(call)
    if options.what is None:
        raise InputError(f"Which one? Say 'tiermem task {options.action} NAME'.")
    _ensure_meant(call)
    task = _changed(call)
    if call.output.json:
        call.output.document({"task": task.as_dict()})
    else:
        _show(call, task)
    return 0


def _ensure_meant(call: Call) -> None:
    """Raise where something was said that the sub-verb would not look at: it was meant to do something."""
    options = call.options
    takes = {"start": ("id",), "note": ("text",), "done": ("undo",) if options.undo else ("undo", "text")}
    for name, flag in (("text", "a text"), ("id", "--id"), ("undo", "--undo")):
        if getattr(options, name) not in (None, False) and name not in takes.get(options.action, ()):
            undo = " --undo" if options.action == "done" and options.undo else ""
            raise InputError(f"'task {options.action}{undo}' takes no {flag.removeprefix('a ')}.")


def _changed(call: Call) -> Task:
    """The task after what is to be done to it."""
    options = call.options
    tasks = call.memory.tasks(options.user)
    text = None if options.text is None else call.text_argument(options.text)
    if options.action == "start":
        return tasks.start(options.what, id=options.id, project=options.project)
    if options.action == "note":
        if text is None:
            raise InputError("What is to be noted? Say 'tiermem task note NAME TEXT'.")
        return tasks.note(options.what, text)
    if options.action == "done":
        return tasks.reopen(options.what) if options.undo else tasks.done(options.what, text)
    return tasks.get(options.what)


def _list(call: Call) -> int:
    options = call.options
    status: TaskStatus | None = None if options.all else "active"
    found = call.memory.tasks(options.user).find(status=status, project=options.project, limit=options.limit)
    if call.output.json:
        call.output.document({"tasks": [task.as_dict() for task in found]})
        return 0
    if not found:
        call.output.note("No tasks." if options.all else "No active tasks; --all shows those that are done.")
    call.output.table(
        ("Task", "Status", "Project", "Since", "Notes", "Title"), [_row(task) for task in found]
    )
    return 0


def _row(task: Task) -> tuple[str, ...]:
    started = task.created_at[:10]
    return (task.id, task.status, task.project_id or "", started, str(len(task.notes)), task.title)


def _show(call: Call, task: Task) -> None:
    output = call.output
    output.text(output.bold(f"{task.title} [{task.id}]"))
    project = f", project {task.project_id}" if task.project_id else ""
    until = f" to {minute(task.completed_at)}" if task.completed_at else ""
    output.text(f"{task.status}{project}, {minute(task.created_at)}{until} UTC")
    for note in task.notes:
        output.text(f"- {minute(note.at)}: {note.text}")
    if task.archive:
        output.text(f"Its working state is in the archive: tiermem show {task.archive}")
    if task.sessions:
        output.text(f"Sessions: {', '.join(task.sessions)}")
