"""The panel: pages in a browser on which a person sees, searches, corrects and erases what is remembered."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.staticfiles import StaticFiles

from tiermem.doors.panel.failing import PanelRoute, failed
from tiermem.doors.panel.frame import FOLDER
from tiermem.doors.panel.pages import changing, inbox, journal, memories, now, profile, recall, timeline
from tiermem.doors.panel.pages.inbox import Reviewed

__all__ = ["Reviewed", "failed", "router", "static_files"]

_PAGES = (now, memories, changing, recall, inbox, profile, journal, timeline)


def router() -> APIRouter:
    """Return the routes of all pages and of their static files."""
    made = APIRouter(route_class=PanelRoute, include_in_schema=False)
    for page in _PAGES:
        made.include_router(page.router)
    return made


def static_files() -> StaticFiles:
    """Return the app of the static files, to be mounted at ``/static``."""
    return StaticFiles(directory=FOLDER / "static")
