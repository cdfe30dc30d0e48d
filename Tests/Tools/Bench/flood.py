"""A WebSocket server that floods its client with STOMP messages, encoded beforehand; the other end of the benchmark.

Run as `flood.py COUNT`, it prints its port, then for each connection a line of JSON with the times of the flood and its
own processor time. GET /flood floods at once and then ends the stream; any other path speaks STOMP and floods after
SUBSCRIBE; with a COUNT of 0 it stays idle.
"""

import base64
import hashlib
import json
import socket
import struct
import sys
import time

DISTINCT = 10_000
TEXTS = (
    "Morning! The build on the second runner is green again, I only had to clear its cache",
    "the deploy window moved to 16:30, please keep the branch closed until then",
    "\uc624\ub298 \ud68c\uc758\ub294 \ub124 \uc2dc\uc5d0 \uc2dc\uc791\ud569\ub2c8\ub2e4. \uc790\ub8cc\ub294 \uc5b4\uc81c \uc62c\ub9b0 \uac83\uc744 \ubcf4\uc138\uc694",
    "done \U0001f389 thanks everybody \U0001f468\u200d\U0001f469\u200d\U0001f467 see you on Monday \u2764\ufe0f",
    "she said: \\\"look at the graph\\\", and then at C:\\\\logs\\\\today, so I did",
)
# How often each text comes in 20 messages: most chat is ASCII, a third is not.
MIX = (0, 1, 0, 2, 1, 0, 3, 1, 2, 0, 4, 1, 2, 0, 1, 2, 0, 3, 1, 2)


def body(number):
    text = TEXTS[MIX[number % len(MIX)]]
    return (
        f'{{"id":{700000 + number},"type":"text","sender":"member-{number % 97}",'
        f'"createdAt":"2026-11-30T08:{number % 60:02}:{number % 59:02}.{number % 1000:03}Z","content":"{text}"}}'
    ).encode()


def message(number, subscription):
    content = body(number)
    # Every other broker puts colons into its ids, which are escaped on the wire.
    mark = r"ID\cbroker-1\c61613\c" if number % 2 else "T_sub-0@@session-4f1c@@"
    return (
        f"MESSAGE\nsubscription:{subscription}\nmessage-id:{mark}{number}\ndestination:/topic/general\n"
        f"content-type:application/json\ncontent-length:{len(content)}\n\n"
    ).encode() + content + b"\0"


def frame(payload):
    if len(payload) < 126:
        return bytes((0x81, len(payload))) + payload
    return bytes((0x81, 126)) + struct.pack(">H", len(payload)) + payload


def wire(count, subscription="sub-0"):
    return b"".join(frame(message(number, subscription)) for number in range(count))


class Client:
    """One accepted connection, past its upgrade."""

    def __init__(self, connection):
        self.connection = connection
        self.pending = b""
        request = self.read_until(b"\r\n\r\n").decode()
        self.path = request.split(" ")[1]
        fields = dict(line.lower().split(": ", 1) for line in request.split("\r\n")[1:] if ": " in line)
        key = [line.split(": ")[1] for line in request.split("\r\n") if line.lower().startswith("sec-websocket-key:")][0]
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        protocol = "Sec-WebSocket-Protocol: v12.stomp\r\n" if "v12.stomp" in fields.get("sec-websocket-protocol", "") else ""
        connection.sendall(
            (
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {accept.decode()}\r\n{protocol}\r\n"
            ).encode()
        )

    def read_until(self, mark):
        while mark not in self.pending:
            self.more()
        taken, self.pending = self.pending.split(mark, 1)
        return taken

    def take(self, count):
        while len(self.pending) < count:
            self.more()
        taken, self.pending = self.pending[:count], self.pending[count:]
        return taken

    def more(self):
        received = self.connection.recv(65536)
        if not received:
            raise EOFError
        self.pending += received

    def stomp_frame(self):
        """The next STOMP frame of the client as its command and headers; None for a close frame."""
        while True:
            first, second = self.take(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            mask = self.take(4)
            payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(self.take(length)))
            if first & 15 == 8:
                return None
            if payload.strip(b"\r\n"):
                head = payload.split(b"\n\n")[0].decode().split("\n")
                return head[0], dict(line.split(":", 1) for line in head[1:])

    def send(self, command, **headers):
        lines = "".join(f"{name.replace('_', '-')}:{value}\n" for name, value in headers.items())
        self.connection.sendall(frame(f"{command}\n{lines}\n\0".encode()))

    def answer(self, headers):
        if "receipt" in headers:
            self.send("RECEIPT", receipt_id=headers["receipt"])


def repeated(count, subscription):
    """What is sent again and again."""
    return wire(min(DISTINCT, count), subscription)


# What makes the bytes of a flood; community.py has another one, which is sent once.
region = repeated


def flood(client, count, subscription):
    """Sends the messages and waits for the client's first sign that it has seen them all."""
    encoded = memoryview(region(count, subscription))
    whole, rest = divmod(count, DISTINCT) if region is repeated else (4, 0)
    last = len(wire(rest, subscription)) if rest else 0
    processor = time.process_time()
    started = time.monotonic()
    marks = []
    for turn in range(whole):
        part = encoded if region is repeated else encoded[len(encoded) * turn // 4 : len(encoded) * (turn + 1) // 4]
        client.connection.sendall(part)
        while len(marks) < 4 * (turn + 1) // whole:
            marks.append(time.monotonic())
    if rest:
        client.connection.sendall(encoded[:last])
    sent = time.monotonic()
    if client.path == "/flood":
        client.connection.shutdown(socket.SHUT_WR)
    request = None
    try:
        request = client.stomp_frame() if client.path != "/flood" else client.more()
    except (EOFError, ConnectionError):
        pass
    ended = time.monotonic()
    print(
        json.dumps(
            {
                "seconds": ended - started,
                "sending": sent - started,
                "server_cpu": time.process_time() - processor,
                "bytes": (whole if region is repeated else 1) * len(encoded) + last,
                "marks": marks,
            }
        ),
        flush=True,
    )
    return request


def serve(client, count):
    if client.path == "/flood":
        flood(client, count, "sub-0")
        return
    while request := client.stomp_frame():
        command, headers = request
        if command in ("CONNECT", "STOMP"):
            client.send("CONNECTED", version="1.2", heart_beat="0,0", server="flood")
            continue
        client.answer(headers)
        if command == "SUBSCRIBE" and count:
            request = flood(client, count, headers["id"])
            if request is None:
                return
            command, headers = request
            client.answer(headers)
        elif command == "SUBSCRIBE":
            print(json.dumps({"subscribed": headers["id"]}), flush=True)


def main():
    count = int(sys.argv[1])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        with connection:
            try:
                serve(Client(connection), count)
            except (EOFError, ConnectionError):
                pass


if __name__ == "__main__":
    main()
