"""The REST routes, a module per resource."""

from __future__ import annotations

from fastapi import APIRouter

from tiermem.doors.server.routes import store


def routers() -> tuple[APIRouter, ...]:
    """Return the routers of all resources."""
    return (store.router,)
