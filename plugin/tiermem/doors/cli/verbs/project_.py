"""``tiermem project``: begin a project, finish it, list them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.values import Project


def configure(parser: ArgumentParser) -> None:
    """The sub-verbs."""
    parser.epilog = "project start TITLE [--id NAME] · project done NAME"
    parser.add_argument("action", nargs="?", choices=("list", "start", "done"), default="list")
    parser.add_argument("what", nargs="?", metavar="NAME", help="the project's name; to start one, its title")
    parser.add_argument("--id", metavar="NAME", help="with start: the name, instead of one from the title")
    parser.add_argument("--all", action="store_true", help="with list: those that are done as well")


def run(call: Call) -> int:
    """Do it."""
    options = call.options
    projects = call.memory.tasks(options.user)
    if options.action == "list":
        if options.what is not None:
            raise InputError("'project list' takes no name.")
        return _show(call, projects.projects(status=None if options.all else "active"))
    if options.what is None:
        raise InputError(f"Which one? Say 'tiermem project {options.action} NAME'.")
    if options.action == "start":
        return _show(call, [projects.start_project(options.what, id=options.id)])
    return _show(call, [projects.finish_project(options.what)])


def _show(call: Call, projects: list[Project]) -> int:
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
