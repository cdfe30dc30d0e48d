"""The server under test: the program itself, on a free port and in a folder of its own."""

import json
import os
import signal
import subprocess
import tempfile
import unittest
import uuid

PROGRAM = os.environ.get("BOBBIN_TEST_SERVER", ".build/debug/bobbin-server")


class Server:
    """`bobbin-server`, ready for use from the start until `stop`."""

    def __init__(self, data, *options, stdin=subprocess.DEVNULL):
        self.child = subprocess.Popen(
            [PROGRAM, "--data", data, "--listen", "127.0.0.1:0", *options],
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.child.stdout.readline()
        if not line.startswith("listening on "):
            raise AssertionError(self.child.stderr.read())
        self.url = line.split()[-1]
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self, number=signal.SIGTERM):
        """Ends it and returns its exit code."""
        if self.child.poll() is None:
            self.child.send_signal(number)
        code = self.child.wait(timeout=20)
        self.child.stdout.close()
        self.child.stderr.close()
        return code

    def curl(self, *words, stdin=None):
        """What curl gets: the status, and the body as it came."""
        done = subprocess.run(
            ["curl", "--silent", "--max-time", "20", "--write-out", "\n%{http_code}", *words],
            input=stdin, capture_output=True)
        body, _, status = done.stdout.rpartition(b"\n")
        return int(status), body

    def call(self, method, path, body=None, token=None, address=None):
        """One REST call over curl: the status, and the envelope. A server behind a proxy takes it for `address`."""
        words = ["-X", method, self.url + path]
        if token:
            words += ["-H", f"Authorization: Bearer {token}"]
        if address:
            words += ["-H", f"X-Forwarded-For: {address}"]
        if body is not None:
            words += ["-H", "Content-Type: application/json", "--data-binary", "@-"]
        status, text = self.curl(*words, stdin=None if body is None else json.dumps(body).encode())
        return status, json.loads(text)

    def result(self, *arguments, **options):
        """The result of a call that goes well."""
        status, envelope = self.call(*arguments, **options)
        if not envelope["success"] or status >= 300:
            raise AssertionError(f"{arguments}: {status} {envelope}")
        return envelope.get("result")

    def member(self, name, address=None):
        """A new member, signed in."""
        return self.result("POST", "/api/v1/auth/signup",
                           {"email": f"{name}@example.com", "password": f"a long password of {name}", "name": name},
                           address=address)

    def thread(self, token, title="tea", members=()):
        return self.result("POST", "/api/v1/community/threads", {
            "title": title, "description": "about tea", "category": "FREE", "icon": "",
            "memberIds": [int(member) for member in members]}, token=token)["threadId"]

    def contents(self, token, thread):
        """The texts of a thread, oldest first."""
        texts, before = [], ""
        while True:
            page = self.result("GET", f"/api/v1/community/threads/{thread}/messages?limit=100{before}", token=token)
            texts += [message["content"] for message in page["messages"]]
            if not page["hasMore"]:
                return texts[::-1]
            before = f"&before={page['nextBefore']}"


def new_id():
    return str(uuid.uuid4())


class ServerTest(unittest.TestCase):
    """A test with a folder, and servers that end with it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.data = f"{folder.name}/data"

    def serve(self, *options, **settings):
        server = Server(self.data, *options, **settings)
        self.addCleanup(lambda: server.stop(signal.SIGKILL) if server.child.poll() is None else None)
        return server
