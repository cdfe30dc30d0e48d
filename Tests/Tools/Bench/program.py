"""The size of the program, how fast it starts and what it keeps in memory."""

import fcntl
import os
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from rounds import Server

STARTS = 50


def megabytes(path):
    return Path(path).stat().st_size / 1e6


def memory(pid, name):
    """A figure of /proc/PID/status in MB."""
    return int(re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.M)[1]) / 1000


def start_up(program):
    def once():
        started = time.perf_counter()
        pid = os.posix_spawn(program, [program, "--version"], os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
        ])
        os.waitpid(pid, 0)
        return (time.perf_counter() - started) * 1000

    return statistics.median(once() for _ in range(STARTS))


def wait_for(condition):
    deadline = time.monotonic() + 20
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


def version_memory(program):
    """The peak at the moment it writes its answer, at which a full pipe holds it."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    os.write(writing, bytes(4096))
    child = subprocess.Popen([program, "--version"], stdout=writing)
    os.close(writing)
    wait_for(lambda: "pipe_write" in Path(f"/proc/{child.pid}/wchan").read_text()
             or Path(f"/proc/{child.pid}/syscall").read_text().startswith("1 0x1 "))
    peak = memory(child.pid, "VmHWM")
    os.close(reading)
    child.wait()
    return peak


def idle_memory(program):
    """Resident and peak memory of a tail that is subscribed and to which nothing comes."""
    with Server(0) as server:
        url = f"ws://127.0.0.1:{server.port}/ws"
        child = subprocess.Popen([program, "tail", "--url", url, "/topic/general"], stdin=subprocess.DEVNULL)
        server.report()
        time.sleep(1)
        figures = memory(child.pid, "VmRSS"), memory(child.pid, "VmHWM")
        child.terminate()
        child.wait()
    return figures


def measure(programs):
    program = str(programs / "bobbin")
    with tempfile.TemporaryDirectory() as folder:
        stripped = f"{folder}/bobbin"
        subprocess.run(["strip", "-o", stripped, program], check=True)
        print(f"bobbin, static release: {megabytes(program):.1f} MB, stripped {megabytes(stripped):.1f} MB")
        print(f"  start-up of --version: {start_up(stripped):.1f} ms, median of {STARTS}")
        print(f"  peak memory of --version: {version_memory(stripped):.1f} MB")
        print("  memory of an idle tail: {:.1f} MB, peak {:.1f} MB".format(*idle_memory(stripped)))
