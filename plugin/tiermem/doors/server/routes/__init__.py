"""The REST routes, a module per resource."""

from __future__ import annotations

from fastapi import APIRouter

from tiermem.doors.server.routes import command, decisions, entries, journal, learning, profile, recall, store


def routers() -> tuple[APIRouter, ...]:
    """Return the routers of all resources."""
    parts = (entries, decisions, recall, journal, profile, learning, store, command)
    return tuple(part.router for part in parts)
