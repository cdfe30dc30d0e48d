"""The example unit for bobbin tail, as the service manager reads it."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = f"{PROJECT}/Sources/Headless/Headless.docc/TailInScripts.md"


@unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze")
class Unit(unittest.TestCase):
    def test_the_example_is_a_unit_that_systemd_takes(self):
        with open(PAGE) as file:
            unit = re.search(r"```ini\n# /etc/systemd/system/(\S+)\n(.*?)```", file.read(), re.DOTALL)
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/{unit[1]}"
            with open(path, "w") as file:
                # The program need not be installed where this runs.
                file.write(unit[2].replace("/usr/bin/bobbin", os.path.abspath(os.environ["BOBBIN_TEST_PROGRAM"])))
            done = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_its_options_are_those_of_the_program(self):
        with open(PAGE) as file:
            words = re.search(r"ExecStart=/usr/bin/bobbin (.*?)\nSuccess", file.read(), re.DOTALL)[1]
        words = words.replace("\\\n", " ").replace("%S", "/nonexistent").split()
        done = subprocess.run([os.environ["BOBBIN_TEST_PROGRAM"], *words], env={}, capture_output=True, text=True)
        # It goes as far as looking for the profile.
        self.assertIn("profile", done.stderr)
        self.assertNotIn("option", done.stderr)


if __name__ == "__main__":
    unittest.main()
