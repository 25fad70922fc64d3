"""Erase for good."""
