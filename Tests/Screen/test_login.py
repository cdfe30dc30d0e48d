"""Signing in on the terminal: what a person types, and what the terminal is like afterwards."""

import unittest

from terminal import PROGRAM, Server, Terminal


class Login(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.end)

    def test_stopping_at_the_password_gives_the_terminal_back_and_asks_again(self):
        ann = Terminal(self.server, (80, 24), "ann")
        self.addCleanup(ann.end)
        before = ann.modes()
        # Nobody listens there; the questions come before that is noticed.
        ann.run(f"{PROGRAM} login --email --url http://127.0.0.1:9")
        ann.wait_for("E-mail:")
        ann.run("ann@example.org")
        ann.wait_for("Password:")
        ann.write("half a pass")
        ann.press("C-z")
        ann.wait_for("Stopped")
        self.assertEqual(ann.modes(), before)
        ann.run("clear; fg")
        ann.wait_for("Password:")
        ann.write("secret words")
        ann.press("C-c")
        ann.wait_for_shell()
        ann.run("echo status $?")
        ann.wait_for("status 130")
        self.assertNotIn("secret", ann.text())
        self.assertEqual(ann.modes(), before)


if __name__ == "__main__":
    unittest.main()
