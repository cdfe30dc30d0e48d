"""A connection whose certificates are not checked: the screen says so all the time."""

import json
import os
import ssl
import subprocess
import unittest
import urllib.request
from pathlib import Path

from terminal import PROGRAM, Server, Terminal


class Insecure(unittest.TestCase):
    def setUp(self):
        self.tmux = Server()
        self.addCleanup(self.tmux.end)
        self.folder = self.tmux.folder
        certificate, key = f"{self.folder}/server.pem", f"{self.folder}/server.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", "/CN=nobody", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        self.child = subprocess.Popen(
            [os.path.join(os.path.dirname(PROGRAM), "bobbin-server"), "--data", f"{self.folder}/data",
             "--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.child.stdout.close)
        self.addCleanup(self.child.wait)
        self.addCleanup(self.child.kill)
        self.url = self.child.stdout.readline().split()[-1]
        body = {"email": "ann@example.com", "password": "a long password of ann", "name": "ann"}
        request = urllib.request.Request(f"{self.url}/api/v1/auth/signup", json.dumps(body).encode(),
                                         {"Content-Type": "application/json"})
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=ssl._create_unverified_context()))
        with opener.open(request) as answer:
            self.token = json.loads(answer.read())["result"]["accessToken"]

    def test_the_status_line_says_so_with_and_beside_a_notice(self):
        configuration = Path(self.folder) / "bobbin/config.json5"
        configuration.parent.mkdir()
        configuration.write_text(json.dumps({"profiles": {"home": {
            "url": self.url, "insecure": True, "tokenStore": {"environment": "ANNS_TOKEN"}}}}))
        terminal = Terminal(self.tmux, (100, 24), "ann")
        self.addCleanup(terminal.end)
        terminal.run(f"export ANNS_TOKEN={self.token}; clear; {PROGRAM}")
        terminal.wait_for("connected to ", "certificates are not checked")
        terminal.run("/nonsense")
        terminal.wait_for("certificates are not checked", "nonsense")
        terminal.press("C-q")
        terminal.wait_for_shell()


if __name__ == "__main__":
    unittest.main()
