"""Hostile and difficult texts, through the screen and the tail, as a terminal emulator takes them."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tools" / "Bench"))
import flood  # noqa: E402
from emulator import emulate  # noqa: E402

PROGRAM = os.path.realpath(os.environ["BOBBIN_TEST_PROGRAM"])
THREAD = "/topic/corpus"
# Without marks that have a column of their own in some terminals and none in others, as in Devanagari.
CORPUS = [
    *(f"a{chr(code)}b" for code in [*range(1, 0x20), *range(0x7F, 0xA0)]),
    "\x1b]0;title\x07 \x1b[2J\x1b[31m \x9b2J \x1bP q\x1b\\ \x1b[6n \x1b]52;c;eA==\x07", "over\rwritten\b\b\b\tand\x7f",
    *(f"a{chr(code)}b" for code in [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x61C, 0x200B, 0xFEFF]),
    "e" + "\u0301" * 40, "\u0301leading", "\U0001F468\u200d\U0001F469\u200d\U0001F467 x", "\U0001F44D\U0001F3FD x",
    "\u2764\ufe0f x", "\u231a\ufe0e x", "\U0001F1F0\U0001F1F7\U0001F1EB\U0001F1EE x", "1\ufe0f\u20e3 x", "\U0001FAE8 x",
    "\u1112\u1161\u11ab x", "\u304b\u3099 x", "\u0645\u0631\u062d\u0628\u0627 x",
    "\uac00" * 200, "\u65e5\u672c\u8a9e https://example.org/a?b=c&d=" + "e" * 150, "\u2028\u2029\x85", "\ue000 \U0010ffff \ufffe x",
    "\U000E0067\U000E007F", "```\nlet x = 1\n```", "**bold** *it* `code` > q", "\u3164\u115f\u00ad x", "\ufdfd x", "",
]
# What our own screen writes: cursor, colours, modes, and the title; nothing else may be an escape.
OWN = re.compile(
    rb"\x1b\[[0-9;]*[ABCDGHJKLMPSTX@dfmrhln]|\x1b\[\?[0-9;]+[hl]|\x1b\[[0-9]* q|\x1b\[>[0-9;]*[a-z]|\x1b\[<[0-9]*u"
    rb"|\x1b\[\?[0-9;]*[un]|\x1b\[[0-9;]*t|\x1b\[[0-9]*[bZ`aeEF]|\x1b\][012];[^\x00-\x1f\x7f]*\x07|\x1b\]1[01];\?(\x07|\x1b\\)"
    rb"|\x1b\]8;[^\x00-\x1f\x7f]*(\x07|\x1b\\)|\x1b[78=>M]|\x1b\([B0]|\x18|[\r\n\x08\x0e\x0f]|\x1b\[c|\x1b\[>c|\x1b\[>0?q")
CONTROLS = re.compile(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c")


class Broker:
    """Answers like one, and sends the corpus to who subscribes."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self.listener.getsockname()[1]}/ws"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.talk, args=[connection], daemon=True).start()

    def talk(self, connection):
        try:
            with connection:
                self.answer(connection)
        except (EOFError, OSError):
            pass

    def answer(self, connection):
        client = flood.Client(connection)
        while request := client.stomp_frame():
            command, headers = request
            client.answer(headers)
            if command in ("CONNECT", "STOMP"):
                client.send("CONNECTED", version="1.2", heart_beat="0,0", server="corpus")
            elif command == "SUBSCRIBE":
                for number, text in enumerate([*CORPUS, "the end of it"]):
                    connection.sendall(self.message(headers["id"], number, text))

    @staticmethod
    def message(subscription, number, text):
        body = json.dumps({"id": number, "sender": f"n{text}m"[:40], "content": text, "createdAt": "2026-11-30T08:00:00Z"})
        body = body.encode()
        head = (f"MESSAGE\nsubscription:{subscription}\nmessage-id:{number}\ndestination:{THREAD}\n"
                f"content-length:{len(body)}\n\n")
        return flood.frame(head.encode() + body + b"\0")


class Screen:
    """The chat in a pseudo-terminal, and what an emulator makes of all it writes."""

    def __init__(self, url, home, size):
        self.written = b""
        self.child, self.master = pty.fork()
        if self.child == 0:
            environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
            os.execve(PROGRAM, [PROGRAM, "--url", url, "--join", THREAD], environment)
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


class CorpusTests(unittest.TestCase):
    def setUp(self):
        self.broker = Broker()
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)

    def open(self, size):
        screen = Screen(self.broker.url, self.home.name, size)
        self.addCleanup(screen.end)
        return screen

    def assert_only_ours(self, written):
        rest = OWN.sub(b"", written)
        found = CONTROLS.search(rest)
        self.assertIsNone(found, found and rest[max(0, found.start() - 60):found.end() + 60])
        written.decode()

    def test_the_screen_writes_its_own_sequences_alone_and_no_cell_moves(self):
        for size in ((100, 40), (61, 20), (40, 12)):
            with self.subTest(size):
                screen = self.open(size)
                deadline = time.monotonic() + 60
                while "the end of it".encode() not in screen.written and time.monotonic() < deadline:
                    screen.read(1)
                screen.settle()
                for _ in range(7):
                    before = emulate(screen.written, size)
                    # Drawn piece by piece it is what it is when it is drawn at once.
                    self.assertEqual(emulate(screen.redrawn(), size), before)
                    self.assert_columns(before, size)
                    os.write(screen.master, b"\x1b[5~")
                    screen.settle()
                self.assert_only_ours(screen.written)

    def assert_columns(self, rows, size):
        """The line between the list and the messages stands in one column from top to bottom."""
        lines = [row.index("│") for row in rows if "│" in row]
        if size[0] >= 60:
            self.assertGreater(len(lines), size[1] // 2)
        self.assertLessEqual(len(set(lines)), 1, rows)

    def test_every_size_is_drawn_and_no_letter_is_where_no_cell_is(self):
        screen = self.open((80, 24))
        deadline = time.monotonic() + 60
        while "the end of it".encode() not in screen.written and time.monotonic() < deadline:
            screen.read(1)
        for height in range(1, 13):
            for width in range(1, 41):
                screen.resize((width, height))
                if width % 8 == 0:
                    drawn = screen.redrawn()
                    self.assert_only_ours(drawn)
                    emulate(drawn, (width, height))
                else:
                    screen.read(0.02)
        self.assertTrue(screen.redrawn())

    def test_the_tail_writes_letters_and_line_ends_alone(self):
        for form in ("text", "json", "cat"):
            with self.subTest(form):
                command = [PROGRAM, "tail", "--url", self.broker.url, "-o", form, "--count", str(len(CORPUS) + 1), THREAD]
                run = subprocess.run(command, capture_output=True, timeout=60, env={"HOME": self.home.name, "LANG": "C.UTF-8"})
                self.assertEqual(run.returncode, 0, run.stderr)
                output = run.stdout.decode()
                self.assertIn("the end of it", output)
                if form != "cat":
                    self.assertIsNone(re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", output), form)


if __name__ == "__main__":
    unittest.main()
