"""Ends that nobody asked for: the terminal is given back all the same."""

import os
import signal

from terminal import PROGRAM
from walk import Walk


class Endings(Walk):
    def test_signals_and_crashes_give_the_terminal_back(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV, signal.SIGABRT, signal.SIGILL):
            with self.subTest(signal=number.name):
                ann = self.terminal("ann")
                before = ann.modes()
                self.open_chat(ann)
                os.kill(ann.child(), number)
                ann.wait_for_shell()
                self.assertEqual(ann.modes(), before)

    def test_without_a_server_the_screen_says_so_and_leaves_in_order(self):
        ann = self.terminal("ann")
        before = ann.modes()
        ann.run(f"{PROGRAM} --url ws://127.0.0.1:9/ws --join {self.thread}")
        ann.wait_for("trying again in", "127.0.0.1")
        ann.press("C-q")
        ann.wait_for_shell()
        self.assertEqual(ann.modes(), before)
