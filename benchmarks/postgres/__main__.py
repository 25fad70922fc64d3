"""``python -m benchmarks.postgres VERB …``; each verb is a module with a function ``main(arguments)``."""

from __future__ import annotations

import sys
from importlib import import_module

VERBS = ("find", "life", "users", "workers")


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in VERBS:
        sys.stderr.write(f"usage: python -m benchmarks.postgres {{{','.join(VERBS)}}} …\n")
        return 2
    import_module(f"benchmarks.postgres.{arguments[0]}").main(arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
