"""A server that hands its one client chat messages when it is told to: STOMP over WebSocket, or IRC.

Run as `feed.py stomp|irc`, it prints its port. Each line on standard input is an order: `burst COUNT` sends so many as
fast as they are taken, `flow RATE SECONDS` so many a second. Each is answered by a line when it is done.
"""

import socket
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Bench"))

import flood  # noqa: E402

THREAD = "bench"
# Letters that nothing else on any screen has: no client can leave one of them as it stands.
MARK = "ЖЩЮЯЭФЪ"
TICK = 0.005


def text(number):
    return f"{number} {flood.TEXTS[flood.MIX[number % len(flood.MIX)]]}".replace('\\"', "'").replace("\\\\", "/")


def sender(number):
    return f"member-{number % 97}"


class Stomp:
    def __init__(self, connection):
        self.client = flood.Client(connection)
        self.subscription = None
        while self.subscription is None:
            command, headers = self.client.stomp_frame()
            if command in ("CONNECT", "STOMP"):
                self.client.send("CONNECTED", version="1.2", heart_beat="0,0", server="feed")
            elif command == "SUBSCRIBE":
                self.subscription = headers["id"]
            self.client.answer(headers)

    def encode(self, number, content):
        body = (
            f'{{"id":{number},"type":"text","sender":"{sender(number)}",'
            f'"createdAt":"2026-11-30T08:{number // 60 % 60:02}:{number % 60:02}.000Z","content":"{content}"}}'
        ).encode()
        head = (
            f"MESSAGE\nsubscription:{self.subscription}\nmessage-id:{number}\ndestination:/topic/{THREAD}\n"
            f"content-type:application/json\ncontent-length:{len(body)}\n\n"
        )
        return flood.frame(head.encode() + body + b"\0")

    def listen(self):
        while request := self.client.stomp_frame():
            self.client.answer(request[1])


class IRC:
    def __init__(self, connection):
        self.lines = connection.makefile("r", encoding="utf-8", errors="replace", newline="\n")
        self.connection = connection
        self.nick = "me"
        joined = False
        while not joined:
            joined = self.take(self.lines.readline())

    def take(self, line):
        if not line:
            raise EOFError
        word, _, rest = line.strip().partition(" ")
        if word == "NICK":
            self.nick = rest.lstrip(":")
        elif word == "CAP" and rest.startswith("LS"):
            self.tell(":feed CAP * LS :")
        elif word == "USER":
            for number, words in (("001", "welcome"), ("376", "end")):
                self.tell(f":feed {number} {self.nick} :{words}")
        elif word == "PING":
            self.tell(f":feed PONG feed :{rest.lstrip(':')}")
        elif word == "JOIN":
            self.tell(f":{self.nick}!u@h JOIN #{THREAD}")
            self.tell(f":feed 353 {self.nick} = #{THREAD} :{self.nick}")
            self.tell(f":feed 366 {self.nick} #{THREAD} :end")
            return True
        return False

    def tell(self, line):
        self.connection.sendall(line.encode() + b"\r\n")

    def encode(self, number, content):
        return f":{sender(number)}!u@h PRIVMSG #{THREAD} :{content}\r\n".encode()

    def listen(self):
        while True:
            self.take(self.lines.readline())


class Feed:
    def __init__(self, client, connection):
        self.client = client
        self.connection = connection
        self.number = 0

    def encode(self, count):
        first = self.number
        self.number += count
        return [self.client.encode(number, text(number)) for number in range(first, self.number)]

    def burst(self, count):
        last = self.client.encode(self.number + count - 1, MARK)
        region = b"".join(self.encode(count)[:-1]) + last
        started = time.monotonic()
        self.connection.sendall(region)
        return f"{started} {time.monotonic()}"

    def flow(self, rate, seconds):
        messages = self.encode(int(rate * seconds))
        started = time.monotonic()
        sent = 0
        while sent < len(messages):
            due = min(len(messages), int((time.monotonic() - started) * rate))
            if due > sent:
                self.connection.sendall(b"".join(messages[sent:due]))
                sent = due
            time.sleep(TICK)
        return f"{started} {time.monotonic()}"


def listen(client):
    try:
        client.listen()
    except (EOFError, OSError):
        pass


def main():
    kind = {"stomp": Stomp, "irc": IRC}[sys.argv[1]]
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    client = kind(connection)
    print("joined", flush=True)
    threading.Thread(target=listen, args=[client], daemon=True).start()
    feed = Feed(client, connection)
    for line in sys.stdin:
        word, *numbers = line.split()
        print(getattr(feed, word)(*map(int, numbers)), flush=True)


if __name__ == "__main__":
    main()
