"""``python -m tiermem``: the same as the command ``tiermem``."""

from __future__ import annotations

import sys

from tiermem.doors.cli import main

if __name__ == "__main__":
    sys.exit(main())
