"""The store as a whole."""

from __future__ import annotations

from fastapi import APIRouter

from tiermem.doors.server.serving import MemoryOf, ServingOf

router = APIRouter(prefix="/api", tags=["store"])


@router.get("/health")
def health(serving: ServingOf, memory: MemoryOf) -> dict[str, object]:
    """Return whether the store answers."""
    return {"status": "ok", "agents": list(serving.agents), "head": memory.timeline.head}
