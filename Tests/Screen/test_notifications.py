"""A person who looks elsewhere is told: by the terminal, and by a program of theirs."""

import json
import unittest
from pathlib import Path

from homes import Community, bobbin, environment, sign_in
from terminal import Server, wait_until
from window import Window


class Notifications(unittest.TestCase):
    def test_without_the_focus_a_watched_thread_is_told_and_taken_back_once_it_is_read(self):
        server = Server()
        self.addCleanup(server.end)
        home, other = Path(server.folder), Path(server.folder) / "other"
        other.mkdir()
        community = Community(home / "community")
        self.addCleanup(community.kill)
        ann = community.member("ann")
        bob = community.call("POST", "/auth/signup", {
            "email": "bob@example.com", "password": "a long password of bob", "name": "bob"})
        tea = community.thread(ann, "Tea")
        community.call("POST", f"/community/threads/{tea}/invite", {"memberIds": [int(bob["memberId"])]}, ann)
        sign_in(home, community.url, "ann")
        sign_in(other, community.url, "bob")
        (home / ".config/bobbin").mkdir(parents=True)
        (home / ".config/bobbin/config.json5").write_text(
            f'{{notifications: {{ways: ["bell", "osc99"], command: ["tee", "-a", "{home}/told"], watch: ["tea"]}}}}')

        window = Window(["--url", community.url], environment(home))
        self.addCleanup(window.end)
        window.wait_for("ed to 127.0.0.1")
        window.wait_for("Tea")
        window.write("\x1b[O")
        sent = bobbin(other, "send", "--url", community.url, "Tea", "come; over\x1b]0;x\x07 $(touch told)")
        self.assertEqual(sent.returncode, 0, sent.stderr)
        window.wait_for("\x1b]99;i=bobbin")
        window.wait_for("\x07")
        told = json.loads(wait_until("what the program was told", lambda: self.line(home / "told")))
        self.assertEqual((told["kind"], told["thread"], told["sender"]), ("watched", "Tea", "bob"))
        self.assertIn("$(touch told)", told["text"])
        self.assertNotIn("\x1b", told["text"])
        self.assertNotIn(b":p=close;", window.shown)
        window.write("\x1b[I")
        window.wait_for(":p=close;\x1b\\")

    @staticmethod
    def line(file):
        text = file.read_text() if file.exists() else ""
        return text if text.endswith("\n") else ""


if __name__ == "__main__":
    unittest.main()
