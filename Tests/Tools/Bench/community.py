"""A community that floods whoever subscribes to its events with new messages, encoded beforehand; it answers the calls
that a tail makes first. The other end of `Scripts/bench tail`.

Run as `community.py COUNT`, it prints its port, then a line of JSON for each flood, as flood.py does.
"""

import json
import socket
import sys
import threading

import flood

TITLE = "\U0001f6cb Lounge"
STARTED = 700_000_000
# Of a hundred messages so many are more than text: answers, mentions, pictures, reactions.
EXTRAS = {
    17: '"replyTo":{"messageId":699999999,"senderName":"Sara","snippet":"where?"}',
    58: '"mentions":[{"memberId":7,"name":"Sara"}]',
}


def event(number):
    """What our own server sends, its members in another order for every other message."""
    text = flood.TEXTS[flood.MIX[number % len(flood.MIX)]]
    time = f"2026-11-30T08:{number // 60 % 60:02}:{number % 60:02}.{number % 1000:03}Z"
    extra = EXTRAS.get(number % 100, '"mentions":[]')
    message = (
        f'"content":"{text}","createdAt":"{time}","files":[],{extra},"messageId":{STARTED + number},"reactions":[],'
        f'"senderId":{number % 97},"senderName":"member-{number % 97}","threadId":4,"type":"TEXT"'
    )
    return (
        f'{{"eventId":"q7w3cyErL4Y5-{number}","occurredAt":"{time}","payload":{{"message":{{{message}}}}},"threadId":4,'
        '"type":"message.created"}'
    ).encode()


def wire(count, subscription):
    def message(number):
        content = event(number)
        head = (
            f"MESSAGE\nsubscription:{subscription}\nmessage-id:{number}\n"
            f"destination:/user/queue/community/threads/events\ncontent-type:application/json\n"
            f"content-length:{len(content)}\n\n"
        )
        return flood.frame(head.encode() + content + b"\0")

    return b"".join(message(number) for number in range(count))


ANSWERS = {
    "/api/v1/app/version": {"minimum": "0.0.1", "latest": "0.0.1"},
    "/api/v1/members/me": {"memberId": "1", "name": "Kim"},
    "/api/v1/community/threads": {
        "pinned": [],
        "threads": [{"threadId": "4", "title": TITLE, "isJoined": True, "memberCount": "97"}],
        "total": "1",
    },
    "/api/v1/community/threads/4/messages": {"messages": [], "hasMore": False},
}


def answer(connection, path):
    result = ANSWERS.get(path.split("?")[0])
    body = json.dumps({"success": result is not None, "code": "COMMON200", "message": "OK", "result": result}).encode()
    status = "200 OK" if result is not None else "404 Not Found"
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    connection.sendall(head.encode() + body)


def serve(connection, count):
    """A call, or a live connection, during which other calls come."""
    with connection:
        try:
            head = connection.recv(65536, socket.MSG_PEEK).decode()
            if "upgrade: websocket" in head.lower():
                flood.serve(flood.Client(connection), count)
            else:
                connection.recv(65536)
                answer(connection, head.split(" ")[1])
        except (EOFError, ConnectionError):
            pass


def main():
    count = int(sys.argv[1])
    # Identifiers must not come again, so every message is another one, and they are made but once.
    encoded = wire(count, "sub-0")
    flood.region = lambda _, subscription: encoded if subscription == "sub-0" else wire(count, subscription)
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, count), daemon=True).start()


if __name__ == "__main__":
    main()
