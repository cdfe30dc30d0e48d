"""The program with a certificate of its own."""

import json
import ssl
import subprocess

import stomp

from client import Client
from server import ServerTest


class TLS(ServerTest):
    def setUp(self):
        super().setUp()
        self.certificate, self.key = f"{self.folder}/server.pem", f"{self.folder}/server.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True)
        self.server = self.serve("--tls-cert", self.certificate, "--tls-key", self.key)

    def curl(self, path, *words, body=None):
        status, text = self.server.curl("--cacert", self.certificate, *words, self.server.url + path,
                                        stdin=body and json.dumps(body).encode())
        return status, json.loads(text)

    def test_rest_and_live_traffic_are_encrypted(self):
        self.assertTrue(self.server.url.startswith("https://"))
        post = ["-H", "Content-Type: application/json", "--data-binary", "@-"]
        _, signed_in = self.curl("/api/v1/auth/signup", *post, body={
            "email": "ann@example.com", "password": "a long password of ann", "name": "ann"})
        token = signed_in["result"]["accessToken"]
        _, made = self.curl("/api/v1/community/threads", "-H", f"Authorization: Bearer {token}", *post, body={
            "title": "tea", "description": "", "category": "FREE", "icon": ""})
        thread = made["result"]["threadId"]

        address = ("127.0.0.1", self.server.port)
        connection = stomp.WSStompConnection([address], ws_path="/ws", reconnect_attempts_max=1)
        connection.transport.set_ssl([address], ca_certs=self.certificate, ssl_version=ssl.PROTOCOL_TLS_CLIENT)
        client = Client.__new__(Client)
        client.begin(connection, token)
        client.say(thread, "쉿 " + "x" * 1900)
        self.assertIn("쉿", client.event("message.created")["payload"]["message"]["content"])
        client.leave()

    def test_links_lead_to_where_the_server_is(self):
        status, answer = self.curl("/oauth/device_authorization", "--data", "client_id=bobbin")
        self.assertEqual(status, 200, answer)
        self.assertTrue(answer["verification_uri"].startswith(self.server.url), answer)
