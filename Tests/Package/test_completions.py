"""Completions in the shells themselves, for the programs named by BOBBIN_TEST_PROGRAM and BOBBIN_TEST_SERVER."""

import os
import pty
import re
import select
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(os.environ["BOBBIN_TEST_PROGRAM"])
SERVER = os.path.abspath(os.environ["BOBBIN_TEST_SERVER"])


def printed(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=20).stdout


class Bash(unittest.TestCase):
    def candidates(self, program, *words):
        """What bash offers for the last word."""
        script = printed(program, "completions", "bash")
        name = os.path.basename(program)
        function = re.search(rf"complete -F (\S+) {name}$", script, re.MULTILINE).group(1)
        asking = f'COMP_WORDS=({name} "$@"); COMP_CWORD=$#; {function}; printf "%s\\n" "${{COMPREPLY[@]}}"'
        return set(printed("bash", "-c", f"{script}\n{asking}", "bash", *words).split())

    def test_commands_options_and_their_values(self):
        self.assertIn("tail", self.candidates(PROGRAM, "ta"))
        self.assertNotIn("send", self.candidates(PROGRAM, "ta"))
        self.assertIn("--count", self.candidates(PROGRAM, "tail", "--cou"))
        self.assertLessEqual({"cat", "json"}, self.candidates(PROGRAM, "tail", "-o", ""))
        self.assertIn("json", self.candidates(PROGRAM, "tail", "--output", "=", "j"))
        self.assertIn("json", self.candidates(PROGRAM, "tail", "--output", "="))
        self.assertEqual({"zsh"}, self.candidates(PROGRAM, "completions", "z"))

    def test_the_value_of_an_option_is_no_command(self):
        self.assertIn("--join", self.candidates(PROGRAM, "--profile", "tail", "--jo"))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            open(f"{folder}/authority.pem", "w").close()
            self.assertEqual({f"{folder}/authority.pem"}, self.candidates(PROGRAM, "--ca-file", f"{folder}/auth"))

    def test_the_server(self):
        self.assertEqual({"seed"}, self.candidates(SERVER, "s"))
        self.assertIn("--listen", self.candidates(SERVER, "--li"))


class Fish(unittest.TestCase):
    def candidates(self, program, line):
        with tempfile.TemporaryDirectory() as home:
            script = f"{home}/script.fish"
            with open(script, "w") as file:
                file.write(printed(program, "completions", "fish"))
            done = subprocess.run(
                ["fish", "--no-config", "-c", f'source {script}; complete -C "{line}"'],
                capture_output=True, text=True, timeout=20, check=True, env=os.environ | {"HOME": home},
            )
        self.assertEqual("", done.stderr)
        return {found.split("\t")[0] for found in done.stdout.splitlines()}

    def test_commands_options_and_their_values(self):
        self.assertEqual({"tail"}, self.candidates(PROGRAM, "bobbin ta"))
        self.assertIn("--count", self.candidates(PROGRAM, "bobbin tail --cou"))
        self.assertIn("--output=json", self.candidates(PROGRAM, "bobbin tail --output=j"))
        self.assertEqual({"seed"}, self.candidates(SERVER, "bobbin-server s"))
        self.assertIn("--listen", self.candidates(SERVER, "bobbin-server --li"))


class Zsh(unittest.TestCase):
    """zsh completes only at a terminal, so one is given to it."""

    def complete(self, program, line, wanted):
        name = os.path.basename(program)
        with tempfile.TemporaryDirectory() as home:
            with open(f"{home}/_{name}", "w") as file:
                file.write(printed(program, "completions", "zsh"))
            with open(f"{home}/.zshrc", "w") as file:
                file.write(f"PS1='ready> '\nfpath=({home} $fpath)\nautoload -Uz compinit\ncompinit -u -d {home}/dump\n")
            child, terminal = pty.fork()
            if child == 0:
                os.environ.update(HOME=home, ZDOTDIR=home, TERM="xterm", LC_ALL="C.UTF-8")
                os.execvp("zsh", ["zsh", "-i"])
            try:
                self.read(terminal, "ready> ")
                os.write(terminal, f"{line}\t".encode())
                return self.read(terminal, wanted)
            finally:
                os.close(terminal)
                os.kill(child, 9)
                os.waitpid(child, 0)

    def read(self, terminal, wanted):
        shown, ending = "", time.monotonic() + 20
        while wanted not in shown:
            ready, _, _ = select.select([terminal], [], [], max(0, ending - time.monotonic()))
            self.assertTrue(ready, f"zsh did not show {wanted!r}, but {shown!r}")
            shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown + os.read(terminal, 4096).decode(errors="replace"))
        return shown

    def test_commands_options_and_their_values(self):
        self.complete(PROGRAM, "bobbin whoa", "whoami ")
        self.complete(PROGRAM, "bobbin tail --no-reco", "--no-reconnect ")
        self.complete(PROGRAM, "bobbin export --format=mark", "markdown ")
        self.complete(SERVER, "bobbin-server --behind", "--behind-proxy ")


if __name__ == "__main__":
    unittest.main()
