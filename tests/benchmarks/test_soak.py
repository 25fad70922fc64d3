"""Sixteen processes on one file lose nothing and see no error; the whole soak takes ten minutes."""

from __future__ import annotations

import pytest
from benchmarks.soak import soak


@pytest.mark.slow
def test_sixteen_processes_on_one_file_lose_nothing(monkeypatch):
    done = soak(8, 16, 400)

    assert (done["died"], done["lost"], done["stale"], done["errors"], done["findings"]) == ([], 0, 0, 0, [])
    assert done["writes"] > 16
