"""REST by plain curl."""

import json
import os
import socket
import time

from server import ServerTest


class Rest(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def test_sign_up_write_and_read(self):
        ann = self.server.member("ann")
        thread = self.server.thread(ann["accessToken"])
        page = self.server.result("GET", "/api/v1/community/threads?filter=all&offset=0&limit=20",
                                  token=ann["accessToken"])
        self.assertEqual([found["threadId"] for found in page["threads"]], [thread])
        self.assertIsInstance(page["total"], str)
        status, envelope = self.server.call("GET", f"/api/v1/community/threads/{thread}")
        self.assertEqual((status, envelope["success"]), (401, False))

    def test_pages_about_the_server_itself(self):
        self.assertEqual(self.server.curl(self.server.url + "/healthz"), (200, b"ok\n"))
        status, text = self.server.curl(self.server.url + "/metrics")
        self.assertEqual(status, 200)
        self.assertIn(b'bobbin_http_answers_total{status="200"} 1\n', text)

    def test_what_is_too_long_or_malformed_is_refused_by_an_envelope(self):
        for path, body, expected in (("/api/v1/auth/login", "x" * 2_000_000, 413), ("/%zz", "", 400),
                                     ("/api/v1/nothing", "", 404), ("/api/v1/auth/login", "{", 400)):
            with self.subTest(path=path, size=len(body)):
                status, text = self.server.curl(self.server.url + path, "--data-binary", "@-", stdin=body.encode())
                self.assertEqual(status, expected)
                self.assertFalse(json.loads(text)["success"])

    def test_a_refusal_is_read_by_who_sends_too_much_without_asking_first(self):
        token = self.server.member("ann")["accessToken"]
        ticket = self.server.result("POST", "/api/v1/files", {
            "fileName": "a.bin", "fileSize": 10, "contentType": "application/octet-stream"}, token=token)
        headers = [word for name, value in ticket.get("headers", {}).items() for word in ("-H", f"{name}: {value}")]
        for words, path, size, expected in (([], "/api/v1/auth/login", 3_000_000, 413),
                                            ([], "/api/v1/auth/login", 30_000_000, 413),
                                            (["-X", "PUT", *headers], ticket["uploadUrl"], 30_000_000, 400)):
            with self.subTest(path=path, size=size):
                status, text = self.server.curl(*words, "-H", "Expect:", "-H", f"Authorization: Bearer {token}",
                                                self.server.url + path, "--data-binary", "@-", stdin=b"x" * size)
                self.assertEqual(status, expected, text)
                self.assertFalse(json.loads(text)["success"])

    def test_a_request_with_two_lengths_is_refused_and_the_connection_closed(self):
        for lengths in ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n"):
            with self.subTest(lengths=lengths), socket.create_connection(("127.0.0.1", self.server.port)) as raw:
                raw.settimeout(10)
                raw.sendall(f"POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\n{lengths}\r\n"
                            "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".encode())
                answer = b""
                try:
                    while piece := raw.recv(4096):
                        answer += piece
                except ConnectionResetError:
                    pass
                self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), answer)
                self.assertNotIn(b"ok\n", answer)
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)

    def test_every_answer_says_once_that_its_type_is_not_to_be_guessed(self):
        for path in ("/device", "/healthz", "/api/v1/nothing"):
            with self.subTest(path=path):
                _, text = self.server.curl("--include", self.server.url + path)
                self.assertEqual(text.lower().count(b"x-content-type-options: nosniff"), 1, text)

    def test_a_file_goes_up_and_down_as_it_is(self):
        token = self.server.member("ann")["accessToken"]
        content = os.urandom(3_000_000)
        ticket = self.server.result("POST", "/api/v1/files", {
            "fileName": "notes.bin", "fileSize": len(content), "contentType": "application/octet-stream"}, token=token)
        headers = [word for name, value in ticket.get("headers", {}).items() for word in ("-H", f"{name}: {value}")]
        status, text = self.server.curl("-X", "PUT", self.server.url + ticket["uploadUrl"], *headers,
                                        "-H", f"Authorization: Bearer {token}", "--data-binary", "@-", stdin=content)
        self.assertEqual(status, 200, text)
        status, got = self.server.curl(self.server.url + ticket["uploadUrl"], "-H", f"Authorization: Bearer {token}")
        self.assertEqual(status, 200)
        self.assertEqual(got, content)

    def test_an_upload_that_is_cut_leaves_nothing(self):
        token = self.server.member("ann")["accessToken"]
        ticket = self.server.result("POST", "/api/v1/files", {
            "fileName": "a.txt", "fileSize": 1_000_000, "contentType": "text/plain"}, token=token)
        before = self.files()
        headers = "".join(f"{name}: {value}\r\n" for name, value in ticket.get("headers", {}).items())
        with socket.create_connection(("127.0.0.1", self.server.port)) as half:
            half.sendall(f"PUT {ticket['uploadUrl']} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n"
                         f"Authorization: Bearer {token}\r\n{headers}\r\n".encode() + b"x" * 400_000)
            self.eventually(lambda: self.files() != before)
        self.eventually(lambda: self.files() == before)

    def files(self):
        return sorted(name for folder in os.walk(self.data) for name in folder[2]
                      if not name.startswith("community."))

    def eventually(self, condition):
        deadline = time.monotonic() + 10
        while not condition():
            self.assertLess(time.monotonic(), deadline, self.files())
            time.sleep(0.01)
