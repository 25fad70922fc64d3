"""Agents frameworks that tiermem plugs into."""
