"""A terminal in tmux that a test types into and reads."""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAM = os.path.realpath(os.environ["BOBBIN_TEST_PROGRAM"])
PATIENCE = 60


def wait_until(what, condition, patience=PATIENCE):
    """Asks again and again until the condition holds; returns what it returned."""
    deadline = time.monotonic() + patience
    while True:
        if result := condition():
            return result
        if time.monotonic() > deadline:
            raise AssertionError(f"in {patience} s there was no {what() if callable(what) else what}")
        time.sleep(0.03)


class Server:
    """A tmux server of this run alone."""

    socket = f"bobbin-test-{os.getpid()}"
    configuration = "set -g default-terminal tmux-256color\nset -g escape-time 0\nset -g exit-empty off\n"

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="bobbin-screen-")
        self.file = Path(self.folder) / "tmux.conf"
        self.file.write_text(self.configuration)

    def run(self, *arguments, text=None):
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", "HOME": self.folder}
        return subprocess.run(
            ["tmux", "-u", "-L", self.socket, "-f", self.file, *map(str, arguments)],
            env=environment, input=text, capture_output=True, text=True, check=True,
        ).stdout

    def end(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class Terminal:
    """A shell in a window of its own. Dash, since it leaves the modes of the terminal as programs leave them."""

    prompt = "ready>"

    def __init__(self, server, size, user):
        self.server = server
        self.name = f"{user}-{time.monotonic_ns()}"
        width, height = size
        # A debug build would ask whether to debug a crash, and wait for the answer.
        variables = f"USER={user} HOME={server.folder} XDG_CONFIG_HOME={server.folder} SWIFT_BACKTRACE=interactive=no"
        shell = f"env {variables} PS1='{self.prompt} ' dash -i"
        server.run("new-session", "-d", "-s", self.name, "-x", width, "-y", height, shell)
        self.shell = int(self.format("#{pane_pid}"))
        self.wait_for(self.prompt)

    def format(self, text):
        return self.server.run("display-message", "-p", "-t", self.name, text).strip()

    def rows(self):
        """The rows of the screen, without blanks at their ends."""
        return self.server.run("capture-pane", "-p", "-t", self.name).split("\n")[: int(self.format("#{pane_height}"))]

    def text(self):
        return "\n".join(self.rows())

    def wait_for(self, *texts):
        """Waits until all the texts are on the screen at once."""
        def seen():
            shown = self.text()
            return all(text in shown for text in texts) and shown
        return wait_until(lambda: f"{texts} on the screen:\n{self.text()}", seen)

    def wait_without(self, text):
        wait_until(lambda: f"screen without {text}:\n{self.text()}", lambda: text not in self.text())

    def write(self, text):
        self.server.run("send-keys", "-t", self.name, "-l", text)

    def press(self, *keys):
        self.server.run("send-keys", "-t", self.name, *keys)

    def run(self, command):
        """Types a line into the shell or the composer."""
        self.write(command)
        self.press("Enter")

    def paste(self, text):
        self.server.run("load-buffer", "-b", self.name, "-", text=text)
        self.server.run("paste-buffer", "-p", "-d", "-b", self.name, "-t", self.name)

    def resize(self, size):
        self.server.run("resize-window", "-t", self.name, "-x", size[0], "-y", size[1])

    def scribble(self, text):
        """Writes on the screen behind the program's back."""
        with open(self.format("#{pane_tty}"), "w") as tty:
            tty.write(text)

    def children(self):
        return Path(f"/proc/{self.shell}/task/{self.shell}/children").read_text().split()

    def child(self):
        """The process the shell runs."""
        return int(wait_until("program under the shell", self.children)[0])

    def wait_for_shell(self):
        """Waits until the program has ended and the shell asks for the next."""
        wait_until("end of the program", lambda: not self.children())
        self.wait_for(self.prompt)

    def modes(self):
        """What the terminal was left like: the line discipline's settings, the screen shown, the cursor, the mouse."""
        file = Path(self.server.folder) / f"{self.name}.stty"
        file.unlink(missing_ok=True)
        self.run(f"stty -a >{file}.part; mv {file}.part {file}")
        wait_until("answer of stty", file.exists)
        return file.read_text(), self.format("#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_flag}")

    def end(self):
        subprocess.run(["tmux", "-L", self.server.socket, "kill-session", "-t", self.name], capture_output=True)
