"""What hosts run as their command hook: as little Python as can be, for it is started anew with every message."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def command() -> tuple[str, ...]:
    """The program and its arguments, in front of the flags, that `tiermem install` writes.

    It is no script, which would be compiled at each start, and for which Python ends with the status 2 when it is gone:
    some hosts take that for a refusal of the prompt.
    """
    folder = json.dumps(str(Path(__file__).parent))
    code = (
        f"import os, sys; sys.path.insert(0, {folder}); "
        f"os.path.isdir({folder}) and __import__('asking').main(sys.argv[1:])"
    )
    return (sys.executable, "-I", "-S", "-c", code)
