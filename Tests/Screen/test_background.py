"""The question for the terminal's background, and terminals that answer late, never or in pieces."""

import os
import tempfile
import time
import unittest

from emulator import emulate
from pseudo import Screen

QUESTION = b"\x1b]11;?"
ANSWER = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
SIZE = (60, 10)


class BackgroundTests(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        # Without a server the composer takes keys as well.
        self.screen = Screen("ws://127.0.0.1:9/ws", "/topic/background", home.name, SIZE)
        self.addCleanup(self.screen.end)
        # It waits for no answer: the screen is there, and takes keys.
        self.show("> ")
        self.assertIn(QUESTION, self.screen.written)

    def show(self, row):
        deadline = time.monotonic() + 60
        while emulate(self.screen.written, SIZE)[-1].rstrip() != row.rstrip():
            if time.monotonic() > deadline:
                raise AssertionError(f"not {row!r} but:\n" + "\n".join(emulate(self.screen.written, SIZE)))
            self.screen.read(0.1)

    def answer(self, *pieces, pause):
        for piece in pieces:
            os.write(self.screen.master, piece)
            time.sleep(pause)

    def assert_composer_takes(self, text):
        os.write(self.screen.master, text.encode())
        self.show(f"> {text}")

    def test_no_answer(self):
        self.assert_composer_takes("hello")

    def test_a_late_answer_leaves_nothing_in_the_composer(self):
        self.assert_composer_takes("hel")
        self.answer(ANSWER, pause=0.2)
        os.write(self.screen.master, b"lo")
        self.show("> hello")

    def test_an_answer_in_pieces_leaves_nothing_in_the_composer(self):
        # Half a second is a slow line; after more than a second nobody waits for the rest, which comes all the same.
        for pause in (0.3, 1.3):
            for at in (3, 9, len(ANSWER) - 4):
                with self.subTest(pause=pause, at=at):
                    self.answer(ANSWER[:at], ANSWER[at:], pause=pause)
                    self.assert_composer_takes("hello")
                    os.write(self.screen.master, b"\x15")
                    self.show("> ")

    def test_an_answer_that_never_ends_takes_no_key(self):
        self.answer(ANSWER[:15], pause=0.2)
        self.assert_composer_takes("hello")


if __name__ == "__main__":
    unittest.main()
