"""Nothing is lost: the chat without a network, killed, and found again."""

import os
import signal
import unittest
from pathlib import Path

from homes import Community, bobbin, sign_in
from terminal import PROGRAM, Server, Terminal, wait_until

SIZE = (100, 30)


class OfflineWalk(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.end)
        self.home = Path(self.server.folder)
        self.community = Community(self.home / "community")
        self.addCleanup(self.community.kill)
        self.token = self.community.member("ann")
        self.tea = self.community.thread(self.token, "Tea")
        self.coffee = self.community.thread(self.token, "Coffee")
        sign_in(self.home, self.community.url, "ann")

    def terminal(self):
        terminal = Terminal(self.server, SIZE, "ann")
        self.addCleanup(terminal.end)
        return terminal

    def open_chat(self, terminal, *shown):
        terminal.run(f"{PROGRAM} --url {self.community.url}")
        terminal.wait_for("Tea", "Coffee", *shown)

    def kill(self, terminal):
        """Ends the program as a crash would; what it leaves of the terminal is of no use, so there is a new one."""
        os.kill(terminal.child(), signal.SIGKILL)
        terminal.wait_for_shell()
        return self.terminal()

    def is_kept(self, text):
        return any(text in file.read_bytes() for file in (self.home / ".local/share/bobbin").rglob("*.sqlite*"))

    def show(self, terminal, title):
        """Goes to a thread."""
        terminal.run(f"/join {title}")
        wait_until(lambda: f"title {title}:\n{terminal.text()}", lambda: title in terminal.rows()[0])

    def say(self, terminal, text):
        terminal.run(text)
        terminal.wait_for(text)
        wait_until(lambda: f"empty composer:\n{terminal.text()}", lambda: terminal.rows()[-1].rstrip() == ">")

    def wait_for_contents(self, *texts):
        wait_until(lambda: f"{texts} in {self.community.contents(self.token, self.tea)}",
                   lambda: self.community.contents(self.token, self.tea) == list(texts))

    def test_without_a_server_history_is_there_and_a_message_waits_until_it_goes_out_once(self):
        ann = self.terminal()
        self.open_chat(ann, "connected to 127.0.0.1")
        self.show(ann, "Tea")
        self.say(ann, "before the night")
        self.wait_for_contents("before the night")
        ann.press("C-q")
        ann.wait_for_shell()
        self.community.stop()

        self.open_chat(ann, "offline since")
        self.show(ann, "Tea")
        ann.wait_for("before the night")
        self.say(ann, "written in the dark")
        ann.wait_for("written in the dark (waiting)", "1 message waits")
        # Killed, it waits still.
        ann = self.kill(ann)
        self.open_chat(ann, "offline since")
        self.show(ann, "Tea")
        ann.wait_for("written in the dark (waiting)")

        self.community.start()
        ann.wait_for("connected to 127.0.0.1")
        ann.wait_without("(waiting)")
        self.wait_for_contents("before the night", "written in the dark")
        self.say(ann, "in the light")
        self.wait_for_contents("before the night", "written in the dark", "in the light")
        self.assertEqual(ann.text().count("written in the dark"), 1)

    def test_a_draft_with_what_it_answers_survives_a_kill_and_stays_in_its_thread(self):
        ann = self.terminal()
        self.open_chat(ann, "connected to 127.0.0.1")
        self.show(ann, "Tea")
        self.say(ann, "what about Friday?")
        self.wait_for_contents("what about Friday?")
        ann.press("M-k")
        ann.wait_for("r reply")
        ann.press("r")
        ann.wait_for("↳ ann: what about Friday?")
        ann.write("만나요 at noo")
        ann.wait_for("만나요 at noo")
        self.show_other(ann, "Coffee")
        self.assertNotIn("만나요", ann.text())
        ann.paste("line one\nline two")
        ann.wait_for("line two")
        # It is written down a moment after the last key.
        wait_until("draft on disk", lambda: self.is_kept(b"line one\nline two"))
        ann = self.kill(ann)
        self.open_chat(ann, "connected to 127.0.0.1")
        self.show_draft(ann, "line two")
        self.assertNotIn("만나요", ann.text())
        self.show_draft(ann, "만나요 at noo")
        ann.wait_for("↳ ann: what about Friday?")
        ann.write("n")
        ann.press("Enter")
        self.wait_for_contents("what about Friday?", "만나요 at noon")
        self.assertEqual(self.community.contents(self.token, self.coffee), [])

    def show_other(self, terminal, title):
        """Goes to the next thread with a key, since the composer is in use."""
        terminal.press("C-n")
        wait_until(lambda: f"title {title}:\n{terminal.text()}", lambda: title in terminal.rows()[0])

    def show_draft(self, terminal, text):
        if text not in terminal.text():
            terminal.press("C-n")
        terminal.wait_for(text)

    def test_a_search_finds_korean_inside_a_word_on_the_screen_and_from_the_shell(self):
        ann = self.terminal()
        self.open_chat(ann, "connected to 127.0.0.1")
        self.show(ann, "Tea")
        self.say(ann, "내일 자전거를 탈까요")
        for number in range(40):
            self.say(ann, f"chatter {number}")
        self.show(ann, "Coffee")
        ann.write("half a draft")
        ann.press("M-/")
        ann.write("전거")
        ann.press("Enter")
        ann.wait_for("1 found", "Tea ann: 내일 자전거를 탈까요")
        ann.press("Enter")
        wait_until(lambda: f"the message chosen:\n{ann.text()}", lambda: "▸ 내일 자전거를 탈까요" in ann.text())
        self.assertIn("Tea", ann.rows()[0])
        # Not at once: a terminal tells Escape and the key behind it from Alt and that key by the time between.
        ann.press("Escape")
        ann.wait_without("Esc back")
        ann.press("C-q")
        ann.wait_for_shell()
        self.community.stop()
        found = bobbin(self.home, "search", "--url", self.community.url, "전거 in:tea")
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertIn("Tea ann: 내일 자전거를 탈까요", found.stdout)


if __name__ == "__main__":
    unittest.main()
