"""The program that hosts run as their command hook: as little Python as possible, since each message starts it."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def command() -> tuple[str, ...]:
    """Return the program and its first arguments, which `tiermem install` writes in front of the flags.

    It is not a script: Python would compile that at each start, and would end with status 2 once it is gone, which
    some hosts take as a refusal of the prompt.
    """
    folder = json.dumps(str(Path(__file__).parent))
    code = (
        f"import os, sys; sys.path.insert(0, {folder}); "
        f"os.path.isdir({folder}) and __import__('resident_client').main(sys.argv[1:])"
    )
    return (sys.executable, "-I", "-S", "-c", code)
