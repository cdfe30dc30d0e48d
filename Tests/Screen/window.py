"""A terminal that a test can take away."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from pathlib import Path

from terminal import PROGRAM


class Window:
    """The master's side of a pseudo-terminal, and the program on the other."""

    def __init__(self, words, variables, size=(80, 24)):
        self.shown = b""
        self.child, self.master = pty.fork()
        if self.child == 0:
            os.execve(PROGRAM, [PROGRAM, *words], variables)
        self.resize(size)

    def resize(self, size):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def wait_for(self, text, patience=60):
        deadline = time.monotonic() + patience
        while text.encode() not in self.shown:
            if not self.read(deadline - time.monotonic()):
                raise AssertionError(f"no {text} in {self.shown[-2000:]}")

    def read(self, patience):
        if not select.select([self.master], [], [], max(0, patience))[0]:
            return False
        try:
            self.shown += os.read(self.master, 65536)
        except OSError:
            return False
        return True

    def write(self, text):
        os.write(self.master, text.encode())

    def close(self):
        os.close(self.master)
        self.master = -1

    def computed(self):
        fields = Path(f"/proc/{self.child}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait(self, patience=20):
        """Its status, once it has ended."""
        deadline = time.monotonic() + patience
        while True:
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                self.child = 0
                return os.waitstatus_to_exitcode(status)
            if time.monotonic() > deadline:
                raise AssertionError("it has not ended")
            time.sleep(0.02)

    def end(self):
        if self.child:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        if self.master >= 0:
            os.close(self.master)
