"""A crowd of live connections, all served by one thread: raw sockets that write, read and count."""

import base64
import os
import re
import selectors
import socket
import time
import uuid

CREATED = b'"type":"message.created"'
SENT_AT = re.compile(rb"t=(\d+);")
EVENTS = "/user/queue/community/threads/events"


def frame(text):
    """A text message with a mask of zeroes, which changes nothing."""
    size = len(text)
    if size < 126:
        head = bytes([0x81, 0x80 | size])
    else:
        head = bytes([0x81, 0x80 | 126]) + size.to_bytes(2, "big")
    return head + bytes(4) + text


class Connection:
    def __init__(self, port, member):
        self.member = member
        self.tail = b""
        self.socket = socket.create_connection(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: v12.stomp\r\n\r\n".encode()
            + frame(f"CONNECT\naccept-version:1.2\nAuthorization:Bearer {member['accessToken']}\n\n\0".encode())
            + frame(f"SUBSCRIBE\nid:s\ndestination:{EVENTS}\nreceipt:ready\n\n\0".encode()))

    def say(self, thread):
        body = (f'{{"clientMessageId":"{uuid.uuid4()}","content":"t={time.monotonic_ns()};","fileMetadataIds":[],'
                '"mentionedMemberIds":[],"type":"TEXT"}').encode()
        self.socket.sendall(frame(
            f"SEND\ndestination:/app/community/threads/{thread}/messages\nx-command-id:{uuid.uuid4()}\n"
            f"content-length:{len(body)}\n\n".encode() + body + b"\0"))


class Crowd:
    def __init__(self, port, members, each):
        self.selector = selectors.DefaultSelector()
        self.connections = []
        self.created = 0
        self.latencies = []
        ready = 0
        for member in members:
            for _ in range(each):
                connection = Connection(port, member)
                self.connections.append(connection)
                self.selector.register(connection.socket, selectors.EVENT_READ, connection)
        while ready < len(self.connections):
            for connection, data in self.read(20):
                ready += data.count(b"receipt-id:ready")
        for connection in self.connections:
            connection.tail = b""

    def of(self, member):
        """The first connection of a member."""
        return next(found for found in self.connections if found.member is member)

    def read(self, timeout):
        """What comes, with the connections it comes on."""
        for key, _ in self.selector.select(timeout):
            data = key.fileobj.recv(1 << 18)
            if not data:
                raise SystemExit("bench: the server closed a connection")
            yield key.data, data

    def listen(self, count, until):
        """Counts messages until `count` have come, or it is later than `until`."""
        while self.created < count and time.monotonic() < until:
            for connection, data in self.read(max(0, min(1, until - time.monotonic()))):
                now = time.monotonic_ns()
                data = connection.tail + data
                self.created += data.count(CREATED)
                # Behind the last message there is only the start of another.
                end = data.rfind(CREATED) + len(CREATED) if CREATED in data else 0
                self.latencies += [(now - int(sent)) / 1e6 for sent in SENT_AT.findall(data, 0, end)]
                connection.tail = data[end:]

    def close(self):
        for connection in self.connections:
            connection.socket.close()
