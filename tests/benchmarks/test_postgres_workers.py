"""The measurement of workers, with few observations: it fails if one has two effects or none."""

from __future__ import annotations

import pytest
from tests.store.postgresql import SERVERS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SERVERS == ["none"], reason="no server of PostgreSQL is installed here"),
]


def test_each_observation_has_one_effect_when_workers_and_server_are_killed():
    pytest.importorskip("psycopg_pool", reason="the extra 'postgres' is not installed")
    from benchmarks.postgres import workers

    figures = workers.measure(
        observations=2_000, users=40, workers=3, writers=2, batch=50, ruled=0, version=None
    )

    assert figures["faults"]["effects"] == figures["faults"]["written"] == 2_000
    assert figures["faults"]["claims_left"] == 0
    assert figures["queue_per_s"] > 0
