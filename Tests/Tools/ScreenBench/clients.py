"""The clients that are measured: how each is started, and made to join the one thread."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

import feed
from terminal import Program

HERE = Path(__file__).resolve().parent


class Feed:
    """The feeding server, in a process of its own."""

    def __init__(self, kind):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "feed.py"), kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def wait_for_join(self):
        assert self.process.stdout.readline() == "joined\n", "the client has not joined"

    def begin(self, order):
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()

    def finish(self):
        """When it began to send, and when all was handed to the network."""
        return tuple(map(float, self.process.stdout.readline().split()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def environment(home):
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", "USER": "me"}


class Bobbin:
    name, protocol = "bobbin", "stomp"

    def __init__(self, program):
        self.program = str(program)

    def start(self, home, port):
        url = f"ws://127.0.0.1:{port}/ws"
        return Program([self.program, "--url", url, "--join", f"/topic/{feed.THREAD}"], environment(home))

    def settle(self, program):
        # What "connecting" has in common with it stays.
        program.wait_for(b"ed to feed")

    def check_stored(self, home, count):
        """Ends the program unless all messages are in the store, and in the index of its search."""
        (path,) = Path(home).glob(".local/share/bobbin/*/*.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{urllib.parse.quote(str(path))}?mode=ro", uri=True)) as store:
            (stored,), = store.execute("SELECT count(*) FROM messages")
            (waiting,), = store.execute("SELECT count(*) FROM unindexed")
        if (stored, waiting) != (count, 0):
            sys.exit(f"bench: of {count} messages {stored} are stored, {waiting} of them not indexed")


class WeeChat:
    name, protocol = "weechat", "irc"

    def start(self, home, port):
        server = f"/server add feed 127.0.0.1/{port} -nossl -nicks=me"
        commands = ["/set irc.server_default.anti_flood_prio_high 0", server, "/connect feed"]
        return Program(["weechat", "--dir", f"{home}/weechat", "-r", ";".join(commands)], environment(home))

    def settle(self, program):
        program.drain(1)
        program.type(f"/join #{feed.THREAD}\r")


class Irssi:
    name, protocol = "irssi", "irc"

    def start(self, home, port):
        return Program(
            ["irssi", f"--home={home}/irssi", "--connect=127.0.0.1", f"--port={port}", "--nick=me"], environment(home))

    def settle(self, program):
        program.drain(1)
        program.type(f"/join #{feed.THREAD}\r")


def installed(bobbin):
    peers = [client for client in (WeeChat(), Irssi()) if shutil.which(client.name)]
    return [Bobbin(bobbin), *peers]


class Chat:
    """A client that has joined the thread of a feed and is at rest."""

    def __init__(self, client, home):
        self.feed = Feed(client.protocol)
        try:
            self.program = client.start(home, self.feed.port)
            client.settle(self.program)
            self.feed.wait_for_join()
            self.program.drain(0.5)
        except BaseException:
            self.feed.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.end()
        self.feed.__exit__()

    def flood(self, count):
        """Seconds until the last of so many messages is on the screen."""
        start = len(self.program.written)
        self.feed.begin(f"burst {count}")
        shown = self.program.wait_for(feed.MARK.encode(), 120, start)
        began, _ = self.feed.finish()
        return shown - began

    def rest(self, seconds):
        """Reads what comes for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.program.read(left)

    def keys(self, count, pause):
        """Seconds until each of so many keys is on the screen."""
        # None of them is in what is fed, and two in a row differ.
        letters = "абвгдезиклмнопрст"
        delays = []
        next_key = time.monotonic()
        for number in range(count):
            next_key += pause * (0.7 + 0.6 * (number * 7919 % 97) / 97)
            self.rest(next_key - time.monotonic())
            start = len(self.program.written)
            pressed = time.monotonic()
            letter = letters[number % len(letters)]
            self.program.type(letter)
            delays.append(self.program.wait_for(letter.encode(), 10, start) - pressed)
            # A long line would wrap, and that draws more than a key.
            if number % 40 == 39:
                self.rest(pause)
                self.program.type("\x15")
                self.rest(2 * pause)
                next_key = time.monotonic()
        return delays
