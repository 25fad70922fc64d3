"""``python -I -S run.py --host NAME …``: the command that `tiermem install` writes. Its work is in `asking`.

A script is compiled at each start, a module is not.
"""

import sys

sys.path.insert(0, __file__.removesuffix("run.py"))

from asking import main

main(sys.argv[1:])
