"""What each script says of itself."""

import pathlib
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).parents[2] / "Scripts"


class Help(unittest.TestCase):
    def test_every_script_tells_its_use_at_once_and_does_nothing_else(self):
        for script in sorted(path for path in SCRIPTS.iterdir() if path.is_file()):
            with self.subTest(script.name):
                # Long before a build or a broker would be there, and without the tools they need.
                run = subprocess.run(
                    [script, "--help"], cwd="/", capture_output=True, text=True, timeout=20, env={"PATH": "/usr/bin:/bin"}
                )
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertIn(script.name if script.name != "generate-widths" else "Unicode", run.stdout)
                self.assertNotIn("set -euo", run.stdout)

    def test_a_broker_that_could_not_start_is_refused_before_anything_is_changed(self):
        wrong = {
            "lacks its value": ["start", "--port"],
            "no port": ["start", "--port", "70000"],
            "no ca.pem": ["start", "--tls", "/"],
            "usage:": ["stop", "--port", "15999"],
        }
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder, "state")
            for sentence, words in wrong.items():
                with self.subTest(words):
                    run = subprocess.run(
                        [SCRIPTS / "rabbitmq", *words],
                        capture_output=True,
                        text=True,
                        timeout=20,
                        env={"PATH": "/usr/bin:/bin", "BOBBIN_STATE": str(state)},
                    )
                    self.assertEqual(run.returncode, 2)
                    self.assertIn(sentence, run.stderr)
                    self.assertFalse(state.exists())

    def test_an_echo_that_nobody_could_start_is_refused_before_anything_is_built(self):
        for words in ([], ["server"], ["serve", "0"], ["client", "ws://127.0.0.1:1", "more"]):
            with self.subTest(words):
                run = subprocess.run([SCRIPTS / "ws-echo", *words], capture_output=True, text=True, timeout=20)
                self.assertEqual(run.returncode, 2)
                self.assertIn("usage: Scripts/ws-echo", run.stderr)
