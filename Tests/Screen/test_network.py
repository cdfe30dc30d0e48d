"""A network that comes back, in a namespace of its own: the kernel tells, and the client goes on at once."""

import json
import os
import socket
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(os.environ.get("BOBBIN_TEST_PROGRAM", ".build/debug/bobbin"))
ADDRESS, PORT = "10.90.80.70", 9000


class NetworkTests(unittest.TestCase):
    def test_a_new_address_ends_the_wait(self):
        # This file, as the root of a namespace without any network.
        command = ["unshare", "--map-root-user", "--net", sys.executable, os.path.abspath(__file__)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=110)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        # The wait under way was of more than eight seconds.
        self.assertGreaterEqual(result["wait"], 8, result)
        self.assertEqual(result["notices_between"], [], "it has not waited any longer")


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True)


def start_tail():
    ip("link", "set", "lo", "up")
    return subprocess.Popen(
        [PROGRAM, "tail", "--url", f"ws://{ADDRESS}:{PORT}/ws", "/topic/a"], stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True, env={"HOME": "/nonexistent", "LANG": "C.UTF-8"})


def wait_for_long_pause(tail):
    """Reads notices until one tells of a wait of eight seconds or more."""
    for line in tail.stderr:
        if "trying again in " in line:
            wait = int(line.split("trying again in ")[1].split()[0])
            if wait >= 8:
                return wait
    raise RuntimeError("it has ended")


def comes():
    tail = start_tail()
    wait = wait_for_long_pause(tail)
    listener = socket.socket()
    listener.setsockopt(socket.IPPROTO_IP, 15, 1)  # IP_FREEBIND: the address is not there yet
    listener.bind((ADDRESS, PORT))
    listener.listen()
    listener.settimeout(wait - 3)
    ip("address", "add", f"{ADDRESS}/24", "dev", "lo")
    client, _ = listener.accept()
    tail.kill()
    tail.wait()
    notices = [line for line in tail.stderr if "trying again" in line]
    client.close()
    return {"wait": wait, "notices_between": notices}


if __name__ == "__main__":
    print(json.dumps(comes()))
