"""A clause marker that names no clause stops the run at collection."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")


def collect(folder: Path, marker: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "test_one.py").write_text(
        f"import pytest\n\n@pytest.mark.{marker}\ndef test_one() -> None:\n    pass\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "test_one.py"]
    paths = os.pathsep.join((str(CONFTEST.parents[1]), os.environ.get("PYTHONPATH", "")))
    env = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=env)


def test_a_real_clause_is_collected(tmp_path: Path) -> None:
    assert collect(tmp_path, 'clause("PA 665a.12(b)")').returncode == 0


@pytest.mark.parametrize(
    ("marker", "answer"),
    [
        ('clause("PA 665a.12(d)")', "no clause is called 'PA 665a.12(d)'. Did you mean"),
        ("clause()", "a clause marker is written"),
    ],
)
def test_a_marker_that_names_no_clause_fails_the_collection(tmp_path: Path, marker: str, answer: str) -> None:
    run = collect(tmp_path, marker)
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert answer in run.stderr
