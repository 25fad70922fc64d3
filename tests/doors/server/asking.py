"""Requests that tests send to the server again and again."""

from __future__ import annotations


def added(api, content="Alec is the user's boss", category="person", **fields):
    """A new memory, as it was answered."""
    answer = api.post("/api/memory/", json={"content": content, "category": category, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


def listed(api, **asked):
    """A page of the list."""
    return api.get("/api/memory/", params=asked).json()
