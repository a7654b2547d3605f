"""What a figure was measured on, and a command's time and memory."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path


def describe() -> str:
    """Return the machine in a line: processor, cores, memory, Python."""
    model = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.split(": ", 1)[1] for line in info.read_text().splitlines() if "name" in line]
        model = names[0] if names else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB, "
        f"{platform.system()}, Python {platform.python_version()}"
    )


def measure(*arguments: str | Path) -> tuple[float, float]:
    """Run `multiglobeqa` in a process of its own; return its seconds and peak memory in MiB."""
    return measure_command([sys.executable, "-m", "multiglobeqa.cli.main", *map(str, arguments)])


def measure_command(command: Sequence[str]) -> tuple[float, float]:
    """Run a command in a process of its own; return its seconds and peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    # Linux counts in KiB, macOS in bytes.
    return seconds, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


__all__ = ["describe", "measure", "measure_command"]
