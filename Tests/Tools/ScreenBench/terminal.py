"""A program in a pseudo-terminal that nobody draws: what it writes is read as fast as it comes, and kept."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path

WIDTH, HEIGHT = 120, 40
PAINT = b"\x1b[?2026h"


class Program:
    def __init__(self, command, environment):
        self.written = bytearray()
        # When each piece of it came, and where it begins.
        self.pieces = []
        program = command[0]
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        self.started = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(master)
            os.login_tty(slave) if hasattr(os, "login_tty") else self.take_over(slave)
            os.execvpe(program, command, environment)
        os.close(slave)
        self.master = master

    @staticmethod
    def take_over(slave):
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for number in range(3):
            os.dup2(slave, number)
        if slave > 2:
            os.close(slave)

    def read(self, patience):
        """Takes what comes next; false when nothing does."""
        if not select.select([self.master], [], [], patience)[0]:
            return False
        piece = os.read(self.master, 1 << 20)
        self.pieces.append((time.monotonic(), len(self.written)))
        self.written += piece
        return True

    def wait_for(self, mark, patience=30, start=0):
        """When the bytes were there that were written last of the mark."""
        deadline = time.monotonic() + patience
        while True:
            found = self.written.find(mark, max(0, start))
            if found >= 0:
                end = found + len(mark)
                return next(moment for moment, begin in reversed(self.pieces) if begin < end)
            if not self.read(max(0, deadline - time.monotonic())) and time.monotonic() > deadline:
                raise TimeoutError(f"{mark!r} never came; the last were {bytes(self.written[-400:])!r}")

    def drain(self, quiet=0.3):
        """Reads until nothing has come for a while."""
        while self.read(quiet):
            pass

    def type(self, text):
        os.write(self.master, text.encode())

    def memory(self, name="VmRSS"):
        """MB."""
        return int(re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text(), re.M)[1]) / 1000

    def processor_seconds(self):
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wakeups(self):
        """How often each of its threads has waited for something."""
        return {task.name: int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", (task / "status").read_text(), re.M)[1])
                for task in Path(f"/proc/{self.pid}/task").iterdir()}

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
