"""Erase records permanently."""
