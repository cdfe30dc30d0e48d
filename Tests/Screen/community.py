"""The sample community as people reach it from outside the terminal."""

import http.cookiejar
import re
import urllib.parse
import urllib.request
from html.parser import HTMLParser


class Form(HTMLParser):
    """The fields of a page's form that need no typing, and where it is sent."""

    def __init__(self, page):
        super().__init__()
        self.fields, self.action = {}, ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes.get("action", "")
        if tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes.get("value", "")


def answer_device(page, code, answer, email="", password=""):
    """Does what a person does in the browser: opens the page, types the code, and says yes or no."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    with opener.open(page) as shown:
        form = Form(shown.read().decode())
    fields = form.fields | {"user_code": code, "answer": answer, "email": email, "password": password}
    with opener.open(urllib.parse.urljoin(page, form.action), urllib.parse.urlencode(fields).encode()) as answered:
        return answered.read().decode()


def device_code(text):
    """The page to open and the code to type, from what a terminal shows."""
    page = re.search(r"https?://\S+/device", text)
    code = re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", text)
    return (page.group(), code.group()) if page and code else None
