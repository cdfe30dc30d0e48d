"""Live traffic by stomp.py."""

import json

from client import Client
from server import ServerTest, new_id


class Live(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.ann, self.ben = self.server.member("ann"), self.server.member("ben")
        self.thread = self.server.thread(self.ann["accessToken"], members=[self.ben["memberId"]])

    def client(self, member, **options):
        client = Client(self.server, member["accessToken"], **options)
        self.addCleanup(client.connection.disconnect)
        return client

    def test_what_one_says_the_other_hears(self):
        ann, ben = self.client(self.ann), self.client(self.ben, path="/ws/websocket")
        command = ann.say(self.thread, "안녕, ben 🎉", receipt="said")
        acknowledged = ann.event("command.acknowledged")
        self.assertEqual(acknowledged["payload"]["commandId"], command)
        self.assertEqual(ann.wait("receipt"), "said")
        message = ben.event("message.created")["payload"]["message"]
        self.assertEqual(message["content"], "안녕, ben 🎉")
        self.assertIsInstance(message["messageId"], int)
        self.assertEqual(self.server.contents(self.ben["accessToken"], self.thread)[-1], "안녕, ben 🎉")
        ben.command(f"/app/community/threads/{self.thread}/messages/{message['messageId']}/reactions/add",
                    {"emoji": "👍"})
        self.assertEqual(ann.event("reaction.changed")["payload"]["reactions"][0]["emoji"], "👍")
        ann.leave()

    def test_a_bad_token_is_an_error_frame_with_the_envelope(self):
        client = Client(self.server, "nobody", subscribes=False)
        error = client.wait("error")
        envelope = json.loads(error.body)
        self.assertFalse(envelope["success"])
        self.assertTrue(envelope["code"].startswith("AUTH"), envelope)
        client.wait("disconnected")

    def test_other_queues_can_not_be_subscribed_to(self):
        client = self.client(self.ann)
        client.connection.subscribe(f"/user/{self.ben['memberId']}/queue/errors", "spy")
        self.assertIn("/queue/errors", client.wait("error").headers["message"])
        client.wait("disconnected")

    def test_refusals_come_by_the_error_queue_and_the_session_stays(self):
        client = self.client(self.ann)
        body = {"clientMessageId": new_id(), "content": "x", "fileMetadataIds": [], "type": "TEXT"}
        path = f"/app/community/threads/{self.thread}/messages"
        for destination, command, status in (("/topic/x", new_id(), 404), (path, new_id().upper(), 400),
                                             ("/app/community/threads/9999/messages", new_id(), 404)):
            with self.subTest(destination=destination):
                client.command(destination, body, command)
                refused = client.wait("errors")
                self.assertIn(refused["status"], (status, 403))
                self.assertEqual(refused["commandId"], command)
                self.assertFalse(refused["retryable"])
        client.say(self.thread, "still here")
        client.event("message.created")

    def test_the_rate_limit_is_20_a_second(self):
        client = self.client(self.ann)
        for number in range(60):
            client.say(self.thread, f"{number}")
        refused = client.wait("errors")
        self.assertEqual((refused["status"], refused["retryable"]), (429, True))

    def test_members_of_other_threads_hear_nothing(self):
        eve = self.client(self.server.member("eve"))
        ann = self.client(self.ann)
        ann.say(self.thread, "between us", receipt="said")
        ann.wait("receipt")
        own = self.server.thread(self.ann["accessToken"], "elsewhere")
        eve.say(own, "let me in")
        self.assertIn(eve.wait("errors")["status"], (403, 404))
        heard = [kind for kind, _ in list(eve.got.queue)]
        self.assertNotIn("events", heard)

    def test_heart_beats_keep_a_quiet_connection(self):
        client = self.client(self.ann, heartbeats=(10_000, 10_000))
        client.say(self.thread, "with heart-beats")
        client.event("message.created")


class Expiry(ServerTest):
    def test_the_connection_ends_with_the_token(self):
        server = self.serve("--access-token-lifetime", "2s")
        client = Client(server, server.member("ann")["accessToken"])
        client.wait("disconnected")
