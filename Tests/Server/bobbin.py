"""The client under test: the program itself, in a home of its own."""

import html
import http.cookiejar
import json
import os
import re
import ssl
import subprocess
import urllib.parse
import urllib.request

PROGRAM = os.environ.get("BOBBIN_TEST_PROGRAM", ".build/debug/bobbin")


class Home:
    """A home folder with a configuration, and what runs in it."""

    def __init__(self, folder, profile, environment=None):
        self.environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", **(environment or {})}
        os.makedirs(f"{folder}/.config/bobbin")
        with open(f"{folder}/.config/bobbin/config.json5", "w", encoding="utf-8") as file:
            json.dump({"profiles": {"home": profile}}, file)

    def start(self, *words):
        """The program, running."""
        return subprocess.Popen([PROGRAM, *words], env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words):
        """The program to its end: the exit code, its output, its complaints."""
        child = self.start(*words)
        out, err = child.communicate(timeout=60)
        return child.returncode, out, err

    def sign_in(self, email, password, ca_file=None):
        """Signs in as on another device, and answers as its browser does; returns the exit code and what was said."""
        child = self.start("login", "--device")
        page = code = None
        said = []
        while not (page and code):
            line = child.stderr.readline()
            if not line:
                raise AssertionError("".join(said))
            said.append(line)
            page = page or re.search(r"https?://\S+/device", line)
            code = code or re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", line)
        approve(page.group(), code.group(), email, password, ca_file)
        said.append(child.communicate(timeout=60)[1])
        return child.returncode, "".join(said)


def approve(page, code, email, password, ca_file=None):
    """Fills in the page on which people sign a terminal in."""
    handlers = [urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), urllib.request.ProxyHandler({})]
    if ca_file:
        handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca_file)))
    browser = urllib.request.build_opener(*handlers)
    with browser.open(page) as shown:
        text = shown.read().decode()
    hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', text)
    fields = {name: html.unescape(value) for name, value in hidden}
    fields |= {"user_code": code, "email": email, "password": password, "answer": "approve"}
    action = urllib.parse.urljoin(page, re.search(r'action="([^"]*)"', text).group(1))
    with browser.open(action, urllib.parse.urlencode(fields).encode()) as answered:
        if b"Signed in" not in answered.read():
            raise AssertionError("the page did not sign the terminal in")
