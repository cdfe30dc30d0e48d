"""What can happen to a chat that is open all day: no end loses a draft, and none leaves a process that computes."""

import os
import re
import signal
import stat
import subprocess
import time
import unittest
from pathlib import Path

from homes import Community, environment, sign_in
from terminal import PROGRAM, Server, Terminal, wait_until
from window import Window


class LifeCase(unittest.TestCase):
    """A person with a thread in a community of its own."""

    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.end)
        self.home = Path(self.server.folder)
        self.community = Community(self.home / "community")
        self.addCleanup(self.community.kill)
        self.token = self.community.member("ann")
        self.tea = self.community.thread(self.token, "Tea")
        sign_in(self.home, self.community.url, "ann")

    def window(self, *words, size=(80, 24)):
        window = Window(["--url", self.community.url, *words], environment(self.home) | {"SWIFT_BACKTRACE": "enable=no"},
                        size)
        self.addCleanup(window.end)
        return window

    def open_window(self):
        window = self.window()
        # "connecting" becomes "connected to": only what differs is written.
        window.wait_for("ed to 127.0.0.1")
        window.wait_for("Tea")
        return window

    def is_kept(self, text):
        return any(text.encode() in file.read_bytes() for file in (self.home / ".local/share/bobbin").rglob("*.sqlite*"))

    def reports(self):
        return sorted((self.home / ".local/state/bobbin/crashes").glob("crash-*"))


class Life(LifeCase):
    def test_no_end_loses_what_was_begun(self):
        ends = {
            "SIGHUP": lambda window: os.kill(window.child, signal.SIGHUP),
            "SIGTERM": lambda window: os.kill(window.child, signal.SIGTERM),
            "a window that is closed": lambda window: window.close(),
            "Ctrl-Q": lambda window: window.write("\x11"),
        }
        for number, (name, end) in enumerate(ends.items()):
            with self.subTest(name):
                window = self.open_window()
                window.write(f" part{number}")
                window.wait_for(f"part{number}")
                end(window)
                window.wait()
                # At once: what waits to be written is written at the end.
                self.assertTrue(self.is_kept(f"part{number}"), name)

    def test_a_vanished_terminal_ends_it_without_computing(self):
        window = self.open_window()
        os.kill(window.child, signal.SIGSTOP)
        window.close()
        os.kill(window.child, signal.SIGCONT)
        window.wait()
        # And where nobody is told, as in a session of its own.
        window = self.open_window()
        before = window.computed()
        window.close()
        end = time.monotonic() + 20
        while os.waitpid(window.child, os.WNOHANG)[0] == 0:
            self.assertLess(window.computed() - before, 2, "it computes")
            self.assertLess(time.monotonic(), end, "it has not ended")
            time.sleep(0.05)
        window.child = 0

    def test_a_crash_gives_the_terminal_back_keeps_the_draft_and_leaves_a_report(self):
        for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGBUS):
            with self.subTest(number.name):
                before = self.reports()
                terminal = Terminal(self.server, (100, 30), "ann")
                self.addCleanup(terminal.end)
                modes = terminal.modes()
                # The backtrace of a debug build would take the screen.
                terminal.run(f"SWIFT_BACKTRACE=enable=no {PROGRAM} --url {self.community.url}")
                terminal.wait_for("connected to 127.0.0.1", "Tea")
                draft = f"secretdraft{number}"
                terminal.write(draft)
                terminal.wait_for(draft)
                wait_until("draft on disk", lambda: self.is_kept(draft))
                os.kill(terminal.child(), number)
                terminal.wait_for_shell()
                report = wait_until("report", lambda: sorted(set(self.reports()) - set(before)))[0]
                terminal.wait_for(f"it has crashed ({number.name})", report.name)
                self.assertEqual(terminal.modes(), modes)
                text = report.read_text()
                self.assertEqual(stat.S_IMODE(report.stat().st_mode), 0o600)
                self.assertIn(f"signal: {number.name}", text)
                self.assertRegex(text, r"frames, as object and offset:\n(  .+\n)+")
                for secret in ("secretdraft", "Tea", "ann", self.token[:20], "127.0.0.1"):
                    self.assertNotIn(secret, text.replace("bobbin", ""))
        terminal = Terminal(self.server, (100, 30), "ann")
        self.addCleanup(terminal.end)
        terminal.run(f"{PROGRAM} --url {self.community.url}")
        terminal.wait_for("secretdraft")

    def test_a_resize_storm_ends_in_the_right_picture(self):
        window = self.open_window()
        for number in range(400):
            window.resize((1 + number * 37 % 200, 1 + number * 23 % 60))
            os.kill(window.child, signal.SIGWINCH)
            while window.read(0):
                pass
        window.shown = b""
        window.resize((60, 12))
        window.write("\x0c")
        window.wait_for("Tea")
        before = window.computed()
        while window.read(0.3):
            pass
        time.sleep(1)
        self.assertLess(window.computed() - before, 0.5)

    def test_stopped_and_continued_it_is_as_before(self):
        terminal = Terminal(self.server, (80, 24), "ann")
        self.addCleanup(terminal.end)
        terminal.run(f"{PROGRAM} --url {self.community.url}")
        terminal.wait_for("connected to 127.0.0.1", "Tea")
        terminal.write("half a line")
        terminal.wait_for("half a line")
        child = terminal.child()
        os.kill(child, signal.SIGSTOP)
        wait_until("a stopped program", lambda: Path(f"/proc/{child}/stat").read_text().split(")")[1].split()[0] == "T")
        terminal.run("fg")
        terminal.wait_for("half a line", "connected to 127.0.0.1")

    def test_a_full_disk_takes_no_message_and_no_draft_away(self):
        folder = self.home / "small"
        folder.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "none", folder], capture_output=True)
        if mount.returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", folder], capture_output=True)
        variables = environment(self.home) | {"XDG_DATA_HOME": str(folder)}
        window = Window(["--url", self.community.url], variables)
        self.addCleanup(window.end)
        window.wait_for("ed to 127.0.0.1")
        filler = os.open(folder / "filler", os.O_CREAT | os.O_WRONLY)
        self.addCleanup(os.close, filler)
        try:
            while True:
                os.write(filler, bytes(4096))
        except OSError:
            pass
        window.write("written on a full disk\r")
        wait_until("message at the server", lambda: self.community.contents(self.token, self.tea) == [
            "written on a full disk"])
        before = window.computed()
        time.sleep(1)
        self.assertLess(window.computed() - before, 0.5)


class PlainLife(Life):
    """The chat in lines lives as long."""

    def test_no_end_loses_what_was_begun(self):
        window = self.window("--plain")
        window.wait_for("Tea>")
        window.write("hello\n")
        window.wait_for("ann: hello")
        window.write("\x04")
        self.assertEqual(window.wait(), 0)

    def test_a_vanished_terminal_ends_it_without_computing(self):
        window = self.window("--plain")
        window.wait_for("Tea>")
        window.close()
        window.wait()

    def test_a_crash_gives_the_terminal_back_keeps_the_draft_and_leaves_a_report(self):
        window = self.window("--plain")
        window.wait_for("Tea>")
        os.kill(window.child, signal.SIGSEGV)
        window.wait_for("it has crashed (SIGSEGV)")
        self.assertEqual(window.wait(), -signal.SIGSEGV)
        self.assertEqual(len(self.reports()), 1)

    def test_a_resize_storm_ends_in_the_right_picture(self):
        variables = environment(self.home) | {"TERM": "dumb"}
        window = Window(["--url", self.community.url, "--plain"], variables)
        self.addCleanup(window.end)
        window.wait_for("Tea>")
        window.write("/help\n")
        window.wait_for("/quit: quit")
        # Nothing moves the cursor: what is written is text and line ends.
        written = window.shown.replace(b"\r\n", b"\n")
        self.assertEqual(re.findall(rb"[\x00-\x09\x0b-\x1f\x7f]", written), [])
        os.kill(window.child, signal.SIGINT)
        self.assertEqual(window.wait(), 130)

    def test_stopped_and_continued_it_is_as_before(self):
        window = self.window("--plain")
        window.wait_for("Tea>")
        os.kill(window.child, signal.SIGSTOP)
        os.kill(window.child, signal.SIGCONT)
        window.write("still here\n")
        window.wait_for("ann: still here")

    def test_a_full_disk_takes_no_message_and_no_draft_away(self):
        """What stands for both is tried on the screen."""


class Trap(LifeCase):
    """A crash of the program's own: an instruction that traps, as a failed check of Swift ends in."""

    # What the compiler makes of a trap.
    instructions = {"x86_64": b"\x0f\x0b", "aarch64": b"\x00\x00\x00\x00"}

    def set_trap(self, process, name):
        """Has the thread of this name trap when it comes back from the call it waits in."""
        tasks = Path(f"/proc/{process}/task")
        task = next(task for task in tasks.iterdir() if (task / "comm").read_text().strip() == name)
        place = int((task / "syscall").read_text().split()[-1], 16)
        try:
            with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
                memory.seek(place)
                memory.write(self.instructions[os.uname().machine])
        except PermissionError:
            self.skipTest("another program's memory can't be written here")

    def test_a_trap_is_reported_once_and_nothing_speaks_after_it(self):
        if os.uname().machine not in self.instructions:
            self.skipTest("no trap is known for this machine")
        terminal = Terminal(self.server, (100, 30), "ann")
        self.addCleanup(terminal.end)
        modes = terminal.modes()
        # As people have it: where a toolchain is installed, Swift's own backtrace would take the screen.
        terminal.run(f"env -u SWIFT_BACKTRACE {PROGRAM} --url {self.community.url}")
        terminal.wait_for("connected to 127.0.0.1", "Tea")
        terminal.write("secretdraft")
        terminal.wait_for("secretdraft")
        wait_until("draft on disk", lambda: self.is_kept("secretdraft"))
        self.set_trap(terminal.child(), "terminal")
        # What nobody reads any more is an empty line to the shell.
        terminal.press("C-j")
        terminal.wait_for_shell()
        report = wait_until("report", self.reports)
        self.assertEqual(len(report), 1)
        shown = terminal.wait_for("it has crashed (SIGILL)", report[0].name)
        after = shown.split(report[0].name)[1]
        # The shell says that it was killed, and nobody else anything.
        self.assertNotRegex(after, r"(?i)swift|backtrace|thread|fatal|\*\*\*")
        self.assertEqual(terminal.modes(), modes)
        text = report[0].read_text()
        self.assertIn("signal: SIGILL, a fault", text)
        self.assertIn("thread: terminal", text)
        self.assertRegex(text, r"frames, as object and offset:\n(  .+\n)+")
        for secret in ("secretdraft", "Tea", "ann", self.token[:20], "127.0.0.1"):
            self.assertNotIn(secret, text.replace("bobbin", ""))
        terminal.run(f"clear; {PROGRAM} --url {self.community.url}")
        terminal.wait_for("connected to 127.0.0.1", "secretdraft")


class PlainEditor(LifeCase):
    def test_an_editor_has_the_keys_of_the_chat_in_lines_and_its_text_is_sent(self):
        editor, started = self.home / "editor", self.home / "started"
        editor.write_text(
            f"#!/bin/sh\ntouch '{started}'\nread -r line < /dev/tty\nprintf 'said %s\\n' \"$line\" > \"$1\"\n")
        editor.chmod(0o755)
        terminal = Terminal(self.server, (100, 30), "ann")
        self.addCleanup(terminal.end)
        terminal.run(f"VISUAL= EDITOR={editor} {PROGRAM} --plain --url {self.community.url}")
        terminal.wait_for("Tea>")
        terminal.run("/editor")
        wait_until("editor", started.exists)
        terminal.run("into the editor")
        terminal.wait_for("begun here", "said into the editor")
        terminal.run("/draft send")
        wait_until("message at the server", lambda: self.community.contents(self.token, self.tea) == [
            "said into the editor"])
        terminal.run("/edit 1")
        terminal.wait_for("it is now:")
        terminal.run("/quit")
        terminal.wait_for_shell()


class Sleep(LifeCase):
    """The lid is closed and opened again: everything stands still meanwhile, and the server has gone on."""

    def test_what_happened_meanwhile_is_there_soon_after(self):
        window = self.open_window()
        window.write("half a line")
        window.wait_for("half a line")
        os.kill(window.child, signal.SIGSTOP)
        self.community.kill()
        self.community.start()
        self.community.call("PATCH", f"/community/threads/{self.tea}", {"title": "Green things"}, self.token)
        window.resize((70, 20))
        window.shown = b""
        os.kill(window.child, signal.SIGCONT)
        window.wait_for("Green things")
        window.write("\r")
        wait_until("message at the server", lambda: "half a line" in self.community.contents(self.token, self.tea))


if __name__ == "__main__":
    unittest.main()
