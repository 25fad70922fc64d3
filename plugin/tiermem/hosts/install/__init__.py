"""Attaching to hosts: what is written into their own configuration, and taken out of it again."""

from tiermem.hosts.install.attachment import Attachment
from tiermem.hosts.install.edits import Edit, Table, Whole, Wish, applied, wanted, without
from tiermem.hosts.install.json_edits import Merge, Values
from tiermem.hosts.install.plans import HOSTS, NEXT, SERVED, SNIPPETS, plan
from tiermem.hosts.install.yaml_edits import Chosen

__all__ = [
    "HOSTS",
    "NEXT",
    "SERVED",
    "SNIPPETS",
    "Attachment",
    "Chosen",
    "Edit",
    "Merge",
    "Table",
    "Values",
    "Whole",
    "Wish",
    "applied",
    "plan",
    "wanted",
    "without",
]
