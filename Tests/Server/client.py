"""A live connection by stomp.py, which knows nothing of our client."""

import json
import queue

import stomp

from server import new_id

EVENTS = "/user/queue/community/threads/events"
ERRORS = "/user/queue/errors"


class Client(stomp.ConnectionListener):
    """Connected, and subscribed to both queues unless told otherwise."""

    def __init__(self, server, token, subscribes=True, path="/ws", heartbeats=(0, 0)):
        self.begin(stomp.WSStompConnection(
            [("127.0.0.1", server.port)], ws_path=path, header={"Sec-WebSocket-Protocol": "v12.stomp"},
            heartbeats=heartbeats, reconnect_attempts_max=1), token, subscribes)

    def begin(self, connection, token, subscribes=True):
        """Signs in over a connection that is not open yet."""
        self.got = queue.Queue()
        self.connection = connection
        self.connection.set_listener("client", self)
        self.connection.connect(wait=False, headers={"Authorization": f"Bearer {token}"})
        if subscribes:
            self.wait("connected")
            for name, destination in (("events", EVENTS), ("errors", ERRORS)):
                self.connection.subscribe(destination, name, headers={"receipt": f"subscribed-{name}"})
                self.wait("receipt")

    def on_connected(self, frame):
        self.got.put(("connected", frame))

    def on_message(self, frame):
        self.got.put((frame.headers["subscription"], json.loads(frame.body)))

    def on_error(self, frame):
        self.got.put(("error", frame))

    def on_receipt(self, frame):
        self.got.put(("receipt", frame.headers["receipt-id"]))

    def on_disconnected(self):
        self.got.put(("disconnected", None))

    def wait(self, kind, pick=lambda value: True):
        """The next of that kind that `pick` takes; others are passed over."""
        while True:
            found, value = self.got.get(timeout=10)
            if found == kind and pick(value):
                return value

    def event(self, name):
        return self.wait("events", lambda event: event["type"] == name)

    def command(self, destination, body, command=None, **headers):
        command = command or new_id()
        self.connection.send(destination, json.dumps(body), content_type="application/json",
                             headers={"x-command-id": command, **headers})
        return command

    def say(self, thread, content, **headers):
        body = {"clientMessageId": new_id(), "content": content, "fileMetadataIds": [], "mentionedMemberIds": [],
                "type": "TEXT"}
        return self.command(f"/app/community/threads/{thread}/messages", body, **headers)

    def leave(self):
        self.connection.disconnect(receipt="bye")
        self.wait("disconnected")
