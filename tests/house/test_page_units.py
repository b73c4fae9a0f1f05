"""What is pure in the browser's modules, tested by node's own runner: a file in `tests/pages` for each."""

import shutil
import subprocess

import pytest

from tests.check_pages import ROOT

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
def test_the_pure_modules_of_the_pages() -> None:
    assert NODE is not None
    units = sorted((ROOT / "tests" / "pages").glob("*.test.js"))
    assert units
    done = subprocess.run([NODE, "--test", *units], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
