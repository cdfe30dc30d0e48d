"""Kills the program with SIGKILL again and again while it sends, and counts what has become of each message.

    crash.py [--kills N] [--seed N]      N kills, half of them of `send --queue`, half of the chat in a terminal

Every message the program took must be in its thread exactly once, in the order of writing, or still in the outbox."""

import argparse
import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Screen"))
from homes import PROGRAM, Community, bobbin, environment, sign_in  # noqa: E402


class Sender:
    """`bobbin send --queue` with lines on its standard input."""

    name = "send"

    def __init__(self, home, url, thread):
        self.child = subprocess.Popen(
            [PROGRAM, "send", "--queue", "--url", url, thread], env=environment(home), stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid = self.child.pid

    def say(self, text):
        try:
            self.child.stdin.write(text.encode() + b"\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            pass

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        self.child.wait()
        try:
            self.child.stdin.close()
        except BrokenPipeError:
            pass


class Chat:
    """The chat in a pseudo-terminal."""

    name = "chat"

    def __init__(self, home, url, thread):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.execve(PROGRAM, [PROGRAM, "--url", url], environment(home))
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 90, 0, 0))
        os.set_blocking(self.master, False)
        self.shown = b""
        # The threads come from the store: nothing has to be connected to write. A draft may be there too.
        self.wait(b">", thread.encode())
        os.write(self.master, b"\x15")

    def drain(self, wait=0.0):
        while select.select([self.master], [], [], wait)[0]:
            try:
                data = os.read(self.master, 65536)
            except (BlockingIOError, OSError):
                return
            if not data:
                return
            self.shown = (self.shown + data)[-200_000:]
            wait = 0

    def wait(self, *texts, patience=20):
        deadline = time.monotonic() + patience
        while not all(text in self.shown for text in texts):
            if time.monotonic() > deadline:
                raise AssertionError(f"{texts} did not show: {self.shown[-2000:]!r}")
            self.drain(0.05)

    def say(self, text):
        self.drain()
        try:
            os.write(self.master, text.encode() + b"\r")
        except OSError:
            pass

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)


class Crash:
    def __init__(self, folder, seed):
        self.random = random.Random(seed)
        self.home = Path(folder) / "home"
        self.home.mkdir()
        self.community = Community(Path(folder) / "community")
        self.token = self.community.member("ann")
        self.threads = {title: self.community.thread(self.token, title) for title in ("Tea",)}
        sign_in(self.home, self.community.url, "ann")
        # The threads are known once.
        first = bobbin(self.home, "send", "--queue", "--url", self.community.url, "Tea", "the first")
        if first.returncode != 0:
            raise AssertionError(first.stderr)
        self.count = 0
        self.rounds = [["the first"]]

    def round(self, kind):
        """Writes messages and kills the program at some moment meanwhile."""
        program = kind(self.home, self.community.url, "Tea")
        deadline = time.monotonic() + self.random.uniform(0.02, 1.2)
        texts = []
        self.rounds.append(texts)
        while time.monotonic() < deadline:
            self.count += 1
            text = f"{kind.name} {self.count}"
            texts.append(text)
            program.say(text)
            # Not much faster than it goes out: an outbox that is full takes no more.
            time.sleep(self.random.choice((0, 0.01, 0.05, 0.1)))
        program.kill()

    def settle(self):
        """Lets what waits go out."""
        chat = Chat(self.home, self.community.url, "Tea")
        before, count = -1, 0
        while before < count:
            before = count
            deadline = time.monotonic() + 3
            while time.monotonic() < deadline:
                chat.drain(0.2)
            count = len(self.community.contents(self.token, self.threads["Tea"]))
        chat.kill()
        last = bobbin(self.home, "send", "--queue", "--url", self.community.url, "--timeout", "60s", "Tea", "the last")
        self.rounds.append(["the last"])
        if last.returncode != 0 or "queued" in last.stderr:
            raise AssertionError(f"what waits did not go out: {last.stderr}")

    def check(self):
        """What the server has, and what is wrong with it."""
        there = self.community.contents(self.token, self.threads["Tea"])
        given = [text for texts in self.rounds for text in texts]
        places = {text: place for place, text in enumerate(given)}
        order = [places[text] for text in there if text in places]
        wrong = next((i for i in range(1, len(order)) if order[i] < order[i - 1]), None)
        found = set(there)
        # Whatever the program took before a message that arrived it had taken for good.
        lost = [text for texts in self.rounds
                for text in texts[:max((i for i, text in enumerate(texts) if text in found), default=0)]
                if text not in found]
        problems = {
            "made up": [text for text in there if text not in places],
            "there twice": sorted({text for text in there if there.count(text) > 1}),
            "lost": lost,
            "out of order": [] if wrong is None else there[wrong - 1:wrong + 1],
        }
        return len(given), there, {name: texts for name, texts in problems.items() if texts}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(4), "big")
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory(prefix="bobbin-crash-") as folder:
        crash = Crash(folder, seed)
        try:
            started = time.monotonic()
            for number in range(options.kills):
                crash.round(Chat if number % 2 else Sender)
                # The server dies now and then as well.
                if crash.random.random() < 0.05:
                    crash.community.kill()
                    crash.community.start()
            crash.settle()
            given, there, problems = crash.check()
            print(f"{options.kills} kills in {time.monotonic() - started:.0f} s: {given} messages written, "
                  f"{len(there)} taken, each of them in the thread once" if not problems else f"seed {seed}")
            for name, texts in problems.items():
                print(f"{name}: {len(texts)}, such as {texts[:5]}", file=sys.stderr)
            if problems:
                sys.exit(1)
        finally:
            crash.community.kill()


if __name__ == "__main__":
    main()
