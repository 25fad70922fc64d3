"""The data files are found in a wheel as in a checkout."""

import os
import shutil
import subprocess
import sys
import tomllib

import pytest

from tiermem.support.resources import data_root, read_text

CHECKOUT = data_root()
SHOW = (
    "from tiermem.config import load_settings; from tiermem.support.resources import data_root;"
    "print(data_root()); print(load_settings(data_root() / 'config' / 'default.yaml').agent)"
)


def test_in_a_checkout_the_data_is_at_its_top():
    assert (CHECKOUT / "pyproject.toml").is_file()
    assert read_text("agent-schema.json") == (CHECKOUT / "agent-schema.json").read_text(encoding="utf-8")


def test_a_file_that_does_not_come_with_tiermem_is_an_error():
    with pytest.raises(FileNotFoundError):
        read_text("config/nothing.yaml")


def test_as_a_wheel_lays_it_out_the_data_is_inside_the_package(tmp_path):
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    shutil.copytree(
        CHECKOUT / "plugin" / "tiermem", tmp_path / "tiermem", ignore=shutil.ignore_patterns("__pycache__")
    )
    for source, target in wheel["force-include"].items():
        copy = shutil.copytree if (CHECKOUT / source).is_dir() else shutil.copy
        (tmp_path / target).parent.mkdir(exist_ok=True)
        copy(CHECKOUT / source, tmp_path / target)
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
    )
    assert done.stdout.splitlines() == [str(tmp_path / "tiermem" / "_data"), "default"]
