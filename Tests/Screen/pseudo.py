"""The chat in a pseudo-terminal, where a test sees each byte and answers as a terminal would."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

from terminal import PROGRAM


class Screen:
    """The chat in a pseudo-terminal, and what an emulator makes of all it writes."""

    def __init__(self, url, thread, home, size):
        self.written = b""
        self.child, self.master = pty.fork()
        if self.child == 0:
            environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
            os.execve(PROGRAM, [PROGRAM, "--url", url, "--join", thread], environment)
        self.resize(size)

    def resize(self, size):
        self.size = size
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def read(self, patience):
        if not select.select([self.master], [], [], patience)[0]:
            return b""
        piece = os.read(self.master, 1 << 16)
        self.written += piece
        return piece

    def settle(self, quiet=0.15):
        while self.read(quiet):
            pass

    def wait_for_the_end(self):
        deadline = time.monotonic() + 60
        while b"the end of it" not in self.written and time.monotonic() < deadline:
            self.read(1)
        self.settle()

    def resized(self, size):
        """What is written at a new size; the watchdog is that it comes at all."""
        start = len(self.written)
        self.resize(size)
        deadline = time.monotonic() + 20
        while not self.written[start:].endswith(b"\x1b[?2026l"):
            if time.monotonic() > deadline:
                raise AssertionError(f"nothing was drawn at {size}")
            self.read(1)
        return self.written[start:]

    def redrawn(self):
        """What a redraw of everything writes; the watchdog is that it comes at all."""
        self.settle()
        start = len(self.written)
        os.write(self.master, b"\x0c")
        deadline = time.monotonic() + 20
        while b"\x1b[?2026l" not in self.written[start:]:
            if time.monotonic() > deadline:
                raise AssertionError(f"nothing was drawn at {self.size}")
            self.read(1)
        self.settle()
        return self.written[start:]

    def end(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.master)
