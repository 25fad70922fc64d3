"""The tiermem command."""
