"""What an install takes: packages and megabytes of the library and of each extra, from the wheel in dist/."""

import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import row

TOP = Path(__file__).parents[1]
EXTRAS = ("", "server", "postgres", "cluster", "rl", "ray", "pictures")
LARGEST = 4


def run() -> None:
    wheels = sorted((TOP / "dist").glob("*.whl"))
    if not wheels:
        sys.exit("there is no wheel in dist/; make one with ./dev build")
    uv = next(filter(Path.exists, (TOP / ".tools" / "bin" / "uv",)), Path("uv"))
    row("extra", "packages", "MB", "  the largest")
    for extra in EXTRAS:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([uv, "venv", "--quiet", folder], check=True)
            what = f"{wheels[-1]}[{extra}]" if extra else str(wheels[-1])
            install = [uv, "pip", "install", "--quiet", "--python", f"{folder}/bin/python", what]
            subprocess.run([*install, "--constraint", TOP / "requirements" / "dev.lock"], check=True)
            site = next(Path(folder, "lib").glob("python*")) / "site-packages"
            sizes = sorted(((megabytes(each), each.name) for each in site.iterdir() if each.is_dir()), reverse=True)
            count = len([each for _, each in sizes if each.endswith(".dist-info")])
            largest = ", ".join(f"{name} {size:.1f}" for size, name in sizes[:LARGEST])
            row(extra or "(none)", str(count), f"{sum(size for size, _ in sizes):.0f}", f"  {largest}")


def megabytes(folder: Path) -> float:
    """Of the files, without bytecode."""
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file() and each.suffix != ".pyc") / 1e6
