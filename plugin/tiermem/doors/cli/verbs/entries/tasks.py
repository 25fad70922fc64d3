"""Keep tasks and projects, and report on them: ``task``, ``project`` and ``report``."""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import groupby
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import time_argument, whole_number
from tiermem.doors.cli.output import minute
from tiermem.errors import InputError
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.values import Entry, Project, Task, TaskStatus


_ACTIONS = ("list", "start", "note", "done", "show")


def flags_task(parser: ArgumentParser) -> None:
    """Add the sub-verbs."""
    parser.epilog = "task start TITLE [--id NAME] · note NAME TEXT · done NAME [OUTCOME] [--undo] · show NAME"
    parser.add_argument("action", nargs="?", choices=_ACTIONS, default="list")
    parser.add_argument("what", nargs="?", metavar="NAME", help="the task's name; with start: its title")
    parser.add_argument(
        "text", nargs="?", metavar="TEXT", help="the note, or the result; - reads standard input"
    )
    parser.add_argument("--id", metavar="NAME", help="with start: the name (default: made from the title)")
    parser.add_argument(
        "--undo", action="store_true", help="with done: reopen the task with its working state"
    )
    parser.add_argument("--all", action="store_true", help="with list: include finished ones")
    parser.add_argument("--limit", type=whole_number, default=100, help="with list: maximum number")


def run_task(call: Call) -> int:
    """Do what the sub-verb says."""
    options = call.options
    if options.action == "list":
        if options.what is not None:
            raise InputError("'task list' takes no name.")
        return _list(call)
    if options.what is None:
        raise InputError(f"Name a task: 'tiermem task {options.action} NAME'.")
    _ensure_meant(call)
    task = _changed(call)
    if call.output.json:
        call.output.document({"task": task.as_dict()})
    else:
        _show_task(call, task)
    return 0


def _ensure_meant(call: Call) -> None:
    """Refuse arguments that the sub-verb would ignore."""
    options = call.options
    takes = {"start": ("id",), "note": ("text",), "done": ("undo",) if options.undo else ("undo", "text")}
    for name, flag in (("text", "a text"), ("id", "--id"), ("undo", "--undo")):
        if getattr(options, name) not in (None, False) and name not in takes.get(options.action, ()):
            undo = " --undo" if options.action == "done" and options.undo else ""
            raise InputError(f"'task {options.action}{undo}' takes no {flag.removeprefix('a ')}.")


def _changed(call: Call) -> Task:
    """Do what the sub-verb says; return the task after it."""
    options = call.options
    tasks = call.memory.tasks(options.user)
    text = None if options.text is None else call.text_argument(options.text)
    if options.action == "start":
        return tasks.start(options.what, id=options.id, project=options.project)
    if options.action == "note":
        if text is None:
            raise InputError("The note is missing: 'tiermem task note NAME TEXT'.")
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


def _show_task(call: Call, task: Task) -> None:
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


def flags_project(parser: ArgumentParser) -> None:
    """Add the sub-verbs."""
    parser.epilog = "project start TITLE [--id NAME] · project done NAME"
    parser.add_argument("action", nargs="?", choices=("list", "start", "done"), default="list")
    parser.add_argument("what", nargs="?", metavar="NAME", help="the project's name; with start: its title")
    parser.add_argument("--id", metavar="NAME", help="with start: the name (default: made from the title)")
    parser.add_argument("--all", action="store_true", help="with list: include finished ones")


def run_project(call: Call) -> int:
    """Do what the sub-verb says."""
    options = call.options
    projects = call.memory.tasks(options.user)
    if options.action == "list":
        if options.what is not None:
            raise InputError("'project list' takes no name.")
        return _show_project(call, projects.projects(status=None if options.all else "active"))
    if options.what is None:
        raise InputError(f"Name a project: 'tiermem project {options.action} NAME'.")
    if options.action == "start":
        return _show_project(call, [projects.start_project(options.what, id=options.id)])
    return _show_project(call, [projects.finish_project(options.what)])


def _show_project(call: Call, projects: list[Project]) -> int:
    if call.output.json:
        call.output.document({"projects": [project.as_dict() for project in projects]})
    elif not projects:
        call.output.note("No projects.")
    else:
        call.output.table(
            ("Project", "Status", "Since", "Title"),
            [(one.id, one.status, one.created_at[:10], one.title) for one in projects],
        )
    return 0


_NAMES = {"task_archive": "task", "session_summary": "session"}


def flags_report(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--since",
        metavar="TIME",
        default="last week",
        help="a date, monday, 'last week' or 'may 2026' (default: last week)",
    )
    parser.add_argument("--until", metavar="TIME", help="before this time (default: now)")
    parser.add_argument(
        "--kind", choices=sorted(_NAMES.values()), help="only completed tasks, or only session summaries"
    )


def run_report(call: Call) -> int:
    """Show the archive by day."""
    options = call.options
    names = {name: kind for kind, name in _NAMES.items()}
    since, until = time_argument(options.since, "--since"), time_argument(options.until, "--until")
    found, total = call.entries.list(
        EntryFilter(
            layers=("L2",),
            since=since,
            until=until,
            project_id=options.project,
            task_id=options.task,
            context_type=names.get(options.kind),
        )
    )
    found.sort(key=lambda entry: (entry.updated_at, entry.id))
    if call.output.json:
        call.output.document(
            {"since": since, "until": until, "entries": call.entry_data(found), "total": total}
        )
    elif not found:
        call.output.note(f"Nothing is in the archive since {(since or '')[:10]}.")
    else:
        for day, entries in groupby(found, key=lambda entry: entry.updated_at[:10]):
            call.output.text(call.output.bold(day))
            for entry in entries:
                call.output.text(_told(entry))
            call.output.text()
    return 0


def _told(entry: Entry) -> str:
    kind = _NAMES.get(entry.context_type or "", entry.context_type or "entry")
    labels = [label for label in (entry.project_id, entry.task_id) if label]
    of = f" ({', '.join(labels)})" if labels else ""
    content = entry.content.replace("\n", "\n    ")
    return f"  [{entry.id}] {kind}{of}\n    {content}"
