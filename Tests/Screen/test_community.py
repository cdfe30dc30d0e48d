"""A person's walk through the sample community, from the first start to the last key."""

import os
import re
import signal
import unittest
from pathlib import Path

import community
from terminal import PROGRAM, Server, Terminal, wait_until

SIZE = (100, 30)


class CommunityWalk(unittest.TestCase):
    def setUp(self):
        # A home of its own for each walk.
        self.server = Server()
        self.addCleanup(self.server.end)
        self.demo = Path(self.server.folder) / ".local/share/bobbin/demo"

    def terminal(self, user, size=SIZE):
        terminal = Terminal(self.server, size, user)
        self.addCleanup(terminal.end)
        return terminal

    def open_demo(self, terminal, *words):
        terminal.run(" ".join([PROGRAM, "demo", *words]))
        terminal.wait_for("connected to 127.0.0.1", "라운지 Lounge", "Swift study")

    def say(self, terminal, text):
        """Sends from the composer, and sees the text among the messages and the composer empty."""
        terminal.run(text)
        terminal.wait_for(text)
        wait_until(lambda: f"empty composer:\n{terminal.text()}", lambda: terminal.rows()[-1].rstrip() == ">")

    def command(self, terminal, line, *shown):
        terminal.run(line)
        terminal.wait_for(*shown)

    def account(self, name):
        lines = (self.demo / "accounts").read_text().splitlines()
        return next(line.split() for line in lines if line.startswith(name))

    def server_process(self):
        """The process of the demo's server; None when there is none."""
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = process.read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0].endswith(b"bobbin-server") and str(self.demo / "data").encode() in words:
                return int(process.parent.name)
        return None

    def assert_server_ends(self):
        wait_until("end of the demo's server", lambda: self.server_process() is None)

    def test_a_server_that_dies_comes_back_where_it_was_and_so_do_the_chats(self):
        ann, ben = self.terminal("ann"), self.terminal("ben")
        for terminal in (ann, ben):
            self.open_demo(terminal)
            self.command(terminal, '/join "라운지 Lounge"', "라운지 Lounge — ")
        self.say(ann, "before the end")
        ben.wait_for("before the end")
        address = (self.demo / "address").read_text()
        for _ in range(2):
            dead = self.server_process()
            os.kill(dead, signal.SIGKILL)
            wait_until("another server", lambda: self.server_process() not in (None, dead))
            self.assertEqual((self.demo / "address").read_text(), address)
        for terminal in (ann, ben):
            terminal.wait_for("connected to 127.0.0.1")
        self.say(ben, "after the end")
        ann.wait_for("after the end")
        for terminal in (ann, ben):
            terminal.press("C-q")
            terminal.wait_for_shell()
        self.assert_server_ends()

    def test_a_person_reads_writes_and_manages(self):
        ann = self.terminal("ann")
        before = ann.modes()
        self.open_demo(ann, "--fresh")
        # The list, and the history of the thread that is open.
        ann.wait_for("pinned", "Bobbin", "점심 모임", "환영해요")
        # Another thread, and back.
        ann.press("C-n")
        wait_until(lambda: f"title of the next thread:\n{ann.text()}", lambda: "Swift study" in ann.rows()[0])
        ann.press("C-p")
        wait_until(lambda: f"title of the first thread:\n{ann.text()}", lambda: "라운지" in ann.rows()[0])
        # A message, and the answer of a bot that is spoken to.
        self.say(ann, "hello from the walk, Barista!")
        ann.wait_for("↳ Demo: hello from the walk")
        # What can be done with messages: first others', then one's own.
        self.command(ann, "/reply an answer of mine", "an answer of mine")
        self.say(ann, "one to chnage")
        self.command(ann, "/edit one to change", "one to change", "edited")
        ann.wait_without("chnage")
        self.command(ann, "/react :rocket:", "🚀 1")
        self.say(ann, "one to take back")
        self.command(ann, "/delete", "y")
        ann.press("y")
        ann.wait_without("one to take back")
        ann.wait_for("(deleted)")
        # A file.
        file = Path(self.server.folder) / "notes.txt"
        file.write_text("what we spoke of\n")
        ann.run(f"/attach {file}")
        self.say(ann, "with a file")
        ann.wait_for("notes.txt")
        # A thread of one's own, and somebody in it.
        self.command(ann, "/create Walks -- where to go", "Walks", "where to go")
        wait_until(lambda: f"title of the new thread:\n{ann.text()}", lambda: "Walks" in ann.rows()[0])
        self.say(ann, "anybody here?")
        ann.run("/invite Sara")
        wait_until(lambda: f"two members:\n{ann.text()}", lambda: "2 members" in ann.rows()[0])
        # Out of a thread again.
        ann.run("/join Bobbin")
        wait_until(lambda: f"title of the thread Bobbin:\n{ann.text()}", lambda: "Bobbin" in ann.rows()[0])
        ann.run("/leave")
        ann.wait_for("not joined")
        self.leave(ann, before)

    def test_signing_out_and_in_again_with_another_device(self):
        ann = self.terminal("ann")
        before = ann.modes()
        self.open_demo(ann)
        ann.run("/logout")
        ann.wait_for("sign")
        ann.wait_without("환영해요")
        self.sign_in_by_device(ann)
        ann.wait_for("connected to 127.0.0.1", "환영해요")
        self.say(ann, "back again")
        self.leave(ann, before)

    def sign_in_by_device(self, terminal):
        terminal.run("/login")
        terminal.wait_for("another device")
        for _ in range(3):
            terminal.press("Down")
        terminal.press("Enter")
        page, code = wait_until(
            lambda: f"page and code:\n{terminal.text()}", lambda: community.device_code(terminal.text())
        )
        email, password = self.account("demo")
        self.assertIn("Signed in", community.answer_device(page, code, "approve", email, password))

    def test_two_terminals_are_two_members_and_the_server_ends_with_the_last(self):
        ann, bob = self.terminal("ann"), self.terminal("bob", (80, 24))
        self.open_demo(ann)
        self.open_demo(bob)
        # Each member has threads pinned of their own.
        bob.run("/join 라운지 Lounge")
        wait_until(lambda: f"title of the lounge:\n{bob.text()}", lambda: "라운지" in bob.rows()[0])
        self.say(ann, "is there anybody?")
        bob.wait_for("is there anybody?")
        self.say(bob, "ich bin da 🎉")
        ann.wait_for("ich bin da 🎉")
        self.assertIsNone(re.search(r"Demo +ich bin da", ann.text()))
        # The first leaves, the second stays connected.
        ann.press("C-q")
        ann.wait_for_shell()
        self.say(bob, "still here")
        # However the last one ends, the server ends with it.
        self.assertIsNotNone(self.server_process())
        os.kill(bob.child(), signal.SIGKILL)
        self.assert_server_ends()
        # What was said is still there.
        self.open_demo(ann)
        ann.wait_for("still here")
        ann.press("C-q")
        ann.wait_for_shell()
        self.assert_server_ends()

    def leave(self, terminal, before):
        terminal.press("C-q")
        terminal.wait_for_shell()
        terminal.run("echo status $?")
        terminal.wait_for("status 0")
        self.assertEqual(terminal.modes(), before)
        self.assert_server_ends()


if __name__ == "__main__":
    unittest.main()
