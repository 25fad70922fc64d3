"""The wheel holds both packages and the shipped files, and what is read from it equals the checkout."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("hatchling", reason="hatchling, of the dev extra, builds the wheel")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_both_packages_and_the_shipped_files(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())

    assert {
        "tiermem/__init__.py",
        "tiermem/py.typed",
        "tiermem/_data/agent-schema.json",
        "tiermem/_data/config/default.yaml",
        "tiermem/_data/config/demo.json",
        "tiermem_hooks/secrets/__init__.py",
        "tiermem/text/languages/en/extraction.toml",
        "tiermem_hooks/py.typed",
    } <= names
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/", "plugin/", "hooks/"))]


def test_hermes_finds_the_provider_by_its_entry_point(wheel):
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("entry_points.txt"))
    points = zipfile.ZipFile(wheel).read(name).decode()

    assert "[hermes_agent.memory_providers]\ntiermem = tiermem.hosts.hermes:register\n" in points


def test_a_memory_opens_from_the_unpacked_wheel_alone(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import tiermem; from tiermem import Memory\n"
        "assert 'site' in tiermem.__file__\n"
        f"with Memory.open(store={str(tmp_path / 'm.db')!r}) as memory:\n"
        "    memory.entries().add(memory.entries().draft('The wheel works.'))\n"
        "    print(memory.preview().memory_prompt)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(tmp_path / "site"), "PATH": ""},
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )

    assert done.stderr == ""
    assert "The wheel works." in done.stdout


def test_what_installing_puts_on_the_disk_stays_under_eight_megabytes(wheel):
    assert sum(info.file_size for info in zipfile.ZipFile(wheel).infolist()) < 8_000_000
