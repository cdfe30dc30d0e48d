"""A session kept in a keyring that runs: `tokenStore: "secret-tool"`."""

import json
import os
import subprocess

from bobbin import Home
from server import ServerTest


class Keyring(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.server.member("ann")
        self.profile = {"url": self.server.url, "tokenStore": "secret-tool"}

    def keep(self, child):
        """Ends a program with the test."""
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def keyring(self):
        """A bus of the test's own, and a keyring on it that is unlocked; what a program needs to find them."""
        for name in ("runtime", "share"):
            os.makedirs(f"{self.folder}/{name}", mode=0o700)
        environment = {"XDG_RUNTIME_DIR": f"{self.folder}/runtime", "XDG_DATA_HOME": f"{self.folder}/share"}
        bus = self.keep(subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address"],
                                         env=os.environ | environment, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, text=True))
        self.addCleanup(bus.stdout.close)
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        daemon = self.keep(subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            env=os.environ | environment | {"HOME": self.folder}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL))
        daemon.stdin.write(b"the keyring's own password")
        daemon.stdin.close()
        # It says where it can be reached once it can be.
        daemon.stdout.readline()
        daemon.stdout.close()
        self.environment = environment
        return environment

    def secret(self, home, *words):
        done = subprocess.run(["secret-tool", *words, "service", "bobbin", "profile", f"home {self.server.url}"],
                              env=home.environment, capture_output=True, text=True, timeout=30)
        return done.stdout

    def test_a_session_is_kept_renewed_and_forgotten_there(self):
        home = Home(f"{self.folder}/home", self.profile, self.keyring())
        code, said = home.sign_in("ann@example.com", "a long password of ann")
        self.assertEqual(code, 0, said)
        first = json.loads(self.secret(home, "lookup"))
        self.assertEqual(first["name"], "ann")
        code, out, err = home.run("whoami")
        self.assertEqual((code, out), (0, f"ann <ann@example.com> on {self.server.url}\n"), err)

        # With the access token gone the session is renewed, and what is renewed is kept there too.
        stale = json.dumps(first | {"accessToken": "expired", "expiresAt": "2026-01-01T00:00:00Z"})
        subprocess.run(["secret-tool", "store", "--label=stale", "service", "bobbin", "profile",
                        f"home {self.server.url}"], env=home.environment, input=stale, text=True, check=True)
        self.assertEqual(home.run("whoami")[0], 0)
        second = json.loads(self.secret(home, "lookup"))
        self.assertNotEqual(second["refreshToken"], first["refreshToken"])

        code, _, err = home.run("logout")
        self.assertEqual((code, err), (0, f"Signed out of {self.server.url}.\n"))
        self.assertEqual(self.secret(home, "lookup"), "")
        code, _, err = home.run("whoami")
        self.assertEqual(code, 3, err)
        self.assertIn("run bobbin login --profile home", err)
        # Nothing was written beside the keyring but the lock.
        kept = [name for _, _, names in os.walk(f"{self.folder}/home") for name in names]
        self.assertEqual(sorted(name.endswith((".lock", "config.json5")) for name in kept), [True] * len(kept), kept)

    def test_without_a_keyring_one_line_says_what_is_missing(self):
        home = Home(f"{self.folder}/home", self.profile, {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder}/none"})
        code, out, err = home.run("whoami")
        self.assertEqual((code, out, err.count("\n")), (7, "", 1), err)
        self.assertIn("secret-tool", err)
        self.assertIn("keyring", err)
