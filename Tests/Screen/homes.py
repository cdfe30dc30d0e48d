"""A community on a fixed port that comes and goes, and homes in which people are signed in to it."""

import json
import os
import pty
import select
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

PROGRAM = os.path.realpath(os.environ["BOBBIN_TEST_PROGRAM"])
SERVER = os.environ.get("BOBBIN_TEST_SERVER", str(Path(PROGRAM).with_name("bobbin-server")))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Community:
    """`bobbin-server` in a folder of its own; `start` after `stop` or `kill` brings it back with all it knew."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.child = None
        self.start()

    def start(self):
        self.child = subprocess.Popen(
            [SERVER, "--data", self.folder, "--listen", f"127.0.0.1:{self.port}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if not self.child.stdout.readline().startswith("listening on "):
            raise AssertionError("the server did not start")

    def stop(self, number=signal.SIGTERM):
        if self.child and self.child.poll() is None:
            self.child.send_signal(number)
            self.child.wait(timeout=20)
            self.child.stdout.close()

    def kill(self):
        self.stop(signal.SIGKILL)

    def call(self, method, path, body=None, token=None):
        request = urllib.request.Request(
            self.url + "/api/v1" + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {}))
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer).get("result")

    def member(self, name):
        """A new account; its access token."""
        body = {"email": f"{name}@example.com", "password": f"a long password of {name}", "name": name}
        return self.call("POST", "/auth/signup", body)["accessToken"]

    def thread(self, token, title):
        return self.call("POST", "/community/threads", {
            "title": title, "description": "", "category": "FREE", "icon": "", "memberIds": []}, token)["threadId"]

    def contents(self, token, thread):
        """The texts of a thread, oldest first."""
        texts, before = [], ""
        while True:
            page = self.call("GET", f"/community/threads/{thread}/messages?limit=100{before}", token=token)
            texts += [message["content"] for message in page["messages"]]
            if not page["hasMore"]:
                return texts[::-1]
            before = f"&before={page['nextBefore']}"


def sign_in(home, url, name):
    """Signs a member in as a person does on a terminal; the session is kept in the home."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm"}
    child, master = pty.fork()
    if child == 0:
        os.execve(PROGRAM, [PROGRAM, "login", "--email", "--url", url], environment)
    shown = b""
    for prompt, answer in ((b"E-mail:", f"{name}@example.com"), (b"Password:", f"a long password of {name}")):
        while prompt not in shown:
            shown += read(master)
        os.write(master, answer.encode() + b"\n")
        shown = shown.split(prompt, 1)[1]
    while b"Signed in" not in shown:
        shown += read(master)
    _, status = os.waitpid(child, 0)
    os.close(master)
    if status != 0:
        raise AssertionError(f"the sign-in ended with {status}: {shown}")


def read(master, patience=60):
    if not select.select([master], [], [], patience)[0]:
        raise AssertionError(f"nothing was shown within {patience} s")
    try:
        return os.read(master, 65536)
    except OSError:
        return b""


def environment(home):
    """An environment in which all that Bobbin writes ends up in the home."""
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}


def bobbin(home, *words, text=None, timeout=120):
    """Runs the program to its end."""
    return subprocess.run(
        [PROGRAM, *map(str, words)], env=environment(home), input=text, capture_output=True, text=True, timeout=timeout)
