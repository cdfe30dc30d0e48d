"""The chat at three sizes of screen."""

import unittest

from terminal import wait_until
from walk import Walk

NARROWEST_WITH_LIST = 60


class ChatWalk:
    """What holds at every size."""

    def test_two_clients_see_each_other(self):
        ann, bob = self.chat("ann"), self.chat("bob")
        self.say(ann, "good morning")
        bob.wait_for("ann", "good morning")
        self.say(bob, "안녕하세요, 반가워요")
        ann.wait_for("bob", "안녕하세요, 반가워요")
        self.say(ann, "축하해 🎉 日本 👍")
        bob.wait_for("축하해 🎉 日本 👍")

    def test_a_message_wider_than_the_screen_is_shown_whole(self):
        ann = self.chat("ann")
        words = [f"w{number:02}" for number in range(40)]
        ann.run(" ".join(words))
        ann.wait_for(*words)
        self.assert_ready(ann)

    def test_pasted_lines_are_not_sent(self):
        ann, reader = self.chat("ann"), self.tail()
        ann.paste("first pasted\nsecond pasted\n/quit\n")
        ann.wait_for("second pasted", "/quit")
        self.send(b"from outside")
        reader.wait_for("from outside")
        self.assertNotIn("pasted", reader.text())
        ann.press("C-c")
        ann.wait_without("second pasted")
        self.assert_ready(ann)

    def test_hostile_messages_do_not_disturb_the_screen(self):
        ann = self.chat("ann")
        ann.server.run("select-pane", "-t", ann.name, "-T", "untouched")
        self.send(b"before")
        ann.wait_for("before")
        for attack in HOSTILE:
            self.send(attack)
        self.send(b"after")
        ann.wait_for("after")
        self.assert_ready(ann)
        self.assertEqual(ann.format("#{pane_title}"), "untouched")
        self.assertEqual(ann.format("#{alternate_on}"), "1")
        self.assert_list_stands(ann)
        shown = ann.text()
        ann.press("C-l")
        self.say(ann, "still here")
        if "before" in shown:
            self.assertIn("before", ann.text())

    def assert_list_stands(self, terminal):
        """The line between the threads and the messages is whole."""
        if self.size[0] >= NARROWEST_WITH_LIST:
            rows = terminal.rows()[:-2]
            column = rows[0].index("│")
            for row in rows:
                self.assertEqual(row[column], "│", row)

    def test_resizing_keeps_what_was_said(self):
        ann = self.chat("ann")
        self.say(ann, "한국어 stays")
        for size in [(40, 10), (200, 60), (20, 5), (80, 24), self.size]:
            ann.resize(size)
            wait_until(lambda: f"composer at {size}:\n{ann.text()}",
                       lambda: len(ann.rows()) == size[1] and ann.rows()[-1].rstrip() == ">")
        ann.wait_for("한국어 stays", "connected to RabbitMQ")
        self.assert_list_stands(ann)
        self.say(ann, "and so does this")

    def test_ctrl_l_draws_anew(self):
        ann = self.chat("ann")
        self.say(ann, "written once")
        ann.scribble("\033[Hgarbage over everything\033[5;3H####")
        ann.wait_for("garbage over everything")
        ann.press("C-l")
        ann.wait_without("garbage")
        ann.wait_without("####")
        ann.wait_for("written once")
        self.assert_ready(ann)

    def test_suspending_and_coming_back(self):
        ann = self.terminal("ann")
        before = ann.modes()
        self.open_chat(ann)
        self.say(ann, "before the break")
        ann.press("C-z")
        ann.wait_for(ann.prompt)
        self.assertEqual(ann.modes(), before)
        self.send(b"while it slept")
        ann.run("fg")
        ann.wait_for("before the break", "while it slept")
        self.say(ann, "after the break")

    def test_leaving_gives_the_terminal_back(self):
        for leave in ("C-q", "C-c", "/quit"):
            with self.subTest(leave=leave):
                ann = self.terminal("ann")
                before = ann.modes()
                self.open_chat(ann)
                if leave.startswith("/"):
                    ann.run(leave)
                else:
                    ann.press(leave)
                ann.wait_for_shell()
                ann.run("echo status $?")
                ann.wait_for("status 0")
                self.assertEqual(ann.modes(), before)


HOSTILE = [
    b"\x1b[2J\x1b[H\x1b[31mred\x1b[7;1H",
    b"\x1b]0;owned\x07\x1b]2;owned\x1b\\",
    b"\x1b[?1049l\x1b[?25l\x1b[?1000h\x1bc",
    b"\x1bP$q\"p\x1b\\ \x1b(0 \x0e qqq \x0f",
    "\u009b2J\u009d0;owned\u009c \u0085 \u2028 \u2029".encode(),
    b"tab\tbs\x08\x08\x08cr\rvt\x0bff\x0cbel\x07del\x7f",
    "\u202eright to left\u2066 and \u200b\u200d\ufeff nothing \U000e0041".encode(),
    ("e" + "\u0301" * 200).encode(),
    ("家" * 300).encode(),
    "👨‍👩‍👧‍👦🏳️‍🌈🇰🇷1️⃣❤️".encode() * 20,
    "ᄀ".encode() * 50 + "각".encode() * 50,
    b'{"sender":"\\u001b[2Jx\\r\\n","content":"\\u001b]0;owned\\u0007 \\u0000 \\ud800"}',
    b"{" * 5000,
    b"x" * 20000,
]


class ChatAt80x24(ChatWalk, Walk):
    size = (80, 24)


class ChatAt40x10(ChatWalk, Walk):
    size = (40, 10)


class ChatAt200x60(ChatWalk, Walk):
    size = (200, 60)


if __name__ == "__main__":
    unittest.main()
