"""The address of this user's resident process, and the values on which a hook and the process must agree.

Imported without ``site``, like `resident_client`, and imports only built-in modules.
"""

import os
import sys

SAME = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TIERMEM_PLUGINS", "TZ")
"""Variables on which both sides must agree: they determine the default store, the plugins and the local time."""
_ENDS = ("_API_KEY", "_BASE_URL", "_ENDPOINT", "_TOKEN", "_CREDENTIALS", "_PROFILE", "_PROXY", "_proxy")
_BEGINNINGS = ("AWS_", "AZURE_", "GOOGLE_")
"""Prefixes of variables for models and their accounts, on which both sides must agree too."""
DEFAULTS = (
    "TIERMEM_CONFIG",
    "TIERMEM_AGENT",
    "TIERMEM_STORE",
    "TIERMEM_USER",
    "TIERMEM_PROJECT",
    "TIERMEM_TASK",
)
"""Variables that replace arguments."""
IDLE_MINUTES = "10"
"""Minutes without a call after which a resident process exits that a hook started."""
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def socket_path() -> str:
    """Return where the resident process listens: ``TIERMEM_SOCKET``, or a file in the user's runtime folder."""
    named = os.environ.get("TIERMEM_SOCKET")
    if named:
        return named
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base:
        return f"{base}/tiermem/hook.sock"
    if sys.platform == "win32":
        return ""  # there is none
    return f"{os.environ.get('TMPDIR') or '/tmp'}/tiermem-{os.getuid()}/hook.sock"  # noqa: S108 a folder of 0700 in it


def is_own(folder: str) -> bool:
    """Return True if a folder belongs to the user, is not a link, and nobody else can write to it."""
    if sys.platform == "win32":
        return False
    state = os.lstat(folder)
    return state.st_uid == os.getuid() and not state.st_mode & 0o022 and state.st_mode & 0o170000 == 0o040000


def identity() -> list[str]:
    """Return the fields in which a client and a resident process must agree.

    The first is the package's folder, which identifies the installation. The second is the time of the last addition
    or removal there: a process started before may run an older version or other plugins.
    """
    folders = (PACKAGE, os.path.dirname(PACKAGE))
    changed = " ".join(str(os.stat(folder).st_mtime_ns) for folder in folders)
    named = sorted(name for name in os.environ if name.endswith(_ENDS) or name.startswith(_BEGINNINGS))
    models = "\n".join(f"{name}={os.environ[name]}" for name in named)
    return [PACKAGE, changed, *(os.environ.get(name, "") for name in SAME), models]
