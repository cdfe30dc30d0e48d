"""What all walks begin with."""

import subprocess
import unittest
import uuid

import broker
from terminal import PROGRAM, Server, Terminal, wait_until


class Walk(unittest.TestCase):
    """A test with terminals on a thread of its own."""

    size = (80, 24)

    @classmethod
    def setUpClass(cls):
        cls.url = broker.start()
        cls.server = Server()
        cls.addClassCleanup(cls.server.end)

    def setUp(self):
        self.thread = f"/topic/{uuid.uuid4().hex[:8]}"

    def terminal(self, user, size=None):
        terminal = Terminal(self.server, size or self.size, user)
        self.addCleanup(terminal.end)
        return terminal

    def chat(self, user, size=None):
        """A terminal in which the chat is open and connected."""
        terminal = self.terminal(user, size)
        self.open_chat(terminal)
        return terminal

    def open_chat(self, terminal):
        terminal.run(f"{PROGRAM} --url {self.url} --join {self.thread}")
        terminal.wait_for("connected to RabbitMQ", self.thread.removeprefix("/topic/"))

    def tail(self, user="reader"):
        terminal = self.terminal(user, (100, 30))
        terminal.run(f"{PROGRAM} tail --url {self.url} {self.thread}")
        terminal.wait_for("connected to")
        return terminal

    def send(self, body):
        """Sends a message from outside, byte for byte."""
        subprocess.run(
            [PROGRAM, "send", "--url", self.url, self.thread], input=body + b"\n", capture_output=True, check=True
        )

    def say(self, terminal, text):
        """Sends from the composer, and sees the composer empty and the text among the messages."""
        terminal.run(text)
        self.assert_ready(terminal)
        terminal.wait_for(text)

    def assert_ready(self, terminal):
        """Waits until the last row is an empty composer and the one above it the status."""
        def is_ready():
            rows = terminal.rows()
            return rows[-1].rstrip() == ">" and "connected to RabbitMQ" in rows[-2]
        wait_until(lambda: f"empty composer below the status:\n{terminal.text()}", is_ready)
