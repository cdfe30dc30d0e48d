"""The server behind a real proxy that brings TLS: by our own program, and as strangers on the way see it."""

import http.client

from bobbin import Home
from proxy import Proxy
from server import ServerTest

# As many sign-ins as one address may begin at once; one more comes back every two seconds.
AT_ONCE = 30


def begin(connection, forged):
    """Begins a sign-in, with an entry that the caller makes up; returns the status."""
    connection.request("POST", "/oauth/device_authorization", "client_id=bobbin", {
        "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": forged})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def begin_many(connection, count=AT_ONCE + 5):
    """The statuses of so many, each claiming another address."""
    statuses = [begin(connection, f"10.0.0.{number}") for number in range(count)]
    connection.close()
    return statuses


def log_in(connection):
    """Tries a wrong password; returns the status."""
    connection.request("POST", "/api/v1/auth/login", '{"email": "ann@example.com", "password": "wrong words"}',
                       {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


class BehindProxy(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve("--behind-proxy")
        self.proxy = Proxy(f"{self.folder}/nginx", self.server.url)
        self.addCleanup(self.proxy.end)

    def home(self, name, **profile):
        return Home(f"{self.folder}/{name}", {"url": self.proxy.url, **profile})

    def test_our_program_signs_in_sends_and_receives_through_it(self):
        ann, ben = self.server.member("ann"), self.server.member("ben")
        self.server.thread(ann["accessToken"], "차 모임", members=[ben["memberId"]])
        homes = {}
        for name in ("ann", "ben"):
            homes[name] = self.home(name, caFile=self.proxy.authority)
            code, said = homes[name].sign_in(f"{name}@example.com", f"a long password of {name}", self.proxy.authority)
            self.assertEqual(code, 0, said)
            # Links lead to where people reach the server.
            self.assertIn(f"{self.proxy.url}/device", said)
        tail = homes["ben"].start("tail", "-o", "json", "--count", "2", "--timeout", "60s", "차 모임")
        self.addCleanup(tail.stderr.close)
        self.addCleanup(tail.stdout.close)
        while "following" not in (line := tail.stderr.readline()):
            self.assertNotEqual(line, "")
        for text in ("through the proxy 🎉", "x" * 1900):
            code, _, err = homes["ann"].run("send", "차 모임", text)
            self.assertEqual(code, 0, err)
        heard = [tail.stdout.readline() for _ in range(2)]
        self.assertEqual(tail.wait(timeout=60), 0)
        self.assertIn("through the proxy 🎉", heard[0])
        self.assertIn("x" * 1900, heard[1])

    def test_a_program_that_does_not_know_the_authority_stops(self):
        code, out, err = self.home("ann").run("login", "--device")
        self.assertEqual((code, out), (5, ""), err)
        self.assertIn("certificate", err)

    def test_limits_count_the_address_that_the_proxy_saw_whatever_the_caller_claims(self):
        first = begin_many(self.proxy.connection("127.0.0.2"))
        self.assertEqual(first[:AT_ONCE], [200] * AT_ONCE)
        self.assertEqual(first[-1], 429)
        # Others come in as if nothing had been, though all reach the server from one address.
        self.assertEqual(begin_many(self.proxy.connection("127.0.0.3"), 5), [200] * 5)

    def test_passwords_are_limited_by_that_address_too(self):
        begin_many(self.proxy.connection("127.0.0.2"))
        self.assertEqual(log_in(self.proxy.connection("127.0.0.2")), 429)
        self.assertEqual(log_in(self.proxy.connection("127.0.0.3")), 401)


class WithoutProxy(ServerTest):
    def test_nobody_gets_around_the_limits_by_claiming_an_address(self):
        server = self.serve()
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        statuses = begin_many(connection)
        self.assertEqual(statuses[:AT_ONCE], [200] * AT_ONCE)
        self.assertEqual(statuses[-1], 429)
