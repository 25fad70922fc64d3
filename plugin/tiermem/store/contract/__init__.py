"""The contract between engine and store: small protocols, one for each concept, the same on every database.

Scope is an argument of every function that reads or changes entries, by-id ones included.
Nothing here depends on the search syntax of an engine: `Terms` name what to find, the store decides how.
"""

from typing import TYPE_CHECKING

from tiermem.store.contract.shapes import (
    MOST_TRIES,
    SET_ASIDE,
    Backlog,
    Erased,
    Favour,
    Finding,
    ForeignRow,
    Growth,
    Near,
    OpenIndex,
    Place,
    Progress,
    Remaining,
    Retraction,
    SearchFilter,
    SessionBrief,
    SessionRow,
    Terms,
    TypedHit,
    Unembedded,
    Unread,
)
from tiermem.support.lazy import deferred
from tiermem.values import Candidate, EntryFilter

if TYPE_CHECKING:
    from tiermem.store.contract.access import AccessTokens
    from tiermem.store.contract.claims import Claim, ClaimCounts, Claims, Listener
    from tiermem.store.contract.learning import Profiles, Runs, Tasks
    from tiermem.store.contract.records import Records
    from tiermem.store.contract.search import Search, Typed
    from tiermem.store.contract.sessions import Sessions
    from tiermem.store.contract.store import Store
    from tiermem.store.contract.stream import Stream
    from tiermem.store.contract.vectors import Vectors
else:
    # A protocol is for reading and for type checkers; no process needs one.
    __getattr__ = deferred(
        __name__,
        {
            "tiermem.store.contract.access": ("AccessTokens",),
            "tiermem.store.contract.claims": ("Claim", "ClaimCounts", "Claims", "Listener"),
            "tiermem.store.contract.learning": ("Profiles", "Runs", "Tasks"),
            "tiermem.store.contract.records": ("Records",),
            "tiermem.store.contract.search": ("Search", "Typed"),
            "tiermem.store.contract.sessions": ("Sessions",),
            "tiermem.store.contract.store": ("Store",),
            "tiermem.store.contract.stream": ("Stream",),
            "tiermem.store.contract.vectors": ("Vectors",),
        },
    )

__all__ = [
    "MOST_TRIES",
    "SET_ASIDE",
    "AccessTokens",
    "Backlog",
    "Candidate",
    "Claim",
    "ClaimCounts",
    "Claims",
    "EntryFilter",
    "Erased",
    "Favour",
    "Finding",
    "ForeignRow",
    "Growth",
    "Listener",
    "Near",
    "OpenIndex",
    "Place",
    "Profiles",
    "Progress",
    "Records",
    "Remaining",
    "Retraction",
    "Runs",
    "Search",
    "SearchFilter",
    "SessionBrief",
    "SessionRow",
    "Sessions",
    "Store",
    "Stream",
    "Tasks",
    "Terms",
    "Typed",
    "TypedHit",
    "Unembedded",
    "Unread",
    "Vectors",
]
