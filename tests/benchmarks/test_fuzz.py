"""Readers of foreign bytes answer or name the problem: half a minute of fuzzing."""

from __future__ import annotations

import pytest

from benchmarks import fuzz

SECONDS = 6


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(fuzz.TARGETS))
def test_mutated_input_is_answered_or_named(name, tmp_path):
    has_atheris = fuzz.importlib.util.find_spec("atheris") is not None
    if has_atheris:
        assert fuzz.with_atheris(name, SECONDS, 1, tmp_path) == 0
    else:
        assert fuzz.at_random(name, SECONDS, 1, tmp_path) > 100


@pytest.mark.parametrize("name", sorted(fuzz.TARGETS))
def test_the_samples_themselves_are_understood(name, tmp_path):
    for sample in fuzz.TARGETS[name][1]:
        fuzz.once(name, sample.encode(), tmp_path)


def test_a_failure_is_reported_with_the_input_kept(tmp_path, monkeypatch):
    def fails(data, folder):
        if b"\xff" in data:
            raise KeyError(data)

    monkeypatch.setattr(fuzz, "TARGETS", {"it": (fails, ["sample"])})
    with pytest.raises(KeyError):
        fuzz.at_random("it", 30, 1, tmp_path)
    (kept,) = tmp_path.iterdir()
    assert b"\xff" in kept.read_bytes()
