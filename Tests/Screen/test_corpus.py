"""Hostile and difficult texts, through the screen and the tail, as a terminal emulator takes them."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from wcwidth import wcwidth

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tools" / "Bench"))
import flood  # noqa: E402
from emulator import cells, emulate  # noqa: E402
from pseudo import Screen  # noqa: E402
from terminal import PROGRAM  # noqa: E402
from tmux import Tmux  # noqa: E402

THREAD = "/topic/corpus"
CORPUS = [
    *(f"a{chr(code)}b" for code in [*range(1, 0x20), *range(0x7F, 0xA0)]),
    "\x1b]0;title\x07 \x1b[2J\x1b[31m \x9b2J \x1bP q\x1b\\ \x1b[6n \x1b]52;c;eA==\x07", "over\rwritten\b\b\b\tand\x7f",
    *(f"a{chr(code)}b" for code in [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x61C, 0x200B, 0xFEFF]),
    "e" + "\u0301" * 40, "\u0301leading", "\U0001F468\u200d\U0001F469\u200d\U0001F467 x", "\U0001F44D\U0001F3FD x",
    "\u2764\ufe0f x", "\u231a\ufe0e x", "\U0001F1F0\U0001F1F7\U0001F1EB\U0001F1EE x", "1\ufe0f\u20e3 x", "\U0001FAE8 x",
    "\u1112\u1161\u11ab x", "\u304b\u3099 x", "\u0645\u0631\u062d\u0628\u0627 x",
    # Marks that have a column of their own in some terminals and none in others.
    "\u0928\u092e\u0938\u094d\u0924\u0947 \u0915\u094d\u0937\u093f x", "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd \u0b95\u0bcd\u0bb7\u0bbf\u0bbf x", "\u09ac\u09be\u0982\u09b2\u09be x",
    "\u093f x", "a" + "\u0bbe" * 30 + " x", "\u1797\u17b6\u179f\u17b6 x", "\u212b\uf900 x",
    "\uac00" * 200, "\u65e5\u672c\u8a9e https://example.org/a?b=c&d=" + "e" * 150, "\u2028\u2029\x85", "\ue000 \U0010ffff \ufffe x",
    "\U000E0067\U000E007F", "```\nlet x = 1\n```", "**bold** *it* `code` > q", "\u3164\u115f\u00ad x", "\ufdfd x", "",
]
# What our own screen writes: cursor, colours, modes, and the title; nothing else may be an escape.
OWN = re.compile(
    rb"\x1b\[[0-9;]*[ABCDGHJKLMPSTX@dfmrhln]|\x1b\[\?[0-9;]+[hl]|\x1b\[[0-9]* q|\x1b\[>[0-9;]*[a-z]|\x1b\[<[0-9]*u"
    rb"|\x1b\[\?[0-9;]*[un]|\x1b\[[0-9;]*t|\x1b\[[0-9]*[bZ`aeEF]|\x1b\][012];[^\x00-\x1f\x7f]*\x07|\x1b\]1[01];\?(\x07|\x1b\\)"
    rb"|\x1b\]8;[^\x00-\x1f\x7f]*(\x07|\x1b\\)|\x1b[78=>M]|\x1b\([B0]|\x18|[\r\n\x08\x0e\x0f]|\x1b\[c|\x1b\[>c|\x1b\[>0?q")
# Letters that every emulator draws in one column, whatever stands before them.
AGREED = re.compile(r"[!-~\u2502\u2500]")
CONTROLS = re.compile(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c")


# In lines a tab and the line's end are all that may act.
ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


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


class CorpusTests(unittest.TestCase):
    def setUp(self):
        self.broker = Broker()
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)

    def open(self, size):
        screen = Screen(self.broker.url, THREAD, self.home.name, size)
        self.addCleanup(screen.end)
        return screen

    def assert_only_ours(self, written):
        rest = OWN.sub(b"", written)
        found = CONTROLS.search(rest)
        self.assertIsNone(found, found and rest[max(0, found.start() - 60):found.end() + 60])
        written.decode()

    def test_the_screen_writes_its_own_sequences_alone_and_no_cell_moves_in_any_emulator(self):
        tmux = Tmux()
        self.addCleanup(tmux.end)
        for size in ((100, 40), (61, 20), (40, 12)):
            with self.subTest(size):
                screen = self.open(size)
                screen.wait_for_the_end()
                for _ in range(9):
                    before = emulate(screen.written, size)
                    self.assert_same_cells(screen.written, size, tmux)
                    # Drawn piece by piece it is what it is when it is drawn at once.
                    self.assertEqual(emulate(screen.redrawn(), size), before)
                    self.assert_columns(before, size)
                    os.write(screen.master, b"\x1b[5~")
                    screen.settle()
                self.assert_only_ours(screen.written)

    def assert_same_cells(self, written, size, tmux):
        """Letters about which there is no doubt stand in the same cells in both emulators, whatever is beside them."""
        for row, (one, other) in enumerate(zip(cells(written, size), tmux.cells(written, size))):
            for column, pair in enumerate(zip(one, other)):
                # Marks may have joined the letter or stand in a cell of their own.
                pair = [letter[:1] for letter in pair]
                if any(AGREED.fullmatch(letter) for letter in pair):
                    self.assertEqual(pair[0], pair[1], f"row {row}, column {column}:\n{''.join(one)}\n{''.join(other)}")

    def assert_columns(self, rows, size):
        """The line between the list and the messages stands in one column from top to bottom."""
        lines = [row.index("│") for row in rows if "│" in row]
        if size[0] >= 60:
            self.assertGreater(len(lines), size[1] // 2)
        self.assertLessEqual(len(set(lines)), 1, rows)

    def test_every_size_is_drawn_and_no_letter_is_where_no_cell_is(self):
        screen = self.open((80, 24))
        screen.wait_for_the_end()
        for height in range(1, 13):
            for width in range(1, 41):
                size = (width, height)
                with self.subTest(size):
                    drawn = screen.resized(size)
                    self.assert_only_ours(drawn)
                    for row, column in re.findall(rb"\x1b\[(\d+);(\d+)H", drawn):
                        self.assertTrue(int(row) <= height and int(column) <= width, (row, column))
                    rows = cells(drawn, size)
                    # Half a wide letter is no letter: nothing sticks out of the last column.
                    self.assertFalse([row for row in rows if wcwidth(row[-1][:1] or " ") > 1])
        self.assertTrue(screen.redrawn())

    def tail(self, form):
        command = [PROGRAM, "tail", "--url", self.broker.url, "-o", form, "--count", str(len(CORPUS) + 1), THREAD]
        run = subprocess.run(command, capture_output=True, timeout=60, env={"HOME": self.home.name, "LANG": "C.UTF-8"})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("the end of it", run.stdout.decode())
        return run.stdout

    def test_the_tail_writes_letters_and_line_ends_alone(self):
        for form in ("text", "json"):
            with self.subTest(form):
                self.assertIsNone(ACTING.search(self.tail(form).decode()), form)
        self.tail("cat")

    def test_each_message_of_the_tail_is_a_line_in_any_emulator(self):
        written = self.tail("text").replace(b"\n", b"\r\n")
        size = (1000, len(CORPUS) + 2)
        tmux = Tmux()
        self.addCleanup(tmux.end)
        for rows in (cells(written, size), tmux.cells(written, size)):
            heads = ["".join(row)[:21] for row in rows[: len(CORPUS) + 1]]
            self.assertEqual(set(heads), {"2026-11-30T08:00:00+0"}, heads)
            self.assertEqual(set("".join(rows[-1])), {" "})
        marks = re.findall(r"[\u0300-\u036f]+", written.decode())
        self.assertLessEqual(max(map(len, marks)), 4)

    def test_lines_to_be_read_aloud_are_letters_and_line_ends_alone(self):
        command = [PROGRAM, "--plain", "--url", self.broker.url, "--join", THREAD]
        environment = {"HOME": self.home.name, "LANG": "C.UTF-8"}
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as program:
            written = b""
            deadline = time.monotonic() + 60
            while b"the end of it" not in written and time.monotonic() < deadline:
                written += os.read(program.stdout.fileno(), 1 << 16)
            program.stdin.close()
            written += program.stdout.read()
        self.assertIn("the end of it", written.decode())
        self.assertIsNone(ACTING.search(written.decode()))


if __name__ == "__main__":
    unittest.main()
