"""The unit tests of the page's TypeScript, run by Node."""

import os
import shutil
import subprocess
from pathlib import Path

TOP = Path(__file__).parents[2]
VITEST = TOP / "web" / "node_modules" / "vitest" / "vitest.mjs"


def test_the_pages_own_unit_tests():
    path = os.pathsep.join([os.environ["PATH"], str(TOP / ".tools" / "node" / "bin")])
    node = shutil.which("node", path=path)
    assert node and VITEST.exists(), "Node or the page's packages are missing; run ./dev setup"
    told = subprocess.run(
        [node, VITEST, "run", "--no-color"], cwd=TOP / "web", capture_output=True, text=True, timeout=120, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
