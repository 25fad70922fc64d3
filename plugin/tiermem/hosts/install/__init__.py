"""Attaching to hosts: what is written into their own configuration, and taken out of it again."""

from tiermem.hosts.install.edits import Edit, Lines, Merge, Whole, Wish, applied, wanted, without
from tiermem.hosts.install.plans import HOSTS, SNIPPETS, Attachment, plan

__all__ = [
    "HOSTS",
    "SNIPPETS",
    "Attachment",
    "Edit",
    "Lines",
    "Merge",
    "Whole",
    "Wish",
    "applied",
    "plan",
    "wanted",
    "without",
]
