"""The sample community and its bots."""

import subprocess
import time

from client import Client
from server import PROGRAM, ServerTest


class Bots(ServerTest):
    def test_a_newcomer_is_answered_within_two_seconds(self):
        seeded = subprocess.run([PROGRAM, "seed", "--data", self.data], capture_output=True, text=True, check=True)
        email, password = seeded.stdout.splitlines()[0].split()
        server = self.serve("--bots")
        member = server.result("POST", "/api/v1/auth/login", {"email": email, "password": password})
        page = server.result("GET", "/api/v1/community/threads?filter=all&offset=0&limit=20",
                             token=member["accessToken"])
        thread = (page["pinned"] + page["threads"])[0]["threadId"]
        client = Client(server, member["accessToken"])
        client.say(thread, "안녕하세요, 처음 왔어요!")
        own = client.event("message.created")["payload"]["message"]
        started = time.monotonic()
        client.event("typing")
        answer = client.event("message.created")["payload"]["message"]
        self.assertLess(time.monotonic() - started, 3)
        self.assertEqual(answer["replyTo"]["messageId"], own["messageId"])
        # It is answered when it is spoken to, again and again.
        client.say(thread, f"@{answer['senderName']} thanks")
        client.event("message.created")
        self.assertEqual(client.event("message.created")["payload"]["message"]["senderName"], answer["senderName"])
        client.leave()
