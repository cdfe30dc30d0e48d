"""The program: its words, its end, and what survives it."""

import os
import signal
import subprocess
import threading
import time

from client import Client
from server import PROGRAM, ServerTest


class Program(ServerTest):
    def run_program(self, *words):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def refused(self, code, *words, says):
        status, out, err = self.run_program(*words)
        self.assertEqual((status, out), (code, ""))
        self.assertEqual(err.count("\n"), 1, err)
        for text in says:
            self.assertIn(text, err)

    def test_help_and_version(self):
        code, out, err = self.run_program("--help")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("--listen", out)
        self.assertEqual(self.run_program("--version")[0], 0)

    def test_mistakes_are_one_line_that_names_them(self):
        self.refused(2, says=["--data"])
        self.refused(2, "--data", self.data, "--listen", "0.0.0.0:8080", says=["--tls-cert", "--behind-proxy"])
        self.refused(2, "--data", self.data, "--lisen", "x", says=["--lisen"])
        self.refused(1, "--data", self.data, "--listen", "127.0.0.1:0", "--tls-cert", "/none.pem",
                     "--tls-key", "/none.key", says=["/none.pem"])
        self.refused(1, "--data", "/proc/nothing", "--listen", "127.0.0.1:0", says=["/proc/nothing"])

    def test_a_seeded_folder_is_left_as_it_is(self):
        code, first, _ = self.run_program("seed", "--data", self.data)
        self.assertEqual(code, 0)
        code, out, err = self.run_program("seed", "--data", self.data)
        self.assertEqual((code, out, err.count("\n")), (0, "", 1))
        self.assertIn(self.data, err)
        email, password = first.splitlines()[0].split()
        server = self.serve()
        server.result("POST", "/api/v1/auth/login", {"email": email, "password": password})
        server.stop()
        code, out, _ = self.run_program("seed", "--data", self.data, "--new-passwords")
        self.assertEqual((code, len(out.splitlines())), (0, len(first.splitlines())))
        self.assertNotIn(password, out)

    def test_a_busy_port_and_a_busy_folder_are_named(self):
        server = self.serve()
        self.refused(1, "--data", f"{self.folder}/other", "--listen", f"127.0.0.1:{server.port}",
                     says=[f"127.0.0.1:{server.port}", "in use"])
        self.refused(1, "--data", self.data, "--listen", "127.0.0.1:0", says=[self.data])
        self.assertEqual(server.stop(), 0)

    def test_signals_end_it_in_order(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(signal=number.name):
                server = self.serve()
                client = Client(server, server.member(f"ann{number}")["accessToken"])
                started = time.monotonic()
                self.assertEqual(server.stop(number), 0)
                self.assertLess(time.monotonic() - started, 10)
                client.wait("disconnected")

    def test_the_end_of_its_input_ends_it(self):
        reading, writing = os.pipe()
        server = self.serve("--exit-with-parent", stdin=reading)
        os.close(reading)
        self.assertEqual(server.curl(server.url + "/healthz")[0], 200)
        os.close(writing)
        self.assertEqual(server.child.wait(timeout=20), 0)
        server.stop()

    def test_codes_for_phones_are_printed_where_asked(self):
        server = self.serve("--print-codes")
        server.result("POST", "/api/v1/auth/code/request", {"phoneNumber": "+821012345678"})
        self.assertIn("+821012345678", server.child.stdout.readline())

    def test_nothing_that_was_confirmed_is_lost_by_a_kill(self):
        server = self.serve()
        ann = server.member("ann")
        thread = server.thread(ann["accessToken"])
        confirmed = []
        client = Client(server, ann["accessToken"])

        def talk():
            try:
                for number in range(1000):
                    text = f"message {number}"
                    client.say(thread, text, receipt=text)
                    confirmed.append(client.wait("receipt"))
                    time.sleep(0.05)
            except Exception:
                return

        talking = threading.Thread(target=talk)
        talking.start()
        while len(confirmed) < 25:
            time.sleep(0.01)
        server.stop(signal.SIGKILL)
        talking.join()
        again = self.serve()
        token = again.result("POST", "/api/v1/auth/login", {
            "email": "ann@example.com", "password": "a long password of ann"})["accessToken"]
        kept = again.contents(token, thread)
        self.assertEqual([text for text in confirmed if text not in kept], [])
        self.assertEqual(len(kept), len(set(kept)))
