"""Hooks: the contract, the manager, and how plugins are loaded."""
