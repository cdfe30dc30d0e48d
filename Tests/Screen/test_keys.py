"""Keys, pickers, the mouse and an editor, as a person uses them."""

import os
import stat
import unittest
from pathlib import Path

from terminal import PROGRAM, Server, Terminal, wait_until

SIZE = (100, 30)


class KeysWalk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.end)
        cls.folder = Path(cls.server.folder)

    def terminal(self, size=SIZE):
        terminal = Terminal(self.server, size, "ann")
        self.addCleanup(terminal.end)
        return terminal

    def demo(self, size=SIZE, **variables):
        terminal = self.terminal(size)
        words = [f"{name}='{value}'" for name, value in variables.items()]
        terminal.run(" ".join(["env", *words, PROGRAM, "demo"]))
        terminal.wait_for("connected to 127.0.0.1")
        return terminal

    def wait_composer(self, terminal, text):
        wait_until(lambda: f"{text} in the composer:\n{terminal.text()}",
                   lambda: terminal.rows()[-1].rstrip() == f"> {text}".rstrip())

    def test_pickers_candidates_and_the_mouse(self):
        ann = self.demo()
        # Some letters of a title lead to its thread.
        ann.press("C-k")
        ann.wait_for("go to", "점심 모임")
        ann.write("swst")
        ann.wait_for("> swst")
        ann.wait_without(" new │")
        ann.press("Enter")
        wait_until("the thread found", lambda: "Swift study" in ann.rows()[0])
        # Tab shows what there is and takes it.
        ann.write("love :heart")
        ann.press("Tab")
        ann.wait_for(":heart_eyes:")
        ann.press("Tab", "Tab")
        self.wait_composer(ann, "love 😍")
        # Cut, inserted, cut before that, undone, made again.
        ann.press("C-u")
        ann.write("one two")
        ann.press("M-BSpace", "C-y", "M-y")
        self.wait_composer(ann, "one love 😍")
        ann.press("C-_")
        self.wait_composer(ann, "one two")
        ann.press("C-u")
        # The history is found by some letters.
        ann.run("a message to find again")
        ann.wait_for("a message to find again")
        ann.press("C-r")
        ann.wait_for("written before")
        ann.write("find")
        ann.press("Enter")
        self.wait_composer(ann, "a message to find again")
        ann.press("C-c")
        # A click on a thread shows it, one on a message selects it.
        rows = ann.rows()
        row = next(index for index, text in enumerate(rows) if "라운지" in text.split("│")[0])
        ann.write(f"\033[<0;5;{row + 1}M\033[<0;5;{row + 1}m")
        wait_until("the thread clicked", lambda: "라운지 Lounge" in ann.rows()[0].split("│")[1])
        # The message above is selected and replied to with keys alone.
        ann.press("M-k")
        ann.wait_for("r reply")
        ann.press("r")
        ann.wait_for("↳")
        ann.press("C-c")
        # The help finds words.
        ann.press("F1")
        ann.wait_for("Writing")
        ann.write("unread")
        ann.wait_for("find: unread", "Alt-A")
        ann.wait_without("Ctrl-T")
        ann.press("Escape")
        ann.wait_without("find: unread")
        ann.press("Escape")
        ann.wait_without("Esc closes the help")
        ann.press("C-q")
        ann.wait_for_shell()

    def test_an_editor_has_the_terminal_and_gives_it_back(self):
        seen = self.folder / "seen"
        editor = self.folder / "my editor"
        editor.write_text(
            f"#!/bin/sh\nstty -a > '{seen}.modes'\nls -l \"$2\" > '{seen}'\nread -r line < /dev/tty\n"
            "printf '%s\\nand %s\\n' \"$(cat \"$2\")\" \"$line\" > \"$2\"\nexit ${FAIL:-0}\n"
        )
        editor.chmod(0o755)
        ann = self.demo(EDITOR=f"\"{editor}\" --wait", VISUAL="")
        ann.write("begun")
        ann.press("C-x", "C-e")
        wait_until("the editor", lambda: seen.exists() and seen.read_text())
        self.assertTrue(seen.read_text().startswith("-rw-------"), seen.read_text())
        self.assertIn(" icanon", Path(f"{seen}.modes").read_text())
        ann.resize((90, 25))
        ann.run("typed in it")
        wait_until(lambda: f"the text of the editor:\n{ann.text()}",
                   lambda: [row.rstrip() for row in ann.rows()[-2:]] == ["> begun", "  and typed in it"])
        self.assertEqual(len(ann.rows()), 25)
        self.assertFalse(Path(seen.read_text().split()[-1]).exists())
        ann.press("C-c")
        ann.press("C-q")
        ann.wait_for_shell()

    def test_an_editor_that_fails_or_is_missing_leaves_the_text(self):
        def script(name, text):
            path = self.folder / name
            path.write_text(f"#!/bin/sh\n{text}\n")
            path.chmod(0o755)
            return path

        editors = [
            ("false", "ended with 1"), ("/no/such/editor -w", "can't be started"),
            (script("killed", 'echo lost > "$1"; kill -9 $$'), "ended by signal 9"),
            (script("pipe", 'rm "$1"; mkfifo "$1"'), "something else than a file"),
            (script("gone", 'rm "$1"'), "left no text behind"),
            (script("bytes", 'printf "\\377\\376" > "$1"'), "no text of UTF-8"),
        ]
        for editor, sentence in editors:
            ann = self.demo(VISUAL=editor)
            ann.write("kept")
            ann.press("C-x", "C-e")
            ann.wait_for(sentence)
            self.wait_composer(ann, "kept")
            ann.press("C-c", "C-q")
            ann.wait_for_shell()

    def test_a_community_that_is_taken_away_comes_back(self):
        ann = self.demo()
        ann.run("/disconnect")
        ann.wait_for("Nothing is connected", "/connect brings it back")
        ann.run("/connect")
        ann.wait_for("Swift study")
        ann.wait_without("Nothing is connected")
        ann.run("back again")
        ann.wait_for("back again")
        self.wait_composer(ann, "")
        ann.press("C-q")
        ann.wait_for_shell()

    def test_other_terminals(self):
        for name, size in [("screen", SIZE), ("linux", SIZE), ("no-such-terminal", SIZE), ("xterm-256color", (20, 5)),
                           ("xterm-256color", (300, 100))]:
            with self.subTest(name=name, size=size):
                ann = self.terminal(size)
                ann.run(f"TERM={name} NO_COLOR=1 {PROGRAM} demo")
                wait_until(lambda: f"composer:\n{ann.text()}", lambda: ann.rows()[-1].rstrip() == ">")
                ann.press("C-Left")
                ann.write("good day")
                self.wait_composer(ann, "good day")
                colors = ann.server.run("capture-pane", "-p", "-e", "-t", ann.name)
                self.assertNotRegex(colors, r"\033\[[0-9;]*(3[0-7]|38;5|48;5)")
                ann.press("C-c", "C-q")
                ann.wait_for_shell()
        ann = self.terminal()
        ann.run(f"TERM=dumb {PROGRAM} demo; echo status $?")
        ann.wait_for("can't move its cursor", "status 2")

    def test_the_key_viewer_tells_what_keys_send_and_do(self):
        ann = self.terminal()
        before = ann.modes()
        ann.run(f"{PROGRAM} keys")
        ann.wait_for("Ctrl-C ends this")
        ann.press("C-Left", "M-a", "F12")
        ann.wait_for("wordLeft", "nextUnread", "does nothing")
        ann.press("C-c")
        ann.wait_for_shell()
        self.assertEqual(ann.modes(), before)


if __name__ == "__main__":
    unittest.main()
