"""The manual pages, as roff reads them."""

import os
import subprocess
import unittest

PROGRAM = os.environ["BOBBIN_TEST_PROGRAM"]
SERVER = os.environ["BOBBIN_TEST_SERVER"]


def page(*words):
    return subprocess.run([*words], check=True, capture_output=True, text=True, timeout=20).stdout


class Manual(unittest.TestCase):
    def shown(self, roff):
        done = subprocess.run(
            ["groff", "-man", "-ww", "-rLL=80n", "-Tutf8", "-P-cbou", "-K", "utf8"],
            input=roff, capture_output=True, text=True, timeout=20, check=True,
        )
        self.assertEqual("", done.stderr)
        return done.stdout

    def test_every_page_is_without_a_warning(self):
        commands = page(PROGRAM, "manual", "--list").split()
        self.assertIn("tail", commands)
        for command in commands:
            with self.subTest(command=command):
                shown = self.shown(page(PROGRAM, "manual", command))
                self.assertIn(f"bobbin-{command} - ", shown)
                self.assertIn("EXIT STATUS", shown)
        self.assertIn("bobbin-tail(1)", self.shown(page(PROGRAM, "manual")))
        self.assertIn("--behind-proxy", self.shown(page(SERVER, "manual")))

    def test_the_page_holds_what_the_help_holds(self):
        shown = self.shown(page(PROGRAM, "manual", "tail"))
        options = [word for line in page(PROGRAM, "help", "tail").splitlines()
                   for word in line.split()[:2] if line.startswith("  ") and word.startswith("--")]
        self.assertIn("--count", options)
        for option in options:
            self.assertIn(option, shown)


if __name__ == "__main__":
    unittest.main()
