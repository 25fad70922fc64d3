"""Codex: Claude Code's language; the context becomes developer messages around the user's."""

from tiermem.hosts.codecs.claude_code import CAP, parse, render

__all__ = ["CAP", "parse", "render"]
